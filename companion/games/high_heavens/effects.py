"""The part of the card language that High Heavens carries out, with its own words."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import zip_longest

from companion.toolkit.cards.dialect import Dialect
from companion.toolkit.cards.grammar import read, write_choice
from companion.toolkit.cards.language import (
    AT_ONCE,
    BY_HAND,
    IN_PLAY,
    IT,
    LASTS,
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
    clause,
    parts,
    steps,
)
from companion.toolkit.cards.wording import brief, words
from companion.words import ForAuthor, message

HELP = "Such as “damage 2 enemy within 3; disable it”; left out, the table does by hand what the text says."
GODS = (SELF, "friend", "other", "enemy", "any")
FIGURES = ("movement", "range", "attack", "armor")
CHIPS = ("armor", "attack", "poison", "disable")
TAKING = (*CHIPS, "heal", "trap", "build", "revive", "summon")
"""Kinds that take chips from the bank."""
CHIP = {"heal": "health", "revive": "health", "summon": "health", "build": "column"}
"""What an effect takes from the bank, where it is not called as the effect is."""
VARYING = ("heal", "armor", "attack", "revive", "summon")
"""Those of which it takes more or fewer, by what a god has."""
MOVERS = ("move", "push", "pull", "place", "summon")
"""Kinds that carry a god to a hex."""
WHOLE = ("revive", "return", "summon")
"""Kinds that are done to a god as a whole, and nothing else with them."""
BY_PHONE = ("pull", "swap", "ap", "choose")
"""Kinds that hands have no verb for."""
ATTACKER = "attacker"
BY_ITSELF = ("damage", "heal", "armor", "attack", "poison", "disable", "trap", "movement", "range")
"""What can happen by itself."""


def _only_here(card: Card) -> Iterator[ForAuthor]:
    """A hex is built on or trapped, one at a time; one god stands next to another."""
    for part in parts(card):
        yield from (f"has “{write_choice((part,))}”; {why}" for why in _odd(part))
    for one in card:
        yield from _timed(one)
        for choice in one.choices if one.when == AT_ONCE else ():
            yield from _choosing(choice)
            for step in steps(choice):
                yield from _moving(step)


def _moving(step: CardStep) -> Iterator[ForAuthor]:
    """Yield a fault for a step that moves a god twice, or several at once."""
    moving = [part.kind for part in step.parts if part.kind in (*MOVERS, "swap")]
    if len(moving) > 1:
        yield f"moves the same god twice ({', '.join(moving)}); once would be right"
    if moving and step.whom.many > 1 and not step.whom.up_to:
        yield f"moves {step.whom.many} at once; “up to two friends” would be right"


def _choosing(choice: Choice) -> Iterator[ForAuthor]:
    """Yield a fault for each hex that is chosen for nothing."""
    for part, then in zip_longest(choice, choice[1:]):
        if part.kind == "choose" and (part.whom.many != 1 or not then or then.whom.reach.of != IT):
            right = "choose hex within 3; damage 2 enemies adjacent of it"
            yield f"chooses a hex for nothing; “{right}” would be right"


def _odd(part: EffectPart) -> Iterator[ForAuthor]:
    """Yield a fault for each thing that does not go together in a part, whenever it is done."""
    whom, amount = part.whom, part.amount
    if "hex" in whom.words and not whom.many:
        yield "one hex, or two of them, would be right"
    if whom.together and whom.many != 2:
        yield f"“together” wants two: “{part.kind} … two friends together”"
    if part.kind == "trap" and part.loss and "hex" in whom.words:
        yield "a trap is taken from under a god; on a hex, damage it"
    if part.kind != "damage" and amount and amount.of not in ("", "all"):
        yield "only damage is counted so; a number would be right"
    if part.lasts and part.past:
        yield f"a figure has no limit; leave out “{part.past}”"


def _timed(one: Clause) -> Iterator[ForAuthor]:
    """Yield a fault for each thing that does not go with the time of a clause."""
    for choice in one.choices:
        for part in choice:
            yield from (f"has “{write_choice((part,))}”; {why}" for why in _at_that_time(part, one))
        for step in steps(choice):
            if len(step.parts) > 1 and any(part.kind in WHOLE for part in step.parts):
                yield f"does more than {' or '.join(WHOLE)} the same god; that alone would be right"


def _at_that_time(part: EffectPart, one: Clause) -> Iterator[ForAuthor]:
    """Yield a fault for each thing of a part that does not go with the time of its clause."""
    if ATTACKER in part.whom.words and one.when != WHEN_ATTACKED:
        yield f"an attacker is there “{WHEN_ATTACKED}:” only"
    if (one.when == IN_PLAY or part.lasts) and part.amount and part.amount.of:
        yield "a plain number would be right for a figure"
    if one.when == BY_HAND and (part.lasts or part.kind in (*WHOLE, *BY_PHONE)):
        yield f"the phone does that by itself; leave out “{BY_HAND}”"
    if one.when == WHEN_DYING and part.whom.words == (SELF,):
        yield "a god that falls does nothing more to itself"


ABILITY = Dialect(
    kinds={
        "damage": (*GODS, ATTACKER, "trap", "architecture", "base", "enemy base"),
        "heal": (*GODS, "base"),
        **dict.fromkeys(CHIPS, (*GODS, ATTACKER)),
        "trap": ("enemy", "friend", "any", ATTACKER, "hex"),
        "build": ("hex",),
        "choose": ("hex",),
        **dict.fromkeys(MOVERS, GODS),
        "summon": ("friend",),
        "swap": ("friend", "other", "enemy", "any"),
        "ap": ("",),
        "revive": ("friend", "other"),
        "return": GODS,
    },
    whom={
        "friend": ("one of your gods", "each of your gods", "of your gods"),
        "other": ("another of your gods", "each other god of yours", "other gods of yours"),
        "enemy": ("an enemy god", "every enemy god", "enemy gods"),
        "any": ("a god", "every god", "gods"),
        ATTACKER: ("the attacker",) * 3,
        "base": ("your home base", "your home base", "home bases"),
        "enemy base": ("the enemy home base", "the enemy home base", "enemy home bases"),
        "trap": ("a trap", "every trap", "traps"),
        "architecture": ("architecture", "every architecture", "architectures"),
        "hex": ("an empty hex", "every empty hex", "empty hexes"),
    },
    standing=dict.fromkeys(FIGURES, (*GODS, ATTACKER)),
    losses=("armor", "attack", "poison", "disable", "trap"),
    reaches=("adjacent", "within", "in line", "in range", "central", "near central", "anywhere"),
    places=dict.fromkeys(
        ("place", "summon"), ("adjacent", "within", "central", "near central", "invoking", "anywhere")
    ),
    whens=(IN_PLAY, *TRIGGERS, BY_HAND),
    pers=PERS,
    paid=dict.fromkeys(("armor", "attack", "health"), ""),
    lasts=LASTS,
    past={"past armor": ("damage",), "past limit": ("armor", "attack", "heal")},
    of=("all", "attack", "health", "armor", "poison"),
    most={"armor": 2, "attack": 2, "poison": 6, "disable": 1, "trap": 6, "build": 12, "ap": 2},
    counts=6,
    by_itself=BY_ITSELF,
    after=True,
    figures=("health", "armor", "attack", "poison"),
    steps=3,
    me="this god",
    named={"attack": "Attack", "armor": "Armor"},
    asides=("the attack bonus does not count",),
    more=_only_here,
)
"""What a god's ability can say."""


