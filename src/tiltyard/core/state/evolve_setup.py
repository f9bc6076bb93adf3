"""How facts about the event itself change the state."""

from __future__ import annotations

from dataclasses import replace

from tiltyard.core.facts import Recorded, setup
from tiltyard.core.state.basis import with_changed_basis
from tiltyard.core.state.event import Appointment, Confirmation, Event, Prize
from tiltyard.core.state.people import with_person
from tiltyard.core.state.plan import PLAN, PLAN_AFTER_START, PlanChange, Planned, Told


def _created(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, setup.EventCreated)
    return replace(
        with_person(event, fact.organizer, fact.organizer_name),
        id=fact.event,
        details=fact.details,
        seed=fact.seed,
        commitment=fact.commitment,
        seed_public=fact.imported,
        staff=(Appointment(fact.organizer, "organizer"),),
    )


def _described(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, setup.EventDescribed)
    still_true = {item: text for item, text in event.announced.items() if item not in fact.lapsed}
    return replace(event, details=fact.details, announced=still_true)


def _announced(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, setup.EventAnnounced)
    return replace(event, phase="announced", details=replace(event.details, ruleset=fact.ruleset))


def _item(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, setup.ItemAnnounced)
    told = {item: one for item, one in event.told.items() if item != fact.item}
    return replace(event, announced=_newest(event, fact.item, fact.text), told=told)


def _newest(event: Event, item: str, text: str) -> dict[str, str]:
    """Return what was announced, the newest at its end."""
    earlier = {one: said for one, said in event.announced.items() if one != item}
    return earlier | {item: text}


def _plan_told(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, setup.PlanAnnounced)
    known = event.told.get(fact.item)
    before: tuple[setup.ToldValue, ...] = ()
    if known is not None:
        before = known.values if known.values != fact.values else known.before
    told = Told(fact.values, before)
    return replace(
        event,
        announced=_newest(event, fact.item, fact.text),
        told=event.told | {fact.item: told},
    )


def _registration(event: Event, recorded: Recorded) -> Event:
    return replace(event, phase="registration")


def _check_in(event: Event, recorded: Recorded) -> Event:
    return replace(event, phase="check_in")


def _started(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, setup.EventStarted)
    entrants = {
        player: replace(one, state="active") if one.state == "checked_in" else one
        for player, one in event.entrants.items()
    }
    return replace(
        event,
        phase="running",
        swiss_rounds=fact.swiss_rounds,
        cut=fact.cut,
        entrants=entrants,
    )


def _plan(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, setup.PlanChanged)
    said = f"drawn before the plan was changed: {fact.reason}"
    asked = PLAN_AFTER_START in event.confirmed_about(PLAN)
    change = PlanChange(
        Planned(event.swiss_rounds, event.cut),
        Planned(fact.swiss_rounds, fact.cut),
        fact.reason,
        recorded.actor,
        asked,
    )
    return replace(
        with_changed_basis(event, recorded.actor, said),
        swiss_rounds=fact.swiss_rounds,
        cut=fact.cut,
        plan_changes=(*event.plan_changes, change),
        stale="plan-changed" if event.draft else "",
    )


def _tables(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, setup.TablesArranged)
    return replace(
        with_changed_basis(event, recorded.actor, "drawn before the tables were arranged anew"),
        first_table=fact.first,
        tables_out_of_use=fact.out_of_use,
        avoid_table_repeats=fact.avoid_repeats,
        stale="tables-arranged" if event.draft else "",
    )


def _language(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, setup.LanguageChosen)
    return replace(event, language=fact.language)


def _prize(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, setup.PrizeAwarded)
    return replace(event, prizes=(*event.prizes, Prize(fact.title, fact.recipient, fact.criterion)))


def _finished(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, setup.EventFinished)
    return replace(event, phase="finished", seed_public=True, finish_reason=fact.reason)


def _reopened(event: Event, recorded: Recorded) -> Event:
    return replace(event, phase="running")


def _confirmed(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, setup.ConcernsConfirmed)
    said = Confirmation(fact.about, fact.codes, recorded.actor, recorded.at)
    return replace(event, confirmations=(*event.confirmations, said))


def _archived(event: Event, recorded: Recorded) -> Event:
    return replace(event, phase="archived", never_announced=event.phase == "draft")


EVOLVE_SETUP = {
    setup.EventCreated: _created,
    setup.EventDescribed: _described,
    setup.EventAnnounced: _announced,
    setup.ItemAnnounced: _item,
    setup.PlanAnnounced: _plan_told,
    setup.RegistrationOpened: _registration,
    setup.CheckInOpened: _check_in,
    setup.EventStarted: _started,
    setup.PlanChanged: _plan,
    setup.TablesArranged: _tables,
    setup.LanguageChosen: _language,
    setup.PrizeAwarded: _prize,
    setup.EventFinished: _finished,
    setup.EventReopened: _reopened,
    setup.EventArchived: _archived,
    setup.ConcernsConfirmed: _confirmed,
}
