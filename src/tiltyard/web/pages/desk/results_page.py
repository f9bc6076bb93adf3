"""Results: typed line by line, and everything that is still open."""

from __future__ import annotations

from collections import deque
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from tiltyard.day.context import NeedsConfirmation
from tiltyard.day.facts import DisputeResolved, ResultConfirmed, ResultCorrected, ResultEntered
from tiltyard.day.fold import taken_back
from tiltyard.day.results import EnterResult, require_slip, takes_entries
from tiltyard.engine.errors import Refused, SlipRefused
from tiltyard.text.facts import round_text
from tiltyard.text.language import speaking
from tiltyard.text.names import heading
from tiltyard.text.say import say
from tiltyard.views.round import game_number, state_of_round
from tiltyard.web.errors import passed_on, refusal_words
from tiltyard.web.forms.act_routes import recorded_text
from tiltyard.web.forms.slips import (
    bare_scene,
    doubt_texts,
    ending_title,
    in_one_line,
    lacking_in,
    marked_games,
    outcome_text,
    says_the_same,
)
from tiltyard.web.pages.desk.entry_line import (
    default_ending,
    example_line,
    game_of_line,
    grammar,
    line_lacking,
    read_line,
)
from tiltyard.web.pages.desk.frame import desk_page, may
from tiltyard.web.pages.desk.round_page import state_word
from tiltyard.web.pages.desk.table_lines import place_name, table_lines, versions_of

if TYPE_CHECKING:
    from tiltyard.day.event import DayRound, Game
    from tiltyard.engine.slip import Slip
    from tiltyard.web.event_view import EventView
    from tiltyard.web.request import Asked, Reply

_LOOK_BACK = 400
_MOST = 12
_COUNTED = (
    ResultEntered,
    ResultConfirmed,
    DisputeResolved,
    ResultCorrected,
)


@dataclass(frozen=True, slots=True)
class Entry:
    """A result that came in: its table and the outcome."""

    match: str
    number: str
    text: str


class OwnMistake(Refused):
    """Another line for a table by whoever entered the first: a correction, no dispute."""

    place = ""
    """Where it can be corrected, by whoever may."""


def results_page(asked: Asked) -> Reply:
    """Show the line for entries, what came in last and what is still open."""
    return _page(asked)


def _page(
    asked: Asked, *, status: int = 200, line: str = "", refused: Refused | None = None
) -> Reply:
    view = asked.view
    round_ = view.event.current
    with speaking(asked.visitor.language):
        values: dict[str, Any] = {"round": round_, "line": line, "refused": refusal_words(refused)}
        values["correct_at"] = refused.place if isinstance(refused, OwnMistake) else ""
        if round_ is not None:
            values |= _values(asked, view, round_)
        return desk_page(asked, "desk/results.html", status=status, **values)


def _values(asked: Asked, view: EventView, round_: DayRound) -> dict[str, Any]:
    lines = table_lines(view, round_)
    games = [line for line in lines if line.game.kind == "game"]
    default = default_ending(view, round_)
    disputed = [line for line in games if line.state == "disputed"]
    return {
        "title": heading(round_text(view.event, round_.id)),
        "state_word": state_word(state_of_round(view.event, round_)),
        "takes_entries": takes_entries(view.event, round_) and may(asked, "enter-result"),
        "may_start": not round_.began and may(asked, "start-clock"),
        "open": [line for line in games if line.state in {"pending", "playing"}],
        "reported": [
            (line, in_one_line(view, round_, line.game, line.game.filed[0].slip))
            for line in games
            if line.state == "reported"
        ],
        "disputed": [(line, versions_of(view, line.game)) for line in disputed],
        "doubted": [
            (line, texts)
            for game, texts in marked_games(view, round_, asked.me)
            for line in games
            if line.game.id == game.id
        ],
        "may_resolve": {
            line.game.id: may(asked, "resolve-dispute", *line.game.players) for line in disputed
        },
        "final": [line for line in lines if line.state == "final" and line.game.kind != "bye"],
        "total": len(games),
        "grammar": grammar(view, round_),
        "example": example_line(view, round_),
        "default_title": ending_title(default) if default is not None else "",
        "entries": last_entries(asked, round_),
    }


def last_entries(asked: Asked, round_: DayRound) -> tuple[Entry, ...]:
    """Return the results of this round that came in last and still stand, newest first."""
    view = asked.view
    after = max(0, view.event.version - _LOOK_BACK)
    latest: deque[tuple[str, Slip]] = deque(maxlen=_MOST)
    log = list(asked.site.desk.log(view.event.id, after))
    undone = taken_back(log)
    for fact in (recorded.fact for recorded in log if recorded.number not in undone):
        if isinstance(fact, _COUNTED) and fact.slip is not None and fact.match in round_.games:
            latest.append((fact.match, fact.slip))
    found: list[Entry] = []
    for match, slip in reversed(latest):
        game = round_.games[match]
        text = in_one_line(view, round_, game, slip)
        found.append(Entry(match, str(game_number(game) or ""), text))
    return tuple(found)


# ---------------------------------------------------------------------------- one line


def look_at_line(asked: Asked) -> Reply:
    """Say who sits at the table of a line and what its result is worth; nothing is recorded."""
    round_ = asked.view.event.current
    with speaking(asked.visitor.language):
        texts = [] if round_ is None else _looked(asked.view, round_, asked.form.text("line"))
    return asked.json({"text": texts})


