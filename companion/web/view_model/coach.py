"""The model of the coach: its last advice, and if it may be asked."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.kernel.features import ComputerPlay
from companion.players.absent import cannot
from companion.storage.session import ADVICE, LOOKED_BACK, Session
from companion.web.view_model.phone import Phone
from companion.words import Message, Text, Value


@dataclass(frozen=True)
class Coach:
    """The coach of a table, as one phone hears it."""

    session: Session
    phone: Phone
    on: bool
    """False if this house lets no phone think."""

    def _told(self, begins: str) -> Text:
        """Return what was told at this moment that begins so; empty if nothing was."""
        changes = (change for change in self.session.changes if change.after == self.session.n)
        return next((change.notice for change in changes if change.told.startswith(begins)), "")

    @property
    def advice(self) -> Text:
        """Return what the coach said at this moment; empty if nobody asked."""
        return self._told(ADVICE)

    @property
    def moves(self) -> Sequence[tuple[str, str]]:
        """Return each move that is advised, with the address at which this phone can make it; nothing if it
        is not for this phone."""
        advice, state = self.advice, self.session.table.state
        if not isinstance(advice, Message) or advice.values["seat"] not in {*self.phone.mine} & {
            *state.to_act
        }:
            return ()
        values = advice.values
        addresses = (f"{self.phone.do}/{one}" for one in _list(values, "answers"))
        return tuple(zip(_list(values, "moves"), addresses, strict=False))

    @property
    def may_ask(self) -> bool:
        """True if this phone may ask what it could do: on its turn, if the coach answers."""
        state, acting = self.session.table.state, self.phone.acting
        mine = acting in self.phone.mine and acting in state.to_act
        return bool(self._answers and mine and not (self.advice or state.over))

    @property
    def looked_back(self) -> tuple[Text, int] | None:
        """Return which turn cost most, as the coach said after the last entry, and its entry; 0 for none."""
        words = self._told(LOOKED_BACK)
        at = re.match(rf"{LOOKED_BACK} at entry (\d+):", str(words))
        return (words, int(at[1]) if at else 0) if words else None

    @property
    def may_look_back(self) -> bool:
        """True if this phone may ask which turn cost most: it sits here, and the game is over."""
        table = self.session.table
        over = table.state.over and table.game[ComputerPlay].worth
        return bool(self._answers and self.phone.may and over and not self.looked_back)

    @property
    def _answers(self) -> bool:
        """True if this table lets a coach be asked, and the phone could play at it."""
        table = self.session.table
        return self.session.advice and self.on and not cannot(table.game, table.opening)


def _list(values: Mapping[str, Value], name: str) -> Sequence[str]:
    entries = values.get(name, ())
    return tuple(map(str, entries)) if isinstance(entries, (tuple, list)) else ()
