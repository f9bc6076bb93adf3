"""Questions about components: who asks, who rules, and that the ruling is kept."""

from __future__ import annotations

import pytest

from tests.day.events import Day, in_round, running
from tiltyard.day.components import AskAboutComponent, RuleOnComponent
from tiltyard.day.event import Game
from tiltyard.day.lists import DecideConversion
from tiltyard.day.people import ReleaseStaff
from tiltyard.text.game_notes import ruling_notes
from tiltyard.text.refusals import fix_text

KINDS = {
    "runewars": {
        "eligibility": "RW-065",
        "conversion": "RW-093",
        "third_party": "RW-091",
        "indicator": "RW-085",
    },
    "armada": {"eligibility": "AR-044", "conversion": "AR-059", "third_party": "AR-054"},
    "xwing-dogfight": {"eligibility": "XW-015", "conversion": "XW-015", "third_party": "XW-025"},
    "xwing-escalation": {
        "eligibility": "XW-015",
        "conversion": "XW-015",
        "third_party": "XW-025",
    },
    "diskwars": {"eligibility": "DW-035", "conversion": "DW-036", "third_party": "DW-039"},
    "middle-earth": {"eligibility": "ME-025", "conversion": "ME-028"},
}
CASES = [(ruleset, kind, clause) for ruleset, own in KINDS.items() for kind, clause in own.items()]


@pytest.mark.clause("RW-065", "RW-085", "RW-091", "RW-093", "AR-044", "AR-054", "AR-059")
@pytest.mark.clause("XW-015", "DW-035", "ME-028")
@pytest.mark.parametrize(("ruleset", "kind", "clause"), CASES)
def test_a_ruling_on_a_component_is_kept_for_the_rest_of_the_event(
    ruleset: str, kind: str, clause: str
) -> None:
    day = running(ruleset)
    player = day.active()[0]
    day.do(AskAboutComponent(player, kind, "a banner of my own"), player)
    asked = day.event.list_desk.conversions["k1"]
    assert (asked.player, asked.kind, asked.approved) == (player, kind, None)
    day.refused(
        AskAboutComponent(player, kind, "  "),
        player,
        clause,
        code="nobody-can-tell-which-component",
    )
    day.refused(RuleOnComponent("k1", allowed=True), player)
    day.do(RuleOnComponent("k1", allowed=True, note="it is clear to both"))
    day.play_round()
    day.next_round()
    ruled = day.event.list_desk.conversions["k1"]
    assert (ruled.approved, ruled.note, ruled.decided_by) == (True, "it is clear to both", "p1")
    day.do(RuleOnComponent("k1", allowed=False, note="it hides the base"))
    assert day.event.list_desk.conversions["k1"].approved is False


@pytest.mark.clause("RW-065", "RW-091", "AR-044", "AR-054")
@pytest.mark.parametrize(
    ("ruleset", "kind", "clause"),
    [
        ("runewars", "eligibility", "RW-065"),
        ("runewars", "third_party", "RW-091"),
        ("armada", "eligibility", "AR-044"),
        ("armada", "third_party", "AR-054"),
    ],
)
def test_a_judge_asks_and_the_marshal_rules(ruleset: str, kind: str, clause: str) -> None:
    day = in_round(ruleset)
    judge, marshal = day.appoint("judge", "Jon"), day.appoint("marshal", "Mira")
    player = day.active()[0]
    day.do(AskAboutComponent(player, kind, "tokens of acrylic"), judge)
    rule = RuleOnComponent("k1", allowed=True)
    day.refused(rule, judge, clause, "for Mira to decide")
    day.refused(rule, clause=clause, says="for Mira to decide")
    day.do(rule, marshal)
    assert day.event.list_desk.conversions["k1"].decided_by == marshal
    day.do(ReleaseStaff(marshal, "marshal"))
    day.refused(rule, judge, clause, "for Olga to decide")
    day.do(RuleOnComponent("k1", allowed=False))


