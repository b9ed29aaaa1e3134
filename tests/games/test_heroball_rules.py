"""Every rule of Heroball, once where it lets something happen and once where it does not."""

import pytest

from companion.games.heroball import GAME
from companion.games.heroball.actions.attack import ForceFumble, Push
from companion.games.heroball.actions.ball import Drop, Hold, Throw
from companion.games.heroball.actions.by_hand import Done, GiveAp, MoveBall, MoveHero
from companion.games.heroball.actions.card import Card
from companion.games.heroball.actions.move import EndTurn, Move
from companion.games.heroball.actions.react import Defend, Intercept, LetGo, NeverAgain, NeverAsk
from companion.games.heroball.actions.setup import Choose, Seed
from companion.games.heroball.box import GOALS, PILLARS, SEATS
from companion.games.heroball.state import Match
from companion.games.heroball.state.pending import CATCH, DEFEND, EFFECT, INTERCEPT, SEED, TURN
from companion.games.heroball.tracked import Ruling
from companion.kernel.journal import Table
from companion.kernel.opening import Opening
from companion.toolkit.concede import AgreeDraw, DeclineDraw, OfferDraw
from tests.games.field import drawn
from tests.games.moments import after, refused, texts

GIVES = "Crimson scores 1"


def opened(players: int, **options: str) -> Match:
    """A fresh table."""
    return Table.open(GAME, Opening({seat: seat for seat in SEATS[:players]}, options)).state


def seeding(players: int = 2) -> Match:
    """A table whose heroes are chosen."""
    match = opened(players)
    heroes = ("Dromea", "Brontas", "Korine", "Phylax")
    gods = ("Zeus", "Poseidon", "Aphrodite", "Hera")
    for seat, hero, god in zip(match.order, heroes, gods, strict=False):
        match = after(match, Choose(seat, hero, god))
    return match


# -- setup ------------------------------------------------------------------------------------------------


def test_seats_happens():
    assert [seeding(n).at for n in (2, 3, 4)] == [
        {"Gold": "F11", "Crimson": "F1"},
        {"Gold": "F11", "Crimson": "A1", "Teal": "K1"},
        {"Gold": "K6", "Crimson": "A6", "Teal": "A1", "Violet": "K1"},
    ]
    assert GOALS[SEATS[:2]].owner == {
        "F11": "Gold", "E10": "Gold", "G10": "Gold", "F1": "Crimson", "E1": "Crimson", "G1": "Crimson",
    }  # fmt: skip
    told = [line for line in opened(2).told if line.rule == "seats"]
    assert told[0].text == "Gold: lay your goal on F11, E10 and G10." or len(told) == 2


def test_seats_only_then():
    for players in (1, 5):
        with pytest.raises(ValueError, match="2, 3, 4 players"):
            Table.open(GAME, Opening({str(n): "x" for n in range(players)}))


def test_heroes_allows():
    match = after(opened(2), Choose("Gold", "Lykos", "Ares"))
    assert match.hero == {"Gold": "Lykos"} and match.to_act == ("Crimson",)
    covered = "Run with Lope, Push with Snap at the Heels and Unique with Pounce"
    assert f"Cover slots of your mat: {covered}." in texts(match)


def test_heroes_refuses():
    match = after(opened(2), Choose("Gold", "Lykos", "Ares"))
    assert refused(match, Choose("Crimson", "Lykos", "Hera")) == ("heroes", "Lykos plays for Gold already.")


def test_gods_allows():
    match = after(opened(2), Choose("Gold", "Lykos", "Aphrodite"), Choose("Crimson", "Korine", "Hera"))
    assert match.god == {"Gold": "Aphrodite", "Crimson": "Hera"}, "two gods may share a terrain"


def test_gods_refuses():
    match = after(opened(2), Choose("Gold", "Lykos", "Hera"))
    assert refused(match, Choose("Crimson", "Korine", "Hera")) == ("gods", "Hera is with Gold already.")


def test_hermes_allows():
    for god in ("Zeus", "Athena", "Poseidon", "Aphrodite", "Hades", "Ares", "Hera"):
        assert after(opened(2), Choose("Gold", "Lykos", god)).god["Gold"] == god


def test_hermes_refuses():
    key, why = refused(opened(2), Choose("Gold", "Lykos", "Hermes"))
    assert key == "hermes" and why.startswith("Hermes is not let in.")


def test_terrain_seed_allows():
    match = seeding()
    assert match.phase == SEED
    for seat, space in (("Gold", "F5"), ("Crimson", "F7"), ("Gold", "E5")):
        assert match.to_act == (seat,)
        match = after(match, Seed(seat, space))
    assert match.terrain == {"F5": "Mountain", "F7": "Water", "E5": "Mountain"}
    match = after(match, Seed("Crimson", "A1"))
    assert (match.phase, match.round, match.turn) == (TURN, 1, "Gold")


def test_terrain_seed_refuses():
    match = after(seeding(), Seed("Gold", "F5"))
    assert refused(match, Seed("Crimson", "F5")) == ("terrain-seed", "F5 holds Mountain already.")
    assert refused(match, Seed("Crimson", "F11")) == (
        "terrain-seed",
        "Dromea stands on F11: no terrain lies there.",
    )
    assert refused(match, Seed("Crimson", "E10")) == (
        "terrain-seed",
        "E10 is in Gold's goal: no terrain lies there.",
    )


def test_the_match_begins_as_the_box_says():
    match = seeding(3)
    assert match.ap == dict.fromkeys(match.order, 4) and match.score == dict.fromkeys(match.order, 0)
    assert match.ball == "F6" and not match.holder and match.round == 0
    for seat, space in zip(match.order * 2, ("F5", "F7", "E5", "E6", "G5", "G6"), strict=True):
        match = after(match, Seed(seat, space))
    assert (match.turn, match.round, match.ap["Gold"]) == ("Gold", 1, 5), "the first refresh too gives 1 AP"
    for seat in match.order:
        assert match.round == 1
        match = after(match, EndTurn(seat))
    assert (match.turn, match.round) == ("Gold", 2), "when all have taken their turn"


# -- the board --------------------------------------------------------------------------------------------

BY_PILLAR = """
        F2=Crimson
                G2
        F3
                G3=Gold*
        F4
"""


def test_pillar_allows():
    match = drawn(BY_PILLAR)
    assert "F3" in PILLARS
    over = after(match, Throw("Gold", "E3", ()))
    assert over.ball == "E3", "a throw flies past the pillar"


def test_pillar_refuses():
    match = drawn(BY_PILLAR)
    assert refused(match, Move("Gold", "F3", ())) == ("pillar", "F3 is a Pillar of Heaven: nobody enters it.")
    assert refused(match, Throw("Gold", "F3", ()))[0] == "pillar"
    assert refused(match, Drop("Gold", "F3", ()))[0] == "pillar"
    assert refused(seeding(), Seed("Gold", "F3"))[0] == "pillar"


