"""Reports on many games: is it fair, how long, how tense, which card, where, which rules.

The metrics are common ones: Wilson's interval; drama, lead changes and the decisive moment after Browne
(*Automatic Generation and Evaluation of Recombination Games*, 2008); cards with and without as at 17Lands,
drawn to the mean where games are few. Restricted play is Jaffe's (AIIDE 2012).
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import NormalDist, mean, median
from typing import Any

from companion.extras.lab.heatmap import heats
from companion.kernel.cardset import SetForm
from companion.kernel.features import ComputerPlay
from companion.kernel.game import Game
from companion.kernel.rulebook import TABLE
from companion.players.games import NOTHING, Played, Task, began
from companion.players.intervals import Share, apart, settles, told
from companion.words import message

FAIR = 0.05
"""A share this near to its fair part is fair: 45 to 55 % of two sides. House."""
DOUBT = 0.05
"""So often a list as a whole may accuse somebody who is fair."""
DEAD, MUST = 0.01, 0.90
"""What is surely taken less often than this where it is offered is dead; what more often is no choice."""
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
    used: Share
    """The share of wins of seats that used it."""
    unused: Share | None
    """The share of wins of seats that could have used it and did not, or None if that was not counted."""
    lift: float | None
    """How much more its users won, each seat against itself, drawn to nothing where games are few."""
    sure: float
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
    """By seat, side, who goes first, crossed; the most certain first; nothing where all are one side."""
    uses: tuple[Use, ...]
    """The most certain first."""
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
    """The game's own rules that never fired, but for those that only people see to."""

    def suspects(self) -> list[tuple[str, str]]:
        """Every verdict that accuses, with what it is about, the most certain first."""
        rows = [(abs(row.sure), row.name, row.verdict) for rows in self.fair.values() for row in rows]
        rows += [(abs(use.sure), use.name, use.verdict) for use in self.uses]
        rows.sort(key=lambda row: -row[0])
        return [(name, verdict) for _, name, verdict in rows if verdict.startswith("too ")]


def report(game: Game[Any], task: Task, played: Sequence[Played]) -> StudyReport:
    """Return the report on these games; ValueError if there are none."""
    if not played:
        raise ValueError(NOTHING)
    cards, spaces = cards_of(game, task), _spaces(game, task)
    against = len(played[0].sides) > 1
    return StudyReport(
        len(played),
        sum(1 for one in played if one.shared and one.winners),
        sum(1 for one in played if against and not one.winners),
        None if against else _won(played, played[0].seats[:1]),
        _fair(played) if against else {},
        _uses(played, cards, spaces, game[ComputerPlay].deal is not None),
        _figures(played),
        _leads(played),
        _killers(played, spaces),
        dict(Counter(one.rule for one in played).most_common()),
        _heats(played, spaces),
        _silent(game, played),
    )


def _silent(game: Game[Any], played: Sequence[Played]) -> tuple[str, ...]:
    kept = [key for key, rule in game.rules.items() if rule.kept != "table" and key not in TABLE]
    fired = {key for one in played for key in one.fired}
    return tuple(key for key in kept if key not in fired)


# -- fair? --------------------------------------------------------------------------------------------------


def _fair(played: Sequence[Played]) -> dict[str, tuple[ReportRow, ...]]:
    seats = played[0].seats
    parts = 1 / len(played[0].sides)
    found = {"seat": _rows([(seat, _won(played, [seat]), parts) for seat in seats])}
    if any(len(side) > 1 for side in played[0].sides):
        sides = [(" and ".join(side), _won(played, [side[0]]), parts) for side in played[0].sides]
        found["side"] = _rows(sides)
    firsts = [one for one in played if one.first in seats]
    if firsts:
        won = Share(sum(one.won(one.first) for one in firsts), len(firsts))
        found["first"] = _rows([("who goes first", won, parts)])
        crossed = [
            (
                str(message("{seat}, {first} first", seat=seat, first=first)),
                _won([one for one in firsts if one.first == first], [seat]),
                parts,
            )
            for seat in seats
            for first in seats
        ]
        found["crossed"] = _rows([row for row in crossed if row[1].of])
    return found


def _won(played: Sequence[Played], seats: Iterable[str]) -> Share:
    return Share(sum(one.won(seat) for one in played for seat in seats), len(played))


def _rows(rows: Sequence[tuple[str, Share, float]]) -> tuple[ReportRow, ...]:
    found = [
        ReportRow(name, share, fair, off, _verdict(share, fair, bar(len(rows))))
        for name, share, fair in rows
        for off in [share.off(fair)]
    ]
    return tuple(sorted(found, key=lambda row: -abs(row.sure)))


def bar(rows: int) -> float:
    """Return how many standard errors accuse in a list of so many, so that the list as a whole is seldom
    wrong."""
    return NormalDist().inv_cdf(1 - DOUBT / 2 / max(1, rows))


def _verdict(share: Share, fair: float, sure: float) -> str:
    if verdict := told(share, fair, FAIR, sure):
        return verdict
    return str(message("cannot tell yet: {n} more games would", n=f"{settles(share, fair, FAIR, sure):,}"))


# -- which card? --------------------------------------------------------------------------------------------


def cards_of(game: Game[Any], task: Task) -> set[str]:
    """The names on the cards of the set."""
    if game.get(SetForm) is None:
        return set()
    cards = task.cards or game[SetForm].house
    return {str(row[deck.fields[0].key]) for deck in game[SetForm].decks for row in cards.get(deck.key, ())}


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


