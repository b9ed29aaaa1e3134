"""Setting anything by hand, within what is in the box."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

from companion.games.heaven_and_ale import box
from companion.games.heaven_and_ale.state import Abbey, phases
from companion.games.heaven_and_ale.state.board import HAND, LARGE, PLACED, SMALL, SOLD, Board
from companion.kernel.action import Noun
from companion.kernel.state import possessive
from companion.toolkit.ruling import SetByHand, Why

require = box.RULES.require

TABLE = "the table"
NOTHING = "nothing"
MOST_BY_HAND = 99
PLACES = tuple(str(at) for at in range(box.LOWEST, box.LAST + 1))
NOT_LEFT = {f"at home on {slot}": slot for slot in box.SLOTS}
BACK = {f"back on {slot}": slot for slot in box.SLOTS}
DISC_SPOTS = {f"disc {spot}": spot for spot in box.SPOTS}
BARREL = {f"barrel {goal}": goal for goal in box.GOALS}
TRACKED = (*box.MARKERS, "ducats", *box.CARDS, *BARREL)


def _things(abbey: Abbey, draft: Any) -> tuple[str, ...]:
    track = abbey.phase == phases.TRACK
    if draft.whose == TABLE:
        return ("Round",) if track else ("Round", "Turn", *abbey.piles)
    return TRACKED if track else (*TRACKED, "figure", *DISC_SPOTS, *box.GARDEN.spaces)


def _settings(abbey: Abbey, draft: Any) -> tuple[str, ...]:
    """What a thing can be set to."""
    thing = draft.thing
    for things, settings in _CHOICES:
        if thing in things:
            return settings
    if thing == "Round":
        return tuple(str(n) for n in range(1, abbey.rounds + 1))
    return abbey.players


_CHOICES: tuple[tuple[Any, tuple[str, ...]], ...] = (
    (box.MARKERS, PLACES),
    (("ducats",), tuple(str(n) for n in range(MOST_BY_HAND + 1))),
    (box.CARDS, (HAND, PLACED, SOLD)),
    (BARREL, (NOTHING, LARGE, SMALL)),
    (DISC_SPOTS, (NOTHING, "a disc")),
    (box.SHEDS, (NOTHING, *box.SHED)),
    (box.GARDEN.at, (NOTHING, *box.TILE)),
    (("figure",), (*NOT_LEFT, *box.INDEX, *BACK)),
    ([space for space in box.INDEX if box.KIND[space] == box.DISC], ("0", "1", "2")),
    (box.INDEX, tuple(str(n) for n in range(max(box.ROUNDS.values()) + 1))),
)

Whose = Annotated[str, Noun[Abbey]("Whose?", lambda abbey, draft: (*abbey.players, TABLE))]
Thing = Annotated[str, Noun[Abbey]("Set what?", _things)]
Setting = Annotated[str, Noun[Abbey]("To what?", _settings)]


@dataclass(frozen=True)
class Ruling(SetByHand[Abbey]):
    """Set anything that is tracked by hand, because the table is always right."""

    whose: Whose
    thing: Thing
    to: Setting
    why: Why
    title = "Set by hand"

    def check(self, abbey: Abbey) -> None:
        super().check(abbey)
        busy = abbey.phase in (phases.START, phases.CLOSING, phases.PAIR)
        require(not busy, "ruling", f"Finish {abbey.phase_words} first, or take it back.")
        whose, thing, to = self.whose, self.thing, self.to
        if thing == "Turn":
            back = abbey.boards[to].back
            require(not back, "starting-area", f"{possessive(to)} figure is back for this round.")
        elif thing == "figure":
            self._figure(abbey, to)
        elif thing in BARREL:
            others = [(seat, other) for seat, other in abbey.boards.items() if seat != whose]
            for seat, other in others:
                taken = other.barrels.get(BARREL[thing]) == to
                require(not taken, "barrel-space", f"{seat} has the {to} one; set that one first.")
        elif to in box.TILE:
            spare = abbey.left[to] + (abbey.boards[whose].tiles.get(thing) == to)
            require(spare, "box", f"All tiles {to} lie in gardens already.")
        for what, n, most in abbey.counted() if thing != "Turn" and to not in BACK else ():
            more = self._ruled(abbey).counted()
            now = next(count for name, count, _ in more if name == what)
            require(
                now <= max(n, most), "box", f"That makes {now} {what}; the box has {most} for this table."
            )

    def _figure(self, abbey: Abbey, to: str) -> None:
        slot = NOT_LEFT.get(to) or BACK.get(to)
        if slot:
            require(
                slot in abbey.free_slots(self.whose), "starting-area", f"Another figure stands on “{slot}”."
            )
        require(
            to not in BACK or self.whose != abbey.turn,
            "ruling",
            f"It is {possessive(self.whose)} turn: that figure comes back by its own move.",
        )

    def apply(self, abbey: Abbey) -> Abbey:
        about = self.thing if self.whose == TABLE else f"{self.whose} {self.thing}"
        words = f"Ruling by {self.by}: {about} is set to {self.to} ({self.why})."
        return self._ruled(abbey).tell(words, about, rule="ruling")

    def _ruled(self, abbey: Abbey) -> Abbey:
        """The moment with that one thing set."""
        if self.whose == TABLE:
            match self.thing:
                case "Round":
                    return abbey.but(round=int(self.to))
                case "Turn":
                    return abbey.but(turn=self.to, phase=phases.TURN)
            return abbey.but(piles={**abbey.piles, self.thing: int(self.to)})
        board = abbey.boards[self.whose]
        mended = abbey.but(boards={**abbey.boards, self.whose: self._set(board)})
        if self.thing == "figure" and self.whose == abbey.turn:
            return mended.but(phase=phases.TURN)
        if self.thing in box.GARDEN.at and self.thing not in box.SHEDS:
            return mended.but(left=_recounted(abbey, board.tiles.get(self.thing), self.to))
        return mended

    def _set(self, board: Board) -> Board:
        thing, to = self.thing, self.to
        for things, way in _WAYS:
            if thing in things:
                return way(board, thing, to)
        if to in box.INDEX:
            return board.but(figure=box.INDEX[to], slot="")
        return board.but(figure=box.HOME if to in BACK else 0, slot=NOT_LEFT.get(to) or BACK[to])


def _recounted(abbey: Abbey, was: str | None, to: str) -> dict[str, int]:
    left = dict(abbey.left)
    if was:
        left[was] += 1
    if to != NOTHING:
        left[to] -= 1
    return left


def _with(found: Any, key: str, to: str) -> dict[str, str]:
    """A mapping with one thing set, or taken out."""
    kept = {name: value for name, value in found.items() if name != key}
    return kept if to == NOTHING else kept | {key: to}


def _marker(board: Board, thing: str, to: str) -> Board:
    i = box.COLOURS.index(thing)
    return board.but(markers=(*board.markers[:i], int(to), *board.markers[i + 1 :]))


def _disc(board: Board, thing: str, to: str) -> Board:
    spot = {DISC_SPOTS[thing]}
    return board.but(discs=board.discs - spot if to == NOTHING else board.discs | spot)


_WAYS: tuple[tuple[Any, Callable[[Board, str, str], Board]], ...] = (
    ((box.BREWMASTER,), lambda board, thing, to: board.but(brewmaster=int(to))),
    (box.COLOURS, _marker),
    (("ducats",), lambda board, thing, to: board.but(ducats=int(to))),
    (box.CARDS, lambda board, thing, to: board.but(cards={**board.cards, thing: to})),
    (BARREL, lambda board, thing, to: board.but(barrels=_with(board.barrels, BARREL[thing], to))),
    (DISC_SPOTS, _disc),
    (box.SHEDS, lambda board, thing, to: board.but(sheds=_with(board.sheds, thing, to))),
    (box.GARDEN.at, lambda board, thing, to: board.but(tiles=_with(board.tiles, thing, to))),
)
