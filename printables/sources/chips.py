"""Chips: the groups that ``paper.toml`` lists, and the tokens of the board as the first of them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from companion.kernel.state import counted
from companion.svg.seats import MARKS
from printables.draw.ink import SEATS
from printables.layout import chips
from printables.layout.chips import Chip
from printables.layout.paper import Cutout, Order
from printables.sources.printable import Printable
from printables.sources.source import Source, tone
from printables.sources.tokens import tokens

if TYPE_CHECKING:
    from companion.kernel.paper import ChipsSpec


@dataclass(frozen=True)
class Group:
    """Chips that are printed together."""

    title: str
    size: float
    """How wide each is, in millimetres; 0 for the width of the punch."""
    chips: tuple[Chip, ...]


def printables(source: Source) -> Iterator[Printable]:
    """Every group of chips."""
    for key, group in groups(source).items():
        count = sum(chip.count for chip in group.chips)
        across = f"{group.size:g} mm" if group.size else "25 mm or 1 inch"
        make, data = partial(_pieces, group=group), (group.size, group.chips)
        yield Printable(key, group.title, f"{counted(count, 'piece')}, {across}", make, data)


def _pieces(order: Order, group: Group) -> list[Cutout]:
    return chips.pieces(group.chips, group.size or float(order.punch), order.shape == "round")


def groups(source: Source) -> dict[str, Group]:
    """The groups by key."""
    found = {}
    if spec := source.paper.tokens:
        found["tokens"] = Group("Tokens", spec.size, tuple(tokens(source, spec)))
    for one in source.paper.chips:
        found[one.key] = Group(one.title, one.size, tuple(_chips(source, one)))
    return found


def _chips(source: Source, spec: "ChipsSpec") -> Iterator[Chip]:
    """The chips of a group, as they look, and for every seat if each has its own."""
    plain = Chip("", spec.tone, spec.icon, spec.letter, count=spec.count)
    if spec.back:
        plain = replace(plain, back=Chip(**spec.back.model_dump(exclude_none=True)))
    for key, said in kinds(source, spec):
        look = spec.look[key].model_dump(exclude_none=True) if key in spec.look else {}
        said = {**said, **look}
        if spec.each != "seat":
            yield _capital(replace(plain, **said))
            continue
        for seat, own, mark in zip(source.seats, SEATS, MARKS, strict=False):
            name = said["name"].replace("SEAT", seat)
            yield _capital(replace(plain, **{"icon": mark, **said, "name": name, "tone": own}))


def _capital(chip: Chip) -> Chip:
    return replace(chip, name=chip.name[:1].upper() + chip.name[1:])


def kinds(source: Source, spec: "ChipsSpec") -> Iterator[tuple[str, dict[str, Any]]]:
    """Each kind of a group: the key of its look, and what is said of it as fields of a chip."""
    for kind in spec.kinds:
        yield kind.name, kind.model_dump(exclude_none=True)
    for row in spec.of:
        yield _row({"name": row} if isinstance(row, str) else row, spec)
    if spec.cross:
        for name in spec.cross.names:
            for n in spec.cross.numbers:
                yield name, {"name": name, "letter": str(n), "count": spec.cross.count}
    if spec.deck:
        yield from _cards(source, spec)


FIELDS = ("name", "tone", "icon", "letter", "count")
"""What a row of the box may say of its chip."""


def _row(row: Mapping[str, Any], spec: "ChipsSpec") -> tuple[str, dict[str, Any]]:
    """A row of the box, in the words of ``says`` if there are any."""
    if spec.says:
        said: dict[str, Any] = {key: words.format(**row) for key, words in spec.says.items()}
    else:
        said = {key: row[key] for key in FIELDS if key in row}
    if "letter" in said:
        said["letter"] = str(said["letter"])
    return str(row.get("key", said["name"])), said


def _cards(source: Source, spec: "ChipsSpec") -> Iterator[tuple[str, dict[str, Any]]]:
    """A chip for each card of a deck, in the tone and with the mark of its side."""
    deck = source.cards[spec.deck]
    sides = [str(row.get(spec.side, "")) for row in deck]
    among = spec.order or tuple(dict.fromkeys(sides))
    for row, side in zip(deck, sides, strict=True):
        look, mark = tone(side, among)
        letter = str(row.get("letter") or row["name"][0])
        yield row["name"], {"name": row["name"], "letter": letter, "tone": look, "icon": mark}
