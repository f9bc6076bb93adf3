"""The judge's pages: the queue, one table, the incident log, the rules about judging."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, get_args

from tiltyard.clauses.cards import search_rules
from tiltyard.day.clock import GrantExtension
from tiltyard.day.components import (
    EndComponentTrouble,
    GrantComponentTime,
    NoteComponentTrouble,
    RuleOnComponent,
    piece_of,
)
from tiltyard.day.facts import ComponentEnd, ComponentTrouble
from tiltyard.day.judging import RecordIncident, RuleOnCall, SayCallKind, SetAsideIncident
from tiltyard.day.reminders import guidance, moment_of
from tiltyard.day.roles import (
    CONDUCT,
    DISQUALIFICATION,
    QUESTION,
    call_kinds,
    concerned_by,
    matter_of,
    matter_of_category,
    refusal_to_decide,
)
from tiltyard.engine.errors import Refused
from tiltyard.engine.scoring import fields_of
from tiltyard.text.facts import earlier_round, round_text
from tiltyard.text.language import speaking
from tiltyard.text.say import say
from tiltyard.views.who_rules import may_rule
from tiltyard.web.components import rulings, searches
from tiltyard.web.errors import NotFound
from tiltyard.web.forms.slips import home_of
from tiltyard.web.pages.judge.bench import SAID, Bench, on_components, on_games, on_rulings
from tiltyard.web.pages.judge.judge_table import (
    offers,
    reasons,
    result_text,
    said_slips,
    seats,
    slip_of_the_table,
    state_text,
)
from tiltyard.web.pages.judge.queue import in_one_queue, of_game, open_games, queue, times_of
from tiltyard.web.routes import Route

if TYPE_CHECKING:
    from tiltyard.day.event import Call, Conversion, Game, Incident, Trouble
    from tiltyard.engine.ruleset import Guidance, Matter
    from tiltyard.engine.tournament import PersonId, PlayerId
    from tiltyard.web.components import Search
    from tiltyard.web.event_view import EventView
    from tiltyard.web.pages.judge.queue import Waiting
    from tiltyard.web.request import Asked, Reply


# ------------------------------------------------------------------------------
# The judge's pages: the queue, one table, the book of incidents.

ENDS_WITHOUT_A_SLIP: tuple[ComponentEnd, ...] = (
    "found",
    "replaced",
    "proxy",
    "shared",
    "still_usable",
    "set_aside",
)
ENDS_WITH_A_SLIP: tuple[ComponentEnd, ...] = ("conceded", "dropped", "disqualified")


@dataclass(frozen=True, slots=True)
class Page:
    """What every page of the judge knows: the bench, the queue, words for codes."""

    bench: Bench
    waiting: tuple[Waiting, ...]

    @property
    def view(self) -> EventView:
        """The event."""
        return self.bench.view

    def overruled(self, call: Call) -> tuple[str, ...]:
        """Return the documents this judge may overrule with a ruling."""
        documents = self.view.rules.staff.overrules
        return tuple(
            document
            for document in documents
            if self.bench.may(RuleOnCall(call.id, SAID, overrules=document))
        )

    def may_extend(self, game: Game | None) -> bool:
        """Whether this judge may give the table more time."""
        return game is not None and self.bench.may(GrantExtension(game.id, SAID))

    def ends(self, trouble: Trouble) -> tuple[ComponentEnd, ...]:
        """Return how a search may end by this judge's word; those with a slip need its scores."""
        plain = [
            end
            for end in ENDS_WITHOUT_A_SLIP
            if self.bench.may(EndComponentTrouble(trouble.id, end))
        ]
        return (*plain, *(end for end in ENDS_WITH_A_SLIP if self._possible(trouble, end)))

    def named_ends(self, trouble: Trouble) -> tuple[ComponentEnd, ...]:
        """Return ends that are possible once somebody says which sort of component it is."""
        components = self.view.rules.components
        if piece_of(components, trouble) is not None:
            return ()
        able = [piece.id for piece in components.pieces if "shared" in piece.ends]
        shared = EndComponentTrouble(trouble.id, "shared", piece=able[0] if able else "")
        return ("shared",) if able and self.bench.may(shared) else ()

    def _possible(self, trouble: Trouble, end: ComponentEnd) -> bool:
        """Whether an end is allowed but for its slip, which the judge still writes."""
        no = self.bench.refusal(EndComponentTrouble(trouble.id, end, SAID))
        if no is None:
            return True
        concession = self.view.rules.outcomes.get("concession")
        asks = {self.view.rules.components.lost_concession_clause}
        if concession is not None:
            asks.add(concession.clause)
        return trouble.match is not None and no.clause in asks

    def side(self, trouble: Trouble) -> int:
        """Return on which side of the slip the player stands."""
        game = self.view.event.game(trouble.match) if trouble.match else None
        return game.players.index(trouble.player) if game is not None else 0

    def concession_needs(self) -> tuple[str, ...]:
        """Return what the slip of a concession asks for."""
        rules, round_ = self.view.rules, self.view.event.current
        outcome = rules.outcomes.get("concession")
        if outcome is None or round_ is None:
            return ()
        return fields_of(rules, round_.kind, outcome).needs

    def may_grant(self, trouble: Trouble) -> bool:
        """Whether this judge may grant time for a search."""
        return self.bench.may(GrantComponentTime(trouble.id))

    def search(self, trouble: Trouble) -> Search:
        """Return how far a search is, for this judge."""
        return next(
            search
            for search in searches(self.view, self.bench.me, (trouble.player,))
            if search.trouble.id == trouble.id
        )

    def able(self, game: Game) -> tuple[PersonId, ...]:
        """Return who may rule on a game."""
        return may_rule(self.view.event, self.view.rules, game)

    def earlier(self, game: Game) -> str:
        """Return the round of a game that is not of the newest one."""
        return earlier_round(self.view.event, game.id)

    def category(self, name: str) -> str:
        """Return how a category of incidents is called."""
        known = {category.id: category.title for category in self.view.rules.conduct.categories}
        return known.get(name) or say("judge.missed-opportunity")

    def call_kinds(self) -> tuple[Matter, ...]:
        """Return what a judge may be called about."""
        return call_kinds(self.view.rules)

    def call_kind(self, call: Call) -> str:
        """Return what a call is about, unless it is an ordinary question."""
        matter = matter_of(self.view.rules, call.kind)
        return matter.title if matter is not None and call.kind != QUESTION else ""

    def other_kinds(self, call: Call) -> tuple[Matter, ...]:
        """Return as what this judge may pass a call on."""
        found = call_kinds(self.view.rules)
        return tuple(matter for matter in found if self.bench.may(SayCallKind(call.id, matter.id)))

    def may_decide(self, game: Game | None, incident: Incident | None = None) -> bool:
        """Whether this judge may say what follows from an incident, or only notes it."""
        event, rules = self.view.event, self.view.rules
        concerned = concerned_by(event, incident) if incident is not None else ()
        players = game.players if game is not None else ()
        matter = matter_of_category(rules, incident.category) if incident is not None else CONDUCT
        people = (*concerned, *players)
        return refusal_to_decide(event, rules, self.bench.me, matter or CONDUCT, people) is None

    def conduct_clause(self) -> str:
        """Return the clause that says who decides about conduct."""
        matter = matter_of(self.view.rules, CONDUCT)
        return matter.clause if matter is not None else self.view.rules.conduct.clause

    def may_recommend(self, game: Game | None) -> bool:
        """Whether this judge may recommend a disqualification."""
        event, rules = self.view.event, self.view.rules
        players = game.players if game is not None else ()
        no = refusal_to_decide(event, rules, self.bench.me, DISQUALIFICATION, players)
        return no is None

    def may_set_aside(self, incident: Incident) -> bool:
        """Whether this judge may decide that nothing follows from a report or observation."""
        return self.bench.may(SetAsideIncident(incident.id, SAID))

    def trouble_kinds(self, players: tuple[PlayerId, ...]) -> tuple[ComponentTrouble, ...]:
        """Return what this judge may note of a component; whether it is allowed, others decide."""
        return tuple(
            kind
            for kind in get_args(ComponentTrouble)
            if any(self.bench.may(NoteComponentTrouble(player, SAID, kind)) for player in players)
        )

    def trouble(self, kind: str) -> str:
        """Return what is the matter with a component."""
        return {
            "lost": say("common.lost-2"),
            "damaged": say("common.damaged"),
            "ineligible": say("common.not-allowed"),
            "missing_kit": say("judge.kit-is-missing"),
        }[kind]

    def end(self, end: str) -> str:
        """Return what became of a component."""
        return {
            "found": say("judge.it-was-found"),
            "replaced": say("judge.it-was-replaced"),
            "proxy": say("judge.a-proxy-is-used"),
            "shared": say("judge.the-opponent-shares-it"),
            "still_usable": say("judge.it-is-still-usable"),
            "set_aside": say("judge.it-is-set-aside"),
            "conceded": say("judge.the-player-concedes-this-game"),
            "dropped": say("judge.the-player-is-dropped"),
            "disqualified": say("judge.the-player-is-disqualified"),
        }[end]


