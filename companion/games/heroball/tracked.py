"""The tracked things of Heroball, how each is set by hand, and the limits of the box."""

from collections.abc import Mapping

from companion.games.heroball import box
from companion.games.heroball.state import Match, ball, reactions, turns
from companion.games.heroball.state.pending import ASK_OF, ASKED, SEED, Loose, card_of
from companion.kernel import put_back
from companion.kernel.action import Number
from companion.kernel.consequences import score, silent
from companion.kernel.state import ensure
from companion.kernel.tracked import Tracked
from companion.kernel.values import Thing, ThingName, Value, lies
from companion.toolkit.ruling import set_by_hand
from companion.words import Text, message

FREE, HELD = "free", "holds a token"
NONE, NOBODY, NEVER, EACH_TIME = "none", "nobody", "never", "each time"
POINTS = box.TURNS.rounds * len(box.SEATS) * box.POINTS.carried
"""More than all goals of a game can bring."""
TAKEN = {" and ".join(box.MOVES[:n]) or NONE: box.MOVES[:n] for n in range(len(box.MOVES) + 1)}
"""Which slots hold a token, in words, to those slots."""
HELD_BY: dict[str, ThingName] = {seat: f"held by {seat}" for seat in box.SEATS}
HOLDS = {held: seat for seat, held in HELD_BY.items()}


# -- the board --------------------------------------------------------------------------------------------


def _ball(match: Match) -> dict[str, Value]:
    return {"Ball": lies(match.ball, holder=match.holder, marks=("in the air",) if _flies(match) else ())}


def _flies(match: Match) -> bool:
    return not match.holder and bool(match.pending) and isinstance(match.pending[-1], Loose)


def _put_ball(match: Match, thing: str, to: str) -> Match:
    if _flies(match):
        match = match.resume()
    holder = HOLDS.get(to, "")
    return reactions.anew(match.but(holder=holder, ball=match.at[holder] if holder else to))


def _put_hero(match: Match, seat: str, to: str) -> Match:
    at = {**match.at, seat: to}
    held = to if match.holder == seat else match.ball
    return reactions.anew(match.but(at=at, on={space: seat for seat, space in at.items()}, ball=held))


def _put_terrain(match: Match, thing: str | Thing, to: str) -> Match:
    kind, space = (to, thing.of) if isinstance(thing, Thing) else (thing, to)
    if space in match.terrain:
        match = match.clear(space)
    return match if kind == NONE else match.lay(kind, space)


# -- the mats ---------------------------------------------------------------------------------------------


def _swapped(taken: Mapping[str, str], seat: str, to: str) -> dict[str, str]:
    """Return the choices with one changed; the seat that had this choice gets the old one."""
    return {
        other: to if other == seat else taken[seat] if name == to else name for other, name in taken.items()
    }


def _choose_hero(match: Match, thing: Thing, to: str) -> Match:
    after = match.but(hero=_swapped(match.hero, thing.of, to))
    for other in after.hero:
        if after.hero[other] != match.hero[other]:
            after = after.but(held=frozenset(held for held in after.held if held[0] != other))
            sentence = message(
                "Put {hero} on {space} in place of {old}. {covered}",
                hero=after.hero[other],
                space=after.at[other],
                old=match.hero[other],
                covered=turns.covered(after, other),
            )
            after = after.tell(sentence, box.HERO_OF[other], other)
    return reactions.anew(after)


def _set_asked(match: Match, thing: Thing, to: str) -> Match:
    return (reactions.never if to == NEVER else reactions.again)(match, thing.of, thing.key)


def _asked(match: Match) -> dict[str, str]:
    return {
        ASK_OF[seat, about]: NEVER if (seat, about) in match.never else EACH_TIME
        for seat in match.order
        for about in ASKED
        if match.may_refuse
    }


def _tokens(match: Match) -> dict[Thing, tuple[str, str]]:
    """The cards that take a token, under the names of the log, to seat and slot."""
    return {
        card_of(seat, slot.name): (seat, slot.slot)
        for seat, hero in match.hero.items()
        for slot in match.heroes[hero].slots.values()
        if slot.token and match.turn
    }


def _set_token(match: Match, thing: Thing, to: str) -> Match:
    held = {_tokens(match)[thing]}
    return reactions.anew(match.but(held=match.held | held if to == HELD else match.held - held))


# -- what hands do to take an entry back ---------------------------------------------------------------------


def _terrain_token(thing: Thing, was: str | None, to: str | None) -> Text:
    words = "Lay {token} on {space}." if to else "Take {token} off {space}."
    return message(words, token=to or was, space=thing.of)


