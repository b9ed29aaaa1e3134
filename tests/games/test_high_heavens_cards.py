"""High Heavens: each house card played once with what it told, and what no card may do."""

import random
from itertools import islice

import pytest

from companion.games.high_heavens import GAME
from companion.games.high_heavens.actions.attack import Attack
from companion.games.high_heavens.actions.by_hand import Damage, Heal
from companion.games.high_heavens.actions.cards import Done, UseAbility, UsePower
from companion.games.high_heavens.actions.move import Move
from companion.games.high_heavens.actions.playing import hopeless, possible
from companion.games.high_heavens.actions.turn import EndTurn
from companion.games.high_heavens.actions.using import card_at
from companion.games.high_heavens.box import HOUSE
from companion.games.high_heavens.effects import ABILITY, POWER
from companion.games.high_heavens.state import TURNS
from companion.kernel.action import draft, legal, play
from companion.kernel.asking import ask, read
from companion.kernel.cardset import SetForm
from companion.kernel.foresight import foresight
from companion.kernel.journal import Table
from companion.kernel.opening import Opening
from companion.kernel.rulebook import Refusal
from companion.kernel.simulate import moves, wander
from companion.toolkit.cards.dialect import fault
from tests.games.heavens import BOX, ability, after, opened, placed, power, written
from tests.games.moments import refused, texts
from tests.games.positions import actions, case_lines, cases

test_case = cases("high_heavens_cards", GAME, placed, opened, written, holds=True)


PLAYED = case_lines("high_heavens_house")


@pytest.mark.parametrize("card", PLAYED)
def test_each_house_card_does_what_it_says(card):
    """A position, what is said, and every line that is told of it besides the card's own."""
    position, said, *told = (line.says for line in PLAYED[card])
    it = BOX.gods.get(card) or BOX.powers[card]
    words = position.removeprefix("placed: ")
    heavens = placed(words, seat=it.side, health={"Norse": 30, "Greek": 25})
    done = after(heavens, *actions(GAME, said))
    assert not done.midway and done.actions == 3 - it.cost
    rest = [line for line in texts(done) if not line.startswith(("Slide ", f"Put {card} on the discard"))]
    title = f"{card}, {it.ability}" if card in BOX.gods else card
    assert rest == [f"{title}: {it.text}", *(line[1:-1] for line in told)]


def test_every_house_card_was_played():
    assert {*PLAYED} == {*BOX.gods, *BOX.powers}


def test_every_house_card_is_written_in_the_card_language():
    for deck, dialect in (("gods", ABILITY), ("powers", POWER)):
        for row in HOUSE[deck]:
            assert row["effect"] and fault(row["effect"], dialect) == ""


# -- what no card may do ----------------------------------------------------------------------------------


def offered(kind, heavens, **given):
    """The answers a phone offers as allowed to the next question of a card."""
    next_ = ask(kind, heavens, heavens.seat, given)
    return [option.name for option in next_.allowed]


def test_golden_apples_cannot_hurt_a_base():
    table = Table.open(GAME, Opening({"Norse": "Ada", "Greek": "Ben"}))
    with pytest.raises(Refusal, match="Golden Apples finds nobody"):
        table.say("Norse", "use-power", {"power": "Golden Apples"})
    hurt = placed("Thor D4 3h, Odin D5, Zeus D8 2h")
    assert offered(UsePower, hurt, power="Golden Apples") == ["Thor"], "hurt, and one's own"
    healed = after(hurt, power("Norse", "Golden Apples", "Thor"))
    assert healed.stack("Thor").health == 6 and not healed.midway
    for verb in (Damage("Norse", "Mount Olympus", "10", ()), Heal("Norse", "Thor", "1"), Done("Norse")):
        assert refused(healed, verb)[0] == "sequence", "nothing more is to be had of it"
    assert offered(UsePower, placed("Thor D4 7h"), power="Golden Apples") == ["Thor"]
    assert after(placed("Thor D4 7h"), power("Norse", "Golden Apples", "Thor")).stack("Thor").health == 8


