"""The card language: read and written, in words, judged by what a game knows, and whom it finds."""

from dataclasses import dataclass, field, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.toolkit.cards import grammar, language, targets
from companion.toolkit.cards.dialect import Dialect, fault
from companion.toolkit.cards.grammar import read, write
from companion.toolkit.cards.language import (
    FIGURES,
    KINDS,
    LASTS,
    PAST,
    PERS,
    WHENS,
    WHOM,
    Amount,
    Clause,
    EffectPart,
    If,
    Pay,
    Reach,
    Whom,
    steps,
)
from companion.toolkit.cards.wording import brief, words

# -- read and written -------------------------------------------------------------------------------------

NUMBERS = st.integers(1, 99)
SPOKEN = st.one_of(
    st.builds(Reach, st.just("within"), NUMBERS, st.sampled_from(["", *WHOM])),
    st.builds(Reach, st.just("in line"), st.integers(0, 9), st.just("")),
    st.builds(Reach, st.sampled_from(["central", "near central", "anywhere", "in range", "invoking"])),
    st.builds(Reach, st.just("adjacent"), st.just(0), st.just("")),
    st.builds(Reach, st.just("adjacent"), st.integers(0, 9), st.sampled_from([*WHOM])),
)
REACHES = st.one_of(st.just(Reach()), SPOKEN)


def amounts(kind: str) -> st.SearchStrategy:
    shape = KINDS[kind]
    plain = NUMBERS.map(Amount)
    losses = st.one_of(NUMBERS.map(lambda n: Amount(-n)), st.just(Amount(-1, "all")))
    more = st.builds(Amount, st.integers(0, 99), st.sampled_from(["level", "attack"]))
    if shape.amount == "never":
        return st.none()
    result = [plain] if shape.amount == "may" else [plain, more, st.just(Amount(1, "all"))]
    return st.one_of(*result, *([losses] if shape.loss else []), *([st.none()] * (shape.amount == "may")))


WORDS = st.lists(st.sampled_from([*WHOM]), min_size=1, max_size=3, unique=True).map(tuple)
POINTED = st.builds(
    lambda words, many, up_to, reach, together, another: Whom(
        words, many, up_to and many > 0, reach, together, another
    ),
    WORDS, st.integers(0, 6), st.booleans(), REACHES, st.booleans(), st.booleans(),
)  # fmt: skip
FIRST = st.one_of(POINTED, st.just(Whom()), st.just(Whom(("self",))))
LATER = st.one_of(FIRST, st.just(Whom(("it",))))


def parts(whom: st.SearchStrategy) -> st.SearchStrategy:
    places = st.lists(SPOKEN, max_size=2).map(tuple)
    rest = (
        places,
        st.sampled_from(["", *PAST]),
        st.sampled_from(["", *LASTS]),
        st.one_of(st.none(), st.builds(If, st.sampled_from(FIGURES), st.integers(0, 99), st.booleans())),
    )
    made = {kind: st.builds(EffectPart, st.just(kind), amounts(kind), whom, *rest) for kind in KINDS}
    return st.sampled_from([*KINDS]).flatmap(made.__getitem__)


CHOICES = st.builds(lambda first, more: (first, *more), parts(FIRST), st.lists(parts(LATER), max_size=3))
PAYS = st.one_of(
    st.just(Pay("token")), st.builds(Pay, st.sampled_from(["ap", "armor", "attack"]), st.integers(1, 9))
)
CLAUSES = st.builds(
    Clause,
    st.lists(CHOICES, min_size=1, max_size=3).map(tuple),
    st.sampled_from(["", *WHENS]),
    st.sampled_from(["", *PERS]),
    st.lists(PAYS, max_size=2).map(tuple),
)


@pytest.mark.parametrize("examples", [15, pytest.param(400, marks=pytest.mark.slow)])
def test_what_is_written_is_read_again_unchanged(examples):
    @settings(max_examples=examples)
    @given(st.lists(CLAUSES, min_size=1, max_size=3).map(tuple))
    def unchanged(card):
        assert read(write(card)) == card

    unchanged()


PIECES = [
    *KINDS,
    *WHOM,
    "2",
    "-1",
    "up to",
    "two",
    "to",
    "or",
    "within",
    ";",
    "|",
    ".",
    ":",
    "it",
    "all",
    "self",
]


@pytest.mark.parametrize("examples", [10, pytest.param(300, marks=pytest.mark.slow)])
def test_any_text_is_read_or_refused_in_words(examples):
    @settings(max_examples=examples)
    @given(st.text(max_size=60) | st.lists(st.sampled_from(PIECES), max_size=9).map(" ".join))
    def any_text(text):
        if not grammar.fault(text):
            assert read(write(read(text))) == read(text)

    any_text()


