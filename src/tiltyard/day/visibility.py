"""Who reads which fact and hears which reminder: one rule for every interface.

The log is for the staff. Three things in it are not for all of them: what leaders keep to
themselves, what tells of a list that was not shown yet, and a drawn round before it is published.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Literal

from tiltyard.day.event import is_shown
from tiltyard.day.facts import (
    ActUndone,
    CardsSet,
    ComponentRulingAsked,
    ComponentRulingGiven,
    ComponentsInspected,
    ComponentTroubleEnded,
    ComponentTroubleNoted,
    ConcernsConfirmed,
    ContactNoted,
    ConversionDecided,
    ConversionRequested,
    DisqualificationExplained,
    DisqualificationRecommended,
    ExtensionGranted,
    IncidentObserved,
    IncidentRecorded,
    IncidentReported,
    IncidentSetAside,
    ListAmended,
    ListApproved,
    ListReturned,
    ListSaved,
    ListsLocked,
    ListSubmitted,
    NotesKept,
    PairingsChangedByHand,
    PlayerChanged,
    PlayerRegistered,
    ProxyMade,
    RecommendationDeclined,
    RegistrationRequested,
    RoundDrawn,
    RoundSalted,
    SoftScoreHandedIn,
    SoftScoresGiven,
    WatchEnded,
    WatchRequested,
)
from tiltyard.day.list_access import lists_are_public, may_read_list, reads_lists
from tiltyard.day.policy import row_of
from tiltyard.day.rights import FLOOR, LEADERS, ORGANIZERS, SCORERS
from tiltyard.day.roles import roles_of
from tiltyard.day.start import Blocker
from tiltyard.engine.tournament import PlayerId

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tiltyard.day.event import Entrant, Event, Removal, SoftPoints
    from tiltyard.day.facts import Fact, Recorded
    from tiltyard.day.reminders import Reminder
    from tiltyard.engine.ruleset import Ruleset
    from tiltyard.engine.tournament import PersonId


# ------------------------------------------------------------------------------
# Who reads which fact of the log: one rule for pages, papers, programs and the terminal.

NOBODY: PersonId = ""
"""Whoever may read a paper that is handed on: somebody of the staff with no role of their own."""

OF_LEADERS: tuple[type, ...] = (
    IncidentRecorded,
    IncidentObserved,
    IncidentSetAside,
    IncidentReported,
    WatchRequested,
    WatchEnded,
    DisqualificationRecommended,
    RecommendationDeclined,
    DisqualificationExplained,
)
"""Facts that are nobody's business but the leaders'."""

OF_NOTES: tuple[type, ...] = (NotesKept,)
"""Facts for leaders who read lists: notes of a table are telephone numbers, or whole lists."""

NAMING_COMPONENTS: Mapping[type, tuple[str, ...]] = {
    ComponentTroubleNoted: ("component",),
    ComponentTroubleEnded: ("note",),
    ExtensionGranted: ("reason",),
    ComponentsInspected: ("note",),
}
"""Parts of facts that name a card or a miniature: for leaders, and for whoever it belongs to.

