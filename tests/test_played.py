"""Played sittings: each transcript holds line by line, and together they show every way a game can end."""

from pathlib import Path

import pytest

from companion.kernel import transcript
from companion.kernel.game import shelf

FILES = sorted((Path(__file__).parent / "played").glob("*.game"))
ENDINGS = {
    "heaven-and-ale": {
        ("most-points", 1),
        ("most-points", 2),
        ("resign", 2),
        ("draw-offer", 0),
        ("end-table", 0),
    },
    "heroball": {("end", 1), ("end", 2), ("resign", 1)},
    "havoc-in-heaven": {("last-turn", 1), ("resign", 1), ("draw-offer", 0), ("end-table", 0)},
    "war-in-heaven": {
        ("commander-falls", 1),
        ("commander-falls", 0),
        ("zadkiel", 1),
        ("beelzebub", 1),
        ("round-12", 1),
        ("round-12", 0),
        ("resign", 1),
    },
    "high-heavens": {
        ("base", 1),
        ("base", 2),
        ("pantheon", 1),
        ("pantheon", 2),
        ("resign", 1),
        ("draw-offer", 0),
        ("stalemate", 0),
    },
}
"""Game to the rules a sitting can end by, with the number of winners."""


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_played_sitting_holds_and_can_be_written_again(path):
    table = transcript.read(path.read_text("utf-8"), shelf())
    assert table.n and table.stopped is None
    table.game.invariant(table.state)
    again = transcript.read(transcript.write(table), shelf())
    assert again.state == table.state and transcript.write(again) == transcript.write(table)


@pytest.mark.parametrize("game", shelf())
def test_every_way_a_game_can_end_has_been_played(game):
    tables = [
        transcript.read(path.read_text("utf-8"), shelf()) for path in FILES if path.stem.startswith(game)
    ]
    ends = {(table.state.over.rule, len(table.state.over.winners)) for table in tables if table.state.over}
    assert ends >= ENDINGS[game]
    assert {len(table.opening.seats) for table in tables} == set(shelf()[game].players)


def test_both_tiebreaks_of_the_last_round_have_been_played():
    whys = [
        table.state.over.why
        for path in FILES
        if path.stem.startswith("war-in-heaven-most")
        for table in [transcript.read(path.read_text("utf-8"), shelf())]
    ]
    assert any("more Allies" in why for why in whys) and any("more tokens" in why for why in whys)
