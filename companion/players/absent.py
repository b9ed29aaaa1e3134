"""The absent player: what the phone does for a seat whose player went home, in a process of its own.

It knows what its seat knows: the moment, and a hand that it deals itself, with the table's secret lot.
"""

import random
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter
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
from companion.players.players import Careful, blind, named
from companion.words import Text, message

Sentence = tuple[str, str, Mapping[str, str | list[str]]]
"""An entry that stands: its seat, verb and answers."""
AT_ONCE = 0.6
"""So much of what is left of a turn goes into its next action: what comes first matters most. House."""
LEAST = 0.1
"""Seconds that are always left of a turn. House."""
REMEMBERED = 16
"""So many tables a process that thinks remembers, so as not to replay them from the start."""


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
    said: Sequence[Sentence]
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
        sentences = [(step.entry.seat, step.entry.verb, step.entry.answers) for step in table.standing]
        game = table.game
        return cls(
            game.key,
            game[Origin].text,
            opening.seats,
            opening.options,
            opening.cards,
            opening.lot,
            sentences,
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
        self.said: list[Sentence] = []
        self.thought = -1, 0.0
        """The entry after which a seat began its turn, and the seconds that it has thought in it."""

    def caught_up(self, sentences: Sequence[Sentence]) -> None:
        """Follow what was said since; who plays a card had it. A Refusal where an entry does not hold."""
        for seat, verb, answers in sentences[len(self.said) :]:
            kind = self.game.kind(verb)
            if kind is None:
                raise ValueError(message("{game} has no “{verb}”.", game=self.game.name, verb=verb))
            action = read(kind, self.state, seat, answers)
            after = play(self.state, action)
            if self.hands:
                self.hands.seen(action, self.state)
                self.hands.follow(action, self.state, after)
            self.state = after
        self.said = list(sentences)

    def left(self, seat: str, seconds: float) -> float:
        """Return what is left for a seat's turn of so many seconds."""
        began = len(self.said)
        while began and self.said[began - 1][0] == seat:
            began -= 1
        if self.thought[0] != began:
            self.thought = began, 0.0
        return max(LEAST, seconds - self.thought[1])

    def seen_by(self, seat: str) -> Moment:
        """The moment as a seat sees it."""
        kinds = tuple(kind for kind in self.game.kinds if not kind.anytime)
        thought = self.game[ComputerPlay].thought(self.state)
        return Moment(self.game, kinds, thought, seat, random.Random(), self.hands)


_sittings: OrderedDict[str, Sitting] = OrderedDict()


def moment(position: Position) -> Moment:
    """Return the moment as its seat sees it."""
    return _sitting(position).seen_by(position.seat)


def _sitting(position: Position) -> Sitting:
    """Return the sitting at that moment, from where this process was last at that table."""
    key = f"{position.game} {position.lot}"
    sitting = _sittings.pop(key, None)
    if sitting is None or sitting.said != list(position.said[: len(sitting.said)]):
        sitting = Sitting(position)
    sitting.caught_up(position.said)
    _sittings[key] = sitting
    if len(_sittings) > REMEMBERED:
        _sittings.popitem(last=False)
    return sitting


def decided(position: Position) -> Move:
    """Return the move of the phone at this moment; all moves of a turn share its seconds."""
    sitting, player, began = _sitting(position), named(position.player), perf_counter()
    if isinstance(player, Careful) and player.seconds:
        left = sitting.left(position.seat, player.seconds)
        player = Careful(seconds=AT_ONCE * left)
    action = player(sitting.seen_by(position.seat))
    sitting.thought = sitting.thought[0], sitting.thought[1] + perf_counter() - began
    return up_to_chance(action)


def up_to_chance(action: Action[Any]) -> Move:
    """An action without the dice and lots that its player threw in thought, and what is asked after them."""
    fields: dict[str, str | list[str]] = {}
    answers = written(action)
    for field, noun in asked(type(action)).items():
        if noun.chance and answers[field]:
            return Move(action.verb, fields, False)
        fields[field] = answers[field]
    return Move(action.verb, fields, True)
