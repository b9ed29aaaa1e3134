"""Settings of the application: the environment, the data folder, and the key that signs cookies."""

import os
import secrets
from collections.abc import Callable
from datetime import timedelta
from importlib.metadata import version
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, urlsplit

from companion.storage.engine import Unavailable
from companion.work import machine

PACKAGE = Path(__file__).parent.parent
CHECKOUT = PACKAGE.parent
VERSION = version("companion-table")
YEAR = timedelta(days=365)
SNAPSHOT_DAYS = 7
THREADS = 256
GREENLETS = 10_000
THINKERS = 2
KEY_BYTES = 32
DATABASE_CONNECTIONS = 60
"""Of the 100 that PostgreSQL grants unless told otherwise: some stay free for who looks after it."""


def in_checkout() -> bool:
    """True where this runs from a checkout, not from an installed wheel."""
    return (CHECKOUT / "pyproject.toml").is_file() and (CHECKOUT / "templates").is_dir()


def files_dir() -> Path:
    """The folder that holds ``templates`` and ``static``."""
    return CHECKOUT if in_checkout() else PACKAGE


def data_path(folder_text: str | None = None) -> Path:
    """Return the folder of the tables, whether it exists or not."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    usual = CHECKOUT / "instance" if in_checkout() else Path(home) / "companion"
    return Path(folder_text or os.environ.get("COMPANION_DATA") or usual).expanduser().absolute()


def data_dir(folder_text: str | None = None) -> Path:
    """Return the folder of the tables, after making it if it is missing."""
    folder = data_path(folder_text)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise Unavailable(
            f"{folder} cannot be made: {error.strerror}. Choose a place with --data."
        ) from error
    return folder


def database_url(data: Path) -> str:
    """DATABASE_URL, else one SQLite file among the data."""
    return os.environ.get("DATABASE_URL") or f"sqlite:///{data / 'companion.sqlite3'}"


def snapshot_days() -> int:
    """COMPANION_SNAPSHOTS, the days that snapshots of the database file are kept; 0 for none."""
    right = "a number of days, and 0 for none"
    return _number("COMPANION_SNAPSHOTS", SNAPSHOT_DAYS, range(10_000), right)


def settings(data: Path, key: bytes | str | None = None) -> dict[str, Any]:
    """Every setting, from the environment where it is said there; a file keeps the key if none is given."""
    return {
        "SECRET_KEY": key or os.environ.get("COMPANION_SECRET") or secret_key(data / "secret.key"),
        "SESSION_COOKIE_NAME": "companion",
        "SESSION_COOKIE_HTTPONLY": True,
        "SESSION_COOKIE_SAMESITE": "Lax",
        "PERMANENT_SESSION_LIFETIME": YEAR,
        "SESSION_REFRESH_EACH_REQUEST": False,
        "DATABASE_URL": database_url(data),
        "PATIENCE": 10.0,
        "CONNECTIONS": connections(),
        "PUBLIC_URL": public_url(),
        "PHONES": phones(),
        "LIVE_URL": live_url(),
        "LIMITS": os.environ.get("COMPANION_LIMITS") or live_url() or "memory://",
        "HOSTS": os.environ.get("COMPANION_HOSTS", ""),
        "ORIGINS": os.environ.get("COMPANION_ORIGINS", ""),
        "WEBHOOKS": os.environ.get("COMPANION_WEBHOOKS", ""),
        "METRICS": metrics_for(),
        "THINKERS": thinkers(),
        "LAB": lab_processes(),
        "LAB_FOLDER": data / "lab",
        "PROXY": behind_a_proxy(),
        "SNAPSHOTS": snapshot_days(),
    }


def processes() -> int:
    """WEB_CONCURRENCY: how many processes serve, 1 unless told."""
    return _number("WEB_CONCURRENCY", 1, range(1, 1000), "a number of processes, from 1 to 999")


def behind_a_proxy() -> bool:
    """COMPANION_PROXY: True if a proxy before it passes on the client's address."""
    return _choice("COMPANION_PROXY", ("0", "1"), "1 where a proxy stands before it, else 0") == "1"


