"""High Heavens positions for tests: placed in a line of words, or drawn as the board lies on the table.

In words, ``Thor D4, Zeus D5 7h 1a, C5 2c`` puts Thor on D4 with his full Health, Zeus on D5 with 7 Health and
1 Armor, and 2 Architecture on C5; ``0h`` is a fallen god. The letters: h health, a armor, x attack, p poison,
d disable, t trap, c architecture. A drawing has one mark a hex, the Greek end at the top: two letters for a
god, a dot where nothing is, ``##`` for a home base and ``++`` where chips lie that the words after it name.
"""

from functools import partial

from companion.games.high_heavens import GAME
from companion.games.high_heavens.actions.cards import GoOn, UseAbility, UsePower
from companion.games.high_heavens.box import COLOUR, HOUSE, SIDE_OF, TOTAL, Stack, box, house_box
from companion.games.high_heavens.state import HAND, Heavens, Use
from companion.kernel.cardset import SetForm
from companion.kernel.opening import Opening
from companion.words import Text
from tests.games import moments

BOX = house_box()
PLAIN = {
    **HOUSE,
    **{
        deck: [{key: row[key] for key in row if key not in ("effect", "text")} for row in HOUSE[deck]]
        for deck in ("gods", "powers")
    },
}
"""The house set without texts and effects, as where nobody has typed them in: hands may do anything."""
LETTERS = {god.letter: name for name, god in BOX.gods.items()}
KIND = {
    "h": "health",
    "a": "armor",
    "x": "attack",
    "p": "poison",
    "d": "disable",
    "t": "trap",
    "c": "column",
}


def opened(seats: int = 2, **options: str) -> Heavens:
    """The first moment of a table."""
    taken = {seat: seat for seat in GAME.seats(seats)}
    return GAME.setup(Opening(taken, GAME.settled(options)))


def placed(words: str, seat: str = "", options: dict | None = None, **fields) -> Heavens:
    """A seat's turn (the Norse one's, unless told otherwise) with these things on the board."""
    start = opened(4 if seat and seat[-1].isdecimal() else 2, **(options or {}))
    at, chips, bank = {}, {}, dict(TOTAL)
    for word in filter(None, (part.strip() for part in words.split(","))):
        names = [part for part in word.split() if not part[0].isdecimal()]
        counts = {KIND[part[-1]]: int(part[:-1]) for part in word.split() if part[0].isdecimal()}
        thing, place = (names[0], names[-1]) if names[0] in BOX.gods else (" ".join(names), "")
        if thing in BOX.gods:
            at[thing] = place if start.tracked else start.free_place(thing)
            counts = {"health": BOX.gods[thing].health} | counts
        stack = Stack(**counts)
        if any(stack):
            chips[thing] = stack
        for kind, n in counts.items():
            bank[COLOUR[kind]] -= n
    by = {
        god: "Greek" if SIDE_OF[seat or "Norse"] == "Norse" else "Norse"
        for god in at
        if chips.get(god, Stack()).disable
    }
    heavens = start.but(
        **{
            "at": at,
            "on": {place: god for god, place in at.items()},
            "chips": chips,
            "bank": bank,
            "disabled_by": by,
            "entered": {"Norse": 2, "Greek": 2},
            "phase": start.turn_phase,
            "seat": seat or start.players[0],
            "turn": 5,
            "actions": start.turns.tokens,
            "told": (),
        }
        | fields
    ).settled()
    GAME.invariant(heavens)
    return heavens


def drawn(board: str, words: str = "", **fields) -> Heavens:
    """The moment a drawing shows, with chips named in words."""
    places = sorted(BOX.board.at, key=lambda space: (BOX.board.at[space][1], BOX.board.at[space][0]))
    marks = board.split()
    assert len(marks) == len(places), f"{len(marks)} marks on {len(places)} hexes"
    text = {part.split()[0]: part for part in (part.strip() for part in words.split(",")) if part}
    result = []
    for place, mark in zip(places, marks, strict=True):
        if mark in LETTERS:
            god = LETTERS[mark]
            result.append(f"{god} {place} {' '.join(text.pop(god, '').split()[1:])}")
        else:
            assert (mark == "##") == (place in BOX.base.values()), f"{mark} on {place}"
            assert (mark == "++") == (place in text), f"{mark} on {place}"
    return placed(", ".join([*result, *text.values()]), **fields)


def handed(heavens: Heavens, using: str = "Odin: Test") -> Heavens:
    """In the middle of an ability whose text is carried out by hand."""
    return heavens.but(box=box(PLAIN), phase=HAND, using=using, use=Use("Odin"))


def plain(heavens: Heavens) -> Heavens:
    """The moment with a set whose cards are carried out by hand."""
    return heavens.but(box=box(PLAIN))


def all_but(*gods: str) -> frozenset[str]:
    """The other gods of a side."""
    return frozenset(BOX.own[BOX.gods[gods[0]].side]) - {*gods}


def lane(heavens: Heavens) -> list[int]:
    """The tokens of the Action Lane on either side."""
    counters = (counter for panel in GAME.view(heavens).panels for counter in panel.counters)
    return [counter.value for counter in counters if counter.thing == "Action Lane"]


def shows(heavens: Heavens, god: str) -> Text:
    """What the card of a god says of where it is."""
    cards = (card for panel in GAME.view(heavens).panels for card in panel.cards)
    return next(card.where for card in cards if card.thing == god)


def weak(heavens: Heavens) -> Heavens:
    """The moment with a Thor who has no range power."""
    gods = [{**row, "power": 0} if row["name"] == "Thor" else row for row in HOUSE["gods"]]
    return heavens.but(box=box({**HOUSE, "gods": gods}))


def written(**effects: str):
    """The house set with some cards' effects in other words; an empty one is by hand."""
    decks = {deck: [dict(row) for row in HOUSE[deck]] for deck in ("gods", "powers")}
    for row in (row for rows in decks.values() for row in rows):
        if (name := row["name"].replace(" ", "_").replace("'", "")) in effects:
            row.pop("text", None)
            row["effect"] = effects[name]
    cards = {**HOUSE, **decks}
    assert GAME[SetForm].faults(cards) == []
    return box(cards)


def ability(seat: str, god: str, *target: str, hex: str = "", choice: str = "", way: str = "") -> UseAbility:
    """A god's ability with all its answers."""
    return UseAbility(seat, god, *_answers(choice), target, *_answers(hex), *_answers(way))


def power(seat: str, card: str, *target: str, hex: str = "", choice: str = "", way: str = "") -> UsePower:
    """A Divine Power with all its answers."""
    return UsePower(seat, card, *_answers(choice), target, *_answers(hex), *_answers(way))


def on(seat: str, *target: str, hex: str = "", way: str = "") -> GoOn:
    """What a card asks next, answered."""
    return GoOn(seat, target, *_answers(hex), *_answers(way))


def _answers(*given: str) -> list[tuple[str, ...]]:
    return [(one,) if one else () for one in given]


after = partial(moments.after, holds=GAME.invariant)
