"""The Clean Up, the end of a turn, and the placing of the bases."""

from dataclasses import dataclass

from companion.games.high_heavens.actions import checks, nouns, resolve
from companion.games.high_heavens.actions.checks import require
from companion.games.high_heavens.box import SIDE_OF
from companion.games.high_heavens.state import BASE, CLEANUP, TURNS, Heavens, gods, piles, turn
from companion.kernel.action import Action
from companion.words import Text, message


def _actions_lost(heavens: Heavens) -> Text:
    """The actions that beginning the Clean Up throws away."""
    lost = heavens.actions if heavens.phase in TURNS else 0
    if not lost:
        return ""
    return message("{n:# action|# actions} lost", n=lost)


@dataclass(frozen=True)
class DiscardGod(Action[Heavens]):
    """Begin or go on with the Clean Up and discard a card from your hand."""

    god: nouns.Discarded
    left: nouns.ActionsLeft
    sure: nouns.Sure
    title = "Discard"
    cost = "free"
    icon = "skull"
    during = (*TURNS, CLEANUP)

    def check(self, heavens: Heavens) -> None:
        if heavens.held:
            require(heavens.held[self.by], "discard", "Your hand is empty.", checks.DRAWN)
        else:
            left = heavens.waiting(SIDE_OF[self.by])
            require(left, "discard", "None of your gods is in your hand or deck.")
        if self.god in heavens.box.gods:
            checks.need_in_hand(heavens, self.god, "discard")
        else:
            checks.need_held(heavens, self.god)

    def throws_away(self, heavens: Heavens) -> Text:
        return _actions_lost(heavens)

    def apply(self, heavens: Heavens) -> Heavens:
        after = turn.clean_up(heavens)
        if self.god in heavens.box.gods:
            return gods.perish(
                after, self.god, message("Discard {god}: it is gone.", god=self.god), "discard"
            )
        used = {**after.used, self.god: after.used.get(self.god, 0) + 1}
        words = message("Put {power} on the discard pile.", power=self.god)
        fewer = piles.used_up(after, self.god).but(used=used)
        return fewer.tell(words, self.god, *piles.counted(after, fewer), rule="discard")


@dataclass(frozen=True)
class EndTurn(Action[Heavens]):
    """Clean up, draw, and hand the turn on."""

    title = "End turn"
    cost = "free"
    icon = "scroll"
    at_once = True
    during = (*TURNS, CLEANUP)

    def throws_away(self, heavens: Heavens) -> Text:
        return _actions_lost(heavens)

    def apply(self, heavens: Heavens) -> Heavens:
        after = turn.end_turn(heavens)
        for god in heavens.at:
            after = resolve.fallen(heavens, after, god)
        return resolve.at_start(after)


@dataclass(frozen=True)
class PlaceBase(Action[Heavens]):
    """Put a home base on the hex both sides agree on."""

    hex: nouns.BaseHex
    title = "Place your base"
    cost = "free"
    icon = "tower"
    at_once = True
    during = (BASE,)

    def check(self, heavens: Heavens) -> None:
        checks.need_open(heavens, self.hex, "base-elsewhere")

    def apply(self, heavens: Heavens) -> Heavens:
        return turn.place_base(heavens, SIDE_OF[self.by], self.hex, "base-elsewhere")
