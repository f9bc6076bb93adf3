"""Where an event stands, on one page: plan, seed, round, staff, what is next, what to mind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args

import click

from tiltyard.cli.amounts import counted
from tiltyard.cli.event_lists import say_conversions
from tiltyard.cli.event_reading import line_of
from tiltyard.cli.session import Sitting, as_option, reading
from tiltyard.engine.ruleset import Audience
from tiltyard.text.language import spoken_by

if TYPE_CHECKING:
    from tiltyard.day.event import Event
    from tiltyard.day.reminders import Reminder
    from tiltyard.engine.ruleset import Guidance, Ruleset

MOST = 5
_AT_THE_DESK = frozenset({"organizer", "leaders", "everybody"})


@reading("show")
@as_option
@click.option("--guidance", "whole", is_flag=True, help="Everything to mind at this moment.")
@click.option("--audience", type=click.Choice(get_args(Audience)), help="Only what is for them.")
def show(at: Sitting, audience: str | None, *, whole: bool) -> None:
    """Say where EVENT stands: plan, staff, what is next, what blocks and what to mind."""
    from tiltyard.day.reminders import reminders
    from tiltyard.day.visibility import told_reminders

    event = at.event
    found = reminders(event, at.rules, at.ruleset, at.desk.clock.now())
    found = told_reminders(event, at.rules, at.me, found)
    staff = [(event.people[one.person], one.role, one.on_duty) for one in event.staff]
    line = line_of(event)
    at.answer(
        **line,
        swiss_rounds=event.swiss_rounds,
        cut=event.cut,
        cut_points=event.cut_points,
        language=spoken_by(event),
        staff=[{"name": name, "role": role, "on_duty": duty} for name, role, duty in staff],
    )
    day = line["date"] or "no date"
    at.say(f"{line['name']} ({event.id}), {line['ruleset']}, {day}: {line['phase']}")
    at.say(f"{counted(line['players'], 'player')}; {_plan(event)}; version {event.version}")
    say_house_rules(at)
    _say_changes_of_the_plan(at, event)
    _say_seed(at, event)
    for name, role, duty in staff:
        at.say(f"  {role.replace('_', ' ')}: {name}{'' if duty else ' (off duty)'}")
    if event.phase in {"finished", "archived"}:
        _say_winners(at, event)
    elif event.phase == "running":
        _say_round(at, event)
    _say_reminders(at, event, found)
    say_conversions(at)
    _say_guidance(at, _minded(event, at.rules, audience, whole=whole), whole=whole)


def _plan(event: Event) -> str:
    rounds = event.swiss_rounds
    if rounds is None:
        rounds = event.details.swiss_rounds
    if rounds is None:
        return f"{event.details.structure or 'no'} structure, rounds settled at the start"
    after = event.details.swiss_after_cut
    more = f" and {counted(after, 'more Swiss round')}" if event.has_cut and after else ""
    return f"{counted(rounds, 'Swiss round')}, {_cut(event)}{more}"


def _cut(event: Event) -> str:
    if event.cut_points:
        return f"cut at {counted(event.cut_points, 'tournament point')}"
    return f"cut to the top {event.planned_cut}" if event.has_cut else "no cut"


def _say_changes_of_the_plan(at: Sitting, event: Event) -> None:
    """Say what was announced before the start and is played otherwise."""
    from tiltyard.text.announcements import rounds_and_any_cut

    for one in event.plan_changes:
        before, after = (
            rounds_and_any_cut(plan.swiss_rounds or 0, plan.cut) for plan in (one.before, one.after)
        )
        by = event.people.get(one.by, one.by)
        at.say(f"changed after the start: {before} -> {after} ({by}: {one.reason})")


def say_house_rules(at: Sitting) -> None:
    """Say where the event departs from its document."""
    from tiltyard.day.plan import house_rules, value_text
    from tiltyard.text.announcements import house_rule_sentence

    found = house_rules(at.ruleset, at.event.details.options)
    told = [(rule, house_rule_sentence(rule)) for rule in found]
    at.answer(
        house_rules=[
            {
                "option": rule.option,
                "clause": rule.clause,
                "document": value_text(rule.usual),
                "event": value_text(rule.here),
                "text": text,
            }
            for rule, text in told
        ]
    )
    for rule, text in told:
        at.say(f"House rule: {text} ({rule.clause})")


def _say_seed(at: Sitting, event: Event) -> None:
    """Show what the desk has committed itself to, and the seed once it is public."""
    at.answer(commitment=event.commitment)
    if event.commitment:
        at.say(f"SHA-256 of the seed: {event.commitment}")
    if event.seed_public and event.seed:
        at.answer(seed=event.seed)
        at.say(f"The seed: {event.seed}")


def _say_winners(at: Sitting, event: Event) -> None:
    from tiltyard.views.event import EventVersion
    from tiltyard.views.standings import standings_after

    version = EventVersion(event, at.rules, at.ruleset)
    table = standings_after(version, event.people, None)
    first = [row.name for row in table.first] if event.rounds else []
    at.answer(
        champion=first,
        prizes=[
            {"title": one.title, "recipient": one.recipient, "for": one.criterion}
            for one in event.prizes
        ],
    )
    if first:
        at.say(f"Champion: {', '.join(first)}")
    for one in event.prizes:
        why = f" ({one.criterion})" if one.criterion else ""
        at.say(f"Prize: {one.title}, {event.people.get(one.recipient, one.recipient)}{why}")


def _say_round(at: Sitting, event: Event) -> None:
    """Say where the round stands: open tables and the time that is left."""
    from tiltyard.day.event import remaining_seconds
    from tiltyard.text.facts import round_text
    from tiltyard.views.round import state_of_round

    round_ = event.current
    if round_ is None:
        return
    state = state_of_round(event, round_)
    waiting = sum(1 for game in round_.games.values() if game.is_open)
    at.answer(round=round_.id, round_state=state, open_tables=waiting)
    parts = [f"{round_text(event, round_.id).capitalize()}: {state.replace('_', ' ')}"]
    if waiting:
        parts.append(f"{waiting} table{'s' * (waiting != 1)} open")
    left = remaining_seconds(round_.timer, at.desk.clock.now()) if round_.began else None
    if waiting and left is not None:
        at.answer(seconds_left=left)
    if waiting and left is not None and round_.timer.called is None:
        parts.append(f"{minutes_text(left)} left")
    at.say(", ".join(parts))


def minutes_text(seconds: int) -> str:
    """Return a time as a clock shows it."""
    return f"{seconds // 60}:{seconds % 60:02}"


def _say_reminders(at: Sitting, event: Event, found: tuple[Reminder, ...]) -> None:
    from tiltyard.text.reminders import reminder_sentence

    told: list[dict[str, Any]] = []
    for one in found:
        text = reminder_sentence(one, event.people, event)
        told.append({"urgency": one.urgency, "code": one.code, "clause": one.clause, "text": text})
        at.say(f"{one.urgency}: {text} ({one.clause})")
    at.answer(reminders=told)


def _minded(event: Event, rules: Ruleset, audience: str | None, *, whole: bool) -> list[Guidance]:
    """Return the sentences of the moment; while results come in, others still play."""
    from tiltyard.day.reminders import guidance, moment_of

    moment = moment_of(event)
    said = [*guidance(rules, moment), *(guidance(rules, "running") if moment == "result" else ())]
    if audience is not None:
        return [one for one in said if one.audience in {audience, "everybody"}]
    return [one for one in said if whole or one.audience in _AT_THE_DESK]


def _say_guidance(at: Sitting, said: list[Guidance], *, whole: bool) -> None:
    at.answer(
        guidance=[
            {"audience": one.audience, "text": one.text, "clause": one.clause} for one in said
        ]
    )
    for one in said if whole else said[:MOST]:
        at.say(f"mind ({one.audience}): {one.text} ({one.clause})")
    if not whole and len(said) > MOST:
        at.say(f"... {len(said) - MOST} more to mind: --guidance")


COMMANDS = {"show": show}
