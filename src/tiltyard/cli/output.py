"""Tables for people: aligned, within the width of the terminal, in colour only on one."""

from __future__ import annotations

import os
from fractions import Fraction
from typing import TYPE_CHECKING, Any
from unicodedata import category

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from tiltyard.cli.amounts import counted
from tiltyard.engine.ruleset import ranked_by
from tiltyard.text.reasons import reasons_text, why_text
from tiltyard.text.say import say, sentences, word

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tiltyard.engine.pairing.round import Pairings
    from tiltyard.engine.ruleset import Ruleset
    from tiltyard.engine.standings import Number
    from tiltyard.engine.tournament import Tournament
    from tiltyard.views.standings import StandingsTable

WIDTH = 80
_TURNS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def console(*, stderr: bool = False) -> Console:
    """Return where tables are drawn: 80 columns when it is no terminal."""
    wide = _console(None, stderr=stderr)
    return wide if wide.is_terminal else _console(WIDTH, stderr=stderr)


def _console(width: int | None, *, stderr: bool) -> Console:
    plain = bool(os.environ.get("NO_COLOR"))  # rich would leave bold and dim
    return Console(
        highlight=False,
        markup=False,
        emoji=False,
        width=width,
        stderr=stderr,
        color_system=None if plain else "auto",
    )


def name_text(name: str, style: str = "") -> Text:
    """Return a name as it is written, without what would move the cursor or turn the line."""
    shown = ("\N{REPLACEMENT CHARACTER}" if _moves(other) else other for other in name)
    return Text("".join(shown), style)


def _moves(character: str) -> bool:
    return category(character) in {"Cc", "Zl", "Zp"} or character in _TURNS


def plain_table(*headings: str | tuple[str, str]) -> Table:
    """Return an empty table; a heading with "right" is a column of numbers."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold")
    for heading in headings:
        name, justify = (heading, "left") if isinstance(heading, str) else heading
        table.add_column(name_text(name), justify="right" if justify == "right" else "left")
    return table


def number(value: Number) -> str:
    """Return an exact number for reading: three decimals where it is no whole one."""
    exact = Fraction(value)
    return str(exact) if exact.denominator == 1 else f"{float(exact):.3f}"


def decided_text(key: str, own: str = "") -> str:
    """Return what decided a place in a word or two; an organizer's own key is its name."""
    code = f"decided-{key}"
    return say(f"terminal.{code}") if code in sentences("terminal") else own or key


def _heading(key: str) -> str:
    """Return the short name of a key above its column; others are called by themselves."""
    code = f"key-{key}"
    return say(f"terminal.{code}") if code in sentences("terminal") else key


def draw_standings(tournament: Tournament, rules: Ruleset, standings: StandingsTable) -> None:
    """Draw the order of the field with every key and what decided each row."""
    keys = tuple(standings.rows[0].keys) if standings.rows else ()
    out = console()
    title = tournament.name or say("terminal.standings")
    when = _when(tournament, standings)
    out.print(name_text(f"{title}: {when}"), style="bold")
    out.print(Text(f"{rules.title} {rules.version}", style="dim"))
    columns = [(_heading(key), "right") for key in keys]
    decided = say("terminal.column-decided-by")
    table = plain_table(("#", "right"), say("terminal.column-player"), *columns, decided, "")
    for row in standings.rows:
        status = "" if row.status == "active" else word(row.status)
        table.add_row(
            "-" if row.rank is None else str(row.rank),
            name_text(row.name),
            *(number(value) for value in row.keys.values()),
            name_text(decided_text(row.decided_by or "")),
            status,
        )
    out.print(table)
    out.print(name_text(say("terminal.ranked-by", keys=", ".join(_order(rules)))), style="dim")


def _order(rules: Ruleset) -> Iterator[str]:
    for name, clause in ranked_by(rules):
        yield f"{decided_text(name)} ({clause})"


