"""With existing terrain players choose as many pieces as the deployment card lists in all."""

import pytest

from tests.lists.halls import hall, started
from tiltyard.day.list_access import terrain_to_choose
from tiltyard.day.lists import CountTerrain, LabelTerrain
from tiltyard.text.game_notes import notes_of_game


def playing(*, labelled=True):
    day, _ = started("runewars")
    if labelled:
        day.do(LabelTerrain("Ruins", 55))
    day.next_round()
    return day, day.event.rounds[-1].cards["deployment"]


def said(day):
    round_ = day.event.rounds[-1]
    (game,) = [one for one in round_.games.values() if one.kind == "game"]
    notes = notes_of_game(day.event, day.rules, round_, game, day.event.people.__getitem__)
    return [(one.text, one.clause) for one in notes.notes if one.code == "terrain"]


@pytest.mark.clause("RW-089")
@pytest.mark.parametrize(
    ("defensive", "dangerous", "together"),
    [(3, 2, 5), (0, 4, 4), (1, 0, 1), (0, 0, 0), (20, 20, 40)],
)
def test_both_kinds_are_added_up(defensive, dangerous, together):
    day, card = playing()
    day.do(CountTerrain(card.upper(), defensive, dangerous))

    chosen = terrain_to_choose(day.event, day.event.rounds[-1])

    assert chosen.together == together
    ((text, clause),) = said(day)
    assert f"Choose {together} piece" in text
    assert clause == "RW-089"


@pytest.mark.clause("RW-089")
def test_nothing_is_said_without_labels_or_without_the_numbers_of_the_card():
    bare, card = playing(labelled=False)
    bare.do(CountTerrain(card, 3, 2))
    assert said(bare) == []
    day, _ = playing()
    day.do(CountTerrain("Another Card", 3, 2))
    assert terrain_to_choose(day.event, day.event.rounds[-1]) is None
    assert said(day) == []


@pytest.mark.clause("RW-089")
def test_the_newest_numbers_of_a_card_count():
    day, card = playing()
    day.do(CountTerrain(card, 3, 2))
    day.do(CountTerrain(card, 3, 3))

    assert terrain_to_choose(day.event, day.event.rounds[-1]).together == 6
    assert len(day.event.list_desk.deployments) == 1
    assert day.folds()


@pytest.mark.clause("RW-089")
@pytest.mark.parametrize(("numbers", "field"), [((-1, 2), "defensive"), ((2, 21), "dangerous")])
def test_numbers_no_card_has_are_refused(numbers, field):
    day, _ = hall("runewars")

    no = day.refused(CountTerrain("Standoff", *numbers), clause="RW-089", says="No deployment card")

    assert no.field == field
    other, _ = hall("armada")
    other.refused(CountTerrain("Standoff", 3, 2), says="no labels")
