"""A journal grows at its end without a copy of what stands in it."""

import pickle
import tracemalloc
from concurrent.futures import ThreadPoolExecutor

from companion.kernel.history import History, longer
from companion.kernel.journal import Table
from companion.kernel.opening import Opening
from tests.tiny import GAME


def test_a_longer_sequence_leaves_the_shorter_as_it_was() -> None:
    one = longer((), 1)
    two, other = longer(longer(one, 2), 3), longer(one, 4)
    assert [*one] == [1] and [*two] == [1, 2, 3] and [*other] == [1, 4]
    assert two[-1] == 3 and two[1:] == (2, 3) and two[::-1] == (3, 2, 1) and [*reversed(two)] == [3, 2, 1]
    assert two == (1, 2, 3) and two == [1, 2, 3] and two != other and hash(two) == hash((1, 2, 3))
    assert pickle.loads(pickle.dumps(one)) == one


def test_of_threads_that_add_to_one_sequence_each_has_its_own_item_last() -> None:
    base = History(range(100))
    with ThreadPoolExecutor(8) as pool:
        grown = [*pool.map(base.with_one, range(2_000))]
    assert [one[-1] for one in grown] == [*range(2_000)] and {len(one) for one in grown} == {101}


def test_2000_moments_of_a_sitting_share_one_journal() -> None:
    """Copies of it would take 32 MB."""
    moments = [Table.open(GAME, Opening({"Red": "Anna", "Blue": "Ben"}))]
    tracemalloc.start()
    try:
        for n in range(2_000):
            moments.append(moments[-1].say("Red", "ruling", {"total": str(n % 2), "reason": "so"}))
        held, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert [len(moment.log) for moment in moments] == [*range(2_001)]
    assert held < 10_000_000
