"""How a moment of High Heavens looks: the Heavens, the bank, the bases and the gods of both sides."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from companion.games.high_heavens.attack import COLUMN_ON, TRAP_ON, TRAP_UNDER
from companion.games.high_heavens.box import (
    BASE_HEALTH,
    BASE_OF,
    BASES,
    CHIP_NAMES,
    COLOUR,
    ENEMY,
    KINDS_OF_CHIP,
    SIDE_OF,
    SIDES,
    TOTAL,
    God,
)
from companion.games.high_heavens.chips import stack_words
from companion.games.high_heavens.picture import bank, chips, picture
from companion.games.high_heavens.state import BASE as BASES_PHASE
from companion.games.high_heavens.state import CLEANUP, EFFECTS, Heavens
from companion.kernel.state import counted, possessive
from companion.kernel.view import Card, Counter, Panel, View


def things(heavens: Heavens) -> dict[str, str]:
    """Everything tracked, with where or how it is."""
    found = {god: heavens.where(god) for god in heavens.box.gods}
    for god, by in heavens.disabled_by.items():
        found[god] += f" (until {possessive(by)} next turn)"
    found |= {place: stack_words(heavens.stack(place)) for place in heavens.heaps()}
    found |= {f"{CHIP_NAMES[colour]} in the bank": str(n) for colour, n in heavens.bank.items()}
    for side, base in BASES.items():
        on = f" on {heavens.bases[side]}" if side in heavens.bases else ""
        found[base] = f"{heavens.health[side]} health{on}"
        found[f"{side} gods that came"] = str(heavens.entered[side])
    found |= {power: f"used {n}" for power, n in heavens.used.items() if n}
    found |= {
        "Turn": f"{heavens.turn}, {heavens.seat}",
        "Phase": heavens.phase_words,
        "Action Lane": str(heavens.actions),
    }
    if heavens.using:
        found["Using"] = heavens.using
    if heavens.moved:
        found["May smite"] = heavens.moved
    if heavens.draw_words:
        found["Draw"] = heavens.draw_words
    if heavens.over:
        found["Result"] = heavens.over.why
    return found


def phase(heavens: Heavens) -> str:
    """What is going on, in a few words."""
    if heavens.over:
        return "Game over"
    match heavens.phase:
        case p if p == BASES_PHASE:
            return f"{heavens.seat} place {BASES[heavens.side]}"
        case p if p in EFFECTS:
            return heavens.using
        case p if p == CLEANUP:
            return f"{possessive(heavens.seat)} clean-up"
    return f"{possessive(heavens.seat)} turn"


def view(heavens: Heavens) -> View:
    """What every phone shows."""
    tokens = heavens.turns["tokens"]
    counters = (
        Counter("Turn", "Round", heavens.round),
        Counter("Action Lane", "actions", heavens.actions, tokens, heavens.seat, pips=True),
    )
    panels = tuple(_panel(heavens, seat) for seat in heavens.players)
    return View(phase(heavens), counters, panels, picture(heavens), bank(heavens))


def _panel(heavens: Heavens, seat: str) -> Panel:
    side = SIDE_OF[seat]
    if seat != heavens.first_of(side):
        return Panel(seat, (), ())
    own, tokens = heavens.box.own[side], heavens.turns["tokens"]
    here = heavens.actions if side == heavens.side else tokens - heavens.actions
    counters = (
        Counter(BASES[side], BASES[side], heavens.health[side], BASE_HEALTH, seat, dial=True),
        Counter(f"{side} gods", "gods left", sum(g not in heavens.gone for g in own), len(own), seat),
        Counter("Action Lane", "in the Action Lane", here, tokens, seat, pips=True),
    )
    cards = [_god_card(heavens, god) for god in own]
    return Panel(seat, counters, (*cards, *(_power_card(heavens, p) for p in heavens.box.decks[side])))


def _god_card(heavens: Heavens, name: str) -> Card:
    god, stack = heavens.box.gods[name], heavens.stack(name)
    figures = (
        ("heart", stack.health if name in heavens.at else god.health),
        ("boot", god.movement),
        ("eye", god.range),
        ("sword", god.melee + stack.attack),
        ("flame", god.power + stack.attack if god.range > 1 else 0),
    )
    up = heavens.in_hand(name) or heavens.standing(name)
    shows = whereabouts(heavens, name)
    return Card(
        name,
        name,
        god.title,
        shows,
        up,
        figures,
        _said(god),
        god.letter,
        chips(stack),
        god.source or heavens.box.source,
    )


def _said(god: God) -> str:
    """What a god's card says of its ability, with what it costs, and of its story."""
    ability = f"{god.ability or 'Ability'} ({god.cost})" if god.ability or god.text else ""
    return " ".join(filter(None, (": ".join(filter(None, (ability, god.text))), god.mythos)))


