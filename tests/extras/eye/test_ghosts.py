"""Ghosts: art, words and noise without sigils, in which a photograph must show no piece."""

from functools import cache
from itertools import islice
from random import Random

import numpy as np
import pytest

from companion.extras.eye import detect
from companion.extras.eye.photograph import grey, opened
from companion.extras.eye.sighting import UnreadablePhoto
from companion.extras.outlets.faces import faced, shaped
from companion.kernel.shelf import shelf
from printables.layout.paper import Order
from printables.outlets.pictures import rendered
from printables.outlets.pieces import groups
from printables.sources.catalogue import catalogue, chosen, printed
from tests.extras.eye.camera import DENSITY, TABLE, Kit, lay, photograph
from tests.extras.eye.scenes import seen_in
from tests.extras.eye.test_photographs import MARKED, bad, board, kit, marked, ordinary

PIECES = 20
"""So many lie on a table,"""
STEP = 4
"""one of so many of each deck and group."""


@cache
def art(key: str) -> tuple[np.ndarray, ...]:
    """What a game prints without sigils: its chips, tokens and cards, and a page of words."""
    game = shelf()[key]
    result, order = catalogue(game), Order(outlet="tts")
    keys = [one.key for one in chosen(result, []) if one.key != board(key)]
    pictures = []
    for group in groups(order, chosen(result, keys, order)):
        if max(group.pieces[0][0].size) < 120:
            for piece in list(faced(order, group, DENSITY * 25.4))[::STEP]:
                pictures += [shaped(side, piece.cutout) for side in (piece.front, piece.back) if side]
    (words,) = islice(rendered(printed(game, chosen(result, ["reference"]), Order()), 100), 1)
    pictures.append(words)
    return tuple(np.array(one.convert("RGBA"))[:, :, [2, 1, 0, 3]].copy() for one in pictures)


@cache
def unmarked(key: str) -> Kit:
    return Kit(key, board(key), marked=False)


def strewn(key: str, rng: Random, border: bool) -> np.ndarray:
    """A board of a game, with its border's sigils or without, and what it prints without sigils on it."""
    scene = (kit(key) if border else unmarked(key)).scene([])
    wide, high = (side / DENSITY - 2 * TABLE for side in scene.shape[1::-1])
    for picture in rng.choices(art(key), k=PIECES):
        at = rng.uniform(70, wide - 70), rng.uniform(70, high - 70)
        lay(scene, picture[:600, :600], at, rng.uniform(0, 360))
    if rng.random() < 0.5:  # a table of stone, or a cloth
        grain = np.random.default_rng(rng.getrandbits(32)).integers(-40, 40, scene.shape, np.int16)
        scene = np.clip(scene + grain, 0, 255).astype(np.uint8)
    return scene


def ghosts(key: str, seed: int) -> tuple[int, bool]:
    """The pieces that a photograph of none shows, and whether a border was read in it."""
    rng = Random(seed)
    how = (ordinary, bad)[seed % 2](Random(900 + seed))
    photo = photograph(strewn(key, rng, border=seed % 4 < 2), how, rng)
    try:
        return len(seen_in(photo, marked(key))), True
    except UnreadablePhoto:
        return len([one for one in detect.find(grey(opened(photo))) if one.number >= 8]), False


@pytest.mark.slow
def test_art_without_sigils_shows_no_piece():
    assert [ghosts("war-in-heaven", seed)[0] for seed in range(2)] == [0, 0]


@pytest.mark.soak
def test_a_hundred_photographs_of_art_without_sigils_show_no_piece():
    result = [ghosts(key, seed) for key in MARKED for seed in range(20)]
    read = sum(border for _, border in result)
    print(
        f"{sum(n for n, _ in result)} ghosts in {len(result)} photographs, {read} of them with a border read"
    )
    assert not any(n for n, _ in result) and read >= 30
