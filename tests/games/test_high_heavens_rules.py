"""Every rule of High Heavens, once where it lets something happen and once where it does not."""

import pytest

from companion.games.high_heavens import GAME
from companion.games.high_heavens.actions.acquire import Acquire
from companion.games.high_heavens.actions.attack import Attack
from companion.games.high_heavens.actions.building import Build, SetTrap
from companion.games.high_heavens.actions.by_hand import Damage, GiveChips, Heal, TakeChips
from companion.games.high_heavens.actions.cards import Done, UseAbility, UsePower
from companion.games.high_heavens.actions.invoke import Invoke, Smite
from companion.games.high_heavens.actions.move import Move
from companion.games.high_heavens.actions.placing import MoveGod, PlaceGod
from companion.games.high_heavens.actions.turn import DiscardGod, EndTurn, PlaceBase
from companion.games.high_heavens.box import ENEMY, HOUSE, box
from companion.games.high_heavens.state import BASE, CLEANUP, HAND, OPEN_TURN, bases, reach
from companion.games.high_heavens.tracked import Ruling
from companion.kernel.action import play
from companion.kernel.asking import ask, read
from companion.kernel.features import Pointing
from companion.kernel.rulebook import Refusal
from companion.toolkit.concede import AgreeDraw, DeclineDraw, OfferDraw, Resign
from tests.games.heavens import BOX, PLAIN, ability, after, handed, on, opened, placed, power, written
from tests.games.moments import cited, refused, texts


def hit(god: str, target: str, by: str = "Norse", how: tuple = (), die: tuple = ()) -> Attack:
    return Attack(by, god, target, how, die)


def go(god: str, hex_: str, by: str = "Norse", way: tuple = ()) -> Move:
    return Move(by, god, (hex_,), way)


def asked_nothing(kind, heavens, seat="Norse"):
    """Why a verb is not even begun."""
    with pytest.raises(Refusal) as refused:
        ask(kind, heavens, seat, {})
    return refused.value.why


def step(words: str, **fields):
    """Inside an ability of the Norse that is carried out by hand."""
    return handed(placed(words, **fields))


# -- set-up -----------------------------------------------------------------------------------------------


def test_first_turn_happens():
    assert opened().actions == 2 and opened(first="Greek").to_act == ("Greek",)
    second = after(opened(), EndTurn("Norse"))
    assert second.to_act == ("Greek",) and second.actions == 3, "the third token lies on the other side"


def test_first_turn_only_then():
    third = after(opened(), EndTurn("Norse"), EndTurn("Greek"))
    assert third.seat == "Norse" and third.actions == 3, "only the very first turn is shorter"
    spent = after(opened(), Invoke("Norse", "Odin", ("D1",)), Invoke("Norse", "Tyr", ("C1",)))
    assert refused(spent, Invoke("Norse", "Thor", ("E1",)))[0] == "ap"


def test_hands_allows():
    heavens = opened(hands="phones")
    hand = heavens.held["Norse"]
    assert len(hand) == 5 and not opened().held
    for card in hand:
        if card in BOX.gods:
            came = after(heavens, Invoke("Norse", card, ("D1",)))
            assert card not in came.held["Norse"] and not came.pile["Norse"]
        left = after(heavens, DiscardGod("Norse", card, ("clean up now",), ()))
        assert card not in left.held["Norse"] and left.pile["Norse"] == (card,)


def test_hands_refuses():
    heavens = opened(hands="phones")
    god = next(card for card in heavens.deck["Norse"] if card in BOX.gods)
    why = ("hands", f"{god} is not in your hand.")
    assert refused(heavens, Invoke("Norse", god, ("D1",))) == why
    assert refused(heavens, DiscardGod("Norse", god, ("clean up now",), ())) == why
    assert after(opened(), Invoke("Norse", god, ("D1",))).standing(god), "on the table nobody knows"


def test_base_elsewhere_allows():
    heavens = opened(bases="elsewhere")
    assert heavens.phase == BASE and heavens.to_act == ("Norse",) and not heavens.bases
    heavens = after(heavens, PlaceBase("Norse", "A1"), PlaceBase("Greek", "D9"))
    assert heavens.bases == {"Norse": "A1", "Greek": "D9"} and heavens.to_act == ("Norse",)
    assert "D2" not in heavens.walls, "the printed hex is an empty one now"
    assert heavens.box.invoking["Norse"] == ("C1", "D1", "E1")


def test_base_elsewhere_refuses():
    heavens = after(opened(bases="elsewhere"), PlaceBase("Norse", "A1"))
    assert refused(heavens, PlaceBase("Greek", "A1")) == ("base-elsewhere", "A1 is taken by Asgard.")
    assert refused(opened(), PlaceBase("Norse", "A1"))[0] == "sequence"


# -- a turn -----------------------------------------------------------------------------------------------


def test_ap_allows():
    heavens = after(placed("Thor D4"), go("Thor", "D5"))
    assert heavens.actions == 2 and "Slide 1 Action Point token across (2 left)." in texts(heavens)
    ended = after(heavens, EndTurn("Norse"))
    assert "Slide 2 Action Point tokens across (0 left)." in texts(ended) and ended.actions == 3


def test_ap_refuses():
    heavens = placed("Thor D4", actions=0)
    for action in (go("Thor", "D5"), hit("Thor", "Zeus"), Invoke("Norse", "Odin", ("D1",))):
        assert refused(heavens, action) == ("ap", "This takes 1 action, none left.")
    two = placed("Hades D4", seat="Greek", actions=1)
    assert refused(two, ability("Greek", "Hades")) == ("ap", "Chains of Tartarus takes 2 actions, 1 left.")
    with pytest.raises(Refusal, match="takes 2 actions, 1 left"):
        ask(UseAbility, two, "Greek", {})


def test_invoke_allows():
    heavens = after(opened(), Invoke("Norse", "Odin", ("D1",)))
    assert heavens.at == {"Odin": "D1"} and heavens.stack("Odin").health == 8
    assert heavens.bank["health"] == 52 and "Put Odin on D1, on 8 Health chips." in texts(heavens)
    on_the_table = after(opened(board="table"), Invoke("Norse", "Odin", ()))
    assert on_the_table.stack("Odin").health == 8


def test_invoke_refuses():
    heavens = placed("Odin D1, Zeus C1, Ares E1")
    assert refused(heavens, Invoke("Norse", "Thor", ("D1",))) == (
        "invoke",
        "Your invoking hexes are all taken.",
    )
    heavens = placed("Odin D1, Zeus C1")
    assert refused(heavens, Invoke("Norse", "Thor", ("C1",))) == ("invoke", "C1 is taken by Zeus.")
    assert refused(heavens, Invoke("Norse", "Thor", ("D10",))) == (
        "invoke",
        "D10 is not an invoking hex of yours.",
    )
    assert refused(heavens, Invoke("Norse", "Odin", ("E1",))) == (
        "invoke",
        "Odin is on D1, not in your hand.",
    )
    heavens = placed("", gone=frozenset({"Odin"}))
    assert refused(heavens, Invoke("Norse", "Odin", ("E1",))) == ("invoke", "Odin is gone.")


