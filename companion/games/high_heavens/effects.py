"""What of the card language High Heavens carries out, and what it calls things."""

from collections.abc import Iterator
from dataclasses import replace

from companion.toolkit.cards.dialect import Dialect
from companion.toolkit.cards.grammar import read, write_choice
from companion.toolkit.cards.language import (
    AT_ONCE,
    BY_HAND,
    IN_PLAY,
    SELF,
    Card,
    Choice,
    Part,
    clause,
    parts,
    steps,
)
from companion.toolkit.cards.wording import brief, words

HELP = "Such as “damage 2 enemy within 3; disable it”; left out, the table does by hand what the text says."
GODS = (SELF, "friend", "other", "enemy", "any")
FIGURES = ("movement", "range", "attack", "armor")
CHIPS = ("armor", "attack", "poison", "disable")
TAKING = (*CHIPS, "heal", "trap", "build")
"""Kinds that take chips from the bank."""
VARYING = ("heal", "armor", "attack")
"""Those of which it takes more or fewer, by what a god has."""
MOVERS = ("move", "push", "place")
"""Kinds that carry a god to a hex."""


def _only_here(card: Card) -> Iterator[str]:
    """A hex is built on or trapped, one at a time; one god stands next to another."""
    for part in parts(card):
        said = f"has “{write_choice((part,))}”; "
        if "hex" in part.whom.words and not part.whom.many:
            yield f"{said}one hex, or two of them, would be right"
        if part.whom.together and part.whom.many != 2:
            yield f"{said}“together” wants two: “{part.kind} … two friends together”"
    for one in card:
        for choice in one.choices if one.when == AT_ONCE else ():
            for step in steps(choice):
                moving = [part.kind for part in step.parts if part.kind in MOVERS]
                if len(moving) > 1:
                    yield f"moves the same god twice ({', '.join(moving)}); once would be right"
                if moving and step.whom.many > 1 and not step.whom.up_to:
                    yield f"moves {step.whom.many} at once; “up to two friends” would be right"


ABILITY = Dialect(
    kinds={
        "damage": (*GODS, "trap", "architecture", "base", "enemy base"),
        "heal": (*GODS, "base"),
        **dict.fromkeys(CHIPS, GODS),
        "trap": ("enemy", "friend", "any", "hex"),
        "build": ("hex",),
        **dict.fromkeys(MOVERS, GODS),
    },
    whom={
        "friend": ("one of your gods", "each of your gods", "of your gods"),
        "other": ("another of your gods", "each other god of yours", "other gods of yours"),
        "enemy": ("an enemy god", "every enemy god", "enemy gods"),
        "any": ("a god", "every god", "gods"),
        "base": ("your home base", "your home base", "home bases"),
        "enemy base": ("the enemy home base", "the enemy home base", "enemy home bases"),
        "trap": ("a trap", "every trap", "traps"),
        "architecture": ("architecture", "every architecture", "architectures"),
        "hex": ("an empty hex", "every empty hex", "empty hexes"),
    },
    standing=dict.fromkeys(FIGURES, GODS),
    losses=("armor", "attack", "poison", "disable"),
    reaches=("adjacent", "within", "in range", "central", "near central", "anywhere"),
    places={
        "place": ("adjacent", "within", "central", "near central", "invoking", "anywhere"),
    },
    whens=(IN_PLAY, BY_HAND),
    past={"past armor": ("damage",), "past limit": ("armor", "attack", "heal")},
    of=("all",),
    most={"armor": 2, "attack": 2, "poison": 6, "disable": 1, "trap": 6, "build": 12},
    counts=6,
    steps=3,
    me="this god",
    named={"attack": "Attack", "armor": "Armor"},
    more=_only_here,
)
"""What a god's ability can say."""


def _whose(card: Card) -> Iterator[str]:
    """A Divine Power stands nowhere: what is near is near to somebody it names."""
    yield from _only_here(card)
    for part in parts(card):
        far = (part.whom.reach, *part.to)
        if any(reach.how in ("adjacent", "within", "in range") and not reach.of for reach in far):
            yield f"has “{write_choice((part,))}”; say of whom: “within 3 of friend”, “beside friend”"


POWER = replace(
    ABILITY,
    kinds={
        kind: tuple(word for word in whom if word not in (SELF, "other"))
        for kind, whom in ABILITY.kinds.items()
    },
    standing={},
    whens=(BY_HAND,),
    reaches=tuple(reach for reach in ABILITY.reaches if reach != "in range"),
    more=_whose,
)
"""What a Divine Power can say."""


def choice_names(choices: tuple[Choice, ...]) -> tuple[str, ...]:
    """What the choices of a card are answered with: two or three words, where they differ."""
    short = [brief(choice, ABILITY) for choice in choices]
    whole = [write_choice(choice) for choice in choices]
    return tuple(whole if len(set(short)) < len(short) else short)


def says(text: str, effect: str, god: str = "") -> str:
    """What a card says: its text, else its effect in words; and that hands carry it out, where they do."""
    card = read(effect)
    said = text or words(card, ABILITY if god else POWER, god)
    by_hand = said and (not card or clause(card, BY_HAND) is not None)
    return f"{said} ({BY_HAND})" if by_hand else said


def bounded(card: Card) -> bool:
    """Whether a card that costs nothing cannot be used for ever: it only holds, or hands see to it."""
    return clause(card) is None


def lasting(card: Card) -> tuple[Part, ...]:
    """What holds while a card is in play."""
    holds = clause(card, IN_PLAY)
    return holds.choices[0] if holds else ()
