"""Heaven & Ale: a garden, a rondel and a brew that is as good as its scarcest ingredient."""

from companion.games.heaven_and_ale import actions, box, tracked, view
from companion.games.heaven_and_ale.picture import MAIN_BOARD, on_main_board, picture
from companion.games.heaven_and_ale.scoring import sheet
from companion.games.heaven_and_ale.state import Abbey, Board, phases, rounds
from companion.games.heaven_and_ale.worth import worth
from companion.kernel.features import ComputerPlay, Figures, Look, Measured, Origin, Planning, Pointing
from companion.kernel.game import Game
from companion.kernel.opening import Choice, Opening, TableOption, by_lot, yes_or_no
from companion.kernel.sheet import ScoreSheet
from companion.toolkit.concede import at_the_table, resigning
from companion.toolkit.onpaper import on_paper
from companion.toolkit.paper.boards import PaperBoards
from companion.toolkit.pictured import pictured
from companion.words import message

OPTIONS = (
    by_lot("first", "Start player", "start-player", box.SEATS),
    TableOption(
        "mode",
        "Companion keeps",
        (Choice("game", "the whole game"), Choice("track", "just the track and the score")),
        "game",
        "track-only",
    ),
    TableOption(
        "tiles",
        "What lies on the resource spaces",
        (
            Choice("asked", "is said when it is bought"),
            Choice("kept", "is kept on the phone, or drawn by it"),
        ),
        "asked",
        "tiles-kept",
    ),
    yes_or_no("may-stop", "The last exchange may be ended early", "exchange"),
    TableOption(
        "nudge",
        "Wood starts on",
        tuple(
            Choice(str(nudge), box.place(box.starts(nudge)[box.COLOURS[0]]))
            for nudge in sorted(range(-box.NUDGE, box.NUDGE + 1), key=abs)
        ),
        "0",
        "track-start",
    ),
)


def setup(opening: Opening) -> Abbey:
    """Lay everything out and open the choice of starting spaces."""
    players, options = tuple(opening.seats), opening.options
    first = options["first"]
    rest = options["tiles"] == "kept" and options["mode"] == "game"
    at = box.starts(int(options["nudge"]))
    board = Board(tuple(at[colour] for colour in box.COLOURS), at[box.BREWMASTER], box.TILES.ducats)
    abbey = Abbey(
        players=players,
        boards={seat: board.but(slot=box.FIRST if seat == first else "") for seat in players},
        may_stop=options["may-stop"] == "yes",
        lowest=min(at.values()),
        turn=first,
        piles={
            space: int(not (rest and box.KIND[space] == box.RESOURCE))
            for space in box.SPACES
            if box.KIND[space] != box.BARRELS
        },
        lying=dict.fromkeys(box.OF_KIND[box.RESOURCE], ()) if rest else {},
        left=dict(box.IN_BOX),
        track=options["mode"] == "track",
        kept=rest,
        phase=phases.START,
    )
    abbey = _checklist(abbey, at, first)
    return rounds.next_start(abbey)


def _checklist(abbey: Abbey, at: dict[str, int], first: str) -> Abbey:
    monks = box.FACTS.rounds[str(len(abbey.players))].monks
    for text, about, icon in (
        (
            "Shuffle the resource tiles with I and those with II on their backs apart, face down.",
            (),
            "barley",
        ),
        (
            "Put a resource tile of I, face up, on each of the 15 resource spaces.",
            box.OF_KIND[box.RESOURCE],
            "",
        ),
        ("Stack the sheds by kind beside the board, five stacks.", (), "tower"),
        (message("Monks: {monks}. Shuffle I and II apart, face down.", monks=monks), (), "monk"),
        ("Turn up a pile of monks of I: one on each monk space.", box.OF_KIND[box.MONK], ""),
        (
            "Shuffle the scoring discs face down, and put one on each of the 6 scoring spaces.",
            box.OF_KIND[box.DISC],
            "",
        ),
        (
            "On the barrel spaces a small barrel under a large one for each goal.",
            box.OF_KIND[box.BARRELS],
            "",
        ),
        (
            message(
                "Each player: a board, a figure, {ducats} ducats, {cards} privilege cards, a "
                "brewmaster and five resource markers.",
                ducats=box.TILES.ducats,
                cards=len(box.CARDS),
            ),
            (),
            "coin",
        ),
    ):
        abbey = abbey.tell(text, *about, icon=icon)
    lined = [message("{marker} on {space}", marker=marker, space=box.place(at[marker])) for marker in at]
    own = [box.owned(seat, marker) for seat in abbey.players for marker in at]
    abbey = abbey.tell(message("On each track: {lined:, }.", lined=lined), *own, rule="track-start")
    return abbey.tell(
        message("{first's} figure stands on the first player space.", first=first), box.owned(first, "figure")
    )


GAME = Game[Abbey](
    key="heaven-and-ale",
    name="Heaven & Ale",
    blurb="Sun or shade: fill the garden, keep all five ingredients moving, and brew the best ale.",
    minutes="60 to 90",
    seats=lambda players: box.SEATS[:players],
    players=tuple(box.ROUNDS),
    seat_words={seat: box.FACTS.seats[seat].words for seat in box.SEATS},
    options=OPTIONS,
    rules=box.RULES,
    kinds=(*actions.KINDS, tracked.Ruling, *at_the_table(resigning(rounds.leave))),
    setup=setup,
    view=view.view,
    tracked=tracked.TRACKED,
    invariant=tracked.invariant,
    endings={"most-points": (1, 2), "resign": (1,), "draw-offer": (0,), "end-table": (0,)},
    features=(
        Look(
            icon="barrel",
            signs={
                "coin": "ducats",
                "flag": "score so far",
                "crown": "brewmaster",
                "wood": "wood",
                "yeast": "yeast",
                "hop": "hops",
                "water": "water",
                "barley": "barley",
                "monk": "a monk, or a monk space",
                "barrel": "barrels",
                "home": "the start",
                "tower": "a shed",
            },
        ),
        Pointing(spaces=view.spaces, label=view.label, board_of=picture),
        Planning(turn=rounds.begin_turn),
        Figures(numbers=view.numbers, lines=view.lines, points=view.points),
        ComputerPlay(worth=worth),
        ScoreSheet(
            players=box.SEATS,
            scored=sheet.scored,
            rows=lambda abbey: [sheet.row(end) for end in abbey.ends()],
            standing=view.standing,
            numbers=sheet.NUMBERS,
            checks=sheet.CHECKS,
            track=sheet.TRACK,
            parts=sheet.PARTS,
            together=sheet.together,
        ),
        PaperBoards(
            pictures={"main-board": MAIN_BOARD},
            lying=lambda abbey, key: on_main_board(abbey) if key == "main-board" else None,
        ),
        on_paper(__package__),
        pictured(__package__),
        Measured(
            "580 games of greedy players for two, rules version 2: Gold won 50.9 % (47 to 55), who went "
            "first 32.6 % (29 to 37)."
        ),
        Origin(__package__),
    ),
)
