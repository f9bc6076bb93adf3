"""The script that draws rounds again: as the engine draws them, and on the page for everybody."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from importlib import resources
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from tests.amount import amount
from tests.engine.many_against_the_oracle import KINDS, made
from tests.oracle.random_events import RULESETS
from tiltyard.engine import flow
from tiltyard.engine.drawing import draw_next, field_to_draw
from tiltyard.engine.errors import TiltyardError
from tiltyard.engine.options import with_options
from tiltyard.formats.tiltyard1 import read_tournament
from tiltyard.rulesets.loader import load
from tiltyard.views.draws import inputs_of_field

if TYPE_CHECKING:
    from collections.abc import Iterator

EVENTS = amount(12, 60)
PRESSES = False
SCRIPTS = ("sha256.js", "matching.js", "draw.js")
TEXTS = ["", "abc", "é" * 100, "x" * 55, "x" * 56, "x" * 64, "骰子|🎲" * 300]
DRAW = """async ([address, cases]) => {
  const { drawSwiss } = await import(address);
  const drawn = [];
  for (const [round, seed] of cases) {
    const { pairs, rests } = await drawSwiss(round, seed);
    drawn.push([pairs, rests]);
  }
  return drawn;
}"""


def script(name: str) -> str:
    """A static script as an address that imports its neighbours the same way."""
    text = resources.files("tiltyard.web").joinpath("static", name).read_text("utf-8")
    for other in SCRIPTS:
        if f'"./{other}"' in text:
            text = text.replace(f"./{other}", script(other))
    return f"data:text/javascript;base64,{b64encode(text.encode()).decode()}"


@pytest.fixture(scope="module")
def blank(browser):
    context = browser.new_context()
    yield context.new_page()
    context.close()


def next_rounds(ruleset: str, kind: str) -> Iterator[tuple[dict[str, Any], str, Any]]:
    """What the next Swiss rounds of random events are drawn from, and what the engine draws."""
    for number in range(EVENTS):
        tournament = read_tournament(made(ruleset, kind, number))
        document = load(tournament.ruleset)
        rules = with_options(document, tournament.options)
        for again in (False, True):
            try:
                flow.pairings(tournament, document, allow_rematch=again)
                drawn = draw_next(tournament, rules, allow_rematch=again)
            except TiltyardError:
                continue
            last = tournament.stages[-1].kind if tournament.stages else "swiss"
            if drawn.seeds is None and last == "swiss" and tournament.plan.swiss_rounds != 0:
                field = field_to_draw(tournament, rules)
                if not field.is_round_robin:
                    inputs = inputs_of_field(field, allow_rematch=again)
                    of_round = {"stage": field.stage, "number": field.round}
                    inputs |= {**of_round, "attempt": field.attempt, "salt": field.salt}
                    yield msgspec.to_builtins(inputs), tournament.seed, drawn


def as_drawn(matches, spare):
    """The pairs of a round and who rests, as the script answers."""
    rests = [match.players for match in matches if match.kind == "bye" or spare in match.players]
    alone = next((one for players in rests for one in players if one != spare), None)
    return {frozenset(m.players) for m in matches if m.players not in rests}, alone


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_browser_draws_what_the_engine_draws(blank, ruleset):
    rounds = [one for kind in KINDS for one in next_rounds(ruleset, kind)]
    free = [one for one in rounds if not one[0]["bound"]]
    cases = [[inputs, seed] for inputs, seed, _ in free]

    answers = blank.evaluate(DRAW, [script("draw.js"), cases])

    found = [({frozenset(pair) for pair in pairs}, rests) for pairs, rests in answers]
    assert [as_drawn(drawn.matches, i["spare"]) for i, _, drawn in free] == found
    assert len(free) > EVENTS
    assert any(rests is not None for _, rests in found)


def test_digests_are_the_same_with_and_without_the_help_of_the_browser(blank):
    found = blank.evaluate(
        """async ([address, texts]) => {
          const { byHand, sha256 } = await import(address);
          const bytes = new TextEncoder();
          const own = texts.map((text) => byHand(bytes.encode(text)));
          return [own, await Promise.all(texts.map(sha256))];
        }""",
        [script("sha256.js"), TEXTS],
    )
    expected = [sha256(text.encode()).hexdigest() for text in TEXTS]
    assert [expected, expected] == found


def test_every_round_of_a_finished_event_gets_its_tick(demo_house, visitor):
    reader = visitor(demo_house.address)
    reader.page.goto("/e/summer-disks/draws")
    lights = reader.page.locator("[data-verdict]")
    for number in (1, 2, 3, 4):
        reader.page.locator(f"[data-draw='1.{number}'] .state.good[data-verdict]").wait_for()
    reader.page.get_by_text("No lots: the bracket follows").last.wait_for()
    assert ["Same pairings"] * 4 == lights.all_inner_texts()[:4]
    assert reader.page.locator("[data-check=seed]").is_visible()
    assert reader.page.evaluate("crypto.subtle !== undefined"), "the browser's own digests are used"


def test_a_pairing_that_was_not_drawn_gets_no_tick(demo_house, visitor):
    reader = visitor(demo_house.address)

    def swapped(route):
        answer = route.fetch()
        document = answer.json()
        first, second = document["rounds"][0]["drawn"][:2]
        first[0], second[0] = second[0], first[0]
        route.fulfill(response=answer, json=document)

    reader.page.route("**/draws.json", swapped)
    reader.page.goto("/e/summer-disks/draws")
    wrong = reader.page.locator("[data-draw='1.1'] .state.alarm")
    wrong.wait_for()
    assert "Not the same pairings" == wrong.inner_text()
    reader.page.locator("[data-draw='1.2'] .state.good[data-verdict]").wait_for()
