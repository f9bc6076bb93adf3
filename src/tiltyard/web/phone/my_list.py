"""A player's own list: typed, pasted or from a file, checked before it is handed in, then kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.core.errors import Refused
from tiltyard.core.ids import PlayerId
from tiltyard.core.rosters.at_the_event import list_of, lists_are_public, lists_required
from tiltyard.core.rosters.checks import muster_for
from tiltyard.core.state.lists import ArmyList
from tiltyard.core.state.rounds import setting_of
from tiltyard.web.desk.frame import may
from tiltyard.web.list_words import list_standing, list_view, reveal_text, standing_of
from tiltyard.web.phone.list_form import composed, empty_form, form_of, typed_form
from tiltyard.words.language import ruleset_text, speaking
from tiltyard.words.say import say

if TYPE_CHECKING:
    from tiltyard.core.ruleset_people import Guidance
    from tiltyard.core.state.lists import Conversion
    from tiltyard.web.asked import Asked, Reply
    from tiltyard.web.event_view import EventView
    from tiltyard.web.list_words import ListView
    from tiltyard.web.phone.list_form import ListForm

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
        question_clauses={one.kind: one.clause for one in view.rules.components.questions},
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
    known = {one.id: one for one in view.rules.conduct.guidance}
    return tuple(known[name] for name in wanted if name in known)


def _played(view: EventView) -> Played | None:
    """Return what of a list is played in the newest round, where that is not all of it."""
    event, rules, round_ = view.event, view.rules, view.event.current
    if event.phase != "running" or round_ is None:
        return None
    stage, number = setting_of(event, round_)
    squad = muster_for(rules, stage, number) if len(rules.lists.limits) > 1 else None
    late = [one for one in rules.lists.sections if one.stage == "elimination"]
    if squad is None and not late:
        return None
    aside = late if stage != "elimination" else []
    return Played(
        squad=squad,
        aside=tuple(one.id for one in aside),
        left_aside=tuple(ruleset_text(one.title) for one in aside),
    )


def _conversions(view: EventView, me: PlayerId) -> tuple[Conversion, ...]:
    """Return what a player asked about converted miniatures, with the answers."""
    return tuple(one for one in view.event.list_desk.conversions.values() if one.player == me)
