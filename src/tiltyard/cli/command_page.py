"""Makes docs/reference/commands.md from the commands themselves.

`python -m tiltyard.cli.command_page` writes the page, `--check` says whether it is up to date.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from tiltyard.cli import group

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

PAGE: Final = Path(__file__).resolve().parents[3] / "docs" / "reference" / "commands.md"
_HEAD: Final = """\
# Every command

<!-- Made from the commands by `python -m tiltyard.cli.command_page`; do not edit. -->

What `--help` says of every command, on one page. How they go together in a day:
[Run a day in the terminal](../howto/run-a-day-in-the-terminal.md).
"""


def page() -> str:
    """Return the text of the page."""
    with click.Context(group, info_name="tiltyard") as root:
        parts = [_section(command, 2) for command in _commands_of(root)]
    return _HEAD + "\n" + "\n".join(parts)


def _commands_of(context: click.Context) -> Iterator[click.Context]:
    """Yield the commands of a group, each with the words that call it."""
    parent = context.command
    if isinstance(parent, click.Group):
        for name in parent.list_commands(context):
            command = parent.get_command(context, name)
            if command is not None and not command.hidden:
                yield click.Context(command, info_name=name, parent=context)


def _section(context: click.Context, level: int) -> str:
    """Return one command as Markdown, and below it those it is a group of."""
    command = context.command
    usage = f"{context.command_path} {' '.join(command.collect_usage_pieces(context))}"
    rows = [
        record
        for parameter in command.get_params(context)
        if "--help" not in parameter.opts
        and (record := parameter.get_help_record(context))
        and record[1]
    ]
    text = [f"{'#' * level} {context.command_path}", "", f"    {usage}", ""]
    text += [*(_paragraphs(command.help or "")), ""]
    if rows:
        text += ["| option | what it does |", "| --- | --- |"]
        text += [f"| `{_cell(name)}` | {_cell(meaning)} |" for name, meaning in rows]
        text.append("")
    text += [_section(below, min(level + 1, 4)) for below in _commands_of(context)]
    return "\n".join(text)


def _paragraphs(text: str) -> Iterator[str]:
    """Yield the paragraphs of a help text, each on one line; what follows a page break is not."""
    for number, paragraph in enumerate(text.partition("\f")[0].split("\n\n")):
        if number:
            yield ""
        yield " ".join(paragraph.replace("\b", "").split()).replace("<", "&lt;")


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def is_up_to_date() -> bool:
    """Whether the page says what the commands say."""
    return PAGE.exists() and PAGE.read_text("utf-8") == page()


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the page, or check it."""
    parser = argparse.ArgumentParser(prog="command_page", description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing; 1 if it is old")
    if parser.parse_args(arguments).check:
        return 0 if is_up_to_date() else 1
    PAGE.write_text(page(), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
