from __future__ import annotations

import gc
import re
from datetime import timedelta

import pytest

from tests.day.events import Day, before_the_bracket, concession, in_round, running
from tests.web.hall import text_of
from tests.web.phone.phones import CUP, ME, phones_in_round, phones_of
from tiltyard.day.clock import (
    AssignRulingLeader,
    CallSeating,
    GrantExtension,
    PauseClock,
    StartClock,
)
from tiltyard.day.components import AskAboutComponent, GrantComponentTime, RuleOnComponent
from tiltyard.day.judging import CallJudge, RuleOnCall
from tiltyard.day.people import ANOTHER_PERSON, JoinAsSpare, RegisterPlayer, Rejoin
from tiltyard.day.setup import AwardPrize, OpenCheckIn, OpenRegistration
from tiltyard.text.language import speaking
from tiltyard.web.rendering import PageContext, time_at


def test_whoever_has_no_seat_is_told_the_ways_in():
    phones = phones_in_round()
    page = text_of(phones.hall.browser().page(ME))

    for way in ("Your own link", "A code", "Register", "Registration isn't open"):
        assert way in page
    assert "You run this event" not in page
    assert "You run this event" in text_of(phones.hall.browser(CUP, "p1").page(ME))


def test_a_page_that_was_made_keeps_nothing_of_what_it_read():
    phones = phones_in_round()
    ana = next(iter(phones.day.event.entrants))
    phones.reads(ana)  # now what all pages share is there
    gc.collect()
    gc.disable()
    try:
        before = sum(isinstance(kept, PageContext) for kept in gc.get_objects())
        phones.reads(ana)
        assert sum(isinstance(kept, PageContext) for kept in gc.get_objects()) == before
    finally:
        gc.enable()


def test_before_the_start():
    day = Day()
    day.announce()
    day.do(OpenRegistration())
    (ana,) = day.register("Ana Pereira")
    phones = phones_of(day)
    assert "You're registered" in phones.reads(ana)
    assert "Check-in is not open yet" in phones.reads(ana)
    day.do(OpenCheckIn())
    assert "Check in" in phones.reads(ana)

    phones.does(ana, "check-in", player=ana)
    page = phones.reads(ana)
    assert "You're checked in" in page
    assert "Check in" not in page
    assert "Cancel registration" in page

    phones.does(ana, "withdraw-registration", player=ana)
    assert "Who are you?" in phones.reads(ana)


def test_a_round_from_the_first_pairings_to_the_result():
    day = running("runewars")
    phones = phones_of(day)
    assert "No pairings yet" in phones.reads("p2")
    day.draw()
    assert "No pairings yet" in phones.reads("p2")
    day.publish()
    game = day.game_of("p2")
    opponent = day.event.entrants[day.opponent("p2")].name
    page = phones.reads("p2")
    assert f"The clock hasn't started. Table {game.table} vs. {opponent}" in page
    assert "The clock hasn't started." in page
    for kind, card in day.round.cards.items():
        assert f"{kind.capitalize()} {card}" in page
    assert "Your judge Olga" in page
    assert "Why this opponent? drawn by lot" in page
    assert "Send result" not in page
    day.do(CallSeating())
    assert "Take your seat." in phones.reads("p2")
    day.do(StartClock())
    assert "Send result" in phones.reads("p2")
    day.enter(game)
    page = phones.reads("p2")
    assert "Your game is over" in page
    assert "The desk entered a result" in page
    assert "Confirm result" in page


def test_the_clock_is_the_servers_and_knows_the_tables_own_extension():
    phones = phones_in_round("runewars")
    day = phones.day
    game = day.game_of("p2")
    minutes = day.round.timer.minutes
    day.clock.move(minutes=10)
    day.do(GrantExtension(game.id, "a ruling took long", 4))

    def clock_of(player):
        page = phones.phone(player).page(ME)
        ends, shown = re.search(r'role="timer" data-ends="(\d+)">until ([^<]+)<', page).groups()
        now = int(re.search(r'data-now="(\d+)"', page)[1])
        with speaking("en"):
            assert shown == time_at(int(ends))
        return (int(ends) - now) // 60000

    other = next(one for one in day.active() if one not in game.players)
    assert minutes - 10 == clock_of(other)
    assert minutes - 6 == clock_of("p2")
    assert "4 minutes more for your table" in phones.reads("p2")
    assert "more for your table" not in phones.reads(other)
    day.do(PauseClock())
    page = phones.phone("p2").page(ME)
    assert "paused" in page
    assert "data-ends" not in page


