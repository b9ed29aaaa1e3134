"""Warnings before it is too late: a win one step away, a Commander in reach, the last count."""

from collections.abc import Iterator

from companion.games.war_in_heaven import box
from companion.games.war_in_heaven.actions.turn import way
from companion.games.war_in_heaven.state import War
from companion.games.war_in_heaven.state.sequence import counted_up
from companion.kernel.rulebook import Refusal
from companion.words import Message, Text, message

COUNT_FROM = box.TURNS.rounds - 1
"""From this round on the table says how the count after the last would go."""


def warnings(war: War) -> Iterator[Text]:
    """Each in a sentence, the most urgent first."""
    yield from _zadkiel(war)
    yield from _beelzebub(war)
    for side in box.SIDES:
        yield from _commander(war, side)
    if war.round >= COUNT_FROM:
        yield message("If the last round ended now: {why}", why=counted_up(war)[1])


def _zadkiel(war: War) -> Iterator[Text]:
    zadkiel, missing = war.has_out("Angels", "zadkiel"), len(box.GATES) - war.gates("Angels")
    if zadkiel and not missing:
        yield "Zadkiel: the Angels hold all four gates, and win if they do at the end of their turn."
    elif zadkiel and missing == 1:
        yield "Zadkiel: with the last of the four gates the Angels win at the end of their turn."
    elif not missing:
        yield "The Angels hold all four gates: with Zadkiel out they win at the end of their turn."


def _beelzebub(war: War) -> Iterator[Text]:
    home = [ally for ally in box.ALLIES["Demons"] if ally not in war.at]
    if not home:
        yield "Beelzebub: all six Allies of the Demons are out; they win if so at the end of their turn."
    elif len(home) == 1:
        words = "Beelzebub: with {ally} out, too, the Demons win at the end of their turn."
        yield message(words, ally=home[0])


def _commander(war: War, side: str) -> Iterator[Text]:
    """Yield a warning if the enemies beside a Commander now, or after one move, strike for his defeat
    value."""
    commander = box.COMMANDER[side]
    beside, needs = box.BOARD.beside[war.at[commander]], war.defeat(commander)
    touching = [token for token in box.OWN[box.ENEMY[side]] if war.at.get(token) in beside]
    strength, enemies = sum(map(war.attack, touching)), touching
    if strength >= needs:
        words = "{commander} falls at {needs}, and in a battle now {enemies} {enemies:strikes|strike} at him."
    else:
        enemies = _one_move_away(war, commander, touching, needs - strength)
        words = "{commander} falls at {needs}, and is one move away from {enemies:or}."
        if strength:
            words = (
                "{commander} falls at {needs}, and is one move away from {enemies:or}"
                " with {touching} ({strength})."
            )
    if enemies:
        yield message(
            words,
            commander=commander,
            needs=needs,
            enemies=_with_attack(war, enemies),
            touching=touching,
            strength=strength,
        )


def _one_move_away(war: War, commander: str, touching: list[str], missing: int) -> list[str]:
    """Return the enemies with an attack of what is missing that can move beside a Commander."""
    free = [space for space in box.BOARD.beside[war.at[commander]] if space not in war.on]
    strong = [
        token
        for token in box.OWN[box.ENEMY[box.SIDE[commander]]]
        if token in war.at and token not in touching and war.attack(token) >= missing
    ]
    return [token for token in strong if any(_goes(war, token, space) for space in free)]


def _with_attack(war: War, tokens: list[str]) -> list[Message]:
    return [message("{token} ({attack})", token=token, attack=war.attack(token)) for token in tokens]


def _goes(war: War, token: str, space: str) -> bool:
    try:
        way(war, token, space)
    except Refusal:
        return False
    return True
