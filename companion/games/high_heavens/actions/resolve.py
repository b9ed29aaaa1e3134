"""The effects of a card once it is paid, step by step, until an answer is needed."""

from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

from companion.games.high_heavens.actions import targets
from companion.games.high_heavens.actions.using import RULE_OF, Using, card_at
from companion.games.high_heavens.box import BANK, BASE_HEALTH, BASE_OF, chip_words
from companion.games.high_heavens.cards import Do
from companion.games.high_heavens.effects import ABILITY, CHIP, CHIPS, number
from companion.games.high_heavens.state import (
    Heavens,
    Use,
    ability_limits,
    changes,
    chips,
    gods,
    turn,
)
from companion.games.high_heavens.state.around import EMPTY_HEX
from companion.games.high_heavens.state.changes import THIS_TURN
from companion.games.high_heavens.state.pathfinding import NONE
from companion.kernel.state import changed
from companion.toolkit.cards.language import AT_START, IT, ON_KILL, WHEN_DYING, EffectPart
from companion.toolkit.cards.wording import WHENS, choice_words
from companion.words import Message, message


class Answers(NamedTuple):
    """The answers to one step of a card."""

    step: int
    names: tuple[str, ...]
    hex: str = ""
    passing: frozenset[str] = NONE


UNASKED = Answers(-1, ())


def carry_out(heavens: Heavens, seat: str, use: Use, answers: Answers = UNASKED) -> Heavens:
    """Go on with a card from where it is, as far as no answer is wanted."""
    using = card_at(heavens, seat, use.name)
    before = use.before
    for n, step in islice(enumerate(using.steps(use.choice)), use.step, None):
        using = _at_step(card_at(heavens, seat, use.name), step, before)
        given = answers if using.asks(step) else Answers(n, tuple(using.found(step)))
        if n < given.step or (step.so and not before):
            continue
        hit: tuple[str, ...] = ()
        if n == given.step:
            heavens = _to_all(heavens, using, step, given)
            if heavens.over is not None:
                return heavens
            hit = use.hit + given.names
            using = _at_step(card_at(heavens, seat, use.name), step, before)
        if _still_asks(using, step, hit):
            return turn.wait(heavens, using.title, changed(use, step=n, hit=hit, before=before))
        before = hit
    return turn.by_hand(heavens, using.title, using.text, use) if using.card.limits else turn.close(heavens)


def _still_asks(using: Using, step: Do, hit: tuple[str, ...]) -> bool:
    """True if a step asks for an answer, once it was done to some, and finds one."""
    return using.asks(step) and (goes_on(using, step, hit) if hit else enough(using, step))


def _at_step(using: Using, step: Do, before: tuple[str, ...]) -> Using:
    """The card at a step, which may depend on the target of the step before."""
    return using if using.it == before or step.whom.reach.of != IT else using.after(before)


def enough(using: Using, step: Do, hit: tuple[str, ...] = ()) -> bool:
    """True if a step finds as many as it names, or anybody at all if it may be fewer."""
    if not step.whom.words:
        return True
    if not step.whom.together and (step.whom.up_to or step.whom.many < 2):
        return using.finds(step, hit)
    result = using.found(step, hit)
    if step.whom.together:
        return any(partners(using, result, name) for name in result)
    return len(result) >= step.whom.many


def partners(using: Using, gods: Sequence[str], name: str) -> list[str]:
    """Return those among some who stand next to one of them."""
    if not using.heavens.tracked:
        return [other for other in gods if other != name]
    beside = using.heavens.box.board.beside[using.place(name)]
    return [other for other in gods if using.place(other) in beside]


def goes_on(using: Using, step: Do, hit: tuple[str, ...]) -> bool:
    """True if a step that asks for one target after the other still finds one."""
    whom = step.whom
    if not (whom.up_to or not whom.many) or (whom.many and len(hit) >= whom.many):
        return False
    return any(using.short(using.needs(step, (name,))) is None for name in using.found(step, hit))


def _to_all(heavens: Heavens, using: Using, step: Do, given: Answers) -> Heavens:
    if step.takes_chips and (why := using.short(using.needs(step, given.names))):
        words = message("{card}: {why}. Nothing is taken.", card=using.title, why=why[1])
        return heavens.tell(words, rule=why[0])
    for name in given.names:
        done = True
        for part in step.parts:
            if heavens.over is None:
                now = using.at(heavens)
                done = (done or not part.so) and now.why_not(part, name) is None
                if done:
                    heavens = _done(heavens, now, part, name, given)
    return heavens


def _done(heavens: Heavens, using: Using, part: EffectPart, name: str, given: Answers) -> Heavens:
    kind, n = part.kind, number(part)
    if part.lasts:
        until = THIS_TURN if part.lasts == THIS_TURN else using.seat
        return changes.change(heavens, name, kind, n, until)
    if kind == "choose":
        words = message("{card}: {name} is chosen.", card=using.title, name=name)
        return heavens.tell(words, name, rule="ability")
    if kind == "damage":
        return damage(heavens, using.title, name, using.much(part, name), past=bool(part.past), by=using.god)
    if kind in ("swap", "ap", "revive", "return"):
        return _whole(heavens, using, part, name)
    if kind in (*CHIPS, "heal", "trap") and name in heavens.box.gods:
        return _chips(heavens, using, part, name)
    if kind == "heal":
        return heal(heavens, name, n)
    if kind in ("trap", "build"):
        return put_on_hex(heavens, CHIP.get(kind, kind), name, n)
    return gods.carry(heavens, kind, name, given.hex, given.passing)


