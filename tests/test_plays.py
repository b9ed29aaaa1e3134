"""Plays and people: counted from sittings, merged, parted and forgotten; figures; files in and out."""

import gc
import io
import json
import random
import re
import time
from collections.abc import Iterator
from urllib.parse import unquote

import pypdfium2
import pytest
from flask import Flask
from sqlalchemy import update

from companion.kernel.untrusted import Unreadable
from companion.plays import bg_stats, figures, files
from companion.plays.play import NOBODY, Participant, Play
from companion.storage import plays
from companion.storage.plays import Plays
from companion.storage.schema import SEATS
from companion.storage.seats import stamp, tell
from tests.conftest import Phone, Phones
from tests.speed import share_of_usual
from tests.test_app import words

NOON = 1_763_812_800.0


def play(n: int, *who: tuple[str, float], game: str = "Chess", **more: object) -> Play:
    """A play on day ``n``."""
    parts = tuple(Participant(name, won=won) for name, won in who)
    return Play(f"p-{n}", game, NOON + 86_400 * n, parts, **more)  # type: ignore[arg-type]


ANNA, BEN = ("Anna", 1.0), ("Ben", 0.0)
EVENINGS = [
    play(1, ANNA, BEN),
    play(2, ANNA, BEN, ("Cleo", 0.0)),
    play(3, ("Anna", 0.0), ("Ben", 1.0)),
    play(4, ("Anna", 0.5), ("Ben", 0.5), game="Go"),
]


def test_figures_count_wins_shares_streaks_rivals_and_who_beats_whom() -> None:
    anna, ben, cleo = figures.people(EVENINGS)
    assert (anna.name, anna.played, anna.won, anna.shared, anna.streak) == ("Anna", 4, 2.5, 1, 2)
    assert anna.rival == "Ben" and anna.nemesis == "" and ben.nemesis == "Anna"
    assert (ben.won, cleo.won, cleo.rival) == (1.5, 0, ""), "met once is no rival"
    assert anna.share.low < 0.625 < anna.share.high
    chess, go = figures.games(EVENINGS)
    assert (chess.played, chess.players, go.played) == (3, ((2, 2), (3, 1)), 1)
    assert [one.mark for one in figures.chosen(EVENINGS, who="cleo")] == ["p-2"]
    assert len(figures.chosen(EVENINGS, players=2, game="Chess")) == 2


def test_the_link_to_bg_stats_says_a_play_in_its_form() -> None:
    parts = (Participant("Anna", "Red", 3, 10, 1.0), Participant("Bén", "Blue", 0, 7, 0.0))
    one = Play("s-1", "Heaven & Ale", 1_763_840_000.0, parts, 3_600.0, place="Club")
    url, _, data = bg_stats.link(one).partition("?data=")
    assert url == "https://app.bgstatsapp.com/createPlay.html"
    assert json.loads(unquote(data)) == {
        "sourceName": "Companion",
        "sourcePlayId": "s-1",
        "playDate": "2025-11-22 19:33:20",
        "durationMin": 60,
        "location": "Club",
        "game": {
            "name": "Heaven & Ale",
            "sourceGameId": "Heaven & Ale",
            "highestWins": True,
            "noPoints": False,
        },
        "players": [
            {
                "name": "Anna",
                "sourcePlayerId": "#3",
                "startPlayer": False,
                "winner": True,
                "role": "Red",
                "score": 10,
            },
            {
                "name": "Bén",
                "sourcePlayerId": "bén",
                "startPlayer": False,
                "winner": False,
                "role": "Blue",
                "score": 7,
            },
        ],
    }


@pytest.mark.parametrize("write", [bg_stats.json_of, files.csv_of])
def test_what_is_taken_along_is_read_again(write) -> None:
    parts = (Participant("=Anna", "Red", 0, -3, 1.0), Participant("Ben", "", 0, None, 0.0))
    plays = [Play("s-1", "Go", 1_763_840_000.0, parts, 600.0, place="Club"), EVENINGS[1]]
    again = files.read(write(plays).encode())
    assert [(p.mark, p.game, p.ended, p.seconds, p.place) for p in again] == [
        (p.mark, p.game, p.ended, p.seconds, p.place) for p in plays
    ]
    assert [[(q.name, q.seat, q.points, q.won) for q in p.parts] for p in again] == [
        [(q.name, q.seat, q.points, q.won) for q in p.parts] for p in plays
    ]


