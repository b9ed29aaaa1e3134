"""The work of a box for a page or a tap, in steps: what is walked, and how often it is worked out.

A step is some 100 ns. The count is the most there can be: every space taken, every round played.
"""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import chain

from companion.boxes.definition.model import Parts
from companion.boxes.definition.rounds import ENDLESS, ROUNDS
from companion.boxes.definition.schema import Ask
from companion.boxes.definition.terms import RANGE
from companion.boxes.play.actions import BUTTONS
from companion.boxes.play.state import LEFT_OUT
from companion.kernel.toml import Path

CELL, FIRES = 15, 100
"""The steps of a cell of the pad on a page, and of a rule that happens for a seat."""
FEW = 2_000
"""The widest range that can be asked for."""


def rounds(parts: Parts) -> int:
    """Return the most rounds that a game can have."""
    most, rounds_text = ROUNDS if parts.things.by_round else ENDLESS, parts.box.turns.rounds or ""
    return min(most, max(1, int(rounds_text))) if rounds_text.isdecimal() else most


def sharing(parts: Parts) -> int:
    """Return the steps to see whether the unseen cards can be shared out as the table knows."""
    verbs, rules = parts.box.verbs.values(), parts.box.rules.values()
    does = chain(*(verb.does for verb in verbs), *(rule.does for rule in rules))
    lack = {match[1] for text in does if (match := re.match(r"\s*(\w+) lacks ", text))}
    piles = 1 + sum(key in lack for key, _ in parts.cards.piles.values())
    suits = len(parts.cards.suits)
    return int(2 ** min(piles, suits, 20)) * (piles + suits)


def call(parts: Parts, name: str, names: Sequence[str]) -> int:
    """Return the steps of a function of the board or of cards: all spaces, rows, pieces or cards it walks."""
    pieces, cards = len(parts.things.pieces), len(parts.cards.each)
    spaces = parts.places.spaces
    match name:
        case "height":
            return pieces
        case "within":
            return 2 * _area(parts, names[:1])
        case "joined" | "exits" if spaces:
            return 3 * max(map(len, spaces.beside.values()))
        case "rows" | "full_rows" | "loose" if spaces:
            return pieces + sum(map(len, spaces.rows))
        case "in_hand" | "on_board":
            kinds = parts.box.pieces.keys() & names
            return 2 * max([parts.box.pieces[kind].count for kind in kinds], default=1)
        case "holds":
            each = Counter(card.suit for card in parts.cards.each.values())
            return 4 * cards + sharing(parts) * max(each.values())
        case "may_hold":
            return 4 * cards + sharing(parts)
        case "suit" | "rank" | "worth" | "count" | "strength":
            return 4 + 2 * cards * sum(one in parts.box.piles for one in names)
    return 4


def stones(parts: Parts, name: str) -> int:
    """Return the steps to count the stones on some spaces: ``seeds[pits]``."""
    return 2 * _area(parts, [re.sub(r"^opposite\((.*)\)$", r"\1", name)])


def _area(parts: Parts, names: Sequence[str]) -> int:
    """Return how many spaces a name stands for."""
    return max([len(spots) for one in names for spots in parts.places.areas.get(one, {}).values()], default=2)


def hands(parts: Parts, text: str) -> int:
    """Return the steps of a statement besides its formulas: a moment is copied for all that it changes."""
    seats, cards = len(parts.things.seats), len(parts.cards.each)
    cells = len(parts.things.by_round) * seats * rounds(parts)
    numbers = 20 + (len(parts.box.counters) * seats + len(parts.places.heaps) + cells) // 10
    pieces = 40 + len(parts.things.pieces)
    area = _area(parts, [*parts.places.areas])
    match text.split()[0]:
        case "move" | "jump" | "put" | "swap" | "take":
            return pieces
        case "carry":
            return pieces * max([space.holds for space in parts.box.spaces.values()], default=1)
        case "gather":
            return cards * (cards + numbers)
        case "draw" | "shuffle":
            return cards + numbers
        case "lay":
            return 4 * cards + numbers + sharing(parts)
        case "sow":
            return 8 * area + numbers
    if " lacks " in text:
        return call(parts, "holds", ())
    key, _, inner = text.partition("[")
    things = area if key.strip() in parts.box.stones else seats if inner.startswith("others]") else 1
    return numbers * things


def times(parts: Parts, path: Path) -> int:
    """Return how often the formula at a place is worked out for a page or a tap, at most."""
    seats, box = len(parts.things.seats), parts.box
    match [str(step) for step in path]:
        case ["lines", key, *_, "formula" | "hidden"]:
            return seats * (2 * rounds(parts) if box.lines[key].each == "round" else 3)
        case ["lines", *_, "points"]:  # the ends of what can be written, in the pad and in the question
            return 1 + seats
        case ["counters" | "timers", *_]:
            return 4 * seats
        case ["stones", *_]:
            return len(parts.places.heaps)
        case ["phases", *_]:
            return LEFT_OUT
        case ["rules", key, "when"] | ["rules", key, "does", *_]:
            late = left_out(parts) if box.rules[key].after == "round" else 1
            return seats * (1 + parts.hides) * late
        case ["score", "points"]:
            return points(parts)
        case ["score" | "turns" | "piles", *_]:
            return 3 * seats
    return 1


def points(parts: Parts) -> int:
    """Return how often the points of a seat are worked out for a page: with those of its partners."""
    seats, teams = len(parts.things.seats), parts.box.turns.teams
    return 4 * seats * {"": 1, "pairs": 2, "all": seats}[teams]


def left_out(parts: Parts) -> int:
    """Return how many rounds one tap can play: more than one if nobody may have anything to do in them."""
    first = parts.rounds.parts[0]
    written = any(key in parts.things.by_round for key in parts.rounds.lines_in[first])
    return 1 if written or parts.rounds.has_verbs[first] else LEFT_OUT


def answers(parts: Parts, ask: Ask) -> int:
    """Return the most answers that a question can have."""
    if ask.number is not None:
        return in_range(ask.number)
    if ask.choice is not None:
        return len(ask.choice)
    if ask.die is not None:
        return ask.die
    if ask.seat is not None:
        return len(parts.things.seats)
    if ask.card is not None:
        return len(parts.cards.each)
    spaces = len(parts.places.spaces.at) or 1
    return min(spaces, len(parts.things.pieces)) if ask.piece is not None else spaces


def in_range(text: str) -> int:
    """Return the most numbers that a range can have."""
    match = RANGE.fullmatch(text)
    assert match
    ends, step = (match["least"].lstrip("-"), match["most"].lstrip("-")), int(match["step"] or 1)
    width = int(match["most"]) - int(match["least"]) if all(end.isdecimal() for end in ends) else FEW
    return width // step + 1


def listed(parts: Parts, ask: Ask) -> int:
    """Return the most answers of a question that a page lists, each of them judged."""
    number = answers(parts, ask)
    stepped = ask.number is not None and not re.search(r" by [1-9]", ask.number)
    return min(number, BUTTONS) if stepped else number
