"""A half-made action as the phone shows it: the next question, or the finished sentence, or why not."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from companion.kernel.action import Given, Kind, Noun, Words, face, nouns, written
from companion.kernel.asking import Ask, Option, only_ways
from companion.kernel.features import Pointing
from companion.kernel.foresight import finished, foresight, foresights, may_finish
from companion.kernel.judge import Alone, Proposal, Whole, propose
from companion.kernel.rulebook import Refusal
from companion.kernel.view import Card, Picture
from companion.svg.renderer import Overlay
from companion.svg.trail import ahead
from companion.web.dock_models import Answer, FinishedSentence, Pairs, Question, Reason, RefusalShown
from companion.web.view_model.board import BoardView
from companion.web.view_model.dock import Dock
from companion.web.view_model.set_up import SetUp
from companion.words import Text, joined

AT_ONCE, LATER = 0.0005, 0.02
"""Seconds of the processor's time for what answers come to: with the question itself, and when asked for."""
OWN = "yours"
"""The word for what is one's own among others'."""


def foreseen(dock: Dock, kind: Kind[Any], answers: Given, first: int) -> tuple[dict[int, Text], str]:
    """Return what answers of a question come to, by number from ``first`` on, and the address of the rest."""
    proposal = propose(kind, dock.state, dock.phone.acting, answers)
    if proposal.refusal or not isinstance(proposal.next, Ask):
        return {}, ""
    return _foreseen(dock, kind, proposal.next, [*proposal.given], first, LATER)


def _foreseen(
    dock: Dock, kind: Kind[Any], next_: Ask[Any], pairs: Pairs, first: int, seconds: float
) -> tuple[dict[int, Text], str]:
    if not may_finish(next_):
        return {}, ""
    actions = (
        (n, finished(next_, dock.state, option)) for n, option in enumerate(next_.allowed) if n >= first
    )
    whole = {n: action for n, action in actions if action}
    words = foresights(dock.game.tracked, dock.state, [*whole.values()], seconds)
    result = dict(zip(whole, words, strict=False))
    rest = next((n for n in whole if n not in result), None)
    if rest is None:
        return result, ""
    query = [*pairs, ("from", str(rest)), ("n", str(dock.session.n))]
    return result, dock.phone.href(f"{kind.verb}/foresight", query)


def with_proposal(dock: Dock, proposal: Proposal[Any], seconds: float = AT_ONCE) -> Dock:
    """Return the dock with what comes next of an action, and why answers of it were left out.

    The results of answers are foreseen for at most ``seconds`` of the processor's time; the page asks for the
    rest.
    """
    dock = replace(dock, refused=refusal_shown(proposal.refusal) if proposal.refusal else None)
    if isinstance(proposal.next, Whole):
        return _with_sentence(dock, proposal, proposal.next)
    return _with_question(dock, proposal, proposal.next, seconds) if proposal.next else dock


def with_question(dock: Dock, kind: Kind[Any], answers: Given, seconds: float = AT_ONCE) -> Dock:
    """Return the dock with this action's next question, or the whole action, as far as ``answers`` holds."""
    if not dock.phone.acting:
        return dock
    return with_proposal(dock, propose(kind, dock.state, dock.phone.acting, answers), seconds)


def opened(dock: Dock) -> Dock:
    """Return the dock with the question of the only verb that can be said now.

    A verb that cells of the pad say asks nothing here, and none is asked while the table is laid.
    """
    table = dock.session.table
    if table.state.over or table.stopped or table.asked or not dock.my_turn:
        return dock
    if SetUp(dock.session, dock.phone, dock).laying or (kind := _only_verb(dock)) is None:
        return dock
    question = with_question(dock, kind, {})
    return replace(question, question=replace(question.question, opened=True)) if question.question else dock


def _only_verb(dock: Dock) -> Kind[Any] | None:
    """Return the only verb that can be said now, if it asks something, and not on the pad."""
    able = [verb.kind for verb in dock.verbs if not verb.refusal]
    kind = dock.game.kind(able[0]) if len(able) == 1 else None
    return kind if kind and nouns(kind) and kind.verb not in dock.on_pad else None


def refusal_shown(refusal: Refusal, stale: Text = "", undo: int = 0) -> RefusalShown:
    """Return a refusal as the page shows it."""
    return RefusalShown(refusal.why, refusal.hint, refusal.rule, stale, undo)