def _whole(heavens: Heavens, using: Using, part: EffectPart, name: str) -> Heavens:
    """Carry out a part that is done to a god as a whole, or to nobody."""
    match part.kind:
        case "swap":
            return gods.swap(heavens, using.god, name)
        case "ap":
            return turn.gain_actions(heavens, number(part))
        case "revive":
            return chips.stand_up(heavens, name, using.room(part, name), RULE_OF.get(part.kind, "ability"))
    return gods.recall(heavens, name, "ability")


def damage(heavens: Heavens, title: Message | str, name: str, n: int, past: bool, by: str = "") -> Heavens:
    """Damage from a card, less armor unless it goes past it; ``by`` is the god whose card it is."""
    at = targets.named(heavens, name)
    armor, guarded = (0, []) if past else targets.armor(heavens, at)
    dealt = max(0, n - armor)
    sum_ = "{card}: {n} damage {terms: } = {dealt}" if guarded else "{card}: {n} damage"
    words = message(sum_, card=title, n=n, terms=guarded, dealt=dealt)
    after = targets.land(heavens, at, dealt, words, "armor" if guarded else "ability")
    return fallen(heavens, after, name, by)


# -- what happens by itself -------------------------------------------------------------------------------


def at_start(heavens: Heavens) -> Heavens:
    """Carry out what gods in play do at the start of their side's turn: once a round, at its first
    player's."""
    if AT_START not in heavens.box.triggers or heavens.seat != heavens.first_of(heavens.side):
        return heavens
    for god in heavens.box.own[heavens.side]:
        heavens = happens(heavens, god, AT_START)
    return heavens


FALLING = frozenset({WHEN_DYING, ON_KILL})
"""What happens by itself when a god falls."""


def fallen(before: Heavens, after: Heavens, name: str, by: str = "") -> Heavens:
    """Carry out what a god does that falls, then what the god does that felled an enemy."""
    if FALLING.isdisjoint(after.box.triggers) or not before.standing(name) or after.standing(name):
        return after
    after = happens(after, name, WHEN_DYING)
    gods_ = after.box.gods
    return happens(after, by, ON_KILL) if by and gods_[name].side != gods_[by].side else after


def happens(heavens: Heavens, god: str, when: str, attacker: str = "") -> Heavens:
    """Carry out what the card of a god does by itself at such a time, if the god can act or falls."""
    doing = heavens.box.gods[god].on.get(when, ())
    if not doing or not _can_happen(heavens, god, when):
        return heavens
    using = Using(heavens, heavens.seat, god, attacker)
    using.dying = when == WHEN_DYING
    about = {"card": using.title, "when": WHENS[when]}
    limited, before = False, tuple[str, ...]()
    for step in doing:
        now = using.at(heavens).after(before)
        before = () if step.so and not before else tuple(now.found(step))
        if heavens.over is not None or not before:
            continue
        if now.afar(step):
            says = choice_words(step.parts, ABILITY, god)
            words = message("{card}, {when}: {says}. Set it by hand for its targets.", **about, says=says)
            heavens = heavens.tell(words, god, rule="by-itself")
            continue
        if not limited:
            heavens = heavens.tell(message("{card}, {when}:", **about), god, rule="by-itself")
            heavens, limited = ability_limits.used(heavens, god, when), True
        heavens = _to_all(heavens, now, step, Answers(0, before))
    return heavens


def _can_happen(heavens: Heavens, god: str, when: str) -> bool:
    """True if a god can do now what its card does by itself, and has not done it as often as it may."""
    able = god in heavens.at if when == WHEN_DYING else heavens.able(god)
    return able and heavens.over is None and not ability_limits.per(heavens, god, when)


# -- what is done -----------------------------------------------------------------------------------------


def heal(heavens: Heavens, name: str, n: int) -> Heavens:
    """Health chips under a god, or a home base's marker turned up."""
    if name not in BASE_OF:
        return chips.give(heavens, name, "health", n, "heal")
    side = BASE_OF[name]
    left = min(BASE_HEALTH, heavens.health[side] + n)
    after = heavens.but(health={**heavens.health, side: left})
    words = message("Turn {base} from {had} to {left}.", base=name, had=heavens.health[side], left=left)
    return after.tell(words, name, rule="heal")


def _chips(heavens: Heavens, using: Using, part: EffectPart, god: str) -> Heavens:
    kind, rule = part.kind, RULE_OF[part.kind]
    if part.loss and part.amount:
        has: int = getattr(heavens.stack(god), kind)
        return chips.take_off(
            heavens, god, kind, has if part.amount.of == "all" else min(has, -part.amount.n), rule
        )
    after = chips.give(heavens, god, CHIP.get(kind, kind), using.room(part, god), rule)
    return after.but(disabled_by={**after.disabled_by, god: using.seat}) if kind == "disable" else after


def put_on_hex(heavens: Heavens, kind: str, place: str, n: int) -> Heavens:
    """A trap or architecture on an empty hex."""
    if place == EMPTY_HEX:
        place = heavens.free_site()
    trap = kind == "trap"
    words = message(
        "Put {chips} on {place}." if trap else "Build {chips} on {place}.",
        chips=chip_words(n, kind),
        place=place,
    )
    bank = BANK["black" if trap else "column"]
    return (
        heavens.take(place, **{kind: n})
        .tell(words, place, bank, rule="trap" if trap else "architecture")
        .settled()
    )
