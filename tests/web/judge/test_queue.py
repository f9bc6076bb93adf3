"""The judge's queue: who waits and how long, who rules, and what is not for whom."""

from __future__ import annotations

import re
from functools import cache

import pytest

from tests.web.hall import text_of
from tests.web.judge.bench import JUDGE_TOPIC, JudgesHall, SiteDay, acts_of, forms
from tiltyard.day.clock import AssignRulingLeader, GrantExtension
from tiltyard.day.components import NoteComponentTrouble
from tiltyard.day.judging import (
    MISSED_OPPORTUNITY,
    AppealRuling,
    CallJudge,
    GoToTable,
    ReportIncident,
    RequestWatch,
    RuleOnCall,
)
from tiltyard.day.people import ChangeDuty, RegisterPlayer
from tiltyard.day.results import ReportResult
from tiltyard.day.setup import Undo


def items(html: str) -> list[str]:
    """The cards of the queue, each as a person reads it."""
    return [
        text_of(one)
        for one in re.findall(r"<article class=\"card waiting.*?</article>", html, re.DOTALL)
    ]


def since(html: str) -> list[int]:
    return [int(one) for one in re.findall(r'data-since="(\d+)"', html)]


# ------------------------------------------------------------------------ order and time


def test_an_empty_queue_says_so() -> None:
    hall = JudgesHall()
    text = hall.text(hall.judge)
    assert "No open calls" in text
    assert items(hall.page(hall.judge)) == []


def test_everything_that_waits_is_listed_what_stops_a_game_first_then_the_longest() -> None:
    hall = JudgesHall()
    day = hall.day
    games = day.games()
    day.clock.move(minutes=1)
    day.do(RequestWatch(games[1].id, "it goes slowly"), games[1].players[0])
    day.clock.move(minutes=1)
    hall.call(0)
    day.clock.move(minutes=1)
    day.do(NoteComponentTrouble(games[2].players[0], "a tray", "lost"), games[2].players[0])
    day.clock.move(minutes=1)
    day.do(ReportIncident("stalling", "counts trays"), games[3].players[0])
    day.clock.move(minutes=1)
    day.do(ReportResult(games[3].id, day.slip(30, 10)), games[3].players[0])
    day.do(ReportResult(games[3].id, day.slip(10, 30)), games[3].players[1])
    html = hall.page(hall.judge)
    kinds = ["judge called", "reports don't match", "watch asked for", "component", "report"]
    found = items(html)
    assert [next(kind for kind in kinds if kind in one) for one in found] == kinds
    times = since(html)
    assert [later - min(times) for later in times] == [60_000 * step for step in (1, 4, 0, 2, 3)]
    assert "5 calls waiting" in text_of(html)
    assert "3:00" in found[0]  # without a script the time that had passed is there


def test_a_card_says_table_players_question_and_who_rules() -> None:
    hall = JudgesHall()
    hall.call(1)
    game = hall.day.games()[1]
    (card,) = items(hall.page(hall.judge))
    assert f"Table {game.table}" in card
    assert all(hall.day.event.people[player] in card for player in game.players)
    assert JUDGE_TOPIC in card
    assert "rules here" not in card  # Olga may, Mira may, and so may Jon
    hall.day.do(AssignRulingLeader(game.id, hall.last))
    assert "Mira rules here." in items(hall.page(hall.judge))[0]
    assert "You rule here." in items(hall.page(hall.last))[0]


@pytest.mark.clause("RW-021")
def test_it_says_whether_the_players_tried_first() -> None:
    hall = JudgesHall()
    first, second = hall.day.games()[:2]
    hall.day.do(CallJudge(first.id, "who moves?"), first.players[0])
    hall.day.do(CallJudge(second.id, "who moves?", direct=True), second.players[0])
    tried, direct = items(hall.page(hall.judge))
    assert "The players couldn't agree" in tried
    assert "wants a ruling right away" in direct


