"""Setting up an event: choose the game, see its plan, decide the rest, and begin."""

from __future__ import annotations

import re
import secrets
import unicodedata
from itertools import count
from typing import TYPE_CHECKING

from tiltyard.app.desk import ORGANIZER
from tiltyard.core.errors import Refused
from tiltyard.rulesets.loader import load, load_all
from tiltyard.web.desk.event_form import details_of, option_fields, typed_in
from tiltyard.web.desk.plans import (
    MOST_PLAYERS,
    USUAL_PLAYERS,
    first_guess,
    minutes_of,
    plan_rows,
    structures_of,
)
from tiltyard.words.language import LANGUAGES, speaking
from tiltyard.words.say import say

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tiltyard.app.desk import Done
    from tiltyard.core.errors import TiltyardError
    from tiltyard.core.facts.setup import Details
    from tiltyard.core.ruleset import Ruleset
    from tiltyard.web.asked import Asked, Form, Reply

_NO_LETTER = re.compile(r"[^a-z0-9]+")
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
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    stem = _NO_LETTER.sub("-", plain).strip("-")[:_LONGEST_ID].strip("-") or "event"
    yield stem
    for number in count(2):
        yield f"{stem}-{number}"
