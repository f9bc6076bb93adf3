"""Impossible scores in the terminal: asked back, insisted on, marked, counted."""

import pytest

from tests.cli.event_desk import Terminal

SQUAD = (
    "Faction: Rebel\nTotal: 95\nShips\n"
    "Old Wing (33)\nCommon Wing (26)\n- Long Lens (7)\nGrey Wing (29)\n"
)


@pytest.fixture(scope="module")
def begun(tmp_path_factory):
    """Ann and Bob play the first round; both handed in a squad of 95 points."""
    folder = tmp_path_factory.mktemp("scores")
    desk = Terminal(folder / "store.db")
    new = ("--ruleset", "xwing-dogfight", "--organizer", "Olga", "--rounds", 1)
    desk.do("new", "cup", *new, "--date", "2018-11-03")
    desk.do("announce", "cup")
    desk.do("register", "cup", "Ann", "Bob")
    desk.do("staff", "appoint", "cup", "judge", "Jude")
    desk.do("open-check-in", "cup")
    desk.do("check-in", "cup", "--all")
    squad = folder / "squad.txt"
    squad.write_text(SQUAD, "utf-8")
    for name in ("Ann", "Bob"):
        desk.do("army", "submit", "cup", name, squad, "--as", name)
    desk.do("tell", "cup", "--all")
    desk.do("start", "cup")
    desk.do("draw", "cup", "--publish")
    desk.do("clock", "start", "cup")
    return desk.file


@pytest.fixture
def desk(begun, tmp_path):
    file = tmp_path / "store.db"
    file.write_bytes(begun.read_bytes())
    return Terminal(file)


def enter(ann, bob, *more):
    return ("enter", "cup", 1, "--end", "time", "--score", ann, bob, "--for", "Ann", *more)


# --------------------------------------------------------------------------- asked back, marked


@pytest.mark.clause("XW-057", "XW-066", "XW-089")
def test_an_impossible_score_is_recorded_only_when_insisted_on(desk):
    no = desk.no(*enter(98, 0))
    assert ("XW-057", ["score-impossible"]) == (no["clause"], no["confirm"])
    assert no["message"] == (
        "Points destroyed by Ann can't be 98: the squad of Bob is worth 95. Did you mean 66?"
    )
    result = desk.run(*enter(34, 0))
    assert result.exit_code == 2
    assert "Did you mean 33 or 62?" in result.stderr
    assert "--confirm score-impossible" in result.stderr
    desk.do(*enter(34, 0, "--confirm", "score-impossible"))
    (marked,) = desk.json("round", "cup")["doubts"]
    assert ["p1"] == marked["insisted"]
    assert "Olga confirmed it." in desk.do("round", "cup")


def test_a_score_that_can_be_is_not_marked(desk):
    desk.do(*enter(33, 62))
    assert [] == desk.json("round", "cup")["doubts"]


def test_a_squad_gone_by_points_is_asked_about_its_ending(desk):
    assert "Is it a wipe-out?" in desk.no(*enter(33, 95))["message"]


def test_a_player_is_told_of_their_own_squad_only(desk):
    report = ("report", "cup", 1, "--end", "time", "--for", "Ann", "--as", "Ann", "--score")
    assert "your squad" in desk.no(*report, 34, 34)["message"]
    desk.do(*report, 34, 33)
    assert "your squad" in desk.no("confirm", "cup", 1, "--yes", "--as", "Bob")["message"]
    desk.do("confirm", "cup", 1, "--yes", "--as", "Bob", "--confirm", "score-impossible")
    assert "Bob confirmed it." in desk.do("round", "cup", "--as", "Jude")


# ------------------------------------------------------------------------------------- counted


@pytest.mark.clause("XW-089", "XW-066")
def test_what_is_left_of_a_squad_gives_the_score_of_the_opponent(desk):
    count = ("count", "cup", 1, "Bob")
    assert [33, 33, 29] == [one["points"] for one in desk.json(*count)["pieces"]]
    assert "Common Wing, Long Lens (33)" in desk.do(*count)
    left = desk.json(*count, "--left", "Old", "--left", 3)
    assert (33, 62, False) == (left["score"], left["left"], left["wiped_out"])
    assert left["player"] == "p2"
    assert 62 == desk.json(*count, "--lost", 1, "--lost", "grey wing")["score"]
    gone = desk.json(*count, "--nothing-left")
    assert (100, True) == (gone["score"], gone["wiped_out"])
    assert desk.do(*count, "--left", 1) == (
        "Ann destroyed 62 points: 33 are left of the squad of Bob.\n"
    )


def test_a_player_counts_their_own_squad_and_no_other(desk):
    assert 33 == desk.json("count", "cup", 1, "Bob", "--lost", 1, "--as", "Bob")["score"]
    for more in ((), ("--lost", 1), ("--nothing-left",)):
        no = desk.no("count", "cup", 1, "Bob", *more, "--as", "Ann")
        assert "no list for you to read" in no["message"]


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (("--left", "Nobody"), "Nothing on the list"),
        (("--left", 4), "Nothing on the list"),
        (("--left", 1, "--left", 1), "Nothing on the list"),
        (("--left", 1, "--lost", 2), "what is left, or what is lost"),
    ],
)
def test_a_count_that_cannot_be_read_is_refused(desk, more, says):
    assert says in desk.no("count", "cup", 1, "Bob", *more)["message"]
