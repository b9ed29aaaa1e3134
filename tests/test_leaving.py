"""Who leaves a game of three or four does not end it for the rest; one that gets nowhere ends with a draw."""

import random
from dataclasses import replace

import pytest

from companion.kernel import simulate
from companion.kernel.action import written
from companion.kernel.features import Figures
from companion.kernel.game import Game
from companion.kernel.journal import Table
from companion.kernel.opening import Opening
from companion.kernel.rulebook import Refusal
from companion.kernel.shelf import shelf
from companion.kernel.simulate import wander
from tests import tiny

GAMES = ("heaven-and-ale", "heroball")


def sitting(game: Game, players: int, **options: str) -> Table:
    return Table.open(game, Opening({seat: seat for seat in game.seats(players)}, options))


def leaving(game: Game, table: Table, rng: random.Random) -> Table:
    """Somebody leaves; the box holds what is then, and every thing that is another is told."""
    seat = rng.choice(table.state.playing)
    after = table.say(seat, "resign", {})
    game.invariant(after.state)
    told = {thing for line in after.log[-1].told for thing in line.about}
    was, is_ = game.things(table.state), game.things(after.state)
    assert {thing for thing in {*was, *is_} if was.get(thing) != is_.get(thing)} <= told
    return after


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("players", [3, 4])
def test_the_others_play_on_whoever_leaves_and_whenever(key, players):
    """In every phase: at set-up, in a turn, while something is asked; the game goes on to its end."""
    game = shelf()[key]
    kinds = tuple(kind for kind in game.kinds if not kind.anytime)
    phases = set()
    for seed in range(40):
        rng = random.Random(seed)
        table = sitting(game, players, **({"mode": "track"} if key == GAMES[0] and seed % 4 == 0 else {}))
        moments = sorted(rng.sample(range(60), players - 2))
        for n in range(10_000):
            if table.state.over:
                break
            if n in moments:
                phases.add(table.state.phase)
                table = leaving(game, table, rng)
                assert table.state.over is None and not {*table.state.resigned} & {*table.state.to_act}
            action = wander(kinds, table.state, rng)
            table = table.say(action.by, action.verb, written(action))
            game.invariant(table.state)
        assert table.state.over and not {*table.state.over.winners} & {*table.state.resigned}
        game.view(table.state)
        game[Figures].numbers([table.start, *(step.state for step in table.standing)])
        again = Table.open(game, table.opening).replayed(step.entry for step in table.log)
        assert again.state == table.state
    assert len(phases) > 2


@pytest.mark.parametrize("key", GAMES)
def test_the_last_one_left_has_won(key):
    game = shelf()[key]
    table = sitting(game, 3).say("Gold", "resign", {})
    assert (
        table.state.over is None and table.log[-1].told[0].text == "Gold resigns: Crimson and Teal play on."
    )
    assert game.things(table.state)["Resigned"] == "Gold"
    over = table.say("Teal", "resign", {}).state.over
    assert over.winners == ("Crimson",) and over.rule == "resign"
    assert sitting(game, 2).say("Gold", "resign", {}).state.over.winners == ("Crimson",)


@pytest.mark.parametrize("key", GAMES)
def test_who_has_left_neither_acts_nor_is_asked(key):
    table = sitting(shelf()[key], 4).say("Teal", "resign", {})
    for verb in ("resign", "offer-draw", "end-table"):
        with pytest.raises(Refusal, match="Teal has resigned and left the table"):
            table.say("Teal", verb, {})
    drawn = (
        table.say("Gold", "offer-draw", {}).say("Crimson", "agree-draw", {}).say("Violet", "agree-draw", {})
    )
    assert drawn.state.over and drawn.state.over.rule == "draw-offer"
    back = table.say("Teal", "undo", {"entry": "1"})
    assert back.state == back.start, "it can be taken back"


