"""Boards, pieces, questions, options and tables of one's own game, made by fields and buttons."""

import pytest

from companion.boxes import form, shelf
from companion.boxes.form import buttons, starts
from companion.boxes.form.grid import fresh, grid
from companion.boxes.own import Described

BOARD = starts.source("board")
CHESS = BOARD.replace("count = 4", 'count = 4\nat = { White = "a1 b1 d1", Black = "c4" }')


def typed(text: str, **more: str) -> str:
    return form.merged(text, text, form.form(text).values | more)


def spaces(text: str) -> dict[str, str]:
    """Space to its kind, as the game has them."""
    picture = Described()(text).picture
    return {cell.space: cell.kind for cell in picture.cells}


@pytest.mark.parametrize("hexes", [False, True])
@pytest.mark.parametrize("size", [(1, 1), (3, 5), (8, 8), (20, 20)])
def test_a_drawing_that_is_written_is_read_again(size, hexes):
    made = fresh(4, 4).sized(*size)
    assert made.size == size and grid(made.written(hexes), hexes) == made
    names = [word for row in made.rows for word in row]
    assert len(set(names)) == size[0] * size[1] and ("a1" in names or size == (1, 1))


@pytest.mark.parametrize("key", [*starts.KEYS, *shelf.keys()])
def test_every_board_that_is_offered_grows_and_shrinks_back(key):
    text = starts.source(key) if key in starts.KEYS else shelf.source(key)
    form_before = form.form(text)
    if not form_before.size:
        return
    columns, rows = form_before.size
    larger = buttons.with_board(text, "rows", str(rows + 1))
    assert form.form(larger).size == (columns, rows + 1)
    back = buttons.with_board(larger, "rows", str(rows))
    assert form.form(back).values["drawing"].split() == form_before.values["drawing"].split()


def test_a_board_that_grows_keeps_its_gates_and_what_stands_on_the_far_edge():
    larger = buttons.with_board(buttons.with_board(CHESS, "rows", "5"), "columns", "3")
    assert form.form(larger).values["drawing"] == "\n".join(
        ("a5:gate b5:gate c5:gate", "a4      b4      c4", "a3      b3      c3", "a2      b2      c2",
         "a1:gate b1:gate c1:gate")
    )  # fmt: skip
    assert form.form(larger).values["pieces.man.at"] == "White: a1 b1; Black: c5"
    Described()(larger)
    for what, value in (
        ("rows", "0"),
        ("rows", "21"),
        ("rows", "x"),
        ("shape", "round"),
        ("ways", "all"),
        ("", ""),
    ):
        assert buttons.with_board(CHESS, what, value) == CHESS


def test_a_board_of_another_shape_is_a_game_and_so_is_the_way_back():
    points = buttons.with_board(BOARD, "shape", "points")
    assert "a4 b4 c4 d4" in form.form(points).values["ways"].splitlines()
    hexes = buttons.with_board(points, "shape", "hexes")
    assert "ways" not in hexes and Described()(hexes) and form.form(hexes).shape == "hexes"
    squares = buttons.with_board(hexes, "shape", "squares")
    crossed = buttons.with_board(squares, "ways", "diagonals")
    assert "d4 c3 b2 a1" in form.form(crossed).values["ways"].splitlines() and Described()(crossed)
    assert buttons.with_board(crossed, "ways", "diagonals") == crossed


def test_a_game_without_a_board_gets_one_and_may_lose_it_again():
    text = buttons.added(buttons.with_board(starts.source("pad"), "add", ""), "pieces")
    text = buttons.moving(typed(text, **{"pieces.piece_1.at": "Gold: a1; Crimson: d4"}), "move")
    game = Described()(text)
    assert game.kind("move") and 'at = {Gold = "a1", Crimson = "d4"}' in text
    bare = buttons.dropped(buttons.with_board(text, "drop", "all"), "verbs", "move")
    assert Described()(bare) and "[board]" not in bare and "pieces" not in bare


def test_questions_options_tables_areas_and_kinds_of_spaces_are_made_in_fields():
    text = BOARD
    for group, called in (("options", ""), ("tables", "worths"), ("areas", "homes"), ("spaces", "")):
        text = buttons.added(text, group, called)
    text = buttons.asking(buttons.asking(text, "put"), "reach")
    said = {
        "options.option_1.title": "Length",
        "options.option_1.choices": "Short = 5, Long = 10",
        "options.option_1.usual": "Short",
        "tables.worths.numbers": "0, 1, 3",
        "areas.homes.spaces": "White: a1 b1; Black: a4 b4",
        "spaces.gate.holds": "3",
        "verbs.put.asks.which.kind": "number",
        "verbs.put.asks.which.answers": "1..option_1",
        "verbs.reach.asks.which.kind": "die",
        "seats": "White, Old Black",
        "drawing": form.form(BOARD).values["drawing"].replace("c2", ". "),
    }
    new = typed(text, **said)
    assert form.form(new).values | said == form.form(new).values
    mended = buttons.renamed(new.replace("Old Black", "Black"))
    game = Described()(mended)
    assert game.options[0].title == "Length" and "1..option_1" in mended
    assert "worths = [0, 1, 3]" in mended and "c2" not in mended.split("[pieces")[0]
    less = buttons.dropped(buttons.dropped(mended, "verbs", "put.asks.which"), "areas", "homes")
    assert Described()(less) and "homes" not in less and "1..option_1" not in less


def test_what_stands_in_a_table_of_its_own_is_written_once():
    text = BOARD + '\n[pieces.fox]\nletter = "F"\n[pieces.fox.at]\nWhite = "b2"\n[areas.home]\ntable = "a1"\n'
    new = typed(text, **{"pieces.fox.at": "Black: c3", "areas.home.spaces": "table: a2 a3"})
    assert Described()(new) and form.form(new).values["pieces.fox.at"] == "Black: c3"
    assert form.form(new).values["areas.home.spaces"] == "table: a2 a3"


@pytest.mark.parametrize(
    "box",
    ["board = 3", "board = {drawing = 7}", "[board]\ndrawing = '''\n'''", "areas = 1\ntables = 2\nspaces = 3",
     "verbs = {x = {asks = 3}}", "verbs = {x = {asks = {y = 1}}}", "board = {drawing = 'a b', ways = 3}",
     "pieces = {x = {at = 3}}\nboard = {drawing = 'a1 b1'}", "spaces = 4\nboard = {drawing = 'a1 b1'}"],
)  # fmt: skip
def test_nothing_odd_in_a_text_stops_its_form(box):
    form_before = form.form(box)
    assert (
        form_before is not None
        and form.merged(box, box, dict.fromkeys(form_before.values, "ö\0")) is not None
    )
    for group in (*form_before.rows, "nothing"):
        buttons.added(box, group, "x")
        buttons.dropped(box, group, "x.asks.y")
    for what in ("add", "rows", "columns", "shape", "ways", "drop"):
        buttons.with_board(box, what, "points")
        buttons.with_board(box, what, "3")
    buttons.asking(box, "x")
    buttons.moving(box, "put")
