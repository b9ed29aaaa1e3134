"""What the house says about itself: kind sentences for what went wrong, and times of day."""

import time

SAID = {
    400: ("That did not arrive whole", "Go back, reload the page and try once more. Nothing was played."),
    403: ("Not from here", "This phone may not do that at this table."),
    404: ("Nothing here", "Nothing lies at this address. Perhaps a letter of it is missing."),
    405: ("Not this way", "This address is for looking or for sending, but not for what was tried."),
    409: ("Too late", "The table has moved on meanwhile. Look once more."),
    413: ("Too much", "That is more than a table needs: 64 kB at most, or 1 MB for a sitting."),
    422: ("Not quite", "Something in it does not fit. Go back and look once more."),
    429: ("A little slower", "That was tried very often from here. Wait a minute, then try again."),
    500: (
        "That went wrong here",
        "It is our mistake. What was played is kept; go back to the table and look.",
    ),
    503: ("Just a moment", "The journal cannot be reached just now. Nothing is lost; try again in a moment."),
}


def said(status: int) -> tuple[str, str]:
    """A title and a sentence for an answer that is not a page."""
    return SAID.get(status) or SAID[500 if status >= 500 else 400]


def clock(seconds: float) -> str:
    """The time of day: ``20:15``."""
    return time.strftime("%H:%M", time.localtime(seconds))


def day(seconds: float) -> str:
    """The day and the time: ``3 May 2026, 20:15``."""
    at = time.localtime(seconds)
    return f"{at.tm_mday} {time.strftime('%B %Y, %H:%M', at)}"
