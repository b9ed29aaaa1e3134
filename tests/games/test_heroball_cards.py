"""Heroball's cards: each house card played once, sets of one's own, hands kept to what a card names."""

import random

import pytest

from companion.games.heroball import GAME
from companion.games.heroball.actions.attack import ForceFumble, Push
from companion.games.heroball.actions.ball import Throw
from companion.games.heroball.actions.by_hand import Done, GiveAp, MoveBall, MoveHero
from companion.games.heroball.actions.card import Card, React
from companion.games.heroball.actions.move import EndTurn
from companion.games.heroball.actions.react import Defend, Intercept, LetGo
from companion.games.heroball.box import BOARD, PILLARS, POST, SEATS
from companion.games.heroball.cards import FORM, HOUSE, heroes_of
from companion.games.heroball.effects import UNIQUE
from companion.games.heroball.state import Match
from companion.games.heroball.state.pending import ANSWER, DEFEND, EFFECT, INTERCEPT, TURN
from companion.kernel.action import legal, play
from companion.kernel.asking import ask
from companion.kernel.journal import Table
from companion.kernel.opening import Opening
from companion.kernel.rulebook import Refusal
from companion.kernel.simulate import moves
from companion.toolkit import cardsets
from companion.toolkit.cards.dialect import fault
from companion.toolkit.cards.grammar import read
from companion.toolkit.cards.wording import words
from tests.games.field import drawn
from tests.games.moments import after, refused, texts
from tests.games.positions import case_lines, cases

KINDS = tuple(kind for kind in GAME.kinds if not kind.anytime)
CARDS = {row["name"]: row for row in HOUSE["cards"]}


def house(**changes: dict) -> dict:
    """The house set with some of its cards changed, by name with ``_`` for spaces."""
    rows = [row | changes.get(row["name"].replace(" ", "_").replace("'", ""), {}) for row in HOUSE["cards"]]
    cards = {**HOUSE, "cards": rows}
    assert FORM.faults(cards) == []
    return cards


def own(hero: str, effect: str, text: str = "As printed.", **fields) -> dict:
    """The house set where a hero's Unique says something else."""
    name = next(row["name"] for row in HOUSE["cards"] if (row["hero"], row["slot"]) == (hero, "Unique"))
    return house(**{name.replace(" ", "_").replace("'", ""): {"effect": effect, "text": text, **fields}})


def at_own(board: str, effect: str, text: str = "As printed.", cost: int = 1, **fields) -> Match:
    """A drawn board where Gold's Dromea has a Unique that says this."""
    cards = own("Dromea", effect, text, cost=cost)
    return drawn(board, heroes={"Gold": "Dromea"}, **fields).but(heroes=drawn().heroes | heroes_of(cards))


# -- each card once ---------------------------------------------------------------------------------------

BESIDE = "F5=Crimson\n\nF6=Gold"


test_house_card = cases("heroball_house", GAME, drawn, holds=True)


def test_no_card_of_the_house_set_is_left_out():
    assert [*case_lines("heroball_house")] == [*CARDS]
    for name, lines in case_lines("heroball_house").items():
        phases = {f"phase = {phase}" for phase in (TURN, INTERCEPT)}
        assert phases & {line.says.rpartition(" -> ")[2] for line in lines}, f"{name} is left to hands"


def test_no_house_card_is_by_hand_and_each_asks_at_most_twice():
    for hero in heroes_of(HOUSE).values():
        assert not any(slot.by_hand for slot in hero.slots.values())
        for _, choice in hero.played.values():
            assert choice.steps and (not choice.asked or choice.words)
    board = drawn(BESIDE, heroes={"Gold": "Thyrsa"})
    first = ask(Card, board, "Gold", {})
    assert [option.name for option in first.allowed] == ["Crimson"], "who is beside her"
    then = ask(Card, board, "Gold", {"aim": "Crimson"})
    assert {option.name for option in then.allowed} == {"F4", "E4", "G4", "E5", "G5"}, "the hexes are lit"


# -- what no house card may do ----------------------------------------------------------------------------


