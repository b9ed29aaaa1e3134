"""Abilities and Divine Powers: paid for, and done as far as the card language says it."""

from dataclasses import dataclass

from companion.games.high_heavens.actions import checks, limits, nouns, price
from companion.games.high_heavens.actions.checks import require
from companion.games.high_heavens.actions.playing import Playing, hopeless, least, possible
from companion.games.high_heavens.actions.resolve import carry_out, enough, goes_on
from companion.games.high_heavens.actions.using import Using, card_at
from companion.games.high_heavens.box import SIDE_OF
from companion.games.high_heavens.cards import Do, God, Power
from companion.games.high_heavens.effects import ABILITY
from companion.games.high_heavens.state import EFFECTS, HANDS, TURNS, Heavens, Use, piles, turn
from companion.kernel.action import Action
from companion.kernel.rulebook import late
from companion.toolkit.cards.wording import brief
from companion.words import Text, message


class Card(Playing):
    """A card that is paid for."""

    cost = "as on the card"
    at_once = True
    during = TURNS

    def paid(self, heavens: Heavens, cost: int, rule: str) -> Heavens:
        """Pay, and do what the card says until an answer is wanted; or hand it to the table."""
        using = self.using(heavens)
        use = Use(using.name, self.chosen(using) if using.card.choices else 0)
        answers = self.answers(heavens)
        after = heavens.spend(cost)
        if not using.card.choices:
            return turn.by_hand(price.pay(after, using.name), using.title, using.text, use, rule)
        words = message("{card}: {text}", card=using.title, text=using.text) if using.text else using.title
        after = after.tell(words, rule=rule)
        return carry_out(price.pay(after, using.name), self.by, use, answers)


def finds(heavens: Heavens, by: str, card: God | Power) -> bool:
    """True if one of the choices of a card can be taken."""
    return not hopeless(heavens, card.side, card) and possible(card_at(heavens, by, card.name))


@dataclass(frozen=True)
class UseAbility(Card):
    """Pay for a god's ability: it does what its card says."""

    god: nouns.AnyGod
    choice: nouns.Choice
    target: nouns.CardTarget
    hex: nouns.CardHex
    way: nouns.Way
    title = "Ability"
    icon = "lightning"

    def using(self, heavens: Heavens) -> Using:
        return card_at(price.paid(heavens, self.god), self.by, self.god)

    def check(self, heavens: Heavens) -> None:
        if "god" not in self.__dict__:
            self._any(heavens)
        self._check_god(heavens, self.god)
        self.check_answers(heavens, self.using(heavens))

    def _any(self, heavens: Heavens) -> None:
        """One of the gods on the board must have something to do; of a single one the reason is given."""
        gods, side = heavens.box.gods, SIDE_OF[self.by]
        for god in heavens.at:
            card = gods[god]
            if card.cost > (heavens.actions if card.side == side else 0) or not heavens.able(god):
                continue
            if price.why_not(heavens, god) is None and self._does(heavens, god):
                return
        raise late(self._none, heavens)

    def _none(self, heavens: Heavens) -> None:
        """Refuse, as none of the gods on the board has something to do."""
        side = SIDE_OF[self.by]
        own = [god for god in heavens.box.own[side] if god in heavens.at]
        if len(own) == 1:
            self._check_god(heavens, own[0])
        checks.able_gods(heavens, side, "ability")
        checks.refuse(
            "ability", "None of your gods has an ability that you can pay for and that does a thing."
        )

    def _does(self, heavens: Heavens, god: str) -> bool:
        """True if the ability of a god does a thing, or hands do it."""
        card = heavens.box.gods[god]
        if not card.choices:
            return bool(card.limits or not card.effect)
        return finds(price.paid(heavens, god), self.by, card)

    def _check_god(self, heavens: Heavens, god: str) -> None:
        using = card_at(price.paid(heavens, god), self.by, god)
        if using.payable:
            return
        side, card = SIDE_OF[self.by], heavens.box.gods[god]
        checks.can_act(heavens, god)
        require(
            card.side == side or not card.cost,
            "ability",
            "{god's} ability costs {cost}; only {who} can use it.",
            god=god,
            cost=card.cost,
            who=heavens.who(card.side),
        )
        checks.need_actions(heavens, card.cost, card.ability or message("{god's} ability", god=god))
        if why := price.why_not(heavens, god):
            checks.refuse_why(why)
        words = "{card} holds as long as {god} is in play; nothing is to be paid."
        if card.on:
            words = "{card} happens by itself; nothing is to be paid."
        use = card.choices or card.limits or not card.effect
        require(use, "ability", words, card=using.title, god=god)
        self.check_card(using)
        using.payable = True

    def apply(self, heavens: Heavens) -> Heavens:
        return self.paid(heavens, heavens.box.gods[self.god].cost, "ability")


