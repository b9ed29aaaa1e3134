"""Art that is sent to keep a server busy costs little, and never the process that serves."""

import resource
import time

import pytest

from printables.art import field
from printables.art.field import Art, ArtField, read
from printables.art.wanted import WRONG
from printables.draw.ink import Ink
from tests import hostile_art
from tests.hostile_art import Make

PROCESSOR = 2.0
"""Seconds of processor time that reading one file takes at most."""
START = 0.6
"""Seconds of processor time that a process takes to start."""
HERE = 0.25
"""Seconds of processor time that this process takes at most."""

FILES = [*hostile_art.files()]


def test_there_are_more_than_forty() -> None:
    assert len({what for what, _, _ in FILES}) == len(FILES) > 50
    assert field.MEMORY - 60 <= 300, "megabytes besides the libraries, which the system holds it to"


@pytest.mark.parametrize("name, make", [file[1:] for file in FILES], ids=[file[0] for file in FILES])
def test_a_hostile_file_costs_little(name: str, make: Make) -> None:
    art = Art(name, make(), (0.5, 0.5))
    before, here = resource.getrusage(resource.RUSAGE_CHILDREN), time.process_time()
    read([ArtField(art, (57.0, 40.0))], Ink(), 200)
    spent, after = time.process_time() - here, resource.getrusage(resource.RUSAGE_CHILDREN)
    took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    assert took <= PROCESSOR + START and spent <= HERE, (took, spent)
    (picture,) = art.pictures.values()
    assert picture.kind != WRONG or picture.words.endswith(".")
