"""The folder for a static host: the browser's Python, libraries and our own files, packed and compiled.

Pure libraries come from this installation, so their versions are those of the lock file; the compiled
ones are wheels for browsers. Every start needs the pack ``core`` and Python's own library, ``std``. The
others are fetched when they are needed: ``languages`` where a phone reads another than English, ``pictures``
when a card of one's own has a picture that no game of ours has, ``upgrade`` when an older version kept the
tables, ``paper`` when somebody prints, and a family of Noto when a letter is printed that our typefaces lack.
"""

import gzip
import hashlib
import json
import re
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import brotli  # type: ignore[import-untyped]

from companion.web.config import PACKAGE, VERSION, files_dir
from companion.words import catalogue
from companion.words.speaking import ENGLISH
from companion.work.later_packs import LANGUAGES
from printables.draw import scripts
from printables.draw.fonts import FACES

CORE = (
    "annotated_types",
    "blinker",
    "click",
    "deprecated",
    "flask",
    "itsdangerous",
    "jinja2",
    "limits",
    "markupsafe",
    "packaging",
    "pluggy",
    "prometheus_client",
    "pydantic",
    "qrcode",
    "sqlalchemy",
    "sqlmodel",
    "tomlkit",
    "typing_extensions",
    "typing_inspection",
    "werkzeug",
    "wrapt",
)
UPGRADE = ("alembic", "mako")
PAPER = ("reportlab", "uniseg")
COMPILED = {"core": "pydantic_core", "paper": "uharfbuzz"}
"""Pack to its library that is compiled: a wheel for browsers."""
PILLOW = {"__init__.py": "", "Image.py": '"""What the printer imports of Pillow, and never uses."""\n'}
"""What stands for Pillow, besides its names of colours: there is no wheel of it for browsers."""
OUTLINES = ("__init__", "misc", "pens", "svgLib")
"""What of fontTools reads the path of a picture; the rest is for paper."""
TEXTS = {".py", ".toml", ".html", ".css"}
"""Where our files name pictures."""
SKIPPED_TYPES = {".pyc", ".pyi", ".pyx", ".pxd", ".c", ".h", ".so", ".pyd", ".map", ".mako", ".po"}
SKIPPED = {"__pycache__", "docs", "tests", "test", "testing", "offline", "game_icons", "fonts"}
"""Folders that no pack holds, unless it is asked for by its name."""
SKIPPED_PARTS = {
    "mssql", "mysql", "oracle", "asyncio", "mypy", "v1", "debug", "licenses", "graphics", "platypus",
}  # fmt: skip
"""Parts of libraries that nothing here asks for."""
SKIPPED_ROOMS = {"cli", "check", "eye", "lab", "outlets"}
"""Rooms of ours that need processes, a camera's library or a terminal."""
SKIPPED_LIBRARY = {
    "_android_support", "_apple_support", "_ios_support", "_pyrepl", "antigravity", "cProfile", "curses",
    "doctest", "ensurepip", "ftplib", "idlelib", "imaplib", "mailbox", "modulefinder", "pickletools",
    "poplib", "profile", "profiling", "pydoc_data", "smtplib", "tabnanny", "test", "this", "tkinter",
    "turtle", "turtledemo", "venv", "webbrowser", "xmlrpc",
}  # fmt: skip
"""What of Python's own library nothing here asks for."""
ENTRY_POINTS = """[companion.games]
{games}
[companion]
api = companion.extras.api
tournaments = companion.extras.tournaments
"""
FIRST, LATER = ("std", "core"), ("pictures", "upgrade", "paper", LANGUAGES, *scripts.FAMILIES)
"""The packs of every start, and those that are fetched when they are needed."""
LINKER = "pyodide.asm.mjs"
RUNTIME = ("pyodide.mjs", LINKER, "pyodide.asm.wasm")
MEMORY = "memory.js"
OFFLINE = ("shell.js", "worker.js", "thinker.js", "rehearse.js", "python.js", MEMORY, "kept.js", "shell.css")
PLACED = (
    b"var memoryBase=metadata.memorySize?",
    b"var memoryBase=Module.memoryBase?Module.memoryBase:metadata.memorySize?",
)
"""The place of a compiled library in the memory: usually a free one, in a kept memory the one it had."""
USUAL, SMALL, LITTLE = 9, 11, 5
"""How hard is compressed: within seconds, as small as it gets, and what few phones fetch."""
DATE = (2020, 1, 1, 0, 0, 0)


class CannotPack(Exception):
    """Something is missing; says what, and how to get it."""


@dataclass(frozen=True)
class Size:
    """A file as it is sent, in bytes."""

    name: str
    plain: int
    gzip: int
    brotli: int


