"""Logging each cause at most once a minute: a database that is away fills no disk."""

import logging
import time
import traceback
from collections import OrderedDict

MINUTE = 60.0
CAUSES = 100
"""So many causes are told apart; what comes beyond them makes the oldest be said again."""


class OnceAMinute(logging.Filter):
    """Lets each cause through once a minute, and says how often it came meanwhile.

    A cause is the exception that is logged, by its type, its first line and where it was raised; without
    one it is the message.
    """

    def __init__(self) -> None:
        super().__init__()
        self.said: OrderedDict[str, tuple[float, int]] = OrderedDict()

    def filter(self, record: logging.LogRecord) -> bool:
        """False where this cause was logged less than a minute ago."""
        cause, now = _cause(record), time.monotonic()
        last, held_back = self.said.pop(cause, (now - MINUTE, 0))
        if now - last < MINUTE:
            self.said[cause] = last, held_back + 1
            return False
        self.said[cause] = now, 0
        if len(self.said) > CAUSES:
            self.said.popitem(last=False)
        if held_back:
            record.msg, record.args = f"{record.getMessage()} ({held_back} more since it was last said)", ()
        return True


def _cause(record: logging.LogRecord) -> str:
    error = record.exc_info[1] if record.exc_info else None
    if error is None:
        return record.getMessage()
    first = str(error).partition("\n")[0]
    where = next((f"{at.filename}:{at.lineno}" for at in traceback.extract_tb(error.__traceback__)[-1:]), "")
    return f"{type(error).__name__} {first[:200]} {where}"


once_a_minute = OnceAMinute()
"""The one of this process, for every logger that could say the same again and again."""
