"""Photographs of printed tables: the very pieces that are printed, through a lens, with what goes wrong."""

from dataclasses import dataclass, replace
from math import cos, radians, sin, tan
from random import Random

import cv2
import numpy as np

from companion.boxes.shelf import box
from companion.extras.outlets.faces import faced, shaped
from companion.kernel.shelf import shelf
from printables.layout.paper import Order
from printables.outlets.pieces import groups as laid_groups
from printables.sources import boards, chips, sigils
from printables.sources.catalogue import catalogue, chosen
from printables.sources.source import Source

DENSITY = 6.0
"""Pixels a millimetre of the table before it is photographed."""
TABLE = 60.0
"""So much of the table is seen around a board, in millimetres."""
WOOD = (96, 118, 140)


@dataclass(frozen=True)
class Lying:
    """A piece on the table: its face, where its middle is on the board in millimetres, how it is turned."""

    thing: str
    at: tuple[float, float]
    turn: float = 0.0
    up: bool = True


class Kit:
    """What is photographed of a game: its board with sigils, and both faces of every piece that has them."""

    def __init__(self, key: str, board: str = "board", ink: str = "full", marked: bool = True) -> None:
        self.source = Source.of(shelf()[key] if key in shelf() else box(key))
        order = Order(outlet="tts", sigils="yes" if marked else "no", ink=ink)
        kit = catalogue(self.source.game)
        self.faces: dict[tuple[str, bool], np.ndarray] = {}
        for name, group in chips.groups(self.source).items():
            if not group.sigils:
                continue
            (laid,) = laid_groups(order, chosen(kit, [name], order))
            for piece in faced(order, laid, DENSITY * 25.4):
                chip = piece.cutout.front.keywords["chip"]
                faces = ((True, piece.front), (False, piece.back if chip.other else None))
                for up, image in faces:
                    if image is not None:
                        seen = np.array(shaped(image, piece.cutout).convert("RGBA"))
                        self.faces[chip.thing, up] = seen[:, :, [2, 1, 0, 3]].copy()
        whole = boards.boards(self.source)
        marks = sigils.of_board(whole, board)
        self.board = replace(whole[board], sigils=marks)
        (laid,) = laid_groups(order, chosen(kit, [board], order))
        (piece,) = faced(order, laid, DENSITY * 25.4)
        self.picture = np.array(piece.front.convert("RGB"))[:, :, ::-1].copy()

    def scene(self, lying: list[Lying]) -> np.ndarray:
        """The table from straight above: wood, the board, and what lies on it."""
        edge = round(TABLE * DENSITY)
        high, wide = self.picture.shape[:2]
        scene = np.full((high + 2 * edge, wide + 2 * edge, 3), WOOD, np.uint8)
        scene[edge : edge + high, edge : edge + wide] = self.picture
        for one in lying:
            lay(scene, self.faces[one.thing, one.up], one.at, one.turn)
        return scene


def lay(scene: np.ndarray, face: np.ndarray, at: tuple[float, float], turn: float) -> None:
    """Something onto the scene, its middle at a point of the board."""
    h, w = face.shape[:2]
    x, y = (round(TABLE * DENSITY) + value * DENSITY for value in at)
    matrix = cv2.getRotationMatrix2D((w / 2, h / 2), turn, 1.0)
    reach = int(np.hypot(w, h)) + 2
    matrix[:, 2] += reach / 2 - np.array([w / 2, h / 2])
    turned = cv2.warpAffine(face, matrix, (reach, reach), flags=cv2.INTER_LINEAR)
    left, top = round(x - reach / 2), round(y - reach / 2)
    there = scene[top : top + reach, left : left + reach]
    alpha = turned[:, :, 3:].astype(np.float32) / 255
    there[:] = (there * (1 - alpha) + turned[:, :, :3] * alpha).astype(np.uint8)


@dataclass(frozen=True)
class Conditions:
    """How a photograph is taken."""

    pixels: tuple[int, int] = (4000, 3000)
    """How wide and how high it is; the board lies along its longer side."""
    tilt: float = 20.0
    """How far the phone is tilted from straight above, in degrees,"""
    around: float = 0.0
    """and to which side."""
    fill: float = 0.92
    """How much of the picture's longer side the board takes."""
    blur: float = 1.0
    motion: int = 0
    noise: float = 4.0
    glare: float = 0.0
    shadow: float = 0.0
    light: float = 0.15
    bend: float = -0.04
    """The lens's first radial term."""
    jpeg: int = 85
    curl: float = 0.0
    """How far the paper's corner rises, in millimetres."""


