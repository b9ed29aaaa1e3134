"""Tables as this process knew them last, the ones used longest ago given up first."""

import threading
from collections import OrderedDict

from companion.storage.session import Session

MOMENTS = 50_000
"""So many moments are kept in memory, of 2 to 4 kB each (tracemalloc, the five games)."""
TABLE = 4
"""What a table takes besides them, in moments."""


class Cache:
    """Sessions by the code of their table, as many as have room. A session that is not here is read and
    replayed."""

    def __init__(self) -> None:
        self._sessions: OrderedDict[str, Session] = OrderedDict()
        self.moments = 0
        self._turn = threading.Lock()

    def get(self, code: str) -> Session | None:
        """The table of this code as it was last known here."""
        with self._turn:
            if session := self._sessions.get(code):
                self._sessions.move_to_end(code)
            return session

    def keep(self, session: Session) -> None:
        """Know a table as it stands now, unless a later moment of it is known."""
        with self._turn:
            cached = self._sessions.get(session.code)
            if cached is None or cached.at <= session.at:
                self.moments += _room(session) - (_room(cached) if cached else 0)
                self._sessions[session.code] = session
                self._sessions.move_to_end(session.code)
            while self.moments > MOMENTS and len(self._sessions) > 1:
                self.moments -= _room(self._sessions.popitem(last=False)[1])

    def drop(self, code: str) -> None:
        """Know nothing of a table any more."""
        with self._turn:
            if session := self._sessions.pop(code, None):
                self.moments -= _room(session)


def _room(session: Session) -> int:
    return TABLE + session.n
