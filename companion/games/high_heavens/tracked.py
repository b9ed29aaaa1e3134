"""What the table tracks, how it is set by hand, and what always holds."""

from dataclasses import dataclass
from typing import Annotated

from companion.games.high_heavens.actions.checks import by_whom, require
from companion.games.high_heavens.box import (
    BASE_HEALTH,
    BASE_OF,
    BASES,
    CAPS,
    CHIP_NAMES,
    COLOUR,
    ENEMY,
    KINDS_OF_CHIP,
    TOTAL,
    WORDS,
    Stack,
    stack_words,
)
from companion.games.high_heavens.state import BASE, TURNS, Heavens, bases, chips, gods
from companion.kernel.action import Noun
from companion.kernel.state import possessive
from companion.toolkit.ruling import SetByHand, Why

PLACE, HEALTH, USED, WHOSE, ACTIONS = "place", "base health", "used up", "whose", "actions"
HAND, GONE, BOARD = "in the deck or hand", "gone", "on the board"
LANE, TURN_OF = "Action Lane", "Turn"
KIND = {words: kind for kind, words in WORDS.items()}
ON_GOD = tuple(WORDS[kind] for kind in ("health", "poison", "armor", "attack", "disable", "trap"))
ON_HEX = tuple(WORDS[kind] for kind in ("armor", "attack", "column", "trap"))


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


def everything(heavens: Heavens) -> tuple[str, ...]:
    """All that a ruling can set."""
    places = heavens.box.board.spaces if heavens.tracked else (*heavens.heaps(), heavens.free_site())
    box = heavens.box
    return (*box.gods, *BASES.values(), LANE, TURN_OF, *box.powers, *places)


def about(heavens: Heavens, thing: str) -> tuple[str, ...]:
    """What can be set about a thing."""
    if thing in heavens.box.gods:
        return (PLACE, *ON_GOD)
    if thing in BASE_OF:
        return (HEALTH, PLACE) if heavens.tracked else (HEALTH,)
    if thing in heavens.box.powers:
        return (USED,)
    return {LANE: (ACTIONS,), TURN_OF: (WHOSE,)}.get(thing, ON_HEX)


def what_of(heavens: Heavens, thing: str, what: tuple[str, ...]) -> str:
    """What is set: the one answered, or the only one there is."""
    return what[0] if what else about(heavens, thing)[0]


def settings(heavens: Heavens, thing: str, what: str) -> tuple[str, ...]:
    """What a thing can be set to."""
    match what:
        case "place" if thing in BASE_OF:
            return heavens.box.board.spaces
        case "place":
            return (*(heavens.box.board.spaces if heavens.tracked else (BOARD,)), HAND, GONE)
        case "base health":
            return _numbers(BASE_HEALTH)
        case "used up":
            return _numbers(heavens.box.powers[thing].copies)
        case "whose":
            return heavens.players
        case "actions":
            return _numbers(heavens.turns["tokens"])
    kind = KIND[what]
    most = getattr(heavens.stack(thing), kind) + heavens.bank[COLOUR[kind]]
    return _numbers(min(most, CAPS[kind]) if kind == "disable" else most)


def _numbers(most: int) -> tuple[str, ...]:
    return tuple(str(n) for n in range(most + 1))


Thing = Annotated[str, Noun[Heavens]("Set what?", lambda heavens, draft: everything(heavens))]
What = Annotated[
    tuple[str, ...],
    Noun[Heavens](
        "What about it?",
        lambda heavens, draft: about(heavens, draft.thing),
        count=lambda heavens, draft: int(len(about(heavens, draft.thing)) > 1),
    ),
]
To = Annotated[
    str,
    Noun[Heavens](
        "To what?",
        lambda heavens, draft: settings(heavens, draft.thing, what_of(heavens, draft.thing, draft.what)),
    ),
]