def test_a_call_made_again_after_undo_waits_from_the_second_time() -> None:
    hall = JudgesHall()
    hall.call()
    before = since(hall.page(hall.judge))
    hall.day.clock.move(minutes=3)
    hall.day.do(Undo("the wrong table"), "p1")
    assert since(hall.page(hall.judge)) == []
    hall.call()
    assert since(hall.page(hall.judge)) == [before[0] + 180_000]


def test_an_appeal_waits_from_the_appeal_on() -> None:
    hall = JudgesHall()
    name = hall.call()
    called = since(hall.page(hall.judge))[0]
    hall.day.clock.move(minutes=2)
    hall.day.do(RuleOnCall(name, "yes"), hall.judge)
    assert since(hall.page(hall.judge)) == []
    hall.day.clock.move(minutes=5)
    hall.day.do(AppealRuling(name), hall.day.games()[0].players[0])
    assert since(hall.page(hall.last)) == [called + 420_000]


# ------------------------------------------------------------------------ rulings and appeals


@pytest.mark.clause("RW-018", "RW-032")
def test_a_judge_rules_by_the_form_of_the_page() -> None:
    hall = JudgesHall()
    name = hall.call()
    done = hall.send(hall.judge, "", "rule-on-call", {"ruling": "It is in range."})
    assert done.status_code == 200, done.text
    call = hall.day.event.calls[name]
    assert (call.ruling, call.ruled_by, call.state) == ("It is in range.", hall.judge, "ruled")
    assert items(hall.page(hall.judge)) == []


@pytest.mark.clause("RW-022", "RW-014")
def test_an_appeal_is_only_for_the_last_instance() -> None:
    hall = JudgesHall()
    name = hall.call()
    hall.day.do(RuleOnCall(name, "yes"), hall.judge)
    hall.day.do(AppealRuling(name), hall.day.games()[0].players[0])
    judge = hall.page(hall.judge)
    assert "rule-on-call" not in acts_of(judge)
    assert "A player has appealed against your ruling. Another judge decides." in items(judge)[0]
    assert "Mira decides the appeal." in items(judge)[0]
    assert "Not for you" not in items(judge)[0]
    assert "You decide the appeal." in items(hall.page(hall.last))[0]
    assert "an earlier round" not in judge
    (card,) = items(hall.page(hall.last))
    assert "Jon ruled: “yes”" in card
    done = hall.send(hall.last, "", "rule-on-call", {"ruling": "no"})
    assert done.status_code == 200, done.text
    assert hall.day.event.calls[name].state == "final"


@pytest.mark.clause("AR-012", "DW-008", "XW-006")
@pytest.mark.parametrize("ruleset", ["armada", "diskwars", "xwing-dogfight"])
def test_the_page_says_who_has_the_last_word(ruleset: str) -> None:
    hall = JudgesHall(ruleset, "marshal" if ruleset == "armada" else "organizer")
    name = hall.day.event.people[hall.last]
    clause = hall.day.rules.staff.appeal_clause
    text = hall.text(hall.judge)
    assert f"may have a ruling reviewed. {name} has the final say. {clause}" in text


@pytest.mark.clause("ME-012", "ME-010")
def test_rulings_of_a_referee_are_final() -> None:
    hall = JudgesHall("middle-earth", "referee")
    name = hall.call()
    text = hall.text(hall.last)
    assert "Rulings are final here; players accept them. Mira has the final say. ME-012" in text
    done = hall.send(hall.last, "", "rule-on-call", {"ruling": "no"})
    assert done.status_code == 200, done.text
    assert hall.day.event.calls[name].state == "final"


@pytest.mark.clause("RW-033", "AR-023")
@pytest.mark.parametrize(
    ("ruleset", "clause", "documents"),
    [("runewars", "RW-033", ["Rules Reference", "FAQ"]), ("armada", "AR-023", ["FAQ"])],
)
def test_only_the_last_instance_is_offered_to_overrule(
    ruleset: str, clause: str, documents: list[str]
) -> None:
    hall = JudgesHall(ruleset)
    name = hall.call()
    assert f"the final say may rule against it: {', '.join(documents)}. {clause}" in hall.text(
        hall.judge
    )
    assert "overrules" not in _ruling(hall.page(hall.judge)).names
    assert _ruling(hall.page(hall.last)).choices["overrules"] == ["", *documents]
    values = {"ruling": "the card is misprinted", "overrules": "FAQ"}
    assert hall.send(hall.last, "", "rule-on-call", values).status_code == 200
    assert hall.day.event.calls[name].overrules == "FAQ"


