"""A card played as a card: what the engine carries out by itself, and what hands do."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

from companion.games.heroball.actions import checks, nouns
from companion.games.heroball.actions.react import of_yours
from companion.games.heroball.box import DISTANCE, LEAPS, MOVES, PILLARS, RULES
from companion.games.heroball.cards import ATTACKS, Slot
from companion.games.heroball.effects import BALL, HEX, Play, main_part, mover
from companion.games.heroball.state import Match, reactions
from companion.games.heroball.state.carry_out import Answer, carry_out, steps_done
from companion.games.heroball.state.pending import ANSWER, TURN, Attack, Effect
from companion.games.heroball.state.using import THE_BALL, Using
from companion.kernel.action import Action, Noun
from companion.kernel.rulebook import Refusal, late
from companion.toolkit.cards import targets
from companion.toolkit.cards.language import SELF, CardStep, EffectPart
from companion.toolkit.causes import causes_words
from companion.words import Message, Text, joined, message

require, refuse = RULES.require, RULES.refuse


def playable(match: Match, draft: Any) -> tuple[str, ...]:
    """The cards a hero plays as cards, and the choices on them, where there are several."""
    played = tuple(match.heroes[match.hero[draft.by]].played) if draft.by in match.hero else ()
    return played if len(played) > 1 else ()


class Question(NamedTuple):
    """A question of a card, at the moment when it asks."""

    using: Using
    step: CardStep
    carried: str
    """Who is carried without being pointed at; empty where somebody is pointed at."""
    mover: EffectPart | None

    def aims(self) -> tuple[str, ...]:
        """Return the heroes or hexes that the step can be aimed at."""
        if self.step.whom.words == HEX:
            return tuple(self.using.near(self.step.whom))
        if self.carried:
            return self.spaces(self.carried)
        return tuple(targets.whose(self.using, self.step.whom))

    def spaces(self, name: str) -> tuple[str, ...]:
        """Return the hexes among which somebody is carried."""
        return self.using.around(self.mover, name) if self.mover else ()

    def answer(self, aim: tuple[str, ...], space: tuple[str, ...]) -> Answer:
        """Return the target of the step, and its hex."""
        return (self.carried, aim[0]) if self.carried else (aim[0], (*space, "")[0])


def question(match: Match, draft: Any, n: int = 0) -> Question | None:
    """Return the first or second question of a card that is half played; None where it asks no more."""
    if draft.by not in match.hero:
        return None
    slot, play = draft.which(match)
    if slot.by_hand or len(play.asked) <= n:
        return None
    waits = steps_done(match, draft.by, play, draft.answers(match, n), draft.attacker(match))
    if waits.step is None:
        return None
    using = Using(waits.match, draft.by, play, draft.attacker(match))
    return Question(using, waits.step, using.carried(waits.step), mover(waits.step))


def aims(match: Match, draft: Any) -> tuple[str, ...]:
    """Return the heroes or hexes that the chosen card can be aimed at."""
    if draft.by in match.hero:
        slot, _ = draft.which(match)
        if slot.by_hand:
            return match.opponents(draft.by) if slot.slot in ATTACKS else ()
    aim_question = question(match, draft)
    return aim_question.aims() if aim_question else ()


def spaces(match: Match, draft: Any) -> tuple[str, ...]:
    """Return the hexes where the chosen hero can be moved to."""
    aim_question = question(match, draft) if draft.aim else None
    return aim_question.spaces(draft.aim[0]) if aim_question and not aim_question.carried else ()


def then_aims(match: Match, draft: Any) -> tuple[str, ...]:
    """Return the heroes or hexes that its second step can be aimed at."""
    aim_question = question(match, draft, 1)
    return aim_question.aims() if aim_question else ()


def then_spaces(match: Match, draft: Any) -> tuple[str, ...]:
    """Return the hexes where the hero of its second step can be moved to."""
    aim_question = question(match, draft, 1) if draft.then else None
    return aim_question.spaces(draft.then[0]) if aim_question and not aim_question.carried else ()


CardSlot = Annotated[tuple[str, ...], Noun[Match]("Which card?", playable, nouns.none_or_one(playable))]
Aim = Annotated[tuple[str, ...], Noun[Match]("Where, or who?", aims, nouns.none_or_one(aims))]
Space = Annotated[tuple[str, ...], Noun[Match]("To which hex?", spaces, nouns.none_or_one(spaces))]
Then = Annotated[tuple[str, ...], Noun[Match]("Then where, or who?", then_aims, nouns.none_or_one(then_aims))]
There = Annotated[
    tuple[str, ...], Noun[Match]("Then to which hex?", then_spaces, nouns.none_or_one(then_spaces))
]


class CardAction(Action[Match]):
    """A card that is played: what it asks, and what is forbidden."""

    aim: tuple[str, ...]
    space: tuple[str, ...]
    then: tuple[str, ...]
    there: tuple[str, ...]

    def which(self, match: Match) -> tuple[Slot, Play]:
        """The card that is played, and what is chosen on it."""
        raise NotImplementedError

    def attacker(self, match: Match) -> str:
        """Return the seat whose attack it answers; empty if it answers none."""
        return ""

    def answers(self, match: Match, n: int = 2) -> list[Answer]:
        """Return the first ``n`` answers."""
        result: list[Answer] = []
        for number, (aim, space) in enumerate((("aim", "space"), ("then", "there"))[:n]):
            aim_question = question(match, self, number)
            if aim_question is None:
                break
            result.append(aim_question.answer(getattr(self, aim), getattr(self, space)))
        return result

    def check_answers(self, match: Match) -> None:
        """Refuse a target that the card cannot be done to, and a hex where it cannot lead."""
        slot, _ = self.which(match)
        for number, (aim, space) in enumerate((("aim", "space"), ("then", "there"))):
            aim_question = question(match, self, number)
            if aim_question is None:
                return
            at = getattr(self, aim)
            for name in at:
                if aim_question.carried:
                    ends(aim_question, slot, aim_question.carried, name)
                else:
                    aimed(aim_question, slot, name)
            for place in getattr(self, space):
                ends(aim_question, slot, at[0], place)

    def gift(self, match: Match) -> tuple[str, ...]:
        """Return in words who else scores by it."""
        if self.which(match)[0].by_hand:
            return ()
        result: dict[str, None] = {}
        for number, answer in enumerate(self.answers(match)):
            aim_question = question(match, self, number)
            assert aim_question is not None
            result |= dict.fromkeys(aim_question.using.gift(*answer))
        return tuple(result)


@dataclass(frozen=True)
class Card(CardAction):
    """Play your hero's Unique card, or a card whose text hands carry out."""

    card: CardSlot
    aim: Aim
    space: Space
    then: Then
    there: There
    sure: nouns.Gift
    title = "Hero's card"
    icon = "crown"
    during = (TURN,)

    @classmethod
    def face(cls, match: Match, by: str) -> tuple[Text, Text]:
        slots = list(dict.fromkeys(slot.slot for slot, _ in match.heroes[match.hero[by]].played.values()))
        if len(slots) > 1:
            return cls.title, ""
        slot = match.slot(by, slots[0])
        return slot.name, joined((nouns.words(slot.cost), "by hand" if slot.by_hand else ""), ", ")

    def which(self, match: Match) -> tuple[Slot, Play]:
        played = match.heroes[match.hero[self.by]].played
        return played[self.card[0]] if self.card else next(iter(played.values()))

    def check(self, match: Match) -> None:
        by = self.by
        played = match.heroes[match.hero[by]].played
        if len(played) > 1:
            some_allowed(match, by, played.values())
            allowed(match, by, *played[self.card[0]])
        else:
            allowed(match, by, *next(iter(played.values())))
        slot, _ = self.which(match)
        if not slot.by_hand:
            self.check_answers(match)
            return
        for aim in self.aim:
            near(match, by, slot, aim)

    def apply(self, match: Match) -> Match:
        (slot, play), by = self.which(match), self.by
        answers = [] if slot.by_hand else self.answers(match)
        after = match.tell(
            message("{who}: {slot}.", who=match.name(by), slot=slot.name), by, rule="cards"
        ).pay(by, slot.cost)
        after = after.use(by, slot)
        return self._by_hand(after, slot) if slot.by_hand else carry_out(after, by, play, answers)

    def _by_hand(self, match: Match, slot: Slot) -> Match:
        if slot.slot in ATTACKS:
            return reactions.attack(match, Attack(self.by, self.aim[0], slot.slot, ""))
        after = match.mark(slot.slot) if slot.slot in MOVES else match
        return reactions.by_hand(after, Effect(self.by, slot.slot))


