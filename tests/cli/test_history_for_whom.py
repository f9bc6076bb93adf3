"""What the history of the terminal tells a program: to each person what is theirs to read."""

from __future__ import annotations

from tests.day.events import Day
from tiltyard.cli.session import fact_document
from tiltyard.day.components import MakeProxy
from tiltyard.day.judging import RecordIncident
from tiltyard.day.people import ChangePlayer, RegisterPlayer


def newest(day, person):
    *_, one = day.desk.log(day.name)
    return fact_document(one, day.event, day.rules, person)


def test_a_proxy_names_its_card_to_those_who_read_the_list():
    day = Day("runewars")
    day.open_doors()
    ana, ben = day.register("Ana", "Ben")
    plays, stays = day.appoint("judge", "Jo"), day.appoint("judge", "Jim")
    day.do(RegisterPlayer("Jo", person=plays))
    day.begin()
    day.next_round()
    day.do(MakeProxy(ana, "Thorn Guard", "the first line is torn"), stays)
    for person in (stays, ana, "p1"):
        assert newest(day, person)["body"]["card"] == "Thorn Guard"
    for person in (plays, ben):
        body = newest(day, person)["body"]
        assert "card" not in body
        assert "information" not in body
        assert body["player"] == ana


def test_an_incident_has_no_body_for_others():
    day = Day("middle-earth")
    day.open_doors()
    ana, *_ = day.register("Ana", "Ben")
    keeper = day.appoint("scorekeeper", "Sam")
    day.begin()
    day.next_round()
    day.do(RecordIncident(day.rules.conduct.categories[0].id, (ana,), "shouting"))
    assert newest(day, "p1")["body"]["finding"] == "shouting"
    assert newest(day, keeper)["body"] == {}


def test_what_a_player_told_is_left_out_as_a_list_is():
    day = Day("middle-earth", options={"lists.reveal": "never"})
    day.open_doors()
    ana, *_ = day.register("Ana", "Ben")
    keeper, referee = day.appoint("scorekeeper", "Sam"), day.appoint("referee", "Ray")
    day.do(ChangePlayer(ana, "Ana", 1, "Rohan", (), 500))
    assert newest(day, referee)["body"]["faction"] == "Rohan"
    body = newest(day, keeper)["body"]
    assert not {"faction", "total"} & set(body)
    assert body["name"] == "Ana"
