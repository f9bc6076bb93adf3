"""All operations of the API, their description, and the sign of life."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import msgspec
from litestar import HttpMethod, Response
from litestar.handlers import HTTPRouteHandler

from tiltyard.web.api import models, outgoing, reading
from tiltyard.web.api.acts import act_operations
from tiltyard.web.api.description import description
from tiltyard.web.api.operations import Operation, handler
from tiltyard.web.api.reading import all_lists, count_score, one_list
from tiltyard.web.printing import PDF
from tiltyard.web.security.headers import REVALIDATE

if TYPE_CHECKING:
    from tiltyard.web.api.operations import Called

DESCRIPTION = "/api/openapi.json"
FORMAT = "tiltyard/log/1"
_EVENT = "/api/v1/events/{event}"


def health(called: Called) -> models.Health:
    """Say that the server is well and which logs it writes."""
    called.site.desk.events()
    return models.Health("ok", FORMAT)


OPERATIONS: tuple[Operation, ...] = (
    Operation("GET", "/health", "everybody", health, models.Health, "Is the server well?"),
    Operation(
        "GET", "/api/v1/events", "everybody", reading.events, models.Events, "All announced events."
    ),
    Operation(
        "GET", _EVENT, "everybody", reading.event_body, models.EventBody, "An event, who plays."
    ),
    Operation(
        "GET",
        "/api/v1/rulesets",
        "everybody",
        reading.rulesets,
        models.Rulesets,
        "All rulesets a new event may have.",
    ),
    Operation(
        "GET",
        f"{_EVENT}/ruleset",
        "everybody",
        reading.ruleset_body,
        models.RulesetBody,
        "The rules of an event, with their files.",
    ),
    Operation(
        "GET",
        f"{_EVENT}/notices",
        "everybody",
        reading.notices,
        models.Notices,
        "Announcements that show now.",
    ),
    Operation(
        "GET", f"{_EVENT}/rounds", "everybody", reading.rounds, models.Rounds, "Published rounds."
    ),
    Operation(
        "GET",
        f"{_EVENT}/rounds/{{round}}",
        "everybody",
        reading.round_body,
        models.RoundBody,
        "A round with its pairings, reasons and results.",
    ),
    Operation(
        "GET",
        f"{_EVENT}/standings",
        "everybody",
        reading.standings,
        models.Standings,
        "The order of the field.",
    ),
    Operation(
        "GET",
        f"{_EVENT}/clinch",
        "everybody",
        reading.clinch,
        models.Clinch,
        "Who is safe, who is out, and what the others need.",
    ),
    Operation(
        "GET", f"{_EVENT}/bracket", "everybody", reading.bracket, models.Bracket, "The bracket."
    ),
    Operation(
        "GET",
        f"{_EVENT}/players/{{player}}",
        "everybody",
        reading.player_record,
        models.PlayerRecord,
        "The record of a player.",
    ),
    Operation(
        "GET",
        f"{_EVENT}/lists",
        "everybody",
        all_lists,
        models.ArmyLists,
        "All army lists the caller may read.",
    ),
    Operation(
        "GET",
        f"{_EVENT}/lists/{{player}}",
        "everybody",
        one_list,
        models.ArmyList,
        "The army list of a player: one's own, as a leader, or once it is public.",
    ),
    Operation(
        "GET",
        f"{_EVENT}/lists/{{player}}/count",
        "read",
        count_score,
        models.ListCount,
        "What the opponent scores, from what is left of a list the caller may read.",
        asks=models.CountQuery,
    ),
    Operation(
        "GET",
        f"{_EVENT}/me",
        "read",
        reading.myself,
        models.Myself,
        "As whom this token acts, and that person's matches.",
    ),
    Operation(
        "GET",
        f"{_EVENT}/drawn",
        "read",
        reading.drawn_round,
        models.RoundBody,
        "The drawn round before it is published, for those at the desk.",
    ),
    Operation(
        "GET", f"{_EVENT}/files", "everybody", outgoing.files, models.Files, "Files to take along."
    ),
    Operation(
        "GET",
        f"{_EVENT}/files/{{file}}",
        "everybody",
        outgoing.one_file,
        None,
        "A file as everybody may read it.",
        media=outgoing.MEDIA,
    ),
    Operation(
        "GET",
        f"{_EVENT}/desk-files/{{file}}",
        "staff",
        outgoing.desk_file,
        None,
        "The same file with everybody's full name, for the organizer.",
        media=outgoing.MEDIA,
    ),
    Operation(
        "GET",
        f"{_EVENT}/papers",
        "staff",
        outgoing.papers,
        models.Papers,
        "Everything that can be printed, for the staff.",
    ),
    Operation(
        "GET",
        f"{_EVENT}/papers/{{paper}}",
        "staff",
        outgoing.one_paper,
        None,
        "A paper as PDF, or the pack to go on without a computer, for the staff.",
        asks=models.PaperQuery,
        media=(PDF,),
    ),
    *act_operations(),
)


@cache
def _described() -> bytes:
    names = {"paper": outgoing.ALL_PAPERS, "file": outgoing.ALL_FILES}
    return msgspec.json.encode(description(OPERATIONS, names))


async def _description() -> Response[bytes]:
    return Response(
        _described(), media_type="application/json", headers={"cache-control": REVALIDATE}
    )


def api_handlers(*, described: bool) -> list[HTTPRouteHandler]:
    """Return the framework's handlers of the API."""
    handlers = [handler(operation) for operation in OPERATIONS]
    if described:
        page = HTTPRouteHandler(DESCRIPTION, http_method=HttpMethod.GET, include_in_schema=False)
        handlers.append(page(_description))
    return handlers
