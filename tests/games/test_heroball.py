"""Heroball: the board, the sets of heroes, reactions on drawn boards, and play that goes for the ball."""

import random
from collections import Counter
from dataclasses import replace

import pytest

from companion.games.heroball import GAME
from companion.games.heroball.actions.attack import ForceFumble, Push
from companion.games.heroball.actions.ball import Throw
from companion.games.heroball.actions.card import Card
from companion.games.heroball.actions.move import EndTurn, Move
from companion.games.heroball.actions.react import NeverAsk
from companion.games.heroball.actions.setup import Choose, Seed
from companion.games.heroball.box import (
    BESIDE,
    BOARD,
    CORNERS,
    DISTANCE,
    EVEN,
    GOAL_AT,
    GODS,
    NOUGHT,
    PILLARS,
    POST,
    RULES,
    SEATS,
    SPACES,
    WITHIN,
    Components,
)
from companion.games.heroball.cards import FORM, HOUSE, SLOTS, heroes_of, house
from companion.games.heroball.state import Match, turns, walk
from companion.games.heroball.state.pending import (
    ANSWER,
    CATCH,
    CHOOSE,
    DEFEND,
    EFFECT,
    INTERCEPT,
    SEED,
    TURN,
)
from companion.games.heroball.tracked import TRACKED, Ruling
from companion.kernel import schema, transcript
from companion.kernel.action import Action, Number, draft, legal, nouns, play, refusal
from companion.kernel.asking import ask
from companion.kernel.features import Figures, Pointing
from companion.kernel.journal import Table
from companion.kernel.opening import Opening
from companion.kernel.rulebook import Refusal
from companion.kernel.shelf import shelf
from companion.kernel.simulate import DeadEnd, moves, wander
from printables.sources import decks
from printables.sources.source import Source
from tests.games.field import ANYTHING, PLAIN, drawn
from tests.games.moments import after, refused, texts
from tests.games.positions import cases
from tests.sittings import sitting_text

KINDS = tuple(kind for kind in GAME.kinds if not kind.anytime)


def opened(players: int, **more) -> Table:
    """A fresh table."""
    return Table.open(GAME, Opening({seat: seat for seat in SEATS[:players]}, **more))


# -- the board --------------------------------------------------------------------------------------------


def test_the_board_is_as_counted():
    assert len(SPACES) == 91
    assert Counter(len(BESIDE[space]) for space in SPACES) == {6: 61, 4: 24, 3: 6}
    assert POST == "F6" and {DISTANCE[POST][pillar] for pillar in PILLARS} == {3} and len(PILLARS) == 6
    assert {DISTANCE[POST][corner] for corner in CORNERS} == {5} and len(CORNERS) == 6


def test_pillars_stand_between_the_post_and_the_corners():
    for pillar in PILLARS:
        near = [corner for corner in CORNERS if DISTANCE[pillar][corner] == 2]
        assert len(near) == 1 and any(pillar in line for line in BOARD.lines[near[0]].values())


def test_a_goal_is_a_corner_and_its_two_edge_hexes():
    for corner, goal in GOAL_AT.items():
        assert goal[0] == corner and [len(BESIDE[space]) for space in goal] == [3, 4, 4]
        assert all(DISTANCE[POST][space] == 5 for space in goal)


def test_the_board_is_symmetric_under_the_sixth_turn():
    """Turning by sixty degrees maps spaces, pillars and corners onto themselves."""

    def turned(space: str) -> str:
        x, y = BOARD.at[space]
        q, r = x - 5, (y - 10 - (x - 5)) // 2
        q, r = -r, q + r
        return next(s for s, at in BOARD.at.items() if at == (q + 5, 2 * r + q + 10))

    assert {turned(space) for space in SPACES} == set(SPACES)
    assert {turned(space) for space in PILLARS} == set(PILLARS)
    assert {turned(space) for space in CORNERS} == set(CORNERS)
    assert turned(POST) == POST


def test_the_order_in_which_ties_are_broken_is_that_of_the_rule_and_names_every_hero():
    broken = opened(2, options=GAME.settled({"ties": "broken"}, 2)).start
    assert broken.breaks_ties and not broken.even and not opened(2).start.breaks_ties
    for players, rows in EVEN.items():
        assert sorted(hero for row in rows for hero in row) == sorted(house()), "each hero once"
        starred = [", ".join(hero + "*" * (hero in NOUGHT.get(players, ())) for hero in row) for row in rows]
        assert "; ".join(starred) + "." in RULES["even"].words
        start = opened(players, options=GAME.settled({"ties": "even"}, players)).start
        assert start.even == rows and start.breaks_ties
        assert start.nought == NOUGHT.get(players, ()) and {*start.nought} <= {*house()}
        assert "A tie goes to the hero who wins less often" in " ".join(str(one.words) for one in start.told)


