"""Plays as files: a CSV of our own, and those of BG Stats to read."""

import csv
import hashlib
import io
import json
import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from operator import itemgetter
from typing import Any

from companion.kernel import untrusted
from companion.kernel.asking import plain
from companion.kernel.untrusted import Limits, Unreadable
from companion.plays.bg_stats import HASH, OURS, THEIRS, stamp
from companion.plays.play import BROUGHT, Participant, Play
from companion.words import Text, message

SUM = re.compile(r"[+-]?\d{1,7}(\.0)?([+-]\d{1,7}){0,40}")
"""Points, or a sum of them, as BG Stats keeps what was typed: ``12+5-3``."""
LIMITS = Limits(size=4 * 1024 * 1024, lines=60_000, line=200_000, items=600_000)
MOST, NAMES, PLAYERS = 5_000, 40, 40
"""So many plays a file may bring, with names so long, and so many players each."""
COLUMNS = ("mark", "ended", "game", "minutes", "place", "player", "seat", "points", "won")


def _seconds(text: Any) -> float:
    try:
        return max(datetime.fromisoformat(str(text)[:19]).replace(tzinfo=UTC).timestamp(), 0.0)
    except ValueError:
        why = message("“{text}” is no time; 2026-11-22 19:30:00 would be right.", text=str(text)[:30])
        raise Unreadable(why) from None


# -- CSV ---------------------------------------------------------------------------------------------------


def csv_of(plays: Iterable[Play]) -> str:
    """Plays as a sheet, a row for each who played."""
    out = io.StringIO()
    sheet = csv.writer(out)
    sheet.writerow(COLUMNS)
    for play in plays:
        head = (play.mark, stamp(play.ended), play.game, round(play.seconds / 60) or "", play.place)
        for part in play.parts:
            points = "" if part.points is None else part.points
            sheet.writerow([_plain(cell) for cell in (*head, part.name, part.seat, points, f"{part.won:g}")])
    return out.getvalue()


def _plain(cell: object) -> object:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{cell}" if isinstance(cell, str) and cell[:1] in ("=", "+", "-", "@", "\t") else cell


# -- reading -----------------------------------------------------------------------------------------------


def read(raw: bytes) -> list[Play]:
    """The plays of a file: JSON in the form of BG Stats (one, or a list) or CSV; Unreadable says why not."""
    text = untrusted.decoded(raw, LIMITS).strip()
    if not text:
        raise Unreadable("there is nothing in it.")
    plays = _of_json(text) if text[0] in "[{" else _of_csv(text)
    if len(plays) > MOST:
        raise Unreadable(
            message("it has {n} plays; at most {most} are read at once.", n=len(plays), most=MOST)
        )
    return plays


def _of_json(text: str) -> list[Play]:
    result = untrusted.read_json(text, LIMITS)
    if isinstance(result, Mapping) and isinstance(result.get("plays"), list):
        result = _joined(result)
    rows = result if isinstance(result, list) else [result]
    return [_play(row, n) for n, row in enumerate(rows, 1)]


def _joined(book: Mapping[str, Any]) -> list[Any]:
    """The plays of a whole export of BG Stats, which names games, players and places by number."""

    def by_id(what: str) -> dict[Any, Any]:
        rows = book.get(what)
        named = [row for row in rows if isinstance(row, Mapping)] if isinstance(rows, list) else []
        return {str(row.get("id")): row.get("name") for row in named}

    games, players, places = by_id("games"), by_id("players"), by_id("locations")
    result = []
    for play in book["plays"]:
        row = dict(play) if isinstance(play, Mapping) else {}
        if row.get("ignored") is True:  # left out of all figures there, too
            continue
        scores, ours = row.get("playerScores"), row.get("sourceName") == OURS
        result.append(
            {
                "sourceName": OURS if ours else THEIRS,
                "sourcePlayId": row.get("sourcePlayId") if ours else row.get("uuid"),
                "playDate": row.get("playDate"),
                "durationMin": row.get("durationMin"),
                "location": places.get(str(row.get("locationRefId"))),
                "game": {"name": games.get(str(row.get("gameRefId")))},
                "players": [
                    {**one, "name": one.get("anonymousName") or players.get(str(one.get("playerRefId")))}
                    for one in (scores if isinstance(scores, list) else [])
                    if isinstance(one, Mapping)
                ],
            }
        )
    return result


