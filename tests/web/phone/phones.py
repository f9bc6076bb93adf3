"""A tournament day with phones: the day of the other tests, behind a site."""

from __future__ import annotations

from functools import cache

from tests.day.events import Day, in_round
from tests.web.hall import WebHall, text_of

CUP = "cup"
ME = f"/e/{CUP}/me"


class Phones:
    """A day and the browsers of its players; everything is read through pages."""

    def __init__(self, day: Day, hall: WebHall | None = None, **settings) -> None:
        self.day = day
        self.hall = hall or WebHall(desk=day.desk, **settings)
        self._browsers = {}

    def phone(self, player):
        """The browser of a player, the same one every time."""
        if player not in self._browsers:
            self._browsers[player] = self.hall.browser(CUP, player)
        return self._browsers[player]

    def reads(self, player, path: str = ME) -> str:
        """What a player reads."""
        return text_of(self.phone(player).page(path))

    def does(self, who, act: str, **fields):
        """A player sends a form; it must be accepted."""
        answer = self.phone(who).do(CUP, act, **fields)
        assert 200 == answer.status_code, answer.text
        return answer.json()

    def close(self) -> None:
        self.hall.close()


@cache
def _one_hall() -> WebHall:
    return WebHall()


def phones_of(day: Day) -> Phones:
    """Phones of a day; all days of a test run follow one another on one site, which is quicker."""
    hall = _one_hall()
    hall.desk = hall.site.desk = day.desk
    hall.clock = day.clock
    hall.site._views.clear()
    return Phones(day, hall)


def phones_in_round(ruleset: str = "armada", players: int = 8, **changes) -> Phones:
    """Phones while round 1 is played."""
    return phones_of(in_round(ruleset, players, **changes))


def as_reported(match: str, side: str, mine: int, theirs: int) -> dict[str, str]:
    """The fields of a report of a game that ended by time, told from a player's side."""
    return {
        "match": match,
        "slip__side": side,
        "slip__end": "time",
        "slip__score__0": str(mine),
        "slip__score__1": str(theirs),
    }
