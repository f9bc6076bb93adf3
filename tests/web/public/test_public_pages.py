from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from html import unescape

import pytest

from tests.reminders.day import PLANS
from tests.web.hall import START, WebHall, text_of
from tiltyard.day.clock import CallTime, PauseClock, ResumeClock
from tiltyard.day.facts import Details
from tiltyard.day.reminders import guidance
from tiltyard.day.results import CorrectResult
from tiltyard.day.rounds import ByHand, ChangePairings, PublishRound
from tiltyard.day.setup import AnnounceEvent, AnnounceItem, DescribeEvent, OpenRegistration
from tiltyard.engine.structure import plan_for
from tiltyard.rulesets.loader import load
from tiltyard.text.language import LANGUAGES
from tiltyard.text.names import in_order
from tiltyard.views.standings import StandingsRow as Row
from tiltyard.web.event_view import EventView
from tiltyard.web.pages.public.overview import plan_sentence
from tiltyard.web.pages.public.standings import ranked

NIGHT, LADDER, CROWN, SUMMER = "night-flight", "ladder-night", "the-broken-crown", "summer-disks"
RULESETS = (
    "armada",
    "diskwars",
    "middle-earth",
    "runewars",
    "xwing-dogfight",
    "xwing-escalation",
)
ANY_PRICE = frozenset({"repeat-by-hand", "second-bye", "floats-by-hand", "companions-by-hand"})
READERS = {"players", "everybody", "spectators"}


@pytest.fixture(scope="module")
def hall():
    made = WebHall(demo=True)
    yield made
    made.close()


@pytest.fixture
def fresh():
    made = WebHall(demo=True)
    yield made
    made.close()


def text(hall, path: str) -> str:
    return unescape(text_of(hall.browser().page(path)))


# ---------------------------------------------------------------------------- overview


def test_the_overview_says_where_the_event_stands(hall):
    page = text(hall, f"/e/{NIGHT}")
    assert "Round 2 of 5, 3 of 8 tables done." in page
    assert "Next: round 3 (75 min)" in page
    assert "5 Swiss rounds, then a cut to the top 8" in page


def test_the_number_behind_a_leader_has_a_name_and_is_gone_after_the_cut(hall):
    before = text(hall, f"/e/{NIGHT}").partition("Leaders ")[2]
    first = hall.site.view(NIGHT).standings.rows[0]
    assert before.startswith(f"Tournament points 1 {first.name} {first.keys['tp']} 2 ")
    after = text(hall, f"/e/{SUMMER}").partition("Leaders ")[2]
    rows = hall.site.view(SUMMER).standings.rows
    assert after.startswith(f"1 {rows[0].name} 2 {rows[1].name} 3 ")


def test_the_plan_is_said_before_the_start(hall):
    view = hall.site.view(NIGHT)

    def said(rules=view.rules, **details):
        event = replace(
            view.event, swiss_rounds=None, details=replace(view.event.details, **details)
        )
        return plan_sentence(EventView(event, rules, rules, view.clock))

    assert (
        said(structure="custom", swiss_rounds=6, cut=4) == "6 Swiss rounds, then a cut to the top 4"
    )
    unknown = "The number of rounds is set at the start."
    assert said(structure="custom", swiss_rounds=None) == unknown
    rules = load("runewars")
    planned = said(rules, structure="basic", swiss_rounds=None)
    assert planned.startswith(f"{plan_for(rules, 17, 'basic').rounds} Swiss rounds")
    assert planned.endswith("if 17 players come; settled at the start")


def test_without_a_script_nothing_pretends_to_be_live(hall):
    for page in (
        hall.browser().page(f"/e/{NIGHT}"),
        hall.browser(NIGHT, "p1").page(f"/e/{NIGHT}/desk/round"),
    ):
        light = page.partition("data-connection")[2].partition("</span>")[0]
        assert light.endswith('role="status">')
        assert re.search(r'data-ends="\d+">until [^<]+</span>', page)
        assert re.search(r"<[^>]*hidden[^>]*data-when-near|data-when-near hidden", page)


