"""A seat that resigns leaves the pitch, and the others play on."""

from companion.games.heroball.box import GOD_OF, HERO_OF
from companion.games.heroball.state import ball, reactions, turns
from companion.games.heroball.state.match import Match
from companion.games.heroball.state.pending import (
    CHOOSE,
    QUESTION,
    SEED,
    Attack,
    Catch,
    Effect,
    Loose,
    Pending,
    card_of,
)
from companion.words import message


def leave(match: Match, seat: str) -> Match:
    """Take a hero off the pitch; a held ball stays where it is, and nobody waits for that seat any more."""
    after = _off(match, seat)
    if match.phase == CHOOSE:
        return turns.chosen(after) if seat in match.waits else after
    if match.phase == SEED:
        return turns.seeded(after.tell("The seeding goes on without it.", "Seeds laid"), match.seeded)
    if seat == match.turn:
        return turns.next_turn(after.but(pending=()).tell("Nothing more comes of this turn.", *QUESTION))
    return _answers(after, seat)


def _off(match: Match, seat: str) -> Match:
    """Return the match without a seat's hero, god and cards."""
    after = match.but(
        **{
            name: {other: it for other, it in getattr(match, name).items() if other != seat}
            for name in ("hero", "god", "at")
        },
        on={space: other for space, other in match.on.items() if other != seat},
        held=frozenset(held for held in match.held if held[0] != seat),
    )
    if seat not in match.at:
        return after
    about: tuple[str, ...] = (seat, HERO_OF[seat], GOD_OF[seat], *_cards(match, seat))
    words = "Take {who} off the pitch."
    if match.holder == seat:
        after, about = after.but(holder=""), (*about, "Ball")
        words = "Take {who} off the pitch; the ball stays on {space}."
    sentence = message(words, who=match.name(seat), space=match.ball)
    return after.tell(sentence, *about, rule="resign")


def _cards(match: Match, seat: str) -> list[str]:
    """Return the names of a seat's cards that take a token."""
    slots = match.heroes[match.hero[seat]].slots.values() if seat in match.hero else ()
    return [card_of(seat, slot.name) for slot in slots if slot.token]


def _answers(match: Match, seat: str) -> Match:
    """Return the match without the questions that cannot stand without the seat that left."""
    dropped = False
    while match.pending and _about(match.pending[-1], seat):
        match, dropped = match.resume(), True
    if match.pending and isinstance(match.pending[-1], Loose):
        return reactions.anew(match)
    return ball.settle(match.tell("Nothing comes of it.", *QUESTION)) if dropped else match


def _about(top: Pending, seat: str) -> bool:
    """True if a question cannot stand without a seat."""
    match top:
        case Attack():
            return seat in (top.by, top.victim)
        case Catch():
            return seat == top.seat
        case Effect():
            return seat in (top.by, top.victim)
    return False
