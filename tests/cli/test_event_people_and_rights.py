"""Who decides what, who is who, and lists of late players, typed at the terminal."""

import pytest

NEW = ("--organizer", "Olga", "--structure", "custom", "--rounds", 3, "--date", "2018-11-03")


def names(answer):
    return [fact["name"].partition("/")[0] for fact in answer["facts"]]


def formal(empty, tier="formal"):
    """Open the registration of an event in which leaders may not play."""
    empty.do("new", "cup", "--ruleset", "runewars", *NEW, "--tier", tier)
    empty.do("announce", "cup")
    empty.do("open-registration", "cup")
    return empty


# ------------------------------------------------------------------------ whose matter it is


@pytest.mark.clause("RW-065", "RW-085", "RW-091")
@pytest.mark.parametrize(
    ("kind", "clause"),
    [("component", "RW-065"), ("third-party", "RW-091"), ("indicator", "RW-085")],
)
def test_a_call_of_the_marshals_kind_is_ruled_by_the_marshal(kind, clause, terminal, pair):
    opened = terminal.json("call", "open", "cup", 1, "This?", "--kind", kind, "--as", pair[0])
    assert names(opened) == ["judge-called", "call-kind-said"]
    shown = terminal.do("show", "cup")
    assert f"Call for Mara at table 1 ({kind.replace('-', ' ')}): This? ({clause})" in shown
    rule = ("call", "rule", "cup", "c1", "It is legal.")
    assert terminal.no(*rule, "--as", "Jude")["clause"] == clause
    assert "Final ruling" in terminal.do(*rule, "--as", "Mara")


@pytest.mark.clause("RW-065")
def test_a_judge_passes_a_call_on(terminal, pair):
    terminal.do("call", "open", "cup", 1, "May he use this?", "--as", pair[0])
    terminal.do("call", "kind", "cup", "c1", "component", "--as", "Jude")
    assert terminal.no("call", "rule", "cup", "c1", "Yes.", "--as", "Jude")["clause"] == "RW-065"
    kinds = {one["kind"]: one["decides"] for one in terminal.json("call", "kinds", "cup")["kinds"]}
    assert kinds["question"] == []
    assert kinds["third_party"] == ["Mara"]
    no = terminal.no("call", "open", "cup", 1, "?", "--kind", "weather", "--as", pair[0])
    assert "isn't a kind of judge call" in no["message"]


@pytest.mark.clause("RW-015")
def test_an_observation_is_taken_up_or_set_aside_by_the_marshal(terminal):
    record = ("incident", "record", "cup", "stalling", "Slow play.", "--person", "Ann")
    assert terminal.no(*record, "--remedy", "game loss", "--as", "Jude")["clause"] == "RW-015"
    assert names(terminal.json(*record, "--as", "Jude")) == [
        "incident-recorded",
        "incident-observed",
    ]
    terminal.do(*record, "--as", "Jude")
    assert "Jude noted i1 (stalling). Mara decides on it. (RW-015)" in terminal.do("show", "cup")
    take = ("incident", "take-up", "cup", "i1", "It was slow.", "--remedy", "a warning")
    assert terminal.no(*take, "--as", "Jude")["clause"] == "RW-015"
    body = terminal.json(*take, "--as", "Mara")["facts"][0]["body"]
    assert (body["answers"], body["people"], body["remedy"]) == ("i1", ["p2"], "a warning")
    aside = ("incident", "set-aside", "cup", "i2")
    assert terminal.no(*aside, "--as", "Mara")["message"].startswith("You need a reason")
    assert terminal.no(*aside, "--reason", "fine", "--as", "Jude")["clause"] == "RW-015"
    terminal.do(*aside, "--reason", "a fair pace", "--as", "Mara")
    assert "to decide" not in terminal.do("show", "cup")


