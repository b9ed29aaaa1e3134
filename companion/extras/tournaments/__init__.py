"""Tournaments: the pairings, round by round, at tables or without, shown to all and printed."""

from typing import TYPE_CHECKING

from companion.hooks import hookimpl

if TYPE_CHECKING:
    from flask import Blueprint


@hookimpl
def companion_pages() -> "list[Blueprint]":
    from companion.extras.tournaments.routes import blueprint  # loaded only where pages are served

    return [blueprint]
