"""Run by the browser's Python where it is packed: compile modules and templates, make an empty database.

The packs lie as folders under ``/tree``; what is compiled names the place where it will lie.
"""

import importlib.util
import marshal
import os
import shutil
import sys
from pathlib import Path

TREE = Path("/tree")
DATA = Path("/data")
AS_SOURCE = "migrations"
PLACES = {"std": "/lib/python314.zip/"}


def compile_all(pack: Path) -> None:
    """Put compiled modules in the place of their sources, which nothing compares them with."""
    for source in sorted(pack.rglob("*.py")):
        if AS_SOURCE in source.parts:
            continue
        name = PLACES.get(pack.name, "/") + str(source.relative_to(pack))
        text = source.read_bytes()
        ours = name.startswith("/app/")
        code = compile(text, name, "exec", dont_inherit=True, optimize=0 if ours else 2)
        head = importlib.util.MAGIC_NUMBER + (1).to_bytes(4, "little") + importlib.util.source_hash(text)
        source.with_suffix(".pyc").write_bytes(head + marshal.dumps(code))
        source.unlink()


def start_once() -> None:
    """Start the application, load every template, and keep its database while it is empty."""
    from companion.web.phone_server import created

    app = created("http://localhost", str(DATA))
    for name in app.jinja_env.list_templates(extensions=["html"]):
        app.jinja_env.get_template(name)
    app.extensions["companion"].store.database.engine.dispose()
    shutil.copy(DATA / "companion.sqlite3", "/app/companion/web/empty.sqlite3")


for folder in sorted(TREE.iterdir()):
    compile_all(folder)
for place in ("app", "site"):
    os.symlink(TREE / "core" / place, f"/{place}")
sys.path[:0] = ["/app", "/site", str(TREE / "upgrade" / "site")]
start_once()