def whereabouts(heavens: Heavens, god: str) -> str:
    """Where a god is, without its chips, and what keeps it from acting."""
    where = heavens.where(god).partition(":")[0]
    if god not in heavens.at or heavens.able(god):
        return where
    if not heavens.standing(god):
        return f"{where}, until {possessive(heavens_side(heavens, god))} Clean Up"
    if heavens.stack(god).trap:
        return f"{where}, in a trap"
    return f"{where}, disabled until {possessive(heavens.disabled_by[god])} next turn"


def _power_card(heavens: Heavens, name: str) -> Card:
    power, left = heavens.box.powers[name], heavens.left(name)
    said = f"{left} left. {power.text}" if power.copies > 1 else power.text
    where = (said or "in the deck or hand") if left else "used up"
    figures = (("coin", power.cost),)
    return Card(
        name,
        name,
        power.type or "Divine Power",
        where,
        left > 0,
        figures,
        letter=power.letter,
        source=heavens.box.source,
    )


def label(heavens: Heavens, name: str) -> str:
    """An answer in words."""
    if name in heavens.box.gods:
        god = heavens.box.gods[name]
        if name in heavens.at:
            return f"{name}, {heavens.where(name)}"
        return f"{name} ({god.health} Health)" if name not in heavens.gone else f"{name} (gone)"
    if name in BASE_OF:
        return f"{name}, {heavens.health[BASE_OF[name]]} health"
    if name in heavens.box.powers:
        power = heavens.box.powers[name]
        return f"{name} ({counted(power.cost, 'action')})"
    if name in heavens.box.board.at:
        there = heavens.on.get(name)
        what = there if there else stack_words(heavens.stack(name))
        return f"{name}, {what}" if what else name
    if " & " in name:
        return name.replace(" & ", " and ")
    return name


def reach(heavens: Heavens, thing: str) -> dict[str, tuple[str, ...]]:
    """Where a god on the board can move, and what its attacks can reach."""
    if not heavens.tracked or thing not in heavens.at or not heavens.able(thing):
        return {}
    side = heavens.box.gods[thing].side
    seat = heavens.seat if heavens.side == side else heavens.first_of(side)
    return {"moves": tuple(heavens.steps(thing, seat)), "strikes": tuple(heavens.reach(thing))}


def spaces(heavens: Heavens, name: str) -> tuple[str, ...]:
    """Where a finger may point to give this answer."""
    for prefix in (TRAP_UNDER, TRAP_ON, COLUMN_ON):
        name = name.removeprefix(prefix)
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
            lost[side] += sum(1 for god in after.gone - before.gone if heavens_side(after, god) == side)
    last = moments[-1]
    of = {seat: SIDE_OF[seat] for seat in last.players}
    return [
        ("Turns", last.turn),
        ("Gods brought in", {seat: came[of[seat]] for seat in of}),
        ("Gods lost", {seat: lost[of[seat]] for seat in of}),
        ("Damage to the enemy base", {seat: BASE_HEALTH - last.health[ENEMY[of[seat]]] for seat in of}),
    ]


def heavens_side(heavens: Heavens, god: str) -> str:
    """The side of a god."""
    return heavens.box.gods[god].side


def invariant(heavens: Heavens) -> None:
    """A hundred chips, each in one place; one god a hex; nothing on an occupied hex; counters in the box."""
    left = dict(heavens.bank)
    assert min(left.values()) >= 0, "the bank owes chips"
    for kind, counts in zip(KINDS_OF_CHIP, zip(*heavens.chips.values(), strict=True), strict=False):
        left[COLOUR[kind]] += sum(counts)
    assert left == TOTAL, f"chips were made or lost: {left}"
    assert all(any(stack) and min(stack) >= 0 for stack in heavens.chips.values()), "a stack of no chips"
    assert {god: space for space, god in heavens.on.items()} == dict(heavens.at), "board and gods disagree"
    gods = heavens.box.gods
    for holder, stack in heavens.chips.items():
        if holder in gods:
            assert holder in heavens.at and stack.health and not stack.column, f"{holder} keeps chips"
        else:
            assert not (stack.health or stack.poison or stack.disable), f"{holder} holds what a god holds"
    assert not heavens.gone & set(heavens.at), "a god that is gone stands on the board"
    disabled = {holder for holder, stack in heavens.chips.items() if stack.disable}
    assert disabled == set(heavens.disabled_by), "disabled, by nobody"
    assert 0 <= heavens.actions <= heavens.turns["tokens"], "tokens that are not in the box"
    assert all(0 <= n <= BASE_HEALTH for n in heavens.health.values()), "a base off its dial"
    if heavens.tracked:
        assert set(heavens.at.values()) <= set(heavens.box.board.at), "a god off the board"
        assert heavens.walls == heavens.settled().walls, "occupied hexes not seen"
        assert not set(heavens.bases.values()) & set(heavens.on), "a god on a home base"
        assert not any(p in heavens.chips and heavens.standing(g) for p, g in heavens.on.items()), (
            "two at once"
        )
