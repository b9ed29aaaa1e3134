"""Catalogues: one that is declared complete misses no sentence, and none keeps a sentence that is gone."""

import ast
import re
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from babel import Locale

from companion.boxes.form import starts
from companion.boxes.game import game
from companion.boxes.shelf import Shelf
from companion.cli import language
from companion.cli.language import SHELF
from companion.kernel.journal import Table
from companion.kernel.shelf import shelf
from companion.kernel.sittings import sittings
from companion.words.catalogue import OWN, complete, entries, read
from tests.conftest import Cli
from tests.listening import BOXED, COMPLETE, GAMES, PLAYED, Listening
from tests.sittings import sitting_table

FILES = [
    file
    for code, games in COMPLETE.items()
    for file in (OWN / f"{code}.po", *(GAMES / game / f"{code}.po" for game in games))
]
BOX_FILES = [SHELF / f"{box}.{code}.po" for code, box in BOXED]
ENGLISH_ALONE = {"or_", "stumbled"}
"""Values that a translation may leave out: an s of the plural, and a sentence that it says itself."""

NOT_SAID = {"house", "gate"}
"""What stands in a start but is no word of its form: where its rules are from, and a kind of space."""


def called(file: Path) -> str:
    """Return what a test of a catalogue is called."""
    return f"{file.parent.name}-{file.stem}"


def code_of(file: Path) -> str:
    """Return the language of a catalogue."""
    return file.name.split(".")[-2]


def test_the_languages_that_are_offered() -> None:
    assert complete() == {"de": "Deutsch", "fr": "Français", "pl": "Polski"}


@pytest.mark.parametrize("code", complete())
def test_no_sentence_of_the_pages_is_missing(code: str) -> None:
    sheets = [*language.of_pages()]
    assert len(sheets) > 800
    assert [*map(str, language.missing(OWN / f"{code}.po", sheets))] == []


@pytest.mark.parametrize("code, game", [(code, game) for code in COMPLETE for game in COMPLETE[code]])
def test_no_sentence_of_a_complete_game_is_missing(code: str, game: str) -> None:
    result = [*language.of_game(GAMES / game)]
    assert len(result) > 100
    assert [*map(str, language.missing(GAMES / game / f"{code}.po", result, OWN / f"{code}.po"))] == []


@pytest.mark.parametrize("code, box", BOXED)
def test_no_sentence_of_a_complete_box_is_missing(code: str, box: str) -> None:
    result = [*language.of_box(SHELF / f"{box}.toml")]
    assert len(result) > 15
    assert [*map(str, language.missing(SHELF / f"{box}.{code}.po", result, OWN / f"{code}.po"))] == []


@pytest.mark.parametrize("code", complete())
def test_no_sentence_of_a_start_of_an_own_game_is_missing(code: str) -> None:
    folder = Path(starts.__file__).parent
    catalogue = folder / f"{code}.po"
    result = [one for key in starts.KEYS for one in language.of_box(folder / f"{key}.toml")]
    lacks = language.missing(catalogue, result, OWN / f"{code}.po")
    assert {one.text for one in lacks} <= NOT_SAID
    assert {*entries(catalogue)[0]} <= {one.text for one in result}, "a sentence that is gone"


@pytest.mark.parametrize("code", complete())
@pytest.mark.parametrize("key", starts.KEYS)
def test_an_own_game_begins_in_the_language_of_the_phone(code: str, key: str) -> None:
    translated = starts.source(key, code)
    assert game(translated, key, key).name != game(starts.source(key), key, key).name


def test_boxes_that_are_complete_are_those_that_have_a_catalogue() -> None:
    assert {file.name for file in SHELF.glob("*.po")} == {file.name for file in BOX_FILES}


def typed(table: Table[Any]) -> set[str]:
    """Return what players of a sitting wrote in their own words: reasons, names, the texts of their cards."""
    reasons = {str(step.entry.answers.get("why")) for step in table.log}
    cards = table.opening.cards
    rows = (
        [row for deck in cards.values() if isinstance(deck, (list, tuple)) for row in deck] if cards else []
    )
    texts = {str(text) for row in rows for text in row.values()}
    return reasons | {*table.opening.seats.values()} | texts


@pytest.mark.parametrize("code, key", [*PLAYED, *BOXED])
def test_each_line_that_a_played_sitting_tells_is_translated(code: str, key: str) -> None:
    game = Shelf()[key]
    tongue = Listening.of(code, game)
    Listening.begin()
    lines, own = 0, set()
    for name in sittings(game):
        table = sitting_table(key, name.removesuffix(".game"))
        own |= typed(table)
        for state in (table.start, *(step.state for step in table.log)):
            for line in state.told:
                tongue.say(line.text)
                lines += 1
    assert lines > (1000 if key in shelf() else 10)
    assert sorted(Listening.unknown - own) == []


