"""A catalogue in a folder of one's own is a language of the program."""

import os
import subprocess
import sys

import pytest

HEAD = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n\n'
ENTRY = HEAD + 'msgid "{code}"\nmsgstr "{text}"\n'
CODE, TEXT = "fixes.load-no-event", "Regardez la liste."


@pytest.fixture
def run(tmp_path):
    def answer(language, files):
        folder = tmp_path / "languages"
        folder.mkdir()
        for name, text in files.items():
            (folder / name).write_text(ENTRY.format(code=CODE, text=text), "utf-8")
        store = str(tmp_path / "no.db")
        words = ["--language", language, "event", "--store", store, "show", "none"]
        done = subprocess.run(
            [sys.executable, "-m", "tiltyard", *words],
            env={**os.environ, "TILTYARD_LANGUAGES": str(folder)},
            capture_output=True,
            text=True,
            check=False,
        )
        return done.stdout + done.stderr

    return answer


def test_it_is_spoken_and_what_it_lacks_is_said_in_english(run):
    said = run("fr", {"fr.po": TEXT})

    assert TEXT in said
    assert "There is no event" in said


def test_a_language_that_nobody_brought_is_refused_with_those_there_are(run):
    said = run("it", {"fr.po": TEXT})

    assert "'fr'" in said
    assert "'it' is not one of" in said
