"""Rosters of BattleScribe and New Recruit (.ros, .rosz, their text) as our plain text.

The file is turned into the text people read, which is what is kept. XML with a document type or
an entity is refused before anything is expanded; an archive stops at the size of a large roster.
"""

from __future__ import annotations

import io
import re
import zlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from xml.parsers import expat
from zipfile import BadZipFile, ZipFile

from tiltyard.formats.lists.list_limits import ListUnreadable, checked_text, tidied, too_long
from tiltyard.formats.lists.plain import as_card_name

if TYPE_CHECKING:
    from collections.abc import Iterator

LARGEST_ROSTER = 8_000_000
"""Bytes of a roster once it is unpacked: the largest armies have a quarter of that."""

MOST_MEMBERS = 20
DEEPEST, MOST_NODES = 60, 100_000
_POINTS = frozenset({"pts", "pt", "points", "point"})
_NO_CARDS = frozenset({"configuration", "reference", "game reference"})
_WHOLE = re.compile(r"(-?[0-9]{1,7})(?:\.0*)?")
_ROOT = re.compile(r"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<roster[\s>]", re.DOTALL)
_BROKEN = (BadZipFile, OSError, EOFError, RuntimeError, NotImplementedError, zlib.error)


@dataclass(slots=True)
class _Node:
    """An element of the file; only what a roster needs of it."""

    name: str
    says: dict[str, str]
    inside: list[_Node] = field(default_factory=list)

    def all(self, *path: str) -> list[_Node]:
        """Return the elements at the end of a path of names."""
        found = [self]
        for name in path:
            found = [node for above in found for node in above.inside if node.name == name]
        return found


# ------------------------------------------------------------------------------
# From a file to its text.


def is_roster_archive(data: bytes) -> bool:
    """Whether a ZIP file holds a roster."""
    return data.startswith(b"PK\x03\x04") and bool(_members(data))


def _members(data: bytes) -> list[str]:
    try:
        with ZipFile(io.BytesIO(data)) as archive:
            names = archive.namelist()
    except _BROKEN:
        return []
    return [name for name in names[:MOST_MEMBERS] if name.lower().endswith(".ros")]


def text_of_archive(data: bytes) -> str:
    """Return the roster in a .rosz file as plain text, unpacked no further than a roster goes."""
    members = _members(data)
    try:
        with ZipFile(io.BytesIO(data)) as archive, archive.open(members[0]) as stream:
            xml = stream.read(LARGEST_ROSTER + 1)
    except _BROKEN:
        raise ListUnreadable("roster-archive-damaged") from None
    if len(xml) > LARGEST_ROSTER:
        raise too_long()
    return text_of_roster(xml)


def looks_like_roster(text: str) -> bool:
    """Whether a text is the XML of a roster."""
    return bool(_ROOT.match(text[:4000]))


def text_of_roster(xml: bytes) -> str:
    """Return the XML of a roster as plain text."""
    root = _parsed(xml)
    if root.name != "roster":
        raise ListUnreadable("xml-no-roster", found=root.name[:40])
    return checked_text("\n".join(_lines(root)) + "\n")


def _parsed(xml: bytes) -> _Node:
    parser = expat.ParserCreate(namespace_separator=" ")
    root = _Node("", {})
    above = [root]
    count = 0

    def begin(name: str, says: dict[str, str]) -> None:
        nonlocal count
        count += 1
        if count > MOST_NODES or len(above) > DEEPEST:
            raise too_long()
        node = _Node(name.rpartition(" ")[2], says)
        above[-1].inside.append(node)
        above.append(node)

    def refuse(*_: object) -> None:
        raise ListUnreadable("roster-with-entities")

    parser.StartElementHandler = begin
    parser.EndElementHandler = lambda _: above.pop()
    parser.StartDoctypeDeclHandler = refuse
    parser.EntityDeclHandler = refuse
    try:
        parser.Parse(xml, True)
    except expat.ExpatError as error:
        raise ListUnreadable("roster-xml-damaged", line=error.lineno) from None
    return root.inside[0]


def _lines(root: _Node) -> Iterator[str]:
    name, total = tidied(root.says.get("name", "")), _points(root)
    if name:
        yield f"Name: {name}"
    forces = root.all("forces", "force")
    faction = next((force.says["catalogueName"] for force in forces if _faction(force)), "")
    if faction:
        yield f"Faction: {tidied(faction)}"
    if total is not None:
        yield f"Total: {total}"
    for force in forces:
        for selection in force.all("selections", "selection"):
            if not _is_configuration(selection):
                yield ""
                yield from _card(selection)


def _faction(force: _Node) -> str:
    return force.says.get("catalogueName", "").strip()


