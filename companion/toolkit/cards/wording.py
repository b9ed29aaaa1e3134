"""The text of a card as sentences: made from its effect, in the words of its game."""

from collections.abc import Iterable
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
    If,
    Part,
    Pay,
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
FAR = {
    ADJACENT: ("next to {of}", "next to {of} within {steps}") * 2,
    WITHIN: ("within {steps}", "within {steps}", "within {steps} of {of}", "within {steps} of {of}"),
    LINE: (
        "in a straight line",
        "in a straight line within {steps}",
        "in a straight line from {of}",
        "in a straight line within {steps} from {of}",
    ),
    RANGE: ("in range",) * 4,
    ANYWHERE: ("anywhere",) * 4,
    CENTRAL: ("on the central {hexes}",) * 4,
    NEAR_CENTRAL: ("on and next to the central {hexes}",) * 4,
    INVOKING: ("on the invoking {hexes}",) * 4,
}
"""How far, in words: plain, with a number of steps, from somebody else, and both."""
EMPTY = {CENTRAL: "an empty central {hex}", INVOKING: "an empty invoking {hex} of yours"}
"""Places to which somebody is put, by how they are said."""


def words(card: Card, dialect: Dialect, me: str = "") -> Text:
    """Return the text of a card; ``me`` is the name of its user, if there is one."""
    return joined([_clause(clause, dialect, me or dialect.me) for clause in card], " ")


def _clause(clause: Clause, dialect: Dialect, me: str) -> Text:
    says = [choice_words(choice, dialect, me) for choice in clause.choices]
    text = says[0]
    if len(says) > 1:
        others = [message("or {choice}", choice=choice) for choice in says[1:]]
        text = message("either {choices:, }", choices=[says[0], *others])
    head = joined(
        [WHENS.get(clause.when, ""), clause.per, *(_paid(one, dialect) for one in clause.pay)], ", "
    )
    said = joined((head, text), ": ")
    return message("{Sentence}.", sentence=said) if said else ""


def _paid(pay: Pay, dialect: Dialect) -> Text:
    if pay.what == "token":
        return "place a tracking token on it"
    return message("pay {n} {what}", n=pay.n, what=_called(pay.what, dialect))


def choice_words(choice: Choice, dialect: Dialect, me: str = "") -> Text:
    """One choice of a card, as the middle of a sentence; who was named before is “it”."""
    found: list[Text] = []
    before: Whom | None = None
    for part in choice:
        again = part.whom.pointed and part.whom == before and not part.whom.another
        whom: Text
        if again or part.whom.words == (IT,):
            whom = "it" if before is None or before.many == 1 else "them"
        else:
            whom = whom_words(part.whom, dialect, me or dialect.me)
            before = part.whom if part.whom.words else before
        said = _goods_said(part, whom) or _part(part, whom, dialect, me or dialect.me)
        only = _condition(part, part.only, dialect, me or dialect.me) if part.only else ""
        found.append(joined(("if so," if part.so else "", said, only), " "))
    *first, last = found or [""]
    return message("{first:, }, and {last}", first=first, last=last) if first and last else last


def _condition(part: Part, only: If, dialect: Dialect, me: str) -> Message:
    mine = only.of or part.whom.words in ((), (SELF,))
    words = "if {who} has {n} {figure} or less" if only.less else "if {who} has {n} {figure} or more"
    if only.less and not only.n:
        words = "if {who} has no {figure}"
    return message(words, who=me if mine else "it", n=only.n, figure=_called(only.figure, dialect))


def brief(choice: Choice, dialect: Dialect) -> str:
    """A choice in two or three words, without a comma: what it is told by where one is taken."""
    part = choice[0]
    text = str(_part(Part(part.kind, part.amount, lasts=part.lasts), "", dialect, ""))
    return " ".join(word for word in text.split() if word not in ("to", "on", "off", "at", "up", "of", "for"))


