"""The documentation as a folder of pages: `python3 yard.py docs` writes it into `dist/site`.

The same pages as under /help, in files that need no server; search works from the folder, too.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tiltyard.web.documentation import pages, pictures, start_page
from tiltyard.web.pages.public.help_page import titled_shelves
from tiltyard.web.rendering import Renderer
from tiltyard.web.settings import Settings
from tiltyard.web.static_files import Assets

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tiltyard.web.documentation import HelpPage

_STARTS: Final = (("index.html", "English", "en"), ("index.de.html", "Deutsch", "de"))
_STATIC: Final = ("base.css", "help.css", "emblem.svg", "help-search.js")
_PAGE: Final = re.compile(r'(href=")/help/(?!pictures/)([^"#]+)')
_SCREENS: Final = "screens/index.html"
_PICTURE: Final = '"/help/pictures/'


def write_site(folder: Path, *, with_screens: bool = False) -> int:
    """Write every page, picture and what the search knows; return the number of pages.

    With screens each page leads to pictures of the whole program, which `yard.py shots` makes.
    """
    assets = Assets()
    renderer = Renderer(assets, Settings(address=""))
    shutil.rmtree(folder, ignore_errors=True)
    for name in ("static", "pictures"):
        (folder / name).mkdir(parents=True)
    for name in _STATIC:
        (folder / "static" / name).write_bytes(assets.by_path[assets.address(name)].body)
    for name, picture in pictures().items():
        (folder / "pictures" / name).write_bytes(picture.body)
    starts = [(name, start_page(language), language) for name, _, language in _STARTS]
    kept = [(f"{page.id}.html", page, "en") for page in pages().values()]
    for name, page, language in (*starts, *kept):
        screens = _SCREENS if with_screens else ""
        text = _rendered(renderer, page, language, screens).replace(assets.root, "static/")
        (folder / name).write_text(text, "utf-8")
    (folder / "search-data.js").write_text(_search_data(), "utf-8")
    return len(starts) + len(kept)


def _rendered(renderer: Renderer, page: HelpPage, language: str, screens: str) -> str:
    body = _PAGE.sub(r"\1\2.html", page.html).replace(_PICTURE, '"pictures/')
    return renderer.render(
        "public/help_site.html",
        language,
        page=page,
        body=body,
        screens=screens,
        home=next(name for name, _, code in _STARTS if code == language),
        shelves=titled_shelves(language),
        starts=[(name, title) for name, title, _ in _STARTS],
    )


def _search_data() -> str:
    """Return the parts of all pages as a script: a file beside the page may be run, not fetched."""
    parts = [
        {
            "page": page.title,
            "title": heading.title,
            "address": f"{page.id}.html#{heading.anchor}",
            "text": " ".join(heading.text.lower().split()),
        }
        for page in pages().values()
        for heading in page.headings
    ]
    return f"const helpParts = {json.dumps(parts, ensure_ascii=False)};\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the site."""
    parser = argparse.ArgumentParser(prog="yard.py docs", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=Path("dist/site"))
    parser.add_argument("--pictures", action="store_true")
    wanted = parser.parse_args(arguments)
    folder: Path = wanted.folder
    number = write_site(folder, with_screens=wanted.pictures)
    sys.stdout.write(f"{number} pages: {folder / 'index.html'}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
