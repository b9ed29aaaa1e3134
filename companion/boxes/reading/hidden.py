"""Reading of hidden things: while what holds, and that nothing else would tell of them before."""

import re
from collections.abc import Collection, Iterable, Iterator
from itertools import product

from companion.boxes.definition.expression import names
from companion.boxes.definition.formula import OVER_SEATS, Here, Value
from companion.boxes.definition.model import POINTS
from companion.boxes.play.happening import closed
from companion.boxes.reading import work
from companion.boxes.reading.reader import Reader
from companion.kernel.toml import Path

_OF_ALL = re.compile(rf"\b({'|'.join(OVER_SEATS)})\(")
"""Where a formula looks at what others have, besides ``life[whom]``."""
_CHANGES = re.compile(r"\s*(\w+)(\[\w+\])?\s*[+−-]?=(?!=)")
"""How a statement begins that changes a counter."""
TELLS = "and this would tell how it stands; a rule with “when” happens once it is open."


def hidden(reader: Reader) -> None:
    """Everything that is hidden, and what rests on it."""
    parts, box = reader.parts, reader.box
    _rests(reader)
    for key, line in box.lines.items():
        path: Path = ("lines", key, "hidden")
        why = "" if line.points else "what is worked out is hidden where it rests on what is; leave it out."
        _hidden(reader, path, line.hidden, why, work.times(parts, path))
    for key, counter in box.counters.items():
        path = ("counters", key, "hidden")
        why = "what all have together is hidden from nobody." if counter.of == "table" else ""
        _hidden(reader, path, counter.hidden, why, len(parts.things.seats))
    if reader.hidden:
        for path, text in _judging(reader):
            _unseen(reader, path, text)
        _changed(reader)
        _told(reader)


def _rests(reader: Reader) -> None:
    """Note what each line and the points rest on."""
    lines, points = reader.box.lines, reader.box.score.points
    reader.rests |= {key: tuple(names(line.formula or "")) for key, line in lines.items()}
    worth = [name for line in lines.values() for name in names(line.worth or "")]
    reader.rests[POINTS] = (*(names(points) if points else lines), *worth)


def _hidden(reader: Reader, path: Path, text: str | None, why: str, times: int) -> None:
    """Read the formula while which something is hidden, if it has one; or note why it cannot be hidden."""
    if text is not None and why:
        reader.no(path, why)
    elif text is not None:
        key = str(path[1])
        reader.hidden[key] = reader.formula(path, text)
        reader.closing[key] = (4 + reader.spent) * times


def secrets(reader: Reader, path: Path) -> frozenset[str]:
    """Return what is hidden and a rule that happens rests on; note a rule that would have to tell of it.

    A rule does not rest on what it changes, nor on a hidden thing if it only asks whether it is written.
    """
    rule = reader.box.rules[str(path[1])]
    result = _rests_on(reader, [rule.when or "", *(re.sub(r"^\s*\w+", "", text) for text in rule.does)])
    for one in sorted(result) if rule.after != "round" else ():
        if not names(_while(reader, one)):
            why = 'would tell at once what others have there, or never happen; give it after = "round".'
            reader.no((*path, "when"), f"“{one}” is hidden to the end, so this {why}")
    reader.spend(path, sum(reader.closing.get(one, 0) for one in result), 2)
    return result


def once_open(reader: Reader, path: Path, text: str, value: Value, phase: str = "") -> Value:
    """Return a formula that is 0 while anything it rests on is hidden, as it would be in a phase.

    Note one that rests on what is hidden to the end.
    """
    secrets = _opened(reader, path, [text])

    def worked_out(here: Here) -> int:
        state = here.state.but(phase=phase) if phase else here.state
        return 0 if closed(state, secrets) else value(here)

    return worked_out if secrets else value


def _told(reader: Reader) -> None:
    """Let what all see wait until the hidden things it rests on are open, or refuse it if it cannot wait."""
    box = reader.box
    for key, verb in box.verbs.items():
        seen = [text for text in verb.does if not _in_secret(reader, text)]
        if secrets := _opened(reader, ("verbs", key), [*seen, verb.then]):
            reader.telling[key] = secrets
    for key, holds in reader.played_when.items():
        when = box.phases[key].when or ""
        reader.played_when[key] = once_open(reader, ("phases", key, "when"), when, holds, key)
    for path, text in _never(reader):
        if result := _rests_on(reader, [text or ""]):
            reader.no(path, f"“{min(result)}” is hidden, {TELLS}")


