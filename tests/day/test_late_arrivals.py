"""Registered players who come after the start: let in from the next round on, or for the bye."""

from __future__ import annotations

import pytest

from tests.day.events import RULESETS, Day, before_the_bracket
from tiltyard.day.as_tournament import as_tournament
from tiltyard.day.clock import CallTime, StartClock
from tiltyard.day.list_access import lists_required
from tiltyard.day.lists import ReceiveListsOnPaper
from tiltyard.day.people import (
    CheckIn,
    ChooseShownName,
    LetInLate,
    RegisterPlayer,
    late_arrivals,
)
from tiltyard.day.reminders import reminders
from tiltyard.day.rounds import WithdrawRound
from tiltyard.day.setup import StartEvent, Undo
from tiltyard.engine.flow import findings
from tiltyard.engine.tournament import PlayerId
from tiltyard.rulesets.loader import load
from tiltyard.service.verifying import verify_log
from tiltyard.text.facts import fact_text
from tiltyard.text.refusals import fix_text
from tiltyard.views.event import EventVersion
from tiltyard.views.late_arrivals import late_arrivals_now


def begun(ruleset: str = "armada", here: int = 4, **changes: object) -> tuple[Day, PlayerId]:
    """Return an event whose first round is out, and Tara, who was registered and is not here."""
    day = Day(ruleset, **changes)
    day.open_doors()
    others = day.register(*(f"Player {number}" for number in range(1, here + 1)))
    day.check_everybody_in()
    tara = day.register("Tara Singh")[0]
    day.announce_everything()
    if lists_required(day.event, day.rules):
        day.do(ReceiveListsOnPaper(tuple(others)))
    day.do(StartEvent())
    day.next_round()
    return day, tara


def require_verified(day: Day) -> None:
    log = tuple(day.desk.log(day.name))
    assert verify_log(day.name, log, day.desk.store.head(day.name), load).is_clean


def with_a_bye() -> tuple[Day, PlayerId, PlayerId]:
    """Return such an event with a bye, Tara, and whoever has the bye."""
    day, tara = begun(here=5)
    bye = next(game for game in day.round.games.values() if game.kind == "bye")
    return day, tara, bye.players[0]


@pytest.mark.clause("AMB-023", "AMB-014")
@pytest.mark.parametrize("ruleset", RULESETS)
def test_whoever_comes_late_plays_from_the_next_round_on(ruleset: str) -> None:
    day, tara = begun(ruleset)
    assert late_arrivals(day.event, day.rules) == (tara,)
    done = day.do(LetInLate(tara))
    said = "is let in late and plays from the next round on. Missed, counted as a loss: round 1."
    assert fact_text(done.facts[0].fact, day.event) == f"Tara Singh {said}"
    assert tara in day.round.unpaired
    assert day.event.player_count == 5
    assert late_arrivals(day.event, day.rules) == ()
    day.enter_all()
    assert day.points()[tara] == 0
    day.take_lists_on_paper()
    day.draw()
    assert day.event.draft is not None
    assert any(tara in game.players for game in day.event.draft.games.values())
    assert day.folds()
    require_verified(day)


def test_before_round_1_is_out_nothing_is_missed() -> None:
    day, tara = begun()
    day.do(WithdrawRound("somebody is at the door"))
    done = day.do(LetInLate(tara))
    assert done.facts[0].fact.missed == ()  # type: ignore[union-attr]
    assert day.event.stale, "who came must be drawn in"


@pytest.mark.clause("AMB-023", "AMB-019")
def test_whoever_comes_late_may_take_the_seat_of_the_bye() -> None:
    day, tara, waiting = with_a_bye()
    day.do(LetInLate(tara, bye_seat=True))
    game = day.game_of(tara)
    assert set(game.players) == {tara, waiting}
    assert (game.kind, game.table, game.is_open) == ("game", 3, True)
    assert day.round.unpaired == ()
    day.enter_all()
    found = findings(as_tournament(day.event), day.document)
    assert not [finding for finding in found if finding.severity == "error"]
    assert day.folds()
    require_verified(day)


@pytest.mark.clause("AMB-023")
def test_the_seat_of_the_bye_is_free_until_time_is_called() -> None:
    day, tara, _ = with_a_bye()
    if not day.round.began:
        day.do(StartClock())
    assert day.desk.refusal(day.name, "p1", LetInLate(tara, bye_seat=True)) is None
    day.do(CallTime())
    day.refused(LetInLate(tara, bye_seat=True), code="no-bye-to-take", clause="AMB-023")
    day.do(LetInLate(tara))
    assert tara in day.round.unpaired


def test_a_round_without_a_bye_has_no_seat() -> None:
    day, tara = begun()
    day.refused(LetInLate(tara, bye_seat=True), code="no-bye-to-take")


