"""Buildings of people and gods along the horizon."""

from random import Random

from companion.svg.skylines.growth import clouds
from companion.svg.skylines.land import hills
from companion.svg.skylines.strokes import (
    DEEP,
    LONG,
    Shape,
    Strip,
    along,
    arch,
    block,
    ground,
    joined,
    oval,
    polygon,
)


def temples(dice: Random) -> Strip:
    """Temples of the south."""
    body, lit = [hills(dice).body], []
    for at in along(dice, 27, 36):
        w, h = dice.uniform(13, 17), dice.uniform(8, 10)
        y = -3.0
        body += [
            block(at - 1.6, y, w + 3.2, 8),
            block(at - 0.8, y - 0.9, w + 1.6, 1),
            block(at - 0.8, y - h, w + 1.6, 1.3),
        ]
        body.append(polygon(((at - 1.4, y - h), (at + w / 2, y - h - 3.8), (at + w + 1.4, y - h))))
        for n in range(6):
            x = at + 0.2 + n * (w - 1.6) / 5
            body.append(block(x, y - h + 1.2, 1.25, h - 2))
            lit.append(block(x + 0.1, y - h + 1.5, 0.4, h - 2.6))
        lit.append(polygon(((at + 0.8, y - h - 0.5), (at + w / 2, y - h - 3.1), (at + w / 2, y - h - 0.5))))
        lit.append(block(at - 1.6, y, w + 3.2, 0.35))
    return Strip(joined(body), joined(lit))


def halls(dice: Random) -> Strip:
    """Halls of the north, with beasts' heads on their gables."""
    body, lit = [hills(dice).body], []
    for at in along(dice, 22, 30):
        w, h = dice.uniform(10, 14), dice.uniform(7, 9)
        y = -2.5
        body.append(
            polygon(
                (
                    (at - 1, y + 4),
                    (at, y - 2.2),
                    (at - 1.5, y - 1.8),
                    (at + 2.6, y - h),
                    (at + w - 2.6, y - h),
                    (at + w + 1.5, y - 1.8),
                    (at + w, y - 2.2),
                    (at + w + 1, y + 4),
                )
            )
        )
        for x, way in ((at + 2.6, -1), (at + w - 2.6, 1)):
            body.append(
                polygon(
                    (
                        (x - way * 0.8, y - h + 0.6),
                        (x + way * 0.4, y - h - 2.2),
                        (x + way * 2.0, y - h - 2.6),
                        (x + way * 1.0, y - h - 1.4),
                        (x + way * 0.6, y - h + 0.8),
                    )
                )
            )
        lit += [block(at + 1.5 + n * (w - 3) / 3, y - 0.6, 0.9, 1.7) for n in range(4)]
        lit.append(
            polygon(
                ((at - 1.2, y - 2.0), (at + 2.7, y - h + 0.3), (at + 4.2, y - h + 0.3), (at + 1, y - 2.4))
            )
        )
        tower = at + w + 4.5
        for n in range(3):
            wide, top = 3.2 - n * 0.9, y - 1 - n * 3.4
            body += [
                block(tower - wide * 0.6, top - 3, wide * 1.2, 4),
                polygon(
                    ((tower - wide - 0.6, top - 2.6), (tower, top - 5.6), (tower + wide + 0.6, top - 2.6))
                ),
            ]
        body += [block(tower - 0.15, y - 16, 0.3, 4), block(tower - 3, y - 1.5, 6, 6)]
        lit.append(block(tower - 0.5, y - 2.2, 1, 1.4))
    return Strip(joined(body), joined(lit))


def stands(dice: Random) -> Strip:
    """The tiers of a stadium, full of people, with arches under the rim and pennants over it."""
    body, lit = [block(0, -14, LONG, DEEP + 14)], []
    for n in range(int(LONG / 5)):
        x = n * 5.0
        body += [block(x, -16.5, 5, 3), arch(x + 1.1, -14.2, 2.8, 1.9)]
        if n % 3 == 0:
            wave = dice.uniform(-0.4, 0.4)
            body.append(block(x - 0.15, -22, 0.3, 6))
            body.append(polygon(((x + 0.1, -22), (x + 3.6, -21 + wave), (x + 0.1, -19.8))))
    for row, y in enumerate((-12.4, -9.6, -6.8, -4.0)):
        lit.append(block(0, y + 1.75, LONG, 0.22))
        r = 0.5 + row * 0.07
        for at in along(dice, 1.6, 2.6):
            lit.append(oval(at, y + dice.uniform(-0.2, 0.2), r))
            lit.append(
                (
                    ("m", (at - r * 1.3, y + 1.6)),
                    ("c", (at - r * 1.3, y + 0.5, at + r * 1.3, y + 0.5, at + r * 1.3, y + 1.6)),
                    ("h", ()),
                )
            )
    return Strip(joined(body), joined(lit))


