"""Every rule of War in Heaven, once where it lets something happen and once where it does not."""

import random
from collections import Counter

import pytest

from companion.games.war_in_heaven import GAME
from companion.games.war_in_heaven.actions import (
    Battle,
    Deploy,
    EndTurn,
    Fell,
    Fight,
    Move,
    Muster,
    Pass,
    Power,
    Recharge,
    StopFighting,
)
from companion.games.war_in_heaven.box import ALLIES, OWN
from companion.games.war_in_heaven.state import BONUS, RECHARGE, TURN, War
from companion.games.war_in_heaven.state.sequence import open_recharge, open_turn
from companion.games.war_in_heaven.state.skirmishes import Striker, fallen_sets, witness
from companion.games.war_in_heaven.tracked import Ruling
from companion.kernel.asking import read
from companion.kernel.features import Figures
from companion.kernel.journal import Table
from companion.kernel.opening import Opening
from companion.kernel.rulebook import Refusal
from tests.games.moments import after, refused, texts
from tests.games.war import drawn

START = "../.M./TTTT/...../..../...../tttt/.l./.."


def recharging(board: str, **fields) -> War:
    """The Angels' recharge phase of round 2."""
    return drawn(board, **{"phase": RECHARGE, "recharges": 1, "actions": 0, "may_muster": False} | fields)


# -- tokens -----------------------------------------------------------------------------------------------


def test_active_allows():
    war = after(drawn(START), Deploy("Angels", "Uriel", "A1", ("Gabriel",)))
    assert war.down == {"Gabriel"} and war.at["Uriel"] == "A1"
    assert "Flip Gabriel face down." in texts(war) and "Put Uriel on A1, face up." in texts(war)


def test_active_refuses():
    war = drawn(START, down=frozenset({"Uriel", "Gabriel"}))
    assert refused(war, Deploy("Angels", "Uriel", "A1", ("Camiel",))) == (
        "active",
        "Uriel lies face down; recharge it first.",
    )
    assert refused(war, Deploy("Angels", "Camiel", "A1", ("Gabriel",)))[0] == "active"
    assert refused(recharging(START, down=frozenset({"Uriel"})), Recharge("Angels", "Michael"))[0] == "active"


def test_stacking_allows():
    war = after(drawn(START), Ruling("Angels", "Militia 1", "A4", "we misread the map"))
    assert war.on["A4"] == "Militia 1" and "A3" not in war.on


def test_stacking_refuses():
    assert refused(drawn(START), Ruling("Angels", "Militia 1", "B3", "oops")) == (
        "stacking",
        "B3 is taken by Militia 2; set that one first.",
    )


# -- recharge phase ---------------------------------------------------------------------------------------


def test_recharge_allows():
    war = after(recharging(START, down=frozenset({"Uriel", "Baal"})), Recharge("Angels", "Uriel"))
    assert war.down == {"Baal"} and war.to_act == ("Demons",), "one token, then the other side"
    war = after(war, Recharge("Demons", "Baal"))
    assert (war.phase, war.side, war.actions) == (TURN, "Angels", 3)


def test_recharge_refuses():
    war = recharging(START, down=frozenset({"Uriel", "Gabriel"}))
    assert refused(war, Recharge("Angels", "Camiel")) == ("recharge", "Camiel lies face up already.")
    once = after(war, Recharge("Angels", "Uriel"))
    assert once.side == "Angels" and once.phase == TURN, (
        "nothing of the Demons' lies face down: they are not asked"
    )


def test_mammon_happens():
    board = START.replace(".l.", "ml.")
    war = drawn(board, down=frozenset({"Baal", "Asmodeus"}), side="Demons", first="Demons", phase=TURN)
    war = open_recharge(war, "Demons")
    war = after(war, Recharge("Demons", "Baal"))
    assert war.to_act == ("Demons",) and war.recharges == 1
    assert not after(war, Recharge("Demons", "Asmodeus")).down


def test_mammon_only_then():
    war = open_recharge(
        drawn(START, down=frozenset({"Baal", "Asmodeus", "Mammon"}), first="Demons"), "Demons"
    )
    war = after(war, Recharge("Demons", "Baal"))
    assert war.phase == TURN, "Mammon on its card gives nothing"


def test_raphael_allows():
    board = "../RM./T.TT/...../..../...../tttt/.l./.."
    war = open_recharge(drawn(board, down=frozenset({"Militia 4"})), "Angels")
    assert war.may_muster and war.to_act == ("Angels",)
    war = after(war, Muster("Angels", "Militia 4", "B1"))
    assert war.at["Militia 4"] == "B1" and not war.down, "face down or not, it comes face up"
    assert war.phase == TURN, "a recharge with nothing face down is not asked for"


