"""What is said about a foreign file: each remark, reason and note as a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiltyard.words.language import gettext, marked
from tiltyard.words.spoken import spoken

if TYPE_CHECKING:
    from tiltyard.formats.foreign.model import Kind, Remark


def kind_name(kind: Kind) -> str:
    """Return which program's file it is."""
    names = {
        "tiltyard/1": gettext("tiltyard/1"),
        "listjuggler": gettext("List Juggler or Cryodex export"),
        "listfortress": gettext("ListFortress"),
        "cryodex-save": gettext("Cryodex save"),
        "tome": gettext("TOME"),
        "games": gettext("table of games"),
        "players": gettext("table of players"),
    }
    return names[kind]


def remark_text(remark: Remark) -> str:
    """Return a remark as a sentence; a reason in it is a refusal, said in the same language."""
    facts = dict(remark.facts)
    if "reason" in facts:
        facts["reason"] = spoken(str(facts["reason"]))
    return remark_sentences()[remark.code] % facts


def place_text(where: str) -> str:
    """Return where in a file something is; a path of keys is said as it stands."""
    return spoken(where)


PLACES = (
    marked("cut of {0}, game {1}"),
    marked("line {0}"),
    marked("line {0}, {1}"),
    marked("round {0}"),
    marked("round {0}, match {1}"),
    marked("round {0}, {1}"),
)
"""The places that readers name in words."""


def remark_sentences() -> dict[str, str]:
    """Return the sentence of every remark by its code."""
    return _about_files() | _about_people() | _about_games()


def _about_files() -> dict[str, str]:
    return {
        "encoding": gettext("The file is not UTF-8; it was read as %(encoding)s."),
        "key-twice": gettext("A key stands twice in one object; the last one counts."),
        "number-absurd": gettext("A number that cannot be was left out."),
        "not-a-number": gettext("%(found)s is no number and was left out."),
        "number-rounded": gettext("%(found)s was taken as %(taken)s: numbers are whole here."),
        "number-below-nothing": gettext("%(found)s was taken as 0."),
        "no-such-day": gettext("%(found)s is no day; the event has no date."),
        "no-rounds": gettext("The file holds no rounds."),
        "rounds-unreadable": gettext("The rounds cannot be read: %(found)s."),
        "round-unreadable": gettext("A round cannot be read: %(found)s."),
        "round-empty": gettext("Round %(number)s has no games and was left out."),
        "round-twice": gettext("Round %(number)s stands there twice; once is enough."),
        "round-number-again": gettext(
            "Two different rounds have the number %(number)s; they follow one another here."
        ),
        "round-type-unknown": gettext(
            "Nobody here knows the type of round %(found)s; it was read as a Swiss round."
        ),
        "column-unknown": gettext("Nobody here knows the column %(found)s; it was left out."),
        "game-without-ruleset": gettext(
            "The file is about %(found)s, which has no ruleset here; it was read as %(taken)s. "
            "Choose another ruleset (--ruleset) if that is wrong."
        ),
        "another-tournament": gettext("The file also holds %(name)s, which was left out."),
        "games-of-no-tournament": gettext(
            "Games that belong to no tournament were left out: %(count)s."
        ),
        "list-unreadable": gettext(
            "The list of %(name)s cannot be read and was kept as its text: %(reason)s."
        ),
        "seed-known": gettext(
            "The seed is in the file: whoever has it can compute every draw that follows here."
        ),
        "seed-missing": gettext(
            "The file does not tell its seed: a new one is drawn for what follows, and the rounds "
            "played so far cannot be drawn again."
        ),
        "list-left-out": gettext("The list of %(name)s was left out: %(reason)s."),
    }


def _about_people() -> dict[str, str]:
    return {
        "players-unreadable": gettext("The players cannot be read: %(found)s."),
        "player-unreadable": gettext("A player cannot be read: %(found)s."),
        "player-not-listed": gettext("%(name)s plays without being listed, and was added."),
        "nobody-listed": gettext("A player without a name was left out: %(name)s."),
        "two-of-one-name": gettext(
            "Two people are called %(name)s; one of them is %(second)s now."
        ),
        "drop-without-rounds": gettext("%(name)s dropped, but no round is known to drop after."),
        "no-headings": gettext("The table has no headings; every line is taken as a name."),
        "line-without-name": gettext("A line without a name was left out."),
        "line-without-round": gettext("A line without a round was left out."),
        "name-again": gettext("%(name)s stands there more than once."),
        "number-as-note": gettext("%(found)s is no number and was kept as a note."),
        "cell-cut": gettext(
            "%(column)s is longer than %(most)s characters; the rest was left out."
        ),
        "number-again": gettext("The number %(number)s is taken; another will be given."),
    }


