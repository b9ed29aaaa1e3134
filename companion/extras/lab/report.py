"""Reports on many games: is it fair, how long, how tense, which card, where, which rules.

The metrics are common ones: Wilson's interval; drama, lead changes and the decisive moment after Browne
(*Automatic Generation and Evaluation of Recombination Games*, 2008). Restricted play is Jaffe's (AIIDE 2012),
with several cards at once, drawn by lot, so that each game tells of each of them.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import ne
from statistics import mean, median
from typing import Any

from companion.extras.lab.comparison import BETTER, Had, bar, had
from companion.extras.lab.heatmap import heats
from companion.kernel.cardset import SetForm
from companion.kernel.features import ComputerPlay
from companion.kernel.game import Game
from companion.kernel.rulebook import TABLE
from companion.players.games import NOTHING, Played, Task, began
from companion.players.intervals import Share, settles, told
from companion.words import ForAuthor, message

FAIR = 0.05
"""A share this near to its fair part is fair: 45 to 55 % of two sides. House."""
DEAD, MUST = 0.01, 0.90
"""What is surely taken less often than this where it is offered is dead; what more often is no choice."""
IN_ORDER = "the seat or its turn? see who goes first"
"""Of a seat that is never first, or always: whether it is the seat or the order nobody can tell."""
SECONDS = 15
"""What a decision takes at a table, for the minutes. House."""


@dataclass(frozen=True)
class ReportRow:
    """One thing of a list: what it won where it was there, and what is fair."""

    name: str
    share: Share
    fair: float
    sure: float
    """How many standard errors it is off."""
    verdict: str


@dataclass(frozen=True)
class Use:
    """A card, verb or thing that one can name."""

    name: str
    kind: str
    offered: int | None
    """Moments at which it could be taken and could be left, or None if nobody looked."""
    taken: int
    """Those of these moments at which it was taken."""
    each_game: float
    """How often it was used in a game, forced or free."""
    worth: float | None
    """What a use gained on the mean, by worth; None where nothing tells before the end."""
    used: Share
    """The share of wins of seats that used it: how they stood, not how good it is."""
    verdict: str


@dataclass(frozen=True)
class StudyReport:
    """Everything that is told of one set and one kind of player."""

    games: int
    shared: int
    drawn: int
    together: Share | None
    """What all won together where they play on one side; None where somebody plays against somebody."""
    fair: Mapping[str, tuple[ReportRow, ...]]
    """By seat, side, who goes first and what each seat chose one of; the most certain first.

    Nothing where all are one side.
    """
    uses: tuple[Use, ...]
    """Cards first, the most used first."""
    had: tuple[Had, ...]
    """What each card is worth to who may use it, the most certain first; nothing where that was not tried."""
    figures: Mapping[str, float | None]
    """How long, how tense: a name and a number, or None where that was not counted."""
    leads: tuple[Share, ...]
    """How often who leads after each tenth of the game wins."""
    killers: tuple[tuple[str, Share], ...]
    """What was used in the decision that gained most worth of a game, and of how many; most often first."""
    endings: Mapping[str, int]
    heats: Mapping[str, Mapping[str, int]]
    """What is counted of a space, as in ``HEATS``, to how often, space by space; nothing that never was."""
    silent: tuple[str, ...]
    """The game's own rules that make something happen, and never did. Rules that refuse are left out: players
    are offered only what is legal."""

    def suspects(self) -> list[tuple[float, str, str]]:
        """Return every verdict that accuses: how certain it is, and what it is about.

        The first player is no seat, and the player who chose a hero may be better than the hero: these accuse
        nobody.
        """
        rows = [row for by in ("seat", "side") for row in self.fair.get(by, ())]
        result = [(abs(row.sure), row.name, row.verdict) for row in rows]
        result += [(abs(one.sure), one.card, one.verdict) for one in self.had]
        return [one for one in result if one[2] in BETTER]


def report(
    game: Game[Any], task: Task, played: Sequence[Played], tested: Sequence[Played] = ()
) -> StudyReport:
    """Return the report on these games, and on those with forbidden cards; ValueError without games."""
    if not played:
        raise ValueError(NOTHING)
    decks, spaces = decks_of(game, task), _spaces(game, task)
    against = len(played[0].sides) > 1
    return StudyReport(
        len(played),
        sum(one.shared and bool(one.winners) for one in played),
        sum(against and not one.winners for one in played),
        None if against else _won(played, played[0].seats[:1]),
        {**_fair(played), **_chosen(played, decks)} if against else {},
        _uses(played, {*decks}, spaces, game[ComputerPlay].worth is not None),
        had(tested, decks) if tested else (),
        _figures(played),
        _leads(played),
        _killers(played, spaces),
        dict(Counter(one.rule for one in played).most_common()),
        _heats(played, spaces),
        _silent(game, played),
    )


def _silent(game: Game[Any], played: Sequence[Played]) -> tuple[str, ...]:
    kept = [key for key, rule in game.rules.items() if rule.kept == "happens" and key not in TABLE]
    fired = {key for one in played for key in one.fired}
    return tuple(key for key in kept if key not in fired)


# -- fair? --------------------------------------------------------------------------------------------------


def _fair(played: Sequence[Played]) -> dict[str, tuple[ReportRow, ...]]:
    seats, sides = played[0].seats, played[0].sides
    parts = 1 / len(sides)
    result = {"seat": _rows([(seat, _won(played, [seat]), parts) for seat in seats])}
    if {one.first for one in played} == {played[0].first} != {""}:
        result["seat"] = tuple(replace(row, verdict=IN_ORDER) for row in result["seat"])
    if len(sides) < len(seats):
        result["side"] = _rows([(" and ".join(side), _won(played, [side[0]]), parts) for side in sides])
    if firsts := [one.won(one.first) for one in played if one.first in seats]:
        won = Share(sum(firsts), len(firsts))
        result["first"] = _rows([("who goes first", won, parts)])
    return result


def _chosen(
    played: Sequence[Played], decks: Mapping[str, tuple[str, str]]
) -> dict[str, tuple[ReportRow, ...]]:
    """Return each deck of which every seat used one card in every game, and what was won with each."""
    parts, result = 1 / len(played[0].sides), {}
    for title in dict.fromkeys(title for title, _ in decks.values()):
        names = [name for name, (of, _) in decks.items() if of == title]
        if all(sorted(_users(one, names)) == sorted(one.seats) for one in played):
            shares = [(name, _won_by_users(played, name), parts) for name in names]
            result[title.lower()] = _rows([row for row in shares if row[1].of])
    return result


def _users(one: Played, names: Iterable[str]) -> list[str]:
    """Return the seats that used each of these in a game, one after the other."""
    return [seat for name in names for seat in one.uses.get(name, ())]


def _won_by_users(played: Sequence[Played], name: str) -> Share:
    won = [one.won(seat) for one in played for seat in _users(one, [name])]
    return Share(sum(won), len(won))


def _won(played: Sequence[Played], seats: Iterable[str]) -> Share:
    return Share(sum(one.won(seat) for one in played for seat in seats), len(played))


def _rows(rows: Sequence[tuple[str, Share, float]]) -> tuple[ReportRow, ...]:
    result = [
        ReportRow(name, share, fair, off, _verdict(share, fair, bar(len(rows))))
        for name, share, fair in rows
        for off in [share.off(fair)]
    ]
    return tuple(sorted(result, key=lambda row: -abs(row.sure)))


def _verdict(share: Share, fair: float, sure: float) -> str:
    if verdict := told(share, fair, FAIR, sure):
        return verdict
    return str(message("cannot tell yet: {n} more games would", n=settles(share, fair, FAIR, sure)))


# -- which card? --------------------------------------------------------------------------------------------


def decks_of(game: Game[Any], task: Task) -> dict[str, tuple[str, str]]:
    """Return the title of the deck of each card, and the seat that it belongs to where it names one."""
    form = game.get(SetForm)
    cards = task.cards or (form.house if form else {})
    rows = [(deck, row) for deck in (form.decks if form else ()) for row in cards.get(deck.key) or ()]
    return {str(row[deck.fields[0].key]): (str(deck.title), str(row.get("side", ""))) for deck, row in rows}


def _spaces(game: Game[Any], task: Task) -> list[str]:
    picture = game.view(game.setup(began(game, task))).picture
    return [cell.space for cell in picture.cells if cell.space] if picture else []


def _heats(played: Sequence[Played], spaces: Sequence[str]) -> dict[str, dict[str, int]]:
    named, fought = Counter[str](), Counter[str]()
    went = defaultdict[str, Counter[str]](Counter)
    for one in played:
        named.update(one.named)
        fought.update(one.fought)
        for was, ways in one.went.items():
            went[was].update(ways)
    return heats(spaces, named, went, fought)


def _uses(played: Sequence[Played], cards: set[str], spaces: Sequence[str], tells: bool) -> tuple[Use, ...]:
    """Return the use of each thing."""
    names = sorted({name for one in played for name in (*one.offered, *one.times, *one.uses)} - {*spaces})
    kinds = {name: "card" if name in cards else "thing" for name in names}
    kinds |= {name: "verb" for name in names if name.islower() and " " not in name and name not in cards}
    result = [_use(played, name, kinds[name], tells) for name in names]
    return tuple(sorted(result, key=lambda use: (use.kind != "card", -use.each_game, use.name)))


def _use(played: Sequence[Played], name: str, kind: str, tells: bool) -> Use:
    used, times = _won_by_users(played, name), sum(sum(one.uses.get(name, {}).values()) for one in played)
    worth = sum(one.gained.get(name, 0.0) for one in played) / times if tells and times else None
    taken = sum(one.times.get(name, 0) for one in played)
    offered, verdict = None, ""
    if not all(one.decisions is None for one in played):
        offered = sum(one.chances.get(name, 0) for one in played)
        verdict = _choice(Share(taken, offered))
    return Use(name, kind, offered, taken, times / len(played), worth, used, verdict)


def _choice(taken: Share) -> ForAuthor:
    if taken.high < DEAD:
        return "dead: hardly ever taken"
    return "a must: no choice" if taken.low > MUST else ""


# -- how long, how tense? -----------------------------------------------------------------------------------


def _figures(played: Sequence[Played]) -> dict[str, float | None]:
    moves = [one.moves for one in played]
    return {
        "moves, shortest": min(moves),
        "moves, median": median(moves),
        "moves, longest": max(moves),
        "turns, median": median(one.turns for one in played),
        **_decisions(played),
        "changes of the lead, mean": round(mean(map(_changes, played)), 2),
        **_tension([_behind(one) for one in played if one.winners and not one.shared]),
    }


def _decisions(played: Sequence[Played]) -> dict[str, float | None]:
    names = "decisions, mean", "choices at a decision, mean", "minutes, estimated"
    decisions = [one.decisions for one in played if one.decisions is not None]
    if not decisions:
        return dict.fromkeys(names)
    choices = sum(one.branches for one in played) / max(1, sum(decisions))
    figures = round(mean(decisions), 1), round(choices, 1), round(mean(decisions) * SECONDS / 60)
    return dict(zip(names, figures, strict=True))


def _changes(one: Played) -> int:
    leaders = [leads for marks in one.course if (leads := _leader(one, marks))]
    return sum(map(ne, leaders, leaders[1:]))


def _tension(games: Sequence[Sequence[bool]]) -> dict[str, float]:
    """Return how long the winners are behind; in each game, at which marks they are."""
    last = (max((k for k, behind in enumerate(marks, 1) if behind), default=0) for marks in games)
    decisive = [n / (len(marks) + 1) for n, marks in zip(last, games, strict=True)]
    return {
        "drama: part of the game the winner is behind": round(mean(map(mean, games)), 3) if games else 0.0,
        "decided after this part of the game, mean": round(mean(decisive), 3) if games else 0.0,
    }


def _killers(played: Sequence[Played], spaces: Sequence[str]) -> tuple[tuple[str, Share], ...]:
    result = [{*one.killer} - {*spaces} for one in played if one.killer]
    times = Counter(name for names in result for name in sorted(names))
    return tuple(
        (name, Share(n, len(result))) for name, n in sorted(times.items(), key=lambda one: (-one[1], one[0]))
    )


def _leader(one: Played, marks: Sequence[float]) -> str:
    """The first seat of the side that leads; nobody where two sides are level."""
    ahead = {seat for seat, worth in zip(one.seats, marks, strict=True) if worth == max(marks)}
    sides = [side for side in one.sides if ahead & {*side}]
    return sides[0][0] if len(sides) == 1 and len(one.sides) > 1 else ""


def _behind(one: Played) -> list[bool]:
    """Return at which marks of its course the winner of a game is behind."""
    at = one.seats.index(one.winners[0])
    return [max(marks) > marks[at] for marks in one.course]


def _leads(played: Sequence[Played]) -> tuple[Share, ...]:
    result = []
    for k in range(len(played[0].course)):
        open_ = [(one, leads) for one in played if (leads := _leader(one, one.course[k]))]
        result.append(Share(sum(one.won(leads) for one, leads in open_), len(open_)))
    return tuple(result)
