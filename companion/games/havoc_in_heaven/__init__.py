"""Havoc in Heaven: heroes in a lane of nine rows, and a deck that grows."""

from companion.games.havoc_in_heaven import actions, box, cards, tracked, view
from companion.games.havoc_in_heaven.box import RULES, SIDES, START
from companion.games.havoc_in_heaven.hands import Dealt
from companion.games.havoc_in_heaven.picture import ON_PAPER
from companion.games.havoc_in_heaven.state import DRAFT, Havoc
from companion.games.havoc_in_heaven.worth import worth
from companion.kernel.features import CardPlay, ComputerPlay, Figures, Look, Measured, Origin, Pointing
from companion.kernel.game import Game
from companion.kernel.opening import Choice, Opening, TableOption, by_lot
from companion.toolkit.concede import AT_THE_TABLE
from companion.toolkit.onpaper import on_paper
from companion.toolkit.paper.boards import PaperBoards
from companion.toolkit.pictured import pictured
from companion.words import message

OPTIONS = (
    by_lot("first-pick", "Who picks the first hero", "draft", SIDES),
    TableOption(
        "destroyed",
        "A unit is destroyed",
        (Choice("exceeds", "when its damage exceeds its HP"), Choice("at", "when its damage is its HP")),
        "exceeds",
        "destroyed",
    ),
    TableOption(
        "level-tokens",
        "Level tokens",
        (Choice("all", "level 1 is a token"), Choice("gained", "only levels gained count")),
        "all",
        "level-token",
    ),
    TableOption(
        "building-attack",
        "The outermost building attacks",
        (Choice("yes", "Yes"), Choice("no", "No")),
        "yes",
        "building-attack",
    ),
)


def setup(opening: Opening) -> Havoc:
    """Lay out the lane and the shop, and open the draft."""
    options = opening.options
    dealt = cards.HOUSE if opening.cards is None else cards.built(opening.cards)
    lane = Havoc(
        phase=DRAFT,
        box=dealt,
        picker=options["first-pick"],
        side=options["first-pick"],
        at_hp=options["destroyed"] == "at",
        gained_only=options["level-tokens"] == "gained",
        towers=options["building-attack"] == "yes",
        shop={item.name: item.stock for item in dealt.items.values() if item.stock},
    )
    for side in SIDES:
        order = list(reversed(dealt.order[side]))
        lane = lane.tell(
            message("{side}, from your base outwards: {order:, }.", side=side, order=order), *order
        )
    lane = lane.tell("Leave one free row between the two lines.", box.ROW_NAMES[len(box.ROWS) // 2])
    for text in dealt.by_hand:
        lane = lane.tell(text, icon="hand")
    words = message("Lay out the shop and the bank of tokens; take {gold} gold each.", gold=START.gold)
    lane = lane.tell(words, icon="coin")
    return lane.tell(message("Pick heroes, {picker} first: one, two, two, one.", picker=lane.picker), "Pick")


def _purse(lane: Havoc) -> int:
    """Return the AP and the cards that a side has in its turn: who plays a card has it no more."""
    cards = lane.cards[lane.side]
    return lane.ap + cards.hand + cards.armory


GAME = Game[Havoc](
    key="havoc-in-heaven",
    name="Havoc in Heaven",
    blurb="Three heroes a side in a lane of nine rows: buy, equip, level up, and destroy the enemy base.",
    minutes="60 to 90",
    seats=lambda players: SIDES,
    players=(2,),
    seat_words={side: box.FACTS.sides[side].words for side in SIDES},
    options=OPTIONS,
    rules=RULES,
    kinds=(*actions.KINDS, *tracked.KINDS, *AT_THE_TABLE),
    setup=setup,
    view=view.view,
    tracked=tracked.TRACKED,
    invariant=tracked.invariant,
    endings={"last-turn": (1,), "resign": (1,), "draw-offer": (0,), "end-table": (0,)},
    features=(
        Look(
            icon="tower",
            signs={
                "heart": "health",
                "sword": "attack",
                "shield": "armor",
                "eye": "range in rows",
                "coin": "gold",
                "lightning": "AP, or stunned",
                "hand": "cards in hand",
                "save": "cards in Storage",
                "crown": "a base",
                "hourglass": "cannot act now",
            },
        ),
        Pointing(spaces=view.spaces, label=view.label),
        Figures(numbers=view.numbers),
        CardPlay(("equip", "skill"), lambda lane, action: str(action.__dict__["card"]), _purse),
        ComputerPlay(worth=worth, deal=lambda rng, lane: Dealt(rng)),
        cards.FORM,
        PaperBoards(pictures={"lane": ON_PAPER}),
        on_paper(__package__),
        pictured(__package__),
        Measured(
            "2,000 games of greedy players, rules version 4: the Celestials won 51.1 % (49 to 53), who went "
            "first 53.5 % (51 to 56), the heroes from 47.2 % (Iron Fan Princess, 44 to 50, 1,005 games) to "
            "52.3 % (Spirit Giant, 49 to 55, 1,029 games)."
        ),
        Origin(__package__),
    ),
)
