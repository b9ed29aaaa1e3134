"""Verbs and nouns: what a seat can say, and how it is checked and played.

An action is a frozen dataclass whose fields are nouns. Its ``check`` lists the rules in the order the
questions are asked. The same ``check`` judges a half-made action: reading a noun that is not answered
yet stops it there, so each rule speaks at the first question where it can be decided, and an option that
is allowed can always be completed.
"""

import inspect
import logging
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, NoReturn, TypeVar, get_type_hints

from companion.kernel.consequences import Consequence
from companion.kernel.misdeclared import Misdeclared
from companion.kernel.rulebook import Refusal, Stumble
from companion.kernel.state import State
from companion.words import Text, listed

S = TypeVar("S", bound=State)
A = TypeVar("A", bound="Action[Any]")
Answer = str | tuple[str, ...]
Given = Mapping[str, str | Sequence[str]]


class Unanswered(Exception):
    """A rule asked for a noun that has no answer yet; the rules after it wait for that answer."""


class _Missing:
    """The value of a noun in a verb's class: reading it means that an action has no answer yet."""

    def __init__(self, field: str) -> None:
        self.field = field

    def __get__(self, action: object, kind: type) -> NoReturn:
        if action is None:  # a dataclass looks for a default
            raise AttributeError(self.field)
        raise Unanswered(self.field)


class Number:
    """The whole numbers from ``least`` to ``most``, as names: what a noun offers that asks for a number."""

    def __init__(self, least: int, most: int) -> None:
        self.least = least
        self.most = most

    def __iter__(self) -> Iterator[str]:
        return map(str, range(self.least, self.most + 1))

    def __contains__(self, name: object) -> bool:
        if not isinstance(name, str) or not re.fullmatch(r"0|-?[1-9][0-9]{0,8}", name):
            return False
        return self.least <= int(name) <= self.most


@dataclass(frozen=True)
class Noun(Generic[S]):
    """Something one can point at: the question, and what may answer it.

    ``options`` offers what a finger could reach, as names without commas, given the moment and the
    half-made action; only the checks know the rules. Where it offers a ``Number`` the phone shows a stepper
    instead of buttons. With ``count`` the noun takes that many different answers and its field is a tuple, in
    the order of the options.
    """

    ask: Text
    options: Callable[[S, Any], Iterable[str]]
    count: Callable[[S, Any], int] | None = None
    price: Callable[[S, Any], Text] | None = None
    """What an answer costs, in a few characters, given the half-made action with that answer."""
    legal: Callable[[S, Any], Iterable[str] | None] | None = None
    """The options that the rules allow, given an action half-made that they allow, where these are found
    without trying each; None where each is tried. A phone shows all options, as each tells why not. With
    ``count`` it is asked only where one is to be answered."""
    alone: bool = False
    """True where it is not asked if just one thing is on offer: that is the answer."""
    rare: Callable[[S, Any], bool] | None = None
    """Whether a half-made action is allowed, but hardly ever meant: the phone folds such an answer away."""
    chance: Literal["", "throw", "draw"] = ""
    """How chance answers it: the phone offers to throw the die or coin, or to draw the card or lot."""
    consent: bool = False
    """True where it asks whether to do it at all: it never answers itself, as one may decline."""
    in_dock: bool = False
    """True for the first noun of a verb where its answers stand among the buttons at once, such as cards of
    the hand: a tap on one begins the verb with it."""

    def needed(self, state: S, action: Any) -> int:
        """Return how many answers it takes, given the half-made action."""
        return 1 if self.count is None else self.count(state, action)

    def answer(self, names: tuple[str, ...]) -> Answer:
        """Return what its field holds with these answers."""
        return names if self.count else names[0]

    def is_rare(self, state: S, action: Any) -> bool:
        """True if a half-made action is hardly ever meant."""
        return self.rare is not None and self.rare(state, action)


@dataclass(frozen=True)
class Words:
    """A noun answered in one's own words, on one line of at most ``at_most`` characters."""

    ask: Text
    at_most: int = 120
    otherwise: str = ""
    """What it is where nothing is said; empty where something must be."""


AnyNoun = Noun[Any] | Words


