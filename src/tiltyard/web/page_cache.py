"""Answers that are ready: public pages as compressed bytes with their ETag, one look-up each.

Whoever asks again with the ETag gets a 304. Nothing here renders: `Publisher` does, once for
each change, and puts the bytes here before anybody is told that there is something new.
"""

from __future__ import annotations

import zlib
from functools import lru_cache
from hashlib import sha256
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

from tiltyard.text.language import LANGUAGES
from tiltyard.web.languages import UNSAID
from tiltyard.web.security.headers import FOR_EVER, REVALIDATE, is_framed_page, security_headers

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tiltyard.web.static_files import Assets

Headers = list[tuple[str, str]]
HTML = "text/html; charset=utf-8"
JSON = "application/json"
MOST_PAGES = 2_000
MOST_BYTES = 96 * 1024 * 1024
_GZIP = 31  # zlib's number for a window of 32 KB in the frame of gzip


class Answer(NamedTuple):
    """What goes over the wire."""

    status: int
    headers: Headers
    body: bytes


class Ready:
    """A page in all the forms in which it is asked for; `used` since it was made or looked at."""

    __slots__ = ("etag", "packed", "plain", "unchanged", "used")

    def __init__(self, etag: str, packed: Answer, plain: Answer, unchanged: Answer) -> None:
        self.etag = etag
        self.packed = packed
        self.plain = plain
        self.unchanged = unchanged
        self.used = True

    @property
    def size(self) -> int:
        """How many bytes it keeps."""
        return len(self.packed.body) + len(self.plain.body)


def ready(
    body: bytes,
    *,
    encrypted: bool,
    type_: str = HTML,
    cache: str = REVALIDATE,
    framed: bool = False,
) -> Ready:
    """Make a page ready to be sent."""
    etag = f'"{sha256(body).hexdigest()[:16]}"'
    common = security_headers(encrypted=encrypted, framed=framed)
    always: Headers = [*common, ("cache-control", cache)]
    always += [("etag", etag), ("vary", "accept-encoding, accept-language, cookie")]
    with_type: Headers = [("content-type", type_), *always]
    return Ready(
        etag,
        Answer(200, [*with_type, ("content-encoding", "gzip")], packed(body)),
        Answer(200, with_type, body),
        Answer(304, always, b""),
    )


def packed(body: bytes) -> bytes:
    """Return bytes as gzip has them, the same at any time."""
    press = zlib.compressobj(9, zlib.DEFLATED, _GZIP, 9)
    return press.compress(body) + press.flush()


class HotPages:
    """The ready pages by path and language; static files by path alone.

    Pages are put in by any thread and looked up by the server's. When there are too many, those
    nobody asked for since the last look go first.
    """

    def __init__(self, assets: Assets, *, encrypted: bool) -> None:
        self._encrypted = encrypted
        self._lock = Lock()
        self._order: dict[tuple[str, str], Ready] = {}
        self._bytes = 0
        self._paths: dict[str, dict[str, Ready]] = {}
        for path, asset in assets.by_path.items():
            file = ready(asset.body, encrypted=encrypted, type_=asset.type, cache=FOR_EVER)
            self._paths[path] = dict.fromkeys((UNSAID, *LANGUAGES), file)
        self.find: Callable[[str], Mapping[str, Ready] | None] = self._paths.get
        """What is ready at a path, by language: the first look-up of every request."""

    def put(self, path: str, language: str, body: bytes, *, own: bool = False) -> Ready:
        """Make a page ready in place of the one before; the same bytes are not packed again.

        `own`: it is in the language of the event, for browsers that ask for none we speak.
        """
        page = self.page(path, language)
        if page is None or page.plain.body != body:
            framed = is_framed_page(path)
            page = ready(body, encrypted=self._encrypted, type_=HTML, framed=framed)
        page.used = True
        with self._lock:
            self._take_out(path, language)
            self._order[path, language] = page
            self._bytes += page.size
            unsaid = {UNSAID: page} if own else {}
            self._paths[path] = {**self._paths.get(path, {}), language: page, **unsaid}
            self._make_room()
        return page

    def known(self, prefix: str) -> tuple[tuple[str, str], ...]:
        """Return the paths and languages that are kept under a prefix."""
        inside = prefix + "/"
        with self._lock:
            keys = tuple(self._order)
        return tuple(key for key in keys if key[0] == prefix or key[0].startswith(inside))

    def forget(self, path: str, language: str) -> None:
        """Let a page be rendered anew when it is asked for."""
        with self._lock:
            self._take_out(path, language)

    def page(self, path: str, language: str) -> Ready | None:
        """Return a ready page, or a static file."""
        found = self._paths.get(path)
        return None if found is None else found.get(language)

    def _take_out(self, path: str, language: str) -> None:
        page = self._order.pop((path, language), None)
        if page is None:
            return
        self._bytes -= page.size
        rest = {code: other for code, other in self._paths[path].items() if other is not page}
        if rest:
            self._paths[path] = rest
        else:
            del self._paths[path]

    def _make_room(self) -> None:
        """Let go of pages, the oldest first; one that was asked for gets a second turn."""
        while len(self._order) > MOST_PAGES or self._bytes > MOST_BYTES:
            key = next(iter(self._order))
            page = self._order[key]
            if len(self._order) == 1:
                return
            if page.used:
                page.used = False
                self._order[key] = self._order.pop(key)
            else:
                self._take_out(*key)


def chosen(page: Ready, etag: str | None, encodings: str | None) -> Answer:
    """Return the form of a page that was asked for."""
    page.used = True
    if etag is not None and (etag == page.etag or has_etag(etag, page.etag)):
        return page.unchanged
    if encodings is not None and takes_gzip(encodings):
        return page.packed
    return page.plain


def has_etag(asked: str, etag: str) -> bool:
    """Whether an If-None-Match names an ETag: a list, with weak ones, or a star for any."""
    if len(asked) > 2000:
        return False
    names = [word.strip().removeprefix("W/") for word in asked.split(",")]
    return etag in names or names == ["*"]


@lru_cache(maxsize=256)
def takes_gzip(encodings: str) -> bool:
    """Whether an Accept-Encoding allows gzip; q=0 refuses it."""
    star = False
    for part in encodings.lower().split(","):
        name, *parameters = (word.strip() for word in part.split(";"))
        allowed = not any(_is_zero(parameter) for parameter in parameters)
        if name in {"gzip", "x-gzip"}:
            return allowed
        star = star or (name == "*" and allowed)
    return star


def _is_zero(parameter: str) -> bool:
    name, _, value = parameter.partition("=")
    return name.strip() == "q" and value.strip().strip("0.") == ""
