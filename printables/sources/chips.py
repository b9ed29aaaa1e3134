"""Chips: the groups that ``paper.toml`` lists, and the tokens of the board as the first of them."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from companion.kernel.values import Thing
from companion.kernel.view import Card
from companion.svg.seats import MARKS
from companion.svg.spec import Pictures
from companion.toolkit.paper.boards import TokensSpec
from companion.toolkit.paper.chips import ChipsSpec
from companion.words import Message, Text, joined, message
from printables.draw.ink import SEATS, seat_look
from printables.layout import chip_faces, sigil_faces, standees
from printables.layout.chips import ROUND, SQUARE, Chip, Form
from printables.layout.paper import Cutout, Order
from printables.sources import sigils
from printables.sources.printable import Printable
from printables.sources.source import Source, picture, tone


@dataclass(frozen=True)
class Group:
    """Chips that are printed together."""

    title: str
    size: float
    """How wide each is, in millimetres; 0 for the width of the punch."""
    chips: tuple[Chip, ...]
    form: Form = ROUND
    note: str = ""
    """What is ours about them."""
    stand: bool = False
    """True where each is a figure that stands."""
    sigils: str = ""
    """``with`` where they bear sigils if those are asked for, ``only`` where they are for them alone."""
    shares: bool = False
    """True where one may lie on a space together with another piece."""

    def cut(self, order: Order) -> tuple[float, Form]:
        """Return the width of the cut in millimetres and its shape: for the punch that is asked for, or
        square."""
        plain = self.form == ROUND
        return self.size or float(order.punch), SQUARE if plain and order.shape == "square" else self.form


def printables(source: Source) -> Iterator[Printable]:
    """Every group of chips."""
    for key, group in groups(source).items():
        count = sum(chip.count for chip in group.chips)
        words = joined((_words(group, count), group.note))
        make, data = partial(_pieces, group=group), (group.size, group.form, group.stand, group.chips)
        yield Printable(key, group.title, words, make, data, sigils=group.sigils == "only")


def _words(group: Group, count: int) -> Message:
    """Return what a group is: how many pieces, their form, and their size."""
    words = "{n:# piece|# pieces}, {size}"
    if group.form.shape.startswith("hex"):
        words = "{n:# piece|# pieces}, hexes, {size}"
    if group.form.hole:
        words = "{n:# piece|# pieces}, rings, {size}, the middle {clear} mm"
        if group.form.shape.startswith("hex"):
            words = "{n:# piece|# pieces}, rings, hexes, {size}, the middle {clear} mm"
    if group.stand:
        words = "{n:# piece|# pieces}, to fold and stand"
    size = message("{mm} mm", mm=f"{group.size:g}") if group.size else message("25 mm or 1 inch")
    return message(words, n=count, size=size, clear=f"{group.form.clear:g}")


def _pieces(order: Order, group: Group) -> list[Cutout]:
    size, form = group.cut(order)
    make: Callable[[Chip], Cutout] = partial(chip_faces.piece, size=size, form=form)
    if group.stand:
        make = standees.piece
    elif group.sigils == "only" or (group.sigils and order.sigils == "yes"):
        make = partial(sigil_faces.piece, size=size, form=form)
    return [one for chip in group.chips for one in [make(chip)] * chip.count]


def groups(source: Source) -> dict[str, Group]:
    """The groups by key."""
    result, numbers = {}, sigils.Numbers(len(source.printed))
    if spec := source.paper.tokens:
        some = _tokens(source, spec)
        some = numbers.marked(some) if spec.sigils else some
        result["tokens"] = Group("Tokens", spec.size, tuple(some), sigils=spec.sigils)
    for one in source.paper.chips:
        form = Form(one.shape, float(one.clear), one.hole)
        some = _piled(source, _chips(source, one), one)
        some = numbers.marked(some) if one.sigils else some
        result[one.key] = Group(
            one.title, one.size, tuple(some), form, one.note, one.stand, one.sigils, one.shares
        )
    return result


# -- the tokens of the board -------------------------------------------------------------------------------


def _tokens(source: Source, spec: TokensSpec) -> Iterator[Chip]:
    """Yield a token for each thing on the board or on cards, with its other face if the game has one."""
    picture = source.view.picture
    pieces = {piece.thing: piece for piece in picture.pieces} if picture else {}
    for n, panel in enumerate(source.view.panels):
        for card in panel.cards:
            if card.thing not in pieces and not spec.cards:
                continue
            piece = pieces.pop(card.thing, None)
            yield _of_card(source, spec, card, seat_look(n)[0], piece.icon if piece else "")
    for piece in pieces.values():
        look, mark = tone(piece.seat, source.seats)
        named = source.game[Pictures].of(*piece.names)
        yield Chip(piece.thing, look, piece.icon or mark, piece.letter, other=spec.other, picture=named)


def _of_card(source: Source, spec: TokensSpec, card: Card, tone: str, icon: str) -> Chip:
    """A token for a card before a seat, with the icon of its piece on the board where its kind has none."""
    return Chip(
        _called(card.name, spec.names),
        tone,
        spec.icons.get(card.kind) or icon,
        card.letter,
        "/".join(str(value) for icon, value in card.figures if icon in spec.caption),
        other=spec.other,
        picture=source.game[Pictures].of(*card.names),
        thing=card.thing,
    )


def _called(name: Text, names: Mapping[str, str]) -> str:
    """Return a name as it is printed; a number after it stays."""
    if isinstance(name, Thing) and name.of in names:
        return str(message("{what} {n}", what=names[name.of], n=name.what))
    return names.get(str(name), str(name))


# -- the groups of the file --------------------------------------------------------------------------------


def _chips(source: Source, spec: ChipsSpec) -> Iterator[Chip]:
    """The chips of a group, as they look, and for every seat if each has its own."""
    plain = Chip("", spec.tone, spec.icon, spec.letter, count=spec.count, back=_back(source, spec))
    for key, fields in kinds(source, spec):
        look = spec.look[key].model_dump(exclude_none=True) if key in spec.look else {}
        fields = {"picture": source.game[Pictures].of(fields["name"], key, spec.title), **fields, **look}
        if spec.each != "seat":
            yield _capital(replace(plain, **fields))
            continue
        for seat, own, mark in zip(source.seats, SEATS, MARKS, strict=False):
            name, thing = (fields.get(key, "").replace("SEAT", seat) for key in ("name", "thing"))
            yield _capital(
                replace(plain, **{"icon": mark, **fields, "name": name, "thing": thing, "tone": own})
            )


def _back(source: Source, spec: ChipsSpec) -> Chip | None:
    if not spec.back:
        return None
    fields = spec.back.model_dump(exclude_none=True)
    return Chip(**fields, picture=source.game[Pictures].of(fields["name"]))


def _piled(source: Source, some: Iterable[Chip], spec: ChipsSpec) -> Iterator[Chip]:
    """Each chip with the back of its pile: that of its number, or so many of each kind on every pile."""
    for chip in some:
        if not spec.piles:
            yield chip
        for pile in spec.piles:
            name = str(message("{what} {n}", what=chip.back.name, n=pile.letter)) if chip.back else ""
            picture_of = source.game[Pictures].of(name)
            back = chip.back and replace(chip.back, letter=pile.letter, name=name, picture=picture_of)
            if pile.count:
                yield replace(chip, count=pile.count, back=back)
            elif chip.letter in map(str, pile.numbers):
                yield replace(chip, back=back)


def _capital(chip: Chip) -> Chip:
    return replace(chip, name=str(message("{Name}", name=chip.name)))


def kinds(source: Source, spec: ChipsSpec) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each kind of a group: the key of its look, and what is said of it as fields of a chip."""
    for kind in spec.kinds:
        yield kind.name, kind.model_dump(exclude_none=True)
    for row in spec.of:
        yield _row({"name": row} if isinstance(row, str) else row, spec)
    if spec.cross:
        for name in spec.cross.names:
            for n in spec.cross.numbers:
                yield (
                    name,
                    {"name": name, "thing": f"{name} {n}", "letter": str(n), "count": spec.cross.count},
                )
    if spec.deck:
        yield from _cards(source, spec)