@pytest.mark.clause("RW-015", "RW-065")
def test_a_judge_neither_recommends_nor_rules_a_piece_out(terminal):
    recommend = ("recommend", "cup", "Ann", "--reason", "threats")
    assert terminal.no(*recommend, "--as", "Jude")["clause"] == "RW-015"
    note = ("component", "note", "cup", "Ann", "third-party ruler", "ineligible")
    assert terminal.no(*note, "--as", "Jude")["clause"] == "RW-065"
    terminal.do(*note, "--as", "Mara")
    terminal.do(*recommend, "--as", "Mara")


@pytest.mark.clause("RW-020")
def test_a_rule_pointed_out_has_a_record_of_its_own(terminal):
    told = terminal.json(
        "incident", "record", "cup", "intervention", "Dials first.", "--match", 1, "--as", "Jude"
    )
    assert names(told) == ["incident-recorded"]
    assert told["facts"][0]["body"]["category"] == "intervention"


# ------------------------------------------------------------------------ who is who


@pytest.mark.clause("RW-031")
def test_a_player_with_the_organizers_name_is_confirmed_as_another_person(empty):
    terminal = formal(empty)
    asked = terminal.no("register", "cup", "olga")
    assert (asked["code"], asked["clause"]) == ("needs-confirmation", "RW-031")
    assert "--confirm another-person" in asked["fix"]
    assert terminal.no("register", "cup", "--leader", "Olga")["clause"] == "RW-031"
    done = terminal.json("register", "cup", "olga", "--confirm", "another-person")
    assert names(done) == ["concerns-confirmed", "player-registered"]


@pytest.mark.clause("RW-028")
def test_at_the_lowest_tier_the_way_to_play_as_a_leader_is_named(empty):
    asked = formal(empty, "relaxed").no("register", "cup", "Olga")
    assert asked["clause"] == "RW-028"
    assert "(--leader)" in asked["fix"]


@pytest.mark.clause("RW-031")
def test_a_table_with_the_name_of_a_leader_is_asked_back_whole(empty, tmp_path):
    terminal = formal(empty)
    table = tmp_path / "players.csv"
    table.write_text("Name\nAnn\nOLGA\nBob\n", "utf-8")
    asked = terminal.no("register-table", "cup", table)
    assert (asked["code"], asked["clause"]) == ("needs-confirmation", "RW-031")
    assert terminal.json("show", "cup")["players"] == 0
    done = terminal.json("register-table", "cup", table, "--confirm", "another-person")
    assert done["registered"] == ["Ann", "OLGA", "Bob"]


@pytest.mark.clause("RW-031")
def test_staff_with_a_players_name_is_asked_about(empty):
    terminal = formal(empty)
    terminal.do("register", "cup", "Ann")
    appoint = ("staff", "appoint", "cup", "judge", "ann")
    asked = terminal.no(*appoint)
    assert (asked["code"], asked["clause"]) == ("needs-confirmation", "RW-031")
    assert terminal.no(*appoint, "--known")["clause"] == "RW-031"
    terminal.do(*appoint, "--confirm", "another-person")


# ------------------------------------------------------------------------ late players


@pytest.mark.clause("RW-056")
def test_a_late_player_without_a_list_is_not_paired(empty):
    terminal = formal(empty)
    terminal.do("register", "cup", "Ann", "Bob", "Cem")
    terminal.do("open-check-in", "cup")
    terminal.do("check-in", "cup", "--all")
    terminal.do("army", "paper", "cup")
    terminal.do("tell", "cup", "--all")
    terminal.do("start", "cup")
    terminal.do("register", "cup", "Late")
    no = terminal.no("draw", "cup")
    assert no["clause"] == "RW-056"
    assert "Late" in no["message"]
    assert "blocks: 1 list is missing: Late. (RW-056)" in terminal.do("show", "cup")
    assert (
        terminal.no("army", "waive", "cup", "Late")["message"]
        == "You need a reason for this: waive list."
    )
    terminal.do("army", "waive", "cup", "Late", "--reason", "the printer broke")
    assert "Late: waived" in terminal.do("army", "show", "cup")
    terminal.do("draw", "cup", "--publish")
    assert len(terminal.json("round", "cup")["matches"]) == 2


# ------------------------------------------------------------------------ leaders who play


