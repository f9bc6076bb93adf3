"""Damaged imports change nothing and say what is wrong."""

import codecs
import json

import pytest

from tests.formats.foreign.damage import damaged
from tests.formats.foreign.samples import (
    ANA,
    BO,
    CRYODEX_SAVE,
    GAMES,
    LIST_JUGGLER,
    PLAYERS,
    SAMPLES,
    TOME,
    changed,
    game,
    written,
)
from tests.refusing import refuses
from tests.service.halls import new_desk
from tiltyard.engine.errors import Fault, Refused, TiltyardError, Unreadable
from tiltyard.formats.answers import error_line
from tiltyard.formats.foreign import encoding
from tiltyard.formats.foreign.remarks import remark_text
from tiltyard.service.foreign_importing import apply_import, preview_import, preview_players
from tiltyard.text.refusals import fix_text

OURS = {
    "format": "tiltyard/1",
    "ruleset": "xwing-dogfight",
    "name": "Ours",
    "plan": {"swiss_rounds": 1},
    "players": [{"id": "a"}, {"id": "b"}],
    "stages": [
        {
            "kind": "swiss",
            "rounds": [
                {"matches": [{"players": ["a", "b"], "report": {"end": "time", "score": [5, 3]}}]}
            ],
        }
    ],
}


def ours(**changes):
    return written({**OURS, **changes})


def tome_without(kind):
    groups = {one: rows for one, rows in TOME["entityGroupMap"].items() if one != kind}
    return written({"entityGroupMap": groups})


ELIMINATION = {"round-type": "elimination", "round-number": 2, "matches": [game(ANA, BO, 9, 5)]}
MANY = "Name\n" + "Ana\n" * 5001
REFUSED = {
    "empty": (b"", "is empty"),
    "white": (b" \n\t\r\n", "is empty"),
    "only a mark": (codecs.BOM_UTF8, "is empty"),
    "noise": (bytes(range(128, 256)) * 20, "We don't know what"),
    "a picture": (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "is a picture"),
    "prose": (b"Dear organizer, the results are attached.", "We don't know what"),
    "a web page": (b"<!DOCTYPE html><html><body>404</body></html>", "web page"),
    "other XML": (b"<?xml version='1.0'?><roster/>", "web page or XML"),
    "cut off": (written(LIST_JUGGLER)[:400], "isn't JSON"),
    "cut off at the start": (written(LIST_JUGGLER)[300:], "We don't know what"),
    "more behind it": (written(LIST_JUGGLER) + b"}", "Extra data"),
    "half of UTF-16": (codecs.BOM_UTF16_LE + b"{\x00}\xd8\x00\xd8", "UTF-16"),
    "a mark that lies": (codecs.BOM_UTF8 + b'{"name": "\xff"}', "UTF-8"),
    "no keys": (b"{}", "no tournament"),
    "an empty list": (b"[]", "no tournament"),
    "a list of two": (written([LIST_JUGGLER, LIST_JUGGLER]), "a list of 2 things"),
    "a list of names": (b'["Ana", "Bo"]', "a list of 2 things"),
    "other keys": (b'{"faction": "rebel", "pilots": []}', "no tournament"),
    "wrapped nothing": (b'{"tournament": {}}', "no tournament"),
    "bottomless": (b"[" * 100_000, "nested too deeply"),
    "nobody": (changed(players=[], rounds=[]), "n't name any players"),
    "numbers for lists": (changed(players=5, rounds=7), "n't name any players"),
    "nameless": (changed(players=[{"name": " "}, {}, 7], rounds=[]), "n't name any players"),
    "too many": (changed(players=["Ana"] * 5001, rounds=[]), "more than 5000 players"),
    "only byes": (changed(players=[{"name": "BYE"}], rounds=[]), "n't name any players"),
    "TOME without a tournament": (tome_without("Tournament:#"), "no tournament"),
    "TOME without people": (tome_without("Participant:#"), "n't name any players"),
    "a save cut off": (CRYODEX_SAVE[:900].encode(), "ends inside <"),
    "a save without people": (b"<CRYODEXDATA></CRYODEXDATA>", "n't name any players"),
    "a save without end": (b"<CRYODEXDATA>" + b"<A>" * 200, "nested too deeply"),
    "games of nobody": (b"round,p1,p2\n1,,\n", "n't name any players"),
    "games without a line": (b"round,p1,p2\n", "n't name any players"),
    "players without a game": (PLAYERS.encode(), "doesn't say which game"),
    "ours, other version": (ours(format="tiltyard/2"), "n't a format we read"),
    "ours, unknown rules": (ours(ruleset="chess"), "no ruleset called 'chess'"),
    "ours, somebody twice": (ours(players=[{"id": "a"}, {"id": "a"}]), "appears twice"),
    "ours, nobody listed": (ours(players=[]), "isn't a player here"),
    "ours, wrong ranking": (ours(ranking=["b", "a"]), "differs from what the slips"),
    "ours, no plan": (ours(plan={}), "rounds were played"),
    "ours, not UTF-8": (ours(name="x").replace(b'"x"', b'"\xe9"'), "isn't UTF-8"),
    "ours, a hidden name": (ours(name="a\u202eb"), "hidden characters"),
}
WITH_RULES = {
    "rules nobody has": (written(LIST_JUGGLER), "chess", "no ruleset called"),
    "rules that need more": (
        written(LIST_JUGGLER),
        "runewars",
        "round 2, Bo Carr: The score is level (60-60)",
    ),
    "ours by other rules": (ours(), "armada", "it was played by"),
    "no bracket in Middle-earth": (changed(rounds=[ELIMINATION]), "middle-earth", "no cut"),
    "a head and no players": (b"Name,Faction\n", "armada", "n't name any players"),
    "no names": (b"Name,Faction\n,Rebel\n", "armada", "n't name any players"),
    "too many lines": (MANY.encode(), "armada", "has 5001 lines"),
    "too many columns": (("Name," * 300 + "\n").encode(), "armada", "columns"),
}


