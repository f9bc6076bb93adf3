"""Setting up an event: every ruleset, its plan and options with their clauses, what is refused."""

from __future__ import annotations

import itertools
import re

import pytest

from tests.web.desk.desks import PLANS, WebDesk
from tests.web.hall import text_of
from tiltyard.engine import flow
from tiltyard.engine.drawing import pool_on
from tiltyard.engine.errors import Refused
from tiltyard.engine.options import settled
from tiltyard.rulesets.loader import load, names
from tiltyard.store.keyring import Account
from tiltyard.text.announcements import choice_title
from tiltyard.web.pages.desk.creating import ids_for, plan_rows, region_of
from tiltyard.web.pages.desk.option_form import (
    GROUPS,
    OTHERS,
    group_of,
    option_text,
    option_value,
    usual_words,
)
from tiltyard.web.security.visitors import begin_session


@pytest.fixture(scope="module")
def desk():
    made = WebDesk()
    yield made
    made.hall.close()


def test_every_game_can_be_chosen(desk):
    html = desk.owner.page("/desk/new")
    text = desk.text("/desk/new")
    for name in names():
        assert f'href="/desk/new?ruleset={name}"' in html
        assert load(name).title in text
    assert len(re.findall(r'class="card game"', html)) == 6


def test_whoever_may_not_create_is_kept_out(desk):
    desk.hall.keyring.add_account(Account("judy", "Judy"))
    secret = begin_session(desk.hall.keyring, desk.hall.clock.now(), account="judy")
    judy = desk.hall.browser()
    judy.client.cookies.set(judy.cookie, secret)
    assert judy.get("/desk/new").status_code == 403
    desk.hall.keyring.add_account(Account("judy", "Judy", may_create=True))
    assert judy.get("/desk/new").status_code == 200


_PLAIN = {"always", "never"}


@pytest.mark.parametrize("ruleset", sorted(PLANS))
def test_every_option_is_shown_with_its_clause_and_default(desk, ruleset):
    document = load(ruleset)
    html = desk.owner.page(f"/desk/new?ruleset={ruleset}")
    assert document.options
    for name, option in document.options.items():
        field = html[html.index(f'name="option.{name}"') :]
        field = text_of(field[: field.index("</div>")])
        assert option.clause in field, name
        usual = usual_words(document, name)
        kind = option.sets.split(".")[1]
        if option.type == "cards" and kind in document.draws:
            season = pool_on(document.draws[kind], None)[0].cards
            assert season, name
            usual = option_text(option, season)
        said = f"As the document says: {choice_title(usual)}"
        assert said in field or f"usually: {usual}" in field, name
        assert all(choice_title(one) != one for one in option.choices if one not in _PLAIN), name


@pytest.mark.parametrize(
    ("ruleset", "players", "rows"),
    [
        pytest.param(
            "armada",
            9,
            {4: ("4–8 3 rounds , no cut AR-122", "from 9 players on"), 9: ("AR-122", "AR-123")},
            marks=pytest.mark.clause("AR-122", "AR-123", "AMB-020", "AMB-021"),
        ),
        pytest.param(
            "armada",
            28,
            {29: ("4 rounds , cut to the top 2 AR-123",)},
            marks=pytest.mark.clause("AR-123", "AMB-020"),
        ),
        pytest.param(
            "runewars",
            8,
            {4: ("4–8 (expected) 2 rounds , no cut RW-194",), 9: ("3 rounds , no cut RW-194",)},
            marks=pytest.mark.clause("RW-194", "RW-195", "AMB-020"),
        ),
        pytest.param(
            "xwing-dogfight",
            16,
            {
                9: ("9–15 4 rounds , no cut (suggested) AMB-022",),
                16: ("4 rounds , cut to the top 4 (suggested) AMB-022",),
            },
            marks=pytest.mark.clause("AMB-022"),
        ),
        pytest.param(
            "xwing-escalation",
            8,
            {2: ("2 or more (expected) 4 rounds",)},
            marks=pytest.mark.clause("XE-002"),
        ),
    ],
)
def test_the_plan_shows_where_rounds_or_cut_change(desk, ruleset, players, rows):
    html = desk.owner.page(f"/desk/new?ruleset={ruleset}&players={players}")
    shown = {
        int(re.match(r"\D*(\d+)", text_of(row)).group(1)): text_of(row)
        for row in re.findall(r"<tr[^>]*><th scope=\"row\".*?</tr>", html, re.DOTALL)
    }
    for number, pieces in rows.items():
        for piece in pieces:
            assert piece in shown[number], shown[number]
    assert html.count('class="own"') == 1


