"""The draft, and the sequence of play."""

from collections.abc import Iterator, Sequence
from itertools import chain

from companion.games.havoc_in_heaven import box
from companion.games.havoc_in_heaven.box import (
    ARMORY_OF,
    BASE,
    ENEMY,
    HAND_OF,
    PITY,
    PLAYED_OF,
    POT_OF,
    ROW_NAMES,
    ROWS,
    SIDES,
    START,
    STARTING_ITEMS,
    STORAGE_OF,
    TURN,
    UNSEEN_OF,
    of,
)
from companion.games.havoc_in_heaven.state import changes, damage, deck, effects, levels, ways
from companion.games.havoc_in_heaven.state.havoc import ACTION, AIM, EFFECT, LOTS, SHARE, THIS_TURN, Havoc
from companion.games.havoc_in_heaven.state.piles import Cards, plus, without
from companion.kernel.state import Told
from companion.toolkit.cards.language import AT_START
from companion.words import Value, message


def pick(lane: Havoc, hero: str, side: str) -> Havoc:
    """A side takes a hero."""
    picked = lane.but(heroes={**lane.heroes, hero: side})
    return pick_on(picked.tell(message("{side} take {hero}.", side=side, hero=hero), hero, "Heroes", "Pick"))


def pick_on(lane: Havoc) -> Havoc:
    """Let the next side pick, in the order one, two, two, one; or end the draft."""
    n = len(lane.heroes)
    if n == START.heroes * len(SIDES):
        return assemble(lane)
    side = lane.picker if (n + 1) // 2 % 2 == 0 else ENEMY[lane.picker]
    return lane.but(side=ENEMY[side] if len(lane.own_heroes(side)) == START.heroes else side)


def assemble(lane: Havoc) -> Havoc:
    """Place the heroes, put the Armories together."""
    opened = {side: _first_skills(lane, side) for side in SIDES}
    every = chain.from_iterable(lane.box.heroes[hero].skills for hero in lane.heroes)
    ready = lane.but(
        phase=LOTS,
        side="",
        cards={
            side: Cards(plus(STARTING_ITEMS, skills), START.pity + len(skills))
            for side, skills in opened.items()
        },
        row={hero: BASE[side] for hero, side in lane.heroes.items()},
        level=dict.fromkeys(lane.heroes, 1),
        exp=dict.fromkeys(lane.heroes, 0),
        locked=frozenset(every).difference(*opened.values()),
    )
    placed = "{side}: put {heroes} on {row}, each with one level token."
    if lane.gained_only:
        placed = "{side}: put {heroes} on {row}."
    for side in SIDES:
        own = lane.own_heroes(side)
        ready = ready.tell(
            message(placed, side=side, heroes=own, row=ROW_NAMES[BASE[side] - 1]),
            *own,
            *(of(hero, what) for hero in own for what in (box.LEVEL, box.EXP, box.DAMAGE, box.STATUS)),
            rule="hero-start",
        )
        words = "{side}: shuffle {n} {pity} into your Armory; lay their other skills beside it, locked."
        if opened[side]:
            words = (
                "{side}: shuffle {skills} and {n} {pity} into your Armory; "
                "lay their other skills beside it, locked."
            )
        sentence = message(words, side=side, skills=opened[side], n=START.pity, pity=PITY)
        piles = (ARMORY_OF[side], HAND_OF[side], STORAGE_OF[side], UNSEEN_OF[side])
        ready = ready.tell(sentence, *piles, "Locked", "Starting player", rule="armory")
    return ready


def _first_skills(lane: Havoc, side: str) -> list[str]:
    """Return the skills of a side that are open from the start."""
    skills = [skill for hero in lane.own_heroes(side) for skill in lane.box.heroes[hero].skills]
    return [skill for skill in skills if lane.box.skills[skill].unlock == 1]


