"""The pictures: every one is drawn and belongs to a thing of its game, and a path is read whole."""

import sys

import pytest

from companion.check import Broken, paper
from companion.kernel.schema import SchemaError
from companion.kernel.shelf import shelf
from companion.svg.pictures import GRID, paths
from companion.svg.spec import Pictures
from companion.toolkit.pictured import pictured
from printables.draw.svg_path import segments
from printables.sources.chips import groups
from printables.sources.decks import packs
from printables.sources.source import Source

GAMES = list(shelf().values())


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_picture_of_a_game_is_drawn_and_belongs_to_a_thing_of_it(game):
    lines = paper.check_pictures(Source.of(game))
    assert [line.partition(":")[0] for line in lines] == ["pictures.toml"] * bool(game.get(Pictures))


@pytest.mark.parametrize(
    "said, fault",
    [
        ({"Urielle": "fire"}, "pictures.toml: “Urielle” is not in the game; did you mean “Uriel”?"),
        (
            {"Uriel": "ravn"},
            "pictures.toml: “Uriel” has the picture “ravn”, which is neither in the set nor drawn by us; "
            "did you mean “raven”?",
        ),
    ],
)
def test_a_picture_that_nobody_drew_and_a_thing_that_is_not_there_are_named(said, fault):
    game = shelf()["war-in-heaven"].having(Pictures(pictures=said))
    with pytest.raises(Broken) as broken:
        list(paper.check_pictures(Source.of(game)))
    assert str(broken.value) == fault


def test_pictures_toml_is_refused_with_file_and_line(tmp_path, monkeypatch):
    (tmp_path / "in_pictures").mkdir()
    (tmp_path / "in_pictures" / "__init__.py").write_text("")
    (tmp_path / "in_pictures" / "pictures.toml").write_text("[picturs]\n\n[pictures]\nUriel = 7\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(SchemaError) as error:
        pictured("in_pictures")
    sys.modules.pop("in_pictures", None)
    assert tuple(map(str, error.value.faults)) == (
        "pictures.toml, line 1: “picturs” is not known here; did you mean “pictures”?",
        "pictures.toml, line 4: “Uriel” is 7; text in quotes would be right.",
    )


def test_a_number_after_a_name_stays_off_and_the_first_name_that_has_a_picture_counts():
    said = Pictures(pictures={"Militia": "angel-outfit", "ally": "wing"})
    assert [said.of("militia 2"), said.of("Uriel", "ally"), said.of("Uriel")] == ["angel-outfit", "wing", ""]


def test_a_path_is_read_with_its_arcs_turned_or_not_and_its_smooth_curves():
    quarter = segments("M100 0A100 50 0 0 1 0 50")
    assert quarter[0] == ("m", (100, 0)) and quarter[-1][1][-2:] == pytest.approx((0, 50))
    ends = [numbers[-2:] for how, numbers in segments("M0 0A100 50 90 1 1 0 200") if how == "c"]
    assert ends == [pytest.approx((50, 100)), pytest.approx((0, 200))]
    smooth = segments("M0 0Q50 50 100 0T200 0")
    assert smooth[-1] == ("c", pytest.approx((133.333, -33.333, 166.667, -33.333, 200, 0), abs=0.01))


def test_every_silhouette_lies_on_its_grid():
    for game in GAMES:
        for name in game[Pictures].pictures.values() if game.get(Pictures) else ():
            ends = [n for _, values in segments(paths()[name]) for n in values[-2:]]
            assert min(ends) >= -1 and max(ends) <= GRID + 1, name


def test_what_is_no_path_is_refused_in_words():
    with pytest.raises(ValueError, match="“lorem ipsum” is no path of SVG"):
        segments("lorem ipsum")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_card_and_chip_with_a_name_of_its_own_has_a_picture_and_no_two_cards_of_a_deck_share_one(game):
    source = Source.of(game)
    for key, pack in packs(source).items():
        drawn: dict[str, str] = {}
        for face in pack.faces:
            assert face.vista, f"{key}: {face.name}"
            assert drawn.setdefault(face.vista.picture, face.name) == face.name, f"{key}: {face.name}"
    for key, group in groups(source).items():
        bare = [chip.name for chip in group.chips if not chip.picture]
        assert set(bare) <= set(source.seats), f"{key}: {bare}"
