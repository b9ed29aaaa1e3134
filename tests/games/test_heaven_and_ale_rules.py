"""Every rule of Heaven & Ale, once where it lets something happen and once where it does not."""

import re

import pytest

from companion.games.heaven_and_ale import GAME
from companion.games.heaven_and_ale.actions.garden import Buy, BuyMonk
from companion.games.heaven_and_ale.actions.laying import DrawTiles, LayTile
from companion.games.heaven_and_ale.actions.rondel import Enter, TakeBarrels
from companion.games.heaven_and_ale.actions.track import (
    Minus,
)
from companion.games.heaven_and_ale.box import (
    BANDS,
    CARDS,
    COLOURS,
    FIRST,
    GOALS,
    HOME,
    SHADE,
    SUN,
)
from companion.games.heaven_and_ale.picture.boards import picture
from companion.games.heaven_and_ale.state import Abbey, phases
from companion.games.heaven_and_ale.state.board import HAND, PLACED, SOLD
from companion.games.heaven_and_ale.tracked import Ruling
from companion.kernel.action import Action, play
from companion.kernel.asking import ask
from companion.kernel.rulebook import Refusal
from companion.kernel.state import Impossible
from companion.toolkit.concede import Resign
from printables.sources.reference import items
from tests.games.abbey import (
    all_spots,
    board,
    drawn,
    laid_out,
    mend,
    no_cards,
    opened,
    panel,
    shady,
    sold_out,
    table,
    tracked_only,
)
from tests.games.moments import after, cited, refused, texts
from tests.games.positions import cases

MENDED = (mend, no_cards, sold_out, shady, all_spots, panel, cited)
test_case = cases("heaven_and_ale", GAME, drawn, opened, tracked_only, laid_out, *MENDED)


NOWHERE = dict.fromkeys(COLOURS, 0)
"""All markers on the last place of the column: nothing to exchange."""


def scoring(gold, **fields) -> Abbey:
    """Gold comes back last in the last round, all cards sold, and the score is counted."""
    sold = dict.fromkeys(CARDS, SOLD) | fields.pop("cards", {})
    gold = gold.but(cards=sold, figure=1)
    slot = fields.pop("crimson", "ducats")
    crimson = board(figure=HOME, slot=slot, cards=dict.fromkeys(CARDS, SOLD), ducats=0, **NOWHERE)
    start = table(gold, crimson, round=3, **fields)
    return after(start, Enter("Gold", FIRST if crimson.slot != FIRST else "ducats", ()))


# -- set-up ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "players, monks",
    [(2, "three piles of four I; the II go"), (3, "and one of II; the other II go"), (4, "and three of II.")],
)
def test_the_checklist_says_which_monks_are_used(players, monks):
    lines = texts(opened(players))
    assert any(line.startswith("Monks: three piles of four I") and monks in line for line in lines)
    assert "Stack the sheds by kind beside the board, five stacks." in lines


# -- production track -----------------------------------------------------------------------------------


def test_track_start_only_then():
    with pytest.raises(ValueError, match="“Wood starts on” can be"):
        opened(nudge="3")


# -- barrels --------------------------------------------------------------------------------------------


def test_barrel_goals_allows():
    gold = board().but(
        markers=(20, 1, 1, 1, 1),
        brewmaster=1,
        discs=frozenset({*COLOURS, "monk 1", "monk 2", "monk 3", "monk 4"}),
        sheds={"B2": "0-7", "B4": "0-7", "D4": "0-7", "F4": "8-11", "B6": "12-17", "D6": "24-30"},
        cards=dict.fromkeys(CARDS, PLACED),
        tiles=full(),
    )
    assert [gold.reached(goal) >= GAME_GOALS[goal] for goal in GOALS] == [True] * 12
    end = after(table(gold), TakeBarrels("Gold", "Barrels 2"))
    assert len(end.boards["Gold"].barrels) == 12


def full() -> dict[str, str]:
    """A garden with every spot filled: six 1-tiles, six 5-tiles and monks."""
    spots = sorted(SUN | SHADE)
    ones = ["wood 1"] * 3 + ["hops 1"] * 3 + ["wood 5"] * 3 + ["hops 5"] * 3
    return dict(
        zip(spots, ones + ["monk 1"] * 5 + ["monk 2"] * 5 + ["wood 2"] * 4 + ["wood 3"] * 4, strict=True)
    )


