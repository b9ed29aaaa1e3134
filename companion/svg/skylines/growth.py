"""Growing, drifting and burning things along the horizon."""

from random import Random

from companion.svg.skylines.land import hills
from companion.svg.skylines.strokes import (
    Shape,
    Strip,
    along,
    block,
    curved,
    ground,
    joined,
    oval,
    polygon,
)


def pines(dice: Random) -> Strip:
    """Firs on hills."""
    body, lit = [hills(dice).body], []
    for at in along(dice, 2.6, 5.5):
        high, foot = dice.uniform(7, 13), -1.5
        for n in range(4):
            top, low, wide = (
                foot - high + n * high * 0.2,
                foot - high * (0.62 - n * 0.2),
                high * (0.11 + n * 0.05),
            )
            body.append(polygon(((at - wide, low), (at, top), (at + wide, low), (at, low - 0.5))))
            lit.append(polygon(((at - wide, low), (at, top), (at - wide * 0.25, low - 0.3))))
        body.append(block(at - 0.3, foot - 1, 0.6, 3))
    return Strip(joined(body), joined(lit))


def orchard(dice: Random) -> Strip:
    """Fruit trees."""
    body, lit = [hills(dice).body], []
    for at in along(dice, 7, 12):
        high, r = dice.uniform(6, 9), dice.uniform(2.2, 3.0)
        body.append(polygon(((at - 0.8, 0), (at - 0.35, -high), (at + 0.35, -high), (at + 0.8, 0))))
        for dx, dy, part in ((0, -1.6, 1), (-1.0, 0, 0.82), (1.0, 0.1, 0.82), (0, 0.8, 0.8)):
            body.append(oval(at + dx * r, -high + dy, r * part))
        for dx, dy in ((-1.3, 0.2), (-0.5, -1.6), (0.3, -0.4), (-0.6, 0.9), (0.9, -1.2), (1.2, 0.7)):
            lit.append(oval(at + dx * r * 0.8, -high + dy * r * 0.5, 0.45))
    return Strip(joined(body), joined(lit))


def bamboo(dice: Random) -> Strip:
    """Bamboo, taller than a field."""
    body = [hills(dice).body]
    for at in along(dice, 2.2, 6):
        high, lean = dice.uniform(16, 30), dice.uniform(-1.5, 1.5)
        for n in range(6):
            y0, y1 = -high * n / 6, -high * (n + 1) / 6 + 0.3
            x0, x1 = at + lean * (n / 6) ** 2, at + lean * ((n + 1) / 6) ** 2
            body.append(polygon(((x0 - 0.45, y0), (x1 - 0.38, y1), (x1 + 0.38, y1), (x0 + 0.45, y0))))
            if n > 2:
                side = 1 if dice.random() > 0.5 else -1
                body += [
                    polygon(
                        (
                            (x1, y1),
                            (x1 + side * 2.0, y1 + drop - 0.6),
                            (x1 + side * 4.2, y1 + drop + 0.7),
                            (x1 + side * 1.6, y1 + drop + 0.3),
                        )
                    )
                    for drop in (0.4, 1.9)
                ]
    return Strip(joined(body))


def bare(dice: Random) -> Strip:
    """Trees that have died."""
    body = [hills(dice).body]

    def branch(x: float, y: float, lean: float, long: float, thick: float) -> None:
        ex, ey = x + lean * long, y - long * (1 - abs(lean) * 0.5)
        body.append(polygon(((x - thick, y), (ex - thick * 0.5, ey), (ex + thick * 0.5, ey), (x + thick, y))))
        if long > 1.6:
            for way in (-1, 1):
                branch(
                    ex,
                    ey,
                    max(-1.0, min(1.0, lean + way * dice.uniform(0.3, 0.65))),
                    long * dice.uniform(0.6, 0.76),
                    thick * 0.55,
                )

    for at in along(dice, 12, 19):
        branch(at, 0, dice.uniform(-0.15, 0.15), dice.uniform(5, 6.5), 0.75)
    return Strip(joined(body))


def clouds(dice: Random) -> Strip:
    """A bank of clouds."""
    body, lit = [ground(0)], []
    for at in along(dice, 3.5, 6):
        r, y = dice.uniform(2.4, 5), dice.uniform(-1.5, 0.8)
        body.append(oval(at, y, r))
        lit.append(oval(at - r * 0.14, y - r * 0.18, r * 0.74))
    return Strip(joined(body), joined(lit))


def flames(dice: Random) -> Strip:
    """Tongues of fire."""
    body, lit = [ground(0)], list[Shape]()
    for at in along(dice, 2.6, 5):
        h, w, lean = dice.uniform(4, 13), dice.uniform(1.5, 2.6), dice.uniform(-1.4, 1.4)
        for part, into in ((1.0, body), (0.5, lit)):
            hh, ww = h * part, w * part
            left, tip, right = at - ww, (at + lean, -hh), at + ww
            into.append(
                curved(
                    (left, 0.5), (left - ww * 0.3, -hh * 0.45), (at + lean - ww * 0.2, -hh * 0.5), tip,
                    (at + lean + ww * 0.3, -hh * 0.6), (right + ww * 0.5, -hh * 0.4), (right, 0.5),
                )
            )  # fmt: skip
    return Strip(joined(body), joined(lit))


def hops(dice: Random) -> Strip:
    """Hops on their poles."""
    body, lit = [hills(dice).body], []
    for at in along(dice, 4.2, 5.2):
        high = dice.uniform(9, 12)
        body.append(block(at - 0.18, -high - 1.2, 0.36, high + 3))
        for n in range(int(high / 1.1)):
            side = 1 if n % 2 else -1
            y, r = -1.5 - n * 1.1, 1.15 - n * 0.05
            body.append(oval(at + side * 0.7, y, r, r * 0.75))
            lit.append(oval(at + side * 0.7 - 0.3, y - 0.15, r * 0.4, r * 0.3))
    return Strip(joined(body), joined(lit))
