"""What the coach said, and whether it may be asked."""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.storage.session import (
    ADVICE,
    LOOKED_BACK,
)

if TYPE_CHECKING:
    from companion.web.view_model import TablePage


@dataclass(frozen=True)
class Coach:
    """The coach of a table, as one phone hears it."""

    page: "TablePage"

    @property
    def advice(self) -> str:
        """What the coach said at this moment; empty where nobody asked."""
        told = (change.told for change in self.page.changes.get(self.page.n, ()))
        return next((words for words in told if words.startswith(ADVICE)), "")

    @property
    def may_ask(self) -> bool:
        """True where this phone may ask what it could do: on its turn, where the coach answers."""
        page = self.page
        return bool(
            self._there and page.my_turn and page.acting in page.waiting and not (self.advice or page.over)
        )

    @property
    def looked_back(self) -> tuple[str, int] | None:
        """Which turn cost most, as the coach said after the last entry, and its entry; 0 for none."""
        told = (change.told for change in self.page.changes.get(self.page.n, ()))
        words = next((words for words in told if words.startswith(LOOKED_BACK)), "")
        at = re.match(rf"{LOOKED_BACK} at entry (\d+):", words)
        return (words, int(at[1]) if at else 0) if words else None

    @property
    def may_look_back(self) -> bool:
        """True where this phone may ask which turn cost most: it sits here, and the game is over."""
        page = self.page
        return bool(self._there and page.may and page.over and page.game.worth and not self.looked_back)

    @property
    def _there(self) -> bool:
        """Whether this table lets a coach be asked, and the phone could play at it."""
        page = self.page
        return page.session.advice and page.phone_plays and not page.game.phone_cannot(page.table.opening)