def photograph(scene: np.ndarray, how: Conditions, rng: Random) -> bytes:
    """The scene through a pinhole camera of 66°, as a JPEG."""
    seen = _through(scene, how)
    seen = _lit(seen.astype(np.float32), how, rng)
    if how.blur:
        seen = cv2.GaussianBlur(seen, (0, 0), how.blur)
    if how.motion:
        kernel = np.zeros((how.motion, how.motion), np.float32)
        kernel[how.motion // 2] = 1 / how.motion
        turn = cv2.getRotationMatrix2D((how.motion / 2 - 0.5,) * 2, rng.uniform(0, 180), 1)
        kernel = cv2.warpAffine(kernel, turn, (how.motion, how.motion))
        seen = cv2.filter2D(seen, -1, kernel / kernel.sum())
    noise = np.random.default_rng(rng.getrandbits(32)).standard_normal(seen.shape[:2], np.float32)
    seen += how.noise * noise[:, :, None]
    seen = np.clip(seen, 0, 255, out=seen).astype(np.uint8)
    done, data = cv2.imencode(".jpg", seen, [cv2.IMWRITE_JPEG_QUALITY, how.jpeg])
    assert done
    return data.tobytes()


def _through(scene: np.ndarray, how: Conditions) -> np.ndarray:
    """What a camera sees that looks at the middle of the scene, tilted, with a lens that bends a little."""
    high, wide = scene.shape[:2]
    if high > wide:
        scene = cv2.rotate(scene, cv2.ROTATE_90_CLOCKWISE)
        high, wide = wide, high
    w, h = how.pixels
    f = w / 2 / tan(radians(33))
    tilt, around = radians(how.tilt), radians(how.around)
    look = np.array([sin(tilt) * cos(around), sin(tilt) * sin(around), cos(tilt)])
    right = np.cross([0.0, 1.0, 0.0], look)
    right /= np.linalg.norm(right)
    down = np.cross(look, right)
    turn = np.array([right, down, look])
    corners = np.array([[x, y, 0.0] for x in (-wide / 2, wide / 2) for y in (-high / 2, high / 2)])
    inner = 1 - 2 * TABLE * DENSITY / np.array([wide, high])
    board = corners * [*inner, 1.0]
    away = wide
    for _ in range(40):  # so near that the board fills as much of the picture as it should
        points = board @ turn.T + [0, 0, away]
        flat = points[:, :2] / points[:, 2:] * f
        reach = max(np.abs(flat[:, 0]).max() / (w / 2), np.abs(flat[:, 1]).max() / (h / 2))
        away *= 1 + (reach / how.fill - 1) * 0.7
    points = corners @ turn.T + [0, 0, away]
    flat = (points[:, :2] / points[:, 2:] * f + [w / 2, h / 2]).astype(np.float32)
    source = (corners[:, :2] + [wide / 2, high / 2]).astype(np.float32)
    matrix = np.linalg.inv(cv2.getPerspectiveTransform(source, flat))
    mapx, mapy = (_each_pixel(part, w, h) for part in _lens(matrix, how, (wide, high)))
    scale = how.pixels[0] * how.fill / wide
    if scale < 0.75:
        scene = cv2.GaussianBlur(scene, (0, 0), 0.4 / scale)
    return cv2.remap(scene, mapx, mapy, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=WOOD)


COARSE = 8
"""Where a lens takes light from is worked out for one pixel in so many each way, and between them evenly."""


def _lens(matrix: np.ndarray, how: Conditions, size: tuple[int, int]) -> tuple[np.ndarray, np.ndarray]:
    """Where in the scene the middle of each coarse pixel comes from; those of one more about the picture."""
    (w, h), (wide, high) = how.pixels, size
    f = w / 2 / tan(radians(33))
    across, down = (COARSE * (np.arange(-1, -(-side // COARSE) + 1) + 0.5) - 0.5 for side in (w, h))
    xs, ys = np.meshgrid(across, down)
    nx, ny = (xs - w / 2) / f, (ys - h / 2) / f
    bent = 1 + how.bend * (nx * nx + ny * ny)
    xs, ys = nx * bent * f + w / 2, ny * bent * f + h / 2
    below = matrix[2, 0] * xs + matrix[2, 1] * ys + matrix[2, 2]
    mapx = (matrix[0, 0] * xs + matrix[0, 1] * ys + matrix[0, 2]) / below
    mapy = (matrix[1, 0] * xs + matrix[1, 1] * ys + matrix[1, 2]) / below
    if how.curl:  # a corner that rises is seen nearer to the camera: its points move outwards
        edge = np.maximum(0, (mapx - 0.75 * wide) / (0.25 * wide)) * np.maximum(
            0, (mapy - 0.75 * high) / (0.25 * high)
        )
        mapx -= edge * how.curl * DENSITY * 0.4
        mapy -= edge * how.curl * DENSITY * 0.4
    return mapx.astype(np.float32), mapy.astype(np.float32)


def _each_pixel(coarse: np.ndarray, w: int, h: int) -> np.ndarray:
    high, wide = coarse.shape
    whole = cv2.resize(coarse, (wide * COARSE, high * COARSE), interpolation=cv2.INTER_LINEAR)
    return whole[COARSE : COARSE + h, COARSE : COARSE + w]


def _lit(seen: np.ndarray, how: Conditions, rng: Random) -> np.ndarray:
    """Uneven light, a spot of glare, and the shadow of a hand."""
    h, w = seen.shape[:2]
    ys, xs = np.mgrid[0:h:8, 0:w:8].astype(np.float32)
    ys, xs = ys / h, xs / w
    turn = rng.uniform(0, 6.28)
    light = 1 - how.light * (0.5 + 0.5 * ((xs - 0.5) * cos(turn) + (ys - 0.5) * sin(turn)) * 2)
    if how.shadow:
        cx, cy, r = rng.uniform(0.2, 0.8), rng.uniform(0.2, 0.8), rng.uniform(0.12, 0.25)
        dark = np.clip((r - np.hypot(xs - cx, (ys - cy) * h / w)) / 0.03, 0, 1)
        light *= 1 - how.shadow * dark
    seen *= cv2.resize(light, (w, h), interpolation=cv2.INTER_LINEAR)[:, :, None]
    if how.glare:
        cx, cy, r = rng.uniform(0.15, 0.85), rng.uniform(0.15, 0.85), rng.uniform(0.03, 0.07)
        more = how.glare * 255 * np.exp(-((xs - cx) ** 2 + ((ys - cy) * h / w) ** 2) / (2 * r * r))
        seen += cv2.resize(more, (w, h), interpolation=cv2.INTER_LINEAR)[:, :, None]
    return seen
