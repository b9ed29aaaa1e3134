"""The designer's lab: a set played many times, beside another on the same seeds, and without some things."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Executor
from dataclasses import dataclass, field, replace
from itertools import pairwise, product
from typing import Any

from companion.extras.lab.comparison import (
    LOOKS,
    TRIED,
    Changed,
    Difference,
    Trial,
    as_in,
    changed,
    differences,
    pairs,
    trial,
)
from companion.extras.lab.report import ReportRow, StudyReport, decks_of, report
from companion.extras.lab.saved_games import SavedGames
from companion.kernel.cardset import CardSet, SetForm
from companion.kernel.view import Point
from companion.players.games import Played, Task, began, play_all
from companion.players.intervals import Share
from companion.words import message

Progress = Callable[[int, int], None]
"""Told after each game how many are done, and of how many."""


@dataclass(frozen=True)
class Study:
    """A study: the games to play, and what to compare."""

    task: Task
    games: int
    against: Task | None = None
    """Another set or other options, played on the same seeds."""
    without: tuple[str, ...] = ()
    """Things that one seat after the other does without, against somebody who has them."""
    varied: "Varied | None" = None
    """A number of the set that is tried otherwise, on the same seeds."""

    @property
    def sets_differ(self) -> bool:
        """True if two sets are compared; then the difference is what the first one changes. Else it is what
        the other options change.
        """
        return bool(self.against and self.against.cards != self.task.cards)

    @property
    def changed(self) -> tuple[Changed, ...] | None:
        """The cards in which the two sets differ; None if they have different cards, or none are compared."""
        form = self.task.box.get(SetForm)
        if form is None or self.against is None or not self.sets_differ:
            return None
        return changed(form, self.task.cards or form.house, self.against.cards or form.house)

    @property
    def candidates(self) -> tuple[Changed, ...]:
        """The changed cards that are tried one by one: none where too many differ, or where something lies
        elsewhere on the board with the other set, since a moment of one is then none of the other."""
        cards, other = self.changed, self.against
        if not cards or not other or len(cards) > TRIED:
            return ()
        return cards if _laid(self.task) == _laid(replace(self.task, cards=other.cards)) else ()

    @property
    def lone(self) -> Changed | None:
        """The one card in which the two runs differ; None if more differs, or if it is tried too early."""
        other, cards = self.against, self.candidates
        if other and len(cards) == 1 and not cards[0].late and other.options == self.task.options:
            return cards[0]
        return None

    @property
    def tested(self) -> tuple[tuple[str, str], ...]:
        """The cards that are forbidden by lot, each with its seat; none where that was not the question."""
        asked = self.against or self.without or self.varied
        if asked or {*self.task.by} == {"random"}:
            return ()
        decks = decks_of(self.task.box, self.task)
        sizes = Counter(deck for deck, _ in decks.values())
        return tuple((card, owner) for card, (deck, owner) in decks.items() if sizes[deck] > 1)

    @property
    def all_games(self) -> int:
        """Return how many games that makes."""
        return self.games * len([*_runs(self)])


@dataclass(frozen=True)
class Varied:
    """One number of one card, and what it is set to, one after the other."""

    card: str
    field: str
    values: tuple[int, ...]
    used_as: tuple[str, ...] = ()
    """What its users name in play: the card, or the one it belongs to."""

    def __str__(self) -> str:
        return f"{self.card}, {self.field}"


@dataclass(frozen=True)
class At:
    """The result of one value of the number that is varied."""

    value: int
    report: StudyReport
    differences: tuple["Difference", ...]
    """Against the set as it is; nothing where it is this value."""

    @property
    def seats(self) -> list[ReportRow]:
        """Return the rows of the seats, by name."""
        return sorted(self.report.fair.get("seat", ()), key=lambda row: row.name)

    def users(self, varied: Varied) -> Share:
        """Return the share of wins of those who used the card, or the one that it belongs to."""
        used = {use.name: use.used for use in self.report.uses if use.used.of}
        return next((used[name] for name in varied.used_as if name in used), Share(0, 0))


@dataclass(frozen=True)
class Findings:
    """The findings of a study."""

    study: Study
    report: StudyReport
    against: StudyReport | None = None
    differences: tuple[Difference, ...] = ()
    """What each seat won more with the set or the options than with the other set or the usual options."""
    trials: tuple[Trial, ...] = ()
    """What came of each changed card, the most certain first."""
    alike: bool = False
    """True if every game with the other set or options was played move by move as without."""
    without: tuple[tuple[str, Share], ...] = ()
    """Thing to what a seat wins that may not use it."""
    curve: tuple[At, ...] = ()
    """Each value of the number that is varied, from the lowest."""
    stopped: bool = False
    """Whether it was stopped before all was played."""
    unplayed: tuple[int, ...] = ()
    """The numbers of the games that came to a moment at which nobody could do anything."""
    played: tuple[Played, ...] = field(default=(), repr=False)

    def suspects(self) -> list[tuple[str, str]]:
        """Return what is beyond doubt and how, the most certain first.

        Cards that were tried stand before all else, as a side that is too strong may be so by them.
        """
        tried = [(one.card, str(one.verdict)) for one in self.trials if one.verdict]
        others = sorted(self.report.suspects(), key=lambda one: -one[0])
        return [*tried, *((name, verdict) for _, name, verdict in others)]

    @property
    def name(self) -> str:
        """Return the name of the study: the game, and the set if it is not the house's."""
        cards, box = self.study.task.cards, self.study.task.box
        return f"{box.name}, {cards['name']}" if cards else box.name

    @property
    def version(self) -> int:
        """The version of the rules that were played."""
        return self.study.task.box.rules.version


