"""The verbs with privilege cards: place one beside a pair, or sell it."""

from dataclasses import dataclass

from companion.games.heaven_and_ale.actions import checks, nouns
from companion.games.heaven_and_ale.actions.checks import HELD
from companion.games.heaven_and_ale.actions.foresee import ScoringAction
from companion.games.heaven_and_ale.box import CARDS, RULES, SALE, ducats
from companion.games.heaven_and_ale.state import Abbey, phases, rewards, rounds
from companion.games.heaven_and_ale.state.board import HAND
from companion.kernel.action import Action
from companion.words import Text, message

require = RULES.require


@dataclass(frozen=True)
class PlaceCard(ScoringAction):
    """Place a privilege card beside the pair just completed."""

    card: nouns.CardName
    marker: nouns.Moved
    title = "Place a card"
    cost = "free"
    icon = "crown"
    at_once = True
    during = (phases.PAIR,)

    def check(self, abbey: Abbey) -> None:
        board = abbey.board
        card = self.card
        checks.held(board, card)
        if CARDS[card].kind != "discs" or not nouns.choices_of_marker(abbey, self):
            return
        marker = self.marker[0]
        behind = board.furthest_behind()
        require(
            marker in behind,
            "card-discs",
            "{Marker} is not furthest behind; {behind} are.",
            marker=marker,
            behind=behind,
        )

    def apply(self, abbey: Abbey) -> Abbey:
        marker = self.marker[0] if self.marker else ""
        return rounds.end_turn(rewards.card(abbey, self.by, self.card, marker))


@dataclass(frozen=True)
class NoCard(Action[Abbey]):
    """Place no card beside this pair, now or later."""

    title = "No card here"
    cost = "this pair stays bare"
    icon = "scroll"
    at_once = True
    during = (phases.PAIR,)

    def foresee(self, before: Abbey, after: Abbey) -> tuple[Text, ...]:
        return ()

    def apply(self, abbey: Abbey) -> Abbey:
        return rounds.end_turn(
            abbey.tell(message("{seat} places no card; this pair stays bare.", seat=self.by), rule="pair")
        )


@dataclass(frozen=True)
class Sell(ScoringAction):
    """Put an unplaced privilege card back into the box."""

    card: nouns.CardName
    title = "Sell a card"
    cost = message("brings {ducats}", ducats=ducats(SALE))
    icon = "coin"
    at_once = True
    during = (
        phases.TURN,
        phases.MORE,
        phases.CLOSING,
        phases.PAIR,
        phases.LAST_CALL,
        phases.TRACK,
        phases.SALE,
    )

    def check(self, abbey: Abbey) -> None:
        board = abbey.boards[self.by]
        require(HAND in board.cards.values(), "card-sold", "None of your cards is left to sell.")
        where = board.cards[self.card]
        require(where == HAND, "card-sold", "The {card} is {where}.", HELD, card=self.card, where=where)

    def apply(self, abbey: Abbey) -> Abbey:
        after = rewards.sell(abbey, self.by, self.card)
        if after.boards[self.by].hand:
            return after
        if after.phase == phases.LAST_CALL:
            return rounds.end_turn(after)
        if after.phase == phases.SALE:
            return rounds.sold(after, self.by)
        if after.phase == phases.PAIR:
            return rounds.end_turn(after.tell("No card is left for the pair.", rule="pair"))
        return after
