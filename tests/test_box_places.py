"""Places of a box: stacks and areas, stones that are counted and sown; mancala against its twin."""

import random

import pytest

from companion.boxes import shelf
from companion.boxes.play import deduction
from companion.kernel.action import draft, nouns, play, written
from companion.kernel.asking import ask
from companion.kernel.features import ComputerPlay, Pointing
from companion.kernel.rulebook import Refusal
from companion.kernel.simulate import moves
from companion.kernel.statistics import opening
from companion.toolkit.paper import Paper
from examples.kalah import GAME as KALAH
from tests.test_boxes import PAD, begun, example, made, refused, said, went


@pytest.mark.parametrize("sittings", [4, pytest.param(100, marks=pytest.mark.slow)])
def test_mancala_in_the_language_is_kalah_in_python(sittings):
    """The same random sittings: every pit and store holds as much after every move, and so do the scores."""
    box = shelf.box("mancala")
    twins = {space: space.replace("-", "'s ") for space in box.setup(opening(box)).definition.places.heaps}
    for seed in range(sittings):
        seeds = str(3 + seed % 4)
        state = begun(box, seeds_each=seeds)
        for action, after in moves(KALAH, begun(KALAH, seeds=seeds), random.Random(seed)):
            assert state.to_act == (action.by,)
            state = play(state, draft(box.kind("sow"), action.by, written(action)))
            assert {space: state.numbers[space] for space in twins} == {
                space: after.seeds[twin] for space, twin in twins.items()
            }
        assert state.over.scores == after.over.scores


def test_a_pit_holds_what_lies_there_on_the_board_and_in_words():
    game = shelf.box("mancala")
    state = said(game, game.setup(opening(game)), "South", "sow", pit="A3")
    assert game[Pointing].label(state, "A4") == "A4, 5 seeds" and game[Pointing].spaces(
        state, "South-store"
    ) == ("South-store",)
    views = {piece.thing: (piece.letter, piece.seat) for piece in game.view(state).picture.pieces}
    assert views["A4"] == ("5", "South") and views["B1"] == ("4", "North") and "A3" not in views
    assert game[Pointing].starts(state, "South")["A1"] == ("sow", {"pit": "A1"})
    assert game[ComputerPlay].worth(state, "South") == 1


def test_seeds_are_sown_round_and_round_past_what_is_skipped():
    game = example("Two rows")
    state = game.setup(opening(game))
    state = went(game, state, "South ruling: a2, 12, so it lies; South sow: a2")
    assert [state.numbers[space] for space in ("a1", "a2", "a3", "b1", "b2", "b3")] == [5, 0, 6, 6, 5, 5]
    assert state.last == ("", ""), "where the last seed fell is of no meaning in another's turn"
    with pytest.raises(Refusal, match="There are 0 seeds of yours") as no:
        said(game, state, "North", "sow", house="a2")
    assert no.value.rule.key == "own-house"


def test_what_is_made_two_or_three_is_taken():
    game = example("Two rows")
    state = game.setup(opening(game))
    for space, number in {"a3": "1", "b1": "2"}.items():
        state = said(game, state, "South", "ruling", thing=space, to=number, why="so it lies")
    state = said(game, state, "South", "sow", house="a3")
    assert state.numbers["b1"] == 0 and state.numbers["South's Taken"] == 3


def test_a_tower_gives_its_top_piece_only_and_holds_no_more_than_it_may():
    game = example("Towers")
    sentences = "East set-in: c; West step: West's block 1, b; East step: East's block 2, b"
    state = went(game, game.setup(opening(game)), sentences)
    things = game.things(state)
    assert things["East's block 2"] == "b, on West's block 1" and things["West's block 1"] == "b"
    with pytest.raises(Refusal, match="East's block 2 lies on West's block 1"):
        said(game, state, "West", "step", which="West's block 1", place="c")
    by_hand = ask(game.kind("ruling"), state, "West", {})
    assert "East's block 2" in [one.name for one in by_hand.allowed]
    assert "West's block 1" not in [one.name for one in by_hand.options], "what lies on it is set first"
    state = said(game, state, "West", "set-in", place="a")
    with pytest.raises(Refusal, match="b holds 2, and is full"):
        said(
            game,
            said(game, state, "East", "set-in", place="d"),
            "West",
            "step",
            which="West's block 2",
            place="b",
        )
    top = next(piece for piece in game.view(state).picture.pieces if piece.thing == "East's block 2")
    assert top.caption == "2 high" and game[Pointing].spaces(state, "West's block 1") == ("b",)


