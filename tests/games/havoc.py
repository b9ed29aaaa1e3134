"""Havoc in Heaven positions drawn as text: ``4 SW NZ / 5 rb`` is who stands on rows 4 and 5.

Capitals are heroes of the Celestials by their letters (SW, NZ …), small letters heroes of the Monsters; a
companion stands as its name's first letters after a star (*hh is the Monsters' Howling Hound).
"""

import copy

from companion.games.havoc_in_heaven import GAME
from companion.games.havoc_in_heaven.actions import Lots, Pick
from companion.games.havoc_in_heaven.box import SIDES
from companion.games.havoc_in_heaven.cards import HOUSE, Box, built
from companion.games.havoc_in_heaven.state import ACTION, EFFECT, Cards, Havoc, Pending, plus
from companion.kernel.cardset import SetForm
from companion.kernel.journal import Table
from companion.kernel.opening import Opening
from companion.kernel.view import Card
from tests.games.moments import after

C, M = SIDES
SEATS = {C: "Ada", M: "Ben"}
SIX = ("Sun Wukong", "Red Boy", "Zhu Bajie", "Nezha", "Thunder Duke", "Erlang Shen")
ORDER = (C, M, M, C, C, M)


def drawn(board: str, hand=(), armory=(), storage=(), box: Box = HOUSE, **fields) -> Havoc:
    """The moment a drawing shows: the Celestials' turn with 8 AP and these cards, unless told otherwise."""
    heroes, companions, row = {}, {}, {}
    for line in board.split("/"):
        number, *marks = line.split()
        for mark in marks:
            unit = _unit(box, mark)
            (companions if mark.startswith("*") else heroes)[unit] = C if mark.isupper() else M
            row[unit] = int(number)
    skills = [skill for hero in heroes for skill in box.heroes[hero].skills[1:]]
    elsewhere = {*hand, *armory, *storage, *companions}
    cards = {side: Cards({}, 0) for side in SIDES}
    cards[C] = Cards(plus({}, [*hand, *armory]), len(armory), len(hand), storage=plus({}, storage))
    lane = Havoc(
        phase=ACTION,
        box=box,
        first=C,
        side=C,
        turn=3,
        ap=8,
        heroes=heroes,
        companions=companions,
        row=row,
        level=dict.fromkeys(heroes, 1),
        exp=dict.fromkeys(heroes, 0),
        locked=frozenset(skill for skill in skills if skill not in elsewhere),
        shop={item.name: item.stock for item in box.items.values() if item.stock},
        cards=cards,
    )
    return lane.but(**fields)


def typed(**changes: dict[str, object]) -> Box:
    """The house set with some cards changed, as an owner types them in."""
    cards = copy.deepcopy(dict(GAME[SetForm].house))
    for name, fields in changes.items():
        for deck in ("heroes", "skills", "items", "buildings"):
            for row in cards[deck]:
                if row["name"] == name.replace("_", " "):
                    row.update(fields)
    assert GAME[SetForm].faults(cards) == []
    return built(cards)


def _unit(box: Box, mark: str) -> str:
    if mark.startswith("*"):
        letters = mark[1:].upper()
        return next(s.name for s in box.skills.values() if s.summons and _letters(s.name) == letters)
    return next(hero.name for hero in box.heroes.values() if hero.letter == mark.upper())


def _letters(name: str) -> str:
    return "".join(word[0] for word in name.split()[:2])


def asked_by_hand(lane: Havoc) -> Havoc:
    """The moment in which hands carry out a card that gains 2 gold."""
    box = typed(Thunderclap={"effect": "", "text": "Gain 2 gold."})
    return lane.but(phase=EFFECT, pending=(Pending("Thunderclap", "Thunder Duke", C),), box=box)


def settable(lane: Havoc) -> list[str]:
    """What can be set by hand now."""
    return [thing for kind in GAME.tracked for thing in kind.settable(lane)]


def told_of(lane: Havoc) -> set[str]:
    """All that was told of."""
    return {name for line in lane.told for name in line.about}


def card(lane: Havoc, name: str) -> Card:
    """A card in front of a side, by its name."""
    return next(one for panel in GAME.view(lane).panels for one in panel.cards if one.name == name)


def opened(**options: str) -> Havoc:
    """The moment after set-up."""
    return Table.open(GAME, Opening(SEATS, options)).start


def drafted(**options: str) -> Havoc:
    """The moment after the draft."""
    return after(opened(**options), *[Pick(side, hero) for side, hero in zip(ORDER, SIX, strict=True)])


def begun(first: str = C) -> Havoc:
    """The first turn."""
    return after(drafted(), Lots(first, first))
