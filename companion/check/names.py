"""Names of the things of a game, under which they have their pictures."""

from collections.abc import Iterator
from itertools import chain

from companion.kernel.cardset import SetForm
from companion.svg.spec import spelled
from printables.sources import chips, mats, tracks
from printables.sources.source import Source


def names(source: Source) -> list[str]:
    """Return every name of a card, a piece, a space, a chip, a place on a mat, a track, a counter, a thing, a
    verb or a rule, and the game itself, each once, as it is and as it may stand in the file.
    """
    found = chain(_of_the_set(source), _of_the_view(source), _of_the_paper(source), _of_the_rest(source))
    return [name for name in dict.fromkeys(one for name in found for one in spelled(name)) if name]


def _of_the_view(source: Source) -> Iterator[str]:
    view = source.view
    for card in view.cards:
        yield from (str(card.name), card.kind)
    yield from (str(counter.name) for counter in view.all_counters)
    for picture in source.pictures.values():
        yield from (piece.thing for piece in picture.pieces)
        for cell in picture.cells:
            yield from (cell.space, cell.kind)
    for chip in chain(view.bank, *(card.stack for card in view.cards)):
        yield from (chip.kind, chip.name)


def _of_the_paper(source: Source) -> Iterator[str]:
    for spec in source.paper.chips:
        yield spec.title
        for key, fields in chips.kinds(source, spec):
            yield from (key, fields["name"])
    for chip in chain.from_iterable(group.chips for group in chips.groups(source).values()):
        yield from (chip.name, chip.back.name if chip.back else "")
    for mat in chain.from_iterable(mats.mats(source).values()):
        yield from (zone.title for _, zones in mat.rows for zone in zones)
    yield from (track.title for track in tracks.tracks(source))


def _of_the_rest(source: Source) -> Iterator[str]:
    yield from (kind.name for kind in source.paper.aid.kinds)
    yield source.game.name
    yield from source.game.things(source.state)
    for verb in source.game.kinds:
        yield from (verb.verb, verb.title)
    yield from source.game.rules


def _of_the_set(source: Source) -> Iterator[str]:
    """Everything a card of the house set says: its name, its hero, its slot."""
    sets = source.game.get(SetForm)
    for deck in sets.decks if sets else ():
        yield deck.title
    for rows in sets.house.values() if sets else ():
        for row in rows if isinstance(rows, list | tuple) else ():
            yield from (value for value in row.values() if isinstance(value, str))
