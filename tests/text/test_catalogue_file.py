"""The catalogues are complete, and the tool that keeps them says what is wrong."""

from __future__ import annotations

import re

import pytest

from tests.text.other_letters import every_text
from tiltyard.dev import translations as catalogue
from tiltyard.dev.translations import ROOT, brought_up_to_date, gaps, main, missing, problems
from tiltyard.text.language import ENGLISH, LANGUAGES, forms, read

PAGE = {"web/templates/page.html"}
HEAD = """msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Language: de\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"
"""


@pytest.fixture
def german(tmp_path, monkeypatch):
    """A German catalogue of one's own: write it, then look at it."""
    monkeypatch.setattr(catalogue, "FOLDER", tmp_path)

    def written(text):
        (tmp_path / "de.po").write_text(HEAD + "\n" + text, "utf-8")

    written("")
    return written


@pytest.fixture(scope="module")
def wanted():
    return every_text()


@pytest.mark.parametrize("name", [name for name in LANGUAGES if name != ENGLISH])
def test_no_text_is_said_twice_in_a_row(name):
    twice = re.compile(r"(.{40,}?)\1+", re.DOTALL)
    texts = {message.id: forms(message) for message in read(name) if message.id}
    found = [key for key, said in texts.items() if any(map(twice.fullmatch, said))]

    assert [] == found


@pytest.mark.parametrize("name", [one for one in LANGUAGES if one != ENGLISH])
def test_every_language_is_complete(name, wanted):
    assert list(problems(name, wanted)) == []


@pytest.mark.parametrize("name", [one for one in LANGUAGES if one != ENGLISH])
def test_a_catalogue_is_kept_as_the_tool_writes_it(name, wanted):
    kept = (ROOT / "text" / "locale" / f"{name}.po").read_bytes()

    assert brought_up_to_date(name, wanted) == kept


@pytest.mark.parametrize(
    ("text", "trouble"),
    [
        ('msgid "Table"\nmsgstr "Tisch"', None),
        ("", "missing"),
        ('msgid "Table"\nmsgstr ""', "not translated"),
        ('#, fuzzy\nmsgid "Table"\nmsgstr "Tisch"', "doubtful"),
        ('msgid "Table"\nmsgstr "Tisch"\n\nmsgid "Chair"\nmsgstr "Stuhl"', "not used any more"),
        ('msgctxt "term"\nmsgid "Table"\nmsgstr "Tisch"', "missing"),
    ],
)
def test_the_check_names_what_is_wrong(german, text, trouble):
    german(text)
    found = list(problems("de", {("", "Table", ""): PAGE}))

    assert [] == found if trouble is None else trouble in found[0]


@pytest.mark.parametrize(
    ("english", "said", "fits"),
    [
        ("Round %(number)d", "Runde %(number)d", True),
        ("Round %(number)d", "Runde %(nummer)d", False),
        ("{name} and {count} more", "{name} und weitere", False),
        ("{0} hasn't played against {1}.", "{1} und {0} haben nie gespielt", True),
        ("sent at %s", "abgeschickt", False),
    ],
)
def test_a_translation_has_the_gaps_of_the_english(german, english, said, fits):
    german(f'msgid "{english}"\nmsgstr "{said}"')

    assert fits == (list(problems("de", {("", english, ""): PAGE})) == [])


@pytest.mark.parametrize(
    ("one", "many", "fits"),
    [
        ("{count} Tisch", "{count} Tische", True),
        ("ein Tisch", "{count} Tische", True),
        ("{count} Tisch", "viele Tische", False),
        ("{zahl} Tisch", "{count} Tische", False),
    ],
)
def test_only_the_singular_may_leave_the_number_out(german, one, many, fits):
    key = ("", "{count} table", "{count} tables")
    german(f'msgid "{key[1]}"\nmsgid_plural "{key[2]}"\nmsgstr[0] "{one}"\nmsgstr[1] "{many}"')

    assert fits == (list(problems("de", {key: PAGE})) == [])


def test_gaps_of_both_kinds_are_seen():
    assert gaps("%(num)d of {0}, {name}: %s") == {"%(num)d", "{0}", "{name}", "%s"}


def test_what_is_translated_stays_when_texts_come_and_go(german):
    german('msgid "Table"\nmsgstr "Tisch"\n\nmsgid "Chair"\nmsgstr "Stuhl"')
    new = {("", "Table", ""): PAGE, ("", "Clock", ""): PAGE}
    text = brought_up_to_date("de", new).decode()

    assert 'msgid "Table"\nmsgstr "Tisch"' in text
    assert 'msgid "Clock"\nmsgstr ""' in text
    assert "Chair" not in text


def test_missing_texts_go_out_and_come_back_filled(german, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(catalogue, "gathered", lambda: {("", "Table", ""): PAGE})
    assert main(["--missing"]) == 0
    left = tmp_path / "left.po"
    left.write_text(capsys.readouterr().out.replace('msgstr ""\n\n', 'msgstr "Tisch"\n'), "utf-8")

    assert main(["--check"]) == 1
    assert main(["--take", str(left)]) == 0
    assert main(["--check"]) == 0
    assert "Tisch" in (tmp_path / "de.po").read_text("utf-8")
    assert "Table" not in missing("de", {("", "Table", ""): PAGE})
