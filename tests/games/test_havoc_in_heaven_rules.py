"""Every rule of Havoc in Heaven, once where it lets something happen and once where it does not."""

import pytest

from companion.games.havoc_in_heaven import GAME
from companion.games.havoc_in_heaven.actions import (
    Attack,
    Buy,
    CarryOut,
    Done,
    Draw,
    EndTurn,
    Equip,
    Lots,
    Move,
    Pick,
    Share,
    Skill,
    TowerAttack,
)
from companion.games.havoc_in_heaven.box import PITY, SIDES
from companion.games.havoc_in_heaven.cards import HOUSE
from companion.games.havoc_in_heaven.state import (
    ACTION,
    EFFECT,
    LOTS,
    SHARE,
    Havoc,
    Pending,
    damage,
    levels,
    tokens,
)
from companion.kernel.journal import Table
from companion.kernel.opening import Opening
from companion.kernel.rulebook import Refusal
from printables.sources.reference import items
from tests.games.havoc import ORDER, SEATS, SIX, C, M, begun, drafted, drawn, opened, typed
from tests.games.moments import after, cited, refused, texts

# -- setup ------------------------------------------------------------------------------------------------


def test_draft_allows():
    lane = opened()
    for side, hero in zip(ORDER, SIX, strict=True):
        assert lane.to_act == (side,), hero
        lane = after(lane, Pick(side, hero))
    assert lane.own_heroes(C) == ["Sun Wukong", "Nezha", "Thunder Duke"], "gods and monsters alike"
    assert lane.phase == LOTS


def test_draft_refuses():
    lane = after(opened(), Pick(C, "Sun Wukong"))
    assert refused(lane, Pick(M, "Sun Wukong")) == ("draft", "Sun Wukong is with the Celestials already.")
    assert refused(lane, Pick(C, "Nezha"))[0] == "turn", "the second picks two"
    assert opened(**{"first-pick": M}).to_act == (M,)


def test_armory_happens():
    lane = drafted()
    assert lane.cards[C].armory == 8 and lane.cards[C].unseen[PITY] == 5
    assert {"Seventy-Two Changes", "Fire-Tipped Spear", "Thunderclap"} < set(lane.cards[C].unseen)
    assert lane.gold == {C: 2, M: 2}
    assert begun().cards[C].hand == 5 and begun().cards[C].armory == 3


def test_armory_only_then():
    lane = drafted()
    assert "Cloud Somersault" in lane.locked and "Cloud Somersault" not in lane.cards[C].unseen
    assert PITY not in lane.shop, "all ten lie in the Armories"
    assert sum("lay their other skills beside it, locked." in text for text in texts(lane)) == 2


def test_hero_start_happens():
    lane = drafted()
    assert {lane.row[hero] for hero in lane.own_heroes(C)} == {1}
    assert {lane.row[hero] for hero in lane.own_heroes(M)} == {9}
    assert "hero-start" in cited(lane)


def test_hero_start_only_then():
    assert opened().row == {}, "nobody stands in the lane before the draft is over"


def test_starting_player_happens():
    assert drafted().to_act == SIDES, "either may name the lot"
    assert begun(M).side == M and begun(M).first == M
    assert after(drafted(), Lots(C, M)).side == M


def test_starting_player_only_then():
    assert refused(after(drafted(), Lots(C, M)), Lots(M, C))[0] == "sequence"
    assert refused(drafted(), EndTurn(C))[0] == "sequence"


# -- the lane ---------------------------------------------------------------------------------------------


def test_range_allows():
    assert "Red Boy" in after(drawn("4 TD / 7 rb"), Attack(C, "Thunder Duke", "Red Boy")).damage
    lane = drawn("6 SW / 7 rb", fallen={C: 0, M: 2})
    assert lane.distance("Sun Wukong", "Red Boy") == 1
    assert after(lane, Attack(C, "Sun Wukong", "Red Boy")).damage["Red Boy"] == 4
    ally = drawn("1 SW NZ / 9 rb")
    assert after(ally, Attack(C, "Sun Wukong", "Nezha")).damage["Nezha"] == 4, "row 0 apart"


def test_range_refuses():
    lane = drawn("4 TD SW / 8 rb")
    assert refused(lane, Attack(C, "Thunder Duke", "Red Boy")) == (
        "range",
        "Red Boy is 4 rows from Thunder Duke, whose range is 3.",
    )
    alone = drawn("6 SW / 8 rb", fallen={C: 0, M: 2})
    assert refused(alone, Attack(C, "Sun Wukong", "Red Boy"))[0] == "range"


def test_passing_allows():
    lane = drawn("3 NZ / 4 SW / 8 rb")
    lane = after(lane, Move(C, "Sun Wukong", "Row 5"), Move(C, "Nezha", "Row 5"))
    assert lane.row["Sun Wukong"] == lane.row["Nezha"] == 5, "own units share and pass"
    open_ = drawn("4 SW / 9 rb", fallen={C: 0, M: 1})
    assert after(open_, Move(C, "Sun Wukong", "Row 6")).row["Sun Wukong"] == 6, "the tower there is gone"


def test_passing_refuses():
    lane = drawn("4 SW / 5 rb / 8 zb")
    assert refused(lane, Move(C, "Sun Wukong", "Row 5")) == (
        "passing",
        "Red Boy on Row 5 bars the way of Sun Wukong.",
    )
    lane = drawn("4 SW / 8 rb")
    assert refused(lane, Move(C, "Sun Wukong", "Row 6")) == (
        "passing",
        "Flower Fruit Palisade on Row 6 bars the way of Sun Wukong.",
    )
    lane = drawn("4 SW / 8 rb", storage=[], hand=["Cloud Somersault"])
    assert refused(lane, Skill(C, "Cloud Somersault", (), ("Row 6",)))[0] == "passing", (
        "no skill passes either"
    )


def test_outermost_allows():
    lane = after(drawn("5 SW / 8 rb"), Attack(C, "Sun Wukong", "Flower Fruit Palisade"))
    assert lane.damage["Flower Fruit Palisade"] == 4
    last = drawn("5 SW / 8 rb", damage={"Flower Fruit Palisade": 8})
    last = after(last, Attack(C, "Sun Wukong", "Flower Fruit Palisade"))
    assert last.outermost(M) == "Stone Egg Watch"
    assert "Stone Egg Watch is the outermost now." in texts(last)


def test_outermost_refuses():
    lane = drawn("5 TD / 8 rb")
    assert refused(lane, Attack(C, "Thunder Duke", "Stone Egg Watch")) == (
        "outermost",
        "Stone Egg Watch is behind Flower Fruit Palisade, which stands.",
    )
    far = drawn("5 TD RB / 9 zb", hand=["Burning Mountain"])
    assert refused(far, Skill(C, "Burning Mountain", ("Stone Egg Watch",), ()))[0] == "outermost"


# -- heroes -----------------------------------------------------------------------------------------------


def test_level_token_happens():
    lane = drawn("1 SW / 9 rb", level={"Sun Wukong": 1, "Red Boy": 3})
    assert lane.hp("Sun Wukong") == 8 + 2 and lane.hp("Red Boy") == 8 + 3 * 2
    lane = levels.learn(lane, "Sun Wukong", 10)
    assert lane.hp("Sun Wukong") == 8 + 2 * 2 and "Sun Wukong's HP is 12 now." in texts(lane)