def test_a_running_clock_says_when_it_ends_and_nothing_that_grows_old(hall):
    browser = hall.browser()
    before = browser.page(f"/e/{NIGHT}")
    ends = hall.site.view(NIGHT).ends_ms()
    assert f'data-ends="{ends}"' in before
    hall.clock.move(minutes=3)
    hall.site.hot.forget(f"/e/{NIGHT}", "en")
    assert browser.page(f"/e/{NIGHT}") == before
    hall.clock.move(minutes=-3)


def test_a_clock_that_stands_shows_what_is_left(fresh):
    fresh.site.do(NIGHT, "p1", PauseClock("alarm"))
    left = fresh.site.view(NIGHT).seconds_left()
    page = text(fresh, f"/e/{NIGHT}")
    assert f"{left // 60}:{left % 60:02} paused" in page
    fresh.clock.move(minutes=5)
    assert fresh.site.view(NIGHT).seconds_left() == left


@pytest.mark.clause("XW-057")
def test_when_time_is_called_the_page_says_how_games_are_finished(fresh):
    assert "Finish the current round" not in text(fresh, f"/e/{NIGHT}")
    fresh.site.do(NIGHT, "p1", CallTime())
    fresh.site.publisher.publish(NIGHT)
    page = text(fresh, f"/e/{NIGHT}")
    assert "time is called" in page
    assert "Finish the current round, then count the destroyed ships. XW-057" in page


def test_what_is_announced_is_read_by_everybody(fresh):
    item = load("xwing-dogfight").announcements[0].id
    fresh.site.do(NIGHT, "p1", AnnounceItem(item, "Five rounds, then the top eight."))
    assert "Five rounds, then the top eight." in text(fresh, f"/e/{NIGHT}")
    assert "Five rounds, then the top eight." in text(fresh, f"/e/{NIGHT}/rules")


def test_registration_is_offered_while_it_is_open(hall):
    assert '/e/harbour-lights/register"' in hall.browser().page("/e/harbour-lights")
    assert '/e/ash-and-antler/register"' not in hall.browser().page("/e/ash-and-antler")


def test_a_finished_event_names_its_champion_and_its_prizes(hall):
    rows = hall.site.view(SUMMER).standings.rows
    page = text(hall, f"/e/{SUMMER}")
    assert f"Champion {rows[0].name}" in page
    assert f"Silver disk {rows[1].name}" in page
    assert "Champion" not in text(hall, f"/e/{NIGHT}")


def test_the_cut_is_said_to_be_made(hall):
    assert "Top 4 announced" in text(hall, f"/e/{CROWN}")


# ---------------------------------------------------------------------------- pairings, results


def test_pairings_are_in_the_order_of_names_and_name_everybody_once(hall):
    page = hall.browser().page(f"/e/{NIGHT}/pairings")
    rows = re.findall(r'<tr><th scope="row"><a href="[^"]*">([^<]*)</a>', page)
    event = hall.desk.event(NIGHT)
    players = {event.people[one] for game in event.current.games.values() for one in game.players}
    assert sorted(map(unescape, rows), key=in_order) == list(map(unescape, rows))
    assert set(map(unescape, rows)) == players
    assert len(rows) == len(players) == 17
    assert page.count("<td>bye") == 1


def test_names_are_sorted_without_their_marks():
    assert sorted(["Zoe", "Émile", "eva", "Ätna"], key=in_order) == ["Ätna", "Émile", "eva", "Zoe"]


def test_letters_that_are_no_marked_ones_are_sorted_where_lists_have_them():
    names = ["Đorđe", "Łukasz", "Øystein", "Æsa", "Þóra", "Œuvre"]
    assert sorted([*names, "Adam", "Dora", "Luis", "Otto", "Tim"], key=in_order) == [
        *("Adam", "Æsa", "Dora", "Đorđe", "Luis", "Łukasz", "Œuvre", "Otto", "Øystein", "Þóra"),
        "Tim",
    ]


