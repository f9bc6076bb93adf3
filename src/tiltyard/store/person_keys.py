"""Texts about a person are sealed in the log, each under the key of the person it is about.

The hash of a fact covers the sealed text, so a key can be erased and no hash changes. Without the
key a name reads as "Player 17" and a text as empty. Keys lie beside the log, one for each person
of an event; an empty key belongs to a person who was forgotten, and nothing is kept of them again.
"""

from __future__ import annotations

import re
import secrets
from base64 import b64decode, b64encode
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec

from tiltyard.store.port import Damaged, Draft

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.store.chain import Verifier
    from tiltyard.store.port import Act, Entry

Keys = Mapping[str, bytes]
"""The key of each person of an event."""

FORGOTTEN = b""
FORGETTING = "person-forgotten/1"
ERASING = {FORGETTING: "person", "registration-declined/1": "player"}
"""The facts that erase a key, and where their body names the person."""

_PREFIX = "sealed/1|"
_MARK = _PREFIX.encode()
_LENGTH, _NONCE = 32, 12
_WORD, _SHORTEST = re.compile(r"\w+"), 3  # letters of a word that may be somebody's name
_TEXT, _WITHIN, _AGAIN = b"t", b"n", b"s"
"""What a sealed text holds: a text, or one that is sealed for another person.

That one lies within as bytes; early logs hold it as text (`_AGAIN`), a third longer each time.
"""
_encode = msgspec.json.Encoder(order="sorted").encode
_decode = msgspec.json.Decoder().decode
_decode_parts = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode

Body = dict[str, Any]
Parts = dict[str, msgspec.Raw]
new_bytes = secrets.token_bytes


# ------------------------------------------------------------------------------
# Which text of which fact is about whom, and what is read in its place without the key.


def _player(body: Body, person: str) -> str:
    return f"Player {body['number']}"


def _spare(body: Body, person: str) -> str:
    return f"Spare {person}"


def _staff(body: Body, person: str) -> str:
    return f"Staff {person}"


def _waiting(body: Body, person: str) -> str:
    return f"Waiting {person}"


def _nothing(body: Body, person: str) -> str:
    return ""


def _no_notes(body: Body, person: str) -> dict[str, str]:
    return {}


def _left_out(body: Body, person: str) -> str:
    return "[…]"


ACTOR = "@actor"
"""The text is about whoever did the act."""

NAMED = "@named"
"""A free text is about those whose names stand in it; where none does, it stays in clear."""


@dataclass(frozen=True, slots=True)
class Personal:
    """A text of a fact: its path in the body, and the value that names whom it is about.

    `without` is what is read without the key; where it is missing, the text leaves behind what
    `left_of` makes of it.
    """

    path: tuple[str, ...]
    owner: str
    without: Callable[[Body, str], object] | None = _nothing


def _of(owner: str, *names: str) -> tuple[Personal, ...]:
    return tuple(Personal((name,), owner) for name in names)


def _free(*names: str) -> tuple[Personal, ...]:
    return tuple(Personal((name,), NAMED, _left_out) for name in names)


_CONTACT = Personal(("details", "contact"), ACTOR)
_LIST = (*_of("player", "text"), Personal(("roster",), "player", None))

