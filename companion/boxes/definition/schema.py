"""The language of a box: every table and key of a ``box.toml``, with what it means.

What a file says is read through these models, so that what does not fit is refused with its line and with
what would be right. ``docs/box-reference.md`` and ``box.schema.json`` are made from them.
"""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from companion.boxes.definition.terms import (
    LIMIT,
    Formula,
    Key,
    Name,
    Players,
    Range,
    Sentence,
    Short,
    Spots,
    Whole,
)
from companion.kernel.schema import Many, Schema, Text


class Option(Schema):
    """Something settled before the first move. In a formula its key is the number of the choice."""

    title: Name
    """What it is called."""
    choices: Annotated[dict[Name, Whole], Field(min_length=2, max_length=12)]
    """Choice to its number."""
    usual: Name
    """The choice that is usual."""


class Line(Schema):
    """A line of the pad, with a cell for each seat: written (``points``), or worked out (``formula``)."""

    name: Name = ""
    """What it is called; its key, if left out."""
    points: Range | Annotated[Many[Whole], Field(min_length=1, max_length=200)] | None = None
    """What can be written: a range such as ``"0..30 by 5"``, whose ends may be formulas, or a list."""
    formula: Formula | None = None
    """What it comes to, where it is worked out; instead of ``points``."""
    worth: Formula | None = None
    """What it adds to the score, where that is not its number: ``"2 × towns"``, or ``"0"`` for a subtotal."""
    each: Literal["game", "round"] = "game"
    """``round`` where it has a cell for every round."""
    during: Key | None = None
    """The phase in which it is written."""
    hidden: Formula | None = None
    """While this holds its own seat alone sees it, as ``"left"`` until everybody has written, ``"1"`` to the
    end, ``"during(bidding)"`` in a phase."""
    hint: Short = ""
    """Small words under it: how it is counted."""
    icon: Key | None = None
    """Its icon."""
    strong: bool = False
    """True for a sum: it stands out on the pad."""


class Counter(Schema):
    """A number that a seat has, or the table: life, gold, a threat, a place on a track."""

    name: Name = ""
    """What it is called; its key, if left out."""
    of: Literal["seat", "table"] = "seat"
    """Whose it is: each seat has its own, or all have it together."""
    start: Formula = "0"
    """Where it begins."""
    least: Whole | Formula = 0
    """How low it goes; a number, or a formula of what the table has."""
    most: Whole | Formula = 99
    """How high it goes: ``"3 + sheds"``. A counter that is above it may stay there, and gets no more."""
    stops: bool = False
    """True where it stops at its ends; else what would go beyond is refused, as what cannot be paid."""
    refill: Literal["", "turn", "round"] = ""
    """When it is set to its start again: ``turn`` makes it the actions of a turn."""
    hidden: Formula | None = None
    """While this holds its own seat alone sees it, as ``"left"`` until everybody has written, ``"1"`` to the
    end, ``"during(bidding)"`` in a phase."""
    change: Many[Annotated[int, Field(ge=-999, le=999)]] = ()
    """By how much anybody whose turn it is may change it, one tap each."""
    icon: Key | None = None
    """Its icon."""
    says: Annotated[Many[Name], Field(max_length=40)] = ()
    """What it stands for, a word for each number from ``least`` to ``most``, as it is shown and set."""
    face: Annotated[int, Field(ge=0, le=6)] = 0
    """The face of the dice that it counts: they are shown as dice, those of all its faces together."""
    shown: bool = True
    """False for what the rules alone remember: it is set by hand and told among the sums."""


class Timer(Schema):
    """A clock that runs while a seat is to act, from when somebody starts the clocks: a chess clock, a sand
    timer. Undo gives no time back."""

    name: Name = ""
    """What it is called; its key, if left out."""
    words: Sentence
    """What happens at its end, in a sentence: the rule by which it does."""
    of: Literal["seat", "table"] = "seat"
    """Whose it is: each seat has its own, or there is one, which always runs."""
    each: Literal["game", "turn"] = "game"
    """``turn`` if it begins again with every turn."""
    waits: bool = False
    """True where the clocks stand at the start of every turn, until they are started."""
    seconds: Formula | None = None
    """How many there are, such as ``"60 × minutes"``; without them it counts up, and has no end."""
    gains: Formula | None = None
    """How many more a seat has whenever it has ended a turn."""
    does: Annotated[Many[Formula], Field(max_length=12)] = ()
    """What happens once somebody has said that its time is up, as a rule's: ``lose``,
    ``out``, ``strikes += 1``."""
    then: Literal["stay", "next"] = "stay"
    """Whether the turn goes on after that, or passes."""


