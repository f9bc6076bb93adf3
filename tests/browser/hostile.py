"""Sixty texts that want to be more than text, and an event in which every field holds them all."""

from __future__ import annotations

from datetime import date
from random import Random
from typing import TYPE_CHECKING

from tiltyard.day.clock import (
    CallSeating,
    ChangeTable,
    GrantExtension,
    PauseClock,
    ResumeClock,
    StartClock,
)
from tiltyard.day.components import EndComponentTrouble, NoteComponentTrouble
from tiltyard.day.context import NeedsConfirmation
from tiltyard.day.facts import Details
from tiltyard.day.judging import (
    CallJudge,
    EndWatch,
    RecordIncident,
    ReportIncident,
    RequestWatch,
    RuleOnCall,
)
from tiltyard.day.lists import SubmitList
from tiltyard.day.people import (
    AppointStaff,
    CheckIn,
    Disqualify,
    DropPlayer,
    RecommendDisqualification,
    RegisterPlayer,
    Rejoin,
)
from tiltyard.day.results import CorrectResult, EnterResult, ReportResult, ResolveDispute
from tiltyard.day.rounds import (
    ByHand,
    ChangePairings,
    DiscardDraw,
    DrawRound,
    PublishRound,
    WithdrawRound,
)
from tiltyard.day.setup import (
    AnnounceEvent,
    AnnounceItem,
    AwardPrize,
    ChangePlan,
    DescribeEvent,
    OpenCheckIn,
    OpenRegistration,
    StartEvent,
    Undo,
)
from tiltyard.day.start import announcements_left
from tiltyard.engine.slip import Slip
from tiltyard.rulesets.loader import load
from tiltyard.service.desk import ORGANIZER, Desk
from tiltyard.service.list_reading import reader

if TYPE_CHECKING:
    from tiltyard.day.event import Game
    from tiltyard.store.port import Store

LONG = "W" * 80
PAYLOADS: tuple[str, ...] = (
    # text
    "<script>window.__pwned=1</script>",
    "</script><script>__pwned=2</script>",
    "<ScRiPt src=//evil.example/3></sCrIpT>",
    "<img src=x onerror=__pwned=4>",
    "<img src=x onerror='alert(5)'>",
    "<svg onload=__pwned=6>",
    "<svg><script>__pwned=7</script></svg>",
    "<svg><animate onbegin=__pwned=8 attributeName=x dur=1s>",
    "<iframe srcdoc='<script>parent.__pwned=9</script>'>",
    "<iframe src=javascript:parent.__pwned=10>",
    "<body onload=__pwned=11>",
    "<details open ontoggle=__pwned=12>",
    "<input autofocus onfocus=__pwned=13>",
    "<video><source onerror=__pwned=14></video>",
    "<math><mi xlink:href='javascript:__pwned=15'>x</mi></math>",
    "<object data='data:text/html,<script>__pwned=16</script>'>",
    "<embed src=//evil.example/17>",
    "<link rel=stylesheet href=//evil.example/18.css>",
    "<meta http-equiv=refresh content='0;url=//evil.example/19'>",
    "<base href=//evil.example/20/>",
    "<form action=//evil.example/21><button>Go</button></form>",
    "<a href=javascript:__pwned=22>click me</a>",
    "<marquee onstart=__pwned=23>x</marquee>",
    "<noscript><p title='</noscript><img src=x onerror=__pwned=24>'>",
    "<template><script>__pwned=25</script></template>",
    "<!--<img src='--><img src=x onerror=__pwned=26>'>",
    "<![CDATA[<script>__pwned=27</script>]]>",
    "</title><script>__pwned=28</script>",
    "</textarea><script>__pwned=29</script>",
    "</select><img src=x onerror=__pwned=30>",
    "&lt;script&gt;__pwned=31&lt;/script&gt;",
    "&#60;script&#62;__pwned=32&#60;/script&#62;",
    "<plaintext>",
    # attribute
    '" onmouseover="__pwned=34',
    "' onfocus='__pwned=35' autofocus x='",
    '"><script>__pwned=36</script>',
    "'><img src=x onerror=__pwned=37>",
    '" autofocus onfocus=__pwned=38 x="',
    "x onmouseover=__pwned=39",
    "` onmouseover=`__pwned=40`",
    # address
    "javascript:__pwned=41//",
    "JaVaScRiPt:__pwned=42",
    "data:text/html,<script>__pwned=43</script>",
    "//evil.example/44",
    "https://evil.example/45",
    "../../desk?next=//evil.example/46",
    # string of a script, JSON
    "';window.__pwned=47;//",
    '";window.__pwned=48;//',
    "\\';window.__pwned=49;//",
    "</script>\u2028;__pwned=50",
    '{"__proto__":{"x":1}},"y":"</script>"',
    "${window.__pwned=52}",
    # style
    "x;background:url(//evil.example/53)",
    "</style><style>*{background:url(//evil.example/54)}</style>",
    # template
    "{{ 7*7 }}{% raw %}{{ self.__init__.__globals__ }}",
    "%(num)d %s {0} {name} #{7*7} <%= 7*7 %>",
    # what looks different than it is
    "\u202eenil eht ni tsal\u202c \u2066mirror\u2069",
    "zero\u200bwidth\u200d\ufeffjoin\u00adsoft",
    LONG,
    "\U0001f468\u200d\U0001f469\u200d\U0001f467 Z\u0351\u036b\u0343algo \U0001f1e9\U0001f1ea",
)
EVENT = "hostile"
NOTE = ("W" * 400 + " ") * 4
DAY = date(2026, 11, 21)
SLIP, OTHER = Slip("rounds", (200, 100)), Slip("rounds", (180, 120))


