"""Who may come where: a second table, written by hand, that the routes are compared with.

A route that is not here fails the build, and so does a row without a route.
"""

from __future__ import annotations

ROLES = {
    "organizer": {"organizer", "second_organizer"},
    "floor": {"organizer", "second_organizer", "marshal", "referee", "scorekeeper"},
    "leader": {"organizer", "second_organizer", "marshal", "judge", "referee"},
    "staff": {"organizer", "second_organizer", "marshal", "judge", "referee", "scorekeeper"},
}
"""What each audience means, in roles."""

LEADERS_BESIDES = {"middle-earth": {"scorekeeper"}}
"""Roles that one document counts among its leaders, and others do not."""

PAGES = {
    # ------------------------------------------------------------ everybody
    ("GET", "/"): "everybody",
    ("GET", "/language/{code}"): "everybody",
    ("GET", "/e/{event}"): "everybody",
    ("GET", "/e/{event}/pairings"): "everybody",
    ("GET", "/e/{event}/tables"): "everybody",
    ("GET", "/e/{event}/standings"): "everybody",
    ("GET", "/e/{event}/bracket"): "everybody",
    ("GET", "/e/{event}/missing"): "everybody",
    ("GET", "/e/{event}/record"): "everybody",
    ("GET", "/e/{event}/rules"): "everybody",
    ("GET", "/e/{event}/rounds/{round}"): "everybody",
    ("GET", "/e/{event}/screen"): "everybody",
    ("GET", "/e/{event}/embed"): "everybody",
    ("GET", "/e/{event}/files"): "everybody",
    ("GET", "/e/{event}/files/{name}"): "everybody",
    ("GET", "/schemas/{name}"): "everybody",
    ("GET", "/e/{event}/statistics"): "everybody",
    ("GET", "/e/{event}/lists"): "everybody",
    ("GET", "/e/{event}/lists/{player}"): "everybody",
    ("GET", "/e/{event}/lists/{player}/text"): "everybody",
    ("GET", "/e/{event}/lists/{player}/file"): "everybody",
    # ------------------------------------------------------------ coming in
    ("GET", "/j/{secret}"): "everybody",
    ("POST", "/j/{secret}"): "everybody",
    ("GET", "/claim"): "everybody",
    ("POST", "/claim"): "everybody",
    ("GET", "/e/{event}/claim"): "everybody",
    ("POST", "/e/{event}/claim"): "everybody",
    ("GET", "/e/{event}/register"): "everybody",
    ("POST", "/e/{event}/register"): "everybody",
    ("GET", "/sign-in"): "everybody",
    ("POST", "/sign-in"): "everybody",
    ("POST", "/sign-out"): "everybody",
    # ------------------------------------------------------------ one's own account
    ("GET", "/account"): "signed_in",
    ("POST", "/account/name"): "signed_in",
    ("POST", "/account/password"): "signed_in",
    ("POST", "/account/end"): "signed_in",
    ("POST", "/account/end-all"): "signed_in",
    # ------------------------------------------------------------ the server
    ("GET", "/desk/server"): "owner",
    ("POST", "/desk/server/invite"): "owner",
    ("POST", "/desk/server/remove"): "owner",
    ("POST", "/desk/server/plain-phones"): "owner",
    ("GET", "/desk"): "signed_in",
    ("GET", "/desk/new"): "creator",
    ("POST", "/desk/new"): "creator",
    ("GET", "/desk/import"): "creator",
    ("POST", "/desk/import"): "creator",
    # ------------------------------------------------------------ the desk
    ("GET", "/e/{event}/desk"): "staff",
    ("POST", "/e/{event}/desk/tell"): "floor",
    ("GET", "/e/{event}/desk/start"): "staff",
    ("GET", "/e/{event}/desk/details"): "organizer",
    ("POST", "/e/{event}/desk/details"): "organizer",
    ("GET", "/e/{event}/desk/people"): "floor",
    ("POST", "/e/{event}/desk/people"): "floor",
    ("GET", "/e/{event}/desk/staff"): "staff",
    ("POST", "/e/{event}/desk/staff"): "organizer",
    ("GET", "/e/{event}/desk/check-in"): "floor",
    ("POST", "/e/{event}/desk/check-in"): "floor",
    ("GET", "/e/{event}/desk/tables"): "floor",
    ("GET", "/e/{event}/desk/links"): "floor",
    ("POST", "/e/{event}/desk/links"): "floor",
    ("GET", "/e/{event}/desk/qr.svg"): "staff",
    ("GET", "/e/{event}/desk/history"): "staff",
    ("GET", "/e/{event}/desk/lists"): "staff",
    ("GET", "/e/{event}/desk/lists/{player}"): "staff",
    ("POST", "/e/{event}/desk/lists/{player}"): "staff",
    ("GET", "/e/{event}/desk/list-matters"): "staff",
    ("GET", "/e/{event}/desk/round"): "floor",
    ("POST", "/e/{event}/desk/round/cost"): "floor",
    ("GET", "/e/{event}/desk/results"): "staff",
    ("POST", "/e/{event}/desk/entry"): "staff",
    ("GET", "/e/{event}/desk/paper-entry"): "staff",
    ("POST", "/e/{event}/desk/paper-entry"): "staff",
    ("GET", "/e/{event}/desk/paper-round"): "floor",
    ("POST", "/e/{event}/desk/paper-round"): "floor",
    ("GET", "/e/{event}/desk/papers"): "staff",
    ("GET", "/e/{event}/print/{paper}"): "staff",
    ("POST", "/e/{event}/desk/badges"): "floor",
    ("GET", "/e/{event}/desk/published"): "staff",
    ("GET", "/e/{event}/desk/match/{match}"): "staff",
    ("GET", "/e/{event}/desk/standings"): "staff",
    ("GET", "/e/{event}/desk/player/{player}"): "staff",
    ("GET", "/e/{event}/desk/cut"): "floor",
    ("GET", "/e/{event}/desk/finish"): "floor",
    ("GET", "/e/{event}/desk/export.json"): "organizer",
    ("GET", "/e/{event}/desk/files/{name}"): "organizer",
    ("GET", "/e/{event}/desk/access"): "organizer",
    ("POST", "/e/{event}/desk/access/log-out"): "organizer",
    ("POST", "/e/{event}/desk/access/revoke"): "organizer",
    ("POST", "/e/{event}/desk/access/token"): "organizer",
    ("POST", "/e/{event}/desk/access/end-token"): "organizer",
    ("GET", "/e/{event}/desk/webhooks"): "organizer",
    ("POST", "/e/{event}/desk/webhooks"): "organizer",
    ("POST", "/e/{event}/desk/webhooks/end"): "organizer",
    # ------------------------------------------------------------ judges and players
    ("GET", "/e/{event}/judge"): "leader",
    ("GET", "/e/{event}/judge/find"): "leader",
    ("GET", "/e/{event}/judge/match/{match}"): "leader",
    ("GET", "/e/{event}/judge/incidents"): "leader",
    ("GET", "/e/{event}/me"): "everybody",
    ("GET", "/e/{event}/me/told"): "everybody",
    ("GET", "/e/{event}/me/leaving"): "player",
    ("POST", "/e/{event}/me/review"): "player",
    ("GET", "/e/{event}/me/table"): "player",
    ("GET", "/e/{event}/me/list"): "player",
    ("POST", "/e/{event}/me/list"): "player",
    # ------------------------------------------------------------ everything that is done
    ("POST", "/e/{event}/do/{act}"): "seated",
    ("POST", "/e/{event}/preview/{act}"): "seated",
    ("POST", "/e/{event}/outcome"): "seated",
}

