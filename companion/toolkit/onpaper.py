"""Reads a game's ``paper.toml``, with facts looked up in its box.

A fact stands once. So where ``paper.toml`` needs a number or a list of the box, it names it: what stands at
``"=turns.rounds"`` is looked up in ``components.toml``.
"""

from collections.abc import Mapping
from typing import Any

from companion.kernel import schema, toml
from companion.toolkit.paper import Paper
from companion.words import Text, message

NAME, BOX = "paper.toml", "components.toml"


def on_paper(package: str) -> Paper:
    """The ``paper.toml`` of a package, with what it names looked up in its ``components.toml``.

    SchemaError lists every fault with its line.
    """
    text = schema.source(package, NAME)
    parsed, box = schema.parse(text, NAME), schema.parse(schema.source(package, BOX), BOX)
    faults: list[tuple[toml.Path, Text]] = []
    whole = _looked_up(parsed, box, (), faults)
    if faults:
        raise schema.unfit(faults, toml.lines(text), NAME)
    return schema.check(whole, Paper, text, NAME)


def _looked_up(
    value: Any, box: Mapping[str, Any], path: toml.Path, faults: list[tuple[toml.Path, Text]]
) -> Any:
    """Return a value with the facts of the box that it names, and note each place that names none."""
    if isinstance(value, Mapping):
        return {key: _looked_up(part, box, (*path, key), faults) for key, part in value.items()}
    if isinstance(value, list):
        return [_looked_up(part, box, (*path, n), faults) for n, part in enumerate(value)]
    if isinstance(value, str) and value.startswith("="):
        try:
            return _fact(value, box)
        except LookupError as no:
            faults.append((path, no.args[0]))
    return value


def _fact(value: str, box: Mapping[str, Any]) -> Any:
    """Return what stands in the box at a name such as ``=turns.rounds``; LookupError says what is wrong."""
    here: Any = box
    for part in value[1:].split("."):
        if not isinstance(here, Mapping) or part not in here:
            known = schema.nearest(part, list(here)) if isinstance(here, Mapping) else "nothing is in there."
            words = "“{value}” is not in {file}: “{part}” is not known; {known}"
            raise LookupError(message(words, value=value, file=BOX, part=part, known=known))
        here = here[part]
    return here
