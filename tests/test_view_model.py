"""The view model: small frozen models, made from the session and the phone, that know no page."""

import ast
import dataclasses
from pathlib import Path

import companion.web.view_model
from companion.web.view_model import TablePage

MOST_MEMBERS = 20
MODELS = sorted(Path(companion.web.view_model.__file__).parent.glob("[a-z]*.py"))


def test_the_page_of_a_table_has_few_members() -> None:
    fields = [field.name for field in dataclasses.fields(TablePage)]
    others = [name for name in vars(TablePage) if not name.startswith("_") and name not in fields]
    assert len(fields) + len(others) <= MOST_MEMBERS, sorted(fields + others)


def test_no_model_knows_the_page_it_stands_on() -> None:
    assert len(MODELS) > 8
    for model in MODELS:
        named = {node.id for node in ast.walk(ast.parse(model.read_text())) if isinstance(node, ast.Name)}
        assert "TablePage" not in named, model.name


def test_the_models_cannot_be_changed() -> None:
    for model in MODELS:
        for node in ast.parse(model.read_text()).body:
            if isinstance(node, ast.ClassDef):
                made = [ast.unparse(one) for one in node.decorator_list]
                assert made == ["dataclass(frozen=True)"], f"{model.name}: {node.name}"
