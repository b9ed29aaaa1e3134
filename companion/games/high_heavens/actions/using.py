"""A card at this table: the targets of its parts, the refusals, what they take from the bank."""

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import pairwise

from companion.games.high_heavens import effects
from companion.games.high_heavens.actions import checks
from companion.games.high_heavens.box import BASE_HEALTH, BASE_OF, CAPS, COLOUR, SIDE_OF, SIDES, WORDS
from companion.games.high_heavens.cards import Do
from companion.games.high_heavens.effects import ABILITY, CHIP, CHIPS, MOVERS, number
from companion.games.high_heavens.state import Heavens, piles, reach
from companion.games.high_heavens.state.around import EMPTY_HEX, Around, farther, lent, nearer
from companion.games.high_heavens.state.pathfinding import NONE, ways
from companion.toolkit.cards.language import ANYWHERE, SELF, EffectPart, If, Reach, Whom
from companion.toolkit.cards.targets import unmet
from companion.toolkit.cards.wording import whom_words
from companion.words import Message, message

RULE_OF = {
    **{kind: kind for kind in ("armor", "poison", "disable", "trap", "heal", "move")},
    "attack": "attack-bonus",
    "build": "architecture",
    "push": "move",
    "pull": "move",
    "ap": "ap",
    "summon": "invoke",
}
Why = tuple[str, Message] | None
"""A rule and why it forbids something, without a full stop; None where nothing does."""


