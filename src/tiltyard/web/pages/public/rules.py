"""The rules of one event: what its organizer settled, and what players must know, with clauses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, get_args

from tiltyard.day.reminders import guidance
from tiltyard.day.soft_scores import soft_kinds
from tiltyard.engine.bracket import rounds_of_bracket
from tiltyard.engine.clock import round_length
from tiltyard.engine.ruleset import Moment
from tiltyard.rulesets.loader import load
from tiltyard.service.ruleset_sheet import own_notes, score_sentence
from tiltyard.text.announcements import (
    house_rule_sentence,
    option_subject,
    organizer_choices,
    said_of,
    value_words,
)
from tiltyard.text.language import ruleset_text
from tiltyard.text.say import say
from tiltyard.views.results_table import results_table
from tiltyard.web.pages.public.overview import plan_sentence
from tiltyard.web.pages.public.standings import order_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.service.desk import Desk
    from tiltyard.text.announcements import Said
    from tiltyard.web.event_view import EventView

_READERS = frozenset({"players", "everybody", "spectators"})
_MOMENTS: tuple[Moment, ...] = get_args(Moment)


@dataclass(frozen=True, slots=True)
class Settled:
    """A value with the clause it rests on; `usual` is the document's where it differs."""

    title: str
    value: str
    clause: str
    usual: str = ""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence to know, and where it comes from."""

    text: str
    clause: str


def rules_of_the_event(view: EventView, desk: Desk) -> dict[str, Any]:
    """Return everything that is settled, and everything to know."""
    return {
        "plan": plan_sentence(view),
        "structure": view.rules.structure.clause,
        "tier": next(
            (tier for tier in view.rules.tiers if tier.id == view.event.details.tier), None
        ),
        "clock": tuple(_clock(view)),
        "options": tuple(_options(view)),
        "house_rules": tuple(_house_rules(view)),
        "mats": _mats(view),
        "order": order_of(view),
        "worth": results_table(view.rules),
        "scores": tuple(_scores(view)),
        "notes": own_notes(view.document) if view.document.files else (),
        "based_on": _based_on(view),
        "told": tuple(_told(view)),
        "moments": tuple(_moments(view)),
        "time_called": view.rules.clock.time_called,
        "time_called_clause": view.rules.clock.time_called_clause,
    }


def _based_on(view: EventView) -> str:
    """Return the official document that the ruleset was made from."""
    made_from = view.document.based_on
    document = load(made_from) if made_from else None
    return "" if document is None else f"{document.title} {document.version}"


def _clock(view: EventView) -> Iterator[Settled]:
    rules, event = view.rules, view.event
    rounds = event.swiss_rounds if event.swiss_rounds is not None else event.details.swiss_rounds
    lengths = [round_length(rules, "swiss", number) for number in range(1, (rounds or 1) + 1)]
    if rounds != 0:
        minutes = [_minutes(length.minutes) for length in lengths]
        text = minutes[0] if len(set(minutes)) == 1 else ", ".join(minutes)
        scheduled = rules.structure.kind == "everybody"
        title = say("common.rounds") if scheduled else say("common.swiss-rounds")
        yield Settled(title, text, lengths[0].clause)
    cut = event.planned_cut or 0
    if event.has_cut and not event.details.swiss_after_cut:
        last = max(rounds_of_bracket(rules, cut), 1) if cut else 2
        usual = [round_length(rules, "elimination", number) for number in range(1, last)]
        final = round_length(rules, "elimination", last, final=True)
        if cut > 2:  # two players have a final only (AMB-052)
            each = dict.fromkeys(_minutes(length.minutes) for length in usual)
            yield Settled(say("public.elimination-rounds"), ", ".join(each), usual[0].clause)
        yield Settled(say("common.final"), _minutes(final.minutes), final.clause)
    yield Settled(
        say("public.extension-of-a-table"),
        _minutes(rules.clock.extension_minutes),
        rules.clock.extension_clause,
    )


def _minutes(minutes: int | None) -> str:
    if minutes is None:
        return say("common.untimed")
    return say("common.minutes", minutes=minutes)


def _options(view: EventView) -> Iterator[Settled]:
    """Yield what the document leaves to the organizer, where this one decided otherwise."""
    options = view.event.details.options
    for option, here, usual in organizer_choices(view.document, view.rules, options):
        own, other = value_words(option, here), value_words(option, usual)
        yield Settled(option_subject(option), own, option.clause, other)


def _house_rules(view: EventView) -> Iterator[Sentence]:
    """Yield where the event departs from its document, each with the clause it bends."""
    for rule in view.house_rules:
        yield Sentence(house_rule_sentence(rule), rule.clause)


def _mats(view: EventView) -> Sentence | None:
    """Return whose playmats are used, where the document has a rule about them."""
    policy = view.rules.components.mat_policies.get(view.rules.components.mats)
    return Sentence(ruleset_text(policy.text), policy.clause) if policy is not None else None


def _scores(view: EventView) -> Iterator[Sentence]:
    """Yield what there are points for beside the games: by the ruleset, or as declared here."""
    for score in soft_kinds(view.event, view.rules).values():
        yield Sentence(score_sentence(score), score.clause)


def _told(view: EventView) -> Iterator[Said]:
    event = view.event
    for item in view.rules.announcements:
        if item.when == "always" or item.id in event.announced:
            yield said_of(event, view.rules, view.document, item)


def _moments(view: EventView) -> Iterator[tuple[str, tuple[Sentence, ...]]]:
    titles = _titles()
    for moment in _MOMENTS:
        said = tuple(
            Sentence(ruleset_text(instruction.text), instruction.clause)
            for instruction in guidance(view.rules, moment)
            if instruction.audience in _READERS
        )
        if said:
            yield titles[moment], said


def _titles() -> dict[str, str]:
    return {
        "planning": say("public.before-you-come"),
        "before_start": say("common.before-the-first-round"),
        "round_start": say("public.at-the-start-of-a"),
        "running": say("public.while-you-play"),
        "time_called": say("common.when-time-is-called"),
        "result": say("public.when-the-game-is-over"),
        "between_rounds": say("public.between-rounds"),
        "cut": say("public.at-the-cut"),
        "end": say("public.at-the-end"),
    }