def test_post_allows():
    match = after(drawn("F6\n\nF7=Gold"), Move("Gold", "F6", ()), Hold("Gold"))
    assert match.at["Gold"] == "F6" and match.holder == "Gold"


def test_post_refuses():
    assert refused(seeding(), Seed("Gold", "F6"))[0] == "post"


def test_occupied_allows():
    match = after(drawn("F4=Crimson\n\nF5\n\nF6=Gold"), Move("Gold", "F5", ()))
    assert match.on["F5"] == "Gold" and "F6" not in match.on


def test_occupied_refuses():
    match = drawn("F5=Crimson\n\nF6=Gold")
    assert refused(match, Move("Gold", "F5", ())) == ("occupied", "F5 is taken by Beck.")
    hemmed = drawn(
        """
        A4
                B5=Crimson
        A5=Teal
                B6=Violet
        A6=Gold
        """,
        ap={"Gold": 5},
    )
    free = after(hemmed, Move("Gold", "B7", ()))
    assert free.at["Gold"] == "B7", "one hex was left"
    closed = drawn("A5=Crimson\n        B6=Teal\nA6=Gold\n        B7=Violet")
    assert refused(closed, Move("Gold", "B7", ())) == ("occupied", "Ash on A6 is hemmed in.")


# -- a turn -----------------------------------------------------------------------------------------------


def test_refresh_happens():
    match = after(drawn(taken=("Step", "Run"), ap={"Crimson": 3}, spent=True), EndTurn("Gold"))
    assert match.turn == "Crimson" and match.ap["Crimson"] == 4 and match.taken == ()
    assert "Crimson's turn: take all tokens off slots and cards." in texts(match)


def test_refresh_only_then():
    match = after(drawn(ap={"Gold": 2, "Crimson": 3, "Teal": 1}, spent=True), EndTurn("Gold"))
    assert match.ap["Gold"] == 2 and match.ap["Teal"] == 1, "only the active hero gains"


def test_afford_allows():
    match = after(
        drawn("F5=Crimson\n\nF6=Gold", ap={"Gold": 1, "Crimson": 0}), Push("Gold", "Crimson", "F4", ())
    )
    assert match.ap["Gold"] == 0 and match.at["Crimson"] == "F4"


def test_afford_refuses():
    match = drawn("F5=Crimson\n\nF6=Gold*", ap={"Gold": 0})
    for action in (
        Push("Gold", "Crimson", "F4", ()),
        Throw("Gold", "F7", ()),
        Drop("Gold", "F6", ()),
        Card("Gold", (), (), (), ()),
    ):
        key, why = refused(match, action)
        assert key == "afford" and why.endswith("costs 1 AP; you have 0."), why
    tired = drawn("F6=Gold", ap={"Gold": 0}, taken=("Step",))
    assert refused(tired, Move("Gold", "F7", ())) == (
        "afford",
        "Ash's Run costs at least 1 AP here; you have 0.",
    )
    edge = after(drawn("F6=Gold", ap={"Crimson": 0}), Card("Gold", (), (), (), ()))
    assert refused(edge, GiveAp("Gold", "Crimson", "lose 1")) == (
        "afford",
        "Crimson has 0 AP, so cannot lose 1.",
    )


def test_ap_cap_only_then():
    assert after(drawn(ap={"Crimson": 4}, spent=True), EndTurn("Gold")).ap["Crimson"] == 5


def test_ap_cap_happens():
    match = after(drawn(ap={"Crimson": 5}, spent=True), EndTurn("Gold"))
    assert match.ap["Crimson"] == 5
    assert [line.text for line in match.told if line.rule == "ap-cap"] == [
        "Crimson: AP stays at 5, the end of the track."
    ]


def test_rest_happens():
    match = after(drawn("F6=Gold", ap={"Gold": 2}), Move("Gold", "F7", ()), EndTurn("Gold"))
    assert match.ap["Gold"] == 3, "a free step is no spending"
    reacted = drawn("F5=Gold\n\nF6=Crimson", turn="Crimson", ap={"Gold": 2})
    reacted = after(reacted, Push("Crimson", "Gold", "F4", ()), Defend("Gold"), EndTurn("Crimson"))
    assert reacted.ap["Gold"] == 1 and not reacted.spent, "what a reaction cost does not matter"
    around = reacted
    for seat in ("Teal", "Violet"):
        around = after(around, EndTurn(seat))
    assert around.ap["Gold"] == 2 and after(around, EndTurn("Gold")).ap["Gold"] == 3


def test_the_button_that_ends_a_turn_says_what_rest_gives():
    assert EndTurn.face(drawn(ap={"Gold": 4}), "Gold") == ("End turn", "you rest: 1 AP more")
    assert EndTurn.face(drawn(ap={"Gold": 5}), "Gold") == ("End turn", "you rest, at 5 AP already")
    assert EndTurn.face(drawn(spent=True), "Gold") == ("End turn", "")


def test_a_goal_carried_in_for_nothing_leaves_room_for_a_rest():
    match = after(drawn("F10=Gold*", players=2, ap={"Gold": 2, "Crimson": 2}), Move("Gold", "F11", ()))
    assert match.score["Gold"] == 2 and match.ap == {"Gold": 3, "Crimson": 3} and match.turn == "Crimson"


def test_rest_only_then():
    match = after(
        drawn("F6=Gold", ap={"Gold": 2}), Move("Gold", "F7", ()), Move("Gold", "F8", ()), EndTurn("Gold")
    )
    assert match.ap["Gold"] == 1, "the run cost 1, so there is no rest"


def test_cards_allows():
    match = drawn("F6=Gold", heroes={"Gold": "Dromea"}, taken=("Step", "Run"), ap={"Gold": 1})
    assert after(match, Move("Gold", "F7", ())).ap["Gold"] == 0, "Long Stride covers Sprint"
    hand = after(drawn("F5=Crimson\n\nF6=Gold"), Card("Gold", (), (), (), ()))
    assert hand.phase == EFFECT and hand.to_act == ("Gold",)
    hand = after(hand, MoveHero("Gold", "Crimson", "F4", ()), MoveBall("Gold", "F7", ()))
    hand = after(hand, GiveAp("Gold", "Crimson", "gain 1"), Done("Gold"))
    assert (hand.at["Crimson"], hand.ball, hand.ap["Crimson"]) == ("F4", "F7", 5)
    assert hand.phase == TURN and hand.ap["Gold"] == 3


