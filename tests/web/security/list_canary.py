"""A hall whose lists hold words found nowhere else, in every state a list can be in."""

from __future__ import annotations

import re
from dataclasses import dataclass
from io import BytesIO
from itertools import product
from zipfile import ZipFile

from tests.amount import is_full
from tests.day.events import Day
from tests.web.api.seeded import give
from tests.web.hall import WebHall
from tests.web.security.actors import NoLimits
from tiltyard.day.components import EndComponentTrouble, MakeProxy, NoteComponentTrouble
from tiltyard.day.judging import RecordIncident, ReportIncident, RequestWatch
from tiltyard.day.lists import AmendList, ApproveList, ReturnList, SaveList, SubmitList
from tiltyard.day.people import ChangePlayer, CheckIn, RecommendDisqualification, RegisterPlayer
from tiltyard.day.rounds import MakeCut
from tiltyard.day.setup import StartEvent
from tiltyard.engine.rosters.list_reading import digest
from tiltyard.service.list_reading import reader
from tiltyard.store.keyring import Account
from tiltyard.web import app as application
from tiltyard.web.api.api_routes import OPERATIONS
from tiltyard.web.security.secrets import form_token
from tiltyard.web.security.visitors import begin_session

CUP = "cup"
TERRAIN = "Terrain cards\nWell [capacity: 3]\nWall [capacity: 3]\nMoor [capacity: 3]\nHut\n"
IN_THE_LIST = ("name", "faction", "unit", "upgrade", "comment", "total")
SAID_OF_IT = ("returned", "approved", "amended", "before", "card", "torn")
OF_LEADERS = ("incident", "reported", "watch", "recommended", "component")
"""What leaders hear of, and whoever told them."""

TOLD = ("told",)
"""The faction a player told without handing in a list."""

SCOPES = ("read", "results", "staff") if is_full() else ("read", "staff")  # two read the same
TABLES = ("players", "pairings", "results", "standings", "lists")
FILES = (
    *(f"{name}.csv" for name in TABLES),
    *(f"event.{form}.json" for form in ("tiltyard", "listfortress", "listjuggler")),
    "tables.xlsx",
    "report.trf",
    "schedule.ics",
    "archive.zip",
)
PAPERS = (
    "lists",
    "players",
    "pack",
    "tables",
    "names",
    "slips",
    "setup",
    "badges",
    "score-sheets",
    "standings",
    "staff",
    "rulings",
    "proxies",
    "prizes",
    "report",
)
"""Every paper that says something of a player."""


def word(player, kind):
    """A word that is in one list only, and nowhere else in the world."""
    if kind == "total":
        return str(73000 + 10 * int(player[1:]))
    return f"zq{player}{kind}x"


def readable(answer):
    """What is in an answer, also inside workbooks and archives."""
    if not answer.content.startswith(b"PK"):
        return answer.text
    with ZipFile(BytesIO(answer.content)) as packed:
        return "\n".join(packed.read(one).decode("utf-8", "replace") for one in packed.namelist())


def canary(ruleset, player, kind_of_unit="unit"):
    """A list in which every part is such a word."""
    units = "Army" if ruleset == "middle-earth" else "Units"
    total = word(player, "total") if ruleset == "middle-earth" else "150"
    lines = [
        f"Name: {word(player, 'name')}",
        f"Faction: {word(player, 'faction')}",
        f"Author: {word(player, 'comment')}",
        f"Total: {total}",
        units,
        f"{word(player, kind_of_unit)} ({int(total) - 1})",
        f"- {word(player, 'upgrade')} (1)",
    ]
    return "\n".join(lines) + "\n" + (TERRAIN if ruleset == "runewars" else "")


@dataclass(frozen=True)
class Reader:
    """Somebody who reads: a browser with a session, or a program with a token."""

    name: str
    person: str
    secret: str = ""
    token: str = ""


