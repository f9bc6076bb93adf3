"""The library of a server: versions are kept and never changed, ids of others are reserved."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tiltyard.engine.errors import Refused, RulesetUnreadable
from tiltyard.rulesets.loader import load
from tiltyard.service import ruleset_library
from tiltyard.service.ruleset_library import RulesetLibrary, fingerprint
from tiltyard.store.keyring_sqlite import SqliteKeyring

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def text(name="mine@1", win=3):
    ruleset, _, version = name.partition("@")
    return (
        f'inherits = "win-draw-loss@1"\nid = "{ruleset}"\nversion = "{version}"\n'
        f'title = "Mine"\n\n[points]\nwin = {win}\n'
    )


@pytest.fixture
def library():
    return RulesetLibrary(SqliteKeyring())


def test_a_version_is_found_by_its_name_and_the_newest_by_its_id(library):
    library.keep(text("mine@1", 3), "Ann", NOW)
    library.keep(text("mine@2", 4), "Ben", NOW)
    found = library.before(load)

    assert [3, 4, 4] == [found(name).points.win for name in ("mine@1", "mine@2", "mine")]
    assert ["mine@2"] == [kept.name for kept in library.made()]
    assert ["Ben", "Ann"] == [kept.made_by for kept in library.versions("mine")]
    assert "mine@3" == library.next_name("mine")


def test_the_tenth_version_is_newer_than_the_ninth(library):
    for number in (9, 10):
        library.keep(text(f"mine@{number}"), "Ann", NOW)

    assert ("mine@10", "mine@11") == (library.made()[0].name, library.next_name("mine"))


def test_a_kept_version_never_changes(library):
    library.keep(text("mine@1", 3), "Ann", NOW)
    library.keep(text("mine@1", 3), "Ann", NOW)

    with pytest.raises(Refused) as refused:
        library.keep(text("mine@1", 4), "Ann", NOW)

    assert "ruleset-version-there" == refused.value.code
    assert [text("mine@1", 3)] == [kept.text for kept in library.versions("mine")]


@pytest.mark.parametrize("name", ["armada@1.0.1", "armada@2", "common@1", "margin-20-0@7"])
def test_ids_of_what_comes_with_the_program_are_reserved(library, name):
    with pytest.raises(RulesetUnreadable) as refused:
        library.keep(text(name), "Ann", NOW)

    assert ("ruleset-name-reserved", ()) == (refused.value.code, library.made())


def test_official_rulesets_are_found_where_they_always_were(library):
    assert load("armada") is library.before(load)("armada")


@pytest.mark.parametrize(
    ("said", "code"),
    [
        pytest.param("", "ruleset-name-unusable", id="nothing"),
        pytest.param("x = [", "ruleset-text-not-toml", id="no TOML"),
        pytest.param("x = " + "[" * 90_000, "ruleset-text-not-toml", id="nested without end"),
        pytest.param(text("mine@1") + "speed = 9\n", "record-not-known", id="an unknown word"),
        pytest.param(text("Mine@1"), "ruleset-name-unusable", id="capitals"),
        pytest.param(text("../etc@1"), "ruleset-name-unusable", id="a path"),
    ],
)
def test_what_is_no_ruleset_is_refused_and_not_kept(library, said, code):
    with pytest.raises(RulesetUnreadable) as refused:
        library.keep(said, "Ann", NOW)

    assert (code, ()) == (refused.value.code, library.made())


def test_a_server_keeps_so_many_versions_and_no_more(library, monkeypatch):
    monkeypatch.setattr(ruleset_library, "MOST_VERSIONS", 2)
    library.keep(text("mine@1"), "Ann", NOW)
    library.keep(text("mine@2"), "Ann", NOW)

    with pytest.raises(Refused) as refused:
        library.keep(text("mine@3"), "Ann", NOW)

    assert "library-full" == refused.value.code


def test_the_same_rules_have_the_same_fingerprint(library):
    one = library.keep(text("mine@1", 3), "Ann", NOW)
    other = RulesetLibrary(SqliteKeyring()).keep(text("mine@1", 3), "Zoe", NOW)

    assert fingerprint(one.files) == fingerprint(other.files)
    assert fingerprint(one.files) != fingerprint({"mine@1": text("mine@1", 4)})


def test_what_only_an_event_keeps_is_found_by_its_name():
    library = RulesetLibrary(SqliteKeyring(), lambda: ({}, {"mine@1": text("mine@1", 5)}))
    found = library.before(load)

    assert 5 == found("mine@1").points.win
    with pytest.raises(RulesetUnreadable):
        found("mine@2")