ROWS = (("Brontas",), ("Dromea", "Korine"), ("Lykos",))


def chosen(*heroes: str) -> Match:
    """The moment at which all have chosen, where ties go by ``ROWS`` and Brontas loses one without points."""
    options = GAME.settled({"ties": "even"}, len(heroes))
    table = opened(len(heroes), options=options)
    table = replace(table, start=table.start.but(even=ROWS, nought=("Brontas",)))
    for seat, hero, god in zip(SEATS, heroes, GODS, strict=False):
        table = table.say(seat, "choose", {"hero": hero, "god": god})
    return table.state


ALIKE = "Of Dromea and Korine, who scored last wins a tie."


@pytest.mark.parametrize(
    "heroes, said",
    [
        (("Dromea", "Lykos"), ["A tie goes to the first of these heroes: Dromea; Lykos."]),
        (("Korine", "Dromea"), [ALIKE]),
        (
            ("Lykos", "Brontas"),
            [
                "A tie goes to the first of these heroes: Brontas; Lykos.",
                "If nobody has scored, a tie does not go to Brontas.",
            ],
        ),
        (
            ("Korine", "Lykos", "Dromea"),
            ["A tie goes to the first of these heroes: Dromea, Korine; Lykos.", ALIKE],
        ),
    ],
)
def test_to_whom_a_tie_goes_is_told_of_the_heroes_in_play_alone(heroes, said):
    assert [str(one.words) for one in chosen(*heroes).told if one.rule == "even"] == said


@pytest.mark.parametrize(
    "scores, stack, near, winner, rule, why",
    [
        ((2, 2, 0), "GC", "", "Gold", "even", "Gold wins, as Brontas wins less often."),
        ((2, 2, 2), "CTG", "", "Gold", "even", "Gold wins, as Brontas wins less often."),
        ((1, 2, 2), "GTC", "", "Crimson", "tie-break", "Crimson scored last and wins."),
        ((0, 0, 0), "", "Teal", "Teal", "tie-break", "of Crimson and Teal, Teal is nearest to the ball"),
        ((0, 0, 0), "", "Gold", "Teal", "tie-break", "of Crimson and Teal, Teal is nearest to the ball"),
        ((1, 0, 0), "G", "Teal", "Gold", "end", "Gold wins with 1 point"),
    ],
)
def test_a_tie_goes_to_the_hero_named_first_and_without_points_to_none_with_a_star(
    scores, stack, near, winner, rule, why
):
    match = chosen("Brontas", "Korine", "Dromea")
    at = {**match.at, "Teal": "F8"} | ({near: "F7"} if near else {})
    last = tuple(next(seat for seat in match.order if seat[0] == letter) for letter in stack)
    end = turns.count_up(match.but(score=dict(zip(match.order, scores, strict=True)), stack=last, at=at))
    assert end.over.winners == (winner,) and end.over.rule == rule
    assert why in str(end.over.why)


# -- counts -----------------------------------------------------------------------------------------------


def begun() -> Match:
    """Two players, heroes chosen, two Mountains and two Waters laid."""
    table = opened(2)
    for line in (
        ("Gold", "choose", {"hero": "Dromea", "god": "Zeus"}),
        ("Crimson", "choose", {"hero": "Brontas", "god": "Poseidon"}),
        ("Gold", "seed", {"space": "E9"}),
        ("Crimson", "seed", {"space": "G9"}),
        ("Gold", "seed", {"space": "E2"}),
        ("Crimson", "seed", {"space": "F10"}),
    ):
        table = table.say(*line)
    return table.state


def test_the_count_of_legal_actions_is_frozen():
    start = opened(2).start
    assert sum(1 for _ in legal(KINDS, start, start.to_act)) == 7 * 7, (
        "seven heroes, seven gods without Hermes"
    )
    seeds = begun_to_seed()
    assert sum(1 for _ in legal(KINDS, seeds, seeds.to_act)) == 91 - 6 - 6 - 1, "goals, pillars and the post"
    first = begun()
    one = Counter(action.verb for action in legal(KINDS, first, first.to_act))
    assert one == {"move": 3 + 4 + 6, "end-turn": 1}, "the pillar on F9 takes itself away, and F8 behind it"
    two: Counter[str] = Counter()
    for action in legal(KINDS, first, first.to_act):
        state = play(first, action)
        two.update(action.verb for action in legal(KINDS, state, state.to_act))
    after_steps = sum(len(walked(play(first, Move("Gold", space, ())))) for space in walk.ways(first, "Gold"))
    of_crimson = len(walked(play(first, EndTurn("Gold")), "Crimson"))
    assert two == {"move": after_steps + of_crimson, "card": 13, "end-turn": 14}
    assert two["move"] == 60


