"""Havoc in Heaven's cards that play themselves: each part of the language it carries out, once."""

import copy
import random
from itertools import islice

import pytest

from companion.games.havoc_in_heaven import GAME
from companion.games.havoc_in_heaven.actions import (
    Aim,
    Attack,
    CarryOut,
    EndTurn,
    Equip,
    Lots,
    Pick,
    Skill,
    checks,
)
from companion.games.havoc_in_heaven.box import PITY, ROW
from companion.games.havoc_in_heaven.cards import HOUSE
from companion.games.havoc_in_heaven.effects import DIALECT
from companion.games.havoc_in_heaven.state import ACTION, EFFECT, Cards, Havoc, damage, levels, plus
from companion.games.havoc_in_heaven.tracked import Ruling
from companion.games.havoc_in_heaven.tracked.turn import _put_once
from companion.kernel import action as verbs
from companion.kernel import asking
from companion.kernel.cardset import SetForm
from companion.kernel.journal import Table
from companion.kernel.opening import Opening
from companion.kernel.shelf import shelf
from companion.kernel.simulate import moves
from companion.toolkit import cardsets
from companion.toolkit.cards.dialect import fault
from companion.toolkit.cards.grammar import read, write
from tests.games.havoc import ORDER, SEATS, SIX, C, M, drawn, typed
from tests.games.moments import after, refused, texts
from tests.games.positions import cases

CLAP, STAFF = "Thunderclap", "Golden-Hooped Staff"


def says(effect: str, board: str = "4 TD NZ / 5 rb zb / 9 es", **fields) -> Havoc:
    """Thunderclap (Thunder Duke, range 3) with this effect, in hand."""
    return drawn(
        board, hand=[CLAP], armory=[PITY] * 3, box=typed(Thunderclap={"effect": effect, "text": ""}), **fields
    )


def clapped(effect: str, target=(), row=(), board: str = "4 TD NZ / 5 rb zb / 9 es", **fields) -> Havoc:
    """The moment after it was played."""
    return after(says(effect, board, **fields), Skill(C, CLAP, tuple(target), tuple(row)))


def worn(effect: str, board: str, **fields) -> Havoc:
    """The Staff (+4 attack) with this effect, on Thunder Duke or Red Boy."""
    box = typed(**{STAFF.replace(" ", "_"): {"effect": effect, "when": ""}})
    return drawn(board, box=box, **fields)


# -- whom -------------------------------------------------------------------------------------------------


def nobody_left(lane: Havoc) -> list[str]:
    """What is on offer."""
    question = asking.ask(Aim, lane, C, {})
    return [option.name for option in question.allowed]


@pytest.mark.parametrize(
    "effect, why",
    [
        ("swap enemies", "moves them all"),
        ("by hand: pull 1 enemy", "says pull by hand; the phone does that by itself"),
        ("swap up to two others", "changes place"),
        ("push 1 enemy; pull 1 it", "moves the same one twice"),
        ("when attacked: pull 1 enemies", "by itself there is only damage"),
        ("while in play: armor 1 self if health 3 or less", "leave out “if”"),
        ("when dying: heal 4 self; if so gold 1", "a dying hero is healed"),
        ("damage 2 enemy if poison 1 or more", "poison"),
    ],
)
def test_moves_and_conditions_that_are_not_carried_out_are_refused(effect, why):
    assert why in fault(effect, DIALECT)


# -- when -------------------------------------------------------------------------------------------------


def test_once_a_turn_happens_once_a_turn():
    effect = "when attacked, once a turn: gold 1"
    lane = worn(effect, "4 TD NZ / 5 rb", items={"Red Boy": (STAFF,)})
    once = after(lane, Attack(C, "Thunder Duke", "Red Boy"))
    twice = after(once, Attack(C, "Nezha", "Red Boy"))
    assert once.gold[M] == twice.gold[M] == 3, "each side begins with 2"
    name = "Red Boy's Golden-Hooped Staff when attacked"
    assert GAME.things(once)[name] == "done" and name in {about for line in once.told for about in line.about}
    assert after(_put_once(once, name, "not yet"), Attack(C, "Nezha", "Red Boy")).gold[M] == 4
    assert name not in GAME.things(after(once, EndTurn(C)))


@pytest.mark.parametrize("effect", ["once a turn: gold 1", "at start, once a turn: gold 1"])
def test_once_a_turn_is_for_what_can_happen_twice(effect):
    why = "says “once a turn” of what never happens twice in a turn; leave it out"
    assert fault(effect, DIALECT) == why