def test_a_card_without_supply_is_refused_unpaid():
    """Hestia needs two Architecture chips; the bank has one."""
    poor = placed("Hestia D6, A1 6c, A2 5c", seat="Greek")
    assert poor.bank["column"] == 1
    assert refused(poor, ability("Greek", "Hestia", "D5")) == (
        "supply",
        "That needs 2 Architecture chips; the bank has 1.",
    )
    with pytest.raises(Refusal, match="the bank has 1"):
        ask(UseAbility, poor, "Greek", {"god": "Hestia"})
    traps = placed("Thor D4, Zeus D6 5t")
    assert refused(traps, power("Norse", "Gleipnir", "Zeus"))[0] == "supply"
    hurt = placed(
        "Ares D5 2h, Zeus D7, Poseidon D6, Hera D4, Hephaestus C6, Athena E5, Hades E6, Apollo B5"
        ", Loki A1, Hermes G1",
        seat="Greek",
    )
    assert hurt.bank["health"] < 3
    assert refused(hurt, power("Greek", "Ambrosia", "Ares"))[0] == "supply", (
        "it needs three, once limits are kept"
    )


def test_a_card_is_played_in_one_answer_where_it_needs_none():
    heavens = placed("Thor D4, Zeus D5, Hera C4, Ares E4")
    done = read(UseAbility, heavens, "Norse", {"god": "Thor"})
    assert isinstance(ask(UseAbility, heavens, "Norse", {"god": "Thor"}), UseAbility), "no question is left"
    assert not after(heavens, done).midway


def test_a_cards_own_word_beats_two_gods_before_leaving():
    alone = placed("Thor D1", entered={"Norse": 1, "Greek": 0})
    assert refused(alone, Move("Norse", "Thor", ("D3",), ()))[0] == "two-gods"
    assert after(alone, power("Norse", "Bifrost", "Thor", hex="D5")).at["Thor"] == "D5"
    assert refused(alone, power("Norse", "Bifrost", "Thor", hex="D7"))[0] == "ability", (
        "where it says, no farther"
    )
    moved = refused(alone, power("Norse", "Ravens Over the Field", "Thor", hex="D3"))
    assert moved[0] == "two-gods", "a card that only moves a god does not say so"


# -- what happens by itself, and what lasts for a while ---------------------------------------------------


def test_a_god_that_is_attacked_answers_if_it_still_stands():
    box = written(
        Zeus="when attacked: damage 1 attacker adjacent; disable it",
        Thor="on kill: heal 1 self",
    )
    struck = after(placed("Thor D4, Zeus D5").but(box=box), Attack("Norse", "Thor", "Zeus", (), ()))
    assert struck.stack("Thor").health == 7 and struck.stack("Thor").disable == 1
    assert struck.disabled_by == {"Thor": "Greek"}
    afar = after(placed("Thor D4, Zeus D6").but(box=box), Attack("Norse", "Thor", "Zeus", (), ()))
    assert afar.stack("Thor").health == 8, "it says adjacent"
    felled = after(placed("Thor D4, Zeus D5 1h").but(box=box), Attack("Norse", "Thor", "Zeus", (), ()))
    assert felled.stack("Thor").disable == 0, "it lies on its side"
    bound = after(placed("Thor D4, Zeus D5 1t").but(box=box), Attack("Norse", "Thor", "Zeus", (), ()))
    assert bound.stack("Thor").health == 8, "in a trap it does nothing"
    before = placed("Thor D4, Zeus D5").but(box=box)
    words = foresight(GAME.tracked, before, Attack("Norse", "Thor", "Zeus", (), ()))
    assert words == "Thor loses 1, 7 left · Zeus loses 3, 6 left"


