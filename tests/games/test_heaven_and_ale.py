"""Heaven & Ale: the boards as counted, the numbers worked out by hand, and longer games than chance plays."""

import random
from collections import Counter

import pytest

from companion.games.heaven_and_ale import GAME, view
from companion.games.heaven_and_ale.actions.garden import Buy
from companion.games.heaven_and_ale.actions.rondel import Enter
from companion.games.heaven_and_ale.box import (
    AROUND,
    CARDS,
    FIRST,
    FITS,
    GARDEN,
    GOALS,
    HOME,
    IN_BOX,
    INDEX,
    KIND,
    LOWEST,
    OF_KIND,
    PRICE,
    SHADE,
    SHED,
    SHEDS,
    SPACES,
    SUN,
    shed_for,
    starts,
)
from companion.games.heaven_and_ale.picture import CELLS
from companion.games.heaven_and_ale.scoring.score import score
from companion.games.heaven_and_ale.state import Abbey, phases
from companion.games.heaven_and_ale.tracked import Ruling
from companion.kernel import transcript
from companion.kernel.action import Action, draft, nouns, play, refusal
from companion.kernel.features import Figures, Pointing
from companion.kernel.journal import Table
from companion.kernel.opening import Opening
from companion.kernel.simulate import moves, wander
from companion.kernel.statistics import counted_from
from tests.games.abbey import board, drawn, table
from tests.games.moments import after
from tests.games.positions import cases
from tests.sittings import sitting_text


def sitting(players: int = 2, **options) -> Table:
    return Table.open(GAME, Opening({seat: seat for seat in GAME.seats(players)}, options))


# -- what is in the box ---------------------------------------------------------------------------------


def test_the_main_board_is_as_counted():
    kinds = Counter(KIND.values())
    assert kinds == {"resource": 15, "monk": 4, "disc": 6, "barrels": 2} and len(SPACES) == 27
    assert list(SPACES)[:6] == ["R1", "R2", "M4", "A", "R3", "R4"] and list(SPACES)[-1] == "R15"
    assert [PRICE[space] for space in SPACES if KIND[space] == "monk"] == [4, 3, 2, 1]
    assert [len(FITS[space]) for space in ("A", "B", "C", "ABC1")] == [1, 4, 5, 10]


def test_the_garden_is_as_counted():
    assert (len(SUN), len(SHADE), len(SHEDS)) == (15, 15, 7)
    rows = Counter(y for _, y in GARDEN.at.values())
    assert [rows[y] for y in range(7)] == [2, 3, 6, 7, 6, 7, 6]
    middle = GARDEN.at["B2"][0]
    where = {spot: (x - middle, y) for spot, (x, y) in GARDEN.at.items()}
    assert {where[shed] for shed in SHEDS} == {(0, 1), (-4, 3), (0, 3), (4, 3), (-4, 5), (0, 5), (4, 5)}
    assert all((where[spot][0] < 0) == (spot in SUN) for spot in SUN | SHADE)
    for shed, ring in AROUND.items():
        assert len(ring) == 6 and not SHEDS.intersection(ring)
        assert all(ring[i] in GARDEN.beside[ring[i - 1]] for i in range(6)), (
            "the spots around go round in a ring"
        )
        assert all(shed in GARDEN.beside[spot] for spot in ring)


def test_the_tiles_are_as_counted():
    assert sum(n for tile, n in IN_BOX.items() if not tile.startswith("monk")) == 100
    assert sum(n for tile, n in IN_BOX.items() if tile.startswith("monk")) == 24
    assert len(CARDS) == 5 and len(GOALS) == 12
    sums = [shed_for(total).name for total in range(31)]
    assert Counter(sums) == {"0-7": 8, "8-11": 4, "12-17": 6, "18-23": 6, "24-30": 7}
    assert [(shed.brewmaster, shed.tiles) for shed in SHED.values()] == [
        (6, 0),
        (3, 1),
        (1, 2),
        (1, 3),
        (0, 4),
    ]


def test_the_markers_start_in_gaps_of_two():
    assert list(starts().values()) == [1, -1, -3, -5, -7, -9] and LOWEST == -11


def test_every_space_of_the_picture_is_wide_enough_for_a_finger():
    """On a phone 390 px wide, what is tapped is at least 38 px wide and high, in the garden 43."""
    width = max(x for cell in CELLS for x, _ in cell.outline)
    for cell in CELLS:
        if cell.space.startswith("track "):
            continue
        xs, ys = zip(*cell.outline, strict=True)
        assert min(max(xs) - min(xs), max(ys) - min(ys)) * 386 / (width + 0.26) >= (
            38 if cell.space in KIND or cell.space == "home" else 43
        ), cell.space