def begin(lane: Havoc, first: str) -> Havoc:
    """The starting player is drawn; both draw their hands."""
    after = lane.but(first=first).tell(
        message("{first} start.", first=first), "Starting player", rule="starting-player"
    )
    for side in SIDES:
        after = deck.draw(after, side, START.hand)
    return open_turn(after, first)


def open_turn(lane: Havoc, side: str) -> Havoc:
    """A side's turn: what it has is reset, the dead come back, the items come off."""
    own = set(lane.units(side))
    ap = max(0, TURN.ap - lane.owed.get(side, 0))
    turn = (ended(lane, side) if lane.boosts else lane).but(
        phase=ACTION,
        side=side,
        turn=lane.turn + 1,
        ap=ap,
        done=lane.done - effects.reopened(lane),
        owed=without(lane.owed, side),
        bought=0,
        fired=False,
        ending=False,
        equips={},
        walked=frozenset(),
        inactive=(lane.inactive - own) | (lane.stunned & own),
        dazed=lane.stunned & own,
    )
    turn = turn.tell_lines(_begins(lane, own, side, ap))
    for unit in sorted(lane.stunned & own):
        about = (unit, of(unit, box.STATUS), of(unit, box.STUN_TOKEN))
        turn = turn.tell(message("{unit} is stunned: Inactive this turn.", unit=unit), *about, rule="stun")
    for unit in lane.units(side):
        turn = effects.happens(turn, unit, AT_START)
    return settle(revive(disarm(turn, side), side))


def ended(lane: Havoc, until: str) -> Havoc:
    """Figures that were changed till now are as printed again."""
    for key in [key for key in lane.boosts if key[2] == until]:
        lane = changes.boost(lane, key[0], key[1], -lane.boosts[key], until)
    return lane


def _begins(lane: Havoc, own: set[str], side: str, ap: int) -> Iterator[Told]:
    words = message("{side's} turn: {ap} AP.", side=side, ap=ap)
    yield Told(words, ("Turn", "AP", "Purchases", *_reset(lane, own)), "ap")


def _reset(lane: Havoc, own: set[str]) -> tuple[str, ...]:
    """Return the names of everything else that is reset when a turn begins."""
    return (
        *(("Building attack",) if lane.fired else ()),
        *(of(unit, box.FREE_ROW) for unit in lane.walked),
        *(of(hero, box.ITEMS_GIVEN) for hero in lane.equips),
        *(of(unit, box.STATUS) for unit in lane.inactive & own),
        *(box.LACK_OF[side] for side in lane.owed),
        *(effects.once_called(*once) for once in effects.reopened(lane)),
    )


def disarm(lane: Havoc, side: str) -> Havoc:
    """Take every equipped item to Storage; a unit that lived by an item's HP dies now."""
    off = [item for hero in lane.own_heroes(side) for item in lane.items.get(hero, ())]
    bare = lane
    if off:
        rest = {hero: items for hero, items in lane.items.items() if lane.heroes[hero] != side}
        cards = {**lane.cards, side: lane.cards[side].to_storage(*off)}
        bare = lane.tell_lines(_disarmed(lane, side, off), items=rest, cards=cards)
    for hero in lane.own_heroes(side):
        if hero in bare.row and bare.left(hero) <= 0:
            bare = damage.fell(bare, hero, "")
    return bare


def _disarmed(lane: Havoc, side: str, off: Sequence[str]) -> Iterator[Told]:
    words = message("Disarm: {cards} to Storage.", cards=deck.cards_listed(off))
    yield Told(words, (*off, *(of(hero, box.ITEMS) for hero in lane.items), STORAGE_OF[side]), "disarm")


def revive(lane: Havoc, side: str) -> Havoc:
    """Dead heroes miss a turn more, or come back."""
    for hero in lane.own_heroes(side):
        turns = lane.away.get(hero)
        if turns is None:
            continue
        if turns:
            lane = lane.but(away={**lane.away, hero: turns - 1})
            words = "{hero} misses this turn and {n} more." if turns > 1 else "{hero} misses this turn."
            lane = lane.tell(message(words, hero=hero, n=turns - 1), hero, rule="revive")
        else:
            lane = bring_back(lane, hero)
    return lane


