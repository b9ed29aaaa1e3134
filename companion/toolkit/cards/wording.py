"""The text of a card as sentences: made from its effect, in the words of its game."""

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
    Reach,
    Whom,
)

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
    return " ".join(_clause(clause, dialect, me or dialect.me) for clause in card)


def _clause(clause: Clause, dialect: Dialect, me: str) -> str:
    says = [choice_words(choice, dialect, me) for choice in clause.choices]
    text = f"either {', or '.join(says)}" if len(says) > 1 else says[0]
    pay = [
        "place a tracking token on it" if one.what == "token" else f"pay {one.n} {_called(one.what, dialect)}"
        for one in clause.pay
    ]
    head = ", ".join(filter(None, (WHENS.get(clause.when, ""), clause.per, *pay)))
    return _sentence(": ".join(filter(None, (head, text))))


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}." if text else ""


def choice_words(choice: Choice, dialect: Dialect, me: str = "") -> str:
    """One choice of a card, as the middle of a sentence; who was named before is “it”."""
    found: list[str] = []
    before: Whom | None = None
    for part in choice:
        again = part.whom.pointed and part.whom == before and not part.whom.another
        if again or part.whom.words == (IT,):
            whom = "it" if before is None or before.many == 1 else "them"
        else:
            whom = whom_words(part.whom, dialect, me or dialect.me)
            before = part.whom if part.whom.words else before
        said = _goods_said(part, whom) or _part(part, whom, dialect, me or dialect.me)
        only = _condition(part, part.only, dialect, me or dialect.me) if part.only else ""
        found.append(" ".join(filter(None, ("if so," if part.so else "", said, only))))
    return ", and ".join(filter(None, (", ".join(found[:-1]), *found[-1:])))


def _condition(part: Part, only: If, dialect: Dialect, me: str) -> str:
    mine = only.of or part.whom.words in ((), (SELF,))
    who, figure = me if mine else "it", _called(only.figure, dialect)
    if only.less and not only.n:
        return f"if {who} has no {figure}"
    return f"if {who} has {only.n} {figure} or {'less' if only.less else 'more'}"


def brief(choice: Choice, dialect: Dialect) -> str:
    """A choice in two or three words, without a comma: what it is told by where one is taken."""
    part = choice[0]
    text = _part(Part(part.kind, part.amount, lasts=part.lasts), "", dialect, "")
    return " ".join(word for word in text.split() if word not in ("to", "on", "off", "at", "up", "of", "for"))


def _goods_said(part: Part, whom: str) -> str:
    """Return a gain as a sentence; empty for other parts, whose words are sentences already."""
    n = _much(part.amount)
    if part.loss or part.lasts or part.past:
        return ""
    match part.kind:
        case "gold" | "exp" | "ap" as kind if whom:
            return f"give {whom} {n} {GOODS[kind]}"
        case "gold" | "exp" as kind:
            return f"take {n} {GOODS[kind]}"
        case "ap":
            return f"gain {n} AP for this turn"
        case "draw" if not whom:
            return "draw a card" if n == "1" else f"draw {n} cards"
    return ""


def whom_words(whom: Whom, dialect: Dialect, me: str) -> str:
    """Return in words whom a part is done to."""
    if not whom.words:
        return ""
    several = {0: 1, 1: 0}.get(whom.many, 2)
    names = [me if word == SELF else dialect.whom[word][several] for word in whom.words]
    count = ""
    if whom.many > 1:
        count = f"{'up to ' if whom.up_to else ''}{COUNTS[whom.many - 1]} "
    text = f"{count}{' or '.join(names)}"
    if whom.another:
        text = f"another, {text}"
    far = _far(whom.reach, dialect, me)
    far = "" if text.endswith(far) else far
    return " ".join(filter(None, (text, far, "that stand together" if whom.together else "")))