GIVEN = {
    "about": "A play file.",
    "userInfo": {"meRefId": 1},
    "games": [{"id": 7, "uuid": "5C1D", "name": "Go", "bggId": 188, "noPoints": False, "highestWins": True}],
    "players": [
        {"id": 1, "name": "Anna", "isAnonymous": False, "bggUsername": ""},
        {"id": 2, "name": "Ben", "isAnonymous": False},
        {"id": 9, "name": "Anonymous player", "isAnonymous": True},
    ],
    "locations": [{"id": 3, "name": "Club", "modificationDate": "2025-11-22 19:33:28"}],
    "tags": [],
    "plays": [
        {
            "uuid": "1BCE2EBF-5A30-4E58-8998-B9B871BF17BF",
            "playDate": "2025-11-22 19:33:20",
            "durationMin": 30,
            "ignored": False,
            "manualWinner": False,
            "gameRefId": 7,
            "locationRefId": 3,
            "playerScores": [
                {
                    "playerRefId": 1,
                    "winner": True,
                    "score": "12+20-5",
                    "role": "Black",
                    "rank": 1,
                    "seatOrder": 1,
                },
                {"playerRefId": 2, "winner": False, "score": "", "startPlayer": True, "newPlayer": False},
                {"playerRefId": 9, "winner": False, "score": "1e5", "anonymousName": "Ben’s aunt"},
            ],
        },
        {"uuid": "X", "ignored": True, "gameRefId": 7, "playDate": "2025-11-23 10:00:00", "playerScores": []},
    ],
}
"""A play file as BG Stats writes it: its fields, with our own values."""


def test_a_play_file_of_bg_stats_is_read() -> None:
    (one,) = files.read(json.dumps(GIVEN).encode())
    assert (one.game, one.place, one.seconds) == ("Go", "Club", 1_800.0)
    assert [(p.name, p.seat, p.points, p.won) for p in one.parts] == [
        ("Anna", "Black", 27, 1.0),
        ("Ben", "", None, 0.0),
        ("Ben’s aunt", "", None, 0.0),
    ]
    assert bg_stats.uuid_of(one.mark) == GIVEN["plays"][0]["uuid"], "it goes back under the name it came with"


def test_a_file_for_bg_stats_has_the_fields_of_its_own() -> None:
    parts = (Participant("Anna", "Red", 3, 10, 1.0), Participant("Ben", "", 0, None, 0.0))
    one = Play("s-" + "0f" * 16, "Go", 1_763_840_000.0, parts, 600.0, place="Club")
    book = json.loads(bg_stats.json_of([one, EVENINGS[0]]))
    for what in ("games", "players", "locations", "plays"):
        assert set(GIVEN[what][0]) - {"bggUsername", "modificationDate"} <= set(book[what][0]), what
    said = book["plays"][0]
    assert said["uuid"] == "0F0F0F0F-0F0F-0F0F-0F0F-0F0F0F0F0F0F" and said["playDateYmd"] == 20251122
    assert [score["score"] for score in said["playerScores"]] == ["10", ""]
    ids = {what: [row["id"] for row in book[what]] for what in ("games", "players", "locations")}
    assert said["gameRefId"] in ids["games"] and said["locationRefId"] in ids["locations"]
    assert {score["playerRefId"] for play in book["plays"] for score in play["playerScores"]} <= set(
        ids["players"]
    )
    there = json.loads(bg_stats.json_of([one]))
    for play in there["plays"]:
        del play["sourceName"], play["sourcePlayId"]
    (back,) = files.read(json.dumps(there).encode())
    assert bg_stats.uuid_of(back.mark) == bg_stats.uuid_of(one.mark), (
        "by way of BG Stats it is known again, too"
    )


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"[3]",
        b'{"game": 3}',
        b'[{"game":{"name":"Go"},"players":[]}]',
        b'[{"game":{"name":"Go"},"players":[3],"playDate":"2025-01-01 00:00:00"}]',
        b'[{"game":{"name":"Go"},"players":[{"name":"A"}],"playDate":"soon"}]',
        b"a,b\n1,2\n",
        b"ended,game,player\n9,Go,\n",
        b"[" * 5_000,
        b"\xff\xfe",
    ],
)
def test_a_file_that_holds_no_plays_is_refused_in_words(raw: bytes, phone: Phones) -> None:
    with pytest.raises(Unreadable):
        files.read(raw)
    answer = phone().post("/plays/bring", {"file": (io.BytesIO(raw), "x.json")})
    assert answer.status_code == 422 and "The file" in words(answer)


