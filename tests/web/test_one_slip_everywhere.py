"""The same slip by phone, form of the desk, API and terminal is the same fact."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.cli.event_desk import Terminal, play_until_round_one
from tests.web.api.seeded import Program, give
from tests.web.hall import WebHall
from tiltyard.day.facts import ResultReported
from tiltyard.engine.slip import Slip
from tiltyard.rulesets.loader import load
from tiltyard.service.desk import Desk
from tiltyard.store.opening import open_store

RECORDED = Slip("time", (40, 20))


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    file = tmp_path_factory.mktemp("slip") / "store.db"
    play_until_round_one(Terminal(file))
    return file.read_bytes()


@pytest.fixture
def file(begun: bytes, tmp_path: Path) -> Path:
    copy = tmp_path / "store.db"
    copy.write_bytes(begun)
    return copy


@contextmanager
def opened(file: Path) -> Iterator[WebHall]:
    """Yield a site on the store: one process at a time has it open."""
    store = open_store(str(file))
    hall = WebHall(desk=Desk(store, load))
    yield hall
    hall.close()


def by_form(file, match, person, act):
    fields = {"match": match, "slip.end": "time", "slip.score.0": "40", "slip.score.1": "20"}
    fields |= {"slip.initiative": "0", "slip.survivor": "1"}
    with opened(file) as hall:
        answer = hall.browser("cup", person).post(f"/e/cup/do/{act}", fields, json=True)
    assert answer.status_code == 200, answer.text


def by_api(file, match, person, act):
    slip = {"end": "time", "score": [40, 20], "initiative": 0, "survivor": 1}
    with opened(file) as hall:
        give(hall, person, "cup", person, "staff")
        answer = Program(hall, person).act(act, {"match": match, "slip": slip}, "cup")
    assert answer.status_code == 200, answer.text


def by_terminal(file, match, person, act):
    slip = ("--end", "time", "--score", 40, 20, "--initiative", 0, "--survivor", 1)
    Terminal(file).do(act.partition("-")[0], "cup", 1, *slip, "--as", person)


WAYS = [by_form, by_api, by_terminal]


@pytest.mark.parametrize("reports", WAYS)
@pytest.mark.parametrize("enters", WAYS)
def test_needless_fields_make_no_dispute_whichever_way_they_come(file, reports, enters):
    match = Terminal(file).match_at(1)["match"]
    with opened(file) as hall:
        game, organizer = hall.desk.event("cup").game(match), hall.organizer_of("cup")
    reports(file, match, game.players[0], "report-result")
    enters(file, match, organizer, "enter-result")
    with opened(file) as hall:
        facts = [one.fact for one in hall.desk.log("cup")]
        after = hall.desk.event("cup").game(match)
    assert facts[-2] == ResultReported(match, game.players[0], RECORDED)
    assert (facts[-1].NAME, facts[-1].slip) == ("result-entered/1", RECORDED)
    assert not after.is_disputed
