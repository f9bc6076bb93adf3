"""Makes public pages ready: once for each change, before anybody is told that there is one.

Pages that somebody asked for are kept and rendered again when their event changes; the others are
rendered when they are asked for. Changes that come quickly after one another are put together, so
that rendering takes at most a fifth of the time.
"""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass, field
from hashlib import sha256
from threading import Condition, RLock, Thread
from typing import TYPE_CHECKING

from tiltyard.engine.errors import TiltyardError
from tiltyard.text.language import ENGLISH, speaking, spoken_by
from tiltyard.web.event_diff import Seen
from tiltyard.web.live import News
from tiltyard.web.pages.public.public_pages import find_page, tags_of

if TYPE_CHECKING:
    from tiltyard.web.event_view import EventView
    from tiltyard.web.page_cache import Ready
    from tiltyard.web.pages.public.public_pages import PublicPage
    from tiltyard.web.site import Site

log = logging.getLogger("tiltyard.web")

TAG = "@content-tag@"
REST = 4.0  # times as long as it rendered, the publisher rests
LONGEST_REST = 2.0


@dataclass(slots=True)
class _Kept:
    """What is known of the pages of one event: what was told, and what was made at which version.

    `tags` are those of the newest message; `tagged` says at which version a tag was found out;
    `broken` are the pages that could not be made when they were to be last.
    """

    lock: RLock = field(default_factory=RLock)
    version: int = -1
    tags: dict[str, str] = field(default_factory=dict)
    tagged: dict[str, int] = field(default_factory=dict)
    made: dict[tuple[str, str], int] = field(default_factory=dict)
    broken: set[str] = field(default_factory=set)
    seen: Seen = field(default_factory=Seen)


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

    def page(self, event: str, suffix: str, language: str) -> Ready | None:
        """Return a public page as it is now, and keep it ready; none if there is no such page."""
        if find_page(self._site.view(event), suffix) is None:
            return None
        kept = self._kept_of(event)
        with kept.lock:
            view = self._site.view(event)
            page = find_page(view, suffix)
            if page is None or not self._site.is_public(event):
                return None
            language = language or spoken_by(view.event)
            known = self._site.hot.page(f"/e/{event}{suffix}", language)
            if known is not None and kept.made.get((suffix, language)) == view.event.version:
                return known
            return self._make(view, page, suffix, language, kept)

    def prime(self, event: str) -> bool:
        """See to it that an event has something to say; false for events nobody may see."""
        if not self._site.is_public(event):
            return False
        if self._site.channels.channel(event) is None:
            self.publish(event)
        return self._site.channels.channel(event) is not None

    def touch(self, event: str) -> None:
        """Say that an event has changed; one that nobody looks at waits until somebody does."""
        if event not in self._kept:
            return
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
            except TiltyardError as error:
                log.warning("event %s cannot be published: %s", event, error)
            except Exception:
                log.exception("event %s cannot be published", event)
            with self._wake:
                if not self._ending:
                    rest = min(LONGEST_REST, REST * (time.monotonic() - began))
                    self._wake.wait_for(lambda: self._ending, rest)

    def publish(self, event: str) -> None:
        """Render what is kept of an event, then tell its open pages."""
        kept = self._kept_of(event)
        with kept.lock:
            if not self._site.is_public(event):
                self._withdraw(event, kept)
                return
            view = self._site.view(event)
            version = view.event.version
            if version == kept.version:
                return
            self._render_again(view, kept)
            kept.tags.update(tags_of(view))
            kept.version = version
            news = News(version, dict(kept.tags), kept.seen.changed(view.event))
            self._site.channels.tell(event, news)

    def _withdraw(self, event: str, kept: _Kept) -> None:
        """Take everything back of an event that is no longer announced."""
        for path, language in self._site.hot.known(f"/e/{event}"):
            self._site.hot.forget(path, language)
        kept.version = -1
        kept.tags.clear()
        kept.made.clear()
        self._site.channels.close(event)

    def _render_again(self, view: EventView, kept: _Kept) -> None:
        """Make the pages anew that were asked for since; the others are made when they are."""
        prefix = f"/e/{view.event.id}"
        hot, version = self._site.hot, view.event.version
        for path, language in hot.known(prefix):
            suffix = path.removeprefix(prefix)
            if kept.made.get((suffix, language)) == version:
                continue
            if self._made_again(view, suffix, language, kept):
                continue
            hot.forget(path, language)
            kept.made.pop((suffix, language), None)
        for suffix in kept.tags:
            if kept.tagged.get(suffix) != version:
                kept.tags[suffix] = f"v{version}"  # whoever has it open asks again

    def _made_again(self, view: EventView, suffix: str, language: str, kept: _Kept) -> bool:
        """Whether a page was made anew; one that cannot be made holds up no other."""
        page = find_page(view, suffix)
        known = self._site.hot.page(f"/e/{view.event.id}{suffix}", language)
        if page is None or known is None or not (known.used or page.always):
            return False
        try:
            self._make(view, page, suffix, language, kept).used = False
        except Exception:
            if suffix not in kept.broken:
                log.exception("page %s of event %s cannot be made", suffix, view.event.id)
            kept.broken.add(suffix)
            return False
        kept.broken.discard(suffix)
        return True

    def _make(
        self, view: EventView, page: PublicPage, suffix: str, language: str, kept: _Kept
    ) -> Ready:
        """Render a page that knows its own tag: a digest of what it says in English."""
        version = view.event.version
        body = self._rendered(view, page, suffix, language)
        if kept.tagged.get(suffix) != version:
            english = body
            if language != ENGLISH:
                english = self._rendered(view, page, suffix, ENGLISH)
            kept.tags[suffix] = sha256(english.encode()).hexdigest()[:10]
            kept.tagged[suffix] = version
        whole = body.replace(TAG, kept.tags[suffix]).encode()
        kept.made[suffix, language] = version
        own = language == spoken_by(view.event)
        return self._site.hot.put(f"/e/{view.event.id}{suffix}", language, whole, own=own)

    def _rendered(self, view: EventView, page: PublicPage, suffix: str, language: str) -> str:
        """Return a page in the language asked for, or that of the event where nobody asks."""
        if page.nobody_chooses:
            language = spoken_by(view.event, language)
        with speaking(language):
            context = page.context(view, self._site.desk)
            return self._site.renderer.public(page.template, language, view, suffix, TAG, context)

    def _kept_of(self, event: str) -> _Kept:
        return self._kept.setdefault(event, _Kept())
