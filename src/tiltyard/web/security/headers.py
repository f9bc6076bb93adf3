"""The headers every answer carries, whoever makes it."""

from __future__ import annotations

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'"
)
STRICT_TRANSPORT = "max-age=31536000; includeSubDomains"
NO_STORE = "no-store"
REVALIDATE = "no-cache"
FOR_EVER = "public, max-age=31536000, immutable"


TOKEN_PAGES = ("/j/",)
"""Where an address is a secret: its page tells nobody where a visitor came from."""


def is_token_page(path: str) -> bool:
    """Whether a path is a secret: not to be logged, not to be told to anybody."""
    return path.startswith(TOKEN_PAGES)


def security_headers(*, encrypted: bool, token_page: bool = False) -> tuple[tuple[str, str], ...]:
    """Return the headers of every answer; Cache-Control is the business of whoever answers."""
    common = [
        ("content-security-policy", POLICY),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer" if token_page else "same-origin"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
    ]
    if encrypted:
        common.append(("strict-transport-security", STRICT_TRANSPORT))
    return tuple(common)
