"""The interface for programs (docs/api.md): what a phone can do at a table, as JSON under ``/api/1/``."""

from typing import TYPE_CHECKING

from companion.hooks import hookimpl

if TYPE_CHECKING:
    from flask import Blueprint

    from companion.cli.reading import Commands


@hookimpl
def companion_pages() -> "list[Blueprint]":
    from companion.extras.api.routes import blueprint  # loaded only where pages are served

    return [blueprint]


@hookimpl
def companion_commands(commands: "Commands") -> None:
    from companion.extras.api import command  # loaded only where a command may be meant

    command.add(commands)
