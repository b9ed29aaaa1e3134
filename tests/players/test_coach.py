"""The coach: what one could do, and the turn that cost most."""

import random
from dataclasses import replace

import pytest

from companion.kernel.action import written
from companion.kernel.asking import read
from companion.kernel.journal import Table
from companion.kernel.statistics import opening
from companion.players.absent import Position, moment
from companion.players.coach import AFTERWARDS, COACH, MOST, advised, afterwards, most_costly
from companion.players.games import found
from companion.players.moment import Moment
from companion.players.players import Careful, greedy, ranked
from companion.players.sitting import sitting

pytestmark = pytest.mark.slow


def table_of(key: str, worst: int = -1) -> tuple[Table, int]:
    """A sitting of greedy players, but that one who moves at entry ``worst`` does the worst there is."""
    game = found(key)
    start = opening(game, random.Random(2), 2)
    table, at, n = Table.open(game, start), 0, 0

    def player(here: Moment):
        nonlocal at
        if at == 0 and n >= worst > 0 and len(here.choices) > 3 and here.state.phase_words:
            at = n + 1
            return here.thrown(ranked(here)[-1][1])
        return greedy(here)

    for step in sitting(game, start, dict.fromkeys(start.seats, player), "coach"):
        table = table.say(step.action.by, step.action.verb, written(step.action))
        n += 1
    return table, at


def choosing(table: Table, at: int) -> Moment:
    """The first moment from an entry on at which there is much to choose from, seen as from a phone."""
    steps = table.standing
    for n, step in enumerate(steps[at:-1], at + 1):
        said = [(one.entry.seat, one.entry.verb, one.entry.answers) for one in steps[:n]]
        seat, opening_ = step.state.to_act[0], table.opening
        here = Position(
            table.game.key, "", opening_.seats, opening_.options, None, "", said, seat, COACH, "lot"
        )
        if len((seen := moment(here)).choices) > MOST:
            return replace(seen, rng=random.Random(1))
    raise AssertionError("nothing to choose")


@pytest.mark.parametrize("key", ["war-in-heaven", "heroball", "high-heavens", "havoc-in-heaven"])
def test_what_is_advised_can_be_said_and_says_what_it_brings(key: str) -> None:
    table, _ = table_of(key)
    here = choosing(table, len(table.standing) // 2)
    found_ = advised(here, Careful(24))
    assert found_ == advised(replace(here, rng=random.Random(1)), Careful(24)), "the same again"
    assert len({(advice.move.verb, str(advice.move.given)) for advice in found_}) == len(found_) == MOST
    assert any(advice.brings or advice.gain for advice in found_)
    for advice in found_:
        kind = table.game.kind(advice.move.verb)
        assert kind
        read(kind, here.state, here.seat, advice.move.given).check(here.state)


def test_advice_does_not_hang_on_which_moves_a_lot_drew() -> None:
    table, _ = table_of("war-in-heaven")
    for at in range(10, 200, 5):
        here = choosing(table, at)
        lots = [replace(here, rng=random.Random(lot)) for lot in range(20)]
        if min(len(one.choices) for one in lots) < MOST:  # a player who glances may see a move or two of 14
            break
    assert {len(advised(one, Careful(24))) for one in lots} == {MOST}


def test_the_coach_says_which_advice_hangs_on_a_card_that_nobody_sees() -> None:
    table, _ = table_of("high-heavens")
    found_ = [one for n in range(0, 100, 20) for one in advised(choosing(table, n), Careful(12))]
    of_hand = ("invoke", "use-power", "discard-god")
    assert {advice.if_held for advice in found_} == {True, False}
    assert all(advice.if_held == (advice.move.verb in of_hand) for advice in found_)


def test_the_worst_move_of_good_players_is_the_most_costly() -> None:
    table, at = table_of("heroball", 20)
    costly = most_costly(table)
    assert costly and at and costly.first <= at <= costly.last
    assert costly.seat == table.log[at - 1].entry.seat and costly.cost > 0
    here = Position.of(table, costly.seat, AFTERWARDS, "lot")
    assert afterwards(here) == costly, "and so it is by itself, in the process that thinks"


def test_nobody_is_blamed_for_a_card_that_they_may_not_have_held() -> None:
    table, at = table_of("high-heavens", 20)
    costly = most_costly(table)
    assert costly and costly.first <= at <= costly.last
    assert costly.better.verb not in ("invoke", "use-power", "discard-god")
    assert most_costly(Table.open(table.game, table.opening)) is None
