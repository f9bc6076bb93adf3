"""Published numbers beside ours: every difference is found and has its likely reason."""

import copy

import pytest

from tests.formats.foreign.samples import (
    ANA,
    BO,
    CEM,
    DEE,
    ELI,
    LIST_FORTRESS,
    LIST_JUGGLER,
    bye,
    game,
    written,
)
from tiltyard.formats.foreign.remarks import note_text, reason_text
from tiltyard.service.foreign_importing import preview_import


def compared(value):
    return preview_import(written(value)).comparison


def with_published(value=LIST_JUGGLER, **published):
    """The sample in which something else was published: Ana_Bern={"mov": 410}."""
    value = copy.deepcopy(value)
    for one in value.get("players", value.get("participants")):
        one.update(published.get(one["name"].replace(" ", "_"), {}))
    return value


def reasons(comparison, name, key):
    row = next(one for one in comparison.rows if one.name == name)
    number = row.number(key)
    return [(why.code, why.round) for why in number.reasons]


def swiss(*rounds):
    return [
        {"round-type": "swiss", "round-number": number, "matches": list(matches)}
        for number, matches in enumerate(rounds, 1)
    ]


def event(published, *rounds):
    """An event of these rounds, with (points, margin) published by name."""
    players = [
        {"name": name, "rank": {"swiss": rank}, "score": points, "mov": margin}
        for rank, (name, (points, margin)) in enumerate(published.items(), 1)
    ]
    return {"name": "Compared", "players": players, "rounds": swiss(*rounds)}


def test_where_everything_agrees_nothing_is_said():
    comparison = compared(LIST_JUGGLER)

    assert () == comparison.differing
    assert 5 == len(comparison.rows)
    keys = {one.key for row in comparison.rows for one in row.numbers}
    assert {"tp", "mov", "sos", "rank", "place"} == keys


def test_where_nothing_was_published_there_is_nothing_to_compare():
    value = {"players": [{"name": ANA}, {"name": BO}], "rounds": swiss([game(ANA, BO, 100, 0)])}

    assert compared(value) is None


@pytest.mark.parametrize(
    ("published", "name", "key", "expected"),
    [
        ({"Dee_Ek": {"mov": 200}}, DEE, "mov", [("bye-worth-a-whole-win", 1)]),
        ({"Dee_Ek": {"mov": 199}}, DEE, "mov", [("bye-worth-something-else", None)]),
        ({"Dee_Ek": {"score": 0, "mov": 0}}, DEE, "tp", [("bye-not-counted", 1)]),
        ({"Cem_Dahl": {"score": 6}}, CEM, "tp", [("modified-win-in-full", 1)]),
        ({"Bo_Carr": {"score": 6}}, BO, "tp", [("given-to-the-other", 1)]),
        ({"Bo_Carr": {"score": 5}}, BO, "tp", [("draw-decided", 2)]),
        ({"Bo_Carr": {"mov": 147}}, BO, "mov", [("destroyed-at-its-own-value", None)]),
        ({"Bo_Carr": {"mov": 156}}, BO, "mov", [("entered-by-hand", None)]),
        ({"Bo_Carr": {"sos": 13}}, BO, "sos", [("entered-by-hand", None)]),
        ({"Cem_Dahl": {"score": 6}}, BO, "sos", []),
        ({"Ana_Bern": {"rank": {"swiss": 1, "elimination": 2}}}, ANA, "place",
         [("bracket-by-hand", None)]),
    ],
)  # fmt: skip
def test_a_difference_has_its_likely_reason(published, name, key, expected):
    assert expected == reasons(compared(with_published(**published)), name, key)


def test_strength_of_schedule_follows_from_the_points_of_opponents():
    value = with_published(Cem_Dahl={"score": 6}, Bo_Carr={"sos": 16})

    assert [("follows-from-points", None)] == reasons(compared(value), BO, "sos")


def test_an_order_that_follows_from_other_numbers_is_told_from_one_by_hand():
    first, second = {"rank": {"swiss": 1}}, {"rank": {"swiss": 2}}
    by_hand = with_published(Eli_Falk=first, Ana_Bern=second)
    assert [("ordered-by-hand", None)] == reasons(compared(by_hand), ELI, "rank")

    follows = with_published(Eli_Falk={**first, "score": 11}, Ana_Bern=second)
    assert [("follows-from-numbers", None)] == reasons(compared(follows), ELI, "rank")


def test_players_level_on_every_number_may_stand_either_way():
    games = [game(ANA, BO, 100, 40), game(CEM, DEE, 100, 40)]
    for order in ((ANA, CEM, BO, DEE), (CEM, ANA, DEE, BO)):
        numbers = {name: ((5, 160) if name in (ANA, CEM) else (0, 40)) for name in order}
        assert () == compared(event(numbers, games)).differing


def test_a_bye_that_is_not_in_the_file():
    numbers = {CEM: (5, 150), ANA: (5, 160), BO: (0, 40)}
    comparison = compared(event(numbers, [game(ANA, BO, 100, 40)]))

    assert [("no-game-on-record", None)] == reasons(comparison, CEM, "tp")

    numbers = {CEM: (10, 350), ANA: (5, 160), BO: (0, 40)}
    rounds = ([game(ANA, BO, 100, 40)], [game(CEM, ANA, 100, 0)])
    assert [("bye-not-in-the-file", 1)] == reasons(compared(event(numbers, *rounds)), CEM, "tp")