def write(folder: Path, runtime: Path, wheels: Path, hard: int = USUAL) -> list[Size]:
    """Write the folder; CannotPack if the runtime, a wheel or Node is missing. Return the sizes of its parts.

    ``hard`` is how hard the parts of every start are compressed, from 1 to SMALL.
    """
    if not (runtime / "pyodide.asm.wasm").is_file():
        raise CannotPack(f"{runtime} has no Python for browsers: “make static” fetches it.")
    with tempfile.TemporaryDirectory() as target:
        tree = Path(target)
        _lay_out(tree, runtime, wheels)
        _compile(tree, runtime)
        parts = {f"{pack}.zip": _zip(tree / pack) for pack in FIRST + LATER}
    parts |= {name: (runtime / name).read_bytes() for name in RUNTIME}
    parts[LINKER] = _placing(parts[LINKER])
    info = json.loads((runtime / "pyodide-lock.json").read_text())["info"]
    parts["pyodide-lock.json"] = json.dumps({"info": info, "packages": {}}).encode()
    offline = files_dir() / "static" / "offline"
    parts |= {name: (offline / name).read_bytes() for name in OFFLINE}
    return _write(folder, parts, offline, hard)


def _placing(linker: bytes) -> bytes:
    """Let a compiled library be put back in its place (``static/offline/memory.js``)."""
    if linker.count(PLACED[0]) != 1:
        raise CannotPack("This Python for browsers places its libraries in a way of its own; see PLACED.")
    return linker.replace(*PLACED)


def _write(folder: Path, parts: dict[str, bytes], offline: Path, hard: int) -> list[Size]:
    """Write the parts with their compressed forms, and what names them: the shell and the service worker."""
    there = folder / "offline"
    shutil.rmtree(there, ignore_errors=True)
    there.mkdir(parents=True)
    shell, service = (offline / "shell.html").read_bytes(), (offline / "service.js").read_text("utf-8")
    whole = hashlib.blake2b(shell + service.encode(), digest_size=8)
    for name in sorted(parts):
        whole.update(parts[name])
    version = json.dumps(whole.hexdigest())
    parts[MEMORY] = parts[MEMORY].replace(b'"VERSION"', version.encode())
    sizes = [_sent(there / name, content, hard) for name, content in parts.items()]
    first = [size for size in sizes if size.name.removesuffix(".zip") not in LATER]
    files = {size.name: (size.gzip, size.plain) for size in first}
    service = service.replace('"VERSION"', version)
    service = service.replace("FILES", json.dumps(files, sort_keys=True))
    (folder / "service.js").write_text(service, "utf-8")
    for name in ("index.html", "404.html"):
        (folder / name).write_bytes(shell)
    for name in ("favicon.svg", "icon-180.png", "icon-192.png", "icon-512.png", "manifest.webmanifest"):
        (folder / "static").mkdir(exist_ok=True)
        shutil.copy(offline.parent / name, folder / "static" / name)
    return sizes


def _sent(file: Path, content: bytes, hard: int) -> Size:
    """Write a file as it is, and as gzip and brotli send it."""
    if hard < SMALL and file.stem in LATER:
        hard = min(hard, LITTLE)
    packed = gzip.compress(content, 9 if hard == SMALL else min(hard, 6), mtime=0)
    small = brotli.compress(content, quality=hard, lgwin=24)
    file.write_bytes(content)
    file.with_name(f"{file.name}.gz").write_bytes(packed)
    file.with_name(f"{file.name}.br").write_bytes(small)
    return Size(file.name, len(content), len(packed), len(small))


def _lay_out(tree: Path, runtime: Path, wheels: Path) -> None:
    """Lay the files of each pack into a folder of its own."""
    with zipfile.ZipFile(runtime / "python_stdlib.zip") as library:
        files = [(file, file.removesuffix(".py").partition("/")[0]) for file in library.namelist()]
        library.extractall(tree / "std", [file for file, first in files if first not in SKIPPED_LIBRARY])
    for pack, names in (("core", CORE), ("upgrade", UPGRADE), ("paper", PAPER)):
        for name in names:
            _library(name, tree / pack / "site")
    for pack, name in COMPILED.items():
        _wheel(name, wheels, tree / pack / "site")
    for part in OUTLINES:
        _library(f"fontTools.{part}" if part != "__init__" else "fontTools", tree / "core" / "site", part)
    _ours(tree)
    _languages(tree)
    _printer(tree)


def _library(name: str, site: Path, part: str = "") -> None:
    """Copy the pure part of an installed library, or a ``part`` of it."""
    result = find_spec(name)
    if result is None or result.origin is None:
        raise CannotPack(f"{name} is not installed here.")
    origin = Path(result.origin)
    if part == "__init__" or origin.name != "__init__.py":
        to = site / name / "__init__.py" if part else site / origin.name
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(origin, to)
    else:
        _copy(origin.parent, site.joinpath(*name.split(".")))


def _copy(origin: Path, to: Path, without: Iterable[str] = ()) -> None:
    """Copy a folder without what no pack holds."""
    skipped = SKIPPED | SKIPPED_PARTS | set(without)

    def ignored(folder: str, names: list[str]) -> Iterator[str]:
        return (name for name in names if name in skipped or Path(name).suffix in SKIPPED_TYPES)

    shutil.copytree(origin, to, ignore=lambda folder, names: set(ignored(folder, names)), dirs_exist_ok=True)