def test_level_token_only_then():
    lane = drawn("1 SW / 9 rb", level={"Sun Wukong": 1, "Red Boy": 3}, gained_only=True)
    assert lane.hp("Sun Wukong") == 8 and lane.hp("Red Boy") == 8 + 2 * 2
    assert drafted(**{"level-tokens": "gained"}).hp("Sun Wukong") == 8


def test_level_up_allows():
    lane = drawn("1 SW / 9 rb", exp={"Sun Wukong": 8, "Red Boy": 0}, damage={"Sun Wukong": 5})
    lane = levels.learn(lane, "Sun Wukong", 3)
    assert lane.level["Sun Wukong"] == 2 and lane.exp["Sun Wukong"] == 1, "the excess stays"
    assert lane.hp("Sun Wukong") == 12 and lane.damage["Sun Wukong"] == 5, "no damage comes off"


def test_level_up_refuses():
    lane = drawn("1 SW / 9 rb", exp={"Sun Wukong": 8, "Red Boy": 0})
    assert levels.learn(lane, "Sun Wukong", 1).level["Sun Wukong"] == 1
    top = lane.but(level={"Sun Wukong": 5, "Red Boy": 1}, exp={"Sun Wukong": 0, "Red Boy": 0})
    assert levels.learn(top, "Sun Wukong", 3).exp["Sun Wukong"] == 0
    two = drawn("1 SW NZ / 9 rb", phase=SHARE, pot={C: 4}, level={"Sun Wukong": 4, "Nezha": 1, "Red Boy": 1})
    two = two.but(exp={"Sun Wukong": 8, "Nezha": 0, "Red Boy": 0})
    assert refused(two, Share(C, "Sun Wukong", "3")) == ("level-up", "Sun Wukong takes 2 Exp at most.")


def test_unlock_allows():
    lane = drawn("1 SW / 9 rb", exp={"Sun Wukong": 9, "Red Boy": 0}, level={"Sun Wukong": 2, "Red Boy": 1})
    lane = levels.learn(lane, "Sun Wukong", 1)
    assert lane.cards[C].storage == {"Cloud Somersault": 1} and "Monkey Double" in lane.locked
    assert "Cloud Somersault is unlocked: face up to Storage." in texts(lane)


def test_unlock_refuses():
    lane = drawn("1 SW / 9 rb", hand=["Seventy-Two Changes"], exp={"Sun Wukong": 9, "Red Boy": 0})
    why = "Cloud Somersault opens at level 3; Sun Wukong is level 1."
    assert refused(lane, Skill(C, "Cloud Somersault", (), ("Row 2",))) == ("unlock", why)
    assert levels.learn(lane, "Sun Wukong", 1).locked == lane.locked, "level 2 unlocks nothing"


# -- the turn ---------------------------------------------------------------------------------------------


def test_ap_allows():
    assert begun().ap == 8
    lane = after(drawn("4 TD / 5 rb / 8 zb", ap=2), Attack(C, "Thunder Duke", "Red Boy"))
    assert "2 AP: 0 left." in texts(lane)
    assert after(drawn("1 SW / 9 rb", ap=7), EndTurn(C), EndTurn(M)).ap == 8, "nothing is carried over"


def test_ap_refuses():
    lane = drawn("5 TD SW / 6 rb", ap=1, fallen={C: 0, M: 1})
    assert refused(lane, Attack(C, "Thunder Duke", "Red Boy")) == (
        "ap",
        "Attacking Red Boy takes 2 AP; 1 left.",
    )
    lane = drawn("5 TD SW / 6 rb", ap=2, fallen={C: 0, M: 1})
    assert refused(lane, Attack(C, "Thunder Duke", "Stone Egg Watch")) == (
        "ap",
        "Attacking Stone Egg Watch takes 3 AP; 2 left.",
    )
    assert refused(drawn("1 SW / 9 rb", armory=[PITY], ap=0), Draw(C))[0] == "ap"


def test_bonus_ap_happens():
    lane = after(drawn("1 SW / 9 rb", hand=["Tiger Tally"]), Equip(C, "Tiger Tally", "Sun Wukong", (), ()))
    assert lane.ap == 10 and "2 AP more: 10 now." in texts(lane)


def test_bonus_ap_only_then():
    lane = drawn("1 SW / 9 rb", hand=["Tiger Tally"])
    lane = after(lane, Equip(C, "Tiger Tally", "Sun Wukong", (), ()), EndTurn(C), EndTurn(M))
    assert lane.side == C and lane.ap == 8


def test_disarm_happens():
    lane = drawn("1 SW / 9 rb", side=M, items={"Sun Wukong": ("Oak Bow", PITY)})
    assert lane.reach("Sun Wukong") == 2, "items stay on in the enemy's turn"
    lane = after(lane, EndTurn(M))
    assert lane.items == {} and lane.cards[C].storage == {"Oak Bow": 1, PITY: 1}


def test_disarm_only_then():
    lane = drawn("1 SW / 9 rb", side=M, items={"Red Boy": ("Oak Bow",)})
    assert after(lane, EndTurn(M)).items == {"Red Boy": ("Oak Bow",)}, "only the side whose turn begins"
    scales = drawn("1 SW / 9 rb", side=M, items={"Sun Wukong": ("Iron Scales",)}, damage={"Sun Wukong": 12})
    scales = after(scales, EndTurn(M))
    assert "Sun Wukong" in scales.away and scales.gold == {C: 2, M: 2}, "nobody is rewarded"


def test_phase_end_happens():
    lane = after(drawn("4 TD / 5 rb"), Attack(C, "Thunder Duke", "Red Boy"))
    assert lane.side == M and "phase-end" in cited(lane)
    assert after(drawn("1 SW / 9 rb"), EndTurn(C)).side == M, "and whenever one chooses"


def test_phase_end_only_then():
    lane = after(drawn("4 TD SW / 5 rb"), Attack(C, "Thunder Duke", "Red Boy"))
    assert lane.side == C, "Sun Wukong has not attacked"
    assert Attack.face(lane, C)[1] == "2 or 3 AP; it ends your turn", "with his attack nobody is left"
    assert Attack.face(drawn("4 TD SW / 5 rb"), C)[1] == "2 or 3 AP"
    empty = drawn("9 rb", heroes={"Sun Wukong": C, "Red Boy": M}, away={"Sun Wukong": 0}, gold={C: 2, M: 2})
    empty = empty.but(level={"Sun Wukong": 1, "Red Boy": 1}, exp={"Sun Wukong": 0, "Red Boy": 0})
    assert after(empty, Buy(C, "Iron Scales", ())).side == C, "without a unit one may still buy"


