"""All routes of the desk, from setting up to the last prize."""

from __future__ import annotations

from tiltyard.web.pages.desk.advice_page import advice_page
from tiltyard.web.pages.desk.checking_in import check_everybody_in, check_in_page
from tiltyard.web.pages.desk.creating import create, describe, details_page, new_page
from tiltyard.web.pages.desk.cut_page import cut_page
from tiltyard.web.pages.desk.day_page import begin, day_page, start_page, tell_all
from tiltyard.web.pages.desk.draw_page import swap_cost
from tiltyard.web.pages.desk.find_page import find_page
from tiltyard.web.pages.desk.finish_page import export_file, finish_page
from tiltyard.web.pages.desk.floor_page import accept_reports
from tiltyard.web.pages.desk.history_page import history_page
from tiltyard.web.pages.desk.importing_page import import_file, import_page, published_page
from tiltyard.web.pages.desk.links_page import links_page, make_links, picture
from tiltyard.web.pages.desk.list_matters_page import list_matters_page
from tiltyard.web.pages.desk.list_page import check_amendment_page, list_page
from tiltyard.web.pages.desk.lists_page import lists_page
from tiltyard.web.pages.desk.match_page import count_page, match_page
from tiltyard.web.pages.desk.my_events import my_events
from tiltyard.web.pages.desk.notices_page import notices_page
from tiltyard.web.pages.desk.paper_entry import enter_papers, paper_entry_page
from tiltyard.web.pages.desk.paper_round import paper_round_page, write_pairings
from tiltyard.web.pages.desk.people_page import decide_waiting, do_several, enter_list, people_page
from tiltyard.web.pages.desk.personal_data_page import data_of_a_person, personal_data_page
from tiltyard.web.pages.desk.player_page import player_page
from tiltyard.web.pages.desk.rehearsal_page import rehearsal_page, rehearse
from tiltyard.web.pages.desk.results_page import enter_line, look_at_line, results_page
from tiltyard.web.pages.desk.round_page import round_page, tables_page
from tiltyard.web.pages.desk.rules_page import (
    bring_ruleset,
    keep_rules,
    library_page,
    new_rules,
    ruleset_file,
    ruleset_page,
    ruleset_pdf,
    try_rules,
)
from tiltyard.web.pages.desk.scores_page import scores_page
from tiltyard.web.pages.desk.staff_page import invite, staff_page
from tiltyard.web.pages.desk.standings_page import standings_page
from tiltyard.web.routes import Route

# ------------------------------------------------------------------------------
# The routes of the desk about army lists.

LIST_ROUTES: tuple[Route, ...] = (
    Route("GET", "/e/{event}/desk/lists", "staff", lists_page),
    Route("GET", "/e/{event}/desk/lists/{player}", "staff", list_page),
    Route("POST", "/e/{event}/desk/lists/{player}", "staff", check_amendment_page),
    Route("GET", "/e/{event}/desk/list-matters", "staff", list_matters_page),
)


# ------------------------------------------------------------------------------
# The routes of the desk up to the first draw: events, people, check-in, start, links, history.

