"""The fairness report as everybody reads it, with public names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tiltyard.text.fairness import said_figure
from tiltyard.views.fairness import fairness_rows

if TYPE_CHECKING:
    from tiltyard.service.desk import Desk
    from tiltyard.web.event_view import EventView


def fairness_report(view: EventView, desk: Desk) -> dict[str, Any]:
    """Return every figure in words; reasons of changes by hand are in the audit log as well."""
    return {"figures": [said_figure(row, view.public_names) for row in fairness_rows(view)]}
