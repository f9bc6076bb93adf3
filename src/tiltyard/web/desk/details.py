"""What the event is: shown to its organizer, changed with a reason once it is public."""

from __future__ import annotations

import secrets
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING

from tiltyard.core.announcing import is_of_the_plan
from tiltyard.core.decide.confirmation import NeedsConfirmation
from tiltyard.core.decide.setup import DescribeEvent
from tiltyard.core.errors import Refused
from tiltyard.core.staff import tier_of
from tiltyard.store import codec
from tiltyard.web.acts.recorded import recorded_text
from tiltyard.web.desk.creating import expected_players
from tiltyard.web.desk.event_form import details_of, option_fields, typed_for, typed_in
from tiltyard.web.desk.frame import desk_page, may
from tiltyard.web.desk.plans import USUAL_PLAYERS, minutes_of, plan_rows, structures_of
from tiltyard.words.facts import fact_text
from tiltyard.words.language import LANGUAGES, speaking, spoken_by

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tiltyard.core.errors import TiltyardError
    from tiltyard.core.facts.setup import Details
    from tiltyard.core.ruleset import Ruleset
    from tiltyard.web.asked import Asked, Reply


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