def test_a_stunned_unit_has_not_attacked_and_what_is_left_may_be_used():
    dazed = {"stunned": frozenset({"Nezha"}), "dazed": frozenset({"Nezha"}), "inactive": frozenset({"Nezha"})}
    lane = drawn("4 TD NZ / 5 rb", **dazed)
    assert Attack.face(lane, C)[1] == "2 or 3 AP", "it does not end the turn"
    lane = after(lane, Attack(C, "Thunder Duke", "Red Boy"))
    assert lane.side == C and lane.phase == ACTION and "phase-end" not in cited(lane)
    assert after(lane, Buy(C, "Oak Bow", ())).gold[C] == 0, "the free purchase is left"


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


def test_a_dying_item_of_a_hero_who_attacked_saves_him():
    lane = drawn("4 TD NZ / 5 rb", items={"Red Boy": ("Peach of Immortality",)}, damage={"Red Boy": 8})
    lane = lane.but(inactive=frozenset({"Red Boy"}))
    assert "Red Boy" in after(lane, Attack(C, "Thunder Duke", "Red Boy")).row


def test_a_unit_in_the_lane_shows_the_text_of_its_items_and_of_its_companion_card():
    box = typed(Howling_Hound={"effect": "on kill: gold 1"}, Thunder_Duke={"range": "global"})
    lane = drawn("1 TD / 9 es *hh", box=box, items={"Thunder Duke": ("Iron Scales", "Paper Talisman")})
    shown = {card.name: card for panel in GAME.view(lane).panels for card in panel.cards}
    told = "Iron Scales: +4 HP. Paper Talisman: 2 magical damage to an enemy."
    assert shown["Thunder Duke"].text == told
    assert shown["Howling Hound"].text == "After a kill: take 1 gold."
    assert "range global" in shown["Thunder Duke"].where
    assert "eye" not in dict(shown["Thunder Duke"].figures), "global is no number"


def test_with_every_row_barred_the_turn_ends_and_the_dead_wait():
    board = "1 SW / 2 NZ / 3 TD / 4 LM / 5 RB / 9 zb"
    lane = drawn(board, fallen={C: 0, M: 0}, away={"Erlang Shen": 0})
    heroes = {**lane.heroes, "Erlang Shen": M}
    lane = lane.but(heroes=heroes, level=dict.fromkeys(heroes, 1), exp=dict.fromkeys(heroes, 0))
    blocked = lane.but(fallen={C: 0, M: 4}, last=True)
    blocked = blocked.but(row={"Sun Wukong": 1, "Nezha": 6, "Thunder Duke": 7, "Lady of the Moon": 8})
    blocked = blocked.but(row={**blocked.row, "Red Boy": 9, "Monkey Double": 5})
    blocked = blocked.but(companions={"Monkey Double": C}, away={"Erlang Shen": 0, "Zhu Bajie": 1})
    lane = after(blocked, EndTurn(C))
    assert lane.side == M and lane.away == {"Erlang Shen": 0, "Zhu Bajie": 0}
    assert "No row is open to Erlang Shen, who waits for the next turn." in texts(lane)


def test_clean_up_happens():
    lane = drawn("1 TD / 2 rb", hand=["Thunderclap", PITY, PITY], armory=[PITY] * 5)
    lane = after(lane, Skill(C, "Thunderclap", ("Red Boy",), ()), EndTurn(C))
    cards = lane.cards[C]
    assert (
        cards.storage == {"Thunderclap": 1} and cards.buried == 2 and cards.hand == 5 and cards.played == ()
    )
    assert "Clean-up: Thunderclap and the 2 cards left in hand to Storage." in texts(lane)


def test_clean_up_only_then():
    lane = drawn("1 TD / 2 rb", hand=["Oak Bow"], armory=[PITY] * 5)
    lane = after(lane, Equip(C, "Oak Bow", "Thunder Duke", (), ()), EndTurn(C))
    assert lane.items == {"Thunder Duke": ("Oak Bow",)} and lane.cards[C].storage == {}


def test_reshuffle_happens():
    lane = drawn("1 SW / 9 rb", hand=[PITY, PITY], armory=[PITY] * 3, storage=["Oak Bow", "Iron Scales"])
    lane = after(lane, EndTurn(C))
    assert lane.cards[C].hand == 5 and lane.cards[C].armory == 2 and lane.cards[C].stored == 0
    assert texts(lane)[1:4] == [
        "Celestials: draw the last 3 cards of the Armory.",
        "Celestials: shuffle Storage (4 cards): it is the new Armory.",
        "Celestials: draw 2 cards from it.",
    ]


def test_reshuffle_only_then():
    lane = drawn("1 SW / 9 rb", armory=[PITY] * 5, storage=["Oak Bow"])
    lane = after(lane, EndTurn(C))
    assert lane.cards[C].storage == {"Oak Bow": 1} and lane.cards[C].armory == 0, "not before it is due"
    assert "reshuffle" not in cited(lane)


# -- cards ------------------------------------------------------------------------------------------------


def test_hands_allows():
    lane = drawn("1 SW / 9 rb", hand=["Oak Bow"], armory=["Iron Scales"])
    assert after(lane, Equip(C, "Oak Bow", "Sun Wukong", (), ())).cards[C].hand == 0
    other = after(lane, Equip(C, "Iron Scales", "Sun Wukong", (), ()))
    assert other.cards[C].unseen == {"Oak Bow": 1}, "the phone does not know which of the two is in the hand"


def test_hands_refuses():
    lane = drawn("1 SW / 9 rb", hand=[PITY], storage=["Oak Bow"])
    assert refused(lane, Equip(C, "Oak Bow", "Sun Wukong", (), ())) == (
        "hands",
        "Oak Bow cannot be in your hand: it lies in Storage.",
    )
    spent = after(lane, Equip(C, PITY, "Sun Wukong", (), ()))
    assert refused(spent, Equip(C, PITY, "Sun Wukong", (), ())) == ("hands", "Your hand is empty.")


def test_a_card_bought_before_the_shuffle_is_in_hand_only_if_drawn_since():
    lane = drawn("1 SW / 9 rb", armory=[PITY] * 4, storage=["Oak Bow", "Iron Scales"])
    lane = after(lane, EndTurn(C), EndTurn(M))
    assert lane.cards[C].hand == 5 and lane.cards[C].newest == 1, "one card was drawn after the shuffle"
    lane = after(lane, Equip(C, "Oak Bow", "Sun Wukong", (), ()))
    key, why = refused(lane, Equip(C, "Iron Scales", "Sun Wukong", (), ()))
    assert key == "hands" and why.startswith("Iron Scales lay in Storage at the last shuffle")
    assert after(lane, Draw(C), Equip(C, "Iron Scales", "Sun Wukong", (), ())).cards[C].hand == 4


def test_equip_allows():
    lane = drawn("1 SW / 9 rb", hand=[PITY, "Spirit Herb", "Oak Bow"], damage={"Sun Wukong": 4})
    lane = after(
        lane,
        Equip(C, PITY, "Sun Wukong", (), ()),
        Equip(C, "Spirit Herb", "Sun Wukong", (), ()),
        Equip(C, "Oak Bow", "Sun Wukong", (), ()),
    )
    assert lane.items["Sun Wukong"] == (PITY, "Spirit Herb", "Oak Bow") and lane.ap == 8
    assert lane.gold[C] == 3 and lane.damage["Sun Wukong"] == 1 and lane.reach("Sun Wukong") == 2


