"""Hooks: a plug-in adds pages, commands, outlets, paper, promises and players, and edits no file of ours.

A plug-in is a module that an installed package names under the entry point group ``companion``. It has
functions of these names, marked with ``hookimpl``, and each takes only the arguments that it needs.
"""

import sys
from collections.abc import Callable, Iterable
from functools import cache
from typing import TYPE_CHECKING, Any

from pluggy import HookimplMarker, HookspecMarker, PluginManager

if TYPE_CHECKING:
    from argparse import ArgumentParser, _SubParsersAction

    from flask import Blueprint

GROUP = "companion"
"""The group of entry points that plug-ins stand under."""
hookspec, hookimpl = HookspecMarker(GROUP), HookimplMarker(GROUP)


@cache
def plugins() -> PluginManager:
    """Return the manager of all installed plug-ins."""
    manager = PluginManager(GROUP)
    manager.add_hookspecs(sys.modules[__name__])
    manager.load_setuptools_entrypoints(GROUP)
    return manager


def each(hook: str, **arguments: Any) -> list[Any]:
    """Return everything that plug-ins give for a hook, one plug-in after the other."""
    return [one for values in reversed(getattr(plugins().hook, hook)(**arguments)) for one in values]


@hookspec
def companion_pages() -> "Iterable[Blueprint]":  # type: ignore[empty-body]
    """Return Flask blueprints with more pages."""


@hookspec
def companion_commands(commands: "_SubParsersAction[ArgumentParser]") -> None:
    """Add more commands; each sets ``run``, which takes what was chosen and returns an exit code."""


@hookspec
def companion_outlets() -> Iterable[Any]:  # type: ignore[empty-body]
    """Return more outlets for pieces (``printables.layout.outlet.Outlet``)."""


@hookspec
def companion_cuts() -> Iterable[Any]:  # type: ignore[empty-body]
    """Return more ways to cut sheets by a machine (``printables.layout.outlet.Outlet``)."""


@hookspec
def companion_papers(source: Any, table: Any) -> Iterable[Any]:  # type: ignore[empty-body]
    """Return more printables of a game (``printables.sources.source.Source``), at a table if there is one."""


@hookspec
def companion_promises() -> Iterable[Callable[..., None]]:  # type: ignore[empty-body]
    """Return more promises; each takes a game and an opening, and raises ``companion.check.Broken``."""


@hookspec
def companion_players() -> Iterable[tuple[str, Callable[..., Any]]]:  # type: ignore[empty-body]
    """Return more players, each with its name; one takes a ``companion.players.moment.Moment``, and acts."""
