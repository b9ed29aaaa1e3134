"""Set by hand: the table is always right, so what a game tracks can be set, within what its box can hold."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from companion.kernel.action import Action, AnyNoun, Kind, Noun, Number, S, Words
from companion.kernel.state import Impossible
from companion.kernel.tracked import Tracked, differences, things
from companion.words import message

WHY = Words("Why? A few words for the log", otherwise="by hand")
Why = Annotated[str, WHY]


@dataclass(frozen=True)
class SetByHand(Action[S]):
    """A ruling: any seat may make it at any time until the game is over, and its last noun is ``Why``."""

    icon = "hand"
    anytime = True
    by_hand = True
    at_once = True

    def check(self, state: S) -> None:
        state.rules.require(
            state.over is None, "game-over", "The game is over; take back what ended it first."
        )


def set_by_hand(tracked: tuple[Tracked[S], ...], invariant: Callable[[S], None]) -> Kind[S]:
    """The verb that sets any of these things.

    It refuses what changes nothing and what the box cannot hold, in the invariant's words, and tells
    everything that changes with it.
    """

    def known(state: S, name: str) -> tuple[Tracked[S], str]:
        """Return the kind of a thing, and the thing itself, of its name."""
        return next((kind, thing) for kind in tracked for thing in kind.settable(state) if thing == name)

    def settable(state: S, draft: Any) -> tuple[str, ...]:
        return tuple(thing for kind in tracked for thing in kind.settable(state))

    def settings(state: S, draft: Any) -> Iterable[str]:
        kind, thing = known(state, draft.thing)
        return kind.to(state, thing) if kind.to else ()

    def put(state: S, name: str, to: str) -> S:
        kind, thing = known(state, name)
        return kind.put(state, thing, to) if kind.put else state

    @dataclass(frozen=True)
    class Ruling(SetByHand[S]):
        """Set anything that is tracked by hand, because the table is always right."""

        thing: str
        to: str
        why: str
        its_nouns: ClassVar[dict[str, AnyNoun]] = {
            "thing": Noun("Set what?", settable),
            "to": Noun("To what?", settings),
            "why": WHY,
        }
        title = "Set by hand"

        def check(self, state: S) -> None:
            super().check(state)
            require = state.rules.require
            require(any(kind.settable(state) for kind in tracked), "ruling", "There is nothing to set yet.")
            after = put(state, self.thing, self.to)
            before = things(tracked, state)
            require(
                things(tracked, after) != before,
                "ruling",
                "{thing} is {value} already: nothing would change.",
                thing=known(state, self.thing)[1],
                value=self.to,
            )
            try:
                invariant(after)
            except Impossible as no:
                state.rules.refuse("ruling", no.why)

        def apply(self, state: S) -> S:
            to = self.to.replace("-", "−") if isinstance(settings(state, self), Number) else self.to
            ruled = state.tell(
                message(
                    "Ruling by {seat}: {thing} is set to {to} ({why}).",
                    seat=self.by,
                    thing=known(state, self.thing)[1],
                    to=to,
                    why=self.why,
                ),
                self.thing,
                rule="ruling",
            )
            after = put(ruled, self.thing, self.to)
            said = {name for line in after.told for name in line.about}
            return after.tell_lines(differences(tracked, state, after, said))

    return Ruling
