"""The real files come in as an organizer would bring them, with the numbers of the page."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.formats.foreign.damage import damaged
from tests.real.differences import explained
from tests.real.published import DATA, event_params, events_of, index_of, missing
from tests.service.halls import new_desk
from tiltyard.engine.errors import Refused, Unreadable
from tiltyard.formats.strict_json import decode
from tiltyard.formats.tiltyard1 import read_tournament
from tiltyard.service.exporting import export_event
from tiltyard.service.foreign_importing import apply_import, preview_import, preview_players

XWING = ("xwing-listjuggler", "xwing-sos-2015")
FOLDERS = (*XWING, "cryodex-json", "listfortress", "tome", "middle-earth-poland")
DAMAGES = 200
ENTERED_WINNER = {"winner-field", "no-modified-wins"}


def files_of(folder):
    return [one for one in sorted((DATA / folder).glob("*")) if one.name != "index.csv"]


def every_file():
    params = []
    for folder in FOLDERS:
        if not (DATA / folder).is_dir():
            params.append(pytest.param(Path(folder), marks=missing(folder)))
        params += [pytest.param(one, id=f"{folder}/{one.name}") for one in files_of(folder)]
    return params


def every_event(*folders):
    """One parameter for every numbered event."""
    return [
        pytest.param(folder, *one.values, id=one.id, marks=one.marks)
        for folder in folders
        for one in event_params(folder, sorted(events_of(folder)))
    ]


def looked_at(path):
    ruleset = "middle-earth" if path.stem.endswith("_final") else None
    return preview_import(path.read_bytes(), ruleset=ruleset)


def comparison_of(folder, number):
    return preview_import(json.dumps(events_of(folder)[number]).encode()).comparison


@pytest.mark.parametrize("path", every_file())
def test_every_file_becomes_an_event_and_comes_out_again(path):
    preview = looked_at(path)

    event = apply_import(new_desk(), preview, "e")

    assert len(preview.tournament.players) == len(event.entrants) > 0
    again = read_tournament(decode(export_event(event).text.encode()))
    assert preview.tournament.stages == again.stages


@pytest.mark.parametrize(("folder", "number"), every_event(*XWING, "listfortress"))
def test_exactly_the_explained_numbers_differ_and_each_has_a_reason(folder, number):
    differing = comparison_of(folder, number).differing

    found = {
        row.name: {one.key: (one.theirs, one.ours) for one in row.differences} for row in differing
    }
    assert all(one.reasons for row in differing for one in row.differences)

    known = explained(folder).get(number)
    numbers = {
        name: {key: pair for key, pair in row.items() if key in {"tp", "mov", "sos"}}
        for name, row in found.items()
    }
    assert (known.numbers if known else {}) == {name: row for name, row in numbers.items() if row}
    places = {
        row.name: place.theirs
        for row in differing
        if (place := row.number("place")) is not None
        and not place.agrees
        and place.reasons[0].code != "cut-not-in-the-file"
    }
    expected = {} if known is None else known.places
    assert set(expected) == set(places)
    assert bool(known and known.order) == any("rank" in row for row in found.values())


@pytest.mark.parametrize(("folder", "number"), every_event("xwing-sos-2015"))
def test_the_house_rule_of_an_event_is_found_out_from_its_points(folder, number):
    preview = preview_import(json.dumps(events_of(folder)[number]).encode())

    variant = index_of(folder)[number]["variant"]
    assert (variant in ENTERED_WINNER) == (preview.document.id == "xwing-entered-winner")


@pytest.mark.parametrize(
    ("number", "name", "key", "codes"),
    [
        (482, "Player 063", "mov", {"bye-worth-a-whole-win"}),
        (503, "Player 005", "mov", {"destroyed-below-the-limit"}),
        (536, "Player 001", "tp", {"no-game-on-record"}),
        (408, "Player 001", "mov", {"stands-after-round"}),
        (1218, "Player 024", "tp", {"two-of-one-name"}),
        (1519, "Player 005", "mov", {"entered-by-hand"}),
        (1740, "Player 010", "rank", {"ordered-by-hand"}),
        (1864, "Player 003", "mov", {"destroyed-at-its-own-value"}),
        (2070, "Player 003", "mov", {"bye-worth-a-whole-win", "destroyed-below-the-limit"}),
    ],
)
@missing("xwing-listjuggler")
def test_the_reasons_of_the_page_are_found_out(number, name, key, codes):
    row = next(one for one in comparison_of("xwing-listjuggler", number).rows if one.name == name)

    assert codes == {why.code for why in row.number(key).reasons}


@missing("xwing-listjuggler")
def test_a_cut_that_was_published_without_its_games_is_told():
    preview = preview_import(json.dumps(events_of("xwing-listjuggler")[731]).encode())

    assert "cut-without-games" in {one.code for one in preview.remarks}
    differing = {row.name for row in preview.comparison.differing if row.number("place")}
    assert {"Player 001", "Player 007", "Player 012"} == differing


@missing("cryodex-json")
def test_the_export_in_latin_1_is_read():
    read = [looked_at(path) for path in files_of("cryodex-json")]

    told = [
        one.facts["encoding"]
        for preview in read
        for one in preview.remarks
        if one.code == "encoding"
    ]
    assert ["windows-1252"] == told


@missing("tome")
def test_the_program_of_the_publisher_computed_as_we_do():
    (path,) = files_of("tome")
    preview = looked_at(path)

    assert () == preview.comparison.differing
    assert 4 == len(preview.tournament.stages[1].seeds)
    byes = [m for m in preview.tournament.stages[0].rounds[0].matches if m.kind == "bye"]
    assert 3 == len(byes)


@missing("middle-earth-poland")
def test_a_final_table_is_a_table_of_players():
    (path,) = (DATA / "middle-earth-poland").glob("*_final.csv")
    found = preview_players(path.read_bytes()).table

    assert "player" == next(one.heading for one in found.columns if one.meaning == "name")
    assert {"place", "wins", "draws", "losses", "tp", "vp", "sos"} >= set(found.players[0].notes)


@missing("xwing-listjuggler")
def test_real_files_with_random_damage_are_refused_or_imported_whole():
    small = [
        path for folder in FOLDERS for path in files_of(folder) if path.stat().st_size < 30_000
    ]
    imported = 0
    for number in range(DAMAGES):
        path = small[number % len(small)]
        data = damaged(path.read_bytes(), f"{path.name} {number}")
        try:
            preview = preview_import(data)
        except (Refused, Unreadable):
            continue
        event = apply_import(new_desk(), preview, "e")
        assert len(preview.tournament.players) == len(event.entrants)
        imported += 1
    assert DAMAGES // 2 < imported < DAMAGES