def test_a_bye_and_a_spare_player():
    day = running("runewars", players=5)
    day.next_round()
    phones = phones_of(day)
    (bye,) = [one for one in day.round.games.values() if one.kind == "bye"]
    page = phones.reads(bye.players[0])
    assert "You have a bye" in page
    assert f"It is worth {day.rules.bye.award.tp} tournament points." in page
    assert day.rules.bye.clause in page
    assert "Send result" not in page

    day = Day("middle-earth")
    day.open_doors()
    day.register("Ana", "Bo", "Cy")
    day.do(JoinAsSpare("Sam"))
    day.begin()
    day.next_round()
    phones = phones_of(day)
    spare = next(one.id for one in day.event.entrants.values() if one.spare)
    assert "Sam Spare Player" in phones.reads(day.opponent(spare))
    assert "Send result" in phones.reads(spare)
    assert "Yes, drop me" not in phones.reads(spare, f"{ME}/leaving")


def test_help_at_the_table():
    phones = phones_in_round("armada")
    day, game = phones.day, phones.day.game_of("p2")
    judge = day.appoint("marshal", "Mira")
    assert "Your judge" not in phones.reads("p2")  # Olga may rule as well: whoever comes first
    day.do(AssignRulingLeader(game.id, judge))
    assert "Your judge Mira" in phones.reads("p2")
    phones.does("p2", "call-judge", match=game.id, topic="Is it in range?")
    assert "Judge called Is it in range?" in phones.reads("p2")
    assert "Judge called" in phones.reads(day.opponent("p2"))
    other = next(one for one in day.active() if one not in game.players)
    assert "Judge called" not in phones.reads(other)
    day.do(CallJudge(game.id, "And this?"), "p2")
    day.do(RuleOnCall("c1", "It is not."), judge)
    page = phones.reads("p2")
    assert "Mira: It is not." in page
    assert "ruled, final" in page

    phones.does("p2", "request-watch", match=game.id, reason="slow play")
    assert "A judge was asked to watch" in phones.reads("p2")
    assert "A judge was asked to watch" not in phones.reads(day.opponent("p2"))
    phones.does("p2", "note-component-trouble", player="p2", component="a die", kind="lost")
    assert "Reported a die Wait for a leader" in phones.reads("p2")
    assert "a die" not in phones.reads(day.opponent("p2"))


@pytest.mark.clause("RW-076", "RW-077")
def test_both_players_see_the_granted_time_run():
    phones = phones_in_round("runewars")
    day, other = phones.day, phones.day.opponent("p2")
    phones.does("p2", "note-component-trouble", player="p2", component="blue die", kind="lost")
    day.clock.move(minutes=20)
    for player in ("p2", other):
        assert "Time is over" not in phones.reads(player)
    day.do(GrantComponentTime("t1", 4))
    ends = int((day.clock.at + timedelta(minutes=4)).timestamp() * 1000)
    for player in ("p2", other):
        assert f'data-ends="{ends}"' in phones.phone(player).page(ME)
        assert "4:00" in phones.reads(player)
    name = day.event.people["p2"]
    assert f"Searching {name} misses a component. 4:00" in phones.reads(other)
    assert "blue die" not in phones.reads(other)
    third = next(one for one in day.active() if one not in {"p2", other})
    assert "Searching" not in phones.reads(third)
    day.clock.move(minutes=4)
    assert "Time is over blue die A leader decides what happens now." in phones.reads("p2")


@pytest.mark.clause("AR-043", "RW-063")
def test_players_agree_to_share_while_their_document_lets_them():
    before = running("armada")
    before.draw()
    before.publish()
    phones = phones_of(before)
    game, other = before.game_of("p2"), before.opponent("p2")
    phones.does("p2", "agree-sharing", match=game.id, items="dice")
    assert "Shared in this round: dice. AR-043" in phones.reads(other)
    before.do(StartClock())
    assert "Shared in this round: dice. AR-043" in phones.reads(other)
    assert "We share pieces in this round" not in phones.reads("p2", f"{ME}/help")
    assert "We share pieces in this round" in phones_in_round("runewars").reads("p2", f"{ME}/help")


@pytest.mark.clause("XW-025")
def test_players_agree_on_the_side_of_the_ruler():
    day = running("xwing-dogfight")
    day.draw()
    day.publish()
    phones = phones_of(day)
    agreed = {"items": "range ruler", "ruler_side": "the printed side"}
    phones.does("p2", "agree-sharing", match=day.game_of("p2").id, **agreed)
    said = "Measure with this side of the ruler: the printed side. XW-025"
    assert said in phones.reads(day.opponent("p2"))


