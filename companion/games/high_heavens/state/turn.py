"""The sequence of play: a turn opens, cards are paid for, the Clean Up, and the next seat."""

from companion.games.high_heavens.box import BASES, SIDE_OF, SIDES
from companion.games.high_heavens.state import ability_limits, bases, changes, chips, gods, piles
from companion.games.high_heavens.state.heavens import (
    BASE,
    CLEANUP,
    EFFECT,
    EFFECTS,
    HAND,
    LANE,
    OPEN_EFFECT,
    OPEN_HAND,
    PHASE,
    ROUND,
    SMITER,
    TURN_OF,
    USING,
    Heavens,
)
from companion.games.high_heavens.state.use import Use
from companion.kernel.state import changed
from companion.words import Message, message

TURN_THINGS = (TURN_OF, ROUND, PHASE, LANE, USING, SMITER)


def open_turn(heavens: Heavens, seat: str) -> Heavens:
    """A seat's turn: what it disabled is free again, poison works, and the tokens lie on its side."""
    if heavens.changes:
        heavens = changes.ended(changes.ended(heavens, changes.THIS_TURN), seat)
    heavens = ability_limits.reopened(heavens) if heavens.done else heavens
    turn, numbers = heavens.turn + 1, heavens.turns
    actions = numbers.first_turn if turn == 1 else numbers.tokens
    after = heavens.tell(
        message("{seat} turn: {n:# action|# actions}.", seat=seat, n=actions),
        *TURN_THINGS,
        rule="first-turn" if turn == 1 else "ap",
        phase=heavens.turn_phase,
        seat=seat,
        turn=turn,
        actions=actions,
        moved="",
        using="",
        use=None,
    )
    for god in [god for god, by in heavens.disabled_by.items() if by == seat]:
        after = chips.take_off(after, god, "disable", 1, "disable")
    return poisoned(after) if seat == heavens.first_of(SIDE_OF[seat]) else after


def place_base(heavens: Heavens, side: str, place: str, rule: str) -> Heavens:
    """Put a home base down, and see who goes on."""
    after = bases.put_base(heavens, side, place, rule)
    if heavens.phase != BASE:
        return after
    if waiting := next((side for side in SIDES if side not in after.bases), ""):
        seat = after.first_of(waiting)
        words = message("{seat}: place {base}.", seat=seat, base=BASES[waiting])
        return after.but(seat=seat).tell(words, TURN_OF, LANE)
    return open_turn(after, after.players[0])


def poisoned(heavens: Heavens) -> Heavens:
    """Poison takes Health from the active side's gods."""
    after = heavens
    for god in heavens.box.own[heavens.side]:
        n = heavens.chips[god].poison if god in heavens.chips else 0
        if n and heavens.standing(god):
            after = chips.lose_health(
                after, god, n, message("{n} Poison under {god}", n=n, god=god), "poison"
            )
    return after


def clean_up(heavens: Heavens) -> Heavens:
    """The active side's fallen gods leave, and what is left in the Action Lane slides over."""
    if heavens.phase == CLEANUP:
        return heavens
    after = heavens.spend(heavens.actions, phase=CLEANUP, using="", use=None)
    words = message("{seat}: clean up, and discard what you like.", seat=heavens.seat)
    after = after.tell(words, PHASE, USING, SMITER)
    lying = [god for god in heavens.at if not heavens.standing(god)]
    for god in heavens.box.own[heavens.side]:
        if god in lying:
            words = message("{god} perishes: take the figure off the board.", god=god)
            after = gods.perish(after, god, words, "fallen")
    return after


def end_turn(heavens: Heavens) -> Heavens:
    """Clean up, draw, and the next seat's turn."""
    after = clean_up(heavens)
    if after.over:
        return after
    if stuck(after):
        return after.finish((), "stalemate", "Every god that is left is trapped for good: a draw.")
    if heavens.held:
        after = piles.draw(after, heavens.seat)
    elif not heavens.omnipotence:
        words = message("{seat}: draw up to {n} cards.", seat=heavens.seat, n=heavens.turns.hand)
        after = after.tell(words, rule="four-players" if heavens.four else "draw")
    order = heavens.players
    return open_turn(after, order[(order.index(heavens.seat) + 1) % len(order)])


def stuck(heavens: Heavens) -> bool:
    """True if nobody can ever do anything more, because all that is left lies in traps."""
    for god in heavens.at:
        stack = heavens.chips.get(god)
        if stack is None or not stack.trap or stack.poison:
            return False
    powers, tokens = heavens.box.powers, heavens.turns.tokens
    return not any(map(heavens.in_hand, heavens.box.gods)) and all(
        not heavens.left(power) or powers[power].cost > tokens for power in powers
    )


def gain_actions(heavens: Heavens, n: int) -> Heavens:
    """Action tokens slide back to the active side, as many as the lane has."""
    now = min(heavens.turns.tokens, heavens.actions + n)
    words = message(
        "{seat}: {n:# action|# actions} more this turn.", seat=heavens.seat, n=now - heavens.actions
    )
    return heavens.but(actions=now).tell(words, LANE, rule="ap")


def wait(heavens: Heavens, using: Message | str, use: Use) -> Heavens:
    """A card in the middle of its effects waits for an answer."""
    if heavens.phase in EFFECTS:
        return heavens.but(use=use)
    phase = EFFECT if heavens.tracked else OPEN_EFFECT
    after = heavens.but(phase=phase, using=using, use=use)
    return after.tell(message("{card} goes on.", card=using), USING, PHASE)


def by_hand(heavens: Heavens, using: Message | str, text: str, use: Use, rule: str = "ability") -> Heavens:
    """A card whose text the table carries out."""
    phase = HAND if heavens.tracked else OPEN_HAND
    after = heavens.but(phase=phase, using=using, use=changed(use, done=()))
    words = message("{card}, by hand: do what the card says, one effect at a time.", card=using)
    if text:
        words = message("{card}, by hand: {text}", card=using, text=text)
    return after.tell(words, USING, PHASE, SMITER, rule=rule)


def close(heavens: Heavens) -> Heavens:
    """A card is done: back to the turn, where it had left it."""
    if heavens.use is None:
        return heavens
    after = heavens.but(phase=heavens.turn_phase, using="", use=None)
    return after.tell(message("{card} is done.", card=heavens.using), USING, PHASE)
