"""The fields of a form: what each is called, and of which rows it is made."""

from collections.abc import Mapping
from typing import Any

from companion.boxes.form.board import AREA, PIECE, SPACE, STONES, YES
from companion.boxes.form.values import (
    THROWN,
    Field,
    names,
    number_within,
    pairs,
    players,
    put_unless_range,
    range_end,
    seats,
    sentences,
    shown_sentences,
    shown_truth,
    shown_unless_range,
    steps,
    throw,
    thrown,
    truth,
    whole,
    within,
)
from companion.words import message

HIDDEN, DOES = "hidden while {value}", "does {value}"
"""How these are said where a row is told in a line."""
COUNTS = tuple((str(number), str(number)) for number in range(1, 9))
REFILLS = (("", "never"), ("turn", "every turn"), ("round", "every round"))
LASTS = (("", "the whole game"), ("turn", "a turn"))
EACH = (("", "once a game"), ("round", "every round"))
WHOSE = (("", "each has their own"), ("table", "all have it together"))
ORDERS = (
    ("", "one after the other"),
    ("together", "all at once"),
    ("one", "one for all: the player who begins"),
    ("any time", "anybody, at any time"),
)
WINS = (("", "most points"), ("least", "fewest"))
PARTS = (*ORDERS[:3], ("aside", "only where something leads there"))
THROWS = (("", "nothing"), ("die", "a die of six"), ("coin", "a coin"))

FIRST = (("", "the same seat"), ("passes", "the next one each time"))

