"""Reading of places on a board: its kinds of spaces, its areas and its stones."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from companion.boxes.play.state import TABLE_S
from companion.boxes.reading.names import TAKEN
from companion.boxes.reading.reader import Reader
from companion.kernel.schema import nearest
from companion.kernel.toml import Path
from companion.words import ForAuthor


def places(reader: Reader) -> None:
    """Read a board's spaces, the areas that name several of them, and the stones on them."""
    box = reader.box
    if box.board is None:
        for group in ("spaces", "areas", "stones"):
            if getattr(box, group):
                reader.no((group,), f"{group} want a board; give the box one.")
        return
    if not reader.parts.places.spaces:
        return
    _kinds(reader)
    opposite = _opposite(reader, box.board.opposite)
    areas = {key: _area(reader, key, area) for key, area in box.areas.items()}
    places = replace(reader.parts.places, opposite=opposite, areas=areas)
    reader.parts = replace(reader.parts, places=places)
    for space in places.heaps if len(box.stones) == 1 else ():
        if space in {*TAKEN, *reader.parts.things.seats}:
            reader.no(
                ("board", "drawing"), f"“{space}” is the name of something else; give that space another."
            )


def _opposite(reader: Reader, pairs: Iterable[str]) -> dict[str, str]:
    """Return the spaces that lie opposite each other, each to the other."""
    result: dict[str, str] = {}
    for n, pair in enumerate(pairs):
        names = _spaces(reader, ("board", "opposite", n), pair)
        if len(names) != 2:
            reader.no(("board", "opposite", n), f"“{pair[:30]}” is no pair of spaces; one is like “A1 B6”.")
        else:
            result |= {names[0]: names[1], names[1]: names[0]}
    return result


def _kinds(reader: Reader) -> None:
    kinds = {*reader.parts.places.spaces.kinds.values()}
    named: list[tuple[Path, str]] = [(("spaces", key), key) for key in reader.box.spaces]
    for key, stones in reader.box.stones.items():
        named += [(("stones", key, "on", kind), kind) for kind in stones.on]
    for path, kind in named:
        if kind not in kinds:
            reader.no(path, f"no space is of the kind “{kind}”; {nearest(kind, sorted(kinds))}")


def _spaces(reader: Reader, path: Path, text: str) -> tuple[str, ...]:
    names, known = tuple(text.split()), reader.parts.places.spaces.at
    for name in names:
        if name not in known:
            reader.no(path, f"“{name[:12]}” is no space of the board; {nearest(name, known)}")
    if len(set(names)) < len(names):
        reader.no(path, "a space stands twice.")
    return names


def _area(reader: Reader, key: str, area: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """Return the spaces of an area for each seat."""
    seats, whole = reader.parts.things.seats, TABLE_S in area
    wanted = {TABLE_S} if whole else set(seats)
    if set(area) != wanted:
        said: ForAuthor = f"each seat ({', '.join(seats)}), or for the whole “{TABLE_S}”"
        reader.no(("areas", key), f"an area has its spaces for {said}.")
        return {}
    spots = {seat: _spaces(reader, ("areas", key, seat), text) for seat, text in area.items()}
    return {seat: spots[TABLE_S if whole else seat] for seat in seats}