def test_marks_of_direction_do_not_sort():
    assert in_order("\u2068Ana\u2069") == in_order("A\u200bna") == in_order("ana")


def test_tables_are_in_their_order_with_results_that_count(hall):
    page = hall.browser().page(f"/e/{NIGHT}/tables")
    game = next(one for one in hall.desk.event(NIGHT).current.games.values() if not one.is_open)
    score = game.slip.score
    first, second = (hall.desk.event(NIGHT).people[player] for player in game.players)
    said = text(hall, f"/e/{NIGHT}/tables")
    assert first in said
    assert second in said
    assert page.count("won</span>") == 3
    assert f"<td>{score[0]}" in page
    assert page.count('<td rowspan="2">open') == 5


def test_results_of_every_round_have_a_page(hall):
    for event in (NIGHT, LADDER, CROWN, SUMMER):
        for round_ in hall.desk.event(event).rounds:
            assert hall.browser().get(f"/e/{event}/rounds/{round_.id}").status_code == 200
    assert "Final" in text(hall, f"/e/{SUMMER}/rounds/2.2")
    assert "Semifinal" in text(hall, f"/e/{SUMMER}/rounds/2.1")


def test_missing_results_are_those_of_open_tables(hall):
    page = text(hall, f"/e/{NIGHT}/missing")
    assert "5 tables of this round have no result yet." in page
    assert "Every table has a result." in text(hall, f"/e/{LADDER}/missing")
    assert "No round in progress." in text(hall, "/e/the-long-table/missing")


def test_pages_without_anything_to_show_say_so(hall):
    for suffix, words in (
        ("/pairings", "No pairings yet."),
        ("/tables", "No pairings yet."),
        ("/standings", "No round is over yet."),
        ("/bracket", "Nobody is in the bracket yet."),
    ):
        assert words in text(hall, f"/e/the-long-table{suffix}"), suffix


# ---------------------------------------------------------------------------- standings


@pytest.mark.clause("RW-189", "RW-190", "RW-191", "RW-192")
def test_the_standings_name_the_key_that_decided_each_row(hall):
    view = hall.site.view(CROWN)
    page = hall.browser().page(f"/e/{CROWN}/standings")
    words = {
        "tp": "tournament points",
        "mov": "margin of victory",
        "sos": "strength of schedule",
        "lot": "the lot",
        "cut": "the cut",
        "seed": "the seeds of the bracket",
    }
    for row in view.standings.rows[1:]:
        line = page.partition(f'/players/{row.player}">{_escaped(row.name)}')[2].partition("\n")[0]
        assert line.endswith(f"<td>{words[row.decided_by]}"), row
    for clause in ("RW-188", "RW-190", "RW-191", "RW-192"):
        assert clause in page


def _escaped(name: str) -> str:
    from markupsafe import escape

    return str(escape(name))


def test_fractions_are_shown_rounded_and_exact(hall):
    view = hall.site.view(CROWN)
    exact = {Fraction(row.keys["sos"]) for row in view.standings.rows}
    whole = {one for one in exact if one.denominator == 1}
    broken = exact - whole
    assert broken
    page = hall.browser().page(f"/e/{CROWN}/standings")
    for one in broken:
        assert f'title="{one}">{float(one):.3f}' in page
    assert page.count("<td title=") == sum(
        Fraction(row.keys["sos"]) in broken for row in view.standings.rows
    )


def test_the_cut_line_is_below_the_last_who_goes_on(hall):
    page = hall.browser().page(f"/e/{NIGHT}/standings")
    eighth = hall.site.view(NIGHT).standings.rows[7]
    line = page.partition('class="cut-line"')[2].partition("<tr")[0]
    assert _escaped(eighth.name) in line
    assert page.count('class="cut-line"') == 1
    assert 'class="cut-line"' not in hall.browser().page("/e/the-long-table/standings")


