"""The documentation as files, and its pages that are made from the program."""

from __future__ import annotations

import json
import re

import pytest

from tiltyard.cli import command_page
from tiltyard.web.api import api_page
from tiltyard.web.api.api_routes import OPERATIONS
from tiltyard.web.documentation import found, pages
from tiltyard.web.documentation_site import write_site

LINK = re.compile(r'(?:href|src)="([^"]*)"')
ID = re.compile(r'id="([^"]+)"')


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site") / "site"
    write_site(folder)
    return folder


def test_every_link_and_picture_of_every_file_is_there(site):
    texts = {file.name: file.read_text("utf-8") for file in site.glob("*.html")}
    anchors = {name: set(ID.findall(text)) for name, text in texts.items()}
    missing = set()
    for name, text in texts.items():
        for address in LINK.findall(text):
            file, _, anchor = address.partition("#")
            there = not file or (site / file).is_file()
            if not there or (anchor and anchor not in anchors[file or name]):
                missing.add((name, address))

    assert missing == set()
    assert len(texts) == len(pages()) + 2


def test_pictures_of_every_page_are_led_to_where_they_are_made(site, tmp_path):
    write_site(tmp_path, with_screens=True)

    assert 'href="screens/index.html"' in (tmp_path / "index.html").read_text("utf-8")
    assert "screens/" not in (site / "index.html").read_text("utf-8")


def test_the_start_page_is_written_in_both_languages(site):
    assert '<html lang="en"' in (site / "index.html").read_text("utf-8")
    german = (site / "index.de.html").read_text("utf-8")
    assert '<html lang="de"' in german
    assert "Hilfe" in german


def test_the_search_knows_every_part_of_every_page(site):
    script = (site / "search-data.js").read_text("utf-8")
    parts = json.loads(script.removeprefix("const helpParts = ").removesuffix(";\n"))

    assert len(parts) == sum(len(page.headings) for page in pages().values())
    assert any("spare player" in part["text"] for part in parts)


@pytest.mark.parametrize("made", [command_page, api_page])
def test_a_page_made_from_the_program_is_up_to_date(made):
    """Refresh them with `python3 yard.py clauses`."""
    assert made.PAGE.read_text("utf-8") == made.page()


@pytest.mark.parametrize("made", [command_page, api_page])
def test_a_page_that_is_old_is_written_anew(made, tmp_path, monkeypatch):
    monkeypatch.setattr(made, "PAGE", tmp_path / "page.md")

    assert [made.main(["--check"]), made.main([]), made.main(["--check"])] == [1, 0, 0]


def test_every_operation_of_the_api_is_a_row():
    text = api_page.page()

    assert [] == [
        operation.path
        for operation in OPERATIONS
        if f"`{operation.method} {operation.path.removeprefix('/api/v1/')}`" not in text
    ]


def test_a_command_is_found_in_the_help():
    assert "commands" in {hit.page.id for hit in found("tiltyard doctor")}
