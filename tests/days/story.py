"""What happens on every scripted day, whatever the game: told once, used by each ruleset."""

from tests.days.day import EVENT, FIELD, ORGANIZER
from tiltyard.rulesets.loader import load


def open_the_registration(day, *plan):
    """Set up an event and let people in."""
    named = ("--organizer", ORGANIZER, "--name", "The Day", "--date", "2018-11-03")
    day.do("new", EVENT, "--ruleset", day.ruleset, *named, *plan)
    day.do("announce", EVENT)
    day.do("open-registration", EVENT)


def before_the_start(day, *plan, deputy_role, judge_role="judge", spare=None):
    """Set up, staff, registration, check-in, everything announced; the organizer plays."""
    open_the_registration(day, *plan)
    day.do("register", EVENT, *FIELD, "Zoe")
    day.do("withdraw", EVENT, "Zoe")
    alone = day.run("register", EVENT, "--leader", ORGANIZER)
    day.do("staff", "appoint", EVENT, deputy_role, day.deputy)
    day.do("staff", "appoint", EVENT, judge_role, "Jude")
    if alone.exit_code:
        day.do("register", EVENT, "--leader", ORGANIZER)
    day.do("open-check-in", EVENT)
    day.do("check-in", EVENT, "--all")
    day.do("check-in", EVENT, "Ben", "--take-back")
    day.do("check-in", EVENT, "#2")
    if spare:
        day.do("spare", "join", EVENT, spare)
    untold = {}
    for item in day.do("tell", EVENT)["left"]:
        untold[item] = day.no("start", EVENT)["clause"]  # refused until every one is announced
        day.do("tell", EVENT, item)
    rules = load(day.ruleset)
    if rules.lists.required == "always":
        assert day.no("start", EVENT)["clause"] == rules.lists.clause
        day.do("army", "paper", EVENT)
    day.do("start", EVENT)
    return alone, untold


def draw_discard_and_change_by_hand(day):
    """Draw round 1, throw it away, draw again, change two players by hand, publish."""
    first = day.facts("draw", EVENT)["round-drawn"]
    day.no("discard", EVENT)
    day.do("discard", EVENT, "--reason", "a name was missing on the sheet")
    second = day.facts("pair", EVENT)["round-drawn"]
    assert (first["attempt"], second["attempt"]) == (1, 2)
    games = [match for match in second["matches"] if match["kind"] == "game"]
    one, other = games[0]["players"][0], games[1]["players"][0]
    day.no("swap", EVENT, one, other)
    reason = "they share a car and asked to be apart"
    changed = day.facts("swap", EVENT, one, other, "--reason", reason)["pairings-changed-by-hand"]
    assert [match["by_hand"] for match in changed["matches"]].count(True) == 2
    day.do("publish", EVENT)
    public = [match["override"] for match in day.round()["matches"]]
    assert ["p1", reason] in public
    day.do("seat", EVENT)
    day.do("clock", "start", EVENT, by=day.deputy)


def report_and_confirm(day, match, pair):
    """One hands in the slip, the other confirms exactly that slip."""
    slip = day.slip(pair)
    digest = day.do("report", EVENT, match, *slip, by=pair[0])["digest"]
    day.no("confirm", EVENT, match, "--digest", "0123456789abcdef", by=pair[1])
    day.no("confirm", EVENT, match, "--digest", digest, by=pair[0])
    facts = day.facts("confirm", EVENT, match, "--digest", digest, by=pair[1])
    assert facts["result-confirmed"]["player"] == _id(day, pair[1])


def dispute_and_resolve(day, match, pair):
    """Both report, differently; staff cannot overwrite it, a leader decides with a reason."""
    right, wrong = day.slip(pair), day.slip(pair, gap=3)
    day.do("report", EVENT, pair[0], *right, by=pair[0])
    day.do("report", EVENT, pair[1], *wrong, by=pair[1])
    assert _state(day, match) == "disputed"
    day.no("draw", EVENT)
    day.no("enter", EVENT, match, *right, by=day.deputy)
    day.no("resolve", EVENT, match, "--agree-with", pair[0], by=day.deputy)
    day.no("resolve", EVENT, match, "--agree-with", pair[0], "--reason", "I was here", by=pair[1])
    words = ("--agree-with", pair[0], "--reason", "counted again at the table")
    facts = day.facts("resolve", EVENT, match, *words, by=day.deputy)
    assert facts["dispute-resolved"]["reason"] == "counted again at the table"
    assert _state(day, match) == "final"


