"""`tiltyard check`: every broken rule, by name and place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tiltyard.cli.files import Answer, answer_all
from tiltyard.engine import flow
from tiltyard.formats.answers import findings_document

if TYPE_CHECKING:
    from tiltyard.engine.ruleset import Ruleset
    from tiltyard.engine.tournament import Tournament


@click.command()
@click.argument("files", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="One JSON document for each file.")
def check(files: tuple[str, ...], *, as_json: bool) -> None:
    """Replay each FILE and name every broken rule: exit 0 if clean, 1 with findings."""

    def answer(tournament: Tournament, document: Ruleset) -> Answer:
        found = flow.findings(tournament, document)
        described = findings_document(found, tournament, document)
        broken = any(finding.severity == "error" for finding in found)

        def draw() -> None:
            from tiltyard.cli.output import draw_findings

            draw_findings(tournament, described)

        return Answer(described, draw, int(broken))

    answer_all(files, answer, as_json=as_json)
