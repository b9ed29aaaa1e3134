"""Printed texts: the effect that is read from them, where the one given differs, and what hands may do."""

import random
from collections import Counter
from dataclasses import replace

import pytest

from companion.games.havoc_in_heaven import GAME as HAVOC
from companion.games.havoc_in_heaven.effects import DIALECT as HAVOC_CARD
from companion.games.heroball import GAME as HEROBALL
from companion.games.heroball.effects import EITHER as HEROBALL_CARD
from companion.games.high_heavens import GAME as HIGH_HEAVENS
from companion.games.high_heavens.actions import KINDS
from companion.games.high_heavens.actions.cards import UsePower
from companion.games.high_heavens.box import HOUSE, box, own_names
from companion.games.high_heavens.effects import ABILITY, POWER
from companion.games.high_heavens.state import HAND
from companion.games.high_heavens.state.use import Use
from companion.kernel.action import legal
from companion.kernel.cardset import SetForm
from companion.toolkit.cards.dialect import Dialect, fault
from companion.toolkit.cards.equivalence import same
from companion.toolkit.cards.grammar import read, write
from companion.toolkit.cards.language import IN_PLAY, SELF, Amount, Clause, EffectPart, Pay, Reach, Whom
from companion.toolkit.cards.language import KINDS as DONE
from companion.toolkit.cards.parser import MOST_TRIES, SentenceParser
from companion.toolkit.cards.printed import hands, mismatch
from companion.toolkit.cards.text import TextReading, propose
from companion.toolkit.cards.wording import words
from tests.games.heavens import placed

# -- read ---------------------------------------------------------------------------------------------------


def house_texts():
    """Each house card: name, text, effect, dialect, and whom the names on it mean."""
    for deck, dialect in (("gods", ABILITY), ("powers", POWER)):
        for row in HOUSE[deck]:
            yield row["name"], row["text"], row["effect"], dialect, own_names(row)
    for row in HEROBALL[SetForm].house["cards"]:
        yield row["name"], row["text"], row.get("effect", ""), HEROBALL_CARD, {row["hero"]: SELF}
    for deck in ("skills", "items"):
        for row in HAVOC[SetForm].house[deck]:
            if effect := row.get("effect"):  # their printed texts are these words
                yield row["name"], str(words(read(effect), HAVOC_CARD)), effect, HAVOC_CARD, {}


def test_every_text_of_a_house_card_is_read_as_its_effect():
    cards = [*house_texts()]
    assert len(cards) > 100
    for name, text, effect, dialect, own in cards:
        reading = propose(text, dialect, own)
        assert same(reading.card, read(effect), dialect) and not reading.left, (name, text, reading.effect)


@pytest.mark.parametrize(
    "text, effect",
    [
        ("Heal 1 on a friend next to Odin.", "heal 1 friend adjacent"),
        ("Deal 2 damage to an enemy god within 3 hexes.", "damage 2 enemy within 3"),
        ("An enemy god within 2 hexes takes two damage.", "damage 2 enemy within 2"),
        ("Another of your gods next to him gains 1 Armor.", "armor 1 other adjacent"),
        ("Destroy architecture within 2 hexes.", ""),
        ("Two of your gods change places.", ""),
    ],
)
def test_other_words_are_read_or_left(text, effect):
    reading = propose(text, ABILITY, {"Odin": SELF})
    assert reading.effect == effect and bool(reading.left) == (not effect)


def test_a_sentence_is_understood_whole_or_not_at_all():
    reading = propose("Heal 2 on a god next to Freyja. Then all drink.", ABILITY, {"Freyja": SELF})
    assert reading == TextReading(
        read("heal 2 any adjacent"), ("Then all drink",), read("heal 2 any adjacent")
    )


def reach(rng: random.Random, dialect: Dialect, hows: tuple[str, ...]) -> Reach:
    how = rng.choice(hows)
    n = rng.randint(1, 4) if how in ("within", "in line") else 0
    far = how in ("adjacent", "within", "in line")
    return Reach(how, n, rng.choice(["", *dialect.whom]) if far else "")


