"""Card data is installed from a file or a folder, read strictly, kept whole, and found again."""

from __future__ import annotations

import json
import os
import zipfile
from datetime import date
from importlib import resources
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from tests.lists.example_cards import RUNEWARS, write_xwing_data
from tests.refusing import refuses
from tiltyard.engine.errors import Refused, TiltyardError
from tiltyard.engine.rosters.catalogue import Discount
from tiltyard.formats.catalogues.simple_json import (
    CatalogueUnreadable,
    catalogue_text,
    read_catalogue,
    read_catalogue_value,
)
from tiltyard.service.list_reading import Catalogues, default_folder, read_card_data
from tiltyard.text.refusals import fix_text, refusal_text

CARD = {"id": "one", "name": "One", "kind": "entry", "points": 5}
FILE = {"format": "tiltyard/catalogue/1", "game": "tilt", "title": "Cards", "cards": [CARD]}


@pytest.fixture
def data(tmp_path):
    return write_xwing_data(tmp_path / "cards")


@pytest.fixture
def catalogues(tmp_path):
    return Catalogues(tmp_path / "installed")


def written(tmp_path, value, name="cards.json"):
    file = tmp_path / name
    file.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
    return file


def card(catalogue, name):
    (found,) = catalogue.by_plain_name[name]
    return found


# ----------------------------------------------------------------------------- xwing-data


def test_xwing_data_is_read(data):
    catalogue = read_card_data(data)
    assert catalogue.game == "xwing"
    cadet = card(catalogue, "kitecadet")
    assert (cadet.points, cadet.type, cadet.factions) == (20, "Kite", ("Rebel",))
    assert cadet.products == ("Kite Pack",)
    assert catalogue.released["Kite Pack"].released == date(2014, 3, 14)


@pytest.mark.clause("XW-093")
@pytest.mark.parametrize(
    ("name", "epic"),
    [
        ("haulercrew", True),
        ("greatgun", True),
        ("bridge", True),
        ("anvil", True),
        ("kitecadet", False),
        ("finescope", False),
        ("kitex9", False),
    ],
)
def test_huge_ships_and_what_only_they_carry_are_epic(data, name, epic):
    assert ("epic" in card(read_card_data(data), name).traits) is epic


def test_sizes_and_unique_cards_are_traits(data):
    catalogue = read_card_data(data)
    assert card(catalogue, "haulercrew").traits[0] == "huge"
    assert "unique" in card(catalogue, "b4tyx02").traits


def test_discounts_are_read_from_the_card_texts(data):
    catalogue = read_card_data(data)
    assert card(catalogue, "kitex9").discount == Discount(4, "System", 0)
    assert card(catalogue, "thrift").discount == Discount(1)
    assert card(catalogue, "finescope").discount is None


def test_discounts_of_known_cards_without_texts(data):
    rows = [{"id": 0, "name": "TIE/x1", "xws": "tiex1", "slot": "Title", "points": 0}]
    written(data, rows, "upgrades.json")
    assert card(read_card_data(data), "tiex1").discount == Discount(4, "System", 0)


def test_both_sides_of_a_card_are_one_card(data):
    mood = card(read_card_data(data), "mood")
    assert (mood.name, mood.also) == ("Mood", ("Mood (+1)", "Mood (-1)"))


def test_a_card_that_is_never_bought_has_no_points(data):
    assert card(read_card_data(data), "pup").points is None


def test_the_data_may_lie_in_a_folder_below_or_in_an_archive(tmp_path, data):
    deeper = tmp_path / "download"
    write_xwing_data(deeper / "data")
    assert len(read_card_data(deeper).cards) == len(read_card_data(data).cards)
    archive = tmp_path / "xwing-data.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        for file in data.iterdir():
            packed.write(file, f"xwing-data-master/data/{file.name}")
    assert len(read_card_data(archive).cards) == len(read_card_data(data).cards)


def test_without_sources_no_product_is_known(data):
    (data / "sources.json").unlink()
    assert read_card_data(data).products == ()