def test_round_dance_scores_for_nobody_moves_no_ball_and_pumps_no_ap():
    """From the post: whatever is answered, the ball stays, the score stays, and no AP is won."""
    match = drawn(
        "F5=Crimson\n        G5=Teal\nF6=Gold*", heroes={"Gold": "Thyrsa"}, ap=dict.fromkeys(SEATS, 2)
    )
    said = list(legal((Card,), match, ("Gold",)))
    assert len(said) == 8 and {action.aim for action in said} == {("Crimson",), ("Teal",)}
    for action in said:
        done = play(match, action)
        assert done.ball == POST and done.holder == "Gold" and not any(done.score.values())
        assert done.phase == TURN and done.ap == match.ap and done.held == {("Gold", "Unique")}
    for verb in (MoveBall("Gold", "F11", ()), GiveAp("Gold", "Gold", "gain 3")):
        assert refused(play(match, said[0]), verb)[0] == "sequence"


def first_turn(match: Match) -> tuple[int, int]:
    """The most the active seat can score in its turn whatever it does, and how many moments that were."""
    by, best, seen, edge = match.turn, 0, set(), [match]
    while edge:
        here = edge.pop()
        key = (here.at[by], here.ball, here.holder, here.ap[by], here.taken, here.held, here.phase)
        if key in seen:
            continue
        seen.add(key)
        for action in legal(KINDS, here, here.to_act):
            there = play(here, action)
            best = max(best, there.score[by])
            if there.turn == by and not there.score[by]:
                edge.append(there)
    return best, len(seen)


WAS = {"cost": 1, "effect": "place self to in line 2", "text": "Leap two hexes in a straight line."}
"""Pounce before it was mended."""


@pytest.mark.slow
@pytest.mark.parametrize(
    "players, helped",
    [(2, False), (2, True), *(pytest.param(n, True, marks=pytest.mark.soak) for n in (3, 4))],
)
def test_nobody_scores_in_the_first_turn_though_lykos_did(players, helped):
    """Every action of the first turn; helped, with favoured terrain everywhere, more than any box holds."""
    order = SEATS[:players]
    favoured = {space: "Mountain" for space in BOARD.spaces if space not in PILLARS and space != POST}
    for cards, scores in ((house(Pounce=WAS), 2), (HOUSE, 0)):
        heroes = heroes_of(cards)
        match = drawn(players=players, round=1).but(
            heroes=heroes, hero=dict(zip(order, ("Lykos", "Korine", "Dromea", "Thyrsa"), strict=False))
        )
        match = match.but(ap={**match.ap, "Gold": 5})
        best, moments = first_turn(match.but(terrain=favoured) if helped else match)
        assert best == scores and moments > 20


# -- sets of one's own ------------------------------------------------------------------------------------


def test_a_card_that_takes_a_token_is_used_once_a_turn_in_any_slot():
    """A Ground Shake for nothing drained everybody; with its token it is played once."""
    text = "Each opponent beside you loses 1 AP. Place a tracking token on it."
    cards = house(Ground_Shake={"cost": 0, "effect": "pay token: ap -1 enemies adjacent", "text": text})
    match = drawn(BESIDE, heroes={"Gold": "Brontas"}).but(heroes=drawn().heroes | heroes_of(cards))
    match = after(match, Card("Gold", (), (), (), (), (), ()))
    assert match.ap["Crimson"] == 3 and refused(match, Card("Gold", (), (), (), (), (), ()))[0] == "token"
    text = "Defend; the attacker loses 1 AP more. Place a tracking token on it."
    cards = house(Sling_Arm={"effect": "pay token"}, Long_Arms={"effect": "pay token"},
                  Bulls_Neck={"effect": "pay token: ap -1 attacker", "text": text})  # fmt: skip
    heroes = drawn().heroes | heroes_of(cards)
    thrown = drawn("F6=Gold*", heroes={"Gold": "Korine"}).but(heroes=heroes)
    thrown = after(thrown, Throw("Gold", "F5", ()))
    assert (
        thrown.held == {("Gold", "Throw")} and GAME.view(thrown).panels[0].cards[4].where == "holds a token"
    )
    thrown = thrown.but(ball="F6", holder="Gold")
    assert refused(thrown, Throw("Gold", "F5", ()))[0] == "token"
    struck = drawn(BESIDE, heroes={"Crimson": "Brontas"}).but(heroes=heroes)
    struck = after(struck, Push("Gold", "Crimson", "F4", ()), Defend("Crimson"))
    assert struck.ap["Gold"] == 2 and struck.held == {("Crimson", "Defend")}
    struck = after(struck, Push("Gold", "Crimson", "F4", ()))
    assert struck.at["Crimson"] == "F4", "he is not asked again, and the blow falls"
    caught = drawn("F4\n\nF5=Crimson*\n\nF6=Gold", heroes={"Gold": "Phylax"}, turn="Crimson").but(
        heroes=heroes
    )
    taken = after(caught, Throw("Crimson", "F4", ()), Intercept("Gold", ()))
    assert taken.held == {("Gold", "Intercept")}
    again = after(taken.but(ball="F5", holder="Crimson"), Throw("Crimson", "F4", ()))
    assert again.phase == TURN and again.ball == "F4"


