"""How a moment of War in Heaven looks: board, counters and the cards of both sides."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from companion.games.war_in_heaven.box import (
    BOARD,
    COMMANDER,
    ENEMY,
    GATES,
    GATES_OF,
    OUT_OF,
    OWN,
    READY_OF,
    SIDE,
    SIDES,
    TOKENS,
    TURNS,
)
from companion.games.war_in_heaven.fighting import skirmish_name
from companion.games.war_in_heaven.ruling import CARD_DOWN, CARD_UP, POWERS
from companion.games.war_in_heaven.seen import BATTLE, BONUS, CHOICE, RECHARGE
from companion.games.war_in_heaven.state import War
from companion.kernel.state import possessive
from companion.kernel.view import Card, Counter, Panel, Picture, Piece, View

CELLS = BOARD.cells()
WIDTH, HEIGHT = BOARD.size


def where(war: War, token: str) -> str:
    """Where a token is: a space, or how it lies on its card."""
    return war.at.get(token) or (CARD_DOWN if token in war.down else CARD_UP)


def things(war: War) -> dict[str, str]:
    """Everything tracked, with where or how it is."""
    found = {token: where(war, token) for token in TOKENS}
    found |= {power: "used" if side in war.used else "not used" for power, side in POWERS.items()}
    found |= {
        "Round": str(war.round),
        "First player": war.first,
        "Turn": war.side,
        "Phase": war.phase_words,
        "Actions": str(war.actions),
    }
    if war.waiting:
        found["Skirmishes"] = ", ".join(skirmish_name(war, group) for group in war.waiting)
    if war.draw_words:
        found["Draw"] = war.draw_words
    if war.over:
        found["Result"] = war.over.why
    return found


def picture(war: War) -> Picture:
    """The board with its tokens."""
    pieces = tuple(
        Piece(
            token,
            BOARD.centre(space),
            SIDE[token],
            TOKENS[token].letter,
            {"commander": "crown", "ally": "wing", "troop": ""}[TOKENS[token].kind],
            f"{war.attack(token)}/{war.defeat(token)}",
            size=0.7 if TOKENS[token].kind != "troop" else 0.6,
        )
        for space, token in war.on.items()
    )
    return Picture("The battlefield, the Angels' end at the top", WIDTH, HEIGHT, CELLS, pieces=pieces)


def phase(war: War) -> str:
    """What is going on, in a few words."""
    if war.over:
        return "Game over"
    match war.phase:
        case p if p == RECHARGE:
            return f"{war.side} recharge"
        case p if p == BONUS:
            return f"{possessive(war.side)} gate bonus"
        case p if p == BATTLE:
            return f"{possessive(war.side)} battle"
        case p if p == CHOICE:
            return f"{war.chooser} choose who falls"
    return f"{possessive(war.side)} turn"


def view(war: War) -> View:
    """What every phone shows."""
    late = war.round >= TURNS["late_from"]
    of = TURNS["late_actions"] if late else TURNS["actions"]
    if war.round == 1 and war.side == war.first:
        of = TURNS["first_turn"]
    counters = (
        Counter("Round", "Round", war.round, TURNS["rounds"]),
        Counter("Actions", "actions", war.actions, max(of, war.actions), war.side, pips=True),
    )
    return View(phase(war), counters, tuple(_panel(war, side) for side in SIDES), picture(war))


def _panel(war: War, side: str) -> Panel:
    counters = (
        Counter(GATES_OF[side], "on the gates", war.gates(side), len(GATES), side),
        Counter(OUT_OF[side], "on the battlefield", war.out(side), len(OWN[side]), side),
        Counter(READY_OF[side], "ready to pay", len(war.ready(side)), None, side),
    )
    return Panel(side, counters, tuple(_card(war, token) for token in OWN[side]))


def _card(war: War, token: str) -> Card:
    card = TOKENS[token]
    out = token in war.at
    place = f"on {war.at[token]}" if out else "face down" if token in war.down else "ready"
    if token == COMMANDER[card.side]:
        place += ", power used" if card.side in war.used else ", power ready"
        place += ", first player" if card.side == war.first else ""
    figures = (("coin", card.cost), ("sword", war.attack(token)), ("shield", war.defeat(token)))
    text = card.text if card.kind != "troop" or token.endswith("1") else ""
    return Card(token, token, card.kind, place, token not in war.down, figures, text, card.letter)


def label(war: War, name: str) -> str:
    """An answer in words."""
    if name in TOKENS:
        return (
            f"{name} on {war.at[name]}"
            if name in war.at
            else f"{name} (face down)"
            if name in war.down
            else name
        )
    if name in BOARD.at:
        kind = BOARD.kind[name]
        what = f"{name} (gate)" if kind == "gate" else f"{name} (deploy)" if kind else name
        return f"{what}, {war.on[name]}" if name in war.on else what
    for group in war.waiting:
        if skirmish_name(war, group) == name:
            return " with ".join(", ".join(label(war, t) for t in group if SIDE[t] == side) for side in SIDES)
    if " & " in name:
        return " and ".join(label(war, part) for part in name.split(" & "))
    return name


def spaces(war: War, name: str) -> tuple[str, ...]:
    """Where a finger may point to give this answer."""
    if name in war.at:
        return (war.at[name],)
    if name in BOARD.at:
        return (name,)
    if war.phase == BATTLE:
        return tuple(space for space in name.split() if space in BOARD.at)
    return ()


def numbers(moments: Sequence[War]) -> list[tuple[str, Mapping[str, int] | int]]:
    """Rounds, actions, Allies deployed and tokens lost, for the finished table."""
    actions, deployed, lost = (dict.fromkeys(SIDES, 0) for _ in range(3))
    for before, after in pairwise(moments):
        if before.side == after.side and before.round == after.round and after.phase != BONUS:
            actions[before.side] += max(0, before.actions - after.actions)
        for side in SIDES:
            out, still = (sum(token in war.at for token in OWN[side]) for war in (before, after))
            deployed[side] += max(0, still - out)
            lost[side] += max(0, out - still)
    return [
        ("Rounds", moments[-1].round),
        ("Actions", actions),
        ("Brought in", deployed),
        ("Tokens lost", lost),
        ("Tokens felled", {side: lost[ENEMY[side]] for side in SIDES}),
    ]


def invariant(war: War) -> None:
    """Eleven tokens a side, each in one place; nobody on a taken space; counters within the box."""
    assert {token: space for space, token in war.on.items()} == dict(war.at), "board and tokens disagree"
    assert set(war.at) <= set(TOKENS) and set(war.on) <= set(BOARD.at), (
        "a token or space that is not in the box"
    )
    assert not war.down & set(war.at), "a token on the battlefield lies face down"
    assert war.over or not war.down & set(COMMANDER.values()), "a Commander has fallen, and play goes on"
    assert 0 <= war.actions <= TURNS["late_actions"] and 1 <= war.round <= TURNS["rounds"], "a counter is off"
    assert (war.phase == CHOICE) == any(len(sets) > 1 for sets in war.choices.values()), (
        "a choice that nobody has"
    )
