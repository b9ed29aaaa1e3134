"""What the printer cannot see in the rest of a game: ``paper.toml``, with facts looked up in the box.

A fact stands once. So where ``paper.toml`` needs a number or a list of the box, it names it: what stands at
``"=turns.rounds"`` is looked up in ``components.toml``.
"""

from collections.abc import Mapping
from typing import Any

from companion.kernel.rulebook import facts


def on_paper(package: str) -> dict[str, Any]:
    """The ``paper.toml`` of a package, with what it names looked up in its ``components.toml``."""
    box = facts(package, "components.toml")
    found: dict[str, Any] = _looked_up(facts(package, "paper.toml"), box)
    return found


def _looked_up(value: Any, box: Mapping[str, Any]) -> Any:
    if isinstance(value, str) and value.startswith("="):
        found: Any = box
        for part in value[1:].split("."):
            found = found[part]
        return found
    if isinstance(value, Mapping):
        return {key: _looked_up(part, box) for key, part in value.items()}
    if isinstance(value, list):
        return [_looked_up(part, box) for part in value]
    return value
