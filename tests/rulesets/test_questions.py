"""Answers become a ruleset file and are read from it again; the same answers are the same bytes."""

from __future__ import annotations

import tomllib
from itertools import pairwise
from typing import get_args

import pytest

from tests.amount import share
from tiltyard.engine.ruleset import TieBreak
from tiltyard.engine.scoring import Setting, score_game
from tiltyard.engine.slip import Slip
from tiltyard.rulesets.loader import families, load, load_all, load_files, shipped, troubles_of
from tiltyard.rulesets.questions import (
    QUESTIONS,
    SCORE,
    Misread,
    answer_in,
    answered,
    base_of,
    completed,
    even_rows,
    questions_for,
    shown_amount,
)
from tiltyard.rulesets.writing import write_toml
from tiltyard.text.standings import KEY_TITLES

EVERYTHING = (*families(), *load_all())


def typed(question, value):
    """Return what fields hold when an answer is typed by hand."""
    if question.kind in {"rows", "scores"}:
        return lambda name: tuple(str(row.get(name.rpartition(".")[2], "")) for row in value)
    if question.kind == "order":
        return lambda _: tuple(value)
    if question.kind == "flag":
        return lambda _: ("1",) if value else ()
    if question.kind in {"numbers", "names"}:
        return lambda _: (", ".join(map(str, value)),)
    if question.kind == "amount":
        return lambda _: (shown_amount(value),)
    return lambda _: ("" if value is None else str(value),)


def head(rules) -> dict:
    return {"inherits": rules.name, "id": "mine", "version": "1", "title": "Mine"}


@pytest.mark.parametrize("rules", EVERYTHING, ids=lambda rules: rules.id)
def test_the_answers_a_ruleset_has_already_change_nothing(rules):
    base, table = base_of(rules.name), head(rules)
    for question in questions_for(base):
        answered(base, table, question, typed(question, answer_in(base, {}, question)))

    assert head(rules) == completed(base, table)


OTHER = {
    "number": lambda q, value: q.least + 1 if value == q.least else q.least,
    "numbers": lambda _, value: [40, 50] if value != [40, 50] else [60],
    "amount": lambda _, value: 7 if value != 7 else 8,
    "limit": lambda _, value: "unlimited" if value != "unlimited" else 2,
    "choice": lambda q, value: next(choice for choice in q.choices if choice != value),
    "flag": lambda _, value: not value,
    "text": lambda _, value: f"{value} 'and' \"more\" \\ ü",
    "names": lambda _, value: [*value, "Bemalung", "quiz"],
    "order": lambda _, value: [*value[::-1], "wins"] if "wins" not in value else value[::-1],
    "rows": lambda _, __: even_rows(30, 4, 6),
    "scores": lambda _, __: [
        {**SCORE, "id": "painting", "title": "Painting", "most": 20, "counts": "tie_break"},
        {
            **SCORE,
            "id": "late",
            "title": "Late",
            "least": -5,
            "most": 0,
            "per": "round",
            "shown": "at_end",
            "prize": "Most punctual",
        },
    ],
}


@pytest.mark.parametrize("rules", EVERYTHING, ids=lambda rules: rules.id)
def test_every_answer_is_read_from_the_file_as_it_was_given_and_written_as_the_same_bytes(rules):
    base, table = base_of(rules.name), head(rules)
    given = {}
    for question in questions_for(base):
        value = OTHER[question.kind](question, answer_in(base, {}, question))
        answered(base, table, question, typed(question, value))
        given[question.path] = value
    text = write_toml(completed(base, table))
    again = tomllib.loads(text)
    read = {one.path: answer_in(base, again, one) for one in questions_for(base)}
    repeated = head(rules)
    for question in questions_for(base):
        answered(base, repeated, question, typed(question, read[question.path]))

    asked_twice = {"standings.order"}  # one's own scores are put behind the others
    assert {path: value for path, value in given.items() if path not in asked_twice} == {
        path: value for path, value in read.items() if path not in asked_twice
    }
    assert text == write_toml(completed(base, repeated))


