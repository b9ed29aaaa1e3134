"""Player aids, set-up sheets, score pads, and the board on the sheet to go on from."""

from dataclasses import replace
from functools import partial

import pytest

from companion.boxes.shelf import box
from companion.games.high_heavens.box import FACTS
from companion.games.war_in_heaven.box import TURNS
from companion.kernel.journal import Table
from companion.kernel.opening import Opening
from companion.kernel.shelf import shelf
from companion.kernel.sittings import usual_opening
from companion.kernel.view import Cell, Picture, Piece
from companion.toolkit.paper import Paper
from printables.draw.fonts import Unprintable
from printables.layout import aids as layout
from printables.layout import scenes
from printables.layout.aids import Aid, AidEntry
from printables.layout.boards import PaperBoard
from printables.layout.book import Section, bound
from printables.layout.paper import Cutout, Order
from printables.layout.scenes import Scene
from printables.sources import aids
from printables.sources.catalogue import book, catalogue, printed
from printables.sources.source import Source
from tests.paper import RUNNING, collisions, pages, read

GAMES = list(shelf().values())
EACH = pytest.mark.parametrize(
    "game",
    [pytest.param(game, id=game.key, marks=[] if game is GAMES[-1] else pytest.mark.slow) for game in GAMES],
)
WORDS = {2: "two", 3: "three", 4: "four", 5: "five"}
PHONE = ("phone", "screen", "the players vouch", "table may choose", "tap")


@EACH
def test_every_seat_has_an_aid_of_two_sides_with_its_goal_its_turn_and_what_it_costs(game):
    sheets = read(game.key, "aid", Order(duplex="long"))
    text = " ".join("".join(page.text.split()) for page in sheets)
    lesson, seats = game.rules.lesson, {seat for players in game.players for seat in game.seats(players)}
    assert text.count(tight(lesson.goal)) == len(seats)
    for aid in aids.aids(Source.of(game)):
        for step in aid.steps:
            assert step.name and step.icon and step.words, "a sign, a name, and what it does"
        assert sum(bool(step.cost) for step in aid.steps) >= len(aid.steps) - 1
        assert len(aid.kinds) >= 5 and aid.numbers and aid.example and aid.example.scene.pieces
    for page in sheets:
        assert not collisions(page)
        words = [x for x in page.letters if not x.hidden and page.high - 12 > x.base > 12]
        assert min(x.size for x in words if x.size != 5.0) >= 5.49, "in the drawn example"
        small = sum(x.size < 9 for x in words) / len(words)
        assert small < 0.06, "all that is said is 9 points or more"
        assert not any(word in page.text.lower() for word in PHONE)


@EACH
def test_what_stands_in_the_example_of_an_aid_stays_within_its_frame(game):
    scene = aids.aids(Source.of(game))[0].example.scene
    room = layout.SIZE[0] - 2 * layout.EDGE
    box = scene.size(room, 46.0)
    section = Section("It", [Cutout(box, partial(scenes.draw, scene=scene, w=room, h=46.0), bleed=0.0)], "it")
    page = pages(bound(Order(duplex="none"), "It", [section]))[0]
    discs = [path.box for path in page.paths if path.curved and path.filled]
    frames = [path.box for path in page.paths if not path.curved and path.stroked]
    frame = [pick(box[n] for box in frames) for n, pick in enumerate((min, min, max, max))]
    for disc in discs:
        assert all(disc[n] >= frame[n] for n in (0, 1)) and all(disc[n] <= frame[n] for n in (2, 3))


def test_three_aids_lie_on_a_sheet_of_a4():
    game = shelf()["high-heavens"]
    document = book(game, [catalogue(game)["aid"]], Order())
    assert [len(sheet.laid) for sheet in document.sheets] == [3, 3]


def test_wars_aid_says_how_many_actions_the_first_and_the_late_turns_have():
    text = " ".join(page.text for page in read("war-in-heaven", "aid", Order(duplex="long")))
    few, usual, many = (WORDS[n] for n in (TURNS.first_turn, TURNS.actions, TURNS.late_actions))
    assert f"{usual} actions, {many} from round {TURNS.late_from} on, and {few} in the first turn" in text


