"""Ten thousand sittings of some 60 entries on one phone: its players' and plays' pages, after a change, too.

They are played at random, kept like any other and counted by looking at ``/plays``.
"""

import gc
import random
import tempfile
import time
from collections.abc import Callable
from functools import partial
from urllib.parse import quote

from flask import Flask

from companion.kernel.action import written
from companion.kernel.journal import Entry, Step, Table
from companion.kernel.opening import Opening
from companion.kernel.shelf import shelf
from companion.kernel.simulate import moves
from companion.kernel.state import changed
from companion.storage.store import Store
from companion.web.app import create_app
from companion.web.warm_up import warmed
from tests.bench.machine import table

SITTINGS = 10_000
GAMES = (("heroball", 2), ("heroball", 3), ("heaven-and-ale", 3), ("heaven-and-ale", 4))
"""By these numbers of players, a random game has 60 entries, more or less."""
NAMES = [f"Player {n}" for n in range(24)]
PHONE = "0123456789abcdef0123456789abcdef"
EVENINGS = 900
"""They are spread over so many."""
COLLECTED = (5_000, 10, 1_000)
"""As the server sets the collector of a process."""
BOUND = "150 ms"


def sitting(key: str, players: int, rng: random.Random, began: float) -> Table:
    """A sitting played at random to its end, 20 seconds an entry."""
    game = shelf()[key]
    names = rng.sample(NAMES, players)
    fresh = Table.open(game, Opening(dict(zip(game.seats(players), names, strict=True))))
    said = enumerate(moves(game, fresh.start, rng), 1)
    steps = tuple(
        Step(Entry(n, a.by, a.verb, written(a), began + 20 * n), state, state.told) for n, (a, state) in said
    )
    return changed(fresh, log=steps, standing=steps)


def keep(store: Store, sittings: int) -> int:
    """Keep so many sittings of one phone; how many entries they have."""
    rng, entries, now = random.Random(20), 0, time.time()
    for n in range(sittings):
        key, players = GAMES[n % len(GAMES)]
        played = sitting(key, players, rng, now - (EVENINGS - n * EVENINGS // sittings) * 86_400.0)
        store.open(played.game, played, PHONE, played.opening.seats)
        entries += played.n
    return entries


class Looker:
    """The phone, and what a look costs it."""

    def __init__(self, app: Flask) -> None:
        self.store: Store = app.extensions["companion"].store
        self.client = app.test_client()
        with self.client.session_transaction() as cookie:
            cookie["phone"] = PHONE

    def look(self, address: str) -> tuple[float, str]:
        """Seconds of the processor for a page, and what it says."""
        began = time.thread_time()
        answer = self.client.get(address)
        took = time.thread_time() - began
        assert answer.status_code == 200, address
        return took, answer.text

    def best(self, address: str) -> float:
        """The middle one of five looks."""
        return sorted(self.look(address)[0] for _ in range(5))[2]

    def people(self) -> list[int]:
        """The players of the house."""
        return sorted({part.person for play in self.store.plays.of_phone(PHONE).plays for part in play.parts})


def changes(one: Looker) -> list[tuple[str, float]]:
    """The first look after each thing that can change what it shows, the middle one of three."""
    people, names = one.store.people, iter(NAMES[16:])
    result = []
    for address in ("/plays", "/people"):
        took: dict[str, list[float]] = {}
        for _ in range(3):
            for words, change in (
                ("a sitting ended", lambda: keep(one.store, 1)),
                ("a name became a player", lambda: people.is_ours(PHONE, next(names))),
                ("two players were merged", lambda: people.merge(PHONE, one.people()[-1], one.people()[1])),
                ("they were parted again", lambda: people.part(PHONE, one.people()[1])),
                ("a player was forgotten", lambda: people.forget(PHONE, one.people()[-1])),
            ):
                change()
                took.setdefault(words, []).append(one.look(address)[0])
        result += [(f"{address}, first after {words}", sorted(some)[1]) for words, some in took.items()]
    return result


def settled(made: Callable[[], Flask]) -> Looker:
    """The phone at a new process, warmed up and its collector set as the server does it."""
    one = Looker(warmed(made()))
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTED)
    return one


def pages(made: Callable[[], Flask]) -> list[tuple[str, float]]:
    """What each page costs: again, first after something changed, and first in a new process."""
    one = settled(made)
    one.look("/plays")
    who = quote(f"#{one.people()[1]}")
    addresses = ("/plays", "/people", f"/plays?who={who}", "/plays?game=Heroball&sort=share", "/plays.csv")
    rows = [(f"{address}, again", one.best(address)) for address in addresses]
    rows += changes(one)
    for address in ("/plays", "/people"):
        rows.append((f"{address}, first of a new process", settled(made).look(address)[0]))
    return rows


def main() -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as folder:
        build = partial(create_app, folder, LIMITS="off")
        one = Looker(build())
        began = time.process_time()
        entries = keep(one.store, SITTINGS)
        kept = time.process_time()
        one.store.plays.count(PHONE, seconds=3_600)
        counted = time.process_time()
        for name in NAMES[:16]:
            one.store.people.is_ours(PHONE, name)
        each = 1000 / SITTINGS
        rows = [
            (
                f"{SITTINGS:,} sittings, {entries:,} entries: played, kept",
                f"{each * (kept - began):.1f} ms each",
                "",
            ),
            ("counted, once for all", f"{each * (counted - kept):.1f} ms each", ""),
        ]
        rows += [(words, f"{1000 * took:.0f} ms", BOUND) for words, took in pages(build)]
        table("Plays and players", rows)