def test_raphael_refuses():
    board = "../RM./T.TT/...../..../...../tttt/.l./.."
    war = open_recharge(drawn(board, down=frozenset({"Militia 4", "Uriel"})), "Angels")
    assert refused(war, Muster("Angels", "Militia 1", "B1")) == (
        "raphael",
        "Militia 1 is on the battlefield already.",
    )
    once = after(war, Muster("Angels", "Militia 4", "B1"))
    why = "Raphael has brought his Troop this round."
    assert refused(once, Muster("Angels", "Militia 4", "A1")) == ("raphael", why)
    home = open_recharge(drawn(START, down=frozenset({"Uriel"})), "Angels")
    why = "Raphael is not on the battlefield."
    assert refused(home, Muster("Angels", "Militia 4", "A1")) == ("raphael", why)
    assert after(once, Pass("Angels")).phase == TURN
    full = drawn("..\n.M.\nRTTT\nT....\n....\n.....\ntttt\n.l.\n..")
    assert open_recharge(full, "Angels").phase == TURN, "all Troops are out: Raphael is not asked"


# -- the turn ---------------------------------------------------------------------------------------------


def test_actions_allows():
    for first in ("Angels", "Demons"):
        table = Table.open(GAME, Opening({"Angels": "a", "Demons": "b"}, {"first": first}))
        assert table.state.actions == 2
    assert open_turn(drawn(START), "Angels").actions == 3
    assert open_turn(drawn(START, round=1), "Demons").actions == 3, (
        "only the first player's first turn has two"
    )
    assert open_turn(drawn(START, round=7), "Angels").actions == 3
    assert open_turn(drawn(START, round=8), "Angels").actions == 4
    assert after(drawn(START, actions=0), EndTurn("Angels")).side == "Demons"
    stuck = drawn("TM/TT./T.../...../..../...../..../.l./..", actions=3, down=frozenset(ALLIES["Angels"]))
    assert refused(stuck, EndTurn("Angels"))[0] == "actions"


def test_actions_refuses():
    assert refused(drawn(START), EndTurn("Angels")) == (
        "actions",
        "3 actions left, and Michael can still move.",
    )
    spent = drawn(START, actions=0)
    for action in (
        Move("Angels", "Michael", "A1"),
        Battle("Angels"),
        Deploy("Angels", "Uriel", "A1", ("Gabriel",)),
    ):
        assert refused(spent, action) == ("actions", "All your actions are taken; end your turn.")


def test_a_turn_ends_early_only_when_nothing_is_left():
    """Michael in the corner behind his own Troops' ring of enemies: no move, no deploy, but a battle."""
    ring = drawn("Mt/tt./..../...../..../...../..../.l./..", down=frozenset(ALLIES["Angels"]))
    key, why = refused(ring, EndTurn("Angels"))
    assert key == "actions" and why.endswith("a battle can still be declared.")
    alone = drawn("M./.../..../...../..../...../..../.l./..", down=frozenset(ALLIES["Angels"]))
    boxed = alone.but(on={"A1": "Michael", "B1": "Zadkiel"}, at={"Michael": "A1", "Zadkiel": "B1"})
    assert refused(boxed, EndTurn("Angels"))[1].endswith("Michael can still move.")
    nothing = drawn(START, down=frozenset(ALLIES["Angels"])).but(on={}, at={})
    assert after(nothing, EndTurn("Angels")).side == "Demons"


# -- moving -----------------------------------------------------------------------------------------------


def test_move_one_allows():
    war = after(drawn(START), Move("Angels", "Militia 2", "B4"))
    assert war.at["Militia 2"] == "B4" and war.actions == 2
    assert texts(war) == ["Move Militia 2 from B3 to B4."]
    assert after(war, Move("Angels", "Militia 2", "A5")).at["Militia 2"] == "A5", "a token may act again"


def test_move_one_refuses():
    assert refused(drawn(START), Move("Angels", "Militia 2", "B5")) == ("move-one", "B5 is not next to B3.")
    assert refused(drawn(START), Move("Angels", "Uriel", "A1")) == (
        "move-one",
        "Uriel is not on the battlefield.",
    )
    hemmed = drawn("TM/TT./T.../...../..../...../..../.l./..")
    assert (
        refused(hemmed, Move("Angels", "Militia 1", "B1"))[1]
        == "Militia 1 on A1 is hemmed in: no space to go to."
    )


def test_move_enemy_allows():
    war = after(drawn("../.M./..../..T../..../..t../..../.l./.."), Move("Angels", "Militia 1", "C5"))
    assert war.at == {"Michael": "B2", "Militia 1": "C5", "Fallen 1": "C6", "Lucifer": "B8"}, (
        "no battle by moving"
    )


def test_move_enemy_refuses():
    war = drawn("../.M./..../..T../..t./...../..../.l./..")
    assert refused(war, Move("Angels", "Militia 1", "C5")) == ("move-enemy", "C5 is taken by Fallen 1.")
    assert refused(drawn(START), Move("Angels", "Michael", "B3")) == (
        "move-enemy",
        "B3 is taken by Militia 2.",
    )


def test_camiel_with_only_a_gate_beside_him_is_told_so():
    war = drawn("../.M./TT../CT.../.T../...../..../.l./..")
    why = "No space to go to: only A5 is free beside Camiel on A4, and Camiel goes onto no gate."
    assert refused(war, Move("Angels", "Camiel", "B4")) == ("camiel", why)
    beside = drawn("../.../TT../MT.../...C/...../..../.l./..")
    why = "Camiel may not be put on a gate, and only A5 beside Michael is free."
    assert refused(beside, Power("Angels", "Camiel", "A5")) == ("commander-power", why)


