"""The view of Heaven & Ale: the rondel around the garden, scoring spots and track below it."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from companion.games.heaven_and_ale import box
from companion.games.heaven_and_ale.picture import board_picture, picture
from companion.games.heaven_and_ale.scoring import sheet
from companion.games.heaven_and_ale.scoring.score import PlayerScore, next_threshold
from companion.games.heaven_and_ale.scoring.words import stopping_words
from companion.games.heaven_and_ale.state import Abbey, Board, phases
from companion.games.heaven_and_ale.state.board import EMPTY, HAND
from companion.kernel.score import Result
from companion.kernel.values import ThingName
from companion.kernel.view import Card, Counter, Panel, Shelf, View
from companion.words import Message, Text, joined, message


def phase(abbey: Abbey) -> Text:
    """Return the phase in a few words."""
    if abbey.over:
        return "Game over"
    match abbey.phase:
        case phases.TRACK:
            return message("Round {round} of {rounds}", round=abbey.round, rounds=abbey.rounds)
        case phases.START:
            return "Starting spaces"
        case phases.LAYING:
            return message("Laying out, {n} more", n=len(abbey.laying))
        case phases.MORE:
            return message("{seat} may buy more", seat=abbey.turn)
        case phases.CLOSING:
            return message("Closing {spots}", spots=abbey.pending)
        case phases.PAIR:
            return "A pair is complete"
        case phases.LAST_CALL | phases.SALE:
            return "The last sale"
    return message("{seat's} turn", seat=abbey.turn)


def view(abbey: Abbey) -> View:
    """Return the view that every phone shows."""
    counters = (Counter("Round", "Round", abbey.round, abbey.rounds),)
    panels = tuple(_panel_of(abbey, seat) for seat in abbey.players)
    shelves = () if abbey.track else (_left(abbey),)
    return View(phase(abbey), counters, panels, picture(abbey), shelves=shelves)


def _left(abbey: Abbey) -> Shelf:
    """Return the shelf of tiles that lie in nobody's garden: on the main board, or still in the box."""
    rows = [(colour, [(n, f"{colour} {n}") for n in box.NUMBERS]) for colour in box.COLOURS]
    rows.append(("monks", [(str(n), monk) for n, monk in enumerate(box.MONKS, 1)]))
    cards = []
    for name, tiles in rows:
        left = [message("{n}: {left}", n=n, left=abbey.left[tile]) for n, tile in tiles if abbey.left[tile]]
        where, letter = joined(left, ", ") or "none", name[0].upper()
        cards.append(
            Card(f"left {name}", message("{Name}", name=name), "left", where, bool(left), letter=letter)
        )
    return Shelf("Tiles in nobody's garden", tuple(cards), "kinds left")


class _Table(NamedTuple):
    """The part of the table that a player's panel shows."""

    track: bool
    over: bool
    scored: bool
    """True if there are points: at the end, or if it ended now."""
    barrels: tuple[str, ...]
    """The uppermost barrel of each goal."""


def _panel_of(abbey: Abbey, seat: str) -> Panel:
    board, over = abbey.boards[seat], abbey.over
    barrels = tuple(abbey.barrel(goal) for goal in box.GOALS)
    table = _Table(abbey.track, bool(over), not over or bool(over.scores), barrels)
    order = (*board.tiles, *board.sheds, *board.barrels)
    return _panel(seat, board, abbey.counted_up(board.end(seat)), table, order)


@lru_cache(256)
def _panel(seat: str, board: Board, result: PlayerScore, table: _Table, order: tuple[str, ...]) -> Panel:
    """Return what lies before a seat: most taps change it for one player alone.

    ``order`` is that in which things lie on the board, which equal boards need not share.
    """
    counters: tuple[Counter, ...] = (
        Counter(f"{seat} ducats", "ducats", board.ducats, None, seat),
        Counter(f"{seat} {box.BREWMASTER}", box.BREWMASTER, board.brewmaster, box.LAST, seat),
    )
    cards: list[Card] = []
    if table.scored:
        words = "points" if table.over else "if it ended now"
        lines = tuple(_lines_of(result))
        counters = (Counter(f"{seat} score", words, result.total, None, seat, lines=lines), *counters)
        cards.append(_counted(seat, result) if table.over else _projection(seat, board, result))
    cards += [_track(seat, board), _goals(seat, board, table)]
    if table.track:
        cards += _by_hand(seat, board)
    cards += [
        Card(
            f"{seat} {card}",
            message("{Card}", card=card),
            "card",
            where,
            where == HAND,
            (),
            box.CARDS[card].words,
            card[0].upper(),
        )
        for card, where in board.cards.items()
    ]
    cards += [_barrel(seat, goal, size) for goal, size in board.barrels.items()]
    own = None if table.track else board_picture(seat, board)
    return Panel(seat, counters, tuple(cards), own)


