"""How things are: values that are compared, and their words for readers."""

import ast
import pickle
import re
from collections import defaultdict
from collections.abc import Collection, Iterator
from pathlib import Path

from companion.boxes.shelf import Shelf
from companion.kernel.state import State
from companion.kernel.tracked import Tracked, differences, hand_moves
from companion.kernel.values import DOWN, UP, Change, Contents, Count, Lies, Thing, in_words, lies
from printables.sources import tracks
from printables.sources.source import Source

ROOT = Path(__file__).parents[1]


def test_a_value_is_worded_for_readers_in_one_place():
    assert in_words(None) == "" and in_words("used") == "used" and in_words(-3) == "-3"
    assert in_words(Count(3, "health")) == "3 health" and in_words(Change(1)) == "+1"
    assert in_words(("B4 B5", "C1 C2", "D1 D2")) == "B4 B5, C1 C2 and D1 D2" and in_words(()) == "none"
    assert in_words((Count(2, "Armor"), Count(1, "Attack"))) == "2 Armor and 1 Attack"
    assert in_words(Lies("C4", DOWN, ("stunned",))) == "C4, face down, stunned"
    assert in_words(Lies("the lane", where="beside")) == "beside the lane"
    assert in_words(Lies("F6", holder="Gold")) == "F6, held by Gold"
    assert in_words(Lies("b3", upon="Stone 2")) == "b3, on Stone 2"
    assert in_words(Contents(("Bow", "Mail", "Bow"))) == "2 Bow · Mail"
    assert in_words(Contents(("Bow",), 4, "Bow")) == "4: Bow, Bow on top" and in_words(Contents((), 4)) == "4"


def test_where_a_piece_lies_is_one_object_and_a_place_s_name_is_enough():
    assert lies("C4", UP) is lies("C4", UP)
    assert Lies.at("C4") == Lies("C4") and Lies.at(Lies("C4", UP)) == Lies("C4", UP)


def test_the_name_of_a_thing_knows_whose_it_is_and_is_the_same_in_another_process():
    thing = Thing("Gold disc C4", "Gold", "disc C4", "C4")
    again = pickle.loads(pickle.dumps(thing))
    assert again == "Gold disc C4" and (again.of, again.what, again.key) == ("Gold", "disc C4", "C4")
    assert {thing: 1}["Gold disc C4"] == 1 and Thing("Gold AP", "Gold", "AP").key == "AP"


def test_a_piece_that_comes_goes_is_moved_and_turned_is_told_from_values():
    places: dict[str, Lies | str] = {}

    def told(was: Lies | str | None, to: Lies | str | None) -> str:
        tracked = (
            Tracked[State](
                lambda state: {"Uriel": places[state.phase]} if state.phase in places else {}, piece=True
            ),
        )
        places.clear()
        places.update({phase: lie for phase, lie in (("was", was), ("to", to)) if lie is not None})
        (line,) = differences(tracked, Moment(phase="was"), Moment(phase="to"))
        (same,), silent = hand_moves(tracked, Moment(phase="was"), Moment(phase="to"))
        assert line == same and not silent
        return line.text

    assert told(None, "C4") == "Put Uriel on C4."
    assert told("C4", None) == "Take Uriel away, from C4."
    assert told("C4", Lies("C5", marks=("stunned",))) == "Move Uriel from C4 to C5, stunned."
    assert told(Lies("its card", UP), Lies("its card", DOWN)) == "Turn Uriel face down."
    assert told("C4", Lies("C4", marks=("stunned",))) == "Uriel stays on C4, stunned."
    assert told(Lies("C4", marks=("stunned",)), "C4") == "Uriel stays on C4, no more stunned."


class Moment(State):
    """A moment with nobody at the table."""

    @property
    def seats(self) -> tuple[str, ...]:
        """Nobody."""
        return ()


def test_the_track_of_a_number_has_its_first_ring_where_the_number_is():
    for key in ("heaven-and-ale", "war-in-heaven", "rising-water"):
        result = list(tracks._numbers(Source.of(Shelf()[key])))
        assert all(track.start in track.spaces for track in result), key
    assert [track.start for track in result] == ["2", "0"]


