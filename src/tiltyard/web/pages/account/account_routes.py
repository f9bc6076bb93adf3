"""The routes of accounts, of the server's owner, and of who can come in at an event."""

from __future__ import annotations

from tiltyard.web.pages.account.access import access_page, end_token, log_out, make_token, revoke
from tiltyard.web.pages.account.arriving import arrive
from tiltyard.web.pages.account.demo_seats import ROUTES as DEMO_ROUTES
from tiltyard.web.pages.account.joining import (
    cancel_registration,
    claim,
    claim_page,
    join,
    join_page,
    register,
    register_page,
)
from tiltyard.web.pages.account.own import (
    account_page,
    change_name,
    change_password,
    choose_retention,
    choose_second_copy,
    decide_plain_phones,
    download_backup,
    end_device,
    end_everywhere,
    invite_organizer,
    phone_check_page,
    phones_page,
    remove_organizer,
    server_page,
)
from tiltyard.web.pages.account.signing_in import sign_in, sign_in_page, sign_out
from tiltyard.web.pages.account.standby_page import make_standby_code, take_over
from tiltyard.web.pages.account.webhooks_page import WEBHOOK_ROUTES
from tiltyard.web.routes import Route

OWN_ROUTES: tuple[Route, ...] = (
    Route("GET", "/sign-in", "everybody", sign_in_page),
    Route("POST", "/sign-in", "everybody", sign_in, queue="password"),
    Route("POST", "/sign-out", "everybody", sign_out),
    Route("GET", "/account", "signed_in", account_page),
    Route("POST", "/account/name", "signed_in", change_name),
    Route("POST", "/account/password", "signed_in", change_password),
    Route("POST", "/account/end", "signed_in", end_device),
    Route("POST", "/account/end-all", "signed_in", end_everywhere),
    Route("GET", "/desk/server", "owner", server_page),
    Route("GET", "/desk/phones", "owner", phones_page),
    Route("GET", "/phone-check", "everybody", phone_check_page),
    Route("POST", "/desk/server/invite", "owner", invite_organizer),
    Route("POST", "/desk/server/remove", "owner", remove_organizer),
    Route("POST", "/desk/server/plain-phones", "owner", decide_plain_phones),
    Route("GET", "/desk/server/backup", "owner", download_backup),
    Route("POST", "/desk/server/second-copy", "owner", choose_second_copy),
    Route("POST", "/desk/server/retention", "owner", choose_retention),
    Route("POST", "/desk/server/standby", "owner", make_standby_code),
    Route("POST", "/desk/server/take-over", "owner", take_over),
    Route("GET", "/e/{event}/desk/access", "organizer", access_page),
    Route("POST", "/e/{event}/desk/access/log-out", "organizer", log_out),
    Route("POST", "/e/{event}/desk/access/revoke", "organizer", revoke),
    Route("POST", "/e/{event}/desk/access/token", "organizer", make_token),
    Route("POST", "/e/{event}/desk/access/end-token", "organizer", end_token),
    *WEBHOOK_ROUTES,
)


# ------------------------------------------------------------------------------
# The routes of signing in and out.

ROUTES: tuple[Route, ...] = (
    Route("GET", "/j/{secret}", "everybody", join_page, token=True),
    Route("POST", "/j/{secret}", "everybody", join, token=True),
    Route("GET", "/claim", "everybody", claim_page),
    Route("POST", "/claim", "everybody", claim, queue="code"),
    Route("GET", "/e/{event}/claim", "everybody", claim_page),
    Route("POST", "/e/{event}/claim", "everybody", claim, queue="code"),
    Route("GET", "/arrive/{secret}", "everybody", arrive, token=True),
    Route("GET", "/e/{event}/register", "everybody", register_page),
    Route("POST", "/e/{event}/register", "everybody", register),
    Route("POST", "/e/{event}/register/cancel", "everybody", cancel_registration),
    *DEMO_ROUTES,
    *OWN_ROUTES,
)
