"""A picture of every page, wide and narrow, light and dark: `python3 yard.py shots [FOLDER]`.

`--readme` makes the few that README and help show, anew, into `docs/pictures`.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from html import escape
from pathlib import Path

from tests.browser.browsing import NARROW, WIDE, NoBrowser, Visitor, chromium
from tests.browser.large_house import MOMENTS, LargeHouse
from tests.browser.places import (
    CONFIRMED,
    DISPUTING,
    FINISHED,
    JUDGE,
    NOBODY,
    OWNER,
    RUNNING,
    DemoHouse,
    FilledHouse,
    Place,
    pages,
    places,
)

SCHEMES = ("light", "dark")
PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
FOR_README = {
    "floor": (Place("/e/{event}/desk", RUNNING, OWNER), 1280, 800),
    "new-event": (Place("/desk/new?ruleset=armada", "", OWNER), 1280, 800),
    "standings": (Place("/e/{event}/desk/standings", RUNNING, OWNER), 1280, 800),
    "screen": (Place("/e/{event}/screen", RUNNING, NOBODY), 1280, 720),
    "phone": (Place("/e/{event}/me", RUNNING, CONFIRMED), 390, 760),
    "phone-dispute": (Place("/e/{event}/me", RUNNING, DISPUTING), 390, 760),
    "judge": (Place("/e/{event}/judge", RUNNING, JUDGE), 390, 760),
    "champion": (Place("/e/{event}", FINISHED, NOBODY), 390, 760),
}
HEAD = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Tiltyard: every page</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem; background: #888; color: #fff; }
div { display: flex; gap: 1rem; align-items: flex-start; overflow-x: auto; }
img { height: 32rem; border-radius: 6px; } h2 { margin: 2rem 0 .5rem; }
</style>
<h1>Every page</h1>
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, prog="yard.py shots")
    parser.add_argument("folder", nargs="?", type=Path, default=Path("shots"))
    parser.add_argument("--players", type=int, help="the desk of one event with so many instead")
    parser.add_argument("--only", default="", help="pages whose name holds this")
    parser.add_argument("--readme", action="store_true", help="those of README, into docs/pictures")
    wanted = parser.parse_args()
    every = large_places() if wanted.players else places()
    chosen = [place for place in every if wanted.only in place.name]
    with tempfile.TemporaryDirectory() as store:
        folder = Path(store)
        house = LargeHouse(folder, wanted.players) if wanted.players else DemoHouse(folder)
        try:
            house.open()
            if wanted.readme:
                return take_for_readme(house)
            take(house, chosen, wanted.folder)
        except NoBrowser as missing:
            say(f"shots: there is no Chromium ({missing})")
            return 1
        finally:
            house.close()
    write_index(wanted.folder, chosen)
    say(f"{len(chosen)} pages, {4 * len(chosen)} pictures: {wanted.folder / 'index.html'}")
    return 0


def large_places() -> list[Place]:
    """Return every page of the desk at every moment of a day."""
    paths = [route.path for route in pages() if route.path.startswith("/e/{event}/desk")]
    return [Place(path, moment, OWNER) for moment in MOMENTS for path in paths]


def take_for_readme(house: FilledHouse) -> int:
    """Picture what somebody should see before reading anything: small files, no page in full."""
    PICTURES.mkdir(exist_ok=True)
    with chromium() as browser:
        for name, (place, width, height) in FOR_README.items():
            somebody = Visitor(
                browser, house.address, session=house.cookies[place.actor], width=width
            )
            page = somebody.go(house.address_of(place))
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(1500)  # clocks and slides are there by then
            page.screenshot(path=PICTURES / f"{name}.jpg", type="jpeg", quality=72)
            somebody.close()
    say(f"{len(FOR_README)} pictures: {PICTURES}")
    return 0


def take(house: FilledHouse, chosen: list[Place], folder: Path) -> None:
    """Open each page once for each width, and picture it light and dark."""
    with chromium() as browser:
        for width in (WIDE, NARROW):
            for actor in sorted({place.actor for place in chosen}):
                somebody = Visitor(
                    browser, house.address, session=house.cookies[actor], width=width
                )
                for place in chosen:
                    if place.actor == actor:
                        picture(somebody, house.address_of(place), place, folder)
                somebody.close()


def picture(somebody: Visitor, address: str, place: Place, folder: Path) -> None:
    page = somebody.go(address)
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        file = folder / file_of(place, somebody.width, scheme)
        file.parent.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=file, full_page=True)
    for trouble in somebody.troubles:
        say(f"{place.name}: {trouble}")
    somebody.troubles.clear()


def say(sentence: str) -> None:
    sys.stderr.write(f"{sentence}\n")


def file_of(place: Place, width: int, scheme: str) -> str:
    return f"{place.name}.{width}.{scheme}.png"


def write_index(folder: Path, chosen: list[Place]) -> None:
    """Write a page that shows all pictures beside each other."""
    rows = []
    for place in chosen:
        images = [
            f'<a href="{file}"><img loading="lazy" src="{file}" alt="{escape(place.name)}"></a>'
            for width in (WIDE, NARROW)
            for scheme in SCHEMES
            for file in [escape(file_of(place, width, scheme))]
        ]
        rows.append(f"<h2>{escape(place.name)}</h2><div>{''.join(images)}</div>")
    (folder / "index.html").write_text(HEAD + "\n".join(rows), "utf-8")


if __name__ == "__main__":
    sys.exit(main())