@cache
def texts() -> set[str]:
    """Return every text that stands in the code, the data and the templates."""
    result = {one.text for one in language.of_templates()}
    for file in GAMES.glob("*/paper.toml"):
        result |= {one.text for one in language.of_paper(file)}
    for file in (*language.ROOM.rglob("*.py"), *(language.ROOM.parent / "printables").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                result.add(node.value)
            elif isinstance(node, ast.ClassDef):  # a verb is called like its class
                result.add(re.sub(r"(?<=.)([A-Z])", r" \1", node.name).capitalize())
    return result


@cache
def data() -> str:
    """Return the text of every file of data."""
    return "\n".join(file.read_text("utf-8") for file in language.ROOM.rglob("*.toml"))


@pytest.mark.parametrize("file", FILES, ids=called)
def test_no_translation_is_of_a_sentence_that_is_gone(file: Path) -> None:
    old = [text for text in entries(file)[0] if text not in texts() and text not in data()]
    assert old == []


@pytest.mark.parametrize("file", BOX_FILES, ids=called)
def test_no_translation_is_of_a_sentence_that_its_box_no_longer_has(file: Path) -> None:
    box = {one.text for one in language.of_box(SHELF / f"{file.name.split('.')[0]}.toml")}
    assert {text for part in entries(file) for text in part} - box == set()


@pytest.mark.parametrize("file", [*FILES, *BOX_FILES], ids=called)
def test_a_sentence_stands_once_in_a_file(file: Path) -> None:
    heads = re.findall(r'(?:^msgctxt ".*"\n)?^msgid ".+"$', file.read_text("utf-8"), re.MULTILINE)
    assert len(heads) == len(set(heads)) > 0


@pytest.mark.parametrize("file", [*FILES, *BOX_FILES], ids=called)
def test_a_translation_names_the_values_that_its_sentence_has(file: Path) -> None:
    wrong = [
        english
        for english, words in entries(file)[0].items()
        if not fields_of(words) <= fields_of(english) <= fields_of(words) | ENGLISH_ALONE
    ]
    assert wrong == []


@pytest.mark.parametrize("file", [*FILES, *BOX_FILES], ids=called)
def test_a_choice_by_number_has_no_more_words_than_its_language_has_plurals(file: Path) -> None:
    most = len({*Locale.parse(code_of(file), sep="-").plural_form.tags, "other"})
    wrong = [
        form
        for words in entries(file)[0].values()
        for _, _, form, _ in Formatter().parse(words)
        if form and "|" in form and "=" not in form and form.count("|") >= most
    ]
    assert wrong == []


def test_french_has_a_thin_space_before_its_signs_and_within_its_quotes() -> None:
    files = [file for file in (*FILES, *BOX_FILES) if code_of(file) == "fr"]
    wrong = [
        words
        for file in files
        for each in entries(file)
        for words in each.values()
        if re.search(r"[ \u00a0][;:!?%»]|«[^\u202f]|'", words)
    ]
    assert wrong == []


def fields_of(text: str) -> set[str]:
    """Return the values that a translation names, whatever their forms."""
    names = (field for _, field, _, _ in Formatter().parse(text) if field is not None)
    return {name[0].lower() + name[1:].removesuffix("'s") for name in names}


def test_a_file_is_as_tools_of_translators_read_it() -> None:
    assert len(read(FILES[0])) > 900 and len(read(FILES[1])) > 200


def test_a_sentence_without_translation_is_named_with_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cli: Cli
) -> None:
    monkeypatch.setattr(language, "OWN", tmp_path)
    assert "_absent.html:" in (output := cli("language missing it", code=1)) and "{seat} is to play" in output
    cli("language new it")
    assert "{seat} is to play" in {entry.id for entry in read(tmp_path / "it.po")}
    cli("language missing it", code=1)
    cli("language new it", code=2)


@pytest.mark.parametrize("code", ["en", "pdf", "xx-YY", "../it", ""])
def test_no_catalogue_is_begun_in_english_or_in_what_is_no_language(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cli: Cli
) -> None:
    monkeypatch.setattr(language, "OWN", tmp_path)
    assert "it, de, pt-BR" in cli("language new", code, code=2)
    assert not [*tmp_path.iterdir()]


def test_a_template_in_a_table_of_messages_is_a_sentence_and_a_docstring_is_none(tmp_path: Path) -> None:
    (tmp_path / "phases.py").write_text(
        '"""Puts {side} in a table."""\n'
        'PHASES = {1: "{side} recharge", 2: "recharge"}\n'
        'LOG = f"{1} of {2} fell"\n'
        'CUT = re.compile("{side} at")\n'
    )
    assert [one.text for one in language.of_code(tmp_path)] == ["{side} recharge"]


def test_a_sentence_is_shown_with_its_translation_and_its_pages(cli: Cli) -> None:
    output = cli("language show de", "Sheet {n}, back, empty")
    assert "book.py:" in output and "Blatt {n}, hinten, leer" in output
    cli("language show de", "fronts and backs folded together")
    cli("language show de", "Quick tour of nothing", code=1)
    assert "on print.html" in cli("language show de", "Read it off the calibration sheet")