@dataclass(frozen=True)
class UsePower(Card):
    """Play a Divine Power card: it does what it says."""

    power: nouns.WhichPower
    choice: nouns.Choice
    target: nouns.CardTarget
    hex: nouns.CardHex
    way: nouns.Way
    title = "Divine Power"
    icon = "scroll"

    def using(self, heavens: Heavens) -> Using:
        return card_at(heavens, self.by, self.power)

    def check(self, heavens: Heavens) -> None:
        if "power" not in self.__dict__:
            self._any(heavens)
        self._check_power(heavens, self.power)
        self.check_answers(heavens, self.using(heavens))

    def _any(self, heavens: Heavens) -> None:
        """One of the cards that are left must do something."""
        powers, used, deck = heavens.box.powers, heavens.used, heavens.box.decks[SIDE_OF[self.by]]
        left = [card for power in deck if (card := powers[power]).copies > used.get(power, 0)]
        require(left, "divine-power", "All your Divine Powers are used up.")
        if heavens.held:
            left = [card for card in left if piles.holds(heavens, self.by, card.name)]
            require(left, "divine-power", "No Divine Power is in your hand.", checks.DRAWN)
        checks.need_actions(heavens, min([card.cost for card in left]))
        useful = any(
            card.cost <= heavens.actions and (not card.choices or finds(heavens, self.by, card))
            for card in left
        )
        require(useful, "divine-power", "None of your Divine Powers would do anything now.")

    def _check_power(self, heavens: Heavens, power: str) -> None:
        using = card_at(heavens, self.by, power)
        if using.payable:
            return
        require(heavens.left(power), "divine-power", "{power} is used up.", power=power)
        checks.need_held(heavens, power)
        checks.need_actions(heavens, heavens.box.powers[power].cost, power)
        self.check_card(using)
        using.payable = True

    def apply(self, heavens: Heavens) -> Heavens:
        power = self.power
        used = {**heavens.used, power: heavens.used.get(power, 0) + 1}
        before = piles.used_up(heavens, power)
        after = self.paid(before, heavens.box.powers[power].cost, "divine-power")
        words = message("Put {power} on the discard pile.", power=power)
        return after.but(used=used).tell(words, power, *piles.counted(heavens, before))


@dataclass(frozen=True)
class GoOn(Playing):
    """Answer what the card that was paid for asks next."""

    target: nouns.CardTarget
    hex: nouns.CardHex
    way: nouns.Way
    title = "Go on"
    cost = "paid"
    icon = "lightning"
    at_once = True
    during = EFFECTS
    choice = ()

    @classmethod
    def face(cls, heavens: Heavens, by: str) -> tuple[Text, Text]:
        if heavens.phase not in EFFECTS:
            return cls.title, cls.cost
        use = limits.open_use(heavens)
        step = card_at(heavens, by, use.name).steps(use.choice)[use.step]
        text = brief(step.parts, ABILITY)
        return message("{Effect}", effect=text), cls.cost

    def using(self, heavens: Heavens) -> Using:
        return card_at(heavens, self.by, limits.open_use(heavens).name)

    def question(self, heavens: Heavens) -> tuple[Using, Do] | None:
        return super().question(heavens) if heavens.phase in EFFECTS else None

    def chosen(self, using: Using) -> int:
        return limits.open_use(using.heavens).choice

    def asked(self, using: Using) -> tuple[int, Do]:
        use = limits.open_use(using.heavens)
        return use.step, using.steps(use.choice)[use.step]

    def hit(self, heavens: Heavens) -> tuple[str, ...]:
        return limits.open_use(heavens).hit

    def check(self, heavens: Heavens) -> None:
        using = self.using(heavens)
        _, step = self.asked(using)
        left = anybody(using, step, self.hit(heavens))
        require(left, "ability", "{card} finds nobody more.", card=using.called)
        self.check_answers(heavens, using)

    def apply(self, heavens: Heavens) -> Heavens:
        return carry_out(heavens, self.by, limits.open_use(heavens), self.answers(heavens))


def anybody(using: Using, step: Do, hit: tuple[str, ...]) -> bool:
    """True if the step that is asked for finds anybody now."""
    if hit:
        return goes_on(using, step, hit)
    return enough(using, step) and using.short(least(using, step)) is None


@dataclass(frozen=True)
class Done(Action[Heavens]):
    """Enough of this; back to the turn, or to what the card does next."""

    cost = "free"
    icon = "check"
    during = (*EFFECTS, *HANDS)

    def check(self, heavens: Heavens) -> None:
        if heavens.phase in HANDS:
            return
        use = limits.open_use(heavens)
        using = card_at(heavens, self.by, use.name)
        step = using.steps(use.choice)[use.step]
        free = step.whom.up_to or using.vouched(step)
        still = not free and anybody(using, step, use.hit)
        text = brief(step.parts, ABILITY)
        require(
            not still,
            "ability",
            "{card} is not done: {text} is still to be done.",
            checks.WHOLE_STEP,
            card=using.title,
            text=text,
        )

    def apply(self, heavens: Heavens) -> Heavens:
        if heavens.phase in HANDS:
            return turn.close(heavens)
        use = limits.open_use(heavens)
        return carry_out(heavens, self.by, Use(use.name, use.choice, use.step + 1, before=use.hit))
