"""A TOML read through a typed schema: what does not fit is refused with file and line."""

import importlib
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Literal

import pytest
from pydantic import Field, model_validator

from companion.kernel import schema
from companion.kernel.schema import Many, Number, Schema, SchemaError, Text
from companion.kernel.toml import lines

ROOT = Path(__file__).parents[1]
TOMLS = sorted(ROOT.glob("companion/**/*.toml"))


class Side(Schema):
    name: str
    start: int = Field(1, alias="from", ge=0)
    colour: Literal["gold", "crimson", "teal"] = "gold"
    sign: Text = ""


class Track(Schema):
    title: str
    end: int | None = None
    spaces: Many[Text] = ()

    @model_validator(mode="after")
    def ends(self) -> "Track":
        if self.end is None and not self.spaces:
            raise ValueError("A track ends somewhere: `end` or `spaces` is missing.")
        return self


class Box(Schema):
    wide: Number = 1.0
    deep: bool = False
    sides: Many[Side] = ()
    tracks: dict[str, Track] = Field(default_factory=dict)


class Rules(Schema, extra="allow"):
    version: int
    __pydantic_extra__: dict[str, Side] = Field(init=False)


def faults(text: str, model: type[Schema] = Box) -> list[str]:
    with pytest.raises(SchemaError) as refused:
        schema.check(schema.parse(text, "box.toml"), model, text, "box.toml")
    assert str(refused.value).splitlines() == [*map(str, refused.value.faults)]
    return [*map(str, refused.value.faults)]


def paths(value: object, path: tuple = ()) -> set:
    """Every path of some data."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return {path}.union(*(paths(one, (*path, key)) for key, one in inner)) - {()}


@pytest.mark.parametrize("file", TOMLS, ids=lambda file: f"{file.parent.name}/{file.name}")
def test_every_key_of_our_own_files_has_a_line_that_holds_it(file):
    text = file.read_text("utf-8")
    result, rows = lines(text), text.splitlines()
    assert set(result) == paths(tomllib.loads(text))
    for path, line in result.items():
        if isinstance(path[-1], str):
            assert path[-1] in rows[line - 1], (path, line)


HARD = '''# [not] = a header
"a.b" = "]{=" # "quoted"
c."d e".f = [ # of lists
  [1, 2.5], [],
  { x = """