def _projection(seat: str, board: Board, score: PlayerScore) -> Card:
    """Return a card with the score if the game ended now, line by line, and what is near."""
    ahead = next_threshold(board.brewmaster)
    near: Text = "the brewmaster is on the last space"
    if ahead:
        steps, rate, value = ahead
        near = message(
            "next threshold in {steps:# step|# steps} of the brewmaster: {rate} : 1, × {value}",
            steps=steps,
            rate=rate,
            value=value,
        )
    ten = box.SCORING.ducats_a_step
    text = message(
        "{lines:; }. The next full {ten} ducats in {left}. Least advanced: {markers}.",
        lines=tuple(_lines_of(score)),
        ten=ten,
        left=ten - board.ducats % ten,
        markers=board.furthest_behind(),
    )
    name = message("If the game ended now: {points}", points=score.total)
    return Card(
        f"{seat} score",
        name,
        "projection",
        near,
        True,
        (),
        joined((text, message("{Sentence}", sentence=stopping_words(score))), " "),
        "Σ",
    )


def _counted(seat: str, score: PlayerScore) -> Card:
    """The score at the end, line by line."""
    name = message("{n:# point|# points}", n=score.total)
    where = message("{lines:; }.", lines=tuple(_lines_of(score)))
    return Card(f"{seat} score", name, "score", where, letter="Σ")


def _lines_of(score: PlayerScore) -> Iterator[Message]:
    for line in score.lines:
        if line.points or line.rule == "production":
            yield message(
                "{label} {count} × {each} = {points}",
                label=line.label,
                count=line.count,
                each=line.each,
                points=line.points,
            )


def _by_hand(seat: str, board: Board) -> list[Card]:
    """Return cards for what a table with just the track has no picture of: the first player space, the
    pairs."""
    marks = {spot: "●" if spot in board.discs else "○" for spot in box.SPOTS}
    pairs = [
        message("{one} {marks} {two}", one=one, marks=marks[one] + marks[two], two=two)
        for one, two in box.PAIRS
    ]
    cards = [Card(f"{seat} discs", "Scoring spots", "spots", joined(pairs, ", "), letter="D")]
    if board.slot == box.FIRST:
        worth = message("stands on its space: +{points} at the end", points=box.SCORING.first_player)
        cards.append(Card(f"{seat} figure", "First player", "figure", worth, letter="1"))
    return cards


def _told(table: _Table, goal: str) -> bool:
    """True if this table can tell how far a goal is reached."""
    return not table.track or goal in box.ON_TRACK


def _track(seat: str, board: Board) -> Card:
    where = [
        message("{marker} {place}", marker=marker, place=box.place(board.at(marker)))
        for marker in box.MARKERS
    ]
    return Card(f"{seat} markers", "Production", "track", joined(where, ", "), letter="P")


def _goals(seat: str, board: Board, table: _Table) -> Card:
    """Return a card with the progress to every barrel's goal, and the barrels that are left."""
    parts, reached = [], 0
    for goal, barrel in zip(box.GOALS, table.barrels, strict=True):
        of = box.GOAL[goal].of
        now = min(board.reached(goal), of)
        reached += now == of
        left = "yours" if goal in board.barrels else barrel or "gone"
        words = "{goal} {now}/{of} ({left})" if _told(table, goal) else "{goal} ({left})"
        parts.append(message(words, goal=goal, now=now, of=of, left=left))
    name = "Goals" if table.track else "Goals: {reached} of {of}"
    return Card(
        f"{seat} goals",
        message(name, reached=reached, of=len(box.GOALS)),
        "goals",
        joined(parts, ", "),
        letter="G",
    )


def _barrel(seat: str, goal: str, size: str) -> Card:
    name = message("{Goal}", goal=goal)
    return Card(f"{seat} barrel {goal}", name, "barrel", box.barrel(size), letter=size[0].upper())


