"""What the table tracks, what must always hold, and what may be set by hand."""

from dataclasses import dataclass
from typing import Annotated

from companion.games.heroball import box
from companion.games.heroball.state import Match
from companion.games.heroball.state.pending import ASKED, SEED, TURN
from companion.games.heroball.view import phase
from companion.kernel.action import Noun
from companion.kernel.state import listed
from companion.toolkit.ruling import SetByHand, Why

require, refuse = box.RULES.require, box.RULES.refuse
BARE = "Bare ground"
COUNTED = ("Round", "Turn", "Tokens", "AP spent")
TAKEN = ("none", "Step", "Step and Run", "Step and Run and Sprint")


def things(match: Match) -> dict[str, str]:
    """Everything tracked, with where or how it is."""
    found = {"Ball": f"held by {match.holder} on {match.ball}" if match.holder else match.ball}
    for seat in match.order:
        hero = match.hero.get(seat)
        found[seat] = f"{hero} for {match.god[seat]} on {match.at[seat]}" if hero else "no hero yet"
        found[f"{seat} AP"] = str(match.ap[seat])
        found[f"{seat} score"] = str(match.score[seat])
        never = [what for what in ASKED if (seat, what) in match.never]
        found[f"{seat} asked"] = f"never about {listed(never)}" if never else "about everything"
    found |= {f"Terrain {space}": match.terrain.get(space, "none") for space in box.SPACES}
    found |= {
        "Round": str(match.round),
        "Turn": match.turn or "nobody yet",
        "Phase": match.phase_words,
        "Tokens": listed(match.taken) or "none",
        "AP spent": "yes" if match.spent else "no",
    }
    if match.pending:
        found["Waiting"] = f"{phase(match)}: for {listed(match.waits)}"
    if match.draw_words:
        found["Draw"] = match.draw_words
    if match.over:
        found["Result"] = match.over.why
    return found


def invariant(match: Match) -> None:
    """One ball, never in a goal or a pillar; every hero on a hex of its own; tracks within the mat."""
    assert {seat: space for space, seat in match.on.items()} == dict(match.at), "board and heroes disagree"
    assert set(match.on) <= set(box.BOARD.at) and not box.PILLARS & set(match.on), (
        "a hero stands where none can"
    )
    assert match.ball in box.DISTANCE and match.ball not in box.PILLARS, "the ball is not on the board"
    assert match.ball not in match.goal, "the ball lies in a goal"
    assert not match.holder or match.ball == match.at[match.holder], "the ball is not with its holder"
    assert all(0 <= match.ap[seat] <= box.AP["most"] for seat in match.order), "an AP track is off its ends"
    assert set(match.ap) == set(match.score) == set(match.order), "a seat without tracks"
    assert all(points >= 0 for points in match.score.values()), "a score below nothing"
    laid = list(match.terrain.values())
    assert all(laid.count(kind) <= box.TOKENS for kind in box.TERRAIN), "more terrain than the box holds"
    assert not box.PILLARS & set(match.terrain) and box.POST not in match.terrain, (
        "terrain where none can lie"
    )
    assert not set(match.terrain) & set(match.goal), "terrain in a goal"
    assert match.taken == box.MOVES[: len(match.taken)], "tokens out of order"
    assert len(set(match.hero.values())) == len(match.hero), "two seats with one hero"
    assert len(set(match.god.values())) == len(match.god), "two seats with one god"
    assert box.HERMES not in match.god.values(), "Hermes is in the game"
    assert match.over or match.waits, "the table waits for nobody"
    assert match.over or match.pending or not match.scored, "a goal, and the turn goes on"


def held_by(seat: str) -> str:
    """The ball in a hero's hands, as an answer."""
    return f"held by {seat}"


def things_to_set(match: Match) -> tuple[str, ...]:
    """What is tracked, under the names of the log."""
    seats = match.order
    tracks = tuple(f"{seat} {what}" for what in ("AP", "score", "hero", "god") for seat in seats)
    return ("Ball", *seats, *tracks, *box.TERRAIN, BARE, *COUNTED)


