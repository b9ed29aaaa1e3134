"""Actions that any seat may take at any time: resign, offer a draw and answer it, put the table away."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion.kernel.action import Action, Kind, S
from companion.kernel.state import State
from companion.words import message


@dataclass(frozen=True)
class AtTheTable(Action[State]):
    """Something a seat says about the sitting itself."""

    anytime = True

    def check(self, state: State) -> None:
        state.rules.require(
            state.over is None,
            "game-over",
            "It is over already: {reason}",
            reason=state.over.why if state.over else "",
        )
        state.rules.require(
            self.by not in state.resigned, "resign", "{seat} has resigned and left the table.", seat=self.by
        )


@dataclass(frozen=True)
class Resign(AtTheTable):
    """Give up, for your whole side; the others have won."""

    icon = "flame"

    def apply(self, state: State) -> State:
        own = state.partners(self.by)
        others = tuple(seat for seat in state.playing if seat not in own)
        return state.finish(
            others,
            "resign",
            message("{seat} {seat:resigns|resign}: {others} {others:wins|win}.", seat=self.by, others=others),
        )


@dataclass(frozen=True)
class OfferDraw(AtTheTable):
    """Offer a draw to the others."""

    def check(self, state: State) -> None:
        super().check(state)
        offered = state.draw_offered
        state.rules.require(
            not offered,
            "draw-offer",
            "{seat} {seat:offers|offer} a draw already; agree to it or decline.",
            seat=offered,
        )

    def apply(self, state: State) -> State:
        return state.but(draw_offered=self.by, draw_agreed=()).tell(
            message("{seat} {seat:offers|offer} a draw.", seat=self.by), "Draw"
        )


@dataclass(frozen=True)
class AgreeDraw(AtTheTable):
    """Agree to the draw another side offers."""

    title = "Agree to a draw"

    def check(self, state: State) -> None:
        super().check(state)
        state.rules.require(state.draw_offered, "draw-offer", "Nobody offers a draw.")
        state.rules.require(
            state.draw_offered not in state.partners(self.by),
            "draw-offer",
            "Your own offer is for another side to answer.",
        )
        state.rules.require(
            self.by in state.draw_open,
            "draw-offer",
            "You have agreed already; {seats} still may.",
            seats=state.draw_open,
        )

    def apply(self, state: State) -> State:
        agreed = state.but(draw_agreed=(*state.draw_agreed, self.by))
        if still := agreed.draw_open:
            return agreed.tell(
                message(
                    "{seat} {seat:agrees|agree} to the draw; {still:or} may still decline.",
                    seat=self.by,
                    still=still,
                ),
                "Draw",
            )
        why = message(
            "{seat} offered a draw and {agreed} agreed.", seat=state.draw_offered, agreed=agreed.draw_agreed
        )
        return state.but(draw_offered="", draw_agreed=()).finish((), "draw-offer", why)


@dataclass(frozen=True)
class DeclineDraw(AtTheTable):
    """Turn a draw down, or withdraw one's own offer."""

    title = "Decline the draw"

    @classmethod
    def face(cls, state: State, by: str) -> tuple[str, str]:
        """To who offered it, it is their own to take back."""
        return "Withdraw the draw" if state.draw_offered == by else cls.title, ""

    def check(self, state: State) -> None:
        super().check(state)
        state.rules.require(state.draw_offered, "draw-offer", "Nobody offers a draw.")

    def apply(self, state: State) -> State:
        own = state.draw_offered in state.partners(self.by)
        words = (
            "{seat} {seat:withdraws|withdraw} the draw."
            if own
            else "{seat} {seat:declines|decline} the draw."
        )
        return state.but(draw_offered="", draw_agreed=()).tell(message(words, seat=self.by), "Draw")


@dataclass(frozen=True)
class EndTable(AtTheTable):
    """Put the table away without a result."""

    title = "End the table"

    def apply(self, state: State) -> State:
        return state.finish(
            (), "end-table", message("{seat} put the table away; nobody has won.", seat=self.by)
        )


def resigning(leave: Callable[[S, str], S]) -> Kind[Any]:
    """Resigning where one who leaves does not end it for the rest: two or more of them play on.

    ``leave`` gives the moment after a seat has left, and tells the hands what to take off.
    """

    @dataclass(frozen=True)
    class Leave(AtTheTable):
        """Give up and leave; two or more others play on without you, a last one has won."""

        icon = "flame"

        def apply(self, state: Any) -> Any:
            others = tuple(seat for seat in state.playing if seat != self.by)
            if len(others) < 2:
                return Resign(self.by).apply(state)
            gone = state.but(resigned=(*state.resigned, self.by), draw_offered="", draw_agreed=())
            words = message(
                "{seat} {seat:resigns|resign}: {others} {others:plays|play} on.", seat=self.by, others=others
            )
            return leave(gone.tell(words, "Resigned", "Draw", rule="resign"), self.by)

    Leave.verb, Leave.title = Resign.verb, Resign.title
    return Leave


def at_the_table(resign: Kind[Any] = Resign) -> tuple[Kind[Any], ...]:
    """Everything a seat may say about the sitting itself."""
    return (resign, OfferDraw, AgreeDraw, DeclineDraw, EndTable)


AT_THE_TABLE = at_the_table()
