"""The questions of a card before it is paid: its choice, its target, and the hex."""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import partial

from companion.games.high_heavens.actions import checks, nouns
from companion.games.high_heavens.actions.checks import refuse, require
from companion.games.high_heavens.actions.resolve import UNASKED, Answers, enough, partners
from companion.games.high_heavens.actions.using import Using, Why
from companion.games.high_heavens.box import WORDS
from companion.games.high_heavens.cards import Do, Says
from companion.games.high_heavens.effects import ABILITY, VARYING
from companion.games.high_heavens.state import Heavens, reach
from companion.kernel.action import Action
from companion.kernel.rulebook import LateRefusal, Refusal
from companion.toolkit.cards.language import SELF
from companion.toolkit.cards.wording import choice_words, whom_words
from companion.toolkit.causes import cause_words
from companion.words import Message, Text, message


class Playing(Action[Heavens]):
    """An ability or Divine Power, with what its first question is answered with, or its next one."""

    choice: tuple[str, ...]
    target: tuple[str, ...]
    hex: tuple[str, ...]
    way: tuple[str, ...]

    def using(self, heavens: Heavens) -> Using:
        """The card."""
        raise NotImplementedError

    def chosen(self, using: Using) -> int:
        """Return the number of the choice."""
        return using.card.choice_names.index(self.choice[0]) if self.choice else 0

    def asked(self, using: Using) -> tuple[int, Do | None]:
        """Return the step that is asked for, with its number; one beyond the last if none is."""
        choice = self.chosen(using)
        if choice not in using.asked:
            result = using.steps(choice) if using.card.choices else ()
            steps_asked = (
                (n, step)
                for n, step in enumerate(result)
                if using.asks(step) and enough(using, step) and (not step.so or enough(using, result[n - 1]))
            )
            using.asked[choice] = next(steps_asked, (len(result), None))
        return using.asked[choice]

    def hit(self, heavens: Heavens) -> tuple[str, ...]:
        """Return those this step was done to before."""
        return ()

    # -- what is asked ------------------------------------------------------------------------------------

    def question(self, heavens: Heavens) -> tuple[Using, Do] | None:
        """The card and the step that is asked for, if one is."""
        using = self.using(heavens)
        _, step = self.asked(using)
        return (using, step) if step else None

    def names(self, heavens: Heavens) -> list[str]:
        """Return those it may be done to by the words of the card."""
        result = self.question(heavens)
        return result[0].everybody(result[1]) if result else []

    def count(self, heavens: Heavens) -> int:
        """Return how many are pointed at in one answer."""
        result = self.question(heavens)
        if result is None or result[1].whom.words in ((), ("self",)):
            return 0
        step = result[1]
        one_by_one = step.whom.up_to or not step.whom.many or step.mover is not None
        return 1 if one_by_one else step.whom.many

    def carries(self, heavens: Heavens) -> int:
        """Return 1 if a hex is asked for, else 0."""
        result = self.question(heavens) if heavens.tracked else None
        return int(result is not None and result[1].mover is not None)

    def takers(self, heavens: Heavens) -> list[str] | None:
        """Return those it may be done to, one at a time; None for two that stand together."""
        result = self.question(heavens)
        if result is None or result[1].whom.together:
            return None
        using, step = result
        found = using.found(step, self.hit(heavens))
        return [name for name in found if self._lacks(using, step, (name,)) is None]

    def ends(self, heavens: Heavens) -> Mapping[str, tuple[frozenset[str], ...]]:
        """Each hex to which it may carry the chosen target, with the ways there."""
        result = self.question(heavens)
        part = result[1].mover if result else None
        if result is None or part is None:
            return {}
        return result[0].ends(part, self._carried(result[0]))

    def ways(self, heavens: Heavens) -> tuple[frozenset[str], ...]:
        """The ways to the hex that was chosen."""
        return self.ends(heavens).get(self.hex[0], ()) if self.hex else ()

    def _carried(self, using: Using) -> str:
        return self.target[0] if self.target else using.god

    def answers(self, heavens: Heavens) -> Answers:
        """Return the answers to the step that is asked for."""
        using = self.using(heavens)
        at_step, step = self.asked(using)
        if step is None:
            return UNASKED
        passing = nouns.chosen_way(heavens, self.ways(heavens), self.way)
        return Answers(at_step, self.target or (using.god,), (*self.hex, "")[0], passing)

    # -- what is forbidden --------------------------------------------------------------------------------

    def check_card(self, using: Using) -> None:
        """Before anything is asked: one of its choices must do something, and the bank have the chips."""
        if using.card.choices and not possible(using):
            raise LateRefusal(partial(why_not_choice, using, 0))

    def check_answers(self, heavens: Heavens, using: Using) -> None:
        """Refuse a choice, a target or a hex that the card does not allow."""
        if len(using.card.choices) > 1:
            for name in self.choice:
                n = using.card.choice_names.index(name)
                if _short(using, n) is not None:
                    raise LateRefusal(partial(why_not_choice, using, n))
        _, step = self.asked(using)
        if step is None:
            return
        for name in self.target:
            require(name not in self.hit(heavens), "ability", "{name} was chosen already.", name=name)
            if why := using.why_not_step(step, name):
                checks.refuse_why(why, checks.BY_HAND)
        self._check_together(using, step)
        if self.target and (why := self._lacks(using, step, self.target)):
            checks.refuse_why(why, checks.WHOLE_CARD)
        for space in self.hex:
            self._check_end(using, space)

    def _check_together(self, using: Using, step: Do) -> None:
        names = self.target
        if not step.whom.together or not names:
            return
        result = partners(using, using.found(step), names[0])
        require(result, "ability", "Nobody it could be done to stands next to {first}.", first=names[0])
        for second in names[1:]:
            words = "{second} does not stand next to {first}."
            require(second in result, "ability", words, second=second, first=names[0])

    def _lacks(self, using: Using, step: Do, names: tuple[str, ...]) -> Why:
        """Return why the bank has too few chips to do it to these, and all that is done besides."""
        if not using.scarce:
            return None
        need = using.needs(step, names)
        if more := self.count(using.heavens) - len(names):
            others = using.found(step, names)
            if step.whom.together:
                others = partners(using, others, names[0])
            need += cheapest(using, step, others, more)
        (at_step, _), begun = self.asked(using), using.heavens.use.step if using.heavens.use else 0
        for n, other in enumerate(using.steps(self.chosen(using))):
            if n >= begun and n != at_step:
                need += least(using, other)
        return using.short(need)

    def _check_end(self, using: Using, space: str) -> None:
        heavens, god = using.heavens, self._carried(using)
        _, step = self.asked(using)
        part = step.mover if step else None
        if part is None or space in using.ends(part, god):
            return
        require(space != heavens.at.get(god), "move", "{god} stands on {space}.", god=god, space=space)
        checks.need_open(heavens, space)
        placed = part.kind in ("place", "summon")
        if not placed and space in reach.stays(heavens, god):
            checks.refuse_to_go(god, checks.BY_HAND)
        rule, says = "ability" if placed else "move", choice_words((part,), ABILITY, using.god)
        refuse(rule, "{space} is not where it may go: {says}.", space=space, says=says)


