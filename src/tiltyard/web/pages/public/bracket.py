"""The bracket as everybody sees it: who goes on, and nothing of what does not count yet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tiltyard.web.bracket_picture import bracket_picture

if TYPE_CHECKING:
    from tiltyard.service.desk import Desk
    from tiltyard.web.bracket_picture import BracketPicture
    from tiltyard.web.event_view import EventView


def bracket(view: EventView, desk: Desk) -> dict[str, Any]:
    """Return the bracket as a picture; none before anybody is in it."""
    return {"picture": public_bracket(view)}


def public_bracket(view: EventView) -> BracketPicture | None:
    """Return the picture with public names; every open game looks the same."""
    return bracket_picture(view, view.public_names, close=False)
