"""A ruleset file with a mistake is refused by name, with the file, the place and the way out."""

from pathlib import Path

import pytest

from tiltyard.engine.errors import RulesetUnreadable
from tiltyard.rulesets.loader import load, load_all, names
from tiltyard.text.refusals import fix_text, refusal_text

SOUND = (Path(__file__).parent / "data" / "skirmish-cup@1.toml").read_text("utf-8")
RULESETS = (
    "armada",
    "diskwars",
    "middle-earth",
    "runewars",
    "xwing-dogfight",
    "xwing-escalation",
)


@pytest.fixture
def refusal(tmp_path):
    """Return how a file is refused; the file is the sound one with one piece replaced."""

    def answer(old="", new="", name="skirmish-cup", **files):
        text = SOUND
        if old:
            assert 1 == SOUND.count(old), f"{SOUND.count(old)} times in the file: {old}"
            text = SOUND.replace(old, new)
        (tmp_path / "skirmish-cup@1.toml").write_text(text, "utf-8")
        for file, content in files.items():
            (tmp_path / f"{file}.toml").write_text(content, "utf-8")
        with pytest.raises(RulesetUnreadable) as refused:
            load(name, tmp_path)
        return refused.value

    return answer


def test_the_file_the_mistakes_are_made_in_is_sound(tmp_path):
    (tmp_path / "skirmish-cup@1.toml").write_text(SOUND, "utf-8")

    assert "skirmish-cup@1" == load("skirmish-cup", tmp_path).name


