"""The main board of Heaven & Ale: what the phone draws otherwise lies there, and is read."""

from pathlib import Path
from random import Random

import pytest

from companion.extras.eye.compare import Stands, compare, offers, stands
from companion.games.heaven_and_ale import box
from companion.kernel import transcript
from companion.kernel.action import written
from companion.kernel.shelf import shelf
from tests.extras.eye.camera import Conditions, Kit, photograph
from tests.extras.eye.scenes import begun, laid, seen_in
from tests.extras.eye.test_photographs import marked

ALE = "heaven-and-ale"
BOARD = "main-board"
PLAYED = Path(__file__).parents[3] / "companion/games/heaven_and_ale/played/four.game"


def there(state) -> list[Stands]:
    (result,) = stands(marked(ALE), shelf()[ALE], state, BOARD)
    return result


def barrels(state) -> dict[str, str]:
    return {one.space: one.thing for one in there(state) if "barrel" in one.thing}


def test_the_phone_knows_where_barrels_and_figures_lie_and_says_what_it_does_not_know():
    start = begun(shelf()[ALE], 4).start
    assert barrels(start) == dict.fromkeys(box.GOALS, "Large barrel")
    figures = {one.name: one.space for one in there(start) if "figure" in one.name}
    assert figures == {"Gold figure": "slot first player"}
    assert {one.space for one in there(start) if not one.thing} >= {"R1", "M4", "A", "round 6"}
    last = transcript.read(PLAYED.read_text(), shelf()).state
    assert {"Small barrel"} < {*barrels(last).values()} and len(barrels(last)) < len(box.GOALS)


@pytest.mark.slow
def test_it_is_read_and_barrels_that_were_taken_are_offered():
    game, things, kit, rng = shelf()[ALE], marked(ALE), Kit(ALE, BOARD), Random(0)
    steps = transcript.read(PLAYED.read_text(), shelf()).standing
    n = max(n for n, step in enumerate(steps) if step.entry.verb == "take-barrels")
    before, after, said = steps[n - 1].state, steps[n].state, steps[n].entry
    assert barrels(before) != barrels(after)
    tiles = [Stands("hops 4", "", one.space) for one in there(after) if not one.thing and one.space[0] == "R"]
    lying = [one for one in there(after) if one.thing]
    photo = photograph(kit.scene(laid(kit, lying + tiles[:2], rng)), Conditions(pixels=(2560, 1920)), rng)
    seen = seen_in(photo, things)
    one = compare(things, seen, there(after))
    assert len(one.agree) == len(lying) > 10 and not one.differ and not one.unseen and not one.doubtful
    assert sum(p.thing == "hops 4" and bool(p.space) for p in seen) == len(tiles[:2]) == 2
    (offer,) = offers(things, game, before, seen, BOARD)
    assert [(one.by, one.verb, written(one)) for one in offer.actions] == [
        (said.seat, said.verb, said.answers)
    ]
