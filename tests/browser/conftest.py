"""Chromium and one server for each process of the tests; every visitor is watched."""

from __future__ import annotations

import re
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Error, sync_playwright

from tests.browser.browsing import NAMED, STILL, NoBrowser, Visitor, launched
from tests.browser.house import House
from tests.browser.places import DemoHouse

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, Playwright

    from tests.browser.places import FilledHouse

HERE = Path(__file__).parent
FAILED = pytest.StashKey[bool]()


class Opened:
    """The browsers of this process: they stay open while tests of this folder follow each other.

    Other tests run event loops of their own, which Playwright does not allow beside its own.
    """

    def __init__(self) -> None:
        self._browsers: dict[tuple[str, ...], Browser] = {}
        self._playwright: Playwright | None = None
        self._ends = ExitStack()

    def browser(self, *more: str) -> Browser:
        if self._playwright is None:
            self._playwright = self._ends.enter_context(sync_playwright())
        if more not in self._browsers:
            self._browsers[more] = launched(self._playwright, *more)
            self._ends.callback(self._browsers[more].close)
        return self._browsers[more]

    def close(self) -> None:
        self._browsers.clear()
        self._playwright = None
        self._ends.close()


OPENED = Opened()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> Iterator[None]:
    """Close the browser, after all who used it, before a test of another folder begins."""
    try:
        return (yield)
    finally:
        if nextitem is None or nextitem.path.parent != HERE:
            OPENED.close()


@pytest.fixture(scope="module")
def browser(request: pytest.FixtureRequest) -> Browser:
    """A browser, or a loud skip; a still one for modules that only look (`PRESSES = False`)."""
    return opened(*(() if getattr(request.module, "PRESSES", True) else STILL))


def opened(*more: str) -> Browser:
    """Return a browser, or skip loudly."""
    try:
        return OPENED.browser(*more)
    except NoBrowser as missing:
        pytest.skip(
            f"NOT CHECKED: NO PAGE WAS OPENED IN A BROWSER ({missing}); "
            f"`python3 yard.py test` gets Chromium, or name one in {NAMED}"
        )


@pytest.fixture(scope="session")
def demo_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DemoHouse]:
    """The server with the events of the demo."""
    house = DemoHouse(tmp_path_factory.mktemp("demo"))
    try:
        house.open()
        yield house
    finally:
        house.close()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A server without any event, for one test."""
    house = House(tmp_path)
    try:
        yield house.open()
    finally:
        house.close()
    assert "" == house.complaints


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """Remember whether a test failed: its pages are then pictured before they are closed."""
    report = yield
    if report.when == "call" and report.failed:
        item.stash[FAILED] = True
    return report


@pytest.fixture(scope="module")
def regulars(browser: Browser) -> Iterator[dict[str, Visitor]]:
    """People whose browsers stay open from one test of a module to the next."""
    known: dict[str, Visitor] = {}
    yield known
    late = [trouble for one in known.values() for trouble in one.leave()]
    for one in known.values():
        one.close()
    assert [] == late


@pytest.fixture
def regular(
    browser: Browser, regulars: dict[str, Visitor], request: pytest.FixtureRequest
) -> Iterator[Callable[[FilledHouse, str], Visitor]]:
    """Call somebody of a house who may have been here before; each test hears its own troubles.

    The page stays open until the next one is asked for: from an empty page Chromium would begin
    every test in a new process, which has forgotten all scripts. What a page says after its test
    fails the test that comes next, or the end of the module.
    """
    called: list[Visitor] = []

    def call(house: FilledHouse, actor: str) -> Visitor:
        if actor not in regulars:
            session = house.cookies[actor]
            regulars[actor] = Visitor(browser, house.address, session=session)
        assert [] == regulars[actor].troubles, "said by the page of an earlier test"
        called.append(regulars[actor])
        called[-1].begin_again()
        return called[-1]

    yield call
    for one in called:
        if request.node.stash.get(FAILED, False):
            picture(one, request)
        one.listen()
        heard = [*one.troubles]
        one.troubles.clear()
        assert [] == heard


@pytest.fixture
def visitor(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Callable[..., Visitor]]:
    """Make visitors; whatever went wrong in one of their pages fails the test."""
    visitors: list[Visitor] = []

    def make(address: str, **settings: Any) -> Visitor:
        visitors.append(Visitor(browser, address, **settings))
        return visitors[-1]

    yield make
    for number, one in enumerate(visitors, 1):
        if request.node.stash.get(FAILED, False):
            picture(one, request, number)
        one.close()
    assert [] == [trouble for one in visitors for trouble in one.troubles]


def picture(somebody: Visitor, request: pytest.FixtureRequest, number: int = 1) -> None:
    """Keep what somebody saw when a test failed; a still browser has no picture of it."""
    name = re.sub(r"\W+", "-", request.node.name)
    with suppress(Error):
        somebody.page.screenshot(path=f"shots/failed-{name}-{number}.png")
