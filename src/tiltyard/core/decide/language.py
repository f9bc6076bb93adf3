"""Deciding in which language an event speaks where nobody has chosen one for himself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from tiltyard.core.decide.scene import Act, Acts, Scene
from tiltyard.core.errors import Refused
from tiltyard.core.facts import Fact, setup


@dataclass(frozen=True, slots=True)
class ChooseLanguage:
    """Say in which language papers, screens and files are made: a code such as `de`."""

    NAME: ClassVar[str] = "choose-language"
    language: str


def require_language(code: str) -> str:
    """Return the code of a language, or refuse what can be none."""
    if not (code.isascii() and code.isalpha() and code.islower() and len(code) in {2, 3}):
        raise Refused("no-code-language", field="language", code_=code[:40])
    return code


def _choose(scene: Scene, command: ChooseLanguage) -> Iterator[Fact]:
    language = require_language(command.language)
    if language == scene.event.language:
        raise Refused("language-already", field="language")
    yield setup.LanguageChosen(language)


DECIDE_LANGUAGE: Acts = {ChooseLanguage: Act(_choose)}
