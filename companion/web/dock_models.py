"""The models of the dock: verbs, questions, answers, sentences, looks and refusals, frozen for the
templates."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from companion.kernel.action import Words
from companion.kernel.asking import Ask
from companion.kernel.clocks import Clock, words
from companion.kernel.rulebook import Refusal, Rule
from companion.kernel.view import Card
from companion.svg.trail import Trail
from companion.words import Text

Pairs = list[tuple[str, str]]


@dataclass(frozen=True)
class ClockShown:
    """A clock as a page shows it: the seconds it has, and whether they pass now."""

    clock: Clock
    seconds: float
    runs: bool

    @property
    def words(self) -> str:
        """The same as a clock shows it."""
        return words(self.seconds)

    @property
    def over(self) -> bool:
        """True where its time is up."""
        return self.seconds <= 0 and not self.clock.up


@dataclass(frozen=True)
class VerbShown:
    """A button of the dock; greyed where ``refusal`` says why."""

    kind: str
    title: Text
    cost: Text
    icon: str
    href: str
    refusal: Refusal | None
    say: str = ""
    """The address that says it at once; empty where it is asked about, or looked at first."""


@dataclass(frozen=True)
class Reason:
    """Words that may be left out: their field, the question, what they are so far, and their most letters."""

    field: str
    ask: Text
    words: str
    at_most: int


@dataclass(frozen=True)
class Answer:
    """An answer on offer, or a forbidden one with its reason."""

    name: str
    label: Text
    href: str
    refusal: Refusal | None
    spaces: tuple[str, ...]
    card: Card | None
    price: Text = ""
    rare: bool = False
    foreseen: Text = ""
    """What it comes to, in a few characters; empty where more is asked, or where that is looked up later."""
    say: str = ""
    """The address that says it at once where that makes it whole; empty where it is looked at first."""
    own: bool = False
    """True for what is one's own, where another's may be meant as well."""
    held: bool = False
    """True for a card that this phone says it holds."""


Numbered = list[tuple[int, Answer]]
"""Answers, each with its number among all that are allowed."""


@dataclass(frozen=True)
class Question:
    """The next question of a half-made action."""

    kind: str
    title: Text
    ask: Ask[Any]
    given: tuple[tuple[str, Text, str], ...]
    """Field, answer in words, and the address without it; no address where it has answered itself."""
    allowed: tuple[Answer, ...]
    forbidden: tuple[Answer, ...]
    back: str
    hidden: Pairs
    foresight: str = ""
    """The address of what is not foreseen yet; empty where everything is."""
    roll: str = ""
    """The address that throws for the player, where chance may answer."""
    say: str = ""
    """The address that says a number or words at once; empty where they are looked at first."""
    reason: Reason | None = None
    """What may be said besides, and may be left out."""
    on_board: frozenset[str] = frozenset()
    """The addresses of the answers that a tap on the board gives: they are listed only when asked for."""
    opened: bool = False
    """True where it was opened by itself, in the place of a dock with nothing else to say."""

    @property
    def words(self) -> bool:
        """True if the answer is words, which a player writes."""
        return isinstance(self.ask.noun, Words)

    @cached_property
    def folded(self) -> Numbered:
        """Return the answers that a tap on the board gives."""
        return [(n, answer) for n, answer in enumerate(self.allowed) if answer.href in self.on_board]

    @cached_property
    def rare(self) -> Numbered:
        """Return the other answers that are hardly ever meant."""
        apart = {n for n, _ in self.folded}
        return [(n, answer) for n, answer in enumerate(self.allowed) if answer.rare and n not in apart]

    @cached_property
    def listed(self) -> Numbered:
        """Return the answers that are listed at once, the cards of the hand first."""
        apart = {n for n, _ in (*self.rare, *self.folded)}
        result = [(n, answer) for n, answer in enumerate(self.allowed) if n not in apart]
        return sorted(result, key=lambda one: not one[1].held)


@dataclass(frozen=True)
class FinishedSentence:
    """A finished action, not yet said: what the hands will do."""

    kind: str
    title: Text
    given: tuple[tuple[str, Text, str], ...]
    back: str
    hidden: Pairs
    preview: tuple[str, ...]
    foreseen: Text
    """What it comes to, what it throws away first."""
    loses: bool
    """True where it throws something away."""
    reason: Reason | None
    ahead: Trail
    """What it would leave on the board: ghosts, and the way there."""


@dataclass(frozen=True)
class Inspected:
    """A thing on the board that was tapped: what it is, how far it gets, and what can be done with it."""

    thing: str
    now: str
    card: Card | None
    verbs: tuple[VerbShown, ...]
    reach: Mapping[str, tuple[str, ...]]
    why: str
    """The address that says why it is so."""
    by_hand: str = ""
    """The address that sets it by hand; empty where it cannot be."""
    lit: Mapping[str, int] = field(default_factory=dict)
    """Verb to the way in which the spaces glow that answer its second question."""
    forbidden: tuple[Answer, ...] = ()
    """What the first verb that glows forbids, each with its space and reason."""


@dataclass(frozen=True)
class RefusalShown:
    """A no, where the finger was: why, what would make it legal, and what changed meanwhile."""

    why: str
    hint: str
    rule: Rule
    stale: Text = ""
    undo: int = 0
    """The entry that an undo named whose author had not seen what was said last."""
