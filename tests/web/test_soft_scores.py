"""Points beside the games on desk, phone and public pages; nothing of them before their time."""

from __future__ import annotations

import pytest

from tests.day.events import ORGANIZER
from tests.day.soft_days import AT_THE_END_OF_SWISS, FAVOURITE, PENALTY, SPORTS, soft_day
from tests.web.hall import WebHall, text_of
from tests.web.phone.phones import CUP, Phones, phones_of
from tiltyard.day.soft_scores import DeclareSoftScore, GiveScores, HandInScore
from tiltyard.engine.tournament import PlayerId

PUBLIC = (
    f"/e/{CUP}",
    f"/e/{CUP}/standings",
    f"/e/{CUP}/record",
    f"/e/{CUP}/player/p2",
    f"/e/{CUP}/files/tiltyard1.json",
    f"/api/v1/events/{CUP}",
    f"/api/v1/events/{CUP}/standings",
)
SCORES = f"/e/{CUP}/desk/scores"


def everything_public(phones: Phones) -> str:
    """What anybody reads of the event, on pages, in files and by programs."""
    visitor = WebHall(desk=phones.day.desk).browser()
    return "\n".join(visitor.get(address).text for address in PUBLIC)


@pytest.fixture(scope="module")
def phones() -> Phones:
    """A day in round 1 of 2 with painting, sportsmanship, a vote and penalties."""
    vote = {**FAVOURITE, "id": "army", "title": "Canary army", "choices": "players"}
    day = soft_day({**AT_THE_END_OF_SWISS, "title": "Canary painting"}, SPORTS, vote, PENALTY)
    day.play_round()
    return phones_of(day)


def test_from_the_grid_to_the_phone_and_the_public_page(phones: Phones) -> None:
    day, desk = phones.day, phones.hall.browser(CUP, ORGANIZER)
    grid = desk.page(SCORES)
    assert 'name="values.p2"' in grid
    sent = {"score": "painting", "values.p2": "17", "values.p3": "9", "values.p4": ""}
    assert 200 == desk.do(CUP, "give-scores", **sent).status_code
    phones.does("p2", "hand-in-score", player="p2", score="army", about="p4")
    phones.does("p2", "hand-in-score", player="p2", score="army", about="p3")
    day.do(GiveScores("penalty", {PlayerId("p3"): -2}, reason="slow play"))

    page = phones.reads("p3")
    assert "Penalty: -2 points (round 1): slow play" in page
    assert "Canary painting" not in page
    assert "You voted for" in phones.reads("p2")
    desk_reads = text_of(desk.page(f"{SCORES}?score=army"))
    assert "Handed in so far: 1." in desk_reads
    assert "Places" not in desk_reads  # the desk neither reads whom the vote was for
    everywhere = everything_public(phones)
    assert "Canary" not in everywhere
    assert "slow play" not in everywhere
    assert "slow play" not in phones.reads("p2")

    one, other = day.games()[0].players
    assert "Sportsmanship of" in phones.reads(one)
    phones.does(one, "hand-in-score", player=one, score="sportsmanship", value="5")
    assert "Sportsmanship: 5" not in phones.reads(other)

    day.play_round()
    everywhere = everything_public(phones)
    assert "Canary painting" in everywhere
    assert "Canary army" not in everywhere
    day.finish()
    everywhere = everything_public(phones)
    assert "Canary army" in everywhere
    assert "Award Most fun to play to" in text_of(desk.page(f"{SCORES}?score=army"))


def test_staff_who_give_no_points_read_none_before_their_time() -> None:
    day = soft_day(AT_THE_END_OF_SWISS)
    day.next_round()
    day.do(GiveScores("painting", {PlayerId("p2"): 17}))
    phones = phones_of(day)
    assert phones.hall.browser(CUP, "p2").get(SCORES).status_code in {401, 403, 404}
    history = phones.hall.browser(CUP, ORGANIZER).page(f"/e/{CUP}/desk/history")
    assert "Player 2 17" in text_of(history) or "Player 1 17" in text_of(history)


def test_any_event_adds_a_vote_on_the_desk_and_players_find_it_on_the_phone() -> None:
    day = soft_day()
    day.do(DeclareSoftScore("Best army", by="vote", prize="Golden brush"))
    day.next_round()
    phones = phones_of(day)
    assert "Vote: Best army" in phones.reads("p2")
    day.do(HandInScore(PlayerId("p2"), "best_army", about="p3"), "p2")
    assert "your vote is secret" not in phones.reads("p2").lower()