def people(phone: Phone) -> dict[str, str]:
    """The players of the house by name, with their numbers."""
    matches = re.findall(r'/plays\?who=%23(\d+)">([^<]+)<', phone.get("/people").text)
    return {name: number for number, name in matches}


def test_an_evening_ends_at_six_in_the_morning() -> None:
    late, next_day = (time.mktime((2026, 11, 22, hour, 0, 0, 0, 0, -1)) for hour in (3, 7))
    assert (figures.night_of(late), figures.night_of(next_day)) == ("2026-11-21", "2026-11-22")


def test_a_club_evening_is_counted_merged_parted_and_forgotten(app: Flask, phone: Phones) -> None:
    anna, store = phone(), app.extensions["companion"].store
    codes = [anna.finished() for _ in range(2)]
    assert "2 plays" in words(anna.get("/plays")) and "Anna" in words(anna.get("/plays"))
    for name in ("Anna", "Ben"):
        anna.post("/people/ours", {"name": name})
    people_now = people(anna)
    assert set(people_now) == {"Anna", "Ben"}
    codes.append(anna.finished())
    anna.get("/plays")
    assert people(anna) == people_now, "who sits here again is known by name"
    anna.post("/people/merge", {"person": people_now["Ben"], "other": people_now["Anna"]})
    assert set(people(anna)) == {"Anna"}
    anna.post("/people/part", {"person": people_now["Anna"]})
    assert people(anna) == people_now
    stranger = phone()
    stranger.post("/people/forget", {"person": people_now["Ben"]})
    assert people(anna) == people_now, "who never sat with them changes nothing"
    assert "No play here yet" in words(stranger.get("/plays"))
    before = [store.session(code).table.state for code in codes]
    anna.post("/people/forget", {"person": people_now["Ben"]})
    for code, state in zip(codes, before, strict=True):
        session = store.session(code)
        assert [chair.player for chair in session.chairs] == ["Anna", NOBODY]
        assert session.table.opening.seats["Blue"] == NOBODY and session.table.state == state
        for page in ("", "/story", "/sitting.game", "/seats", "/log"):
            assert "Ben" not in anna.get(f"/t/{code}{page}").text, page
    for page in ("/plays", "/people", "/plays.csv", "/plays.json"):
        assert "Ben" not in anna.get(page).text, page
    night = re.search(r'href="(/evening/[^"]+)"', anna.get("/plays").text)
    assert night and "The table of honour" in words(anna.get(night[1]))


def test_who_is_forgotten_is_so_at_a_table_that_goes_on_again(app: Flask, phone: Phones) -> None:
    anna, store = phone(), app.extensions["companion"].store
    codes = [anna.finished() for _ in range(2)]
    anna.get("/plays")
    anna.post("/people/ours", {"name": "Ben"})
    people_now = people(anna)
    anna.say(codes[0], "undo", by="Red", seen=5, entry="5")
    with store.database.writing() as connection:
        here = (SEATS.c.table_id == store.session(codes[0]).id, SEATS.c.seat == "Red")
        connection.execute(update(SEATS).where(*here).values(player="BEN"))
        there = (SEATS.c.table_id == store.session(codes[0]).id, SEATS.c.seat == "Blue")
        connection.execute(update(SEATS).where(*there).values(player="Cleo"))
    anna.post("/people/forget", {"person": people_now["Ben"]})
    sits = [[chair.player for chair in store.session(code).chairs] for code in codes]
    assert sits == [[NOBODY, "Cleo"], ["Anna", NOBODY]], "Cleo sits where Ben sat"


def test_a_short_name_is_forgotten_and_no_other_word(app: Flask, phone: Phones) -> None:
    anna, store = phone(), app.extensions["companion"].store
    session = store.session(anna.finished())
    with store.database.writing() as connection:
        connection.execute(update(SEATS).where(SEATS.c.player == "Ben").values(player="An"))
        tell(connection, session.id, "An and Anna sit at Antwerp's table; An's seat is Blue.")
        stamp(connection, {session.id})
    anna.get("/plays")
    anna.post("/people/ours", {"name": "An"})
    anna.post("/people/forget", {"person": people(anna)["An"]})
    lines = [change.told for change in store.session(session.code).changes]
    assert lines[-1] == "A player and Anna sit at Antwerp's table; A player's seat is Blue."


