"""Attacks and loose balls, and what the seats that are asked answer."""

from collections.abc import Sequence
from dataclasses import replace

from companion.games.heroball.box import AP_OF, AWAY, BESIDE, DISTANCE, POINTS, SCORE_OF
from companion.games.heroball.cards import Slot
from companion.games.heroball.state import ball
from companion.games.heroball.state.carry_out import Answer, steps_done
from companion.games.heroball.state.match import Match
from companion.games.heroball.state.pending import ASK_OF, QUESTION, Attack, Catch, Effect, Loose, price
from companion.games.heroball.state.using import Using
from companion.words import Message, message


def question(match: Match, seat: str) -> str:
    """Return what a seat is asked now; empty if nothing."""
    top = match.pending[-1] if match.pending else None
    if isinstance(top, Attack):
        return "Defend"
    if isinstance(top, Loose):
        return "Catch" if match.at[seat] == top.target else "Intercept"
    return "Catch" if isinstance(top, Catch) else ""


def waiting(match: Match) -> Message | str:
    """Return in a few words what the open question is about; empty if nothing is asked."""
    top = match.pending[-1] if match.pending else None
    match top:
        case Attack():
            return message("{seat's} {slot}", seat=top.by, slot=top.slot)
        case Loose():
            return message("The ball flies to {space}", space=top.target)
        case Catch():
            return message("The ball comes to {seat}", seat=top.seat)
        case Effect():
            return message("{seat}: {card}, by hand", seat=top.by, card=match.slot(top.by, top.slot).name)
    return ""


def never(match: Match, seat: str, about: str) -> Match:
    """A seat is not to be asked any more; if that is what it is asked just now, it lets it go."""
    waited = seat in match.waits and question(match, seat) == about
    sentence = message("From now on {seat} is never asked about {about}.", seat=seat, about=about)
    match = match.but(never=match.never | {(seat, about)})
    match = match.tell(sentence, ASK_OF[seat, about], rule="never-ask")
    return let_go(match, seat) if waited else match


def again(match: Match, seat: str, about: str) -> Match:
    """A seat is to be asked again."""
    sentence = message("Ask {seat} about {about} again.", seat=seat, about=about)
    match = match.but(never=match.never - {(seat, about)})
    return match.tell(sentence, ASK_OF[seat, about], rule="never-ask")


def attack(match: Match, blow: Attack) -> Match:
    """Ask the attacked seat, or let the blow fall where it cannot answer."""
    victim = blow.victim
    slot = match.slot(victim, "Defend")
    defends, card = _open(match, victim, slot), _answering(match, blow)
    if not (defends or card):
        return _strike(match, blow)
    words = "{who} may defend for {cost} of {have} AP."
    if card:
        words = "{who} may defend for {cost} of {have} AP, or answer with {card} for {price}."
        if not defends:
            words = "{who} may answer with {card} for {price} of {have} AP."
    sentence = message(
        words,
        who=match.name(victim),
        cost=slot.cost,
        have=match.ap[victim],
        card=card.name if card else "",
        price=card.cost if card else 0,
    )
    return match.ask(replace(blow, by_card=card is not None), sentence, AP_OF[victim], rule="defend")


def _open(match: Match, seat: str, slot: Slot) -> bool:
    """True if an attacked seat can use a slot, and wants to be asked."""
    return match.free(seat, slot) and match.asked(seat, "Defend", slot.cost)


def _answering(match: Match, blow: Attack) -> Slot | None:
    """Return the card with which an attacked hero can answer; None if it has none that does anything."""
    slot = match.slot(blow.victim, "Unique")
    if not slot.react.steps or not _open(match, blow.victim, slot):
        return None
    using = Using(match, blow.victim, slot.react, blow.by)
    return slot if any(map(using.finds, slot.react.steps)) else None


def attacker(match: Match) -> str:
    """Return the seat whose attack waits for its answer; empty if none does."""
    top = match.pending[-1] if match.pending else None
    return top.by if isinstance(top, Attack) else ""


def react(match: Match, seat: str, answers: Sequence[Answer]) -> Match:
    """Answer the attack that waits with a card: it comes off if it still reaches the hero."""
    blow, slot = match.pending[-1], match.slot(seat, "Unique")
    assert isinstance(blow, Attack)
    sentence = message("{who}: {slot}.", who=match.name(seat), slot=slot.name)
    match = match.resume().tell(sentence, seat, *QUESTION, rule="cards").pay(seat, slot.cost).use(seat, slot)
    match = steps_done(match, seat, slot.react, answers, blow.by).match
    if _reaches(match, blow) and match.ball not in match.goal:
        return _strike(match, replace(blow, by_card=False))
    sentence = message("The attack on {who} comes to nothing.", who=match.name(seat))
    return ball.settle(match.tell(sentence, rule="defend"), carried=True)


