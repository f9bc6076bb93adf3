"""A tournament day with its desk: the organizer's browser, and what is read on its pages."""

from __future__ import annotations

from tests.day.events import Day
from tests.web.hall import WebHall, text_of

CUP = "cup"
DESK = f"/e/{CUP}/desk"


class AtDesk:
    """A day behind a site; the organizer sits at the desk."""

    def __init__(self, day: Day) -> None:
        self.day = day
        self.hall = WebHall(desk=day.desk)
        self.organizer = self.hall.browser(CUP, "p1")

    def page(self, path: str, person: str = "") -> str:
        browser = self.hall.browser(CUP, person) if person else self.organizer
        return browser.page(f"{DESK}{path}")

    def reads(self, path: str, person: str = "") -> str:
        return text_of(self.page(path, person))

    def does(self, act: str, **fields):
        """The organizer sends a form; it must be accepted."""
        answer = self.organizer.do(CUP, act, **fields)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def refused(self, act: str, **fields):
        answer = self.organizer.do(CUP, act, **fields)
        assert answer.status_code == 422, answer.text
        return answer.json()["refused"]

    def types(self, line: str, key: str = "", browser=None):
        """Somebody types a line of the fast entry: the organizer, if nobody else."""
        sent = {"line": line, "key": key, "round": self.day.round.id}
        return (browser or self.organizer).post(f"{DESK}/entry", sent, json=True)

    def echo(self, line: str, key: str = "") -> str:
        answer = self.types(line, key)
        assert answer.status_code == 200, answer.text
        return answer.json()["text"][0]

    def asked_for(self, line: str) -> str:
        answer = self.types(line)
        assert answer.status_code == 422, answer.text
        return answer.json()["refused"]["fix"]

    def table(self, number: int):
        return next(one for one in self.day.round.games.values() if one.table == number)

    def names(self, number: int) -> list[str]:
        return [self.day.event.people[player] for player in self.table(number).players]

    def close(self) -> None:
        self.hall.close()
