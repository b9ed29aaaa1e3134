"""Reads a game's ``paper.toml``, with facts looked up in its box.

A fact stands once. So where ``paper.toml`` needs a number or a list of the box, it names it: what stands at
``"=turns.rounds"`` is looked up in ``components.toml``.
"""

from collections.abc import Iterator, Mapping
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
    faults = list(_faults(parsed, box))
    if faults:
        raise schema.unfit(faults, toml.lines(text), NAME)
    return schema.check(_looked_up(parsed, box), Paper, text, NAME)


def _faults(value: Any, box: Mapping[str, Any], path: toml.Path = ()) -> Iterator[tuple[toml.Path, Text]]:
    """Yield each place that asks the box for something it does not hold, and the names it holds there."""
    if isinstance(value, str) and value.startswith("="):
        here: Any = box
        for part in value[1:].split("."):
            if not isinstance(here, Mapping) or part not in here:
                known = (
                    schema.nearest(part, list(here)) if isinstance(here, Mapping) else "nothing is in there."
                )
                yield (
                    path,
                    message(
                        "“{value}” is not in {file}: “{part}” is not known; {known}",
                        value=value,
                        file=BOX,
                        part=part,
                        known=known,
                    ),
                )
                return
            here = here[part]
    elif isinstance(value, Mapping | list):
        for key, inner in value.items() if isinstance(value, Mapping) else enumerate(value):
            yield from _faults(inner, box, (*path, key))


def _looked_up(value: Any, box: Mapping[str, Any]) -> Any:
    if isinstance(value, str) and value.startswith("="):
        result: Any = box
        for part in value[1:].split("."):
            result = result[part]
        return result
    if isinstance(value, Mapping):
        return {key: _looked_up(part, box) for key, part in value.items()}
    if isinstance(value, list):
        return [_looked_up(part, box) for part in value]
    return value
