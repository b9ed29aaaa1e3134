"""Attacks and loose balls, and what the seats that are asked answer."""

from companion.games.heroball.box import DISTANCE
from companion.games.heroball.state import ball
from companion.games.heroball.state.match import Match
from companion.games.heroball.state.pending import Attack, Catch, Effect, Loose, price


def question(match: Match, seat: str) -> str:
    """What a seat is asked just now; empty if nothing."""
    top = match.pending[-1] if match.pending else None
    if isinstance(top, Attack):
        return "Defend"
    if isinstance(top, Loose):
        return "Catch" if match.at[seat] == top.target else "Intercept"
    return "Catch" if isinstance(top, Catch) else ""


def never(match: Match, seat: str, about: str) -> Match:
    """Remember that a seat is not to be asked."""
    told = f"From now on {seat} is never asked about {about}."
    return match.but(never=match.never | {(seat, about)}).tell(told, f"{seat} asked", rule="never-ask")


def attack(match: Match, blow: Attack) -> Match:
    """Ask the attacked seat, or let the blow fall where it cannot answer."""
    victim = blow.victim
    cost = match.slot(victim, "Defend").cost
    if match.asked(victim, "Defend", cost):
        told = f"{match.name(victim)} may defend for {cost} of {match.ap[victim]} AP."
        return match.ask(blow).tell(told, f"{victim} AP", rule="defend")
    return _strike(match, blow)


def _strike(match: Match, blow: Attack) -> Match:
    """An attack nobody defends against."""
    by, victim = blow.by, blow.victim
    slot = match.slot(by, blow.slot)
    if slot.by_hand:
        return match.ask(Effect(by, blow.slot, victim))
    if blow.slot != "Push":
        return ball.send(match, match.at[victim], blow.space, victim)
    left = match.at[victim]
    match = match.shift(victim, blow.space, "push")
    if slot.effect == "follow":
        match = match.shift(by, left, "follow")
    return ball.settle(match, carried=True)


def defend(match: Match) -> Match:
    """Cancel the attack that waits."""
    blow = match.pending[-1]
    assert isinstance(blow, Attack)
    seat, slot = blow.victim, match.slot(blow.victim, "Defend")
    match = match.resume().pay(seat, slot.cost, "defend")
    match = match.tell(f"{match.name(seat)} defends: nothing comes of it.", seat, rule="defend")
    if slot.effect == "sting":
        match = match.lose(blow.by, 1, "sting")
    return match.ask(Effect(seat, "Defend", blow.by)) if slot.by_hand else ball.settle(match)


def interception(match: Match, seat: str) -> int:
    """What taking the ball out of the air costs a seat now."""
    return price(match.slot(seat, "Intercept"), DISTANCE[match.at[seat]][_loose(match).target])


def intercept(match: Match, seat: str) -> Match:
    """A seat wants the ball that is in the air."""
    match = match.tell(f"{match.name(seat)} reaches for the ball.", seat, rule="priority")
    return _answered(match, _loose(match).wanted(seat))


def _loose(match: Match) -> Loose:
    loose = match.pending[-1]
    assert isinstance(loose, Loose)
    return loose


def _answered(match: Match, loose: Loose) -> Match:
    """One answer more about a loose ball; the ball moves once nobody's answer matters any more."""
    if loose.order:
        return match.standing((*match.pending[:-1], loose))
    seat = loose.wish
    if not seat:
        return ball.settle(match.resume().put_ball(loose.target))
    cost, slot = interception(match, seat), match.slot(seat, "Intercept")
    match = match.resume().pay(seat, cost, "intercept").hold(seat, "intercept")
    return ball.settle(match.ask(Effect(seat, "Intercept")) if slot.by_hand else match)


def let_go(match: Match, seat: str) -> Match:
    """A seat does not react."""
    top = match.pending[-1]
    match = match.tell(f"{match.name(seat)} lets it go.", seat)
    if isinstance(top, Loose):
        return _answered(match, top.without(seat))
    match = match.resume()
    return _strike(match, top) if isinstance(top, Attack) else ball.settle(match)
