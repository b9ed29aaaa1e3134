"""Causes of a refusal that concerns several things, each cause with its names."""

from collections.abc import Iterable, Mapping

from companion.words import Message, Text, joined, message

NAMES = 3
"""So many are named; of more, their number is told."""


def by_cause(causes: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """Group pairs of a name and its cause by the cause, in the order in which the causes come."""
    grouped: dict[str, list[str]] = {}
    for name, cause in causes:
        grouped.setdefault(cause, []).append(name)
    return grouped


def causes_words(causes: Mapping[str, list[str]]) -> Message | str:
    """Return causes in words: ``Thor and Loki are unhurt; Tyr is too far away``."""
    return joined(cause_words(cause, names) for cause, names in causes.items())


def cause_words(cause: Text, names: list[str]) -> Message:
    """Return one cause in words; of many names, their number."""
    who = names if len(names) <= NAMES else len(names)
    return message("{who} {n:is|are} {cause}", who=who, n=len(names), cause=cause)
