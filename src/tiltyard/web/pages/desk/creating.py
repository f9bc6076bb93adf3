"""Setting up an event: choose the game, see its plan, decide the rest; its details later."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import date
from functools import partial
from hashlib import sha256
from itertools import count
from typing import TYPE_CHECKING

from tiltyard.day.context import NeedsConfirmation
from tiltyard.day.facts import Details
from tiltyard.day.plan import is_of_the_plan
from tiltyard.day.roles import tier_of
from tiltyard.day.setup import DescribeEvent
from tiltyard.engine import flow
from tiltyard.engine.drawing import pool_on
from tiltyard.engine.errors import Refused
from tiltyard.engine.options import LISTS, NONE, UNTIMED, settled, typed_value
from tiltyard.engine.plain_text import slug
from tiltyard.rulesets.loader import load, load_all
from tiltyard.service.desk import ORGANIZER
from tiltyard.store import codec
from tiltyard.text.announcements import card_names, choice_title
from tiltyard.text.facts import fact_text
from tiltyard.text.language import LANGUAGES, speaking, spoken_by
from tiltyard.text.say import say
from tiltyard.web.forms.act_routes import recorded_text
from tiltyard.web.forms.commands import whole
from tiltyard.web.pages.desk.frame import desk_page, may

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.engine.errors import TiltyardError
    from tiltyard.engine.ruleset import Option, Ruleset
    from tiltyard.engine.structure import Announced
    from tiltyard.service.desk import Done
    from tiltyard.web.request import Asked, Form, Reply


# ------------------------------------------------------------------------------
# How many rounds, and which cut: what the document gives a field, and its neighbours.

NEAR = 2
USUAL_PLAYERS = 8
MOST_PLAYERS = 100_000


@dataclass(frozen=True, slots=True)
class PlanCell:
    """What one structure gives one number of players, or why it gives nothing."""

    structure: str | None
    plan: Announced | None
    refused: Refused | None = None


@dataclass(frozen=True, slots=True)
class PlanRow:
    """A number of players and what every structure gives it."""

    players: int
    expected: bool
    cells: tuple[PlanCell, ...]


def structures_of(document: Ruleset) -> tuple[str, ...]:
    """Return the structures an organizer may choose from."""
    structure = document.structure
    if structure.kind != "tables":
        return ("custom",)
    tables = (("basic", structure.basic), ("advanced", structure.advanced))
    return (*(name for name, rows in tables if rows), "custom")


def plan_rows(document: Ruleset, players: int) -> tuple[PlanRow, ...]:
    """Return the plan for a number of players and for those around it (AMB-020)."""
    if document.structure.kind == "formats":
        return ()
    by_table = document.structure.kind == "tables"
    names = [one for one in structures_of(document) if one != "custom"] if by_table else [None]
    return tuple(
        PlanRow(count, count == players, tuple(_cell(document, count, name) for name in names))
        for count in range(max(2, players - NEAR), players + NEAR + 1)
    )


def _cell(document: Ruleset, players: int, structure: str | None) -> PlanCell:
    try:
        return PlanCell(structure, flow.plan(document, players, structure))
    except Refused as no:
        return PlanCell(structure, None, no)


def first_guess(document: Ruleset, players: int) -> dict[str, str]:
    """Return what a new event of this size begins with; the organizer changes what is wrong."""
    kind = document.structure.kind
    if kind == "formats":
        return {"points_limit": str(document.structure.formats[0].points)}
    own = _cell(document, players, "basic" if kind == "tables" else None)
    if kind == "tables":
        outside = {"structure": "custom", "swiss_rounds": str(document.structure.outside_rounds)}
        return {"structure": "basic"} if own.plan is not None else outside
    if own.plan is None:
        return {}
    rounds = {} if kind == "fixed" else {"swiss_rounds": str(own.plan.rounds)}
    return {**rounds, "cut": str(own.plan.cut or "")}


def minutes_of(document: Ruleset) -> tuple[int, ...]:
    """Return the usual lengths of the Swiss rounds."""
    found = settled(document, "clock.swiss")
    return found if isinstance(found, tuple) else ()


# ------------------------------------------------------------------------------
# The form of an event: what was typed becomes details, details become what is shown again.

OPTION = "option."
_TEXTS = ("name", "tier", "venue", "contact", "play_area", "special_scenario", "notes")


@dataclass(frozen=True, slots=True)
class OptionField:
    """One thing the organizer may decide: what the document says, and what was typed."""

    name: str
    option: Option
    usual: str
    typed: str
    choices: tuple[str, ...]

    @property
    def is_list(self) -> bool:
        """Whether several values may be typed."""
        return self.option.type in LISTS

    def title(self, value: str) -> str:
        """Return what a choice is called."""
        return choice_title(value)


def typed_in(form: Form) -> dict[str, str]:
    """Return what was typed, so that a form that was refused is shown as it was sent."""
    known = {one.name for one in fields(Details)} | {"players", "organizer", "language", "reason"}
    return {name: form.every(name)[-1] for name in form if name in known or name.startswith(OPTION)}


def typed_for(details: Details, document: Ruleset) -> dict[str, str]:
    """Return details as they are typed."""
    typed = {
        one.name: _shown(getattr(details, one.name))
        for one in fields(details)
        if one.name not in {"ruleset", "options"}
    }
    options = {
        f"{OPTION}{name}": option_text(document.options[name], value)
        for name, value in details.options.items()
    }
    return {**typed, **options}


def _shown(value: object) -> str:
    if value is None:
        return ""
    return ("1" if value else "") if isinstance(value, bool) else str(value)


def option_fields(document: Ruleset, typed: Mapping[str, str]) -> tuple[OptionField, ...]:
    """Return every option of a ruleset as a field."""
    return tuple(
        OptionField(
            name,
            option,
            _usual(document, name, option, typed.get("date", "")),
            typed.get(f"{OPTION}{name}", ""),
            ("true", "false") if option.type == "flag" else option.choices,
        )
        for name, option in document.options.items()
    )


def _usual(document: Ruleset, name: str, option: Option, day: str) -> str:
    """Return the document's own value as it is typed; of cards, those of the season."""
    kind = option.sets.split(".")[1]
    if option.type != "cards" or kind not in document.draws:
        return option_text(option, settled(document, name))
    try:
        known = date.fromisoformat(day.strip())
    except ValueError:
        known = None
    return card_names(pool_on(document.draws[kind], known)[0].cards)


