"""The final score of Heaven & Ale: worked results, closed forms, and every legal order of exchanging."""

import random
import re
import time
from collections.abc import Iterator
from functools import cache
from operator import sub

import pytest

from companion.games.heaven_and_ale.box import COLOURS, LAST
from companion.games.heaven_and_ale.scoring.score import (
    End,
    PlayerScore,
    exchanged,
    next_threshold,
    rate_and_value,
    score,
    what_if,
    winners,
)
from companion.games.heaven_and_ale.scoring.words import proof

BRANDS = {5: range(-9, 1), 4: range(1, 5), 3: range(5, 12), 2: range(12, 20), 1: range(20, 21)}

WORKED = """
brewmaster | markers       | ducats | large | small | extras     | units | level | literal | may stop | worst
 0         | 3 3 3 3 3     |  9     | 0     | 0     | first      | 0     |  3    |   7     |   7      |   7
 4         | 15 4 10 6 8   | 10     | 2     | 1     | card       | 3     |  7    |  34     |  34      |  31
 8         | 18 8 7 9 3    |  0     | 0     | 0     |            | 4     |  7    |  21     |  21      |  18
12         | 10 8 8 8 0    | 20     | 1     | 1     | card first | 5     |  6    |  33     |  33      |  29
20         | 20 20 20 20 18| 50     | 0     | 0     | first      | 1     | 20    | 121     | 121      | 121
 9         | 5 7 7 7 7     | 30     | 0     | 0     |            | 1     |  6    |  24     |  28      |  24
"""


def rows(table: str) -> Iterator[list[str]]:
    for line in table.strip().splitlines()[1:]:
        yield [cell.strip() for cell in line.split("|")]


# -- an independent look: every legal sequence, best and worst ---------------------------------------------


@cache
def payments(surplus: tuple[int, ...], rate: int) -> tuple[tuple[int, ...], ...]:
    """Every way to split the back-steps over markers that are so far ahead of the target."""
    if not surplus:
        return ((),) if rate == 0 else ()
    return tuple(
        (back, *rest)
        for back in range(min(rate, surplus[0]) + 1)
        for rest in payments(surplus[1:], rate - back)
    )


@cache
def after_ducats(markers: tuple[int, ...], steps: int) -> int:
    """The best level after so many steps, each for any marker that is not on the last space."""
    movable = {place for place in markers if place < LAST}
    if not steps or not movable:
        return markers[0]
    return max(
        after_ducats(
            tuple(sorted((*markers[: (i := markers.index(place))], place + 1, *markers[i + 1 :]))), steps - 1
        )
        for place in movable
    )


@cache
def every_way(markers: tuple[int, ...], rate: int, steps: int) -> tuple[int, int, int]:
    """The best level as written, the best where one may stop, and minus the level of the worst payers (ducats
    spent well), over every legal order of exchanging; markers sorted."""
    here = lifted(markers, steps) if steps else markers[0]
    target = markers[0] + 1
    surplus = tuple(min(rate, max(0, place - target)) for place in markers[1:])
    after = {
        tuple(sorted((target, *map(sub, markers[1:], paid))))
        for paid in (payments(surplus, rate) if target <= LAST else ())
    }
    if not after:
        return here, here, -here
    literal, stop, worst = map(max, *[every_way(after_one, rate, steps) for after_one in after], (-99,) * 3)
    return literal, max(here, stop), worst


def lifted(markers: tuple[int, ...], steps: int) -> int:
    """The level so many steps lift the markers to; that it is the best is a test of its own."""
    level = markers[0]
    while level < LAST and sum([level + 1 - x for x in markers if x <= level]) <= steps:
        level += 1
    return level


def closed_literal(markers: tuple[int, ...], rate: int) -> int:
    """Without ducats: the highest level whose steps the surplus pays for."""
    return max(
        t
        for t in range(min(markers), LAST + 1)
        if rate * sum(max(0, t - x) for x in markers) <= sum(max(0, x - t) for x in markers)
    )


def closed_may_stop(markers: tuple[int, ...], rate: int, steps: int) -> int:
    """With stopping: the highest level that exchange and ducats reach together."""
    return max(
        t
        for t in range(min(markers), LAST + 1)
        if rate * max(0, sum(max(0, t - x) for x in markers) - steps) <= sum(max(0, x - t) for x in markers)
    )


def random_end(rng: random.Random, wide: float = 0.5) -> End:
    """An end state: some spread out at random, the others close together as real ones often are."""
    if rng.random() < wide:
        markers = [rng.randint(-7, 20) for _ in COLOURS]
    else:
        middle = rng.randint(0, 18)
        markers = [max(-7, min(20, middle + rng.randint(-5, 6))) for _ in COLOURS]
    large = rng.randint(0, 12)
    return End(
        "Gold",
        rng.randint(-3, 20),
        tuple(markers),
        rng.choice((0, rng.randint(0, 30), rng.randint(0, 70))),
        large,
        rng.randint(0, 12 - large),
        rng.random() < 0.3,
        rng.random() < 0.3,
    )


