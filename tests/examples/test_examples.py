"""The examples of docs/examples, run against a real desk."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from tests.web.api.seeded import FINISHED, OTHER, RUNNING, open_game, seeded_hall
from tests.web.served import Served
from tiltyard.service.webhooks import News, message, signature

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
sys.path.insert(0, str(EXAMPLES))

import discord_relay  # noqa: E402
from league_table import league  # noqa: E402
from tiltyard_client import Refusal, Tiltyard  # noqa: E402

SIGNED_WITH = "only the desk and we know it"


@pytest.fixture(scope="module")
def hall():
    made = seeded_hall()
    yield made
    made.close()


@pytest.fixture(scope="module")
def address(hall):
    served = Served(hall)
    yield f"http://127.0.0.1:{served.port}"
    served.stop()


@pytest.fixture(scope="module")
def desk(address):
    return Tiltyard(address, "staff")


# ------------------------------------------------------------------------------------ the client


def test_the_client_lists_what_the_desk_describes(desk):
    assert desk.operations()["GET events/{event}/standings"] == "The order of the field."
    assert len(desk.operations()) > 100


def test_a_result_is_entered_once_however_often_it_is_sent(hall, desk):
    game = open_game(hall)
    sent = {"event": RUNNING, "match": game.id, "slip": {"end": "time", "score": [40, 20]}}

    with pytest.raises(Refusal) as asked:  # no losses of that squad add up to 20
        desk.post("events/{event}/acts/enter-result", **sent)
    sent["confirm"] = [question["code"] for question in asked.value.questions]
    assert sent["confirm"]

    answers = [desk.post("events/{event}/acts/enter-result", key="once", **sent) for _ in range(2)]

    assert answers[0]["version"] == answers[1]["version"]
    read = desk.get("events/{event}/rounds/{round}", event=RUNNING, round="1.2")
    match = next(match for match in read["matches"] if match["match"] == game.id)
    assert (match["end"], match["score"]) == ("time", [40, 20])


def test_a_refusal_has_its_code(desk):
    with pytest.raises(Refusal) as refused:
        desk.get("events/{event}", event="no-such-event")

    assert (refused.value.status, refused.value.code) == (404, "no-such-event")


def test_without_a_token_nothing_is_done(address):
    with pytest.raises(Refusal) as refused:
        Tiltyard(address).post("events/{event}/acts/announce-event", event=RUNNING)

    assert refused.value.status == 401


@pytest.mark.parametrize(
    ("path", "values"),
    [
        pytest.param("events/{event}/acts/enter-result", {"event": RUNNING}, id="no match"),
        pytest.param(
            "events/{event}/acts/announce-event", {"event": RUNNING, "loud": True}, id="unknown"
        ),
        pytest.param("events/{event}/acts/announce-event", {}, id="no event"),
    ],
)
def test_what_misses_or_adds_a_field_is_not_sent(desk, path, values):
    with pytest.raises(TypeError):
        desk.post(path, **values)


def test_an_operation_that_is_not_there_is_named(desk):
    with pytest.raises(LookupError):
        desk.get("events/{event}/weather", event=RUNNING)


# ------------------------------------------------------------------------------ the league table


def test_the_league_adds_the_places_of_all_events(desk):
    header, *rows = league(desk, [FINISHED, OTHER])

    assert header == ["player", FINISHED, OTHER, "points"]
    first = desk.get("events/{event}/standings", event=FINISHED)["rows"][0]["name"]
    assert next(row for row in rows if row[0] == first)[1] == 20
    assert [row[-1] for row in rows] == sorted((row[-1] for row in rows), reverse=True)
    assert all(row[-1] == sum(points or 0 for points in row[1:-1]) for row in rows)


def test_the_league_is_a_csv_file(address):
    program = [sys.executable, EXAMPLES / "league_table.py", address, FINISHED]
    done = subprocess.run(program, capture_output=True, text=True, check=True)

    assert next(csv.reader(done.stdout.splitlines())) == ["player", FINISHED, "points"]


# ------------------------------------------------------------------------------------- the relay


class Channel(BaseHTTPRequestHandler):
    """Stands in for Discord: keeps what is written."""

    written: list[str] = []  # noqa: RUF012

    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        self.written.append(json.loads(body)["content"])
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_):
        pass


@pytest.fixture
def relay(monkeypatch):
    """The relay and its channel, both really listening; the address of the relay."""
    servers = [HTTPServer(("127.0.0.1", 0), part) for part in (Channel, discord_relay.Relay)]
    monkeypatch.setattr(Channel, "written", [])
    monkeypatch.setattr(discord_relay.Relay, "secret", SIGNED_WITH)
    monkeypatch.setattr(
        discord_relay.Relay, "channel", f"http://127.0.0.1:{servers[0].server_port}/"
    )
    monkeypatch.setattr(discord_relay.Relay, "log_message", lambda *_: None)
    for server in servers:
        threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{servers[1].server_port}/"
    for server in servers:
        server.shutdown()
        server.server_close()


def tell(relay, body, secret, moment):
    """Send a message as the desk signs it; the status of the answer."""
    headers = {
        "tiltyard-timestamp": str(moment),
        "tiltyard-signature": signature(secret, moment, body),
        "content-type": "application/json",
    }
    try:
        with urlopen(Request(relay, body, headers)) as answer:  # noqa: S310  # our own server
            return answer.status
    except HTTPError as error:
        return error.code


def moment():
    return int(discord_relay.time.time())


def test_published_pairings_and_a_result_are_announced(relay, address):
    published = message(News(FINISHED, "round-published", 9, "1.1"), address)
    result = message(News(FINISHED, "result", 10, "1.1", "1.1.1"), address)

    assert [tell(relay, body, SIGNED_WITH, moment()) for body in (published, result)] == [204, 204]

    pairings, score = wait_for(2)
    assert pairings.startswith("**Pairings of round 1 are up**\nTable 1: ")
    assert score.startswith("Table 1: ")
    assert "–" in score


def wait_for(lines):
    """The relay answers first and writes then."""
    for _ in range(200):
        if len(Channel.written) >= lines:
            break
        threading.Event().wait(0.02)
    return Channel.written


@pytest.mark.parametrize(
    ("secret", "age"),
    [
        pytest.param("another", 0, id="somebody else signed it"),
        pytest.param(SIGNED_WITH, 301, id="recorded and sent again"),
    ],
)
def test_a_message_that_is_not_genuine_is_not_announced(relay, address, secret, age):
    body = message(News(FINISHED, "round-published", 9, "1.1"), address)

    assert tell(relay, body, secret, moment() - age) == 403
    assert Channel.written == []