def test_uriel_allows():
    """B4 over a full row of gates to row 6, and by a bent way."""
    war = drawn("../.M./..../.U.../tttt/...../..../.l./..")
    assert after(war, Move("Angels", "Uriel", "B6")).at["Uriel"] == "B6"
    assert after(war, Move("Angels", "Uriel", "B3")).at["Uriel"] == "B3"
    assert after(war, Move("Angels", "Uriel", "D4")).at["Uriel"] == "D4"


def test_uriel_refuses():
    war = drawn("../.M./..../.U.../tttt/...../..../.l./..")
    assert refused(war, Move("Angels", "Uriel", "A7")) == ("uriel", "A7 is more than two spaces from B4.")
    assert refused(war, Move("Angels", "Uriel", "B5"))[0] == "move-enemy"


def test_leviathen_allows():
    war = drawn("../.M./..../...../TTTT/.v.../..../.l./..", side="Demons")
    assert after(war, Move("Demons", "Leviathen", "B4")).at["Leviathen"] == "B4"


def test_leviathen_refuses():
    war = drawn("../.M./..../...../TTTT/.v.../..../.l./..", side="Demons")
    assert refused(war, Move("Demons", "Leviathen", "B3"))[0] == "leviathen"


def test_camiel_allows():
    war = drawn("../.M./C.../...../..../...../..../.l./..")
    assert after(war, Move("Angels", "Camiel", "D3")).at["Camiel"] == "D3"
    assert after(war, Move("Angels", "Camiel", "A1")).at["Camiel"] == "A1"


def test_camiel_refuses():
    war = drawn("../.M./C.T./...../..../...../..../.l./..")
    assert refused(war, Move("Angels", "Camiel", "D3")) == ("camiel", "Militia 1 on C3 is in the way.")
    assert refused(war, Move("Angels", "Camiel", "C4")) == ("camiel", "C4 is not in a straight line from A3.")
    assert refused(war, Move("Angels", "Camiel", "B5")) == (
        "camiel",
        "B5 is a gate: Camiel goes neither onto nor past it.",
    )
    assert refused(war, Move("Angels", "Camiel", "C6"))[0] == "camiel"


def test_asmodeus_allows():
    war = drawn("../.M./..../...../..../...../..a./.l./..", side="Demons")
    assert after(war, Move("Demons", "Asmodeus", "A7")).at["Asmodeus"] == "A7"


def test_asmodeus_refuses():
    war = drawn("../.M./..../...../..../...../..a./.l./..", side="Demons")
    assert refused(war, Move("Demons", "Asmodeus", "C5"))[0] == "asmodeus"
    assert refused(war, Move("Demons", "Asmodeus", "B4"))[0] == "asmodeus"


def test_jophiel_happens():
    """Troops on all lines come one closer, the nearest first; tokens in between do not break the line."""
    war = drawn("../.M./..../J..../..../...../..../.l./..")
    war = war.but(
        on={**war.on, "D4": "Fallen 1", "E4": "Fallen 2", "C3": "Fallen 3"},
        at={**war.at, "Fallen 1": "D4", "Fallen 2": "E4", "Fallen 3": "C3"},
    )
    moved = after(war, Move("Angels", "Jophiel", "B4"))
    assert moved.at["Fallen 1"] == "C4" and moved.at["Fallen 2"] == "D4", (
        "the nearest makes room for the next"
    )
    assert moved.at["Fallen 3"] == "C3", "not in line with B4"
    assert [line.rule for line in moved.told] == ["", "jophiel", "jophiel"]


def test_jophiel_only_then():
    war = drawn("../.MJ/..../...../..../...../..../.l./..")
    board = war.but(
        on={**war.on, "C4": "Fallen 1", "D5": "Belphegor"}, at={**war.at, "Fallen 1": "C4", "Belphegor": "D5"}
    )
    powered = after(board, Power("Angels", "Jophiel", "C3"))
    assert powered.at["Fallen 1"] == "C4", "not after the Commander's power"
    moved = after(board, Move("Angels", "Jophiel", "C3"))
    assert moved.at["Fallen 1"] == "C4", "beside her already: the space ahead is hers"
    assert moved.at["Belphegor"] == "D5", "Troops only"


def test_belphegor_happens():
    """The farthest goes first, so that the nearer one finds its space empty."""
    war = drawn("../.M./..../p..../..../...../..../.l./..", side="Demons")
    war = war.but(
        on={**war.on, "C4": "Militia 1", "D4": "Militia 2"},
        at={**war.at, "Militia 1": "C4", "Militia 2": "D4"},
    )
    moved = after(war, Move("Demons", "Belphegor", "B4"))
    assert moved.at["Militia 2"] == "E4" and moved.at["Militia 1"] == "D4"


def test_belphegor_only_then():
    war = drawn("../.M./..../p..../..../...../..../.l./..", side="Demons")
    war = war.but(
        on={**war.on, "D4": "Militia 1", "E4": "Militia 2"},
        at={**war.at, "Militia 1": "D4", "Militia 2": "E4"},
    )
    moved = after(war, Move("Demons", "Belphegor", "B4"))
    assert moved.at["Militia 2"] == "E4", "off the board: it stays"
    assert moved.at["Militia 1"] == "D4", "the space ahead is taken: it stays"


