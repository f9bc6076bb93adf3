"""The routes of accounts, of the server's owner, and of who can come in at an event."""

from __future__ import annotations

from tiltyard.web.account.access import access_page, end_token, log_out, make_token, revoke
from tiltyard.web.account.account_page import (
    account_page,
    change_name,
    change_password,
    end_device,
    end_everywhere,
)
from tiltyard.web.account.server_page import (
    decide_plain_phones,
    invite_organizer,
    remove_organizer,
    server_page,
)
from tiltyard.web.account.signing_in import sign_in, sign_in_page, sign_out
from tiltyard.web.account.webhooks import WEBHOOK_ROUTES
from tiltyard.web.routes import Route

OWN_ROUTES: tuple[Route, ...] = (
    Route("GET", "/sign-in", "everybody", sign_in_page),
    Route("POST", "/sign-in", "everybody", sign_in),
    Route("POST", "/sign-out", "everybody", sign_out),
    Route("GET", "/account", "signed_in", account_page),
    Route("POST", "/account/name", "signed_in", change_name),
    Route("POST", "/account/password", "signed_in", change_password),
    Route("POST", "/account/end", "signed_in", end_device),
    Route("POST", "/account/end-all", "signed_in", end_everywhere),
    Route("GET", "/desk/server", "owner", server_page),
    Route("POST", "/desk/server/invite", "owner", invite_organizer),
    Route("POST", "/desk/server/remove", "owner", remove_organizer),
    Route("POST", "/desk/server/plain-phones", "owner", decide_plain_phones),
    Route("GET", "/e/{event}/desk/access", "organizer", access_page),
    Route("POST", "/e/{event}/desk/access/log-out", "organizer", log_out),
    Route("POST", "/e/{event}/desk/access/revoke", "organizer", revoke),
    Route("POST", "/e/{event}/desk/access/token", "organizer", make_token),
    Route("POST", "/e/{event}/desk/access/end-token", "organizer", end_token),
    *WEBHOOK_ROUTES,
)
