"""Events of other programs have the same public pages as ours."""

import pytest

from tests.formats.foreign.samples import SAMPLES
from tests.web.hall import WebHall
from tests.web.public.crawled import addresses
from tiltyard.service.foreign_importing import apply_import, preview_import


@pytest.mark.parametrize("kind", SAMPLES)
def test_every_public_page_of_an_imported_event_is_there(kind):
    hall = WebHall()
    preview = preview_import(SAMPLES[kind])
    apply_import(hall.desk, preview, "brought")

    browser = hall.browser()
    pages = [browser.page(path) for path in addresses(hall, "brought")]
    hall.close()

    shown = "".join(pages)
    assert all(player.name.split()[0] in shown for player in preview.tournament.players)
