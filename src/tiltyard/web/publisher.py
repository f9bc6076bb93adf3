"""Makes public pages ready: once for each change, before anybody is told that there is one.

Pages that somebody asked for are kept and rendered again when their event changes; the others are
rendered when they are asked for. Acts that come quickly after one another are one tick. Whom an act
concerns is told at every tick; pages are rendered when a new round concerns everybody, and else so
often that rendering takes at most a thirtieth of the time, but within two seconds. A page that said
the same again, as the standings do while a round is played, is looked at less and less often, but
within five seconds.
"""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass, field
from hashlib import sha256
from threading import Condition, RLock, Thread
from typing import TYPE_CHECKING

from tiltyard.day.notices import next_end
from tiltyard.engine.errors import TiltyardError
from tiltyard.text.language import ENGLISH, speaking, spoken_by
from tiltyard.web.event_diff import Seen
from tiltyard.web.live import News
from tiltyard.web.pages.public.public_pages import find_page, tags_of

if TYPE_CHECKING:
    from datetime import datetime

    from tiltyard.web.event_view import EventView
    from tiltyard.web.page_cache import Ready
    from tiltyard.web.pages.public.public_pages import PublicPage
    from tiltyard.web.site import Site

log = logging.getLogger("tiltyard.web")

TAG = "@content-tag@"
TICK = 0.05  # seconds: acts within one are told together
REST = 29.0  # times as long as it rendered, the publisher rests
LONGEST_REST = 2.0
SHORTEST_PAUSE, LONGEST_PAUSE = 0.5, 5.0  # seconds before a page that stays the same is made again
LONGEST_SLEEP = 600.0  # seconds: a clock that was set is noticed by then


