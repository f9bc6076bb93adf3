from __future__ import annotations

import asyncio
import gzip
import http.client
import json
import threading
import time
from dataclasses import replace

import pytest

from tests.store.server import Server
from tests.web.hall import ADDRESS, TestClock, WebHall
from tests.web.served import Served
from tiltyard.day.clock import PauseClock, ResumeClock
from tiltyard.day.results import ReportResult
from tiltyard.engine.slip import Slip
from tiltyard.rulesets.loader import load
from tiltyard.service.desk import Desk
from tiltyard.store.keyring_sqlite import SqliteKeyring
from tiltyard.store.postgres import PostgresStore
from tiltyard.web import live
from tiltyard.web import publisher as publisher_module
from tiltyard.web.body_guard import LARGEST_BODY
from tiltyard.web.change_feed import Follower, following
from tiltyard.web.event_diff import Seen
from tiltyard.web.event_view import EventView
from tiltyard.web.live import (
    EVERYBODY,
    MOST_GAMES,
    Channel,
    Channels,
    Listens,
    News,
    Stream,
    Waiting,
)
from tiltyard.web.pages.public.public_pages import PAGES, tags_of
from tiltyard.web.settings import Settings
from tiltyard.web.site import Site

EVENT = "night-flight"


class Ear:
    """A line that keeps what it was given."""

    def __init__(self) -> None:
        self.messages: list[bytes] = []
        self.ended = False

    def give(self, message: bytes) -> None:
        self.messages.append(message)

    def end(self) -> None:
        self.ended = True


def said(message: bytes) -> dict:
    (line,) = [one for one in message.split(b"\n") if one.startswith(b"data: ")]
    return json.loads(line.removeprefix(b"data: "))


def until(condition) -> bool:
    """Wait for something another thread does."""
    ends = time.monotonic() + 10
    while not condition() and time.monotonic() < ends:
        time.sleep(0.01)
    return condition()


# ---------------------------------------------------------------------------- a channel


def test_who_joins_hears_the_state_and_then_every_message():
    channel, ear = Channel(News(7, {"/pairings": "a"})), Ear()
    channel.join(ear, Listens(), 1000)
    first = said(ear.messages[0])
    assert (first["version"], first["pages"], first["games"]) == (7, {"/pairings": "a"}, [])
    assert ear.messages[0].startswith(b"retry: ")
    channel.tell(News(8, {"/pairings": "b"}, ("1.1.3",)), 1001)
    assert said(ear.messages[1])["games"] == ["1.1.3"]
    assert b"id: 8\n" in ear.messages[1]
    channel.leave(ear, Listens())
    channel.tell(News(9), 1002)
    assert len(ear.messages) == 2
    assert channel.clients == 0


class Steady:
    """A clock that goes on when it is told to."""

    def __init__(self) -> None:
        self.now = 1000

    def __call__(self) -> int:
        return self.now


def test_changes_that_come_quickly_are_one_message_with_the_newest_state():
    steady, ear = Steady(), Ear()
    channel = Channel(News(1), steady)
    channel.join(ear, Listens(), 0)
    channel.tell(News(2, {}, ("1.1.1",)), 0)
    channel.tell(News(3, {"": "a"}, ("1.1.2",)), 0)
    steady.now += live.PAUSE - 1
    channel.tell(News(4, {"": "b"}, ("1.1.3", "1.1.2")), 0)
    assert len(ear.messages) == 2
    assert channel.is_waiting
    assert channel.wait() == 1
    steady.now += 1
    assert channel.wait() == 0
    channel.tell_what_waits(7)
    assert not channel.is_waiting
    channel.tell_what_waits(8)
    (last,) = ear.messages[2:]
    found = said(last)
    assert (found["version"], found["pages"], found["now"]) == (4, {"": "b"}, 7)
    assert found["games"] == ["1.1.2", "1.1.3"]