def possible(using: Using) -> bool:
    """True if one of the choices of a card can be taken."""
    return any(_short(using, n) is None for n in range(len(using.card.choices)))


def hopeless(heavens: Heavens, side: str, card: Says) -> bool:
    """True if a card with choices finds nobody, as is seen before any is looked at: no chips lie there that
    it takes off, or no two gods stand there."""
    if kinds := card.losses:
        return not any(getattr(stack, kind) for stack in heavens.chips.values() for kind in kinds)
    return card.pairs and sum(1 for god in heavens.box.own[side] if god in heavens.at) < PAIR


PAIR = 2
NOBODY: Why = ("ability", message("finds nobody"))


def _short(using: Using, n: int) -> Why:
    """Return why a choice cannot be taken: it finds nobody, or the bank has too few chips. None if it can."""
    if n not in using.whys:
        result = [step for step in using.steps(n) if enough(using, step)]
        using.whys[n] = NOBODY
        if any(not step.so for step in result):
            need: Counter[str] = Counter()
            for step in result if using.scarce else ():
                need += least(using, step)
            using.whys[n] = using.short(need) if need else None
    return using.whys[n]


def why_not_choice(using: Using, n: int) -> Refusal:
    """Return why a choice of a card cannot be taken: it finds nobody, or the bank has too few chips."""
    why = _short(using, n)
    assert why is not None
    return checks.refusal(_nobody(using, using.steps(n)[0]) if why is NOBODY else why)


