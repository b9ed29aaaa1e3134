"""Undo and redo tell hands what to do, in sentences: over all played sittings, entry by entry."""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from companion.boxes.shelf import Shelf
from companion.kernel import put_back, transcript
from companion.kernel.journal import Table
from companion.kernel.sittings import sittings
from companion.kernel.tracked import SITTING, Tracked, hand_moves
from companion.kernel.values import Contents, Lies
from tests.conftest import one_in_a_minute

GAMES = Shelf()
PLAYED = [(key, name) for key in GAMES for name in sittings(GAMES[key])]
ASKED = re.compile(
    r"(Add|Discard|Give|Have|Lay|Move|Put|Set|Strike out|Take|Turn|Write) [^:]+\.$|[^:]+ stays [^:]+\.$"
)
"""What one asks of hands; a name and a colon is what a machine would say."""


def table_of(key: str, name: str) -> Table[Any]:
    """Return a played sitting, replayed."""
    return transcript.read(sittings(GAMES[key])[name], {key: GAMES[key]})


def moments(table: Table[Any]) -> Iterator[tuple[Any, Any]]:
    """Two moments of a sitting that an undo goes between, and a redo."""
    for before, after in pairwise([table.start, *(step.state for step in table.log)]):
        yield after, before
        yield before, after


def differing(tracked: tuple[Tracked[Any], ...], now: Any, then: Any) -> set[str]:
    """The things that are not the same at two moments."""
    pairs = [(kind.now(now), kind.now(then)) for kind in (*tracked, *SITTING)]
    return {name for was, is_ in pairs for name in {*was, *is_} if was.get(name) != is_.get(name)}


@pytest.mark.parametrize("sitting", one_in_a_minute(PLAYED), ids="/".join)
def test_taking_back_and_putting_back_ask_hands_in_sentences_and_leave_no_thing_out(
    sitting: tuple[str, str],
) -> None:
    table = table_of(*sitting)
    for now, then in moments(table):
        lines, by_phone = hand_moves(table.game.tracked, now, then)
        assert not [line.text for line in lines if not ASKED.match(line.text)]
        assert not [line.text for line in lines if re.match(r"Set (Turn|Round|Phase|Actions)\b", line.text)]
        told = {thing for line in lines for thing in line.about} | {*by_phone}
        assert told == differing(table.game.tracked, now, then)


def test_the_undo_of_a_turn_in_heroball_moves_marker_and_tokens_back() -> None:
    table = table_of("heroball", "two.game")
    n = next(step.entry.n for step in table.log if step.entry.verb == "end-turn" and step.state.round == 2)
    before = Table.open(table.game, table.opening)
    for step in table.log[:n]:
        before = before.say(step.entry.seat, step.entry.verb, step.entry.answers)
    undone = before.say(before.log[-1].entry.seat, "undo", {"entry": str(n)})
    sentences = [line.text for line in undone.log[-1].told]
    assert "Move the round marker back to 1." in sentences and any(
        line.startswith("Put the token") for line in sentences
    ), sentences
    assert not any(line.startswith(("Turn", "Phase", "Round", "Tokens")) for line in sentences)
    assert "Turn" in undone.log[-1].told[0].about, "why it is that seat's turn is still known"


def test_what_hands_do_is_said_by_number_list_and_place() -> None:
    assert put_back.so_many("Health under Thor", None, 2) == "Put 2 Health under Thor."
    assert put_back.so_many("Health under Thor", 5, 1) == "Take 4 Health under Thor away."
    assert put_back.cards("Gold's hand", 4, 5) == "Put 1 card in Gold's hand."
    assert (
        put_back.cards("the Storage", Contents(("A", "B"), 3, "B"), Contents(("A",), 1, "A"))
        == "Take 2 cards from the Storage."
    )
    assert put_back.among("Nezha's items", Contents(("Bow", "Mail")), Contents(("Bow", "Bow"))) == (
        "Take Mail from Nezha's items. Add Bow to Nezha's items."
    )
    assert (
        put_back.moved("Ball", Lies("F6", holder="Gold"), "F6") == "Ball stays on F6, no more held by Gold."
    )
    assert (
        put_back.moved("Nezha", "Row 1", Lies("the Celestials", where="with"))
        == "Put Nezha with the Celestials."
    )
    assert put_back.marker("the {} marker")("Gold AP", 3, 1) == "Move the Gold AP marker back to 1."
