"""Settings of a phone, kept in its signed cookie for all its tables."""

from collections.abc import Collection
from dataclasses import dataclass

from flask import session as cookie

from companion.web.plans import HELD, PLANS

KEPT = "settings"
TABLES = ("knows", "turned", "own", "runs")
"""The lists of codes in the cookie: tables known and turned, games and tournaments with a key followed."""
CAREFUL, PASSED = "careful", "passed"


@dataclass(frozen=True)
class Setting:
    """Something a phone does, in words; ``on`` where it does so until it is told otherwise."""

    key: str
    title: str
    words: str
    on: bool = True


SETTINGS = (
    Setting(
        "awake", "Keep the screen on", "while a game goes on. If it still locks, set auto-lock to 5 minutes"
    ),
    Setting("buzz", "Buzz", "when it is up to you, where this phone can"),
    Setting("tone", "A soft tone", "when it is up to you, once the page was touched"),
    Setting("flash", "Your colour over the page", "once, when it is up to you"),
    Setting("title", "Title and icon", "say in the list of tabs that it is up to you"),
    Setting("aloud", "Read aloud", "what is told at the table, by the voice of this phone", on=False),
    Setting(CAREFUL, "Show every move first", "before it is sent, also where it is harmless", on=False),
    Setting(PASSED, "Pass it round", "with several seats here, show each only its own secrets", on=False),
)


def settings() -> dict[str, bool]:
    """Return the settings of this phone, by key."""
    saved = cookie.get(KEPT, {})
    return {setting.key: bool(saved.get(setting.key, setting.on)) for setting in SETTINGS}


def keep(chosen: Collection[str]) -> None:
    """Set this phone: these are on, all others off. Only what differs from the usual is kept."""
    cookie.permanent = True
    cookie[KEPT] = {s.key: s.key in chosen for s in SETTINGS if (s.key in chosen) != s.on}


def everything() -> dict[str, object]:
    """Return all that the cookie says of this phone, but its name for itself and its token."""
    prepared = {name: dict(cookie.get(name, {})) for name in (HELD, PLANS)}
    return {**settings(), **prepared, **{name: list(cookie.get(name, ())) for name in TABLES}}


def switched_off() -> str:
    """The keys of what this phone is told to leave, as its page says them."""
    saved = cookie.get(KEPT, {})
    return " ".join(key for key, on in saved.items() if not on)