def _with_question(dock: Dock, proposal: Proposal[Any], next_: Ask[Any], seconds: float) -> Dock:
    kind, by_itself = proposal.kind, proposal.alone
    fields = list(nouns(kind))
    at = fields.index(next_.field)
    earlier = {*fields[:at]} - {*by_itself}
    pairs = [(field, name) for field, name in proposal.given if field in earlier]
    pairs += [(next_.field, name) for name in next_.chosen]
    cards, picture = _cards(dock), BoardView(dock.session, dock.phone).picture
    part, later = _foreseen(dock, kind, next_, pairs, 0, seconds)
    mine = frozenset() if kind.by_hand else _told_apart(dock, next_, picture)
    allowed = tuple(
        answer_of(dock, kind, next_.field, pairs, option, cards, part.get(n, ""), option.name in mine)
        for n, option in enumerate(next_.allowed)
    )
    forbidden = tuple(answer_of(dock, kind, next_.field, pairs, option, cards) for option in next_.forbidden)
    question = Question(
        kind=kind.verb,
        title=face(kind, dock.state, dock.phone.acting)[0],
        ask=next_,
        given=_given(dock, kind, pairs, by_itself),
        allowed=allowed,
        forbidden=forbidden,
        back=_back(dock, kind, pairs),
        hidden=[*dock.phone.base, *pairs],
        foresight=later,
        say=dock.phone.at_once(kind, dock.phone.href(kind.verb, [])),
        reason=_reason(kind, fields[at + 1 :], {}),
        roll=dock.phone.href(f"{kind.verb}/roll", pairs) if _by_chance(next_) else "",
    )
    lit = _lit(dock, kind, question, pairs)
    spaces = _spaces(picture)
    on_board = frozenset(href for space, href in lit.glow.items() if space in spaces)
    return replace(dock, question=replace(question, on_board=on_board), lit=lit)


def _cards(dock: Dock) -> dict[str, Card]:
    """Return the cards in view by their things, and those of the acting seat by their names as well."""
    view = dock.session.view
    own = (panel.cards for panel in view.panels if panel.seat == dock.phone.acting)
    named = {str(card.name).lower(): card for cards in own for card in cards}
    on_shelves = {card.thing: card for shelf in view.shelves for card in shelf.cards}
    return named | on_shelves | {card.thing: card for card in view.cards}


def _lit(dock: Dock, kind: Kind[Any], question: Question, pairs: Pairs) -> Overlay:
    """Return what a question lights on the board, and why its other spaces stay dark."""
    glow: dict[str, str] = {}
    say: dict[str, str] = {}
    ways: dict[str, int] = {}
    prices: dict[str, Text] = {}
    for answer in question.allowed:
        for space in answer.spaces:
            glow.setdefault(space, answer.href)
            say[answer.href] = answer.say
            ways.setdefault(space, 2 * answer.own)
            prices.setdefault(space, joined((answer.price, OWN * answer.own), " · "))
    beyond: dict[str, str] = {}
    for name, (field, by) in only_ways(question.ask, dock.state).items():
        href = dock.phone.href(kind.verb, [*pairs, (question.ask.field, by), (field, name)])
        say[href] = dock.phone.at_once(kind, href)
        for space in dock.game[Pointing].spaces(dock.state, name):
            if space not in glow:
                beyond.setdefault(space, href)
    glow = beyond | glow  # what is asked for lies above a row that it stands in
    dim: dict[str, str] = {}
    for answer in question.forbidden:
        for space in answer.spaces:
            if space not in glow and answer.refusal:
                dim.setdefault(space, answer.refusal.why)
    return Overlay(glow=glow, say=say, ways=ways, dim=dim, prices=prices)


def _spaces(picture: Picture | None) -> set[str]:
    return {cell.space for cell in picture.cells} if picture else set()


def _told_apart(dock: Dock, question: Ask[Any], picture: Picture | None) -> frozenset[str]:
    """Return one's own pieces among the answers, where others' are on offer or forbidden as well; where a
    space is meant, it says itself whose it is."""
    spaces, mine = _spaces(picture), dock.state.partners(dock.phone.acting)
    pieces = picture.pieces if picture else ()
    seats = {piece.thing: piece.seat for piece in pieces if piece.thing not in spaces}
    owner = {option.name: seat for option in question.options if (seat := seats.get(option.name))}
    own = frozenset(name for name, seat in owner.items() if seat in mine)
    return own if len(own) < len(owner) else frozenset()


def _by_chance(question: Ask[Any]) -> bool:
    """True if chance may answer."""
    return isinstance(question.noun, Noun) and question.noun.chance != ""


