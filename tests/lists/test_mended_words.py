"""Lists that once got through, or got a wrong word: each says now what is wrong, and what to do."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from tests.refusing import refuses
from tiltyard.cli import group
from tiltyard.engine.errors import Refused
from tiltyard.engine.rosters.checks import check_roster, totals
from tiltyard.engine.rosters.circumstances import Circumstances
from tiltyard.formats.lists.list_limits import ListUnreadable
from tiltyard.rulesets.loader import load
from tiltyard.service.list_reading import Catalogues, reader
from tiltyard.text.list_findings import finding_words
from tiltyard.text.refusals import fix_text, refusal_text

XWING = load("xwing-dogfight")
HUGE = {"traits": ["huge", "epic"], "products": ["Hulk Pack"]}
CARDS = [
    {"id": "ada", "name": "Ada Brisk", "kind": "entry", "points": 30, "type": "Kite"},
    {"id": "bo", "name": "Bo Tann", "kind": "entry", "points": 25, "type": "Kite"},
    {"id": "bo2", "name": "Bo Tann", "kind": "entry", "points": 20, "type": "Barge"},
    {"id": "b4", "name": "B-4", "kind": "upgrade", "points": 4, "slot": "Astromech"},
    *(
        {"id": f"hulk{end}", "name": f"Hulk ({end})", "kind": "entry", "points": points} | HUGE
        for end, points in (("fore", 50), ("aft", 40))
    ),
]
FILE = {"format": "tiltyard/catalogue/1", "game": "xwing", "title": "Invented", "cards": CARDS}


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    folder = tmp_path_factory.mktemp("catalogues")
    path = folder / "cards.json"
    path.write_text(json.dumps(FILE), encoding="utf-8")
    catalogues = Catalogues(folder / "installed")
    catalogues.add("xwing", path)
    return catalogues


def read(catalogues, *lines, rules=XWING):
    return reader(catalogues)(rules, "\n".join(lines), "")[1]


def found(roster, code, rules=XWING, **circumstances):
    every = check_roster(roster, rules, Circumstances(**circumstances))
    return [finding for finding in every if finding.code == code]


def run(*arguments, text=""):
    return CliRunner().invoke(group, [str(one) for one in arguments], input=text)


# ---------------------------------------------------------------------------------------- totals


@pytest.mark.clause("XW-037")
@pytest.mark.parametrize(
    ("declared", "total", "wrong"), [(54, 55, True), (55, 55, False), (60, 60, False)]
)
def test_a_list_costs_at_least_what_its_known_cards_cost(installed, declared, total, wrong):
    squad = read(
        installed, f"Total: {declared}", "Ada Brisk", "Bo Tann [type: Kite]", "Nobody Knows"
    )

    assert (total,) == totals(squad, XWING)
    differs = found(squad, "total-differs")
    assert wrong == bool(differs)
    assert all((one.severity, one.facts["total"]) == ("error", 55) for one in differs)


@pytest.mark.clause("XW-037", "AR-042", "RW-057", "XE-018")
@pytest.mark.parametrize("name", ["xwing-dogfight", "armada", "runewars", "xwing-escalation"])
def test_a_list_without_any_points_has_no_total(name):
    rules = load(name)
    (missing,) = found(read(None, "Grey One", rules=rules), "total-missing", rules)
    assert "error" == missing.severity

    assert [] == found(read(None, "Total: 20", "Grey One", rules=rules), "total-missing", rules)
    assert [] == found(read(None, "Grey One (20)", rules=rules), "total-missing", rules)


@pytest.mark.clause("ME-062")
def test_an_event_without_a_limit_is_told_that_nothing_was_checked():
    rules = load("middle-earth")
    army = read(None, "Captain (100)", "Total: 100", rules=rules)

    (notice,) = found(army, "limit-not-set", rules)
    assert ("notice", "ME-062") == (notice.severity, notice.clause)
    assert [] == found(army, "limit-not-set", rules, points_limit=100)


# ----------------------------------------------------------------------------------------- names


@pytest.mark.clause("XW-093")
@pytest.mark.parametrize("written", ["Hulk (Fore)", "Hulk (Aft) (40)", "Hulk"])
def test_a_banned_ship_is_banned_however_it_is_written(installed, written):
    squad = read(installed, "Faction: Rebel", "Total: 90", written, "Ada Brisk")

    (banned,) = found(squad, "card-banned")
    assert "error" == banned.severity


def test_parentheses_may_belong_to_the_name(installed):
    (fore,) = read(installed, "Hulk (Fore)").musters[0].entries
    assert ("hulkfore", 50, ()) == (fore.card.card, fore.points, fore.card.could_be)


@pytest.mark.parametrize(
    ("written", "points"),
    [
        ("Bo Tann — Kite (25)", 25),
        ("Bo Tann - Barge", 20),
        ("Barge – Bo Tann", 20),
        ("Bo Tann (Kite)", 25),
    ],
)
def test_the_ship_of_a_pilot_stands_beside_it(installed, written, points):
    squad = read(installed, written)
    (pilot,) = squad.musters[0].entries
    assert ("Bo Tann", points, ()) == (pilot.card.title, pilot.points, squad.remarks)


def test_a_card_of_the_other_kind_is_not_called_unknown(installed):
    squad = read(installed, "Ada Brisk", "- Bo Tann", "B-4", "Nobody Knows")

    assert ["Nobody Knows"] == [one.where for one in found(squad, "unknown-card")]
    (alone,) = found(squad, "stands-alone")
    assert "B-4 is an upgrade, but isn't attached to a card." == finding_words(alone)[0]
    assert "dash" in finding_words(alone)[1]
    (attached,) = found(squad, "is-attached")
    assert (
        "Bo Tann isn't an upgrade, but is attached to another card." == finding_words(attached)[0]
    )


# --------------------------------------------------------------------------------- plain shapes


@pytest.mark.parametrize("line", ["Ship Total: 32", "  Ship total: 32", "Unit Total = 32 points"])
def test_the_total_of_a_ship_is_no_card(line):
    (ada,) = read(None, "Ada Brisk", "- B-4", line).musters[0].entries
    assert (["Ada Brisk", "B-4"], 32) == ([card.name for card in ada.cards], ada.points)

    wrong = read(None, "Ada Brisk (28)", "- B-4 (3)", line)
    assert ["sum-differs"] == [remark.code for remark in wrong.remarks]


@pytest.mark.parametrize("word", ["Rebel", "Rebel Alliance", "rebel:"])
def test_a_faction_stands_alone_on_the_first_line(word):
    squad = read(None, word, "Ada Brisk (30)")
    assert ("Rebel", 1) == (squad.faction, len(squad.musters[0].entries))

    below = read(None, "Kites of Mine (55)", word, "Ada Brisk", "Bo Tann")
    assert ("Kites of Mine", "Rebel") == (below.name, below.faction)
    later = read(None, "Ships", word.strip(":"), "Ada Brisk (30)")
    assert ("", 2) == (later.faction, len(later.musters[0].entries))


@pytest.mark.parametrize(
    ("lines", "name"),
    [
        (["Kites (100)", "Ada (60)", "Bo (40)"], "Kites"),
        (["Kites (55)", "Ada (30)", "Bo (25)"], "Kites"),
        (["Kites (55)", "Ada", "Bo"], "Kites"),
        (["Kites (55)", "Ada (30)", "Bo"], "Kites"),
        (["Kites (50)", "Ada", "Bo"], ""),
        (["Kites (101)", "Ada", "Bo"], ""),
        (["Kites (55)", "Ada (30)", "Bo (24)"], ""),
        (["Kites (55)", "Ada (55)"], ""),
        (["Total: 99", "Kites (55)", "Ada", "Bo"], ""),
        (["Kites (55)", "- Ada", "Bo", "Cy"], ""),
    ],
)
def test_a_first_line_with_the_total_is_the_name(lines, name):
    squad = read(None, *lines)
    assert name == squad.name
    assert bool(name) == ("taken-as-title" in {remark.code for remark in squad.remarks})
    if name:
        assert f"({squad.musters[0].declared})" in lines[0]
        assert 2 == len(squad.musters[0].entries)


# ------------------------------------------------------------------------------ other people's


@pytest.mark.parametrize("name", ["armada", "runewars", "middle-earth", "diskwars"])
def test_a_squad_of_xwing_is_refused_where_another_game_is_played(name):
    squad = {"faction": "rebel", "pilots": [{"name": "adabrisk", "ship": "kite"}]}
    with refuses(ListUnreadable, code="squad-x-wing-xws-but") as refused:
        read(None, json.dumps(squad), rules=load(name))
    assert fix_text(refused.value)
    assert read(None, json.dumps(squad)).musters[0].entries


@pytest.mark.parametrize(
    "text", ['{"faction": "rebel",', '{"a": 1, "a": 2}', '{"points": NaN}', "[" * 5000]
)
def test_damaged_json_is_said_in_plain_words(text):
    with pytest.raises(ListUnreadable) as refused:
        read(None, text)
    said = f"{refusal_text(refused.value)} {fix_text(refused.value)}"
    assert not {"JSON", "delimiter", "object", "key", "tournament"} & set(said.split())


# ------------------------------------------------------------------------------------ catalogues


def test_damaged_card_data_is_named_and_the_others_are_shown(installed, tmp_path):
    folder = tmp_path / "some"
    folder.mkdir()
    good = installed.folder / "xwing.catalogue.json"
    (folder / good.name).write_bytes(good.read_bytes())
    (folder / "armada.catalogue.json").write_text("{", encoding="utf-8")
    catalogues = Catalogues(folder)

    assert ["xwing"] == [one.game for one in catalogues.list()]
    with refuses(Refused, match=r"armada\.catalogue\.json is damaged") as refused:
        read(catalogues, "Grey One (10)", rules=load("armada"))
    assert "catalog add armada" in fix_text(refused.value)
    assert "catalog remove armada" in fix_text(refused.value)
    shown = run("catalog", "list", "--catalogues", folder)
    assert shown.stdout.startswith("xwing: 6 cards, 0 products")
    assert "armada.catalogue.json is damaged" in shown.stderr
    assert 0 == run("catalog", "remove", "armada", "--catalogues", folder).exit_code
    assert () == catalogues.damaged()


def test_a_folder_that_is_not_there_is_said(tmp_path):
    arguments = ("list", "check", "-", "--ruleset", "xwing-dogfight", "--catalogues")
    text = "Faction: Rebel\nAda Brisk (30)\n"

    assert "there is no folder" in run(*arguments, tmp_path / "nope", text=text).stderr
    assert "" == run(*arguments, tmp_path, text=text).stderr


def test_cards_of_a_game_that_no_ruleset_plays_are_refused(tmp_path):
    path = tmp_path / "cards.json"
    path.write_text(json.dumps({**FILE, "game": "foo"}), encoding="utf-8")
    no = run("catalog", "add", "foo", path, "--catalogues", tmp_path / "new")
    assert isinstance(no.exception, Refused)
    assert "armada" in fix_text(no.exception)
    assert "xwing" in fix_text(no.exception)

    path.write_text(json.dumps({**FILE, "cards": CARDS[:1]}), encoding="utf-8")
    yes = run("catalog", "add", "xwing", path, "--catalogues", tmp_path / "new")
    assert yes.stdout.startswith("xwing: 1 card, 0 products, ")
    assert "" == yes.stderr


# ----------------------------------------------------------------------------------------- words


@pytest.mark.clause("XE-014")
def test_one_of_several_is_called_as_in_the_game():
    rules = load("xwing-escalation")
    squads = read(None, "Squad 1", "Grey One (61)", "Squad 2", "Grey One (61)", rules=rules)
    (over,) = found(squads, "over-limit", rules)
    assert finding_words(over)[0].startswith("squad 1: It costs 61 points")
