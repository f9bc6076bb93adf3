"""A refusal on its way out: its code and facts stay, whatever it is passed on as."""

from __future__ import annotations

import json

from tiltyard.engine.errors import Phrase, Refused, Term, TournamentUnreadable
from tiltyard.text.language import speaking
from tiltyard.web.errors import NotFound, passed_on, plain_facts, refusal_words


def test_facts_are_values_json_can_hold():
    inner = TournamentUnreadable("key-stands-twice-one-object", doubled="name")
    error = Refused(
        "names-file-unreadable",
        why=inner,
        number=3,
        role=Term("judge"),
        names=("Ann", "Ben"),
        part=Phrase("stale.field-changed"),
        nothing=None,
    )
    facts = json.loads(json.dumps(plain_facts(error)))
    assert facts == {
        "why": {"code": "key-stands-twice-one-object", "facts": {"doubled": "name"}},
        "number": 3,
        "role": "judge",
        "names": ["Ann", "Ben"],
        "part": {"code": "stale.field-changed", "facts": {}},
        "nothing": None,
    }


def test_what_is_passed_on_keeps_its_code_clause_and_facts():
    error = Refused("name-too-long", clause="XW-001", field="name", what="Ann", longest_name=80)
    other = passed_on(NotFound, error, "names")
    assert (other.code, other.clause, other.facts) == (error.code, error.clause, error.facts)
    assert (other.kind, other.field) == ("not-found", "names")


def test_a_page_hears_the_code_the_facts_and_the_words():
    error = Refused("pairs-name-unknown", field="pairs", line=3, text="Judge")
    said = refusal_words(error)
    assert (said["code"], said["kind"]) == ("pairs-name-unknown", "refused")
    assert said["facts"] == {"line": 3, "text": "Judge"}
    assert said["message"] == "Line 3: nobody in this round is called Judge."
    with speaking("de"):
        german = refusal_words(error)
    assert german["facts"] == said["facts"]
    assert german["message"] != said["message"]
    assert "Judge" in german["message"], "the name of a person is never translated"
