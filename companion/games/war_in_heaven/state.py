"""The movements of hands in War in Heaven, and its sequence of play."""

from itertools import pairwise
from typing import Self

from companion.games.war_in_heaven.battle import Skirmish, Striker, fallen_sets, skirmishes, touching
from companion.games.war_in_heaven.box import (
    ALLIES,
    BOARD,
    COMMANDER,
    ENEMY,
    GATES,
    GATES_OF,
    OUT_OF,
    READY_OF,
    SIDE,
    SIDES,
    TOKENS,
    TROOPS,
    TURNS,
)
from companion.games.war_in_heaven.seen import BATTLE, BONUS, CHOICE, RECHARGE, TURN, Fallen, Seen
from companion.kernel.state import listed, possessive


class War(Seen):
    """A moment, and what hands and rules make of it."""

    # -- movements of hands -------------------------------------------------------------------------------

    def flip_up(self, token: str, rule: str) -> Self:
        """Turn an inactive token face up on its card."""
        return self.but(down=self.down - {token}).tell(
            f"Flip {token} face up.", token, READY_OF[SIDE[token]], rule=rule
        )

    def flip_down(self, tokens: tuple[str, ...]) -> Self:
        """Turn paying tokens face down on their cards."""
        if not tokens:
            return self
        told = f"Flip {listed(tokens)} face down."
        return self.but(down=self.down | set(tokens)).tell(told, *tokens, READY_OF[SIDE[tokens[0]]])

    def place(self, token: str, space: str, rule: str = "", *also: str) -> Self:
        """Bring a token from its card to the battlefield, face up."""
        about = (token, OUT_OF[SIDE[token]], READY_OF[SIDE[token]], *also)
        return self.but(
            on={**self.on, space: token}, at={**self.at, token: space}, down=self.down - {token}
        ).tell(f"Put {token} on {space}, face up.", *about, rule=rule)

    def shift(self, token: str, space: str, rule: str = "", *also: str) -> Self:
        """Move a token across the battlefield."""
        here = self.at[token]
        if "gate" in (BOARD.kind[here], BOARD.kind[space]):
            also = (*also, GATES_OF[SIDE[token]])
        on = {**self.on, space: token}
        del on[here]
        return self.but(on=on, at={**self.at, token: space}).tell(
            f"Move {token} from {here} to {space}.", token, *also, rule=rule
        )

    def remove(self, tokens: tuple[str, ...]) -> Self:
        """Take the fallen off the battlefield, to their cards, face down."""
        gone = {self.at[token] for token in tokens}
        war = self.but(
            on={space: token for space, token in self.on.items() if space not in gone},
            at={token: space for token, space in self.at.items() if token not in tokens},
            down=self.down | set(tokens),
        )
        for token in tokens:
            space, side = self.at[token], SIDE[token]
            gate = (GATES_OF[side],) if BOARD.kind[space] == "gate" else ()
            told = f"{token} on {space} falls: to its card, face down."
            war = war.tell(told, token, OUT_OF[side], *gate, rule="battle-spread")
        return war

    def spend(self) -> Self:
        """Count one action."""
        return self.but(actions=self.actions - 1)

    def pull(self, jophiel: str) -> Self:
        """Enemy Troops in line with Jophiel come one space closer, the nearest first."""
        war, here = self, self.at[jophiel]
        for line in BOARD.lines[here].values():
            for ahead, space in zip((here, *line), line, strict=False):
                war = war._drawn(space, ahead, SIDE[jophiel], "jophiel")
        return war

    def push(self, belphegor: str) -> Self:
        """Enemy Troops in line with Belphegor go one space away, the farthest first."""
        war = self
        for line in BOARD.lines[self.at[belphegor]].values():
            for space, ahead in reversed(list(pairwise(line))):
                war = war._drawn(space, ahead, SIDE[belphegor], "belphegor")
        return war

    def _drawn(self, space: str, ahead: str, by: str, rule: str) -> Self:
        token = self.on.get(space)
        if token is None or ahead in self.on or SIDE[token] == by or TOKENS[token].kind != "troop":
            return self
        return self.shift(token, ahead, rule)

    # -- the sequence of play -----------------------------------------------------------------------------

    def next_round(self) -> Self:
        """Advance the round marker and open the recharge phase, or end the game after the last round."""
        if self.round == TURNS["rounds"]:
            return self.count_up()
        war = self.but(round=self.round + 1)
        war = war.tell(f"Round {war.round}: move the round marker.", "Round")
        if war.round == TURNS["late_from"]:
            war = war.tell(
                f"From now on a turn has {TURNS['late_actions']} actions.", "Actions", rule="actions"
            )
        return war.open_recharge(self.first)

    def open_recharge(self, side: str) -> Self:
        """A side's part of the recharge phase."""
        mammon = any(TOKENS[ally].power == "mammon" and ally in self.at for ally in ALLIES[side])
        raphael = any(TOKENS[ally].power == "raphael" and ally in self.at for ally in ALLIES[side])
        war = self.but(phase=RECHARGE, side=side, recharges=2 if mammon else 1, may_muster=raphael)
        return war.go_on()

    def can_muster(self) -> bool:
        """Whether Raphael has a Troop to put down and a space for it."""
        return (
            self.may_muster
            and bool(self.free_deploy(self.side))
            and any(token not in self.at for token in TROOPS[self.side])
        )

    def can_flip(self) -> bool:
        """Whether this side may still flip a token and has one that lies face down."""
        return self.recharges > 0 and any(SIDE[token] == self.side for token in self.down)

    def go_on(self) -> Self:
        """Stay where this side still has something to decide, or go on to what comes next."""
        if self.can_flip() or (self.phase == RECHARGE and self.can_muster()):
            return self
        return self.close()

    def close(self) -> Self:
        """Leave a side's recharge phase, or its gate bonus."""
        closed = self.but(recharges=0, may_muster=False)
        if self.phase == BONUS:
            return closed.next_turn()
        if self.side == self.first:
            return closed.open_recharge(ENEMY[self.first])
        return closed.open_turn(self.first)

    def open_turn(self, side: str) -> Self:
        """A side's turn, with the actions this round gives."""
        actions = TURNS["late_actions"] if self.round >= TURNS["late_from"] else TURNS["actions"]
        if self.round == 1 and side == self.first:
            actions = TURNS["first_turn"]
        war = self.but(phase=TURN, side=side, actions=actions)
        return war.tell(f"{possessive(side)} turn: {actions} actions.", "Turn", "Actions", rule="actions")

    def end_turn(self) -> Self:
        """Look for a win by card, then for the gate bonus."""
        side, allies = self.side, ALLIES[self.side]
        for ally in allies:
            if ally in self.at and TOKENS[ally].power == "zadkiel" and self.gates(side) == len(GATES):
                return self.finish((side,), "zadkiel", f"Zadkiel: {side} hold all four gates and win.")
            if ally in self.at and TOKENS[ally].power == "beelzebub" and self.allies_out(side) == len(allies):
                return self.finish(
                    (side,), "beelzebub", f"Beelzebub: all six Allies of the {side} are out; they win."
                )
        mine, theirs = self.gates(side), self.gates(ENEMY[side])
        if mine > theirs and any(SIDE[token] == side for token in self.down):
            told = f"{side} hold {mine} of the gates against {theirs}: they may flip one token face up."
            return self.but(phase=BONUS, recharges=1, actions=0).tell(
                told, GATES_OF[side], "Actions", rule="gates"
            )
        return self.next_turn()

    def next_turn(self) -> Self:
        """The other side's turn, or the next round."""
        war = self.but(actions=0)
        return war.open_turn(ENEMY[self.side]) if self.side == self.first else war.next_round()

    def count_up(self) -> Self:
        """After the last round: most Allies, then most tokens, on the battlefield."""
        for count, what in ((self.allies_out, "Allies"), (self.out, "tokens")):
            angels, demons = count("Angels"), count("Demons")
            if angels != demons:
                winner = "Angels" if angels > demons else "Demons"
                told = f"The last round is over: {winner} have more {what} on the battlefield"
                told = f"{told} ({max(angels, demons)} to {min(angels, demons)}) and win."
                return self.finish((winner,), "round-12", told)
        return self.finish(
            (), "round-12", "The last round is over with equal Allies and equal tokens: a draw."
        )

    # -- battle -------------------------------------------------------------------------------------------

    def declare(self) -> Self:
        """Name the skirmishes; where there is only one, it is fought."""
        found = skirmishes(self.on, self.at)
        war = self.but(phase=BATTLE, waiting=found, fought=0)
        told = f"{self.side} declare battle: {len(found)} skirmish{'es' if len(found) > 1 else ''}."
        war = war.tell(told, "Actions")
        return war.fight(found[0]) if len(found) == 1 else war

    def fight(self, skirmish: Skirmish) -> Self:
        """Work out who can fall on either side; ask where there is a choice, else let them fall."""
        choices = {side: self._can_fell(side, skirmish) for side in SIDES}
        spaces = listed([f"{token} on {self.at[token]}" for token in skirmish])
        war = self.but(
            waiting=tuple(other for other in self.waiting if other != skirmish),
            fought=self.fought + 1,
            fighting=skirmish,
            choices=choices,
        ).tell(f"They fight: {spaces}.", *skirmish, rule="battle-simultaneous")
        return war.struck()

    def _can_fell(self, side: str, skirmish: Skirmish) -> tuple[Fallen, ...]:
        foes = [token for token in skirmish if SIDE[token] != side]
        number = {token: i for i, token in enumerate(foes)}
        strikers = [
            Striker(
                self.attack(token),
                tuple(sorted(number[foe] for foe in touching(self.on, token, self.at[token]))),
            )
            for token in skirmish
            if SIDE[token] == side
        ]
        sets = fallen_sets(strikers, [self.defeat(foe) for foe in foes])
        return tuple(tuple(foes[i] for i in fell) for fell in sorted(sets))

    def choose(self, side: str, fallen: Fallen) -> Self:
        """Settle whom a side fells."""
        return self.but(choices={**self.choices, side: (fallen,)}).struck()

    def struck(self) -> Self:
        """Once both sides are settled, all fall at once; until then the table waits for a choice."""
        if any(len(sets) > 1 for sets in self.choices.values()):
            return self.but(phase=CHOICE)
        fallen = tuple(token for side in SIDES for token in self.choices[ENEMY[side]][0])
        war = self.but(phase=BATTLE, fighting=(), choices={})
        war = war.remove(fallen) if fallen else war.tell("Nobody falls.", rule="battle-spread")
        lost = [side for side in SIDES if COMMANDER[side] in fallen]
        if len(lost) == len(SIDES):
            return war.but(waiting=()).finish((), "commander-falls", "Both Commanders fall: a draw.")
        if lost:
            winner = ENEMY[lost[0]]
            why = f"{COMMANDER[lost[0]]} falls: {winner} win."
            return war.but(waiting=()).finish((winner,), "commander-falls", why)
        return war if war.waiting else war.after_battle()

    def after_battle(self) -> Self:
        """Back to the turn."""
        return self.but(phase=TURN, waiting=(), fought=0)
