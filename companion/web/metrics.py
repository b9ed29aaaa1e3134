"""Metrics in the Prometheus format: what a host watches. Several processes add theirs up in a folder.

Where ``WEB_CONCURRENCY`` is more than one, ``PROMETHEUS_MULTIPROC_DIR`` names that folder before this is
imported.
"""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager

from flask import Flask, Response
from prometheus_client import REGISTRY, CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

SECONDS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.5, 10.0)
LENGTHS = (10, 30, 100, 300, 1000, 3000, 10_000)

TAPS = Counter("companion_taps", "Taps, by what became of them.", ["answer"])
TAP_SECONDS = Histogram("companion_tap_seconds", "Seconds a tap took, page and all.", buckets=SECONDS)
JOURNAL = Histogram(
    "companion_journal_entries", "Length of the journal a tap was kept in, in entries.", buckets=LENGTHS
)
ERRORS = Counter("companion_errors", "Answers of 500 and more, by status.", ["status"])
STREAMS = Gauge("companion_streams", "Phones that follow by a stream.", multiprocess_mode="livesum")


def init_app(app: Flask) -> None:
    """Count the answers that are this side's fault."""

    @app.after_request
    def count(response: Response) -> Response:
        if response.status_code >= 500:
            ERRORS.labels(response.status_code).inc()
        return response


@contextmanager
def timed_tap() -> Iterator[None]:
    """Measure a tap from its form to its page."""
    began = time.perf_counter()
    try:
        yield
    finally:
        TAP_SECONDS.observe(time.perf_counter() - began)


def exposition() -> bytes:
    """Everything that is counted, of all processes, in Prometheus's text format."""
    registry = REGISTRY
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry)
