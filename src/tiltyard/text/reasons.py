"""Reasons and warnings of a drawn round in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.text.say import listed, sentence, word

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tiltyard.engine.pairing.round import Why


def why_text(why: Why, names: Mapping[str, str], section: str = "reasons") -> str:
    """Return one reason as a part of a sentence."""
    facts: dict[str, object] = {}
    for key, value in why.facts.items():
        if key == "kind":
            facts[key] = word(str(value))
        elif isinstance(value, list):
            facts[key] = listed(names.get(entry, str(entry)) for entry in value)
        else:
            facts[key] = names.get(value, value) if isinstance(value, str) else value
    code = f"{why.code}-spare" if "spare" in facts else why.code
    return sentence(section, code, facts)


def cited_reasons(
    reasons: Iterable[Why], names: Mapping[str, str], section: str = "reasons"
) -> tuple[tuple[str, str], ...]:
    """Return reasons in words, each with its clause, for pages that show the clause as a mark."""
    return tuple((why_text(why, names, section), why.clause) for why in reasons)


def reasons_text(reasons: Iterable[Why], names: Mapping[str, str]) -> str:
    """Return all reasons of a table as one sentence, each with its clause."""
    return "; ".join(f"{why_text(why, names)} ({why.clause})" for why in reasons)
