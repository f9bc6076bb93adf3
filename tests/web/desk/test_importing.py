"""Events of other programs at the desk: looked at first, then made an event once, or not at all."""

from __future__ import annotations

import json

import pytest

from tests.formats.foreign.samples import SAMPLES
from tests.web.desk.desks import WebDesk, hidden_value
from tests.web.hall import text_of
from tiltyard.service import importing
from tiltyard.store.keyring import Account
from tiltyard.web.pages.desk import importing_page
from tiltyard.web.security.visitors import begin_session

IMPORT = "/desk/import"
_PART = b'Content-Disposition: form-data; name="text"\r\n'


@pytest.fixture
def desk():
    made = WebDesk()
    yield made
    made.hall.close()


def upload(browser, data, name="file.json", **fields):
    """Send a file as a browser without a script does."""
    sent = {"form_token": browser.form_token(), **fields}
    return browser.client.post(
        IMPORT, data=sent, files={"file": (name, data)}, follow_redirects=False
    )


def apply(browser, preview, **changes):
    assert preview.status_code == 200, text_of(preview.text)[:500]
    fields = {
        name: hidden_value(preview.text, name, 'name="step"')
        for name in ("step", "file_name", "ruleset", "kept", "name", "organizer")
        if f'name="{name}" value' in preview.text
    }
    fields["key"] = hidden_value(preview.text, "key")
    fields |= {"name": "Old Cup", "organizer": "Olga", **changes}
    return browser.post(IMPORT, fields), fields


# ---------------------------------------------------------------------------- what is shown


@pytest.mark.parametrize("kind", SAMPLES)
def test_every_kind_of_file_is_shown_then_made_an_event_once(desk, kind):
    before = desk.hall.desk.events()
    preview = upload(desk.owner, SAMPLES[kind])
    assert "What it would become" in text_of(preview.text)
    assert desk.hall.desk.events() == before
    answer, fields = apply(desk.owner, preview)
    assert answer.status_code == 303, text_of(answer.text)[:500]
    again = desk.owner.post(IMPORT, fields)
    assert again.headers["location"] == answer.headers["location"]
    (event,) = set(desk.hall.desk.events()) - set(before)
    found = desk.hall.desk.event(event)
    assert found.details.name == "Old Cup"
    assert found.people[desk.hall.organizer_of(event)] == "Olga"
    assert desk.owner.get(answer.headers["location"]).status_code == 200


def test_an_import_is_carried_out_once_for_the_preview_and_once_for_the_act(desk, monkeypatch):
    made = []
    facts_of_file = importing.facts_of_file
    monkeypatch.setattr(
        importing, "facts_of_file", lambda *a, **k: made.append(a[2]) or facts_of_file(*a, **k)
    )
    preview = upload(desk.owner, next(iter(SAMPLES.values())))
    assert ["trial"] == made

    answer, _ = apply(desk.owner, preview)

    assert (303, ["trial", "old-cup"]) == (answer.status_code, made)


def test_the_organizer_is_whoever_imports_it(desk):
    keyring, now = desk.hall.keyring, desk.hall.clock.now()
    keyring.add_account(Account("creator", "Cleo", may_create=True))
    browser = desk.hall.browser()
    browser.client.cookies.set(browser.cookie, begin_session(keyring, now, account="creator"))
    answer, _ = apply(browser, upload(browser, SAMPLES["listjuggler"]))
    assert answer.status_code == 303
    assert browser.get("/e/old-cup/desk/details").status_code == 200
    second, _ = apply(browser, upload(browser, SAMPLES["tome"]))
    assert second.headers["location"].startswith("/e/old-cup-2/desk")


def test_numbers_that_differ_are_shown_before_and_afterwards(desk):
    document = json.loads(SAMPLES["listjuggler"])
    player = document["players"][0]
    player["score"] = 77
    preview = upload(desk.owner, json.dumps(document).encode())
    text = text_of(preview.text)
    assert "other numbers were published" in text
    assert f"{player['name']} tournament points 77" in text
    answer, _ = apply(desk.owner, preview)
    assert answer.headers["location"].endswith("/desk/published")
    kept = text_of(desk.owner.page(answer.headers["location"]))
    assert f"{player['name']} tournament points 77" in kept
    event = answer.headers["location"].split("/")[2]
    assert f"/e/{event}/desk/published" in desk.owner.page(f"/e/{event}/desk/finish")


def test_an_event_of_our_own_has_no_published_numbers(desk):
    event = desk.create("Fresh")
    text = text_of(desk.owner.page(f"/e/{event}/desk/published"))
    assert "No numbers of another program" in text
    assert "/desk/published" not in desk.owner.page(f"/e/{event}/desk/finish")


def test_a_table_of_players_needs_its_rules(desk):
    table = b"Name,Club\nAnna Berg,Iron Dice\nBen Carter,\n"
    answer = upload(desk.owner, table, "players.csv")
    assert answer.status_code == 422
    assert "doesn't say which game they play" in text_of(answer.text)
    preview = upload(desk.owner, table, "players.csv", ruleset="armada@1.0.1")
    done, _ = apply(desk.owner, preview, name="From a table")
    assert done.status_code == 303
    found = desk.hall.desk.event("from-a-table").entrants.values()
    assert [one.name for one in found] == ["Anna Berg", "Ben Carter"]


def test_a_pasted_text_works_without_a_file(desk):
    answer = desk.owner.post(IMPORT, {"text": SAMPLES["listjuggler"].decode()})
    assert "What it would become" in text_of(answer.text)


