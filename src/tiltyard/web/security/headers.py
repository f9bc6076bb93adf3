"""The headers every answer carries, whoever makes it."""

from __future__ import annotations

import re
from collections.abc import Iterable

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'"
)
FRAMED_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; form-action 'none'; base-uri 'none'; object-src 'none'; frame-ancestors *"
)
STRICT_TRANSPORT = "max-age=31536000; includeSubDomains"
NO_STORE = "no-store"
REVALIDATE = "no-cache"
FOR_EVER = "public, max-age=31536000, immutable"


TOKEN_PAGES = ("/j/", "/arrive/")
"""Where an address is a secret: its page tells nobody where a visitor came from."""


def is_token_page(path: str) -> bool:
    """Whether a path is a secret: not to be logged, not to be told to anybody."""
    return path.startswith(TOKEN_PAGES)


_FRAMED_PAGE = re.compile(r"/e/[a-z0-9][a-z0-9-]{0,63}/embed")
"""The one page that other sites may show inside their own: there is nothing to press on it."""


def is_framed_page(path: str) -> bool:
    """Whether a path is made to be shown inside a page of somebody else."""
    return _FRAMED_PAGE.fullmatch(path) is not None


def policy_with(servers: Iterable[str]) -> str:
    """Return the policy of a page that may also ask these other servers of the hall."""
    return POLICY.replace("connect-src 'self'", " ".join(("connect-src 'self'", *servers)))


def security_headers(
    *, encrypted: bool, token_page: bool = False, framed: bool = False
) -> tuple[tuple[str, str], ...]:
    """Return the headers of every answer; Cache-Control is the business of whoever answers."""
    common = [
        ("content-security-policy", FRAMED_POLICY if framed else POLICY),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer" if token_page else "same-origin"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "cross-origin" if framed else "same-origin"),
    ]
    if encrypted:
        common.append(("strict-transport-security", STRICT_TRANSPORT))
    return tuple(common)
