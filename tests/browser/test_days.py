"""Two whole days in Chromium, from the first idea to the champion: desk, two phones and a judge."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.browsing import NARROW
from tests.browser.people import Judge, Organizer, Person, Player

PLAYED = "All game rounds were played"
NINE = [
    "Ada Winter; Rebels; Harbour Club",
    "Bo Lindqvist; Empire",
    "Cleo Marsh; Rebels; Harbour Club",
    "Dov Peretz; Empire",
    "Eve Okafor; Rebels",
    "Finn Baker; Empire",
    "Gus Romero; Rebels",
    "Hana Sato; Empire",
    "Ivy Clarke; Rebels",
]
SEVEN = ["Rosie Took", "Sam Gale", "Tove Berg", "Uma Reyes", "Vic Stone", "Wim Decker", "Xia Long"]


@pytest.fixture
def people(house, visitor):
    organizer = Organizer(visitor(house.address))
    judge = Judge(visitor(house.address, width=NARROW))
    phones = [Player(visitor(house.address, width=NARROW)) for _ in range(2)]
    organizer.open_the_desk(house.owner_link, "Olga Brenner")
    return organizer, judge, phones


def gather(people, staff, players, spare=""):
    """Bring everybody to the hall: the judge by invitation, two players with their own links."""
    organizer, judge, phones = people
    judge.accept(organizer.invite(staff, "Jo Novak"))
    organizer.register(players)
    if spare:
        organizer.stand_ready(spare)
    links = organizer.links()
    names = [line.partition(";")[0] for line in players]
    for phone, name in zip(phones, names, strict=False):
        phone.join(links[name], name)
    organizer.open_check_in()
    phones[0].check_in()
    organizer.start(len(players))


def play_round(organizer, line):
    """Play a round in which every result is typed at the desk; who sat where."""
    organizer.draw()
    organizer.publish()
    tables = organizer.tables()
    organizer.start_clock()
    organizer.enter([line.format(number) for number in tables])
    organizer.close_round()
    return tables


# ---------------------------------------------------------------------------------- Armada


def test_an_armada_day(people, house, visitor):
    organizer, _, (ada, bo) = people
    organizer.create(
        "Armada",
        "Autumn Fleet",
        {
            "Date": "2026-11-21",
            "Venue": "Boat Shed",
            "Players you expect": "9",
            "Swiss rounds": "3",
            "Cut to the top": "2",
            "Your name, as the players read it": "Olga Brenner",
        },
        ("Custom: you decide",),
    )
    gather(people, "Judge", NINE)
    first_round(people)
    play_round(organizer, "{} 250 90")
    bo.leave()
    tables = play_round(organizer, "{} 220 60")
    assert 4 == len(tables)
    assert not any("Bo Lindqvist" in names for names in tables.values())
    organizer.correct(tables["1"][0], (120, 260), "the slip was read upside down")

    finalists = organizer.make_cut()
    ((_, (champion, other)),) = play_round(organizer, "{} 310 120").items()
    assert {champion, other} == set(finalists)
    organizer.award("Golden dial", champion)
    assert champion == organizer.finish()

    spectator = Person(visitor(house.address, width=NARROW))
    for page, text in (("", champion), ("/bracket", champion), ("/record", "a grudge match")):
        spectator.go(f"/e/{organizer.event}{page}")
        spectator.sees(text)
    ada.sees_heading("The event is over")


def first_round(people):
    """Two players meet by hand, call a judge, lose the line, differ, and a judge decides."""
    organizer, judge, (ada, bo) = people
    organizer.draw()
    organizer.change_by_keyboard("Ada Winter", "Bo Lindqvist", "a grudge match they asked for")
    organizer.publish()
    tables = organizer.tables()
    table = next(one for one, names in tables.items() if "Ada Winter" in names)
    assert {"Ada Winter", "Bo Lindqvist"} == set(tables[table])
    ada.sees_table(table, "Bo Lindqvist")
    bo.sees_table(table, "Ada Winter")
    organizer.start_clock()
    ask_the_judge(judge, ada, bo)
    differ(ada, bo)

    reports = [one for one in organizer.history_of("Ada Winter") if "report" in one]
    assert 2 == len(reports), reports  # one of each, although one answer got lost
    judge.go(f"/e/{organizer.event}/judge")
    judge.waiting("reports don't match")
    judge.decide_for("Ada Winter", "both slips were read again")
    for phone in (ada, bo):
        expect(phone.page.locator("#result .state")).to_have_text("Confirmed")
    organizer.enter([f"{number} 300 60" for number in tables if number != table])
    organizer.close_round()


def ask_the_judge(judge, ada, bo):
    """A judge is called, gives the table more time, and rules."""
    fold = ada.unfold("Call a judge")
    ada.fill("What is it about?", "Is the ship inside the arc?", fold)
    ada.press("Call a judge to my table", fold)
    ada.outbox_says("Sent and recorded")
    more = judge.unfold("Time extension", judge.waiting("inside the arc?"))
    judge.fill("Minutes", "7", more)
    judge.fill("Reason (public)", "a long ruling", more)
    judge.press("Give more time", more)
    bo.sees("7 minutes more for your table")
    ruling = judge.unfold("Give ruling", judge.waiting("inside the arc?"))
    judge.fill("Your ruling", "It is inside.", ruling)
    judge.press("Give ruling", ruling)
    ada.sees("It is inside.")


def differ(ada, bo):
    """One report waits for the line, the answer to the other gets lost: each is sent once."""
    ada.write_report(PLAYED, 240, 65, "Bo Lindqvist")
    ada.outcome("You win 240–65 · 8 TP · MoV 175")
    ada.loses_the_line()
    ada.send()
    ada.outbox_says("Waiting to be sent")
    ada.finds_the_line()
    ada.outbox_says("Sent and recorded")
    bo.sees("Ada Winter reported a result")
    bo.write_report(PLAYED, 200, 190, "Ada Winter", "That's wrong")
    bo.send_and_lose_the_answer()
    bo.outbox_says("Waiting to be sent")
    bo.page.reload()
    bo.outbox_says("It doesn't match the other report")
    ada.outbox_says("It doesn't match the other report")


# ---------------------------------------------------------------------------------- Middle-earth


def test_a_middle_earth_day_with_a_spare_player(people, house, visitor):
    organizer, judge, (rosie, sam) = people
    organizer.create(
        "Middle-earth",
        "The Long Road",
        {
            "Date": "2026-11-22",
            "Players you expect": "7",
            "Swiss rounds": "3",
            "Your name, as the players read it": "Olga Brenner",
        },
        (),
    )
    gather(people, "Referee", SEVEN, "Zoe Quick")
    tables = confirmed_round(organizer, judge, rosie, sam)
    assert any("Zoe Quick" in names for names in tables.values())

    organizer.drop("Wim Decker", "has to catch a train")
    tables = play_round(organizer, "{} 9 4 l1")
    assert not any({"Zoe Quick", "Wim Decker"} & set(names) for names in tables.values())
    rosie.sees_heading("Your game is over")

    organizer.let_in_again("Wim Decker")
    tables = play_round(organizer, "{} 7 6 l2")
    assert any("Zoe Quick" in names for names in tables.values())
    organizer.correct(tables["1"][0], (2, 11), "the columns were swapped")
    champion = organizer.finish()

    spectator = Person(visitor(house.address, width=NARROW))
    spectator.go(f"/e/{organizer.event}/standings")
    first = spectator.page.locator("tbody tr").first
    expect(first).to_contain_text(champion)
    expect(spectator.page.locator("tbody")).not_to_contain_text("Zoe Quick")


def confirmed_round(organizer, judge, rosie, sam):
    """Two players meet by a drag, report and confirm; one of them had no line meanwhile."""
    organizer.draw()
    organizer.change_by_mouse("Rosie Took", "Sam Gale", "they travelled together and asked for it")
    organizer.publish()
    tables = organizer.tables()
    organizer.start_clock()
    table = next(number for number, names in tables.items() if "Rosie Took" in names)
    rosie.sees_table(table, "Sam Gale")
    judge.go(f"/e/{organizer.event}/judge")
    judge.fill("Table number", table)
    judge.page.get_by_label("Table number").press("Enter")
    more = judge.unfold("Give more time")
    judge.fill("Minutes", "5", more)
    judge.fill("Reason (public)", "a fire drill", more)
    judge.press("Give more time", more)
    sam.sees("5 minutes more for your table")
    rosie.write_report(PLAYED, 8, 3, "Sam Gale")
    rosie.outcome("You win")
    rosie.page.reload()
    rosie.write_report(PLAYED, 8, 3, "Sam Gale")
    rosie.send()
    rosie.outbox_says("Sent and recorded")
    sam.sees("Rosie Took reported a result")
    sam.loses_the_line()
    sam.press("Confirm result")
    sam.outbox_says("Waiting to be sent")
    sam.finds_the_line()
    sam.outbox_says("Sent and recorded")
    for phone in (rosie, sam):
        expect(phone.page.locator("#result .state")).to_have_text("Confirmed")
    organizer.enter([f"{number} 10 5 l0" for number in tables if number != table])
    organizer.close_round()
    return tables
