"""Heroes and their action cards: the house set, what a set must hold, and the ten slots each hero has."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from companion.games.heroball import effects
from companion.games.heroball.box import AP, FACTS, FAVOURED, HERMES, SEATS, TERRAIN
from companion.games.heroball.effects import NOTHING, Play
from companion.kernel.cardset import CardFault, CardSet, Deck, Field, Picker, SetForm, house_set
from companion.svg.looks import LOOKS
from companion.toolkit.cards.grammar import read
from companion.toolkit.cards.language import BY_HAND, ONCE_A_GAME, SELF, Choice, clause, parts
from companion.toolkit.cards.legacy_sets import left_to_hands
from companion.toolkit.cards.picking import picker
from companion.toolkit.cards.printed import limits
from companion.words import Text

ATTACKS = ("Push", "Force Fumble")
REACTIONS = ("Defend", "Intercept")
REACHING = ("Throw", "Drop", "Force Fumble", "Intercept")
"""The slots where a card may reach farther."""


@dataclass(frozen=True, slots=True)
class Slot:
    """One slot of a hero's mat: the basic action, or the card that covers it."""

    name: str
    """The card's name; the slot's where no card covers it."""
    slot: str
    cost: int
    reach: int = 1
    text: str = ""
    plays: tuple[Play, ...] = ()
    """What a card played as a card does: one of these."""
    by_hand: bool = False
    """True if hands do what the card says, step by step."""
    limits: Choice = ()
    """The most that hands may do."""
    start: Play = NOTHING
    """What it does by itself at the start of its hero's turn."""
    react: Play = NOTHING
    """What it does where its hero is attacked and wishes it."""
    token: bool = False
    """Whether it takes a tracking token each time it is used."""
    stays: bool = False
    """Whether that token stays on it for the rest of the game."""
    sure: bool = False
    """Whether terrain never makes this move dearer."""
    follows: bool = False
    """Whether who pushes moves into the hex that was left."""
    sting: int = 0
    """How many AP more the attacker loses who is defended against."""


@dataclass(frozen=True, slots=True)
class Hero:
    """A hero: the letter on the token, and the ten slots of the mat."""

    name: str
    letter: str
    words: str
    slots: Mapping[str, Slot]
    cards: tuple[str, ...]
    """The slots that a card covers, in the order of the mat."""
    played: Mapping[str, tuple[Slot, Play]]
    """What is played as a card, by what it is told by: the slot, and the choice where there are several."""


BASIC = {row.name: Slot(row.name, row.name, row.cost, row.reach, row.text) for row in FACTS.slots}
SLOTS = tuple(BASIC)
HOUSE: CardSet = {
    **house_set(__package__),
    "gods": [{"name": god, "terrain": kind} for god, kind in FAVOURED.items()],
}
RESERVED = (*SEATS, HERMES, *TERRAIN, *SLOTS, "Ball", "Round", "Turn", "Tokens")
"""Names that stand for something else in the log."""


def _faults(cards: CardSet) -> list[CardFault]:
    """Return the faults that only Heroball knows: in the heroes' cards, their slots and the gods."""
    gods = [row["name"] for row in cards.get("gods") or []]
    heroes = [row["name"] for row in cards["heroes"]]
    faults = _god_faults(gods, heroes)
    for row in cards["heroes"]:
        faults += _hero_faults(row, cards)
    for row in cards["cards"]:
        faults += _card_faults(row, heroes)
    return faults


def _hero_faults(row: Mapping[str, Any], cards: CardSet) -> Iterator[CardFault]:
    hero, letter = row["name"], row["letter"]
    mine = Counter(row["slot"] for row in cards["cards"] if row["hero"] == hero)
    if not _usable(hero, (*RESERVED, *favours_of(cards))):
        yield hero, "name", "is used for something else; another name would be right"
    if sum(row["letter"] == letter for row in cards["heroes"]) > 1:
        yield hero, "letter", f"is {letter}, as another hero's is"
    if mine["Unique"] != 1:
        yield hero, "cards", f"holds {mine['Unique']} Unique cards; one would be right"
    if not 2 <= mine.total() <= 3:
        yield hero, "cards", f"holds {mine.total()} cards; two or three would be right"
    for slot in mine - Counter(SLOTS):
        if slot != "Unique":
            yield hero, "cards", f"covers {slot} twice"


def _card_faults(row: Mapping[str, Any], heroes: list[str]) -> Iterator[CardFault]:
    name, slot, cost, effect, far = row["name"], row["slot"], row["cost"], _effect(row), row.get("reach") or 1
    if row["hero"] not in heroes:
        yield name, "hero", f"is {row['hero']}; it can be {', '.join(heroes)}"
    if not _usable(name):
        yield name, "name", "holds a comma or a quotation mark; plain words would be right"
    if wrong := effects.wrong(slot, effect, row["text"], own_names(row), (cost, far)):
        yield name, "effect", wrong
        return
    if slot == "Unique" and effects.given_back(read(effect)) >= max(1, cost):
        why = "gives back the AP it costs, as often as one likes; “pay token: …” would be right"
        yield name, "effect", why
    if far != 1 and not _may_reach(row):
        unique = f"is {far}; a Unique says it in its effect, such as “within {far}”"
        yield name, "reach", unique if slot == "Unique" else f"is {far}; {slot} goes one hex"


def _may_reach(row: Mapping[str, Any]) -> bool:
    """True if a card may say how far it reaches."""
    return row["slot"] in REACHING or (row["slot"] in ATTACKS and _slot(row).by_hand)


def _effect(row: Mapping[str, Any]) -> str:
    return row.get("effect") or ""