def _wheel(name: str, wheels: Path, site: Path) -> None:
    result = sorted(wheels.glob(f"{name}-*_wasm32.whl"))
    if not result:
        raise CannotPack(f"{wheels} has no {name} for browsers: “make static” fetches it.")
    with zipfile.ZipFile(result[-1]) as wheel:
        names = [one for one in wheel.namelist() if ".dist-info/" not in one and not one.endswith(".pyi")]
        wheel.extractall(site, names)


def _ours(tree: Path) -> None:
    """Copy the application, its templates and static files, and how it names its games and plug-ins."""
    app, files = tree / "core" / "app", files_dir()
    _copy(PACKAGE, app / "companion", SKIPPED_ROOMS)
    _copy(PACKAGE / "svg" / "game_icons", tree / "pictures" / "app" / "companion" / "svg" / "game_icons")
    _copy(files / "templates", app / "templates")
    _copy(files / "static", app / "static")
    _pictures(tree)
    (app / "pyproject.toml").touch()  # it runs as from a checkout: templates and static files lie beside it
    games = [one.name for one in (PACKAGE / "games").iterdir() if (one / "__init__.py").is_file()]
    lines = "".join(f"{name.replace('_', '-')} = companion.games.{name}:GAME\n" for name in sorted(games))
    info = tree / "core" / "site" / f"companion_table-{VERSION}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.4\nName: companion-table\nVersion: {VERSION}\n")
    (info / "entry_points.txt").write_text(ENTRY_POINTS.format(games=lines))


def _languages(tree: Path) -> None:
    """Name the languages, and put their catalogues and what of Babel reads them into a pack of its own."""
    spoken = tree / "core" / "app" / catalogue.PACKED.relative_to(PACKAGE.parent)
    spoken.parent.mkdir(parents=True, exist_ok=True)
    spoken.write_text(json.dumps(catalogue.complete()), "utf-8")
    there = tree / LANGUAGES
    for file in PACKAGE.rglob("*.po"):
        if SKIPPED_ROOMS.isdisjoint(file.relative_to(PACKAGE).parts):
            to = there / "app" / file.relative_to(PACKAGE.parent)
            to.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, to)
    _library("babel", there / "site")
    kept = {"root", ENGLISH, *catalogue.complete()}
    for file in (there / "site" / "babel" / "locale-data").iterdir():
        if file.stem not in kept:
            file.unlink()


def _printer(tree: Path) -> None:
    """Copy the printer with its faces, and each family of Noto, unpacked, into a pack of its own."""
    ours = Path(scripts.__file__).parent.parent
    there = tree / "paper" / "app" / "printables"
    _copy(ours, there)
    (there / "fonts" / "noto").mkdir(parents=True)
    for name in (*FACES.values(), *(f"noto/{family}.json" for family in scripts.FAMILIES)):
        shutil.copy(ours / "fonts" / name, there / "fonts" / name)
    for family in scripts.FAMILIES:
        noto = tree / family / "app" / "printables" / "fonts" / "noto"
        noto.mkdir(parents=True)
        for file in scripts.NOTO.iterdir():
            name, packed, _ = file.name.partition("-wght-normal.woff2")
            if packed and name.startswith(f"{family}-"):
                (noto / f"{name}.ttf").write_bytes(scripts.unpacked(name))
    pillow = tree / "paper" / "site" / "PIL"
    _library("PIL.ImageColor", pillow)
    for name, text in PILLOW.items():
        (pillow / name).write_text(text)


def _pictures(tree: Path) -> None:
    """Put the pictures into the first pack whose names stand anywhere in it; all of them come later."""
    texts = (path for path in (tree / "core" / "app").rglob("*") if path.suffix in TEXTS)
    words = {
        word for path in texts for word in re.findall(r"[a-z0-9]+(?:-[a-z0-9]+)*", path.read_text("utf-8"))
    }
    icons = json.loads((PACKAGE / "svg" / "game_icons" / "icons.json").read_text("utf-8"))["icons"]
    named = {name: icon for name, icon in icons.items() if name in words}
    to = tree / "core" / "app" / "companion" / "svg" / "game_icons" / "icons.json"
    to.parent.mkdir()
    to.write_text(json.dumps({"icons": named}), "utf-8")


def _compile(tree: Path, runtime: Path) -> None:
    """Let the browser's Python compile all modules and templates, and make an empty database."""
    script = Path(__file__).with_name("precompile.py")
    node = shutil.which("node")
    if node is None:
        raise CannotPack("Node is missing: “make static” finds or installs it.")
    packer = files_dir() / "static" / "offline" / "pack.mjs"
    done = subprocess.run([node, packer, runtime, tree, script], capture_output=True, text=True, check=False)
    if done.returncode:
        raise CannotPack(f"The browser's Python cannot compile it: {(done.stderr or done.stdout)[-2000:]}")


def _zip(folder: Path) -> bytes:
    """Return a folder as a ZIP that is the same for the same files; it is compressed as a whole."""
    file = folder.with_suffix(".zip")
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as pack:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            pack.writestr(zipfile.ZipInfo(str(path.relative_to(folder)), DATE), path.read_bytes())
    return file.read_bytes()
