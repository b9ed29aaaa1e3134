"""A process that is warmed up has nothing left to compile at the first tap, and has kept nothing."""

import errno
import logging
import sys

import pytest
from flask import Flask
from sqlalchemy import func, select

from companion.storage.schema import TABLES
from companion.web import rendering, warm_up
from tests.conftest import Phone, house


@pytest.mark.slow
def test_the_first_tap_compiles_no_template(tiny, tmp_path, monkeypatch, caplog):
    caplog.set_level(logging.WARNING)
    app = house(tmp_path)
    app.jinja_env.bytecode_cache = None
    warm_up.warmed(app)
    assert not caplog.text

    def cold(*given, **more):
        raise AssertionError("a template is compiled while somebody waits")

    monkeypatch.setattr(type(app.jinja_env), "compile", cold)
    with app.extensions["companion"].store.database.reading() as connection:
        assert connection.scalar(select(func.count()).select_from(TABLES)) == 0
    phone = Phone(app)
    code = phone.open(phone="all")
    assert phone.get(f"/t/{code}/do/add").status_code == 200
    assert phone.say(code, "add", step="1", by="Red").status_code == 303
    assert phone.get(f"/t/{code}").status_code == phone.get(f"/t/{code}/log").status_code == 200


def test_a_game_that_cannot_be_shown_keeps_nobody_from_starting(tiny, tmp_path, monkeypatch, caplog):
    def fail(game):
        raise ZeroDivisionError

    monkeypatch.setattr(warm_up, "_play", fail)
    app = warm_up.warmed(house(tmp_path))
    assert "tiny could not be warmed up" in caplog.text
    assert Phone(app).get("/").status_code == 200


def test_what_was_compiled_once_is_not_compiled_at_the_next_start(tmp_path, monkeypatch):
    (tmp_path / "templates").mkdir()
    (said := tmp_path / "templates" / "said.html").write_text("one")
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    compiled = []

    def started() -> str:
        app = Flask("house", root_path=str(tmp_path))
        rendering.init_app(app)
        compile_it = app.jinja_env.compile
        app.jinja_env.compile = lambda *given: compiled.append(given) or compile_it(*given)
        return app.jinja_env.get_template("said.html").render()

    assert [started(), started(), len(compiled)] == ["one", "one", 1]
    said.write_text("two")
    assert [started(), started(), len(compiled)] == ["two", "two", 2]
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert [started(), len(compiled)] == ["two", 3]


@pytest.mark.parametrize("place", ["no folder", "a full disk"])
def test_where_nothing_can_be_written_templates_are_compiled_each_time(place, tmp_path, monkeypatch):
    def full(**asked):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "said.html").write_text("one")
    if place == "no folder":
        (tmp_path / "templates" / "__pycache__").write_text("a file lies where the folder would be")
    else:
        monkeypatch.setattr("tempfile.NamedTemporaryFile", full)
    app = Flask("house", root_path=str(tmp_path))
    rendering.init_app(app)
    assert app.jinja_env.get_template("said.html").render() == "one"
