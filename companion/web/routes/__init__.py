"""The routes, a file for each group of pages."""

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules

from flask import Blueprint


def blueprints() -> Iterator[Blueprint]:
    """Return the blueprint of every file here."""
    for file in iter_modules(__path__, f"{__name__}."):
        yield import_module(file.name).blueprint
