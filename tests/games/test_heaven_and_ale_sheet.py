"""Score sheets of Heaven & Ale as data and in words."""

import json

import pytest

from companion.games.heaven_and_ale import GAME
from companion.games.heaven_and_ale.scoring.sheet import end, row
from companion.kernel.sheet import Faulty, ScoreSheet
from tests.games.abbey import GOLD

SHEET = GAME.get(ScoreSheet)


def test_the_sheet_of_one_player_out() -> None:
    out = json.loads(json.dumps(SHEET.data(SHEET.read({"players": [GOLD]}))))
    assert set(out) == {"players", "winners"} and out["winners"] == ["Gold"]
    (gold,) = out["players"]
    assert set(gold) == {"name", "total", "lines", "exchange", "level", "total_may_stop"}
    assert (gold["total"], gold["total_may_stop"], gold["level"], len(gold["exchange"])) == (33, 33, 6, 5)
    assert gold["lines"] == [
        {"label": "Production", "count": 6, "each": 4, "points": 24, "rule": "production"},
        {"label": "Large barrels", "count": 1, "each": 4, "points": 4, "rule": "barrels"},
        {"label": "Small barrels", "count": 1, "each": 2, "points": 2, "rule": "barrels"},
        {"label": "Barrel card", "count": 2, "each": 1, "points": 2, "rule": "barrel-card"},
        {"label": "First player", "count": 1, "each": 1, "points": 1, "rule": "first-player-point"},
    ]
    assert gold["exchange"][0] == {
        "pays": [{"marker": "wood", "from": 10, "to": 8}],
        "moves": {"marker": "barley", "from": 0, "to": 1},
    }


def test_reading_and_writing_are_inverse() -> None:
    rows = SHEET.read({"players": [GOLD, GOLD | {"name": "Teal", "first_player": False, "ducats": 3}]})
    assert SHEET.read({"players": [SHEET.plain(row) for row in rows]}) == rows
    assert [row(end(each)) for each in rows] == list(rows)


def test_what_is_left_out_is_nothing() -> None:
    (result,) = SHEET.read({"players": [{key: GOLD[key] for key in ("name", "brewmaster", "markers")}]})
    last = end(result)
    assert (last.ducats, last.large_barrels, last.barrel_card, last.first_player) == (0, 0, False, False)


def test_the_sheet_in_words() -> None:
    text = SHEET.text(SHEET.read({"players": [GOLD]}), GAME.rules)
    assert "Gold: 33 points" in text
    assert "Brewmaster on 12, so 2 back for 1 forward, 4 points a level" in text
    assert "5 exchanges of 2 back for 1 bring barley 1 below 1 → 5, wood 10 → 6, " in text
    assert "10 ducats bring barley 5 → 6." in text and text.endswith("Gold wins with 33 points.")


def test_both_readings_with_the_reason() -> None:
    five = dict(zip(GOLD["markers"], (5, 7, 7, 7, 7), strict=True))
    text = SHEET.text(
        SHEET.read({"players": [{"name": "Teal", "brewmaster": 9, "markers": five, "ducats": 30}]}),
        GAME.rules,
    )
    assert "Stopping without any exchange" in text and "28 points instead of 24" in text


def markers(**changes: object) -> dict[str, object]:
    return {"markers": GOLD["markers"] | changes}


@pytest.mark.parametrize(
    "change, field, why",
    [
        (markers(wood=21), "wood", "is 21; a whole number from -11 to 20 would be right"),
        (markers(hops=-12), "hops", "is -12"),
        (markers(hops=3.5), "hops", "is 3.5"),
        (markers(salt=3), "salt", "is not one of the markers: wood, yeast, hops, water and barley"),
        ({"markers": {"wood": 3}}, "yeast", "is missing"),
        ({"markers": [1, 2, 3, 4, 5]}, "markers", "must hold wood"),
        ({"brewmaster": 21}, "brewmaster", "is 21"),
        ({"brewmaster": True}, "brewmaster", "is True"),
        ({"ducats": -3}, "ducats", "is -3; a whole number from 0 to 999 would be right"),
        ({"large_barrels": 13}, "large_barrels", "is 13; a whole number from 0 to 12"),
        ({"large_barrels": 7, "small_barrels": 6}, "small_barrels", "13 in all; one a goal"),
        ({"barrel_card": "yes"}, "barrel_card", "must be true or false"),
        ({"first_player": 1}, "first_player", "must be true or false"),
        ({"name": ""}, "name", "is missing"),
        ({"name": "G" * 25}, "name", "has 25 characters; at most 24 fit"),
        ({"colour": "red"}, "colour", "is not known here"),
    ],
)
def test_what_cannot_be_names_the_field(change: dict[str, object], field: str, why: str) -> None:
    with pytest.raises(Faulty) as caught:
        SHEET.read({"players": [GOLD | change]})
    assert any(fault[1] == field and why in fault[2] for fault in caught.value.faults), caught.value.faults
    assert why in str(caught.value)


@pytest.mark.parametrize(
    "changes, field, why",
    [
        ({}, "first_player", "is claimed by Gold and Teal; only one figure stands there"),
        (
            {"large_barrels": 12, "small_barrels": 0},
            "large_barrels",
            "of all players are 13; the box holds 12",
        ),
        ({"name": "Gold"}, "name", "stands twice"),
    ],
)
def test_what_two_cannot_have_together(changes: dict[str, object], field: str, why: str) -> None:
    with pytest.raises(Faulty) as caught:
        SHEET.read({"players": [GOLD, GOLD | {"name": "Teal"} | changes]})
    assert (field, why) in [fault[1:3] for fault in caught.value.faults]


@pytest.mark.parametrize(
    "given", [None, [], "x", {}, {"players": {}}, {"players": []}, {"players": [3]}, {"players": [GOLD] * 5}]
)
def test_what_is_no_sheet_at_all(given: object) -> None:
    with pytest.raises(Faulty) as caught:
        SHEET.read(given)
    assert str(caught.value).endswith(".")
