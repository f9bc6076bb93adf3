"""The event information sheet: everything players must know before the first round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.day.clock import minutes_of
from tiltyard.day.event import DayRound
from tiltyard.day.list_access import lists_required
from tiltyard.day.plan import house_rules, plan_at_start
from tiltyard.day.roles import role_of, tier_of
from tiltyard.day.soft_scores import soft_kinds
from tiltyard.engine.bracket import rounds_of_bracket
from tiltyard.engine.clock import round_length
from tiltyard.engine.drawing import pool_on
from tiltyard.engine.errors import Refused
from tiltyard.engine.ruleset import ranked_by
from tiltyard.engine.structure import format_for
from tiltyard.engine.tournament import PlayerId
from tiltyard.paper.guidance import Fact, Part, day_text, moment_text, time_text
from tiltyard.paper.paper import Sheet
from tiltyard.paper.sheets.games import card_kind
from tiltyard.service.ruleset_sheet import score_sentence
from tiltyard.text.announcements import (
    house_rule_sentence,
    option_subject,
    organizer_choices,
    rounds_by_rules,
    said_of,
    scenario_lines,
    value_words,
)
from tiltyard.text.language import ruleset_text
from tiltyard.text.names import round_title
from tiltyard.text.say import say, word, wording
from tiltyard.text.standings import key_title

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiltyard.day.event import Timer
    from tiltyard.engine.rosters.circumstances import ProductRuling
    from tiltyard.engine.ruleset import Ban
    from tiltyard.engine.tournament import StageKind
    from tiltyard.paper.paper import Wanted
    from tiltyard.paper.view import PaperView


# ------------------------------------------------------------------------------
# Which products are legal at an event, in sentences.


def legal_products(view: PaperView) -> Part:
    """Return what the document says of products here, and every ruling of the organizer."""
    rulings = tuple(
        Fact(product, _ruled(ruling), ruling.reason)
        for product, ruling in sorted(view.event.list_desk.rulings.items())
    )
    return Part(say("common.legal-products"), tuple(_sentences(view)), rulings)


def _sentences(view: PaperView) -> Iterator[Fact]:
    legality, details = view.rules.legality, view.event.details
    if legality.only:
        names = ", ".join(legality.only)
        yield Fact("", say("paper.legal-are", names=names), "", legality.only_clause)
    elif details.region == "elsewhere" and legality.elsewhere_clause:
        text = say("paper.the-organizer-says-from-when")
        yield Fact("", text, clause=legality.elsewhere_clause)
    elif legality.release:
        yield _release(view)
    for ban in legality.bans.values():
        if ban.applies:
            yield Fact("", _banned(ban), clause=ban.clause)


def _release(view: PaperView) -> Fact:
    legality = view.rules.legality
    days = legality.delay.get(tier_of(view.event, view.rules).id, 0)
    if not days:
        text = say("paper.products-are-legal-from-their")
        return Fact("", text, clause=legality.release_clause or legality.clause)
    text = wording("paper.products-are-legal-days-after", days)
    return Fact("", text.format(num=days), clause=legality.delay_clause)


def _banned(ban: Ban) -> str:
    if ban.products:
        text = wording("paper.not-legal-at-this-event")
        return text.format(names=", ".join(ban.products))
    return say("paper.cards-marked-are-not-legal", trait=word(ban.trait))


def _ruled(ruling: ProductRuling) -> str:
    if not ruling.legal:
        return say("common.not-legal")
    if ruling.since is None:
        return say("common.legal")
    return say("common.legal-from-on", day=day_text(ruling.since))


# ------------------------------------------------------------------------------
# The event information sheet: everything players must know before the first round.


@dataclass(frozen=True, slots=True)
class Information:
    """The sheet: the event in a few facts, how formal it is, and the rest under headings.

    What is `narrow` stands in two columns.
    """

    game: str
    tier: str
    tier_text: str
    facts: tuple[Fact, ...]
    wide: tuple[Part, ...]
    narrow: tuple[Part, ...]


def information(view: PaperView, wanted: Wanted) -> Sheet:
    """Return what players are told about an event."""
    tier = tier_of(view.event, view.rules)
    wide = (_schedule(view), _told(view), _house_rules(view), _differs(view))
    narrow = (
        _lists(view),
        legal_products(view),
        _season(view),
        _order(view),
        _scores(view),
        _remember(view),
    )
    body = Information(
        game=f"{view.rules.title} {view.rules.version}",
        tier=ruleset_text(tier.title),
        tier_text=ruleset_text(tier.text),
        facts=tuple(_facts(view)),
        wide=tuple(part for part in wide if part.said or part.facts),
        narrow=tuple(part for part in narrow if part.said or part.facts),
    )
    return Sheet(say("paper.event-information"), body, view.rules.game)


# ------------------------------------------------------------------------------- in a few facts


def _facts(view: PaperView) -> Iterator[Fact]:
    details = view.event.details
    if details.date is not None:
        days = say("common.days", num=details.days)
        yield Fact(say("common.date"), day_text(details.date), days if details.days > 1 else "")
    for label, text in (
        (say("common.venue"), details.venue),
        (say("common.contact"), details.contact),
    ):
        if text:
            yield Fact(label, text)
    yield from _staff(view)
    yield Fact(say("common.rounds"), plan_text(view), clause=view.rules.structure.clause)
    limit = limit_text(view)
    if limit:
        yield Fact(say("common.points"), limit, clause=view.rules.lists.limits_clause)
    area = details.play_area or board_of(view)
    if area:
        yield Fact(say("common.play-area"), area)
    mats = view.rules.components.mat_policies.get(view.rules.components.mats)
    if mats is not None:
        yield Fact(say("common.playmats"), ruleset_text(mats.text), clause=mats.clause)
    for line in scenario_lines(view.event):
        yield Fact(say("common.special-scenario"), line)
    if details.official:
        yield Fact(say("paper.official-event"), say("common.yes"))


def _staff(view: PaperView) -> Iterator[Fact]:
    """Yield who runs the event; players know their leaders by name (RW-029)."""
    roles = dict.fromkeys(appointment.role for appointment in view.event.staff)
    for role in roles:
        known = role_of(view.rules, role)
        if known is None or not known.leader:
            continue
        names = [
            view.public[appointment.person]
            for appointment in view.event.staff
            if appointment.role == role
        ]
        yield Fact(ruleset_text(known.title), ", ".join(names))


def plan_text(view: PaperView) -> str:
    """Return how many rounds are played, and what follows."""
    event, details = view.event, view.event.details
    if event.swiss_rounds is not None:
        return _rounds_and_cut(view, event.swiss_rounds, event.cut, event.cut_points)
    try:
        plan = plan_at_start(details, view.rules, len(view.players()))
    except Refused:
        return say("paper.settled-at-the-start")
    text = _rounds_and_cut(view, plan.rounds, plan.cut, plan.cut_points)
    if view.rules.structure.kind != "tables" or details.structure == "custom":
        return text
    asked = wording("common.if-players-come-settled-at")
    return asked.format(plan=text, players=len(view.players()))


def _rounds_and_cut(view: PaperView, rounds: int, cut: int | None, points: int) -> str:
    after = view.event.details.swiss_after_cut
    text = rounds_by_rules(view.rules, rounds, cut, points, after)
    if not after or not (cut or points):
        return text
    more = say("paper.swiss-rounds-more", num=after)
    return f"{text}, {more}"


def limit_text(view: PaperView) -> str:
    """Return how large a list may be."""
    limits = view.rules.lists.limits or ((view.event.details.points_limit or 0),)
    if not any(limits):
        return ""
    if len(limits) == 1:
        return say("paper.at-most-points", points=limits[0])
    each = ", ".join(str(limit) for limit in limits)
    return say("paper.at-most-points-round-by", points=each)


def board_of(view: PaperView) -> str:
    """Return the size of a board, where the points limit decides it."""
    details = view.event.details
    if not view.rules.structure.formats or not details.points_limit:
        return ""
    try:
        return format_for(view.rules, details.points_limit, details.days).board
    except Refused:
        return ""


# ---------------------------------------------------------------------------------- the schedule


def _schedule(view: PaperView) -> Part:
    clock = view.rules.clock
    called = Fact(
        say("common.when-time-is-called"),
        ruleset_text(clock.time_called),
        clause=clock.time_called_clause,
    )
    return Part(say("paper.schedule"), facts=(*_lengths(view), called))


def _lengths(view: PaperView) -> Iterator[Fact]:
    """Yield how long rounds last; alike ones that have not begun share a line."""
    event, rules = view.event, view.rules
    planned = event.details.swiss_rounds if event.swiss_rounds is None else event.swiss_rounds
    begun = [round_ for round_ in event.rounds if round_.began]
    if planned != 0:
        yield from _swiss_lengths(view, planned or rules.structure.rounds or 1, begun)
    for round_ in begun:
        if round_.stage > 1 or round_.kind == "elimination":
            minutes = minutes_of(event, rules, round_)
            yield Fact(round_title(event, round_), _minutes(minutes), _since(view, round_.timer))
    if planned == 0:
        yield from _bracket_lengths(view, event.player_count, begun)
    elif event.has_cut and not event.details.swiss_after_cut:
        yield from _bracket_lengths(view, event.planned_cut or 0, begun)


def _swiss_lengths(view: PaperView, planned: int, begun: list[DayRound]) -> Iterator[Fact]:
    lengths = [_planned(view, "swiss", number) for number in range(1, planned + 1)]
    if len(set(lengths)) == 1 and not begun:
        clause = view.rules.clock.swiss.clause
        yield Fact(say("paper.every-round"), _minutes(lengths[0]), clause=clause)
        return
    times = {
        round_.number: round_.timer
        for round_ in begun
        if round_.stage == 1 and round_.kind == "swiss"
    }
    for number, minutes in enumerate(lengths, 1):
        label = say("common.round-2", number=number)
        yield Fact(label, _minutes(minutes), _since(view, times.get(number)))


def _bracket_lengths(view: PaperView, players: int, begun: list[DayRound]) -> Iterator[Fact]:
    """Yield how long the rounds of a bracket last that has not begun; two players have a final."""
    clock = view.rules.clock
    bracket = _planned(view, "elimination", 1)
    only_a_final = players == 2
    if not only_a_final and not any(round_.kind == "elimination" for round_ in begun):
        yield Fact(say("common.bracket"), _minutes(bracket), clause=clock.elimination.clause)
    last = rounds_of_bracket(view.rules, players)
    final = round_length(view.rules, "elimination", last, final=True).minutes
    has_begun = any(round_.kind == "elimination" and round_.number >= last for round_ in begun)
    if (final != bracket or only_a_final) and not has_begun:
        yield Fact(say("common.final"), _minutes(final), clause=clock.final.clause)


def _planned(view: PaperView, kind: StageKind, number: int) -> int | None:
    """Return how long a round to come will last."""
    four = (PlayerId(""),) * 4  # so many that the first round of a bracket is not its final
    nothing_yet = DayRound("", 1, number, kind, 1, 0, "", {}, (), seeds=four)
    return minutes_of(view.event, view.rules, nothing_yet)


def _minutes(minutes: int | None) -> str:
    if minutes is None:
        return say("paper.no-time-limit")
    return say("common.minutes", minutes=minutes)


def _since(view: PaperView, timer: Timer | None) -> str:
    if timer is None or timer.started is None:
        return ""
    return say("paper.began-at", time=time_text(view, timer.started))


# ----------------------------------------------------------------------------- what is decided


def _told(view: PaperView) -> Part:
    """Return what was announced, in the order of the document, and the organizer's notes."""
    event = view.event
    said = [
        said_of(event, view.rules, view.document, announcement)
        for announcement in view.rules.announcements
        if announcement.id in event.announced
    ]
    told = [Fact(other.question, other.text, clause=other.clause) for other in said if other.text]
    aloud = [other for other in said if not other.text]
    told += [Fact("", other.question, say("paper.said-aloud"), other.clause) for other in aloud]
    if event.details.notes:
        told.insert(0, Fact("", event.details.notes))
    return Part(say("common.announcements"), tuple(told))


