"""The shop."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.games.havoc_in_heaven.actions import checks, nouns
from companion.games.havoc_in_heaven.box import COST, RULES, TURN
from companion.games.havoc_in_heaven.state import ACTION, Havoc, deck, recipes, turns
from companion.kernel.action import Action
from companion.words import Text, message

require = RULES.require


def _toll(lane: Havoc) -> int:
    return COST.purchase if lane.bought >= TURN.free_purchases else 0


@dataclass(frozen=True)
class Buy(Action[Havoc]):
    """Take a card from the shop; it goes to your Storage."""

    card: nouns.Goods
    parts: nouns.Parts
    title = "Shop"
    cost = message("gold; after the first {ap} AP", ap=COST.purchase)
    icon = "coin"
    at_once = True
    during = (ACTION,)

    @classmethod
    def face(cls, lane: Havoc, by: str) -> tuple[Text, Text]:
        toll = _toll(lane)
        return cls.title, message("gold, and {ap} AP", ap=toll) if toll else "gold, no AP"

    def cards(self, lane: Havoc) -> Iterator[str]:
        """Yield what can be bought."""
        items, have = lane.box.items, lane.gold[self.by]
        for name in lane.shop:
            if items[name].price <= have and recipes.payable(lane, self.by, items[name]):
                yield name

    def check(self, lane: Havoc) -> None:
        checks.need_ap(lane, _toll(lane), "A further purchase")
        have = lane.gold[self.by]
        checks.need_any(
            lane,
            self,
            "card",
            "purchase",
            "With {have} gold and your cards nothing is yours to take",
            have=have,
        )
        item = lane.box.items[self.card]
        require(item.name in lane.shop, "stock", "The shop has no {item} left.", item=item.name)
        require(
            item.price <= have,
            "purchase",
            "{item} costs {price} gold; you have {have}.",
            item=item.name,
            price=item.price,
            have=have,
        )
        checks.check_recipe(lane, self.by, item)
        checks.check_parts(lane, self.by, item, self.parts)

    def apply(self, lane: Havoc) -> Havoc:
        item = lane.box.items[self.card]
        after = lane.spend(_toll(lane))
        after = after.pay(self.by, item.price)
        places = recipes.places(lane, self.by, self.card)
        after = recipes.hand_in(after, self.by, [places[part] for part in self.parts])
        return turns.settle(deck.buy(after, self.by, item.name))
