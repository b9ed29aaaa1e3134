"""Tournaments: who meets whom, how everybody stands, and an evening of it on phones and paper."""

import random
import re
import time
from collections import Counter
from dataclasses import replace
from itertools import combinations

import pypdfium2
import pytest
from sqlalchemy import select, update

from companion.extras.tournaments.drawing import drawing, halves
from companion.extras.tournaments.pairing import begin, check_result, draw, leave, slot
from companion.extras.tournaments.sheet import TournamentSheet
from companion.extras.tournaments.tournament import (
    BYE,
    DRAW,
    KNOCKOUT,
    ONE,
    OTHER,
    ROBIN,
    SWISS,
    VOID,
    Pairing,
    Tournament,
    WrongTournament,
)
from companion.plays.play import NOBODY
from companion.storage import retention
from companion.storage.schema import ENTRANTS, PAIRINGS, TOURNAMENTS
from tests.conftest import Phones
from tests.test_app import chairs, words


def named(n: int) -> list[str]:
    return [f"Player {one}" for one in range(1, n + 1)]


def played(t: Tournament, how) -> Tournament:
    """Every pairing of the drawn rounds with a result."""
    rows = [one if one.result else one._replace(result=how(one)) for one in t.pairings]
    return replace(t, pairings=tuple(rows))


def whole(t: Tournament, how) -> Tournament:
    """A tournament played to its end, the rounds drawn one after the other."""
    t = played(t, how)
    while not t.over:
        t = played(replace(t, pairings=(*t.pairings, *draw(t))), how)
    return t


# -- round robin -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [2, 3, 4, 5, 8, 13, 16])
def test_in_a_round_robin_everybody_meets_everybody_once_and_is_first_as_often_as_second(n: int) -> None:
    t = begin("", ROBIN, named(n))
    games = [one for one in t.pairings if one.other]
    met = Counter(frozenset((one.one, one.other)) for one in games)
    assert met == Counter(map(frozenset, combinations(range(1, n + 1), 2)))
    for number in range(1, t.rounds + 1):
        here = [who for one in t.of(number) for who in (one.one, one.other) if who]
        assert sorted(here) == list(range(1, n + 1)), "nobody is twice in a round, nobody is missing"
    for who in range(1, n + 1):
        first, second = (sum(getattr(one, side) == who for one in games) for side in ("one", "other"))
        assert abs(first - second) <= 1
    assert Counter(one.one for one in t.pairings if not one.other) == Counter(
        range(1, n + 1) if n % 2 else ()
    )


# -- Swiss -------------------------------------------------------------------------------------------------


def fewest_rematches(t: Tournament, order: tuple[int, ...]) -> int:
    """By trying every pairing there is."""
    if not order:
        return 0
    met = {frozenset((one.one, one.other)) for one in t.pairings}
    one, rest = order[0], order[1:]
    return min(
        (frozenset((one, other)) in met) + fewest_rematches(t, tuple(n for n in rest if n != other))
        for other in rest
    )


def swiss(seed: int, most: int = 33) -> None:
    rng = random.Random(seed)
    n = rng.randint(2, most)
    rounds = rng.randint(1, min(11, n - 1 + n % 2))
    t = begin("", SWISS, named(n), rounds, seed)
    byes = Counter[int]()
    while True:
        met = [frozenset((one.one, one.other)) for one in t.pairings if one.other]
        here = t.of(t.drawn)
        assert sorted(who for one in here for who in (one.one, one.other) if who) == list(range(1, n + 1))
        byes.update(one.one for one in here if not one.other)
        again = len(met) - len(set(met))
        if 2 * t.drawn <= n:
            assert not again, f"of {n} players somebody has met twice by round {t.drawn}"
        t = played(t, lambda one: rng.choice((ONE, OTHER, DRAW)))
        if t.drawn == t.rounds:
            break
        drawn = draw(t)
        if n <= 8:
            known = {*map(frozenset, ((one.one, one.other) for one in t.pairings))}
            free = {None} if n % 2 == 0 else {who for who in range(1, n + 1) if not byes[who]}
            least = min(fewest_rematches(t, tuple(w for w in range(1, n + 1) if w != bye)) for bye in free)
            assert sum(frozenset((one.one, one.other)) in known for one in drawn if one.other) == least
        t = replace(t, pairings=(*t.pairings, *drawn))
    assert max(byes.values(), default=0) <= 1, "nobody has two byes"