def abbey(dice: Random) -> Strip:
    """A church with its cloister."""
    body, lit = [hills(dice).body], []
    for at in along(dice, 34, 38):
        y = 1.0
        # the church: nave, apse and tower
        body += [
            block(at, y - 9, 16, 12),
            polygon(((at - 1, y - 9), (at + 1.5, y - 13.5), (at + 14.5, y - 13.5), (at + 17, y - 9))),
        ]
        body += [
            block(at + 16, y - 17, 6, 20),
            polygon(((at + 15.4, y - 17), (at + 19, y - 25), (at + 22.6, y - 17))),
        ]
        body += [block(at + 18.8, y - 28, 0.4, 4), block(at + 18, y - 27.2, 2, 0.4)]
        lit += [arch(at + 2 + n * 3.3, y - 2.4, 1.3, 4.6) for n in range(4)]
        lit += [arch(at + 17.2 + n * 2, y - 12.2, 1.3, 3) for n in range(2)]
        lit += [
            polygon(
                (
                    (at - 0.6, y - 9.2),
                    (at + 1.7, y - 13.2),
                    (at + 14.2, y - 13.2),
                    (at + 13, y - 12.4),
                    (at + 2.2, y - 12.4),
                    (at + 0.8, y - 9.2),
                )
            ),
            polygon(((at + 15.9, y - 17.2), (at + 19, y - 24.4), (at + 18.2, y - 17.2))),
        ]
        # the cloister
        body += [
            block(at + 22, y - 6, 10, 9),
            polygon(((at + 22, y - 6), (at + 23, y - 8.6), (at + 31, y - 8.6), (at + 33, y - 6))),
        ]
        lit += [arch(at + 23 + n * 2.6, y - 0.8, 1.7, 4) for n in range(3)]
    return Strip(joined(body), joined(lit))


def roof(x: float, y: float, w: float, h: float) -> Shape:
    """A sweeping roof by the middle of its foot: half its width, and its height."""
    return (
        ("m", (x - w, y - h * 0.32)),
        ("c", (x - w * 0.6, y - h * 0.25, x - w * 0.3, y - h * 0.5, x - w * 0.18, y - h)),
        ("l", (x + w * 0.18, y - h)),
        ("c", (x + w * 0.3, y - h * 0.5, x + w * 0.6, y - h * 0.25, x + w, y - h * 0.32)),
        ("l", (x + w * 0.74, y)),
        ("l", (x - w * 0.74, y)),
        ("h", ()),
    )


def palaces(dice: Random) -> Strip:
    """Halls with sweeping roofs, and pagodas."""
    body, lit = [ground(-1)], []
    for at in along(dice, 32, 40):
        body += [
            block(at - 9, -3, 18, 5),
            block(at - 7.4, -9, 14.8, 7),
            roof(at, -8.4, 11, 4.4),
            block(at - 4.6, -15, 9.2, 4),
            roof(at, -14.6, 7.4, 4.2),
            oval(at, -19.2, 0.6),
        ]
        lit += [block(at - 6.4 + n * 2.6, -7.6, 1.4, 4) for n in range(6)]
        lit += [block(at - 3.6 + n * 1.7, -14.0, 0.9, 1.6) for n in range(5)]
        lit.append(block(at - 9, -3, 18, 0.4))
        pagoda = at + dice.uniform(16, 19)
        for n in range(5):
            wide, y = 4.4 - n * 0.6, -1.5 - n * 3.3
            body += [block(pagoda - wide * 0.55, y - 3, wide * 1.1, 3.4), roof(pagoda, y - 2.2, wide, 1.9)]
            lit.append(block(pagoda - 0.45, y - 1.7, 0.9, 1.2))
        body.append(polygon(((pagoda - 0.3, -17), (pagoda, -22), (pagoda + 0.3, -17))))
    return Strip(joined(body), joined(lit))


def village(dice: Random) -> Strip:
    """Houses with gables."""
    body, lit = [hills(dice).body], []
    for at in along(dice, 6, 10):
        w, h, roof = dice.uniform(4.5, 7), dice.uniform(3.5, 6), dice.uniform(2.4, 3.6)
        y = -1.5
        body += [
            block(at, y - h, w, h + 4),
            polygon(((at - 0.7, y - h), (at + w / 2, y - h - roof), (at + w + 0.7, y - h))),
        ]
        body.append(block(at + w * 0.7, y - h - roof, 0.9, 2.4))
        lit += [block(at + w * part, y - h * 0.72, 0.9, 1.2) for part in (0.18, 0.6)]
        lit.append(
            polygon(
                (
                    (at - 0.4, y - h),
                    (at + w / 2, y - h - roof + 0.3),
                    (at + w / 2, y - h - roof + 1.0),
                    (at + 0.8, y - h),
                )
            )
        )
    return Strip(joined(body), joined(lit))


def portals(dice: Random) -> Strip:
    """The gates of Heaven: tall arches, one behind the other, on a sill of cloud."""
    body, lit = [clouds(dice).body], []
    for at in along(dice, 30, 38):
        for x, w, h in ((at, 12.0, 20.0), (at - 6.6, 6.0, 13.0), (at + 12.6, 6.0, 13.0)):
            body += [
                block(x, -h, w, h + 3),
                arch(x + w * 0.17, 2, w * 0.66, h - 1),
                polygon(((x - 0.8, -h), (x + w / 2, -h - 2.6), (x + w + 0.8, -h))),
            ]
            body += [
                block(x + w / 2 - 0.16, -h + 2, 0.32, h),
                *(block(x + w * (0.17 + 0.11 * n), -h * 0.55, 0.22, h * 0.55) for n in (1, 2, 4, 5)),
            ]
            body.append(block(x + w * 0.17, -h * 0.55, w * 0.66, 0.4))
            lit.append(block(x + 0.15, -h + 0.2, w * 0.07, h))
        body.append(oval(at + 6, -23.6, 1.0))
    return Strip(joined(body), joined(lit))
