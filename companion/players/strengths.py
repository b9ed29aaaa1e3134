"""The strengths at which the phone plays a seat, and which of them a game offers.

A strength is offered where it beat the one below it in matches; ``make strengths`` plays these, and keeps
what they came to in ``strengths.toml``.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from companion.kernel.features import ComputerPlay, Origin
from companion.kernel.game import Game
from companion.players.intervals import Share
from companion.words import Text, message

RANDOM = "random"
"""The player below the weakest strength."""
APART = 1 / (1 + 10 ** (-150 / 400))
"""The share of a match that a strength wins if it is 150 Elo above the one below."""
BEATEN = {RANDOM: 0.8}
"""The share of a match that a strength is to win at least, by the player below it; ``APART`` of all others.
House."""


@dataclass(frozen=True)
class Strength:
    """A strength at which the phone plays a seat."""

    name: str
    title: str
    words: str
    player: str
    """The player of that strength, as ``named`` reads it."""
    seconds: float
    """It thinks so long at most in a turn, once it has looked at everything."""
    searching: str
    """The player of that strength where no chance has a say and nothing is hidden."""

    def plays(self, game: Game[Any]) -> str:
        """Return the player of that strength in a game."""
        return self.searching if game[ComputerPlay].same else self.player


STRENGTHS: Mapping[str, Strength] = {
    one.name: one
    for one in (
        Strength("novice", "Novice", "answers at once", "greedy", 0.0, "search:2"),
        Strength("adept", "Adept", "thinks for up to a second a turn", "careful:1s", 1.0, "careful:1s"),
        Strength("master", "Master", "thinks for up to 8 seconds a turn", "careful:8s", 8.0, "careful:8s"),
    )
}
"""The strengths, the weakest first. House."""
UNMEASURED = ("adept",)
"""The strengths of a game in which nobody measured any: one, as nothing tells two apart."""


@dataclass(frozen=True)
class MatchResult:
    """The result of a strength against the one below it."""

    by: str
    """The player that played for it: it thinks no longer than the strength does at a table."""
    against: str
    """The strength below, or ``RANDOM``."""
    against_by: str
    won: float
    of: int

    @property
    def share(self) -> Share:
        """Return the share of wins."""
        return Share(self.won, self.of)

    @property
    def beats(self) -> bool:
        """True if it won as much as is asked, and surely more than half."""
        return self.share.share >= BEATEN.get(self.against, APART) and self.share.low > 0.5


def offered(game: Game[Any]) -> Mapping[str, Strength]:
    """Return the strengths that a game offers, the weakest first: each beats the one below it."""
    strengths = matches(game)
    beat = UNMEASURED if strengths is None else [name for name, match in strengths.items() if match.beats]
    return {name: one for name, one in STRENGTHS.items() if name in beat}


def not_offered(game: Game[Any], name: str) -> Text:
    """Return in a sentence what a game offers instead of a strength; empty if it offers that."""
    strengths = offered(game)
    if name in strengths:
        return ""
    titles = [one.title for one in strengths.values()]
    if not titles:
        return message("The phone plays no seat of {game}. Let a person play it.", game=game.name)
    words = "{game} does not offer that strength. Choose {strengths:or}."
    return message(words, game=game.name, strengths=titles)


def record(game: Game[Any], name: str) -> Text:
    """Return what a strength won against the one below it, in a sentence; empty if nobody measured it."""
    match = (matches(game) or {}).get(name)
    if match is None:
        return ""
    title, share = STRENGTHS[name].title, round(100 * match.share.share)
    if match.against == RANDOM:
        words = "{strength} won {share} % of {n} games against random moves."
        return message(words, strength=title, share=share, n=match.of)
    other = STRENGTHS[match.against].title
    words = "{strength} won {share} % of {n} games against {other}."
    return message(words, strength=title, share=share, n=match.of, other=other)


def matches(game: Game[Any]) -> Mapping[str, MatchResult] | None:
    """Return each strength's match in a game; None if nobody measured it."""
    return None if game[Origin].text else _all().get(game.key)


@cache
def _all() -> Mapping[str, Mapping[str, MatchResult]]:
    table = tomllib.loads(files("companion.players").joinpath("strengths.toml").read_text("utf-8"))
    return {
        key: {name: MatchResult(**strengths[name]) for name in STRENGTHS if name in strengths}
        for key, strengths in table.items()
    }