def test_one_play_is_parted_from_a_player(phone: Phones) -> None:
    anna = phone()
    for _ in range(2):
        anna.finished()
    anna.get("/plays")
    anna.post("/people/ours", {"name": "Ben"})
    ours = f"/plays?who=%23{people(anna)['Ben']}"
    first, second = re.findall(r'action="(/plays/\d+/another)".*?name="n" value="(\d+)"', anna.get(ours).text)
    assert first[1] == second[1] == "2", "Ben sits second"
    stranger = phone()
    stranger.post(first[0], {"n": "2"})
    assert "2 plays" in words(anna.get(ours)), "who never sat with them changes nothing"
    for _ in range(2):
        anna.post(first[0], {"n": "2"})
    assert "1 play" in words(anna.get(ours)) and "1 play" in words(anna.get("/plays?who=ben"))
    anna.post("/people/ours", {"name": "Ben"})
    both = re.findall(r'/plays\?who=%23(\d+)">Ben</a> <small>1 play<', anna.get("/people").text)
    assert len(both) == 2, "the other Ben is a player of this house, too"
    anna.finished()
    assert "1 play" in words(anna.get("/plays?who=ben")), "of a new play nobody has said which Ben it is"


def ends_anew(phone: Phone, code: str, *undone: str) -> None:
    """A table that is over goes on again from before an entry, and ends otherwise."""
    phone.say(code, "undo", by="Red", seen=5, entry=undone[0] if undone else "5")
    phone.get("/plays")
    phone.say(code, "add", by="Red", step="1")
    if undone:
        phone.say(code, "add", by="Blue", step="3")


def test_who_was_said_to_sit_there_outlives_a_recount(phone: Phones) -> None:
    anna = phone()
    code, other = anna.finished(), anna.finished()
    anna.get("/plays")
    anna.post("/people/ours", {"name": "Ben"})
    ben = f"/plays?who=%23{people(anna)['Ben']}"
    play = re.search(rf'/t/{code}/story.*?action="(/plays/\d+/another)"', anna.get(ben).text, re.S)
    assert play
    anna.post(play[1], {"n": "2"})
    for _ in range(2):
        assert "1 play" in words(anna.get(ben)) and "1 play" in words(anna.get("/plays?who=ben"))
        ends_anew(anna, code)
        ends_anew(anna, other)
    anna.post("/people/ours", {"name": "Ben"})
    two = re.findall(r'/plays\?who=(%23\d+)">Ben</a> <small>1 play<', anna.get("/people").text)
    ends_anew(anna, code)
    ends_anew(anna, other)
    assert "2 plays" in words(anna.get("/plays")) and len(two) == 2
    for one in two:
        assert "1 play" in words(anna.get(f"/plays?who={one}")), "each of two Bens keeps his own"


def test_who_was_merged_is_known_by_both_names(phone: Phones) -> None:
    anna = phone()
    anna.finished()
    anna.get("/plays")
    for name in ("Anna", "Ben"):
        anna.post("/people/ours", {"name": name})
    people_now = people(anna)
    anna.post("/people/merge", {"person": people_now["Ben"], "other": people_now["Anna"]})
    anna.finished()
    assert "Ben is our Ben" not in words(anna.get("/people")) and set(people(anna)) == {"Anna"}
    anna.post("/people/part", {"person": people_now["Anna"]})
    assert all("2 plays" in words(anna.get(f"/plays?who=%23{one}")) for one in people_now.values())


@pytest.mark.parametrize("name", ["#7", "#x", "Ödön", "İpek", "a player", "<b>"])
def test_any_name_can_be_a_player(name: str, phone: Phones) -> None:
    anna = phone()
    other = name.swapcase() if len(name.swapcase()) == len(name) else name
    rows = [f"2025-11-2{n},Go,{who},1\n2025-11-2{n},Go,Cleo,0" for n, who in enumerate((name, other), 1)]
    raw = "ended,game,player,won\n" + "\n".join(rows)
    anna.post("/plays/bring", {"file": (io.BytesIO(raw.encode()), "x.csv")})
    assert anna.get("/people").status_code == anna.get("/plays").status_code == 200
    anna.post("/people/ours", {"name": name})
    assert len(people(anna)) == (name != NOBODY)
    for number in people(anna).values():
        assert "2 plays" in words(anna.get(f"/plays?who=%23{number}"))
        anna.post("/people/forget", {"person": number})
    assert not people(anna) and (name == NOBODY or name not in anna.get("/plays.csv").text)


