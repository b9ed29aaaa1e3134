"""Draw the golden pictures again."""

from companion.kernel.shelf import shelf
from tests.golden import HERE, saved, texts

drawn = {name: text for game in shelf().values() for name, text in texts(game).items()}
for name in saved().keys() - drawn.keys():
    (HERE / name).unlink()
for name, text in drawn.items():
    (HERE / name).write_text(text, "utf-8")
