"""Moments as a player sees them when it is to act, with its choices."""

import random
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar, cast

from companion.kernel.action import Action, Kind, Noun, Unanswered, answered, candidates, draft, extend, nouns
from companion.kernel.features import CardPlay, ComputerPlay
from companion.kernel.game import Game
from companion.kernel.hands import Hands
from companion.kernel.rulebook import Refusal
from companion.kernel.simulate import DeadEnd, in_season, one_answer, wander
from companion.toolkit.aimed import Aimed

T = TypeVar("T")
WON = 1_000.0
"""What a game won is worth."""
LOOKED_AT = 48
"""So many half-made actions are judged at each question of a verb; of more, as many are drawn by lot."""
ALL = 400
"""The same where none is to be missed: as good as all of them."""
TRIES = 1_000
"""So often somebody who plays at random thinks again where a hand does not hold the card."""


@dataclass(frozen=True)
class Moment:
    """A moment of a sitting for the seat that acts."""

    game: Game[Any]
    kinds: tuple[Kind[Any], ...]
    state: Any
    seat: str
    rng: random.Random
    hands: Hands[Any] | None = None
    """What everybody holds; a player looks at its own, and guesses the others'."""
    barred: frozenset[str] = frozenset()
    """Verbs, cards and names that this player does without, as long as there is anything else to do."""
    wanted: str = ""
    """A card or name that this player uses as soon as it can."""
    looked_at: int = LOOKED_AT

    def allows(self, action: Action[Any]) -> bool:
        """True if a half-made action can go on: the rules and the hand allow it, and the player may."""
        try:
            action.check(self.state)
        except Unanswered:
            pass
        except Refusal:
            return False
        return self._held(action)

    def _held(self, action: Action[Any]) -> bool:
        return self.hands is None or self.hands.allow(self.state, action)

    @cached_property
    def choices(self) -> list[Action[Any]]:
        """Return the possible actions, each up to its first die, drawn by lot if there are too many.

        Where the table waits for a die or a lot, that alone. Never what is barred, if there is anything else.
        """
        actions = self._possible()
        if self.wanted:
            actions = [action for action in actions if self.wanted in self.uses(action)] or actions
        if self.barred:
            actions = [one for one in actions if self.barred.isdisjoint(self.uses(one))] or actions
        return actions

    def uses(self, action: Action[Any]) -> Iterator[str]:
        """Yield what an action uses, named or not."""
        yield from used(action)
        yield from unnamed(self.game, self.state, action)

    def _possible(self) -> list[Action[Any]]:
        season = in_season(self.kinds, self.state.phase, self.seat)
        drafts = [draft(kind, self.seat, {}) for kind in season]
        drafts = [action for action in drafts if self._opens(action)]
        lots = [partial for partial in drafts if _chance(partial)]
        return lots or [done for one in drafts for done in self._complete(one)] or [self.wander()]

    def _opens(self, action: Action[Any]) -> bool:
        legal = action.is_legal(self.state)
        return self.allows(action) if legal is None else legal and self._held(action)

    def _complete(self, action: Action[Any]) -> list[Action[Any]]:
        partial = [action]
        for field, noun in asked(type(action)).items():
            if noun.chance:
                return partial
            partial = self._answered(partial, field, noun)
        return partial

    def _answered(self, partial: list[Action[Any]], field: str, noun: Noun[Any]) -> list[Action[Any]]:
        result, share = [], max(1, self.looked_at // max(1, len(partial)))
        for action in partial:
            if noun.count is None:
                result += self._with_one(action, field, noun, share)
                continue
            offered = tuple(noun.options(self.state, action))
            sets: list[Action[Any]] = [answered(action, field, ())]
            for _ in range(noun.count(self.state, action)):
                sets = self._allowed(
                    [
                        answered(one, field, chosen)
                        for one in sets
                        for chosen in extend(offered, one.__dict__[field])
                    ],
                    share,
                )
            result += sets
        return list(self._some(result, self.looked_at))

    def _with_one(self, action: Action[Any], field: str, noun: Noun[Any], most: int) -> list[Action[Any]]:
        """Return the action with each answer to a question for one; those that a rule yields are legal."""
        legal = noun.legal(self.state, action) if noun.legal else None
        names = tuple(noun.options(self.state, action) if legal is None else legal)
        given = [answered(action, field, name) for name in self._some(names, most)]
        return self._allowed(given) if legal is None else [one for one in given if self._held(one)]

    def _allowed(self, actions: list[Action[Any]], most: int = 0) -> list[Action[Any]]:
        return [action for action in self._some(actions, most or self.looked_at) if self.allows(action)]

    def _some(self, of: Sequence[T], most: int) -> Sequence[T]:
        return of if len(of) <= most else self.rng.sample(of, most)

    def variants(self, action: Action[Any]) -> Iterator[Action[Any]]:
        """The same with one answer changed where the rest may stay, to mend what was drawn by lot."""
        answers = action.__dict__
        partial = draft(type(action), self.seat, {})
        fields = [field for field in asked(type(action)) if field in answers]
        for n, field in enumerate(fields):
            noun = asked(type(action))[field]
            for name in candidates(noun, self.state, partial) if noun.count is None else ():
                if name != answers[field] and (
                    other := self._with(partial, action, field, name, fields[n + 1 :])
                ):
                    yield other
            partial = answered(partial, field, answers[field])

    def _with(
        self, partial: Action[Any], action: Action[Any], field: str, name: str, later: Sequence[str]
    ) -> Action[Any] | None:
        """An answer, then those of an action for the later questions; None where one cannot be given."""
        partial = answered(partial, field, name)
        for other in later:
            if not self.allows(partial):
                return None
            noun, answer = asked(type(action))[other], action.__dict__[other]
            names, offered = (answer,) if noun.count is None else answer, noun.options(self.state, partial)
            if len(names) != noun.needed(self.state, partial) or any(one not in offered for one in names):
                return None
            partial = answered(partial, other, answer)
        return partial if self.allows(partial) else None

    def thrown(self, action: Action[Any]) -> Action[Any]:
        """The action with its dice thrown, and what is asked after them answered at random."""
        for field, noun in asked(type(action)).items():
            if field not in action.__dict__:
                action = one_answer(self.state, action, field, noun, self.rng)
        return action

    def after(self, action: Action[Any]) -> Any:
        """The next moment: what ``choices`` found needs no second look."""
        return self.thrown(action).apply(self.bare)

    @property
    def bare(self) -> Any:
        """The state, with nothing told, as nobody reads what a player thinks of."""
        return self.state if self.state.quiet else self.state.but(told=(), quiet=True)

    def wander(self) -> Action[Any]:
        """Something legal at random that the hand allows."""
        for _ in range(TRIES):
            action = wander(self.kinds, self.state, self.rng, self.seat)
            if self.hands is None or self.hands.allow(self.state, action):
                return action
        raise DeadEnd(f"{self.seat} holds nothing that can be played")


def value(moment: Moment, state: Any, seat: str) -> float:
    """Return the worth of a moment for a seat: by who won, else by the game's own worth, else 0."""
    over = state.over
    if over is None:
        worth = moment.game[ComputerPlay].worth
        return worth(state, seat) if worth else 0.0
    if not over.winners:
        return 0.0
    sides = len({state.partners(winner) for winner in over.winners})
    won: float = WON * (2 / sides - 1) if seat in over.winners else -WON
    scores: dict[str, int] = dict(over.scores)
    if seat not in scores or len(scores) < 2:
        return won
    return won + scores[seat] - max(score for other, score in scores.items() if other != seat)


Player = Callable[[Moment], Action[Any]]
"""Somebody who plays: from what it sees to a whole action."""


def asked(kind: Kind[Any]) -> Mapping[str, Noun[Any]]:
    """Return the nouns of a verb in their order; TypeError if it takes words, which no player finds."""
    result = nouns(kind)
    for noun in result.values():
        if not isinstance(noun, Noun):
            raise TypeError(f"{kind.verb} takes words; nobody plays it by himself")
    return cast(Mapping[str, Noun[Any]], result)


def used(action: Action[Any]) -> Iterator[str]:
    """Yield what a seat uses in an action: its verb, and the things that it names but does not aim at."""
    aimed = {field for field, noun in nouns(type(action)).items() if isinstance(noun, Aimed)}
    return names(action, aimed)


def names(action: Action[Any], but: Collection[str] = ()) -> Iterator[str]:
    """Yield the verb of an action and what it names, without plain numbers and the answers to some fields."""
    yield action.verb
    for field, answer in action.__dict__.items():
        if field != "by" and field not in but:
            for name in (answer,) if isinstance(answer, str) else answer:
                if not name.lstrip("-").isdigit():
                    yield name


def unnamed(game: Game[Any], state: Any, action: Action[Any]) -> tuple[str, ...]:
    """Return the cards that an action uses at a moment without naming them."""
    play = game.get(CardPlay)
    return play.used(state, action) if play else ()


def _chance(action: Action[Any]) -> bool:
    """True if all that it asks depends on a die or a lot."""
    return any(noun.chance for noun in list(asked(type(action)).values())[:1])
