"""Parse one English sentence of a card: the act, the target, the reach, the time and the price.

Templates of sentences stand in ``sentences``; nouns are those of the game's dialect.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from companion.toolkit.cards.dialect import Dialect, fault
from companion.toolkit.cards.grammar import read as read_effect
from companion.toolkit.cards.grammar import write
from companion.toolkit.cards.language import (
    IT,
    PAST,
    PERS,
    SELF,
    WHOM,
    Amount,
    Choice,
    Clause,
    EffectPart,
    If,
    Pay,
    Reach,
    Whom,
)
from companion.toolkit.cards.sentences import (
    FAR,
    GOODS,
    HEADS,
    MYSELF,
    NUMBERS,
    PLACES,
    PRONOUNS,
    RIDERS,
    SENTENCES,
    STEP,
    THERE,
)

MOST_WORDS = 120
"""Longer sentences are left to the hands."""
MOST_TRIES = 20_000
"""Steps of the search for one sentence, after which it is left to the hands."""


@dataclass(frozen=True)
class Goods:
    """Things gained or lost: the amount of each kind, and ``and`` or ``or`` between them."""

    each: tuple[tuple[Amount, str], ...]
    link: str = ""

    def times(self, sign: int) -> list[tuple[Amount, str]]:
        """Return each as it is, or as a loss."""
        return [(n.times(sign), what) for n, what in self.each]


# -- words ------------------------------------------------------------------------------------------------


def words_of(text: str) -> list[str]:
    """Return the words of a text in small letters; each comma, semicolon, colon and plus sign is one."""
    for mark in ",;:+−":
        text = text.replace(mark, f" {mark} ")
    return text.lower().replace("\u2019", "'").replace("(", " ").replace(")", " ").split()


TARGET = "the target"
"""The one named before, from which a distance is counted; ``it`` there is the card's user."""
SEVERAL, ONE_OF = -1, -2
"""Number of a noun without a counting word: all of them, or one."""
_BARE = {SEVERAL: 0, ONE_OF: 1}


def bare(many: int) -> int:
    """Return how many a noun stands for, of a number or where no word counts them; 0 for all of them."""
    return _BARE.get(many, many)


def _nouns(dialect: Dialect) -> dict[tuple[str, ...], tuple[str, int]]:
    """Return what a game calls its targets: the words, the word of the language, and how many they are."""
    nouns: dict[tuple[str, ...], tuple[str, int]] = {}
    for one, many in WHOM.items():
        if one in dialect.whom:
            nouns |= {(one,): (one, ONE_OF), (many,): (one, SEVERAL)}
    for word, (one, each, several) in dialect.whom.items():
        nouns[tuple(words_of(several))] = word, SEVERAL
        nouns[tuple(words_of(several.removeprefix("of ")))] = word, SEVERAL
        if plain := tuple(words_of(one))[1:]:
            nouns.setdefault(plain, (word, ONE_OF))
        nouns[tuple(words_of(each))] = word, 0
        nouns[tuple(words_of(one))] = word, 1
    for phrase, word in dialect.also.items():
        nouns[tuple(words_of(phrase))] = word, SEVERAL if phrase.endswith("s") else ONE_OF
    return nouns


def _counts() -> Iterator[tuple[str, int, bool, bool]]:
    """Yield the words that say how many, the number (0 for all), if fewer will do, and if another one."""
    yield from ((word, 1, False, False) for word in ("the", "any"))
    yield from ((words, 0, False, False) for words in ("each", "every", "all", "all the", "all of"))
    yield "another", 1, False, True
    for word, n in (*NUMBERS.items(), *((str(n), n) for n in range(1, 10))):
        yield word, n, False, False
        yield f"up to {word}", n, True, False
        yield f"each of {word}", n, False, False


_COUNTS = {tuple(words.split()): (many, up_to, another) for words, many, up_to, another in _counts()}


# -- sentences --------------------------------------------------------------------------------------------

Template = tuple[tuple[bool, tuple[str, ...]], ...]
"""Runs of words: True if a run may be left out, and its words; ``|`` divides words that will do."""
Values = tuple[object, ...]
"""The values of the slots of a template, in its order; None for one that was left out."""
Noun = tuple[str, int, bool, bool, int]
Listed = tuple[tuple[str, ...], int, bool, bool, int]