@pytest.mark.parametrize("seed", range(0, 200, 20))
def test_a_swiss_tournament_is_paired_right(seed: int) -> None:
    swiss(seed, 12)


@pytest.mark.slow
def test_two_hundred_swiss_tournaments_are_paired_right() -> None:
    for seed in range(200):
        swiss(seed)


def test_equal_points_meet_the_upper_half_the_lower_and_the_odd_one_floats_down() -> None:
    t = begin("", SWISS, named(8), 3)
    assert [(one.one, one.other) for one in t.of(1)] == [(1, 5), (2, 6), (3, 7), (4, 8)]
    t = played(t, lambda one: DRAW if one.one == 4 else ONE)
    # 1, 2 and 3 have a point, 4 and 8 half of one, 5, 6 and 7 nothing: 3 is left over and meets 4.
    assert {frozenset((one.one, one.other)) for one in draw(t)} == {
        frozenset(pair) for pair in ((1, 2), (3, 4), (8, 5), (6, 7))
    }


def test_the_lowest_who_had_none_has_the_bye_and_it_counts_as_a_win() -> None:
    t = begin("", SWISS, named(5), 3)
    assert t.of(1)[-1] == Pairing(1, 3, 5, 0, BYE)
    t = played(t, lambda one: ONE)
    assert t.points(5) == 2 and draw(t)[-1].one == 4 and draw(t)[-1].other == 0


def test_who_was_first_less_often_is_first_now() -> None:
    t = played(begin("", SWISS, named(4), 3), lambda one: ONE if one.one == 1 else OTHER)
    assert [(one.one, one.other) for one in t.of(1)] == [(1, 3), (2, 4)]
    assert {(one.one, one.other) for one in draw(t)} == {(4, 1), (3, 2)}


# -- tie-breaks --------------------------------------------------------------------------------------------


def test_standings_are_those_computed_by_hand() -> None:
    """Five players, three rounds of Swiss: 5, 4 and 3 have a bye each.

    First 1 beats 3, 2 beats 4, 5 is free; then 1 and 2 draw, 5 beats 3, 4 is free; then 1 beats 5, 4 beats
    2, 3 is free.
    Points: 1 has 2½, 5 has 2, 4 has 2, 2 has 1½, 3 has 1.
    Buchholz, a bye counting like somebody with one's own points: 1: 1+1½+2 = 4½; 2: 2+2½+2 = 6½;
    3: 2½+2+1 = 5½; 4: 1½+2+1½ = 5; 5: 2+1+2½ = 5½.
    Sonneborn-Berger: 1: 1 + 1½÷2 + 2 = 3¾; 2: 2 + 2½÷2 = 3¼; 3: its bye 1; 4: 2 + 1½ = 3½; 5: 2 + 1 = 3.
    """
    rows = [
        (1, 1, 1, 3, ONE), (1, 2, 2, 4, ONE), (1, 3, 5, 0, BYE),
        (2, 1, 1, 2, DRAW), (2, 2, 3, 5, OTHER), (2, 3, 4, 0, BYE),
        (3, 1, 5, 1, OTHER), (3, 2, 2, 4, OTHER), (3, 3, 3, 0, BYE),
    ]  # fmt: skip
    t = Tournament("", SWISS, 3, tuple(named(5)), tuple(Pairing(*row) for row in rows))
    results = {one.n: (one.place, one.points / 2, one.buchholz / 2, one.berger / 4) for one in t.standings}
    assert results == {
        1: (1, 2.5, 4.5, 3.75),
        5: (2, 2, 5.5, 3),
        4: (3, 2, 5, 3.5),
        2: (4, 1.5, 6.5, 3.25),
        3: (5, 1, 5.5, 1),
    }