def set_to(match: Match, thing: str) -> tuple[str, ...]:
    """What a thing can be set to."""
    if thing == "Ball":
        return (*box.SPACES, *(held_by(seat) for seat in match.order))
    if thing in (*match.order, *box.TERRAIN, BARE):
        return box.SPACES
    if thing == "Round":
        return tuple(str(n) for n in range(1, box.TURNS["rounds"] + 1))
    if thing == "Turn":
        return match.order
    if thing == "Tokens":
        return TAKEN
    if thing == "AP spent":
        return ("yes", "no")
    what = thing.rpartition(" ")[2]
    if what == "hero":
        return tuple(match.heroes)
    if what == "god":
        return tuple(match.favours)
    goals = box.TURNS["rounds"] * len(match.order)
    return tuple(
        str(n) for n in range((box.AP["most"] if what == "AP" else goals * box.POINTS["carried"]) + 1)
    )


Thing = Annotated[str, Noun[Match]("Set what?", lambda match, draft: things_to_set(match))]
Setting = Annotated[str, Noun[Match]("To what?", lambda match, draft: set_to(match, draft.thing))]


@dataclass(frozen=True)
class Ruling(SetByHand[Match]):
    """Set anything that is tracked by hand, because the table is always right."""

    thing: Thing
    to: Setting
    why: Why
    title = "Set by hand"

    def check(self, match: Match) -> None:
        super().check(match)
        require(
            match.phase in (SEED, TURN), "ruling", "Answer what the table waits for first, or take it back."
        )
        thing = self.thing
        if thing in COUNTED:
            require(match.phase == TURN, "ruling", f"{thing} is counted from the first round on.")
        if thing in box.TERRAIN:
            require(match.tokens_left(thing), "ruling", f"All tokens of {thing} are on the board.")
        self._place(match, thing, self.to)

    def _place(self, match: Match, thing: str, to: str) -> None:
        if thing in match.order or thing == "Ball" or thing in box.TERRAIN:
            require(to not in box.PILLARS, "pillar", f"{to} is a Pillar of Heaven: nothing stands there.")
        if thing in match.order and to in match.on:
            require(match.on[to] == thing, "occupied", f"{match.name(match.on[to])} stands on {to}.")
        ball = to if thing == "Ball" or (thing == match.holder and thing) else ""
        for seat in match.order:
            ball = match.at[seat] if to == held_by(seat) else ball
        if ball in match.goal:
            refuse("score", f"{ball} is in a goal, where the ball never stays; set the score instead.")
        if thing in box.TERRAIN:
            require(to != box.POST and to not in match.goal, "terrain-seed", f"No terrain can lie on {to}.")
            require(
                to not in match.terrain,
                "terrain-seed",
                f"{to} holds {match.terrain.get(to)}; clear it first.",
            )
        if thing == BARE:
            require(to in match.terrain, "ruling", f"No terrain lies on {to}.")
        for kind, taken in (("hero", match.hero), ("god", match.god)):
            others = [seat for seat in match.order if taken.get(seat) == to and thing != f"{seat} {kind}"]
            if thing.endswith(f" {kind}") and others:
                refuse(f"{kind}s" if kind == "god" else "heroes", f"{to} is with {others[0]} already.")

    def apply(self, match: Match) -> Match:
        told = f"Ruling by {self.by}: {self.thing} is set to {self.to} ({self.why})."
        return self._set(match.tell(told, self._about(match), rule="ruling"))

    def _about(self, match: Match) -> str:
        return (
            f"Terrain {self.to}" if self.thing in (*box.TERRAIN, BARE) else self.thing.removesuffix(" hero")
        )

    def _set(self, match: Match) -> Match:
        thing, to = self.thing, self.to
        if thing in match.order:
            on = {space: seat for space, seat in match.on.items() if seat != thing} | {to: thing}
            ball = to if match.holder == thing else match.ball
            return match.but(at={**match.at, thing: to}, on=on, ball=ball)
        if thing in box.TERRAIN:
            return match.but(terrain={**match.terrain, to: thing})
        match thing:
            case "Ball":
                holder = next((seat for seat in match.order if to == held_by(seat)), "")
                return match.but(holder=holder, ball=match.at[holder] if holder else to)
            case "Round":
                return match.but(round=int(to))
            case "Turn":
                return match.but(turn=to, waits=(to,), taken=(), spent=False)
            case "AP spent":
                return match.but(spent=to == "yes")
            case "Tokens":
                return match.but(taken=box.MOVES[: TAKEN.index(to)])
        if thing == BARE:
            return match.but(terrain={s: kind for s, kind in match.terrain.items() if s != to})
        seat, _, what = thing.rpartition(" ")
        field = {"AP": "ap", "score": "score", "hero": "hero", "god": "god"}[what]
        value = int(to) if what in ("AP", "score") else to
        return match.but(**{field: {**getattr(match, field), seat: value}})