def test_what_havoc_wrote_before_is_read_as_before():
    magic, stun = read("magic 3 enemy; stun enemy")[0].choices[0]
    assert magic == EffectPart("magic", Amount(3), Whom(("enemy",))) and stun.whom == magic.whom
    assert len(steps((magic, stun))) == 1, "the same enemy"
    assert read("heal 4+L friends")[0].choices[0][0].amount == Amount(4, "level")
    assert read("magic 2 enemies")[0].choices[0][0].whom == Whom(("enemy",), 0), "every one of them"


def test_it_is_whoever_was_named_before_and_another_is_not():
    (one,) = steps(read("poison -all up to two friends; disable -all it")[0].choices[0])
    assert one.whom == Whom(("friend",), 2, True) and len(one.parts) == 2
    assert len(steps(read("damage 3 enemy; damage 1 another enemy")[0].choices[0])) == 2


def test_by_hand_and_pay_token_stand_alone_where_something_else_says_the_rest():
    for text, when, pay in (("by hand", "by hand", ()), ("pay token, by hand", "by hand", (Pay("token"),))):
        (clause,) = read(text)
        assert clause == Clause(((),), when, "", pay) and write(read(text)) in (text, "by hand, pay token")
    assert words(read("pay token"), DIALECT) == "Place a tracking token on it."
    assert "nothing where a part should stand" in grammar.fault("pay token:")


@pytest.mark.parametrize(
    "text, why",
    [
        ("zap 3", "a part starts with what is done"),
        ("damage enemy", "damage takes a number, such as damage 2"),
        ("damage 100 enemy", "a number from 1 to 99"),
        ("stun 2 enemy", "stun takes no number"),
        ("heal -2 self", "heal cannot be a loss"),
        ("heal 3 self, move 1 self", "parts are divided by “;”"),
        ("damage 2 within 3 enemy", "how far comes after whom"),
        ("move 1 up to friends", "“up to” wants a number in letters"),
        ("stun it", "say first who it is"),
        ("soon: gold 2", "has “soon” before “:”; while in play, on kill"),
        ("place friend to nowhere", "to where?"),
        ("damage 2 enemy |", "has nothing where a part should stand"),
    ],
)
def test_what_is_not_understood_is_told_with_what_would_be(text, why):
    assert why in grammar.fault(text)


# -- what a game knows ------------------------------------------------------------------------------------

DIALECT = Dialect(
    kinds={
        "damage": ("enemy", "base"),
        "heal": ("self", "friend"),
        "armor": ("self", "friend", "enemy"),
        "place": ("friend",),
        "gold": (),
    },
    whom={
        "friend": ("one of yours", "each of yours", "of yours"),
        "enemy": ("an enemy", "every enemy", "enemies"),
        "base": ("a base", "every base", "bases"),
    },
    standing={"armor": ("self",)},
    losses=("armor",),
    reaches=("adjacent", "within"),
    places={"place": ("central", "adjacent")},
    whens=("while in play", "by hand"),
    pers=("once a turn",),
    past={"past armor": ("damage",)},
    most={"armor": 2},
    counts=2,
    steps=2,
)


@pytest.mark.parametrize(
    "text",
    [
        "damage 9 enemy within 3 past armor; gold 1",
        "armor -2 enemy; armor 1 self",
        "place friend to beside base or central",
        "once a turn: damage 1 up to two enemies. while in play: armor 1 self",
        "by hand: damage 3 enemy; heal 1 friend",
    ],
)
def test_a_game_takes_what_it_carries_out(text):
    assert fault(text, DIALECT) == ""


@pytest.mark.parametrize(
    "text, why",
    [
        ("damge 2 enemy", "has “damge”; did you mean “damage”?"),
        ("DAMAGE 2 enemy", "has “DAMAGE”; did you mean “damage”?"),
        ("damage 2 enmy", "has “enmy”; did you mean “enemy”?"),
        ("damage 2 enemy whitin 3", "has “whitin”; did you mean “within”?"),
        ("while in paly: armor 1 self", "has “paly”; did you mean “play”?"),
        (
            "zap 3",
            "has “zap”, which this game does not know; it knows damage, heal, armor, place, gold, friend",
        ),
        ("stunn enemy", "has “stunn”, which this game does not know; it knows damage"),
        ("2 damage to an enemy", "a part starts with what is done, such as damage"),
        ("damage 2 adjacent enemy", "how far comes after whom"),
        ("damage 2 enemy friend", "the order is what, how much, whom"),
        ("armor all self", "“all” is for what can be counted; a number would be right for armor"),
        ("damage all enemy", "“all” is for what can be counted"),
    ],
)
def test_a_misspelt_word_names_the_nearest_of_this_game(text, why):
    known = replace(DIALECT, of=("all",))
    assert why in fault(text, known)


