"""Setting up an event: choose the game, see its plan, decide the rest; its details later."""

from __future__ import annotations

import locale
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from datetime import date
from functools import partial
from hashlib import sha256
from itertools import count
from typing import TYPE_CHECKING

from tiltyard.day.context import NeedsConfirmation
from tiltyard.day.facts import Details
from tiltyard.day.plan import is_of_the_plan
from tiltyard.day.roles import tier_of
from tiltyard.day.setup import INFORMATION, ChangeInformation, DescribeEvent, require_time
from tiltyard.engine import flow
from tiltyard.engine.errors import Refused
from tiltyard.engine.options import settled
from tiltyard.engine.plain_text import slug
from tiltyard.formats.pasted_names import read_names
from tiltyard.rulesets.loader import load_all
from tiltyard.service.desk import ORGANIZER
from tiltyard.service.several_acts import announced_with, do_each
from tiltyard.store import codec
from tiltyard.text.facts import fact_text
from tiltyard.text.language import LANGUAGES, speaking, spoken_by
from tiltyard.text.refusals import refusal_text
from tiltyard.text.say import say, wording
from tiltyard.web.errors import NotFound
from tiltyard.web.forms.act_routes import recorded_text
from tiltyard.web.forms.commands import whole
from tiltyard.web.pages.desk.frame import desk_page, examples_of, may
from tiltyard.web.pages.desk.option_form import OPTION, option_groups, option_text, options_typed
from tiltyard.web.pages.desk.people_page import registration_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.engine.errors import TiltyardError
    from tiltyard.engine.ruleset import Ruleset
    from tiltyard.engine.structure import Announced
    from tiltyard.engine.tournament import Region
    from tiltyard.formats.pasted_names import NameList
    from tiltyard.service.desk import Done
    from tiltyard.web.request import Asked, Form, Reply


# ------------------------------------------------------------------------------
# How many rounds, and which cut: what the document gives a field, and where that changes.

USUAL_PLAYERS = 8
MOST_PLAYERS = 100_000
_SHOWN = 128
"""Up to this many players the plan is shown, and further for larger fields."""


@dataclass(frozen=True, slots=True)
class PlanCell:
    """What one structure gives one number of players, or why it gives nothing."""

    structure: str | None
    plan: Announced | None
    refused: Refused | None = None


@dataclass(frozen=True, slots=True)
class PlanRow:
    """Fields of these sizes, the last without an upper end, and what every structure gives them."""

    least: int
    most: int | None
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
    """Return the plan for every size of the field, a row wherever it changes (AMB-020)."""
    structure = document.structure
    if structure.kind == "formats":
        return ()
    names: list[str | None] = [name for name in structures_of(document) if name != "custom"]
    if structure.kind != "tables":
        names = [None]
    sizes = _changing_sizes(document, players)
    rows: list[PlanRow] = []
    for least, following in zip(sizes, (*sizes[1:], None), strict=True):
        cells = tuple(_cell(document, least, name) for name in names)
        most = None if following is None else following - 1
        if rows and _same(rows[-1].cells, cells):
            rows[-1] = replace(rows[-1], most=most)
        else:
            rows.append(PlanRow(least, most, expected=False, cells=cells))
    return tuple(replace(row, expected=_is_in(row, players)) for row in rows)


def _changing_sizes(document: Ruleset, players: int) -> list[int]:
    """Return the numbers of players at which rounds or cut may change, in order."""
    structure = document.structure
    if structure.kind == "fixed":
        return [2]
    if structure.kind == "tables":
        rows = (*structure.basic, *structure.advanced)
        ends = {row.most + 1 for row in rows if row.most is not None}
        return sorted({2, *(row.least for row in rows), *ends} - {0, 1})
    doubled = {2**power + 1 for power in range(1, (max(players, _SHOWN) - 1).bit_length() + 1)}
    return sorted({2, *doubled, *(cut.least for cut in structure.suggested_cuts)} - {0, 1})


