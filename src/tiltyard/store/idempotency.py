"""What a key was answered: one row for each act, always derivable from the facts themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tiltyard.engine.errors import Fault
from tiltyard.store.chain import Signature, signed
from tiltyard.store.port import Answer, Conflict, KeyReused

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tiltyard.store.chain import Verifier
    from tiltyard.store.port import Act, Draft, Head


class Row(NamedTuple):
    """An answer as the stores keep it, in the order of its columns behind the stream."""

    actor: str
    key: str
    fingerprint: str
    first: int
    last: int

    def again(self, fingerprint: str) -> Answer:
        """Answer the same question once more; another question under this key is refused."""
        if fingerprint != self.fingerprint:
            raise KeyReused("key-used-before", key=self.key, first=self.first, last=self.last)
        return Answer(self.first, self.last, repeated=True)


def rows_of(lines: Iterable[bytes]) -> list[Row]:
    """Return the answers that the lines of a log imply: facts in a row by one actor and key."""
    rows: list[Row] = []
    begun: Signature | None = None
    last = 0
    for line in lines:
        read = signed(line)
        if begun is None or not _same_act(read, begun):
            if begun is not None:
                rows.append(Row(begun.actor, begun.key, begun.fingerprint, begun.number, last))
            begun = read
        last = read.number
    if begun is not None:
        rows.append(Row(begun.actor, begun.key, begun.fingerprint, begun.number, last))
    return rows


def _same_act(signature: Signature, other: Signature) -> bool:
    return (
        signature.key == other.key
        and signature.actor == other.actor
        and signature.fingerprint == other.fingerprint
    )


def compare(rows: Sequence[Row], kept: Sequence[Row], verifier: Verifier) -> None:
    """Refuse a log whose kept answers are not those that its facts imply."""
    for row, other in zip(rows, kept, strict=False):
        if row != other:
            raise verifier.damaged(min(row.first, other.first), "answer-of-another-act")
    if len(rows) != len(kept):
        rest = (rows if len(rows) > len(kept) else kept)[min(len(rows), len(kept))]
        code = "fact-without-answer" if len(rows) > len(kept) else "answer-without-fact"
        raise verifier.damaged(rest.first, code)


def check_act(stream: str, act: Act, drafts: Sequence[Draft]) -> None:
    """Refuse what no store can keep: no facts at all, or names with a NUL in them."""
    if not drafts:
        raise Fault("act-without-facts-cannot-recorded", stream=stream)
    for text in (stream, act.actor, act.key, act.fingerprint):
        if "\0" in text:
            raise Fault("nul-not-recorded")


def check_expected(stream: str, expected: int, head: Head) -> None:
    """Refuse an act that was decided on another state than the present one."""
    if expected != head.number:
        raise Conflict(
            "moved-decided-fact-now-fact",
            expected=expected,
            actual=head.number,
            stream=stream,
        )