def extend(day, match):
    """One table has more time, with a reason."""
    day.no("extend", EVENT, match, by=day.deputy)
    words = ("--minutes", 4, "--reason", "the judge took four minutes")
    assert day.facts("extend", EVENT, match, *words, by=day.deputy)["extension-granted"] == {
        "match": match,
        "minutes": 4,
        "reason": "the judge took four minutes",
    }


def call_a_judge(day, match, player, judge="Jude"):
    """A player asks, the judge rules; return the id of the call."""
    call = day.facts("call", "open", EVENT, match, "Is this in range?", by=player)
    name = call["judge-called"]["call"]
    ruled = day.facts("call", "rule", EVENT, name, "It is in range.", by=judge)["call-ruled"]
    return name, ruled


def appeal_to_the_last_instance(day, call, player, last):
    """The player appeals; only the last instance may decide, and then it is final."""
    day.do("call", "appeal", EVENT, call, by=player)
    day.no("call", "rule", EVENT, call, "Still in range.", by="Jude")
    ruled = day.facts("call", "rule", EVENT, call, "It is out of range.", by=last)["call-ruled"]
    assert ruled["final"]
    error = day.no("call", "appeal", EVENT, call, by=player)
    assert error["message"] == "This call is final."


def forfeit(day, absent):
    """Somebody does not come: a forfeit, and they are dropped."""
    facts = day.facts("forfeit", EVENT, absent, "--reason", "not seen", by=day.deputy)
    assert facts["game-forfeited"]["absent"] == _id(day, absent)
    assert facts["player-dropped"]["why"] == "no_show"


def enter_late(day, name="Jo"):
    """Somebody enters after round 1: an unpaired loss for it, and the list is here on paper."""
    facts = day.facts("register", EVENT, name)
    assert facts["player-registered"]["missed"] == ["1.1"]
    day.do("army", "paper", EVENT, name)


def undo_a_mistake(day):
    """The organizer enters the wrong person and takes it back."""
    before = day.rows()
    day.do("register", EVENT, "Xaver")
    assert "Xaver" in day.ranking()
    facts = day.facts("undo", EVENT, "--yes", "--reason", "wrong event")
    assert facts["act-undone"]["act"] == "register-player"
    assert day.rows() == before


def leave_a_running_game(day, player):
    """Leaving a running game is a concession, and needs the scores as they stand."""
    error = day.no("drop", EVENT, player)
    assert "concession" in error["message"]
    facts = day.facts("drop", EVENT, player, "--score", 5, 10, "--for", player)
    assert facts["result-entered"]["slip"]["end"] == "concession"
    assert facts["player-dropped"]["player"] == _id(day, player)


def rejoin(day, player):
    """A dropped player is back, with an unpaired loss for the round in between."""
    facts = day.facts("rejoin", EVENT, player, "--reason", "the bus came after all")
    assert facts["player-rejoined"]["missed"] == ["1.2"]
    assert _id(day, player) in day.round("--round", 2)["unpaired"]


def correct_round_one(day, player):
    """In round 3 a slip of round 1 is put right: another winner; published pairings stay."""
    pairs = day.pairs()
    first = day.round("--round", 1)
    match, pair = next(
        (name, both) for name, both in day.pairs(first).items() if player in both and len(both) == 2
    )
    new = day.slip(pair, gap=-15)
    day.no("correct", EVENT, match, *new)
    answer = day.do("correct", EVENT, player, "--round", 1, *new, "--reason", "a card was missed")
    assert answer["facts"][0]["body"]["match"] == match
    assert answer["facts"][0]["body"]["before"] != answer["facts"][0]["body"]["slip"]
    assert answer["moved"]
    assert answer["rounds_that_stay"] == ["1.2", "1.3"]
    assert day.pairs() == pairs


