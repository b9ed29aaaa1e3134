"""Notices of a table as they are saved: a template and its values, put into words when somebody reads them.

No letter of a value is changed, so a name that is to be forgotten is found in the text as it is spelled.
"""

from collections.abc import Callable

from companion.words import Message, Value, message
from companion.words.message import worded

FIELD, IS, ITEM = "\x1f", "\x1e", "\x1d"
"""What stands before a value, between its name and it, and before each item of a list."""


def packed(notice: Message | str) -> str:
    """Return a notice as text that ``unpacked`` reads."""
    if isinstance(notice, str):
        return notice
    values = (f"{name}{IS}{_packed(value)}" for name, value in notice.values.items())
    return FIELD.join((notice.template, *values))


def unpacked(text: str) -> Message | str:
    """Return the notice that a text holds; text without values is a notice as it is."""
    template, *values = text.split(FIELD)
    return message(template, **dict(map(_value, values))) if values else text


def changed(text: str, change: Callable[[str], str]) -> str:
    """Return the text of a notice with its values changed; without values, the whole text."""
    template, *values = text.split(FIELD)
    if not values:
        return change(text)
    named = (value.partition(IS) for value in values)
    return FIELD.join(
        (template, *(f"{name}{IS}{ITEM.join(map(change, said.split(ITEM)))}" for name, _, said in named))
    )


def _packed(value: Value) -> str:
    if isinstance(value, (tuple, list)):
        return "".join(f"{ITEM}{worded(one)}" for one in value)
    return f"{IS}{value}" if isinstance(value, int) else worded(value)


def _value(text: str) -> tuple[str, Value]:
    name, _, parts = text.partition(IS)
    if parts.startswith(ITEM):
        return name, parts.split(ITEM)[1:]
    return name, int(parts[1:]) if parts.startswith(IS) else parts