def connections() -> int:
    """The connections this process may have to its database: its share of DATABASE_CONNECTIONS."""
    right = "a number, e.g. 60"
    of_all = _number("DATABASE_CONNECTIONS", DATABASE_CONNECTIONS, range(1, 100_000), right)
    return max(of_all // processes(), 1)


def thinkers() -> int:
    """COMPANION_THINKERS: for how many tables this process thinks at once, its share of all; 0 for none."""
    of_all = _number("COMPANION_THINKERS", THINKERS, range(1000), "a number, and 0 for none")
    return max(of_all // processes(), 1) if of_all else 0


def live_url() -> str:
    """LIVE_URL, the pub/sub engine by which processes tell each other what was played; empty for none."""

    def whole(there: SplitResult) -> bool:
        return bool(there.path) if there.scheme == "unix" else there.scheme in ("redis", "rediss")

    return _address("LIVE_URL", whole, "redis://host:6379")


def public_url() -> str:
    """PUBLIC_URL, the address that links and codes name; empty where they name this machine's own."""
    return _address("PUBLIC_URL", _of_a_page, "https://example.org")


def phones() -> str:
    """COMPANION_PHONES, the address where phones are their own servers; empty if nobody said one."""
    return _address("COMPANION_PHONES", _of_a_page, "https://example.org").rstrip("/")


def _of_a_page(there: SplitResult) -> bool:
    return there.scheme in ("http", "https") and bool(there.hostname)


def by_gevent() -> bool:
    """COMPANION_WORKER: whether a process waits for its phones in one loop (``gevent``) or by ``threads``."""
    return _choice("COMPANION_WORKER", ("threads", "gevent"), "threads or gevent") == "gevent"


def requests_at_once() -> int:
    """COMPANION_THREADS: how many requests a process holds at once, of which most are streams."""
    usual = GREENLETS if by_gevent() else THREADS
    return _number("COMPANION_THREADS", usual, range(4, 1_000_000), "a number, e.g. 256")


def metrics_for() -> str:
    """COMPANION_METRICS: who may ask for /metrics: ``local`` (this machine), ``all`` or nobody (``off``)."""
    return _choice("COMPANION_METRICS", ("local", "all", "off"), "local, all or off")


def lab_processes() -> int:
    """COMPANION_LAB: in how many processes the lab plays, half of the processors unless told; 0 for none."""
    if os.environ.get("COMPANION_LAB") == "off" or os.name == "nt":
        return 0
    usual = max(1, (os.cpu_count() or 1) // 2)
    return _number("COMPANION_LAB", usual, range(513), "a number of processes, or off")


def _number(name: str, usual: int, allowed: range, right: str) -> int:
    text = os.environ.get(name) or str(usual)
    valid = text.isdecimal() and len(text) < 10 and int(text) in allowed
    return int(_checked(name, text, valid, right))


def _choice(name: str, choices: tuple[str, ...], right: str) -> str:
    """Return one of these choices, the first unless told."""
    text = os.environ.get(name) or choices[0]
    return _checked(name, text, text in choices, right)


def _address(name: str, whole: Callable[[SplitResult], bool], example: str) -> str:
    text = os.environ.get(name, "")
    try:
        there = urlsplit(text)
        valid = not text or (whole(there) and there.port != 0)
    except ValueError:
        valid = False
    return _checked(name, text, valid, f"an address such as {example}")


def _checked(name: str, text: str, valid: bool, right: str) -> str:
    """Return what a setting says; Unavailable, in a sentence, where it is wrong."""
    if not valid:
        raise Unavailable(f"{name} is {right}; not “{text[:40]}”.")
    return text


def secret_key(path: Path) -> bytes:
    """The key that signs the cookies, made at the first start. The first process makes it for all."""
    while not path.exists():
        mine = path.with_suffix(f".{os.getpid()}.{secrets.token_hex(4)}")
        try:
            with os.fdopen(os.open(mine, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(secrets.token_bytes(32))
            machine.name_first(mine, path)
        except FileExistsError:
            pass
        except OSError as error:
            raise Unavailable(
                f"{path.parent} cannot be written: {error.strerror}. Choose a place with --data."
            ) from error
        finally:
            mine.unlink(missing_ok=True)
    if fault := key_fault(path):
        raise Unavailable(fault)
    return path.read_bytes()


def key_fault(path: Path) -> str:
    """Return what is wrong with the file of a key, and the ways out; empty if it is whole."""
    try:
        size = path.stat().st_size
        path.open("rb").close()
    except FileNotFoundError:
        return f"{path} is missing: the phones lose their seats. A backup has it."
    except OSError as error:
        return f"{path} cannot be read: {error.strerror}."
    if size >= KEY_BYTES:
        return ""
    return (
        f"{path} has {size} bytes; a whole key has {KEY_BYTES}. Bring it back from a backup. If there is "
        "none, delete it: the next start makes a new one, and phones take their seats by their codes again."
    )