@pytest.mark.clause("RW-091")
def test_both_players_read_what_was_ruled_on_a_component_once_the_round_has_begun():
    day = running("runewars")
    day.do(AskAboutComponent("p2", "third_party", "acrylic tokens"), "p2")
    day.do(RuleOnComponent("k1", allowed=True))
    day.draw()
    day.publish()
    phones, other = phones_of(day), day.opponent("p2")
    assert "acrylic tokens allowed RW-091" in phones.reads("p2")
    assert "acrylic" not in phones.reads(other)
    day.do(StartClock())
    assert "acrylic tokens allowed RW-091" in phones.reads(other)


@pytest.mark.clause("RW-122")
def test_lists_are_compared_before_the_first_round_where_the_rules_know_it():
    day = running("runewars")
    day.draw()
    day.publish()
    phones = phones_of(day)
    game = day.game_of("p2")
    assert "We have compared our lists RW-122" in phones.reads("p2")
    phones.does("p2", "verify-totals", match=game.id)
    assert "We have compared our lists" not in phones.reads("p2")


# ---------------------------------------------------------------------------- my day


def test_record_standing_and_the_way_to_the_cut():
    day = running("armada", swiss_rounds=3, cut=4)
    day.next_round()
    for place, game in enumerate(day.games()):
        day.enter(game, 40 + 60 * place, 10)
    phones = phones_of(day)
    rows = day.ranking()
    points = day.points()
    page = phones.reads(rows[4])
    gap = points[rows[3]] - points[rows[4]]
    assert gap > 0
    assert f"The cut to 4 is {gap} tournament points away. Place 5 of 8 · after round 1" in page
    assert f"{points[rows[4]]} tournament points" in page
    assert f"Inside the cut to 4, ahead by {gap} tournament points." in phones.reads(rows[3])
    assert "Tie-breaker vs. the place above:" in page
    assert "Tie-breaker vs. the place above:" not in phones.reads(rows[0])
    name = day.event.entrants[day.opponent(rows[4])].name
    assert re.search(rf"Round 1 vs. {name} Lost \d+–\d+ · {points[rows[4]]} TP", page)


def test_level_players_are_told_what_decides():
    day = running("runewars", players=6, swiss_rounds=3, cut=4)
    day.next_round()
    for game in day.games():
        day.enter(game, 20, 10)
    phones = phones_of(day)
    place = day.ranking()
    levels = [one for one in place if "are level: the lot decides" in phones.reads(one)]

    assert place[3:] == levels[-3:]
    assert place[2] not in levels


def test_there_is_no_way_to_a_cut_that_is_made_or_was_never_planned():
    phones = phones_of(before_the_bracket("runewars"))
    for player in phones.day.active():
        page = phones.reads(player)
        assert "The cut to" not in page
        assert "Inside the cut" not in page
    day = running("armada", swiss_rounds=3)
    day.play_round()
    phones = phones_of(day)
    page = phones.reads("p2")
    assert "of 8" in page
    assert "The cut to" not in page
    assert "Inside the cut" not in page


@pytest.mark.clause("RW-159")
def test_a_free_place_in_the_bracket_is_taken_or_declined_on_the_phone():
    day = before_the_bracket("runewars")
    phones = phones_of(day)
    seeds = day.event.qualification.seeds
    assert "You're in the bracket" in phones.reads(seeds[0])
    fifth, sixth = day.ranking()[4:6]
    assert "You're out of the bracket" in phones.reads(fifth)
    phones.does(seeds[1], "drop-player", player=seeds[1])
    page = phones.reads(fifth)
    assert "A place in the bracket is free" in page
    assert "RW-159" in page
    assert "A place in the bracket is free" not in phones.reads(sixth)
    phones.does(fifth, "decline-place", player=fifth)
    assert "You've dropped" in phones.reads(fifth)
    phones.does(sixth, "take-place", player=sixth)
    assert "You're in the bracket" in phones.reads(sixth)


def test_a_favourite_is_voted_for_where_the_event_has_it():
    day = running("middle-earth", options={"standings.extra": ["favourite_opponent"]})
    day.play_round()
    phones = phones_of(day)
    opponent = day.opponent("p2")
    assert "My favourite opponent" in phones.reads("p2")
    phones.does("p2", "vote-favourite", player="p2", opponent=opponent)
    page = phones.reads("p2")
    assert f"Your vote: {day.event.entrants[opponent].name}" in page
    assert "My favourite opponent" not in page
    other = phones_of(in_round("armada"))
    assert "My favourite opponent" not in other.reads("p2")


# ---------------------------------------------------------------------------- leaving