def test_the_aids_of_high_heavens_say_how_many_actions_a_turn_has_for_so_many_players():
    game = shelf()["high-heavens"]
    turns = game[Paper].aid.turns
    for players, figures in ((2, FACTS.turns.two), (4, FACTS.turns.four)):
        actions, hand = WORDS[figures.tokens], WORDS[figures.hand]
        for aid in aids.aids(Source.of(game, players=players)):
            assert aid.turn == turns[str(players)]
            assert f"has {actions} actions" in aid.turn and f"up to {hand} cards" in aid.turn


def test_an_aid_that_says_too_much_is_refused_with_how_much_too_long_it_is():
    steps = tuple(
        AidEntry(f"Step {n}", "Do this and that, and then something else again. " * 3) for n in range(30)
    )
    with pytest.raises(Unprintable, match=r"The aid of Gold is \d+ mm too long at 9 points"):
        layout.sides(Aid("It", "Gold", "gold", "star", "Win.", "", steps))
    front, back = layout.sides(Aid("It", "Gold", "gold", "star", "Win.", "", steps[:3]))
    assert front.keywords["blocks"] and not back.keywords["blocks"]


@EACH
def test_the_set_up_sheet_shows_the_board_of_so_many_players_and_every_step_of_the_hands(game):
    for players in game.players:
        pieces = catalogue(game, players=players)
        (page,) = pages(printed(game, [pieces["set-up"]], Order()))
        assert f"Set-up for {players} players" in page.text and not collisions(page)
        fixed, _ = told_whoever_begins(game, players)
        assert all(tight(words) in tight(page.text) for words in fixed)
        drawn = {tuple(round(v, 1) for v in path.box) for path in page.paths if len(path.points) >= 4}
        cells = [cell for cell in Source.of(game, players=players).view.picture.cells if not cell.quiet]
        assert len(drawn) >= len(cells)


def told_whoever_begins(game, players):
    """What a set-up tells however its chance falls, and what it tells only in some cases."""
    openings = [Opening(dict.fromkeys(game.seats(players), ""), game.settled({}, players))]
    for option in (option for option in game.options if option.chance):
        openings = [
            replace(opening, options=opening.options | {option.key: choice.name})
            for opening in openings
            for choice in game.choices(option, players)
        ]
    line = [{words.text for words in game.setup(opening).told} for opening in openings]
    always = set.intersection(*line)
    return always, set.union(*line) - always


def tight(text):
    """A text without its spaces, with the apostrophes of books."""
    return "".join(text.replace("'", "’").split())


@pytest.mark.parametrize("game", [*GAMES, box("nine-mens-morris")], ids=lambda game: game.key)
def test_a_set_up_sheet_says_chance_as_chance(game):
    tables = [(catalogue(game)["set-up"], max(game.players))]
    tables += [(catalogue(game, players=players)["set-up"], players) for players in game.players]
    for sheet, players in tables:
        text = "".join(tight(page.text) for page in pages(printed(game, [sheet], Order(duplex="long"))))
        _, by_chance = told_whoever_begins(game, players)
        assert not [words for words in by_chance if tight(words) in text]
        assert "atrandom" in text.lower() or not by_chance


def test_the_set_up_sheet_of_a_table_names_who_begins_there():
    game = shelf()["war-in-heaven"]
    table = Table.open(game, Opening(dict.fromkeys(game.seats(2), ""), game.settled({"first": "Demons"})))
    (page,) = pages(printed(game, [catalogue(game, table=table)["set-up"]], Order()))
    assert "Give the Demons the first player marker" in " ".join(page.text.split())


@pytest.mark.parametrize(
    "key, steps",
    [
        ("havoc-in-heaven", ("one level token", "Pity of Jade Emperor into your Armory", "draw five cards")),
        (
            "heroball",
            ("chooses a hero and a god", "start", "two terrain tokens", "Gold takes the first turn"),
        ),
    ],
)
def test_a_set_up_sheet_goes_on_until_the_first_player_acts(key, steps):
    (page, *_) = pages(printed(shelf()[key], [catalogue(shelf()[key])["set-up"]], Order()))
    text = " ".join(page.text.split())
    at = [text.find(step) for step in steps]
    assert -1 not in at and at == sorted(at)


