"""The model of *Learn while playing*: the lesson above the buttons, and foresight beside them."""

from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any

from companion.kernel.action import Kind, draft, nouns
from companion.kernel.foresight import foresight
from companion.kernel.judge import by_field
from companion.storage.session import Session
from companion.web import lessons
from companion.web.dock_models import VerbShown
from companion.web.lessons import Above
from companion.web.view_model.dock import Dock
from companion.web.view_model.phone import Phone
from companion.words import Text


@dataclass(frozen=True)
class Learning:
    """The lessons of the seat that a phone acts for."""

    session: Session
    phone: Phone
    dock: Dock

    @property
    def how(self) -> str:
        """Return how the seat that this phone acts for learns while it plays; empty if it does not."""
        if self.phone.acting not in self.phone.mine:
            return ""
        chairs = self.session.chairs
        return next((chair.learns for chair in chairs if chair.seat == self.phone.acting), "")

    @cached_property
    def lesson(self) -> Above | None:
        """Return the lesson above the buttons of a seat that learns."""
        table = self.session.table
        if not self.how or table.state.over or table.stopped:
            return None
        if self.phone.acting not in table.state.to_act:
            return lessons.beginning(table, self.session.code, self.phone.acting)
        verb, answers = self._asked()
        kind = table.game.kind(verb)
        if kind is None and self.dock.inspected:
            return None
        return lessons.above(table, self.session.code, self.phone.acting, self.how, kind, answers)

    def _asked(self) -> tuple[str, dict[str, list[str]]]:
        """Return the verb that the dock asks about or would ask about, and its answers so far."""
        if self.dock.question and self.dock.question.opened:
            return "", {}  # the dock of one verb
        if question := self.dock.question or self.dock.sentence:
            return question.kind, by_field(question.hidden)
        if it := self.dock.inspected:
            verb = next((one.kind for one in it.verbs if not one.refusal), "")
            kind = self.session.table.game.kind(verb)
            return verb, {field: [it.thing] for field in islice(nouns(kind), 1)} if kind else {}
        return "", {}

    @cached_property
    def coached(self) -> tuple[tuple[VerbShown, str, Text], ...]:
        """Return, for a seat with a coach, each verb that can be said now, what it does and what it leads
        to."""
        if self.how != lessons.COACH:
            return ()
        return tuple(
            (verb, lessons.explained(self.session.table.game, kind), self._comes_to(kind))
            for verb in self.dock.verbs
            if not verb.refusal and (kind := self.session.table.game.kind(verb.kind))
        )

    def _comes_to(self, kind: Kind[Any]) -> Text:
        """Return what a verb without questions leads to."""
        if nouns(kind):
            return ""
        action = draft(kind, self.phone.acting, {})
        return foresight(self.session.table.game.tracked, self.session.table.state, action)