def bring_back(lane: Havoc, hero: str) -> Havoc:
    """A hero revives in his base row, or in the nearest row that is his side's to enter; else he waits."""
    side = lane.heroes[hero]
    bars = ways.barred(lane, side)
    row = min((row for row in ROWS if row not in bars), key=lambda row: abs(row - BASE[side]), default=0)
    if not row:
        return lane.tell(
            message("No row is open to {hero}, who waits for the next turn.", hero=hero), hero, rule="revive"
        )
    back = lane.but(away=without(lane.away, hero), row={**lane.row, hero: row})
    about = (hero, of(hero, box.DAMAGE), of(hero, box.STATUS))
    return back.tell(
        message("{hero} is back, on {row}, without damage.", hero=hero, row=ROW_NAMES[row - 1]),
        *about,
        rule="revive",
    )


def settle(lane: Havoc) -> Havoc:
    """Go on to what the table waits for: an effect, Exp to share out, the Action Phase, or its end."""
    if lane.over is not None:
        return lane
    if lane.pot:
        return _share_out(lane)
    if lane.pending:
        if not lane.pending[-1].aims:
            return lane.but(phase=EFFECT)
        after = effects.advance(lane)
        return lane.but(phase=AIM) if after is None else settle(after)
    here = lane if lane.phase == ACTION else lane.but(phase=ACTION)
    if lane.ending:
        words = message("All units of the {side} have attacked: their Action Phase is over.", side=lane.side)
        return clean_up(here.tell(words, rule="phase-end"))
    return here


def _share_out(lane: Havoc) -> Havoc:
    """Let a side share out its Exp, if more than one of its heroes can take it."""
    side, exp = next(iter(lane.pot.items()))
    heroes = levels.learners(lane, side)
    if len(heroes) > 1:
        return lane.but(phase=SHARE)
    spent = lane.but(pot=without(lane.pot, side))
    if heroes:
        return settle(levels.learn(spent, heroes[0], exp, "share", POT_OF[side]))
    words = message("No hero of the {side} can take Exp.", side=side)
    return settle(spent.tell(words, POT_OF[side], rule="share"))


def clean_up(lane: Havoc) -> Havoc:
    """Hand and used skills to Storage, a new hand, and the other side's turn."""
    side = lane.side
    cards = lane.cards[side]
    clean = (ended(lane, THIS_TURN) if lane.boosts else lane).but(
        cards={**lane.cards, side: cards.discard()},
        ending=False,
        stunned=lane.stunned - lane.dazed,
        dazed=frozenset(),
        phase=ACTION,
    )
    for unit in sorted(lane.dazed):
        clean = clean.tell(
            message("Take the stun token off {unit}.", unit=unit), unit, of(unit, box.STUN_TOKEN), rule="stun"
        )
    clean = deck.draw(clean.tell_lines(_cleaned(side, cards)), side, START.hand)
    if lane.last and side != lane.first:
        why = message(
            "{side} have had their last turn, and the base of the {first} stands: {first} win.",
            side=side,
            first=lane.first,
        )
        return clean.finish((lane.first,), "last-turn", why)
    return open_turn(clean, ENEMY[side])


def _cleaned(side: str, cards: Cards) -> Iterator[Told]:
    used: list[Value] = [list(cards.played)] if cards.played else []
    rest: list[Value] = [message("the {n:# card|# cards} left in hand", n=cards.hand)] if cards.hand else []
    if used or rest:
        words = message("Clean-up: {cards} to Storage.", cards=used + rest)
        piles = (STORAGE_OF[side], HAND_OF[side], PLAYED_OF[side])
        yield Told(words, (*piles, *cards.played), "clean-up")
