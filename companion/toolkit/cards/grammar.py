"""The card language as text: ``damage 2 enemy within 3; stun it``, read into values and written back.

``clause. clause``, each ``when, once a turn, pay token: choice | choice``, each ``part; part``, each
``kind amount count whom reach to place past armor this turn if health 3 or less``; all but
the kind may be left out.
"""

import re
from collections.abc import Iterable
from functools import lru_cache

from companion.toolkit.cards.language import (
    ADJACENT,
    AT_ONCE,
    COUNTS,
    FIGURES,
    IT,
    KINDS,
    LASTS,
    LINE,
    PAID,
    PAST,
    PERS,
    REACHES,
    SELF,
    WHENS,
    WHOM,
    WITHIN,
    Amount,
    Card,
    Choice,
    Clause,
    EffectPart,
    If,
    Pay,
    Reach,
    Whom,
)
from companion.words import Text, message

MOST = 99
"""The largest number in a text."""
BESIDE = "beside"
ALONE = ("by hand", "pay token")
"""What begins a clause that may say nothing more: hands do what the text says, or the card takes a token."""
_ONE = {word: word for word in WHOM} | {SELF: SELF, IT: IT}
_MANY = {many: one for one, many in WHOM.items()}
_AMOUNT = re.compile(
    r"(-?)(?:(\d{1,2})(?:\+(L|attack|health|armor|poison))?|(L|attack|health|armor|poison|all))"
)
_OF = {"L": "level", "all": "all", **{figure: figure for figure in ("attack", "health", "armor", "poison")}}
_SAID = {of: said for said, of in _OF.items()}


@lru_cache(2048)
def read(text: str) -> Card:
    """The card a text says; ValueError, in words, names the part that is not understood and what would be."""
    return tuple(map(_clause, sentences(text)))


def sentences(text: str) -> list[str]:
    """Return the sentences of a text, each on one line."""
    return [one.strip() for one in " ".join(text.split()).split(".") if one.strip()]


def fault(text: str) -> str:
    """Return in words what is wrong with a text; empty if it is understood."""
    try:
        read(text)
    except ValueError as wrong:
        return str(wrong)
    return ""


def _clause(text: str) -> Clause:
    head, colon, rest = text.rpartition(":")
    if colon and not head.strip():
        raise ValueError(
            message("has “:” with nothing before it; {whens} would be right", whens=", ".join(WHENS))
        )
    if not colon and text.startswith(ALONE):
        return Clause(((),), *_head(text))
    when, per, pay = _head(head)
    return Clause(tuple(_choice(one) for one in rest.split("|")), when, per, pay)


def _head(text: str) -> tuple[str, str, tuple[Pay, ...]]:
    when, per, pay = AT_ONCE, "", []
    for item in filter(None, map(str.strip, text.split(","))):
        if item in WHENS and not when:
            when = item
        elif item in PERS and not per:
            per = item
        elif paid := re.fullmatch(rf"pay (?:(\d{{1,2}}) )?({'|'.join(PAID)})", item):
            n, what = paid.groups("1")
            pay.append(Pay(what, int(n)))
        elif item != "at once":
            words = (*WHENS, *PERS, "pay token", "pay 2 ap")
            raise ValueError(
                message(
                    "has “{text}” before “:”; {known} would be right", text=item[:30], known=", ".join(words)
                )
            )
    if any(not one.n for one in pay):
        raise ValueError("pays nothing; say how much, or leave it out")
    return when, per, tuple(pay)


def _choice(text: str) -> Choice:
    parts = tuple(_Words(part.strip()).part() for part in text.split(";") if part.strip())
    if not parts:
        raise ValueError("has nothing where a part should stand; “damage 2 enemy” would be right")
    if parts[0].whom.words == (IT,):
        raise ValueError(message("starts with “{kind} … it”; say first who it is", kind=parts[0].kind))
    if parts[0].so or parts[0].whom.reach.of == IT:
        raise ValueError("starts with “if so” or “of it”; say first what is done, and to whom")
    return parts


