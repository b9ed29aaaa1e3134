"""``paper.toml``: its schema, facts of the box, and its document."""

import re
import sys
from importlib.metadata import entry_points
from importlib.resources import files
from typing import get_args

import pytest

from companion.kernel.schema import SchemaError
from companion.svg.tones import Tone
from companion.toolkit.onpaper import on_paper
from companion.toolkit.paper import Paper
from companion.toolkit.paper.mats import TrackSpec
from printables.draw.ink import TONES
from tests import paper_document


@pytest.mark.parametrize("point", entry_points(group="companion.games"), ids=lambda point: point.name)
def test_a_game_that_has_a_paper_toml_gives_it_to_the_printer_with_its_facts_looked_up(point):
    package, game = point.module, point.load()
    if (files(package) / "paper.toml").is_file():
        assert game.get(Paper) == on_paper(package), f"{package} lacks on_paper(__package__)"
        assert "'=" not in str(game[Paper].model_dump())


@pytest.fixture
def box(tmp_path, monkeypatch):
    """The folder of a package with a components.toml."""
    folder = tmp_path / "box_on_paper"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "components.toml").write_text("[turns]\nrounds = 12\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield folder
    sys.modules.pop("box_on_paper", None)


def refused(box, said):
    """The faults that a text of paper.toml is refused with."""
    (box / "paper.toml").write_text(said)
    with pytest.raises(SchemaError) as error:
        on_paper("box_on_paper")
    return tuple(map(str, error.value.faults))


def test_paper_names_facts_of_the_box_and_a_wrong_name_is_not_passed_over(box):
    (box / "paper.toml").write_text("tracks = [{ title = 'Round', to = '=turns.rounds' }]\n")
    assert on_paper("box_on_paper") == Paper(tracks=[TrackSpec(title="Round", to=12)])
    said = "icon = '=turns.rounds.first'\ntracks = [\n  { title = 'Round', to = '=turns.rownds' },\n]\n"
    assert refused(box, said) == (
        "paper.toml, line 1: “=turns.rounds.first” is not in components.toml: “first” is not known; "
        "nothing is in there.",
        "paper.toml, line 3: “=turns.rownds” is not in components.toml: “rownds” is not known; "
        "did you mean “rounds”?",
    )


@pytest.mark.parametrize(
    "said, fault",
    [
        ("icon = 'a'\n\n[tokenz]", "line 3: “tokenz” is not known here; did you mean “tokens”?"),
        ("[boards.board]\nflat = 4\nunit = 1", "line 1: A board has one size: “flat” or “unit”, not both."),
        (
            "[boards.board]\ntones = { gate = 'cold' }",
            "line 2: “gate” is the text “cold”; “gold” would be right.",
        ),
        (
            "[[chips]]\nkey = 'a'\ntitle = 'A'",
            "line 1: The kinds of chips are one of: “kinds”, “of”, “deck” or “cross”.",
        ),
        (
            "[[chips]]\nkey = 'a'\ntitle = 'A'\nkinds = [\n{ count = 2 }]",
            "line 5: “name” is missing here.",
        ),
        (
            "[[tracks]]\ntitle = 'A'\nform = 1\nto = 2",
            "line 3: “form” is not known here; did you mean “from”?",
        ),
        ("[[tracks]]\ntitle = 'A'", "line 1: A track ends somewhere: “to” or “spaces” is missing here."),
        (
            "[decks.cards]\ntemplate = 'fool'",
            "line 1: A deck's “template” is full, framed, scene or one of “templates”.",
        ),
        (
            "[templates.mine]\norder = ['title', 'picture', 'text', 'source']",
            "line 1: “order” names title, picture, figures, text and source once each.",
        ),
        ("[tokens]\nsize = 'big'", "line 2: “size” is the text “big”; a number would be right."),
        (
            "[[mats]]\nkey = 'a'\ntitle = 'A'\n[[mats.rows]]\ntall = 1\n"
            "zones = [{ title = 'Z', kind = 'table' }]",
            "line 6: A table has “rows” and “columns”.",
        ),
        (
            "[[tracks]]\ntitle = 'A'\nto = '=turns'",
            "line 3: “to” is a table; a whole number would be right.",
        ),
    ],
)
def test_what_does_not_fit_the_schema_is_refused_with_its_line(box, said, fault):
    assert refused(box, said) == (f"paper.toml, {fault}",)


def test_every_colour_of_the_schema_can_be_printed():
    assert set(get_args(Tone)) == set(TONES)


def test_the_document_has_every_key_of_the_schema_and_no_other():
    text = paper_document.FILE.read_text("utf-8")
    assert text == paper_document.written(), "run python -m tests.paper_document"
    tables = dict(paper_document.tables())
    assert re.findall("^## `(.*)`$", text, re.M) == [place for place in tables if place]
    listed = sum(line.startswith("| `") for line in text.splitlines())
    assert listed == sum(len(spec.model_fields) for spec in tables.values())
    assert all(len(words) > 5 for spec in tables.values() for words in paper_document.docs(spec).values())
