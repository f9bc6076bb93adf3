"""The typefaces of the press, and which characters each of them has."""

from __future__ import annotations

import atexit
import os
import struct
import sys
import tempfile
import unicodedata
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from shutil import rmtree
from typing import TYPE_CHECKING

from tiltyard.text.say import wording

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from typst import FontInfo, Fonts


# ------------------------------------------------------------------------------
# Which characters a font file has: its table `cmap`, read as far as the question needs.

_COLLECTION = b"ttcf"


def characters_in(file: Path, index: int = 0) -> frozenset[int]:
    """Return the characters of a font; none if the file is no font this can read."""
    try:
        data = file.read_bytes()
        return frozenset(_characters_of_table(data, _cmap(data, index)))
    except (OSError, struct.error, LookupError):
        return frozenset()


def _cmap(data: bytes, index: int) -> int:
    """Return where the table lies; a collection holds several fonts."""
    start = 0
    if data[:4] == _COLLECTION:
        (start,) = struct.unpack_from(">I", data, 12 + 4 * index)
    (tables,) = struct.unpack_from(">H", data, start + 4)
    for place in range(tables):
        tag, _, offset, _ = struct.unpack_from(">4sIII", data, start + 12 + 16 * place)
        if tag == b"cmap":
            return int(offset)
    raise LookupError("cmap")


def _characters_of_table(data: bytes, cmap: int) -> Iterator[int]:
    (count,) = struct.unpack_from(">H", data, cmap + 2)
    seen = set()
    for place in range(count):
        _, _, offset = struct.unpack_from(">HHI", data, cmap + 4 + 8 * place)
        (form,) = struct.unpack_from(">H", data, cmap + offset)
        if offset not in seen and form in {4, 12}:
            seen.add(offset)
            yield from (_form_4 if form == 4 else _form_12)(data, cmap + offset)


def _form_4(data: bytes, at: int) -> Iterator[int]:
    """Yield the characters of the first plane; segments end with the one of 0xFFFF."""
    (doubled,) = struct.unpack_from(">H", data, at + 6)
    many = f">{doubled // 2}H"
    ends = struct.unpack_from(many, data, at + 14)
    starts = struct.unpack_from(many, data, at + 16 + doubled)
    deltas = struct.unpack_from(many, data, at + 16 + 2 * doubled)
    offsets_at = at + 16 + 3 * doubled
    offsets = struct.unpack_from(many, data, offsets_at)
    for place, (start, end) in enumerate(zip(starts, ends, strict=True)):
        for code in range(start, min(end, 0xFFFE) + 1):
            if offsets[place]:
                where = offsets_at + 2 * place + offsets[place] + 2 * (code - start)
                (glyph,) = struct.unpack_from(">H", data, where)
            else:
                glyph = (code + deltas[place]) & 0xFFFF
            if glyph:
                yield code


def _form_12(data: bytes, at: int) -> Iterator[int]:
    (groups,) = struct.unpack_from(">I", data, at + 12)
    for place in range(groups):
        start, end, first = struct.unpack_from(">III", data, at + 16 + 12 * place)
        yield from range(start if first else start + 1, end + 1)


# ------------------------------------------------------------------------------
# The typefaces of the press: those we bring first, those of the machine for what they lack.

OWN = "FiraGO"
_FILES = {"figo": "Regular", "figbo": "Bold", "figit": "Italic", "figbi": "BoldItalic"}
_SYMBOLS = {"symbol1": "NotoSansSymbols", "symbol2": "NotoSansSymbols2"}
_EAST_ASIAN = "Noto Sans CJK"
_FIRST_EAST_ASIAN = 0x1100  # the first letter of Hangul; Han, kana and their signs lie above it
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
    """Return what a text is set with; more than our own typeface only if it lacks a character.

    `folder` is one of the user's with more fonts; those of the machine are asked last.
    """
    left = set(_lacking(text))
    folders, families = [_own_folder()], []
    for source in _sources(left, folder):
        more = source() if left else None
        if more is None:
            continue
        found, left = _cover(left, _fonts_in((more,)).fonts(), _region(text))
        if found:
            folders.append(more)
            families += found
    fonts = _fonts_in(tuple(folders))
    if left:
        with_system = _fonts_in(tuple(folders), system=True)
        found, left = _cover(left, with_system.fonts(), _region(text))
        families += found
        fonts = with_system if found else fonts
    return Typefaces(fonts, (OWN, *families), "".join(map(chr, sorted(left))))


def _sources(lacking: set[int], folder: Path | None) -> list[Callable[[], Path | None]]:
    """Return where more fonts are looked for as long as something is lacking: the user's first."""
    sources: list[Callable[[], Path | None]] = [lambda: folder, _symbols_folder]
    if any(number >= _FIRST_EAST_ASIAN for number in lacking):
        sources.append(_east_asian_folder)
    return sources