# -- deploying --------------------------------------------------------------------------------------------


def test_deploy_what_allows():
    assert after(drawn(START), Deploy("Angels", "Camiel", "B1", ("Uriel",))).at["Camiel"] == "B1"
    war = drawn("../.M./TTT./...../..../...../tttt/.l./..", deploy_troops=True)
    assert after(war, Deploy("Angels", "Militia 4", "B1", ())).at["Militia 4"] == "B1"


def test_deploy_what_refuses():
    war = drawn("../.M./TTT./...../..../...../tttt/.l./..")
    assert refused(war, Deploy("Angels", "Militia 4", "B1", ())) == (
        "deploy-what",
        "Militia 4 is a Troop; only Allies are deployed.",
    )
    assert refused(war, Deploy("Angels", "Militia 1", "B1", ()))[0] == "deploy-what"


def test_deploy_pay_allows():
    war = drawn("../.M./TTT./...../..../...../tttt/.l./..")
    paid = after(war, Deploy("Angels", "Jophiel", "B1", ("Zadkiel", "Militia 4")))
    assert paid.down == {"Zadkiel", "Militia 4"} and paid.actions == 2, "Allies and Troops in any mix"


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


def test_where_nobody_can_be_deployed_the_refusal_says_what_is_missing():
    """Four Troops ready and every Ally face down: it is not the payment that is missing."""
    down = drawn("../.M./..../...../..../...../tttt/.l./..", down=frozenset(ALLIES["Angels"]))
    rule, why = refused(down, Deploy("Angels", "Uriel", "A1", ("Militia 1",)))
    assert rule == "active" and why.endswith("Zadkiel and Gabriel lie face down; recharge first.")
    poor = drawn(START, down=frozenset(ALLIES["Angels"]) - {"Raphael", "Gabriel"})
    why = "Raphael costs 3, and of your active tokens off the battlefield 1 is left to pay."
    assert refused(poor, Deploy("Angels", "Raphael", "A1", ())) == ("deploy-pay", why)
    out = drawn("../UMJ/RCZG/...../..../...../tttt/.l./..")
    why = "All your Allies are on the battlefield."
    assert refused(out, Deploy("Angels", "Uriel", "A1", ())) == ("deploy-what", why)


def test_deploy_space_allows():
    war = after(drawn(START), Deploy("Angels", "Uriel", "A1", ("Gabriel",)))
    war = after(war, Move("Angels", "Uriel", "A2"), Deploy("Angels", "Camiel", "A1", ("Zadkiel",)))
    assert war.at["Camiel"] == "A1", "a deploy space is open again once its token has gone"


def test_deploy_space_refuses():
    war = drawn(START)
    assert refused(war, Deploy("Angels", "Uriel", "A9", ("Gabriel",))) == (
        "deploy-space",
        "A9 is not yours to deploy to.",
    )
    enemy = drawn("t./.M./TTTT/...../..../...../.ttt/.l./..")
    assert refused(enemy, Deploy("Angels", "Uriel", "A1", ("Gabriel",))) == (
        "deploy-space",
        "A1 is taken by Fallen 1.",
    )
    both = drawn("tt/.M./TTTT/...../..../...../..tt/.l./..")
    assert refused(both, Deploy("Angels", "Uriel", "A1", ("Gabriel",)))[0] == "deploy-space"


# -- battle -----------------------------------------------------------------------------------------------

TWO_SKIRMISHES = "../.M./..../T...T/t..t/...../..../.l./.."


def test_battle_allows():
    war = after(drawn(TWO_SKIRMISHES), Battle("Angels"), Fight("Angels", "A4 A5"), StopFighting("Angels"))
    assert war.phase == TURN and war.actions == 2 and war.at["Militia 2"] == "E4"
    assert after(war, Battle("Angels")).down >= {"Militia 1", "Militia 2"}, "battle may be declared again"


def test_battle_refuses():
    assert refused(drawn(START), Battle("Angels")) == ("battle", "No opposing tokens touch.")
    declared = after(drawn(TWO_SKIRMISHES), Battle("Angels"))
    assert refused(declared, StopFighting("Angels")) == (
        "battle",
        "A declared battle fights at least one skirmish.",
    )
    every = after(drawn(TWO_SKIRMISHES, fight_all=True), Battle("Angels"), Fight("Angels", "E4 D5"))
    assert refused(every, StopFighting("Angels"))[0] == "battle"
    assert after(every, Fight("Angels", "A4 A5")).phase == TURN


def test_battle_simultaneous_happens():
    """Gabriel falls, and strikes Asmodeus all the same; the Troop fells Beelzebub with his help."""
    war = after(drawn("../.M./..../.GT../az../...../..../.l./.."), Battle("Angels"))
    assert war.down == {"Gabriel", "Asmodeus", "Beelzebub"} and war.at["Militia 1"] == "C4"