SAID = (
    ("move 2 self", "F6=Gold", ("F8",), (), {"Move Dromea from F6 to F8."}),
    ("push 2 enemy adjacent", BESIDE, ("Crimson",), ("F3",), None),
    ("push 1 enemy adjacent; ap -1 it", BESIDE, ("Crimson",), ("F4",), {"Crimson: AP 4 to 3."}),
    (
        "place self to beside enemy",
        "F4=Crimson\n\nF5\n\nF6=Gold",
        ("F5",),
        (),
        {"Move Dromea from F6 to F5."},
    ),
    ("place ball to adjacent", "F6=Gold\n\nF7", ("F7",), (), {"Put the ball on F7."}),
    (
        "pull 1 enemy within 2",
        "F4=Crimson\n\nF5\n\nF6=Gold",
        ("Crimson",),
        ("F5",),
        {"Move Beck from F4 to F5."},
    ),
    ("ap -1 enemy adjacent if ap 2 or more", BESIDE, ("Crimson",), (), {"Crimson: AP 4 to 3."}),
    ("ap -all enemy within 2", BESIDE, ("Crimson",), (), {"Crimson: AP 4 to 0."}),
    ("ap 1 enemies; ap -1 self", "F6=Gold", (), (), {"Crimson: AP 4 to 5.", "Gold: AP 3 to 2."}),
    (
        "token -1; move 1 self",
        "F6=Gold",
        ("F7",),
        (),
        {"Take the tokens off Run.", "Move Dromea from F6 to F7."},
    ),
    ("by hand: move 1 hero adjacent; ap 1 it", BESIDE, (), (), {"Gold: do by hand what Second Breath says."}),
)


@pytest.mark.parametrize("effect, board, aim, space, told", SAID, ids=[row[0] for row in SAID])
def test_every_part_of_the_language_that_heroball_knows_is_carried_out(effect, board, aim, space, told):
    text = "As printed, 2." if "2" in effect else "As printed."
    match = at_own(board, effect, text, taken=("Step", "Run"))
    said = Card("Gold", (), aim, space, (), (), ())
    if told is None:
        assert refused(match, said)[0] in ("pillar", "dance")
    else:
        assert told <= {*texts(after(match, said))}, texts(after(match, said))


def test_a_card_asks_for_two_things_one_after_the_other():
    """The second question is of the moment after the first answer: the hex that was left is free."""
    match = at_own(BESIDE, "push 1 enemy adjacent; move 1 self")
    answers = {"aim": ["Crimson"], "space": ["F4"]}
    first, then = ask(Card, match, "Gold", {"aim": ["Crimson"]}), ask(Card, match, "Gold", answers)
    assert (first.field, then.field) == ("space", "then")
    assert "F5" in [option.name for option in then.allowed], "whom he pushed has left it"
    after_ = after(match, Card("Gold", (), ("Crimson",), ("F4",), ("F5",), (), ()))
    assert (after_.at["Crimson"], after_.at["Gold"]) == ("F4", "F5")
    assert refused(match, Card("Gold", (), ("Crimson",), ("F4",), ("F4",), (), ()))[0] == "occupied"
    same = at_own(BESIDE, "move 1 self; push 1 enemy adjacent")
    moved = after(same, Card("Gold", (), ("G5",), (), ("Crimson",), ("E4",), ()))
    assert (moved.at["Crimson"], moved.at["Gold"]) == ("E4", "G5")
    away = after(same, Card("Gold", (), ("F7",), (), (), (), ()))
    assert away.at["Gold"] == "F7" and away.at["Crimson"] == "F5", "nobody is beside him there"
    every = [*legal((Card,), same, ("Gold",))]
    assert {bool(action.then) for action in every} == {True, False}
    for action in every:
        GAME.invariant(after(same, action))


def test_a_card_that_asks_twice_asks_whether_another_may_score():
    held = at_own("B4=Gold\n\nB5\n\nB6=Crimson*", "move 1 self; push 1 enemy adjacent")
    every = [*legal((Card,), held, ("Gold",))]
    assert {bool(action.sure) for action in every} == {True, False}
    for action in every:
        scored = after(held, action).score
        assert bool(action.sure) == any(n for seat, n in scored.items() if seat != "Gold"), action