def option_text(option: Option, value: object) -> str:
    """Return the value of an option as it is typed; an empty list is a word, as people say it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple) and option.type == "cards":
        return card_names(value) or NONE
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value)) or (UNTIMED if option.type == "minutes" else NONE)
    return str(value)


def option_value(option: Option, text: str) -> object:
    """Return what was typed, in the language that is spoken, as the value an option takes."""
    empty = {say("common.untimed"): UNTIMED, say("common.none"): NONE}
    return typed_value(option, empty.get(text.strip(), text))


def details_of(form: Form, document: Ruleset) -> Details:
    """Return the details a form asks for, typed in the language that is spoken."""
    structure = form.text("structure") or None
    if structure not in {None, "basic", "advanced", "custom"}:
        raise Refused("structure-unknown", field="structure", structure=str(structure)[:40])
    by_table = structure in {"basic", "advanced"}
    return Details(
        ruleset=document.name,
        date=_date(form.text("date")),
        structure=structure,  # type: ignore[arg-type]
        swiss_rounds=None if by_table else _optional(form, "swiss_rounds"),
        cut=None if by_table else _optional(form, "cut") or None,
        swiss_after_cut=0 if by_table else _optional(form, "swiss_after_cut") or 0,
        days=_optional(form, "days") or 1,
        points_limit=_optional(form, "points_limit"),
        region="elsewhere" if form.text("region") == "elsewhere" else "north_america",
        official=_ticked(form, "official"),
        outline=_ticked(form, "outline"),
        options=_options(form, document),
        **{name: form.text(name) for name in _TEXTS},
    )


def _date(text: str) -> date:
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        raise Refused("date-cannot-read", field="date") from None


def _optional(form: Form, name: str) -> int | None:
    text = form.text(name).strip()
    return whole(name, text) if text else None


def _ticked(form: Form, name: str) -> bool:
    return form.text(name) in {"1", "on", "yes"}


def _options(form: Form, document: Ruleset) -> dict[str, object]:
    """Return the options that differ from the document: one that says the same is left out."""
    given: dict[str, object] = {}
    for name, option in document.options.items():
        text = form.text(f"{OPTION}{name}").strip()
        if text and text != option_text(option, settled(document, name)):
            given[name] = option_value(option, text)
    return given


# ------------------------------------------------------------------------------
# Setting up an event: choose the game, see its plan, decide the rest, and begin.

_LONGEST_ID = 48


def new_page(asked: Asked) -> Reply:
    """Show the games, or the form of the game that was chosen."""
    chosen = asked.query.text("ruleset")
    if not chosen:
        return asked.page("desk/choose_game.html", rulesets=load_all())
    document = load(chosen)
    players = expected_players(asked.query)
    typed = {
        "date": asked.site.desk.clock.now().astimezone().date().isoformat(),
        "tier": document.tiers[0].id,
        "days": "1",
        "organizer": asked.visitor.account.name if asked.visitor.account else "",
        "language": asked.visitor.language,
        **first_guess(document, players),
        **typed_in(asked.query),
    }
    return form_page(asked, document, players, typed)


def create(asked: Asked) -> Reply:
    """Set the event up, or show the form again as it was typed, with what is wrong."""
    form = asked.form
    document = load(form.text("ruleset"))
    players = expected_players(form)
    typed = typed_in(form)
    if "show" in form:
        return form_page(asked, document, players, typed)
    try:
        with speaking(asked.visitor.language):
            details = details_of(form, document)
        done = _created(asked, details)
    except Refused as no:
        return form_page(asked, document, players, typed, no)
    event, account = done.event.id, asked.visitor.account
    if account is not None and not (done.repeated and _has_moved_on(done)):
        asked.site.keyring.give_seat(account.id, event, ORGANIZER)
    asked.site.publisher.touch(event)
    with speaking(asked.visitor.language):
        asked.flash(say("desk.the-event-is-set-up"))
    return asked.redirect(f"/e/{event}/desk")


def form_page(
    asked: Asked,
    document: Ruleset,
    players: int,
    typed: Mapping[str, str],
    refused: TiltyardError | None = None,
) -> Reply:
    """Answer with the form of a new event."""
    return asked.page(
        "desk/new.html",
        status=200 if refused is None else 422,
        document=document,
        players=players,
        typed=typed,
        refused=asked.why_not(refused),
        plan_rows=plan_rows(document, players),
        structures=structures_of(document),
        minutes=minutes_of(document),
        options=option_fields(document, typed),
        speech=list(LANGUAGES.items()),
        form_key=secrets.token_hex(12),
    )


def expected_players(form: Form, otherwise: int = USUAL_PLAYERS) -> int:
    """Return how many players are expected; what is no such number counts as not said."""
    text = form.text("players").strip()
    if not text.isascii() or not text.isdigit():
        return otherwise
    return min(max(2, int(text[:9])), MOST_PLAYERS)


def _has_moved_on(done: Done) -> bool:
    """Whether anything was recorded since the event was set up: the seat may be another's now."""
    return done.event.version != done.facts[-1].number


