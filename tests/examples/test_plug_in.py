"""The plug-in of docs/examples, installed beside the program as any other package."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

PLUG_IN = Path(__file__).parents[2] / "docs" / "examples" / "plug-in"
EVENT = """#tournament Club Night, xwing-dogfight
Ana Costa 100 - 40 Bo Lind
Cem Can 25 - 60 Di Dorn
---
Ana Costa 80 - 70 Di Dorn
Bo Lind 50 - 20 Cem Can
"""


@pytest.fixture(scope="module")
def beside(tmp_path_factory):
    """The environment of a program that finds the package: its module and its entry points."""
    folder = tmp_path_factory.mktemp("packages")
    (folder / "tiltyard_lines.py").write_bytes((PLUG_IN / "tiltyard_lines.py").read_bytes())
    (folder / "broken.py").write_text("raise ImportError('half installed')")
    (folder / "nothing.py").write_text("IMPORTER = 5")
    info = folder / "tiltyard_lines-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: tiltyard-lines\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[tiltyard.imports]\nlines = tiltyard_lines:IMPORTER\nbroken = broken:IMPORTER\n"
        "none = nothing:IMPORTER\n[tiltyard.exports]\nlines = tiltyard_lines:EXPORTER\n"
    )
    return {**os.environ, "PYTHONPATH": str(folder)}


def tiltyard(beside, *arguments, folder):
    program = [sys.executable, "-m", "tiltyard", *arguments]
    done = subprocess.run(
        program, env=beside, cwd=folder, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout, done.stderr


def test_the_package_says_the_entry_points_that_are_documented():
    import tomllib

    project = tomllib.loads((PLUG_IN / "pyproject.toml").read_text("utf-8"))["project"]
    assert set(project["entry-points"]) == {"tiltyard.imports", "tiltyard.exports"}


def test_a_file_of_a_plug_in_becomes_an_event_and_leaves_as_one(beside, tmp_path):
    (tmp_path / "night.txt").write_text(EVENT)
    store = ("--store", str(tmp_path / "a.db"))

    code, _, said = tiltyard(beside, "import", "night.txt", *store, folder=tmp_path)
    assert (code, "half installed" in said, "is no Importer" in said) == (0, True, True)

    code, text, _ = tiltyard(
        beside, "export", "club-night", "--as", "lines", *store, folder=tmp_path
    )
    assert code == 0
    assert text.splitlines()[:2] == ["Club Night, after round 2", "1. Ana Costa 8"]


def test_what_a_plug_in_cannot_read_is_refused_with_its_place(beside, tmp_path):
    (tmp_path / "bad.txt").write_text(EVENT.replace("80 - 70", "80 to 70"))
    code, _, said = tiltyard(beside, "import", "bad.txt", "--dry-run", folder=tmp_path)

    assert code == 2
    assert "line 5: expected" in said


def test_a_document_that_breaks_a_rule_is_refused_like_any_other(beside, tmp_path):
    (tmp_path / "bad.txt").write_text(EVENT.replace("80 - 70", "80 - 170"))
    code, _, said = tiltyard(beside, "import", "bad.txt", "--dry-run", folder=tmp_path)

    assert code == 2
    assert "170" in said


def test_without_the_package_the_file_is_nothing_we_know(tmp_path):
    (tmp_path / "night.txt").write_text(EVENT)
    code, _, _ = tiltyard(dict(os.environ), "import", "night.txt", "--dry-run", folder=tmp_path)

    assert code == 2


def test_the_doctor_lists_it(beside, tmp_path):
    _, text, _ = tiltyard(
        beside, "doctor", "--json", "--store", str(tmp_path / "a.db"), folder=tmp_path
    )
    found = {row["about"]: row for row in json.loads(text)}

    assert found["plug-ins"]["facts"]["names"] == "lines"