PERSONAL: Mapping[str, tuple[Personal, ...]] = {
    "event-created/1": (Personal(("organizer_name",), "organizer", _staff), _CONTACT),
    "event-described/1": (_CONTACT,),
    "information-changed/1": _of(ACTOR, "contact"),
    "staff-appointed/1": (Personal(("name",), "person", _staff),),
    "staff-released/1": _of("person", "reason"),
    "player-registered/1": (Personal(("name",), "player", _player),),
    "registration-requested/1": (
        Personal(("name",), "player", _waiting),
        *_of("player", "contact"),
    ),
    "player-changed/1": (Personal(("name",), "player", _player),),
    "spare-joined/1": (Personal(("name",), "player", _spare),),
    "notes-kept/1": (Personal(("notes",), "player", _no_notes),),
    "contact-noted/1": _of("player", "contact"),
    "player-dropped/1": _of("player", "note"),
    "player-rejoined/1": _of("player", "reason"),
    "disqualification-recommended/1": _of("player", "reason"),
    "recommendation-declined/1": _of("player", "reason"),
    "player-disqualified/1": _of("player", "reason"),
    "disqualification-explained/1": _of("player", "reason"),
    "game-forfeited/1": _of("absent", "reason"),
    "judge-called/1": _of("caller", "topic"),
    "call-repeated/1": _of("caller", "topic"),
    "appeal-reasoned/1": _of(ACTOR, "reason"),
    "incident-recorded/1": _of("people", "finding", "remedy"),
    "incident-reported/1": _of(ACTOR, "text"),
    "watch-requested/1": _of(ACTOR, "reason"),
    "component-trouble-noted/1": _of("player", "component"),
    "proxy-made/1": _of("player", "card", "information"),
    "component-ruling-asked/1": _of("player", "description"),
    "list-saved/1": _LIST,
    "list-submitted/1": _LIST,
    "list-waived/1": _of("player", "reason"),
    "list-returned/1": _of("player", "reason"),
    "list-approved/1": _of("player", "reason"),
    "list-amended/1": (*_LIST, *_of("player", "reason")),
    "conversion-requested/1": _of("player", "description"),
    "deck-checked/1": _of("player", "note"),
    "components-inspected/1": _of("player", "note"),
    "notice-posted/1": _free("text"),
    "notice-edited/1": _free("text"),
    "prize-awarded/1": _free("title", "criterion"),
    "soft-scores-given/1": _free("reason"),
    "act-undone/1": _free("reason"),
    "plan-changed/1": _free("reason"),
    "event-finished/1": _free("reason"),
    "event-reopened/1": _free("reason"),
    "person-forgotten/1": _free("reason"),
    "round-discarded/1": _free("reason"),
    "round-withdrawn/1": _free("reason"),
    "pairings-changed-by-hand/1": _free("reason"),
    "cards-set/1": _free("reason"),
    "clock-paused/1": _free("reason"),
    "extension-granted/1": _free("reason"),
    "round-extended/1": _free("reason"),
    "table-changed/1": _free("reason"),
    "result-entered/1": _free("note"),
    "result-corrected/1": _free("reason"),
    "dispute-resolved/1": _free("reason"),
    "call-ruled/1": _free("ruling"),
    "incident-set-aside/1": _free("reason"),
    "watch-ended/1": _free("note"),
    "component-trouble-ended/1": _free("note"),
    "component-ruling-given/1": _free("note"),
    "conversion-decided/1": _free("note"),
    "product-ruled/1": _free("reason"),
    "deviation-explained/1": _free("by", "reason"),
}
"""Every text that is about a person, by the name of its fact."""


def left_of(roster: Body) -> Body:
    """Return what is left of a list: points and known cards, on which results rest, and no text."""
    ids: dict[str, str] = {}
    musters = [
        muster | {"entries": [_entry_left(entry, ids) for entry in muster["entries"]]}
        for muster in roster["musters"]
    ]
    remarks = [{"code": remark["code"], "facts": {}, "where": ""} for remark in roster["remarks"]]
    known = bool(roster["catalogue"])
    products = roster["products"] if known else []
    faction = roster["faction"] if known else ""
    kept = {"musters": musters, "remarks": remarks, "products": products, "faction": faction}
    return roster | kept | {"name": ""}


def _entry_left(entry: Body, ids: dict[str, str]) -> Body:
    known = ids.setdefault(entry["id"], str(len(ids) + 1)) if entry["id"] else ""
    upgrades = [_card_left(card) for card in entry["upgrades"]]
    return entry | {"id": known, "card": _card_left(entry["card"]), "upgrades": upgrades}


def _card_left(card: Body) -> Body:
    """Return a card of the catalogue as it is named there; of another one its numbers."""
    if card["card"]:
        return card | {"name": card["title"]}
    return {name: _emptied(value) for name, value in card.items()}


def _emptied(value: object) -> object:
    if isinstance(value, str):
        return ""
    return [] if isinstance(value, list) else value


# ------------------------------------------------------------------------------
# Sealing what is about to be recorded.


def naming(draft: Draft, people: Mapping[str, str], without: Container[str] = ()) -> Draft:
    """Return a fact with the people whom its free texts name: by the name, or by a word of it.

    A word counts as it is written in the name ("May" is not "may"), the whole name in any case.
    """
    free = [text.path[0] for text in PERSONAL.get(draft.name, ()) if text.owner == NAMED]
    if not free:
        return draft
    body = _decode(draft.body)
    said = " ".join(str(body.get(name) or "") for name in free)
    if not said.strip():
        return draft
    words = {word for word in _WORD.findall(said) if len(word) >= _SHORTEST}
    lower = said.casefold()
    about = (
        person
        for person, name in people.items()
        if person not in without
        and ((name and name.casefold() in lower) or not words.isdisjoint(_WORD.findall(name)))
    )
    return draft._replace(about=tuple(about))


