"""Real events go out as they came in: nothing is lost that the form can hold."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.amount import share
from tests.formats.foreign.samples import opened
from tests.real.published import DATA, event_params, events_of, missing
from tests.service.halls import new_desk
from tiltyard.formats.foreign.listjuggler import read_listjuggler
from tiltyard.formats.foreign.to_tiltyard1 import Reading, built
from tiltyard.formats.outgoing.handover import Handover
from tiltyard.formats.outgoing.listjuggler_write import write_listfortress, write_listjuggler
from tiltyard.formats.strict_json import decode
from tiltyard.rulesets.loader import load
from tiltyard.service.exporting import FORMS as OUTGOING
from tiltyard.service.exporting import Wish
from tiltyard.service.foreign_importing import apply_import, preview_import
from tiltyard.service.importing import Brought, import_tournament

RULES = load("xwing-dogfight")


def every_event():
    return [
        pytest.param(folder, *one.values, id=f"{folder}-{one.id}", marks=one.marks)
        for folder in ("xwing-listjuggler", "xwing-sos-2015")
        for one in event_params(folder, sorted(events_of(folder)))
    ]


def told(raw):
    """What a file says, without the order of players and games."""
    document = raw.get("tournament", raw)
    tournament, _ = built(read_listjuggler(opened(document)), Reading(RULES), "a seed")
    stages = tuple(
        replace(
            stage,
            rounds=tuple(
                replace(
                    one, matches=tuple(sorted(one.matches, key=str)), after=tuple(sorted(one.after))
                )
                for one in stage.rounds
            ),
        )
        for stage in tournament.stages
    )
    players = tuple(sorted(tournament.players, key=lambda player: player.id))
    return replace(tournament, players=players, stages=stages)


@pytest.mark.parametrize(("folder", "number"), every_event())
def test_an_event_goes_out_as_it_came_in(folder, number):
    first = told(events_of(folder)[number])
    desk = new_desk()
    import_tournament(desk, "cup", Brought(first, RULES))
    level = desk.level("cup")
    handover = Handover(level.event, level.rules, level.document)
    for write in (write_listfortress, write_listjuggler):
        again = told(decode(write(handover)[0].encode()))
        assert again == first


FOLDERS = ("cryodex-json", "xwing-listjuggler", "xwing-sos-2015", "listfortress", "tome")


def every_file():
    params = []
    for folder in FOLDERS:
        found = sorted((DATA / folder).glob("*.json"))
        taken = share(found, 0, 3)  # importing reads every file in every run
        params += [pytest.param(path, id=f"{folder}/{path.name}") for path in taken]
        if not found:
            params.append(pytest.param(DATA / folder, marks=missing(folder), id=folder))
    return params


def brought(data, called=""):
    """The event a file becomes, as its organizer hands it over in a form."""
    desk = new_desk()
    event = apply_import(desk, preview_import(data, called=called), "cup")
    organizer = next(one.person for one in event.staff if one.role == "organizer")
    wish = Wish(desk.level("cup"), public=False, reader=organizer)
    return lambda form: OUTGOING[form](wish).body


@pytest.mark.parametrize("path", every_file())
def test_what_is_read_again_is_written_again_to_the_byte(path):
    first = brought(path.read_bytes(), path.stem)
    for form in ("listjuggler", "listfortress", "tiltyard1"):
        assert brought(first(form))(form) == first(form)
