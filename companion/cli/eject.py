"""The Python skeleton of a box: the same game, with a class for each verb to say in code what TOML cannot."""

import json
import re
from pathlib import Path
from textwrap import wrap
from typing import Any

from companion.kernel.action import Kind
from companion.kernel.game import Game
from companion.kernel.sittings import sittings

INIT = '''"""{name}: it began as a box, and is one still where Python says nothing else."""

from dataclasses import replace

from companion.boxes.game import of
from companion.kernel.features import Origin

from .actions import KINDS
from .box import BOX
from .view import view

GAME = replace(of(replace(BOX, kinds=KINDS)), view=view).having(Origin(__package__))
'''
BOX = '''"""What ``box.toml`` says: lines, counters, pieces, rules, and each verb as it is without Python."""

from importlib.resources import files

from companion.boxes.reading import definition

BOX = definition((files(__package__) / "box.toml").read_text("utf-8"), "{key}")
'''
VIEW = '''"""How a moment looks: as a box looks, until something is added here."""

from companion.boxes.play import view as boxes
from companion.boxes.play.state import BoxState
from companion.kernel.view import View


def view(state: BoxState) -> View:
    """Return what every phone shows."""
    return boxes.view(state)
'''
ACTIONS = '''"""What a seat can say: each verb does what the box says; what TOML cannot say is said here.

A rule that refuses has its words in ``box.toml``, without teeth there; here it is
``state.rules.require(holds, "its-key", "Why, with the numbers.")``.
"""

from companion.boxes.play.state import BoxState

from .box import BOX
{verbs}

KINDS = (
{names}
)
'''
VERB = '''

class {name}(BOX.verb("{verb}")):
    """{words}"""

    title = {title}

    def check(self, state: BoxState) -> None:
        """Refuse what the rules forbid; what the box forbids comes first."""
        super().check(state)

    def apply(self, state: BoxState) -> BoxState:
        """Let hands do it, as the box says."""
        return super().apply(state)
'''


def write(folder: Path, game: Game[Any], box: str, key: str) -> None:
    """The folder of a game that does what this box does; OSError where it cannot be written."""
    own = game.setup.args[0].kinds  # type: ignore[attr-defined]
    played = {
        f"played/{name}": re.sub(r"(?m)^game: .*$", f"game: {key}", text)
        for name, text in sittings(game).items()
    }
    texts = {
        "__init__.py": INIT.format(name=game.name.replace("\\", "")),
        "box.toml": box,
        "box.py": BOX.format(key=key),
        "view.py": VIEW,
        "actions.py": ACTIONS.format(
            verbs="".join(map(_verb, own)), names="\n".join(f"    {kind.__name__}," for kind in own)
        ),
    }
    (folder / "played").mkdir(parents=True)
    for name, text in (texts | played).items():
        (folder / name).write_text(text, "utf-8")


def _verb(kind: Kind[Any]) -> str:
    words = (kind.__doc__ or "").replace("\\", "").replace('"', "'")
    source = VERB.format(
        name=kind.__name__,
        verb=kind.verb,
        words="\n    ".join(wrap(words, 100)),
        title=json.dumps(kind.title, ensure_ascii=False),
    )
    spelled = re.sub(r"(?<!^)(?=[A-Z])", "-", kind.__name__).lower()
    return source if spelled == kind.verb else f'{source}\n\n{kind.__name__}.verb = "{kind.verb}"\n'