def fill_with_hostile_texts(store: Store) -> None:
    """Make one event with all texts in every field, and one for each text in its details."""
    desk = Desk(store, load, read_list=reader())
    for number, text in enumerate(PAYLOADS):
        name = f"hostile-{number}"
        desk.create(name, _details(text), text)
        desk.do(name, ORGANIZER, AnnounceEvent())
    desk.create(EVENT, _details("Quiet"), PAYLOADS[0])
    _Scene(desk, Random(1)).play()


def _details(text: str) -> Details:
    return Details(
        text,
        "armada",
        DAY,
        tier="relaxed",
        structure="custom",
        swiss_rounds=3,
        cut=4,
        venue=text,
        contact=text,
        play_area=text,
        special_scenario="",
        notes=f"{text} {NOTE}",
    )


class _Scene:
    """The acts of the hostile event: each field gets each text once."""

    def __init__(self, desk: Desk, chance: Random) -> None:
        self._desk = desk
        self._chance = chance

    def do(self, command, person: str = ORGANIZER) -> None:
        """Do an act; whatever is asked back is meant."""
        try:
            self._desk.do(EVENT, person, command)
        except NeedsConfirmation as asked:
            self._desk.do(EVENT, person, command, confirmed=frozenset(asked.codes))

    @property
    def event(self):
        return self._desk.event(EVENT)

    @property
    def games(self) -> list[Game]:
        assert self.event.current is not None
        return list(self.event.current.games.values())

    def play(self) -> None:
        self._people()
        self._draws()
        self._first_round()
        self._round()
        self._results()
        self._prizes()

    def _people(self) -> None:
        for text in PAYLOADS:
            self.do(AppointStaff("judge", text))
        for text in PAYLOADS:  # an act is taken back by folding anew: cheap while the log is short
            self.do(AppointStaff("marshal", "Mia Marsh"))
            self.do(Undo(text))
        self.do(AppointStaff("marshal", "Mia Marsh"))
        for text in PAYLOADS[::-1]:
            self.do(DescribeEvent(_details(text), text))
        self.do(AnnounceEvent())
        self.do(OpenRegistration())
        for text in PAYLOADS:
            self.do(RegisterPlayer(f"{text}"[:80], faction=text, affiliations=(text,)))
        self.do(OpenCheckIn())
        for text, player in zip(PAYLOADS, self.event.entrants, strict=True):
            self.do(SubmitList(player, f"Ships\n{text} (180)\n- {text} (10)\nTotal: 190"), player)
            self.do(CheckIn(player))
        for item in announcements_left(self.event, *self._desk.rules(EVENT)):
            for text in PAYLOADS:
                self.do(AnnounceItem(item, text))
        self.do(StartEvent())

    def _draws(self) -> None:
        for text in PAYLOADS:
            self.do(DrawRound())
            self.do(DiscardDraw(text))
        self.do(DrawRound())
        drawn = self.event.draft
        assert drawn is not None
        for place, text in enumerate(PAYLOADS):
            games = list(self.event.draft.games.values())
            first, second = games[place % 29], games[place % 29 + 1]
            self.do(ChangePairings((ByHand(first.players[0], second.players[0]),), text))
        self.do(PublishRound())
        for text in PAYLOADS:
            self.do(WithdrawRound(text))
            self.do(PublishRound())

    def _first_round(self) -> None:
        self.do(StartClock())
        for text, game in zip(PAYLOADS, self.games, strict=False):
            self.do(EnterResult(game.id, SLIP, text))
        self.do(DrawRound())
        self.do(PublishRound())

    def _round(self) -> None:
        self.do(CallSeating())
        self.do(StartClock())
        for place, text in enumerate(PAYLOADS):
            game = self.games[place % 20]
            self.do(GrantExtension(game.id, text, 1))
            self.do(PauseClock(text))
            self.do(ResumeClock())
            self.do(CallJudge(game.id, text), game.players[0])
            self.do(RequestWatch(game.id, text), game.players[1])
            self.do(ChangeTable(game.id, 100 + place, text))
            self.do(NoteComponentTrouble(game.players[0], text, "lost"), game.players[0])
            self.do(ReportIncident(self._category, text, game.id), game.players[0])
            incident = RecordIncident(self._category, (game.players[0],), text, text, game.id)
            self.do(incident, self._marshal)
        for place, text in enumerate(PAYLOADS[:30]):
            self.do(RuleOnCall(f"c{place + 1}", text))
            self.do(EndWatch(f"w{place + 1}", text))
            self.do(EndComponentTrouble(f"t{place + 1}", "found", text))

    @property
    def _marshal(self) -> str:
        return next(one.person for one in self.event.staff if one.role == "marshal")

    @property
    def _category(self) -> str:
        return str(self._desk.rules(EVENT)[0].conduct.categories[0].id)

    def _results(self) -> None:
        for place, game in enumerate(self.games[:20]):
            text = PAYLOADS[place % len(PAYLOADS)]
            self.do(ReportResult(game.id, SLIP), game.players[0])
            self.do(ReportResult(game.id, OTHER), game.players[1])
            if place % 2:
                self.do(ResolveDispute(game.id, SLIP, text))
        for place, game in enumerate(self.games[20:28]):
            self.do(EnterResult(game.id, SLIP, PAYLOADS[30 + place]))
        for place, game in enumerate(self.games[20:24]):
            self.do(CorrectResult(game.id, OTHER, SLIP.digest, PAYLOADS[40 + place]))
        for place, text in enumerate(PAYLOADS):
            self.do(ChangePlan(4 - place % 2, 4, text))
        last = self.games[29].players
        self.do(RecommendDisqualification(last[0], PAYLOADS[1]), self._marshal)
        player = self.games[24].players[0]
        for text in PAYLOADS:
            self.do(DropPlayer(player, "other", text))
            self.do(Rejoin(player, text))

    def _prizes(self) -> None:
        for text, player in zip(PAYLOADS, self.event.entrants, strict=True):
            self.do(AwardPrize(text, player, text))
        self.do(Disqualify(self.games[25].players[0], PAYLOADS[0]))