def _far(reach: Reach, dialect: Dialect, me: str) -> str:
    of = "the target" if reach.of == IT else dialect.whom[reach.of][0] if reach.of else me
    match reach.how:
        case how if how == ADJACENT:
            near = f" within {_steps(reach.n, dialect)}" if reach.n else ""
            return f"next to {of}{near}"
        case how if how == WITHIN:
            return f"within {_steps(reach.n, dialect)}{f' of {of}' if reach.of else ''}"
        case how if how == LINE:
            near = f" within {_steps(reach.n, dialect)}" if reach.n else ""
            return f"in a straight line{near}{f' from {of}' if reach.of else ''}"
        case how if how == RANGE:
            return "in range"
        case how if how == ANYWHERE and dialect.ranged:
            return "anywhere"
        case how if how == CENTRAL:
            return f"on the central {dialect.step_many}"
        case how if how == NEAR_CENTRAL:
            return f"on and next to the central {dialect.step_many}"
        case how if how == INVOKING:
            return f"on the invoking {dialect.step_many}"
    return ""


def _steps(n: int, dialect: Dialect) -> str:
    return f"{n} {dialect.step if n == 1 else dialect.step_many}"


def _place(place: Reach, dialect: Dialect, me: str) -> str:
    on = {CENTRAL: f"an empty central {dialect.step}", INVOKING: f"an empty invoking {dialect.step} of yours"}
    if place.how == LINE and place.n:
        away = f"an empty {dialect.step} {_steps(place.n, dialect)} away in a straight line"
        return f"{away} from {dialect.whom[place.of][0]}" if place.of else away
    return on.get(place.how) or f"an empty {dialect.step} {_far(place, dialect, me)}".rstrip()


def _called(what: str, dialect: Dialect) -> str:
    return dialect.named.get(what, "AP" if what == "ap" else what.capitalize())


def _much(amount: Amount | None) -> str:
    if amount is None:
        return ""
    if amount.of == "all":
        return "all"
    n = str(abs(amount.n)) if amount.n else ""
    more = {"level": "1 per level token", "attack": "Attack", **ITS}.get(amount.of, "")
    return " + ".join(filter(None, (n, more)))


def _part(part: Part, whom: str, dialect: Dialect, me: str) -> str:
    text = _done(part, whom, dialect, me)
    past = PAST.get(part.past, "")
    return " ".join(filter(None, (text, past, LASTS.get(part.lasts, ""))))


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


def _done(part: Part, whom: str, dialect: Dialect, me: str) -> str:
    n, kind = _much(part.amount), part.kind
    if kind == "damage" and part.amount and part.amount.of in ITS:
        return f"damage equal to {n} to {whom}"
    if (kind in CHIPS or (kind == "trap" and part.loss)) and part.amount is not None:
        return _chips(part, n, whom, dialect)
    if kind in DONE:
        steps = dialect.step if n == "1" else dialect.step_many
        to = " or on ".join(_place(place, dialect, me) for place in part.to)
        return DONE[kind].format(n=n, whom=whom, steps=steps, to=to)
    match kind:
        case "revive":
            return f"stand {whom} up{f' with {n} Health' if n else ''}"
        case "token":
            return f"take {n} tokens off your slots" if part.loss else f"place {n} tokens"
    return _goods(part, n, whom)


def _chips(part: Part, n: str, whom: str, dialect: Dialect) -> str:
    what = _called(part.kind, dialect)
    if part.lasts:
        return f"{'−' if part.loss else '+'}{n} {what} for {whom}"
    return f"take {n} {what} off {whom}" if part.loss else f"{n} {what} to {whom}"


def _goods(part: Part, n: str, whom: str) -> str:
    what = GOODS.get(part.kind, "cards")
    if part.kind == "draw":
        if part.loss:
            return f"{whom or 'you'} discard {n}"
        return f"{whom + ' ' if whom else ''}draw {n}"
    if part.loss:
        return f"take {n} {what} from {whom}" if whom else f"lose {n} {what}"
    if part.kind == "ap" and not whom:
        return f"{n} AP more this turn"
    return f"{n} {what}{f' for {whom}' if whom else ''}"
