"""What a decision is made from, and how an act is described."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import ClassVar, Generic, Never, Protocol, TypeVar

from tiltyard.day.event import DayRound, Entrant, Event, Game
from tiltyard.day.facts import ConcernsConfirmed, Fact
from tiltyard.engine.errors import Refused
from tiltyard.engine.rosters.list_reading import ReadList, no_reader
from tiltyard.engine.ruleset import Ruleset
from tiltyard.engine.tournament import MatchId, PersonId, PlayerId


class Command(Protocol):
    """Something somebody wants to do; its name is the act in the table of rights."""

    NAME: ClassVar[str]


@dataclass(frozen=True, slots=True)
class Scene:
    """The event as it stands, the rules as this organizer uses them, who acts, and when.

    `document` is the ruleset without the organizer's options; `engine` names the version that
    draws; `read_list` reads army lists; `confirmed` are the codes of what somebody was asked back
    about and meant.
    """

    event: Event
    rules: Ruleset
    document: Ruleset
    person: PersonId
    at: datetime
    engine: str
    read_list: ReadList = no_reader
    confirmed: frozenset[str] = frozenset()

    def round(self) -> DayRound:
        """Return the newest published round, or refuse."""
        if self.event.current is None:
            raise Refused("round-no-round-published-yet", clause=self.rules.pairing.clause)
        return self.event.current

    def game(self, match: MatchId) -> tuple[DayRound, Game]:
        """Return a published match and its round, or refuse."""
        home = self.event.round(match.rpartition(".")[0])
        game = home.games.get(match) if home else None
        if home is None or game is None:
            raise Refused("game-no-match", match=match[:20])
        return home, game

    def entrant(self, player: PlayerId) -> Entrant:
        """Return a player, or refuse."""
        entrant = self.event.entrants.get(player)
        if entrant is None:
            raise Refused("entrant-nobody-here-id", player=player[:40])
        return entrant

    def name(self, person: PersonId) -> str:
        """Return how somebody is called."""
        return self.event.people.get(person, person)


class OfPlayer(Protocol):
    """A command that names a player."""

    @property
    def player(self) -> PlayerId: ...


class OfMatch(Protocol):
    """A command that names a match, or no match at all."""

    @property
    def match(self) -> MatchId: ...


def nobody(event: Event, command: object) -> Iterable[PersonId]:
    """Say that an act concerns nobody in particular."""
    return ()


def the_player(event: Event, command: OfPlayer) -> Iterable[PersonId]:
    """Say that an act concerns the player it names."""
    return (command.player,)


def the_players_at_the_table(event: Event, command: OfPlayer) -> Iterable[PersonId]:
    """Say that an act concerns the player it names and whoever they play against now."""
    game = event.game_of(command.player)
    return game.players if game is not None else (command.player,)


def the_players_of_the_match(event: Event, command: OfMatch) -> Iterable[PersonId]:
    """Say that an act concerns both players of the match it names."""
    game = event.game(command.match) if command.match else None
    return game.players if game else ()


Asked_contra = TypeVar("Asked_contra", contravariant=True)


@dataclass(frozen=True, slots=True)
class Act(Generic[Asked_contra]):
    """How an act is decided, and whom it concerns."""

    decide: Callable[[Scene, Asked_contra], Iterable[Fact]]
    concerns: Callable[[Event, Asked_contra], Iterable[PersonId]] = nobody


Acts = Mapping[type, Act[Never]]


# ------------------------------------------------------------------------------
# Asking back: what may be meant, but must not happen in silence, is confirmed by name.


@dataclass(frozen=True, slots=True)
class Question:
    """Something an act would do that has to be meant: the code is what is confirmed.

    `wording` is the code of its sentence, where that is another one.
    """

    code: str
    clause: str | None = None
    facts: dict[str, object] = field(default_factory=dict)
    wording: str = ""

    @property
    def sentence(self) -> str:
        """The code of its sentence in the catalogue."""
        return self.wording or self.code


class NeedsConfirmation(Refused):
    """An act that is possible, but only when whoever does it says that it is meant."""

    kind = "needs-confirmation"

    def __init__(self, questions: tuple[Question, ...]) -> None:
        codes = tuple(dict.fromkeys(question.code for question in questions))
        super().__init__("needs-confirmation", clause=questions[0].clause, confirm=codes)
        self.questions = questions
        self.codes = codes


def confirmed(scene: Scene, questions: Iterable[Question], about: str = "") -> Iterator[Fact]:
    """Yield that these questions were confirmed, as the first fact of an act; or ask them.

    `about` is the match or player the questions are about. Without a question nothing is yielded.
    """
    asked = tuple(questions)
    if not asked:
        return
    codes = tuple(dict.fromkeys(question.code for question in asked))
    if not scene.confirmed.issuperset(codes):
        raise NeedsConfirmation(asked)
    yield ConcernsConfirmed(about, codes)