def _template(text: str) -> Template:
    runs = text.replace(",", " ,").replace("[", "\n[").replace("]", "\n").split("\n")
    return tuple((run.startswith("["), tuple(run.lstrip("[").split())) for run in runs if run.strip())


_SENTENCES = tuple((kind, _template(text)) for kind, text in SENTENCES)
_HEADS = tuple((word, _template(text)) for word, text in HEADS)
_RIDERS = tuple((rider, _template(text)) for rider, text in RIDERS)
_PLACES = tuple((how, _template(text)) for how, text in PLACES)
_REACHES = tuple((how, _template(text)) for how, text in FAR)
_MORE = (
    ("level", _template("[1] per level token")),
    ("attack", _template("attack")),
    *((figure, _template(f"its {figure}")) for figure in ("health", "armor", "poison")),
)
_MYSELF, _THERE = ([tuple(words.split()) for words in phrases] for phrases in (MYSELF, THERE))
_TOGETHER = _template("that|who stand [together] [next to one|each another|other]")


class _TooLong(Exception):
    """The search for one sentence has taken too many steps."""


class SentenceParser:
    """The search for what one sentence says."""

    def __init__(self, words: tuple[str, ...], dialect: Dialect) -> None:
        self.words = words
        self.dialect = dialect
        self.tries = 0
        self.slots: dict[tuple[str, int], list[tuple[object, int]]] = {}
        """Matches of each slot at each place, so that each is searched once."""
        self.lists: dict[int, list[Listed]] = {}
        """Matches of targets at each place, so that each is searched once."""
        self.nouns = _nouns(dialect)
        self.lengths = sorted({len(noun) for noun in self.nouns}, reverse=True)

    def read(self, before: Clause | None) -> Clause | None:
        """Return what it says, or None; ``before`` is what the sentence before it said."""
        if len(self.words) > MOST_WORDS:
            return None
        try:
            for clause, at in self.clauses():
                if at == len(self.words) and self.carried_out(clause, before):
                    return clause
        except _TooLong:
            pass
        return None

    def carried_out(self, clause: Clause, before: Clause | None) -> bool:
        """True if the game knows it, after what was said before."""
        earlier = (
            (before,)
            if before
            and any(choice and (_is_it(choice[0].whom) or choice[0].so) for choice in clause.choices)
            else ()
        )
        return clause.choices == ((),) or not fault(
            write(tuple(add_clause([*earlier], clause))), self.dialect
        )

    # -- from left to right: each yields what can stand at a place, and the place after it ------------------

    def clauses(self) -> Iterator[tuple[Clause, int]]:
        for head, at in self.heads(0):
            if at == len(self.words) and head.pay:
                yield head, at
            for choices, end in self.choices(at):
                yield replace(head, choices=choices), end
            if so := self.so(at):
                for choices, end in self.choices(so):
                    yield replace(head, choices=tuple(map(_so, choices))), end
            for only, colon in self.condition(at):
                for choices, end in self.choices(colon + self.next(colon, ",", ":")):
                    yield replace(head, choices=tuple(_only(choice, only) for choice in choices)), end

    def heads(self, at: int) -> Iterator[tuple[Clause, int]]:
        """Yield when it happens, how often and for what; nothing of that first where nothing is said."""
        yield Clause(((),)), at
        for word, template in _HEADS:
            for values, end in self.match(template, at):
                head = _head(word, values)
                colon = end + self.next(end, ":", ",")
                if head is None or (colon == end and end < len(self.words)):
                    continue
                for more, last in self.heads(colon):
                    yield (
                        Clause(((),), head.when or more.when, head.per or more.per, head.pay + more.pay),
                        last,
                    )

    def choices(self, at: int) -> Iterator[tuple[tuple[Choice, ...], int]]:
        """Yield what can be chosen among: ``… or …``, ``either …, or …``."""
        for first, end in self.choice(at + self.next(at, "either")):
            yield first, end
            after = end + self.next(end, ",")
            if self.next(after, "or"):
                for rest, last in self.choices(after + 1):
                    yield (*first, *(_again(choice, first[-1]) for choice in rest)), last

    def choice(self, at: int) -> Iterator[tuple[tuple[Choice, ...], int]]:
        """Yield parts that are done one after the other: ``…, and …``, ``…; …``, ``…, then …``."""
        for first, end in self.statement(at):
            yield first, end
            after = end + self.next(end, ",", ";")
            after += self.next(after, "and", "then")
            after += self.next(after, "then")
            if after > end:
                so = self.so(after)
                for rest, last in self.choice(so or after):
                    if len(first) == len(rest) == 1:
                        more = _after(rest[0], first[0])
                        yield ((*first[0], *(_so(more) if so else more)),), last

    def so(self, at: int) -> int:
        """Return the place after ``if so`` or ``if you do``; 0 where neither stands."""
        part = self.words[at : at + 3]
        words = 2 if part[:2] == ("if", "so") else 3 if part == ("if", "you", "do") else 0
        return at + words + self.next(at + words, ",") if words else 0

    def statement(self, at: int) -> Iterator[tuple[tuple[Choice, ...], int]]:
        """Yield one thing done to somebody, which may name several goods to choose among."""
        for phrase, effect in self.dialect.phrases.items():
            for _, end in self.match(_template(phrase), at):
                yield (read_effect(effect)[0].choices if effect else ((),)), end
        for kind, template in _SENTENCES:
            for values, end in self.match(template, at):
                yield from self.riders(_parts(kind, values, self.dialect), end)

    def riders(self, choices: tuple[Choice, ...], at: int) -> Iterator[tuple[tuple[Choice, ...], int]]:
        """Yield a statement with what follows it: past what, and how long."""
        for rider, template in _RIDERS:
            for _, end in self.match(template, at):
                fitted = tuple(tuple(self.with_rider(part, rider) for part in choice) for choice in choices)
                yield from self.riders(fitted, end)
        for only, end in self.condition(at):
            yield from self.riders(tuple(_only(choice, only) for choice in choices), end)
        yield choices, at

    def condition(self, at: int) -> Iterator[tuple[If, int]]:
        """Yield on what condition: ``if Odin has 3 Health or less``, ``with no Armor``."""
        for of, start in self.owners(at):
            for figure in self.dialect.figures:
                called = tuple(words_of(self.dialect.named.get(figure, figure)))
                if self.next(start, "no") and self.words[start + 1 : start + 1 + len(called)] == called:
                    yield If(figure, 0, of=of), start + 1 + len(called)
                for n, end in self.number(start):
                    last = end + len(called)
                    said = self.words[end:last] == called and self.next(last, "or")
                    if said and self.next(last + 1, "less", "fewer", "more"):
                        yield If(figure, n, self.words[last + 1] != "more", of), last + 2

    def owners(self, at: int) -> Iterator[tuple[str, int]]:
        """Yield whose figure a condition asks for: ``with``, ``if it has``, ``if Odin has``."""
        if self.next(at, "with"):
            yield "", at + 1
        for word, *_, end in self.noun(at + 1) if self.next(at, "if") else ():
            if word in (SELF, IT) and self.next(end, "has", "have"):
                yield SELF if word == SELF else "", end + 1

    def with_rider(self, part: EffectPart, rider: str) -> EffectPart:
        """Return a part that goes past something, or lasts; AP are for this turn without saying so."""
        if rider in PAST:
            return replace(part, past=rider)
        return part if part.kind == "ap" else replace(part, lasts=rider)

    def match(self, template: Template, at: int) -> Iterator[tuple[Values, int]]:
        """Yield the values of the slots of a template that stands at a place."""
        if not template:
            yield (), at
            return
        optional, words = template[0]
        for values, end in self.run(words, at):
            for more, last in self.match(template[1:], end):
                yield values + more, last
        if optional:
            empty = (None,) * sum(word in SLOTS for word in words)
            for more, last in self.match(template[1:], at):
                yield empty + more, last

    def run(self, words: tuple[str, ...], at: int) -> Iterator[tuple[Values, int]]:
        self.tries += 1
        if self.tries > MOST_TRIES:
            raise _TooLong
        if not words:
            yield (), at
        elif words[0] in SLOTS:
            if (words[0], at) not in self.slots:
                self.slots[words[0], at] = list(dict.fromkeys(SLOTS[words[0]](self, at)))
            for value, end in self.slots[words[0], at]:
                for more, last in self.run(words[1:], end):
                    yield (value, *more), last
        elif at < len(self.words) and self.words[at] in words[0].split("|"):
            yield from self.run(words[1:], at + 1)

    def next(self, at: int, *words: str) -> int:
        """Return 1 if one of these words stands at a place, else 0."""
        return int(at < len(self.words) and self.words[at] in words)

    def after(self, phrases: Iterable[tuple[str, ...]], at: int) -> Iterator[int]:
        """Yield the place after each phrase that stands at a place."""
        return (at + len(words) for words in phrases if self.words[at : at + len(words)] == words)

    # -- slots ----------------------------------------------------------------------------------------------

    def number(self, at: int) -> Iterator[tuple[int, int]]:
        """Yield a whole number: ``3``, ``three``, ``a``."""
        if at < len(self.words):
            word = self.words[at]
            if word.isascii() and word.isdecimal() and len(word) < 3 and int(word):
                yield int(word), at + 1
            elif word in NUMBERS:
                yield NUMBERS[word], at + 1

    def amount(self, at: int) -> Iterator[tuple[Amount, int]]:
        """Yield an amount: ``3``, ``4 + 1 per level token``, ``2 + attack``, ``all``."""
        if self.next(at, "all"):
            yield Amount(1, "all"), at + 1
        for of, template in _MORE:
            for _, end in self.match(template, at):
                yield Amount(0, of), end
        for n, end in self.number(at):
            if self.next(end, "+"):
                yield from ((Amount(n, more.of), last) for more, last in self.amount(end + 1) if not more.n)
            yield Amount(n), end

    def steps(self, at: int) -> Iterator[tuple[Amount, int]]:
        """Yield a distance: ``2 hexes``."""
        for n, end in self.amount(at):
            if self.next(end, *STEP):
                yield n, end + 1

    def goods(self, at: int) -> Iterator[tuple[Goods, int]]:
        """Yield what is gained or lost: ``1 Armor``, ``1 Armor or 1 Attack``, ``all Poison and Disable``."""
        sign = -1 if self.next(at, "−", "-") else 1
        for unsigned, start in self.amount(at + self.next(at, "+", "−", "-")):
            n, start = unsigned.times(sign), start + self.next(start, *PRONOUNS)
            for kind in GOODS:
                names = (self.dialect.named.get(kind, kind), self.dialect.paid.get(kind) or kind)
                for end in self.after(dict.fromkeys(tuple(words_of(name)) for name in names), start):
                    yield Goods(((n, kind),)), end
                    for link in ("and", "or"):
                        if self.next(end, link):
                            yield from self.more_goods(n, kind, link, end + 1)

    def more_goods(self, n: Amount, kind: str, link: str, at: int) -> Iterator[tuple[Goods, int]]:
        for more, end in self.goods(at):
            if more.link in ("", link):
                yield Goods(((n, kind), *more.each), link), end
        if n.of == "all":  # all Poison and Disable
            for other in GOODS:
                if self.next(at, other):
                    yield Goods(((n, kind), (n, other)), link), at + 1

    def named(self) -> Iterator[tuple[str, int]]:
        """Yield all that is named in the sentence, the longest noun at each place, and how many."""
        at = 0
        while at < len(self.words):
            nouns = sorted(self.noun(at), key=lambda noun: noun[-1])
            if nouns:
                word, many, _, _, at = nouns[-1]
                yield word, many
            else:
                at += 1

    def everybody(self, at: int) -> Iterator[tuple[tuple[Whom, ...], int]]:
        """Yield targets: one group, or ``Freyr and one of your gods next to him``."""
        for first, end in self.whom(at):
            yield (first,), end
            if self.next(end, "and") and any(many >= 0 for _, many, *_ in self.noun(end + 1)):
                for other, last in self.whom(end + 1):
                    yield (first, other), last

    def whom(self, at: int) -> Iterator[tuple[Whom, int]]:
        """Yield one group of targets, with how far they are."""
        for words, many, up_to, another, end in self.who(at):
            group = Whom(words, bare(many), up_to, another=another)
            if another or words in ((SELF,), (IT,)):
                yield group, end
            if words in ((SELF,), (IT,)):
                continue
            for reach, last in self.reaches(end):
                yield replace(group, reach=reach), last
            for _, last in self.match(_TOGETHER, end):
                yield replace(group, together=True), last
            yield group, end

    def who(self, at: int) -> Iterator[Listed]:
        """Yield several words for targets: ``an enemy god, architecture or trap``."""
        if at not in self.lists:
            self.lists[at] = [*dict.fromkeys(self.listed(at))]
        yield from self.lists[at]

    def listed(self, at: int) -> Iterator[Listed]:
        for word, many, up_to, another, end in self.noun(at):
            yield (word,), many, up_to, another, end
            for link in self.links(end, many):
                for more, n, _, _, last in self.who(link):
                    if word not in more and (n == many or n < 0):
                        yield (word, *more), many, up_to, another, last

    def links(self, at: int, many: int) -> Iterator[int]:
        """Yield the places after ``or``, ``, or under``, or a comma in a list."""
        comma = at + self.next(at, ",")
        if self.next(comma, "or") or (many in (0, SEVERAL) and self.next(comma, "and")):
            yield comma + 1 + self.next(comma + 1, "on", "under", "to", "at")
        elif comma > at:
            yield comma

    def noun(self, at: int) -> Iterator[Noun]:
        """Yield a word of the language, how many of it, if fewer will do, if another one, and the place
        after.
        """
        if at >= len(self.words):
            return
        if self.words[at].startswith("@"):
            yield self.words[at][1:].replace("-", " "), 1, False, False, at + 1
        for end in self.after(_MYSELF, at):
            yield SELF, 1, False, False, end
        if self.next(at, *PRONOUNS):
            yield IT, 1, False, False, at + 1
        yield from self.counted(at)

    def counted(self, at: int) -> Iterator[Noun]:
        """Yield what a game calls its targets, with a word that counts them or without one."""
        for many, up_to, another, start in self.how_many(at):
            for length in self.lengths:
                word, several = self.nouns.get(self.words[start : start + length], ("", 0))
                if word and (many is None or several < 0):
                    yield word, several if many is None else many, up_to, another, start + length

    def how_many(self, at: int) -> Iterator[tuple[int | None, bool, bool, int]]:
        """Yield how many a noun stands for, None where no word says so."""
        yield None, False, False, at
        for length in (3, 2, 1):
            if counted := _COUNTS.get(self.words[at : at + length]):
                yield (*counted, at + length)

    def reaches(self, at: int) -> Iterator[tuple[Reach, int]]:
        """Yield how far somebody is: ``next to Thor``, ``within 3 hexes of one of your gods``."""
        at += self.next(at, ",")
        for start in self.after(_THERE, at):
            for how, template in _REACHES:
                for values, end in self.match(template, start):
                    reach = _reach(how, values)
                    yield reach, end + self.next(end, ",")
                    yield reach, end

    def origin(self, at: int) -> Iterator[tuple[str, int]]:
        """Yield the start of a distance."""
        if self.words[at : at + 2] == ("the", "target"):
            yield TARGET, at + 2
        for word, many, _, _, end in self.noun(at):
            if many in (1, ONE_OF):
                yield word, end

    def places(self, at: int) -> Iterator[tuple[tuple[Reach, ...], int]]:
        """Yield where somebody is put: ``an empty hex next to Asgard or on an empty central hex``."""
        for how, template in _PLACES:
            for values, end in self.match(template, at):
                place = _reach(how, values)
                yield (place,), end
                if self.next(end, "or"):
                    for more, last in self.places(end + 1 + self.next(end + 1, "on")):
                        yield (place, *more), last