def _usable(name: str, taken: tuple[str, ...] = ()) -> bool:
    """True if a name can be an answer: it is no other thing's, and nothing in it separates answers."""
    return name not in taken and not any(sign in name for sign in (",", '"', " + "))


def _god_faults(gods: list[str], heroes: list[str]) -> list[CardFault]:
    result: list[CardFault] = []
    if 0 < len(gods) < len(SEATS):
        result.append(("the set", "gods", f"holds {len(gods)} cards; at least {len(SEATS)} would be right"))
    for god in gods:
        if god == HERMES:
            result.append((god, "name", "is not let in; another god would be right"))
        elif not _usable(god, (*RESERVED, *heroes)):
            result.append((god, "name", "is used for something else; another name would be right"))
    return result


def own_names(row: Mapping[str, Any]) -> dict[str, str]:
    """Return the targets that the names on a card mean."""
    return {str(row.get("hero") or "its hero"): SELF}


def _picker() -> Picker:
    """Effects to pick from: the house's own, and what a card does besides its slot's action."""
    ready = (*map(_effect, HOUSE["cards"]), *effects.MORE.values(), BY_HAND)
    picked = picker(effects.EITHER, ready, "its hero", own_names)

    def reads(row: Mapping[str, Any]) -> str:
        effect = picked.reads(row)
        return "" if effects.unplayable(row.get("slot") or "", effect) else effect

    return replace(picked, reads=reads)


FORM = SetForm(
    (
        Deck(
            "heroes",
            "Hero",
            (
                Field("name", "Name", at_most=24),
                Field("letter", "Letter", "One or two letters for the token.", at_most=2),
                Field("words", "A line about the hero", at_most=90, optional=True),
                *LOOKS,
            ),
            least=4,
            most=24,
        ),
        Deck(
            "cards",
            "Action card",
            (
                Field("name", "Name", at_most=30),
                Field("hero", "Hero", "Whose card it is."),
                Field("slot", "Slot", "The slot it covers.", choices=SLOTS),
                Field("cost", "Cost in AP", most=AP.most),
                Field(
                    "reach",
                    "Reach in hexes",
                    "Leave it out where the card does not say.",
                    least=1,
                    most=5,
                    optional=True,
                ),
                Field("effect", "Effect", effects.HELP, at_most=200, optional=True, picker=_picker()),
                Field("text", "Text", "In your own words.", at_most=200),
                *LOOKS,
            ),
            least=8,
            most=72,
        ),
        Deck(
            "gods",
            "God",
            (
                Field("name", "Name", "Leave all gods out to play with the house's.", at_most=24),
                Field("terrain", "Favoured terrain", choices=TERRAIN),
                *LOOKS,
            ),
            least=0,
            most=12,
        ),
    ),
    HOUSE,
    _faults,
    left_to_hands=("effect",),
)


def favours_of(cards: CardSet) -> dict[str, str]:
    """The gods of a set to their favoured terrain; the house's where it names none."""
    return {row["name"]: row["terrain"] for row in cards.get("gods") or HOUSE["gods"]}


def heroes_of(cards: CardSet) -> dict[str, Hero]:
    """The heroes of a set by name, each with the ten slots of the mat."""
    cards, _ = _kept(cards)
    return {row["name"]: _hero(row, cards["cards"]) for row in cards["heroes"]}


def by_hand(cards: CardSet) -> tuple[Text, ...]:
    """Return the lines that tell hands of cards whose effect is not carried out."""
    return _kept(cards)[1]


def _kept(cards: CardSet) -> tuple[CardSet, tuple[Text, ...]]:
    unplayable = {"cards": lambda row: effects.unplayable(row["slot"], _effect(row))}
    return left_to_hands(cards, unplayable, BY_HAND)


def _hero(row: Mapping[str, Any], cards: list[Mapping[str, Any]]) -> Hero:
    mine = {card["slot"]: _slot(card) for card in cards if card["hero"] == row["name"]}
    slots = {name: mine.get(name, basic) for name, basic in BASIC.items()}
    covered = tuple(name for name in SLOTS if name in mine)
    return Hero(row["name"], row["letter"], row.get("words") or "", slots, covered, _played(slots, covered))


def _played(slots: Mapping[str, Slot], covered: tuple[str, ...]) -> dict[str, tuple[Slot, Play]]:
    result = {}
    for name in covered:
        slot = slots[name]
        if slot.by_hand and name not in REACTIONS:
            result[name] = slot, NOTHING
        if (slot.start.steps or slot.react.steps) and not slot.plays:
            result[name] = slot, NOTHING
        for play in slot.plays:
            result[f"{name} ({play.words})" if len(slot.plays) > 1 else name] = slot, play
    return result


def _slot(row: Mapping[str, Any]) -> Slot:
    basic, effect = BASIC[row["slot"]], _effect(row)
    card, unique = read(effect), basic.name == "Unique"
    plays = effects.plays(card) if unique else ()
    start, react = effects.at_start(card), effects.reaction(card)
    does = (*plays, *start.steps, *react.steps)
    return Slot(
        row["name"],
        basic.name,
        row["cost"],
        row.get("reach") or basic.reach,
        row["text"],
        plays,
        by_hand=clause(card, BY_HAND) is not None or (unique and not does),
        limits=limits(effect, row["text"], effects.EITHER, own_names(row)) or (),
        start=start,
        react=react,
        token=effects.takes_token(card),
        stays=any(clause.per == ONCE_A_GAME for clause in card),
        sure=any(part.past for part in parts(card)),
        follows=any(part.kind == "follow" for part in parts(card)),
        sting=effects.taken(card) if basic.name == "Defend" else 0,
    )


@cache
def house() -> dict[str, Hero]:
    """The heroes of the house set."""
    return heroes_of(HOUSE)