def test_cards_refuses():
    match = after(drawn("F5=Crimson\n\nF6=Gold"), Card("Gold", (), (), (), ()))
    once = after(match, MoveHero("Gold", "Crimson", "F4", ()), GiveAp("Gold", "Gold", "gain 1"))
    assert refused(once, MoveHero("Gold", "Crimson", "F3", ())) == (
        "cards",
        "Crimson was moved by this card already.",
    )
    assert refused(once, GiveAp("Gold", "Gold", "lose 1"))[0] == "cards"
    assert refused(once, MoveHero("Gold", "Gold", "F4", ()))[0] == "occupied", "the board still holds"
    moved = after(once, MoveBall("Gold", "F7", ()))
    assert refused(moved, MoveBall("Gold", "F8", ()))[0] == "cards"


def test_token_allows():
    match = drawn("F7=Gold", heroes={"Gold": "Lykos"}, ap={"Gold": 5}, players=2)
    match = after(match, Card("Gold", (), ("F5",), (), ()))
    assert "Put a token on Pounce." in texts(match) and match.held == {("Gold", "Unique")}
    assert GAME.things(match)["Gold: Pounce"] == "holds a token"
    again = after(match, EndTurn("Gold"))
    assert not again.held and GAME.things(again)["Gold: Pounce"] == "free"
    back = after(again, EndTurn("Crimson")).but(ap={"Gold": 5, "Crimson": 0})
    assert after(back, Card("Gold", (), ("F7",), (), ())).at["Gold"] == "F7"


def test_token_refuses():
    match = drawn("F7=Gold", heroes={"Gold": "Lykos"}, ap={"Gold": 5})
    match = after(match, Card("Gold", (), ("F5",), (), ())).but(ap=dict.fromkeys(SEATS, 5))
    why = "Pounce holds a token: it is yours again from the next turn on."
    assert refused(match, Card("Gold", (), ("F3",), (), ())) == ("token", why)
    free = after(match, Ruling("Teal", "Gold: Pounce", "free", "it was never put there"))
    assert after(free, Card("Gold", (), ("F7",), (), ())).held == {("Gold", "Unique")}


# -- moving -----------------------------------------------------------------------------------------------


def test_step_run_sprint_allows():
    match = drawn("F6=Gold", ap={"Gold": 4})
    match = after(match, Move("Gold", "F7", ()), Move("Gold", "F8", ()), Move("Gold", "E8", ()))
    assert match.ap["Gold"] == 1 and match.taken == ("Step", "Run", "Sprint")
    assert [line for line in texts(match) if line.startswith("Put a token")] == [
        "Put a token on Step.", "Put a token on Run.", "Put a token on Sprint.",
    ]  # fmt: skip
    swept = after(drawn("F6=Gold", ap={"Gold": 4}), Move("Gold", "F8", ()))
    assert swept.ap["Gold"] == 3 and swept.taken == ("Step", "Run"), "two in one go"
    between = drawn("F5=Crimson\n\nF6=Gold", ap={"Crimson": 0})
    between = after(
        between, Move("Gold", "E5", ()), Push("Gold", "Crimson", "G5", ()), Move("Gold", "F5", ())
    )
    assert between.ap["Gold"] == 2 and between.taken == ("Step", "Run"), "other actions may come between"


def test_step_run_sprint_refuses():
    match = drawn("F6=Gold", taken=("Step", "Run", "Sprint"))
    assert refused(match, Move("Gold", "F7", ())) == (
        "step-run-sprint", "Step, Run and Sprint all hold a token this turn.",
    )  # fmt: skip
    assert refused(drawn("F6=Gold", taken=("Step", "Run")), Move("Gold", "F8", ())) == (
        "step-run-sprint", "F8 is 2 hexes from F6; you have 1 left to go.",
    )  # fmt: skip


GROUND = """
                F5~Mountain
        E5~Water        G5
                F6=Gold
"""


def test_hex_cost_allows():
    assert after(drawn(GROUND), Move("Gold", "F5", ())).ap["Gold"] == 4, "Step into favour: 0 - 1 is 0"
    assert after(drawn(GROUND, taken=("Step",)), Move("Gold", "F5", ())).ap["Gold"] == 4, "Run: 1 - 1"
    assert after(drawn(GROUND, taken=("Step", "Run")), Move("Gold", "F5", ())).ap["Gold"] == 3, (
        "Sprint: 2 - 1"
    )
    costs = [
        after(drawn(GROUND, taken=done), Move("Gold", "E5", ())).ap["Gold"]
        for done in ((), ("Step",), ("Step", "Run"))
    ]
    assert costs == [3, 2, 1], "other terrain adds 1"
    tired = drawn(GROUND, taken=("Step",), ap={"Gold": 0})
    assert after(tired, Move("Gold", "F5", ())).at["Gold"] == "F5", "a run into favour is free"


def test_hex_cost_refuses():
    match = drawn(GROUND, ap={"Gold": 0})
    assert refused(match, Move("Gold", "E5", ())) == ("hex-cost", "Step into Water costs 1 AP; you have 0.")
    assert (
        refused(drawn(GROUND, ap={"Gold": 2}, taken=("Step", "Run")), Move("Gold", "E5", ()))[0] == "hex-cost"
    )


# -- attacks ----------------------------------------------------------------------------------------------


def test_push_allows():
    match = drawn(
        "F4\n        G4\nF5=Crimson*\n        G5\nF6=Gold", ap={"Crimson": 0}, terrain={"F4": "Forest"}
    )
    pushed = after(match, Push("Gold", "Crimson", "F4", ()))
    assert pushed.at["Crimson"] == pushed.ball == "F4" and pushed.holder == "Crimson", "the ball goes along"
    assert pushed.ap == {"Gold": 3, "Crimson": 0, "Teal": 4, "Violet": 4}, "terrain costs the pushed nothing"
    for space in ("E4", "G4"):
        assert after(match, Push("Gold", "Crimson", space, ())).at["Crimson"] == space


def test_push_refuses():
    match = drawn("F4=Teal\n\nF5=Crimson\n\nF6=Gold")
    assert refused(match, Push("Gold", "Crimson", "F4", ()))[0] == "occupied"
    assert refused(match, Push("Gold", "Crimson", "E5", ())) == (
        "push",
        "E5 is not farther away from F6 than F5.",
    )
    assert refused(match, Push("Gold", "Teal", "F3", ())) == ("push", "Cole on F4 is not beside you.")
    assert refused(drawn(), Push("Gold", "Crimson", "F3", ())) == ("push", "No opponent stands beside you.")
    walled = drawn(
        """
        E3=Teal         G3=Violet
                F4=Crimson
        E4              G4
                F5=Gold
        """
    )
    key, why = refused(walled, Push("Gold", "Crimson", "F3", ()))
    assert key == "push" and why.startswith("Nobody beside you can be pushed"), (
        "F3 is a pillar; nothing is paid"
    )
    corner = drawn("A1=Crimson\n        B2=Gold", players=2)
    assert refused(corner, Push("Gold", "Crimson", "A2", ()))[0] == "push"


