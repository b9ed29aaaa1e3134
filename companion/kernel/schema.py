"""TOML files of a package read through a typed schema; what does not fit is refused with file and line.

A schema is a pydantic model that derives from ``Schema``. This module imports pydantic, so import it where a
schema is defined or read, not where things only have to start fast.
"""

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from importlib.resources import files
from types import UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, BeforeValidator, ConfigDict, Strict, ValidationError
from pydantic_core import ErrorDetails

from companion import words
from companion.kernel.toml import Path, lines
from companion.kernel.untrusted import FileFault, Unreadable, read_toml
from companion.words import message

T = TypeVar("T")
M = TypeVar("M", bound=BaseModel)
Many = Annotated[tuple[T, ...], Strict(False)]
"""A list of the TOML, kept as a tuple."""
Text = Annotated[str, BeforeValidator(lambda value: str(value) if type(value) is int else value)]
"""A text, or a whole number, which is taken as one."""

Number = int | float
"""A number, whole or not, as it stands."""


class Schema(BaseModel):
    """A table of a TOML: its keys are the fields; no other key, no other type, and nothing changes later.

    A field that is a Python word, such as ``from``, has it as its alias.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, populate_by_name=True)


class SchemaError(ValueError):
    """A file does not fit its schema: every fault, with file and line."""

    def __init__(self, faults: Iterable[FileFault]) -> None:
        self.faults = tuple(faults)
        super().__init__(message("{faults:\n}", faults=[fault.message for fault in self.faults]))


def load(package: str, name: str, model: type[M]) -> M:
    """The TOML ``name`` of a package as a model; SchemaError lists every fault."""
    text = source(package, name)
    try:
        data = tomllib.loads(text)  # what is installed needs no limits
    except tomllib.TOMLDecodeError:
        data = parse(text, name)  # it says what is wrong
    return check(data, model, text, name)


def source(package: str, name: str) -> str:
    """The text of a file of a package; SchemaError where there is none."""
    try:
        return (files(package) / name).read_text("utf-8")
    except FileNotFoundError:
        why = message("{package} has no such file.", package=package)
        raise SchemaError([FileFault(name, 0, why)]) from None
    except UnicodeDecodeError:
        raise SchemaError([FileFault(name, 0, "this is not text in UTF-8.")]) from None


def parse(text: str, name: str) -> dict[str, Any]:
    """Return the data of a TOML text, or SchemaError if it is none. ``name`` is the file's name in faults."""
    try:
        return read_toml(text)
    except Unreadable as no:
        raise SchemaError([no.of(name)]) from None


def check(data: Mapping[str, Any], model: type[M], text: str, name: str) -> M:
    """The data as a model; SchemaError lists every fault with its line in the text the data is from."""
    try:
        return model.model_validate(data)
    except ValidationError as error:
        line_numbers = lines(text)
        raise unfit(_faults(data, model, error, line_numbers), line_numbers, name) from None


def unfit(
    faults: Iterable[tuple[Path, words.Text]], line_numbers: Mapping[Path, int], name: str
) -> SchemaError:
    """Return the error of a file of this name: every fault once, with the line of its path."""
    return SchemaError(
        FileFault(name, line_of(line_numbers, path), why) for path, why in dict.fromkeys(faults)
    )


def line_of(line_numbers: Mapping[Path, int], path: Path) -> int:
    """Return the line of a path, or of the nearest table about it that has one."""
    while path and path not in line_numbers:
        path = path[:-1]
    return line_numbers.get(path, 1)


def nearest(word: str, known: Iterable[str]) -> words.Text:
    """Return a hint at what somebody may have meant: ``did you mean “tokens”?``, or all that is known."""
    names = [*known]
    if close := get_close_matches(word, names, 1):
        return message("did you mean “{name}”?", name=close[0])
    return message("known are {names:, }.", names=[*names]) if names else "there is none."


WANTED = {
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "string_type": "text in quotes",
    "bool_type": "true or false",
    "tuple_type": "a list",
    "list_type": "a list",
    "dict_type": "a table",
    "model_type": "a table",
    "model_attributes_type": "a table",
}
"""What would be right, by the kind of error pydantic reports."""
LIMITS = {
    "greater_than": ("gt", "more than {n}"),
    "greater_than_equal": ("ge", "{n} or more"),
    "less_than": ("lt", "less than {n}"),
    "less_than_equal": ("le", "at most {n}"),
    "too_short": ("min_length", "at least {n} entries"),
    "too_long": ("max_length", "at most {n} entries"),
    "string_too_short": ("min_length", "at least {n} letters"),
    "string_too_long": ("max_length", "at most {n} letters"),
}