@dataclass(frozen=True)
class Ruling(SetByHand[Heavens]):
    """Set anything that is tracked by hand, because the table is always right."""

    thing: Thing
    what: What
    to: To
    why: Why
    title = "Set by hand"

    def check(self, heavens: Heavens) -> None:
        super().check(heavens)
        require(heavens.phase != BASE, "ruling", "Place the home bases first.")
        thing = self.thing
        if thing == LANE:
            require(heavens.phase in TURNS, "ruling", "Actions are counted only while they are taken.")
        if about(heavens, thing) == ON_HEX:
            there = heavens.on.get(thing)
            held = there is not None and heavens.standing(there)
            require(not held, "occupied", f"{thing} is taken by {there}; chips there are the god's.")
            base = thing in heavens.bases.values()
            require(not base, "occupied", f"{thing} is taken{by_whom(heavens, thing)}.")
        what = what_of(heavens, thing, self.what)
        if what == PLACE:
            self._place_is_free(heavens, thing, self.to)
        elif thing in heavens.box.gods:
            require(thing in heavens.at, "ruling", f"{thing} is {heavens.where(thing)}: put it on the board.")
            up = heavens.standing(thing) or what == WORDS["health"]
            require(up, "fallen", f"{thing} has fallen; set its Health first.")

    @staticmethod
    def _place_is_free(heavens: Heavens, thing: str, to: str) -> None:
        if to in heavens.box.board.at:
            mine = to in (heavens.at.get(thing), heavens.bases.get(BASE_OF.get(thing, "")))
            require(
                mine or to not in heavens.walls, "occupied", f"{to} is taken{by_whom(heavens, to)}; clear it."
            )
            lies = heavens.on.get(to, thing)
            require(lies == thing, "occupied", f"{lies} lies on {to}; set it first.")
        if to not in (HAND, GONE) and thing in heavens.box.gods and thing not in heavens.at:
            health, bank = heavens.box.gods[thing].health, heavens.bank["health"]
            require(health <= bank, "supply", f"{thing} needs {health} Health; the bank has {bank}.")
            own = heavens.free_place(thing)
            full = not heavens.tracked and own in heavens.chips
            require(not full, "occupied", f"{stack_words(heavens.stack(own))} still lie there; clear it.")

    def apply(self, heavens: Heavens) -> Heavens:
        thing, what = self.thing, what_of(heavens, self.thing, self.what)
        words = f"Ruling by {self.by}: {thing}, {what}, is set to {self.to} ({self.why})."
        after = heavens.tell(words, thing, rule="ruling")
        if what == PLACE:
            return _put(after, thing, self.to).settled()
        to = self.to
        match what:
            case "base health":
                side = BASE_OF[thing]
                after = after.but(health={**after.health, side: int(to)})
                return (
                    after if int(to) else after.lost(side, "base", f"{thing} has fallen: {ENEMY[side]} win.")
                )
            case "used up":
                return after.but(used={**after.used, thing: int(to)})
            case "whose":
                return after.but(
                    phase=after.turn_phase, seat=to, using="", moved="", actions=after.turns["tokens"]
                )
            case "actions":
                return after.but(actions=int(to))
        return _count(after, thing, KIND[what], int(to), self.by).settled()


def _put(heavens: Heavens, thing: str, to: str) -> Heavens:
    if thing in BASE_OF:
        return bases.put_base(heavens, BASE_OF[thing], to, "ruling")
    if to in (HAND, GONE):
        after = _stripped(heavens, thing)
        if to == GONE:
            return after if thing in after.gone else gods.perish(after, thing, f"{thing} is gone.", "ruling")
        at = {god: place for god, place in after.at.items() if god != thing}
        on = {place: god for place, god in after.on.items() if god != thing}
        return after.but(at=at, on=on, gone=after.gone - {thing})
    if thing not in heavens.at:
        return gods.bring(heavens, thing, to if heavens.tracked else heavens.free_place(thing), "ruling")
    if to in (heavens.at[thing], BOARD):
        return heavens
    on = {place: god for place, god in heavens.on.items() if god != thing}
    return heavens.but(at={**heavens.at, thing: to}, on={**on, to: thing})


def _stripped(heavens: Heavens, god: str) -> Heavens:
    """A god's chips all back in the bank."""
    back = {kind: -n for kind, n in heavens.stack(god)._asdict().items() if n}
    by = {name: seat for name, seat in heavens.disabled_by.items() if name != god}
    return heavens.take(god, **back).but(disabled_by=by) if back else heavens


def _count(heavens: Heavens, thing: str, kind: str, to: int, by: str) -> Heavens:
    """So many chips of a kind there."""
    stack = heavens.stack(thing)
    if thing in heavens.box.gods and kind == "health":
        if not to and stack.health:
            return chips.lose_health(heavens, thing, stack.health, "Ruling", "ruling")
        if to and not stack.health:
            heavens = _stood_up(heavens, thing)
    after = heavens.take(thing, **{kind: to - getattr(heavens.stack(thing), kind)})
    if kind != "disable":
        return after
    others = {name: seat for name, seat in after.disabled_by.items() if name != thing}
    return after.but(disabled_by={**others, thing: by} if to else others)


def _stood_up(heavens: Heavens, god: str) -> Heavens:
    """A fallen god that stands up again takes up what it dropped."""
    dropped = heavens.stack(heavens.at[god])
    if not any(dropped):
        return heavens
    after = heavens.pass_on(heavens.at[god], god, dropped.armor, dropped.attack)
    words = stack_words(Stack(armor=dropped.armor, attack=dropped.attack))
    return after.tell(f"{god} takes up {words}.", god, rule="ruling") if words else after


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