def replace_before_the_bracket(day):
    """A qualified player leaves, the next in rank declines, the one after accepts."""
    ranking = day.still_in()
    seeds = day.facts("cut", EVENT)["cut-made"]["seeds"]
    day.learn_names()
    names = [day.names[one] for one in seeds]
    assert names == ranking[:4]
    offered = day.facts("drop", EVENT, names[1])["place-offered"]
    assert day.names[offered["player"]] == ranking[4]
    day.no("draw", EVENT)
    again = day.facts("decline-place", EVENT, ranking[4])["place-offered"]
    assert day.names[again["player"]] == ranking[5]
    day.no("take-place", EVENT, ranking[4])
    taken = day.facts("take-place", EVENT, ranking[5], by=ranking[5])["place-taken"]
    assert [day.names[one] for one in taken["seeds"]] == [names[0], names[2], names[3], ranking[5]]


def play_the_bracket(day):
    """Semifinals and final; return the champion."""
    day.play_round()
    assert day.round()["kind"] == "elimination"
    day.play_round()
    assert len(day.round()["matches"]) == 1
    error = day.no("draw", EVENT)
    assert error["code"] == "nothing-to-draw"
    return day.ranking()[0]


def round_one(day, last=None):
    """A whole first round with everything that goes wrong in it; return whom it was about."""
    draw_discard_and_change_by_hand(day)
    own = next(match for match, pair in day.open_games().items() if ORGANIZER in pair)
    slip = day.slip(day.pairs()[own])
    refused = day.no("enter", EVENT, own, *slip)
    day.do("enter", EVENT, own, *slip, by=day.deputy)
    match, pair = day.game_without(ORGANIZER, "Sam")
    extend(day, match)
    caller = pair[0]
    call, ruled = call_a_judge(day, match, caller)
    if last is not None:
        assert not ruled["final"]
        appeal_to_the_last_instance(day, call, pair[1], last)
    report_and_confirm(day, match, pair)
    match, pair = day.game_without(ORGANIZER, "Sam")
    dispute_and_resolve(day, match, pair)
    forfeit(day, day.game_without(ORGANIZER, "Sam")[1][0])
    day.do("clock", "time", EVENT, by=day.deputy)
    day.enter_all()
    return {
        "own": refused,
        "call": call,
        "player": pair[0],
        "caller": caller,
        "final": ruled["final"],
    }


def round_two(day):
    """A late entry, a mistake taken back, a drop, a concession by leaving; return who dropped."""
    enter_late(day)
    undo_a_mistake(day)
    leaver = next(name for name in reversed(day.still_in()) if name not in {ORGANIZER, "Jo"})
    assert day.facts("drop", EVENT, leaver, by=leaver)["player-dropped"]["after"] == "1.1"
    day.do("draw", EVENT, "--publish")
    assert leaver not in {name for pair in day.pairs().values() for name in pair}
    day.do("clock", "start", EVENT, by=day.deputy)
    day.do("clock", "pause", EVENT, "--reason", "the lights went out", by=day.deputy)
    day.do("clock", "resume", EVENT, by=day.deputy)
    leave_a_running_game(day, day.game_without(ORGANIZER, "Sam", "Jo")[1][0])
    day.enter_all()
    return leaver


def round_three(day, leaver, player):
    """The one who dropped is back; a slip of round 1 is corrected while round 3 is played."""
    rejoin(day, leaver)
    day.do("draw", EVENT, "--publish")
    assert leaver in {name for pair in day.pairs().values() for name in pair}
    day.do("clock", "start", EVENT, by=day.deputy)
    correct_round_one(day, player)
    day.enter_all()


def award_and_finish(day, champion):
    """Prizes, the end, and the file holds what the log says."""
    day.do("prize", EVENT, champion, "the cup", "--for", "first place")
    finished = day.do("finish", EVENT)
    assert finished["facts"][0]["name"] == "event-finished/1"
    event = day.require_sound()
    assert event.phase == "finished"
    assert event.seed_public
    assert event.people[event.prizes[0].recipient] == champion
    texts = [fact["text"] for fact in day.do("history", EVENT)["facts"]]
    assert any("is discarded: a name was missing" in text for text in texts)
    assert any("is changed by hand: they share a car" in text for text in texts)
    day.no("draw", EVENT)
    day.do("archive", EVENT)
    return event


def _id(day, name):
    day.learn_names()
    return next(one for one, known in day.names.items() if known == name)


def _state(day, match):
    return next(one["state"] for one in day.round()["matches"] if one["match"] == match)
