"""Rules made in the browser: asked, tried, kept, played, handed on; official ones stay."""

from __future__ import annotations

import re
import tomllib
from html import unescape

import pytest

from tests.paper.pictures import text_of as words_of_pdf
from tests.web.hall import WebHall, text_of
from tiltyard.rulesets.loader import families, load_files
from tiltyard.service.desk import Desk
from tiltyard.service.exporting import export_log, import_log
from tiltyard.store.memory import MemoryStore

ROWS = [(0, 20, 10, 10), (21, 60, 13, 7), (61, 119, 15, 5), (120, 149, 17, 3), (150, "", 20, 0)]


@pytest.fixture(scope="module")
def hall():
    made = WebHall()
    yield made
    made.close()


@pytest.fixture(scope="module")
def owner(hall):
    return hall.browser(owner=True)


def asked_on(page: str) -> dict[str, list[str]]:
    """Return the fields of the questions as a browser would send them back."""
    form = page.partition('id="rules"')[2].partition("</form>")[0]
    sent: dict[str, list[str]] = {}
    for tag in re.findall(r"<input[^>]*>", form):
        name = re.search(r'name="([^"]*)"', tag)
        value = re.search(r'value="([^"]*)"', tag)
        unticked = 'type="checkbox"' in tag and "checked" not in tag
        if name and not unticked and not name[1].startswith("form_token"):
            sent.setdefault(name[1], []).append(unescape(value[1]) if value else "")
    for name, body in re.findall(
        r'<select[^>]*name="([^"]*)"[^>]*>(.*?)</select>', form, re.DOTALL
    ):
        chosen = re.search(r'value="([^"]*)" selected', body) or re.search(r'value="([^"]*)"', body)
        sent.setdefault(name, []).append(chosen[1] if chosen else "")
    for name, body in re.findall(
        r'<textarea[^>]*name="([^"]*)"[^>]*>(.*?)</textarea>', form, re.DOTALL
    ):
        sent[name] = [unescape(body)]
    sent.pop("key", None)
    return sent


def kitchen(owner, title: str, **changes: list[str]) -> dict[str, list[str]]:
    """Return the answers of an invented game: 20-0 by margin, three tie-breakers."""
    sent = asked_on(owner.page("/desk/rules/new?from=margin-20-0"))
    sent |= {"title": [title], "game": ["Kitchen"], "score.wipe_out": ["200"]}
    sent.pop("points.per_cent", None)
    for place, name in enumerate(("least", "most", "win", "loss")):
        sent[f"points.rows.{name}"] = [str(row[place]) for row in ROWS]
    sent["standings.order"] = ["vpd", "vp", "buchholz", ""]
    return sent | changes


def test_every_family_and_every_document_can_be_begun_with(owner):
    page = owner.page("/desk/rules")

    for rules in families():
        assert f'href="/desk/rules/new?from={rules.id}"' in page
        assert 'id="slip"' in owner.page(f"/desk/rules/new?from={rules.id}")
    assert 'href="/desk/rules/new?from=armada"' in page


def test_180_to_60_is_17_to_3_at_once(owner):
    sent = kitchen(owner, "Tried", **{"slip.a": ["180"], "slip.b": ["60"], "slip.end": ["time"]})

    answer = owner.post("/desk/rules/try", sent, json=True).json()

    assert [] == answer["wrong"]
    beside = text_of(answer["beside"])
    assert "17 – 3" in " ".join(beside.split()) or "17–3" in beside.replace(" ", "")
    assert "The margin is 120." in beside
    assert "Eva" in beside


def test_without_a_script_a_button_tries_and_keeps_nothing(owner, hall):
    sent = kitchen(owner, "Only tried", **{"slip.a": ["60"], "slip.b": ["180"], "try": ["1"]})

    page = owner.post("/desk/rules", sent)

    assert (200, ()) == (page.status_code, hall.site.library.versions("only-tried"))
    assert "<strong>3</strong><span>–</span><strong>17</strong>" in page.text


