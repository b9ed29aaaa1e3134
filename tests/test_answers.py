"""No capability is lost: every command, route, promise, outlet and piece of paper still answers.

`tests/answers.txt` lists them; `python -m tests.test_answers` writes it again.
"""

from collections.abc import Iterator
from pathlib import Path

from companion import check
from companion.cli.main import parsers
from companion.kernel.shelf import shelf
from companion.web.app import create_app
from printables.layout.paper import choices
from printables.sources.catalogue import catalogue
from tests.conftest import fresh

LIST = Path(__file__).with_name("answers.txt")


def commands() -> Iterator[str]:
    for name, parser in parsers()[1].items():
        yield f"command {name}"
        for action in parser._actions:
            yield f"command {name} {max(action.option_strings or [action.dest], key=len)}"


def routes(folder: Path) -> Iterator[str]:
    fresh(folder / "companion.sqlite3")
    for rule in create_app(str(folder)).url_map.iter_rules():
        yield from (f"route {method} {rule}" for method in (rule.methods or set()) - {"HEAD", "OPTIONS"})


def answers(folder: Path) -> set[str]:
    """Everything that answers today, a line each."""
    kept = {f"promise {promise.__name__}" for promise in check.PROMISES}
    orders = {f"order {name} {value}" for name, values in choices().items() for value in values}
    papers = {f"paper {game.key} {key}" for game in shelf().values() for key in catalogue(game)}
    return {*commands(), *routes(folder), *kept, *orders, *papers}


def test_what_answered_once_still_answers(tmp_path):
    listed = set(LIST.read_text("utf-8").splitlines())
    assert len(listed) > 300
    assert sorted(listed - answers(tmp_path)) == []


if __name__ == "__main__":
    import tempfile

    with tempfile.TemporaryDirectory() as kept:
        LIST.write_text("\n".join(sorted(answers(Path(kept)))) + "\n", "utf-8")