@pytest.mark.clause("AMB-020")
@pytest.mark.parametrize("ruleset", ["armada", "runewars", "xwing-dogfight", "diskwars"])
def test_every_size_of_the_field_is_in_the_row_of_its_plan(ruleset):
    document = load(ruleset)
    rows = plan_rows(document, 20)
    assert [row.expected for row in rows].count(True) == 1
    for players in range(2, 129):
        (row,) = [
            row
            for row in rows
            if row.least <= players and (row.most is None or players <= row.most)
        ]
        for cell in row.cells:
            if cell.plan is None:
                with pytest.raises(Refused):
                    flow.plan(document, players, cell.structure)
            else:
                assert flow.plan(document, players, cell.structure) == cell.plan, players
    neighbours = itertools.pairwise([cell.plan for cell in row.cells] for row in rows)
    assert all(one != other for one, other in neighbours)


@pytest.mark.parametrize("ruleset", sorted(PLANS))
def test_every_option_stands_in_a_group_and_is_read_as_it_is_written(ruleset):
    document = load(ruleset)
    keys = [entry.key for entry in document.standings.order]
    for name, option in document.options.items():
        assert group_of(name) in GROUPS, name
        value = settled(document, name)
        again = option_value(option, option_text(option, value), keys)
        assert again == (list(value) if isinstance(value, tuple) else value), name
    assert group_of("weather") == OTHERS


@pytest.mark.parametrize(
    ("ruleset", "name", "typed", "expected"),
    [
        ("armada", "clock.swiss", "75 minutes", [75]),
        ("armada", "clock.swiss", "50, 70 min", [50, 70]),
        ("armada", "extension.minutes", "7 minutes", 7),
        ("armada", "clock.elimination", "untimed", []),
        ("armada", "clock.elimination", "as long as the Swiss rounds", "as_swiss"),
        ("armada", "standings.order", "Tournament points, Strength of schedule, lot",
         ["tp", "sos", "lot"]),
        ("armada", "standings.order", "tp, mov, lot", ["tp", "mov", "lot"]),
        ("armada", "standings.order", "tp, luck", ["tp", "luck"]),
    ],
)  # fmt: skip
def test_options_are_typed_in_words_or_as_codes(ruleset, name, typed, expected):
    document = load(ruleset)
    keys = [entry.key for entry in document.standings.order]
    assert option_value(document.options[name], typed, keys) == expected


def test_options_are_found_and_speak_in_words(desk):
    html = desk.owner.page("/desk/new?ruleset=armada")
    text = text_of(html)
    assert 'data-filter="option-list"' in html
    assert "Time" in text
    assert "usually: 135 minutes" in text
    assert "usually: Tournament points, Head to head, Margin of victory" in text
    assert "as_swiss" not in text


@pytest.mark.parametrize(
    ("locales", "region"),
    [
        (("de-DE,de;q=0.9", ""), "elsewhere"),
        (("en-US,en;q=0.9", "de_DE"), "north_america"),
        (("en", "fr_CA"), "north_america"),
        (("zh-Hant-TW", ""), "elsewhere"),
        (("", "C"), "north_america"),
    ],
)
def test_the_region_comes_from_the_computer(locales, region):
    assert region_of(*locales) == region


@pytest.mark.clause("ME-063", "ME-065", "ME-068")
def test_games_by_points_limit(desk):
    text = desk.text("/desk/new?ruleset=middle-earth")
    assert "700 3 6 120 4'x4' ME-065" in text
    assert "500 4 7 90 4'x4' ME-063" in text
    assert "1000 3 5 150 6'x4' ME-068" in text