def _house_rules(view: PaperView) -> Part:
    """Return where this event departs from what its document settles."""
    found = house_rules(view.document, view.event.details.options)
    facts = tuple(Fact("", house_rule_sentence(rule), clause=rule.clause) for rule in found)
    return Part(say("common.house-rules"), facts)


def _differs(view: PaperView) -> Part:
    """Return what this organizer decided where the document leaves it open."""
    options = view.event.details.options
    found = []
    for option, here, usual in organizer_choices(view.document, view.rules, options):
        said = say("common.usually", value=value_words(option, usual))
        found.append(Fact(option_subject(option), value_words(option, here), said, option.clause))
    return Part(say("common.decided-by-the-organizer"), tuple(found))


def _lists(view: PaperView) -> Part:
    rules, lists = view.rules, view.rules.lists
    required = lists_required(view.event, rules)
    asked = say("paper.every-player-hands-in-a") if required else say("paper.no-list-has-to-be")
    said = [Fact("", asked, clause=lists.clause)]
    if required and lists.same_clause:
        same = say("paper.you-play-with-the-same")
        said.append(Fact("", same, clause=lists.same_clause))
    deadline = view.event.list_desk.deadline
    if deadline is not None:
        text = say("paper.lists-are-due-by", moment=moment_text(view, deadline))
        said.append(Fact("", text))
    said.append(Fact("", _reveal(lists.reveal), clause=lists.reveal_clause))
    if lists.conversions:
        text = say("paper.ask-for-conversions-of-miniatures")
        said.append(Fact("", text, clause=lists.conversions_clause))
    return Part(say("common.lists"), tuple(said))


