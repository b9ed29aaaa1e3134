"""Where pieces stand, by the middles of their sigils: side by side where they share a space, or in doubt."""

import pytest

from companion.extras.eye.sighting import PhotoReading, Sighting
from tests.extras.eye.test_photographs import marked

ALE = "heaven-and-ale"


def placed(*pieces: tuple[str, str, float]) -> dict[str, tuple[str, str]]:
    """Space and doubt of pieces that lie so far above or below the middle of a space, in millimetres."""
    things = marked(ALE)
    board, numbers = things.boards["own-board"], {face.thing: n for n, face in things.faces.items()}
    middles = {cell.space: board.point(cell.at) for cell in board.picture.cells}
    seen = [
        Sighting(numbers[thing], (middles[space][0], middles[space][1] + off), (1.0, 0.0), ())
        for thing, space, off in pieces
    ]
    return {
        p.thing: (p.space, p.doubt) for p in things.placed(PhotoReading("own-board", (), 8, tuple(seen), 0))
    }


def test_two_markers_that_lie_side_by_side_on_a_space_of_the_track_are_both_on_it():
    assert placed(("Gold wood", "track 3", -8.0), ("Gold hops", "track 3", 9.0)) == {
        "Gold wood": ("track 3", ""),
        "Gold hops": ("track 3", ""),
    }


@pytest.mark.parametrize(
    "beside",
    [
        (),
        (("Gold hops", "track 3", 20.0),),  # on the space below
        (("Gold hops", "track 5", 0.0),),  # two spaces on
        (("Gold hops", "track 3", -9.0),),  # both off to one side
    ],
)
def test_one_that_lies_off_is_in_doubt_wherever_the_other_is(beside):
    space, doubt = placed(("Gold wood", "track 3", -8.0), *beside)["Gold wood"]
    assert (space, doubt) == ("", "between two spaces, beside track 3")


def test_two_that_may_not_share_a_space_are_in_doubt():
    result = placed(("Scoring disc", "spot x", -2.0), ("From 8", "spot x", 3.0))
    assert all(space == "" and doubt == "on spot x with another" for space, doubt in result.values())
