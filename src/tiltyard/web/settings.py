"""How this server is reached, and what follows from it."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit

LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})


@dataclass(frozen=True, slots=True)
class Settings:
    """What was said when the server was started.

    `address` is what phones open ("http://192.168.1.20:8000"). `plain_phones` is the owner's
    consent to people who sign in without encryption; without it they may decide at the desk.
    `webhook_hosts` are the only hosts that may be told what happens, `webhook_private` lets them
    lie in a network of one's own. `api_pages` shows the description of the API; `store` is where
    the events lie, in words. With `read_only` every act is refused.

    `tls` says that this process encrypts by itself, `proxies` are the addresses and networks whose
    forwarded headers are believed, `hosts` the names besides that of `address` which this server
    answers to, and `listens_on` is the address it listens on.
    """

    address: str
    plain_phones: bool = False
    demo: bool = False
    api_pages: bool = True
    webhook_hosts: tuple[str, ...] = ()
    webhook_private: bool = False
    store: str = ""
    read_only: bool = False
    tls: bool = False
    proxies: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()
    listens_on: str = ""

    @property
    def encrypted(self) -> bool:
        """Whether phones that open `address` talk to us through TLS, here or at a trusted proxy.

        Whether one request came so is said by its `Source`.
        """
        return self._says_https and (self.tls or bool(self.proxies))

    @property
    def behind_proxy(self) -> bool:
        """Whether requests are passed on to us, said or not: `address` could not work otherwise."""
        only_here = self.listens_on in LOOPBACK and self.host_name not in LOOPBACK
        return bool(self.proxies) or (self._says_https and not self.tls) or only_here

    @property
    def proxy_unnamed(self) -> bool:
        """Whether there must be a proxy that nobody named: then nobody can sign in through it."""
        return self.behind_proxy and not self.proxies

    @property
    def host_name(self) -> str:
        """The name or IP address in `address`."""
        return urlsplit(self.address).hostname or ""

    @property
    def _says_https(self) -> bool:
        return urlsplit(self.address).scheme == "https"
