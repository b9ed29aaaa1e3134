"""The tables of a phone that is its own server: the page about them, and all of them as a file and back.

The file is what ``companion backup`` makes.
"""

import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from flask import Blueprint, Response, current_app, redirect, request
from flask import session as cookie
from werkzeug.wrappers import Response as AnyResponse

from companion.storage import backup
from companion.storage.engine import Database, Unavailable
from companion.web.context import KNOWN, context, phone
from companion.web.http_cache import attachment
from companion.web.rendering import page
from companion.words import message

MOST = 64 * 1024 * 1024
"""The largest file that is brought back, in bytes."""
NO_FILE = message("Choose the file of a backup first.")
OWNER = "SELECT phone FROM holds GROUP BY phone ORDER BY phone = ? DESC, count(*) DESC LIMIT 1"
"""The phone whose backup it is: this one if it sits anywhere there, else the one with most seats."""
blueprint = Blueprint("phone", __name__, url_prefix="/phone")


@blueprint.get("")
def tables(sentence: str = "") -> Response:
    """Show what keeps the tables, and what can be done with all of them."""
    with context().store.database.reading() as connection:
        count = connection.exec_driver_sql("SELECT count(*) FROM tables").scalar_one()
    shows = {"count": count, "lasting": current_app.config["LASTING"], "sentence": sentence}
    return page("phone.html", 400 if sentence else 200, page_title="Tables on this phone", **shows)


@blueprint.get("/backup.zip")
def save() -> Response:
    """Everything that is kept, in one file."""
    database = context().store.database.file
    assert database
    with TemporaryDirectory() as folder:
        file = Path(folder, "backup.zip")
        backup.write(database, database.with_name(backup.KEY), file)
        return attachment(file.read_bytes(), "application/zip", "companion.zip", "private, no-cache")


@blueprint.post("/restore")
def restore() -> AnyResponse:
    """Put what a backup has in the place of all that is kept; nothing changes if it is no whole backup."""
    request.max_content_length = MOST
    sent = request.files.get("file")
    if not sent:
        return tables(str(NO_FILE))
    with TemporaryDirectory() as folder:
        file, there = Path(folder, "backup.zip"), Path(folder, "kept")
        sent.save(file)
        try:
            backup.restore(file, there)
            came = there / backup.DATABASE
            Database(f"sqlite:///{came}").upgrade()
        except (backup.BackupError, Unavailable) as no:
            return tables(str(no))
        _take(came)
    current_app.config["OVER"] = True
    return redirect("/", 303)


def _take(came: Path) -> None:
    """Copy a database over ours in one transaction, and be the phone whose tables these are."""
    database = context().store.database
    with closing(sqlite3.connect(came)) as source, closing(database.engine.raw_connection()) as ours:
        source.backup(ours.driver_connection)  # type: ignore[arg-type]  # it is SQLite's own
        owner = source.execute(OWNER, (phone(make=True),)).fetchone()
        codes = source.execute("SELECT code FROM tables ORDER BY id DESC LIMIT ?", (KNOWN,)).fetchall()
    if owner:
        cookie["phone"] = owner[0]
    cookie["knows"] = [code for (code,) in codes]