def test_in_heaven_and_ale_the_figure_is_out_and_the_markers_stay():
    game = shelf()["heaven-and-ale"]
    table = sitting(game, 3)
    table = table.say("Teal", "enter", {"slot": "ducats"}).say("Crimson", "enter", {"slot": "brewmaster"})
    table = table.say("Gold", "resign", {})
    told = [line.text for line in table.log[-1].told]
    assert "Take Gold's figure off the board; markers, tiles, cards and barrels stay as they are." in told
    assert table.state.turn == "Crimson" and table.state.boards["Gold"].markers == (1, -1, -3, -5, -7)
    assert not any(piece.thing == "Gold figure" for piece in game.view(table.state).picture.pieces)
    table = table.say("Crimson", "enter", {"slot": "marker", "marker": "wood"})
    table = table.say("Teal", "enter", {"slot": "first player"})
    assert (table.state.round, table.state.turn) == (2, "Teal"), "the round ends without it"
    assert table.state.rounds == 4, "for three"


def test_in_heroball_the_hero_is_off_the_pitch_and_the_ball_lies():
    game = shelf()["heroball"]
    table = sitting(game, 3)
    for seat, hero, god in (
        ("Gold", "Phylax", "Zeus"),
        ("Crimson", "Korine", "Hera"),
        ("Teal", "Lykos", "Ares"),
    ):
        table = table.say(seat, "choose", {"hero": hero, "god": god})
    while table.state.phase == "seed":
        table = table.say(*_seed(table))
    table = (
        table.say("Gold", "set-by-hand", {"thing": "Ball", "to": "held by Gold", "why": "x"})
        if False
        else table
    )
    kind = next(kind for kind in game.kinds if kind.by_hand).verb
    table = table.say("Teal", kind, {"thing": "Gold", "to": "F6", "why": "so it is"})
    table = table.say("Teal", kind, {"thing": "Ball", "to": "held by Gold", "why": "so it is"})
    here = table.state.at["Gold"]
    table = table.say("Gold", "resign", {})
    told = [line.text for line in table.log[-1].told]
    assert f"Take Phylax off the pitch; the ball stays on {table.state.ball}." in told
    assert here not in table.state.on and table.state.turn == "Crimson" and not table.state.holder
    for _ in range(2):
        table = table.say(table.state.turn, "end-turn", {})
    assert (table.state.round, table.state.turn) == (2, "Crimson"), "out of turn order"


def _seed(table: Table) -> tuple[str, str, dict[str, str]]:
    seat = table.state.waits[0]
    space = next(
        space for space in ("D4", "E4", "F4", "G4", "H4", "D5", "E5") if not table.state.why_no_terrain(space)
    )
    return seat, "seed", {"space": space}


@pytest.mark.parametrize("key", sorted(shelf()))
def test_play_that_gets_nowhere_ends_as_at_a_table_with_a_draw_all_agree_on(key, monkeypatch):
    monkeypatch.setattr(simulate, "LONGEST", 30)
    game = shelf()[key]
    table = Table.open(game, Opening(dict.fromkeys(game.seats(game.players[-1]), "Ada")))
    said = [(action.verb, state) for action, state in simulate.moves(game, table.start, random.Random(1))]
    verbs, (*_, last) = zip(*said, strict=True)
    assert len(said) <= 30 + game.players[-1] and verbs[30] == "offer-draw" and verbs[-1] == "agree-draw"
    assert last.over.winners == () and "offered a draw" in str(last.over.why)


def test_play_that_gets_nowhere_where_nobody_can_offer_a_draw_is_a_dead_end(monkeypatch):
    monkeypatch.setattr(simulate, "LONGEST", 1)
    game = replace(tiny.GAME, kinds=tuple(kind for kind in tiny.GAME.kinds if kind.verb != "offer-draw"))
    start = Table.open(game, Opening({"Red": "Ada", "Blue": "Ben"})).start
    with pytest.raises(simulate.DeadEnd, match="no draw can be agreed on"):
        list(simulate.moves(game, start, random.Random(1)))
