"""The OpenAPI document of the interface, made from its routes and from the bodies that they read."""

import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from flask import Blueprint, current_app
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field
from pydantic.config import JsonDict
from pydantic.json_schema import models_json_schema

from companion.web.config import VERSION

ANN: JsonDict = {
    "name": "Ann",
    "markers": {"wood": 12, "yeast": 9, "hops": 10, "water": 8, "barley": 11},
    "brewmaster": 6,
    "large_barrels": 1,
}
"""A board of Heaven & Ale."""


def whole(number: Any) -> Any:
    """Return a number as JSON means it: 3.0 is the whole number 3."""
    return int(number) if isinstance(number, float) and number.is_integer() else number


Whole = Annotated[int, BeforeValidator(whole)]


class Body(BaseModel):
    """The body of a request, as JSON."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Say(Body):
    """A sentence of a seat."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"verb": "resign", "seat": "Angels", "after": 0}]}
    )
    seat: str = Field("", max_length=40)
    """The seat; left out, the program's own."""
    verb: str = Field(max_length=64)
    answers: dict[str, str | list[str]] = {}
    after: Whole = Field(ge=0, le=1_000_000)
    """The number of the entry that it answers: sent twice, it counts once."""
    show: bool = False
    """True to have it judged and shown, and nothing kept."""


class Open(Body):
    """A table to open."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"game": "war-in-heaven", "seats": {"Angels": "Ann", "Demons": "Bot"}, "sit": True}]
        }
    )
    game: str = Field("", max_length=64)
    seats: dict[str, str] = Field({}, max_length=8)
    """Seat to the name of who plays it."""
    options: dict[str, str] = Field({}, max_length=40)
    sit: bool = False
    """True where the phone of this token sits at all seats, as one that goes round does."""
    transcript: str = ""
    """A sitting as text, instead of all else."""


class Seat(Body):
    """Something to do with a seat."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"action": "leave", "seat": "Demons"}]})
    action: Literal["ask", "admit", "decline", "take", "leave", "reissue"]
    seat: str = Field("", max_length=40)
    name: str = Field("", max_length=40)
    id: Whole = Field(0, ge=0, le=2**31)
    """The number of a request, to admit or decline."""


class FinalBoards(Body):
    """Final boards."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"players": [ANN]}]})
    players: list[dict[str, Any]] = Field(max_length=8)


BODIES: Mapping[str, type[Body]] = {"say": Say, "open_table": Open, "change_seat": Seat, "score": FinalBoards}
"""The name of a call to what it reads."""
QUERIES = {
    "actions": ("seat", "whole"),
    "question": ("seat",),
    "hear": ("seat", "line"),
    "journal": ("from",),
}
"""The name of a call to what may stand at the end of its address."""
TEXT = {"events": "text/event-stream", "sitting": "text/plain"}
PROBLEM = {
    "type": "object",
    "required": ["type", "title", "status", "detail"],
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "rule": {"type": "string"},
        "hint": {"type": "string"},
    },
}


def document(blueprint: Blueprint, calls: Mapping[str, Any]) -> dict[str, Any]:
    """Return the OpenAPI document of the calls that the application knows under this blueprint."""
    _, schemas = models_json_schema(
        [(body, "validation") for body in BODIES.values()], ref_template="#/components/schemas/{model}"
    )
    paths: dict[str, dict[str, Any]] = {}
    for rule in current_app.url_map.iter_rules():
        room, _, name = rule.endpoint.partition(".")
        if room == blueprint.name:
            path = re.sub(r"<(\w+)>", r"{\1}", rule.rule)
            for method in sorted((rule.methods or set()) & {"GET", "POST"}):
                paths.setdefault(path, {})[method.lower()] = _operation(
                    name, calls[name].__doc__, rule.arguments
                )
    return {
        "openapi": "3.1.0",
        "info": {"title": "Companion", "version": VERSION},
        "paths": dict(sorted(paths.items())),
        "components": {
            "schemas": {**schemas.get("$defs", {}), "Problem": PROBLEM},
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{}, {"token": []}],
    }


def _operation(name: str, words: str, arguments: set[str]) -> dict[str, Any]:
    parameters = [
        {"name": one, "in": "path", "required": True, "schema": {"type": "string"}}
        for one in sorted(arguments)
    ]
    parameters += [
        {"name": one, "in": "query", "schema": {"type": "string"}} for one in QUERIES.get(name, ())
    ]
    kind = TEXT.get(name, "application/json")
    problem = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    result: dict[str, Any] = {
        "operationId": name,
        "summary": " ".join(words.split()),
        "parameters": parameters,
        "responses": {
            "201" if name == "open_table" else "200": {"description": "Done.", "content": {kind: {}}},
            "default": {"description": "Why not.", "content": problem},
        },
    }
    if body := BODIES.get(name):
        schema = {"schema": {"$ref": f"#/components/schemas/{body.__name__}"}}
        result["requestBody"] = {"required": True, "content": {"application/json": schema}}
    return result