three [lines]
= here""", "y z" = 1979-05-27 07:32:00 },
]
[[g.h]]
one = 'a\\'
[g.h.inner]
[[g.h]]
two = +inf
[[g.h.deep]]
three = { }
[ g . "i" ]
j.k = true
'''


def test_the_lines_of_a_hard_text():
    result = lines(HARD)
    assert set(result) == paths(tomllib.loads(HARD))
    assert result["a.b",] == 2
    assert result["c", "d e", "f"] == 3 and result["c", "d e", "f", 0, 1] == result["c", "d e", "f", 1] == 4
    assert result["c", "d e", "f", 2, "x"] == 5 and result["c", "d e", "f", 2, "y z"] == 7
    assert result["g", "h"] == result["g", "h", 0] == 9 and result["g", "h", 0, "inner"] == 11
    assert result["g", "h", 1] == 12 and result["g", "h", 1, "deep", 0, "three"] == 15
    assert result["g", "i", "j", "k"] == 17


def test_what_fits_is_a_typed_object_that_does_not_change():
    text = "wide = 2\n[[sides]]\nname = 'A'\nfrom = 3\nsign = 4\n[tracks.round]\ntitle = 'R'\nspaces = [1, 2]"
    box = schema.check(schema.parse(text, "box.toml"), Box, text, "box.toml")
    assert (box.wide, box.sides[0].start, box.sides[0].sign) == (2.0, 3, "4")
    assert box.tracks["round"].spaces == ("1", "2")
    with pytest.raises(ValueError, match="frozen"):
        box.wide = 3.0


@pytest.mark.parametrize(
    "text, says",
    [
        ("wide = 1\n\nsidez = []", "line 3: “sidez” is not known here; did you mean “sides”?"),
        ("zzz = 1", "line 1: “zzz” is not known here; known are deep, sides, tracks, wide."),
        ("wide = '1'", "line 1: “wide” is the text “1”; a number would be right."),
        ("deep = 1", "line 1: “deep” is 1; true or false would be right."),
        ("\nsides = 4", "line 2: “sides” is 4; a list would be right."),
        ("sides = [\n{name = 'A'},\n7]", "line 3: Entry 2 of “sides” is 7; a table would be right."),
        (
            "[[sides]]\nname='A'\n[[sides]]\n",
            "line 3: “name” is missing here.",
        ),
        ("[[sides]]\nname='A'\nfrom = -1", "line 3: “from” is -1; 0 or more would be right."),
        ("[[sides]]\nname='A'\nfrom = 1.5", "line 3: “from” is 1.5; a whole number would be right."),
        ("[[sides]]\nname='A'\nfrom = true", "line 3: “from” is true; a whole number would be right."),
        ("[[sides]]\nname='A'\nform = 1", "line 3: “form” is not known here; did you mean “from”?"),
        ("[[sides]]\nname='A'\nsign = true", "line 3: “sign” is true; text in quotes would be right."),
        (
            "[[sides]]\nname='A'\ncolour = 'red'",
            "line 3: “colour” is the text “red”; “gold”, “crimson” or “teal” would be right.",
        ),
        (
            "[[sides]]\nname='A'\ncolour = 'crimsn'",
            "line 3: “colour” is the text “crimsn”; “crimson” would be right.",
        ),
        (
            "[tracks]\nround = { title = 'R', ent = 3 }",
            "line 2: “ent” is not known here; did you mean “end”?",
        ),
        (
            "[tracks.round]\ntitle = 'R'",
            "line 1: A track ends somewhere: `end` or `spaces` is missing.",
        ),
        ("[tracks.round]\ntitle = 'R'\nend = []", "line 3: “end” is a list; a whole number would be right."),
    ],
)
def test_a_fault_says_where_it_is_and_what_would_be_right(text, says):
    assert faults(text) == [f"box.toml, {says}"]


def test_a_text_that_is_no_toml_says_on_which_line():
    with pytest.raises(SchemaError, match=r"box.toml, line 2: this is not TOML: cannot overwrite a value"):
        schema.parse("wide = 1\nwide = 2\n", "box.toml")


def test_every_fault_is_told_at_once_in_the_order_of_the_text():
    said = faults("wide = 'a'\n[[sides]]\nfrom = -1\nnam = 'A'\n[tracks.x]\n")
    assert [line.partition(":")[0] for line in said] == [f"box.toml, line {n}" for n in (1, 2, 3, 4, 5)]


def test_tables_of_any_name_are_checked_too():
    text = "version = 1\n[first]\nname = 'A'\n[second]\nname = 'B'\nfrm = 2"
    assert faults(text, Rules) == ["box.toml, line 6: “frm” is not known here; did you mean “from”?"]


def test_what_is_no_toml_or_not_there_is_said_in_a_sentence(tmp_path, monkeypatch):
    package = tmp_path / "a_box"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "good.toml").write_text("wide = 4")
    (package / "torn.toml").write_text("wide = 4\ndeep =")
    (package / "odd.toml").write_bytes(b"wide = '\xff'")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert schema.load("a_box", "good.toml", Box) == Box(wide=4)
    for name, says in (
        ("torn.toml", "torn.toml, line 2: this is not TOML: invalid value"),
        ("odd.toml", "odd.toml: this is not text in UTF-8"),
        ("none.toml", "none.toml: a_box has no such file"),
    ):
        with pytest.raises(SchemaError, match=says):
            schema.load("a_box", name, Box)


def test_printing_starts_without_the_schema_and_without_a_game():
    code = (
        "import sys, printables.layout.book, printables.layout.cards\n"
        "print([m for m in sys.modules if m.startswith(('pydantic', 'companion.games'))])"
    )
    run = [sys.executable, "-c", code]
    assert subprocess.run(run, capture_output=True, text=True, check=True, cwd=ROOT).stdout == "[]\n"


@pytest.mark.parametrize(
    "folder",
    [toml.parent for room in ("companion", "examples") for toml in (ROOT / room).rglob("components.toml")],
    ids=lambda folder: folder.name,
)
def test_what_no_game_knows_of_its_components_is_refused_with_the_line(folder: Path):
    box = importlib.import_module(".".join((*folder.relative_to(ROOT).parts, "box")))
    text = (folder / "components.toml").read_text("utf-8")
    odd = f"{text}\n[colourz]\ngold = 1\n"
    with pytest.raises(
        SchemaError, match=rf"components.toml, line {text.count(chr(10)) + 2}: “colourz” is not"
    ):
        schema.check(schema.parse(odd, "components.toml"), type(box.FACTS), odd, "components.toml")