def test_equip_refuses():
    lane = drawn("1 SW NZ / 9 rb", hand=[PITY] * 4, equips={"Sun Wukong": 3})
    assert refused(lane, Equip(C, PITY, "Sun Wukong", (), ())) == (
        "equip",
        "Sun Wukong was given 3 items this turn; more cannot be taken.",
    )
    assert after(lane, Equip(C, PITY, "Nezha", (), ())).gold[C] == 3
    dead = drawn(
        "1 NZ / 9 rb", hand=[PITY], heroes={"Sun Wukong": C, "Nezha": C, "Red Boy": M}, away={"Sun Wukong": 1}
    )
    assert refused(dead, Equip(C, PITY, "Sun Wukong", (), ()))[0] == "revive"


def test_gold_happens():
    lane = drawn("1 SW / 9 rb", hand=[PITY, "String of Coins"])
    lane = after(
        lane, Equip(C, PITY, "Sun Wukong", (), ()), Equip(C, "String of Coins", "Sun Wukong", (), ())
    )
    assert lane.gold[C] == 2 + 1 + 2
    assert after(lane, EndTurn(C), EndTurn(M)).gold[C] == 5, "it is kept"


def test_gold_only_then():
    lane = drawn("1 SW / 9 rb", hand=[PITY])
    assert after(lane, EndTurn(C)).gold[C] == 2, "a card that is not equipped gives nothing"


def test_skill_allows():
    lane = drawn("1 TD / 4 rb", hand=["Thunderclap"], ap=2)
    lane = after(lane, Skill(C, "Thunderclap", ("Red Boy",), ()))
    assert lane.ap == 0 and lane.damage["Red Boy"] == 4 and lane.cards[C].played == ("Thunderclap",)


def test_skill_refuses():
    lane = drawn("1 TD / 4 rb", hand=["Thunderclap"], ap=1)
    assert refused(lane, Skill(C, "Thunderclap", ("Red Boy",), ())) == (
        "skill",
        "Thunderclap takes 2 AP; 1 left.",
    )
    tired = drawn("1 TD / 4 rb", hand=["Thunderclap"], inactive=frozenset({"Thunder Duke"}))
    assert refused(tired, Skill(C, "Thunderclap", ("Red Boy",), ()))[0] == "inactive"


def test_target_allows():
    lane = drawn("3 LM SW / 7 rb", hand=["Moonlight"], damage={"Sun Wukong": 6})
    assert after(lane, Skill(C, "Moonlight", ("Sun Wukong",), ())).damage["Sun Wukong"] == 1
    gate = drawn("5 SG / 9 rb", hand=["Great Axes"])
    assert (
        after(gate, Skill(C, "Great Axes", ("Flower Fruit Palisade",), ())).damage["Flower Fruit Palisade"]
        == 5
    )


def test_target_refuses():
    lane = drawn("3 LM SW / 7 rb", hand=["Moonlight"])
    assert refused(lane, Skill(C, "Moonlight", ("Red Boy",), ()))[0] == "target"
    lane = drawn("5 TD NZ / 6 rb", hand=["Thunderclap"], fallen={C: 0, M: 1})
    assert refused(lane, Skill(C, "Thunderclap", ("Nezha",), ())) == (
        "target",
        "Nezha is yours; this is for an enemy.",
    )
    assert refused(lane, Skill(C, "Thunderclap", ("Stone Egg Watch",), ()))[0] == "target"
    assert refused(lane, Attack(C, "Nezha", "Nezha")) == ("target", "Nezha does not attack itself.")


IT_THUNDERS = (
    "3 damage to an enemy. 2 magical damage to an enemy. Heal 5 on one of yours. Stun an enemy. "
    "Move an enemy or one of yours up to 2 rows. Gain 4 Exp. Gain 2 AP. Draw 1. Give your opponent 1 gold."
)


def unknown() -> Havoc:
    """Thunderclap as a card of which only the text is known."""
    box = typed(Thunderclap={"effect": "", "text": IT_THUNDERS})
    return drawn(
        "3 LM TD / 5 rb / 8 zb", hand=["Thunderclap"], armory=[PITY], box=box, damage={"Lady of the Moon": 3}
    )


def test_effects_allows():
    lane = after(unknown(), Skill(C, "Thunderclap", (), ()))
    assert lane.phase == EFFECT and lane.to_act == (C,) and lane.ap == 6
    lane = after(
        lane,
        CarryOut(C, "magical damage", "Red Boy", ("2",)),
        CarryOut(C, "heal", "Lady of the Moon", ("3",)),
        CarryOut(C, "stun", "Red Boy", ()),
        CarryOut(C, "move", "Red Boy", ("Row 6",)),
        CarryOut(C, "Exp", "Thunder Duke", ("4",)),
        CarryOut(C, "gold", M, ("1",)),
        CarryOut(C, "AP", C, ("2",)),
        CarryOut(C, "draw", C, ("1",)),
        CarryOut(C, "damage", "Red Boy", ("3",)),
        Done(C),
    )
    assert lane.damage == {"Red Boy": 5} and lane.stunned == {"Red Boy"}
    assert lane.row["Red Boy"] == 6 and lane.exp["Thunder Duke"] == 4 and lane.gold == {C: 2, M: 3}
    assert lane.ap == 8 and lane.cards[C].hand == 1 and lane.phase == ACTION


def test_effects_refuses():
    lane = after(unknown(), Skill(C, "Thunderclap", (), ()))
    assert refused(lane, CarryOut(C, "heal", "Red Boy", ("1",))) == ("effects", "Red Boy has no damage.")
    assert refused(lane, CarryOut(C, "heal", "Lady of the Moon", ("4",))) == ("effects", "3 at most; not 4.")
    assert refused(lane, CarryOut(C, "stun", "Flower Fruit Palisade", ()))[0] == "effects"
    assert refused(lane, CarryOut(C, "damage", "Water Curtain Cave", ("4",)))[0] == "outermost"
    assert refused(lane, CarryOut(C, "move", "Lady of the Moon", ("Row 6",)))[0] == "passing"
    assert refused(lane, CarryOut(C, "draw", M, ("1",)))[0] == "draw"
    assert refused(lane, EndTurn(C))[0] == "sequence", "first the card is carried out"


def test_changes_happens():
    box = typed(Thunderclap={"effect": "attack 2 self this turn", "text": ""})
    lane = after(drawn("4 TD / 5 rb", hand=["Thunderclap"], box=box), Skill(C, "Thunderclap", (), ()))
    assert lane.attack("Thunder Duke") == 5 and "changes" in cited(lane)


def test_changes_only_then():
    box = typed(Thunderclap={"effect": "attack 2 self this turn", "text": ""})
    lane = after(drawn("4 TD / 5 rb", hand=["Thunderclap"], box=box), Skill(C, "Thunderclap", (), ()))
    assert after(lane, EndTurn(C)).attack("Thunder Duke") == 3, "the turn is over"


def test_draw_allows():
    lane = after(drawn("1 SW / 9 rb", storage=["Oak Bow", PITY]), Draw(C))
    assert lane.ap == 7 and lane.cards[C].hand == 1 and lane.cards[C].armory == 1, (
        "Storage was shuffled first"
    )


