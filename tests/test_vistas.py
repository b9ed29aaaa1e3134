"""Vistas: every card has its scene, no two of a deck are alike, no words lie on one, and it is constant."""

from dataclasses import replace
from itertools import pairwise, permutations
from typing import get_args

import pytest
from reportlab.pdfgen.canvas import Canvas

from companion.kernel.shelf import shelf
from companion.svg.skylines import STRIPS, strip
from companion.svg.skylines.strokes import DEEP, LONG
from companion.svg.spec import Pictures, Skyline
from companion.toolkit.paper import Paper
from companion.toolkit.paper.cards import TEMPLATES, Part, TemplateSpec
from printables.draw import fonts, vista
from printables.draw.ink import Ink
from printables.draw.pen import Pen
from printables.draw.vista.scene import Scene
from printables.layout import cards
from printables.layout.paper import INKS
from printables.sources.decks import packs
from printables.sources.source import Source

GAMES = list(shelf().values())
EACH = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
SMALL = "war-in-heaven"
EACH_IN_TIME = pytest.mark.parametrize(
    "game",
    [pytest.param(game, id=game.key, marks=[pytest.mark.slow] * (game.key != SMALL)) for game in GAMES],
)
"""Every game; those with many cards only where there is time."""


class Watched(Pen):
    """A pen that remembers the fields of scenes and the words on a card, each with its top and its foot."""

    def __init__(self, ink: Ink) -> None:
        super().__init__(Canvas(None, invariant=1), ink)
        self.fields: list[tuple[float, float]] = []
        self.words: list[tuple[str, float, float]] = []
        self.over: list[tuple[float, float]] = []
        """Each rounded box that lies over a picture: its head and its area."""

    def box(self, x, y, w, h, fill=None, line=None, thick=0.15, radius=0):
        if radius == cards.ROUND and fill:
            self.over.append((y, w * h))
        super().box(x, y, w, h, fill, line, thick, radius)

    def text(self, x, y, words, typeface, size, colour=None, align="left", room=0):
        if words:
            self.words.append((words, y - size * 0.7 / 72 * 25.4, y))
        return super().text(x, y, words, typeface, size, colour, align, room)

    def block(self, fitted, x, y, colour=None, align="left"):
        self.words.append(("a text", y, y + fitted.tall))
        super().block(fitted, x, y, colour, align)


def drawn(face: cards.CardFace, ink: str = "full", size: tuple[float, float] = (54.0, 36.0)) -> list[str]:
    """The operators of the field of a card's picture."""
    pen = Pen(Canvas(None, invariant=1), Ink(ink))
    vista._drawn(pen, Scene(face.vista, *size, 5.0))
    return [line for line in pen.canvas._code if not line.startswith("/")] + sorted(map(repr, pen._forms))


@EACH_IN_TIME
@pytest.mark.parametrize("ink", ["full", "bw"])
def test_no_two_cards_of_a_deck_have_the_same_field(game, ink):
    for key, pack in packs(Source.of(game)).items():
        fields: dict[str, str] = {}
        for face in pack.faces:
            look = "\n".join(drawn(face, ink))
            assert fields.setdefault(look, f"{face.name} {face.tone}") == f"{face.name} {face.tone}", key
        assert len(fields) == len(pack.faces), key


@EACH
def test_every_deck_of_the_shelf_has_scenes_and_every_card_stands_in_one_of_its_places(game):
    for key, pack in packs(Source.of(game)).items():
        assert key in game[Pictures].scenes, key
        assert not [face.name for face in pack.faces if face.vista.place == vista.plain(face.tone)]


@EACH_IN_TIME
@pytest.mark.parametrize("ink", INKS)
def test_no_words_lie_on_a_scene(game, ink, monkeypatch):
    fonts.ready()
    real = cards.field

    def noted(pen, scene, x, y):
        pen.fields.append((y + scene.head, y + scene.h))
        real(pen, scene, x, y)

    monkeypatch.setattr(cards, "field", noted)
    for key, pack in packs(Source.of(game)).items():
        across = pack.size[0] > pack.size[1]
        for face in pack.faces:
            pen = Watched(Ink(ink))
            cards.front(pen, face, pack.size)
            ((top, low),) = pen.fields
            seals = {value for _, _, value in face.figures} | (
                {f[1] for f in face.figures} if across or cards.plan(face, pack.size).tabs.figures else set()
            )
            on = [w for w, up, down in pen.words if w not in seals and down > top + 0.1 and up < low - 0.1]
            assert not on, (key, face.name)
            assert low - top > (13 if across else 12), (key, face.name, "the picture is the card's face")


def seen(face: cards.CardFace, size: tuple[float, float]) -> float:
    """Return the share of a card that title, figures at its side and words leave to its picture."""
    pen = Watched(Ink("full"))
    cards.front(pen, face, size)
    over = dict(sorted(pen.over, key=lambda box: box[1]))
    assert len(over) == 2 + len(cards.plan(face, size).tabs.figures), "the title, the words and the figures"
    return 1 - sum(over.values()) / (size[0] * size[1])