def _play(row: Any, n: int) -> Play:
    game, players = _game_and_players(row, n)
    won = [isinstance(one, Mapping) and one.get("winner") is True for one in players]
    parts = tuple(
        _part(one, n, 1 / sum(won) if winner else 0.0) for one, winner in zip(players, won, strict=True)
    )
    ended = _seconds(row.get("playDate"))
    source, own = str(row.get("sourceName") or ""), str(row.get("sourcePlayId") or "")
    name = _word(game.get("name"), message("the game of play {n}", n=n), 2 * NAMES)
    minutes = row.get("durationMin")
    seconds = 60.0 * min(minutes, 10_000) if isinstance(minutes, int) and minutes > 0 else 0.0
    place = row.get("location")
    return Play(
        _mark(source, own, name, ended, parts),
        name,
        ended,
        parts,
        seconds,
        place=_word(place, message("the place of play {n}", n=n)) if place else "",
        source=BROUGHT,
    )


def _game_and_players(row: Any, n: int) -> tuple[Mapping[str, Any], list[Any]]:
    if not isinstance(row, Mapping):
        raise Unreadable(message("play {n} is no table of fields.", n=n))
    game, players = row.get("game"), row.get("players")
    if not isinstance(game, Mapping) or not isinstance(players, list) or not players:
        raise Unreadable(message("play {n} names no game or no players.", n=n))
    if len(players) > PLAYERS:
        words = "play {n} has {players} players; at most {most} are read."
        raise Unreadable(message(words, n=n, players=len(players), most=PLAYERS))
    return game, players


def _part(one: Any, n: int, won: float) -> Participant:
    if not isinstance(one, Mapping):
        raise Unreadable(message("a player of play {n} is no table of fields.", n=n))
    role = one.get("role")
    seat = _word(role, message("a role of play {n}", n=n)) if role else ""
    return Participant(
        _word(one.get("name"), message("a name of play {n}", n=n)), seat, 0, _points(one.get("score")), won
    )


def _points(value: Any) -> int | None:
    """Points, where they are whole numbers one can believe; a sum of them is added up."""
    text = re.sub(r"\s", "", str(value)) if value is not None and not isinstance(value, bool) else ""
    if not text.isascii() or not SUM.fullmatch(text):
        return None
    return sum(int(each) for each in re.findall(r"[+-]?\d+", text.replace(".0", "")))


def _word(value: Any, what: Text, most: int = NAMES) -> str:
    text = plain(value) if isinstance(value, str) else ""
    if not text or not text.isprintable():
        raise Unreadable(message("{what} is missing, or no text.", what=what))
    return text[:most]


def _mark(source: str, own: str, game: str, ended: float, parts: tuple[Participant, ...]) -> str:
    """Return the mark of a play that tells it from others: its own name if it is ours, else a hash of it."""
    if source == OURS and own.isprintable() and 0 < len(own) <= 64:
        return own
    if source == THEIRS and HASH.fullmatch(digits := own.replace("-", "").lower()):
        return f"b-{digits}"
    values = [source, own] if own else [game, stamp(ended), *sorted(part.name for part in parts)]
    return f"b-{hashlib.blake2b(json.dumps(values).encode(errors='replace'), digest_size=16).hexdigest()}"


def _of_csv(text: str) -> list[Play]:
    rows = untrusted.read_csv(text, ";" if text.partition("\n")[0].count(";") > 3 else ",", LIMITS)
    heads = [cell.strip().casefold() for cell in rows.pop(min(rows))] if rows else []
    if missing := {"ended", "game", "player"} - set(heads):
        raise Unreadable(message("its first row does not name {heads:, }.", heads=[*sorted(missing)]), 1)
    plays: dict[tuple[str, ...], dict[str, Any]] = {}
    for line, cells in rows.items():
        told = {head: cell.removeprefix("'") for head, cell in zip(heads, cells, strict=False)}
        if not any(told.values()):
            continue
        row = dict.fromkeys(COLUMNS, "") | told
        play = plays.setdefault(itemgetter("mark", "ended", "game", "place")(row), _of_row(row))
        won = row["won"].strip().casefold() not in ("", "0", "no", "false")
        play["players"].append(
            {"name": row["player"], "role": row["seat"], "score": row["points"], "winner": won}
        )
        if len(play["players"]) > PLAYERS:
            raise Unreadable(message("a play has more than {most} players.", most=PLAYERS), line)
    return [_play(row, n) for n, row in enumerate(plays.values(), 1)]


def _of_row(row: Mapping[str, str]) -> dict[str, Any]:
    """The play that a row of a sheet is of, still without players."""
    mark, minutes = row["mark"], row["minutes"]
    return {
        "sourceName": OURS if mark else "",
        "sourcePlayId": mark,
        "playDate": row["ended"],
        "durationMin": int(minutes) if minutes.isdecimal() and len(minutes) < 6 else 0,
        "location": row["place"],
        "game": {"name": row["game"]},
        "players": [],
    }
