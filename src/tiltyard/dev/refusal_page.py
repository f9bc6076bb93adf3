"""Makes docs/refusals.md from the catalogue: every code of a refusal, in words.

`python -m tiltyard.dev.refusal_page` writes the page, `--check` says whether it is up to date.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tiltyard.text.refusals import every_refusal

if TYPE_CHECKING:
    from collections.abc import Sequence

PAGE: Final = Path(__file__).resolve().parents[3] / "docs" / "refusals.md"
_HEAD: Final = """\
# Refusals by their code

<!-- Made from src/tiltyard/text/en by `python -m tiltyard.dev.refusal_page`; do not edit. -->

Whatever is refused carries a `code`: in the answers of the API, on pages that scripts read, and as
`refusal` in the answers of the engine. A code stays; its sentence may become better and is said in
the language of the reader. Beside it stand

- `kind`: the sort of refusals it belongs to (refused, slip-refused, not-found, malformed, ...);
- `clause`: the clause of the tournament document, where one says no;
- `facts`: what the sentence names, as values, under the names in braces below;
- `message` and `fix`: both in words.

The same list is in `/api/openapi.json` (`components.schemas.Problem.properties.code`, `x-codes`).
Questions that are asked back, and what keeps an event from starting, have their codes here too.

| code | what is wrong | what to do |
| --- | --- | --- |
"""


def page() -> str:
    """Return the text of the page."""
    rows = (
        f"| `{known.code}` | {_cell(known.sentence)} | {_cell(known.fix)} |"
        for known in every_refusal()
    )
    return _HEAD + "\n".join(rows) + "\n"


def _cell(text: str) -> str:
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;").replace("\n", " ")


def is_up_to_date() -> bool:
    """Whether the page says what the catalogue says."""
    return PAGE.exists() and PAGE.read_text("utf-8") == page()


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the page, or check it."""
    parser = argparse.ArgumentParser(prog="refusal_page", description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing; 1 if it is old")
    if parser.parse_args(arguments).check:
        return 0 if is_up_to_date() else 1
    PAGE.write_text(page(), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