def _never(reader: Reader) -> Iterator[tuple[Path, str | None]]:
    """The formulas that may rest on nothing hidden, as all see at every moment what they come to."""
    box = reader.box
    yield ("turns", "rounds"), box.turns.rounds
    for key, timer in box.timers.items():
        yield ("timers", key, "seconds"), timer.seconds
        yield ("timers", key, "gains"), timer.gains
        for n, text in enumerate(timer.does):
            yield ("timers", key, "does", n), _new(text)
    for key, line in box.lines.items():
        yield ("lines", key, "hidden"), line.hidden
    for key, counter in box.counters.items():
        yield ("counters", key, "hidden"), counter.hidden
    for (key, counter), end in product(box.counters.items(), ("start", "least", "most")):
        if counter.hidden is None:
            yield ("counters", key, end), str(getattr(counter, end))


def _opened(reader: Reader, path: Path, texts: Iterable[str]) -> frozenset[str]:
    """Return what is hidden and these texts rest on; note what is never opened."""
    result = _rests_on(reader, map(_new, texts))
    for one in sorted(result):
        if not names(_while(reader, one)):
            reader.no(path, f"“{one}” is hidden to the end, {TELLS}")
    reader.spend(path, sum(reader.closing.get(one, 0) for one in result), work.times(reader.parts, path))
    return result


def _in_secret(reader: Reader, text: str) -> bool:
    """True for a statement that changes a seat's hidden counter by what that seat hides as long."""
    changes = _CHANGES.match(text)
    counter = reader.box.counters.get(changes[1]) if changes and not changes[2] else None
    result = _rests_on(reader, [_new(text)])
    if counter is None or counter.hidden is None or _of_others(reader, result, _new(text)):
        return False
    return {_while(reader, one) for one in result} <= {counter.hidden}


def _new(text: str) -> str:
    """Return a statement without the name of the counter that it changes."""
    changes = _CHANGES.match(text)
    return text[changes.end() :] if changes else text


def _rests_on(reader: Reader, texts: Iterable[str]) -> frozenset[str]:
    """Return what is hidden and these texts rest on, but where they only ask whether it is written."""
    said = re.sub(r"\bwritten\(\w+\)", "", " ".join(texts))
    return frozenset(one for name in re.findall(r"\w+", said) for one in _hidden_in(reader, name))


def _while(reader: Reader, key: str) -> str:
    """Return while what a line or a counter is hidden."""
    return (reader.box.lines.get(key) or reader.box.counters[key]).hidden or ""


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
    result = {one for name in names(text.replace("..", "+")) for one in _hidden_in(reader, name)}
    if _of_others(reader, result, text):
        reader.no(
            path, f"this would tell what others have of “{min(result)}”, which is hidden from everybody."
        )


def _of_others(reader: Reader, names: Collection[str], text: str) -> bool:
    """True if a formula asks what others have of something."""
    deep = any(_OF_ALL.search(reader.box.lines[name].formula or "") for name in _lines(reader, text))
    other = any(re.search(rf"\b{one}\[(?!round\b|\d)", text) for one in names)
    return bool(names) and bool(deep or other or _OF_ALL.search(text))


def _lines(reader: Reader, text: str) -> Iterator[str]:
    """The lines a formula rests on, itself and through others."""
    left, seen = names(text.replace("..", "+")), set[str]()
    while left:
        name = left.pop()
        if name in reader.box.lines and name not in seen:
            seen.add(name)
            yield name
            left += reader.rests.get(name, ())


def _hidden_in(reader: Reader, name: str) -> frozenset[str]:
    return frozenset({name, *_lines(reader, name)} & reader.hidden.keys())


def _changed(reader: Reader) -> None:
    """A hidden counter of somebody else may be changed, if that never says how it stands."""
    for key, verb in reader.box.verbs.items():
        for n, text in enumerate(verb.does):
            match = re.match(r"([a-z]\w*)\[", text.strip())
            counter = reader.box.counters.get(match[1]) if match else None
            if counter and counter.hidden is not None and not counter.stops:
                why = "where this is refused one would know how it stands; give it stops = true."
                reader.no(("verbs", key, "does", n), f"“{match[1] if match else ''}” is hidden, and {why}")
