"""The description of the API (OpenAPI 3.1), made from the same table as its operations."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import msgspec

from tiltyard import __version__
from tiltyard.text.refusals import every_refusal
from tiltyard.web.api.models import Problem
from tiltyard.web.api.problems import PROBLEM

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tiltyard.web.api.operations import Operation

_ABOUT = """Everything that can be read and done at an event. Programs send a token that was made at
the desk (Authorization: Bearer ...); it acts as its person, and within its scope. An act with an
Idempotency-Key counts once, however often it is sent; with If-Match it is refused when the event
has moved on. Refusals say which clause, and what to do."""

_ABOUT_CODES = """Why exactly it was refused: a code that stays while sentences change. `x-codes`
lists all of them with their sentence and the way out in English; {names} are filled in."""
_ABOUT_KINDS = """The sort of refusals it belongs to, such as refused, slip-refused, forbidden,
not-found, malformed or needs-confirmation."""
_ABOUT_FACTS = "What the sentence names: numbers, names, codes; a refusal in another has its own."
_EXAMPLES = ("needs-confirmation", "no-such-event", "body-not-as-described")

_PATH_SCHEMAS: dict[str, dict[str, Any]] = {
    "event": {"type": "string", "pattern": "^[a-z0-9][a-z0-9-]{0,63}$"},
    "round": {"type": "string", "pattern": "^[0-9]{1,3}\\.[0-9]{1,3}$"},
    "player": {"type": "string", "minLength": 1, "maxLength": 200},
    "paper": {"type": "string", "pattern": "^[a-z][a-z-]{0,40}$"},
    "file": {"type": "string", "pattern": "^[a-z][a-z.]{0,60}$"},
}
_PARAMETERS = re.compile(r"\{([a-z]+)\}")
_MEANINGS = {
    400: "Not what this description says.",
    401: "No token, or one that is not known.",
    403: "Not with this token.",
    404: "There is no such thing, or not for you.",
    405: "Not with this method.",
    409: "The key was used for something else, or somebody was faster.",
    412: "The event is not at this version any more.",
    413: "The body is too large.",
    415: "The body is not JSON.",
    422: "The rules say no; the clause and the way out are named.",
    429: "Too many at once.",
    503: "The store cannot be written; nothing was changed.",
}
_READING = (400, 401, 404, 405, 429)
_OWN_READING = (*_READING, 403)
_ACTING = tuple(_MEANINGS)


def description(
    operations: Sequence[Operation], names: Mapping[str, Sequence[str]] | None = None
) -> dict[str, Any]:
    """Return the document; `names` are what may stand for a part of a path, told in words."""
    told = {part: f"One of {', '.join(known)}." for part, known in (names or {}).items()}
    kinds = list(
        dict.fromkeys(
            kind for operation in operations for kind in (operation.gives, operation.takes)
        )
    )
    known = [Problem, *(kind for kind in kinds if kind is not None)]
    references, schemas = msgspec.json.schema_components(
        known, ref_template="#/components/schemas/{name}"
    )
    _explain_codes(schemas[Problem.__name__]["properties"])
    by_kind = dict(zip(known, references, strict=True))
    paths: dict[str, Any] = {}
    for operation in operations:
        paths.setdefault(operation.path, {})[operation.method.lower()] = _operation(
            operation, by_kind, told
        )
    return {
        "openapi": "3.1.0",
        "info": {"title": "Tiltyard", "version": __version__, "description": _ABOUT},
        "paths": paths,
        "components": {
            "schemas": schemas,
            "responses": _refusals(by_kind[Problem]),
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _explain_codes(properties: dict[str, Any]) -> None:
    """List every code a refusal may have, with its sentence; more may come with new versions."""
    codes = {
        known.code: {"message": known.sentence, "fix": known.fix or None}
        for known in every_refusal()
    }
    properties["code"] |= {
        "description": _ABOUT_CODES,
        "examples": list(_EXAMPLES),
        "x-codes": codes,
    }
    properties["kind"] |= {"description": _ABOUT_KINDS}
    properties["facts"] |= {"description": _ABOUT_FACTS}


def _operation(
    operation: Operation, by_kind: dict[type, dict[str, Any]], told: Mapping[str, str]
) -> dict[str, Any]:
    said: dict[str, Any] = {
        "operationId": operation.name,
        "tags": [operation.group],
        "summary": operation.title,
        "parameters": _parameters(operation, told),
        "responses": _responses(operation, by_kind),
        "security": [{"token": []}] if operation.access != "everybody" else [{}, {"token": []}],
        "x-scope": operation.access,
    }
    if operation.takes is not None:
        schema = by_kind[operation.takes]
        said["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": schema}},
        }
    return said


def _parameters(operation: Operation, told: Mapping[str, str]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for name in _PARAMETERS.findall(operation.path):
        said = {"description": told[name]} if name in told else {}
        schema = _PATH_SCHEMAS[name]
        found.append({"name": name, "in": "path", "required": True, "schema": schema, **said})
    if operation.asks is not None:
        found += _query(operation.asks)
    if operation.takes is not None:
        found.append(_header("Idempotency-Key", "^[!-~]{1,128}$", "A retry with it counts once."))
        found.append(
            _header("If-Match", '^"[0-9]{1,9}"$', "The version of the event that was looked at.")
        )
    return found


def _query(kind: type[msgspec.Struct]) -> list[dict[str, Any]]:
    """Return what may stand in a query; nothing there is required."""
    schema = msgspec.json.schema(kind)
    fields = next(iter(schema["$defs"].values()))["properties"]
    return [
        {"name": name, "in": "query", "required": False, "schema": _said(field)}
        for name, field in fields.items()
    ]


def _said(field: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a field in a query, where there is no null: it is left out."""
    kinds = [entry for entry in field.get("anyOf", []) if entry.get("type") != "null"]
    return kinds[0] if kinds else field


def _header(name: str, pattern: str, meaning: str) -> dict[str, Any]:
    schema = {"type": "string", "pattern": pattern}
    return {"name": name, "in": "header", "description": meaning, "schema": schema}


def _responses(operation: Operation, by_kind: dict[type, dict[str, Any]]) -> dict[str, Any]:
    statuses: tuple[int, ...] = _READING if operation.access == "everybody" else _OWN_READING
    if operation.takes is not None:
        statuses = _ACTING
    if operation.asks is not None:
        statuses = (*statuses, 422)
    said: dict[str, Any] = {"200": _given(operation, by_kind)}
    for status in sorted(statuses):
        said[str(status)] = {"$ref": f"#/components/responses/{status}"}
    return said


def _given(operation: Operation, by_kind: dict[type, dict[str, Any]]) -> dict[str, Any]:
    if operation.gives is not None:
        return _response("Done.", "application/json", by_kind[operation.gives])
    return {"description": "The file.", "content": {kind: {} for kind in operation.media}}


def _refusals(schema: dict[str, Any]) -> dict[str, Any]:
    said = {
        str(status): _response(meaning, PROBLEM, schema) for status, meaning in _MEANINGS.items()
    }
    wait = {"description": "Seconds to wait.", "schema": {"type": "string"}}
    said["429"]["headers"] = {"Retry-After": wait}
    return said


def _response(meaning: str, type_: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"description": meaning, "content": {type_: {"schema": schema}}}
