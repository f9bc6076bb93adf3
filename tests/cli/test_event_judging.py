"""What leaders do between the tables, typed at the terminal: components, incidents, watches."""

import pytest

WHY = ("--reason", "because")


def names(answer):
    return [fact["name"].partition("/")[0] for fact in answer["facts"]]


@pytest.mark.clause("RW-076", "RW-077")
def test_a_lost_component_gives_time_to_search_and_then_costs_the_game(terminal):
    lost = terminal.json("component", "note", "cup", "Ann", "a tray", "lost", "--as", "Mara")
    assert names(lost) == ["component-trouble-noted", "extension-granted"]
    assert lost["facts"][1]["body"]["minutes"] == 5
    end = ("component", "end", "cup", "t1", "conceded", "--as", "Mara")
    assert terminal.no(*end)["clause"] == "RW-077"
    slip = ("--score", 10, 40, "--for", "Ann")
    asked = terminal.no(*end, *slip)
    assert asked["code"] == "needs-confirmation"
    assert asked["confirm"] == ["search-not-over"]
    ended = terminal.json(*end, *slip, "--confirm", "search-not-over")

    assert names(ended) == ["concerns-confirmed", "result-entered", "component-trouble-ended"]
    slip = ended["facts"][1]["body"]["slip"]
    assert (slip["end"], slip["score"][slip["conceded"]]) == ("concession", 10)


@pytest.mark.clause("RW-075", "RW-076")
def test_a_player_reports_a_loss_and_a_leader_grants_the_time(terminal):
    noted = terminal.do("component", "note", "cup", "Ann", "morale deck", "lost", "--as", "Ann")
    assert "No time is granted yet." in noted
    shown = terminal.do("show", "cup")
    assert "overdue" not in shown
    assert "Ann reports a problem with morale deck. Grant time to look for it" in shown
    granted = terminal.json("component", "grant", "cup", "t1", "--minutes", 9, "--as", "Jude")
    assert names(granted) == ["component-time-granted", "extension-granted"]
    assert [one["body"]["minutes"] for one in granted["facts"]] == [9, 9]
    shown = terminal.do("show", "cup")
    assert "overdue" not in shown
    assert "Ann is looking for morale deck, 9 minutes left. (RW-076)" in shown
    (trouble,) = terminal.json("component", "show", "cup")["troubles"]
    assert 530 < trouble["seconds_left"] <= 540
    assert terminal.no("component", "grant", "cup", "t1", "--minutes", 0)["clause"] == "RW-076"


@pytest.mark.clause("RW-076", "RW-077")
def test_both_players_and_the_desk_see_the_search_run(terminal):
    terminal.do("component", "note", "cup", "Ann", "morale deck", "lost", "--as", "Ann")
    said = terminal.do("round", "cup")
    assert "Ann misses morale deck. No time is granted yet. (RW-076)" in said
    terminal.do("component", "grant", "cup", "t1", "--minutes", 9, "--as", "Jude")
    (trouble,) = terminal.json("component", "show", "cup")["troubles"]
    tables = [one["players"] for one in terminal.json("round", "cup")["matches"]]
    (opponent,) = {one for table in tables if trouble["player"] in table for one in table} - {
        trouble["player"]
    }
    show = ("component", "show", "cup", "--as")
    for reader, what in (
        ("Olga", "morale deck"),
        ("Ann", "morale deck"),
        (opponent, "a component"),
    ):
        assert f"Ann misses {what} and has 8:5" in terminal.do("round", "cup", "--as", reader)
        assert f"t1 Ann: {what}, lost: 8:5" in terminal.do(*show, reader)
    stranger = next(table[0] for table in tables if opponent not in table)
    assert "Ann misses" not in terminal.do("round", "cup", "--as", stranger)
    assert "t1" not in terminal.do(*show, stranger)
    terminal.do("component", "end", "cup", "t1", "found")
    assert "Ann misses" not in terminal.do("round", "cup")


