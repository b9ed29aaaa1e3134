"""A card at this table: to whom its parts can be done, why not, what they take from the bank."""

from collections import Counter
from collections.abc import Iterable, Mapping

from companion.games.high_heavens.actions import checks
from companion.games.high_heavens.box import BASE_HEALTH, BASE_OF, CAPS, COLOUR, SIDE_OF, SIDES, WORDS
from companion.games.high_heavens.effects import ABILITY, MOVERS
from companion.games.high_heavens.state import Heavens, reach
from companion.games.high_heavens.state.around import EMPTY_HEX, Around, farther
from companion.games.high_heavens.state.pathfinding import NONE, ways
from companion.toolkit.cards.language import SELF, Part, Step
from companion.toolkit.cards.wording import whom_words

CHIPS = ("armor", "attack", "poison", "disable")
RULE_OF = {
    **{kind: kind for kind in ("armor", "poison", "disable", "trap", "heal", "move")},
    "attack": "attack-bonus",
    "build": "architecture",
    "push": "move",
}
Why = tuple[str, str] | None
"""A rule and why it forbids something; None where nothing does."""


class Using(Around):
    """A moment while a god uses its ability, or a side its Divine Power."""

    def __init__(self, heavens: Heavens, seat: str, name: str) -> None:
        box = heavens.box
        god = box.gods.get(name)
        super().__init__(heavens, god.side if god else SIDE_OF[seat], name if god else "")
        self.name = name
        self.card = god or box.powers[name]
        self.seat = seat if SIDE_OF[seat] == self.side else heavens.first_of(self.side)

    @property
    def title(self) -> str:
        """What the log calls the card."""
        if not self.god:
            return self.name
        return f"{self.god}, {self.heavens.box.gods[self.god].ability or 'ability'}"

    @property
    def text(self) -> str:
        """What is printed on it."""
        return self.card.text

    def steps(self, choice: int) -> tuple[Step, ...]:
        """The steps of one choice."""
        return self.card.steps[choice]

    # -- whom a part can be done to -----------------------------------------------------------------------

    def why_not(self, part: Part, name: str) -> Why:
        """What forbids doing a part to somebody."""
        heavens = self.heavens
        if name in heavens.box.gods:
            if not heavens.standing(name):
                return "fallen", f"{name} has fallen."
            return self._god(part, name)
        if name in BASE_OF:
            full = part.kind == "heal" and heavens.health[BASE_OF[name]] == BASE_HEALTH
            return ("heal", f"{name} has its full {BASE_HEALTH}.") if full else None
        if part.kind in ("build", "trap") and name != EMPTY_HEX:
            return checks.why_not_empty(heavens, name, RULE_OF[part.kind])
        return None

    def _god(self, part: Part, god: str) -> Why:
        kind, heavens = part.kind, self.heavens
        stack = heavens.stack(god)
        if part.loss:
            word = WORDS[kind]
            return None if getattr(stack, kind) else ("ability", f"{god} has no {word} to take off.")
        if kind == "heal" and not self.room(part, god):
            return "heal", f"{god} has its full {heavens.box.gods[god].health} Health."
        if kind in CHIPS and not self.room(part, god):
            has = getattr(stack, kind)
            return RULE_OF[kind], f"{god} has {has} {WORDS[kind]}; at most {CAPS[kind]}."
        if kind == "trap" and any(heavens.at[god] in heavens.box.invoking[side] for side in SIDES):
            return "trap", f"{god} stands on an invoking hex."
        if kind in MOVERS:
            return self._held(part, god)
        return None

    def _held(self, part: Part, god: str) -> Why:
        heavens = self.heavens
        if trap := heavens.stack(god).trap:
            return "trap", f"{god} is held by a trap of {trap}."
        if not heavens.tracked or self.ends(part, god):
            return None
        here = heavens.at[god]
        if part.kind != "place" and reach.stays(heavens, god):
            return "two-gods", f"{god} stays on {here} until a second god has come."
        return "move", f"{god} on {here} has no hex to go to."

    def room(self, part: Part, god: str) -> int:
        """How many chips a god can still be given, by its limit unless the card goes past it."""
        kind = "health" if part.kind == "heal" else part.kind
        n = part.amount.n if part.amount else 1
        if part.amount and part.amount.of == "all":
            n = self.heavens.box.gods[god].health
        return n if part.past == "past limit" else self.heavens.whole(kind, god, n)

    def takes(self, part: Part, name: str) -> bool:
        """Whether a part does anything to somebody."""
        return self.why_not(part, name) is None

    # -- where it can be carried --------------------------------------------------------------------------

    def ends(self, part: Part, god: str) -> Mapping[str, tuple[frozenset[str], ...]]:
        """Each hex a part can carry a god to, with the ways that differ in whom they smite."""
        heavens = self.heavens
        here, box = heavens.at[god], heavens.box
        if part.kind == "place":
            free = [space for space in box.board.at if space != here and space not in heavens.walls]
            return {
                space: (NONE,)
                for space in free
                if any(self.near(place, space, besides=god) for place in part.to)
            }
        n = part.amount.n if part.amount else 1
        found = ways(box, here, n, heavens.walls | reach.stays(heavens, god), heavens.lying())
        if part.kind == "move":
            return found
        away = farther(heavens, heavens.at.get(self.god, here), here)
        return {space: by for space, by in found.items() if space in away}

    # -- what it takes from the bank ----------------------------------------------------------------------

    def needs(self, step: Step, names: Iterable[str]) -> Counter[str]:
        """The chips of each kind that a step takes from the bank for these."""
        found: Counter[str] = Counter()
        for name in names:
            for part in step.parts:
                if not part.loss and self.takes(part, name):
                    found += self._need(part, name)
        return found

    def _need(self, part: Part, name: str) -> Counter[str]:
        n = part.amount.n if part.amount else 1
        if part.kind in ("trap", "build"):
            return Counter({"column" if part.kind == "build" else "trap": n})
        if name in self.heavens.box.gods and part.kind in ("heal", *CHIPS):
            return Counter({"health" if part.kind == "heal" else part.kind: self.room(part, name)})
        return Counter()

    def short(self, needs: Counter[str]) -> Why:
        """Which chips the bank has too few of."""
        bank, colours = self.heavens.bank, Counter[str]()
        for kind, n in needs.items():
            colours[COLOUR[kind]] += n
        for kind in needs:
            if colours[COLOUR[kind]] > bank[COLOUR[kind]]:
                return "supply", checks.too_few(self.heavens, kind, colours[COLOUR[kind]])
        return None

    # -- whom a step finds --------------------------------------------------------------------------------

    def asks(self, step: Step) -> bool:
        """Whether a step needs an answer: whom it is done to, or where somebody is carried."""
        return bool(step.whom.pointed or mover(step) or self.vouched(step))

    def vouched(self, step: Step) -> bool:
        """Whether the players say whom “all” in reach are: the board is on the table."""
        whom = step.whom
        return not self.heavens.tracked and not whom.many and whom.reach.how not in ("", "anywhere")

    def why_not_step(self, step: Step, name: str) -> Why:
        """What forbids doing a step to somebody: too far away, or no part of it does anything."""
        whom = step.whom
        oneself = name == self.god and SELF in whom.words
        if not oneself and not self.reaches(whom.reach, name):
            near = whom_words(whom, ABILITY, self.god)
            return "reach", f"{name} is out of reach: {self.name} says {near}."
        why: Why = None
        for part in step.parts:
            why = self.why_not(part, name)
            if why is None:
                return None
        return why

    def found(self, step: Step, but: Iterable[str] = ()) -> list[str]:
        """Whom a step can be done to now, besides some."""
        return [
            name
            for name in self.names(step.whom)
            if name not in but and self.why_not_step(step, name) is None
        ]


def mover(step: Step) -> Part | None:
    """The part of a step that carries somebody, if there is one."""
    return next((part for part in step.parts if part.kind in MOVERS), None)
