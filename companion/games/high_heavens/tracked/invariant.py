"""The invariant of High Heavens: the limits of the box."""

from collections import Counter

from companion.games.high_heavens.box import BANK, BASE_HEALTH, BASES, COLOUR, KINDS_OF_CHIP, SIDES, TOTAL
from companion.games.high_heavens.state import BASE, Heavens, piles
from companion.games.high_heavens.tracked.chips import heap
from companion.kernel.state import ensure
from companion.kernel.values import in_words
from companion.kernel.veil import HIDDEN


def invariant(heavens: Heavens) -> None:
    """A hundred chips, each in one place; one god a hex; nothing on an occupied hex; counters in the box."""
    _hundred_chips(heavens)
    _stacks(heavens)
    ensure({god: at for at, god in heavens.on.items()} == dict(heavens.at), "Two gods are on one hex.")
    ensure(not heavens.gone.intersection(heavens.at), "A god that is out of the game stands on the board.")
    tokens = heavens.turns.tokens
    ensure(
        0 <= heavens.actions <= tokens,
        "The Action Lane has 0 to {tokens} tokens, not {actions}.",
        tokens=tokens,
        actions=heavens.actions,
    )
    for side, n in heavens.health.items():
        ensure(
            0 <= n <= BASE_HEALTH,
            "{base} has 0 to {most} health, not {n}.",
            base=BASES[side],
            most=BASE_HEALTH,
            n=n,
        )
    for power, n in heavens.used.items():
        copies = heavens.box.powers[power].copies
        ensure(
            0 <= n <= copies, "The deck has {copies} of {power}, not {n}.", copies=copies, power=power, n=n
        )
    held = all(heavens.standing(god) for god, _, _ in heavens.changes)
    ensure(held, "Only figures of a standing god are changed for a while.")
    if heavens.held:
        _cards(heavens)
    if heavens.tracked:
        _hexes(heavens)


def _cards(heavens: Heavens) -> None:
    """Each card of a deck in one place; a phone that sees not all of them counts them."""
    for side in SIDES:
        hands = [card for seat in heavens.who(side) for card in heavens.held[seat]]
        own = [god for god in heavens.box.own[side] if god in heavens.at]
        cards = [*hands, *heavens.deck[side], *heavens.pile[side], *own]
        whole = piles.whole(heavens.box, side)
        if HIDDEN in cards:
            cards, whole = ["" for _ in cards], ["" for _ in whole]
        ensure(
            Counter(cards) == Counter(whole),
            "The {side} deck has {n} cards, each in one place.",
            side=side,
            n=len(whole),
        )


def _hundred_chips(heavens: Heavens) -> None:
    left = dict(heavens.bank)
    for colour, n in left.items():
        ensure(n >= 0, "{bank}: {n} chips too few.", bank=BANK[colour], n=-n)
    for kind, counts in zip(KINDS_OF_CHIP, zip(*heavens.chips.values(), strict=True), strict=False):
        left[COLOUR[kind]] += sum(counts)
    ensure(left == TOTAL, "There are a hundred chips, no more and no less.")


def _stacks(heavens: Heavens) -> None:
    for holder, stack in heavens.chips.items():
        ensure(any(stack) and min(stack) >= 0, "{holder}: a stack of no chips.", holder=holder)
        if holder in heavens.box.gods:
            ensure(
                holder in heavens.at and stack.health,
                "{holder} does not stand: no chips lie under it.",
                holder=holder,
            )
            ensure(
                not stack.column and stack.disable <= 1,
                "{holder} has chips that no god can have.",
                holder=holder,
            )
        else:
            ensure(
                not (stack.health or stack.poison or stack.disable),
                "{holder} holds what only a god can.",
                holder=holder,
            )
            kinds = (stack.armor + stack.attack, stack.column, stack.trap)
            ensure(
                sum(map(bool, kinds)) == 1,
                "{holder} holds bonus chips, architecture or a trap: one of the three.",
                holder=holder,
            )
    disabled = {holder for holder, stack in heavens.chips.items() if stack.disable}
    ensure(disabled == set(heavens.disabled_by), "A Disable chip is somebody's, till that seat's next turn.")


def _hexes(heavens: Heavens) -> None:
    board, bases = heavens.box.board.at, heavens.bases
    ensure(all(place in board for place in (*heavens.on, *bases.values())), "That hex is not on the board.")
    ensure(heavens.walls == heavens.settled().walls, "The occupied hexes are not seen.")
    ensure(len({*bases.values()}) == len(bases), "Both home bases are on one hex.")
    for side, place in bases.items():
        ensure(
            place not in heavens.on,
            "{god} is on the hex of {base}.",
            god=heavens.on.get(place),
            base=BASES[side],
        )
        ensure(place not in heavens.chips, "Chips lie on the hex of {base}.", base=BASES[side])
    if heavens.phase == BASE:
        ensure(
            heavens.side not in bases,
            "{base} is placed already; it is for the other side to place its own.",
            base=BASES[heavens.side],
        )
    else:
        ensure(len(bases) == len(SIDES), "Both home bases stand on the board.")
    for place in heavens.on.keys() & heavens.chips.keys():
        god, stack = heavens.on[place], heavens.stack(place)
        what = in_words(heap(stack))
        ensure(
            not heavens.standing(god),
            "{god} stands on {place}, and so do {what}.",
            god=god,
            place=place,
            what=what,
        )
        ensure(
            not stack.column + stack.trap,
            "{god} lies on {place}, where {what} stand.",
            god=god,
            place=place,
            what=what,
        )
