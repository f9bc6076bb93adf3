"""What people do about their lists: hand them in, look at them, ask, and begin a game."""

from __future__ import annotations

from datetime import date, timedelta

from tests.day.army_lists import clean_list
from tests.stateful.moves import REASON, a_player, of_a_game
from tiltyard.day.lists import (
    AmendList,
    ApproveCleanLists,
    ApproveList,
    CountTerrain,
    DecideConversion,
    DrawMats,
    LabelTerrain,
    ReceiveListsOnPaper,
    RecordFirstPlayer,
    RequestConversion,
    ReturnList,
    RuleOnProduct,
    SaveList,
    SetListDeadline,
    SubmitList,
    TossCoin,
    WaiveList,
)
from tiltyard.engine.rosters.list_reading import digest

NAMES = ("Rune Golem", "Oathsworn", "Reanimates", "Ardus Ix'Erebus", "Blight", "Kari Wraithstalker")
NONSENSE = (
    "",
    " \n\t",
    "\u0000",
    "{",
    '{"pilots": 7}',
    '{"faction": "rebel", "pilots": [{"id": "redsquadronpilot", "ship": "xwing", "points": 23}]}',
    "a;b;c\n1;2;3",
    "total: many",
    "(((((",
    "Regiment 9\n- nobody",
    "Squad 1\n" * 30,
    "9" * 400,
)


def _text(day):
    """A list somebody typed, or something that is none."""
    chance = day.chance
    if chance.random() < 0.2:
        return chance.choice(NONSENSE)
    if chance.random() < 0.4:
        return clean_list(day.ruleset, chance.choice((None, None, 40, 41, 250)))
    lines = []
    if chance.random() < 0.5:
        lines.append(f"Faction: {chance.choice((*day.rules.lists.factions, 'The Sea', ''))}")
    for _ in range(chance.randint(0, 6)):
        if chance.random() < 0.3 and day.rules.lists.sections:
            lines.append(f"{chance.choice(day.rules.lists.sections).title}:")
        points = f" ({chance.choice((0, 8, 20, 55, 120))})" if chance.random() < 0.8 else ""
        lines.append(f"{chance.choice(NAMES)}{points}")
    if chance.random() < 0.3:
        lines.append(f"Total: {chance.choice((0, 60, 100, 200))}")
    return "\n".join(lines) or "Rune Golem (20)"


def hand_in(day, player):
    """A list of a player, without an error most of the time."""
    usual = clean_list(day.ruleset, cut=bool(day.event.details.cut))
    return SubmitList(player, usual if day.chance.random() < 0.6 else _text(day))


def _form(day):
    return day.chance.choice(("",) * 6 + ("plain", "xws", "csv", "fleet-text", "papyrus"))


def _whose(day, *states):
    """The player of a list in one of these states, if there is one; else any player."""
    fitting = [one.player for one in day.event.list_desk.lists.values() if one.state in states]
    return day.chance.choice(sorted(fitting)) if fitting else a_player(day)


def _someone(day):
    return a_player(day, "registered", "checked_in", "active")


def save_list(day):
    return SaveList(_someone(day), _text(day), _form(day))


def submit_list(day):
    if day.chance.random() < 0.3:
        return SubmitList(_whose(day, "draft"))
    return SubmitList(_someone(day), _text(day), _form(day))


def receive_lists_on_paper(day):
    named = (_someone(day),) if day.chance.random() < 0.6 else ()
    return ReceiveListsOnPaper(named)


def waive_list(day):
    return WaiveList(_someone(day), REASON)


def return_list(day):
    return ReturnList(_whose(day, "submitted", "approved"), REASON)


def approve_list(day):
    player = _whose(day, "submitted")
    army = day.event.list_desk.lists.get(player)
    seen = digest(army.text) if army is not None and day.chance.random() < 0.9 else "0"
    return ApproveList(player, seen, day.chance.choice(("", REASON)))


def approve_clean_lists(day):
    return ApproveCleanLists()


def amend_list(day):
    player = _whose(day, "submitted", "approved", "on_paper")
    significant = day.chance.random() < 0.3
    if day.chance.random() < 0.5:
        text = f"{clean_list(day.ruleset, cut=bool(day.event.details.cut))}\n"
        return AmendList(player, text, REASON, "", significant)
    return AmendList(player, _text(day), REASON, _form(day), significant)


def set_list_deadline(day):
    if day.chance.random() < 0.3:
        return SetListDeadline()
    until = day.clock.time + timedelta(seconds=day.chance.choice((-600, 30, 600, 90_000)))
    naive = day.chance.random() < 0.1
    return SetListDeadline(until.replace(tzinfo=None) if naive else until)


def rule_on_product(day):
    since = day.chance.choice((None, None, date(2018, 11, 1), date(2030, 1, 1)))
    legal = day.chance.random() < 0.7
    return RuleOnProduct(day.chance.choice(("Core Set", " ")), legal, REASON, since)


def request_conversion(day):
    description = day.chance.choice(("a rider on foot", "a troll with a hat", " "))
    return RequestConversion(a_player(day), description)


def decide_conversion(day):
    asked = sorted(day.event.list_desk.conversions) or ["k1"]
    answer = day.chance.random() < 0.5
    return DecideConversion(day.chance.choice(asked), answer, "")


def count_terrain(day):
    chance = day.chance
    card = chance.choice(("Standoff", "Maelstrom", ""))
    return CountTerrain(card, chance.choice((-1, 0, 3)), chance.choice((2, 21)))


def label_terrain(day):
    chance = day.chance
    keywords = tuple(chance.sample(("cover", "deadly", "elevated"), chance.choice((0, 1, 2, 3))))
    values = {"deadly": 2} if chance.random() < 0.4 else {}
    piece = chance.choice(("", "", *day.event.list_desk.terrain, "g99"))
    diameter = chance.choice((0, 29, 30, 50, 70, 90, 91))
    return LabelTerrain(chance.choice(("Ruins", "")), diameter, keywords, values, piece)


def draw_mats(day):
    mats = tuple(f"mat {number}" for number in range(day.chance.choice((0, 1, 3, 9))))
    return DrawMats(day.chance.choice((mats, mats, (*mats, " "))))


toss_coin = of_a_game(lambda day, game: TossCoin(game.id), still_open=True)
record_first_player = of_a_game(
    lambda day, game: RecordFirstPlayer(
        game.id,
        day.chance.choice((*game.players, a_player(day))),
        day.chance.choice(("", "north", "red")),
    )
)