def test_a_publication_that_stands_as_after_an_earlier_round():
    numbers = {ANA: (5, 160), CEM: (5, 200), BO: (0, 40), DEE: (0, 0)}
    rounds = (
        [game(ANA, BO, 100, 40), game(CEM, DEE, 100, 0)],
        [game(ANA, CEM, 0, 0), game(BO, DEE, 0, 0)],
    )
    comparison = compared(event(numbers, *rounds))

    assert [("stands-after-round", 1)] == reasons(comparison, BO, "mov")
    alone = compared(event({**numbers, ANA: (6, 260), CEM: (6, 300), DEE: (1, 100)}, *rounds))
    assert [("game-without-score-not-counted", 2)] == reasons(alone, BO, "mov")


@pytest.mark.parametrize(("margin", "expected"), [(165, "destroyed-below-the-limit"), (166, None)])
def test_a_squad_below_the_limit_that_was_destroyed(margin, expected):
    numbers = {ANA: (5, margin), BO: (0, 200 - margin)}
    comparison = compared(event(numbers, [game(ANA, BO, 95, 35)]))

    found = reasons(comparison, ANA, "mov")
    assert [(expected, 1)] == found if expected else [("entered-by-hand", None)] == found


def test_two_reasons_may_come_together():
    numbers = {ANA: (10, 365), BO: (0, 35)}
    comparison = compared(event(numbers, [game(ANA, BO, 95, 35)], [bye(ANA)]))

    both = [("destroyed-below-the-limit", 1), ("bye-worth-a-whole-win", 2)]
    assert both == reasons(comparison, ANA, "mov")


def test_a_win_given_to_the_winner_that_was_entered():
    games = [game(ANA, BO, 30, 60, winner=ANA), game(CEM, DEE, 40, 90, winner=CEM)]
    numbers = {DEE: (5, 150), BO: (5, 130), ANA: (5, 70), CEM: (0, 50)}
    comparison = compared(event(numbers, games))

    assert [("winner-as-entered", 1)] == reasons(comparison, ANA, "tp")


def test_a_capped_strength_of_schedule_is_not_compared():
    published = {name.replace(" ", "_"): {"sos": "0.99"} for name in (ANA, BO, CEM, DEE, ELI)}
    comparison = compared(with_published(**published))
    assert ("sos-capped",) == comparison.notes
    assert () == comparison.differing

    published["Bo_Carr"] = {"sos": "1.37"}
    assert ("sos-other-formula",) == compared(with_published(**published)).notes


def test_a_mean_is_compared_with_as_many_decimals_as_were_published():
    value = with_published(LIST_FORTRESS, Ana_Bern={"sos": "0.50"}, Bo_Carr={"sos": "0.5"})
    comparison = compared(value)

    assert [] == reasons(comparison, ANA, "sos")
    assert [("bye-counted-as-opponent", None)] == reasons(comparison, BO, "sos")


def test_points_by_another_scale_are_told_from_points_by_hand():
    games = [game(ANA, BO, 120, 40), game(CEM, DEE, 150, 40)]
    value = {
        "participants": [
            {"name": name, "score": score, "swiss_rank": rank}
            for rank, (name, score) in enumerate([(CEM, 3), (ANA, 3), (BO, 0), (DEE, 0)], 1)
        ],
        "rounds": [{"round_number": 1, "roundtype_id": 1, "matches": games}],
    }
    assert [("other-scale", None)] == reasons(compared(value), ANA, "tp")

    value["participants"][0]["score"] = 7
    assert [("entered-by-hand", None)] == reasons(compared(value), CEM, "tp")


def test_players_without_a_place_are_told_once():
    comparison = compared(with_published(Eli_Falk={"rank": {"swiss": 0}}))

    assert ("dropped-not-ranked",) == comparison.notes
    assert () == comparison.differing


@pytest.mark.parametrize(
    "code",
    [
        "no-game-on-record", "stands-after-round", "bye-worth-a-whole-win", "bye-not-counted",
        "bye-not-in-the-file", "bye-worth-something-else", "game-without-score-not-counted",
        "modified-win-in-full", "destroyed-below-the-limit", "destroyed-at-its-own-value",
        "winner-as-entered", "given-to-the-other", "two-of-one-name", "follows-from-points",
        "other-scale", "draw-decided",
        "bye-counted-as-opponent", "follows-from-numbers", "ordered-by-hand", "bracket-by-hand",
        "entered-by-hand",
    ],
)  # fmt: skip
def test_every_reason_has_its_words(code):
    assert code != reason_text(code, 3)
    assert "%" not in reason_text(code, 3)


@pytest.mark.parametrize(
    "code", ["sos-capped", "sos-other-formula", "dropped-not-ranked", "places-are-shared"]
)
def test_every_note_has_its_words(code):
    assert code != note_text(code)
