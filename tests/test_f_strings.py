"""No f-string reaches a player: each is a key, code, or for an author or a host (``tests.f_strings``)."""

from pathlib import Path

import pytest

from tests.f_strings import ALL, ELSEWHERE, OF_BOXES, WRONG, for_players, found_in

ROOT = Path(__file__).parents[1]
ROOMS = (
    "boxes", "extras", "games", "kernel", "players", "plays", "storage", "story", "svg", "toolkit", "web",
)  # fmt: skip
"""The rooms of ``companion`` that players read something of. ``check``, ``cli`` and ``work`` speak to hosts
and authors, and ``words`` makes words."""
PLANTED = """
def planted(who: str, n: int) -> str:
    return f"{who} loses {n}"
"""


@pytest.mark.parametrize("room", [*(f"companion/{room}" for room in ROOMS), "printables"])
def test_no_f_string_reaches_a_player(room: str) -> None:
    assert found_in(ROOT / room, ROOT) == set()


@pytest.mark.parametrize("room", ROOMS)
def test_one_that_is_planted_is_found_in_each_file(room: str, tmp_path: Path) -> None:
    files = sorted((ROOT / "companion" / room).rglob("*.py"))
    for file in files:
        planted = tmp_path / file.relative_to(ROOT)
        planted.parent.mkdir(parents=True, exist_ok=True)
        planted.write_text(file.read_text("utf-8") + PLANTED, "utf-8")
    result = {place.rpartition(":")[0] for place in found_in(tmp_path / "companion" / room, tmp_path)}
    whole = {f"companion/{name}" for name, names in ELSEWHERE.items() if names == ALL}
    assert result == {str(file.relative_to(ROOT)) for file in files} - whole


@pytest.mark.parametrize("file", ELSEWHERE)
def test_what_is_excepted_is_there_and_needs_to_be(file: str) -> None:
    source, names = (ROOT / "companion" / file).read_text("utf-8"), ELSEWHERE[file]
    assert for_players(source)
    for name in () if names == ALL else names:
        assert len(for_players(source, {*names} - {name})) > len(for_players(source, names)), name


@pytest.mark.parametrize(
    "code",
    [
        'why = f"{who} loses {n}"',
        'def text(who): return f"Waiting for {who}"',
        'LEFT = {n: f"{n} left" for n in NUMBERS}',
        'raise Unprintable(f"{name} is too large")',
        'raise ValueError(f"{name} is no choice")',
        'raise NotFound(f"No table has the code {code}")',
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
        'raise Misdeclared(f"“{key}” is no key")',
        'raise Told(f"{file} is no file")',
        'parser.add_argument("--seat", help=f"or {SEAT} of the table")',
        'response.headers["Content-Disposition"] = f"attachment; filename={name}"',
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


def test_an_author_of_a_box_reads_what_is_wrong_with_it() -> None:
    code = 'raise WrongFormula(f"“{key}” is no key")'
    assert for_players(code) == [1] and for_players(code, wrong=WRONG | OF_BOXES) == []