SLOTS: Mapping[str, Callable[[SentenceParser, int], Iterator[tuple[object, int]]]] = {
    "{n}": SentenceParser.amount,
    "{steps}": SentenceParser.steps,
    "{goods}": SentenceParser.goods,
    "{whom}": SentenceParser.everybody,
    "{of}": SentenceParser.origin,
    "{to}": SentenceParser.places,
}
"""The search for each slot."""


# -- what is made of them -----------------------------------------------------------------------------------


def _head(word: str, values: Values) -> Clause | None:
    """Return a clause that says when, how often or for what; None where the price cannot be paid."""
    if word == "token":
        return Clause(((),), pay=(Pay("token"),))
    if word == "pay":
        goods = next(value for value in values if isinstance(value, Goods))
        paid = tuple(Pay(kind, n.n) for n, kind in goods.each)
        return None if goods.link == "or" else Clause(((),), pay=paid)
    return Clause(((),), per=word) if word in PERS else Clause(((),), when=word)


def _reach(how: str, values: Values) -> Reach:
    """Return a reach; from oneself where the text says oneself."""
    n = next((value.n for value in values if isinstance(value, Amount)), 0)
    origin = next((value for value in values if isinstance(value, str)), "")
    return Reach(how, n, {SELF: "", IT: "", TARGET: IT}.get(origin, origin))