def check_one(end: End) -> None:
    """The score is what the best order gives, in both readings, and its own steps are legal."""
    result = score(end)
    steps = end.ducats // 10
    placed = tuple(sorted(end.markers))
    literal, stop, _ = every_way(placed, result.rate, steps)
    assert result.level == max(0, literal), end
    best = result.stopping or result
    assert best.level == max(0, stop), end
    assert (result.stopping is None) == (max(0, literal) == max(0, stop)), end
    if not steps:
        assert max(0, closed_literal(end.markers, result.rate)) == result.level, end
    assert max(0, closed_may_stop(end.markers, result.rate, steps)) == best.level, end
    for reading in {id(result): result, id(best): best}.values():
        check_steps(reading)


def check_steps(player_score: PlayerScore) -> None:
    """Each unit moves a least marker one step for ``rate`` back-steps, none below the target."""
    at = player_score.end.markers
    for unit in player_score.exchange:
        assert unit.before == at
        _, before, after = unit.moved
        assert before == min(at) and after == before + 1 <= LAST
        assert sum(was - now for _, was, now in unit.payers) == player_score.rate
        assert all(now >= after for _, _, now in unit.payers)
        at = unit.after
    assert len(player_score.bought) <= player_score.end.ducats // 10
    for unit in player_score.bought:
        assert unit.before == at and not unit.payers and unit.moved[2] <= LAST
        at = unit.after
    assert at == player_score.markers and player_score.level == max(0, min(at))
    assert player_score.total == sum(line.points for line in player_score.lines)
    assert all(line.points == line.count * line.each for line in player_score.lines)


