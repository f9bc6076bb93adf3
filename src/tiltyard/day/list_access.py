"""Lists at an event: who must hand one in, what is found in it, who may read it and when."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tiltyard.day.event import setting_of
from tiltyard.day.roles import leaders, roles_of, tier_of
from tiltyard.engine.rosters.catalogue import plain
from tiltyard.engine.rosters.checks import check_roster, total_in_round
from tiltyard.engine.rosters.circumstances import Circumstances, ProductRuling

if TYPE_CHECKING:
    from tiltyard.day.event import ArmyList, DayRound, DeploymentTerrain, Event
    from tiltyard.engine.rosters.list_findings import Finding
    from tiltyard.engine.rosters.roster import Roster
    from tiltyard.engine.ruleset import Lists, Ruleset
    from tiltyard.engine.tournament import PersonId, PlayerId

PLAYING = frozenset({"player", "spare"})
PROXY = "proxy-listed"
DEPLOYMENT = "deployment"


def lists_required(event: Event, rules: Ruleset) -> bool:
    """Whether every player hands in a list before the start."""
    required = rules.lists.required
    return required == "always" or (required == "by_tier" and tier_of(event, rules).lists_required)


def needs_list(event: Event, rules: Ruleset, player: PlayerId) -> bool:
    """Whether this player must hand in a list: it is required, and nobody has waived it."""
    return lists_required(event, rules) and player not in event.list_desk.waived


def list_of(event: Event, player: PlayerId) -> ArmyList | None:
    """Return what a player handed in or keeps as a draft."""
    return event.list_desk.lists.get(player)


def lists_here(event: Event) -> Iterator[ArmyList]:
    """Yield the lists of those who have not left: a registration may be withdrawn again."""
    for army in event.list_desk.lists.values():
        entrant = event.entrants.get(army.player)
        if entrant is not None and entrant.state not in {"dropped", "disqualified"}:
            yield army


def circumstances_of(event: Event, rules: Ruleset) -> Circumstances:
    """Return what the checks of a list need to know of the event."""
    details = event.details
    rulings = {
        product: ProductRuling(product_ruling.legal, product_ruling.since)
        for product, product_ruling in event.list_desk.rulings.items()
    }
    return Circumstances(
        tier=tier_of(event, rules).id,
        date=details.date,
        region=details.region,
        points_limit=details.points_limit,
        cut_planned=event.has_cut and not details.swiss_after_cut,
        cut_added=event.cut_was_added,
        rulings=rulings,
    )


def findings_of(event: Event, rules: Ruleset, army: ArmyList) -> tuple[Finding, ...]:
    """Return what the checks have to say about a list; one on paper was checked by people.

    A stand-in that a leader made for a damaged card is no error (RW-080, RW-092).
    """
    if army.state == "on_paper":
        return ()
    found = _checked(event, rules, army)
    made = {proxy.card.casefold() for proxy in event.proxies if proxy.player == army.player}
    return tuple(
        finding
        for finding in found
        if finding.code != PROXY or finding.where.casefold() not in made
    )


_FOUND: dict[tuple[str, str], tuple[Roster, Lists, Circumstances, tuple[Finding, ...]]] = {}
"""The newest check of every list: pages ask for it again and again."""
_MOST_KEPT = 5000


def _checked(event: Event, rules: Ruleset, army: ArmyList) -> tuple[Finding, ...]:
    """Return what the checks say, from the last time if nothing has changed since."""
    here = circumstances_of(event, rules)
    kept = _FOUND.get((event.id, army.player))
    if kept is not None and kept[0] is army.roster and kept[1] is rules.lists and kept[2] == here:
        return kept[3]
    found = check_roster(army.roster, rules, here)
    if len(_FOUND) >= _MOST_KEPT:
        _FOUND.clear()
    _FOUND[event.id, army.player] = (army.roster, rules.lists, here, found)
    return found


def errors_of(event: Event, rules: Ruleset, army: ArmyList) -> tuple[Finding, ...]:
    """Return the errors nobody has waived: an approval covers those that were there."""
    return tuple(
        finding
        for finding in findings_of(event, rules, army)
        if finding.severity == "error" and finding.code not in army.waived
    )


def counts_as_approved(event: Event, rules: Ruleset, army: ArmyList) -> bool:
    """Whether nobody has to approve a list any more: a leader did, or it has no error."""
    if army.state != "submitted":
        return army.state == "approved"
    return rules.lists.approval == "clean" and not errors_of(event, rules, army)


def missing_lists(event: Event, rules: Ruleset) -> Iterator[PlayerId]:
    """Yield who is here, or registered, and has handed in nothing although they must."""
    if not lists_required(event, rules):
        return
    for entrant in event.entrants.values():
        if entrant.spare or entrant.state in {"dropped", "disqualified"}:
            continue
        army = list_of(event, entrant.id)
        handed_in = army is not None and army.is_handed_in
        if not handed_in and needs_list(event, rules, entrant.id):
            yield entrant.id


# ------------------------------------------------------------------------------------- reading


def lists_are_public(event: Event, rules: Ruleset) -> bool:
    """Whether everybody may read the lists: from the moment the event declared on."""
    reveal = rules.lists.reveal
    if not event.is_public or reveal == "never":
        return False
    over = event.phase in {"finished", "archived"}
    if reveal == "start":
        return over or event.phase == "running"
    if reveal == "cut":
        return over or event.past_the_cut or event.qualification is not None
    return over


def may_read_list(event: Event, rules: Ruleset, person: PersonId, player: PlayerId) -> bool:
    """Whether somebody may read a player's list: their own, as a leader, or once it is public.

    A list nobody handed in is a draft, and its player's own. Whoever plays reads no list of
    another; only where no leader stays out of the games, the organizer must.
    """
    army = list_of(event, player)
    if person == player:
        return True
    if army is None or not army.is_handed_in:
        return False
    return (lists_are_public(event, rules) and army.is_locked) or reads_lists(event, rules, person)


def reads_lists(event: Event, rules: Ruleset, person: PersonId) -> bool:
    """Whether somebody checks lists at this event."""
    mine = roles_of(event, rules, person)
    if mine.isdisjoint({"organizer", "second_organizer", "marshal", "judge", "referee"}):
        return False
    if mine.isdisjoint(PLAYING):
        return True
    return "organizer" in mine and not any(_stays_out(event, rules, name) for name in _staff(event))


def _staff(event: Event) -> Iterator[PersonId]:
    yield from dict.fromkeys(appointment.person for appointment in event.staff)


def _stays_out(event: Event, rules: Ruleset, person: PersonId) -> bool:
    is_leader = person in leaders(event, rules, on_duty=True)
    return is_leader and roles_of(event, rules, person).isdisjoint(PLAYING)


# ---------------------------------------------------------------------------------------- uses


def list_total(event: Event, rules: Ruleset, player: PlayerId, round_: DayRound) -> int | None:
    """Return what a player's list of this round costs, or the total they told (AMB-038)."""
    army = list_of(event, player)
    if army is not None and army.is_handed_in and army.state != "on_paper":
        return total_in_round(army.roster, rules, *setting_of(event, round_))
    entrant = event.entrants.get(player)
    return entrant.total if entrant is not None else None


def terrain_to_choose(event: Event, round_: DayRound) -> DeploymentTerrain | None:
    """Return how many pieces of existing terrain players choose in a round (RW-089).

    None: nothing is labelled, or nobody noted what the deployment card of the round lists.
    """
    card = round_.cards.get(DEPLOYMENT, "")
    if not event.list_desk.terrain or not card:
        return None
    return event.list_desk.deployments.get(plain(card))


def faction_of(event: Event, player: PlayerId) -> str:
    """Return the faction of a player's list, or the one they told."""
    army = list_of(event, player)
    if army is not None and army.is_handed_in and army.roster.faction:
        return army.roster.faction
    entrant = event.entrants.get(player)
    return (entrant.faction or "") if entrant is not None else ""