def test_a_hole_is_named_at_its_row_and_the_rules_are_not_kept(owner, hall):
    sent = kitchen(owner, "Holed")
    sent["points.rows.most"][1] = "50"

    tried = owner.post("/desk/rules/try", sent, json=True).json()
    kept = owner.post("/desk/rules", sent)

    assert [("q-points-rows", 1, "No row covers 51-60.")] == [
        (one["field"], one["row"], one["text"]) for one in tried["wrong"]
    ]
    assert (422, ()) == (kept.status_code, hall.site.library.versions("holed"))
    assert '<tr class="is-wrong">' in kept.text
    assert 'value="50"' in kept.text


def test_a_number_nobody_can_mean_is_named_at_its_question(owner):
    tried = owner.post(
        "/desk/rules/try", kitchen(owner, "Odd", **{"bye.award.tp": ["lots"]}), json=True
    ).json()

    assert [("q-bye-award-tp", "“lots” isn't a whole number.")] == [
        (one["field"], one["text"]) for one in tried["wrong"]
    ]


def test_an_even_table_is_filled_in(owner):
    sent = kitchen(owner, "Filled", fill=["1"])
    sent |= {"fill.total": ["10"], "fill.draw": ["9"], "fill.step": ["20"]}

    page = owner.post("/desk/rules", sent)

    assert ["5", "6", "7", "8", "9", "10"] == asked_on(page.text)["points.rows.win"][:-1]


def test_what_was_answered_is_kept_as_a_file_people_could_have_written(owner, hall):
    answer = owner.post("/desk/rules", kitchen(owner, "Kitchen League"))

    assert (303, "/desk/rules/kitchen-league@1") == (
        answer.status_code,
        answer.headers["location"],
    )
    text = owner.get("/desk/rules/kitchen-league@1/file").text
    rules = load_files("kitchen-league@1", {"kitchen-league@1": text})
    assert "margin-20-0@1" == tomllib.loads(text)["inherits"]
    assert (["tp", "vpd", "vp", "buchholz", "lot"], (17, 3)) == (
        [entry.key for entry in rules.standings.order],
        next((row.win, row.loss) for row in rules.points.rows if row.least == 120),
    )


def test_a_version_is_never_edited_only_succeeded(owner, hall):
    owner.post("/desk/rules", kitchen(owner, "Twice"))
    first = hall.site.library.kept("twice@1").text
    sent = asked_on(owner.page("/desk/rules/new?from=twice@1"))

    assert sent["points.rows.win"][:5] == ["10", "13", "15", "17", "20"]
    again = owner.post("/desk/rules", sent | {"bye.award.tp": ["11"]})
    other = owner.post("/desk/rules", kitchen(owner, "Twice", **{"bye.award.tp": ["9"]}))

    assert "/desk/rules/twice@2" == again.headers["location"]
    assert 422 == other.status_code
    assert [first, 2] == [
        hall.site.library.kept("twice@1").text,
        len(hall.site.library.versions("twice")),
    ]


def test_rules_without_a_name_are_not_kept(owner):
    assert 422 == owner.post("/desk/rules", kitchen(owner, "")).status_code
    assert 422 == owner.post("/desk/rules", kitchen(owner, "?!")).status_code


def test_the_name_of_an_official_ruleset_is_reserved(owner, hall):
    assert 422 == owner.post("/desk/rules", kitchen(owner, "Armada")).status_code
    assert () == hall.site.library.versions("armada")


def test_an_event_is_played_by_them_wherever_it_goes(owner, hall):
    owner.post("/desk/rules", kitchen(owner, "Played"))
    page = owner.page("/desk/new?ruleset=played@1")
    assert 'name="ruleset" value="played@1"' in page
    made = owner.post(
        "/desk/new",
        {"ruleset": "played@1", "name": "Night", "date": "2026-05-01", "organizer": "Ann",
         "swiss_rounds": "3", "days": "1", "names": "Ada\nBen\nCleo\nDan"},
    )  # fmt: skip
    assert 303 == made.status_code, text_of(made.text)
    owner.post("/desk/rules", asked_on(owner.page("/desk/rules/new?from=played@1")))

    elsewhere = MemoryStore()
    import_log(elsewhere, list(export_log(hall.site.desk.store, "night")), "night.jsonl")
    document = Desk(elsewhere, pytest.fail).rules("night")[1]

    assert ("played@1", "Played") == (document.name, document.title)
    assert "Played" in owner.page("/e/night/rules")


