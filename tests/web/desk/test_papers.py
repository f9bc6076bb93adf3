"""Papers at the desk: what is offered, who may print what, and a press that is not flooded."""

from __future__ import annotations

from threading import Event, Thread

import pypdfium2
import pytest

from tests.day.events import Day, in_round
from tests.web.api.seeded import FINISHED, RUNNING, Program, seeded_hall
from tests.web.desk.at_desk import CUP, DESK, AtDesk
from tests.web.desk.list_desks import ARMY, ListDesk
from tests.web.hall import text_of
from tiltyard.day.people import RegisterPlayer
from tiltyard.engine.errors import Fault
from tiltyard.paper.press import Printed
from tiltyard.paper.table import PAPERS
from tiltyard.web import printing as printing_desk
from tiltyard.web.print_queue import PressBusy, PressRoom

PRINT = f"/e/{CUP}/print"
NOT_YET = {"bracket", "cut", "proxies", "terrain", "fairness"}
"""Papers an event that plays Swiss rounds only, with nothing broken, has no use for."""


def words(answer) -> str:
    """What a PDF says."""
    assert answer.status_code == 200, text_of(answer.text)[:300]
    assert answer.headers["content-type"] == "application/pdf"
    pages = pypdfium2.PdfDocument(answer.content)
    text = " ".join(page.get_textpage().get_text_range() for page in pages)
    return " ".join(text.split())


@pytest.fixture(scope="module")
def desk():
    made = AtDesk(in_round("armada", 8))
    made.hall.site.limits.allow = lambda *_: True
    yield made
    made.close()


@pytest.fixture(scope="module")
def drawn():
    """A round is drawn and not published; a judge and a scorekeeper are there."""
    day = in_round("armada", 8)
    day.judge = day.appoint("judge", "Jude Law")
    day.enter_all()
    day.draw()
    made = AtDesk(day)
    made.hall.site.limits.allow = lambda *_: True
    yield made
    made.close()


# ---------------------------------------------------------------------------- the page


def test_every_paper_is_offered_under_its_moment_and_the_pack_comes_first(desk):
    page = desk.page("/papers")
    offered = [page.index(f"/print/{name}.pdf") for name in PAPERS if f"/print/{name}." in page]
    missing = {name for name in PAPERS if f"/print/{name}." not in page}
    assert missing == NOT_YET
    assert page.index("/print/pack.pdf") < min(offered)
    text = text_of(page)
    assert "Not yet. The bracket isn't known yet." in text
    order = [text.index(one) for one in ("Before the day", "Each round", "Cut and end")]
    assert order == sorted(order)


def test_the_page_is_there_before_anybody_is_registered():
    desk = AtDesk(Day("armada"))
    assert "Fall-back pack" in desk.reads("/papers")
    desk.close()


# ---------------------------------------------------------------------------- what is printed


@pytest.mark.parametrize("name", ["pack", *PAPERS])
def test_every_paper_is_a_pdf_nobody_keeps(desk, name):
    answer = desk.organizer.get(f"{PRINT}/{name}.pdf")
    if name in NOT_YET:
        assert answer.status_code == 422
        assert 'role="alert"' in answer.text
        assert "Nothing was saved" in text_of(answer.text)
        return
    assert answer.content.startswith(b"%PDF-")
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["content-disposition"] == f'inline; filename="cup-{name}.pdf"'