def test_after_the_cut_the_line_is_below_those_who_are_in(hall):
    rows = hall.site.view(CROWN).standings.rows
    page = hall.browser().page(f"/e/{CROWN}/standings")
    line = page.partition('class="cut-line"')[2].partition("<tr")[0]
    assert rows[4].decided_by == "cut"
    assert _escaped(rows[3].name) in line


def test_who_left_and_who_was_sent_away_is_marked(hall):
    view = hall.site.view(NIGHT)
    first, second, *_ = view.standings.rows
    rows = ranked(
        (
            Row(1, first.player, "", "dropped", {"tp": 1}, None),
            Row(None, second.player, "", "disqualified", {"tp": 1}, None),
        )
    )
    assert [(row.rank, row.state) for row in rows] == [("1", "dropped"), ("–", "disqualified")]


def test_the_bracket_is_drawn_with_its_champion(hall):
    page = text(hall, f"/e/{SUMMER}/bracket")
    champion = hall.site.view(SUMMER).standings.rows[0].name
    assert f"Champion: {champion}" in page
    assert f'href="/e/{SUMMER}/bracket"' in hall.browser().page(f"/e/{SUMMER}")
    assert f'href="/e/{NIGHT}/bracket"' not in hall.browser().page(f"/e/{NIGHT}")


# ---------------------------------------------------------------------------- record, rules


def test_changes_by_hand_are_public_with_person_reason_and_cost(fresh):
    event = LADDER
    draft = fresh.desk.event(event).draft
    games = [game for game in draft.games.values() if len(game.players) == 2]
    first, second = games[0].players[1], games[1].players[1]
    change = ChangePairings((ByHand(first, second),), "they share a car")
    fresh.site.do(event, "p1", change, confirmed=ANY_PRICE)
    fresh.site.publisher.publish(event)
    assert "they share a car" not in text(fresh, f"/e/{event}/record")
    fresh.site.do(event, "p1", PublishRound())
    fresh.site.publisher.publish(event)
    page = text(fresh, f"/e/{event}/record")
    organizer = fresh.desk.event(event).people["p1"]
    assert page.count(f"{organizer}: “they share a car”") == 2
    assert "changed by hand" in text(fresh, f"/e/{event}/tables")
    assert fresh.desk.event(event).people[first] in page


def test_the_cost_of_a_change_is_shown_with_its_clause(fresh):
    event = fresh.desk.event(LADDER)
    met = {frozenset(game.players) for round_ in event.rounds for game in round_.games.values()}
    pair = next(iter(one for one in met if len(one) == 2 and one <= set(event.playing())))
    first, second = sorted(pair)
    change = ChangePairings((ByHand(first, second, pair=True),), "a wish")
    fresh.site.do(LADDER, "p1", change, confirmed=ANY_PRICE)
    fresh.site.do(LADDER, "p1", PublishRound())
    page = text(fresh, f"/e/{LADDER}/record")
    assert "Compared with the drawn round:" in page
    assert re.search(r"already met in round \d+\. XW-", page)


def test_a_round_whose_basis_changed_says_so(fresh):
    event = fresh.desk.event(CROWN)
    game = next(one for one in event.rounds[0].games.values() if one.slip is not None)
    turned = type(game.slip)("rounds", tuple(reversed(game.slip.score)), flurry=((6, 1),))
    if turned.digest == game.slip.digest:
        turned = type(game.slip)("rounds", (200, 0))
    correction = CorrectResult(game.id, turned, game.slip.digest, "slip was misread")
    fresh.site.do(CROWN, "p1", correction, confirmed=frozenset({"score-impossible"}))
    page = text(fresh, f"/e/{CROWN}/record")
    assert "slip was misread" in page
    assert "A result was corrected after this round was drawn." in text(
        fresh, f"/e/{CROWN}/rounds/1.2"
    )