def _page(asked: Asked) -> Page:
    bench = Bench(asked.view, asked.me)
    return Page(bench, queue(bench, asked.site.desk))


def _answer(asked: Asked, template: str, page: Page, **values: Any) -> Reply:
    return asked.event_page(
        template, page=page, bench=page.bench, duties=page.bench.duties(), **values
    )


def judge(asked: Asked) -> Reply:
    """Show who waits, and what to mind now."""
    with speaking(asked.visitor.language):
        page = _page(asked)
        view = page.view
        benches = _other_benches(asked)
        others = tuple(
            (other, waiting) for other in benches for waiting in queue(other, asked.site.desk)
        )
        return _answer(
            asked,
            "judge/queue.html",
            page,
            entries=in_one_queue(page.bench, page.waiting, others),
            also=[other.view.event.id for other in benches],
            games=open_games(view.event),
            guidance=_guidance(view),
            rulings=tuple(on_rulings(view)),
            at_tables=tuple(on_games(view)),
            components=tuple(on_components(view)),
            questions=_questions(page),
        )


MOST_EVENTS = 3
"""How many other events one queue shows: a browser holds six lines open to a server."""


def _other_benches(asked: Asked) -> list[Bench]:
    """Return the reader at the other running events where they are on duty as a leader."""
    visitor, found = asked.visitor, []
    seats = visitor.session.seats if visitor.session is not None else {}
    for name in sorted({*seats, *(visitor.account_seats or {})} - {asked.view.event.id}):
        try:
            view = asked.site.view(name)
        except Refused:
            continue  # it was deleted
        person = visitor.own_seat(view.event)
        if person is not None and view.event.phase == "running":
            found.append(Bench(view, person))
    return [bench for bench in found if bench.on_duty][:MOST_EVENTS]


