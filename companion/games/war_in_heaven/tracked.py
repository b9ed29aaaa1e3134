"""The tracked things of War in Heaven, how each is set by hand, and the limits of the box."""

from companion.games.war_in_heaven import box
from companion.games.war_in_heaven.actions.battle import skirmish_name
from companion.games.war_in_heaven.state import BATTLE, BONUS, CHOICE, RECHARGE, TURN, War, battle, sequence
from companion.games.war_in_heaven.state.war import PHASES
from companion.kernel import put_back
from companion.kernel.action import Number
from companion.kernel.consequences import silent
from companion.kernel.state import ensure
from companion.kernel.tracked import Tracked
from companion.kernel.values import DOWN, UP, Lies, Value
from companion.toolkit.ruling import set_by_hand
from companion.words import Text, message

POWERS = {power: side for side, power in box.POWER_OF.items()}
CARD_UP, CARD_DOWN = "its card face up", "its card face down"
ROUNDS, ACTIONS, FLIPS = box.TURNS.rounds, box.TURNS.late_actions, 2


READY, SPENT = Lies("its card", UP), Lies("its card", DOWN)


def _where(war: War) -> dict[str, Value]:
    """Return the place of each token: a space, or how it lies on its card."""
    return {token: war.at.get(token) or (SPENT if token in war.down else READY) for token in box.TOKENS}


def _places(war: War, token: str) -> tuple[str, ...]:
    return box.BOARD.spaces + (() if box.TOKENS[token].kind == "commander" else (CARD_UP, CARD_DOWN))


def _put(war: War, token: str, to: str) -> War:
    war.rules.require(
        war.on.get(to, token) == token,
        "stacking",
        "{to} is taken by {occupant}; set that one first.",
        to=to,
        occupant=war.on.get(to),
    )
    at = {other: space for other, space in war.at.items() if other != token}
    down = war.down - {token}
    if to in box.BOARD.at:
        at[token] = to
    elif to == CARD_DOWN:
        down |= {token}
    after = war.but(at=at, on={space: other for other, space in at.items()}, down=down)
    return battle.anew(after) if war.phase in (BATTLE, CHOICE) else after


def _use(war: War, power: str, to: str) -> War:
    side = {POWERS[power]}
    return war.but(used=war.used | side if to == "used" else war.used - side)


def _power_marker(power: str, was: str, to: str) -> Text:
    words = "Put the marker on {commander's} card."
    if to == "used":
        words = "Take the marker off {commander's} card."
    return message(words, commander=box.COMMANDER[POWERS[power]])


def _phase(war: War, thing: str, to: str) -> War:
    over = war.but(waiting=(), fought=0, fighting=(), choices={}, actions=0)
    return (
        sequence.open_recharge(over, war.side)
        if to == PHASES[RECHARGE]
        else sequence.open_turn(over, war.side)
    )


def _turn(war: War, thing: str, to: str) -> War:
    over = war.but(waiting=(), fought=0, fighting=(), choices={}, recharges=0, may_muster=False)
    return sequence.open_turn(over, to)


TRACKED: tuple[Tracked[War], ...] = (
    Tracked(_where, _places, _put, piece=True),
    Tracked(
        lambda war: {power: "used" if side in war.used else "not used" for power, side in POWERS.items()},
        lambda war, power: ("used", "not used"),
        _use,
        back=_power_marker,
    ),
    Tracked(
        lambda war: {"Round": war.round},
        lambda war, thing: Number(1, ROUNDS),
        lambda war, thing, to: war.but(round=int(to)),
        account=silent,
        back=put_back.marker("the round marker"),
    ),
    Tracked(
        lambda war: {"First player": war.first},
        lambda war, thing: box.SIDES,
        lambda war, thing, to: war.but(first=to),
        back=lambda thing, was, to: message("Give the {side} the first player marker.", side=to),
    ),
    Tracked(lambda war: {"Turn": war.side}, lambda war, thing: box.SIDES, _turn, back=put_back.nothing),
    Tracked(
        lambda war: {"Phase": war.phase_words},
        lambda war, thing: (PHASES[RECHARGE], PHASES[TURN]),
        _phase,
        back=put_back.nothing,
    ),
    Tracked(
        lambda war: {"Actions": war.actions} if war.phase in (TURN, BATTLE, CHOICE) else {},
        lambda war, thing: Number(0, ACTIONS),
        lambda war, thing, to: war.but(actions=int(to)),
        account=silent,
        back=put_back.nothing,
    ),
    Tracked(
        lambda war: {"Flips": war.recharges} if war.phase in (RECHARGE, BONUS) else {},
        lambda war, thing: Number(0, FLIPS),
        lambda war, thing, to: war.but(recharges=int(to)),
        account=silent,
        back=put_back.nothing,
    ),
    Tracked(
        lambda war: {"Raphael's Troop": "may come"} if war.may_muster else {},
        lambda war, thing: ("may come", "not this round"),
        lambda war, thing, to: war.but(may_muster=to == "may come"),
        names=lambda war: ("Raphael's Troop",) if war.phase == RECHARGE and war.side == "Angels" else (),
        back=put_back.nothing,
    ),
    Tracked(
        lambda war: (
            {"Skirmishes": tuple(skirmish_name(war, group) for group in war.waiting)} if war.waiting else {}
        ),
        follows="where the tokens of a declared battle stand",
    ),
)


def invariant(war: War) -> None:
    """Eleven tokens a side, each in one place; nobody on a taken space; counters within the box."""
    ensure(
        {token: space for space, token in war.on.items()} == dict(war.at), "Two tokens stand on one space."
    )
    ensure(
        set(war.at) <= set(box.TOKENS) and set(war.on) <= set(box.BOARD.at),
        "That token or space is not in the box.",
    )
    ensure(not war.down & set(war.at), "A token on the battlefield lies face down; there it is face up.")
    ensure(
        war.over or not war.down & set(box.COMMANDER.values()),
        "A Commander who has fallen ends the game; on the battlefield he stays.",
    )
    ensure(
        0 <= war.actions <= ACTIONS,
        "A turn has 0 to {most} actions, not {actions}.",
        most=ACTIONS,
        actions=war.actions,
    )
    ensure(
        1 <= war.round <= ROUNDS,
        "The round track goes from 1 to {rounds}, not {round}.",
        rounds=ROUNDS,
        round=war.round,
    )
    ensure(
        (war.phase == CHOICE) == any(len(sets) > 1 for sets in war.choices.values()),
        "Nobody has a choice of who falls.",
    )


Ruling = set_by_hand(TRACKED, invariant)