def test_a_figure_that_holds_for_a_while_has_no_limit():
    dialect = replace(DIALECT, lasts=("this turn",))
    assert fault("while in play: armor 5 self", dialect) == fault("armor 5 self this turn", dialect) == ""
    assert "2 is the most that can be" in fault("armor 5 self", dialect)


@pytest.mark.parametrize(
    "text, why",
    [
        ("stun enemy", "a part “stun” is not known to this game; damage, heal, armor, place, gold"),
        ("heal 2 enemy", "heal takes whom: self, friend"),
        ("heal 2", "heal takes whom: self, friend"),
        ("gold 1 enemy", "gold takes nobody"),
        ("gold -1", "gold cannot be taken away"),
        ("armor 3 friend", "2 is the most that can be"),
        ("damage 1 enemy central", "how far: “central” is not known to this game; adjacent, within"),
        ("damage 1 three enemies", "points at three; two is the most here"),
        ("place friend", "place says to where: to central or adjacent"),
        ("on kill: gold 1", "when: “on kill” is not known"),
        ("while in play: damage 1 enemy", "a part “damage” is not known to this game; armor would be right"),
        ("while in play, once a turn: armor 1 self", "holds all the while it is in play"),
        ("damage 2+L enemy", "an amount of “level” is not known to this game; leave it out"),
        ("heal 1 friend past armor", "past: “past armor” is not known"),
        ("heal 1 self adjacent", "“self” is never farther away"),
        ("gold 1. gold 2", "says twice what happens at once"),
        ("damage 1 enemy; heal 1 friend; damage 1 base", "names 3 targets; 2 can be named"),
    ],
)
def test_a_game_refuses_what_it_does_not_know(text, why):
    assert why in fault(text, DIALECT)


# -- in words ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text, said",
    [
        ("damage 2 enemy within 3 past armor", "2 damage to an enemy within 3 hexes past its armor."),
        ("damage 1 enemies adjacent", "1 damage to every enemy next to Thor."),
        ("armor -1 enemy | armor 1 self", "Either take 1 Armor off an enemy, or 1 Armor to Thor."),
        ("heal 2 up to two friends; armor 1 it", "Heal 2 on up to two of yours, and 1 Armor to them."),
        ("damage 1 enemy; armor -1 enemy", "1 damage to an enemy, and take 1 Armor off it."),
        (
            "place friend to beside base or central",
            "Place one of yours on an empty hex next to a base or on an empty central hex.",
        ),
        (
            "while in play: armor 1 self. once a turn, pay token: gold -1",
            "While it is in play: 1 Armor to Thor. Once a turn, place a tracking token on it: lose 1 gold.",
        ),
    ],
)
def test_a_card_is_a_readable_sentence(text, said):
    assert words(read(text), DIALECT, "Thor") == said


def test_a_choice_has_a_short_name_without_a_comma():
    choices = read("armor -1 enemy within 3 | heal 2 friend | place friend to central")[0].choices
    assert [brief(choice, DIALECT) for choice in choices] == ["take 1 Armor", "heal 2", "place"]


# -- who it can be done to --------------------------------------------------------------------------------


@dataclass
class Row:
    """A table of four in a row: A at 0 uses the card, B is a friend; C and D are enemies."""

    at: dict[str, int] = field(default_factory=lambda: {"A": 0, "B": 1, "C": 2, "D": 3})
    whole: tuple[str, ...] = ()

    def named(self, word):
        return {"self": "A", "friend": "AB", "other": "B", "enemy": "CD"}.get(word, "")

    def reaches(self, reach, name):
        return not reach.how or self.at[name] <= (reach.n or 1)

    def takes(self, part, name):
        return name not in self.whole


def step(text: str) -> language.CardStep:
    return steps(read(text)[0].choices[0])[0]


def test_who_a_card_can_be_done_to():
    table = Row()
    assert targets.within(table, step("damage 1 enemy within 2").whom) == ["C"]
    assert targets.within(table, step("heal 1 self or enemy within 3").whom) == ["A", "C", "D"]
    assert targets.open_to(Row(whole=("C",)), step("damage 1 enemies")) == ["D"]


def test_a_card_can_be_played_where_one_of_its_steps_finds_enough():
    assert targets.can(Row(), step("damage 1 two enemies"))
    assert not targets.can(Row(whole=("C",)), step("damage 1 two enemies")), "two are named, one is there"
    assert targets.can(Row(whole=("C",)), step("damage 1 up to two enemies"))
    assert not targets.can(Row(), step("damage 1 enemies within 1"))
    assert targets.can(Row(), step("gold 1"))
    assert targets.playable(Row(), read("damage 1 enemy within 1; heal 1 self")[0].choices[0])
    assert not targets.playable(Row(whole=("A",)), read("damage 1 enemy within 1; heal 1 self")[0].choices[0])
