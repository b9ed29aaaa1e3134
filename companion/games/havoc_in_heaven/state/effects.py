"""Effects of cards: at once, step by step as targets are named, or when something happens."""

from collections.abc import Callable, Mapping

from companion.games.havoc_in_heaven.box import ENEMY, LACK_OF, of, rows
from companion.games.havoc_in_heaven.cards import Item, Skill
from companion.games.havoc_in_heaven.effects import ANY, BUILDING, DIALECT, FIGURES, MOVES, Does, asks
from companion.games.havoc_in_heaven.state import changes, damage, deck, levels, movement_cards, tokens
from companion.games.havoc_in_heaven.state.damage import much
from companion.games.havoc_in_heaven.state.havoc import THIS_TURN, Havoc
from companion.games.havoc_in_heaven.state.pending import Pending
from companion.kernel.state import changed
from companion.toolkit.cards.language import (
    IT,
    ON_KILL,
    ONCE_A_TURN,
    OPPONENT,
    RANGE,
    SELF,
    CardStep,
    Choice,
    EffectPart,
    Whom,
)
from companion.toolkit.cards.targets import needed, unmet
from companion.toolkit.cards.wording import brief
from companion.words import Message, message


def card_of(lane: Havoc, name: str) -> Skill | Item:
    """A skill, an item or a companion by its name."""
    box = lane.box
    return box.skills.get(name) or box.items.get(name) or box.companions[name]


def reach_of(lane: Havoc, name: str, user: str) -> int:
    """Return how many rows a card reaches: its range, or for an item and a companion its bearer's attack
    range."""
    skill = lane.box.skills.get(name)
    return skill.range if skill and not skill.summons else lane.reach(user)


# -- whom -------------------------------------------------------------------------------------------------


def candidates(lane: Havoc, user: str, whom: Whom, reach: int) -> list[str]:
    """Return the units that a part can be done to and that are near enough."""
    far = lane.reach(user) if whom.reach.how == RANGE else rows(whom, reach)
    near: list[str] = []
    for word in whom.words:
        for unit in _named(lane, user, word):
            if unit not in near and (unit == user or lane.distance(user, unit) <= far):
                near.append(unit)
    return near


def found(lane: Havoc, user: str, step: CardStep, reach: int) -> list[str]:
    """Return the targets that are near enough and that at least one part of a step does anything to."""
    near = candidates(lane, user, step.whom, reach)
    return [unit for unit in near if why_not(lane, user, step, unit) is None]


def why_not(lane: Havoc, user: str, step: CardStep, unit: str) -> Message | None:
    """Return why no part of a step does anything to a unit, without a full stop; None if one does."""
    first = None
    for part in step.parts:
        if not part.only and part.kind not in movement_cards.KINDS:
            return None
        why = _why_not(lane, user, part, unit)
        if why is None:
            return None
        first = first or why
    return first


def _why_not(lane: Havoc, user: str, part: EffectPart, unit: str) -> Message | None:
    if part.only:
        who, figure = user if part.only.of else unit, part.only.figure
        if why := unmet(part.only, who, HAS[figure](lane, who), DIALECT.named[figure]):
            return why
    return movement_cards.why_not(lane, user, part, unit)


HAS: Mapping[str, Callable[[Havoc, str], int]] = {
    "health": lambda lane, unit: lane.hp(unit) - lane.damage.get(unit, 0),
    "attack": Havoc.attack,
    "armor": Havoc.armor,
}
"""The figures that a condition asks of a unit."""


def _named(lane: Havoc, user: str, word: str) -> list[str]:
    side = lane.owner(user)
    if word == SELF:
        return [user]
    if word in ("friend", "other"):
        return [unit for unit in lane.units(side) if word == "friend" or unit != user]
    result = [] if word == BUILDING else lane.units(ENEMY[side])
    if word in (ANY, BUILDING) and (building := lane.outermost(ENEMY[side])):
        result.append(building)
    return result


NO_UNIT: tuple[tuple[str, ...], ...] = ((), (OPPONENT,))
"""The targets that are sides: one's own, and the opponent."""
FREE = (*NO_UNIT, (SELF,))
"""The targets a step need not look for: nobody in particular, this hero, the opponent."""


def finds(lane: Havoc, user: str, its_steps: tuple[CardStep, ...], reach: int) -> bool:
    """True if a choice does something: a step that finds nobody does nothing, if another one does."""
    if all(step.whom.words in FREE and why_not(lane, user, step, user) is None for step in its_steps):
        return True
    return any(_reaches(lane, user, step, reach) for step in its_steps if not step.so)


def reachable(lane: Havoc, user: str, does: Does, reach: int) -> bool:
    """True if one of the choices of a card does something, or it has none."""
    return not does.choices or any(finds(lane, user, its_steps, reach) for its_steps in does.steps)