def test_a_play_with_a_number_beyond_all_is_none(phone: Phones) -> None:
    for what in ("another", "drop"):
        assert phone().post(f"/plays/{10**24}/{what}", {"n": "9" * 40}).status_code == 404


def test_what_a_phone_sees_is_never_stale(app: Flask, phone: Phones) -> None:
    """As many plays as before, the latest of the same number, and yet others: all are asked each time."""
    anna, ben, store = phone(), phone(), app.extensions["companion"].store
    codes = [anna.finished() for _ in range(3)]
    anna.get("/plays")
    keys = {code: [chair.key for chair in store.session(code).chairs] for code in codes}
    for code in (codes[0], codes[2]):
        anna.post(f"/t/{code}/seats/leave", {"seat": "Blue"})
        ben.sit(keys[code][1])
    seen = lambda: set(re.findall(r"/t/(\w+)/story", ben.get("/plays").text))  # noqa: E731
    assert seen() == {codes[0], codes[2]}
    anna.post(f"/t/{codes[1]}/seats/leave", {"seat": "Blue"})
    ben.post(f"/t/{codes[0]}/seats/leave", {"seat": "Blue"})
    ben.sit(keys[codes[1]][1])
    assert seen() == {codes[1], codes[2]}
    other = anna.finished()
    assert "won: Ben" not in words(anna.get("/plays"))
    anna.say(other, "undo", by="Red", seen=5, entry="3")
    for seat, step in (("Red", "2"), ("Blue", "3")):
        anna.say(other, "add", by=seat, step=step)
    assert "won: Ben" in words(anna.get("/plays")), "one that ended otherwise, and has the number it had"


def test_very_many_plays_are_read_before_anybody_looks(app: Flask, phone: Phones, monkeypatch) -> None:
    anna, store = phone(), app.extensions["companion"].store
    anna.finished()
    anna.get("/plays")
    monkeypatch.setattr(plays, "MANY", 1)
    monkeypatch.setattr(plays, "AHEAD", 1_000)
    anew = Plays(store.database, store.session)
    anew.read_ahead()
    monkeypatch.setattr(plays, "_read", None)
    with anna.client.session_transaction() as cookie:
        assert "people" in vars(anew.of_phone(cookie["phone"])), "read and counted"


def test_what_goes_on_again_or_is_a_fork_is_no_play(phone: Phones) -> None:
    anna = phone()
    code = anna.finished()
    anna.post(f"/t/{code}/what-if", {"n": "5"})
    assert "1 play" in words(anna.get("/plays"))
    anna.say(code, "undo", by="Red", seen=5, entry="5")
    assert "No play here yet" in words(anna.get("/plays"))


def test_what_is_brought_is_marked_and_never_doubled(phone: Phones) -> None:
    anna, ben = phone(), phone()
    code = anna.finished()
    anna.get("/plays")
    taken = anna.get("/plays.json").data

    def bring(who: Phone, raw: bytes) -> str:
        answer = who.post("/plays/bring", {"file": (io.BytesIO(raw), "plays.json")})
        return words(who.get(answer.location))

    assert "Brought: 0 plays. There already: 1." in bring(anna, taken)
    assert "Brought: 1 play. There already: 0." in bring(ben, taken)
    assert "Brought: 0 plays. There already: 1." in bring(ben, taken)
    assert "brought" in words(ben.get("/plays"))
    anna.post("/import", {"text": anna.get(f"/t/{code}/sitting.game").text})
    assert "1 play" in words(anna.get("/plays")), "the sitting itself, brought again, is the same play"
    drop = re.search(r'action="(/plays/\d+/drop)"', ben.get("/plays").text)
    assert drop and anna.post(drop[1]).status_code == 303 and "1 play" in words(ben.get("/plays"))
    ben.post(drop[1])
    assert "No play here yet" in words(ben.get("/plays"))


