"""Many army lists as JSON Lines: one answer on each line, whatever the lines before it were."""

from __future__ import annotations

from itertools import islice
from typing import IO, TYPE_CHECKING, Any

from tiltyard.app.list_reading import LONGEST_BYTES
from tiltyard.cli.list_check import LIST_HAS_ERRORS, UNREADABLE, print_json
from tiltyard.core.errors import Fault, TiltyardError
from tiltyard.formats.answers import error_document
from tiltyard.formats.lists.answer import list_document
from tiltyard.formats.lists.limits import ListUnreadable, list_json, too_long

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tiltyard.cli.list_check import Checking

LONGEST_LINE = 2 * LONGEST_BYTES  # a list as a JSON string is longer than the list


def lines_of(stream: IO[bytes]) -> Iterator[bytes]:
    """Yield the lines of a stream; of one that is too long only enough to say so."""
    while line := stream.readline(LONGEST_LINE + 1):
        yield line
        while len(line) > LONGEST_LINE and not line.endswith(b"\n"):
            more = stream.readline(LONGEST_LINE)
            line = line if len(more) == LONGEST_LINE and not more.endswith(b"\n") else b""


def first_lines(lines: Iterator[bytes]) -> list[bytes]:
    """Return enough of a file to see what it is: nothing behind a line without an end."""
    head = list(islice(lines, 1))
    return head + list(islice(lines, 1)) if head and len(head[0]) <= LONGEST_LINE else head


def one_list_on_each(head: Sequence[bytes]) -> bool:
    """Return whether the first line is a whole JSON value, and another line follows."""
    if not any(line.strip() for line in head[1:]):
        return False
    try:
        value = list_json(head[0].decode("utf-8-sig"))
    except (UnicodeDecodeError, TiltyardError):
        return False
    return isinstance(value, str | dict)


def check_lines(lines: Iterable[bytes], checking: Checking, file: str | None) -> int:
    """Answer every line that is not empty, and return what they make of the exit code."""
    worst = 0
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        answer, code = _answer(line, checking)
        print_json({**({"file": file} if file else {}), "line": number, **answer})
        worst = max(worst, code)
    return worst


def _answer(line: bytes, checking: Checking) -> tuple[dict[str, Any], int]:
    try:
        form, roster = checking.read.value(checking.rules, _value(line))
        findings = checking.findings(roster)
        document = list_document(form, roster, checking.rules, findings)
    except TiltyardError as error:
        return _unreadable(error), UNREADABLE
    except Exception as error:  # noqa: BLE001  # the other lines still get their answers
        return _unreadable(Fault("list-batch-fault", error=repr(error))), UNREADABLE
    return document, 0 if document["ok"] else LIST_HAS_ERRORS


def _value(line: bytes) -> object:
    if len(line) > LONGEST_LINE:
        raise too_long()
    try:
        return list_json(line.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise ListUnreadable("line-not-utf-8-byte", start=error.start) from None


def _unreadable(error: TiltyardError) -> dict[str, Any]:
    return {"ok": False, "total": None, "totals": [], **error_document(error)}
