"""War in Heaven: two armies, thirty-two spaces, twelve rounds."""

from companion.games.war_in_heaven.actions import KINDS
from companion.games.war_in_heaven.box import COMMANDER, DEPLOY, FACTS, POWER_OF, RULES, SIDES, START
from companion.games.war_in_heaven.state import War, sequence
from companion.games.war_in_heaven.tracked import TRACKED, Ruling, invariant
from companion.games.war_in_heaven.view import label, numbers, spaces, view
from companion.games.war_in_heaven.worth import worth
from companion.kernel.features import ComputerPlay, Figures, Look, Measured, Origin, Planning, Pointing
from companion.kernel.game import Game
from companion.kernel.opening import Choice, Opening, TableOption, by_lot, yes_or_no
from companion.toolkit.concede import AT_THE_TABLE
from companion.toolkit.onpaper import on_paper
from companion.toolkit.pictured import pictured
from companion.words import message

DEPLOY_SPACES = tuple(space for side in SIDES for space in DEPLOY[side])

OPTIONS = (
    by_lot("first", "First player", "first-player", SIDES),
    yes_or_no("deploy-troops", "Troops may be deployed, at cost 0", "deploy-what"),
    yes_or_no("fight-all", "A declared battle fights every skirmish", "battle"),
    TableOption(
        "even",
        "A draw after the last round",
        (
            Choice("no", "Is a draw, as printed"),
            Choice("yes", "Goes to the Demons, who win less often (house)"),
        ),
        "no",
        "even",
    ),
)


def setup(opening: Opening) -> War:
    """Put everything in its place, and open the first round."""
    options = opening.options
    war = War(
        first=options["first"],
        deploy_troops=options["deploy-troops"] == "yes",
        fight_all=options["fight-all"] == "yes",
        even=options["even"] == "yes",
        at=START,
        on={space: token for token, space in START.items()},
    )
    war = war.tell("Lay the board between you, each with two deploy spaces at hand.", *DEPLOY_SPACES)
    for side in SIDES:
        own = [token for token, space in START.items() if space in war.on and _of(token, side)]
        stand = [message("{token} on {space}", token=token, space=START[token]) for token in own]
        war = war.tell(message("{side}: {stand}.", side=side, stand=stand), *own)
        war = war.tell(
            message(
                "{side}: lay out your cards, the six Allies' tokens on them, face up, and a marker "
                "on {commander's}.",
                side=side,
                commander=COMMANDER[side],
            ),
            POWER_OF[side],
            icon="crown",
        )
    words = message(
        "Give the {first} the first player marker: they go first in every round.", first=war.first
    )
    war = war.tell(words, "First player", icon="hourglass")
    return sequence.next_round(war)


def _of(token: str, side: str) -> bool:
    return token in FACTS.sides[side].start


GAME = Game[War](
    key="war-in-heaven",
    name="War in Heaven",
    blurb="Two armies on thirty-two spaces: deploy Allies, hold the Pearly Gates, fell the enemy Commander.",
    minutes="45 to 60",
    seats=lambda players: SIDES,
    players=(2,),
    seat_words={side: FACTS.sides[side].words for side in SIDES},
    options=OPTIONS,
    rules=RULES,
    kinds=(*KINDS, Ruling, *AT_THE_TABLE),
    setup=setup,
    view=view,
    tracked=TRACKED,
    invariant=invariant,
    endings={
        "commander-falls": (0, 1),
        "zadkiel": (1,),
        "beelzebub": (1,),
        "round-12": (0, 1),
        "even": (1,),
        "resign": (1,),
    },
    features=(
        Look(
            icon="wing",
            signs={
                "coin": "cost",
                "sword": "attack",
                "shield": "defeat",
                "crown": "a Commander",
                "wing": "an Ally",
            },
        ),
        Pointing(spaces=spaces, label=label),
        Planning(turn=sequence.open_turn),
        Figures(numbers=numbers),
        ComputerPlay(worth=worth),
        on_paper(__package__),
        pictured(__package__),
        Measured(
            "1,000 games of greedy players, rules version 1: the Angels won 57.3 % (54 to 60), who went "
            "first 52.8 % (50 to 56). These are the printed rules. If a draw goes to the Demons (house), the "
            "Angels won 54.2 % (49 to 59) of 400."
        ),
        Origin(__package__),
    ),
)
