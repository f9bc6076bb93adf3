"""Every remark has its sentence, and every sentence its remark."""

import re
from pathlib import Path

import tiltyard.formats.foreign
from tiltyard.formats.foreign.remarks import remark_sentences
from tiltyard.service import foreign_importing
from tiltyard.service import importing as foreign_lists
from tiltyard.service import importing as import_scores

READERS = Path(tiltyard.formats.foreign.__file__).parent
FILES = (
    *READERS.glob("*.py"),
    Path(foreign_importing.__file__),
    Path(foreign_lists.__file__),
    Path(import_scores.__file__),
)
ADDED = re.compile(r'(?:remarks\.|found\.)add\(\s*"([a-z-]+)"|Remark\("([a-z-]+)"')
CHOSEN = re.compile(r'code = "([a-z-]+)" if \w+ else "([a-z-]+)"')


def codes():
    for path in FILES:
        text = path.read_text("utf-8")
        for found in (*ADDED.findall(text), *CHOSEN.findall(text)):
            yield from (code for code in found if code)


def test_every_remark_has_its_sentence_and_no_other_has_one():
    assert set(codes()) == set(remark_sentences())


def test_every_sentence_is_one():
    assert all(text.endswith((".", ". {reason}")) for text in remark_sentences().values())