def test_battle_simultaneous_only_then():
    """Help is fixed when a skirmish begins: once Gabriel fell in the first, the second goes without it."""
    war = drawn("../.M./..../G...T/a..b/...../..../.l./..")
    with_help = after(war, Battle("Angels"), Fight("Angels", "E4 D5"))
    assert "Baal" in with_help.down, "3 attack against 3"
    without = after(war, Battle("Angels"), Fight("Angels", "A4 A5"), Fight("Angels", "E4 D5"))
    assert "Gabriel" in without.down and "Baal" in without.at, "1 attack against 3"


def test_battle_spread_happens():
    war = drawn("../.M./..../.TT../.p../...../..../.l./..", side="Demons")
    assert {"Militia 1", "Militia 2"} <= after(war, Battle("Demons")).down, "2 attack: one each"
    three = drawn("../.M./..../.UT../.p../...../..../.l./..")
    assert "Belphegor" in after(three, Battle("Angels")).down, "3 and 1 add up to 4"


def test_battle_spread_only_then():
    war = drawn("../.M./..../..U../..p./...../..../.l./..")
    once = after(war, Battle("Angels"))
    assert "Belphegor" in once.at and "Uriel" in once.down
    again = drawn("../.M./..../..U../..p./...../..../.l./..", side="Angels")
    assert "Belphegor" in after(again, Battle("Angels")).at, "nothing of it stays"


def test_a_battle_adds_up_in_the_log():
    """Who strikes whom for how much, who falls, and why the others stand."""
    told = texts(after(drawn("../.../..../..M../.vp./...../..../.l./.."), Battle("Angels")))
    assert told[2:6] == [
        "Michael 5: Leviathen needs 2, falls; 3 of 4 at Belphegor, who stands.",
        "Leviathen 3: 3 of 6 at Michael.",
        "Belphegor 2: 2 more at Michael, 5 of 6, who stands.",
        "Leviathen on B5 falls: to its card, face down.",
    ]
    told = texts(after(drawn("../.M./..../.GT../az../...../..../.l./.."), Battle("Angels")))
    assert "Militia 1 (3): the last 2 of 3 at Beelzebub, who falls; 1 to spare." in told
    idle = texts(after(drawn("../.M./..../.RT../t.../...../..../.l./.."), Battle("Angels")))
    assert "Raphael strikes nobody: attack 0." in idle
    lines = after(drawn("../.../..../..M../.vp./...../..../.l./.."), Battle("Angels")).told
    assert ("Michael", "Leviathen", "Belphegor") in [line.about for line in lines]


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


def test_battle_choice_happens():
    war = after(drawn("../.M./..../.T.../tt../...../..../.l./.."), Battle("Angels"))
    assert war.to_act == ("Angels",)
    assert after(war, Fell("Angels", "Fallen 1")).down == {"Militia 1", "Fallen 1"}


def test_battle_choice_only_then():
    war = after(drawn("../.M./..../.T.../tt../...../..../.l./.."), Battle("Angels"))
    with pytest.raises(Refusal, match="not an answer"):
        read(Fell, war, "Angels", {"fallen": "Fallen 1 & Fallen 2"})
    assert refused(war, Fell("Demons", "Fallen 1"))[0] == "turn"
    assert refused(war, Move("Angels", "Michael", "A1"))[0] == "sequence"
    same = drawn("../.M./..../.U.../tt../...../..../.l./..")
    assert after(same, Battle("Angels")).phase == TURN, "both fall anyway: nobody is asked"


def test_gabriel_happens():
    war = drawn("../GM./TTTT/t..../..../...../.ttt/.l./..")
    assert (war.attack("Militia 1"), war.defeat("Militia 1")) == (3, 3)
    fought = texts(after(war, Battle("Angels")))
    assert "Gabriel on A2 strengthens Militia 1." in fought


def test_gabriel_only_then():
    war = drawn(START)
    assert (war.attack("Militia 1"), war.defeat("Militia 1")) == (1, 1), "not from his card"
    war = drawn("../GM./TTTT/...../..../...../tttt/.l./..")
    assert (war.attack("Fallen 1"), war.attack("Michael"), war.attack("Gabriel")) == (1, 5, 3)


def test_baal_happens():
    war = drawn("../.../.TTT/...../..../...M./tttt/bl./..")
    assert (war.attack("Lucifer"), war.defeat("Lucifer")) == (7, 8)
    assert not any("strengthens" in line for line in texts(after(war, Battle("Angels"))))
    near = drawn("../.../.TTT/...../..../...../ttMt/bl./..")
    assert "Baal on A8 strengthens Lucifer." in texts(after(near, Battle("Angels")))


def test_baal_only_then():
    assert (drawn(START).attack("Lucifer"), drawn(START).defeat("Lucifer")) == (5, 6)
    war = drawn("../.M./TTTT/...../..../...../tttt/bl./..")
    assert (war.attack("Fallen 1"), war.attack("Michael")) == (1, 5)


# -- commanders, gates, the end ---------------------------------------------------------------------------


def test_commander_power_allows():
    war = after(drawn(START, actions=0), Power("Angels", "Militia 4", "A1"))
    assert war.at["Militia 4"] == "A1" and war.actions == 0 and war.used == {"Angels"}


