"""Every actor at every route in every state: the answers are those of the second table."""

from __future__ import annotations

import pytest

from tests.web.security.actors import (
    DRAFT,
    IN,
    RUNNING,
    STATES,
    WITH_PLAYING_STAFF,
    Door,
    actors,
    filled,
    furnished_hall,
)
from tests.web.security.permission_matrix import API, PAGES, RESULTS, ROLES
from tiltyard.day.table import FOR_PROGRAMS
from tiltyard.engine.errors import Refused
from tiltyard.web import app as application
from tiltyard.web.api.api_routes import OPERATIONS
from tiltyard.web.errors import Forbidden, NotFound

SIGN_IN = (403, "You aren't signed in.")
NOT_YOURS = (403, "This page isn't for your role.")
NOT_YOUR_SERVER = (403, "You don't have permission to do this.")
MISSING = (404, "We can't find that event.")
WOULD_BE_DONE = "press-busy"
"""A refusal no act gives: here it stands for an act that would be done."""


def test_every_route_has_a_row_and_every_row_a_route():
    routes = {(one.method, one.path): one.audience for one in application.ALL_ROUTES}
    assert len(routes) == len(application.ALL_ROUTES)
    assert routes == PAGES


def test_every_operation_has_a_row_and_every_row_an_operation():
    acts = {
        ("POST", f"/api/v1/events/{{event}}/acts/{name}"): (
            "results" if name in RESULTS else "staff"
        )
        for name in FOR_PROGRAMS
    }
    assert {(one.method, one.path): one.access for one in OPERATIONS} == {**API, **acts}


def test_addresses_that_are_secrets_are_marked():
    marked = {one.path for one in application.ALL_ROUTES if one.token}
    assert marked == {path for _, path in PAGES if "{secret}" in path}


# ---------------------------------------------------------------------------- the gate


@pytest.mark.parametrize("event", STATES)
def test_whoever_may_not_come_is_not_let_in(gate, event):
    unexpected = []
    with Door(gate) as door:
        for actor in actors(gate, event):
            for (method, path), audience in PAGES.items():
                answer = door.ask(method, filled(path, event), actor.secret)
                wanted = expected(gate, audience, actor, event if "{event}" in path else "")
                if _said(answer) != wanted:
                    unexpected.append((actor.name, method, path, _said(answer), wanted))
    assert unexpected == []


def test_an_event_that_is_missing_looks_like_one_that_is_hidden(gate):
    about_events = [one for one in PAGES if "{event}" in one[1]]
    with Door(gate) as door:
        for actor in actors(gate, RUNNING):
            if actor.account == "owner":
                continue
            for method, path in about_events:
                missing = door.ask(method, filled(path, "nothing-here"), actor.secret)
                hidden = door.ask(method, filled(path, DRAFT), actor.secret)
                assert _said(missing) == MISSING, (actor.name, path)
                assert (missing.status_code, missing.text) == (hidden.status_code, hidden.text)


def test_the_matrix_meets_everybody_it_names(gate):
    names = {actor.name for event in STATES for actor in actors(gate, event)}
    assert names >= {
        "anonymous",
        "player",
        "opponent",
        "another player",
        "dropped player",
        "scorekeeper",
        "judge",
        "marshal",
        "referee",
        "organizer",
        "second_organizer",
        "judge who plays",
        "organizer of another event",
        "revoked organizer",
        "owner",
        "creator",
        "guest",
    }


def expected(hall, audience, actor, event):
    """What the second table says, thought out anew."""
    found = hall.desk.event(event) if event else None
    person = actor.person if actor.event == event else ""
    if actor.account == "owner" and found is not None:
        person = hall.organizer_of(event)
    mine = {one.role for one in found.staff if one.person == person} if found else set()
    if found is not None and found.phase == "draft" and not mine:
        return MISSING
    if audience == "everybody":
        return IN
    if not actor.signed_in:
        return SIGN_IN
    if audience == "signed_in":
        return IN
    if audience in {"owner", "creator"}:
        allowed = {"owner": {"owner"}, "creator": {"owner", "creator"}}[audience]
        return IN if actor.account in allowed else NOT_YOUR_SERVER
    plays = person in found.entrants
    if audience == "player":
        return IN if plays else NOT_YOURS
    if audience == "seated":
        return IN if plays or mine else NOT_YOURS
    return IN if mine & ROLES[audience] else NOT_YOURS


