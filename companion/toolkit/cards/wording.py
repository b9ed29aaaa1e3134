"""The text of a card as sentences: made from its effect, in the words of its game."""

from collections.abc import Sequence
from functools import reduce

from companion.toolkit.cards.dialect import Dialect
from companion.toolkit.cards.language import (
    ADJACENT,
    ANYWHERE,
    CENTRAL,
    COUNTS,
    IN_PLAY,
    INVOKING,
    IT,
    LINE,
    NEAR_CENTRAL,
    RANGE,
    SELF,
    WITHIN,
    Amount,
    Card,
    Choice,
    Clause,
    EffectPart,
    If,
    Reach,
    Whom,
)
from companion.words import Message, Text, joined, message

CHIPS = ("armor", "attack", "poison", "movement", "range", "disable")
WHENS = {
    IN_PLAY: "while it is in play",
    "on kill": "after a kill",
    "when attacked": "when attacked",
    "when dying": "when dying",
    "at start": "at the start of your turn",
    "by hand": "by hand",
}
GOODS = {"exp": "Exp", "ap": "AP", "gold": "gold"}
PAST = {
    "past armor": "past its armor",
    "past limit": "above the limit too",
    "past terrain": "and terrain costs nothing more",
}
ITS = {"health": "its Health", "armor": "its Armor", "poison": "its Poison"}
"""Figures of the target that an amount can be."""
LASTS = {"this turn": "for this turn", "until next turn": "until your next turn"}


def words(card: Card, dialect: Dialect, me: str = "") -> str:
    """Return the text of a card; ``me`` is the name of its user, if there is one."""
    said = clauses(card, dialect, me)
    return str(joined([message("{Text}.", text=text) if text else "" for text in said], " "))


def clauses(card: Card, dialect: Dialect, me: str = "") -> list[Text]:
    """Return what each clause of a card says, as the middle of a sentence."""
    return [_clause(clause, dialect, me or dialect.me) for clause in card]


def _clause(clause: Clause, dialect: Dialect, me: str) -> Text:
    says = [choice_words(choice, dialect, me) for choice in clause.choices]
    text = (
        message("either {choices}", choices=_in_turn("{one}, or {two}", says)) if len(says) > 1 else says[0]
    )
    pay = [
        "place a tracking token on it"
        if one.what == "token"
        else message("pay {n} {what}", n=one.n, what=paid_in(one.what, dialect))
        for one in clause.pay
    ]
    return joined((joined((WHENS.get(clause.when, ""), clause.per, *pay), ", "), text), ": ")


def _in_turn(template: str, texts: Sequence[Text]) -> Text:
    """Return texts put together two by two."""
    return reduce(lambda one, two: message(template, one=one, two=two), texts)


def choice_words(choice: Choice, dialect: Dialect, me: str = "") -> Text:
    """One choice of a card, as the middle of a sentence; who was named before is “it”."""
    me = me or dialect.me
    result: list[Text] = []
    before = Whom()
    for part in choice:
        again = part.whom.pointed and part.whom == before and not part.whom.another
        whom: Text
        if again or part.whom.words == (IT,):
            whom = "it" if before.many == 1 else "them"
        else:
            whom = whom_words(part.whom, dialect, me)
            before = part.whom if part.whom.words else before
        result.append(_part(part, whom, dialect, me))
    if len(result) < 2:
        return joined(result)
    return message("{first}, and {last}", first=joined(result[:-1], ", "), last=result[-1])


def _condition(part: EffectPart, only: If, dialect: Dialect, me: str) -> Message:
    mine = only.of or part.whom.words in ((), (SELF,))
    template = "if {who} has {n} {figure} or more"
    if only.less:
        template = "if {who} has {n} {figure} or less" if only.n else "if {who} has no {figure}"
    return message(template, who=me if mine else "it", n=only.n, figure=_called(only.figure, dialect))


BRIEF = {
    "damage": "{n} damage",
    "magic": "{n} magical damage",
    "heal": "heal {n}",
    "choose": "choose",
    "stun": "stun",
    "disable": "disable",
    "kill": "destroy",
    "unstun": "wake",
    "trap": "a Trap {n}",
    "build": "build {n} Architecture",
    "terrain": "lay {n} terrain",
    "move": "move {n} {steps}",
    "push": "push {n} {steps} away",
    "pull": "pull {n} {steps} nearer",
    "place": "place",
    "summon": "from the hand",
    "swap": "change places with",
    "follow": "follow",
    "return": "the hand",
}
"""What is done in two or three words, by its kind."""
BRIEF_CHIPS = {
    (True, True): "−{n} {what}",
    (True, False): "+{n} {what}",
    (False, True): "take {n} {what}",
    (False, False): "{n} {what}",
}
"""The same of chips, if they last and if they are taken."""