def _when(tournament: Tournament, standings: StandingsTable) -> str:
    """Say which moment standings show."""
    stages = tournament.stages[: standings.stage]
    bracket = bool(stages) and stages[-1].kind == "elimination" and stages[-1].seeds is not None
    if not standings.after_round:
        after_cut = bracket and len(stages) > 1
        return say("terminal.after-the-cut" if after_cut else "terminal.before-round-1")
    code = "terminal.elimination-after-round" if bracket else "terminal.after-round"
    return say(code, round=standings.after_round)


def draw_findings(tournament: Tournament, document: dict[str, Any]) -> None:
    """Draw what a check found, or the certificate that it found nothing."""
    out = console()
    name = tournament.name or say("terminal.the-file")
    findings: Sequence[dict[str, Any]] = document["findings"]
    errors = sum(1 for finding in findings if finding["severity"] == "error")
    if not errors:
        out.print(name_text(say("terminal.no-broken-rule", name=name)), style="green")
    certified = document.get("certificate")
    if certified is not None:
        out.print(Text(_checked_text(certified), style="dim"))
        out.print(Text(say("terminal.digest", digest=certified["digest"]), style="dim"))
    if errors:
        others = len(findings) - errors
        text = say("terminal.broken", name=name, errors=errors, others=others)
        out.print(name_text(text), style="bold")
    colours = {"error": "red", "warning": "yellow", "notice": "cyan"}
    for finding in findings:
        severity = say(f"terminal.severity-{finding['severity']}")
        line = Text().append(f"{severity:<8}", style=colours[finding["severity"]])
        line.append_text(name_text(finding["text"]))
        line.append(f"  [{finding['clause']}] {finding['where']}", style="dim")
        out.print(line)


def _checked_text(certified: dict[str, Any]) -> str:
    """Return what a certificate covers, and by what it was checked."""
    return say(
        "terminal.checked",
        rounds=counted(certified["rounds"], "round"),
        matches=counted(certified["matches"], "match"),
        ruleset=certified["ruleset"],
        engine=certified["engine"],
    )


def draw_pairings(tournament: Tournament, drawn: Pairings) -> None:
    """Draw a round by tables, the reasons under each pair."""
    out = console()
    names: dict[str, str] = {player.id: player.name for player in tournament.players}
    title = tournament.name or say("terminal.pairings")
    out.print(name_text(f"{title}: {_which(drawn)}"), style="bold")
    for kind, card in drawn.draws.items():
        out.print(Text(f"{kind}: {card}"))
    for warning in drawn.warnings:
        text = why_text(warning, names, "warnings")
        line = say("terminal.warning", text=text, clause=warning.clause)
        out.print(name_text(line), style="yellow")
    columns = say("terminal.column-players"), say("terminal.column-why")
    table = plain_table((_seat_heading(drawn), "right"), *columns)
    for match in drawn.matches:
        seat = match.game if match.table is None else match.table
        pair = " v ".join(names[player] for player in match.players)
        pair += f"  ({word('bye')})" if match.kind == "bye" else ""
        why = reasons_text(match.why, names)
        seat_text = "" if seat is None else str(seat)
        table.add_row(seat_text, name_text(pair), name_text(why, "dim"))
    out.print(table)


def _which(drawn: Pairings) -> str:
    """Return which round was drawn, in the words of the whole day."""
    if any(match.game is not None for match in drawn.matches):
        return say("terminal.elimination-round", round=drawn.round)
    if drawn.stage == 1:
        return say("terminal.round", round=drawn.round)
    return say("terminal.round-of-stage", round=drawn.round, stage=drawn.stage)


def _seat_heading(drawn: Pairings) -> str:
    return seat_heading([(match.table, match.game) for match in drawn.matches])


def seat_heading(seats: Sequence[tuple[int | None, int | None]]) -> str:
    """Return what games are found by: their tables, or their numbers in the bracket."""
    tables = any(table is not None for table, _ in seats)
    by_game = not tables and any(game is not None for _, game in seats)
    return say("terminal.column-game" if by_game else "terminal.column-table")
