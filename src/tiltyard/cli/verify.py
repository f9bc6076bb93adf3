"""`tiltyard verify`: a log looked at again, with a short report for people."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import click

from tiltyard.cli import own_rulesets
from tiltyard.cli.amounts import counted
from tiltyard.cli.files import BAD_INPUT
from tiltyard.cli.store_option import opened_for_reading, store_option
from tiltyard.engine.errors import TiltyardError
from tiltyard.formats.answers import error_document, error_line
from tiltyard.text.refusals import refusal_text

if TYPE_CHECKING:
    from tiltyard.service.verifying import Explained, Verdict, Verified

_SEED = {
    "matches": "the seed matches it",
    "differs": "THE SEED DOES NOT MATCH IT",
    "withheld": "the seed is withheld until the event is finished",
}


@click.command()
@click.argument("targets", nargs=-1, required=True, metavar="FILE-OR-EVENT...")
@click.option("--seed", help="The seed that a log without seed withheld, once it is public.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document for each.")
@store_option
def verify(targets: tuple[str, ...], seed: str | None, store: str | None, *, as_json: bool) -> None:
    """Look at a log again: its chain, its seed, every draw and cut, and everybody's rights.

    A log file, a store file, a folder of logs or an event of the store. A tournament file is
    checked as `tiltyard check` does. Exit 0 if clean, 1 with findings, 2 if unreadable.
    """
    from tiltyard.rulesets.loader import load
    from tiltyard.service.verifying import is_tournament_file, verify_target

    folder = own_rulesets()
    worst = 0
    files = [target for target in targets if is_tournament_file(target)]
    for target in targets:
        if target in files:
            continue
        try:
            found = verify_target(
                target, lambda: opened_for_reading(store), lambda name: load(name, folder), seed
            )
        except TiltyardError as error:
            worst = BAD_INPUT
            click.echo(error_line(error, target), err=True)
            if as_json:
                click.echo(json.dumps(error_document(error), ensure_ascii=False))
            continue
        worst = max(worst, 0 if found.is_clean else 1)
        if as_json:
            click.echo(json.dumps(_document(target, found), ensure_ascii=False))
        else:
            _tell(target, found)
    if files:
        _check(files, worst, as_json=as_json)
    if worst:
        sys.exit(worst)


def _check(files: list[str], worst: int, *, as_json: bool) -> None:
    """Check tournament files as `tiltyard check` does, and say so."""
    from tiltyard.cli.check import check

    click.echo("tournament files hold no log: checked as `tiltyard check` does", err=True)
    callback = check.callback
    assert callback is not None
    try:
        callback(tuple(files), as_json=as_json)
    except SystemExit as ended:
        sys.exit(max(worst, int(ended.code or 0)))


def _tell(target: str, found: Verified) -> None:
    if found.damage:
        click.echo(f"{target}: DAMAGED\n  {refusal_text(found.damage)}")
        return
    for one in found.verdicts:
        for line in _lines(target, found.kind, one):
            click.echo(_visible(line))


def _lines(target: str, kind: str, one: Verdict) -> list[str]:
    verdict = "clean" if one.is_clean else counted(len(one.troubles), "finding").upper()
    where = one.event if kind == "event" else f"{target} ({kind}): {one.event}"
    draws = f"{counted(one.draws, 'draw')} done again"
    if one.salted:
        draws += f", {one.salted} with a salt"
    if one.imported:
        draws += f", {counted(one.imported, 'imported round')} checked as a file"
    acts = f"{counted(one.acts, 'act')} with {'its' if one.acts == 1 else 'their'} rights"
    lines = [
        f"{where}: {verdict}",
        f"  {one.name}, {one.phase.replace('_', ' ')}",
        f"  chain      whole, {counted(one.facts, 'fact')}, head {one.head.hex()}",
        f"  commitment {one.commitment}",
        f"             {_SEED[one.seed]}",
        f"  draws      {draws}, {counted(one.cuts, 'cut')}, {acts}",
    ]
    lines += [f"  not looked at without the seed: {what}" for what in one.unchecked]
    if one.unread:
        lines.append(
            f"  forgotten  {counted(one.unread, 'act')} not decided again: texts about people in"
            " them can no longer be read"
        )
    lines += [f"  discarded  round {_said(two)}" for two in one.discarded]
    lines += [f"  by hand    {_said(two)}" for two in one.overrides]
    if one.earlier:
        lines.append(f"  decided by {one.engine}; today it would be decided otherwise:")
    for trouble in (*one.earlier, *one.troubles):
        place = f"fact {trouble.number}: " if trouble.number else ""
        lines.append(f"  {trouble.code:10} {place}{trouble.text}")
    return lines


def _said(one: Explained) -> str:
    return f"{one.where}: {one.reason} (by {one.by})"


def _visible(line: str) -> str:
    return "".join(char if char.isprintable() else "\ufffd" for char in line)


def _document(target: str, found: Verified) -> dict[str, Any]:
    return {
        "format": "tiltyard/verification/1",
        "target": target,
        "kind": found.kind,
        "clean": found.is_clean,
        "damage": refusal_text(found.damage) if found.damage else None,
        "logs": [_verdict(one) for one in found.verdicts],
    }


def _verdict(one: Verdict) -> dict[str, Any]:
    def explained(many: list[Explained]) -> list[dict[str, str]]:
        return [{"where": two.where, "by": two.by, "reason": two.reason} for two in many]

    return {
        "event": one.event,
        "name": one.name,
        "phase": one.phase,
        "facts": one.facts,
        "head": one.head.hex(),
        "commitment": one.commitment,
        "seed": one.seed,
        "draws": one.draws,
        "salted": one.salted,
        "imported_rounds": one.imported,
        "cuts": one.cuts,
        "acts": one.acts,
        "unread_acts": one.unread,
        "unchecked": list(one.unchecked),
        "discarded": explained(one.discarded),
        "overrides": explained(one.overrides),
        "engine": one.engine,
        "decided_by_earlier_rules": [
            {"code": two.code, "fact": two.number, "text": two.text} for two in one.earlier
        ],
        "findings": [
            {"code": two.code, "fact": two.number, "text": two.text} for two in one.troubles
        ],
    }
