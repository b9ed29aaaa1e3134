"""The work of a box for a page or a tap, in steps: what is walked, and how often it is worked out.

A step is some 100 ns. What is counted here is the most there can be: every space taken, every round played.
"""

import re
from collections import Counter
from collections.abc import Sequence

from companion.boxes.actions import BUTTONS
from companion.boxes.made import Made
from companion.boxes.rounds import ENDLESS, ROUNDS
from companion.boxes.schema import Ask
from companion.boxes.state import LEFT_OUT
from companion.boxes.terms import RANGE
from companion.kernel.toml import Path

CELL, FIRES = 15, 100
"""The steps of a cell of the pad on a page, and of a rule that happens for a seat."""
FEW = 2_000
"""The widest range that can be asked for."""


def rounds(made: Made) -> int:
    """Return the most rounds that a game can have."""
    most, said = ROUNDS if made.things.by_round else ENDLESS, made.box.turns.rounds or ""
    return min(most, max(1, int(said))) if said.isdecimal() else most


def sharing(made: Made) -> int:
    """Return the steps to see whether the unseen cards can be shared out as the table knows."""
    does = (text for group in (made.box.verbs, made.box.rules) for one in group.values() for text in one.does)
    lack = {found[1] for text in does if (found := re.match(r"\s*(\w+) lacks ", text))}
    piles = 1 + sum(key in lack for key, _ in made.cards.piles.values())
    suits = len(made.cards.suits)
    return int(2 ** min(piles, suits, 20)) * (piles + suits)


def call(made: Made, name: str, names: Sequence[str]) -> int:
    """Return the steps of a function of the board or of cards: all spaces, rows, pieces or cards it walks."""
    pieces, cards = len(made.things.pieces), len(made.cards.each)
    spaces = made.places.spaces
    match name:
        case "height":
            return pieces
        case "within":
            return 2 * _area(made, names[:1])
        case "joined" | "exits" if spaces:
            return 3 * max(map(len, spaces.beside.values()))
        case "rows" | "full_rows" | "loose" if spaces:
            return pieces + sum(map(len, spaces.rows))
        case "in_hand" | "on_board":
            return 2 * max([made.box.pieces[one].count for one in names if one in made.box.pieces], default=1)
        case "holds":
            each = Counter(card.suit for card in made.cards.each.values())
            return 4 * cards + sharing(made) * max(each.values())
        case "may_hold":
            return 4 * cards + sharing(made)
        case "suit" | "rank" | "worth" | "count" | "strength":
            return 4 + 2 * cards * sum(one in made.box.piles for one in names)
    return 4


def stones(made: Made, name: str) -> int:
    """Return the steps to count the stones on some spaces: ``seeds[pits]``."""
    return 2 * _area(made, [re.sub(r"^opposite\((.*)\)$", r"\1", name)])


def _area(made: Made, names: Sequence[str]) -> int:
    """Return how many spaces a name stands for."""
    return max([len(spots) for one in names for spots in made.places.areas.get(one, {}).values()], default=2)


def hands(made: Made, text: str) -> int:
    """Return the steps of a statement besides its formulas: a moment is copied for all that it changes."""
    seats, cards = len(made.things.seats), len(made.cards.each)
    cells = len(made.things.by_round) * seats * rounds(made)
    numbers = 20 + (len(made.box.counters) * seats + len(made.places.heaps) + cells) // 10
    pieces = 40 + len(made.things.pieces)
    area = max([_area(made, [key]) for key in made.places.areas], default=2)
    match text.split()[0]:
        case "move" | "jump" | "put" | "swap" | "take":
            return pieces
        case "carry":
            return pieces * max([space.holds for space in made.box.spaces.values()], default=1)
        case "gather":
            return cards * (cards + numbers)
        case "draw" | "shuffle":
            return cards + numbers
        case "lay":
            return 4 * cards + numbers + sharing(made)
        case "sow":
            return 8 * area + numbers
    if " lacks " in text:
        return call(made, "holds", ())
    key, _, inner = text.partition("[")
    if key.strip() in made.box.stones:
        return area * numbers
    return numbers * (seats if inner.startswith("others]") else 1)


def times(made: Made, path: Path) -> int:
    """Return how often the formula at a place is worked out for a page or a tap, at most."""
    seats, box = len(made.things.seats), made.box
    group, key, last = (*map(str, path), "", "")[0], str(path[1]), str(path[-1])
    match group:
        case "lines" if last in ("formula", "hidden"):
            line = box.lines[key]
            return seats * (2 * rounds(made) if line.each == "round" else 3)
        case "counters" | "timers":
            return 4 * seats
        case "stones":
            return len(made.places.heaps)
        case "phases":
            return LEFT_OUT
        case "rules" if last == "when" or "does" in path:
            return (
                seats * (2 if made.hidden else 1) * (left_out(made) if box.rules[key].after == "round" else 1)
            )
        case "score" if last == "points":
            return points(made)
    return 3 * seats if group in ("score", "turns", "piles") else 1


def points(made: Made) -> int:
    """Return how often the points of a seat are worked out for a page: with those of its partners."""
    seats, teams = len(made.things.seats), made.box.turns.teams
    return 4 * seats * {"": 1, "pairs": 2, "all": seats}[teams]


def left_out(made: Made) -> int:
    """Return how many rounds one tap can play: more than one if nobody may have anything to do in them."""
    first = made.rounds.parts[0]
    acts = any(first in verb.during or not verb.during for verb in made.box.verbs.values())
    acts |= any(counter.change for counter in made.box.counters.values())
    acts |= any(made.box.lines[key].each == "round" for key in made.rounds.lines_in[first])
    return 1 if acts else LEFT_OUT


def answers(made: Made, ask: Ask) -> int:
    """Return the most answers that a question can have."""
    if ask.number is not None:
        return in_range(ask.number)
    if ask.choice is not None:
        return len(ask.choice)
    if ask.die is not None:
        return ask.die
    if ask.seat is not None:
        return len(made.things.seats)
    if ask.card is not None:
        return len(made.cards.each)
    spaces = len(made.places.spaces.at) if made.places.spaces else 1
    return min(spaces, len(made.things.pieces)) if ask.piece is not None else spaces


def in_range(text: str) -> int:
    """Return the most numbers that a range can have."""
    found = RANGE.fullmatch(text)
    assert found
    ends, step = (found["least"].lstrip("-"), found["most"].lstrip("-")), int(found["step"] or 1)
    width = int(found["most"]) - int(found["least"]) if all(end.isdecimal() for end in ends) else FEW
    return width // step + 1


def listed(made: Made, ask: Ask) -> int:
    """Return the most answers of a question that a page lists, each of them judged."""
    number = answers(made, ask)
    stepped = ask.number is not None and not re.search(r" by [1-9]", ask.number)
    return min(number, BUTTONS) if stepped else number