def test_a_figure_is_changed_for_a_turn_or_until_the_next():
    box = written(
        Thor="attack 2 self this turn; movement 1 friends within 2 this turn",
        Zeus="range -2 enemies until next turn",
        Berserk="armor 2 friend until next turn",
    )
    heavens = placed("Thor D4, Odin D3, Zeus D7").but(box=box)
    strong = after(heavens, ability("Norse", "Thor"))
    assert strong.stack("Thor").attack == 0, "no chip is taken"
    assert "Thor's attack this turn: +2." in texts(strong)
    assert GAME.things(strong)["Odin's movement this turn"] == "+1"
    near = after(strong.but(actions=3), Move("Norse", "Thor", ("D6",), ()))
    struck = after(near, Attack("Norse", "Thor", "Zeus", (), ()))
    assert any(line.startswith("Thor melee 3 + 2 this turn = 5") for line in texts(struck))
    over = after(struck, EndTurn("Norse"))
    assert over.changes == {} and "Thor's attack this turn: over." in texts(over)
    short = after(placed("Zeus D7, Thor D4", seat="Greek").but(box=box), ability("Greek", "Zeus"))
    norse = after(short, EndTurn("Greek"))
    assert refused(norse, Attack("Norse", "Thor", "Zeus", (), ()))[0] == "reach", "3 less 2 is melee only"
    assert after(norse, EndTurn("Norse")).changes == {}, "his next turn has come"
    guarded = after(
        placed("Thor D4 1h, Zeus D5").but(box=box), power("Norse", "Berserk", "Thor"), EndTurn("Norse")
    )
    hit = after(guarded, Attack("Greek", "Zeus", "Thor", (), ()))
    assert any("− 2 until the next Norse turn" in line for line in texts(hit))
    fallen = after(
        guarded.but(changes={("Thor", "armor", "Norse"): -1}), Attack("Greek", "Zeus", "Thor", (), ())
    )
    assert fallen.changes == {} and not fallen.standing("Thor")


def test_a_god_comes_from_the_hand_to_a_hex_beside_another():
    box = written(Freyr="summon friend to adjacent", Bifrost="summon friend to beside friend")
    heavens = placed("Freyr D4, Thor D5, Zeus C4 0h, Odin A1 0h").but(box=box)
    own = offered(UseAbility, heavens, god="Freyr")
    assert "Loki" in own and not {"Freyr", "Thor", "Odin", "Zeus"} & {*own}, "whom the hand or deck holds"
    hexes = offered(UseAbility, heavens, god="Freyr", target=["Loki"])
    assert {*hexes} == {*BOX.board.beside["D4"]} - {"D5"}, "who lies there is smitten"
    here = after(heavens, ability("Norse", "Freyr", "Loki", hex="C4"))
    assert here.at["Loki"] == "C4" and here.stack("Loki").health == BOX.gods["Loki"].health
    assert "Zeus" in here.gone and here.entered["Norse"] == 3
    assert "Put Loki on C4, on 5 Health chips." in texts(here)
    far = after(heavens, power("Norse", "Bifrost", "Loki", hex="E5"))
    assert far.at["Loki"] == "E5"
    poor = heavens.but(bank={**heavens.bank, "health": 3})
    assert refused(poor, ability("Norse", "Freyr", "Loki", hex="C4"))[0] == "supply"
    open_ = placed("Freyr, Thor, Zeus", options={"board": "table"}).but(box=box)
    assert after(open_, ability("Norse", "Freyr", "Loki")).standing("Loki"), "players see to the hex"
    assert refused(heavens, ability("Norse", "Freyr", "Loki", hex="E9")) == (
        "ability",
        "E9 is not where it may go: put one of your gods from the hand on an empty hex next to Freyr.",
    )


@pytest.mark.parametrize(
    "effect, why",
    [
        ("at start: damage 1 enemy", "it happens by itself, so say all of them (enemies), self or attacker"),
        ("on kill: move 2 self", "by itself there is only damage, heal, armor"),
        ("on kill: heal 1 self | armor 1 self", "has a choice on kill; it happens by itself, without one"),
        ("damage 1 attacker", "an attacker is there “when attacked:” only"),
        (
            "movement 2 self",
            "“while in play:” before it, “this turn” after it or “until next turn” after it",
        ),
        ("attack all self this turn", "a number would be right for attack"),
        ("armor 1 self past limit this turn", "a figure has no limit; leave out “past limit”"),
        (
            "while in play: armor 1 self this turn",
            "it holds all the while it is in play; leave out “this turn”",
        ),
        ("by hand: revive friend", "the phone does that by itself; leave out “by hand”"),
        (
            "revive friend; heal 1 it",
            "does more than revive or return or summon the same god; that alone would be right",
        ),
        ("when dying: heal 1 self", "a god that falls does nothing more to itself"),
    ],
)
def test_what_the_game_cannot_carry_out_is_refused_saying_so(effect, why):
    assert why in fault(effect, ABILITY)


def test_a_divine_power_has_no_time_of_its_own():
    assert "not known to this game" in fault("on kill: heal 1 friends", POWER)
    assert "takes whom: friend, enemy, any" in fault("attack 1 self this turn", POWER)
    assert fault("attack 2 friends this turn", POWER) == ""


