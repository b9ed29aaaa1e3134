"""A file that an outlet makes."""

from dataclasses import dataclass


@dataclass(frozen=True)
class File:
    """A file: its name, with folders before it where there are many, and what is in it."""

    name: str
    data: bytes