@pytest.mark.parametrize(
    ("file", "rows", "place"),
    [
        ("pilots", {}, "pilots: This is an object"),
        ("pilots", [7], "pilots[0]"),
        ("pilots", [{}], "pilots[0].ship"),
        ("pilots", [{"ship": "Balloon", "name": "A", "xws": "a"}], "pilots[0].ship: 'Balloon'"),
        ("pilots", [{"ship": "Kite", "name": "A", "xws": "a", "points": "5"}], "pilots[0].points"),
        ("ships", [{"name": "Kite"}], "ships[0].size"),
        ("upgrades", [{"slot": "Crew"}], "upgrades[0].xws"),
        ("sources", [{"name": "Box", "release_date": "soon"}], "sources[0].release_date"),
        ("sources", [{"name": "Box", "contents": 3}], "sources[0].contents"),
    ],
)
def test_wrong_xwing_data_is_refused_with_its_place(data, file, rows, place):
    written(data, rows, f"{file}.json")
    with pytest.raises(CatalogueUnreadable) as refused:
        read_card_data(data)
    assert place in refusal_text(refused.value)


def test_a_missing_file_is_named(data):
    (data / "ships.json").unlink()
    with refuses(CatalogueUnreadable, match=r"ships\.json is missing"):
        read_card_data(data)


# ----------------------------------------------------------------------------- our own JSON


def test_our_own_format_goes_round(data):
    for catalogue in (read_card_data(data), RUNEWARS):
        again = read_catalogue(catalogue_text(catalogue).encode())
        assert again.cards == catalogue.cards
        assert again.products == catalogue.products
        assert (again.game, again.label) == (catalogue.game, catalogue.label)


@pytest.mark.parametrize(
    ("changed", "place"),
    [
        ({"format": "tiltyard/2"}, "format: This is 'tiltyard/2'"),
        ({"game": ""}, "game: This is ''"),
        ({"title": None}, "title: This is nothing"),
        ({"cards": []}, "cards: There are 0 cards"),
        ({"cards": 3}, "cards: This is 3"),
        ({"more": 1}, "more: This isn't known"),
        ({"cards": [CARD, CARD]}, "cards[1]: This is the same card as cards[0]"),
        ({"cards": [{**CARD, "kind": "ship"}]}, "cards[0].kind: This is 'ship'"),
        ({"cards": [{**CARD, "points": "5"}]}, "cards[0].points: This is '5'"),
        ({"cards": [{**CARD, "points": 5.0}]}, "cards[0].points: This is 5.0"),
        ({"cards": [{**CARD, "points": True}]}, "cards[0].points: This is true"),
        ({"cards": [{**CARD, "cost": 5}]}, "cards[0].cost: This isn't known"),
        ({"cards": [{**CARD, "traits": "unique"}]}, "cards[0].traits: This is 'unique'"),
        ({"cards": [{**CARD, "name": "x" * 201}]}, "cards[0].name: This has 201 characters."),
        ({"cards": [{**CARD, "discount": {"points": 0}}]}, "cards[0].discount.points: This is 0"),
        ({"cards": [{**CARD, "discount": {"of": 1}}]}, "cards[0].discount.of"),
        (
            {"products": [{"name": "Box", "released": "2014"}]},
            "products[0].released: This is '2014'",
        ),
        ({"products": [{}]}, "products[0].name"),
    ],
)
def test_wrong_catalogues_are_refused_with_their_place(changed, place):
    with pytest.raises(CatalogueUnreadable) as refused:
        read_catalogue_value({**FILE, **changed})
    assert refusal_text(refused.value).startswith(place)
    assert fix_text(refused.value)


def test_the_schema_says_the_same(data):
    schema = resources.files("tiltyard.formats").joinpath("schemas", "catalogue.json")
    validator = Draft202012Validator(json.loads(schema.read_text("utf-8")))
    for catalogue in (read_card_data(data), RUNEWARS):
        validator.validate(json.loads(catalogue_text(catalogue)))
    for changed in ({"format": "tiltyard/2"}, {"cards": []}, {"more": 1}):
        assert not validator.is_valid({**FILE, **changed})
    for changed in ({"kind": "ship"}, {"points": "5"}, {"cost": 5}, {"name": "x" * 201}):
        assert not validator.is_valid({**FILE, "cards": [{**CARD, **changed}]})


