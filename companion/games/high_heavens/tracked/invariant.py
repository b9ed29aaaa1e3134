"""The invariant of High Heavens: the limits of the box."""

from companion.games.high_heavens.box import BANK, BASE_HEALTH, BASES, COLOUR, KINDS_OF_CHIP, SIDES, TOTAL
from companion.games.high_heavens.state import BASE, Heavens
from companion.games.high_heavens.tracked.chips import heap
from companion.kernel.state import ensure
from companion.kernel.values import in_words


def invariant(heavens: Heavens) -> None:
    """A hundred chips, each in one place; one god a hex; nothing on an occupied hex; counters in the box."""
    _hundred_chips(heavens)
    _stacks(heavens)
    ensure({god: at for at, god in heavens.on.items()} == dict(heavens.at), "Two gods are on one hex.")
    ensure(not heavens.gone.intersection(heavens.at), "A god that is out of the game stands on the board.")
    tokens = heavens.turns.tokens
    ensure(
        0 <= heavens.actions <= tokens, f"The Action Lane has 0 to {tokens} tokens, not {heavens.actions}."
    )
    for side, n in heavens.health.items():
        ensure(0 <= n <= BASE_HEALTH, f"{BASES[side]} has 0 to {BASE_HEALTH} health, not {n}.")
    for power, n in heavens.used.items():
        copies = heavens.box.powers[power].copies
        ensure(0 <= n <= copies, f"The deck has {copies} of {power}, not {n}.")
    held = all(heavens.standing(god) for god, _, _ in heavens.changes)
    ensure(held, "Only figures of a standing god are changed for a while.")
    if heavens.tracked:
        _hexes(heavens)


def _hundred_chips(heavens: Heavens) -> None:
    left = dict(heavens.bank)
    for colour, n in left.items():
        ensure(n >= 0, f"{BANK[colour]}: {-n} chips too few.")
    for kind, counts in zip(KINDS_OF_CHIP, zip(*heavens.chips.values(), strict=True), strict=False):
        left[COLOUR[kind]] += sum(counts)
    ensure(left == TOTAL, "There are a hundred chips, no more and no less.")


def _stacks(heavens: Heavens) -> None:
    for holder, stack in heavens.chips.items():
        ensure(any(stack) and min(stack) >= 0, f"{holder}: a stack of no chips.")
        if holder in heavens.box.gods:
            ensure(holder in heavens.at and stack.health, f"{holder} does not stand: no chips lie under it.")
            ensure(not stack.column and stack.disable <= 1, f"{holder} has chips that no god can have.")
        else:
            ensure(
                not (stack.health or stack.poison or stack.disable), f"{holder} holds what only a god can."
            )
            kinds = (stack.armor + stack.attack, stack.column, stack.trap)
            ensure(
                sum(map(bool, kinds)) == 1,
                f"{holder} holds bonus chips, architecture or a trap: one of the three.",
            )
    disabled = {holder for holder, stack in heavens.chips.items() if stack.disable}
    ensure(disabled == set(heavens.disabled_by), "A Disable chip is somebody's, till that seat's next turn.")


def _hexes(heavens: Heavens) -> None:
    board, bases = heavens.box.board.at, heavens.bases
    ensure(all(place in board for place in (*heavens.on, *bases.values())), "That hex is not on the board.")
    ensure(heavens.walls == heavens.settled().walls, "The occupied hexes are not seen.")
    ensure(len({*bases.values()}) == len(bases), "Both home bases are on one hex.")
    for side, place in bases.items():
        ensure(place not in heavens.on, f"{heavens.on.get(place)} is on the hex of {BASES[side]}.")
        ensure(place not in heavens.chips, f"Chips lie on the hex of {BASES[side]}.")
    if heavens.phase == BASE:
        ensure(
            heavens.side not in bases,
            f"{BASES[heavens.side]} is placed already; it is for the other side to place its own.",
        )
    else:
        ensure(len(bases) == len(SIDES), "Both home bases stand on the board.")
    for place in heavens.on.keys() & heavens.chips.keys():
        god, stack = heavens.on[place], heavens.stack(place)
        what = in_words(heap(stack))
        ensure(not heavens.standing(god), f"{god} stands on {place}, and so do {what}.")
        ensure(not stack.column + stack.trap, f"{god} lies on {place}, where {what} stand.")
