"""XWS, in which squad builders exchange X-Wing squads: 0.x and 1.x (name and ship), 2.0 (id).

Also as builders and tournament programs wrap it, packed in the text of a QR code, and as several
squads for Escalation. What an importer is told to ignore (`vendor`, unknown keys) is ignored.
"""

from __future__ import annotations

import base64
import binascii
import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from tiltyard.engine.rosters.catalogue import plain
from tiltyard.engine.rosters.list_reading import MOST_ENTRIES
from tiltyard.engine.rosters.roster import Entry, Listed, Muster, Remark, Roster
from tiltyard.formats.lists.list_limits import (
    LONGEST_NAME,
    MISSING,
    MOST_MUSTERS,
    MOST_POINTS,
    MOST_UPGRADES,
    NO_NUMBER,
    NOT_READ,
    TOO_LONG,
    TOO_MANY,
    ListUnreadable,
    bounded,
    bytes_in,
    inflated,
    list_json,
    refusal,
    tidied,
    too_many,
)
from tiltyard.formats.values import Problem, items, shown, table
from tiltyard.formats.values import text as text_value

if TYPE_CHECKING:
    from collections.abc import Callable

    from tiltyard.engine.ruleset import Ruleset

GAME = "xwing"
FACTIONS_DIFFER = "factions-differ"
WRAPPERS = ("xws", "list", "squad", "squadron", "data")
SQUADS = ("squads", "lists", "container")
FACTIONS = {
    "Rebel": ("rebel", "rebels", "rebelalliance"),
    "Imperial": ("imperial", "imperials", "empire", "galacticempire"),
    "Scum": ("scum", "scumandvillainy", "scumvillainy"),
    "Resistance": ("resistance",),
    "First Order": ("firstorder",),
    "Galactic Republic": ("galacticrepublic", "republic"),
    "Separatist Alliance": ("separatistalliance", "separatists"),
}
FIRST_EDITION = {"Resistance": "Rebel", "First Order": "Imperial"}
"""In the first edition both belong to the older faction."""

SLOTS = {
    "amd": "Astromech",
    "ept": "Elite",
    "elitepilottalent": "Elite",
    "mod": "Modification",
    "samd": "Salvaged Astromech",
    "torp": "Torpedo",
    "sensor": "System",
}
_FACTION_OF = {word: faction for faction, words in FACTIONS.items() for word in words}
_HEXADECIMAL = re.compile(r"(?:[0-9a-f]{2})+", re.IGNORECASE)
_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{8,}={0,2}")
_SHORTEST_CODE, _LONGEST_WORD = 24, 40


def read_xws(text: str, rules: Ruleset) -> Roster:
    """Return the squad of an XWS text, or of the text of its QR code."""
    return read_xws_value(list_json(unpacked(text) or text), rules)


def read_xws_value(value: object, rules: Ruleset) -> Roster:
    """Return the squad of a decoded XWS document, or refuse it with the place."""
    try:
        squads = _squads(value)
        _refuse_other_game(rules)
        return _roster(squads, rules)
    except Problem as problem:
        raise refusal(problem) from None


def _refuse_other_game(rules: Ruleset) -> None:
    """Refuse a squad where another game is played: its cards would all be strangers."""
    game = rules.lists.catalogue
    if game and game != GAME and GAME not in plain(rules.game):
        raise ListUnreadable("squad-x-wing-xws-but", game=rules.game)


def looks_like_xws(text: str) -> bool:
    """Return whether a text is JSON, or packed like the text of a QR code."""
    return text.lstrip("\ufeff \t\r\n")[:1] in {"{", "["} or unpacked(text) is not None


def unpacked(text: str) -> str | None:
    """Return the JSON in the text of a QR code: zlib as bytes, hexadecimal or base64.

    None: the text is not packed.
    """
    head = text.strip()
    if head[:1] in {"{", "["}:
        return None
    raw = _bytes_of(text)
    if raw is None:
        return None
    if raw[:1] == b"{" and _is_text(raw):
        return raw.decode()
    packed = inflated(raw)
    if packed is None and _is_one_word(text):
        raise ListUnreadable("code-without-list")
    return packed


def _is_one_word(text: str) -> bool:
    """Return whether a text is longer than any word, and has no space in it."""
    return len(text.strip()) >= _LONGEST_WORD and len(text.split()) == 1


def _is_text(raw: bytes) -> bool:
    try:
        raw.decode()
    except UnicodeDecodeError:
        return False
    return True


def _bytes_of(text: str) -> bytes | None:
    if text[:1] == "x" and text[1:2] in {"\x01", "^", "\x9c", "\xda"}:
        return bytes_in(text) or None
    code = "".join(text.split())
    if len(code) < _SHORTEST_CODE:
        return None
    if _HEXADECIMAL.fullmatch(code):
        return bytes.fromhex(code)
    if _BASE64.fullmatch(code):
        bare = code.rstrip("=").replace("-", "+").replace("_", "/")
        try:
            return base64.b64decode(bare + "=" * (-len(bare) % 4))
        except binascii.Error:
            return None
    return None


def _squads(value: object) -> list[dict[str, Any]]:
    """Return the squads of a document: one, or one for each round of Escalation."""
    for _ in range(4):
        if isinstance(value, list):
            if len(value) > MOST_MUSTERS:
                raise Problem(TOO_MANY, "")
            return [_unwrapped(squad, f"squads[{n}]") for n, squad in enumerate(value)]
        top = table(value, "")
        if "pilots" in top:
            return [top]
        inner = next((key for key in (*SQUADS, *WRAPPERS) if key in top), None)
        if inner is None:
            break
        value = top[inner]
    raise _no_squad()


