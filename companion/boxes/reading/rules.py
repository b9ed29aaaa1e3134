"""The rules of a box, which refuse or happen, and how it is counted who has won."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.boxes.definition.formula import Here, function
from companion.boxes.definition.judging import judging
from companion.boxes.definition.model import ROWS, Happening, Need
from companion.boxes.definition.schema import Ask
from companion.boxes.definition.things import in_figures
from companion.boxes.play.actions import CHANGE, DONE, FILLED, BoxAction
from companion.boxes.play.state import ENDS
from companion.boxes.reading import work
from companion.boxes.reading.generators import generated
from companion.boxes.reading.hidden import once_open, secrets
from companion.boxes.reading.reader import ALL, Reader
from companion.boxes.reading.verbs import reads, statements
from companion.kernel.rulebook import TABLE
from companion.kernel.schema import nearest
from companion.kernel.toml import Path
from companion.words import ForAuthor, Text, filled

PAGE = 31
"""So many rows of a pad a page holds, on A4 and on letter paper."""
SEARCHED = 200_000
"""The most steps for all searches of a page, which look for how what is begun can be finished: shared out
evenly to the verbs, or to the answers of a question."""
BROUGHT = (FILLED, CHANGE, DONE, "end", "first")
"""The rules that a box gets by itself."""


def rules(reader: Reader) -> None:
    """Every rule: what refuses, what happens, what the table sees to."""
    box, parts = reader.box, reader.parts
    happenings = []
    for key, rule in box.rules.items():
        cited, path = key.replace("_", "-"), ("rules", key)
        if cited in TABLE or cited in BROUGHT:
            reader.no(path, f"“{key}” is a rule that every table has; choose another key.")
        if rule.needs is not None:
            _need(reader, path, key)
        elif rule.of or rule.why:
            reader.no(path, f"the rule “{key}” has no teeth: give it “needs”, or leave “of” and “why” out.")
        if (rule.when is None) != (not rule.does):
            reader.no(path, f"the rule “{key}” happens with both “when” and “does”.")
        if rule.when is not None:
            does = statements(reader, (*path, "does"), rule.does)
            when = reader.formula((*path, "when"), rule.when)
            late = bool(re.search(r"\bstuck\b", rule.when))
            reader.spend(path, work.FIRES, work.times(parts, (*path, "when")))
            happenings.append(Happening(cited, when, does, rule.after, late, secrets(reader, path)))
    reader.happenings = tuple(happenings)
    _judged(reader)


def _judged(reader: Reader) -> None:
    """Note for each verb when its rules can be judged, and its generators of legal answers."""
    box, parts = reader.box, reader.parts
    kinds = {kind.key: kind for kind in reader.kinds if issubclass(kind, BoxAction)}
    for key, kind in kinds.items():
        reader.judging[key] = judging(box.verbs[key].asks, reader.needs.get(key, ()), kind.does)
    searched = sum(not judged.free[0] for judged in reader.judging.values())
    for key, judged in reader.judging.items():
        asks = [searched, *(work.listed(parts, ask) for ask in box.verbs[key].asks.values())]
        budgets = tuple([SEARCHED // max(1, many) for many in asks])
        reader.judging[key] = replace(judged, budgets=budgets)
        if not reader.faults:
            reader.judging[key] = generated(reader, kinds[key])


def _need(reader: Reader, path: Path, key: str) -> None:
    """A rule with teeth, for each line and verb that it judges."""
    rule, parts = reader.box.rules[key], reader.parts
    assert rule.needs
    if not rule.of:
        reader.no(path, f"the rule “{key}” judges nothing. Name a verb or a line in “of”.")
    for n, judged in enumerate(rule.of):
        if judged not in reader.box.verbs and judged not in parts.things.written:
            names = [*reader.box.verbs, *parts.things.written]
            reader.no(
                (*path, "of", n),
                f"“{judged}” is neither a verb nor a written line; {nearest(judged, names)}",
            )
            continue
        asks = reader.box.verbs[judged].asks if judged in reader.box.verbs else None
        source = reader.source((*path, "needs"), rule.needs, asks)
        steps = reader.spent
        why, words = _why(reader, (*path, "why"), rule.why or rule.words, asks)
        read = reads(rule.needs, asks or ())
        need = Need(key.replace("_", "-"), function(source), why, read, steps + words)
        reader.conditions.setdefault(judged, []).append((source, read))
        reader.needs[judged] = (*reader.needs.get(judged, ()), need)
        reader.costs[judged] = reader.costs.get(judged, 1) + steps


def questions(reader: Reader) -> None:
    """Note each question whose answers are too much work to judge, as a page judges all that it lists."""
    parts = reader.parts
    for key, judged in reader.judging.items():
        for (name, ask), stage in zip(reader.box.verbs[key].asks.items(), judged.whole[1:], strict=True):
            _listed(reader, ("verbs", key, "asks", name), work.listed(parts, ask), stage.judged + stage.done)
    for key in reader.needs.keys() & parts.things.written.keys():
        points = parts.things.written[key].points
        answers = len(points) if isinstance(points, tuple) else work.in_range(str(points))
        _listed(reader, ("lines", key, "points"), answers, reader.costs[key])


def _listed(reader: Reader, path: Path, answers: int, steps: int) -> None:
    """Note a question with so many answers, each of them judged in so many steps, where that is too much."""
    if reader.all_spent <= ALL < (whole := reader.all_spent + answers * steps):
        reader.no(
            path,
            f"{answers:,} answers are judged in {steps:,} steps each. With it a page takes {whole:,} steps, "
            f"and {ALL:,} are the most; fewer answers or lighter rules would be right.",
        )


def _why(
    reader: Reader, path: Path, text: str, asks: Mapping[str, Ask] | None
) -> tuple[Callable[[Here], Text], int]:
    """Return the words for a moment, with numbers, as what stands in braces is a formula; and their steps."""
    template, formulas = with_numbers(text)
    numbers, steps = dict[str, Callable[[Here], int]](), 0
    for name, formula in formulas.items():
        numbers[name] = reader.formula(path, formula, asks)
        steps += reader.spent

    def why(here: Here) -> Text:
        return filled(template, {name: _figure(number(here)) for name, number in numbers.items()})

    return why, steps


def _figure(number: int) -> int | str:
    """Return a number as it is shown; one from 0 on is one by which a language chooses its words."""
    return number if number >= 0 else in_figures(number)


def with_numbers(text: str) -> tuple[str, dict[str, str]]:
    """Return a refusal as a sentence with named numbers, ``You have {n1}.``, and the formula of each."""
    template, *parts = re.split(r"\{([^{}]*)\}", text if text.endswith((".", "!")) else f"{text}.")
    formulas = dict[str, str]()
    for part, after in zip(parts[::2], parts[1::2], strict=True):
        name = f"n{len(formulas) + 1}"
        template += f"{{{name}}}{after}"
        formulas[name] = part
    return template, formulas


def score(reader: Reader) -> None:
    """Points, ties, who is next in turn and how many rounds there are."""
    score, parts, turns = reader.box.score, reader.parts, reader.box.turns
    if score.points is not None:
        reader.points_of = reader.formula(("score", "points"), score.points)
    reader.ties = tuple(reader.formula(("score", "ties", n), text) for n, text in enumerate(score.ties))
    _rows(reader)
    if parts.things.by_round and not _has_an_end(reader):
        why = "rounds have an end: say how many in “rounds” of [turns], or “until” how many points."
        reader.no(("lines", parts.things.by_round[0]), why)
    if turns.until is not None and parts.hides:
        reader.no(("turns", "until"), "points that are hidden cannot end the game; “rounds” would be right.")
    if turns.by is not None:
        by = reader.formula(("turns", "by"), turns.by)
        reader.next_by = once_open(reader, ("turns", "by"), turns.by, by)
    if turns.rounds is not None:
        reader.rounds_of = reader.formula(("turns", "rounds"), turns.rounds)


def _has_an_end(reader: Reader) -> bool:
    """True if rounds, points or a rule end the game."""
    turns, rules = reader.box.turns, reader.box.rules.values()
    by_rule = any(text.split()[0] in ENDS for rule in rules for text in rule.does)
    return by_rule or (turns.rounds, turns.until) != (None, None)


def _rows(reader: Reader) -> None:
    """A row for each game, and all others, have room on a page."""
    rows, parts = reader.box.score.rows, reader.parts
    others = 1 + sum(line.each == "game" for line in parts.box.lines.values())
    others += ROWS * bool(parts.things.by_round)
    if rows and rows + others > PAGE:
        room: ForAuthor = f"at most {PAGE - others} would be right" if others < PAGE else "none has room"
        reader.no(("score", "rows"), f"a page holds {PAGE} rows and the pad has {others} others; {room}.")
