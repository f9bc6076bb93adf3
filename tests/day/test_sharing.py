"""What players share at their table, or agree to use: when, by whose word, and for how long."""

from __future__ import annotations

import pytest

from tests.day.events import Day, in_round, running
from tiltyard.day.clock import StartClock
from tiltyard.day.components import (
    AgreeSharing,
    EndComponentTrouble,
    NoteComponentTrouble,
    OrderSharing,
)
from tiltyard.day.event import Game
from tiltyard.day.people import ChangeDuty, RegisterPlayer
from tiltyard.text.game_notes import notes_of_game
from tiltyard.text.refusals import fix_text

SHARED = {
    "runewars": ("RW-063", {"range ruler", "movement templates", "dice"}),
    "xwing-dogfight": ("XW-025", {"range ruler", "manoeuvre templates"}),
    "xwing-escalation": ("XW-025", {"range ruler", "manoeuvre templates"}),
    "diskwars": ("DW-039", {"range ruler"}),
    "armada": ("AR-043", {"range ruler", "manoeuvre tool", "dice"}),
}
BEFORE_ONLY = [name for name in SHARED if name != "runewars"]


def seated(ruleset: str) -> Day:
    """Return an event whose first round is published and has not begun."""
    day = running(ruleset)
    day.draw()
    day.publish()
    return day


def told(day: Day, game: Game) -> list[tuple[str, str, str]]:
    """Return what both players of a table are told about sharing."""
    notes = notes_of_game(day.event, day.rules, day.round, game, lambda one: day.event.people[one])
    return [(one.code, one.text, one.clause) for one in notes.sharing]


@pytest.mark.clause("RW-063", "XW-025", "DW-039", "AR-043")
@pytest.mark.parametrize("ruleset", SHARED)
def test_before_the_round_players_share_what_their_document_lists(ruleset: str) -> None:
    clause, items = SHARED[ruleset]
    day = seated(ruleset)
    game, other = day.games()[:2]
    player = game.players[0]
    day.do(AgreeSharing(game.id, tuple(sorted(items))), player)
    assert set(day.match(game.id).shared) == items
    assert not day.match(game.id).ordered
    day.refused(AgreeSharing(game.id, ("army",)), player, clause)
    day.refused(AgreeSharing(game.id, ()), player, clause)
    day.refused(AgreeSharing(other.id, tuple(items)), player, says="your own games")


@pytest.mark.clause("XW-025", "DW-039", "AR-043")
@pytest.mark.parametrize("ruleset", BEFORE_ONLY)
def test_once_the_round_has_begun_nobody_asks_to_share(ruleset: str) -> None:
    clause, items = SHARED[ruleset]
    day = seated(ruleset)
    game = day.games()[0]
    share = AgreeSharing(game.id, tuple(sorted(items)))
    day.do(StartClock())
    day.refused(share, game.players[0], clause, "The round has begun")
    assert day.match(game.id).shared == ()
    day.enter_all()
    day.draw()
    day.publish()
    later = day.games()[0]
    day.do(AgreeSharing(later.id, share.items), later.players[0])


@pytest.mark.clause("RW-063")
def test_runewars_shares_before_and_during_the_round() -> None:
    day = seated("runewars")
    first, second = day.games()[:2]
    day.do(AgreeSharing(first.id, ("dice",)), first.players[0])
    day.do(StartClock())
    day.do(AgreeSharing(second.id, ("range ruler",)), second.players[1])
    assert (day.match(first.id).shared, day.match(second.id).shared) == (
        ("dice",),
        ("range ruler",),
    )


@pytest.mark.clause("AR-043")
def test_nobody_orders_sharing_in_armada() -> None:
    day = seated("armada")
    marshal = day.appoint("marshal", "Mira")
    order = OrderSharing(day.games()[0].id, ("dice",))
    for leader in ("p1", marshal):
        day.refused(order, leader, "AR-043", "Nobody can order")
    day.do(StartClock())
    day.refused(order, marshal, "AR-043", "Nobody can order")


@pytest.mark.clause("RW-064")
def test_a_marshal_orders_sharing_and_a_judge_does_not() -> None:
    day = in_round()
    judge, marshal = day.appoint("judge", "Jon"), day.appoint("marshal", "Mira")
    game = day.games()[0]
    order = OrderSharing(game.id, ("dice",))
    day.refused(order, judge, "RW-064", "for Mira to decide")
    day.do(order, marshal)
    shared = day.match(game.id)
    assert (shared.shared, bool(shared.ordered)) == (("dice",), True)
    assert told(day, shared) == [("shared", "Ordered to share in this round: dice.", "RW-064")]