def test_leaving_between_rounds_and_coming_back():
    day = running("armada")
    day.play_round()
    phones = phones_of(day)
    assert "Yes, drop me" in phones.reads("p2")
    phones.does("p2", "drop-player", player="p2")
    page = phones.reads("p2")
    assert "You've dropped" in page
    assert "Yes, drop me" not in page
    day.do(Rejoin("p2"))
    assert "You've dropped" not in phones.reads("p2")


@pytest.mark.parametrize("ruleset", ["armada", "runewars", "middle-earth", "diskwars"])
def test_leaving_a_running_game_is_a_concession_with_the_fields_of_the_page(ruleset):
    phones = phones_in_round(ruleset)
    day, game = phones.day, phones.day.game_of("p2")
    page = phones.phone("p2").page(f"{ME}/leaving")
    assert f'href="{ME}/leaving"' in phones.phone("p2").page(ME)
    assert "leaving it is a concession" in page
    assert phones.day.rules.outcomes["concession"].clause in page
    form = page[page.index('action="/e/cup/do/drop-player"') :]
    form = form[: form.index("</form>")]
    names = dict.fromkeys(re.findall(r'name="(slip[^"]*)"', form), "0")
    side = str(game.players.index("p2"))
    names |= {"slip.end": "concession", "slip.conceded": side}
    answer = phones.phone("p2").post(f"/e/{CUP}/do/drop-player", {"player": "p2", **names})
    assert 303 == answer.status_code, text_of(answer.text)
    assert "concession" == day.game_of("p2").slip.end
    assert "You've dropped" in phones.reads("p2")


def test_leaving_before_the_clock_needs_no_slip():
    day = running("armada")
    day.draw()
    day.publish()
    phones = phones_of(day)
    assert "leaving it is a concession" not in phones.reads("p2")
    opponent = day.opponent("p2")
    phones.does("p2", "drop-player", player="p2")
    assert "Your opponent did not come: the game is yours." in phones.reads(opponent)


# ---------------------------------------------------------------------------- and the rest


def test_how_my_name_is_shown_is_mine_to_choose():
    phones = phones_in_round()
    phones.does("p2", "choose-shown-name", player="p2", shown="number")
    page = phones.phone("p2").page(f"{ME}/leaving")
    assert re.search(r'value="number" checked', page)
    assert "number" == phones.day.event.shown_name("p2")
    answer = phones.phone("p2").do(CUP, "choose-shown-name", player="p3", shown="number")
    assert 422 == answer.status_code


def test_the_body_says_what_the_scripts_need():
    phones = phones_in_round()
    game = phones.day.game_of("p2")
    body = re.search(r"<body ([^>]*)>", phones.phone("p2").page(ME))[1]

    assert f'data-event="{CUP}"' in body
    assert 'data-person="p2"' in body
    assert f'data-match="{game.id}"' in body
    assert f'data-version="{phones.day.event.version}"' in body
    assert f'data-now="{phones.hall.site.now_ms()}"' in body


def test_a_page_has_every_part_in_every_state_so_that_parts_can_be_swapped():
    day = Day()
    day.open_doors()
    day.register("Ana", "Bo", "Cy", "Di")
    phones = phones_of(day)

    def parts(browser):
        return re.findall(r'id="([\w-]+)"[^>]*data-live-part', browser.page(ME))

    expected = ["event-navigation", "who", "alerts", "notices", "now", "result", "calls"]
    expected += ["components", "scores", "day", "told", "leaving", "bar"]
    assert expected == parts(phones.phone("p2"))
    day.begin()
    assert expected == parts(phones.phone("p2"))
    day.next_round()
    assert expected == parts(phones.phone("p2"))
    assert expected == parts(phones.hall.browser())


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>'])
def test_names_are_text(name):
    day = Day()
    day.open_doors()
    for _ in range(4):
        day.do(RegisterPlayer(name, faction=name), confirm=ANOTHER_PERSON)
    day.begin()
    day.next_round()
    phones = phones_of(day)
    page = phones.phone("p2").page(ME)

    assert name not in page
    assert name in text_of(page) or "alert(1)" in text_of(page)


def test_somebody_disqualified_is_told_so():
    from tiltyard.day.people import Disqualify

    phones = phones_in_round("armada")
    side = phones.day.game_of("p2").players.index("p2")
    phones.day.do(Disqualify("p2", "cheating", concession(side)))

    assert "You're disqualified" in phones.reads("p2")


# ---------------------------------------------------------------------------- places and names


