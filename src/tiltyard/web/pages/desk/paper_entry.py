"""A round that was played on paper: all its tables on one page, each line recorded on its own.

Whatever happens while somebody types (the next round, a correction, a new draw), what was typed
is shown again, line by line, with what became of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tiltyard.day.results import takes_entries
from tiltyard.engine.errors import Refused
from tiltyard.text.facts import round_text
from tiltyard.text.language import speaking
from tiltyard.text.names import heading
from tiltyard.text.say import say, wording
from tiltyard.views.round import game_number
from tiltyard.web.errors import refusal_words
from tiltyard.web.forms.slips import ending_title, home_of, says_the_same
from tiltyard.web.pages.desk.entry_line import default_ending, grammar, read_line
from tiltyard.web.pages.desk.frame import desk_page, may
from tiltyard.web.pages.desk.results_page import OwnMistake, correction_of, entered
from tiltyard.web.pages.desk.table_lines import place_name, result_text, table_lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tiltyard.day.event import DayRound, Game
    from tiltyard.web.event_view import EventView
    from tiltyard.web.pages.desk.table_lines import TableLine
    from tiltyard.web.request import Asked, Reply

_OPEN = frozenset({"pending", "playing", "reported"})
_FIELD = "line-"
_LONGEST = 200


@dataclass(slots=True)
class Answer:
    """What became of a line: it was recorded, or it stays as it was typed with the reason."""

    typed: str
    said: str = ""
    doubtful: bool = False
    refused: dict[str, Any] | None = None
    correct_at: str = ""


@dataclass(frozen=True, slots=True)
class Kept:
    """A line for a game that is not open here any more: for whom, and what counts instead."""

    place: str
    typed: str
    said: str
    correct_at: str = ""
    good: bool = False


def paper_entry_page(asked: Asked) -> Reply:
    """Show every table of the round with a line for what stands on its slip."""
    return _page(asked, {})


def enter_papers(asked: Asked) -> Reply:
    """Record every line that was typed; what cannot be recorded stays, and says why."""
    typed = _typed(asked)
    round_ = asked.view.event.current
    same_round = round_ is not None and asked.form.text("round") == round_.id
    with speaking(asked.visitor.language):
        here = (
            [line for line in _lines(asked, round_) if line.game.id in typed] if same_round else []
        )
        answers = {line.game.id: _entered(asked, line, typed[line.game.id]) for line in here}
        done = sum(1 for answer in answers.values() if answer.refused is None)
        if done:
            said = wording("desk.results-are-recorded", done)
            asked.flash(said.format(num=done))
        kept = [_kept(asked, match, typed[match]) for match in typed if match not in answers]
    if same_round and done == len(typed):
        return asked.redirect(f"/e/{asked.view.event.id}/desk/paper-entry")
    del asked.view  # it was read before anything was recorded
    return _page(asked, answers, status=422, kept=kept, moved_on=not same_round)


def _typed(asked: Asked) -> dict[str, str]:
    """Return every line by the match it was typed for, in the order of the page."""
    names = [entry for entry in asked.form if entry.startswith(_FIELD)]
    found = {name.removeprefix(_FIELD): asked.form.text(name).strip() for name in names}
    return {match: text[:_LONGEST] for match, text in found.items() if text}


def _entered(asked: Asked, line: TableLine, typed: str) -> Answer:
    key = asked.form.text("key")
    own = f"{key[:80]}-{line.game.id}" if key else ""
    seats = asked.form.text(f"seats-{line.game.id}")
    confirmed = _confirmed(asked, line, typed)
    try:
        said, disputed, doubts = entered(asked, f"{line.number} {typed}", own, confirmed, seats)
    except Refused as no:
        place = no.place if isinstance(no, OwnMistake) else ""
        return Answer(typed, refused=refusal_words(no), correct_at=place)
    return Answer(typed, " ".join((said, *doubts)), disputed or bool(doubts))


def _confirmed(asked: Asked, line: TableLine, typed: str) -> frozenset[str]:
    """Return what was confirmed about exactly this line, if it was ticked as meant."""
    if asked.form.text(f"meant-{line.game.id}") != typed:
        return frozenset()
    return frozenset(asked.form.every(f"confirm-{line.game.id}"))


def _lines(asked: Asked, round_: DayRound | None) -> list[TableLine]:
    if round_ is None:
        return []
    return [line for line in table_lines(asked.view, round_) if line.game.kind == "game"]


# ------------------------------------------------------------------------------- what moved on


def _kept(asked: Asked, match: str, typed: str) -> Kept:
    """Return a line whose game takes no entries here any more, with what counts there now."""
    view = asked.view
    who = asked.form.text(f"who-{match}")[:_LONGEST]
    game = view.event.game(match)
    seats = asked.form.text(f"seats-{match}")
    if game is None or len(game.players) != 2 or (seats and seats != " ".join(game.players)):
        anew = say("desk.the-round-was-drawn-anew")
        return Kept(who or say("common.match", match=match[:20]), typed, anew)
    round_ = home_of(view, game)
    pair = say("desk.against", first=view.name(game.players[0]), second=view.name(game.players[1]))
    place = f"{heading(round_text(view.event, round_.id))}, {place_name(game)}: {pair}"
    line = f"{game_number(game) or 0} {typed}"
    if _counts_already(view, round_, game, line):
        return Kept(place, typed, "", good=True)
    counts = result_text(view, round_, game)
    said = say("desk.what-counts-is", result=counts) if counts else ""
    if not may(asked, "correct-result", *game.players):
        return Kept(place, typed, said or say("desk.ask-the-organizer-to-correct"))
    return Kept(place, typed, said, correction_of(view, game, line))


def _counts_already(view: EventView, round_: DayRound, game: Game, line: str) -> bool:
    try:
        found, slip = read_line(view, round_, line)
        return found.id == game.id and says_the_same(view, round_, game, slip)
    except Refused:
        return False


# ------------------------------------------------------------------------------------- the page


def _page(
    asked: Asked,
    answers: dict[str, Answer],
    *,
    status: int = 200,
    kept: Sequence[Kept] = (),
    moved_on: bool = False,
) -> Reply:
    view = asked.view
    round_ = view.event.current
    with speaking(asked.visitor.language):
        values: dict[str, Any] = {"round": round_, "answers": answers, "lines": []}
        values |= {"kept": kept, "moved_on": moved_on}
        if round_ is not None:
            default = default_ending(view, round_)
            lines = _lines(asked, round_)
            values |= {
                "title": heading(round_text(view.event, round_.id)),
                "lines": lines,
                "open": [line for line in lines if line.state in _OPEN],
                "open_states": _OPEN,
                "takes_entries": takes_entries(view.event, round_) and may(asked, "enter-result"),
                "may_start": not round_.began and may(asked, "start-clock"),
                "grammar": grammar(view, round_),
                "default_title": ending_title(default) if default is not None else "",
            }
        values["floor"] = view.is_floor(asked.me)
        return desk_page(asked, "desk/paper_entry.html", status=status, **values)
