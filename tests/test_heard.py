"""A move in one line: it names what is on offer, and is refused with the same reasons as in a transcript."""

import re

import pytest

from companion.kernel import transcript
from companion.kernel.action import written
from companion.kernel.heard import heard
from companion.kernel.judge import Whole
from companion.kernel.rulebook import Refusal
from companion.kernel.shelf import shelf
from tests.conftest import ROOT
from tests.sittings import fullest, sitting_table


def at(n=0):
    return sitting_table("war-in-heaven", "resignation").as_of(n)


def a_move(table):
    """A move that is possible: the seat, the piece and the space."""
    seat = table.state.to_act[0]
    for cell in table.game.view(table.state).picture.cells:
        for piece in table.game.view(table.state).picture.pieces:
            try:
                table.say(seat, "move", {"token": piece.thing, "space": cell.space})
            except Refusal:
                continue
            return seat, piece.thing, cell.space
    raise AssertionError


@pytest.mark.parametrize(
    "words", ["{0} to {1}", "move {0} to {1}", "{2} TO {3}!", "please, {0} goes to {1} now"]
)
def test_a_piece_and_a_space_are_a_move(words):
    table = at()
    seat, piece, space = a_move(table)
    line = words.format(piece, space, piece.upper(), f"{space[0].lower()} {space[1:]}")
    proposal = heard(table.game, table.state, seat, line)
    assert proposal and proposal.kind.verb == "move" and isinstance(proposal.proposal.next, Whole)
    answers = written(proposal.proposal.next.action)
    assert answers["token"] == piece and answers["space"] == space


def test_a_button_is_called_by_its_title():
    table = at()
    seat = table.state.to_act[0]
    proposal = heard(table.game, table.state, seat, "End turn")
    assert proposal and proposal.kind.verb == "end-turn"


def test_what_is_forbidden_is_refused_with_the_reason_of_a_transcript():
    table = at()
    seat, piece, _ = a_move(table)
    far = next(c.space for c in table.game.view(table.state).picture.cells if c.space.endswith("9"))
    proposal = heard(table.game, table.state, seat, f"move {piece} to {far}")
    with pytest.raises(Refusal) as refused:
        table.say(seat, "move", {"token": piece, "space": far})
    assert proposal and proposal.proposal.refusal
    assert str(proposal.proposal.refusal.why) == str(refused.value.why)


def understood(line):
    """Return what a line is at the beginning of War in Heaven, as the document says it."""
    table = at()
    proposal = heard(table.game, table.state, "Angels", line)
    if proposal is None:
        return "nothing that is on offer"
    if proposal.proposal.refusal:
        return str(proposal.proposal.refusal.why)
    if isinstance(proposal.proposal.next, Whole):
        return f"{proposal.kind.title}: {', '.join(name for _, name in proposal.given)}"
    return str(proposal.proposal.next.noun.ask)


def test_the_lines_of_the_document_are_heard_as_it_says():
    text = (ROOT / "docs" / "accessibility.md").read_text("utf-8")
    rows = text.partition("| line | is |\n|---|---|\n")[2].partition("\n\n")[0]
    lines = re.findall(r"^\| ([^|]+) \| ([^|]+) \|$", rows, re.MULTILINE)
    assert len(lines) > 5 and [(line, understood(line)) for line, _ in lines] == lines


@pytest.mark.parametrize("line", ["", "  ", "hello world", "x" * 5000, "🐉", "-1", "to to to"])
def test_nonsense_names_nothing(line):
    table = at()
    assert heard(table.game, table.state, table.state.to_act[0], line) is None


@pytest.mark.parametrize("key", shelf())
def test_each_sentence_of_a_sitting_is_heard_as_it_was_said(key):
    """The names of an entry, after its button, are that entry again."""
    table, right, tried = transcript.read(fullest(shelf()[key]), {key: shelf()[key]}), 0, 0
    for before, step in zip(table.standing[::5], table.standing[1::5], strict=False):
        entry, kind = step.entry, table.game.kind(step.entry.verb)
        names = [n for a in entry.answers.values() for n in ([a] if isinstance(a, str) else a)]
        if kind is None or not names:
            continue
        proposal = heard(table.game, before.state, entry.seat, f"{kind.title}: {' '.join(names)}")
        tried += 1
        right += proposal is not None and proposal.kind.verb == entry.verb
    assert right >= 0.9 * tried and tried, (right, tried)


def test_the_page_goes_to_the_sentence_or_says_that_it_did_not_understand(phone):
    anna = phone()
    code = anna.open(phone="all")
    assert "Say a move" in anna.get(f"/t/{code}/words").text
    led = anna.get(f"/t/{code}/heard?line=add+1")
    assert led.status_code == 303 and "/do/add" in led.location
    lost = anna.get(f"/t/{code}/heard?line=what")
    assert "Nothing that you can do now is called that" in lost.text
    assert "Say a move" not in phone().get(f"/t/{code}/words").text
