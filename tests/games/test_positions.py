"""Cases that begin from a drawn position: what they say wrongly is seen, and where."""

import pytest

from companion.games.war_in_heaven import GAME
from companion.kernel.rulebook import Refusal
from tests.games import positions
from tests.games.war import drawn

CASE = """## a case
drawn: ../.M./T.../...../..../...../tttt/.l./..; actions=2
  Angels move: Michael, A1 -> at.Michael = A1; actions = 1; at.# = 7  # six and he
    "Move Michael from B2 to A1."
    not "…Lucifer…"
    not [gates]
    with actions=0; at+={'Uriel': 'B1'} -> at has Uriel; at.Uriel = B1
      ! Angels move: Michael, B1 [actions] All your actions are taken; end your turn.
  ? Angels move: Michael, Z9 [on-offer] “Z9” is not an answer…
  ! Angels end-turn [actions]
  asks(Angels move: Militia 1).allowed.each name = A2 + B3 + A4 + B4
  starts(Angels) = -; label(Uriel) = Uriel; told.# = 0; loses(Angels end-turn) = -
  foresees(Angels move: Militia 1, A4) = next to gate A5
  things.Round = 2; face(battle, Angels).0 = Battle; over = -; down != Uriel; on lacks A1
"""
WRONG = [
    ("at.Michael = A1", "at.Michael = A2"),
    ("at.# = 7", "at.# = 6"),
    ("Michael from B2", "Michael from B3"),
    ("…Lucifer…", "Move…"),
    ("not [gates]", "[gates]"),
    ("at has Uriel", "at lacks Uriel"),
    ("[actions] All your", "[move-one] All your"),
    ("; end your turn.", "."),
    ("! Angels end-turn [actions]", "Angels end-turn"),
    ("! Angels end-turn", "! Angels move: Michael, B1"),
    ("on-offer", "move-one"),
    ("down != Uriel", "down != -"),
    ("on lacks A1", "on has A1"),
    ("Battle; over", "Fight; over"),
    ("next to gate A5", "next to gate"),
    ("end-turn) = -", "end-turn) = 2 actions"),
    ("B3 + A4", "A4"),
    ("Uriel; told", "Ariel; told"),
]


def tried(tmp_path, monkeypatch, text):
    (tmp_path / "war.game").write_text(text, "utf-8")
    monkeypatch.setattr(positions, "FOLDER", tmp_path)
    positions.cases("war", GAME, drawn, holds=False)("a case")


def test_a_case_that_holds(tmp_path, monkeypatch):
    tried(tmp_path, monkeypatch, CASE)


@pytest.mark.parametrize("right, wrong", WRONG)
def test_a_case_that_does_not_hold_says_in_which_line(tmp_path, monkeypatch, right, wrong):
    assert CASE.count(right) == 1
    with pytest.raises((AssertionError, Refusal, pytest.fail.Exception), match=r".") as caught:
        tried(tmp_path, monkeypatch, CASE.replace(right, wrong))
    line = CASE[: CASE.index(right)].count("\n") + 1
    assert caught.value.__notes__[0].startswith(f"in line {line}: ")


def test_a_case_named_after_a_rule_that_does_not_fire_there(tmp_path, monkeypatch):
    (tmp_path / "war.game").write_text("## gates refuses\ndrawn: -> actions = 3\n", "utf-8")
    monkeypatch.setattr(positions, "FOLDER", tmp_path)
    with pytest.raises(AssertionError, match="“gates” never refuses here"):
        positions.cases("war", GAME, drawn)("gates refuses")
