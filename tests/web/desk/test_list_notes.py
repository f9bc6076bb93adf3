"""What two lists say about a game: who decides who begins, mirror matches, totals to compare."""

from __future__ import annotations

import pytest

from tests.day.events import Day
from tests.web.desk.list_desks import ARMY, OTHERS, SMALLER, ListDesk
from tiltyard.day.lists import SubmitList
from tiltyard.day.people import ChangePlayer, RegisterPlayer
from tiltyard.service.list_reading import reader
from tiltyard.web.event_view import EventView

SQUAD = "Faction: Rebel\nTotal: {0}\nShips\nCommon Wing ({0})\n"
FLEET = (
    "Faction: {1}\nTotal: {0}\nShips\nSlow Tug ({0}) [flagship]\n- Commander: Aunt Bo (0)\n"
    "Objectives\nA\nB\nC\nObstacles\n1a\n2a\n3a\n4a\n5a\n6a\nDamage deck\nFirst\n"
)


def disks(captain: str, block: str) -> str:
    """An invented army of Diskwars: its disks are of these races."""
    cards = {
        "Regiment 1": (f"Gate Captain [type: {captain}]",),
        "Regiment 2": (f"Halberd Block [type: {block}]",),
        "Command cards": ("Hold Fast",),
        "Scenario cards": tuple("ABCDE"),
        "Deployment cards": ("2x Detachment", "2x Ambush", "2x Advance", *"FGHIJK"),
        "Terrain cards": tuple("LMNOP"),
    }
    parts = (f"{title}\n" + "\n".join(lines) for title, lines in cards.items())
    return "Faction: Order\n" + "\n".join(parts) + "\n"


def at_table(ruleset: str, first: str, second: str, **changes):
    """A day of two players with these lists, empty: on paper; and the notes of their game."""
    day = Day(ruleset, **changes)
    day.desk.read_list = reader()
    day.open_doors()
    for player, text in zip(day.register("Ana Costa", "Ben Vale"), (first, second), strict=True):
        if text:
            day.do(SubmitList(player, text), player)
    day.begin()
    day.next_round()
    return day, notes_of(day)


def notes_of(day: Day):
    view = EventView(day.event, day.rules, day.document, day.clock)
    return view.game_notes(day.round, day.games()[0])


# ------------------------------------------------------------------------------------ who begins


@pytest.mark.parametrize(
    ("ruleset", "lists", "clause"),
    [
        pytest.param(
            "runewars", (ARMY, SMALLER), "RW-111", marks=pytest.mark.clause("RW-111"), id="RW"
        ),
        pytest.param(
            "xwing-dogfight",
            (SQUAD.format(100), SQUAD.format(99)),
            "XW-050",
            marks=pytest.mark.clause("XW-050"),
            id="XW",
        ),
        pytest.param(
            "armada",
            (FLEET.format(90, "Rebel"), FLEET.format(89, "Imperial")),
            "AR-063",
            marks=pytest.mark.clause("AR-063"),
            id="AR",
        ),
    ],
)
def test_the_lower_total_decides_wherever_it_sits(ruleset, lists, clause):
    for first, second, name in ((*lists, "Ben Vale"), (*reversed(lists), "Ana Costa")):
        day, notes = at_table(ruleset, first, second)
        assert notes.chooser.text == f"{name} decides who begins: lower total."
        assert notes.chooser.clause == clause
        assert day.event.people[notes.decides] == name
        assert not notes.coin


@pytest.mark.clause("RW-112")
def test_between_equal_totals_a_coin_is_tossed_at_the_desk():
    desk = ListDesk(players=2)
    desk.hands_in(p2=SMALLER, p3=OTHERS)
    desk.begun()
    text = desk.reads(desk.match_of("p2"))
    assert "Both lists cost the same: a coin says who decides who begins. RW-112" in text
    assert "Toss the coin" in text
    assert "Both lists cost the same" in desk.reads("/round")
    desk.does("toss-coin", match=desk.table(1).id)
    text = desk.reads(desk.match_of("p2"))
    assert "The coin fell for Player" in text
    assert "Toss the coin" not in text
    desk.close()


