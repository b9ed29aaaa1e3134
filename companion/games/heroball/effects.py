"""The part of the card language that Heroball carries out, its words, and effects ready to be played."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from companion.games.heroball.box import AP, MOVES
from companion.toolkit.cards.dialect import Dialect, fault
from companion.toolkit.cards.grammar import read, write_choice
from companion.toolkit.cards.language import (
    AT_ONCE,
    AT_START,
    BY_HAND,
    PERS,
    SELF,
    WHEN_ATTACKED,
    Amount,
    Card,
    CardStep,
    Choice,
    Clause,
    EffectPart,
    parts,
    steps,
)
from companion.toolkit.cards.printed import mismatch
from companion.toolkit.cards.wording import brief
from companion.words import ForAuthor

HELP = (
    "Such as “move 1 hero adjacent; ap 1 it”, or “pay token: …” where it takes a tracking token. Left out: "
    "the basic action at this cost and reach, or for a Unique what the text says, by hand."
)
MOVERS = ("move", "push", "pull", "place")
"""Kinds that carry a hero or the ball to a hex."""
HIMSELF = {"push": "pushes", "pull": "pulls"}
"""What nobody does to himself."""
HANDS = ("move", "push", "place", "ap")
"""What hands can do where a card is carried out by hand."""
BALL, HEX = ("ball",), ("hex",)
HEROES = (SELF, "enemy", "hero")
ATTACKER = "attacker"
MOST_ASKED = 2
"""So many questions a card asks."""
ACROSS = 10
"""Hexes from one corner of the board to the opposite one."""


def asks(step: CardStep) -> bool:
    """True if a step needs an answer: a hero, a hex, or where something is carried."""
    return mover(step) is not None or (step.whom.pointed and step.whom.words not in (BALL, (ATTACKER,)))


def mover(step: CardStep) -> EffectPart | None:
    """The part of a step that carries somebody, if there is one."""
    return next((part for part in step.parts if part.kind in MOVERS), None)


def main_part(step: CardStep) -> EffectPart:
    """Return the part that a step is about: what carries somebody, or the first."""
    return mover(step) or step.parts[0]


def number(part: EffectPart) -> int:
    """Return the amount of a part, 1 if it does not say."""
    return part.amount.n if part.amount else 1


# -- what a card can say ----------------------------------------------------------------------------------


def _only_here(card: Card) -> Iterator[ForAuthor]:
    """One thing is pointed at a card, and carried once; hands move things and AP."""
    for clause in card:
        if clause.when == WHEN_ATTACKED and len(clause.choices) > 1:
            yield f"has choices {WHEN_ATTACKED}; one would be right"
        if clause.when == AT_START and clause.per:
            yield f"says “{clause.per}” of what happens at each start; leave it out"
        for choice in clause.choices:
            yield from _choice(choice, clause)
    if {AT_ONCE, BY_HAND} <= {clause.when for clause in card}:
        yield "says one part at once and another by hand; all of it by hand would be right"


def _of_a_unique(card: Card) -> Iterator[ForAuthor]:
    """Somebody attacks while the hero is attacked, and only then."""
    yield from _only_here(card)
    for clause in card:
        if clause.when != WHEN_ATTACKED and any(ATTACKER in part.whom.words for part in parts((clause,))):
            yield f"an attacker is there “{WHEN_ATTACKED}:” only"


def _part(part: EffectPart, clause: Clause) -> Iterator[ForAuthor]:
    words = part.whom.words
    if part.whom.together or part.whom.another:
        yield "leave out “together” and “another”"
    if len(words) > 1 and {*words} & {*BALL, *HEX}:
        yield "say one of them"
    if part.kind in (*MOVERS, "swap", "terrain") and not part.whom.many:
        yield "one at a time would be right"
    if part.kind in HIMSELF and words == (SELF,):
        yield f"nobody {HIMSELF[part.kind]} himself; move would be right"
    if clause.when == BY_HAND and part.kind not in HANDS:
        yield f"hands do {', '.join(HANDS)}; without “by hand” it plays itself"


def _choice(choice: Choice, clause: Clause) -> Iterator[ForAuthor]:
    for part in choice:
        yield from (f"has “{write_choice((part,))}”; {why}" for why in _part(part, clause))
    if clause.when not in (AT_ONCE, WHEN_ATTACKED):
        return
    card_steps = steps(choice)
    if (n := sum(map(asks, card_steps))) > MOST_ASKED:
        yield f"asks for {n} things; two would be right, or all of it by hand"
    for step in card_steps:
        carried = [part.kind for part in step.parts if part.kind in (*MOVERS, "swap")]
        if len(carried) > 1:
            yield f"moves the same one twice ({', '.join(carried)}); once would be right"


UNIQUE = Dialect(
    kinds={
        "ap": (*HEROES, ATTACKER),
        "move": (*HEROES, ATTACKER, *BALL),
        "push": ("enemy", "hero", ATTACKER),
        "pull": ("enemy", "hero", ATTACKER, *BALL),
        "place": (*HEROES, ATTACKER, *BALL),
        "swap": ("enemy", "hero", ATTACKER),
        "terrain": HEX,
        "token": (),
    },
    whom={
        "enemy": ("an opponent", "each opponent", "opponents"),
        "hero": ("a hero", "every hero", "heroes"),
        ATTACKER: ("the attacker", "the attacker", "attackers"),
        "ball": ("the ball", "the ball", "balls"),
        "hex": ("a free hex", "every free hex", "free hexes"),
    },
    losses=("ap", "token"),
    reaches=("adjacent", "within", "in line", "anywhere"),
    places={"place": ("adjacent", "within", "in line", "anywhere")},
    whens=(AT_START, WHEN_ATTACKED, BY_HAND),
    pers=PERS,
    paid={"token": ""},
    of=("all",),
    most={"ap": AP.most, "terrain": 1, "token": len(MOVES), "move": ACROSS, "push": ACROSS, "pull": ACROSS},
    steps=MOST_ASKED,
    by_itself=("ap",),
    reactions=(WHEN_ATTACKED,),
    figures=("ap",),
    me="this hero",
    also={"open hex": "hex"},
    asides=("nobody can intercept it", "over whatever is between"),
    more=_of_a_unique,
)
"""What a Unique card can say."""


STRIDE = "move 1 self past terrain"
SAID = {
    "take the tokens off step, run and sprint": "token -all",
    "move into the hex the other hero left": "follow",
    "terrain never costs you more": STRIDE,
    "terrain costs nothing": "",
    "step|run|sprint|push|throw|drop|defend|intercept": "",
    "step|run|sprint|push|throw|drop|defend|intercept for nothing": "",
    "step|run|sprint|push|throw|drop|defend|intercept for {n} ap": "",
    "throw|intercept|drop up to {steps} [from the target]": "",
    "drop what you hold up to {steps} away": "",
    "force a fumble [from up to {steps} away]": "",
}
"""Phrases of covering cards with their effects besides the action of the slot."""
COVER = replace(
    UNIQUE,
    kinds={
        **{kind: tuple(word for word in UNIQUE.kinds[kind] if word != ATTACKER) for kind in HANDS},
        "follow": (),
    },
    losses=("ap",),
    whens=(BY_HAND,),
    more=_only_here,
)
"""The dialect of a card that covers another slot, as far as hands carry it out."""
DEFENCE = replace(COVER, kinds={"ap": (ATTACKER,)})
MORE = {"Push": "follow", "Defend": "ap -1 attacker", **dict.fromkeys(MOVES, STRIDE)}
"""The effect of a covering card besides its slot's action, by slot."""
PAST = {"past terrain": ("move",)}
EITHER = replace(UNIQUE, kinds={**UNIQUE.kinds, "follow": ()}, past=PAST, phrases=SAID, more=_only_here)
"""What a card can say whichever slot it covers."""