@dataclass(frozen=True)
class React(CardAction):
    """Answer the attack made against you with your hero's card; it comes off if it still reaches you."""

    aim: Aim
    space: Space
    then: Then
    there: There
    sure: nouns.Gift
    title = "Answer"
    icon = "crown"
    during = (ANSWER,)

    @classmethod
    def face(cls, match: Match, by: str) -> tuple[Text, Text]:
        slot = match.slot(by, "Unique")
        return slot.name, of_yours(match, by, slot.cost)

    def which(self, match: Match) -> tuple[Slot, Play]:
        slot = match.slot(self.by, "Unique")
        return slot, slot.react

    def attacker(self, match: Match) -> str:
        return reactions.attacker(match)

    def check(self, match: Match) -> None:
        self.check_answers(match)

    def apply(self, match: Match) -> Match:
        return reactions.react(match, self.by, self.answers(match))


def some_allowed(match: Match, by: str, played: Iterable[tuple[Slot, Play]]) -> None:
    """At least one of these can be played; otherwise the first one's reason is given."""
    reasons = []
    for slot, play in played:
        try:
            return allowed(match, by, slot, play)
        except Refusal as no:
            reasons.append(no)
    raise reasons[0]


def allowed(match: Match, by: str, slot: Slot, play: Play) -> None:
    """Refuse a card that cannot be paid, or that has no target, before it is aimed and paid."""
    if not (slot.by_hand or play.steps):
        words = "{slot} answers an attack: play it when you are attacked."
        if slot.start.steps:
            words = "{slot} happens by itself, at the start of your turn."
        refuse("cards", words, slot=slot.name)
    checks.no_token(match, by, slot)
    checks.can_pay(match, by, slot)
    if slot.by_hand:
        _by_hand_needs(match, by, slot)
        return
    using = Using(match, by, play)
    first = play.steps[0]
    names_others = first.whom.words and first.whom.words not in ((SELF,), BALL, HEX)
    if not (names_others and not using.near(first.whom)) and any(map(using.finds, play.steps)):
        return
    raise late(_nobody, using, slot, (*play.asked, *play.steps)[0])


