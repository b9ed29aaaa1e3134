"""A skirmish that adds up: the blows and their points, who falls, and why the others stand."""

from collections.abc import Iterator
from itertools import groupby

from companion.games.war_in_heaven import box
from companion.games.war_in_heaven.state.skirmishes import Skirmish, Striker, touching, witness
from companion.games.war_in_heaven.state.war import Fallen, War
from companion.kernel.state import Blow, Told
from companion.words import Message, Text, joined, message

RULE = "battle-spread"


def sides(side: str, skirmish: Skirmish) -> tuple[list[str], list[str]]:
    """A side's tokens in a skirmish, and its enemies."""
    own = [token for token in skirmish if box.SIDE[token] == side]
    return own, [token for token in skirmish if box.SIDE[token] != side]


def strikers(war: War, own: list[str], foes: list[str]) -> list[Striker]:
    """Attackers, and the enemies that each touches."""
    number = {token: i for i, token in enumerate(foes)}
    return [
        Striker(
            war.attack(token),
            tuple(sorted(number[foe] for foe in touching(war.on, token, war.at[token]))),
        )
        for token in own
    ]


def told(war: War) -> Iterator[Told]:
    """The blows of the skirmish that is being fought, once both sides are settled."""
    return (line for side in box.SIDES for line in _lines(war, side, war.choices[side][0]))


def words(war: War, side: str, fallen: Fallen) -> Text:
    """Return in a line how a side fells these enemies: each blow and its points."""
    foes = {*sides(side, war.fighting)[1]}
    lines = [line for line in _lines(war, side, fallen) if line.about[0] not in foes and foes & {*line.about}]
    return joined((line.words for line in lines), " ")


def _lines(war: War, side: str, fallen: Fallen) -> Iterator[Told]:
    own, foes = sides(side, war.fighting)
    defeat = [war.defeat(foe) for foe in foes]
    strikes = witness(strikers(war, own, foes), defeat, [foes.index(token) for token in fallen])
    left, last = list(defeat), {strike.target: strike for strike in strikes}
    for k, blow in groupby(strikes, lambda strike: strike.striker):
        token, parts, blows, spare = own[k], [], [], war.attack(own[k])
        for strike in blow:
            foe = foes[strike.target]
            left[strike.target] -= strike.points
            spare -= strike.points
            blows.append(Blow(token, foe, strike.points))
            dealt = _blow(foe, strike.points, defeat[strike.target], left[strike.target])
            stands = left[strike.target] and last[strike.target] is strike
            parts.append(message("{blow}, who stands", blow=dealt) if stands else dealt)
        parts += [message("{spare} to spare", spare=spare)] if spare else []
        words = (
            "{token} ({attack}): {parts:; }." if box.TOKENS[token].number else "{token} {attack}: {parts:; }."
        )
        sentence, about = (
            message(words, token=token, attack=war.attack(token), parts=parts),
            [blow.at for blow in blows],
        )
        yield Told(sentence, (token, *about), RULE, aside=True, blows=tuple(blows))
    struck = {strike.striker for strike in strikes}
    if idle := [token for k, token in enumerate(own) if k not in struck]:
        yield Told(
            message("{idle} {idle:strikes|strike} nobody: {why}.", idle=idle, why=_idle(war, idle)),
            tuple(idle),
            RULE,
            aside=True,
        )
    if whole := [foe for i, foe in enumerate(foes) if i not in last]:
        sentence = message("{whole} {whole:stands|stand}, unstruck.", whole=whole)
        yield Told(sentence, tuple(whole), RULE, aside=True)


def _blow(foe: str, points: int, defeat: int, left: int) -> Message:
    """One strike at one enemy, given what he still needs after it."""
    dealt = defeat - left
    if not left:
        words = (
            "{foe} needs {defeat}, falls"
            if points == defeat
            else "the last {points} of {defeat} at {foe}, who falls"
        )
    else:
        words = (
            "{points} of {defeat} at {foe}"
            if dealt == points
            else "{points} more at {foe}, {dealt} of {defeat}"
        )
    return message(words, foe=foe, points=points, defeat=defeat, dealt=dealt)


def _idle(war: War, idle: list[str]) -> str:
    return "attack 0" if not any(map(war.attack, idle)) else "all in reach fall already"
