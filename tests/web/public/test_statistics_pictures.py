"""Pictures of numbers: what they show, what they never show, and that names stay names."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.web.public.played_field import played_field
from tiltyard.charts.gallery import pictures_for_paper, pictures_of
from tiltyard.charts.rank_progression import LEADERS, Scale
from tiltyard.charts.svg import across, fitting, percent, rounded, shortened, speakable, tenths
from tiltyard.day.event import Timer
from tiltyard.text.language import speaking
from tiltyard.web.event_view import EventView
from tiltyard.web.pages.public.charts_page import subject_of

HOSTILE = (
    "<script>alert(1)</script>",
    '"><svg onload=alert(1)>',
    "]]></style><image href=x onerror=alert(1)>",
    "&lt;b&gt; & \x00\x08\x1b null",
    "\u202egnol\ufffe\uffff",
    "مريم بنت عبد الرحمن",
    "山田太郎" * 12,
    "W" * 80,
    'O\'Brien "the <b>bold</b>"',
)


@pytest.fixture(scope="module")
def large():
    return played_field(400, 9)


def pictures(view, chosen=None):
    return {one.name: one for one in pictures_of(subject_of(view, chosen))}


def texts(svg, kind):
    return [one.text for one in elements(svg, "text") if kind in one.get("class", "").split()]


def elements(svg, tag):
    bare = re.sub(r' xmlns="[^"]+"', "", str(svg))
    return list(ET.fromstring(bare).iter(tag))  # noqa: S314  # our own picture


def renamed(view, names):
    people = dict(zip(view.event.entrants, names, strict=False))
    entrants = {
        player: replace(one, name=people.get(player, one.name))
        for player, one in view.event.entrants.items()
    }
    event = replace(view.event, people={**view.event.people, **people}, entrants=entrants)
    return EventView(event, view.rules, view.document, view.clock)


# What they show


def test_there_is_a_picture_of_everything(large):
    assert list(pictures(large)) == ["ranks", "points", "clock", "factions", "faction-results"]


def test_hundreds_of_players_are_no_hairball(large):
    last = large.history[-1].standings.rows
    alone = pictures(large)["ranks"]
    assert len(elements(alone.svg, "path")) == LEADERS
    assert texts(alone.svg, "wide") == [large.public_name(row.player) for row in last[:LEADERS]]
    chosen = pictures(large, last[250].player)["ranks"]
    assert len(elements(chosen.svg, "path")) == LEADERS + 1
    assert texts(chosen.svg, "chosen")[-1] == large.public_name(last[250].player)
    assert chosen.height < 560


def test_a_leader_who_is_looked_for_is_drawn_once(large):
    third = large.history[-1].standings.rows[2].player
    found = pictures(large, third)["ranks"]
    assert len(elements(found.svg, "path")) == LEADERS
    assert found.table.chosen == 2
    assert found.table.rows[2][0] == large.public_name(third)


def test_the_table_has_the_places_of_every_round(large):
    found = pictures(large)["ranks"]
    assert found.table.heads == ("Player", *(f"Round {number}" for number in range(1, 10)))
    for row in found.table.rows:
        player = next(one for one in large.event.people if large.public_name(one) == row[0])
        ranks = [
            next(str(line.rank) for line in one.standings.rows if line.player == player)
            for one in large.history
        ]
        assert list(row[1:]) == ranks


def test_who_is_disqualified_has_no_place_any_more():
    view = played_field(14, 3)
    first = view.history[-1].standings.rows[0].player
    rounds = (*view.event.rounds[:2], replace(view.event.rounds[2], after=((first, "disqualify"),)))
    event = replace(view.event, rounds=rounds)
    gone = EventView(event, view.rules, view.document, view.clock)
    found = pictures(gone, first)["ranks"]
    assert found.table.rows[-1][0] == gone.public_name(first)
    assert found.table.rows[-1][-1] == "–"
    assert "–" in texts(found.svg, "strong")
    assert gone.public_name(first) not in pictures(gone)["ranks"].svg


def test_after_one_round_there_are_points_and_no_lines():
    found = pictures(played_field(14, 1), "p3")["ranks"]
    assert elements(found.svg, "path") == []
    squares = [one for one in elements(found.svg, "rect") if one.get("class") == "dot chosen"]
    assert len(squares) == 1
    assert len(elements(found.svg, "circle")) + 1 == len(found.table.rows)
    assert "has place" in found.summary
    assert "best was" not in found.summary


@pytest.mark.parametrize("players", [2, 3, 13, 14, 40])
def test_counts_of_points_are_those_of_the_field(players):
    found = pictures(played_field(players, 2))["points"]
    assert sum(int(row[1]) for row in found.table.rows) == players
    shown = [int(one) for one in texts(found.svg, "middle") if one and one.isdigit()]
    assert max(int(row[1]) for row in found.table.rows) in shown


def test_names_at_the_end_of_lines_never_lie_over_one_another(large):
    chosen = large.history[-1].standings.rows[399].player
    found = pictures(large, chosen)["ranks"]
    downs = sorted(
        int(one.get("y")) for one in elements(found.svg, "text") if "wide" in one.get("class")
    )
    assert all(below - above >= 18 for above, below in pairwise(downs))


def test_factions_are_drawn_when_they_are_public_only():
    assert "factions" not in pictures(played_field(14, 2, reveal="finish"))
    assert "factions" in pictures(played_field(14, 2, reveal="start"))


def test_the_line_of_a_faction_is_its_interval(large):
    found = pictures(large)["faction-results"]
    lines = [one for one in elements(found.svg, "line") if one.get("class") == "range"]
    assert len(lines) == 3 * len(found.table.rows)
    for row in found.table.rows:
        won, games = int(row[2]), int(row[1])
        assert int(row[2]) + int(row[3]) + int(row[4]) == games
        assert row[5] == percent(Fraction(won, games))
        assert int(row[6].rstrip("%")) <= int(row[5].rstrip("%")) <= int(row[7].rstrip("%"))


def test_a_round_without_a_called_time_says_so():
    view = played_field(14, 2)
    first, second = view.event.rounds
    rounds = (replace(first, timer=Timer(75, first.timer.started)), second)
    event = replace(view.event, rounds=rounds)
    found = pictures(EventView(event, view.rules, view.document, view.clock))["clock"]
    assert "75 min, not called" in found.svg
    assert found.summary == "Time was called in 1 of 2 rounds."
    assert found.table.rows[0] == ("Round 1", "75", "–", "0", "0", "0", "115")
    assert found.table.rows[1][:4] == ("Round 2", "90", "90", "0")


def test_without_a_clock_there_is_no_picture_of_it():
    view = played_field(14, 1)
    rounds = tuple(replace(one, timer=Timer()) for one in view.event.rounds)
    event = replace(view.event, rounds=rounds)
    assert "clock" not in pictures(EventView(event, view.rules, view.document, view.clock))


def test_percents_are_written_as_in_the_language():
    assert percent(Fraction(1, 8)) == "13%"
    with speaking("de"):
        assert percent(Fraction(1, 8)) == "13\xa0%"


# What they never hold


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_is_never_more_than_a_name(name):
    view = renamed(played_field(14, 3), [name] * 2)
    chosen = next(iter(view.event.entrants))
    for one in pictures_of(subject_of(view, chosen)):
        for svg in (str(one.svg), one.on_paper):
            tags = {element.tag.rpartition("}")[2] for element in ET.fromstring(svg).iter()}  # noqa: S314
            assert tags <= {
                "svg",
                "title",
                "desc",
                "style",
                "text",
                "line",
                "rect",
                "circle",
                "path",
            }
            assert "\x00" not in svg


def test_a_picture_of_a_page_needs_no_style_and_no_script_of_its_own(large):
    for one in pictures(large, "p7").values():
        assert "style" not in re.sub(r'class="[^"]*"', "", one.svg)
        for element in ET.fromstring(str(one.svg)).iter():  # noqa: S314
            assert not any(name.startswith("on") for name in element.attrib), element.attrib
            assert element.tag not in {"script", "image", "a", "use", "foreignObject"}


def test_every_picture_says_what_it_is_in_words(large):
    for one in pictures(large).values():
        root = ET.fromstring(str(one.svg))  # noqa: S314
        named = {element.get("id"): element.text for element in root}
        assert root.get("role") == "img"
        assert [named[name] for name in root.get("aria-labelledby").split()] == [
            one.title,
            one.summary,
        ]
        assert one.summary


def test_on_paper_a_picture_stands_for_itself(large):
    names = large.public_names
    made = pictures_for_paper(large.event, large.rules, large.document, large.tournament, names)
    assert [one.name for one in made] == list(pictures(large))
    for one in made:
        root = ET.fromstring(one.on_paper)  # noqa: S314
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        assert root.get("viewBox") == f"0 0 480 {one.height}"
        assert "var(" not in one.on_paper


@pytest.mark.parametrize(
    "name",
    ["Wolfgang-Maximilian Freiherr von und zu Hohenlohe-Langenburg", "W" * 80, "漢" * 80],
)
def test_names_that_are_cut_on_paper_stand_below_the_picture_in_full(large, name):
    first, second, *_ = large.history[-1].standings.rows
    names = {**large.public_names, first.player: "Bo Li", second.player: name}
    made = pictures_for_paper(large.event, large.rules, large.document, large.tournament, names)
    (ranks,) = [one for one in made if one.name == "ranks"]

    assert f"2 {name}" in ranks.in_full
    assert not any("Bo Li" in one for one in ranks.in_full)
    shown = [one.text for one in elements(ranks.on_paper, "text")]
    assert sum("Bo Li" in (one or "") for one in shown) == 1  # no second one for narrow screens
    assert name not in shown
    assert any(len(one) > 5 and one[1:4] == name[:3] and one[-1] == "…" for one in shown)


def test_usual_names_are_not_cut_on_paper(large):
    made = pictures_for_paper(
        large.event, large.rules, large.document, large.tournament, large.public_names
    )
    assert all(one.in_full == () for one in made)


def test_words_fit_into_pixels():
    assert fitting("Ada Vo", 155) == "Ada Vo"
    assert fitting("W" * 13, 155) == "W" * 13
    assert fitting("W" * 14, 155) == "W" * 12 + "…"
    assert fitting("i" * 32, 155) == "i" * 32


def test_before_the_first_round_there_is_nothing_to_draw():
    assert pictures_of(subject_of(played_field(14, 0))) == ()


# Lengths and words


@given(st.integers(1, 900))
def test_a_worse_place_is_further_down(last):
    scale = Scale(last)
    downs = [scale.down(rank) for rank in range(1, last + 1)]
    assert downs == sorted(downs)
    own = downs[: scale.lines]
    assert len(set(own)) == len(own)
    ticks = scale.ticks()
    assert ticks[0] == 1
    assert ticks[-1] <= last
    assert all(scale.down(two) - scale.down(one) >= 18 for one, two in pairwise(ticks))


def test_twenty_places_have_lines_of_their_own_and_of_more_the_first_twelve():
    assert (Scale(20).lines, Scale(21).lines) == (20, 12)
    assert Scale(21).down(13) - Scale(21).down(12) < Scale(20).down(13) - Scale(20).down(12)


def test_a_doubling_takes_as_much_room_as_the_one_before():
    scale = Scale(400)
    steps = [scale.down(2 * rank) - scale.down(rank) for rank in (12, 24, 48, 96, 192)]
    assert steps == [26] * 5


@given(st.fractions(0, 1))
def test_a_part_of_the_width_is_a_percent(part):
    written = across(part)
    assert re.fullmatch(r"\d{1,3}(\.\d\d)?%", written)
    assert abs(Fraction(written.rstrip("%")) / 100 - part) <= Fraction(1, 20_000)


def test_lengths_are_written_short():
    assert [tenths(Fraction(n, 20)) for n in (0, 20, 25, 255)] == ["0", "1", "1.2", "12.8"]
    assert across(Fraction(1, 3)) == "33.33%"
    assert across(Fraction(1)) == "100%"
    assert [rounded(Fraction(n, 2)) for n in (0, 1, 2, 3)] == [0, 1, 1, 2]


@given(st.text(max_size=40), st.integers(2, 30))
def test_shortened_words_fit(words, columns):
    from unicodedata import east_asian_width

    short = shortened(words, columns)
    width = sum(2 if east_asian_width(one) in {"W", "F"} else 1 for one in short)
    assert width <= columns
    assert short == words or short.endswith("…")


def test_wide_letters_take_two_columns():
    assert shortened("山田太郎", 8) == "山田太郎"
    assert shortened("山田太郎", 7) == "山田太…"
    assert shortened("Anna Berg", 9) == "Anna Berg"
    assert shortened("Anna Berg", 6) == "Anna…"


@given(st.text())
def test_any_text_can_be_read_as_xml(words):
    assert ET.fromstring(f"<t>{speakable(words)}</t>") is not None  # noqa: S314
