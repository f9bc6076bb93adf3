"""What is looked at by hand: a damage deck at the table, components at the door."""

from __future__ import annotations

import pytest

from tests.day.events import RULESETS, Day, in_round, running
from tiltyard.day.clock import CallSeating, StartClock
from tiltyard.day.components import CheckDeck, InspectComponents
from tiltyard.day.lists import RecordFirstPlayer
from tiltyard.day.results import EnterResult
from tiltyard.day.setup import Undo
from tiltyard.day.visibility import unread
from tiltyard.rulesets.loader import load
from tiltyard.service.verifying import verify_log
from tiltyard.store.port import Head
from tiltyard.text.facts import fact_text
from tiltyard.text.game_notes import notes_of_game
from tiltyard.text.refusals import fix_text, refusal_text

DECKS = {"xwing-dogfight": "XW-092", "xwing-escalation": "XW-092", "armada": "AR-072"}
BEFORE_A_GAME = sorted(DECKS.items())


def seated(ruleset: str, players: int = 2) -> Day:
    """Return an event whose first round is published, and the players sit down."""
    day = running(ruleset, players)
    day.draw()
    day.publish()
    day.do(CallSeating())
    return day


def counted(day: Day, match: str) -> list[tuple[str, bool, str]]:
    return [(one.player, one.complete, one.by) for one in day.match(match).deck_checks]


@pytest.mark.clause("XW-092", "AR-072")
@pytest.mark.parametrize(("ruleset", "clause"), BEFORE_A_GAME)
def test_the_opponent_counts_a_deck_before_it_is_shuffled(ruleset, clause):
    day = seated(ruleset)
    (game,) = day.games()
    first, second = game.players
    day.do(CheckDeck(game.id, second, complete=True), first)
    assert counted(day, game.id) == [(second, True, first)]
    day.refused(CheckDeck(game.id, second, complete=True), second, clause=clause, says="opponent")
    day.do(StartClock())
    no = day.refused(CheckDeck(game.id, first, complete=True), second, clause=clause)
    assert "Call a judge" in fix_text(no)
    assert counted(day, game.id) == [(second, True, first)]


@pytest.mark.clause("XW-092")
def test_the_organizer_checks_a_deck_at_any_time_and_the_newest_count_is_shown():
    day = in_round("xwing-dogfight", 2)
    (game,) = day.games()
    first, second = game.players
    day.do(CheckDeck(game.id, first, complete=False, note="2 cards short"))
    day.do(CheckDeck(game.id, second, complete=True))
    judge = day.appoint("judge", "Jil")
    day.do(CheckDeck(game.id, first, complete=True), judge)
    assert counted(day, game.id) == [(second, True, "p1"), (first, True, judge)]
    day.enter_all()
    day.do(CheckDeck(game.id, second, complete=False))
    notes = notes_of_game(day.event, day.rules, day.round, day.match(game.id), lambda one: one)
    assert [(note.text, note.clause) for note in notes.notes if note.code == "deck"] == [
        (f"Damage deck of {first}: complete, counted by {judge}.", "XW-092"),
        (f"Damage deck of {second}: not complete, counted by p1.", "XW-092"),
    ]
    day.do(Undo())
    assert counted(day, game.id)[0][1]


@pytest.mark.clause("XW-092")
def test_nobody_counts_at_a_strange_table():
    day = seated("xwing-dogfight", 4)
    one, other = day.games()
    day.refused(CheckDeck(other.id, other.players[0], complete=True), one.players[0])
    day.refused(CheckDeck(one.id, other.players[0], complete=True), clause="XW-092")


@pytest.mark.clause("RW-001", "DW-001", "ME-001")
@pytest.mark.parametrize("ruleset", sorted({*RULESETS} - {*DECKS}))
def test_a_game_without_such_decks_counts_none(ruleset):
    day = in_round(ruleset, 2)
    (game,) = day.games()
    day.refused(CheckDeck(game.id, game.players[0], complete=True), says="no deck")


@pytest.mark.clause("XW-046", "XW-054")
def test_a_squad_is_set_up_before_the_start_is_called_but_nothing_is_played():
    """The steps of the deployment procedure may be done before the round is announced to begin."""
    day = seated("xwing-dogfight")
    (game,) = day.games()
    first, second = game.players
    day.do(CheckDeck(game.id, second, complete=True), first)
    day.do(RecordFirstPlayer(game.id, first), second)
    refused = day.refused(EnterResult(game.id, day.slip(50, 40)))
    assert "hasn't been started" in refusal_text(refused)
    day.do(StartClock())
    day.enter(game, 50, 40)
    assert not day.match(game.id).is_open


