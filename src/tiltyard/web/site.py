"""Everything the pages share, wired in one place: desk, keyring, ready pages, live channels."""

from __future__ import annotations

from collections import OrderedDict, deque
from contextlib import suppress
from functools import partial
from threading import Lock
from typing import TYPE_CHECKING

from tiltyard.day.setup import ChooseLanguage
from tiltyard.engine.errors import Refused, TiltyardError
from tiltyard.service.clock import SteadyClock
from tiltyard.service.forgetting import end_access
from tiltyard.service.leading import Leader
from tiltyard.service.retention import Retention
from tiltyard.service.ruleset_library import RulesetLibrary
from tiltyard.service.webhooks import Allowed, Courier
from tiltyard.store.keyring import MADE_ANEW
from tiltyard.store.keyring_sqlite import SqliteKeyring
from tiltyard.store.port import StoreRefused
from tiltyard.store.sqlite_led import led
from tiltyard.web.arrivals import Arrivals
from tiltyard.web.change_feed import Follower, following
from tiltyard.web.errors import NotFound
from tiltyard.web.event_view import EventView
from tiltyard.web.file_cache import Shelf
from tiltyard.web.languages import require_spoken
from tiltyard.web.live import Channels
from tiltyard.web.page_cache import HotPages
from tiltyard.web.print_queue import PressRoom
from tiltyard.web.publisher import Publisher
from tiltyard.web.push import Caller
from tiltyard.web.rendering import Renderer
from tiltyard.web.security.devices import Devices
from tiltyard.web.security.fair_queue import AT_ONCE, FairQueue
from tiltyard.web.security.limits import ClaimWatch, Limits
from tiltyard.web.seen_notices import SeenNotices
from tiltyard.web.static_files import Assets
from tiltyard.web.threads import Working

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tiltyard.day.context import Command
    from tiltyard.day.facts import Details
    from tiltyard.engine.tournament import PersonId
    from tiltyard.service.desk import Desk, Done
    from tiltyard.service.following import Standby
    from tiltyard.store.keyring import Keyring
    from tiltyard.web.settings import Settings

_MOST_FLASHES = 20_000
_MOST_VIEWS = 200


