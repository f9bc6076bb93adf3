"""`verify` finds whatever does not follow, and nothing in a log that was made by the rules."""

from dataclasses import replace
from hashlib import sha256
from random import Random

import pytest

from tests.amount import amount
from tests.day.events import in_round
from tests.refusing import refuses
from tests.service.halls import (
    DEMO,
    RULESETS,
    SLIP,
    armada_day,
    begin_round,
    demo_desk,
    demo_log,
    new_desk,
    play_round,
)
from tests.stateful.machine import NAME, Day
from tiltyard.day.clock import ChangeTable
from tiltyard.day.facts import (
    CutMade,
    EventCreated,
    EventFinished,
    EventStarted,
    PlaceOffered,
    PlaceTaken,
    PrizeAwarded,
    RegistrationWithdrawn,
    ResultConfirmed,
    ResultEntered,
    RoundDiscarded,
    RoundDrawn,
    RoundPublished,
    StaffAppointed,
)
from tiltyard.day.people import DeclinePlace, DropPlayer, TakePlace
from tiltyard.day.results import ConfirmResult, EnterResult
from tiltyard.day.rounds import ByHand, ChangePairings, DiscardDraw, DrawRound, PublishRound
from tiltyard.day.setup import Undo
from tiltyard.engine.errors import RulesetUnreadable
from tiltyard.engine.slip import Slip
from tiltyard.formats.strict_json import decode
from tiltyard.formats.tiltyard1 import read_tournament
from tiltyard.rulesets.loader import load
from tiltyard.service.exporting import export_event
from tiltyard.service.importing import Brought, import_tournament
from tiltyard.service.verifying import verify_log, verify_target
from tiltyard.store.port import Head

HEAD = Head(1, b"")


def verified(log, name):
    return verify_log(name, log, HEAD, load)


def codes(log, name):
    return [trouble.code for trouble in verified(log, name).troubles]


def place_of(log, kind, nth=0):
    return [place for place, one in enumerate(log) if isinstance(one.fact, kind)][nth]


def altered(log, place, **values):
    """Return the log with other values in one of its facts."""
    one = log[place]
    return [*log[:place], replace(one, fact=replace(one.fact, **values)), *log[place + 1 :]]


def retold(log, place, **values):
    """Return the log with another actor, role, cause or key of one fact."""
    return [*log[:place], replace(log[place], **values), *log[place + 1 :]]


@pytest.mark.parametrize("name", DEMO)
def test_the_events_of_the_demo_are_clean(name):
    verdict = verified(demo_log(name), name)

    assert [] == verdict.troubles
    drawn = sum(isinstance(one.fact, RoundDrawn) for one in demo_log(name))
    assert drawn == verdict.draws
    assert sha256(demo_desk().event(name).seed.encode()).hexdigest() == verdict.commitment


@pytest.mark.parametrize("ruleset", RULESETS)
def test_random_days_are_clean(ruleset):
    chance = Random(ruleset)
    draws = 0
    for _ in range(amount(10, 25)):
        day = Day(ruleset, careful=False)
        if not day.begin(chance.getrandbits(48)):
            continue
        for _ in range(50):
            day.step(chance.getrandbits(48))
        verdict = verify_target(NAME, lambda store=day.desk.store: store, load).verdicts[0]
        assert [] == verdict.troubles, day.script
        draws += verdict.draws
    assert draws


def test_discarded_draws_and_changes_by_hand_are_listed_with_their_reasons():
    desk = new_desk()
    armada_day(desk)
    desk.do("day", "p1", DrawRound())
    desk.do("day", "p1", DiscardDraw("a name was missing"))
    desk.do("day", "p1", DrawRound())
    one, other, *_ = desk.event("day").draft.games.values()
    swap = ByHand(one.players[0], other.players[0])
    desk.do("day", "p1", ChangePairings((swap,), "they share a car"))
    desk.do("day", "p1", PublishRound())
    verdict = verified(desk.log("day"), "day")

    assert verdict.is_clean
    assert 2 == verdict.draws
    assert [("1.1, attempt 1", "Olga", "a name was missing")] == [
        (one.where, one.by, one.reason) for one in verdict.discarded
    ]
    assert [("1.1", "they share a car")] == [(one.where, one.reason) for one in verdict.overrides]


