"""A round that was played, or drawn, on paper: all tables at once, each line on its own."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from tests.day.events import before_the_bracket, in_round, running
from tests.web.desk.at_desk import CUP, DESK, AtDesk
from tests.web.hall import text_of
from tiltyard.day.facts import PairingsChangedByHand
from tiltyard.day.people import DropPlayer
from tiltyard.day.results import CorrectResult, EnterResult, ForfeitGame
from tiltyard.day.rounds import ByHand, ChangePairings, WithdrawRound
from tiltyard.engine.slip import Slip
from tiltyard.web.pages.desk.paper_round import read_pairings

PAGE = f"{DESK}/paper-entry"
ROUND = f"{DESK}/paper-round"


@pytest.fixture
def desk():
    made = AtDesk(in_round("armada", 8))
    yield made
    made.close()


def sends(desk, key="k1", browser=None, **lines):
    """Send lines by table, as the page does without a script."""
    fields = {f"line-{desk.table(int(one[1:])).id}": text for one, text in lines.items()}
    fields |= {"round": desk.day.round.id, "key": key}
    return (browser or desk.organizer).post(PAGE, fields)


# ---------------------------------------------------------------------------- results


def test_all_tables_are_recorded_at_once(desk):
    answer = sends(desk, t1="120 85", t2="90 130 t", t3="d1 200 40", t4="c2 10 20")
    assert answer.status_code == 303
    assert desk.table(1).slip == Slip("rounds", (120, 85))
    assert desk.table(2).slip == Slip("time", (90, 130))
    assert desk.table(3).slip == Slip("destroyed", (200, 40), survivor=0)
    assert desk.table(4).slip == Slip("concession", (10, 20), conceded=1)
    text = desk.reads("/paper-entry")
    assert "4 results are recorded." in text
    assert "All results are in." in text


def test_what_is_refused_stays_with_its_reason_and_the_rest_counts(desk):
    answer = sends(desk, t1="120 85", t2="120", t3="90 90", t4="")
    assert answer.status_code == 422
    assert desk.table(1).slip == Slip("rounds", (120, 85))
    assert [desk.table(number).slip for number in (2, 3, 4)] == [None, None, None]
    text = text_of(answer.text)
    assert "1 result is recorded." in text
    assert "2 lines were not recorded" in text
    assert "Type two scores, or none." in text
    assert "i1 or i2" in text
    for number, typed in ((2, "120"), (3, "90 90"), (4, "")):
        field = f'name="line-{desk.table(number).id}" id="line-{desk.table(number).id}" value='
        assert f'{field}"{typed}"' in answer.text
    assert f'name="line-{desk.table(1).id}"' not in answer.text
    first, second = desk.names(1)
    assert f"{first} beats {second} 120–85 · 6–4 TP · MoV 35" in text


def test_sent_twice_it_counts_once(desk):
    sends(desk, t1="120 85")
    version = desk.day.event.version
    again = sends(desk, t1="120 85")
    assert again.status_code == 303
    assert desk.day.event.version == version


def test_another_result_of_ones_own_is_a_correction_and_no_dispute(desk):
    sends(desk, t1="120 85")
    answer = sends(desk, key="k2", t1="85 120")
    assert answer.status_code == 422
    assert "You entered before" in text_of(answer.text)
    assert desk.table(1).slip == Slip("rounds", (120, 85))


def test_lines_of_another_round_are_not_recorded(desk):
    match = desk.table(1).id
    answer = desk.organizer.post(PAGE, {f"line-{match}": "120 85", "round": "1.9", "key": "k"})
    assert answer.status_code == 422
    assert "another round" in text_of(answer.text)
    assert "120 85" in text_of(answer.text)
    assert desk.table(1).slip is None


def test_what_was_typed_while_the_next_round_appeared_is_kept_line_by_line(desk):
    """Another helper was faster: the round is over, the lines of the old one are shown again."""
    games = {number: desk.table(number).id for number in (1, 2, 3, 4)}
    names = desk.names(2)
    fields = {"round": desk.day.round.id, "key": "k1"}
    fields |= {f"line-{games[1]}": "120 85", f"line-{games[2]}": "90 130"}
    sends(desk, key="other", t1="120 85", t2="10 20", t3="30 10", t4="30 10")
    desk.day.next_round()
    version = desk.day.event.version
    answer = desk.organizer.post(PAGE, fields)
    assert answer.status_code == 422
    assert desk.day.event.version == version  # nothing of it was taken for the new round
    text = text_of(answer.text)
    assert "the event went on to another round" in text
    assert "1 line is not recorded" in text
    assert "You typed: 120 85 already confirmed" in text
    assert f"{names[0]} against {names[1]}" in text
    assert "90 130 (confirmed:" in text
    assert f"/desk/match/{games[2]}?line=2+90+130#correct-details" in answer.text
    assert f'name="line-{desk.table(1).id}"' in answer.text  # the new round is there to go on


def test_what_was_typed_while_the_next_round_was_drawn_is_kept(desk):
    fields = {"round": desk.day.round.id, "key": "k1", f"line-{desk.table(1).id}": "99 1"}
    sends(desk, key="other", t1="120 85", t2="10 20", t3="30 10", t4="30 10")
    desk.day.draw()
    answer = desk.organizer.post(PAGE, fields)
    assert answer.status_code == 422
    text = text_of(answer.text)
    assert "You typed: 99 1" in text
    assert "Confirmed:" in text
    assert desk.table(1).slip == Slip("rounds", (120, 85))


def test_a_line_for_a_result_that_was_corrected_meanwhile_is_kept(desk):
    fields = {"round": desk.day.round.id, "key": "k1", f"line-{desk.table(1).id}": "99 1"}
    judge = desk.day.appoint("judge", "Jo")
    match = desk.table(1).id
    desk.day.do(EnterResult(match, Slip("rounds", (10, 20))), judge)
    before = desk.table(1).slip.digest
    desk.day.do(
        CorrectResult(match, Slip("rounds", (120, 85)), reason="misread", instead_of=before)
    )
    answer = desk.organizer.post(PAGE, {**fields, f"line-{desk.table(2).id}": "30 10"})
    text = text_of(answer.text)
    assert desk.table(2).slip == Slip("rounds", (30, 10))
    assert answer.status_code == 422
    assert "You typed: 99 1" in text
    assert "Confirmed:" in text
    assert desk.table(1).slip == Slip("rounds", (120, 85))


def test_a_line_for_a_game_that_was_forfeited_meanwhile_is_kept(desk):
    game = desk.table(1)
    fields = {"round": desk.day.round.id, "key": "k1", f"line-{game.id}": "99 1"}
    desk.day.do(ForfeitGame(game.id, game.players[0], reason="no show"))
    answer = desk.organizer.post(PAGE, {**fields, f"line-{desk.table(2).id}": "30 10"})
    assert answer.status_code == 422
    text = text_of(answer.text)
    assert "1 result is recorded." in text
    assert "1 line is not recorded" in text
    assert "99 1 (confirmed:" in text
    assert "did not come" in text


def test_a_line_never_counts_for_two_others_at_the_same_table(desk):
    """The round was withdrawn and changed by hand; the matches keep their names."""
    first, second = desk.table(1), desk.table(2)
    fields = {"round": desk.day.round.id, "key": "k1"}
    fields |= {
        f"line-{first.id}": "120 85",
        f"seats-{first.id}": " ".join(first.players),
        f"who-{first.id}": "Table 1: Ana against <b>Ben</b>",
    }
    desk.day.do(WithdrawRound("wrong clubs"))
    desk.day.do(ChangePairings((ByHand(first.players[1], second.players[1]),), "wrong clubs"))
    desk.day.publish()
    assert desk.table(1).players != first.players
    answer = desk.organizer.post(PAGE, fields)
    assert answer.status_code == 422
    assert desk.table(1).slip is None
    text = text_of(answer.text)
    assert "Other players are at this table now." in text
    assert 'value="120 85"' in answer.text
    one = desk.organizer.post(
        f"{DESK}/entry",
        {"round": fields["round"], "line": "1 120 85", "seats": " ".join(first.players)},
    )
    assert one.status_code == 422
    assert desk.table(1).slip is None


def test_before_the_first_round_the_page_leads_to_the_pairings():
    desk = AtDesk(running("armada", 4))
    assert "/desk/paper-round" in desk.page("/paper-entry")
    assert desk.organizer.post(PAGE, {"round": "1.1"}).status_code == 422
    desk.close()


def test_a_field_is_named_for_those_who_hear_the_page(desk):
    first, second = desk.names(2)
    assert f'aria-label="Table 2: {first} against {second}"' in desk.page("/paper-entry")


# ---------------------------------------------------------------------------- pairings


@pytest.fixture
def drawn():
    """A second round is drawn and nobody has seen it."""
    day = in_round("armada", 8)
    day.enter_all()
    day.draw()
    made = AtDesk(day)
    yield made
    made.close()


def as_drawn(desk):
    """The draw by table: the numbers of the players."""
    event = desk.day.event
    return {
        game.table: [event.entrants[player].number for player in game.players]
        for game in event.draft.games.values()
    }


def written(tables):
    return "\n".join(" ".join(map(str, pair)) for pair in tables)


def written_in(desk, fields):
    """Write pairings in; what they cost the rules is asked first, and then confirmed."""
    before = desk.day.event.draft
    answer = desk.organizer.post(ROUND, fields)
    codes = re.findall(r'name="confirm" value="([^"]+)"', answer.text)
    if answer.status_code == 303:
        return answer
    assert (answer.status_code, before) == (422, desk.day.event.draft)
    assert codes
    return desk.organizer.post(ROUND, {**fields, "confirm": codes})


def test_a_round_drawn_on_paper_replaces_the_draw(drawn):
    draw = list(as_drawn(drawn).values())
    numbers = [one for pair in draw for one in pair]
    paper = [numbers[place : place + 2] for place in range(1, 7, 2)] + [[numbers[7], numbers[0]]]
    answer = written_in(drawn, {"pairs": written(paper), "reason": "", "key": "k"})
    assert answer.headers["location"] == f"{DESK}/round"
    assert [set(pair) for pair in as_drawn(drawn).values()] == [set(pair) for pair in paper]
    assert list(as_drawn(drawn)) == [1, 2, 3, 4]
    (fact,) = [
        one.fact for one in drawn.day.desk.log(CUP) if isinstance(one.fact, PairingsChangedByHand)
    ]
    assert fact.reason == "played on paper"
    drawn.does("publish-round")
    drawn.does("start-clock")
    sends(drawn, t1="120 85")
    assert drawn.table(1).slip == Slip("rounds", (120, 85))


@pytest.mark.clause("AR-071")
def test_lines_for_a_round_nobody_started_are_asked_back_one_by_one(drawn):
    drawn.does("publish-round")
    one, two = drawn.table(1).id, drawn.table(2).id
    page = text_of(drawn.organizer.page(PAGE))
    assert "This round hasn't been started yet." in page
    lines = {"round": drawn.day.round.id, f"line-{one}": "120 85", f"line-{two}": "90 20"}
    answer = drawn.organizer.post(PAGE, lines)
    assert answer.status_code == 422
    assert answer.text.count('value="round-not-begun"') == 2
    assert drawn.table(1).slip is None
    meant = {f"confirm-{one}": "round-not-begun", f"meant-{one}": "120 85"}
    again = drawn.organizer.post(PAGE, lines | meant)
    assert again.status_code == 422
    assert drawn.table(1).slip == Slip("rounds", (120, 85))
    assert drawn.table(2).slip is None
    drawn.does("start-clock")
    assert "hasn't been started" not in text_of(drawn.organizer.page(PAGE))
    assert drawn.organizer.post(PAGE, lines | {f"line-{one}": ""}).status_code == 303
    assert drawn.table(2).slip == Slip("rounds", (90, 20))


def test_tables_may_be_named_and_players_by_their_names(drawn):
    people = {one.number: one.name for one in drawn.day.event.entrants.values()}
    one, two, three, four = (as_drawn(drawn)[table] for table in (1, 2, 3, 4))
    lines = [
        f"4: {one[0]} {one[1]}",
        f"1: #{two[0]}, #{two[1]}",
        f"2: {people[three[0]]} - {people[four[0]].upper()}",
        f"{people[three[1]]} – {people[four[1]]}",
    ]
    assert written_in(drawn, {"pairs": "\n".join(lines)}).status_code == 303
    now = {table: set(pair) for table, pair in as_drawn(drawn).items()}
    assert now == {4: set(one), 1: set(two), 2: {three[0], four[0]}, 3: {three[1], four[1]}}


@pytest.mark.parametrize("between", [" - ", ", ", " v. ", " vs ", ";", "\t", " – "])
@pytest.mark.parametrize(
    "names",
    [
        ("Ann Ostrander, Jr.", "Boris V. Kask"),
        ("Victor v. Aken", "Kask, Boris"),
        ("Kim - Lee", "Lee"),
        ("A, B", "C, D"),
    ],
)
def test_marks_that_are_part_of_a_name_do_not_end_it(drawn, names, between):
    event = drawn.day.event
    draft = event.draft
    first, *others = draft.games.values()
    entrants = dict(event.entrants)
    for player, name in zip(first.players, names, strict=True):
        entrants[player] = replace(entrants[player], name=name)
    lines = [f"3: {names[0]}{between}{names[1]}"]
    lines += [" ".join(str(event.entrants[one].number) for one in game.players) for game in others]
    (table, pair), *_ = read_pairings(replace(event, entrants=entrants), draft, "\n".join(lines))

    assert (table, pair) == (3, first.players)


def test_a_name_with_a_mark_alone_in_a_line_rests(drawn):
    event = drawn.day.event
    first, *others = event.draft.games.values()
    entrants = dict(event.entrants)
    one, two = first.players
    entrants[one] = replace(entrants[one], name="Kask, Boris")
    lines = ["Kask, Boris", f"#{event.entrants[two].number}"]
    lines += [" ".join(str(event.entrants[x].number) for x in game.players) for game in others]
    tables = read_pairings(replace(event, entrants=entrants), event.draft, "\n".join(lines))

    assert tables[:2] == ((None, (one,)), (None, (two,)))


def test_a_paper_that_says_what_was_drawn_changes_nothing(drawn):
    version = drawn.day.event.version
    answer = drawn.organizer.post(ROUND, {"pairs": written(as_drawn(drawn).values())})
    assert answer.status_code == 303
    assert drawn.day.event.version == version
    assert "The draw and the paper say the same." in drawn.reads("/round")


def test_whoever_rests_on_paper_rests_here():
    day = in_round("armada", 7)
    day.enter_all()
    day.draw()
    desk = AtDesk(day)
    draw = as_drawn(desk)
    (resting,) = draw.pop(None)
    first, *rest = draw.values()
    paper = [[first[0], resting], *rest, [first[1]]]
    assert written_in(desk, {"pairs": written(paper)}).status_code == 303
    assert as_drawn(desk)[None] == [first[1]]
    too_many = [*rest, [first[0]], [first[1]], [resting]]
    answer = desk.organizer.post(ROUND, {"pairs": written(too_many)})
    assert "More players have a bye than the draw allows." in text_of(answer.text)
    desk.close()


@pytest.mark.parametrize(
    ("spoiled", "says"),
    [
        (lambda lines: [], "You haven't written any pairings."),
        (lambda lines: lines[:-1], "These players are missing:"),
        (lambda lines: [*lines, lines[0]], "is in line 1 as well"),
        (lambda lines: ["999 1", *lines[1:]], "nobody in this round is called 999"),
        (lambda lines: ["Nobody - Noone", *lines[1:]], "nobody in this round is called Nobody"),
        (lambda lines: [lines[0].replace(" ", " ; 3 ; "), *lines[1:]], "two players"),
        (lambda lines: [f"77: {lines[0]}", *lines[1:]], "no free table 77"),
    ],
)
def test_a_paper_that_cannot_be_changes_nothing_and_says_why(drawn, spoiled, says):
    before, version = as_drawn(drawn), drawn.day.event.version
    lines = written(before.values()).splitlines()
    answer = drawn.organizer.post(ROUND, {"pairs": "\n".join(spoiled(lines))})
    assert answer.status_code == 422
    assert says in text_of(answer.text), text_of(answer.text)[200:700]
    assert (as_drawn(drawn), drawn.day.event.version) == (before, version)


def test_a_round_is_drawn_first(desk):
    assert "Enter their results" in desk.reads("/paper-round")
    answer = desk.organizer.post(ROUND, {"pairs": "1 2"})
    assert "There is no drawn round." in text_of(answer.text)
    desk.day.enter_all()
    assert "Draw the round, then replace it" in desk.reads("/paper-round")


def test_a_draw_that_is_out_of_date_or_a_bracket_is_not_replaced(drawn):
    drawn.day.do(DropPlayer(drawn.day.active()[0], "voluntary"))
    assert "out of date" in drawn.reads("/paper-round")
    day = before_the_bracket("armada", 8)
    day.draw()
    bracket = AtDesk(day)
    assert "A bracket follows from its results" in bracket.reads("/paper-round")
    bracket.close()