def _nobody(using: Using, slot: Slot, step: CardStep) -> None:
    """Refuse a card that finds nobody: for the one reason there is, or because all are too far away."""
    words = step.whom.words
    if words in ((), (SELF,), BALL):
        name = THE_BALL if words == BALL else using.by
        if why := using.why_not(main_part(step), name):
            checks.refuse_why(why)
        _far(using, slot, step, name)
    named, near = using.everybody(step.whom), using.near(step.whom)
    far = [name for name in named if name not in near]
    if far and len(named) == 1:
        _far(using, slot, step, far[0])
    if not near:
        rule = using.rule(main_part(step))
        refuse(
            {"dance": "cards"}.get(rule, rule),
            "{slot} finds nobody: {causes}.",
            "Go nearer first.",
            slot=slot.name,
            causes=_too_far(using, far) or using.says(step),
        )
    _idle(using, slot, step, far)


def _idle(using: Using, slot: Slot, step: CardStep, far: Sequence[str]) -> None:
    """Refuse a card that does nothing to those who are near."""
    part = main_part(step)
    whys = dict.fromkeys(why for name in using.near(step.whom) if (why := using.why_not(part, name)))
    if len(whys) == 1 and not far:
        checks.refuse_why(*whys)
    if step.whom.words == HEX:
        refuse("raise", "No hex there is free for terrain.")
    if whys:
        causes = [*(text for _, text in whys), _too_far(using, far)]
        refuse(next(iter(whys))[0], "{causes:; }.", causes=[*filter(None, causes)])
    refuse(
        using.rule(part), "{slot} does nothing to anybody now: {says}.", slot=slot.name, says=using.says(step)
    )


