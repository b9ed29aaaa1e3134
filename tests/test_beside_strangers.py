"""What strangers keep busy keeps nobody else waiting: on a real server, of both kinds of worker."""

import time

import pytest

from companion.players.absent import STRENGTHS
from tests.bench.phone import House, Phone, serving
from tests.bench.taps import thinking

pytestmark = [pytest.mark.slow, pytest.mark.waits]
both_workers = pytest.mark.parametrize("worker", ["threads", "gevent"])
ANNA, BEN, STRANGER = "127.0.0.1", "127.0.0.2", "127.0.0.3"
"""Three networks: all of 127.0.0.0/8 is this machine."""


class Solo:
    """A table at which the phone begins as a Master, and one person is the other seat."""

    def __init__(self, house: House, address: str) -> None:
        self.store = house.store
        session, phones = house.open()
        first = session.table.state.to_act[0]
        self.store.seating.absent(session, first, "master", "Master")
        (other,) = phones.keys() - {first}
        self.code, self.phone = session.code, Phone(house, phones[other], session.code, address)

    def ask(self) -> None:
        """Tell the phone that the hands are done, so that it goes on."""
        self.n, self.asked = self.store.session(self.code).n, time.monotonic()
        self.phone.go_on(self.n)

    def answered(self) -> float:
        """Wait for the phone's next move; return how many seconds that took since it was asked."""
        while self.store.session(self.code).n == self.n:
            assert time.monotonic() < self.asked + 90, "the phone does not move"
            time.sleep(0.05)
        return time.monotonic() - self.asked


@both_workers
def test_an_honest_master_answers_within_twice_its_seconds_beside_50_tables_of_one_stranger(
    worker: str,
) -> None:
    """Two move alone first, so that both processes which think are there."""
    seconds = STRENGTHS["master"].seconds
    with serving(COMPANION_WORKER=worker, COMPANION_LIMITS="off") as house:
        alone = [Solo(house, ANNA), Solo(house, BEN)]
        for table in alone:
            table.ask()
        times = [table.answered() for table in alone]
        with thinking(house, 50, STRANGER) as codes:
            while not any(house.store.session(code).n for code in codes):
                time.sleep(0.1)
            anna = Solo(house, ANNA)
            for _ in range(2):
                anna.ask()
                times.append(anna.answered())
    assert max(times[2:]) < 2 * seconds, times
