"""The nouns of Heroball: the questions, the answers to each, and the cost of an answer."""

from collections.abc import Callable
from typing import Annotated, Any

from companion.games.heroball.box import BESIDE, HERMES, MOVES, SPACES, WITHIN
from companion.games.heroball.state import Match, walk
from companion.kernel.action import Noun
from companion.toolkit.aimed import Attacked
from companion.words import Text, message


def none_or_one(offered: Callable[[Match, Any], tuple[str, ...]]) -> Callable[[Match, Any], int]:
    """Asked only where there is anything to answer."""
    return lambda match, draft: 1 if offered(match, draft) else 0


def gift(match: Match, draft: Any) -> tuple[str, ...]:
    """Return in words who else scores if this is done."""
    return draft.gift(match)  # type: ignore[no-any-return]


def words(cost: int) -> Text:
    """A cost in a word or two."""
    return message("{cost} AP", cost=cost) if cost else "free"


def move_price(match: Match, draft: Any) -> Text:
    """Return the whole cost of moving there."""
    by, space = draft.by, draft.space
    if space in BESIDE[match.at[by]]:
        return words(walk.move_cost(match, by, match.slot(by, match.next_move()), space))
    return words(walk.ways(match, by, space)[space][0])


def _aimed(question: str, slot: str) -> Noun[Match]:
    """Return the question for a hex that the action in this slot sends the ball to; it costs the same
    everywhere."""
    return Noun[Match](
        question,
        lambda match, draft: around(match, draft.by, slot),
        price=lambda match, draft: words(match.slot(draft.by, slot).cost),
    )


def attack_price(match: Match, draft: Any) -> Text:
    """Return the cost of this attack."""
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
ThrowSpace = Annotated[str, _aimed("Where do you throw it?", "Throw")]
DropSpace = Annotated[str, _aimed("Where do you drop it?", "Drop")]
Opponent = Annotated[
    str,
    Attacked[Match](
        "Who?",
        lambda match, draft: match.opponents(draft.by),
        spaces=lambda match, victim: (match.at[victim],),
    ),
]
BesideVictim = Annotated[
    str,
    Noun[Match](
        "To which hex?",
        lambda match, draft: BESIDE[match.at[draft.victim]] if draft.victim in match.at else (),
        price=attack_price,
    ),
]
Gift = Annotated[
    tuple[str, ...],
    Noun[Match]("This gives another seat the points. Do it?", gift, none_or_one(gift), consent=True),
]
