"""Golden pictures: boards and sheets look as somebody saw and saved them."""

import pytest

from companion.kernel.shelf import shelf
from tests import golden


@pytest.mark.parametrize("key", shelf())
def test_boards_and_sheets_look_as_they_were_saved(key):
    now = golden.texts(shelf()[key])
    then = {name: text for name, text in golden.saved().items() if name.startswith(key)}
    others = sorted(name for name in now.keys() | then.keys() if now.get(name) != then.get(name))
    assert not others, f"{', '.join(others)}: look at what changed, then run make golden"
