"""One table as a judge sees it: who plays, the clock, what was said, what may be done."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.day.clock import AssignRulingLeader, GrantExtension
from tiltyard.day.components import (
    AskAboutComponent,
    CheckDeck,
    MakeProxy,
    NoteComponentTrouble,
    OrderSharing,
)
from tiltyard.day.judging import CallJudge, RecordIncident, RequestWatch
from tiltyard.day.list_access import reads_lists
from tiltyard.day.people import RecommendDisqualification
from tiltyard.day.policy import refusal
from tiltyard.day.results import ForfeitGame, VerifyTotals, takes_entries
from tiltyard.day.roles import ruling_order
from tiltyard.engine.pairing.round import Why
from tiltyard.text.facts import versions
from tiltyard.text.reasons import why_text
from tiltyard.text.say import say
from tiltyard.views.round import state_of_table
from tiltyard.web.forms.slips import home_of, in_one_line, said_text, slip_form
from tiltyard.web.pages.judge.bench import SAID, CitedSentence

if TYPE_CHECKING:
    from tiltyard.day.event import DayRound, Entrant, Game, Incident, Proxy
    from tiltyard.engine.tournament import PersonId, PlayerId
    from tiltyard.views.standings import StandingsRow
    from tiltyard.web.event_view import EventView
    from tiltyard.web.forms.slips import SlipForm
    from tiltyard.web.pages.judge.bench import Bench


@dataclass(frozen=True, slots=True)
class Seat:
    """A player at the table, with what this event knows of them."""

    entrant: Entrant
    row: StandingsRow | None
    incidents: tuple[Incident, ...]
    proxies: tuple[Proxy, ...]
    recommended: str


@dataclass(frozen=True, slots=True)
class Said:
    """A slip in words, and who handed it in."""

    who: str
    text: str


@dataclass(frozen=True, slots=True)
class Offers:
    """Which forms the table shows; players where an act names one of them."""

    call: bool
    watch: bool
    extend: bool
    share: bool
    incident: bool
    totals: bool
    decks: tuple[PlayerId, ...]
    resolve: bool
    enter: bool
    troubles: tuple[PlayerId, ...]
    questions: tuple[PlayerId, ...]
    proxies: tuple[PlayerId, ...]
    recommend: tuple[PlayerId, ...]
    forfeit: tuple[PlayerId, ...]
    leaders: tuple[PersonId, ...]

    @property
    def any(self) -> bool:
        """Whether anything may be done here."""
        return any(getattr(self, name) for name in self.__slots__)


def seats(view: EventView, game: Game, person: PersonId) -> tuple[Seat, ...]:
    """Return the players of a game; their proxies name cards, for whoever may read the lists."""
    event = view.event
    reads = reads_lists(event, view.rules, person)
    return tuple(
        Seat(
            view.as_told(person, event.entrants[player]),
            view.rows.get(player),
            tuple(incident for incident in event.incidents.values() if player in incident.people),
            tuple(proxy for proxy in event.proxies if reads and proxy.player == player),
            event.recommendations.get(player, ""),
        )
        for player in game.players
    )


def offers(bench: Bench, round_: DayRound, game: Game) -> Offers:
    """Return what this judge may do at a table; the desk decides it, form by form."""
    view = bench.view
    rules, event = view.rules, view.event
    match, players = game.id, game.players
    others = () if bench.plays_in(game) else players
    category = rules.conduct.categories[0].id
    shared = rules.components.sharing[:1]
    kind = next((component_question.kind for component_question in rules.components.questions), "")
    now = takes_entries(event, round_) and game.kind == "game"
    return Offers(
        call=game.kind == "game" and bench.may(CallJudge(match, SAID)),
        watch=bench.may(RequestWatch(match, SAID)),
        extend=bench.may(GrantExtension(match, SAID)),
        share=bool(shared) and game.is_open and bench.may(OrderSharing(match, shared)),
        incident=bench.may(RecordIncident(category, (), SAID, match=match)),
        totals=bench.may(VerifyTotals(match)),
        decks=tuple(
            player for player in players if bench.may(CheckDeck(match, player, complete=True))
        ),
        resolve=now and game.is_disputed and _right(bench, "resolve-dispute", game),
        enter=now and game.is_open and not game.is_disputed and _right(bench, "enter-result", game),
        troubles=tuple(
            player
            for player in players
            if now and bench.may(NoteComponentTrouble(player, SAID, "lost"))
        ),
        questions=tuple(
            player
            for player in players
            if kind and bench.may(AskAboutComponent(player, kind, SAID))
        ),
        proxies=tuple(player for player in others if bench.may(MakeProxy(player, SAID, SAID))),
        recommend=tuple(
            player for player in others if bench.may(RecommendDisqualification(player, SAID))
        ),
        forfeit=tuple(player for player in players if bench.may(ForfeitGame(match, player))),
        leaders=tuple(
            name
            for name in ruling_order(event, rules)
            if game.is_open and bench.may(AssignRulingLeader(match, name))
        ),
    )


def _right(bench: Bench, act: str, game: Game) -> bool:
    view = bench.view
    return refusal(view.event, view.rules, bench.me, act, game.players) is None


def slip_of_the_table(
    view: EventView, game: Game, offered: Offers, version: str
) -> SlipForm | None:
    """Return the form of a slip where the judge may enter or resolve one.

    `version` is which of the slips handed in is filled in already, counted from 1; the only one is.
    """
    if not (offered.resolve or offered.enter):
        return None
    known = [slip for _, slip in versions(view.event, game)]
    place = int(version) - 1 if version.isdecimal() and len(version) < 3 else -1
    if not version and len(known) == 1:
        place = 0  # the only report there is: it is confirmed or corrected, not typed again
    return slip_form(view, game, slip=known[place] if 0 <= place < len(known) else None)


def said_slips(view: EventView, game: Game) -> tuple[Said, ...]:
    """Return what was handed in for a game."""
    if game.is_disputed:
        return tuple(
            Said(who, said_text(view, game, slip)) for who, slip in versions(view.event, game)
        )
    if game.slip is not None:
        by = view.name(game.entered_by) if game.entered_by else say("judge.both-players")
        return (Said(by, said_text(view, game, game.slip)),)
    return tuple(
        Said(view.name(filed.by), said_text(view, game, filed.slip)) for filed in game.filed
    )


def result_text(view: EventView, game: Game) -> str:
    """Return the result that counts as one line, or nothing."""
    if game.absent is not None:
        return say("judge.forfeited-did-not-come", name=view.name(game.absent))
    if game.slip is None or game.contradicted:
        return ""
    return in_one_line(view, home_of(view, game), game, game.slip)


def reasons(view: EventView, game: Game) -> tuple[CitedSentence, ...]:
    """Return why these two meet, each reason with its clause."""
    whys = (Why(reason.code, reason.clause, reason.facts) for reason in game.why)
    return tuple(CitedSentence(why_text(why, view.event.people), why.clause) for why in whys)


def state_text(round_: DayRound, game: Game) -> tuple[str, str]:
    """Return where a match stands: a word, and how it is marked."""
    words = {
        "pending": (say("common.not-begun"), ""),
        "playing": (say("common.playing"), "live"),
        "reported": (say("judge.reported"), "warn"),
        "disputed": (say("common.disputed"), "alarm"),
        "final": (say("common.final-2"), "good"),
    }
    return words[state_of_table(round_, game)]
