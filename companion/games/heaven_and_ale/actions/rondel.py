"""The verbs of the way round: score with a disc, take barrels, enter the starting area."""

from dataclasses import dataclass

from companion.games.heaven_and_ale import box
from companion.games.heaven_and_ale.actions import foresee, nouns
from companion.games.heaven_and_ale.actions.checks import fits, open_space
from companion.games.heaven_and_ale.actions.foresee import ScoringAction
from companion.games.heaven_and_ale.state import Abbey, phases, rewards, rounds
from companion.kernel.action import Action
from companion.words import Text, message

require, refuse = box.RULES.require, box.RULES.refuse


@dataclass(frozen=True)
class Score(Action[Abbey]):
    """Take a scoring disc, put it on your board and activate."""

    space: nouns.DiscSpace
    spot: nouns.ScoringSpot
    number: nouns.Named
    title = "Score with a disc"
    cost = "free"
    icon = "lightning"
    at_once = True
    during = (phases.TURN,)

    def check(self, abbey: Abbey) -> None:
        discs = abbey.board.discs
        ahead = abbey.ahead(box.DISC)
        require(ahead, "disc-space", "No scoring disc lies ahead of your figure.")
        require(
            any(fits(space, discs) for space in ahead),
            "space-action",
            "No disc ahead of your figure has an empty spot on your board.",
        )
        space = self.space
        open_space(abbey, space)
        require(
            fits(space, discs),
            "space-action",
            "Your board has no empty spot for a disc of {space}.",
            space=box.SPACE_NAME[space],
        )
        spot = self.spot
        require(
            spot in box.FITS[space],
            SPOT_RULE[space],
            "A disc of {space} does not go on the {spot} spot.",
            space=box.SPACE_NAME[space],
            spot=spot,
        )
        taken = "disc-any" if SPOT_RULE[space] == "disc-any" else "disc-space"
        require(spot not in discs, taken, "A disc lies on the {spot} spot already.", spot=spot)

    def foresee(self, before: Abbey, after: Abbey) -> tuple[Text, ...]:
        return foresee.comes_to(before, after, self.by) or ("nothing to activate",)

    def apply(self, abbey: Abbey) -> Abbey:
        number = int(self.number[0]) if self.number else 0
        return rewards.put_disc(abbey.walk(self.by, self.space), self.by, self.space, self.spot, number)


@dataclass(frozen=True)
class TakeBarrels(ScoringAction):
    """Take a barrel for every goal you have reached."""

    space: nouns.BarrelSpace
    title = "Take barrels"
    cost = "free"
    icon = "barrel"
    at_once = True
    during = (phases.TURN,)

    def check(self, abbey: Abbey) -> None:
        require(
            box.INDEX[box.OF_KIND[box.BARRELS][-1]] > abbey.board.figure,
            "move",
            "Your figure has passed both barrel spaces.",
        )
        board = abbey.board
        reached = board.goals()
        require(reached, "barrel-goals", "You have reached none of the twelve goals.")
        if not abbey.unclaimed(self.by, reached):
            goals = [message("“{goal}”", goal=box.GOAL[goal].words) for goal in reached]
            refuse("barrel-space", "No barrel is left for you: you have reached {goals}.", goals=goals)
        open_space(abbey, self.space)

    def apply(self, abbey: Abbey) -> Abbey:
        return rounds.end_turn(rewards.take_barrels(abbey.walk(self.by, self.space), self.by))


@dataclass(frozen=True)
class Enter(ScoringAction):
    """Enter the starting area, take its reward, and be out of this round."""

    slot: nouns.Slot
    marker: nouns.Rewarded
    title = "To the starting area"
    cost = "with its reward"
    icon = "home"
    at_once = True
    during = (phases.START, phases.TURN)

    def check(self, abbey: Abbey) -> None:
        slot, free = self.slot, abbey.free_slots(self.by)
        if abbey.phase == phases.START:
            require(
                slot in free, "start-rewards", "Another figure stands on “{slot}”.", slot=box.SLOT_WORDS[slot]
            )
            return
        require(
            slot in free, "starting-area", "Another figure stands on “{slot}”.", slot=box.SLOT_WORDS[slot]
        )
        require(
            slot == box.FIRST or not abbey.must_be_first(self.by),
            "forced-first",
            "All the others are back and the first player space is free: you must take it.",
        )

    def apply(self, abbey: Abbey) -> Abbey:
        colour = self.marker[0] if self.marker else ""
        if abbey.phase == phases.START:
            after = rewards.stand(abbey, self.by, self.slot, colour, "start-rewards")
            return rounds.next_start(after)
        rule = "forced-first" if abbey.must_be_first(self.by) else "starting-area"
        after = rewards.stand(abbey, self.by, self.slot, colour, rule)
        if after.last_round and after.board.hand:
            n = len(after.board.hand)
            words = message("{n:# unplaced card|# unplaced cards}: the last chance to sell.", n=n)
            return after.but(phase=phases.LAST_CALL).tell(words, "Phase", rule="card-sold")
        return rounds.end_turn(after)


@dataclass(frozen=True)
class EndTurn(Action[Abbey]):
    """Buy and sell no more."""

    title = "End turn"
    icon = "check"
    at_once = True
    during = (phases.MORE, phases.LAST_CALL, phases.SALE)

    @classmethod
    def face(cls, abbey: Abbey, by: str) -> tuple[str, str]:
        return ("End turn" if abbey.phase == phases.MORE else "Sell no more"), ""

    def throws_away(self, abbey: Abbey) -> Text:
        if abbey.phase == phases.MORE:
            return "you may buy more" if abbey.can_go_on_buying() else ""
        hand = len(abbey.boards[self.by].hand)
        return message(
            "{n:# card|# cards} unsold, worth {ducats}", n=hand, ducats=box.ducats(box.SALE * hand)
        )

    def foresee(self, before: Abbey, after: Abbey) -> tuple[Text, ...]:
        return ()

    def apply(self, abbey: Abbey) -> Abbey:
        return rounds.sold(abbey, self.by) if abbey.phase == phases.SALE else rounds.end_turn(abbey)


SPOT_RULE = {
    space: f"disc-{space.lower()}" if len(space) == 1 else "disc-any" for space in box.OF_KIND[box.DISC]
}
