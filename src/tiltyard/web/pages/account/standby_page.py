"""A second laptop: the owner makes a standby code, or lets a standby take over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.engine.errors import Refused
from tiltyard.service.peers import STANDBY_CODE, kept_of, new_standby_code
from tiltyard.text.language import speaking
from tiltyard.text.say import say
from tiltyard.web.pages.account.own import owner_page

if TYPE_CHECKING:
    from tiltyard.web.request import Asked, Reply


def make_standby_code(asked: Asked) -> Reply:
    """Make a new code for a second laptop; shown once, the one before ends."""
    asked.site.require_leader().lead.require()
    code = new_standby_code()
    asked.site.keyring.settle(STANDBY_CODE, kept_of(code))
    return owner_page(asked, standby_code=code)


def take_over(asked: Asked) -> Reply:
    """Lead in place of the server that was copied."""
    standby = asked.site.standby
    if standby is None:
        raise Refused("no-standby-here")
    standby.take_over("press", asked.site.desk.clock.now())
    with speaking(asked.visitor.language):
        asked.flash(say("account.this-server-leads-now"))
    return asked.redirect("/desk/server#standby")
