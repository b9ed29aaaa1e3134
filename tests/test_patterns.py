"""No regular expression of the project takes more than a linear time, whatever a stranger writes."""

import re
from functools import cache
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.patterns import Pattern, collected, slow_text

SHARES = 4
"""So many tests share the patterns, since one process would take some seconds for all of them."""
SLOW = {
    r"(a+)+b": "match",
    r"(\w\w?)+!": "fullmatch",
    r"\s+$": "search",
    r"\d+x": "finditer",
    r"(.+?)\.\.(.+?)": "fullmatch",
    r"((scale|turn)\([^)]*\) ?)*$": "search",
    r"<[^>]*>": "sub",
    r"\w+|<<.*?>>": "finditer",
    r"(.*) if (.*)": "fullmatch",
}
"""Patterns that take quadratic time or worse, and how they are used."""
QUICK = {r"[a-z]\w*": "finditer", r'"[^"\n]*"?': "sub", r"\d{1,9}x": "search", r"(\w+) if (\w+)": "fullmatch"}


@cache
def patterns() -> list[Pattern]:
    """Return those of the project, read once a process."""
    return sorted(collected(ROOT, ("companion", "printables")), key=lambda one: (one.place, one.method))


@pytest.mark.parametrize("share", range(SHARES))
def test_four_times_the_text_takes_a_regular_expression_at_most_some_six_times_as_long(share):
    slow = {one.place: one.pattern.pattern for one in patterns()[share::SHARES] if slow_text(one)}
    assert not slow


@pytest.mark.parametrize("words, method", SLOW.items())
def test_a_slow_pattern_is_told_from_quick_ones(words, method):
    assert slow_text(Pattern("", re.compile(words), method))


@pytest.mark.parametrize("words, method", QUICK.items())
def test_a_quick_pattern_is_told_from_slow_ones(words, method):
    assert not slow_text(Pattern("", re.compile(words), method))


def test_a_new_pattern_is_found_by_itself_in_whatever_way_it_is_written(tmp_path: Path, monkeypatch):
    (tmp_path / "new_room").mkdir()
    (tmp_path / "new_room" / "reads.py").write_text(
        "import re\n"
        'WORD = r"\\w+"\n'
        'A, B = re.compile(rf"{WORD}!"), re.compile("b")\n'
        "def f(text, key):\n"
        '    return A.search(text), re.sub(rf"{key}+", "", text, flags=re.I), [re.compile("c")]\n'
    )
    (tmp_path / "new_room" / "uses.py").write_text("import new_room.reads as r\nX = r.B.split('')\n")
    monkeypatch.syspath_prepend(tmp_path)
    result = {
        (one.pattern.pattern, one.pattern.flags & re.I, one.method)
        for one in collected(tmp_path, ["new_room"])
    }
    assert result == {
        (r"\w+!", 0, "search"),
        ("b", 0, "split"),
        ("word+", re.I, "sub"),
        ("c", 0, "fullmatch"),
        ("c", 0, "finditer"),
    }
