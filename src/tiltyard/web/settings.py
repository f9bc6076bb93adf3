"""How this server is reached, and what follows from it."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit


@dataclass(frozen=True, slots=True)
class Settings:
    """What was said when the server was started.

    `address` is what phones open ("http://192.168.1.20:8000"). `plain_phones` is the owner's
    consent to people who sign in without encryption; without it they may decide at the desk.
    `webhook_hosts` are the only hosts that may be told what happens, `webhook_private` lets them
    lie in a network of one's own. `api_pages` shows the description of the API; `store` is where
    the events lie, in words.
    """

    address: str
    plain_phones: bool = False
    demo: bool = False
    api_pages: bool = True
    webhook_hosts: tuple[str, ...] = ()
    webhook_private: bool = False
    store: str = ""

    @property
    def encrypted(self) -> bool:
        """Whether browsers talk to us through TLS."""
        return urlsplit(self.address).scheme == "https"

    @property
    def cookie(self) -> str:
        """The name of the session's cookie: bound to this host where browsers can do that."""
        return "__Host-s" if self.encrypted else "s"
