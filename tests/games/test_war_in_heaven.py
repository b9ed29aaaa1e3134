"""War in Heaven: the board, the hand-counted numbers, and the battle examples."""

import random
from collections import Counter
from itertools import combinations, permutations, product
from math import comb

import pytest

from companion.games.war_in_heaven import GAME
from companion.games.war_in_heaven.actions import Battle, Move
from companion.games.war_in_heaven.box import ALLIES, BOARD, GATES, SIDES, TOKENS
from companion.games.war_in_heaven.state.skirmishes import Striker, fallen_sets
from companion.kernel import transcript
from companion.kernel.action import legal, play
from companion.kernel.journal import Table
from companion.kernel.opening import Opening
from tests.games.moments import after
from tests.games.positions import cases
from tests.games.war import drawn
from tests.sittings import sitting_text

KINDS = tuple(kind for kind in GAME.kinds if not kind.anytime)


@pytest.fixture
def table() -> Table:
    return Table.open(GAME, Opening({"Angels": "Ada", "Demons": "Ben"}))


def test_the_board_is_as_counted():
    assert len(BOARD.spaces) == 32
    assert sum(map(len, BOARD.beside.values())) == 2 * 75
    assert Counter(map(len, BOARD.beside.values())) == {6: 14, 5: 2, 4: 8, 3: 8}
    assert sorted(space for space in BOARD.spaces if len(BOARD.beside[space]) == 5) == ["A5", "D5"]
    assert GATES == ("A5", "B5", "C5", "D5")


def test_the_board_is_symmetric_under_the_half_turn():
    xs, ys = zip(*BOARD.at.values(), strict=True)
    turned = {(max(xs) + min(xs) - x, max(ys) - y) for x, y in BOARD.at.values()}
    assert turned == set(BOARD.at.values())


def test_the_gates_are_a_wall():
    reached = BOARD.reach("A1", 99, lambda space: BOARD.kind[space] != "gate")
    assert len(reached) + 1 == 14


def test_the_lines_from_c4():
    assert BOARD.lines["C4"] == {
        "NW": ("B3", "A2"),
        "NE": ("C3", "C2"),
        "E": ("D4", "E4"),
        "SE": ("C5", "D6", "D7"),
        "SW": ("B5", "B6", "A7"),
        "W": ("B4", "A4"),
    }


def test_the_cards_are_as_printed():
    printed = {
        "Uriel": (1, 3, 2), "Jophiel": (2, 2, 4), "Raphael": (3, 0, 4), "Camiel": (1, 6, 2),
        "Zadkiel": (2, 1, 3), "Gabriel": (3, 3, 3), "Leviathen": (1, 3, 2), "Belphegor": (2, 2, 4),
        "Mammon": (3, 0, 4), "Asmodeus": (1, 6, 2), "Beelzebub": (2, 1, 3), "Baal": (3, 3, 3),
    }  # fmt: skip
    assert {ally for side in SIDES for ally in ALLIES[side]} == set(printed)
    for name, figures in printed.items():
        assert (TOKENS[name].cost, TOKENS[name].attack, TOKENS[name].defeat) == figures
    for commander in ("Michael", "Lucifer"):
        assert (TOKENS[commander].attack, TOKENS[commander].defeat) == (5, 6)
    assert len(TOKENS) == 22


def test_the_first_decision_has_the_moves_counted_by_hand(table):
    actions = list(legal(KINDS, table.state, table.state.to_act))
    assert Counter(action.verb for action in actions) == {"move": 16, "deploy": 100, "power": 16}
    moves: dict[str, list[str]] = {}
    for action in actions:
        if isinstance(action, Move):
            moves.setdefault(action.token, []).append(action.space)
    assert moves == {
        "Michael": ["A1", "B1", "A2", "C2"],
        "Militia 1": ["A2", "A4", "B4"],
        "Militia 2": ["A2", "B4", "C4"],
        "Militia 3": ["C2", "C4", "D4"],
        "Militia 4": ["C2", "D4", "E4"],
    }


def test_the_count_of_legal_actions_at_depth_two_is_frozen(table):
    counts: Counter[str] = Counter()
    for action in legal(KINDS, table.state, table.state.to_act):
        state = play(table.state, action)
        counts.update(action.verb for action in legal(KINDS, state, state.to_act))
    assert counts == {"move": 2222, "deploy": 3028, "power": 1740}
    cost = {ally: TOKENS[ally].cost for ally in ALLIES["Angels"]}
    two_deploys = 0
    for ally in cost:
        others = [other for other in cost if other != ally]
        for paying in combinations(others, cost[ally]):
            left = [other for other in others if other not in paying]
            two_deploys += sum(comb(len(left) - 1, cost[other]) for other in left)
    after_moves, after_powers = (
        14 * 100 + 2 * 50,
        8 * 100 + 8 * 50,
    )  # one on a deploy space halves the deploys
    assert counts["deploy"] == after_moves + after_powers + 2 * two_deploys