def _uses(played: Sequence[Played], cards: set[str], spaces: Sequence[str], dealt: bool) -> tuple[Use, ...]:
    """Return the use of each thing; no card that was dealt is judged by it.

    A seat that is behind plays other cards than one ahead, so what those won who played a card that only some
    held says how they stood, not how good it is. An experiment tells: ``--set``, or ``--without`` the card.
    """
    places = {*spaces}
    names = sorted({name for one in played for name in (*one.offered, *one.taken)} - places)
    kinds = {name: "card" if name in cards else "thing" for name in names}
    kinds |= {name: "verb" for name in names if name.islower() and " " not in name and name not in cards}
    judged = [name for name in names if kinds[name] == "card"] or names
    if dealt:
        judged = [
            name for name in judged if all({*one.seats} == {*one.offered.get(name, ())} for one in played)
        ]
    found = [_use(played, name, kinds[name], len(judged), name in judged) for name in names]
    return tuple(sorted(found, key=lambda use: (use.kind != "card", -abs(use.sure), use.name)))


def _use(played: Sequence[Played], name: str, kind: str, rows: int, judged: bool) -> Use:
    """A thing, and what those won who used it: each seat against itself, as a side may be stronger."""
    pairs = [_with_and_without(played, name, seat) for seat in played[0].seats]
    with_it, without = (_sum(shares) for shares in zip(*pairs, strict=True))
    taken = sum(one.times.get(name, 0) for one in played)
    if not any(one.decisions is not None for one in played):
        return Use(name, kind, None, taken, with_it, None, None, 0.0, "")
    offered = sum(one.chances.get(name, 0) for one in played)
    lift, off = apart(pairs)
    verdict = ""
    if judged and abs(off) > bar(rows) and abs(lift) > FAIR / 2:
        verdict = "too strong" if off > 0 else "too weak"
    elif Share(taken, offered).high < DEAD:
        verdict = "dead: hardly ever taken"
    elif Share(taken, offered).low > MUST:
        verdict = "a must: no choice"
    return Use(name, kind, offered, taken, with_it, without, lift, off if judged else 0.0, verdict)


def _with_and_without(played: Sequence[Played], name: str, seat: str) -> tuple[Share, Share]:
    """Return the wins of a seat in the games in which it used a thing, and in those in which it could
    have."""
    used = [one.won(seat) for one in played if seat in one.taken.get(name, ())]
    unused = [
        one.won(seat)
        for one in played
        if seat in one.offered.get(name, ()) and seat not in one.taken.get(name, ())
    ]
    return Share(sum(used), len(used)), Share(sum(unused), len(unused))


def _sum(shares: Iterable[Share]) -> Share:
    all_ = [*shares]
    return Share(sum(share.won for share in all_), sum(share.of for share in all_))


# -- how long, how tense? -----------------------------------------------------------------------------------


def _figures(played: Sequence[Played]) -> dict[str, float | None]:
    moves, turns = [one.moves for one in played], [one.turns for one in played]
    decisions = [one.decisions for one in played if one.decisions is not None]
    drama, changes, decisive = [], [], []
    for one in played:
        leaders = [leads for marks in one.course if (leads := _leader(one, marks))]
        changes.append(sum(1 for was, now in pairwise(leaders) if was != now))
        if one.winners and not one.shared:
            seat = one.winners[0]
            behind = [_behind(one, marks, seat) for marks in one.course]
            drama.append(mean(gap > 0 for gap in behind))
            last = max((k + 1 for k, gap in enumerate(behind) if gap > 0), default=0)
            decisive.append(last / (len(behind) + 1))
    branches = sum(one.branches for one in played)
    return {
        "moves, shortest": min(moves),
        "moves, median": median(moves),
        "moves, longest": max(moves),
        "turns, median": median(turns),
        "decisions, mean": round(mean(decisions), 1) if decisions else None,
        "choices at a decision, mean": round(branches / max(1, sum(decisions)), 1) if decisions else None,
        "minutes, estimated": round(mean(decisions) * SECONDS / 60) if decisions else None,
        "changes of the lead, mean": round(mean(changes), 2),
        "drama: part of the game the winner is behind": round(mean(drama), 3) if drama else 0.0,
        "decided after this part of the game, mean": round(mean(decisive), 3) if decisive else 0.0,
    }


def _killers(played: Sequence[Played], spaces: Sequence[str]) -> tuple[tuple[str, Share], ...]:
    found = [{*one.killer} - {*spaces} for one in played if one.killer]
    times = Counter(name for names in found for name in sorted(names))
    return tuple(
        (name, Share(n, len(found))) for name, n in sorted(times.items(), key=lambda one: (-one[1], one[0]))
    )


def _leader(one: Played, marks: Sequence[float]) -> str:
    """The first seat of the side that leads; nobody where two sides are level."""
    ahead = {seat for seat, worth in zip(one.seats, marks, strict=True) if worth == max(marks)}
    sides = [side for side in one.sides if ahead & {*side}]
    return sides[0][0] if len(sides) == 1 and len(one.sides) > 1 else ""


def _behind(one: Played, marks: Sequence[float], seat: str) -> float:
    return max(marks) - marks[one.seats.index(seat)]


def _leads(played: Sequence[Played]) -> tuple[Share, ...]:
    found = []
    for k in range(len(played[0].course)):
        open_ = [(one, leads) for one in played if (leads := _leader(one, one.course[k]))]
        found.append(Share(sum(one.won(leads) for one, leads in open_), len(open_)))
    return tuple(found)
