"""Every rule of Heroball, once where it lets something happen and once where it does not."""

import pytest

from companion.games.heroball import GAME
from companion.games.heroball.actions.attack import ForceFumble, Push
from companion.games.heroball.actions.ball import Drop, Throw
from companion.games.heroball.actions.card import Card
from companion.games.heroball.actions.move import EndTurn, Move
from companion.games.heroball.actions.react import Defend
from companion.games.heroball.box import GOALS, PILLARS, SEATS
from companion.games.heroball.state import Match
from companion.kernel.journal import Table
from companion.kernel.opening import Opening
from tests.games.field import drawn, opened, seeding
from tests.games.moments import after, texts
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

BY_PILLAR = """
        F2=Crimson
                G2
        F3
                G3=Gold*
        F4
"""


def test_pillar_allows():
    match = drawn(BY_PILLAR)
    assert "F3" in PILLARS
    over = after(match, Throw("Gold", "E3", ()))
    assert over.ball == "E3", "a throw flies past the pillar"


# -- a turn -----------------------------------------------------------------------------------------------


def test_ap_cap_happens():
    match = after(drawn(ap={"Crimson": 5}, spent=True), EndTurn("Gold"))
    assert match.ap["Crimson"] == 5
    assert [line.text for line in match.told if line.rule == "ap-cap"] == [
        "Crimson: AP stays at 5, the end of the track."
    ]


# -- moving -----------------------------------------------------------------------------------------------


def test_step_run_sprint_allows():
    match = drawn("F6=Gold", ap={"Gold": 4})
    match = after(match, Move("Gold", "F7", ()), Move("Gold", "F8", ()), Move("Gold", "E8", ()))
    assert match.ap["Gold"] == 1 and match.taken == ("Step", "Run", "Sprint")
    assert [line for line in texts(match) if line.startswith("Put a token")] == [
        "Put a token on Step.", "Put a token on Run.", "Put a token on Sprint.",
    ]  # fmt: skip
    swept = after(drawn("F6=Gold", ap={"Gold": 4}), Move("Gold", "F8", ()))
    assert swept.ap["Gold"] == 3 and swept.taken == ("Step", "Run"), "two in one go"
    between = drawn("F5=Crimson\n\nF6=Gold", ap={"Crimson": 0})
    between = after(
        between, Move("Gold", "E5", ()), Push("Gold", "Crimson", "G5", ()), Move("Gold", "F5", ())
    )
    assert between.ap["Gold"] == 2 and between.taken == ("Step", "Run"), "other actions may come between"


GROUND = """
                F5~Mountain
        E5~Water        G5
                F6=Gold
"""


def test_hex_cost_allows():
    assert after(drawn(GROUND), Move("Gold", "F5", ())).ap["Gold"] == 4, "Step into favour: 0 - 1 is 0"
    assert after(drawn(GROUND, taken=("Step",)), Move("Gold", "F5", ())).ap["Gold"] == 4, "Run: 1 - 1"
    assert after(drawn(GROUND, taken=("Step", "Run")), Move("Gold", "F5", ())).ap["Gold"] == 3, (
        "Sprint: 2 - 1"
    )
    costs = [
        after(drawn(GROUND, taken=done), Move("Gold", "E5", ())).ap["Gold"]
        for done in ((), ("Step",), ("Step", "Run"))
    ]
    assert costs == [3, 2, 1], "other terrain adds 1"
    tired = drawn(GROUND, taken=("Step",), ap={"Gold": 0})
    assert after(tired, Move("Gold", "F5", ())).at["Gold"] == "F5", "a run into favour is free"


# -- interceptions ----------------------------------------------------------------------------------------


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


def test_save_only_then():
    board = "F1\n        G1\nF2=Gold\n        G2=Crimson"
    push = Push("Gold", "Crimson", "G3", ())
    for match in (
        drawn(board + "*", players=2, ap={"Crimson": 0}),
        drawn(board, players=2, saves=True, ap={"Crimson": 0}),
    ):
        assert after(match, push).score == {"Gold": 0, "Crimson": 0}, "not printed; without the ball no save"
    match = drawn(board + "*", players=2, saves=True, ap={"Crimson": 0})
    assert not any(after(match, Push("Gold", "Crimson", "H1", ())).score.values()), "no farther from the goal"
    defended = after(drawn(board + "*", players=2, saves=True), push, Defend("Crimson"))
    assert not any(defended.score.values())


# -- house heroes -----------------------------------------------------------------------------------------


def test_swap_allows():
    match = drawn("F5=Crimson*\n\nF6\n\nF7=Gold", heroes={"Gold": "Melampa"})
    match = after(match, Card("Gold", (), ("Crimson",), (), (), (), ()))
    assert (
        match.at["Gold"] == "F5" and match.at["Crimson"] == "F7" == match.ball and match.holder == "Crimson"
    )


def test_leaping_into_another_goal_with_the_ball_is_asked_about():
    near = drawn("G3=Gold*", players=2, heroes={"Gold": "Lykos"})
    assert Card("Gold", (), ("G1",), (), (), (), ()).gift(near) == (GIVES,)
    assert after(near, Card("Gold", (), ("G1",), (), (), (), (GIVES,))).score == {"Gold": 0, "Crimson": 1}
    assert Card("Gold", (), ("G1",), (), (), (), ()).gift(near.but(holder="", ball="F6")) == ()


# -- at the table -----------------------------------------------------------------------------------------
