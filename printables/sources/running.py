"""A running table as paper needs it: its address, its seats, and where everything is."""

from dataclasses import dataclass

from companion.kernel.values import Value


@dataclass(frozen=True)
class Door:
    """A seat: its name, who sits there, and the address that sits a phone down."""

    seat: str
    player: str
    address: str


@dataclass(frozen=True)
class RunningTable:
    """A running table."""

    game: str
    code: str
    address: str
    doors: tuple[Door, ...] = ()
    state: tuple[tuple[str, Value], ...] = ()
    """Where everything is, for the sheet to resume from."""
    moment: str = ""
    seats: tuple[str, ...] = ()
    over: bool = False
    """True where the game is over."""