class Using(Around):
    """A moment while a god uses its ability, or a side its Divine Power."""

    def __init__(self, heavens: Heavens, seat: str, name: str, attacker: str = "") -> None:
        box = heavens.box
        god = box.gods.get(name)
        super().__init__(heavens, god.side if god else SIDE_OF[seat], name if god else "", attacker)
        self.it = heavens.use.before if heavens.use else ()
        self.name = name
        self.card = god or box.powers[name]
        self.seat = seat if SIDE_OF[seat] == self.side else heavens.first_of(self.side)
        self._found: dict[int, list[str]] = {}
        self._ends: dict[tuple[int, str], Mapping[str, tuple[frozenset[str], ...]]] = {}
        self._areas: dict[int, frozenset[str]] = {}
        self.whys: dict[int, Why] = {}
        """Why each of its choices cannot be taken, by number, once that was looked at."""
        self.asked: dict[int, tuple[int, Do | None]] = {}
        """The step of each choice that is asked for."""
        self.payable = False
        """True if it was found that it can be paid for."""

    def at(self, heavens: Heavens) -> "Using":
        """The same card at another moment."""
        return (
            self._as_it_is(heavens) if self.attacker or self.dying else card_at(heavens, self.seat, self.name)
        )

    def _as_it_is(self, heavens: Heavens) -> "Using":
        then = Using(heavens, self.seat, self.name, self.attacker)
        then.dying = self.dying
        return then

    def after(self, before: tuple[str, ...]) -> "Using":
        """The same card once its step before was done to these."""
        then = self._as_it_is(self.heavens)
        then.it = before
        return then

    def much(self, part: EffectPart, name: str) -> int:
        """Return the amount of a part for somebody: a number, and what a figure adds."""
        amount = part.amount
        if amount is None:
            return 1
        if amount.of == "attack":
            more = sum(one.n for one in lent(self.heavens, self.god, "attack"))
            return max(0, amount.n + self.heavens.stack(self.god).attack + more)
        if amount.of in ("", "all"):
            return amount.n
        return amount.n + self.figure(If(amount.of, 0), name)

    def area(self, reach: Reach, besides: str = "") -> frozenset[str]:
        if besides:
            return super().area(reach, besides)
        if id(reach) not in self._areas:
            self._areas[id(reach)] = super().area(reach)
        return self._areas[id(reach)]

    @property
    def called(self) -> Message | str:
        """Return the heading over the text of the card."""
        if not self.god:
            return self.name
        return self.heavens.box.gods[self.god].ability or message("{god's} ability", god=self.god)

    @property
    def title(self) -> Message | str:
        """Return the name of the card in the log."""
        if not self.god:
            return self.name
        ability = self.heavens.box.gods[self.god].ability
        return message("{god}, {ability}" if ability else "{god}, ability", god=self.god, ability=ability)

    @property
    def text(self) -> str:
        """Return the printed text of the card."""
        return self.card.text or effects.says("", self.card.effect, self.god)

    def steps(self, choice: int) -> tuple[Do, ...]:
        """The steps of one choice."""
        return self.card.steps[choice]

    # -- whom a part can be done to -----------------------------------------------------------------------

    def why_not(self, part: EffectPart, name: str) -> Why:
        """Return why a part cannot be done to somebody, or None."""
        if part.only and (why := self._unmet(part.only, name)):
            return why
        if name in self.heavens.box.gods:
            return self._god(part, name)
        if name in BASE_OF:
            full = part.kind == "heal" and self.heavens.health[BASE_OF[name]] == BASE_HEALTH
            return ("heal", message("{base} has its full {n}", base=name, n=BASE_HEALTH)) if full else None
        if part.kind in ("build", "trap", "choose") and name != EMPTY_HEX:
            empty = checks.why_not_empty(self.heavens, name, RULE_OF.get(part.kind, "ability"))
            return empty or self._for_nothing(part, name)
        return None

    def _kept_out(self, part: EffectPart, god: str) -> Why:
        """Return why a god does not come from the hand, or None."""
        heavens = self.heavens
        if not piles.holds(heavens, self.seat, god):
            return "hands", message("{god} is not in your hand", god=god)
        if not heavens.tracked or self.ends(part, god):
            return None
        return "invoke", message("{god} has no hex to come to", god=god)

    def _for_nothing(self, part: EffectPart, space: str) -> Why:
        """Return why a hex is not chosen: what the card does there finds nobody."""
        if part.kind != "choose":
            return None
        for choice in self.card.steps:
            for step, then in pairwise(choice):
                if part in step.parts and not self.after((space,)).search(then):
                    says = whom_words(then.whom, ABILITY, self.god)
                    return "ability", message(
                        "Nobody it says is near {space}: {says}", space=space, says=says
                    )
        return None

    def _unmet(self, only: If, name: str) -> Why:
        who = self.god if only.of or not name else name
        why = unmet(only, who, self.figure(only, name), WORDS[only.figure])
        return ("ability", why) if why else None

    def _god(self, part: EffectPart, god: str) -> Why:
        kind = part.kind
        if kind == "summon":
            return self._kept_out(part, god)
        stands = self.heavens.standing(god)
        if kind == "revive":
            return ("fallen", message("{god} stands", god=god)) if stands else None
        if not stands:
            return "fallen", message("{god} has fallen", god=god)
        if part.loss and not part.lasts:
            if getattr(self.heavens.stack(god), kind):
                return None
            return "ability", message("{god} has no {chip} to take off", god=god, chip=WORDS[kind])
        why_not = None if part.lasts else _WHY_NOT.get(kind)
        return why_not(self, part, god) if why_not else None

    def _full(self, part: EffectPart, god: str) -> Why:
        if self.room(part, god):
            return None
        kind, box = part.kind, self.heavens.box
        if kind == "heal":
            return "heal", message("{god} has its full {n} Health", god=god, n=box.gods[god].health)
        has = getattr(self.heavens.stack(god), kind)
        words = "{god} has {has} {chip}; at most {most}"
        return RULE_OF[kind], message(words, god=god, has=has, chip=WORDS[kind], most=CAPS[kind])

    def _invoking(self, part: EffectPart, god: str) -> Why:
        if any(self.heavens.at[god] in self.heavens.box.invoking[side] for side in SIDES):
            return "trap", message("{god} stands on an invoking hex", god=god)
        return None

    def _swapped(self, part: EffectPart, god: str) -> Why:
        if god == self.god:
            return "ability", message("{god} does not change places with itself", god=god)
        for who in (god, self.god):
            if trap := self.heavens.stack(who).trap:
                return "trap", message("{god} is held by a trap of {n}", god=who, n=trap)
        return None

    def _held(self, part: EffectPart, god: str) -> Why:
        heavens = self.heavens
        if trap := heavens.stack(god).trap:
            return "trap", message("{god} is held by a trap of {n}", god=god, n=trap)
        here = heavens.at[god]
        if not heavens.tracked or self._goes(part, god, here):
            return None
        if part.kind != "place" and reach.stays(heavens, god):
            return "two-gods", message(
                "{god} stays on {here} until a second god has come", god=god, here=here
            )
        return "move", message("{god} on {here} has no hex to go to", god=god, here=here)

    def _goes(self, part: EffectPart, god: str, here: str) -> bool:
        """True if a part can carry a god to any hex."""
        if part.kind != "move" or number(part) < 1:
            return bool(self.ends(part, god))
        closed = self.heavens.walls | reach.stays(self.heavens, god)
        return not closed.issuperset(self.heavens.box.board.beside[here])

    def room(self, part: EffectPart, god: str) -> int:
        """Return how many chips a god can still be given, by its limit unless the card goes past it."""
        kind = "health" if part.kind in ("heal", "revive") else part.kind
        n = number(part)
        if (part.amount is None and part.kind == "revive") or (part.amount and part.amount.of == "all"):
            n = self.heavens.box.gods[god].health
        return n if part.past == "past limit" else self.heavens.whole(kind, god, n)

    def takes(self, part: EffectPart, name: str) -> bool:
        """True if a part does anything to somebody."""
        return self.why_not(part, name) is None

    # -- where it can be carried --------------------------------------------------------------------------

    def ends(self, part: EffectPart, god: str) -> Mapping[str, tuple[frozenset[str], ...]]:
        """Each hex a part can carry a god to, with the ways that differ in the gods they smite."""
        key = (id(part), god)
        if key not in self._ends:
            self._ends[key] = self._ways(part, god)
        return self._ends[key]

    def _ways(self, part: EffectPart, god: str) -> Mapping[str, tuple[frozenset[str], ...]]:
        heavens = self.heavens
        here, box = heavens.at.get(god, ""), heavens.box
        if part.kind in ("place", "summon"):
            near = frozenset[str]().union(*(self.area(place, besides=god) for place in part.to))
            open_ = near - heavens.walls - {here}
            return {space: (NONE,) for space in box.board.at if space in open_}
        free = ways(box, here, number(part), heavens.walls | reach.stays(heavens, god), heavens.lying())
        if part.kind == "move":
            return free
        ends = nearer if part.kind == "pull" else farther
        away = ends(heavens, heavens.at.get(self.god, here), here)
        return {space: by for space, by in free.items() if space in away}

    # -- what it takes from the bank ----------------------------------------------------------------------

    def needs(self, step: Do, names: Iterable[str]) -> Counter[str]:
        """The chips of each kind that a step takes from the bank for these."""
        result: Counter[str] = Counter()
        if not step.takes_chips:
            return result
        for name in names:
            for part in step.parts:
                if effects.takes_chips(part) and self.takes(part, name) and (n := self._need(part, name)):
                    result[CHIP.get(part.kind, part.kind)] += n
        return result

    def _need(self, part: EffectPart, name: str) -> int:
        if part.kind == "summon":
            return self.heavens.box.gods[name].health
        if part.kind in ("trap", "build"):
            return number(part)
        return self.room(part, name) if name in self.heavens.box.gods else 0

    @cached_property
    def scarce(self) -> bool:
        """True if the bank may have too few chips for the card: what it takes is counted."""
        bank = self.heavens.bank
        return any(n > bank[COLOUR[kind]] for kind, n in self.card.at_most.items())

    def short(self, needs: Counter[str]) -> Why:
        """Return why the bank has too few of these chips; None if it has enough."""
        if not needs:
            return None
        bank, colours = self.heavens.bank, Counter[str]()
        for kind, n in needs.items():
            colours[COLOUR[kind]] += n
        for kind in needs:
            if colours[COLOUR[kind]] > bank[COLOUR[kind]]:
                return "supply", checks.too_few(self.heavens, kind, colours[COLOUR[kind]])
        return None

    # -- whom a step finds --------------------------------------------------------------------------------

    def asks(self, step: Do) -> bool:
        """True if a step needs an answer: its target, or the hex to which somebody is carried."""
        return step.asks or self.vouched(step)

    def vouched(self, step: Do) -> bool:
        """True if the players say who is meant by “all” in reach, because the board is on the table."""
        return not step.whom.many and self.afar(step)

    def afar(self, step: Do) -> bool:
        """True if only the players see who is within reach of a step, because the board is on the table."""
        return not self.heavens.tracked and step.whom.reach.how not in ("", ANYWHERE)

    def why_not_step(self, step: Do, name: str) -> Why:
        """Return why a step cannot be done to somebody: too far away, or no part of it has an effect."""
        if not self._near(step.whom, name):
            says = whom_words(step.whom, ABILITY, self.god)
            return "reach", message(
                "{who} is out of reach: {card} says {says}", who=name, card=self.called, says=says
            )
        return self._why_nothing(step, name)

    def _why_nothing(self, step: Do, name: str) -> Why:
        """Return why no part of a step has an effect on somebody, however near; None if one has."""
        why: Why = None
        for part in step.decisive:
            why = self.why_not(part, name)
            if why is None:
                return None
        return why

    def _near(self, whom: Whom, name: str) -> bool:
        return self.reaches(whom.reach, name) or (name == self.god and SELF in whom.words)

    def everybody(self, step: Do) -> list[str]:
        """Return all that a step means, however far: those in the hand or deck where it brings one."""
        if step.mover and step.mover.kind == "summon":
            return self.heavens.waiting(self.side)
        return self.names(step.whom)

    def finds(self, step: Do, but: Container[str] = ()) -> bool:
        """True if a step can be done to anybody now, except the names in ``but``."""
        if id(step) in self._found:
            return any(name not in but for name in self._found[id(step)])
        return any(name not in but for name in self._search(step))

    def found(self, step: Do, but: Container[str] = ()) -> list[str]:
        """Return those a step can be done to now, except the names in ``but``."""
        if id(step) not in self._found:
            self._found[id(step)] = self.search(step)
        result = self._found[id(step)]
        return [name for name in result if name not in but] if but else result

    def search(self, step: Do) -> list[str]:
        """The same, for parts that are no step of the card's own."""
        return [*self._search(step)]

    def _search(self, step: Do) -> Iterator[str]:
        whom = step.whom
        names = self.everybody(step) if whom.words else [""]
        if self.heavens.tracked and whom.reach.how not in ("", ANYWHERE):
            near, own = self.area(whom.reach), self.god if SELF in whom.words else ""
            names = [name for name in names if name == own or self.place(name) in near]
        for name in names:
            if self._why_nothing(step, name) is None:
                yield name


_WHY_NOT: Mapping[str, Callable[[Using, EffectPart, str], Why]] = {
    "heal": Using._full,
    **dict.fromkeys(CHIPS, Using._full),
    "trap": Using._invoking,
    **dict.fromkeys(MOVERS, Using._held),
    "swap": Using._swapped,
}
"""A kind of effect to why it cannot be done to a god that stands."""
_looked_at: dict[tuple[str, str], Using] = {}
"""The cards that were looked at last."""
MANY = 500


def card_at(heavens: Heavens, seat: str, name: str) -> Using:
    """A card at this moment: one for each, so that what was looked at is remembered while it is asked."""
    result = _looked_at.get((seat, name))
    if result is None or result.heavens is not heavens:
        if len(_looked_at) > MANY:
            _looked_at.clear()
        result = _looked_at[seat, name] = Using(heavens, seat, name)
    return result
