"""Names in public: as the player agreed, told apart where they would be the same."""

from __future__ import annotations

import pytest

from tests.day.events import Day, in_round, running
from tiltyard.day.facts import ShownName
from tiltyard.day.fold import fold
from tiltyard.day.people import (
    ChangePlayer,
    ChooseShownName,
    Disqualify,
    DropPlayer,
    JoinAsSpare,
    ReleaseSpare,
    WithdrawRegistration,
)
from tiltyard.day.setup import OpenRegistration, Undo
from tiltyard.engine.tournament import PlayerId
from tiltyard.rulesets.loader import load
from tiltyard.service.exporting import export_event
from tiltyard.service.verifying import verify_log
from tiltyard.store.codec import decode_state, encode_state
from tiltyard.text.names import in_public, public_names, with_initial


def registered(*names: str) -> tuple[Day, list[PlayerId]]:
    """Return an event that takes registrations, with these players."""
    day = Day()
    day.announce()
    day.do(OpenRegistration())
    return day, day.register(*names)


def shown(day: Day, player: PlayerId) -> str:
    return public_names(day.event)[player]


@pytest.mark.parametrize(
    ("how", "name"), [("full", "Ana Costa"), ("initial", "Ana C."), ("number", "Player 1")]
)
def test_a_player_is_named_as_agreed(how: ShownName, name: str) -> None:
    day, (ana,) = registered("Ana Costa")
    if how != "full":
        day.do(ChooseShownName(ana, how), ana)
    assert shown(day, ana) == name
    assert day.event.people[ana] == "Ana Costa"
    assert in_public(day.event).people[ana] == in_public(day.event).entrants[ana].name == name


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Ana Costa", "Ana C."),
        ("Ana Maria Costa", "Ana C."),
        ("Ana", "Ana"),
        ("Ana de Souza", "Ana S."),
        ("Ana (Costa)", "Ana C."),
        ("Ana …", "Ana"),
        ("Ana Övgün", "Ana Ö."),
    ],
)
def test_the_initial_is_that_of_the_last_word(name: str, short: str) -> None:
    assert with_initial(name) == short


def test_players_with_the_same_public_name_get_their_numbers() -> None:
    day, (costa, cruz, bo) = registered("Ana Costa", "Ana Cruz", "Bo Berg")
    day.do(ChooseShownName(costa, "initial"), costa)
    assert shown(day, costa) == "Ana C."
    day.do(ChooseShownName(cruz, "initial"), cruz)
    assert [shown(day, one) for one in (costa, cruz, bo)] == ["Ana C. (1)", "Ana C. (2)", "Bo Berg"]
    day.do(ChooseShownName(cruz, "full"), cruz)
    assert [shown(day, one) for one in (costa, cruz)] == ["Ana C.", "Ana Cruz"]


def test_two_players_of_one_full_name_are_told_apart_as_well() -> None:
    day, (first, second) = registered("Ana Costa", "ana costa")
    assert [shown(day, one) for one in (first, second)] == ["Ana Costa (1)", "ana costa (2)"]


def test_staff_are_named_in_full() -> None:
    day, _ = registered("Ola")
    assert public_names(day.event)["p1"] == "Olga"


# ------------------------------------------------------------------------ whose choice it is


def test_a_player_chooses_for_nobody_else_and_the_desk_for_anybody() -> None:
    day, (ana, bo) = registered("Ana Costa", "Bo Berg")
    day.refused(ChooseShownName(bo, "number"), ana, says="only for yourself")
    day.refused(ChooseShownName(bo, "number"), "p99", says="only for yourself")
    keeper = day.appoint("marshal", "Mara")
    day.do(ChooseShownName(bo, "number"), keeper)
    assert shown(day, bo) == "Player 2"


def test_a_choice_that_changes_nothing_is_refused() -> None:
    day, (ana,) = registered("Ana Costa")
    day.refused(ChooseShownName(ana, "full"), ana, says="already")
    day.do(ChooseShownName(ana, "number"), ana)
    day.refused(ChooseShownName(ana, "number"), ana, says="already")
    day.do(ChooseShownName(ana, "full"), ana)
    assert shown(day, ana) == "Ana Costa"