@pytest.mark.parametrize("rules", EVERYTHING, ids=lambda rules: rules.id)
def test_every_tie_breaker_that_can_be_chosen_has_a_title_and_makes_a_ruleset_that_loads(rules):
    base = base_of(rules.name)
    question = next(one for one in questions_for(base) if one.kind == "order")
    for key in share(question.choices, EVERYTHING.index(rules) % 4, 4):
        table = head(rules)
        answered(base, table, question, typed(question, [key]))
        found = troubles_of("mine@1", {"mine@1": write_toml(completed(base, table))})

        assert [] == [no.code for no in found], key
        assert key in {*KEY_TITLES, "extra"}


def test_every_key_of_the_engine_can_be_chosen_somewhere():
    offered = {
        key
        for rules in EVERYTHING
        for question in questions_for(base_of(rules.name))
        if question.kind == "order"
        for key in question.choices
    }

    assert set(get_args(TieBreak)) == offered | {"tp", "lot"}


@pytest.mark.parametrize("name", share(sorted(shipped()), 0, 4))
def test_files_written_by_hand_are_written_again_as_the_same_table(name):
    table = tomllib.loads(shipped()[name].read_text("utf-8"))

    assert table == tomllib.loads(write_toml(table))


def test_what_no_question_asks_about_stays_as_it_was_written_by_hand():
    base = base_of("win-draw-loss@1")
    table = {**head(load("win-draw-loss")), "terms": {"leader": "umpire"}}
    question = next(one for one in QUESTIONS if one.path == "points.win")
    answered(base, table, question, lambda _: ("5",))
    text = write_toml(completed(base, table))

    rules = load_files("mine@1", {"mine@1": text})

    assert ("umpire", 5) == (rules.terms["leader"], rules.points.win)


def test_an_even_table_gives_180_to_60_seventeen_to_three():
    base, table = base_of("margin-20-0@1"), head(load("margin-20-0"))
    answers = {"score.wipe_out": ("200",), "points.per_cent": ()}
    for question in questions_for(base):
        if question.path in answers:
            answered(base, table, question, lambda path: answers[path])
        elif question.kind == "rows":
            answered(base, table, question, typed(question, even_rows(20, 10, 17)))
    rules = load_files("mine@1", {"mine@1": write_toml(completed(base, table))})

    verdict = score_game(rules, Setting("swiss", 1), Slip("rounds", score=(180, 60)))

    assert (17, 3) == (verdict.lines[0].tp, verdict.lines[1].tp)


@pytest.mark.parametrize(
    ("total", "draw", "step", "first", "last"),
    [
        pytest.param(20, 5, 5, (0, 5, 10, 10), (51, None, 20, 0), id="twenty points"),
        pytest.param(5, 1, 3, (0, 1, 2, 2), (8, None, 5, 0), id="an odd number"),
        pytest.param(1, 0, 1, (0, 0, 0, 0), (1, None, 1, 0), id="one point"),
    ],
)
def test_an_even_table_has_no_hole_and_no_overlap(total, draw, step, first, last):
    rows = even_rows(total, draw, step)

    def told(row):
        return (row["least"], row.get("most"), row["win"], row["loss"])

    assert (first, last) == (told(rows[0]), told(rows[-1]))
    assert all(above["most"] + 1 == below["least"] for above, below in pairwise(rows))


def test_painting_points_rank_where_they_are_said_to():
    base, table = base_of("margin-20-0@1"), head(load("margin-20-0"))
    scores = [{**SCORE, "id": "painting", "title": "Painting", "most": 20, "counts": "tie_break"}]
    for question in questions_for(base):
        if question.kind == "scores":
            answered(base, table, question, typed(question, scores))
        elif question.kind == "order":
            answered(base, table, question, lambda _: ("vpd",))
    text = write_toml(completed(base, table))

    rules = load_files("mine@1", {"mine@1": text})

    assert ["painting"] == [score.id for score in rules.soft_scores]
    assert ["tp", "vpd", "extra", "lot"] == [entry.key for entry in rules.standings.order]
    assert 'soft_scores = [\n  { id = "painting", title = "Painting", most = 20, ' in text


