"""Facts in words: one sentence for every fact, for the log and for whoever just did something."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any, Literal

from tiltyard.day.facts import (
    ActUndone,
    ApprovalSet,
    CallRuled,
    CardsSet,
    ClinchShown,
    ClockStarted,
    ComponentRulingGiven,
    ComponentsInspected,
    ComponentTroubleNoted,
    ContactNoted,
    ConversionDecided,
    DeckChecked,
    Details,
    DutyChanged,
    EventStarted,
    InformationChanged,
    ListAmended,
    ListApproved,
    ListDeadlineSet,
    NoticePosted,
    Pairing,
    PairingsChangedByHand,
    PlanAnnounced,
    PlanChanged,
    PlayerLetIn,
    PlayerRegistered,
    PlayerRejoined,
    ProductRuled,
    Reason,
    ResultCorrected,
    RoundDrawn,
    RoundSalted,
    ScenarioSet,
    Seal,
    SeatsOpened,
    SharingAgreed,
    ShownNameChosen,
    SoftScoreClosed,
    SoftScoreDeclared,
    SoftScoreHandedIn,
    SoftScoresGiven,
    TablesArranged,
)
from tiltyard.day.visibility import unread
from tiltyard.engine.bracket import next_power_of_two
from tiltyard.engine.slip import KINDS, Slip
from tiltyard.text.announcements import values_sentence
from tiltyard.text.language import LANGUAGES, ruleset_text
from tiltyard.text.say import listed, say, sentence, word, wording

if TYPE_CHECKING:
    from tiltyard.day.event import Amendment, ArmyList, DayRound, DeckCheck, Event, Game
    from tiltyard.day.facts import Fact, Recorded
    from tiltyard.engine.ruleset import Ruleset
    from tiltyard.engine.slip import Kind
    from tiltyard.engine.tournament import PersonId


_PEOPLE = {
    "about",
    "absent",
    "caller",
    "clear",
    "instead_of",
    "leader",
    "opponent",
    "organizer",
    "person",
    "player",
    "recipient",
    "winner",
}


def _changed_alone(fact: InformationChanged) -> str:
    """Return which part of an event's description changed, if it was a single one."""
    said = [part.name for part in fields(fact) if isinstance(getattr(fact, part.name), str)]
    return f"-{said[0]}" if len(said) == 1 and getattr(fact, said[0]) else ""


_SHOWN_TO = {
    (True, True): "",
    (True, False): "-public",
    (False, True): "-players",
    (False, False): "-nobody",
}
_VARIANTS: Mapping[type, Callable[[Any], str]] = {
    ActUndone: lambda fact: "" if fact.first == fact.last else "-many",
    EventStarted: lambda fact: "-with-cut" if fact.cut else "",
    InformationChanged: _changed_alone,
    PlanChanged: lambda fact: "-with-cut" if fact.cut else "",
    NoticePosted: lambda fact: "" if fact.table is None else "-table",
    TablesArranged: lambda fact: "-without" if fact.out_of_use else "",
    PlayerRegistered: lambda fact: "-late" if fact.missed else "",
    ContactNoted: lambda fact: "" if fact.contact else "-none",
    ClinchShown: lambda fact: _SHOWN_TO[fact.public, fact.players],
    ApprovalSet: lambda fact: "" if fact.required else "-off",
    DutyChanged: lambda fact: "" if fact.on_duty else "-off",
    PlayerLetIn: lambda fact: "-seated" if fact.match else "-missed" if fact.missed else "",
    PlayerRejoined: lambda fact: "-missed" if fact.missed else "",
    ShownNameChosen: lambda fact: "" if fact.shown == "full" else f"-{fact.shown}",
    SoftScoreDeclared: lambda fact: "-vote" if fact.by == "vote" else "",
    SoftScoresGiven: lambda fact: "" if fact.values else "-cleared",
    SoftScoreHandedIn: lambda fact: "-vote" if fact.vote else "",
    SoftScoreClosed: lambda fact: "" if fact.closed else "-open",
    ListApproved: lambda fact: "-waived" if fact.reason else "",
    ListAmended: lambda fact: "-significant" if fact.significant else "",
    ListDeadlineSet: lambda fact: "" if fact.until else "-none",
    ProductRuled: lambda fact: "-not" if not fact.legal else "-since" if fact.since else "",
    ConversionDecided: lambda fact: "" if fact.approved else "-not",
    RoundDrawn: lambda fact: "-again" if fact.attempt > 1 else "",
    SeatsOpened: lambda fact: "" if fact.by == "link" else f"-{fact.by}",
    RoundSalted: lambda fact: "" if fact.nonce else "-given",
    ClockStarted: lambda fact: "" if fact.minutes else "-untimed",
    ScenarioSet: lambda fact: ("" if fact.number else "-every") + ("" if fact.name else "-none"),
    DeckChecked: lambda fact: "" if fact.complete else "-short",
    ComponentsInspected: lambda fact: "" if fact.ticked else "-none",
    CallRuled: lambda fact: "-final" if fact.final else "",
    ComponentTroubleNoted: lambda fact: "" if fact.minutes else "-reported",
    ComponentRulingGiven: lambda fact: "" if fact.allowed else "-not",
    SharingAgreed: lambda fact: "-ordered" if fact.ordered else "",
    ResultCorrected: lambda fact: "-absent" if fact.absent else "" if fact.before else "-forfeit",
}
"""Facts with more than one sentence: what is added to the code of the others."""