@dataclass(frozen=True)
class Action(Generic[S]):
    """A verb: a seat (``by``) and the nouns the subclass names as its fields."""

    by: str

    verb: ClassVar[str]
    title: ClassVar[str] = ""
    """What stands on the button; the class name where it is empty."""
    cost: ClassVar[Text] = ""
    """What it costs, for the reference sheet and the button, e.g. ``1 action``."""
    icon: ClassVar[str] = ""
    during: ClassVar[tuple[str, ...]] = ()
    """The phases in which it is said; empty where the game has no phases."""
    of: ClassVar[tuple[str, ...]] = ()
    """The seats that have this verb at all; empty where every seat has it."""
    by_hand: ClassVar[bool] = False
    """True where it sets by hand what is tracked; its first noun is the thing."""
    at_once: ClassVar[bool] = False
    """True where it is harmless: the tap that finishes it sends it, with Undo beside what was told. The
    others are shown first (``companion.kernel.judge.shown_first``)."""
    anytime: ClassVar[bool] = False
    """True where a seat may say it although the table waits for another (a ruling, resigning)."""
    its_nouns: ClassVar[dict[str, "AnyNoun"]]
    """Its nouns by field; found in its fields, but where a verb is made while we run. They are kept with it,
    so that they go when its game does."""

    def __init_subclass__(cls) -> None:
        """Misdeclared where a noun is called like what every action has."""
        annotations = inspect.get_annotations(cls)
        field_names = [
            field for field in annotations if field not in cls.__dict__ and not _of_class(annotations[field])
        ]
        cls.verb = re.sub(r"(?<!^)(?=[A-Z])", "-", cls.__name__).lower()
        cls.title = cls.__dict__.get("title") or cls.verb.replace("-", " ").capitalize()
        for field in field_names:
            if hasattr(Action, field) or field in Action.__annotations__:
                raise Misdeclared(f"“{cls.verb}”: a noun cannot be called “{field}”; every action has one.")
            setattr(cls, field, _Missing(field))

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            names = [*nouns(type(self))]
            its = f"its nouns are {listed(names)}" if names else "it has none"
            raise AttributeError(f"“{self.verb}” has no noun “{name}”; {its}", name=name, obj=self)

    @classmethod
    def face(cls, state: S, by: str) -> tuple[Text, Text]:
        """Return the words of the button at this moment, and the cost for this seat."""
        return cls.title, cls.cost

    def check(self, state: S) -> None:
        """Refuse what the rules forbid, in the order of the questions."""

    def is_legal(self, state: S) -> bool | None:
        """True if the rules allow it as far as it is made, where this is found without a reason why not; None
        where ``check`` finds it."""
        return None

    def apply(self, state: S) -> S:
        """Let hands do it."""
        raise NotImplementedError

    def foresee(self, before: S, after: S) -> Iterable[Text] | None:
        """Return what it leads to, in a few words each, what matters most first; None for what is tracked."""
        return None

    def foresee_also(self, before: S, after: S) -> Iterable[Consequence]:
        """Return what it leads to besides what is tracked: a figure that an item raises."""
        return ()

    def throws_away(self, state: S) -> Text:
        """Return in a few words what is lost for good by saying it; empty for nothing. It is shown first."""
        return ""

    def takes(self) -> Sequence[str]:
        """Return the pieces it says to take off the board, if a tap on them means nothing else."""
        return ()

    def throws_away_by(self, state: S) -> Text:
        """Return what loses it, in a word or two, to be said where there is no room for all that is lost."""
        return ""

    def fought_over(self, state: S) -> Iterable[str]:
        """The spaces it attacks besides those of its targets (``companion.toolkit.aimed.Attacked``)."""
        return ()


def _of_class(value: object) -> bool:
    """True if an annotation, perhaps in quotes, says that it is the class's own and no noun."""
    return str(value).removeprefix("typing.").startswith("ClassVar")


Kind = type[Action[S]]


def nouns(kind: type[Action[Any]]) -> dict[str, AnyNoun]:
    """The nouns of a verb by field name, in the order they are asked."""
    result: dict[str, AnyNoun] | None = kind.__dict__.get("its_nouns")
    if result is None:
        hints, result = get_type_hints(kind, include_extras=True), {}
        for name in (field.name for field in fields(kind) if field.name != "by"):
            metadata = getattr(hints[name], "__metadata__", ())
            result[name] = metadata[0] if metadata else kind.its_nouns[name]
        kind.its_nouns = result
    return result


def draft(kind: Kind[S], by: str, answers: Mapping[str, Answer]) -> Action[S]:
    """A half-made action; its missing nouns are unanswered."""
    action = object.__new__(kind)
    fields = action.__dict__
    fields["by"] = by
    if answers:
        fields.update(answers)
    return action


def _on_turn(state: S, action: Action[S]) -> None:
    """Refuse a verb that is another seat's, or out of season."""
    if action.of and action.by not in action.of:
        state.rules.refuse("turn", "“{action}” is for {seats:or} only.", action=action.title, seats=action.of)
    if not action.anytime:
        if state.over is not None:
            state.rules.refuse("game-over", "The game is over: {reason}", reason=state.over.why)
        if action.by not in state.to_act:
            waiting = listed(state.to_act) if state.to_act else "nobody"
            state.rules.refuse(
                "turn", "The table waits for {waiting}, not for {seat}.", waiting=waiting, seat=action.by
            )
        if action.during and state.phase not in action.during:
            words = "“{action}” has no place in {phase}."
            state.rules.refuse("sequence", words, action=action.title, phase=state.phase_words)