def _created(asked: Asked, details: Details) -> Done:
    """Create the event under the first id that is free, or was taken by this same form."""
    organizer, key = asked.form.text("organizer"), asked.form.text("key")
    own = asked.own_key(key) if key else None
    said = asked.form.text("language")
    language = said if said in LANGUAGES else asked.visitor.language
    taken = frozenset(asked.site.desk.events())
    for event in ids_for(details.name):
        try:
            return asked.site.create(event, details, organizer, own, language)
        except Refused:
            if event not in taken:
                raise
    raise AssertionError("there is always another number")


def ids_for(name: str) -> Iterator[str]:
    """Yield ids made from a name, the plain one first."""
    stem = slug(name, _LONGEST_ID) or "event"
    yield stem
    for number in count(2):
        yield f"{stem}-{number}"


# ------------------------------------------------------------------------------
# What the event is: shown to its organizer, changed with a reason once it is public.


def details_page(asked: Asked) -> Reply:
    """Show the details as a form."""
    return _form(asked, typed_for(asked.view.event.details, asked.view.document))


def describe(asked: Asked) -> Reply:
    """Change the details, or show the form again with what is wrong."""
    event, form = asked.view.event, asked.form
    if "show" in form:
        return _form(asked, typed_in(form))
    try:
        with speaking(asked.visitor.language):
            details = details_of(form, asked.view.document)
        _require_unchanged(asked)
        command = DescribeEvent(details, form.text("reason"))
        key = form.text("key") or None
        done = asked.site.do(event.id, asked.me, command, key=key, confirmed=asked.confirmed)
    except NeedsConfirmation:
        raise
    except Refused as no:
        return _form(asked, typed_in(form), no)
    with speaking(asked.visitor.language):
        for one in done.facts:
            asked.flash(recorded_text(partial(fact_text, one.fact, done.event)))
    return asked.redirect(f"/e/{event.id}/desk")


