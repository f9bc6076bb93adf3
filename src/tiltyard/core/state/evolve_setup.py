"""How facts about the event itself change the state."""

from __future__ import annotations

from dataclasses import replace

from tiltyard.core.facts import Recorded, setup
from tiltyard.core.state.basis import with_changed_basis
from tiltyard.core.state.event import Appointment, Event, Prize


def _created(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, setup.EventCreated)
    return replace(
        event,
        id=fact.event,
        details=fact.details,
        seed=fact.seed,
        commitment=fact.commitment,
        people={fact.organizer: fact.organizer_name},
        staff=(Appointment(fact.organizer, "organizer"),),
    )


def _described(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, setup.EventDescribed)
    old, new = event.details, fact.details
    still_true = {
        item: text
        for item, text in event.announced.items()
        if all(getattr(old, name) == getattr(new, name) for name in _TOLD.get(item, ()))
    }
    return replace(event, details=new, announced=still_true)


_TOLD: dict[str, tuple[str, ...]] = {
    "rounds": ("structure", "swiss_rounds", "points_limit", "days"),
    "cut": ("structure", "cut", "swiss_after_cut"),
    "round_length": ("options", "points_limit"),
    "tie_breaks": ("options",),
    "own_tie_breaks": ("options",),
    "bye_margin": ("options",),
    "play_area": ("play_area",),
    "special_scenario": ("special_scenario",),
    "event_details": ("name", "date", "tier", "region", "official"),
}
"""What players were told of each item: when it changes they must be told again."""


def _announced(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, setup.EventAnnounced)
    return replace(event, phase="announced", details=replace(event.details, ruleset=fact.ruleset))


def _item(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, setup.ItemAnnounced)
    return replace(event, announced=event.announced | {fact.item: fact.text})


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
    return replace(
        with_changed_basis(event, recorded.actor, said),
        swiss_rounds=fact.swiss_rounds,
        cut=fact.cut,
        plan_reason=fact.reason,
        stale="the plan was changed" if event.draft else "",
    )


def _tables(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, setup.TablesArranged)
    return replace(
        with_changed_basis(event, recorded.actor, "drawn before the tables were arranged anew"),
        first_table=fact.first,
        tables_out_of_use=fact.out_of_use,
        avoid_table_repeats=fact.avoid_repeats,
        stale="the tables were arranged anew" if event.draft else "",
    )


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


def _archived(event: Event, recorded: Recorded) -> Event:
    return replace(event, phase="archived")


EVOLVE_SETUP = {
    setup.EventCreated: _created,
    setup.EventDescribed: _described,
    setup.EventAnnounced: _announced,
    setup.ItemAnnounced: _item,
    setup.RegistrationOpened: _registration,
    setup.CheckInOpened: _check_in,
    setup.EventStarted: _started,
    setup.PlanChanged: _plan,
    setup.TablesArranged: _tables,
    setup.PrizeAwarded: _prize,
    setup.EventFinished: _finished,
    setup.EventReopened: _reopened,
    setup.EventArchived: _archived,
}
