"""Rules that only imported events have: they load and score, but nobody is offered them."""

import pytest

from tests.refusing import refuses
from tiltyard.engine.errors import RulesetUnreadable
from tiltyard.rulesets.loader import load, names
from tiltyard.text.refusals import fix_text

ONLY_IMPORTED = (
    "armada-worlds",
    "middle-earth-scales",
    "xwing-entered-winner",
    "xwing-second-edition",
)


@pytest.mark.parametrize("name", ONLY_IMPORTED)
def test_they_load_and_are_not_offered(name):
    assert name == load(name).id
    assert name not in names()


def test_a_wrong_name_is_not_answered_with_them():
    with pytest.raises(RulesetUnreadable) as caught:
        load("xwing")

    assert "xwing-dogfight@2.2.1" in fix_text(caught.value)
    assert not any(name in fix_text(caught.value) for name in ONLY_IMPORTED)


def test_the_word_for_it_is_yes_or_no(tmp_path):
    file = tmp_path / "mine@1.toml"
    file.write_text('inherits = "armada@1.0.1"\nid = "mine"\nfor_imports = "yes"\n', "utf-8")

    with refuses(RulesetUnreadable, code="ruleset-value-of-another-kind"):
        load("mine", tmp_path)
