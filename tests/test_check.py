"""``companion check``: a game that keeps its promises passes; one that does not is told what is broken."""

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from companion import check
from companion.boxes.game import game as box_of
from companion.cli.main import main
from companion.kernel.schema import SchemaError
from companion.kernel.shelf import FOLDERS, NoGame, games_in, shelf
from companion.kernel.sittings import usual_opening
from companion.kernel.tracked import Tracked
from companion.kernel.view import Counter, View
from tests import tiny
from tests.conftest import Cli


@pytest.mark.slow
def test_a_game_on_the_shelf_keeps_its_promises(cli):
    output = cli("check war-in-heaven")
    assert "no promises broken" in output and output.count("holds ") == len(check.PROMISES) + 4


def test_paper_that_names_what_is_not_in_the_game_is_broken(tmp_path, cli):
    cli("new blank_paper --in", tmp_path)
    with (tmp_path / "blank_paper" / "paper.toml").open("a") as paper:
        paper.write("[boards.garden]\nunit = 20\n")
    assert "“garden” is not in the game" in cli("check", tmp_path / "blank_paper", code=1)


def test_what_goes_untold_and_what_cannot_be_set_is_broken():
    """A thing that changes behind everybody's back, and that nobody can set."""
    hidden = Tracked(lambda count: {"Sum": str(count.total)})
    game = replace(tiny.GAME, tracked=(hidden, *tiny.GAME.tracked))
    opening = usual_opening(game, 2)
    with pytest.raises(check.Broken, match=r"Sum goes from “0” to “\d” untold. Name it in a line"):
        check.tells(game, opening)
    with pytest.raises(check.Broken, match=r"Sum is tracked in .* and cannot be set by hand"):
        check.settable(game, opening)


def test_what_is_shown_where_it_is_not_tracked_is_broken():
    """A sum that is tracked from the first step on, and shown before."""

    def view(count: tiny.Count) -> View:
        return replace(tiny.GAME.view(count), counters=(Counter("Sum", "Sum", count.total),))

    late = Tracked(lambda count: {"Sum": str(count.total)} if count.total else {}, follows="the total")
    others = (replace(kind, follows="the steps") for kind in tiny.GAME.tracked)
    game = replace(tiny.GAME, tracked=(late, *others), view=view)
    with pytest.raises(check.Broken, match=r"Sum is shown in .* and not tracked then"):
        check.settable(game, usual_opening(game, 2))


@pytest.mark.parametrize(
    "name, asked, wrong",
    [
        ("Sum", True, r"“Sum” is at stake; a thing that is tracked, or a space of the board, would be right"),
        ("pebble 1", False, "something is at stake, and nobody is asked"),
    ],
    ids=["nowhere", "nobody"],
)
def test_what_is_at_stake_and_is_not_there_or_asked_of_nobody_is_broken(name, asked, wrong):
    class Staked(tiny.Count):
        """A moment about this, in whichever turn."""

        @property
        def at_stake(self) -> tuple[str, ...]:
            return (name,) if asked or self.over else ()

    game = replace(tiny.GAME, setup=lambda opening: Staked(**vars(tiny.GAME.setup(opening))))
    with pytest.raises(check.Broken, match=wrong):
        check.shows(game, usual_opening(game, 2))


def test_a_fault_in_a_games_own_code_is_broken_with_its_cause():
    class Add(tiny.Add):
        """Say a number that nobody asked for."""

        def check(self, state: tiny.Count) -> None:
            state.rules.require(self.stp, "step", "Never asked.")

    game = replace(tiny.GAME, kinds=(Add, *tiny.GAME.kinds[1:]))
    with pytest.raises(check.Broken, match=r"add: the game's code fails: AttributeError.*no noun “stp”"):
        check.explains(game, usual_opening(game, 2))


KALAH = Path(__file__).parents[1] / "examples" / "kalah"
Written = Callable[..., tuple[str, int]]