def test_fumble_allows():
    match = drawn("F4\n\nF5=Crimson*\n\nF6=Gold", ap={"Crimson": 0, "Gold": 1})
    done = after(match, ForceFumble("Gold", "Crimson", "F4", ()))
    assert done.ball == "F4" and not done.holder and done.ap["Gold"] == 0


def test_fumble_refuses():
    loose = drawn("F4=ball\n\nF5=Crimson\n\nF6=Gold")
    assert refused(loose, ForceFumble("Gold", "Crimson", "F4", ())) == ("fumble", "Nobody holds the ball.")
    match = drawn("F4=Teal\n\nF5=Crimson*\n\nF6=Gold")
    assert refused(match, ForceFumble("Gold", "Crimson", "F4", ()))[0] == "occupied"
    assert refused(match, ForceFumble("Gold", "Teal", "F3", ())) == ("fumble", "Cole does not hold the ball.")
    far = drawn("F4=Crimson*\n\nF5\n\nF6=Gold")
    assert refused(far, ForceFumble("Gold", "Crimson", "F5", ())) == (
        "fumble", "Beck is 2 hexes away; Force Fumble reaches 1.",
    )  # fmt: skip
    assert refused(drawn("F6=Gold*"), ForceFumble("Gold", "Crimson", "F5", ()))[0] == "fumble"


def test_defend_happens():
    match = after(drawn("F5=Crimson\n\nF6=Gold"), Push("Gold", "Crimson", "F4", ()))
    assert match.phase == DEFEND and match.to_act == ("Crimson",)
    assert "Beck may defend for 1 of 4 AP." in texts(match)
    held = after(match, Defend("Crimson"))
    assert held.at["Crimson"] == "F5" and held.ap["Gold"] == 3 and held.ap["Crimson"] == 3
    again = after(held, Push("Gold", "Crimson", "F4", ()), LetGo("Crimson"))
    assert again.at["Crimson"] == "F4" and again.ap["Gold"] == 2, "he may attack again, and pays again"


def test_defend_only_then():
    match = after(drawn("F5=Crimson\n\nF6=Gold", ap={"Crimson": 0}), Push("Gold", "Crimson", "F4", ()))
    assert match.phase == TURN and match.at["Crimson"] == "F4", "without AP he is not asked"
    asked = after(drawn("F5=Crimson\n\nF6=Gold"), Push("Gold", "Crimson", "F4", ()))
    assert refused(asked, Defend("Teal"))[0] == "turn"
    assert refused(drawn(), Defend("Gold"))[0] == "sequence"


# -- the ball ---------------------------------------------------------------------------------------------


def test_hold_allows():
    match = after(drawn("F6=Gold"), Hold("Gold"))
    assert match.holder == "Gold" and match.ap["Gold"] == 4
    rolled = drawn("F5=Crimson\n\nF6=ball\n\nF7=Gold", heroes={"Gold": "Korine"})
    rolled = after(rolled, Card("Gold", (), ("F5",), (), ()))
    assert rolled.phase == CATCH and rolled.to_act == ("Crimson",), "it enters his hex in another's turn"
    assert after(rolled, Hold("Crimson")).holder == "Crimson"
    assert after(rolled, LetGo("Crimson")).holder == ""


def test_hold_refuses():
    assert refused(drawn("F7=Gold"), Hold("Gold")) == ("hold", "The ball is on F6, and you are on F7.")
    assert refused(drawn("F6=Crimson*\n\nF7=Gold"), Hold("Gold")) == ("hold", "Beck holds the ball.")
    assert refused(drawn("F6=Gold*"), Hold("Gold")) == ("hold", "You hold the ball.")
    onto = drawn("F6=ball\n\nF7=Crimson\n\nF8=Gold", ap={"Crimson": 0})
    onto = after(onto, Push("Gold", "Crimson", "F6", ()))
    assert onto.phase == TURN and not onto.holder, "pushed onto the ball: he is not asked"


def test_holding_allows():
    assert after(drawn("F6=Gold*"), Drop("Gold", "F6", ())).holder == ""


def test_holding_refuses():
    assert refused(drawn("F6=Gold"), Throw("Gold", "F7", ())) == (
        "holding", "You do not hold the ball; it lies on F6.",
    )  # fmt: skip
    assert refused(drawn("F5=Crimson*\n\nF6=Gold"), Drop("Gold", "F6", ())) == (
        "holding", "You do not hold the ball; Beck holds it.",
    )  # fmt: skip


def test_throw_allows():
    for space in ("F7", "F8", "E7", "H6"):
        match = after(drawn("F6=Gold*"), Throw("Gold", space, ()))
        assert match.ball == space and not match.holder and match.ap["Gold"] == 3


def test_throw_refuses():
    match = drawn("F6=Gold*")
    assert refused(match, Throw("Gold", "F6", ())) == ("throw", "F6 is 0 hexes away; Throw goes 1 to 2.")
    assert refused(match, Throw("Gold", "E8", ())) == ("throw", "E8 is 3 hexes away; Throw goes 1 to 2.")


def test_drop_allows():
    for space in ("F6", "F7", "E5"):
        match = after(drawn("F6=Gold*"), Drop("Gold", space, ()))
        assert match.ball == space and not match.holder and match.ap["Gold"] == 3


def test_a_ball_dropped_on_a_hero_is_his_for_nothing_if_he_likes():
    match = after(drawn("F5=Crimson\n\nF6=Gold*", ap={"Crimson": 0}), Drop("Gold", "F5", ()))
    assert match.to_act == ("Crimson",) and Intercept.face(match, "Crimson") == ("Intercept", "free")
    assert after(match, Intercept("Crimson", ())).holder == "Crimson"
    let = after(match, LetGo("Crimson"))
    assert let.ball == "F5" and not let.holder and let.turn == "Gold", "they share the hex"


def test_a_ball_dropped_at_ones_own_feet_may_be_taken_from_beside():
    match = after(drawn("F5=Crimson\n\nF6=Gold*\n\nF7=Teal"), Drop("Gold", "F6", ()))
    assert match.to_act == ("Crimson", "Teal"), "who dropped it may not, though he stands there"
    taken = after(match, LetGo("Crimson"), Intercept("Teal", ()))
    assert taken.holder == "Teal" and taken.ball == "F7" and taken.ap["Teal"] == 3 and taken.turn == "Gold"
    left = after(match, LetGo("Crimson"), LetGo("Teal"), Hold("Gold"))
    assert left.holder == "Gold" and left.ball == "F6", "and he takes it up again for nothing"


def test_drop_refuses():
    assert refused(drawn("F6=Gold*"), Drop("Gold", "F8", ())) == (
        "drop",
        "F8 is 2 hexes away; Drop goes 1 at most.",
    )


# -- interceptions ----------------------------------------------------------------------------------------