TOP = (
    Field("name", "Name", wide=True),
    Field("least", "Players, from", "", *players(0), COUNTS),
    Field("most", "to", "", *players(1), COUNTS),
    Field("order", "Who plays", "", *within("turns", "order"), ORDERS, table="turns", wide=True),
    Field("rounds", "Rounds", "", *within("turns", "rounds"), table="turns"),
    Field("until", "Until (points)", "", *number_within("turns", "until"), table="turns", number=True),
    Field("first", "Who deals or begins", "", *within("turns", "first"), FIRST, table="turns"),
    Field("wins", "Who wins", "", *within("score", "wins"), WINS, table="score"),
)
TEAMS = (("", "each for themselves"), ("pairs", "pairs, seats opposite"), ("all", "all together"))
TURNS = (
    Field("seats", "Seats, in their order", "colours, if left out", put=seats, wide=True),
    Field("teams", "Who plays together", "", *within("turns", "teams"), TEAMS, table="turns"),
    Field("round", "A round is called", "Round, if left out", *within("turns", "round"), table="turns"),
    Field(
        "by",
        "Next is who has most of",
        "such as −way, for the hindmost",
        *within("turns", "by"),
        table="turns",
    ),
    Field(
        "score",
        "Points",
        "a formula, if not the sum of the lines",
        *within("score", "points"),
        table="score",
    ),
)
WORDS = (
    Field("blurb", "In a line", wide=True),
    Field("goal", "What one plays for", wide=True),
    Field("turn", "What a turn is", wide=True),
    Field("source", "Where its rules are from", wide=True),
)
LINE = (
    Field("name", "Line"),
    Field("from", "From", "", *range_end("least"), number=True),
    Field("to", "to", "", *range_end("most"), number=True),
    Field(
        "points",
        "Other points",
        "numbers in steps, some numbers, or = a formula",
        shown_unless_range,
        put_unless_range,
        usual=("0..100 by 5", "0, 5, 10, 25", "= towns + roads"),
        told="{value}",
    ),
    Field("hint", "How it is counted", "small words under it", told="{value}"),
    Field("worth", "Adds to the score", "if not its number: 2 × towns, or 0", told="counts {value}"),
    Field("each", "Written", choices=EACH),
    Field("during", "In the phase", "its key, where there are some", told="in {value}"),
    Field("hidden", "Hidden while", "left: until all have written; 1: to the end", told=HIDDEN),
    Field("strong", "Stands out, as a sum", "", shown_truth, truth, YES),
)
COUNTER = (
    Field("name", "Counter"),
    Field("start", "Begins at"),
    Field("change", "Steps one taps", "such as −5, −1, 1, 5", put=steps, told="by {value}"),
    Field("most", "Goes up to", "99, if left out; or a formula", put=whole),
    Field("least", "and down to", "0, if left out; or a formula", put=whole),
    Field("of", "Whose", choices=WHOSE),
    Field("refill", "Filled again", "", choices=REFILLS),
    Field("stops", "Stops at its ends", "else what goes beyond is refused", shown_truth, truth, YES),
    Field("hidden", "Hidden while", "1: to the end; not open: until a counter says so", told=HIDDEN),
)
PHASE = (
    Field("name", "Phase"),
    Field("order", "Who acts", choices=PARTS),
    Field("when", "Only when", "left out of a round unless this holds", told="when {value}"),
)
TIMER = (
    Field("name", "Clock"),
    Field("seconds", "Seconds", "none: it counts up"),
    Field("words", "What happens at its end", wide=True, told="{value}"),
    Field("each", "Lasts", choices=LASTS),
    Field("of", "Whose", choices=WHOSE),
    Field("gains", "Seconds more for a turn", told="and {value}"),
    Field("does", "At its end", "such as lose; or strikes += 1", shown_sentences, sentences, told=DOES),
    Field("then", "and then", choices=(("", "the turn goes on"), ("next", "the turn passes"))),
    Field("waits", "Stands at the start of a turn", "", shown_truth, truth, YES),
)
VERB = (
    Field("title", "Button"),
    Field("does", "What it does", "such as gold −= 3; sheds += 1", shown_sentences, sentences),
    Field("words", "In a sentence", wide=True, told="{value}"),
    Field(
        "throws",
        "It throws",
        "in formulas it is thrown; heads are 1",
        thrown,
        throw,
        THROWS,
        inner=("asks", THROWN),
    ),
    Field("then", "and then", "next, stay, or a phase", told="then {value}"),
    Field("during", "In the phases", "any, if left out", put=names, told="in {value}"),
)
RULE = (
    Field("words", "Rule", wide=True),
    Field("when", "Happens when", "such as life == 0"),
    Field("does", "and does", "out, win, lose, end; or gold += 1", shown_sentences, sentences, told=DOES),
    Field("of", "Judges", "the keys of buttons or lines", put=names, told="judges {value}"),
    Field("needs", "which need", "such as gold >= 3", told="needs {value}"),
    Field("why", "else it says", "with numbers in braces: You have {gold}."),
)
OPTION = (
    Field("title", "Option"),
    Field(
        "choices",
        "Choices",
        "each with its number: Short = 5, Long = 10",
        *pairs(" =", ",", True),
        inner=("choices",),
    ),
    Field("usual", "The usual one", "one of the choices", told="usually {value}"),
)
TABLE = (Field("numbers", "Numbers", "from the 0th on: 0, 1, 3, 6, 10", put=steps),)
GROUPS: Mapping[str, tuple[Field, ...]] = {
    "options": OPTION,
    "tables": TABLE,
    "lines": LINE,
    "counters": COUNTER,
    "phases": PHASE,
    "spaces": SPACE,
    "areas": AREA,
    "pieces": PIECE,
    "stones": STONES,
    "timers": TIMER,
    "verbs": VERB,
    "rules": RULE,
}
NEW: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "options": ("option", {"title": "Option", "choices": {"no": 0, "yes": 1}, "usual": "no"}),
    "tables": ("table", {}),
    "lines": ("line", {"points": "0..50"}),
    "counters": ("counter", {"start": "0", "change": [-1, 1]}),
    "phases": ("phase", {}),
    "spaces": ("space", {"holds": 1}),
    "areas": ("area", {}),
    "pieces": ("piece", {"letter": "o", "count": 4}),
    "stones": ("stone", {"on": {"plain": "4"}}),
    "timers": ("timer", {"seconds": "60", "words": message("When its time is up, the turn is over.")}),
    "verbs": ("button", {"words": message("What one does with it.")}),
    "rules": ("rule", {"words": message("What everybody keeps to.")}),
}
"""What a new row of a group is called, and holds."""
FLAT = ("tables", "areas")
"""Groups whose rows are no tables of their own."""
KEYED = ("spaces", *FLAT)
"""Groups whose rows have no name besides their key."""
