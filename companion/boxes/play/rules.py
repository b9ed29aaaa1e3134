"""The rulebook of a box: its own rules, those its verbs bring, and its lesson."""

from companion.boxes.definition.model import Definition
from companion.boxes.definition.rounds import IN_TURN
from companion.boxes.play.actions import CHANGE, DONE, FILLED, Done
from companion.boxes.play.state import ENDS
from companion.boxes.play.timers import CLOCKS
from companion.kernel.rulebook import TABLE, Kept, Lesson, Rule, Rulebook, TurnStep
from companion.words import Message, message

END, FIRST = "end", "first"
SECTION = "Your turn"


def rulebook(definition: Definition) -> Rulebook:
    """Every rule of a box by key."""
    box = definition.box
    rules = {rule.key: rule for rule in (*_own(definition), *_brought(definition))}
    steps = [TurnStep(words=verb.words, verbs=(key.replace("_", "-"),)) for key, verb in box.verbs.items()]
    if definition.things.written:
        words = "Name a line of yours that is open, and what stands there now."
        steps.insert(0, TurnStep(words=words, verbs=("write",)))
    if not steps:
        steps = [TurnStep(words="Name a counter, and by how much it goes up or down.", verbs=("change",))]
    lesson = Lesson(goal=box.goal, turn=box.turn, steps=tuple(steps))
    return Rulebook(box.version, {**rules, **TABLE}, lesson)


def _own(definition: Definition) -> list[Rule]:
    return [
        Rule(
            key.replace("_", "-"), rule.section, rule.words, rule.where, rule.reading,
            kept="refuses" if rule.needs else "happens" if rule.when else "table",
        )
        for key, rule in definition.box.rules.items()
    ]  # fmt: skip


def _brought(definition: Definition) -> list[Rule]:
    box = definition.box
    brought = [_rule(key.replace("_", "-"), verb.words, box.source) for key, verb in box.verbs.items()]
    if definition.things.written:
        brought.append(_rule(FILLED, "Each line of the pad is written once, in its turn.", box.source))
    if definition.things.changes:
        brought.append(_rule(CHANGE, "A counter is changed by its steps, and stays within its ends."))
    if Done in definition.kinds:
        brought.append(_rule(DONE, "A turn lasts until one says that one is done."))
    if box.timers:
        brought.append(
            _rule(
                CLOCKS,
                "Clocks run from when somebody starts them, until somebody stops them. Time that has passed "
                "is not given back where something is taken back.",
            )
        )
        brought += [_rule(key.replace("_", "-"), one.words, box.source) for key, one in box.timers.items()]
    if begins(definition):
        brought.append(
            _rule(FIRST, "The table settles who begins, or leaves it to chance.", option=FIRST, kept="table")
        )
    if ends_by_itself(definition):
        brought.append(_rule(END, box.score.words or str(_end(definition)), box.source, "The end"))
    return brought


def _end(definition: Definition) -> Message:
    """Return when the game is over and who wins, where the box does not say it."""
    score, until = definition.box.score, definition.box.turns.until
    most = score.wins == "most"
    words = "Most {name:small} win; equals share it." if most else "Fewest {name:small} win; equals share it."
    wins = message(words, name=score.name)
    if until:
        over = "After the round in which somebody has {until} points, the game is over. {wins}"
        return message(over, until=until, wins=wins)
    return message("When everything is written, the game is over. {wins}", wins=wins)


def _rule(
    key: str,
    words: str,
    where: str = "house",
    section: str = SECTION,
    option: str = "",
    kept: Kept = "happens",
) -> Rule:
    return Rule(key, section, words, where, "", option, kept)


def begins(definition: Definition) -> bool:
    """True if it is settled who begins."""
    return any(definition.rounds.order[part] == IN_TURN for part in definition.rounds.parts)


def ends_by_itself(definition: Definition) -> bool:
    """True if the game ends with its rounds, by points or with a full pad."""
    turns = definition.box.turns
    if turns.rounds is not None or turns.until is not None:
        return True
    return bool(definition.things.written and not definition.things.by_round)


def endings(definition: Definition) -> dict[str, tuple[int, ...]]:
    """The rules by which it ends, each with the numbers of winners that leaves."""
    side = {"": 1, "pairs": 2, "all": definition.things.players[0]}[definition.box.turns.teams]
    result: dict[str, tuple[int, ...]] = {}
    if ends_by_itself(definition):
        result[END] = (side,)
    winners = dict.fromkeys(ENDS, side)
    if definition.box.turns.teams == "all":
        winners["lose"] = 0
    if not definition.things.counts:
        winners["end"] = definition.things.players[0]
    for key, text in definition.does:
        if (word := text.split()[0]) in winners:
            result[key.replace("_", "-")] = (winners[word],)
    return result