@dataclass(slots=True)
class _Kept:
    """What is known of the pages of one event: what was told, and what was made at which version.

    `tags` are those of the newest message; `tagged` says at which version a tag was found out;
    `broken` are the pages that could not be made when they were to be last. `ends` is when what
    they say is over without anybody doing anything. `pauses` says how long a page that stays the
    same is left as it is, `paused` until when; `behind` is when pages are due that are not made
    at the newest version. Both are times of the steady clock.
    """

    lock: RLock = field(default_factory=RLock)
    version: int = -1
    tags: dict[str, str] = field(default_factory=dict)
    tagged: dict[str, int] = field(default_factory=dict)
    made: dict[tuple[str, str], int] = field(default_factory=dict)
    broken: set[str] = field(default_factory=set)
    seen: Seen = field(default_factory=Seen)
    ends: datetime | None = None
    rests_until: float = 0.0
    pauses: dict[str, float] = field(default_factory=dict)
    paused: dict[str, float] = field(default_factory=dict)
    behind: float | None = None


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
            self._forget_what_ended(view, kept)
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
        self._site.caller.touch(event)
        if event not in self._kept:
            return
        with self._wake:
            self._waiting[event] = None
            self._awake()

    def stop(self) -> None:
        """End after what is being rendered."""
        with self._wake:
            self._ending = True
            self._wake.notify()
        if self._thread is not None:
            self._thread.join(10)

    # ------------------------------------------------------------------ in the background

    def _awake(self) -> None:
        """Let the thread look what there is to do; called with the lock held."""
        if self._thread is None and not self._ending:
            self._thread = Thread(target=self._run, name="publisher", daemon=True)
            self._thread.start()
        self._wake.notify()

    def _due(self) -> list[str]:
        """Return the events whose pages say what is over, or are to be made again by now."""
        now, moment = self._site.desk.clock.now(), time.monotonic()
        return [
            event
            for event, kept in tuple(self._kept.items())
            if (kept.ends is not None and kept.ends <= now)
            or (kept.behind is not None and kept.behind <= moment)
        ]

    def _until_next(self) -> float | None:
        """Return for how many seconds there is nothing to do by itself; none: nothing will be."""
        now, moment = self._site.desk.clock.now(), time.monotonic()
        every = tuple(self._kept.values())
        waits = [(kept.ends - now).total_seconds() for kept in every if kept.ends is not None]
        waits += [kept.behind - moment for kept in every if kept.behind is not None]
        return min(LONGEST_SLEEP, max(TICK, min(waits))) if waits else None

    def _forget_what_ended(self, view: EventView, kept: _Kept) -> None:
        """Have pages made anew that still say what is over, and remember when the next ends."""
        now = self._site.desk.clock.now()
        if kept.ends is not None and kept.ends <= now:
            kept.made.clear()
            kept.tagged.clear()
        ends = next_end(view.event, now)
        if ends != kept.ends:
            kept.ends = ends
            with self._wake:
                self._awake()

    def _run(self) -> None:
        while True:
            with self._wake:
                while not self._waiting and not self._ending:
                    self._wake.wait(self._until_next())
                    self._waiting.update(dict.fromkeys(self._due()))
                if self._ending:
                    return
                events = tuple(self._waiting)
                self._waiting.clear()
            for event in events:
                self._try_to_publish(event)
            with self._wake:
                self._wake.wait_for(lambda: self._ending, TICK)

    def _try_to_publish(self, event: str) -> None:
        try:
            self.publish(event, patient=True)
        except TiltyardError as error:
            log.warning("event %s cannot be published: %s", event, error)
        except Exception:
            log.exception("event %s cannot be published", event)

    def publish(self, event: str, *, patient: bool = False) -> None:
        """Render what is kept of an event, then tell its open pages.

        Patient: pages that rest or pause stay as they are, unless everybody is concerned.
        """
        kept = self._kept_of(event)
        with kept.lock:
            if not self._site.is_public(event):
                self._withdraw(event, kept)
                return
            view = self._site.view(event)
            version = view.event.version
            over = kept.ends is not None and kept.ends <= self._site.desk.clock.now()
            self._forget_what_ended(view, kept)
            if version == kept.version and not over and kept.behind is None:
                return
            tags = tags_of(view)
            for_everybody = kept.seen.is_another_round(view.event) or any(
                kept.tags.get(page) != tag for page, tag in tags.items()
            )
            self._render_again(view, kept, patient=patient and not over and not for_everybody)
            kept.tags.update(tags)
            kept.version = version
            news = News(version, dict(kept.tags), *kept.seen.changed(view.event))
            self._site.channels.tell(event, news)

    def _withdraw(self, event: str, kept: _Kept) -> None:
        """Take everything back of an event that is no longer announced."""
        for path, language in self._site.hot.known(f"/e/{event}"):
            self._site.hot.forget(path, language)
        kept.version = -1
        kept.tags.clear()
        kept.made.clear()
        self._site.channels.close(event)

    def _render_again(self, view: EventView, kept: _Kept, *, patient: bool) -> None:
        """Make the pages anew that were asked for since; the others are made when they are."""
        began = time.monotonic()
        if patient and began < kept.rests_until:
            kept.behind = kept.rests_until
            return
        prefix = f"/e/{view.event.id}"
        hot, version = self._site.hot, view.event.version
        later = {suffix: at for suffix, at in kept.paused.items() if patient and began < at}
        kept.behind = None
        for path, language in hot.known(prefix):
            suffix = path.removeprefix(prefix)
            if kept.made.get((suffix, language)) == version:
                continue
            if suffix in later:
                kept.behind = min(later[suffix], kept.behind or later[suffix])
                continue
            if self._made_again(view, suffix, language, kept):
                continue
            hot.forget(path, language)
            kept.made.pop((suffix, language), None)
        for suffix in kept.tags:
            if kept.tagged.get(suffix) != version and suffix not in later:
                kept.tags[suffix] = f"v{version}"  # whoever has it open asks again
        ended = time.monotonic()
        kept.rests_until = ended + min(LONGEST_REST, REST * (ended - began))

    def _made_again(self, view: EventView, suffix: str, language: str, kept: _Kept) -> bool:
        """Whether a page was made anew; one that cannot be made holds up no other."""
        page = find_page(view, suffix)
        known = self._site.hot.page(f"/e/{view.event.id}{suffix}", language)
        if page is None or page.on_demand or known is None or not (known.used or page.always):
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
        if not page.on_demand and kept.tagged.get(suffix) != version:
            english = body
            if language != ENGLISH:
                english = self._rendered(view, page, suffix, ENGLISH)
            tag = sha256(english.encode()).hexdigest()[:10]
            _note_whether_changed(kept, suffix, tag)
            kept.tags[suffix] = tag
            kept.tagged[suffix] = version
        whole = body.replace(TAG, kept.tags.get(suffix, "")).encode()
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


def _note_whether_changed(kept: _Kept, suffix: str, tag: str) -> None:
    """Let a page that says the same again pause twice as long as the last time."""
    pause = 0.0
    if kept.tags.get(suffix) == tag:
        before = kept.pauses.get(suffix, 0.0)
        pause = min(LONGEST_PAUSE, max(SHORTEST_PAUSE, 2 * before))
    kept.pauses[suffix] = pause
    kept.paused[suffix] = time.monotonic() + pause
