"""The table and the phone: what a photograph shows beside what the journal says, and how they may agree."""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.kernel.action import Action, Noun, Words, legal, nouns, play
from companion.kernel.game import Game
from companion.kernel.rulebook import Refusal
from companion.kernel.state import State
from companion.kernel.view import Picture
from printables.eye.places import Marked, Placed, standing

SECONDS = 1.0
"""So long it is looked for what was done."""
MANY = 4_000
"""And so many actions are tried."""
MOST_OFFERS = 4


@dataclass(frozen=True)
class Stands:
    """Where the phone has a thing."""

    thing: str
    """The thing or kind that its sigil stands for."""
    name: str
    """What the phone calls it."""
    space: str
    up: bool = True
    ground: bool = False
    """True where it is what the space itself is."""


@dataclass(frozen=True)
class Difference:
    """A thing that is elsewhere than the phone has it, or lies on its other face."""

    thing: str
    phone: str
    """The space where the phone has it; empty where it is on none."""
    table: str
    """The space where it is seen."""
    up: bool
    turned: bool
    """True where it lies on the other face than it should."""

    @property
    def words(self) -> str:
        """``Uriel stands on B4; here he is on B3``, in the words of a phone."""
        lies = "face up" if self.up else "face down"
        if self.phone == self.table:
            return f"{self.thing} lies {lies} on {self.table}; the phone has it the other way up."
        there = f"stands on {self.phone}" if self.phone else "is on no space"
        here = f"{self.table}, {lies}" if self.turned else self.table
        return f"{self.thing} {there} by the phone; here it is on {here}."


@dataclass(frozen=True)
class Agreement:
    """A photograph beside a moment of the game."""

    agree: tuple[Placed, ...]
    differ: tuple[tuple[Placed, Difference], ...]
    doubtful: tuple[Placed, ...]
    unseen: tuple[Stands, ...]
    """What the phone has on the board and the photograph does not show."""
    hidden: tuple[str, ...] = ()
    """The spaces where something seen stands on what was not."""


def stands(marked: Marked, game: Game[Any], state: State, board: str) -> list[list[Stands]]:
    """Where the phone has everything of a board that bears a sigil: the pieces of its picture, and what its
    spaces are. One list; one for each seat, where each has that board before it.
    """
    known = {face.thing.lower(): face.thing for face in marked.faces.values()}
    spaces = {cell.space for cell in marked.boards[board].picture.cells}
    view = game.view(state)
    two = {face.thing for face in marked.faces.values() if not face.up}
    down = {card.thing for panel in view.panels for card in panel.cards if not card.up and card.thing in two}
    own = [panel.picture for panel in view.panels] if board == "own-board" else [view.picture]
    return [
        [one for one in _of_picture(picture, known, down) if one.space in spaces]
        for picture in own
        if picture
    ]


def _of_picture(picture: Picture, known: Mapping[str, str], down: set[str]) -> Iterator[Stands]:
    for piece in picture.pieces:
        names = (*piece.names, *(chip.kind for chip in piece.stack[:1]))
        thing = next((known[name.lower()] for name in names if name.lower() in known), "")
        if thing and piece.shape != "bare" and (space := piece.space or _space(picture, piece.at)):
            yield Stands(thing, piece.thing, space, piece.thing not in down)
    for cell in picture.cells:
        for name in {cell.kind, cell.tile}:
            if cell.space and name.lower() in known:
                yield Stands(known[name.lower()], cell.space, cell.space, ground=True)


def _space(picture: Picture, at: tuple[float, float]) -> str:
    cell, _ = standing(picture, at)
    return cell.space if cell else ""


def nearest(marked: Marked, seen: Sequence[Placed], boards: Sequence[Sequence[Stands]]) -> Agreement:
    """What is seen beside the board it differs least from: that tells whose it is."""
    found = [compare(marked, seen, there) for there in boards]
    return min(found, key=lambda one: (len(one.differ), len(one.unseen)))


def compare(marked: Marked, seen: Sequence[Placed], there: Sequence[Stands]) -> Agreement:
    """What agrees, what differs, what is in doubt, and what is not seen."""
    agree, differ, left = list[Placed](), list[tuple[Placed, Difference]](), list(there)
    sure = [one for one in seen if one.space]
    for one in sure:
        if same := next(
            (s for s in left if (s.thing, s.space, s.up) == (one.thing, one.space, one.up)), None
        ):
            left.remove(same)
            agree.append(one)
    for one in sure:
        if one not in agree:
            other = next((s for s in left if _same(marked, s, one)), None)
            if other:
                left.remove(other)
            differ.append((one, _difference(marked, one, other)))
    doubtful = tuple(one for one in seen if one.doubt)
    ground = {s.thing for s in there if s.ground}
    taken = {one.space for one in sure if one.thing not in ground}
    unsure = {one.thing for one in doubtful}
    hidden = [s for s in left if s.ground and s.space in taken]
    unseen = [s for s in left if s not in hidden and s.thing not in unsure]
    return Agreement(tuple(agree), tuple(differ), doubtful, tuple(unseen), tuple(s.space for s in hidden))


def _same(marked: Marked, there: Stands, seen: Placed) -> bool:
    """Whether what is seen is this thing: the only one of its name, or one that was turned over."""
    return there.thing == seen.thing and (seen.thing in marked.single or there.space == seen.space)


def _difference(marked: Marked, one: Placed, there: Stands | None) -> Difference:
    if not there:
        return Difference(one.thing, "", one.space, one.up, False)
    name = there.name if one.thing in marked.single and not there.ground else one.thing
    return Difference(name, there.space, one.space, one.up, there.up != one.up)


@dataclass(frozen=True)
class Offer:
    """One action, or two, that make the phone agree with the photograph."""

    actions: tuple[Action[Any], ...]


def offers(marked: Marked, game: Game[Any], state: State, seen: Sequence[Placed], board: str) -> list[Offer]:
    """What the seat to act may have done: the legal actions, one or two, after which nothing differs."""

    def differ(moment: State) -> int:
        return len(nearest(marked, seen, stands(marked, game, moment, board)).differ)

    first = differ(state)
    if not first:
        return []
    until = time.monotonic() + SECONDS
    found, nearer = [], []
    for action, after in _played(game, state, until):
        left = differ(after)
        if not left:
            found.append(Offer((action,)))
        elif left < first:
            nearer.append((left, action, after))
    for _, action, middle in [] if found else sorted(nearer, key=lambda one: one[0])[:6]:
        for second, after in _played(game, middle, until):
            if not differ(after):
                found.append(Offer((action, second)))
    return found[:MOST_OFFERS]


def _played(game: Game[Any], state: State, until: float) -> Iterator[tuple[Action[Any], State]]:
    """The legal actions of a moment and the moments after them, as many as there is time for; none that asks
    what a die or a card says, which no photograph knows.
    """
    kinds = [kind for kind in game.kinds if not kind.anytime and not any(map(_unknown, nouns(kind).values()))]
    for n, action in enumerate(legal(kinds, state, state.to_act[:1])):
        if n >= MANY or time.monotonic() > until:
            return
        try:
            yield action, play(state, action)
        except Refusal:
            continue


def _unknown(noun: Any) -> bool:
    return isinstance(noun, Words) or (isinstance(noun, Noun) and noun.chance)
