"""A round that was played on paper: all its tables on one page, each line recorded on its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tiltyard.core.errors import Refused
from tiltyard.web.desk.entry_line import default_ending, grammar
from tiltyard.web.desk.frame import desk_page, may
from tiltyard.web.desk.results_page import OwnMistake, entered
from tiltyard.web.desk.table_lines import table_lines
from tiltyard.web.errors import refusal_words
from tiltyard.web.slips import ending_title
from tiltyard.words.facts import round_text
from tiltyard.words.language import gettext, ngettext, speaking
from tiltyard.words.round_titles import heading

if TYPE_CHECKING:
    from tiltyard.core.state.event import DayRound
    from tiltyard.web.asked import Asked, Reply
    from tiltyard.web.desk.table_lines import TableLine

_OPEN = frozenset({"pending", "playing", "reported"})
_FIELD = "line-"


@dataclass(slots=True)
class Answer:
    """What became of a line: it was recorded, or it stays as it was typed with the reason."""

    typed: str
    said: str = ""
    doubtful: bool = False
    refused: dict[str, str] | None = None
    correct_at: str = ""


def paper_entry_page(asked: Asked) -> Reply:
    """Show every table of the round with a line for what stands on its slip."""
    return _page(asked, {})


def enter_papers(asked: Asked) -> Reply:
    """Record every line that was typed; what is refused stays, and says why."""
    round_ = asked.view.event.current
    with speaking(asked.visitor.language):
        if round_ is None or asked.form.text("round") != round_.id:
            raise Refused(
                gettext("these lines were typed for another round"),
                fix=gettext("go back, copy them, and open the page again"),
            )
        answers = {
            line.game.id: _entered(asked, line, typed)
            for line in _lines(asked, round_)
            if (typed := asked.form.text(f"{_FIELD}{line.game.id}").strip())
        }
        done = sum(1 for one in answers.values() if one.refused is None)
        if done:
            said = ngettext("%(num)d result is recorded.", "%(num)d results are recorded.", done)
            asked.flash(said % {"num": done})
    if done == len(answers):
        return asked.redirect(f"/e/{asked.view.event.id}/desk/paper-entry")
    del asked.view  # it was read before anything was recorded
    return _page(asked, answers, status=422)


def _entered(asked: Asked, line: TableLine, typed: str) -> Answer:
    key = asked.form.text("key")
    own = f"{key[:80]}-{line.game.id}" if key else ""
    try:
        said, disputed, doubts = entered(asked, f"{line.number} {typed}", own)
    except Refused as no:
        place = no.place if isinstance(no, OwnMistake) else ""
        return Answer(typed, refused=refusal_words(no), correct_at=place)
    return Answer(typed, " ".join((said, *doubts)), disputed or bool(doubts))


def _lines(asked: Asked, round_: DayRound) -> list[TableLine]:
    return [one for one in table_lines(asked.view, round_) if one.game.kind == "game"]


def _page(asked: Asked, answers: dict[str, Answer], *, status: int = 200) -> Reply:
    view = asked.view
    round_ = view.event.current
    with speaking(asked.visitor.language):
        values: dict[str, Any] = {"round": round_, "answers": answers, "lines": []}
        if round_ is not None:
            default = default_ending(view, round_)
            lines = _lines(asked, round_)
            values |= {
                "title": heading(round_text(view.event, round_.id)),
                "lines": lines,
                "open": [one for one in lines if one.state in _OPEN],
                "open_states": _OPEN,
                "takes_entries": view.event.draft is None and may(asked, "enter-result"),
                "grammar": grammar(view, round_),
                "default_title": ending_title(default) if default is not None else "",
            }
        values["floor"] = view.is_floor(asked.me)
        return desk_page(asked, "desk/paper_entry.html", status=status, **values)
