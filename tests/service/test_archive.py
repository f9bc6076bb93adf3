"""An archive: whole, self-contained, the same bytes every time, and without anybody's secrets."""

from __future__ import annotations

import io
import json
import re
import time
import zipfile
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser

import pytest
from click.testing import CliRunner

from tests.day.army_lists import clean_list
from tests.day.events import RULESETS, Day, running
from tests.formats.outgoing.halls import HOSTILE, hostile, with_a_cut
from tests.refusing import refuses
from tests.service.halls import DEMO, demo_store
from tiltyard.cli import group
from tiltyard.day.judging import RecordIncident
from tiltyard.day.lists import SubmitList
from tiltyard.day.people import ChangePlayer, ChooseShownName
from tiltyard.day.setup import AwardPrize, FinishEvent
from tiltyard.engine.errors import Refused
from tiltyard.engine.flow import findings
from tiltyard.formats.strict_json import decode
from tiltyard.formats.tiltyard1 import read_tournament
from tiltyard.service.exporting import DIGESTS, packed, unfold
from tiltyard.store.sqlite import SqliteStore
from tiltyard.web.archive import archive_bundle, archive_zip
from tiltyard.web.event_view import EventView
from tiltyard.web.rendering import Renderer
from tiltyard.web.settings import Settings
from tiltyard.web.static_files import Assets

RENDERER = Renderer(Assets(), Settings(""))


def view_of(day):
    level = day.desk.level(day.name)
    return EventView(level.event, level.rules, level.document, day.clock)


def archived(day, language="en"):
    return archive_bundle(RENDERER, view_of(day), day.desk, language)


def pages(files):
    return {name: body.decode() for name, body in files.items() if name.endswith(".html")}


class Links(HTMLParser):
    """What a page leads to and what it loads."""

    def __init__(self):
        super().__init__()
        self.leads, self.loads, self.policy = [], [], ""

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        if tag == "a":
            self.leads.append(values["href"])
        if tag in {"script", "link", "img", "iframe", "object", "form", "base"}:
            self.loads.append(tag)
        if values.get("http-equiv") == "Content-Security-Policy":
            self.policy = values["content"]
        assert not [name for name in values if name.startswith("on") or name == "style"]


def links_of(page):
    found = Links()
    found.feed(page)
    return found


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_link_leads_to_a_file_of_the_archive(ruleset):
    day = with_a_cut(ruleset) if ruleset != "middle-earth" else finished(ruleset)
    files = archived(day)
    for name, page in pages(files).items():
        links = links_of(page)
        assert links.loads == [], name
        assert set(links.leads) <= set(files), name
        assert "://" not in re.sub(r"<style>.*</style>", "", page, flags=re.DOTALL), name
    led = {one for page in pages(files).values() for one in links_of(page).leads}
    assert set(pages(files)) <= led


def finished(ruleset):
    day = running(ruleset, 4, swiss_rounds=2)
    day.play_swiss()
    day.finish()
    return day


def test_a_page_allows_its_own_style_and_nothing_else():
    page = pages(archived(with_a_cut()))["index.html"]
    style = re.search(r"<style>(.*)</style>", page, re.DOTALL)[1]
    digest = b64encode(sha256(style.encode()).digest()).decode()
    assert f"style-src 'sha256-{digest}'" in links_of(page).policy
    assert "default-src 'none'" in links_of(page).policy
    assert "url(" not in style
    assert "@import" not in style


def test_rounds_standings_bracket_and_record_are_there():
    day = with_a_cut()
    files = archived(day)
    ids = [one.id for one in day.event.rounds]
    expected = {f"{kind}-{one}.html" for kind in ("round", "after") for one in ids}
    expected |= {"index.html", "standings.html", "bracket.html", "record.html", "statistics.html"}
    assert set(pages(files)) == expected
    assert "<svg" in files["bracket.html"].decode()
    record = files["record.html"].decode()
    assert day.event.seed in record
    assert day.event.commitment in record
    assert day.desk.store.head("cup").hash.hex() in record
    first = files["round-1.1.html"].decode()
    assert day.event.rounds[0].games["1.1.1"].why[0].clause in first


