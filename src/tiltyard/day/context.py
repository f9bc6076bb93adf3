"""What a decision is made from, and how an act is described."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields
from datetime import datetime
from enum import Enum
from typing import Any, ClassVar, Generic, Literal, Never, Protocol, TypeVar, cast

from tiltyard.day.event import DayRound, Entrant, Event, Game
from tiltyard.day.facts import ConcernsConfirmed, EntryContradicted, Fact, Recorded, ResultEntered
from tiltyard.day.rights import Right
from tiltyard.engine.errors import Refused
from tiltyard.engine.rosters.list_reading import ReadList, no_reader
from tiltyard.engine.ruleset import Ruleset
from tiltyard.engine.slip import Slip
from tiltyard.engine.tournament import MatchId, PersonId, PlayerId


class Command(Protocol):
    """Something somebody wants to do; its name is the act in the table of rights."""

    NAME: ClassVar[str]


class Stays(Enum):
    """What an act was not told: it stays as it is."""

    STAYS = "stays"


STAYS = Stays.STAYS
Told = TypeVar("Told")


def told(value: Told | Stays, known: Told) -> Told:
    """Return what an act was told, or what is known already."""
    return known if isinstance(value, Stays) else value


@dataclass(frozen=True, slots=True)
class Scene:
    """The event as it stands, the rules as this organizer uses them, who acts, and when.

    `document` is the ruleset without the organizer's options; `engine` names the version that
    draws; `read_list` reads army lists; `confirmed` are the codes of what somebody was asked back
    about and meant. `head` is the hash of the newest fact; with a `nonce` a draw is salted.
    """

    event: Event
    rules: Ruleset
    document: Ruleset
    person: PersonId
    at: datetime
    engine: str
    read_list: ReadList = no_reader
    confirmed: frozenset[str] = frozenset()
    head: str = ""
    nonce: str = ""

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


# ------------------------------------------------------------------------------
# From the facts of an act back to its command: a log that is verified decides every act again.

Kind = TypeVar("Kind")


class Untold(Exception):
    """An act lacks the fact that would say what was asked for."""


@dataclass(frozen=True, slots=True)
class ActFacts:
    """The facts of one act, and the event as it stood before them."""

    event: Event
    facts: tuple[Fact, ...]

    def the(self, kind: type[Kind]) -> Kind:
        """Return the fact of this kind; without it nobody can tell the act."""
        fact = self.maybe(kind)
        if fact is None:
            raise Untold
        return fact

    def maybe(self, kind: type[Kind]) -> Kind | None:
        """Return the first fact of this kind, or none."""
        return next((fact for fact in self.facts if isinstance(fact, kind)), None)

    def slip(self) -> Slip | None:
        """Return the slip of the game that was settled by the way, if one was."""
        entered = self.maybe(ResultEntered)
        contradicted = self.maybe(EntryContradicted)
        settled = entered or contradicted
        return settled.slip if settled is not None else None

    def known(self, person: PersonId) -> PersonId:
        """Return the id of somebody who was here already; new people are given by name only."""
        return person if person in self.event.people else ""


Tell = Callable[[ActFacts], Command]


def told_as(command: type[Any], fact: type[Any]) -> Tell:
    """Return how a command is told whose values are in one fact, under the same names.

    What the fact does not tell, or tells as none, keeps the command's own default.
    """

    def tell(told: ActFacts) -> Command:
        said = told.the(fact)
        values = {
            field.name: getattr(said, field.name)
            for field in fields(command)
            if field.default is MISSING or getattr(said, field.name, None) is not None
        }
        return cast("Command", command(**values))

    return tell


# ------------------------------------------------------------------------------
# One act is one row: every interface, the history, undo and the verification read it.

Asked_contra = TypeVar("Asked_contra", contravariant=True)
ReasonReaders = Literal["public", "staff", "leaders"]


@dataclass(frozen=True, slots=True)
class Act(Generic[Asked_contra]):
    """One act: its command, how it is decided, who may do it, and which facts can follow.

    `concerns` names the people whose match or place it is. `tell` leads from the facts back to the
    command; without it the first of `facts` holds all values. `undoable` is false for acts others
    have acted on. `by_lot`: its facts depend on the seed. `finding` is what a verification calls a
    wrong decision. `reason` says who reads the reason, `of_leaders` that only leaders hear of it,
    `whole` that its name says everything, a reason at most, `about_results` that a program which
    only hands in results may do it, `secret` that its page gives out a secret with it, so neither
    programs nor the terminal do it by name. `after_start` is the refusal that names the other way
    there is once the event runs. `begins`: there is no event yet that could give rights, whoever
    does it is the organizer.
    """

    command: type
    decide: Callable[[Scene, Asked_contra], Iterable[Fact]]
    facts: tuple[type, ...]
    rights: tuple[Right, ...]
    concerns: Callable[[Event, Asked_contra], Iterable[PersonId]] = nobody
    tell: Tell | None = None
    undoable: bool = True
    by_lot: bool = False
    finding: str = "decision"
    reason: ReasonReaders = "public"
    of_leaders: bool = False
    whole: bool = False
    about_results: bool = False
    secret: bool = False
    after_start: str = ""
    begins: bool = False

    @property
    def name(self) -> str:
        """Return the name of the act."""
        return str(self.command.NAME)  # type: ignore[attr-defined]

    def told(self, event: Event, facts: tuple[Fact, ...]) -> Command:
        """Return the command these facts answer; `Untold` if they answer none."""
        tell = self.tell or told_as(self.command, self.facts[0])
        return tell(ActFacts(event, facts))


AnyAct = Act[Never]

Folds = Mapping[type, Callable[[Event, Recorded], Event]]
"""How each fact changes the state; a fold decides nothing and refuses nothing."""