GAME_GOALS = {
    "brewmaster out": 1,
    "markers out": 5,
    "six ones": 6,
    "six fives": 6,
    "monk spots": 4,
    "resource spots": 5,
    "sheds alike": 3,
    "sheds unlike": 4,
    "marker on 20": 1,
    "three cards": 3,
    "sun full": 15,
    "shade full": 15,
}


def test_barrel_goals_refuses():
    assert refused(table(), TakeBarrels("Gold", "Barrels 1")) == (
        "barrel-goals",
        "You have reached none of the twelve goals.",
    )
    tiles = full()
    spots = sorted(tiles)
    near = board(wood=19, brewmaster=0, yeast=1, hops=1, water=1, barley=0).but(
        discs=frozenset({"wood", "yeast", "hops", "water", "monk 1", "monk 2", "monk 3"}),
        sheds={"B2": "0-7", "B4": "0-7", "D4": "8-11", "F4": "12-17"},
        cards=dict.fromkeys(CARDS, HAND) | {"ducat card": PLACED, "colour card": PLACED},
        tiles={spot: tile for spot, tile in tiles.items() if spot not in (spots[0], spots[6], spots[-1])},
    )
    assert [
        near.reached(goal) - of for goal, of in GAME_GOALS.items() if goal not in ("sun full", "shade full")
    ] == [-1] * 10
    assert near.reached("sun full") < 15 > near.reached("shade full") and near.goals() == []


# -- final score ----------------------------------------------------------------------------------------


FIVE = {"brewmaster": 9, "wood": 5, "yeast": 7, "hops": 7, "water": 7, "barley": 7}


def test_production_happens():
    end = scoring(board(ducats=0, brewmaster=4, wood=6, yeast=7, hops=7, water=7, barley=7))
    assert "Gold: production 6 × 3 = 18." in texts(end)
    assert any("Gold score" in line.about for line in end.told), (
        "so “why” of a final score lists what made it"
    )


# -- at this table --------------------------------------------------------------------------------------


def test_no_marker_is_set_by_hand_to_a_place_below_the_track_of_this_table():
    """The track begins two steps higher or lower where the table says so; nothing lies below it."""
    for nudge, lowest in (("0", -9), ("-2", -11), ("2", -7)):
        start = tracked_only(nudge=nudge).mend("Gold", brewmaster=lowest)
        question = ask(Ruling, start, "Gold", {"thing": "Gold wood"})
        assert (question.number.least, question.number.most) == (lowest, 20)
        below = start.but(boards={**start.boards, "Gold": board(wood=lowest - 1, brewmaster=lowest)})
        with pytest.raises(Impossible, match=f"goes from {1 - lowest} below 1 to 20; wood of Gold is not on"):
            GAME.invariant(below)
        why = f"Brewmaster stands on {1 - lowest} below 1, where the track begins."
        assert refused(start, Minus("Gold", "brewmaster", "1"))[1] == why


# -- several things at once -----------------------------------------------------------------------------


def hint(abbey: Abbey, action: Action[Abbey]) -> str:
    """What would make a refused action legal, as far as the game says it."""
    with pytest.raises(Refusal) as caught:
        play(abbey, action)
    return caught.value.hint


CHEAPER = "Choose something cheaper, or a spot in the shade."


def test_where_a_card_could_be_sold_for_it_the_refusal_says_so():
    one = dict.fromkeys(CARDS, SOLD) | {"ducat card": HAND}
    poor, tile = table(board(ducats=1, cards=one)), ("R1",)
    assert hint(poor, Buy("Gold", tile, "wood", "4", "F7")) == "Sell a card first: each brings 3 ducats."
    assert hint(poor, Buy("Gold", tile, "wood", "5", "F7")) == CHEAPER, "three more are still too few"
    assert hint(poor, BuyMonk("Gold", ("M4",), "monk 1", "F7")) == "Sell a card first: each brings 3 ducats."
    none = table(board(ducats=1, cards=dict.fromkeys(CARDS, SOLD)))
    assert hint(none, Buy("Gold", tile, "wood", "4", "F7")) == CHEAPER


