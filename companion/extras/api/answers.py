"""Answers for programs: sessions, proposals and verdicts as plain data."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from itertools import islice
from random import Random
from typing import Any

from companion.kernel.action import Action, Noun, Words, draft, face, legal, nouns, play, refusal, written
from companion.kernel.asking import Ask
from companion.kernel.features import Figures
from companion.kernel.foresight import finished, foresight, foresights, may_finish, thread_time
from companion.kernel.game import Game
from companion.kernel.journal import Step, sentence
from companion.kernel.judge import Proposal, Whole, by_field, shown_first
from companion.kernel.rulebook import Refusal
from companion.kernel.simulate import in_season
from companion.kernel.spoken import LENGTHS, spoken
from companion.kernel.state import Told
from companion.kernel.view import Counter, Picture
from companion.players.moment import Moment, value
from companion.storage.session import Session
from companion.storage.verdict import Asked, Said, Shown

Data = dict[str, Any]
FORESEEN = 0.05
"""Seconds of the processor's time for what the answers of a question come to."""
LISTED, LISTING = 1_000, 0.3
"""So many whole actions are listed at most, in so many seconds of the processor's time."""


def plain(value: Any) -> Any:
    """Return a value as plain data, without pictures and without what is empty."""
    if isinstance(value, bool | int | float | None):
        return value
    if isinstance(value, str):
        return str(value)
    if isinstance(value, Mapping):
        return {str(key): plain(one) for key, one in value.items()}
    if is_dataclass(value):
        return _parts(value, [field.name for field in fields(value)])
    if names := getattr(value, "_fields", ()):
        return _parts(value, names)
    return [plain(one) for one in value] if isinstance(value, Iterable) else str(value)


def _parts(value: Any, names: Iterable[str]) -> Data:
    """Return the fields of a value without pictures, and without what is empty or hidden."""
    hidden = ("value", "lines") if isinstance(value, Counter) and value.hidden else ()
    parts = {name: getattr(value, name) for name in names if name not in hidden}
    return {
        name: plain(one)
        for name, one in parts.items()
        if not isinstance(one, Picture) and one not in ("", (), None, False)
    }


def typed(value: Any) -> Any:
    """Return the value of a tracked thing as plain data; its ``type`` says what it is, if it is no name."""
    kind = {"type": type(value).__name__.lower()} if is_dataclass(value) else None
    return {**kind, **plain(value)} if kind else plain(value)


def no(refused: Refusal) -> Data:
    """Return a refusal: why, what would be right, and the rule."""
    return {"why": refused.why, "hint": refused.hint, "rule": refused.rule.key}


def seats(session: Session, phone: str) -> list[Data]:
    """Return the seats of a table: who plays each, and whether a phone holds it."""
    mine = session.mine(phone)
    return [
        {
            "seat": chair.seat,
            "player": chair.player,
            "held": bool(chair.phones),
            "mine": chair.seat in mine,
            "computer": chair.plays,
        }
        for chair in session.chairs
    ]


def state(session: Session, phone: str) -> Data:
    """Return a table as a phone sees it: a session without what is hidden from it."""
    table, now = session.table, session.table.state
    request, stop = table.asked, table.stopped
    return {
        "code": session.code,
        "game": table.game.key,
        "n": session.n,
        "options": dict(table.opening.options),
        "seats": seats(session, phone),
        "phase": now.phase_words,
        "to_act": list(now.to_act),
        "at_stake": plain(now.at_stake),
        "over": plain(now.over),
        "things": {str(name): typed(value) for name, value in table.game.values(now).items()},
        "view": plain(session.view),
        "undo": {"entry": table.can_undo, "redo": table.can_redo, "asked": plain(request)},
        "stopped": {"entry": stop.entry.n, **no(stop.refusal)} if stop else None,
        "veiled": session.veiled,
    }


def in_words(session: Session, seat: str) -> Data:
    """Return a table in words, by length, as a seat hears it."""
    mine = (seat,) if seat else ()
    return {length: str(spoken(session.table, session.view, mine, length)) for length in LENGTHS}


def told(lines: Iterable[Told]) -> list[Data]:
    """Return what was told, line by line."""
    return [{"text": line.text, "about": [*line.about], "rule": line.rule} for line in lines]


def entry(game: Game[Any], step: Step[Any], stands: bool) -> Data:
    """Return an entry of a journal, and what it told."""
    one = step.entry
    return {
        "n": one.n,
        "seat": one.seat,
        "verb": one.verb,
        "answers": plain(one.answers),
        "at": one.at,
        "words": sentence(game, one),
        "told": told(step.told),
        "stands": stands,
    }


def journal(session: Session, first: int) -> list[Data]:
    """Return the entries of a sitting from one on."""
    stand = {step.entry.n for step in session.table.standing}
    log = session.table.log[max(0, first - 1) :]
    return [entry(session.table.game, step, step.entry.n in stand) for step in log]


