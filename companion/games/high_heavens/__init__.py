"""High Heavens: two pantheons, a hundred Ringchips, and two home bases to throw down."""

from companion.games.high_heavens.actions import KINDS
from companion.games.high_heavens.box import BASE_HEALTH, BASES, FACTS, FOUR, RULES, SIDES, TWO, box
from companion.games.high_heavens.form import FORM
from companion.games.high_heavens.hands import Dealt, on_phones, thought, unseen, veil
from companion.games.high_heavens.state import BASE, Heavens, bases, piles, turn
from companion.games.high_heavens.tracked import TRACKED, Ruling, invariant
from companion.games.high_heavens.view import label, numbers, reach, spaces, view
from companion.games.high_heavens.worth import worth
from companion.kernel.features import (
    CardPlay,
    ComputerPlay,
    Figures,
    Look,
    Measured,
    Origin,
    Pointing,
    Secrets,
)
from companion.kernel.game import Game
from companion.kernel.opening import Choice, Opening, TableOption, by_lot, yes_or_no
from companion.toolkit.concede import AT_THE_TABLE
from companion.toolkit.onpaper import on_paper
from companion.toolkit.pictured import pictured
from companion.words import Message, message

OPTIONS = (
    by_lot("first", "First player (of two; with four it is player 1)", "first-turn", SIDES),
    TableOption(
        "board",
        "The board",
        (
            Choice("tracked", "On the phone: movement, reach and smiting are seen to"),
            Choice("table", "On the table only: the players vouch for where gods stand"),
        ),
        "tracked",
        "reach",
    ),
    TableOption(
        "hands",
        "Decks and hands",
        (
            Choice("table", "Cards on the table"),
            Choice("phones", "On the phones: dealt, drawn, and seen by their own phone only"),
        ),
        "table",
        "hands",
    ),
    yes_or_no("omnipotence", "Omnipotence: whole decks in hand, no draws", "omnipotence"),
    yes_or_no("runes", "Rollin' Runes: a die for each attack", "runes"),
    TableOption(
        "bases",
        "Home bases",
        (Choice("printed", "On their printed hexes"), Choice("elsewhere", "Wherever both sides agree")),
        "printed",
        "base-elsewhere",
    ),
)


def setup(opening: Opening) -> Heavens:
    """Put the bases in their places, and open the first turn."""
    options = opening.options
    four = len(opening.seats) == len(FOUR)
    order = FOUR if four else (TWO if options["first"] == TWO[0] else TWO[::-1])
    heavens = Heavens(
        players=order,
        box=box(opening.cards),
        tracked=options["board"] == "tracked",
        runes=options["runes"] == "yes",
        omnipotence=options["omnipotence"] == "yes",
        seat=order[0],
    )
    for text, icon in (*_told(heavens, opening), *((text, "hand") for text in heavens.box.by_hand)):
        heavens = heavens.tell(text, icon=icon)
    if heavens.omnipotence:
        heavens = heavens.tell(
            "Everybody holds the whole deck; nobody draws.", rule="omnipotence", icon="hand"
        )
    if on_phones(opening):
        heavens = piles.deal(heavens, opening.lot)
    if heavens.tracked:
        if options["bases"] == "elsewhere":
            return heavens.but(phase=BASE).tell("Agree on a hex for each home base.", rule="base-elsewhere")
        for side in SIDES:
            heavens = bases.put_base(heavens, side, heavens.box.base[side])
    return turn.open_turn(heavens, order[0])


def _lane(heavens: Heavens) -> Message:
    """Return the set-up line that says where the Action Point tokens lie before the first turn."""
    first, then = heavens.players[:2]
    here, tokens = heavens.turns.first_turn, heavens.turns.tokens
    return message(
        "Lay {tokens:# token|# tokens} in the Action Lane: "
        "{here} on the {first} side and {there} on the {then} side.",
        tokens=tokens,
        here=here,
        first=first,
        there=tokens - here,
        then=then,
    )


def _told(heavens: Heavens, opening: Opening) -> list[tuple[Message | str, str]]:
    """The checklist for the hands, each with its icon."""
    hand, dealt = heavens.turns.hand, not (heavens.omnipotence or on_phones(opening))
    result: list[tuple[Message | str, str]] = [
        ("Lay the board between you, and the hundred Ringchips beside it.", "column"),
        (_lane(heavens), "lightning"),
    ]
    for side in SIDES:
        words = "{side}: set {base} to {health}; have your figures at hand."
        result.append((message(words, side=side, base=BASES[side], health=BASE_HEALTH), "heart"))
        if dealt:
            words = "{seats}: shuffle your deck, and draw {n} cards."
            result.append((message(words, seats=heavens.who(side), n=hand), "hand"))
    if dealt:
        result.append(("A player without a god shows the hand, shuffles it back, and draws again.", "redo"))
    return result


GAME = Game[Heavens](
    key="high-heavens",
    name="High Heavens",
    blurb="Norse against Greek gods on fifty-eight hexes: a hundred Ringchips, two home bases to throw down.",
    minutes="45 to 90",
    seats=lambda players: TWO if players == len(TWO) else FOUR,
    players=(len(TWO), len(FOUR)),
    seat_words={
        **{side: FACTS.sides[side].words for side in SIDES},
        "Norse 1": "Player 1, of team Norse: moves gods in zones 1 and 3.",
        "Greek 3": "Player 3, of team Greek: moves gods in zones 1 and 3.",
        "Norse 2": "Player 2, of team Norse: moves gods in zones 2 and 3.",
        "Greek 4": "Player 4, of team Greek: moves gods in zones 2 and 3.",
    },
    options=OPTIONS,
    rules=RULES,
    kinds=(*KINDS, Ruling, *AT_THE_TABLE),
    setup=setup,
    view=view,
    tracked=TRACKED,
    invariant=invariant,
    endings={"base": (1, 2), "pantheon": (1, 2), "resign": (1,), "draw-offer": (0,), "stalemate": (0,)},
    features=(
        Look(
            icon="lightning",
            signs={
                "heart": "health",
                "boot": "movement",
                "eye": "range",
                "sword": "attack beside it",
                "flame": "attack from afar",
                "coin": "cost",
                "tower": "a home base",
                "trap": "in a trap",
                "lock": "disabled",
            },
        ),
        Pointing(spaces=spaces, label=label, reach=reach),
        Figures(numbers=numbers),
        ComputerPlay(
            worth=worth,
            deal=Dealt,
            thought=thought,
            cannot=lambda opening: (
                ""
                if opening.options["board"] == "tracked"
                else "The board is on the table only: no phone sees it."
            ),
        ),
        Secrets(unseen, veil, on_phones, deals=True),
        FORM,
        CardPlay(
            ("use-ability", "use-power"),
            lambda heavens, action: str(action.__dict__.get("god") or action.__dict__["power"]),
            lambda heavens: heavens.actions,
        ),
        on_paper(__package__),
        pictured(__package__),
        Measured(
            "1,000 games of greedy players for two, rules version 3: the Greeks won 50.7 % (48 to 54), who "
            "went first 50.3 % (47 to 53)."
        ),
        Origin(__package__),
    ),
)