FIELDS = ("name", "tone", "icon", "letter", "count")
"""What a row of the box may say of its chip."""


def _row(row: Mapping[str, Any], spec: ChipsSpec) -> tuple[str, dict[str, Any]]:
    """A row of the box, in the words of ``says`` if there are any."""
    if spec.says:
        fields: dict[str, Any] = {key: str(message(words, **row)) for key, words in spec.says.items()}
    else:
        fields = {key: row[key] for key in FIELDS if key in row}
    if "letter" in fields:
        fields["letter"] = str(fields["letter"])
    return str(row.get("key", fields["name"])), fields


def _cards(source: Source, spec: ChipsSpec) -> Iterator[tuple[str, dict[str, Any]]]:
    """A chip for each card of a deck, in the tone and with the mark of its side."""
    deck = source.cards[spec.deck]
    sides = [str(row.get(spec.side, "")) for row in deck]
    among = spec.order or tuple(dict.fromkeys(sides))
    for row, side in zip(deck, sides, strict=True):
        if any(str(row.get(field)) != value for field, value in spec.where.items()):
            continue
        look, mark = tone(side, among)
        fields = {"name": row["name"], "letter": str(row.get("letter") or row["name"][0])}
        fields |= {"tone": look} if side else {}
        fields |= {"icon": mark} if mark else {}
        yield row["name"], fields | {"picture": picture(source, row)}