def brief(choice: Choice, dialect: Dialect) -> str:
    """A choice in two or three words, without a comma: what it is told by where one is taken."""
    part = EffectPart(choice[0].kind, choice[0].amount, lasts=choice[0].lasts)
    n, kind, text = _much(part.amount), part.kind, None
    if _equal(part):
        text = message("damage equal {n}", n=n)
    elif _of_chips(part):
        text = message(BRIEF_CHIPS[bool(part.lasts), part.loss], n=n, what=_called(kind, dialect))
    elif kind in BRIEF:
        text = message(BRIEF[kind], n=n, steps=_step(n, dialect))
    elif kind == "revive":
        text = message("stand with {n} Health", n=n) if n else message("stand")
    elif kind == "token" and part.loss:
        text = message("take {n} tokens your slots", n=n)
    last = {"this turn": "this turn", "until next turn": "until your next turn"}.get(part.lasts, "")
    return str(joined((text or _done(part, "", dialect, ""), last), " "))


def _equal(part: EffectPart) -> bool:
    """True for damage that is equal to a figure of its target."""
    return part.kind == "damage" and part.amount is not None and part.amount.of in ITS


def _of_chips(part: EffectPart) -> bool:
    """True if chips are put on the target, or taken off it."""
    return part.amount is not None and (part.kind in CHIPS or (part.kind == "trap" and part.loss))


def _goods_said(part: EffectPart, whom: Text) -> Text:
    """Return a gain as a sentence; empty for other parts, whose words are sentences already."""
    n = _much(part.amount)
    if part.loss or part.lasts or part.past:
        return ""
    match part.kind:
        case "gold" | "exp" | "ap" as kind if whom:
            return message("give {whom} {n} {goods}", whom=whom, n=n, goods=GOODS[kind])
        case "gold" | "exp" as kind:
            return message("take {n} {goods}", n=n, goods=GOODS[kind])
        case "ap":
            return message("gain {n} AP for this turn", n=n)
        case "draw" if not whom:
            return "draw a card" if n == "1" else message("draw {n} cards", n=n)
    return ""


def whom_words(whom: Whom, dialect: Dialect, me: str) -> Text:
    """Return in words the target of a part."""
    if not whom.words:
        return ""
    several = {0: 1, 1: 0}.get(whom.many, 2)
    names = [me if word == SELF else dialect.whom[word][several] for word in whom.words]
    text = _in_turn("{one} or {two}", names)
    if whom.many > 1:
        template = "up to {count} {whom}" if whom.up_to else "{count} {whom}"
        text = message(template, count=COUNTS[whom.many - 1], whom=text)
    if whom.another:
        text = message("another, {whom}", whom=text)
    far = _far(whom.reach, dialect, me)
    if far and str(text).endswith(str(far)):
        far = ""
    return joined((text, far, "that stand together" if whom.together else ""), " ")


def _far(reach: Reach, dialect: Dialect, me: str) -> Text:
    of = _origin(reach, dialect)
    if reach.how in AROUND:
        return message(AROUND[reach.how], steps=dialect.step_many)
    match reach.how:
        case how if how == ADJACENT:
            template = "next to {of} within {n} {steps}" if reach.n else "next to {of}"
        case how if how == WITHIN:
            template = "within {n} {steps} of {of}" if of else "within {n} {steps}"
        case how if how == LINE:
            template = IN_LINE[bool(reach.n), bool(of)]
        case how if how == ANYWHERE and dialect.ranged:
            return "anywhere"
        case _:
            return ""
    return message(template, n=reach.n, steps=_step(reach.n, dialect), of=of or me)


def _origin(reach: Reach, dialect: Dialect) -> str:
    """Return the start of a distance in words; empty where it is oneself."""
    return "the target" if reach.of == IT else dialect.whom[reach.of][0] if reach.of else ""


IN_LINE = {
    (False, False): "in a straight line",
    (False, True): "in a straight line from {of}",
    (True, False): "in a straight line within {n} {steps}",
    (True, True): "in a straight line within {n} {steps} from {of}",
}
AROUND = {
    RANGE: "in range",
    CENTRAL: "on the central {steps}",
    NEAR_CENTRAL: "on and next to the central {steps}",
    INVOKING: "on the invoking {steps}",
}


def _step(n: Text | int, dialect: Dialect) -> str:
    return dialect.step if str(n) == "1" else dialect.step_many


