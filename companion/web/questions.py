"""A half-made action as the phone shows it: the next question, or the finished sentence, or why not."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any
from urllib.parse import urlencode

from companion.kernel.action import (
    Action,
    Ask,
    Kind,
    Noun,
    Option,
    Words,
    ask,
    face,
    nouns,
    play,
    stumbled,
)
from companion.kernel.foresight import finished, foresight, foresights
from companion.kernel.journal import Table, sentence
from companion.kernel.rulebook import Refusal
from companion.kernel.state import State, listed
from companion.kernel.view import Card
from companion.web.view_model import Answer, Inspected, Pairs, Question, RefusalShown, Sentence, TablePage

MANY = 40
"""More answers than this are not looked at."""
AT_ONCE, LATER = 0.0005, 0.02
"""Seconds of the processor's time for what answers come to: with the question itself, and when asked for."""
TOLD = 3
"""So many entries are named when a page was late; the rest is counted."""

Given = Mapping[str, Sequence[str]]


def foreseen(t: TablePage, kind: Kind[Any], given: Given, first: int) -> tuple[dict[int, str], str]:
    """What the answers of a question come to, by number from ``first`` on, and the address of the rest."""
    pairs = _pairs(kind, given)
    try:
        next_ = ask(kind, t.state, t.acting, _folded(pairs))
    except Refusal:
        return {}, ""
    return _foreseen(t, kind, next_, pairs, first, LATER) if isinstance(next_, Ask) else ({}, "")


def _foreseen(
    t: TablePage, kind: Kind[Any], next_: Ask[Any], kept: Pairs, first: int, seconds: float
) -> tuple[dict[int, str], str]:
    made = ((n, finished(next_, t.state, option)) for n, option in enumerate(next_.allowed) if n >= first)
    whole = {n: action for n, action in made if action}
    found = dict(zip(whole, foresights(t.game.tracked, t.state, [*whole.values()], seconds), strict=False))
    rest = next((n for n in whole if n not in found), None)
    if rest is None:
        return found, ""
    return found, t.href(f"{kind.verb}/foresight", [*kept, ("from", str(rest)), ("n", str(t.n))])


def with_question(t: TablePage, kind: Kind[Any], given: Given, seconds: float = AT_ONCE) -> TablePage:
    """The table with this action's next question in the place of the dock.

    Answers that do not hold are dropped from the end, and the page says why. What answers come to is
    foreseen for so many seconds; the page asks for the rest.
    """
    if not t.acting:
        return t
    pairs = _pairs(kind, given)
    refused: RefusalShown | None = None
    while True:
        try:
            next_ = ask(kind, t.state, t.acting, _folded(pairs))
            if isinstance(next_, Ask):
                return _question(t, kind, next_, pairs, refused, seconds)
            return replace(t, sentence=_sentence(t, kind, next_, pairs), refused=refused)
        except Refusal as no:
            refused = refused or refusal_shown(t, no)
            if not pairs:
                return replace(t, refused=refused)
            pairs.pop()


def with_inspected(t: TablePage, thing: str) -> TablePage | None:
    """The table with a thing on the board looked at; None where there is no such thing.

    What it can do at once glows: a tap there answers the second question too.
    """
    now = t.game.things(t.state).get(thing, "")
    card = next((card for panel in t.view.panels for card in panel.cards if card.thing == thing), None)
    if not now and card is None:
        return None
    verbs = t.verbs_with(thing)
    reach = t.game.reach(t.state, thing)
    why = f"{t.url}/why?{urlencode({'thing': thing})}"
    glow = _second_answers(t, [verb.kind for verb in verbs if not verb.refusal], thing)
    return replace(t, inspected=Inspected(thing, now, card, verbs, reach, why), glow=glow)


def _second_answers(t: TablePage, verbs: Sequence[str], thing: str) -> dict[str, str]:
    """Space to the address that answers a verb's second question too, where a thing answers the first."""
    glow: dict[str, str] = {}
    for kind in filter(None, map(t.game.kind, verbs)):
        first = next(iter(nouns(kind)))
        try:
            next_ = ask(kind, t.state, t.acting, {first: [thing]})
        except Refusal:
            continue
        if not isinstance(next_, Ask):
            continue
        for option in next_.allowed:
            if any(not other.refusal for other in t.verbs_with(option.name)):
                continue  # a tap there looks at that one instead
            href = t.href(kind.verb, [(first, thing), (next_.field, option.name)])
            for space in t.game.spaces(t.state, option.name):
                glow.setdefault(space, href)
    return glow


def refusal_shown(t: TablePage, refusal: Refusal, stale: str = "") -> RefusalShown:
    """A refusal with the address of its rule."""
    href = f"/games/{t.game.key}/rules#{refusal.rule.key}"
    return RefusalShown(refusal.why, refusal.hint, refusal.rule, href, stale)


def since(table: Table[Any], seen: int, until: int | None = None) -> str:
    """What was said after entry ``seen`` and before ``until``, in words: ``Demons: Move: Baal, A7``."""
    late = table.log[max(seen, 0) : until]
    said = [f"{step.entry.seat}: {sentence(table.game, step.entry)}" for step in late[-TOLD:]]
    more = len(late) - len(said)
    return "; ".join([f"{more} more", *said] if more > 0 else said)