API = {
    ("GET", "/health"): "everybody",
    ("GET", "/api/v1/events"): "everybody",
    ("GET", "/api/v1/events/{event}"): "everybody",
    ("GET", "/api/v1/events/{event}/rounds"): "everybody",
    ("GET", "/api/v1/events/{event}/rounds/{round}"): "everybody",
    ("GET", "/api/v1/events/{event}/standings"): "everybody",
    ("GET", "/api/v1/events/{event}/bracket"): "everybody",
    ("GET", "/api/v1/events/{event}/players/{player}"): "everybody",
    ("GET", "/api/v1/events/{event}/lists"): "everybody",
    ("GET", "/api/v1/events/{event}/lists/{player}"): "everybody",
    ("GET", "/api/v1/events/{event}/files"): "everybody",
    ("GET", "/api/v1/events/{event}/files/{file}"): "everybody",
    ("GET", "/api/v1/events/{event}/papers"): "staff",
    ("GET", "/api/v1/events/{event}/papers/{paper}"): "staff",
    ("GET", "/api/v1/events/{event}/me"): "read",
    ("GET", "/api/v1/events/{event}/drawn"): "read",
}

RESULTS = {
    "report-result",
    "confirm-result",
    "enter-result",
    "resolve-dispute",
    "correct-result",
    "forfeit-game",
    "verify-totals",
}
"""Acts a token for results may do; every other act needs one for staff."""

OUTSIDE = {"/api/openapi.json", "/e/{event}/live", "/e/{event}/state.json", "/static/{file}"}
"""What the front door answers itself, and the description of the API: everybody, no state."""