def test_in_a_round_robin_what_equals_did_against_each_other_decides() -> None:
    """1 and 2 have two points each, and 2 has beaten 1; 3 and 4 have one each, and 4 has beaten 3."""
    lost = {frozenset((1, 2)): 1, frozenset((3, 4)): 3, frozenset((2, 3)): 2}
    t = begin("", ROBIN, named(4))

    def how(one: Pairing) -> str:
        loser = lost.get(frozenset((one.one, one.other)), max(one.one, one.other))
        return OTHER if loser == one.one else ONE

    assert [(one.n, halves(one.points)) for one in whole(t, how).standings] == [
        (2, "2"), (1, "2"), (4, "1"), (3, "1"),
    ]  # fmt: skip


def test_equals_in_all_share_a_place() -> None:
    t = whole(begin("", ROBIN, named(3)), lambda one: DRAW)
    assert [one.place for one in t.standings] == [1, 1, 1]


# -- knock-out ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "n, first", [(5, [(4, 5)]), (8, [(1, 8), (4, 5), (2, 7), (3, 6)]), (13, [(8, 9), (4, 13), (5, 12)])]
)
def test_a_knock_out_gives_the_best_the_byes_and_lets_them_meet_last(n: int, first: list) -> None:
    t = whole(begin("", KNOCKOUT, named(n)), lambda one: ONE if one.one < one.other else OTHER)
    games = [(one.one, one.other) for one in t.of(1) if one.other]
    assert games[: len(first)] == first
    byes = {one.one for one in t.of(1) if not one.other}
    assert byes == set(range(1, 2**t.rounds - n + 1)), "the first seeds have them"
    assert [{one.one, one.other} for one in t.of(t.rounds)] == [{1, 2}]
    assert len([one for one in t.pairings if one.other]) == n - 1, "all but one lose once"
    assert [one.n for one in t.standings[:2]] == [1, 2] and t.standings[2].place == t.standings[3].place == 3
    for number in range(1, t.rounds + 1):
        assert sorted(slot(t, one) for one in t.of(number)) == list(range(2 ** (t.rounds - number)))


def test_what_cannot_be_is_refused_in_words() -> None:
    for names, form, rounds, why in [
        (["Ada"], SWISS, 1, "is for 2 to 64 players, not 1"),
        (named(65), KNOCKOUT, 0, "is for 2 to 64 players, not 65"),
        (named(17), ROBIN, 0, "is for 2 to 16"),
        (["Ada", "ada "], SWISS, 1, "stands there twice"),
        (["Ada", "x" * 33], SWISS, 1, "is no name"),
        (["Ada", "B\ao"], SWISS, 1, "is no name"),
        (named(6), SWISS, 6, "can play 1 to 5 rounds, not 6"),
        (named(6), "ladder", 1, "Choose Swiss"),
    ]:
        with pytest.raises(WrongTournament, match=why):
            begin("", form, names, rounds)
    assert begin("", SWISS, ["Ada", "B\u202eo"], 1).names == ("Ada", "Bo"), "as at a table"
    t = begin("", KNOCKOUT, named(4))
    with pytest.raises(WrongTournament, match="still waits for a result"):
        draw(t)
    with pytest.raises(WrongTournament, match="knows no draw"):
        check_result(t, t.pairings[0], DRAW)
    later = played(t, lambda one: ONE)
    later = replace(later, pairings=(*later.pairings, *draw(later)))
    with pytest.raises(WrongTournament, match="Round 2 was drawn on this result"):
        check_result(later, later.pairings[0], OTHER)


# -- who leaves --------------------------------------------------------------------------------------------


def drawn_on(t: Tournament) -> Tournament:
    return replace(t, pairings=(*t.pairings, *draw(t)))


