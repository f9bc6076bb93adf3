"""A client of the Tiltyard API, made from the description that the desk itself serves.

    desk = Tiltyard("http://127.0.0.1:8000", token="...")
    desk.get("events/{event}/standings", event="cup")
    desk.post("events/{event}/acts/check-in", event="cup", players=["p1"])

One file without other packages: copy it. Every operation is listed in docs/reference/api.md.
"""

from __future__ import annotations

import json
import secrets
from typing import Any
from urllib.error import HTTPError
from urllib.parse import quote, urlencode
from urllib.request import Request, urlopen


class Refusal(Exception):
    """The desk said no: `code` stays the same in every version, the message is for people."""

    def __init__(self, status: int, problem: dict[str, Any]) -> None:
        self.status = status
        self.code: str = problem.get("code", "")
        self.clause: str = problem.get("clause") or ""
        self.facts: dict[str, Any] = problem.get("facts") or {}
        self.questions: list[dict[str, Any]] = problem.get("questions") or []
        super().__init__(problem.get("message") or f"HTTP {status}")


class Tiltyard:
    """A desk, as one person with a token sees it; without a token, as everybody."""

    def __init__(self, address: str, token: str = "", seconds: float = 15) -> None:
        self.address = address.rstrip("/")
        self.token = token
        self.seconds = seconds
        self.description = self._call("GET", "/api/openapi.json")

    def operations(self) -> dict[str, str]:
        """Return what can be asked for, such as `GET events/{event}/standings`, and its meaning."""
        return {
            f"{method.upper()} {path.removeprefix('/api/v1/')}": operation["summary"]
            for path, methods in self.description["paths"].items()
            for method, operation in methods.items()
        }

    def get(self, path: str, **values: str) -> Any:
        """Read; values fill the braces of the path, the others stand in the query."""
        return self._ask("GET", path, values)

    def post(self, path: str, key: str = "", **values: Any) -> Any:
        """Act; values fill the braces, the others are the body. The same `key` counts once."""
        return self._ask("POST", path, values, key or secrets.token_urlsafe(16))

    def _ask(self, method: str, path: str, values: dict[str, Any], key: str = "") -> Any:
        operation = self._operation(method, path)
        named = {part["name"] for part in operation["parameters"] if part["in"] == "path"}
        if missing := named - values.keys():
            raise TypeError(f"{method} {path} needs {', '.join(sorted(missing))}")
        filled = path.format_map({name: quote(str(values[name]), safe="") for name in named})
        rest = {name: value for name, value in values.items() if name not in named}
        if method == "GET":
            query = f"?{urlencode(rest)}" if rest else ""
            return self._call("GET", f"/api/v1/{filled}{query}")
        self._require_fields(path, operation, rest)
        return self._call("POST", f"/api/v1/{filled}", rest, key)

    def _operation(self, method: str, path: str) -> dict[str, Any]:
        methods = self.description["paths"].get(f"/api/v1/{path}", {})
        if method.lower() not in methods:
            raise LookupError(f"this desk has no operation {method} {path}")
        operation: dict[str, Any] = methods[method.lower()]
        return operation

    def _require_fields(self, path: str, operation: dict[str, Any], body: dict[str, Any]) -> None:
        schema = operation["requestBody"]["content"]["application/json"]["schema"]
        if "$ref" in schema:
            schema = self.description["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]]
        if missing := set(schema.get("required", ())) - body.keys():
            raise TypeError(f"{path} needs {', '.join(sorted(missing))}")
        if unknown := body.keys() - schema.get("properties", {}).keys():
            raise TypeError(f"{path} knows no {', '.join(sorted(unknown))}")

    def _call(self, method: str, path: str, body: Any = None, key: str = "") -> Any:
        headers = {"Accept": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        if method == "POST":
            headers |= {"Content-Type": "application/json", "Idempotency-Key": key}
        data = json.dumps(body).encode() if method == "POST" else None
        request = Request(self.address + path, data=data, headers=headers, method=method)  # noqa: S310  # the caller's own desk
        try:
            with urlopen(request, timeout=self.seconds) as answer:  # noqa: S310
                content = answer.read()
                is_json = "json" in answer.headers.get("Content-Type", "")
                return json.loads(content) if is_json else content
        except HTTPError as error:
            try:
                problem = json.load(error)
            except ValueError:
                problem = {}
            raise Refusal(error.code, problem) from error
