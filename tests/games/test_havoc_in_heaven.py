"""Havoc in Heaven: the box, the house set and sets of one's own, the counts, and whether the set is fair."""

import copy
import random
from collections import Counter
from itertools import islice, pairwise

import pytest

from companion.games.havoc_in_heaven import GAME
from companion.games.havoc_in_heaven.actions import Attack
from companion.games.havoc_in_heaven.box import LANE, PITY, ROWS, SIDES
from companion.games.havoc_in_heaven.cards import HOUSE
from companion.games.havoc_in_heaven.effects import DIALECT
from companion.games.havoc_in_heaven.state import EFFECT, Cards
from companion.kernel.action import draft, may
from companion.kernel.asking import Ask, ask, only_ways
from companion.kernel.cardset import SetForm
from companion.kernel.journal import Table
from companion.kernel.opening import Opening
from companion.kernel.simulate import moves
from companion.kernel.statistics import counted_from
from companion.toolkit.cards.dialect import fault
from companion.toolkit.cards.grammar import read
from companion.toolkit.cards.wording import words
from printables.sources import decks
from printables.sources.source import Source
from tests.games.havoc import SEATS, C, M, begun


def own_set():
    """A copy of the house set, to be changed."""
    return copy.deepcopy(dict(GAME[SetForm].house))


# -- the box ----------------------------------------------------------------------------------------------


def test_the_lane_has_nine_rows_with_the_bases_at_its_ends():
    assert len(ROWS) == 2 * LANE.buildings + 1 == 9
    for side, rows in zip(SIDES, ((4, 3, 2, 1), (6, 7, 8, 9)), strict=True):
        order = HOUSE.order[side]
        assert tuple(HOUSE.buildings[building].row for building in order) == rows
        hps = [HOUSE.buildings[building].hp for building in order]
        assert hps == sorted(hps) == [8, 10, 12, 16], "the base has the highest HP"


def test_the_house_set_is_whole():
    assert len(HOUSE.heroes) >= 10 and len(HOUSE.items) >= 20
    assert all(len(hero.skills) == 3 for hero in HOUSE.heroes.values())
    assert sum(skill.summons for skill in HOUSE.skills.values()) >= 1
    ranks = Counter(item.rank for item in HOUSE.items.values())
    assert ranks["basic"] >= 8 and ranks["high"] >= 8
    assert all(item.recipe for item in HOUSE.items.values() if item.rank == "high")
    for hero in HOUSE.heroes.values():
        figures = (6 <= hero.hp <= 10, hero.growth in (2, 3), 2 <= hero.attack <= 4, 0 <= hero.armor <= 2)
        assert all(figures) and 1 <= hero.range <= 3, hero.name
    for item in HOUSE.items.values():
        assert item.stock == {"basic": 4, "high": 1}[item.rank] or item.name == PITY
    assert GAME[SetForm].house["source"] == "house" and GAME[SetForm].faults(GAME[SetForm].house) == []


def test_every_card_of_the_house_set_says_what_it_does():
    for card in (*HOUSE.skills.values(), *HOUSE.items.values()):
        assert card.text or getattr(card, "summons", False), card.name
    assert HOUSE.skills["Wind of Ten Thousand Miles"].text == (
        "4 magical damage to an enemy, move it up to 4 rows, and stun it."
    )
    assert HOUSE.items["Golden-Hooped Staff"].text == "+4 attack, +2 HP."


def test_an_effect_is_read_or_its_fault_is_named():
    heals = "Heal 4 + 1 per level token on each of yours in range, and draw a card."
    assert words(read("heal 4+L friends; draw 1"), DIALECT) == heals
    assert fault("damage 3 enemy", DIALECT) == ""
    for text in (
        "smite 3 enemy",
        "damage enemy",
        "stun 2 enemy",
        "gold 2 enemy",
        "heal 2 building",
        "damage 0 any",
    ):
        assert fault(text, DIALECT), text
    assert fault("damage 1 enemy; heal 2 friend", DIALECT) == "", "two different targets can be named"
    assert fault("move 1 self; move 2 self", DIALECT) == "moves the same one twice; once would be right"


@pytest.mark.parametrize(
    "text, why",
    [
        ("poison 1 enemy", "“poison” is not known to this game"),
        ("damage 3 enemy past armor", "is not known to this game"),
        ("damage all enemy", "“all” is for what can be counted"),
        ("damage 2 attacker", "an attacker is there “when attacked:” only"),
        ("exp 2 enemy", "Exp is for one of yours, and is taken from an enemy"),
        ("ap 2 opponent", "AP are for you, this turn, and are taken from the opponent"),
        ("move 2 enemies", "moves them all; one, or “up to two enemies”, would be right"),
        ("on kill: damage 2 enemy", "say all of them (enemies), self or attacker"),
        ("at start: move 1 self", "by itself there is only damage"),
        ("on kill: gold 1 | draw 1", "has a choice on kill"),
        ("when dying: damage 2 enemies", "a dying hero is healed, or gives gold or cards"),
        ("while in play: armor 1 friends", "say all of them and how far"),
        ("while in play: damage 1 enemies", "“damage” is not known to this game"),
        ("armor 1 self", "armor is a figure; “while in play:” before it"),
        ("damage 2 enemy within 2 of friend", "how far is counted from the hero of the card"),
    ],
)
def test_what_the_language_says_and_havoc_does_not_carry_out_is_refused(text, why):
    assert why in fault(text, DIALECT)


