"""The sequence of play: choosing, seeding, rounds, turns, and the end."""

from collections.abc import Iterable
from itertools import product

from companion.games.heroball.box import AP, DISTANCE, GOALS, GOD_OF, HERO_OF, TURNS
from companion.games.heroball.state.match import Match
from companion.games.heroball.state.pending import SEED, TURN
from companion.games.heroball.state.using import Using, done
from companion.words import Message, message


def choose(match: Match, seat: str, hero: str, god: str) -> Match:
    """Take a hero and a god, and put the hero on his corner."""
    space = GOALS[match.order].corner[seat]
    match = match.but(
        hero={**match.hero, seat: hero},
        god={**match.god, seat: god},
        at={**match.at, seat: space},
        on={**match.on, space: seat},
    )
    sentence = message(
        "{seat}: {hero} for {god} ({terrain}).", seat=seat, hero=hero, god=god, terrain=match.favours[god]
    )
    match = match.tell(sentence, seat, HERO_OF[seat], GOD_OF[seat], rule="heroes")
    match = match.tell(message("Put {hero} on {space}.", hero=hero, space=space), seat).tell(
        covered(match, seat), seat
    )
    return chosen(match)


def chosen(match: Match) -> Match:
    """The next seat chooses; once all have, the seeding begins."""
    left = tuple(seat for seat in match.playing if seat not in match.hero)
    if left:
        return match.but(waits=left[:1])
    match = match.but(phase=SEED).tell(
        message("Each takes {n} tokens of the favoured terrain.", n=TURNS.seed),
        "Phase",
        "Seeds laid",
        rule="terrain-seed",
    )
    return seeded(_tell_ties(match), 0)


def _tell_ties(match: Match) -> Match:
    """Say to which of the heroes that play a tie goes, where the table chose so."""
    rows = [*filter(None, (_playing(match, row) for row in match.even))]
    if len(rows) > 1:
        listed = [message("{heroes:, }", heroes=row) for row in rows]
        sentence = message("A tie goes to the first of these heroes: {rows:; }.", rows=listed)
        match = match.tell(sentence, rule="even")
    for row in rows:
        if len(row) > 1:
            match = match.tell(message("Of {heroes}, who scored last wins a tie.", heroes=row), rule="even")
    last = _playing(match, match.nought)
    if 0 < len(last) < len(match.hero):
        sentence = message("If nobody has scored, a tie does not go to {heroes:or}.", heroes=last)
        match = match.tell(sentence, rule="even")
    return match


def _playing(match: Match, heroes: Iterable[str]) -> list[str]:
    """Return those of these heroes that somebody plays."""
    return [hero for hero in heroes if hero in match.hero.values()]


def covered(match: Match, seat: str) -> Message:
    """Return in words which slots of a mat the hero's cards cover."""
    hero = match.heroes[match.hero[seat]]
    slots = [hero.slots[slot] for slot in hero.cards]
    cards = [message("{slot} with {card}", slot=card.slot, card=card.name) for card in slots]
    return message("Cover slots of your mat: {cards}.", cards=cards)


def seed(match: Match, seat: str, space: str) -> Match:
    """Lay a seed terrain token; after the last one the first round begins."""
    return seeded(match.lay(match.favoured(seat), space, "terrain-seed", "Seeds laid"), match.seeded + 1)


def seeded(match: Match, laid: int) -> Match:
    """Let the next seat lay a seed token, or begin the first round when all are laid."""
    every = TURNS.seed * len(match.order)
    while laid < every and match.order[laid % len(match.order)] in match.resigned:
        laid += 1
    match = match.but(seeded=laid)
    if laid == every:
        return next_round(match)
    return match.but(waits=(match.order[laid % len(match.order)],))


def next_round(match: Match) -> Match:
    """Move the round marker and open the first seat's turn, or end the game."""
    if match.round == TURNS.rounds:
        return count_up(match)
    n = match.round + 1
    match = match.tell(message("Round {n}: move the round marker.", n=n), "Round", round=n)
    return open_turn(match, match.playing[0])


