"""Formats that other packages add, found by their entry points.

`tiltyard.imports` names an `Importer`, `tiltyard.exports` an `Exporter`. Both speak the public
documents of docs/format, so they need nothing of this program's inside.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points
from typing import Any, TypeVar

from tiltyard.engine.errors import TournamentUnreadable

log = logging.getLogger("tiltyard.plug-ins")

IMPORTS = "tiltyard.imports"
EXPORTS = "tiltyard.exports"
Document = Mapping[str, Any]
PlugIn = TypeVar("PlugIn", "Importer", "Exporter")


@dataclass(frozen=True, slots=True)
class Importer:
    """Reads the files of another program: whether a text is one, and its tiltyard/1 document.

    What it can't read it refuses with a `ValueError` that says where and why.
    """

    recognise: Callable[[str], bool]
    read: Callable[[str], Document]


@dataclass(frozen=True, slots=True)
class Exporter:
    """Writes a file for another program from the tiltyard/1 document and the standings.

    It is given what its reader may know: names as agreed, no secret seed.
    """

    file: str
    """Its name, such as `report.xml`."""
    media_type: str
    about: str
    """What it is for, as the page says it."""
    write: Callable[[Document, Document], bytes]


@cache
def importers() -> Mapping[str, Importer]:
    """Return the formats that can be read besides our own, by name."""
    return _installed(IMPORTS, Importer)


@cache
def exporters() -> Mapping[str, Exporter]:
    """Return the formats that can be written besides our own, by name."""
    return _installed(EXPORTS, Exporter)


def _installed(group: str, kind: type[PlugIn]) -> dict[str, PlugIn]:
    found: dict[str, PlugIn] = {}
    for entry in sorted(entry_points(group=group), key=lambda entry: entry.name):
        try:
            plug_in = entry.load()
        except Exception:  # somebody else's package: the desk goes on without it
            log.exception("the plug-in %s (%s) can't be loaded", entry.name, entry.value)
            continue
        if isinstance(plug_in, kind):
            found[entry.name] = plug_in
        else:
            log.error("the plug-in %s (%s) is no %s", entry.name, entry.value, kind.__name__)
    return found


def translated(text: str) -> bytes | None:
    """Return a file of another program as a tiltyard/1 file; nothing if no plug-in knows it."""
    for name, importer in importers().items():
        if importer.recognise(text):
            try:
                return json.dumps(dict(importer.read(text))).encode()
            except ValueError as error:
                raise TournamentUnreadable(
                    "plug-in-refuses", plug_in=name, reason=str(error)[:200]
                ) from error
    return None