def test_size_language_round_and_table_are_as_asked(desk):
    a4 = desk.organizer.get(f"{PRINT}/slips.pdf?size=a4&table=2")
    letter = desk.organizer.get(f"{PRINT}/slips.pdf?size=letter&table=2&round=1.1")
    first, second = (pypdfium2.PdfDocument(one.content)[0].get_size() for one in (a4, letter))
    assert [round(one) for one in first] == [595, 842]
    assert [round(one) for one in second] == [612, 792]
    assert letter.headers["content-disposition"].endswith('"cup-slips-round-1.1-table-2.pdf"')
    said = words(a4)
    assert all(name in said for name in desk.names(2))
    assert not any(name in said for name in desk.names(1))
    german = desk.organizer.get(f"{PRINT}/tables.pdf?language=de")
    assert words(german) != words(desk.organizer.get(f"{PRINT}/tables.pdf"))


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("slips.pdf?size=a3", 422),
        ("slips.pdf?language=xx", 422),
        ("slips.pdf?round=9.9", 422),
        ("slips.pdf?table=0", 422),
        ("slips.pdf?table=-1", 422),
        ("score-sheets.pdf?player=p999", 422),
        ("no-such-paper.pdf", 404),
        ("slips.txt", 404),
        ("slips", 404),
        ("..%2Fslips.pdf", 404),
    ],
)
def test_what_cannot_be_printed_is_said_with_a_way_out(desk, query, status):
    answer = desk.organizer.get(f"{PRINT}/{query}")
    assert answer.status_code == status
    assert 'role="alert"' in answer.text or status == 404
    assert answer.headers["content-type"].startswith("text/html")


def test_a_broken_press_says_so_and_names_a_number(desk, monkeypatch):
    def broken(*_, **__):
        raise Fault("press-failed", place="no such template")

    monkeypatch.setattr(printing_desk, "print_pack", broken)
    answer = desk.organizer.get(f"{PRINT}/staff.pdf?size=letter")
    assert answer.status_code == 422
    text = text_of(answer.text)
    assert "This printout can't be made" in text
    assert "tell us the number" in text
    assert "no such template" not in text


# ---------------------------------------------------------------------------- who prints what


def test_a_draw_nobody_has_seen_is_printed_for_the_desk_alone(drawn):
    judge = drawn.hall.browser(CUP, drawn.day.judge)
    assert "Round 2" in words(drawn.organizer.get(f"{PRINT}/tables.pdf"))
    assert "Round 1" in words(judge.get(f"{PRINT}/tables.pdf"))
    assert judge.get(f"{PRINT}/tables.pdf?round=1.2").status_code == 422
    assert judge.get(f"{PRINT}/report.pdf").status_code == 403
    pack = words(judge.get(f"{PRINT}/pack.pdf"))
    assert "Where do I play? Round 2" in words(drawn.organizer.get(f"{PRINT}/pack.pdf"))
    assert "Where do I play?" not in pack
    assert "Pairing by hand Round 2" in pack


def test_papers_are_for_the_staff(desk):
    player = desk.hall.browser(CUP, desk.table(1).players[0])
    for path in (f"{PRINT}/tables.pdf", f"{PRINT}/pack.pdf", f"{DESK}/papers"):
        assert player.get(path).status_code == 403
        assert desk.hall.browser().get(path).status_code == 303  # to the sign-in
    assert player.post(f"{DESK}/badges", {"who": "missing"}).status_code == 403


def test_lists_are_printed_for_those_who_read_them_only():
    desk = ListDesk(tier="relaxed")
    desk.hands_in(p2=ARMY)
    desk.hall.site.limits.allow = lambda *_: True
    judge = desk.day.appoint("judge", "Jude Law")
    at = desk.hall.browser(CUP, judge)
    assert "Thorn Guard" in words(at.get(f"{PRINT}/lists.pdf"))
    desk.day.do(RegisterPlayer(name="Jude Law", person=judge))  # who plays reads no lists
    assert at.get(f"{PRINT}/lists.pdf").status_code == 403
    assert "/print/lists.pdf" not in desk.page("/papers", judge)
    for name in ("players", "pack", "list-form", "badges", "score-sheets"):
        said = words(at.get(f"{PRINT}/{name}.pdf?player=p2"))
        assert "Latari" not in said, name
        assert "Thorn Guard" not in said, name
    assert "Thorn Guard" in words(desk.organizer.get(f"{PRINT}/lists.pdf"))
    assert "Latari" in words(desk.organizer.get(f"{PRINT}/players.pdf"))
    desk.close()


