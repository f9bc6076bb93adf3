"""Where a request comes from: the browser's address, whether it is encrypted, the name it asks for.

The front door reads this once for each request, for granian and for ASGI alike; pages, limits and
live streams ask nothing else. Headers of a proxy count only when the connection comes from an
address that `--trusted-proxy` names.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import TYPE_CHECKING

from tiltyard.web.errors import Malformed, Misdirected

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tiltyard.web.settings import Settings

    Address = IPv4Address | IPv6Address
    ReadHeader = Callable[[str], Sequence[str]]

SOURCE = "tiltyard.source"
"""The key of a request's source in its ASGI scope."""

MOST_HOPS = 32
LONGEST_HEADER = 8 * 1024  # characters of forwarded headers that are read
MOST_HOSTS = 1_000  # spellings that are kept as known: ports and literals make many
IPV6_NETWORK = 64  # bits: what one household or one hall is given

_THIS_COMPUTER = frozenset({"127.0.0.1", "::1"})
_HOST = re.compile(r"(?P<name>\[[0-9A-Fa-f:.]{2,45}\]|[A-Za-z0-9._-]{1,253})(?::\d{0,5})?")
_SIGNS_OF_A_PROXY = (
    "forwarded",
    "x-forwarded-for",
    "x-forwarded-proto",
    "x-forwarded-host",
    "x-real-ip",
    "via",
)
_WORD = r"[!#$%&'*+.^_`|~0-9A-Za-z-]+"
_PAIR = re.compile(rf'\s*({_WORD})=({_WORD}|"(?:[^"\\]|\\.)*")\s*')


@dataclass(frozen=True, slots=True)
class Source:
    """Where one request comes from.

    `client` is the browser's address, or the nearest one that is known for certain. `here` means
    that it never left the computer that runs Tiltyard.
    """

    client: str
    encrypted: bool = False
    here: bool = False

    @property
    def network(self) -> str:
        """What is counted as one visitor: an IPv4 address, or the /64 of an IPv6 address."""
        read = read_address(self.client)
        if isinstance(read, IPv6Address):
            return str(ip_network((read, IPV6_NETWORK), strict=False))
        return self.client

    @property
    def cookie(self) -> str:
        """The name of the session's cookie: bound to this host where browsers can do that."""
        return cookie_name("s", encrypted=self.encrypted)


def cookie_name(name: str, *, encrypted: bool) -> str:
    """Return a cookie's name; the prefix keeps others from setting it over plain HTTP."""
    return f"__Host-{name}" if encrypted else name


def device_cookie(source: Source) -> str:
    """Return the name of the cookie by which a known device proves itself."""
    return cookie_name("d", encrypted=source.encrypted)