def test_the_marker_that_the_power_takes_off_is_put_on_at_set_up():
    start = Table.open(GAME, Opening({"Angels": "a", "Demons": "b"})).start
    assert sum("a marker on Michael's." in line for line in texts(start)) == 1
    assert "Take the marker off Michael's card." in texts(after(start, Power("Angels", "Militia 1", "A1")))


def test_commander_power_refuses():
    war = drawn(START)
    assert refused(war, Power("Angels", "Uriel", "A1")) == (
        "commander-power",
        "Uriel is not on the battlefield.",
    )
    assert refused(war, Power("Angels", "Militia 1", "A4")) == (
        "commander-power",
        "A4 is not next to Michael.",
    )
    once = after(war, Power("Angels", "Militia 1", "A1"))
    assert refused(once, Power("Angels", "Militia 2", "B1")) == (
        "commander-power",
        "Michael has used his power.",
    )
    gate = drawn("../.../..../CM.../..../...../..../.l./..")
    assert refused(gate, Power("Angels", "Camiel", "A5")) == (
        "commander-power",
        "Camiel may not be put on a gate.",
    )


def test_the_power_says_what_stands_in_its_way():
    alone = drawn("../.M./..../...../..../...../tttt/.l./..")
    why = "None of your Allies and Troops is on the battlefield."
    assert refused(alone, Power("Angels", "Uriel", "A1")) == ("commander-power", why)
    full = drawn("MT/TT./..../...../..../...../tttt/.l./..")
    why = "Every space beside Michael is taken."
    assert refused(full, Power("Angels", "Militia 1", "A2")) == ("commander-power", why)
    assert refused(drawn(START), Power("Angels", "Militia 1", "B3")) == (
        "stacking",
        "B3 is taken by Militia 2.",
    )


def test_gates_allows():
    war = drawn("../.M./TTT./...../T.../...../tttt/.l./..", actions=0, down=frozenset({"Uriel"}))
    war = after(war, EndTurn("Angels"))
    assert (war.phase, war.to_act) == (BONUS, ("Angels",))
    war = after(war, Recharge("Angels", "Uriel"))
    assert not war.down and (war.phase, war.side) == (TURN, "Demons")
    assert (
        after(drawn("../.M./TTT./...../T.../...../tttt/.l./..", actions=0), EndTurn("Angels")).phase == TURN
    )


def test_gates_refuses():
    tie = drawn("../.M./TTT./...../T..t/...../ttt./.l./..", actions=0, down=frozenset({"Uriel"}))
    assert after(tie, EndTurn("Angels")).side == "Demons", "a tie gives nothing"
    bonus = drawn("../.M./TTT./...../T.../...../tttt/.l./..", actions=0, down=frozenset({"Uriel"}))
    bonus = after(bonus, EndTurn("Angels"))
    assert refused(bonus, Recharge("Angels", "Camiel")) == ("gates", "Camiel lies face up already.")
    assert after(bonus, Pass("Angels")).down == {"Uriel"}, "it may be passed on"
    nothing = after(drawn("../.M./TTT./...../T.../...../tttt/.l./..", actions=0), EndTurn("Angels"))
    why = "Angels hold 1 of the gates against 0: nothing of theirs lies face down to be flipped."
    assert nothing.side == "Demons" and why in texts(nothing)
    spent = bonus.but(recharges=0)
    assert refused(spent, Recharge("Angels", "Uriel")) == ("gates", "You have flipped the 1 token you may.")


def test_commander_falls_happens():
    war = after(drawn("../.M./..../...../..../...../..../Cl./.."), Battle("Angels"))
    assert war.over.rule == "commander-falls" and war.over.winners == ("Angels",) and not war.to_act


def test_both_commanders_in_one_skirmish_are_a_draw():
    war = drawn("../.../..../...../..../...../..U./aMl/..")
    end = after(war, Battle("Angels"))
    assert end.over.winners == () and end.over.why == "Both Commanders fall: a draw."


def test_commander_falls_only_then():
    war = after(drawn("../.../..../...../..../...../..../.Ml/.."), Battle("Angels"))
    assert war.over is None and {"Michael", "Lucifer"} <= set(war.at), "5 against 6: both stand"


def test_zadkiel_happens():
    war = drawn("../ZM./..../...../TTTT/...../tttt/.l./..", actions=0)
    assert after(war, EndTurn("Angels")).over.rule == "zadkiel"


def test_zadkiel_only_then():
    assert after(drawn("../.M./..../...../TTTT/...../tttt/.l./..", actions=0), EndTurn("Angels")).over is None
    assert after(drawn("../ZM./T.../...../.TTT/...../tttt/.l./..", actions=0), EndTurn("Angels")).over is None
    theirs = drawn("../ZM./..../...../TTTT/...../tttt/.l./..", actions=0, side="Demons")
    assert after(theirs, EndTurn("Demons")).over is None, "only at the end of the Angels' own turn"


ALL_DEMONS = "../.M./TTTT/...../..../vpmaz/tt../bl./.."


def test_beelzebub_happens():
    war = drawn(ALL_DEMONS, actions=0, side="Demons")
    assert after(war, EndTurn("Demons")).over.rule == "beelzebub"