def test_a_faction_somebody_told_is_printed_for_those_who_read_lists_only():
    desk = ListDesk(tier="relaxed")
    desk.hall.site.limits.allow = lambda *_: True
    judge = desk.day.appoint("judge", "Jude Law")
    desk.day.do(RegisterPlayer(name="Jude Law", person=judge))  # who plays reads no lists
    desk.day.do(RegisterPlayer("Tess Teller", faction="Uthuk"))
    at = desk.hall.browser(CUP, judge)
    for name in ("players", "pack"):
        assert "Uthuk" not in words(at.get(f"{PRINT}/{name}.pdf")), name
        assert "Uthuk" in words(desk.organizer.get(f"{PRINT}/{name}.pdf")), name
    desk.close()


# ---------------------------------------------------------------------------- badges


def test_badges_with_codes_are_printed_once_for_links_just_made():
    desk = AtDesk(in_round("armada", 4))
    keyring = desk.hall.keyring
    assert "Player" in words(desk.organizer.get(f"{PRINT}/badges.pdf"))
    assert keyring.links(CUP) == ()
    first = desk.organizer.post(f"{DESK}/badges", {"who": "p2", "size": "letter"})
    one = desk.day.event.people["p2"]
    said = words(first)
    assert one in said
    assert desk.day.event.people["p3"] not in said
    assert {link.person for link in keyring.links(CUP)} == {"p2"}
    rest = words(desk.organizer.post(f"{DESK}/badges", {"who": "missing"}))
    assert one not in rest
    assert len(keyring.links(CUP)) == 4
    again = desk.organizer.post(f"{DESK}/badges", {"who": "missing"})
    assert again.status_code == 422
    assert "Everyone already has a link." in text_of(again.text)
    before = {link.key for link in keyring.links(CUP)}
    assert desk.organizer.post(f"{DESK}/badges", {"who": "all"}).status_code == 422
    assert {link.key for link in keyring.links(CUP)} == before
    desk.organizer.post(f"{DESK}/badges", {"who": "all", "sure": "yes"})
    assert before.isdisjoint(link.key for link in keyring.links(CUP))
    desk.close()


# ---------------------------------------------------------------------------- not flooded


def test_the_same_paper_is_set_once_in_a_minute(desk, monkeypatch):
    set_ = []
    real = printing_desk.print_pack

    def counted(*given, **how):
        set_.append(1)
        return real(*given, **how)

    monkeypatch.setattr(printing_desk, "print_pack", counted)
    for _ in range(3):
        assert desk.organizer.get(f"{PRINT}/names.pdf?size=letter").status_code == 200
    assert len(set_) == 1


def test_who_asks_again_within_a_minute_is_warned_again(desk, monkeypatch):
    made = Printed(b"%PDF-", ("no font has it",))
    monkeypatch.setattr(printing_desk, "print_pack", lambda *_, **__: made)
    view, me = desk.hall.site.view(CUP), "p1"
    order = printing_desk.PaperOrder("staff", size="letter")

    for _ in range(2):
        file, warnings = printing_desk.printed(desk.hall.site, view, me, order)
        assert (file.body, warnings) == (made.pdf, made.warnings)


def test_one_person_cannot_print_without_end():
    desk = AtDesk(in_round("armada", 4))
    found = {desk.organizer.get(f"{PRINT}/staff.pdf").status_code for _ in range(33)}
    assert found == {200, 429}
    desk.close()


def test_whoever_finds_the_press_room_full_is_sent_away():
    room = PressRoom(at_once=1, most=1)
    inside, leave = Event(), Event()

    def print_something():
        with room.place():
            inside.set()
            leave.wait(10)

    other = Thread(target=print_something)
    other.start()
    assert inside.wait(10)
    with pytest.raises(PressBusy, match=r"^press-busy"), room.place():
        pass
    leave.set()
    other.join(10)
    with room.place():
        pass


def test_nobody_waits_for_the_press_for_ever():
    room = PressRoom(at_once=1, most=2, patience=0)
    with room.place(), pytest.raises(PressBusy), room.place():
        pass


# ---------------------------------------------------------------------------- by programs


@pytest.fixture(scope="module")
def api():
    hall = seeded_hall()
    yield hall
    hall.close()