def test_a_score_page_is_kept_as_a_play_and_a_month_printed(phone: Phones) -> None:
    anna = phone()
    form = {"players": "2", "name1": "Anna", "name2": "Ben", "steps1": "7", "steps2": "3"}
    page = anna.get("/games/tiny/score", query_string=form)
    assert 'action="/games/tiny/score/keep"' in page.text
    for _ in range(2):
        saved = anna.post("/games/tiny/score/keep", {**form, "day": "2025-11-22", "place": "The club"})
        assert saved.status_code == 303
    text = words(anna.get("/plays"))
    assert "1 play" in text and "The club" in text and "scored" in text and re.search(r"won: Anna \d+", text)
    answer = anna.get("/plays/month.pdf?month=2025-11")
    (sheet,) = pypdfium2.PdfDocument(answer.data)
    assert "November 2025" in sheet.get_textpage().get_text_range()
    assert anna.get("/plays/month.pdf?month=1999-01").status_code == 404
    assert anna.get("/evening/nonsense").status_code == 404


def told(plays: list[Play]) -> list[tuple[object, ...]]:
    """What figures say of everybody, counted from nothing and one after the other."""
    rows: dict[str, list[tuple[Play, Participant]]] = {}
    for one in plays:
        for part in one.parts:
            if part.name != NOBODY:
                rows.setdefault(part.who, []).append((one, part))

    def most(who: str, lost: bool) -> set[str]:
        met: dict[str, int] = {}
        for one, mine in rows[who]:
            for other in one.parts:
                if other.name != NOBODY and other.who != who and (not lost or (not mine.won and other.won)):
                    met[other.who] = met.get(other.who, 0) + 1
        best = max(met.values(), default=0)
        return {rows[one][-1][1].name for one, n in met.items() if n == best} if best > 1 else {""}

    def streak(who: str) -> int:
        runs = "".join("1" if part.won == 1 else " " for _, part in rows[who]).split()
        return max(map(len, runs), default=0)

    return [
        (
            who,
            mine[-1][1].name,
            len(mine),
            sum(part.won for _, part in mine),
            sum(all(other.won < 1 for other in one.parts) for one, _ in mine),
            streak(who),
            max((part.points for _, part in mine if part.points is not None), default=None),
            most(who, False),
            most(who, True),
        )
        for who, mine in rows.items()
    ]


class House:
    """Two phones of a house, and what may happen there in any order."""

    def __init__(self, phone: Phones, chance: random.Random) -> None:
        self.both, self.chance, self.codes = (phone(), phone()), chance, list[str]()
        self.brought = 0

    def sitting(self, who: Phone) -> None:
        """A table is played to its end; sometimes the other phone sits there, too."""
        names = self.chance.sample(["Anna", "Ben", "Cleo", "ben", "Dora"], 2)
        code = who.open(phone="all", name1=names[0], name2=names[1])
        for n, step in enumerate(self.chance.choice((("3", "2", "3", "1", "1"), ("3", "3", "3", "1")))):
            who.say(code, "add", by=("Red", "Blue")[n % 2], step=step)
        self.codes.append(code)

    def goes_on(self, who: Phone) -> None:
        """A table goes on again, and ends once more, or does not."""
        if self.codes:
            code = self.chance.choice(self.codes)
            n = len(who.app.extensions["companion"].store.session(code).table.log)
            for one in self.both:
                one.say(code, "undo", by="Red", seen=n, entry=str(n))
                one.say(code, "add", by=self.chance.choice(("Red", "Blue")), step="1")

    def bring(self, who: Phone) -> None:
        """Plays are brought, some of them long ago."""
        self.brought += 1
        names = self.chance.sample(["Anna", "BEN", "Cleo", "Emil"], 3)
        rows = [f"20{10 + self.brought}-01-01,Go,{name},{n == 0:d},{n}" for n, name in enumerate(names)]
        raw = "\n".join(["ended,game,player,won,points", *rows]).encode()
        who.post("/plays/bring", {"file": (io.BytesIO(raw), "x.csv")})

    def ours(self, who: Phone) -> None:
        """A name becomes a player."""
        who.post("/people/ours", {"name": self.chance.choice(["Anna", "Ben", "Cleo", "Emil"])})

    def two(self, who: Phone) -> None:
        """Two are one, are others again, or one is forgotten."""
        people_now = [*people(who).values(), "0", "0"]
        self.chance.shuffle(people_now)
        action = self.chance.choice(("merge", "merge", "part", "forget"))
        who.post(f"/people/{action}", {"person": people_now[0], "other": people_now[1]})

    def another(self, who: Phone) -> None:
        """A play was another one's."""
        for person in people(who).values():
            matches = re.findall(r'action="(/plays/\d+/another)"', who.get(f"/plays?who=%23{person}").text)
            for one in matches[:1]:
                who.post(one, {"n": str(self.chance.randint(1, 3))})

    def drop(self, who: Phone) -> None:
        """A play that was brought goes."""
        for one in re.findall(r'action="(/plays/\d+/drop)"', who.get("/plays").text)[:1]:
            who.post(one)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, 2])