PASS = """
                F4=ball
        E4=Crimson      G4
                F5
        E5              G5=Teal
                F6=Gold*
"""
"""Gold on F6 throws to F4; Crimson stands beside the target, Teal two away from it."""


def test_intercept_happens():
    match = after(drawn(PASS.replace("=ball", "")), Throw("Gold", "F4", ()))
    assert match.phase == INTERCEPT and match.to_act == ("Crimson",), "only he stands beside the target"
    taken = after(match, Intercept("Crimson", ()))
    assert taken.holder == "Crimson" and taken.ball == "E4" and taken.ap["Crimson"] == 3
    free = after(drawn("F4=Crimson\n\nF5\n\nF6=Gold*", ap={"Crimson": 0}), Throw("Gold", "F4", ()))
    assert free.to_act == ("Crimson",), "in the target hex it is free"
    assert after(free, Intercept("Crimson", ())).ap["Crimson"] == 0
    fumbled = drawn("F4\n        G4\nF5=Crimson*\n        G5=Gold", ap={"Crimson": 0, "Gold": 2})
    fumbled = after(fumbled, ForceFumble("Gold", "Crimson", "G4", ()))
    assert fumbled.to_act == ("Gold",), "the attacker may, the victim may not"
    assert after(fumbled, Intercept("Gold", ())).holder == "Gold"


def test_intercept_only_then():
    poor = after(drawn(PASS.replace("=ball", ""), ap={"Crimson": 0}), Throw("Gold", "F4", ()))
    assert poor.phase == TURN and poor.ball == "F4", "without AP he is not asked"
    own = after(drawn("F6=Gold*"), Throw("Gold", "F7", ()))
    assert own.phase == TURN and own.ball == "F7", "who throws may not intercept, beside the target or not"
    kept = after(
        drawn("F5=Crimson*\n\nF6=Gold", ap={"Gold": 1, "Crimson": 0}),
        ForceFumble("Gold", "Crimson", "F4", ()),
    )
    assert kept.ball == "F4", "neither the fumbler nor a hero out of reach"
    let = after(drawn(PASS.replace("=ball", "")), Throw("Gold", "F4", ()), LetGo("Crimson"))
    assert let.ball == "F4" and let.ap["Crimson"] == 4


CROWD = """
                F4=Violet
        E4=Crimson      G4=Teal
                F5
                \

                F6=Gold*
"""


def test_priority_happens():
    match = after(drawn(CROWD), Throw("Gold", "F4", ()))
    assert match.to_act == ("Violet", "Crimson", "Teal"), (
        "in the hex, then the nearest; E4 before G4 in turn order"
    )
    first = after(match, Intercept("Violet", ()))
    assert first.holder == "Violet" and first.ap == dict.fromkeys(SEATS, 4) | {"Gold": 3}
    second = after(match, LetGo("Violet"), Intercept("Crimson", ()))
    assert second.holder == "Crimson" and second.ap["Crimson"] == 3
    third = after(match, Intercept("Teal", ()), LetGo("Crimson"), LetGo("Violet"))
    assert third.holder == "Teal" and third.ap["Teal"] == 3


def test_priority_only_then():
    match = after(drawn(CROWD), Throw("Gold", "F4", ()))
    waits = after(match, Intercept("Crimson", ()))
    assert waits.to_act == ("Violet",) and not waits.holder and waits.ap["Crimson"] == 4, "Violet comes first"
    assert refused(waits, Intercept("Teal", ()))[0] == "turn", "Teal's answer does not matter any more"
    outbid = after(waits, Intercept("Violet", ()))
    assert outbid.holder == "Violet" and outbid.ap["Crimson"] == 4, "only who gets it pays"


def test_never_ask_allows():
    match = after(drawn("F5=Crimson\n\nF6=Gold"), NeverAsk("Crimson", "Defend", "never ask me"))
    assert match.to_act == ("Gold",), "said in another's turn"
    pushed = after(match, Push("Gold", "Crimson", "F4", ()))
    assert pushed.at["Crimson"] == "F4" and pushed.phase == TURN
    back = after(
        pushed,
        NeverAsk("Crimson", "Defend", "ask me"),
        Move("Gold", "F5", ()),
        Push("Gold", "Crimson", "E3", ()),
    )
    assert back.to_act == ("Crimson",)
    asked = after(drawn("F5=Crimson\n\nF6=Gold"), Push("Gold", "Crimson", "F4", ()))
    asked = after(asked, NeverAsk("Crimson", "Defend", "never ask me"))
    assert asked.at["Crimson"] == "F4", "said while asked, it answers the question too"
    again = after(drawn("F5=Crimson\n\nF6=Gold"), Push("Gold", "Crimson", "F4", ()), NeverAgain("Crimson"))
    assert again.at["Crimson"] == "F4" and again.never == {("Crimson", "Defend")}
    crowd = after(
        drawn(CROWD, never=frozenset({("Crimson", "Intercept"), ("Violet", "Catch")})),
        Throw("Gold", "F4", ()),
    )
    assert crowd.to_act == ("Teal",)


def test_never_ask_said_in_the_middle_answers_only_what_it_is_about():
    asked = after(drawn(CROWD), Throw("Gold", "F4", ()))
    crimson = after(asked, NeverAsk("Crimson", "Intercept", "never ask me"))
    assert crimson.to_act == ("Violet", "Teal"), "he is asked about an interception"
    violet = after(asked, NeverAsk("Violet", "Intercept", "never ask me"))
    assert violet.to_act == asked.to_act, "he is asked about a catch"
    assert after(violet, NeverAsk("Violet", "Catch", "never ask me")).to_act == ("Crimson", "Teal")
    rolled = drawn("F5=Crimson\n\nF6=ball\n\nF7=Gold", heroes={"Gold": "Korine"})
    rolled = after(rolled, Card("Gold", (), ("F5",), (), ()), NeverAsk("Crimson", "Catch", "never ask me"))
    assert rolled.phase == TURN and not rolled.holder


def test_never_ask_refuses():
    match = drawn(may_refuse=False)
    assert refused(match, NeverAsk("Gold", "Defend", "never ask me"))[0] == "never-ask"
    asked = after(drawn("F5=Crimson\n\nF6=Gold", may_refuse=False), Push("Gold", "Crimson", "F4", ()))
    assert refused(asked, NeverAgain("Crimson"))[0] == "never-ask"
    assert refused(drawn(), NeverAsk("Gold", "Catch", "ask me")) == (
        "never-ask",
        "Catch: “ask me” is how it is.",
    )


# -- scoring ----------------------------------------------------------------------------------------------

TWO = {"players": 2}
AT_THEIRS = """
        F1
E1
        F2=Gold*
E2=Crimson
"""
G9_F11 = """
        G9=Gold*
F10
        G10
F11
"""