def test_only_players_have_a_shown_name() -> None:
    day, _ = registered("Ana Costa")
    day.refused(ChooseShownName(PlayerId("p1"), "number"), code="entrant-nobody-here-id")
    day.refused(ChooseShownName(PlayerId("p99"), "number"), code="entrant-nobody-here-id")


def test_before_registration_nobody_chooses_and_after_the_end_everybody_may() -> None:
    day = Day()
    day.announce()
    (ana,) = day.register("Ana Costa")
    day.refused(ChooseShownName(ana, "number"), ana, says="announced")
    over = running(players=4, swiss_rounds=1)
    over.play_swiss()
    over.finish()
    player = over.active()[0]
    over.do(ChooseShownName(player, "number"), player)
    assert shown(over, player) == "Player 1"


def test_who_has_left_still_decides_about_the_own_name() -> None:
    day = running()
    dropped, removed = day.active()[:2]
    day.do(DropPlayer(dropped), dropped)
    day.do(Disqualify(removed, "cheated"))
    for player in (dropped, removed):
        day.do(ChooseShownName(player, "number"), player)
    assert [shown(day, one) for one in (dropped, removed)] == ["Player 1", "Player 2"]


def test_the_choice_outlives_a_correction_and_a_withdrawal() -> None:
    day, (ana, bo) = registered("Ana Costa", "Bo Berg")
    day.do(ChooseShownName(ana, "initial"), ana)
    day.do(ChooseShownName(bo, "number"), bo)
    day.do(ChangePlayer(ana, "Ana Dias", 9))
    assert shown(day, ana) == "Ana D."
    day.do(WithdrawRegistration(ana), ana)
    day.do(WithdrawRegistration(bo), bo)
    assert [shown(day, one) for one in (ana, bo)] == ["Ana D.", "A player"]


def test_the_spare_player_has_no_number_and_keeps_the_choice_when_coming_back() -> None:
    day = running("middle-earth", players=5)
    day.do(JoinAsSpare("Sam Sand"))
    spare = next(one.id for one in day.event.entrants.values() if one.spare)
    day.do(ChooseShownName(spare, "number"), spare)
    assert shown(day, spare) == "Spare Player"
    day.do(ReleaseSpare(spare))
    day.do(JoinAsSpare(person=spare))
    assert shown(day, spare) == "Spare Player"


# ------------------------------------------------------------------------ log, undo, files


def test_it_is_taken_back_like_any_act() -> None:
    day, (ana,) = registered("Ana Costa")
    day.do(ChooseShownName(ana, "number"), ana)
    day.do(Undo("pressed by mistake"))
    assert shown(day, ana) == "Ana Costa"
    assert day.folds()


def test_the_log_verifies_and_folds_and_the_file_of_the_organizer_is_the_same() -> None:
    day = in_round(players=4)
    player = day.active()[0]
    before = export_event(day.event).text
    day.do(ChooseShownName(player, "initial"), player)
    assert day.facts()[-1] == "shown-name-chosen"
    assert day.folds()
    head = day.desk.store.head(day.name)
    assert verify_log(day.name, list(day.desk.log(day.name)), head, load).troubles == []
    assert export_event(day.event).text == before


def test_it_makes_no_draw_stale() -> None:
    day = running(players=4)
    day.draw()
    player = day.active()[0]
    day.do(ChooseShownName(player, "number"), player)
    assert day.event.stale == ""
    day.publish()


def test_a_state_kept_before_there_were_choices_is_read_as_named_in_full() -> None:
    import msgspec

    day, (ana,) = registered("Ana Costa")
    kept = msgspec.msgpack.decode(encode_state(day.event))
    del kept["shown_names"]
    old = decode_state(msgspec.msgpack.encode(kept))
    assert old == day.event == fold(day.desk.log(day.name))
    assert public_names(old)[ana] == "Ana Costa"