def _faults(
    data: Any, model: type[BaseModel], error: ValidationError, line_numbers: Mapping[Path, int]
) -> Iterator[tuple[Path, words.Text]]:
    """Path and sentence of each fault in the order of the text; a value that may be this or that is one."""
    wanted: dict[Path, list[words.Text]] = {}
    faults: list[tuple[Path, words.Text]] = []
    for fault in error.errors(include_url=False):
        path = _path(data, fault["loc"])
        if why := _why(model, fault):
            faults.append((path, why))
        else:
            wanted.setdefault(path, []).extend(_rights(fault))
    for path, rights in wanted.items():
        if WANTED["float_type"] in rights:
            rights = [right for right in rights if right != WANTED["int_type"]]
        why = message(
            "{what} is {value}; {rights:or} would be right.",
            what=_named(path),
            value=_shown(data, path),
            rights=list(dict.fromkeys(rights)),
        )
        faults.append((path, why))
    return iter(sorted(faults, key=lambda one: line_of(line_numbers, one[0])))


def _why(model: type[BaseModel], fault: ErrorDetails) -> words.Text:
    """Return the sentence of a fault that no other value would mend; empty where one would."""
    key = str(fault["loc"][-1]) if fault["loc"] else ""
    match fault["type"]:
        case "extra_forbidden":
            meant = nearest(key, _known(model, fault["loc"][:-1]))
            return message("“{key}” is not known here; {meant}", key=key, meant=meant)
        case "missing":
            return message("“{key}” is missing here.", key=key)
        case "value_error":
            return str(fault["ctx"]["error"])
    return ""


def _rights(fault: ErrorDetails) -> list[words.Text]:
    """Return what would be right instead of a value."""
    kind = fault["type"]
    if kind == "literal_error":
        return [*_literal(str(fault["input"]), fault["ctx"]["expected"])]
    if kind in LIMITS:
        limit, template = LIMITS[kind]
        return [message(template, n=fault["ctx"][limit])]
    return [WANTED.get(kind, fault["msg"])]


def _literal(given: str, expected: str) -> list[str]:
    """The choices of a value, or the one that is nearest."""
    choices = [part.strip("'") for part in expected.replace(" or ", ", ").split(", ")]
    close = get_close_matches(given, choices, 1)
    return [f"“{choice}”" for choice in close or choices]


def _path(data: Any, loc: Sequence[str | int]) -> Path:
    """Return the place of a fault in the data, without the types that pydantic tried in between."""
    path: list[str | int] = []
    for part in loc:
        here = part in data if isinstance(data, Mapping) else isinstance(data, list) and isinstance(part, int)
        if here:
            path, data = [*path, part], data[part]
    return tuple(path)


def _named(path: Path) -> words.Text:
    """Return the name of a value: its key, and which entry of a list it is."""
    if not path:
        return "The file"
    if isinstance(path[-1], int):
        return message("Entry {n} of {what}", n=path[-1] + 1, what=_named(path[:-1]))
    return f"“{path[-1]}”"


def _shown(data: Any, path: Path) -> words.Text:
    """A value in words, cut short."""
    for part in path:
        data = data[part]
    if isinstance(data, str):
        return message("the text “{text}”", text=data[:40])
    if isinstance(data, bool):
        return str(data).lower()
    if isinstance(data, Mapping | list):
        return "a table" if isinstance(data, Mapping) else "a list"
    return str(data)[:40]


def _known(model: Any, loc: Sequence[str | int]) -> list[str]:
    """The keys a table at this place can have."""
    here = list(_models(model))
    for part in loc:
        here = [inner for one in here for inner in _inside(one, part)] or here
    return sorted(
        {field.alias or key for one in here if _is_model(one) for key, field in one.model_fields.items()}
    )


def _is_model(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, BaseModel)


def _models(kind: Any) -> Iterator[Any]:
    """A type, or each that it may be."""
    if get_origin(kind) is Annotated:
        yield from _models(get_args(kind)[0])
    elif get_origin(kind) in (Union, UnionType):
        for one in get_args(kind):
            yield from _models(one)
    else:
        yield kind


def _inside(kind: Any, part: str | int) -> Iterator[Any]:
    """Yield the types of a key, or of a position, of a type."""
    if _is_model(kind):
        for key, field in kind.model_fields.items():
            if part in (key, field.alias):
                yield from _models(field.annotation)
                return
        if extra := kind.__annotations__.get("__pydantic_extra__"):
            for one in get_args(extra)[1:]:
                yield from _models(one)
    elif get_origin(kind) in (dict, Mapping):
        yield from _models(get_args(kind)[1])
    elif get_origin(kind) in (tuple, list) and isinstance(part, int):
        yield from _models(get_args(kind)[0])