def _parts(kind: str, values: Values, dialect: Dialect) -> tuple[Choice, ...]:
    """Return the choices that a sentence of a kind gives, for the values of its slots."""
    sign, kind = (-1 if kind.startswith("lose ") else 1), kind.removeprefix("lose ")
    groups: tuple[Whom | None, ...] = (None,)
    each: Sequence[tuple[Amount | None, str]] = [(None, kind)]
    link, to = "", tuple[Reach, ...]()
    for value in values:
        match value:
            case Goods():
                link, each = value.link, value.times(sign)
            case Amount():
                each = [(value.times(sign), kind)]
            case tuple() if isinstance(value[0], Whom):
                groups = value
            case tuple():
                to = value
    parts = [tuple(_part(what, n, whom, to, dialect) for whom in groups) for n, what in each]
    return tuple(parts) if link == "or" else (tuple(chain.from_iterable(parts)),)


def _part(
    kind: str, n: Amount | None, whom: Whom | None, to: tuple[Reach, ...], dialect: Dialect
) -> EffectPart:
    """Return a part, without oneself where it is done to nobody."""
    can = dialect.kinds.get(kind) or dialect.standing.get(kind, ())
    unnamed = _unnamed(kind, n, can)
    if whom is None or (whom.words == (SELF,) and SELF not in can and not unnamed.words):
        whom = unnamed
    return EffectPart(kind, n, whom, to)


