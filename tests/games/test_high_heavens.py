"""High Heavens: the printed examples on drawn boards, the effect step, rulings, and counts that stay."""

import random

import pytest

from companion.games.high_heavens import GAME
from companion.games.high_heavens.actions.turn import EndTurn
from companion.games.high_heavens.box import HOUSE, TOTAL, Stack, box
from companion.games.high_heavens.state import HAND, bases, reach
from companion.games.high_heavens.state.pathfinding import touches, ways
from companion.games.high_heavens.tracked import TRACKED, Ruling
from companion.kernel import transcript
from companion.kernel.action import play
from companion.kernel.cardset import SetForm
from companion.kernel.features import Figures, Pointing
from companion.kernel.game import REDO, UNDO
from companion.kernel.journal import Table
from companion.kernel.opening import Opening
from companion.kernel.rulebook import Refusal
from companion.kernel.shelf import shelf
from companion.kernel.simulate import moves, wander
from companion.kernel.state import Impossible
from companion.kernel.statistics import counted_from
from tests.games.heavens import (
    PLAIN,
    ability,
    after,
    drawn,
    handed,
    lane,
    opened,
    placed,
    plain,
    power,
    shows,
    weak,
)
from tests.games.moments import refused
from tests.games.positions import cases
from tests.sittings import sitting_text


def test_the_three_authentic_figures_are_kept():
    gods = box(HOUSE).gods
    assert gods["Poseidon"].health == 10 and gods["Ares"].range == 3
    assert gods["Hestia"].ability == "Columns" and "Architecture" in gods["Hestia"].text
    assert HOUSE["source"] == "house" and box(None).house
    for side in ("Norse", "Greek"):
        healths = [god.health for god in gods.values() if god.side == side]
        assert len(healths) == 12 and 5.5 <= sum(healths) / 12 <= 6.5 and min(healths) >= 3


def test_the_board_is_the_one_on_the_table():
    there = opened().box
    assert len(there.board.at) == 58
    columns = [sum(space[0] == letter for space in there.board.at) for letter in "ABCDEFG"]
    assert columns == [7, 8, 9, 10, 9, 8, 7]
    assert there.base == {"Norse": "D2", "Greek": "D9"}
    assert there.invoking == {"Norse": ("C1", "D1", "E1"), "Greek": ("E9", "D10", "C9")}
    assert set(there.board.beside["D2"]) >= {"C1", "D1", "E1"}, "behind the base"
    assert set(there.central) == {"C5", "D5", "D6", "E5"}


# -- the effect step --------------------------------------------------------------------------------------


def sitting(*lines: tuple) -> Table:
    """A sitting with a set whose cards are carried out by hand."""
    table = Table.open(GAME, Opening({"Norse": "Ada", "Greek": "Ben"}, cards=PLAIN))
    for seat, verb, answers in lines:
        table = table.say(seat, verb, answers)
    return table


STEP = (
    ("Norse", "invoke", {"god": "Thor", "hex": "D1"}),
    ("Norse", "use-ability", {"god": "Thor"}),
    ("Norse", "damage", {"target": "Mount Olympus", "amount": "2"}),
    ("Norse", "give-chips", {"god": "Thor", "chip": "Armor", "amount": "1"}),
)


def test_a_finished_step_is_taken_back_as_one_and_played_again_as_one():
    before = sitting(*STEP[:1])
    done = sitting(*STEP, ("Norse", "done", {}))
    assert done.state.phase == "turn" and done.can_undo == 2
    back = done.say("Greek", UNDO, {"entry": "2"})
    assert back.state == before.state and back.state.actions == 1
    again = back.say("Norse", REDO, {"entry": str(back.can_redo)})
    assert again.state == done.state and len(again.standing) == 5
    inside = done.say("Norse", UNDO, {"entry": "4"})
    assert inside.state == before.state, "a part of it is not taken back alone"
    assert Table.open(GAME, done.opening).replayed(step.entry for step in inside.log).state == before.state


def test_an_open_step_goes_back_whole_or_by_its_last_effect():
    table = sitting(*STEP)
    assert table.state.midway and table.can_undo == 2
    assert table.say("Norse", UNDO, {"entry": "2"}).state == sitting(*STEP[:1]).state
    less = table.say("Norse", UNDO, {"entry": "4"})
    assert less.state == sitting(*STEP[:3]).state and less.state.midway


