"""The site as an app: manifest, icons, service worker; and where a judge begins."""

from __future__ import annotations

from tests.web.phone.phones import CUP, ME, phones_in_round


def test_an_event_can_be_installed_and_opens_with_the_own_page():
    phones = phones_in_round()
    browser = phones.hall.browser()
    assert f'<link rel="manifest" href="/e/{CUP}/app.webmanifest">' in phones.phone("p2").page(ME)
    answer = browser.get(f"/e/{CUP}/app.webmanifest")
    assert answer.headers["content-type"].startswith("application/manifest+json")
    said = answer.json()
    assert (said["start_url"], said["display"]) == (ME, "standalone")
    for icon in said["icons"]:
        picture = browser.get(icon["src"])
        assert picture.headers["content-type"] == "image/png"
        assert picture.content.startswith(b"\x89PNG")


def test_the_worker_knows_where_the_files_of_this_version_are():
    phones = phones_in_round()
    answer = phones.hall.browser().get("/worker.js")
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.text.startswith(f'const ROOT = "{phones.hall.site.assets.root}";')