def test_beelzebub_only_then():
    five = drawn(ALL_DEMONS.replace("b", "."), actions=0, side="Demons")
    assert after(five, EndTurn("Demons")).over is None
    theirs = drawn(ALL_DEMONS, actions=0)
    assert after(theirs, EndTurn("Angels")).over is None, "only at the end of the Demons' own turn"


def last(board: str) -> War:
    """The moment after the last turn of round 12."""
    return after(drawn(board, round=12, side="Demons", actions=0), EndTurn("Demons"))


def test_round_12_happens():
    assert last("U./.M./TTT./...../..../...../tttt/.l./..").over.winners == ("Angels",), "more Allies"
    assert last("../.M./TTT./...../..../...../tttt/.l./..").over.winners == ("Demons",), "then more tokens"
    assert last(START).over.winners == (), "then a draw"
    assert last(START).over.rule == "round-12"


def test_even_happens():
    over = after(drawn(START, round=12, side="Demons", actions=0, even=True), EndTurn("Demons")).over
    assert (over.winners, over.rule) == (("Demons",), "even")
    assert over.why == (
        "The last round is over: equal Allies and equal tokens on the battlefield: the Demons win."
    )


def test_even_only_then():
    for board in ("U./.M./TTT./...../..../...../tttt/.l./..", "../.M./TTTT/...../..../...../ttt./.l./.."):
        war = drawn(board, round=12, side="Demons", actions=0, even=True)
        over = after(war, EndTurn("Demons")).over
        assert (over.winners, over.rule) == (("Angels",), "round-12"), "more of something still wins"
    early = after(drawn(START, round=11, side="Demons", actions=0, even=True), EndTurn("Demons"))
    assert early.over is None
    assert last(START).over.winners == (), "not where the table plays as printed"


def test_round_12_only_then():
    war = after(drawn(START, round=11, side="Demons", actions=0), EndTurn("Demons"))
    assert war.over is None and war.round == 12
    war = after(drawn(START, round=12, side="Angels", actions=0), EndTurn("Angels"))
    assert war.over is None and war.side == "Demons", "the second player still has a turn"


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


def test_the_game_ends_with_the_skirmish_in_which_a_commander_falls():
    """Camiel fells Lucifer in the first; the second is not fought any more."""
    war = after(drawn("../.M./T.../t..../..../...../..../.Cl/.."), Battle("Angels"))
    assert len(war.waiting) == 2
    end = after(war, Fight("Angels", "B8 C8"))
    assert end.over.winners == ("Angels",) and "Militia 1" in end.at and "Fallen 1" in end.at
    assert any(told.text == "1 skirmish stays unfought." and "Skirmishes" in told.about for told in end.told)


def test_a_blow_may_be_spent_so_that_nobody_falls():
    """Militia 1 touches both Allies, Militia 2 only Leviathen: both on him, or one on each."""
    asked = after(drawn("../.M./..../.TT../av../...../..../.l./.."), Battle("Angels"))
    assert asked.choices["Angels"] == ((), ("Leviathen",))
    done = after(asked, Fell("Angels", "nobody"))
    assert done.down == {"Militia 1", "Militia 2"} and {"Asmodeus", "Leviathen"} <= set(done.at)


def test_the_commanders_power_is_for_ones_own_turn():
    war = drawn(START)
    assert refused(war, Power("Demons", "Fallen 1", "A8"))[0] == "turn"
    waiting = recharging(START, down=frozenset({"Uriel"}))
    assert refused(waiting, Power("Angels", "Militia 1", "A1"))[0] == "sequence"
    fighting = after(drawn(TWO_SKIRMISHES), Battle("Angels"))
    assert refused(fighting, Power("Angels", "Militia 1", "A1"))[0] == "sequence", "between actions only"


def test_what_happens_after_a_move_does_not_happen_after_a_deployment():
    war = drawn("../.M./tTTT/...../..../...../.ttt/.l./..")
    deployed = after(war, Deploy("Angels", "Jophiel", "A1", ("Uriel", "Camiel")))
    assert deployed.at["Fallen 1"] == "A3", "in line with her, and it stays"
    assert after(deployed, Move("Angels", "Jophiel", "B1")).at["Fallen 1"] == "A3", "not in line"
    back = after(deployed, Move("Angels", "Jophiel", "B1"), Move("Angels", "Jophiel", "A1"))
    assert back.at["Fallen 1"] == "A2", "she moved into line"


def test_tokens_of_any_kind_count_on_the_gates():
    """Zadkiel and Michael stand on gates themselves; for the bonus the Commander counts as well."""
    win = drawn("../.../..../...../ZMTT/...../tttt/.l./..", actions=0)
    assert after(win, EndTurn("Angels")).over.rule == "zadkiel"
    alone = drawn("../.../TTTT/...../M.../...../tttt/.l./..", actions=0, down=frozenset({"Uriel"}))
    assert after(alone, EndTurn("Angels")).phase == BONUS


