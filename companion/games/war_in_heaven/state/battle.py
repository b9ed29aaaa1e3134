"""A declared battle: its skirmishes, who can fall in each, and what comes of it."""

from companion.games.war_in_heaven import box
from companion.games.war_in_heaven.state import blows
from companion.games.war_in_heaven.state.skirmishes import Skirmish, fallen_sets, skirmishes
from companion.games.war_in_heaven.state.war import BATTLE, CHOICE, TURN, Fallen, War
from companion.words import message


def declare(war: War) -> War:
    """Name the skirmishes; where there is only one, it is fought."""
    result = skirmishes(war.on)
    war = war.but(phase=BATTLE, waiting=result, fought=0)
    words = message("{side} declare battle: {n:# skirmish|# skirmishes}.", side=war.side, n=len(result))
    war = war.tell(words, "Actions", "Phase", "Skirmishes")
    return fight(war, result[0]) if len(result) == 1 else war


def fight(war: War, skirmish: Skirmish) -> War:
    """Work out who can fall on either side; ask where there is a choice, else let them fall."""
    choices = {side: _can_fell(war, side, skirmish) for side in box.SIDES}
    stand = [message("{token} on {space}", token=token, space=war.at[token]) for token in skirmish]
    war = war.but(
        waiting=tuple(other for other in war.waiting if other != skirmish),
        fought=war.fought + 1,
        fighting=skirmish,
        choices=choices,
    ).tell(
        message("They fight: {stand}.", stand=stand),
        *skirmish,
        "Phase",
        "Skirmishes",
        rule="battle-simultaneous",
        aside=True,
    )
    for ally in box.HELPERS:
        helped = [token for token in skirmish if box.HELPER[token] == ally and ally in war.at]
        if helped:
            words = message(
                "{ally} on {space} strengthens {helped}.", ally=ally, space=war.at[ally], helped=helped
            )
            war = war.tell(words, ally, *helped, rule=box.TOKENS[ally].power, aside=True)
    return struck(war)


def _can_fell(war: War, side: str, skirmish: Skirmish) -> tuple[Fallen, ...]:
    own, foes = blows.sides(side, skirmish)
    sets = fallen_sets(blows.strikers(war, own, foes), [war.defeat(foe) for foe in foes])
    return tuple(tuple(foes[i] for i in fell) for fell in sorted(sets))


def choose(war: War, side: str, fallen: Fallen) -> War:
    """Settle the tokens that a side fells."""
    return struck(war.but(choices={**war.choices, side: (fallen,)}))


def struck(war: War) -> War:
    """Let all fall at once when both sides are settled; a tie, as both Commanders fall, is a draw."""
    if any(len(sets) > 1 for sets in war.choices.values()):
        return war.but(phase=CHOICE)
    fallen = tuple(token for side in box.SIDES for token in war.choices[box.ENEMY[side]][0])
    war = war.tell_lines(blows.told(war), phase=BATTLE, fighting=(), choices={})
    war = war.remove(fallen) if fallen else war.tell("Nobody falls.", rule="battle-spread")
    if commanders := tuple(token for token in fallen if token == box.COMMANDER[box.SIDE[token]]):
        return _over(war, commanders)
    return war if war.waiting else after_battle(war)


def _over(war: War, commanders: Fallen) -> War:
    """End the game with the fall of a Commander, or of both."""
    if war.waiting:
        words = message("{n:# skirmish stays|# skirmishes stay} unfought.", n=len(war.waiting))
        war = war.but(waiting=()).tell(words, "Skirmishes")
    if len(commanders) == len(box.SIDES):
        return war.finish((), "commander-falls", "Both Commanders fall: a draw.", fallen=commanders)
    winner = box.ENEMY[box.SIDE[commanders[0]]]
    words = message("{commander} falls: {winner} win.", commander=commanders[0], winner=winner)
    return war.finish((winner,), "commander-falls", words, fallen=commanders)


def after_battle(war: War) -> War:
    """Back to the turn."""
    return war.but(phase=TURN, waiting=(), fought=0)


def anew(war: War) -> War:
    """The battle after a token was set by hand: what is left of it is looked at again."""
    open_ = {token for group in (*war.waiting, war.fighting) for token in group}
    left = tuple(group for group in skirmishes(war.on) if open_.intersection(group))
    fought = war.fought - (war.phase == CHOICE)
    again = war.but(phase=BATTLE, waiting=left, fought=fought, fighting=(), choices={})
    if not left:
        return after_battle(again.tell("No skirmish is left of this battle.", "Phase", "Skirmishes"))
    words = message("The battle is looked at again: {n:# skirmish|# skirmishes}.", n=len(left))
    return again.tell(words, "Phase", "Skirmishes")