def test_score_happens():
    carried = after(drawn("F9\n        G9\nF10=Gold*\n        G10\nF11", **TWO), Move("Gold", "G10", ()))
    assert carried.score == {"Gold": 2, "Crimson": 0}
    thrown = after(drawn(G9_F11, **TWO), Throw("Gold", "F11", ()))
    assert thrown.score["Gold"] == 1
    pushed = drawn("        G9=Crimson\nF10=Gold*\n\nF11", turn="Crimson", ap={"Gold": 0}, **TWO)
    pushed = after(pushed, Push("Crimson", "Gold", "F11", ("Gold scores 2",)))
    assert pushed.score["Gold"] == 2, "pushed in with the ball he carries it in"
    given = after(drawn(AT_THEIRS, **TWO), Move("Gold", "F1", (GIVES,)))
    assert given.score == {"Gold": 0, "Crimson": 1}, "an opponent carrying it in gives the owner 1"
    fumbled = drawn("F9\n\nF10=Crimson*\n        G10\nF11=Gold", ap={"Crimson": 0, "Gold": 1}, **TWO)
    assert after(fumbled, ForceFumble("Gold", "Crimson", "G10", ())).score["Gold"] == 1
    caught = after(
        drawn("E9=Crimson*\n        F10\nE10             G10=Gold", turn="Crimson", **TWO),
        Drop("Crimson", "F10", ()),
    )
    assert after(caught, Intercept("Gold", ())).score["Gold"] == 1, (
        "taken out of the air in the goal: not carried in"
    )


def test_score_only_then():
    near = after(drawn("F10=Gold*", **TWO), Move("Gold", "G9", ()))
    assert near.score == {"Gold": 0, "Crimson": 0}
    empty = after(drawn("F10=Gold", **TWO), Move("Gold", "F11", ()))
    assert empty.score["Gold"] == 0, "a goal without the ball"
    fought = after(
        drawn("        G9=Gold*\nF10=Crimson\n\nF11", **TWO),
        Throw("Gold", "F11", ()),
        Intercept("Crimson", ()),
    )
    assert fought.score["Gold"] == 0 and fought.holder == "Crimson", "it never entered the goal"
    key, why = refused(drawn("F10=Gold*", **TWO), Ruling("Crimson", "Gold", "F11", "so"))
    assert key == "ruling" and why == "F11 is in a goal: the ball never stays there; set the score."


def test_score_asks_before_points_are_given_away():
    match = drawn(AT_THEIRS, players=2)
    assert Move("Gold", "F1", ()).gift(match) == (GIVES,) and Throw("Gold", "E1", ()).gift(match) == (GIVES,)
    assert Move("Gold", "E2", ()).gift(match) == () and Drop("Gold", "F2", ()).gift(match) == ()
    held = drawn("        G9=Gold\nF10=Crimson*\n\nF11", players=2)
    assert Push("Gold", "Crimson", "F11", ()).gift(held) == (), (
        "into his own goal, to give the owner 1: Gold's"
    )
    assert ForceFumble("Gold", "Crimson", "G10", ()).gift(held) == ()


def test_after_score_happens():
    match = drawn(G9_F11, players=2, ap={"Gold": 4})
    match = after(match, Throw("Gold", "F11", ()))
    assert match.turn == "Crimson" and match.ball == "F6" and match.at["Gold"] == "G9", "heroes stay"
    reaction = after(
        drawn("E9=Crimson*\n        F10\nE10             G10=Gold", turn="Crimson", players=2),
        Drop("Crimson", "F10", ()), Intercept("Gold", ()),
    )  # fmt: skip
    assert reaction.turn == "Gold" and reaction.round == 3, (
        "a reaction's goal ends the active player's turn too"
    )
    onto = drawn(
        """
        F6=Crimson

        F7

        F8
                G8
        F9
                G9=Gold*
        """,
        players=2,
    )
    onto = after(onto, Throw("Gold", "F11", ()))
    assert onto.phase == CATCH and onto.to_act == ("Crimson",) and onto.turn == "Gold"
    onto = after(onto, Hold("Crimson"))
    assert onto.holder == "Crimson" and onto.turn == "Crimson" and onto.phase == TURN


def test_after_score_only_then():
    match = after(drawn(G9_F11, players=2), Throw("Gold", "F11", ()))
    assert refused(match, Move("Gold", "F10", ()))[0] == "turn", "his action phase is over"
    still = after(drawn(G9_F11, players=2), Throw("Gold", "F10", ()))
    assert still.turn == "Gold" and still.ball == "F10", "no goal: the turn goes on"


def last(score: dict[str, int]) -> Match:
    """The last turn of the last round."""
    return drawn(turn="Crimson", players=2, round=12, score=score)


def test_end_happens():
    over = after(last({"Gold": 3, "Crimson": 1}), EndTurn("Crimson")).over
    assert over.winners == ("Gold",) and over.rule == "end"
    assert over.why == "Round 12 is over: Gold wins with 3 points."
    shared = after(last({"Gold": 1, "Crimson": 1}), EndTurn("Crimson")).over
    assert shared.winners == ("Gold", "Crimson") and "share the victory with 1 point." in str(shared.why)


def test_a_goal_in_the_last_turn_is_settled_before_the_end():
    match = drawn(
        """
        F6=Gold

        F7
        """,
        players=2,
        turn="Crimson",
        round=12,
    )
    match = match.but(at={**match.at, "Crimson": "F2"}, on={"F6": "Gold", "F2": "Crimson"}, ball="F2")
    match = after(match.but(holder="Crimson"), Move("Crimson", "F1", ()))
    assert match.over is None and match.to_act == ("Gold",), "the ball came back to the post, where Gold is"
    assert match.score["Crimson"] == 2
    over = after(match, Hold("Gold")).over
    assert over.winners == ("Crimson",) and dict(over.scores) == {"Gold": 0, "Crimson": 2}


def test_end_only_then():
    early = after(
        drawn(turn="Crimson", players=2, round=11, score={"Gold": 99, "Crimson": 0}), EndTurn("Crimson")
    )
    assert early.over is None and early.round == 12, "no score ends it early"
    half = after(drawn(turn="Gold", players=2, round=12), EndTurn("Gold"))
    assert half.over is None and half.turn == "Crimson", "the round is played to its end"


def tied(stack: tuple[str, ...], ties: bool = True, **score: int) -> Match:
    """The last turn of three players, and who scored in which order."""
    return drawn(
        turn="Teal",
        players=3,
        round=12,
        score={"Gold": 0, "Crimson": 0, "Teal": 0, **score},
        stack=stack,
        breaks_ties=ties,
    )