def begun_to_seed() -> Match:
    """Two players, heroes chosen."""
    table = opened(2).say("Gold", "choose", {"hero": "Dromea", "god": "Zeus"})
    return table.say("Crimson", "choose", {"hero": "Brontas", "god": "Poseidon"}).state


def test_both_seats_decide_alike_at_the_start():
    first = begun().but(terrain={})
    other = turns.open_turn(first, "Crimson")
    counts = [
        Counter(a.verb for a in legal(KINDS, state, state.to_act))
        for state in (turns.open_turn(first, "Gold"), other)
    ]
    assert counts[0] == counts[1]


# -- walking ----------------------------------------------------------------------------------------------


def walked(match: Match, by: str = "Gold") -> dict[str, int]:
    """Where single steps lead in this turn, played one by one, and the least AP that costs."""
    result: dict[str, int] = {}
    edge = [(match, 0)]
    while edge:
        here, spent = edge.pop()
        for space in BESIDE[here.at[by]]:
            try:
                there = play(here, Move(by, space, ()))
            except Refusal:
                continue
            cost = spent + here.ap[by] - there.ap[by]
            if there.turn != by or there.score != here.score:  # a goal: it ends there
                cost = spent + walk.move_cost(here, by, here.slot(by, here.next_move()), space)
            else:
                edge.append((there, cost))
            result[space] = min(cost, result.get(space, 99))
    result.pop(match.at[by], None)
    return result


@pytest.mark.parametrize("seed", range(12))
def test_one_sweep_goes_where_single_steps_go_and_costs_as_little(seed):
    rng = random.Random(seed)
    spots = rng.sample(
        [s for s in SPACES if s not in PILLARS and s not in GOAL_AT["F11"] + GOAL_AT["F1"]], 12
    )
    match = drawn(
        players=2, heroes={"Gold": rng.choice(("Dromea", "Lykos", "Ash"))}, ap={"Gold": rng.randrange(6)}
    )
    terrain = dict.fromkeys(spots[2:7], "Mountain") | dict.fromkeys(spots[7:], "Water")
    terrain.pop(POST, None)
    held = rng.random() < 0.5
    match = match.but(
        at={"Gold": spots[0], "Crimson": spots[1]},
        on={spots[0]: "Gold", spots[1]: "Crimson"},
        terrain=terrain,
        ball=spots[0] if held else POST,
        holder="Gold" if held else "",
    )
    GAME.invariant(match)
    single = walked(match)
    every = walk.ways(match, "Gold")
    assert {space: cost for space, (cost, _) in every.items()} == single
    assert all(walk.ways(match, "Gold", to).get(to) == every.get(to) for to in SPACES), (
        "as when all are asked"
    )
    for space, cost in single.items():
        done = play(match, Move("Gold", space, Move("Gold", space, ()).gift(match)))
        assert done.at["Gold"] == space and (
            done.turn != "Gold" or done.ap["Gold"] == match.ap["Gold"] - cost
        )


def test_a_sweep_with_the_ball_does_not_lead_on_through_a_goal():
    board = """
        E9=Gold*
                F10
        E10
                F11
    """
    match = drawn(board, players=2, ap={"Gold": 5})
    assert walk.ways(match, "Gold")["F11"][1] == ("F10", "F11"), "not by E10, which is in the goal"
    blocked = match.but(at=dict(match.at, Crimson="F10"), on={"E9": "Gold", "F10": "Crimson"})
    assert "F11" not in walk.ways(blocked, "Gold")
    key, why = refused(blocked, Move("Gold", "F11", ()))
    assert key == "occupied" and why == "No open way of 3 hexes leads to F11."
    poor = drawn("F6=Gold", ap={"Gold": 1})
    assert refused(poor, Move("Gold", "E8", ())) == ("afford", "Going to E8 costs 3 AP; you have 1.")


# -- reactions --------------------------------------------------------------------------------------------

RING = """
                F5=Crimson
        E5              G5=Teal
                F6=Gold*
        E6              G6=Violet
                F7
"""


def test_who_chooses_sees_who_is_taken_and_who_plays_sees_the_favoured_terrain():
    table = opened(3).say("Gold", "choose", {"hero": "Dromea", "god": "Zeus"})
    gold, crimson, _ = GAME.view(table.state).panels
    assert gold.cards[0].where == "Gold on F11, for Zeus (Mountain)"
    views = {card.name: (card.where, card.up) for card in crimson.cards}
    assert views["Dromea"] == views["Zeus"] == ("with Gold", False)
    assert views["Korine"] == ("free", True) and views["Athena"] == ("Populated", True)
    assert views["Hermes"] == ("not any more", False)