MISTAKES = [
    # id, what is replaced, by what, what the message names, what the way out names
    ("unknown key", "[terms]", 'colour = "red"\n[terms]', "The entry colour isn't known", "clock"),
    ("misspelt key", "least = 51, win", "leest = 51, win", "points.rows[10].leest", "least"),
    (
        "unknown section",
        "[terms]",
        "[weather]\nrain = 1\n[terms]",
        "The entry weather isn't known",
        "bye",
    ),
    (
        "unknown tie-break",
        'key = "vpd"',
        'key = "karma"',
        "standings.order[1].key: The word 'karma'",
        "'h2h'",
    ),
    ("unknown outcome", "[outcomes.mutual]", "[outcomes.flood]", "'flood'", "'concession'"),
    ("unknown slip field", 'needs = ["conceded"]', 'needs = ["tears"]', "'tears'", "'witness'"),
    (
        "unknown mechanism",
        '"winner_difference"',
        '"product"',
        "margin.kind: The word 'product'",
        "'none'",
    ),
    ("unknown winner", 'winner = "survivor"', 'winner = "referee"', "'referee'", "'survivor'"),
    ("unknown option type", 'type = "whole number"', 'type = "real"', "'real'", "'whole number'"),
    ("missing value", 'game = "Skirmish"\n', "", "game is missing", None),
    ("missing value inside", 'counts = "victory_points"\n', "", "score.counts is missing", None),
    ("missing value in a row", "least = 51, win = 20,", "least = 51,", "rows[10].win", None),
    (
        "missing clause",
        'win = 20, loss = 0, clause = "SC-15"',
        "win = 20, loss = 0",
        "clause",
        None,
    ),
    ("text for a number", "game_rounds = 5", 'game_rounds = "5"', "clock.game_rounds is '5'", None),
    ("number for text", 'game = "Skirmish"', "game = 7", "game is 7. Write text", None),
    ("fraction for a number", "tp = 13", "tp = 13.5", "bye.award.tp is 13.5", None),
    ("flag for a number", "tp = 13", "tp = true", "bye.award.tp is True", None),
    ("text for a date", "2024-01-06", '"2024-01-06"', "effective is '2024-01-06'", None),
    ("text for a list", "sizes = [2, 4]", 'sizes = "2, 4"', "cut.sizes is '2, 4'", None),
    ("text in a list", "sizes = [2, 4]", 'sizes = [2, "4"]', "cut.sizes[1] is '4'", None),
    (
        "value for a table",
        'level = { winner = "nobody", clause = "SC-13" }\n\n[outcomes.time]',
        'level = "nobody"\n\n[outcomes.time]',
        "outcomes.rounds.level is 'nobody'",
        None,
    ),
    (
        "points table with a hole",
        "least = 11, most = 15",
        "least = 12, most = 15",
        "points.rows[1]: No row covers 11-11",
        "Set most to 11",
    ),
    (
        "points table with an overlap",
        "least = 11, most = 15",
        "least = 9, most = 15",
        "points.rows[1]: Two rows overlap at 9-10",
        "Set most to 8",
    ),
    (
        "points table from 1",
        "least = 0, most = 5",
        "least = 1, most = 5",
        "points.rows[0]: The table must start at margin 0",
        "Set least to 0",
    ),
    (
        "points table that ends",
        "least = 51, win",
        "least = 51, most = 60, win",
        "points.rows[10]: The last row must be open-ended",
        "Drop its most",
    ),
    (
        "points table open in the middle",
        "least = 11, most = 15",
        "least = 11",
        "points.rows[2]: Only the last row may be open-ended",
        "Set most to 15",
    ),
    (
        "points row upside down",
        "least = 6, most = 10",
        "least = 6, most = 4",
        "points.rows[1]",
        None,
    ),
    (
        "structure with a hole",
        "least = 9, most = 16",
        "least = 10, most = 16",
        "structure.basic[0]: No row covers 9-9",
        "Set most to 9",
    ),
    (
        "structure with an overlap",
        "least = 9, most = 16",
        "least = 8, most = 16",
        "structure.basic[0]: Two rows overlap at 8-8",
        "Set most to 7",
    ),
    (
        "structure that ends",
        "least = 33, rounds",
        "least = 33, most = 64, rounds",
        "structure.basic[3]: The last row must be open-ended",
        "Drop its most",
    ),
    (
        "cut of no size",
        'cut = 4, clause = "SC-52"',
        'cut = 8, clause = "SC-52"',
        "structure.advanced[1]: This row cuts to 8",
        "2, 4",
    ),
    (
        "structure without its table",
        'kind = "tables"',
        'kind = "fixed"',
        'structure.rounds: This entry is missing for the kind "fixed"',
        None,
    ),
    (
        "order without tp",
        '{ key = "tp", clause = "SC-40" },',
        "",
        "standings.order",
        "tp, ..., lot",
    ),
    ("order without lot", '{ key = "lot", clause = "SC-43" },', "", "standings.order", "lot"),
    ("order with a key twice", 'key = "vpd"', 'key = "vp"', "names a key twice", None),
    (
        "order with sos and no formula",
        'key = "vpd"',
        'key = "sos"',
        "sos without a formula",
        "mean",
    ),
    ("points by margin without one", '"winner_difference"', '"none"', "margin.kind", None),
    (
        "winner the slip does not name",
        'needs = ["conceded"]',
        "needs = []",
        "outcomes.concession.needs",
        'Add "conceded"',
    ),
    (
        "level scores of no lead",
        'winner = "survivor"',
        'winner = "survivor"\nlevel = { winner = "nobody", clause = "SC-20" }',
        "outcomes.destroyed.level",
        None,
    ),
    ("counting all without a value", "wipe_out = [100]\n", "", "needs score.wipe_out", None),
    (
        "draw that pays unequally",
        "win = 10, loss = 10",
        "win = 11, loss = 9",
        "A draw gives both players the same",
        None,
    ),
    ("amount that is none", "mov = 16", 'mov = "plenty"', "bye.award.mov: 'plenty'", "available"),
    ("share that is no whole number", "mov = 16", 'mov = "0.333*available"', "bye.award.mov", None),
    (
        "option that points nowhere",
        '"bye.award.tp"',
        '"bye.award.points"',
        "options.bye.tp.sets: bye.award.points isn't a value",
        "dotted path",
    ),
    (
        "option that points into nothing",
        '"bye.award.tp"',
        '"outcomes.time.floor.tp"',
        "outcomes.time.floor.tp isn't a value",
        "dotted path",
    ),
    (
        "option of another type",
        'type = "whole number"',
        'type = "flag"',
        "options.bye.tp: Its default isn't allowed",
        "true or false",
    ),
    (
        "option below its default",
        "most = 20\nclause",
        "most = 12\nclause",
        "Its default isn't allowed",
        "0 to 12",
    ),
    ("choice without choices", 'type = "whole number"', 'type = "choice"', "options.bye.tp", None),
    (
        "choices without choice",
        'type = "whole number"',
        'type = "whole number"\nchoices = ["x"]',
        "options.bye.tp",
        None,
    ),
    (
        "inheriting from nothing",
        '"common@1"',
        '"common@9"',
        "skirmish-cup@1.toml inherits from 'common@9', which doesn't exist",
        "common@1",
    ),
    ("inheriting from itself", '"common@1"', '"skirmish-cup@1"', "inherits from itself", None),
    ("inheriting from a number", '"common@1"', "1", "inherits is 1. Write text", None),
    ("inheriting from a list", '"common@1"', '["common@1"]', "inherits is", None),
    (
        "abstract as a word",
        'inherits = "common@1"',
        'inherits = "common@1"\nabstract = ""',
        "abstract is ''",
        None,
    ),
    (
        "minutes under another name",
        '[options."bye.tp"]',
        (
            '[options."clock.final"]\nsets = "clock.final.minutes"\ntype = "minutes"\n'
            'clause = "SC-64"\nhelp = "Minutes of the final."\n'
            'bends = "SC-64"\nleft_to = "organizer"\n[options."bye.tp"]'
        ),
        "options.clock.final",
        "clock.swiss",
    ),
    (
        "option for cards nobody draws",
        '[options."bye.tp"]',
        (
            '[options."cards"]\nsets = "draws.*.avoid_back_to_back"\ntype = "flag"\n'
            'clause = "SC-1"\nhelp = "No card twice."\n'
            'bends = "SC-1"\nleft_to = "organizer"\n[options."bye.tp"]'
        ),
        "options.cards.sets",
        None,
    ),
    ("missing term", 'list = "warband"\n', "", "terms.list: This entry is missing", None),
    ("not TOML", "[terms]", "[terms", "skirmish-cup@1.toml isn't TOML", None),
    ("key twice", 'game = "Skirmish"', 'game = "Skirmish"\ngame = "Other"', "isn't TOML", None),
]