def test_the_score_so_far_is_the_same_wherever_it_is_shown():
    for may_stop, points in ((False, 24), (True, 28)):
        abbey = table(board(ducats=30, **FIVE), may_stop=may_stop)
        seen = GAME.view(abbey)
        (corner,) = [piece.letter for piece in seen.picture.pieces if piece.thing == "Gold score"]
        counter = next(each for each in seen.panels[0].counters if each.thing == "Gold score")
        card = next(each for each in seen.panels[0].cards if each.thing == "Gold score")
        assert (corner, counter.value) == (str(points), points), may_stop
        assert card.name == f"If the game ended now: {points}"


# -- on paper -------------------------------------------------------------------------------------------


def test_the_reference_sheet_says_what_one_does_at_the_table_and_nothing_of_the_phone():
    actions = [item.text.split("*")[1].rstrip(".") for item in items(GAME) if item.kind == "action"]
    assert actions.count("Place a card") == 1 and "Plus" not in actions and "End the round" not in actions
    assert {"Buy a resource", "Take barrels", "Sell a card"} <= set(actions)


def test_the_rule_of_the_rate_says_every_band_of_the_brewmaster():
    numbers = [int(n) for n in re.findall(r"\d+", GAME.rules["rate"].words)]
    column, *bands = [(band.at, band.rate, band.value) for band in BANDS]
    assert numbers[:3] == [column[1], 1, column[2]]
    assert list(zip(numbers[3::3], numbers[4::3], numbers[5::3], strict=True)) == bands


# -- in words a table can follow --------------------------------------------------------------------------


def test_set_up_says_shuffle_face_down_and_what_a_player_gets():
    text = " ".join(texts(opened(2)))
    assert text.count("face down") == 3 and "five stacks" in text
    assert "a board, a figure, 25 ducats, 5 privilege cards, a brewmaster and five resource markers" in text
    assert "face down" in GAME.rules["setup"].words and "25 ducats" in GAME.rules["setup"].words


def test_the_corner_of_the_board_has_room_for_two_places_beside_each_other():
    signs = {piece.thing: piece.letter for piece in picture(opened(2), "Gold").pieces}
    assert signs["Gold brewmaster"] == "10↓" and signs["Gold wood"] == "1"
    assert all(len(sign) <= 3 for sign in signs.values())


def test_the_projection_is_split_into_its_lines():
    barrels = {"six ones": "large", "six fives": "small"}
    card = GAME.view(table(board(slot=FIRST, barrels=barrels, **FIVE))).panels[0].cards[0]
    for line in ("Large barrels 1 × 4 = 4", "Small barrels 1 × 2 = 2", "First player 1 × 1 = 1"):
        assert line in card.text


def test_what_it_would_be_if_it_ended_now_goes_when_it_is_over():
    over = scoring(board(barrels={"six ones": "small"}))
    panel = GAME.view(over).panels[0]
    assert panel.counters[0].name == "points"
    assert not any("ended now" in card.name for card in panel.cards)
    resigned = after(table(), Resign("Crimson"))
    names = [counter.name for counter in GAME.view(resigned).panels[0].counters]
    assert "points" not in names and "if it ended now" not in names, "nobody counted"


# -- a table that keeps which tiles lie where ---------------------------------------------------------------


def test_the_phone_draws_what_is_left_and_the_same_again():
    begun = after(opened(tiles="kept"), Enter("Crimson", "ducats", ()), LayTile("Gold", "hops 3"))
    drawn = after(begun, DrawTiles("Crimson", "lot 7"))
    assert drawn.phase == phases.TURN and all(len(there) == 1 for there in drawn.lying.values())
    assert (
        drawn.lying
        == after(begun, DrawTiles("Gold", "lot 7")).lying
        != after(begun, DrawTiles("Gold", "lot 8")).lying
    )
    GAME.invariant(drawn)
    late = drawn.mend("Crimson", figure=HOME).but(turn="Gold").mend("Gold", figure=5, slot="")
    ended = after(late, Enter("Gold", FIRST, ()))
    assert (ended.round, ended.phase) == (2, phases.LAYING)
    twice = after(ended, DrawTiles("Gold", "lot 1"))
    assert [len(there) for there in twice.lying.values()] == [2] * 15 and twice.turn == "Gold"
    gone = after(ended.but(players=ended.players), Resign("Crimson"))
    assert gone.over, "with two the other has won"
