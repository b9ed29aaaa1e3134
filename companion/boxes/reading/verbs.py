"""The verbs of a box: what each asks and does, and whose turn it is then."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Any

from companion.boxes.definition.expression import WrongFormula
from companion.boxes.definition.formula import Here, Source
from companion.boxes.definition.model import PASSES, Statement
from companion.boxes.definition.rounds import ANY_TIME
from companion.boxes.definition.schema import Ask
from companion.boxes.play.actions import Done, change, said, write
from companion.boxes.play.statements import statement
from companion.boxes.reading import work
from companion.boxes.reading.reader import Reader
from companion.boxes.reading.words import OF_FORMULAS, answer
from companion.kernel.schema import nearest
from companion.kernel.toml import Path
from companion.toolkit.ruling import SetByHand

RESERVED = frozenset(
    name for kind in (SetByHand, Done) for base in kind.__mro__ for name in vars(base) if name.isidentifier()
) | {"by", "key", "rule", "does", "then", "told", "others", *OF_FORMULAS}
"""Names that a question cannot have: those of verbs in code, and the words of formulas."""
ASKED = ("number", "choice", "seat", "die", "piece", "place", "card")


def verbs(reader: Reader) -> None:
    """Every verb, those that a box has by itself among them."""
    parts, box = reader.parts, reader.box
    kinds = [write(parts)] if parts.things.written else []
    kinds += [kind for key in box.verbs if (kind := _verb(reader, key))]
    if parts.things.changes:
        kinds.append(change(parts))
    if _wants_done(reader):
        kinds.append(Done)
    reader.kinds = tuple(kinds)


def _wants_done(reader: Reader) -> bool:
    """True if somebody could not end a turn otherwise."""
    things, then = reader.parts.things, {verb.then for verb in reader.box.verbs.values()}
    stays = any("again" not in one.split() for one in then) and then.isdisjoint(PASSES)
    return reader.box.turns.order != ANY_TIME and (things.changes or (stays and not things.written))


def _verb(reader: Reader, key: str) -> Any:
    """One verb that the box declares."""
    parts, verb, path = reader.parts, reader.box.verbs[key], ("verbs", key)
    before, ranges, asks = len(reader.faults), {}, dict[str, Ask]()
    for name, ask in verb.asks.items():
        here = (*path, "asks", name)
        _question(reader, here, name, ask)
        if ask.number:
            ranges[name] = reader.range((*here, "number"), ask.number, dict(asks))
        asks[name] = ask
    for word in re.findall(r"\{(\w*)\}?", verb.tells):
        if word not in (names := ("seat", *verb.asks)):
            reader.no((*path, "tells"), f"“{word}” is no answer of this verb; {nearest(word, names)}")
    does = statements(reader, (*path, "does"), verb.does, verb.asks)
    then = _then(reader, (*path, "then"), verb.then, verb.asks)
    return said(parts, key, verb, does, then, ranges) if len(reader.faults) == before else None


def _question(reader: Reader, path: Path, name: str, ask: Ask) -> None:
    """Note what is wrong with a question of a verb."""
    asked, piles = {*filter(partial(getattr, ask), ASKED)}, reader.box.piles
    if len(asked) != 1:
        reader.no(path, "a question asks for one thing: number, choice, seat, die, piece, place or card.")
    if name in {*RESERVED, *reader.names}:
        reader.no(path, f"“{name}” is taken; choose another key for this question.")
    if ask.chance and "choice" not in asked:
        reader.no((*path, "chance"), "only a choice is thrown so; a die is thrown by itself.")
    if ask.card and ask.card not in piles:
        reader.no((*path, "card"), f"“{ask.card}” is no pile; {nearest(ask.card, piles)}")
    if asked & {"piece", "place"} and not reader.parts.places.spaces:
        reader.no(path, "a piece or a space wants a board; give the box one.")


def statements(
    reader: Reader, path: Path, texts: Sequence[str], asks: Mapping[str, Ask] = MappingProxyType({})
) -> tuple[Statement, ...]:
    """Return what something does; a statement that is wrong is noted, and left out."""
    return tuple(filter(None, (_statement(reader, (*path, n), text, asks) for n, text in enumerate(texts))))


def _statement(reader: Reader, path: Path, text: str, asks: Mapping[str, Ask]) -> Statement | None:
    """A statement; one that is wrong is noted, and None."""
    seats: Mapping[str, Callable[[Here], str]] = {
        key: partial(answer, key) for key, ask in asks.items() if ask.seat is not None
    }
    steps = work.hands(reader.parts, text)

    def formula(words: str) -> Source:
        nonlocal steps
        value = reader.source(path, words, asks)
        steps += reader.spent
        return value

    try:
        result = statement(text, reader.parts, formula, seats, asks)
        reader.spend(path, steps, work.times(reader.parts, path))
        return replace(result, reads=reads(text, asks), work=steps)
    except WrongFormula as no:
        reader.no(path, str(no))
        return None


def reads(text: str, asks: Iterable[str]) -> frozenset[str]:
    """The questions that a text names."""
    return frozenset(re.findall(r"\w+", text)).intersection(asks)


def _then(reader: Reader, path: Path, text: str, asks: Mapping[str, Ask]) -> Callable[[Here], str]:
    """Return the next turn after a verb: ``next``, ``on``, ``over``, ``stay``, ``again`` or a phase."""
    match = re.fullmatch(r"(\w+)(?: if (.+) else (\w+))?", text)
    names = [*PASSES, "stay", "again", *reader.box.phases]
    for word in [match[1], match[3] or match[1]] if match else [""]:
        if word not in names:
            meant = nearest(word, names)
            reader.no(path, f"“{text[:40]}” is no turn; one is like “take if rows(place) else next”; {meant}")
    if not match or not match[2]:
        return lambda here: text
    holds = reader.formula(path, match[2], asks)
    return lambda here: match[1] if holds(here) else match[3]
