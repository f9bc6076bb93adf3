"""A player's own list: typed, pasted or from a file, checked before it is submitted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.day.event import ArmyList, setting_of
from tiltyard.day.list_access import circumstances_of, list_of, lists_are_public, lists_required
from tiltyard.engine.errors import Refused
from tiltyard.engine.rosters.checks import muster_for
from tiltyard.engine.rosters.factions import faction_named
from tiltyard.engine.rosters.list_reading import LONGEST_LIST
from tiltyard.engine.rosters.roster import Muster, Roster
from tiltyard.engine.tournament import PlayerId
from tiltyard.formats.lists.plain import write_plain
from tiltyard.text.language import ruleset_text, speaking
from tiltyard.text.say import say
from tiltyard.web.army_lists import list_standing, list_view, reveal_text, standing_of
from tiltyard.web.pages.desk.frame import may

if TYPE_CHECKING:
    from tiltyard.day.event import Conversion
    from tiltyard.engine.ruleset import Check, CheckName, Guidance, Ruleset, Section
    from tiltyard.web.army_lists import ListView
    from tiltyard.web.event_view import EventView
    from tiltyard.web.request import Asked, Form, Reply


# ------------------------------------------------------------------------------
# A list typed section by section: the fields the ruleset asks for, and the text they make.

_LONGEST_NAME = 200


@dataclass(frozen=True, slots=True)
class Box:
    """One text area: a section of the list, or one regiment of it."""

    field: str
    section: Section
    title: str
    group: int | None
    lines: str


@dataclass(frozen=True, slots=True)
class Part:
    """What is played together: most games have one, Escalation one for each round."""

    title: str
    field: str
    total: str
    boxes: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class ListForm:
    """The whole form; without `factions` people write theirs.

    `costs`: the document adds up points; `races`: it tells disks of one race apart.
    """

    name: str
    faction: str
    factions: tuple[str, ...]
    parts: tuple[Part, ...]
    costs: bool = True
    races: bool = False

    @property
    def is_empty(self) -> bool:
        """Whether nobody has typed a single card."""
        return not any(box.lines.strip() for part in self.parts for box in part.boxes)


def empty_form(view: EventView) -> ListForm:
    """Return the form nobody has typed into."""
    return _form(view, {})


def form_of(view: EventView, roster: Roster) -> ListForm:
    """Return the form as a list would fill it in that came another way."""
    rules = view.rules
    values = {"name": roster.name, "faction": faction_named(rules, roster.faction)}
    for place, muster in enumerate(roster.musters, start=1):
        if muster.declared is not None:
            values[f"total.{place}"] = str(muster.declared)
        for section in rules.lists.sections:
            for group in _groups(rules, section):
                values[_field(place, section, group)] = _lines(rules, muster, section, group)
    return _form(view, values)


def typed_form(view: EventView, form: Form) -> ListForm:
    """Return the form as somebody filled it in."""
    return _form(view, {name: form.text(name)[:LONGEST_LIST] for name in form})


def composed(typed: ListForm) -> str:
    """Return the list somebody typed as one text, read like any other; nothing without a card."""
    lines = []
    if typed.is_empty:
        return ""
    if typed.name:
        lines.append(f"Name: {typed.name}")
    if typed.faction:
        lines.append(f"Faction: {typed.faction}")
    for number, part in enumerate(typed.parts, start=1):
        if len(typed.parts) > 1:
            lines += ["", f"Squad {number}"]
        if part.total:
            lines.append(f"Total: {part.total}")
        for box in part.boxes:
            if box.lines.strip():
                regiment = [] if box.group is None else [f"Regiment {box.group}"]
                lines += ["", box.section.title, *regiment, *box.lines.splitlines()]
    return "\n".join(lines) + "\n"


# ------------------------------------------------------------------------------- its fields


def _form(view: EventView, values: dict[str, str]) -> ListForm:
    rules = view.rules
    planned = circumstances_of(view.event, rules).cut_planned
    wanted = [section for section in rules.lists.sections if section.when == "always" or planned]
    musters = _least(rules, "musters") or 1
    return ListForm(
        name=_line(values.get("name", "")),
        faction=_line(values.get("faction", "")),
        factions=rules.lists.factions or tuple(rules.lists.faction_words),
        parts=tuple(
            _part(rules, wanted, place, musters, values) for place in range(1, musters + 1)
        ),
        costs=any(check.check in {"points", "total"} for check in rules.lists.checks),
        races=rules.lists.mirror == "race",
    )


def _part(
    rules: Ruleset, wanted: list[Section], place: int, musters: int, values: dict[str, str]
) -> Part:
    boxes = tuple(
        _box(place, section, group, values)
        for section in wanted
        for group in _groups(rules, section)
    )
    field = f"total.{place}"
    title = _squad_title(rules, place) if musters > 1 else ""
    return Part(title, field, _line(values.get(field, "")), boxes)


def _box(place: int, section: Section, group: int | None, values: dict[str, str]) -> Box:
    field = _field(place, section, group)
    title = ruleset_text(section.title)
    if group is not None:
        title = say("phone.regiment", number=group)
    return Box(field, section, title, group, values.get(field, "").replace("\r\n", "\n"))


def _squad_title(rules: Ruleset, place: int) -> str:
    limits = rules.lists.limits
    if len(limits) < place:
        return say("phone.squad", number=place)
    words = {"number": place, "points": limits[place - 1]}
    return say("phone.squad-up-to-points", **words)


def _field(place: int, section: Section, group: int | None) -> str:
    name = f"cards.{place}.{section.id}"
    return name if group is None else f"{name}.{group}"


def _groups(rules: Ruleset, section: Section) -> tuple[int | None, ...]:
    """Return the regiments of a section that has several, or that it has no parts."""
    regiments = _least(rules, "regiments", section.id)
    return tuple(range(1, regiments + 1)) if regiments else (None,)


def _least(rules: Ruleset, name: CheckName, section: str = "") -> int:
    """Return how many of something the document asks for."""
    known: list[Check] = [
        check for check in rules.lists.checks if check.check == name and check.section == section
    ]
    return (known[0].least or 0) if known else 0


def _lines(rules: Ruleset, muster: Muster, section: Section, group: int | None) -> str:
    """Return the entries of a section as they are typed, without its headings."""
    entries = tuple(
        entry for entry in muster.of(section.id) if group is None or (entry.group or 1) == group
    )
    if not entries:
        return ""
    written = write_plain(Roster(musters=(Muster(entries),)), rules).splitlines()
    headings = {section.title, section.id, *(f"Regiment {entry.group}" for entry in entries)}
    return "\n".join(line for line in written if line and line not in headings)


def _line(text: str) -> str:
    return " ".join(text.split())[:_LONGEST_NAME]


# ------------------------------------------------------------------------------
# A player's own list: typed, pasted or from a file, checked before it is handed in, then kept.

TYPED = "typed"
"""The way in by the form of sections; anything else is one text."""

_BEFORE = ("bring-the-list", "naming", "all-squads", "duplicates")
_IN_SWISS = ("no-reserve", "next-squad")
_IN_BRACKET = ("reserve", "bracket-squad")

_ACTS = ("save-list", "submit-list", "ask-about-component")


@dataclass(frozen=True, slots=True)
class Looked:
    """A list that was read and is not handed in yet: its text, and what it says."""

    text: str
    form: str
    shown: ListView


@dataclass(frozen=True, slots=True)
class Played:
    """What of the list is played now: the squad of this round, or the parts of this stage.

    `aside` are the sections that are not, `left_aside` their titles.
    """

    squad: int | None
    aside: tuple[str, ...]
    left_aside: tuple[str, ...]


def my_list_page(asked: Asked) -> Reply:
    """Show a player their list and the ways to hand one in."""
    with speaking(asked.visitor.language):
        return _page(asked)


def check_list_page(asked: Asked) -> Reply:
    """Read what a player typed and say what the checks find; nothing is recorded here."""
    view = asked.view
    with speaking(asked.visitor.language):
        typed = typed_form(view, asked.form) if asked.form.text("way") == TYPED else None
        try:
            looked = _looked(asked, typed)
        except Refused as no:
            refused = asked.why_not(no)
            return _page(asked, status=422, typed=typed, pasted=_pasted(asked), refused=refused)
        return _page(asked, looked=looked, typed=typed, pasted=looked.text)


def _pasted(asked: Asked) -> str:
    return asked.form.text("text").replace("\r\n", "\n")


def _looked(asked: Asked, typed: ListForm | None) -> Looked:
    view, me = asked.view, PlayerId(asked.me)
    text = composed(typed) if typed is not None else _pasted(asked)
    if not text.strip():
        raise Refused(
            "no-list-check",
            clause=view.rules.lists.content_clause or view.rules.lists.clause,
            field="text",
        )
    form, roster = asked.site.desk.read_list(view.rules, text, "plain" if typed else "")
    army = ArmyList(me, "draft", me, view.clock.now(), text, form, roster)
    return Looked(text, form, list_view(view.event, view.rules, army))


# ------------------------------------------------------------------------------- what is shown


def _page(
    asked: Asked,
    *,
    status: int = 200,
    looked: Looked | None = None,
    typed: ListForm | None = None,
    pasted: str = "",
    refused: dict[str, str] | None = None,
) -> Reply:
    view, me = asked.view, PlayerId(asked.me)
    army = list_of(view.event, me)
    return asked.event_page(
        "phone/my_list.html",
        status=status,
        army=army,
        shown=_shown(view, army),
        looked=looked,
        refused=refused,
        typed=typed or _form_so_far(view, army),
        was_typed=typed is not None,
        pasted=pasted or _text_so_far(army),
        required=lists_required(view.event, view.rules),
        deadline=view.event.list_desk.deadline,
        closed=_closed(asked, army),
        said=_said(view),
        played=_played(view),
        conversions=_conversions(view, me),
        question_clauses={
            component_question.kind: component_question.clause
            for component_question in view.rules.components.questions
        },
        can=_rights(asked, me),
        standing=list_standing(view.event, view.rules, me),
        public=lists_are_public(view.event, view.rules),
        revealed=reveal_text(view.rules),
    )


def _shown(view: EventView, army: ArmyList | None) -> ListView | None:
    """Return the list as its player reads it; one on paper is with the desk."""
    if army is None or army.state == "on_paper":
        return None
    return list_view(view.event, view.rules, army)


def _form_so_far(view: EventView, army: ArmyList | None) -> ListForm:
    if army is None or army.state == "on_paper":
        return empty_form(view)
    return form_of(view, army.roster)


def _text_so_far(army: ArmyList | None) -> str:
    return army.text.replace("\r\n", "\n") if army is not None else ""


def _rights(asked: Asked, me: PlayerId) -> dict[str, bool]:
    return {act: may(asked, act, me) for act in _ACTS}


def _closed(asked: Asked, army: ArmyList | None) -> str:
    """Return why no list can be handed in now, or nothing where it can."""
    view, me = asked.view, PlayerId(asked.me)
    entrant = view.event.entrants[me]
    if entrant.spare:
        return say("phone.the-spare-player-hands-in")
    if army is not None and army.is_locked:
        return say("phone.your-list-is-locked-it")
    if army is not None and army.state == "on_paper" and view.event.phase == "running":
        return say("phone.it-stays-the-same-for")
    if entrant.state in {"dropped", "disqualified"} or not may(asked, "submit-list", me):
        return say("phone.lists-are-not-handed-in")
    deadline = view.event.list_desk.deadline
    returned = army is not None and army.state == "returned"
    if deadline is not None and view.clock.now() > deadline and not returned:
        return say("phone.the-time-for-handing-in")
    return ""


def list_line(view: EventView, me: PlayerId) -> str:
    """Return the state of a player's list for their page; nothing where it is of no matter."""
    event, rules = view.event, view.rules
    army = list_of(event, me)
    if event.entrants[me].spare or not (army is not None or _is_before(view)):
        return ""
    if army is None:
        missing = lists_required(event, rules)
        return say("phone.not-handed-in") if missing else say("phone.you-may-hand-one-in")
    return say("common.locked") if army.is_locked else standing_of(event, rules, army).word