def _said(answer):
    document = answer.json()
    if document == IN:
        return IN
    return answer.status_code, document["refused"]["message"]


# ---------------------------------------------------------------------------- acts


@pytest.fixture(scope="module")
def acting():
    """A hall where acts are decided and never recorded."""
    hall = furnished_hall()

    def only_decide(name, person, command, **_):
        no = hall.desk.refusal(name, person, command)
        raise no if no is not None else Refused(WOULD_BE_DONE)

    hall.site.do = only_decide
    yield hall
    hall.close()


@pytest.mark.parametrize("event", [DRAFT, RUNNING, WITH_PLAYING_STAFF, "summer-disks"])
def test_an_act_is_decided_for_the_person_who_asks_and_nobody_else(acting, event):
    """Own, another's, another event's and missing objects: the engine's answer for this person."""
    unexpected, allowed = [], 0
    with Door(acting) as door:
        for actor in actors(acting, event):
            person = actor.person if actor.event == event else ""
            if actor.account == "owner":
                person = acting.organizer_of(event)
            for act, fields in _attempts(acting, event, person):
                answer = door.ask("POST", f"/e/{event}/do/{act}", actor.secret, fields)
                said = answer.json().get("refused", {}).get("code")
                wanted = _decided(acting, event, person, act, fields)
                allowed += said == WOULD_BE_DONE
                if answer.status_code == 200 or (wanted is not None and said != wanted):
                    unexpected.append((actor.name, act, fields, answer.status_code, said, wanted))
    assert unexpected == []
    assert allowed > 0


def _attempts(hall, event, person):
    found = hall.desk.event(event)
    games = list(found.current.games.values()) if found.current else []
    own = next((one.id for one in games if person in one.players), "")
    others = next((one.id for one in games if person not in one.players), "")
    slip = {"slip.end": "time", "slip.score.0": "10", "slip.score.1": "5"}
    for match in filter(None, (own, others, "1.7.40", "9.9.9")):
        yield "report-result", {"match": match, **slip}
        yield "enter-result", {"match": match, **slip}
        yield "call-judge", {"match": match, "topic": "range"}
        yield "grant-extension", {"match": match, "minutes": "3", "reason": "slow"}
        yield "resolve-dispute", {"match": match, "reason": "seen", **slip}
    for player in filter(None, (person, next(iter(found.entrants), ""), "p999")):
        yield "drop-player", {"player": player, "why": "voluntary"}
        yield "check-in", {"player": player}
        yield "disqualify", {"player": player, "reason": "cheating"}
    for act in ("undo", "make-cut", "call-time", "draw-round", "announce-event", "finish-event"):
        yield act, {"reason": "because"} if act in {"undo", "finish-event"} else {}
    yield "appoint-staff", {"role": "judge", "name": "My Friend"}
    yield "hand-over", {"reason": "holiday", "name": "My Friend"}


def _decided(hall, event, person, act, fields):
    """What the engine says to this person; None where the door says no before."""
    from tiltyard.web.forms.commands import command_of
    from tiltyard.web.request import Form

    found = hall.desk.event(event)
    seated = person in found.entrants or any(one.person == person for one in found.staff)
    if not seated:
        return None
    try:
        command = command_of(act, Form(list(fields.items())), found)
    except (Refused, Forbidden, NotFound) as no:
        return no.code
    no = hall.desk.refusal(event, person, command)
    return WOULD_BE_DONE if no is None else no.code