def _region(text: str) -> str:
    """Return whose forms of the shared characters a text is set in."""
    if any("\u3040" <= char <= "\u30ff" for char in text):
        return f"{_EAST_ASIAN} JP"
    if any("\uac00" <= char <= "\ud7a3" for char in text):
        return f"{_EAST_ASIAN} KR"
    return f"{_EAST_ASIAN} SC"


def missing_text(missing: str) -> str:
    """Return what to tell about characters that no font has, and the way out."""
    shown = " ".join(missing[:_SHOWN_AT_MOST]) + (" …" if len(missing) > _SHOWN_AT_MOST else "")
    east_asian = _is_east_asian(missing)
    if east_asian and _east_asian_folder() is None:
        return wording("paper.no-east-asian-font", len(missing)).format(shown=shown)
    text = wording("paper.no-font-on-this-machine", len(missing))
    return text.format(shown=shown, package="fonts-noto-cjk" if east_asian else "fonts-noto")


def _is_east_asian(text: str) -> bool:
    names = " ".join(unicodedata.name(char, "") for char in text)
    return any(script in names for script in ("CJK", "HIRAGANA", "KATAKANA", "HANGUL"))


def _lacking(text: str) -> frozenset[int]:
    """Return what our own typeface lacks of a text."""
    drawn = {ord(char) for char in set(text) if unicodedata.category(char) not in _NOT_DRAWN}
    return frozenset(drawn - _characters(str(_own_folder() / f"{OWN}-Regular.ttf"), 0))


def _cover(
    lacking: set[int], fonts: list[FontInfo], region: str = ""
) -> tuple[list[str], set[int]]:
    """Return families that have the characters, as few as possible, and what nobody has."""
    upright = [
        font
        for font in fonts
        if font.style == "normal"
        and font.weight == 400
        and font.path
        and (not region or font.family == region or "CJK" not in font.family)
    ]
    has = {
        font.family: lacking & _characters(font.path or "", font.index)
        for font in sorted(upright, key=lambda font: font.family, reverse=True)
        if font.family != OWN
    }
    left, families = set(lacking), []
    while left:
        best = max(has, key=lambda name: (len(left & has[name]), *_liked(name, region)), default="")
        if not best or not left & has[best]:
            break
        families.append(best)
        left -= has[best]
    return families, left


def _liked(family: str, region: str) -> tuple[bool, int, int]:
    place = next(place for place, start in enumerate(_LIKED) if family.startswith(start))
    return family == region, -place, -len(family)


@cache
def _characters(file: str, index: int) -> frozenset[int]:
    return characters_in(Path(file), index)


# ------------------------------------------------------------------------------ our own typeface


@cache
def _fonts_in(folders: tuple[Path, ...], *, system: bool = False) -> Fonts:
    from typst import Fonts

    return Fonts(
        include_system_fonts=system,
        include_embedded_fonts=False,
        font_paths=[str(folder) for folder in folders],
    )


@cache
def _own_folder() -> Path:
    """Return a folder with our typeface as files, unpacked once for this user."""
    return _kept("firago", {key: f"{OWN}-{style}.ttf" for key, style in _FILES.items()})


@cache
def _symbols_folder() -> Path:
    """Return a folder with the signs of our typefaces, unpacked when one is first needed."""
    return _kept("symbols", {key: f"{name}-Regular.ttf" for key, name in _SYMBOLS.items()})


def _east_asian_folder() -> Path | None:
    """Return the folder of the extra `cjk`, if it is installed."""
    spec = find_spec("noto_cjk_sans_otc")
    found = (spec and spec.submodule_search_locations) or ()
    return next(map(Path, found), None)


def _kept(name: str, files: dict[str, str]) -> Path:
    try:
        return _unpacked(_cache_folder() / "tiltyard" / "fonts" / name, files)
    except OSError:  # a home that cannot be written to
        folder = Path(tempfile.mkdtemp(prefix="tiltyard-fonts-"))
        atexit.register(rmtree, folder, ignore_errors=True)
        return _unpacked(folder, files)


def _unpacked(folder: Path, names: dict[str, str]) -> Path:
    from pymupdf_fonts import fontdescriptors, myfont  # type: ignore[import-untyped]

    for key, name in names.items():
        file = folder / name
        if file.is_file() and file.stat().st_size == fontdescriptors[key]["size"]:
            continue
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=folder, delete=False) as half:
            half.write(myfont(key))
        Path(half.name).replace(file)  # whole or not at all: two may unpack at once
    return folder


def _cache_folder() -> Path:
    named = os.environ.get("XDG_CACHE_HOME") or (
        os.environ.get("LOCALAPPDATA") if sys.platform == "win32" else None
    )
    return Path(named) if named else Path.home() / ".cache"