def test_a_skill_is_for_once_a_game():
    lane = clapped("once a game: gold 1")
    name = "Thunder Duke's Thunderclap used"
    assert GAME.things(lane)[name] == "done" and f"{CLAP} is used up for this game." in texts(lane)
    later = after(lane, EndTurn(C), EndTurn(M))
    assert GAME.things(later)[name] == "done", "for the whole game"
    held = later.but(cards={**later.cards, C: Cards({CLAP: 1}, 0, 1)})
    assert refused(held, Skill(C, CLAP, (), ())) == (
        "skill",
        f"{CLAP} was played this game; it is for once a game.",
    )
    assert after(_put_once(held, name, "not yet"), Skill(C, CLAP, (), ())).gold[C] == later.gold[C] + 1


@pytest.mark.parametrize(
    "effect, why",
    [
        ("pay 2 gold, by hand: damage 1 enemy", "has a price by hand; hands pay it: leave it out"),
        ("when dying, once a game: gold 1", "says “once a game” when dying; leave it out"),
        ("while in play, once a game: armor 1 self", None),
    ],
)
def test_a_price_and_once_a_game_are_refused_where_they_mean_nothing(effect, why):
    assert fault(effect, DIALECT) and (why is None or fault(effect, DIALECT) == why)


TWINS = {"twin": "Monkey Triple"}


def test_one_card_brings_two_companions():
    box = typed(Monkey_Double=TWINS)
    lane = after(drawn("4 SW / 5 rb", hand=["Monkey Double"], box=box), Skill(C, "Monkey Double", (), ()))
    assert lane.row["Monkey Double"] == lane.row["Monkey Triple"] == 4
    assert "Put Monkey Double and Monkey Triple on Row 4." in texts(lane)
    both = after(lane, Attack(C, "Monkey Double", "Red Boy"), Attack(C, "Monkey Triple", "Red Boy"))
    assert both.damage["Red Boy"] == 8 and both.ap == 5
    one = damage.hurt(lane, "Monkey Double", 9, M)
    assert checks.whereabouts(one, C, "Monkey Double") == "in play"
    assert "Monkey Double dies: its card stays for Monkey Triple." in texts(one)
    assert one.cards[C].storage == {} and one.gold[M] == lane.gold[M] + 3
    none = damage.hurt(one, "Monkey Triple", 9, M)
    assert "Monkey Triple dies: Monkey Double goes face up to Storage." in texts(none)
    assert none.cards[C].storage == {"Monkey Double": 1} and none.companions == {}


def test_companions_of_one_card_are_set_by_hand_each():
    opened = Table.open(GAME, Opening(SEATS, cards=rich())).start
    lane = after(opened, *[Pick(side, hero) for side, hero in zip(ORDER, SIX, strict=True)], Lots(C, C))
    lane = after(lane, Ruling(C, "Sun Wukong's level", "5", ""))
    assert lane.cards[C].storage["Monkey Double"] == 1
    one = after(lane, Ruling(C, "Monkey Triple", "Row 3", ""))
    assert one.row["Monkey Triple"] == 3 and "Monkey Double" not in one.cards[C].storage
    both = after(one, Ruling(C, "Monkey Double", "Row 4", ""))
    assert set(both.companions) == {"Monkey Double", "Monkey Triple"}
    left = after(both, Ruling(C, "Monkey Triple", "Storage", ""))
    assert "Monkey Double" not in left.cards[C].storage and set(left.companions) == {"Monkey Double"}
    gone = after(left, Ruling(C, "Monkey Double", "Storage", ""))
    assert gone.cards[C].storage["Monkey Double"] == 1 and gone.companions == {}


def test_a_second_companion_is_for_a_card_that_summons_and_has_a_name_of_its_own():
    cards = copy.deepcopy(dict(GAME[SetForm].house))
    rows = {row["name"]: row for row in cards["skills"]}
    rows["Thunderclap"]["twin"] = "Somebody"
    wrong = "is for a card that summons: its range would be “summoned”"
    assert GAME[SetForm].faults(cards) == [("Thunderclap", "twin", wrong)]
    del rows["Thunderclap"]["twin"]
    rows["Monkey Double"]["twin"] = "Nezha"
    assert ("Nezha", "name", "stands on 2 cards; every name is another") in GAME[SetForm].faults(cards)


def by_hand(text: str, effect: str = "", **fields) -> Havoc:
    """Thunderclap, range 3, in the hands of the table."""
    box = typed(Thunderclap={"effect": effect, "text": text})
    return after(drawn("4 TD NZ / 5 rb / 9 es", hand=[CLAP], box=box, **fields), Skill(C, CLAP, (), ()))