def fact_text(fact: Fact, event: Event, unread: frozenset[str] = frozenset()) -> str:
    """Return what happened as a sentence that names people and tables, but not what is unread."""
    names = _NamesOf(event)
    facts: dict[str, object] = {}
    for entry in fields(fact):
        value = getattr(fact, entry.name)
        if entry.name in unread:
            facts[entry.name], facts[f"{entry.name}_added"] = _unnamed(entry.name), ""
            continue
        facts[entry.name] = said = names.said(entry.name, value, fact)
        added = said.rstrip(".") if value is not None else ""  # the sentence has its own full stop
        facts[f"{entry.name}_added"] = f": {added}" if added else ""
    name = str(facts.get("round", ""))
    facts["Round"] = name[:1].upper() + name[1:]
    return sentence("facts", fact_code(fact), facts)


def _unnamed(part: str) -> str:
    return say("phrases.a-component") if part == "component" else say("phrases.not-shown")


def fact_code(fact: Fact) -> str:
    """Return the code of a fact's sentence: its name without the version, or a variant."""
    name = fact.NAME.partition("/")[0]
    variant = _VARIANTS.get(type(fact))
    return name + variant(fact) if variant else name


class _NamesOf:
    """Ids of one event as people read them."""

    def __init__(self, event: Event) -> None:
        self._event = event
        self._titles = {
            "notice": {name: notice.text for name, notice in event.notices.items()},
            "score": {kind.id: kind.title for kind in event.declared},
        }

    def person(self, person: str) -> str:
        return self._event.people.get(person, person)

    def said(self, key: str, value: object, fact: Fact) -> str:
        if value is None:
            return say("common.none")
        if isinstance(value, Slip):
            return slip_text(value, self._sides(fact), self._event.people)
        if key == "language":
            return LANGUAGES.get(str(value), str(value))
        if isinstance(value, Details):
            return f"{value.name}, {value.ruleset}, {value.date or say('common.no-date')}"
        if isinstance(fact, PlanAnnounced) and key == "values":
            return values_sentence(fact.values).rstrip(".")
        if isinstance(value, str) and value in self._titles.get(key, ()):
            return self._titles[key][value]
        if isinstance(value, Mapping):
            scores = isinstance(fact, SoftScoresGiven)
            names = (self.person(str(kind)) if scores else word(str(kind)) for kind in value)
            return listed(
                f"{name} {entry}" for name, entry in zip(names, value.values(), strict=True)
            )
        if isinstance(value, tuple):
            return listed(self._one(key, entry) for entry in value)
        return self._one(key, value)

    def _one(self, key: str, value: object) -> str:
        if isinstance(value, Pairing):
            pair = pair_text(self.person(player) for player in value.players)
            return say("phrases.bye", player=pair) if value.kind == "bye" else pair
        if isinstance(value, Seal):
            return self.person(value.player)
        if isinstance(value, datetime):
            return value.strftime("%Y-%m-%d %H:%M UTC")
        if isinstance(value, Reason):
            return value.code.replace("-", " ")
        text = str(value)
        if key in _PEOPLE or key in {"people", "players", "seeds"}:
            return self.person(text)
        if key == "match":
            return match_text(self._event, text)
        if key == "call" and text in self._event.calls:
            return match_text(self._event, self._event.calls[text].match)
        if key in {"round", "missed", "after"}:
            return round_text(self._event, text)
        if key in {"role", "why", "kind", "category", "end", "item", "ticked"}:
            return word(text)
        return word(text.replace("-", " ")) if key in {"act", "codes"} else text

    def _sides(self, fact: Fact) -> tuple[str, ...]:
        game = self._event.game(getattr(fact, "match", ""))
        return tuple(self.person(player) for player in game.players) if game else ()