class Phase(Schema):
    """A part of a round."""

    name: Name = ""
    """What it is called; its key, if left out."""
    order: Literal["in turn", "together", "one", "aside"] = "in turn"
    """Whether seats act one after the other or all at once; ``one`` if the seat that begins has the
    phase for itself, until it is done; ``aside`` if only a ``then`` leads there."""
    when: Formula | None = None
    """It is left out of a round unless this holds as it would begin, for the seat that begins the round."""


class Turns(Schema):
    """The order in which the seats act."""

    order: Literal["in turn", "together", "one", "any time"] = "in turn"
    """One seat after the other; all at once, until everybody is done; ``one``: the seat that begins, alone
    until it is done; or anybody at any time."""
    first: Literal["stays", "passes"] = "stays"
    """Whether the same seat begins every round, or the next one."""
    by: Formula | None = None
    """In turn: of those who have yet to act, the seat for which this is most comes next; equals from the
    first player on. ``"−place"`` on a track has the hindmost act first."""
    round: Name = "Round"
    """What a round is called: ``Hole``, ``Evening``."""
    rounds: Formula | None = None
    """How many rounds there are; without it ``until`` or a rule ends the game, or the pad is full."""
    until: Annotated[int, Field(ge=1, le=9_999)] | None = None
    """The game ends after the round in which somebody has so many points. Nothing may be hidden then."""
    teams: Literal["", "pairs", "all"] = ""
    """``pairs`` where the seats opposite play together, ``all`` where everybody does."""


class Ask(Schema):
    """A question of a verb: what may answer it is one of these."""

    ask: Short
    """The question."""
    number: Range | None = None
    """A number from a range, whose ends may be formulas."""
    choice: Annotated[dict[Name, Whole], Field(min_length=2, max_length=40)] | None = None
    """One of some names, each with its number."""
    seat: Literal["any", "other"] | None = None
    """A seat."""
    chance: bool = False
    """True where a ``choice`` is a matter of chance, as a coin's: the phone may throw it."""
    die: Annotated[int, Field(ge=2, le=100)] | None = None
    """What a die of so many sides shows: the phone may throw it."""
    piece: Literal["own", "other", "any"] | None = None
    """A piece on the board."""
    place: bool = False
    """A space of the board."""
    card: Key | None = None
    """A card of this pile. Of the table's that lies face down it is the one that is turned over: chance."""


class Verb(Schema):
    """Something a seat can say."""

    title: Name = ""
    """What stands on its button; its key, if left out."""
    words: Sentence
    """What it is, in a sentence. It is the rule that is cited where it would take more than there is."""
    icon: Key | None = None
    """Its icon."""
    during: Many[Key] = ()
    """The phases in which it is said; any, if left out."""
    asks: Annotated[dict[Key, Ask], Field(max_length=4)] = Field(default_factory=dict)
    """Its questions, in their order."""
    does: Annotated[Many[Formula], Field(max_length=12)] = ()
    """What it does, in order: ``"gold −= 3"``, ``"life[whom] −= points"``, ``"move man to place"``, ``win``.
    One that asks and does nothing is said with one tap."""
    tells: Short = ""
    """How it is told, with its seat and its answers in braces: ``"{seat} bids {number} {face}."`` What is
    counted then stands among the sums."""
    then: Formula = "next"
    """Whose turn it is after it: ``next``, and the seat is done; ``on``, where the turn comes round again, as
    in an auction; ``over``, where the phase is over for all; ``stay``, until one says that one is done;
    ``again``, where one must go on; or a phase: ``"take if rows(place) else next"``."""


class Rule(Schema):
    """A rule in words. With ``needs`` it refuses, with ``when`` it happens; else the table sees to it."""

    words: Sentence
    """The rule in your own words."""
    section: Name = "Play"
    """Its part of the rules page."""
    where: Short = "house"
    """Where the printed rules say it."""
    reading: Sentence = ""
    """How it is understood where they are unclear."""
    of: Many[Key] = ()
    """The verbs, or the lines, that it judges."""
    needs: Formula | None = None
    """What must hold, as it would be with the answer."""
    why: Sentence = ""
    """What is said where it does not hold; in braces what a formula comes to: ``"You have {gold}."``"""
    when: Formula | None = None
    """When it happens, for each seat."""
    after: Literal["anything", "round"] = "anything"
    """Whether that is looked at whenever something was said, or at the end of a round."""
    does: Annotated[Many[Formula], Field(max_length=12)] = ()
    """What happens: as a verb's, and ``out``, ``win``, ``lose`` and ``end``; ``begin``: that seat begins the
    next round."""


