"""The lab (docs/lab.md): a game is played many times by itself, and what came of it says if it is fair."""

from typing import TYPE_CHECKING

from companion.hooks import hookimpl

if TYPE_CHECKING:
    from flask import Blueprint

    from companion.cli.reading import Commands


@hookimpl
def companion_pages() -> "list[Blueprint]":
    from companion.extras.lab.routes import blueprint  # loaded only where pages are served

    return [blueprint]


@hookimpl
def companion_commands(commands: "Commands") -> None:
    from companion.extras.lab import command  # loaded only where a command may be meant

    command.add(commands)
