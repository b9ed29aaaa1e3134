"""Every rule of High Heavens, once where it lets something happen and once where it does not."""

import pytest

from companion.games.high_heavens import GAME
from companion.games.high_heavens.actions.attack import Attack
from companion.games.high_heavens.actions.building import Build, SetTrap
from companion.games.high_heavens.actions.by_hand import Damage, Heal
from companion.games.high_heavens.actions.cards import Done
from companion.games.high_heavens.actions.invoke import Invoke, Smite
from companion.games.high_heavens.actions.move import Move
from companion.games.high_heavens.actions.placing import MoveGod, PlaceGod
from companion.games.high_heavens.actions.turn import DiscardGod, EndTurn
from companion.games.high_heavens.box import HOUSE, box
from companion.games.high_heavens.state import HAND, OPEN_TURN, bases, reach
from companion.games.high_heavens.tracked import Ruling
from companion.kernel.action import play
from companion.kernel.asking import read
from companion.kernel.rulebook import Refusal
from tests.games.heavens import BOX, PLAIN, ability, after, handed, on, opened, placed, written
from tests.games.moments import refused, texts
from tests.games.positions import cases

test_case = cases("high_heavens", GAME, placed, opened, written, handed, holds=True)


def hit(god: str, target: str, by: str = "Norse", how: tuple = (), die: tuple = ()) -> Attack:
    return Attack(by, god, target, how, die)


def go(god: str, hex_: str, by: str = "Norse", way: tuple = ()) -> Move:
    return Move(by, god, (hex_,), way)


def step(words: str, **fields):
    """Inside an ability of the Norse that is carried out by hand."""
    return handed(placed(words, **fields))


# -- a turn -----------------------------------------------------------------------------------------------


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


def test_the_card_of_a_god_says_why_it_does_nothing():
    def shows(heavens, god):
        cards = [card for panel in GAME.view(heavens).panels for card in panel.cards]
        return next(card.where for card in cards if card.thing == god)

    heavens = placed("Thor D4 1d, Odin D6 2t, Tyr C5 0h, Zeus D5")
    assert shows(heavens, "Thor") == "on D4, disabled until the next Greek turn"
    assert shows(heavens, "Odin") == "on D6, in a trap"
    assert shows(heavens, "Tyr") == "fallen on C5, until the Norse Clean Up"
    assert shows(heavens, "Zeus") == "on D5" and shows(heavens, "Loki") == "in the deck or hand"


def test_what_a_card_allows_beyond_the_rules_is_set_by_hand():
    """The printed rules forbid architecture on an invoking hex unless a card says otherwise."""
    heavens = step("Hestia D4")
    for action in (Build("Norse", ("E1",), "2"), SetTrap("Norse", "E1", "2")):
        with pytest.raises(Refusal) as refused:
            play(heavens, action)
        assert refused.value.hint == "Set it by hand if the card says so."
    built = after(heavens, Ruling("Norse", "E1", "2 Architecture", "the card says so"))
    assert built.stack("E1").column == 2 and "E1" in built.walls


# -- standing and fallen ----------------------------------------------------------------------------------


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


# -- the end of the turn ----------------------------------------------------------------------------------


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


# -- the end of the game ----------------------------------------------------------------------------------


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


def test_pantheon_only_then():
    in_hand = placed("Zeus D5 0h", seat="Greek", gone=frozenset(BOX.own["Greek"]) - {"Zeus", "Hera"})
    assert after(in_hand, EndTurn("Greek")).over is None, "one is still in the hand or deck"
    lying = placed("Thor D4, Zeus D5 3h", gone=frozenset(BOX.own["Greek"]) - {"Zeus"})
    assert after(lying, hit("Thor", "Zeus")).over is None, "who lies on the board is not gone yet"
    assert GAME.rules["pantheon"].reading