CARDS = PAD + '[deck]\nsuits = ["Red"]\nranks = ["One", "Two"]\n[piles.stock]\nface = "down"\n[piles.open]\n'
MANY = "[deck]\ncards = [" + ", ".join(f'{{ name = "{n}", count = 69 }}' for n in "abc") + "]\n"
LAID = CARDS + '[verbs.go]\nwords = "x"\nasks.card = { ask = "?", card = "stock" }\ndoes = ["%s"]\n'
BOARD = PAD + '[board]\ndrawing = "A1:pit A2"\n'
SOWN = BOARD + '[stones.seeds]\non = { pit = "3" }\n[areas]\nway = { table = "A1 A2" }\n'
SOW = SOWN + '[verbs.go]\nwords = "x"\ndoes = ["%s"]\n'


@pytest.mark.parametrize(
    "text, fault",
    [
        (
            BOARD + '[stones.seeds]\non = { pitt = "3" }\n',
            "no space is of the kind “pitt”; did you mean “pit”?",
        ),
        (
            BOARD + "[spaces.hill]\nholds = 2\n",
            "line 12: No space is of the kind “hill”; known are pit, plain",
        ),
        (PAD + "[spaces.hill]\nholds = 2\n", "Spaces want a board"),
        (BOARD + '[areas]\nway = { table = "A1 A3" }\n', "“A3” is no space of the board; known are A1, A2"),
        (
            BOARD + '[areas]\nway = { Gold = "A1" }\n',
            "An area has its spaces for each seat (Gold, Crimson, Teal)",
        ),
        (BOARD + '[areas]\nway = { table = "A1 A1" }\n', "A space stands twice"),
        (BOARD.replace("\n[board]", '\n[board]\nopposite = ["A1"]'), "“A1” is no pair of spaces"),
        (SOW % "sow seed from last along way", "“seed” are no stones; did you mean “seeds”?"),
        (SOW % "sow seeds from pit along way", "“pit” names no space here; known are last, way"),
        (SOW % "sow seeds from way along wey", "“wey” is no area; did you mean “way”?"),
        (SOW % "seeds[pat] = 0", "“pat” names no space here; known are last, way"),
        (SOW % "seeds[way] = seeds", "where do these “seeds” lie? Name a place in brackets"),
        (SOW % "seeds[way] = seeds[1]", "in the brackets behind stones stands a place"),
        (SOW % "seeds[way] = within(last, wy)", "within(…) takes two names"),
        (SOWN.replace("A1", "Turn"), "“Turn” is the name of something else"),
        (PAD + "[piles.stock]\n", "Piles want cards; give the box a deck."),
        (CARDS.replace('face = "down"', ""), "one pile of the table lies face down"),
        (CARDS.replace('"Two"', '"One"'), "Two cards have one name"),
        (CARDS.replace('ranks = ["One", "Two"]', ""), "A deck has suits and ranks"),
        (CARDS.replace("[piles.stock]", "worth = [1]\n[piles.stock]"), "line 13: There are 2 ranks; as many"),
        (PAD + MANY, "A deck has at most 200 cards, not 207."),
        (CARDS + 'deal = "1"\n', "what lies face up has a face"),
        (LAID % "lay card on oper", "“oper” is no pile; did you mean “open”?"),
        (LAID % "lay cart on open", "“cart” asks for no card"),
        (LAID % "draw 1 from open to stock", "“open” does not lie face down"),
        (LAID % "shuffle stock into stock", "“stock” does not lie face up"),
        (LAID.replace('"stock" }', '"stok" }') % "lay card on open", "“stok” is no pile; did you mean"),
        (LAID % "lay card on open" + '[rules.r]\nwords = "x"\nof = ["go"]\nneeds = "suit(stock)"\n',
         "suit(…) wants a question for a card, or a pile face up"),
        (LAID % "lay card on open" + '[rules.r]\nwords = "x"\nof = ["go"]\nneeds = "count(card)"\n',
         "count(…) wants a pile; known are"),
        (LAID % "open lacks card", "“open” does not lie face down"),
        (LAID % "stock lacks cart", "“lacks” wants the number of a suit, or a card; did you mean “card”?"),
        (LAID % "gather stock on open", "“stock” does not lie face up"),
        (LAID % "lay card on open if suit(card) > crad", "“crad” is not known here"),
        (LAID % "lay card on open" + '[rules.r]\nwords = "x"\nof = ["go"]\nneeds = "strength(card)"\n',
         "strength(…) takes a card, the suit led"),
        (LAID % "lay card on open" + '[rules.r]\nwords = "x"\nof = ["go"]\nneeds = "holds(stock)"\n',
         "holds(…) takes a pile, and a suit"),
    ],
)  # fmt: skip
def test_a_fault_of_places_and_cards_is_told_with_its_line(text, fault):
    faults = refused(text)
    assert any(fault.lower() in one.lower() for one in faults), faults


