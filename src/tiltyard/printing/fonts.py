"""The typefaces of the press: our own first, those of the machine for scripts it lacks."""

from __future__ import annotations

import atexit
import os
import sys
import tempfile
import unicodedata
from dataclasses import dataclass
from functools import cache
from importlib import metadata
from pathlib import Path
from shutil import rmtree
from typing import TYPE_CHECKING

from tiltyard.printing.glyphs import characters_in
from tiltyard.words.language import ngettext

if TYPE_CHECKING:
    from typst import FontInfo, Fonts

OWN = "FiraGO"
_FILES = {"figo": "Regular", "figbo": "Bold", "figit": "Italic", "figbi": "BoldItalic"}
_LIKED = ("Noto Sans", "Noto", "DejaVu Sans", "")
_SHOWN_AT_MOST = 12
_NOT_DRAWN = {"Cc", "Cf", "Zs", "Zl", "Zp", "Mn"}
"""Characters that need no glyph of their own: marks come with their letters."""


@dataclass(frozen=True, slots=True)
class Typefaces:
    """What a text is set with: families in order, and the characters no font has."""

    fonts: Fonts
    families: tuple[str, ...]
    missing: str = ""


def typefaces(text: str, folder: Path | None = None) -> Typefaces:
    """Return what a text is set with; fonts of the machine only if ours lacks a character.

    `folder` is one of the user's with more fonts.
    """
    from typst import Fonts

    own = _own_folder()
    lacking = _lacking(text)
    if not lacking:
        return Typefaces(_own_fonts(own), (OWN,))
    folders = [str(own)] if folder is None else [str(own), str(folder)]
    fonts = Fonts(include_system_fonts=True, include_embedded_fonts=False, font_paths=list(folders))
    families, missing = _cover(lacking, fonts.fonts())
    return Typefaces(fonts, (OWN, *families), "".join(map(chr, sorted(missing))))


def missing_text(missing: str) -> str:
    """Return what to tell about characters that no font has, and the way out."""
    shown = " ".join(missing[:_SHOWN_AT_MOST]) + (" …" if len(missing) > _SHOWN_AT_MOST else "")
    text = ngettext(
        "no font on this machine has %(shown)s: it is printed as an empty box. Install %(package)s "
        "(Debian, Ubuntu) or another font that has it, or name a folder with fonts.",
        "no font on this machine has %(shown)s: they are printed as empty boxes. Install "
        "%(package)s (Debian, Ubuntu) or another font that has them, or name a folder with fonts.",
        len(missing),
    )
    return text % {"shown": shown, "package": _package(missing)}


def _package(missing: str) -> str:
    names = " ".join(unicodedata.name(char, "") for char in missing)
    if any(script in names for script in ("CJK", "HIRAGANA", "KATAKANA", "HANGUL")):
        return "fonts-noto-cjk"
    return "fonts-noto"


def _lacking(text: str) -> frozenset[int]:
    """Return what our own typeface lacks of a text."""
    drawn = {ord(char) for char in set(text) if unicodedata.category(char) not in _NOT_DRAWN}
    return frozenset(drawn - _own_characters(_own_folder()))


def _cover(lacking: frozenset[int], fonts: list[FontInfo]) -> tuple[list[str], set[int]]:
    """Return families that have the characters, as few as possible, and what nobody has."""
    upright = [one for one in fonts if one.style == "normal" and one.weight == 400 and one.path]
    has = {
        one.family: lacking & characters_in(Path(one.path or ""), one.index)
        for one in sorted(upright, key=lambda one: one.family, reverse=True)
        if one.family != OWN
    }
    left, families = set(lacking), []
    while left:
        best = max(has, key=lambda name: (len(left & has[name]), *_liked(name)), default="")
        if not best or not left & has[best]:
            break
        families.append(best)
        left -= has[best]
    return families, left


def _liked(family: str) -> tuple[int, int]:
    place = next(place for place, start in enumerate(_LIKED) if family.startswith(start))
    return -place, -len(family)


# ------------------------------------------------------------------------------ our own typeface


@cache
def _own_fonts(folder: Path) -> Fonts:
    from typst import Fonts

    return Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=[str(folder)])


@cache
def _own_characters(folder: Path) -> frozenset[int]:
    return characters_in(folder / f"{OWN}-Regular.ttf")


@cache
def _own_folder() -> Path:
    """Return a folder with our typeface as files, unpacked once for this user."""
    kept = _cache_folder() / "tiltyard" / f"fonts-{metadata.version('pymupdf-fonts')}"
    try:
        return _unpacked(kept)
    except OSError:  # a home that cannot be written to
        folder = Path(tempfile.mkdtemp(prefix="tiltyard-fonts-"))
        atexit.register(rmtree, folder, ignore_errors=True)
        return _unpacked(folder)


def _unpacked(folder: Path) -> Path:
    files = {key: folder / f"{OWN}-{style}.ttf" for key, style in _FILES.items()}
    if all(file.is_file() for file in files.values()):
        return folder
    from pymupdf_fonts import myfont  # type: ignore[import-untyped]

    folder.mkdir(parents=True, exist_ok=True)
    for key, file in files.items():
        with tempfile.NamedTemporaryFile(dir=folder, delete=False) as half:
            half.write(myfont(key))
        Path(half.name).replace(file)  # whole or not at all: two may unpack at once
    return folder


def _cache_folder() -> Path:
    named = os.environ.get("XDG_CACHE_HOME") or (
        os.environ.get("LOCALAPPDATA") if sys.platform == "win32" else None
    )
    return Path(named) if named else Path.home() / ".cache"
