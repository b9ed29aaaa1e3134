"""A backup: one ZIP with the database, the key that signs the phones' cookies, and a manifest of both.

Made while the tables are played at: SQLite copies one moment of the file and lets writers go on meanwhile.
"""

import hashlib
import json
import os
import shutil
import sqlite3
import time
import zipfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any

from companion.storage import sqlite_file
from companion.work import machine

FORMAT = 1
DATABASE, KEY, MANIFEST = "companion.sqlite3", "secret.key", "manifest.json"
MANIFEST_MOST = 65_536
PIECE = 1024 * 1024
COUNTED = ("tables", "seats", "holds", "entries")


class BackupError(Exception):
    """A backup that cannot be made or brought back: why, in a sentence."""


class BackupThere(BackupError):
    """A backup of that name is there, or is being made."""


@dataclass(frozen=True)
class Manifest:
    """The manifest of a backup."""

    format: int
    companion: str
    made: str
    schema: str
    """The revision of the database's schema."""
    counts: dict[str, int]
    """Rows by table."""
    files: dict[str, dict[str, Any]]
    """Each file's ``bytes`` and ``sha256``."""

    @property
    def words(self) -> str:
        """It in a sentence's part."""
        counts = self.counts
        key = "and the key of the phones" if KEY in self.files else "without a key"
        return (
            f"{counts['tables']} tables, {counts['entries']} entries, {counts['holds']} phones seated, {key}"
        )


def write(database: Path, key: Path, target: Path, timestamp: str = "") -> Manifest:
    """Back up a database, and the key if it lies in a file, into one new file; BackupError says why not.

    Its manifest says ``timestamp``, or the time now.
    """
    if target.exists():
        raise BackupThere(f"{target} is there already; a backup is never written over something.")
    part = target.with_name(f"{target.name}.part")
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            try:
                with TemporaryDirectory(dir=target.absolute().parent, prefix=".companion-") as folder:
                    manifest = _packed(database, key, Path(folder) / DATABASE, file, timestamp)
                os.fsync(file.fileno())
                part.rename(target)
            finally:
                part.unlink(missing_ok=True)
        _kept_for_good(target.absolute().parent)
    except FileExistsError:
        raise BackupThere(
            f"{part} is there: a backup is being made, or one was cut off. Nobody makes one? Then delete it."
        ) from None
    except OSError as error:
        raise BackupError(f"{target} cannot be written: {error.strerror}.") from error
    except sqlite3.Error as error:
        raise BackupError(f"{database} cannot be copied: {error}. “companion verify” says more.") from error
    return manifest


def _packed(database: Path, key: Path, copy: Path, file: IO[bytes], timestamp: str) -> Manifest:
    with closing(sqlite_file.connect(database)) as source:
        source.execute("VACUUM INTO ?", (str(copy),))
    schema, counts = _counted(copy)
    members = {DATABASE: copy} | ({KEY: key} if key.is_file() else {})
    files = {}
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as packed:
        for name, path in members.items():
            about = zipfile.ZipInfo(name, time.localtime()[:6])
            about.compress_type, about.external_attr = zipfile.ZIP_DEFLATED, 0o600 << 16
            with path.open("rb") as source_file, packed.open(about, "w", force_zip64=True) as member:
                files[name] = _copied(source_file, member, path.stat().st_size)
        timestamp = timestamp or time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        manifest = Manifest(FORMAT, version("companion-table"), timestamp, schema, counts, files)
        packed.writestr(MANIFEST, json.dumps(asdict(manifest), indent=1))
    return manifest


def restore(source: Path, folder: Path) -> Manifest:
    """Bring a backup back into a folder that holds nothing; BackupError says why not, and nothing is left."""
    if folder.is_dir() and any(folder.iterdir()):
        raise BackupError(f"{folder} holds something; a backup is brought back only into an empty folder.")
    try:
        with _opened(source) as (packed, manifest):
            new = not folder.exists()
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            try:
                _unpacked(packed, manifest, folder)
            except BaseException:
                for name in (KEY, DATABASE):
                    (folder / name).unlink(missing_ok=True)
                if new:
                    shutil.rmtree(folder, ignore_errors=True)
                raise
    except (zipfile.BadZipFile, EOFError, KeyError, TypeError, ValueError, NotImplementedError) as error:
        raise BackupError(f"{source} is no whole backup of Companion: {error}") from error
    except sqlite3.Error as error:
        raise BackupError(f"The database in {source} is damaged: {error}. Nothing was kept.") from error
    except OSError as error:
        raise BackupError(f"{error.filename or source}: {error.strerror}. Nothing was kept.") from error
    return manifest


@contextmanager
def _opened(source: Path) -> Iterator[tuple[zipfile.ZipFile, Manifest]]:
    """A backup and its manifest; ValueError where the one does not fit the other."""
    with zipfile.ZipFile(source) as packed:
        if packed.getinfo(MANIFEST).file_size > MANIFEST_MOST:
            raise ValueError("its manifest is too long.")
        manifest = Manifest(**json.loads(packed.read(MANIFEST)))
        if manifest.format != FORMAT:
            raise BackupError(f"{source} was made by a newer Companion; install that one.")
        if not {DATABASE} <= set(manifest.files) <= {DATABASE, KEY}:
            raise ValueError("its manifest names other files.")
        yield packed, manifest


def _unpacked(packed: zipfile.ZipFile, manifest: Manifest, folder: Path) -> None:
    for name in (KEY, DATABASE):
        if name in manifest.files:
            target = folder / name
            with os.fdopen(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                with packed.open(name) as member:
                    result = _copied(member, file, int(manifest.files[name]["bytes"]))
                if result != manifest.files[name]:
                    raise ValueError(f"{name} is not what the manifest says.")
                os.fsync(file.fileno())
    with closing(sqlite_file.connect(folder / DATABASE)) as database:
        if (words := database.execute("PRAGMA quick_check(1)").fetchone()[0]) != "ok":
            raise ValueError(f"the database is damaged ({words}).")
        if _counted(folder / DATABASE) != (manifest.schema, manifest.counts):
            raise ValueError("the database does not hold what the manifest counts.")
        database.execute(f"PRAGMA journal_mode={machine.JOURNAL}")
    _kept_for_good(folder)


def _copied(source: IO[bytes], target: IO[bytes], most: int) -> dict[str, Any]:
    """Copy a file; its size, at most a byte more than ``most``, and its checksum."""
    digest, size = hashlib.sha256(), 0
    while piece := source.read(min(PIECE, most + 1 - size)):
        digest.update(piece)
        size += len(piece)
        target.write(piece)
    return {"bytes": size, "sha256": digest.hexdigest()}


def _counted(path: Path) -> tuple[str, dict[str, int]]:
    """The schema's revision, and how many rows the tables have."""
    with closing(sqlite_file.connect(path)) as database:
        schema = database.execute("SELECT version_num FROM alembic_version").fetchone()[0]
        counts = {name: database.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in COUNTED}  # noqa: S608
    return schema, counts


def _kept_for_good(folder: Path) -> None:
    """A new name in a folder outlives a power cut only when the folder is written, too."""
    with suppress(PermissionError):  # where folders cannot be opened, there is nothing to write
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
