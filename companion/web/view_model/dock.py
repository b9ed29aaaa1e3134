"""What a seat may say: its buttons, what a tap on the board begins, what is set by hand."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from companion.kernel.action import Action, Kind, Noun, answered, draft, face, nouns, refusal, stumbled
from companion.kernel.foresight import foresight
from companion.web.shown import VerbShown

if TYPE_CHECKING:
    from companion.web.view_model import TablePage


@dataclass(frozen=True)
class Dock:
    """The verbs of the seat that a phone acts for."""

    page: "TablePage"

    @cached_property
    def verbs(self) -> tuple[VerbShown, ...]:
        """The dock: this seat's verbs of this phase."""
        return tuple(self._button(kind) for kind in self._kinds if not kind.anytime)

    @cached_property
    def tools(self) -> tuple[VerbShown, ...]:
        """What may be said at any time: rulings, resigning."""
        return tuple(self._button(kind) for kind in self._kinds if kind.anytime)

    @cached_property
    def _starts(self) -> list[tuple[str, Kind[Any], str]]:
        if not self.page.my_turn or self.page.question or self.page.sentence:
            return []
        found = []
        for thing, (verb, given) in self.page.game.starts(self.page.state, self.page.acting).items():
            kind = self.page.game.kind(verb)
            if kind and refusal(self.page.state, draft(kind, self.page.acting, given)) is None:
                found.append((thing, kind, self.page.href(verb, list(given.items()))))
        return found

    @property
    def starts(self) -> dict[str, str]:
        """Piece of the board to the address of what a tap on it begins, where that is allowed."""
        return {thing: href for thing, _, href in self._starts}

    @property
    def posts(self) -> Mapping[str, str]:
        """Address of the board to the one a tap posts to instead, where that may say it at once."""
        return self.page.say or {href: self.page.at_once(kind, href) for _, kind, href in self._starts}

    def verbs_with(self, thing: str) -> tuple[VerbShown, ...]:
        """The verbs whose first question this thing answers, with that answer given."""
        found = []
        for kind in self._kinds if self.page.acting in self.page.waiting else ():
            field, noun = next(iter(nouns(kind).items()), ("", None))
            made = draft(kind, self.page.acting, {})
            if kind.anytime or not isinstance(noun, Noun) or not self._offers(kind, noun, made, thing):
                continue
            answer = answered(made, field, (thing,) if noun.count else thing)
            no = refusal(self.page.state, made) or refusal(self.page.state, answer)
            href = self.page.href(kind.verb, [(field, thing)])
            title, cost = face(kind, self.page.state, self.page.acting)
            say = self.page.at_once(kind, href)
            found.append(VerbShown(kind.verb, title, cost, kind.icon, href, no, say))
        return tuple(found)

    @property
    def by_hand(self) -> str:
        """The address of the verb that sets things by hand; empty where this phone has none."""
        kind = self._ruling
        return self.page.href(kind.verb, []) if kind and self.page.acting and not self.page.over else ""

    @property
    def _ruling(self) -> Kind[Any] | None:
        return next((kind for kind in self.page.game.kinds if kind.by_hand), None)

    def set_by_hand(self, thing: str) -> str:
        """The address that sets a thing by hand; empty where it cannot be set."""
        kind = self._ruling if self.by_hand else None
        if kind is None:
            return ""
        field = next(iter(nouns(kind)))
        made = draft(kind, self.page.acting, {})
        return (
            self.page.href(kind.verb, [(field, thing)])
            if self._offers(kind, nouns(kind)[field], made, thing)
            else ""
        )

    def _offers(self, kind: Kind[Any], noun: Any, made: Action[Any], thing: str) -> bool:
        """True where a thing is among what a noun offers; a fault in the game's own code offers nothing."""
        try:
            return thing in noun.options(self.page.state, made)
        except Exception as fault:
            stumbled(self.page.state, kind.verb, fault)
            return False

    @property
    def _kinds(self) -> list[Kind[Any]]:
        by, phase = self.page.acting, self.page.state.phase
        kinds = self.page.game.kinds if by else ()
        return [k for k in kinds if (not k.of or by in k.of) and (not k.during or phase in k.during)]

    def _button(self, kind: Kind[Any]) -> VerbShown:
        made = draft(kind, self.page.acting, {})
        no = refusal(self.page.state, made)
        title, cost = face(kind, self.page.state, self.page.acting)
        if no is None and not nouns(kind):
            cost = made.throws_away(self.page.state) or cost
            if self.page.at_stake and not cost:  # what letting it go comes to
                cost = foresight(self.page.game.tracked, self.page.state, made)
        href = self.page.href(kind.verb, [])
        say = "" if nouns(kind) else self.page.at_once(kind, href)
        return VerbShown(kind.verb, title, cost, kind.icon, href, no, say)
