"""What strangers keep busy keeps nobody else waiting: on a real server, of both kinds of worker."""

import multiprocessing
import os
import secrets
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO

import pytest
from werkzeug.test import EnvironBuilder

from companion.kernel.journal import Table
from companion.kernel.sittings import usual_opening
from companion.players.strengths import STRENGTHS
from tests import hostile_art
from tests.bench.phone import House, Phone, serving
from tests.bench.taps import Play, quantile, thinking
from tests.conftest import wait_until
from tests.test_art import DECK, a_set
from tests.test_art import GAME as WITH_ART
from tests.test_box_bombs import triangles

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
        wait_until(lambda: self.store.session(self.code).n != self.n, 90, 0.05)
        return time.monotonic() - self.asked

    def give_up(self) -> None:
        """Let a person take the phone's seat over; a thought that was begun still ends."""
        session = self.store.session(self.code)
        (seat,) = session.absent
        self.store.seating.absent(session, seat, "", "")


@both_workers
def test_an_honest_master_answers_within_twice_its_seconds_beside_50_tables_of_one_stranger(
    worker: str,
) -> None:
    """Two move alone first, so that both processes which think are there; then they think no more."""
    seconds = STRENGTHS["master"].seconds
    with serving(COMPANION_WORKER=worker, COMPANION_LIMITS="off") as house:
        alone = [Solo(house, ANNA), Solo(house, BEN)]
        for table in alone:
            table.ask()
        times = [table.answered() for table in alone]
        for table in alone:
            table.give_up()
        time.sleep(seconds + 1)  # the thoughts they had begun on their next moves
        with thinking(house, 50, STRANGER) as codes:
            wait_until(lambda: any(house.store.session(code).n for code in codes), 90, 0.1)
            anna = Solo(house, ANNA)
            for _ in range(2):
                anna.ask()
                times.append(anna.answered())
    assert max(times[2:]) < 2 * seconds, times


STRANGERS = 6
OF_ITS_OWN = multiprocessing.get_context("fork")


@contextmanager
def strangers(deed: Callable[[int, int], None]) -> Iterator[None]:
    """Six phones of strangers, each at its deed as often as it can until the block ends.

    They are processes that yield the processor to taps, as a phone takes none of a server's.
    """
    done = OF_ITS_OWN.RawArray("i", STRANGERS)

    def go_on(number: int) -> None:
        os.nice(19)
        while True:
            deed(number, done[number])
            done[number] += 1

    ours = [OF_ITS_OWN.Process(target=go_on, args=(number,), daemon=True) for number in range(STRANGERS)]
    for one in ours:
        one.start()
    try:
        wait_until(lambda: all(done), 90, 0.05)
        before = sum(done)
        yield
        assert sum(done) > before, "nobody did anything"
        assert all(one.is_alive() for one in ours), "a stranger was answered otherwise"
    finally:
        for one in ours:
            one.kill()
            one.join()


def looking(house: House, text: str) -> Callable[[int, int], None]:
    """Return a deed: look at a table of the box with this text."""
    game = house.store.boxes.described(text)
    house.store.boxes.keep(STRANGER, text, game)
    table, phone = Table.open(game, usual_opening(game, game.players[-1])), secrets.token_hex(16)
    code = house.store.open(game, table, phone, tuple(table.opening.seats)).code
    phones = [Phone(house, phone, code, STRANGER) for _ in range(STRANGERS)]

    def look(number: int, _: int) -> None:
        status, _page = phones[number].get(f"/t/{code}")
        assert status == 200

    return look


def sending(house: House, code: str) -> Callable[[int, int], None]:
    """Return a deed: send the print page one hostile file after another, each from its own network."""
    forms = hostile_forms()
    phones = [Phone(house, f"{n:032x}", code, f"127.0.0.{10 + n}") for n in range(STRANGERS)]

    def send(number: int, n: int) -> None:
        kind, body = forms[(n + number * len(forms) // STRANGERS) % len(forms)]
        line = phones[number].line
        line.timeout = 120
        line.request(
            "POST",
            f"/games/{WITH_ART}/print.pdf",
            body,
            {"Cookie": phones[number].cookie, "Content-Type": kind},
        )
        answer = line.getresponse()
        answer.read()
        assert answer.status in (200, 400, 429)

    return send


def hostile_forms() -> list[tuple[str, bytes]]:
    """The print page's form with each file of hostile art: its content type and its body."""
    forms = []
    for _, name, data in hostile_art.files():
        own = a_set().replace("mine.png", name).encode()
        built = EnvironBuilder(method="POST", data={"piece": DECK, "set": (BytesIO(own), "my.toml")})
        built.files.add_file("art", BytesIO(data()), name)
        sent = built.get_environ()
        forms.append((sent["CONTENT_TYPE"], sent["wsgi.input"].read()))
    return forms


def steadily(play: Play, seconds: float) -> list[float]:
    """Taps at one table, twenty a second at most; how long each took."""
    times, began = [], time.monotonic()
    while (now := time.monotonic()) < began + seconds:
        times.append(play.tap())
        time.sleep(max(0.0, now + 0.05 - time.monotonic()))
    return times


def in_turn(house: House, play: Play, deed: Callable[[int, int], None], part: float) -> tuple[float, float]:
    """A quantile of how long a tap takes without and beside strangers: the median of five rounds in turn."""
    without, beside = list[float](), list[float]()
    steadily(play, 2)
    for _ in range(5):
        without.append(quantile(steadily(play, 6), part))
        with strangers(deed):
            beside.append(quantile(steadily(play, 6), part))
    print([[round(ms, 1) for ms in times] for times in (without, beside)], "ms")
    return statistics.median(without), statistics.median(beside)


@pytest.mark.alone
@both_workers
@pytest.mark.parametrize("part", [0.5, pytest.param(0.99, marks=pytest.mark.soak)])
def test_taps_beside_six_phones_that_look_at_a_heavy_box_take_at_most_twice_as_long(
    part: float, worker: str
) -> None:
    with serving(COMPANION_WORKER=worker, COMPANION_LIMITS="off") as house:
        without, beside = in_turn(house, Play(house, 1), looking(house, triangles(30)), part)
    assert beside <= 2 * without


@pytest.mark.soak
@pytest.mark.alone
@both_workers
def test_taps_beside_six_senders_of_hostile_art_take_at_most_twice_as_long(worker: str) -> None:
    with serving(COMPANION_WORKER=worker, COMPANION_LIMITS="off") as house:
        play = Play(house, 3)
        without, beside = in_turn(house, play, sending(house, play.session.code), 0.99)
    assert beside <= 2 * without
