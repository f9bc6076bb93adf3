"""Every text that people read, from where it is written: pages, words, rulesets, the engine."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, get_args

import tiltyard
from tiltyard.core import policy, ruleset_game, ruleset_people, scoring, standings
from tiltyard.core.decide import undoing
from tiltyard.core.facts import judging, people, setup
from tiltyard.core.state import event as state
from tiltyard.core.state import judging as state_judging
from tiltyard.core.state import lists as state_lists
from tiltyard.words.language import TERM
from tiltyard.words.say import Counted, sections, sentences

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(tiltyard.__file__).parent

_TEXTS_OF_RULESETS = re.compile(
    r"announcements\.text|checks\.(deck|inspection\.text)|clock\.time_called|components\.sharing|conduct\.categories\.title"
    r"|components\.mat_policies\..+\.text"
    r"|components\.(agreements\.item|pieces\.(id|plural)|questions\.title)"
    r"|conduct\.(guidance|more)\.text|lists\.(sections\.title|supplies)|notes|options\..+\.help|restrictions\.text"
    r"|papers\.(organizer|documents|player|setup\.lines)\.text|papers\.(begin|player_note|survivor)"
    r"|papers\.setup\.(title|lines\.fill_in)"
    r"|staff\.matters\.title|staff\.overrules|staff\.roles\.title|terms\..+|tiers\.(title|text|events)"
)
_TERMS_OF_RULESETS = re.compile(
    r"announcements\.id|checks\.inspection\.id|conduct\.categories\.id|legality\.bans\..+\.trait|lists\.checks\.trait"
    r"|lists\.sides|options\..+\.choices|staff\.matters\.id|tiers\.id"
)
_LOWER_TERMS = re.compile(r"staff\.roles\.title|tiers\.title|terms\..+")

_CODES = (
    ruleset_people.RoleId,
    ruleset_game.End,
    ruleset_game.SlipField,
    ruleset_game.Stage,
    people.LeavingReason,
    judging.ComponentTrouble,
    judging.ComponentEnd,
    setup.Structure,
    standings.Status,
    scoring.Result,
    state.Phase,
    state.EntrantState,
    state.RoundState,
    state.MatchState,
    state_judging.CallState,
    state_lists.ListState,
)
"""Codes that sentences hold as words."""

_FILLED_IN = re.compile(r"\{\w+\}|%\(\w+\)[sd]")

Key = tuple[str, str, str]
"""A text to translate: its context, the text itself, and its plural form."""


def has_words(text: str) -> bool:
    """Whether a text is more than what is filled into it."""
    return bool(re.search(r"[^\W\d_]", _FILLED_IN.sub("", text)))


@dataclass
class Texts:
    """Everything to translate, with the files it is written in."""

    found: dict[Key, set[str]] = field(default_factory=dict)

    def add(self, place: str, text: str, plural: str = "", context: str = "") -> None:
        """Note a text; one that is also said in the plural is noted once."""
        if has_words(text):
            self.found.setdefault((context, text, plural), set()).add(place)

    def joined(self) -> dict[Key, set[str]]:
        """Return all texts; one that has a plural somewhere is only kept with it."""
        with_plural = {(context, text) for context, text, plural in self.found if plural}
        return {
            key: places
            for key, places in self.found.items()
            if key[2] or (key[0], key[1]) not in with_plural
        }


def gathered(root: Path = ROOT) -> dict[Key, set[str]]:
    """Return every text that people read."""
    texts = Texts()
    _from_words(texts)
    _from_rulesets(root, texts)
    _from_codes(texts)
    return texts.joined()


def _from_words(texts: Texts) -> None:
    for section in sections():
        place = f"words/en/{section}.toml"
        for key, text in sentences(section).items():
            code = f"{section}.{key}"
            plural = code if isinstance(text, Counted) else ""
            english = text.other if isinstance(text, Counted) else text
            if has_words(english):
                texts.found.setdefault(("", code, plural), set()).add(place)


def _from_rulesets(root: Path, texts: Texts) -> None:
    for path in sorted((root / "rulesets").glob("*.toml")):
        place = path.relative_to(root).as_posix()
        ruleset = tomllib.loads(path.read_text("utf-8"))
        for kind in ruleset.get("draws", ()):
            texts.add(place, kind.replace("_", " "), context=TERM)
        for name, text in _strings(ruleset):
            if _TEXTS_OF_RULESETS.fullmatch(name):
                texts.add(place, text)
            if _TERMS_OF_RULESETS.fullmatch(name):
                texts.add(place, text.replace("_", " "), context=TERM)
            if _LOWER_TERMS.fullmatch(name):
                texts.add(place, text.lower(), context=TERM)


def _strings(value: object, path: tuple[str, ...] = ()) -> Iterator[tuple[str, str]]:
    """Return every text of a ruleset with the names that lead to it."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _strings(inner, (*path, name))
    elif isinstance(value, list):
        for inner in value:
            yield from _strings(inner, path)
    elif isinstance(value, str):
        yield ".".join(path), value


def _from_codes(texts: Texts) -> None:
    for codes in _CODES:
        for code in get_args(codes):
            texts.add("core", code.replace("_", " "), context=TERM)
    for act in dict.fromkeys((*policy.ACTS, *undoing.NOT_UNDONE)):
        texts.add("core/policy.py", act.replace("-", " "), context=TERM)