@pytest.mark.parametrize(
    ("old", "new", "named", "way_out"), [row[1:] for row in MISTAKES], ids=[m[0] for m in MISTAKES]
)
def test_a_mistake_is_refused_by_name(old, new, named, way_out, refusal):
    refused = refusal(old, new)

    assert "skirmish-cup@1.toml" in refusal_text(refused)
    assert named in refusal_text(refused)
    assert way_out is None or way_out in fix_text(refused)


def test_a_file_that_is_not_utf_8_is_refused(tmp_path):
    (tmp_path / "latin@1.toml").write_bytes('title = "Zoë"'.encode("latin-1"))
    with pytest.raises(RulesetUnreadable) as refused:
        load("latin", tmp_path)

    assert "latin@1.toml isn't UTF-8" in refusal_text(refused.value)


def test_a_circle_of_two_files_is_refused(refusal):
    refused = refusal('"common@1"', '"other@1"', **{"other@1": 'inherits = "skirmish-cup@1"'})

    assert "skirmish-cup@1 > other@1" in refusal_text(refused)


@pytest.mark.parametrize("name", ["common", "common@1"])
def test_a_file_that_is_only_inherited_cannot_be_asked_for(name, refusal):
    refused = refusal(name=name)

    assert f"There is no ruleset called {name!r}." == refusal_text(refused)
    assert "armada@1.0.1" in fix_text(refused)
    assert "common" not in fix_text(refused)


@pytest.mark.parametrize(
    "name", ["", "chess", "armada@1.0.2", "Armada", "armada@", "../armada", "armada@1.0.1.toml"]
)
def test_an_unknown_name_is_refused_with_the_choices(name):
    with pytest.raises(RulesetUnreadable) as refused:
        load(name)

    assert f"There is no ruleset called {name!r}." == refusal_text(refused.value)
    assert [one in fix_text(refused.value) for one in RULESETS] == [True] * 6


# ------------------------------------------------------------------------------------ what is there


@pytest.mark.parametrize("name", RULESETS)
def test_a_name_without_a_version_is_the_newest(name):
    assert load(name) == load(load(name).name)


def test_all_six_are_listed_and_nothing_else():
    assert RULESETS == names() == tuple(rules.id for rules in load_all())


def test_a_new_version_leaves_the_old_one_as_it_was(tmp_path):
    for version in ("2", "10"):
        newer = SOUND.replace('version = "1"', f'version = "{version}"')
        (tmp_path / f"skirmish-cup@{version}.toml").write_text(newer, "utf-8")
    (tmp_path / "skirmish-cup@1.toml").write_text(SOUND, "utf-8")

    assert "10" == load("skirmish-cup", tmp_path).version
    assert "1" == load("skirmish-cup@1", tmp_path).version


def test_an_inheriting_file_states_only_its_differences(tmp_path):
    (tmp_path / "skirmish-cup@1.toml").write_text(SOUND, "utf-8")
    league = 'inherits = "skirmish-cup@1"\nid = "league"\n[bye]\naward = { tp = 10 }\n'
    (tmp_path / "league@1.toml").write_text(league, "utf-8")
    cup, own = load("skirmish-cup", tmp_path), load("league", tmp_path)

    assert (10, 16) == (own.bye.award.tp, own.bye.award.mov)
    assert cup.points == own.points


def test_escalation_is_dogfight_with_its_differences():
    dogfight, escalation = load("xwing-dogfight"), load("xwing-escalation")

    assert dogfight.points == escalation.points
    assert dogfight.standings == escalation.standings
    assert (60, 90, 120, 150) == escalation.score.wipe_out
    assert (100,) == dogfight.score.wipe_out