def _questions(page: Page) -> tuple[Conversion, ...]:
    """Return questions about components that this judge may rule on."""
    return tuple(
        conversion
        for conversion in page.view.event.list_desk.conversions.values()
        if conversion.approved is None
        and page.bench.may(RuleOnComponent(conversion.id, allowed=True))
    )


def _guidance(view: EventView) -> tuple[Guidance, ...]:
    moment = moment_of(view.event)
    return (
        *guidance(view.rules, moment, "leaders"),
        *guidance(view.rules, moment, "everybody"),
    )


MOST_RULES = 40
"""How many rules one search shows."""


def rules(asked: Asked) -> Reply:
    """Show the sentences of the documents that hold some words: the rule at hand for a ruling."""
    words = asked.query.text("words")[:80]
    with speaking(asked.visitor.language):
        page = _page(asked)
        found = search_rules(words, page.view.rules.id)[:MOST_RULES]
        return _answer(asked, "judge/rules.html", page, words=words, found=found)


def find_table(asked: Asked) -> Reply:
    """Go to a table by its number."""
    view = asked.view
    wanted = asked.query.text("table").strip()
    round_ = view.event.current
    for game in round_.games.values() if round_ is not None else ():
        if wanted and wanted in {str(game.table), str(game.game)}:
            return asked.redirect(f"/e/{view.event.id}/judge/match/{game.id}")
    raise Refused("no-such-table-round")


def match(asked: Asked) -> Reply:
    """Show everything a judge needs at one table."""
    with speaking(asked.visitor.language):
        page = _page(asked)
        view = page.view
        game = view.event.game(asked.path["match"])
        if game is None:
            raise NotFound("match-no-such-match")
        round_ = home_of(view, game)
        offered = offers(page.bench, round_, game)
        now = round_ is view.event.current
        return _answer(
            asked,
            "judge/match.html",
            page,
            game=game,
            round=round_,
            round_name=round_text(view.event, round_.id),
            state=state_text(round_, game),
            seats=seats(view, game, asked.me),
            offers=offered,
            slip_form=slip_of_the_table(view, game, offered, asked.query.text("slip")),
            slips=said_slips(view, game),
            result=result_text(view, game),
            reasons=reasons(view, game),
            here=of_game(page.waiting, game.id),
            ruled=rulings(view, page.bench.me, game),
            notes=view.game_notes(round_, game),
            calls=tuple(call for call in view.event.calls.values() if call.match == game.id),
            ends=view.ends_ms(game.extension) if now and game.is_open else None,
            left=view.seconds_left(game) if now and game.is_open else None,
            components=tuple(on_components(view)),
        )


def incidents(asked: Asked) -> Reply:
    """Show the book of incidents, the newest first, and every ruling."""
    with speaking(asked.visitor.language):
        page = _page(asked)
        view = page.view
        person = asked.query.text("person")
        found = [
            incident
            for incident in view.event.incidents.values()
            if _concerns(view, incident, person)
        ]
        times = times_of(asked.site.desk, view.event)
        category = view.rules.conduct.categories[0].id
        return _answer(
            asked,
            "judge/incidents.html",
            page,
            incidents=tuple(reversed(found)),
            rulings=tuple(call for call in view.event.calls.values() if call.ruling)[::-1],
            times=times,
            person=person if person in view.event.people else "",
            everybody=sorted(view.event.people.items(), key=lambda entry: entry[1].casefold()),
            may_record=page.bench.may(RecordIncident(category, (), SAID)),
        )


def _concerns(view: EventView, incident: Incident, person: str) -> bool:
    if not person:
        return True
    game = view.event.game(incident.match) if incident.match else None
    return person in incident.people or (game is not None and person in game.players)


# ------------------------------------------------------------------------------
# The judge's pages, for leaders.

ROUTES: tuple[Route, ...] = (
    Route("GET", "/e/{event}/judge", "leader", judge),
    Route("GET", "/e/{event}/judge/find", "leader", find_table),
    Route("GET", "/e/{event}/judge/match/{match}", "leader", match),
    Route("GET", "/e/{event}/judge/incidents", "leader", incidents),
    Route("GET", "/e/{event}/judge/rules", "leader", rules),
)