@pytest.mark.clause("RW-082")
def test_shared_dice_stand_beside_the_table_and_a_model_is_never_shared(terminal):
    for piece in ("red dice", "Rune Golem model"):
        terminal.do("component", "note", "cup", "Ann", piece, "damaged")
    terminal.do("component", "end", "cup", "t1", "shared")
    assert terminal.no("component", "end", "cup", "t2", "shared")["clause"] == "RW-082"
    terminal.do("component", "end", "cup", "t2", "set aside")
    said = "Ann shares the opponent's dice in every remaining round."
    assert f"{said} (RW-082)" in terminal.do("round", "cup")
    notes = {
        one["code"]: one
        for table in terminal.json("round", "cup")["matches"]
        for one in table["notes"]
    }
    assert notes["shared-for-good"]["text"] == said
    assert notes["shared-for-good"]["clause"] == "RW-082"


@pytest.mark.clause("RW-078")
def test_after_a_concession_the_next_draw_names_player_piece_and_the_way_out(terminal):
    terminal.do("component", "note", "cup", "Ann", "morale deck", "lost")
    end = ("component", "end", "cup", "t1")
    slip = ("--score", 10, 40, "--for", "Ann")
    terminal.do(*end, "conceded", *slip, "--confirm", "search-not-over")
    for table in (1, 2, 3, 4):
        if terminal.match_at(table)["state"] != "final":
            terminal.do("enter", "cup", table, "--end", "time", "--score", 50, 20)
    no = terminal.no("draw", "cup")
    assert (no["clause"], no["message"]) == ("RW-078", "Ann still misses morale deck (t1).")
    assert no["fix"] == "Say that it was found or replaced, or drop the player."
    assert "blocks: Ann still misses morale deck" in terminal.do("show", "cup")
    terminal.do(*end, "found")
    terminal.do("draw", "cup")


@pytest.mark.clause("RW-091")
def test_a_ruling_on_a_component_stands_beside_the_table(terminal):
    asked = terminal.json("component", "ask", "cup", "Ann", "third-party", "acrylic tokens")
    assert asked["request"] == "k1"
    rule = ("component", "rule", "cup", "k1", "yes")
    for other in ("Jude", "Olga"):
        refused = terminal.no(*rule, "--as", other)
        assert refused["clause"] == "RW-091"
        assert refused["message"].startswith("This is for Mara to decide")
    terminal.do(*rule, "--as", "Mara")
    assert "Ann may use: acrylic tokens. (RW-091)" in terminal.do("round", "cup")
    assert "may be used" in terminal.do("component", "show", "cup")


@pytest.mark.clause("RW-066", "RW-145")
def test_an_ineligible_component_drops_a_player_and_does_not_disqualify(terminal):
    terminal.do("component", "note", "cup", "Ann", "a home-made tray", "ineligible", "--as", "Mara")
    end = ("component", "end", "cup", "t1")
    assert terminal.no(*end, "disqualified", "--score", 0, 0)["clause"] == "RW-066"
    dropped = terminal.json(*end, "dropped", "--score", 0, 0)

    assert names(dropped) == ["result-entered", "player-dropped", "component-trouble-ended"]
    assert dropped["facts"][1]["body"]["why"] == "ineligible_component"


@pytest.mark.clause("RW-080")
def test_a_leader_makes_a_proxy_for_a_damaged_card(terminal):
    proxy = ("proxy", "cup", "Ann", "Rune Golem", "--information", "the cost is torn off")

    assert terminal.no(*proxy, "--as", "Ann")["message"].startswith("Your role can't do this")
    assert terminal.do(*proxy, "--as", "Jude") == ("A proxy of a damaged card is made for Ann.\n")


