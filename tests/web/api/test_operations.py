"""The API by hand: tokens and scopes, retries, versions, strict bodies, nothing private."""

from __future__ import annotations

import json

import jsonschema
import pytest

from tests.web.api.seeded import OTHER, RUNNING, Program, give, open_game, player_of, seeded_hall
from tiltyard.day.table import FOR_PROGRAMS
from tiltyard.text.say import sentences
from tiltyard.web.api.api_routes import OPERATIONS
from tiltyard.web.security.limits import SESSION

EVENT = f"/api/v1/events/{RUNNING}"


@pytest.fixture(scope="module")
def hall():
    made = seeded_hall()
    yield made
    made.close()


@pytest.fixture
def calm(hall, monkeypatch):
    """A hall whose limits are as if nobody had asked yet."""
    monkeypatch.setattr(hall.site.limits, "_buckets", {})
    return hall


@pytest.fixture
def anybody(calm):
    return Program(calm)


@pytest.fixture
def staff(calm):
    return Program(calm, "staff")


def version(hall, event=RUNNING):
    return hall.desk.event(event).version


def slip():
    return {"end": "time", "score": [40, 20]}


# ---------------------------------------------------------------------------- reading


def test_everybody_reads_what_is_public(anybody):
    listed = anybody.get("/api/v1/events").json()["events"]
    assert RUNNING in {one["event"] for one in listed}
    event = anybody.get(EVENT).json()
    assert event["name"] == "Night Flight"
    rounds = anybody.get(f"{EVENT}/rounds").json()["rounds"]
    assert [one["round"] for one in rounds] == ["1.1", "1.2"]
    shown = anybody.get(f"{EVENT}/rounds/1.1").json()
    assert all(one["result"] for one in shown["matches"] if one["kind"] == "game")
    assert shown["matches"][0]["why"][0]["clause"]
    standings = anybody.get(f"{EVENT}/standings").json()
    assert standings["format"] == "tiltyard/standings/1"
    assert standings["rows"][0]["rank"] == 1
    player = standings["rows"][0]["player"]
    record = anybody.get(f"{EVENT}/players/{player}").json()
    assert record["standing"] == standings["rows"][0]
    assert {one["match"] for one in record["matches"]}


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("/api/v1/events/nothing", "no-such-event"),
        (f"{EVENT}/rounds/9.9", "no-such-round"),
        (f"{EVENT}/players/p999", "no-such-player"),
        ("/api/v1/nothing", "address-not-there"),
    ],
)
def test_what_is_not_there_is_a_problem_document(anybody, path, code):
    answer = anybody.get(path)
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/problem+json"
    assert (answer.json()["kind"], answer.json()["code"]) == ("not-found", code)


def test_the_seed_stays_secret_until_it_is_public(hall, staff):
    for path in ("", "/rounds/1.2", "/me"):
        assert hall.desk.event(RUNNING).seed not in staff.get(EVENT + path).text
    finished = hall.desk.event("summer-disks")
    said = staff.get("/api/v1/events/summer-disks").json()
    assert finished.seed_public
    assert said["seed"] == finished.seed


def test_reports_that_are_not_confirmed_are_for_players_and_staff(calm, anybody, staff):
    reported = next(one for one in calm.desk.event(RUNNING).current.games.values() if one.filed)
    give(calm, "one-of-them", RUNNING, reported.players[0], "read")
    path = f"{EVENT}/rounds/1.2"

    def seen(program):
        matches = program.get(path).json()["matches"]
        return next(one for one in matches if one["match"] == reported.id)

    digest = reported.filed[0].slip.digest
    assert seen(anybody)["reports"] == []
    assert seen(anybody)["state"] in {"playing", "final"}
    assert seen(staff)["reports"][0]["digest"] == digest
    assert seen(Program(calm, "one-of-them"))["reports"][0]["digest"] == digest
    assert seen(Program(calm, "other"))["reports"] == []


def test_a_name_is_told_as_the_player_agreed(calm, anybody, staff):
    player = player_of(calm)
    assert (
        Program(calm, "player")
        .act("choose-shown-name", {"player": player, "shown": "number"})
        .status_code
        == 200
    )
    name = calm.desk.event(RUNNING).people[player]
    assert name not in anybody.get(f"{EVENT}/players/{player}").text
    assert name not in anybody.get(f"{EVENT}/standings").text
    assert name not in Program(calm, "other").get(EVENT).text
    assert name in staff.get(f"{EVENT}/players/{player}").text