def test_both_sides_decide_alike_at_the_start():
    first = {}
    for side in SIDES:
        opening = Opening({"Angels": "Ada", "Demons": "Ben"}, {"first": side})
        state = Table.open(GAME, opening).state
        assert state.to_act == (side,) and state.actions == 2
        first[side] = Counter(action.verb for action in legal(KINDS, state, state.to_act))
    assert first["Angels"] == first["Demons"]


def test_the_first_possible_battle_is_in_the_second_players_first_turn(table):
    """Two actions cannot bring the first player's tokens beside the enemy; three more of the second can."""
    edge, touching = [table.state], 0
    for _ in range(2):
        edge = [play(state, action) for state in edge for action in legal((Move,), state, state.to_act)]
        edge = list({tuple(sorted(state.at.items())): state for state in edge}.values())
        touching += sum(1 for state in edge if any(legal((Battle,), state, state.to_act)))
    assert touching == 0
    war = drawn(
        """
              . .
             . M .
            T T . T
           . . T . .
            . . . .
           . . t . .
            t t . t
             . l .
              . .
        """,
        round=1,
        side="Demons",
    )
    assert any(legal((Battle,), after(war, Move("Demons", "Fallen 1", "C5")), ("Demons",)))


# -- the battle examples ----------------------------------------------------------------------------------


def fallen(war) -> set[str]:
    return {name for name in TOKENS if name in war.down}


def test_what_spills_over_goes_on_in_order_of_defeat():
    assert fallen_sets([Striker(5, (0, 1))], [2, 4]) == {(0,)}
    assert fallen_sets([Striker(5, (0, 1, 2))], [1, 1, 3]) == {(0, 1, 2)}
    assert fallen_sets([Striker(1, (0, 1))], [1, 1]) == {(0,), (1,)}
    assert fallen_sets([Striker(0, (0,))], [1]) == {()}
    assert fallen_sets([], [3]) == {()}


def test_the_order_of_strikers_can_change_who_falls():
    """A (3) touches 2 and 4; B (3) touches 2 only. A first: the 2 falls. B first: A's three go to the 4."""
    assert fallen_sets([Striker(3, (0, 1)), Striker(3, (0,))], [2, 4]) == {(0,)}
    assert fallen_sets([Striker(4, (0, 1)), Striker(3, (0,))], [2, 4]) == {(0,), (0, 1)}


def by_every_order(strikers: list[Striker], defeat: list[int]) -> set[tuple[int, ...]]:
    """The same by brute force: every order of strikers, each with every taste among equals."""
    result = set()
    for order in permutations(strikers):
        for tastes in product(permutations(range(len(defeat))), repeat=len(order)):
            needs = list(defeat)
            for (left, targets), taste in zip(order, tastes, strict=True):
                for foe in sorted(targets, key=lambda foe: (defeat[foe], taste.index(foe))):
                    dealt = min(left, needs[foe])
                    needs[foe] -= dealt
                    left -= dealt
            result.add(tuple(foe for foe, need in enumerate(needs) if not need))
    return result


def test_who_can_fall_is_the_same_by_brute_force():
    rng, choices = random.Random(4), 0
    for _ in range(100):
        defeat = rng.choices((1, 2, 2, 3), k=rng.randint(2, 3))
        strikers = []
        for attack in rng.choices((0, 1, 1, 2, 3), k=rng.randint(2, 3)):
            touched = rng.sample(range(len(defeat)), rng.randint(1, len(defeat)))
            strikers.append(Striker(attack, tuple(sorted(touched))))
        result = fallen_sets(strikers, defeat)
        assert result == by_every_order(strikers, defeat), (strikers, defeat)
        choices += len(result) > 1
    assert choices > 5, "some of them leave a choice"


@pytest.mark.parametrize(
    "sitting, why", [("most-allies", "more Allies"), ("most-tokens", "more tokens")], ids=("allies", "tokens")
)
def test_both_tiebreaks_of_the_last_round_have_been_played(sitting, why):
    over = transcript.read(sitting_text(GAME.key, sitting), {GAME.key: GAME}).state.over
    assert over and why in str(over.why)


test_case = cases("war_in_heaven_table", GAME, drawn, fallen)
