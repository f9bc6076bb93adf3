"""Reading army lists: the installed catalogues, the form of a text, its cards."""

from __future__ import annotations

import lzma
import os
import re
import sys
import tempfile
import zlib
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING
from zipfile import BadZipFile, ZipFile

from tiltyard.engine.errors import Refused, TiltyardError
from tiltyard.engine.rosters.resolve import resolved
from tiltyard.formats.lists.list_forms import FORMS, form_of, named_form
from tiltyard.formats.lists.list_limits import (
    LONGEST_BYTES,
    ListUnreadable,
    checked_text,
    decode_list,
    decoded_list,
)
from tiltyard.store.disk import put_in_place

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tiltyard.engine.rosters.catalogue import Catalogue
    from tiltyard.engine.rosters.roster import Roster
    from tiltyard.engine.ruleset import Ruleset


# ------------------------------------------------------------------------------
# The catalogues that are installed: one file for each game, in a folder of the user's data.

VARIABLE = "TILTYARD_CATALOGUES"
ENDING = ".catalogue.json"
LARGEST_FILE = 20_000_000
"""Bytes of a file of card data: the largest game has a tenth of that."""

_BROKEN = (
    BadZipFile,
    OSError,
    EOFError,
    RuntimeError,
    NotImplementedError,
    zlib.error,
    lzma.LZMAError,
)
"""What comes of an archive that is damaged, cut off, or packed in another way."""

_GAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")


@dataclass(frozen=True, slots=True)
class Installed:
    """One installed catalogue, for people."""

    game: str
    label: str
    cards: int
    products: int


class Catalogues:
    """The catalogues of a folder, read again when a file has changed."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = default_folder() if folder is None else folder
        self._read: dict[str, tuple[tuple[int, int], Catalogue]] = {}

    def add(self, game: str, path: Path) -> Catalogue:
        """Install the card data of a file or folder for a game; an older one is replaced."""
        file = self._file(game)
        found = read_card_data(path)
        if found.game != game:
            raise Refused("cards-of-another-game", path=path, game=found.game, other_game=game)
        from tiltyard.formats.catalogues.simple_json import catalogue_text

        self._write(file, catalogue_text(found).encode())
        installed = self.get(game)
        return found if installed is None else installed

    def get(self, game: str) -> Catalogue | None:
        """Return the catalogue of a game; none: nobody installed one."""
        file = self._file(game)
        try:
            status = file.stat()
        except OSError:
            return None
        stamp = (status.st_mtime_ns, status.st_size)
        kept = self._read.get(game)
        if kept is None or kept[0] != stamp:
            try:
                kept = (stamp, _labelled(file))
            except TiltyardError:
                raise Refused("installed-card-data-damaged", file=file.name, game=game) from None
            self._read[game] = kept
        return kept[1]

    def list(self) -> tuple[Installed, ...]:
        """Return what is installed and can be read, by game."""
        return tuple(
            Installed(
                catalogue.game, catalogue.label, len(catalogue.cards), len(catalogue.products)
            )
            for catalogue in self._all()
            if not isinstance(catalogue, Refused)
        )

    def damaged(self) -> tuple[Refused, ...]:
        """Return what is to be said of every installed file that cannot be read."""
        return tuple(refused for refused in self._all() if isinstance(refused, Refused))

    def _all(self) -> Iterator[Catalogue | Refused]:
        names = sorted(file.name.removesuffix(ENDING) for file in self.folder.glob(f"*{ENDING}"))
        for game in filter(_GAME.fullmatch, names):
            try:
                found = self.get(game)
            except Refused as error:
                yield error
            else:
                if found is not None:
                    yield found

    def remove(self, game: str) -> None:
        """Take a catalogue away; lists that were read with it keep what they know."""
        try:
            self._file(game).unlink()
        except FileNotFoundError:
            known = ", ".join(installed.game for installed in self.list())
            raise Refused(
                "no-cards-installed" if known else "remove-no-cards", game=game, known=known
            ) from None
        except OSError as error:
            raise _no(error, self.folder) from None
        self._read.pop(game, None)

    def _file(self, game: str) -> Path:
        if not _GAME.fullmatch(game):
            raise Refused("no-name-game", game=game[:60])
        return self.folder / f"{game}{ENDING}"

    def _write(self, file: Path, data: bytes) -> None:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            descriptor, name = tempfile.mkstemp(dir=self.folder, prefix=f".{file.name}.")
        except OSError as error:
            raise _no(error, self.folder) from None
        written = Path(name)
        try:
            with os.fdopen(descriptor, "wb") as stream:
                stream.write(data)
            put_in_place(written, file)
        except OSError as error:
            raise _no(error, self.folder) from None
        finally:
            written.unlink(missing_ok=True)


def default_folder() -> Path:
    """Return the folder of the environment, or the one in the user's data."""
    named = os.environ.get(VARIABLE)
    if named:
        return Path(named)
    data = os.environ.get("XDG_DATA_HOME")
    if not data and sys.platform == "win32":
        data = os.environ.get("LOCALAPPDATA")
    home = Path(data) if data else Path.home() / ".local" / "share"
    return home / "tiltyard" / "catalogues"