def test_draw_refuses():
    lane = drawn("1 SW / 9 rb", hand=[PITY])
    assert refused(lane, Draw(C)) == ("draw", "Your Armory and your Storage are both empty.")


# -- moving and the shop ----------------------------------------------------------------------------------


def test_placement_allows():
    lane = after(drawn("1 SW / 9 rb"), Move(C, "Sun Wukong", "Row 2"))
    assert lane.ap == 8, "the first row is free"
    lane = after(lane, Move(C, "Sun Wukong", "Row 4"))
    assert lane.ap == 6 and lane.row["Sun Wukong"] == 4
    assert after(drawn("1 SW / 9 rb"), Move(C, "Sun Wukong", "Row 4")).ap == 6, "or three rows at once"
    assert after(drawn("1 SW / 8 *hh"), EndTurn(C), Move(M, "Howling Hound", "Row 7")).ap == 8


def test_placement_refuses():
    lane = drawn("1 SW / 9 rb", ap=1)
    assert refused(lane, Move(C, "Sun Wukong", "Row 4")) == ("placement", "Row 4 takes 2 AP; 1 left.")
    walked = drawn("1 SW NZ / 9 rb", ap=0, walked=frozenset({"Sun Wukong"}))
    assert refused(walked, Move(C, "Sun Wukong", "Row 2"))[0] == "placement"
    assert refused(lane, Move(C, "Sun Wukong", "Row 1"))[0] == "placement"


def test_purchase_allows():
    lane = drawn("1 SW / 9 rb", gold={C: 5, M: 2})
    lane = after(lane, Buy(C, "Iron Scales", ()))
    assert lane.ap == 8 and lane.gold[C] == 3 and lane.cards[C].storage == {"Iron Scales": 1}
    lane = after(lane, Buy(C, "Oak Bow", ()))
    assert lane.ap == 7 and lane.gold[C] == 1 and lane.shop["Oak Bow"] == 3


def test_purchase_refuses():
    lane = drawn("1 SW / 9 rb", gold={C: 2, M: 2})
    assert refused(lane, Buy(C, "Tiger Tally", ())) == ("purchase", "Tiger Tally costs 3 gold; you have 2.")
    again = drawn("1 SW / 9 rb", bought=1, ap=0)
    assert refused(again, Buy(C, "Iron Scales", ())) == ("ap", "A further purchase takes 1 AP; 0 left.")


def test_stock_allows():
    lane = drawn("1 SW / 9 rb", gold={C: 30, M: 2})
    lane = after(lane, *[Buy(C, "Oak Bow", ()) for _ in range(4)])
    assert lane.cards[C].storage == {"Oak Bow": 4} and "Oak Bow" not in lane.shop


def test_stock_refuses():
    lane = drawn("1 SW / 9 rb", gold={C: 30, M: 2})
    lane = after(lane, *[Buy(C, "Oak Bow", ()) for _ in range(4)])
    assert refused(lane, Buy(C, "Oak Bow", ())) == ("stock", "The shop has no Oak Bow left.")
    assert refused(lane, Buy(C, PITY, ()))[0] == "stock"


def test_recipe_allows():
    lane = drawn("1 SW / 9 rb", hand=["Rattan Shield"], storage=["Iron Scales"], gold={C: 9, M: 2})
    lane = lane.but(
        shop={card: n - (card in ("Rattan Shield", "Iron Scales")) for card, n in lane.shop.items()}
    )
    after_ = after(lane, Buy(C, "Lock-Gold Mail", ("Rattan Shield from hand", "Iron Scales from Storage")))
    assert after_.cards[C].storage == {"Lock-Gold Mail": 1} and after_.cards[C].hand == 0
    assert (
        after_.shop["Rattan Shield"] == after_.shop["Iron Scales"] == 4
        and "Lock-Gold Mail" not in after_.shop
    )
    worn = drawn(
        "1 SW / 9 rb", storage=["Rattan Shield"], items={"Sun Wukong": ("Iron Scales",)}, gold={C: 9, M: 2}
    )
    worn = after(worn, Buy(C, "Lock-Gold Mail", ("Rattan Shield from Storage", "Iron Scales on Sun Wukong")))
    assert worn.items == {} and worn.cards[C].storage == {"Lock-Gold Mail": 1}


def test_recipe_refuses():
    lane = drawn("1 SW / 9 rb", hand=[PITY], storage=["Iron Scales"], gold={C: 9, M: 2})
    assert refused(
        lane, Buy(C, "Lock-Gold Mail", ("Rattan Shield from Storage", "Iron Scales from Storage"))
    ) == (
        "recipe",
        "Lock-Gold Mail takes Rattan Shield and Iron Scales from your hand, your heroes or Storage.",
    )
    both = drawn("1 SW / 9 rb", armory=["Rattan Shield"], storage=["Iron Scales"], gold={C: 9, M: 2})
    assert (
        refused(both, Buy(C, "Lock-Gold Mail", ("Rattan Shield from hand", "Iron Scales from Storage")))[0]
        == "recipe"
    )
    one = drawn("1 SW / 9 rb", hand=["Rattan Shield"], storage=["Iron Scales"], gold={C: 9, M: 2})
    wrong = ("Rattan Shield from hand", "Iron Scales from hand")
    assert refused(one, Buy(C, "Lock-Gold Mail", wrong))[0] == "recipe"


# -- attacking --------------------------------------------------------------------------------------------


def test_inactive_allows():
    lane = drawn("5 TD SW / 9 rb", hand=[PITY], items={"Thunder Duke": ("Rattan Shield",)})
    lane = after(lane, Attack(C, "Thunder Duke", "Flower Fruit Palisade"))
    assert lane.ap == 5 and lane.inactive == {"Thunder Duke"}
    assert lane.armor("Thunder Duke") == 1, "passive effects go on"
    assert after(lane, Equip(C, PITY, "Sun Wukong", (), ())).gold[C] == 3
    back = after(lane, EndTurn(C), EndTurn(M))
    assert back.inactive == frozenset()


def test_inactive_refuses():
    lane = drawn("5 TD SW / 9 rb", hand=[PITY, "Thunderclap"], inactive=frozenset({"Thunder Duke"}))
    why = "Thunder Duke is Inactive till your next turn."
    assert refused(lane, Attack(C, "Thunder Duke", "Flower Fruit Palisade")) == ("inactive", why)
    assert refused(lane, Move(C, "Thunder Duke", "Row 4")) == ("inactive", why)
    assert refused(lane, Equip(C, PITY, "Thunder Duke", (), ())) == ("inactive", why)


def test_damage_happens():
    lane = after(drawn("4 SW / 5 bk"), Attack(C, "Sun Wukong", "Bull Demon King"))
    assert lane.damage["Bull Demon King"] == 4 - 1
    assert "3 damage on Bull Demon King (4 less 1 armor): 3 of 11; 9 more destroy it." in texts(lane)
    skill = drawn("4 NZ / 5 bk", hand=["Fire-Tipped Spear"])
    assert (
        after(skill, Skill(C, "Fire-Tipped Spear", ("Bull Demon King",), ())).damage["Bull Demon King"] == 3
    )


