"""Where webhooks may go: hosts the owner of this server named, and never into its own network.

An address is looked at twice: when it is given, and again whenever something is sent. Then the
name is looked up here, every answer must be allowed, and the connection goes to that very answer:
a name that points elsewhere a moment later leads nowhere.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Network, ip_address
from urllib.parse import urlsplit

from tiltyard.core.errors import Refused

Lookup = Callable[[str, int], Sequence[str]]

LONGEST = 500
_PLAIN = re.compile(r"[!-~]+")  # visible ASCII, no blanks
_HOST = re.compile(r"[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]+\]")
_PORTS = {"https": 443, "http": 80}
_LONGEST_LABEL = 63

_NOT_PUBLIC_4 = tuple(
    map(
        IPv4Network,
        (
            "0.0.0.0/8",
            "10.0.0.0/8",
            "100.64.0.0/10",
            "127.0.0.0/8",
            "169.254.0.0/16",
            "172.16.0.0/12",
            "192.0.0.0/24",
            "192.0.2.0/24",
            "192.88.99.0/24",
            "192.168.0.0/16",
            "198.18.0.0/15",
            "198.51.100.0/24",
            "203.0.113.0/24",
            "224.0.0.0/4",
            "240.0.0.0/4",
        ),
    )
)
_WORLD_6 = IPv6Network("2000::/3")
_NOT_PUBLIC_6 = tuple(
    map(IPv6Network, ("2001::/23", "2001:db8::/32", "2002::/16", "3ffe::/16", "3fff::/20"))
)
_ISATAP = frozenset({0x00005EFE, 0x02005EFE})
"""What stands before an older address inside a newer one of a site's own tunnel."""


@dataclass(frozen=True, slots=True)
class Allowed:
    """What the owner allows: hosts (`name`, or `name:port`), and whether they may be private."""

    hosts: frozenset[str] = frozenset()
    private: bool = False

    @property
    def anything(self) -> bool:
        """Whether there are webhooks on this server at all."""
        return bool(self.hosts)


@dataclass(frozen=True, slots=True)
class Target:
    """An address taken apart."""

    scheme: str
    host: str
    port: int
    path: str


def target_of(address: str, allowed: Allowed) -> Target:
    """Return an address as it is connected to, or say what is wrong with it."""
    if len(address) > LONGEST or not _PLAIN.fullmatch(address) or "\\" in address:
        raise Refused("webhook-no-address", field="address")
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        raise Refused("webhook-no-port", field="address") from None
    if parts.scheme not in _PORTS or (parts.scheme == "http" and not allowed.private):
        raise Refused("webhook-not-encrypted", field="address")
    if parts.username is not None or parts.password is not None or parts.fragment:
        raise Refused("webhook-more-than-host-and-path", field="address")
    host = (parts.hostname or "").lower()
    shown = f"[{host}]" if ":" in host else host
    if not _HOST.fullmatch(shown) or not all(
        0 < len(label) <= _LONGEST_LABEL for label in shown.split(".")
    ):
        raise Refused("webhook-without-host", field="address")
    usual = _PORTS[parts.scheme]
    named = shown if port in {None, usual} else f"{shown}:{port}"
    if named not in allowed.hosts:
        if not allowed.hosts:
            raise Refused("webhook-no-host-allowed", field="address")
        hosts = tuple(sorted(allowed.hosts))
        raise Refused("webhook-host-not-allowed", field="address", hosts=hosts)
    query = f"?{parts.query}" if parts.query else ""
    return Target(parts.scheme, host, usual if port is None else port, (parts.path or "/") + query)


def checked_places(target: Target, allowed: Allowed, lookup: Lookup) -> tuple[str, ...]:
    """Return the addresses of the machines to connect to; with one of our own none is called."""
    found = tuple(str(one) for one in lookup(target.host, target.port))
    if not found:
        raise Refused("webhook-host-not-known", field="address")
    if not allowed.private and not all(is_public(one) for one in found):
        raise Refused("webhook-into-own-network", field="address")
    return tuple(dict.fromkeys(found))


def is_public(place: str) -> bool:
    """Whether an address of a machine belongs to the world; one that holds another in it does not.

    What a newer address stands for (mapped, translated, tunnelled) is decided by routers we do
    not know, so none of these is called.
    """
    try:
        address = ip_address(place)
    except ValueError:
        return False
    if isinstance(address, IPv4Address):
        return address.is_global and not any(address in one for one in _NOT_PUBLIC_4)
    if address.scope_id is not None or address not in _WORLD_6:
        return False
    if int(address) >> 32 & 0xFFFFFFFF in _ISATAP:
        return False
    return address.is_global and not any(address in one for one in _NOT_PUBLIC_6)


def look_up(host: str, port: int) -> Sequence[str]:
    """Return the addresses of a host, as the system knows them."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except UnicodeError:
        raise Refused("webhook-host-unreadable", field="address") from None
    return [str(one[4][0]) for one in found]