def test_what_the_phones_say_of_whom_and_what_is_waited_for():
    assert GAME.view(begun_to_seed()).phase == "Gold: terrain"
    rolled = drawn("F5=Crimson\n\nF6=ball\n\nF7=Gold", heroes={"Gold": "Korine"})
    rolled = after(rolled, Card("Gold", (), ("F5",), (), (), (), ()))
    assert GAME.view(rolled).phase == "The ball comes to Crimson"
    assert GAME[Pointing].starts(rolled, "Crimson") == {"Ball": ("hold", {})}
    hand = after(drawn("F6=Gold"), Card("Gold", (), (), (), (), (), ()))
    assert (
        GAME.view(hand).phase == "Gold: Ash's Unique, by hand" and GAME[Pointing].starts(hand, "Gold") == {}
    )
    flying = after(drawn(RING), Throw("Gold", "G5", ()))
    assert GAME[Pointing].starts(flying, "Teal") == {"Ball": ("intercept", {})}
    assert GAME.things(flying)["Waiting"] == "The ball flies to G5: for Teal, Crimson and Violet"
    over = play(drawn(turn="Violet", round=12), EndTurn("Violet"))
    assert GAME.view(over).phase == "Game over" and GAME.things(over)["Result"] == over.over.why


def test_an_answer_is_named_with_what_stands_there():
    match = drawn("F5~Forest\n\nF6=Gold")
    names = {
        name: GAME[Pointing].label(match, name) for name in ("Gold", "F5", "F6", "F3", "K1", "A6", "yes")
    }
    assert names == {
        "Gold": "Ash (Gold) on F6",
        "F5": "F5, Forest",
        "F6": "F6, post, Ash",
        "F3": "F3, pillar",
        "K1": "K1, Violet's goal, Dorn",
        "A6": "A6, Crimson's goal, Beck",
        "yes": "yes",
    }
    assert GAME[Pointing].spaces(match, "Gold") == ("F6",) and GAME[Pointing].spaces(match, "yes") == ()


def test_a_sweep_stops_before_a_move_that_is_a_card():
    match = by_hand("Run", "F6=Gold")
    assert set(walk.ways(match, "Gold")) == set(BESIDE["F6"])
    assert refused(match, Move("Gold", "F8", ())) == ("cards", "Odd Run covers Run: play it as a card.")
    later = by_hand("Sprint", "F6=Gold")
    assert refused(later, Move("Gold", "E8", ()))[0] == "cards"
    assert after(later, Move("Gold", "F8", ())).taken == ("Step", "Run")


def test_a_lit_hex_says_what_it_costs():
    board = "                F5~Mountain\n        E5~Water        G5\n                F6=Gold*"
    match = drawn(board, taken=("Step",))
    prices = {option.name: option.price for option in ask(Move, match, "Gold", {}).allowed}
    assert (prices["F5"], prices["E5"], prices["G5"]) == ("free", "2 AP", "1 AP")
    thrown = ask(Throw, match, "Gold", {})
    assert {option.price for option in thrown.allowed} == {"1 AP"}
    pushed = ask(Push, drawn("F5=Crimson\n\nF6=Gold"), "Gold", {"victim": "Crimson"})
    assert {option.price for option in pushed.allowed} == {"1 AP"} and len(pushed.allowed) == 3
    assert Move.face(match, "Gold") == ("Run, sprint", "1, 2 AP")


def test_a_tap_on_a_hero_or_the_ball_begins_what_it_can():
    match = drawn("F5=Crimson*\n\nF6=Gold")
    begun = GAME[Pointing].starts(match, "Gold")
    assert begun["Gold"] == ("move", {}) and begun["Ball"] == ("hold", {})
    assert begun["Crimson"] == ("force-fumble", {"victim": "Crimson"})
    assert begun["Teal"] == ("push", {"victim": "Teal"})
    held = drawn("F6=Gold*")
    assert GAME[Pointing].starts(held, "Gold")["Ball"] == ("throw", {})


# -- sets of one's own ------------------------------------------------------------------------------------


def test_the_house_set_and_the_plain_one_hold():
    assert FORM.faults(HOUSE) == [] and FORM.faults(PLAIN) == []
    assert HOUSE["source"] == "house" and len(HOUSE["heroes"]) >= 6
    for hero in heroes_of(HOUSE).values():
        assert 2 <= len(hero.cards) <= 3 and "Unique" in hero.cards and tuple(hero.slots) == SLOTS


def changed(deck: str, n: int, **values) -> dict:
    """The house set with one card changed."""
    rows = [dict(row) for row in HOUSE[deck]]
    rows[n] |= values
    return {**HOUSE, deck: rows}