def test_who_leaves_a_swiss_is_not_paired_until_he_is_back_and_what_he_did_stands() -> None:
    t = leave(played(begin("", SWISS, named(6), 4), lambda one: ONE), 2)
    t = drawn_on(t)
    here = [n for one in t.of(2) for n in (one.one, one.other) if n]
    assert sorted(here) == [1, 3, 4, 5, 6] and t.of(2)[-1].other == 0, "five are left, so one has a bye"
    assert t.points(2) == 2 and t.of(2)[-1].one != 2
    t = drawn_on(leave(played(t, lambda one: DRAW), 2, away=False))
    here = [n for one in t.of(3) for n in (one.one, one.other) if n]
    assert sorted(here) == [1, 2, 3, 4, 5, 6]
    whole(t, lambda one: ONE)


def test_three_who_stay_of_eight_are_paired_to_the_end_and_byes_go_round() -> None:
    t = played(begin("", SWISS, named(8), 7), lambda one: ONE)
    for n in (4, 5, 6, 7, 8):
        t = leave(t, n)
    t = whole(t, lambda one: OTHER)
    byes = Counter(one.one for one in t.pairings if not one.other)
    assert t.drawn == 7 and byes == {1: 2, 2: 2, 3: 2}
    with pytest.raises(WrongTournament, match="Two at least have to stay"):
        leave(leave(t, 3), 2)


def test_any_who_come_and_go_leave_a_swiss_that_is_paired_right() -> None:
    for seed in range(30):
        rng = random.Random(seed)
        n = rng.randint(4, 11)
        t = begin("", SWISS, named(n), min(n - 1, 6), seed)
        while not t.over:
            t = played(t, lambda one, rng=rng: rng.choice((ONE, OTHER, DRAW)))
            for who in rng.sample(range(1, n + 1), 2):
                if who in t.away or len(t.away) < n - 2:
                    t = leave(t, who, who not in t.away)
            if t.drawn < t.rounds:
                t = drawn_on(t)
                here = [who for one in t.of(t.drawn) for who in (one.one, one.other) if who]
                assert sorted(here) == [who for who in range(1, n + 1) if who not in t.away], seed


def test_who_leaves_a_round_robin_early_counts_for_nobody_and_late_loses_what_is_left() -> None:
    """Six players have five games each: two are less than half of them, three are not."""
    t = begin("", ROBIN, named(6))

    def until(number: int) -> Tournament:
        first = [one._replace(result=ONE) if one.round <= number else one for one in t.pairings]
        return replace(t, pairings=tuple(first))

    early = leave(until(2), 1)
    assert early.annulled == {1} and early.standings[-1].n == 1 and early.points(1) == 0
    assert {one.result for one in early.counted if 1 in (one.one, one.other)} == {VOID}
    assert sum(early.points(n) for n in range(1, 7)) == 2 * 4, "four games of the first two rounds are left"
    late = leave(until(3), 1)
    assert late.annulled == set() and late.points(1) == until(3).points(1)
    left = [one for one in late.counted if one.round > 3 and 1 in (one.one, one.other)]
    assert [ONE if one.other == 1 else OTHER for one in left] == [one.result for one in left]
    assert leave(late, 1, away=False) == until(3)
    both = leave(late, 2)
    (met,) = [one for one in both.counted if {one.one, one.other} == {1, 2}]
    assert met.result in (VOID, ONE) and played(both, lambda one: ONE).over
    for bad, why in ((0, "of that number"), (7, "of that number")):
        with pytest.raises(WrongTournament, match=why):
            leave(t, bad)
    with pytest.raises(WrongTournament, match="knock-out"):
        leave(begin("", KNOCKOUT, named(4)), 1)