def vet(state: S, action: Action[S]) -> None:
    """Judge a whole or half-made action; a Refusal says no."""
    _on_turn(state, action)
    try:  # noqa: SIM105 (contextlib.suppress costs more than most checks)
        action.check(state)
    except Unanswered:
        pass


def refusal(state: S, action: Action[S]) -> Refusal | None:
    """Return what forbids a whole or half-made action, or None; a fault of the game forbids it, too."""
    try:
        vet(state, action)
    except Refusal as refused:
        return refused.with_traceback(None)  # a traceback keeps its frames, and one of them the refusal
    except Exception as fault:
        return stumbled(state, action.verb, fault)
    return None


def may(state: S, action: Action[S]) -> bool:
    """True if nothing forbids a whole or half-made action; it is found sooner than what forbids it."""
    verdict = action.is_legal(state)
    if verdict is not None:
        return verdict
    try:
        _on_turn(state, action)
    except Refusal:
        return False
    return fits(state, action)


def fits(state: S, action: Action[S]) -> bool:
    """True if the rules allow a whole or half-made action of a seat on turn, whose verb is in season."""
    try:
        action.check(state)
    except Unanswered:
        return True
    except Refusal:
        return False
    except Exception as fault:
        stumbled(state, action.verb, fault)
        return False
    return True


def face(kind: Kind[S], state: S, by: str) -> tuple[Text, Text]:
    """Return the words of a verb's button and its cost, or its plain title if the game's code fails."""
    try:
        return kind.face(state, by)
    except Exception as fault:
        stumbled(state, kind.verb, fault)
        return kind.title, kind.cost


def stumbled(state: State, what: str, fault: Exception) -> Stumble:
    """A fault in a game's own code as a refusal with that cause, which goes to the host's log."""
    logging.getLogger(__name__).error("%s: %s", type(state).__name__, what, exc_info=fault)
    stumble = Stumble(state.rules)
    stumble.__cause__ = fault
    return stumble


def written(action: Action[Any]) -> dict[str, str | list[str]]:
    """The answers of an action as names, those it has where it is half-made: the inverse of ``read``."""
    answers = action.__dict__
    return {field: _thawed(answers[field]) for field in nouns(type(action)) if field in answers}


def play(state: S, action: Action[S]) -> S:
    """The next moment, which tells only what this action did; or a Refusal."""
    vet(state, action)
    return done(state, action)


def done(state: S, action: Action[S]) -> S:
    """The next moment after an action that was judged already, telling only what it did."""
    return action.apply(state.but(told=()) if state.told else state)


def candidates(noun: Noun[S], state: S, action: Action[S]) -> Iterable[str]:
    """Return the options of a noun that may be allowed, given the half-made action."""
    values = noun.legal(state, action) if noun.legal and noun.count is None else None
    return noun.options(state, action) if values is None else values


def legal(kinds: Iterable[Kind[S]], state: S, seats: Iterable[str]) -> Iterator[Action[S]]:
    """Every legal action of these verbs for these seats, verb by verb."""
    for seat in seats:
        for kind in kinds:
            action = draft(kind, seat, {})
            if may(state, action):
                yield from _complete(state, action, list(nouns(kind).items()))


def _complete(state: S, action: Action[S], left: list[tuple[str, AnyNoun]]) -> Iterator[Action[S]]:
    if not left:
        yield action
        return
    (field, noun), rest = left[0], left[1:]
    if isinstance(noun, Words):
        raise TypeError(f"{action.verb} takes words; its actions cannot be listed")
    for names in _legal_answers(state, action, field, noun):
        yield from _complete(state, answered(action, field, noun.answer(names)), rest)


def _legal_answers(state: S, action: Action[S], field: str, noun: Noun[S]) -> Iterable[tuple[str, ...]]:
    count = noun.needed(state, action)
    values = noun.legal(state, action) if noun.legal and count == 1 else None
    if values is not None:
        return ((name,) for name in values)
    offered = tuple(noun.options(state, action))
    partial: list[tuple[str, ...]] = [()]
    for _ in range(count):
        more = (names for chosen in partial for names in extend(offered, chosen))
        partial = [
            names for names in more if refusal(state, answered(action, field, noun.answer(names))) is None
        ]
    return partial


def extend(offered: tuple[str, ...], chosen: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield the answers chosen so far with each later one."""
    later = offered[offered.index(chosen[-1]) + 1 :] if chosen else offered
    return ((*chosen, name) for name in later)


def answered(action: A, field: str, answer: Answer) -> A:
    """A half-made action with one noun more answered."""
    new = object.__new__(type(action))
    answers = new.__dict__
    answers.update(action.__dict__)
    answers[field] = answer
    return new


def _thawed(answer: Answer) -> str | list[str]:
    return answer if isinstance(answer, str) else list(answer)