@pytest.mark.parametrize(
    "cards, words",
    [
        (changed("cards", 0, cost=6), "Long Stride cost is 6; a whole number from 0 to 5 would be right"),
        (changed("cards", 0, slot="Dance"), "Long Stride slot is “Dance”; it can be Step"),
        (changed("cards", 0, hero="Nobody"), "Long Stride hero is Nobody; it can be Dromea"),
        (
            changed("cards", 0, effect="ap -1 attacker"),
            "Long Stride effect is not what Sprint can do besides; “move 1",
        ),
        (
            changed("cards", 0, effect="damage 2 enemy"),
            "Long Stride effect is not what Sprint can do besides",
        ),
        (changed("cards", 0, effect="pay token"), "Long Stride effect pays a token, which Step, Run and"),
        (changed("cards", 0, text="Sprint 2 hexes."), "Long Stride effect leaves out 2, which the text says"),
        (
            changed("cards", 0, text="Move an opponent 1 hex."),
            "the phone would do nothing besides, the text reads as",
        ),
        (changed("cards", 0, reach=2), "Long Stride reach is 2; Sprint goes one hex"),
        (changed("cards", 0, name='Stride, "long"'), "name holds a comma"),
        (changed("cards", 1, effect="damage 2 enemy"), "a part “damage” is not known to this game; ap, move"),
        (
            changed("cards", 1, effect="ap 3 self"),
            "would do “Give this hero 3 AP”, the text reads as “",
        ),
        (changed("cards", 1, effect="ap 2 self", text="Gain 2 AP."), "effect gives back the AP it costs, as"),
        (changed("cards", 1, reach=2), "Second Breath reach is 2; a Unique says it in its effect"),
        (
            changed("cards", 1, effect="move 1 self; swap enemy within 2; move 1 ball", text="2"),
            "asks for 3 things; two",
        ),
        (changed("cards", 1, effect="by hand: terrain 1 hex"), "hands do move, push, place, ap"),
        (changed("cards", 1, effect="ap 1 self. by hand: move 1 self"), "says one part at once and another"),
        (changed("cards", 1, slot="Run", effect=""), "Dromea cards holds 0 Unique cards; one would be right"),
        (changed("heroes", 0, letter="B"), "Dromea letter is B, as another hero's is"),
        (changed("heroes", 0, name="Zeus"), "Zeus name is used for something else"),
        ({**HOUSE, "cards": HOUSE["cards"][:-1]}, "Thyrsa cards holds 0 Unique cards"),
        ({**HOUSE, "heroes": HOUSE["heroes"][:3]}, "the set heroes holds 3 cards; 4 to 24 would be right"),
    ],
)
def test_a_set_says_where_it_is_wrong_and_what_would_be_right(cards, words):
    faults = [" ".join(map(str, fault)) for fault in FORM.faults(cards)]
    assert any(words in fault for fault in faults), faults


NORSE = [
    {"name": name, "terrain": terrain}
    for name, terrain in (("Odin", "Mountain"), ("Skadi", "Forest"), ("Aegir", "Water"), ("Thor", "Mountain"))
]


def test_god_placards_of_ones_own_say_which_terrain_they_favour():
    """Which terrain a god favours is printed on the placards, and ours are only the house's."""
    own = {**PLAIN, "gods": NORSE}
    assert FORM.faults(own) == []
    start = opened(2, cards=own).state
    gods = [card.name for card in GAME.view(start).panels[0].cards if card.kind == "god"]
    assert gods == ["Odin", "Skadi", "Aegir", "Thor", "Hermes"]
    assert refused(start, Choose("Gold", "Ash", "Hermes"))[0] == "hermes"
    match = after(start, Choose("Gold", "Ash", "Thor"), Choose("Crimson", "Beck", "Skadi"))
    assert texts(match)[0] == "Gold: Ash for Thor (Mountain)."
    match = after(
        match, Seed("Gold", "F10"), Seed("Crimson", "F2"), Seed("Gold", "F7"), Seed("Crimson", "F4")
    )
    assert match.terrain == {"F10": "Mountain", "F2": "Forest", "F7": "Mountain", "F4": "Forest"}
    cards = {card.text for card in GAME.view(match).panels[0].cards}
    assert "Thor favours Mountain." in cards
    assert after(match, Move("Gold", "F10", ())).ap["Gold"] == 5
    assert walk.hex_cost(match, "Crimson", "F10") == 1
    assert settings(match, "Gold god") == ["Odin", "Skadi", "Aegir", "Thor"]
    assert opened(2, cards=PLAIN).state.favours == opened(2).state.favours, "without them the house's play"


def test_god_placards_are_printed_as_the_set_has_them():
    def printed(cards):
        pack = decks.packs(Source.of(GAME, cards))["gods"]
        assert len(pack.faces) == len(pack.backs)
        return {face.name: (face.text, face.tone, face.source) for face in pack.faces}

    text = "Favoured terrain: *Forest.* Entering it costs one action point less, never below nothing."
    assert printed({**PLAIN, "gods": NORSE})["Skadi"] == (text, "green", "test")
    house = printed(None)
    assert house["Hera"] == (text, "green", "House heroes") and "Hermes" not in house
    assert printed(PLAIN) == house


