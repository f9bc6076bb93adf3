"""How facts about lists change the state."""

from __future__ import annotations

from dataclasses import replace

from tiltyard.core.facts import Recorded, lists
from tiltyard.core.rosters.catalogue import plain
from tiltyard.core.rosters.circumstances import ProductRuling
from tiltyard.core.state.event import Event
from tiltyard.core.state.lists import (
    Amendment,
    ArmyList,
    Conversion,
    DeploymentTerrain,
    ListState,
    TerrainPiece,
)
from tiltyard.core.state.rounds import with_match


def _put(event: Event, army: ArmyList) -> Event:
    desk = replace(event.list_desk, lists=event.list_desk.lists | {army.player: army})
    return replace(event, list_desk=desk)


def _handed_in(
    event: Event, recorded: Recorded, fact: lists.ListSaved | lists.ListSubmitted, state: ListState
) -> Event:
    before = event.list_desk.lists.get(fact.player)
    army = ArmyList(
        player=fact.player,
        state=state,
        by=recorded.actor,
        at=recorded.at,
        text=fact.text,
        form=fact.form,
        roster=fact.roster,
        note=before.note if before is not None and state == "draft" else "",
        asked=before.asked if before is not None and state == "draft" else False,
        amendments=before.amendments if before is not None else (),
    )
    return _put(event, army)


def _saved(event: Event, recorded: Recorded) -> Event:
    assert isinstance(recorded.fact, lists.ListSaved)
    return _handed_in(event, recorded, recorded.fact, "draft")


def _submitted(event: Event, recorded: Recorded) -> Event:
    assert isinstance(recorded.fact, lists.ListSubmitted)
    return _handed_in(event, recorded, recorded.fact, "submitted")


def _on_paper(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, lists.ListReceivedOnPaper)
    return _put(event, ArmyList(fact.player, "on_paper", recorded.actor, recorded.at))


def _waived(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, lists.ListWaived)
    waived = event.list_desk.waived | {fact.player: fact.reason}
    return replace(event, list_desk=replace(event.list_desk, waived=waived))


def _returned(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, lists.ListReturned)
    army = event.list_desk.lists[fact.player]
    return _put(event, replace(_checked(army, recorded, "returned", fact.reason), asked=True))


def _approved(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, lists.ListApproved)
    army = event.list_desk.lists[fact.player]
    approved = _checked(army, recorded, "approved", fact.reason)
    return _put(event, replace(approved, waived=fact.waived))


def _checked(army: ArmyList, recorded: Recorded, state: ListState, note: str) -> ArmyList:
    return replace(army, state=state, checked_by=recorded.actor, checked_at=recorded.at, note=note)


def _amended(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, lists.ListAmended)
    army = event.list_desk.lists[fact.player]
    amendment = Amendment(
        recorded.actor, recorded.at, fact.before, fact.reason, fact.significant, army.seal
    )
    changed = replace(
        _checked(army, recorded, "approved" if fact.approved else "submitted", fact.reason),
        text=fact.text,
        form=fact.form,
        roster=fact.roster,
        waived=fact.waived,
        amendments=(*army.amendments, amendment),
    )
    return _put(event, changed)


def _locked(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, lists.ListsLocked)
    held = event.list_desk.lists
    sealed = {seal.player: replace(held[seal.player], seal=seal.hash) for seal in fact.seals}
    return replace(event, list_desk=replace(event.list_desk, lists=held | sealed))


def _deadline(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, lists.ListDeadlineSet)
    return replace(event, list_desk=replace(event.list_desk, deadline=fact.until))


def _product(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, lists.ProductRuled)
    ruling = ProductRuling(fact.legal, fact.since, fact.reason)
    rulings = event.list_desk.rulings | {fact.product: ruling}
    return replace(event, list_desk=replace(event.list_desk, rulings=rulings))


def _conversion(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, lists.ConversionRequested)
    return put_conversion(event, Conversion(fact.conversion, fact.player, fact.description))


def _conversion_decided(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, lists.ConversionDecided)
    asked = event.list_desk.conversions[fact.conversion]
    answered = replace(asked, approved=fact.approved, note=fact.note, decided_by=recorded.actor)
    return put_conversion(event, answered)


def put_conversion(event: Event, conversion: Conversion) -> Event:
    """Return the event with a question about a component, or its answer."""
    conversions = event.list_desk.conversions | {conversion.id: conversion}
    return replace(event, list_desk=replace(event.list_desk, conversions=conversions))


def _terrain(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, lists.TerrainLabelled)
    piece = TerrainPiece(
        fact.piece, fact.name, fact.diameter, fact.capacity, fact.keywords, fact.values
    )
    terrain = event.list_desk.terrain | {piece.id: piece}
    return replace(event, list_desk=replace(event.list_desk, terrain=terrain))


def _terrain_counted(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, lists.TerrainCounted)
    counted = DeploymentTerrain(fact.card, fact.defensive, fact.dangerous)
    deployments = event.list_desk.deployments | {plain(fact.card): counted}
    return replace(event, list_desk=replace(event.list_desk, deployments=deployments))


def _mats(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, lists.MatsDrawn)
    desk = replace(event.list_desk, mats=fact.tables, mats_drawn=fact.attempt)
    return replace(event, list_desk=desk)


def _coin(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, lists.CoinTossed)
    game = event.game(fact.match)
    assert game is not None
    return with_match(event, replace(game, coin=fact.winner))


def _first_player(event: Event, recorded: Recorded) -> Event:
    fact = recorded.fact
    assert isinstance(fact, lists.FirstPlayerRecorded)
    game = event.game(fact.match)
    assert game is not None
    return with_match(event, replace(game, first_player=fact.player, side=fact.side))


EVOLVE_LISTS = {
    lists.ListSaved: _saved,
    lists.ListSubmitted: _submitted,
    lists.ListReceivedOnPaper: _on_paper,
    lists.ListWaived: _waived,
    lists.ListReturned: _returned,
    lists.ListApproved: _approved,
    lists.ListAmended: _amended,
    lists.ListsLocked: _locked,
    lists.ListDeadlineSet: _deadline,
    lists.ProductRuled: _product,
    lists.ConversionRequested: _conversion,
    lists.ConversionDecided: _conversion_decided,
    lists.TerrainLabelled: _terrain,
    lists.TerrainCounted: _terrain_counted,
    lists.MatsDrawn: _mats,
    lists.CoinTossed: _coin,
    lists.FirstPlayerRecorded: _first_player,
}
