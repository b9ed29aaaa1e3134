"""Every rule of Havoc in Heaven, once where it lets something happen and once where it does not."""

import pytest

from companion.games.havoc_in_heaven import GAME
from companion.games.havoc_in_heaven.actions import (
    Attack,
    EndTurn,
    Share,
)
from companion.games.havoc_in_heaven.cards import HOUSE
from companion.games.havoc_in_heaven.state import (
    SHARE,
    damage,
    levels,
    tokens,
)
from printables.sources.reference import items
from tests.games.havoc import (
    C,
    M,
    asked_by_hand,
    begun,
    card,
    drafted,
    drawn,
    opened,
    settable,
    told_of,
    typed,
)
from tests.games.moments import after
from tests.games.positions import cases

HANDS = (levels.learn, damage.hurt, tokens.stun)

test_case = cases("havoc_in_heaven", GAME, drawn, opened, drafted, begun, typed, *HANDS)
ASKED = (asked_by_hand, settable, told_of, card)
test_table = cases("havoc_in_heaven_table", GAME, drawn, opened, drafted, begun, typed, *ASKED)


# -- deaths and rewards -----------------------------------------------------------------------------------


@pytest.mark.parametrize("level, turns", [(1, 1), (2, 1), (3, 2), (4, 2), (5, 2)])
def test_revive_takes_one_turn_at_levels_1_and_2_and_two_from_3_on(level, turns):
    lane = drawn(
        "4 SW ES / 5 rb zb", level={"Sun Wukong": 1, "Erlang Shen": 1, "Red Boy": level, "Zhu Bajie": 1}
    )
    lane = lane.but(damage={"Red Boy": lane.hp("Red Boy")}, exp=dict.fromkeys(lane.level, 3))
    lane = after(lane, Attack(C, "Sun Wukong", "Red Boy"))
    if lane.phase == SHARE:
        lane = after(lane, Share(C, "Sun Wukong", str(level)))
    assert lane.away == {"Red Boy": turns}
    missed = 0
    lane = after(lane, EndTurn(C))
    while "Red Boy" in lane.away:
        missed += 1
        lane = after(lane, EndTurn(M), EndTurn(C))
    assert missed == turns and lane.side == M and lane.row["Red Boy"] == 9
    assert lane.level["Red Boy"] == level and lane.exp["Red Boy"] == 3 and "Red Boy" not in lane.damage


# -- several things at once -------------------------------------------------------------------------------


def test_a_global_range_is_said_in_words():
    lane = drawn("1 SW LM / 9 rb")
    far = [skill.name for skill in HOUSE.skills.values() if skill.range == 9 and not skill.summons]
    assert far
    lane = drawn(f"1 {HOUSE.heroes[HOUSE.skills[far[0]].hero].letter} / 9 rb")
    skills = {card.thing: card.where for shelf in GAME.view(lane).shelves for card in shelf.cards}
    assert "range global" in skills[far[0]] and "range 9" not in skills[far[0]]


def test_the_reference_sheet_leaves_out_how_the_phone_is_told_a_text():
    actions = {item.text.split("*")[1].rstrip(".") for item in items(GAME) if item.kind == "action"}
    assert {"Attack", "Shop", "Share out Exp"} <= actions and not actions & {"The card says", "Done"}
