"""Results: typed line by line, and everything that is still open."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tiltyard.core.decide.results import EnterResult
from tiltyard.core.errors import Refused, SlipRefused
from tiltyard.core.facts import results
from tiltyard.core.state.event import round_state
from tiltyard.web.desk.entry_line import default_ending, grammar, read_line, what_to_add
from tiltyard.web.desk.frame import desk_page, may
from tiltyard.web.desk.round_page import round_title, said, state_word
from tiltyard.web.desk.table_lines import place_name, table_lines, versions_of
from tiltyard.web.slips import beaten_text, ending_title, fitting, lacking_text
from tiltyard.words.facts import round_text
from tiltyard.words.language import gettext, speaking

if TYPE_CHECKING:
    from tiltyard.core.facts.results import Slip
    from tiltyard.core.state.event import DayRound, Game
    from tiltyard.web.asked import Asked, Reply
    from tiltyard.web.event_view import EventView

_LOOK_BACK = 400
_MOST = 12
_COUNTED = (
    results.ResultEntered,
    results.ResultConfirmed,
    results.DisputeResolved,
    results.ResultCorrected,
)


@dataclass(frozen=True, slots=True)
class Entry:
    """A result that came in: its table and the outcome."""

    match: str
    number: str
    text: str


def results_page(asked: Asked) -> Reply:
    """Show the line for entries, what came in last and what is still open."""
    return _page(asked)


def _page(
    asked: Asked, *, status: int = 200, line: str = "", refused: Refused | None = None
) -> Reply:
    view = asked.view
    round_ = view.event.current
    with speaking(asked.visitor.language):
        values: dict[str, Any] = {"round": round_, "line": line, "refused": said(refused)}
        if round_ is not None:
            values |= _values(asked, view, round_)
        return desk_page(asked, "desk/results.html", status=status, **values)


def _values(asked: Asked, view: EventView, round_: DayRound) -> dict[str, Any]:
    lines = table_lines(view, round_)
    games = [line for line in lines if line.game.kind == "game"]
    default = default_ending(view, round_)
    disputed = [line for line in games if line.state == "disputed"]
    return {
        "title": round_title(round_text(view.event, round_.id)),
        "state_word": state_word(round_state(round_)),
        "takes_entries": view.event.draft is None and may(asked, "enter-result"),
        "open": [line for line in games if line.state in {"pending", "playing"}],
        "reported": [
            (line, beaten_text(view, round_, line.game, line.game.filed[0].slip))
            for line in games
            if line.state == "reported"
        ],
        "disputed": [(line, versions_of(view, line.game)) for line in disputed],
        "may_resolve": {
            line.game.id: may(asked, "resolve-dispute", *line.game.players) for line in disputed
        },
        "final": [line for line in lines if line.state == "final" and line.game.kind != "bye"],
        "total": len(games),
        "grammar": grammar(view, round_),
        "default_title": ending_title(default) if default is not None else "",
        "entries": last_entries(asked, round_),
    }


def last_entries(asked: Asked, round_: DayRound) -> tuple[Entry, ...]:
    """Return the results of this round that came in last, newest first."""
    view = asked.view
    after = max(0, view.event.version - _LOOK_BACK)
    latest: deque[tuple[str, Slip]] = deque(maxlen=_MOST)
    for recorded in asked.site.desk.log(view.event.id, after):
        fact = recorded.fact
        if isinstance(fact, _COUNTED) and fact.slip is not None and fact.match in round_.games:
            latest.append((fact.match, fact.slip))
    found: list[Entry] = []
    for match, slip in reversed(latest):
        game = round_.games[match]
        text = beaten_text(view, round_, game, slip)
        found.append(Entry(match, str(game.table or game.game or ""), text))
    return tuple(found)


# ---------------------------------------------------------------------------- one line


def enter_line(asked: Asked) -> Reply:
    """Take a typed line as the slip of a table and say what it means."""
    line = asked.form.text("line")
    with speaking(asked.visitor.language):
        try:
            text, disputed = _entered(asked, line)
        except Refused as no:
            if asked.wants_json:
                raise
            return _page(asked, status=422, line=line, refused=no)
    if asked.wants_json:
        return asked.json({"text": [text], "disputed": disputed})
    asked.flash(text)
    return asked.redirect(f"/e/{asked.view.event.id}/desk/results")


def _entered(asked: Asked, line: str) -> tuple[str, bool]:
    view = asked.view
    round_ = view.event.current
    if round_ is None:
        raise Refused("no round is published yet", fix="draw and publish a round first")
    game, slip = read_line(view, round_, line)
    try:
        slip = fitting(view, game, slip)
        key = asked.form.text("key") or None
        done = asked.site.do(view.event.id, asked.me, EnterResult(game.id, slip), key=key)
    except SlipRefused as no:
        raise _asking(slip, no) from no
    after = done.event.game(game.id)
    if after is not None and after.is_disputed and not done.repeated:
        return _disputed_text(game), True
    return _echo(view, round_, game, slip), False


def _asking(slip: Slip, no: SlipRefused) -> SlipRefused:
    """Return a refusal that says what to add to the line."""
    lacking = lacking_text(slip, no)
    fix = what_to_add(no.field or "") if lacking else no.fix
    return SlipRefused(lacking or no.message, clause=no.clause, fix=fix, field="line")


def _echo(view: EventView, round_: DayRound, game: Game, slip: Slip) -> str:
    return gettext("%(place)s: %(result)s. %(ending)s.") % {
        "place": place_name(game),
        "result": beaten_text(view, round_, game, slip),
        "ending": ending_title(slip.end),
    }


def _disputed_text(game: Game) -> str:
    return gettext("%(place)s: this is not what was said before. The result is disputed.") % {
        "place": place_name(game)
    }
