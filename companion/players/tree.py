"""A search of the answers to a move and to those, where no chance has a say and nothing is hidden."""

from collections.abc import Hashable
from dataclasses import dataclass, field, replace
from math import copysign, inf
from time import perf_counter
from typing import Any

from companion.kernel.action import Action
from companion.kernel.features import ComputerPlay
from companion.kernel.simulate import to_act
from companion.players.moment import ALL, WON, Moment, value

BEYOND = 8
"""A line is followed so many actions further where a seat goes on or has no choice. House."""
EXCHANGE = 4
"""It is one turn longer, at the price of so many of them, where the last action changed what the moment is
worth by ``TAKEN`` at least: one does not stop in the middle of an exchange. House."""
TAKEN = 0.75
"""The least change of worth that counts as a piece taken. A better place changes it by less. House."""
DEEPEST = 40
"""No search looks further than so many turns. House."""
SOONER = 0.01
"""By so much a game won is worth less for each action until then. House."""


class OutOfTime(Exception):
    """A search that must answer before it is at its end."""


@dataclass
class Node:
    """A moment of the search, and what is known of it."""

    state: Any
    seat: str
    """Who is to act; who thinks, where the game is over."""
    mine: bool
    """True if the side that thinks is to act."""
    worth: float
    """For the seat that thinks."""
    children: list[tuple[Action[Any], "Node"]] | None = None
    """Each possible action with the moment after it, the best so far first; None until they are looked at."""
    bounds: dict[tuple[int, int], tuple[float, float]] = field(default_factory=dict)
    """How far it was searched, to the values between which its own was found to lie."""


@dataclass
class Tree:
    """The moments that follow from one, as far as they were looked at; equal moments are one."""

    root: Moment
    until: float = inf
    """The time at which it must answer."""
    most: float = inf
    """So many moments are looked at before it must answer."""
    nodes: dict[Hashable, Node] = field(default_factory=dict)

    def ranked(self, turns: int = DEEPEST) -> list[Action[Any]]:
        """Return the possible actions, the best first, after a search of so many turns, as time allows."""
        top = self._node(self.root.state)
        top.children = children = self._looked_at(top)
        for depth in range(1, turns + 1):
            if len(children) == 1:
                break
            try:
                value = self._value(top, depth, BEYOND, -inf, inf)
            except OutOfTime:
                break
            if abs(value) > WON / 2:
                break
        return [action for action, _ in children]

    def _node(self, state: Any) -> Node:
        """Return the node of a moment, one for all that are equal."""
        same = self.root.game[ComputerPlay].same
        assert same, "a game with chance, or with something hidden, is not searched"
        key = same(state)
        node = self.nodes.get(key)
        if node is None:
            thinks = self.root.seat
            seat = thinks if state.over else to_act(state, self.root.rng)
            mine = seat in state.partners(thinks)
            node = self.nodes[key] = Node(state, seat, mine, value(self.root, state, thinks))
        return node

    def _looked_at(self, node: Node) -> list[tuple[Action[Any], Node]]:
        """Return what can be done at a moment, what is worth most at once first; equals in random order."""
        moment = replace(self.root, state=node.state, seat=node.seat, looked_at=ALL)
        result = [(action, self._node(moment.after(action))) for action in moment.choices]
        self.root.rng.shuffle(result)
        result.sort(key=lambda child: child[1].worth, reverse=node.mine)
        return result

    def _in_time(self, node: Node) -> list[tuple[Action[Any], Node]]:
        if len(self.nodes) > self.most or perf_counter() > self.until:
            raise OutOfTime
        return self._looked_at(node)

    def _value(self, node: Node, turns: int, beyond: int, least: float, most: float) -> float:
        """Return the value of a moment for the seat that thinks, or a bound of it beyond the two limits."""
        if node.state.over:
            return node.worth
        low, high = node.bounds.get((turns, beyond), (-inf, inf))
        least, most = max(least, low), min(most, high)
        if least >= most:
            return low if low >= most else high
        if node.children is None:
            node.children = self._in_time(node)
        best, alpha, beta = -inf if node.mine else inf, least, most
        for child in tuple(node.children):
            value = self._after(node, child[1], turns, beyond, alpha, beta)
            if value > best if node.mine else value < best:
                best = value
                node.children.remove(child)
                node.children.insert(0, child)
            alpha, beta = (max(alpha, best), beta) if node.mine else (alpha, min(beta, best))
            if alpha >= beta:
                break
        node.bounds[turns, beyond] = (best if best > least else low, best if best < most else high)
        return best

    def _after(self, node: Node, child: Node, turns: int, beyond: int, least: float, most: float) -> float:
        """Return the value of a moment as it counts before the action that leads there."""
        assert node.children is not None
        if beyond and (child.mine == node.mine or len(node.children) == 1):
            value = self._value(child, turns, beyond - 1, least, most)
        elif turns > 1 or (beyond >= EXCHANGE and abs(child.worth - node.worth) >= TAKEN):
            value = self._value(child, turns - 1, beyond if turns > 1 else beyond - EXCHANGE, least, most)
        else:
            value = child.worth
        return value - copysign(SOONER, value) if abs(value) > WON / 2 else value