ALL = {
    "friend": "All your gods",
    "other": "All your other gods",
    "enemy": "All enemy gods",
    "any": "All gods",
    "trap": "All traps",
    "architecture": "All columns and walls",
}
"""Those a card names, as the subject of a sentence, where it names but one kind."""


def _nobody(using: Using, step: Do) -> tuple[str, Message]:
    """Return why a step can be done to none of those it names: the causes, each with its names."""
    says = whom_words(step.whom, ABILITY, using.god)
    names = [name for name in using.everybody(step) if name != using.god or SELF in step.whom.words]
    whys = {name: why for name in names if (why := using.why_not_step(step, name))}
    if len(whys) < len(names) or not names:
        says = says if names else message("{says}, and none is there", says=says)
        return "ability", message("{card} finds nobody: it says {says}", card=using.called, says=says)
    return _one_reason(using, step, whys, says)


def _one_reason(
    using: Using, step: Do, whys: Mapping[str, tuple[str, Message]], says: Text
) -> tuple[str, Message]:
    """Return why a step can be done to none of these: what is so of all, else each cause with its names."""
    if len(whys) == 1:
        return next(iter(whys.values()))
    whys = dict(sorted(whys.items(), key=lambda item: item[1][0] == "reach"))
    causes: dict[tuple[Text, Text], list[str]] = {}
    for name, (rule, text) in whys.items():
        state = _state(step, rule)
        causes.setdefault((rule if state else text, state), []).append(name)
    rule, state = next(iter(whys.values()))[0], next(iter(causes))[1]
    if len(causes) == 1 and state:
        word = step.whom.words[0] if len(step.whom.words) == 1 else ""
        who = ALL.get(word, "All that it names")
        return rule, message(
            "{who} are {state}: {card} says {says}", who=who, state=state, card=using.called, says=says
        )
    lines = [cause_words(state, some) if state else text for (text, state), some in causes.items()]
    return "ability", message("{card} finds nobody: {causes:; }", card=using.called, causes=lines)


def _state(step: Do, rule: str) -> Text:
    """Return in words the state of those that a rule lets nothing be done to; empty if they differ."""
    if rule == "trap":
        return "on an invoking hex" if step.decisive[0].kind == "trap" else "held by a trap"
    if rule == "ability" and all(part.loss for part in step.decisive):
        return message("without {chips:or}", chips=[WORDS[part.kind] for part in step.decisive])
    return {"heal": "unhurt", "reach": "too far away", "fallen": "fallen"}.get(rule, "")


def least(using: Using, step: Do) -> Counter[str]:
    """The fewest chips a step takes: from everybody it is done to, or from those who take the fewest."""
    if not enough(using, step):
        return Counter()
    result = using.found(step)
    if not using.asks(step):
        return using.needs(step, result)
    return cheapest(using, step, result, 1 if step.whom.up_to else max(1, step.whom.many))


def cheapest(using: Using, step: Do, names: Iterable[str], n: int) -> Counter[str]:
    """The chips for those ``n`` who take the fewest."""
    if n <= 0:
        return Counter()
    if not any(part.kind in VARYING for part in step.parts):
        return using.needs(step, list(names)[:n])
    needs = sorted((using.needs(step, (name,)) for name in names), key=Counter.total)
    result: Counter[str] = Counter()
    for need in needs[:n]:
        result += need
    return result