def test_me_says_as_whom_a_token_acts(calm):
    said = Program(calm, "player").get(f"{EVENT}/me").json()
    assert said["person"] == player_of(calm)
    assert said["roles"] == ["player", "spectator"] or "player" in said["roles"]
    assert {one["match"].rpartition(".")[0] for one in said["matches"]} == {"1.1", "1.2"}


def test_a_draft_is_not_there_but_for_its_staff(calm, anybody):
    from datetime import date

    from tiltyard.day.facts import Details

    if "not-yet" not in calm.desk.events():
        details = Details("Not yet", "armada@1.0.1", date(2027, 3, 1))
        calm.site.create("not-yet", details, "Ann", None)
    give_once(calm, "drafter", "not-yet")
    hidden = anybody.get("/api/v1/events/not-yet")
    missing = anybody.get("/api/v1/events/nothing")
    assert (hidden.status_code, hidden.text) == (missing.status_code, missing.text)
    assert "not-yet" not in anybody.get("/api/v1/events").text
    assert Program(calm, "staff").get("/api/v1/events/not-yet").status_code == 404
    assert Program(calm, "drafter").get("/api/v1/events/not-yet").status_code == 200


def give_once(hall, secret, event):
    from tiltyard.web.security.secrets import key_of

    if hall.keyring.token(key_of(secret)) is None:
        give(hall, secret, event, hall.organizer_of(event), "staff")


def test_the_drawn_round_is_for_those_at_the_desk(calm, staff):
    assert staff.get(f"{EVENT}/drawn").status_code == 404
    assert Program(calm, "player").get(f"{EVENT}/drawn").status_code == 404
    assert Program(calm).get(f"{EVENT}/drawn").status_code == 401


# ---------------------------------------------------------------------------- tokens and scopes


@pytest.mark.parametrize("authorization", ["Bearer wrong", "Basic staff", "staff", "Bearer", ""])
def test_a_token_that_is_not_known_opens_nothing(calm, authorization):
    program = Program(calm)
    program.headers = {"authorization": authorization}
    for answer in (program.get(EVENT), program.act("make-cut")):
        assert answer.status_code == 401
        assert answer.headers["www-authenticate"] == "Bearer"


def test_a_cookie_counts_for_nothing(calm):
    browser = calm.browser(RUNNING, calm.organizer_of(RUNNING))
    before = version(calm)
    answer = browser.client.post(
        f"{EVENT}/acts/call-time", content=b"{}", headers={"content-type": "application/json"}
    )
    assert answer.status_code == 401
    assert browser.get(f"{EVENT}/me").status_code == 401
    assert version(calm) == before


def test_a_scope_is_what_it_says(calm):
    game = open_game(calm)
    body = {"match": game.id, "slip": {"end": "time", "score": [0, 0]}}  # any list allows it
    assert Program(calm, "read").get(f"{EVENT}/me").status_code == 200
    assert Program(calm, "read").act("enter-result", body).status_code == 403
    assert Program(calm, "results").act("call-time").status_code == 403
    assert Program(calm, "results").act("enter-result", body).status_code == 200


def test_a_token_is_for_its_own_event(calm):
    other, before = Program(calm, "other"), version(calm)
    foreign = other.act("call-time", event=RUNNING)
    missing = other.act("call-time", event="nothing")
    assert foreign.status_code == missing.status_code == 403
    assert foreign.text == missing.text
    assert other.get(f"{EVENT}/me").status_code == 403
    assert other.get(f"/api/v1/events/{OTHER}/me").status_code == 200
    assert version(calm) == before


def test_a_token_does_what_its_person_may_and_no_more(calm):
    player, before = Program(calm, "player"), version(calm)
    answer = player.act("call-time")
    assert answer.status_code == 422
    assert answer.json()["code"] == "not-your-role"
    assert "Tournament Organizer" in answer.json()["fix"]
    assert version(calm) == before


