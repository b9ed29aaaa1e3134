"""The model of the dock: a seat's buttons, its starts by a tap on the board, and *Set by hand*."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from companion.kernel.action import Action, Kind, Noun, answered, draft, face, nouns, refusal, stumbled
from companion.kernel.asking import Ask, ask
from companion.kernel.foresight import foresight
from companion.kernel.game import Game
from companion.kernel.rulebook import Refusal
from companion.storage.session import Session
from companion.svg.renderer import Overlay
from companion.web.dock_models import FinishedSentence, Inspected, Question, RefusalShown, VerbShown
from companion.web.view_model.phone import Phone
from companion.words import joined

UNLIT = Overlay()


@dataclass(frozen=True)
class Dock:
    """The dock of the seat that a phone acts for, with its question, sentence or refusal."""

    session: Session
    phone: Phone
    question: Question | None = None
    sentence: FinishedSentence | None = None
    inspected: Inspected | None = None
    refused: RefusalShown | None = None
    lit: Overlay = UNLIT
    """What of the board answers the question: spaces that glow, and where a tap on each leads."""

    @property
    def game(self) -> Game[Any]:
        """Return the game."""
        return self.session.table.game

    @property
    def state(self) -> Any:
        """Return the moment."""
        return self.session.table.state

    @property
    def draft(self) -> Question | FinishedSentence | None:
        """Return what somebody began to say; None for a question that opened by itself."""
        opened = self.question and self.question.opened
        return self.sentence or (None if opened else self.question)

    @property
    def my_turn(self) -> bool:
        """True if the table waits for this phone."""
        return any(seat in self.state.to_act for seat in self.phone.mine)

    @cached_property
    def verbs(self) -> tuple[VerbShown, ...]:
        """The dock: this seat's verbs of this phase."""
        return tuple(self._button(kind) for kind in self._kinds if not kind.anytime)

    @cached_property
    def hand(self) -> tuple[VerbShown, ...]:
        """Return a button for each answer that begins a verb at once, what this phone holds first."""
        able = [self.game.kind(verb.kind) for verb in self.verbs if not verb.refusal]
        buttons = (button for kind in able if kind for button in self._in_hand(kind))
        return tuple(sorted(buttons, key=lambda button: button.title not in self.phone.held))

    @property
    def spread(self) -> frozenset[str]:
        """Return the verbs whose answers stand among the buttons."""
        return frozenset(button.kind for button in self.hand)

    @cached_property
    def on_pad(self) -> frozenset[str]:
        """Return the verbs that cells of the score pad say for this phone."""
        lines, mine = self.session.view.pad, self.phone.mine
        blanks = (blank for line in lines for cell in line.blanks for blank in cell)
        return frozenset(blank.verb for blank in blanks if blank.seat in mine)

    @property
    def primary(self) -> str:
        """Return the verb that stands out: the only one, else the last that asks nothing; empty if none."""
        able = [verb.kind for verb in self.verbs if not verb.refusal]
        whole = [name for name in able if (kind := self.game.kind(name)) and not nouns(kind)]
        return able[0] if len(able) == 1 else whole[-1] if whole else ""

    @cached_property
    def tools(self) -> tuple[VerbShown, ...]:
        """Return the verbs for any time: rulings, resigning."""
        return tuple(self._button(kind) for kind in self._kinds if kind.anytime)

    @cached_property
    def _starts(self) -> list[tuple[str, Kind[Any], str]]:
        if not self.my_turn or self.question or self.sentence:
            return []
        return [
            (thing, kind, self.phone.href(kind.verb, list(given.items())))
            for thing, kind, given in self.session.starts(self.phone.acting)
        ]

    @property
    def starts(self) -> dict[str, str]:
        """Piece of the board to the address of what a tap on it begins, where that is allowed."""
        return {thing: href for thing, _, href in self._starts}

    @property
    def posts(self) -> Mapping[str, str]:
        """Address of the board to the one a tap posts to instead, where that may say it at once."""
        return self.lit.say or {href: self.phone.at_once(kind, href) for _, kind, href in self._starts}

    def verbs_with(self, thing: str) -> tuple[VerbShown, ...]:
        """The verbs whose first question this thing answers, with that answer given."""
        result = []
        for kind in self._kinds if self.phone.acting in self.state.to_act else ():
            field, noun = next(iter(nouns(kind).items()), ("", None))
            action = draft(kind, self.phone.acting, {})
            if kind.anytime or not isinstance(noun, Noun) or not self._offers(kind, noun, action, thing):
                continue
            answer = answered(action, field, (thing,) if noun.count else thing)
            no = refusal(self.state, action) or refusal(self.state, answer)
            href = self.phone.href(kind.verb, [(field, thing)])
            title, cost = face(kind, self.state, self.phone.acting)
            say = self.phone.at_once(kind, href)
            result.append(VerbShown(kind.verb, title, cost, kind.icon, href, no, say))
        return tuple(result)

    @property
    def by_hand(self) -> str:
        """The address of the verb that sets things by hand; empty where this phone has none."""
        kind = self._ruling
        return self.phone.href(kind.verb, []) if kind and self.phone.acting and not self.state.over else ""

    @property
    def _ruling(self) -> Kind[Any] | None:
        return next((kind for kind in self.game.kinds if kind.by_hand), None)

    def set_by_hand(self, thing: str) -> str:
        """The address that sets a thing by hand; empty where it cannot be set."""
        kind = self._ruling if self.by_hand else None
        if kind is None:
            return ""
        field = next(iter(nouns(kind)))
        action = draft(kind, self.phone.acting, {})
        return (
            self.phone.href(kind.verb, [(field, thing)])
            if self._offers(kind, nouns(kind)[field], action, thing)
            else ""
        )

    def _offers(self, kind: Kind[Any], noun: Any, action: Action[Any], thing: str) -> bool:
        """True where a thing is among what a noun offers; a fault in the game's own code offers nothing."""
        try:
            return thing in noun.options(self.state, action)
        except Exception as fault:
            stumbled(self.state, kind.verb, fault)
            return False

    @property
    def _kinds(self) -> list[Kind[Any]]:
        by, phase = self.phone.acting, self.state.phase
        kinds = self.game.kinds if by else ()
        return [k for k in kinds if (not k.of or by in k.of) and (not k.during or phase in k.during)]

    def _in_hand(self, kind: Kind[Any]) -> Iterator[VerbShown]:
        field, noun = next(iter(nouns(kind).items()), ("", None))
        if not (isinstance(noun, Noun) and noun.in_dock):
            return
        try:
            question = ask(kind, self.state, self.phone.acting, {})
        except Refusal:
            return
        title = face(kind, self.state, self.phone.acting)[0]
        for option in question.allowed if isinstance(question, Ask) else ():
            href = self.phone.href(kind.verb, [(field, option.name)])
            cost = joined((title, option.price), ", ")
            say = self.phone.at_once(kind, href)
            yield VerbShown(kind.verb, option.name, cost, kind.icon, href, None, say)

    def _button(self, kind: Kind[Any]) -> VerbShown:
        action = draft(kind, self.phone.acting, {})
        no = refusal(self.state, action)
        title, cost = face(kind, self.state, self.phone.acting)
        if no is None and not nouns(kind):
            cost = action.throws_away(self.state) or cost
            if self.state.at_stake and self.my_turn and not cost:  # what letting it go comes to
                cost = foresight(self.game.tracked, self.state, action)
        href = self.phone.href(kind.verb, [])
        say = "" if nouns(kind) else self.phone.at_once(kind, href)
        return VerbShown(kind.verb, title, cost, kind.icon, href, no, say)
