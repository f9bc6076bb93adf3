"""The desk from the first draw to the last prize."""

from __future__ import annotations

from tiltyard.web.desk.counting import count_page
from tiltyard.web.desk.cut_page import cut_page
from tiltyard.web.desk.drawn_round import swap_cost
from tiltyard.web.desk.finish_page import export_file, finish_page
from tiltyard.web.desk.match_page import match_page
from tiltyard.web.desk.paper_entry import enter_papers, paper_entry_page
from tiltyard.web.desk.paper_round import paper_round_page, write_pairings
from tiltyard.web.desk.player_page import player_page
from tiltyard.web.desk.published_page import published_page
from tiltyard.web.desk.results_page import enter_line, results_page
from tiltyard.web.desk.round_page import round_page
from tiltyard.web.desk.standings_page import standings_page
from tiltyard.web.routes import Route

ROUND_ROUTES: tuple[Route, ...] = (
    Route("GET", "/e/{event}/desk/round", "floor", round_page),
    Route("POST", "/e/{event}/desk/round/cost", "floor", swap_cost),
    Route("GET", "/e/{event}/desk/results", "staff", results_page),
    Route("POST", "/e/{event}/desk/entry", "staff", enter_line),
    Route("GET", "/e/{event}/desk/paper-entry", "staff", paper_entry_page),
    Route("POST", "/e/{event}/desk/paper-entry", "staff", enter_papers),
    Route("GET", "/e/{event}/desk/paper-round", "floor", paper_round_page),
    Route("POST", "/e/{event}/desk/paper-round", "floor", write_pairings),
    Route("GET", "/e/{event}/desk/match/{match}", "staff", match_page),
    Route("GET", "/e/{event}/desk/match/{match}/count", "staff", count_page),
    Route("GET", "/e/{event}/desk/standings", "staff", standings_page),
    Route("GET", "/e/{event}/desk/published", "staff", published_page),
    Route("GET", "/e/{event}/desk/player/{player}", "staff", player_page),
    Route("GET", "/e/{event}/desk/cut", "floor", cut_page),
    Route("GET", "/e/{event}/desk/finish", "floor", finish_page),
    Route("GET", "/e/{event}/desk/export.json", "organizer", export_file),
)