@pytest.mark.clause("RW-063")
def test_players_share_what_may_be_shared_and_a_marshal_may_order_it(terminal):
    players = terminal.json("round", "cup")["matches"][0]["players"]
    share = ("share", "cup", 1)
    assert terminal.no(*share, "miniatures", "--as", players[0])["clause"] == "RW-063"
    agreed = terminal.json(*share, "dice", "--as", players[0])["facts"][0]["body"]
    ordered = terminal.json(*share, "dice", "range ruler", "--order", "--as", "Mara")

    assert (agreed["items"], agreed["ordered"]) == (["dice"], False)
    assert ordered["facts"][0]["body"]["ordered"]
    for other in ("Jude", "Olga"):
        refused = terminal.no(*share, "dice", "--order", "--as", other)
        assert refused["clause"] == "RW-064"
        assert refused["message"].startswith("This is for Mara to decide")


@pytest.mark.clause("RW-122")
def test_the_marshal_may_have_the_lists_compared(terminal):
    assert "The lists are compared at table 1" in terminal.do("totals", "cup", 1, "--as", "Mara")
    assert (
        terminal.no("totals", "cup", 1, "--as", "Mara")["message"]
        == "There is nothing to verify here."
    )


@pytest.mark.clause("DW-018")
def test_a_player_asks_for_a_leader_to_watch_the_game(terminal):
    players = terminal.json("round", "cup")["matches"][0]["players"]
    assert terminal.no("watch", "ask", "cup", 2, *WHY, "--as", players[0])["message"].startswith(
        "You can do this only for yourself and your own games"
    )
    terminal.do("watch", "ask", "cup", 1, "--reason", "slow play", "--as", players[0])

    shown = terminal.do("show", "cup")
    assert "slow play" in shown
    assert terminal.do("watch", "end", "cup", "w1", "--note", "all fine", "--as", "Jude") == (
        "Watch w1 is over: all fine.\n"
    )


def test_incidents_are_recorded_by_leaders_and_reported_by_players(terminal):
    record = ("incident", "record", "cup", "stalling", "Took ten minutes a turn.")
    details = ("--person", "Ann", "--remedy", "a warning", "--match", "Ann")
    assert terminal.no(*record, *details, "--as", "Ann")["message"].startswith(
        "Your role can't do this"
    )
    assert terminal.no(*record, *details, "--as", "Jude")["clause"] == "RW-015"
    body = terminal.json(*record, *details, "--as", "Mara")["facts"][0]["body"]
    assert (body["people"], body["remedy"]) == (["p2"], "a warning")
    report = ("incident", "report", "cup")
    assert "n't a category" in terminal.no(*report, "juggling", "He juggles.")["message"]
    terminal.do(*report, "behaviour", "He shouts.", "--as", "Bob")

    assert "Look at the report i2 (behaviour)." in terminal.do("show", "cup")


def test_a_table_moves_and_a_leader_is_assigned(terminal):
    assert terminal.no("move", "cup", 1, 2)["message"] == "Table 2 is taken."
    terminal.do("move", "cup", 1, 9, "--reason", "a draught")
    moved = terminal.json("assign", "cup", 9, "Jude")["facts"][0]["body"]

    assert moved == {"leader": "p11", "match": "1.1.1"}


def test_a_published_round_is_taken_back_only_while_nothing_counts(terminal):
    assert (
        terminal.no("unpublish", "cup")["message"] == "You need a reason for this: withdraw round."
    )
    terminal.do("unpublish", "cup", *WHY)
    assert terminal.json("round", "cup")["state"] == "drawn"
    terminal.do("cards", "cup", "deployment=Standoff", "--reason", "drawn from the bag")
    terminal.do("publish", "cup")
    assert terminal.json("round", "cup")["cards"]["deployment"] == "Standoff"
    terminal.do("clock", "start", "cup")
    terminal.do("enter", "cup", 1, "--end", "time", "--score", 30, 20)

    assert "has results" in terminal.no("unpublish", "cup", *WHY)["message"]