class Site:
    """One server: what its pages read and do goes through here."""

    def __init__(self, desk: Desk, keyring: Keyring, settings: Settings) -> None:
        self.desk = desk
        self.keyring = keyring
        self.library = RulesetLibrary(keyring, partial(_rulesets_of_events, desk))
        desk.extend_library(self.library.before)
        self.settings = settings
        self.keyring_is_new = keyring.settled(MADE_ANEW) == "yes"
        self.assets = Assets()
        self.renderer = Renderer(self.assets, settings)
        self.hot = HotPages(self.assets, encrypted=settings.encrypted)
        self.channels = Channels(self.now_ms)
        self.limits = Limits()
        self.working = Working()
        self.claims = ClaimWatch()
        self.devices = Devices(keyring)
        self.queues = {kind: FairQueue(at_once) for kind, at_once in AT_ONCE.items()}
        self.shelf = Shelf()
        self.press_room = PressRoom()
        self.webhooks = Allowed(frozenset(settings.webhook_hosts), settings.webhook_private)
        self.courier = Courier(keyring, self.webhooks, settings.address)
        self.seen_notices = SeenNotices()
        self.arrivals = Arrivals()
        self.publisher = Publisher(self)
        self.caller = Caller(self)
        self._views: OrderedDict[str, EventView] = OrderedDict()
        self._views_lock = Lock()
        self._flashes: dict[str, deque[tuple[str, bool]]] = {}
        self.leader = _leader(desk, keyring, settings)
        self.standby: Standby | None = None
        self.retention = Retention(desk, keyring, self.do)
        follow = following(desk.store)
        self._follower = Follower(follow, self.publisher.touch) if follow is not None else None

    def now_ms(self) -> int:
        """Return the server's time as browsers count it."""
        return int(self.desk.clock.now().timestamp() * 1000)

    # ------------------------------------------------------------------ reading

    def view(self, name: str) -> EventView:
        """Return an event as pages read it; made once for each version."""
        level = self.desk.level(name)
        event = level.event
        with self._views_lock:
            known = self._views.get(name)
            if known is None or (known.event is not event and known.event.version <= event.version):
                made = EventView(event, level.rules, level.document, self.desk.clock)
                if known is not None:
                    made.keep_from(known)
                known = self._views[name] = made
            self._views.move_to_end(name)
            if len(self._views) > _MOST_VIEWS:
                self._views.popitem(last=False)
            return known

    def is_public(self, name: str) -> bool:
        """Whether everybody may see an event: it exists and was announced."""
        try:
            return self.desk.event(name).is_public
        except Refused:
            return False

    # ------------------------------------------------------------------ doing

    def do(
        self,
        name: str,
        person: PersonId,
        command: Command,
        *,
        key: str | None = None,
        seen: int | None = None,
        confirmed: frozenset[str] = frozenset(),
    ) -> Done:
        """Do an act at the desk, and let the pages know."""
        if isinstance(command, ChooseLanguage):
            require_spoken(command.language)
        done = self.desk.do(name, person, command, key=key, seen=seen, confirmed=confirmed)
        end_access(self.keyring, name, done.facts)
        if not done.repeated:
            self.publisher.touch(name)
            self.courier.tell(name, done.facts, partial(self.desk.log, name))
        return done

    def create(
        self, name: str, details: Details, organizer: str, key: str | None, language: str = ""
    ) -> Done:
        """Set up an event."""
        return self.desk.create(name, details, organizer, key=key, language=language)

    # ------------------------------------------------------------------ a word for the next page

    def flash(self, session: str, sentence: str, *, undoable: bool = True) -> None:
        """Keep a sentence for the next page of this browser, and whether an act is behind it."""
        if len(self._flashes) >= _MOST_FLASHES:
            self._flashes.pop(next(iter(self._flashes)), None)
        self._flashes.setdefault(session, deque(maxlen=8)).append((sentence, undoable))

    def flashes(self, session: str) -> tuple[tuple[str, bool], ...]:
        """Return what was kept, once: each sentence, and whether an act is behind it."""
        return tuple(self._flashes.pop(session, ()))

    # ------------------------------------------------------------------ a second server

    def require_leader(self) -> Leader:
        """Return what answers other servers; where there can be none, refuse."""
        if self.leader is None:
            raise NotFound("server-cannot-be-followed")
        return self.leader

    def follow(self, standby: Standby) -> None:
        """Show what is copied from another server as it comes in."""
        self.standby = standby
        standby.changed = self.publisher.touch
        if isinstance(self.desk.clock, SteadyClock):
            standby.heard_time = self.desk.clock.go_by
        standby.start(self.desk.clock.now)

    def close(self) -> None:
        """End the threads and let go of the files."""
        self.retention.stop()
        if self.standby is not None:
            self.standby.stop()
        if self.leader is not None:
            self.leader.stop()
        if self._follower is not None:
            self._follower.stop()
        self.publisher.stop()
        self.caller.stop()
        self.courier.stop()
        self.working.close()
        with suppress(StoreRefused):
            self.keyring.write_seen()
        self.keyring.close()
        self.desk.store.close()


def _rulesets_of_events(desk: Desk) -> Iterator[Mapping[str, str]]:
    """Yield the files of the rulesets that events of this server keep."""
    for name in desk.events():
        try:
            yield desk.event(name).ruleset_files
        except TiltyardError:
            continue  # an event that cannot be read says so when it is opened


def _leader(desk: Desk, keyring: Keyring, settings: Settings) -> Leader | None:
    """Return what answers other servers; none for stores that only this process copies."""
    store = led(desk.store)
    if store is None or not isinstance(keyring, SqliteKeyring):
        return None
    return Leader(store, keyring, settings.address, desk.clock.now)