def refused(desk, data, ruleset, name="e", **more):
    before = {one: desk.store.head(one) for one in desk.events()}
    with pytest.raises(TiltyardError) as caught:
        apply_import(desk, preview_import(data, ruleset=ruleset), name, **more)
    assert before == {one: desk.store.head(one) for one in desk.events()}
    assert not isinstance(caught.value, Fault)
    assert fix_text(caught.value)
    return error_line(caught.value, "file")


@pytest.mark.parametrize("case", REFUSED)
def test_a_damaged_file_changes_nothing_and_says_what_is_wrong(case):
    data, wrong = REFUSED[case]

    assert wrong in refused(new_desk(), data, None)


@pytest.mark.parametrize("case", WITH_RULES)
def test_so_does_a_file_that_does_not_fit_the_rules_asked_for(case):
    data, ruleset, wrong = WITH_RULES[case]

    assert wrong in refused(new_desk(), data, ruleset)


def test_forty_of_them_are_written_by_hand():
    assert 40 <= len(REFUSED) + len(WITH_RULES)


@pytest.mark.parametrize(
    ("more", "wrong"),
    [
        ({"name": "No Id"}, "can't be the id of an event"),
        ({"name": "taken"}, "There is already an event 'taken'."),
        ({"organizer_name": " "}, "A name is missing"),
    ],
)
def test_an_event_that_cannot_be_made_changes_nothing(more, wrong):
    desk = new_desk()
    apply_import(desk, preview_import(SAMPLES["tome"]), "taken")

    assert wrong in refused(desk, written(LIST_JUGGLER), None, **more)


def test_a_file_longer_than_any_tournament_is_refused(monkeypatch):
    data = written(LIST_JUGGLER)
    monkeypatch.setattr(encoding, "MOST_BYTES", len(data))
    preview_import(data)
    monkeypatch.setattr(encoding, "MOST_BYTES", len(data) - 1)

    assert "too many for a tournament" in refused(new_desk(), data, None)


@pytest.mark.parametrize(
    ("told", "wrong"),
    [({"Nick": "name"}, "no column 'Nick'"), ({"Squad": "shoe size"}, "can't mean 'shoe size'")],
)
def test_columns_can_only_be_told_what_they_can_mean(told, wrong):
    with refuses(TiltyardError, match=wrong):
        preview_players(PLAYERS.encode(), told)


def test_a_table_without_names_is_refused():
    with refuses(TiltyardError, code="no-column-table-recognised-names"):
        preview_players(b"Faction,Group\nRebel,Harbour\n")


@pytest.mark.parametrize("kind", SAMPLES)
def test_random_damage_is_refused_or_imported_whole(kind):
    """40 of each kind; more of real files in `tests/real`."""
    imported = 0
    for number in range(40):
        data = damaged(SAMPLES[kind], f"{kind} {number}")
        try:
            preview = preview_import(data)
        except (Refused, Unreadable):
            continue
        event = apply_import(new_desk(), preview, "e")
        assert len(preview.tournament.players) == len(event.entrants)
        assert all(remark_text(one) for one in preview.remarks)
        imported += 1
    assert 5 < imported < 40


def test_the_damage_is_as_bad_as_it_says():
    assert len({damaged(SAMPLES["tome"], str(number)) for number in range(50)}) > 45
    assert json.loads(SAMPLES["tome"]) == TOME
    assert GAMES.encode() == SAMPLES["games"]
