"""Personal data at the desk: a file of what is known about somebody, and forgetting people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.day.people import ForgetPeople, ForgetPerson, who_can_be_forgotten
from tiltyard.service.forgetting import copies_beside, still_named
from tiltyard.web.pages.desk.frame import desk_page, may
from tiltyard.web.personal_data import data_file

if TYPE_CHECKING:
    from tiltyard.web.request import Asked, Reply


def personal_data_page(asked: Asked) -> Reply:
    """Show whose data can be downloaded or erased."""
    event = asked.view.event
    people, chosen = who_can_be_forgotten(event), asked.query.text("person")
    return desk_page(
        asked,
        "desk/personal_data.html",
        people=[(person, asked.view.name(person)) for person in people],
        everybody=people,
        chosen=chosen,
        named=still_named(asked.site.desk, event.id, chosen, event.people.get(chosen, "")),
        can={act.NAME: may(asked, act.NAME) for act in (ForgetPerson, ForgetPeople)},
        over=event.phase in {"finished", "archived"},
        forgotten=len(event.forgotten),
        copies=copies_beside(asked.site.desk.store) if asked.visitor.is_owner else (),
    )


def data_of_a_person(asked: Asked) -> Reply:
    """Give an organizer everything about a person that the organizer may read."""
    return data_file(asked, asked.query.text("person"))