def test_attack_allows():
    heavens = after(placed("Thor D4, Zeus D5"), hit("Thor", "Zeus"))
    assert heavens.stack("Zeus").health == 6
    assert "Thor melee 3: take 3 Health chips from under Zeus (6 left)." in texts(heavens)
    heavens = after(placed("Thor D4, Zeus D6"), hit("Thor", "Zeus"))
    assert "Thor range 2: take 2 Health chips from under Zeus (7 left)." in texts(heavens)
    heavens = after(placed("Thor D4, Tyr D5"), hit("Thor", "Tyr"))
    assert heavens.stack("Tyr").health == 4, "own gods are gods too"
    assert after(placed("Thor D4, C4 3c"), hit("Thor", "architecture on C4")).stack("C4").column == 0


def test_attack_refuses():
    assert refused(placed("Thor D4, Zeus D5 0h"), hit("Thor", "Zeus"))[0] == "reach"
    heavens = placed("Thor D3, Zeus D4")
    assert refused(heavens, hit("Thor", "Asgard")) == ("attack", "Asgard is your own base.")
    assert refused(heavens, hit("Thor", "Thor")) == (
        "attack",
        "Thor stands there and does not strike itself.",
    )
    assert refused(placed("Zeus D4"), hit("Thor", "Zeus"))[0] == "invoke"
    assert asked_nothing(Attack, placed("Zeus D4")) == "None of your gods is on the board."


def test_reach_allows():
    bent = placed("Artemis D4, Zeus D5, Ares C4, Thor D7", seat="Greek")
    assert after(bent, hit("Artemis", "Thor", "Greek")).stack("Thor").health == 5, "round Zeus, four hexes"
    table = placed("Artemis, Thor", seat="Greek", options={"board": "table"})
    assert after(table, hit("Artemis", "Thor", "Greek", ("range",))).stack("Thor").health == 5


def test_reach_refuses():
    heavens = placed("Thor D4, Zeus D8, Ares D5")
    assert refused(heavens, hit("Thor", "Zeus")) == ("reach", "D8 is 5 away; Thor has range 3.")
    assert refused(placed("Thor D4, Zeus D8"), hit("Thor", "Zeus")) == (
        "reach",
        "Thor reaches no target.",
    )
    walled = placed("Thor A1, Zeus A3, Ares A2, B1 1c, B2 1c")
    assert refused(walled, hit("Thor", "Zeus")) == ("reach", "No line of empty hexes leads from Thor to A3.")


def test_range_allows():
    heavens = after(placed("Odin D4, Zeus D6"), hit("Odin", "Zeus"))
    assert "Odin range 2: take 2 Health chips from under Zeus (7 left)." in texts(heavens)


def test_range_refuses():
    heavens = placed("Tyr D4, Ares D5, Zeus C6")
    assert refused(heavens, hit("Tyr", "Zeus")) == ("range", "C6 is 3 away; Tyr has range 1: only melee.")
    table = placed("Tyr, Zeus", options={"board": "table"})
    assert refused(table, hit("Tyr", "Zeus", how=("range",))) == ("range", "Tyr has range 1: only melee.")


def test_runes_happens():
    heavens = placed("Thor D4, Zeus D5", options={"runes": "yes"})
    struck = after(heavens, hit("Thor", "Zeus", die=("3",)))
    assert struck.stack("Zeus").health == 6 and "A 3: a hit." in texts(struck)


def test_runes_only_then():
    heavens = placed("Thor D4, Zeus D5", options={"runes": "yes"})
    missed = after(heavens, hit("Thor", "Zeus", die=("2",)))
    assert missed.stack("Zeus").health == 9 and missed.actions == 2, "a miss costs its action"
    assert "A 2: Thor misses Zeus." in texts(missed)


def test_move_allows():
    heavens = after(placed("Thor D4 1a 1p"), go("Thor", "D6"))
    assert heavens.at["Thor"] == "D6" and heavens.stack("Thor").poison == 1
    assert "Move Thor with its stack from D4 to D6." in texts(heavens)
    table = after(placed("Thor", options={"board": "table"}), Move("Norse", "Thor", (), ()))
    assert table.actions == 2 and "Move Thor with its stack." in texts(table)


def test_move_refuses():
    heavens = placed("Thor D4")
    assert refused(heavens, go("Thor", "D7")) == (
        "move",
        "D7 is 3 away, the way round what is in between; Thor moves 2.",
    )
    assert refused(heavens, go("Thor", "D4")) == ("move", "Thor stands on D4.")
    around = placed("Thor A1, A2 1c, B1 1c, B2 1c")
    assert asked_nothing(Move, around) == "Thor on A1 is hemmed in."


def test_occupied_allows():
    heavens = placed("Thor D4, Zeus D5 0h")
    assert after(heavens, go("Thor", "D6")).at["Thor"] == "D6", "over a fallen god without chips"


def test_occupied_refuses():
    for there, what in [
        ("Zeus D5", "Zeus"),
        ("Odin D5", "Odin"),
        ("D5 2c", "2 Architecture"),
        ("D5 1a 1x", "1 Armor, 1 Attack"),
        ("D5 3t", "3 Trap"),
        ("Zeus D5 0h, D5 1a", "1 Armor"),
    ]:
        assert refused(placed(f"Thor D4, {there}"), go("Thor", "D5")) == (
            "occupied",
            f"D5 is taken by {what}.",
        )
    assert refused(placed("Thor D3"), go("Thor", "D2")) == ("occupied", "D2 is taken by Asgard.")
    shut_in = placed("Thor D4, A1 1c, Zeus A2, B1 1c, B2 1c, A3 1c, B3 1c")
    ringed = placed("Thor D4, D5 1c, C4 1c, C3 1c, D3 1c, E3 1c, Odin E8")
    assert refused(ringed, go("Thor", "D6"))[0] == "move", "the way round is too long"
    assert refused(shut_in, MoveGod("Norse", "Thor", ("A2",), ()))[0] == "sequence"
    inside = handed(shut_in)
    assert refused(inside, MoveGod("Norse", "Thor", ("A1",), ()))[0] == "occupied"


def test_two_gods_allows():
    heavens = placed("Thor D1, Odin C1")
    assert after(heavens, go("Thor", "E1")).at["Thor"] == "E1"
    one_gone = placed("Thor E1", gone=frozenset({"Odin"}))
    assert after(one_gone, go("Thor", "E2")).at["Thor"] == "E2", "two ever, even if one is gone"
    alone = placed("Thor D1, Zeus E2", entered={"Norse": 1, "Greek": 2})
    assert after(alone, hit("Thor", "Zeus")).stack("Zeus").health == 7, "attacks are not barred"
    assert after(alone, go("Thor", "C1")).at["Thor"] == "C1"


def test_two_gods_refuses():
    alone = placed("Thor E1", entered={"Norse": 1, "Greek": 2})
    assert refused(alone, go("Thor", "E2")) == ("two-gods", "Thor stays behind until a second god has come.")
    blocked = placed("Thor E1, Zeus D1", entered={"Norse": 1, "Greek": 2})
    assert refused(blocked, go("Thor", "E2")) == ("two-gods", "Thor stays on E1 until a second god has come.")
    effect = handed(alone)
    assert refused(effect, MoveGod("Norse", "Thor", ("E2",), ()))[0] == "two-gods"
    assert refused(effect, PlaceGod("Norse", "Thor", ("D5",)))[0] == "two-gods"