PEOPLE_ROUTES: tuple[Route, ...] = (
    Route("GET", "/desk", "signed_in", my_events),
    Route("GET", "/desk/new", "creator", new_page),
    Route("GET", "/desk/advice", "creator", advice_page, queue="made"),
    Route("GET", "/desk/rules", "creator", library_page),
    Route("POST", "/desk/rules", "creator", keep_rules),
    Route("GET", "/desk/rules/new", "creator", new_rules),
    Route("POST", "/desk/rules/try", "creator", try_rules, queue="made"),
    Route("POST", "/desk/rules/bring", "creator", bring_ruleset, upload=True),
    Route("GET", "/desk/rules/{ruleset}", "creator", ruleset_page),
    Route("GET", "/desk/rules/{ruleset}/file", "creator", ruleset_file),
    Route("GET", "/desk/rules/{ruleset}/sheet.pdf", "creator", ruleset_pdf, queue="made"),
    Route("POST", "/desk/new", "creator", create),
    Route("GET", "/desk/import", "creator", import_page),
    Route("POST", "/desk/import", "creator", import_file, upload=True),
    Route("GET", "/e/{event}/desk", "staff", day_page),
    Route("POST", "/e/{event}/desk/tell", "floor", tell_all),
    Route("POST", "/e/{event}/desk/begin", "floor", begin),
    Route("GET", "/e/{event}/desk/start", "staff", start_page),
    Route("GET", "/e/{event}/desk/details", "organizer", details_page),
    Route("POST", "/e/{event}/desk/details", "organizer", describe),
    Route("GET", "/e/{event}/desk/people", "floor", people_page),
    Route("POST", "/e/{event}/desk/people", "floor", enter_list, upload=True),
    Route("POST", "/e/{event}/desk/several", "floor", do_several),
    Route("POST", "/e/{event}/desk/waiting", "floor", decide_waiting),
    Route("GET", "/e/{event}/desk/staff", "staff", staff_page),
    Route("POST", "/e/{event}/desk/staff", "organizer", invite),
    Route("GET", "/e/{event}/desk/check-in", "floor", check_in_page),
    Route("POST", "/e/{event}/desk/check-in", "floor", check_everybody_in),
    Route("GET", "/e/{event}/desk/tables", "floor", tables_page),
    Route("GET", "/e/{event}/desk/links", "floor", links_page),
    Route("POST", "/e/{event}/desk/links", "floor", make_links),
    Route("GET", "/e/{event}/desk/qr.svg", "staff", picture),
    Route("GET", "/e/{event}/desk/history", "staff", history_page),
    Route("GET", "/e/{event}/desk/find", "staff", find_page),
    Route("GET", "/e/{event}/desk/rehearsal", "organizer", rehearsal_page),
    Route("POST", "/e/{event}/desk/rehearsal", "organizer", rehearse),
    Route("GET", "/e/{event}/desk/announcements", "staff", notices_page),
)


# ------------------------------------------------------------------------------
# The desk from the first draw to the last prize.

ROUND_ROUTES: tuple[Route, ...] = (
    Route("GET", "/e/{event}/desk/round", "floor", round_page),
    Route("POST", "/e/{event}/desk/round/cost", "floor", swap_cost),
    Route("GET", "/e/{event}/desk/results", "staff", results_page),
    Route("POST", "/e/{event}/desk/entry", "staff", enter_line),
    Route("POST", "/e/{event}/desk/entry/look", "staff", look_at_line),
    Route("POST", "/e/{event}/desk/accept-reports", "staff", accept_reports),
    Route("GET", "/e/{event}/desk/paper-entry", "staff", paper_entry_page),
    Route("POST", "/e/{event}/desk/paper-entry", "staff", enter_papers),
    Route("GET", "/e/{event}/desk/paper-round", "floor", paper_round_page),
    Route("POST", "/e/{event}/desk/paper-round", "floor", write_pairings),
    Route("GET", "/e/{event}/desk/match/{match}", "staff", match_page),
    Route("GET", "/e/{event}/desk/match/{match}/count", "staff", count_page),
    Route("GET", "/e/{event}/desk/standings", "staff", standings_page),
    Route("GET", "/e/{event}/desk/scores", "staff", scores_page),
    Route("GET", "/e/{event}/desk/published", "staff", published_page),
    Route("GET", "/e/{event}/desk/personal-data", "organizer", personal_data_page),
    Route("GET", "/e/{event}/desk/personal-data.json", "organizer", data_of_a_person),
    Route("GET", "/e/{event}/desk/player/{player}", "staff", player_page),
    Route("GET", "/e/{event}/desk/cut", "floor", cut_page),
    Route("GET", "/e/{event}/desk/finish", "floor", finish_page),
    Route("GET", "/e/{event}/desk/export.json", "organizer", export_file),
)


# ------------------------------------------------------------------------------
# All routes of the desk.

ROUTES: tuple[Route, ...] = (*PEOPLE_ROUTES, *LIST_ROUTES, *ROUND_ROUTES)
