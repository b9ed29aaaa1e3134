"""The sequence of play in War in Heaven: rounds, recharge, turns, gate bonus, and the ends of a game."""

from companion.games.war_in_heaven import box
from companion.games.war_in_heaven.state.war import BONUS, RECHARGE, TURN, War
from companion.words import Message, message


def next_round(war: War) -> War:
    """Advance the round marker and open the recharge phase, or end the game after the last round."""
    if war.round == box.TURNS.rounds:
        return count_up(war)
    n = war.round + 1
    war = war.tell(message("Round {n}: move the round marker.", n=n), "Round", round=n)
    if war.round == box.TURNS.late_from:
        war = war.tell(
            message("From now on a turn has {n} actions.", n=box.TURNS.late_actions),
            "Actions",
            rule="actions",
        )
    return open_recharge(war, war.first)


def open_recharge(war: War, side: str) -> War:
    """A side's part of the recharge phase."""
    war = war.but(phase=RECHARGE, side=side, may_muster=war.has_out(side, "raphael"))
    war = war.but(recharges=war.may_flip)
    if not (war.can_flip() or war.can_muster()):
        return close(war)
    words = message(
        "{side} recharge: {n:# token|# tokens} may be flipped face up.", side=side, n=war.recharges
    )
    return war.tell(
        words,
        "Turn",
        "Phase",
        "Actions",
        "Flips",
        "Raphael's Troop",
        rule="mammon" if war.recharges > 1 else "recharge",
    )


def go_on(war: War) -> War:
    """Stay where this side still has something to decide, or go on to what comes next."""
    if war.can_flip() or (war.phase == RECHARGE and war.can_muster()):
        return war
    return close(war)


def close(war: War) -> War:
    """Leave a side's recharge phase, or its gate bonus."""
    closed = war.but(recharges=0, may_muster=False)
    if war.phase == BONUS:
        return next_turn(closed)
    if war.side == war.first:
        return open_recharge(closed, box.ENEMY[war.first])
    return open_turn(closed, war.first)


def open_turn(war: War, side: str) -> War:
    """A side's turn, with the actions this round gives."""
    actions = box.TURNS.late_actions if war.round >= box.TURNS.late_from else box.TURNS.actions
    if war.round == 1 and side == war.first:
        actions = box.TURNS.first_turn
    about = ("Turn", "Phase", "Actions", "Flips", "Raphael's Troop")
    words = message("{side's} turn: {actions} actions.", side=side, actions=actions)
    return war.tell(words, *about, rule="actions", phase=TURN, side=side, actions=actions)


def end_turn(war: War) -> War:
    """Look for a win by card, then for the gate bonus."""
    side, allies = war.side, box.ALLIES[war.side]
    powers = {box.TOKENS[ally].power for ally in allies if ally in war.at}
    if "zadkiel" in powers and war.gates(side) == len(box.GATES):
        why = message("Zadkiel: {side} hold all four gates and win.", side=side)
        return war.finish((side,), "zadkiel", why)
    if "beelzebub" in powers and war.allies_out(side) == len(allies):
        why = message("Beelzebub: all six Allies of the {side} are out; they win.", side=side)
        return war.finish((side,), "beelzebub", why)
    mine, theirs = war.gates(side), war.gates(box.ENEMY[side])
    if mine > theirs:
        hold = message(
            "{side} hold {mine} of the gates against {theirs}", side=side, mine=mine, theirs=theirs
        )
        if not any(box.SIDE[token] == side for token in war.down):
            words = message("{hold}: nothing of theirs lies face down to be flipped.", hold=hold)
            return next_turn(war.tell(words, box.GATES_OF[side], rule="gates"))
        words = message("{hold}: they may flip one token face up.", hold=hold)
        return war.but(phase=BONUS, recharges=1, actions=0).tell(
            words, box.GATES_OF[side], "Phase", "Actions", "Flips", rule="gates"
        )
    return next_turn(war)


def next_turn(war: War) -> War:
    """The other side's turn, or the next round."""
    war = war.but(actions=0)
    return open_turn(war, box.ENEMY[war.side]) if war.side == war.first else next_round(war)


def count_up(war: War) -> War:
    """The end after the last round."""
    winners, why = counted_up(war)
    rule = "even" if war.even and _level(war) else "round-12"
    return war.finish(winners, rule, message("The last round is over: {why}", why=why))


def counted_up(war: War) -> tuple[tuple[str, ...], Message | str]:
    """Return who wins by the count after the last round, and why: most Allies; in a tie, most tokens."""
    for count, what in ((war.allies_out, "Allies"), (war.out, "tokens")):
        angels, demons = count("Angels"), count("Demons")
        if angels != demons:
            winner = "Angels" if angels > demons else "Demons"
            why = message(
                "{winner} have more {tokens} on the battlefield ({more} to {fewer}) and win.",
                winner=winner,
                tokens=what,
                more=max(angels, demons),
                fewer=min(angels, demons),
            )
            return (winner,), why
    if war.even:
        return ("Demons",), "equal Allies and equal tokens on the battlefield: the Demons win."
    return (), "equal Allies and equal tokens on the battlefield: a draw."


def _level(war: War) -> bool:
    """True if both sides have as many Allies on the battlefield, and as many tokens."""
    angels, demons = ((war.allies_out(side), war.out(side)) for side in box.SIDES)
    return angels == demons
