"""The models of *How to play*: the goal, a turn as steps with moves of played sittings, and a search in the
rules."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup, escape

from companion.kernel import transcript
from companion.kernel.game import TABLE_VERBS, Game
from companion.kernel.journal import Table, sentence
from companion.kernel.rulebook import TABLE, Rule, TurnStep
from companion.kernel.sittings import sittings
from companion.web import figures
from companion.web.figures import Figure
from companion.words import Text, joined


@dataclass(frozen=True)
class Example:
    """A move of a played sitting: who said what, and what the hands did."""

    seat: str
    sentence: Text
    told: Text
    figure: Figure


@dataclass(frozen=True)
class StepShown:
    """A step of a turn: its title, what it costs, how it goes, its rules, and a move that shows it."""

    title: str
    cost: str
    icon: str
    words: str
    rules: tuple[Rule, ...]
    example: Example | None


def shown(game: Game[Any], step: TurnStep, example: Example | None = None) -> StepShown:
    """A step with what its verb says of itself."""
    kind = next(filter(None, map(game.kind, step.verbs)), None)
    return StepShown(
        step.title or (kind.title if kind else ""),
        step.cost or (str(kind.cost) if kind else ""),
        kind.icon if kind and kind.icon else "hand",
        step.words,
        tuple(game.rules[key] for key in step.rules if key in game.rules),
        example,
    )


_kept: dict[str, tuple[Game[Any], list[StepShown]]] = {}


def steps(game: Game[Any]) -> list[StepShown]:
    """A turn's steps, each with a move of a played sitting; looked for once."""
    cached = _kept.get(game.key)
    if cached is None or cached[0] is not game:
        examples, result = _examples(game), []
        for step in game.rules.lesson.steps:
            example = next(filter(None, map(examples.get, step.verbs)), None)
            result.append(shown(game, step, example))
        cached = _kept[game.key] = game, result
    return cached[1]


def endings(game: Game[Any]) -> tuple[Rule, ...]:
    """The rules by which it ends, but those of every table."""
    return tuple(game.rules[key] for key in game.endings if key in game.rules and key not in TABLE)


def _examples(game: Game[Any]) -> dict[str, Example]:
    """Verb to the first move with it that a board shows, in sittings as they are usually played."""
    wanted = {verb for step in game.rules.lesson.steps for verb in step.verbs}
    result: dict[str, Example] = {}
    for table in sorted(_played(game), key=lambda table: _unusual(game, table)):
        if wanted <= result.keys():
            break
        for verb, example in _moves(table, wanted - result.keys()):
            result.setdefault(verb, example)
    return result


def _played(game: Game[Any]) -> Iterator[Table[Any]]:
    for text in sittings(game).values():
        try:
            yield transcript.read(text, {game.key: game})
        except transcript.UnreadableTranscript:
            continue


def _unusual(game: Game[Any], table: Table[Any]) -> tuple[bool, int, int]:
    opening = table.opening
    other = [o for o in game.options if not o.chance and opening.options[o.key] != o.default]
    return opening.cards is not None, len(other), len(opening.seats)


def _moves(table: Table[Any], verbs: set[str]) -> Iterator[tuple[str, Example]]:
    game, left = table.game, set(verbs)
    before = table.start
    for step in table.log:
        entry = step.entry
        if entry.verb in left and entry.verb not in TABLE_VERBS:
            figure = figures.moved(game.view(before), game.view(step.state), step.told, entry.seat)
            if figure:
                left.discard(entry.verb)
                sentences = joined([told.text for told in step.told if not told.aside][:3], " ")
                yield entry.verb, Example(entry.seat, sentence(game, entry), sentences, figure)
        if not left:
            return
        before = step.state


# ---- looking a rule up

LONGEST = 60
"""So many characters are looked for."""


@dataclass(frozen=True)
class Found:
    """A rule that holds all the words one looks for, with them marked."""

    rule: Rule
    words: Markup
    reading: Markup


def look_up(game: Game[Any], query: str) -> list[Found]:
    """The rules that hold every one of these words, or a word that begins so; in reading order."""
    words = re.findall(r"\w+", query[:LONGEST].casefold())
    starts = [re.compile(rf"\b{re.escape(word)}", re.IGNORECASE) for word in words]
    result = []
    for rule in game.rules.values():
        text = f"{rule.section} {rule.words} {rule.reading}"
        if starts and all(start.search(text) for start in starts):
            result.append(Found(rule, _marked(rule.words, words), _marked(rule.reading, words)))
    return result


def _marked(text: str, words: Sequence[str]) -> Markup:
    either = re.compile(rf"\b(?:{'|'.join(map(re.escape, words))})\w*", re.IGNORECASE)
    parts, at = [], 0
    for hit in either.finditer(text):
        parts += [escape(text[at : hit.start()]), Markup("<mark>"), escape(hit[0]), Markup("</mark>")]
        at = hit.end()
    return Markup("").join([*parts, escape(text[at:])])
