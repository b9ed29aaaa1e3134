"""Many sittings: what is played, what is kept of each, and where they are played."""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import chain, repeat, takewhile
from operator import ne
from typing import Any, Self

from companion.boxes import shelf
from companion.boxes.own import Described
from companion.kernel.cardset import CardSet
from companion.kernel.features import ComputerPlay
from companion.kernel.game import Game
from companion.kernel.opening import Opening
from companion.kernel.rulebook import traced
from companion.kernel.simulate import DeadEnd
from companion.kernel.statistics import FIRST, opening
from companion.players import spaces
from companion.players.moment import Player, names, used, value
from companion.players.otherwise import Sets, otherwise
from companion.players.players import named
from companion.players.sitting import PlayerStep, sitting
from companion.words import Text, message

LOOKS = 0.3
"""Seconds between two looks whether it is to stop."""
NOTHING = "No game was played to its end, so there is nothing to tell."
NUMBERS = 10
"""So many games that could not be played are named."""
FEW = 6
"""Of so many cards that are tested a seat does without one. House."""
TENTHS = 10
"""The course of a game is kept at so many moments."""


@dataclass(frozen=True)
class Task:
    """One game to be played: it can be sent to another process or machine, and plays the same there."""

    game: str
    """Its key on the shelf, or its folder."""
    number: int
    seed: int
    by: tuple[str, ...]
    """Who plays, seat by seat in table order, from the first again where there are more seats."""
    players: int = 0
    options: tuple[tuple[str, str], ...] = ()
    cards: CardSet | None = None
    barred: str = ""
    """What one seat does without: the first in game 0, the second in game 1, and so on."""
    given: str = ""
    """What one seat uses as soon as it can, and all others do without: the first in game 0, and so on."""
    tested: tuple[tuple[str, str], ...] = ()
    """Cards of which one seat does without a few, drawn by lot, another seat in the next game; each with the
    seat that it belongs to, empty for all."""
    alike: int = 1
    """So many games one after the other begin alike: with the same options, lots and hands."""
    tried: tuple[str, str] | None = None
    """A card, and the seat that it belongs to: each moment is judged again with it as ``beside``."""
    beside: CardSet | None = None
    """The other set; None for the house set."""
    described: str = ""
    """Its text, where it is a game of somebody's own."""

    @property
    def box(self) -> Game[Any]:
        """The game that is played."""
        return _described(self.described) if self.described else found(self.game)

    def forbidden(self, seats: Sequence[str]) -> frozenset[str]:
        """Return what one seat of this game does without."""
        if not self.tested:
            return frozenset({self.barred} - {""})
        seat = seats[self.number % len(seats)]
        pool = [card for card, owner in self.tested if owner in ("", seat)]
        lot = random.Random(f"{self.seed} without {self.number}")
        return frozenset(lot.sample(pool, -(-len(pool) // FEW)))

    def numbered(self, n: int) -> Self:
        """The same as the game of this number."""
        return replace(self, number=n)


@dataclass(frozen=True)
class Played:
    """The record of one game."""

    number: int
    seats: tuple[str, ...]
    by: tuple[str, ...]
    sides: tuple[tuple[str, ...], ...]
    """Seats that win together."""
    first: str
    winners: tuple[str, ...]
    rule: str
    scores: Mapping[str, int]
    moves: int
    turns: int
    decisions: int | None
    """The moves with a choice, or None if nobody looked at what there was, like a player at random."""
    branches: int
    """The number of actions on offer at them together, as far as they were looked at."""
    course: tuple[tuple[float, ...], ...]
    """Worth seat by seat, at each tenth of the game."""
    offered: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The seats that could have named each thing."""
    taken: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The seats that did."""
    times: Mapping[str, int] = field(default_factory=dict)
    """How often each thing was taken, of its chances; all times if nobody looked. Not what is aimed at."""
    chances: Mapping[str, int] = field(default_factory=dict)
    """Thing to the moments at which one could take it, and could leave it."""
    fired: frozenset[str] = frozenset()
    """The rules that refused or made something happen."""
    named: Mapping[str, int] = field(default_factory=dict)
    """Thing to how often it was named at all."""
    uses: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """Thing to how often each seat used it, forced or free."""
    gained: Mapping[str, float] = field(default_factory=dict)
    """Thing to the worth that its users gained by the actions that used it, all together."""
    went: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """Place to place to how often a piece went from one to the other."""
    fought: Mapping[str, int] = field(default_factory=dict)
    """Space to how often what stood there was attacked."""
    without: tuple[str, ...] = ()
    """What one seat did without: the first in game 0, the second in game 1, and so on."""
    killer: tuple[str, ...] = ()
    """What was used in the decision that gained its seat most worth; nothing where that was not looked at."""
    otherwise: Mapping[str, float] = field(default_factory=dict)
    """What a card that was tried made otherwise, in sums."""

    @property
    def restricted(self) -> str:
        """The one seat that does without what is forbidden, or is given a card."""
        return self.seats[self.number % len(self.seats)]

    def won(self, seat: str) -> float:
        """Return the win of a seat: all, its part of a shared win, or 0; its part of all if nobody won.

        Where all play on one side and it did not win, the game did.
        """
        winners = self.winners or (self.seats if len(self.sides) > 1 else ())
        sides = sum(1 for side in self.sides if set(side) & set(winners))
        return 1 / sides if seat in winners else 0.0

    @property
    def shared(self) -> bool:
        """True if several sides won, or nobody."""
        return sum(1 for side in self.sides if set(side) & set(self.winners)) != 1


_described = Described()


@cache
def found(game: str) -> Game[Any]:
    """A game of the shelf, of a folder, or of the file of a box."""
    return shelf.found(game)


def began(game: Game[Any], task: Task) -> Opening:
    """Return the opening of a game; ValueError, in words, for options or players it does not know."""
    alike = random.Random(f"{task.seed} {task.number // task.alike}")
    usual = opening(game, alike, task.players)
    options = game.settled({**usual.options, **dict(task.options)}, len(usual.seats))
    return Opening(usual.seats, options, task.cards, usual.lot)


def play(task: Task) -> Played:
    """Play one game and keep its figures."""
    game = task.box
    start = began(game, task)
    seats = tuple(start.seats)
    by = tuple(task.by[n % len(task.by)] for n in range(len(seats)))
    who = {seat: named(words) for seat, words in zip(seats, by, strict=True)}
    seed = f"{task.seed} {task.number // task.alike}"
    with traced() as fired:
        mine = seats[task.number % len(seats)]
        barred = {
            seat: task.forbidden(seats) if seat == mine else frozenset({task.given} - {""}) for seat in seats
        }
        steps = list(sitting(game, start, who, seed, barred, {mine: task.given}, bool(task.tried)))
        rules = frozenset(key for key, _ in fired)
    played = _kept(task, game, start, steps, by, rules)
    return replace(played, otherwise=_otherwise(task, steps, who, mine)) if task.tried else played


def _otherwise(
    task: Task, steps: Sequence[PlayerStep], who: Mapping[str, Player], mine: str
) -> dict[str, float]:
    """Return what the card that is tried makes otherwise, for the seat that it belongs to or was given."""
    card, owner = task.tried or ("", "")
    first, other = (task.box.setup(began(task.box, one)) for one in (task, replace(task, cards=task.beside)))
    holder = owner or mine
    users = (step.moment.seat for step in steps if card in used(step.action))
    if holder not in who:  # of four, two play for this side
        holder = next(users, "")
    return otherwise(Sets.of(first, other), steps, who, card, holder) if holder else {}


def attempted(task: Task) -> Played | None:
    """Play one game, or None where it comes to a moment at which nobody can do anything."""
    try:
        return play(task)
    except DeadEnd:
        return None


def _kept(
    task: Task,
    game: Game[Any],
    start: Opening,
    steps: Sequence[PlayerStep],
    by: tuple[str, ...],
    fired: frozenset[str],
) -> Played:
    end = steps[-1].after
    seats = tuple(start.seats)
    acting = [step.moment.seat for step in steps]
    marks = [steps[min(len(steps) - 1, len(steps) * k // TENTHS)] for k in range(1, TENTHS)]
    return Played(
        number=task.number,
        seats=seats,
        by=by,
        sides=tuple(dict.fromkeys(map(end.partners, seats))),
        first=start.options.get(FIRST) or _first(steps),
        winners=end.over.winners,
        rule=end.over.rule,
        scores=dict(end.over.scores),
        moves=len(steps),
        turns=1 + sum(map(ne, acting, acting[1:])),
        course=tuple(
            tuple(round(value(mark.moment, mark.after, seat), 2) for seat in seats) for mark in marks
        ),
        taken=_seats((name, step.moment.seat) for step in steps for name in used(step.action)),
        fired=fired,
        named=_sorted(name for step in steps for name in {*names(step.action)}),
        went=spaces.went(game, steps),
        fought=spaces.fought(steps),
        without=tuple(sorted(task.forbidden(seats))),
        killer=_killer(game, steps),
        **_uses(game, steps),
        **_choices(steps),
    )


def _uses(game: Game[Any], steps: Sequence[PlayerStep]) -> dict[str, Any]:
    """Return how often each seat used each thing, and what the uses of each gained."""
    gained, uses = dict[str, float](), dict[str, Counter[str]]()
    for step in steps:
        gain = _gain(game, step)
        for name in {*step.moment.uses(step.action)}:
            uses.setdefault(name, Counter())[step.moment.seat] += 1
            gained[name] = gained.get(name, 0.0) + gain
    return {
        "uses": {name: dict(by) for name, by in sorted(uses.items())},
        "gained": {name: round(gain, 3) for name, gain in sorted(gained.items())},
    }


def _choices(steps: Sequence[PlayerStep]) -> dict[str, Any]:
    """Return the decisions, what was offered at them and to whom, and what was taken though one could leave
    it; all that was taken, where nobody looked at what there was."""
    if not any(map(_looked, steps)):
        return {
            "decisions": None,
            "branches": 0,
            "times": _sorted(name for step in steps for name in {*used(step.action)}),
        }
    offered, chances, times = set[tuple[str, str]](), Counter[str](), Counter[str]()
    decided = [step for step in steps if len(_looked(step)) > 1]
    for step in decided:
        could = Counter(chain.from_iterable({*used(action)} for action in _looked(step)))
        free = {name for name, n in could.items() if n < len(_looked(step))}
        offered.update(zip(could, repeat(step.moment.seat), strict=False))
        chances.update(free)
        times.update(free & {*used(step.action)})
    return {
        "decisions": len(decided),
        "branches": sum(map(len, map(_looked, decided))),
        "offered": _seats(offered),
        "times": dict(sorted(times.items())),
        "chances": dict(sorted(chances.items())),
    }


def _looked(step: PlayerStep) -> Sequence[Any]:
    """Return the actions that a player looked at before a step."""
    looked: Sequence[Any] = step.moment.__dict__.get("choices", ())
    return looked


def _sorted(of: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(of).items()))


def _killer(game: Game[Any], steps: Sequence[PlayerStep]) -> tuple[str, ...]:
    """Return what was used in the decision that most improved its seat's standing, the end left out."""
    best: tuple[str, ...] = ()
    most = 0.0
    for step in steps:
        if len(_looked(step)) > 1 and (gain := _gain(game, step)) > most:
            best, most = tuple(sorted({*used(step.action)})), gain
    return best


def _gain(game: Game[Any], step: PlayerStep) -> float:
    """Return the worth that a step gained for its seat; 0 at the end of the game, or where nothing tells."""
    if step.after.over or not game[ComputerPlay].worth:
        return 0.0
    before, after = (value(step.moment, at, step.moment.seat) for at in (step.moment.state, step.after))
    return after - before


def _first(steps: Sequence[PlayerStep]) -> str:
    """Return who went first, by the first moment that knows it: later somebody else may."""
    known = next((str(first) for step in steps if (first := getattr(step.after, FIRST, ""))), "")
    return known or _alone(steps[0].moment.state)


def _alone(state: Any) -> str:
    """Return who is to act, if that is one seat."""
    return str(state.to_act[0]) if len(state.to_act) == 1 else ""


def _seats(counted: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    result: dict[str, tuple[str, ...]] = {}
    for name, seat in sorted({*counted}):
        result[name] = (*result.get(name, ()), seat)
    return result


def play_all(
    tasks: Sequence[Task], executor: Executor | None = None, stop: Callable[[], bool] = lambda: False
) -> Iterator[tuple[int, Played | None]]:
    """Every game as it is done, with its place in the list, here or wherever an executor plays it.

    None where it has no end. A game that has not begun is put off if nobody asks on, or once it is to
    ``stop``; BrokenExecutor where nobody is left who plays.
    """
    if executor is None:
        yield from enumerate(map(attempted, takewhile(lambda _: not stop(), tasks)))
        return
    futures = {executor.submit(attempted, task): n for n, task in enumerate(tasks)}
    left = {*futures}
    try:
        while left and not stop():
            done, left = wait(left, LOOKS, FIRST_COMPLETED)
            lost = {future for future in done if _lost(future)}
            for future in done - lost:
                yield futures[future], future.result()
            if lost:
                raise BrokenExecutor
    finally:
        for future in futures:
            future.cancel()


def _lost(future: Future[Any]) -> bool:
    """True if nobody is left to play it, because its process or its scheduler is gone."""
    return future.cancelled() or isinstance(future.exception(), BrokenExecutor)


def asides(stopped: bool, unplayed: Sequence[int]) -> list[Text]:
    """Return why not all was played, in sentences."""
    notes: list[Text] = ["Stopped; this is what was played till then."] if stopped else []
    if unplayed:
        numbers = [*map(str, unplayed[:NUMBERS]), *(["…"] if len(unplayed) > NUMBERS else [])]
        words = "{n:# game|# games} could not be played: no. {numbers:, }."
        notes.append(message(words, n=len(unplayed), numbers=numbers))
    return notes