def test_tie_break_happens():
    level = {"Gold": 2, "Crimson": 2, "Teal": 1}
    over = after(tied(("Gold", "Crimson", "Teal"), **level), EndTurn("Teal")).over
    assert (over.winners, over.rule) == (("Crimson",), "tie-break")
    assert over.why == "Round 12 is over, Gold and Crimson have 2 points each: Crimson scored last and wins."
    assert after(tied(("Teal", "Crimson", "Gold"), **level), EndTurn("Teal")).over.winners == ("Gold",)
    near = tied(())
    near = near.but(at={**near.at, "Crimson": "F5"}, on={**near.on, "F5": "Crimson"})
    over = after(near, EndTurn("Teal")).over
    assert over.winners == ("Crimson",) and "nobody has scored: Crimson is nearest" in str(over.why)


def test_tie_break_only_then():
    level = {"Gold": 2, "Crimson": 2}
    assert after(tied(("Gold", "Crimson"), ties=False, **level), EndTurn("Teal")).over.rule == "end"
    nobody = after(tied(()), EndTurn("Teal")).over
    assert nobody.winners == ("Gold", "Crimson", "Teal"), "as near to the ball as each other: shared"
    alone = after(tied(("Gold", "Crimson"), Gold=3, Crimson=2), EndTurn("Teal")).over
    assert (alone.winners, alone.rule) == (("Gold",), "end"), "the highest score wins as ever"
    assert not opened(2).breaks_ties and opened(2, ties="broken").breaks_ties


def test_a_score_that_is_set_by_hand_lies_on_top():
    match = tied(("Gold", "Crimson"), Gold=2, Crimson=1)
    for thing, to in (("Crimson score", "2"), ("Gold score", "1"), ("Gold score", "2")):
        match = after(match, Ruling("Gold", thing, to, ""))
    assert match.stack == ("Crimson", "Gold")
    assert after(match, Ruling("Gold", "Gold score", "0", "")).stack == ("Crimson",)


def test_save_happens():
    """Crimson's goal is E1, F1 and G1; Gold's is F11 and beside it."""
    match = drawn("F1\n        G1\nF2=Gold\n        G2=Crimson*", players=2, saves=True, ap={"Crimson": 0})
    saved = after(match, Push("Gold", "Crimson", "G3", ()))
    assert saved.score == {"Gold": 2, "Crimson": 0} and saved.holder == "Crimson"
    assert "Beck is kept from the goal: Gold scores 2, and stands at 2." in texts(saved)
    mine = drawn("E8=Gold\n\nE9=Crimson\n\nE10", players=2, saves=True, ap={"Crimson": 0})
    into = after(mine, Push("Gold", "Crimson", "E10", ()))
    assert into.score == {"Gold": 2, "Crimson": 0} and into.turn == "Gold", "the turn goes on"
    assert "Beck is in Gold's goal: Gold scores 2, and stands at 2." in texts(into)


def test_save_only_then():
    board = "F1\n        G1\nF2=Gold\n        G2=Crimson"
    push = Push("Gold", "Crimson", "G3", ())
    for match in (
        drawn(board + "*", players=2, ap={"Crimson": 0}),
        drawn(board, players=2, saves=True, ap={"Crimson": 0}),
    ):
        assert after(match, push).score == {"Gold": 0, "Crimson": 0}, "not printed; without the ball no save"
    match = drawn(board + "*", players=2, saves=True, ap={"Crimson": 0})
    assert not any(after(match, Push("Gold", "Crimson", "H1", ())).score.values()), "no farther from the goal"
    defended = after(drawn(board + "*", players=2, saves=True), push, Defend("Crimson"))
    assert not any(defended.score.values())


# -- house heroes -----------------------------------------------------------------------------------------


def test_sure_footed_happens():
    match = drawn(GROUND, heroes={"Gold": "Lykos"}, taken=("Step",), ap={"Gold": 1})
    assert after(match, Move("Gold", "E5", ())).ap["Gold"] == 0
    assert after(match, Move("Gold", "F5", ())).ap["Gold"] == 1, "favour still helps"


def test_sure_footed_only_then():
    match = drawn(GROUND, heroes={"Gold": "Lykos"}, ap={"Gold": 0})
    assert refused(match, Move("Gold", "E5", ()))[0] == "hex-cost", "Lope covers Run, not Step"


def test_follow_happens():
    match = drawn("F5=Crimson\n\nF6=Gold", heroes={"Gold": "Brontas"}, ap={"Crimson": 0})
    match = after(match, Push("Gold", "Crimson", "F4", ()))
    assert (match.at["Crimson"], match.at["Gold"], match.ap["Gold"]) == ("F4", "F5", 3)
    goal = drawn(
        "F9\n        G9=Gold*\nF10\n        G10=Crimson",
        heroes={"Gold": "Brontas"},
        ap={"Crimson": 0},
        players=2,
    )
    assert after(goal, Push("Gold", "Crimson", "F11", ())).score["Gold"] == 2, (
        "following with the ball carries it in"
    )


def test_follow_only_then():
    match = drawn("F5=Crimson\n\nF6=Gold", heroes={"Gold": "Brontas"})
    match = after(match, Push("Gold", "Crimson", "F4", ()), Defend("Crimson"))
    assert match.at["Gold"] == "F6", "a push that is defended moves nobody"


def test_sting_happens():
    match = drawn("F5=Crimson\n\nF6=Gold", heroes={"Crimson": "Brontas"})
    match = after(match, Push("Gold", "Crimson", "F4", ()), Defend("Crimson"))
    assert match.ap["Gold"] == 2 and match.ap["Crimson"] == 3


def test_sting_only_then():
    match = drawn("F5=Crimson\n\nF6=Gold", heroes={"Crimson": "Brontas"}, ap={"Gold": 1})
    match = after(match, Push("Gold", "Crimson", "F4", ()), Defend("Crimson"))
    assert match.ap["Gold"] == 0, "nothing is left to lose"


def test_fresh_legs_allows():
    match = drawn("F6=Gold", heroes={"Gold": "Dromea"}, taken=("Step", "Run"), spent=True)
    match = after(match, Card("Gold", (), (), (), ()))
    assert match.taken == () and match.ap["Gold"] == 2 and match.next_move() == "Step"


def test_fresh_legs_refuses():
    match = drawn("F6=Gold", heroes={"Gold": "Dromea"})
    assert refused(match, Card("Gold", (), (), (), ())) == ("fresh-legs", "None of your slots holds a token.")


def test_shake_allows():
    match = drawn("F5=Crimson\n        G5=Teal\nF6=Gold", heroes={"Gold": "Brontas"})
    match = after(match, Card("Gold", (), (), (), ()))
    assert match.ap == {"Gold": 2, "Crimson": 3, "Teal": 3, "Violet": 4} and match.phase == TURN


def test_shake_refuses():
    match = drawn("F4=Crimson\n\nF5\n\nF6=Gold", heroes={"Gold": "Brontas"})
    why = "Ground Shake finds nobody: Beck, Cole and Dorn are too far away."
    assert refused(match, Card("Gold", (), (), (), ())) == ("shake", why)
    broke = drawn("F5=Crimson\n\nF6=Gold", heroes={"Gold": "Brontas"}, ap={"Crimson": 0})
    assert refused(broke, Card("Gold", (), (), (), ()))[0] == "shake"