def _strike(match: Match, blow: Attack) -> Match:
    """An attack nobody defends against."""
    by, victim = blow.by, blow.victim
    slot = match.slot(by, blow.slot)
    if slot.by_hand:
        return by_hand(match, Effect(by, blow.slot, victim))
    if blow.slot != "Push":
        return ball.send(match, match.at[victim], blow.space, victim)
    left = match.at[victim]
    saves = _saves(match, blow)
    match = match.shift(victim, blow.space, "push")
    if slot.follows:
        match = match.shift(by, left, "follow")
    if saves:
        match = _scored(match, blow)
    return ball.settle(match, carried=True)


def _saves(match: Match, blow: Attack) -> bool:
    """True if a push scores by itself: into one's own goal, or with the ball away from the pushed hero's."""
    if not match.saves:
        return False
    victim, left, to = blow.victim, match.at[blow.victim], match.goal.get(blow.space)
    if to == blow.by:
        return match.goal.get(left) != blow.by
    goal = [space for space, owner in match.goal.items() if owner == victim]
    was, now = (min(DISTANCE[at][space] for space in goal) for at in (left, blow.space))
    return match.holder == victim and was <= POINTS.save_within and now > was


def _scored(match: Match, blow: Attack) -> Match:
    """Score a push."""
    by, points = blow.by, POINTS.save
    score = match.score[by] + points
    sentence = message(
        "{who} is in {seat's} goal: {seat} scores {points}, and stands at {score}."
        if match.goal.get(blow.space) == by
        else "{who} is kept from the goal: {seat} scores {points}, and stands at {score}.",
        who=match.name(blow.victim),
        seat=by,
        points=points,
        score=score,
    )
    return match.scores(by, score).tell(sentence, SCORE_OF[by], rule="save")


def defend(match: Match) -> Match:
    """Cancel the attack that waits."""
    blow = match.pending[-1]
    assert isinstance(blow, Attack)
    seat, slot = blow.victim, match.slot(blow.victim, "Defend")
    match = match.resume().pay(seat, slot.cost, "defend")
    match = match.tell(
        message("{who} defends: nothing comes of it.", who=match.name(seat)), seat, *QUESTION, rule="defend"
    )
    match = match.use(seat, slot)
    if slot.sting:
        match = match.lose(blow.by, slot.sting, "sting")
    return by_hand(match, Effect(seat, "Defend", blow.by)) if slot.by_hand else ball.settle(match)


def by_hand(match: Match, effect: Effect) -> Match:
    """Hands carry out what a card says."""
    sentence = message(
        "{seat}: do by hand what {card} says.", seat=effect.by, card=match.slot(effect.by, effect.slot).name
    )
    return match.ask(effect, sentence, effect.by, rule="cards")


def interception(match: Match, seat: str) -> int:
    """Return the cost for a seat of taking the ball out of the air now."""
    return price(match.slot(seat, "Intercept"), DISTANCE[match.at[seat]][_loose(match).target])


def intercept(match: Match, seat: str) -> Match:
    """A seat wants the ball that is in the air."""
    match = match.tell(
        message("{who} reaches for the ball.", who=match.name(seat)), seat, *QUESTION, rule="priority"
    )
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
    match = match.resume().pay(seat, cost, "intercept").use(seat, slot).hold(seat, "intercept")
    return ball.settle(by_hand(match, Effect(seat, "Intercept")) if slot.by_hand else match)


def let_go(match: Match, seat: str) -> Match:
    """A seat does not react."""
    top = match.pending[-1]
    match = match.tell(message("{who} lets it go.", who=match.name(seat)), seat, *QUESTION)
    if isinstance(top, Loose):
        return _answered(match, top.without(seat))
    match = match.resume()
    return _strike(match, top) if isinstance(top, Attack) else ball.settle(match)


def anew(match: Match) -> Match:
    """The question that is open, looked at again: something was set by hand that may decide it."""
    top = match.pending[-1] if match.pending else None
    if isinstance(top, Loose):
        return ball.send(match.resume(), top.source, top.target, top.thrower)
    if isinstance(top, Attack) and _reaches(match, top):
        return attack(match.resume(), top)
    if isinstance(top, Attack) or (isinstance(top, Catch) and not _caught(match, top.seat)):
        sentence = message("{question}: nothing comes of it.", question=waiting(match))
        return ball.settle(match.resume().tell(sentence, *QUESTION))
    return match


def _reaches(match: Match, blow: Attack) -> bool:
    """True if an attack is still possible as it was declared."""
    slot, here, there = match.slot(blow.by, blow.slot), match.at[blow.by], match.at[blow.victim]
    aimed = match.open(blow.space) if blow.space else slot.by_hand
    if blow.slot == "Push" and blow.space:
        aimed = aimed and blow.space in AWAY[here][there]
    elif blow.slot == "Force Fumble":
        aimed = aimed and match.holder == blow.victim and blow.space in ("", *BESIDE[there])
    return aimed and DISTANCE[here][there] <= slot.reach


def _caught(match: Match, seat: str) -> bool:
    """True if a hero may still hold the ball that came to him."""
    return not match.holder and match.ball == match.at[seat] and match.asked(seat, "Catch", 0)