def test_a_game_that_was_moved_is_listed():
    desk = new_desk()
    armada_day(desk)
    game, *_ = begin_round(desk)
    desk.do("day", "p1", ChangeTable(game.id, 40, "the roof leaks"))
    verdict = verified(desk.log("day"), "day")

    assert verdict.is_clean
    assert [(game.id, "Olga", "the roof leaks")] == [
        (one.where, one.by, one.reason) for one in verdict.overrides
    ]


# ------------------------------------------------------------------------------------ the draws


def swapped(matches):
    first, second, *others = matches
    return (
        replace(first, players=(first.players[0], second.players[1])),
        replace(second, players=(second.players[0], first.players[1])),
        *others,
    )


def test_another_pairing_is_found():
    log = demo_log("night-flight")
    place = place_of(log, RoundDrawn)
    forged = altered(log, place, matches=swapped(log[place].fact.matches))
    verdict = verified(forged, "night-flight")

    assert ("draw", place + 1) == (verdict.troubles[0].code, verdict.troubles[0].number)
    assert "matches" in verdict.troubles[0].text


def test_another_table_is_found():
    log = demo_log("night-flight")
    place = place_of(log, RoundDrawn)
    first, *others = log[place].fact.matches
    forged = altered(log, place, matches=(replace(first, table=99), *others))

    assert "draw" in codes(forged, "night-flight")


def test_a_discarded_draw_that_was_not_drawn_so_is_found():
    log = demo_log("ladder-night")
    thrown_away = log[: place_of(log, RoundDiscarded)]
    place = max(at for at, one in enumerate(thrown_away) if isinstance(one.fact, RoundDrawn))
    forged = altered(log, place, matches=swapped(log[place].fact.matches))

    assert ["draw"] == codes(forged, "ladder-night")


def test_an_attempt_that_was_left_out_of_the_log_is_found():
    log = demo_log("ladder-night")
    place = place_of(log, RoundDrawn)

    assert "draw" in codes(altered(log, place, attempt=2), "ladder-night")


def test_another_card_is_found():
    log = demo_log("the-broken-crown")
    place = place_of(log, RoundDrawn)
    cards = dict.fromkeys(log[place].fact.cards, "Another card")
    found = codes(altered(log, place, cards=cards), "the-broken-crown")

    assert cards
    assert "draw" in found


def test_a_draw_from_an_older_state_is_found():
    log = demo_log("night-flight")
    place = place_of(log, RoundDrawn)

    assert "position" in codes(altered(log, place, position=3), "night-flight")


def test_another_cut_is_found():
    log = demo_log("summer-disks")
    place = place_of(log, CutMade)
    seeds = log[place].fact.seeds
    forged = altered(log, place, seeds=(seeds[1], seeds[0], *seeds[2:]))

    assert "cut" in codes(forged, "summer-disks")


def test_another_plan_at_the_start_is_found():
    log = demo_log("the-broken-crown")
    place = place_of(log, EventStarted)

    assert "start" in codes(altered(log, place, swiss_rounds=5), "the-broken-crown")


def test_another_player_who_takes_a_free_place_is_found():
    desk = demo_desk_copy("the-broken-crown")
    asked = desk.event("the-broken-crown").qualification.offered
    desk.do("the-broken-crown", asked, TakePlace(asked))
    log = list(desk.log("the-broken-crown"))
    place = place_of(log, PlaceTaken)
    seeds = log[place].fact.seeds

    assert verified(log, "the-broken-crown").is_clean
    forged = altered(log, place, seeds=(*seeds[:-1], "p9"))
    assert "place" in codes(forged, "the-broken-crown")