# -- drawn -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form, n", [(SWISS, 9), (ROBIN, 16), (KNOCKOUT, 13), (KNOCKOUT, 64)])
def test_the_drawing_holds_everybody_and_nothing_leaves_it(form: str, n: int) -> None:
    t = whole(begin("", form, named(n), 4), lambda one: ONE)
    picture = drawing(t)
    sentences = [word.text for word in picture.words]
    assert set(t.names) <= set(sentences)
    for word in picture.words:
        left = word.x - (word.room / 2 if word.middle else 0)
        assert left >= 0 and left + word.room <= picture.wide and 0 < word.y <= picture.high
    for x, y, x1, y1 in picture.lines:
        assert (
            min(x, x1) >= 0 and max(x, x1) <= picture.wide and min(y, y1) >= 0 and max(y, y1) <= picture.high
        )
    if form == KNOCKOUT:
        assert sentences.count("Player 1") == t.rounds + 1, "round for round to the end"


@pytest.mark.slow
@pytest.mark.parametrize("form, n", [(SWISS, 64), (ROBIN, 16), (KNOCKOUT, 64)])
def test_it_is_printed_whole(form: str, n: int) -> None:
    t = whole(begin("Spring", form, named(n), 5), lambda one: ONE)
    pdf = pypdfium2.PdfDocument(TournamentSheet(t, "At the club", drawing(t)).printed())
    text = "".join(page.get_textpage().get_text_range() for page in pdf)
    assert all(f"Player {one}" in text for one in range(1, n + 1)) and "Spring" in text


# -- on phones ---------------------------------------------------------------------------------------------


def made(phone, **more: str) -> str:
    """The address of a new tournament."""
    form = {
        "names": "Anna\nBen\nCleo\nDora",
        "game": "",
        "form": ROBIN,
        "rounds": "3",
        "order": "seeds",
    } | more
    answer = phone.post("/tournaments", data=form)
    assert answer.status_code == 303, words(answer)
    return answer.headers["Location"]


def result(phone, here: str, won: str = "one", board: str = "1", round: str = "1"):
    """Enter a result; the answer."""
    return phone.post(f"{here}/result", data={"round": round, "board": board, "result": won})


def test_an_evening_is_drawn_played_and_won(phone: Phones) -> None:
    anna, guest = phone(), phone()
    here = made(anna, title="Friday", form=KNOCKOUT)
    page = words(guest.get(here))
    assert "Friday" in page and "Knock-out, 4 players" in page and "Anna – Dora" in page
    assert "Anna won" not in page, "only who runs it enters results"
    assert result(guest, here).status_code == 403
    for board in "12":
        result(anna, here, board=board)
    answer = result(anna, here, "draw")
    assert answer.status_code == 409 and "knows no draw" in words(answer)
    assert "Draw round 2" in words(anna.get(here))
    assert anna.post(f"{here}/draw").status_code == 303
    again = anna.post(f"{here}/draw")
    assert again.status_code == 409 and "All rounds are drawn" in words(again)
    result(anna, here, "other", round="2")
    assert "Ben has won" in words(guest.get(here))
    screen = guest.get(f"{here}/screen")
    assert screen.headers["Refresh"] == "20" and "Ben has won" in words(screen)


def test_standings_come_with_the_first_result_and_tie_breaks_where_points_are_equal(phone: Phones) -> None:
    anna = phone()
    here = made(anna, form=SWISS, rounds="2")
    page = anna.get(here).text
    assert all(words not in page for words in ("How it stands", "Cross table", ">S-B</th>"))
    result(anna, here)
    page = anna.get(here).text
    assert "How it stands" in page and "Cross table" in page
    assert ">Buchholz</th>" not in page, "two have not played yet"
    anna.post(f"{here}/result", data={"round": "1", "board": "2", "result": "one"})
    assert ">Buchholz</th>" in anna.get(here).text, "two have a point, and two have none"
    anna = phone()
    here = made(anna, form=ROBIN, names="Anna\nBen")
    result(anna, here)
    page = anna.get(here).text
    assert "How it stands" in page and ">S-B</th>" not in page, "nobody is level"


