"""The routes of the desk up to the first draw: events, people, check-in, start, links, history."""

from __future__ import annotations

from tiltyard.web.desk.checking_in import check_everybody_in, check_in_page
from tiltyard.web.desk.creating import create, new_page
from tiltyard.web.desk.day import day_page, start_page, tell_all
from tiltyard.web.desk.details import describe, details_page
from tiltyard.web.desk.hall_tables import tables_page
from tiltyard.web.desk.history import history_page
from tiltyard.web.desk.importing_page import import_file, import_page
from tiltyard.web.desk.links import links_page, make_links
from tiltyard.web.desk.my_events import my_events
from tiltyard.web.desk.people import enter_list, people_page
from tiltyard.web.desk.pictures import picture
from tiltyard.web.desk.staff_page import invite, staff_page
from tiltyard.web.routes import Route

PEOPLE_ROUTES: tuple[Route, ...] = (
    Route("GET", "/desk", "signed_in", my_events),
    Route("GET", "/desk/new", "creator", new_page),
    Route("POST", "/desk/new", "creator", create),
    Route("GET", "/desk/import", "creator", import_page),
    Route("POST", "/desk/import", "creator", import_file, upload=True),
    Route("GET", "/e/{event}/desk", "staff", day_page),
    Route("POST", "/e/{event}/desk/tell", "floor", tell_all),
    Route("GET", "/e/{event}/desk/start", "staff", start_page),
    Route("GET", "/e/{event}/desk/details", "organizer", details_page),
    Route("POST", "/e/{event}/desk/details", "organizer", describe),
    Route("GET", "/e/{event}/desk/people", "floor", people_page),
    Route("POST", "/e/{event}/desk/people", "floor", enter_list, upload=True),
    Route("GET", "/e/{event}/desk/staff", "staff", staff_page),
    Route("POST", "/e/{event}/desk/staff", "organizer", invite),
    Route("GET", "/e/{event}/desk/check-in", "floor", check_in_page),
    Route("POST", "/e/{event}/desk/check-in", "floor", check_everybody_in),
    Route("GET", "/e/{event}/desk/tables", "floor", tables_page),
    Route("GET", "/e/{event}/desk/links", "floor", links_page),
    Route("POST", "/e/{event}/desk/links", "floor", make_links),
    Route("GET", "/e/{event}/desk/qr.svg", "staff", picture),
    Route("GET", "/e/{event}/desk/history", "staff", history_page),
)