def test_a_page_hears_at_most_four_messages_in_a_second():
    steady, ear = Steady(), Ear()
    channel = Channel(News(0), steady)
    channel.join(ear, Listens(), 0)
    for moment in range(0, 10_000, 7):
        steady.now = moment
        channel.tell(News(moment + 1), moment)
        if not channel.wait():
            channel.tell_what_waits(moment)
    times = [said(message)["now"] for message in ear.messages[1:]]
    assert max(sum(0 <= at - first < 1000 for at in times) for first in times) == 4


@pytest.mark.parametrize(
    ("pages", "wait"),
    [
        pytest.param(live.MESSAGES_PER_SECOND // 4, live.PAUSE, id="few"),
        pytest.param(live.MESSAGES_PER_SECOND, 1000, id="many"),
        pytest.param(100 * live.MESSAGES_PER_SECOND, live.LONGEST_PAUSE, id="all there could be"),
    ],
)
def test_many_pages_that_hear_of_everything_pause_longer_but_not_for_a_new_round(pages, wait):
    channel = Channel(News(1), Steady())
    channel._lines = dict.fromkeys(range(pages))
    channel._pause_begins = 1000
    channel.news = News(2, {}, ("1.1.1",))
    channel._changes.append(channel.news)
    assert channel.wait() == wait
    channel.news = News(3, {}, EVERYBODY)
    channel._changes.append(channel.news)
    assert channel.wait() == live.PAUSE


def test_the_page_of_a_player_hears_at_once_what_is_theirs_and_nothing_else():
    steady, mine, other = Steady(), Ear(), Ear()
    channel = Channel(News(1, {"me": "a", "": "x"}), steady)
    channel.join(mine, Listens(person="p7"), 0)
    channel.join(other, Listens(person="p9"), 0)
    assert channel.clients == 2
    players = {"p7": ("1.1.3",), "p8": ("1.1.3",)}
    channel.tell(News(2, {"me": "a", "": "y"}, ("1.1.3",), players), 0)
    channel.tell(News(3, {"me": "a", "": "z"}, ("1.1.4",), {"p5": ("1.1.4",)}), 0)
    channel.tell(News(4, {"me": "a", "": "u"}, ("1.1.3",), players), 0)
    heard = [said(message) for message in mine.messages[1:]]
    assert [(one["version"], one["games"]) for one in heard] == [(2, ["1.1.3"]), (4, ["1.1.3"])]
    assert heard[0]["pages"] == {"me": "a"}
    steady.now += live.PAUSE
    channel.tell_what_waits(0)
    assert len(mine.messages) == 3
    assert len(other.messages) == 1


def test_a_public_page_hears_when_it_has_another_tag():
    steady, overview, standings = Steady(), Ear(), Ear()
    channel = Channel(News(1, {"": "a", "/standings": "a"}), steady)
    channel.join(overview, Listens(page=""), 0)
    channel.join(standings, Listens(page="/standings"), 0)
    for version, tags in enumerate(("aa", "ba", "bb", "bb"), 2):
        steady.now += live.PAUSE
        channel.tell(News(version, {"": tags[0], "/standings": tags[1]}), 0)
    channel.beat(9)
    assert [said(one)["version"] for one in overview.messages[1:-1]] == [3]
    assert [said(one)["version"] for one in standings.messages[1:-1]] == [4]
    for ear in (overview, standings):
        channel.leave(ear, Listens(page="/standings"))
    assert (channel.clients, channel._public) == (0, {})


@pytest.mark.parametrize(
    ("news", "games"),
    [
        pytest.param(News(2, {"me": "a"}, EVERYBODY), ["*"], id="a new round"),
        pytest.param(News(2, {"me": "b"}, ("1.1.3",)), [], id="its clock, or an announcement"),
    ],
)
def test_what_is_everybodys_reaches_the_page_of_every_player(news, games):
    channel, ear = Channel(News(1, {"me": "a"})), Ear()
    channel.join(ear, Listens(person="p7"), 0)
    channel.tell(news, 1000)
    found = said(ear.messages[1])
    assert (found["games"], found["pages"]) == (games, {"me": news.pages["me"]})


def test_who_comes_back_hears_which_games_were_missed():
    channel = Channel(News(7))
    channel.tell(News(8, {}, ("1.1.3",), {"p1": ("1.1.3",)}), 0)
    channel.tell(News(10, {}, ("1.1.4", "1.1.3"), {"p1": ("1.1.3",), "p2": ("1.1.4",)}), 0)
    assert channel.since("7") == ("1.1.3", "1.1.4")
    assert channel.since("8") == ("1.1.4", "1.1.3")
    assert channel.since("9") == ("1.1.4", "1.1.3")
    assert channel.since("8", "p2") == ("1.1.4",)
    assert channel.since("8", "p3") == ()
    assert channel.since("10") == ()
    assert channel.since(None) == ()
    for unknown in ("6", "11", "-1", "x", "٣", "1" * 13):
        assert channel.since(unknown) == EVERYBODY, unknown
        assert channel.since(unknown, "p3") == EVERYBODY, unknown
    channel.tell(News(11, {}, EVERYBODY), 0)
    assert channel.since("8", "p3") == EVERYBODY


def test_what_was_said_long_ago_is_forgotten():
    channel = Channel(News(0))
    for version in range(1, 3 * live.REMEMBERED):
        channel.tell(News(version, {}, ("1.1.1",)), 0)
    assert channel.since("1") == EVERYBODY
    assert channel.since(str(2 * live.REMEMBERED)) == ("1.1.1",)


def test_many_changed_games_concern_everybody():
    few = tuple(f"1.1.{number}" for number in range(MOST_GAMES))
    assert live.limited(few) == few
    assert live.limited((*few, "1.1.99")) == EVERYBODY


def test_many_games_within_a_pause_are_no_business_of_other_players():
    steady, desk, phone = Steady(), Ear(), Ear()
    channel = Channel(News(0, {"me": "a"}), steady)
    channel.join(desk, Listens(), 0)
    channel.join(phone, Listens(person="p0"), 0)
    for number in range(1, MOST_GAMES + 10):
        game = (f"1.1.{number}",)
        channel.tell(News(number, {"me": "a"}, game, {f"p{number}": game}), 0)
    steady.now += live.PAUSE
    assert channel.wait() == 0
    channel.tell_what_waits(0)
    assert said(desk.messages[-1])["games"] == ["*"]
    assert len(phone.messages) == 1


def test_the_spread_grows_with_the_pages_that_are_open():
    channel = Channel(News(1))
    for _ in range(2 * live.PHONES_PER_SECOND):
        channel.join(Ear(), Listens(), 0)
    assert json.loads(channel.document((), 0))["spread"] == 2000


def test_a_long_row_of_lines_is_told_in_turns_and_in_order():
    async def told():
        steady = Steady()
        channel = Channel(News(1), steady)
        ears = [Ear() for _ in range(3 * live.AT_ONCE)]
        for ear in ears:
            channel.join(ear, Listens(), 0)
        channel.tell(News(2), 0)
        at_first = sum(len(ear.messages) > 1 for ear in ears)
        steady.now += 1000
        channel.tell(News(3), 0)
        await asyncio.sleep(0.05)
        told = [ear.messages[1:] for ear in ears]
        return at_first, {b"id: 2" in first and b"id: 3" in second for first, second in told}

    at_first, in_order = asyncio.run(told())
    assert at_first == live.AT_ONCE
    assert in_order == {True}


def test_a_beat_carries_the_time():
    """And the version everybody was told of: whoever comes back later asks from there."""
    channel, ear, phone = Channel(News(1), Steady()), Ear(), Ear()
    channel.join(ear, Listens(), 0)
    channel.join(phone, Listens(person="p7"), 0)
    channel.tell(News(2), 0)
    channel.tell(News(3), 0)
    channel.beat(1234567)
    assert ear.messages[-1] == phone.messages[-1] == b"event: beat\nid: 2\ndata: 1234567\n\n"


def test_a_line_of_granian_ends_when_it_has_sent_enough():
    """Its stream keeps what a phone does not read; so no phone may be sent without end."""

    class Kept:
        sent = 0

        def send_bytes(self, message: bytes) -> None:
            self.sent += len(message)

    async def scenario() -> None:
        kept = Kept()
        line = Stream(kept, asyncio.get_running_loop().create_future())
        while not line.ended.done():
            line.give(b"x" * 100_000)
        assert 0.7 * live.LONGEST_LINE < kept.sent < 1.3 * live.LONGEST_LINE
        before = kept.sent
        line.give(b"x")
        line.end()
        assert kept.sent == before

    asyncio.run(scenario())


def test_no_line_ends_because_of_a_long_day():
    """Ten hours of beats, and eight rounds that report for two minutes without a pause."""
    channel, ear = Channel(News(123_456, dict.fromkeys(PAGES, "0123456789"))), Ear()
    channel.join(ear, Listens(), 1_700_000_000_000)
    channel.beat(1_700_000_000_000)
    message, beat = map(len, ear.messages)
    day = 10 * 3600 / live.BEAT * beat + 8 * 120 * (1000 / live.PAUSE) * message
    assert day < 0.75 * live.LONGEST_LINE


def test_a_browser_that_does_not_read_is_let_go_and_holds_up_nobody():
    async def scenario() -> None:
        steady, slow, quick = Steady(), Waiting(4), Ear()
        channel = Channel(News(1), steady)
        channel.join(slow, Listens(), 0)
        channel.join(quick, Listens(), 0)
        for version in range(2, 12):
            steady.now += live.PAUSE
            channel.tell(News(version), 0)
        assert len(quick.messages) == 11
        assert await slow.next() is None

    asyncio.run(scenario())


def test_channels_take_news_from_any_thread():
    async def scenario() -> None:
        channels, ear = Channels(lambda: 5), Ear()
        channels.tell("a", News(1))
        channels.start()
        channel = channels.channel("a")
        assert channel is not None
        channel.join(ear, Listens(), 0)
        threads = [
            threading.Thread(target=channels.tell, args=("a", News(number)))
            for number in range(2, 22)
        ]
        for one in threads:
            one.start()
        for one in threads:
            one.join()
        await asyncio.sleep(2 * live.PAUSE / 1000)
        assert not channel.is_waiting
        assert len(ear.messages) < 21
        assert said(ear.messages[-1])["version"] == channel.news.version
        channels.close("a")
        await asyncio.sleep(0)
        assert ear.ended
        assert channels.channel("a") is None
        channels.stop()

    asyncio.run(scenario())


# ---------------------------------------------------------------------------- what is published


@pytest.fixture(scope="module")
def log():
    """The log of an event in the middle of a round."""
    full = WebHall(demo=True)
    entries = list(full.desk.store.read(EVENT))
    full.close()
    return entries


@pytest.fixture
def hall(log):
    made = WebHall()
    made.desk.store.adopt(EVENT, log)
    yield made
    made.close()


def act(hall, command, person=None):
    """Do something and publish it at once."""
    hall.site.do(EVENT, person or hall.organizer_of(EVENT), command)
    hall.site.publisher.publish(EVENT)
    return hall.site.channels.channel(EVENT).news


def test_the_first_who_asks_hears_the_version_and_the_tags(hall):
    browser = hall.browser()
    page = browser.page(f"/e/{EVENT}/pairings")
    state = browser.get(f"/e/{EVENT}/state.json").json()
    assert state["version"] == hall.desk.event(EVENT).version > 0
    assert f'data-tag="{state["pages"]["/pairings"]}"' in page
    assert state["pages"]["me"]
    assert state["games"] == []


def test_the_bytes_are_ready_before_anybody_is_told(hall, monkeypatch):
    browser = hall.browser()
    browser.page(f"/e/{EVENT}")
    found = []

    def told(event, news):
        page = hall.site.hot.page(f"/e/{event}", "en")
        found.append((page.plain.body.decode(), news))

    monkeypatch.setattr(hall.site.channels, "tell", told)
    hall.site.do(EVENT, hall.organizer_of(EVENT), PauseClock("fire alarm"))
    hall.site.publisher.publish(EVENT)
    ((body, news),) = found
    assert "paused" in body
    assert f'data-tag="{news.pages[""]}"' in body


def test_a_page_that_says_the_same_keeps_its_tag(hall):
    browser = hall.browser()
    browser.page(f"/e/{EVENT}")
    browser.page(f"/e/{EVENT}/pairings")
    before = act(hall, PauseClock("alarm"))
    after = act(hall, ResumeClock())
    assert before.pages["/pairings"] == after.pages["/pairings"]
    assert before.pages[""] != after.pages[""]
    assert before.pages["me"] != after.pages["me"]


def test_pages_nobody_looks_at_are_not_rendered_again_but_said_to_be_old(hall):
    browser = hall.browser()
    browser.page(f"/e/{EVENT}/rounds/1.1")
    first = act(hall, PauseClock("alarm"))
    assert hall.site.hot.page(f"/e/{EVENT}/rounds/1.1", "en") is not None
    second = act(hall, ResumeClock())
    assert hall.site.hot.page(f"/e/{EVENT}/rounds/1.1", "en") is None
    assert second.pages["/rounds/1.1"] == f"v{second.version}" != first.pages["/rounds/1.1"]
    again = browser.page(f"/e/{EVENT}/rounds/1.1")
    assert f'data-tag="{first.pages["/rounds/1.1"]}"' in again


def open_game(hall):
    return next(game for game in hall.desk.event(EVENT).current.games.values() if not game.filed)


def test_the_changed_games_are_named(hall):
    hall.site.publisher.publish(EVENT)
    game = open_game(hall)
    news = act(hall, ReportResult(game.id, Slip("time", (100, 0))), game.players[0])
    assert news.games == (game.id,)
    assert news.people == dict.fromkeys(game.players, (game.id,))


def test_two_changes_at_once_are_one_message_that_names_both(hall):
    hall.site.publisher.publish(EVENT)
    version = hall.desk.event(EVENT).version
    games = [one for one in hall.desk.event(EVENT).current.games.values() if one.is_open][-2:]
    with hall.site.publisher._kept_of(EVENT).lock:  # its own thread waits
        for game in games:
            hall.site.do(EVENT, game.players[0], ReportResult(game.id, Slip("time", (100, 0))))
        hall.site.publisher.publish(EVENT)
    channel = hall.site.channels.channel(EVENT)
    assert set(channel.news.games) == {game.id for game in games}
    assert set(channel.since(str(version))) == {game.id for game in games}
    hall.site.publisher.publish(EVENT)
    assert channel.news.version == version + 2


def report(hall, game):
    """Let the first player of a game report, and have it published as the publisher does."""
    hall.site.do(EVENT, game.players[0], ReportResult(game.id, Slip("time", (100, 0))))
    hall.site.publisher.publish(EVENT, patient=True)
    return hall.site.channels.channel(EVENT).news


@pytest.fixture
def quiet(hall, monkeypatch):
    """A hall whose publisher does nothing by itself."""
    monkeypatch.setattr(hall.site.publisher, "touch", lambda event: None)
    return hall


def test_who_is_concerned_is_told_at_once_although_pages_rest(quiet):
    browser, publisher = quiet.browser(), quiet.site.publisher
    browser.page(f"/e/{EVENT}/missing")
    publisher.publish(EVENT)
    kept = publisher._kept_of(EVENT)
    game = open_game(quiet)
    kept.rests_until = time.monotonic() + 1000
    before = quiet.site.hot.page(f"/e/{EVENT}/missing", "en")
    news = report(quiet, game)
    assert news.games == (game.id,)
    assert quiet.site.hot.page(f"/e/{EVENT}/missing", "en") is before
    assert kept.behind == kept.rests_until
    assert 100 < publisher._until_next() <= 1000
    kept.rests_until = kept.behind = time.monotonic()
    assert publisher._due() == [EVENT]
    publisher.publish(EVENT, patient=True)
    assert kept.behind is None
    assert kept.made["/missing", "en"] == quiet.desk.event(EVENT).version


def test_a_page_that_says_the_same_pauses_until_everybody_is_concerned(quiet):
    browser, publisher = quiet.browser(), quiet.site.publisher
    browser.page(f"/e/{EVENT}/standings")
    publisher.publish(EVENT)
    kept = publisher._kept_of(EVENT)
    one, other = [one for one in quiet.desk.event(EVENT).current.games.values() if one.is_open][-2:]
    kept.rests_until = 0.0
    tag = report(quiet, one).pages["/standings"]
    made = kept.made["/standings", "en"]
    assert kept.pauses["/standings"] > 0
    kept.rests_until = 0.0
    assert report(quiet, other).pages["/standings"] == tag
    assert kept.made["/standings", "en"] == made
    assert kept.behind == kept.paused["/standings"]
    quiet.site.do(EVENT, quiet.organizer_of(EVENT), PauseClock("fire alarm"))
    publisher.publish(EVENT, patient=True)
    assert kept.made["/standings", "en"] == quiet.desk.event(EVENT).version
    assert kept.behind is None


def test_a_pause_doubles_up_to_its_limit_and_ends_with_a_change():
    kept = publisher_module._Kept(tags={"": "a"})
    pauses = []
    for tag in "aaaaaaab":
        publisher_module._note_whether_changed(kept, "", tag)
        pauses.append(kept.pauses[""])
    assert pauses == [0.5, 1.0, 2.0, 4.0, 5.0, 5.0, 5.0, 0.0]


def test_every_phone_is_concerned_when_a_round_is_over(hall):
    """Standings change only then; until then a result is the business of its two players."""
    view = hall.site.view(EVENT)
    round_ = view.event.current

    def tag(games):
        rounds = (*view.event.rounds[:-1], replace(round_, games=games))
        event = replace(view.event, rounds=rounds)
        return tags_of(EventView(event, view.rules, view.document, view.clock))["me"]

    done = {
        one.id: replace(one, slip=one.slip or Slip("time", (9, 1))) for one in round_.games.values()
    }
    last = next(reversed(round_.games))
    nearly = {**done, last: replace(round_.games[last], kind="game", slip=None)}
    assert tag(round_.games) == tag(nearly)
    assert tag(nearly) != tag(done)


def test_a_new_round_concerns_everybody(hall):
    seen = Seen()
    event = hall.desk.event(EVENT)
    assert seen.changed(event).games == ()
    assert seen.changed(event).games == ()
    assert seen.changed(replace(event, rounds=event.rounds[:-1])).games == EVERYBODY


def test_an_event_nobody_looks_at_is_not_rendered(hall):
    hall.site.do(EVENT, hall.organizer_of(EVENT), PauseClock("alarm"))
    assert hall.site.publisher._thread is None
    hall.browser().page(f"/e/{EVENT}")
    hall.site.do(EVENT, hall.organizer_of(EVENT), ResumeClock())
    assert hall.site.publisher._thread is not None


def test_what_others_record_is_passed_on_until_it_ends():
    heard, ended = [], threading.Event()
    rounds = iter([[("a", 1), ("b", 2)], [("a", 3)]])

    def follow(_seconds):
        found = next(rounds, None)
        if found is None:
            ended.set()
            follower.stop()
            return
        yield from found

    follower = Follower(follow, heard.append)
    assert ended.wait(5)
    assert heard == ["a", "b", "a"]


def test_what_another_process_records_reaches_our_pages(log):
    server = Server()
    address = server.new_database()
    desk = Desk(PostgresStore(address), load, TestClock())
    desk.store.adopt(EVENT, log)
    site = Site(desk, SqliteKeyring(), Settings(ADDRESS))
    other = Desk(PostgresStore(address), load, TestClock())
    try:
        site.publisher.page(EVENT, "", "en")
        site.publisher.publish(EVENT)
        done = other.do(EVENT, "p1", PauseClock("told elsewhere"))
        channel = site.channels.channel(EVENT)
        assert until(lambda: channel.news.version == done.event.version)
        assert b"paused" in site.hot.page(f"/e/{EVENT}", "en").plain.body
    finally:
        other.store.close()
        site.close()
        server.stop()


def test_a_store_of_our_own_is_not_followed(hall):
    assert following(hall.desk.store) is None


# ---------------------------------------------------------------------------- the real server


class Phone:
    """A browser's event stream over a real connection."""

    def __init__(self, port: int, path: str = f"/e/{EVENT}/live", **headers: str) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        self.connection.request("GET", path, headers=headers)
        self.answer = self.connection.getresponse()

    def hear(self) -> dict:
        """Return the next message, beats left out."""
        while True:
            lines = []
            while (line := self.answer.readline()).strip():
                lines.append(line)
            assert lines, "the line was closed"
            if not any(one.startswith(b"event: ") for one in lines):
                return said(b"".join(lines))

    def close(self) -> None:
        self.answer.close()
        self.connection.close()


def clients_of(hall) -> int:
    return hall.site.channels.channel(EVENT).clients


@pytest.fixture
def served(hall):
    made = Served(hall)
    yield made
    made.stop()


def test_two_hundred_phones_hear_of_an_act_and_leave_nothing_behind(hall, served):
    phones = [Phone(served.port) for _ in range(200)]
    version = hall.desk.event(EVENT).version
    firsts = [phone.hear() for phone in phones]
    assert {one["version"] for one in firsts} == {version}
    assert clients_of(hall) == 200
    game = open_game(hall)
    slip = Slip("time", (100, 0))
    hall.site.do(EVENT, game.players[0], ReportResult(game.id, slip))
    heard = [phone.hear() for phone in phones]
    assert {one["version"] for one in heard} == {version + 1}
    assert all(one["games"] == [game.id] for one in heard)
    assert heard[0]["spread"] == round(200 * 1000 / live.PHONES_PER_SECOND)
    phones[0].close()
    back = Phone(served.port, **{"last-event-id": str(version)})
    assert back.hear()["games"] == [game.id]
    for phone in (back, *phones):
        phone.close()
    assert until(lambda: clients_of(hall) == 0)


def test_the_door_of_the_real_server(hall, served):
    def ask(method: str, path: str, **headers: str):
        connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=20)
        connection.request(method, path, headers=headers)
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        return answer, body

    path = f"/e/{EVENT}/pairings"
    first, body = ask("GET", path)
    etag = first.headers["etag"]
    second, packed = ask("GET", path, **{"accept-encoding": "gzip"})
    assert first.status == second.status == 200
    assert gzip.decompress(packed) == body
    assert second.headers["content-security-policy"]
    unchanged, nothing = ask("GET", path, **{"if-none-match": f'"x", W/{etag}'})
    assert (unchanged.status, nothing) == (304, b"")
    head, nothing = ask("HEAD", path)
    assert (head.status, nothing) == (200, b"")
    assert int(head.headers["content-length"]) == len(body)
    head, nothing = ask("HEAD", f"/e/{EVENT}/live")
    assert (head.status, nothing) == (200, b"")
    head, nothing = ask("HEAD", "/")
    assert (head.status, nothing) == (200, b"")
    assert ask("GET", "/e/nowhere/live")[0].status == 404
    assert ask("HEAD", "/e/nowhere")[0].status == 404
    state, document = ask("GET", f"/e/{EVENT}/state.json?since=1")
    assert state.headers["cache-control"] == "no-store"
    assert json.loads(document)["games"] == ["*"]


def test_a_body_without_a_length_is_cut_off_where_it_is_too_large(hall, served):
    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=20)
    part = b"x" * (LARGEST_BODY // 8)
    kind = {"content-type": "application/x-www-form-urlencoded"}
    connection.request("POST", f"/e/{EVENT}/do/undo", iter([part] * 9), kind, encode_chunked=True)
    assert connection.getresponse().status == 413
    connection.close()


def test_the_server_ends_although_lines_are_open(hall):
    served = Served(hall)
    phone = Phone(served.port)
    phone.hear()
    assert served.stop()
    assert phone.answer.readline() == b""
    phone.close()


def test_an_event_that_is_withdrawn_closes_its_lines(hall, served, monkeypatch):
    phone = Phone(served.port)
    phone.hear()
    monkeypatch.setattr(hall.site, "is_public", lambda name: False)
    hall.site.publisher.publish(EVENT)
    assert phone.answer.readline() == b""
    phone.close()
    assert hall.site.hot.known(f"/e/{EVENT}") == ()
