"""A few kilobytes: what a phone loads on a bad network."""

from __future__ import annotations

import gzip
import re

import pytest

from tests.day.events import RULESETS, Day
from tests.web.phone.phones import CUP, ME, phones_of
from tiltyard.day.clock import GrantExtension
from tiltyard.day.judging import CallJudge
from tiltyard.day.people import RegisterPlayer
from tiltyard.day.results import ReportResult
from tiltyard.dev.demo import FACTIONS, NAMES
from tiltyard.rulesets.loader import load
from tiltyard.web.page_cache import packed as as_gzip

PAGE, STYLES, SCRIPTS = 4096, 8 * 1024, 15 * 1024
REST = 3 * 1024  # headers and emblem: 30 KB for a phone that was never here
ROLES = {"middle-earth": "referee", "armada": "marshal", "runewars": "marshal"}


def busy(ruleset: str) -> tuple[Day, str, str]:
    """The busiest page there is: round 3, a call, an extension, long names and a cut."""
    rules = load(ruleset)
    plan = {"cut": 4} if rules.elimination.allowed else {}
    day = Day(ruleset, name="The Broken Crown of the North", **plan)
    day.open_doors()
    day.appoint(ROLES.get(ruleset, "judge"), "Lieselotte Aumann")
    for name, club in NAMES[:17]:
        faction = FACTIONS[ruleset][0]
        day.do(RegisterPlayer(name, faction=faction, affiliations=(club,) if club else ()))
    day.begin()
    day.play_round()
    day.play_round()
    day.next_round()
    game = day.games()[1]
    me, other = game.players
    day.do(CallJudge(game.id, "Is this ship inside the range band of mine?"), me)
    if day.round.timer.minutes is not None:
        day.do(GrantExtension(game.id, "waiting for a ruling", 4))
    return day, me, other


def packed(phones, player, language="en") -> int:
    answer = phones.phone(player).get(ME, **{"accept-language": language})
    assert 200 == answer.status_code
    return len(gzip.compress(answer.content, 6))


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_page_of_a_player_fits_into_four_kilobytes(ruleset, language):
    day, me, other = busy(ruleset)
    phones = phones_of(day)
    sizes = [packed(phones, me, language)]
    match = day.game_of(me).id
    day.do(ReportResult(match, day.slip()), other)
    sizes.append(packed(phones, me, language))
    day.do(ReportResult(match, day.slip(12, 11)), me)
    sizes.append(packed(phones, me, language))

    assert max(sizes) <= PAGE, sizes


@pytest.mark.parametrize("language", ["en", "de"])
def test_styles_and_scripts_are_small_and_few(language):
    day = Day()
    day.open_doors()
    day.register("Ana")
    phones = phones_of(day)
    page = phones.phone("p2").get(ME, **{"accept-language": language}).text
    assets = phones.hall.site.assets
    styles = re.findall(r'<link rel="stylesheet" href="([^"]+)"', page)
    (entry,) = re.findall(r'<script type="module" src="([^"]+)"', page)

    assert {"base.css", "phone.css", "slip.css"} == {one.rpartition("/")[2] for one in styles}
    assert sum(len(as_gzip(assets.by_path[one].body)) for one in styles) <= STYLES
    script = assets.by_path[entry].body
    assert not re.search(rb"^(?:import|export) ", script, flags=re.MULTILINE)  # one request
    assert len(as_gzip(script)) <= SCRIPTS
    assert PAGE + STYLES + SCRIPTS + REST <= 30 * 1024


def test_nothing_is_inline_and_nothing_comes_from_elsewhere():
    day, me, _ = busy("armada")
    page = phones_of(day).phone(me).page(ME)

    assert not re.search(r"\sstyle=|\son\w+=|<style", page)
    assert [] == re.findall(r'(?:src|href|action)="(?!/|#)[^"]*"', page)
    assert f"/e/{CUP}/do/" in page
