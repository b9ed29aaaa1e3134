"""Every rule of War in Heaven, once where it lets something happen and once where it does not."""

import random
from collections import Counter

import pytest

from companion.games.war_in_heaven import GAME
from companion.games.war_in_heaven.actions import (
    Deploy,
    EndTurn,
    Power,
    Recharge,
)
from companion.games.war_in_heaven.box import ALLIES, OWN
from companion.games.war_in_heaven.state import BONUS, War
from companion.games.war_in_heaven.state.sequence import open_recharge, open_turn
from companion.games.war_in_heaven.state.skirmishes import Striker, fallen_sets, witness
from companion.games.war_in_heaven.tracked import Ruling
from companion.kernel.asking import read
from companion.kernel.features import Figures
from companion.kernel.rulebook import Refusal
from tests.games.moments import after, refused, texts
from tests.games.positions import cases
from tests.games.war import START, drawn, opened, recharging

test_case = cases("war_in_heaven", GAME, drawn, opened, recharging, open_recharge, open_turn)


# -- deploying --------------------------------------------------------------------------------------------


def test_deploy_pay_refuses():
    poor = drawn(START, down=frozenset({"Camiel", "Zadkiel", "Gabriel"}))
    assert refused(poor, Deploy("Angels", "Raphael", "A1", ("Uriel", "Jophiel"))) == (
        "deploy-pay",
        "Raphael costs 3: need 3 other active tokens off the battlefield, have 2.",
    )
    war = drawn(START)
    assert refused(war, Deploy("Angels", "Jophiel", "A1", ("Uriel", "Militia 1"))) == (
        "deploy-pay",
        "Militia 1 is on the battlefield; only tokens on cards pay.",
    )
    with pytest.raises(Refusal, match="not an answer"):
        read(Deploy, war, "Angels", {"ally": "Uriel", "space": "A1", "paying": ["Uriel"]})
    with pytest.raises(Refusal, match="0 of 1"):
        read(Deploy, war, "Angels", {"ally": "Uriel", "space": "A1", "paying": []})
    broke = drawn(START, down=frozenset(ALLIES["Angels"]))
    assert refused(broke, Deploy("Angels", "Uriel", "A1", ("Gabriel",)))[0] == "active"


# -- battle -----------------------------------------------------------------------------------------------


def test_what_is_struck_is_what_the_strikers_have():
    """Over random battles: every enemy told to fall is struck for his defeat value, no other one is."""
    rng, seen = random.Random(8), 0
    for _ in range(200):
        defeat = rng.choices((1, 2, 3, 4), k=rng.randint(1, 4))
        strikers = [
            Striker(attack, tuple(sorted(rng.sample(range(len(defeat)), rng.randint(1, len(defeat))))))
            for attack in rng.choices((0, 1, 2, 3, 5), k=rng.randint(1, 4))
        ]
        for fallen in fallen_sets(strikers, defeat):
            dealt, by = Counter(), Counter()
            for k, i, points in witness(strikers, defeat, fallen):
                assert points > 0 and i in strikers[k].targets
                dealt[i] += points
                by[k] += points
            assert all(by[k] <= strikers[k].attack for k in by)
            assert {i for i in range(len(defeat)) if dealt[i] >= defeat[i]} == set(fallen)
            assert all(dealt[i] <= defeat[i] for i in dealt)
            seen += 1
    assert seen > 200
    with pytest.raises(ValueError, match="no order"):
        witness([Striker(1, (0,))], [2], (0,))


# -- commanders, gates, the end ---------------------------------------------------------------------------


def test_the_marker_that_the_power_takes_off_is_put_on_at_set_up():
    start = opened()
    assert sum("a marker on Michael's." in line for line in texts(start)) == 1
    assert "Take the marker off Michael's card." in texts(after(start, Power("Angels", "Militia 1", "A1")))


def last(board: str) -> War:
    """The moment after the last turn of round 12."""
    return after(drawn(board, round=12, side="Demons", actions=0), EndTurn("Demons"))


def test_a_ruling_keeps_to_what_is_in_the_box():
    war = after(drawn(START), Ruling("Demons", "Uriel", "its card face down", "it was used"))
    assert war.down == {"Uriel"} and war.side == "Angels", "any seat, at any time"
    for thing, to, field, value in [
        ("Round", "5", "round", 5),
        ("Actions", "1", "actions", 1),
        ("Turn", "Demons", "side", "Demons"),
        ("Michael's power", "used", "used", frozenset({"Angels"})),
    ]:
        assert getattr(after(drawn(START), Ruling("Angels", thing, to, "so it is")), field) == value
    for thing, to in [("Round", "13"), ("Actions", "5"), ("Michael", "its card face down"), ("Uriel", "Z9")]:
        with pytest.raises(Refusal, match="not an answer"):
            read(Ruling, drawn(START), "Angels", {"thing": thing, "to": to, "why": "no"})
    with pytest.raises(Refusal, match="120 characters"):
        read(Ruling, drawn(START), "Angels", {"thing": "Round", "to": "5", "why": "x" * 121})
    assert set(OWN["Angels"]) <= set(GAME.things(war))


# -- several things at once -------------------------------------------------------------------------------


def test_the_phone_says_who_goes_first_and_how_many_tokens_may_be_flipped():
    war = drawn(START.replace(".l.", "ml."), first="Demons", down=frozenset({"Baal", "Asmodeus"}))
    war = open_recharge(war, "Demons")
    assert Recharge.face(war, "Demons")[1] == "2 tokens"
    assert Recharge.face(after(war, Recharge("Demons", "Baal")), "Demons")[1] == "1 token"
    where = {card.thing: card.where for panel in GAME.view(war).panels for card in panel.cards}
    assert str(where["Lucifer"]).endswith("first player") and "first" not in where["Michael"]


def test_actions_that_could_not_be_taken_are_not_counted_as_taken():
    stuck = drawn("../.../..../...../..../...../..../.../..", actions=2, down=frozenset(ALLIES["Angels"]))
    stuck = stuck.but(on={"A5": "Michael"}, at={"Michael": "A5"})
    moments = [stuck, stuck.but(phase=BONUS, actions=0)]
    assert dict(GAME[Figures].numbers(moments))["Actions"] == {"Angels": 0, "Demons": 0}
