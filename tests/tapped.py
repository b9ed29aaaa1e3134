"""How many taps a played game costs on a phone: counted from what the phone asks, shows and says."""

from collections.abc import Iterator
from typing import Any, NamedTuple
from urllib.parse import quote_plus

from companion.kernel.action import Kind, draft, nouns, refusal
from companion.kernel.asking import Ask, only_ways
from companion.kernel.features import Pointing
from companion.kernel.game import Game
from companion.kernel.journal import Entry, Step
from companion.kernel.judge import Whole, judge, shown_first
from companion.web.inspection import STRIKE
from tests.sittings import sitting_table

Given = dict[str, Any]
SHOWN = "form.ask button.big, .board a.glow"
"""The button that says what is shown first, and its place on the board."""


class Tap(NamedTuple):
    """A tap of a deed: the address of its page, below the table's, and the address or button tapped there."""

    page: str
    on: str
    """Empty for what is in sight wherever the board is, and for a number."""
    taps: int = 1


Way = list[Tap]


def _listed(answer: Any) -> list[str]:
    return [answer] if isinstance(answer, str) else list(answer)


def _address(kind: Kind[Any], answers: Given) -> str:
    pairs = ((field, name) for field in nouns(kind) for name in _listed(answers.get(field, [])))
    query = "&".join(f"{field}={quote_plus(name)}" for field, name in pairs)
    return f"/do/{kind.verb}?{query}" if query else f"/do/{kind.verb}"


def _rest(game: Game[Any], state: Any, kind: Kind[Any], entry: Entry, answers: Given) -> Way:
    """Return the taps that finish a sentence: an answer each, a number two, and the confirmation."""
    way, wanted = Way(), {field: _listed(answer) for field, answer in entry.answers.items()}
    while True:
        question, page = judge(kind, state, entry.seat, answers).next, _address(kind, answers)
        if isinstance(question, Whole):
            return [*way, Tap(page, SHOWN)] if shown_first(game, state, question) else way
        assert isinstance(question, Ask)
        left = wanted.get(question.field, [])[len(question.chosen) :]
        answers = answers | {question.field: [*question.chosen, *left[:1]]}
        way.append(Tap(page, "", 2) if question.number else Tap(page, _address(kind, answers)))
        if not left:
            return way


def _begun(game: Game[Any], state: Any, kind: Kind[Any], entry: Entry) -> Iterator[tuple[Way, Given]]:
    """Yield each way to begin a sentence: its taps, and what is answered then."""
    kinds = [one for one in game.kinds if not (one.anytime or one.by_hand)]
    able = [one for one in kinds if refusal(state, draft(one, entry.seat, {})) is None]
    yield ([] if able == [kind] and nouns(kind) else [Tap("", _address(kind, {}))]), {}
    wanted = {field: _listed(answer) for field, answer in entry.answers.items()}
    on_board = [Tap("", "")]
    for verb, given in game[Pointing].starts(state, entry.seat).values():
        meant = all(wanted.get(field, [])[:1] == _listed(answer)[:1] for field, answer in given.items())
        if verb == kind.verb and meant and refusal(state, draft(kind, entry.seat, given)) is None:
            yield on_board, dict(given)
    question = judge(kind, state, entry.seat, {}).next if able == [kind] else None
    for name, (field, by) in only_ways(question, state).items() if isinstance(question, Ask) else ():
        if wanted == {question.field: [by], field: [name]}:
            yield on_board, wanted
    first, *others = [*nouns(kind), ""]
    if able != [kind] and kind in able and getattr(nouns(kind).get(first), "in_dock", False):
        begun: Given = {first: wanted[first][:1]}
        yield [Tap("", _address(kind, begun))], begun
    if (
        len(wanted.get(first, ())) == 1
        and others[0]
        and _lit(game, state, kind, able, entry, wanted[first][0])
    ):
        yield on_board, {first: wanted[first]}


def _lit(game: Game[Any], state: Any, kind: Kind[Any], able: list[Any], entry: Entry, thing: str) -> bool:
    """True if a look at a thing lights the second answer, and no verb that comes first lights it as well."""
    if not (game[Pointing].spaces(state, thing) or any(thing in it.now(state) for it in game.tracked)):
        return False
    for one in sorted(able, key=lambda it: (not it.at_once, it.icon == STRIKE)):
        field = next(iter(nouns(one)), "")
        try:
            question = judge(one, state, entry.seat, {field: [thing]}).next
        except Exception:  # this thing does not answer this verb
            continue
        if isinstance(question, Ask):
            wanted = _listed(entry.answers.get(question.field, []))[:1] if one is kind else []
            lights = {space for it in question.allowed for space in game[Pointing].spaces(state, it.name)}
            meant = {space for it in wanted for space in game[Pointing].spaces(state, it)}
            if one is kind:
                return bool(meant) and meant <= lights
            second = _listed(entry.answers.get([*nouns(kind)][1], []))[:1]
            if any(set(game[Pointing].spaces(state, it)) & lights for it in second):
                return False
    return False


def ways(game: Game[Any], state: Any, entry: Entry) -> list[Way]:
    """Return the shortest ways to say an entry, by taps; none for what no verb says."""
    if (kind := game.kind(entry.verb)) is None:
        return []
    result = [
        [*way, *_rest(game, state, kind, entry, given)] for way, given in _begun(game, state, kind, entry)
    ]
    return [way for way in result if counted(way) == min(map(counted, result))]


def counted(way: Way) -> int:
    """Return the taps of a way."""
    return sum(tap.taps for tap in way)


def deeds(key: str, played: str) -> Iterator[tuple[Step[Any], list[Way]]]:
    """Yield each entry of a whole played game with the shortest ways to say it."""
    table = sitting_table(key, played)
    state = table.start
    for step in table.log:
        yield step, ways(table.game, state, step.entry)
        state = step.state


def taps(key: str, played: str) -> int:
    """Return the taps of a whole played game."""
    return sum(counted(result[0]) if result else 1 for _, result in deeds(key, played))
