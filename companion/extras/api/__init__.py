"""The interface for programs (docs/api.md): what a phone can do at a table, as JSON under ``/api/1/``."""

from typing import TYPE_CHECKING

from companion.hooks import hookimpl

if TYPE_CHECKING:
    from flask import Blueprint


@hookimpl
def companion_pages() -> "list[Blueprint]":
    from companion.extras.api.routes import blueprint  # loaded only where pages are served

    return [blueprint]
