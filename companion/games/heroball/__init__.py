"""Heroball: two to four heroes, one ball, ninety-one hexes, twelve rounds."""

from companion.games.heroball import box
from companion.games.heroball.actions import KINDS
from companion.games.heroball.actions.used import card_name, used_cards
from companion.games.heroball.cards import FORM, HOUSE, by_hand, favours_of, heroes_of, house
from companion.games.heroball.state import Match
from companion.games.heroball.state.leaving import leave
from companion.games.heroball.tracked import TRACKED, Ruling, invariant
from companion.games.heroball.view import label, numbers, spaces, starts, view
from companion.games.heroball.worth import worth
from companion.kernel.features import CardPlay, ComputerPlay, Figures, Look, Measured, Origin, Pointing
from companion.kernel.game import Game
from companion.kernel.opening import Choice, Opening, TableOption
from companion.toolkit.concede import at_the_table, resigning
from companion.toolkit.onpaper import on_paper
from companion.toolkit.pictured import pictured
from companion.words import message

OPTIONS = (
    TableOption(
        "never-ask",
        "A seat may say “never ask me” for its reactions",
        (Choice("yes", "Yes"), Choice("no", "No, every seat is asked each time")),
        "yes",
        "never-ask",
    ),
    TableOption(
        "ties",
        "A tie after the last round",
        (
            Choice("shared", "Shares the victory, as printed"),
            Choice("broken", "Goes to who scored last (house)"),
            Choice("even", "Goes to the hero who wins less often (house)"),
        ),
        "shared",
        "tie-break",
    ),
    TableOption(
        "saves",
        "Pushing scores",
        (
            Choice("no", "Nothing, as printed"),
            Choice("yes", "2 for a save, and 2 for a push into your goal (house)"),
        ),
        "no",
        "save",
    ),
)


def setup(opening: Opening) -> Match:
    """Lay out the board and the mats; heroes are chosen in turn order."""
    order, ties = tuple(opening.seats), opening.options["ties"]
    even_for = len(order) if ties == "even" else 0
    match = Match(
        order=order,
        heroes=heroes_of(opening.cards) if opening.cards else house(),
        favours=favours_of(opening.cards or HOUSE),
        may_refuse=opening.options["never-ask"] == "yes",
        breaks_ties=ties != "shared",
        even=box.EVEN.get(even_for, ()),
        nought=box.NOUGHT.get(even_for, ()),
        saves=opening.options["saves"] == "yes",
        ap=dict.fromkeys(order, box.AP.start),
        score=dict.fromkeys(order, 0),
        waits=order[:1],
    )
    match = match.tell(
        message("Lay out the board: the centre post on {post} with the ball on it.", post=box.POST), "Ball"
    )
    pillars = box.BOARD.of("pillar")
    match = match.tell(message("Put the six Pillars of Heaven on {pillars}.", pillars=pillars), *pillars)
    goals = box.GOALS[order]
    for seat in order:
        tile = [space for space in box.BOARD.spaces if goals.owner.get(space) == seat]
        match = match.tell(
            message("{seat}: lay your goal on {tile}.", seat=seat, tile=tile), seat, *tile, rule="seats"
        )
    for text in by_hand(opening.cards) if opening.cards else ():
        match = match.tell(text, icon="hand")
    ap = box.AP.start
    sentence = message(
        "Each takes a mat and five tokens: AP on {ap}, score on 0, three for Step, Run and Sprint.", ap=ap
    )
    match = match.tell(sentence, icon="lightning")
    if match.even:
        sentence = message(
            "A tie goes to the hero who wins less often; in which order is said once all have chosen."
        )
        match = match.tell(sentence, rule="even", icon="scroll")
    return match.tell("Put the round marker on 1.", "Round", icon="hourglass")


GAME = Game[Match](
    key="heroball",
    name="Heroball",
    blurb="Run or throw the ball into your goal while the others push, snatch and leap in between.",
    minutes="45 to 90",
    seats=lambda players: box.SEATS[:players],
    players=tuple(box.START),
    seat_words=box.FACTS.seats,
    options=OPTIONS,
    rules=box.RULES,
    kinds=(*KINDS, Ruling, *at_the_table(resigning(leave))),
    setup=setup,
    view=view,
    tracked=TRACKED,
    invariant=invariant,
    endings={"end": (1, 2), "tie-break": (1,), "even": (1,), "resign": (1,)},
    features=(
        Look(
            icon="ball",
            signs={
                "lightning": "AP",
                "boot": "tokens on Step, Run, Sprint",
                "ball": "the ball",
                "flag": "a goal",
                "post": "the post",
                "pillar": "a pillar",
                **{icon: kind for kind, icon in box.FACTS.terrain.icons.items()},
            },
        ),
        Pointing(spaces=spaces, starts=starts, label=label),
        Figures(numbers=numbers, points=lambda match: match.score),
        ComputerPlay(worth=worth),
        CardPlay(("card", "react"), card_name, lambda match: match.ap.get(match.turn, 0), used_cards),
        FORM,
        on_paper(__package__),
        pictured(__package__),
        Measured(
            "1,000 games of greedy players for two, rules version 3: Gold won 54.7 % (52 to 58), the heroes "
            "from 45.1 % (Thyrsa, 39 to 51, 278 games) to 52.9 % (Lykos, 47 to 59, 292 games)."
        ),
        Origin(__package__),
    ),
)