def test_a_hero_is_not_in_a_straight_line_with_himself():
    match = at_own("F5=Crimson\n\nF6=Gold", "pay token: ap 1 hero in line 2", "As printed, 2.")
    allowed = [option.name for option in ask(Card, match, "Gold", {}).allowed]
    assert "Gold" not in allowed and "Crimson" in allowed


# -- reactions --------------------------------------------------------------------------------------------

DODGE = "when attacked: move 1 self"


def attacked(effect: str, cost: int = 1, **fields):
    """Gold pushes Crimson, whose Unique says this."""
    text = str(words(read(effect), UNIQUE, "Dromea"))
    cards = house(Second_Breath={"effect": effect, "text": text, "cost": cost})
    match = drawn(BESIDE, heroes={"Crimson": "Dromea"}, **fields)
    match = match.but(heroes=match.heroes | heroes_of(cards))
    return after(match, Push("Gold", "Crimson", "F4", ()))


def test_a_unique_answers_an_attack_and_what_no_longer_reaches_comes_to_nothing():
    match = attacked(DODGE)
    assert match.phase == ANSWER and match.to_act == ("Crimson",)
    assert texts(match)[-1] == "Dromea may defend for 1 of 4 AP, or answer with Second Breath for 1."
    away = after(match, React("Crimson", ("E4",), (), (), (), ()))
    assert away.at["Crimson"] == "E4" and away.ap["Crimson"] == 3 and away.to_act == ("Gold",)
    assert "The attack on Dromea comes to nothing." in texts(away)
    beside = after(match, React("Crimson", ("G5",), (), (), (), ()))
    assert beside.at["Crimson"] == "G5", "F4 is not farther from Gold than that, so the push is over"
    assert after(match, Defend("Crimson")).at["Crimson"] == "F5"
    assert after(match, LetGo("Crimson")).at["Crimson"] == "F4"


def test_a_unique_that_answers_may_hurt_the_attacker_and_the_attack_comes_off():
    match = attacked("when attacked: ap -2 attacker", cost=0)
    struck = after(match, React("Crimson", (), (), (), (), ()))
    assert struck.ap["Gold"] == 1 and struck.at["Crimson"] == "F4"
    thrown = after(attacked("when attacked: push 1 attacker", 1), React("Crimson", ("F7",), (), (), (), ()))
    assert thrown.at["Gold"] == "F7" and thrown.at["Crimson"] == "F5"
    once = after(attacked("when attacked, once a turn: ap 1 self", 0), React("Crimson", (), (), (), (), ()))
    assert once.held == {("Crimson", "Unique")} and once.ap["Crimson"] == 5
    beside = once.shift("Gold", "F5")
    again = after(beside, next(legal((Push,), beside, ("Gold",))))
    assert again.phase == DEFEND, "the card holds a token, so he may only defend"


def test_nobody_is_asked_who_cannot_pay_or_whose_card_finds_nobody():
    poor = attacked(DODGE, cost=3, ap={"Crimson": 1})
    assert poor.phase == DEFEND
    alone = attacked("when attacked: ap -1 enemies within 2 if ap 5 or more", 0)
    assert alone.phase == DEFEND
    only = attacked(DODGE, cost=0, ap={"Crimson": 0})
    assert only.phase == ANSWER
    assert texts(only)[-1] == "Dromea may answer with Second Breath for 0 of 0 AP."
    assert refused(only, Defend("Crimson"))[0] == "afford"
    never = attacked(DODGE, never=frozenset({("Crimson", "Defend")}))
    assert never.phase == TURN and never.at["Crimson"] == "F4"


def test_a_unique_that_answers_is_not_played_in_ones_turn():
    match = at_own(BESIDE, DODGE)
    assert refused(match, Card("Gold", (), (), (), (), (), ())) == (
        "cards",
        "Second Breath answers an attack: play it when you are attacked.",
    )
    fumbled = drawn("F5=Crimson*\n\nF6=Gold", heroes={"Crimson": "Dromea"})
    fumbled = fumbled.but(heroes=match.heroes)
    fumbled = after(fumbled, ForceFumble("Gold", "Crimson", "E4", ()))
    gone = after(fumbled, React("Crimson", ("F4",), (), (), (), ()))
    assert gone.holder == "Crimson" and gone.ball == "F4", "the ball goes with him"