ROOMS = (
    "companion/games", "companion/kernel", "companion/players", "companion/boxes", "companion/words",
    "companion/cli/newgame", "examples/kalah", "printables",
)  # fmt: skip
"""Where names of things and sentences are made, and where how things are is read."""
CUT = {"split", "rsplit", "splitlines", "partition", "rpartition"} | {
    "removeprefix", "removesuffix", "startswith", "endswith",
}  # fmt: skip
CUT_BY_PATTERN = {"match", "fullmatch", "search", "findall", "finditer", "sub", "split", "compile"}
TEXTS = {
    "companion/games/havoc_in_heaven/cards/form.py:_names": "the names that an owner types in",
    "companion/games/havoc_in_heaven/picture/board.py:initials": "the initials of a building",
    "companion/games/heaven_and_ale/box/__init__.py:": "the name of a module",
    "companion/games/heaven_and_ale/box/__init__.py:_spaces": "a row of the components",
    "companion/games/high_heavens/box.py:_board": "a row of the components",
    "companion/games/high_heavens/form.py:_board": "the hexes that an owner types in",
    "companion/kernel/action.py:Number.__contains__": "a number that is typed in",
    "companion/kernel/action.py:Action.__init_subclass__": "the name of a class",
    "companion/kernel/action.py:_of_class": "the name of a type",
    "companion/kernel/asking.py": "an answer that is typed in",
    "companion/kernel/heard.py:_words": "a line that somebody spoke or typed",
    "companion/kernel/schema.py": "a sentence of the validating library",
    "companion/kernel/shelf.py": "paths of files",
    "companion/kernel/sittings.py": "names of files",
    "companion/kernel/toml.py": "a file in TOML",
    "companion/kernel/transcript.py": "a transcript",
    "companion/kernel/untrusted.py": "a file that somebody sends",
    "companion/players/players.py:named": "who plays, on a command line",
    "companion/players/players.py:_careful": "who plays, on a command line",
    "companion/words/english.py:plural": "the letter that a name ends with",
    "companion/words/english.py:possessive": "the letter that a name ends with",
    "companion/words/message.py": "a template",
    "companion/words/language.py": "a translated template",
    "companion/words/catalogue.py": "a file of translations",
    "companion/boxes/definition": "a box file",
    "companion/boxes/form": "what an author types in",
    "companion/boxes/game.py:_pieces_out": "the spaces that a box file lists",
    "companion/boxes/own.py:is_own": "the key of a game",
    "companion/boxes/own.py:tidy": "a box file",
    "companion/boxes/paper.py:_board": "the drawing of a board in a box file",
    "companion/boxes/play/actions.py:said": "the key of a verb in a box",
    "companion/boxes/play/dealing.py": "a statement of a box",
    "companion/boxes/play/moving.py": "a statement of a box",
    "companion/boxes/play/rules.py:endings": "a statement of a box",
    "companion/boxes/play/statements.py": "a statement of a box",
    "companion/boxes/play/stones.py": "a statement of a box",
    "companion/boxes/reading": "a box file",
    "companion/boxes/shelf": "names of files, and the numbers of players in a box file",
    "printables/art": "a picture that an owner sends",
    "printables/draw": "text to be set, and outlines of icons",
    "printables/job.py:sent": "the name of a file",
    "printables/layout/board_words.py:_lines": "words that are set in lines",
    "printables/layout/chip_faces.py:_picture": "the figures of a caption",
    "printables/layout/chip_faces.py:_up": "the first letter of a name",
    "printables/layout/chip_faces.py:round_about": "the key of a shape",
    "printables/layout/paper.py": "an option that is typed in",
    "printables/layout/scenes.py:_word": "the lines of a label",
    "printables/layout/sigil_faces.py:_seals": "the figures of a caption",
    "printables/outlets": "names of files",
    "printables/sent.py:elsewhere": "the answer of a process",
    "printables/sources/chips.py:_words": "the key of a shape",
    "printables/sources/decks.py:_is_figure": "a figure of a card set",
    "printables/sources/mats.py:cell": "a mat in a file",
    "printables/sources/reference.py:described": "the first paragraph of a docstring",
    "printables/sources/story.py:_curve": "the dashes of a line",
    "printables/sources/running.py:_front": "an address",
}
"""What is read by its letters, as it comes from outside: a file, or one function of it."""