def wrong(slot: str, effect: str, text: str, own: Mapping[str, str], figures: tuple[int, ...]) -> str:
    """Return in words what is wrong with a card's effect; empty if it can be played as it is printed.

    ``own`` maps the names on the card to targets; ``figures`` stand on it besides its text.
    """
    if slot == "Unique" and not effect:
        return ""
    return unplayable(slot, effect) or str(mismatch(effect, text, EITHER, own, figures))


def unplayable(slot: str, effect: str) -> str:
    """Return why a card's effect cannot be carried out, whatever its text says; empty if it can."""
    by_hand = BY_HAND in effect
    dialect = UNIQUE if slot == "Unique" else DEFENCE if slot == "Defend" and not by_hand else COVER
    if slot != "Unique" and not by_hand and (more := _covering(slot, effect)):
        return more
    return fault(effect, replace(dialect, past=PAST if slot in MOVES else {}))


def _covering(slot: str, effect: str) -> ForAuthor:
    """Return what is wrong with a card that does its slot's action and something besides."""
    try:
        card = read(effect)
    except ValueError as no:
        return str(no)
    if slot in MOVES and takes_token(card):
        return "pays a token, which Step, Run and Sprint take anyway; leave it out"
    more, would = parts(card), MORE.get(slot, "")
    if not more or [_shape(part) for part in more] == [_shape(part) for part in parts(read(would))]:
        return ""
    either = f"“{would}” or " if would else ""
    return f"is not what {slot} can do besides; {either}“by hand: …” would be right"


