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
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from urllib.parse import urlsplit

from tiltyard.core.errors import Refused

Lookup = Callable[[str, int], Sequence[str]]

LONGEST = 500
_PLAIN = re.compile(r"[!-~]+")  # visible ASCII, no blanks
_HOST = re.compile(r"[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]+\]")
_TRANSLATED = IPv6Network("64:ff9b::/96")
_PORTS = {"https": 443, "http": 80}


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
        raise _refused("is no address that can be called")
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        raise _refused("is no address that can be called") from None
    if parts.scheme not in _PORTS or (parts.scheme == "http" and not allowed.private):
        raise _refused("is not encrypted", "an address that begins with https://")
    if parts.username is not None or parts.password is not None or parts.fragment:
        raise _refused("holds more than a host and a path", "no @ and no # in it")
    host = (parts.hostname or "").lower()
    shown = f"[{host}]" if ":" in host else host
    if not _HOST.fullmatch(shown):
        raise _refused("names no host")
    usual = _PORTS[parts.scheme]
    named = shown if port in {None, usual} else f"{shown}:{port}"
    if named not in allowed.hosts:
        hosts = ", ".join(sorted(allowed.hosts)) or "none: ask whoever runs this server"
        raise _refused("leads to a host this server may not call", f"one of {hosts}")
    query = f"?{parts.query}" if parts.query else ""
    return Target(parts.scheme, host, port or usual, (parts.path or "/") + query)


def checked_place(target: Target, allowed: Allowed, lookup: Lookup) -> str:
    """Return the address of the machine to connect to; one in our own network is refused."""
    found = [str(one) for one in lookup(target.host, target.port)]
    if not found:
        raise _refused("leads nowhere: the host is not known")
    if not allowed.private and not all(is_public(one) for one in found):
        raise _refused("leads into a network of our own", "a host that everybody can reach")
    return found[0]


def is_public(place: str) -> bool:
    """Whether an address of a machine belongs to the world, also one that hides another in it."""
    try:
        address = ip_address(place.partition("%")[0])
    except ValueError:
        return False
    if isinstance(address, IPv6Address):
        inner = _inside(address)
        if inner is not None:
            return is_public(str(inner))
    return address.is_global and not address.is_multicast and not address.is_reserved


def _inside(address: IPv6Address) -> IPv4Address | None:
    """Return the older address that a newer one stands for, if it does."""
    if address.ipv4_mapped is not None:
        return address.ipv4_mapped
    if address.sixtofour is not None:
        return address.sixtofour
    if address.teredo is not None:
        return address.teredo[1]
    if address in _TRANSLATED or int(address) >> 32 == 0:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    return None


def look_up(host: str, port: int) -> Sequence[str]:
    """Return the addresses of a host, as the system knows them."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(one[4][0]) for one in found]


def _refused(what: str, fix: str = "https:// and a host this server may call") -> Refused:
    return Refused(f"the address {what}", fix=fix, field="address")
