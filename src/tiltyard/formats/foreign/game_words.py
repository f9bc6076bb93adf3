"""Which game a file is about, by the words it has for it, and which rulesets may fit."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tiltyard.formats.foreign.model import Remarks

FIRST_EDITION = ("xwing-dogfight", "xwing-second-edition", "xwing-entered-winner")
SECOND_EDITION = ("xwing-second-edition", "xwing-dogfight", "xwing-entered-winner")

_RULESETS = {
    "escalation": "xwing-escalation",
    "armada": "armada",
    "runewars": "runewars",
    "middleearth": "middle-earth",
    "mesbg": "middle-earth",
    "diskwars": "diskwars",
}
"""Words for games that have a ruleset here."""

_XWING = ("xwing", "dogfight")
_OTHERS = (
    "imperialassault",
    "legion",
    "fiverings",
    "l5r",
    "destiny",
    "keyforge",
    "netrunner",
    "arkham",
    "thrones",
    "crisisprotocol",
    "marvelchampions",
    "shatterpoint",
    "warhammer",
    "bloodbowl",
    "magic",
    "pokemon",
    "malifaux",
    "guildball",
    "infinity",
)
"""Words for games that have none, where a file need not name its game at all."""


def rulesets_for(
    said: str, likely: tuple[str, ...], remarks: Remarks, *, names_game: bool = False
) -> tuple[str, ...]:
    """Return by which rulesets a game may have been played, the likeliest first.

    A text that `names_game` says nothing else: whatever is not X-Wing there has no ruleset.
    """
    plain = "".join(char for char in said.casefold() if char.isalnum())
    for word, ruleset in _RULESETS.items():
        if word in plain:
            return (ruleset,)
    is_xwing = any(word in plain for word in _XWING)
    other = any(word in plain for word in _OTHERS) or (names_game and bool(plain))
    if other and not is_xwing:
        remarks.add("game-without-ruleset", found=said.strip()[:80], taken=likely[0])
    return likely
