"""The nouns of High Heavens: everything a seat can point at."""

from collections.abc import Container, Sequence
from typing import Annotated

from companion.games.high_heavens.actions import limits, targets
from companion.games.high_heavens.box import BASES, ENEMY, FACTS, SIDE_OF, WORDS
from companion.games.high_heavens.state import TURNS, Heavens
from companion.games.high_heavens.state.around import EMPTY_HEX
from companion.games.high_heavens.state.pathfinding import NONE
from companion.kernel.action import Action, Noun
from companion.kernel.values import ThingName
from companion.kernel.veil import HIDDEN
from companion.toolkit.aimed import Aimed, Attacked

MELEE, RANGE = "melee", "range"
FACES = tuple(str(n) for n in range(1, FACTS.runes.die + 1))
AMOUNT: dict[ThingName, tuple[int, int]] = {f"{a} {WORDS['armor']}": (a, 0) for a in (1, 2)} | {
    f"{x} {WORDS['attack']}": (0, x) for x in (1, 2)
}
BONUS: dict[ThingName, tuple[int, int]] = AMOUNT | {
    f"{a} {WORDS['armor']} and {x} {WORDS['attack']}": (a, x) for a in (1, 2) for x in (1, 2)
}
"""Bonus chips one can take at once, by name."""
NOBODY = "nobody"
AMOUNTS = tuple(str(n) for n in range(1, limits.MOST + 1))
ARMOR_COUNTS, PAST_ARMOR = "armor counts", "past the armor"
GIVEN = {WORDS[kind]: kind for kind in ("armor", "attack", "poison", "disable")}
TAKEN = {WORDS[kind]: kind for kind in ("armor", "attack", "poison", "disable", "trap")}


def standing(heavens: Heavens, name: str) -> tuple[str, ...]:
    """A hex, or that of a god, a base, a trap or a column; none where hexes are not tracked."""
    place = name if name in heavens.box.board.spaces else targets.named(heavens, name).place
    return (place,) if place else ()


def own_gods(heavens: Heavens, draft: Action[Heavens]) -> tuple[str, ...]:
    """The gods of the side that speaks."""
    return heavens.box.own[SIDE_OF[draft.by]]


def on_board(heavens: Heavens, draft: Action[Heavens]) -> list[str]:
    """Every god on the board, the speaker's own first."""
    own = own_gods(heavens, draft)
    rest = heavens.box.own[ENEMY[SIDE_OF[draft.by]]]
    return [god for god in (*own, *rest) if god in heavens.at]


def spaces_if_tracked(heavens: Heavens, draft: Action[Heavens]) -> tuple[str, ...]:
    """Every hex; nothing with the board on the table."""
    return heavens.box.board.spaces if heavens.tracked else ()


def in_order(heavens: Heavens, spaces: Container[str]) -> list[str]:
    """Return these hexes in the order of the board."""
    return [space for space in heavens.box.board.spaces if space in spaces]


def one_if_tracked(heavens: Heavens, draft: Action[Heavens]) -> int:
    """One answer, or none with the board on the table."""
    return int(heavens.tracked)


def way_name(heavens: Heavens, passing: frozenset[str]) -> str:
    """The fallen that a way smites: ``Thor & Loki``, or ``nobody``."""
    return " & ".join(heavens.on[space] for space in sorted(passing)) or NOBODY


def chosen_way(heavens: Heavens, ways: Sequence[frozenset[str]], named: Container[str]) -> frozenset[str]:
    """Return the way that was chosen by name, else the first one."""
    chosen = (way for way in ways if way_name(heavens, way) in named)
    return next(chosen, ways[0] if ways else NONE)


def every_god(heavens: Heavens, draft: Action[Heavens]) -> tuple[str, ...]:
    """All the gods of the box, the speaker's own first."""
    side = SIDE_OF[draft.by]
    return heavens.box.own[side] + heavens.box.own[ENEMY[side]]


def gods_after(heavens: Heavens, god: str) -> int:
    """Return the number of gods that a side still has after discarding a card and cleaning up its fallen."""
    side = SIDE_OF[heavens.seat]
    return sum(
        1
        for name in heavens.box.own[side]
        if name != god and (heavens.in_hand(name) or heavens.standing(name))
    )


def discards(heavens: Heavens, draft: Action[Heavens]) -> tuple[str, ...]:
    """The gods of the side that speaks; before them any card of its hand, where the phones hold it."""
    held = (card for card in heavens.held.get(draft.by, ()) if card != HIDDEN)
    return tuple(dict.fromkeys((*held, *own_gods(heavens, draft))))


