"""Forms without scripts: pressed twice they count once, and nobody overwrites what they missed."""

from __future__ import annotations

import re

import pytest

from tests.web.desk.desks import WebDesk, hidden_value
from tests.web.hall import text_of


@pytest.fixture(scope="module")
def desk():
    made = WebDesk()
    yield made
    made.hall.close()


def test_every_form_has_a_key_of_its_own_so_that_a_double_press_counts_once(desk):
    event = desk.opened("Pressed Twice", players=2)
    page = f"/e/{event}/desk/check-in"
    keys = re.findall(r'name="key" value="([^"]*)"', desk.owner.page(page))
    assert len(keys) > 2
    assert all(keys)
    again = re.findall(r'name="key" value="([0-9a-f]{24})"', desk.owner.page(page))
    assert again
    assert not set(again) & set(keys)
    form = desk.owner.page(f"/e/{event}/desk/staff")
    key = hidden_value(form, "key", f"/e/{event}/do/appoint-staff")
    fields = {"role": "marshal", "name": "Mara", "key": key, "next": page}
    for _ in range(2):
        assert desk.post(f"/e/{event}/do/appoint-staff", fields).status_code == 303
    assert [one.role for one in desk.hall.desk.event(event).staff].count("marshal") == 1
    assert "nothing was counted twice" in desk.text(page)


def test_nobody_overwrites_details_they_have_not_seen(desk):
    event = desk.create("Two Tabs")
    page = f"/e/{event}/desk/details"
    html = desk.owner.page(page)
    seen = {"shown": hidden_value(html, "shown"), "key": hidden_value(html, "key")}
    form = {"name": "Two Tabs", "date": "2026-11-14", "structure": "basic"}
    desk.owner.do(event, "appoint-staff", role="marshal", name="Mara")
    for _ in range(2):  # pressed twice
        assert desk.post(page, {**form, **seen, "venue": "Barn"}).status_code == 303
    for _ in range(2):  # the other tab; the form that is shown again knows no better
        late = desk.post(page, {**form, "shown": seen["shown"], "contact": "Olga"})
        assert late.status_code == 422
        assert "The details have changed since" in text_of(late.text)
        assert hidden_value(late.text, "shown") == seen["shown"]
    details = desk.hall.desk.event(event).details
    assert (details.venue, details.contact) == ("Barn", "")
    fresh = {"shown": hidden_value(desk.owner.page(page), "shown"), "venue": "Barn"}
    assert desk.post(page, {**form, **fresh, "contact": "Olga"}).status_code == 303