def cuts(node: ast.AST, inside: str, called: Collection[str] = CUT) -> Iterator[str]:
    """Yield the function, and the call, of each place that takes a text apart, or calls one of these."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        inside = f"{inside}.{node.name}".lstrip(".")
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        pattern = isinstance(node.func.value, ast.Name) and node.func.value.id == "re"
        if node.func.attr in (CUT_BY_PATTERN if pattern and called is CUT else called):
            yield f"{inside} {ast.unparse(node)}"
    for child in ast.iter_child_nodes(node):
        yield from cuts(child, inside, called)


def test_no_name_and_no_sentence_is_cut_apart_to_know_how_things_are():
    result, used = [], set()
    for room in map(ROOT.joinpath, ROOMS):
        for file in [room] if room.suffix else sorted(room.rglob("*.py")):
            name = str(file.relative_to(ROOT))
            for cut in cuts(ast.parse(file.read_text("utf-8")), ""):
                where = f"{name}:{cut.partition(' ')[0]}"
                keys = [key for key in TEXTS if within(where, key)]
                used.update(keys)
                result += [] if keys else [f"{name}:{cut}"]
    assert not result
    assert not [where for where in TEXTS if where not in used], "nothing is read there any more"


LETTERS = {"capitalize", "casefold", "lower", "swapcase", "title", "upper"}
OTHER_LETTERS = {
    "companion/boxes/definition": "names of things, made of what a box file calls them",
    "companion/boxes/form/__init__.py:titled": "the key of a thing in a box",
    "companion/boxes/form/buttons.py:_key": "the key of a thing in a box",
    "companion/boxes/own.py:key_of": "the key of a game",
    "companion/boxes/play/actions.py:said": "the key of a verb in a box",
    "companion/boxes/play/laid_out.py:shown": "the key of a kind of card",
    "companion/boxes/reading/reader.py:Reader.no": "what an author reads",
    "companion/boxes/shelf/__init__.py:at": "the name of a file",
    "companion/games/havoc_in_heaven/cards/never.py:marks": "letters on tokens",
    "companion/games/havoc_in_heaven/picture": "the key of a kind of space, and letters on tokens",
    "companion/games/heaven_and_ale/actions/rondel.py:": "the key of a kind of space",
    "companion/games/heaven_and_ale/box/__init__.py:_space_names": "names of spaces",
    "companion/games/heaven_and_ale/view.py": "the letter of a card that has no picture",
    "companion/games/heroball/picture.py:_cells": "the key of a kind of space",
    "companion/games/high_heavens/box.py": "names of chips, letters on tokens, the key of a kind of space",
    "companion/games/high_heavens/picture.py:": "the key of a kind of space",
    "companion/games/war_in_heaven/box.py:": "the key of a kind of space",
    "companion/kernel/action.py:Action.__init_subclass__": "the name of a class",
    "companion/kernel/cardset.py:Field._unknown": "a value that is typed in",
    "companion/kernel/heard.py:_words": "a line that somebody spoke or typed",
    "companion/kernel/schema.py:_shown": "true and false in TOML",
    "companion/kernel/untrusted.py": "a sentence of a library",
    "companion/words": "the room that puts sentences into words",
    "examples/kalah/picture.py:": "the key of a kind of space",
    "printables/art": "a picture that an owner sends",
    "printables/draw": "codes in a document and in a picture",
    "printables/layout/book.py:Book._canvas": "a key of a document",
    "printables/layout/chip_faces.py:_up": "the first letter of a name",
    "printables/layout/paper.py:_value": "an option that is typed in",
    "printables/outlets/pieces.py:plain": "the name of a file",
    "printables/sources/boards.py:_seat_tones": "the key of a kind of space",
    "printables/sources/decks.py:_backs": "the key of a picture",
    "printables/sources/running.py:_front": "an address",
}
"""What is no sentence, or the one room that gives sentences their letters."""


def test_no_word_of_a_sentence_changes_its_letters_but_where_it_is_put_into_words():
    result, used = [], set[str]()
    for room in map(ROOT.joinpath, ROOMS):
        for file in [room] if room.suffix else sorted(room.rglob("*.py")):
            name = str(file.relative_to(ROOT))
            for cut in cuts(ast.parse(file.read_text("utf-8")), "", LETTERS):
                where = f"{name}:{cut.partition(' ')[0]}"
                keys = [key for key in OTHER_LETTERS if within(where, key)]
                used.update(keys)
                result += [] if keys else [f"{name}:{cut}"]
    assert not result
    assert not [where for where in OTHER_LETTERS if where not in used], "nothing changes there any more"


def within(where: str, key: str) -> bool:
    """True if a function of a file, ``file:function``, is what a key names: itself, its file or its room."""
    return where == key or where.startswith((f"{key}:", f"{key}/"))


def test_a_cut_of_a_name_is_found():
    code = "def put(thing):\n    return thing.removeprefix('disc ')\n"
    assert [*cuts(ast.parse(code), "")] == ["put thing.removeprefix('disc ')"]
    assert [*cuts(ast.parse("_OF = re.compile('(.*) of')"), "")] == [" re.compile('(.*) of')"]
    code = "def line(name):\n    return name[:1].upper() + name[1:]\n"
    assert [*cuts(ast.parse(code), "", LETTERS)] == ["line name[:1].upper()"]


def test_a_class_name_stands_for_few_things():
    named = defaultdict(set)
    for path in (*ROOT.glob("companion/**/*.py"), *ROOT.glob("printables/**/*.py")):
        names = (
            node.name for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.ClassDef)
        )
        for name in names:
            named[name].add(path.relative_to(ROOT).as_posix())
    shared = {name: sorted(filter(_is_free, places)) for name, places in named.items()}
    assert {name: places for name, places in shared.items() if len(places) > 2} == {}


def _is_free(path: str) -> bool:
    """True unless the journal or a game's file gives the name: a verb's word, or a table."""
    return not re.match(r"companion/(games/\w+|boxes/play|cli/newgame)/(actions|box)\b", path)
