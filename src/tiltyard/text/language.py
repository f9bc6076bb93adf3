"""In which language something is said: English as it is written, others from a catalogue.

A catalogue is one file in the format of gettext, `locale/<language>.po`; whoever adds one adds a
language. Keys are the codes of `say`; texts of rulesets are their own keys.
"""

from __future__ import annotations

import os
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from importlib import resources
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from gettext import NullTranslations
    from importlib.resources.abc import Traversable

    from babel.messages.catalog import Catalog, Message

    from tiltyard.day.event import Event

ENGLISH = "en"
TERM = "term"
"""The context of words that are codes: roles, states, acts, endings."""

OWN = "TILTYARD_LANGUAGES"
"""Names a folder with catalogues of one's own, such as `fr.po`."""


def _own_catalogues() -> dict[str, Path]:
    folder = os.environ.get(OWN)
    return {file.stem: file for file in sorted(Path(folder).glob("*.po"))} if folder else {}


def _own_name(name: str) -> str:
    """Return how a language calls itself."""
    from babel import Locale, UnknownLocaleError

    try:
        return (Locale.parse(name).display_name or name).capitalize()
    except (UnknownLocaleError, ValueError):
        return name


_OWN_CATALOGUES = _own_catalogues()
LANGUAGES = {
    "en": "English",
    "de": "Deutsch",
    **{name: _own_name(name) for name in _OWN_CATALOGUES},
}
"""Every language there is, by its own name."""


def spoken_by(event: Event, otherwise: str = ENGLISH) -> str:
    """Return the language of an event: the one its organizer chose, if we speak it."""
    return event.language if event.language in LANGUAGES else otherwise


_spoken: ContextVar[str] = ContextVar("language", default=ENGLISH)


def language() -> str:
    """Return the language that is spoken now."""
    return _spoken.get()


def speak(name: str) -> None:
    """Say everything from now on in a language: for a process that serves one person."""
    _spoken.set(name if name in LANGUAGES else ENGLISH)


@contextmanager
def speaking(name: str) -> Iterator[None]:
    """Say everything inside in a language; one that is not known is English."""
    token = _spoken.set(name if name in LANGUAGES else ENGLISH)
    try:
        yield
    finally:
        _spoken.reset(token)


def gettext(text: str) -> str:
    """Return a sentence of the engine in the language that is spoken."""
    if not text or language() == ENGLISH:
        return text
    return translations(language()).gettext(text)


def ruleset_text(text: str) -> str:
    """Return a text of a ruleset in the language that is spoken; unknown ones as they are."""
    said = gettext(text)
    return said if said != text else pgettext(TERM, text)


def pgettext(context: str, text: str) -> str:
    """Return a word in the language that is spoken, as it is meant in a context."""
    if not text or language() == ENGLISH:
        return text
    return translations(language()).pgettext(context, text)


def term(word: str) -> str:
    """Return the word for a role, a state, an act or an ending."""
    return pgettext(TERM, word)


@cache
def translations(name: str) -> NullTranslations:
    """Read a catalogue; compiled in memory, so that no binary file has to be kept."""
    from babel.messages.mofile import write_mo
    from babel.support import Translations

    compiled = BytesIO()
    write_mo(compiled, read(name))
    compiled.seek(0)
    return Translations(compiled)


@cache
def read(name: str) -> Catalog:
    """Read the file of a language: what is translated in it."""
    from babel.messages.pofile import read_po

    with catalogue_file(name).open("rb") as readable:
        catalogue = read_po(readable, locale=name)
    for message in list(catalogue):
        if message.id and not all(forms(message)):  # what is not translated yet is said in English
            catalogue.delete(message.id, message.context)
    return catalogue


def catalogue_file(name: str) -> Traversable:
    """Return where the catalogue of a language is kept: one's own takes the place of ours."""
    own = _OWN_CATALOGUES.get(name)
    return (
        own
        if own is not None
        else resources.files("tiltyard.text").joinpath("locale", f"{name}.po")
    )


def forms(message: Message) -> tuple[str, ...]:
    """Return a translation in all its forms: one, or one for every plural."""
    said = message.string
    return (said,) if isinstance(said, str) else tuple(said or ("",))