class Score(Schema):
    """The points, and how they decide who has won."""

    points: Formula | None = None
    """A seat's points; the sum of all lines, if left out."""
    name: Name = "Points"
    """What they are called."""
    wins: Literal["most", "least"] = "most"
    """Whether most or fewest points win."""
    ties: Annotated[Many[Formula], Field(max_length=4)] = ()
    """What decides between equals, one after the other: more is better."""
    words: Sentence = ""
    """How the game ends and who has won, for the rules page."""
    rows: Annotated[int, Field(ge=0, le=30)] = 0
    """So many empty numbered rows the printed pad has, a row for each game that is played."""


class Board(Schema):
    """A board, drawn as text."""

    shape: Literal["squares", "hexes", "points"] = "squares"
    """What its spaces are: squares that join along their sides, hexes, or points that lines join."""
    drawing: Annotated[str, StringConstraints(min_length=1, max_length=8000)]
    """The spaces as words in rows, ``.`` where there is none: ``A1``, or ``A1:gate`` with its kind."""
    ways: Annotated[Many[Annotated[str, StringConstraints(max_length=400)]], Field(max_length=60)] = ()
    """Lines of spaces that are joined one after the other: ``"a7 d7 g7"``. A full one is a row."""
    opposite: Annotated[Many[Annotated[str, StringConstraints(max_length=40)]], Field(max_length=200)] = ()
    """Pairs of spaces that lie opposite each other: ``"A1 B6"``."""
    title: Name = "Board"
    """What it is called."""


class Space(Schema):
    """Spaces of a kind: those behind whose names it stands in the drawing, ``A1:tower``; ``plain``, those
    without one."""

    holds: Annotated[int, Field(ge=1, le=40)] = 1
    """How many pieces may lie on one."""
    stack: bool = False
    """True where they lie on one another: only the top one is moved or taken."""


class Stones(Schema):
    """Stones, seeds, cubes: all alike, so they are counted and not named. So many lie on each space."""

    name: Name = ""
    """What they are called; their key, if left out."""
    one: Name | Literal[""] = ""
    """What a single one is called, such as ``seed``; as all of them, if left out."""
    on: Annotated[dict[Key, Formula], Field(min_length=1, max_length=12)]
    """How many lie on a space at the start, by its kind: ``{ pit = "4", store = "0" }``, ``plain`` for those
    without one. On spaces of other kinds none ever lie."""
    count: Annotated[int, Field(ge=1, le=LIMIT)] = 99
    """How many there are, all in all."""
    most: Annotated[int, Field(ge=1, le=LIMIT)] = LIMIT
    """How many may lie on a space; all of them, if left out."""


class Card(Schema):
    """A card, where it is not one of a suit with every rank."""

    name: Name
    """What it is called. Several are numbered."""
    count: Annotated[int, Field(ge=1, le=99)] = 1
    """How many there are."""
    suit: Name | Literal[""] = ""
    """Its suit, or what else it is one of."""
    rank: Whole = 0
    """Its rank."""
    worth: Whole = 0
    """What it counts."""
    text: Sentence = ""
    """What stands on it."""


class Deck(Schema):
    """The cards: a card of every suit with every rank, and cards one by one."""

    suits: Annotated[Many[Name], Field(max_length=8)] = ()
    """The suits. In formulas they are numbered, the first is 1."""
    ranks: Annotated[Many[Name], Field(max_length=30)] = ()
    """The ranks, the lowest first; in formulas the first is 1. A card is called ``8 of Hearts``."""
    worth: Annotated[Many[Whole], Field(max_length=30)] = ()
    """What a card counts, by its rank; its number, if left out."""
    cards: Annotated[Many[Card], Field(max_length=100)] = ()
    """Cards one by one."""


class Pile(Schema):
    """A place of cards: a stock, a hand, a discard. Of one face down the table knows the number alone."""

    name: Name = ""
    """What it is called; its key, if left out."""
    of: Literal["seat", "table"] = "table"
    """Whose it is: each seat has its own, or all have it together."""
    face: Literal["up", "down"] = "up"
    """How its cards lie; ``down`` for what is held in a hand, too."""
    deal: Formula | None = None
    """How many it has at the start, dealt unseen. The first of the table that lies face down has the rest."""


