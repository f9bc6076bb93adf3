"""The templates of the press: the shipped ones, and in their place those of a folder."""

from __future__ import annotations

import atexit
import os
import tempfile
from functools import cache
from importlib import resources
from pathlib import Path
from shutil import copy, copytree, rmtree

from tiltyard.engine.errors import Fault, Refused, TiltyardError

VARIABLE = "TILTYARD_PAPERS"


def templates() -> Path:
    """Return the folder with every template, for typst to set from."""
    return _merged(os.environ.get(VARIABLE, ""))


@cache
def _merged(own: str) -> Path:
    shipped = Path(str(resources.files("tiltyard.paper").joinpath("templates")))
    if not own:
        return shipped
    theirs = sorted(Path(own).glob("*.typ"))
    if not theirs:
        raise Refused("papers-folder-empty", folder=own)
    unknown = [file.name for file in theirs if not (shipped / file.name).is_file()]
    if unknown:
        names = ", ".join(sorted(file.stem for file in shipped.glob("*.typ")))
        raise Refused("papers-template-unknown", file=unknown[0], names=names)
    merged = Path(tempfile.mkdtemp(prefix="tiltyard-papers-"))
    atexit.register(rmtree, merged, ignore_errors=True)
    copytree(shipped, merged, dirs_exist_ok=True)
    for file in theirs:
        copy(file, merged)
    return merged


def not_set(place: str) -> TiltyardError:
    """Return why nothing was set: somebody's own template, or a mistake of ours."""
    own = os.environ.get(VARIABLE, "")
    if own:
        return Refused("own-template-fails", folder=own, place=place)
    return Fault("press-failed", place=place)
