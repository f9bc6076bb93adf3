"""Where an event stands, on one page: plan, seed, round, staff, what is next, what to mind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args

import click

from tiltyard.cli.amounts import counted
from tiltyard.cli.event_lists import say_conversions
from tiltyard.cli.event_reading import line_of
from tiltyard.cli.session import Sitting, as_option, reading
from tiltyard.engine.ruleset import Audience
from tiltyard.text.language import ruleset_text, spoken_by
from tiltyard.text.say import say, word

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
    staff = [
        (event.people[appointment.person], appointment.role, appointment.on_duty)
        for appointment in event.staff
    ]
    line = line_of(event)
    at.answer(
        **line,
        swiss_rounds=event.swiss_rounds,
        cut=event.cut,
        cut_points=event.cut_points,
        language=spoken_by(event),
        staff=[{"name": name, "role": role, "on_duty": duty} for name, role, duty in staff],
    )
    day = line["date"] or say("terminal.no-date")
    at.say(f"{line['name']} ({event.id}), {line['ruleset']}, {day}: {word(line['phase'])}")
    players = counted(line["players"], "player")
    version = event.version
    at.say(say("terminal.event-plan", players=players, plan=_plan(event), version=version))
    say_house_rules(at)
    _say_changes_of_the_plan(at, event)
    _say_seed(at, event)
    for name, role, duty in staff:
        on_post = f"{word(role)}: {name}"
        off = say("terminal.role-off-duty", role=word(role), name=name)
        at.say(f"  {on_post if duty else off}")
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
        structure = event.details.structure
        named = word(structure) if structure else say("terminal.no-structure")
        return say("terminal.plan-open", structure=named)
    after = event.details.swiss_after_cut
    plan = f"{counted(rounds, 'swiss-round')}, {_cut(event)}"
    if not (event.has_cut and after):
        return plan
    return say("terminal.plan-and-more", plan=plan, more=counted(after, "more-swiss-round"))


def _cut(event: Event) -> str:
    if event.cut_points:
        return say("terminal.cut-at", points=counted(event.cut_points, "tournament-point"))
    if event.has_cut:
        return say("terminal.cut-to-the-top", cut=event.planned_cut)
    return say("terminal.no-cut")


def _say_changes_of_the_plan(at: Sitting, event: Event) -> None:
    """Say what was announced before the start and is played otherwise."""
    from tiltyard.text.announcements import rounds_and_any_cut

    for plan_change in event.plan_changes:
        before, after = (
            rounds_and_any_cut(plan.swiss_rounds or 0, plan.cut)
            for plan in (plan_change.before, plan_change.after)
        )
        by, reason = event.people.get(plan_change.by, plan_change.by), plan_change.reason
        at.say(say("terminal.plan-changed", before=before, after=after, by=by, reason=reason))


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
        at.say(say("terminal.house-rule", text=text, clause=rule.clause))


def _say_seed(at: Sitting, event: Event) -> None:
    """Show what the desk has committed itself to, and the seed once it is public."""
    at.answer(commitment=event.commitment)
    if event.commitment:
        at.say(say("terminal.seed-hash", hash=event.commitment))
    if event.seed_public and event.seed:
        at.answer(seed=event.seed)
        at.say(say("terminal.the-seed", seed=event.seed))


def _say_winners(at: Sitting, event: Event) -> None:
    from tiltyard.views.event import EventVersion
    from tiltyard.views.standings import standings_after

    version = EventVersion(event, at.rules, at.ruleset)
    table = standings_after(version, event.people, None)
    first = [row.name for row in table.first] if event.rounds else []
    at.answer(
        champion=first,
        prizes=[
            {"title": prize.title, "recipient": prize.recipient, "for": prize.criterion}
            for prize in event.prizes
        ],
    )
    if first:
        at.say(say("terminal.champion", names=", ".join(first)))
    for prize in event.prizes:
        code = "terminal.prize-for" if prize.criterion else "terminal.prize"
        name = event.people.get(prize.recipient, prize.recipient)
        at.say(say(code, title=prize.title, name=name, criterion=prize.criterion))


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
    parts = [f"{capitalized(round_text(event, round_.id))}: {word(state)}"]
    if waiting:
        parts.append(counted(waiting, "open-table"))
    left = remaining_seconds(round_.timer, at.desk.clock.now()) if round_.began else None
    if waiting and left is not None:
        at.answer(seconds_left=left)
    if waiting and left is not None and round_.timer.called is None:
        parts.append(say("terminal.time-left", time=minutes_text(left)))
    at.say(", ".join(parts))


def capitalized(text: str) -> str:
    """Return a text with a capital; the rest of it stays as it is."""
    return text[:1].upper() + text[1:]


def minutes_text(seconds: int) -> str:
    """Return a time as a clock shows it."""
    return f"{seconds // 60}:{seconds % 60:02}"


def _say_reminders(at: Sitting, event: Event, found: tuple[Reminder, ...]) -> None:
    from tiltyard.text.reminders import reminder_sentence

    told: list[dict[str, Any]] = []
    for reminder in found:
        text = reminder_sentence(reminder, event.people, event)
        told.append(
            {
                "urgency": reminder.urgency,
                "code": reminder.code,
                "clause": reminder.clause,
                "text": text,
            }
        )
        urgency = say(f"terminal.urgency-{reminder.urgency}")
        at.say(f"{urgency}: {text} ({reminder.clause})")
    at.answer(reminders=told)


def _minded(event: Event, rules: Ruleset, audience: str | None, *, whole: bool) -> list[Guidance]:
    """Return the sentences of the moment; while results come in, others still play."""
    from tiltyard.day.reminders import guidance, moment_of

    moment = moment_of(event)
    said = [*guidance(rules, moment), *(guidance(rules, "running") if moment == "result" else ())]
    if audience is not None:
        return [
            instruction for instruction in said if instruction.audience in {audience, "everybody"}
        ]
    return [instruction for instruction in said if whole or instruction.audience in _AT_THE_DESK]


def _say_guidance(at: Sitting, said: list[Guidance], *, whole: bool) -> None:
    at.answer(
        guidance=[
            {
                "audience": instruction.audience,
                "text": instruction.text,
                "clause": instruction.clause,
            }
            for instruction in said
        ]
    )
    for instruction in said if whole else said[:MOST]:
        audience = say(f"terminal.audience-{instruction.audience}")
        text = ruleset_text(instruction.text)
        at.say(say("terminal.mind", audience=audience, text=text, clause=instruction.clause))
    if not whole and len(said) > MOST:
        at.say(say("terminal.more-to-mind", num=len(said) - MOST))


COMMANDS = {"show": show}