def read_card_data(path: Path) -> Catalogue:
    """Return the catalogue at a path: our own JSON, or xwing-data as a folder or a ZIP file."""
    from tiltyard.formats.catalogues.simple_json import read_catalogue
    from tiltyard.formats.catalogues.xwing_data import FILES, read_xwing_data

    if path.is_dir():
        for folder in (path, path / "data"):
            files = {name: folder / f"{name}.json" for name in FILES}
            if files["pilots"].is_file():
                return read_xwing_data(
                    {name: _bytes(file) for name, file in files.items() if file.is_file()}
                )
        raise Refused("holds-no-card-data", path=path)
    data = _bytes(path)
    if data.startswith(b"PK\x03\x04"):
        return read_xwing_data(_from_zip(path, FILES))
    return read_catalogue(data)


def _from_zip(path: Path, names: tuple[str, ...]) -> Mapping[str, bytes]:
    """Return the files of an archive that hold cards: of the shortest folder that has pilots."""
    try:
        with ZipFile(path) as archive:
            members = archive.namelist()
            pilots = [member for member in members if member.endswith("pilots.json")]
            if not pilots:
                raise Refused("holds-no-pilots-json", path=path)
            home = min(pilots, key=len).removesuffix("pilots.json")
            found = {}
            for name in names:
                if f"{home}{name}.json" in members:
                    with archive.open(f"{home}{name}.json") as stream:
                        found[name] = _small_enough(stream.read(LARGEST_FILE + 1), path)
            return found
    except _BROKEN as error:
        raise Refused("archive-cannot-be-unpacked", path=path, error=str(error)) from None


def _bytes(path: Path) -> bytes:
    try:
        with path.open("rb") as stream:
            return _small_enough(stream.read(LARGEST_FILE + 1), path)
    except OSError as error:
        raise _no(error, path) from None


def _small_enough(data: bytes, path: Path) -> bytes:
    if len(data) > LARGEST_FILE:
        raise Refused("larger-than-any-card-data", path=path)
    return data


def _labelled(file: Path) -> Catalogue:
    from tiltyard.formats.catalogues.simple_json import read_catalogue

    data = _bytes(file)
    catalogue = read_catalogue(data)
    return replace(catalogue, label=f"{catalogue.label} · {sha256(data).hexdigest()[:12]}")


def _no(error: OSError, path: Path) -> Refused:
    reason = (error.strerror or "cannot be read").lower()
    return Refused("archive-unreadable", path=path, reason=reason)


# ------------------------------------------------------------------------------
# How lists are read: the form is recognised, the text read, the cards found.

__all__ = ["FORMS", "LONGEST_BYTES", "ListReader", "decode_list", "decoded_list", "reader"]


class ListReader:
    """Reads lists with the catalogues that are installed: a `ReadList`."""

    def __init__(self, catalogues: Catalogues | None = None) -> None:
        self.catalogues = catalogues

    def __call__(self, rules: Ruleset, text: str, form: str) -> tuple[str, Roster]:
        """Return the form a text is written in, recognised where it is empty, and the list."""
        from tiltyard.formats.lists.battlescribe import as_plain_text

        packed = _unpacked(text) or as_plain_text(text)
        text = checked_text(text) if packed is None else packed
        known = named_form(form) if form else form_of(text)
        return known.id, self.with_cards(known.read(text, rules), rules)

    def value(self, rules: Ruleset, value: object) -> tuple[str, Roster]:
        """Return the form and the list of a JSON value: a squad, or any list as text in it."""
        from tiltyard.formats.lists.roster_json import FORMAT, read_roster_value
        from tiltyard.formats.lists.xws import read_xws_value

        text = _text_in(value)
        if text is not None:
            return self(rules, text, "")
        if isinstance(value, dict) and value.get("format") == FORMAT:
            return "roster-json", self.with_cards(read_roster_value(value, rules), rules)
        return "xws", self.with_cards(read_xws_value(value, rules), rules)

    def with_cards(self, written: Roster, rules: Ruleset) -> Roster:
        """Return a written list with what the installed catalogue of the game knows.

        A list without a single card is none.
        """
        if not any(muster.entries for muster in written.musters):
            raise ListUnreadable("no-card-found-text")
        game = rules.lists.catalogue
        catalogue = self.catalogues.get(game) if self.catalogues and game else None
        return resolved(written, catalogue, rules)


def reader(catalogues: Catalogues | None = None) -> ListReader:
    """Return what reads lists; without catalogues everything counts as declared."""
    return ListReader(catalogues)


def _text_in(value: object) -> str | None:
    """Return the text of a list that stands in a JSON value: as such, or wrapped."""
    if isinstance(value, dict):
        value = next((value[key] for key in ("text", "list", "xws") if key in value), None)
    return value if isinstance(value, str) else None


def _unpacked(text: str) -> str | None:
    """Return what the text of a QR code holds; its bytes are no text people write."""
    from tiltyard.engine.rosters.list_reading import LONGEST_LIST
    from tiltyard.formats.lists.list_limits import too_long
    from tiltyard.formats.lists.xws import unpacked

    if len(text) > LONGEST_LIST:
        raise too_long()
    return unpacked(text)
