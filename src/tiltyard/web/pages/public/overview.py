"""Where an event stands, in a sentence and on its first page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tiltyard.day.plan import plan_at_start
from tiltyard.engine.clock import round_length
from tiltyard.engine.errors import Refused
from tiltyard.text.announcements import rounds_by_rules, told_so_far
from tiltyard.text.names import round_title
from tiltyard.text.say import say, wording
from tiltyard.views.round import counted_games, state_of_round
from tiltyard.web.pages.public.pairings import round_frame
from tiltyard.web.pages.public.standings import heading_of, ranked
from tiltyard.web.schedule import schedule_kept

if TYPE_CHECKING:
    from tiltyard.day.event import DayRound
    from tiltyard.service.desk import Desk
    from tiltyard.text.announcements import Said
    from tiltyard.views.standings import StandingsTable
    from tiltyard.web.event_view import EventView

_OVER = frozenset({"finished", "archived"})


@dataclass(frozen=True, slots=True)
class RoundClock:
    """The clock of the newest round: when it ends, or what is left while it stands.

    `ends` is in milliseconds as browsers count them; `until` is the time of day for those who run
    no script. Nothing of it changes by itself: a page says the same until something happens.
    """

    state: str
    ends: int | None = None
    until: str = ""
    left: int | None = None


def overview(view: EventView, desk: Desk) -> dict[str, Any]:
    """Return the first page of an event."""
    event = view.event
    found = view.public_standings if event.rounds else None
    over = event.phase in _OVER
    return {
        **round_frame(view),
        "standing": standing_sentence(view),
        "plan": plan_sentence(view),
        "clock": round_clock(view),
        "next": next_sentence(view),
        "schedule": schedule_kept(view),
        "champions": found.first if over and found is not None else (),
        "prizes": [(prize.title, view.public_name(prize.recipient)) for prize in event.prizes],
        "told": told(view),
        "leaders": ranked(found.rows[:8]) if found is not None else (),
        "leaders_by": _leaders_by(view, found),
        "counted": counted_games(event.current) if event.current is not None else (0, 0),
        "players": players_of(view),
    }


def _leaders_by(view: EventView, found: StandingsTable | None) -> str:
    """Return what the number behind a name is; nothing where games after the cut decide."""
    if found is None or not found.keys or view.event.past_the_cut:
        return ""
    return heading_of(found.keys[0])


def told(view: EventView) -> tuple[Said, ...]:
    """Return what was announced, the newest first; what was only said aloud comes last."""
    found = told_so_far(view.event, view.rules, view.document)
    return tuple(sorted(found, key=lambda said: not said.text))


def players_of(view: EventView) -> int:
    """Return how many take part, the Spare Player not among them."""
    return view.event.player_count


def round_clock(view: EventView) -> RoundClock | None:
    """Return the clock of the newest round; none before it began and when it is over."""
    round_ = view.event.current
    if round_ is None or not round_.began or view.event.phase != "running":
        return None
    state = state_of_round(view.event, round_)
    if state == "closed":
        return None
    timer = round_.timer
    if timer.minutes is None:
        return RoundClock("untimed")
    if state == "time_called":
        return RoundClock(state, left=0)
    if state == "paused":
        return RoundClock(state, left=view.seconds_left())
    ends = view.ends_ms()
    return RoundClock(state, ends, _time_of_day(ends))


def _time_of_day(milliseconds: int | None) -> str:
    from datetime import UTC, datetime

    from tiltyard.web.rendering import time_text

    if milliseconds is None:
        return ""
    return time_text(datetime.fromtimestamp(milliseconds / 1000, UTC))


# ---------------------------------------------------------------------------- sentences


def standing_sentence(view: EventView) -> str:
    """Return in a sentence where an event stands."""
    event = view.event
    count = players_of(view)
    if event.phase == "announced":
        return say("public.the-event-is-announced-the")
    if event.phase == "registration":
        text = wording("public.the-registration-is-open-players", count)
        return text.format(num=count)
    if event.phase == "check_in":
        here = sum(
            1 for entrant in event.entrants.values() if _is_here(entrant.state, spare=entrant.spare)
        )
        text = wording("public.the-check-in-is-open")
        return text.format(here=here, count=count)
    if event.phase in _OVER:
        return say("public.the-event-is-finished")
    if event.current is None:
        return say("public.the-event-has-begun-the")
    if event.qualification is not None and not event.past_the_cut:
        seeds = len(event.qualification.seeds)
        return say("public.the-cut-is-made-the", cut=seeds)
    return _round_sentence(view, event.current)


def _is_here(state: str, *, spare: bool) -> bool:
    return state in {"checked_in", "active"} and not spare


def _round_sentence(view: EventView, round_: DayRound) -> str:
    done, count = counted_games(round_)
    said = {"round": round_of_plan(view, round_), "done": done, "count": count}
    sentences = {
        "published": wording("public.is-published-find-your-table"),
        "seating": wording("public.please-go-to-your-tables"),
        "running": wording("public.of-tables-done", count),
        "paused": wording("public.the-clock-stands-of-tables", count),
        "time_called": wording("public.time-is-called-of-tables", count),
        "closed": wording("public.is-over"),
    }
    return sentences[state_of_round(view.event, round_)].format(**said)


def round_of_plan(view: EventView, round_: DayRound) -> str:
    """Return a round with how many there are: "Round 2 of 5"."""
    planned = view.event.swiss_rounds
    if round_.kind == "swiss" and round_.stage == 1 and planned:
        text = wording("public.round-of")
        return text.format(number=round_.number, count=planned)
    return round_title(view.event, round_)


def next_sentence(view: EventView) -> str:
    """Return what comes after the newest round; nothing where nobody can say yet."""
    event, round_ = view.event, view.event.current
    if event.phase != "running" or round_ is None:
        return ""
    if round_.kind == "swiss" and round_.stage == 1 and round_.number < (event.swiss_rounds or 0):
        length = round_length(view.rules, "swiss", round_.number + 1)
        said = {"number": round_.number + 1, "minutes": length.minutes}
        if length.minutes is None:
            return say("public.then-comes-round", **said)
        return say("public.then-comes-round-minutes", **said)
    if event.qualification is not None or event.past_the_cut:
        return ""
    if event.cut_points:
        text = wording("public.then-everybody-with-tournament-points")
        return text.format(points=event.cut_points)
    if event.cut:
        return say("public.then-the-field-is-cut", cut=event.cut)
    return ""


def plan_sentence(view: EventView) -> str:
    """Return how many rounds are played, and what follows."""
    event, players, rules = view.event, players_of(view), view.rules
    more = event.details.swiss_after_cut
    if event.swiss_rounds is not None:
        return rounds_by_rules(rules, event.swiss_rounds, event.cut, event.cut_points, more)
    try:
        plan = plan_at_start(event.details, view.rules, players)
    except Refused:
        return say("public.how-many-rounds-are-played")
    text = rounds_by_rules(rules, plan.rounds, plan.cut, plan.cut_points, more)
    if view.rules.structure.kind != "tables" or event.details.structure == "custom":
        return text
    asked = wording("common.if-players-come-settled-at")
    return asked.format(plan=text, players=players)