def _too_far(using: Using, names: Sequence[str]) -> Message | str:
    """Return in words that some are too far away; empty for nobody."""
    who = ["the ball" if name == THE_BALL else using.match.name(name) for name in names]
    return causes_words({"too far away": who}) if who else ""


def _far(using: Using, slot: Slot, step: CardStep, name: str) -> None:
    """Refuse who is out of a card's reach."""
    if using.reaches(step.whom.reach, name):
        return
    match, reach = using.match, step.whom.reach
    rule = using.rule(main_part(step))
    far = DISTANCE[match.at[using.by]][using.place(name)]
    who = "The ball" if name == THE_BALL else match.name(name)
    if reach.of or reach.how == "in line":
        refuse(rule, "{who} is out of reach: {says}.", who=who, says=using.says(step))
    refuse(
        rule,
        "{who} is {far} hexes away; {slot} reaches {reach}.",
        who=who,
        far=far,
        slot=slot.name,
        reach=reach.n or 1,
    )


def aimed(aim_question: Question, slot: Slot, aim: str) -> None:
    """Refuse a target that a card cannot be used on."""
    using, step = aim_question.using, aim_question.step
    if step.whom.words != HEX:
        _far(using, slot, step, aim)
    parts = (aim_question.mover,) if aim_question.mover else step.parts
    whys = [using.why_not(part, aim) for part in parts]
    if whys[0] and all(whys):
        checks.refuse_why(whys[0])


def ends(aim_question: Question, slot: Slot, name: str, space: str) -> None:
    """Refuse a hex to which a card cannot carry somebody."""
    using, part = aim_question.using, aim_question.mover
    match = using.match
    assert part is not None
    if space in using.ends(part, name):
        return
    here = using.place(name)
    if space in PILLARS and name == THE_BALL:
        checks.no_pillar(space)
    if name == using.by and using.two(part) and space not in LEAPS[here]:
        refuse("leap", "{space} is not two hexes from {here} in a straight line.", space=space, here=here)
    if name != THE_BALL:
        checks.standable(match, space)
    refuse(
        using.rule(part),
        "{slot} does not lead from {here} to {space}.",
        slot=slot.name,
        here=here,
        space=space,
    )


def _by_hand_needs(match: Match, by: str, slot: Slot) -> None:
    here = match.at[by]
    beside = [seat for seat in match.opponents(by) if DISTANCE[here][match.at[seat]] <= slot.reach]
    if slot.slot in MOVES:
        needed = checks.next_slot(match)
        require(
            slot.slot == needed,
            "step-run-sprint",
            "{needed} comes before {kind}.",
            needed=needed,
            kind=slot.slot,
        )
    elif slot.slot in ("Throw", "Drop"):
        checks.holding(match, by)
    elif slot.slot == "Push":
        if slot.reach == 1:
            require(beside, "push", "No opponent stands beside you.")
        require(beside, "push", "No opponent stands within {reach} hexes.", reach=slot.reach)
    elif slot.slot == "Force Fumble":
        require(
            match.holder in beside, "fumble", "Nobody within {reach} hexes holds the ball.", reach=slot.reach
        )


def near(match: Match, by: str, slot: Slot, aim: str) -> None:
    """Refuse a target that an attack by hand cannot be made on."""
    far, key = DISTANCE[match.at[by]][match.at[aim]], "push" if slot.slot == "Push" else "fumble"
    if far > slot.reach:
        refuse(
            key,
            "{aim} is {far} hexes away; {slot} reaches {reach}.",
            aim=match.name(aim),
            far=far,
            slot=slot.name,
            reach=slot.reach,
        )
    if slot.slot == "Force Fumble":
        require(aim == match.holder, "fumble", "{aim} does not hold the ball.", aim=match.name(aim))
