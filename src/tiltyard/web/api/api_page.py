"""Makes docs/reference/api.md from the description of the API.

`python -m tiltyard.web.api.api_page` writes the page, `--check` says whether it is up to date.
"""

from __future__ import annotations

import argparse
import sys
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tiltyard.web.api.api_routes import OPERATIONS
from tiltyard.web.api.description import description

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

PAGE: Final = Path(__file__).resolve().parents[4] / "docs" / "reference" / "api.md"
_HEAD: Final = """\
# Every operation of the API

<!-- Made from the API by `python -m tiltyard.web.api.api_page`; do not edit. -->

What a program can read and do at an event. The whole description, with every type, is served by
each desk as `/api/openapi.json` (OpenAPI 3.1). Codes of refusals:
[Refusals by their code](../refusals.md).

Reading what everybody may read needs no token. For the rest make one at the desk (More, Access) and
send it as `Authorization: Bearer ...`; it acts as the person who made it, within its scope. An act
with an `Idempotency-Key` counts once, however often it is sent. With `If-Match: "<version>"` it is
refused when the event has moved on. Acts that ask back are sent again with `"confirm": ["code"]`.

```python
from tiltyard_client import Tiltyard

desk = Tiltyard("http://127.0.0.1:8000", token="...")
for row in desk.get("events/{event}/standings", event="cup")["rows"]:
    print(row["rank"], row["name"])
desk.post(
    "events/{event}/acts/enter-result",
    event="cup",
    match="1.1.1",
    slip={"end": "time", "score": [80, 60]},
)
```

The client is one file, [`examples/tiltyard_client.py`](../examples/tiltyard_client.py), and reads
the description of the desk it talks to: what is not there, or misses a field, is said before
anything is sent.
"""


def page() -> str:
    """Return the text of the page."""
    described = description(OPERATIONS)
    found = [
        (path, method.upper(), operation)
        for path, methods in described["paths"].items()
        for method, operation in methods.items()
    ]
    parts = [_HEAD]
    for tag, rows in groupby(found, key=lambda row: row[2]["tags"][0]):
        parts.append(f"## {tag.capitalize()}\n")
        parts.append("| operation | for | what | fields |\n| --- | --- | --- | --- |")
        parts.append("\n".join(_row(*row, described["components"]["schemas"]) for row in rows))
        parts.append("")
    return "\n".join(parts)


def _row(path: str, method: str, operation: Mapping[str, Any], types: Mapping[str, Any]) -> str:
    short = path.removeprefix("/api/v1/")
    fields = ", ".join([*_asked(operation), *_body(operation, types)])
    return f"| `{method} {short}` | {operation['x-scope']} | {operation['summary']} | {fields} |"


def _asked(operation: Mapping[str, Any]) -> Iterator[str]:
    """Yield what may stand behind the question mark."""
    for parameter in operation["parameters"]:
        if parameter["in"] == "query":
            yield f"`?{parameter['name']}`"


def _body(operation: Mapping[str, Any], types: Mapping[str, Any]) -> Iterator[str]:
    """Yield the fields of the body, in bold what it must have."""
    content = operation.get("requestBody", {}).get("content", {}).get("application/json")
    if content:
        body = content["schema"]
        body = types[body["$ref"].rsplit("/", 1)[1]] if "$ref" in body else body
        for name in body.get("properties", {}):
            yield f"**`{name}`**" if name in body.get("required", ()) else f"`{name}`"


def is_up_to_date() -> bool:
    """Whether the page says what the API says."""
    return PAGE.exists() and PAGE.read_text("utf-8") == page()


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the page, or check it."""
    parser = argparse.ArgumentParser(prog="api_page", description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing; 1 if it is old")
    if parser.parse_args(arguments).check:
        return 0 if is_up_to_date() else 1
    PAGE.write_text(page(), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
