"""Every rule of Heroball, once where it lets something happen and once where it does not."""

import pytest

from companion.games.heroball import GAME
from companion.games.heroball.actions.attack import ForceFumble, Push
from companion.games.heroball.actions.ball import Drop, Throw
from companion.games.heroball.actions.card import Card
from companion.games.heroball.actions.move import Move
from companion.games.heroball.box import GOALS, SEATS
from companion.games.heroball.state import Match
from companion.kernel.journal import Table
from companion.kernel.opening import Opening
from tests.games.field import drawn, opened, seeding
from tests.games.moments import after
from tests.games.positions import cases

test_case = cases("heroball", GAME, drawn, opened, seeding)


GIVES = "Crimson scores 1"


# -- setup ------------------------------------------------------------------------------------------------


def test_seats_happens():
    assert [seeding(n).at for n in (2, 3, 4)] == [
        {"Gold": "F11", "Crimson": "F1"},
        {"Gold": "F11", "Crimson": "A1", "Teal": "K1"},
        {"Gold": "K6", "Crimson": "A6", "Teal": "A1", "Violet": "K1"},
    ]
    assert GOALS[SEATS[:2]].owner == {
        "F11": "Gold", "E10": "Gold", "G10": "Gold", "F1": "Crimson", "E1": "Crimson", "G1": "Crimson",
    }  # fmt: skip
    told = [line for line in opened(2).told if line.rule == "seats"]
    assert told[0].text == "Gold: lay your goal on F11, E10 and G10." or len(told) == 2


def test_seats_only_then():
    for players in (1, 5):
        with pytest.raises(ValueError, match="2, 3, 4 players"):
            Table.open(GAME, Opening({str(n): "x" for n in range(players)}))


# -- the board --------------------------------------------------------------------------------------------


# -- moving -----------------------------------------------------------------------------------------------


# -- scoring ----------------------------------------------------------------------------------------------

AT_THEIRS = """
        F1
E1
        F2=Gold*
E2=Crimson
"""


def test_score_asks_before_points_are_given_away():
    match = drawn(AT_THEIRS, players=2)
    assert Move("Gold", "F1", ()).gift(match) == (GIVES,) and Throw("Gold", "E1", ()).gift(match) == (GIVES,)
    assert Move("Gold", "E2", ()).gift(match) == () and Drop("Gold", "F2", ()).gift(match) == ()
    held = drawn("        G9=Gold\nF10=Crimson*\n\nF11", players=2)
    assert Push("Gold", "Crimson", "F11", ()).gift(held) == (), (
        "into his own goal, to give the owner 1: Gold's"
    )
    assert ForceFumble("Gold", "Crimson", "G10", ()).gift(held) == ()


def last(score: dict[str, int]) -> Match:
    """The last turn of the last round."""
    return drawn(turn="Crimson", players=2, round=12, score=score)


# -- house heroes -----------------------------------------------------------------------------------------


def test_leaping_into_another_goal_with_the_ball_is_asked_about():
    near = drawn("G3=Gold*", players=2, heroes={"Gold": "Lykos"})
    assert Card("Gold", (), ("G1",), (), (), (), ()).gift(near) == (GIVES,)
    assert after(near, Card("Gold", (), ("G1",), (), (), (), (GIVES,))).score == {"Gold": 0, "Crimson": 1}
    assert Card("Gold", (), ("G1",), (), (), (), ()).gift(near.but(holder="", ball="F6")) == ()
