"""Tournaments begun, drawn round by round and left: round robin, knock-out and Swiss pairings."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product, takewhile

from companion.extras.tournaments.tournament import (
    BYE,
    DRAW,
    FORMS,
    KNOCKOUT,
    MOST,
    MOST_AROUND,
    NAME,
    ONE,
    OTHER,
    ROBIN,
    SWISS,
    TITLE,
    Pairing,
    Tournament,
    WrongTournament,
)
from companion.kernel.asking import plain
from companion.words import message

LONGEST = 11
"""So many rounds a Swiss tournament has at most, *house*."""
Pair = tuple[int, int]


# -- begun -------------------------------------------------------------------------------------------------


def begin(title: str, form: str, names: Sequence[str], rounds: int = 0, lot: int | None = None) -> Tournament:
    """Return a new tournament with its first round drawn; of a round robin all rounds are.

    The ``lot`` draws the order; without it the names stand in the order of the seeds. Raise WrongTournament
    for names, a form or rounds that cannot be.
    """
    called = [*filter(None, map(plain, names))]
    if form not in FORMS:
        raise WrongTournament("Choose Swiss, round robin or knock-out.")
    _require_names(form, called)
    if lot is not None:
        random.Random(lot).shuffle(called)
    everybody = len(called) - 1 + len(called) % 2
    most = min(LONGEST, everybody)
    if form == SWISS and not 1 <= rounds <= most:
        words = "{n} players can play 1 to {most} rounds, not {rounds}."
        raise WrongTournament(message(words, n=len(called), most=most, rounds=rounds))
    count = {SWISS: rounds, ROBIN: everybody, KNOCKOUT: (len(called) - 1).bit_length()}[form]
    title = plain(title)[:TITLE] or FORMS[form]
    tournament = Tournament(title if title.isprintable() else FORMS[form], form, count, tuple(called))
    while tournament.drawn < (count if form == ROBIN else 1):
        tournament = replace(tournament, pairings=(*tournament.pairings, *draw(tournament)))
    return tournament


def _require_names(form: str, called: Sequence[str]) -> None:
    """Refuse too few or too many names for a form, and names that are odd or stand there twice."""
    most = MOST_AROUND if form == ROBIN else MOST
    if not 2 <= len(called) <= most:
        words = "A tournament of this form is for 2 to {most} players, not {n}."
        raise WrongTournament(message(words, most=most, n=len(called)))
    if odd := next((name for name in called if len(name) > NAME or not name.isprintable()), ""):
        words = "“{name}” is no name; one has 1 to {most} signs one can see."
        raise WrongTournament(message(words, name=odd[:NAME], most=NAME))
    lower = [*map(str.casefold, called)]
    if twice := next((name for name in called if lower.count(name.casefold()) > 1), ""):
        words = "“{name}” stands there twice; give one of them a second name."
        raise WrongTournament(message(words, name=twice))


def draw(tournament: Tournament) -> list[Pairing]:
    """The pairings of the next round; WrongTournament where there is none, or a result is still missing."""
    number = tournament.drawn + 1
    if number > tournament.rounds:
        raise WrongTournament("All rounds are drawn.")
    if tournament.form != ROBIN and not all(one.result for one in tournament.pairings):
        raise WrongTournament(message("Round {round} still waits for a result.", round=tournament.drawn))
    how = {SWISS: _swiss, ROBIN: _around, KNOCKOUT: _knocked}[tournament.form]
    pairs = how(tournament, number)
    return [
        Pairing(number, board, one, other, "" if other else BYE)
        for board, (one, other) in enumerate(sorted(pairs, key=lambda pair: not pair[1]), 1)
    ]


def check_result(tournament: Tournament, pairing: Pairing, result: str) -> None:
    """Raise WrongTournament if a result cannot be that of a pairing, or cannot be changed any more."""
    if not pairing.other:
        raise WrongTournament("A bye has no result to enter.")
    if result not in ("", ONE, OTHER, DRAW):
        raise WrongTournament("A result is a win for one of the two, or a draw.")
    if result == DRAW and tournament.form == KNOCKOUT:
        raise WrongTournament("One of the two has to go on: a knock-out knows no draw. Let them play again.")
    if tournament.form != ROBIN and pairing.round < tournament.drawn:
        words = "Round {round} was drawn on this result. Take that draw back first."
        raise WrongTournament(message(words, round=pairing.round + 1))


def leave(tournament: Tournament, n: int, away: bool = True) -> Tournament:
    """Return the tournament after a player has left, or is back; raise WrongTournament if that cannot be."""
    if not 1 <= n <= len(tournament.names):
        raise WrongTournament("Nobody of that number plays here.")
    if tournament.form == KNOCKOUT:
        raise WrongTournament("In a knock-out nobody has to leave: say that the other of the two has won.")
    if away and len(tournament.names) - len(tournament.away | {n}) < 2:
        raise WrongTournament("Two at least have to stay; else it is over as it stands.")
    return replace(tournament, away=tournament.away | {n} if away else tournament.away - {n})


# -- everybody meets everybody -----------------------------------------------------------------------------


def _around(tournament: Tournament, number: int) -> list[Pair]:
    """A round by the circle method: everybody is first as often as second, or once more or less."""
    even = len(tournament.names) + len(tournament.names) % 2
    turns, at = even - 1, number - 1
    pairs = [(at, even - 1) if number % 2 else (even - 1, at)]
    pairs += [((at + i) % turns, (at - i) % turns) for i in range(1, even // 2)]
    return [_with_bye(one + 1, other + 1, len(tournament.names)) for one, other in pairs]


def _with_bye(one: int, other: int, players: int) -> Pair:
    if one > players:
        return other, 0
    return (one, 0) if other > players else (one, other)


# -- one loss and out --------------------------------------------------------------------------------------


def seeded(size: int) -> list[int]:
    """The seeds from the top of a bracket to its foot, so that the best two can meet only at the end."""
    order = [1]
    while len(order) < size:
        order = [n for one in order for n in (one, 2 * len(order) + 1 - one)]
    return order


def _knocked(tournament: Tournament, number: int) -> list[Pair]:
    players = len(tournament.names)
    if number == 1:
        order = seeded(2**tournament.rounds)
        return [_with_bye(min(two), max(two), players) for two in zip(order[::2], order[1::2], strict=True)]
    won = [through(one) for one in sorted(tournament.of(number - 1), key=lambda one: slot(tournament, one))]
    return list(zip(won[::2], won[1::2], strict=True))


def through(pairing: Pairing) -> int:
    """Return the player who goes on from a pairing, or 0 if nobody does yet."""
    won = {ONE: pairing.one, BYE: pairing.one, OTHER: pairing.other}
    return won.get(pairing.result, 0)


def slot(tournament: Tournament, pairing: Pairing) -> int:
    """Return the place of a pairing in its round of the bracket, from 0."""
    at: int = seeded(2**tournament.rounds).index(pairing.one)
    return at // (1 << pairing.round)


# -- Swiss -------------------------------------------------------------------------------------------------


def _swiss(tournament: Tournament, number: int) -> list[Pair]:
    """Equal points meet, the upper half the lower; who is left over meets the best of the next group.

    Nobody has two byes, and nobody meets twice while that can be avoided (FIDE Handbook C.04.1.2 to 5); the
    bye is the lowest's. Of equal points the upper is who was drawn before (*house*). A player who has left
    meets nobody. If so many have left that everybody had a bye, the one with the fewest has another.
    """
    names = {*range(1, len(tournament.names) + 1)} - tournament.away
    points = {n: tournament.points(n) for n in names}
    order = sorted(points, key=lambda n: (-points[n], n))
    met = {frozenset((one.one, one.other)) for one in tournament.pairings}
    for again, bye in product(range(len(order) // 2 + 1), _free(tournament, order)):
        left = tuple(n for n in order if n != bye)
        pairs = _matched(left, points, met, again, set())
        if pairs is not None:
            return [*(_first(tournament, *pair) for pair in pairs), *([(bye, 0)] if bye else [])]
    raise AssertionError("with as many rematches as pairs, any pairing does")


def _free(tournament: Tournament, order: Sequence[int]) -> list[int]:
    """Return who may have the bye, the lowest first; 0 where nobody is left over."""
    if len(order) % 2 == 0:
        return [0]
    byes = [one.one for one in tournament.pairings if not one.other]
    return [n for n in reversed(order) if byes.count(n) == min(map(byes.count, order))]


def _matched(
    left: tuple[int, ...],
    points: Mapping[int, int],
    met: set[frozenset[int]],
    again: int,
    dead: set[tuple[tuple[int, ...], int]],
) -> list[Pair] | None:
    """Pairs for all of these, the best first, with at most so many rematches; None where there are none.

    ``dead`` are those that have none: with few rounds behind, only the last few players are ever
    tried in more than one way.
    """
    if not left:
        return []
    if (left, again) in dead:
        return None
    one, rest = left[0], left[1:]
    for other in _wanted(one, rest, points):
        rematch = frozenset((one, other)) in met
        if rematch <= again:
            others = tuple(n for n in rest if n != other)
            pairs = _matched(others, points, met, again - rematch, dead)
            if pairs is not None:
                return [(one, other), *pairs]
    dead.add((left, again))
    return None


def _wanted(one: int, rest: Sequence[int], points: Mapping[int, int]) -> list[int]:
    """Return the players to meet, the best first: of the own group the first of the lower half, then on."""
    equals = list(takewhile(lambda n: points[n] == points[one], rest))
    half = max(0, (len(equals) + 1) // 2 - 1)
    return [*equals[half:], *reversed(equals[:half]), *rest[len(equals) :]]


def _first(tournament: Tournament, one: int, other: int) -> Pair:
    """The two, who was first less often before the other."""
    firsts = [pairing.one for pairing in tournament.pairings if pairing.other]
    return (other, one) if firsts.count(other) < firsts.count(one) else (one, other)