# -- by hand ----------------------------------------------------------------------------------------------


def test_by_hand_every_answer_that_is_allowed_can_be_completed():
    box = written(
        Thor="damage 1 enemies adjacent. by hand: move 2 other; place friend to central; trap 1 hex within 2"
    )
    heavens = after(placed("Thor D4, Odin D1, Zeus D5").but(box=box), ability("Norse", "Thor"))
    assert heavens.stack("Zeus").health == 8, "what is written is done first"
    verbs = {action.verb for action in legal(GAME.kinds[:-6], heavens, ["Norse"])}
    assert verbs == {"move-god", "place-god", "set-trap", "done"}
    assert draft(UseAbility, "Norse", {}).verb not in verbs
    assert opened().use is None


EVERY_PART = {
    "Odin": "damage 3 two enemies within 2 past armor; heal all it",
    "Loki": "armor -1 up to three others in range; attack -all it | poison 2 any central",
    "Freyja": "move 4 friend beside base; heal 1 self",
    "Heimdall": "push 2 enemies within 3. by hand: build 3 hex adjacent; trap 2 enemy",
    "Tyr": "while in play: movement 1 others within 2; range -1 enemies; armor 1 self; attack 1 others",
    "Zeus": "armor 1 two friends together past limit",
    "Ares": "by hand: damage 2 enemy adjacent; move 2 other; place friend to central; heal 2 any",
    "Hera": "trap 1 two enemies; build 2 hex within 3",
    "Apollo": "heal 2 up to three friends; armor 1 it",
    "Athena": "place enemy adjacent to anywhere; move 3 other; damage 1 another enemy",
    "Thor": "attack 1 self this turn; movement -1 enemies within 4 until next turn. on kill: armor 1 friends",
    "Poseidon": "when attacked: damage 2 attacker; poison 1 enemies adjacent. at start: heal 1 friends",
    "Njord": "revive 3 other | return enemy within 3. at start: disable enemies adjacent; trap 1 enemies",
    "Hestia": "return friend within 4; revive other. on kill: damage 1 all within 2",
    "Frigg": "range 1 up to two others this turn; armor -1 enemy within 4 until next turn",
}


@pytest.mark.slow
@pytest.mark.parametrize("board", ["tracked", "table"])
@pytest.mark.parametrize("seats", [2, 4])
def test_with_every_part_of_the_language_no_answer_leads_nowhere(board, seats):
    """Random play finds no allowed answer that cannot be completed, and nothing goes untold."""
    kinds = tuple(kind for kind in GAME.kinds if not kind.anytime and kind.verb != "discard-god")
    for seed in range(4):
        rng, heavens = random.Random(seed), opened(seats, board=board).but(box=written(**EVERY_PART))
        for _ in range(250):
            if heavens.over:
                break
            before, heavens = heavens, play(heavens, wander(kinds, heavens, rng))
            GAME.invariant(heavens)
            was, is_ = GAME.things(before), GAME.things(heavens)
            changed = {thing for thing in {**was, **is_} if was.get(thing) != is_.get(thing)}
            assert changed <= {name for line in heavens.told for name in line.about}


# -- conditions, and what else a card can say ---------------------------------------------------------------


def test_a_card_that_is_seen_to_find_nobody_finds_nobody():
    state, seen = Table.open(GAME, Opening({"Norse": "a", "Greek": "b"})).start, set()
    for _, heavens in islice(moves(GAME, state, random.Random(7)), 400):
        if heavens.phase not in TURNS:
            continue
        for card in (*BOX.gods.values(), *BOX.powers.values()):
            if card.choices and hopeless(heavens, card.side, card):
                assert not possible(card_at(heavens, card.side, card.name))
                seen.add(card.name)
    assert seen == {"Frigg", "Hera", "Mead of Poetry", "Panacea", "Shield Wall", "Phalanx"}


def test_an_enemy_is_pulled_nearer_and_no_farther():
    heavens = placed("Odin D4, Zeus D7").but(box=written(Odin="pull 2 enemy within 4"))
    ends = offered(UseAbility, heavens, god="Odin", target=["Zeus"])
    assert "D5" in ends and "D8" not in ends and "D7" not in ends
    assert after(heavens, ability("Norse", "Odin", "Zeus", hex="D5")).at["Zeus"] == "D5"


