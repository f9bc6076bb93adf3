"""`tiltyard pair`: the next round, and why everybody plays whom."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import click

from tiltyard.cli.files import Answer, answer_all
from tiltyard.engine import flow
from tiltyard.engine.tournament import with_salt
from tiltyard.formats.answers import pairings_document

if TYPE_CHECKING:
    from tiltyard.engine.ruleset import Ruleset
    from tiltyard.engine.tournament import Tournament

NOTHING_LEGAL = {"no-legal-pairing": 1, "nothing-to-draw": 1}


@click.command()
@click.argument("files", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="One JSON document for each file.")
@click.option("--seed", help="Draw with this seed instead of the file's.")
@click.option("--salt", help="Draw the round with this salt beside the seed.")
@click.option("--allow-rematch", is_flag=True, help="The fewest repeats where none is impossible.")
def pair(
    files: tuple[str, ...],
    *,
    as_json: bool,
    seed: str | None,
    salt: str | None,
    allow_rematch: bool,
) -> None:
    """Draw the next round of each FILE: Swiss, the cut, or the next elimination round."""

    def answer(tournament: Tournament, document: Ruleset) -> Answer:
        if seed is not None:
            tournament = replace(tournament, seed=seed)
        if salt is not None:
            tournament = with_salt(tournament, salt)
        drawn = flow.pairings(tournament, document, allow_rematch=allow_rematch)

        def draw() -> None:
            from tiltyard.cli.output import draw_pairings

            draw_pairings(tournament, drawn)

        return Answer(pairings_document(drawn, tournament), draw)

    answer_all(files, answer, as_json=as_json, refusal_exits=NOTHING_LEGAL)
