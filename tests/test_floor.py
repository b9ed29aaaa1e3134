"""The bench's floor: what Companion's taps are compared with still serves by Companion's own settings."""

from tests.bench.phone import fetched, serving_floor


def test_the_floor_of_the_bench_answers() -> None:
    with serving_floor() as (port, _):
        assert "<form>" in fetched(f"http://127.0.0.1:{port}/")
