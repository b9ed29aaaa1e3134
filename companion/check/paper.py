"""The promises of every game's paper, checked for any game: each piece prints, fits, and is as declared.

``Broken`` names the piece, says what does not fit, and what would be right.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from importlib.resources import files
from itertools import chain, combinations
from typing import Any

import pypdfium2

from companion.check import Broken, fits, is_box
from companion.check.names import names
from companion.kernel.cardset import SetForm
from companion.kernel.features import Origin
from companion.kernel.game import Game
from companion.kernel.journal import Table
from companion.kernel.schema import nearest
from companion.kernel.sittings import usual_opening
from companion.svg.pictures import paths
from companion.svg.spec import Pictures
from companion.toolkit.paper import Paper
from companion.toolkit.paper.cards import DeckSpec
from companion.words import counted
from printables.draw.fonts import Unprintable
from printables.draw.icons import ICONS
from printables.draw.ink import TONES
from printables.layout.boards import PaperBoard
from printables.layout.chips import Chip
from printables.layout.imposition import sheets
from printables.layout.paper import CHOICES, INKS, Order
from printables.layout.thumbs import ONE
from printables.sources import boards, chips
from printables.sources.catalogue import everything, printed
from printables.sources.printable import Printable
from printables.sources.running import Door, RunningTable
from printables.sources.source import Source

PAPERS = ("a4", "letter")
NEAR = 0.01
"""Millimetres."""
EDGE = 3.0
"""So far over the edge, in millimetres, an invisible word under an icon may reach."""
ADDRESS, KEY = "HTTP://192.168.100.100:8000", "A" * 24
"""A long address, as a home network has it, and the key of a seat."""


def check_paper(game: Game[Any]) -> Iterator[str]:
    """A line for each thing that holds; Broken at the first that does not."""
    for name, given, say in (
        ("paper.toml", game.get(Paper), "on_paper(__package__)"),
        ("pictures.toml", game.get(Pictures), "pictured(__package__)"),
    ):
        if given is None and game[Origin].package and (files(game[Origin].package) / name).is_file():
            raise Broken(f"There is a {name}, but the game does not list {say} among its features.")
    source = Source.of(game)
    yield f"paper.toml: {counted(_named(source), 'name')} found in the game"
    yield from check_pictures(source)
    for key, board in boards.boards(source).items():
        yield f"{key}: {_size(source, key, board)}, {_told_apart(source, key, board)}"
    for key, group in chips.groups(source).items():
        yield f"{key}: {_differ(key, group.chips)}"
    yield fits.checked(source)
    pieces = _everything(game)
    for paper in PAPERS:
        for ink in INKS:
            order = Order(paper, ink=ink)
            document = _printed(game, pieces, order)
        _within(document)
        yield f"{CHOICES['paper'][paper]}: {', '.join(_counts(pieces, order))}, in every ink"


# -- names ------------------------------------------------------------------------------------------------


Named = tuple[str, Iterable[str], Sequence[str]]
"""Where names stand, the names, and those that there are."""


def _named(source: Source) -> int:
    """Return how many names of the game its paper.toml uses; Broken at one that the game does not have."""
    file = "" if is_box(source.game) else "paper.toml, "
    every = chain(_of_game(source), _of_boards(source), _of_decks(source), _of_chips(source))
    return sum(_counted(f"{file}{where}", given, known) for where, given, known in every)


def _counted(where: str, given: Iterable[str], known: Sequence[str]) -> int:
    """Return how many names are given; Broken at one that the game does not have."""
    some = list(given)
    for name in some:
        if name not in known:
            raise Broken(f"{where}: “{name}” is not in the game; {nearest(name, list(known))}")
    return len(some)


def check_pictures(source: Source) -> Iterator[str]:
    """Each picture is drawn, and the thing that has it is in the game."""
    if source.game.get(Pictures) is None:
        return
    pictures, backdrops, drawn = source.game[Pictures].pictures, source.game[Pictures].boards, paths()
    _counted("pictures.toml, boards", backdrops, list(source.pictures))
    _counted("pictures.toml", pictures, names(source))
    about = [(f"boards.{key}", name) for key, backdrop in backdrops.items() for name in backdrop.corners]
    for thing, name in (*pictures.items(), *about):
        if name not in drawn:
            close = get_close_matches(name, drawn, 1)
            raise Broken(
                f"pictures.toml: “{thing}” has the picture “{name}”, which is neither in the set nor "
                f"drawn by us; {f'did you mean “{close[0]}”?' if close else 'choose another.'}"
            )
    yield f"pictures.toml: {counted(len(pictures), 'thing')} with a picture"


def _of_game(source: Source) -> Iterator[Named]:
    game, paper = source.game, source.paper
    yield "icon", [paper.icon], list(ICONS)
    yield "reference.skip", paper.reference.skip, [kind.verb for kind in game.kinds]
    yield "reference.rules", paper.reference.rules, list(game.rules)
    players = [str(n) for n in game.players]
    yield "aid.turns", paper.aid.turns, players
    for spec in paper.mats:
        yield f"mats {spec.key}, players", [str(spec.players)] if spec.players else [], players


def _of_boards(source: Source) -> Iterator[Named]:
    pictures = source.pictures
    yield "boards", source.paper.boards, list(pictures)
    for key, spec in source.paper.boards.items():
        cells = pictures[key].cells if key in pictures else ()
        kinds = list(dict.fromkeys(cell.kind for cell in cells if cell.kind))
        yield f"boards.{key}.tones", spec.tones, kinds
        yield f"boards.{key}.icons", spec.icons, kinds
        yield f"boards.{key}.icons", spec.icons.values(), list(ICONS)
        yield f"boards.{key}.supplies", spec.supplies, list(chips.groups(source))


def _of_decks(source: Source) -> Iterator[Named]:
    sets, paper = source.game.get(SetForm), source.paper
    fields = {deck.key: [field.key for field in deck.fields] for deck in sets.decks} if sets else {}
    yield "decks", paper.decks, list(fields) or ["cards"]
    yield "placards", [spec.key for spec in paper.placards], list(fields)
    yield "chips, deck", [spec.deck for spec in paper.chips if spec.deck], list(fields)
    for key, spec in paper.decks.items():
        _ensure_useful(key, spec, in_set=bool(sets))
        yield f"decks.{key}.icons", [*spec.icons.values(), *filter(None, [spec.icon])], list(ICONS)
        if sets:
            yield from _of_set(key, spec, fields, sets.house[key])


def _of_set(
    key: str, spec: DeckSpec, fields: Mapping[str, list[str]], house: Sequence[Mapping[str, Any]]
) -> Iterator[Named]:
    """Yield what is said of a deck of a set, by the fields of each deck and its cards in the house set."""
    where, own = f"decks.{key}", fields[key]
    yield f"{where}.side", filter(None, [spec.side]), own
    yield f"{where}.cost", filter(None, [spec.cost]), own
    yield f"{where}.hide", spec.hide, own
    yield f"{where}.icons", spec.icons, own
    yield f"{where}.words", spec.words, own
    yield f"{where}.copies", spec.copies, [str(row[own[0]]) for row in house]
    if spec.shows:
        yield f"{where}.shows.deck", [spec.shows.deck], list(fields)
        yield f"{where}.shows.by", [spec.shows.by], fields.get(spec.shows.deck, [])


def _ensure_useful(key: str, spec: DeckSpec, in_set: bool) -> None:
    """Raise Broken at what is said of a deck and is for decks of the other kind."""
    whose = "cards that lie before the seats" if in_set else "the cards of a set"
    for field in sorted(spec.model_fields_set & {*(DEALT if in_set else HELD)}):
        raise Broken(f"paper.toml, decks.{key}: “{field}” is for {whose}; here it does nothing.")


DEALT = ("only", "figures", "names")
HELD = ("kind", "icon", "tone", "side", "order", "cost", "main", "text", "hide", "words", "copies", "shows")
"""What is said only of cards that lie before the seats, and only of cards in a set."""


def _of_chips(source: Source) -> Iterator[Named]:
    for spec in source.paper.chips:
        keys = [key for key, _ in chips.kinds(source, spec)]
        yield f"chips {spec.key}, look", spec.look, keys
        if spec.where and source.game.get(SetForm) is not None:
            deck = source.game[SetForm].deck(spec.deck)
            yield f"chips {spec.key}, where", spec.where, [field.key for field in deck.fields] if deck else []
    for kind in source.paper.aid.kinds:
        yield f"icon of {kind.name}", filter(None, [kind.icon]), list(ICONS)


# -- boards and chips -------------------------------------------------------------------------------------


def _size(source: Source, key: str, board: PaperBoard) -> str:
    """Return the size of a board in words; Broken if its hexes are not as wide as is said."""
    spec = source.paper.board(key)
    across = {round(min(board.extent(cell)), 3) for cell in board.picture.cells if len(cell.outline) == 6}
    flat = spec.flat or boards.FLAT
    if not spec.unit:
        if spec.flat and not across:
            raise Broken(
                f"{key}: paper.toml says how wide its hexes are, and it has none. Say “unit” instead of "
                "“flat”: the millimetres of one unit of the picture."
            )
        if wrong := [wide for wide in across if abs(wide - flat) > NEAR]:
            raise Broken(
                f"{key}: its hexes should be {flat:g} mm across and would be {wrong[0]:g} mm. Draw hexes "
                "with sides of 1, or say “unit”: the millimetres of one unit of the picture."
            )
    w, h = board.size
    return f"{w / 10:.1f} × {h / 10:.1f} cm"


def _told_apart(source: Source, key: str, board: PaperBoard) -> str:
    """Kinds of space differ by pattern or icon, not by colour alone."""
    looks = {kind: look[1:] for kind, look in board.kinds.items()}
    for one, other in combinations(looks, 2):
        if looks[one] == looks[other]:
            right = f"{len({*looks.values()})} kinds of space at most would be right"
            if not is_box(source.game):
                right = f"give one of them an icon in [boards.{key}.icons]"
            raise Broken(f"{key}: the spaces “{one}” and “{other}” differ by colour alone; {right}.")
    return counted(len(looks), "kind of space", "kinds of space")


def _differ(key: str, some: Sequence[Chip]) -> str:
    """Chips have a sign, and differ by more than colour."""
    for chip in some:
        if not any((chip.letter, chip.caption, chip.icon, chip.picture)):
            raise Broken(f"{key}: nothing stands on “{chip.name}”; give it a letter or an icon.")
    for one, other in combinations(some, 2):
        if one.tone != other.tone and _sign(one) == _sign(other):
            raise Broken(f"{key}: two “{one.name}” differ by colour alone; give them letters or icons.")
        if one.tone != other.tone and one.letter == other.letter and _pattern(one) == _pattern(other):
            raise Broken(
                f"{key}: “{one.name}” and “{other.name}” have one pattern and the same letters; give one of "
                "them another colour or “pattern”."
            )
    return f"{counted(len(some), 'kind')}, told apart without colour"


def _sign(chip: Chip) -> tuple[str, ...]:
    return chip.picture or chip.icon, chip.letter, chip.caption, _pattern(chip), chip.name


def _pattern(chip: Chip) -> str:
    return chip.pattern or TONES[chip.tone].pattern


# -- pages ------------------------------------------------------------------------------------------------


def _everything(game: Game[Any]) -> list[Printable]:
    """All printables of a game, those of a running table too; Broken where two have one key."""
    opening = usual_opening(game, max(game.players))
    table = Table.open(game, opening)
    running = RunningTable(
        game.name,
        "KITE7Q",
        f"{ADDRESS}/W/{KEY}",
        tuple(Door(seat, name, f"{ADDRESS}/S/{KEY}") for seat, name in opening.seats.items()),
        tuple(game.values(table.state).items()),
        str(game.view(table.state).phase),
        tuple(opening.seats),
    )
    result = list(everything(Source.of_each_table(game), running, table))
    for one, other in combinations(result, 2):
        if one.key == other.key:
            raise Broken(
                f"“{one.title}” and “{other.title}” are both printed as “{one.key}”: give one another key."
            )
    return result


def _printed(game: Game[Any], pieces: Sequence[Printable], order: Order) -> bytes:
    """The document of all pieces; Broken names the one that cannot be printed."""
    try:
        return printed(game, pieces, order)
    except Unprintable as no:
        for piece in pieces:
            try:
                printed(game, [piece], order)
            except Unprintable as fault:
                how = f"{CHOICES['paper'][order.paper]}, {CHOICES['ink'][order.ink]}"
                raise Broken(f"{piece.key}, on {how}: {fault}") from no
        raise Broken(f"The page that says how to print: {no}") from no


def _counts(pieces: Sequence[Printable], order: Order) -> Iterator[str]:
    for piece in pieces:
        yield f"{piece.key} {counted(len(sheets(order, [piece.section(order)])), 'sheet')}"


def _within(document: bytes) -> None:
    """Broken where words leave a page."""
    mm = 72 / 25.4
    with ONE:
        read: Any = pypdfium2.PdfDocument(document)
        try:
            for n, page in enumerate(read, 1):
                wide, high = page.get_size()
                text = page.get_textpage()
                for i in range(text.count_rects()):
                    left, low, right, top = text.get_rect(i)
                    if min(left, low) < -EDGE * mm or right > wide + EDGE * mm or top > high + EDGE * mm:
                        words = " ".join(text.get_text_bounded(left, low, right, top).split())
                        raise Broken(f"Page {n}: “{words[:40]}” leaves the paper; make it shorter.")
        finally:
            read.close()
