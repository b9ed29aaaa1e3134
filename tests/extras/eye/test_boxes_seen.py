"""A box of TOML is read by photograph, too, where it says which of its pieces bear sigils."""

from collections import Counter
from itertools import islice
from random import Random

import pytest

from companion.boxes import game as boxes
from companion.boxes.reading.names import SIGILS
from companion.boxes.shelf import box, source
from companion.extras.eye.compare import nearest, offers, stands
from companion.extras.eye.places import Marked, Placed
from companion.extras.eye.sighting import Sighting
from companion.kernel.action import legal, play
from companion.kernel.schema import SchemaError
from companion.kernel.simulate import moves
from printables.draw import sigil
from printables.sources.catalogue import catalogue
from printables.sources.sigils import REFERENCES
from tests.extras.eye.camera import Conditions, Kit, photograph
from tests.extras.eye.scenes import begun, laid, moment, seen_in

MORRIS = "nine-mens-morris"


@pytest.mark.slow
def test_a_box_that_marks_its_pieces_is_read_and_its_move_offered():
    game, rng = box(MORRIS), Random(3)
    marked, kit = Marked.of(game), Kit(MORRIS)
    assert marked and {face.thing for face in marked.faces.values()} == {"White man", "Black man"}
    before = moment(game, rng, 25)
    done = next(legal([kind for kind in game.kinds if not kind.anytime], before, before.to_act[:1]))
    there = stands(marked, game, play(before, done), "board")
    photo = photograph(kit.scene(laid(kit, there[0], rng, off=3)), Conditions(pixels=(1600, 1200)), rng)
    seen = seen_in(photo, marked)
    assert len(nearest(marked, seen, there).agree) == len(there[0]) > 10
    assert [one.actions for one in offers(marked, game, before, seen, "board")] == [(done,)]
    assert str(catalogue(game)["stickers"].words).startswith("18 rounds")


@pytest.mark.slow
def test_a_sitting_of_a_box_is_entered_by_what_is_seen_alone_and_ends_in_the_same_state():
    game, rng = box(MORRIS), Random(4)
    marked, phone, verbs = Marked.of(game), begun(game).state, Counter()
    for done, table in islice(moves(game, phone, rng), 80):
        there = stands(marked, game, table, "board")[0]
        seen = [Placed(one.thing, True, one.space, "", Sighting(0, (0, 0), (1, 0), ())) for one in there]
        assert [one.actions for one in offers(marked, game, phone, seen, "board")] == [(done,)]
        phone, verbs = play(phone, done), verbs + Counter([done.verb])
    assert phone == table and verbs["set-man"] == 18 and verbs["move-man"] > 40 and verbs["take-man"]


def test_a_box_bears_as_many_sigils_as_there_are_and_none_where_it_says_none():
    text = source(MORRIS)
    assert Marked.of(boxes.game(text.replace("sigils = true\n", ""), "plain")) is None
    assert len(sigil.CODES) - 2 * REFERENCES == SIGILS
    seats = ", ".join(f'"S{n}"' for n in range(8))
    text = text.replace('"2"\nseats = ["White", "Black"]', f'"2..8"\nseats = [{seats}]')
    more = "".join(f'[pieces.man{n}]\nletter = "m"\nsigils = true\n' for n in range(10))
    with pytest.raises(SchemaError, match="88 kinds of piece would bear sigils, and there are 84"):
        boxes.game(text.replace("[phases.play]", more + "[phases.play]"), "many")