def test_damage_only_then():
    lane = drawn("4 LM / 5 pk", items={"Pagoda King": ("Lock-Gold Mail",)})
    lane = after(lane, Attack(C, "Lady of the Moon", "Pagoda King"))
    assert "Pagoda King" not in lane.damage, "attack 3 on armor 3 is nothing, and never less"


def test_magical_happens():
    lane = drawn("4 TD / 5 pk", hand=["Thunderclap"])
    lane = after(lane, Skill(C, "Thunderclap", ("Pagoda King",), ()))
    assert lane.damage["Pagoda King"] == 4 and "magical" in cited(lane), "armor 1 is ignored"


def test_magical_only_then():
    lane = drawn("4 NZ / 5 pk", hand=["Fire-Tipped Spear"])
    lane = after(lane, Skill(C, "Fire-Tipped Spear", ("Pagoda King",), ()))
    assert lane.damage["Pagoda King"] == 4 - 1, "the spear's damage is not magical"


def test_own_units_happens():
    lane = drawn("1 SW TD NZ / 9 rb", damage={"Thunder Duke": 8})
    lane = after(lane, Attack(C, "Sun Wukong", "Thunder Duke"))
    assert lane.ap == 6 and "Thunder Duke" in lane.away
    assert lane.gold == {C: 2, M: 2} and lane.pot == {} and "own-units" in cited(lane)
    gate = after(drawn("4 SW TD / 9 rb"), Attack(C, "Sun Wukong", "South Heaven Gate"))
    assert gate.damage["South Heaven Gate"] == 4 and gate.ap == 5


def test_own_units_only_then():
    lane = after(drawn("4 SW / 5 rb", damage={"Red Boy": 7}), Attack(C, "Sun Wukong", "Red Boy"))
    assert "own-units" not in cited(lane) and lane.gold[C] == 3, "an enemy's death is rewarded"


def test_building_attack_allows():
    lane = after(drawn("1 SW / 5 rb / 8 zb"), TowerAttack(C, "Red Boy"))
    assert lane.damage["Red Boy"] == 3 and lane.ap == 8 and lane.side == C


def test_building_attack_refuses():
    lane = drawn("1 SW / 5 rb / 8 zb")
    assert refused(after(lane, TowerAttack(C, "Red Boy")), TowerAttack(C, "Red Boy")) == (
        "building-attack",
        "South Heaven Gate has attacked this turn.",
    )
    assert refused(lane.but(towers=False), TowerAttack(C, "Red Boy"))[0] == "building-attack"
    assert refused(drawn("1 SW / 9 rb"), TowerAttack(C, "Red Boy"))[0] == "building-attack"
    assert refused(lane, TowerAttack(C, "Sun Wukong"))[0] == "building-attack"
    assert refused(lane, TowerAttack(C, "Zhu Bajie"))[0] == "range"


def test_companion_happens():
    lane = drawn("4 ES / 5 rb", hand=["Howling Hound"])
    lane = after(lane, Skill(C, "Howling Hound", (), ()))
    assert lane.row["Howling Hound"] == 4 and lane.ap == 6
    lane = after(lane, Attack(C, "Howling Hound", "Red Boy"))
    assert lane.ap == 6 and lane.damage["Red Boy"] == 3, "at once, and for nothing"
    orphan = drawn("1 SW *MD / 8 rb", damage={"Sun Wukong": 10})
    orphan = damage.hurt(orphan, "Sun Wukong", 1, M)
    assert orphan.companions == {"Monkey Double": C}, "it outlives its hero"


def test_companion_only_then():
    lane = drawn("4 SW / 5 *hh / 9 rb", damage={"Howling Hound": 2})
    lane = after(lane, Attack(C, "Sun Wukong", "Howling Hound"))
    assert lane.companions == {} and lane.cards[M].storage == {"Howling Hound": 1}
    assert lane.gold[C] == 2 + 2 and lane.exp["Sun Wukong"] == 2, "it is from skill 2"
    bearer = drawn("4 ES *MD / 9 rb", hand=[PITY])
    with pytest.raises(Refusal):
        Table.open(GAME, Opening(SEATS)).say(C, "equip", {"card": PITY, "hero": "Monkey Double"})
    assert "Monkey Double" not in bearer.own_heroes(C)


def test_stun_refuses():
    lane = drawn("4 PK / 5 rb zb", hand=["Under the Pagoda"])
    lane = after(lane, Skill(C, "Under the Pagoda", ("Red Boy",), ()))
    assert lane.stunned == {"Red Boy"} and "Red Boy" not in lane.damage
    lane = after(lane, EndTurn(C))
    assert refused(lane, Attack(M, "Red Boy", "Pagoda King")) == (
        "stun",
        "Red Boy is stunned till your next turn.",
    )


def test_stun_allows():
    later = after(tokens.stun(drawn("4 PK NZ / 5 rb zb"), "Nezha"), EndTurn(C))
    assert later.stunned == {"Nezha"}, "stunned in its own turn, it misses the next one"
    lane = drawn("4 PK / 5 rb zb", stunned=frozenset({"Red Boy"}))
    lane = after(lane, EndTurn(C), EndTurn(M))
    assert lane.stunned == frozenset(), "the token goes after that turn"
    assert "Take the stun token off Red Boy." in texts(lane)
    lane = after(lane, EndTurn(C))
    assert after(lane, Attack(M, "Red Boy", "Pagoda King")).damage["Pagoda King"] == 2


# -- deaths and rewards -----------------------------------------------------------------------------------


def test_destroyed_happens():
    lane = drawn("4 SW / 5 rb / 9 zb", damage={"Red Boy": 7})
    assert lane.hp("Red Boy") == 10
    lane = after(lane, Attack(C, "Sun Wukong", "Red Boy"))
    assert "Red Boy" in lane.away, "11 exceeds 10"
    at = drawn("4 SW / 5 rb / 9 zb", damage={"Red Boy": 6}, at_hp=True)
    assert "Red Boy" in after(at, Attack(C, "Sun Wukong", "Red Boy")).away, "10 is 10, if the option says so"


def test_destroyed_only_then():
    lane = drawn("4 SW / 5 rb / 9 zb", damage={"Red Boy": 6})
    lane = after(lane, Attack(C, "Sun Wukong", "Red Boy"))
    assert lane.damage["Red Boy"] == 10 and "Red Boy" in lane.row, "10 does not exceed 10"
    assert "4 damage on Red Boy: 10 of 10; 1 more destroys it." in texts(lane)


def test_dying_happens():
    lane = drawn(
        "4 SW ES / 5 rb / 9 zb", damage={"Red Boy": 7}, items={"Red Boy": ("Oak Bow", "Peach of Immortality")}
    )
    lane = after(lane, Attack(C, "Sun Wukong", "Red Boy"))
    assert lane.damage["Red Boy"] == 11 - 6 and lane.row["Red Boy"] == 5 and lane.gold[C] == 2
    assert lane.items == {"Red Boy": ("Oak Bow",)} and lane.cards[M].storage == {"Peach of Immortality": 1}


