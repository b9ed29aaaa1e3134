"""What one can point at in Heroball, and the reasons that several verbs share."""

from collections.abc import Callable
from typing import Annotated, Any

from companion.games.heroball.box import BESIDE, HERMES, MOVES, PILLARS, RULES, SPACES, WITHIN
from companion.games.heroball.cards import Slot
from companion.games.heroball.state import Match
from companion.games.heroball.state.pending import TURN
from companion.kernel.action import Action, Noun

require, refuse = RULES.require, RULES.refuse


def opponents(match: Match, seat: str) -> tuple[str, ...]:
    """Every other seat."""
    return tuple(other for other in match.order if other != seat)


def none_or_one(offered: Callable[[Match, Any], tuple[str, ...]]) -> Callable[[Match, Any], int]:
    """Asked only where there is anything to answer."""
    return lambda match, draft: 1 if offered(match, draft) else 0


def gift(match: Match, draft: Any) -> tuple[str, ...]:
    """Who else scores if this is done, in words."""
    return draft.gift(match)  # type: ignore[no-any-return]


def words(cost: int) -> str:
    """A cost in a word or two."""
    return f"{cost} AP" if cost else "free"


def move_price(match: Match, draft: Any) -> str:
    """What moving there costs in all."""
    by, space = draft.by, draft.space
    if space in BESIDE[match.at[by]]:
        return words(match.move_cost(by, match.slot(by, match.next_move()), space))
    return words(match.ways(by)[space][0])


def slot_price(slot: str) -> Callable[[Match, Any], str]:
    """What the action in this slot costs, wherever it goes."""
    return lambda match, draft: words(match.slot(draft.by, slot).cost)


def attack_price(match: Match, draft: Any) -> str:
    """What this attack costs."""
    return words(match.slot(draft.by, draft.title).cost)


def around(match: Match, seat: str, slot: str) -> tuple[str, ...]:
    """The hexes about a hero: as far as he can go, or one farther than this slot reaches."""
    if seat not in match.hero:
        return ()
    reach = match.slot(seat, slot).reach + 1 if slot else max(2, len(MOVES) - len(match.taken))
    return WITHIN[reach][match.at[seat]]


HeroName = Annotated[str, Noun[Match]("Which hero?", lambda match, draft: tuple(match.heroes))]
GodName = Annotated[str, Noun[Match]("Which god?", lambda match, draft: (*match.favours, HERMES))]
AnySpace = Annotated[str, Noun[Match]("On which hex?", lambda match, draft: SPACES)]
MoveSpace = Annotated[
    str, Noun[Match]("To which hex?", lambda match, draft: around(match, draft.by, ""), price=move_price)
]
ThrowSpace = Annotated[
    str,
    Noun[Match](
        "Where do you throw it?",
        lambda match, draft: around(match, draft.by, "Throw"),
        price=slot_price("Throw"),
    ),
]
DropSpace = Annotated[
    str,
    Noun[Match](
        "Where do you drop it?",
        lambda match, draft: around(match, draft.by, "Drop"),
        price=slot_price("Drop"),
    ),
]
Opponent = Annotated[str, Noun[Match]("Whom?", lambda match, draft: opponents(match, draft.by))]
BesideVictim = Annotated[
    str,
    Noun[Match](
        "To which hex?",
        lambda match, draft: BESIDE[match.at[draft.victim]] if draft.victim in match.at else (),
        price=attack_price,
    ),
]
Gift = Annotated[
    tuple[str, ...], Noun[Match]("This gives another seat the points. Do it?", gift, none_or_one(gift))
]


def can_pay(match: Match, seat: str, slot: Slot) -> None:
    """The AP for a slot's own cost must be there."""
    have = match.ap[seat]
    if have < slot.cost:
        refuse("afford", f"{slot.name} costs {slot.cost} AP; you have {have}.")


def not_by_hand(slot: Slot) -> None:
    """A card done by hand is played as a card."""
    if slot.by_hand:
        refuse("cards", f"{slot.name} covers {slot.slot}: play it as a card.")


def standable(match: Match, space: str) -> None:
    """A hero must be able to stand there."""
    if space in PILLARS:
        refuse("pillar", f"{space} is a Pillar of Heaven: nobody enters it.")
    if space in match.on:
        refuse("occupied", f"{space} is taken by {match.name(match.on[space])}.")


def no_pillar(space: str) -> None:
    """The ball cannot come down in a pillar."""
    if space in PILLARS:
        refuse("pillar", f"{space} is a Pillar of Heaven: the ball cannot enter it.")


def holding(match: Match, seat: str) -> None:
    """Only what is held can be thrown or dropped."""
    if match.holder != seat:
        where = f"{match.name(match.holder)} holds it" if match.holder else f"it lies on {match.ball}"
        refuse("holding", f"You do not hold the ball; {where}.")


def next_slot(match: Match) -> str:
    """The next of Step, Run and Sprint, if any is left."""
    slot = match.next_move()
    require(slot, "step-run-sprint", f"{', '.join(MOVES[:-1])} and {MOVES[-1]} all hold a token this turn.")
    return slot


class FromSlot(Action[Match]):
    """What a slot of the mat lets a hero do in his own turn; its title is the name of the slot."""

    during = (TURN,)

    @classmethod
    def face(cls, match: Match, by: str) -> tuple[str, str]:
        return cls.title, words(match.slot(by, cls.title).cost)

    def playable(self, match: Match) -> Slot:
        """The slot, or the card that covers it, where it is no card done by hand and can be paid."""
        slot = match.slot(self.by, self.title)
        not_by_hand(slot)
        can_pay(match, self.by, slot)
        return slot

    def paid(self, match: Match) -> Match:
        """The moment after it is paid."""
        return match.pay(self.by, match.slot(self.by, self.title).cost)
