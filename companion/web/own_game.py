"""A game of one's own as its page shows it: its text, its fields with what is wrong, and how it will look."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

from markupsafe import Markup

from companion.boxes.form import Form, FormRow, Shown, buttons, form, merged
from companion.boxes.form.grid import SHAPES
from companion.boxes.own import BoxFault, Faulty, tidy, where
from companion.boxes.reading import LIMITS
from companion.kernel.game import Game
from companion.kernel.sittings import usual_opening
from companion.kernel.state import State
from companion.kernel.toml import Path
from companion.kernel.view import Picture, View
from companion.svg.renderer import Overlay
from companion.web.context import context
from companion.web.figures import Figure, Gallery
from companion.web.heavy_work import TEXTS, heavy_work
from companion.web.languages import spoken
from companion.web.silhouettes import silhouettes

SHOWN = 4
"""So many seats at most stand in a preview."""


@dataclass(frozen=True)
class Preview:
    """The game as phones will show it before the first move."""

    game: Game[Any]
    state: State
    view: View

    @property
    def players(self) -> dict[str, str]:
        """Every seat; nobody has a name yet."""
        return {panel.seat: panel.seat for panel in self.view.panels}

    def mark(self, seat: str) -> int:
        """The number of a seat, for its mark and colour."""
        return list(self.players).index(seat)

    @property
    def verbs(self) -> list[tuple[str, str]]:
        """The buttons: title and icon."""
        return [(kind.title, kind.icon) for kind in self.game.kinds if not kind.anytime]

    @property
    def board(self) -> Markup | None:
        """The board, drawn."""
        picture: Picture | None = self.view.picture
        if picture is None:
            return None
        marks = {seat: number for number, seat in enumerate(self.game.seats(self.game.players[-1]))}
        return Gallery(marks, silhouettes(self.game)).draw(Figure(picture, Overlay()))


@dataclass(frozen=True)
class Draft:
    """A text that is being changed."""

    text: str
    was: str
    """The text that the fields stand for."""
    game: Game[Any] | None
    faults: tuple[BoxFault, ...]
    form: Form | None
    by_hand: bool = False
    """Whether the text itself was typed into."""
    fresh: str = ""
    """The group that was just changed by a button."""
    opened: str = ""
    """The row of it that stands open."""

    @property
    def called(self) -> str:
        """Its name, as far as there is one."""
        name = self.form.values.get("name", "") if self.form else ""
        return self.game.name if self.game else name[:40] or "Your own game"

    @property
    def shapes(self) -> Mapping[str, str]:
        """Return the shapes that the spaces of a board can have."""
        return SHAPES

    @property
    def renamed(self) -> "Draft":
        """The same, each new row known by its name."""
        text = buttons.renamed(self.text)
        return self if text == self.text else drafted(text)

    def changed(self, how: str, what: str, called: str = "") -> "Draft":
        """The same after a button of its form: a row, a question or a board more, less, or another."""
        group, _, key = what.replace(" ", ".", 1).partition(".")
        if self.form is None:
            return self
        if how == "add":
            return replace(drafted(spoken(partial(buttons.added, self.text, group, called))()), fresh=group)
        if how == "move":
            return replace(drafted(spoken(partial(buttons.moving, self.text, group))()), fresh="verbs")
        if how == "ask":
            return replace(drafted(buttons.asking(self.text, group)), fresh="verbs", opened=group)
        if how == "board":
            return replace(drafted(buttons.with_board(self.text, group, key)), fresh="board")
        text = buttons.dropped(self.text, group, key)
        return replace(drafted(text), fresh=group, opened=key.partition(".asks.")[0])

    @cached_property
    def wrong(self) -> dict[str, str]:
        """The name of a field, or of a row, to what is wrong there."""
        if self.form is None or not self.faults or self.was != self.text:
            return {}
        faults_at = where(self.text, self.faults)
        rows = [row for rows in self.form.rows.values() for row in rows]
        wrong = {
            f"{row.group}.{row.key}": words
            for row in rows
            if (words := _of_part(faults_at, (row.group, row.key)))
        }
        for name, field, _ in self.form.single:
            if words := _of_part(faults_at, PLACES.get(field.key, (field.key,))):
                wrong[name] = words
        return wrong

    @property
    def open(self) -> set[str]:
        """The groups that stand open: the one that was just changed, and those with something to mend."""
        return {self.fresh, *(name.partition(".")[0] for name in self.wrong if "." in name)}

    @property
    def elsewhere(self) -> list[BoxFault]:
        """The faults that no field shows."""
        in_fields = {fault.line for fault in self.faults if fault.words in self.wrong.values()}
        return [fault for fault in self.faults if fault.line not in in_fields]

    @cached_property
    def preview(self) -> Preview | None:
        """Return a preview of the game, or None if it is no game yet or cannot be set up."""
        if self.game is None:
            return None
        several = [number for number in self.game.players if 1 < number <= SHOWN]
        try:
            state = self.game.setup(usual_opening(self.game, (several or self.game.players)[0]))
        except ValueError:
            return None
        return Preview(self.game, state, self.game.view(state))


PLACES: Mapping[str, Path] = {
    "least": ("players",),
    "most": ("players",),
    "order": ("turns", "order"),
    "rounds": ("turns", "rounds"),
    "wins": ("score", "wins"),
    "first": ("turns", "first"),
    "teams": ("turns", "teams"),
    "round": ("turns", "round"),
    "by": ("turns", "by"),
    "score": ("score", "points"),
    "drawing": ("board", "drawing"),
    "ways": ("board", "ways"),
    "opposite": ("board", "opposite"),
}
"""Where the value of a field stands, where that is not its name."""


def _of_part(faults_at: Mapping[Path, str], at: Path) -> str:
    """Return what is wrong with a row or a value, or with any part of it."""
    inner = (words for path, words in faults_at.items() if path[: len(at)] == at)
    return faults_at.get(at) or next(inner, "")


def typed(fields: Mapping[str, str]) -> Draft:
    """Return the draft that was typed, into fields, into the text, or into both."""
    text, was = (tidy(fields.get(name, "")[: LIMITS.size + 1]) for name in ("text", "was"))
    new = merged(text, was, fields)
    return drafted(new, was if form(new) is None else new, by_hand=text != was, typed=fields)


def drafted(
    text: str,
    was: str = "",
    *,
    by_hand: bool = False,
    typed: Mapping[str, str] | None = None,
    kept: bool = False,
) -> Draft:
    """A text judged: a game, or what is wrong with it, and its fields as they were typed.

    Where the text is no TOML its fields stay those of ``was``, with what was ``typed`` into them. A text that
    is ``kept`` here was read before, so it is read at once.
    """
    text = tidy(text)
    read = partial(context().store.boxes.described, text)
    try:
        game, faults = read() if kept else heavy_work(read, TEXTS), ()
    except Faulty as no:
        game, faults = None, no.faults  # type: ignore[assignment]
    was = tidy(was or text)
    before = form(was)
    if before and typed and was != text:
        before = _retyped(before, typed)
    return Draft(text, was, game, faults, before, by_hand)


def _retyped(before: Form, typed: Mapping[str, str]) -> Form:
    def again(fields: Shown) -> Shown:
        return tuple((name, field, typed.get(name, value)[: field.longest]) for name, field, value in fields)

    def rows(some: tuple[FormRow, ...]) -> tuple[FormRow, ...]:
        return tuple(replace(row, fields=again(row.fields), asks=rows(row.asks)) for row in some)

    groups = {group: rows(some) for group, some in before.rows.items()}
    top, turns, words, board = map(again, (before.top, before.turns, before.words, before.board))
    return replace(before, top=top, turns=turns, words=words, board=board, rows=groups)
