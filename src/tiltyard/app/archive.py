"""A finished event as files that need no server: put together, signed by digests, packed.

The pages come from whoever draws them; here they meet the data. The same event gives the same
bytes: nothing in an archive knows when or where it was made.
"""

from __future__ import annotations

import io
import zipfile
from hashlib import sha256
from typing import TYPE_CHECKING

from tiltyard.app.outgoing import FORMS, Wish, csv_file, handed_over
from tiltyard.core.errors import Refused
from tiltyard.formats.outgoing.tables import tables

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from tiltyard.app.live import Level
    from tiltyard.core.state import Event

DIGESTS = "SHA256SUMS.txt"
DATA = "data"
_EARLIEST = (1980, 1, 1, 0, 0, 0)  # the first moment a ZIP can name


def require_finished(event: Event) -> None:
    """Refuse an archive of something that still goes on, or that nobody was ever shown."""
    if event.phase not in {"finished", "archived"} or not event.is_public:
        raise Refused("archive-needs-finished-event")


def archive_files(level: Level, pages: Mapping[str, str]) -> dict[str, bytes]:
    """Return every file of an archive by its path: pages, data, and the digests of both."""
    require_finished(level.event)
    files = {name: text.encode() for name, text in pages.items()}
    files |= data_files(level)
    digests = "".join(f"{sha256(files[name]).hexdigest()}  {name}\n" for name in sorted(files))
    return {**files, DIGESTS: digests.encode()}


def data_files(level: Level) -> dict[str, bytes]:
    """Return the event for programs: the tournament file, and its tables."""
    wish = Wish(level)
    files = [FORMS["tiltyard1"](wish)]
    files += [csv_file(wish, name) for name in tables(handed_over(level))]
    return {f"{DATA}/{one.name}": one.body for one in files}


def packed(files: Mapping[str, bytes], folder: str) -> bytes:
    """Return files as a ZIP that unpacks into one folder."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as bundle:
        for name in sorted(files):
            entry = zipfile.ZipInfo(f"{folder}/{name}", _EARLIEST)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3  # the same on every system
            entry.external_attr = 0o644 << 16
            bundle.writestr(entry, files[name])
    return written.getvalue()


def unfold(files: Mapping[str, bytes], folder: Path) -> None:
    """Write files into a new folder; one that holds something already is left alone."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise Refused("demo-folder-there-already", folder=folder)
    for name, body in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(body)
