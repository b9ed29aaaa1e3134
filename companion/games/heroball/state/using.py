"""A card at this table: the targets of its parts, the refusals, where it carries them, and what that does."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from companion.games.heroball.box import AP, AWAY, BESIDE, BOARD, DISTANCE, PILLARS, SPACES, WITHIN
from companion.games.heroball.effects import ACROSS, ATTACKER, BALL, HEX, MOVERS, UNIQUE, Play, mover, number
from companion.games.heroball.state.match import Match
from companion.toolkit.cards import targets
from companion.toolkit.cards.language import ADJACENT, LINE, SELF, CardStep, EffectPart, If, Reach, Whom
from companion.toolkit.cards.language import WITHIN as WITHIN_N
from companion.toolkit.cards.wording import whom_words
from companion.words import Message, Text, message

THE_BALL = "Ball"
Why = tuple[str, Message] | None
"""The rule that forbids something, and the reason in words without their full stop."""


class Using:
    """A card in the hands of a seat; ``targets.Table`` for it."""

    def __init__(self, match: Match, by: str, play: Play, attacker: str = "") -> None:
        self.match = match
        self.by = by
        self.play = play
        self.attacker = attacker

    # -- whom the words name ------------------------------------------------------------------------------

    def named(self, word: str) -> tuple[str, ...]:
        """Return the names of all that a word of the card language means here."""
        match word:
            case "enemy":
                return self.match.opponents(self.by)
            case "hero":
                return tuple(self.match.at)
            case "ball":
                return (THE_BALL,)
            case "attacker":
                return (self.attacker,)
            case "hex":
                return SPACES
        return (self.by,)

    def place(self, name: str) -> str:
        """Return the space of a hero or the ball; a hex is its own."""
        return self.match.ball if name == THE_BALL else self.match.at.get(name, name)

    def reaches(self, reach: Reach, name: str) -> bool:
        """True if somebody is within reach."""
        if not reach.how or name == self.by:
            return reach.how not in (ADJACENT, LINE)
        here = self.place(name)
        return any(_near(reach, origin, here) for origin in self._origins(reach))

    def _origins(self, reach: Reach) -> Iterator[str]:
        mine = self.match.at[self.by]
        if not reach.of:
            yield mine
        for name in self.named(reach.of) if reach.of else ():
            here = self.place(name)
            if reach.how != ADJACENT or not reach.n or DISTANCE[mine][here] <= reach.n:
                yield here

    # -- whom a part can be done to -----------------------------------------------------------------------

    def takes(self, part: EffectPart, name: str) -> bool:
        """True if a part does anything to somebody."""
        return self.why_not(part, name) is None

    def why_not(self, part: EffectPart, name: str) -> Why:
        """Return why a part cannot be done to somebody, or None."""
        match = self.match
        if part.only and (why := self._unmet(part.only, name)):
            return why
        if part.kind not in (*MOVERS, "swap"):
            return self._why_no_goods(part, name)
        if part.kind == "swap":
            alone = "swap", message("{who} does not change places with himself", who=match.name(name))
            return alone if name == self.by else None
        if name == THE_BALL and match.holder:
            return "nudge", message("{who} holds the ball", who=match.name(match.holder))
        return self._stuck(part, name) if next(self.ends(part, name), None) is None else None

    def _why_no_goods(self, part: EffectPart, name: str) -> Why:
        match = self.match
        match part.kind:
            case "ap" if part.loss:
                return None if match.ap[name] else ("shake", message("{who} has no AP", who=match.name(name)))
            case "ap":
                if match.ap[name] < AP.most:
                    return None
                return "ap-cap", message("{who} has {most} AP already", who=match.name(name), most=AP.most)
            case "token":
                return None if match.taken else ("fresh-legs", message("None of your slots holds a token"))
        if not match.tokens_left(match.favoured(self.by)):
            return "raise", message("All tokens of {god} are on the board", god=match.favoured(self.by))
        return match.why_no_terrain(name)

    def _unmet(self, only: If, name: str) -> Why:
        who = self.by if only.of else name
        why = targets.unmet(only, self.match.name(who), self.match.ap.get(who, 0), "AP")
        return ("cards", why) if why else None

    def _stuck(self, part: EffectPart, name: str) -> Why:
        if name == self.by and self.two(part):
            return "leap", message("No hex two away in a line is open")
        who = "The ball" if name == THE_BALL else self.match.name(name)
        return self.rule(part), message("{who} has no hex to go to", who=who)

    @staticmethod
    def two(part: EffectPart) -> bool:
        """True if a part leaps two hexes in a line."""
        return part.kind == "place" and part.to == (Reach(LINE, 2),)

    @staticmethod
    def rule(part: EffectPart) -> str:
        """The rule that a part is kept by."""
        if part.kind == "ap":
            return "shake" if part.loss else "cards"
        if part.whom.words == BALL:
            return "nudge"
        carried = "leap" if part.whom.words == (SELF,) else "dance"
        return {"token": "fresh-legs", "terrain": "raise", "swap": "swap"}.get(part.kind, carried)

    def says(self, step: CardStep) -> Text:
        """Return in words the target of a step."""
        return str(whom_words(step.whom, UNIQUE, self.match.name(self.by)))

    def found(self, step: CardStep) -> list[str]:
        """Return those a step can be done to now: by its movement, if it carries somebody, else by any of its
        parts."""
        return list(self._found(step))

    def _found(self, step: CardStep) -> Iterator[str]:
        carries = mover(step) if step in self.play.asked else None
        parts = (carries,) if carries else step.parts
        for name in self.near(step.whom) if step.whom.words else (self.by,):
            for part in parts:
                if self.why_not(part, name) is None:
                    yield name
                    break

    def finds(self, step: CardStep) -> bool:
        """True if a step finds anybody."""
        return next(self._found(step), "") != ""

    def everybody(self, whom: Whom) -> list[str]:
        """Return those that the words name, near or far; no hexes, and oneself only if named so."""
        names = (name for word in whom.words if (word,) != HEX for name in self.named(word))
        return [name for name in names if name != self.by or SELF in whom.words]

    def near(self, whom: Whom) -> Sequence[str]:
        """Return those that the words name and that are near enough."""
        reach = whom.reach
        if reach.of or len(whom.words) > 1 or reach.how not in (ADJACENT, WITHIN_N):
            return targets.within(self, whom)
        mine, beside = self.match.at[self.by], reach.how == ADJACENT
        if whom.words == HEX:
            return BESIDE[mine] if beside else WITHIN[min(reach.n, ACROSS)][mine]
        far, place, least, most = DISTANCE[mine], self.place, int(beside), 1 if beside else reach.n
        return [name for name in self.named(whom.words[0]) if least <= far[place(name)] <= most]

    def asks(self, step: CardStep) -> bool:
        """True if a step is asked for: not where it finds nobody, and another does something."""
        return step in self.play.asked and (len(self.play.steps) == 1 or self.finds(step))

    def carried(self, step: CardStep) -> str:
        """Return who is carried without being pointed at: the hero itself, the ball, or the attacker."""
        words = step.whom.words
        return self.named(words[0])[0] if words in ((SELF,), BALL, (ATTACKER,)) else ""

    # -- where it carries them ----------------------------------------------------------------------------

    def ends(self, part: EffectPart, name: str) -> Iterator[str]:
        """Each hex a part can carry a hero, or the ball, to."""
        free = self.passes if name == THE_BALL else self.match.open
        if part.kind != "place":
            yield from self._walks(part, name, free)
            return
        here, lands = self.place(name), [self._lands(to) for to in part.to]
        for space in self.around(part, name):
            if space != here and free(space) and any(on(space) for on in lands):
                yield space

    def _walks(self, part: EffectPart, name: str, free: Callable[[str], bool]) -> Iterator[str]:
        """Each hex a part moves somebody to, hex by hex, the nearest first."""
        here, mine = self.place(name), self.match.at[self.by]
        seen, edge = {here}, [here]
        for _ in range(number(part)):
            beside = dict.fromkeys(on for at in edge for on in _onward(part.kind, mine, at))
            edge = [on for on in beside if on not in seen and free(on)]
            seen.update(edge)
            yield from edge

    def _lands(self, reach: Reach) -> Callable[[str], bool]:
        """Return the test of a hex for being where a part that places somebody may end."""
        if reach.how == LINE and reach.n:
            lines = (line for here in self._origins(reach) for line in BOARD.lines[here].values())
            return {on for line in lines for on in line[reach.n - 1 : reach.n]}.__contains__
        return partial(self.reaches, reach)

    @staticmethod
    def passes(space: str) -> bool:
        """True if the ball can be there."""
        return space not in PILLARS

    def around(self, part: EffectPart, name: str) -> tuple[str, ...]:
        """The hexes among which somebody is carried, those that are forbidden too."""
        if part.kind != "place":
            n, here = number(part), self.place(name)
            return BESIDE[here] if n == 1 else WITHIN[min(n, ACROSS)][here]
        if any(to.of or to.how not in (ADJACENT, WITHIN_N, LINE) for to in part.to):
            return SPACES
        far = max(1 if to.how == ADJACENT else to.n or ACROSS for to in part.to)
        return WITHIN[min(far, ACROSS)][self.match.at[self.by]]

    # -- what it does -------------------------------------------------------------------------------------

    def gift(self, name: str, space: str) -> tuple[str, ...]:
        """Return in words who else scores by it; empty if nobody."""
        match, by = self.match, self.by
        if not space:
            swapped = any(part.kind == "swap" for step in self.play.steps for part in step.parts)
            if not (swapped and name and match.holder in (by, name)):
                return ()
            other = name if match.holder == by else by
            return match.gift(by, match.at[other], match.holder)
        if name == THE_BALL:
            return match.gift(by, space)
        return match.gift(by, space, name) if match.holder == name else ()


def _onward(kind: str, mine: str, at: str) -> Sequence[str]:
    """Return the hexes beside one to which a kind of part carries somebody."""
    if kind == "pull":
        return [on for on in BESIDE[at] if DISTANCE[mine][on] < DISTANCE[mine][at]]
    return AWAY[mine][at] if kind == "push" else BESIDE[at]


def _near(reach: Reach, origin: str, here: str) -> bool:
    far = DISTANCE[origin][here]
    match reach.how:
        case how if how == ADJACENT:
            return far == 1
        case how if how == WITHIN_N:
            return far <= reach.n
        case how if how == LINE:
            return any(here in line[: reach.n or None] for line in BOARD.lines[origin].values())
    return True


def _all(part: EffectPart) -> bool:
    return part.amount is not None and part.amount.of == "all"


def done(match: Match, by: str, part: EffectPart, name: str, space: str = "") -> Match:
    """Do a part of a card to somebody."""
    match part.kind:
        case "ap" if part.loss:
            return match.lose(name, match.ap[name] if _all(part) else -number(part), "shake")
        case "ap":
            return match.gain(name, number(part), "cards")
        case "token":
            gone = match.taken if _all(part) else match.taken[number(part) :]
            left = match.taken[: len(match.taken) - len(gone)]
            return match.tell(
                message("Take the tokens off {gone}.", gone=gone), "Tokens", rule="fresh-legs", taken=left
            )
        case "terrain":
            return match.lay(match.favoured(by), name, "raise")
        case "swap":
            return match.swap(by, name, "swap")
    if name == THE_BALL:
        return match.put_ball(space, "nudge")
    return match.shift(name, space, "leap" if name == by else "dance")