def test_hands_do_what_the_text_reaches_and_no_number_it_has_not():
    lane = by_hand("Four damage that no armor stops.")
    assert lane.phase == EFFECT and "by hand" in texts(lane)[-1]
    views = {card.name: card for shelf in GAME.view(lane).shelves for card in shelf.cards}
    assert views[CLAP].text == "Four damage that no armor stops. (By hand.)"
    assert str(views[CLAP].where).endswith("by hand") and str(GAME.view(lane).phase).endswith("by hand")
    far = "Thunderclap does not name Erlang Shen for this."
    assert refused(lane, CarryOut(C, "magical damage", "Erlang Shen", ("4",))) == ("effects", far)
    much = "Thunderclap says 4 at most; not 9."
    assert refused(lane, CarryOut(C, "magical damage", "Red Boy", ("9",))) == ("effects", much)
    only = "Thunderclap names nothing more of this: magic 4 enemy."
    assert refused(lane, CarryOut(C, "damage", "Red Boy", ("4",))) == ("effects", only)
    assert after(lane, CarryOut(C, "magical damage", "Red Boy", ("4",))).damage == {"Red Boy": 4}


# -- figures of the cards ---------------------------------------------------------------------------------


def test_a_skill_opens_at_the_level_it_says():
    box = typed(Cloud_Somersault={"level": 2}, Monkey_Double={"level": 1})
    cards = copy.deepcopy(dict(GAME[SetForm].house))
    for row in cards["skills"]:
        row |= {"level": 1} if row["name"] == "Monkey Double" else {}
    start = Table.open(GAME, Opening(SEATS, cards=cards)).start
    lane = after(start, *[Pick(side, hero) for side, hero in zip(ORDER, SIX, strict=True)])
    assert "Monkey Double" in lane.cards[C].unseen and lane.cards[C].armory == 9
    lane = drawn("1 SW / 9 rb", box=box, exp={"Sun Wukong": 9, "Red Boy": 0})
    assert levels.learn(lane, "Sun Wukong", 1).cards[C].storage == {"Cloud Somersault": 1, "Monkey Double": 1}


# -- a set with every part of the language ----------------------------------------------------------------

EFFECTS = {
    "Thunderclap": "magic 2 enemy; heal 1 other",
    "Samadhi Fire": "magic L up to two enemies; stun it | gold -1 opponent; ap -2 opponent; draw -1 opponent",
    "Third Eye": "magic attack enemy; exp -2 it; unstun friends; heal all self",
    "Fire-Tipped Spear": "attack 2 self this turn; armor -1 enemies anywhere this turn; range 1 self"
    " this turn",
    "Palm-Leaf Fan": "move 1 self; move 2 enemy within 2; damage 1 another enemy",
    "Great Axes": "kill enemy adjacent if health 3 or less | damage 2+L all; if so pull 1 enemies",
    "Bull Charge": "armor 2 friends until next turn; gold -1. by hand: damage 3 enemy; heal 1 friend",
    "Howling Hound": "while in play: armor 1 others within 1; attack L self. at start: heal 1 friends",
    "Golden-Hooped Staff": "on kill, once a turn: gold 2; draw 1. when attacked: magic 1 attacker",
    "Sun-Shooting Bow": "while in play: attack -1 enemies within 2. when dying: heal 4 self; gold 1",
    "Iron Scales": "at start: exp 1 self; ap 1",
}


def rich() -> dict:
    """The house set with every part of the language on some card."""
    cards = copy.deepcopy(dict(GAME[SetForm].house))
    for deck in ("skills", "items"):
        for row in cards[deck]:
            if row["name"] in EFFECTS:
                row["effect"] = EFFECTS[row["name"]]
            if row["name"] == "Monkey Double":
                row["twin"] = "Monkey Triple"
    return cards


@pytest.mark.slow
def test_a_set_with_every_part_of_the_language_is_played_and_every_change_is_possible():
    assert GAME[SetForm].faults(rich()) == []
    seen = set()
    for seed in range(6):
        start = Table.open(GAME, Opening(SEATS, cards=rich())).start
        for action, lane in islice(moves(GAME, start, random.Random(seed)), 700):
            GAME.invariant(lane)
            seen.add(action.verb)
    assert {"aim", "enough", "carry-out"} <= seen


def test_a_set_with_every_part_of_the_language_is_exported_and_imported_unchanged():
    whole = cardsets.tidy(GAME[SetForm], rich())
    for text in (
        cardsets.to_toml(GAME[SetForm], whole, GAME),
        cardsets.to_csv(GAME[SetForm], whole, GAME.key),
    ):
        assert cardsets.read(shelf(), text).cards == whole
    for effect in EFFECTS.values():
        assert write(read(effect)) == effect


# -- every card of the house set, once --------------------------------------------------------------------

