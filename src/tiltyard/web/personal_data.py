"""Everything about one person as a file, for an organizer or for the person."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from litestar import MediaType

from tiltyard.service.forgetting import everything_about
from tiltyard.web.errors import NotFound

if TYPE_CHECKING:
    from tiltyard.engine.tournament import PersonId
    from tiltyard.web.request import Asked, Reply


def data_file(asked: Asked, person: PersonId) -> Reply:
    """Give whoever asks everything about a person that they may read."""
    event = asked.view.event
    if person not in event.people:
        raise NotFound("nobody-with-data")
    found = everything_about(asked.site.desk, event.id, person, asked.me)
    text = json.dumps(found, ensure_ascii=False, indent=2)
    headers = {"content-disposition": f'attachment; filename="{event.id}-{person}.json"'}
    return asked.reply(text, media_type=MediaType.JSON, headers=headers)


def my_data(asked: Asked) -> Reply:
    """Give somebody everything about themselves that is theirs to read."""
    return data_file(asked, asked.me)
