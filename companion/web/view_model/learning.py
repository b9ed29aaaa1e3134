"""What somebody is told who learns the game while playing it."""

from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any

from companion.kernel.action import Kind, draft, nouns
from companion.kernel.foresight import foresight
from companion.web import lessons
from companion.web.lessons import Above
from companion.web.shown import VerbShown

if TYPE_CHECKING:
    from companion.web.view_model import TablePage


@dataclass(frozen=True)
class Learning:
    """The lessons of the seat that a phone acts for."""

    page: "TablePage"

    @property
    def how(self) -> str:
        """How the seat that this phone acts for learns while it plays; empty where it does not."""
        if self.page.acting not in self.page.mine:
            return ""
        chairs = self.page.session.chairs
        return next((chair.learns for chair in chairs if chair.seat == self.page.acting), "")

    @cached_property
    def lesson(self) -> Above | None:
        """What a seat that learns is told above its buttons."""
        if not self.how or self.page.over or self.page.stopped:
            return None
        if self.page.acting not in self.page.waiting:
            return lessons.beginning(self.page.table, self.page.code, self.page.acting)
        verb, given = "", dict[str, list[str]]()
        if self.page.question and self.page.question.opened:
            pass  # the dock of one verb
        elif asked := self.page.question or self.page.sentence:
            verb = asked.kind
            for field, name in asked.hidden:
                given.setdefault(field, []).append(name)
        elif it := self.page.inspected:
            verb = next((one.kind for one in it.verbs if not one.refusal), "")
            given = (
                {field: [it.thing] for field in islice(nouns(kind), 1)}
                if (kind := self.page.game.kind(verb))
                else {}
            )
        kind = self.page.game.kind(verb)
        if kind is None and self.page.inspected:
            return None
        return lessons.above(self.page.table, self.page.code, self.page.acting, self.how, kind, given)

    @cached_property
    def coached(self) -> tuple[tuple[VerbShown, str, str], ...]:
        """For a seat with a coach: each verb that can be said now, what it does, and what it comes to."""
        if self.how != lessons.COACH:
            return ()
        return tuple(
            (verb, lessons.explained(self.page.game, kind), self._comes_to(kind))
            for verb in self.page.dock.verbs
            if not verb.refusal and (kind := self.page.game.kind(verb.kind))
        )

    def _comes_to(self, kind: Kind[Any]) -> str:
        """What a verb comes to that asks nothing."""
        if nouns(kind):
            return ""
        made = draft(kind, self.page.acting, {})
        return foresight(self.page.game.tracked, self.page.state, made)
