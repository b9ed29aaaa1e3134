"""A moment of Heaven & Ale: fields, short queries, and the elementary movements of hands."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, ClassVar, Self

from companion.games.heaven_and_ale import box
from companion.games.heaven_and_ale.scoring.score import End, PlayerScore, score
from companion.games.heaven_and_ale.state import phases
from companion.games.heaven_and_ale.state.board import LARGE, SMALL, Board
from companion.kernel.rulebook import Rulebook
from companion.kernel.state import State, Told
from companion.kernel.values import Thing
from companion.words import message


@dataclass(frozen=True, kw_only=True)
class Abbey(State):
    """Every board, what lies on the spaces, and whose turn it is."""

    rules: ClassVar[Rulebook] = box.RULES

    players: tuple[str, ...]
    """The seats, clockwise."""
    boards: Mapping[str, Board]
    track: bool = False
    """True where the table keeps just the track: no main board and no gardens."""
    kept: bool = False
    """True where the phone is told which resource tiles lie on the main board."""
    may_stop: bool = False
    """True where the exchange of the final score may be ended early."""
    lowest: int = min(box.starts().values())
    """The lowest place on the track of this table."""
    round: int = 1
    turn: str = ""
    piles: Mapping[str, int] = field(default_factory=dict)
    """Space of the main board to how many tiles, monks or discs lie on it."""
    left: Mapping[str, int] = field(default_factory=dict)
    """Tile to how many like it lie in nobody's garden."""
    pending: tuple[str, ...] = ()
    """Shed spots just enclosed, whose tiles must still be chosen."""
    lying: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Resource space to the tiles on it, where that is kept."""
    laying: tuple[str, ...] = ()
    """Resource spaces that still get a tile for this round, where that is kept."""
    sellers: tuple[str, ...] = ()
    """The seats that have yet to say what they sell, where all are asked at the end."""

    # -- what one can see ---------------------------------------------------------------------------------

    @property
    def seats(self) -> tuple[str, ...]:
        return self.players

    @property
    def to_act(self) -> tuple[str, ...]:
        if self.over is not None:
            return ()
        if self.phase == phases.SALE:
            return self.sellers
        return self.playing if self.phase in (phases.TRACK, phases.LAYING) else (self.turn,)

    @property
    def phase_words(self) -> str:
        return phases.WORDS[self.phase]

    @property
    def rounds(self) -> int:
        """Return the number of rounds of the game."""
        return box.ROUNDS[len(self.players)]

    @property
    def board(self) -> Board:
        """The board of the player whose turn it is."""
        return self.boards[self.turn]

    @property
    def here(self) -> str:
        """The space the figure of the player whose turn it is stands on; empty in the starting area."""
        at = self.board.figure
        return _NAMES[at - 1] if 0 < at < box.HOME else ""

    @property
    def last_round(self) -> bool:
        """True if this is the last round."""
        return self.round == self.rounds

    @property
    def first(self) -> str:
        """The seat on the first player space; whose turn it is where nobody stands there."""
        here = [seat for seat, board in self.boards.items() if board.slot == box.FIRST]
        return here[0] if here else self.turn if self.turn in self.playing else self.after(self.turn)

    def ahead(self, kind: str) -> list[str]:
        """The spaces of a kind ahead of the figure that hold something (a barrel space always does)."""
        piles = self.piles
        return [space for space in box.AHEAD[kind][self.board.figure] if piles.get(space, 1)]

    def free_slots(self, seat: str) -> list[str]:
        """The spaces of the starting area where no other figure stands."""
        taken = {
            board.slot
            for other, board in self.boards.items()
            if other != seat and (board.figure == box.HOME or board.figure == 0)
        }
        return [slot for slot in box.SLOTS if slot not in taken]

    def must_be_first(self, seat: str) -> bool:
        """True if all the others are back and the first player space is free."""
        others = [board.figure for other, board in self.boards.items() if other != seat]
        return others.count(box.HOME) == len(others) and box.FIRST in self.free_slots(seat)

    def barrel(self, goal: str) -> str:
        """The size of the uppermost barrel of a goal; empty if both are gone."""
        taken = {board.barrels.get(goal) for board in self.boards.values()}
        return LARGE if LARGE not in taken else "" if SMALL in taken else SMALL

    def claims(self, seat: str) -> list[str]:
        """The goals whose barrel a seat could take now."""
        return self.unclaimed(seat, self.boards[seat].goals())

    def unclaimed(self, seat: str, reached: Sequence[str]) -> list[str]:
        """Return those of the goals a seat has reached whose barrel it could take."""
        barrels = self.boards[seat].barrels
        return [goal for goal in reached if goal not in barrels and self.barrel(goal)]

    def can_go_on_buying(self) -> bool:
        """True if another tile of this space can be paid for, if need be by selling cards."""
        space, board = self.here, self.board
        if not self.piles.get(space, 0) or not board.factor:
            return False
        purse = board.ducats + box.SALE * len(board.hand)
        return purse >= board.factor * self.cheapest(space)

    def cheapest(self, space: str) -> int:
        """The least that a tile of a space can cost in the shade."""
        if box.KIND[space] == box.MONK:
            return box.PRICE[space]
        if self.kept:
            return min((box.TILE[tile].number for tile in self.lying[space]), default=box.NOTHING)
        for number, names in _OF_NUMBER.items():
            for name in names:
                if self.left[name]:
                    return number
        return box.NOTHING

    def to_lay(self, tile: str) -> int:
        """Return how many tiles like this lie neither in gardens nor on the main board, as far as that is
        tracked."""
        return self.left[tile] - sum(tiles.count(tile) for tiles in self.lying.values())

    def counted(self) -> list[tuple[str, int, int]]:
        """Return each kind of thing with how many lie in gardens and on the main board, and how many there
        are."""
        lying = {
            kind: sum([self.piles[space] for space in box.OF_KIND[kind]])
            for kind in (box.RESOURCE, box.MONK, box.DISC)
        }
        boards = self.boards.values()
        laid = [box.TILE[tile].colour for board in boards for tile in board.tiles.values()]
        discs = sum(len(board.discs) for board in boards)
        if self.track:
            return [("discs", discs, box.TILES.discs)]
        return [
            ("resource tiles", len(laid) - laid.count("") + lying[box.RESOURCE], box.RESOURCE_TILES),
            ("monks", laid.count("") + lying[box.MONK], len(box.PRICE) * self.rounds),
            ("discs", discs + lying[box.DISC], box.TILES.discs),
        ]

    def after(self, seat: str, step: int = 1) -> str:
        """The next seat clockwise that plays, or with ``step`` -1 counter-clockwise."""
        at = self.players.index(seat) + step
        while self.players[at % len(self.players)] in self.resigned:
            at += step
        return self.players[at % len(self.players)]

    def fits(self) -> bool:
        """True if no more lies on the table than the box holds."""
        return all(n <= most for _, n, most in self.counted())

    def ends(self) -> list[End]:
        """Return the position for the final score of each seat that plays to the end."""
        return [self.boards[seat].end(seat) for seat in self.playing]

    def counted_up(self, end: End) -> PlayerScore:
        """A score, in the reading this table plays by."""
        result = score(end)
        return result.stopping if self.may_stop and result.stopping else result

    # -- elementary movements of hands ----------------------------------------------------------------------

    def mend(self, seat: str, lines: Iterable[Told] = (), **changes: Any) -> Self:
        """Change some things of a player's, and tell; a generator words its lines only if somebody reads."""
        boards = {**self.boards, seat: self.boards[seat].but(**changes)}
        return self.tell_lines(lines, boards=boards)

    def pay(self, seat: str, price: int, rule: str = "") -> Self:
        """Put ducats back into the reserve."""
        return self.mend(seat, self.paid(seat, price, rule), ducats=self.boards[seat].ducats - price)

    def paid(self, seat: str, price: int, rule: str) -> Iterator[Told]:
        """Yield the line of ducats that are put back."""
        left = self.boards[seat].ducats - price
        words = message("Pay {price}: {left} left.", price=box.ducats(price), left=left)
        yield Told(words, (box.owned(seat, "ducats"),), rule)

    def earn(self, seat: str, n: int, rule: str) -> Self:
        """Take ducats from the reserve."""
        if not n:
            return self
        return self.mend(seat, self.earned(seat, n, rule), ducats=self.boards[seat].ducats + n)

    def earned(self, seat: str, n: int, rule: str) -> Iterator[Told]:
        """Yield the line of ducats that are taken."""
        total = self.boards[seat].ducats + n
        words = message("Take {n}: {total} now.", n=box.ducats(n), total=total)
        yield Told(words, (box.owned(seat, "ducats"),), rule)

    def brew(self, seat: str, steps: int, rule: str) -> Self:
        """Move the brewmaster, never past the last space."""
        if not steps:
            return self
        at = self.boards[seat].brewmaster
        to = min(box.LAST, at + steps)
        about, lines = (box.owned(seat, box.BREWMASTER),), []
        if to > at:
            words = message("Brewmaster +{n} → {place}.", n=to - at, place=box.place(to))
            lines.append(Told(words, about, rule))
        if to - at < steps:
            words = message("The brewmaster stays on {last}.", last=box.LAST)
            lines.append(Told(words, about, "brewmaster-end"))
        return self.mend(seat, lines, brewmaster=to)

    def forward(self, seat: str, colour: str, steps: int, rule: str) -> Self:
        """Move a resource marker; steps beyond the last space give a ducat each."""
        if not steps:
            return self
        board, i = self.boards[seat], box.COLOURS.index(colour)
        at = board.markers[i]
        to = min(box.LAST, at + steps)
        over = steps - (to - at)
        about, lines = (box.owned(seat, colour),), []
        if to > at:
            words = message("{Colour} +{n} → {place}.", colour=colour, n=to - at, place=box.place(to))
            lines.append(Told(words, about, rule))
        if over:
            now = board.ducats + over
            words = message(
                "{Colour} is on {last}: take {over} instead, {now} now.",
                colour=colour,
                last=box.LAST,
                over=box.ducats(over),
                now=now,
            )
            lines.append(Told(words, (*about, box.owned(seat, "ducats")), "track-end"))
        markers = (*board.markers[:i], to, *board.markers[i + 1 :])
        return self.mend(seat, lines, markers=markers, ducats=board.ducats + over)

    def put_out(self, space: str, tile: str, *also: str) -> Self:
        """Lay a tile on a resource space, and keep which."""
        there = (*self.lying[space], tile)
        words = message("Put {tile} on {space}.", tile=tile, space=box.SPACE_NAME[space])
        after = self.but(lying={**self.lying, space: there}, piles={**self.piles, space: len(there)})
        return after.tell(words, lies(space, len(there)), *also, rule="tiles-kept")

    def taken(self, space: str, tile: str) -> tuple[Self, tuple[str, ...]]:
        """A tile less on a space and in the box, and the names of what is another on the space."""
        piles = {**self.piles, space: self.piles[space] - 1}
        after = self.but(piles=piles, left={**self.left, tile: self.left[tile] - 1})
        if not self.kept or box.KIND[space] != box.RESOURCE:
            return after, (space,)
        there = [*self.lying[space]]
        names = tuple(lies(space, n) for n in range(1, len(there) + 1))
        there.remove(tile)
        return after.but(lying={**self.lying, space: tuple(there)}), names

    def walk(self, seat: str, space: str) -> Self:
        """Move a figure clockwise to a space."""
        return self.mend(seat, _walked(seat, space), figure=box.INDEX[space], slot="")


def _walked(seat: str, space: str) -> Iterator[Told]:
    words = message("Move {seat's} figure to {space}.", seat=seat, space=box.SPACE_NAME[space])
    yield Told(words, (box.owned(seat, "figure"),))


@lru_cache(maxsize=1024)
def lies(space: str, n: int) -> Thing:
    """Return the log's name for the nth tile on a resource space."""
    return Thing(f"{space} tile {n}", space, str(n))


_NAMES = tuple(box.INDEX)
_OF_NUMBER: dict[int, list[str]] = {
    n: [name for name, tile in box.TILE.items() if tile.number == n] for n in box.TILES.numbers
}