def _is_configuration(selection: _Node) -> bool:
    """Whether it says how the army is built, such as the size of the battle, and is no card."""
    categories = selection.all("categories", "category")
    first = next((found for found in categories if found.says.get("primary") == "true"), None)
    word = first.says.get("name", "").strip().lower() if first is not None else ""
    return word in _NO_CARDS and not _points(selection)


def _card(selection: _Node) -> Iterator[str]:
    points = _points(selection)
    yield _named(selection) + (f" ({points})" if points is not None else "")
    yield from _upgrades(selection)


def _upgrades(selection: _Node) -> Iterator[str]:
    for inner in selection.all("selections", "selection"):
        yield f"- {_named(inner)} ({_points(inner) or 0})"
        yield from _upgrades(inner)


def _named(selection: _Node) -> str:
    """Return the name; how many alike it stands for is part of it, as its points are for all."""
    name = tidied(selection.says.get("name", ""))
    if not name:
        raise ListUnreadable("roster-names-nothing")
    number = selection.says.get("number", "1").partition(".")[0]
    many = number.isascii() and number.isdigit() and 1 < int(number[:6]) < 1000
    return as_card_name(f"{name} ×{number}" if many else name)


def _points(node: _Node) -> int | None:
    """Return the points among the costs; none: nothing is said of points."""
    for cost in node.all("costs", "cost"):
        if cost.says.get("name", "").strip().lower() in _POINTS:
            written = cost.says.get("value", "").strip()
            whole = _WHOLE.fullmatch(written)
            if whole is None:
                raise ListUnreadable("roster-points-no-whole-number", found=written[:20])
            return int(whole[1])
    return None


# ------------------------------------------------------------------------------
# The text that BattleScribe and New Recruit print.

_HEAD = re.compile(r"\+\+ (?P<name>.*?)(?: \((?P<faction>[^()]*)\))? \[(?P<costs>[^\]]*)\] \+\+")
_TOTAL = re.compile(r"\+\+ Total: \[(?P<costs>[^\]]*)\] \+\+")
_GROUP = re.compile(r"\+ .* \+")
_LINE = re.compile(
    r"(?P<dots>(?:[.·] ?)*)(?P<name>[^\[\]:]+?)(?: \[(?P<costs>[^\]]*)\])?(?:: (?P<rest>.*))?"
)
_COST = re.compile(r"(-?[0-9][0-9,]{0,8}) ?(?:pts|points)\b", re.IGNORECASE)


def looks_like_roster_text(text: str) -> bool:
    """Whether a text begins as these programs print it."""
    return bool(_HEAD.match(text.strip().partition("\n")[0].strip()))


def plain_of_roster_text(text: str) -> str:
    """Return such a text as our plain text; a line nobody understands is left as it is."""
    lines: list[str] = []
    for written in text.strip().splitlines():
        found = _line_of(written.strip())
        if found and not found[0].startswith("- "):
            _close(lines)
        lines += found
    _close(lines)
    return checked_text("\n".join(lines) + "\n")


def _close(lines: list[str]) -> None:
    """Put the points of a card with upgrades below them: they are those of all of it."""
    place = next((at for at in range(len(lines) - 1, -1, -1) if not _is_upgrade(lines[at])), 0)
    if place + 1 < len(lines) and (whole := _WITH_POINTS.fullmatch(lines[place])):
        lines[place] = whole["name"]
        lines.append(f"= {whole['points']} points")


def _is_upgrade(line: str) -> bool:
    return line.startswith("- ")


_WITH_POINTS = re.compile(r"(?P<name>.*) \((?P<points>-?[0-9]+)\)")


def _line_of(line: str) -> list[str]:
    if total := _TOTAL.fullmatch(line):
        return [f"Total: {points}"] if (points := _cost(total["costs"])) else []
    if head := _HEAD.fullmatch(line):
        named = [f"Name: {head['name']}"]
        return [*named, f"Faction: {head['faction']}"] if head["faction"] else named
    if not line or _GROUP.fullmatch(line) or line.lower().startswith("created with "):
        return [""]
    card = _LINE.fullmatch(line)
    if card is None:
        return [line]
    points = _cost(card["costs"] or "")
    mark = "- " if card["dots"] else ""
    first = mark + as_card_name(card["name"]) + (f" ({points})" if points else "")
    rest = [part.strip() for part in (card["rest"] or "").split(",")]
    return [first, *(f"- {as_card_name(part)}" for part in rest if part)]


def _cost(costs: str) -> str:
    found = _COST.search(costs)
    return found[1].replace(",", "") if found else ""


def as_plain_text(text: str) -> str | None:
    """Return what one of these programs wrote as our plain text; none: another one wrote it."""
    if looks_like_roster(text):
        return text_of_roster(text.encode("utf-8", "replace"))
    return plain_of_roster_text(text) if looks_like_roster_text(text) else None