# -- captures and stacks -----------------------------------------------------------------------------------


def stand(state, **places):
    """A moment with these pieces on the board and no others: ``Red_man_1=10``."""
    at = dict.fromkeys(state.at, "aside") | {piece: "in hand" for piece in state.at if "king" in piece}
    named = {piece.replace("_", "'s ", 1).replace("_", " "): str(place) for piece, place in places.items()}
    return state.but(at={**{p: where for p, where in at.items() if p not in named}, **named})


def test_a_capture_goes_on_with_the_same_man_and_another_move_is_refused_where_one_can_be():
    game = shelf.box("draughts")
    state = stand(
        game.setup(opening(game)), Red_man_1=10, Red_man_2=18, White_man_1=15, White_man_2=23, White_man_3=32
    )
    with pytest.raises(Refusal, match="so you must"):
        said(game, state, "Red", "move", which="Red's man 2", place="22")
    state = said(game, state, "Red", "jump", which="Red's man 1", place="19")
    assert state.turn == "Red" and state.at["White's man 1"] == "aside"
    with pytest.raises(Refusal, match="The piece that has just captured goes on"):
        said(game, state, "Red", "jump", which="Red's man 2", place="27")
    state = said(game, state, "Red", "jump", which="Red's man 1", place="26")
    assert state.turn == "White" and not state.moved


def test_a_man_is_crowned_on_the_far_row_and_its_turn_is_over_even_in_mid_capture():
    """Red takes 26 and stands on 31; back over 27 there would be another, but only in his next turn."""
    game = shelf.box("draughts")
    state = stand(game.setup(opening(game)), Red_man_1=22, White_man_1=26, White_man_2=27, White_man_3=12)
    state = said(game, state, "Red", "jump", which="Red's man 1", place="31")
    assert state.at["Red's king 1"] == "31" and state.at["Red's man 1"] == "aside" and state.turn == "White"
    state = said(game, state, "White", "move", which="White's man 3", place="8")
    with pytest.raises(Refusal, match="A man goes forward only"):
        said(game, state.but(turn="White"), "White", "move", which="White's man 3", place="12")
    state = said(game, state, "Red", "jump", which="Red's king 1", place="24")
    assert state.at["White's man 2"] == "aside" and state.numbers["Moves without progress"] == 0


CARRIED = """
[board]
drawing = "A B C"
[spaces.plain]
holds = 3
stack = true
[pieces.man]
letter = "m"
count = 2
at = { Gold = "A", Crimson = "B" }
[verbs.go]
words = "Carry a stack one step."
asks.which = { ask = "Which?", piece = "own" }
asks.place = { ask = "Where to?", place = true }
does = ["carry which to place"]
"""


def test_a_stack_moves_whole_and_in_its_order_and_only_where_it_has_room():
    game = made(PAD.replace("1..3", "2") + CARRIED)
    state = game.setup(opening(game, players=2))
    state = said(game, state, "Gold", "go", which="Gold's man 1", place="B")
    assert state.pieces_on("B") == ["Crimson's man 1", "Gold's man 1"]
    state = state.but(turn="Gold", done=())
    state = said(game, state, "Gold", "go", which="Gold's man 1", place="C")
    assert state.pieces_on("C") == ["Crimson's man 1", "Gold's man 1"] and not state.pieces_on("B")
    full = state.but(turn="Gold", done=()).place("Gold's man 2", "A").place("Crimson's man 2", "A")
    with pytest.raises(Refusal, match="A holds 3: 2 lie there, and 2 would come"):
        said(game, full, "Gold", "go", which="Gold's man 1", place="A")