def misread(path, *said):
    base = base_of("margin-20-0@1")
    question = next(one for one in questions_for(base) if one.path == path)
    with pytest.raises(Misread) as refused:
        answered(base, {}, question, lambda _: said)
    return refused.value.code


@pytest.mark.parametrize(
    ("path", "said", "code"),
    [
        pytest.param("bye.award.tp", "-1", "no-number", id="below nothing"),
        pytest.param("bye.award.tp", "1001", "number-outside", id="above the most"),
        pytest.param("bye.award.tp", "1e3", "no-number", id="a formula"),
        pytest.param("bye.award.tp", "٣", "no-number", id="other digits"),
        pytest.param("bye.pick", "the tallest", "no-choice", id="no choice"),
        pytest.param("standings.order", "height", "no-choice", id="no tie-breaker"),
        pytest.param("clock.swiss.minutes", "1 " * 13, "too-many-numbers", id="13 rounds"),
        pytest.param("lists.factions", ",".join("abc" + str(n) for n in range(61)),
                     "too-many-names", id="61 factions"),
    ],
)  # fmt: skip
def test_what_cannot_be_meant_is_refused_with_its_place(path, said, code):
    assert code == misread(path, said)


def test_numbers_up_to_the_bound_are_taken():
    base, table = base_of("margin-20-0@1"), {}
    question = next(one for one in questions_for(base) if one.path == "bye.award.tp")
    answered(base, table, question, lambda _: ("1000",))

    assert {"bye": {"award": {"tp": 1000}}} == table


@pytest.mark.parametrize(
    ("rows", "code", "place"),
    [
        pytest.param(
            [(0, 5, 10, 10), (7, None, 20, 0)], "rows-with-hole", "points.rows[0]", id="hole"
        ),
        pytest.param(
            [(0, 5, 10, 10), (5, None, 20, 0)], "rows-overlap", "points.rows[0]", id="overlap"
        ),
        pytest.param(
            [(0, 5, 10, 10), (6, 99, 20, 0)],
            "last-row-not-open-ended",
            "points.rows[1]",
            id="margins above the last row",
        ),
        pytest.param(
            [(0, 100, 10, 10), (101, None, 20, 0)],
            "points-row-never-reached",
            "points.rows[1]",
            id="more than all of the points",
        ),
        pytest.param(
            [(0, 5, 10, 10), (6, None, 5, 15)],
            "points-row-win-below-loss",
            "points.rows[1]",
            id="the winner gets less",
        ),
        pytest.param([(0, None, 11, 9)], "draw-pays-not-alike", "outcomes.rounds", id="odd draw"),
    ],
)
def test_impossible_tables_are_named_with_their_place(rows, code, place):
    base, table = base_of("margin-20-0@1"), head(load("margin-20-0"))
    question = next(one for one in questions_for(base) if one.kind == "rows")
    names = ("least", "most", "win", "loss")
    said = [{name: x for name, x in zip(names, row, strict=True) if x is not None} for row in rows]
    answered(base, table, question, typed(question, said))

    found = troubles_of("mine@1", {"mine@1": write_toml(completed(base, table))})

    assert (code, place) in {(no.code, no.facts["place"]) for no in found}


@pytest.mark.parametrize(
    ("win", "draw", "loss", "refused"),
    [
        pytest.param(3, 1, 0, False, id="usual"),
        pytest.param(1, 1, 1, False, id="all alike"),
        pytest.param(1, 2, 0, True, id="a draw above a win"),
        pytest.param(3, 0, 1, True, id="a loss above a draw"),
    ],
)
def test_a_better_result_never_brings_less(win, draw, loss, refused):
    text = (
        'inherits = "win-draw-loss@1"\nid = "mine"\nversion = "1"\n[points]\n'
        f"win = {win}\nmodified_win = {win}\ndraw = {draw}\nloss = {loss}\n"
    )

    codes = [no.code for no in troubles_of("mine@1", {"mine@1": text})]

    assert (["points-win-below-loss"] if refused else []) == codes
