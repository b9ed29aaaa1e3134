"""Land and water along the horizon."""

from math import sin
from random import Random

from companion.kernel.view import Point
from companion.svg.skylines.strokes import (
    DEEP,
    LONG,
    Segment,
    Shape,
    Strip,
    along,
    arch,
    block,
    curved,
    ground,
    joined,
    oval,
    polygon,
    profile,
)


def mountains(dice: Random) -> Strip:
    """Peaks, with a lit flank each."""
    line: list[Point] = [(0, -3)]
    lit: list[Shape] = []
    for at in along(dice, 13, 20, -8):
        (x, y), high, wide = line[-1], dice.uniform(12, 22), dice.uniform(7, 9)
        peak = (at + wide, -high)
        flank = (x + (peak[0] - x) * 0.55, y + (peak[1] - y) * dice.uniform(0.4, 0.52))
        vale = (peak[0] + dice.uniform(6, 9), -dice.uniform(2, 6))
        far = (peak[0] + (vale[0] - peak[0]) * 0.45, peak[1] + (vale[1] - peak[1]) * dice.uniform(0.5, 0.62))
        line += [flank, peak, far, vale]
        foot = (peak[0] - wide * 0.1, y * 0.6)
        inside = [(peak[0] + 0.6, -high * 0.72), (peak[0] - 1.5, -high * 0.5), (peak[0] + 0.2, -high * 0.3)]
        lit.append(polygon((peak, *inside, foot, (x + 1, y), flank)))
    return Strip(profile((*line, (LONG, -3))), joined(lit))


def hills(dice: Random) -> Strip:
    """Rolling hills."""
    a, b = dice.uniform(0, 9), dice.uniform(0, 9)
    steps = [i * 1.5 for i in range(int(LONG / 1.5) + 1)]
    return Strip(profile((x, -4 - 2.6 * sin(x / 11 + a) - 1.2 * sin(x / 4.7 + b)) for x in steps))


def karst(dice: Random) -> Strip:
    """Pillars of rock with trees on them."""
    body, lit = [ground(-2)], []
    for at in along(dice, 8, 14):
        high, wide = dice.uniform(11, 25), dice.uniform(4.5, 8)
        k, left, right = wide * 0.16, at - wide * 0.5, at + wide * 0.36
        body.append(
            curved(
                (left - wide * 0.12, 2), (left + wide * 0.1, -high * 0.5), (left, -high), (at - k, -high),
                (right, -high * 1.04), (right, -high * 0.5), (right + wide * 0.3, 2),
            )
        )  # fmt: skip
        lit.append(
            curved(
                (left, -1), (left + wide * 0.2, -high * 0.5), (left, -high * 0.94), (at - k, -high * 0.95),
                (at - k, -high * 0.7), (at, -high * 0.5), (at - wide * 0.24, -1),
            )
        )  # fmt: skip
        body += [oval(at - k + (n - 1) * 1.1, -high + 0.2 - (n == 1) * 0.5, 0.9) for n in range(3)]
    return Strip(joined(body), joined(lit))


def spires(dice: Random) -> Strip:
    """Needles of rock."""
    body, lit = [ground(-1)], []
    for at in along(dice, 3.2, 6.5):
        high, wide, lean = dice.uniform(5, 23), dice.uniform(1.8, 3.4), dice.uniform(-1.6, 1.6)
        tip = (at + lean, -high)
        notch = (at - wide * 0.35 + lean * 0.5, -high * 0.5)
        body.append(polygon(((at - wide, 2), notch, tip, (at + wide * 0.55, -high * 0.42), (at + wide, 2))))
        lit.append(
            polygon(((at - wide * 0.9, 0), notch, tip, (at - wide * 0.05, -high * 0.4), (at - wide * 0.3, 0)))
        )
    return Strip(joined(body), joined(lit))


def cliffs(dice: Random) -> Strip:
    """Rock with an arch that the sea has made."""
    body, lit = [ground(3)], []
    for at in along(dice, 46, 58):
        top = [
            (at + x, -y + dice.uniform(-0.8, 0.8))
            for x, y in ((0, 6), (3, 16), (8, 20), (16, 22), (24, 19), (29, 21), (34, 12), (37, 3))
        ]
        body.append(polygon(((at - 2, 4), *top, (at + 40, 4))))
        body.append(arch(at + 9, 4, 14, 15))
        body += [
            polygon(((at + x, -13.0), (at + x + 2, -13.0), (at + x + 1, -13 + dice.uniform(3, 6))))
            for x in (11, 14.5, 18)
        ]
        lit.append(polygon(((at - 1, 3), top[0], top[1], (at + 4, -9), (at + 3, 3))))
        lit.append(polygon((top[1], top[2], (at + 9, -15), (at + 5, -12))))
        lit.append(polygon((top[4], top[5], (at + 29, -12), (at + 26, -10))))
    return Strip(joined(body), joined(lit))


def sea(dice: Random) -> Strip:
    """Waves."""
    crests: list[Segment] = [("m", (0, DEEP)), ("l", (0, 0))]
    x = 0.0
    while x < LONG:
        w, h = dice.uniform(4, 6), dice.uniform(1.0, 2.0)
        crests.append(("c", (x + w * 0.45, 0.1, x + w * 0.75, -h * 0.4, x + w * 0.8, -h)))
        crests.append(("c", (x + w * 0.84, -h * 0.4, x + w * 0.92, -0.1, x + w, 0)))
        x += w
    lit = [
        block(at, dice.uniform(1.6, 14), dice.uniform(2, 6), 0.28)
        for _ in range(4)
        for at in along(dice, 6, 12)
    ]
    return Strip((*crests, ("l", (x, DEEP)), ("h", ())), joined(lit))


def meadow(dice: Random) -> Strip:
    """Hills with grass."""
    body = [hills(dice).body]
    for at in along(dice, 0.8, 2.4):
        base, lean = -0.5 - 2.6 * abs(sin(at / 11)), dice.uniform(-0.8, 0.8)
        body.append(
            polygon(
                ((at - 0.35, base + 4), (at + lean, base - dice.uniform(2.5, 5.5)), (at + 0.35, base + 4))
            )
        )
    return Strip(joined(body))


def court(dice: Random) -> Strip:
    """A floor of slabs, seen along."""
    joints = [block(0, y, LONG, 0.18) for y in (1.0, 2.6, 5.2, 9.4)]
    joints += [
        polygon(
            (
                (LONG / 2 + n * 4, 0),
                (LONG / 2 + n * 4 + 0.12, 0),
                (LONG / 2 + n * 11 + 0.4, 16),
                (LONG / 2 + n * 11, 16),
            )
        )
        for n in range(-30, 31)
    ]
    return Strip(profile((x * 10.0, 0.0) for x in range(16)), joined(joints))