def open_turn(match: Match, seat: str) -> Match:
    """The refresh phase, and on to the action phase."""
    stays = match.kept()
    sentence = message(
        "{seat's} turn: take the tokens off slots and cards, but for {cards}."
        if stays
        else "{seat's} turn: take all tokens off slots and cards.",
        seat=seat,
        cards=[match.slot(*one).name for one in sorted(stays)],
    )
    match = match.tell(
        sentence,
        "Turn",
        "Tokens",
        "AP spent",
        "Phase",
        *match.token_things(),
        rule="refresh",
        turn=seat,
        taken=(),
        held=stays,
        spent=False,
        scored=False,
        phase=TURN,
        waits=(seat,),
        pending=(),
    )
    return _at_start(match.gain(seat, AP.refresh, "refresh"), seat)


def _at_start(match: Match, seat: str) -> Match:
    """Do what the cards of a hero do by themselves at the start of its turn."""
    for slot in match.heroes[match.hero[seat]].slots.values():
        if not slot.start.steps:
            continue
        using = Using(match, seat, slot.start)
        if any(map(using.finds, slot.start.steps)):
            sentence = message(
                "{who}, at the start of the turn: {card}.", who=match.name(seat), card=slot.name
            )
            match = match.tell(sentence, seat, rule="cards")
        for step in slot.start.steps:
            for name, part in product(Using(match, seat, slot.start).found(step), step.parts):
                if Using(match, seat, slot.start).takes(part, name):
                    match = done(match, seat, part, name)
    return match


def clean_up(match: Match) -> Match:
    """Rest if nothing was spent, and pass the turn on."""
    if not match.spent:
        match = match.gain(match.turn, AP.rest, "rest")
    return next_turn(match)


def next_turn(match: Match) -> Match:
    """The next seat in turn order that plays, or the next round."""
    later = match.order[match.order.index(match.turn) + 1 :]
    seat = next((seat for seat in later if seat not in match.resigned), "")
    return open_turn(match, seat) if seat else next_round(match)


def count_up(match: Match) -> Match:
    """After the last round: the highest score wins; a tie is shared, or broken if the table chose so."""
    scores = {seat: match.score[seat] for seat in match.playing}
    best = max(scores.values())
    level = tuple(seat for seat, points in scores.items() if points == best)
    first = winners = _less_often(match, level) if best else _not_least(match, level)
    rule, words = "end", "Round {round} is over: {winners} wins with {best:# point|# points}."
    if len(first) == 1 < len(level):
        rule = "even"
        words = (
            "Round {round} is over, {level} have {points:# point|# points} each: "
            "{winner} wins, as {hero} wins less often."
        )
    elif match.breaks_ties and (ahead := _ahead(match, first)):
        winners, rule, words = (ahead,), "tie-break", _ahead_words(best, first == level)
    elif len(first) > 1:
        words = "Round {round} is over: {winners} share the victory with {best:# point|# points}."
    why = message(
        words,
        round=match.round,
        level=level,
        first=first,
        points=best,
        best=best,
        winner=winners[0],
        winners=winners,
        hero=match.hero[winners[0]],
    )
    return match.but(waits=()).finish(winners, rule, why, tuple(scores.items()))


def _ahead_words(best: int, every: bool) -> str:
    """Return the words for a tie that one wins; ``every`` if nobody was out of it before."""
    if best:
        return (
            "Round {round} is over, {level} have {points:# point|# points} each: "
            "{winner} scored last and wins."
        )
    if every:
        return "Round {round} is over, nobody has scored: {winner} is nearest to the ball and wins."
    return "Round {round} is over, nobody has scored: of {first}, {winner} is nearest to the ball and wins."


def _less_often(match: Match, level: tuple[str, ...]) -> tuple[str, ...]:
    """Return those of a tie whose heroes win less often than the others'; all where the table has no rows."""
    row = next((row for row in match.even if any(match.hero[seat] in row for seat in level)), ())
    return tuple(seat for seat in level if match.hero[seat] in row) or level


def _not_least(match: Match, level: tuple[str, ...]) -> tuple[str, ...]:
    """Return those of a tie in which nobody has scored but for who loses it."""
    return tuple(seat for seat in level if match.hero[seat] not in match.nought) or level


def _ahead(match: Match, level: tuple[str, ...]) -> str:
    """Return who wins a tie: who scored last, or where nobody scored is nearest to the ball; empty if
    nobody."""
    if len(level) == 1:
        return ""
    if top := [seat for seat in match.stack if seat in level]:
        return top[-1]
    far = DISTANCE[match.ball]
    near = min(far[match.at[seat]] for seat in level)
    first, *others = (seat for seat in level if far[match.at[seat]] == near)
    return "" if others else first