def test_a_declined_place_that_is_offered_to_another_than_the_next_in_rank_is_found():
    desk = demo_desk_copy("the-broken-crown")
    asked = desk.event("the-broken-crown").qualification.offered
    desk.do("the-broken-crown", asked, DeclinePlace(asked))
    log = list(desk.log("the-broken-crown"))
    place = place_of(log, PlaceOffered, -1)
    seeds = desk.event("the-broken-crown").qualification.seeds
    forged = altered(log, place, player=seeds[0])

    assert len(log) - 1 == place
    assert verified(log, "the-broken-crown").is_clean
    assert ["decision"] == codes(forged, "the-broken-crown")
    assert [] == codes(altered(log, 0, seed=""), "the-broken-crown")
    assert ["decision"] == codes(log[:-1], "the-broken-crown")


def demo_desk_copy(name):
    desk = new_desk()
    desk.store.adopt(name, list(demo_desk().store.read(name)))
    return desk


# -------------------------------------------------------------------------------------- the seed


def test_a_seed_that_was_not_committed_to_is_found():
    log = demo_log("summer-disks")
    verdict = verified(altered(log, 0, seed="f" * 64), "summer-disks")

    assert "differs" == verdict.seed
    assert "seed" in [trouble.code for trouble in verdict.troubles]


def test_another_commitment_is_found():
    log = demo_log("summer-disks")

    assert "seed" in codes(altered(log, 0, commitment="0" * 64), "summer-disks")


def test_without_the_seed_it_says_what_it_could_not_look_at():
    log = demo_log("night-flight")
    verdict = verified(altered(log, 0, seed=""), "night-flight")

    assert "withheld" == verdict.seed
    assert verdict.is_clean
    assert 0 == verdict.draws
    assert any("draw" in one for one in verdict.unchecked)
    assert () == verified(log, "night-flight").unchecked


def test_rights_are_looked_at_without_the_seed():
    log = altered(demo_log("night-flight"), 0, seed="")
    place = place_of(log, RoundPublished)

    assert ["no-right"] == codes(retold(log, place, actor="p5"), "night-flight")


# ---------------------------------------------------------------------------------------- rights


def played_log():
    desk = new_desk()
    armada_day(desk)
    play_round(desk)
    game, *_ = begin_round(desk)
    desk.do("day", "p2", EnterResult(game.id, SLIP))
    return list(desk.log("day")), game


def test_a_log_of_a_day_is_clean():
    assert [] == codes(played_log()[0], "day")


def test_an_actor_without_the_right_is_found():
    log, _ = played_log()
    place = place_of(log, EventStarted)
    verdict = verified(retold(log, place, actor="p3", role="player"), "day")

    assert [("no-right", place + 1)] == [(one.code, one.number) for one in verdict.troubles]


def test_another_role_than_the_one_somebody_had_is_found():
    log, _ = played_log()

    assert ["other-role"] == codes(retold(log, place_of(log, EventStarted), role="judge"), "day")


def test_somebody_who_confirms_their_own_report_is_found():
    log, _ = played_log()
    place = place_of(log, ResultConfirmed)
    reporter = log[place - 1].actor
    forged = retold(altered(log, place, player=reporter), place, actor=reporter)

    assert ["own-report"] == codes(forged, "day")


def test_a_player_may_confirm_what_the_desk_entered():
    day = in_round("runewars")
    game = day.games()[0]
    day.do(EnterResult(game.id, day.slip()))
    day.do(ConfirmResult(game.id, day.slip().digest), game.players[0])

    assert [] == codes(day.desk.log(day.event.id), day.event.id)


def test_somebody_who_confirms_another_slip_than_the_one_reported_is_found():
    log, _ = played_log()
    place = place_of(log, ResultConfirmed)

    assert "own-report" in codes(altered(log, place, slip=Slip("rounds", (0, 0))), "day")


