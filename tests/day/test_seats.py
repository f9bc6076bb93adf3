"""Who may make a link to another's seat: never to a role, never to the other side of the table."""

from __future__ import annotations

import pytest

from tests.day.events import Day, conceded_by, in_round
from tests.day.test_leaders_who_play import with_playing
from tiltyard.day.components import MakeProxy
from tiltyard.day.people import AppointStaff, DropPlayer, RecommendDisqualification
from tiltyard.day.roles import refusal_to_open_seat
from tiltyard.text.refusals import fix_text, refusal_text

ORGANIZER = "p1"


def refused(day: Day, person: str, seat: str) -> str:
    no = refusal_to_open_seat(day.event, day.rules, person, seat)
    if no is None:
        return ""
    assert no.clause == day.rules.staff.clause
    assert fix_text(no)
    return refusal_text(no)


def test_staff_who_does_not_play_opens_players_seats_and_nobody_elses() -> None:
    day = in_round()
    marshal, judge = day.appoint("marshal", "Mara"), day.appoint("judge", "Jon")
    player = day.active()[0]
    assert refused(day, marshal, player) == ""
    assert refused(day, marshal, marshal) == ""
    assert "Only the organizer can open access" in refused(day, marshal, judge)
    assert "the organizer's access" in refused(day, marshal, ORGANIZER)
    assert refused(day, ORGANIZER, judge) == ""
    assert refused(day, ORGANIZER, ORGANIZER) == ""


def test_whoever_plays_opens_their_own_seat_only() -> None:
    day = in_round()
    me = day.active()[0]
    day.do(AppointStaff(role="marshal", person=me))
    for other in day.active():
        said = "" if other == me else "Players can't open another player's phone page."
        assert refused(day, me, other) == said
    day.do(DropPlayer(me, slip=conceded_by(day, me)))
    assert "another player's phone page" in refused(day, me, day.active()[0])


def test_the_organizer_who_plays_opens_all_seats_but_their_opponents() -> None:
    day = with_playing("runewars", "judge", tier="relaxed")
    day.next_round()
    opponent = day.opponent(ORGANIZER)
    for other in day.active():
        assert bool(refused(day, ORGANIZER, other)) == (other == opponent)
    assert "your opponent's phone page" in refused(day, ORGANIZER, opponent)
    for game in day.games():
        day.agree(game, day.slip())
    assert day.round.is_closed
    assert refused(day, ORGANIZER, opponent) == ""


@pytest.mark.parametrize("act", [MakeProxy, RecommendDisqualification])
def test_a_leader_decides_nothing_about_their_own_opponent(act: type) -> None:
    day = in_round()
    me = day.active()[0]
    day.do(AppointStaff(role="marshal", person=me))
    opponent = day.opponent(me)
    other = next(one for one in day.active() if one not in {me, opponent})
    values = ("Lance", "the cost") if act is MakeProxy else ("rude",)
    day.refused(act(opponent, *values), me, day.rules.staff.rules_on_leader_clause)
    day.refused(act(me, *values), me, day.rules.staff.rules_on_leader_clause)
    day.do(act(other, *values), me)
