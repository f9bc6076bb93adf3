"""The library of a server: what comes with the program, and versions of rulesets made here."""

from __future__ import annotations

import tomllib
from hashlib import sha256
from typing import TYPE_CHECKING

from tiltyard.engine.errors import Refused, RulesetUnreadable
from tiltyard.rulesets.loader import load_files, require_free, reserved
from tiltyard.store.keyring import KeptRuleset

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from datetime import datetime

    from tiltyard.engine.ruleset import Ruleset
    from tiltyard.service.event_cache import Library
    from tiltyard.store.keyring import Keyring

MOST_VERSIONS = 500
"""How many versions of all rulesets one server keeps."""


class RulesetLibrary:
    """The versions of rulesets that were made here, by their names."""

    def __init__(
        self, keyring: Keyring, events: Callable[[], Iterable[Mapping[str, str]]] = tuple
    ) -> None:
        self._keyring = keyring
        self._of_events = events

    def before(self, others: Library) -> Library:
        """Return a library that has these rulesets too, by id (the newest) or id and version.

        What was kept nowhere is looked for among the files that the events here keep.
        """

        def found(name: str) -> Ruleset:
            kept = self.kept(name)
            if kept is not None:
                return read_kept(kept)
            try:
                return others(name)
            except RulesetUnreadable:
                for files in self._of_events():
                    if name in files:
                        return load_files(name, files)
                raise

        return found

    def kept(self, name: str) -> KeptRuleset | None:
        """Return a version that was made here: the one that is named, or the newest."""
        if _id(name) in reserved():
            return None
        own = [kept for kept in self._keyring.rulesets() if name in {kept.name, _id(kept.name)}]
        return max(own, key=_number, default=None)

    def versions(self, name: str) -> tuple[KeptRuleset, ...]:
        """Return all versions of a ruleset, the newest first."""
        own = [kept for kept in self._keyring.rulesets() if _id(kept.name) == _id(name)]
        return tuple(sorted(own, key=_number, reverse=True))

    def made(self) -> tuple[KeptRuleset, ...]:
        """Return the newest version of each ruleset that was made here, the latest first."""
        newest: dict[str, KeptRuleset] = {}
        for kept in self._keyring.rulesets():
            known = newest.get(_id(kept.name))
            if known is None or _number(kept) > _number(known):
                newest[_id(kept.name)] = kept
        return tuple(sorted(newest.values(), key=lambda kept: kept.made, reverse=True))

    def readable(self) -> tuple[Ruleset, ...]:
        """Return the newest versions that can be played; one of a later program says so itself."""
        found = []
        for kept in self.made():
            try:
                found.append(read_kept(kept))
            except RulesetUnreadable:
                continue
        return tuple(found)

    def next_name(self, ruleset_id: str) -> str:
        """Return the name with version that the next version of a ruleset has."""
        numbers = (_number(kept)[0] for kept in self.versions(ruleset_id))
        return f"{_id(ruleset_id)}@{max(numbers, default=0) + 1}"

    def keep(self, text: str, made_by: str, at: datetime) -> Ruleset:
        """Keep a version that is there for ever; the same text again is no other version."""
        name = name_in(text)
        rules = load_files(name, {name: text})
        if len(self._keyring.rulesets()) >= MOST_VERSIONS:
            raise Refused("library-full", most=MOST_VERSIONS)
        if not self._keyring.add_ruleset(KeptRuleset(name, text, made_by, at)):
            there = self.kept(name)
            if there is None or there.text != text:
                raise Refused("ruleset-version-there", field="version", name=name)
        return rules


def read_kept(kept: KeptRuleset) -> Ruleset:
    """Return the ruleset of a kept version."""
    return load_files(kept.name, {kept.name: kept.text})


def name_in(text: str) -> str:
    """Return the name with version that a ruleset file says it has."""
    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise RulesetUnreadable("ruleset-text-not-toml", field="text", error=str(error)) from None
    name = f"{table.get('id', '')}@{table.get('version', '')}"
    require_free(name)
    return name


def fingerprint(files: Mapping[str, str]) -> str:
    """Return what two people compare to know that they have the same rules."""
    said = "\n".join(f"{name}\n{text}" for name, text in sorted(files.items()))
    return sha256(said.encode()).hexdigest()


def _id(name: str) -> str:
    return name.partition("@")[0]


def _number(kept: KeptRuleset) -> tuple[int, ...]:
    return tuple(int(part) for part in kept.name.partition("@")[2].split("."))
