"""A Middle-earth day at the terminal: a Spare Player, final rulings, votes, no cut."""

import pytest

from tests.days import story
from tests.days.day import EVENT, ORGANIZER, Day

EXTRA = 'standings.extra=["favourite_opponent", "painting"]'
ONCE = 'standings.once=["painting"]'
PLAN = ("--rounds", 3, "--points", 600, "--option", EXTRA, "--option", ONCE)


@pytest.mark.clause("ME-008", "ME-012", "ME-018", "ME-020", "ME-042", "ME-050", "ME-062")
@pytest.mark.clause("AMB-015", "AMB-017", "AMB-023", "AMB-098")
def test_a_middle_earth_day_from_registration_to_champion(tmp_path, monkeypatch):
    day = Day(tmp_path, monkeypatch, "middle-earth", deputy="Rob")
    alone, untold = story.before_the_start(
        day, *PLAN, deputy_role="referee", judge_role="referee", spare="Sam"
    )
    assert alone.exit_code == 0  # recommended against (ME-008), not refused
    assert untold == {
        "rounds": "ME-062",
        "tie_breaks": "ME-045",
        "expectations": "ME-023",
        "own_tie_breaks": "ME-042",
    }
    reminders = {one["code"]: one["clause"] for one in day.do("show", EVENT)["reminders"]}
    assert reminders["leader-should-not-play"] == "ME-008"

    happened = story.round_one(day)
    assert happened["final"]
    error = day.no("call", "appeal", EVENT, happened["call"], by=happened["caller"])
    assert error["clause"] == "ME-012"
    assert any("Sam" in pair for pair in day.pairs().values())
    assert not [one for one in day.round()["matches"] if one["kind"] == "bye"]

    leaver = story.round_two(day)
    story.round_three(day, leaver, happened["player"])
    assert day.no("cut", EVENT)["clause"] == "ME-058"

    vote_and_score(day)
    champion = day.ranking()[0]
    assert "Sam" not in day.ranking()
    assert day.no("prize", EVENT, "Sam", "the cup")["clause"] == "ME-020"
    day.do("spare", "leave", EVENT)
    story.award_and_finish(day, champion)


def vote_and_score(day):
    """Votes for opponents met, one each; a number for the organizer's own tie-break."""
    pair = next(pair for pair in day.pairs().values() if "Sam" not in pair and len(pair) == 2)
    stranger = next(name for name in day.ranking() if name not in pair)
    day.no("vote", EVENT, pair[0], pair[0], by=pair[0])
    day.do("vote", EVENT, pair[0], pair[1], by=pair[0])
    day.no("vote", EVENT, pair[0], pair[1], by=pair[0])
    day.no("vote", EVENT, pair[1], stranger, by=pair[0])
    day.do("extra", EVENT, pair[1], "painting", 7)
    day.no("extra", EVENT, pair[1], "singing", 7)
    keys = {row["name"]: row["keys"] for row in day.rows()}
    assert keys[pair[1]]["favourite_opponent"] == "1"
    assert keys[pair[1]]["painting"] == "7"
    assert keys[pair[0]]["painting"] == "0"


@pytest.mark.clause("ME-018", "ME-049")
def test_there_is_one_spare_player_and_no_other_game_has_one(tmp_path, monkeypatch):
    day = Day(tmp_path, monkeypatch, "middle-earth", deputy="Rob")
    story.open_the_registration(day, "--rounds", 3)
    day.do("spare", "join", EVENT, "Sam")
    assert day.no("spare", "join", EVENT, "Tess")["clause"] == "ME-050"
    day.do("spare", "leave", EVENT)
    assert day.no("spare", "join", EVENT, "Tess")["clause"] == "ME-050"
    day.do("spare", "join", EVENT, "Sam", "--known")


@pytest.mark.clause("ME-058")
def test_middle_earth_has_no_cut(tmp_path, monkeypatch):
    day = Day(tmp_path, monkeypatch, "middle-earth", deputy="Rob")
    new = ("new", EVENT, "--ruleset", "middle-earth", "--organizer", ORGANIZER, "--rounds", 3)
    result = day.run(*new, "--cut", 4)
    assert result.exit_code == 2
    assert "has no cut and no elimination rounds. Plan Swiss rounds only. (ME-058)" in result.stderr
    assert day.run(*new).exit_code == 0
