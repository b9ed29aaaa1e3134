"""A box that somebody bought: a board with other art and of another size, stickers on its pieces, a frame."""

from collections import Counter
from random import Random

import cv2
import numpy as np

from companion.extras.outlets.faces import faced, shaped
from printables.layout.paper import Cutout, Order
from printables.layout.sheet import Section
from printables.layout.stickers import ARM, CORNERS, WIDE, frame
from printables.outlets.pieces import Group
from printables.sources import boards
from printables.sources.catalogue import catalogue
from tests.extras.eye.camera import DENSITY, Kit, Lying, lay

ROUND = 30.0
"""How wide the pieces of that box are, in millimetres."""
OFF, ASKEW = 1.5, 1.5
"""A corner of the frame lies up to so many millimetres off, and askew by so many degrees."""
LARGER = 1.12, 1.16
"""The board is so much larger than ours, across and down."""


class Bought(Kit):
    """A board that is so much larger than ours, across and down; its pieces have stickers, and it a frame."""

    def __init__(self, key: str) -> None:
        super().__init__(key, "board", marked=False)
        self.board = boards.boards(self.source)["board"]
        self.off, self.rng = OFF, Random(7)
        wide, high = (round(side * by) for side, by in zip(self.picture.shape[1::-1], LARGER, strict=True))
        self.picture = _art(cv2.resize(self.picture, (wide, high), interpolation=cv2.INTER_AREA))
        cutouts = catalogue(self.source.game)["stickers"].parts(Order())
        markup = _drawn([one for one in cutouts if isinstance(one, Cutout)])
        first = list(boards.boards(self.source)).index("board") * len(CORNERS)
        corners = [one.name for one in cutouts if one.stock == "card"][first : first + len(CORNERS)]
        self.corners = [markup[name] for name in corners]
        for thing, up in self.faces:
            name = f"{thing[:1].upper()}{thing[1:]}{'' if up else ', face down'}"
            self.faces[thing, up] = _stuck(markup[name])

    def scene(self, lying: list[Lying]) -> np.ndarray:
        """The table from straight above, with the frame laid as hands do."""
        (across, down), rng = LARGER, self.rng
        scene = super().scene([])
        for image, (corner, _), (_, right, low) in zip(
            self.corners, list(frame(self.board))[::2], CORNERS, strict=True
        ):
            middle = (WIDE - ARM) / 2  # of its paper, from its inner corner
            x, y = (rng.uniform(-self.off, self.off) for _ in "xy")
            at = corner[0] * across + right * middle + x, corner[1] * down + low * middle + y
            lay(scene, image, at, rng.uniform(-ASKEW, ASKEW))
        for one in lying:
            lay(scene, self.faces[one.thing, one.up], (one.at[0] * across, one.at[1] * down), one.turn)
        return scene


def _drawn(cutouts: list[Cutout]) -> dict[str, np.ndarray]:
    """Cut out, by name."""
    group = Group("stickers", "Stickers", tuple(Counter(cutouts).items()), "", Section("S", cutouts, ""))
    made = {}
    for piece in faced(Order(outlet="tts"), group, DENSITY * 25.4):
        seen = np.array(shaped(piece.front, piece.cutout).convert("RGBA"))
        made[piece.name] = seen[:, :, [2, 1, 0, 3]].copy()
    return made


def _stuck(sticker: np.ndarray) -> np.ndarray:
    """A sticker about the middle of a piece of that box."""
    rows, columns = (np.flatnonzero(sticker[:, :, 3].any(axis=axis)) for axis in (1, 0))
    cut = sticker[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    side = round(ROUND * DENSITY)
    piece = np.zeros((side, side, 4), np.uint8)
    cv2.circle(piece, (side // 2, side // 2), side // 2, (70, 120, 60, 255), -1)
    top, left = (side - cut.shape[0]) // 2, (side - cut.shape[1]) // 2
    there = piece[top : top + cut.shape[0], left : left + cut.shape[1]]
    there[cut[:, :, 3] > 127] = cut[cut[:, :, 3] > 127]
    return piece


def _art(picture: np.ndarray) -> np.ndarray:
    """A picture as another hand would have painted it: darker, and with clouds of colour."""
    noise = np.random.default_rng(3).uniform(0.35, 1.0, (12, 9, 3)).astype(np.float32)
    clouds = cv2.resize(noise, picture.shape[1::-1], interpolation=cv2.INTER_CUBIC)
    return np.clip(picture * clouds, 0, 255).astype(np.uint8)
