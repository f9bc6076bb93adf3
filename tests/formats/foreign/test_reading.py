"""Files of other programs become one neutral value, however they were saved and spelled."""

import codecs
import copy
import json

import pytest

from tests.formats.foreign.samples import (
    ANA,
    BO,
    CEM,
    CRYODEX_SAVE,
    DEE,
    ELI,
    GAMES,
    LIST_FORTRESS,
    LIST_JUGGLER,
    SAMPLES,
    TOME,
    bye,
    changed,
    game,
    written,
)
from tests.refusing import refuses
from tiltyard.engine.errors import Refused, TiltyardError
from tiltyard.engine.flow import standings
from tiltyard.formats.foreign.recognise import read_foreign, recognise
from tiltyard.formats.foreign.remarks import remark_text
from tiltyard.formats.foreign.table import FORMATS
from tiltyard.service.foreign_importing import preview_import


def read(data):
    return read_foreign(recognise(data))


def codes(preview):
    return [one.code for one in preview.remarks]


def rounds_of(*rounds):
    """The sample with other Swiss rounds and nothing published."""
    names = [{"name": name} for name in (ANA, BO, CEM, DEE)]
    return written(
        {
            "name": "Other",
            "players": names,
            "rounds": [
                {"round-type": "swiss", "round-number": number, "matches": list(matches)}
                for number, matches in enumerate(rounds, 1)
            ],
        }
    )


def bracket(*rounds, swiss=None):
    """The sample with other elimination rounds: (number, matches)."""
    value = copy.deepcopy(LIST_JUGGLER)
    value["rounds"] = value["rounds"][:2] if swiss is None else swiss
    for number, matches in rounds:
        value["rounds"].append(
            {"round-type": "elimination", "round-number": number, "matches": list(matches)}
        )
    return written(value)


def names(preview):
    return {player.id: player.name for player in preview.tournament.players}


def reports(preview, stage=0, round_=0):
    matches = preview.tournament.stages[stage].rounds[round_].matches
    called = names(preview)
    return {
        tuple(called[one] for one in match.players): match.report or match.kind for match in matches
    }


@pytest.mark.parametrize("kind", SAMPLES)
def test_every_kind_is_recognised_by_what_stands_in_it(kind):
    preview = preview_import(SAMPLES[kind])

    assert kind == preview.kind == preview.foreign.kind
    assert FORMATS[kind].name()


# -------------------------------------------------------------------------------- encodings