def label(abbey: Abbey, name: str) -> Text:
    """An answer in words."""
    if name in box.KIND:
        return _space_label(abbey, name)
    if name in box.GARDEN.at:
        return message("{spot}, {what}", spot=name, what=_on_spot(abbey, name))
    if name in box.SLOTS and not (abbey.track and abbey.phase == phases.TRACK):
        return message("{Slot}", slot=box.SLOT_WORDS[name])
    if name in box.CARDS:
        return message("{Card}: {text}", card=name, text=box.CARDS[name].words)
    if name in box.GOAL:
        return str(box.GOAL[name].words)
    return message("{Name}", name=name)


def _on_spot(abbey: Abbey, spot: str) -> str:
    """Return what lies on a spot of the garden, else which side it is on."""
    board = abbey.boards.get(abbey.turn)
    if board and (there := board.lies(spot)) != EMPTY:
        return str(there)
    return "sun" if spot in box.SUN else "shade" if spot in box.SHADE else "shed spot"


def _space_label(abbey: Abbey, space: str) -> Text:
    there = abbey.lying.get(space)
    words = "{Space}: {tiles:, }" if there else "{Space} ({n})" if space in abbey.piles else "{Space}"
    return message(words, space=box.SPACE_SHORT[space], tiles=there, n=abbey.piles.get(space))


@lru_cache(maxsize=16)
def _own(seat: str) -> dict[str, str]:
    """Return what lies on a space before a seat, by name, with that space."""
    return {box.owned(seat, name): name for name in (*box.INDEX, *box.GARDEN.at, *box.SPOTS)}


def spaces(abbey: Abbey, name: str) -> tuple[ThingName, ...]:
    """Return the spaces to point at for this answer."""
    name = _own(abbey.turn).get(name, name)
    if name in box.INDEX or name in box.GARDEN.at:
        return (name,)
    if name in box.SPOTS and abbey.phase != phases.START and not abbey.track:
        return (f"spot {name}",)
    return ()


def numbers(moments: Sequence[Abbey]) -> list[tuple[str, Mapping[str, int] | int]]:
    """Return the numbers of the sitting for the finished table."""
    last = moments[-1]
    boards = last.boards
    turns = dict.fromkeys(boards, 0)
    for before, after in pairwise(moments):
        if _moved(before, after):
            turns[before.turn] += 1
    result: list[tuple[str, Mapping[str, int] | int]] = [("Rounds", last.round)]
    if not last.track:
        result += [
            ("Turns", turns),
            ("Tiles", {seat: len(board.tiles) for seat, board in boards.items()}),
            ("Sheds", {seat: len(board.sheds) for seat, board in boards.items()}),
            ("Discs", {seat: len(board.discs) for seat, board in boards.items()}),
        ]
    return [
        *result,
        ("Cards placed", {seat: board.placed for seat, board in boards.items()}),
        ("Barrels", {seat: len(board.barrels) for seat, board in boards.items()}),
        ("Ducats left", {seat: board.ducats for seat, board in boards.items()}),
    ]


def _moved(before: Abbey, after: Abbey) -> bool:
    """True if a turn was taken: the figure moved, if only back home as the next round begins."""
    if before.phase != phases.TURN or any(line.rule == "ruling" for line in after.told):
        return False
    return before.board.figure != after.boards[before.turn].figure or before.round != after.round


def standing(abbey: Abbey) -> list[Result]:
    """Every score as the table stands, in the reading it plays by."""
    return [sheet.result(abbey.counted_up(end), both=not abbey.may_stop) for end in abbey.ends()]


def points(abbey: Abbey) -> dict[str, int]:
    """Every seat's points, if it ended now."""
    return {end.name: abbey.counted_up(end).total for end in abbey.ends()}


def lines(abbey: Abbey) -> list[tuple[str, Mapping[str, int]]]:
    """The lines of the final score, seat by seat."""
    scores = [abbey.counted_up(end) for end in abbey.ends()]
    labels = dict.fromkeys(line.label for each in scores for line in each.lines)
    return [
        (
            label,
            {
                each.end.name: sum(line.points for line in each.lines if line.label == label)
                for each in scores
            },
        )
        for label in labels
    ]
