"""Army lists by programs: handed in, read by whoever may, and hidden as if they were not there."""

from __future__ import annotations

import json

import pytest

from tests.day.army_lists import clean_list
from tests.web.lists_hall import ListsHall
from tiltyard.day.lists import SaveList, SubmitList
from tiltyard.day.setup import StartEvent
from tiltyard.engine.rosters.list_reading import LONGEST_LIST, digest
from tiltyard.web.api.api_routes import OPERATIONS
from tiltyard.web.api.description import description

LIST = clean_list("xwing-dogfight")


@pytest.fixture
def hall():
    made = ListsHall()
    yield made
    made.close()


class Program:
    """Something that calls the API as a person of the event, or as nobody."""

    def __init__(self, hall, person="", scope="staff"):
        self.hall = hall
        self.client = hall.web.browser().client
        secret = hall.token(person, scope) if person else ""
        self.headers = {"authorization": f"Bearer {secret}"} if secret else {}

    def get(self, path=""):
        there = f"/api/v1/events/{self.hall.name}/lists{path}"
        return self.client.get(there, headers=self.headers, follow_redirects=False)

    def act(self, name, body):
        return self.client.post(
            f"/api/v1/events/{self.hall.name}/acts/{name}",
            content=json.dumps(body).encode(),
            headers={"content-type": "application/json", **self.headers},
        )


def test_a_list_is_handed_in_read_and_approved(hall):
    pia, judge = Program(hall, hall.pia), Program(hall, hall.judge)
    answer = pia.act("submit-list", {"player": hall.pia, "text": LIST})
    assert answer.status_code == 200, answer.text
    assert "Grey Wing" not in answer.text
    shown = judge.get(f"/{hall.pia}").json()
    assert shown["text"] == LIST
    assert (shown["state"], shown["totals"], shown["faction"]) == ("submitted", [98], "Rebel")
    assert shown["findings"] == []
    body = {"player": hall.pia, "digest": shown["digest"]}
    assert judge.act("approve-list", body).status_code == 200
    assert pia.get(f"/{hall.pia}").json()["state"] == "approved"


def test_findings_say_what_to_change(hall):
    hall.do(SubmitList(hall.pia, clean_list("xwing-dogfight", 101)), hall.pia)
    (found,) = Program(hall, hall.pia).get(f"/{hall.pia}").json()["findings"]
    assert (found["code"], found["severity"], found["clause"]) == (
        "over-limit",
        "error",
        "XW-035",
    )
    assert found["text"]
    assert found["fix"]


def test_a_hidden_list_looks_like_one_that_is_not_there(hall):
    hall.do(SubmitList(hall.pia, LIST), hall.pia)
    others = [Program(hall), Program(hall, hall.paul), Program(hall, hall.paul, "read")]
    for program in others:
        hidden, missing = program.get(f"/{hall.pia}"), program.get("/p99")
        assert hidden.status_code == missing.status_code == 404
        assert hidden.text == missing.text
        assert program.get().json()["lists"] == []
        assert program.get().json()["missing"] is None
        assert hidden.headers["cache-control"] == "no-store"
    own = Program(hall, hall.pia, "read").get()
    assert [one["player"] for one in own.json()["lists"]] == [hall.pia]
    assert own.headers["cache-control"] == "no-store"


def test_a_draft_is_there_for_its_player_only(hall):
    hall.do(SaveList(hall.pia, LIST), hall.pia)
    assert Program(hall, hall.pia).get(f"/{hall.pia}").json()["state"] == "draft"
    for person in ("p1", hall.judge, hall.paul):
        assert Program(hall, person).get(f"/{hall.pia}").status_code == 404
    assert Program(hall, hall.judge).get().json()["missing"] == [hall.pia, hall.paul]


def test_the_seal_is_told_to_its_player_only(hall):
    for player in (hall.pia, hall.paul):
        hall.do(SubmitList(player, LIST), player)
    hall.do(StartEvent())
    seal = hall.army(hall.pia).seal
    assert Program(hall, hall.pia).get(f"/{hall.pia}").json()["seal"] == seal
    for person in ("p1", hall.judge):
        assert seal not in Program(hall, person).get(f"/{hall.pia}").text
        assert Program(hall, person).get(f"/{hall.pia}").json()["locked"] is True


def test_everybody_reads_what_is_revealed_and_no_notes():
    hall = ListsHall(options={"lists.reveal": "start"})
    try:
        hall.do(SubmitList(hall.pia, LIST), hall.pia)
        hall.take_lists_on_paper()
        anybody = Program(hall)
        assert anybody.get(f"/{hall.pia}").status_code == 404
        hall.do(StartEvent())
        shown = anybody.get(f"/{hall.pia}").json()
        assert (shown["text"], shown["note"], shown["seal"]) == (LIST, None, None)
        assert [one["player"] for one in anybody.get().json()["lists"]] == [hall.pia]
    finally:
        hall.close()


@pytest.mark.parametrize("letter", ["x", "ä", "\U0001f409"])
def test_the_longest_list_gets_through_and_no_longer_one(hall, letter):
    text = f"{LIST}\nAuthor: {letter * 500}\n" + f"Author: {letter * 480}\n" * 130
    text = text[:LONGEST_LIST].rpartition("\n")[0]
    text += "\n" * (LONGEST_LIST - len(text))
    pia = Program(hall, hall.pia)
    assert pia.act("submit-list", {"player": hall.pia, "text": text}).status_code == 200
    assert hall.army(hall.pia).text == text
    longer = pia.act("submit-list", {"player": hall.pia, "text": f"{text}\n"})
    assert longer.status_code == 400
    assert longer.json()["field"] == "text"
    huge = pia.act("submit-list", {"player": hall.pia, "text": "x" * 2_000_000})
    assert huge.status_code == 413