def test_an_enemy_god_has_its_say_in_my_turn_only_if_it_costs_nothing():
    free = {**PLAIN, "gods": [{**row, "cost": 0} if row["name"] == "Zeus" else row for row in PLAIN["gods"]]}
    assert GAME[SetForm].faults(free) == []
    heavens = placed("Thor D4, Zeus D5, Hera D6").but(box=box(free))
    told = after(heavens, ability("Norse", "Zeus"))
    assert told.phase == HAND and told.actions == 3
    assert refused(heavens, ability("Norse", "Hera"))[0] == "ability"


def with_thor(**changes):
    """A set of one's own where Thor's card is another."""
    gods = [{**row, **(changes if row["name"] == "Thor" else {})} for row in HOUSE["gods"]]
    assert GAME[SetForm].faults({**HOUSE, "gods": gods}) == []
    return {**HOUSE, "gods": gods}


def test_all_that_stands_on_a_printed_card_can_be_said():
    """God cards have eight parts, Divine Powers a title, a pantheon with a type, and a text."""
    said = {
        "name": "Thor", "side": "Norse", "title": "God of Thunder", "health": 9, "movement": 2, "range": 3,
        "melee": 4, "power": 2, "cost": 1, "ability": "Storm", "text": "Hit them.", "mythos": "He was loud.",
    }  # fmt: skip
    assert set(said) < {field.key for field in GAME[SetForm].decks[0].fields}
    heavens = placed("Thor D4").but(box=box(with_thor(**said, effect="")))
    card = next(card for card in GAME.view(heavens).panels[0].cards if card.thing == "Thor")
    assert card.text == "Storm (1): Hit them. (by hand) He was loud." and card.kind == "God of Thunder"
    powers = [{**row, "type": "Reaction"} if not n else row for n, row in enumerate(HOUSE["powers"])]
    assert GAME[SetForm].faults({**HOUSE, "powers": powers}) == []
    heavens = heavens.but(box=box({**HOUSE, "powers": powers}))
    kinds = {card.thing: card.kind for card in GAME.view(heavens).panels[0].cards}
    assert kinds[powers[0]["name"]] == "Reaction" and kinds[powers[1]["name"]] == "Divine Power"


def test_a_card_without_an_ability_says_nothing_of_one():
    for changes, text in [
        ({"ability": "", "text": ""}, ""),
        ({"ability": "Storm", "text": ""}, "Storm (1)"),
        ({"ability": "", "text": "Hit them."}, "Ability (1): Hit them. (by hand)"),
    ]:
        heavens = placed("Thor D4").but(box=box(with_thor(**changes, effect="")))
        card = next(card for card in GAME.view(heavens).panels[0].cards if card.thing == "Thor")
        assert card.text == text


# -- the table is always right ----------------------------------------------------------------------------


def test_a_god_does_not_stand_up_on_architecture_nor_in_a_trap_that_was_built_there():
    for there in ("column", "trap"):
        heavens = placed("Thor D4, Zeus D5 0h")
        built = heavens.take("D5", **{there: 3}).settled()
        with pytest.raises(Impossible, match=r"Zeus lies on D5, where 3 .* stand."):
            GAME.invariant(built)
        assert refused(built, Ruling("Norse", "Health under Zeus", "4", "we looked"))[0] == "ruling"


def test_two_things_are_not_on_one_hex():
    heavens = placed("Thor D4, D5 1a")
    for changes, why in [
        ({"at": {"Thor": "D5"}, "on": {"D5": "Thor"}}, "Thor stands on D5, and so do 1 Armor."),
        ({"at": {"Thor": "D2"}, "on": {"D2": "Thor"}}, "Thor is on the hex of Asgard."),
        ({"at": {"Thor": "D4", "Odin": "D4"}}, "Two gods are on one hex."),
        ({"bases": {"Norse": "D5", "Greek": "D9"}}, "Chips lie on the hex of Asgard."),
        ({"bases": {"Norse": "D9", "Greek": "D9"}}, "Both home bases are on one hex."),
        ({"at": {"Thor": "Z9"}, "on": {"Z9": "Thor"}}, "That hex is not on the board."),
        ({"bases": {"Norse": "D2"}}, "Both home bases stand on the board."),
        ({"gone": frozenset({"Thor"})}, "A god that is out of the game stands on the board."),
        ({"disabled_by": {"Thor": "Greek"}}, "A Disable chip is somebody's, till that seat's next turn."),
        ({"used": {"Bifrost": 2}}, "The deck has 1 of Bifrost, not 2."),
        ({"health": {"Norse": 31, "Greek": 30}}, "Asgard has 0 to 30 health, not 31."),
        ({"actions": 4}, "The Action Lane has 0 to 3 tokens, not 4."),
    ]:
        with pytest.raises(Impossible) as caught:
            GAME.invariant(heavens.but(**changes).settled())
        assert str(caught.value) == why