def _ruling(html: str):
    return next(form for form in forms(html) if form.act == "rule-on-call")


def test_nothing_can_be_overruled_where_no_document_is_named() -> None:
    hall = JudgesHall("diskwars", "organizer")
    hall.call()
    assert "may rule against it" not in hall.text("p1")
    assert "overrules" not in _ruling(hall.page("p1")).names


# ------------------------------------------------------------------------ one's own match


def with_playing_leaders(*roles: str) -> tuple[SiteDay, list[str]]:
    """Return a relaxed event in which these leaders play, with Mara the marshal beside them."""
    day = SiteDay("runewars", tier="relaxed")
    people = [day.appoint(role, f"Leader {number}") for number, role in enumerate(roles, 1)]
    people.append(day.appoint("marshal", "Mara"))
    day.open_doors()
    for person in people[:-1]:
        day.do(RegisterPlayer(person=person))
    day.register(*(f"Player {number}" for number in range(4 - len(roles))))
    day.begin()
    day.next_round()
    return day, people


def page_of(day: SiteDay, person: str, path: str = "") -> str:
    return day.web.browser(day.name, person).page(f"/e/{day.name}/judge{path}")


@pytest.mark.clause("RW-029")
def test_in_the_own_match_there_is_no_button_but_a_word() -> None:
    day, (player, mara) = with_playing_leaders("judge")
    game = day.game_of(player)
    day.do(CallJudge(game.id, "who moves?"), player)
    day.do(RequestWatch(game.id, "slow"), day.opponent(player))
    mine = page_of(day, player)
    assert all("Not for you: you play in it. RW-029" in one for one in items(mine))
    assert not {"rule-on-call", "end-watch", "grant-extension"} & acts_of(mine)
    hers = page_of(day, mara)
    assert {"rule-on-call", "end-watch", "grant-extension"} <= acts_of(hers)
    assert "Not for you" not in text_of(hers)


@pytest.mark.clause("RW-029")
def test_the_table_of_ones_own_match_says_so_and_offers_only_what_a_player_may() -> None:
    day, (player, _) = with_playing_leaders("judge")
    game = day.game_of(player)
    html = page_of(day, player, f"/match/{game.id}")
    assert "Not for you: you play in it." in text_of(html)
    allowed = {"call-judge", "request-watch", "note-component-trouble", "verify-totals"}
    allowed.add("ask-about-component")
    assert acts_of(html) - {"change-duty", "sign-out"} <= allowed
    assert "call-judge" in acts_of(html)


@pytest.mark.clause("RW-030", "AR-019")
def test_where_two_leaders_meet_the_marshal_rules_and_the_judge_reads_why() -> None:
    day, (first, second, mara) = with_playing_leaders("judge", "judge")
    from tiltyard.day.rounds import ByHand, ChangePairings, WithdrawRound

    game = day.game_of(first)
    if second not in game.players:
        day.do(WithdrawRound("leaders should meet"))
        day.do(ChangePairings((ByHand(first, second, pair=True),), "leaders should meet"))
        day.publish()
        game = day.game_of(first)
    other = day.appoint("judge", "Judy")
    day.do(CallJudge(game.id, "who moves?"), first)
    judy = page_of(day, other)
    assert "Mara rules on this game, because a leader plays in it. RW-030" in items(judy)[0]
    assert "rule-on-call" not in acts_of(judy)
    assert "rule-on-call" in acts_of(page_of(day, mara))


# ------------------------------------------------------------------------ duty