def test_times_days_and_numbers_by_name_are_read(hall):
    olga = Program(hall, "p1")
    assert olga.act("set-list-deadline", {"until": "2018-11-03T10:00:00+01:00"}).status_code == 200
    assert hall.event.list_desk.deadline.isoformat() == "2018-11-03T09:00:00+00:00"
    assert olga.get().json()["deadline"] == "2018-11-03T09:00:00+00:00"
    for wrong in ("2018-11-03T10:00:00", "soon", 5):
        answer = olga.act("set-list-deadline", {"until": wrong})
        assert answer.status_code == 400, wrong
        assert answer.json()["field"] == "until"
    beyond = olga.act("set-list-deadline", {"until": "0001-01-01T00:00:00+05:00"})
    assert beyond.status_code == 422
    ruled = {"product": "Core Set", "legal": True, "reason": "it is out"}
    assert olga.act("rule-on-product", {**ruled, "since": "2018-11-01"}).status_code == 200
    assert olga.act("rule-on-product", {**ruled, "since": "2018-11-31"}).status_code == 400


def test_the_description_names_the_formats():
    said = description(OPERATIONS)
    schemas = said["components"]["schemas"]
    until = schemas["SetListDeadline"]["properties"]["until"]["anyOf"]
    assert {"type": "string", "format": "date-time"} in until
    since = schemas["RuleOnProduct"]["properties"]["since"]["anyOf"]
    assert {"type": "string", "format": "date"} in since
    values = schemas["LabelTerrain"]["properties"]["values"]
    assert values["type"] == "object"
    assert values["additionalProperties"]["type"] == "integer"
    assert schemas["SubmitList"]["properties"]["text"]["maxLength"] == LONGEST_LIST
    assert schemas["ReturnList"]["properties"]["reason"]["maxLength"] < LONGEST_LIST


def test_an_approval_names_the_list_that_was_read(hall):
    hall.do(SubmitList(hall.pia, LIST), hall.pia)
    wrong = Program(hall, hall.judge).act("approve-list", {"player": hall.pia, "digest": "0"})
    assert wrong.status_code == 422
    right = {"player": hall.pia, "digest": digest(LIST)}
    assert Program(hall, hall.judge).act("approve-list", right).status_code == 200


# ------------------------------------------------------------------------- scores and counting

SQUAD = (
    "Faction: Rebel\nTotal: 95\nShips\n"
    "Old Wing (33)\nCommon Wing (26)\n- Long Lens (7)\nGrey Wing (29)\n"
)


def playing(hall):
    """Both handed in a squad of 33, 33 and 29 points, and play; whoever sits first is named."""
    for player in (hall.pia, hall.paul):
        hall.do(SubmitList(player, SQUAD), player)
    hall.begin()
    hall.next_round()
    return hall.games()[0]


def slip_body(game, first, second, **more):
    return {"match": game.id, "slip": {"end": "time", "score": [first, second]}, **more}


@pytest.mark.clause("XW-057", "XW-089")
def test_programs_are_asked_back_about_a_score_that_cannot_be(hall):
    game = playing(hall)
    judge = Program(hall, hall.judge)
    answer = judge.act("enter-result", slip_body(game, 34, 0))
    assert answer.status_code == 422
    (asked,) = answer.json()["questions"]
    assert (asked["code"], asked["clause"]) == ("score-impossible", "XW-057")
    assert asked["text"].endswith("Did you mean 33 or 62?")
    body = slip_body(game, 34, 0, confirm=["score-impossible"])
    answer = judge.act("enter-result", body)
    assert answer.status_code == 200, answer.text
    assert answer.json()["facts"][0]["name"] == "concerns-confirmed/1"


def test_a_program_for_results_hears_no_number_of_a_list(hall):
    game = playing(hall)
    program = Program(hall, hall.judge, scope="results")
    for score in (34, 95, 98):
        answer = program.act("enter-result", slip_body(game, score, 0))
        assert answer.status_code == 422
        (asked,) = answer.json()["questions"]
        assert asked["text"] == "The lists can't give this score."
        assert (asked["clause"], answer.json()["fix"]) == ("XW-057", "Count again.")


@pytest.mark.clause("XW-057")
def test_no_refusal_tells_a_player_of_the_opponents_list(hall):
    """34, 95 and 98 cannot be destroyed of it: all three are taken as any other score."""
    for score in (34, 95, 98):
        made = ListsHall()
        game = playing(made)
        answer = Program(made, game.players[0]).act("report-result", slip_body(game, score, 33))
        assert answer.status_code == 200, answer.text
        made.close()


@pytest.mark.clause("XW-089", "XW-066")
def test_a_program_counts_what_is_left_of_a_list_it_may_read(hall):
    game = playing(hall)
    mine, other = game.players
    path = f"/{mine}/count"
    own = Program(hall, mine, scope="results")
    for asked, score in (("", 0), ("?left=1,3", 33), ("?left=3", 66), ("?left=", 100)):
        answer = own.get(path + asked)
        assert answer.status_code == 200, answer.text
        assert answer.json()["score"] == score
    assert own.get(path + "?left=4").status_code == 422
    assert own.get(path + "?left=x").status_code in {400, 422}
    assert Program(hall, hall.judge).get(path + "?left=1").json()["score"] == 62
    for stranger in (Program(hall, other), Program(hall, hall.judge, scope="results")):
        assert stranger.get(path + "?left=1").status_code == 404
