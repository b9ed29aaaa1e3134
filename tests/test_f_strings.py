"""No f-string reaches a player: in boxes, games and printables, each is a key, code, or for an author."""

from pathlib import Path

import pytest

from tests.f_strings import for_players, found_in

ROOT = Path(__file__).parents[1]
ROOMS = (
    "companion/boxes", "companion/games", "companion/kernel/journal.py", "companion/kernel/score.py",
    "companion/kernel/spoken.py", "printables",
)  # fmt: skip
"""Rooms of which no f-string is left that a player could read; the list only grows."""


@pytest.mark.parametrize("room", ROOMS)
def test_no_f_string_reaches_a_player(room: str) -> None:
    assert found_in(ROOT / room, ROOT) == set()


@pytest.mark.parametrize(
    "code",
    [
        'why = f"{who} loses {n}"',
        'def text(who): return f"Waiting for {who}"',
        'LEFT = {n: f"{n} left" for n in NUMBERS}',
        'raise Unprintable(f"{name} is too large")',
        'def together(rows) -> Iterator[Fault]: yield Fault("", "", f"are {n} in all")',
        'card = Card(name, f"{seat} has won", kind)',
        'pen.say(f"q {n} cm and so on")',
    ],
)
def test_what_a_player_could_read_is_found(code: str) -> None:
    assert for_players(code) == [1]


@pytest.mark.parametrize(
    "code",
    [
        'raise Wrong(f"“{key}” is no key")',
        'reader.no(path, f"“{key}” is no key")',
        'def odd(card) -> Iterator[ForAuthor]: yield f"says {what} twice"',
        'def odd(card) -> list[CardFault]: return [(name, "text", f"says {what} twice")]',
        'why: ForAuthor = f"says {what} twice"',
        'LOTS: tuple[ThingName, ...] = tuple(f"lot {n}" for n in range(9))',
        'piece = Piece(f"{seat} figure", at)',
        'known = state.once(f"deals {pile}", state, deals)',
        'card = names[f"{seat} card"]',
        'pen.say(f"q {x:.3f} 0 0 {y:.3f} cm", f"/{key} Do Q")',
        're.compile(rf"{word} and more")',
    ],
)
def test_keys_code_and_sentences_for_authors_are_not_for_players(code: str) -> None:
    assert for_players(code) == []