def test_a_copy_of_a_document_says_what_it_is_based_on(owner):
    sent = asked_on(owner.page("/desk/rules/new?from=armada"))
    owner.post("/desk/rules", sent | {"title": ["Fleet night"], "clock.swiss.minutes": ["90"]})

    said = text_of(owner.page("/desk/rules/fleet-night@1"))

    assert "Based on" in said
    assert "Minutes of a Swiss round: 90" in " ".join(said.split())


@pytest.mark.parametrize("start", ["armada", "middle-earth", "runewars"])
def test_a_copy_in_which_nothing_was_changed_has_no_house_rules(owner, hall, start):
    sent = asked_on(owner.page(f"/desk/rules/new?from={start}"))
    owner.post("/desk/rules", sent | {"title": [f"Same {start}"]})

    kept = hall.site.library.kept(f"same-{start}@1")

    assert () == load_files(kept.name, {kept.name: kept.text}).departures


def test_a_file_is_taken_over_as_it_is(owner, hall):
    text = (
        'inherits = "win-draw-loss@1"\nid = "by-hand"\nversion = "3"\ntitle = "By hand"\n'
        '# a comment\n[terms]\nleader = "umpire"\n'
    )

    answer = owner.post("/desk/rules/bring", {"text": text})

    assert "/desk/rules/by-hand@3" == answer.headers["location"]
    assert text == owner.get("/desk/rules/by-hand@3/file").text
    sent = asked_on(owner.page("/desk/rules/new?from=by-hand@3"))
    owner.post("/desk/rules", sent)
    assert "umpire" == tomllib.loads(hall.site.library.kept("by-hand@4").text)["terms"]["leader"]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="nothing"),
        pytest.param('inherits = "armada@1.0.1"\nid = "armada"\nversion = "1.0.1"', id="shadow"),
        pytest.param('id = "x<script>"\nversion = "1"', id="no id"),
        pytest.param("a" * 70_000, id="too long"),
    ],
)
def test_what_is_no_ruleset_is_refused_where_it_was_pasted(owner, hall, text):
    before = len(hall.site.library.made())

    answer = owner.post("/desk/rules/bring", {"text": text})

    assert (422, before) == (answer.status_code, len(hall.site.library.made()))
    assert "<script>" not in answer.text.partition("<main")[2].partition("</main>")[0]


def test_titles_are_shown_as_text_and_never_as_markup(owner):
    sent = kitchen(owner, "<b>Loud</b> rules", notes=["<script>alert(1)</script>."])
    owner.post("/desk/rules", sent)

    page = owner.page("/desk/rules/b-loud-b-rules@1")

    assert "<b>Loud" not in page
    assert "<script>alert" not in page


def test_house_rules_of_a_copy_stand_on_every_page_and_in_the_api(owner, hall):
    sent = asked_on(owner.page("/desk/rules/new?from=armada"))
    owner.post("/desk/rules", sent | {"title": ["Long fleets"], "bye.award.tp": ["7"]})
    made = owner.post(
        "/desk/new",
        {"ruleset": "long-fleets@1", "name": "Fleets", "date": "2026-05-01", "organizer": "Ann",
         "structure": "custom", "swiss_rounds": "3", "days": "1", "tier": "relaxed",
         "names": "Ada\nBen\nCleo\nDan"},
    )  # fmt: skip
    assert 303 == made.status_code, text_of(made.text)

    nobody = hall.browser()
    page = " ".join(text_of(nobody.page("/e/fleets/rules")).split())
    document = nobody.get("/api/v1/events/fleets").json()
    rules = nobody.get("/api/v1/events/fleets/ruleset").json()

    assert "Points of a bye: 7 instead of 8." in page
    assert "Based on Star Wars: Armada" in page
    assert 'class="house-rules"' in nobody.page("/e/fleets")
    assert [("bye.award.tp", "AR-081", "8", "7")] == [
        (rule["option"], rule["clause"], rule["document"], rule["event"])
        for rule in document["house_rules"]
    ]
    assert ("armada@1.0.1", ["long-fleets@1"]) == (rules["based_on"], [*rules["files"]])