def asks(kind: type[Action[Any]]) -> list[Data]:
    """Return the nouns of a verb: the field of each, and what it asks."""
    return [
        {
            "field": field,
            "ask": noun.ask,
            "words": isinstance(noun, Words),
            "several": isinstance(noun, Noun) and noun.count is not None,
            "chance": _by_chance(noun),
        }
        for field, noun in nouns(kind).items()
    ]


def _by_chance(noun: Any) -> bool:
    return isinstance(noun, Noun) and bool(noun.chance)


def verbs(session: Session, seat: str) -> Iterator[Data]:
    """Yield what a seat can say, each with what forbids it now."""
    game, now = session.table.game, session.table.state
    for kind in game.kinds:
        if not kind.of or seat in kind.of:
            title, cost = face(kind, now, seat)
            refused = refusal(now, draft(kind, seat, {}))
            yield {
                "verb": kind.verb,
                "title": title,
                "cost": cost,
                "anytime": kind.anytime,
                "asks": asks(kind),
                "refused": no(refused) if refused else None,
            }


def actions(session: Session, seat: str) -> Data:
    """Return the whole actions that a seat may do, with what each leads to, and the points after it.

    ``chance`` names the answers that a die or a lot gives: every throw is listed, and no seat chooses one.
    ``worth`` says how good the moment after it is for the seat: 1,000 and more is a game won.
    Verbs that can be said at any time are left out, and those that take words. ``more`` is true where there
    are others still.
    """
    game, now = session.table.game, session.table.state
    points = game[Figures].points
    moment = Moment(game, game.kinds, now, seat, Random())
    was, result = [tracked.now(now) for tracked in game.tracked], list[Data]()
    until, more = thread_time() + LISTING, False
    for action in islice(legal(_without_words(game, now, seat), now, [seat]), LISTED + 1):
        if len(result) == LISTED or thread_time() > until:
            more = True
            break
        try:
            after = play(now, action)
        except Refusal:
            continue
        result.append(
            {
                "verb": action.verb,
                "answers": written(action),
                "chance": [field for field, noun in nouns(type(action)).items() if _by_chance(noun)],
                "foresight": foresight(game.tracked, now, action, was, after),
                "points": dict(points(after)) if points else None,
                "worth": value(moment, after, seat),
            }
        )
    return {"seat": seat, "n": session.n, "actions": result, "more": more}


def _without_words(game: Game[Any], now: Any, seat: str) -> list[type[Action[Any]]]:
    kinds = [kind for kind in in_season(game.kinds, now.phase, seat) if not kind.anytime]
    return [kind for kind in kinds if all(isinstance(noun, Noun) for noun in nouns(kind).values())]


def proposal(session: Session, seat: str, proposed: Proposal[Any]) -> Data:
    """Return a sentence that a seat began: the next question, or what the whole sentence leads to."""
    game, now, next_ = session.table.game, session.table.state, proposed.next
    answer: Data = {
        "seat": seat,
        "verb": proposed.kind.verb,
        "n": session.n,
        "given": by_field(proposed.given),
        "settled": plain(proposed.alone),
        "refused": no(proposed.refusal) if proposed.refusal else None,
        "question": None,
        "sentence": None,
    }
    if isinstance(next_, Whole):
        answer["sentence"] = {
            "answers": written(next_.action),
            "told": told(next_.after.told),
            "foresight": foresight(game.tracked, now, next_.action, after=next_.after),
            "shown_first": shown_first(game, now, next_),
        }
    elif next_:
        answer["question"] = _question(game, now, next_)
    return answer


def _question(game: Game[Any], now: Any, ask: Ask[Any]) -> Data:
    allowed = ask.allowed
    actions = [finished(ask, now, option) for option in allowed] if may_finish(ask) else []
    whole = {n: action for n, action in enumerate(actions) if action}
    words = dict(zip(whole, foresights(game.tracked, now, [*whole.values()], FORESEEN), strict=False))
    return {
        "field": ask.field,
        "ask": ask.noun.ask,
        "chosen": list(ask.chosen),
        "count": ask.count,
        "number": [ask.number.least, ask.number.most] if ask.number else None,
        "words": ask.noun.at_most if isinstance(ask.noun, Words) else 0,
        "chance": _by_chance(ask.noun),
        "options": [
            {
                "name": one.name,
                "price": one.price,
                "rare": one.rare,
                "foresight": words.get(n),
                "refused": no(one.refusal) if one.refusal else None,
            }
            for n, one in enumerate([*allowed, *ask.forbidden])
        ],
    }


def verdict(outcome: Asked | Shown | Said, seat: str, phone: str) -> Data:
    """Return the store's verdict on a sentence that it did not refuse."""
    if isinstance(outcome, Said):
        session = outcome.session.seen_by(phone)
        steps = [step for step in session.table.log if step.entry.n == outcome.n]
        kept = [entry(session.table.game, step, True) for step in steps]
        return {"verdict": "said", "n": outcome.n, "repeated": outcome.repeated, "entry": kept[0]}
    return {"verdict": type(outcome).__name__.lower(), **proposal(outcome.session, seat, outcome.proposal)}
