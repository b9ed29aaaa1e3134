"""A thing on the board looked at: what it is, what it can do, and where each of that would lead."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from companion.kernel.action import Kind, nouns
from companion.kernel.asking import Ask, ask
from companion.kernel.judge import settled
from companion.kernel.rulebook import Refusal
from companion.web.questions import OWN, answer_of, with_question
from companion.web.shown import Answer, Inspected
from companion.web.view_model import TablePage

WAYS = 3
"""So many verbs glow on a board, each in its own way."""


def with_inspected(t: TablePage, thing: str) -> TablePage | None:
    """The table with a thing on the board looked at; None where there is no such thing.

    What it can do at once glows, each verb in a way of its own: a tap there answers the second question too.
    A mere space with one thing to do asks about that at once.
    """
    now = t.game.things(t.state).get(thing, "")
    card = next((card for panel in t.view.panels for card in panel.cards if card.thing == thing), None)
    if not now and card is None:
        return None
    verbs = t.dock.verbs_with(thing)
    able = [kind for verb in verbs if not verb.refusal and (kind := t.game.kind(verb.kind))]
    if len(able) == 1 and card is None:
        return with_question(t, able[0], {next(iter(nouns(able[0]))): [thing]})
    able.sort(key=lambda kind: not kind.at_once)
    reach = t.game.reach(t.state, thing)
    why = f"{t.url}/why?{urlencode({'thing': thing})}"
    it = Inspected(thing, now, card, verbs, reach, why, t.dock.set_by_hand(thing))
    return _second_answers(t, able, it)


def _second_answers(t: TablePage, verbs: Sequence[Kind[Any]], it: Inspected) -> TablePage:
    """The look with what glows: each space leads to the address that answers a verb's second question too.

    A space that none of them reaches says why the first does not.
    """
    if not verbs:
        return replace(t, inspected=it)
    glow, say, ways, prices = dict[str, str](), dict[str, str](), dict[str, int](), dict[str, str]()
    lit, forbidden = dict[str, int](), list[Answer]()
    pieces, partners = t.picture.pieces if t.picture else (), t.state.partners(t.acting)
    own = {piece.thing for piece in pieces if piece.seat in partners}
    for kind in verbs:
        first = next(iter(nouns(kind)))
        try:
            next_ = ask(kind, t.state, t.acting, {first: [it.thing]})
            if isinstance(next_, Ask) and next_.only and not t.game.spaces(t.state, next_.only.name):
                next_, _ = settled(kind, t.state, t.acting, {first: [it.thing]})
        except Refusal:
            continue
        if not isinstance(next_, Ask) or len(lit) == WAYS:
            continue
        for option in next_.allowed:
            href = t.href(kind.verb, [(first, it.thing), (next_.field, option.name)])
            spaces = [space for space in t.game.spaces(t.state, option.name) if space not in glow]
            mine = option.name in own and any(not other.refusal for other in t.dock.verbs_with(option.name))
            if not spaces or mine:
                continue  # a tap there looks at that one of one's own instead
            way = lit.setdefault(kind.verb, len(lit))
            say[href] = t.at_once(kind, href)
            glow.update(dict.fromkeys(spaces, href))
            foreign = option.name not in own
            ways.update(dict.fromkeys(spaces, way if foreign else WAYS - 1))
            prices.update({} if foreign else dict.fromkeys(spaces, OWN))
        if [*lit] == [kind.verb]:
            forbidden = [answer_of(t, kind, next_.field, [], option, {}) for option in next_.forbidden]
    dim = {space: no for no in forbidden for space in no.spaces[:1] if space not in glow}
    it = replace(it, lit=lit, forbidden=tuple(dim.values()))
    dims = dict.fromkeys(dim, "")
    return replace(t, inspected=it, glow=glow, say=say, ways=ways, prices=prices, dim=dims)
