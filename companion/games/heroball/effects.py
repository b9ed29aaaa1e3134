"""What heroes' cards do, where the engine knows it: aims, who gains by it, movements of hands."""

from companion.games.heroball.box import BESIDE, DISTANCE, WITHIN
from companion.games.heroball.cards import ATTACKS, Slot
from companion.games.heroball.state import Match, ball
from companion.kernel.state import listed


def aims(match: Match, by: str, slot: Slot) -> tuple[str, ...]:
    """What this card can be aimed at; nothing where it needs no aim."""
    match slot.effect:
        case "nudge":
            return BESIDE[match.ball]
        case "raise":
            return BESIDE[match.at[by]]
        case "leap":
            return WITHIN[2][match.at[by]]
        case "swap":
            return match.opponents(by)
    return match.opponents(by) if slot.slot in ATTACKS else ()


def gift(match: Match, by: str, slot: Slot, aim: str) -> tuple[str, ...]:
    """Who else scores by it, in words; empty if nobody."""
    match slot.effect:
        case "nudge":
            return match.gift(by, aim)
        case "leap" if match.holder == by:
            return match.gift(by, aim, by)
        case "swap" if match.holder in (by, aim):
            other = aim if match.holder == by else by
            return match.gift(by, match.at[other], match.holder)
    return ()


def done(match: Match, by: str, slot: Slot, aim: str) -> Match:
    """What the engine knows a Unique card to do."""
    match slot.effect:
        case "fresh-legs":
            told = f"Take the tokens off {listed(match.taken)}."
            return match.but(taken=()).tell(told, "Tokens", rule="fresh-legs")
        case "shake":
            for seat in match.opponents(by):
                if DISTANCE[match.at[by]][match.at[seat]] <= slot.reach:
                    match = match.lose(seat, 1, "shake")
            return match
        case "nudge":
            return ball.roll(match, aim, "nudge")
        case "raise":
            return match.lay(match.favoured(by), aim, "raise")
        case "swap":
            return match.swap(by, aim, "swap")
    return match.shift(by, aim, "leap")
