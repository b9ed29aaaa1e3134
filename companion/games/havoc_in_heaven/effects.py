"""The part of the card language that Havoc in Heaven carries out, and the effect of each card, looked up
once.

A card without an effect is carried out by hand.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial

from companion.toolkit.cards.dialect import Dialect
from companion.toolkit.cards.grammar import read, write_choice
from companion.toolkit.cards.language import (
    AT_ONCE,
    AT_START,
    BY_HAND,
    IN_PLAY,
    ON_KILL,
    ONCE_A_GAME,
    ONCE_A_TURN,
    OPPONENT,
    PERS,
    SELF,
    TRIGGERS,
    WHEN_ATTACKED,
    WHEN_DYING,
    Card,
    CardStep,
    Choice,
    Clause,
    EffectPart,
    Pay,
    clause,
    steps,
)
from companion.toolkit.cards.wording import brief
from companion.words import ForAuthor

HELP = "Such as “damage 4 enemy; stun enemy”; leave it empty and the table resolves the card by hand."
ATTACKER, BUILDING, ANY = "attacker", "building", "any"
FIGURES: Mapping[str, str] = {"attack": "attack", "armor": "armor", "range": "reach"}
"""The figures that a card can change, and what they are called on the cards."""
OWN, FOES = (SELF, "friend", "other"), ("enemy", ATTACKER)
HIT = (*FOES, ANY, BUILDING)
NOBODY = ""
HANDS = ("damage", "magic", "heal", "stun", "move", "exp", "gold", "ap", "draw")
"""What hands can do where a card is carried out by hand."""
MOVES = ("move", "push", "pull", "swap")
"""Kinds that bring somebody to another row."""


AGAIN = {ONCE_A_TURN: (ON_KILL, WHEN_ATTACKED), ONCE_A_GAME: (AT_ONCE, ON_KILL, WHEN_ATTACKED, AT_START)}
"""When a card can happen more often than that."""


def _only_here(card: Card) -> Iterator[ForAuthor]:
    for one in card:
        if one.per and one.when not in AGAIN[one.per]:
            why = " of what never happens twice in a turn" if one.per == ONCE_A_TURN else f" {one.when}"
            yield f"says “{one.per}”{why}; leave it out"
        if one.pay and one.when == BY_HAND:
            yield f"has a price {BY_HAND}; hands pay it: leave it out"
        for choice in one.choices:
            yield from _choice(choice, one)


def _choice(choice: Choice, one: Clause) -> Iterator[ForAuthor]:
    for part in choice:
        yield from (f"has “{write_choice((part,))}”; {why}" for why in _alone(part, one))
    if one.when == BY_HAND and (more := {part.kind for part in choice} - {*HANDS}):
        yield f"says {', '.join(sorted(more))} {BY_HAND}; the phone does that by itself, without it"
    for step in steps(choice):
        yield from _moving(step)
    if one.when == WHEN_DYING:
        yield from _dying(choice)


def _moving(step: CardStep) -> Iterator[ForAuthor]:
    """Yield the faults of a step that moves somebody."""
    moves = [part.kind for part in step.parts if part.kind in MOVES]
    if len(moves) > 1:
        yield "moves the same one twice; once would be right"
    if not step.whom.many and {*moves} & {"move", "swap"}:
        yield "moves them all; one, or “up to two enemies”, would be right"
    if "swap" in moves and step.whom.many > 1:
        yield "changes places with several; one would be right"


def _alone(part: EffectPart, one: Clause) -> Iterator[ForAuthor]:
    """Yield the faults of one part by itself."""
    whom = part.whom
    if whom.reach.of or whom.together:
        yield "how far is counted from the hero of the card; leave out “of” and “together”"
    if ATTACKER in whom.words and one.when != WHEN_ATTACKED:
        yield "an attacker is there “when attacked:” only"
    if part.kind == "exp" and part.loss == bool({*OWN} & {*whom.words}):
        yield "Exp is for one of yours, and is taken from an enemy"
    if part.kind == "ap" and part.loss != (whom.words == (OPPONENT,)):
        yield "AP are for you, this turn, and are taken from the opponent, for his next"
    if one.when == IN_PLAY:
        yield from _standing(part)


def _standing(part: EffectPart) -> Iterator[ForAuthor]:
    """Yield the faults of what holds while a card is in play."""
    n, whom = part.amount, part.whom
    if n and n.of == "attack":
        yield "a number, or one with +L, would be right"
    if whom.words != (SELF,) and (whom.many or not whom.reach.how):
        yield "say all of them and how far: “armor 1 friends within 1”, “attack -1 enemies anywhere”"
    if part.only:
        yield "holds all the while it is in play; leave out “if”"
    if whom.reach.how == "in range":
        yield "say how far in rows, as a range can change: “within 1”"


def _dying(choice: Choice) -> Iterator[ForAuthor]:
    """Yield the faults of what a hero does that dies."""
    for part in choice:
        plain = part.kind in ("heal", "gold", "draw") and part.whom.words in ((), (SELF,))
        if part.loss or part.only or part.so or not plain:
            sentence = f"has “{write_choice((part,))}” {WHEN_DYING}"
            yield f"{sentence}; a dying hero is healed, or gives gold or cards"


DIALECT = Dialect(
    kinds={
        **dict.fromkeys(("damage", "magic"), HIT),
        "kill": FOES,
        "heal": OWN,
        "stun": (*FOES, ANY),
        "unstun": OWN,
        "move": (*OWN, "enemy"),
        **dict.fromkeys(("push", "pull", "swap"), ("friend", "other", "enemy")),
        "exp": (*OWN, "enemy"),
        **dict.fromkeys(("gold", "ap", "draw"), (NOBODY, OPPONENT)),
    },
    whom={
        "friend": ("one of yours", "each of yours in range", "of yours"),
        "other": ("another of yours", "each other of yours in range", "others of yours"),
        "enemy": ("an enemy", "every enemy in range", "enemies"),
        ANY: (
            "an enemy or its outermost building",
            "every enemy in range and its outermost building",
            "enemies or their outermost building",
        ),
        BUILDING: ("the outermost enemy building",) * 3,
        ATTACKER: ("the attacker",) * 3,
        OPPONENT: ("your opponent",) * 3,
    },
    standing=dict.fromkeys(FIGURES, (*OWN, "enemy")),
    losses=("gold", "ap", "exp", "draw"),
    reaches=("adjacent", "within", "in range", "anywhere"),
    whens=(IN_PLAY, *TRIGGERS, BY_HAND),
    pers=PERS,
    paid={"health": "HP", "gold": "gold"},
    lasts=("this turn", "until next turn"),
    of=("level", "attack", "all"),
    counts=6,
    by_itself=("damage", "magic", "kill", "heal", "stun", "unstun", "exp", "gold", "ap", "draw", *FIGURES),
    steps=4,
    after=True,
    figures=("health", "attack", "armor"),
    step="row",
    ranged=True,
    step_many="rows",
    named={"attack": "attack", "armor": "armor", "range": "range", "health": "HP left"},
    more=_only_here,
)
"""What a skill or an item can say."""


READY = {
    "skills": (
        "attack 2 self this turn",
        "armor 2 friends until next turn",
        "magic 3 enemy | heal 3 other",
        "magic 2 up to two enemies",
        "unstun friend",
        "once a game: stun up to two enemies",
        "pay 2 gold: magic 3 enemy",
    ),
    "items": (
        "while in play: armor 1 others within 1",
        "while in play: attack -1 enemies within 2",
        "on kill, once a turn: gold 1",
        "when attacked: magic 1 attacker",
        "at start: heal 1 self",
        "when dying: heal 4 self",
    ),
}
"""Effects to pick from besides those of the house set."""


@dataclass(frozen=True)
class Does:
    """The effect of a card, and what must be asked for it."""

    choices: tuple[Choice, ...] = ()
    """What it does when it is played: one of these."""
    step: CardStep | None = None
    """The step that points at a target as it is played."""
    move: EffectPart | None = None
    """The part that then moves somebody."""
    asked: bool = False
    """Whether it is asked about step by step, once it is paid for."""
    standing: tuple[EffectPart, ...] = ()
    """What holds while it is in play."""
    on: Mapping[str, Choice] = field(default_factory=dict)
    """The choices that happen by themselves, by the time at which they do."""
    pers: Mapping[str, str] = field(default_factory=dict)
    """How often it happens, by the time at which it does."""
    price: tuple[Pay, ...] = ()
    """What it costs when it is played, besides its Action Points."""
    by_hand: bool = False
    limits: Choice = ()
    """The most that hands may do."""

    @cached_property
    def steps(self) -> tuple[tuple[CardStep, ...], ...]:
        """The steps of each of its choices."""
        return tuple(steps(choice) for choice in self.choices)


def does(text: str, dying: bool = False, by_hand: bool = False, hands: Choice = ()) -> Does:
    """Return the effect that a text says; ``dying`` if it happens when the hero of an item dies.

    ``hands`` is the most that hands may do.
    """
    card = read(text)
    once, left, stays = map(partial(clause, card), (AT_ONCE, BY_HAND, IN_PLAY))
    on = {one.when: one.choices[0] for one in card if one.when in TRIGGERS}
    if once and dying:
        on[WHEN_DYING], once = once.choices[0], None
    once = once or Clause(())
    return Does(
        once.choices,
        *_asked(once.choices),
        stays.choices[0] if stays else (),
        on,
        {one.when: one.per for one in card if one.per},
        once.pay,
        by_hand or left is not None,
        hands,
    )


def _asked(choices: tuple[Choice, ...]) -> tuple[CardStep | None, EffectPart | None, bool]:
    """Return the step that points at a target and the part that moves somebody; neither, and True, if there
    is more to ask for than one of each."""
    card_steps = steps(choices[0]) if choices else ()
    pointed = [step for step in card_steps if step.whom.pointed]
    moves = [*filter(None, map(mover, card_steps))]
    several = any(step.whom.many > 1 or step.whom.up_to for step in pointed)
    if several or max(map(len, (choices, pointed, moves))) > 1:
        return None, None, True
    return next(iter(pointed), None), next(iter(moves), None), False


def asks(step: CardStep) -> bool:
    """True if a step needs an answer: a target, or the row where somebody goes."""
    return step.whom.pointed or mover(step) is not None


def mover(step: CardStep) -> EffectPart | None:
    """The part of a step that moves somebody, if there is one."""
    return next((part for part in step.parts if part.kind == "move"), None)


def choice_names(choices: tuple[Choice, ...]) -> tuple[str, ...]:
    """Return the answers that name the choices of a card: two or three words, if these differ."""
    short = [brief(choice, DIALECT) for choice in choices]
    return tuple(short if len(set(short)) == len(short) else [write_choice(choice) for choice in choices])