@pytest.mark.parametrize("ruleset", sorted(PLANS))
def test_an_event_of_every_game_is_set_up_and_can_be_announced(desk, ruleset):
    event = desk.create(f"Cup of {ruleset}", ruleset)
    assert event == f"cup-of-{ruleset}"
    made = desk.hall.desk.event(event)
    assert made.people == {"p1": "Olga"}
    assert desk.hall.keyring.seats("owner")[event] == "p1"
    assert "Announce it" in desk.text(f"/e/{event}/desk")
    assert desk.owner.do(event, "announce-event").status_code == 200


def test_a_form_that_is_sent_twice_makes_one_event_and_another_form_another(desk):
    first = desk.send_form("Twice", key="k1")
    again = desk.send_form("Twice", key="k1")
    other = desk.send_form("Twice", key="k2")
    assert first.headers["location"] == again.headers["location"] == "/e/twice/desk"
    assert other.headers["location"] == "/e/twice-2/desk"


def test_a_form_sent_again_gives_the_seat_while_nothing_has_happened_since(desk):
    keyring = desk.hall.keyring
    desk.send_form("Seat", key="k1")
    keyring.take_seat("seat", "p1")
    desk.send_form("Seat", key="k1")
    assert keyring.seats("owner")["seat"] == "p1"
    desk.owner.do("seat", "announce-event")
    keyring.take_seat("seat", "p1")
    desk.send_form("Seat", key="k1")
    assert "seat" not in keyring.seats("owner")


def test_the_key_of_another_browser_gives_nobody_a_seat(desk):
    desk.send_form("Bound", key="k1")
    (kept,) = {one.key for one in desk.hall.desk.store.read("bound")}
    desk.hall.keyring.add_account(Account("eve", "Eve", may_create=True))
    eve = desk.hall.browser()
    now = desk.hall.clock.now()
    eve.client.cookies.set(eve.cookie, begin_session(desk.hall.keyring, now, account="eve"))
    for number, key in enumerate(("k1", kept), 2):
        fields = {"name": "Bound", "ruleset": "armada", "structure": "basic", "key": key}
        answer = eve.post("/desk/new", {"date": "2026-11-14", "organizer": "Olga", **fields})
        assert answer.headers["location"] == f"/e/bound-{number}/desk"
    assert "bound" not in desk.hall.keyring.seats("eve")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Große Hafenrunde 2026", "groe-hafenrunde-2026"),
        ("  -- ", "event"),
        ("日本", "event"),
        ("x" * 90, "x" * 48),
    ],
)
def test_the_id_is_made_from_the_name(name, expected):
    ids = ids_for(name)
    assert next(ids) == expected
    assert next(ids) == f"{expected}-2"


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"name": ""}, "A name is missing: the event."),
        ({"date": "14.11.2026"}, "The date can't be read"),
        ({"structure": "custom", "swiss_rounds": "41"}, "You can't plan 41 Swiss rounds."),
        ({"option__no_show.minutes": "soon"}, "Option no_show.minutes can't be"),
        ({"tier": "royal"}, "has no tier"),
    ],
)
def test_what_is_refused_stays_typed(desk, fields, said):
    before = desk.hall.desk.events()
    answer = desk.send_form("Kept Name", venue="The <b>Barn</b>", **fields)
    assert answer.status_code == 422
    text = text_of(answer.text)
    assert said in text
    assert 'value="The &lt;b&gt;Barn&lt;/b&gt;"' in answer.text
    assert 'aria-invalid="true"' in answer.text
    assert desk.hall.desk.events() == before


@pytest.mark.clause("AMB-016", "AMB-053")
def test_options_are_kept_only_where_they_differ(desk):
    event = desk.create(
        "Optional",
        structure="custom",
        swiss_rounds="3",
        option__no_show__minutes="15",
        option__clock__swiss="120, 130",
        option__extension__minutes="5",
        option__elim__reseed="true",
    )
    options = desk.hall.desk.event(event).details.options
    assert options == {"no_show.minutes": 15, "clock.swiss": [120, 130], "elim.reseed": True}
    html = desk.owner.page(f"/e/{event}/desk/details")
    assert 'name="option.clock.swiss" value="120, 130 minutes"' in html