def test_somebody_who_speaks_for_somebody_else_is_found():
    log, _ = played_log()
    place = place_of(log, ResultConfirmed)

    assert "not-their-word" in codes(altered(log, place, player=log[place - 1].actor), "day")


def test_an_entry_in_ones_own_match_is_found():
    log, game = played_log()
    place = place_of(log, ResultEntered)
    appointed = place_of(log, StaffAppointed)
    forged = altered(log, appointed, person=game.players[0])

    found = codes(retold(forged, place, actor=game.players[0]), "day")

    assert "no-right" in found


def test_a_fact_that_does_not_follow_from_its_act_is_found():
    log, _ = played_log()
    place = place_of(log, EventStarted)

    assert "foreign-fact" in codes(retold(log, place, cause="announce-item"), "day")


def test_an_act_nobody_knows_is_found():
    log, _ = played_log()

    assert ["unknown-act"] == codes(retold(log, 3, cause="bribe"), "day")


# --------------------------------------------------------------------------------- whole logs


def test_a_log_that_does_not_begin_with_an_event_is_found():
    log, _ = played_log()

    assert codes(log[1:], "day")
    assert ["no-beginning"] == codes([], "day")


def test_the_log_of_another_event_is_found():
    assert "other-event" in codes(demo_log("night-flight"), "summer-disks")


def test_facts_that_cannot_follow_one_another_are_found():
    log, _ = played_log()
    without = [one for one in log if not isinstance(one.fact, RoundPublished)]

    assert "does-not-follow" in codes(without, "day")


def test_a_player_who_was_never_there_and_played_is_found():
    log, game = played_log()
    fact = RegistrationWithdrawn(game.players[0])
    cause = "withdraw-registration"
    last = replace(log[-1], number=len(log) + 1, cause=cause, key="forged", fact=fact)

    assert ["no-right", "check"] == codes([*log, last], "day")


def test_an_imported_file_is_checked_as_a_file():
    first = export_event(demo_desk().event("summer-disks")).text
    desk = new_desk()
    tournament = read_tournament(decode(first.encode()))
    import_tournament(desk, "again", Brought(tournament, load("diskwars")))
    log = list(desk.log("again"))
    verdict = verified(log, "again")

    assert verdict.is_clean
    assert (0, 6) == (verdict.draws, verdict.imported)
    place = place_of(log, RoundDrawn)
    forged = altered(log, place, matches=swapped(log[place].fact.matches))
    assert {"check"} == set(codes(forged, "again"))
    assert ["engine"] == codes(altered(log, place, engine="tiltyard 1.0.0"), "again")


def test_a_log_by_a_ruleset_nobody_has_is_not_judged_at_all():
    log, _ = played_log()
    details = replace(log[0].fact.details, ruleset="a-game-of-ours")
    with refuses(RulesetUnreadable, code="no-ruleset-called"):
        verified(altered(log, 0, details=details), "day")


def test_an_import_in_the_middle_of_a_log_is_found():
    log, _ = played_log()

    assert "import-later" in codes(retold(log, place_of(log, EventStarted), cause="import"), "day")


def test_acts_that_were_undone_do_not_count_at_their_place():
    desk = new_desk()
    armada_day(desk)
    desk.do("day", "p1", DropPlayer("p3"))
    desk.do("day", "p1", Undo("the wrong name"))
    play_round(desk)
    verdict = verified(desk.log("day"), "day")

    assert verdict.is_clean
    assert 1 == verdict.draws


def test_the_facts_of_the_demo_hold_what_is_altered_here():
    """The alterations above would prove nothing on facts that are not there."""
    log = demo_log("summer-disks")

    assert isinstance(log[0].fact, EventCreated)
    assert isinstance(log[-1].fact, EventFinished)
    assert 3 == sum(isinstance(one.fact, PrizeAwarded) for one in log)