def test_a_verb_that_asks_itself_whether_it_can_be_said_is_refused():
    text = BOARD.replace("\n[board]", "\n[board]") + '[pieces.m]\nletter = "m"\n[verbs.go]\nwords = "x"\n'
    rule = '[rules.r]\nwords = "x"\nof = ["go"]\nneeds = "not can(go)"\n'
    assert any("goes round in a ring" in one for one in refused(text + rule))


# -- cards -------------------------------------------------------------------------------------------------


def test_a_hand_is_a_number_and_its_cards_are_said_as_they_are_laid():
    game = shelf.box("crazy-eights")
    state = game.setup(opening(game, players=3))
    assert state.numbers["Gold's hand"] == 5 and state.numbers["Stock"] == 37 and not state.cards
    state = said(game, state, "Gold", "turn-up", card="King of Hearts")
    with pytest.raises(Refusal, match="It has neither the suit") as no:
        said(game, state, "Gold", "lay", card="2 of Clubs")
    assert no.value.rule.key == "match"
    state = said(game, state, "Gold", "lay", card="King of Clubs")
    assert state.numbers["Gold's hand"] == 4 and [*state.cards] == ["King of Hearts", "King of Clubs"]
    laid = ask(game.kind("lay"), state, "Crimson", {})
    assert not {"King of Hearts", "King of Clubs"} & {one.name for one in laid.options}
    assert "Suit to match: Clubs" in game.view(state).notes
    cells = {cell.space: cell.label for cell in game.view(state).picture.cells}
    assert cells == {"Stock": "36", "Discard": "K♣"}
    (discard,) = game.view(state).shelves
    assert [card.name for card in discard.cards] == ["King of Clubs", "King of Hearts"]
    assert game[ComputerPlay].cannot(opening(game)), "the phone does not see a hand"
    hand = ask(game.kind("lay"), state, "Crimson", {})
    assert [game[Pointing].label(state, one.name) for one in hand.options[:2]] == ["A♣", "2♣"], (
        "a hand has room on a phone"
    )
    assert [one.name for one in game.view(state).panels[0].counters] == ["Cards in hand"], (
        "and is counted once"
    )


def test_an_empty_stock_is_what_lay_under_the_top_card():
    game = shelf.box("crazy-eights")
    state = said(game, game.setup(opening(game)), "Gold", "turn-up", card="King of Hearts")
    state = said(game, state, "Gold", "lay", card="9 of Hearts")
    state = said(game, state, "Gold", "ruling", thing="Crimson's hand", to="43", why="so it is")
    assert state.numbers["Stock"] == 1 and state.numbers["Crimson's hand"] == 43
    state = said(game, state, "Crimson", "draw")
    assert state.numbers["Stock"] == 1 and [*state.cards] == ["9 of Hearts"]
    assert any("King of Hearts" in line.about for line in state.told), "what is unseen again is told"


def test_a_card_is_turned_over_by_chance_and_only_what_lies_face_down_is_drawn():
    game = example("Sweets and stones")
    turned, matched = (nouns(game.kind(verb))["card"] for verb in ("turn-over", "match"))
    assert turned.chance and not matched.chance
    state = game.setup(opening(game))
    offered = [*turned.options(state, draft(game.kind("turn-over"), "Gold", {}))]
    assert offered.count("Stone 1") == 1 and "Stone 2" not in offered, "one of each kind is enough"
    state = went(game, state, "Gold turn-over: Stone 1; Crimson turn-over: Cake 1")
    assert state.numbers["Gold's Sweet"] == -1 and state.numbers["Crimson's Sweet"] == 3
    assert [card.name for card in game.view(state).panels[1].cards] == ["Cake 1"]


def test_every_card_is_printed_once():
    deck = shelf.box("crazy-eights")[Paper].decks["cards"]
    assert len(deck.cards) == 52 and {card.tone for card in deck.cards if card.kind == "Hearts"} == {"teal"}