def test_a_revoked_token_ends_at_once(calm):
    from tiltyard.web.security.secrets import key_of

    give(calm, "short-lived", RUNNING, calm.organizer_of(RUNNING), "read")
    program = Program(calm, "short-lived")
    assert program.get(f"{EVENT}/me").status_code == 200
    calm.keyring.revoke_token(RUNNING, key_of("short-lived"))
    assert program.get(f"{EVENT}/me").status_code == 401


def test_one_token_may_not_ask_without_end(calm, monkeypatch):
    monkeypatch.setattr("time.monotonic", lambda: 1000.0)
    program = Program(calm, "read")
    answers = [program.get("/health") for _ in range(int(SESSION.burst) + 1)]
    assert [one.status_code for one in answers[:-1]] == [200] * int(SESSION.burst)
    assert answers[-1].status_code == 429
    assert int(answers[-1].headers["retry-after"]) > 0
    assert Program(calm, "staff").get("/health").status_code == 200


# ---------------------------------------------------------------------------- acts


def test_every_act_is_an_operation():
    named = {one.path.rpartition("/")[2] for one in OPERATIONS if one.group == "acts"}
    assert named == set(FOR_PROGRAMS)
    assert any(act.about_results for act in FOR_PROGRAMS.values())


def test_a_retry_with_its_key_counts_once(calm, staff):
    game = open_game(calm)
    body = {"match": game.id, "minutes": 5, "reason": "late ruling"}
    first = staff.act("grant-extension", body, Idempotency_Key="k-1")
    again = staff.act("grant-extension", body, Idempotency_Key="k-1")
    assert first.status_code == again.status_code == 200
    assert first.json()["repeated"] is False
    assert again.json() == {**first.json(), "repeated": True}
    assert first.json()["facts"][0]["name"] == "extension-granted/1"
    assert first.json()["facts"][0]["text"]
    assert calm.desk.event(RUNNING).game(game.id).extension == 5
    other = staff.act("grant-extension", {**body, "minutes": 6}, Idempotency_Key="k-1")
    assert other.status_code == 409
    assert other.json()["kind"] == "key-reused"
    assert other.json()["code"] == "key-used-before"


def test_an_act_on_a_version_that_has_passed_is_refused(calm, staff):
    game, now = open_game(calm), version(calm)
    body = {"match": game.id, "table": 91}
    late = staff.act("change-table", body, If_Match=f'"{now - 1}"')
    assert late.status_code == 412
    assert version(calm) == now
    assert staff.act("change-table", body, If_Match="x").status_code == 400
    assert staff.act("change-table", body, If_Match=f'"{now}"').status_code == 200


def test_a_refusal_names_its_clause_and_the_way_out(staff):
    answer = staff.act("announce-item", {"item": "lunch", "text": "at noon"})
    said = answer.json()
    assert answer.status_code == 422
    assert answer.headers["content-type"] == "application/problem+json"
    assert set(said) == {"code", "kind", "facts", "message", "clause", "fix", "field", "questions"}
    assert said["clause"] == "XW-030"
    assert (said["kind"], said["code"]) == ("refused", "nothing-announced-here")
    assert said["facts"]


def test_the_answer_is_in_the_language_that_is_asked_for(staff):
    german = staff.get("/api/v1/events/nothing", **{"accept-language": "de"})
    assert german.status_code == 404
    assert german.json()["code"] == "no-such-event"
    assert german.json()["message"] == "Dieses Turnier gibt es nicht."


BAD = {
    "unknown field": b'{"match": "1.2.1", "reason": "x", "role": "organizer"}',
    "text for a number": b'{"match": "1.2.1", "minutes": "5", "reason": "x"}',
    "number for a text": b'{"match": 5, "reason": "x"}',
    "truth for a number": b'{"match": "1.2.1", "minutes": true, "reason": "x"}',
    "half a number": b'{"match": "1.2.1", "minutes": 2.5, "reason": "x"}',
    "no number": b'{"match": "1.2.1", "minutes": NaN, "reason": "x"}',
    "endless": b'{"match": "1.2.1", "minutes": Infinity, "reason": "x"}',
    "beyond": b'{"match": "1.2.1", "minutes": 1e999, "reason": "x"}',
    "many digits": b'{"match": "1.2.1", "minutes": 1' + b"0" * 5000 + b', "reason": "x"}',
    "large": b'{"match": "1.2.1", "minutes": 1000000000, "reason": "x"}',
    "twice": b'{"match": "1.2.1", "match": "1.2.2", "reason": "x"}',
    "deep": b'{"match": ' + b"[" * 20_000 + b"]" * 20_000 + b', "reason": "x"}',
    "half a character": b'{"match": "\\ud800", "reason": "x"}',
    "no UTF-8": b'{"match": "\xff", "reason": "x"}',
    "long": b'{"match": "1.2.1", "reason": "' + b"x" * 4001 + b'"}',
    "no object": b"[]",
    "nothing": b"",
    "no JSON": b"match=1.2.1",
    "null": b"null",
}