def test_pictures_are_there_with_words_and_numbers_beside_them():
    page = archived(with_a_cut())["statistics.html"].decode()
    drawn = re.findall(r'<svg [^>]*role="img" aria-labelledby="(\S+) (\S+)"', page)
    assert len(drawn) >= 2
    for title, summary in drawn:
        assert re.search(rf'<title id="{title}">[^<]{{5,}}', page)
        assert re.search(rf'<desc id="{summary}">[^<]{{20,}}', page)
    assert page.count("<table>") == len(drawn)  # the same as numbers, for those who cannot see
    style = re.search(r"<style>(.*)</style>", page, re.DOTALL)[1]
    for name in set(re.findall(r"var\((--[a-z-]+)", style)):
        assert f"{name}:" in style, name  # a colour nobody defined would be black on black
    german = archived(with_a_cut(), "de")["statistics.html"].decode()
    assert '<html lang="de"' in german
    assert "Statistik" in german


@pytest.mark.parametrize("reveal", ["finish", "never"])
def test_told_factions_are_drawn_if_lists_are_revealed(reveal):
    day = Day("runewars", swiss_rounds=2, options={"lists.reveal": reveal})
    day.open_doors()
    for number, player in enumerate(day.register("Ana", "Bo"), 1):
        day.do(ChangePlayer(player, f"P{number}", number, faction="zzfaction"))
    day.begin()
    day.play_round()
    day.do(FinishEvent("enough"))
    text = "\n".join(body.decode() for body in archived(day).values())
    assert ("zzfaction" in text) is (reveal == "finish")


def test_prizes_are_there():
    day = with_a_cut()
    other = with_a_cut()
    other.do(AwardPrize("Best painted", "p3", "a vote"))
    assert "Best painted" not in archived(day)["index.html"].decode()
    assert "Best painted: Player 3" in archived(other)["index.html"].decode()


def test_digests_are_those_of_the_files():
    files = archived(with_a_cut())
    lines = dict(line.split("  ")[::-1] for line in files[DIGESTS].decode().splitlines())
    assert lines == {
        name: sha256(body).hexdigest() for name, body in files.items() if name != DIGESTS
    }


def test_the_same_event_is_the_same_archive_everywhere(monkeypatch):
    day = with_a_cut()
    files = archived(day)
    first = archive_zip(RENDERER, view_of(day), day.desk, "en")
    day.clock.move(minutes=12_345)
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    time.tzset()
    try:
        assert archived(day) == files
        assert archive_zip(RENDERER, view_of(day), day.desk, "en") == first
    finally:
        monkeypatch.undo()
        time.tzset()
    assert first == packed(dict(reversed(files.items())), "cup")


def test_the_tournament_file_in_it_draws_the_same_lots():
    day = with_a_cut()
    raw = archived(day)["data/cup.tiltyard.json"]
    assert read_tournament(decode(raw)).seed == day.event.seed
    found = findings(read_tournament(decode(raw)), day.document)
    assert [one.code for one in found if one.severity == "error"] == []


def test_an_unfinished_event_has_no_archive():
    day = running(players=4)
    with refuses(Refused, code="archive-needs-finished-event"):
        archived(day)


def test_names_are_as_their_owners_like():
    day = Day("xwing-dogfight", swiss_rounds=2)
    day.open_doors()
    hidden, short, *_ = day.register("Quentin Quill", "Rosa Reed", "Sam Stone", "Tove Twig")
    day.do(ChooseShownName(hidden, "number"), hidden)
    day.do(ChooseShownName(short, "initial"), short)
    day.begin()
    day.do(RecordIncident("other", (hidden,), "zzcanary", "zzcanary", None))
    day.play_swiss()
    day.finish()
    bundle = "\n".join(body.decode() for body in archived(day).values())
    for secret in ("Quentin", "Quill", "Reed", "zzcanary"):
        assert secret not in bundle
    for shown in ("Player 1", "Rosa R.", "Sam Stone"):
        assert shown in bundle


def test_hostile_names_stay_words():
    day = hostile()
    day.play_swiss()
    day.finish()
    for name, page in pages(archived(day)).items():
        assert HOSTILE[0] not in page, name  # its quotes are marked
    assert "<script" not in "".join(pages(archived(day)).values())


