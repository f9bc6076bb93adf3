"""`tiltyard clinch`: who is safe, who is out, and what the others need."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from tiltyard.cli.files import Answer, answer_all
from tiltyard.engine.clinch.lines import Line, lines_of
from tiltyard.engine.clinch.lines import clinch as verdicts_of
from tiltyard.engine.options import with_options
from tiltyard.formats.answers import clinch_document
from tiltyard.text.clinch import draw_text, line_title, need_text, state_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from tiltyard.engine.clinch.lines import Verdict
    from tiltyard.engine.ruleset import Ruleset
    from tiltyard.engine.tournament import Tournament


@click.command()
@click.argument("files", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="One JSON document for each file.")
@click.option(
    "--places", type=click.IntRange(min=1), multiple=True, help="A place to reach; repeatable."
)
def clinch(files: tuple[str, ...], *, as_json: bool, places: tuple[int, ...]) -> None:
    """Say of each FILE ("-" is standard input) who is safe and who is out before it is over."""

    def answer(tournament: Tournament, document: Ruleset) -> Answer:
        rules = with_options(document, tournament.options)
        lines = tuple(Line("place", number) for number in places) or lines_of(tournament, rules)
        found = verdicts_of(tournament, rules, lines)
        names = {player.id: player.name or player.id for player in tournament.players}

        def draw() -> None:
            for row in verdict_lines(found, names):
                click.echo(row)

        return Answer(clinch_document(tournament.ruleset, found), draw)

    answer_all(files, answer, as_json=as_json)


def verdict_lines(found: Iterable[Verdict], names: Mapping[Any, str]) -> Iterator[str]:
    """Yield a line for each verdict: the player, the line, the state and what is needed."""
    rows = [
        (
            names.get(verdict.player, verdict.player),
            line_title(verdict.line),
            state_text(verdict),
            " ".join(part for part in (need_text(verdict), draw_text(verdict)) if part),
        )
        for verdict in found
    ]
    widths = [max((len(row[place]) for row in rows), default=0) for place in range(3)]
    for *cells, needs in rows:
        padded = (cell.ljust(width) for cell, width in zip(cells, widths, strict=True))
        yield f"{'  '.join(padded)}  {needs}".rstrip()
