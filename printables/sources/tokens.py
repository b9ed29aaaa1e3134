"""Tokens: the pieces of the board's picture, where the game says that they are cardboard."""

from collections.abc import Iterator, Mapping

from companion.kernel.values import Thing
from companion.svg.spec import Pictures
from companion.toolkit.paper import TokensSpec
from companion.words import Text, message
from printables.draw.ink import SEATS
from printables.layout.chips import Chip
from printables.sources.source import Source, tone


def tokens(source: Source, spec: TokensSpec) -> Iterator[Chip]:
    """Yield a token for each thing on the board or on cards, with its other face if the game has one."""
    picture = source.view.picture
    pieces = {piece.thing: piece for piece in picture.pieces} if picture else {}
    for n, panel in enumerate(source.view.panels):
        for card in panel.cards:
            if card.thing not in pieces and not spec.cards:
                continue
            numbers = [value for icon, value in card.figures if icon in spec.caption]
            piece = pieces.pop(card.thing, None)
            yield Chip(
                _called(card.name, spec.names),
                SEATS[n % len(SEATS)],
                spec.icons.get(card.kind) or (piece.icon if piece else ""),
                card.letter,
                "/".join(map(str, numbers)),
                other=spec.other,
                picture=source.game[Pictures].of(*card.names),
                thing=card.thing,
            )
    for piece in pieces.values():
        look, mark = tone(piece.seat, source.seats)
        named = source.game[Pictures].of(*piece.names)
        yield Chip(piece.thing, look, piece.icon or mark, piece.letter, other=spec.other, picture=named)


def _called(name: Text, names: Mapping[str, str]) -> str:
    """Return a name as it is printed; a number after it stays."""
    if isinstance(name, Thing) and name.of in names:
        return str(message("{what} {n}", what=names[name.of], n=name.what))
    return names.get(str(name), str(name))
