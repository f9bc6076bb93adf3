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
from tiltyard.text.say import say, word

if TYPE_CHECKING:
    from tiltyard.service.verifying import Explained, Trouble, Verdict, Verified


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

    click.echo(say("terminal.verify-tournament-files"), err=True)
    callback = check.callback
    assert callback is not None
    try:
        callback(tuple(files), as_json=as_json)
    except SystemExit as ended:
        sys.exit(max(worst, int(ended.code or 0)))


def _tell(target: str, found: Verified) -> None:
    if found.damage:
        click.echo(say("terminal.verify-damaged", target=target))
        click.echo(f"  {refusal_text(found.damage)}")
        return
    for verdict in found.verdicts:
        for line in _lines(target, found.kind, verdict):
            click.echo(_visible(line))


def _lines(target: str, kind: str, verdict: Verdict) -> list[str]:
    where = verdict.event if kind == "event" else f"{target} ({kind}): {verdict.event}"
    chain = say(
        "terminal.verify-chain-whole",
        facts=counted(verdict.facts, "fact"),
        head=verdict.head.hex(),
    )
    lines = [
        f"{where}: {_summary(verdict)}",
        f"  {verdict.name}, {word(verdict.phase)}",
        _row("chain", chain),
        _row("commitment", verdict.commitment),
        f"{'':13}{say(f'terminal.verify-seed-{verdict.seed}')}",
        _row("draws", _done_again(verdict)),
    ]
    lines += [
        f"  {say('terminal.verify-needs-seed', what=_unchecked_text(what))}"
        for what in verdict.unchecked
    ]
    if verdict.unread:
        acts = counted(verdict.unread, "act")
        lines.append(_row("forgotten", say("terminal.verify-unread", acts=acts)))
    for change in verdict.discarded:
        round_ = say("terminal.verify-discarded-round", explained=_said(change))
        lines.append(_row("discarded", round_))
    lines += [_row("by-hand", _said(change)) for change in verdict.overrides]
    if verdict.earlier:
        lines.append(f"  {say('terminal.verify-earlier', engine=verdict.engine)}")
    lines += [_trouble_line(trouble) for trouble in (*verdict.earlier, *verdict.troubles)]
    return lines


def _row(label: str, text: str) -> str:
    """Return a line of the report, its text under that of the others."""
    return f"  {say(f'terminal.verify-{label}'):<10} {text}"


def _summary(verdict: Verdict) -> str:
    if verdict.is_clean:
        return say("terminal.verify-clean")
    return counted(len(verdict.troubles), "finding").upper()


def _done_again(verdict: Verdict) -> str:
    """Return how much was drawn, cut and decided again."""
    parts = [say("terminal.verify-draws-again", draws=counted(verdict.draws, "draw"))]
    if verdict.salted:
        parts.append(say("terminal.verify-salted", num=verdict.salted))
    if verdict.imported:
        rounds = counted(verdict.imported, "imported-round")
        parts.append(say("terminal.verify-imported", rounds=rounds))
    parts += [counted(verdict.cuts, "cut"), say("terminal.verify-acts", num=verdict.acts)]
    return ", ".join(parts)


def _trouble_line(trouble: Trouble) -> str:
    text = trouble.text
    if trouble.number:
        text = say("terminal.verify-fact", number=trouble.number, text=text)
    return f"  {trouble.code:10} {text}"


def _said(explained: Explained) -> str:
    return say(
        "terminal.verify-explained",
        where=explained.where,
        reason=_reason(explained),
        by=explained.by,
    )


def _reason(explained: Explained) -> str:
    return explained.reason or say("terminal.verify-no-reason")


def _visible(line: str) -> str:
    return "".join(char if char.isprintable() else "\ufffd" for char in line)


def _document(target: str, found: Verified) -> dict[str, Any]:
    return {
        "format": "tiltyard/verification/1",
        "target": target,
        "kind": found.kind,
        "clean": found.is_clean,
        "damage": refusal_text(found.damage) if found.damage else None,
        "logs": [_verdict(verdict) for verdict in found.verdicts],
    }


def _unchecked_text(code: str) -> str:
    """Return what could not be looked at without the seed."""
    return say(f"verification.needs-seed-{code}")


def _verdict(verdict: Verdict) -> dict[str, Any]:
    def explained(many: list[Explained]) -> list[dict[str, str]]:
        return [
            {"where": change.where, "by": change.by, "reason": _reason(change)} for change in many
        ]

    return {
        "event": verdict.event,
        "name": verdict.name,
        "phase": verdict.phase,
        "facts": verdict.facts,
        "head": verdict.head.hex(),
        "commitment": verdict.commitment,
        "seed": verdict.seed,
        "draws": verdict.draws,
        "salted": verdict.salted,
        "imported_rounds": verdict.imported,
        "cuts": verdict.cuts,
        "acts": verdict.acts,
        "unread_acts": verdict.unread,
        "unchecked": list(map(_unchecked_text, verdict.unchecked)),
        "discarded": explained(verdict.discarded),
        "overrides": explained(verdict.overrides),
        "engine": verdict.engine,
        "decided_by_earlier_rules": [
            {"code": change.code, "fact": change.number, "text": change.text}
            for change in verdict.earlier
        ],
        "findings": [
            {"code": change.code, "fact": change.number, "text": change.text}
            for change in verdict.troubles
        ],
    }