def _about_games() -> dict[str, str]:
    return {
        "score-impossible": gettext(
            "The score %(score)s of %(name)s does not fit a list of %(total)s points and this "
            "ending. It is taken over; check the slip."
        ),
        "match-unreadable": gettext("A game cannot be read: %(found)s."),
        "match-of-nobody": gettext("A game without players was left out."),
        "match-twice": gettext("A game of %(name)s stands there twice; once is enough."),
        "bye-of-somebody-who-plays": gettext("%(name)s plays in this round; the bye was left out."),
        "bye-with-opponent": gettext("A bye has an opponent, %(name)s, who was left out."),
        "bye-with-points": gettext(
            "The bye of %(name)s was worth %(points)s points there; here it is worth what the "
            "rules say."
        ),
        "game-without-opponent": gettext("%(name)s had nobody to play: that is a bye."),
        "winner-not-at-the-table": gettext("The winner %(name)s is not at the table."),
        "winner-against-the-score": gettext(
            "The winner that was entered has not scored more; the score %(score)s counts."
        ),
        "win-of-nobody": gettext(
            "A win was entered, but the score is level (%(score)s) and nobody is named; the score "
            "counts."
        ),
        "no-score": gettext("No score was entered: that is 0-0, a draw."),
        "level-and-nobody-named": gettext(
            "The score is level (%(score)s), the rules know no draw and nobody is named: the first "
            "player counts as the winner."
        ),
        "winner-without-score": gettext(
            "Only the winner was entered and no score: the other has conceded."
        ),
        "score-above-the-limit": gettext(
            "A score of %(score)s is more than a whole list is worth; it counts %(limit)s."
        ),
        "game-against-oneself": gettext("A game of %(name)s against themselves was left out."),
        "game-for-third-place": gettext(
            "A game of %(name)s was for a lower place, which nobody plays for here."
        ),
        "game-of-the-beaten": gettext(
            "A bracket game of %(name)s was left out: they were beaten before."
        ),
        "game-of-another-bracket": gettext(
            "A game of %(name)s belongs to another bracket, which was left out."
        ),
        "games-of-one-pair": gettext(
            "%(name)s and %(other)s played several games (%(score)s); the one that decided counts."
        ),
        "bracket-bye-added": gettext("%(name)s has no game in this round: that is a bye."),
        "champion-differs": gettext(
            "The file names %(name)s as the winner of the bracket; its games give %(other)s."
        ),
        "champion-not-decided": gettext(
            "The file names %(name)s as the winner of the bracket, but no game decides it."
        ),
        "cut-without-games": gettext(
            "A cut was published (%(name)s in place %(place)s), but no game of it is in the file: "
            "the standings are those of the Swiss rounds."
        ),
        "bracket-without-final": gettext("The bracket has no final: nobody has won it."),
        "bracket-too-deep": gettext(
            "A bracket has at most %(most)s rounds; games left out: %(count)s."
        ),
        "level-in-the-bracket": gettext(
            "The score is level and nobody is known to go on; the better seed does."
        ),
        "loser-went-on": gettext(
            "The player who scored less (%(score)s) went on: the other has conceded."
        ),
    }


def reason_text(code: str, round_: int | None = None) -> str:
    """Return a likely reason as a sentence."""
    return reason_sentences().get(code, code) % {"round": round_ or 0}


def reason_sentences() -> dict[str, str]:
    """Return the sentence of every reason by its code."""
    return {
        "no-game-on-record": gettext("no game on record"),
        "stands-after-round": gettext("published as after round %(round)s"),
        "bye-worth-a-whole-win": gettext("the bye of round %(round)s counts as a whole win"),
        "bye-not-counted": gettext("the bye of round %(round)s is not counted"),
        "bye-not-in-the-file": gettext("a bye in round %(round)s that is not in the file"),
        "bye-worth-something-else": gettext("a bye is worth something else there"),
        "game-without-score-not-counted": gettext(
            "the game without a score in round %(round)s is not counted"
        ),
        "modified-win-in-full": gettext("the modified win of round %(round)s counts in full"),
        "destroyed-below-the-limit": gettext(
            "a squad below the limit was destroyed in round %(round)s and counts in full"
        ),
        "destroyed-at-its-own-value": gettext("a destroyed squad counts what it cost"),
        "winner-as-entered": gettext("round %(round)s went to the winner that was entered"),
        "given-to-the-other": gettext("round %(round)s was given to the other player"),
        "draw-decided": gettext("the level game of round %(round)s had a winner there"),
        "two-of-one-name": gettext("two people of one name"),
        "other-scale": gettext("points are given by another scale there"),
        "follows-from-points": gettext("follows from points that differ"),
        "bye-counted-as-opponent": gettext("a bye counts as an opponent without points"),
        "follows-from-numbers": gettext("follows from numbers that differ"),
        "ordered-by-hand": gettext("against the published numbers"),
        "bracket-by-hand": gettext("not what the games of the bracket say"),
        "other-rules": gettext("scored by other rules there"),
        "cut-not-in-the-file": gettext("the games of the cut are not in the file"),
        "entered-by-hand": gettext("follows from no score: entered by hand"),
    }


def note_text(code: str) -> str:
    """Return what is true of a whole publication as a sentence."""
    return note_sentences().get(code, code)


def note_sentences() -> dict[str, str]:
    """Return the sentence of every note by its code."""
    return {
        "sos-capped": gettext("Strength of schedule was published capped at 0.99: not compared."),
        "sos-other-formula": gettext(
            "Strength of schedule was published by another formula: not compared."
        ),
        "other-rules": gettext(
            "Hardly any published margin comes out: the event was scored by other rules than these."
        ),
        "dropped-not-ranked": gettext("Players who dropped were published without a place."),
        "places-are-shared": gettext(
            "Losers of one bracket round were published with one shared place."
        ),
    }