def part(rng: random.Random, dialect: Dialect) -> EffectPart:
    kind = rng.choice([*dialect.kinds])
    can = dialect.kinds[kind] or ("",)
    amount = None if DONE[kind].amount == "never" else Amount(rng.randint(1, 4))
    if amount and kind in dialect.losses and rng.random() < 0.3:
        amount = replace(amount, n=-amount.n)
    word = rng.choice(can)
    whom = Whom((word,)) if word else Whom()
    if word and word != SELF:
        whom = Whom((word,), rng.choice((0, 1, 1, 2)), reach=reach(rng, dialect, ("", *dialect.reaches)))
    to = (reach(rng, dialect, dialect.places[kind]),) if kind in dialect.places else ()
    return EffectPart(kind, amount, whom, to)


def head(rng: random.Random, dialect: Dialect) -> tuple[str, str, tuple[Pay, ...]]:
    """When a card happens, how often and for what: mostly nothing of that."""
    when = rng.choice(("", "", *(when for when in dialect.whens if when not in (IN_PLAY, "by hand"))))
    per = rng.choice(("", "", *dialect.pers))
    paid = rng.choice(("", "", *dialect.paid))
    return when, per, (Pay(paid, 1 if paid == "token" else rng.randint(1, 3)),) if paid else ()


@pytest.mark.parametrize(
    "dialect", [ABILITY, POWER, HEROBALL_CARD, HAVOC_CARD], ids=["ability", "power", "unique", "havoc"]
)
def test_the_words_for_an_effect_are_read_as_that_effect(dialect):
    """No text is read as anything but what it says, and few of those in our own words are not read."""
    rng, tried, known = random.Random(7), 0, 0
    while tried < 200:
        choices = tuple((part(rng, dialect),) for _ in range(rng.choice((1, 1, 2))))
        effect = write((Clause(choices, *head(rng, dialect)),))
        if fault(effect, dialect):
            continue
        tried += 1
        reading = propose(str(words(read(effect), dialect)), dialect, {})
        if reading.card and not reading.left:
            assert same(reading.card, read(effect), dialect), (effect, reading.effect)
            known += 1
    assert known >= 180, known


@pytest.mark.parametrize(
    "text",
    [
        "a god or " * 400,
        "1 damage to " + "an enemy god, " * 300,
        "when " * 900,
        "place one of your gods on an empty hex next to any god within 3 hexes of " * 60,
        "." * 4000,
        "1 Armor and " * 500,
    ],
)
def test_long_texts_take_few_steps(text):
    for page_text in text.split("."):
        sentence = SentenceParser(tuple(page_text.lower().replace(",", " , ").split())[:120], ABILITY)
        sentence.read(None)
        assert sentence.tries <= MOST_TRIES + 1
    assert not propose(text, ABILITY, {}).card


# -- beside the effect --------------------------------------------------------------------------------------

MISMATCHES = [
    ("Heal a god.", "disable enemy"),
    ("Heal 2 on one of your gods.", "damage 2 enemy"),
    ("Heal 2 on one of your gods.", "heal 2 any"),
    ("Heal 2 on one of your gods.", "heal 2 self"),
    ("Heal 2 on one of your gods next to him.", "heal 2 friend"),
    ("Heal 2 on one of your gods within 2 hexes.", "heal 2 friend adjacent"),
    ("Heal 2 on one of your gods within 2 hexes.", "heal 2 friend within 3"),
    ("Heal 2 on one of your gods within 2 hexes.", "heal 3 friend within 2"),
    ("Heal 2 on each of your gods.", "heal 2 friend"),
    ("Heal 2 on one of your gods.", "heal 2 friends"),
    ("Disable an enemy god.", "disable enemy; damage 1 it"),
    ("Disable an enemy god within 2 hexes.", "stun enemy within 2"),
    ("Disable an enemy god within 2 hexes.", "poison 2 enemy"),
    ("1 damage to every enemy god.", "damage 1 all"),
    ("1 damage to every enemy god.", "damage 1 enemies; damage 1 enemy base"),
    ("1 damage to an enemy god or 1 Poison to it.", "damage 1 enemy; poison 1 it"),
    ("A Trap of 3 under an enemy god.", "trap 3 hex"),
    ("An enemy god moves 1 hex.", "move 1 friend"),
    ("An enemy god moves 2 hexes.", "place enemy to anywhere"),
    ("Take 1 Armor off an enemy god.", "armor 1 enemy"),
]


