"""Papers of the leaders: who is on duty, and the log of rulings and penalties."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.day.roles import final_authority, playing_leaders, role_of
from tiltyard.paper.guidance import Fact
from tiltyard.paper.paper import Sheet
from tiltyard.text.facts import match_text, round_text
from tiltyard.text.language import ruleset_text
from tiltyard.text.say import say, word, wording

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.day.event import Appointment, Call, Incident, Trouble
    from tiltyard.engine.tournament import MatchId, PlayerId
    from tiltyard.paper.paper import Wanted
    from tiltyard.paper.view import PaperView


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody of the staff in a role; `more` says what else they are."""

    role: str
    name: str
    on_duty: bool
    more: str


@dataclass(frozen=True, slots=True)
class StaffList:
    """The staff in the order in which they rule, and who has the last word."""

    heads: tuple[str, ...]
    people: tuple[Person, ...]
    said: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of the log: what it is, where, who it concerns, and what was found and done."""

    title: str
    where: str
    said: tuple[Fact, ...]
    open: str = ""


@dataclass(frozen=True, slots=True)
class Chapter:
    """Entries of one kind; `nothing` is said where there are none."""

    title: str
    entries: tuple[Entry, ...]
    nothing: str


@dataclass(frozen=True, slots=True)
class Log:
    """The log of rulings and penalties."""

    warning: str
    chapters: tuple[Chapter, ...]


# -------------------------------------------------------------------------------------- the staff


def staff(view: PaperView, wanted: Wanted) -> Sheet:
    """Return everybody who runs the event, with their duty."""
    people = sorted(view.event.staff, key=lambda appointment: -_rank(view, appointment))
    body = StaffList(
        heads=(say("paper.on-duty"), say("common.role"), say("common.name"), ""),
        people=tuple(_person(view, appointment) for appointment in people),
        said=tuple(_authority(view)),
    )
    return Sheet(say("common.staff"), body)


def _rank(view: PaperView, appointment: Appointment) -> int:
    role = role_of(view.rules, appointment.role)
    return role.ruling if role is not None else 0


def _person(view: PaperView, appointment: Appointment) -> Person:
    role = role_of(view.rules, appointment.role)
    more = []
    if appointment.head:
        more.append(say("common.has-the-last-word"))
    if appointment.person in playing_leaders(view.event, view.rules):
        more.append(say("common.plays"))
    return Person(
        ruleset_text(role.title) if role is not None else word(appointment.role),
        view.name(appointment.person),
        appointment.on_duty,
        ", ".join(more),
    )


def _authority(view: PaperView) -> Iterator[Fact]:
    last = final_authority(view.event, view.rules)
    rules = view.rules.staff
    if last is not None:
        text = say("paper.the-last-word-on-rules", name=view.name(last))
        yield Fact("", text, clause=rules.appeal_clause)
    if rules.overrules:
        documents = ", ".join(ruleset_text(overrule) for overrule in rules.overrules)
        text = wording("paper.where-they-are-in-error")
        yield Fact("", text.format(documents=documents), clause=rules.overrules_clause)
    text = say("paper.only-the-organizer-removes-a")
    yield Fact("", text, clause=rules.removes_clause)


# ---------------------------------------------------------------------------------------- the log


def rulings(view: PaperView, wanted: Wanted) -> Sheet:
    """Return every ruling, incident, component trouble and removal."""
    event = view.event
    body = Log(
        say("paper.for-the-leaders-only"),
        (
            Chapter(
                say("common.rulings"),
                tuple(_call(view, call) for call in event.calls.values()),
                say("paper.no-judge-was-called"),
            ),
            Chapter(
                say("paper.incidents-and-penalties"),
                tuple(_incident(view, incident) for incident in event.incidents.values()),
                say("paper.no-incident-was-noted"),
            ),
            Chapter(
                say("common.components"),
                tuple(_trouble(view, trouble) for trouble in event.troubles.values()),
                say("paper.no-component-was-lost-or"),
            ),
            Chapter(
                say("paper.removed-from-the-event"),
                tuple(_removed(view)),
                say("paper.nobody-was-disqualified"),
            ),
        ),
    )
    return Sheet(say("paper.rulings-and-penalties"), body)


def _where(view: PaperView, match: MatchId | None) -> str:
    if not match:
        return ""
    round_ = round_text(view.in_sentences, match.rpartition(".")[0])
    return f"{round_}, {match_text(view.in_sentences, match)}"


def _call(view: PaperView, call: Call) -> Entry:
    said = [Fact(say("paper.question"), call.topic)]
    if call.first_ruling and call.first_ruling != call.ruling:
        said.append(Fact(say("paper.first-ruling"), call.first_ruling))
    if call.ruling:
        by = say("paper.by", name=view.name(call.ruled_by))
        said.append(Fact(say("common.ruling"), call.ruling, by))
    if call.overrules:
        said.append(Fact(say("paper.overrules"), call.overrules))
    state = {
        "open": say("common.open"),
        "appealed": say("common.appealed"),
        "final": say("common.final-2"),
    }.get(call.state, "")
    return Entry(view.name(call.caller), _where(view, call.match), tuple(said), state)


def _incident(view: PaperView, incident: Incident) -> Entry:
    categories = {category.id: category.title for category in view.rules.conduct.categories}
    title = ruleset_text(categories.get(incident.category, incident.category))
    by = say("common.noted-by", name=view.name(incident.by))
    said = [Fact(say("paper.found"), incident.text, by)]
    if incident.people:
        names = ", ".join(view.name(person) for person in incident.people)
        said.insert(0, Fact(say("paper.concerns"), names))
    if incident.remedy:
        said.append(Fact(say("paper.penalty"), incident.remedy))
    if incident.recommends_disqualification:
        said.append(Fact(say("paper.recommended"), say("paper.disqualification")))
    state = "" if incident.handled else say("common.open")
    return Entry(title, _where(view, incident.match), tuple(said), state)


def _trouble(view: PaperView, trouble: Trouble) -> Entry:
    said = [Fact(say("paper.what"), f"{trouble.component}: {word(trouble.kind)}")]
    for proxy in view.event.proxies:
        if (proxy.player, proxy.card) == (trouble.player, trouble.component):
            by = say("paper.by", name=view.name(proxy.leader))
            said.append(Fact(say("common.proxy"), proxy.information, by))
    if trouble.end is not None:
        said.append(Fact(say("paper.outcome"), word(trouble.end)))
    state = say("common.open") if trouble.end is None else ""
    return Entry(view.name(trouble.player), _where(view, trouble.match), tuple(said), state)


def _removed(view: PaperView) -> Iterator[Entry]:
    for player, reason in view.event.recommendations.items():
        said = (Fact(say("paper.recommended"), reason),)
        yield Entry(view.name(player), "", said, say("common.open"))
    for entrant in view.event.entrants.values():
        if entrant.state == "disqualified":
            yield Entry(view.name(entrant.id), "", tuple(_removal(view, entrant.id)))


def _removal(view: PaperView, player: PlayerId) -> Iterator[Fact]:
    yield Fact(say("common.state"), say("common.disqualified"))
    removal = view.event.removals.get(player)
    if removal is not None and removal.public:
        yield Fact(say("paper.public-text"), removal.public)
    if removal is not None and removal.private:
        yield Fact(say("paper.private-reason"), removal.private)
