"""What a page shows after an update in place is what a reload would show, for every act of a day.

`live.js` exchanges the parts of a page that are marked (`data-live-part`), and opens the page again
where anything around them is another one. Two things have to hold for that: a page that is asked
for twice is the same around its parts, or it would be opened again for nothing; and pages on which
people work in a flow change in their parts alone, or their flow would be interrupted.
"""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from tests.day.events import Day
from tests.web.desk.at_desk import CUP, DESK, AtDesk
from tiltyard.day.clock import (
    CallSeating,
    ExtendRound,
    GrantExtension,
    PauseClock,
    ResumeClock,
    StartClock,
)
from tiltyard.day.judging import CallJudge, RuleOnCall
from tiltyard.day.people import (
    CheckIn,
    DropPlayer,
    LetInLate,
    RegisterPlayer,
    Rejoin,
    TakeBackCheckIn,
)
from tiltyard.day.results import (
    ConfirmResult,
    CorrectResult,
    EnterResult,
    ForfeitGame,
    ReportResult,
    ResolveDispute,
)
from tiltyard.day.rounds import DiscardDraw, DrawRound, MakeCut, PublishRound, WithdrawRound
from tiltyard.day.setup import ArchiveEvent, AwardPrize, FinishEvent, ReopenEvent, StartEvent

PAGES = ("", "/check-in", "/round", "/results", "/people", "/standings", "/finish")
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"}
WAITING = {"receipts", "keys", "find"}
"""What scripts fill, or open when they are asked to."""

NEW_EACH_TIME = re.compile(
    r'(name="(?:form_token|key|shown)" value=")[^"]*|data-(?:now|version)="\d+"|placeholder="[^"]*"'
)


