"""``companion serve``: the tables, for the phones around."""

import argparse
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.cli.loading import loading
from companion.cli.reading import Commands, Told, telling, whole
from companion.kernel.shelf import FOLDERS, NoGame, shelf

METRICS_FOLDER = "PROMETHEUS_MULTIPROC_DIR"


def add(commands: Commands) -> None:
    """The command and its options."""
    parser = commands.add_parser("serve", help="serve the tables to the phones around")
    parser.add_argument("--host", default="0.0.0.0", help="the address to listen on (0.0.0.0: on all)")  # noqa: S104
    parser.add_argument("--port", type=whole(1, 65535), default=8000)
    parser.add_argument("--data", metavar="DIR", help="where the tables are kept")
    parser.add_argument("--games", metavar="DIR", help="a folder of games that are not installed")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Serve until stopped; the exit code. Told where a setting is wrong."""
    from companion.storage.engine import Unavailable  # the database is loaded only where a command needs it

    with telling(Unavailable):
        return _serve(chosen)


def _serve(chosen: argparse.Namespace) -> int:
    _wait_in_one_loop()
    if chosen.games:
        os.environ[FOLDERS] = str(Path(chosen.games).absolute())  # for every process that serves
    if os.environ.get(FOLDERS):
        try:
            shelf()
        except NoGame as no:
            raise Told(str(no) if chosen.games else f"{FOLDERS}: {no}", 1) from None
    with _metrics_folder():
        with loading():
            from companion.cli.server import serve  # the web is loaded only where it is served
        return serve(chosen.host, chosen.port, chosen.data)


def _wait_in_one_loop() -> None:
    """Make everything that is loaded from here on wait in gevent's loop, if that is set; Told if gevent is
    missing."""
    from companion.web.config import by_gevent

    if not by_gevent():
        return
    try:
        from gevent import monkey
    except ModuleNotFoundError:
        raise Told("COMPANION_WORKER=gevent needs: pip install 'companion-table[scale]'", 1) from None
    monkey.patch_all()


@contextmanager
def _metrics_folder() -> Iterator[None]:
    """A folder where several processes add up their metrics, gone with the one that started them."""
    from companion.web.config import processes

    if processes() < 2 or METRICS_FOLDER in os.environ:
        yield
        return
    folder, master = tempfile.mkdtemp(prefix="companion-metrics-"), os.getpid()
    os.environ[METRICS_FOLDER] = folder
    try:
        yield
    finally:
        if os.getpid() == master:
            shutil.rmtree(folder, ignore_errors=True)
