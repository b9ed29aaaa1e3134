"""Pub/sub over Redis or Valkey: processes on all machines tell each other where a table stands.

Said after the commit and by a thread of its own, so that no tap waits for it. It is a hint: what is lost,
the tail of ``companion.web.sse`` finds with the next heartbeat, and at once while the engine is away.
"""

import logging
import threading
import time
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Any

from companion.storage.engine import Unavailable
from companion.web.once_a_minute import once_a_minute

log = logging.getLogger(__name__)
log.addFilter(once_a_minute)
At = tuple[int, int]
"""Where a table stands: entries, and other changes."""

CHANNEL = "companion:moved"
BEAT = 2.0
"""Seconds after which the engine is asked whether it still hears; who does not answer by the next is away."""
PATIENCE = 1.0
"""Seconds for connecting and for publishing."""


class PubSub:
    """The messages between processes; Unavailable if ``url`` names no engine that can be used.

    ``hear`` is called with every table's code and where it stands, this process's own included.
    """

    def __init__(self, url: str, hear: Callable[[str, At], None]) -> None:
        self._hear = hear
        self._said: SimpleQueue[str] = SimpleQueue()
        self._threads: list[threading.Thread] = []
        self._turn = threading.Lock()
        self._up = False
        try:
            from redis import Redis, RedisError

            self._away: type[Exception] = RedisError
            self._client: Any = Redis.from_url(
                url, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE, decode_responses=True
            )
        except ModuleNotFoundError as error:
            raise Unavailable(f"LIVE_URL needs {error.name}: pip install 'companion-table[scale]'") from error
        except ValueError as error:
            raise Unavailable(f"LIVE_URL is an address such as redis://host:6379: {error}") from error

    def hears(self) -> bool:
        """True while all that is published is heard here; the first call begins to listen."""
        self._start()
        return self._up

    def _start(self) -> None:
        with self._turn:
            if not self._threads:
                for work in (self._speak, self._listen):
                    self._threads.append(threading.Thread(target=work, name="companion-pubsub", daemon=True))
                    self._threads[-1].start()

    def publish(self, code: str, at: At) -> None:
        """Say where a table stands, soon."""
        self._start()
        self._said.put(f"{code} {at[0]} {at[1]}")

    def _speak(self) -> None:
        while True:
            messages = [self._said.get()]
            try:
                while True:
                    messages.append(self._said.get_nowait())
            except Empty:
                pass
            try:
                self._client.publish(CHANNEL, "\n".join(messages))
            except self._away as away:
                log.warning("What was played could not be told to other processes at once: %s", away)

    def _listen(self) -> None:
        while True:
            try:
                with self._client.pubsub() as ears:
                    ears.subscribe(CHANNEL)
                    self._follow(ears)
            except self._away as away:
                log.warning("Other processes cannot be heard at once: %s", away)
            self._up = False
            time.sleep(PATIENCE)

    def _follow(self, ears: Any) -> None:
        """Hear, until the engine does not answer any more."""
        asked_at = answered = time.monotonic()
        while True:
            message = ears.get_message(timeout=BEAT)
            now = time.monotonic()
            if message:
                answered, self._up = now, True
                if message["type"] == "message":
                    for message_line in str(message["data"]).split("\n"):
                        self._heard(message_line)
            if now - asked_at >= BEAT:
                if answered < asked_at:
                    return
                ears.ping()
                asked_at = now

    def _heard(self, text: str) -> None:
        code, *at = text.split(" ")
        if len(at) == 2 and all(figure.isdecimal() and len(figure) < 10 for figure in at):
            self._hear(code, (int(at[0]), int(at[1])))