@pytest.mark.clause("RW-064", "RW-012")
def test_the_organizer_orders_sharing_only_where_no_marshal_is_on_duty() -> None:
    day = in_round()
    marshal, judge = day.appoint("marshal", "Mira"), day.appoint("judge", "Jon")
    first, second = day.games()[:2]
    order = OrderSharing(first.id, ("range ruler",))
    no = day.refused(order, clause="RW-064", says="for Mira to decide")
    assert fix_text(no) == "Ask Mira."
    assert day.match(first.id).shared == ()
    day.do(ChangeDuty(marshal, "marshal", on_duty=False))
    day.refused(order, judge, "RW-064", "for Olga to decide")
    day.do(order)
    assert day.match(first.id).ordered
    day.do(ChangeDuty(marshal, "marshal", on_duty=True))
    day.refused(OrderSharing(second.id, ("dice",)), clause="RW-064", says="for Mira to decide")
    day.do(OrderSharing(second.id, ("dice",)), marshal)


@pytest.mark.clause("XW-025", "DW-039")
@pytest.mark.parametrize("ruleset", ["xwing-dogfight", "diskwars"])
def test_the_tournament_organizer_has_the_final_say_before_the_match(ruleset: str) -> None:
    day = seated(ruleset)
    game = day.games()[0]
    clause = SHARED[ruleset][0]
    judge = day.appoint("judge", "Jon")
    day.refused(OrderSharing(game.id, ("range ruler",)), judge, clause, "for Olga to decide")
    day.do(OrderSharing(game.id, ("range ruler",)))
    assert day.match(game.id).ordered
    day.do(StartClock())
    day.refused(OrderSharing(game.id, ("range ruler",)), clause=clause, says="The round has begun")


@pytest.mark.clause("RW-029", "RW-064")
def test_nobody_orders_sharing_in_the_own_game() -> None:
    day = Day("runewars")
    day.appoint("judge", "Jon")
    day.open_doors()
    day.do(RegisterPlayer(person="p1"))
    day.register("Pia", "Paul", "Pete")
    day.begin()
    day.next_round()
    day.refused(OrderSharing(day.game_of("p1").id, ("dice",)), clause="RW-029")


@pytest.mark.clause("RW-063", "RW-064")
def test_what_is_shared_later_takes_nothing_back() -> None:
    day = in_round()
    marshal = day.appoint("marshal", "Mira")
    game = day.games()[0]
    day.do(AgreeSharing(game.id, ("dice",)), game.players[0])
    day.do(OrderSharing(game.id, ("range ruler",)), marshal)
    day.do(AgreeSharing(game.id, ("movement templates",)), game.players[1])
    assert told(day, day.match(game.id)) == [
        ("shared", "Shared in this round: dice, movement templates.", "RW-063"),
        ("shared", "Ordered to share in this round: range ruler.", "RW-064"),
    ]


@pytest.mark.clause("XW-025", "XW-026")
@pytest.mark.parametrize("ruleset", ["xwing-dogfight", "xwing-escalation"])
def test_tokens_agreed_on_in_the_round_leave_the_ordered_ruler(ruleset: str) -> None:
    day = seated(ruleset)
    game = day.games()[0]
    day.do(OrderSharing(game.id, ("range ruler",), "the printed side"))
    day.do(StartClock())
    day.do(AgreeSharing(game.id, ("third-party tokens",)), game.players[0])
    expected = [
        ("shared", "Ordered to share in this round: range ruler.", "XW-025"),
        ("ruler-side", "Measure with this side of the ruler: the printed side.", "XW-025"),
        ("agreed", "Both agreed to use third-party tokens.", "XW-026"),
    ]
    assert told(day, day.match(game.id)) == expected
    other = day.games()[1]
    both = ("range ruler", "third-party tokens")
    day.refused(AgreeSharing(other.id, both), other.players[0], "XW-025", "The round has begun")
    form = AgreeSharing(game.id, both, "the printed side")  # a form names what is shared already
    day.refused(form, game.players[0], "XW-025", "The round has begun")


@pytest.mark.clause("RW-063")
def test_sharing_is_for_one_round() -> None:
    day = in_round()
    game = day.games()[0]
    day.do(AgreeSharing(game.id, ("dice",)), game.players[0])
    day.enter_all()
    day.next_round()
    assert not any(one.shared for one in day.games())


@pytest.mark.clause("RW-082")
def test_damaged_dice_are_shared_in_every_remaining_round() -> None:
    day = in_round()
    player = day.games()[0].players[1]
    day.do(NoteComponentTrouble(player, "my black dice", "damaged"), player)
    assert told(day, day.game_of(player)) == []
    day.do(EndComponentTrouble("t1", "shared"))
    name = day.event.people[player]
    said = f"{name} shares the opponent's dice in every remaining round."
    for _ in range(2):
        assert told(day, day.game_of(player)) == [("shared-for-good", said, "RW-082")]
        others = [game for game in day.games() if player not in game.players]
        assert not any(told(day, game) for game in others)
        day.enter_all()
        day.next_round()
    assert told(day, day.game_of(player)) == [("shared-for-good", said, "RW-082")]


PER_ROUND = [
    ("armada", "my red dice", "AR-043", "dice"),
    ("armada", "the maneuver tool", "AR-043", "manoeuvre tool"),
    ("xwing-dogfight", "the range ruler", "XW-025", "range ruler"),
    ("diskwars", "the range ruler", "DW-039", "range ruler"),
]


