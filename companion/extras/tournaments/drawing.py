"""A tournament as a drawing, for phone, big screen and paper: the bracket, or the cross table.

In units of its own: on a phone one is a pixel.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.extras.tournaments.pairing import slot, through
from companion.extras.tournaments.tournament import (
    BYE,
    KNOCKOUT,
    POINTS,
    ROBIN,
    Pairing,
    Standing,
    Tournament,
)

NAME_WIDE, CELL, ROW, GAP = 128.0, 34.0, 24.0, 22.0
SCORE = {0: "0", 1: "½", 2: "1"}


@dataclass(frozen=True)
class DrawnText:
    """Some words with their left end, or middle, at ``x``, and how much room they have."""

    x: float
    y: float
    text: str
    room: float
    strong: bool = False
    middle: bool = False


@dataclass(frozen=True)
class Drawing:
    """Lines, dark fields and words."""

    wide: float
    high: float
    lines: tuple[tuple[float, float, float, float], ...]
    fields: tuple[tuple[float, float, float, float], ...]
    words: tuple[DrawnText, ...]

    @property
    def path(self) -> str:
        """The lines as the path of an SVG."""
        return "".join(f"M{x:g} {y:g}L{x1:g} {y1:g}" for x, y, x1, y1 in self.lines)


def halves(points: int) -> str:
    """Points kept in halves, as they are said: ``2½``."""
    whole, half = divmod(points, 2)
    return f"{whole or ''}½" if half else str(whole)


def drawing(tournament: Tournament) -> Drawing:
    """The bracket of a knock-out, else the cross table."""
    return _bracket(tournament) if tournament.form == KNOCKOUT else _cross(tournament)


# -- cross table -------------------------------------------------------------------------------------------


def _cross(tournament: Tournament) -> Drawing:
    """A row for each player, the best first: against everybody, or round by round."""
    rows = tournament.standings
    around = tournament.form == ROBIN
    count = len(rows) if around else tournament.rounds
    place = {row.n: at for at, row in enumerate(rows, 1)}
    wide, high = 26 + NAME_WIDE + (count + 1) * CELL, (len(rows) + 1) * ROW
    left = 26 + NAME_WIDE
    lines = [(0.0, at * ROW, wide, at * ROW) for at in range(1, len(rows) + 2)]
    lines += [(left + at * CELL, 0.0, left + at * CELL, high) for at in range(count + 1)]
    words = [_in_cell(left, at - 1, 0, str(at)) for at in range(1, count + 1)]
    words.append(_in_cell(left, count, 0, "Σ", True))
    fields = []
    for at, row in enumerate(rows, 1):
        words.append(DrawnText(4, at * ROW + 16.5, str(row.place), 20))
        words.append(DrawnText(26, at * ROW + 16.5, row.name, NAME_WIDE - 4, row.place == 1))
        words.append(_in_cell(left, count, at, halves(row.points), True))
        cells = _met(tournament, row, place) if around else _by_round(tournament, row, place)
        words += [_in_cell(left, column, at, text) for column, text in cells]
        if around:
            fields.append((left + (at - 1) * CELL, at * ROW, CELL, ROW))
    return Drawing(wide, high, tuple(lines), tuple(fields), tuple(words))


def _in_cell(left: float, column: int, row: int, text: str, strong: bool = False) -> DrawnText:
    return DrawnText(left + (column + 0.5) * CELL, row * ROW + 16.5, text, CELL - 3, strong, True)


def _met(tournament: Tournament, row: Standing, place: dict[int, int]) -> Iterator[tuple[int, str]]:
    for other, points in tournament.games(row.n):
        if other:
            yield place[other] - 1, SCORE[points]


def _by_round(tournament: Tournament, row: Standing, place: dict[int, int]) -> Iterator[tuple[int, str]]:
    """The place of an opponent, and the points of that game: ``3·1``; ``+`` for a bye."""
    for one in tournament.pairings:
        if row.n in (one.one, one.other):
            other = one.other if row.n == one.one else one.one
            points = POINTS[one.result][row.n != one.one] if one.result else None
            said = f"{place[other]}·{'' if points is None else SCORE[points]}" if other else "+"
            yield one.round - 1, said


# -- bracket -----------------------------------------------------------------------------------------------


def _bracket(tournament: Tournament) -> Drawing:
    """The rounds from left to right, and who has won it all at the end."""
    size = 2**tournament.rounds
    column = NAME_WIDE + GAP
    lines, words = list[tuple[float, float, float, float]](), list[DrawnText]()
    by_place = {(one.round, slot(tournament, one)): one for one in tournament.pairings}
    for number in range(1, tournament.rounds + 2):
        entries, step = size >> (number - 1), ROW * 2 ** (number - 1)
        x = (number - 1) * column
        for at in range(entries):
            y = (at + 0.5) * step + ROW / 2
            name, won = _entry(tournament, by_place, number, at)
            lines.append((x, y, x + NAME_WIDE, y))
            if name:
                words.append(DrawnText(x + 2, y - 5, name, NAME_WIDE - 6, won))
            if number <= tournament.rounds:
                lines.append((x + NAME_WIDE, y, x + NAME_WIDE, (at // 2 + 0.5) * 2 * step + ROW / 2))
                if at % 2 == 0:
                    middle = y + step / 2
                    lines.append((x + NAME_WIDE, middle, x + column, middle))
    wide = tournament.rounds * column + NAME_WIDE
    return Drawing(wide, size * ROW + ROW, tuple(lines), (), tuple(words))


def _entry(
    tournament: Tournament, by_place: dict[tuple[int, int], Pairing], number: int, at: int
) -> tuple[str, bool]:
    """Return the player in a place of the bracket, and True if that one goes on."""
    if number > 1:
        before = by_place.get((number - 1, at))
        n = through(before) if before else 0
    else:
        pairing = by_place.get((1, at // 2))
        n = _of_two(pairing, at) if pairing else 0
    if not n:
        return ("bye", False) if number == 1 else ("", False)
    played = by_place.get((number, at // 2))
    won = through(played) == n and played.result != BYE if played else number > tournament.rounds
    return tournament.name(n), won


def _of_two(pairing: Pairing, at: int) -> int:
    """Return the player of a first-round pairing in a place, or 0 for a bye."""
    return (pairing.one, pairing.other)[at % 2]
