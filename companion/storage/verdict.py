"""Verdicts: the four things that the store can answer to a tap. A page is made from one."""

from dataclasses import dataclass
from typing import Any, Literal

from companion.kernel.judge import Proposal
from companion.kernel.rulebook import Refusal
from companion.storage.engine import Unavailable
from companion.storage.session import Session

SEAT = "This phone does not sit there."
KEY = "This page had said something already, so this was not kept. Say it once more."


@dataclass(frozen=True)
class Asked:
    """A sentence that is not whole yet, with its next question."""

    session: Session
    proposal: Proposal[Any]


@dataclass(frozen=True)
class Shown:
    """A whole sentence that is shown before it is said; nothing was kept."""

    session: Session
    proposal: Proposal[Any]


@dataclass(frozen=True)
class Said:
    """A sentence that is kept: the session after it, and the number of its entry."""

    session: Session
    n: int
    repeated: bool = False
    """True if the same tap had been kept before."""


@dataclass(frozen=True)
class Refused:
    """A sentence that is not kept, with the session as it stands now."""

    session: Session
    why: str
    cause: Literal["rules", "seat", "key", "full", "unavailable"]
    refusal: Refusal | None = None
    """The rule and its hint, if the rules refuse."""
    proposal: Proposal[Any] | None = None
    """What holds of the sentence, to be said again; None for the table's own verbs."""
    fault: Unavailable | None = None
    """Why the database could not keep it, for the log of the server."""


Verdict = Asked | Shown | Said | Refused
