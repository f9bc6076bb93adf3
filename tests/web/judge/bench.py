"""A hall with judges: an event in its first round, and forms filled in as a person would."""

from __future__ import annotations

from functools import cache
from html.parser import HTMLParser
from itertools import count
from typing import Any, Self

from tests.day.events import SEED, Day, StandingClock, details_of
from tests.web.hall import Browser, WebHall, text_of
from tiltyard.day.judging import CallJudge
from tiltyard.rulesets.loader import load
from tiltyard.service.desk import Desk
from tiltyard.service.list_reading import reader
from tiltyard.store.memory import MemoryStore

JUDGE_TOPIC = "is that in range?"
_NUMBERS = count(1)


@cache
def the_site() -> WebHall:
    """One site for all tests of the judges; every test has events of its own on it."""
    return WebHall(
        desk=Desk(MemoryStore(), load, StandingClock(), lambda: SEED, reader(), lambda: "")
    )


class SiteDay(Day):
    """A day on the shared site."""

    def __init__(self, ruleset: str = "runewars", **changes: Any) -> None:
        self.web = the_site()
        self.desk = self.web.desk
        self.clock = self.desk.clock
        self.name = f"cup-{next(_NUMBERS)}"
        self.desk.create(self.name, details_of(ruleset, **changes), "Olga")

    def begun(self, players: int = 8) -> Self:
        """Let the first round be played."""
        self.open_doors()
        self.register(*(f"Player {number}" for number in range(2, players + 2)))
        self.begin()
        self.next_round()
        return self


class JudgesHall:
    """One event on the site, with a judge and somebody who has the last word."""

    def __init__(
        self, ruleset: str = "runewars", last: str = "marshal", players: int = 8, **changes: Any
    ) -> None:
        self.day = SiteDay(ruleset, **changes).begun(players)
        self.judge = self.day.appoint("judge", "Jon") if ruleset != "middle-earth" else ""
        self.last = "p1" if last == "organizer" else self.day.appoint(last, "Mira")
        self.base = f"/e/{self.day.name}/judge"

    def page(self, person: str, path: str = "") -> str:
        return self.browser(person).page(f"{self.base}{path}")

    def text(self, person: str, path: str = "") -> str:
        return text_of(self.page(person, path))

    def browser(self, person: str) -> Browser:
        return self.day.web.browser(self.day.name, person)

    def call(self, place: int = 0, topic: str = JUDGE_TOPIC) -> str:
        """Let the first player of a game call a judge; return the id of the call."""
        game = self.day.games()[place]
        self.day.do(CallJudge(game.id, topic), game.players[0])
        return list(self.day.event.calls)[-1]

    def send(self, person: str, path: str, act: str, values: dict[str, Any], nth: int = 0) -> Any:
        """Fill in the form of an act as it stands on a page, and send it with the browser."""
        browser = self.browser(person)
        found = [one for one in forms(browser.page(f"{self.base}{path}")) if one.act == act]
        assert found, f"no form of {act} on the page"
        form = found[nth]
        unknown = set(values) - set(form.names)
        assert not unknown, f"the form has no {unknown}"
        return browser.post(form.action, {**form.filled, **values}, json=True)


class Form:
    """A form of a page: where it goes, its fields, and what is filled in."""

    def __init__(self, action: str) -> None:
        self.action = action
        self.act = action.rpartition("/")[2]
        self.names: list[str] = []
        self.filled: dict[str, str] = {}
        self.choices: dict[str, list[str]] = {}


class _Forms(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[Form] = []
        self._form: Form | None = None
        self._select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._form = Form(given.get("action", ""))
            self.found.append(self._form)
        elif self._form is None:
            return
        elif tag in {"input", "textarea", "select"} and given.get("name"):
            self._field(self._form, tag, given)
        elif tag == "option" and self._select:
            self._form.choices.setdefault(self._select, []).append(given.get("value", ""))

    def _field(self, form: Form, tag: str, given: dict[str, str]) -> None:
        name = given["name"]
        form.names.append(name)
        self._select = name if tag == "select" else ""
        if given.get("type") in {"radio", "checkbox"}:
            form.choices.setdefault(name, []).append(given.get("value", ""))
            if "checked" in given:
                form.filled[name] = given.get("value", "")
        elif given.get("type") == "hidden" or given.get("value"):
            form.filled[name] = given.get("value", "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None


def forms(html: str) -> list[Form]:
    """Return the forms of a page."""
    reader = _Forms()
    reader.feed(html)
    return reader.found


def acts_of(html: str) -> set[str]:
    """Return the acts a page offers."""
    return {form.act for form in forms(html)}
