"""What a store has to know about the disk: network drives, free space, names that last."""

from __future__ import annotations

import os
import shutil
import sys
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from tiltyard.store.port import Unwritable, WrongStore

LOW, VERY_LOW = 500_000_000, 50_000_000
NETWORK = frozenset(
    {"nfs", "nfs4", "cifs", "smb3", "smbfs", "ncpfs", "afs", "ceph", "glusterfs", "fuse.sshfs"}
)
MOUNTS = Path("/proc/mounts")


class Space(NamedTuple):
    """Bytes that are free where a file lies, and how worrying that is."""

    free: int
    level: str  # "enough", "low" or "very-low"


def free_space(path: Path) -> Space:
    """Return how much room is left beside a file."""
    free = shutil.disk_usage(path.parent).free
    return Space(free, "very-low" if free < VERY_LOW else "low" if free < LOW else "enough")


def refuse_network(path: Path, mounts: Path = MOUNTS) -> None:
    """Refuse a file on a network drive, where locks and syncs cannot be relied on."""
    kind = "network share" if str(path).startswith("\\\\") else _kind_of_mount(path, mounts)
    if kind in NETWORK or kind == "network share":
        raise WrongStore("lies-network-drive-which-may", file=str(path), path=path, kind=kind)


def _kind_of_mount(path: Path, mounts: Path) -> str:
    """Return the file system under a path, as far as this system tells."""
    try:
        lines = mounts.read_text("utf-8", errors="surrogateescape").splitlines()
    except OSError:
        return ""
    longest, kind = -1, ""
    for line in lines:
        _, point, name, *_ = line.split(" ")
        place = Path(point.replace("\\040", " ").replace("\\011", "\t").replace("\\134", "\\"))
        if path.is_relative_to(place) and len(place.parts) >= longest:
            longest, kind = len(place.parts), name
    return kind


def sync_directory(directory: Path) -> None:
    """Make new names in a directory survive a power cut, where a system can do that."""
    if sys.platform != "win32":
        descriptor = os.open(directory, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def put_in_place(written: Path, target: Path) -> None:
    """Give a written file its name: it is there whole, or not at all, and for its owner only."""
    try:
        with suppress(PermissionError):  # a stick may not know whose file it is
            written.chmod(0o600)  # lists and contacts are nobody else's business
        with written.open("r+b") as file:
            os.fsync(file.fileno())
        written.replace(target)
        sync_directory(target.parent)
    except OSError as error:
        raise Unwritable(
            "second-copy-unwritable", file=str(target), target=target, strerror=error.strerror
        ) from error