@pytest.mark.parametrize("reveal", ["finish", "never"])
def test_lists_are_there_if_they_are_revealed(reveal):
    day = Day("runewars", swiss_rounds=2, options={"lists.reveal": reveal})
    day.open_doors()
    for player in day.register("Ana", "Bo"):
        day.do(SubmitList(player, clean_list("runewars")), player)
    day.begin()
    day.play_round()
    day.do(FinishEvent("enough"))
    files = archived(day)
    text = "\n".join(body.decode() for body in files.values())
    assert ("lists.html" in files) is (reveal == "finish")
    assert ("Harrow Guard" in text) is (reveal == "finish")
    assert ("data/cup.lists.csv" in files) is (reveal == "finish")


# -------------------------------------------------------------------------------- the command


def run(*arguments):
    return CliRunner().invoke(group, [str(one) for one in arguments])


@pytest.fixture
def store(tmp_path):
    kept = SqliteStore(tmp_path / "day.db")
    for name in DEMO:
        kept.adopt(name, list(demo_store().read(name)))
    kept.close()
    return tmp_path / "day.db"


def test_the_command_packs_or_unfolds(store, tmp_path):
    place = tmp_path / "event.zip"
    assert run("export", "summer-disks", "--archive", place, "--store", store).exit_code == 0
    with zipfile.ZipFile(place) as bundle:
        assert bundle.testzip() is None
        inside = {name: bundle.read(name) for name in bundle.namelist()}
    assert all(name.startswith("summer-disks/") for name in inside)
    folder = tmp_path / "pages"
    run("export", "summer-disks", "--archive", folder, "--store", store)
    unfolded = {
        f"summer-disks/{file.relative_to(folder).as_posix()}": file.read_bytes()
        for file in folder.rglob("*")
        if file.is_file()
    }
    assert unfolded == inside
    piped = run("export", "summer-disks", "--as", "archive", "--store", store)
    assert piped.stdout_bytes == place.read_bytes()


def test_a_folder_that_holds_something_is_left_alone(tmp_path):
    (tmp_path / "mine.txt").write_text("mine")
    with refuses(Refused, code="demo-folder-there-already"):
        unfold({"a": b"b"}, tmp_path)
    assert [one.name for one in tmp_path.iterdir()] == ["mine.txt"]


@pytest.mark.parametrize(
    "form", ["listfortress", "listjuggler", "csv", "trf26", "ics", "tiltyard1"]
)
def test_every_form_is_written_to_the_screen_or_to_a_file(store, tmp_path, form):
    shown = run("export", "night-flight", "--as", form, "--store", store)
    assert shown.exit_code == 0
    assert shown.stdout_bytes
    file = tmp_path / "out"
    run("export", "night-flight", "--as", form, "-o", file, "--store", store)
    assert file.read_bytes() == shown.stdout_bytes


def test_what_is_lost_is_said_on_the_other_stream(store):
    result = run("export", "night-flight", "--as", "trf26", "--store", store)
    assert "note: Games have no colours" in result.stderr
    assert "note:" not in result.stdout


def test_a_table_may_be_chosen_and_marked(store):
    bare = run("export", "night-flight", "--as", "csv", "--table", "players", "--store", store)
    marked = run(
        "export", "night-flight", "--as", "csv", "--table", "players", "--bom", "--store", store
    )
    assert marked.stdout_bytes == b"\xef\xbb\xbf" + bare.stdout_bytes
    assert bare.stdout.startswith('"Number"')
    lists = run("export", "harbour-lights", "--as", "csv", "--table", "lists", "--store", store)
    assert lists.exit_code != 0


def test_a_workbook_goes_through_a_pipe(store):
    body = run("export", "night-flight", "--as", "xlsx", "--store", store).stdout_bytes
    assert zipfile.is_zipfile(io.BytesIO(body))


def test_public_means_public(store):
    text = run("export", "night-flight", "--public", "--store", store).stdout
    assert "seed" not in json.loads(text)
    assert all("affiliations" not in one for one in json.loads(text)["players"])