def _reaches(lane: Havoc, user: str, step: CardStep, reach: int) -> bool:
    if step.whom.words in FREE:
        idle = why_not(lane, user, step, user) is not None
        return not idle and any(part.kind != "heal" or lane.damage.get(user) for part in step.parts)
    return len(found(lane, user, step, reach)) >= max(1, needed(step))


def tell_idle(lane: Havoc, user: str, step: CardStep, reach: int) -> Havoc:
    """Tell that a step does nothing, if nobody it names is in range."""
    if step.whom.words in FREE or found(lane, user, step, reach):
        return lane
    what = message("{parts:small}", parts=brief(step.parts, DIALECT))
    words = message("{What}: nobody is in range.", what=what)
    return lane.tell(words, user, rule="effects")


# -- what is done -----------------------------------------------------------------------------------------


def resolve(lane: Havoc, user: str, choice: Choice, reach: int, unit: str = "", row: str = "") -> Havoc:
    """Do what a card says, one thing after the other.

    ``unit`` and ``row`` are what was pointed at; ``unit`` is the attacker where a card answers an attack.
    """
    start, side, named, done = lane, lane.owner(user), list[str](), True
    for part in choice:
        if part.so and not done:
            continue
        goods, done = part.whom.words in NO_UNIT, False
        if not (goods or part.whom.words == (IT,)):
            named = _targets(start, user, part.whom, reach, unit)
        for one in [user] if goods else named:
            if _does(lane, user, part, one):
                lane = _done(lane, user, part, much(start, user, part, one), one, side, row)
                done = True
    return lane


def _targets(lane: Havoc, user: str, whom: Whom, reach: int, unit: str) -> list[str]:
    """Return the units that a part names: all that are near enough, or the one that was pointed at."""
    if not whom.many:
        return candidates(lane, user, whom, reach)
    one = user if whom.words == (SELF,) else unit
    return [one] if one else []


def _does(lane: Havoc, user: str, part: EffectPart, unit: str) -> bool:
    """True if a part does something now to a unit, which may be gone by an earlier part of its card."""
    here = lane.over is None and (part.whom.words in NO_UNIT or lane.in_lane(unit))
    return here and _why_not(lane, user, part, unit) is None


def _goods(lane: Havoc, part: EffectPart, n: int, side: str) -> Havoc:
    match part.kind:
        case "gold":
            return lane.gain(side, n) if n > 0 else lane.lose(side, -n)
        case "ap" if n > 0:
            return lane.gain_ap(n, "bonus-ap")
        case "ap":
            owed = {**lane.owed, side: lane.owed.get(side, 0) - n}
            words = message("{side} will have {owed} AP less in their next turn.", side=side, owed=owed[side])
            return lane.but(owed=owed).tell(words, LACK_OF[side], rule="ap")
    return deck.draw(lane, side, n) if n > 0 else deck.discard(lane, side, -n)


def _done(lane: Havoc, user: str, part: EffectPart, n: int, unit: str, side: str, row: str) -> Havoc:
    if part.kind in MOVES:
        return movement_cards.carry(lane, user, part, unit, row)
    match part.kind:
        case "damage" | "magic":
            return struck(lane, user, unit, n, side, part.kind == "magic")
        case "heal":
            return tokens.mend(lane, unit, n)
        case "stun":
            return tokens.stun(lane, unit)
        case "kill":
            return struck(lane, user, unit, lane.left(unit), side, True)
        case "unstun":
            return tokens.unstun(lane, unit)
        case "exp" if unit in lane.heroes:
            return levels.learn(lane, unit, n) if n > 0 else levels.unlearn(lane, unit, -n)
        case "attack" | "armor" | "range":
            until = THIS_TURN if part.lasts == THIS_TURN else side
            return changes.boost(lane, unit, FIGURES[part.kind], n, until)
        case "gold" | "ap" | "draw":
            return _goods(lane, part, n, ENEMY[side] if part.whom.words else side)
    return lane


def struck(lane: Havoc, user: str, unit: str, n: int, side: str, magical: bool = False) -> Havoc:
    """Damage by a unit, and what its cards do after a kill."""
    after = damage.hurt(lane, unit, n, side, magical)
    if lane.owner(unit) != side and not after.in_lane(unit):
        return happens(after, user, ON_KILL)
    return after