def _looked(view: EventView, round_: DayRound, line: str) -> list[str]:
    """Return as much as a line says so far: its table, then the outcome and what agrees with it."""
    texts: list[str] = []
    with suppress(Refused):
        game = game_of_line(round_, line)
        names = " – ".join(view.name(player) for player in game.players)
        texts.append(f"{place_name(game)}: {names}")
        _, slip = read_line(view, round_, line)
        texts += outcome_text(view, round_, game, slip)
        texts += _agreeing(view, round_, game, slip)
    return texts


def _agreeing(view: EventView, round_: DayRound, game: Game, slip: Slip) -> list[str]:
    """Return whether the line says what one player has reported."""
    if game.slip is not None or len(game.filed) != 1:
        return []
    filed = game.filed[0]
    said = require_slip(bare_scene(view), round_, game, slip)
    code = "desk.matches-report" if said.digest == filed.slip.digest else "desk.differs-from-report"
    return [say(code, name=view.name(filed.by))]


def enter_line(asked: Asked) -> Reply:
    """Take a typed line as the slip of a table and say what it means."""
    line = asked.form.text("line")
    with speaking(asked.visitor.language):
        try:
            key, seats = asked.form.text("key"), asked.form.text("seats")
            text, disputed, doubts = entered(asked, line, key, asked.confirmed, seats)
        except Refused as no:
            if asked.wants_json and isinstance(no, OwnMistake) and no.place:
                see = {"place": no.place, "title": say("desk.correct-it")}
                refusal = {**(refusal_words(no) or {}), "see": see}
                return asked.json({"refused": refusal}, status=422)
            if asked.wants_json or isinstance(no, NeedsConfirmation):
                raise
            return _page(asked, status=422, line=line, refused=no)
    if asked.wants_json:
        return asked.json({"text": [text, *doubts], "disputed": disputed, "doubted": bool(doubts)})
    for sentence in (text, *doubts):
        asked.flash(sentence)
    return asked.redirect(f"/e/{asked.view.event.id}/desk/results")


def entered(
    asked: Asked, line: str, key: str, confirmed: frozenset[str], seats: str = ""
) -> tuple[str, bool, list[str]]:
    """Return what a line meant, whether it is disputed now, and which scores cannot be."""
    view = asked.view
    round_ = view.event.current
    if round_ is None:
        raise Refused("entered-no-round-published-yet")
    _require_same_round(view, round_, asked.form.text("round"))
    game, slip = read_line(view, round_, line)
    require_same_seats(game, seats)
    try:
        _require_no_own_mistake(asked, round_, game, slip, line)
        done = asked.site.do(
            view.event.id,
            asked.me,
            EnterResult(game.id, slip),
            key=key or None,
            confirmed=confirmed,
        )
    except SlipRefused as no:
        raise _asking(slip, no) from no
    after = done.event.game(game.id)
    if after is not None and after.is_disputed and not done.repeated:
        return recorded_text(partial(_disputed_text, game)), True, []
    doubts = recorded_text(partial(_doubts, asked, round_, game, slip))
    echo = recorded_text(partial(_echo, view, round_, game, slip))
    return echo, False, [doubts] if doubts else []


def _require_no_own_mistake(
    asked: Asked, round_: DayRound, game: Game, slip: Slip, line: str
) -> None:
    """Offer a correction to whoever types another result than they entered themselves."""
    view = asked.view
    if game.slip is None or game.contradicted or game.entered_by != asked.me:
        return
    if says_the_same(view, round_, game, slip):
        return
    before = in_one_line(view, round_, game, game.slip)
    if not may(asked, "correct-result", *game.players):
        raise OwnMistake("own-result-not-yours-to-correct", field="line", result=before)
    mistake = OwnMistake("own-result-to-correct", field="line", result=before)
    mistake.place = correction_of(view, game, line)
    raise mistake


def correction_of(view: EventView, game: Game, line: str) -> str:
    """Return the address where a match is corrected, with a line typed for it."""
    place = f"/e/{view.event.id}/desk/match/{game.id}"
    return f"{place}?{urlencode({'line': line})}#correct-details"


def _require_same_round(view: EventView, round_: DayRound, typed_for: str) -> None:
    """Refuse a line that was typed for a round that is over: its table is another game now."""
    if typed_for == round_.id:
        return
    known = view.event.round(typed_for)
    title = say("desk.another-round") if known is None else round_text(view.event, known.id)
    raise Refused("line-typed", field="line", round=title)


def require_same_seats(game: Game, seats: str) -> None:
    """Refuse a line that was typed for two others: a round may be withdrawn and drawn anew."""
    if seats and seats != " ".join(game.players):
        raise Refused("other-players-sit-table-now", field="line")


def _asking(slip: Slip, no: SlipRefused) -> SlipRefused:
    """Return a refusal that says what to add to the line."""
    lacking = lacking_in(slip, no)
    return passed_on(SlipRefused, no, "line") if lacking is None else line_lacking(lacking)


def _echo(view: EventView, round_: DayRound, game: Game, slip: Slip) -> str:
    return say(
        "desk.place-result-ending",
        place=place_name(game),
        result=in_one_line(view, round_, game, slip),
        ending=ending_title(slip.end),
    )


def _doubts(asked: Asked, round_: DayRound, game: Game, slip: Slip) -> str:
    return " ".join(doubt_texts(asked.view, round_, game, slip, asked.me))


def _disputed_text(game: Game) -> str:
    return say("desk.this-is-not-what-was", place=place_name(game))
