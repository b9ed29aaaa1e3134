"""Writes ``docs/box-reference.md`` and ``docs/box.schema.json``: ``python -m tests.boxes_document``."""

import json
from pathlib import Path

from companion.boxes.definition.formula import FUNCTIONS
from companion.boxes.definition.schema import Box
from companion.boxes.reading.of_cards import OF_CARDS
from companion.boxes.reading.on_board import ON_BOARD
from companion.boxes.reading.words import BUILT_IN
from tests.paper_document import section, tables

DOCS = Path(__file__).parents[1] / "docs"
TUTORIAL, FILE, SCHEMA = DOCS / "boxes.md", DOCS / "box-reference.md", DOCS / "box.schema.json"
HEAD = Path(__file__).parent / "box_reference_head.md"


def written() -> str:
    """Return the whole reference: formulas and limits, then every table and key."""
    places = dict.fromkeys((place, spec) for place, spec in tables(spec=Box))
    return "\n".join([HEAD.read_text("utf-8"), *(section(place, spec) for place, spec in places)])


def schema() -> str:
    """The JSON Schema that editors use."""
    made = {"$schema": "https://json-schema.org/draft/2020-12/schema", **Box.model_json_schema()}
    return json.dumps(made, indent=1, ensure_ascii=False) + "\n"


WORDS = (*BUILT_IN, *FUNCTIONS, *ON_BOARD, *OF_CARDS, "written", "during")
"""Words that the two documents explain."""

if __name__ == "__main__":
    FILE.write_text(written(), "utf-8")
    SCHEMA.write_text(schema(), "utf-8")
