"""What leaves the server, in a real browser: the archive on a stick, the standings in a frame."""

from __future__ import annotations

from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from threading import Thread
from typing import TYPE_CHECKING
from urllib.request import urlopen
from zipfile import ZipFile

import pytest

from tests.browser.browsing import HEIGHTS, NARROW, WIDE
from tests.browser.places import FINISHED, RUNNING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser

    from tests.browser.places import DemoHouse

PRESSES = False


@pytest.fixture(scope="module")
def stick(demo_house: DemoHouse, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive as somebody unpacks it far from any server."""
    with urlopen(f"{demo_house.address}/e/{FINISHED}/files/archive.zip") as answer:  # noqa: S310
        packed = answer.read()
    folder = tmp_path_factory.mktemp("stick")
    ZipFile(BytesIO(packed)).extractall(folder)
    return folder / FINISHED


@pytest.mark.parametrize("width", [WIDE, NARROW])
def test_every_page_of_an_archive_opens_from_a_stick(
    browser: Browser, stick: Path, width: int
) -> None:
    """Without a script and without a network: readable, complete, nothing wider than the page."""
    size = {"width": width, "height": HEIGHTS[width]}
    context = browser.new_context(viewport=size, java_script_enabled=False, offline=True)  # type: ignore[arg-type]
    page = context.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("requestfailed", lambda request: said.append(request.url))
    names = sorted(one.name for one in stick.glob("*.html"))
    assert "statistics.html" in names
    for name in names:
        page.goto((stick / name).as_uri())
        box = page.locator("html").bounding_box()
        assert box is not None
        assert page.locator("h1").is_visible()
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width, name
        for cell in page.locator("th.who, td.who").all()[:3]:
            found = cell.bounding_box()
            assert found is None or found["width"] > 100, name  # no name letter by letter
    page.goto((stick / "statistics.html").as_uri())
    pictures = page.get_by_role("img")
    assert pictures.count() >= 3
    assert all(one.bounding_box() for one in pictures.all())
    assert said == []
    context.close()


@pytest.fixture
def club(demo_house: DemoHouse) -> Iterator[str]:
    """The page of somebody else, on another server, with two frames."""
    framed = f"{demo_house.address}/e/{RUNNING}"
    body = (
        f'<!doctype html><h1>Club</h1><iframe name="embed" src="{framed}/embed"></iframe>'
        f'<iframe name="page" src="{framed}/standings"></iframe>'
    ).encode()

    class Club(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Keep quiet."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Club)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}/"
    server.shutdown()
    thread.join()
    server.server_close()


def test_the_standings_may_be_framed_by_others_and_nothing_else_may(
    browser: Browser, club: str
) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(club)
    table = page.frame_locator("[name=embed]")
    table.locator("tbody tr").first.wait_for()
    assert table.locator("tbody tr").count() > 8
    assert table.locator("form, button, input, select, textarea").count() == 0
    assert all(one.get_attribute("target") == "_blank" for one in table.locator("a").all())
    assert context.cookies() == []
    assert page.frame_locator("[name=page]").locator("table").count() == 0
    context.close()