def _no_squad() -> ListUnreadable:
    return ListUnreadable("no-squad-found-text")


def _unwrapped(value: object, path: str) -> dict[str, Any]:
    squad = table(value, path)
    for _ in range(3):
        inner = next((key for key in WRAPPERS if key in squad), None)
        if "pilots" in squad or inner is None:
            break
        squad = table(squad[inner], f"{path}.{inner}")
    return squad


def _roster(squads: list[dict[str, Any]], rules: Ruleset) -> Roster:
    if not squads:
        raise _no_squad()
    sections = _sections(rules)
    musters, factions = [], {}
    for number, squad in enumerate(squads):
        try:
            faction = _faction(squad)
            musters.append(_muster(squad, faction, *sections))
        except Problem as problem:
            raise (problem.within(f"squads[{number}]") if len(squads) > 1 else problem) from None
        factions[faction] = True
    remarks: tuple[Remark, ...] = ()
    if len(factions) > 1:
        remarks = (Remark(FACTIONS_DIFFER, "", {"factions": ", ".join(factions)}),)
    return bounded(
        Roster(
            faction=next(iter(factions)),
            name=_name(squads[0].get("name"), "name") if squads[0].get("name") else "",
            musters=tuple(musters),
            remarks=remarks,
        )
    )


def _sections(rules: Ruleset) -> tuple[str, str]:
    """Return the section of the ships, and that of the obstacles."""
    with_upgrades = [section.id for section in rules.lists.sections if section.upgrades]
    return (with_upgrades or ["ships"])[0], "obstacles"


def _faction(squad: dict[str, Any]) -> str:
    written = _name(squad.get("faction"), "faction")
    faction = _FACTION_OF.get(plain(written), written)
    pilots = squad.get("pilots")
    second_edition = isinstance(pilots, list) and any(
        isinstance(pilot, dict) and "id" in pilot for pilot in pilots
    )
    return faction if second_edition else FIRST_EDITION.get(faction, faction)


def _muster(squad: dict[str, Any], faction: str, ships: str, obstacles: str) -> Muster:
    pilots = items(squad.get("pilots"), "pilots")
    chosen = items(squad.get("obstacles") or [], "obstacles")
    if len(pilots) + len(chosen) > MOST_ENTRIES:
        raise too_many()
    if not pilots:
        raise Problem(MISSING, "pilots")
    entries = [
        _within(f"pilots[{n}]", _pilot, entry, faction, ships) for n, entry in enumerate(pilots)
    ]
    entries += [
        Entry(obstacles, Listed(_name(entry, f"obstacles[{n}]"))) for n, entry in enumerate(chosen)
    ]
    return Muster(tuple(entries), _points(squad, "points", least=0))


def _within(path: str, read: Callable[..., Entry], *arguments: object) -> Entry:
    try:
        return read(*arguments)
    except Problem as problem:
        raise problem.within(path) from None


def _pilot(value: object, faction: str, section: str) -> Entry:
    pilot = table(value, "")
    key = "id" if "id" in pilot else "name"
    upgrades = _upgrades(pilot.get("upgrades"))
    points = _points(pilot, "points")  # of the ship with its upgrades
    card = Listed(
        name=_card_name(pilot.get(key), key),
        declared=None if upgrades else points,
        faction=faction,
        type=_name(pilot["ship"], "ship") if pilot.get("ship") else "",
    )
    return Entry(section, card, upgrades, declared=points if upgrades else None)


def _upgrades(value: object) -> tuple[Listed, ...]:
    if value is None or value == []:  # PHP programs write an empty object as an empty list
        return ()
    listed = []
    for key, cards in table(value, "upgrades").items():
        slot = _slot(key)
        for number, card in enumerate([cards] if isinstance(cards, str) else _cards(cards, key)):
            try:
                listed.append(_upgrade(card, slot))
            except Problem as problem:
                raise problem.within(f"upgrades.{key[:40]}[{number}]") from None
    if len(listed) > MOST_UPGRADES:
        raise Problem(TOO_MANY, "upgrades")
    return tuple(listed)


@lru_cache(maxsize=256)
def _slot(key: str) -> str:
    """Return the slot as people call it; the same few come again and again."""
    return SLOTS.get(key) or SLOTS.get(plain(key)) or _name(key, "upgrades").capitalize()


def _cards(value: object, slot: str) -> list[Any]:
    return items(value, f"upgrades.{slot[:40]}")


def _upgrade(card: object, slot: str) -> Listed:
    if not isinstance(card, str):
        raise Problem(NOT_READ, "", found=shown(card))
    return _known_upgrade(card, slot)


@lru_cache(maxsize=2048)
def _known_upgrade(card: str, slot: str) -> Listed:
    """Return an upgrade; the same few hundred come again and again."""
    return Listed(_card_name(card, ""), slot)


def _card_name(value: object, path: str) -> str:
    """Return an id as the rules of XWS write it, or a name as it stands."""
    name = _name(value, path)
    return name if " " in name else name.lower()


def _name(value: object, path: str) -> str:
    name = tidied(text_value(value, path))
    if len(name) > LONGEST_NAME:
        raise Problem(TOO_LONG, path)
    return name


def _points(table_: dict[str, Any], key: str, *, least: int = -MOST_POINTS) -> int | None:
    """Return declared points; some programs write them as text."""
    value = table_.get(key)
    if value is None or value == "":
        return None
    if isinstance(value, str) and value.strip().isdecimal() and len(value) < 9:
        value = int(value)
    if type(value) is not int or not least <= value <= MOST_POINTS:
        raise Problem(NO_NUMBER, key)
    return value