def _question(
    t: TablePage,
    kind: Kind[Any],
    next_: Ask[Any],
    pairs: Pairs,
    refused: RefusalShown | None,
    seconds: float,
) -> TablePage:
    before = list(nouns(kind))
    earlier = before[: before.index(next_.field)]
    kept = [(field, name) for field, name in pairs if field in earlier]
    kept += [(next_.field, name) for name in next_.chosen]
    lying = [*(shelf.cards for shelf in t.view.shelves), *(panel.cards for panel in t.view.panels)]
    own = (panel.cards for panel in t.view.panels if panel.seat == t.acting)
    cards = {card.name.lower(): card for cards in own for card in cards}
    cards |= {card.thing: card for cards in lying for card in cards}
    found, later = _foreseen(t, kind, next_, kept, 0, seconds)
    allowed = tuple(
        replace(_answer(t, kind, next_.field, kept, option, cards), foreseen=found.get(n, ""))
        for n, option in enumerate(next_.allowed)
    )
    forbidden = tuple(_answer(t, kind, next_.field, kept, option, cards) for option in next_.forbidden)
    question = Question(
        kind=kind.verb,
        title=face(kind, t.state, t.acting)[0],
        ask=next_,
        given=_given(t, kind, kept),
        allowed=allowed,
        forbidden=forbidden,
        back=_back(t, kind, kept),
        count=next_.count,
        chosen=next_.chosen,
        words=isinstance(next_.noun, Words),
        hidden=[*t.base, *kept],
        foresight=later,
        roll=t.href(f"{kind.verb}/roll", kept) if isinstance(next_.noun, Noun) and next_.noun.chance else "",
    )
    glow: dict[str, str] = {}
    prices: dict[str, str] = {}
    dim: dict[str, str] = {}
    for answer in allowed:
        for space in answer.spaces:
            glow.setdefault(space, answer.href)
            prices.setdefault(space, answer.price)
    for answer in forbidden:
        for space in answer.spaces:
            if space not in glow and answer.refusal:
                dim.setdefault(space, answer.refusal.why)
    return replace(t, question=question, glow=glow, dim=dim, prices=prices, refused=refused)


def answered_by_chance(t: TablePage, kind: Kind[Any], given: Given, chance: Random) -> str:
    """The address of the same question answered by chance; the question's own where chance has no say."""
    pairs = _pairs(kind, given)
    try:
        next_ = ask(kind, t.state, t.acting, _folded(pairs))
    except Refusal:
        return t.href(kind.verb, pairs)
    if isinstance(next_, Ask) and isinstance(next_.noun, Noun) and next_.noun.chance and next_.allowed:
        pairs = [*pairs, (next_.field, chance.choice(next_.allowed).name)]
    return t.href(kind.verb, pairs)


def _answer(
    t: TablePage, kind: Kind[Any], field: str, kept: Pairs, option: Option, cards: Mapping[str, Card]
) -> Answer:
    name = option.name
    href = t.href(kind.verb, [*kept, (field, name)])
    spaces, label = t.game.spaces(t.state, name), t.game.label(t.state, name)
    card = cards.get(name) or cards.get(name.lower())
    return Answer(name, label, href, option.refusal, spaces, card, option.price, option.rare)


def _sentence(t: TablePage, kind: Kind[Any], action: Action[Any], pairs: Pairs) -> Sentence:
    preview = tuple(told.text for told in _played(t, action).told)
    title = face(kind, t.state, t.acting)[0]
    words, loses = foresight(t.game.tracked, t.state, action), bool(action.throws_away(t.state))
    return Sentence(
        kind.verb, title, _given(t, kind, pairs), _back(t, kind, pairs), pairs, preview, words, loses
    )


def _pairs(kind: Kind[Any], given: Given) -> Pairs:
    return [(field, name) for field in nouns(kind) for name in given.get(field, ())][:MANY]


def _played(t: TablePage, action: Action[Any]) -> State:
    """The moment after an action that is not said yet; a fault in the game's own code is a refusal."""
    try:
        after: State = play(t.state, action)
        return after
    except Refusal:
        raise
    except Exception as fault:
        raise stumbled(t.state, action.verb, fault) from fault


def _given(t: TablePage, kind: Kind[Any], kept: Pairs) -> tuple[tuple[str, str, str], ...]:
    """Each answer with the address without it, and without what was answered after it."""
    taken = nouns(kind)
    return tuple(
        (
            field,
            name if isinstance(taken[field], Words) else t.game.label(t.state, name),
            t.href(kind.verb, _without(kept, at)),
        )
        for at, (field, name) in enumerate(kept)
    )


def _without(kept: Pairs, at: int) -> Pairs:
    field = kept[at][0]
    return kept[:at] + [pair for pair in kept[at + 1 :] if pair[0] == field]


def _back(t: TablePage, kind: Kind[Any], kept: Pairs) -> str:
    return t.href(kind.verb, kept[:-1]) if kept else t.url


def _folded(pairs: Pairs) -> dict[str, list[str]]:
    given: dict[str, list[str]] = {}
    for field, name in pairs:
        given.setdefault(field, []).append(name)
    return given


def played_after(t: Table[Any], seen: int, n: int) -> str:
    """What to say of a tap that was late, but still allowed."""
    between = t.log[max(seen, 0) : n - 1]
    if not between or seen < 0:
        return ""
    seats = listed(list(dict.fromkeys(step.entry.seat for step in between)))
    return f"Played after {seats}: {since(t, seen, n - 1)}."
