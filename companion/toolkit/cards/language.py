"""The words of the card language, and the frozen values a text is read into.

A card is clauses; a clause says when it happens and what is to be chosen among; a choice is parts, done one
after the other; a part is one thing done to somebody.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

# -- the words --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class KindGrammar:
    """The words that may follow a kind: an amount, if the kind takes one, and if that may be a loss."""

    amount: str = "must"
    """``must``, ``may`` or ``never``."""
    loss: bool = False


KINDS: Mapping[str, KindGrammar] = {
    "damage": KindGrammar(),
    "magic": KindGrammar(),
    "heal": KindGrammar(),
    "armor": KindGrammar(loss=True),
    "attack": KindGrammar(loss=True),
    "poison": KindGrammar(loss=True),
    "movement": KindGrammar(loss=True),
    "range": KindGrammar(loss=True),
    "disable": KindGrammar("may", loss=True),
    "choose": KindGrammar("never"),
    "kill": KindGrammar("never"),
    "stun": KindGrammar("never"),
    "unstun": KindGrammar("never"),
    "trap": KindGrammar(loss=True),
    "build": KindGrammar(),
    "terrain": KindGrammar(),
    "move": KindGrammar(),
    "push": KindGrammar(),
    "pull": KindGrammar(),
    "place": KindGrammar("never"),
    "summon": KindGrammar("never"),
    "swap": KindGrammar("never"),
    "follow": KindGrammar("never"),
    "revive": KindGrammar("may"),
    "return": KindGrammar("never"),
    "draw": KindGrammar(loss=True),
    "gold": KindGrammar(loss=True),
    "ap": KindGrammar(loss=True),
    "exp": KindGrammar(loss=True),
    "token": KindGrammar(loss=True),
}
"""What a part does."""
WHOM: Mapping[str, str] = {
    "friend": "friends",
    "other": "others",
    "enemy": "enemies",
    "any": "all",
    "god": "gods",
    "hero": "heroes",
    "attacker": "attackers",
    "opponent": "opponents",
    "base": "bases",
    "enemy base": "enemy bases",
    "building": "buildings",
    "trap": "traps",
    "architecture": "architectures",
    "hex": "hexes",
    "ball": "balls",
}
"""The targets, one and several: a friend is anybody of one's own, an other is not oneself;
the opponent is the other player, who stands nowhere."""
SELF, IT, OPPONENT = "self", "it", "opponent"
COUNTS = ("one", "two", "three", "four", "five", "six")
AT_ONCE, BY_HAND, IN_PLAY = "", "by hand", "while in play"
ON_KILL, WHEN_ATTACKED, WHEN_DYING, AT_START = TRIGGERS = (
    "on kill",
    "when attacked",
    "when dying",
    "at start",
)
"""When a clause happens by itself, so that nobody can be asked."""
WHENS = (IN_PLAY, *TRIGGERS, BY_HAND)
"""When a clause happens; at once where it does not say."""
ONCE_A_TURN, ONCE_A_GAME = PERS = ("once a turn", "once a game")
PAID = ("token", "ap", "armor", "attack", "health", "gold")
"""What a clause can cost besides its card's own price."""
LASTS = ("this turn", "until next turn")
PAST = ("past armor", "past limit", "past terrain")
"""Where a card beats the rules: armor does not help, no limit is kept, terrain costs no more."""
FIGURES = ("health", "armor", "attack", "poison", "ap")
"""What a condition can ask of somebody."""
ADJACENT, WITHIN, LINE, RANGE = "adjacent", "within", "in line", "in range"
CENTRAL, NEAR_CENTRAL, ANYWHERE, INVOKING = "central", "near central", "anywhere", "invoking"
REACHES = (ADJACENT, WITHIN, LINE, RANGE, CENTRAL, NEAR_CENTRAL, ANYWHERE, INVOKING)

