"""What may be meant but must not happen in silence is asked back, and recorded when confirmed."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from tiltyard.day.context import NeedsConfirmation, Question, Scene, confirmed
from tiltyard.day.event import Event
from tiltyard.day.facts import ConcernsConfirmed, Recorded
from tiltyard.day.fold import fold
from tiltyard.rulesets.loader import load
from tiltyard.text.refusals import fix_text, refusal_text

SECOND_BYE = Question("second-bye", "DW-058", {"player": "Eve"}, "second-bye-by-hand")
REPEAT = Question(
    "rematch", "DW-056", {"first": "Ann", "second": "Cem", "round": 1}, "companions-by-hand"
)
NOON = datetime(2026, 3, 7, 12, tzinfo=UTC)


def scene(*codes):
    rules = load("diskwars")
    return Scene(Event(), rules, rules, "p1", NOON, "test", confirmed=frozenset(codes))


def test_an_act_without_a_question_confirms_nothing():
    assert [] == list(confirmed(scene("second-bye"), []))


@pytest.mark.parametrize("codes", [(), ("rematch",), ("something-else",)])
def test_every_question_has_to_be_confirmed(codes):
    with pytest.raises(NeedsConfirmation) as asked:
        list(confirmed(scene(*codes), [SECOND_BYE, REPEAT]))

    no = asked.value
    assert ("second-bye", "rematch") == no.codes
    assert refusal_text(no) == (
        "Eve already had a bye in this event. "
        "Ann and Cem belong to the same club, team or travel group."
    )
    assert "DW-058" == no.clause
    assert fix_text(no) == (
        "Give the bye to a player who hasn't had one. Pair each of them with another player."
    )


def test_what_was_confirmed_is_recorded_and_only_that():
    facts = list(confirmed(scene("second-bye", "rematch", "more"), [SECOND_BYE, REPEAT], "1.2.3"))

    assert [ConcernsConfirmed("1.2.3", ("second-bye", "rematch"))] == facts


def test_the_event_knows_what_was_confirmed_about_a_match():
    fact = ConcernsConfirmed("1.2.3", ("second-bye",))
    event = fold([Recorded(1, NOON, "p1", "organizer", "change-pairings", "k", fact)])

    assert frozenset({"second-bye"}) == event.confirmed_about("1.2.3")
    assert frozenset() == event.confirmed_about("1.2.4")
    assert "p1" == event.confirmations[0].by


def test_another_question_with_the_same_code_needs_one_confirmation():
    twice = [SECOND_BYE, replace(SECOND_BYE, facts={"player": "Bob"})]

    assert [ConcernsConfirmed("", ("second-bye",))] == list(confirmed(scene("second-bye"), twice))