def test_the_example_of_the_documentation_is_read():
    page = Path(__file__).parents[2] / "docs" / "format" / "catalogue.md"
    example = page.read_text("utf-8").split("```json\n")[1].split("```")[0]
    catalogue = read_catalogue(example.encode())
    assert [one.id for one in catalogue.cards][-1] == "broken-mill"


# ----------------------------------------------------------------------------- installed


def test_installing_and_finding_again(catalogues, data):
    installed = catalogues.add("xwing", data)
    assert catalogues.get("xwing") is catalogues.get("xwing")
    assert installed.label.startswith("X-Wing cards (xwing-data) · ")
    (row,) = catalogues.list()
    assert (row.game, row.cards, row.products) == ("xwing", len(installed.cards), 2)
    assert Catalogues(catalogues.folder).get("xwing").label == installed.label


def test_a_newer_one_replaces_the_older_and_is_noticed(catalogues, tmp_path):
    first = catalogues.add("tilt", written(tmp_path, FILE))
    newer = {**FILE, "cards": [{**CARD, "points": 7}]}
    second = Catalogues(catalogues.folder).add("tilt", written(tmp_path, newer))
    os.utime(catalogues.folder / "tilt.catalogue.json", ns=(1, 1))
    assert first.label != second.label
    assert catalogues.get("tilt").cards[0].points == 7
    assert len(catalogues.list()) == 1


def test_removing(catalogues, tmp_path):
    catalogues.add("tilt", written(tmp_path, FILE))
    catalogues.remove("tilt")
    assert catalogues.get("tilt") is None
    with refuses(Refused, match="no cards of 'tilt'"):
        catalogues.remove("tilt")


def test_a_game_nobody_installed_has_none(catalogues):
    assert catalogues.get("armada") is None
    assert catalogues.list() == ()


@pytest.mark.parametrize("game", ["../xwing", "", "X-Wing", "a/b", "x" * 60, ".."])
def test_the_name_of_a_game_is_no_path(catalogues, data, game):
    with refuses(Refused, code="no-name-game"):
        catalogues.add(game, data)


def test_cards_of_another_game_are_refused(catalogues, data):
    with refuses(Refused, match="holds cards of 'xwing'"):
        catalogues.add("armada", data)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("words.json", "one card"),
        ("list.json", "[]"),
        ("deep.json", "[" * 100_000),
        ("empty.json", ""),
        ("broken.zip", "PK\x03\x04 and nothing else"),
    ],
)
def test_bad_data_leaves_what_was_installed(catalogues, tmp_path, name, content):
    catalogues.add("tilt", written(tmp_path, FILE))
    before = {file.name: file.read_bytes() for file in catalogues.folder.iterdir()}
    with pytest.raises(TiltyardError) as refused:
        catalogues.add("tilt", written(tmp_path, content, name))
    assert fix_text(refused.value)
    assert {file.name: file.read_bytes() for file in catalogues.folder.iterdir()} == before


def test_an_empty_folder_and_a_missing_path_say_what_is_expected(catalogues, tmp_path):
    (tmp_path / "empty").mkdir()
    with refuses(Refused, code="holds-no-card-data"):
        catalogues.add("xwing", tmp_path / "empty")
    with refuses(Refused, match="no such file"):
        catalogues.add("xwing", tmp_path / "nowhere")


def test_a_write_that_fails_leaves_the_old_one_and_no_scraps(catalogues, tmp_path, monkeypatch):
    catalogues.add("tilt", written(tmp_path, FILE))
    before = catalogues.get("tilt")

    def full(*_arguments):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("tiltyard.service.list_reading.put_in_place", full)
    newer = written(tmp_path, {**FILE, "title": "Newer"})
    with refuses(Refused, code="archive-unreadable"):
        catalogues.add("tilt", newer)
    assert catalogues.get("tilt") is before
    assert [file.name for file in catalogues.folder.iterdir()] == ["tilt.catalogue.json"]


def test_the_folder_comes_from_the_environment(monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", "/home-of-data")
    monkeypatch.delenv("TILTYARD_CATALOGUES", raising=False)
    assert default_folder() == Path("/home-of-data/tiltyard/catalogues")
    monkeypatch.setenv("TILTYARD_CATALOGUES", "/cards")
    assert default_folder() == Path("/cards")
