"""Heaven & Ale: a garden, a rondel and a brew that is as good as its scarcest ingredient."""

from companion.games.heaven_and_ale import actions, filled, main_board, sheet, track
from companion.games.heaven_and_ale.board import Board
from companion.games.heaven_and_ale.box import (
    BREWMASTER,
    COLOURS,
    FACTS,
    FIRST,
    IN_BOX,
    KIND,
    NUDGE,
    ROUNDS,
    RULES,
    SEATS,
    SPACES,
    TILES,
    starts,
)
from companion.games.heaven_and_ale.ruling import Ruling
from companion.games.heaven_and_ale.seen import START, TRACK
from companion.games.heaven_and_ale.sheet import place
from companion.games.heaven_and_ale.state import Abbey
from companion.games.heaven_and_ale.view import invariant, label, numbers, spaces, things, view
from companion.kernel.game import Choice, Game, Opening, Sheet, TableOption
from companion.kernel.state import possessive
from companion.kernel.tracked import Tracked
from companion.toolkit.concede import AT_THE_TABLE
from companion.toolkit.onpaper import on_paper

OPTIONS = (
    TableOption(
        "first",
        "Start player",
        tuple(Choice(seat, seat) for seat in SEATS),
        SEATS[0],
        "start-player",
        chance=True,
    ),
    TableOption(
        "mode",
        "Companion keeps",
        (Choice("game", "the whole game"), Choice("track", "just the track and the score")),
        "game",
        "track-only",
    ),
    TableOption(
        "may-stop",
        "The last exchange may be ended early",
        (Choice("no", "No"), Choice("yes", "Yes")),
        "no",
        "exchange",
    ),
    TableOption(
        "nudge",
        "Wood starts on",
        tuple(
            Choice(str(nudge), place(starts(nudge)[COLOURS[0]]))
            for nudge in sorted(range(-NUDGE, NUDGE + 1), key=abs)
        ),
        "0",
        "track-start",
    ),
)


def setup(opening: Opening) -> Abbey:
    """Lay everything out and open the choice of starting spaces."""
    players, options = tuple(opening.seats), opening.options
    first = options["first"]
    at = starts(int(options["nudge"]))
    board = Board(tuple(at[colour] for colour in COLOURS), at[BREWMASTER], TILES["ducats"])
    abbey = Abbey(
        players=players,
        boards={seat: board.but(slot=FIRST if seat == first else "") for seat in players},
        may_stop=options["may-stop"] == "yes",
        turn=first,
        piles={space: 1 for space in SPACES if KIND[space] != "barrels"},
        left=dict(IN_BOX),
        phase=TRACK if options["mode"] == "track" else START,
    )
    abbey = _checklist(abbey, at, first)
    if abbey.phase == TRACK:
        return abbey
    return abbey.next_start()


def _checklist(abbey: Abbey, at: dict[str, int], first: str) -> Abbey:
    monks = FACTS["rounds"][str(len(abbey.players))]["monks"]
    abbey = abbey.tell("Resource tiles: piles I and II; one of I on each of the 15 resource spaces, face up.")
    abbey = abbey.tell("Stack the sheds by kind beside the board, five stacks.")
    abbey = abbey.tell(f"Monks: {monks}. Put one of the first pile on each monk space.")
    abbey = abbey.tell(
        "Put a disc on each of the 6 scoring spaces, and on the barrel spaces large above small."
    )
    lined = ", ".join(f"{marker} {place(at[marker])}" for marker in at)
    abbey = abbey.tell(
        f"Each player: 25 ducats, 5 privilege cards; on the track {lined}.", rule="track-start"
    )
    return abbey.tell(f"{possessive(first)} figure stands on the first player space.", f"{first} figure")


GAME = Game[Abbey](
    key="heaven-and-ale",
    name="Heaven & Ale",
    icon="barrel",
    blurb="Sun or shade: fill the garden, keep all five ingredients moving, and brew the best ale.",
    minutes="60 to 90",
    seats=lambda players: SEATS[:players],
    players=tuple(ROUNDS),
    seat_words={seat: FACTS["seats"][seat]["words"] for seat in SEATS},
    options=OPTIONS,
    rules=RULES,
    kinds=(*track.KINDS, *actions.KINDS, Ruling, *AT_THE_TABLE),
    setup=setup,
    view=view,
    tracked=(Tracked(things),),
    invariant=invariant,
    endings={"most-points": (1, 2), "resign": (2,), "draw-offer": (0,), "end-table": (0,)},
    package=__package__,
    spaces=spaces,
    label=label,
    numbers=numbers,
    paper=on_paper(__package__),
    boards={"main-board": main_board.PICTURE},
    sheet=Sheet(sheet.read, sheet.scored, sheet.text, filled.read, filled.table),
)