# -- counted by hand ------------------------------------------------------------------------------------


def test_legal_actions_are_as_many_as_counted_by_hand():
    """15 spaces of 25 tiles on 30 spots; 4 of 4 monks; discs 5, 4, 5 and three times 14; home 7; 5 cards."""
    start = sitting().start
    first = counted_from(GAME, start, 1)
    assert start.to_act == ("Crimson",) and first == {"1": {"enter": 2 + 5}}, "two rewards, a marker of five"
    turn = counted_from(GAME, after(start, Enter("Crimson", "ducats", ())), 1)
    assert turn == {"1": {"buy": 11_250, "buy-monk": 480, "score": 56, "enter": 7, "sell": 5}}


def test_a_round_of_two_in_words():
    table_ = sitting(2, first="Crimson")
    for by, verb, answers in (
        ("Gold", "enter", {"slot": "marker", "marker": ["barley"]}),
        ("Crimson", "buy", {"space": ["R3"], "colour": "hops", "number": "2", "spot": "A1"}),
        ("Gold", "buy-monk", {"space": ["M3"], "monk": "monk 1", "spot": "F7"}),
        ("Crimson", "enter", {"slot": "ducats"}),
        ("Gold", "score", {"space": "C", "spot": "hops"}),
        ("Gold", "enter", {"slot": FIRST}),
    ):
        table_ = table_.say(by, verb, answers)
    state = table_.state
    assert (state.round, state.turn, state.phase) == (2, "Gold", phases.TURN)
    assert state.piles["R3"] == 1 and state.piles["R4"] == 2 and state.piles["M3"] == 1
    assert state.boards["Crimson"].ducats == 25 - 4 + 2 and state.boards["Gold"].ducats == 25 - 3


# -- longer games than chance plays ---------------------------------------------------------------------


def careful(kinds, state: Abbey, rng: random.Random) -> Action[Abbey]:
    """Of several random actions the one that moves least and fills a shed's ring, so that sheds close."""
    tries = [wander(kinds, state, rng)]
    if state.phase in (phases.TURN, phases.MORE):
        tries += [wander(kinds, state, rng) for _ in range(7)]
    return min(tries, key=lambda action: _far(state, action))


def _far(state: Abbey, action: Action[Abbey]) -> tuple[int, int]:
    space = getattr(action, "space", None)
    spot = getattr(action, "spot", "")
    tiles = state.boards[action.by].tiles
    filled = max(
        (sum(other in tiles for other in ring) for ring in AROUND.values() if spot in ring), default=-1
    )
    if space or spot:
        return INDEX[space if isinstance(space, str) else space[0]] if space else 0, -filled
    return HOME + (action.verb == "sell"), 0


@pytest.mark.slow
def test_careful_games_close_sheds_and_hold_together():
    seen: Counter[str] = Counter()
    for seed in range(12):
        start = sitting(2 + seed % 3).start
        for action, state in moves(GAME, start, random.Random(seed), careful):
            GAME.invariant(state)
            seen[action.verb] += 1
            seen.update(line.rule for line in state.told)
        assert state.over and state.over.rule == "most-points"
        assert dict(state.over.scores) == {end.name: score(end).total for end in state.ends()}
    for rule in (
        "shed",
        "shed-activate",
        "activate-sun",
        "activate-monk",
        "pair",
        "forced-first",
        "last-round",
    ):
        assert seen[rule], rule


def ruling(state: Abbey, rng: random.Random) -> Action:
    """Anything set to anything, in any phase; often forbidden."""
    answers: dict[str, str] = {}
    for name, noun in nouns(Ruling).items():
        half = draft(Ruling, state.players[0], answers)
        answers[name] = rng.choice(list(noun.options(state, half))) if name != "why" else "the table says so"
    return Ruling(state.players[0], **answers)


