"""Parts in columns: nothing is lost, no column is overfull, and no heading is the last of one."""

import random

import pytest

from printables.layout.parts import Part, column, flowed, tall


def drawn(pen, w):
    """Draw nothing."""


@pytest.mark.parametrize("seed", range(40))
def test_parts_flow_into_columns_in_their_order_and_no_heading_is_the_last_of_one(seed):
    rng = random.Random(seed)
    parts = [Part(rng.uniform(2, 30), drawn, rng.random() < 0.3) for _ in range(60)] + [Part(5.0, drawn)]
    rooms = [rng.uniform(70, 90), 80.0, 120.0]
    columns = flowed(parts, rooms)
    assert [part for one in columns for part in one] == parts and all(columns)
    for n, one in enumerate(columns):
        room = rooms[min(n, 2)]
        whole = next(m for m, part in enumerate(one) if not part.head) + 1
        assert tall(one) <= room or len(one) == whole, "what is too tall for a column stands alone"
        assert not one[-1].head
        if n + 1 < len(columns):
            follows = columns[n + 1]
            whole = next(m for m, part in enumerate(follows) if not part.head) + 1
            assert tall([*one, *follows[:whole]]) > room, "a column is filled before the next"


def test_a_part_that_is_taller_than_its_room_stands_alone_and_nothing_at_all_is_one_column():
    assert flowed([Part(9.0, drawn), Part(1.0, drawn)], [5.0]) == [[Part(9.0, drawn)], [Part(1.0, drawn)]]
    assert flowed([], [5.0]) == [[]]


def test_a_column_is_drawn_from_its_head_and_says_where_it_ends():
    from reportlab.pdfgen.canvas import Canvas

    from printables.draw.ink import Ink
    from printables.draw.pen import Pen

    seen = []
    parts = [Part(4.0, lambda pen, w: seen.append(w)), Part(6.0, lambda pen, w: seen.append(w))]
    assert column(Pen(Canvas(None), Ink()), parts, 10.0, 20.0, 50.0, 1.5) == 20.0 + 4.0 + 6.0 + 3.0
    assert seen == [50.0, 50.0]
