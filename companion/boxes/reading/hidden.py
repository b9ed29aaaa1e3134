"""What of a box is hidden: while what holds, and that nothing else would tell of it before."""

import re
from collections.abc import Iterator

from companion.boxes.expression import names
from companion.boxes.formula import OVER_SEATS
from companion.boxes.made import POINTS
from companion.boxes.reading.reader import Reader
from companion.kernel.toml import Path

_OF_ALL = re.compile(rf"\b({'|'.join(OVER_SEATS)})\(")
"""Where a formula looks at what others have, besides ``life[whom]``."""


def hidden(reader: Reader) -> None:
    """Everything that is hidden, and what rests on it."""
    made, box = reader.made, reader.box
    for key, line in box.lines.items():
        made.rests[key] = tuple(names(line.formula or ""))
        if line.hidden is not None and line.points is None:
            why = "what is worked out is hidden where it rests on what is; leave it out."
            reader.no(("lines", key, "hidden"), why)
        elif line.hidden is not None:
            made.hidden[key] = reader.formula(("lines", key, "hidden"), line.hidden)
    for key, counter in box.counters.items():
        if counter.hidden is not None and counter.of == "table":
            reader.no(("counters", key, "hidden"), "what all have together is hidden from nobody.")
        elif counter.hidden is not None:
            made.hidden[key] = reader.formula(("counters", key, "hidden"), counter.hidden)
    worth = [name for line in box.lines.values() for name in names(line.worth or "")]
    made.rests[POINTS] = (*names(box.score.points), *worth) if box.score.points else (*box.lines, *worth)
    if made.hidden:
        for path, text in _judging(reader):
            _unseen(reader, path, text)
        _changed(reader)


def secrets(reader: Reader, path: Path) -> frozenset[str]:
    """Return what is hidden and a rule that happens rests on; note a rule that would have to tell of it.

    What a rule changes it does not rest on, nor on what is hidden if it only asks whether it is written.
    """
    rule = reader.box.rules[str(path[1])]
    texts = [rule.when or "", *(re.sub(r"^\s*\w+", "", text) for text in rule.does)]
    said = re.sub(r"\bwritten\(\w+\)", "", " ".join(texts))
    found = {one for name in re.findall(r"\w+", said) for one in _hidden_in(reader, name)}
    for one in sorted(found) if rule.after != "round" else ():
        hidden_while = (reader.box.lines.get(one) or reader.box.counters[one]).hidden or ""
        if not names(hidden_while):
            why = 'would tell at once what others have there, or never happen; give it after = "round".'
            reader.no((*path, "when"), f"“{one}” is hidden to the end, so this {why}")
    return frozenset(found)


def _judging(reader: Reader) -> Iterator[tuple[Path, str]]:
    """The formulas whose outcome somebody sees before a sentence is said."""
    for key, rule in reader.box.rules.items():
        if rule.needs is not None:
            yield ("rules", key, "needs"), rule.needs
            yield from ((("rules", key, "why"), part) for part in re.findall(r"\{([^{}]*)\}", rule.why))
    for key, line in reader.box.lines.items():
        if isinstance(line.points, str):
            yield ("lines", key, "points"), line.points
    for key, verb in reader.box.verbs.items():
        for name, ask in verb.asks.items():
            if ask.number is not None:
                yield ("verbs", key, "asks", name, "number"), ask.number


def _unseen(reader: Reader, path: Path, text: str) -> None:
    """Note a formula by which one could find out what others hide."""
    found = {one for name in names(text.replace("..", "+")) for one in _hidden_in(reader, name)}
    deep = any(_OF_ALL.search(reader.box.lines[name].formula or "") for name in _lines(reader, text))
    other = any(re.search(rf"\b{one}\[(?!round\b|\d)", text) for one in found)
    if found and (deep or other or _OF_ALL.search(text)):
        reader.no(
            path, f"this would tell what others have of “{min(found)}”, which is hidden from everybody."
        )


def _lines(reader: Reader, text: str) -> Iterator[str]:
    """The lines a formula rests on, itself and through others."""
    left, seen = names(text.replace("..", "+")), set[str]()
    while left:
        name = left.pop()
        if name in reader.box.lines and name not in seen:
            seen.add(name)
            yield name
            left += reader.made.rests.get(name, ())


def _hidden_in(reader: Reader, name: str) -> frozenset[str]:
    return frozenset({name, *_lines(reader, name)} & reader.made.hidden.keys())


def _changed(reader: Reader) -> None:
    """A hidden counter of somebody else may be changed, if that never says how it stands."""
    for key, verb in reader.box.verbs.items():
        for n, text in enumerate(verb.does):
            found = re.match(r"([a-z]\w*)\[", text.strip())
            counter = reader.box.counters.get(found[1]) if found else None
            if counter and counter.hidden is not None and not counter.stops:
                why = "where this is refused one would know how it stands; give it stops = true."
                reader.no(("verbs", key, "does", n), f"“{found[1] if found else ''}” is hidden, and {why}")
