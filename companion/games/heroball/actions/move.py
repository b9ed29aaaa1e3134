"""Moving and ending a turn. Each ``check`` lists the rules in the order of its questions."""

from dataclasses import dataclass

from companion.games.heroball.actions import checks, nouns
from companion.games.heroball.box import AP, BESIDE, DISTANCE, MOVES, RULES, WALKED
from companion.games.heroball.cards import Slot
from companion.games.heroball.state import Match, ball, turns, walk
from companion.games.heroball.state.pending import TURN
from companion.kernel.action import Action
from companion.kernel.rulebook import late
from companion.words import Text, joined, message

require, refuse = RULES.require, RULES.refuse


@dataclass(frozen=True)
class Move(Action[Match]):
    """Step, then run, then sprint: each one hex, each once a turn; one at a time or in one go."""

    space: nouns.MoveSpace
    sure: nouns.Gift
    title = "Step, run, sprint"
    cost = "0, 1, 2 AP"
    icon = "boot"
    at_once = True
    during = (TURN,)

    @classmethod
    def face(cls, match: Match, by: str) -> tuple[Text, Text]:
        left = [match.slot(by, name) for name in MOVES[len(match.taken) :]]
        if not left:
            return cls.title, ""
        names = [message("{slot:small}", slot=slot.slot) for slot in left]
        return message("{Names}", names=joined(names, ", ")), message(
            "{costs:, } AP", costs=[slot.cost for slot in left]
        )

    def check(self, match: Match) -> None:
        by = self.by
        slot = match.slot(by, checks.next_slot(match))
        checks.not_by_hand(slot)
        self._check_hemmed(match, slot)
        here, have, space = match.at[by], match.ap[by], self.space
        checks.standable(match, space)
        if space in BESIDE[here]:
            cost = walk.move_cost(match, by, slot, space)
            if cost > have:
                if space in match.terrain:
                    refuse(
                        "hex-cost",
                        "{slot} into {ground} costs {cost} AP; you have {have}.",
                        slot=slot.name,
                        ground=match.terrain[space],
                        cost=cost,
                        have=have,
                    )
                refuse(
                    "afford", "{slot} costs {cost} AP; you have {have}.", slot=slot.name, cost=cost, have=have
                )
            return
        far, left = DISTANCE[here][space], len(MOVES) - len(match.taken)
        if far > left:
            refuse(
                "step-run-sprint",
                "{space} is {far} hexes from {here}; you have {left} left to go.",
                space=space,
                far=far,
                here=here,
                left=left,
            )
        if space not in walk.ways(match, by, space):
            raise late(self._no_way, match, far, left)

    def _check_hemmed(self, match: Match, slot: Slot) -> None:
        """Refuse a move where no hex beside the hero can be entered."""
        by, here, have = self.by, match.at[self.by], match.ap[self.by]
        costs = [walk.move_cost(match, by, slot, space) for space in WALKED[here] if space not in match.on]
        if not costs:
            refuse("occupied", "{by} on {here} is hemmed in.", by=match.name(by), here=here)
        if min(costs) > have:
            words = "{slot} costs at least {least} AP here; you have {have}."
            refuse("afford", words, slot=slot.name, least=min(costs), have=have)

    def _no_way(self, match: Match, far: int, left: int) -> None:
        """Refuse a hex to which no way leads that can be paid."""
        for name in MOVES[len(match.taken) :][:far]:
            checks.not_by_hand(match.slot(self.by, name))
        rich = walk.ways(match.but(ap={**match.ap, self.by: AP.most * len(MOVES)}), self.by, self.space)
        require(
            self.space in rich,
            "occupied",
            "No open way of {left} hexes leads to {space}.",
            left=left,
            space=self.space,
        )
        refuse(
            "afford",
            "Going to {space} costs {cost} AP; you have {have}.",
            space=self.space,
            cost=rich[self.space][0],
            have=match.ap[self.by],
        )

    def gift(self, match: Match) -> tuple[str, ...]:
        """Return in words who else scores by it."""
        return match.gift(self.by, self.space, self.by) if match.holder == self.by else ()

    def apply(self, match: Match) -> Match:
        by, here = self.by, match.at[self.by]
        way = (self.space,) if self.space in BESIDE[here] else walk.ways(match, by, self.space)[self.space][1]
        for space in way:
            name = match.next_move()
            slot = match.slot(by, name)
            key = "hex-cost" if space in match.terrain else "step-run-sprint"
            match = match.pay(by, walk.move_cost(match, by, slot, space), key)
            match = match.shift(by, space, "sure-footed" if slot.sure else "step-run-sprint").mark(name)
        return ball.settle(match, carried=True)


@dataclass(frozen=True)
class EndTurn(Action[Match]):
    """End your action phase; you rest if you spent no AP."""

    title = "End turn"
    icon = "scroll"
    at_once = True
    during = (TURN,)

    @classmethod
    def face(cls, match: Match, by: str) -> tuple[Text, Text]:
        rest = "you rest: 1 AP more" if match.ap[by] < AP.most else "you rest, at {most} AP already"
        return cls.title, "" if match.spent else message(rest, most=AP.most)

    def apply(self, match: Match) -> Match:
        return turns.clean_up(match)