# ------------------------------------------------------------------------------------ inspections

ITEMS = {
    "xwing-dogfight": "XW-016 XW-017 XW-018 XW-019 XW-020 XW-021 XW-022 XW-039 XW-040 XW-039",
    "xwing-escalation": "XW-016 XW-017 XW-018 XW-019 XW-020 XW-021 XW-022 XW-039 XW-040 XW-039",
    "diskwars": "DW-035 DW-036 DW-037 DW-038 DW-034 DW-032",
    "runewars": "RW-065 RW-067 RW-068 RW-069 RW-070 RW-071 RW-072 RW-086 RW-095 RW-044 RW-045",
    "armada": "AR-044 AR-046 AR-047 AR-048 AR-049 AR-050 AR-051 AR-056 AR-035",
    "middle-earth": "ME-025 ME-026 ME-027 ME-028 ME-022",
}
CITED = sorted({clause for clauses in ITEMS.values() for clause in clauses.split()})


@pytest.mark.clause(*CITED)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_staff_ticks_what_is_fine_item_by_item(ruleset):
    """Every item of the document's list can be ticked, and left open, for every player."""
    day = Day(ruleset)
    day.open_doors()
    ann, bob = day.register("Ann", "Bob")
    items = load(ruleset).checks.inspection
    assert [item.clause for item in items] == ITEMS[ruleset].split()
    day.do(InspectComponents(ann, (items[-1].id, items[0].id), "a peg was replaced"))
    found = day.event.inspections[ann]
    assert found.ticked == (items[0].id, items[-1].id)  # as the document has them
    assert (found.note, found.by) == ("a peg was replaced", "p1")
    assert bob not in day.event.inspections
    day.do(InspectComponents(ann, tuple(item.id for item in items)))
    assert len(day.event.inspections[ann].ticked) == len(items)
    assert day.folds()


@pytest.mark.clause("XW-015", "XW-016")
def test_an_inspection_never_keeps_the_event_from_starting():
    """No document asks for it: players without one, and with open items, play."""
    day = Day("xwing-dogfight")
    day.open_doors()
    ann, _ = day.register("Ann", "Bob")
    day.do(InspectComponents(ann, ("models",), "no damage deck yet"))
    day.begin()
    assert day.event.phase == "running"
    day.do(InspectComponents(ann, ("models", "damage_deck")))  # also later


@pytest.mark.clause("XW-016")
def test_what_cannot_be_inspected_is_refused():
    day = Day("xwing-dogfight")
    day.open_doors()
    (ann,) = day.register("Ann")
    unknown = day.refused(InspectComponents(ann, ("models", "trays")), clause="XW-015")
    assert "models" in fix_text(unknown)
    day.refused(InspectComponents(ann), clause="XW-015", says="ticked or noted")
    day.refused(InspectComponents("p9", ("models",)))
    day.refused(InspectComponents(ann, ("models",)), ann)


@pytest.mark.clause("XW-015")
def test_what_was_noted_about_components_is_for_leaders_and_their_owner():
    day = Day("xwing-dogfight")
    day.open_doors()
    ann, bob = day.register("Ann", "Bob")
    scorekeeper = day.appoint("judge", "Jil")
    day.do(InspectComponents(ann, ("models", "cards"), "Howlrunner is a conversion"))
    entry = list(day.desk.log("cup"))[-1]
    told = {one: unread(day.event, day.rules, one, entry).parts for one in (ann, bob, scorekeeper)}
    assert told == {ann: frozenset(), bob: frozenset({"note"}), scorekeeper: frozenset()}
    assert "Howlrunner" not in fact_text(entry.fact, day.event, told[bob])
    assert "fine: models, cards" in fact_text(entry.fact, day.event, told[bob])


@pytest.mark.clause("XW-092", "XW-016")
def test_a_log_with_counts_and_inspections_is_verified():
    day = seated("xwing-dogfight")
    (game,) = day.games()
    day.do(CheckDeck(game.id, game.players[0], complete=False, note="short"))
    day.do(InspectComponents(game.players[1], ("models",)))
    assert day.folds()
    log = list(day.desk.log("cup"))
    assert verify_log("cup", log, Head(len(log), b""), load).troubles == []
