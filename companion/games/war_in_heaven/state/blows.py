"""A skirmish that adds up: the blows and their points, who falls, and why the others stand."""

from collections.abc import Iterator
from itertools import groupby
from operator import attrgetter

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
    blows = _blows(war, side, fallen)
    yield from _strikes(war, blows)
    own, foes = sides(side, war.fighting)
    if idle := [token for token in own if token not in {blow.by for blow in blows}]:
        why = "all in reach fall already" if any(map(war.attack, idle)) else "attack 0"
        words = message("{idle} {idle:strikes|strike} nobody: {why}.", idle=idle, why=why)
        yield Told(words, tuple(idle), RULE, aside=True)
    if whole := [foe for foe in foes if foe not in {blow.at for blow in blows}]:
        words = message("{whole} {whole:stands|stand}, unstruck.", whole=whole)
        yield Told(words, tuple(whole), RULE, aside=True)


def _strikes(war: War, blows: list[Blow]) -> Iterator[Told]:
    """Yield the line of each token that strikes, with its blows in words."""
    last = {blow.at: blow for blow in blows}
    left = {foe: war.defeat(foe) for foe in last}
    for token, group in groupby(blows, attrgetter("by")):
        struck, parts, spare = tuple(group), [], war.attack(token)
        for blow in struck:
            left[blow.at] -= blow.points
            spare -= blow.points
            dealt = _blow(blow, war.defeat(blow.at), left[blow.at])
            stands = left[blow.at] and last[blow.at] is blow
            parts.append(message("{blow}, who stands", blow=dealt) if stands else dealt)
        if spare:
            parts.append(message("{spare} to spare", spare=spare))
        number, at = box.TOKENS[token].number, [blow.at for blow in struck]
        words = "{token} ({attack}): {parts:; }." if number else "{token} {attack}: {parts:; }."
        sentence = message(words, token=token, attack=war.attack(token), parts=parts)
        yield Told(sentence, (token, *at), RULE, aside=True, blows=struck)


def _blows(war: War, side: str, fallen: Fallen) -> list[Blow]:
    """Return blows of a side in which just these enemies fall."""
    own, foes = sides(side, war.fighting)
    strikes = witness(strikers(war, own, foes), [*map(war.defeat, foes)], [*map(foes.index, fallen)])
    return [Blow(own[strike.striker], foes[strike.target], strike.points) for strike in strikes]


def _blow(blow: Blow, defeat: int, left: int) -> Message:
    """Return a blow in words, given what its enemy needs to fall, and still needs after it."""
    dealt = defeat - left
    if left and dealt == blow.points:
        words = "{points} of {defeat} at {foe}"
    elif left:
        words = "{points} more at {foe}, {dealt} of {defeat}"
    elif blow.points == defeat:
        words = "{foe} needs {defeat}, falls"
    else:
        words = "the last {points} of {defeat} at {foe}, who falls"
    return message(words, foe=blow.at, points=blow.points, defeat=defeat, dealt=dealt)
