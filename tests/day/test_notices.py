"""Free announcements: who reads them until when, edited, withdrawn, ended by themselves."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.day.events import Day, in_round, running
from tiltyard.day.notices import (
    LONGEST_NOTICE,
    MOST_SHOWN,
    EditNotice,
    PostNotice,
    WithdrawNotice,
    next_end,
    shown_notices,
)
from tiltyard.day.setup import Undo
from tiltyard.rulesets.loader import load
from tiltyard.service.verifying import verify_log
from tiltyard.views.notices import notices_for, readers_of, state_of_notice


def shown(day: Day) -> list[str]:
    return [notice.text for notice in shown_notices(day.event, day.clock.at)]


def test_a_notice_shows_until_its_last_moment_and_then_goes_by_itself() -> None:
    day = running()
    until = day.clock.at + timedelta(minutes=30)
    day.do(PostNotice("Lunch", until=until))
    assert next_end(day.event, day.clock.at) == until
    day.clock.move(minutes=29, seconds=59)
    assert shown(day) == ["Lunch"]
    day.clock.move(seconds=1)
    assert shown(day) == []
    assert next_end(day.event, day.clock.at) is None
    assert state_of_notice(day.event.notices["n1"], day.clock.at) == "ended"
    day.refused(WithdrawNotice("n1"), code="notice-over")


def test_urgent_notices_come_first_then_the_newest() -> None:
    day = running()
    day.do(PostNotice("old"))
    day.do(PostNotice("fire", importance="urgent"))
    day.do(PostNotice("new"))
    assert shown(day) == ["fire", "new", "old"]


def test_an_edited_notice_keeps_what_was_not_changed_and_counts_as_new_words() -> None:
    day = running()
    day.do(PostNotice("Lunch", until=day.clock.at + timedelta(minutes=30)))
    before = day.event.notices["n1"]
    day.do(EditNotice("n1", text="Long lunch"))
    after = day.event.notices["n1"]
    assert (after.text, after.until, after.edited) == ("Long lunch", before.until, True)
    assert after.number > before.number
    day.refused(EditNotice("n1", text="Long lunch"), code="notice-unchanged")
    day.do(EditNotice("n1", until=None))
    assert day.event.notices["n1"].until is None


def test_a_withdrawn_notice_is_gone_for_good_and_undo_brings_it_back() -> None:
    day = running()
    day.do(PostNotice("Lunch"))
    done = day.do(WithdrawNotice("n1"))
    assert shown(day) == []
    assert state_of_notice(day.event.notices["n1"], day.clock.at) == "withdrawn"
    day.refused(EditNotice("n1", text="Dinner"), code="notice-withdrawn")
    day.refused(WithdrawNotice("n1"), code="notice-withdrawn")
    day.do(Undo(reason="too early", first=done.facts[0].number))
    assert shown(day) == ["Lunch"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        pytest.param("", "notice-without-text", id="empty"),
        pytest.param(" \n\t\u200b ", "notice-without-text", id="nothing to see"),
        pytest.param("x" * (LONGEST_NOTICE + 1), "notice-too-long", id="one letter too long"),
    ],
)
def test_a_notice_needs_a_text_of_a_length_the_hall_can_read(text: str, code: str) -> None:
    day = running()
    day.refused(PostNotice(text), code=code)
    day.do(PostNotice("x" * LONGEST_NOTICE))
    day.refused(EditNotice("n1", text=text), code=code)


def test_a_notice_neither_ends_before_it_begins_nor_names_a_table_that_cannot_be() -> None:
    day = running()
    now = day.clock.at
    day.refused(PostNotice("Lunch", until=now), code="notice-ends-in-the-past")
    day.refused(PostNotice("Lunch", until=now.replace(tzinfo=None)), code="notice-needs-time-zone")
    for table in (0, 10_000):
        day.refused(PostNotice("Lunch", table), code="notice-no-such-table")
    day.do(PostNotice("Lunch", 1, now + timedelta(seconds=1)))
    day.refused(EditNotice("n2", text="x"), code="no-such-notice")


def test_so_many_notices_show_at_once_and_one_that_ended_makes_room() -> None:
    day = running()
    day.do(PostNotice("first", until=day.clock.at + timedelta(minutes=1)))
    for _ in range(MOST_SHOWN - 1):
        day.do(PostNotice("more"))
    day.refused(PostNotice("too many"), code="too-many-notices")
    day.clock.move(minutes=1)
    day.do(PostNotice("now there is room"))


def test_a_notice_for_a_table_is_for_its_two_players_and_one_for_all_for_everybody() -> None:
    day = in_round()
    game = day.games()[0]
    assert game.table is not None
    other = day.games()[1].players[0]
    day.do(PostNotice("Please come to the desk", table=game.table))
    day.do(PostNotice("Lunch"))
    at_table, for_all = day.event.notices.values()
    assert readers_of(day.event, at_table) == frozenset(game.players)
    assert readers_of(day.event, for_all) == frozenset(day.active())
    now = day.clock.at
    assert [one.id for one in notices_for(day.event, game.players[0], now)] == ["n2", "n1"]
    assert [one.id for one in notices_for(day.event, other, now)] == ["n2"]


def test_players_announce_nothing_and_a_judge_may() -> None:
    day = running()
    judge = day.appoint("judge", "Jon")
    day.refused(PostNotice("Hello"), day.active()[0], code="not-your-role")
    day.do(PostNotice("Hello"), judge)
    assert day.event.notices["n1"].by == judge
    log, head = list(day.desk.log(day.name)), day.desk.store.head(day.name)
    assert verify_log(day.name, log, head, load).troubles == []