def _unnamed(kind: str, n: Amount | None, can: tuple[str, ...]) -> Whom:
    """Return who is meant where nobody is named: nobody, oneself who gains, or else the one before."""
    if not can or "" in can:
        return Whom()
    gains = kind == "place" or (kind in GOODS and n is not None and n.n > 0)
    return Whom((SELF if SELF in can and gains else IT,))


def _is_it(whom: Whom) -> bool:
    return whom.words == (IT,)


def _after(parts: Choice, before: Choice) -> Choice:
    """Return parts that follow others: nobody named is the one before, who is oneself if that was so."""
    last = next((part.whom for part in reversed(before) if part.whom.words), Whom())
    mine = last.words == (SELF,)
    return tuple(replace(part, whom=Whom((SELF,))) if mine and _is_it(part.whom) else part for part in parts)


def _only(choice: Choice, only: If) -> Choice:
    """Return a choice of which every part is done on one condition."""
    mine = ((), (SELF,))
    return tuple(
        replace(part, only=replace(only, of="") if part.whom.words in mine else only) for part in choice
    )


def _so(choice: Choice) -> Choice:
    """Return a choice that is done only where what stands before it was."""
    return (replace(choice[0], so=True), *choice[1:])


def _again(choice: Choice, before: Choice) -> Choice:
    """Return a choice in whose place ``it`` is who the choice before it names."""
    last = next((part.whom for part in reversed(before) if part.whom.words), Whom())
    if choice and _is_it(choice[0].whom):
        return (replace(choice[0], whom=last), *choice[1:])
    return choice


def add_clause(clauses: list[Clause], clause: Clause) -> list[Clause]:
    """Add a clause to those before; what happens at the same time is done one after the other."""
    for n, before in enumerate(clauses):
        if before.when == clause.when and len(before.choices) == len(clause.choices) == 1:
            pay = (*before.pay, *clause.pay)
            both = replace(before, choices=((*before.choices[0], *clause.choices[0]),), pay=pay)
            return [*clauses[:n], both, *clauses[n + 1 :]]
    return [*clauses, clause]
