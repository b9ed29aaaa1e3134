"""A process that is warmed up has nothing left to compile at the first tap, and has kept nothing."""

import logging

import pytest
from sqlalchemy import func, select

from companion.storage.schema import TABLES
from companion.web import warm_up
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