@pytest.mark.parametrize(
    "effect, why",
    [
        ("ap -1 attacker", "an attacker is there “when attacked:” only"),
        ("when attacked: ap 1 self | ap -1 attacker", "has choices when attacked; one would be right"),
        ("when attacked: damage 1 attacker", "a part “damage” is not known to this game"),
    ],
)
def test_what_a_reaction_cannot_say(effect, why):
    assert why in fault(effect, UNIQUE)


ROUND = [EndTurn(seat) for seat in SEATS]
"""The turns of all, from Gold's to Gold's."""


def test_a_card_for_once_a_game_keeps_its_token():
    match = at_own("F6=Gold\n\nF7\n\nF8=Crimson", "once a game: place self to anywhere")
    once = after(match, Card("Gold", (), ("F4",), (), (), (), ()))
    assert once.at["Gold"] == "F4"
    later = after(once, *ROUND)
    assert later.turn == "Gold" and later.held == once.held != frozenset()
    assert "Gold's turn: take the tokens off slots and cards, but for Second Breath." in texts(later)
    for match in (once, later):
        no = refused(match, Card("Gold", (), ("F5",), (), (), (), ()))[1]
        assert no == "Second Breath holds a token for the rest of the game: it is used up."
    turns = at_own("F6=Gold\n\nF7\n\nF8=Crimson", "once a turn: place self to anywhere")
    moved = after(turns, Card("Gold", (), ("F4",), (), (), (), ()))
    assert "from the next turn on" in refused(moved, Card("Gold", (), ("F5",), (), (), (), ()))[1]
    again = after(moved, *ROUND, Card("Gold", (), ("F5",), (), (), (), ()))
    assert again.at["Gold"] == "F5"


def test_a_card_happens_by_itself_at_the_start_of_its_heros_turn():
    match = at_own(
        "F6=Gold\n\nF7=Crimson", "at start: ap 1 self; ap -1 enemies adjacent", ap={"Gold": 2, "Crimson": 3}
    )
    assert refused(match, Card("Gold", (), (), (), (), (), ()))[1] == (
        "Second Breath happens by itself, at the start of your turn."
    )
    later = after(match.but(spent=True), *ROUND)
    lines = texts(later)
    assert lines.count("Dromea, at the start of the turn: Second Breath.") == 1
    assert (later.ap["Gold"], later.ap["Crimson"]) == (match.ap["Gold"] + 2, 4)


@pytest.mark.parametrize(
    "effect, why",
    [
        ("at start: move 1 self", "by itself there is only ap"),
        ("at start: ap 1 self | ap -1 enemies", "has a choice at start"),
        ("at start, pay token: ap 1 self", "has a price at start"),
        ("at start, once a game: ap 1 self", "happens at each start"),
        ("at start: ap -1 enemy", "say all of them"),
    ],
)
def test_what_does_not_happen_at_the_start_of_a_turn_is_refused(effect, why):
    assert why in fault(effect, UNIQUE)


def test_a_place_in_a_line_is_counted_from_whom_the_card_says():
    match = at_own("F6=Gold\n\nF7\n\nF8=Crimson", "place self to in line 2 of enemy", "In a line, 2 off.")
    ends = {space for space in BOARD.at if allowed_aim(match, space)}
    lines = [line for seat in match.opponents("Gold") for line in BOARD.lines[match.at[seat]].values()]
    assert ends and ends <= {line[1] for line in lines if len(line) > 1}


def allowed_aim(match, space):
    """True if Gold's card can be aimed at a hex."""
    try:
        play(match, Card("Gold", (), (space,), (), (), (), ()))
    except Refusal:
        return False
    return True


def test_a_card_with_a_choice_asks_for_it_in_two_or_three_words():
    match = at_own(BESIDE, "ap -1 enemy adjacent | move 1 self")
    (question,) = [ask(Card, match, "Gold", {})]
    names = [option.name for option in question.allowed]
    assert len(names) == 2 and all(name.startswith("Unique (") and "," not in name for name in names)
    assert Card.face(match, "Gold") == ("Second Breath", "1 AP")
    done = after(match, Card("Gold", (names[0],), ("Crimson",), (), (), (), ()))
    assert done.ap["Crimson"] == 3
    assert after(match, Card("Gold", (names[1],), ("F7",), (), (), (), ())).at["Gold"] == "F7"