@pytest.mark.parametrize("mode", ["game", "track"])
def test_rulings_leave_a_box_that_holds_together_and_a_game_that_ends(mode):
    kinds = tuple(kind for kind in GAME.kinds if not kind.anytime)
    ruled = refused = 0
    for seed in range(3):
        rng, state = random.Random(seed), sitting(2 + seed % 3, mode=mode).start
        for _ in range(2_000):
            if state.over:
                break
            state = play(state, careful(kinds, state, rng))
            GAME.invariant(state)
            said = None if state.over else ruling(state, rng)
            if said and refusal(state, said):
                refused += 1
            elif said and rng.random() < 0.3:
                ruled += 1
                state = play(state, said)
                GAME.invariant(state)
        assert state.over
    assert ruled > 10 and (refused or mode == "track")


@pytest.mark.soak
def test_a_thousand_careful_games():
    for seed in range(1000):
        start = sitting(2 + seed % 3, mode="track" if seed % 10 == 0 else "game").start
        for _, state in moves(GAME, start, random.Random(seed), careful):
            GAME.invariant(state)


def test_the_projection_says_what_is_near():
    state = table(board(brewmaster=7, wood=9, yeast=9, hops=9, water=9, barley=9, ducats=8))
    panel = GAME.view(state).panels[0]
    assert panel.counters[0].value == 27
    card = panel.cards[0]
    assert card.name == "If the game ended now: 27"
    assert card.where == "next threshold in 2 steps of the brewmaster: 3 : 1, × 4"
    assert "Production 9 × 3 = 27. The next full 10 ducats in 2." in card.text


def test_all_twelve_goals_are_shown_with_how_far_they_are():
    state = table(board(brewmaster=3, barrels={"six ones": "large"}), board(barrels={"six fives": "large"}))
    goals = GAME.view(state).panels[0].cards[2]
    assert goals.name == "Goals: 1 of 12" and str(goals.where).count("/") == 12
    for part in ("brewmaster out 1/1 (large)", "six ones 0/6 (yours)", "six fives 0/6 (small)"):
        assert part in goals.where


def test_labels_and_spaces_of_answers():
    state = table(board())
    assert GAME[Pointing].label(state, "R3") == "Resource 3 (1)" and GAME[Pointing].spaces(state, "R3") == (
        "R3",
    )
    assert (
        GAME[Pointing].label(state, "A1") == "A1, sun"
        and GAME[Pointing].label(state, "D4") == "D4, shed spot"
    )
    laid = play(state, Buy("Gold", ("R3",), "hops", "2", "A1"))
    assert GAME[Pointing].label(laid.but(turn="Gold"), "A1") == "A1, hops 2"
    assert GAME[Pointing].spaces(state, "hops") == ("spot hops",)


def test_the_track_alone_hides_what_it_does_not_know():
    start = after(
        sitting(3, mode="track").start, Enter("Teal", "ducats", ()), Enter("Crimson", "brewmaster", ())
    )
    assert start.phase == phases.TRACK
    view = GAME.view(start)
    assert not [piece for piece in view.picture.pieces if piece.thing in OF_KIND["resource"]]
    goals = view.panels[0].cards[2]
    assert "brewmaster out 0/1 (large)" in goals.where and "six ones (large)" in goals.where
    assert len([piece for piece in view.picture.pieces if piece.icon]) == 3 * 6, (
        "every marker of every player"
    )


@pytest.mark.parametrize("name", ["two", "four"])
def test_a_panel_that_is_remembered_is_the_one_that_would_be_made(name, monkeypatch):
    sitting = transcript.read(sitting_text(GAME.key, name), {GAME.key: GAME})
    moments = [sitting.start, *(step.state for step in sitting.standing)]
    remembered = [repr(GAME.view(state).panels) for state in moments]
    monkeypatch.setattr(view, "_panel", view._panel.__wrapped__)
    assert [repr(GAME.view(state).panels) for state in moments] == remembered


@pytest.mark.parametrize(
    "name, turns",
    [
        ("two", {"Gold": 21, "Crimson": 15}),
        ("three", {"Gold": 27, "Crimson": 17, "Teal": 25}),
        ("four", {"Gold": 31, "Crimson": 19, "Teal": 34, "Violet": 31}),
        ("resignation", {"Gold": 2, "Crimson": 3, "Teal": 2}),
    ],
)
def test_turns_are_counted_as_they_were_taken(name, turns):
    """The last player out takes several in a row; a starting space is none."""
    sitting = transcript.read(sitting_text(GAME.key, name), {GAME.key: GAME})
    moments = [sitting.start, *(step.state for step in sitting.standing)]
    assert dict(GAME[Figures].numbers(moments))["Turns"] == turns


test_case = cases("heaven_and_ale_table", GAME, drawn)