@pytest.mark.parametrize(
    "gods, words",
    [
        (NORSE[:3], "the set gods holds 3 cards; at least 4 would be right"),
        ([*NORSE, {"name": "Hermes", "terrain": "Plain"}], "Hermes name is not let in; another god"),
        ([*NORSE, {"name": "Ash", "terrain": "Plain"}], "Ash name is used for something else"),
        ([*NORSE, {"name": "Gold", "terrain": "Plain"}], "Gold name is used for something else"),
        ([*NORSE, {"name": "Frey", "terrain": "Sea"}], "Frey terrain is “Sea”; it can be Mountain"),
        ([*NORSE, {"name": "Frey"}], "Frey terrain is missing"),
    ],
)
def test_god_placards_that_cannot_be_played_are_named(gods, words):
    faults = [" ".join(map(str, fault)) for fault in FORM.faults({**PLAIN, "gods": gods})]
    assert any(words in fault for fault in faults), faults


def test_a_table_plays_with_its_own_set_to_the_end():
    table = opened(3, cards=PLAIN)
    assert tuple(table.start.heroes) == ("Ash", "Beck", "Cole", "Dorn")
    for _, state in moves(GAME, table.start, random.Random(1)):
        GAME.invariant(state)
    assert state.over


BY_HAND = {
    slot: [dict(row) for row in PLAIN["cards"] if row["hero"] != "Ash" or row["slot"] == "Unique"]
    + [{"name": f"Odd {slot}", "hero": "Ash", "slot": slot, "cost": 1, "effect": "by hand", "text": ANYTHING}]
    for slot in SLOTS
    if slot != "Unique"
}


def by_hand(slot: str, board: str, **fields) -> Match:
    """A drawn board where Gold's hero has a card with a text of its own in this slot."""
    cards = {**PLAIN, "cards": BY_HAND[slot]}
    assert FORM.faults(cards) == []
    return drawn(board, **fields).but(heroes=heroes_of(cards))


def test_an_attack_of_its_own_may_reach_farther():
    cards = [dict(row) for row in BY_HAND["Push"]]
    cards[-1]["reach"] = 2
    assert FORM.faults({**PLAIN, "cards": cards}) == []
    match = drawn("F4=Crimson\n\nF5\n\nF6=Gold", players=2).but(heroes=heroes_of({**PLAIN, "cards": cards}))
    assert after(match, Card("Gold", ("Push",), ("Crimson",), (), (), (), ())).to_act == ("Crimson",)
    far = match.but(at={**match.at, "Crimson": "F2"}, on={"F6": "Gold", "F2": "Crimson"})
    assert refused(far, Card("Gold", ("Push",), ("Crimson",), (), (), (), ())) == (
        "push",
        "No opponent stands within 2 hexes.",
    )
    plain = changed("cards", 2, effect="", reach=2)
    assert plain["cards"][2]["slot"] == "Push"
    assert any("Push goes one hex" in " ".join(map(str, fault)) for fault in FORM.faults(plain))


# -- rulings ----------------------------------------------------------------------------------------------


def settings(match: Match, thing: str) -> list[str]:
    """What a thing can be set to by hand; of a number its ends and what is beside them."""
    offered = nouns(Ruling)["to"].options(match, Ruling("Gold", thing, "", ""))
    if isinstance(offered, Number):
        return [str(n) for n in (offered.least, offered.least + 1, offered.most - 1, offered.most)]
    return list(offered)


def asked_in_every_phase() -> list[Match]:
    """A moment of each phase, with each kind of question open."""
    rolled = drawn("F5=Crimson\n\nF6=ball\n\nF7=Gold", heroes={"Gold": "Korine"})
    return [
        opened(3).say("Gold", "choose", {"hero": "Dromea", "god": "Zeus"}).state,
        begun_to_seed(),
        drawn("E4~Forest\n        F5=Crimson*\n\n        F6=Gold", taken=("Step",)),
        after(drawn("F5=Crimson\n\nF6=Gold"), Push("Gold", "Crimson", "F4", ())),
        after(drawn("F5=Crimson*\n\nF6=Gold"), ForceFumble("Gold", "Crimson", "F4", ())),
        after(drawn(RING), Throw("Gold", "G5", ())),
        after(rolled, Card("Gold", (), ("F5",), (), (), (), ())),
        after(drawn("F6=Gold"), Card("Gold", (), (), (), (), (), ())),
    ]


