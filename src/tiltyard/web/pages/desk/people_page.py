"""The players: entered one by one or as a list, changed and taken off again."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from tiltyard.day.context import NeedsConfirmation
from tiltyard.day.list_access import lists_required
from tiltyard.day.people import ANOTHER_PERSON, RegisterPlayer, late_arrivals
from tiltyard.day.visibility import may_read_told
from tiltyard.day.waiting_list import ApproveRegistration, DeclineRegistrations
from tiltyard.engine.errors import Refused, Unreadable
from tiltyard.engine.tournament import PlayerId
from tiltyard.formats.foreign.encoding import decoded
from tiltyard.formats.foreign.foreign_tables import column_text
from tiltyard.formats.foreign.remarks import place_text, remark_text
from tiltyard.formats.pasted_names import read_names, same_name
from tiltyard.service.several_acts import do_each, for_players
from tiltyard.text.language import speaking
from tiltyard.text.refusals import fix_text, refusal_text
from tiltyard.text.say import say, wording
from tiltyard.web.army_lists import list_stands
from tiltyard.web.pages.account.joining import phones_open
from tiltyard.web.pages.desk.frame import desk_page, examples_of, may
from tiltyard.web.pages.desk.links_page import picture_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tiltyard.day.context import Command
    from tiltyard.day.event import Entrant, Waiting
    from tiltyard.formats.pasted_names import NameList, TypedPlayer
    from tiltyard.web.event_view import EventView
    from tiltyard.web.request import Asked, Reply


# ------------------------------------------------------------------------------
# The players: who takes part, entered one by one or as a list, changed and taken off again.

LARGEST_LIST = 1024 * 1024
_ACTS = (
    "register-player",
    "change-player",
    "withdraw-registration",
    "withdraw-registrations",
    "set-door-code",
    "set-approval",
    "approve-registration",
    "decline-registrations",
    "join-as-spare",
    "release-spare",
    "choose-shown-name",
    "note-contact",
)


@dataclass(frozen=True, slots=True)
class NotRegistered:
    """A line of a list that was refused, and why; `confirm` if it only has to be meant."""

    line: TypedPlayer
    message: str
    fix: str
    clause: str
    confirm: tuple[str, ...] = ()


def people_page(asked: Asked) -> Reply:
    """Show everybody who takes part."""
    return _page(asked)


def enter_list(asked: Asked) -> Reply:
    """Register a list, or show what it would register: `step` is "add", "register" or none.

    A list without any doubt is added at once; "register" enters what was ticked of a preview.
    """
    with speaking(asked.visitor.language):
        text = _list_of(asked)
        view, step = asked.view, asked.form.text("step")
        names = read_names(
            text, (entrant.name for entrant in view.event.entrants.values()), view.rules
        )
        if step == "add" and names.is_clear:
            return _register(asked, names, names.lines)
        if step == "register" and asked.form.text("shown") in {"", _digest(text)}:
            chosen = frozenset(asked.form.every("line"))
            ticked = (line for line in names.lines if str(line.place) in chosen)
            return _register(asked, names, ticked)
        return _page(
            asked,
            preview=names,
            pasted=text,
            shown=_digest(text),
            form_key=secrets.token_hex(12),
            columns=[(column.heading, column_text(column)) for column in names.columns],
            remarks=[(place_text(remark.where), remark_text(remark)) for remark in names.remarks],
        )


def do_several(asked: Asked) -> Reply:
    """Do one act for every player who is ticked, and say for whom it was refused."""
    event, act = asked.view.event, asked.form.text("act")
    players = _ticked(asked.form.every("players"))
    several = do_each(for_players(act, players), asked.doing(event.id))
    with speaking(asked.visitor.language):
        if several.done:
            asked.flash(wording(_DONE[act], several.done).format(num=several.done))
        for no in several.refused:
            asked.flash(refusal_text(no), undoable=False)
    return asked.redirect(f"/e/{event.id}/desk/people")


def _ticked(players: Iterable[str]) -> list[PlayerId]:
    """Return who was chosen; a form on which nobody is ticked asks for nothing."""
    chosen = [PlayerId(player) for player in players]
    if not chosen:
        raise Refused("nobody-ticked", field="players")
    return chosen


def decide_waiting(asked: Asked) -> Reply:
    """Approve or decline those who are ticked on the waiting list, or everybody on it."""
    event, form = asked.view.event, asked.form
    everybody = form.text("act") == "approve-all"
    wanted = _ticked(event.waiting if everybody else form.every("players"))
    with speaking(asked.visitor.language):
        if form.text("act") == "decline":
            asked.doing(event.id)(DeclineRegistrations(tuple(wanted)), "decline")
            asked.flash(wording("desk.more-declined", len(wanted)).format(num=len(wanted)))
        else:
            _approve(asked, wanted, meant=not everybody)
    return asked.redirect(f"/e/{event.id}/desk/people")


def _approve(asked: Asked, players: list[PlayerId], *, meant: bool) -> None:
    """Approve each of these; ticking somebody whose name is known says that it is another."""
    confirmed = asked.confirmed | (frozenset({ANOTHER_PERSON}) if meant else frozenset())
    key = asked.form.text("key")[:80] or secrets.token_hex(12)

    def do(command: Command, ending: str) -> None:
        asked.site.do(
            asked.view.event.id, asked.me, command, key=f"{key}-{ending}", confirmed=confirmed
        )

    several = do_each(((player, ApproveRegistration(player)) for player in players), do)
    if several.done:
        asked.flash(wording("desk.more-approved", several.done).format(num=several.done))
    for no in several.refused:
        asked.flash(refusal_text(no), undoable=False)


_SEVERAL = {
    "check-in": "desk.check-in-player",
    "let-in-late": "desk.let-in-late",
    "drop-player": "desk.drop",
    "withdraw-registration": "desk.remove",
}
_DONE = {
    "check-in": "desk.more-checked-in",
    "let-in-late": "desk.more-let-in",
    "drop-player": "desk.more-dropped",
    "withdraw-registration": "desk.more-removed",
}


def _several(asked: Asked, players: list[Entrant]) -> list[tuple[str, str]]:
    """Return what may be done with several players now, with the title of its button."""
    if len(players) < 2:
        return []
    event = asked.view.event
    late = bool(late_arrivals(event, asked.view.rules))
    with speaking(asked.visitor.language):
        return [
            (act, say(title))
            for act, title in _SEVERAL.items()
            if may(asked, act) and (late or act != "let-in-late")
        ]


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


def _digest(text: str) -> str:
    """Return what tells a list that was edited from the one whose preview was shown."""
    return sha256("\n".join(text.split()).encode()).hexdigest()[:16]


def _register(asked: Asked, names: NameList, chosen: Iterable[TypedPlayer]) -> Reply:
    """Register the chosen lines, each under its own key: sent twice, they count once."""
    key = asked.form.text("key") or secrets.token_hex(12)
    wanted = sorted(chosen, key=lambda line: line.number is None)  # whoever has one keeps it
    refused: list[NotRegistered] = []
    with speaking(asked.visitor.language):
        for line in wanted:
            try:
                command = registration_of(line, names)
                asked.site.do(
                    asked.view.event.id,
                    asked.me,
                    command,
                    key=f"{key[:80]}-{line.place}",
                    confirmed=asked.confirmed | _seen(line, names),
                )
            except Refused as no:
                refused.append(_not_registered(line, no))
        done = len(wanted) - len(refused)
        said = wording("desk.players-are-registered", done)
        if done:
            asked.flash(said.format(num=done))
    if not refused:
        return asked.redirect(asked.form.text("next") or f"/e/{asked.view.event.id}/desk/people")
    del asked.view  # it was read before the list was entered
    return _page(asked, refused_lines=refused, pasted=_list_of(asked), form_key=key)


def _seen(line: TypedPlayer, names: NameList) -> frozenset[str]:
    """Return what ticking a line confirms: whoever has a known name was marked, and is another."""
    known = line.place in names.known | names.twice
    return frozenset({ANOTHER_PERSON}) if known else frozenset()


def _not_registered(line: TypedPlayer, no: Refused) -> NotRegistered:
    codes = no.codes if isinstance(no, NeedsConfirmation) else ()
    return NotRegistered(line, refusal_text(no), fix_text(no), no.clause or "", codes)


def registration_of(line: TypedPlayer, names: NameList) -> RegisterPlayer:
    """Return the registration of a line."""
    return RegisterPlayer(
        name=line.name,
        number=line.number,
        faction=line.faction,
        affiliations=line.affiliations,
        total=line.total,
        table=line.table,
        notes=dict(names.notes.get(line.place, ())),
        contact=line.contact,
    )


def _page(asked: Asked, **values: Any) -> Reply:
    view = asked.view
    event = view.event
    entrants = [entrant for entrant in event.entrants.values() if not entrant.spare]
    players = sorted(
        (view.as_told(asked.me, entrant) for entrant in entrants),
        key=lambda entrant: entrant.number or 0,
    )
    stands = list_stands(asked, players)
    shown: dict[str, Any] = {
        "preview": None,
        "pasted": "",
        "shown": "",
        "refused_lines": [],
        "form_key": "",
    }
    return desk_page(
        asked,
        "desk/people.html",
        players=players,
        edit=asked.query.text("edit"),
        spares=[entrant for entrant in event.entrants.values() if entrant.spare],
        helpers=_free_people(view),
        namesakes=_namesakes([*players, *event.waiting.values()]),
        reads_told={
            entrant.id
            for entrant in players
            if may_read_told(event, view.rules, asked.me, entrant.id)
        },
        may_do={act: may(asked, act) for act in _ACTS},
        several=_several(asked, players),
        several_key=secrets.token_hex(12),
        lists_needed=lists_required(event, view.rules),
        lists_shown=lists_required(event, view.rules)
        or any(standpoint.id != "missing" for standpoint in stands.values()),
        list_stands=stands,
        examples=examples_of(asked, view.rules),
        phones_open=phones_open(asked),
        self_registration=event.phase in {"registration", "check_in"},
        register_address=f"{asked.site.settings.address}/e/{event.id}/register",
        register_picture=picture_of(f"{asked.site.settings.address}/e/{event.id}/register"),
        **{**shown, **values},
    )


def _free_people(view: EventView) -> list[tuple[str, str]]:
    """Return who is known and does not take part: a leader who plays keeps their own id."""
    event = view.event
    return [(person, name) for person, name in event.people.items() if person not in event.entrants]


def _namesakes(players: Iterable[Entrant | Waiting]) -> frozenset[str]:
    """Return the players who share their name with somebody."""
    by_name: dict[str, list[Entrant | Waiting]] = {}
    for player in players:
        by_name.setdefault(same_name(player.name), []).append(player)
    return frozenset(player.id for many in by_name.values() if len(many) > 1 for player in many)
