"""`tiltyard standings`: who stands where, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tiltyard.cli.files import Answer, answer_all
from tiltyard.engine.options import with_options
from tiltyard.formats.answers import standings_document
from tiltyard.views.standings import standings_of_file

if TYPE_CHECKING:
    from tiltyard.engine.ruleset import Ruleset
    from tiltyard.engine.tournament import Tournament


@click.command()
@click.argument("files", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="One JSON document for each file.")
@click.option("--after", type=click.IntRange(min=0), help="Count only this many closed rounds.")
def standings(files: tuple[str, ...], *, as_json: bool, after: int | None) -> None:
    """Rank the field of each FILE ("-" is standard input)."""

    def answer(tournament: Tournament, document: Ruleset) -> Answer:
        result = standings_of_file(tournament, document, after)

        def draw() -> None:
            from tiltyard.cli.output import draw_standings

            rules = with_options(document, tournament.options)
            draw_standings(tournament, rules, result)

        return Answer(standings_document(result), draw)

    answer_all(files, answer, as_json=as_json)
