"""Statements: what a verb or a rule does, a movement each: ``gold −= 3``, ``move man to place``, ``out``."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from companion.boxes.definition.expression import WrongFormula
from companion.boxes.definition.formula import Here, Source, function, new_here, spelled
from companion.boxes.definition.model import Parts, Statement
from companion.boxes.definition.naming import where
from companion.boxes.definition.places import GONE, HAND
from companion.boxes.definition.schema import Ask
from companion.boxes.play import dealing, deduction, moving, stones
from companion.boxes.play.counters import within
from companion.boxes.play.points import ended
from companion.boxes.play.state import FIRST_PLAYER, BoxState
from companion.kernel.schema import nearest
from companion.words import Message, joined, message

_KEY = r"([a-z][a-z0-9_]*)"
_SET = re.compile(rf"{_KEY}(?:\[{_KEY}\])?\s*([+−-]?=)(?!=)\s*(.+)", re.DOTALL)
_ENDS = re.compile(r"out|win|lose|end|begin")
_VERBS = "lay|gather|shuffle|move|jump|carry|put|swap|take|out|win|lose|end|begin"
_IF = re.compile(rf"((?:{_VERBS})\b.*?|\w+ lacks .+?) if (.+)", re.DOTALL)
FORMS = (
    "gold −= 3, life[whom] = 0, life[others] −= 1, seeds[pit] = 0, sow seeds from pit along way, "
    "move man to place, jump man to place, put man on place, take man, begin, out, win, lose or end"
)


ANYTHING = frozenset({"anything"})
"""What a formula rests on that is about more than counters."""
OTHERS = "others"
"""In the brackets behind a counter: everybody else who plays."""


Formulas = Callable[[str], Source]
Seats = Mapping[str, Callable[[Here], str]]
"""Key of a question to the seat that its answer names."""
Standing = str | tuple[str, ...]
"""The place of a thing, its number, or the names of what is known of it."""
Change = tuple[str, Standing, Standing]
"""A thing, what it was and what it is."""


def statement(
    text: str, parts: Parts, formulas: Formulas, seats: Seats, asks: Mapping[str, Ask]
) -> Statement:
    """Return the moves of a statement; WrongFormula says what is not right with it."""
    if match := _IF.fullmatch(text.strip()):
        rests = rests_on(parts, asks, match[2])
        return _only_if(statement(match[1], parts, formulas, seats, asks), formulas(match[2]), rests)
    if hands := dealing.hands(text.strip(), parts, lambda words: function(formulas(words)), asks):
        return Statement(hands)
    if moved := moving.statement(text.strip(), parts, asks):
        return moved
    if (match := stones.SET.fullmatch(text.strip())) and match[1] in parts.box.stones:
        there = where(parts, asks, match[2])
        return Statement(stones.setting(parts, match[1], there, match[3], function(formulas(match[4]))))
    if match := stones.SOW.fullmatch(text.strip()):
        return _sow(parts, formulas, asks, match)
    if match := _SET.fullmatch(text.strip()):
        return _set(parts, formulas, seats, asks, *match.groups())
    if _ENDS.fullmatch(text.strip()):
        return _ending(parts, text.strip())
    raise WrongFormula(f"“{text[:60]}” is no statement; one is like {FORMS}.")


def _only_if(one: Statement, when: Source, rests: frozenset[str]) -> Statement:
    holds = function(when)

    def hands(state: BoxState, here: Here, rule: str) -> tuple[BoxState, tuple[str, ...]]:
        return one.hands(state, here, rule) if holds(here) else (state, ())

    possible = one.possible and spelled("possible if holds else 1", holds=when, possible=one.possible)
    return replace(one, hands=hands, possible=possible, rests=one.rests | rests)


def rests_on(parts: Parts, asks: Mapping[str, Ask], text: str) -> frozenset[str]:
    """Return what of a moment a formula rests on: counters; anything, where it is more than these, answers
    and areas."""
    words = {*re.findall(r"[a-z]\w*", text)}
    places = {key for key, ask in asks.items() if ask.place}
    settled = {*asks, *parts.box.pieces, "is_a", "if", "else", "and", "or", "not", "min", "max"}
    if "within" in words and all(one in places for one in re.findall(r"within\(\s*(\w+)", text)):
        settled |= {"within", *parts.places.areas}
    counters = parts.box.counters.keys()
    return frozenset(words & counters) if words <= settled | counters else ANYTHING


def _set(
    parts: Parts,
    formulas: Formulas,
    seats: Seats,
    asks: Mapping[str, Ask],
    key: str,
    whose: str,
    sign: str,
    text: str,
) -> Statement:
    counter = parts.box.counters.get(key)
    if counter is None:
        raise WrongFormula(f"“{key}” is no counter; {nearest(key, parts.box.counters)}")
    if whose and (counter.of == "table" or whose not in (OTHERS, *seats)):
        raise WrongFormula(
            f"“{key}[{whose}]” wants a counter of seats, and “others” or the key of a question for a seat."
        )
    source, names = formulas(text), {seat: parts.things.thing(key, seat) for seat in parts.things.seats}
    value = function(source)

    def things_of(here: Here) -> tuple[str, ...]:
        if not whose:
            return (names[here.seat],)
        if whose != OTHERS:
            return (names[seats[whose](here)],)
        return tuple([names[seat] for seat in here.state.playing if seat != here.seat])

    def hands(state: BoxState, here: Here, rule: str) -> tuple[BoxState, tuple[str, ...]]:
        things, by = things_of(here), value(here)
        for thing in things:
            was = state.numbers[thing]
            now = by if sign == "=" else was + by if sign == "+=" else was - by
            if (now := within(state, thing, key, now, rule)) != was:
                state = state.put(thing, now)
        return state, things

    possible = None
    if parts.things.fixed(key) and not whose:
        least, most = parts.things.bounds[key]
        now = spelled(_NOW[sign], was=spelled("numbers[names[seat]]", names=names), by=source)
        possible = spelled("least <= now <= most", least=least, now=now, most=most)
    return Statement(
        hands,
        refuses=not (counter.stops or (sign == "=" and _always_within(parts, key, text.strip()))),
        possible=possible,
        rests=rests_on(parts, asks, text) | {key},
        touches=frozenset({key}),
    )


def _always_within(parts: Parts, key: str, number: str) -> bool:
    """True if this is a number that a counter can have at any time."""
    least, most = parts.things.bounds[key]
    return parts.things.fixed(key) and number.isdecimal() and least <= int(number) <= most


_NOW = {"=": "by", "+=": "was + by", "−=": "was - by", "-=": "was - by"}
"""The number that a counter has after a statement with this sign."""


def _sow(parts: Parts, formulas: Formulas, asks: Mapping[str, Ask], match: re.Match[str]) -> Statement:
    key, way = match[1], match[3]
    if key not in parts.box.stones:
        raise WrongFormula(f"“{key}” are no stones; {nearest(key, parts.box.stones)}")
    if way not in parts.places.areas:
        raise WrongFormula(f"“{way}” is no area; {nearest(way, parts.places.areas)}")
    skipping = where(parts, asks, match[4]) if match[4] else lambda here: ()
    sowing = stones.Sowing(parts, key, where(parts, asks, match[2]), way, skipping)
    holds_all = parts.box.stones[key].most >= parts.box.stones[key].count
    one = Statement(sowing, possible=moving.ALWAYS if holds_all else None, touches=ANYTHING)
    return _only_if(one, formulas(match[5]), ANYTHING) if match[5] else one


def _ending(parts: Parts, word: str) -> Statement:
    def hands(state: BoxState, here: Here, rule: str) -> tuple[BoxState, tuple[str, ...]]:
        if state.over or here.seat not in state.playing:
            return state, ()
        if word == "end":
            return ended(state, rule), ()
        if word == "begin":
            words = message(
                "{seat} {seat:begins|begin} the next {round:small}.",
                seat=here.seat,
                round=parts.box.turns.round,
            )
            return state.but(begins_next=here.seat).tell(words, FIRST_PLAYER, rule=rule), ()
        side = state.partners(here.seat)
        if word == "win":
            return state.finish(side, rule, message("{seats} {seats:wins|win}.", seats=side)), ()
        if word == "lose" and len(side) == len(state.table):
            return state.finish((), rule, "The game is lost."), ()
        return state.leave(here.seat, rule), ()

    return Statement(hands, ends=True, refuses=False)


def carried_out(
    state: BoxState,
    statements: Sequence[Statement],
    here: Here,
    rule: str,
    sentence: Message | str,
    *,
    fires: bool,
    moved: Message | str = "",
    tells: bool = False,
) -> BoxState:
    """The moment after some statements: what they change is told in one line, then who is out or has won.

    ``moved`` opens that line instead where a piece or card has moved, as the move says what was done. With
    ``tells`` the line says all, and what is counted stands among the sums, as always what is not shown. With
    ``fires`` nothing is told where nothing changes: a rule that happens is silent then. A hidden counter
    counts as touched in any case, as others would see from what is told whether it was changed.
    """
    before, things = state, list[str]()
    for one in statements:
        if not one.ends:
            state, touched = one.hands(state, new_here((state, *here[1:4], state.numbers)), rule)
            things += touched
    if not state.quiet:
        changed = _changed(before, state, things)
        if changed or not fires:
            state = _told(state, changed, here.seat, rule, sentence, moved, tells)
    for one in statements:
        if one.ends and not state.over:
            state, _ = one.hands(state, new_here((state, *here[1:4], state.numbers)), rule)
    return state


def _told(
    state: BoxState,
    changed: Sequence[Change],
    seat: str,
    rule: str,
    sentence: Message | str,
    moved: Message | str,
    tells: bool,
) -> BoxState:
    """The moment in which it is told what has changed."""
    things, about = state.definition.things, [thing for thing, _, _ in changed]
    if moved and not (state.at.keys().isdisjoint(about) and state.cards.keys().isdisjoint(about)):
        sentence = moved
    lines, sums = [sentence], list[Message]()
    aside = state.numbers.keys() if tells else things.unshown
    for thing, was, now in changed:
        if now not in ("", (), was):
            (sums if thing in aside else lines).append(_moved(state, thing, was, now))
    about += things.follow(seat, about)
    state = state.tell(joined(lines, " "), *about, rule=rule)
    return state.tell(joined(sums, " "), *about, aside=True) if sums else state


def _changed(before: BoxState, state: BoxState, things: Sequence[str]) -> list[Change]:
    """Return each thing that changed, what it was and is: what hands move, then what is counted of it."""
    secret = state.definition.secret_counters
    moved, counted = list[Change](), list[Change]()
    for thing in dict.fromkeys(things):
        was, now = _standing(before, thing), _standing(state, thing)
        if was != now or thing in secret:
            (counted if thing in state.numbers else moved).append((thing, was, now))
    return moved + counted


def _moved(state: BoxState, thing: str, was: Standing, now: Standing) -> Message:
    """Return what hands do with a thing, in a sentence; of what is counted, how many there are now."""
    words = "{thing} goes to {now}." if thing in state.cards else "{thing}: {now}."
    if thing in state.at:
        words = "Move {thing} from {was} to {now}."
        if now == GONE:
            words = "Take {thing} off {was}." if was != HAND else "Put {thing} aside."
        elif was in (HAND, GONE, ""):
            words = "Put {thing} on {now}."
        elif now == HAND:
            words = "Take {thing} from {was} back in hand."
    return message(words, thing=thing, was=was, now=now)


def _standing(state: BoxState, thing: str) -> Standing:
    """Return a thing's state; empty for a card that nobody sees, and for what is not there."""
    if thing in state.numbers:
        things, number = state.definition.things, state.numbers[thing]
        return things.in_words(things.worded[thing], number) if thing in things.worded else str(number)
    there = state.at.get(thing) or state.cards.get(thing)
    return there or (deduction.without(state).get(thing, ()) if state.lacks else ())