def _require_unchanged(asked: Asked) -> None:
    """Refuse a form that was filled in over details which have changed since; a retry is none."""
    event, shown = asked.view.event, asked.form.text("shown")
    if not shown or shown == _digest(event.details):
        return
    mine = (asked.me, asked.form.text("key"))
    if not any((one.actor, one.key) == mine for one in asked.site.desk.log(event.id)):
        raise Refused("details-changed-since-page-opened")


def _digest(details: Details) -> str:
    return sha256(codec.fingerprint_bytes(DescribeEvent(details))).hexdigest()[:16]


def _plan_clause(rules: Ruleset) -> str:
    """Return the rule by which the plan is announced before the start."""
    found = [item.stands_by for item in rules.announcements if is_of_the_plan(item)]
    return found[-1] if found else rules.structure.clause


def _form(asked: Asked, typed: Mapping[str, str], refused: TiltyardError | None = None) -> Reply:
    view = asked.view
    count = sum(1 for one in view.event.entrants.values() if not one.spare)
    players = expected_players(asked.form, max(2, count or USUAL_PLAYERS))
    return desk_page(
        asked,
        "desk/details.html",
        status=200 if refused is None else 422,
        document=view.document,
        players=players,
        typed=typed,
        refused=asked.why_not(refused),
        plan_rows=plan_rows(view.document, players),
        structures=structures_of(view.document),
        minutes=minutes_of(view.document),
        options=option_fields(view.document, typed),
        changeable=may(asked, "describe-event"),
        may_change_plan=may(asked, "change-plan"),
        plan_clause=_plan_clause(view.rules),
        scenarios=_scenarios(asked),
        may_choose_language=may(asked, "choose-language"),
        speech=list(LANGUAGES.items()),
        speaks=spoken_by(view.event),
        shown=asked.form.text("shown") or _digest(view.event.details),
        form_key=secrets.token_hex(12),
    )


def _scenarios(asked: Asked) -> str:
    """Return the clause on special scenarios, to whoever may give them to rounds."""
    view = asked.view
    tier = tier_of(view.event, view.rules)
    able = tier.special_scenarios and may(asked, "set-scenario")
    return tier.special_scenarios_clause if able else ""