def test_dying_only_then():
    lane = drawn("4 SW / 5 rb / 9 zb", damage={"Red Boy": 8}, items={"Red Boy": ("Peach of Immortality",)})
    lane = damage.hurt(lane, "Red Boy", 9, C)
    assert lane.away == {"Red Boy": 1} and lane.gold[C] == 3, "17 less 6 still exceeds 8"


def test_dying_with_a_text_only_waits_for_the_owner():
    box = typed(Peach_of_Immortality={"effect": "", "text": "Death is put off: its hero heals 3."})
    lane = drawn(
        "4 SW ES / 5 rb / 9 zb", box=box, damage={"Red Boy": 7}, items={"Red Boy": ("Peach of Immortality",)}
    )
    asked = after(lane, Attack(C, "Sun Wukong", "Red Boy"))
    assert asked.to_act == (M,) and asked.pending == (Pending("Peach of Immortality", "Red Boy", M, True, C),)
    saved = after(asked, CarryOut(M, "heal", "Red Boy", ("3",)), Done(M))
    assert saved.damage["Red Boy"] == 8 and saved.to_act == (C,)
    lost = after(asked, Done(M))
    assert lost.away == {"Red Boy": 1} and lost.gold[C] == 3


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


def test_revive_allows():
    lane = drawn(
        "8 rb / 9 zb", heroes={"Sun Wukong": C, "Red Boy": M, "Zhu Bajie": M}, away={"Sun Wukong": 0}, side=M
    )
    lane = lane.but(level=dict.fromkeys(lane.heroes, 1), exp=dict.fromkeys(lane.heroes, 0))
    assert after(lane, EndTurn(M)).row["Sun Wukong"] == 1
    held = lane.but(row={"Red Boy": 1, "Zhu Bajie": 9}, fallen={C: 4, M: 0}, last=True, first=M)
    assert after(held, EndTurn(M)).row["Sun Wukong"] == 2, "the base row is held: the nearest open row"
    full = dict(
        zip(
            ("Red Boy", "Zhu Bajie", "Bone Puppet", "Howling Hound", "Bull Demon King"),
            range(1, 6),
            strict=True,
        )
    )
    full = held.but(
        row=full,
        companions={"Bone Puppet": M, "Howling Hound": M},
        heroes={**held.heroes, "Bull Demon King": M},
    )
    full = after(full.but(level=dict.fromkeys(full.heroes, 1), exp=dict.fromkeys(full.heroes, 0)), EndTurn(M))
    assert full.away == {"Sun Wukong": 0} and full.side == C, "with no row open he waits a turn more"
    assert "No row is open to Sun Wukong, who waits for the next turn." in texts(full)


def test_revive_refuses():
    lane = drawn("4 SW ES / 5 rb zb", damage={"Red Boy": 8}, items={"Red Boy": ("Oak Bow",)})
    lane = after(lane, Attack(C, "Sun Wukong", "Red Boy"))
    assert lane.items == {} and lane.cards[M].storage == {"Oak Bow": 1}
    lane = after(lane, Share(C, "Sun Wukong", "1"), EndTurn(C))
    assert refused(lane, Move(M, "Red Boy", "Row 8")) == ("revive", "Red Boy is dead, and not back yet.")


def test_rewards_happens():
    lane = drawn(
        "4 SW / 5 rb / 9 zb", level={"Sun Wukong": 1, "Red Boy": 3, "Zhu Bajie": 1}, damage={"Red Boy": 12}
    )
    lane = after(lane, Attack(C, "Sun Wukong", "Red Boy"))
    assert lane.gold[C] == 2 + 3 and lane.exp["Sun Wukong"] == 3
    for number, building in enumerate(HOUSE.order[M][:3], 1):
        row = HOUSE.buildings[building].row
        tower = drawn(
            f"{row - 1} SW NZ / 9 zb",
            fallen={C: 0, M: number - 1},
            damage={building: HOUSE.buildings[building].hp},
        )
        tower = after(tower, Attack(C, "Sun Wukong", building))
        assert tower.gold[C] == 2 + 2 * number and tower.pot == {C: 2 * number}


def test_rewards_only_then():
    lane = after(drawn("4 SW / 5 rb / 9 zb"), Attack(C, "Sun Wukong", "Red Boy"))
    assert lane.gold[C] == 2 and lane.exp["Sun Wukong"] == 0


def test_share_allows():
    lane = drawn("1 SW NZ / 9 rb", phase=SHARE, pot={C: 6})
    lane = after(lane, Share(C, "Sun Wukong", "4"))
    assert lane.phase == SHARE and lane.pot == {C: 2}
    lane = after(lane, Share(C, "Nezha", "2"))
    assert lane.exp == {"Sun Wukong": 4, "Nezha": 2, "Red Boy": 0} and lane.phase == ACTION


def test_share_refuses():
    lane = drawn("1 SW NZ / 9 rb", phase=SHARE, pot={C: 6})
    lane = lane.but(heroes={"Thunder Duke": C, **lane.heroes}, away={"Thunder Duke": 1})
    lane = lane.but(level=dict.fromkeys(lane.heroes, 1), exp=dict.fromkeys(lane.heroes, 0))
    assert refused(lane, Share(C, "Thunder Duke", "1")) == (
        "share",
        "Thunder Duke is dead; only the living learn.",
    )


# -- the end ----------------------------------------------------------------------------------------------


def besieged(board: str, **fields: object) -> Havoc:
    """All towers are gone, and both bases have all the damage they bear."""
    return drawn(
        board, fallen={C: 3, M: 3}, damage={"Palace of Mist": 16, "Water Curtain Cave": 16}, **fields
    )


def test_last_turn_happens():
    lane = after(besieged("2 rb / 8 SW NZ"), Attack(C, "Sun Wukong", "Water Curtain Cave"))
    assert lane.over is None and lane.last, "the second player has one last turn"
    lane = after(lane, Share(C, "Sun Wukong", "8"), EndTurn(C))
    assert lane.side == M
    won = after(lane, Attack(M, "Red Boy", "Palace of Mist"))
    assert won.over.winners == (M,) and won.over.rule == "last-turn"
    lost = after(lane, EndTurn(M))
    assert lost.over.winners == (C,) and "have had their last turn" in str(lost.over.why)


def test_last_turn_only_then():
    lane = besieged("2 rb / 8 SW NZ", first=M)
    won = after(lane, Attack(C, "Sun Wukong", "Water Curtain Cave"))
    assert won.over.winners == (C,), "the second player destroys first: no last turn for the starter"
    own = after(besieged("1 SW NZ / 9 rb"), Attack(C, "Sun Wukong", "Palace of Mist"))
    assert own.over.winners == (M,), "one's own base"


# -- several things at once -------------------------------------------------------------------------------


