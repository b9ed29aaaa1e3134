"""The tracked things of Heaven & Ale, how each is set by hand, and the limits of the box."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping

from companion.games.heaven_and_ale import box
from companion.games.heaven_and_ale.state import Abbey, Board, phases, rounds, tiles
from companion.games.heaven_and_ale.state.abbey import lies as tile_on
from companion.games.heaven_and_ale.state.board import EMPTY, HAND, LARGE, PLACED, SMALL, SOLD
from companion.games.heaven_and_ale.tracked import put_back as of_ale
from companion.games.heaven_and_ale.tracked.invariant import invariant
from companion.kernel import put_back
from companion.kernel.action import Number
from companion.kernel.tracked import Tracked
from companion.kernel.values import Count, Thing, ThingName, Value, lies
from companion.toolkit.ruling import set_by_hand
from companion.words import Message, message

NONE, A_DISC = "none", "a disc"
BOARD = lies("the board", where="beside")
ASIDE: ThingName = str(BOARD.there)
AT_HOME: dict[ThingName, str] = {f"at home on {slot}": slot for slot in box.SLOTS}
BACK: dict[ThingName, str] = {f"back on {slot}": slot for slot in box.SLOTS}
SLOT, FIGURE = AT_HOME | BACK, box.INDEX | dict.fromkeys(BACK, box.HOME)
"""A place to its space of the starting area, and to how far a figure has gone there."""
SHED: dict[ThingName, str] = {f"{name} shed": name for name in box.SHED}
MOST_DISCS = 2


# -- how everything is now ---------------------------------------------------------------------------------


def _of_seats(
    has: Callable[[Board], Mapping[str, Value]], called: str = "", in_track: bool = True
) -> Callable[[Abbey], Mapping[str, Value]]:
    """Return a function of everything the seats have, named by seat.

    ``called`` stands before its name; ``in_track`` if a table with the track alone knows it too.
    """

    def now(abbey: Abbey) -> dict[str, Value]:
        if not in_track and abbey.track:
            return {}
        return {
            box.owned(seat, name, called): is_
            for seat, board in abbey.boards.items()
            for name, is_ in has(board).items()
        }

    return now


def _of_game(now: Callable[[Abbey], dict[str, Value]]) -> Callable[[Abbey], Mapping[str, Value]]:
    """Return a function of something that only a table with the whole game knows."""
    return lambda abbey: {} if abbey.track else now(abbey)


def _of_turns(now: Callable[[Abbey], dict[str, Value]]) -> Callable[[Abbey], Mapping[str, Value]]:
    """Return a function of something that there is only when one player acts after the other."""
    return lambda abbey: {} if abbey.phase in (phases.TRACK, phases.SALE) else now(abbey)


def _figure(board: Board) -> dict[str, Value]:
    if 0 < board.figure < box.HOME:
        return {"figure": list(box.INDEX)[board.figure - 1]}
    if not board.slot:
        return {"figure": BOARD}
    return {"figure": lies(board.slot, where="back on" if board.back else "at home on")}


def _garden(board: Board) -> dict[str, str]:
    return {spot: board.lies(spot) for spot in box.GARDEN.spaces}


# -- setting it by hand ------------------------------------------------------------------------------------


def _turn(abbey: Abbey, thing: str, to: str) -> Abbey:
    if abbey.phase == phases.START:
        return abbey.but(turn=to)
    if abbey.phase == phases.LAYING:
        box.RULES.refuse("tiles-kept", "The tiles are laid out first; then the first player begins.")
    back = abbey.boards[to].back
    box.RULES.require(not back, "starting-area", "The figure of {to} is back for this round.", to=to)
    return abbey.but(turn=to, phase=phases.TURN, pending=())


def _pile(abbey: Abbey, space: str) -> Number:
    return Number(0, MOST_DISCS if box.KIND[space] == box.DISC else max(box.ROUNDS.values()))


def _lie(abbey: Abbey, thing: Thing, to: str) -> Abbey:
    """A tile on a resource space: another one, one more, or none."""
    space, n = thing.of, int(thing.what)
    there = [*abbey.lying[space]]
    there[n - 1 : n] = [] if to == EMPTY else [to]
    return abbey.but(lying={**abbey.lying, space: tuple(there)}, piles={**abbey.piles, space: len(there)})


def _first_only(abbey: Abbey) -> bool:
    """True if figures show nothing but who is first."""
    return abbey.track and abbey.phase != phases.START


def _places(abbey: Abbey, thing: str) -> Iterable[ThingName]:
    """Return the places for a figure."""
    if _first_only(abbey):
        return f"at home on {box.FIRST}", ASIDE
    return tuple(AT_HOME) if abbey.phase == phases.START else (*AT_HOME, *box.INDEX, *BACK)


def _stand(abbey: Abbey, thing: Thing, to: str) -> Abbey:
    """The seat whose turn it is goes on from there: back, the turn is over; at home, it begins again."""
    seat = thing.of
    after = abbey.mend(seat, figure=FIGURE.get(to, 0), slot=SLOT.get(to, ""))
    if _first_only(abbey):
        others = {other: board.but(slot="") for other, board in abbey.boards.items() if other != seat}
        return after.but(boards={**after.boards, **others})
    if seat != abbey.turn:
        return after
    if abbey.phase == phases.START:
        return rounds.next_start(after)
    if to in BACK:
        return rounds.end_turn(after.but(pending=()))
    begins = abbey.phase == phases.LAST_CALL or (abbey.phase == phases.MORE and not after.here)
    return rounds.begin_turn(after, seat) if begins else after


def _card(abbey: Abbey, thing: Thing, to: str) -> Abbey:
    return abbey.mend(thing.of, cards={**abbey.boards[thing.of].cards, thing.what: to})


def _barrel(abbey: Abbey, thing: Thing, to: str) -> Abbey:
    return abbey.mend(thing.of, barrels=_with(abbey.boards[thing.of].barrels, thing.key, to))


def _disc(abbey: Abbey, thing: Thing, to: str) -> Abbey:
    """A pair that is complete then is said; one that is not any more asks for no card."""
    seat, spot, discs = thing.of, thing.key, abbey.boards[thing.of].discs
    after = abbey.mend(seat, discs=discs - {spot} if to == EMPTY else discs | {spot})
    if box.PARTNER[spot] not in discs or (spot in discs) == (to != EMPTY):
        return after
    pair = message("The pair {pair} of {seat}", pair=sorted((spot, box.PARTNER[spot])), seat=seat)
    if to != EMPTY:
        return after.tell(
            message("{pair} is complete: a card beside it, and what it gives, is set by hand.", pair=pair),
            thing,
        )
    if abbey.phase == phases.PAIR and seat == abbey.turn:
        return rounds.end_turn(
            after.tell(message("{pair} is not complete any more: no card is placed.", pair=pair), thing)
        )
    return after


def _spots(abbey: Abbey, thing: Thing) -> Iterable[str]:
    return (EMPTY, *SHED) if thing.what in box.SHEDS else (EMPTY, *box.TILE)


def _spot(abbey: Abbey, thing: Thing, to: str) -> Abbey:
    """A shed spot that is enclosed then is said, or asked for with those that are being closed."""
    seat = thing.of
    after = _laid(abbey, seat, thing.what, to)
    boards = abbey.boards[seat], after.boards[seat]
    was, open_ = ([*filter(board.closes, box.AROUND)] for board in boards)
    if abbey.phase == phases.CLOSING and seat == abbey.turn:
        due = tuple(shed for shed in open_ if shed in abbey.pending or shed not in was)
        return after.but(pending=due) if due else tiles.go_on(after.but(pending=()))
    for shed in open_:
        if shed not in was:
            after = after.tell(_enclosed(after.boards[seat], seat, shed), box.owned(seat, shed))
    return after


def _laid(abbey: Abbey, seat: str, spot: str, to: str) -> Abbey:
    """Put a tile or shed on a spot of a garden, or take it away."""
    board = abbey.boards[seat]
    if spot in box.SHEDS:
        return abbey.mend(seat, sheds=_with(board.sheds, spot, SHED.get(to, NONE)))
    left = Counter(abbey.left)
    left.update({tile: n for tile, n in ((board.tiles.get(spot, ""), 1), (to, -1)) if tile in box.TILE})
    laid = _with(board.tiles, spot, NONE if to == EMPTY else to)
    return abbey.but(left=dict(left)).mend(seat, tiles=laid)


def _enclosed(board: Board, seat: str, shed: str) -> Message:
    kind = box.shed_for(board.around(shed))
    gives = [message("{n:# step|# steps} of the brewmaster", n=kind.brewmaster)] if kind.brewmaster else []
    gives += [message("{n:# tile|# tiles} to activate", n=kind.tiles)] if kind.tiles else []
    return message(
        "{spot} of {seat} is enclosed: the {kind} shed, with {gives}, must be set by hand.",
        spot=shed,
        seat=seat,
        kind=kind.name,
        gives=gives,
    )


def _with(found: Mapping[str, str], key: str, to: str) -> dict[str, str]:
    """A mapping with one thing set, or taken out."""
    rest = {name: value for name, value in found.items() if name != key}
    return rest if to == NONE else rest | {key: to}


TRACKED: tuple[Tracked[Abbey], ...] = (
    Tracked(
        lambda abbey: {"Round": abbey.round},
        lambda abbey, thing: Number(1, abbey.rounds),
        lambda abbey, thing, to: abbey.but(round=int(to)),
        back=put_back.nothing,
    ),
    Tracked(
        _of_turns(lambda abbey: {"Turn": abbey.turn}),
        lambda abbey, thing: abbey.playing,
        _turn,
        back=put_back.nothing,
    ),
    Tracked(
        lambda abbey: {"Phase": abbey.phase_words},
        follows="what was done last: set whose turn it is, a figure, a tile or a disc",
    ),
    Tracked(
        _of_game(lambda abbey: {space: n for space, n in abbey.piles.items() if space not in abbey.lying}),
        _pile,
        lambda abbey, space, to: abbey.but(piles={**abbey.piles, space: int(to)}),
        back=of_ale.pile,
    ),
    Tracked(
        lambda abbey: {
            tile_on(space, n): tile
            for space, tiles_ in abbey.lying.items()
            for n, tile in enumerate(tiles_, 1)
        },
        lambda abbey, thing: (EMPTY, *(tile for tile in box.TILE if box.TILE[tile].colour)),
        _lie,
        names=lambda abbey: tuple(
            tile_on(space, n) for space, tiles_ in abbey.lying.items() for n in range(1, len(tiles_) + 2)
        ),
        back=of_ale.lying,
    ),
    Tracked(
        lambda abbey: {"Laying": Count(len(abbey.laying), "more")} if abbey.laying else {},
        follows="which resource spaces have their tile for this round",
    ),
    Tracked(
        _of_seats(lambda board: {marker: box.place_value(board.at(marker)) for marker in box.MARKERS}),
        lambda abbey, thing: Number(abbey.lowest, box.LAST),
        lambda abbey, thing, to: abbey.mend(thing.of, **abbey.boards[thing.of].moved(thing.what, int(to))),
        back=put_back.marker("the {} marker"),
    ),
    Tracked(
        _of_seats(lambda board: {"ducats": board.ducats}),
        lambda abbey, thing: Number(0, box.SCORING.ducats_most),
        lambda abbey, thing, to: abbey.mend(thing.of, ducats=int(to)),
        back=of_ale.ducats,
    ),
    Tracked(
        _of_seats(_figure),
        _places,
        _stand,
        names=lambda abbey: tuple(box.owned(seat, "figure") for seat in abbey.playing),
        back=of_ale.figure,
    ),
    Tracked(
        _of_seats(lambda board: board.cards),
        lambda abbey, thing: (HAND, PLACED, SOLD),
        _card,
        back=of_ale.card,
    ),
    Tracked(
        _of_seats(lambda board: {goal: board.barrels.get(goal, NONE) for goal in box.GOALS}, "barrel "),
        lambda abbey, thing: (NONE, LARGE, SMALL),
        _barrel,
        back=of_ale.barrel,
    ),
    Tracked(
        _of_seats(
            lambda board: {spot: A_DISC if spot in board.discs else EMPTY for spot in box.SPOTS}, "disc "
        ),
        lambda abbey, thing: (EMPTY, A_DISC),
        _disc,
        back=of_ale.disc,
    ),
    Tracked(_of_seats(_garden, in_track=False), _spots, _spot, back=of_ale.spot),
    Tracked(
        lambda abbey: {"Sheds": abbey.pending} if abbey.pending else {},
        follows="which shed spots the last tile has enclosed",
    ),
    Tracked(
        lambda abbey: {"Sellers": abbey.sellers} if abbey.sellers else {},
        follows="who has said that nothing more is sold",
    ),
)

__all__ = ["TRACKED", "Ruling", "invariant"]

Ruling = set_by_hand(TRACKED, invariant)
