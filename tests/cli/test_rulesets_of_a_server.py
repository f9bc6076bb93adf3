"""Rulesets are found by the threads of a server too, which know no command line."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import click

from tiltyard.cli import group
from tiltyard.cli.session import new_desk
from tiltyard.store.memory import MemoryStore


def test_a_thread_of_the_server_finds_a_ruleset():
    with click.Context(group):
        desk = new_desk(MemoryStore())
    with ThreadPoolExecutor(1) as threads:
        assert "armada" == threads.submit(desk.document, "armada").result().id