def _card_of(thing: Thing, was: str | None, to: str | None) -> Text:
    if thing.what == "hero":
        words = "Give {seat} the hero {card}." if to else "Take the hero {card} from {seat}."
    else:
        words = "Give {seat} the god {card}." if to else "Take the god {card} from {seat}."
    return message(words, seat=thing.of, card=to or was)


def _slots(thing: str, was: tuple[str, ...] | None, to: tuple[str, ...] | None) -> Text:
    """Return how the tokens of a turn go: ``Put the tokens on Step and Run.``"""
    before, after = was or (), to or ()
    if more := [slot for slot in after if slot not in before]:
        return message("Put the {slots:token|tokens} on {slots}.", slots=more)
    less = [slot for slot in before if slot not in after]
    return message("Take the {slots:token|tokens} off {slots}.", slots=less) if less else ""


def _token(thing: Thing, was: str | None, to: str | None) -> Text:
    if HELD not in (was, to):
        return ""
    words = "Put a token on {card}, of {seat}." if to == HELD else "Take the token off {card}, of {seat}."
    return message(words, card=thing.what, seat=thing.of)


# -- the sequence of play ---------------------------------------------------------------------------------


def _set_turn(match: Match, thing: str, to: str) -> Match:
    return match.but(turn=to, taken=(), held=match.kept(), spent=False, scored=False).standing(())


def _waiting(match: Match) -> dict[str, Value]:
    if not match.pending:
        return {}
    return {"Waiting": message("{step}: for {seats}", step=reactions.waiting(match), seats=match.waits)}


TRACKED: tuple[Tracked[Match], ...] = (
    Tracked(
        _ball,
        lambda match, thing: (*box.SPACES, *(HELD_BY[seat] for seat in match.at)),
        _put_ball,
        piece=True,
    ),
    Tracked(lambda match: match.at, lambda match, seat: box.SPACES, _put_hero, piece=True),
    Tracked(
        lambda match: {box.TERRAIN_ON[space]: kind for space, kind in match.terrain.items()},
        lambda match, thing: box.SPACES if thing in box.TERRAIN else (*box.TERRAIN, NONE),
        _put_terrain,
        names=lambda match: (
            *(kind for kind in box.TERRAIN if match.tokens_left(kind)),
            *(box.TERRAIN_ON[space] for space in match.terrain),
        ),
        back=_terrain_token,
    ),
    Tracked(
        lambda match: {box.AP_OF[seat]: ap for seat, ap in match.ap.items()},
        lambda match, thing: Number(0, box.AP.most),
        lambda match, thing, to: reactions.anew(match.but(ap={**match.ap, thing.of: int(to)})),
        back=put_back.marker("the {} marker"),
    ),
    Tracked(
        lambda match: {box.SCORE_OF[seat]: points for seat, points in match.score.items()},
        lambda match, thing: Number(0, POINTS),
        lambda match, thing, to: match.scores(thing.of, int(to)),
        account=score,
        back=put_back.marker("the {} marker"),
    ),
    Tracked(
        lambda match: {box.HERO_OF[seat]: hero for seat, hero in match.hero.items()},
        lambda match, thing: match.heroes,
        _choose_hero,
        back=_card_of,
    ),
    Tracked(
        lambda match: {box.GOD_OF[seat]: god for seat, god in match.god.items()},
        lambda match, thing: match.favours,
        lambda match, thing, to: match.but(god=_swapped(match.god, thing.of, to)),
        back=_card_of,
    ),
    Tracked(_asked, lambda match, thing: (EACH_TIME, NEVER), _set_asked, back=put_back.nothing),
    Tracked(
        lambda match: {"Seeds laid": match.seeded} if match.phase == SEED else {},
        lambda match, thing: Number(0, box.TURNS.seed * len(match.order)),
        lambda match, thing, to: turns.seeded(match, int(to)),
        account=silent,
        back=put_back.nothing,
    ),
    Tracked(
        lambda match: {"Round": match.round} if match.round else {},
        lambda match, thing: Number(1, box.TURNS.rounds),
        lambda match, thing, to: match.but(round=int(to)),
        account=silent,
        back=put_back.marker("the round marker"),
    ),
    Tracked(
        lambda match: {"Turn": match.turn} if match.turn else {},
        lambda match, thing: match.playing,
        _set_turn,
        back=put_back.nothing,
    ),
    Tracked(
        lambda match: {"Tokens": match.taken} if match.turn else {},
        lambda match, thing: TAKEN,
        lambda match, thing, to: match.but(taken=TAKEN[to]),
        back=_slots,
    ),
    Tracked(
        lambda match: {
            thing: HELD if where in match.held else FREE for thing, where in _tokens(match).items()
        },
        lambda match, thing: (FREE, HELD),
        _set_token,
        back=_token,
    ),
    Tracked(
        lambda match: {"AP spent": "yes" if match.spent else "no"} if match.turn else {},
        lambda match, thing: ("yes", "no"),
        lambda match, thing, to: match.but(spent=to == "yes"),
        back=put_back.nothing,
    ),
    Tracked(
        lambda match: {"Phase": match.phase_words},
        follows="the heroes chosen, the seeds laid, and the question that is open",
        back=put_back.nothing,
    ),
    Tracked(
        _waiting,
        lambda match, thing: (NOBODY,),
        lambda match, thing, to: ball.settle(match.standing(())),
        back=put_back.nothing,
    ),
)