def sealed(
    stream: str, act: Act, drafts: Sequence[Draft], keys: Callable[[], Keys]
) -> tuple[list[Draft], dict[str, bytes]]:
    """Return the facts of an act with their texts sealed, and the keys that are new or erased.

    The keys of the log are asked for when there is a text to seal.
    """
    known = cache(keys)
    changed: dict[str, bytes] = dict.fromkeys(_forgotten_in(drafts), FORGOTTEN)
    written = []
    for draft in drafts:
        texts = PERSONAL.get(draft.name, ())
        body = _decode(draft.body) if texts else None
        if isinstance(body, dict):
            for text in texts:
                _seal_text(stream, act, body, text, draft.about, known, changed)
            written.append(Draft(draft.name, _encode(body)))
        else:
            written.append(draft)
    return written, changed


def forgotten_in(entries: Iterable[Entry]) -> Iterator[str]:
    """Yield the people whose keys were erased in a log."""
    return _forgotten_in(Draft(entry.name, entry.body) for entry in entries)


def _forgotten_in(drafts: Iterable[Draft]) -> Iterator[str]:
    for draft in drafts:
        if draft.name in ERASING:
            yield str(_decode(draft.body)[ERASING[draft.name]])


def _seal_text(
    stream: str,
    act: Act,
    body: Body,
    text: Personal,
    about: Sequence[str],
    known: Callable[[], Keys],
    changed: dict[str, bytes],
) -> None:
    *outer, name = text.path
    place: Any = body
    for step in outer:
        place = place.get(step) if isinstance(place, dict) else None
    value = place.get(name) if isinstance(place, dict) else None
    owners = _about(value, about, act) if text.owner == NAMED else _owners(body, text, act)
    if not value or not owners:
        return
    content = _TEXT + _encode(value)
    hidden = b""
    for person in owners:
        key = changed.get(person, known().get(person))
        if key is None:
            key = changed[person] = new_bytes(_LENGTH)
        hidden = _hidden(stream, person, key or new_bytes(_LENGTH), content)
        name_of_owner = person.encode()
        content = _WITHIN + len(name_of_owner).to_bytes(2) + name_of_owner + hidden
    closed = f"{_PREFIX}{owners[-1]}|{b64encode(hidden).decode()}"
    place[name] = {"left": left_of(value), "sealed": closed} if text.without is None else closed


def _owners(body: Body, text: Personal, act: Act) -> list[str]:
    found = act.actor if text.owner == ACTOR else body.get(text.owner)
    people = found if isinstance(found, list) else [found]
    named = [person for person in dict.fromkeys(people) if isinstance(person, str) and person]
    return named or [act.actor]


def _about(value: object, about: Sequence[str], act: Act) -> Sequence[str]:
    """Return whom a free text is about; one that looks like a sealed text never stays in clear."""
    looks_sealed = isinstance(value, str) and value.startswith(_PREFIX)
    return about or ((act.actor,) if looks_sealed else ())


def _hidden(stream: str, person: str, key: bytes, content: bytes) -> bytes:
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

    nonce = new_bytes(_NONCE)
    return nonce + ChaCha20Poly1305(key).encrypt(nonce, content, _bound_to(stream, person))


def _bound_to(stream: str, person: str) -> bytes:
    return f"{_PREFIX}{stream}|{person}".encode()


# ------------------------------------------------------------------------------
# Opening what was recorded.


def is_sealed(line: bytes) -> bool:
    """Whether a line may hold a sealed text."""
    return _MARK in line


def opened_page(
    verifier: Verifier, rows: Sequence[tuple[int, bytes, bytes]], keys: Callable[[], Keys]
) -> Iterator[Entry]:
    """Yield rows of a log as entries with their texts opened; keys are asked for when needed."""
    known = keys() if any(is_sealed(line) for _, line, _ in rows) else {}
    for number, line, link in rows:
        yield opened_entry(verifier.stream, verifier.open(number, line, link), known)


def opened_entry(stream: str, entry: Entry, keys: Keys) -> Entry:
    """Return an entry with its texts opened; one without a key reads as what stands for it.

    Only the sealed texts are taken out of the line: all else stays the bytes it is.
    """
    if not is_sealed(entry.body):
        return entry
    body = _parts_of(entry.body)
    if body is None or _encode(body) != entry.body:
        return entry  # not as this program writes it: whoever reads it refuses it
    opening = _Opening(stream, entry.number, keys)
    for text in PERSONAL.get(entry.name, ()):
        opening.open(body, text)
    used = {person: keys[person] for person in opening.used}
    return replace(entry, body=_encode(body), keys=used, closed=frozenset(opening.closed))


