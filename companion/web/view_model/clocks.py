"""The clocks of a table."""

import time
from dataclasses import dataclass

from companion.storage.session import Session
from companion.web.dock_models import ClockShown


@dataclass(frozen=True)
class Clocks:
    """The clocks as a page shows them."""

    session: Session

    def shown(self, live: bool = True) -> list[ClockShown]:
        """Return every clock as it stands now; else as it stood at the last entry."""
        now = time.time()
        return [
            ClockShown(one, one.shown(now if live else one.at), live and one.runs)
            for one in self.session.clocks
        ]

    @property
    def time(self) -> int:
        """Return the time of this server, in milliseconds: a phone's own clock may be wrong."""
        return round(time.time() * 1000)

    @property
    def verb(self) -> str:
        """Return the verb that starts the clocks, or stops them."""
        return "stop-clocks" if any(one.runs for one in self.session.clocks) else "start-clocks"
