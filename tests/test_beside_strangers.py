"""What strangers keep busy keeps nobody else waiting: on a real server, of both kinds of worker."""

import http.client
import multiprocessing
import os
import secrets
import statistics
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from itertools import count

import pytest
from werkzeug.test import EnvironBuilder

from companion.kernel.journal import Table
from companion.kernel.sittings import usual_opening
from companion.players.absent import STRENGTHS
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
            wait_until(lambda: any(house.store.session(code).n for code in codes), 90, 0.1)
            anna = Solo(house, ANNA)
            for _ in range(2):
                anna.ask()
                times.append(anna.answered())
    assert max(times[2:]) < 2 * seconds, times


@contextmanager
def looking(house: House, text: str, phones: int) -> Iterator[list[int]]:
    """So many phones of a stranger that look at a box's table as often as they can; a 1 for each look."""
    game = house.store.boxes.described(text)
    house.store.boxes.keep(STRANGER, text, game)
    table, phone = Table.open(game, usual_opening(game, game.players[-1])), secrets.token_hex(16)
    code = house.store.open(game, table, phone, tuple(table.opening.seats)).code
    cookie, looks, stop = house.cookie(phone, code), list[int](), threading.Event()

    def look() -> None:
        line = http.client.HTTPConnection("127.0.0.1", house.port, timeout=60, source_address=(STRANGER, 0))
        while not stop.is_set():
            line.request("GET", f"/t/{code}", None, {"Cookie": cookie, "Accept-Encoding": "gzip"})
            answer = line.getresponse()
            answer.read()
            assert answer.status == 200
            looks.append(1)

    lookers = [threading.Thread(target=look) for _ in range(phones)]
    for one in lookers:
        one.start()
    try:
        wait_until(lambda: len(looks) >= 2 * phones, 90, 0.05)
        yield looks
    finally:
        stop.set()
        for one in lookers:
            one.join()


def steadily(play: Play, seconds: float) -> list[float]:
    """Taps at one table, twenty a second at most; how long each took."""
    times, began = [], time.monotonic()
    while (now := time.monotonic()) < began + seconds:
        times.append(play.tap())
        time.sleep(max(0.0, now + 0.05 - time.monotonic()))
    return times


@both_workers
def test_six_phones_that_look_at_a_heavy_box_do_not_double_the_usual_tap_of_another_table(
    worker: str,
) -> None:
    """Without and beside them in turn, so that whatever else this machine does is in both."""
    text, without, beside = triangles(30), list[float](), list[float]()
    with serving(COMPANION_WORKER=worker, COMPANION_LIMITS="off") as house:
        play = Play(house, 1)
        steadily(play, 2)
        for _ in range(4):
            without += steadily(play, 4)
            with looking(house, text, 6) as looks:
                beside += steadily(play, 4)
                assert len(looks) > 24, "hardly anybody looked"
    figures = [round(quantile(times, part)) for times in (without, beside) for part in (0.5, 0.99)]
    assert quantile(beside, 0.5) <= 2 * quantile(without, 0.5), figures


SENDERS = 6
SENDING = multiprocessing.get_context("fork")


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


@contextmanager
def sending_art(house: House, code: str, forms: list[tuple[str, bytes]]) -> Iterator[None]:
    """Send one form after another as strangers in networks of their own, who yield the processor to taps."""
    answers = SENDING.SimpleQueue()

    def send(number: int) -> None:
        os.nice(19)
        phone = Phone(house, f"{number:032x}", code, f"127.0.0.{10 + number}")
        for n in count(number * len(forms) // SENDERS):
            kind, body = forms[n % len(forms)]
            head = {"Cookie": phone.cookie, "Content-Type": kind}
            phone.line.timeout = 120
            phone.line.request("POST", f"/games/{WITH_ART}/print.pdf", body, head)
            answer = phone.line.getresponse()
            answer.read()
            answers.put(answer.status)

    senders = [SENDING.Process(target=send, args=(number,), daemon=True) for number in range(SENDERS)]
    for one in senders:
        one.start()
    try:
        wait_until(lambda: not answers.empty(), 90, 0.05)
        yield
    finally:
        for one in senders:
            one.kill()
            one.join()
    while not answers.empty():
        assert answers.get() in (200, 400, 429)


@pytest.mark.soak
@both_workers
def test_taps_beside_six_senders_of_hostile_art_take_at_most_twice_as_long(worker: str) -> None:
    """Compare the 99th percentiles of rounds without and beside them, in turn, by their medians."""
    forms, without, beside = hostile_forms(), list[float](), list[float]()
    with serving(COMPANION_WORKER=worker, COMPANION_LIMITS="off") as house:
        play = Play(house, 3)
        steadily(play, 2)
        for _ in range(5):
            without.append(quantile(steadily(play, 6), 0.99))
            with sending_art(house, play.session.code, forms):
                beside.append(quantile(steadily(play, 6), 0.99))
    assert statistics.median(beside) <= 2 * statistics.median(without), (without, beside)