OwnGod = Annotated[str, Noun[Heavens]("Which god?", own_gods)]
AbleGod = Annotated[
    str, Noun[Heavens]("Which god?", own_gods, legal=lambda heavens, draft: draft.gods(heavens))
]
Discarded = Annotated[str, Noun[Heavens]("Which card?", discards)]
InvokingHex = Annotated[
    tuple[str, ...],
    Noun[Heavens](
        "On which invoking hex?",
        lambda heavens, draft: tuple(
            space
            for side in (SIDE_OF[draft.by], ENEMY[SIDE_OF[draft.by]])
            for space in heavens.box.invoking[side]
        ),
        count=one_if_tracked,
    ),
]
Hex = Annotated[tuple[str, ...], Noun[Heavens]("To which hex?", spaces_if_tracked, count=one_if_tracked)]
Goal = Annotated[
    tuple[str, ...],
    Noun[Heavens](
        "To which hex?",
        spaces_if_tracked,
        count=one_if_tracked,
        legal=lambda heavens, draft: in_order(heavens, draft.steps(heavens, draft.god)),
    ),
]
Way = Annotated[
    tuple[str, ...],
    Aimed[Heavens](
        "Who does it smite on the way?",
        lambda heavens, draft: tuple(way_name(heavens, way) for way in draft.ways(heavens)),
        count=lambda heavens, draft: int(len(draft.ways(heavens)) > 1),
    ),
]
WhichTarget = Annotated[
    str,
    Attacked[Heavens](
        "What does it attack?",
        lambda heavens, draft: targets.target_names(heavens, SIDE_OF[draft.by]),
        legal=lambda heavens, draft: draft.hits(heavens),
        spaces=standing,
    ),
]
How = Annotated[
    tuple[str, ...],
    Noun[Heavens](
        "Is the target next to it?",
        lambda heavens, draft: (MELEE, RANGE),
        count=lambda heavens, draft: int(not heavens.tracked),
    ),
]
Die = Annotated[
    tuple[str, ...],
    Noun[Heavens](
        "What did you throw?",
        lambda heavens, draft: FACES,
        count=lambda heavens, draft: int(heavens.runes),
        chance="throw",
    ),
]
Fallen = Annotated[str, Aimed[Heavens]("Which fallen god?", on_board)]
Heap = Annotated[str, Noun[Heavens]("From which hex?", lambda heavens, draft: heavens.heaps())]
BonusChips = Annotated[str, Noun[Heavens]("Which chips?", lambda heavens, draft: tuple(BONUS))]
AnyGod = Annotated[str, Noun[Heavens]("Whose ability?", on_board)]
WhichPower = Annotated[
    str,
    Noun[Heavens]("Which card?", lambda heavens, draft: heavens.box.decks[SIDE_OF[draft.by]], in_dock=True),
]
Choice = Annotated[
    tuple[str, ...],
    Noun[Heavens](
        "Which of these?",
        lambda heavens, draft: draft.using(heavens).card.choice_names,
        count=lambda heavens, draft: int(len(draft.using(heavens).card.choices) > 1),
    ),
]
CardTarget = Annotated[
    tuple[str, ...],
    Attacked[Heavens](
        "Who, or where?",
        lambda heavens, draft: draft.names(heavens),
        count=lambda heavens, draft: draft.count(heavens),
        legal=lambda heavens, draft: draft.takers(heavens),
        spaces=standing,
    ),
]
CardHex = Annotated[
    tuple[str, ...],
    Noun[Heavens](
        "To which hex?",
        spaces_if_tracked,
        count=lambda heavens, draft: draft.carries(heavens),
        legal=lambda heavens, draft: in_order(heavens, draft.ends(heavens)),
    ),
]
Anybody = Annotated[str, Aimed[Heavens]("Which god?", every_god)]
Sure = Annotated[
    tuple[str, ...],
    Noun[Heavens](
        "That is your last god: without it you have lost. Are you sure?",
        lambda heavens, draft: ("yes and lose",),
        count=lambda heavens, draft: int(not gods_after(heavens, draft.god)),
        consent=True,
    ),
]
ActionsLeft = Annotated[
    tuple[str, ...],
    Noun[Heavens](
        "Actions are left: the Clean Up ends them, and their tokens slide over. Clean up now?",
        lambda heavens, draft: ("clean up now",),
        count=lambda heavens, draft: int(heavens.phase in TURNS and heavens.actions > 0),
        consent=True,
    ),
]
BaseHex = Annotated[str, Noun[Heavens]("On which hex?", lambda heavens, draft: heavens.box.board.spaces)]
TrapPlace = Annotated[
    str,
    Aimed[Heavens](
        "Under which god, or on which hex?",
        lambda heavens, draft: (
            *on_board(heavens, draft),
            *(heavens.box.board.spaces if heavens.tracked else (EMPTY_HEX,)),
        ),
    ),
]
BuildPlace = Annotated[
    tuple[str, ...], Noun[Heavens]("On which hex?", spaces_if_tracked, count=one_if_tracked)
]
Amount = Annotated[str, Noun[Heavens]("How many?", lambda heavens, draft: AMOUNTS)]
Hit = Annotated[
    str,
    Attacked[Heavens](
        "What is hit?",
        lambda heavens, draft: targets.target_names(heavens, SIDE_OF[draft.by]),
        spaces=standing,
    ),
]


def _armored(heavens: Heavens, draft: Action[Heavens]) -> int:
    at = targets.named(heavens, draft.target)  # type: ignore[attr-defined]
    return int(at.kind == "god" and heavens.stack(at.holder).armor > 0)


Past = Annotated[
    tuple[str, ...],
    Noun[Heavens]("Does its armor count?", lambda heavens, draft: (ARMOR_COUNTS, PAST_ARMOR), count=_armored),
]
Healed = Annotated[
    str, Aimed[Heavens]("Who heals?", lambda heavens, draft: (*on_board(heavens, draft), *BASES.values()))
]
OnBoard = Annotated[str, Aimed[Heavens]("Which god?", on_board)]
Given = Annotated[str, Noun[Heavens]("Which chips?", lambda heavens, draft: tuple(GIVEN))]
Taken = Annotated[str, Noun[Heavens]("Which chips?", lambda heavens, draft: tuple(TAKEN))]
