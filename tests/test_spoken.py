"""A table in words: short enough to listen to, and nothing left out that one plays by."""

import pytest

from companion.kernel import transcript
from companion.kernel.shelf import shelf
from companion.kernel.spoken import LENGTHS, spoken
from companion.words.message import Message
from tests.conftest import ROOT
from tests.sittings import fullest, sitting_table

EVERY = 7
"""Every so many entries of a sitting are tried."""


def said(table, seat, length):
    return spoken(table, table.game.view(table.state), [seat] if seat else [], length)


@pytest.mark.parametrize("key", shelf())
def test_each_length_is_kept_and_names_the_turn_and_every_seat(key):
    table = transcript.read(fullest(shelf()[key]), {key: shelf()[key]})
    for n in [*range(1, table.n, EVERY), table.n]:
        at = table.as_of(n)
        for seat in (*at.state.seats, ""):
            sentences = {length: said(at, seat, length) for length in LENGTHS}
            for length, sentence in sentences.items():
                words = str(sentence)
                assert isinstance(sentence, Message) and len(words.split()) <= LENGTHS[length], (n, words)
                assert "{" not in words and ".." not in words
                assert words.startswith(
                    "The game is over." if at.state.over else str(at.game.view(at.state).phase)
                )
                for panel in at.game.view(at.state).panels:
                    assert f"{panel.seat}: " in words, (n, panel.seat, words)
            assert len(str(sentences["short"])) <= len(str(sentences["long"]))


@pytest.mark.parametrize("key", shelf())
def test_the_long_form_says_where_every_card_and_piece_is(key):
    table = transcript.read(fullest(shelf()[key]), {key: shelf()[key]})
    for n in range(1, table.n, 5 * EVERY):
        at = table.as_of(n)
        words = str(said(at, at.state.seats[0], "long"))
        for panel in at.game.view(at.state).panels:
            assert all(
                (f"{card.name} ({card.where})" if card.where else card.name) in words for card in panel.cards
            )
            assert all(f"{counter.name} {counter.value}" in words for counter in panel.counters)


def test_the_short_form_says_whose_turn_what_is_left_and_where_everybody_stands():
    table = sitting_table("war-in-heaven", "resignation").as_of(0)
    words = str(said(table, "Demons", "short"))
    values = table.game.values(table.state)
    assert "Round 1 of 12" in words and "You, Demons: " in words
    for piece in table.game.view(table.state).picture.pieces:
        assert f"{piece.thing} on {values[piece.thing]}" in words


def test_the_document_quotes_the_short_form():
    table = sitting_table("war-in-heaven", "resignation").as_of(0)
    text = (ROOT / "docs" / "accessibility.md").read_text("utf-8")
    assert f"> {said(table, 'Angels', 'short')}\n" in text


def test_what_changed_is_told_from_ones_own_last_sentence_on():
    table = sitting_table("war-in-heaven", "resignation")
    last = max(n for n, step in enumerate(table.standing) if step.entry.seat == "Angels")
    words = str(said(table, "Angels", "long"))
    later = [
        told.text for step in table.standing[last + 1 :] for told in step.told if "Result" not in told.about
    ]
    assert later == [] or f"Since you acted: {' '.join(later)}" in words
    before = [told.text for told in table.standing[last].told]
    assert not any(f"Since you acted: {line}" in words for line in before)
