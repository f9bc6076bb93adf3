"""Papers of the hall: what stands on them, and that nothing falls off."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

import pytest

from tests.day.events import before_the_bracket
from tests.paper.days import HOSTILE, RULESETS, new_hall, view_of, whole_day
from tests.paper.pictures import outside, text_of
from tiltyard.day.clock import AssignRulingLeader, StartClock
from tiltyard.day.components import EndComponentTrouble, NoteComponentTrouble, OrderSharing
from tiltyard.day.event import Qualification
from tiltyard.day.people import AppointStaff, ChooseShownName, DropPlayer
from tiltyard.day.roles import ruling_order
from tiltyard.day.rounds import DrawRound, PublishRound
from tiltyard.engine.errors import Refused
from tiltyard.paper.paper import Wanted
from tiltyard.paper.press import print_pack, print_paper
from tiltyard.paper.sheets.badges import in_stack_order
from tiltyard.paper.sheets.games import in_ranges
from tiltyard.paper.sheets.scoring import ending_title
from tiltyard.paper.table import PAPERS, paper_named
from tiltyard.text.refusals import fix_text, refusal_text

ALL = Wanted()
HALL = (
    "tables",
    "names",
    "slips",
    "blank-slips",
    "signs",
    "badges",
    "standings",
    "cut",
    "bracket",
    "score-sheets",
    "players",
)
HAVE_A_CUT = ("runewars", "xwing-dogfight", "xwing-escalation", "diskwars")


@cache
def day(ruleset):
    return whole_day(ruleset)


@cache
def small_day(ruleset):
    hall = new_hall(ruleset, 8, hostile=())
    hall.begin_round()
    return hall


def words(pdf):
    """Return the text of a PDF in one line."""
    return " ".join(" ".join(text_of(pdf)).split())


def squeezed(text):
    """Return a text without spaces and hyphens: long names are broken at and without them."""
    return re.sub(r"[\s\u200b\u200e\ufffe\x02-]", "", text)


def printed(view, paper, wanted=ALL, **more):
    return print_paper(PAPERS[paper], view, wanted, **more).pdf


# ------------------------------------------------------------------------------------ all papers


@pytest.mark.parametrize("size", ["a4", "letter"])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_paper_of_sixty_players_fits_its_pages(ruleset, size):
    hall = day(ruleset)
    only_one = {"score-sheets": Wanted(player="p3"), "signs": Wanted(table=1)}
    papers = [
        (PAPERS[name], only_one.get(name, ALL))
        for name in HALL
        if ruleset in HAVE_A_CUT or name not in {"cut", "bracket"}
    ]

    papers.append((PAPERS["slips"], Wanted(round="1")))
    got = print_pack(papers, view_of(hall), size=size, strict=True)

    assert outside(got.pdf) == []
    assert got.warnings == ()


@pytest.mark.parametrize("ruleset", ["armada", "xwing-dogfight"])
@pytest.mark.parametrize("size", ["a4", "letter"])
def test_the_widest_names_numbers_and_notes_are_not_cut_off(ruleset, size):
    hall = whole_day(ruleset, 12)
    event = hall.event
    people = {one: ("W" if place % 2 else "漢") * 80 for place, one in enumerate(event.people)}
    entrants = {
        one: replace(entrant, name=people[one], number=1000 + place, faction="Rebel")
        for place, (one, entrant) in enumerate(event.entrants.items())
    }
    games = {
        key: replace(game, table=888, shared=("dice", "range ruler"), extension=90)
        for key, game in event.current.games.items()
    }
    event = replace(
        event,
        people=people,
        entrants=entrants,
        rounds=(*event.rounds[:-1], replace(event.current, games=games)),
        details=replace(event.details, name="Wide Western Wargame Weekend " * 3),
        list_desk=replace(event.list_desk, lists={}),
    )
    one = Wanted(player=next(iter(entrants)))
    papers = [
        (PAPERS[name], one if "player" in PAPERS[name].options else ALL)
        for name in HALL
        if ruleset in HAVE_A_CUT or name not in {"cut", "bracket"}
    ]

    got = print_pack(papers, view_of(hall, event), size=size, strict=True)

    assert outside(got.pdf) == []


def test_the_same_event_prints_the_same_bytes():
    view = view_of(small_day("armada"))

    assert printed(view, "slips") == printed(view_of(small_day("armada")), "slips")


def test_names_are_text_and_never_layout():
    hall = day("runewars")
    view = view_of(hall)
    for paper in ("tables", "names", "slips", "badges", "standings", "players"):
        wanted = Wanted(round="1") if "round" in PAPERS[paper].options else ALL
        found = squeezed(words(printed(view, paper, wanted)))
        for name in (HOSTILE[0], HOSTILE[1], HOSTILE[2][:80], HOSTILE[3][:80], HOSTILE[6]):
            assert squeezed(name) in found, (paper, name)


def test_names_written_from_right_to_left_lose_no_letter():
    found = words(printed(view_of(day("runewars")), "players"))

    assert set("محمد بن عبد الله") <= set(found)
    assert set("יעל בן־דוד המכבי") <= set(found)


def test_pages_repeat_the_head_and_are_counted():
    pages = text_of(printed(view_of(day("armada")), "names"))

    assert len(pages) == 3
    for number, page in enumerate(pages, 1):
        assert "Opponent" in page
        assert f"page {number} of 3" in page
        assert "The armada of the Long Valley" in page


def test_each_paper_of_a_pack_counts_its_own_pages():
    view = view_of(day("armada"))
    pages = text_of(print_pack([(PAPERS["names"], ALL), (PAPERS["players"], ALL)], view).pdf)

    assert "page 3 of 3" in pages[2]
    assert "page 1 of 3" in pages[3]


# ------------------------------------------------------------------------------------- pairings


def test_tables_show_cards_time_and_who_rests():
    hall = new_hall("runewars", 7, hostile=())
    hall.begin_round()
    text = words(printed(view_of(hall), "tables"))

    for card in hall.event.current.cards.values():
        assert card in text
    assert "90 minutes" in text
    assert "bye" in text


@pytest.mark.clause("XW-044", "DW-051")
@pytest.mark.parametrize("ruleset", ["xwing-dogfight", "diskwars"])
def test_everybody_finds_number_table_and_opponent(ruleset):
    hall = small_day(ruleset)
    lines = "\n".join(text_of(printed(view_of(hall), "names"))).splitlines()

    for game in hall.event.current.games.values():
        for player, other in (game.players, game.players[::-1]):
            entrant = hall.event.entrants[player]
            line = f"{entrant.name} {entrant.number} {game.table} {hall.event.people[other]}"
            assert line in [" ".join(one.split()) for one in lines]


def test_names_on_the_wall_are_as_the_players_agreed_and_the_staff_reads_them_in_full():
    hall = new_hall("armada", 8, hostile=())
    player = next(iter(hall.event.entrants.values()))
    hall.do(ChooseShownName(player.id, "number"), player.id)
    hall.begin_round()
    view = view_of(hall)

    for paper in ("tables", "names", "badges", "standings"):
        text = words(printed(view, paper))
        assert f"Player {player.number}" in text, paper
        assert player.name not in text, paper
    assert player.name in words(printed(view, "players"))
    assert player.name in words(printed(view, "slips"))


@pytest.mark.clause("RW-121", "RW-111", "RW-029")
def test_a_table_says_what_is_to_be_minded():
    hall = new_hall("runewars", 4, hostile=())
    hall.do(AppointStaff("marshal", "Miro Kuzmanić"))
    hall.do(DrawRound())
    hall.do(PublishRound())
    first, second = hall.event.current.games.values()
    usual, other, *_ = ruling_order(hall.event, hall.desk.rules(hall.name)[0])
    hall.do(AssignRulingLeader(first.id, other))
    hall.do(AssignRulingLeader(second.id, usual))
    one, two = first.players
    entrants = dict(hall.event.entrants)
    entrants[one] = replace(entrants[one], faction="Daqan", total=197)
    entrants[two] = replace(entrants[two], faction="Daqan", total=200)
    for player, faction in zip(second.players, ("Daqan", "Waiqar"), strict=True):
        entrants[player] = replace(entrants[player], faction=faction, total=200)
    event = replace(
        hall.event, entrants=entrants, list_desk=replace(hall.event.list_desk, lists={})
    )
    view = view_of(hall, event)

    for paper in ("tables", "slips"):
        mine = words(printed(view, paper, Wanted(table=first.table)))
        assert "mirror match" in mine
        assert f"{event.people[one]} decides who begins" in mine
        assert f"{event.people[other]} rules at this table" in mine
        theirs = words(printed(view, paper, Wanted(table=second.table)))
        assert "mirror match" not in theirs
        assert "equal totals: a coin" in theirs
        assert "rules at this table" not in theirs


@pytest.mark.clause("RW-082")
def test_who_shares_a_damaged_ruler_has_it_on_every_later_slip():
    hall = new_hall("runewars", 4, hostile=())
    hall.play_round()
    hall.begin_round()
    player = hall.event.current.games["1.2.1"].players[0]
    hall.do(NoteComponentTrouble(player, "range ruler", "damaged"))
    (trouble,) = hall.event.troubles
    hall.do(EndComponentTrouble(trouble, "shared"))
    for game in hall.games():
        hall.confirm(game)
    hall.begin_round()
    note = f"{hall.event.people[player]} shares the opponent's range ruler"
    view = view_of(hall)

    for paper in ("slips", "tables"):
        assert note not in words(printed(view, paper, Wanted(round="1")))
        assert note in words(printed(view, paper, Wanted(round="2")))
        assert note in words(printed(view, paper, Wanted(round="3")))
        without = [one for one in hall.event.current.games.values() if player not in one.players]
        assert note not in words(printed(view, paper, Wanted(table=without[0].table)))


# ---------------------------------------------------------------------------------------- slips


FIELDS = {
    "runewars": {
        "Points destroyed",
        "Points for objectives",
        "alone has units left",
        "conceded",
        "Final Flurry, if level",
        "all game rounds played",
    },
    "xwing-dogfight": {"Points destroyed", "alone has ships left", "conceded"},
    "xwing-escalation": {"Points destroyed", "alone has ships left", "conceded"},
    "middle-earth": {
        "Victory points",
        "won drew lost",
        "Killed the enemy leader",
        "conceded",
    },
    "diskwars": {
        "Victory points",
        "alone has disks left",
        "conceded",
        "Has the initiative",
        "all game rounds played",
    },
    "armada": {
        "Points destroyed",
        "Points for objectives",
        "alone has ships left",
        "conceded",
        "Has the initiative",
        "Leader present at the agreed draw",
        "draw by agreement",
        "all game rounds played",
    },
}


@pytest.mark.clause("ME-015", "ME-031", "ME-032", "ME-033")
@pytest.mark.parametrize("ruleset", RULESETS)
def test_slips_ask_for_what_the_ruleset_needs_and_nothing_else(ruleset):
    text = words(printed(view_of(small_day(ruleset)), "slips"))

    asked = {field for fields in FIELDS.values() for field in fields if field in text}
    assert asked == FIELDS[ruleset]
    assert "forces" not in text


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_slip_asks_for_every_ending_once(ruleset):
    view = view_of(small_day(ruleset))
    body = PAPERS["slips"].data(view, Wanted(table=1)).body
    said = [*body.own_endings, *body.endings]

    if ruleset == "middle-earth":  # all other endings are worth the same there
        assert said == ["conceded"]
    else:
        assert len(said) == len(view.rules.outcomes)
    assert not {"concession", "conceded"} <= set(said)
    assert words(printed(view, "slips", Wanted(table=1))).count("conce") == 2  # one for each side


@pytest.mark.clause("AR-094", "XW-088")
def test_slips_of_an_untimed_round_have_no_box_for_time():
    armada = PAPERS["slips"].data(view_of(_in_bracket("armada", 1)), Wanted()).body
    semifinal, final = (
        PAPERS["slips"].data(view_of(_in_bracket("xwing-dogfight", rounds)), Wanted()).body
        for rounds in (1, 2)
    )
    timed = ending_title("time")
    assert [timed in body.endings for body in (armada, semifinal, final)] == [False, True, False]


def _in_bracket(ruleset, rounds):
    """Return an event in a round of its bracket."""
    made = before_the_bracket(ruleset)
    for _ in range(rounds - 1):
        made.play_round()
    made.next_round()
    return made


def test_a_bracket_game_asks_for_the_initiative_where_it_breaks_a_draw():
    view = view_of(day("xwing-dogfight"))

    assert "Has the initiative" in words(printed(view, "slips"))
    assert "Has the initiative" not in words(printed(view, "slips", Wanted(round="1")))


@pytest.mark.parametrize("per_page", [3, 4])
@pytest.mark.parametrize("count", [0, 1, 3, 4, 5, 12, 13, 30, 200])
def test_cut_stacks_on_top_of_each_other_are_in_order(count, per_page):
    pages = in_stack_order(range(count), per_page)

    stacks = [page[place] for place in range(per_page) for page in pages]
    assert [one for one in stacks if one is not None] == list(range(count))
    assert all(len(page) == per_page for page in pages)
    assert not pages or any(one is not None for one in pages[-1])


def test_slips_stand_in_stack_order_on_the_pages():
    hall = new_hall("diskwars", 18, hostile=())
    hall.begin_round()
    names = {
        game.table: [hall.event.people[one] for one in game.players]
        for game in hall.event.current.games.values()
    }
    pages = [" ".join(page.split()) for page in text_of(printed(view_of(hall), "slips"))]

    for page, tables in zip(pages, [(1, 4, 7), (2, 5, 8), (3, 6, 9)], strict=True):
        for table, pair in names.items():
            assert all((name in page) == (table in tables) for name in pair)


@pytest.mark.parametrize("paper", ["slips", "tables", "signs"])
def test_a_table_that_is_not_there_is_refused_with_those_that_are(paper):
    hall = new_hall("armada", 9, hostile=())
    hall.begin_round()
    view = view_of(hall)

    assert printed(view, paper, Wanted(table=4))
    for table in (5, 99):
        with pytest.raises(Refused) as no:
            printed(view, paper, Wanted(table=table))
        assert f"table {table}" in refusal_text(no.value)
        assert fix_text(no.value).endswith("1–4.")


def test_ranges_of_tables_leave_gaps_out():
    assert in_ranges([4, 1, 2, 3, 9, 11, 12]) == "1–4, 9, 11–12"
    assert in_ranges([]) == ""


def test_a_single_table_says_nothing_of_who_came_too_late():
    hall = small_day("armada")
    late = replace(hall.event.current, unpaired=(next(iter(hall.event.entrants)),))
    view = view_of(hall, replace(hall.event, rounds=(late,)))

    assert "not paired" in words(printed(view, "tables"))
    assert "not paired" not in words(printed(view, "tables", Wanted(table=2)))


def test_games_of_a_bracket_are_asked_for_by_their_numbers():
    view = view_of(day("xwing-dogfight"))

    assert len(text_of(printed(view, "slips", Wanted(table=3)))) == 1
    with pytest.raises(Refused):
        printed(view, "slips", Wanted(table=5))


# --------------------------------------------------------------------------- signs and badges


@pytest.mark.clause("RW-039", "AR-030")
@pytest.mark.parametrize("ruleset", ["runewars", "armada"])
def test_every_table_has_a_sign_that_is_read_from_both_sides(ruleset):
    hall = small_day(ruleset)
    event = replace(hall.event, first_table=99, tables_out_of_use=(101,), rounds=())
    pages = text_of(printed(view_of(hall, event, links=False), "signs"))

    assert [re.findall(r"^\d+$", page, re.MULTILINE) for page in pages] == [
        ["99", "99"],
        ["100", "100"],
        ["102", "102"],
        ["103", "103"],
    ]


def test_an_odd_field_needs_no_table_for_who_rests():
    hall = new_hall("armada", 5, hostile=())

    assert len(text_of(printed(view_of(hall), "signs"))) == 2


def test_codes_are_drawn_only_where_the_links_are_known():
    hall = small_day("armada")

    for paper in ("badges", "signs", "slips"):
        with_codes = printed(view_of(hall), paper)
        without = printed(view_of(hall, links=False), paper)
        assert len(with_codes) > len(without)
    assert "your own page" not in words(printed(view_of(hall, links=False), "badges"))


def test_a_badge_has_the_number_and_leavers_get_none():
    hall = new_hall("diskwars", 6, hostile=())
    first, second, *_ = hall.event.entrants.values()
    hall.do(DropPlayer(second.id))
    text = words(printed(view_of(hall), "badges"))

    assert f"No. {first.number}" in text
    assert first.name in text
    assert second.name not in text


# ------------------------------------------------------------------------------------ the order


def test_standings_show_all_keys_and_what_decided():
    hall = day("middle-earth")
    view = view_of(hall)
    lines = [
        " ".join(one.split())
        for page in text_of(printed(view, "standings"))
        for one in page.splitlines()
    ]

    assert any("after round 3" in line for line in lines)
    for row in view.standings.rows[20:40]:
        keys = " ".join(str(value) for value in row.keys.values())
        number = hall.event.entrants[row.player].number
        assert any(line.startswith(f"{row.rank} {row.name} {number} {keys}") for line in lines)
    assert "Victory point difference" in " ".join(lines)


def test_standings_after_an_earlier_round():
    view = view_of(day("armada"))

    assert "after round 1" in words(printed(view, "standings", Wanted(round="1")))
    assert "after round 5" in words(printed(view, "standings"))


def test_the_cut_names_the_seeds_and_who_comes_next():
    hall = day("runewars")
    text = squeezed(words(printed(view_of(hall), "cut")))
    event = hall.event

    for player in event.qualification.seeds:
        if event.people[player] not in HOSTILE[4:6]:  # written from right to left
            assert squeezed(event.people[player]) in text
    assert "Nextinrank" in text
    assert "8playersgoon" in text


def test_no_cut_no_list_and_no_bracket():
    view = view_of(day("armada"))

    for paper in ("cut", "bracket"):
        with pytest.raises(Refused) as no:
            printed(view, paper)
        assert fix_text(no.value)


def test_the_bracket_has_every_seed_and_the_numbers_of_the_games():
    hall = day("diskwars")
    text = words(printed(view_of(hall), "bracket"))

    assert text.count("#1") == 3
    for number in (2, 3, 4):
        assert f"#{number}" in text
    for title in ("Quarterfinal", "Semifinal", "Final"):
        assert title in text


def test_a_bracket_of_sixty_four_goes_over_five_pages():
    hall = new_hall("xwing-dogfight", 64, hostile=())
    event = hall.event
    seeds = tuple(event.entrants)
    event = replace(event, qualification=Qualification(seeds))
    pdf = printed(view_of(hall, event), "bracket")
    pages = text_of(pdf)

    assert outside(pdf) == []
    assert len(pages) == 5
    together = squeezed(" ".join(pages))
    assert all(squeezed(event.people[one]) in together for one in seeds)
    assert "Final" in pages[4]
    assert not any("Final" in page for page in pages[:4])


@pytest.mark.clause("XW-068")
def test_a_score_sheet_is_filled_in_as_far_as_the_day_has_come():
    hall = new_hall("xwing-dogfight", 4, hostile=())
    hall.play_round()
    hall.begin_round()
    player = next(iter(hall.event.entrants))
    game = hall.event.game_of(player)
    (other,) = [one for one in game.players if one != player]
    (page,) = text_of(printed(view_of(hall), "score-sheets", Wanted(player=player)))

    assert f"2 {game.table} {hall.event.people[other]}" in " ".join(page.split())
    assert "Margin" in page
    assert "Leader" not in page


@pytest.mark.parametrize("ruleset", ["runewars", "middle-earth"])
def test_a_score_sheet_adds_up_what_is_known_and_leaves_the_rest_to_the_pen(ruleset):
    hall = new_hall(ruleset, 5, hostile=())
    before = _sums(hall)
    assert {title for sums in before.values() for title, _ in sums} == {"Total"}
    assert all(not any(numbers) for sums in before.values() for _, numbers in sums)
    hall.play_round()
    hall.play_round()
    for player, sums in _sums(hall).items():
        (so_far, known), (total, numbers) = sums
        assert (so_far, total) == ("So far", "Total")
        assert known[-1] == _points(hall, player)
        assert not any(numbers)
    hall.play_round()
    for player, sums in _sums(hall).items():
        ((title, numbers),) = sums
        assert (title, numbers[-1]) == ("Total", _points(hall, player))


def test_a_round_somebody_missed_is_known_and_the_sheet_is_added_up():
    hall = new_hall("runewars", 6, hostile=())
    hall.play_round()
    event = hall.event
    late = next(iter(event.entrants))
    for _ in range(2):
        hall.play_round()
    event = hall.event
    first = event.rounds[0]
    games = {key: game for key, game in first.games.items() if late not in game.players}
    event = replace(event, rounds=(replace(first, games=games), *event.rounds[1:]))
    (sheet,) = _sheets(view_of(hall, event), Wanted(player=late))

    assert (sheet.lines[0].table, sheet.lines[0].opponent) == ("–", "–")
    assert set(sheet.lines[0].numbers) == {"–"}
    (total,) = sheet.sums
    assert total.title == "Total"
    assert total.numbers[-1] == str(sum(int(line.numbers[-1]) for line in sheet.lines[1:]))


def test_a_day_of_two_rounds_is_added_up_after_two():
    hall = new_hall("runewars", 4, hostile=())
    hall.play_round()
    hall.play_round()
    view = view_of(hall, replace(hall.event, swiss_rounds=2))

    assert all([one.title for one in sheet.sums] == ["Total"] for sheet in _sheets(view, ALL))


def _sheets(view, wanted):
    pages = PAPERS["score-sheets"].data(view, wanted).body.pages
    return [one for page in pages for one in page if one is not None]


def _sums(hall):
    pages = PAPERS["score-sheets"].data(view_of(hall), ALL).body.pages
    sheets = [one for page in pages for one in page if one is not None]
    by_name = {one.name: [(sum_.title, sum_.numbers) for sum_ in one.sums] for one in sheets}
    return {player: by_name[one.name] for player, one in hall.event.entrants.items()}


def _points(hall, player):
    rows = view_of(hall).standings.rows
    return next(str(row.keys["tp"]) for row in rows if row.player == player)


# ------------------------------------------------------------------------------- at any moment


def test_a_round_that_is_not_there_is_refused_with_those_that_are():
    view = view_of(small_day("armada"))

    with pytest.raises(Refused) as no:
        printed(view, "tables", Wanted(round="7"))
    assert "1.1" in fix_text(no.value)
    with pytest.raises(Refused):
        printed(view_of(new_hall("armada", 4)), "tables")
    with pytest.raises(Refused) as no:
        paper_named("tabels")
    assert "tables" in fix_text(no.value)


def test_shared_kit_is_on_the_slip():
    hall = new_hall("runewars", 4, hostile=())
    hall.do(DrawRound())
    hall.do(PublishRound())
    hall.do(StartClock())
    game = next(iter(hall.event.current.games.values()))
    items = hall.desk.rules(hall.name)[0].components.sharing[:1]
    hall.do(OrderSharing(game.id, items))

    assert f"share: {items[0]}" in words(printed(view_of(hall), "slips", Wanted(table=game.table)))