class Sources:
    """Reads where requests come from, by what was said when the server was started."""

    def __init__(self, settings: Settings) -> None:
        self._proxies = tuple(ip_network(proxy) for proxy in settings.proxies)
        self._direct = not settings.behind_proxy
        self._names = frozenset({settings.host_name, *settings.hosts})
        self._address = settings.address
        self._known: set[str] = set()

    # ------------------------------------------------------------------ the name

    def require_host(self, hosts: Sequence[str], authority: str | None = None) -> None:
        """Refuse requests that name no host, two, or one that this server does not answer to."""
        if authority and not hosts:
            hosts = (authority,)
        if len(hosts) != 1 or (authority and authority != hosts[0]):
            raise Malformed("host-not-named-once")
        host = hosts[0]
        if host in self._known:
            return
        name = host_of(host)
        if name is None:
            raise Malformed("host-cannot-be-read")
        if not self._answers_to(name):
            raise Misdirected("host-not-answered", host=name, address=self._address)
        if len(self._known) < MOST_HOSTS:
            self._known.add(host)

    def _answers_to(self, name: str) -> bool:
        """Whether a name is ours; an address needs no name, so nobody can have pointed it here."""
        if name in self._names or name == "localhost" or name.endswith(".localhost"):
            return True
        return read_address(name) is not None

    # ------------------------------------------------------------------ the way

    def of(self, peer: str, scheme: str, header: ReadHeader) -> Source:
        """Return where a request comes from; `peer` is the address of the connection."""
        near = read_address(peer)
        client = str(near) if near is not None else peer
        if near is not None and self._trusts(near):
            return self._forwarded(near, header)
        return Source(client, scheme == "https", self._is_here(client, header))

    def _is_here(self, client: str, header: ReadHeader) -> bool:
        """Whether a request never left this computer; one that a proxy passed on did."""
        if not self._direct or client not in _THIS_COMPUTER:
            return False
        if any(header(sign) for sign in _SIGNS_OF_A_PROXY):
            return False
        name = host_of(next(iter(header("host")), ""))
        return name in _THIS_COMPUTER or name == "localhost"

    def _trusts(self, address: Address) -> bool:
        return any(
            address.version == network.version and address in network for network in self._proxies
        )

    def _forwarded(self, proxy: Address, header: ReadHeader) -> Source:
        """Return what trusted proxies say.

        A proxy writes one kind of header and passes the other kind on as it came. So where both
        are there, only what they agree on is believed.
        """
        said = []
        if header("forwarded"):
            said.append(self._by_rfc_7239(proxy, ",".join(header("forwarded"))))
        if header("x-forwarded-for") or header("x-forwarded-proto"):
            said.append(self._by_custom(proxy, header))
        if not said:
            return Source(str(proxy))
        clients = {client for client, _ in said}
        client = clients.pop() if len(clients) == 1 else proxy
        return Source(str(client), all(encrypted for _, encrypted in said))

    def _by_custom(self, proxy: Address, header: ReadHeader) -> tuple[Address, bool]:
        """Read X-Forwarded-For and X-Forwarded-Proto; the second counts if all of it is https."""
        hops = _parts(",".join(header("x-forwarded-for"))[-LONGEST_HEADER:])
        protocols = _parts(",".join(header("x-forwarded-proto")))
        encrypted = bool(protocols) and all(said.lower() == "https" for said in protocols)
        return self._walked(proxy, [(read_address(hop), "") for hop in hops])[0], encrypted

    def _by_rfc_7239(self, proxy: Address, text: str) -> tuple[Address, bool]:
        """Read the Forwarded header; one that breaks its grammar says nothing."""
        elements = forwarded_elements(text)
        if elements is None:
            return proxy, False
        hops = [
            (read_address(element.get("for", "")), element.get("proto", "")) for element in elements
        ]
        client, protocol = self._walked(proxy, hops)
        return client, protocol.lower() == "https"

    def _walked(
        self, proxy: Address, hops: Sequence[tuple[Address | None, str]]
    ) -> tuple[Address, str]:
        """Walk from the nearest hop away from us, as long as each was written by one we trust."""
        client, protocol = proxy, ""
        for address, said in reversed(hops[-MOST_HOPS:]):
            protocol = said
            if address is None:
                break
            client = address
            if not self._trusts(address):
                break
        return client, protocol


def forwarded_elements(text: str) -> list[dict[str, str]] | None:
    """Return the elements of a Forwarded header (RFC 7239), or none if it cannot be read."""
    if len(text) > LONGEST_HEADER:
        return None
    elements: list[dict[str, str]] = [{}]
    at = 0
    while True:
        pair = _PAIR.match(text, at)
        if pair is None:
            return None
        name = pair[1].lower()
        if name in elements[-1]:
            return None
        elements[-1][name] = _unquoted(pair[2])
        at = pair.end()
        if at == len(text):
            return elements
        if text[at] == ",":
            elements.append({})
        elif text[at] != ";":
            return None
        at += 1


def _unquoted(value: str) -> str:
    return re.sub(r"\\(.)", r"\1", value[1:-1]) if value.startswith('"') else value


def _parts(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


@lru_cache(maxsize=1024)
def read_address(text: str) -> Address | None:
    """Return an IP address, with or without brackets and port; none for everything else."""
    text = text.strip()
    if text.startswith("["):
        text, bracket, rest = text[1:].partition("]")
        if not bracket or (rest and not re.fullmatch(r":\d{1,5}", rest)):
            return None
    elif text.count(":") == 1:
        text, _, port = text.partition(":")
        if not re.fullmatch(r"\d{1,5}", port):
            return None
    try:
        read = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    mapped = read.ipv4_mapped if isinstance(read, IPv6Address) else None
    return mapped or read


def host_of(host: str) -> str | None:
    """Return the name in a Host header, as it is compared: no port, no case; none if unreadable."""
    found = _HOST.fullmatch(host)
    if found is None:
        return None
    name = found["name"].lower()
    if name.startswith("["):
        read = read_address(name)
        return str(read) if read is not None else None
    return name.removesuffix(".") or None