def _parts_of(raw: bytes | msgspec.Raw) -> Parts | None:
    """Return the values of an object by name, each as it is written; none of anything else."""
    try:
        return _decode_parts(raw)
    except msgspec.ValidationError:
        return None


class _Opening:
    """Opens the texts of one fact, and remembers with whose keys."""

    def __init__(self, stream: str, number: int, keys: Keys) -> None:
        self.stream = stream
        self.number = number
        self.keys = keys
        self.used: set[str] = set()
        self.closed: set[str] = set()

    def open(self, body: Parts, text: Personal, depth: int = 0) -> None:
        """Put a text of the body in place of the sealed one."""
        name = text.path[depth]
        if name not in body:
            return
        if depth < len(text.path) - 1:
            inner = _parts_of(body[name])
            if inner is not None:
                self.open(inner, text, depth + 1)
                body[name] = msgspec.Raw(_encode(inner))
            return
        value = (_parts_of(body[name]) or {}) if text.without is None else {"sealed": body[name]}
        closed = _decode(value["sealed"]) if "sealed" in value else None
        if not isinstance(closed, str) or not closed.startswith(_PREFIX):
            return
        found = self._content(closed)
        if found is None and text.without is None:
            body[name] = value["left"]
        elif found is None and text.without is not None:
            person = closed.removeprefix(_PREFIX).rpartition("|")[0]
            body[name] = msgspec.Raw(_encode(text.without(_decode(_encode(body)), person)))
        elif found is not None:
            body[name] = msgspec.Raw(found)

    def _content(self, closed: str) -> bytes | None:
        """Return what a sealed text holds; none without the key of everybody it is about."""
        from cryptography.exceptions import InvalidTag
        from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

        plain = _AGAIN + closed.encode()
        while True:
            person, hidden = _within(plain)
            key = self.keys.get(person)
            if not key:
                self.closed.add(person)
                return None
            try:
                if hidden is None:
                    raise ValueError
                bound = _bound_to(self.stream, person)
                plain = ChaCha20Poly1305(key).decrypt(hidden[:_NONCE], hidden[_NONCE:], bound)
            except (InvalidTag, ValueError):
                raise Damaged(
                    "person-key-does-not-fit",
                    stream=self.stream,
                    number=self.number,
                    person=person,
                ) from None
            self.used.add(person)
            if plain[:1] == _TEXT:
                return plain[1:]


def _within(content: bytes) -> tuple[str, bytes | None]:
    """Return for whom the inner text is sealed, and its bytes; none where it is damaged."""
    if content[:1] == _WITHIN:
        begins = 3 + int.from_bytes(content[1:3])
        return content[3:begins].decode(), content[begins:]
    person, _, data = content[1:].decode().removeprefix(_PREFIX).rpartition("|")
    try:
        return person, b64decode(data, validate=True)
    except ValueError:
        return person, None


# ------------------------------------------------------------------------------
# Keys on their way: with the entries of a log, as the last line of a file, in a file of their own.


class _KeysLine(msgspec.Struct, forbid_unknown_fields=True):
    keys: dict[str, bytes]


_LINE = b'{"keys":'
_read_line = msgspec.json.Decoder(_KeysLine).decode


def keys_of(entries: Iterable[Entry]) -> dict[str, bytes]:
    """Return the keys that a log was opened with; those of forgotten people are empty."""
    found: dict[str, bytes] = {}
    forgotten = []
    for entry in entries:
        found.update(entry.keys)
        if entry.name in ERASING:
            forgotten.append(entry)
    return found | dict.fromkeys(forgotten_in(forgotten), FORGOTTEN)


def keys_line(keys: Keys) -> bytes:
    """Return keys as a line of a file; those that were erased are not in it."""
    kept = {person: key for person, key in keys.items() if key}
    return _encode(_KeysLine(kept)) + b"\n"


def is_keys_line(line: bytes) -> bool:
    """Whether a line of a log file holds keys."""
    return line.startswith(_LINE)


def read_keys(line: bytes, place: object) -> dict[str, bytes]:
    """Return the keys of a line."""
    try:
        keys = _read_line(line).keys
    except (msgspec.DecodeError, ValueError):
        keys = {"": b""}
    if any(len(key) != _LENGTH for key in keys.values()):
        raise Damaged("keys-unreadable", file=place)
    return keys
