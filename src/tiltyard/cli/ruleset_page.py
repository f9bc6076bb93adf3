"""One ruleset for a person: its tables, each line with the clause it rests on."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING

from rich.padding import Padding
from rich.text import Text

from tiltyard.cli.output import console, decided_text, plain_table
from tiltyard.day.plan import value_text
from tiltyard.engine.options import settled
from tiltyard.text.language import ruleset_text
from tiltyard.text.say import say, word

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rich.console import Console
    from rich.table import Table

    from tiltyard.engine.ruleset import (
        Option,
        Outcome,
        PairingSystem,
        RoundLength,
        Ruleset,
        StructureRow,
    )


def draw_ruleset(rules: Ruleset) -> None:
    """Print everything the ruleset says about the day."""
    out = console()
    out.print(Text(f"{rules.title} {rules.version}", style="bold"))
    name = f"{rules.name} ({rules.clause})"
    if rules.effective:
        name = _text("effective", name=rules.name, day=rules.effective, clause=rules.clause)
    out.print(Text(name, style="dim"))
    for note in rules.notes:
        out.print(Text(ruleset_text(note)))
    for title, table in _sections(rules):
        out.print(Text(f"\n{title}", style="bold"))
        out.print(table)
    _draw_options(out, rules)


def _sections(rules: Ruleset) -> Iterator[tuple[str, Table]]:
    yield from _structures(rules)
    yield _text("clock"), _clock(rules)
    yield _text("outcomes"), _outcomes(rules)
    yield _text("points"), _points(rules)
    yield _text("awards"), _awards(rules)
    yield _text("standings"), _standings(rules)
    yield _text("draw"), _draw(rules)
    for kind, draw in rules.draws.items():
        table = plain_table(
            _text("column-from"), _text("column-cards", kind=kind), _text("column-clause")
        )
        for pool in draw.pools:
            table.add_row(str(pool.since), ", ".join(pool.cards), pool.clause)
        yield _text("draw-of-cards", kind=kind), table


def _structures(rules: Ruleset) -> Iterator[tuple[str, Table]]:
    structure = rules.structure
    if structure.kind == "tables":
        yield _text("structure-basic"), _structure_table(structure.basic)
        if structure.advanced:
            yield _text("structure-advanced"), _structure_table(structure.advanced)
    elif structure.kind == "formats":
        table = _table("points>", "one-day>", "two-days>", "minutes>", "board", "clause")
        for row in structure.formats:
            games = [str(number) for number in row.games]
            table.add_row(str(row.points), *games, str(row.minutes), row.board, row.clause)
        yield _text("structure-by-points"), table
    else:
        table = _table("swiss-rounds", "cut", "clause")
        rounds = str(structure.rounds) if structure.rounds else _text("as-announced")
        sizes = _text("none-or", sizes=", ".join(map(str, rules.cut.sizes)))
        table.add_row(rounds, sizes, structure.clause)
        yield _text("structure"), table


def _structure_table(rows: tuple[StructureRow, ...]) -> Table:
    table = _table("players", "swiss-rounds>", "cut", "clause")
    for row in rows:
        players = f"{row.least}+" if row.most is None else f"{row.least}-{row.most}"
        cut = _text("top", cut=row.cut) if row.cut else _text("none")
        table.add_row(players, str(row.rounds), cut, row.clause)
    return table


def _clock(rules: Ruleset) -> Table:
    table = _table("round", "minutes", "clause")
    clock = rules.clock
    for name, length in (
        ("round-swiss", clock.swiss),
        *(
            (("round-elimination", clock.elimination), ("round-final", clock.final))
            if rules.elimination.allowed
            else ()
        ),
    ):
        table.add_row(_text(name), _minutes(rules, length), length.clause)
    called = ruleset_text(clock.time_called)
    table.add_row(_text("time-called"), called, clock.time_called_clause)
    if clock.game_rounds is not None:
        rounds = str(clock.game_rounds)
        table.add_row(_text("game-rounds"), rounds, clock.game_rounds_clause)
    return table


def _minutes(rules: Ruleset, length: RoundLength) -> str:
    if rules.structure.formats:
        return _text("minutes-by-points")
    if length.same_as_elimination:
        length = rules.clock.elimination
    if length.same_as_swiss and not length.minutes:
        return _text("minutes-as-swiss")
    if not length.minutes:
        return _text("untimed")
    plain = ", ".join(str(minute) for minute in length.minutes)
    if not length.adjustable:
        return plain
    return _text("adjustable", minutes=plain, change=length.adjustable)


def _outcomes(rules: Ruleset) -> Table:
    table = _table("end", "winner", "needs", "clause")
    for end, outcome in rules.outcomes.items():
        needs = ", ".join(outcome.needs) or _text("nothing-more")
        table.add_row(end, _winner(outcome), needs, outcome.clause)
    return table


def _winner(outcome: Outcome) -> str:
    words = [_text(f"winner-{outcome.winner}")]
    if outcome.level is not None:
        level = outcome.level
        code = "level-nobody" if level.winner == "nobody" else f"winner-{level.winner}"
        words.append(_text("level", winner=_text(code), clause=level.clause))
    if outcome.full_win is not None:
        lead = outcome.full_win.margin[0]
        words.append(_text("full-win", margin=lead, clause=outcome.full_win.clause))
    if outcome.floor is not None:
        floor = outcome.floor
        words.append(_text("floor", points=floor.tp, margin=floor.mov, clause=floor.clause))
    return "; ".join(words)


def _points(rules: Ruleset) -> Table:
    points = rules.points
    if points.by == "margin":
        table = _table("margin", "winner>", "loser>", "clause")
        for row in points.rows:
            margin = f"{row.least}+" if row.most is None else f"{row.least}-{row.most}"
            table.add_row(margin, str(row.win), str(row.loss), row.clause)
        return table
    table = _table("result", "points>", "clause")
    for pair in points.pairs:
        table.add_row(_text("scale"), "-".join(map(str, pair)), points.pairs_clause)
    table.add_row(_text("win"), str(points.win), points.clause)
    if points.modified_win:
        table.add_row(_text("modified-win"), str(points.modified_win), points.clause)
    table.add_row(_text("drawn"), str(points.draw), points.clause)
    table.add_row(_text("loss"), str(points.loss), points.clause)
    return table


def _awards(rules: Ruleset) -> Table:
    table = _table("entry", "points>", "margin>", "more", "clause")
    for name, award in (("bye", rules.bye.award), ("unpaired-loss", rules.unpaired_loss)):
        more = []
        if award.vp_for or award.vp_against:
            more.append(_text("victory-points", own=award.vp_for, other=award.vp_against))
        if award.leaders:
            more.append(_text("leader-killed"))
        margin = "" if rules.margin.kind == "none" else str(award.mov)
        table.add_row(_text(name), str(award.tp), margin, ", ".join(more), award.clause)
    award_text = _text("as-a", award=word(rules.forfeit.award))
    table.add_row(_text("opponent-absent"), "", "", award_text, rules.forfeit.clause)
    return table


def _standings(rules: Ruleset) -> Table:
    table = plain_table(("", "right"), _text("column-key"), _text("column-clause"))
    for number, entry in enumerate(rules.standings.order, 1):
        words = decided_text(entry.key, _text("own-key"))
        if entry.key == "sos":
            words = _text(f"sos-{rules.sos.formula}")
        if entry.key == "lot" and rules.h2h.before_lot:
            table.add_row("", _text("once-more", key=decided_text("h2h")), rules.h2h.clause)
        table.add_row(str(number), words, entry.clause)
    return table


def _system_words(system: PairingSystem) -> str:
    if system.method == "round_robin":
        return _text("round-robin")
    group = _text("equal-points" if system.group == "tp" else "whole-field")
    return f"{group}, {_text(f'inside-{system.inside}')}"


def _draw(rules: Ruleset) -> Table:
    table = plain_table(_text("column-rule"), "", _text("column-clause"))
    for name, text, clause in (
        *_pairing_rows(rules),
        *_bye_rows(rules),
        *(_bracket_rows(rules) if rules.elimination.allowed else ()),
    ):
        table.add_row(_text(name), text, clause)
    return table


Row = tuple[str, str, str]
"""What a line of a table is about, by its code; what it says; its clause."""


def _pairing_rows(rules: Ruleset) -> Iterator[Row]:
    pairing, rematch = rules.pairing, rules.rematch
    yield "first-round", _text("inside-random"), pairing.first_round_clause
    group = _text("equal-points" if pairing.group == "tp" else "neighbours")
    yield "later-rounds", group, pairing.group_clause
    yield "order-inside", _text(f"inside-{pairing.inside}"), pairing.inside_clause
    for name, system in pairing.systems.items():
        yield "or-instead", f"pairing.system={name}: {_system_words(system)}", system.clause
    yield "no-second-meeting", _text(f"scope-{rematch.scope}"), rematch.clause
    if rematch.except_final:
        yield "final-round", _text("repeats-are-played"), rematch.except_final_clause


def _bye_rows(rules: Ruleset) -> Iterator[Row]:
    yield "bye", _text(f"pick-{rules.bye.pick}"), rules.bye.pick_clause
    if rules.spare.allowed:
        yield "spare", _text("spare-plays"), rules.spare.clause


def _bracket_rows(rules: Ruleset) -> Iterator[Row]:
    bracket = rules.elimination
    yield "cut", _text("top", cut=", ".join(map(str, rules.cut.sizes))), rules.cut.clause
    yield "elimination", _text("first-against-last"), bracket.fold_clause
    yield "draw-in-the-bracket", _text(f"bracket-{bracket.draw}"), bracket.draw_clause


def _draw_options(out: Console, rules: Ruleset) -> None:
    out.print(Text(f"\n{_text('options')}", style="bold"))
    for name, option in sorted(rules.options.items()):
        line = Text(f"\n{name}", style="bold")
        line.append(f" = {value_text(settled(rules, name))}  ({option.clause})", style="not bold")
        out.print(line)
        choices = f" [{', '.join(option.choices)}]" if option.choices else f" [{option.type}]"
        out.print(Padding(Text(f"{ruleset_text(option.help)}{choices}"), (0, 0, 0, 2)))
        out.print(Padding(Text(_freedom(rules, option), style="dim"), (0, 0, 0, 2)))


def _freedom(rules: Ruleset, option: Option) -> str:
    """Return which clause another value bends, and whose decision that is."""
    if option.left_to == "organizer":
        return _text("organizer-decides", clause=option.bends)
    if option.left_to == "event_outline":
        free = _joined("and", (tier.title for tier in rules.tiers if not tier.cards_fixed))
        return _text("outline-decides", tiers=free, clause=option.bends)
    bent = [_text("house-rule", clause=option.bends)]
    if option.readings:
        fine = _joined("or", map(value_text, option.readings))
        bent = [_text("house-rule-except", values=fine, clause=option.bends)]
    if option.left_to == "custom_structure" or option.custom_only:
        bent.append(_text("only-custom"))
    tiers = _joined("and", (tier.title for tier in rules.tiers if tier.no_house_rules))
    if option.left_to == "nobody" and tiers:
        bent.append(_text("not-official", tiers=tiers))
    return " ".join(bent)


def _joined(link: str, names: Iterable[str]) -> str:
    """Return names with "and" or "or" between them."""
    every = list(names)
    if not every:
        return ""
    return reduce(lambda first, second: _text(link, first=first, second=second), every)


def _table(*columns: str) -> Table:
    """Return an empty table by the codes of its columns; numbers are marked with ">"."""
    return plain_table(
        *(
            (_text(f"column-{column.removesuffix('>')}"), "right" if column[-1] == ">" else "left")
            for column in columns
        )
    )


def _text(code: str, **facts: object) -> str:
    return say(f"ruleset-page.{code}", **facts)
