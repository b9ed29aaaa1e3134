"""Promises about what is declared, shown and written: moments, names, rules, endings and sittings."""

import re
from itertools import islice
from typing import Any

from companion.check.common import Broken, blame, holds, is_box, last_told, names_in, promise, random_play
from companion.kernel import transcript
from companion.kernel.action import Words, legal, nouns
from companion.kernel.features import Figures, Pointing
from companion.kernel.game import Game
from companion.kernel.opening import Opening
from companion.kernel.sittings import sittings
from companion.kernel.state import State
from companion.words import listed

SHORT = 128
"""So many characters are read at a glance."""


def writes(game: Game[Any], opening: Opening) -> None:
    """Names of answers can stand in a transcript: no comma, quote, plus sign or line end in them."""
    state = game.setup(opening)
    for kind in game.kinds:
        if any(isinstance(noun, Words) for noun in nouns(kind).values()):
            continue
        for action in islice(legal((kind,), state, state.to_act), 200):
            for name in names_in(action):
                allowed = name and not re.search(r'[,"\n]| \+ ', name)
                promise(allowed, f"“{name}” cannot stand in a transcript.")


def shows(game: Game[Any], opening: Opening, seed: int = 3) -> None:
    """Every moment can be shown: phase, each seat's panel, what is at stake, and a board within its frame."""
    states = [game.setup(opening), *(state for _, state in random_play(game, opening, seed))]
    for state in states:
        view = game.view(state)
        promise(view.phase, "A moment is shown without saying what is going on.")
        promise({panel.seat for panel in view.panels} == {*opening.seats}, "A seat is shown no panel.")
        _at_stake(game, state)
    for picture in filter(
        None, (view.picture, *(game[Pointing].board_of(states[-1], seat) for seat in opening.seats))
    ):
        for cell in picture.cells:
            for x, y in cell.outline:
                inside = -1e-9 <= x <= picture.width + 1e-9 and -1e-9 <= y <= picture.height + 1e-9
                promise(inside, f"{cell.space} lies outside the board's frame.")
    promise(game[Figures].numbers(states) is not None, "The finished table has no figures.")


def _at_stake(game: Game[Any], state: State) -> None:
    """Require that everything at stake is tracked or a space of the board, and that somebody is asked."""
    if not state.candidates:
        return
    lines, picture = last_told(state), game.view(state).picture
    promise(state.to_act and not state.over, f"After {lines} something is at stake, and nobody is asked.")
    there = {*game.things(state), *(cell.space for cell in (picture.cells if picture else ()))}
    for name in state.candidates:
        promise(
            name in there,
            f"After {lines} “{name}” is at stake; a thing that is tracked, or a space of the board, "
            "would be right.",
        )


def declares(game: Game[Any]) -> None:
    """Options, rules, verbs and endings name one another rightly, and all explain themselves."""
    options = {"", *(option.key for option in game.table_options)}
    for option in game.options:
        switched = option.rule in ("", *game.rules)
        promise(switched, f"{option.key} switches no rule “{option.rule}”.")
        choices = [choice.name for choice in option.choices]
        promise(option.default in choices, f"{option.key} is usually “{option.default}”, which is no choice.")
    for key, rule in game.rules.items():
        said = {"words": rule.words, "section": rule.section, "where": rule.where}
        lacks = [name for name, text in said.items() if not text]
        promise(not lacks, f"The rule {key} lacks its {listed(lacks)}.")
        promise(rule.option in options, f"{key} is switched by no option “{rule.option}”.")
    for kind in game.kinds:
        promise(kind.__doc__ and kind.title, f"{kind.__name__} does not say what it is; give it a docstring.")
    teaches(game)
    for ending in game.endings:
        promise(ending in game.rules, f"The game can end by “{ending}”, which is no rule.")


def teaches(game: Game[Any]) -> None:
    """The lesson says the goal and a turn, shortly, and its steps name verbs and rules there are."""
    lesson = game.rules.lesson
    place = "at the top of the box" if is_box(game) else "under [lesson] in rules.toml"
    for words, what in ((lesson.goal, "goal"), (lesson.turn, "turn")):
        promise(words, f"There is no {what}; say it as “{what}” {place}.")
        promise(
            len(words) <= SHORT, f"The {what} has {len(words)} characters; {SHORT} can be read at a glance."
        )
    promise(lesson.steps, "rules.toml does not say how a turn goes; put [[lesson.steps]] under [lesson].")
    for step in lesson.steps:
        step_name = f"The step “{step.title or step.words}”"
        promise(
            len(step.words) <= SHORT, f"{step_name} has {len(step.words)} characters; {SHORT} would be right."
        )
        promise(
            step.title or step.verbs, f"{step_name} has neither a title nor a verb whose title it could have."
        )
        for verb in step.verbs:
            promise(game.kind(verb), f"{step_name} names “{verb}”, which is no verb.")
        for key in step.rules:
            promise(key in game.rules, f"{step_name} rests on “{key}”, which is no rule.")


def played(game: Game[Any]) -> None:
    """Its played sittings hold line by line, and together show every ending and number of players."""
    ends: set[tuple[str, int]] = set()
    players: set[int] = set()
    for name, text in sittings(game).items():
        try:
            table = transcript.read(text, {game.key: game})
        except transcript.UnreadableTranscript as no:
            blame(game, no, f"played/{name}, line {no.line}")
            raise Broken(f"played/{name}: {no}") from no
        holds(game, table.state)
        for step in table.log:
            _at_stake(game, step.state)
        players.add(len(table.opening.seats))
        if table.state.over:
            ends.add((table.state.over.rule, len(table.state.over.winners)))
        again = transcript.read(transcript.write(table), {game.key: game})
        promise(again.state == table.state, f"played/{name}: written again it leads elsewhere.")
    wanted = {(rule, winners) for rule, counts in game.endings.items() for winners in counts}
    for rule, winners in sorted(wanted - ends):
        raise Broken(f"No sitting in played/ ends by “{rule}” with {winners} winners.")
    promise(
        players >= {*game.players}, f"No sitting in played/ has {sorted({*game.players} - players)} players."
    )
