"""Undo: the last act, where that is safe; the log keeps it, the state forgets it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from tests.day.events import Day, before_the_bracket, conceded_by, in_round, running
from tiltyard.day.clock import CallTime, GrantExtension, PauseClock
from tiltyard.day.context import Scene
from tiltyard.day.facts import ActUndone
from tiltyard.day.fold import fold
from tiltyard.day.people import (
    AppointStaff,
    Disqualify,
    DropPlayer,
    ForgetPeople,
    ForgetPerson,
    NoteContact,
    RegisterPlayer,
    Rejoin,
    TakePlace,
)
from tiltyard.day.policy import refusal, row_of
from tiltyard.day.results import EnterResult, ReportResult, ResolveDispute
from tiltyard.day.rounds import (
    ByHand,
    ChangePairings,
    DiscardDraw,
    MakeCut,
    SetCards,
    WithdrawRound,
)
from tiltyard.day.sealing import RecordSealing
from tiltyard.day.seats import OpenSeats
from tiltyard.day.setup import (
    ELSEWHERE,
    AnnounceItem,
    ArchiveEvent,
    ArrangeTables,
    AwardPrize,
    FinishEvent,
    ReopenEvent,
    Undo,
    decide_undo,
)
from tiltyard.day.table import ACTS
from tiltyard.day.visibility import NOBODY, READ, unread
from tiltyard.day.waiting_list import DeclineRegistrations, SetApproval
from tiltyard.engine.errors import Refused
from tiltyard.engine.tournament import PlayerId
from tiltyard.rulesets.loader import load
from tiltyard.service.desk import Desk
from tiltyard.text.facts import told_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from tiltyard.day.context import Command
    from tiltyard.day.event import Event


def without_version(event: Event) -> Event:
    return replace(event, version=0, people_ever=0)


def _swap(day: Day) -> Command:
    draft = day.event.draft
    assert draft is not None
    first, second = list(draft.games.values())[:2]
    return ChangePairings((ByHand(first.players[0], second.players[0]),), "friends")


def _drop_in_game(day: Day) -> Command:
    player = day.active()[0]
    return DropPlayer(player, slip=conceded_by(day, player))


SAFE: dict[str, tuple[Callable[[], Day], Callable[[Day], Command]]] = {
    "appoint": (running, lambda day: AppointStaff("judge", "Jon")),
    "register": (running, lambda day: RegisterPlayer("Late")),
    "announce an item": (running, lambda day: AnnounceItem("rounds", "three")),
    "tables": (running, lambda day: ArrangeTables(5)),
    "drop between rounds": (running, lambda day: DropPlayer(day.active()[0])),
    "drop in a game": (in_round, _drop_in_game),
    "disqualify": (running, lambda day: Disqualify(day.active()[0], "cheated")),
    "disqualify privately": (
        running,
        lambda day: Disqualify(day.active()[0], "decided", private_reason="cheated"),
    ),
    "contact": (running, lambda day: NoteContact(day.active()[0], "ann@post.example")),
    "enter": (in_round, lambda day: EnterResult(day.games()[0].id, day.slip())),
    "extension": (in_round, lambda day: GrantExtension(day.games()[0].id, "late")),
    "pause": (in_round, lambda day: PauseClock()),
    "time": (in_round, lambda day: CallTime()),
    "a place offered": (
        before_the_bracket,
        lambda day: DropPlayer(day.event.qualification.seeds[0]),  # type: ignore[union-attr]
    ),
    "prize": (running, lambda day: AwardPrize("Best army", "p2")),
}


@pytest.mark.parametrize("what", SAFE)
def test_an_act_that_is_safe_to_undo_leaves_no_trace_in_the_state(what: str) -> None:
    make, act = SAFE[what]
    day = make()
    before, count = day.event, len(day.facts())
    done = day.do(act(day))
    added = len(done.facts)
    taken = day.do(Undo("a mistake"))
    assert without_version(day.event) == without_version(before)
    assert len(day.facts()) == count + added + 1
    fact = taken.facts[0].fact
    assert isinstance(fact, ActUndone)
    assert (fact.first, fact.last) == (done.facts[0].number, done.facts[-1].number)
    assert fact.reason == "a mistake"
    assert day.folds()


def test_drafts_changed_by_hand_and_cards_can_be_taken_back() -> None:
    day = running()
    day.draw()
    before = day.event
    for act in (_swap(day), SetCards({"deployment": "House card"}, "ours")):
        day.do(act)
        day.do(Undo())
        assert without_version(day.event) == without_version(before)
    day.do(_swap(day))


def test_a_cut_can_be_taken_back_before_anybody_acts_on_it() -> None:
    day = running(swiss_rounds=1, cut=4)
    day.play_swiss()
    before = day.event
    day.do(MakeCut())
    day.do(Undo())
    assert without_version(day.event) == without_version(before)


def _finished() -> Day:
    day = running(players=2, swiss_rounds=1)
    day.play_round()
    day.finish()
    return day


def _reopened() -> Day:
    day = _finished()
    day.do(ReopenEvent("one more"))
    return day


def _drawn() -> Day:
    day = running()
    day.draw()
    return day


def _discarded() -> Day:
    day = _drawn()
    day.do(DiscardDraw("again"))
    return day


def _published() -> Day:
    day = _drawn()
    day.publish()
    return day


def _withdrawn() -> Day:
    day = _published()
    day.do(WithdrawRound("again"))
    return day


def _announced() -> Day:
    day = Day("runewars")
    day.announce()
    return day


def _opened() -> Day:
    day = running()
    day.do(OpenSeats((day.active()[0],)))
    return day


def _forgotten() -> Day:
    day = running()
    day.do(ForgetPerson(day.active()[0], "asked for it"))
    return day


def _all_forgotten() -> Day:
    day = running()
    day.do(ForgetPeople(tuple(day.active()), "long ago"))
    return day


def _declined() -> Day:
    day = Day("runewars")
    day.open_doors()
    day.do(SetApproval(required=True))
    day.do(RegisterPlayer("Eve", "eve"), "eve")
    day.do(DeclineRegistrations((PlayerId("eve"),)))
    return day


def _sealed() -> Day:
    day = running()
    day.do(RecordSealing("00" * 32, day.event.version, (1,)))
    return day


UNSAFE: dict[str, Callable[[], Day]] = {
    "create-event": lambda: Day("runewars"),
    "announce-event": _announced,
    "draw-round": _drawn,
    "discard-draw": _discarded,
    "publish-round": _published,
    "withdraw-round": _withdrawn,
    "finish-event": _finished,
    "reopen-event": _reopened,
    "open-seats": _opened,
    "forget-person": _forgotten,
    "forget-people": _all_forgotten,
    "decline-registrations": _declined,
    "record-sealing": _sealed,
}


@pytest.mark.parametrize("act", UNSAFE)
def test_what_others_have_seen_is_not_undone_and_something_else_is_offered(act: str) -> None:
    day = UNSAFE[act]()
    no = day.refused(Undo(), says="You can't undo")
    assert no.code == f"{act}-not-undone"


def test_the_list_of_what_cannot_be_undone_is_complete() -> None:
    day = _finished()
    day.do(ArchiveEvent())
    day.refused(Undo(), code="not-in-this-phase")
    unsafe = {act.name for act in ACTS if not act.undoable} | ELSEWHERE
    assert unsafe == {*UNSAFE, "archive-event", "delete-event", "import"}


def test_undo_goes_back_one_act_after_another() -> None:
    day = running()
    versions = [day.event]
    for name in ("Ann", "Ben", "Cyn"):
        day.register(name)
        versions.append(day.event)
    for before in reversed(versions[:-1]):
        day.do(Undo())
        assert without_version(day.event) == without_version(before)
    assert day.folds()
    day.register("Dan")
    day.do(Undo())
    assert without_version(day.event) == without_version(versions[0])


def test_an_act_done_again_after_undo_counts() -> None:
    day = in_round()
    game = day.games()[0]
    day.enter(game, 30, 10)
    day.do(Undo("typed wrongly"))
    day.enter(game, 10, 30)
    assert day.match(game.id).slip == day.slip(10, 30)
    assert day.folds()


def test_undo_across_a_snapshot() -> None:
    day = in_round()
    before = day.event
    game = day.games()[0]
    day.enter(game)
    day.desk.keep_snapshot(day.name)
    day.do(Undo())
    assert without_version(day.event) == without_version(before)
    again = Desk(day.desk.store, load, day.clock)
    assert again.event(day.name) == day.event
    assert fold(day.desk.log(day.name)) == day.event


def test_a_snapshot_behind_an_undo_opens_the_same_event() -> None:
    day = in_round()
    day.enter(day.games()[0])
    day.do(Undo())
    day.desk.keep_snapshot(day.name)
    day.enter(day.games()[1])
    again = Desk(day.desk.store, load, day.clock)
    assert again.event(day.name) == day.event


def test_undo_of_an_offered_place_and_of_a_taken_one() -> None:
    day = before_the_bracket()
    cut = day.event.qualification
    assert cut is not None
    day.do(DropPlayer(cut.seeds[0]))
    offered = day.event.qualification
    assert offered is not None
    assert offered.offered is not None
    day.do(TakePlace(offered.offered))
    day.do(Undo())
    assert day.event.qualification == offered
    day.do(Undo())
    assert day.event.qualification == cut


# ------------------------------------------------------------------------ who may


@pytest.mark.clause("RW-036", "RW-146")
def test_nobody_undoes_what_they_could_not_have_done() -> None:
    day = running()
    marshal = day.appoint("marshal", "Mira")
    player = day.active()[0]
    day.do(Disqualify(player, "cheated"))
    day.refused(Undo(), marshal, "RW-007", code="undo-of-another-role")
    day.do(Undo())
    day.do(DropPlayer(player))
    day.do(Rejoin(player))
    day.refused(Undo(), marshal, "RW-007", code="undo-of-another-role")
    day.do(AppointStaff("judge", "Jon"))
    day.refused(Undo(), marshal, "RW-007", code="undo-of-another-role")
    day.do(Undo())


def test_staff_undo_their_own_acts_and_the_organizer_those_of_others() -> None:
    day = running()
    marshal = day.appoint("marshal", "Mira")
    day.do(DropPlayer(day.active()[0]), marshal)
    day.do(Undo(), marshal)
    day.do(DropPlayer(day.active()[0]), marshal)
    day.refused(Undo(), code="done-by-somebody-else")
    day.refused(Undo("  "), code="done-by-somebody-else")
    day.do(Undo("she is only at lunch"))
    assert len(day.active()) == 8


def test_players_and_judges_undo_nothing() -> None:
    day = in_round()
    judge = day.appoint("judge", "Jon")
    game = day.games()[0]
    day.do(ReportResult(game.id, day.slip()), game.players[0])
    for who in (game.players[0], judge, "a guest"):
        day.refused(Undo(), who, "RW-007")
    day.do(Undo("the wrong table"))
    assert day.match(game.id).filed == ()


@pytest.mark.clause("RW-029")
def test_a_leader_who_plays_does_not_undo_what_others_said_about_games() -> None:
    day = Day("runewars")
    judge = day.appoint("judge", "Jon")
    day.open_doors()
    day.do(RegisterPlayer(person="p1"))
    day.register("Pia", "Paul", "Pete")
    day.begin()
    day.next_round()
    game = day.game_of("p1")
    opponent = day.opponent("p1")
    day.do(ReportResult(game.id, day.slip(30, 10)), opponent)
    day.refused(Undo(), clause="RW-029", code="players-take-back-only-their-own")
    day.do(ReportResult(game.id, day.slip(10, 30)), "p1")
    day.do(ResolveDispute(game.id, day.slip(30, 10), "saw it"), judge)
    day.refused(Undo(), clause="RW-029", code="players-take-back-only-their-own")


def test_the_first_act_of_all_has_nothing_behind_it() -> None:
    day = Day("runewars")
    day.appoint("judge", "Jon")
    day.do(Undo())
    day.refused(Undo(), says="You can't undo the creation of an event.")


def test_an_early_end_is_reopened_not_undone() -> None:
    day = running()
    day.do(FinishEvent("fire"))
    day.refused(Undo(), says="You can't undo finishing an event.")
    day.do(ReopenEvent("false alarm"))


def test_an_act_of_another_version_is_not_undone_and_gives_nobody_a_right() -> None:
    day = running()
    last = day.event.last_act
    assert last is not None
    event = replace(day.event, last_act=replace(last, act="give-yellow-card"))
    scene = Scene(event, day.rules, day.document, "p1", day.clock.at, "engine")
    with pytest.raises(Refused) as refused:
        list(decide_undo(scene, "by mistake", None))
    assert refused.value.code == "act-of-another-version"
    assert row_of("give-yellow-card") is None
    no = refusal(event, day.rules, "p1", "give-yellow-card")
    assert no is not None
    assert no.code == "not-your-role"


def test_the_history_of_an_undone_act_of_another_version_is_read() -> None:
    day = running()
    *_, newest = day.desk.log(day.name)
    undone = replace(newest, fact=ActUndone(newest.number, newest.number, "give-yellow-card", ""))
    assert unread(day.event, day.rules, NOBODY, undone) == READ
    assert "give yellow card" in told_text(undone, day.event, day.rules, NOBODY)