def test_without_a_list_nobody_is_seated_at_once() -> None:
    day, tara = begun("middle-earth", here=5)
    day.refused(LetInLate(tara, bye_seat=True), code="list-missing-for-the-draw")
    day.do(ReceiveListsOnPaper((tara,)))
    day.do(LetInLate(tara, bye_seat=True))


@pytest.mark.clause("AMB-023")
@pytest.mark.parametrize(("policy", "by_marshal"), [("ask", False), ("allow", True)])
def test_the_same_people_decide_as_about_other_late_entries(policy: str, by_marshal: bool) -> None:
    day, tara = begun(options={"late_entry": policy})
    marshal = day.appoint("marshal", "Mira")
    if by_marshal:
        day.do(LetInLate(tara), marshal)
    else:
        day.refused(LetInLate(tara), marshal, "AMB-023")
        day.do(LetInLate(tara))


@pytest.mark.clause("AMB-023")
def test_where_late_entries_are_refused_or_the_cut_is_made_nobody_is_let_in() -> None:
    day, tara = begun(options={"late_entry": "refuse"})
    day.refused(LetInLate(tara), clause="AMB-023")
    assert late_arrivals(day.event, day.rules) == ()
    after = before_the_bracket()
    after.refused(LetInLate(after.active()[0]), code="let-in-already")


def test_after_the_last_swiss_round_only_the_seat_of_its_bye_is_offered() -> None:
    for here, offered in ((4, False), (5, True)):
        day, tara = begun(here=here)
        while day.round.number < (day.event.swiss_rounds or 0):
            assert late_arrivals(day.event, day.rules) == (tara,)
            day.enter_all()
            day.next_round()
        assert late_arrivals(day.event, day.rules) == ((tara,) if offered else ())
        version = EventVersion(day.event, day.rules, day.document)
        assert not late_arrivals_now(version).more_rounds
        day.enter_all()
        assert late_arrivals(day.event, day.rules) == ()


def test_only_registered_players_are_let_in_and_only_once() -> None:
    day, tara = begun()
    day.do(LetInLate(tara))
    day.refused(LetInLate(tara), code="let-in-already")
    early = Day("armada")
    early.open_doors()
    ann = early.register("Ann")[0]
    early.refused(LetInLate(ann), code="not-in-this-phase")


def test_letting_somebody_in_is_undone() -> None:
    day, tara, waiting = with_a_bye()
    day.do(LetInLate(tara, bye_seat=True))
    day.do(Undo("wrong Tara"))
    assert day.game_of(waiting).kind == "bye"
    assert late_arrivals(day.event, day.rules) == (tara,)


def test_the_check_in_after_the_start_names_the_way_in() -> None:
    day, tara = begun()
    no = day.refused(CheckIn(tara), code="check-in-is-over")
    assert "Let in late" in fix_text(no)


def test_leaders_are_reminded_of_who_has_not_come() -> None:
    day, tara = begun()

    def told() -> list[object]:
        found = reminders(day.event, day.rules, day.document, day.clock.at)
        return [one.facts["players"] for one in found if one.code == "let-in-late"]

    assert told() == [[tara]]
    day.do(LetInLate(tara))
    assert told() == []


# ------------------------------------------------------------------------ a name that exists


def test_a_name_that_is_registered_is_asked_about() -> None:
    day, tara = begun()
    no = day.refused(RegisterPlayer("tara  singh"), says="Is this Tara Singh, #5?")
    assert no.facts["confirm"] == ("another-person",)
    question = no.questions[0]  # type: ignore[attr-defined]
    assert (question.sentence, question.facts["player"]) == ("namesake-not-here", tara)
    assert "Let that player in late" in fix_text(question)
    day.do(RegisterPlayer("Tara Singh"), confirm="another-person")
    assert [one.name for one in day.event.entrants.values()].count("Tara Singh") == 2


def test_whoever_registers_is_not_told_of_names_that_are_not_shown() -> None:
    day = Day("armada")
    day.open_doors()
    ann = day.register("Ann")[0]
    mine = RegisterPlayer("Ann", person="s1")
    no = day.refused(mine, "s1")
    assert no.questions[0].sentence == "registered-under-your-name"  # type: ignore[attr-defined]
    day.do(ChooseShownName(ann, "number"))
    day.do(mine, "s1")
    assert "s1" in day.event.entrants


def test_a_players_match_is_found_wherever_they_were_drawn() -> None:
    """The short way to a match finds what a look at all of them finds, late comers included."""
    day, tara, _ = with_a_bye()
    drawn = day.round
    day.do(LetInLate(tara, bye_seat=True))
    for round_ in (drawn, day.round):
        for player in (*day.event.entrants, PlayerId("nobody")):
            games = [game for game in round_.games.values() if player in game.players]
            assert [game for game in [round_.game_of(player)] if game] == games
    assert drawn.game_of(tara) is None
    assert day.round.game_of(tara) is not None
