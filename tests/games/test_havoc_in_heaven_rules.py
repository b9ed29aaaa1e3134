"""Every rule of Havoc in Heaven, once where it lets something happen and once where it does not."""

import pytest

from companion.games.havoc_in_heaven import GAME
from companion.games.havoc_in_heaven.actions import (
    Attack,
    Buy,
    EndTurn,
    Equip,
    Share,
    Skill,
)
from companion.games.havoc_in_heaven.box import PITY
from companion.games.havoc_in_heaven.cards import HOUSE
from companion.games.havoc_in_heaven.state import (
    SHARE,
    Havoc,
    damage,
    levels,
    tokens,
)
from companion.kernel.journal import Table
from companion.kernel.opening import Opening
from companion.kernel.rulebook import Refusal
from printables.sources.reference import items
from tests.games.havoc import SEATS, C, M, begun, drafted, drawn, opened, typed
from tests.games.moments import after, texts
from tests.games.positions import cases

HANDS = (levels.learn, damage.hurt, tokens.stun)

test_case = cases("havoc_in_heaven", GAME, drawn, opened, drafted, begun, typed, *HANDS)


# -- setup ------------------------------------------------------------------------------------------------


def test_armory_only_then():
    lane = drafted()
    assert "Cloud Somersault" in lane.locked and "Cloud Somersault" not in lane.cards[C].unseen
    assert PITY not in lane.shop, "all ten lie in the Armories"
    assert sum("lay their other skills beside it, locked." in text for text in texts(lane)) == 2


# -- the turn ---------------------------------------------------------------------------------------------


def test_the_top_card_of_storage_is_shown():
    lane = drawn("1 TD / 2 rb", hand=["Thunderclap", PITY], armory=[PITY] * 5, gold={C: 5, M: 2})
    lane = after(lane, Buy(C, "Oak Bow", ()))
    assert lane.cards[C].top == "Oak Bow"
    shown = next(card for card in GAME.view(lane).panels[0].cards if card.name == "Storage")
    assert str(shown.text).endswith("The top card is Oak Bow.")
    cleaned = after(lane, EndTurn(C))
    assert cleaned.cards[C].top == "", "an unshown card of the hand lies on it: both see which"
    used = after(lane, Skill(C, "Thunderclap", ("Red Boy",), ()), Equip(C, PITY, "Thunder Duke", (), ()))
    assert after(used, EndTurn(C)).cards[C].top == "Thunderclap"


def test_a_unit_in_the_lane_shows_the_text_of_its_items_and_of_its_companion_card():
    box = typed(Howling_Hound={"effect": "on kill: gold 1"}, Thunder_Duke={"range": "global"})
    lane = drawn("1 TD / 9 es *hh", box=box, items={"Thunder Duke": ("Iron Scales", "Paper Talisman")})
    shown = {card.name: card for panel in GAME.view(lane).panels for card in panel.cards}
    told = "Iron Scales: +4 HP. Paper Talisman: 2 magical damage to an enemy."
    assert shown["Thunder Duke"].text == told
    assert shown["Howling Hound"].text == "After a kill: take 1 gold."
    assert "range global" in shown["Thunder Duke"].where
    assert "eye" not in dict(shown["Thunder Duke"].figures), "global is no number"


# -- attacking --------------------------------------------------------------------------------------------


def test_companion_only_then():
    lane = drawn("4 SW / 5 *hh / 9 rb", damage={"Howling Hound": 2})
    lane = after(lane, Attack(C, "Sun Wukong", "Howling Hound"))
    assert lane.companions == {} and lane.cards[M].storage == {"Howling Hound": 1}
    assert lane.gold[C] == 2 + 2 and lane.exp["Sun Wukong"] == 2, "it is from skill 2"
    bearer = drawn("4 ES *MD / 9 rb", hand=[PITY])
    with pytest.raises(Refusal):
        Table.open(GAME, Opening(SEATS)).say(C, "equip", {"card": PITY, "hero": "Monkey Double"})
    assert "Monkey Double" not in bearer.own_heroes(C)


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


def test_the_phone_says_who_started_and_how_much_exp_is_to_be_shared():
    def where(lane: Havoc) -> dict[str, str]:
        return {card.thing: card.where for panel in GAME.view(lane).panels for card in panel.cards}

    lane = drawn("1 SW NZ / 9 rb", phase=SHARE, pot={C: 6}, first=M)
    assert Share.face(lane, C) == ("Share out Exp", "6 Exp")
    assert str(where(lane)["Water Curtain Cave"]).endswith("starting player")
    assert "starting" not in str(where(lane)["Palace of Mist"]) + str(where(lane)["Iron Board Bridge"])


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
