"""One ruleset for a person: its tables, each line with the clause it rests on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.padding import Padding
from rich.text import Text

from tiltyard.cli.output import DECIDED, console, plain_table
from tiltyard.day.plan import value_text
from tiltyard.engine.options import settled

if TYPE_CHECKING:
    from collections.abc import Iterator

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

WINNERS = {
    "survivor": "the side that still has forces",
    "higher_score": "the higher score",
    "opponent_of_conceder": "the opponent",
    "without_initiative": "the player without initiative",
    "with_initiative": "the player earlier in initiative order",
    "flurry": "the Final Flurry",
    "nobody": "nobody: a draw",
}
SCOPES = {
    "stage": "within a stage",
    "swiss": "in all Swiss rounds",
    "event": "in the whole event",
}


def draw_ruleset(rules: Ruleset) -> None:
    """Print everything the ruleset says about the day."""
    out = console()
    out.print(Text(f"{rules.title} {rules.version}", style="bold"))
    effective = f", effective {rules.effective}" if rules.effective else ""
    out.print(Text(f"{rules.name}{effective} ({rules.clause})", style="dim"))
    for note in rules.notes:
        out.print(Text(note))
    for title, table in _sections(rules):
        out.print(Text(f"\n{title}", style="bold"))
        out.print(table)
    _draw_options(out, rules)


def _sections(rules: Ruleset) -> Iterator[tuple[str, Table]]:
    yield from _structures(rules)
    yield "Clock", _clock(rules)
    yield "How a game ends", _outcomes(rules)
    yield "Tournament points", _points(rules)
    yield "Awards without a game", _awards(rules)
    yield "Standings", _standings(rules)
    yield "Pairing, byes, cut, elimination", _draw(rules)
    for kind, draw in rules.draws.items():
        table = plain_table("from", f"{kind} cards", "clause")
        for pool in draw.pools:
            table.add_row(str(pool.since), ", ".join(pool.cards), pool.clause)
        yield f"Draw of a {kind} for each round", table


def _structures(rules: Ruleset) -> Iterator[tuple[str, Table]]:
    structure = rules.structure
    if structure.kind == "tables":
        yield "Structure: basic", _structure_table(structure.basic)
        if structure.advanced:
            yield "Structure: advanced", _structure_table(structure.advanced)
    elif structure.kind == "formats":
        table = plain_table(
            ("points", "right"),
            ("games, 1 day", "right"),
            ("2 days", "right"),
            ("minutes", "right"),
            "board",
            "clause",
        )
        for row in structure.formats:
            games = [str(number) for number in row.games]
            table.add_row(str(row.points), *games, str(row.minutes), row.board, row.clause)
        yield "Structure by points limit", table
    else:
        table = plain_table("Swiss rounds", "cut", "clause")
        rounds = str(structure.rounds) if structure.rounds else "as the organizer announces"
        sizes = "none or " + ", ".join(str(size) for size in rules.cut.sizes)
        table.add_row(rounds, sizes, structure.clause)
        yield "Structure", table


def _structure_table(rows: tuple[StructureRow, ...]) -> Table:
    table = plain_table("players", ("Swiss rounds", "right"), "cut", "clause")
    for row in rows:
        players = f"{row.least}+" if row.most is None else f"{row.least}-{row.most}"
        table.add_row(players, str(row.rounds), f"top {row.cut}" if row.cut else "none", row.clause)
    return table


def _clock(rules: Ruleset) -> Table:
    table = plain_table("round", "minutes", "clause")
    clock = rules.clock
    for name, length in (
        ("Swiss", clock.swiss),
        *(
            (("elimination", clock.elimination), ("final", clock.final))
            if rules.elimination.allowed
            else ()
        ),
    ):
        table.add_row(name, _minutes(rules, length), length.clause)
    table.add_row("when time is called", clock.time_called, clock.time_called_clause)
    if clock.game_rounds is not None:
        table.add_row("game rounds", str(clock.game_rounds), clock.game_rounds_clause)
    return table


def _minutes(rules: Ruleset, length: RoundLength) -> str:
    if rules.structure.formats:
        return "by points limit, as above"
    if length.same_as_elimination:
        length = rules.clock.elimination
    if length.same_as_swiss and not length.minutes:
        return "as the Swiss rounds"
    if not length.minutes:
        return "untimed"
    plain = ", ".join(str(one) for one in length.minutes)
    return f"{plain} (each +/- {length.adjustable})" if length.adjustable else plain


def _outcomes(rules: Ruleset) -> Table:
    table = plain_table("end", "winner", "the slip needs", "clause")
    for end, outcome in rules.outcomes.items():
        table.add_row(
            end, _winner(outcome), ", ".join(outcome.needs) or "nothing more", outcome.clause
        )
    return table


def _winner(outcome: Outcome) -> str:
    words = WINNERS[outcome.winner]
    if outcome.level is not None:
        winner = WINNERS[outcome.level.winner].removeprefix("nobody: ")
        words += f"; level: {winner} ({outcome.level.clause})"
    if outcome.full_win is not None:
        words += (
            f"; a lead of {outcome.full_win.margin[0]} is a full win ({outcome.full_win.clause})"
        )
    if outcome.floor is not None:
        floor = outcome.floor
        words += f"; at least {floor.tp} points and margin {floor.mov} ({floor.clause})"
    return words


def _points(rules: Ruleset) -> Table:
    points = rules.points
    if points.by == "margin":
        table = plain_table("margin", ("winner", "right"), ("loser", "right"), "clause")
        for row in points.rows:
            margin = f"{row.least}+" if row.most is None else f"{row.least}-{row.most}"
            table.add_row(margin, str(row.win), str(row.loss), row.clause)
        return table
    table = plain_table("result", ("points", "right"), "clause")
    table.add_row("win", str(points.win), points.clause)
    if points.modified_win:
        table.add_row("modified win", str(points.modified_win), points.clause)
    table.add_row("draw", str(points.draw), points.clause)
    table.add_row("loss", str(points.loss), points.clause)
    return table


def _awards(rules: Ruleset) -> Table:
    table = plain_table("entry", ("points", "right"), ("margin", "right"), "more", "clause")
    for name, award in (("bye", rules.bye.award), ("unpaired loss", rules.unpaired_loss)):
        more = []
        if award.vp_for or award.vp_against:
            more.append(f"victory points {award.vp_for}-{award.vp_against}")
        if award.leaders:
            more.append("enemy leader killed")
        margin = "" if rules.margin.kind == "none" else str(award.mov)
        table.add_row(name, str(award.tp), margin, ", ".join(more), award.clause)
    table.add_row("opponent absent", "", "", f"as a {rules.forfeit.award}", rules.forfeit.clause)
    return table


def _standings(rules: Ruleset) -> Table:
    table = plain_table(("", "right"), "key", "clause")
    for number, entry in enumerate(rules.standings.order, 1):
        words = DECIDED.get(entry.key, "the organizer's own")
        if entry.key == "sos":
            formula = {
                "mean": "mean of the opponents' points per round",
                "sum": "sum of the opponents' points",
            }[rules.sos.formula]
            words = f"strength of schedule: {formula}"
        if entry.key == "lot" and rules.h2h.before_lot:
            table.add_row("", f"{DECIDED['h2h']} once more", rules.h2h.clause)
        table.add_row(str(number), words, entry.clause)
    return table


def _system_words(system: PairingSystem) -> str:
    if system.method == "round_robin":
        return "everybody meets everybody once"
    order = {"random": "by lot", "standings": "by standings", "sos": "by strength of schedule"}
    group = "players of equal points" if system.group == "tp" else "the whole field"
    return f"{group}, {order[system.inside]}"


def _draw(rules: Ruleset) -> Table:
    table = plain_table("rule", "", "clause")
    pairing, bye, cut = rules.pairing, rules.bye, rules.cut
    order = {"random": "by lot", "standings": "by standings", "sos": "by strength of schedule"}
    table.add_row("first round", "by lot", pairing.first_round_clause)
    group = "players of equal points" if pairing.group == "tp" else "neighbours in the standings"
    table.add_row("later rounds", group, pairing.group_clause)
    table.add_row("order inside", order[pairing.inside], pairing.inside_clause)
    for name, system in pairing.systems.items():
        words = f"pairing.system={name}: {_system_words(system)}"
        table.add_row("or instead", words, system.clause)
    table.add_row("no second meeting", SCOPES[rules.rematch.scope], rules.rematch.clause)
    if rules.rematch.except_final:
        table.add_row("final round", "repeats are played", rules.rematch.except_final_clause)
    pick = {
        "lowest_standing": "the lowest in the standings without one",
        "random_in_lowest_group": "by lot among the lowest points without one",
    }[bye.pick]
    table.add_row("bye", pick, bye.pick_clause)
    if rules.spare.allowed:
        table.add_row("Spare Player", "plays instead of a bye", rules.spare.clause)
    if rules.elimination.allowed:
        table.add_row("cut", "top " + ", ".join(str(size) for size in cut.sizes), cut.clause)
        table.add_row("elimination", "first against last", rules.elimination.fold_clause)
        draws = {
            "impossible": "cannot happen",
            "initiative": "the player with initiative goes on",
            "higher_seed": "the higher seed goes on",
        }[rules.elimination.draw]
        table.add_row("draw in the bracket", draws, rules.elimination.draw_clause)
    return table


def _draw_options(out: Console, rules: Ruleset) -> None:
    out.print(Text("\nOrganizer options", style="bold"))
    for name, option in sorted(rules.options.items()):
        line = Text(f"\n{name}", style="bold")
        line.append(f" = {value_text(settled(rules, name))}  ({option.clause})", style="not bold")
        out.print(line)
        choices = f" [{', '.join(option.choices)}]" if option.choices else f" [{option.type}]"
        out.print(Padding(Text(f"{option.help}{choices}"), (0, 0, 0, 2)))
        out.print(Padding(Text(_freedom(rules, option), style="dim"), (0, 0, 0, 2)))


def _freedom(rules: Ruleset, option: Option) -> str:
    """Return which clause another value bends, and whose decision that is."""
    if option.left_to == "organizer":
        return f"The organizer decides ({option.bends})."
    if option.left_to == "event_outline":
        free = " and ".join(tier.title for tier in rules.tiers if not tier.cards_fixed)
        return f"An Event Outline decides, or the organizer of {free} events ({option.bends})."
    bent = f"Anything else is a house rule: it bends {option.bends}."
    if option.readings:
        fine = " or ".join(value_text(reading) for reading in option.readings)
        bent = f"Anything else than {fine} is a house rule: it bends {option.bends}."
    if option.left_to == "custom_structure" or option.custom_only:
        bent += " Only a custom structure may have it."
    tiers = " and ".join(tier.title for tier in rules.tiers if tier.no_house_rules)
    if option.left_to == "nobody" and tiers:
        bent += f" Official {tiers} events may not have it."
    return bent