def _reveal(reveal: str) -> str:
    return {
        "start": say("paper.everybody-may-read-all-lists"),
        "cut": say("common.everybody-may-read-all-lists"),
        "finish": say("common.everybody-may-read-all-lists-when"),
        "never": say("paper.lists-are-read-by-the"),
    }[reveal]


def _season(view: PaperView) -> Part:
    """Return the cards rounds are drawn from."""
    facts = tuple(
        Fact(card_kind(kind), ", ".join(cards), clause=clause)
        for kind, cards, clause in season_cards(view)
    )
    outline = say("paper.the-event-outline-says-which")
    said = (Fact("", outline),) if facts and view.event.details.outline else ()
    own = any(draw.own for draw in view.rules.draws.values())
    title = say("common.cards-of-this-event") if own else say("common.cards-of-the-season")
    return Part(title, said, facts)


def season_cards(view: PaperView) -> Iterator[tuple[str, tuple[str, ...], str]]:
    """Yield each kind of card with those that are drawn from and their clause."""
    for kind, draw in view.rules.draws.items():
        pool, _ = pool_on(draw, view.event.details.date)
        yield kind, pool.cards, pool.clause


def _order(view: PaperView) -> Part:
    """Return what decides the ranking, in this order."""
    standings = view.rules.standings
    text = " › ".join(key_title(key) for key, _ in ranked_by(view.rules))
    return Part(say("paper.what-decides-the-ranking"), (Fact("", text, clause=standings.clause),))


def _scores(view: PaperView) -> Part:
    """Return what there are points for beside the games."""
    kinds = soft_kinds(view.event, view.rules).values()
    said = tuple(Fact("", score_sentence(score), clause=score.clause) for score in kinds)
    return Part(say("making.scores-beside"), said)


def _remember(view: PaperView) -> Part:
    """Return what every player must know beforehand."""
    papers = view.rules.papers
    if not papers.player_note:
        return Part("")
    note = Fact("", ruleset_text(papers.player_note), clause=papers.player_note_clause)
    return Part(say("paper.to-remember"), (note,))