def test_who_did_not_follow_a_suit_holds_none_of_it_until_an_unseen_card_comes():
    game = shelf.box("german-whist")
    state = went(
        game,
        game.setup(opening(game)),
        "Gold turn-up: 2 of Clubs; Gold lay: King of Hearts; Crimson lay: 3 of Clubs; "
        "Crimson turn-up: 9 of Diamonds",
    )
    assert state.turn == "Crimson" and game.things(state)["Not in Crimson's hand"] == "Hearts"
    with pytest.raises(Refusal, match="that card cannot be in your hand") as no:
        said(game, state, "Crimson", "lay", card="4 of Hearts")
    assert no.value.rule.key == "not-there"
    state = went(game, state, "Crimson lay: 4 of Spades")
    with pytest.raises(Refusal, match="that card cannot be"):
        said(game, state, "Gold", "lay", card="2 of Clubs")
    state = went(game, state, "Gold lay: 5 of Spades; Gold turn-up: Ace of Diamonds")
    assert "Not in Crimson's hand" not in game.things(state), "he drew a card that nobody saw"
    assert state.numbers["Crimson's hand"] == 13 and state.known["9 of Diamonds"] == "Gold's hand"
    state = went(game, state, "Gold lay: 6 of Hearts; Crimson lay: 4 of Hearts")


def test_what_a_counter_stands_for_is_told_and_set_in_its_words():
    game = shelf.box("german-whist")
    state = went(game, game.setup(opening(game)), "Gold turn-up: 2 of Clubs")
    assert game.things(state)["Trumps"] == "Clubs" and "Trumps: Clubs" in game.view(state).notes
    state = said(game, state, "Gold", "ruling", thing="Trumps", to="Hearts", why="we saw it wrong")
    assert state.numbers["Trumps"] == 3 and game.things(state)["Trumps"] == "Hearts"
    fault = refused(PAD + '[counters.mood]\nof = "table"\nmost = 2\nsays = ["calm", "angry"]\n')[0]
    assert "a word for each number" in fault and "here 3" in fault


def test_a_card_that_all_saw_taken_up_is_held_and_its_suit_followed():
    game = shelf.box("german-whist")
    state = went(
        game,
        game.setup(opening(game)),
        "Gold turn-up: 9 of Diamonds; Gold lay: King of Hearts; Crimson lay: Ace of Hearts; "
        "Crimson turn-up: 3 of Clubs; Crimson lay: 4 of Clubs; Gold lay: 5 of Clubs; "
        "Gold turn-up: Ace of Diamonds; Gold lay: 2 of Diamonds",
    )
    with pytest.raises(Refusal, match="You surely hold 1 of the suit led") as no:
        said(game, state, "Crimson", "lay", card="7 of Spades")
    assert no.value.rule.key == "follow"
    went(game, state, "Crimson lay: 3 of Diamonds")


def test_what_no_deal_could_make_true_is_refused():
    """Of 21 cards there are seven of a suit: whoever shows to be without two holds the third alone."""
    game = example("Five tricks")
    state = game.setup(opening(game, players=3))
    for by, card in (("Gold", "1 of Sun"), ("Crimson", "7 of Sun"), ("Teal", "1 of Star")):
        state = said(game, state, by, "lay", card=card)
    for by, card in (("Crimson", "1 of Moon"), ("Teal", "2 of Star"), ("Gold", "2 of Moon")):
        state = said(game, state, by, "lay", card=card)
    assert game.things(state)["Not in Teal's hand"] == "Sun and Moon"
    assert state.turn == "Gold" and state.numbers["Gold's Tricks"] == 1
    assert deduction.holds(state, "Teal's hand", "Star") == 3
    state = said(game, state, "Gold", "lay", card="3 of Star")
    nowhere_else = state.lacks | {("Rest", "Star"), ("Gold's hand", "Star")}
    with pytest.raises(Refusal, match="You surely hold 1 of it"):
        said(game, state.but(lacks=nowhere_else), "Crimson", "lay", card="3 of Moon")
    state = went(game, state, "Gold ruling: Not in Teal's hand, not known, he found one")
    assert "Not in Teal's hand" not in game.things(state)
    said(game, said(game, state, "Crimson", "lay", card="4 of Star"), "Teal", "lay", card="5 of Sun")
