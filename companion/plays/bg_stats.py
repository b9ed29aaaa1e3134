"""A play for BG Stats: as a link that opens it with one, and as a file with many.

Its makers have pages about both, which we could not read. Link and file were checked, field by field,
against public programs that write and read them and name those pages (2026); none of them is used here, and
nothing was tried with the app itself. Every yes-or-no field is written: its app for Android is known to
refuse a play that leaves one out. A time is that of the end, in UTC.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from operator import attrgetter
from typing import Any, TypeVar
from urllib.parse import quote
from uuid import UUID

from companion.plays.play import NOBODY, Participant, Play

LINK = "https://app.bgstatsapp.com/createPlay.html?data="
"""Opens BG Stats with a play; nothing is sent anywhere but to the app on the same phone."""
OURS, THEIRS = "Companion", "BG Stats"
HASH = re.compile("[0-9a-f]{32}")
T = TypeVar("T")


def stamp(seconds: float) -> str:
    """A time as BG Stats writes it, in UTC: ``2026-11-22 19:30:00``."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M:%S")


def for_bg_stats(play: Play) -> dict[str, Any]:
    """A play as BG Stats takes it."""
    record: dict[str, Any] = {
        "sourceName": OURS,
        "sourcePlayId": play.mark,
        "playDate": stamp(play.ended),
        "game": {
            "name": play.game,
            "sourceGameId": play.game,
            "highestWins": True,
            "noPoints": not play.scored,
        },
        "players": [_for_bg_stats(part) for part in play.parts],
    }
    if play.seconds:
        record["durationMin"] = max(1, round(play.seconds / 60))
    if play.place:
        record["location"] = play.place
    return record


def _for_bg_stats(part: Participant) -> dict[str, Any]:
    record: dict[str, Any] = {"name": part.name, "sourcePlayerId": part.who, "startPlayer": False}
    record["winner"] = part.won > 0
    if part.seat:
        record["role"] = part.seat
    if part.points is not None:
        record["score"] = part.points
    return record


def link(play: Play) -> str:
    """The address that opens BG Stats with a play."""
    return LINK + quote(json.dumps(for_bg_stats(play), ensure_ascii=False, separators=(",", ":")))


def json_of(plays: Iterable[Play]) -> str:
    """Plays as a file that BG Stats takes: games, players, places by number, and plays that name them so."""
    every = list(plays)
    games = _numbered(map(attrgetter("game"), every))
    people = _numbered((part.who, part.name) for play in every for part in play.parts)
    places = _numbered(filter(None, map(attrgetter("place"), every)))
    scored = {play.game for play in every if play.scored}
    book = {
        "about": f"A play file of {THEIRS}, from {OURS}.",
        "games": [_game(n, name, name in scored) for name, n in games.items()],
        "locations": [{"id": n, "uuid": uuid_of(name), "name": name} for name, n in places.items()],
        "players": [
            {"id": n, "uuid": uuid_of(who), "name": name, "isAnonymous": name == NOBODY}
            for (who, name), n in people.items()
        ],
        "plays": [_booked(play, games, people, places) for play in every],
        "userInfo": {"meRefId": 1},
    }
    return json.dumps(book, ensure_ascii=False, indent=1)


def _numbered(things: Iterable[T]) -> dict[T, int]:
    return {thing: n for n, thing in enumerate(dict.fromkeys(things), 1)}


def _game(n: int, name: str, points: bool) -> dict[str, Any]:
    flags = {"highestWins": True, "noPoints": not points, "cooperative": False, "usesTeams": False}
    return {"id": n, "uuid": uuid_of(name), "name": name, **flags, "bggId": 0, "bggYear": 0}


def _booked(
    play: Play, games: Mapping[str, int], people: Mapping[tuple[str, str], int], places: Mapping[str, int]
) -> dict[str, Any]:
    """A play of a file; our own name of it goes along, so that it is known again."""
    at = stamp(play.ended)
    record: dict[str, Any] = {
        "uuid": uuid_of(play.mark),
        "sourceName": OURS,
        "sourcePlayId": play.mark,
        "playDate": at,
        "playDateYmd": int(at[:10].replace("-", "")),
        "modificationDate": at,
        "durationMin": round(play.seconds / 60),
        "gameRefId": games[play.game],
        "ignored": False,
        "manualWinner": True,
        "usesTeams": False,
        "rounds": 0,
        "rating": 0,
        "scoringSetting": 0,
        "playerScores": [
            {
                "playerRefId": people[part.who, part.name],
                "score": "" if part.points is None else str(part.points),
                "winner": part.won > 0,
                "startPlayer": False,
                "newPlayer": False,
                "rank": 0,
                "seatOrder": n,
                "role": part.seat,
            }
            for n, part in enumerate(play.parts, 1)
        ],
    }
    return record | ({"locationRefId": places[play.place]} if play.place else {})


def uuid_of(mark: str) -> str:
    """The name of a thing in a file of BG Stats: the digits of its mark where that has so many."""
    digits = mark.partition("-")[2]
    if not HASH.fullmatch(digits):
        digits = hashlib.blake2b(mark.encode(errors="replace"), digest_size=16).hexdigest()
    return str(UUID(digits)).upper()
