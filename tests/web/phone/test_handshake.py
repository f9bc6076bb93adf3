"""The handshake of a slip: shown as a code, read from the other side, confirmed once."""

from __future__ import annotations

import re
from html import unescape

import pytest

from tests.web.hall import text_of
from tests.web.phone.phones import CUP, ME, as_reported, phones_in_round
from tiltyard.web.pages.phone.handshake import address_of


def sides(phones, player="p2"):
    return phones.day.game_of(player), player, phones.day.opponent(player)


def form_of(page: str) -> tuple[str, dict[str, str]]:
    form = re.search(
        r'<form method="post" action="([^"]+)" data-outbox(.*?)</form>', page, re.DOTALL
    )
    fields = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form[2])
    return form[1], {name: unescape(value) for name, value in fields}


@pytest.mark.parametrize("arrived", [True, False], ids=["the report is here", "it still waits"])
def test_a_report_that_was_scanned_is_read_from_the_own_side_and_counts_once(arrived):
    phones = phones_in_round("armada")
    game, me, other = sides(phones)
    mine = as_reported(game.id, me, 200, 25)
    slip = phones.day.slip(200, 25) if game.players[0] == me else phones.day.slip(25, 200)
    if arrived:
        phones.does(me, "report-result", **mine)
        assert "Show QR" in phones.reads(me)
        assert 'class="qr" src="data:image/svg+xml' in phones.phone(me).page(f"{ME}/slip")
    page = phones.phone(other).page(address_of(CUP, game, me, slip))
    assert "You lose 25–200 · 2 TP" in text_of(page)
    action, fields = form_of(page)
    assert action.endswith("confirm-result" if arrived else "report-result")
    assert phones.phone(other).post(action, fields).status_code == 303
    if not arrived:  # the outbox of the one who reported gets through later
        phones.does(me, "report-result", **mine, instead_of="none")
    assert "Confirmed You win 200–25" in phones.reads(me)
    assert "Confirmed You lose 25–200" in phones.reads(other)


def test_only_the_opponent_confirms_and_nothing_odd_is_taken():
    phones = phones_in_round("armada")
    game, me, other = sides(phones)
    stranger = next(player for player in phones.day.active() if player not in game.players)
    address = address_of(CUP, game, me, phones.day.slip(200, 25))
    assert phones.phone(stranger).get(address).status_code == 404
    assert phones.hall.browser().get(address).status_code in {303, 403}
    wrong = address.replace("score.0=200", "score.0=9999").replace("score.0=25", "score.0=9999")
    assert phones.phone(other).get(wrong).status_code == 422
    assert "Report your result first." in phones.reads(me, f"{ME}/slip")