def test_the_record_tells_the_end_of_the_log(hall):
    page = text(hall, f"/e/{SUMMER}/record")
    head = hall.desk.store.head(SUMMER)
    assert head.hash.hex() in page
    assert f"Facts {head.number}" in page
    assert f"tiltyard verify {SUMMER}.log" in page
    assert f"tiltyard verify {NIGHT}.log" not in text(hall, f"/e/{NIGHT}/record")


@pytest.mark.clause("XW-027", "XW-030", "XW-063", "XW-069", "XW-070")
def test_the_rules_of_an_event_with_their_clauses(hall):
    page = text(hall, f"/e/{NIGHT}/rules")
    assert "Swiss rounds 75 minutes XW-027" in page
    assert "5 Swiss rounds, then a cut to the top 8 XW-030" in page
    assert "tournament points XW-063 margin of victory XW-069 strength of schedule XW-070" in page
    assert "No house rules." in page


def test_options_that_differ_are_shown_with_what_is_usual(fresh):
    event = fresh.desk.event("ash-and-antler")
    assert event.details.options == {}
    assert "No house rules." in text(fresh, "/e/ash-and-antler/rules")
    details = replace(event.details, options={"clock.swiss": 55})
    fresh.site.do("ash-and-antler", "p1", DescribeEvent(details, "the hall closes early"))
    fresh.site.publisher.publish("ash-and-antler")
    page = text(fresh, "/e/ash-and-antler/rules")
    assert "55 (usually 65)" in page
    assert "Swiss rounds 55 minutes DW-" in page


def _sentences():
    for ruleset in RULESETS:
        rules = load(ruleset)
        for moment in dict.fromkeys(one.moment for one in rules.conduct.guidance):
            for one in guidance(rules, moment):
                if one.audience in READERS:
                    marks = pytest.mark.clause(one.clause, *one.also)
                    yield pytest.param(ruleset, one, id=f"{ruleset}-{one.id}", marks=marks)


@pytest.fixture(scope="module")
def rule_pages():
    made = WebHall()
    found = {}
    for ruleset in RULESETS:
        details = Details(ruleset, ruleset, START.date(), **PLANS[ruleset])
        made.desk.create(ruleset, details, "Olga")
        made.desk.do(ruleset, "p1", AnnounceEvent())
        page = made.site.publisher.page(ruleset, "/rules", "en")
        found[ruleset] = unescape(text_of(page.plain.body.decode()))
    made.close()
    return found


@pytest.mark.parametrize(("ruleset", "sentence"), list(_sentences()))
def test_what_players_must_know_is_on_the_page_of_rules(rule_pages, ruleset, sentence):
    assert f"{' '.join(sentence.text.split())} {sentence.clause}" in rule_pages[ruleset]


def test_what_only_the_organizer_must_know_is_not(rule_pages):
    rules = load("runewars")
    (one,) = [one for one in rules.conduct.guidance if one.id == "blank-lists"]
    assert one.audience == "organizer"
    assert one.text not in rule_pages["runewars"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_says_its_language(hall, language):
    page = hall.browser().get(f"/e/{NIGHT}/record", **{"accept-language": language}).text
    assert f'<html lang="{language}" ' in page


def test_opening_registration_shows_at_once(fresh):
    fresh.browser().page("/e/ash-and-antler")
    fresh.site.do("ash-and-antler", "p1", OpenRegistration())
    fresh.site.publisher.publish("ash-and-antler")
    assert '/e/ash-and-antler/register"' in fresh.browser().page("/e/ash-and-antler")


def test_a_resumed_clock_ends_later(fresh):
    before = fresh.site.view(NIGHT).ends_ms()
    fresh.site.do(NIGHT, "p1", PauseClock("alarm"))
    fresh.clock.move(minutes=4)
    fresh.site.do(NIGHT, "p1", ResumeClock())
    after = fresh.site.view(NIGHT).ends_ms()
    assert after - before == 4 * 60 * 1000
    assert f'data-ends="{after}"' in fresh.browser().page(f"/e/{NIGHT}")
