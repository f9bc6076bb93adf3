"""What a server says about the other one of the same hall: a banner, and a card for its owner."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from tiltyard.engine.errors import Refused
from tiltyard.service.peers import STANDBY_CODE
from tiltyard.text.refusals import refusal_text
from tiltyard.text.say import say

if TYPE_CHECKING:
    from tiltyard.store.lead import Lead
    from tiltyard.web.site import Site


_ORIGIN = re.compile(r"https?://(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?(?=/|$)")


@dataclass(frozen=True, slots=True)
class Banner:
    """A sentence on every page of a server that records nothing, and where the other one is."""

    text: str
    address: str
    alarm: bool = False


@dataclass(frozen=True, slots=True)
class TakenOver:
    """A take-over, as the owner reads it."""

    term: int
    at: datetime
    by_press: bool


@dataclass(frozen=True, slots=True)
class SecondServer:
    """What the owner reads: `role` is `alone`, `followed`, `silent`, `standby` or `lost`."""

    role: str
    behind: int
    silence: int
    text: str
    has_code: bool
    waits: bool
    taken: tuple[TakenOver, ...]
    missing: dict[str, int]


def banner_of(site: Site) -> Banner | None:
    """Return what every page of a server says that does not lead."""
    if site.leader is None or site.leader.lead.record.leads:
        return None
    record = site.leader.lead.record
    if record.lost:
        text = say("web.lead-was-lost")
        return Banner(text, record.official, alarm=True)
    return Banner(_standby_text(site), record.official)


def other_servers(site: Site) -> tuple[str, ...]:
    """Return the addresses of the other servers of this hall, as a browser names an origin."""
    if site.leader is None:
        return ()
    record = site.leader.lead.record
    named = (record.official, *record.peers)
    own = origin_of(site.settings.address)
    found = dict.fromkeys(origin for address in named if (origin := origin_of(address)))
    return tuple(origin for origin in found if origin != own)


def origin_of(address: str) -> str:
    """Return scheme, host and port of an address; empty for what is none."""
    return found[0] if (found := _ORIGIN.match(address)) else ""


def second_server(site: Site) -> SecondServer | None:
    """Return what the owner reads about the other server; none where there can be no other."""
    if site.leader is None:
        return None
    lead = site.leader.lead
    taken = tuple(
        TakenOver(take_over.term, datetime.fromisoformat(take_over.at), take_over.how == "press")
        for take_over in lead.record.taken
    )
    banner = banner_of(site)
    return SecondServer(
        _role(lead),
        _behind(site),
        int(lead.silence or 0),
        banner.text if banner is not None else "",
        bool(site.keyring.settled(STANDBY_CODE)),
        lead.waits,
        taken,
        site.leader.differences.counts(),
    )


def _role(lead: Lead) -> str:
    if not lead.record.leads:
        return "lost" if lead.record.lost else "standby"
    if lead.silence is None:
        return "alone"
    return "followed" if lead.is_followed else "silent"


def _behind(site: Site) -> int:
    assert site.leader is not None
    return site.leader.behind()


def _standby_text(site: Site) -> str:
    """Return how far a standby is behind, and when the first was heard."""
    assert site.leader is not None
    first = site.leader.lead.record.official
    standby = site.standby
    lag = standby.lag if standby is not None else None
    if lag is not None and lag.trouble:
        refused = Refused(lag.trouble, address=first, events=", ".join(lag.split))
        return say("web.standby-trouble", reason=refusal_text(refused))
    if lag is None or lag.silence is None:
        return say("web.standby-not-heard")
    return say("web.standby-line", num=lag.behind, seconds=lag.silence)
