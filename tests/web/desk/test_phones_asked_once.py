"""How phones connect is asked once, at the first start on a network; the alarm stays while true."""

from __future__ import annotations

import pytest

from tests.web.hall import WebHall, text_of
from tiltyard.web.pages.account.joining import make_link

ALARM = "Players can't sign in on this network yet"


def opened(hall: WebHall) -> str:
    """Open the desk by a new link of the owner and return where that leads."""
    secret = make_link(hall.keyring, hall.clock.now(), "owner")
    browser = hall.browser()
    return str(browser.post(f"/j/{secret}", {"name": "Olga"}).headers["location"])


@pytest.mark.parametrize(
    ("settings", "asked"),
    [
        ({"plain_phones": False, "listens_on": "0.0.0.0"}, True),  # noqa: S104
        ({"plain_phones": False, "listens_on": "192.168.1.20"}, True),
        ({"plain_phones": False, "listens_on": "127.0.0.1"}, False),
        ({"plain_phones": True, "listens_on": "192.168.1.20"}, False),
    ],
)
def test_the_owner_is_asked_on_an_unencrypted_network_only(settings, asked):
    hall = WebHall(**settings)
    try:
        assert (opened(hall) == "/desk/phones") is asked
    finally:
        hall.close()


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("yes", "Players can sign in with their phones now."),
        ("no", "Phones only read from now on."),
    ],
)
def test_the_question_is_in_plain_words_and_asked_once(answer, said):
    hall = WebHall(plain_phones=False, listens_on="192.168.1.20")
    try:
        assert opened(hall) == "/desk/phones"
        owner = hall.browser(owner=True)
        page = text_of(owner.page("/desk/phones"))
        assert "How should phones connect?" in page
        assert "Recommended for a club night" in page
        assert "read along or report in a player's name" in page
        done = owner.post("/desk/server/plain-phones", {"allowed": answer, "next": "/desk"})
        assert done.headers["location"] == "/desk"
        assert said in text_of(owner.page("/desk"))
        assert opened(hall) == "/desk"
        assert hall.keyring.settled("plain_phones") == answer
    finally:
        hall.close()
