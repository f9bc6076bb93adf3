"""Slips for a game of the day: legal ones mostly, the same again, others, and nonsense."""

from __future__ import annotations

from dataclasses import replace

from tiltyard.day.plan import length_of
from tiltyard.day.roles import leaders
from tiltyard.engine.errors import Refused
from tiltyard.engine.scoring import Setting, fields_of, own_numbers
from tiltyard.engine.slip import Slip
from tiltyard.service.simulated_slips import completed, random_slip, table_of


def setting_of(day, game):
    """Where the game is played."""
    home = day.event.round(game.id.rpartition(".")[0])
    if home.kind == "elimination":
        return Setting("elimination", home.number)
    return Setting("swiss", home.number)


def legal_slip(day, game):
    """A slip this game may have."""
    setting = setting_of(day, game)
    totals = [day.event.entrants[one].total for one in game.players]
    first, second = (*totals, None)[:2]
    home = day.event.round(game.id.rpartition(".")[0])
    timed = length_of(day.event, day.rules, home).minutes is not None
    table = table_of(day.rules, setting, (first, second), timed=timed)
    report = random_slip(table, day.chance)
    outcome = day.rules.outcomes[report.end]
    if "initiative" in fields_of(day.rules, setting.stage, outcome).needs:
        report = replace(report, initiative=day.chance.randrange(2))
    if game.first_player is not None and report.initiative is not None:
        report = replace(report, initiative=game.players.index(game.first_player))
    numbers = own_numbers(day.rules, outcome)
    report = replace(report, extra={name: (day.chance.randrange(3), 0) for name in numbers})
    if report.witness is not None:
        able = [one for one in leaders(day.event, day.rules) if one not in game.players]
        report = replace(report, witness=able[0] if able else None)
    return report


def slip_for(day, game):
    """Legal, or what was said of this game before, or nonsense."""
    dice = day.chance.random()
    if dice < 0.06:
        return any_slip(day)
    said = [one.slip for one in game.filed] + [game.slip] * (game.slip is not None)
    if said and dice < 0.5:
        return day.chance.choice(said)
    return legal_slip(day, game)


def any_slip(day):
    """A slip as a phone with a fault would send it."""
    chance = day.chance
    return Slip(
        chance.choice(("time", "destroyed", "concession", "mutual", "intentional_draw", "rounds")),
        chance.choice((None, (1, 2), (-1, 5), (10**7, 0), (0, 0))),
        objectives=chance.choice(((0, 0), (-5, 0))),
        survivor=chance.choice((None, 0, 2)),
        conceded=chance.choice((None, 1, 7)),
        initiative=chance.choice((None, 0, 3)),
        flurry=chance.choice(((), ((1, 1),), ((-1, 2),))),
        witness=chance.choice((None, "Nobody")),
        extra=chance.choice(({}, {"painting": (1, 2)})),
    )


def concession_of(day, player):
    """The slip of a player who leaves a running game, if there is one."""
    game = day.event.game_of(player)
    if game is None or not game.is_open or day.chance.random() < 0.1:
        return None
    setting = setting_of(day, game)
    table = table_of(day.rules, setting, (None, None))
    needs = day.rules.outcomes["concession"].needs
    leads = (False, False) if "leaders" in needs else None
    report = Slip("concession", (3, 1), conceded=game.players.index(player), leaders=leads)
    try:
        return completed(table, report, day.chance)
    except Refused:
        return report
