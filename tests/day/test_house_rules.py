"""Must-rules are not options: house rules are refused, or listed, announced and kept."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.day.events import Day, details_of
from tiltyard.day import start as gate
from tiltyard.day.plan import house_rules
from tiltyard.day.setup import AnnounceItem, DescribeEvent, StartEvent
from tiltyard.day.start import required_announcements, start_gate
from tiltyard.engine.errors import OptionRefused
from tiltyard.rulesets.loader import load
from tiltyard.service.desk import Desk
from tiltyard.text.refusals import fix_text, refusal_text

UPPER = {
    "runewars": ("relaxed", "formal", "premier"),
    "armada": ("relaxed", "formal", "premier"),
    "xwing-dogfight": ("casual", "competitive", "premier"),
    "xwing-escalation": ("casual", "competitive", "premier"),
    "diskwars": ("casual", "competitive", "premier"),
}
MUSTS: list[tuple[str, str, Any, str]] = [
    ("runewars", "bye.mov", 69, "RW-141"),
    ("runewars", "standings.order", ["tp", "sos", "mov"], "RW-189"),
    ("runewars", "bye.max_per_player", 2, "RW-154"),
    ("armada", "elim.reseed", True, "AR-097"),
    ("armada", "rematch.scope", "stage", "AR-091"),
    ("armada", "lists.factions", [], "AR-039"),
    ("xwing-dogfight", "lists.required", "never", "XW-037"),
    ("xwing-dogfight", "full_win_margin", 11, "XW-059"),
    ("xwing-dogfight", "bye.mov", 151, "XW-082"),
    ("xwing-dogfight", "standings.order", ["tp", "sos"], "XW-069"),
    ("xwing-dogfight", "elim.reseed", True, "XW-085"),
    ("xwing-dogfight", "rematch.scope", "stage", "XW-076"),
    ("xwing-dogfight", "lists.factions", ["Rebel"], "XW-036"),
    ("xwing-escalation", "lists.required", "never", "XE-018"),
    ("xwing-escalation", "bye.mov", 90, "XW-082"),
    ("diskwars", "bye.max_per_player", "unlimited", "DW-058"),
    ("diskwars", "lists.required", "never", "DW-023"),
    ("diskwars", "standings.order", ["tp", "sos", "h2h"], "DW-077"),
    ("diskwars", "rematch.scope", "stage", "DW-056"),
]
CASES = [
    pytest.param(*row, id=f"{row[0]} {row[1]}", marks=pytest.mark.clause(row[3])) for row in MUSTS
]


@pytest.mark.parametrize(("ruleset", "option", "value", "clause"), CASES)
def test_an_official_event_of_the_upper_tiers_bends_no_must(
    ruleset: str, option: str, value: object, clause: str
) -> None:
    lowest, *upper = UPPER[ruleset]
    bent = {option: value}
    for tier in upper:
        with pytest.raises(OptionRefused) as caught:
            Day(ruleset, tier=tier, official=True, options=bent)
        no = caught.value
        assert (no.clause, no.field) == (clause, option)
        assert refusal_text(no).startswith(f"An official {tier.title()} event has no house rules.")
        assert (
            fix_text(no)
            == f"Leave {option} out, choose a lower tier, or make the event unofficial."
        )
        assert Day(ruleset, tier=tier, official=False, options=bent).event.details.options == bent
    day = Day(ruleset, tier=lowest, official=True, options=bent)
    (rule,) = house_rules(day.document, day.event.details.options)
    assert (rule.option, rule.clause) == (option, clause)


@pytest.mark.clause("XW-059", "XW-100")
def test_an_event_cannot_become_official_or_formal_with_its_house_rules() -> None:
    bent = {"full_win_margin": 30}
    day = Day("xwing-dogfight", tier="competitive", options=bent)
    official = replace(day.event.details, official=True)
    day.refused(DescribeEvent(official), clause="XW-059")
    casual = replace(official, tier="casual")
    day.do(DescribeEvent(casual))
    day.refused(DescribeEvent(replace(casual, tier="premier")), clause="XW-059")
    day.do(DescribeEvent(replace(casual, tier="premier", options={"full_win_margin": 12})))


@pytest.mark.clause("XW-037", "XW-059", "XW-082", "XW-069", "XW-085", "XW-076", "XW-036")
def test_all_bent_rules_are_named_at_once() -> None:
    options = {
        "lists.required": "never",
        "full_win_margin": 30,
        "bye.mov": 0,
        "standings.order": ["tp", "sos", "mov"],
        "elim.reseed": True,
        "rematch.scope": "stage",
        "lists.factions": [],
        "no_show.minutes": 15,
    }
    with pytest.raises(OptionRefused) as caught:
        Day("xwing-dogfight", tier="premier", official=True, options=options)
    for name in options:
        assert (name in refusal_text(caught.value)) == (name != "no_show.minutes")
    assert "full_win_margin (XW-059: 12, not 30)" in refusal_text(caught.value)


@pytest.mark.clause("AMB-077", "AMB-063", "AMB-113", "AMB-114")
@pytest.mark.parametrize(
    ("ruleset", "options"),
    [
        ("xwing-escalation", {"bye.mov": 150}),
        ("xwing-dogfight", {"bye.max_per_player": "unlimited"}),
        ("armada", {"standings.order": ["tp", "mov", "h2h", "sos"]}),
        ("armada", {"clock.elimination": 135}),
        ("diskwars", {"clock.swiss": 75, "pairing.avoid_affiliation": True}),
        ("runewars", {"mats": "venue", "lists.required": "always"}),
    ],
)
def test_what_a_document_leaves_open_stays_open_at_the_top(
    ruleset: str, options: dict[str, object]
) -> None:
    day = Day(ruleset, tier="premier", official=True, options=options)
    assert () == house_rules(day.document, day.event.details.options)


# ------------------------------------------------------------------------- a custom structure only


@pytest.mark.clause("DW-045", "AMB-108")
@pytest.mark.parametrize("minutes", [10, 89, 91, [], "as_swiss", [90, 60]])
def test_elimination_rounds_of_diskwars_last_90_minutes_unless_custom(minutes: object) -> None:
    options = {"clock.elimination": minutes}
    with pytest.raises(OptionRefused) as caught:
        Day("diskwars", tier="casual", cut=4, options=options)
    assert (caught.value.clause, caught.value.field) == ("DW-045", "clock.elimination")
    assert fix_text(caught.value) == "Leave clock.elimination out, or choose a custom structure."
    day = Day("diskwars", tier="casual", cut=4, structure="custom", options=options)
    assert ["DW-045"] == [one.clause for one in house_rules(day.document, options)]
    for tier in ("competitive", "premier"):
        with pytest.raises(OptionRefused) as caught:
            Day("diskwars", tier=tier, official=True, structure="custom", cut=4, options=options)
        assert caught.value.clause == "DW-045"


@pytest.mark.clause("DW-045", "AMB-108")
@pytest.mark.parametrize("minutes", [90, [90], [90, 90]])
def test_ninety_minutes_may_be_said_aloud(minutes: object) -> None:
    options = {"clock.elimination": minutes}
    day = Day("diskwars", tier="premier", official=True, cut=4, options=options)
    assert () == house_rules(day.document, options)


@pytest.mark.clause("AMB-053")
@pytest.mark.parametrize(("ruleset", "usual"), [("runewars", 90), ("armada", 135)])
def test_only_a_custom_structure_has_other_round_lengths(ruleset: str, usual: int) -> None:
    for structure in ("basic", "advanced"):
        fixed: dict[str, Any] = {"structure": structure, "swiss_rounds": None}
        Day(ruleset, **fixed, options={"clock.swiss": usual})
        with pytest.raises(OptionRefused) as caught:
            Day(ruleset, **fixed, options={"clock.swiss": usual + 1})
        assert caught.value.clause == "AMB-053"
    day = Day(ruleset, structure="custom", tier="premier", options={"clock.swiss": usual + 1})
    assert 1 == len(house_rules(day.document, day.event.details.options))


@pytest.mark.clause("AR-094", "AMB-114")
def test_armada_times_its_elimination_rounds_by_the_text_or_in_a_custom_structure() -> None:
    fixed: dict[str, Any] = {"structure": "advanced", "swiss_rounds": None}
    for minutes in (135, "as_swiss"):
        Day("armada", **fixed, options={"clock.elimination": minutes})
    with pytest.raises(OptionRefused) as caught:
        Day("armada", **fixed, options={"clock.elimination": 60})
    assert caught.value.clause == "AMB-114"


# ---------------------------------------------------------------------------- told before the start


def _left(day: Day) -> set[object]:
    found = start_gate(day.event, day.rules, day.document)
    return {one.facts.get("item") for one in found if one.code == "not-announced"}


@pytest.mark.clause("RW-106", "XW-100", "DW-003", "AR-125", "AMB-036")
@pytest.mark.parametrize(
    ("ruleset", "options"),
    [
        ("runewars", {"bye.mov": 60}),
        ("xwing-dogfight", {"full_win_margin": 20}),
        ("xwing-escalation", {"full_win_margin": 20}),
        ("diskwars", {"standings.order": ["tp", "sos"]}),
        ("armada", {"bye.mov": 60}),
        ("middle-earth", {"standings.order": ["tp", "vp"]}),
    ],
)
def test_an_event_with_house_rules_does_not_start_before_they_were_told(
    ruleset: str, options: dict[str, object]
) -> None:
    day = Day(ruleset, options=options)
    day.open_doors()
    day.register("Ann", "Bob", "Cem", "Dee")
    day.check_everybody_in()
    day.take_lists_on_paper()
    for item in required_announcements(day.event, day.rules, day.document):
        if item.id != "house_rules":
            day.do(AnnounceItem(item.id))
    assert _left(day) == {"house_rules"}
    day.refused(StartEvent(), says="house rules")
    day.do(AnnounceItem("house_rules", "Read the list on the rules page."))
    assert _left(day) == set()
    day.do(StartEvent())
    plain = Day(ruleset)
    needed = required_announcements(plain.event, plain.rules, plain.document)
    assert "house_rules" not in {item.id for item in needed}


@pytest.mark.clause("DW-041", "DW-045")
def test_each_length_that_changed_is_announced_with_its_own_number() -> None:
    def told(**changes: Any) -> dict[str, str]:
        day = Day("diskwars", structure="custom", cut=4, **changes)
        needed = required_announcements(day.event, day.rules, day.document)
        return {item.id: item.text for item in needed if item.id.endswith("length")}

    assert told() == {}
    assert ["round_length"] == [*(found := told(options={"clock.swiss": 75}))]
    assert "65 minutes" in found["round_length"]
    assert ["elimination_length"] == [*(found := told(options={"clock.elimination": 60}))]
    assert "90 minutes" in found["elimination_length"]


@pytest.mark.clause("XE-004")
@pytest.mark.parametrize(
    ("value", "said"),
    [
        (60, "Round 3 can't last 60 minutes."),
        ([40, 80], "Round 4 can't last 80 minutes."),
        ([40, 80, 100], "Round 4 can't last 100 minutes."),
        ([39, 70, 90, 120], "Round 1 can't last 39 minutes."),
        ([50, 70, 90, 131], "Round 4 can't last 131 minutes."),
    ],
)
def test_an_escalation_event_has_no_round_outside_its_range(value: object, said: str) -> None:
    with pytest.raises(OptionRefused) as caught:
        Day("xwing-escalation", options={"clock.swiss": value})
    assert (caught.value.clause, refusal_text(caught.value)) == ("XE-004", said)
    Day("xwing-escalation", options={"clock.swiss": [40, 60, 100, 130]})


def test_an_event_that_was_recorded_with_too_few_lengths_still_opens(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with monkeypatch.context() as before:
        before.setattr(gate, "require_lengths", lambda *_: None)
        day = Day("xwing-escalation", options={"clock.swiss": 60})
    again = Desk(day.desk.store, load, day.clock)
    assert again.rules(day.name)[0].clock.swiss.minutes == (60,)
    day.refused(DescribeEvent(replace(day.event.details, venue="The hall")), clause="XE-004")


def test_details_of_every_ruleset_have_no_house_rules() -> None:
    for ruleset in UPPER:
        assert () == house_rules(load(ruleset), details_of(ruleset).options)
