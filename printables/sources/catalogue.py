"""The catalogue of a game: its printables by key, and the document of those that are ordered."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from functools import partial
from typing import Any

from companion.hooks import each
from companion.kernel.cardset import CardSet, SetForm
from companion.kernel.features import Measured
from companion.kernel.game import Game
from companion.kernel.journal import Table
from companion.kernel.languages import language_of
from companion.kernel.score import Filled
from companion.svg.pictures import CREDIT
from companion.svg.spec import Pictures
from companion.toolkit.paper import Paper
from companion.words import joined, message
from companion.words.speaking import ENGLISH, speaking
from printables.draw.fonts import Unprintable
from printables.layout.book import Book
from printables.layout.imposition import backed, sheets
from printables.layout.paper import Cutout, Order, Page
from printables.layout.products import called
from printables.layout.sheet import Sheet
from printables.layout.shops import PRODUCTS
from printables.sources import (
    aids,
    boards,
    calibration,
    chips,
    decks,
    guide,
    leaflet,
    mats,
    pads,
    reference,
    setup,
    stickers,
    tracks,
)
from printables.sources.printable import Printable
from printables.sources.running import RunningTable, resume, tent
from printables.sources.source import Source


def catalogue(
    game: Game[Any],
    own: CardSet | None = None,
    running: RunningTable | None = None,
    table: Table[Any] | None = None,
    players: int | None = None,
    arts: Mapping[str, bytes] | None = None,
) -> dict[str, Printable]:
    """Every printable of a game by key: with an own set of cards, and the files with the art it names, for so
    many players, or for a running table, with its players, options and set; else for the largest table, with
    what smaller ones need besides. Unprintable says what cannot be.
    """
    if own is not None:
        _check(game, own)
    if players is not None and players not in game.players:
        raise Unprintable(
            "{name} is for {players:or} players.", name=game.name, players=[*map(str, game.players)]
        )
    if table:
        sources = [Source.at(game, table.opening)]
    elif players:
        sources = [Source.of(game, own, players, arts)]
    else:
        sources = Source.of_each_table(game, own, arts)
    entries = everything(sources, running, table)
    if sources[0].paper.leaflet:
        entries = (replace(one, extra=one.extra or one.key in leaflet.HOLDS) for one in entries)
    return {one.key: one for one in entries}


def everything(
    sources: Sequence[Source], running: RunningTable | None, table: Table[Any] | None
) -> Iterator[Printable]:
    """Every printable in the order of the document, from the same game for one or more numbers of players;
    the first is the largest.
    """
    source = sources[0]
    for room in (decks, boards, chips, mats, tracks):
        yield from room.printables(source)
    if source.paper.leaflet:
        yield leaflet.printable(source)
    yield from pads.printables(source, table)
    yield from setup.printables(sources)
    yield from aids.printables(sources)
    yield reference.printable(source)
    if running:
        words = message("the seats as codes for phones")
        yield Printable("tent", "Table tent", words, partial(tent, table=running), running)
        words = message("where everything is, to go on later")
        scene = setup.scene(source, source.game.view(table.state).picture) if table else None
        make = partial(resume, table=running, scene=scene)
        yield Printable("resume", "Resume sheet", words, make, (running, scene))
    yield from stickers.printables(source)
    yield from each("companion_papers", source=source, table=table)
    words = message("do fronts and backs meet?")
    yield Printable("calibration", "Calibration", words, calibration.pages, calibration.HOW, extra=True)


def score(game: Game[Any], filled: Filled) -> Printable:
    """A filled score sheet, for a table or from final boards."""
    return pads.score(Source.of(game), filled)


def form_of(game: Game[Any]) -> SetForm:
    """Return the form of a game's sets of cards; Unprintable if it has none."""
    form = game.get(SetForm)
    if form is None:
        raise Unprintable("{name} has no cards one could replace by a set of one's own.", name=game.name)
    return form


def _check(game: Game[Any], own: CardSet) -> None:
    if faults := form_of(game).faults(own):
        card, field, fault = faults[0]
        where = joined((card, field), ": ")
        words = "{where} {fault}."
        if len(faults) > 1:
            words = "{where} {fault}. {n:There is # more fault|There are # more faults}."
        raise Unprintable(words, where=where, fault=fault, n=len(faults) - 1)