def _shape(part: EffectPart) -> EffectPart:
    """A part, whatever it takes."""
    if part.kind != "ap" or not part.amount or not part.loss:
        return part
    return replace(part, amount=Amount(-1, part.amount.of))


# -- ready to be played -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Play:
    """One choice of a card: its steps, and those of them that are asked for."""

    steps: tuple[CardStep, ...] = ()
    asked: tuple[CardStep, ...] = ()
    words: str = ""
    """What it is told by where there is a choice."""


NOTHING = Play()
"""A play that does nothing."""


def plays(card: Card) -> tuple[Play, ...]:
    """Return the plays to choose from when a card is played, or nothing if hands carry it out."""
    return tuple(
        _play(choice) for clause in card if clause.when == AT_ONCE for choice in clause.choices if choice
    )


def at_start(card: Card) -> Play:
    """Return what a card does by itself at the start of its hero's turn."""
    return _at(card, AT_START)


def reaction(card: Card) -> Play:
    """Return what a card does where its hero is attacked and wishes it."""
    return _at(card, WHEN_ATTACKED)


def _at(card: Card, when: str) -> Play:
    return next((_play(clause.choices[0]) for clause in card if clause.when == when), NOTHING)


def _play(choice: Choice) -> Play:
    card_steps = steps(choice)
    return Play(card_steps, tuple(filter(asks, card_steps)), brief(choice, UNIQUE))


def given_back(card: Card) -> int:
    """Return how much AP a card gives its own hero each time it is played, or 0 if it takes a token."""
    return 0 if takes_token(card) else max((sum(map(_own_ap, play.steps)) for play in plays(card)), default=0)


def _own_ap(step: CardStep) -> int:
    whom, hero = step.whom, "hero" in step.whom.words and step.whom.reach.how != "adjacent"
    mine = whom.words == (SELF,) or hero
    return sum(part.amount.n for part in step.parts if mine and part.kind == "ap" and part.amount)


def taken(card: Card) -> int:
    """Return the AP that a card takes from an attacker by itself."""
    once = tuple(clause for clause in card if clause.when == AT_ONCE)
    return sum(-part.amount.n for part in parts(once) if part.amount)


def takes_token(card: Card) -> bool:
    """True if playing it places a tracking token on it, which is off again next turn, or never."""
    return any(clause.per or clause.pay for clause in card)
