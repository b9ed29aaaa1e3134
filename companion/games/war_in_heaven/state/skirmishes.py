"""Skirmishes: the tokens that fight each other, and those that can fall."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from companion.games.war_in_heaven.box import BOARD, SIDE
from companion.toolkit.hexes import linked

Skirmish = tuple[str, ...]
"""The tokens that fight one another, in board order."""


class Striker(NamedTuple):
    """An attacker: how much it strikes with, and the enemies it touches by their number."""

    attack: int
    targets: tuple[int, ...]


def touching(on: Mapping[str, str], token: str, space: str) -> list[str]:
    """The enemies adjacent to a token on a space."""
    side = SIDE[token]
    return [on[beside] for beside in BOARD.beside[space] if beside in on and SIDE[on[beside]] != side]


def any_touch(on: Mapping[str, str]) -> bool:
    """True if any two opposing tokens are adjacent."""
    for space, token in on.items():
        side = SIDE[token]
        for beside in BOARD.beside[space]:
            if beside in on and SIDE[on[beside]] != side:
                return True
    return False


def skirmishes(on: Mapping[str, str]) -> tuple[Skirmish, ...]:
    """The connected groups of opposing adjacent tokens, in board order."""
    foes = {on[space]: touching(on, on[space], space) for space in BOARD.at if space in on}
    return tuple(tuple(group) for group in linked([token for token in foes if foes[token]], foes.__getitem__))


def fallen_sets(strikers: Sequence[Striker], defeat: Sequence[int]) -> set[tuple[int, ...]]:
    """The distinct sets of enemies, by number, that can fall, over every order and every choice among equals.

    Every striker fills what its targets still need, lowest defeat value first. All orders are followed,
    but ways that leave the same strikers to strike and the same needs are one.
    """
    strikers = [s for s in strikers if s.attack and s.targets]
    first = (tuple(range(len(strikers))), tuple(defeat))
    seen, edge, result = {first}, [first], set()
    while edge:
        left, needs = edge.pop()
        if not left:
            result.add(_fallen(needs))
        for k in left:
            rest = tuple(i for i in left if i != k)
            more = {(rest, after) for after in _struck(strikers[k], needs, defeat)} - seen
            seen |= more
            edge += more
    return result


def _fallen(needs: Sequence[int]) -> tuple[int, ...]:
    return tuple(i for i, need in enumerate(needs) if not need)


class Strike(NamedTuple):
    """A blow of a striker at one enemy, both by their number."""

    striker: int
    target: int
    points: int


def witness(strikers: Sequence[Striker], defeat: Sequence[int], fallen: Sequence[int]) -> list[Strike]:
    """One order of strikes in which just these enemies fall; ValueError where there is none."""
    seen: set[tuple[tuple[int, ...], tuple[int, ...]]] = set()

    def strike(left: tuple[int, ...], needs: tuple[int, ...]) -> list[Strike] | None:
        if not left:
            return [] if _fallen(needs) == tuple(fallen) else None
        for k in left:
            rest = tuple(i for i in left if i != k)
            for after in _struck(strikers[k], needs, defeat):
                if (rest, after) not in seen:
                    seen.add((rest, after))
                    if (later := strike(rest, after)) is not None:
                        dealt = [
                            (i, was - is_) for i, (was, is_) in enumerate(zip(needs, after, strict=True))
                        ]
                        dealt.sort(key=lambda each: (defeat[each[0]], after[each[0]]))
                        return [*(Strike(k, i, points) for i, points in dealt if points), *later]
        return None

    able = tuple(k for k, each in enumerate(strikers) if each.attack and each.targets)
    result = strike(able, tuple(defeat))
    if result is None:
        raise ValueError(f"no order of strikes fells just {fallen}")
    return result


def _struck(striker: Striker, needs: tuple[int, ...], defeat: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """The needs that can be left after one strike."""
    open_ = [i for i in striker.targets if needs[i]]
    if not open_ or not striker.attack:
        yield needs
        return
    lowest = min(map(defeat.__getitem__, open_))
    equals = [i for i in open_ if defeat[i] == lowest]
    if sum(map(needs.__getitem__, equals)) <= striker.attack:
        equals = equals[:1]  # all of them fall, in any order
    for target in equals:
        dealt = min(striker.attack, needs[target])
        after = (*needs[:target], needs[target] - dealt, *needs[target + 1 :])
        yield from _struck(Striker(striker.attack - dealt, striker.targets), after, defeat)
