"""Makes public pages ready: once for each change, before anybody is told that there is one.

Pages that somebody asked for are kept and rendered again when their event changes; the others are
rendered when they are asked for. Changes that come quickly after one another are put together, so
that rendering takes at most a fifth of the time.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from hashlib import sha256
from threading import Condition, RLock, Thread
from typing import TYPE_CHECKING

from tiltyard.core.errors import TiltyardError
from tiltyard.web.live import News
from tiltyard.web.public.pages import find_page, tags_of
from tiltyard.words.language import ENGLISH

if TYPE_CHECKING:
    from tiltyard.web.event_view import EventView
    from tiltyard.web.site import Site

TAG = "@content-tag@"
REST = 4.0  # times as long as it rendered, the publisher rests
LONGEST_REST = 2.0


@dataclass(slots=True)
class _Kept:
    """What is known of the pages of one event."""

    lock: RLock = field(default_factory=RLock)
    version: int = -1
    tags: dict[str, str] = field(default_factory=dict)
    games: dict[str, int] = field(default_factory=dict)


class Publisher:
    """Renders public pages in a thread of its own."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._kept: dict[str, _Kept] = {}
        self._waiting: dict[str, None] = {}
        self._wake = Condition()
        self._ending = False
        self._thread: Thread | None = None

    # ------------------------------------------------------------------ asked for

    def page(self, event: str, suffix: str, language: str) -> bytes | None:
        """Return a public page as it is now, and keep it ready; none if there is no such page."""
        view = self._site.view(event)
        page = find_page(view, suffix)
        if page is None:
            return None
        kept = self._kept_of(event)
        with kept.lock:
            body = self._rendered(self._site.view(event), suffix, language, kept)
            self._site.hot.put(f"/e/{event}{suffix}", language, body)
            return body

    def touch(self, event: str) -> None:
        """Say that an event has changed."""
        with self._wake:
            self._waiting[event] = None
            if self._thread is None and not self._ending:
                self._thread = Thread(target=self._run, name="publisher", daemon=True)
                self._thread.start()
            self._wake.notify()

    def stop(self) -> None:
        """End after what is being rendered."""
        with self._wake:
            self._ending = True
            self._wake.notify()
        if self._thread is not None:
            self._thread.join(10)

    # ------------------------------------------------------------------ in the background

    def _run(self) -> None:
        while True:
            with self._wake:
                while not self._waiting and not self._ending:
                    self._wake.wait()
                if self._ending:
                    return
                event = next(iter(self._waiting))
                del self._waiting[event]
            began = time.monotonic()
            try:
                self.publish(event)
            except TiltyardError:
                continue  # an event that cannot be read says so when it is asked for
            time.sleep(min(LONGEST_REST, REST * (time.monotonic() - began)))

    def publish(self, event: str) -> None:
        """Render what is kept of an event, then tell its open pages."""
        kept = self._kept_of(event)
        with kept.lock:
            view = self._site.view(event)
            if view.event.version == kept.version:
                return
            self._render_again(view, kept)
            kept.tags.update(tags_of(view))
            games = _changed(kept.games, view)
            kept.version = view.event.version
            self._site.channels.tell(event, News(view.event.version, dict(kept.tags), games))

    def _render_again(self, view: EventView, kept: _Kept) -> None:
        prefix = f"/e/{view.event.id}"
        for path, language in self._site.hot.known(prefix):
            suffix = path.removeprefix(prefix)
            if find_page(view, suffix) is None or not self._site.is_public(view.event.id):
                self._site.hot.forget(path, language)
                continue
            body = self._rendered(view, suffix, language, kept)
            self._site.hot.put(path, language, body)

    def _rendered(self, view: EventView, suffix: str, language: str, kept: _Kept) -> bytes:
        """Return a page that knows its own tag: a digest of what it says in English."""
        page = find_page(view, suffix)
        assert page is not None
        render = self._site.renderer.public
        body = render(page.template, language, view, suffix, TAG, page.context(view))
        english = (
            body
            if language == ENGLISH
            else render(page.template, ENGLISH, view, suffix, TAG, page.context(view))
        )
        tag = sha256(english.encode()).hexdigest()[:10]
        kept.tags[suffix] = tag
        return body.replace(TAG, tag).encode()

    def _kept_of(self, event: str) -> _Kept:
        return self._kept.setdefault(event, _Kept())


def _changed(known: dict[str, int], view: EventView) -> tuple[str, ...]:
    """Return the games of the newest round that are not what they were."""
    round_ = view.event.current
    if round_ is None:
        return ()
    now = {game.id: hash(repr(game)) for game in round_.games.values()}
    changed = tuple(match for match, digest in now.items() if known.get(match) != digest)
    known.clear()
    known.update(now)
    return changed