def test_zones_allows():
    for seat, hex_ in (("Norse 1", "C4"), ("Norse 2", "E4"), ("Norse 1", "D5"), ("Norse 2", "D5")):
        heavens = placed("Thor D4", seat=seat)
        assert after(heavens, go("Thor", hex_, seat)).at["Thor"] == hex_
    heavens = placed("Thor D4, Zeus E4", seat="Norse 1")
    assert after(heavens, hit("Thor", "Zeus", "Norse 1")).stack("Zeus").health == 6, "attacks cross zones"


def test_a_god_that_cannot_move_says_why_while_another_can():
    waits = placed("Thor D1, Odin C1, C2 1c, B1 1c, Zeus E1", entered={"Norse": 1, "Greek": 2})
    hemmed = placed("Thor A1, A2 1c, B1 1c, B2 1c, Odin D4")
    alone = placed("Thor D1, Odin D4, Ares C1, Zeus E1", entered={"Norse": 1, "Greek": 2})
    for heavens, key, why in [
        (hemmed, "move", "Thor on A1 is hemmed in."),
        (alone, "two-gods", "Thor stays on D1 until a second god has come."),
    ]:
        assert refused(heavens, go("Thor", "A3")) == (key, why)
        inside = handed(heavens)
        assert refused(inside, MoveGod("Norse", "Thor", ("A3",), ())) == (key, why)
    assert refused(waits, go("Odin", "B2"))[0] == "two-gods"


def test_zones_are_for_moving_alone():
    """A god comes to any invoking hex of its side, takes chips and acts across the line."""
    heavens = after(placed("Thor D4, E4 1a, Zeus E5", seat="Norse 1"), Invoke("Norse 1", "Odin", ("E1",)))
    assert refused(heavens, go("Odin", "D1", "Norse 1"))[0] == "zones"
    assert after(heavens, Acquire("Norse 1", "Thor", "E4", "1 Armor")).stack("Thor").armor == 1
    inside = handed(placed("Thor D4", seat="Norse 1"))
    assert after(inside, MoveGod("Norse 1", "Thor", ("E4",), ())).at["Thor"] == "E4", "nor do cards heed it"


def test_zones_refuses():
    heavens = placed("Thor D4, Odin E5", seat="Norse 1")
    assert refused(heavens, go("Thor", "E4", "Norse 1")) == ("zones", "E4 is outside the zones of Norse 1.")
    assert refused(heavens, go("Odin", "D5", "Norse 1")) == (
        "zones",
        "Odin on E5 is outside the zones of Norse 1.",
    )
    other = placed("Thor D4", seat="Norse 2")
    assert refused(other, go("Thor", "C4", "Norse 2"))[0] == "zones"


def test_acquire_allows():
    heavens = after(placed("Thor D4, D5 1a 2x"), Acquire("Norse", "Thor", "D5", "1 Armor and 2 Attack"))
    assert (heavens.stack("Thor").armor, heavens.stack("Thor").attack) == (1, 2)
    assert "D5" not in heavens.walls and "D5 is open." in texts(heavens)
    some = after(placed("Thor D4 1x, D5 1a 2x"), Acquire("Norse", "Thor", "D5", "1 Attack"))
    assert some.stack("D5").attack == 1 and "D5" in some.walls
    fallen = after(placed("Thor D4, Zeus D5 0h, D5 1a"), Acquire("Norse", "Thor", "D5", "1 Armor"))
    assert "D5" not in fallen.walls and fallen.at["Zeus"] == "D5"


def test_acquire_refuses():
    assert refused(placed("Thor D4"), Acquire("Norse", "Thor", "D5", "1 Armor")) == (
        "acquire",
        "No bonus chips lie on the board.",
    )
    far = placed("Thor D4, Odin D7, D6 1a")
    assert refused(far, Acquire("Norse", "Thor", "D6", "1 Armor")) == (
        "acquire",
        "Thor stands next to no dropped chips it may still take.",
    )
    near = placed("Thor D4, D5 1a, C4 1x, D3 1c")
    assert refused(near, Acquire("Norse", "Thor", "D5", "1 Attack")) == (
        "acquire",
        "D5 holds 0 Attack, not 1.",
    )
    assert refused(near, Acquire("Norse", "Thor", "D5", "2 Armor")) == ("acquire", "D5 holds 1 Armor, not 2.")
    assert refused(near, Acquire("Norse", "Thor", "D3", "1 Armor")) == (
        "acquire",
        "No bonus chips lie on D3.",
    )


def test_ability_allows():
    heavens = after(placed("Thor D4, Zeus D5, Hera C4, Ares D8"), ability("Norse", "Thor"))
    assert heavens.actions == 2 and not heavens.midway, "it is done with one answer"
    assert [heavens.stack(god).health for god in ("Zeus", "Hera", "Ares")] == [8, 6, 7]
    assert texts(heavens)[:3] == [
        "Slide 1 Action Point token across (2 left).",
        "Thor, Thunderclap: 1 damage to every enemy god next to Thor.",
        "Thor, Thunderclap: 1 damage: take 1 Health chip from under Zeus (8 left).",
    ]
    by_hand = after(placed("Thor D4, Zeus D5").but(box=box(PLAIN)), ability("Norse", "Thor"))
    assert by_hand.phase == HAND and by_hand.midway and by_hand.actions == 2
    assert "Thor, Thunderclap, by hand: do what the card says, one effect at a time." in texts(by_hand)
    by_hand = after(by_hand, Damage("Norse", "Zeus", "1", ()), Done("Norse"))
    assert by_hand.stack("Zeus").health == 8 and not by_hand.midway


def test_ability_refuses():
    heavens = placed("Thor D4, Zeus D5")
    assert refused(heavens, ability("Norse", "Zeus", "Thor")) == (
        "ability",
        "Zeus' ability costs 2; only Greek can use it.",
    )
    assert refused(step("Thor D4 1a"), TakeChips("Norse", "Thor", "Poison", "1")) == (
        "ability",
        "Thor has no Poison.",
    )
    assert refused(step("Thor D4 1a"), TakeChips("Norse", "Thor", "Armor", "2"))[0] == "ability"
    gone = step("Thor D4", gone=frozenset({"Odin"}))
    assert refused(gone, PlaceGod("Norse", "Odin", ("D5",))) == ("ability", "Odin is gone.")
    assert refused(heavens, Damage("Norse", "Zeus", "1", ()))[0] == "sequence", "effects belong to a card"


def test_divine_power_allows():
    heavens = after(placed("Thor D4, Zeus D8"), power("Norse", "Ragnarok"))
    assert heavens.actions == 0 and heavens.left("Ragnarok") == 0
    assert heavens.stack("Thor").health == 6 and heavens.stack("Zeus").health == 9
    assert "Put Ragnarok on the discard pile." in texts(heavens)