@pytest.mark.clause("RW-111", "RW-114")
def test_who_begins_is_noted_with_a_side_and_shown():
    desk = ListDesk(players=2)
    desk.hands_in(p2=ARMY, p3=OTHERS)
    desk.begun()
    assert "Player 3 decides who begins: lower total. RW-111" in desk.reads("/round")
    desk.does("record-first-player", match=desk.table(1).id, player="p2", side="red")
    text = desk.reads(desk.match_of("p2"))
    assert "Player 2 begins; Player 3 deploys from the red side. RW-114" in text
    assert "decides who begins" not in text
    desk.close()


@pytest.mark.clause("AMB-038")
def test_lists_on_paper_are_compared_by_the_players_or_by_the_totals_they_told():
    day, notes = at_table("runewars", "", "")
    assert "Compare list totals" in notes.chooser.text
    assert notes.coin
    first, second = day.games()[0].players
    for player, total in ((first, 100), (second, 90)):
        entrant = day.event.entrants[player]
        day.do(ChangePlayer(player, entrant.name, entrant.number, total=total))
    assert notes_of(day).decides == second
    assert not notes_of(day).coin


def test_a_game_without_the_rule_says_nothing_of_who_begins():
    _, notes = at_table("middle-earth", "", "", points_limit=600)
    assert notes.notes == ()
    assert not notes.coin


def test_a_game_that_is_over_is_told_nothing_more():
    day, notes = at_table("runewars", ARMY, OTHERS)
    assert notes.chooser is not None
    day.enter(day.games()[0], 30, 0)
    assert notes_of(day).chooser is None


# ---------------------------------------------------------------------------------------- mirror


@pytest.mark.parametrize(
    ("ruleset", "first", "second", "clause"),
    [
        pytest.param(
            "runewars", ARMY, OTHERS, "RW-121", marks=pytest.mark.clause("RW-121"), id="RW"
        ),
        pytest.param(
            "xwing-dogfight",
            SQUAD.format(90),
            SQUAD.format(80).replace("Rebel", "Imperial"),
            "XW-091",
            marks=pytest.mark.clause("XW-091"),
            id="XW",
        ),
        pytest.param(
            "armada",
            FLEET.format(90, "Rebel"),
            FLEET.format(80, "Imperial"),
            "AR-062",
            marks=pytest.mark.clause("AR-062"),
            id="AR",
        ),
        pytest.param(
            "diskwars",
            disks("reed folk", "reed folk"),
            disks("hill folk", "hill folk"),
            "DW-084",
            marks=pytest.mark.clause("DW-084"),
            id="DW",
        ),
    ],
)
def test_a_mirror_match_is_noted_without_saying_what_both_play(ruleset, first, second, clause):
    _, apart = at_table(ruleset, first, second)
    assert apart.mirror is None
    _, alike = at_table(ruleset, first, first)
    assert alike.mirror.clause == clause
    assert alike.mirror.text.startswith("Mirror match: both play the same")
    for word in ("Latari", "Rebel", "reed", "Order"):
        assert word not in alike.mirror.text


@pytest.mark.clause("DW-084")
def test_one_race_that_both_have_is_enough():
    _, notes = at_table(
        "diskwars", disks("reed folk", "reed folk"), disks("hill folk", "reed folk")
    )
    assert notes.mirror is not None


# ------------------------------------------------------------------------------ what is compared


@pytest.mark.clause("RW-122")
def test_totals_to_compare_are_shown_only_to_those_who_read_lists():
    desk = ListDesk(players=3, tier="relaxed")
    marshal = desk.day.appoint("marshal", "Mo")
    desk.day.do(RegisterPlayer("Olga", person="p1"))
    desk.hands_in(p2=ARMY, p3=SMALLER, p4=ARMY, p1=ARMY)
    desk.begun()
    numbers = {"p2": 120, "p3": 90, "p4": 120, "p1": 120}
    game = next(one for one in desk.day.games() if "p1" not in one.players)
    text = desk.reads(f"/match/{game.id}", marshal)
    first, second = (f"{desk.day.event.people[one]} {numbers[one]}" for one in game.players)
    assert f"Totals {first} · {second} only for those who read lists" in text
    assert "Lists compared no RW-122" in text
    hidden = desk.reads(f"/match/{game.id}", "p1")
    assert "Lists compared no RW-122" in hidden
    assert "Totals" not in hidden
    assert "120" not in hidden
    desk.close()
