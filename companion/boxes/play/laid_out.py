"""The cards of a box as they are shown: how many lie face down, and which lie face up."""

from companion.boxes.play.piles import lying_in
from companion.boxes.play.state import BoxState
from companion.kernel.view import Card, Cell, Counter, Picture, Shelf
from companion.words import Text, message


def counters(state: BoxState, seat: str) -> tuple[Counter, ...]:
    """The piles of a seat, or of the table, that lie face down, but those whose number the points are."""
    definition = state.definition
    points = (definition.box.score.points or "").replace(" ", "")
    keys = {thing: definition.cards.piles[thing][0] for thing in _piles(state, seat, down=True)}
    return tuple(
        Counter(thing, definition.things.called(key), state.numbers[thing], seat=seat)
        for thing, key in keys.items()
        if not (seat and points == f"count({key})")
    )


def _piles(state: BoxState, seat: str, down: bool) -> list[str]:
    """The piles of a seat, or of the table, that lie face down, or those that lie face up."""
    piles = state.definition.cards.piles.items()
    return [thing for thing, (_, whose) in piles if whose == seat and (thing in state.numbers) == down]


def cards(state: BoxState, seat: str) -> tuple[Card, ...]:
    """The cards that lie face up before a seat."""
    piles = _piles(state, seat, down=False)
    return tuple(shown(state, card, thing) for thing in piles for card in lying_in(state, thing))


def shelves(state: BoxState) -> tuple[Shelf, ...]:
    """The piles of the table that lie face up, the top card first."""
    return tuple(
        Shelf(thing, tuple(shown(state, card, thing) for card in reversed(lying_in(state, thing))))
        for thing in _piles(state, "", down=False)
    )


def shown(state: BoxState, card: str, where: str) -> Card:
    """A card that lies face up."""
    spec = state.definition.cards.each[card]
    return Card(
        card, card, spec.suit.lower(), message("in {pile}", pile=where), text=spec.text, letter=card[:1]
    )


def notes(state: BoxState) -> tuple[Text, ...]:
    """Return the top cards of the table's face-up piles."""
    result = []
    for thing in _piles(state, "", down=False):
        if there := lying_in(state, thing):
            words = "{pile}: {top} on top of {n:# card|# cards}" if there[1:] else "{pile}: {top}"
            result.append(message(words, pile=thing, top=there[-1], n=len(there)))
    return tuple(result)


WIDE, TALL, GAP = 2.0, 2.8, 0.3
"""A card in the picture of the table, and what lies between two piles."""
SIGNS = {"Clubs": "♣", "Diamonds": "♦", "Hearts": "♥", "Spades": "♠"}


def picture(state: BoxState) -> Picture | None:
    """The table's piles side by side, where there is no board: what lies on top, or how many face down."""
    piles = [thing for thing, (_, whose) in state.definition.cards.piles.items() if not whose]
    if not piles:
        return None
    cells = []
    for n, thing in enumerate(piles):
        x, there = GAP + n * (WIDE + GAP), lying_in(state, thing)
        corners = ((x, GAP), (x + WIDE, GAP), (x + WIDE, GAP + TALL), (x, GAP + TALL))
        down = thing in state.numbers
        label = str(state.numbers[thing]) if down else _short(state, there[-1]) if there else ""
        middle = (x + WIDE / 2, GAP + TALL / 2)
        cells.append(Cell(thing, corners, middle, "down" if down else "", label))
    return Picture(
        message("{piles}", piles=piles), GAP + len(piles) * (WIDE + GAP), TALL + 2 * GAP, tuple(cells)
    )


def named(state: BoxState, card: str) -> str:
    """A card as an answer: in two or three signs where its suit has one, so that a hand has room."""
    return _short(state, card) if state.definition.cards.each[card].suit in SIGNS else card


def _short(state: BoxState, card: str) -> str:
    """A card in two or three signs."""
    cards = state.definition.cards
    suit = cards.each[card].suit
    return f"{cards.signs[card]}{SIGNS.get(suit, suit[:1])}"