def test_a_recipe_takes_both_parts_off_a_hero_who_dies_without_the_first():
    """In a set where the part that gives HP stands first."""
    box = typed(**{"Lock-Gold Mail": {"part": "Iron Scales", "second": "Rattan Shield"}})
    worn = {"Sun Wukong": ("Iron Scales", "Rattan Shield", "Oak Bow")}
    lane = drawn("1 SW NZ / 9 rb", box=box, items=worn, damage={"Sun Wukong": 11}, gold={C: 9, M: 2})
    assert lane.left("Sun Wukong") == 4
    parts = ("Iron Scales on Sun Wukong", "Rattan Shield on Sun Wukong")
    lane = after(lane, Buy(C, "Lock-Gold Mail", parts))
    assert lane.away == {"Sun Wukong": 1} and lane.gold == {C: 7, M: 2}, "nobody is rewarded"
    assert lane.cards[C].storage == {"Oak Bow": 1, "Lock-Gold Mail": 1}
    assert lane.shop["Iron Scales"] == lane.shop["Rattan Shield"] == 5


def test_the_base_that_the_starter_destroys_in_the_others_turn_leaves_that_turn():
    """A dying hero's card, known by its text only, may strike back in the turn of the attacker."""
    box = typed(
        Peach_of_Immortality={"effect": "", "text": "Death strikes the outermost enemy building: 9 damage."}
    )
    lane = besieged(
        "2 SW / 8 rb zb", box=box, side=M, items={"Sun Wukong": ("Peach of Immortality", "Oak Bow")}
    )
    lane = lane.but(row={**lane.row, "Sun Wukong": 7}, damage={**lane.damage, "Sun Wukong": 10})
    lane = after(
        lane, Attack(M, "Red Boy", "Sun Wukong"), CarryOut(C, "damage", "Water Curtain Cave", ("9",))
    )
    assert lane.over is None and lane.last, "it was not their own doing"
    assert "The base of the Monsters is destroyed: this turn is their last." in texts(lane)
    lane = after(lane, Done(C), Share(M, "Zhu Bajie", "1"))
    assert after(lane, EndTurn(M)).over.winners == (C,)
    near = lane.but(row={**lane.row, "Zhu Bajie": 2})
    assert after(near, Attack(M, "Zhu Bajie", "Palace of Mist")).over.winners == (M,)


def test_two_levels_at_once_are_two_tokens():
    lane = levels.learn(drawn("1 SW / 9 rb", exp={"Sun Wukong": 9, "Red Boy": 0}), "Sun Wukong", 15)
    assert lane.level["Sun Wukong"] == 3 and lane.exp["Sun Wukong"] == 4
    assert "Exchange 20 Exp for 2 level tokens: Sun Wukong is level 3." in texts(lane)
    assert lane.cards[C].storage == {"Cloud Somersault": 1}


def test_the_checklist_gives_level_tokens_where_the_table_counts_them():
    assert any("level token" in text for text in texts(drafted()))
    assert not any("level token" in text for text in texts(drafted(**{"level-tokens": "gained"})))


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


def test_a_companion_attacks_a_building_for_nothing_and_costs_two_to_attack():
    lane = after(drawn("5 *HH ES / 9 rb"), Attack(C, "Howling Hound", "Flower Fruit Palisade"))
    assert lane.ap == 8 and lane.damage == {"Flower Fruit Palisade": 3}
    assert refused(lane, Move(C, "Howling Hound", "Row 4"))[0] == "inactive", "as a hero is"
    struck = after(drawn("4 SW ES / 5 *hh / 9 rb"), Attack(C, "Sun Wukong", "Howling Hound"))
    assert struck.ap == 6 and refused(struck.but(ap=1), Attack(C, "Erlang Shen", "Howling Hound"))[0] == "ap"


def test_companions_bar_the_way_and_whoever_is_inactive_can_be_attacked():
    lane = drawn("4 SW / 5 *hh / 9 rb", inactive=frozenset({"Howling Hound"}))
    assert refused(lane, Move(C, "Sun Wukong", "Row 5"))[0] == "passing"
    assert after(lane, Attack(C, "Sun Wukong", "Howling Hound")).damage["Howling Hound"] == 4


def test_a_tower_strikes_against_armor_and_its_kills_are_rewarded():
    lane = after(drawn("1 SW / 5 bk / 8 zb"), TowerAttack(C, "Bull Demon King"))
    assert lane.damage["Bull Demon King"] == 3 - 1
    kill = drawn("1 SW / 5 rb / 8 zb", damage={"Red Boy": 9})
    kill = after(kill, TowerAttack(C, "Red Boy"))
    assert kill.gold[C] == 3 and kill.exp["Sun Wukong"] == 1 and kill.side == C
    razed = drawn("1 SW / 5 rb / 8 zb", fallen={C: 2, M: 0})
    assert refused(razed, TowerAttack(C, "Red Boy"))[0] == "building-attack", "the third is three rows off"


def test_a_hand_is_filled_as_far_as_the_cards_go():
    lane = after(drawn("1 SW / 9 rb", hand=[PITY], storage=["Oak Bow"]), EndTurn(C))
    assert lane.cards[C].hand == 2 and lane.cards[C].stored == lane.cards[C].armory == 0
    assert "Celestials: draw 2 cards from it." in texts(lane)
    assert after(drawn("1 SW / 9 rb"), EndTurn(C)).cards[C].hand == 0


def test_level_five_opens_the_third_skill():
    lane = drawn("1 SW / 9 rb", level={"Sun Wukong": 4, "Red Boy": 1}, exp={"Sun Wukong": 9, "Red Boy": 0})
    lane = levels.learn(lane, "Sun Wukong", 4)
    assert lane.level["Sun Wukong"] == 5 and lane.exp["Sun Wukong"] == 0, "none beyond the fifth level"
    assert "Monkey Double" in lane.cards[C].storage


def test_exp_that_nobody_can_take_is_lost():
    lane = drawn("4 SW / 5 rb / 9 zb", level={"Sun Wukong": 5, "Red Boy": 1, "Zhu Bajie": 1})
    lane = after(lane.but(damage={"Red Boy": 8}), Attack(C, "Sun Wukong", "Red Boy"))
    assert lane.pot == {} and lane.exp["Sun Wukong"] == 0 and lane.gold[C] == 3
    assert "No hero of the Celestials can take Exp." in texts(lane)


def test_all_that_one_card_kills_is_rewarded_together():
    """A hero of level 1 and a companion of skill 2 fall to one card: three Exp and three gold."""
    lane = drawn("4 TD SW / 5 zb *hh / 9 bk", hand=["Storm Drums"], ap=3)
    lane = lane.but(damage={"Zhu Bajie": 11, "Howling Hound": 5})
    lane = after(lane, Skill(C, "Storm Drums", (), ()))
    assert lane.gold[C] == 2 + 3 and lane.pot == {C: 3} and lane.ap == 0
    assert "Zhu Bajie" in lane.away and lane.cards[M].storage == {"Howling Hound": 1}


def test_the_second_players_own_hand_on_his_base_loses_at_once():
    lane = besieged("2 SW / 9 rb zb", side=M)
    own = after(lane, Attack(M, "Red Boy", "Water Curtain Cave"))
    assert own.over.winners == (C,) and "own base" in str(own.over.why)
    assert own.gold == {C: 2, M: 2}, "and nobody is rewarded"


def test_the_reference_sheet_leaves_out_how_the_phone_is_told_a_text():
    actions = {item.text.split("*")[1].rstrip(".") for item in items(GAME) if item.kind == "action"}
    assert {"Attack", "Shop", "Share out Exp"} <= actions and not actions & {"The card says", "Done"}