def _same(cells: tuple[PlanCell, ...], others: tuple[PlanCell, ...]) -> bool:
    """Whether two sizes of the field are given the same rounds and cut."""
    return [_said(cell) for cell in cells] == [_said(cell) for cell in others]


def _said(cell: PlanCell) -> object:
    return cell.plan if cell.refused is None else cell.refused.code


def _is_in(row: PlanRow, players: int) -> bool:
    return row.least <= players and (row.most is None or players <= row.most)


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

_OTHERS = {"players", "organizer", "language", "reason", "starts", "names"}
_TEXTS = ("name", "tier", "venue", "contact", "play_area", "special_scenario", "notes")


def typed_in(form: Form) -> dict[str, str]:
    """Return what was typed, so that a form that was refused is shown as it was sent."""
    known = {field.name for field in fields(Details)} | _OTHERS
    return {name: form.every(name)[-1] for name in form if name in known or name.startswith(OPTION)}


def typed_for(details: Details, document: Ruleset) -> dict[str, str]:
    """Return details as they are typed."""
    typed = {
        field.name: _shown(getattr(details, field.name))
        for field in fields(details)
        if field.name not in {"ruleset", "options"}
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
        options=options_typed(form, document),
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


# ------------------------------------------------------------------------------
# Setting up an event: choose the game, see its plan, decide the rest, and begin.

_LONGEST_ID = 48


def new_page(asked: Asked) -> Reply:
    """Show the games, or the form of the game that was chosen, or that of another event again."""
    if asked.query.text("copy"):
        return _copy_page(asked, asked.query.text("copy"))
    chosen = asked.query.text("ruleset")
    if not chosen:
        made = asked.site.library.readable()
        return asked.page("desk/choose_game.html", rulesets=load_all(), made=made)
    document = asked.site.desk.document(chosen)
    players = expected_players(asked.query)
    typed = {
        "tier": document.tiers[0].id,
        "days": "1",
        "language": asked.visitor.language,
        **_today_by(asked),
        **first_guess(document, players),
        **typed_in(asked.query),
    }
    return form_page(asked, document, players, typed)


def _copy_page(asked: Asked, name: str) -> Reply:
    """Show the form filled in as another event of this visitor's staff; players stay there."""
    missing = NotFound("no-event-to-copy")
    try:
        view = asked.site.view(name)
    except Refused:
        raise missing from None
    event = view.event
    person = asked.visitor.person(event)
    if person is None or not view.is_staff(person):
        raise missing
    typed = {
        **typed_for(event.details, view.document),
        "starts": event.starts,
        "language": spoken_by(event),
        **_today_by(asked),
    }
    return form_page(asked, view.document, event.player_count or USUAL_PLAYERS, typed)


def _today_by(asked: Asked) -> dict[str, str]:
    """Return what every new event begins with: today, here, by whoever is signed in."""
    return {
        "region": region_of(asked.headers.get("accept-language", ""), locale.getlocale()[0] or ""),
        "date": asked.site.desk.clock.now().astimezone().date().isoformat(),
        "organizer": asked.visitor.account.name if asked.visitor.account else "",
    }


_COUNTRY = re.compile(r"[a-z]{2,3}(?:[-_][A-Z][a-z]{3})?[-_]([A-Z]{2})\b")
_NORTH_AMERICA = frozenset({"CA", "MX", "US"})


def region_of(*locales: str) -> Region:
    """Return the region of the first locale that names a country: the browser's, the computer's."""
    for text in locales:
        country = _COUNTRY.match(text)
        if country is not None:
            return "north_america" if country[1] in _NORTH_AMERICA else "elsewhere"
    return "north_america"


def create(asked: Asked) -> Reply:
    """Set the event up, or show the form again as it was typed, with what is wrong."""
    form = asked.form
    document = asked.site.desk.document(form.text("ruleset"))
    players = expected_players(form)
    typed = typed_in(form)
    if "show" in form:
        return form_page(asked, document, players, typed)
    try:
        with speaking(asked.visitor.language):
            details = details_of(form, document)
            names = _pasted(form, document)
        starts = require_time(form.text("starts"))
        done = _created(asked, details)
    except Refused as no:
        return form_page(asked, document, players, typed, no)
    if starts and not done.repeated:
        asked.site.do(done.event.id, ORGANIZER, ChangeInformation(starts=starts))
    event, account = done.event.id, asked.visitor.account
    if account is not None and not (done.repeated and _has_moved_on(done)):
        asked.site.keyring.give_seat(account.id, event, ORGANIZER)
    asked.site.publisher.touch(event)
    with speaking(asked.visitor.language):
        if names.lines:
            asked.flash(say("desk.the-event-is-set-up-and-announced"))
            _announce_with(asked, event, names)
        else:
            asked.flash(say("desk.the-event-is-set-up"))
    return asked.redirect(f"/e/{event}/desk")


def _pasted(form: Form, document: Ruleset) -> NameList:
    """Return the players a new event begins with, or refuse lines that have to be looked at."""
    names = read_names(form.text("names"), rules=document)
    if names.unread:
        line = names.unread[0]
        raise Refused("line-names-nobody", field="names", line=line.place, text=line.text)
    twice = next((line for line in names.lines if line.place in names.twice), None)
    if twice is not None:
        raise Refused("name-pasted-twice", field="names", name=twice.name)
    return names


def _announce_with(asked: Asked, event: str, names: NameList) -> None:
    """Announce a new event and register its players, each as an act of its own."""
    lines = sorted(names.lines, key=lambda line: line.number is None)
    commands = [registration_of(line, names) for line in lines]
    several = do_each(announced_with(commands), asked.doing(event, ORGANIZER))
    registered = len(lines) - len(several.refused)
    asked.flash(wording("desk.players-are-registered", registered).format(num=registered))
    for no in several.refused:
        asked.flash(refusal_text(no))


def form_page(
    asked: Asked,
    document: Ruleset,
    players: int,
    typed: Mapping[str, str],
    refused: TiltyardError | None = None,
) -> Reply:
    """Answer with the form of a new event."""
    with speaking(asked.visitor.language):
        groups = option_groups(document, typed)
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
        option_groups=groups,
        information=(),
        speech=list(LANGUAGES.items()),
        examples=examples_of(asked, document),
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
        for recorded in done.facts:
            asked.flash(recorded_text(partial(fact_text, recorded.fact, done.event)))
    return asked.redirect(f"/e/{event.id}/desk")


def _require_unchanged(asked: Asked) -> None:
    """Refuse a form that was filled in over details which have changed since; a retry is none."""
    event, shown = asked.view.event, asked.form.text("shown")
    if not shown or shown == _digest(event.details):
        return
    mine = (asked.me, asked.form.text("key"))
    if not any(
        (recorded.actor, recorded.key) == mine for recorded in asked.site.desk.log(event.id)
    ):
        raise Refused("details-changed-since-page-opened")


def _digest(details: Details) -> str:
    return sha256(codec.fingerprint_bytes(DescribeEvent(details))).hexdigest()[:16]


def _plan_clause(rules: Ruleset) -> str:
    """Return the rule by which the plan is announced before the start."""
    found = [item.stands_by for item in rules.announcements if is_of_the_plan(item)]
    return found[-1] if found else rules.structure.clause


def _form(asked: Asked, typed: Mapping[str, str], refused: TiltyardError | None = None) -> Reply:
    view = asked.view
    count = sum(1 for entrant in view.event.entrants.values() if not entrant.spare)
    players = expected_players(asked.form, max(2, count or USUAL_PLAYERS))
    with speaking(asked.visitor.language):
        groups = option_groups(view.document, typed)
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
        option_groups=groups,
        changeable=may(asked, "describe-event"),
        may_inform=may(asked, "change-information"),
        information=INFORMATION,
        may_change_plan=may(asked, "change-plan"),
        may_copy=asked.visitor.may_create,
        may_delete=may(asked, "delete-event"),
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