def test_action_points_come_back_but_not_for_ever():
    heavens = placed("Zeus D4", seat="Greek").but(box=written(Zeus="ap 1"))
    assert heavens.box.gods["Zeus"].cost == 2
    assert after(heavens, ability("Greek", "Zeus")).actions == 2
    cards = {**HOUSE, "gods": [dict(row) for row in HOUSE["gods"]]}
    row = next(row for row in cards["gods"] if row["name"] == "Zeus")
    row |= {"text": "", "effect": "ap 2"}
    (fault,) = GAME[SetForm].faults(cards)
    assert fault[2].startswith("gives back the AP it costs")
    row |= {"effect": "once a turn: ap 2"}
    assert not GAME[SetForm].faults(cards)


def test_all_next_to_the_target_are_found_once_it_is_named():
    text = written(Odin="damage 2 enemy within 3; damage 1 all adjacent of it")
    heavens = placed("Odin D4, Zeus D6 2h, Hera D7 4h, Thor D8 4h, Ares C3 4h").but(box=text)
    done = after(heavens, ability("Norse", "Odin", "Zeus"))
    left = {god: done.stack(god).health for god in ("Zeus", "Hera", "Thor", "Ares")}
    assert left == {"Zeus": 0, "Hera": 3, "Thor": 4, "Ares": 4} and not done.midway


# -- prices, and how often -----------------------------------------------------------------------------------


def test_an_ability_reaches_along_the_lines_of_the_board():
    at = {"Zeus": "D8", "Hera": "F4", "Ares": "E6", "Hermes": "D5"}
    gods = ", ".join(f"{god} {place} 3h" for god, place in at.items())
    for words, hit in (("in line", "Zeus Hera Hermes"), ("in line 2", "Hera Hermes")):
        heavens = placed(f"Odin D4, {gods}").but(box=written(Odin=f"damage 1 enemies {words}"))
        done = after(heavens, ability("Norse", "Odin"))
        assert [god for god in at if done.stack(god).health == 2] == hit.split()


def test_an_ability_counts_from_a_hex_that_is_chosen():
    text = written(Odin="choose hex within 3; damage 2 enemies adjacent of it")
    heavens = placed("Odin D4, Zeus D7 4h, Hera E6 4h, Ares A3 4h").but(box=text)
    done = after(heavens, ability("Norse", "Odin", "D6"))
    assert {god: done.stack(god).health for god in ("Zeus", "Hera", "Ares")} == {
        "Zeus": 2,
        "Hera": 2,
        "Ares": 4,
    }
    assert "Odin, Huginn and Muninn: D6 is chosen." in texts(done)
    assert "is taken by Hera" in refused(heavens, ability("Norse", "Odin", "E6"))[1]
    assert "Nobody it says is near C4" in refused(heavens, ability("Norse", "Odin", "C4"))[1]
    for alone in ("choose hex within 3", "choose hex within 3; damage 2 enemies adjacent"):
        assert "chooses a hex for nothing" in fault(alone, ABILITY)


def test_a_god_that_falls_hurts_those_beside_it_in_a_chain():
    text = written(Zeus="when dying: damage 2 enemies adjacent", Odin="when dying: damage 1 enemies within 2")
    heavens = placed("Odin D4 2h, Thor E5 5h, Zeus D5 1h, Hera D6 4h").but(box=text)
    done = after(heavens, Attack("Norse", "Odin", "Zeus", (), ()))
    left = {god: done.stack(god).health for god in ("Odin", "Thor", "Zeus", "Hera")}
    assert left == {"Odin": 0, "Thor": 3, "Zeus": 0, "Hera": 3}


@pytest.mark.parametrize(
    "effect, why",
    [
        ("when dying: heal 2 self", "a god that falls does nothing more to itself"),
        ("when dying, pay 1 armor: damage 2 enemies adjacent", "has a price when dying"),
        ("at start, once a turn: heal 1 self", "never happens twice"),
        ("pay 1 poison: damage 2 enemy", "pay"),
    ],
)
def test_prices_and_times_that_mean_nothing_are_refused(effect, why):
    assert why in fault(effect, ABILITY)


def test_a_divine_power_has_no_price_and_is_used_up_anyway():
    for head in ("once a game", "once a turn", "pay 1 armor"):
        assert "is not known to this game" in fault(f"{head}: heal 2 friend", POWER)