class Piece(Schema):
    """Pieces of one kind."""

    name: Name = ""
    """What it is called; its key, if left out. Several are numbered."""
    plural: Name | Literal[""] = ""
    """What several of them are called, such as ``men``; the name with an s, if left out."""
    letter: Annotated[Text, StringConstraints(min_length=1, max_length=2)]
    """One or two letters on it."""
    of: Literal["seat", "table"] = "seat"
    """Whose it is: each seat has so many, or all have them together."""
    count: Annotated[int, Field(ge=1, le=40)] = 1
    """How many there are."""
    at: dict[Name, Annotated[str, StringConstraints(max_length=400)]] = Field(default_factory=dict)
    """Where they stand at the start, by seat, or by ``table``: ``{ White = "a1 b1", Black = "a8 b8" }``.
    A space stands there as often as pieces start on it."""
    sigils: bool = False
    """True where a photograph reads them, if they are printed with sigils; one a seat for all of a kind."""


class Box(Schema):
    """The whole of a ``box.toml``."""

    name: Name
    """What the game is called."""
    blurb: Short
    """One line about it, for the shelf."""
    goal: Short
    """What one plays for, in a sentence."""
    turn: Short
    """What a turn is, in a sentence."""
    set_up: Annotated[Many[Short], Field(max_length=6)] = ()
    """What hands do before the first move, a sentence each, besides what board, pieces and cards say."""
    players: Players
    """For how many it is: ``"4"``, or ``"2..6"``."""
    seats: Annotated[Many[Name], Field(max_length=8)] = ()
    """The seats in the order of the table; colours, if left out."""
    minutes: Annotated[Text, StringConstraints(max_length=12)] = ""
    """How long it takes."""
    fits: Short = ""
    """What of others it fits, by its name."""
    source: Short
    """Where the rules stand that it keeps."""
    icon: Key = "pen"
    """Its sign on the shelf."""
    version: Annotated[int, Field(ge=1, le=999)] = 1
    """Raised where an old sitting could now go otherwise."""
    options: Annotated[dict[Key, Option], Field(max_length=8)] = Field(default_factory=dict)
    """What is settled before the first move."""
    tables: Annotated[
        dict[Key, Annotated[Many[Whole], Field(min_length=1, max_length=100)]], Field(max_length=20)
    ] = Field(default_factory=dict)
    """Numbers one looks up, from the 0th: ``kinds = [0, 1, 3, 6]`` makes ``kinds[2]`` 3."""
    turns: Turns = Turns()
    """The order in which the seats act."""
    phases: Annotated[dict[Key, Phase], Field(max_length=8)] = Field(default_factory=dict)
    """The parts of a round, in their order."""
    lines: Annotated[dict[Key, Line], Field(max_length=60)] = Field(default_factory=dict)
    """The lines of the score pad."""
    counters: Annotated[dict[Key, Counter], Field(max_length=30)] = Field(default_factory=dict)
    """Numbers that go up and down."""
    timers: Annotated[dict[Key, Timer], Field(max_length=4)] = Field(default_factory=dict)
    """Clocks that run."""
    board: Board | None = None
    """A board."""
    spaces: Annotated[dict[Key, Space], Field(max_length=12)] = Field(default_factory=dict)
    """What its spaces are, by their kind."""
    areas: Annotated[dict[Key, dict[Name, Spots]], Field(max_length=20)] = Field(default_factory=dict)
    """Spaces of the board that have a name together, in an order, by seat or for the whole ``table``: a side,
    a store, the way round. ``pits = { South = "A1 A2 A3", North = "B1 B2 B3" }``."""
    stones: Annotated[dict[Key, Stones], Field(max_length=4)] = Field(default_factory=dict)
    """What lies on its spaces and is counted."""
    deck: Deck | None = None
    """The cards."""
    piles: Annotated[dict[Key, Pile], Field(max_length=12)] = Field(default_factory=dict)
    """Where they lie."""
    pieces: Annotated[dict[Key, Piece], Field(max_length=20)] = Field(default_factory=dict)
    """What stands on it."""
    verbs: Annotated[dict[Key, Verb], Field(max_length=30)] = Field(default_factory=dict)
    """What a seat can say besides writing a line and changing a counter."""
    rules: Annotated[dict[Key, Rule], Field(max_length=60)] = Field(default_factory=dict)
    """The rules, in reading order."""
    score: Score = Score()
    """The points, and how they decide who has won."""
