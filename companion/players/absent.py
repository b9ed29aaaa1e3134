"""The absent player: what the phone does for a seat whose player went home, in a process of its own.

It knows what its seat knows: the moment, and a hand that it deals itself, with the table's secret lot.
"""

import random
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from companion.boxes.own import Described
from companion.kernel.action import Action, play, written
from companion.kernel.asking import read
from companion.kernel.features import ComputerPlay, Origin
from companion.kernel.game import Game
from companion.kernel.journal import Table
from companion.kernel.opening import Opening
from companion.players.games import found
from companion.players.moment import Moment, asked
from companion.players.players import blind, named
from companion.words import Text, message

Said = tuple[str, str, Mapping[str, str | list[str]]]
"""An entry that stands: its seat, verb and answers."""
REMEMBERED = 16
"""So many tables a process that thinks remembers, so as not to replay them from the start."""


@dataclass(frozen=True)
class Strength:
    """A strength at which the phone plays a seat."""

    name: str
    title: str
    words: str
    player: str
    """The player of that strength, as ``named`` reads it."""
    seconds: float
    """It thinks so long at most, once it has looked at everything."""
    searching: str
    """The player of that strength where no chance has a say and nothing is hidden."""

    def plays(self, game: Game[Any]) -> str:
        """Return the player of that strength in a game."""
        return self.searching if game[ComputerPlay].same else self.player


STRENGTHS: Mapping[str, Strength] = {
    one.name: one
    for one in (
        Strength("novice", "Novice", "answers at once", "greedy", 0.0, "search:2"),
        Strength("adept", "Adept", "thinks for up to 2 seconds", "careful:2s", 2.0, "search:3"),
        Strength("master", "Master", "thinks for up to 8 seconds", "careful:8s", 8.0, "careful:8s"),
    )
}
"""The strengths, the weakest first. House."""


def cannot(game: Game[Any], opening: Opening) -> Text:
    """Return why the phone can play no seat of such a table, in a sentence; empty if it can."""
    return game[ComputerPlay].cannot(opening) or blind(game)


@dataclass(frozen=True)
class Position:
    """A moment of a sitting and whose move it is, as it is sent to who thinks."""

    game: str
    """The key of the game on the shelf."""
    described: str
    """The text of the game, if it is somebody's own."""
    seats: Mapping[str, str]
    options: Mapping[str, str]
    cards: Any
    """The table's own set of cards; None for the house's."""
    dealt: str
    """The lot from which the table's own hands are dealt, if phones hold them."""
    said: Sequence[Said]
    """The entries that stand."""
    seat: str
    player: str
    lot: str
    """The secret from which the hidden hands are dealt: the same for all thoughts of a table."""

    @property
    def opening(self) -> Opening:
        """The opening of the sitting."""
        return Opening(self.seats, self.options, self.cards, self.dealt)

    @classmethod
    def of(cls, table: Table[Any], seat: str, player: str, lot: str) -> Self:
        """The moment now at a table."""
        opening = table.opening
        said = [(step.entry.seat, step.entry.verb, step.entry.answers) for step in table.standing]
        game = table.game
        return cls(
            game.key,
            game[Origin].text,
            opening.seats,
            opening.options,
            opening.cards,
            opening.lot,
            said,
            seat,
            player,
            lot,
        )


@dataclass(frozen=True)
class Move:
    """A move of the phone: a verb with its answers, up to those that only the table can give."""

    verb: str
    given: Mapping[str, str | list[str]]
    whole: bool
    """False where a die or a lot is still to be answered by people."""


class Sitting:
    """A sitting as far as it was said, and the hands that go with it."""

    def __init__(self, position: Position) -> None:
        own = position.described
        self.game: Game[Any] = Described()(own) if own else found(position.game)
        self.state = self.game.setup(position.opening)
        deal = self.game[ComputerPlay].deal
        self.hands = deal(random.Random(position.lot), self.state) if deal else None
        self.said: list[Said] = []

    def caught_up(self, said: Sequence[Said]) -> None:
        """Follow what was said since; who plays a card had it. A Refusal where an entry does not hold."""
        for seat, verb, answers in said[len(self.said) :]:
            kind = self.game.kind(verb)
            if kind is None:
                raise ValueError(message("{game} has no “{verb}”.", game=self.game.name, verb=verb))
            action = read(kind, self.state, seat, answers)
            after = play(self.state, action)
            if self.hands:
                self.hands.seen(action, self.state)
                self.hands.follow(action, self.state, after)
            self.state = after
        self.said = list(said)

    def seen_by(self, seat: str) -> Moment:
        """The moment as a seat sees it."""
        kinds = tuple(kind for kind in self.game.kinds if not kind.anytime)
        thought = self.game[ComputerPlay].thought(self.state)
        return Moment(self.game, kinds, thought, seat, random.Random(), self.hands)


_sittings: OrderedDict[str, Sitting] = OrderedDict()


def moment(position: Position) -> Moment:
    """The moment as its seat sees it, from where this process was last at that table."""
    key = f"{position.game} {position.lot}"
    sitting = _sittings.pop(key, None)
    if sitting is None or sitting.said != list(position.said[: len(sitting.said)]):
        sitting = Sitting(position)
    sitting.caught_up(position.said)
    _sittings[key] = sitting
    if len(_sittings) > REMEMBERED:
        _sittings.popitem(last=False)
    return sitting.seen_by(position.seat)


def decided(position: Position) -> Move:
    """Return the move of the phone at this moment."""
    return up_to_chance(named(position.player)(moment(position)))


def up_to_chance(action: Action[Any]) -> Move:
    """An action without the dice and lots that its player threw in thought, and what is asked after them."""
    fields: dict[str, str | list[str]] = {}
    answers = written(action)
    for field, noun in asked(type(action)).items():
        if noun.chance and answers[field]:
            return Move(action.verb, fields, False)
        fields[field] = answers[field]
    return Move(action.verb, fields, True)