class _Words:
    """The words of a part, taken one after the other."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.left = text.split()

    def wrong(self, why: Text) -> ValueError:
        return ValueError(message("has “{text}”; {why}", text=self.text[:40], why=why))

    def take(self, phrases: Iterable[str]) -> str:
        """The longest of these phrases that comes next; empty if none does."""
        for phrase in sorted(phrases, key=len, reverse=True):
            words = phrase.split()
            if self.left[: len(words)] == words:
                del self.left[: len(words)]
                return phrase
        return ""

    def number(self) -> int:
        """The number that comes next; 0 if none does."""
        if self.left and re.fullmatch(r"[1-9]\d?", self.left[0]):
            return int(self.left.pop(0))
        return 0

    def part(self) -> EffectPart:
        so = bool(self.take(["if so"]))
        kind = self.take(KINDS)
        if not kind:
            raise self.wrong("a part starts with what is done, such as damage; parts are divided by “;”")
        amount = self.amount(kind)
        whom = self.whom()
        to = self.places()
        past, lasts = self.take(PAST), self.take(LASTS)
        only = self.condition(whom)
        if self.left:
            raise self.wrong(
                message(
                    "“{text}” is not understood there; {hint}",
                    text=" ".join(self.left)[:30],
                    hint=self.hint(),
                )
            )
        return EffectPart(kind, amount, whom, to, past, lasts, only, so)

    def condition(self, whom: Whom) -> If | None:
        """The condition that comes next, if one does."""
        if not self.take(["if"]):
            return None
        of, figure, n = self.take([SELF]), self.take(FIGURES), self.figure()
        how = self.take(["or less", "or more"])
        if not figure or n < 0 or not how:
            raise self.wrong("if what? “if health 3 or less” or “if self armor 1 or more” would be right")
        return If(figure, n, how == "or less", of if whom.words not in ((), (SELF,)) else "")

    def figure(self) -> int:
        """The figure that comes next, which may be 0; -1 if none does."""
        if self.left and re.fullmatch(r"\d\d?", self.left[0]):
            return int(self.left.pop(0))
        return -1

    def hint(self) -> str:
        if self.left[0] in KINDS or "," in self.text:
            return "parts are divided by “;”"
        if self.left[0] in REACHES or self.left[0] in (BESIDE, "within"):
            return "how far comes after whom"
        return "the order is what, how much, whom, how far, to where, past what, how long, if what"

    def amount(self, kind: str) -> Amount | None:
        """The amount that comes next, if one does."""
        takes, word = KINDS[kind].amount, next(iter(self.left), "")
        match = _AMOUNT.fullmatch(word)
        if match and (match[1] or not match[4] or takes == "must"):
            if takes == "never":
                raise self.wrong(message("{kind} takes no number", kind=kind))
            self.left.pop(0)
            return self.read_amount(match, kind)
        if re.match(r"[-+]?\d", word):
            words = "a number from 1 to {most}, or one such as 4+L, would be right"
            raise self.wrong(message(words, most=MOST))
        if takes == "must":
            raise self.wrong(message("{kind} takes a number, such as {kind} 2", kind=kind))
        return None

    def read_amount(self, match: re.Match[str], kind: str) -> Amount:
        """The amount that a word of it says."""
        sign, n, of = (-1 if match[1] else 1), match[2], _OF.get(match[3] or match[4], "")
        if sign < 0 and not KINDS[kind].loss:
            raise self.wrong(message("{kind} cannot be a loss", kind=kind))
        if sign < 0 and of not in ("", "all"):
            raise self.wrong("a loss is a plain number, or -all")
        if n is None:
            return Amount(sign if of == "all" else 0, of)
        if not int(n):
            raise self.wrong("a number from 1 would be right")
        return Amount(sign * int(n), of)

    def count(self) -> tuple[int, bool]:
        """Return the number, and True if it may be fewer; (0, False) if no number is said."""
        up_to = bool(self.take(["up to"]))
        word = self.take(COUNTS)
        if up_to and not word:
            raise self.wrong("“up to” wants a number in letters, such as up to two enemies")
        return (COUNTS.index(word) + 1 if word else 0), up_to

    def whom(self) -> Whom:
        another = bool(self.take(["another"]))
        many, up_to = self.count()
        words, several = self.who()
        if not words:
            if many or another:
                raise self.wrong("whom? such as two enemies, another friend")
            return Whom()
        many = many or int(not several)
        one = (len(words), many, up_to, another) == (1, 1, False, False)
        if (IT in words or words == [SELF]) and not one:
            raise self.wrong("“self” and “it” stand for one, and “it” stands alone")
        reach = self.reach()
        if IT in words and reach != Reach():
            raise self.wrong("“it” was named before, with how far it is")
        return Whom(tuple(words), many, up_to, reach, bool(self.take(["together"])), another)

    def who(self) -> tuple[list[str], bool]:
        """Return the words for targets that come next, and True if one of them stands for several."""
        words, several = list[str](), False
        while one := self.take((*_ONE, *_MANY)):
            several = several or one in _MANY
            words.append(_MANY.get(one, one))
            if not self.take(["or"]):
                break
        return words, several

    def reach(self) -> Reach:
        if self.take([BESIDE]):
            of = self.take(_ONE)
            if not of:
                raise self.wrong("beside whom? “beside base” or “beside friend” would be right")
            return Reach(ADJACENT, self.within(), of)
        how = self.take(REACHES)
        n = self.number() if how in (WITHIN, LINE) else 0
        if how == WITHIN and not n:
            raise self.wrong("within how many steps? “within 3” would be right")
        of = self.take(_ONE) if how and self.take(["of"]) else ""
        return Reach(how, n, "" if of == SELF else of)

    def within(self) -> int:
        return self.number() if self.take([WITHIN]) else 0

    def places(self) -> tuple[Reach, ...]:
        result: list[Reach] = []
        while self.take(["or"] if result else ["to"]):
            place = self.reach()
            if not place.how:
                raise self.wrong("to where? “to adjacent”, “to central” or “to beside base” would be right")
            result.append(place)
        return tuple(result)


# -- and back ---------------------------------------------------------------------------------------------


def write(card: Card) -> str:
    """A card as text, such that reading it gives the same card."""
    return ". ".join(_written(clause) for clause in card)


def write_choice(choice: Choice) -> str:
    """One choice as text."""
    return "; ".join(_part(part) for part in choice)


def _written(clause: Clause) -> str:
    paid = (f"pay {one.what}" if one.what == "token" else f"pay {one.n} {one.what}" for one in clause.pay)
    head = ", ".join(filter(None, (clause.when, clause.per, *paid)))
    return ": ".join(filter(None, (head, " | ".join(map(write_choice, clause.choices)))))


def _part(part: EffectPart) -> str:
    to = f"to {' or '.join(map(_reach, part.to))}" if part.to else ""
    amount = _amount(part.amount) if part.amount else ""
    only = _condition(part.only) if part.only else ""
    so = "if so" if part.so else ""
    return " ".join(filter(None, (so, part.kind, amount, _whom(part.whom), to, part.past, part.lasts, only)))


def _condition(only: If) -> str:
    of = f"{only.of} " if only.of else ""
    return f"if {of}{only.figure} {only.n} or {'less' if only.less else 'more'}"


def _amount(amount: Amount) -> str:
    if amount.of == "all":
        return "-all" if amount.n < 0 else "all"
    more = _SAID.get(amount.of, "")
    return f"{amount.n}{'+' if more else ''}{more}" if amount.n else more


def _whom(whom: Whom) -> str:
    one = whom.many == 1 and not whom.up_to
    words = " or ".join(word if one or word in (SELF, IT) else WHOM[word] for word in whom.words)
    count = COUNTS[whom.many - 1] if whom.many and not one else ""
    return " ".join(
        filter(
            None,
            (
                "another" if whom.another else "",
                "up to" if whom.up_to else "",
                count,
                words,
                _reach(whom.reach),
                "together" if whom.together else "",
            ),
        )
    )


def _reach(reach: Reach) -> str:
    if reach.how == ADJACENT and reach.of:
        return f"{BESIDE} {reach.of}{f' {WITHIN} {reach.n}' if reach.n else ''}"
    n = str(reach.n) if reach.n else ""
    return " ".join(filter(None, (reach.how, n, f"of {reach.of}" if reach.of else "")))