def test_whatever_happens_figures_are_those_of_a_recount(seed: int, app: Flask, phone: Phones) -> None:
    chance, store = random.Random(seed), app.extensions["companion"].store
    house = House(phone, chance)
    things = [house.sitting, house.sitting, house.goes_on, house.bring, house.ours, house.ours]
    things += [house.two, house.two, house.another, house.drop]
    for _ in range(40):
        chance.choice(things)(chance.choice(house.both))
        if chance.random() < 0.2 and house.codes:
            keys = [chair.key for chair in store.session(chance.choice(house.codes)).chairs]
            house.both[1].sit(chance.choice(keys))
        for who in house.both:
            with who.client.session_transaction() as cookie:
                me = cookie.get("phone", "")
            store.plays.count(me)
            saved = store.plays.of_phone(me)
            anew = Plays(store.database, store.session).of_phone(me)
            assert saved.plays == anew.plays
            assert (saved.people, saved.games, saved.names) == (anew.people, anew.games, anew.names)
            said = {row[0]: row for row in told(saved.plays)}
            assert {who: n for who, (_, n) in saved.names.items()} == {
                who: row[2] for who, row in said.items()
            }
            for one in saved.people:
                *row, rivals, nemeses = said.pop(one.who)
                assert row == [one.who, one.name, one.played, one.won, one.shared, one.streak, one.best]
                assert one.rival in rivals and one.nemesis in nemeses
            assert not said


@pytest.mark.soak
def test_ten_thousand_plays_are_shown_in_time(app: Flask, phone: Phones) -> None:
    """150 ms of processor time a page, right after a change, too. The very first look reads them all, and has
    more: a process reads ahead. Real sittings are counted by ``make bench``. Three phones look, and the least
    time counts: what the machine does beside it only adds to a look."""
    store = app.extensions["companion"].store
    names = [f"Player {n}" for n in range(24)]
    many = [
        play(
            n % 900,
            *((names[(n + k * (1 + n % 5)) % 24], float(k == 0)) for k in range(3)),
            game=f"Game {n % 12}",
        )
        for n in range(10_000)
    ]
    marked = [one._replace(mark=f"m-{n}") for n, one in enumerate(many)]

    def looks(anna: Phone) -> Iterator[tuple[str, float, float]]:
        """What each look of a phone may take and takes of the usual machine's time, in s."""
        anna.finished()
        anna.get("/plays")
        with anna.client.session_transaction() as cookie:
            me = cookie["phone"]
        assert store.plays.keep(me, marked) == 10_000

        def one_more() -> None:
            code = anna.finished()
            anna.get(f"/t/{code}/story")

        for address, change, bound in (
            ("/plays", lambda: None, 0.25),
            ("/plays", lambda: None, 0.15),
            ("/people", lambda: None, 0.15),
            ("/plays?who=player+3", lambda: None, 0.15),
            ("/plays", one_more, 0.15),
            ("/people", lambda: store.people.is_ours(me, "Player 3"), 0.15),
            ("/plays", lambda: store.people.is_ours(me, "Player 4"), 0.15),
            ("/plays", lambda: store.people.merge(me, *store.plays.people(me)), 0.15),
            ("/people", lambda: store.people.part(me, max(store.plays.people(me))), 0.15),
            ("/plays", lambda: store.people.forget(me, min(store.plays.people(me))), 0.15),
        ):
            change()
            gc.collect()  # what other tests left is not for this page to go through
            began = time.thread_time()
            assert anna.get(address).status_code == 200
            yield address, bound, (time.thread_time() - began) * share_of_usual()

    for n, same in enumerate(zip(*map(list, map(looks, (phone(), phone(), phone()))), strict=True)):
        address, bound, _ = same[0]
        assert min(took for *_, took in same) < bound, (n, address, same)