DID = {
    "damage": "damage on",
    "magic": "damage on",
    "heal": "Take",
    "stun": "Put a stun token on",
    "move": "Move",
    "exp": "Exp on",
    "gold": "take",
    "ap": "AP more",
    "draw": "draw",
}
"""What the log tells of each kind."""


def _table(hero: str, card: str, **fields) -> Havoc:
    """A hero beside a hurt friend and an enemy, the enemy's outermost building in reach, and the card."""
    foe, friend = [name for name in HOUSE.heroes if name != hero][:2]
    heroes = {hero: C, friend: C, foe: M}
    return Havoc(
        phase=ACTION, first=C, side=C, turn=3, ap=8,
        heroes=heroes, row={hero: 5, friend: 5, foe: 6},
        level=dict.fromkeys(heroes, 1), exp=dict.fromkeys(heroes, 0),
        damage={hero: 6, friend: 4, foe: 1}, fallen={C: 0, M: 1},
        shop={item.name: item.stock for item in HOUSE.items.values() if item.stock},
        cards={C: Cards(plus({}, [card, *[PITY] * 3]), 3, 1), M: Cards({}, 0)}, **fields,
    )  # fmt: skip


def _played(lane: Havoc, kind: type, card: str, **given: str) -> Havoc:
    """The card played with the first answers there are, an enemy's before one's own."""
    options = verbs._complete(
        lane, verbs.draft(kind, C, {"card": card, **given}),
        [(f, noun) for f, noun in verbs.nouns(kind).items() if f not in ("card", *given)],
    )  # fmt: skip
    return after(lane, next(one for one in options if not one.row or moves_far(lane, one)))


def moves_far(lane: Havoc, action) -> bool:
    """Whether somebody goes to another row."""
    return ROW[action.row[0]] not in {lane.row[unit] for unit in lane.row}


def _did(lane: Havoc, does) -> None:
    parts = [part for choice in (*does.choices, *does.on.values()) for part in choice]
    text = " ".join(texts(lane))
    assert parts and all(DID[part.kind] in text for part in parts), text


@pytest.mark.parametrize("name", [name for name, skill in HOUSE.skills.items() if not skill.summons])
def test_every_skill_of_the_house_set_does_what_it_says(name):
    skill = HOUSE.skills[name]
    lane = _played(_table(skill.hero, name), Skill, name)
    assert lane.pending == () and name in lane.cards[C].played
    _did(lane, skill.does)
    for part in skill.does.choices[0]:
        if part.kind in ("damage", "magic") and not part.whom.many:
            assert all(f"damage on {foe}" in " ".join(texts(lane)) for foe in lane.units(M))


@pytest.mark.parametrize("name", [name for name, skill in HOUSE.skills.items() if skill.summons])
def test_every_companion_of_the_house_set_comes(name):
    skill = HOUSE.skills[name]
    lane = after(_table(skill.hero, name), Skill(C, name, (), ()))
    assert lane.row[name] == 5 and f"Put {name} on Row 5." in texts(lane)
    assert (lane.hp(name), lane.attack(name), lane.armor(name), lane.reach(name)) == (
        skill.hp, skill.attack, skill.armor, skill.reach,
    )  # fmt: skip


@pytest.mark.parametrize("name", HOUSE.items)
def test_every_item_of_the_house_set_does_what_it_says(name):
    item, hero = HOUSE.items[name], "Nezha"
    before = _table(hero, name)
    lane = _played(before, Equip, name, hero=hero)
    assert f"Lay {name} on {hero}." in texts(lane)
    for figure in ("attack", "armor", "hp", "reach"):
        grown = getattr(lane, figure)(hero) - getattr(before, figure)(hero)
        assert grown == getattr(item, figure), figure
    if item.when == "at once":
        _did(lane, item.does)
    if item.when == "dying":
        _did(damage.hurt(lane, hero, 9, M), item.does)


@pytest.mark.parametrize("gained_only", [False, True])
def test_a_card_that_grows_says_what_it_heals_under_either_option(gained_only):
    """Cold Palace Elixir prints level tokens, which level 1 has or has not, as the option says."""
    card = HOUSE.skills["Cold Palace Elixir"]
    assert card.text.startswith("Heal 4 + 1 per level token on each of yours")
    lane = drawn(
        "4 LM", hand=[card.name], armory=[PITY] * 3, level={"Lady of the Moon": 3}, gained_only=gained_only
    )
    lane = after(lane.but(damage={"Lady of the Moon": 9}), Skill(C, card.name, (), ()))
    assert lane.damage == {"Lady of the Moon": 9 - 4 - lane.tokens("Lady of the Moon")}
    assert lane.tokens("Lady of the Moon") == (2 if gained_only else 3)


test_case = cases("havoc_in_heaven_cards", GAME, drawn, typed, nobody_left)
