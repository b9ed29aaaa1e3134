"""How many taps a played game costs on a phone: counted from what the phone asks, shows and says."""

from collections.abc import Iterator
from typing import Any

from companion.kernel.action import Kind, draft, nouns, refusal
from companion.kernel.asking import Ask, only_ways
from companion.kernel.features import Pointing
from companion.kernel.game import Game
from companion.kernel.journal import Entry
from companion.kernel.judge import Whole, judge, shown_first
from companion.web.inspected import STRIKE
from tests.sittings import sitting_table

Given = dict[str, Any]


def _listed(answer: Any) -> list[str]:
    return [answer] if isinstance(answer, str) else list(answer)


def _rest(game: Game[Any], state: Any, kind: Kind[Any], entry: Entry, given: Given) -> int:
    """Return the taps that finish a sentence: an answer each, a number two, and the confirmation."""
    taps, wanted = 0, {field: _listed(answer) for field, answer in entry.answers.items()}
    while True:
        asked = judge(kind, state, entry.seat, given).next
        if isinstance(asked, Whole):
            return taps + shown_first(game, state, asked)
        assert isinstance(asked, Ask)
        taps += 2 if asked.number else 1
        left = wanted.get(asked.field, [])[len(asked.chosen) :]
        given = given | {asked.field: [*asked.chosen, *left[:1]]}
        if not left:
            return taps


def _begun(game: Game[Any], state: Any, kind: Kind[Any], entry: Entry) -> Iterator[tuple[int, Given]]:
    """Yield each way to begin a sentence: its taps, and what is answered then."""
    kinds = [one for one in game.kinds if not (one.anytime or one.by_hand)]
    able = [one for one in kinds if refusal(state, draft(one, entry.seat, {})) is None]
    yield (0 if able == [kind] and nouns(kind) else 1), {}
    wanted = {field: _listed(answer) for field, answer in entry.answers.items()}
    for verb, given in game[Pointing].starts(state, entry.seat).values():
        meant = all(wanted.get(field, [])[:1] == _listed(answer)[:1] for field, answer in given.items())
        if verb == kind.verb and meant and refusal(state, draft(kind, entry.seat, given)) is None:
            yield 1, dict(given)
    asked = judge(kind, state, entry.seat, {}).next if able == [kind] else None
    for name, (field, by) in only_ways(asked, state).items() if isinstance(asked, Ask) else ():
        if wanted == {asked.field: [by], field: [name]}:
            yield 1, wanted
    first, *others = [*nouns(kind), ""]
    if able != [kind] and kind in able and getattr(nouns(kind).get(first), "in_dock", False):
        yield 1, {first: wanted[first][:1]}
    if (
        len(wanted.get(first, ())) == 1
        and others[0]
        and _lit(game, state, kind, able, entry, wanted[first][0])
    ):
        yield 1, {first: wanted[first]}


def _lit(game: Game[Any], state: Any, kind: Kind[Any], able: list[Any], entry: Entry, thing: str) -> bool:
    """True if a look at a thing lights the second answer, and no verb that comes first lights it as well."""
    if not (game[Pointing].spaces(state, thing) or any(thing in it.now(state) for it in game.tracked)):
        return False
    for one in sorted(able, key=lambda it: (not it.at_once, it.icon == STRIKE)):
        field = next(iter(nouns(one)), "")
        try:
            asked = judge(one, state, entry.seat, {field: [thing]}).next
        except Exception:  # this thing does not answer this verb
            continue
        if isinstance(asked, Ask):
            wanted = _listed(entry.answers.get(asked.field, []))[:1] if one is kind else []
            lights = {space for it in asked.allowed for space in game[Pointing].spaces(state, it.name)}
            meant = {space for it in wanted for space in game[Pointing].spaces(state, it)}
            if one is kind:
                return bool(meant) and meant <= lights
            second = _listed(entry.answers.get([*nouns(kind)][1], []))[:1]
            if any(set(game[Pointing].spaces(state, it)) & lights for it in second):
                return False
    return False


def taps(key: str, played: str) -> int:
    """Return the taps of a whole played game."""
    table = sitting_table(key, played)
    state, total = table.start, 0
    for step in table.log:
        kind = table.game.kind(step.entry.verb)
        ways = _begun(table.game, state, kind, step.entry) if kind else iter(())
        total += min((n + _rest(table.game, state, kind, step.entry, given) for n, given in ways), default=1)
        state = step.state
    return total
