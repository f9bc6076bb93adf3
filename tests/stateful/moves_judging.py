"""What judges and players do beside the results: calls, incidents, watches, components."""

from __future__ import annotations

from typing import get_args

from tests.stateful.moves import REASON, a_person, a_player, of_a_game
from tests.stateful.slips import concession_of
from tiltyard.day.components import (
    AgreeSharing,
    AskAboutComponent,
    CheckDeck,
    EndComponentTrouble,
    GrantComponentTime,
    InspectComponents,
    MakeProxy,
    NoteComponentTrouble,
    OrderSharing,
    RuleOnComponent,
)
from tiltyard.day.facts import ComponentEnd
from tiltyard.day.judging import (
    MISSED_OPPORTUNITY,
    AppealRuling,
    CallJudge,
    EndWatch,
    GoToTable,
    RecordIncident,
    ReportIncident,
    RequestWatch,
    RuleOnCall,
    SayCallKind,
    SetAsideIncident,
    WithdrawAppeal,
    WithdrawCall,
)
from tiltyard.day.rounds import SetScenario

call_judge = of_a_game(
    lambda day, game: CallJudge(
        game.id,
        day.chance.choice(("line of sight", "in range")),
        day.chance.random() < 0.3,
        _kind(day),
        merge=day.chance.random() < 0.5,
    )
)
go_to_table = of_a_game(lambda day, game: GoToTable(game.id))
request_watch = of_a_game(lambda day, game: RequestWatch(game.id, "slow play"), still_open=True)
agree_sharing = of_a_game(
    lambda day, game: AgreeSharing(game.id, _items(day), day.chance.choice(("", "", "printed")))
)
order_sharing = of_a_game(lambda day, game: OrderSharing(game.id, _items(day)))


check_deck = of_a_game(
    lambda day, game: CheckDeck(
        game.id, day.chance.choice((*game.players, a_player(day))), day.chance.random() < 0.8
    )
)


def inspect_components(day):
    known = [item.id for item in day.rules.checks.inspection]
    ticked = tuple(day.chance.sample(known, day.chance.randint(0, len(known))))
    note = day.chance.choice(("", "a base was mended"))
    return InspectComponents(a_player(day), (*ticked, *day.chance.choice(((), ("x",)))), note)


def set_scenario(day):
    number = day.chance.choice((None, 1, 2, 3, 0, 61))
    name = day.chance.choice(("Siege", "Siege", ""))
    return SetScenario(number, name, day.chance.choice(("", "Walls stand.")))


def _items(day):
    return (day.chance.choice([*day.rules.components.sharing, "table"]),)


def _kind(day):
    return day.chance.choice(["question", *(one.id for one in day.rules.staff.matters)])


def _one_of(day, table, fallback):
    return day.chance.choice(sorted(table) or [fallback])


def rule_on_call(day):
    documents = ("", "", "", *day.rules.staff.overrules)
    call = _one_of(day, day.event.calls, "c1")
    return RuleOnCall(call, "it is in sight", day.chance.choice(documents))


def say_call_kind(day):
    return SayCallKind(_one_of(day, day.event.calls, "c1"), _kind(day))


def appeal_ruling(day):
    ruled = {name for name, call in day.event.calls.items() if call.state == "ruled"}
    why = day.chance.choice(("", "the card says otherwise"))
    return AppealRuling(_one_of(day, ruled or day.event.calls, "c1"), why)


def withdraw_appeal(day):
    return WithdrawAppeal(_one_of(day, day.event.calls, "c1"))


def withdraw_call(day):
    return WithdrawCall(_one_of(day, day.event.calls, "c1"))


def _category(day):
    return day.chance.choice([*(one.id for one in day.rules.conduct.categories), "weather"])


def record_incident(day):
    waiting = sorted(name for name, one in day.event.incidents.items() if not one.handled)
    answers = day.chance.choice([*waiting, ""])
    recommends = day.chance.random() < 0.2
    people = (a_person(day),)
    return RecordIncident(
        _category(day),
        people,
        "a word was said",
        day.chance.choice(("", "", "a warning")),
        "",
        recommends,
        answers,
    )


def set_aside_incident(day):
    waiting = {name for name, one in day.event.incidents.items() if not one.handled}
    return SetAsideIncident(_one_of(day, waiting, "i1"), REASON)


def report_incident(day):
    category = day.chance.choice((_category(day), MISSED_OPPORTUNITY))
    return ReportIncident(category, "they forgot the dice")


def end_watch(day):
    open_ones = {name for name, watch in day.event.watches.items() if not watch.ended}
    return EndWatch(_one_of(day, open_ones, "w1"), "nothing seen")


def note_component_trouble(day):
    kind = day.chance.choice(("lost", "lost", "damaged", "ineligible", "missing_kit"))
    minutes = day.chance.choice((None, None, 5, 999))
    piece = day.chance.choice(("", *(one.id for one in day.rules.components.pieces)))
    player = a_player(day, "active")
    return NoteComponentTrouble(player, "a dial", kind, minutes, piece)


def grant_component_time(day):
    name = _one_of(day, _unsettled(day), "t1")
    return GrantComponentTime(name, day.chance.choice((None, 1, 5, 0, 999)))


def _unsettled(day):
    return {name for name, one in day.event.troubles.items() if not one.is_settled}


def end_component_trouble(day):
    name = _one_of(day, _unsettled(day), "t1")
    ends = ("found", "found", "replaced", *get_args(ComponentEnd))
    end = day.chance.choice(ends)
    trouble = day.event.troubles.get(name)
    slip = None
    if trouble is not None and end in {"conceded", "dropped", "disqualified"}:
        slip = concession_of(day, trouble.player)
    piece = "dice" if end == "shared" else ""
    return EndComponentTrouble(name, end, REASON, slip, piece)


def ask_about_component(day):
    kinds = [one.kind for one in day.rules.components.questions]
    kind = day.chance.choice([*kinds, "weather"])
    return AskAboutComponent(a_player(day), kind, "a banner of my own")


def rule_on_component(day):
    asked = _one_of(day, day.event.list_desk.conversions, "k1")
    return RuleOnComponent(asked, day.chance.random() < 0.7, REASON)


def make_proxy(day):
    return MakeProxy(a_player(day), "a card", "two attack, one defence")
