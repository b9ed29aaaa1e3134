"""A frozen moment of a game. Its methods are movements of hands, and they tell what they did."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar, NamedTuple, Self, TypeVar

from companion.kernel.rulebook import Rulebook, happened
from companion.words import Message, Text, Value, filled, message

T = TypeVar("T")


def changed(thing: T, **changes: Any) -> T:
    """Return a copy of a frozen dataclass with some fields changed, faster than ``dataclasses.replace``."""
    # ``dataclasses.replace`` runs ``__init__`` field by field, and play makes thousands of states. This is
    # safe because such classes are frozen, without slots or ``__post_init__``. ``action``, ``asking``,
    # ``simulate`` and ``storage/session`` write to ``__dict__`` for the same reason.
    new = _new(type(thing))
    _set(new, "__dict__", thing.__dict__ | changes)
    return new


_new, _set = object.__new__, object.__setattr__  # looked up once, not for every state


class Blow(NamedTuple):
    """A blow that one thing struck at another, and its points: a line on the board with a number."""

    by: str
    at: str
    points: int


class Told(NamedTuple):
    """One thing told to the table, and the names of the things it touched."""

    words: Message | str
    about: tuple[str, ...] = ()
    rule: str = ""
    """The key of the rule that makes it so, where it happens by itself."""
    icon: str = ""
    """Its picture where it is a step of the set-up and nothing of it lies on the board."""
    aside: bool = False
    """True where hands do nothing for it: how it adds up, which folds away."""
    blows: tuple[Blow, ...] = ()
    """The blows it tells of."""

    @property
    def text(self) -> str:
        """The line in words."""
        return str(self.words)


new_told: Callable[[tuple[Any, ...]], Told] = partial(tuple.__new__, Told)
"""A ``Told`` of its parts, past the constructor of a named tuple, which takes three times as long."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game: the winners (nobody: a draw, or a table put away), the rule, and why in words."""

    winners: tuple[str, ...]
    rule: str
    why: Message | str
    scores: tuple[tuple[str, int], ...] = ()
    """Seat and points, where the game counts points."""
    fallen: tuple[str, ...] = ()
    """The pieces whose fall ended the game."""


class Impossible(AssertionError):
    """A moment that the box cannot hold, and why, in words for people."""

    def __init__(self, why: Message | str) -> None:
        super().__init__(why)
        self.why = why


def ensure(holds: object, why: str, /, **values: Value) -> None:
    """Go on if it holds, or say what the box cannot hold: a template with its values."""
    if not holds:
        raise Impossible(filled(why, values))


@dataclass(frozen=True, kw_only=True)
class State:
    """A moment of any game. Games add fields and verbs; nothing is ever changed in place."""

    rules: ClassVar[Rulebook]

    told: tuple[Told, ...] = ()
    quiet: bool = False
    """True in a game that nobody reads, such as one of a player's thoughts: what happens is not told."""
    over: Outcome | None = None
    phase: str = ""
    """Where the game stands in its sequence of play; a verb may name the phases it belongs to."""
    draw_offered: str = ""
    """The seat that offers a draw, if one does."""
    draw_agreed: tuple[str, ...] = ()
    """The seats that have agreed to it."""
    resigned: tuple[str, ...] = ()
    """The seats that have resigned and left the others to play on."""

    @property
    def seats(self) -> tuple[str, ...]:
        """Every seat of this sitting, in table order."""
        raise NotImplementedError

    @property
    def to_act(self) -> tuple[str, ...]:
        """The seats the table waits for, first in priority first; empty when the game is over."""
        raise NotImplementedError

    @property
    def at_stake(self) -> tuple[str, ...]:
        """The things it is about where the table waits for an answer in the middle of another's turn, spaces
        of the board among them; none in a turn of one's own."""
        return ()

    @property
    def candidates(self) -> tuple[str, ...]:
        """The things that the awaited answer chooses among, to be marked on the board of every phone."""
        return self.at_stake

    @property
    def playing(self) -> tuple[str, ...]:
        """The seats that have not left."""
        return tuple(s for s in self.seats if s not in self.resigned) if self.resigned else self.seats

    def partners(self, seat: str) -> tuple[str, ...]:
        """The seats that win and lose together with this one, itself among them."""
        return (seat,)

    @property
    def draw_open(self) -> tuple[str, ...]:
        """The seats that may answer an offered draw: their side has not yet."""
        seats = {self.draw_offered, *self.draw_agreed}
        return tuple(s for s in self.playing if self.draw_offered and not seats & {*self.partners(s)})

    @property
    def draw_words(self) -> Message | str:
        """An offered draw as one thing of the table; empty where there is none."""
        offered, agreed = self.draw_offered, self.draw_agreed
        if agreed:
            words = "offered by {seat}, and {agreed} {agreed:agrees|agree}"
            return message(words, seat=offered, agreed=agreed)
        return message("offered by {seat}", seat=offered) if offered else ""

    @property
    def midway(self) -> bool:
        """True inside a step of several entries; such a step is taken back as one."""
        return False

    @property
    def phase_words(self) -> Text:
        """The phase in words: ``the recharge phase``."""
        return self.phase

    but = changed

    def tell(
        self,
        words: Message | str,
        *about: str,
        rule: str = "",
        icon: str = "",
        aside: bool = False,
        **changes: Any,
    ) -> Self:
        """Say something to the table, with what changes by it; ``about`` names the things it touched."""
        if rule:
            happened(rule)
        if self.quiet:
            return changed(self, **changes) if changes else self
        return changed(self, told=(*self.told, new_told((words, about, rule, icon, aside, ()))), **changes)

    def tell_lines(self, lines: Iterable[Told], **changes: Any) -> Self:
        """Tell lines that are worded already, with what changes by it."""
        if self.quiet:
            return changed(self, **changes)
        told = (*lines,)
        for line in told:
            if line.rule:
                happened(line.rule)
        return changed(self, told=self.told + told, **changes)

    def finish(
        self,
        winners: tuple[str, ...],
        rule: str,
        why: Message | str,
        scores: tuple[tuple[str, int], ...] = (),
        fallen: tuple[str, ...] = (),
    ) -> Self:
        """End the game."""
        return self.but(over=Outcome(winners, rule, why, scores, fallen)).tell(why, "Result", rule=rule)