@pytest.mark.parametrize(
    "words, options",
    [
        ("Thor D4 3h 1a 1p, Zeus D5 2x 1d, Hera D7 0h, D8 1a, Odin C1 2t", {}),
        ("Thor 3h 1a 1p, Zeus 2x 1d, Hera 0h, Hera's hex 1a, Odin 2t", {"board": "table"}),
    ],
    ids=("tracked", "on the table"),
)
def test_everything_can_be_set_by_hand_and_play_goes_on_within_the_box(words, options):
    """Every thing to some of its settings: refused with a reason, or told and the next three turns hold."""
    heavens, rng = placed(words, options=options), random.Random(3)
    before = GAME.things(heavens)
    for kind in TRACKED:
        for thing in kind.settable(heavens):
            allowed, settings = 0, list(kind.to(heavens, thing))
            for to in [*rng.sample(settings, min(4, len(settings))), *settings[-2:]]:
                try:
                    state = play(heavens, Ruling("Norse", thing, to, "so it is"))
                except Refusal:
                    continue
                allowed += 1
                GAME.invariant(state)
                assert GAME.things(state) != before, (thing, to)
                for _ in range(3):
                    state = state if state.over else after(state, EndTurn(state.seat))
            assert allowed, (thing, settings)


def test_a_god_is_disabled_or_not():
    heavens, disable = placed("Thor D4, Zeus D5"), "Disable on Zeus"
    under, thing = next(
        (kind, name) for kind in TRACKED for name in kind.settable(heavens) if name == disable
    )
    held = "until the next Norse turn", "until the next Greek turn"
    assert tuple(under.to(heavens, thing)) == ("none", *held), "one chip a god"
    none_left = placed("Thor D4, Zeus D5 6t")
    assert disable not in under.settable(none_left), "no black chip is left"


def test_the_figures_of_a_finished_sitting_agree_with_its_story():
    text = sitting_text("high-heavens", "base")
    table = transcript.read(text, shelf())
    told = [*table.start.told, *(line for step in table.standing for line in step.told)]
    figures = dict(GAME[Figures].numbers([table.start, *(step.state for step in table.standing)]))
    last = table.state
    assert figures["Turns"] == last.turn == sum(line.text.endswith(("actions.", "action.")) for line in told)
    assert figures["Gods brought in"] == dict(last.entered)
    assert figures["Damage to the enemy base"] == {"Norse": 30 - last.health["Greek"], "Greek": 30}
    gone = {side: sum(god in last.gone for god in last.box.own[side]) for side in ("Norse", "Greek")}
    assert figures["Gods lost"] == gone and any(gone.values())


def test_a_tapped_god_shows_how_far_it_gets_and_strikes():
    heavens = placed("Thor D4, Zeus D5, Tyr C5 1d")
    shown = GAME[Pointing].reach(heavens, "Thor")
    assert "D6" not in shown["moves"] and "D3" in shown["moves"] and "D5" in shown["strikes"]
    assert GAME[Pointing].reach(heavens, "Zeus")["moves"], "the other side's too"
    for nothing in ("Tyr", "Odin", "C4"):
        assert GAME[Pointing].reach(heavens, nothing) == {}
    assert GAME[Pointing].reach(placed("Thor", options={"board": "table"}), "Thor") == {}
    assert GAME[Pointing].spaces(heavens, "Mount Olympus") == ("D9",) and GAME[Pointing].spaces(
        heavens, "Thor"
    ) == ("D4",)


def test_with_the_board_on_the_table_gods_stand_in_rows_by_side_and_chips_between():
    heavens = placed("Thor, Zeus 0h, Zeus' hex 1a", options={"board": "table"}, seat="Greek")
    heavens = after(heavens, power("Greek", "Walls of Troy", "an empty hex", choice="build 3 Architecture"))
    at = {piece.thing: piece.at[1] for piece in GAME.view(heavens).picture.pieces}
    assert set(at) == {"Asgard", "Mount Olympus", "Thor", "Zeus", "Zeus' hex", "site 1"}
    assert at["Zeus"] < at["Zeus' hex"] == at["site 1"] < at["Thor"]