def test_a_draw_can_be_taken_back_until_it_is_played(phone: Phones) -> None:
    anna = phone()
    here = made(anna, form=SWISS, rounds="2")
    for board in "12":
        result(anna, here, board=board)
    anna.post(f"{here}/draw")
    assert "Round 2 of 2" in words(anna.get(here))
    assert "Round 2 was drawn" in words(result(anna, here, "other"))
    anna.post(f"{here}/undraw")
    assert "Round 1 of 2" in words(anna.get(here))
    assert "first draw stays" in words(anna.post(f"{here}/undraw"))


def test_a_key_lets_another_phone_run_it(phone: Phones) -> None:
    anna, ben = phone(), phone()
    here = made(anna)
    key = re.search(r"/R/\w+", anna.get(here).text)
    assert key and "/R/" not in ben.get(here).text
    assert "Run it on this phone" in words(ben.get(key[0]))
    assert ben.post(f"{here}/draw").status_code == 403, "a look gives nothing"
    ben.post(key[0])
    assert result(ben, here).status_code == 303
    assert "Delete" in words(ben.get(f"{here}/forget"))
    ben.post(f"{here}/forget")
    assert anna.get(here).status_code == 404


def test_a_table_is_opened_for_two_and_its_result_comes_in(phone: Phones, tiny) -> None:
    anna = phone()
    here = made(anna, game="tiny", names="Anna\nBen")
    seats = anna.post(f"{here}/table", data={"round": "1", "board": "1"}).headers["Location"]
    assert here in anna.get(seats).text, "its seats lead back to the tournament"
    code = seats.split("/")[2]
    anna.post(f"/t/{code}/seats/take", data={"seat": "*"})
    assert anna.post(f"{here}/table", data={"round": "1", "board": "1"}).headers["Location"] == seats
    first = words(anna.get(here))
    assert f"Table {code}" in first and "has won" not in first
    one = re.search(r"(Anna|Ben) –", first)
    assert one
    anna.play_out(code)
    page = words(anna.get(here))
    assert f"{one[1]} has won" in page
    assert here in anna.get(f"/t/{code}").text, "the table leads back to the tournament"
    assert anna.say(code, "undo", 5, by="Red", entry="5").status_code == 303
    assert "has won" not in words(anna.get(here)), "it goes on, so there is no result"
    result(anna, here, "draw")
    assert "½ : ½" in words(anna.get(here))
    anna.post(f"/t/{code}/forget")
    assert f"/t/{code}" not in anna.get(here).text, "a table that was deleted is no link any more"


def test_a_forgotten_person_is_a_player_there_too(phone: Phones, tiny) -> None:
    anna = phone()
    anna.finished()
    here = made(anna, names="Anna\nBen")
    anna.get("/people")
    anna.post("/people/ours", data={"name": "Anna"})
    person = re.search(r'name="person" value="(\d+)"', anna.get("/people").text)
    assert person
    anna.post("/people/forget", data={"person": person[1]})
    page = anna.get(here).text
    assert "Anna" not in page and NOBODY in page and "Ben" in page


def test_a_player_leaves_and_is_back_on_the_page(phone: Phones) -> None:
    anna, guest = phone(), phone()
    here = made(anna, form=SWISS)
    assert guest.post(f"{here}/leave", data={"n": "2"}).status_code == 403
    assert "Leaves" not in guest.get(here).text
    assert anna.post(f"{here}/leave", data={"n": "2"}).status_code == 303
    page = anna.get(here).text
    assert "1 left" in page and "Is back" in page
    for board in "12":
        result(anna, here, board=board)
    anna.post(f"{here}/draw")
    second = words(anna.get(here)).partition("How it stands")[0]
    assert "has a bye" in second and "Ben" not in second.partition("Round 2")[2]
    assert anna.get(f"{here}/tournament.pdf").status_code == 200
    assert anna.post(f"{here}/back", data={"n": "2"}).status_code == 303
    assert "1 left" not in anna.get(here).text
    for n in ("", "x", "99", "-1", "2" * 400):
        answer = anna.post(f"{here}/leave", data={"n": n})
        assert answer.status_code == 409 and "Nobody of that number plays here" in words(answer)