@pytest.mark.clause("AMB-114")
@pytest.mark.parametrize(("word", "kept"), [("untimed", {}), ("60", {"clock.elimination": [60]})])
def test_rounds_without_a_clock_are_a_word(desk, word, kept):
    event = desk.create(
        f"Clock {word}", structure="custom", swiss_rounds="3", option__clock__elimination=word
    )
    assert desk.hall.desk.event(event).details.options == kept


@pytest.mark.clause("ME-042")
def test_a_list_that_is_empty_is_a_word_in_every_language(desk):
    html = desk.owner.page("/desk/new?ruleset=middle-earth")
    assert 'name="option.standings.extra" value="" placeholder="none"' in html
    event = desk.create("Extra", "middle-earth", option__standings__extra="favourite_opponent")
    page = f"/e/{event}/desk/details"
    assert 'name="option.standings.extra" value="favourite_opponent"' in desk.owner.page(page)
    form = {"name": "Extra", "date": "2026-11-14", "points_limit": "700"}
    assert desk.post(page, {**form, "option.standings.extra": "none"}).status_code == 303
    assert desk.hall.desk.event(event).details.options == {}


def test_the_plan_is_shown_again_without_a_script(desk):
    answer = desk.send_form("Not Yet", players="30", show="plan", venue="Barn")
    assert answer.status_code == 200
    assert "cut to the top 2" in text_of(answer.text)
    assert 'value="Not Yet"' in answer.text
    assert "not-yet" not in desk.hall.desk.events()


def test_the_empty_list_says_what_to_do():
    fresh = WebDesk()
    assert "Choose the game of your first event." in fresh.text("/desk")
    event = fresh.create("First One")
    text = fresh.text("/desk")
    assert "First One" in text
    assert "Announce the event when its plan is settled. AR-121" in text
    assert f"/e/{event}/desk" in fresh.owner.page("/desk")
    fresh.hall.close()


def test_nobody_sees_the_events_of_others():
    fresh = WebDesk()
    event = fresh.opened("Closed Shop")
    player = fresh.hall.browser(event, "p2")
    assert f'href="/e/{event}/me"' in player.page("/desk")
    stranger = fresh.hall.browser("another", "p2")
    assert "Closed Shop" not in fresh.text("/desk", stranger)
    fresh.hall.close()


def test_name_place_and_time_change_while_the_event_runs(desk):
    event = desk.opened("Moving Cup", starts="10:30")
    assert desk.hall.desk.event(event).starts == "10:30"
    page = desk.owner.page(f"/e/{event}/desk/details")
    assert 'id="information"' in page
    done = desk.owner.do(event, "change-information", name="Moved Cup", venue="Hall 3", starts="11")
    assert 200 == done.status_code, done.text
    public = text_of(desk.hall.browser().page(f"/e/{event}"))
    assert "Moved Cup" in public
    assert "11:00 · Hall 3" in public
    assert desk.hall.desk.event(event).details.notes == ""


def test_an_event_is_copied_with_its_settings_and_without_its_players(desk):
    event = desk.opened("Harbour Cup", starts="10:30", venue="Hall 3", tier="formal")
    page = desk.owner.page(f"/desk/new?copy={event}")
    for typed in ('value="Harbour Cup"', 'value="10:30"', 'value="Hall 3"'):
        assert typed in page
    assert 'value="formal" selected' in page or 'value="formal" checked' in page
    other = desk.hall.browser()
    desk.hall.keyring.add_account(Account("ozan", "Ozan", may_create=True))
    secret = begin_session(desk.hall.keyring, desk.hall.clock.now(), account="ozan")
    other.client.cookies.set(other.cookie, secret)
    assert 404 == other.get(f"/desk/new?copy={event}").status_code
    assert 404 == desk.owner.get("/desk/new?copy=nothing").status_code


def test_a_deleted_event_is_gone_for_everybody(desk):
    event = desk.opened("Mistake Cup")
    assert "Mistake Cup" in desk.owner.page("/desk")
    assert 200 == desk.owner.do(event, "delete-event").status_code
    assert "Mistake Cup" not in desk.owner.page("/desk")
    assert "Mistake Cup" not in desk.hall.browser().page("/")
    assert 404 == desk.hall.browser().get(f"/e/{event}").status_code