def happens(lane: Havoc, unit: str, when: str, attacker: str = "") -> Havoc:
    """Carry out what the items on a hero, or a companion itself, do at such a time."""
    for name in lane.items.get(unit, ()) if unit in lane.heroes else (unit,):
        if unit not in lane.row or lane.over is not None:
            return lane
        does = card_of(lane, name).does
        choice, once = does.on.get(when), (unit, name, when)
        if choice and once not in lane.done:
            words = "{name}, {when}:" if name == unit else "{name} of {unit}, {when}:"
            spent = (once_called(*once),) if when in does.pers else ()
            lane = lane.but(done=lane.done | {once}) if spent else lane
            lane = lane.tell(
                message(words, name=name, unit=unit, when=when), name, unit, *spent, rule="effects"
            )
            lane = resolve(lane, unit, choice, reach_of(lane, name, unit), attacker)
    return lane


def once_called(unit: str, card: str, when: str) -> str:
    """Return the log's name for what happens once a turn or a game: ``Nezha's Tiger Claw on kill``."""
    return f"{card if card == unit else of(unit, card)} {when or 'used'}"


def reopened(lane: Havoc) -> frozenset[tuple[str, str, str]]:
    """Return what happened once in the turn that ends, and can happen again."""
    return frozenset(one for one in lane.done if card_of(lane, one[1]).does.pers[one[2]] == ONCE_A_TURN)


# -- step by step -----------------------------------------------------------------------------------------


def take_aim(lane: Havoc, card: str, hero: str, side: str) -> Havoc:
    """A card that was paid for asks step by step for its targets."""
    one = len(card_of(lane, card).does.choices) == 1
    waits = Pending(card, hero, side, aims=True, choice=0 if one else -1)
    words = message("{card} takes effect, step by step.", card=card)
    return lane.but(pending=(*lane.pending, waits)).tell(words, card, waits.name, rule="effects")


def waiting(lane: Havoc) -> Pending | None:
    """The card that waits for an answer, if one does."""
    return lane.pending[-1] if lane.pending and lane.pending[-1].aims else None


def step_of(lane: Havoc, waits: Pending) -> CardStep | None:
    """The step that a card is at; None before a choice is taken, and when it is through."""
    if waits.choice < 0:
        return None
    result = card_of(lane, waits.card).does.steps[waits.choice]
    return result[waits.step] if waits.step < len(result) else None


def open_to(lane: Havoc, waits: Pending, step: CardStep) -> list[str]:
    """Return the units that a step can still be done to."""
    if step.whom.pointed and len(waits.hit) == step.whom.many:
        return []
    near = found(lane, waits.hero, step, reach_of(lane, waits.card, waits.hero))
    but = (*waits.hit, *(waits.before if step.whom.another else ()))
    return [unit for unit in near if unit not in but]


def advance(lane: Havoc) -> Havoc | None:
    """The last card does what asks nobody, or is through; None where it waits for an answer."""
    waits = lane.pending[-1]
    step = step_of(lane, waits)
    if waits.hero not in lane.row:
        return through(lane)
    reach = reach_of(lane, waits.card, waits.hero)
    if waits.choice < 0:
        does = card_of(lane, waits.card).does
        return None if reachable(lane, waits.hero, does, reach) else through(lane)
    if step is None:
        return through(lane)
    if step.so and not waits.did:
        return next_step(lane)
    if not asks(step):
        did = _reaches(lane, waits.hero, step, reach)
        return resolve(next_step(lane, did), waits.hero, step.parts, reach)
    if open_to(lane, waits, step):
        return None
    return next_step(lane if waits.hit else tell_idle(lane, waits.hero, step, reach))


def chosen(lane: Havoc, choice: int) -> Havoc:
    """One of a card's choices is taken."""
    return _at(lane, changed(lane.pending[-1], choice=choice))


def named(lane: Havoc, unit: str, row: str) -> Havoc:
    """A step is done to somebody."""
    waits = lane.pending[-1]
    step = step_of(lane, waits)
    assert step is not None
    reach = reach_of(lane, waits.card, waits.hero)
    after = _at(lane, changed(waits, hit=(*waits.hit, unit))) if step.whom.pointed else next_step(lane, True)
    return resolve(after, waits.hero, step.parts, reach, unit, row)


def next_step(lane: Havoc, did: bool = False) -> Havoc:
    """A card goes on to its next step; ``did`` if this one was done though it points at nobody."""
    waits = lane.pending[-1]
    before = (*waits.before, *waits.hit)
    return _at(lane, changed(waits, step=waits.step + 1, hit=(), before=before, did=did or bool(waits.hit)))


def _at(lane: Havoc, waits: Pending) -> Havoc:
    return lane.but(pending=(*lane.pending[:-1], waits))


def through(lane: Havoc) -> Havoc:
    """A card is through; what it leaves to hands comes now."""
    waits = lane.pending[-1]
    after = damage.carried_out(lane, waits)
    if card_of(lane, waits.card).does.by_hand and waits.hero in after.row:
        return damage.await_hands(after, Pending(waits.card, waits.hero, waits.side))
    return after