def match_text(event: Event, match: str) -> str:
    """Return a match as people know it: its table and who plays."""
    game = event.game(match)
    if game is None:
        return say("common.match", match=match)
    pair = pair_text(event.people.get(player, player) for player in game.players)
    place = place_text(game)
    return f"{place} ({pair})" if place else pair


def pair_text(names: Iterable[str]) -> str:
    """Return who meets whom."""
    first, *others = names
    return say("phrases.v", first=first, second=others[0]) if others else first


def place_text(game: Game) -> str:
    """Return where a game is played: its table, or its number in the bracket."""
    if game.table is not None:
        return say("phrases.table", table=game.table)
    return say("phrases.game", game=game.game) if game.game is not None else ""


def versions(event: Event, game: Game) -> tuple[tuple[str, Slip], ...]:
    """Return what stands against each other in a disputed game: who says it, and the slip."""
    said = {filed.by: filed.slip for filed in game.filed}
    found = [(event.people.get(by, by), slip) for by, slip in said.items()]
    if game.slip is not None and game.slip.digest not in {slip.digest for _, slip in found}:
        by = game.entered_by or ""
        found.insert(0, (event.people.get(by, by) or say("phrases.as-it-counted"), game.slip))
    return tuple(found)


def round_text(event: Event, name: str) -> str:
    """Return a round as people know it."""
    if not name:
        return say("phrases.the-start")
    stage, _, number = name.partition(".")
    known = event.round(name) or event.draft
    is_bracket = known is not None and known.id == name and known.kind == "elimination"
    if is_bracket:
        return bracket_text(event, int(stage), int(number))
    if stage == "1":
        return say("phrases.round", round=number)
    return say("phrases.round-of-stage", round=number, stage=stage)


def earlier_round(event: Event, match: str) -> str:
    """Return the round of a match if it is not the newest one, as people know it."""
    name = match.rpartition(".")[0]
    if not name or event.current is None or event.current.id == name:
        return ""
    return round_text(event, name)


def bracket_text(event: Event, stage: int, number: int) -> str:
    """Return an elimination round as people know it: by how many are left in the bracket."""
    drawn = [*event.rounds, *([event.draft] if event.draft is not None else [])]
    known = [round_.seeds for round_ in drawn if round_.stage == stage and round_.seeds is not None]
    if not known and event.qualification is not None:
        known = [event.qualification.seeds]
    in_two = _round_of_two_brackets(drawn, stage, number)
    if in_two:
        return in_two
    games = next_power_of_two(len(known[0])) >> number if known else 0
    if not games:
        return say("phrases.elimination-round", round=number)
    return left_in_bracket(games)


def _round_of_two_brackets(drawn: Sequence[DayRound], stage: int, number: int) -> str:
    """Return a round of two brackets in step; nothing while there is only one bracket."""
    codes = {
        round_.number: {why.code for match in round_.drawn for why in match.why}
        for round_ in drawn
        if round_.stage == stage and round_.kind == "elimination"
    }
    if not any(_OF_TWO_BRACKETS & found for found in codes.values()):
        return ""
    here = codes.get(number, set())
    if "final-again" in here:
        return say("phrases.second-final")
    if "final-of-both" in here:
        return say("common.final")
    return say("phrases.elimination-round", round=number)


_OF_TWO_BRACKETS = frozenset(
    {"second-bracket", "comes-into-second-bracket", "final-of-both", "final-again"}
)


def left_in_bracket(games: int) -> str:
    """Return how a round of a bracket with so many games is called."""
    names = {1: say("common.final"), 2: say("phrases.semifinal"), 4: say("phrases.quarterfinal")}
    return names.get(games) or say("phrases.round-of", players=2 * games)


def slip_text(
    slip: Slip, sides: tuple[str, ...] = (), people: Mapping[PersonId, str] | None = None
) -> str:
    """Return a slip in a few words: scores, how it ended, and what else it says."""
    nameless = (say("phrases.the-first-player"), say("phrases.the-second-player"))
    who = sides if len(sides) == 2 else nameless
    parts = [_scores(slip, sides)] if slip.score is not None else []
    if slip.score is None and any(slip.objectives):
        first, second = slip.objectives
        parts.append(sentence("slips", "objectives", {"first": first, "second": second}))
    parts.append(sentence("slips", slip.end, {}))
    for name, kind in KINDS.items():
        value = getattr(slip, name)
        if value is not None and kind != "pair":
            parts += _said(name, kind, value, who, people or {})
    return ", ".join(parts)


