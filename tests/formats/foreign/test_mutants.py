"""Spoiled files are imported and verified, or refused with a reason; nothing else happens."""

import gzip
import json
import random

import pytest

from tests.formats.foreign.mutants import WAYS, mutant, outcome
from tests.formats.foreign.samples import LIST_FORTRESS, LIST_JUGGLER, SAMPLES
from tests.refusing import refuses
from tiltyard.engine.errors import Unreadable
from tiltyard.service.foreign_importing import preview_import

TIMES = 40


@pytest.mark.parametrize("kind", SAMPLES)
def test_a_spoiled_file_is_imported_or_refused(kind):
    found = [outcome(mutant(SAMPLES[kind], f"{kind} {number}")) for number in range(TIMES)]

    assert "imported" in found
    assert any(one.startswith("refused") for one in found)


@pytest.mark.parametrize("way", WAYS, ids=lambda one: one.__name__)
def test_every_way_to_spoil_changes_something(way):
    samples = [json.dumps(one) for one in (LIST_JUGGLER, LIST_FORTRESS)]
    assert any(
        json.dumps(way(json.loads(before), random.Random(number))) != before
        for before in samples
        for number in range(10)
    )


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (gzip.compress(SAMPLES["listjuggler"], mtime=0), "packed with gzip"),
        (b"PK\x03\x04rest", "ZIP archive"),
        (b"%PDF-1.7", "a PDF"),
        (b"<html><body>gone</body></html>", "web page"),
    ],
)
def test_what_is_no_text_is_called_by_its_name(data, said):
    with refuses(Unreadable, match=said):
        preview_import(data)