def test_divine_power_refuses():
    heavens = placed("Thor D4", used={"Bifrost": 1})
    assert refused(heavens, power("Norse", "Bifrost", "Thor", hex="D5")) == (
        "divine-power",
        "Bifrost is used up.",
    )
    empty = placed("Thor D4", used=dict.fromkeys(BOX.decks["Norse"], 1))
    assert asked_nothing(UsePower, empty) == "All your Divine Powers are used up."


def test_every_action_is_paid_before_it_is_done():
    heavens = placed("Thor D4, Zeus D5, C4 1a")
    for action in (
        hit("Thor", "Zeus"),
        go("Thor", "D3"),
        Invoke("Norse", "Odin", ("D1",)),
        Acquire("Norse", "Thor", "C4", "1 Armor"),
        ability("Norse", "Thor"),
        power("Norse", "Bifrost", "Thor", hex="D6"),
    ):
        assert texts(after(heavens, action))[0] == "Slide 1 Action Point token across (2 left)."


def test_a_card_is_played_in_its_holders_own_turn():
    heavens = placed("Thor D4, Zeus D5")
    assert refused(heavens, power("Greek", BOX.decks["Greek"][0]))[0] == "turn"
    with pytest.raises(Refusal, match="not an answer"):
        read(UsePower, heavens, "Norse", {"power": BOX.decks["Greek"][0]})


def test_the_lane_shows_the_tokens_of_both_sides():
    def lane(heavens):
        return [
            counter.value
            for panel in GAME.view(heavens).panels
            for counter in panel.counters
            if counter.thing == "Action Lane"
        ]

    assert lane(opened()) == [2, 1]
    assert lane(after(opened(), Invoke("Norse", "Odin", ("D1",)))) == [1, 2]
    assert lane(after(opened(), EndTurn("Norse"))) == [0, 3]
    assert lane(opened(4)) == [1, 1]


def test_bases_stop_reach_and_invoking_hexes_are_hexes_like_others():
    heavens = placed("Thor D8, Odin C8, Zeus A1")
    assert reach.distance(heavens, "D8", "D10") == 3, "round Mount Olympus"
    assert after(heavens, go("Odin", "C9")).at["Odin"] == "C9", "an enemy's invoking hex, which he blocks"
    theirs = after(heavens, go("Odin", "C9"), EndTurn("Norse"))
    assert refused(theirs, Invoke("Greek", "Hera", ("C9",))) == ("invoke", "C9 is taken by Odin.")


# -- chips ------------------------------------------------------------------------------------------------


def test_supply_allows():
    heavens = step("Thor D4 6h, Zeus D8", bank={**placed("Thor D4 6h, Zeus D8").bank})
    short = heavens.but(bank={**heavens.bank, "health": 2})
    assert play_without_count(short, Heal("Norse", "Thor", "5")).stack("Thor").health == 8, "after the cap"


def play_without_count(heavens, action):
    """Play where the test made chips vanish from the bank, so the hundred are not counted."""
    action.check(heavens)
    return action.apply(heavens)


def test_supply_refuses():
    crowd = placed("Zeus D7, Poseidon D6, Hera D5, Ares C5, Hephaestus C6, Athena E5, Hades E6, Hestia B5")
    assert crowd.bank["health"] == 3
    assert refused(crowd, Invoke("Norse", "Odin", ("D1",))) == (
        "supply",
        "The bank has 3 Health chips: too few for any of your gods.",
    )
    tight = step("Thor D4, Odin D5 1p, Ares D6 4p, C5 1t")
    assert refused(tight, SetTrap("Norse", "B4", "6")) == (
        "supply",
        "That needs 6 black chips (Trap); the bank has 5.",
    )
    assert refused(tight, GiveChips("Norse", "Thor", "Poison", "2")) == (
        "supply",
        "That needs 2 Poison chips; the bank has 1.",
    )
    assert refused(tight.but(bank={**tight.bank, "column": 2}), Build("Norse", ("B4",), "3"))[0] == "supply"


def test_attack_bonus_allows():
    heavens = after(placed("Thor D4 2x, Zeus D5"), hit("Thor", "Zeus"))
    assert "Thor melee 3 + 2 attack = 5: take 5 Health chips from under Zeus (4 left)." in texts(heavens)
    base = after(placed("Thor D8 1x"), hit("Thor", "Mount Olympus"))
    assert base.health["Greek"] == 26 and "attack-bonus" not in cited(base)
    assert "Thor melee 3 + 1 attack = 4: turn Mount Olympus from 30 to 26." in texts(base)
    assert after(placed("Thor D4 1x, D5 6c"), hit("Thor", "architecture on D5")).stack("D5").column == 2


def test_attack_bonus_refuses():
    heavens = step("Thor D4 2x, Zeus D5")
    assert refused(heavens, GiveChips("Norse", "Thor", "Attack", "1")) == (
        "attack-bonus",
        "Thor has 2 Attack; at most 2.",
    )
    struck = after(heavens, Damage("Norse", "Zeus", "2", ()))
    assert struck.stack("Zeus").health == 7, "the bonus does not count for abilities"
    take = placed("Thor D4 1x, D5 2x")
    assert refused(take, Acquire("Norse", "Thor", "D5", "2 Attack")) == (
        "attack-bonus",
        "Thor has 1 Attack; at most 2.",
    )


def test_armor_allows():
    heavens = after(placed("Thor D4 1x, Zeus D5 2a"), hit("Thor", "Zeus"))
    assert "Thor melee 3 + 1 attack − 2 armor = 2: take 2 Health chips from under Zeus (7 left)." in texts(
        heavens
    )
    assert heavens.stack("Zeus").armor == 2 and "armor" in cited(heavens)
    none = after(placed("Frigg D4, Zeus D5 2a"), hit("Frigg", "Zeus"))
    assert none.stack("Zeus").health == 9, "never below 0"
    ability = after(step("Thor D4, Zeus D5 1a"), Damage("Norse", "Zeus", "2", ("armor counts",)))
    assert ability.stack("Zeus").health == 8


def test_armor_refuses():
    heavens = step("Thor D4, Zeus D5 2a")
    past = after(heavens, Damage("Norse", "Zeus", "2", ("past the armor",)))
    assert past.stack("Zeus").health == 7, "the card says otherwise"
    assert refused(heavens, GiveChips("Norse", "Zeus", "Armor", "1")) == (
        "armor",
        "Zeus has 2 Armor; at most 2.",
    )
    trap = after(placed("Thor D4, Zeus D5 2a 4t"), hit("Thor", "trap under Zeus"))
    assert trap.stack("Zeus").trap == 1, "armor does not protect a trap"
    poisoned = after(placed("Zeus D5 2a 2p"), EndTurn("Norse"))
    assert poisoned.stack("Zeus").health == 7, "nor against poison"


def test_by_itself_happens():
    box = written(Thor="when attacked: damage 1 attacker")
    struck = after(placed("Thor D5, Zeus D4").but(box=box, seat="Greek"), hit("Zeus", "Thor", by="Greek"))
    assert "by-itself" in cited(struck) and struck.stack("Zeus").health == 8


def test_by_itself_only_then():
    box = written(Thor="when attacked: damage 1 attacker")
    bound = placed("Thor D5 1t, Zeus D4").but(box=box, seat="Greek")
    assert after(bound, hit("Zeus", "Thor", by="Greek")).stack("Zeus").health == 9, (
        "in a trap it does nothing"
    )