@pytest.mark.clause("RW-016", "RW-019")
@pytest.mark.parametrize(("who", "role"), [("judge", "judge"), ("last", "marshal")])
def test_off_duty_there_is_one_button_and_no_ruling(who: str, role: str) -> None:
    hall = JudgesHall()
    person = getattr(hall, who)
    hall.call()
    assert "Go off duty" in hall.text(person)
    hall.day.do(ChangeDuty(person, role, False), person)  # type: ignore[arg-type]
    html = hall.page(person)
    assert "While off duty you can't make rulings." in text_of(html)
    assert acts_of(html) - {"find", "sign-out"} == {"change-duty"}
    done = hall.send(person, "", "change-duty", {})
    assert done.status_code == 200, done.text
    assert "rule-on-call" in acts_of(hall.page(person))


# ------------------------------------------------------------------------ watches, reports


@pytest.mark.clause("DW-018")
def test_a_watch_is_ended_with_what_was_seen() -> None:
    hall = JudgesHall("diskwars", "organizer")
    game = hall.day.games()[0]
    hall.day.do(RequestWatch(game.id, "it goes slowly"), game.players[0])
    (card,) = items(hall.page(hall.judge))
    assert "it goes slowly" in card
    assert "wants a judge to watch. DW-018" in card
    done = hall.send(hall.judge, "", "end-watch", {"note": "both play well"})
    assert done.status_code == 200, done.text
    assert hall.day.event.watches["w1"].note == "both play well"


@pytest.mark.clause("RW-034", "RW-035", "RW-132", "RW-015")
def test_a_report_is_answered_with_a_category_and_its_clause() -> None:
    hall = JudgesHall()
    game = hall.day.games()[0]
    hall.day.do(ReportIncident("collusion", "they agreed", game.id), hall.day.games()[1].players[0])
    html = hall.page(hall.last)
    assert "Collusion: they agreed Reported by" in items(html)[0]
    assert "<q>they agreed</q>" in html
    for title in ("Stalling RW-034", "Collusion RW-035", "Notes and outside material RW-132"):
        assert title in text_of(html)
    values = {
        "category": "collusion",
        "people": game.players[0],
        "finding": "it was so",
        "remedy": "a warning",
        "recommends_disqualification": "yes",
    }
    done = hall.send(hall.last, "", "record-incident", values)
    assert done.status_code == 200, done.text
    event = hall.day.event
    assert event.incidents["i1"].handled
    assert event.incidents["i2"].people == (game.players[0],)
    assert event.recommendations == {game.players[0]: "it was so"}
    assert items(hall.page(hall.last)) == []


@pytest.mark.clause("RW-027")
def test_a_missed_opportunity_is_no_broken_rule() -> None:
    hall = JudgesHall()
    player = hall.day.games()[0].players[0]
    hall.day.do(ReportIncident(MISSED_OPPORTUNITY, "I forgot my token"), player)
    text = hall.text(hall.judge)
    assert "Missed opportunity: I forgot my token" in text
    assert "but not about a missed opportunity. RW-027" in text
    assert "missed opportunity. " not in JudgesHall("diskwars", "organizer").text("p1")


@pytest.mark.clause("RW-075", "RW-076", "RW-077", "AMB-033")
def test_a_search_has_its_minutes_and_then_it_is_over() -> None:
    hall = JudgesHall()
    game = hall.day.games()[0]
    hall.day.do(NoteComponentTrouble(game.players[0], "Rune Golem", "lost"), hall.judge)
    (card,) = items(hall.page(hall.judge))
    assert "Rune Golem, lost RW-076" in card
    name = hall.day.event.people[game.players[0]]
    assert f"Searching {name}: Rune Golem 5:00 RW-076" in card
    hall.day.clock.move(minutes=4, seconds=59)
    assert f"Searching {name}: Rune Golem 0:01" in items(hall.page(hall.judge))[0]
    hall.day.clock.move(seconds=1)
    (card,) = items(hall.page(hall.judge))
    over = f"Time is over {name}: Rune Golem Decide whether the player concedes. RW-077"
    assert over in card
    done = hall.send(hall.judge, "", "grant-component-time", {"minutes": "3"})
    assert done.status_code == 200, done.text
    assert f"Searching {name}: Rune Golem 3:00" in items(hall.page(hall.judge))[0]
    assert hall.day.match(game.id).extension == 8