AT_HOME = Order()


def spoken(game: Game[Any], order: Order) -> AbstractContextManager[None]:
    """Lay out and draw in the language of an order; in the one that is spoken anyway where it names none."""
    return nullcontext() if order.language == ENGLISH else speaking(language_of(game, order.language))


def chosen(
    printables: Mapping[str, Printable], keys: Sequence[str], order: Order = AT_HOME
) -> list[Printable]:
    """The printables asked for, or all that the table needs; Unprintable names one that is not there."""
    if not keys:
        needed = (one for one in printables.values() if not one.extra)
        return [one for one in needed if order.sigils == "yes" or not one.sigils]
    for key in keys:
        if key not in printables:
            raise Unprintable(
                "There is no piece “{key}” here; there are {keys:, }.", key=key[:40], keys=[*printables]
            )
    return [printables[key] for key in dict.fromkeys(keys)]


PLAIN = 2
"""A leaflet with so many sheets in all needs no guide to them."""
COPIES = 20
"""So many copies of everything, at most."""


def book(game: Game[Any], printables: Sequence[Printable], order: Order, copies: int = 1) -> Book:
    """One document: the printables, and before several of them a page that says what they need and how to
    print them, in the language that is asked for.
    """
    with spoken(game, order):
        if not 1 <= copies <= COPIES:
            raise Unprintable("There can be 1 to {most} copies; not {copies}.", most=COPIES, copies=copies)
        return _book(game, printables, order, copies)


def _book(game: Game[Any], printables: Sequence[Printable], order: Order, copies: int) -> Book:
    if order.singly:
        printables = pieces_alone(order, printables)
    sections = [one.section(order, copies) for one in printables]
    laid = sheets(order, sections)
    plain = game[Paper].leaflet and len(backed(laid)) <= PLAIN
    guided = len(sections) > 1 and not order.singly and not plain
    if guided:
        laid.insert(0, Sheet((guide.PAGE,), (len(sections),)))
    if order.turned:
        laid = backed(laid)
    if guided:
        notes, words = [*_notes(game, printables)], [str(one.words) for one in printables]
        sections.append(guide.section(game.name, order, words, sections, laid, notes))
        (first,) = sheets(order, sections[-1:])
        stub, *back = laid[0].faces
        laid[0] = replace(laid[0], faces=(replace(first.faces[0], side=stub.side), *back))
    return Book(order, game.name, sections, laid)


def _notes(game: Game[Any], printables: Sequence[Printable]) -> Iterator[str]:
    """Yield the notes at the foot of the first page: the lab's figures of the house set, and the artists."""
    sets, measured = game.get(SetForm), game.get(Measured)
    if sets and measured and any(one.cards == sets.house["name"] for one in printables):
        yield str(message("{house}, measured: {words}", house=sets.house["name"], words=measured.words))
    if game.get(Pictures) is not None:
        yield CREDIT


def pieces_alone(order: Order, printables: Sequence[Printable]) -> list[Printable]:
    """Return those of some printables that are pieces of card, as shops make them; Unprintable if there are
    none."""
    result = [one for one in printables if all(map(_of_card, one.section(order).parts))]
    if order.at_shop.cards_only and result:
        result = [one for one in result if all(_is_card(order, part) for part in one.section(order).parts)]
        if not result:
            raise Unprintable(
                "{name} makes cards only; --as pdfx is for any print shop.", name=order.at_shop.name
            )
    if not result:
        raise Unprintable("Only pieces of card are made one by one: decks, chips, boards, mats. Choose one.")
    return result


def _of_card(part: Cutout | Page) -> bool:
    return isinstance(part, Cutout) and part.stock == "card"


def _is_card(order: Order, part: Cutout | Page) -> bool:
    return isinstance(part, Cutout) and called(order, part.size) in PRODUCTS


def printed(game: Game[Any], printables: Sequence[Printable], order: Order, copies: int = 1) -> bytes:
    """The document of some printables."""
    return book(game, printables, order, copies).drawn()