def _goods_said(part: Part, whom: Text) -> Text:
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
    """Return in words whom a part is done to."""
    if not whom.words:
        return ""
    several = {0: 1, 1: 0}.get(whom.many, 2)
    text = _either([me if word == SELF else dialect.whom[word][several] for word in whom.words])
    if whom.many > 1:
        words = "up to {count} {names}" if whom.up_to else "{count} {names}"
        text = message(words, count=COUNTS[whom.many - 1], names=text)
    if whom.another:
        text = message("another, {names}", names=text)
    far = _far(whom.reach, dialect, me)
    if far and str(text).endswith(str(far)):
        far = ""
    return joined((text, far, "that stand together" if whom.together else ""), " ")


def _either(names: Iterable[Text], words: str = "{first} or {other}") -> Text:
    return reduce(lambda first, other: message(words, first=first, other=other), names)


def _far(reach: Reach, dialect: Dialect, me: str) -> Text:
    of = "the target" if reach.of == IT else dialect.whom[reach.of][0] if reach.of else me
    words = FAR[reach.how][bool(reach.n) + 2 * bool(reach.of)] if reach.how in FAR else ""
    if reach.how == ANYWHERE and not dialect.ranged:
        words = ""
    return message(words, of=of, steps=_steps(reach.n, dialect), hexes=dialect.step_many) if words else ""


def _steps(n: int, dialect: Dialect) -> Message:
    return message("{n} {steps}", n=n, steps=dialect.step if n == 1 else dialect.step_many)


def _place(place: Reach, dialect: Dialect, me: str) -> Message:
    far = _far(place, dialect, me)
    words = "an empty {hex} {far}" if far else "an empty {hex}"
    if place.how == LINE and place.n:
        words = "an empty {hex} {steps} away in a straight line"
        if place.of:
            words = "an empty {hex} {steps} away in a straight line from {of}"
    elif place.how in EMPTY:
        words = EMPTY[place.how]
    of = dialect.whom[place.of][0] if place.how == LINE and place.of else ""
    return message(words, hex=dialect.step, far=far, steps=_steps(place.n, dialect), of=of)


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


def _part(part: Part, whom: Text, dialect: Dialect, me: str) -> Text:
    text = _done(part, whom, dialect, me)
    return joined((text, PAST.get(part.past, ""), LASTS.get(part.lasts, "")), " ")


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
    "swap": "change places with {whom}",
    "follow": "follow",
    "return": "{whom} to the hand",
}
"""What is done, by its kind."""


def _done(part: Part, whom: Text, dialect: Dialect, me: str) -> Text:
    n, kind = _much(part.amount), part.kind
    if kind == "damage" and part.amount and part.amount.of in ITS:
        return message("damage equal to {n} to {whom}", n=n, whom=whom)
    if (kind in CHIPS or (kind == "trap" and part.loss)) and part.amount is not None:
        return _chips(part, n, whom, dialect)
    if kind in DONE:
        steps = dialect.step if n == "1" else dialect.step_many
        places = [_place(place, dialect, me) for place in part.to]
        to = _either(places, "{first} or on {other}") if places else ""
        return message(DONE[kind], n=n, whom=whom, steps=steps, to=to)
    match kind:
        case "revive":
            return message("stand {whom} up with {n} Health" if n else "stand {whom} up", whom=whom, n=n)
        case "token":
            return message("take {n} tokens off your slots" if part.loss else "place {n} tokens", n=n)
    return _goods(part, n, whom)


def _chips(part: Part, n: Text, whom: Text, dialect: Dialect) -> Message:
    words = "take {n} {what} off {whom}" if part.loss else "{n} {what} to {whom}"
    if part.lasts:
        words = "−{n} {what} for {whom}" if part.loss else "+{n} {what} for {whom}"
    return message(words, n=n, what=_called(part.kind, dialect), whom=whom)


def _goods(part: Part, n: Text, whom: Text) -> Message:
    words = "{n} {what} for {whom}" if whom else "{n} {what}"
    if part.kind == "draw":
        words = "{whom} draw {n}" if whom else "draw {n}"
        if part.loss:
            words = "{whom} discard {n}" if whom else "you discard {n}"
    elif part.loss:
        words = "take {n} {what} from {whom}" if whom else "lose {n} {what}"
    elif part.kind == "ap" and not whom:
        words = "{n} AP more this turn"
    return message(words, n=n, what=GOODS.get(part.kind, "cards"), whom=whom)