# -- ways -------------------------------------------------------------------------------------------------


def walked(beside, here, steps, walls, lying):
    """Every hex one can end on, with the fallen entered, by trying every walk there is."""
    result, walks = set(), [(here, frozenset())]
    for _ in range(steps):
        walks = [
            (space, entered | ({space} & lying))
            for place, entered in walks
            for space in beside[place]
            if space == here or space not in walls
        ]
        result.update(walks)
    return {(space, entered) for space, entered in result if space != here or entered}


@pytest.mark.parametrize("seed", range(20))
def test_ways_are_all_the_walks_there_are(seed):
    rng, there = random.Random(seed), opened().box
    here, *rest = rng.sample(sorted(there.board.at), 26)
    walls, lying, steps = frozenset((here, *rest[:20])), frozenset(rest[20:]), rng.randint(1, 4)
    result = ways(there, here, steps, walls, lying)
    listed = [(space, entered) for space, sets in result.items() for entered in sets]
    assert len(listed) == len(set(listed))
    assert set(listed) == walked(there.board.beside, here, steps, walls, lying)
    near = touches(there, here, steps, walls)
    assert {space for space in near if space not in walls} == set(result) - {here}


# -- random play ------------------------------------------------------------------------------------------


def test_caps_and_the_hundred_chips_hold_in_random_play():
    for seed in range(12):
        start = opened(2 if seed % 3 else 4, board="table" if seed % 4 == 1 else "tracked")
        for _, heavens in moves(GAME, start, random.Random(seed)):
            GAME.invariant(heavens)
            for god in heavens.at:
                stack = heavens.stack(god)
                assert stack.armor <= 2 and stack.attack <= 2 and stack.disable <= 1
                assert stack.health <= heavens.box.gods[god].health


def test_a_chip_too_many_or_too_few_is_seen():
    heavens = placed("Thor D4 1a, C4 2c")
    for change in (
        {"bank": {**heavens.bank, "armor": 8}},
        {"bank": {**heavens.bank, "poison": 5}},
        {"chips": {**heavens.chips, "Thor": heavens.chips["Thor"]._replace(health=7)}},
        {"bank": {**heavens.bank, "black": -1}, "chips": {**heavens.chips, "B4": Stack(trap=7)}},
    ):
        with pytest.raises(AssertionError, match="chips"):
            GAME.invariant(heavens.but(**change))


MILLION = 1_000_000


@pytest.mark.soak
def test_the_hundred_chips_are_conserved_after_every_move_of_a_million():
    """A bold player who discards no gods, so that the board fills; every move is counted."""
    kinds = tuple(kind for kind in GAME.kinds if not kind.anytime)
    keeping = tuple(kind for kind in kinds if kind.verb != "discard-god")
    played, seed = 0, 0
    while played < MILLION:
        seed += 1
        rng = random.Random(seed)
        heavens = opened(
            2 + 2 * (seed % 2),
            board=("tracked", "table")[seed % 5 == 0],
            bases=("printed", "elsewhere")[seed % 3 == 0],
        )
        for _ in range(2000):
            action = wander(keeping if rng.random() < 0.99 else kinds, heavens, rng)
            action.check(heavens)
            heavens = action.apply(heavens.but(told=()))
            played += 1
            GAME.invariant(heavens)
            out = sum(sum(stack) for stack in heavens.chips.values())
            assert sum(heavens.bank.values()) + out == sum(TOTAL.values()) == 100
            if heavens.over:
                break


@pytest.mark.parametrize(
    "heavens, first, second",
    [
        (opened(), 99, 6244),
        (opened(4), 99, 1325),
        # 36 or 12 to invoke, a wall on 50 hexes or somewhere, 12 to discard, and the end of the turn
        (opened(board="table"), 26, 558),
        # with one action left Zeus, whose ability takes two, has none to use
        (placed("Ares D4, Zeus D5, Thor D6", seat="Greek", actions=1), 249, 2834),
    ],
    ids=("the start", "four at the start", "the board on the table", "Ares and Thor"),
)
def test_counts_of_legal_actions_stay(heavens, first, second):
    assert [sum(verbs.values()) for verbs in counted_from(GAME, heavens, 2).values()] == [first, second]


DRAWS = (drawn, placed, opened, handed, plain, weak, lane, shows, bases.hurt_base, reach.distance)
test_case = cases("high_heavens_table", GAME, *DRAWS, holds=True)
