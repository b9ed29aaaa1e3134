"""A print job: a game's printables in an order, with a set of one's own, as a document and as a file."""

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, TextIO
from unicodedata import normalize

from companion.kernel.cardset import CardSet, SetForm
from companion.kernel.game import Game
from companion.kernel.shelf import shelf
from companion.svg.looks import art_files
from companion.toolkit import cardsets
from printables.draw.fonts import Unprintable
from printables.layout.paper import CHOICES, Order
from printables.outlets.files import Made, made
from printables.outlets.pictures import pixels
from printables.outlets.pieces import groups
from printables.sources.catalogue import catalogue, chosen, form_of
from printables.sources.printable import Printable, changed, since

OPTIONS = (*CHOICES, "offset", "at")


def own_set(game: Game[Any], raw: bytes, name: str) -> CardSet:
    """A game's set of cards from a TOML or CSV of that name; Unprintable says what does not fit where."""
    form_of(game)
    try:
        file = _read({**shelf(), game.key: game}, raw, game.key, name)
    except cardsets.UnreadableSet as no:
        raise Unprintable("The set of cards cannot be read: {why}", why=str(no)) from None
    if file.game.key != game.key:
        raise Unprintable(
            "The set of cards is one for {other}, not for {name}.", other=file.game.name, name=game.name
        )
    if wrong := file.faults():
        words = "{fault} {n:There is # more fault|There are # more faults}." if len(wrong) > 1 else "{fault}"
        raise Unprintable(words, fault=str(wrong[0]), n=len(wrong) - 1)
    return file.cards


def _read(games: Mapping[str, Game[Any]], raw: bytes, key: str, name: str) -> cardsets.SetFile:
    """The set, for the game it names or is known by, else for the one that is printed."""
    try:
        return cardsets.read(games, raw, name=name)
    except cardsets.UnreadableSet:
        return cardsets.read(games, raw, key, name)


def job(
    game: Game[Any],
    pieces: Sequence[str],
    request: Mapping[str, Any],
    set_file: str | None,
) -> Made:
    """Return the print that the command line asks for; Unprintable, in a sentence, if it cannot be."""
    order = Order.read({key: str(request.get(key) or "") for key in OPTIONS})
    printables = _catalogue(game, set_file, request.get("players"))
    earlier = request.get("since")
    if earlier:
        printables = since(printables, _catalogue(game, earlier, request.get("players")))
    some = chosen(printables, pieces, order)
    return made(game, changed(some, order) if earlier else some, order, request.get("copies", 1))


def _catalogue(game: Game[Any], set_file: str | None, players: int | None) -> dict[str, Printable]:
    """The printables of a game with the set in a file, and the art beside it."""
    if not set_file:
        return catalogue(game, players=players)
    try:
        own = own_set(game, _bytes(Path(set_file)), set_file)
    except OSError as error:
        raise Unprintable(
            "{set_file} cannot be read: {why}.", set_file=str(set_file), why=error.strerror
        ) from None
    arts = beside(Path(set_file), art_files(game[SetForm], own))
    return catalogue(game, own, players=players, arts=arts)


MOST_PIXELS = 200_000_000
"""A server makes pictures of so many pixels at once, in five seconds; a kit of ours with all its boards has
163 million at most.
"""


def whole(game: Game[Any], some: Sequence[Printable], order: Order, copies: int) -> tuple[str, bytes]:
    """Return the end of the file's name and the file; Unprintable if it would be too much."""
    if order.outlet == "png" and pixels(order, groups(order, some)) > MOST_PIXELS:
        raise Unprintable(
            "These are too many pictures at once: choose fewer pieces, and come again for more."
        )
    document = made(game, some, order, copies)
    return document.ending, document.whole()


ART_MOST = 16 * 1024 * 1024
"""The largest file with art, in bytes; all that are sent to a house together."""


def beside(set_file: Path, names: Iterable[str]) -> dict[str, bytes]:
    """The files of those names in the folder of a set, never out of it; Unprintable says which cannot be."""
    folder, result = set_file.resolve().parent, {}
    for name in dict.fromkeys(names):
        file = (folder / name).resolve()
        if file.parent != folder:
            raise Unprintable(
                "“{name}” lies elsewhere; art must lie beside the set, in {folder}.",
                name=name,
                folder=str(folder),
            )
        if not file.is_file():
            continue
        try:
            if file.stat().st_size > ART_MOST:
                raise Unprintable("“{name}” is larger than 16 MB: make it smaller.", name=name)
            result[name] = file.read_bytes()
        except OSError as error:
            raise Unprintable("“{name}” cannot be read: {why}.", name=name, why=error.strerror) from None
    return result


ART_MEGAPIXELS = 300
"""What is sent to a house may have so many together, each file counted as often as a card shows it
otherwise.
"""


def sent(game: Game[Any], own: CardSet, files: Iterable[tuple[str, bytes]]) -> dict[str, bytes]:
    """Files that were sent, by the names that a set has for them; Unprintable where they are too much."""
    uploads = {normalize("NFC", re.split(r"[/\\]", name)[-1]): data for name, data in files}
    named = art_files(game[SetForm], own) if game.get(SetForm) else []
    result = {name: uploads[bare] for name in named if (bare := normalize("NFC", name)) in uploads}
    if sum(map(len, uploads.values())) > ART_MOST:
        raise Unprintable("These pictures are more than 16 MB together: make them smaller.")
    return result


def _bytes(file: Path) -> bytes:
    with file.open("rb") as there:
        return there.read(cardsets.MOST + 1)


def piped(out: TextIO, pages: bytes) -> None:
    """Write the document to a pipe; Unprintable where it takes no more, and nothing is left to be written."""
    try:
        out.buffer.write(pages)
        out.flush()
    except OSError as error:
        with suppress(OSError):
            out.close()
        raise Unprintable("The document cannot be written: {why}.", why=error.strerror) from None


def written(out: Path, pages: bytes) -> None:
    """Write the whole file or none; a pipe or a device is written to, and stays what it is."""
    part = Path(f"{out}.part")
    try:
        if out.exists() and not out.is_file():
            out.write_bytes(pages)
        else:
            part.write_bytes(pages)
            part.replace(out)
    except OSError as error:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise Unprintable("{out} cannot be written: {why}.", out=str(out), why=error.strerror) from None


def filled(folder: Path, some: Made) -> None:
    """Write every file into a folder, and the folders before its name."""
    for file in some.files:
        path = folder / file.name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Unprintable(
                "{folder} cannot be made: {why}.", folder=str(path.parent), why=error.strerror
            ) from None
        written(path, file.data)
