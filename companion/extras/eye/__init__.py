"""The eye (docs/photographs.md): a photograph of the table says where the pieces stand, by their sigils."""

from typing import TYPE_CHECKING

from companion.hooks import hookimpl

if TYPE_CHECKING:
    from flask import Blueprint

    from companion.cli.reading import Commands


@hookimpl
def companion_pages() -> "list[Blueprint]":
    from companion.extras.eye.routes import blueprint  # loaded only where pages are served

    return [blueprint]


@hookimpl
def companion_commands(commands: "Commands") -> None:
    from companion.extras.eye import command  # loaded only where a command may be meant

    command.add(commands)