# -- the values -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Amount:
    """An amount: ``n``, and what is added to it."""

    n: int
    of: str = ""
    """``level`` or ``attack`` of the user, ``health``, ``armor`` or ``poison`` of the target: so much more;
    ``all``: all there is, with n as its sign."""

    def times(self, sign: int) -> "Amount":
        """Return it as it is, or with -1 as a loss."""
        return replace(self, n=sign * self.n)


@dataclass(frozen=True)
class Reach:
    """A reach: one of ``REACHES``, its number of steps, and its start (oneself by default)."""

    how: str = ""
    n: int = 0
    """Of ``adjacent`` to somebody: within how many steps of oneself that somebody is."""
    of: str = ""


@dataclass(frozen=True)
class Whom:
    """The targets of a part; it has none if it has no words."""

    words: tuple[str, ...] = ()
    """Of ``WHOM`` (the singular), ``self`` or ``it``; any of them will do."""
    many: int = 1
    """How many; 0 for all of them."""
    up_to: bool = False
    reach: Reach = Reach()
    together: bool = False
    """They stand next to one another."""
    another: bool = False
    """None of those the card was done to before."""

    @property
    def pointed(self) -> bool:
        """True if somebody must be pointed at."""
        return bool(self.words) and self.many > 0 and self.words not in ((SELF,), (IT,), (OPPONENT,))


@dataclass(frozen=True)
class If:
    """A condition: a part is done only to who has so much of a figure, or so little."""

    figure: str
    n: int
    less: bool = True
    """``n`` or less; else ``n`` or more."""
    of: str = ""
    """``self`` if the figure of who uses the card is meant, not that of the target."""

    def holds(self, has: int) -> bool:
        """True if somebody who has so much meets it."""
        return has <= self.n if self.less else has >= self.n


@dataclass(frozen=True)
class EffectPart:
    """One thing a card does."""

    kind: str
    amount: Amount | None = None
    whom: Whom = Whom()
    to: tuple[Reach, ...] = ()
    """Where it goes: any of these."""
    past: str = ""
    lasts: str = ""
    only: If | None = None
    """The condition on which it is done."""
    so: bool = False
    """True if it is done only where the part before was done to somebody."""

    @property
    def loss(self) -> bool:
        """True if it takes away."""
        return self.amount is not None and self.amount.n < 0


@dataclass(frozen=True)
class Pay:
    """The price of a clause: a token on the card, or so much of something."""

    what: str
    n: int = 1


Choice = tuple[EffectPart, ...]


@dataclass(frozen=True)
class Clause:
    """The choices that a card gives at one time."""

    choices: tuple[Choice, ...]
    when: str = AT_ONCE
    per: str = ""
    pay: tuple[Pay, ...] = ()


Card = tuple[Clause, ...]


@dataclass(frozen=True)
class CardStep:
    """The parts that are done to the same ones."""

    whom: Whom
    parts: tuple[EffectPart, ...]

    @property
    def so(self) -> bool:
        """True if it is done only where the step before was."""
        return self.parts[0].so


def steps(choice: Choice) -> tuple[CardStep, ...]:
    """Return a choice by targets: a part that names the same ones again, or ``it``, belongs to that step."""
    result: list[CardStep] = []
    for part in choice:
        again = len(result) - 1 if part.whom.words == (IT,) else _same(result, part)
        if again < 0:
            result.append(CardStep(part.whom, (part,)))
        else:
            result[again] = CardStep(result[again].whom, (*result[again].parts, part))
    return tuple(result)


def _same(found: list[CardStep], part: EffectPart) -> int:
    if part.whom.another or part.so or part.whom.reach.of == IT:
        return -1
    return next((n for n, step in enumerate(found) if step.whom == part.whom and not step.so), -1)


def clause(card: Card, when: str = AT_ONCE) -> Clause | None:
    """The clause of a card for a time, if it has one."""
    return next((one for one in card if one.when == when), None)


def parts(card: Card) -> tuple[EffectPart, ...]:
    """Every part of a card, whenever it happens."""
    return tuple(part for clause in card for choice in clause.choices for part in choice)