def _whose(card: Card) -> Iterator[ForAuthor]:
    """A Divine Power stands nowhere: what is near is near to somebody it names."""
    yield from _only_here(card)
    for part in parts(card):
        if part.only and part.only.of:
            yield f"has “{write_choice((part,))}”; no god uses it; leave out “self”"
        if part.amount and part.amount.of == "attack":
            yield f"has “{write_choice((part,))}”; no god uses it, so there is no Attack to count"
        far = (part.whom.reach, *part.to)
        if any(reach.how in ("adjacent", "within", "in line", "in range") and not reach.of for reach in far):
            yield f"has “{write_choice((part,))}”; say of whom: “within 3 of friend”, “beside friend”"


OF_A_GOD = ("pull", "swap")
"""Kinds that need a god who does them."""


def _of_nobody(whom: tuple[str, ...]) -> tuple[str, ...]:
    """The words that mean somebody where no god speaks them."""
    return tuple(word for word in whom if word not in (SELF, "other", ATTACKER))


POWER = replace(
    ABILITY,
    kinds={kind: _of_nobody(whom) for kind, whom in ABILITY.kinds.items() if kind not in OF_A_GOD},
    standing={kind: _of_nobody(whom) for kind, whom in ABILITY.standing.items()},
    whens=(BY_HAND,),
    pers=(),
    paid={},
    reaches=tuple(reach for reach in ABILITY.reaches if reach != "in range"),
    more=_whose,
)
"""What a Divine Power can say."""


READY = (
    "while in play: armor 1 friends adjacent",
    "while in play: movement 1 self",
    "at start: heal 1 self",
    "on kill: attack 1 self",
    "when attacked: damage 1 attacker adjacent",
    "attack 2 friend this turn",
    "movement 1 friends this turn",
    "range -1 enemies until next turn",
    "revive 3 friend",
    "return friend",
    "summon friend to adjacent",
)
"""Effects to pick from besides those of the house set."""


def choice_names(choices: tuple[Choice, ...]) -> tuple[str, ...]:
    """Return the answers that name the choices of a card: two or three words, if these differ."""
    short = [brief(choice, ABILITY) for choice in choices]
    whole = [write_choice(choice) for choice in choices]
    return tuple(whole if len(set(short)) < len(short) else short)


def says(text: str, effect: str, god: str = "") -> str:
    """Return the text of a card, else its effect in words, marked if it is carried out by hand."""
    card = read(effect)
    sentence = text or words(card, ABILITY if god else POWER, god)
    by_hand = sentence and (not card or clause(card, BY_HAND) is not None)
    return str(message("{text} (by hand)", text=sentence)) if by_hand else sentence


def number(part: EffectPart) -> int:
    """Return the number that a part says, 1 if it says none."""
    return part.amount.n if part.amount else 1


def takes_chips(part: EffectPart) -> bool:
    """True if a part takes anything from the bank."""
    return part.kind in TAKING and not part.loss and not part.lasts


def endless(card: Card, cost: int) -> bool:
    """True if a card gives back what it costs each time it is used, and nothing bounds it."""
    at_once = clause(card)
    if at_once is None or at_once.per:
        return False
    amounts = [
        sum(part.amount.n for part in choice if part.kind == "ap" and part.amount)
        for choice in at_once.choices
    ]
    return max(amounts, default=0) >= cost


def lasting(card: Card) -> tuple[EffectPart, ...]:
    """Return the parts that hold while a card is in play."""
    holds = clause(card, IN_PLAY)
    return holds.choices[0] if holds else ()