@pytest.mark.clause("RW-029", "RW-030", "AR-018")
@pytest.mark.parametrize(("ruleset", "clause"), [("runewars", "RW-029"), ("armada", "AR-018")])
def test_a_round_says_who_rules_where_a_leader_plays(ruleset, clause, empty):
    empty.do("new", "cup", "--ruleset", ruleset, *NEW)
    empty.do("announce", "cup")
    empty.do("open-registration", "cup")
    empty.do("staff", "appoint", "cup", "marshal", "Mara")
    empty.do("register", "cup", "--leader", "Olga")
    empty.do("register", "cup", "Ann", "Bob", "Cem")
    empty.do("open-check-in", "cup")
    empty.do("check-in", "cup", "--all")
    empty.do("tell", "cup", "--all")
    empty.do("start", "cup")
    empty.do("draw", "cup", "--publish")
    of_olga, other = sorted(
        empty.json("round", "cup")["matches"], key=lambda one: "p1" not in one["players"]
    )
    assert of_olga["ruled_by"] == {
        "person": "p2",
        "name": "Mara",
        "leaders_playing": ["p1"],
        "clause": clause,
    }
    assert (other["ruled_by"]["name"], other["ruled_by"]["clause"]) == ("Mara", None)
    text = empty.do("round", "cup")
    assert f"Mara rules on this game: a leader plays in it. ({clause})" in text
    assert text.count("rules on this game") == 1


@pytest.mark.clause("RW-028", "RW-029")
def test_a_leader_who_plays_may_be_named_twice(empty):
    empty.do("new", "cup", "--ruleset", "runewars", *NEW)
    empty.do("announce", "cup")
    empty.do("open-registration", "cup")
    empty.do("staff", "appoint", "cup", "marshal", "Mara")
    assert empty.do("register", "cup", "olga", "--leader", "Olga") == "Olga is registered as #1.\n"


@pytest.mark.clause("RW-024", "ME-008")
def test_an_organizer_who_never_checked_in_is_not_counted(empty):
    empty.do("new", "cup", "--ruleset", "middle-earth", "--organizer", "Olga", "--rounds", 3)
    empty.do("announce", "cup")
    empty.do("open-registration", "cup")
    empty.do("register", "cup", "--leader", "Olga")
    empty.do("register", "cup", "Ann", "Bob", "Cem", "Dee", "Eve")
    empty.do("open-check-in", "cup")
    empty.do("check-in", "cup", "Ann", "Bob", "Cem", "Dee", "Eve")
    assert "should rather not play" in empty.do("show", "cup")
    empty.do("army", "paper", "cup")
    empty.do("tell", "cup", "--all")
    empty.do("start", "cup")
    shown = empty.do("show", "cup")
    assert "5 players;" in shown
    assert "should rather not play" not in shown


@pytest.mark.clause("RW-031")
def test_a_leaders_name_among_others_is_asked_about_before_anybody_is_entered(empty):
    terminal = formal(empty)
    names = ("register", "cup", "Ann", " olga ", "Bob")
    assert terminal.no(*names)["confirm"] == ["another-person"]
    terminal.do(*names, "--confirm", "another-person")
    assert 3 == len(terminal.json("standings", "cup")["rows"])


@pytest.mark.clause("RW-028")
def test_a_leader_who_plays_may_be_named_twice_in_the_command(empty):
    terminal = formal(empty, "relaxed")
    terminal.do("staff", "appoint", "cup", "judge", "Jude")
    terminal.do("register", "cup", "olga", "--leader", "Olga")
    assert ["p1"] == [one["player"] for one in terminal.json("standings", "cup")["rows"]]


@pytest.mark.clause("RW-091")
def test_a_question_about_a_third_party_item_is_no_conversion(terminal):
    terminal.do("component", "ask", "cup", "Ann", "third_party", "an acrylic token", "--as", "Ann")
    waits = "k1 of Ann waits for an answer: an acrylic token"
    assert f"question {waits}" in terminal.do("show", "cup")
    assert f"conversion {waits}" not in terminal.do("show", "cup")
