"""Whatever of a foreign file is not taken as it was meant is said, however the file says it."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from tests.formats.foreign.samples import CRYODEX_SAVE, LIST_JUGGLER, TOME, game, written
from tests.refusing import refuses
from tests.service.halls import new_desk
from tiltyard.engine.errors import Refused
from tiltyard.engine.flow import standings
from tiltyard.formats.foreign.foreign_tables import read_players
from tiltyard.formats.foreign.recognise import read_foreign, recognise
from tiltyard.service.exporting import Wish, csv_file
from tiltyard.service.foreign_importing import ImportPreview, apply_import, preview_import
from tiltyard.text.language import speaking
from tiltyard.text.refusals import fix_text

A, B, C, D = "Ana", "Bo", "Cem", "Dee"
SWISS = {"round-number": 1, "matches": [game(A, B, 100, 20), game(C, D, 100, 30)]}


def looked_at(*rounds: dict[str, Any], players: Any = (A, B, C, D), **more: Any) -> ImportPreview:
    return preview_import(written({"players": list(players), "rounds": list(rounds), **more}))


def codes(preview: ImportPreview) -> set[str]:
    return {one.code for one in preview.remarks}


def facts(preview: ImportPreview, code: str) -> dict[str, str | int]:
    return dict(next(one.facts for one in preview.remarks if one.code == code))


def only_report(preview: ImportPreview) -> Any:
    return preview.tournament.stages[0].rounds[0].matches[0].report


def ranked(name: str, swiss: int, place: int) -> dict[str, Any]:
    return {"name": name, "rank": {"swiss": swiss, "elimination": place}}


# ------------------------------------------------------------------------------------- the cut


def test_a_cut_without_games_is_told_and_its_places_are_compared():
    preview = looked_at(SWISS, players=[ranked(A, 1, 2), ranked(B, 2, 1), C, D])

    assert {"name": B, "place": 1} == facts(preview, "cut-without-games")
    assert preview.comparison is not None
    found = {
        row.name: (place.theirs, place.ours, place.reasons[0].code)
        for row in preview.comparison.differing
        if (place := row.number("place")) is not None
    }
    assert found[A] == ("2", "1", "cut-not-in-the-file")
    assert found[B][0] == "1"


def test_so_is_one_of_list_fortress():
    people = [
        {"id": number, "name": name, "swiss_rank": number, "top_cut_rank": place}
        for number, (name, place) in enumerate(((A, 2), (B, 1)), 1)
    ]
    one = {"player1_id": 1, "player2_id": 2, "player1_points": 200, "player2_points": 10}
    rounds = [{"roundtype_id": 1, "round_number": 1, "matches": [one]}]

    preview = preview_import(written({"participants": people, "rounds": rounds}))

    assert "cut-without-games" in codes(preview)


def test_without_a_published_cut_nothing_is_said_about_one():
    assert "cut-without-games" not in codes(looked_at(SWISS))


@pytest.mark.parametrize(
    "said",
    [
        *("Semifinal", "Quarterfinals", "semi-final", "play-off", "SE", "Top 8", "Viertelfinale"),
        *(2, "2", {"id": 2, "name": "Elimination"}, {"id": 2}),
    ],
)
def test_a_round_of_the_bracket_is_known_by_any_of_its_words(said):
    final = {"round-number": 2, "roundtype": said, "matches": [game(A, C, 100, 0)]}

    preview = looked_at(SWISS, final)

    assert ["swiss", "elimination"] == [stage.kind for stage in preview.tournament.stages]
    assert "round-type-unknown" not in codes(preview)


@pytest.mark.parametrize("said", ["Swiss", "swiss (top half)", {"id": 1, "name": "Swiss"}, 1, ""])
def test_a_swiss_round_too(said):
    second = {"round-number": 2, "roundtype": said, "matches": [game(A, C, 100, 0)]}

    preview = looked_at(SWISS, second)

    assert ["swiss"] == [stage.kind for stage in preview.tournament.stages]
    assert "round-type-unknown" not in codes(preview)


def test_an_unknown_type_of_round_is_told():
    preview = looked_at({**SWISS, "round-type": "quux"})

    assert "'quux'" == facts(preview, "round-type-unknown")["found"]


TWO = [
    [(0, 3), (1, 2), (4, 7), (5, 6)],
    [(0, 1), (4, 6)],
]


def two_brackets(numbers: tuple[Any, Any], *, seeds: str = "01234567") -> ImportPreview:
    names = [f"Seed {number}" for number in range(8)]
    players = [
        {"name": names[int(place)], "rank": {"swiss": rank}} for rank, place in enumerate(seeds, 1)
    ]
    rounds = [
        {
            "round-number": number,
            "round-type": "elimination",
            "matches": [game(names[one], names[other], 100, 1) for one, other in pairs],
        }
        for number, pairs in zip(numbers, TWO, strict=True)
    ]
    swiss = [game(one, other, 100, 9) for one, other in zip(names[::2], names[1::2], strict=True)]
    return looked_at({"round-number": 1, "matches": swiss}, *rounds, players=players)


@pytest.mark.parametrize("numbers", [(1, 2), (None, None), (4, 2), (5, 6)])
def test_two_brackets_are_told_apart_whatever_their_numbers(numbers):
    preview = two_brackets(numbers)

    assert [2, 1] == [len(one.matches) for one in preview.tournament.stages[1].rounds]
    assert "game-of-another-bracket" in codes(preview)
    assert "Seed 0" == standings(preview.tournament, preview.document).rows[0].name


@pytest.mark.parametrize("numbers", [(1, 2), (None, None), (8, 4)])
def test_a_bracket_that_breaks_off_before_its_final_is_one(numbers):
    preview = two_brackets(numbers, seeds="04152637")

    assert [4, 2] == [len(one.matches) for one in preview.tournament.stages[1].rounds]
    assert "bracket-without-final" in codes(preview)


def test_one_against_all_is_no_bracket_and_costs_no_time():
    games = [game(A, f"Other {number}", 100, 0) for number in range(800)]
    deep = {"round-number": 2, "round-type": "elimination", "matches": games}
    begun = time.process_time()

    preview = looked_at(SWISS, deep)

    assert time.process_time() - begun < 8  # it was more than a minute
    assert 800 - 13 == facts(preview, "bracket-too-deep")["count"]


# ------------------------------------------------------------------------------- what was entered


def by(rules: str, **entered: Any) -> ImportPreview:
    one = {"player1": A, "player2": B, "result": "win", **entered}
    return looked_at({"round-number": 1, "matches": [one]}, players=(A, B), format=rules)


@pytest.mark.parametrize("rules", ["Star Wars: Armada", "Middle-earth", "Runewars", "Diskwars"])
def test_with_a_winner_and_no_score_the_other_has_conceded(rules):
    preview = by(rules, winner=B)

    assert ("concession", 0) == (only_report(preview).end, only_report(preview).conceded)
    assert "winner-without-score" in codes(preview)
    assert B == standings(preview.tournament, preview.document).rows[0].name


@pytest.mark.parametrize("rules", ["Star Wars: Armada", "Middle-earth", "Runewars", "Diskwars"])
@pytest.mark.parametrize(("winner", "told"), [(B, True), (A, False)])
def test_a_winner_against_the_score_is_told(rules, winner, told):
    preview = by(rules, winner=winner, player1points=100, player2points=50)

    assert told == ("winner-against-the-score" in codes(preview))


@pytest.mark.parametrize("rules", ["Star Wars: Armada", "Runewars", "Diskwars"])
@pytest.mark.parametrize("score", [{}, {"player1points": 100, "player2points": 50}])
def test_so_it_is_in_the_bracket(rules, score):
    final = {"player1": A, "player2": C, "result": "win", "winner": C, **score}
    cut = {"round-number": 2, "round-type": "elimination", "matches": [final]}

    preview = looked_at(SWISS, cut, format=rules)

    assert C == standings(preview.tournament, preview.document).rows[0].name
    assert {"winner-without-score", "loser-went-on"} & codes(preview)


def test_no_score_is_told_where_a_game_ends_after_rounds():
    assert "no-score" in codes(by("Middle-earth", result="draw"))
    assert "level-and-nobody-named" in codes(by("Star Wars: Armada", result="draw"))


def test_a_level_game_of_runewars_is_refused_with_its_place_and_what_can_be_done():
    with refuses(Refused, match=r"level \(50-50\)") as refused:
        by("Runewars", player1points=50, player2points=50)

    assert "round 1, Ana" == refused.value.field
    assert "Enter the winner" in fix_text(refused.value)
    won = by("Runewars", player1points=50, player2points=50, winner=B)
    assert B == standings(won.tournament, won.document).rows[0].name


def test_the_winner_may_be_spelled_in_other_letters():
    preview = by("", winner="BO", player1points=50, player2points=50)

    assert "winner-not-at-the-table" not in codes(preview)
    assert "winner-against-the-score" in codes(preview)


@pytest.mark.parametrize(("more", "told"), [({}, True), ({"winner": A}, False)])
def test_a_win_at_a_level_score_of_which_nobody_is_named_is_told(more, told):
    preview = by("", player1points=100, player2points=100, **more)

    assert told == ("win-of-nobody" in codes(preview))


@pytest.mark.parametrize("nobody", [0, "0", -1])
def test_an_opponent_of_no_number_is_nobody(nobody):
    people = [{"id": 4, "name": A}, {"id": 5, "name": B}]
    one = {"player1_id": 4, "player2_id": nobody, "player1_points": 200, "player2_points": 0}
    rounds = [{"roundtype_id": 1, "matches": [one]}]

    preview = preview_import(written({"participants": people, "rounds": rounds}))

    assert [A, B] == [player.name for player in preview.tournament.players]


def test_two_rounds_of_one_number_are_told():
    again = {"round-number": 1, "matches": [game(A, C, 100, 2)]}

    assert 1 == facts(looked_at(SWISS, again), "round-number-again")["number"]
    assert "round-number-again" not in codes(looked_at(SWISS, {**again, "round-number": 2}))


def test_an_empty_list_does_not_hide_another():
    squad = {"faction": "rebel", "pilots": [{"id": "bluesquadronpilot"}]}
    people = [{"name": A, "list_json": "", "list": squad}, {"name": B}]

    preview = looked_at({"matches": [game(A, B, 100, 0)]}, players=people)

    assert preview.foreign is not None
    assert json.loads(preview.foreign.players[0].army or "") == squad


# ------------------------------------------------------------------------------------ other games


def tome_of(title: str) -> bytes:
    return json.dumps(TOME).replace("Star Wars: X-wing Miniatures Game", title).encode()


def save_of(title: str) -> bytes:
    return CRYODEX_SAVE.replace("X-Wing TMG", title).encode()


@pytest.mark.parametrize("title", ["Star Wars: Imperial Assault", "Star Wars Legion", "KeyForge"])
def test_a_game_nobody_plays_here_is_told(title):
    for data in (tome_of(title), save_of(title), written({"format": title, "players": [A]})):
        said = facts(preview_import(data), "game-without-ruleset")
        assert title == said["found"]
        assert str(said["taken"]).startswith("xwing-")
        told = preview_import(data, ruleset="xwing-dogfight")
        assert "game-without-ruleset" not in codes(told)


@pytest.mark.parametrize("said", ["Epic", "Aces", "X-Wing", "Hyperspace", "100 Point Dogfight", 3])
def test_a_format_of_x_wing_is_no_other_game(said):
    assert "game-without-ruleset" not in codes(
        preview_import(written({"format": said, "players": [A]}))
    )


@pytest.mark.parametrize("data", [tome_of("Runewars"), save_of("Runewars")])
def test_runewars_is_known_everywhere(data):
    assert ("runewars",) == read_foreign(recognise(data)).rulesets


# ----------------------------------------------------------------------------------------- tables


def scores(text: str | bytes) -> list[tuple[int, int]]:
    preview = preview_import(text if isinstance(text, bytes) else text.encode())
    rounds = preview.tournament.stages[0].rounds
    return [match.report.score for one in rounds for match in one.matches if match.report]


@pytest.mark.parametrize(
    "headings",
    [
        "Runde;Tisch;Spieler 1;Spieler 2;Punkte 1;Punkte 2",
        "Round;Table;Player 1;Player 2;Player 1 Score;Player 2 Score",
        "ROUND;TABLE;P1;P2;P1_VP;P2_VP",
    ],
)
def test_the_scores_of_a_table_are_found(headings):
    assert [(10, 5)] == scores(f"{headings}\n1;1;Ana;Bo;10;5\n")


def test_victory_points_in_capitals_are_those_of_middle_earth():
    preview = preview_import(b"ROUND,P1,P2,P1_VP,P2_VP\n1,Ana,Bo,9,4\n")

    assert "middle-earth" == preview.document.id


def test_an_unknown_column_is_told():
    preview = preview_import(b"round,p1,p2,p1_points,p2_points,weather\n1,Ana,Bo,9,4,rain\n")

    assert [{"found": "weather"}] == [
        dict(one.facts) for one in preview.remarks if one.code == "column-unknown"
    ]


@pytest.mark.parametrize("language", ["en", "de"])
def test_our_own_table_of_results_comes_back(language):
    desk = new_desk()
    first = preview_import(written(LIST_JUGGLER))
    apply_import(desk, first, "e")
    with speaking(language):
        table = csv_file(Wish(desk.level("e"), public=False), "results").body

    again = preview_import(table)

    assert scores(written(LIST_JUGGLER)) == scores(table)
    kinds = [
        [(stage.kind, len(stage.rounds)) for stage in one.tournament.stages]
        for one in (first, again)
    ]
    assert kinds[0] == kinds[1]
    unknown = [one.facts["found"] for one in again.remarks if one.code == "column-unknown"]
    assert 1 == len(unknown)  # how the game ended


@pytest.mark.parametrize("heading", ["Group Name", "Team Name", "GROUPNAME"])
def test_the_name_of_a_group_is_a_club(heading):
    assert "Reef" == read_players(f"Name,{heading}\nAna,Reef\n").players[0].club


@pytest.mark.parametrize(
    ("name", "encoding", "told"),
    [
        ("Łukasz Żak", "cp1250", "windows-1250"),
        ("Michał", "cp1250", "windows-1250"),
        ("José Núñez", "cp1252", "windows-1252"),
    ],
)
def test_eastern_names_are_told_from_western_ones(name, encoding, told):
    preview = preview_import(f"Name\n{name}\n".encode(encoding), ruleset="armada")

    assert name == preview.tournament.players[0].name
    assert told == facts(preview, "encoding")["encoding"]


# ------------------------------------------------------------------------------------- newer rules


def test_an_event_by_newer_rules_has_one_note_and_no_accidental_reasons():
    people = [
        {"id": number, "name": f"P{number}", "swiss_rank": number, "score": score, "mov": margin}
        for number, score, margin in ((1, 6, 38), (2, 3, 30), (3, 3, 28), (4, 0, 15))
    ]

    def won(one: int, other: int, first: int, second: int) -> dict[str, Any]:
        points = {"player1_points": first, "player2_points": second}
        return {"player1_id": one, "player2_id": other, "winner_id": one, **points}

    rounds = [
        {"roundtype_id": 1, "round_number": 1, "matches": [won(1, 3, 20, 10), won(2, 4, 20, 8)]},
        {"roundtype_id": 1, "round_number": 2, "matches": [won(1, 2, 18, 10), won(3, 4, 18, 7)]},
    ]

    preview = preview_import(written({"participants": people, "rounds": rounds}))

    assert "xwing-second-edition" == preview.document.id
    assert preview.comparison is not None
    assert "other-rules" in preview.comparison.notes
    reasons = {
        why.code
        for row in preview.comparison.rows
        for one in row.differences
        if one.key == "mov"
        for why in one.reasons
    }
    assert {"other-rules"} == reasons