@pytest.mark.parametrize("text, effect", MISMATCHES)
def test_an_effect_that_is_not_what_the_text_says_is_refused_with_both(text, effect):
    decks = {deck: [dict(row) for row in HOUSE[deck]] for deck in ("gods", "powers")}
    odin = next(row for row in decks["gods"] if row["name"] == "Odin")
    odin |= {"text": text, "effect": effect}
    [(name, field, said)] = HIGH_HEAVENS[SetForm].faults({**HOUSE, **decks})
    assert (name, field) == ("Odin", "effect")
    if not fault(effect, ABILITY):
        assert "is not what the text says: the phone would do “" in said
        assert "the text reads as “" in said or not propose(text, ABILITY, {"Odin": SELF}).card


def test_numbers_are_compared_where_the_text_is_not_understood():
    def differ(effect: str, text: str) -> str:
        return str(mismatch(effect, text, ABILITY, {}))

    assert differ("heal 3 self", "Drink deep: health 3 for him.") == ""
    assert differ("heal 3 self", "He drinks 4 cups.") == "says 3, which the text does not (4)"
    assert differ("heal 2 self", "He drinks.") == "says 2, which the text does not (it has no number)"
    assert differ("heal 3 self", "He drinks 3 cups of 5.") == "leaves out 5, which the text says (3)"
    assert differ("revive 4 friend", "Place a fallen god of yours on its feet, with 4 Health.") == ""
    assert differ("by hand: heal 3 self", "He drinks 3 cups of 5.") == "", "the rest is by hand"


# -- by hand ------------------------------------------------------------------------------------------------

BY_HAND = [kind for kind in KINDS if HAND in kind.during]
MIDDLE = "Odin C4, Thor D4 2p, Freyr C5 1a, Zeus D5 1a 1x, Hera D6, Ares C6 2p"
"""The gods on the board in the middle of a game."""


def boards(kinds, heavens, name: str = "") -> Counter[tuple]:
    """Each board that an action leads to at once, of those that name a card."""
    after = [
        action.apply(heavens)
        for action in legal(kinds, heavens, (heavens.seat,))
        if action.verb != "done" and (not name or getattr(action, "power", "") == name)
    ]
    return Counter((tuple(sorted(one.at.items())), tuple(sorted(one.chips.items()))) for one in after)


def text_alone(text: str, name: str = "Odin"):
    """The middle of a game, as hands are to carry out a card of which only the text is known."""
    decks = {
        deck: [
            {key: row[key] for key in row if key != "effect"}
            | ({"text": text} if row["name"] == name else {})
            for row in HOUSE[deck]
        ]
        for deck in ("gods", "powers")
    }
    side = next(row["side"] for deck in decks.values() for row in deck if row["name"] == name)
    gods = MIDDLE
    if name not in gods and any(row["name"] == name for row in decks["gods"]):
        gods = gods.replace({"Norse": "Odin", "Greek": "Zeus"}[side], name)
    return placed(gods, seat=side).but(
        box=box({**HOUSE, **decks}), phase=HAND, using=f"{name}: Test", use=Use(name)
    )


@pytest.mark.parametrize(
    "name, text", [(name, text) for name, text, _, dialect, _ in house_texts() if dialect in (ABILITY, POWER)]
)
def test_a_text_alone_allows_little_and_no_base_that_it_does_not_name(name, text):
    """At most 40 effects; more only on the hexes that the card leaves open where the phone plays it, too."""
    heavens = text_alone(text, name)
    allowed = [action for action in legal(BY_HAND, heavens, (heavens.seat,)) if action.verb != "done"]
    if len(allowed) > 40:
        assert boards(BY_HAND, heavens) == boards([UsePower], placed(MIDDLE, seat=heavens.seat), name)
        assert len({str({**vars(action), "hex": (), "place": ()}) for action in allowed}) <= 3
    assert not [
        action
        for action in allowed
        if action.verb in ("damage", "heal") and action.target in ("Asgard", "Mount Olympus")
    ]


@pytest.mark.parametrize(
    "text, names",
    [
        ("Heal 1 on a friend next to Odin.", "heal 1 friend adjacent"),
        ("By the norns, an enemy god suffers 3 damage at dawn.", "damage 3 enemy"),
        ("Somehow 3 damage.", "damage 3 friend or enemy"),
        ("The norns spin.", ""),
        ("In wrath he hurts the enemy home base for 2.", "damage 2 enemy base"),
    ],
)
def test_hands_may_do_what_a_text_names(text, names):
    result = hands(text, ABILITY, {"Odin": SELF})
    assert (write((Clause((result,)),)) if result else "") == names