class ListHall:
    """One event: four players whose lists are approved, one each with a draft and so on."""

    def __init__(self, ruleset, reveal):
        self.ruleset, self.reveal = ruleset, reveal
        plan = {"points_limit": 99_999} if ruleset == "middle-earth" else {"cut": 4}
        options = {"lists.reveal": reveal}
        self.day = Day(ruleset, swiss_rounds=2, options=options, **plan)
        self.day.desk.read_list = reader()
        self.hall = WebHall(desk=self.day.desk)
        self.hall.site.limits = NoLimits()
        self.client = self.hall.browser().client
        self.client.__enter__()
        self.staff = {}
        self._people()
        self._hand_in()
        self.readers = tuple(self._readers())

    @property
    def event(self):
        return self.day.event

    @property
    def leaders(self):
        """Everybody who leads, whether they play or not."""
        return {"p1", *(one for role, one in self.staff.items() if role != "scorekeeper")}

    @property
    def asked_for(self):
        """The players whose addresses are asked for one by one: a list in every state."""
        return [self.playing[0], self.draft, self.submitted, self.returned]

    def close(self):
        self.client.__exit__()
        self.hall.close()

    # ---------------------------------------------------------------- the day

    def _people(self):
        day = self.day
        day.open_doors()
        self.playing = day.register("Ana", "Ben", "Cleo", "Dan")
        self.draft, self.submitted, self.returned = day.register("Eve", "Finn", "Gil")
        roles = ["judge", "marshal"]
        if self.ruleset == "middle-earth":
            roles = ["referee", "scorekeeper"]
        for role in roles:
            self.staff[role] = day.appoint(role, f"Staff {role}")
        plays = day.appoint(roles[0], "Jo Plays")
        day.do(RegisterPlayer("Jo Plays", person=plays))
        self.playing.append(plays)
        self.staff[f"{roles[0]} who plays"] = plays
        for one in list(self.event.entrants.values()):
            if one.id in {self.playing[0], self.draft}:
                told = word(one.id, "told")
                day.do(ChangePlayer(one.id, one.name, one.number, faction=told))

    def _hand_in(self):
        do, rules = self.day.do, self.ruleset
        for player in (*self.playing, self.submitted, self.returned):
            do(SubmitList(player, canary(rules, player)), player)
        do(SaveList(self.draft, canary(rules, self.draft)), self.draft)
        do(ReturnList(self.returned, word(self.returned, "returned")))
        for player in self.playing:
            text = canary(rules, player)
            do(ApproveList(player, digest(text), word(player, "approved")))

    def start(self):
        """Start the event and its first round; then a leader puts a list right."""
        day = self.day
        for player in self.playing:
            day.do(CheckIn(player))
        day.announce_everything()
        day.do(StartEvent())
        day.next_round()
        changed = self.playing[0]
        self.before = canary(self.ruleset, changed)
        text = canary(self.ruleset, changed, "amended-unit").replace("amended-unit", "second")
        reason = word(changed, "amended")
        day.do(AmendList(changed, text, reason, significant=True))
        if day.rules.components.proxies:
            day.do(MakeProxy(changed, word(changed, "card"), word(changed, "torn")))
        self._trouble(changed)

    def _trouble(self, player):
        """Let everything happen that is for leaders only, and stays with them."""
        day, match = self.day, self.day.game_of(player).id
        leader = next(iter(self.staff.values()))
        category = day.rules.conduct.categories[0].id
        day.do(ReportIncident(category, word(player, "reported"), match), player)
        day.do(RecordIncident(category, (player,), word(player, "incident")), leader)
        day.do(RequestWatch(match, word(player, "watch")), player)
        above = self.staff.get("marshal", leader)
        day.do(RecommendDisqualification(player, word(player, "recommended")), above)
        day.do(NoteComponentTrouble(player, word(player, "component"), "damaged"), leader)

    def cut(self):
        """Play the Swiss rounds and make the cut."""
        self._settled()
        self.day.enter_all()
        self.day.play_swiss()
        self.day.do(MakeCut())

    def finish(self):
        """Play what is left and end the day."""
        self._settled()
        if self.ruleset == "middle-earth":
            self.day.enter_all()
            self.day.play_swiss()
        else:
            for _ in range(2):
                self.day.play_round()
        self.day.finish()

    def _settled(self):
        """End what would hold up the next round."""
        for one in self.event.troubles.values():
            if one.end is None:
                self.day.do(EndComponentTrouble(one.id, "found", word(one.player, "component")))

    # ---------------------------------------------------------------- who reads

    def _readers(self):
        people = {
            "player": self.playing[0],
            "another player": self.playing[1],
            "draft": self.draft,
            "submitted": self.submitted,
            "returned": self.returned,
            "organizer": "p1",
            **self.staff,
        }
        now, keyring = self.hall.clock.now(), self.hall.keyring
        for name, person in people.items():
            yield Reader(name, person, secret=begin_session(keyring, now, seats={CUP: person}))
        yield Reader("anonymous", "")
        keyring.add_account(Account("guest", "guest"))
        yield Reader("guest", "", secret=begin_session(keyring, now, account="guest"))
        tokens = ["organizer", "another player", *self.staff]
        for name, scope in product(tokens, SCOPES):
            token = f"{name} {scope}".replace(" ", "-")
            give(self.hall, token, CUP, people[name], scope)
            yield Reader(f"token {token}", people[name], token=token)

    # ---------------------------------------------------------------- what they read

    def addresses(self):
        """Every address there is to read, its blanks filled in every way that matters."""
        rounds = [one.id for one in self.event.rounds] or ["1.1"]
        games = [next(iter(one.games)) for one in self.event.rounds] or ["1.1.1"]
        blanks = {
            "event": [CUP],
            "player": self.asked_for,
            "round": rounds[-1:],
            "match": games[-1:],
            "code": ["en"],
            "clauses": ["AR-001,AMB-034"],
            "page": ["run-on-paper"],
            "size": ["compact"],
            "ruleset": ["kitchen-night@1"],
            "name": FILES,
            "file": FILES,
            "paper": ["lists", "players"],
            "secret": ["nothing-here"],
        }
        routes = [one.path for one in (*application.ALL_ROUTES, *OPERATIONS) if one.method == "GET"]
        for path in (*routes, "/e/{event}/state.json", "/api/openapi.json"):
            names = re.findall(r"{(\w+)}", path)
            for values in product(*(blanks[name] for name in names)):
                filled = path
                for name, value in zip(names, values, strict=True):
                    filled = filled.replace(f"{{{name}}}", value)
                yield filled
        yield from (f"/e/{CUP}/print/{name}.pdf" for name in PAPERS)
        yield from (f"/e/{CUP}/print/list-form.pdf?player={one}" for one in self.asked_for)
        yield from (f"/e/{CUP}/judge/find?q=zq", f"/e/{CUP}/desk/lists?q=zq")
        yield f"/e/{CUP}/state.json?since=0"

    def get(self, reader_, path, **headers):
        """What somebody gets at an address; a program asks only the interface for programs."""
        said = {"accept": "text/html", **headers}
        if reader_.token:
            said["authorization"] = f"Bearer {reader_.token}"
        if reader_.secret:
            said["cookie"] = f"s={reader_.secret}"
        else:
            self.client.cookies.clear()
        return self.client.get(path, headers=said, follow_redirects=False)

    def post(self, reader_, path, fields):
        """What somebody is answered who sends a form."""
        cookie = f"s={reader_.secret}"
        form = {"form_token": form_token(reader_.secret), **fields}
        headers = {"accept": "application/json", "cookie": cookie}
        return self.client.post(path, data=form, headers=headers, follow_redirects=False)

    def crawl(self, wanted=lambda reader_: True):
        """Everything everybody reads: who, where, and the text."""
        paths = list(self.addresses())
        for one in filter(wanted, self.readers):
            for path in paths:
                if self._asks(one, path):
                    answer = self.get(one, path)
                    assert answer.status_code < 500, (one.name, path)
                    yield one, path, readable(answer)

    def _asks(self, reader_, path):
        """Programs ask the interface for programs; two are enough for files."""
        if reader_.token:
            return path.startswith("/api/")
        if CUP in path and "/files/" not in path:
            return True
        return reader_.name in {"anonymous", "organizer"}

    # ---------------------------------------------------------------- what is found

    def found(self, text):
        """Whose words, and which, stand in a text."""
        kinds = (*IN_THE_LIST, *SAID_OF_IT, *OF_LEADERS, *TOLD, "second", "seal")
        hits = set(re.findall(r"zq(p\d+)([a-z]+)x(?![a-z])", text))
        hits = {(player, kind) for player, kind in hits if kind in kinds}
        for number in re.findall(r"(?<![0-9A-Za-z,])73,?(\d\d\d)(?![0-9A-Za-z])", text):
            if int(number) % 10 == 0 and f"p{int(number) // 10}" in self.event.list_desk.lists:
                hits.add((f"p{int(number) // 10}", "total"))
        for player, army in self.event.list_desk.lists.items():
            if army.seal and army.seal in text:
                hits.add((player, "seal"))
            elif army.text and digest(army.text) in text:
                hits.add((player, "digest"))
        return hits
