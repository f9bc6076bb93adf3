"""`tiltyard what-if`: the standings with other results; nothing is written."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tiltyard.cli.files import Answer, answer_all
from tiltyard.engine.what_if import supposed_of
from tiltyard.formats.answers import what_if_document
from tiltyard.text.standings import key_text
from tiltyard.text.what_if import changes_in_words
from tiltyard.views.what_if import what_if as what_if_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tiltyard.engine.ruleset import Ruleset
    from tiltyard.engine.tournament import PersonId, Tournament
    from tiltyard.views.what_if import WhatIf


@click.command("what-if")
@click.argument("file")
@click.argument("results", nargs=-1, required=True, metavar="ROUND.GAME=80-60...")
@click.option("--json", "as_json", is_flag=True, help="As a JSON document.")
def what_if(file: str, results: tuple[str, ...], *, as_json: bool) -> None:
    """Rank the field of FILE with other results: "3.2=80-60" is the second game of round 3."""

    def answer(tournament: Tournament, document: Ruleset) -> Answer:
        found = what_if_of(tournament, document, [supposed_of(result) for result in results])
        names: dict[PersonId, str] = {
            player.id: player.name or player.id for player in tournament.players
        }

        def draw() -> None:
            for line in what_if_lines(found, names):
                click.echo(line)

        return Answer(what_if_document(found), draw)

    answer_all((file,), answer, as_json=as_json)


def what_if_lines(found: WhatIf, names: Mapping[PersonId, str]) -> Iterator[str]:
    """Yield what changes, then the order."""
    yield from changes_in_words(found, names)
    for row in found.rows:
        moved = f" ({row.before})" if row.before != row.after else ""
        keys = "  ".join(f"{name} {key_text(value)}" for name, value in row.keys.items())
        yield f"{row.after or '-':>4}{moved:<7} {names.get(row.player, row.player):24} {keys}"
        if row.last_in:
            yield f"{'-' * 12}"