@pytest.mark.clause("RW-075", "RW-076")
def test_a_report_of_a_player_waits_for_a_leader_who_grants_time() -> None:
    hall = JudgesHall()
    player = hall.day.games()[0].players[0]
    hall.day.do(NoteComponentTrouble(player, "morale deck", "lost"), player)
    hall.day.clock.move(minutes=30)
    (card,) = items(hall.page(hall.judge))
    assert f"Reported {hall.day.event.people[player]}: morale deck RW-076" in card
    assert "Time is over" not in card
    done = hall.send(hall.judge, "", "grant-component-time", {"minutes": "6"})
    assert done.status_code == 200, done.text
    assert hall.day.event.troubles["t1"].minutes == 6


@pytest.mark.clause("RW-077", "AMB-017")
def test_a_search_without_success_ends_with_the_scores_as_they_stand() -> None:
    hall = JudgesHall()
    game = hall.day.games()[0]
    loser = game.players[1]
    hall.day.do(NoteComponentTrouble(loser, "Rune Golem", "lost"), hall.judge)
    hall.day.clock.move(minutes=5)
    scores = {"slip.score.0": "40", "slip.score.1": "25"}
    done = hall.send(hall.judge, "", "end-component-trouble", {"end": "conceded", **scores})
    assert done.status_code == 200, done.text
    slip = hall.day.match(game.id).slip
    assert slip is not None
    assert (slip.end, slip.conceded, slip.score) == ("concession", 1, (40, 25))
    assert hall.day.event.troubles["t1"].end == "conceded"
    (card,) = items(hall.page(hall.judge))  # it is still missing
    assert "Missing" in card
    done = hall.send(hall.judge, "", "end-component-trouble", {"end": "replaced"})
    assert done.status_code == 200, done.text
    assert items(hall.page(hall.judge)) == []


@pytest.mark.clause("RW-079", "RW-080", "RW-092")
def test_a_leader_makes_a_proxy_for_a_damaged_card_only() -> None:
    hall = JudgesHall()
    first, second = hall.day.games()[:2]
    hall.day.do(NoteComponentTrouble(first.players[0], "Rune Golem", "damaged"), hall.judge)
    hall.day.do(NoteComponentTrouble(second.players[0], "a tray", "lost"), hall.judge)
    damaged, lost = items(hall.page(hall.judge))
    assert "A proxy is used" not in damaged  # nobody has made one
    assert "proxy" not in lost
    done = hall.send(hall.judge, "", "make-proxy", {"information": "its defence is 4"})
    assert done.status_code == 200, done.text
    (proxy,) = hall.day.event.proxies
    assert (proxy.card, proxy.leader) == ("Rune Golem", hall.judge)
    assert "A proxy is used" in items(hall.page(hall.judge))[0]


@pytest.mark.clause("XW-021", "XW-015")
def test_there_are_no_proxies_where_the_document_has_none() -> None:
    hall = JudgesHall("xwing-dogfight", "organizer")
    game = hall.day.games()[0]
    hall.day.do(NoteComponentTrouble(game.players[0], "a ship", "damaged"), hall.judge)
    html = hall.page("p1")
    assert "make-proxy" not in acts_of(html)
    assert "There are no proxies. XW-021" in text_of(html)
    ends = next(form for form in forms(html) if form.act == "end-component-trouble").choices["end"]
    assert "proxy" not in ends
    assert {"found", "replaced", "still_usable", "conceded", "dropped"} <= set(ends)
    assert "shared" not in ends  # nobody shares a ship
    judged = hall.page(hall.judge)
    ends = next(one for one in forms(judged) if one.act == "end-component-trouble").choices["end"]
    assert "dropped" not in ends  # a judge takes nobody out


# ------------------------------------------------------------------------ what the document says


