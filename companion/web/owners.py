"""Owners of things with a code: the maker's phone, and phones that followed the owner's key."""

from collections.abc import Callable
from typing import Protocol, TypeVar

from flask import session as cookie
from werkzeug.exceptions import NotFound

from companion.web.context import KNOWN, phone, rate_limit, spelled
from companion.words import message


class Owned(Protocol):
    """A thing that has an owner."""

    @property
    def code(self) -> str:
        """The letters by which it is found."""

    @property
    def owner(self) -> str:
        """The phone that made it."""


T = TypeVar("T", bound=Owned)


def keys(kind: str) -> list[str]:
    """The codes of the things of a kind whose owner's key this phone has followed."""
    return list(cookie.get(kind, ()))


def mine(one: Owned, kind: str) -> bool:
    """True on a phone that made it, or followed its owner's key."""
    return one.code in keys(kind) or (bool(phone()) and one.owner == phone())


def take(one: Owned, kind: str) -> None:
    """Make this phone an owner of it too."""
    phone(make=True)
    cookie[kind] = [one.code, *(code for code in keys(kind) if code != one.code)][:KNOWN]


def found(find: Callable[[str], T | None], code: str, called: str) -> T:
    """Return the thing with a code, or refuse; an address that guesses codes is asked to wait."""
    code = spelled(code)
    one = find(code)
    if one is None:
        rate_limit("unknown")
        words = "No {what} has the code {code} here any more."
        raise NotFound(str(message(words, what=called, code=code or "that was typed")))
    return one
