"""Log files as people pass them on: the whole log, or one that withholds the secret seed.

The second kind is for somebody who looks on while the event runs. Its first fact has no seed, so
the chain is checked from the second fact on; with the seed, once it is public, from the first.
"""

from __future__ import annotations

from json import JSONDecoder
from typing import TYPE_CHECKING

import msgspec

from tiltyard.store.chain import FORMAT, Verifier, opened, read_log, write_log
from tiltyard.store.person_keys import is_keys_line, opened_entry, read_keys
from tiltyard.store.port import Damaged, Head, WrongStore

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tiltyard.store.person_keys import Keys
    from tiltyard.store.port import Entry

WITHOUT_SEED = "tiltyard/log-without-seed/1"
_SEED = b'"seed":'
_encode = msgspec.json.Encoder().encode


def is_log(start: bytes) -> bool:
    """Whether a file that begins like this is a log."""
    return start.startswith((b'{"format":"tiltyard/log', b'{"format": "tiltyard/log'))


def withholds_seed(start: bytes) -> bool:
    """Whether a file that begins like this is a log without its seed."""
    return WITHOUT_SEED.encode() in start.partition(b"\n")[0]


def write_without_seed(
    stream: str, entries: Iterable[Entry], *, with_names: bool = True
) -> Iterator[bytes]:
    """Yield a log as lines, its seed withheld."""
    header, *rest = write_log(stream, entries, with_names=with_names)
    yield header.replace(FORMAT.encode(), WITHOUT_SEED.encode(), 1)
    for place, line in enumerate(rest):
        yield _with_seed(line, "") if place == 0 else line


def read_without_seed(
    lines: Sequence[bytes], place: str, seed: str | None = None
) -> tuple[str, list[Entry]]:
    """Read a log that withholds its seed; with the seed the whole chain is checked."""
    header, *facts = lines
    usual = header.replace(WITHOUT_SEED.encode(), FORMAT.encode(), 1)
    if seed is not None and facts:
        return read_log([usual, _with_seed(facts[0], seed), *facts[1:]], place=place)
    stream, _ = read_log([usual], place=place)
    if not facts:
        return stream, []
    first, link = _parts(facts[0], stream, place)
    entries = [opened(first, link, stream)]
    keys: dict[str, bytes] = {}
    verifier = Verifier(stream, Head(1, link), place)
    for line in facts[1:]:
        if is_keys_line(line):
            keys |= read_keys(line, place)
            continue
        entry, link = _parts(line, stream, place, verifier.number + 1)
        entries.append(verifier.open(verifier.number + 1, entry, link))
    return stream, [opened_entry(stream, entry, keys) for entry in entries]


def read_whole(
    lines: Sequence[bytes], place: str, *, torn_tail: bool = False, keys: Keys | None = None
) -> tuple[str, list[Entry]]:
    """Read a whole log; a refusal names the line as well as the fact."""
    if lines and withholds_seed(lines[0]):
        raise WrongStore("withholds-seed-event", place=place)
    try:
        return read_log(lines, torn_tail=torn_tail, place=place, keys=keys)
    except Damaged as error:
        number = error.facts.get("number")
        if isinstance(number, int):
            wrong = Damaged("damaged-at-line", damage=error, line=number + 1)
            raise wrong.naming(error.facts) from error
        raise


def _with_seed(line: bytes, seed: str) -> bytes:
    """Return the first fact with another seed: the last key of its body, and of the line."""
    before, key, rest = line.rpartition(_SEED)
    if not key:
        raise Damaged("first-fact-log-not-event", number=1)
    text = rest.decode()
    _, end = JSONDecoder().raw_decode(text)
    return before + key + _encode(seed) + text[end:].encode()


class _Fact(msgspec.Struct, forbid_unknown_fields=True):
    entry: msgspec.Raw
    hash: str


_read = msgspec.json.Decoder(_Fact).decode


def _parts(line: bytes, stream: str, place: str, number: int = 1) -> tuple[bytes, bytes]:
    try:
        fact = _read(line)
        return bytes(fact.entry), bytes.fromhex(fact.hash)
    except (msgspec.DecodeError, ValueError) as error:
        raise Damaged(
            "fact-at-line-unreadable",
            stream=stream,
            number=number,
            place=place,
            other_number=number + 1,
        ) from error