def test_for_a_while_happens():
    box = written(Thor="movement 2 self this turn")
    quick = after(placed("Thor D4").but(box=box), ability("Norse", "Thor"))
    assert "for-a-while" in cited(quick) and "D8" in GAME[Pointing].reach(quick, "Thor")["moves"]


def test_for_a_while_only_then():
    box = written(Thor="movement 2 self this turn")
    over = after(placed("Thor D4").but(box=box), ability("Norse", "Thor"), EndTurn("Norse"), EndTurn("Greek"))
    assert "D8" not in GAME[Pointing].reach(over, "Thor")["moves"], "the turn is over"


def test_poison_happens():
    heavens = after(placed("Zeus D5 3p, Thor D4 1p"), EndTurn("Norse"))
    assert heavens.stack("Zeus").health == 6 and heavens.stack("Zeus").poison == 3
    assert "3 Poison under Zeus: take 3 Health chips from under Zeus (6 left)." in texts(heavens)
    many = after(step("Zeus D5 3p"), GiveChips("Norse", "Zeus", "Poison", "3"))
    assert many.stack("Zeus").poison == 6, "there is no limit"
    felled = after(placed("Zeus D5 2h 3p"), EndTurn("Norse"))
    assert not felled.standing("Zeus") and felled.bank["poison"] == 6
    assert "Zeus" in after(felled, EndTurn("Greek")).gone, "it leaves at the end of this very turn"


def test_poison_only_then():
    heavens = after(placed("Zeus D5 3p, Thor D4 1p"), EndTurn("Norse"))
    assert heavens.stack("Thor").health == 8, "only at the start of its own side's turn"
    four = placed("Zeus D5 1p, Thor D4 1p", seat="Norse 1")
    four = after(four, EndTurn("Norse 1"), EndTurn("Greek 3"), EndTurn("Norse 2"))
    assert four.seat == "Greek 4" and four.stack("Zeus").health == 8 and four.stack("Thor").health == 8
    four = after(four, EndTurn("Greek 4"))
    assert four.stack("Thor").health == 7, "once a round"


def test_disable_allows():
    heavens = after(step("Tyr D4, Zeus D5"), GiveChips("Norse", "Zeus", "Disable", "1"), Done("Norse"))
    assert heavens.stack("Zeus").disable == 1 and heavens.bank["black"] == 5
    heavens = after(heavens, EndTurn("Norse"))
    assert refused(heavens, hit("Zeus", "Tyr", "Greek"))[0] == "disable"
    assert asked_nothing(Attack, heavens, "Greek") == "Zeus is disabled until the next Norse turn."
    heavens = after(heavens, EndTurn("Greek"))
    assert heavens.stack("Zeus").disable == 0 and heavens.bank["black"] == 6, "the next Norse turn ends it"
    assert "Take 1 black chip (Disable) off Zeus." in texts(heavens)


def test_a_card_takes_chips_off_and_they_go_back_to_the_bank():
    heavens = step("Thor D4 1d 2p 2a 1x, Zeus D5 3t")
    for god, chip, n in (
        ("Thor", "Poison", "2"),
        ("Thor", "Armor", "1"),
        ("Thor", "Attack", "1"),
        ("Thor", "Disable", "1"),
        ("Zeus", "Trap", "3"),
    ):
        heavens = after(heavens, TakeChips("Norse", god, chip, n))
    assert heavens.stack("Thor")[:4] == (0, 0, 1, 0) and heavens.able("Thor") and heavens.able("Zeus")
    assert heavens.bank == {**heavens.bank, "black": 6, "poison": 6, "armor": 7, "attack": 8}
    assert not heavens.disabled_by


def test_the_card_of_a_god_says_why_it_does_nothing():
    def shows(heavens, god):
        cards = [card for panel in GAME.view(heavens).panels for card in panel.cards]
        return next(card.where for card in cards if card.thing == god)

    heavens = placed("Thor D4 1d, Odin D6 2t, Tyr C5 0h, Zeus D5")
    assert shows(heavens, "Thor") == "on D4, disabled until the next Greek turn"
    assert shows(heavens, "Odin") == "on D6, in a trap"
    assert shows(heavens, "Tyr") == "fallen on C5, until the Norse Clean Up"
    assert shows(heavens, "Zeus") == "on D5" and shows(heavens, "Loki") == "in the deck or hand"


def test_of_four_a_disabled_god_waits_for_the_very_player_who_disabled_it():
    heavens = handed(placed("Tyr D4, Zeus D5", seat="Norse 2"))
    heavens = after(heavens, GiveChips("Norse 2", "Zeus", "Disable", "1"), Done("Norse 2"))
    for seat in ("Norse 2", "Greek 4", "Norse 1"):
        heavens = after(heavens, EndTurn(seat))
    assert heavens.seat == "Greek 3" and heavens.stack("Zeus").disable == 1, "not for his partner's turn"
    assert after(heavens, EndTurn("Greek 3")).stack("Zeus").disable == 0


def test_a_god_that_can_do_nothing_takes_no_chips_either():
    for chip, key in (("1d", "disable"), ("2t", "trap")):
        heavens = placed(f"Thor D4 {chip}, Odin D6, D5 1a")
        assert refused(heavens, Acquire("Norse", "Thor", "D5", "1 Armor"))[0] == key


def test_disable_refuses():
    heavens = placed("Thor D4 1d, Odin D3, Zeus D5")
    for action in (hit("Thor", "Zeus"), go("Thor", "C4"), ability("Norse", "Thor")):
        assert refused(heavens, action) == ("disable", "Thor is disabled until the next Greek turn.")
    assert refused(step("Thor D4 1d"), GiveChips("Norse", "Thor", "Disable", "1")) == (
        "disable",
        "Thor has 1 Disable; at most 1.",
    )


def test_trap_allows():
    heavens = after(step("Skadi D4, Zeus D5"), SetTrap("Norse", "Zeus", "3"), SetTrap("Norse", "C5", "2"))
    assert heavens.stack("Zeus").trap == 3 and heavens.stack("C5").trap == 2 and "C5" in heavens.walls
    freed = after(placed("Thor D4, Tyr D5 3t"), hit("Thor", "trap under Tyr"))
    assert "Tyr is free." in texts(freed) and freed.bank["black"] == 6 and freed.able("Tyr")
    opened_ = after(placed("Thor D4, D5 3t"), hit("Thor", "trap on D5"))
    assert "D5 is open." in texts(opened_) and "D5" not in opened_.walls
    heavens = after(placed("Thor D4, Zeus D5 3t"), hit("Thor", "Zeus"))
    assert heavens.stack("Zeus").health == 6, "a god in a trap can be struck"


def test_a_divine_power_strikes_traps_and_architecture_too():
    heavens = step("Thor D4, Zeus D5 2a 3t, C5 2t, B4 3c")
    for name, amount in (("trap under Zeus", "2"), ("trap on C5", "2"), ("architecture on B4", "1")):
        heavens = after(heavens, Damage("Norse", name, amount, ()))
    assert heavens.stack("Zeus").trap == 1 and heavens.stack("B4").column == 2
    assert "C5" not in heavens.walls and "B4" in heavens.walls
    far = placed("Artemis D4, D6 4t, B4 2c", seat="Greek")
    struck = after(far, hit("Artemis", "trap on D6", "Greek"), hit("Artemis", "architecture on B4", "Greek"))
    assert struck.stack("D6").trap == 1 and "B4" not in struck.walls, "from afar with range power"