# -- tests ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("row", list(rows(WORKED)))
def test_worked_results(row: list[str]) -> None:
    brewmaster, markers, ducats, large, small, extras, units, level, literal, may_stop, worst = row
    places = tuple(int(place) for place in markers.split())
    end = End(
        "Gold",
        int(brewmaster),
        places,
        int(ducats),
        int(large),
        int(small),
        "card" in extras,
        "first" in extras,
    )
    result = score(end)
    assert (len(result.exchange), result.level) == (int(units), int(level))
    assert (result.total, result.total_may_stop) == (int(literal), int(may_stop))
    careless = every_way(tuple(sorted(places)), result.rate, end.ducats // 10)[2]
    assert result.total - (result.level + careless) * result.value == int(worst)
    check_one(end)


@pytest.mark.parametrize(
    "places, rate, value",
    [
        (range(-11, 1), 5, 2),
        (range(1, 5), 4, 3),
        (range(5, 9), 3, 3),
        (range(9, 12), 3, 4),
        (range(12, 15), 2, 4),
        (range(15, 18), 2, 5),
        (range(18, 20), 2, 6),
        (range(20, 21), 1, 6),
    ],
)
def test_rate_and_value(places: range, rate: int, value: int) -> None:
    assert {rate_and_value(place) for place in places} == {(rate, value)}


def test_thresholds_of_the_brewmaster() -> None:
    steps = [next_threshold(place) for place in range(-9, 21)]
    assert [place + step[0] for place, step in zip(range(-9, 21), steps, strict=True) if step] == [
        *[1] * 10,
        *[5] * 4,
        *[9] * 4,
        *[12] * 3,
        *[15] * 3,
        *[18] * 3,
        *[20] * 2,
    ]
    assert next_threshold(20) is None and next_threshold(7) == (2, 3, 4)


@pytest.mark.slow
def test_best_way_to_spend_ducats() -> None:
    """Every way to spend up to six steps on any markers leads no further than lifting the least."""
    rng = random.Random(4)
    for _ in range(300):
        markers = tuple(sorted(rng.randint(-7, 20) for _ in COLOURS))
        for steps in range(7):
            assert after_ducats(markers, steps) == lifted(markers, steps)


@pytest.mark.parametrize("n", [300, pytest.param(2_000, marks=pytest.mark.slow)])
def test_best_of_every_legal_order(n: int) -> None:
    """Random end states, both readings, against every legal sequence and the closed forms."""
    rng = random.Random(3)
    for _ in range(n):
        check_one(random_end(rng, wide=0.2))


@pytest.mark.soak
def test_best_of_every_legal_order_100_000() -> None:
    rng = random.Random(1)
    for _ in range(100_000):
        check_one(random_end(rng))


MOVE = re.compile(r"(\w+) (\d+(?: below 1)?) → (\d+(?: below 1)?)")


def at(place: str) -> int:
    """A place as it is told, as a number."""
    return 1 - int(place.removesuffix(" below 1")) if place.endswith("below 1") else int(place)


def check_words(end: End) -> None:
    """A reader who has the end state and the sentences alone finds every one true."""
    scores = score(end)
    page_text = [(str(words), rule) for words, rule in proof(scores)]
    assert len(page_text) + bool(scores.stopping) <= 5, page_text
    (result, _), (brewmaster, _), *rest = page_text
    sums = [tuple(map(int, sum_)) for sum_ in re.findall(r"(\d+) × (\d+) = (\d+)", result)]
    assert all(count * each == points for count, each, points in sums)
    total = int(re.search(r": (\d+) points?\.$", result)[1])
    assert sum(points for *_, points in sums) == total == scores.total
    level, value, _ = sums[0]
    rate, points = map(int, re.findall(r"so (\d) back for 1 forward, (\d) points", brewmaster)[0])
    assert (rate, points) == rate_and_value(end.brewmaster) and points == value
    markers = dict(zip(COLOURS, end.markers, strict=True))
    start, reached = dict(markers), max(0, min(markers.values()))
    for text, rule in rest:
        moves = [(colour, at(was), at(now)) for colour, was, now in MOVE.findall(text)]
        n = int(text.split()[1] if rule == "production" else text.split()[0])
        if rule == "production":
            need, ahead, pays, *tens = map(int, re.findall(r"\d+", text)[1:])
            assert n == level + 1 and need == sum(n - place for place in end.markers if place < n)
            assert ahead == sum(place - n for place in end.markers if place > n)
            steps = end.ducats // 10
            assert pays == ahead // rate and tens == ([steps * 10, steps] if steps else [])
            assert pays + steps < need, "so much cannot be paid"
            continue
        gained = sum(now - was for _, was, now in moves)
        assert gained == (n - n * rate if rule == "exchange" else n // 10)
        for colour, was, now in moves:
            assert markers[colour] == was
            markers[colour] = now
    lifted = max(0, min(markers.values()))
    assert lifted == level and (lifted > reached) == (markers != start), "what lifts no level is left out"


@pytest.mark.parametrize("n", [200, pytest.param(2_500, marks=pytest.mark.slow)])
def test_every_score_is_proved_in_five_sentences(n: int) -> None:
    rng = random.Random(8)
    for _ in range(n):
        check_words(random_end(rng))


def test_an_exchange_in_words() -> None:
    """Two to one: the furthest ahead pays."""
    units = exchanged((10, 8, 8, 8, 0), 2)
    assert units[0].payers == [("wood", 10, 8)] and units[0].moved == ("barley", 0, 1)
    assert units[1].payers == [("wood", 8, 7), ("yeast", 8, 7)] and units[1].moved == ("barley", 1, 2)


def test_the_column_counts_nothing() -> None:
    result = score(End("Gold", 20, (20, 20, 20, 20, -30 + 24), 0))
    assert result.level > 0
    assert score(End("Gold", -9, (1, -1, -3, -5, -7), 9)).total == 0


def test_never_past_the_last_space() -> None:
    result = score(End("Gold", 20, (20,) * 5, 990))
    assert result.bought == () and result.total == 120


def test_what_if_adds_up() -> None:
    """Each what-if is the same score with that one thing changed."""
    end = End("Gold", 8, (9, 9, 9, 9, 9), 8, 1, 0, True)
    assert dict(what_if(end)) == {
        "One more step of the brewmaster": 9,
        "An unplaced card sold for 3 ducats": 0,
        "One more large barrel": 5,
        "One more small barrel": 3,
    }
    assert "One more step of the brewmaster" not in dict(what_if(End("Gold", 20, (1,) * 5)))
    assert [words for words, _ in what_if(end, unsold=0)][1] == "One more large barrel"
    full = End("Gold", 8, (9,) * 5, 0, 7, 5)
    assert [words for words, _ in what_if(full, unsold=0)] == ["One more step of the brewmaster"]


def test_ties_share_the_win() -> None:
    ends = [End("Gold", 1, (2,) * 5), End("Teal", 1, (2,) * 5), End("Violet", 1, (1,) * 5)]
    assert winners([score(end) for end in ends]) == ["Gold", "Teal"]


def test_fast_enough() -> None:
    """2,000 players in less than 0.4 s: 0.2 ms each."""
    rng = random.Random(5)
    ends = [random_end(rng) for _ in range(2_000)]
    best = 9.0
    for _ in range(2):
        begun = time.process_time()
        for end in ends:
            score(end)
        best = min(best, time.process_time() - begun)
    assert best < 0.4


def test_every_rate_is_tried() -> None:
    assert {rate_and_value(place)[0] for places in BRANDS.values() for place in places} == {1, 2, 3, 4, 5}
    assert all({rate_and_value(p)[0] for p in places} == {rate} for rate, places in BRANDS.items())
