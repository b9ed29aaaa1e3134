"""The view of High Heavens: the Heavens, the bank, the bases and the gods of both sides."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from companion.games.high_heavens.box import (
    BASE_HEALTH,
    BASE_OF,
    BASES,
    ENEMY,
    GODS_OF,
    SIDE_OF,
    SIDES,
    stack_words,
)
from companion.games.high_heavens.picture import bank, chips, picture
from companion.games.high_heavens.state import BASE, CLEANUP, EFFECTS, HANDS, LANE, ROUND, Heavens, piles
from companion.games.high_heavens.state import reach as reached
from companion.games.high_heavens.state.around import built, lent
from companion.kernel.view import Card, Counter, Panel, Shelf, View
from companion.words import Text, message


def phase(heavens: Heavens) -> Text:
    """Return the phase in a few words."""
    if heavens.over:
        return "Game over"
    match heavens.phase:
        case p if p == BASE:
            return message("{seat} place {base}", seat=heavens.seat, base=BASES[heavens.side])
        case p if p in EFFECTS:
            return str(heavens.using)
        case p if p in HANDS:
            return message("{effect}, by hand", effect=heavens.using)
        case p if p == CLEANUP:
            return message("{seat} clean-up", seat=heavens.seat)
    return message("{seat} turn", seat=heavens.seat)


def view(heavens: Heavens) -> View:
    """Return the view that every phone shows."""
    tokens = heavens.turns.tokens
    counters = (
        *(() if heavens.phase == BASE else (Counter(ROUND, "Round", heavens.round),)),
        Counter(LANE, "actions", heavens.actions, tokens, heavens.seat, pips=True),
    )
    panels = tuple(_panel(heavens, seat) for seat in heavens.players)
    return View(phase(heavens), counters, panels, picture(heavens), bank(heavens), _piles(heavens))


def _piles(heavens: Heavens) -> tuple[Shelf, ...]:
    """The discard piles, where the phones hold the cards: the last card first."""
    result = []
    for side, pile in heavens.pile.items():
        cards = [_god_card(heavens, c) if c in heavens.box.gods else _power_card(heavens, c) for c in pile]
        if cards:
            result.append(Shelf(message("{side} discard pile", side=side), tuple(reversed(cards))))
    return tuple(result)


def _panel(heavens: Heavens, seat: str) -> Panel:
    side = SIDE_OF[seat]
    if seat != heavens.first_of(side):
        return Panel(seat, _counted(heavens, seat), ())
    own, tokens = heavens.box.own[side], heavens.turns.tokens
    here = heavens.actions if side == heavens.side else tokens - heavens.actions
    counters = (
        Counter(BASES[side], BASES[side], heavens.health[side], BASE_HEALTH, seat, dial=True),
        Counter(GODS_OF[side], "gods left", sum(g not in heavens.gone for g in own), len(own), seat),
        Counter(LANE, "in the Action Lane", here, tokens, seat, pips=True),
        *_counted(heavens, seat),
    )
    cards = [_god_card(heavens, god) for god in own]
    powers = (_power_card(heavens, power) for power in heavens.box.decks[side])
    held = {card for name in heavens.who(side) for card in heavens.held.get(name, ())}
    lying = sorted((*cards, *powers), key=lambda card: card.thing not in held)
    return Panel(seat, counters, tuple(lying), shared=heavens.partners(seat))


def _counted(heavens: Heavens, seat: str) -> tuple[Counter, ...]:
    """The cards in a hand and in the draw pile, where the phones hold them."""
    if not heavens.held:
        return ()
    side = SIDE_OF[seat]
    hand = Counter(piles.HAND_OF[seat], "cards in hand", len(heavens.held[seat]), None, seat)
    if seat != heavens.first_of(side):
        return (hand,)
    return hand, Counter(piles.DECK_OF[side], "in the draw pile", len(heavens.deck[side]), None, seat)


def _at_hand(heavens: Heavens, card: str) -> bool:
    """True for a card that may be in the hand: with the cards on the table, any that is not in play."""
    return not heavens.held or any(card in hand for hand in heavens.held.values())


def _god_card(heavens: Heavens, name: str) -> Card:
    god, stack = heavens.box.gods[name], heavens.stack(name)
    more = stack.attack + sum(more.n for more in lent(heavens, name, "attack"))
    figures = (
        ("heart", stack.health if name in heavens.at else god.health),
        ("boot", reached.movement(heavens, name) if name in heavens.at else god.movement),
        ("eye", reached.range_of(heavens, name) if name in heavens.at else god.range),
        ("sword", god.melee + more),
        ("flame", god.power + more if god.range > 1 else 0),
    )
    up = _at_hand(heavens, name) if heavens.in_hand(name) else heavens.standing(name)
    shows = whereabouts(heavens, name)
    return Card(
        name,
        name,
        god.title,
        shows,
        up,
        figures,
        god.said,
        god.letter,
        chips(stack),
        god.source or heavens.box.source,
        loose=heavens.in_hand(name) and not heavens.held,
    )


def whereabouts(heavens: Heavens, god: str) -> Text:
    """Return where a god is, without its chips, and what keeps it from acting."""
    where = str(heavens.where(god, chips=False))
    if god not in heavens.at or heavens.able(god):
        return where
    if not heavens.standing(god):
        side = heavens.box.gods[god].side
        return message("{where}, until the {side} Clean Up", where=where, side=side)
    if heavens.stack(god).trap:
        return message("{where}, in a trap", where=where)
    by = heavens.disabled_by[god]
    return message("{where}, disabled until the next {side} turn", where=where, side=by)


def _power_card(heavens: Heavens, name: str) -> Card:
    power, left = heavens.box.powers[name], heavens.left(name)
    sentence: Text = power.said
    if power.copies > 1:
        sentence = message("{n} left. {text}", n=left, text=power.said)
    up, lies = left > 0 and _at_hand(heavens, name), heavens.lies(name)
    where = (sentence or lies) if left else "used up"
    if up and heavens.held and sentence:
        where = message("{where}: {text}", where=lies, text=sentence)
    figures = (("coin", power.cost),)
    return Card(
        name,
        name,
        power.type or "Divine Power",
        where,
        up,
        figures,
        letter=power.letter,
        source=heavens.box.source,
        wide=True,
        loose=left > 0 and not heavens.held,
    )


def label(heavens: Heavens, name: str) -> Text:
    """An answer in words."""
    if name in heavens.box.gods:
        if name in heavens.at:
            return message("{god}, {where}", god=name, where=heavens.where(name))
        words = "{god} (gone)" if name in heavens.gone else "{god} ({health} Health)"
        return message(words, god=name, health=heavens.box.gods[name].health)
    if name in BASE_OF:
        return message("{base}, {health} health", base=name, health=heavens.health[BASE_OF[name]])
    if name in heavens.box.powers:
        cost = heavens.box.powers[name].cost
        return message("{power} ({cost:# action|# actions})", power=name, cost=cost)
    if name in heavens.box.board.at:
        there = heavens.on.get(name)
        what = there if there else stack_words(heavens.stack(name))
        return message("{space}, {what}", space=name, what=what) if what else name
    return name.replace(" & ", " and ")


def reach(heavens: Heavens, thing: str) -> dict[str, tuple[str, ...]]:
    """Return the hexes to which a god on the board can move, and those its attacks can reach."""
    if not heavens.tracked or thing not in heavens.at or not heavens.able(thing):
        return {}
    side = heavens.box.gods[thing].side
    seat = heavens.seat if heavens.side == side else heavens.first_of(side)
    return {
        "moves": tuple(reached.steps(heavens, thing, seat)),
        "strikes": tuple(reached.strikes(heavens, thing)),
    }


def spaces(heavens: Heavens, name: str) -> tuple[str, ...]:
    """Return the hexes to point at for this answer."""
    if thing := built(heavens.box).get(name):
        name = thing.of
    if name in BASE_OF:
        name = heavens.bases.get(BASE_OF[name], "")
    place = heavens.at.get(name, name)
    return (place,) if place in heavens.box.board.at else ()


def numbers(moments: Sequence[Heavens]) -> list[tuple[str, Mapping[str, int] | int]]:
    """Turns, gods brought in and lost, and damage done to the bases."""
    came, lost = (dict.fromkeys(SIDES, 0) for _ in range(2))
    for before, after in pairwise(moments):
        for side in SIDES:
            came[side] += max(0, after.entered[side] - before.entered[side])
            lost[side] += len((after.gone - before.gone).intersection(after.box.own[side]))
    last = moments[-1]
    of = {seat: SIDE_OF[seat] for seat in last.players}
    return [
        ("Turns", last.turn),
        ("Gods brought in", {seat: came[of[seat]] for seat in of}),
        ("Gods lost", {seat: lost[of[seat]] for seat in of}),
        ("Damage to the enemy base", {seat: BASE_HEALTH - last.health[ENEMY[of[seat]]] for seat in of}),
    ]