def test_the_api_lists_what_was_made_behind_what_comes_with_the_program(hall, owner):
    owner.post("/desk/rules", kitchen(owner, "Listed"))

    listed = hall.browser().get("/api/v1/rulesets").json()["rulesets"]

    assert [False] * 6 == [line["made_here"] for line in listed[:6]]
    assert "listed@1" in [line["ruleset"] for line in listed if line["made_here"]]


@pytest.fixture
def fresh():
    made = WebHall()  # a whole day is more than a server answers at once after all of the above
    yield made
    made.close()


PAINTED = {
    "title": "Painting",
    "most": "20",
    "counts": "points",
    "shown": "after_last_round",
    "prize": "Best painted",
}


def test_painting_asked_for_on_the_page_is_announced_and_counts_once_it_is_shown(fresh):
    """20-0, two rounds of 180 to 60 (17-3): 16 points for paint are added after the second."""
    hall, owner = fresh, fresh.browser(owner=True)
    painting = {f"soft_scores.{name}": [text] for name, text in PAINTED.items()}
    least = {"soft_scores.least": ["0"], "soft_scores.id": [""]}
    sheet = owner.post("/desk/rules", kitchen(owner, "Painted", **painting, **least))
    made = owner.post(
        "/desk/new",
        {"ruleset": "painted@1", "name": "Paint night", "date": "2026-05-01", "organizer": "Ann",
         "swiss_rounds": "2", "days": "1", "names": "Ada\nBen\nCleo\nDan"},
    )  # fmt: skip
    assert (303, 303) == (sheet.status_code, made.status_code), text_of(made.text)
    said = (
        "Painting, 0 to 20 points. Given by: The staff. How often: Once. "
        "Shown: After the last round. Counts: As points. Prize: Best painted."
    )
    nobody = hall.browser()
    assert said in text_of(owner.page("/desk/rules/painted@1"))
    assert said in text_of(nobody.page("/e/paint-night/rules"))
    printed = owner.get("/desk/rules/painted@1/sheet.pdf")
    assert "application/pdf" == printed.headers["content-type"]
    read = " ".join(" ".join(words_of_pdf(printed.content)).split())
    assert all(part in read for part in ("Painted 1", "Best painted", "120–149", "17 – 3"))

    def does(act: str, **fields: str) -> None:
        answer = owner.do("paint-night", act, **fields)
        assert answer.is_success, answer.text

    def points() -> dict[str, int]:
        rows = nobody.get("/api/v1/events/paint-night/standings").json()["rows"]
        return {row["player"]: int(row["keys"]["tp"]) for row in rows}

    def play() -> None:
        for act in ("draw-round", "publish-round", "start-clock"):
            does(act)
        for game in hall.desk.event("paint-night").current.games.values():
            slip = {"slip.end": "time", "slip.score.0": "180", "slip.score.1": "60"}
            does("enter-result", match=game.id, **slip)
            played[game.players[0]] += 17
            played[game.players[1]] += 3

    does("open-check-in")
    played = dict.fromkeys(hall.desk.event("paint-night").entrants, 0)
    for player in played:
        does("check-in", player=player)
    owner.post("/e/paint-night/desk/tell", {})
    does("start-event")
    play()
    painter = min(played, key=lambda player: played[player])
    does("give-scores", score="painting", **{f"values.{painter}": "16"})

    assert played == points()
    assert "Best painted" not in nobody.page("/e/paint-night/standings")
    play()
    assert {**played, painter: played[painter] + 16} == points()
    anew = WebHall(desk=hall.desk)  # a page that was read before is made again a moment later
    assert "Best painted" in anew.browser().page("/e/paint-night/standings")
