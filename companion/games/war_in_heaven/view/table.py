"""The view of a moment: counters, the cards of both sides, answers in words, and figures."""

from collections.abc import Mapping, Sequence
from itertools import chain, pairwise

from companion.games.war_in_heaven import box
from companion.games.war_in_heaven.actions.battle import fallen_name, skirmish_of, skirmish_spaces
from companion.games.war_in_heaven.picture import picture
from companion.games.war_in_heaven.state import BATTLE, BONUS, CHOICE, RECHARGE, War
from companion.games.war_in_heaven.state.blows import sides
from companion.games.war_in_heaven.view.warnings import warnings
from companion.kernel.view import Card, Counter, Panel, View
from companion.words import Text, joined, message

PHASE_WORDS = {
    RECHARGE: "{side} recharge",
    BONUS: "{side's} gate bonus",
    BATTLE: "{side's} battle",
    CHOICE: "{side's} choice",
}


def phase(war: War) -> Text:
    """Return the phase in a few words."""
    if war.over:
        return "Game over"
    side = war.chooser if war.phase == CHOICE else war.side
    return message(PHASE_WORDS.get(war.phase, "{side's} turn"), side=side)


def view(war: War) -> View:
    """Return the view that every phone shows."""
    counters = (Counter("Round", "Round", war.round, box.TURNS.rounds), _left(war))
    panels = tuple(_panel(war, side) for side in box.SIDES)
    return View(phase(war), counters, panels, picture(war), notes=() if war.over else tuple(warnings(war)))


def _left(war: War) -> Counter:
    """The tokens that may still be flipped where some are recharged, else the actions left."""
    if war.phase in (RECHARGE, BONUS):
        return Counter("Flips", "flips", war.recharges, max(war.may_flip, war.recharges), war.side, pips=True)
    late = war.round >= box.TURNS.late_from
    of = box.TURNS.late_actions if late else box.TURNS.actions
    if war.round == 1 and war.side == war.first:
        of = box.TURNS.first_turn
    return Counter("Actions", "actions", war.actions, max(of, war.actions), war.side, pips=True)


def _panel(war: War, side: str) -> Panel:
    counters = (
        Counter(box.GATES_OF[side], "on the gates", war.gates(side), len(box.GATES), side),
        Counter(box.OUT_OF[side], "on the battlefield", war.out(side), len(box.OWN[side]), side),
        Counter(box.READY_OF[side], "ready to pay", len(war.ready(side)), None, side),
    )
    return Panel(side, counters, tuple(_card(war, token) for token in box.OWN[side]))


def _card(war: War, token: str) -> Card:
    card = box.TOKENS[token]
    out = token in war.at
    place: list[Text] = ["face down" if token in war.down else "ready"]
    if out:
        place = [message("on {space}", space=war.at[token])]
    if token == box.COMMANDER[card.side]:
        place += ["power used" if card.side in war.used else "power ready"]
        place += ["first player"] if card.side == war.first else []
    figures = (("coin", card.cost), ("sword", war.attack(token)), ("shield", war.defeat(token)))
    text = card.text if card.number < 2 else ""
    return Card(
        token,
        box.NUMBERED.get(token, token),
        card.kind,
        joined(place, ", "),
        token not in war.down,
        figures,
        text,
        card.letter,
    )


def label(war: War, name: str) -> Text:
    """An answer in words."""
    if name in box.TOKENS:
        return _token_label(war, name)
    if name in box.BOARD.at:
        return _space_label(war, name)
    if group := skirmish_of(war, name):
        angels, demons = ([_token_label(war, t) for t in side] for side in sides("Angels", group))
        return message("{angels:, } with {demons:, }", angels=angels, demons=demons)
    for fallen in chain.from_iterable(war.choices.values()):
        if fallen and fallen_name(fallen) == name:
            return message("{fallen}", fallen=[_token_label(war, token) for token in fallen])
    return name


def _token_label(war: War, token: str) -> Text:
    if token in war.at:
        return message("{token} on {space}", token=token, space=war.at[token])
    return message("{token} (face down)", token=token) if token in war.down else token


def _space_label(war: War, space: str) -> Text:
    kind, here = box.BOARD.kind[space], war.on.get(space)
    if kind == "gate":
        words = "{space} (gate), {token}" if here else "{space} (gate)"
    elif kind:
        words = "{space} (deploy), {token}" if here else "{space} (deploy)"
    else:
        words = "{space}, {token}" if here else "{space}"
    return message(words, space=space, token=here)


def spaces(war: War, name: str) -> tuple[str, ...]:
    """Return the spaces to point at for this answer."""
    if name in war.at:
        return (war.at[name],)
    if name in box.BOARD.at:
        return (name,)
    if war.phase == BATTLE:
        return skirmish_spaces(war, name)
    return ()


def numbers(moments: Sequence[War]) -> list[tuple[str, Mapping[str, int] | int]]:
    """Rounds, actions, Allies deployed and tokens lost, for the finished table."""
    actions, deployed, lost = (dict.fromkeys(box.SIDES, 0) for _ in range(3))
    for before, after in pairwise(moments):
        if before.side == after.side and before.round == after.round and after.phase != BONUS:
            actions[before.side] += max(0, before.actions - after.actions)
        for side in box.SIDES:
            out, still = (sum(token in war.at for token in box.OWN[side]) for war in (before, after))
            deployed[side] += max(0, still - out)
            lost[side] += max(0, out - still)
    return [
        ("Rounds", moments[-1].round),
        ("Actions", actions),
        ("Brought in", deployed),
        ("Tokens lost", lost),
        ("Tokens felled", {side: lost[box.ENEMY[side]] for side in box.SIDES}),
    ]
