"""Foresight in the abbey: what each answer leads to, in a few characters."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.games.heaven_and_ale import box
from companion.games.heaven_and_ale.state import Abbey, Board
from companion.kernel.action import Action
from companion.words import Message, Text, message


@dataclass(frozen=True)
class ScoringAction(Action[Abbey]):
    """An action that is foreseen by what it comes to."""

    def foresee(self, before: Abbey, after: Abbey) -> tuple[Text, ...]:
        return comes_to(before, after, self.by)


def comes_to(before: Abbey, after: Abbey, seat: str) -> tuple[Text, ...]:
    """Return the score as it would be, the barrels taken, ducats, markers, level, and what is closed or
    completed."""
    return (*scores(before, after, seat), *_parts(before, after, seat))


def scores(before: Abbey, after: Abbey, by: str) -> Iterator[Text]:
    """Yield the score of each seat that would have another, first of the seat that acts, then its barrels."""
    for seat in sorted(after.boards, key=lambda seat: seat != by):
        was, now = (abbey.counted_up(abbey.boards[seat].end(seat)).total for abbey in (before, after))
        if was != now:
            words = "score {was} → {now}" if seat == by else "{seat}: score {was} → {now}"
            yield message(words, seat=seat, was=was, now=now)
    has = after.boards[by].barrels
    taken = has.keys() - before.boards[by].barrels.keys()
    if len(taken) > 1:
        yield message("{n:# barrel|# barrels}", n=len(taken))
    else:
        yield from (message("{goal} ({size})", size=has[goal], goal=box.GOAL[goal].words) for goal in taken)


def _parts(before: Abbey, after: Abbey, seat: str) -> Iterator[Text]:
    was, is_ = before.boards[seat], after.boards[seat]
    yield from _counters(was, is_)
    built = (shed for shed in is_.sheds.items() if shed[0] not in was.sheds)
    yield from (message("{kind} shed on {spot}", kind=kind, spot=spot) for spot, kind in built)
    yield from (_due(after, seat, shed) for shed in after.pending if shed not in before.pending)
    for pair in box.PAIRS:
        if was.discs.issuperset(pair) < is_.discs.issuperset(pair):
            yield "completes a pair"
    old, new = (abbey.counted_up(board.end(seat)) for abbey, board in ((before, was), (after, is_)))
    if old.level != new.level:
        yield message("level {was} → {now}", was=old.level, now=new.level)


def _counters(was: Board, is_: Board) -> Iterator[Text]:
    """Yield the ducats and the steps of markers that are gained or lost."""
    if gain := is_.ducats - was.ducats:
        yield message("{more} {n:ducat|ducats}", more=_signed(gain), n=abs(gain))
    for marker in box.MARKERS:
        if steps := is_.at(marker) - was.at(marker):
            yield message("{marker} {steps}", marker=marker, steps=_signed(steps))


def _due(abbey: Abbey, seat: str, shed: str) -> Message:
    kind = box.shed_for(abbey.boards[seat].around(shed))
    gives = [message("brewmaster +{n}", n=kind.brewmaster)] if kind.brewmaster else []
    gives += [message("{n:# tile|# tiles} to activate", n=kind.tiles)] if kind.tiles else []
    return message("closes {spot}, {kind}: {gives}", spot=shed, kind=kind.name, gives=gives)


def sheds(abbey: Abbey, seat: str, spot: str) -> tuple[Text, ...]:
    """Return the running sum of each open shed beside a spot, and what it would be worth as it stands."""
    board, words = abbey.boards[seat], []
    for shed in box.BESIDE_SHED.get(spot, ()):
        lying = sum(1 for around in box.AROUND[shed] if around in board.tiles)
        if shed not in board.sheds and lying < len(box.AROUND[shed]):
            sum_, of = board.around(shed), len(box.AROUND[shed])
            words.append(message("{shed}: {sum} with {n} of {of}", shed=shed, sum=sum_, n=lying, of=of))
    return tuple(words)


def _signed(n: int) -> str:
    return f"+{n}" if n > 0 else f"−{-n}"