# ---------------------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "You haven't chosen a file"),
        (b"hello", "We don't know what this file is."),
        (b'{"tournament": {}}', "holds no tournament"),
        (b"\x00\xff\xfe\x01" * 50, ""),
        (b"[" * 5000, ""),
        (SAMPLES["tome"][:200], ""),
    ],
)
def test_a_file_that_cannot_be_read_changes_nothing_and_says_why(desk, data, says):
    answer = upload(desk.owner, data)
    assert answer.status_code == 422, text_of(answer.text)[:300]
    text = text_of(answer.text)
    assert says in text
    assert "Nothing was saved." in text
    assert desk.hall.desk.events() == ()


def test_a_file_has_an_end(desk, monkeypatch):
    sample = SAMPLES["listjuggler"]
    monkeypatch.setattr(importing_page, "LARGEST_FILE", len(sample))
    assert upload(desk.owner, sample).status_code == 200
    too_large = upload(desk.owner, sample + b" ")
    assert too_large.status_code == 422
    assert "The file is too large." in text_of(too_large.text)
    pasted = desk.owner.post(IMPORT, {"text": sample.decode() + " "})
    assert "The file is too large." in text_of(pasted.text)


def test_one_file_at_a_time(desk):
    files = [("file", ("a.json", SAMPLES["tome"])), ("file", ("b.json", SAMPLES["tome"]))]
    sent = {"form_token": desk.owner.form_token()}
    answer = desk.owner.client.post(IMPORT, data=sent, files=files, follow_redirects=False)
    assert answer.status_code == 422
    assert "More than one file" in text_of(answer.text)


@pytest.mark.parametrize("kept", ["not base64!", "e30"])
def test_what_comes_back_from_the_preview_is_read_anew(desk, kept):
    answer = desk.owner.post(
        IMPORT, {"step": "apply", "kept": kept, "name": "X", "organizer": "O", "key": "k"}
    )
    assert answer.status_code in {400, 422}
    assert desk.hall.desk.events() == ()


def test_a_name_is_asked_for_and_the_preview_stays(desk):
    preview = upload(desk.owner, SAMPLES["listjuggler"])
    answer, _ = apply(desk.owner, preview, name="  ")
    assert answer.status_code == 422
    assert "What it would become" in text_of(answer.text)
    assert desk.hall.desk.events() == ()


def test_files_are_taken_from_our_own_forms_only(desk):
    sent = {"form_token": "x" * 40}
    files = {"file": ("a.json", SAMPLES["tome"])}
    foreign = desk.owner.client.post(IMPORT, data=sent, files=files, follow_redirects=False)
    assert foreign.status_code == 403
    token = {"form_token": desk.owner.form_token(), "ruleset": "armada"}
    elsewhere = desk.owner.client.post("/desk/new", data=token, files=files, follow_redirects=False)
    assert elsewhere.status_code == 403  # that page takes no files, so it read no form


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("multipart/form-data; boundary=x", b"--x\r\nnothing"),
        ("multipart/form-data", b"--x--"),
        (
            "multipart/form-data; boundary=x",
            b"--x\r\n" + _PART + b"Content-Type: text/plain; charset=x\r\n\r\n\xff\r\n--x--\r\n",
        ),
        (
            "multipart/form-data; boundary=x",
            b"--x\r\n" + _PART + b"\r\n\xff\xff\r\n--x--\r\n",
        ),
    ],
)
def test_a_damaged_upload_is_refused_quietly(desk, kind, body):
    answer = desk.owner.client.post(
        IMPORT, content=body, headers={"content-type": kind}, follow_redirects=False
    )
    assert answer.status_code in {400, 403}


# ---------------------------------------------------------------------------- players of an event


def test_a_table_of_players_says_what_its_columns_were_taken_for(desk):
    event = desk.create("Registered by a file")
    desk.owner.do(event, "announce-event")
    page = f"/e/{event}/desk/people"
    table = "Vorname;Name;Verein;Telefon\nJörg;Müller;SV Ost;555\n".encode("windows-1252")
    sent = {"form_token": desk.owner.form_token(), "names": ""}
    preview = desk.owner.client.post(
        page, data=sent, files={"file": ("field.csv", table)}, follow_redirects=False
    )
    text = text_of(preview.text)
    assert "Vorname: first name · Name: last name" in text
    assert "Telefon: kept as a note for the leaders" in text
    assert "Jörg Müller" in text
    assert "Telefon: 555" in text
    assert not desk.hall.desk.event(event).entrants
    kept = {
        "step": "register",
        "key": hidden_value(preview.text, "key", 'id="preview"'),
        "names": table.decode("windows-1252"),
        "line": "2",
    }
    assert desk.post(page, kept).status_code == 303
    (player,) = desk.hall.desk.event(event).entrants.values()
    assert {"Telefon": "555"} == player.notes
    shown = text_of(desk.text(f"/e/{event}/desk/player/{player.id}"))
    assert "Telefon 555" in shown
    assert (player.name, player.affiliations) == ("Jörg Müller", ("SV Ost",))


def test_an_event_of_players_shows_first_what_its_columns_are_taken_for(desk):
    table = b"Name,Phone,Phone,Table\nAna,1,2,near the door\nBo,,,\n"
    sent = {"form_token": desk.owner.form_token(), "ruleset": "armada"}
    preview = desk.owner.client.post(
        IMPORT, data=sent, files={"file": ("field.csv", table)}, follow_redirects=False
    )
    text = text_of(preview.text)
    assert "Columns: Name: name · Phone: kept as a note for the leaders" in text
    assert "Phone (2): kept as a note for the leaders · Table: fixed table" in text
    assert "is no number and was kept as a note." in text