def _said(
    name: str, kind: Kind, value: Any, who: tuple[str, ...], people: Mapping[PersonId, str]
) -> Iterator[str]:
    """Yield what a field of a slip says, by its kind."""
    if kind == "player":
        yield sentence("slips", name, {"player": who[value]})
    elif kind == "answers":
        yes = [player for player, done in zip(who, value, strict=True) if done]
        yield sentence("slips", name, {"players": listed(yes) or say("common.nobody")})
    elif kind == "rolls":
        for first, second in value:
            yield sentence("slips", name, {"first": first, "second": second})
    elif kind == "person":
        yield sentence("slips", name, {name: people.get(value, value)})
    elif kind == "numbers":
        for own, (first, second) in value.items():
            yield f"{own} {first}-{second}"


def _scores(slip: Slip, sides: tuple[str, ...]) -> str:
    score = slip.score or (0, 0)
    more = slip.objectives if any(slip.objectives) else None
    first, second = (f"{score[side]}+{more[side]}" if more else score[side] for side in (0, 1))
    if len(sides) != 2:
        return f"{first}-{second}"
    return f"{sides[0]} {first}, {sides[1]} {second}"


# ------------------------------------------------------------------------------
# Facts in words as somebody of the staff may read them; what is not for them is only named.


def told_text(recorded: Recorded, event: Event, rules: Ruleset, person: PersonId) -> str:
    """Return what happened as far as this person may read it."""
    hidden = unread(event, rules, person, recorded)
    if not hidden.whole:
        return fact_text(recorded.fact, event, hidden.parts)
    if isinstance(recorded.fact, RoundDrawn | RoundSalted | PairingsChangedByHand | CardsSet):
        name = round_text(event, recorded.fact.round)
        return say("phrases.the-draw-of-is-not", round=name)
    return say("phrases.an-entry-in-the-log")


def is_told(recorded: Recorded, event: Event, rules: Ruleset, person: PersonId) -> bool:
    """Whether this person reads more of a fact than that it is there; if not, no name of it."""
    return not unread(event, rules, person, recorded).whole


# ------------------------------------------------------------------------------
# What an amendment changed in the text of a list: before and after, line by line.

MOST_LINES = 2000
"""Longer lists are shown whole: comparing them would take too long."""


@dataclass(frozen=True, slots=True)
class ListLine:
    """A line of a list: as it was, taken out, or put in."""

    kind: Literal["same", "out", "in"]
    text: str


def amended(army: ArmyList) -> Iterator[tuple[Amendment, tuple[ListLine, ...]]]:
    """Yield every amendment of a list with what it changed, the newest first."""
    after = [*(amendment.before for amendment in army.amendments), army.text][1:]
    for amendment, text in reversed(list(zip(army.amendments, after, strict=True))):
        yield amendment, tuple(compared(amendment.before, text))


def compared(before: str, after: str) -> Iterator[ListLine]:
    """Yield the lines of both texts in order, each with whether it went or came."""
    old, new = before.splitlines(), after.splitlines()
    if len(old) + len(new) > MOST_LINES:
        yield from (ListLine("out", text) for text in old)
        yield from (ListLine("in", text) for text in new)
        return
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    for kind, first, last, begin, end in matcher.get_opcodes():
        if kind == "equal":
            yield from (ListLine("same", text) for text in old[first:last])
        else:
            yield from (ListLine("out", text) for text in old[first:last])
            yield from (ListLine("in", text) for text in new[begin:end])


# ------------------------------------------------------------------------------
# Decks that were counted at a table, in words.


def deck_text(rules: Ruleset, check: DeckCheck, name: Callable[[PersonId], str]) -> str:
    """Return whose deck was counted, what was found, and by whom."""
    text = wording("phrases.of-complete-counted-by")
    if not check.complete:
        text = wording("phrases.of-not-complete-counted-by")
    deck = ruleset_text(rules.checks.deck)
    values = {"deck": deck[:1].upper() + deck[1:], "name": name(check.player), "by": name(check.by)}
    said = text.format(**values)
    return f"{said} {check.note}" if check.note else said