def test_trap_refuses():
    heavens = placed("Thor D4 2t, Odin D3, Zeus D5")
    for action in (
        hit("Thor", "Zeus"),
        hit("Thor", "trap under Thor"),
        go("Thor", "C4"),
        ability("Norse", "Thor"),
    ):
        assert refused(heavens, action) == ("trap", "Thor is in a trap of 2.")
    inside = step("Thor D1, Odin D4 2t, Zeus D5 0h")
    assert refused(inside, SetTrap("Norse", "E1", "1")) == ("trap", "E1 is an invoking hex.")
    assert refused(inside, SetTrap("Norse", "Thor", "1")) == ("trap", "Thor stands on an invoking hex.")
    assert refused(inside, SetTrap("Norse", "D5", "1")) == ("trap", "Zeus lies on D5.")
    assert refused(inside, SetTrap("Norse", "D9", "1")) == ("trap", "D9 is taken by Mount Olympus.")
    assert refused(inside, MoveGod("Norse", "Odin", ("C4",), ())) == ("trap", "Odin is held by a trap of 2.")
    assert refused(inside, PlaceGod("Norse", "Odin", ("C4",)))[0] == "trap"


def test_architecture_allows():
    heavens = after(step("Hestia D4"), Build("Norse", ("D5",), "2"))
    assert heavens.stack("D5").column == 2 and "D5" in heavens.walls
    assert "Build 2 Architecture chips on D5." in texts(heavens)
    table = after(
        step("Hestia", options={"board": "table"}), Build("Norse", (), "2"), Build("Norse", (), "1")
    )
    assert table.stack("site 1").column == 2 and table.stack("site 2").column == 1


def test_what_a_card_allows_beyond_the_rules_is_set_by_hand():
    """The printed rules forbid architecture on an invoking hex unless a card says otherwise."""
    heavens = step("Hestia D4")
    for action in (Build("Norse", ("E1",), "2"), SetTrap("Norse", "E1", "2")):
        with pytest.raises(Refusal) as refused:
            play(heavens, action)
        assert refused.value.hint == "Set it by hand if the card says so."
    built = after(heavens, Ruling("Norse", "E1", "2 Architecture", "the card says so"))
    assert built.stack("E1").column == 2 and "E1" in built.walls


def test_architecture_refuses():
    heavens = step("Hestia D4, Thor C4, Zeus D5 0h, B4 1a")
    for hex_, why in [
        ("C4", "C4 is taken by Thor."),
        ("E1", "E1 is an invoking hex."),
        ("E9", "E9 is an invoking hex."),
        ("D5", "Zeus lies on D5."),
        ("B4", "B4 is taken by 1 Armor."),
        ("D2", "D2 is taken by Asgard."),
    ]:
        assert refused(heavens, Build("Norse", (hex_,), "1")) == ("architecture", why)


def test_heal_allows():
    heavens = after(step("Thor D4 3h"), Heal("Norse", "Thor", "2"))
    assert heavens.stack("Thor").health == 5 and "Put 2 Health chips under Thor." in texts(heavens)
    base = after(step("Thor D4", health={"Norse": 20, "Greek": 30}), Heal("Norse", "Asgard", "2"))
    assert base.health["Norse"] == 22


def test_heal_refuses():
    heavens = after(step("Thor D4 7h"), Heal("Norse", "Thor", "5"))
    assert heavens.stack("Thor").health == 8, "never above what is printed"
    hurt = step("Thor D4, Odin D5 1h")
    assert refused(hurt, Heal("Norse", "Thor", "1")) == ("heal", "Thor has its full 8 Health.")
    assert refused(hurt, Heal("Norse", "Asgard", "1")) == ("heal", "Asgard has its full 30.")
    assert refused(step("Thor D4"), Heal("Norse", "Thor", "1")) == ("heal", "Nobody on the board is hurt.")


# -- standing and fallen ----------------------------------------------------------------------------------


def test_fallen_allows():
    heavens = placed("Thor D4, Zeus D5 2h 1d 2p 1a 2x 3t")
    heavens = after(heavens, hit("Thor", "Zeus"))
    assert not heavens.standing("Zeus") and heavens.at["Zeus"] == "D5"
    assert heavens.bank["black"] == 6 and heavens.bank["poison"] == 6, "back to the bank"
    assert (heavens.stack("D5").armor, heavens.stack("D5").attack) == (1, 2), "dropped on the hex"
    assert "D5" in heavens.walls and "Zeus" not in heavens.disabled_by
    bare = after(placed("Thor D4, Zeus D5 3h"), hit("Thor", "Zeus"))
    assert "D5" not in bare.walls, "it blocks nothing"
    mine = after(placed("Zeus D5 0h, Thor D4"), EndTurn("Norse"))
    assert "Zeus" in mine.at, "not in the other side's Clean Up"
    theirs = after(mine, EndTurn("Greek"))
    assert "Zeus" in theirs.gone and "Zeus perishes: take the figure off the board." in texts(theirs)


def test_fallen_refuses():
    heavens = placed("Thor D4 0h, Odin D5, Zeus D6 0h, Ares D7")
    assert refused(heavens, hit("Thor", "Ares")) == ("fallen", "Thor has fallen.")
    assert refused(heavens, go("Thor", "C4"))[0] == "fallen"
    assert refused(heavens, hit("Odin", "Zeus")) == ("fallen", "Zeus has fallen already.")
    inside = handed(heavens).but(health={"Norse": 29, "Greek": 30})
    assert refused(inside, Heal("Norse", "Thor", "1")) == ("fallen", "Thor has fallen.")
    assert refused(inside, Damage("Norse", "Zeus", "1", ()))[0] == "fallen"
    assert refused(inside, GiveChips("Norse", "Zeus", "Armor", "1"))[0] == "fallen"


def test_smite_allows():
    passing = after(placed("Thor C4, Zeus D5 0h, C5 1c, D4 1c, Ares D8"), go("Thor", "D5"))
    assert "Zeus" in passing.gone and "Thor smites Zeus: take the figure off D5." in texts(passing)
    own = after(placed("Thor D4, Odin D5 0h"), go("Thor", "E5", way=("Odin",)))
    assert "Odin" in own.gone, "its own too"
    invoked = after(placed("Zeus D1 0h"), Invoke("Norse", "Thor", ("D1",)))
    assert "Zeus" in invoked.gone
    put = after(step("Thor D4, Zeus D8 0h"), PlaceGod("Norse", "Thor", ("D8",)))
    assert "Zeus" in put.gone
    table = placed("Thor, Zeus 0h", options={"board": "table"})
    table = after(table, Move("Norse", "Thor", (), ()), Smite("Norse", "Zeus"))
    assert "Zeus" in table.gone


