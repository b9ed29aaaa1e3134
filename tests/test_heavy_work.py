"""Prints, imports and uploads: one at a time, so often a minute, and taps go on."""

import io
import threading
import time
from pathlib import Path

import pytest
from werkzeug.exceptions import TooManyRequests

from companion.web import heavy_work
from companion.web.app import create_app
from tests.conftest import Phone
from tests.test_live import opened, serving

pytestmark = pytest.mark.waits


def test_heavy_work_is_done_one_at_a_time_and_too_much_of_it_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(heavy_work, "PATIENCE", 0.2)
    at_work, most, refused = 0, 0, 0
    lock = threading.Lock()

    def one_at_a_time() -> None:
        nonlocal at_work, most
        at_work += 1
        most = max(most, at_work)
        time.sleep(0.05)
        at_work -= 1

    def work() -> None:
        nonlocal refused
        try:
            heavy_work.heavy_work(one_at_a_time)
        except TooManyRequests as no:
            assert no.retry_after
            with lock:
                refused += 1

    threads = [threading.Thread(target=work) for _ in range(30)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(5)
    assert most == 1 and 30 - heavy_work.QUEUE - 1 <= refused < 30
    assert heavy_work.heavy_work(lambda: "made") == "made"


@pytest.mark.slow
@pytest.mark.parametrize("place", ["set/bring", "new", "print.pdf"])
def test_who_uploads_all_the_time_is_asked_to_wait(tiny: Path, tmp_path: Path, place: str) -> None:
    phone = Phone(create_app(str(tmp_path / "data"), TESTING=True))
    phone.get("/")
    seen = []
    for _ in range(21):
        form = {
            "players": "2",
            "phone": "all",
            "file": (io.BytesIO(b"="), "x"),
            "set": (io.BytesIO(b"="), "x"),
        }
        answer = phone.post(f"/games/high-heavens/{place}", form, content_type="multipart/form-data")
        seen.append(answer.status_code)
    assert seen[0] in (400, 422) and seen[-1] == 429


@pytest.mark.slow
def test_taps_go_on_while_much_is_printed(tiny: Path, tmp_path: Path) -> None:
    with serving(tmp_path) as (server,):
        phone, code = opened(server)
        server.get("/games/high-heavens/print.pdf").read()
        prints = [
            threading.Thread(target=lambda: server.get("/games/high-heavens/print.pdf").read())
            for _ in range(8)
        ]
        for each in prints:
            each.start()
        took = []
        while any(each.is_alive() for each in prints) and len(took) < 500:
            began = time.perf_counter()
            assert phone.post(f"/t/{code}/do/add", step="1").status == 303
            took.append(time.perf_counter() - began)
        for each in prints:
            each.join(10)
        print(f"taps meanwhile: {len(took)}, p50 {1000 * sorted(took)[len(took) // 2]:.0f} ms")
        assert sorted(took)[len(took) // 2] < 0.25
