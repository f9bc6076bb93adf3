"""Brackets of other programs in every shape they take: the right champion, or a word about it."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest

from tests.formats.foreign.samples import TOME, bye, game, player, written
from tests.service.halls import new_desk
from tiltyard.engine.flow import standings
from tiltyard.formats.foreign.recognise import read_foreign, recognise
from tiltyard.formats.foreign.to_tiltyard1 import Reading, built
from tiltyard.rulesets.loader import load
from tiltyard.service.foreign_importing import apply_import, preview_import
from tiltyard.service.verifying import verify_log

A, B, C, D, E, F = (f"Seed {letter}" for letter in "ABCDEF")
SEMIFINALS = [game(A, D, 100, 0), game(B, C, 100, 0)]
NUMBERS = ("sizes", "counted", "text", "none", "one")
SHAPES = 150


def elimination(number: Any, *matches: dict[str, Any]) -> dict[str, Any]:
    return {"round-type": "elimination", "round-number": number, "matches": list(matches)}


def event(*rounds: dict[str, Any], places: dict[str, int] | None = None, size: int = 6) -> bytes:
    names = [f"Seed {chr(65 + place)}" for place in range(size)]
    told = places or {}
    swiss = [game(one, other, 100, 10) for one, other in zip(names[::2], names[1::2], strict=False)]
    return written(
        {
            "players": [
                player(name, rank, 0, 0, 0, **({"place": told[name]} if name in told else {}))
                for rank, name in enumerate(names, 1)
            ],
            "rounds": [
                {"round-type": "swiss", "round-number": 1, "matches": swiss},
                *rounds,
            ],
        }
    )


def first(data: bytes, many: int = 1) -> list[str]:
    preview = preview_import(data)
    return [row.name for row in standings(preview.tournament, preview.document).rows[:many]]


def codes(data: bytes) -> list[str]:
    return [one.code for one in preview_import(data).remarks]


def shape(data: bytes) -> list[int]:
    return [len(one.matches) for one in preview_import(data).tournament.stages[1].rounds]


# ------------------------------------------------------------------------------ several games


GAMES = [game(A, B, 100, 10), game(A, B, 10, 100), game(B, A, 100, 20)]


@pytest.mark.parametrize(
    "finals",
    [
        [elimination(2, one) for one in GAMES],
        [elimination(None, one) for one in GAMES],
        [elimination(2, *GAMES)],
        [elimination(2, GAMES[0]), elimination(2, *GAMES[1:])],
        [elimination(2, GAMES[1]), elimination(2, GAMES[0]), elimination(2, GAMES[2])],
    ],
)
def test_the_best_of_three_is_won_by_whoever_won_two(finals):
    data = event(elimination(4 if finals[0]["round-number"] else None, *SEMIFINALS), *finals)

    assert [B, A] == first(data, 2)
    assert [2, 1] == shape(data)
    assert "games-of-one-pair" in codes(data)


def test_two_games_of_the_same_score_are_not_one():
    again = game(A, B, 100, 10)
    data = event(elimination(2, again), elimination(2, game(A, B, 10, 100)), elimination(2, again))

    assert [A] == first(data)


def test_a_series_that_stands_even_goes_to_the_published_winner_else_to_more_points():
    even = elimination(2, game(A, B, 100, 10), game(A, B, 0, 100))

    assert [B] == first(event(even))
    assert [A] == first(event(even, places={A: 1, B: 2}))


def test_semifinals_can_be_series_too():
    again = [game(A, D, 0, 100), game(B, C, 100, 0)]
    last = [game(A, D, 0, 90)]
    data = event(
        elimination(4, *SEMIFINALS),
        elimination(4, *again),
        elimination(4, *last),
        elimination(2, game(D, B, 100, 0)),
    )

    assert [D, B] == first(data, 2)
    assert [2, 1] == shape(data)


# ------------------------------------------------------------------------------------------ byes


@pytest.mark.parametrize(
    ("rounds", "champion"),
    [
        ([elimination(4, game(A, C, 100, 0)), elimination(2, game(A, B, 10, 100))], B),
        ([elimination(4, game(A, C, 100, 0), bye(B)), elimination(2, game(A, B, 10, 100))], B),
        ([elimination(4, bye(B), game(A, C, 100, 0)), elimination(2, game(A, B, 10, 100))], B),
        ([elimination(3, game(B, C, 100, 0)), elimination(2, game(A, B, 100, 0))], A),
        ([elimination(1, game(B, C, 100, 0)), elimination(2, game(A, B, 100, 0))], A),
        ([elimination(4, game(A, B, 100, 0)), elimination(2, game(A, C, 0, 100))], C),
    ],
)
def test_a_top_three_has_its_bye_anywhere(rounds, champion):
    data = event(*rounds)

    assert [champion] == first(data)
    assert [2, 1] == shape(data)


def test_a_bye_of_somebody_who_plays_in_the_round_is_no_bye():
    data = event(elimination(4, bye(A), *SEMIFINALS), elimination(2, game(A, B, 0, 100)))

    assert [2, 1] == shape(data)
    assert [B, A] == first(data, 2)


def test_a_walkover_in_the_final_makes_a_champion():
    data = event(elimination(4, *SEMIFINALS), elimination(2, bye(B)))

    assert [B] == first(data)


# ----------------------------------------------------------------------------- places and orders


@pytest.mark.parametrize("number", [4, 3, 2, "3"])
@pytest.mark.parametrize("before", [True, False])
def test_a_game_for_the_third_place_stands_anywhere(number, before):
    third, final = elimination(number, game(C, D, 100, 0)), elimination(2, game(A, B, 0, 100))
    data = event(elimination(4, *SEMIFINALS), *((third, final) if before else (final, third)))

    assert [B, A] == first(data, 2)
    assert [2, 1] == shape(data)
    assert "game-for-third-place" in codes(data)


def test_a_final_that_was_not_played_leaves_the_third_place_out_all_the_same():
    data = event(elimination(4, *SEMIFINALS), elimination(2, game(C, D, 100, 0)))

    assert {A, B} == set(first(data, 2))


def test_losers_of_swapped_scores_play_the_final_if_the_places_say_so():
    rounds = elimination(4, *SEMIFINALS), elimination(2, game(C, D, 100, 0))

    assert [C, D] == first(event(*rounds, places={C: 1, D: 2}), 2)


def test_an_open_final_stays_open_unless_its_winner_was_published():
    open_ = {"player1": A, "player2": B}
    rounds = elimination(4, *SEMIFINALS), elimination(2, open_)

    preview = preview_import(event(*rounds))
    assert preview.tournament.stages[1].rounds[1].matches[0].is_open
    assert [B] == first(event(*rounds, places={B: 1, A: 2}))


def test_the_winner_that_was_entered_wins_a_bracket_game():
    data = event(elimination(2, game(A, B, 100, 60, winner=B)))

    assert [B] == first(data)
    assert "loser-went-on" in codes(data)


def test_a_level_game_of_two_who_both_play_on_goes_to_the_better_seed():
    data = event(
        elimination(8, game(A, B, 0, 0), game(C, D, 0, 0)),
        elimination(4, game(D, A, 45, 60), game(B, C, 100, 20)),
    )

    assert "level-in-the-bracket" in codes(data)
    assert "game-of-the-beaten" in codes(data) or "game-for-third-place" in codes(data)
    desk = new_desk()
    apply_import(desk, preview_import(data), "e")
    assert [] == verify_log("e", desk.log("e"), desk.store.head("e"), load).troubles


# --------------------------------------------------------------------------------------- a word


def test_another_champion_in_the_file_is_told():
    data = event(
        elimination(4, *SEMIFINALS), elimination(2, game(A, B, 100, 0)), places={B: 1, A: 2}
    )

    assert [A] == first(data)
    (told,) = [one for one in preview_import(data).remarks if one.code == "champion-differs"]
    assert {"name": B, "other": A} == dict(told.facts)
    row = next(one for one in preview_import(data).comparison.rows if one.name == B)
    assert ("1", "2") == (row.number("place").theirs, row.number("place").ours)


def test_a_champion_without_a_final_is_told():
    data = event(elimination(4, *SEMIFINALS), places={B: 1, A: 2})

    assert "champion-not-decided" in codes(data)
    assert "champion-not-decided" not in codes(event(elimination(4, *SEMIFINALS)))


def test_somebody_who_was_beaten_and_still_wins_the_last_game_is_told():
    data = event(
        elimination(4, *SEMIFINALS),
        elimination(2, game(A, B, 100, 0)),
        elimination(1, game(A, C, 0, 100)),
    )

    assert {"game-of-the-beaten", "champion-differs"} <= set(codes(data))
    assert [A] == first(data)


def test_of_two_brackets_that_of_the_best_seeds_is_kept():
    data = event(
        elimination(4, *SEMIFINALS),
        elimination(2, game(A, B, 0, 100)),
        elimination(2, game(E, F, 0, 100)),
    )

    assert [B, A] == first(data, 2)
    assert "game-of-another-bracket" in codes(data)
    assert 4 == len(preview_import(data).tournament.stages[1].seeds)


def test_of_two_cuts_in_a_file_of_tome_that_with_more_games_counts():
    value = copy.deepcopy(TOME)
    rows = value["entityGroupMap"]["Tournament:#"]["entities"]
    rows.insert(0, {"pk": -9, "name": "second chance", "parent_pk": -1, "settings_pk": -3})

    preview = preview_import(written(value))

    assert 2 == len(preview.tournament.stages[1].seeds)
    told = [one.facts["name"] for one in preview.remarks if one.code == "another-tournament"]
    assert ["second chance"] == told


def test_who_plays_in_the_bracket_only_takes_part():
    data = event(
        elimination(4, game(A, D, 100, 0), game(B, "Zoe", 0, 100)),
        elimination(2, game("Zoe", A, 100, 0)),
    )

    assert ["Zoe", A] == first(data, 2)


# ------------------------------------------------------------------------------------- at random


def played(lots: random.Random) -> tuple[bytes, list[str]]:
    """A bracket as somebody may have written it, and its first two."""
    size = lots.choice((2, 3, 4, 5, 6, 7, 8, 12, 16))
    names = [f"Seed {chr(65 + place)}" for place in range(size)]
    left, rounds = names[:], []
    while len(left) > 1:
        waiting = (1 << (len(left) - 1).bit_length()) - len(left)
        resting = set(lots.sample(left, waiting)) if lots.random() < 0.5 else set(left[:waiting])
        sitting = [one for one in left if one not in resting]
        lots.shuffle(sitting)
        written_ = [bye(one) for one in resting if lots.random() < 0.5]
        beaten = set()
        for one, other in zip(sitting[::2], sitting[1::2], strict=True):
            winner = lots.choice((one, other))
            beaten.add(other if winner == one else one)
            written_ += series(one, other, winner, lots)
        if not rounds or len(left) > 2:
            out = sorted(beaten)
        elif len(out) == 2 and lots.random() < 0.5:
            written_.append(game(*out, 100, 0))
        lots.shuffle(written_)
        rounds.append((len(left), written_))
        left = [one for one in left if one not in beaten]
        if len(left) == 1:
            runner_up = beaten.pop()
    return event(*numbered(rounds, lots), size=size), [left[0], runner_up]


def series(one: str, other: str, winner: str, lots: random.Random) -> list[dict[str, Any]]:
    """One game, or two won out of three."""
    scores = [(100, lots.randrange(90))] if lots.random() < 0.8 else [(100, 3), (7, 80), (60, 50)]
    lots.shuffle(scores)
    found = []
    for mine, theirs in scores:
        pair = (one, other, mine, theirs) if winner == one else (other, one, mine, theirs)
        found.append(game(*pair) if lots.random() < 0.5 else game(pair[1], pair[0], theirs, mine))
    return found


def numbered(rounds: list[tuple[int, list[Any]]], lots: random.Random) -> list[dict[str, Any]]:
    """The rounds with numbers as programs give them; those with sizes in any order."""
    way = lots.choice(NUMBERS)
    made = []
    for place, (left, matches) in enumerate(rounds, 1):
        size = 1 << (left - 1).bit_length()
        number = {"sizes": size, "counted": place, "text": str(size), "none": None, "one": 1}[way]
        made.append(elimination(number, *matches))
    if way in {"sizes", "text"} and lots.random() < 0.5:
        made.reverse()
    return made


def test_the_champion_of_any_bracket_is_found():
    wrong = []
    reading = Reading(load("xwing-dogfight"))
    for number in range(SHAPES):
        data, expected = played(random.Random(f"bracket {number}"))
        tournament, _ = built(read_foreign(recognise(data)), reading)
        rows = standings(tournament, reading.rules).rows
        if [row.name for row in rows[:2]] != expected:
            wrong.append(number)

    assert [] == wrong