@pytest.mark.clause("AR-043", "XW-025", "DW-039")
@pytest.mark.parametrize("kind", ["lost", "damaged"])
@pytest.mark.parametrize(("ruleset", "component", "clause", "item"), PER_ROUND)
def test_trouble_in_a_round_does_not_end_as_shared_where_sharing_is_arranged_before(
    ruleset: str, component: str, clause: str, item: str, kind: str
) -> None:
    day = in_round(ruleset)
    player = day.games()[0].players[0]
    day.do(NoteComponentTrouble(player, component, kind))  # type: ignore[arg-type]
    shared = EndComponentTrouble("t1", "shared")
    no = day.refused(shared, clause=clause, says="The round has begun")
    assert fix_text(no).startswith("Say that the component was found or replaced.")
    day.refused(EndComponentTrouble("t1", "shared", piece=item), clause=clause)
    assert told(day, day.game_of(player)) == []
    other = day.refused(EndComponentTrouble("t1", "still_usable"))
    assert "shared" not in fix_text(other)
    day.enter_all()
    day.do(shared)
    assert told(day, day.game_of(player)) == []  # the round that is over is as it was
    day.next_round()
    said = f"{day.event.people[player]} shares the opponent's {item} in this round."
    assert told(day, day.game_of(player)) == [("shared", said, clause)]
    day.enter_all()
    day.next_round()
    assert told(day, day.game_of(player)) == []


@pytest.mark.clause("AR-043")
def test_before_the_round_begins_trouble_ends_as_shared_for_that_round() -> None:
    day = seated("armada")
    player = day.games()[0].players[1]
    day.do(NoteComponentTrouble(player, "range ruler", "lost"))
    day.do(EndComponentTrouble("t1", "shared"))
    said = f"{day.event.people[player]} shares the opponent's range ruler in this round."
    assert told(day, day.game_of(player)) == [("shared", said, "AR-043")]
    day.do(StartClock())
    assert told(day, day.game_of(player)) == [("shared", said, "AR-043")]


# ------------------------------------------------------------------------ rulers and third parties


@pytest.mark.clause("XW-025", "DW-039")
@pytest.mark.parametrize("ruleset", ["xwing-dogfight", "xwing-escalation", "diskwars"])
def test_both_agree_on_the_side_of_the_ruler(ruleset: str) -> None:
    clause = SHARED[ruleset][0]
    day = seated(ruleset)
    game = day.games()[0]
    player = game.players[0]
    day.do(AgreeSharing(game.id, ("range ruler",)), player)
    open_side = ("ruler-side", "Agree on which side of the ruler you use.", clause)
    assert open_side in told(day, day.match(game.id))
    day.do(AgreeSharing(game.id, ("range ruler",), "the side with the arrows"), player)
    assert day.match(game.id).ruler_side == "the side with the arrows"
    side = "Measure with this side of the ruler: the side with the arrows."
    assert ("ruler-side", side, clause) in told(day, day.match(game.id))
    day.do(AgreeSharing(game.id, ("range ruler",)), player)
    assert day.match(game.id).ruler_side == ""


@pytest.mark.clause("XW-025", "AR-043", "RW-063")
@pytest.mark.parametrize(
    ("ruleset", "items", "clause"),
    [
        ("xwing-dogfight", ("manoeuvre templates",), "XW-025"),
        ("armada", ("range ruler",), "AR-043"),
        ("runewars", ("range ruler",), "RW-063"),
    ],
)
def test_no_side_without_a_ruler_of_which_the_document_says_so(
    ruleset: str, items: tuple[str, ...], clause: str
) -> None:
    day = seated(ruleset)
    game = day.games()[0]
    day.refused(AgreeSharing(game.id, items, "left"), game.players[0], clause, "side of the ruler")


@pytest.mark.clause("XW-026", "XW-095")
@pytest.mark.parametrize(
    ("item", "recorded", "clause"),
    [
        ("tokens", "third-party tokens", "XW-026"),
        ("third-party tokens", "third-party tokens", "XW-026"),
        ("third-party range ruler", "third-party range ruler", "XW-095"),
        ("third-party maneuver templates", "third-party manoeuvre templates", "XW-095"),
    ],
)
def test_both_agree_to_use_third_party_items_before_the_game(
    item: str, recorded: str, clause: str
) -> None:
    day = seated("xwing-dogfight")
    game, late = day.games()[:2]
    day.do(AgreeSharing(game.id, (item,)), game.players[1])
    assert day.match(game.id).shared == (recorded,)
    agreed = ("agreed", f"Both agreed to use {recorded}.", clause)
    assert agreed in told(day, day.match(game.id))
    day.do(StartClock())
    later = AgreeSharing(late.id, (item,))
    if clause == "XW-095":
        day.refused(later, late.players[0], clause, "The round has begun")
    else:  # XW-026 says when of nothing
        day.do(later, late.players[0])


@pytest.mark.parametrize("ruleset", ["runewars", "armada", "diskwars"])
def test_third_party_items_are_agreed_only_where_the_document_lets_players(ruleset: str) -> None:
    day = seated(ruleset)
    game = day.games()[0]
    day.refused(AgreeSharing(game.id, ("third-party tokens",)), game.players[0], SHARED[ruleset][0])
