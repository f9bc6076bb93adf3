"""Announcements and plans in words: what players were told, what it was before, what it is now."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tiltyard.day.event import EVERY_ROUND, played_scenarios
from tiltyard.day.plan import house_rules, is_outdated, is_told, methods_of, values_if_settled
from tiltyard.engine.clock import round_length
from tiltyard.engine.options import AS_SWISS, settled
from tiltyard.engine.ruleset import ranked_by
from tiltyard.text.language import ruleset_text
from tiltyard.text.say import listed, say, sentences, wording
from tiltyard.text.standings import key_title

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tiltyard.day.event import Event, Scenario
    from tiltyard.day.facts import ToldValue
    from tiltyard.day.plan import HouseRule, Values
    from tiltyard.engine.ruleset import Announcement, Option, Ruleset


# ------------------------------------------------------------------------------
# Rounds and cut in words, as everybody reads them.


def rounds_text(rounds: int, methods: tuple[str, ...] = ()) -> str:
    """Return how many rounds are played: Swiss ones, or what stands in their place."""
    return say(_ROUNDS[next((name for name in methods if name in _ROUNDS), "")], num=rounds)


def rounds_by_rules(
    rules: Ruleset,
    rounds: int,
    cut: int | None,
    points: int = 0,
    swiss_after_cut: int | None = None,
) -> str:
    """Return the same as `rounds_and_cut`, in a ruleset that may have groups or a schedule."""
    methods = methods_of(rules)
    kind = "double" if "double_elimination" in methods else "single"
    if not rounds:
        return say(f"announcements.{kind}-elimination-from-the-start").rstrip(".")
    text = rounds_text(rounds, methods)
    if cut and "groups" in methods:
        best = say("announcements.best-of-each-group", num=rules.pairing.group_winners)
        onward = "" if swiss_after_cut else say(f"announcements.to-{kind}-elimination", cut=best)
        return f"{text}. {onward.rstrip('.') or best}"
    text = _with_cut(text, cut, points)
    if kind == "double" and (cut or points) and not swiss_after_cut:
        return say("announcements.then-double-elimination", rounds=text)
    return text


def rounds_and_cut(rounds: int, cut: int | None, points: int = 0) -> str:
    """Return how many rounds are played, and who goes on if the field is cut."""
    return _with_cut(rounds_text(rounds), cut, points)


def _with_cut(text: str, cut: int | None, points: int) -> str:
    if cut:
        return say("phrases.then-a-cut-to-the", rounds=text, cut=cut)
    if points:
        said = wording("phrases.then-everybody-with-points-or")
        return said.format(rounds=text, points=points)
    return text


def rounds_and_any_cut(rounds: int, cut: int | None, points: int = 0) -> str:
    """Return how many rounds are played, and also that there is no cut."""
    text = rounds_and_cut(rounds, cut, points)
    return text if cut or points or not rounds else no_cut(text)


def no_cut(rounds: str) -> str:
    """Return that so many rounds are played, and that there is no cut."""
    return say("phrases.no-cut", rounds=rounds)


def who_goes_on(event: Event) -> str:
    """Return the cut of an event as a title: the top N, or all with enough points."""
    if event.cut_points:
        return say("phrases.cut-at-points", points=event.cut_points)
    if event.planned_cut:
        return say("phrases.cut-to-the-top", cut=event.planned_cut)
    return say("common.cut")


# ------------------------------------------------------------------------------
# Special scenarios in words: of one round, and of the whole event.


def scenario_text(scenario: Scenario) -> str:
    """Return the name of a scenario with its extra rules."""
    return f"{scenario.name}: {scenario.text}" if scenario.text else scenario.name


def scenario_lines(event: Event) -> Iterator[str]:
    """Yield which scenarios are played in which rounds; what was said of all of them first."""
    if event.details.special_scenario:
        yield event.details.special_scenario
    played = list(played_scenarios(event))
    for number, scenario in played:
        yield round_scenario(number, scenario_text(scenario), alone=len(played) == 1)


def round_scenario(number: int, scenario: str, *, alone: bool) -> str:
    """Return the scenario of a round, or of every round; `alone`: no round has another one."""
    if not scenario:
        scenario = say("phrases.no-special-scenario")
    if number != EVERY_ROUND:
        return say("phrases.round-2", round=number, scenario=scenario)
    text = wording("phrases.every-round")
    if not alone:
        text = wording("phrases.every-other-round")
    return text.format(scenario=scenario)


# ------------------------------------------------------------------------------
# Options in words: what a choice is called, a value as people say it, a house rule as a line.

_LONG = 160
"""A part of a ruleset of more letters is a table that nobody reads in a sentence."""
_SHARE = "*available"
_MORE = re.compile(r"[:;(].*", re.DOTALL)


def choice_title(value: str) -> str:
    """Return what a choice of an option is called; one without a name of its own is as it is."""
    titles = {
        "true": say("common.yes"),
        "false": say("common.no"),
        "warn_min": say("option-values.as-few-repeats-as-possible"),
        "block": say("option-values.no-draw-at-all"),
        "stage": say("option-values.in-a-stage"),
        "swiss": say("option-values.in-all-swiss-rounds"),
        "event": say("option-values.in-the-whole-event"),
        "bye": say("option-values.as-much-as-a-bye"),
        "concession": say("option-values.as-much-as-after-a"),
        "clean": say("option-values.approved-at-once-when-nothing"),
        "by_hand": say("option-values.approved-by-a-leader"),
        "start": say("option-values.at-the-start"),
        "cut": say("option-values.at-the-cut"),
        "finish": say("option-values.at-the-finish"),
        "ask": say("option-values.the-organizer-decides-each-time"),
        "allow": say("common.allowed"),
        "refuse": say("common.not-allowed"),
        "rank": say("option-values.by-the-standings"),
        "standings": say("option-values.by-the-standings"),
        "sos": say("option-values.by-strength-of-schedule"),
        "random": say("option-values.by-lot"),
        "shared": say("option-values.the-place-is-shared"),
        "next_rank": say("option-values.the-next-in-the-standings"),
        "bye_for_opponent": say("option-values.the-opponent-has-a-bye"),
        "always": say("option-values.always"),
        "by_tier": say("option-values.as-the-tier-says"),
        "never": say("option-values.never"),
        "lowest_standing": say("option-values.the-last-of-the-standings"),
        "random_in_lowest_group": say("option-values.by-lot-in-the-lowest"),
        "before_destroy": say("option-values.as-the-scores-stood"),
        "after_destroy": say("option-values.after-the-units-are-destroyed"),
        "players": say("option-values.the-players-own"),
        "venue": say("option-values.the-venues"),
        "both": say("option-values.the-players-own-and-the"),
        "points_groups": say("option-values.by-lot-among-equal-points"),
        "round_robin": say("option-values.everybody-against-everybody-once"),
    }
    return titles.get(value) or value.replace("_", " ")


def value_words(option: Option, value: object) -> str:
    """Return the value of an option as people say it."""
    if isinstance(value, tuple) and option.type == "cards":
        return card_names(value) or say("option-values.the-cards-of-the-season")
    if isinstance(value, tuple):
        return ", ".join(_listed(entry) for entry in value) or _nothing(option)
    if isinstance(value, bool):
        return choice_title("true" if value else "false")
    if value == AS_SWISS:
        return say("option-values.as-long-as-the-swiss")
    if value == "unlimited":
        return say("option-values.unlimited")
    if isinstance(value, str) and value.endswith(_SHARE):
        share = {"share": value.removesuffix(_SHARE)}
        return say("option-values.times-the-points-of-the", **share)
    return choice_title(value) if isinstance(value, str) else str(value)


def card_names(cards: Iterable[object]) -> str:
    """Return names of cards so that they can be told apart: a name may hold a comma."""
    named = [str(card) for card in cards]
    return ("; " if any("," in card for card in named) else ", ").join(named)


def _listed(value: object) -> str:
    return say("option-values.the-organizers-own") if value == "extra" else key_title(str(value))


def _nothing(option: Option) -> str:
    if option.type == "minutes":
        return say("common.untimed")
    return say("common.all") if option.sets == "lists.factions" else say("common.none")


def option_subject(option: Option) -> str:
    """Return what an option is about, without how it is filled in."""
    return _MORE.sub("", ruleset_text(option.help)).strip().rstrip(".")


def house_rule_sentence(rule: HouseRule) -> str:
    """Return a house rule as a sentence: what it is about, here, and in the document."""
    if rule.about is None:
        return part_sentence(rule.option, rule.here, rule.usual)
    return say(
        "option-values.instead-of",
        about=option_subject(rule.about),
        here=value_words(rule.about, rule.here),
        usual=value_words(rule.about, rule.usual),
    )


def part_sentence(path: str, here: object, usual: object) -> str:
    """Return how a part of a made ruleset differs from the document it is based on."""
    code = path.replace(".", "-").replace("_", "-")
    known = code in sentences("making")
    about = say(f"making.{code}") if known else path.replace("_", " ").replace(".", ", ")
    if max(len(str(here)), len(str(usual))) > _LONG:
        return say("making.other-table", title=about)
    return say(
        "option-values.instead-of", about=about, here=_part_words(here), usual=_part_words(usual)
    )


def _part_words(value: object) -> str:
    if isinstance(value, bool):
        return choice_title("true" if value else "false")
    if isinstance(value, tuple):
        return ", ".join(map(_listed, value)) or say("common.none")
    return choice_title(str(value)) if value != "" else say("common.none")


def organizer_choices(
    document: Ruleset, rules: Ruleset, given: Mapping[str, object]
) -> Iterator[tuple[Option, object, object]]:
    """Yield what the organizer decided within the document: option, value here, usual value."""
    bent = {rule.option for rule in house_rules(document, given)}
    for name, option in document.options.items():
        here, usual = settled(rules, name), settled(document, name)
        if here != usual and name not in bent:
            yield option, here, usual


# ------------------------------------------------------------------------------
# Announcements in words: what players were told, what it was before, what it is now.

About = dict[str, "ToldValue"]


@dataclass(frozen=True, slots=True)
class Said:
    """An announcement as people read it.

    `question` is what it is about, `answer` what was told and `note` what was added to it. Where
    that changed, `before` is what was told earlier, `now` what players have not been told yet.
    """

    item: str
    question: str
    clause: str
    told: bool
    answer: str = ""
    note: str = ""
    before: str = ""
    now: str = ""

    @property
    def text(self) -> str:
        """What was told, with what was added to it."""
        return f"{self.answer} {self.note}".strip()


def said_of(event: Event, rules: Ruleset, document: Ruleset, item: Announcement) -> Said:
    """Return an announcement in words: as it was told, or as it would be told now."""
    question = ruleset_text(item.text)
    known, text = event.told.get(item.id), event.announced.get(item.id, "")
    fits = is_told(event, rules, item)
    if not item.tells:
        return Said(item.id, question, item.clause, fits, text)
    values = values_if_settled(event, rules, item)
    now = values_sentence(values, document) if values is not None else ""
    if known is None:
        return Said(item.id, question, item.clause, fits, text if fits else "", now=now)
    answer = values_sentence(known.values, document)
    outdated = is_outdated(event, rules, item)
    before = values_sentence(known.before, document) if known.before else ""
    return Said(item.id, question, item.clause, fits, answer, text, before, now if outdated else "")


def announcement_line(said: Said) -> str:
    """Return an announcement in one line, with what it was before and what it is now."""
    text = said.text or said.now or said.question
    parts = [f"{said.item}: {text} ({said.clause})"]
    if said.text and said.now:
        parts.append(say("announcements.now", text=said.now))
    if said.before:
        parts.append(say("announcements.before", text=said.before))
    return "; ".join(parts)


def told_so_far(event: Event, rules: Ruleset, document: Ruleset) -> tuple[Said, ...]:
    """Return everything that was announced, the newest first."""
    known = {item.id: item for item in rules.announcements}
    return tuple(
        said_of(event, rules, document, known[item])
        for item in reversed(event.announced)
        if item in known
    )


def values_sentence(values: Values, document: Ruleset | None = None) -> str:
    """Return values as sentences; with the document, what is usual is left out."""
    about = {value.about: value for value in values}
    if "rounds" in about:
        return " ".join(_of_the_rounds(about, document))
    if "cut" in about:
        return " ".join(_of_the_cut(about))
    return " ".join((*_of_the_lengths(about, document), *_of_the_rest(about, document)))


def _of_the_rounds(about: About, document: Ruleset | None) -> Iterator[str]:
    rounds, types = about["rounds"].numbers[0], about["types"].names
    methods = _methods(about)
    if types[0] == "elimination":
        double = "double_elimination" in methods
        yield say(f"announcements.{'double' if double else 'single'}-elimination-from-the-start")
    else:
        text = rounds_text(rounds, methods)
        played = _on_days(_of_minutes(text, about.get("minutes")), about)
        yield f"{_then(played, types, methods)}."
    usual = tuple(name for name, _ in ranked_by(document)) if document is not None else None
    if "tie_breaks" in about and about["tie_breaks"].names == usual:
        about = {name: value for name, value in about.items() if name != "tie_breaks"}
    yield from _of_the_rest(about, document)


_ROUNDS = {
    "": "common.swiss-rounds-2",
    "groups": "announcements.group-rounds",
    "round_robin": "announcements.round-robin-rounds",
}


def _methods(about: About) -> tuple[str, ...]:
    """Return what stands in the place of Swiss rounds and of single elimination, if it does."""
    return about["methods"].names if "methods" in about else ()


def _of_minutes(rounds: str, minutes: ToldValue | None) -> str:
    if minutes is None:
        return rounds
    if not minutes.numbers:
        return say("announcements.without-a-time-limit", rounds=rounds)
    said = {"rounds": rounds, "minutes": listed(str(number) for number in minutes.numbers)}
    return say("announcements.of-minutes", **said)


def _on_days(rounds: str, about: About) -> str:
    if "days" not in about:
        return rounds
    days = about["days"].numbers[0]
    text = wording("announcements.on-days", days)
    return text.format(rounds=rounds, num=days)


def _then(rounds: str, types: tuple[str, ...], methods: tuple[str, ...]) -> str:
    if len(types) < 2:
        return rounds
    if types[1] == "elimination" and "double_elimination" in methods:
        return say("announcements.then-double-elimination", rounds=rounds)
    if types[1] == "elimination":
        return say("announcements.then-single-elimination", rounds=rounds)
    return say("announcements.then-more-swiss-rounds-after", rounds=rounds)


def _of_the_cut(about: About) -> Iterator[str]:
    size = about["cut"].numbers
    if "cut_points" in about:
        points = about["cut_points"].numbers[0]
        text = wording("announcements.everybody-with-tournament-points-or", points)
        text = text.format(num=points)
    elif size and "group_winners" in about:
        text = say("announcements.best-of-each-group", num=about["group_winners"].numbers[0])
    elif size:
        text = say("announcements.the-top-go-on-after", cut=size[0])
    else:
        yield say("announcements.no-cut")
        if "final_minutes" in about:  # elimination rounds from the start
            yield _of_the_bracket(about)
        return
    if "swiss_after_cut" in about:
        more = about["swiss_after_cut"].numbers[0]
        said = wording("announcements.for-more-swiss-rounds", more)
        yield said.format(cut=text, num=more)
        return
    double = "double_elimination" in _methods(about)
    yield say(f"announcements.to-{'double' if double else 'single'}-elimination", cut=text)
    if "final_minutes" in about:
        yield _of_the_bracket(about)


def _of_the_bracket(about: About) -> str:
    """Return how long games after the cut last: of two players there is a final only."""
    last = about["final_minutes"].numbers
    games = about["elimination_minutes"].numbers if "elimination_minutes" in about else None
    said = {"games": _minutes_text(games or ()), "last": _minutes_text(last)}
    if games is None:
        return (
            say("announcements.the-final-lasts", **said)
            if last
            else say("announcements.the-final-is-untimed")
        )
    if games == last:
        return (
            say("announcements.games-last", **said)
            if games
            else say("announcements.games-are-untimed")
        )
    if not last:
        return say("announcements.games-last-the-final-is", **said)
    if not games:
        return say("announcements.games-are-untimed-the-final", **said)
    return say("announcements.games-last-the-final", **said)


_LENGTHS = ("minutes", "elimination_minutes", "final_minutes")


def _of_the_lengths(about: About, document: Ruleset | None) -> Iterator[str]:
    """Yield how long rounds last, each with its own number; with the document where it differs."""
    for name in _LENGTHS:
        if name not in about:
            continue
        usual = _usual_minutes(document, name) if document is not None else ""
        own = _minutes_text(about[name].numbers)
        if own == usual:
            continue
        text = _length_sentence(name).format(minutes=own)
        if usual:
            text = say("announcements.usually", text=text, usual=usual)
        yield f"{text}."


def _length_sentence(name: str) -> str:
    if name == "minutes":
        return wording("announcements.length-of-a-swiss-round")
    if name == "elimination_minutes":
        return wording("announcements.length-of-an-elimination-round")
    return wording("announcements.length-of-the-final")


def _minutes_text(numbers: tuple[int, ...]) -> str:
    if not numbers:
        return say("common.untimed")
    text = wording("announcements.minutes", numbers[-1])
    return text.format(minutes=listed(str(number) for number in numbers))


def _usual_minutes(document: Ruleset, name: str) -> str:
    if name == "minutes":
        return _minutes_text(document.clock.swiss.minutes)
    length = round_length(document, "elimination", 1, final=name == "final_minutes").minutes
    return _minutes_text((length,) if length is not None else ())


def _of_the_rest(about: About, document: Ruleset | None) -> Iterator[str]:
    if "points_limit" in about:
        yield say("announcements.points-limit", points=about["points_limit"].numbers[0])
    if "tie_breaks" in about:
        keys = ", ".join(key_title(key) for key in about["tie_breaks"].names)
        yield say("announcements.ranked-by", keys=keys)
    if "bye_margin" in about:
        margins = listed(str(number) for number in about["bye_margin"].numbers)
        yield say("announcements.margin-of-victory-of-a", margin=margins)
    if "scenarios" in about:
        yield from _of_the_scenarios(about["scenarios"].names)
    for name in ("options", "house_rules"):
        for text in about[name].names if name in about else ():
            yield f"{_option_text(text, document)}."


def _of_the_scenarios(names: tuple[str, ...]) -> Iterator[str]:
    """Yield which special scenario is played in which round."""
    for told in names:
        number, _, scenario = told.partition(": ")
        if not number.isdecimal():
            yield f"{told.rstrip('.')}."
            continue
        text = round_scenario(int(number), scenario.rstrip("."), alone=len(names) == 1)
        yield f"{text}."


def _option_text(text: str, document: Ruleset | None) -> str:
    """Return an option with its value and, where the document is known, the usual one."""
    name, _, value = text.partition("=")
    for change in document.departures if document is not None else ():
        if change.path == name:
            return part_sentence(name, change.here, change.usual)
    option = document.options.get(name) if document is not None else None
    said = choice_title(value.replace(",", ", "))
    if option is None or document is None:
        return f"{name}: {said}"
    return say(
        "announcements.instead-of",
        about=option_subject(option),
        here=said,
        usual=value_words(option, settled(document, name)),
    )