Time to look for something names it as well; any other reason for more time is for everybody.
"""

_SEARCHES = frozenset({"note-component-trouble", "grant-component-time"})

TOLD_BEFOREHAND: Mapping[type, tuple[str, ...]] = {
    PlayerRegistered: ("faction", "total"),
    PlayerChanged: ("faction", "total"),
    RegistrationRequested: ("faction",),
}
"""Parts of facts that tell of an army before there is a list: for whoever will read the list."""

OF_PROXIES: Mapping[type, tuple[str, ...]] = {ProxyMade: ("card", "information")}
"""Parts of facts that name a card of a list: for whoever checks lists, and for its owner."""

OF_LISTS: Mapping[type, tuple[str, ...]] = {
    ListSaved: ("text", "roster"),
    ListSubmitted: ("text", "roster"),
    ListReturned: ("reason",),
    ListApproved: ("digest", "reason", "waived"),
    ListAmended: ("before", "text", "roster", "reason", "waived"),
    ListsLocked: ("seals",),
    ConversionRequested: ("description",),
    ConversionDecided: ("note",),
    ComponentRulingAsked: ("description",),
    ComponentRulingGiven: ("note",),
}
"""Parts of facts that tell of a list: for whoever may read it."""

RESTING_ON_LISTS = frozenset({"score-impossible"})
"""Codes of questions that were asked because of what a list can give."""

_SAID_ABOUT_THEM: tuple[type, ...] = (
    ProxyMade,
    ListReturned,
    ListApproved,
    ListAmended,
    ConversionRequested,
    ConversionDecided,
    ComponentRulingAsked,
    ComponentRulingGiven,
)
"""What players and leaders said: it does not become public with the list."""

_OF_A_DRAW = (RoundDrawn, RoundSalted, PairingsChangedByHand, CardsSet)


@dataclass(frozen=True, slots=True)
class Unread:
    """What somebody may not read of a fact: all of it but that it is there, or these parts."""

    whole: bool = False
    parts: frozenset[str] = frozenset()


READ = Unread()


def unread(event: Event, rules: Ruleset, person: PersonId, recorded: Recorded) -> Unread:
    """Return what of a fact is not for this person of the staff; what one did oneself is."""
    fact = recorded.fact
    if person and recorded.actor == person:
        return READ
    if isinstance(fact, OF_LEADERS) or _takes_such_back(fact):
        return READ if is_leader(event, person) else Unread(whole=True)
    if isinstance(fact, ContactNoted | SoftScoreHandedIn | SoftScoresGiven):
        return _of_their_own(event, person, fact)
    if isinstance(fact, OF_NOTES):
        return READ if may_read_notes(event, rules, person) else Unread(whole=True)
    if is_unpublished(event, recorded):
        return READ if is_floor(event, person) else Unread(whole=True)
    if isinstance(fact, ConcernsConfirmed):
        return READ if _hears_concerns(event, rules, person, fact) else Unread(whole=True)
    if _names_component(recorded):
        hears = is_leader(event, person) or (bool(person) and person == _owner(event, fact))
        return READ if hears else _parts(fact, NAMING_COMPONENTS)
    if isinstance(fact, PlayerRegistered | PlayerChanged | RegistrationRequested):
        return _of_a_registration(event, rules, person, fact)
    of_a_list = OF_PROXIES if type(fact) in OF_PROXIES else OF_LISTS
    if type(fact) in of_a_list and not _reads_of_list(event, rules, person, fact):
        return _parts(fact, of_a_list)
    return READ


def _of_their_own(
    event: Event, person: PersonId, fact: ContactNoted | SoftScoreHandedIn | SoftScoresGiven
) -> Unread:
    """Return what of a contact, of points or of a vote is not for somebody.

    Whom a vote was for only the voter knows; once it is shown, how many each player has.
    """
    if isinstance(fact, ContactNoted):
        reads = may_read_contact(event, person, fact.player)
        return READ if reads else Unread(whole=True)
    if isinstance(fact, SoftScoreHandedIn):
        hidden = fact.vote or not gives_scores(event, person)
        return Unread(parts=frozenset({"about", "value"})) if hidden else READ
    hidden = not gives_scores(event, person)
    return Unread(parts=frozenset({"values", "reason", "clear"})) if hidden else READ


def gives_scores(event: Event, person: PersonId) -> bool:
    """Whether somebody gives points beside the games, and so reads them before all others."""
    return any(
        appointment.person == person and appointment.role in SCORERS for appointment in event.staff
    )


def _of_a_registration(
    event: Event,
    rules: Ruleset,
    person: PersonId,
    fact: PlayerRegistered | PlayerChanged | RegistrationRequested,
) -> Unread:
    """Return what of a registration is not for somebody: what tells of an army, and a contact."""
    reads = may_read_told(event, rules, person, fact.player)
    hidden = READ if reads else _parts(fact, TOLD_BEFOREHAND)
    if isinstance(fact, RegistrationRequested) and not may_read_contact(event, person, fact.player):
        return Unread(parts=hidden.parts | {"contact"})
    return hidden


def holds_secrets(fact: Fact) -> bool:
    """Whether something in a fact is not for everybody: asked before a whole log leaves."""
    if isinstance(fact, PlayerRegistered | PlayerChanged):
        return bool(fact.faction) or fact.total is not None
    if isinstance(fact, RegistrationRequested):
        return bool(fact.faction or fact.contact)
    if isinstance(fact, ListsLocked):
        return False
    if isinstance(fact, ConcernsConfirmed):
        return not RESTING_ON_LISTS.isdisjoint(fact.codes)
    if isinstance(fact, SoftScoresGiven):
        return fact.shown != "at_once" or bool(fact.reason)
    if isinstance(fact, SoftScoreHandedIn):
        return True
    named = type(fact) in NAMING_COMPONENTS and not isinstance(fact, ExtensionGranted)
    of_a_list = type(fact) in OF_LISTS or type(fact) in OF_PROXIES
    return named or of_a_list or isinstance(fact, (*OF_LEADERS, *OF_NOTES, ContactNoted))


def is_unpublished(event: Event, recorded: Recorded) -> bool:
    """Whether a fact tells of the round that is drawn and not published."""
    return isinstance(recorded.fact, _OF_A_DRAW) and _is_waiting(event, recorded)


def may_read_told(event: Event, rules: Ruleset, person: PersonId, player: PlayerId) -> bool:
    """Whether somebody may read which faction and total a player told: as if it were a list."""
    if person and person == player:
        return True
    return lists_are_public(event, rules) or reads_lists(event, rules, person)


def may_read_notes(event: Event, rules: Ruleset, person: PersonId) -> bool:
    """Whether somebody may read what a table said of players beside: a leader who reads lists."""
    return is_leader(event, person) and reads_lists(event, rules, person)


def may_read_contact(event: Event, person: PersonId, player: PlayerId) -> bool:
    """Whether somebody may read how a player is reached: organizers, and the player."""
    if not person:
        return False
    return person == player or any(
        staff.person == person and staff.role in ORGANIZERS for staff in event.staff
    )


def as_told_to(event: Event, rules: Ruleset, person: PersonId) -> Event:
    """Return an event without the factions, totals, notes and contacts not for this person."""
    entrants = {
        player: entrant_as_told(event, rules, person, entrant)
        for player, entrant in event.entrants.items()
    }
    if not gives_scores(event, person):
        event = replace(event, soft=_as_shown(event))
    removals = {player: told_removal(event, person, player) for player in event.removals}
    kept = {player: removal for player, removal in removals.items() if removal is not None}
    return replace(event, entrants=entrants, removals=kept)


def _as_shown(event: Event) -> dict[str, tuple[SoftPoints, ...]]:
    """Return the points beside the games that are shown by now, without their reasons."""
    return {
        score: tuple(
            replace(given, reason="")
            for given in points
            if is_shown(event, score, given.shown, waits=given.waits)
        )
        for score, points in event.soft.items()
    }


def told_removal(event: Event, person: PersonId, player: PlayerId) -> Removal | None:
    """Return a disqualification as somebody may read it: the private reason is for leaders."""
    removal = event.removals.get(player)
    if removal is None or is_leader(event, person):
        return removal
    return replace(removal, private="")


def entrant_as_told(event: Event, rules: Ruleset, person: PersonId, entrant: Entrant) -> Entrant:
    """Return a player without faction, total, notes and contact that are not for this person."""
    if entrant.contact and not may_read_contact(event, person, entrant.id):
        entrant = replace(entrant, contact="")
    if entrant.notes and not may_read_notes(event, rules, person):
        entrant = replace(entrant, notes={})
    if may_read_told(event, rules, person, entrant.id):
        return entrant
    return replace(entrant, faction=None, total=None)


def is_leader(event: Event, person: PersonId) -> bool:
    """Whether somebody rules and keeps the book of incidents, on duty or not."""
    return any(
        appointment.person == person and appointment.role in LEADERS for appointment in event.staff
    )


Reader = Literal["staff", "floor", "list_readers", "leaders"]
"""For whom a paper is: the floor reads all that was recorded, leaders what only they hear of."""


def may_read_paper(event: Event, rules: Ruleset, person: PersonId, readers: Reader) -> bool:
    """Whether somebody may print and read the papers for these readers."""
    if readers == "floor":
        return is_floor(event, person)
    if readers == "leaders":  # cards of lists are among what they hear of
        return is_leader(event, person) and reads_lists(event, rules, person)
    if readers == "list_readers":
        return reads_lists(event, rules, person)
    return any(appointment.person == person for appointment in event.staff)


def is_floor(event: Event, person: PersonId) -> bool:
    """Whether somebody works at the desk or in the hall."""
    return any(
        appointment.person == person and appointment.role in FLOOR for appointment in event.staff
    )


def _names_component(recorded: Recorded) -> bool:
    if isinstance(recorded.fact, ExtensionGranted):
        return recorded.cause in _SEARCHES
    return type(recorded.fact) in NAMING_COMPONENTS


def _hears_concerns(
    event: Event, rules: Ruleset, person: PersonId, fact: ConcernsConfirmed
) -> bool:
    """Whether somebody may know what was confirmed: an impossible score tells of a list."""
    if RESTING_ON_LISTS.isdisjoint(fact.codes):
        return True
    game = event.game(fact.about)
    players = game.players if game is not None else (fact.about,)
    return all(may_read_told(event, rules, person, PlayerId(player)) for player in players)


def _takes_such_back(fact: Fact) -> bool:
    row = row_of(fact.act) if isinstance(fact, ActUndone) else None
    return row is not None and row.of_leaders


def _is_waiting(event: Event, recorded: Recorded) -> bool:
    """Whether a fact is about the round that is drawn and not published."""
    draft = event.draft
    return draft is not None and recorded.number > draft.position


def _reads_of_list(event: Event, rules: Ruleset, person: PersonId, fact: Fact) -> bool:
    player = _owner(event, fact)
    if player is None:
        return False
    if person and person == player:
        return True
    if isinstance(fact, _SAID_ABOUT_THEM):
        return reads_lists(event, rules, person)
    return may_read_list(event, rules, person, player)


def _owner(event: Event, fact: Fact) -> PlayerId | None:
    """Return whose list or component a fact is about; none if it is about many."""
    player: PlayerId | None = getattr(fact, "player", None)
    if player is not None:
        return player
    trouble = event.troubles.get(getattr(fact, "trouble", ""))
    if trouble is not None:
        return trouble.player
    request = getattr(fact, "conversion", "") or getattr(fact, "request", "")
    asked = event.list_desk.conversions.get(request)
    return asked.player if asked is not None else None


def _parts(fact: Fact, of: Mapping[type, tuple[str, ...]]) -> Unread:
    known = {field.name for field in fields(fact)}
    return Unread(parts=frozenset(of[type(fact)]) & known)


# ------------------------------------------------------------------------------
# Who hears which reminder and blocker: what leaders know and whose list waits is not for all.

NOT_READY = "lists-not-ready"
_OF_THE_CHECKS = frozenset({"list-with-errors", "list-unchecked", "lists-to-approve"})
_OF_CONVERSIONS = "conversions-waiting"
_OF_LEADERS = frozenset(
    {"decide-disqualification", "watch-requested", "incident-reported", "incident-observed"}
)


def told_reminders(
    event: Event, rules: Ruleset, person: PersonId, found: Iterable[Reminder]
) -> tuple[Reminder, ...]:
    """Return what somebody is reminded of; whose list is wrong or waits only if they read lists.

    What leaders keep to themselves, and what a player misses, is for leaders.
    """
    hidden = _hidden_from(event, rules, person)
    leads = is_leader(event, person)
    told: list[Reminder] = []
    for reminder in found:
        if reminder.code in _OF_LEADERS and not leads:
            continue
        if "component" in reminder.facts and not leads:
            told.append(replace(reminder, facts={**reminder.facts, "component": None}))
        elif reminder.code not in hidden:
            told.append(reminder)
        elif all(other.code != NOT_READY for other in told):
            told.append(replace(reminder, code=NOT_READY, clause=rules.lists.clause, facts={}))
    return tuple(told)


def told_blockers(
    event: Event, rules: Ruleset, person: PersonId, found: Iterable[Blocker]
) -> Iterator[Blocker]:
    """Yield what somebody is told of the start gate, in the same way."""
    hidden = _hidden_from(event, rules, person)
    said = False
    for blocker in found:
        if blocker.code not in hidden:
            yield blocker
        elif not said:
            said = True
            yield Blocker(NOT_READY, rules.lists.clause)


def _hidden_from(event: Event, rules: Ruleset, person: PersonId) -> frozenset[str]:
    """Return the codes whose names somebody does not hear; organizers answer about conversions."""
    if reads_lists(event, rules, person):
        return frozenset()
    if not roles_of(event, rules, person).isdisjoint(ORGANIZERS):
        return _OF_THE_CHECKS
    return _OF_THE_CHECKS | {_OF_CONVERSIONS}