def test_there_is_no_place_before_the_first_round_is_closed():
    day = running("runewars", players=9, swiss_rounds=3, cut=2)
    day.next_round()
    phones = phones_of(day)
    (bye,) = [one.players[0] for one in day.round.games.values() if one.kind == "bye"]
    for player in (bye, *day.games()[0].players):
        page = phones.reads(player)
        assert re.search(r"\bof 9\b", page) is None
        assert "the cut to 2" not in page
        assert "0 tournament points" not in page
    day.enter_all()
    day.next_round()
    page = phones.reads(bye)
    assert "of 9 · after round 1" in page
    assert f"{day.rules.bye.award.tp} tournament points" in page


def test_whoever_has_left_is_told_nothing_about_the_cut():
    day = running("armada", swiss_rounds=3, cut=4)
    day.play_round()
    phones = phones_of(day)
    player = day.ranking()[4]
    assert "cut to 4" in phones.reads(player)
    phones.does(player, "drop-player", player=player)
    page = phones.reads(player)
    assert "You've dropped" in page
    assert "the cut to 4 are level" not in page
    assert "The cut to 4 is" not in page


def test_a_call_that_waits_stays_on_the_page_when_the_game_is_over():
    phones = phones_in_round("armada")
    day, game = phones.day, phones.day.game_of("p2")
    judge = day.appoint("judge", "Jon")
    day.appoint("marshal", "Mira")
    day.do(CallJudge(game.id, "Is it in range?"), "p2")
    day.do(RuleOnCall("c1", "No."), judge)
    phones.does("p2", "appeal-ruling", call="c1")
    day.enter_all()
    assert "appealed Is it in range? Jon: No. Mira decides." in phones.reads("p2")
    assert "Call a judge" not in phones.reads("p2")
    day.next_round()
    for player in game.players:
        assert "appealed Is it in range? (round 1)" in phones.reads(player)
    other = next(one for one in day.active() if one not in game.players)
    assert "Is it in range?" not in phones.reads(other)
    day.do(RuleOnCall("c1", "Yes."), day.event.staff[-1].person)
    assert "Is it in range?" not in phones.reads("p2")


def test_at_the_end_everybody_reads_their_place_and_the_champion_more():
    day = running("armada")
    day.play_swiss()
    day.finish()
    order = day.ranking()
    day.do(AwardPrize("A painted trophy", order[1]))
    phones = phones_of(day)
    champion, second = phones.reads(order[0]), phones.reads(order[1])
    assert "You won the event!" in champion
    assert "Your final place" not in champion
    assert "You have won" not in second
    assert "Your final place: 2 of 8" in second
    assert "For you: A painted trophy" in second
    assert "A painted trophy" not in champion


@pytest.mark.clause("ME-018")
def test_the_spare_player_is_told_what_that_means():
    day = Day("middle-earth")
    day.open_doors()
    day.register("Ana", "Bo", "Cy")
    day.do(JoinAsSpare("Sam"))
    day.begin()
    day.next_round()
    phones = phones_of(day)
    spare = next(one.id for one in day.event.entrants.values() if one.spare)
    told = "You're the Spare Player. You fill in for a missing opponent and aren't ranked."
    assert f"{told} {day.rules.spare.clause}" in phones.reads(spare)
    assert told not in phones.reads(day.opponent(spare))


def test_signing_out_on_the_phone():
    phones = phones_in_round()
    browser = phones.hall.browser(CUP, "p2")
    page = browser.page(f"{ME}/leaving")
    assert 'action="/sign-out"' in page
    assert "/account" not in page
    assert 303 == browser.post("/sign-out").status_code
    assert "Who are you?" in text_of(browser.page(ME))


def test_the_scores_of_a_concession_have_their_heading():
    phones = phones_in_round("armada")
    page = phones.phone("p2").page(f"{ME}/leaving")

    assert '<legend>Points destroyed</legend><div class="slip-pair">' in page


@pytest.mark.clause("RW-085", "RW-091")
def test_a_player_says_what_a_call_is_about():
    phones = phones_in_round("runewars")
    day, game = phones.day, phones.day.game_of("p2")
    day.appoint("judge", "Jon")
    page = phones.phone("p2").page(ME)
    for kind, title in (("indicator", "Indicator"), ("third_party", "Third-party item")):
        assert f'<option value="{kind}">{title}' in page
    phones.does("p2", "call-judge", match=game.id, topic="This bead?", kind="indicator")
    assert "indicator" == day.event.calls["c1"].kind
    assert "Olga decides." in phones.reads("p2")
    day.appoint("marshal", "Mira")
    assert "Mira decides." in phones.reads("p2")
