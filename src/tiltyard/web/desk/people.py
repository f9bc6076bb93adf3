"""The players: who takes part, entered one by one or as a list, changed and taken off again."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tiltyard.core.decide.confirmation import NeedsConfirmation
from tiltyard.core.decide.players import RegisterPlayer
from tiltyard.core.errors import Refused, Unreadable
from tiltyard.core.rosters.at_the_event import lists_required
from tiltyard.core.who_reads import may_read_told
from tiltyard.formats.foreign.column_words import column_text
from tiltyard.formats.foreign.encoding import decoded
from tiltyard.formats.foreign.words import place_text, remark_text
from tiltyard.web.account.player_seats import phones_open
from tiltyard.web.desk.frame import desk_page, may
from tiltyard.web.desk.list_stands import list_stands
from tiltyard.web.desk.name_lists import NameList, read_names, same_name
from tiltyard.web.desk.pictures import picture_of
from tiltyard.words.language import speaking
from tiltyard.words.refusals import fix_text, refusal_text
from tiltyard.words.say import wording

if TYPE_CHECKING:
    from tiltyard.core.state.event import Entrant
    from tiltyard.web.asked import Asked, Reply
    from tiltyard.web.desk.name_lists import Line
    from tiltyard.web.event_view import EventView

LARGEST_LIST = 1024 * 1024
_ACTS = (
    "register-player",
    "change-player",
    "withdraw-registration",
    "join-as-spare",
    "release-spare",
    "choose-shown-name",
)


@dataclass(frozen=True, slots=True)
class NotRegistered:
    """A line of a list that was refused, and why; `confirm` if it only has to be meant."""

    line: Line
    message: str
    fix: str
    clause: str
    confirm: tuple[str, ...] = ()


def people_page(asked: Asked) -> Reply:
    """Show everybody who takes part."""
    return _page(asked)


def enter_list(asked: Asked) -> Reply:
    """Show what a list would register; with `step` "register" register what was chosen of it."""
    with speaking(asked.visitor.language):
        text = _list_of(asked)
        names = read_names(text, _known(asked.view))
        if asked.form.text("step") == "register":
            return _register(asked, names)
        return _page(
            asked,
            preview=names,
            pasted=text,
            form_key=secrets.token_hex(12),
            columns=[(one.heading, column_text(one)) for one in names.columns],
            remarks=[(place_text(one.where), remark_text(one)) for one in names.remarks],
        )


def _list_of(asked: Asked) -> str:
    """Return the list that was pasted, or the file that was sent."""
    pasted = asked.form.text("names")
    sent = asked.form.file(LARGEST_LIST)
    if sent is None or pasted.strip():
        return pasted
    try:
        return decoded(sent[1])[0]
    except Unreadable as no:
        raise Refused("names-file-unreadable", field="file", why=no) from no


def _register(asked: Asked, names: NameList) -> Reply:
    """Register the chosen lines, each under its own key: sent twice, they count once."""
    key = asked.form.text("key") or secrets.token_hex(12)
    chosen = frozenset(asked.form.every("line"))
    wanted = [line for line in names.lines if str(line.place) in chosen]
    wanted.sort(key=lambda line: line.number is None)  # whoever has a number keeps it
    refused: list[NotRegistered] = []
    with speaking(asked.visitor.language):
        for line in wanted:
            try:
                command = _command(line, names)
                asked.site.do(
                    asked.view.event.id,
                    asked.me,
                    command,
                    key=f"{key[:80]}-{line.place}",
                    confirmed=asked.confirmed,
                )
            except Refused as no:
                refused.append(_not_registered(line, no))
        done = len(wanted) - len(refused)
        said = wording("desk.players-are-registered", done)
        if done:
            asked.flash(said.format(num=done))
    if not refused:
        return asked.redirect(f"/e/{asked.view.event.id}/desk/people")
    del asked.view  # it was read before the list was entered
    return _page(asked, refused_lines=refused, pasted=_list_of(asked), form_key=key)


def _not_registered(line: Line, no: Refused) -> NotRegistered:
    codes = no.codes if isinstance(no, NeedsConfirmation) else ()
    return NotRegistered(line, refusal_text(no), fix_text(no), no.clause or "", codes)


def _command(line: Line, names: NameList) -> RegisterPlayer:
    return RegisterPlayer(
        name=line.name,
        number=line.number,
        faction=line.faction,
        affiliations=line.affiliations,
        total=line.total,
        table=line.table,
        notes=dict(names.notes.get(line.place, ())),
    )


def _page(asked: Asked, **values: Any) -> Reply:
    view = asked.view
    event = view.event
    entrants = [one for one in event.entrants.values() if not one.spare]
    players = sorted(
        (view.as_told(asked.me, one) for one in entrants), key=lambda one: one.number or 0
    )
    shown = {"preview": None, "pasted": "", "refused_lines": [], "form_key": "", **values}
    return desk_page(
        asked,
        "desk/people.html",
        players=players,
        edit=asked.query.text("edit"),
        spares=[one for one in event.entrants.values() if one.spare],
        helpers=_free_people(view),
        namesakes=_namesakes(players),
        reads_told={
            one.id for one in players if may_read_told(event, view.rules, asked.me, one.id)
        },
        may_do={act: may(asked, act) for act in _ACTS},
        lists_needed=lists_required(event, view.rules),
        list_stands=list_stands(asked, players),
        phones_open=phones_open(asked),
        self_registration=event.phase in {"registration", "check_in"},
        register_address=f"{asked.site.settings.address}/e/{event.id}/register",
        register_picture=picture_of(f"{asked.site.settings.address}/e/{event.id}/register"),
        **shown,
    )


def _known(view: EventView) -> list[str]:
    return [one.name for one in view.event.entrants.values()]


def _free_people(view: EventView) -> list[tuple[str, str]]:
    """Return who is known and does not take part: a leader who plays keeps their own id."""
    event = view.event
    return [(person, name) for person, name in event.people.items() if person not in event.entrants]


def _namesakes(players: list[Entrant]) -> frozenset[str]:
    """Return the players who share their name with somebody."""
    by_name: dict[str, list[Entrant]] = {}
    for one in players:
        by_name.setdefault(same_name(one.name), []).append(one)
    return frozenset(one.id for many in by_name.values() if len(many) > 1 for one in many)