def test_a_defence_by_hand_gives_an_attacker_nothing_by_itself():
    cards = house(Bulls_Neck={"effect": "by hand: ap 1 self", "text": "Defend; 1 AP for Brontas."})
    struck = drawn(BESIDE, heroes={"Crimson": "Brontas"}).but(heroes=drawn().heroes | heroes_of(cards))
    struck = after(struck, Push("Gold", "Crimson", "F4", ()))
    defended = after(struck, Defend("Crimson"))
    assert defended.ap["Gold"] == struck.ap["Gold"] and defended.phase == EFFECT
    assert after(defended, GiveAp("Crimson", "Crimson", "gain 1")).ap["Crimson"] == defended.ap["Crimson"] + 1


def test_hands_do_what_a_card_names_and_nothing_else():
    match = at_own(BESIDE, "by hand: move 1 hero adjacent; ap 1 it", ap={"Crimson": 3})
    assert Card.face(match, "Gold") == ("Second Breath", "1 AP, by hand")
    assert any(card.where == "on Unique, by hand" for card in GAME.view(match).panels[0].cards)
    match = after(match, Card("Gold", (), (), (), (), (), ()))
    assert match.phase == EFFECT and GAME.view(match).phase == "Gold: Second Breath, by hand"
    says = (
        "Second Breath names nothing more of this: move a hero next to Dromea up to 1 hex, and give it 1 AP."
    )
    assert refused(match, MoveBall("Gold", "F11", ())) == ("cards", says)
    assert refused(match, MoveHero("Gold", "Gold", "F7", ())) == ("cards", "The card moves Dromea nowhere.")
    assert refused(match, MoveHero("Gold", "Crimson", "F3", ()))[0] == "pillar"
    assert refused(match, MoveHero("Gold", "Crimson", "G3", ())) == ("cards", "The card does not lead to G3.")
    assert refused(match, GiveAp("Gold", "Crimson", "gain 1"))[0] == "cards", "nobody was named before"
    match = after(match, MoveHero("Gold", "Crimson", "F4", ()))
    assert refused(match, GiveAp("Gold", "Gold", "gain 1")) == ("cards", "The card changes no AP of Dromea.")
    assert refused(match, GiveAp("Gold", "Crimson", "lose 1"))[0] == "cards"
    match = after(match, GiveAp("Gold", "Crimson", "gain 1"))
    assert match.ap["Crimson"] == 4 and refused(match, MoveHero("Gold", "Crimson", "F5", ()))[0] == "cards"
    done = after(match, Done("Gold"))
    assert texts(done) == ["Dromea: Second Breath is done."] and done.phase == TURN


def test_a_throw_by_hand_goes_as_far_as_the_card_says():
    cards = house(
        Sling_Arm={"effect": "by hand: move 3 ball", "reach": 1, "text": "Throw up to three hexes."}
    )
    match = drawn("F6=Gold*", heroes={"Gold": "Korine"}).but(heroes=drawn().heroes | heroes_of(cards))
    assert refused(match, Throw("Gold", "F5", ()))[0] == "cards"
    match = after(match, Card("Gold", ("Throw",), (), (), (), (), ()))
    assert refused(match, MoveBall("Gold", "F2", ()))[0] == "cards"
    assert after(match, MoveBall("Gold", "G4", ())).ball == "G4"


def test_a_set_with_every_part_of_the_language_is_exported_and_imported_unchanged():
    effects = [row[0] for row in SAID] + ["pay token: swap enemy within 2 | token -all", "by hand"]
    games = {GAME.key: GAME}
    for effect in effects:
        cards = cardsets.tidy(
            FORM, own("Dromea", effect, "As printed, 2." if "2" in effect else "As printed.")
        )
        for text in (cardsets.to_toml(FORM, cards, GAME), cardsets.to_csv(FORM, cards, GAME.key)):
            assert cardsets.read(games, text).cards == cards


@pytest.mark.parametrize("effect", [row[0] for row in SAID])
def test_random_play_with_such_cards_holds_what_the_box_can(effect):
    cards = own("Dromea", effect, "As printed, 2." if "2" in effect else "As printed.")
    few = ("Dromea", "Brontas", "Korine", "Lykos")
    cards["heroes"] = [row for row in cards["heroes"] if row["name"] in few]
    cards["cards"] = [row for row in cards["cards"] if row["hero"] in few]
    start = Table.open(GAME, Opening({seat: seat for seat in SEATS}, cards=cards)).start
    for _, state in moves(GAME, start, random.Random(5)):
        GAME.invariant(state)
    assert state.over


test_case = cases("heroball_cards", GAME, drawn, at_own)