def _is_before(view: EventView) -> bool:
    return view.event.phase in {"announced", "registration", "check_in"}


# ------------------------------------------------------------------------------- what is played


def _said(view: EventView) -> tuple[Guidance, ...]:
    """Return the sentences of the document about lists that belong to this moment."""
    wanted: tuple[str, ...] = _BEFORE
    round_ = view.event.current
    if view.event.phase == "running" and round_ is not None:
        wanted = _IN_BRACKET if round_.kind == "elimination" else _IN_SWISS
    known = {instruction.id: instruction for instruction in view.rules.conduct.guidance}
    return tuple(known[name] for name in wanted if name in known)


def _played(view: EventView) -> Played | None:
    """Return what of a list is played in the newest round, where that is not all of it."""
    event, rules, round_ = view.event, view.rules, view.event.current
    if event.phase != "running" or round_ is None:
        return None
    stage, number = setting_of(event, round_)
    squad = muster_for(rules, stage, number) if len(rules.lists.limits) > 1 else None
    late = [section for section in rules.lists.sections if section.stage == "elimination"]
    if squad is None and not late:
        return None
    aside = late if stage != "elimination" else []
    return Played(
        squad=squad,
        aside=tuple(section.id for section in aside),
        left_aside=tuple(ruleset_text(section.title) for section in aside),
    )


def _conversions(view: EventView, me: PlayerId) -> tuple[Conversion, ...]:
    """Return what a player asked about converted miniatures, with the answers."""
    return tuple(
        conversion
        for conversion in view.event.list_desk.conversions.values()
        if conversion.player == me
    )