SAID = [
    ("runewars", "RW-029", "rules on a judge's own match"),
    ("runewars", "RW-030", "When two judges play each other"),
    ("runewars", "RW-036", "The organizer decides"),
    ("runewars", "RW-076", "this game gets 5 minutes for the search"),
    ("runewars", "RW-077", "the player concedes the game"),
    ("runewars", "RW-078", "when the next round starts? The player is dropped"),
    ("runewars", "RW-066", "Not allowed and not replaced: the player is dropped"),
    ("runewars", "RW-080", "your name and the date. The original stays nearby"),
    ("runewars", "RW-063", "May be shared for a round: range ruler, movement templates, dice"),
    ("runewars", "RW-122", "you may order players to verify the opponent's total"),
    ("armada", "AR-018", "rules on a judge's own match"),
    ("armada", "AR-019", "When two judges play each other"),
    ("armada", "AR-027", "The organizer decides"),
    ("armada", "AR-045", "Not allowed and not replaced: the player is dropped"),
    ("armada", "AR-053", "There are no proxies"),
    ("armada", "AR-043", "May be shared for a round: range ruler, manoeuvre tool, dice"),
    ("xwing-dogfight", "XW-011", "rules on a judge's own match"),
    ("xwing-dogfight", "XW-009", "The organizer decides"),
    ("xwing-dogfight", "XW-015", "Not allowed and not replaced: the player is disqualified"),
    ("xwing-dogfight", "XW-025", "May be shared for a round: range ruler, manoeuvre templates"),
    ("diskwars", "DW-013", "rules on a judge's own match"),
    ("diskwars", "DW-011", "The organizer decides"),
    ("diskwars", "DW-018", "A player may ask a judge to watch for slow play"),
    ("diskwars", "DW-034", "Without what the setup needs, the organizer may disqualify"),
    ("diskwars", "DW-039", "May be shared for a round: range ruler"),
    ("middle-earth", "ME-005", "The organizer decides"),
    ("middle-earth", "AMB-033", "A table that lost time may get more: 5 minutes"),
]


@cache
def organizers_page(ruleset: str) -> str:
    return text_of(page_of(SiteDay(ruleset).begun(4), "p1"))


@pytest.mark.parametrize(
    ("ruleset", "clause", "text"),
    [pytest.param(*one, marks=pytest.mark.clause(one[1]), id=f"{one[0]}-{one[1]}") for one in SAID],
)
def test_leaders_read_what_their_document_says(ruleset: str, clause: str, text: str) -> None:
    found = re.search(
        re.escape(text) + r"[^.]*\.[^.]*?(\w\w-\d+|AMB-\d+)", organizers_page(ruleset)
    )
    assert found is not None, organizers_page(ruleset)
    assert clause in {found[1], *re.findall(r"\w+-\d+", found[0])}


# ------------------------------------------------------------------------ who comes in, and safely


def test_the_pages_are_for_leaders_only() -> None:
    hall = JudgesHall()
    match = hall.day.games()[0].id
    player = hall.day.active()[0]
    for path in ("", "/incidents", f"/match/{match}", "/find?table=1"):
        assert hall.browser(player).get(f"{hall.base}{path}").status_code == 403
        assert "/sign-in?" in hall.day.web.browser().get(f"{hall.base}{path}").headers["location"]
        assert hall.browser(hall.judge).get(f"{hall.base}{path}").status_code in {200, 303}


def test_what_people_write_is_text() -> None:
    hall = JudgesHall()
    hall.call(0, '"><script>alert(1)</script>')
    html = hall.page(hall.judge)
    assert "<script>alert" not in html
    assert "&lt;script&gt;alert(1)" in html


def test_a_table_is_found_by_its_number() -> None:
    hall = JudgesHall()
    game = hall.day.games()[2]
    there = hall.browser(hall.judge).get(f"{hall.base}/find?table={game.table}")
    assert there.headers["location"] == f"{hall.base}/match/{game.id}"
    for wrong in ("99", "", "x"):
        answer = hall.browser(hall.judge).get(f"{hall.base}/find?table={wrong}")
        assert answer.status_code == 422
        assert "no such table" in text_of(answer.text)