def test_a_god_may_smite_and_come_back():
    """Its own hex is empty once it has left: over it to both sides, or back to it."""
    between = placed("Thor D4, Zeus D5 0h, Hera D3 0h, C4 1c, E4 1c, C3 1c, E3 1c")
    back = after(between, go("Thor", "D4", way=("Zeus",)))
    assert back.at["Thor"] == "D4" and back.gone == {"Zeus"}
    assert "Move Thor with its stack out and back to D4." in texts(back)
    fast = placed("Loki D4, Zeus D5 0h, Hera D3 0h, C4 1c, E4 1c, C3 1c, E3 1c")
    assert fast.box.gods["Loki"].movement == 3 and fast.box.gods["Thor"].movement == 2
    both = after(fast, go("Loki", "D3", way=("Hera & Zeus",)))
    assert both.gone == {"Zeus", "Hera"} and both.at["Loki"] == "D3"
    assert refused(placed("Thor D4"), go("Thor", "D4")) == ("move", "Thor stands on D4."), (
        "for nothing it stays"
    )


def test_on_the_table_every_god_an_effect_moves_may_smite_before_the_next_goes():
    table = placed("Thor, Odin, Heimdall, Zeus 0h, Hera 0h", options={"board": "table"})
    table = after(table, ability("Norse", "Heimdall", "Thor"), Smite("Norse", "Zeus"))
    table = after(table, on("Norse", "Odin"))
    both = after(table, Smite("Norse", "Hera"))
    assert both.gone == {"Zeus", "Hera"} and not both.midway
    table = placed("Thor, Odin, Zeus 0h, Hera 0h", options={"board": "table"}).but(box=box(PLAIN))
    table = after(table, ability("Norse", "Odin"), MoveGod("Norse", "Thor", (), ()))
    table = after(table, Smite("Norse", "Zeus"), MoveGod("Norse", "Odin", (), ()), Smite("Norse", "Hera"))
    assert table.gone == {"Zeus", "Hera"} and table.midway
    turn = after(table, Done("Norse"))
    assert turn.phase == OPEN_TURN and not turn.midway
    fell = placed("Thor 1h, Zeus 0h", options={"board": "table"})
    fell = after(fell.but(box=box(PLAIN)), ability("Norse", "Thor"), MoveGod("Norse", "Thor", (), ()))
    fell = after(fell, Damage("Norse", "Thor", "1", ()))
    assert refused(fell, Smite("Norse", "Zeus"))[0] == "smite", "the god that moved has fallen itself"


def test_on_the_table_a_god_is_placed_and_may_smite():
    table = placed("Thor, Zeus 0h", options={"board": "table"}).but(box=box(PLAIN))
    table = after(table, ability("Norse", "Thor"), PlaceGod("Norse", "Thor", ()))
    assert "Place Thor with its stack." in texts(table)
    table = after(table, Smite("Norse", "Zeus"), PlaceGod("Norse", "Odin", ()), Done("Norse"))
    assert table.gone == {"Zeus"} and table.standing("Odin") and table.moved == "Odin"


def test_with_the_board_on_the_phone_nobody_is_waited_for_to_smite():
    come = after(placed("Zeus D5 0h"), Invoke("Norse", "Thor", ("D1",)))
    assert "May smite" not in GAME.things(come)
    put = after(step("Thor D4"), PlaceGod("Norse", "Odin", ("D8",)))
    assert "May smite" not in GAME.things(put) and refused(put, Smite("Norse", "Thor"))[0] == "sequence"


def test_smite_refuses():
    around = after(placed("Thor D4, Odin D5 0h"), go("Thor", "E5", way=("nobody",)))
    assert "Odin" in around.at, "it may go round"
    assert refused(placed("Thor D4, Zeus D5 0h, D5 1a"), go("Thor", "D5"))[0] == "occupied"
    shot = after(
        placed("Artemis D4, Odin D5 0h, Thor D6, C4 1c, E4 1c", seat="Greek"), hit("Artemis", "Thor", "Greek")
    )
    assert "Odin" in shot.at, "reach does not smite"
    table = placed("Thor, Zeus 0h, Ares 0h, Ares' hex 1a", options={"board": "table"})
    assert refused(table, Smite("Norse", "Zeus")) == ("smite", "A god smites only as it comes or moves.")
    moved = after(table, Move("Norse", "Thor", (), ()))
    assert refused(moved, Smite("Norse", "Ares")) == ("smite", "Ares lies on 1 Armor: nobody enters there.")
    assert refused(moved, Smite("Norse", "Thor")) == ("smite", "Thor is standing.")
    assert refused(placed("Thor D4, Zeus D5 0h"), Smite("Norse", "Zeus"))[0] == "sequence", (
        "the phone sees to it"
    )


# -- the end of the turn ----------------------------------------------------------------------------------


def test_discard_allows():
    heavens = after(placed("Thor D4, Tyr D5 0h"), DiscardGod("Norse", "Odin", (), ()))
    assert heavens.phase == CLEANUP and "Odin" in heavens.gone and "Tyr" in heavens.gone
    assert heavens.actions == 0, "the tokens that were left slid over"
    heavens = after(heavens, DiscardGod("Norse", "Loki", (), ()), EndTurn("Norse"))
    assert heavens.seat == "Greek" and "Loki" in heavens.gone


def test_nothing_more_is_done_once_the_clean_up_has_begun():
    heavens = after(placed("Thor D4, Zeus D5"), DiscardGod("Norse", "Odin", (), ()))
    for action in (hit("Thor", "Zeus"), go("Thor", "D3"), Invoke("Norse", "Loki", ("D1",))):
        assert refused(heavens, action)[0] == "sequence"


def test_discard_refuses():
    heavens = placed("Thor D4")
    assert refused(heavens, DiscardGod("Norse", "Thor", (), ())) == (
        "discard",
        "Thor is on D4, not in your hand.",
    )
    others = frozenset(BOX.own["Norse"]) - {"Thor", "Odin"}
    last = placed("Thor D4 0h", gone=others)
    with pytest.raises(Refusal, match="last god"):
        read(DiscardGod, last, "Norse", {"god": "Odin", "left": "clean up now"})
    lost = after(
        last, read(DiscardGod, last, "Norse", {"god": "Odin", "left": "clean up now", "sure": "yes and lose"})
    )
    assert lost.over and lost.over.winners == ("Greek",)


def test_draw_happens():
    told = texts(after(opened(), EndTurn("Norse")))
    discard, draw = "Norse: clean up, and discard what you like.", "Norse: draw up to 5 cards."
    assert told.index(discard) < told.index(draw), "cards may go before new ones come"


def test_draw_only_then():
    four = after(opened(4), EndTurn("Norse 1"))
    assert "Norse 1: draw up to 3 cards." in texts(four), "a hand of four players is smaller"


def test_omnipotence_happens():
    heavens = opened(omnipotence="yes")
    assert "omnipotence" in cited(heavens) and not any("shuffle" in line for line in texts(heavens))
    assert not any("draw" in line for line in texts(after(heavens, EndTurn("Norse"))))


def test_omnipotence_only_then():
    assert any("draw" in line for line in texts(after(opened(), EndTurn("Norse"))))
    assert "omnipotence" not in cited(opened())


