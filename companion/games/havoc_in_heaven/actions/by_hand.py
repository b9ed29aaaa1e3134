"""Actions by hand: everything on a card that the language cannot say, one thing at a time."""

from dataclasses import dataclass
from typing import Annotated, Any

from companion.games.havoc_in_heaven.actions import checks, limits
from companion.games.havoc_in_heaven.box import ROW, ROW_NAMES, RULES, SIDES
from companion.games.havoc_in_heaven.state import EFFECT, Havoc, damage, deck, levels, tokens, turns, ways
from companion.kernel.action import Action, Noun
from companion.toolkit.aimed import Aimed

require, refuse = RULES.require, RULES.refuse
DAMAGE, MAGICAL, HEAL, STUN, MOVE, EXP, GOLD, AP, DRAW = (
    "damage",
    "magical damage",
    "heal",
    "stun",
    "move",
    "Exp",
    "gold",
    "AP",
    "draw",
)
WHATS = (DAMAGE, MAGICAL, HEAL, STUN, MOVE, EXP, GOLD, AP, DRAW)
MOST = 20
NOBODY = {
    EXP: "No hero in the lane takes Exp.",
    HEAL: "No hero or companion has damage.",
    MOVE: "Nobody can move.",
    STUN: "No hero or companion is in the lane.",
    DRAW: "Nobody has a card to draw.",
}
"""What is said of a thing that can be done to nobody now."""
CANNOT = {
    EXP: ("effects", "{whom} is dead, or at the highest level."),
    HEAL: ("effects", "{whom} has no damage."),
    MOVE: ("passing", "{whom} is hemmed in."),
    DRAW: ("draw", "{whom} have no card to draw."),
}
"""The rule that forbids it for one of them, and what is said."""


def _what(lane: Havoc, draft: Any) -> tuple[str, ...]:
    return WHATS


def _whom(lane: Havoc, draft: Any) -> tuple[str, ...]:
    if draft.what in (GOLD, DRAW):
        return SIDES
    if draft.what == AP:
        return (lane.side,)
    return tuple(lane.heroes) if draft.what == EXP else tuple(lane.targets())


def _much(lane: Havoc, draft: Any) -> tuple[str, ...]:
    return ROW_NAMES if draft.what == MOVE else tuple(str(n) for n in range(1, MOST + 1))


def _most(lane: Havoc, what: str, whom: str) -> int:
    """Return how much of a thing there can be for somebody, whatever the card says."""
    match what:
        case "Exp":
            return levels.room(lane, whom) if whom in levels.learners(lane, lane.heroes[whom]) else 0
        case "heal":
            return lane.damage.get(whom, 0)
        case "draw":
            return lane.cards[whom].armory + lane.cards[whom].stored
        case "move" if not ways.way_out(lane, whom):
            return 0
    return MOST


What = Annotated[str, Noun[Havoc]("What does the card do?", _what)]
Whom = Annotated[str, Aimed[Havoc]("Which target?", _whom)]
Much = Annotated[
    tuple[str, ...],
    Noun[Havoc]("How much, or where to?", _much, count=lambda lane, draft: 0 if draft.what == STUN else 1),
]


@dataclass(frozen=True)
class CarryOut(Action[Havoc]):
    """Carry out one thing the card says."""

    what: What
    whom: Whom
    much: Much
    title = "The card says"
    cost = "by hand"
    icon = "lightning"
    during = (EFFECT,)

    def check(self, lane: Havoc) -> None:
        checks.need_any(lane, self, "what", "effects", "The card names nothing more; tap Done")
        what = self.what
        limits.check_what(lane, what)
        if what in NOBODY:
            able = (_most(lane, what, one) for one in _whom(lane, self) if one not in lane.box.buildings)
            require(any(able), "effects", NOBODY[what])
        checks.need_any(lane, self, "whom", "effects", "{what}: the card names nobody near enough", what=what)
        self._check_whom(lane, what, self.whom)
        limits.check_whom(lane, what, self.whom)
        self._check_much(lane, what, self.whom, self.much)

    def _check_whom(self, lane: Havoc, what: str, whom: str) -> None:
        if whom in lane.box.buildings:
            require(
                what in (DAMAGE, MAGICAL), "effects", "{whom} is a building; it only takes damage.", whom=whom
            )
            checks.check_outermost(lane, whom)
        if what in CANNOT:
            rule, why = CANNOT[what]
            require(_most(lane, what, whom), rule, why, whom=whom)

    def _check_much(self, lane: Havoc, what: str, whom: str, much: tuple[str, ...]) -> None:
        for answer in much:
            if what == MOVE:
                require(
                    ROW[answer] != lane.row[whom],
                    "effects",
                    "{whom} is on {answer} already.",
                    whom=whom,
                    answer=answer,
                )
                checks.check_way(lane, whom, ROW[answer])
                limits.check_much(lane, what, whom, abs(ROW[answer] - lane.row[whom]))
                continue
            most = _most(lane, what, whom)
            require(int(answer) <= most, "effects", "{most} at most; not {answer}.", most=most, answer=answer)
            limits.check_much(lane, what, whom, int(answer))

    def apply(self, lane: Havoc) -> Havoc:
        what, whom, by = self.what, self.whom, lane.pending[-1].side
        n = int(self.much[0]) if self.much and what != MOVE else 0
        lane = limits.noted(lane, what, whom)
        match what:
            case "stun":
                lane = tokens.stun(lane, whom)
            case "move":
                lane = lane.walk(whom, ROW[self.much[0]], "effects")
            case "damage" | "magical damage":
                lane = damage.hurt(lane, whom, n, by, magical=what == MAGICAL)
            case "heal":
                lane = tokens.mend(lane, whom, n, "effects")
            case "Exp":
                lane = levels.learn(lane, whom, n, "effects")
            case "gold":
                lane = lane.gain(whom, n, "effects")
            case "AP":
                lane = lane.gain_ap(n, "effects")
            case _:
                lane = deck.draw(lane, whom, n)
        return turns.settle(lane)


@dataclass(frozen=True)
class Done(Action[Havoc]):
    """The card is carried out."""

    title = "Done"
    icon = "scroll"
    during = (EFFECT,)

    def apply(self, lane: Havoc) -> Havoc:
        return turns.settle(damage.carried_out(lane, lane.pending[-1]))