class Apart(HTMLParser):
    """A page without its live parts, and the ids of those."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.kind = ""
        self.parts: list[str] = []
        self.rest: list[str] = []
        self._inside = 0
        self._quiet = 0
        self.feed(NEW_EACH_TIME.sub(r"\1", html))

    def handle_starttag(self, tag, attrs):
        found = dict(attrs)
        if tag == "body":
            self.kind = found.get("data-kind", "")
        if self._inside:
            self._inside += tag not in VOID
        elif (
            "data-live-part" in found or tag in {"title", "dialog"} or found.get("id") == "receipts"
        ):
            if "data-live-part" in found:
                self.parts.append(found["id"])
            self._inside = int(tag not in VOID)
        else:
            self.rest.append(f"<{tag} {sorted((k, v) for k, v in attrs if k != 'aria-current')}>")

    def handle_endtag(self, tag):
        if self._inside and tag not in VOID:
            self._inside -= 1

    def handle_data(self, data):
        if not self._inside and data.strip():
            self.rest.append(data.strip())


def stale(before: Apart, after: Apart) -> list[str]:
    """What would stay as it was although a reload shows something else."""
    if before.kind != after.kind:
        return []  # the page is opened again
    lost = [f"part {one}" for one in set(before.parts) ^ set(after.parts)]
    changed = [one for one in before.rest if one not in after.rest]
    new = [one for one in after.rest if one not in before.rest]
    return lost + [f"- {one[:140]}" for one in changed] + [f"+ {one[:140]}" for one in new]


class Watched:
    """A day whose pages are looked at after every act."""

    def __init__(self) -> None:
        self.day = Day("armada", cut=2, swiss_rounds=2)
        self.desk = AtDesk(self.day)
        self.seen = self.look()
        self.found: dict[str, list[str]] = {}

    def look(self) -> dict[str, Apart]:
        organizer = self.desk.hall.browser(CUP, "p1")  # one browser may not ask this often
        answers = {page: organizer.get(f"{DESK}{page}") for page in PAGES}
        assert all(answer.status_code in {200, 403, 404, 422} for answer in answers.values())
        return {page: Apart(one.text) for page, one in answers.items() if one.status_code == 200}

    def do(self, command, who: str = "p1") -> None:
        self.day.do(command, who)
        self.watch(type(command).__name__)

    def watch(self, name: str) -> None:
        now = self.look()
        for page in set(now) & set(self.seen):
            trouble = stale(self.seen[page], now[page])
            if trouble:
                self.found[f"{name} {page or 'home'}"] = trouble
        self.seen = now


def same_twice(at: Watched) -> None:
    """Ask for every page again: nothing has happened, so nothing around its parts is new."""
    again = at.look()
    assert again.keys() == at.seen.keys()
    for page, seen in at.seen.items():
        assert stale(seen, again[page]) == [], page


def a_whole_day(at: Watched) -> None:
    """Every act that an organizer does at the desk while other pages are open."""
    day = at.day
    day.open_doors()
    at.watch("open doors")
    for number in range(1, 8):
        at.do(RegisterPlayer(f"Player {number}"))
    for player in list(day.event.entrants)[:6]:
        at.do(CheckIn(player))
    first = next(iter(day.event.entrants))
    at.do(TakeBackCheckIn(first))
    at.do(CheckIn(first))
    day.announce_everything()
    at.watch("announce")
    day.take_lists_on_paper()
    at.watch("lists on paper")
    same_twice(at)
    at.do(StartEvent())
    a_round_with_everything(at)
    at.do(DrawRound())
    at.do(PublishRound())
    at.do(StartClock())
    for game in day.games():
        at.do(EnterResult(game.id, day.slip()))
    at.do(MakeCut())
    at.do(DrawRound())
    at.do(PublishRound())
    at.do(StartClock())
    (final,) = day.games()
    at.do(EnterResult(final.id, day.slip()))
    at.do(FinishEvent())
    at.do(AwardPrize("Cup", final.players[0], "first"))
    at.do(ReopenEvent("a prize was missing"))
    at.do(FinishEvent())
    at.do(ArchiveEvent())
    same_twice(at)


def a_round_with_everything(at: Watched) -> None:
    day = at.day
    at.do(DrawRound())
    at.do(DiscardDraw("again"))
    at.do(DrawRound())
    at.do(PublishRound())
    at.do(WithdrawRound("too early", day.round.id))
    at.do(PublishRound())
    at.do(CallSeating())
    at.do(StartClock())
    at.do(PauseClock())
    at.do(ResumeClock())
    at.do(ExtendRound(5, "lights out"))
    day.appoint("marshal", "Mira")
    at.watch("appoint")
    one, two, three = day.games()
    at.do(GrantExtension(one.id, "a ruling", 4))
    at.do(CallJudge(one.id, "in range?"), one.players[0])
    at.do(RuleOnCall(next(iter(day.event.calls)), "It is."))
    at.do(ReportResult(one.id, day.slip()), one.players[0])
    at.do(ReportResult(one.id, day.slip(12, 11)), one.players[1])
    at.do(ResolveDispute(one.id, day.slip(), "seen"))
    same_twice(at)
    at.do(ReportResult(two.id, day.slip()), two.players[0])
    at.do(ConfirmResult(two.id, day.match(two.id).filed[0].slip.digest), two.players[1])
    at.do(CorrectResult(two.id, day.slip(20, 10), day.match(two.id).slip.digest, "mistyped"))
    at.do(LetInLate(list(day.event.entrants)[6]))
    at.do(ForfeitGame(three.id, three.players[0], drop=False, reason="ill"))
    at.do(DropPlayer(three.players[0]))
    at.do(Rejoin(three.players[0]))


FLOW = ("home", "/check-in", "/round", "/results")
"""Where people do one thing after another without looking up."""

IN_A_FLOW = {"CheckIn", "TakeBackCheckIn", "PauseClock", "ResumeClock", "ExtendRound", "StartClock"}
IN_A_FLOW |= {"GrantExtension", "CallJudge", "RuleOnCall", "ReportResult", "ResolveDispute"}
IN_A_FLOW |= {"ConfirmResult", "CorrectResult", "ForfeitGame", "EnterResult", "CallSeating"}


@pytest.fixture(scope="module")
def watched():
    at = Watched()
    a_whole_day(at)
    yield at
    at.desk.close()


def test_pages_of_a_flow_change_in_their_parts_alone(watched):
    places = {place: tuple(place.rsplit(" ", 1)) for place in watched.found}
    flows = {place for place, (act, page) in places.items() if act in IN_A_FLOW and page in FLOW}
    assert {} == {place: watched.found[place] for place in flows}


def test_no_part_has_the_id_of_another(watched):
    for page, seen in watched.seen.items():
        assert seen.parts == list(dict.fromkeys(seen.parts)), page