def test_a_whole_kit_of_high_heavens_has_the_set_up_and_the_aids_of_two_and_of_four():
    game = shelf()["high-heavens"]
    pieces = catalogue(game)
    (page,) = pages(printed(game, [pieces["set-up"]], Order(duplex="long")))
    text = " ".join(page.text.split())
    assert "Set-up for 2 or 4 players" in text and "With 2 players: Choose at random who goes first" in text
    assert "With 4 players: Norse 1 and Norse 2: shuffle your deck, and draw 3 cards." in text
    for players in game.players:
        (alone,) = catalogue(game, players=players)["set-up"].data
        (together,) = pieces["set-up"].data
        own = f"With {players} players: "
        said = [
            step.removeprefix(own) for step in together.steps if not step.startswith("With ") or own in step
        ]
        assert tuple(said) == alone.steps, "the steps of that table, in their order"
    assert [aid.seat for aid in pieces["aid"].data] == [*game.seats(4), *game.seats(2)]
    assert [aid.seat for aid in catalogue(game, players=2)["aid"].data] == [*game.seats(2)]


def test_heroballs_goals_on_the_set_up_sheet_are_those_of_so_many_players():
    (game,) = (game for game in GAMES if game.key == "heroball")
    for players, corners in ((2, ("F11", "F1")), (3, ("F11", "A1", "K1"))):
        (page,) = pages(printed(game, [catalogue(game, players=players)["set-up"]], Order()))
        assert all(f" {corner}" in page.text for corner in corners)
        assert page.text.count("lay your goal") == players


@EACH
def test_the_sheet_to_go_on_from_shows_the_board_as_it_stands(game):
    table = Table.open(game, usual_opening(game, max(game.players)))
    bare, with_board = (
        pages(printed(game, [catalogue(game, running=RUNNING, table=one)["resume"]], Order()))[0]
        for one in (None, table)
    )
    assert len(with_board.paths) > len(bare.paths) + 9 and not collisions(with_board)
    over = replace(RUNNING, over=True)
    (page, *_) = pages(printed(game, [catalogue(game, running=over, table=table)["resume"]], Order()))
    assert "The game is over" in page.text and "go on." not in page.text


@EACH
def test_every_game_has_a_score_pad_and_no_straight_apostrophe(game):
    (page, *_) = read(game.key, "pad")
    for row in Source.of(game).paper.pad.rows:
        assert row.title in page.text
    assert "'" not in page.text


def test_a_scene_shows_a_part_of_a_board_as_large_as_fits():
    cells = tuple(
        Cell(f"{n}", ((n, 0), (n + 1, 0), (n + 1, 1), (n, 1)), (n + 0.5, 0.5), "", str(n)) for n in range(9)
    )
    board = PaperBoard(Picture("Row", 9, 1, cells), 1.0, "Row")
    piece = Piece("x", (4.5, 0.5), "Gold", "X", caption="3/2")
    assert Scene(board).size(90, 90) == (90, 10)
    some = Scene(board, (piece,), (("Gold", "gold"),), (((4.5, 0.5), (5.5, 0.5)),), ("4", "5"))
    assert some.size(90, 30) == (60, 30) and [cell.space for cell in some.cells] == ["4", "5"]


def test_an_example_names_a_space_that_is_not_there():
    game = next(game for game in GAMES if game.key == "war-in-heaven")
    paper = game[Paper].model_copy(
        update={"aid": game[Paper].aid.model_copy(
            update={"example": game[Paper].aid.example.model_copy(update={"spaces": ("Z9",)})}
        )}
    )  # fmt: skip
    with pytest.raises(Unprintable, match="there is no space “Z9” on board"):
        aids.aids(Source.of(game.having(paper)))


def test_apostrophes_are_those_of_books():
    from printables.layout.paper import Page

    def draw(pen) -> None:
        pen.text(20, 20, "Bull's Neck", "Text", 10)

    (page,) = pages(bound(Order(), "A", [Section("A", [Page(draw)], "x")]))
    assert "Bull’s Neck" in page.text
