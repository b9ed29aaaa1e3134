"""Each rule of Kalah, on boards drawn as text: a seat's pits in the order of sowing, then its store."""

from pathlib import Path

import pytest

from companion.kernel.action import play
from companion.kernel.asking import read
from companion.kernel.opening import Opening
from companion.kernel.rulebook import Refusal
from companion.kernel.shelf import load

GAME = load(Path(__file__).parents[2] / "examples" / "kalah")
FULL = "4 4 4 4 4 4 | 0"
PLACES = [*(f"A{n}" for n in range(1, 7)), "South's store", *(f"B{n}" for n in range(1, 7)), "North's store"]
ASIDE = "Beside the board"


def opened(seeds="4"):
    """The first moment, South to sow."""
    return GAME.setup(Opening({"South": "Ada", "North": "Ben"}, {"seeds": seeds, "first": "South"}))


def board(south, north):
    """A moment drawn as two lines, South to sow."""
    numbers = [int(number) for line in (south, north) for number in line.replace("|", "").split()]
    return opened().but(seeds=dict(zip(PLACES, numbers, strict=True)) | {ASIDE: 0}, total=sum(numbers))


def drawn(state):
    """The two lines of a moment."""
    numbers = [str(state.seeds[place]) for place in PLACES]
    return tuple(f"{' '.join(row[:6])} | {row[6]}" for row in (numbers[:7], numbers[7:]))


def said(state, verb, *, by="South", **answers):
    """The moment after a seat says something."""
    return play(state, read(GAME.kind(verb), state, by, answers))


def sown(south, north, pit):
    """What South's sowing leads to."""
    return said(board(south, north), "sow", pit=pit)


def test_own_pit_allows():
    after = sown(FULL, FULL, "A2")
    assert drawn(after) == ("4 0 5 5 5 5 | 0", FULL) and after.turn == "North"


def test_own_pit_refuses():
    with pytest.raises(Refusal, match="B2 is North's"):
        sown(FULL, FULL, "B2")


def test_empty_pit_allows():
    assert sown("0 1 0 0 0 1 | 0", "1 0 0 0 0 0 | 0", "A2").turn == "North"


def test_empty_pit_refuses():
    with pytest.raises(Refusal, match="A1 is empty"):
        sown("0 1 0 0 0 1 | 0", "1 0 0 0 0 0 | 0", "A1")


def test_sow_happens():
    """Once round the board: not into the other's store, but into the pit the seeds came from."""
    after = sown("1 0 0 0 0 14 | 0", "1 1 1 1 1 1 | 5", "A6")
    assert drawn(after) == ("2 1 1 1 1 1 | 2", "2 2 2 2 2 2 | 5")


def test_again_happens():
    after = sown(FULL, FULL, "A3")
    assert drawn(after) == ("4 4 0 5 5 5 | 1", FULL) and after.turn == "South"


def test_capture_happens():
    assert drawn(sown("1 0 1 0 0 0 | 0", "0 0 0 0 7 1 | 0", "A1")) == ("0 0 1 0 0 0 | 8", "0 0 0 0 0 1 | 0")


def test_a_pit_that_was_emptied_in_the_same_turn_captures():
    after = sown("13 0 0 0 0 0 | 0", "0 0 0 0 0 0 | 3", "A1")
    assert drawn(after) == ("0 1 1 1 1 1 | 3", "1 1 1 1 1 0 | 3")


@pytest.mark.parametrize(
    "south, north, pit, after",
    [
        ("1 0 1 0 0 0 | 0", "1 0 0 0 0 1 | 0", "A1", ("0 1 1 0 0 0 | 0", "1 0 0 0 0 1 | 0")),
        ("1 0 0 0 0 2 | 0", "0 1 0 0 0 0 | 0", "A6", ("1 0 0 0 0 0 | 1", "1 1 0 0 0 0 | 0")),
        ("1 1 0 0 0 0 | 0", "0 0 0 0 7 0 | 0", "A1", ("0 2 0 0 0 0 | 0", "0 0 0 0 7 0 | 0")),
    ],
    ids=["nothing across", "an empty pit of the other's", "a pit that was not empty"],
)
def test_no_capture(south, north, pit, after):
    assert drawn(sown(south, north, pit)) == after


@pytest.mark.parametrize(
    "south, north, winners, why",
    [
        ("0 0 0 0 0 1 | 9", "0 0 3 0 0 0 | 5", ("South",), "South wins, 10 to 8."),
        ("0 0 0 0 0 1 | 1", "0 0 3 0 0 0 | 5", ("North",), "North wins, 8 to 2."),
        ("0 0 0 0 0 1 | 9", "0 0 3 0 0 0 | 7", (), "A draw, 10 to 10."),
    ],
)
def test_end_happens(south, north, winners, why):
    over = sown(south, north, "A6").over
    assert (over.winners, over.why) == (winners, why)


@pytest.mark.parametrize("seeds, total", [("3", 36), ("4", 48), ("5", 60), ("6", 72)])
def test_the_seeds_in_a_pit_are_an_option(seeds, total):
    assert opened(seeds).total == total and drawn(opened(seeds))[0] == f"{' '.join(seeds * 6)} | 0"


def test_a_seed_taken_off_by_hand_lies_beside_the_board_until_it_is_put_back():
    with pytest.raises(Refusal, match="“5” is not an answer"):
        said(opened(), "ruling", thing="B4", to="5", why="there were five")
    fewer = said(opened(), "ruling", thing="A1", to="3", why="one fell down")
    assert fewer.seeds[ASIDE] == 1
    mended = said(fewer, "ruling", by="North", thing="B4", to="5", why="it belonged there")
    assert drawn(mended) == ("3 4 4 4 4 4 | 0", "4 4 4 5 4 4 | 0") and mended.seeds[ASIDE] == 0
