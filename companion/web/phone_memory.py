"""Start once without anybody's data: a phone keeps the memory of that, and its later starts begin with it.

``static/offline/memory.js`` keeps it. The data come when it wakes, and random numbers start
again. Python's order of hashes stays, which was thrown on this phone.
"""

import gc
import importlib
import random
from tempfile import TemporaryDirectory

from companion.web.phone_server import PhoneServer, rehearsed
from companion.web.warm_up import warmed

PAGES = "/", "/phone"


def rehearse(origin: str) -> None:
    """Start and show some pages, and leave no file open."""
    with TemporaryDirectory() as folder:
        server = PhoneServer(origin, folder=folder)
        for page in PAGES:
            server.answer("GET", page, [], b"")
        app = server.end()
        warmed(app).extensions["companion"].store.database.engine.dispose()
    rehearsed.append(app)
    importlib.invalidate_caches()  # these hold Python's own library open
    del server
    gc.collect()
    gc.freeze()


def wake() -> None:
    """Go on in such a memory, by random numbers that it has not thrown before."""
    random.seed()