def test_on_paper_what_is_shuffled_together_has_one_back():
    packs = decks.packs(Source.of(GAME))
    backs = [back for key in ("skills", "items") for back in packs[key].backs]
    assert len({(back.tone, back.icon) for back in backs}) == 1
    pity = next(face for face in packs["items"].faces if face.name == PITY)
    assert pity.count == 2 * 5 and pity.text == "Take 1 gold."


# -- sets of one's own ------------------------------------------------------------------------------------


def test_recipes_that_need_each_other_are_refused():
    cards = own_set()
    sword, shield = cards["items"][1], cards["items"][2]
    sword["part"], shield["part"] = "Rattan Shield", "Peach Wood Sword"
    why = "needs the item itself: their recipes go round in a circle"
    result = GAME[SetForm].faults(cards)
    assert ("Peach Wood Sword", "part", why) in result and ("Rattan Shield", "part", why) in result


def test_a_recipe_takes_no_more_copies_than_there_are():
    cards = own_set()
    cards["items"][-1].update(part="Treasure Bowl", second="Treasure Bowl")
    assert ("Marshal's Seal", "part", "takes 2 Treasure Bowl, of which there are 1") in GAME[SetForm].faults(
        cards
    )


def test_a_skill_dearer_than_any_turn_is_refused():
    cards = own_set()
    cards["skills"][0]["ap"] = 12
    assert GAME[SetForm].faults(cards) == [], "the house set has cards that give AP"
    for row in (*cards["skills"], *cards["items"]):
        if "ap " in row.get("effect", ""):
            row["effect"] = "gold 1"
    why = "is 12; a turn has 8, and no card of the set gives more"
    assert ("Seventy-Two Changes", "ap", why) in GAME[SetForm].faults(cards)


def test_every_kind_of_card_has_text_and_lore_and_they_are_printed():
    cards = own_set()
    for deck in ("heroes", "skills", "items", "buildings"):
        cards[deck][-1]["lore"] = f"A story of {deck}."
    cards["heroes"][-1]["text"], cards["buildings"][-1]["text"] = "Of the host.", "Old stones."
    assert GAME[SetForm].faults(cards) == []
    packs = decks.packs(Source.of(GAME, cards))
    for deck in ("heroes", "skills", "items", "buildings"):
        assert packs[deck].faces[-1].lore == f"A story of {deck}."
    assert packs["heroes"].faces[-1].text.startswith("Of the host.\n"), "and then its skills"


@pytest.mark.parametrize(
    "change, said",
    [
        (lambda s: s["heroes"][0].update(name="Nezha"), ("Nezha", "name")),
        (lambda s: s["skills"].pop(), ("Spirit Giant", "skills")),
        (lambda s: s["skills"][0].update(hero="Guanyin"), ("Seventy-Two Changes", "hero")),
        (lambda s: s["items"][-1].update(part="Lamp"), ("Marshal's Seal", "part")),
        (lambda s: s["items"][-1].update(effect="fly 3"), ("Marshal's Seal", "effect")),
        (lambda s: s["items"].pop(0), (PITY, "name")),
        (lambda s: s["buildings"][0].update(hp=12), (C, "buildings")),
        (lambda s: s["buildings"][0].update(side=M), ("the set", "buildings")),
        (lambda s: s["heroes"][0].update(name="Sun, Wukong"), ("Sun, Wukong", "name")),
        (lambda s: s["items"][-1].update(name="Row 5"), ("Row 5", "name")),
        (lambda s: s["items"][-1].update(name="Nezha's damage"), ("Nezha's damage", "name")),
        (lambda s: s["heroes"][0].update(hp="many"), ("Sun Wukong", "hp")),
        (lambda s: s["skills"][2].update(hp=""), ("Monkey Double", "hp")),
        (lambda s: s["skills"][0].update(effect="heal 2 friend"), ("Seventy-Two Changes", "range")),
        (lambda s: s["skills"][0].update(effect="damage 4 enemies"), ("Seventy-Two Changes", "range")),
        (lambda s: s["skills"][3].update(range="0"), ("Bull Charge", "range")),
        (lambda s: s["skills"][0].update(effect=""), ("Seventy-Two Changes", "text")),
        (lambda s: s["skills"][1].update(text="9 damage to every enemy"), ("Cloud Somersault", "effect")),
        (lambda s: s["skills"][0].update(effect="on kill: gold 1"), ("Seventy-Two Changes", "effect")),
        (lambda s: s["items"][-1].update(effect=""), ("Marshal's Seal", "text")),
        (
            lambda s: s["items"][-1].update(when="dying", effect="damage 2 enemies. on kill: gold 1"),
            ("Marshal's Seal", "effect"),
        ),
        (lambda s: s["items"][-1].update(when="dying", effect="ap 2"), ("Marshal's Seal", "effect")),
        (lambda s: s["items"][1].update(stock=0), ("Peach Wood Sword", "stock")),
        (lambda s: s["items"][-1].update(third="Marshal's Seal"), ("Marshal's Seal", "part")),
        (lambda s: s["heroes"][0].update(letter="nz"), ("Sun Wukong", "letter")),
    ],
)
def test_a_fault_in_a_set_names_the_card_and_the_field(change, said):
    cards = own_set()
    change(cards)
    faults = GAME[SetForm].faults(cards)
    assert said in [(card, field) for card, field, _ in faults], faults
    assert all(what for _, _, what in faults)