def _place(place: Reach, dialect: Dialect, me: str) -> Message:
    step = dialect.step
    if place.how == CENTRAL:
        return message("an empty central {step}", step=step)
    if place.how == INVOKING:
        return message("an empty invoking {step} of yours", step=step)
    if place.how == LINE and place.n:
        template = "an empty {step} {n} {steps} away in a straight line"
        if place.of:
            template = "an empty {step} {n} {steps} away in a straight line from {of}"
        steps, of = _step(place.n, dialect), _origin(place, dialect)
        return message(template, step=step, n=place.n, steps=steps, of=of)
    far = _far(place, dialect, me)
    if far:
        return message("an empty {step} {far}", step=step, far=far)
    return message("an empty {step}", step=step)


def paid_in(what: str, dialect: Dialect) -> str:
    """Return what a price is paid in, in the words of a game."""
    return dialect.paid.get(what) or _called(what, dialect)


def _called(what: str, dialect: Dialect) -> str:
    return dialect.named.get(what, "AP" if what == "ap" else what.capitalize())


def _much(amount: Amount | None) -> Text:
    if amount is None:
        return ""
    if amount.of == "all":
        return "all"
    n = str(abs(amount.n)) if amount.n else ""
    more = {"level": "1 per level token", "attack": "Attack", **ITS}.get(amount.of, "")
    return joined((n, more), " + ")


def _part(part: EffectPart, whom: Text, dialect: Dialect, me: str) -> Text:
    """Return a part as a sentence, with its conditions."""
    text = _goods_said(part, whom)
    if not text:
        done = _done(part, whom, dialect, me)
        text = joined((done, PAST.get(part.past, ""), LASTS.get(part.lasts, "")), " ")
    if part.only:
        text = joined((text, _condition(part, part.only, dialect, me)), " ")
    return message("if so, {does}", does=text) if part.so else text


DONE = {
    "damage": "{n} damage to {whom}",
    "magic": "{n} magical damage to {whom}",
    "heal": "heal {n} on {whom}",
    "choose": "choose {whom}",
    "stun": "stun {whom}",
    "disable": "disable {whom}",
    "kill": "destroy {whom}",
    "unstun": "wake {whom}",
    "trap": "a Trap of {n} at {whom}",
    "build": "build {n} Architecture on {whom}",
    "terrain": "lay {n} terrain on {whom}",
    "move": "move {whom} up to {n} {steps}",
    "push": "push {whom} {n} {steps} away",
    "pull": "pull {whom} {n} {steps} nearer",
    "place": "place {whom} on {to}",
    "summon": "put {whom} from the hand on {to}",
    "swap": "change places with {whom}",
    "follow": "follow",
    "return": "{whom} to the hand",
}
"""What is done, by its kind."""


def _done(part: EffectPart, whom: Text, dialect: Dialect, me: str) -> Text:
    n, kind = _much(part.amount), part.kind
    if _equal(part):
        return message("damage equal to {n} to {whom}", n=n, whom=whom)
    if _of_chips(part):
        return _chips(part, n, whom, dialect)
    if kind in DONE:
        places = [_place(place, dialect, me) for place in part.to]
        to = _in_turn("{one} or on {two}", places) if places else ""
        return message(DONE[kind], n=n, whom=whom, steps=_step(n, dialect), to=to)
    match kind:
        case "revive":
            return message("stand {whom} up with {n} Health" if n else "stand {whom} up", whom=whom, n=n)
        case "token":
            return message("take {n} tokens off your slots" if part.loss else "place {n} tokens", n=n)
    return _goods(part, n, whom)


def _chips(part: EffectPart, n: Text, whom: Text, dialect: Dialect) -> Message:
    what = _called(part.kind, dialect)
    if part.lasts:
        template = "−{n} {what} for {whom}" if part.loss else "+{n} {what} for {whom}"
    else:
        template = "take {n} {what} off {whom}" if part.loss else "{n} {what} to {whom}"
    return message(template, n=n, what=what, whom=whom)


def _goods(part: EffectPart, n: Text, whom: Text) -> Message:
    what = GOODS.get(part.kind, "cards")
    if part.kind == "draw":
        if part.loss:
            return message("{whom} discard {n}" if whom else "you discard {n}", whom=whom, n=n)
        return message("{whom} draw {n}" if whom else "draw {n}", whom=whom, n=n)
    if part.loss:
        template = "take {n} {what} from {whom}" if whom else "lose {n} {what}"
    elif part.kind == "ap" and not whom:
        template = "{n} AP more this turn"
    else:
        template = "{n} {what} for {whom}" if whom else "{n} {what}"
    return message(template, n=n, what=what, whom=whom)