def test_a_gate_bonus_is_one_token_and_raphaels_troop_is_one_a_round():
    two = frozenset({"Uriel", "Gabriel"})
    bonus = after(drawn("../.M./TTT./...../T.../...../tttt/.l./..", actions=0, down=two), EndTurn("Angels"))
    after_one = after(bonus, Recharge("Angels", "Uriel"))
    assert after_one.side == "Demons" and after_one.down == {"Gabriel"}
    mustering = open_recharge(drawn("../RM./T.../...../..../...../tttt/.l./..", down=two), "Angels")
    once = after(mustering, Muster("Angels", "Militia 2", "A1"))
    assert once.to_act == ("Angels",) and once.recharges == 1, "the ordinary recharge is still to come"
    assert refused(once, Muster("Angels", "Militia 3", "B1"))[0] == "raphael"
    assert after(mustering, Recharge("Angels", "Uriel")).may_muster, "in either order"


def test_raphael_needs_an_empty_deploy_space():
    full = drawn("tt/RM./T.../...../..../...../..tt/.l./..", down=frozenset({"Uriel"}))
    full = open_recharge(full, "Angels")
    assert refused(full, Muster("Angels", "Militia 2", "A1"))[0] == "deploy-space"
    assert after(full, Recharge("Angels", "Uriel")).phase == TURN, "nothing else is asked"


def test_the_first_player_recharges_and_moves_first_in_every_round():
    down = frozenset({"Uriel", "Baal"})
    war = drawn(START, first="Demons", round=4, down=down, actions=0, side="Angels")
    war = after(war, EndTurn("Angels"))
    assert (war.round, war.phase, war.to_act) == (5, RECHARGE, ("Demons",))
    war = after(war, Pass("Demons"))
    assert war.to_act == ("Angels",)
    assert after(war, Pass("Angels")).to_act == ("Demons",)


def test_a_win_by_card_comes_before_the_count_of_round_12():
    war = drawn("../ZM./..../...../TTTT/...../tttt/vl./..", round=12, first="Demons", actions=0)
    assert after(war, EndTurn("Angels")).over.rule == "zadkiel"


def test_more_allies_win_with_fewer_tokens():
    end = last("U./.M./..../...../..../...../tttt/.l./..")
    assert end.over.winners == ("Angels",) and "(1 to 0)" in str(end.over.why)


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


# -- what one should know before it is too late -----------------------------------------------------------


def test_the_table_warns_one_step_before_a_win_by_card():
    three = drawn("../ZM./..../...../TTT./...../tttt/.l./..")
    assert GAME.view(three).notes == (
        "Zadkiel: with the last of the four gates the Angels win at the end of their turn.",
    )
    four = GAME.view(drawn("../.M./..../...../TTTT/...../tttt/.l./..")).notes
    assert four == ("The Angels hold all four gates: with Zadkiel out they win at the end of their turn.",)
    assert "and win if they do" in GAME.view(drawn("../ZM./..../...../TTTT/...../tttt/.l./..")).notes[0]
    assert not GAME.view(drawn("../ZM./..../...../TT../...../tttt/.l./..")).notes
    five = GAME.view(drawn("../.M./..../...../..../...../vpma/zl./..")).notes
    assert five == ("Beelzebub: with Baal out, too, the Demons win at the end of their turn.",)
    six = GAME.view(drawn("../.M./..../...../..../...../vpma/zlb/..")).notes
    assert six == (
        "Beelzebub: all six Allies of the Demons are out; they win if so at the end of their turn.",
    )


def test_the_table_warns_of_a_commander_in_reach():
    far = drawn("../.M./..../...../..../C..../..../.l./..")
    assert GAME.view(far).notes == ("Lucifer falls at 6, and is one move away from Camiel (6).",)
    beside = drawn("../.M./..../...../..../...../..../Cl./..")
    assert GAME.view(beside).notes == ("Lucifer falls at 6, and in a battle now Camiel (6) strikes at him.",)
    bolstered = drawn("../.M./..../...../..../...../..../Clb/..")
    assert not GAME.view(bolstered).notes, "with Baal he needs 8"
    two = drawn("../.M./..../...../..../...../U.../Jl./..")
    assert not GAME.view(two).notes, "2 and 3 are not enough"
    walled = drawn("../.M./..../...../..../C..../.tt./tlt/vp")
    assert not any("one move" in note for note in GAME.view(walled).notes), "no space beside him is free"


def test_the_last_two_rounds_say_how_the_count_would_go():
    war = drawn("U./.M./TTT./...../..../...../tttt/.l./..", round=11)
    now = "If the last round ended now: Angels have more Allies on the battlefield (1 to 0) and win."
    assert GAME.view(war).notes == (now,)
    assert not GAME.view(war.but(round=10)).notes
    level = "If the last round ended now: equal Allies and equal tokens on the battlefield: a draw."
    assert GAME.view(drawn(START, round=12)).notes == (level,)
    assert not GAME.view(last(START)).notes, "it is over"


def test_the_first_player_and_what_is_left_of_a_recharge_are_set_by_hand():
    war = after(drawn(START), Ruling("Angels", "First player", "Demons", "so we drew"))
    assert war.first == "Demons"
    flips = after(
        recharging(START, down=frozenset({"Uriel", "Gabriel"})), Ruling("Angels", "Flips", "2", "x")
    )
    assert after(flips, Recharge("Angels", "Uriel")).recharges == 1