def test_four_players_happens():
    heavens, order = opened(4), []
    assert heavens.actions == 1
    for _ in range(5):
        order.append(heavens.seat)
        heavens = after(heavens, EndTurn(heavens.seat))
        assert heavens.actions == 2
    assert order == ["Norse 1", "Greek 3", "Norse 2", "Greek 4", "Norse 1"]
    shared = after(opened(4), Invoke("Norse 1", "Thor", ("D1",)), EndTurn("Norse 1"), EndTurn("Greek 3"))
    assert after(shared, Invoke("Norse 2", "Odin", ("C1",)), go("Thor", "E1", "Norse 2")).at["Thor"] == "E1"


def test_of_four_the_two_of_a_side_share_what_is_theirs():
    fallen = placed("Thor D4 0h, Zeus D8", seat="Norse 2")
    assert "Thor" in after(fallen, EndTurn("Norse 2")).gone, "either partner's Clean Up"
    heavens = after(opened(4, bases="elsewhere"), PlaceBase("Norse 1", "A1"))
    assert heavens.to_act == ("Greek 3",)
    heavens = after(heavens, PlaceBase("Greek 3", "G7"))
    assert heavens.to_act == ("Norse 1",) and heavens.actions == 1
    won = placed("Thor D8", seat="Norse 1", health={"Norse": 30, "Greek": 1})
    assert after(won, hit("Thor", "Mount Olympus", "Norse 1")).over.winners == ("Norse 1", "Norse 2")


def test_four_players_only_then():
    heavens = after(opened(4), Invoke("Norse 1", "Thor", ("D1",)))
    assert refused(heavens, Invoke("Norse 1", "Odin", ("C1",)))[0] == "ap", (
        "one action in the very first turn"
    )
    assert refused(heavens, EndTurn("Norse 2")) == ("turn", "The table waits for Norse 1, not for Norse 2.")


def test_who_resigns_takes_his_whole_side_along():
    over = after(opened(4), Resign("Norse 2")).over
    assert over.winners == ("Greek 3", "Greek 4")
    assert over.why == "Norse 2 resigns: Greek 3 and Greek 4 win."
    assert after(opened(), Resign("Greek")).over.winners == ("Norse",)


def test_a_draw_is_for_the_other_side_to_agree_to():
    offered = after(opened(4), OfferDraw("Greek 3"))
    for own in ("Greek 3", "Greek 4"):
        assert refused(offered, AgreeDraw(own)) == (
            "draw-offer",
            "Your own offer is for another side to answer.",
        )
    assert after(offered, DeclineDraw("Greek 4")).draw_offered == ""
    assert offered.draw_open == ("Norse 1", "Norse 2")
    assert after(offered, AgreeDraw("Norse 2")).over.winners == (), "one seat answers for its side"


# -- the end of the game ----------------------------------------------------------------------------------


def test_base_happens():
    heavens = after(placed("Thor D8", health={"Norse": 30, "Greek": 3}), hit("Thor", "Mount Olympus"))
    assert heavens.over and heavens.over.rule == "base" and heavens.over.winners == ("Norse",)
    far = after(placed("Thor D7"), hit("Thor", "Mount Olympus"))
    assert far.health["Greek"] == 28, "from afar with range power"
    effect = after(step("Thor D4", health={"Norse": 1, "Greek": 30}), Damage("Norse", "Asgard", "4", ()))
    assert effect.over.winners == ("Greek",) and not effect.midway


def test_a_blow_of_nothing_takes_nothing():
    weak = {**HOUSE, "gods": [{**row, "power": 0} if row["name"] == "Thor" else row for row in HOUSE["gods"]]}
    heavens = placed("Thor D4, D6 2c").but(box=box(weak))
    struck = after(heavens, hit("Thor", "architecture on D6"))
    assert "Thor range 0: nothing comes off." in texts(struck) and struck.stack("D6").column == 2


def test_a_blow_of_nothing_turns_no_marker():
    weak = placed("Frigg D8, Zeus A1 0h, C4 2c")
    assert weak.box.gods["Frigg"].melee == 1
    armed = after(step("Thor D4, Zeus D5 2a"), Damage("Norse", "Zeus", "1", ("armor counts",)))
    assert texts(armed) == ["Odin: Test: 1 damage − 2 armor = 0: Zeus loses nothing."]
    none = bases.hurt_base(weak, "Greek", 0, "Frigg range 0")
    assert texts(none) == ["Frigg range 0: Mount Olympus loses nothing."] and none.health["Greek"] == 30


def test_base_only_then():
    heavens = after(placed("Thor D8", health={"Norse": 30, "Greek": 4}), hit("Thor", "Mount Olympus"))
    assert heavens.health["Greek"] == 1 and heavens.over is None
    assert refused(placed("Thor D4"), hit("Thor", "Mount Olympus"))[0] == "reach"
    assert refused(heavens, go("Thor", "D9")) == ("occupied", "D9 is taken by Mount Olympus.")


def test_pantheon_happens():
    for side in ("Norse", "Greek"):
        others = frozenset(BOX.own[side][1:])
        heavens = placed(f"{BOX.own[side][0]} D5 0h, {BOX.own[ENEMY[side]][0]} D8", seat=side, gone=others)
        ended = after(heavens, EndTurn(side))
        assert ended.over.rule == "pantheon" and ended.over.winners == (ENEMY[side],)
    smitten = placed("Thor D4, Zeus D5 0h", gone=frozenset(BOX.own["Greek"]) - {"Zeus"})
    assert after(smitten, go("Thor", "D5")).over.winners == ("Norse",)


def test_pantheon_only_then():
    in_hand = placed("Zeus D5 0h", seat="Greek", gone=frozenset(BOX.own["Greek"]) - {"Zeus", "Hera"})
    assert after(in_hand, EndTurn("Greek")).over is None, "one is still in the hand or deck"
    lying = placed("Thor D4, Zeus D5 3h", gone=frozenset(BOX.own["Greek"]) - {"Zeus"})
    assert after(lying, hit("Thor", "Zeus")).over is None, "who lies on the board is not gone yet"
    assert GAME.rules["pantheon"].reading


def left_alone(words: str, **fields):
    """Nobody but these gods is left, and every Divine Power is used."""
    here = {word.split()[0] for word in words.split(",")}
    gone = frozenset(god for god in BOX.gods if god not in here)
    return placed(words, gone=gone, **{"used": dict.fromkeys(BOX.powers, 1)} | fields)


def test_stalemate_happens():
    heavens = after(left_alone("Thor D4 1t, Zeus D6 2t"), EndTurn("Norse"))
    assert heavens.over and heavens.over.rule == "stalemate" and heavens.over.winners == ()


def test_stalemate_only_then():
    for words, fields in [
        ("Thor D4, Zeus D6 2t", {}),
        ("Thor D4 1d, Zeus D6 2t", {}),
        ("Thor D4 1t, Zeus D6 2t 1p", {}),
        ("Thor D4 1t, Zeus D6 2t", {"used": {}}),
    ]:
        assert after(left_alone(words, **fields), EndTurn("Norse")).over is None, (words, fields)
    heavens = left_alone("Thor D4 1t, Zeus D6 2t")
    in_hand = heavens.but(gone=heavens.gone - {"Odin"})
    assert after(in_hand, EndTurn("Norse")).over is None, "Odin may still come and free Thor"
