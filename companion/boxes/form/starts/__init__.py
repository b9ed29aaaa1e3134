"""Starts of an own game: a pad, points each round, counters, actions, a board, a file each."""

import tomllib
from functools import cache
from importlib.resources import files

KEYS = ("pad", "each-round", "counters", "actions", "board")
"""In the order in which they are offered."""


@cache
def source(key: str) -> str:
    """The text of a start; KeyError where there is none."""
    if key not in KEYS:
        raise KeyError(key)
    return (files(__package__) / f"{key}.toml").read_text("utf-8")


@cache
def labels() -> tuple[tuple[str, str, str, str], ...]:
    """Key, name, a few words and icon of each start."""
    read = ((key, tomllib.loads(source(key))) for key in KEYS)
    return tuple((key, label["name"], label["blurb"], label["icon"]) for key, label in read)