@pytest.mark.parametrize("body", BAD.values(), ids=list(BAD))
def test_a_body_that_is_not_as_described_is_refused(calm, staff, body):
    before = version(calm)
    answer = staff.act("grant-extension", body)
    assert answer.status_code == 400, answer.text
    assert answer.json()["kind"] == "malformed"
    assert answer.json()["code"] in {
        "body-not-as-described",
        "body-unreadable",
        "body-holds-half-character",
    }
    assert version(calm) == before


def test_twenty_fields_nobody_asked_for(staff):
    good = {"match": "1.2.1", "reason": "x"}
    names = ["role", "roles", "person", "actor", "admin", "is_admin", "organizer", "owner"]
    names += ["event", "id", "version", "seen", "key", "scope", "token", "at", "number"]
    names += ["NAME", "__class__", "__proto__"]
    for name in names:
        assert staff.act("grant-extension", {**good, name: "organizer"}).status_code == 400, name


def test_a_body_that_is_no_json_or_too_large(staff):
    assert staff.act("call-time", b"{}", content_type="text/plain").status_code == 415
    assert staff.act("call-time", b"{" + b" " * 70_000 + b"}").status_code == 413


def test_a_query_nobody_asked_for(anybody):
    assert anybody.get("/api/v1/events?limit=5").status_code == 400


# ---------------------------------------------------------------------------- the description


def test_the_description_is_openapi(anybody):
    answer = anybody.get("/api/openapi.json")
    document = answer.json()
    assert document["openapi"] == "3.1.0"
    described = {
        (method.upper(), path) for path, one in document["paths"].items() for method in one
    }
    assert described == {(one.method, one.path) for one in OPERATIONS}
    for schema in document["components"]["schemas"].values():
        jsonschema.Draft202012Validator.check_schema(schema)


def test_the_description_lists_every_code_of_a_refusal(anybody):
    problem = anybody.get("/api/openapi.json").json()["components"]["schemas"]["Problem"]
    code = problem["properties"]["code"]
    listed = code["x-codes"]
    assert listed.keys() == sentences("refusals").keys()
    assert set(code["examples"]) <= listed.keys()
    assert listed["no-such-event"] == {
        "message": "We can't find that event.",
        "fix": "See all events.",
    }
    assert {"code", "kind", "message"} == set(problem["required"])


def test_what_an_act_takes_is_closed(anybody):
    schemas = anybody.get("/api/openapi.json").json()["components"]["schemas"]
    for act in FOR_PROGRAMS.values():
        assert schemas[act.command.__name__]["additionalProperties"] is False
    assert schemas["Slip"]["additionalProperties"] is False


def test_a_number_that_is_whole_may_be_written_with_a_point(calm, staff):
    game = open_game(calm)
    body = json.dumps({"match": game.id, "minutes": 5.0, "reason": "once more"}).encode()
    assert staff.act("grant-extension", body).status_code == 200


def test_health_says_which_logs_are_written_and_nothing_else(anybody):
    assert anybody.get("/health").json() == {"status": "ok", "format": "tiltyard/log/1"}


def test_without_its_pages_the_description_is_not_there():
    from tests.web.hall import WebHall

    hall = WebHall(api_pages=False)
    assert hall.browser().get("/api/openapi.json").status_code == 404
    hall.close()


@pytest.mark.parametrize("code", ["xx", "zz", "deu", "nds", "DE"])
def test_a_language_nobody_speaks_here_is_refused_with_those_that_are(calm, code):
    before = version(calm)
    refused = Program(calm, "staff").act("choose-language", {"language": code})
    assert refused.status_code == 422
    assert "en, de" in refused.text
    assert version(calm) == before
