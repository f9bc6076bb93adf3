"""Requests made from the description of the API, with real tokens and real ids."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass, field

import schemathesis
from schemathesis.config import SchemathesisConfig
from schemathesis.engine import from_schema
from schemathesis.engine.events import FatalError, NonFatalError, ScenarioFinished

from tests.web.api.seeded import OTHER, RUNNING, seeded_hall

ENDING = ("finish-event", "archive-event", "delete-event", "hand-over", "drop-player", "disqualify")
"""Acts after which little else is possible: they are tried at an event of their own."""

THOROUGH = ("report-result", "change-pairings", "set-cards", "describe-event")
"""Acts whose bodies hold every kind of field there is."""


@dataclass
class Found:
    """What came of it: how many requests by status, and what was not as described."""

    statuses: Counter = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    @property
    def requests(self):
        return sum(self.statuses.values())


class Seeded:
    """The site behind a description that names ids which exist.

    For most requests a key is made new and a version is left away: one that was used before or
    has passed is refused, which is right and would be all we ever see.
    """

    def __init__(self, front, ids):
        self._front = front
        self._ids = ids
        self._count = 0

    async def __call__(self, scope, receive, send):
        if scope["type"] == "http":
            if scope["path"] == "/api/openapi.json":
                await self._describe(scope, receive, send)
                return
            self._count += 1
            if self._count % 10:
                scope = {**scope, "headers": list(self._fresh(scope["headers"]))}
        await self._front(scope, receive, send)

    def _fresh(self, headers):
        for name, value in headers:
            if name == b"idempotency-key" and re.fullmatch(rb"[!-~]{1,100}", value):
                yield name, value + str(self._count).encode()
            elif name != b"if-match" or not re.fullmatch(rb'"[0-9]{1,9}"', value):
                yield name, value

    async def _describe(self, scope, receive, send):
        parts = []

        async def keep(message):
            if message["type"] == "http.response.body":
                parts.append(message.get("body", b""))

        await self._front({**scope, "headers": [(b"host", b"localhost")]}, receive, keep)
        document = json.loads(b"".join(parts))
        for path in document["paths"].values():
            for operation in path.values():
                self._name_ids(operation)
        body = json.dumps(document).encode()
        headers = [(b"content-type", b"application/json")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    def _name_ids(self, operation):
        ending = operation["operationId"].endswith(ENDING)
        for parameter in operation["parameters"]:
            if parameter["in"] == "path":
                known = OTHER if ending and parameter["name"] == "event" else None
                parameter["schema"] = {"enum": [known or self._ids[parameter["name"]]]}


class NoLimits:
    """One token asks more often here than any program would."""

    def allow(self, *_):
        return True


def configuration(examples, seed, *, everywhere):
    return {
        "seed": seed,
        "headers": {"Authorization": "Bearer staff"},
        "generation": {"max-examples": examples, "no-shrink": True, "deterministic": True},
        "phases": {"stateful": {"enabled": False}, "coverage": {"enabled": everywhere}},
        "checks": {
            # the rules may say no (422) to what is well formed, and a version may have passed (412)
            "positive_data_acceptance": {
                "expected-statuses": ["2xx", "401", "403", "404", "409", "412", "422"]
            },
            "negative_data_rejection": {
                "expected-statuses": ["400", "401", "403", "404", "405", "413", "415"]
            },
        },
        "operations": [
            *({**_act(act), "headers": {"Authorization": "Bearer other"}} for act in ENDING),
            *({**_act(act), "phases": {"coverage": {"enabled": True}}} for act in THOROUGH),
        ],
    }


def _act(name):
    return {"include-path": f"/api/v1/events/{{event}}/acts/{name}"}


def ask(examples, seed=1, *, everywhere=False):
    """Send requests for every operation and return what was not as described.

    Every boundary of every field is tried at a few acts, or everywhere.
    """
    hall = seeded_hall()
    hall.site.limits = NoLimits()
    try:
        player = next(iter(hall.desk.event(RUNNING).entrants))
        ids = {"event": RUNNING, "round": "1.1", "player": player}
        seeded = Seeded(hall.front, {**ids, "paper": "names", "file": "players.csv"})
        settings = SchemathesisConfig.from_dict(
            configuration(examples, seed, everywhere=everywhere)
        )
        schema = schemathesis.openapi.from_asgi("/api/openapi.json", seeded, config=settings)
        return _collected(from_schema(schema).execute())
    finally:
        hall.close()


def _collected(events):
    found = Found()
    for event in events:
        if isinstance(event, NonFatalError | FatalError):
            found.wrong.append(str(getattr(event, "info", None) or event.exception))
        if not isinstance(event, ScenarioFinished):
            continue
        for interaction in event.recorder.interactions.values():
            if interaction.response is not None:
                found.statuses[interaction.response.status_code] += 1
        for case, checks in event.recorder.checks.items():
            for check in checks:
                if check.failure_info is not None:
                    request = event.recorder.interactions[case].request
                    failure = check.failure_info.failure
                    said = f"{request.method} {request.uri} {request.body!r}"
                    found.wrong.append(f"{check.name}: {failure.message[:400]}\n  {said[:600]}")
    return found
