"""The folder for a static host, written again when its sources changed; and a host that serves it."""

import fcntl
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

from companion.cli import packs

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "build" / "static-for-tests"
RUNTIME, WHEELS = ROOT / "node_modules" / "pyodide", ROOT / "build" / "wheels"
MADE_OF = ("companion", "printables", "templates", "static", "build/wheels", "node_modules/pyodide")


def static_folder() -> Path:
    """Return the folder; one process writes it for all, compressed quickly."""
    FOLDER.parent.mkdir(exist_ok=True)
    with FOLDER.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        made = FOLDER / "service.js"
        if not made.is_file() or made.stat().st_mtime < _changed():
            packs.write(FOLDER, RUNTIME, WHEELS, hard=1)
    return FOLDER


def _changed() -> float:
    """Return when the newest file that is packed was changed."""
    files = (file for part in MADE_OF for file in (ROOT / part).rglob("*") if "__pycache__" not in file.parts)
    return max(file.stat().st_mtime for file in files if file.is_file())


class _Files(SimpleHTTPRequestHandler):
    def log_message(self, *said: object) -> None:
        pass


class StaticHost:
    """A host that serves a folder as it is, and nothing else."""

    def __init__(self, folder: Path, port: int = 0) -> None:
        self._server = ThreadingHTTPServer(("127.0.0.1", port), partial(_Files, directory=folder))
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        """Serve no more: nothing answers at the address from here on."""
        self._server.shutdown()
        self._server.server_close()
