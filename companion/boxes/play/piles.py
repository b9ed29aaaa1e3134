"""The cards of a moment: what is known of each, and what hands do with them.

A card is seen once it lies face up, and unseen again once it is shuffled in. Of a pile that lies face down
the table knows how many cards it has, and no more: hands hold the secrets.
"""

from companion.boxes.play.state import BoxState


def at_first(state: BoxState) -> dict[str, int]:
    """Return how many cards each face-down pile has once they are dealt."""
    cards, piles = state.definition.cards, state.definition.box.piles
    if not cards.each:
        return {}
    result, left = dict[str, int](), len(cards.each)
    for thing, (key, seat) in cards.piles.items():
        if piles[key].face == "down" and (not seat or seat in state.table):
            dealt = state.definition.dealt[key](state.here(seat or state.table[0]))
            result[thing] = max(0, min(left, dealt))
            left -= result[thing]
    return {**result, cards.rest: result[cards.rest] + left}


def unseen(state: BoxState) -> list[str]:
    """The cards that lie face down, wherever."""
    return [card for card in state.definition.cards.each if card not in state.cards]


def lying_in(state: BoxState, thing: str) -> list[str]:
    """The cards that lie in a pile face up, the last that came last."""
    return [card for card, where in state.cards.items() if where == thing]


def number(state: BoxState, thing: str) -> int:
    """Return how many cards a pile has."""
    number = state.numbers.get(thing)
    return len(lying_in(state, thing)) if number is None else number


def offered(state: BoxState, thing: str) -> list[str]:
    """The cards one may name that lie in a pile: all there, or all unseen ones; one of each kind."""
    if thing in state.numbers:
        there = [card for card in unseen(state) if state.known.get(card, thing) == thing]
        kinds = {state.definition.cards.each[card].name: card for card in reversed(there)}
        return [*reversed(kinds.values())] if state.numbers[thing] else []
    return lying_in(state, thing)


# -- what hands do -----------------------------------------------------------------------------------------


def lay(state: BoxState, card: str, whence: str, to: str) -> BoxState:
    """A card of a pile onto another, face up or down; everybody has seen which it was."""
    numbers, cards, where = dict(state.numbers), dict(state.cards), dict(state.known)
    cards.pop(card, None)
    where.pop(card, None)
    if whence in numbers:
        numbers[whence] -= 1
    if to in numbers:
        numbers[to] += 1
        where[card] = to
    else:
        cards[card] = to
    return state.but(numbers=numbers, cards=cards, known=where)


def draw(state: BoxState, number: int, whence: str, to: str) -> BoxState:
    """Move so many cards of a face-down pile onto another, unseen."""
    numbers = dict(state.numbers)
    numbers[whence] -= number
    numbers[to] += number
    return _mixed(state.but(numbers=numbers), whence, to)


def shuffle(state: BoxState, whence: str, to: str, but_last: int) -> tuple[BoxState, list[str]]:
    """The cards of a pile, but the last few, into one that lies face down; and which these are."""
    there = lying_in(state, whence)
    gone = there[: max(0, len(there) - but_last)]
    cards = {card: where for card, where in state.cards.items() if card not in gone}
    state = state.put(to, state.numbers[to] + len(gone)).but(cards=cards)
    return _mixed(state, to, to), gone


def _mixed(state: BoxState, whence: str, to: str) -> BoxState:
    """The moment after unseen cards went from a pile to another: what was known of both is no longer."""
    if not (state.known or state.lacks):
        return state
    known = {card: pile for card, pile in state.known.items() if pile != whence}
    lacks = frozenset([one for one in state.lacks if one[0] not in (whence, to)])
    return state.but(known=known, lacks=lacks)