def test_programs_of_the_staff_print_what_their_person_may(api):
    path = f"/api/v1/events/{RUNNING}/papers"
    listed = Program(api, "staff").get(path).json()["papers"]
    assert {one["paper"] for one in listed} == {"pack", *PAPERS}
    slips = Program(api, "staff").get(f"{path}/slips?size=letter&table=1&round=1.2")
    assert slips.headers["content-type"] == "application/pdf"
    assert slips.headers["cache-control"] == "no-store"
    assert (
        'filename="night-flight-slips-round-1.2-table-1.pdf"'
        in (slips.headers["content-disposition"])
    )
    for scope in ("read", "results"):
        assert Program(api, scope).get(path).status_code == 403
        assert Program(api, scope).get(f"{path}/lists").status_code == 403
    assert Program(api, "player").get(path).status_code == 403
    assert Program(api, "player").get(f"{path}/slips").status_code == 403
    assert Program(api, "other").get(path).status_code == 403
    assert Program(api).get(path).status_code == 401


@pytest.mark.parametrize(
    "query", ["size=a3", "table=0", "table=x", "round=x", "what=1", "size=a4&size=a4", "%ff"]
)
def test_programs_ask_exactly(api, query):
    path = f"/api/v1/events/{RUNNING}/papers/slips?{query}"
    assert Program(api, "staff").get(path).status_code == 400


@pytest.mark.parametrize("name", ["pack", *PAPERS])
def test_programs_get_every_paper_there_is(api, name):
    """A paper, or the reason why there is none yet; never that it does not exist."""
    answer = Program(api, "staff").get(f"/api/v1/events/{RUNNING}/papers/{name}")
    if answer.status_code == 200:
        assert answer.content.startswith(b"%PDF")
    else:
        assert answer.status_code == 422
        assert answer.json()["fix"]


def test_every_paper_and_every_file_is_named_in_the_description(api):
    said = Program(api).get("/api/openapi.json").json()["paths"]
    path = "/api/v1/events/{event}"
    by_name = {
        one["name"]: one["description"]
        for end in ("papers/{paper}", "files/{file}")
        for one in said[f"{path}/{end}"]["get"]["parameters"]
        if one["in"] == "path" and one["name"] != "event"
    }
    words_of_papers = set(by_name["paper"].removeprefix("One of ").rstrip(".").split(", "))
    assert words_of_papers == {"pack", *PAPERS}
    assert "archive.zip" in by_name["file"]
    assert "lists.csv" in by_name["file"]
    assert "application/zip" in said[f"{path}/files/{{file}}"]["get"]["responses"]["200"]["content"]


def test_programs_of_the_organizer_take_full_names_along(api):
    path = f"/api/v1/events/{RUNNING}/desk-files"
    assert Program(api, "staff").get(f"{path}/players.csv").status_code == 200
    assert Program(api, "staff").get(f"{path}/archive.zip").status_code == 404  # it goes on
    assert Program(api, "player").get(f"{path}/players.csv").status_code == 403
    assert Program(api, "read").get(f"{path}/players.csv").status_code == 403
    assert Program(api).get(f"{path}/players.csv").status_code == 401
    assert Program(api, "other").get(f"{path}/players.csv").status_code == 403


def test_programs_take_the_archive_of_a_finished_event_along(api):
    path = f"/api/v1/events/{FINISHED}/files"
    listed = [one["file"] for one in Program(api).get(path).json()["files"]]
    assert "archive.zip" in listed
    answer = Program(api).get(f"{path}/archive.zip")
    assert answer.headers["content-type"] == "application/zip"
    assert answer.content.startswith(b"PK")
    running = Program(api).get(f"/api/v1/events/{RUNNING}/files").json()["files"]
    assert "archive.zip" not in [one["file"] for one in running]


def test_programs_take_along_what_everybody_may(api):
    path = f"/api/v1/events/{RUNNING}/files"
    for one in Program(api).get(path).json()["files"]:
        answer = Program(api).get(f"{path}/{one['file']}")
        assert answer.status_code == 200, one
        assert "attachment" in answer.headers["content-disposition"]
    assert Program(api).get(f"{path}/lists.csv").status_code == 404
    assert Program(api).get(f"{path}/players.csv?x=1").status_code == 400
