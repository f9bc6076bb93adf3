"""What tests of the commands may ask for: a terminal on an event, or on an empty store."""

from shutil import copy

import pytest

from tests.cli.event_desk import Terminal, play_until_round_one


@pytest.fixture(scope="session")
def running_file(tmp_path_factory):
    file = tmp_path_factory.mktemp("cup") / "store.db"
    play_until_round_one(Terminal(file))
    return file


@pytest.fixture
def terminal(running_file, tmp_path):
    """Return a terminal on a copy of the running event."""
    file = tmp_path / "store.db"
    copy(running_file, file)
    return Terminal(file)


@pytest.fixture
def empty(tmp_path):
    """Return a terminal on a store without events."""
    return Terminal(tmp_path / "store.db")


@pytest.fixture
def pair(terminal):
    """Return the two players at table 1."""
    return terminal.match_at(1)["players"]