@pytest.fixture
def written(tmp_path: Path, cli: Cli) -> Written:
    """Writes Kalah with ``wrong`` for ``right`` in its verb; what ``companion check`` says, and at which line
    it stands."""

    def write(name: str, right: str, wrong: str) -> tuple[str, int]:
        shutil.copytree(KALAH, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
        actions = tmp_path / name / "actions.py"
        text = actions.read_text("utf-8")
        assert right in text
        actions.write_text(text.replace(right, wrong), "utf-8")
        return cli("check", tmp_path / name, code=1), text.partition(right)[0].count("\n") + 1

    return write


def broken(said: str) -> dict[str, list[str]]:
    """Each promise that does not hold, with what is said of it."""
    result: dict[str, list[str]] = {}
    for line in said.splitlines():
        if line.startswith(("BROKEN", "holds")):
            sentences = result.setdefault(line.split()[1].rstrip(":"), [])
        elif line.startswith(" " * 7):
            sentences.append(line.strip())
    return {name: lines for name, lines in result.items() if lines}


def test_a_misspelt_noun_is_named_once_a_promise_with_file_and_line(written: Written):
    text, line = written("kalah_pitt", "box.OWNER[self.pit] ==", "box.OWNER[self.pitt] ==")
    fault = f"actions.py, line {line}: AttributeError: “sow” has no noun “pitt”; its nouns are pit"
    result = broken(text)
    assert {"replays", "takes_back", "tells", "settable", "explains", "hostile", "shows", "played"} < {
        *result
    }
    assert "Never seen to fire" in result.pop("rules")[0]
    for name, words in result.items():
        assert all(one.endswith(fault) for one in words), (name, words)
        assert name == "hostile" or len(words) == 1, name
    assert "dead end" not in text and "stumble" not in text


def test_a_misspelt_rule_is_named_with_file_and_line_and_the_nearest(written: Written):
    text, line = written("kalah_key", '"own-pit"', '"own-pitt"')
    fault = f"actions.py, line {line}: NoRule: “own-pitt” is no rule; did you mean “own-pit”?"
    result = broken(text)
    assert "Never seen to fire" in result.pop("rules")[0]
    for name, words in result.items():
        assert all(one.endswith(fault) for one in words), (name, words)
    assert {"replays", "explains", "hostile", "played"} < {*result}
    page = KALAH.parents[1] / "docs" / "write-a-game.md"
    assert f"\n> The game's own code fails: {fault}\n" in page.read_text("utf-8")


def test_any_fault_of_a_games_own_code_is_named_with_file_and_line(written: Written):
    text, line = written("kalah_store", "box.STORE[self.by]", "box.STORE['South ']")
    fault = f"actions.py, line {line}: KeyError: 'South '"
    result = broken(text)
    assert {"replays", "hostile", "played"} < {*result}
    for name, words in result.items():
        assert name == "rules" or all(one.endswith(fault) for one in words), (name, words)


def test_a_noun_that_is_called_like_what_every_action_has_is_refused_where_it_stands(written: Written):
    text, line = written("kalah_cost", "    pit: Pit\n", "    cost: Pit\n")
    why = "“sow”: a noun cannot be called “cost”; every action has one."
    assert text.endswith(f"kalah_cost cannot be loaded: actions.py, line {line - 3}: {why}\n"), (
        "where it begins"
    )


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Writes the folder of a game, and puts it on the shelf."""

    def write(name: str, text: str) -> Path:
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text(text)
        return tmp_path / name

    monkeypatch.setenv(FOLDERS, str(tmp_path))
    shelf.cache_clear()
    yield write
    shelf.cache_clear()


def test_a_folder_is_a_game_without_being_installed(folder):
    folder(
        "pebbles",
        'from dataclasses import replace\nfrom tests import tiny\nGAME = replace(tiny.GAME, key="pebbles")\n',
    )
    assert shelf()["pebbles"].name == "Tiny" and "war-in-heaven" in shelf()


def test_a_folder_that_python_would_find_by_itself_is_the_same_game(folder, monkeypatch):
    """As where a command is run beside it by ``python -m companion``."""
    path = folder("found", "from tests import tiny\nGAME = tiny.GAME\n")
    monkeypatch.syspath_prepend(path.parent)
    assert [game.key for game in games_in(path)] == ["tiny"]


@pytest.mark.parametrize(
    "name, text, why",
    [
        ("json", "GAME = 1", "named like something that is installed"),
        ("nothing", "GAME = 1", "does not say GAME = Game"),
        ("wrong", "from tests import tiny\nGAME = tiny.GAM\n", "__init__.py, line 2: .* no attribute 'GAM'"),
    ],
)
def test_a_folder_that_holds_no_game_says_why(folder, cli, name, text, why):
    path = folder(name, text)
    with pytest.raises(NoGame, match=why):
        list(games_in(path.parent))
    assert "Traceback" not in cli("check", path, code=1)


def test_an_empty_folder_says_what_a_game_is(tmp_path):
    with pytest.raises(NoGame, match=r"holds no game: a game is a folder, .* with an __init__.py that says"):
        list(games_in(tmp_path))


BOX = """
name = "Doom"
blurb = "A pawn, a board and a track."
source = "house"
goal = "Win."
turn = "Step."
players = "2"
icon = "crown"
[board]
drawing = "a1:x1 b1:x2 c1:x3 d1:x4"
[pieces.pawn]
letter = "p"
[counters.outbreaks]
of = "table"
most = 8
[verbs.go]
words = "Put your pawn on an empty space."
icon = "boot"
asks.place = { ask = "Where to?", place = true }
does = ["put pawn on place"]
[verbs.give_up]
words = "Say that you have won."
does = ["win"]
[rules.free]
words = "A space holds one pawn."
of = ["go"]
needs = "empty(place)"
why = "It is taken."
"""
MANY = "a1:x1 b1:x2 c1:x3 d1:x4 e1:x5 f1:x6 g1:x7"


@pytest.fixture
def box_check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[[str], str]:
    """What ``companion check`` says of a box of this text."""

    def check(text: str) -> str:
        file = tmp_path / "doom.toml"
        file.write_text(text, "utf-8")
        main(["check", str(file)])
        return capsys.readouterr().out

    return check


def test_a_box_with_a_pawn_and_a_counter_of_the_table_keeps_its_promises(box_check):
    assert "Doom: no promises broken" in box_check(BOX)


@pytest.mark.parametrize(
    "right, wrong, says",
    [
        ('"crown"', '"crwon"', "icon: “crwon” is not in the game; did you mean “crown”?"),
        ('"boot"', '"boost"', "there is no icon named “boost”"),
        ('"Win."', '""', "There is no goal; say it as “goal” at the top of the box."),
        ('"Step."', '""', "There is no turn; say it as “turn” at the top of the box."),
        ('"Say that you have won."', '""', "The rule give-up lacks its words."),
        ("a1:x1 b1:x2 c1:x3 d1:x4", MANY, "6 kinds of space at most would be right."),
        (
            'needs = "empty(place)"',
            'needs = "empty(place) or 1"',
            "Without “needs” or “when” a rule is the t",
        ),
    ],
)
def test_what_is_wrong_with_a_box_is_told_in_keys_that_a_box_has(box_check, right, wrong, says):
    assert BOX.count(right) == 1
    text = box_check(BOX.replace(right, wrong))
    assert says in text
    others = (
        "paper.toml",
        "rules.toml",
        "stands_in",
        "kept",
        "[boards",
        "[aid",
        "docstring",
        "rule=",
        "[lesson",
    )
    assert not [word for word in others if word in text]


def test_a_card_whose_name_is_too_long_is_refused_with_its_line():
    deck = f'[deck]\nsuits = ["{"Silver " * 3}"]\nranks = ["{"Master " * 3}"]\n[piles.stock]\nface = "down"\n'
    with pytest.raises(SchemaError, match=r"line 31: .* signs; 32 at most would be right for a card"):
        box_of(BOX + deck.replace(' "', '"'), "doom")


def test_the_score_sheet_of_eight_seats_lies_within_its_page(box_check):
    eight = BOX.replace('"2"', '"2..8"').replace("Doom", "Knights in the dark of the woods")
    eight = eight.replace("most = 8", 'most = 8\nsays = ["0", "1", "2", "3", "4", "5", "6", "7", "8"]')
    text = box_check(eight + '[lines.honour]\npoints = "0..3"\n')
    assert "leaves the paper" not in text and "holds  paper" in text
