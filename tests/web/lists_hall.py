"""A site with an X-Wing event whose doors are open, for forms and programs about lists."""

from __future__ import annotations

from itertools import count

from tests.day.events import SEED, Day, StandingClock, details_of
from tests.web.hall import WebHall
from tiltyard.rulesets.loader import load
from tiltyard.service.desk import Desk
from tiltyard.service.list_reading import reader
from tiltyard.store.keyring import Token
from tiltyard.store.memory import MemoryStore
from tiltyard.web.security.secrets import key_of

_NUMBERS = count(1)


class ListsHall(Day):
    """An event on a site of its own: Olga (p1) leads, Jude judges, Pia and Paul play."""

    def __init__(self, ruleset="xwing-dogfight", **changes):
        self.clock = StandingClock()
        self.desk = Desk(MemoryStore(), load, self.clock, lambda: SEED, reader(), lambda: "")
        self.web = WebHall(desk=self.desk)
        self.name = f"cup-{next(_NUMBERS)}"
        self.desk.create(self.name, details_of(ruleset, **changes), "Olga")
        self.judge = self.appoint("judge" if ruleset != "middle-earth" else "referee", "Jude")
        self.open_doors()
        self.pia, self.paul = self.register("Pia", "Paul")
        self.check_everybody_in()
        self.announce_everything()

    def army(self, player):
        """Return the list of a player as it stands."""
        return self.event.list_desk.lists[player]

    def token(self, person, scope="staff"):
        """Give a person a token; its secret is the person and the scope."""
        secret = f"{self.name}-{person}-{scope}"
        if self.web.keyring.token(key_of(secret)) is None:
            now = self.clock.now()
            self.web.keyring.add_token(Token(key_of(secret), self.name, person, scope, secret, now))
        return secret

    def close(self):
        self.web.close()