@pytest.mark.slow
@pytest.mark.parametrize("match", asked_in_every_phase(), ids=lambda match: f"{match.phase} {match.seeded}")
def test_everything_shown_can_be_set_by_hand_in_every_phase_and_stays_within_the_box(match):
    """Every thing to every setting: it is refused with a reason, or the box still holds and play goes on."""
    things, follows = GAME.things(match), {"Phase", "Draw", "Result"}
    near = {*match.on, *match.goal, *PILLARS, *WITHIN[1][match.ball]}
    to_set = {thing for kind in TRACKED for thing in kind.settable(match)}
    assert set(things) - follows <= to_set
    for thing in to_set:
        allowed = 0
        for i, to in enumerate(settings(match, thing)):
            if match.phase != TURN and i % 4 and to in BOARD.at and to not in near:
                continue
            try:
                done = play(match, Ruling(match.order[-1], thing, to, "so it is"))
            except Refusal as no:
                assert no.rule.key == "ruling" and no.why.endswith("."), (thing, to, no)
                continue
            GAME.invariant(done)
            told = {name for line in done.told for name in line.about}
            now = GAME.things(done)
            assert {name for name in {*things, *now} if things.get(name) != now.get(name)} <= told
            assert any(refused_by(kind, done) is None for kind in KINDS), f"{thing} to {to}: nothing to do"
            allowed += 1
        assert allowed, thing


def refused_by(kind: type[Action[Match]], match: Match) -> Refusal | None:
    """What forbids a verb to whoever the table waits for."""
    return refusal(match, draft(kind, match.to_act[0], {}))


def test_terrain_that_is_still_to_be_seeded_is_not_there_to_be_laid_by_hand():
    seeding = begun_to_seed()
    for space in ("E4", "E5", "E6", "G4", "G5", "G6"):
        seeding = after(seeding, Ruling("Gold", "Water", space, "as it lies"))
    assert seeding.tokens_left("Water") == 0, "Crimson keeps two for the seeding"
    key, why = refused(
        after(seeding, Ruling("Gold", "Forest", "F7", "so")), Ruling("Gold", "Terrain F7", "Water", "so")
    )
    assert key == "ruling"
    assert why == "The box holds 8 tokens of Water, not 7 on the board and 2 still to be seeded."
    seeds = [Seed("Gold", "F4"), Seed("Crimson", "F5"), Seed("Gold", "F7"), Seed("Crimson", "F8")]
    begun = after(seeding, *seeds)
    GAME.invariant(begun)
    assert begun.round == 1 and list(begun.terrain.values()).count("Water") == 8
    unchosen = opened(4).start
    for space in ("E4", "E5", "E6", "G4"):
        unchosen = after(unchosen, Ruling("Gold", "Forest", space, "as it lies"))
    assert unchosen.tokens_left("Forest") == 0, "two gods may still be chosen who favour it"


def test_the_order_of_seeds_can_be_mended():
    seeding = after(begun_to_seed(), Ruling("Gold", "Seeds laid", "3", "they lie there"))
    assert seeding.phase == SEED and seeding.to_act == ("Crimson",)
    begun = after(seeding, Ruling("Gold", "Seeds laid", "4", "all of them"))
    assert (begun.phase, begun.round, begun.turn) == (TURN, 1, "Gold")
    start = drawn("F6=Gold*", taken=("Step",), spent=True)
    turn = after(start, Ruling("Gold", "Turn", "Teal", "it is her turn"))
    assert turn.to_act == ("Teal",) and not turn.taken and not turn.spent
    first = opened(2).say("Gold", "choose", {"hero": "Dromea", "god": "Zeus"}).state
    key, why = refused(first, Ruling("Gold", "Gold", "F1", "so"))
    assert key == "ruling" and why == "F1 is where Crimson starts."


# -- play that goes for the ball --------------------------------------------------------------------------


def keen(kinds, state: Match, rng: random.Random) -> Action[Match]:
    """A legal action that likes the ball: it runs for it, and with it."""
    if state.phase == TURN and rng.random() < 0.9:
        by = state.to_act[0]
        goal = [space for space, owner in state.goal.items() if owner == by]
        aims = goal if state.holder == by else [state.ball]
        near = lambda space: min(DISTANCE[space][aim] for aim in aims)  # noqa: E731
        if rng.random() < 0.6:
            steps = [a for a in legal((Move,), state, (by,)) if near(a.space) < near(state.at[by])]
            if steps:
                return rng.choice(steps)
        try:
            return wander(tuple(kind for kind in kinds if kind not in (EndTurn, Move)), state, rng)
        except DeadEnd:
            pass
    return wander(kinds, state, rng)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 8))])
def test_keen_play_holds_all_promises(players, seed):
    """One ball, AP from 0 to 5, points only through goals, every chain of reactions ends."""
    state = opened(players, cards=None if seed % 2 else MIXED).start
    chain = 0
    for _, after_ in moves(GAME, state, random.Random(seed), keen):
        GAME.invariant(after_)
        gained = sum(after_.score.values()) - sum(state.score.values())
        goals = [line for line in after_.told if line.rule == "score"]
        assert gained == 0 if not goals else (len(goals) == 1 and gained in (1, 2))
        assert not gained or after_.ball == POST
        chain = chain + 1 if after_.pending else 0
        assert chain <= 24, "a chain of reactions goes on and on"
        assert len(after_.pending) <= 4
        if after_.pending:
            assert all(seat in after_.order for seat in after_.to_act)
        state = after_
    assert state.over and state.round == 12