def invariant(match: Match) -> None:
    """One ball, never in a goal or a pillar; every hero on a hex of its own; tracks within the mat."""
    _board(match)
    _terrain(match)
    for seat, ap in match.ap.items():
        ensure(
            0 <= ap <= box.AP.most,
            "An AP track goes from 0 to {most}; {seat} has {ap}.",
            most=box.AP.most,
            seat=seat,
            ap=ap,
        )
    ensure(set(match.ap) == set(match.score) == set(match.order), "Each seat has its own two tracks.")
    ensure(all(points >= 0 for points in match.score.values()), "A score is never below 0.")
    ensure(match.taken == box.MOVES[: len(match.taken)], "{moves} are taken in that order.", moves=box.MOVES)
    ensure(match.held <= {*_tokens(match).values()}, "Only a card that says so holds a token.")
    for what, chosen in (("hero", match.hero), ("god", match.god)):
        ensure(len(set(chosen.values())) == len(chosen), "Each seat has a {what} of its own.", what=what)
    ensure(box.HERMES not in match.god.values(), "Hermes does not play.")
    ensure(0 <= match.round <= box.TURNS.rounds, "There are {rounds} rounds.", rounds=box.TURNS.rounds)
    ensure(match.over or match.waits, "The table waits for nobody.")
    ensure(match.over or match.pending or not match.scored, "A goal ends the turn.")


def _board(match: Match) -> None:
    ensure(len(set(match.at.values())) == len(match.at), "Two heroes stand on one hex; each has its own.")
    ensure({seat: space for space, seat in match.on.items()} == dict(match.at), "Board and heroes disagree.")
    for seat, space in match.at.items():
        ensure(
            _there(space),
            "{seat} cannot be on {space}: {why}.",
            seat=match.name(seat),
            space=space,
            why=_why(space),
        )
    for seat in match.order:
        corner = box.GOALS[match.order].corner[seat]
        ensure(
            seat in (*match.at, *match.resigned) or corner not in match.on,
            "{corner} is where {seat} starts.",
            corner=corner,
            seat=seat,
        )
    where, holder = match.ball, match.holder
    ensure(_there(where), "The ball cannot be on {where}: {why}.", where=where, why=_why(where))
    ensure(
        where not in match.goal,
        "{where} is in a goal: the ball never stays there; set the score.",
        where=where,
    )
    ensure(
        not holder or where == match.at[holder],
        "{holder} holds the ball, which is on {where}.",
        holder=holder,
        where=where,
    )


def _there(space: str) -> bool:
    return space in box.BOARD.at and space not in box.PILLARS


def _why(space: str) -> str:
    return "it is a Pillar of Heaven" if space in box.PILLARS else "the board has no such hex"


def _terrain(match: Match) -> None:
    for space in match.terrain:
        bare = space in box.PILLARS or space == box.POST or space in match.goal
        ensure(not bare, "No terrain lies on {space}: it is a pillar, the post or in a goal.", space=space)
    laid = list(match.terrain.values())
    for kind in box.TERRAIN:
        words = "The box holds {tokens} tokens of {kind}, not {n} on the board."
        if match.to_seed(kind):
            words = (
                "The box holds {tokens} tokens of {kind}, not {n} on the board and {more} still to be seeded."
            )
        ensure(
            match.tokens_left(kind) >= 0,
            words,
            tokens=box.TOKENS,
            kind=kind,
            n=laid.count(kind),
            more=match.to_seed(kind),
        )


Ruling = set_by_hand(TRACKED, invariant)