def play_study(
    study: Study,
    executor: Executor | None = None,
    progress: Progress = lambda done, of: None,
    cache: SavedGames | None = None,
    stop: Callable[[], bool] = lambda: False,
) -> Findings:
    """Play it; what was played counts where somebody stops it, or nobody is left who plays. ValueError where
    that is nothing.

    Games in ``cache`` are not played again, and new games are kept in it.
    """
    runs = [*_runs(study)]
    done = [_kept(run, study.games, cache) for run in runs]
    unplayed: list[int] = []
    stopped = False

    def count() -> int:
        return sum(map(len, done)) + len(unplayed)

    def play(tasks: Sequence[tuple[int, Task]]) -> None:
        for n, played in play_all([task for _, task in tasks], executor, stop):
            at, task = tasks[n]
            if played is None:
                unplayed.append(task.number)
            else:
                done[at][played.number] = played
                if cache:
                    cache.keep(task, played)
            progress(count(), study.all_games)

    try:
        progress(count(), study.all_games)
        for begin, end in pairwise((0, *_looks(study))):
            tasks, before = _left(runs, done, range(begin, end)), count()
            play(tasks)
            stopped = count() < before + len(tasks)
            if stopped or (study.candidates and all(one.told for one in _trials(study, _ordered(done)))):
                break
    except (KeyboardInterrupt, BrokenExecutor):
        stopped = True  # it is told of below
    findings = _findings(study, _ordered(done))
    return replace(findings, stopped=stopped, unplayed=tuple(sorted(unplayed)))


def _left(
    runs: Sequence[Task], done: Sequence[Mapping[int, Played]], numbers: range
) -> list[tuple[int, Task]]:
    """Return the games of these numbers that were not played yet, each with the number of its run."""
    games = product(numbers, enumerate(runs))
    return [(at, run.numbered(n)) for n, (at, run) in games if n not in done[at]]


def _looks(study: Study) -> list[int]:
    """Return after how many games they may tell: after all, and before where cards are tried."""
    looks = LOOKS if study.candidates else LOOKS[-1:]
    return [n for part in looks if (n := round(part * study.games))]


def _ordered(done: Sequence[Mapping[int, Played]]) -> list[tuple[Played, ...]]:
    return [tuple(one for _, one in sorted(run.items())) for run in done]


def _kept(run: Task, games: int, cache: SavedGames | None) -> dict[int, Played]:
    there = cache.played(run) if cache else {}
    return {number: one for number, one in there.items() if number < games}


def _findings(study: Study, games: list[tuple[Played, ...]]) -> Findings:
    """Return the findings from the games of each run."""
    both = 2 if study.against else 1
    rest = iter(games[both + len([*_alone(study)]) :])
    without = tuple((thing, _restricted(next(rest))) for thing in study.without)
    tested = next(rest) if study.tested else ()
    return Findings(
        study,
        report(study.task.box, study.task, games[0], tested),
        without=without,
        curve=tuple(_curve(study, games[0], rest)),
        played=games[0],
        **_beside(study, games),
    )


def _beside(study: Study, games: Sequence[tuple[Played, ...]]) -> dict[str, Any]:
    """Return what is found beside the other set or the other options."""
    if not study.against:
        return {}
    before, after = (games[1], games[0]) if study.sets_differ else games[:2]
    trials = _trials(study, games)
    tried = any(one.moments for one in trials)  # a late card may matter in its own games alone
    alike = bool(games[1]) and not tried and all(_same(one, two) for one, two in pairs(before, after))
    return {
        "against": report(study.task.box, study.against, games[1]) if games[1] else None,
        "differences": differences(before, after),
        "trials": () if alike else trials,
        "alike": alike,
    }


def _same(one: Played, two: Played) -> bool:
    """True if two games were played move by move alike, whatever the moves were worth."""
    worth: dict[str, Any] = {"course": (), "gained": {}, "killer": (), "otherwise": {}}
    return replace(one, **worth) == replace(two, **worth)


def _trials(study: Study, games: Sequence[Sequence[Played]]) -> tuple[Trial, ...]:
    """Return what came of each changed card."""
    cards = study.candidates
    runs = zip(cards, games if study.lone else games[2:], strict=False)
    result = [trial(one, played, len(cards)) for one, played in runs]
    return tuple(sorted(result, key=lambda one: -one.sure))


