"""The table and the phone: what a photograph shows beside what the journal says, and how they may agree."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice, takewhile
from typing import Any

from companion.extras.eye.places import Marked, Placed, standing
from companion.kernel.action import Action, Noun, Words, draft, legal, nouns, play, written
from companion.kernel.game import Game
from companion.kernel.rulebook import Refusal
from companion.kernel.state import State
from companion.kernel.view import Picture, View
from companion.toolkit.paper.boards import PaperBoards
from companion.words import Message, joined, message

SECONDS = 1.0
"""So long it is looked for what was done."""
MANY = 4_000
"""And so many actions are tried."""
NEARER = 6
"""From so many first ones a second action is looked for."""
MOST_OFFERS = 4
QUIET = 3
"""So many actions that move nothing on the board may have come first: the end of a turn, a pass."""


@dataclass(frozen=True)
class Stands:
    """The place where the phone has a thing."""

    thing: str
    """The thing or kind that its sigil stands for; empty where the phone does not know what lies there."""
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
    def words(self) -> Message:
        """``Uriel stands on B4 by the phone; here it is on B3.``"""
        words = "{thing} is on no space by the phone; here it is on {here}."
        if self.phone:
            words = "{thing} stands on {space} by the phone; here it is on {here}."
        if self.phone == self.table:
            words = "{thing} lies {lies} on {space}; the phone has it the other way up."
        lies = "face up" if self.up else "face down"
        here = joined((self.table, lies if self.turned else ""), ", ")
        return message(words, thing=self.thing, space=self.phone, lies=lies, here=here)


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
    right: tuple[str, ...] = ()
    """What the phone calls that which agrees."""


def stands(marked: Marked, game: Game[Any], state: State, board: str) -> list[list[Stands]]:
    """Return where the phone has everything of a board that bears a sigil: the pieces of its picture, and its
    spaces. One list; or one for each seat, if each has that board before it."""
    names = {face.thing.lower(): face.thing for face in marked.faces.values()}
    spaces = {cell.space for cell in marked.boards[board].picture.cells}
    if (lying := game[PaperBoards].lying(state, board)) is not None:
        return [[*_of_spaces(lying, names, marked.single)]]
    view = game.view(state)
    down = _face_down(marked, view)
    own = [panel.picture for panel in view.panels] if board == "own-board" else [view.picture]
    return [
        [one for one in _of_picture(picture, names, down) if one.space in spaces]
        for picture in own
        if picture
    ]


def _face_down(marked: Marked, view: View) -> set[str]:
    """Return the things that lie face down and bear a sigil on that face."""
    two = {face.thing for face in marked.faces.values() if not face.up}
    return two & {card.thing for panel in view.panels for card in panel.cards if not card.up}


def _of_spaces(
    lying: Mapping[str, Sequence[str]], things: Mapping[str, str], single: set[str]
) -> Iterator[Stands]:
    for space, names in lying.items():
        for name in names:
            thing = things.get(name.lower(), "")
            if thing or not name:
                here = str(message("{thing} on {space}", thing=thing, space=space))
                yield Stands(thing, thing if thing in single else here, space)


def _of_picture(picture: Picture, things: Mapping[str, str], down: set[str]) -> Iterator[Stands]:
    for piece in picture.pieces:
        names = (*piece.names, *(chip.kind for chip in piece.stack[:1]))
        thing = next(filter(None, (things.get(name.lower()) for name in names)), "")
        if thing and piece.shape != "bare" and (space := piece.space or _space(picture, piece.at)):
            yield Stands(thing, piece.thing, space, piece.thing not in down)
    yield from _grounds(picture, things)


def _grounds(picture: Picture, things: Mapping[str, str]) -> Iterator[Stands]:
    for cell in picture.cells:
        for name in {cell.kind, cell.tile}:
            if cell.space and name.lower() in things:
                yield Stands(things[name.lower()], cell.space, cell.space, ground=True)


def _space(picture: Picture, at: tuple[float, float]) -> str:
    cell, _ = standing(picture, at)
    return cell.space if cell else ""


def nearest(marked: Marked, seen: Sequence[Placed], boards: Sequence[Sequence[Stands]]) -> Agreement:
    """Return the agreement with the board from which the photograph differs least: that is the one seen."""
    result = [compare(marked, seen, there) for there in boards]
    return min(result, key=lambda one: (len(one.differ), len(one.unseen)))


def compare(marked: Marked, seen: Sequence[Placed], there: Sequence[Stands]) -> Agreement:
    """Return what agrees, what differs, what is in doubt, and what is not seen."""
    left = [s for s in there if s.thing]
    pairs = [*_paired(seen, left, _agrees)]
    agree = [(one, s.name) for one, s in pairs if s]
    differ = tuple(_differences(marked, [one for one, s in pairs if not s], there, left))
    hidden, doubtful = tuple(_covered(seen, there, left)), tuple(one for one in seen if one.doubt)
    agreed, right = zip(*agree, strict=True) if agree else ((), ())
    return Agreement(agreed, differ, doubtful, _unseen(left, doubtful), hidden, right)


def _paired(
    pieces: Iterable[Placed], left: list[Stands], same: Callable[[Stands, Placed], bool]
) -> Iterator[tuple[Placed, Stands | None]]:
    """Yield each piece on a space with the thing that it is, which is then not left for another."""
    for one in pieces:
        if not one.space:
            continue
        thing = next((s for s in left if same(s, one)), None)
        if thing:
            left.remove(thing)
        yield one, thing


def _agrees(there: Stands, seen: Placed) -> bool:
    return (there.thing, there.space, there.up) == (seen.thing, seen.space, seen.up)


def _differences(
    marked: Marked, pieces: Sequence[Placed], there: Sequence[Stands], left: list[Stands]
) -> Iterator[tuple[Placed, Difference]]:
    """Yield what differs; nothing of spaces where the phone does not know what lies there."""
    unknown = {s.space for s in there if not s.thing}
    known = [one for one in pieces if one.thing in marked.single or one.space not in unknown]
    for one, thing in _paired(known, left, partial(_same, marked)):
        yield one, _difference(marked, one, thing)


def _covered(seen: Sequence[Placed], there: Sequence[Stands], left: list[Stands]) -> Iterator[str]:
    """Yield the spaces on which something stands, which are then left no more."""
    ground = {s.thing for s in there if s.ground}
    taken = {one.space for one in seen if one.thing not in ground}
    for s in [s for s in left if s.ground and s.space in taken]:
        left.remove(s)
        yield s.space


def _unseen(left: Sequence[Stands], doubtful: Sequence[Placed]) -> tuple[Stands, ...]:
    unsure = {one.thing for one in doubtful}
    return tuple(s for s in left if s.thing not in unsure)


def _same(marked: Marked, there: Stands, seen: Placed) -> bool:
    """True if the seen piece is this thing: the only one of its name, or one that was turned over."""
    return there.thing == seen.thing and (seen.thing in marked.single or there.space == seen.space)


def _difference(marked: Marked, one: Placed, there: Stands | None) -> Difference:
    if not there:
        return Difference(one.thing, "", one.space, one.up, False)
    name = there.name if one.thing in marked.single and not there.ground else one.thing
    return Difference(name, there.space, one.space, one.up, there.up != one.up)


@dataclass(frozen=True)
class Offer:
    """One or two actions that make the phone agree with the photograph, after those that move nothing."""

    actions: tuple[Action[Any], ...]
    """The last one is half-made where its other answers no photograph shows."""


def offers(marked: Marked, game: Game[Any], state: State, seen: Sequence[Placed], board: str) -> list[Offer]:
    """Return what the seats to act may have done: the legal actions, one or two, after which nothing differs;
    if only some pieces are not seen, those after which they lie there no more."""
    return _Search(marked, game, seen, board, time.monotonic() + SECONDS).offers(state)


@dataclass(frozen=True)
class _Tried:
    """An action that may have been done, and what the photograph says to the moment after it."""

    action: Action[Any]
    after: State
    left: tuple[int, int]
    """So many pieces differ then, and so many are not seen."""
    silent: bool
    """True where it moves nothing on the board: nobody takes a photograph of it."""


Moment = tuple[tuple[Action[Any], ...], State]
"""What was done first, and the moment after it."""


@dataclass(frozen=True)
class _Search:
    """The search for what was done."""

    marked: Marked
    game: Game[Any]
    seen: Sequence[Placed]
    board: str
    until: float

    def offers(self, state: State) -> list[Offer]:
        """Single actions first, then those after actions that move nothing, then two that move something."""
        first = self._left(self._stand(state))
        if not any(first):
            return []
        level: list[Moment] = [((), state)]
        nearer: list[_Tried] = []
        for quiet in range(QUIET + 1):
            result, after = list[tuple[Offer, int]](), list[Moment]()
            for before, moment in level:
                tried = list(self._tried(moment))
                result += [(Offer((*before, o.action)), o.left[1]) for o in tried if _explains(o, first)]
                after += [((*before, one.action), one.after) for one in _silent(tried)]
                nearer += tried if not quiet else ()
            if result:
                return _asking(_fewest_unseen(result))
            level = after
        return list(islice(self._pairs(nearer, first), MOST_OFFERS))

    def _pairs(self, nearer: Iterable[_Tried], first: tuple[int, int]) -> Iterator[Offer]:
        nearer = (one for one in nearer if sum(one.left) < sum(first))
        for one in sorted(nearer, key=lambda one: one.left)[:NEARER]:
            for second in self._tried(one.after):
                if _explains(second, first):
                    yield Offer((one.action, second.action))

    def _stand(self, moment: State) -> list[list[Stands]]:
        return stands(self.marked, self.game, moment, self.board)

    def _left(self, there: list[list[Stands]]) -> tuple[int, int]:
        one = nearest(self.marked, self.seen, there)
        return len(one.differ), len(one.unseen)

    def _tried(self, state: State) -> Iterator[_Tried]:
        """The legal actions of a moment, as many as there is time for; none that asks what a die or a card
        says, which no photograph knows.
        """
        here = self._stand(state)
        kinds = [kind for kind in self.game.kinds if not kind.anytime]
        kinds = [kind for kind in kinds if not any(map(_unknown, nouns(kind).values()))]
        for action in islice(legal(kinds, state, state.to_act[:1]), MANY):
            if time.monotonic() > self.until:
                return
            try:
                after = play(state, action)
            except Refusal:
                continue
            there = self._stand(after)
            yield _Tried(action, after, self._left(there), there == here)


def _explains(one: _Tried, first: tuple[int, int]) -> bool:
    """True if nothing differs any more after an action, and all is seen, if that was all."""
    differ, unseen = one.left
    return not differ and (not unseen or (first[0] > 0 and unseen <= first[1]))


def _fewest_unseen(offers: Sequence[tuple[Offer, int]]) -> list[Offer]:
    least = min(unseen for _, unseen in offers)
    return [offer for offer, unseen in offers if unseen == least]


def _silent(tried: Sequence[_Tried]) -> list[_Tried]:
    """Return the actions that move nothing and may have come first; none if answers had to be guessed."""
    silent = [one for one in tried if one.silent]
    return [] if any(nouns(type(one.action)) for one in silent) else silent


def _asking(offers: list[Offer]) -> list[Offer]:
    """Offers; where there are too many that differ only in their last answers, one that has these asked."""
    last = offers[0].actions[-1]
    same = [
        one
        for one in offers
        if (one.actions[:-1], type(one.actions[-1])) == (offers[0].actions[:-1], type(last))
    ]
    if len(offers) <= MOST_OFFERS or len(same) < len(offers):
        return offers[:MOST_OFFERS]
    answers = [written(one.actions[-1]) for one in offers]
    agreed = takewhile(lambda field: all(one[field] == answers[0][field] for one in answers), answers[0])
    half = draft(type(last), last.by, {field: last.__dict__[field] for field in agreed})
    return [Offer((*offers[0].actions[:-1], half))]


def _unknown(noun: Any) -> bool:
    return isinstance(noun, Words) or (isinstance(noun, Noun) and bool(noun.chance))