def test_the_parts_that_change_have_names_of_their_own() -> None:
    hall = JudgesHall()
    hall.call()
    html = hall.page(hall.judge)
    parts = re.findall(r'id="([\w-]+)"[^>]*data-live-part', html)
    assert {"queue", "waiting-summary", "duty", "tables", "guidance"} <= set(parts)
    assert 'data-ids="c1 "' in html
    ids = re.findall(r'\bid="([^"]+)"', html)
    assert len(ids) == len(set(ids))


def test_what_waits_from_an_earlier_round_names_it() -> None:
    hall = JudgesHall()
    name = hall.call()
    hall.day.do(RuleOnCall(name, "yes"), hall.judge)
    hall.day.do(AppealRuling(name), hall.day.games()[0].players[0])
    hall.day.enter_all()
    hall.day.next_round()

    assert "From an earlier round: round 1" in hall.text(hall.last)


def test_a_judge_signs_out_at_the_foot_of_the_page() -> None:
    hall = JudgesHall()
    browser = hall.browser(hall.judge)
    page = browser.page(hall.base)
    assert 'action="/sign-out"' in page
    assert 'href="/account"' not in page
    assert browser.post("/sign-out").status_code == 303
    assert browser.get(hall.base).status_code != 200


def test_a_judge_says_on_my_way_and_both_players_and_colleagues_read_it() -> None:
    hall = JudgesHall()
    hall.call(0)
    hall.call(1)
    first, second = (hall.day.games()[place] for place in (0, 1))
    assert "On my way" in items(hall.page(hall.judge))[0]
    hall.day.do(GoToTable(first.id), hall.judge)
    assert "You're on your way." in items(hall.page(hall.judge))[0]
    others = items(hall.page(hall.last))
    assert f"Table {second.table}" in others[0]  # nobody goes there yet
    assert f"{hall.day.event.people[hall.judge]} is on the way." in others[1]


def test_a_table_that_was_given_time_shows_it_and_the_form_names_it() -> None:
    hall = JudgesHall()
    hall.call(0)
    game = hall.day.games()[0]
    assert 'name="already" value="0"' in hall.page(hall.judge)
    hall.day.do(GrantExtension(game.id, "a long ruling", 5), hall.last)
    html = hall.page(hall.judge)
    assert 'name="already" value="5"' in html
    assert "This table already has +5 min." in text_of(html)
    assert 'id="receipts"' in html


def test_rules_are_found_by_their_words_in_the_documents_of_this_game() -> None:
    hall = JudgesHall()
    found = hall.text(hall.judge, "/rules?words=Time+Extension")
    assert "Search the rules" in found
    cited = set(re.findall(r"[A-Z]{2}-[0-9]{3}", found))
    assert cited
    assert {one[:3] for one in cited} == {"RW-"}
    nothing = hall.text(hall.judge, "/rules?words=zeppelin")
    assert "No rule has all of these words. Try fewer." in nothing
    assert "No rule has" not in hall.text(hall.judge, "/rules")


# ------------------------------------------------------------------------ several events


def test_a_judge_of_two_events_has_one_queue_of_what_is_urgent_first() -> None:
    here, there, off = JudgesHall(), JudgesHall(), JudgesHall()
    off.day.do(ChangeDuty(off.judge, "judge", on_duty=False))
    seats = {hall.day.name: hall.judge for hall in (here, there, off)}
    browser, game = here.day.web.browser_with(seats), here.day.games()[1]
    here.day.do(RequestWatch(game.id, "it goes slowly"), game.players[0])
    for hall in (there, off):
        hall.call(0)
    html = browser.page(f"{here.base}")
    first, second = items(html)
    assert there.day.event.details.name in first
    assert "judge called" in first
    assert "watch asked for" in second
    assert f'href="{there.base}/match/{there.day.games()[0].id}"' in html
    assert "2 calls waiting" in text_of(html)
    assert f'data-also="{there.day.name}"' in html
    assert len(items(here.page(here.judge))) == 1  # who has a seat here alone