def test_pictures_go_to_the_edges_of_cards_and_words_leave_them_three_fifths():
    fonts.ready()
    decks = [pack for game in GAMES for pack in packs(Source.of(game)).values()]
    upright = [pack for pack in decks if pack.size[0] < pack.size[1]]
    shares = [seen(face, pack.size) for pack in upright for face in pack.faces]
    assert len(shares) == 186 and sum(shares) / len(shares) >= 0.69 and min(shares) >= 0.6


def faces(template: str, own: dict[str, TemplateSpec] | None = None, deck: str = "cards", game: str = SMALL):
    """The faces of a deck with another template, and their size."""
    of = shelf()[game]
    spec = of[Paper].decks[deck].model_copy(update={"template": template})
    decks = {**of[Paper].decks, deck: spec}
    paper = of[Paper].model_copy(update={"decks": decks, "templates": own or {}})
    pack = packs(replace(Source.of(of), paper=paper))[deck]
    return pack.faces, pack.size


@pytest.mark.parametrize("template, across", [("full", 71.4), ("framed", 55.4), ("scene", 71.4)])
def test_a_deck_has_the_template_that_paper_toml_names(template, across):
    some, size = faces(template)
    assert {face.template for face in some} == {cards.Template(**dict(TEMPLATES[template]))}
    assert cards.plan(some[0], size).box[2] == pytest.approx(across)


def shown(face: cards.CardFace, size: tuple[float, float]) -> Watched:
    """The words of a card and where they stand."""
    pen = Watched(Ink("full"))
    cards.front(pen, face, size)
    return pen


@pytest.mark.parametrize("order", list(permutations(get_args(Part)))[::7])
@pytest.mark.parametrize("frame, figures", [("edges", "row"), ("frame", "left"), ("edges", "right")])
def test_the_parts_of_a_card_stand_in_the_order_of_a_template_of_its_own(order, frame, figures):
    fonts.ready()
    own = {"mine": TemplateSpec(order=order, picture=frame, figures=figures)}
    some, size = faces("mine", own, "gods", "high-heavens")
    face = some[0]
    where = {words: (up, down) for words, up, down in shown(face, size).words}
    spans = {
        "title": where[face.name],
        "figures": where["Health"] if figures == "row" else None,
        "text": where["a text"],
        "source": where[next(words for words in where if words.endswith(face.source))],
    }
    plan = cards.plan(face, size)
    spans["picture"] = plan.places["picture"] + plan.into, plan.places["picture"] + plan.field - plan.into
    lines = [spans[part] for part in order if spans[part]]
    assert all(down <= up + 0.01 for (_, down), (up, _) in pairwise(lines)), (order, spans)
    assert lines[0][0] >= cards.NEAR and lines[-1][1] <= size[1] - cards.NEAR and plan.field >= cards.FLAT


def test_figures_beside_a_picture_stand_in_a_row_where_words_leave_them_no_room():
    fonts.ready()
    some, size = faces("scene", None, "heroes", "havoc-in-heaven")
    assert cards.plan(some[0], size).tabs.figures and not cards.plan(some[0], size).rows
    wordy = replace(some[0], text="\n".join(["Once a turn it may move by two spaces."] * 6))
    assert cards.plan(wordy, size).rows and not cards.plan(wordy, size).tabs.figures


def test_a_scene_is_the_same_at_every_printing_whatever_was_drawn_before():
    gods = packs(Source.of(shelf()[SMALL]))["cards"].faces[::4]
    once = {face.name: drawn(face, ink) for ink in INKS for face in gods}
    strip.cache_clear()
    assert once == {face.name: drawn(face, ink) for ink in INKS for face in reversed(gods)}


def test_every_skyline_that_a_place_may_name_is_drawn_and_covers_its_ground():
    assert set(get_args(Skyline)) == set(STRIPS)
    for name in STRIPS:
        ends = [values[-2:] for way, values in strip(name).body if way in "mlc"]
        xs, ys = zip(*ends, strict=True)
        assert min(xs) < 1 and max(xs) >= LONG and max(ys) == DEEP, name
        assert -31 <= min(ys) < 1, name


def test_where_ink_is_saved_scenes_have_no_fields_of_colour():
    face = packs(Source.of(shelf()["high-heavens"]))["gods"].faces[0]
    pen = Pen(Canvas(None, invariant=1), Ink("saver"))
    vista._drawn(pen, Scene(face.vista, 54.0, 36.0, 5.0))
    fills = {line for line in pen.canvas._code if line.endswith(" rg")}
    assert fills <= {"1 1 1 rg"}


def test_a_scene_plays_in_a_place_that_is_there():
    with pytest.raises(ValueError, match=r"scenes\.gods plays in “olymp”, which is not among the places"):
        Pictures(scenes={"gods": {"place": "olymp"}})


def test_a_card_stands_where_the_first_of_its_fields_says_that_has_a_place():
    places = {
        name: {"sky": ["#000000", "#ffffff"], "land": "#000000", "ink": "#000000", "layers": ["sea"]}
        for name in ("sea", "hill")
    }
    said = Pictures.model_validate(
        {"places": places, "scenes": {"gods": {"place": "hill", "places": {"Njord": "sea"}}}}, strict=False
    )
    assert said.place("gods", ["Njord", "Norse"]) == said.places["sea"]
    assert said.place("gods", ["Odin", "Norse"]) == said.places["hill"]
    assert said.place("powers", ["Odin"]) is None