@pytest.mark.clause("ME-028")
def test_the_referee_does_not_decide_about_a_conversion() -> None:
    day = in_round("middle-earth")
    referee = day.appoint("referee", "Rolf")
    player = day.active()[0]
    day.do(AskAboutComponent(player, "conversion", "a captain on foot"), player)
    day.refused(RuleOnComponent("k1", allowed=True), referee, "ME-028", "for Olga to decide")
    day.do(RuleOnComponent("k1", allowed=True))


@pytest.mark.clause("RW-065")
def test_what_no_document_rules_on_is_not_asked() -> None:
    day = in_round("armada")
    player = day.active()[0]
    ask = AskAboutComponent(player, "indicator", "a glass bead")
    no = day.refused(ask, player, "AR-045", "has no ruling on")
    assert fix_text(no) == "Ask about one of these: eligibility, conversion, third_party."
    day.refused(RuleOnComponent("k1", allowed=True), clause="AR-045", code="nobody-asked-question")


@pytest.mark.clause("RW-065")
def test_the_way_of_middle_earth_is_no_way_around_the_marshal() -> None:
    day = in_round("runewars")
    day.appoint("marshal", "Mira")
    player = day.active()[0]
    day.do(AskAboutComponent(player, "conversion", "a giant"), player)
    day.refused(DecideConversion("k1", approved=True))


@pytest.mark.clause("RW-065")
def test_nobody_asks_for_another_player() -> None:
    day = in_round()
    first, second = day.active()[:2]
    day.refused(AskAboutComponent(first, "eligibility", "a tray"), second, says="for yourself")
    day.do(AskAboutComponent(first, "eligibility", "a tray"), first)


@pytest.mark.clause("RW-068", "RW-069", "RW-070", "RW-071", "RW-072", "RW-090", "RW-093")
@pytest.mark.clause("AR-044", "AR-047", "AR-048", "AR-049", "AR-050", "AR-051", "AR-059")
@pytest.mark.parametrize(
    ("ruleset", "kind", "component", "clause"),
    [
        ("runewars", "conversion", "figures painted as another unit", "RW-068"),
        ("runewars", "conversion", "a tray with grass on top", "RW-069"),
        ("runewars", "conversion", "a card with a signature", "RW-070"),
        ("runewars", "conversion", "initials on a command tool", "RW-071"),
        ("runewars", "conversion", "a dot on the dice", "RW-072"),
        ("runewars", "third_party", "an acrylic ruler", "RW-090"),
        ("runewars", "conversion", "a giant with a new arm", "RW-093"),
        ("armada", "eligibility", "a printed shield dial", "AR-044"),
        ("armada", "conversion", "a ship in other colours", "AR-047"),
        ("armada", "conversion", "a magnet in the peg", "AR-048"),
        ("armada", "conversion", "marked damage sleeves", "AR-049"),
        ("armada", "conversion", "a sticker on a command dial", "AR-050"),
        ("armada", "conversion", "initials on the dice", "AR-051"),
        ("armada", "conversion", "a base with lights", "AR-059"),
    ],
)
@pytest.mark.parametrize("allowed", [True, False])
def test_a_ruling_stands_at_every_later_table_of_its_player(
    ruleset: str, kind: str, component: str, clause: str, allowed: bool
) -> None:
    day = in_round(ruleset)
    player = day.active()[0]
    question = next(one for one in day.rules.components.questions if one.kind == kind)
    assert clause in {question.clause, *question.also}
    day.do(AskAboutComponent(player, kind, component), player)
    day.do(RuleOnComponent("k1", allowed=allowed))
    may = "may use" if allowed else "may not use"
    said = (f"{day.event.people[player]} {may}: {component}.", question.clause)
    for _ in range(2):
        day.enter_all()
        day.next_round()
        tables = {game.id: ruled_at(day, game) for game in day.games()}
        assert tables.pop(day.game_of(player).id) == [said]
        assert not any(tables.values())


def ruled_at(day: Day, game: Game) -> list[tuple[str, str]]:
    """Return the rulings on components that stand at a table."""
    notes = ruling_notes(day.event, day.rules, game, lambda person: day.event.people[person])
    return [(one.text, one.clause) for one in notes]
