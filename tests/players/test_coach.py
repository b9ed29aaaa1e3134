"""The coach: what one could do, and the turn that cost most."""

import random

import pytest

from companion.kernel.action import read, written
from companion.kernel.journal import Table
from companion.kernel.statistics import opening
from companion.players.coach import MOST, advised, most_costly
from companion.players.games import found
from companion.players.moment import Moment
from companion.players.players import greedy, ranked
from companion.players.sitting import sitting

pytestmark = pytest.mark.slow


def table_of(key: str, worst: int = -1) -> tuple[Table, int]:
    """A sitting of greedy players, but that one who moves at entry ``worst`` does the worst there is."""
    game = found(key)
    start = opening(game, random.Random(2), 2)
    table, at, n = Table.open(game, start), 0, 0

    def player(moment: Moment):
        nonlocal at
        if at == 0 and n >= worst > 0 and len(moment.choices) > 3 and moment.state.phase_words:
            at = n + 1
            return moment.thrown(ranked(moment)[-1][1])
        return greedy(moment)

    for step in sitting(game, start, dict.fromkeys(start.seats, player), "coach"):
        table = table.say(step.action.by, step.action.verb, written(step.action))
        n += 1
    return table, at


@pytest.mark.parametrize("key", ["war-in-heaven", "heroball"])
def test_what_is_advised_can_be_said_and_says_what_it_brings(key: str) -> None:
    table, _ = table_of(key)
    kinds = tuple(kind for kind in table.game.kinds if not kind.anytime)
    states = [step.state for step in table.standing[len(table.standing) // 2 : -1]]
    moments = (Moment(table.game, kinds, one, one.to_act[0], random.Random(1)) for one in states)
    seen = [moment for moment in moments if len(moment.choices) > MOST][:6]
    for moment in seen:
        found_ = advised(moment, 0.3)
        assert len({(advice.move.verb, str(advice.move.given)) for advice in found_}) == len(found_) == MOST
        if any(advice.brings or advice.gain for advice in found_):
            break
    else:
        pytest.fail("nothing that is advised brings anything")
    for advice in found_:
        kind = table.game.kind(advice.move.verb)
        assert kind
        read(kind, moment.state, moment.seat, advice.move.given).check(moment.state)


def test_the_worst_move_of_good_players_is_the_most_costly() -> None:
    table, at = table_of("heroball", 20)
    costly = most_costly(table)
    assert costly and at and costly.first <= at <= costly.last
    assert costly.seat == table.log[at - 1].entry.seat and costly.cost > 0
    assert (
        most_costly(Table.open(found("high-heavens"), opening(found("high-heavens"), random.Random(1), 2)))
        is None
    )
