"""A table in words, for who hears it: whose turn, what is left, what happened, where everything is."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any, TypeAlias

from companion.kernel.journal import Table
from companion.kernel.values import Lies, Value
from companion.kernel.view import Card, Counter, Panel, View
from companion.words.message import Message, joined, message

LENGTHS: Mapping[str, int] = {"short": 60, "middle": 150, "long": 5_000}
"""The words that each length has at most. House."""
Sentence: TypeAlias = "Message | str"
Part: TypeAlias = "tuple[int, tuple[Sentence, ...]]"
"""How urgent a part is, 0 the most, and its forms, the fullest first."""
OPTIONAL = 4
"""From this on a part has an empty form, for where there is no room. House."""


def spoken(table: Table[Any], view: View, mine: Collection[str], length: str) -> Sentence:
    """Return a table in words, as one who plays the seats ``mine`` hears it.

    Every part begins with its shortest form. Then they are told more fully by turns, the most urgent first,
    as long as there is room; what is optional comes after all others.
    """
    parts = [(urgent, [*forms]) for urgent, forms in _parts(table, view, mine)]
    sentences = [forms.pop() for _, forms in parts]
    left = LENGTHS[length] - sum(map(_words, sentences))
    waiting = sorted(range(len(parts)), key=lambda n: parts[n][0])
    while waiting:
        n = waiting.pop(0)
        urgent, forms = parts[n]
        if forms and (more := _words(forms[-1]) - _words(sentences[n])) <= left:
            sentences[n], left = forms.pop(), left - more
            later = [at for at, other in enumerate(waiting) if parts[other][0] >= OPTIONAL]
            waiting.insert(later[0] if later and urgent < OPTIONAL else len(waiting), n)
    return joined(sentences, " ")


def _words(sentence: Sentence) -> int:
    text = str(sentence)
    return text.count(" ") + bool(text)


def _parts(table: Table[Any], view: View, mine: Collection[str]) -> Iterator[Part]:
    """Yield each part in the order of telling."""
    yield 0, tuple(_turn(table, view, mine))
    if since := tuple(_since(table, mine)):
        yield 3, since
    if view.notes:
        yield 5, (message("{notes: }", notes=view.notes), "")
    places = _places(table, view)
    for panel in sorted(view.panels, key=lambda panel: panel.seat not in mine):
        who = message("You, {seat}", seat=panel.seat) if panel.seat in mine else panel.seat
        if forms := tuple(_seat(who, panel, places.get(panel.seat, {}))):
            yield 1 if panel.seat in mine else 2, forms
    if "" in places:
        yield 0, (message("{things:, }.", things=_lying(places[""])),)
    if view.bank:
        bank = [message("{n} {name}", n=chips.n, name=chips.name) for chips in view.bank]
        yield 6, (message("In the bank: {chips}.", chips=bank), "")


def _turn(table: Table[Any], view: View, mine: Collection[str]) -> Iterator[Sentence]:
    state = table.state
    if state.over:
        yield message("The game is over. {why}", why=state.over.why)
        yield "The game is over."
        return
    whose, up = view.phase, {*state.to_act}
    if up & {*mine}:
        whose = message("{phase}, up to you", phase=view.phase)
    elif up and not up & {*_named(view.phase)}:
        whose = message("{phase}, up to {seats}", phase=view.phase, seats=[*state.to_act])
    counters = [counted(counter) for counter in view.counters if not counter.hidden]
    if counters:
        yield message("{whose}. {Counters:, }.", whose=whose, counters=counters)
    yield message("{whose}.", whose=whose)


def _named(value: Value) -> Iterator[str]:
    """Yield the names of which a sentence is made."""
    if isinstance(value, Message):
        yield from _named(tuple(value.values.values()))
    elif isinstance(value, tuple | list):
        for one in value:
            yield from _named(one)
    elif isinstance(value, str):
        yield value


def counted(counter: Counter) -> Message:
    """Return a number of the table in words: ``actions 1 of 3``."""
    words = "{name} {value}" if counter.of is None else "{name} {value} of {of}"
    return message(words, name=counter.name, value=counter.value, of=counter.of)


def _since(table: Table[Any], mine: Collection[str]) -> Iterator[Sentence]:
    """Yield what was told since one of these seats spoke last, or by the last sentence of all."""
    steps = table.standing
    last = next((n for n in range(len(steps), 0, -1) if steps[n - 1].entry.seat in mine), 0)
    lines = [line for step in steps[last:] for line in step.told if "Result" not in line.about]
    since = [told.words for told in lines if told.text]
    if not since:
        return
    when = "Since you acted" if last else "So far"
    yield message("{when}: {told: }", when=when, told=since[-40:])
    yield message("{when}, at last: {told: }", when=when, told=since[-2:])
    yield message("{when}, at last: {told}", when=when, told=since[-1])


def _places(table: Table[Any], view: View) -> dict[str, dict[Sentence, list[str]]]:
    """Return the pieces of each seat on the board by where they lie, and under no seat those of nobody."""
    values = table.game.values(table.state)
    movable = {name for kind in table.game.tracked if kind.piece for name in kind.now(table.state)}
    result: dict[str, dict[Sentence, list[str]]] = {}
    pieces, spaces = _pictured(view)
    for thing, seat in pieces.items():
        value = values.get(thing)
        if isinstance(value, Lies) or thing in movable or (seat and value in spaces):
            result.setdefault(seat, {}).setdefault(_place(value), []).append(thing)
    return result


def _pictured(view: View) -> tuple[dict[str, str], set[str]]:
    """Return the seat of each piece on the pictures, and their spaces."""
    pictures = [*filter(None, (view.picture, *(panel.picture for panel in view.panels)))]
    pieces = {piece.thing: piece.seat for picture in pictures for piece in picture.pieces}
    return pieces, {cell.space for picture in pictures for cell in picture.cells}


def _lying(there: Mapping[Sentence, list[str]]) -> list[Message]:
    return [message("{pieces} {place}", pieces=pieces, place=place) for place, pieces in there.items()]


def _place(value: Value) -> Sentence:
    """Return where a piece lies, without what only its looks say."""
    at = Lies.at(value)
    return joined((at.placed, at.held, *at.marks), ", ")


def _seat(who: Sentence, panel: Panel, pieces: Mapping[Sentence, list[str]]) -> Iterator[Sentence]:
    """Yield what one seat has, shorter and shorter."""
    counters = [
        counted(counter)
        for counter in panel.counters
        if not counter.hidden and (counter.value or not counter.face)
    ]
    there = _lying(pieces)
    if panel.cards:
        cards = [*map(_card, panel.cards)]
        yield message("{who}: {things:, }. {cards:; }.", who=who, things=[*counters, *there], cards=cards)
    for n in (len(counters), 2, 1, 0):
        if things := [*there, *counters[:n]]:
            yield message("{who}: {things:, }.", who=who, things=things)
    if there:
        number = message("{n:# piece|# pieces} on the board", n=sum(map(len, pieces.values())))
        yield message("{who}: {things:, }.", who=who, things=[number, *counters[:1]])
        yield message("{who}: {number}.", who=who, number=number)


def _card(card: Card) -> Sentence:
    return message("{name} ({where})", name=card.name, where=card.where) if card.where else card.name
