"""Foresight in the abbey: what each answer leads to, in a few characters."""

from collections.abc import Iterator

from companion.games.heaven_and_ale import box
from companion.games.heaven_and_ale.state import Abbey
from companion.words import counted, listed


def comes_to(before: Abbey, after: Abbey, seat: str) -> tuple[str, ...]:
    """Return ducats, markers, level and score as they would be, and what is closed, completed or taken."""
    return tuple(_parts(before, after, seat))


def _parts(before: Abbey, after: Abbey, seat: str) -> Iterator[str]:
    was, is_ = before.boards[seat], after.boards[seat]
    if gain := is_.ducats - was.ducats:
        yield f"{_signed(gain)} {'ducat' if abs(gain) == 1 else 'ducats'}"
    for marker in box.MARKERS:
        if is_.at(marker) != was.at(marker):
            yield f"{marker} {_signed(is_.at(marker) - was.at(marker))}"
    yield from (f"{kind} shed on {spot}" for spot, kind in is_.sheds.items() if spot not in was.sheds)
    yield from (_due(after, seat, shed) for shed in after.pending if shed not in before.pending)
    for goal in is_.barrels.keys() - was.barrels.keys():
        yield f"{is_.barrels[goal]} barrel “{box.GOAL[goal].words}”"
    for one, two in box.PAIRS:
        if {one, two} <= is_.discs and not {one, two} <= was.discs:
            yield "completes a pair"
    old, new = (abbey.counted_up(board.end(seat)) for abbey, board in ((before, was), (after, is_)))
    if old.level != new.level:
        yield f"level {old.level} → {new.level}"
    if old.total != new.total:
        yield f"score {old.total} → {new.total}"


def _due(abbey: Abbey, seat: str, shed: str) -> str:
    kind = box.shed_for(abbey.boards[seat].around(shed))
    return f"closes {shed}, {kind.name}: {_reward(kind)}"


def _reward(kind: box.Shed) -> str:
    gives = [f"brewmaster +{kind.brewmaster}"] if kind.brewmaster else []
    return listed([*gives, f"{counted(kind.tiles, 'tile')} to activate"] if kind.tiles else gives)


def sheds(abbey: Abbey, seat: str, spot: str) -> tuple[str, ...]:
    """Return the running sum of each open shed beside a spot, and what it would be worth as it stands."""
    board, words = abbey.boards[seat], []
    for shed in box.BESIDE_SHED.get(spot, ()):
        lying = sum(1 for around in box.AROUND[shed] if around in board.tiles)
        if shed not in board.sheds and lying < len(box.AROUND[shed]):
            words.append(f"{shed}: {board.around(shed)} with {lying} of {len(box.AROUND[shed])}")
    return tuple(words)


def _signed(n: int) -> str:
    return f"+{n}" if n > 0 else f"−{-n}"
