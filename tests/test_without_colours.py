"""What a board shows is told without its colours: by shape, picture, letter or pattern, else by lightness."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations

import pytest

from companion.boxes.shelf import box
from companion.kernel import transcript
from companion.kernel.shelf import shelf
from companion.kernel.view import Picture, Piece
from companion.svg.ground import ground_of
from companion.svg.pieces import piece_drawn
from companion.web.silhouettes import silhouettes
from tests.colours import EYES, seen
from tests.conftest import ROOT
from tests.sittings import fullest
from tests.test_seats import LIGHTS

BOXES = ("mancala", "draughts", "nine-mens-morris")
MOMENTS = 12
"""So many moments of a sitting are looked at."""
LEAST = 18
"""What lightness alone tells differs by so much of CIE's 100, whatever eyes see it, and in grey. House."""
COLOUR = re.compile(r"\b(?:seat-\d|(?:tone|chip)-[\w-]+)")
STYLES = "".join((ROOT / "static" / "css" / name).read_text() for name in ("base.css", "board.css"))
Pair = frozenset[str]


def pictures(key: str) -> Iterator[tuple[Picture, dict[str, int]]]:
    """Yield the boards and gardens of a game through its fullest sitting, with the numbers of its seats."""
    game = shelf().get(key) or box(key)
    table = transcript.read(fullest(game), {key: game})
    marks = {seat: n for n, seat in enumerate(table.state.seats)}
    for n in range(0, table.n + 1, max(1, table.n // MOMENTS)):
        view = game.view(table.as_of(n).state)
        yield from (
            (one, marks)
            for one in (view.picture, *(panel.picture for panel in view.panels))
            if one is not None
        )


def drawn(piece: Piece, key: str, marks: dict[str, int]) -> Iterator[str]:
    """Yield the drawing of a piece where it lies at no place, and of each kind of chips under it."""
    of = silhouettes(shelf().get(key) or box(key)).of
    there = replace(piece, at=(0.0, 0.0))
    yield piece_drawn(replace(there, stack=()), marks.get(piece.seat, 0), False, "", of(*piece.names))
    for chips in piece.stack:
        alone = replace(there, stack=(chips._replace(n=1),))
        yield from re.findall(r'<g class="(?:stack|coin).*', piece_drawn(alone, 0, False, ""))


def by_colour_alone(drawings: Iterable[str]) -> set[Pair]:
    """Return the pairs of colours that are all by which two drawings differ."""
    alike: dict[str, set[str]] = {}
    for one in drawings:
        alike.setdefault(COLOUR.sub("", one), set()).add(" ".join(COLOUR.findall(one)))
    return {frozenset(pair) for colours in alike.values() for pair in combinations(colours, 2)}


def colour(name: str, light: str) -> str:
    """Return the colour of a class by day or by night."""
    result: dict[str, str] = {}
    for rule in re.findall(r":root \{(.*?)\}", STYLES, re.DOTALL)[: 1 if light == "day" else 2]:
        result |= re.findall(r"--([\w-]+): ([^;]+);", rule)
    (of,) = re.findall(rf"\.{name}\b[^{{]*\{{ --(?:fill|chip): ([^;]+);", STYLES)
    return result[of[6:-1]] if of.startswith("var(") else of


@pytest.mark.parametrize("key", [*shelf(), *BOXES])
def test_pieces_and_chips_are_told_apart_in_any_eyes_and_in_grey(key: str) -> None:
    pairs: set[Pair] = set()
    looked = 0
    for picture, marks in pictures(key):
        looked += 1
        pairs |= by_colour_alone(one for piece in picture.pieces for one in drawn(piece, key, marks))
    assert looked > 8
    for light in LIGHTS:
        for one, two in pairs:
            first, second = colour(one, light), colour(two, light)
            least = min(abs(seen(first, eyes)[0] - seen(second, eyes)[0]) for eyes in EYES)
            assert first == second or least >= LEAST, (one, two, light, least)


@pytest.mark.parametrize("key", [*shelf(), *BOXES])
def test_kinds_of_spaces_are_told_apart_by_pattern_or_picture(key: str) -> None:
    for picture, marks in pictures(key):
        ground = ground_of(picture, marks, silhouettes(shelf().get(key) or box(key)))
        markup = ground.markup + ground.laid
        own = {seat.lower(): f"own seat-{n}" for seat, n in marks.items()}
        signs: dict[str, str] = {}
        for kind in {cell.kind for cell in picture.cells if not cell.quiet}:
            name = own.get(kind, f"k-{kind}") if kind else ""
            paths = re.findall(rf'<path class="cell[^"]*{name}"[^>]*>(?:<path fill="url[^"]*)?', markup)
            marked = re.findall(rf'class="(?:sign|pic) k-{kind}"[^>]*? (?:href|d)="([^"]+)"', markup)
            patterns = [one for path in paths for one in re.findall(r"url\(.*", path)] if kind else []
            signs[kind] = " ".join((*patterns, *sorted(set(marked))))
        assert len(set(signs.values())) == len(signs), signs


LIT = (
    ".glow use", ".glow.way-1 use", ".glow.way-2 use", ".dim use", ".reach.moves", ".reach.strikes",
    ".reach.laid", ".stake :is(circle, use)", ".trail > path", ".trail > .fell",
)  # fmt: skip
"""What is lit on a board: what answers, and how; what does not; reach, stakes and the last move."""


def test_what_is_lit_is_told_by_more_than_its_colour() -> None:
    looks = {}
    for name in LIT:
        (rule,) = re.findall(rf"^{re.escape(name)} \{{ (.*?) \}}", STYLES, re.MULTILINE)
        text = dict(part.split(": ", 1) for part in rule.rstrip(";").split("; "))
        for paint in ("fill", "stroke"):
            if paint in text:
                text[paint] = "none" if text[paint] == "none" else "some"
        looks[name] = tuple(sorted(text.items()))
    assert len(set(looks.values())) == len(LIT), looks