def test_a_tournament_that_nobody_touched_is_pruned_once_its_tables_are_gone(
    phone: Phones, tiny, app
) -> None:
    anna, store = phone(), app.extensions["companion"].store
    idle, lively, seated = (made(anna, game="tiny", names="Anna\nBen") for _ in range(3))
    seats = anna.post(f"{seated}/table", data={"round": "1", "board": "1"}).headers["Location"]
    with store.database.writing() as connection:
        connection.execute(update(TOURNAMENTS).values(changed=time.time() - 40 * 86_400))
    result(anna, lively)
    assert retention.prune_tournaments(store.database, 30) >= 1
    assert [anna.get(one).status_code for one in (idle, lively, seated)] == [404, 200, 200]
    store.forget(store.session(seats.split("/")[2]))
    assert retention.prune_tournaments(store.database, 30) == 1 and anna.get(seated).status_code == 404
    there = select(TOURNAMENTS.c.id)
    with store.database.reading() as connection:
        for rows in (ENTRANTS, PAIRINGS):
            left = select(rows.c.tournament_id).where(rows.c.tournament_id.not_in(there))
            assert not connection.scalars(left).all()


def test_who_is_forgotten_is_so_in_tournaments_of_others_at_whose_tables_he_sat(
    phone: Phones, tiny, app
) -> None:
    anna, cleo, dora = phone(), phone(), phone()
    sat, other = (made(cleo, game="tiny", names="Anna\nBen") for _ in range(2))
    run = made(dora, names="Anna\nBen")
    anna.post(re.search(r"/R/\w+", dora.get(run).text)[0])
    code = cleo.post(f"{sat}/table", data={"round": "1", "board": "1"}).headers["Location"].split("/")[2]
    for key in chairs(app, code).values():
        anna.sit(key)
    anna.play_out(code)
    anna.get("/people")
    anna.post("/people/ours", data={"name": "Anna"})
    person = re.search(r'name="person" value="(\d+)"', anna.get("/people").text)
    anna.post("/people/forget", data={"person": person[1]})
    for where in (sat, run):
        page = words(cleo.get(where))
        assert "Anna" not in page and NOBODY in page and "Ben" in page, where
    assert "Anna" in words(cleo.get(other)), "that may be another Anna"


def test_hostile_input_is_answered_in_words(phone: Phones) -> None:
    anna = phone()
    for bad in (
        {"names": ""},
        {"form": "x"},
        {"names": "\0\n\u202e"},
        {"game": "../x"},
        {"names": "a\n" * 5000},
    ):
        form = {"names": "Anna\nBen", "form": SWISS, "rounds": "1"} | bad
        answer = anna.post("/tournaments", data=form)
        assert answer.status_code == 422 and 'role="alert"' in answer.text
    here = made(anna)
    for bad in ({}, {"round": "x", "board": "-1"}, {"round": "99", "board": "1"}):
        assert anna.post(f"{here}/result", data=bad).status_code == 409
    pair = {"round": "1", "board": "1"}
    assert anna.post(f"{here}/result", data=pair | {"result": "bye"}).status_code == 409
    assert anna.post(f"{here}/table", data=pair).status_code == 409
    assert anna.post(f"{here}/fly").status_code == 404
    assert anna.get("/tournaments/NOSUCHXX").status_code == 404 and anna.get("/R/NOSUCH").status_code == 404


@pytest.mark.slow
def test_it_is_printed_from_its_page(phone: Phones) -> None:
    anna = phone()
    answer = anna.get(f"{made(anna, form=KNOCKOUT)}/tournament.pdf")
    assert answer.mimetype == "application/pdf" and answer.data[:5] == b"%PDF-"