ACCENTED = changed(players=[{"name": "Zoë Ångström"}], rounds=[]).decode()
ACCENTED = json.dumps(json.loads(ACCENTED), ensure_ascii=False)


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (ACCENTED.encode(), None),
        (codecs.BOM_UTF8 + ACCENTED.encode(), None),
        (ACCENTED.encode("latin-1"), "windows-1252"),
        (ACCENTED.encode("utf-16"), "utf-16-le"),
        (ACCENTED.encode("utf-16-le"), "utf-16-le"),
        (ACCENTED.encode("utf-16-be"), "utf-16-be"),
        (codecs.BOM_UTF16_BE + ACCENTED.encode("utf-16-be"), "utf-16-be"),
        (ACCENTED.encode("utf-32"), "utf-32-le"),
        (ACCENTED.replace("ö", "\x81").encode("latin-1"), "latin-1"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_file_is_read_in_whatever_encoding_it_was_saved(data, told):
    preview = preview_import(data)

    expected = "Zoë Ångström" if told != "latin-1" else "Zoë Ångstrm"
    assert [expected] == list(names(preview).values())
    facts = [one.facts["encoding"] for one in preview.remarks if one.code == "encoding"]
    assert ([told] if told else []) == facts


# ------------------------------------------------------------------ List Juggler and its like


def test_the_whole_of_a_list_juggler_event():
    preview = preview_import(written(LIST_JUGGLER))
    tournament = preview.tournament

    assert ("Store Cup", "2015-03-07") == (tournament.name, tournament.date.isoformat())
    assert "xwing-dogfight@2.2.1" == tournament.ruleset
    assert (2, 2) == (tournament.plan.swiss_rounds, tournament.plan.cut)
    assert "destroyed" == reports(preview)[ANA, BO].end
    assert "time" == reports(preview)[CEM, ELI].end
    assert "bye" == reports(preview)[DEE,]
    dropped = [change.player for change in tournament.stages[0].rounds[1].after]
    assert [ELI] == [names(preview)[one] for one in dropped]
    assert [ANA, DEE] == [names(preview)[one] for one in tournament.stages[1].seeds]
    assert "rebel" == tournament.players[0].faction
    assert ["list-unreadable"] == codes(preview)


@pytest.mark.parametrize(
    "wrap",
    [
        lambda value: {"tournament": value},
        lambda value: [value],
        lambda value: {"data": {"tournament": value}},
        lambda value: {"Tournament": [value]},
    ],
)
def test_a_wrapped_event_is_the_same_event(wrap):
    plain = preview_import(written(LIST_JUGGLER)).tournament
    wrapped = preview_import(written(wrap(LIST_JUGGLER))).tournament

    assert plain.stages == wrapped.stages
    assert plain.players == wrapped.players


def test_numbers_may_be_text_and_keys_may_be_spelled_otherwise():
    value = json.loads(
        json.dumps(LIST_JUGGLER)
        .replace('"round-number"', '"roundNumber"')
        .replace('"round-type"', '"round_type"')
        .replace('"player1points"', '"Player1_Points"')
    )
    for one in value["players"]:
        one["score"], one["mov"] = str(one["score"]), f" {one['mov']} "
    for round_ in value["rounds"]:
        for match in round_["matches"]:
            match["Player1_Points"] = str(match["Player1_Points"])

    preview = preview_import(written(value))

    assert preview_import(written(LIST_JUGGLER)).tournament.stages == preview.tournament.stages
    assert () == preview.comparison.differing


def test_players_and_rounds_may_be_objects():
    value = copy.deepcopy(LIST_JUGGLER)
    value["players"] = {one.pop("name"): one for one in value["players"]}
    value["rounds"] = {str(3 - place): one for place, one in enumerate(value["rounds"][::-1])}

    assert read(written(LIST_JUGGLER)).rounds == read(written(value)).rounds


def test_rounds_are_put_into_the_order_of_their_numbers():
    value = copy.deepcopy(LIST_JUGGLER)
    value["rounds"].reverse()

    assert read(written(LIST_JUGGLER)).rounds == read(written(value)).rounds


@pytest.mark.parametrize("nobody", [None, "", "BYE", "bye", " Bye ", "(bye)"])
def test_an_opponent_who_is_nobody_is_a_bye(nobody):
    preview = preview_import(rounds_of([game(ANA, BO, 100, 0), game(CEM, nobody, 0, None)]))

    assert "bye" == reports(preview)[CEM,]
    assert [ANA, BO, CEM, DEE] == list(names(preview).values())


def test_a_bye_on_the_first_seat_belongs_to_the_second():
    assert "bye" == reports(preview_import(rounds_of([game("BYE", CEM, 0, 0)])))[CEM,]


def test_whoever_plays_without_being_listed_is_added():
    preview = preview_import(rounds_of([game(ANA, "Zed Nobody", 100, 0)]))

    assert "Zed Nobody" in names(preview).values()
    assert ["player-not-listed"] == codes(preview)


def test_a_name_in_other_letters_is_the_same_name():
    preview = preview_import(rounds_of([game(ANA.upper(), f" {BO.lower()} ", 100, 0)]))

    assert [(ANA, BO)] == list(reports(preview))
    assert [] == codes(preview)


def test_names_lose_entities_and_hidden_characters():
    odd = "O&#39;Brien \x07 &amp;\u202e\tCo"
    preview = preview_import(rounds_of([game(ANA, odd, 100, 0)]))

    assert "O'Brien & Co" in names(preview).values()


def test_two_players_of_one_name_are_kept_apart():
    value = {"players": [{"name": ANA}, {"name": ANA}, {"name": BO}], "rounds": []}
    preview = preview_import(written(value))

    assert [ANA, f"{ANA} (2)", BO] == list(names(preview).values())
    assert "two-of-one-name" in codes(preview)


def test_somebody_at_two_tables_is_two_people_of_one_name():
    preview = preview_import(rounds_of([game(ANA, BO, 100, 0), game(ANA, CEM, 10, 60)]))

    assert {(ANA, BO), (f"{ANA} (2)", CEM)} == set(reports(preview))


def test_a_bye_of_somebody_who_plays_is_left_out():
    preview = preview_import(rounds_of([game(ANA, BO, 100, 0), bye(ANA)]))

    assert [(ANA, BO)] == list(reports(preview))
    assert ["bye-of-somebody-who-plays"] == codes(preview)


def test_a_game_or_a_round_that_stands_there_twice_counts_once():
    first = [game(ANA, BO, 100, 0), game(ANA, BO, 100, 0)]
    preview = preview_import(rounds_of(first))
    assert [(ANA, BO)] == list(reports(preview))
    assert ["match-twice"] == codes(preview)

    value = copy.deepcopy(LIST_JUGGLER)
    value["rounds"].insert(0, value["rounds"][0])
    assert read(written(LIST_JUGGLER)).rounds == read(written(value)).rounds


@pytest.mark.parametrize(
    ("points", "score", "remark"),
    [
        ((53, 24), (53, 24), []),
        (("53", "24.0"), (53, 24), []),
        ((53.5, 24), (54, 24), ["number-rounded"]),
        ((-5, 24), (0, 24), ["number-below-nothing"]),
        ((99, None), (99, 0), []),
        ((101, 20), (100, 20), ["score-above-the-limit"]),
        ((True, 20), (0, 20), ["not-a-number"]),
        (("many", 20), (0, 20), ["not-a-number"]),
        ((10**15, 20), (0, 20), ["not-a-number"]),
        ((10**40, 20), (0, 20), ["number-absurd"]),
        ((float("nan"), 20), (0, 20), ["number-absurd"]),
        (([], {}), (0, 0), ["not-a-number", "not-a-number", "no-score"]),
        ((None, None), (0, 0), ["no-score"]),
    ],
)
def test_points_are_taken_where_they_make_sense(points, score, remark):
    data = rounds_of([game(ANA, BO, *points)], [game(ANA, BO, 100, 0)])
    preview = preview_import(data, ruleset="xwing-dogfight")

    assert score == reports(preview)[ANA, BO].score
    assert remark == codes(preview)
    assert all(remark_text(one) for one in preview.remarks)


def test_scores_above_a_hundred_are_of_the_second_edition():
    assert "xwing-second-edition" == preview_import(rounds_of([game(ANA, BO, 180, 20)])).document.id
    assert "xwing-dogfight" == preview_import(rounds_of([game(ANA, BO, 100, 20)])).document.id


def test_a_game_without_anything_entered_is_still_being_played_in_the_last_round_only():
    played = {"player1": ANA, "player2": BO}
    preview = preview_import(rounds_of([game(ANA, BO, 100, 0)], [played]))
    assert "game" == reports(preview, 0, 1)[ANA, BO]

    preview = preview_import(rounds_of([played], [game(ANA, BO, 100, 0)]))
    assert (0, 0) == reports(preview)[ANA, BO].score


def test_an_empty_round_is_left_out():
    preview = preview_import(rounds_of([], [game(ANA, BO, 100, 0)]))

    assert 1 == len(preview.tournament.stages[0].rounds)
    assert ["round-empty"] == codes(preview)


def test_escalation_is_scored_round_by_round():
    preview = preview_import(changed(format="Escalation", rounds=LIST_JUGGLER["rounds"][:1]))

    assert "xwing-escalation" == preview.document.id
    assert (60, 40) == reports(preview)[ANA, BO].score


@pytest.mark.parametrize(
    ("said", "ruleset"),
    [("Standard - 100 Point Dogfight", "xwing-dogfight"), ("Star Wars: Armada", "armada")],
)
def test_a_file_may_name_its_game(said, ruleset):
    rounds = LIST_JUGGLER["rounds"][:1]

    assert ruleset == preview_import(changed(format=said, rounds=rounds)).document.id


def test_the_entered_winner_decides_where_the_published_points_say_so():
    rounds = [
        {
            "round-type": "swiss",
            "round-number": 1,
            "matches": [game(ANA, BO, 30, 60, winner=ANA), game(CEM, DEE, 100, 0, winner=CEM)],
        }
    ]
    players = [
        {"name": name, "rank": {"swiss": rank}, "score": score, "mov": mov}
        for rank, (name, score, mov) in enumerate(
            [(CEM, 5, 200), (ANA, 5, 70), (BO, 0, 130), (DEE, 0, 0)], 1
        )
    ]
    preview = preview_import(written({"players": players, "rounds": rounds}))
    assert "xwing-entered-winner" == preview.document.id
    assert () == preview.comparison.differing

    players[1]["score"], players[2]["score"] = 0, 5
    preview = preview_import(written({"players": players, "rounds": rounds}))
    assert "xwing-dogfight" == preview.document.id
    assert "winner-against-the-score" in codes(preview)


@pytest.mark.parametrize("winner", ["Zed", 17, [], {"name": ANA}])
def test_a_winner_who_is_nobody_changes_nothing(winner):
    with_winner = preview_import(rounds_of([game(ANA, BO, 100, 0, winner=winner)]))

    assert reports(preview_import(rounds_of([game(ANA, BO, 100, 0)]))) == reports(with_winner)


def test_players_without_rounds_are_an_event_that_has_not_begun():
    preview = preview_import(changed(rounds=[]))

    assert () == preview.tournament.stages
    assert "drop-without-rounds" in codes(preview)
    reasons = {why.code for row in preview.comparison.rows for why in row.number("tp").reasons}
    assert {"no-game-on-record"} == reasons


def test_an_event_without_a_name_is_called_as_its_file():
    nameless = changed(name=None)

    assert "Cup of May" == preview_import(nameless, called="Cup of May").tournament.name
    assert "Store Cup" == preview_import(changed(), called="Cup of May").tournament.name


# -------------------------------------------------------------------------------- the bracket

SEMIFINALS = (game(ANA, CEM, 100, 20), game(ELI, DEE, 30, 60))


def test_elimination_rounds_numbered_by_the_size_of_the_cut_are_in_order():
    final = [game(ANA, DEE, 100, 0)]
    down = preview_import(bracket((4, SEMIFINALS), (2, final)))
    up = preview_import(bracket((2, final), (4, SEMIFINALS)))
    counted = preview_import(bracket((5, SEMIFINALS), (6, final)))

    assert down.tournament.stages == up.tournament.stages == counted.tournament.stages
    assert [2, 1] == [len(one.matches) for one in down.tournament.stages[1].rounds]


def test_a_missing_final_leaves_both_finalists_in():
    preview = preview_import(bracket((4, SEMIFINALS)))

    rows = standings(preview.tournament, preview.document).rows
    assert {ANA, DEE} == {row.name for row in rows[:2]}


def test_a_level_game_of_the_bracket_goes_to_the_one_in_the_next_round():
    level = [game(ANA, CEM, 50, 50), game(ELI, DEE, 30, 60)]
    preview = preview_import(bracket((4, level), (2, [game(CEM, DEE, 100, 0)])))

    called = names(preview)
    report = reports(preview, 1)[ANA, CEM]
    assert CEM == (ANA, CEM)[report.initiative]
    winner = standings(preview.tournament, preview.document).rows[0].player
    assert CEM == called[winner]


def test_who_went_on_with_less_points_had_the_other_concede():
    preview = preview_import(bracket((4, SEMIFINALS), (2, [game(CEM, DEE, 100, 0)])))

    report = reports(preview, 1)[ANA, CEM]
    assert ("concession", 0) == (report.end, report.conceded)
    assert "loser-went-on" in codes(preview)


def test_a_game_for_the_third_place_is_left_out():
    last = [game(ANA, DEE, 100, 0), game(CEM, ELI, 100, 0)]
    preview = preview_import(bracket((4, SEMIFINALS), (2, last)))

    assert [(ANA, DEE)] == list(reports(preview, 1, 1))
    assert "game-for-third-place" in codes(preview)


def test_a_whole_bracket_in_one_round_is_taken_apart():
    preview = preview_import(bracket((4, (*SEMIFINALS, game(ANA, DEE, 1, 2), game(BO, BO, 1, 2)))))

    assert [2, 1] == [len(round_.matches) for round_ in preview.tournament.stages[1].rounds]
    assert 1 == codes(preview).count("game-against-oneself")


def test_a_bracket_without_swiss_rounds_is_an_event_too():
    preview = preview_import(bracket((4, SEMIFINALS), swiss=[]))

    assert ["elimination"] == [stage.kind for stage in preview.tournament.stages]
    assert 0 == preview.tournament.plan.swiss_rounds


def test_a_drop_of_somebody_in_the_bracket_is_after_their_last_game():
    value = json.loads(bracket((4, SEMIFINALS), (2, [game(ANA, DEE, 100, 0)])))
    del value["players"][1]["dropped"]
    value["players"][3]["dropped"] = True
    preview = preview_import(written(value))

    (change,) = preview.tournament.stages[1].rounds[0].after
    assert (CEM, "drop") == (names(preview)[change.player], change.change)
    rows = standings(preview.tournament, preview.document).rows
    assert [ANA, DEE] == [row.name for row in rows[:2]]


# ----------------------------------------------------------------------------- other programs


def test_the_whole_of_a_listfortress_event():
    preview = preview_import(written(LIST_FORTRESS))

    assert "xwing-second-edition@1" == preview.document.name
    assert (160, 60) == reports(preview)[ANA, BO].score
    assert "bye" == reports(preview, 0, 1)[BO,]
    assert () == preview.comparison.differing
    assert {"tp", "mov", "sos", "rank"} == {one.key for one in preview.comparison.rows[0].numbers}


def test_the_whole_of_a_tome_event():
    preview = preview_import(written(TOME))

    assert "Castle Day" == preview.tournament.name
    assert {(ANA, BO), (CEM, DEE)} == set(reports(preview))
    assert "bye" == reports(preview, 0, 1)[BO,]
    assert [(ANA, CEM)] == list(reports(preview, 1))
    assert () == preview.comparison.differing
    assert ["games-of-no-tournament"] == codes(preview)


def test_a_tome_file_may_be_text_in_text_and_have_longer_kinds():
    long = {f"{kind}Models": rows for kind, rows in TOME["entityGroupMap"].items()}
    preview = preview_import(written(json.dumps({"entityGroupMap": long})))

    assert preview_import(written(TOME)).tournament.stages == preview.tournament.stages


def test_the_whole_of_a_cryodex_save():
    preview = preview_import(CRYODEX_SAVE.encode())

    assert "Club Night" == preview.tournament.name
    assert [ANA, "Bo & Carr", CEM] == list(names(preview).values())
    assert ("Harbour Club",) == preview.tournament.players[0].affiliations
    first, second = reports(preview), reports(preview, 0, 1)
    assert ("time", (60, 55)) == (first[ANA, "Bo & Carr"].end, first[ANA, "Bo & Carr"].score)
    assert "bye" == first[CEM,]
    assert ("concession", 0) == (second[ANA, CEM].end, second[ANA, CEM].conceded)
    assert preview.comparison is None
    assert ["another-tournament"] == codes(preview)


def test_the_whole_of_a_table_of_games():
    preview = preview_import(GAMES.encode())

    assert "middle-earth@1" == preview.document.name
    assert (12, 4) == reports(preview)["Ana", "Bo"].score
    assert "bye" == reports(preview)["Cem",]
    assert ["bye-with-points"] == codes(preview)


def test_the_rules_can_be_told():
    preview = preview_import(rounds_of([game(ANA, BO, 420, 380)]), ruleset="armada")
    report = reports(preview)[ANA, BO]
    assert ((400, 380), (20, 0)) == (report.score, report.objectives)

    with refuses(Refused, code="score-level-no-winner-final"):
        preview_import(rounds_of([game(ANA, BO, 100, 100)]), ruleset="runewars")
    with refuses(TiltyardError, code="no-ruleset-called"):
        preview_import(rounds_of([game(ANA, BO, 100, 0)]), ruleset="chess")