def _alone(study: Study) -> Iterator[Task]:
    """Yield the set with each changed card beside the same as the other set has it, where the other set
    differs in more than this card."""
    form, other = study.task.box.get(SetForm), study.against
    for one in study.candidates if form and other and not study.lone else ():
        assert form and other
        mine, others = study.task.cards or form.house, other.cards or form.house
        both = mine, as_in(form, mine, others, one)
        mine, beside = (form.at_once(cards, one.card) for cards in both) if one.late else both
        yield _trying(replace(study.task, cards=mine), one, beside)


def _laid(task: Task) -> dict[str, Point]:
    """Return where things lie on the board as a game begins."""
    game = task.box
    picture = game.view(game.setup(began(game, task))).picture
    return {piece.thing: piece.at for piece in picture.pieces} if picture else {}


def _trying(task: Task, one: Changed, other: CardSet | None) -> Task:
    """Return the games in which a card is tried."""
    return replace(task, given=one.given, tried=(one.card, one.owner), beside=other)


def _curve(study: Study, usual: Sequence[Played], rest: Iterator[Sequence[Played]]) -> Iterator[At]:
    """Each value, with the set as it is among them."""
    if study.varied is None:
        return
    game, now = study.task.box, value(study.task, study.varied)
    for at in study.varied.values:
        played = usual if at == now else next(rest)
        if played:
            yield At(at, report(game, study.task, played), () if at == now else differences(usual, played))


def _runs(study: Study) -> Iterator[Task]:
    """Yield the tasks of a study: the set, the other set, each changed card, each restriction, and each other
    value of a number.

    Where one card alone differs, one seat is given it in both sets, and the other is not.
    """
    lone, other = study.lone, study.against
    yield _trying(study.task, lone, other.cards) if lone and other else study.task
    if other:
        yield replace(other, given=lone.given) if lone else other
    yield from _alone(study)
    for thing in study.without:
        yield replace(study.task, barred=thing)
    if study.tested:
        yield replace(study.task, tested=study.tested, alike=2)
    if study.varied:
        now = value(study.task, study.varied)
        for at in study.varied.values:
            if at != now:
                yield replace(study.task, cards=_with(study.task, study.varied, at))


def _restricted(games: Sequence[Played]) -> Share:
    """Return the share of wins of the restricted seat, which is a different one in each game."""
    return Share(sum(one.won(one.restricted) for one in games), len(games))


# -- one number of a set ------------------------------------------------------------------------------------


def numbers(form: SetForm, cards: CardSet) -> Iterator[tuple[str, str, str, int]]:
    """Every number on the cards of a set: the deck's title, the card, the field's key, and the number."""
    for deck in form.decks:
        counted = [field.key for field in deck.fields if field.most is not None]
        for row in cards.get(deck.key) or ():
            for key in counted:
                if isinstance(row.get(key), int):
                    yield deck.title, str(row[deck.fields[0].key]), key, row[key]


def varied(task: Task, card: str, key: str, low: int, high: int, most: int) -> Varied:
    """A number from ``low`` to ``high``; ValueError, in words, where the set cannot be so.

    Values that the field may not hold are left out.
    """
    form, cards = _form(task), _cards(task)
    known = {(name, field): deck for deck, name, field, _ in numbers(form, cards)}
    if (card, key) not in known:
        words = "“{card}, {field}” is no number of this set; “Pounce, cost” would be one."
        raise ValueError(message(words, card=card[:40], field=key[:20]))
    found_ = Varied(card, key, tuple(range(low, high + 1))[: most + 1], _used_as(form, cards, card))
    values = tuple(at for at in found_.values if not form.faults(_with(task, found_, at)))
    if low > high or len(found_.values) > most or not values:
        words = "{number} can be tried from a low to a high number, at most {most} of them that fit."
        raise ValueError(message(words, number=str(found_), most=most))
    return replace(found_, values=tuple(sorted({*values, value(task, found_)})))


def _used_as(form: SetForm, cards: CardSet, card: str) -> tuple[str, ...]:
    """A card's own name, then those of the cards that it names: the hero of an action card."""
    rows = {str(row[deck.fields[0].key]): row for deck in form.decks for row in cards.get(deck.key) or ()}
    return (card, *(text for text in rows[card].values() if text in rows and text != card))


def value(task: Task, number: Varied) -> int:
    """Return the value of the number in the set as it is."""
    all_numbers = numbers(_form(task), _cards(task))
    return next(n for _, *names, n in all_numbers if names == [number.card, number.field])


def _form(task: Task) -> SetForm:
    form = task.box.get(SetForm)
    if form is None:
        words = "{game} has no set of cards, so no number of it can be tried."
        raise ValueError(message(words, game=task.box.name))
    return form


def _cards(task: Task) -> CardSet:
    return task.cards or _form(task).house


def _with(task: Task, number: Varied, at: int) -> CardSet:
    """The set with that number set otherwise."""
    form, cards = _form(task), _cards(task)
    changed: dict[str, Any] = dict(cards)
    for deck in form.decks:
        changed[deck.key] = [dict(row) for row in cards.get(deck.key) or ()]
        for row in changed[deck.key]:
            if row.get(deck.fields[0].key) == number.card and number.field in row:
                row[number.field] = at
    return changed
