"""A module that runs elsewhere: it answers, or is ended at its limits, and says why."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.work import questions
from companion.work.process import Cause, Failure, Limits, Worker, run
from tests.conftest import wait_until

pytestmark = pytest.mark.waits
USUAL = Limits(memory=300, processor=2, patience=20)
MODULES = {
    "echo": "yield b'you said: '; yield data",
    "limits": (
        "import os, resource; print('noise'); os.write(2, b'noise')\n"
        "    yield repr((resource.getrlimit(resource.RLIMIT_AS), os.nice(0))).encode()"
    ),
    "greedy": "yield b'one'; bytearray(400_000_000); yield b'two'",
    "busy": "yield b'one'\n    while True: pass",
    "timed": ("import signal; yield b'one'; signal.setitimer(signal.ITIMER_PROF, 0.1)\n    while True: pass"),
    "sleepy": "import time; yield b'one'; time.sleep(60)",
    "faulty": "yield b'one'; 1 / 0",
    "memory": (
        "import os; said.append(data)\n    if data == b'fall': raise ValueError(data)\n"
        "    yield b'%d ' % os.getpid() + b' '.join(said)"
    ),
    "tired": (
        "import time; began = time.process_time()\n    while time.process_time() < began + 0.6: pass\n"
        "    yield data"
    ),
    "parent": (
        "import os, time; yield b'%d' % (child := os.fork())\n    if not child: time.sleep(60)\n"
        "    os._exit(0)"
    ),
    "broken": "import os, signal; yield b'one'; os.kill(os.getpid(), signal.SIGSEGV)",
}


@pytest.fixture(autouse=True)
def modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, body in MODULES.items():
        (tmp_path / f"{name}.py").write_text(f"said = []\n\ndef work(data):\n    {body}\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))


def test_the_pieces_of_the_answer_come_together_and_what_is_printed_goes_nowhere() -> None:
    large = bytes(range(256)) * 40_000
    assert run("echo", large, USUAL) == b"you said: " + large
    limit, nice = 300 * 1024 * 1024, min(os.nice(0) + USUAL.nice, 19)
    assert run("limits", b"", USUAL) == repr(((limit, limit), nice)).encode()


@pytest.mark.parametrize(
    "module, cause",
    [
        ("greedy", Cause.MEMORY),
        ("busy", Cause.PROCESSOR),
        ("timed", Cause.PROCESSOR),
        ("sleepy", Cause.PATIENCE),
        ("faulty", Cause.FAULT),
        ("broken", Cause.FAULT),
    ],
)
def test_a_process_is_ended_at_its_limits_and_what_came_before_is_there(module: str, cause: Cause) -> None:
    began = time.process_time()
    patience = 3 if cause is Cause.PATIENCE else 60  # a busy machine gives a second of its time late
    answer = run(module, bytes(1_000_000), Limits(memory=300, processor=1, patience=patience))
    assert answer == Failure(cause, b"one") and time.process_time() - began < 0.5


def test_our_own_fault_is_told_in_the_log(capfd: pytest.CaptureFixture[str]) -> None:
    run("faulty", b"", USUAL)
    assert "ZeroDivisionError" in capfd.readouterr().err


def test_nothing_is_logged_where_nobody_waits_for_the_answer_any_more() -> None:
    command = [sys.executable, "-P", "-m", "companion.work", "echo", "300", "2", "0"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        assert process.stdin and process.stdout and process.stderr
        process.stdout.close()
        process.stdin.write(bytes(8))
        process.stdin.close()
        assert process.stderr.read() == b""


@pytest.fixture
def worker() -> Iterator[Worker]:
    with closing(Worker("memory", USUAL)) as worker:
        yield worker


def test_a_worker_remembers_what_it_was_asked_and_begins_again_after_a_failure(worker: Worker) -> None:
    first, second = worker.ask(b"one"), worker.ask(b"two")
    assert isinstance(first, bytes) and second == first + b" two"
    assert worker.ask(b"fall") == Failure(Cause.FAULT, b"")
    third = worker.ask(b"three")
    assert isinstance(third, bytes) and third.endswith(b" three") and third.split()[0] != first.split()[0]


def test_each_question_to_a_worker_has_its_processor_time() -> None:
    with closing(Worker("tired", Limits(memory=300, processor=2, patience=60))) as worker:
        assert [worker.ask(b"%d" % n) for n in range(5)] == [b"%d" % n for n in range(5)]


def test_a_worker_that_is_closed_answers_nothing_more() -> None:
    worker = Worker("sleepy", USUAL)
    threading.Timer(1, worker.close).start()
    assert worker.ask(b"") == Failure(Cause.CLOSED, b"one")
    assert worker.ask(b"") == Failure(Cause.CLOSED, b"")


def test_what_a_process_forked_does_not_hold_up_the_answer_and_ends_with_it() -> None:
    began = time.monotonic()
    answer = run("parent", b"", USUAL)
    assert isinstance(answer, Failure) and time.monotonic() - began < 15
    command = Path(f"/proc/{int(answer.answer)}/cmdline")  # empty as long as nobody has waited for its end
    wait_until(lambda: not command.exists() or not command.read_bytes(), 20)


LOOP = """
from gevent import monkey; monkey.patch_all()
import gevent
from companion.work.process import Limits, run
beats = []
def beat():
    while True:
        beats.append(1)
        gevent.sleep(0.01)
gevent.spawn(beat)
limits = Limits(memory=300, processor=1, patience=1)
print(len(run("echo", bytes(1_000_000), limits)), run("sleepy", b"", limits).cause.value, len(beats) > 20)
"""


def test_under_gevent_the_loop_goes_on_meanwhile() -> None:
    done = subprocess.run([sys.executable, "-c", LOOP], capture_output=True, text=True, check=True)
    assert done.stdout == "1000010 patience True\n"


def test_another_worker_of_a_page_is_asked_once_and_its_answer_is_had_once():
    question = "module", b"data"
    for _ in range(2):
        with pytest.raises(questions.Unanswered):
            questions.answer(question, 40)
    ((n, *asked),) = questions.unsent()
    assert asked == ["module", b"data", 40]
    assert questions.unsent() == []
    questions.settle(n, "", b"answer")
    assert questions.answer(question, 40) == ("", b"answer")
    with pytest.raises(questions.Unanswered):
        questions.answer(question, 40)
    ((again, *_),) = questions.unsent()
    questions.settle(again, "patience", b"")
    assert again != n
    assert questions.answer(question, 40) == ("patience", b"")
