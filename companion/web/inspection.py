"""A thing on the board looked at: what it is, what it can do, and where each of that would lead."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple
from urllib.parse import urlencode

from companion.kernel.action import Kind, nouns
from companion.kernel.asking import Ask, ask
from companion.kernel.features import Pointing
from companion.kernel.judge import settled
from companion.kernel.rulebook import Refusal
from companion.svg.renderer import Overlay
from companion.web.dock_models import Answer, Inspected
from companion.web.questions import OWN, answer_of, with_question
from companion.web.view_model.board import BoardView
from companion.web.view_model.dock import Dock

WAYS = 3
"""So many verbs glow on a board, each in its own way."""
STRIKE = "sword"
"""The icon of the verbs that strike: they glow the second way, which is drawn as one."""


class _Light(NamedTuple):
    """A space that answers a verb's second question: the address, the way in which it glows, its price."""

    kind: Kind[Any]
    question: Ask[Any]
    href: str
    way: int
    price: str


def with_inspected(dock: Dock, thing: str) -> Dock | None:
    """The table with a thing on the board looked at; None where there is no such thing.

    The spaces of its possible actions glow, each verb in a way of its own: a tap there answers the second
    question too. A mere space with one thing to do asks about that at once.
    """
    now = dock.game.things(dock.state).get(thing, "")
    card = next((card for card in dock.session.view.cards if card.thing == thing), None)
    if not (now or card):
        return None
    verbs = dock.verbs_with(thing)
    able = [kind for verb in verbs if not verb.refusal and (kind := dock.game.kind(verb.kind))]
    if len(able) == 1 and card is None:
        return with_question(dock, able[0], {_first(able[0]): [thing]})
    able.sort(key=lambda kind: (not kind.at_once, kind.icon == STRIKE))
    reach = dock.game[Pointing].reach(dock.state, thing)
    why = f"{dock.phone.url}/why?{urlencode({'thing': thing})}"
    it = Inspected(thing, now, card, verbs, reach, why, dock.set_by_hand(thing))
    return _second_answers(dock, able, it)


def _second_answers(dock: Dock, verbs: Sequence[Kind[Any]], it: Inspected) -> Dock:
    """The look with what glows: each space leads to the address that answers a verb's second question too.

    A space that none of them reaches says why the first does not.
    """
    if not verbs:
        return replace(dock, inspected=it)
    lights, lit = _lights(dock, verbs, it.thing)
    refused = _refused(dock, next(iter(lights.values()))) if lights else ()
    dim = {space: no for no in refused for space in no.spaces[:1] if space not in lights}
    overlay = Overlay(
        glow={space: light.href for space, light in lights.items()},
        say={light.href: dock.phone.at_once(light.kind, light.href) for light in lights.values()},
        ways={space: light.way for space, light in lights.items()},
        prices={space: light.price for space, light in lights.items()},
        dim=dict.fromkeys(dim, ""),
    )
    return replace(dock, inspected=replace(it, lit=lit, forbidden=tuple(dim.values())), lit=overlay)


def _lights(dock: Dock, verbs: Sequence[Kind[Any]], thing: str) -> tuple[dict[str, _Light], dict[str, int]]:
    """Return space to its light, and verb to the way in which its spaces glow."""
    own, lights, lit = _own(dock), dict[str, _Light](), dict[str, int]()
    for kind in verbs:
        question, way = _second_question(dock, kind, thing), len(lit)
        if question is None or way == WAYS:
            continue
        for name, spaces in _spaces(dock, question, own):
            href = dock.phone.href(kind.verb, [(_first(kind), thing), (question.field, name)])
            look = (WAYS - 1, OWN) if name in own else (way, "")
            for space in spaces:
                if space not in lights:
                    lit[kind.verb] = way
                    lights[space] = _Light(kind, question, href, *look)
    return lights, lit


def _refused(dock: Dock, light: _Light) -> Iterator[Answer]:
    """Yield the answers to the question of a light that the rules forbid."""
    for option in light.question.forbidden:
        yield answer_of(dock, light.kind, light.question.field, [], option, {})


def _own(dock: Dock) -> set[str]:
    """Return the things on the board that are one's own."""
    picture, side = BoardView(dock.session, dock.phone).picture, dock.state.partners(dock.phone.acting)
    return {piece.thing for piece in picture.pieces if piece.seat in side} if picture else set()


def _first(kind: Kind[Any]) -> str:
    """Return the field of the first question of a verb."""
    return next(iter(nouns(kind)))


def _second_question(dock: Dock, kind: Kind[Any], thing: str) -> Ask[Any] | None:
    """Return what a verb asks after a thing, past an only answer without a space; None if it asks nothing."""
    answers = {_first(kind): [thing]}
    try:
        next_ = ask(kind, dock.state, dock.phone.acting, answers)
        only = next_.only if isinstance(next_, Ask) else None
        if only and not dock.game[Pointing].spaces(dock.state, only.name):
            next_, _ = settled(kind, dock.state, dock.phone.acting, answers)
    except Refusal:
        return None
    return next_ if isinstance(next_, Ask) else None


def _spaces(dock: Dock, question: Ask[Any], own: Collection[str]) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield each answer with its spaces, without one's own pieces that can act: a tap there looks at them."""
    for option in question.allowed:
        can_act = option.name in own and any(not verb.refusal for verb in dock.verbs_with(option.name))
        if not can_act:
            yield option.name, dock.game[Pointing].spaces(dock.state, option.name)