def _reason(kind: Kind[Any], fields: Sequence[str], said: Mapping[str, Any]) -> Reason | None:
    """Return the reason that may be left out, if its noun comes next; ``said`` is what was said so far."""
    for field in fields[:1]:
        noun = nouns(kind)[field]
        if isinstance(noun, Words) and noun.otherwise:
            words = said.get(field, noun.otherwise)
            return Reason(field, noun.ask, "" if words == noun.otherwise else words, noun.at_most)
    return None


def answered_by_chance(dock: Dock, kind: Kind[Any], answers: Given, chance: Random) -> str:
    """The address of the same question answered by chance; the question's own where chance has no say."""
    proposal = propose(kind, dock.state, dock.phone.acting, answers)
    pairs, next_ = [*proposal.given], proposal.next
    if isinstance(next_, Ask) and _by_chance(next_) and next_.allowed:
        pairs += [(next_.field, chance.choice(next_.allowed).name)]
    return dock.phone.href(kind.verb, pairs)


def answer_of(
    dock: Dock,
    kind: Kind[Any],
    field: str,
    pairs: Pairs,
    option: Option,
    cards: Mapping[str, Card],
    foreseen: Text = "",
    own: bool = False,
) -> Answer:
    """Return an answer as the page shows it."""
    name = option.name
    href = dock.phone.href(kind.verb, [*pairs, (field, name)])
    spaces, label = dock.game[Pointing].spaces(dock.state, name), dock.game[Pointing].label(dock.state, name)
    say = "" if option.refusal else dock.phone.at_once(kind, href)
    card = cards.get(name) or cards.get(name.lower())
    held = name in dock.phone.held
    return Answer(
        name, label, href, option.refusal, spaces, card, option.price, option.rare, foreseen, say, own, held
    )


def _with_sentence(dock: Dock, proposal: Proposal[Any], told: Whole[Any]) -> Dock:
    """Return the dock with a finished action, its target lit: a second tap on it says it."""
    kind, action, after = proposal.kind, told.action, told.after
    pairs = [(field, name) for field, name in proposal.given if field not in proposal.alone]
    answers = written(action)
    reason = next(filter(None, (_reason(kind, [field], answers) for field in answers)), None)
    if reason:
        del answers[reason.field]
    whole = pairs_of(answers)
    spaces = [space for _, name in whole for space in dock.game[Pointing].spaces(dock.state, name)[:1]]
    board = BoardView(dock.session, dock.phone)
    sentence = FinishedSentence(
        kind=kind.verb,
        title=face(kind, dock.state, dock.phone.acting)[0],
        given=_given(dock, kind, pairs, proposal.alone),
        back=_back(dock, kind, pairs),
        hidden=whole,
        preview=tuple(line.text for line in after.told if not line.aside),
        foreseen=foresight(dock.game.tracked, dock.state, action, after=after),
        loses=bool(action.throws_away(dock.state)),
        reason=reason,
        ahead=ahead(
            board.picture,
            board.picture_at(after, dock.game.view(after)),
            after.told,
            dock.phone.acting,
            spaces,
        ),
    )
    href = dock.phone.href(kind.verb, whole)
    lit = Overlay(glow=dict.fromkeys(spaces[-1:], href), say={href: href})
    return replace(dock, sentence=sentence, lit=lit)


def pairs_of(answers: Given) -> Pairs:
    """Return each answer with its field, as an address has them."""
    return [
        (field, name)
        for field, answer in answers.items()
        for name in ([answer] if isinstance(answer, str) else answer)
    ]


def _given(dock: Dock, kind: Kind[Any], pairs: Pairs, by_itself: Alone) -> tuple[tuple[str, Text, str], ...]:
    """Each answer with the address without it, and without what was answered after it."""
    result: list[tuple[str, Text, str]] = []
    for field, noun in nouns(kind).items():
        alone = by_itself.get(field, ())
        result += [(field, dock.game[Pointing].label(dock.state, name), "") for name in alone]
        for at, (answered, name) in enumerate(pairs):
            if answered == field:
                words = name if isinstance(noun, Words) else dock.game[Pointing].label(dock.state, name)
                result.append((field, words, dock.phone.href(kind.verb, _without(pairs, at))))
    return tuple(result)


def _without(pairs: Pairs, at: int) -> Pairs:
    field = pairs[at][0]
    return pairs[:at] + [pair for pair in pairs[at + 1 :] if pair[0] == field]


def _back(dock: Dock, kind: Kind[Any], pairs: Pairs) -> str:
    return dock.phone.href(kind.verb, pairs[:-1]) if pairs else dock.phone.url