def test_a_table_plays_with_its_own_copy_of_a_set():
    cards = own_set()
    cards["name"] = "Our box"
    cards["heroes"][0]["hp"] = 9
    lane = Table.open(GAME, Opening(SEATS, cards=cards)).start
    assert lane.box.name == "Our box" and lane.box.heroes["Sun Wukong"].hp == 9
    assert HOUSE.heroes["Sun Wukong"].hp == 8


def textless():
    """A set of which only texts are known: every card opens the effect step."""
    cards = own_set()
    for row in (*cards["skills"], *cards["items"]):
        if row.get("effect") and row["name"] != PITY:
            row |= {"effect": "", "text": "As it is printed."}
    return cards


def test_a_set_with_texts_only_is_played_through_effect_steps():
    cards = textless()
    assert GAME[SetForm].faults(cards) == []
    steps = 0
    for seed in range(3):
        opened = Table.open(GAME, Opening(SEATS, cards=cards))
        for _, lane in islice(moves(GAME, opened.start, random.Random(seed)), 600):
            GAME.invariant(lane)
            steps += lane.phase == EFFECT
    assert steps > 50


# -- the cards as far as one knows them --------------------------------------------------------------------


def test_a_card_seen_in_storage_is_in_hand_only_after_a_shuffle():
    cards = Cards({"a": 1, "b": 1}, armory=1, hand=1, storage={"c": 1})
    assert cards.in_hand("a") and cards.in_hand("b") and not cards.in_hand("c")
    cards = cards.discard().draw(2)
    assert cards.shuffles == 1 and cards.hand == 2 and cards.armory == 1
    assert cards.in_hand("c") and cards.newest == 1
    cards = cards.from_hand("c")
    assert cards.newest == 0 and cards.in_hand("a")


def test_what_is_discarded_unshown_may_be_taken_for_a_recipe():
    cards = Cards({"a": 1, "b": 1}, armory=1, hand=1).discard()
    assert cards.buried == 1 and cards.in_storage("a") and not cards.in_hand("a")
    cards = cards.from_storage("a")
    assert cards.buried == 0 and cards.unseen == {"b": 1} and not cards.in_storage("b")


# -- counts ----------------------------------------------------------------------------------------------


def test_a_tap_on_whom_one_unit_alone_reaches_attacks_but_never_ones_own():
    offered = 0
    for _, lane in islice(moves(GAME, begun(), random.Random(3)), 200):
        able = lane.phase == "action" and may(lane, draft(Attack, lane.side, {}))
        question = ask(Attack, lane, lane.side, {}) if able else None
        if isinstance(question, Ask) and question.field == "unit":
            lone = only_ways(question, lane)
            assert all(lane.owner(target) != lane.side for target in lone)
            assert all(lane.owner(unit) == lane.side for _, unit in lone.values())
            offered += len(lone)
    assert offered > 10


def test_legal_actions_are_as_many_as_counted_by_hand_and_stay_so():
    start = Table.open(GAME, Opening(SEATS)).start
    assert counted_from(GAME, start, 2) == {"1": {"pick": 12}, "2": {"pick": 12 * 11}}
    # Eight AP: a first row is free and three heroes stand on row 1, so each can reach rows 2 to 5. Every
    # hero can attack the two others and the own outermost building is three rows off: only Thunder Duke
    # reaches it. Five Pity (one kind) on three heroes; the Changes go to rows 1 and 2.
    first = {"attack": 3 * 2 + 1, "skill": 2, "equip": 3, "move": 3 * 4, "buy": 6, "draw": 1, "end-turn": 1}
    then = {"attack": 195, "skill": 57, "equip": 89, "move": 356, "buy": 172, "draw": 32, "end-turn": 32}
    assert counted_from(GAME, begun(), 2) == {"1": first, "2": then}


def test_a_card_is_made_anew_only_if_it_looks_otherwise():
    table = Table.open(GAME, Opening(SEATS))
    played = [table.state, *(after for _, after in moves(GAME, table.start, random.Random(4)))]
    kept = shown = 0
    for before, after in islice(pairwise(played), 20, 60):
        were, are = (
            [card for place in (*view.panels, *view.shelves) for card in place.cards]
            for view in (GAME.view(before), GAME.view(after))
        )
        kept += sum(any(card is old for old in were) for card in are)
        shown += len(are)
    assert kept > 0.85 * shown, kept / shown