ODD = {
    "Ash": {"Intercept": 0, "Throw": 0},
    "Beck": {"Force Fumble": 0, "Defend": 0},
    "Cole": {"Step": 1, "Drop": 0},
    "Dorn": {"Push": 0, "Run": 0},
}
MIXED = {
    **PLAIN,
    "cards": [
        dict(row) | ({"effect": "when attacked: move 1 self", "text": ""} if row["hero"] == "Ash" else {})
        for row in PLAIN["cards"]
        if row["slot"] == "Unique"
    ]
    + [
        {
            "name": f"{hero}'s {slot}",
            "hero": hero,
            "slot": slot,
            "cost": cost,
            "effect": "by hand",
            "text": "Odd.",
        }
        for hero, slots in ODD.items()
        for slot, cost in slots.items()
    ],
}
"""A set whose cards are all done by hand, most of them for nothing."""


def test_keen_play_meets_every_question():
    """The fuzz is worth something only if it comes to every phase and every verb."""
    verbs = {kind.verb for kind in GAME.kinds if not kind.anytime}
    phases = {CHOOSE, SEED, TURN, DEFEND, ANSWER, INTERCEPT, CATCH, EFFECT}
    for seed in range(24):
        start = opened(2 + seed % 3, cards=MIXED if seed % 2 else None).start
        for action, state in moves(GAME, start, random.Random(seed), keen):
            verbs.discard(action.verb)
            phases.discard(state.phase)
        if not verbs and not phases:
            return
    pytest.fail(f"not met: {verbs} {phases}")


def test_a_seat_that_never_wants_to_be_asked_is_never_asked():
    state = opened(4).start
    for about in ("Defend", "Intercept", "Catch"):
        state = play(state, NeverAsk("Crimson", about, "never ask me"))
    for action, after_ in moves(GAME, state, random.Random(3), keen):
        if after_.pending and after_.turn != "Crimson" and after_.phase != EFFECT:
            assert "Crimson" not in after_.to_act, action


# -- the end ----------------------------------------------------------------------------------------------


def test_the_figures_of_a_finished_sitting_agree_with_its_story():
    text = sitting_text("heroball", "four")
    table = transcript.read(text, shelf())
    figures = dict(GAME[Figures].numbers([table.start, *(step.state for step in table.standing)]))
    assert figures["Rounds"] == 12 and "Points" not in figures, "they stand in the score"
    entry = Counter((step.entry.seat, step.entry.verb) for step in table.standing)
    for seat in table.state.order:
        assert figures["Interceptions"][seat] <= entry[seat, "intercept"]
        assert figures["Attacks defended"][seat] == entry[seat, "defend"]
    assert sum(figures["Interceptions"].values()) == 4
    goals = sum(line.rule == "score" for step in table.standing for line in step.told)
    assert sum(figures["Goals"].values()) == goals


def test_points_set_by_hand_are_no_goals():
    match = drawn(players=2)
    ruled = play(match, Ruling("Gold", "Gold score", "3", "we forgot to move the marker"))
    assert dict(GAME[Figures].numbers([match, ruled]))["Goals"] == {"Gold": 0, "Crimson": 0}


def test_a_shared_victory_names_all_who_share_it():
    text = sitting_text("heroball", "two-shared")
    over = transcript.read(text, shelf()).state.over
    assert over.winners == ("Gold", "Crimson") and dict(over.scores) == {"Gold": 1, "Crimson": 1}
    assert over.why == "Round 12 is over: Gold and Crimson share the victory with 1 point."


def test_a_box_with_an_unknown_key_is_refused_with_file_and_line(tmp_path, monkeypatch):
    text = schema.source("companion.games.heroball", "components.toml")
    folder = tmp_path / "ball"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "components.toml").write_text(text.replace("rounds = 12", "round = 12"), "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(schema.SchemaError) as caught:
        schema.load("ball", "components.toml", Components)
    line = text.splitlines().index("rounds = 12") + 1
    assert f"components.toml, line {line}: “round” is not known here; did you mean “rounds”?" in str(
        caught.value
    )


def test_of_what_asks_nothing_in_a_reaction_letting_go_comes_last_and_stands_out():
    whole = [kind.title for kind in GAME.kinds if DEFEND in kind.during and not nouns(kind)]
    assert whole[-2:] == ["Never ask me", "Let it go"]


test_case = cases("heroball_table", GAME, drawn, by_hand)