def test_nudge_allows():
    match = drawn("F5\n        G5=Crimson\nF6=ball\n\nF7=Gold", heroes={"Gold": "Korine"})
    match = after(match, Card("Gold", (), ("F5",), (), ()))
    assert match.ball == "F5" and match.phase == TURN, "Crimson stands beside it and is not asked"


def test_nudge_refuses():
    far = drawn("F10=Gold", heroes={"Gold": "Korine"})
    assert refused(far, Card("Gold", (), ("F5",), (), ())) == (
        "nudge", "The ball is 4 hexes away; Bend the Wind reaches 3.",
    )  # fmt: skip
    held = drawn("F6=Crimson*\n\nF7=Gold", heroes={"Gold": "Korine"})
    assert refused(held, Card("Gold", (), ("F5",), (), ())) == ("nudge", "Beck holds the ball.")


def test_raise_allows():
    match = drawn("F7=Gold", heroes={"Gold": "Phylax"})
    assert after(match, Card("Gold", (), ("F8",), (), ())).terrain == {"F8": "Mountain"}


def test_raise_refuses():
    match = drawn("F6\n\nF7=Gold\n\nF8~Water", heroes={"Gold": "Phylax"})
    assert refused(match, Card("Gold", (), ("F8",), (), ()))[0] == "terrain-seed", "terrain lies there"
    assert refused(match, Card("Gold", (), ("F6",), (), ()))[0] == "post"
    many = dict.fromkeys(("C2", "A3", "A4", "B2", "B3", "B4", "D2", "D3"), "Mountain")
    empty = drawn("F7=Gold", heroes={"Gold": "Phylax"}, terrain=many)
    assert refused(empty, Card("Gold", (), ("F8",), (), ())) == (
        "raise",
        "All tokens of Mountain are on the board.",
    )


def test_swap_allows():
    match = drawn("F5=Crimson*\n\nF6\n\nF7=Gold", heroes={"Gold": "Melampa"})
    match = after(match, Card("Gold", (), ("Crimson",), (), ()))
    assert (
        match.at["Gold"] == "F5" and match.at["Crimson"] == "F7" == match.ball and match.holder == "Crimson"
    )


def test_swap_refuses():
    match = drawn("F4=Crimson\n\nF5=Teal\n\nF6\n\nF7=Gold", heroes={"Gold": "Melampa"})
    assert refused(match, Card("Gold", (), ("Crimson",), (), ())) == (
        "swap",
        "Beck is 3 hexes away; Foreseen reaches 2.",
    )
    assert (
        refused(drawn("F7=Gold", heroes={"Gold": "Melampa"}), Card("Gold", (), ("Crimson",), (), ()))[0]
        == "swap"
    )


def test_leap_allows():
    match = drawn(
        "F5~Water\n\nF6=Crimson\n\nF7=Gold", heroes={"Gold": "Lykos"}, taken=("Step", "Run", "Sprint")
    )
    match = after(match, Card("Gold", (), ("F5",), (), ()))
    assert match.at["Gold"] == "F5" and match.ap["Gold"] == 1


def test_leaping_into_another_goal_with_the_ball_is_asked_about():
    near = drawn("G3=Gold*", players=2, heroes={"Gold": "Lykos"})
    assert Card("Gold", (), ("G1",), (), ()).gift(near) == (GIVES,)
    assert after(near, Card("Gold", (), ("G1",), (), (GIVES,))).score == {"Gold": 0, "Crimson": 1}
    assert Card("Gold", (), ("G1",), (), ()).gift(near.but(holder="", ball="F6")) == ()


def test_leap_refuses():
    match = drawn("F5=Crimson\n\nF6\n\nF7=Gold", heroes={"Gold": "Lykos"})
    assert refused(match, Card("Gold", (), ("F5",), (), ()))[0] == "occupied"
    shut = drawn(
        """
        A4=Crimson
        \

        A5              C6
        \

        A6=Gold         C7=Teal
        \

                        C8=Violet
        """,
        heroes={"Gold": "Lykos"},
    )
    assert refused(shut, Card("Gold", (), ("A4",), (), ())) == ("leap", "No hex two away in a line is open.")


def test_dance_allows():
    board = "F4\n        G4=Crimson*\nF5=Gold         H4~Water\n        G5"
    match = drawn(board, heroes={"Gold": "Thyrsa"}, ap={"Crimson": 2})
    match = after(match, Card("Gold", (), ("Crimson",), ("H4",), ()))
    assert match.at["Crimson"] == match.ball == "H4" and match.holder == "Crimson" and match.phase == TURN
    assert match.ap == {"Gold": 4, "Crimson": 2, "Teal": 4, "Violet": 4}, "terrain costs nothing"
    assert match.held == {("Gold", "Unique")}


def test_dance_refuses():
    match = drawn("F4=Crimson\n\nF5\n\nF6=Gold\n        G6=Teal", heroes={"Gold": "Thyrsa"})
    away = refused(match, Card("Gold", (), ("Crimson",), ("F3",), ()))
    assert away == ("dance", "Beck is 2 hexes away; Round Dance reaches 1.")
    far = refused(match, Card("Gold", (), ("Teal",), ("H7",), ()))
    assert far == ("dance", "Round Dance does not lead from G6 to H7.")
    assert refused(match, Card("Gold", (), ("Teal",), ("F6",), ()))[0] == "occupied"
    twice = match.but(held=frozenset({("Gold", "Unique")}))
    assert refused(twice, Card("Gold", (), ("Teal",), ("H6",), ()))[0] == "token"


# -- at the table -----------------------------------------------------------------------------------------


def test_a_draw_wants_every_other_seat_to_agree():
    offered = after(opened(3), OfferDraw("Gold"))
    assert offered.draw_open == ("Crimson", "Teal")
    agreed = after(offered, AgreeDraw("Teal"))
    assert agreed.over is None and agreed.draw_open == ("Crimson",)
    assert texts(agreed)[-1] == "Teal agrees to the draw; Crimson may still decline."
    assert GAME.things(agreed)["Draw"] == "offered by Gold, and Teal agrees"
    assert refused(agreed, AgreeDraw("Teal")) == (
        "draw-offer",
        "You have agreed already; Crimson still may.",
    )
    declined = after(agreed, DeclineDraw("Crimson"))
    assert not declined.draw_offered and not declined.draw_open
    assert after(declined, OfferDraw("Crimson")).draw_open == ("Gold", "Teal")
    over = after(agreed, AgreeDraw("Crimson")).over
    assert over.winners == () and over.why == "Gold offered a draw and Teal and Crimson agreed."
