"""Flaws planted in a real set: the lab names each first, and accuses nobody in a game of twins."""

from collections.abc import Mapping
from typing import Any

import pytest

from companion.extras.lab.report import StudyReport
from companion.extras.lab.study import Study, play_study
from companion.games.heroball.state import Match
from companion.kernel.cardset import SetForm
from companion.kernel.shelf import shelf
from companion.players.games import Task

HOUSE = shelf()["heroball"][SetForm].house
SEED = 3


def said(games: int, cards: Mapping[str, Any] | None = None) -> StudyReport:
    """What is said after so many games of greedy players."""
    return play_study(Study(Task("heroball", 0, SEED, ("greedy",), 2, (), cards), games)).report


def suspects(games: int, cards: Mapping[str, Any] | None = None) -> list[tuple[str, str]]:
    """Who is accused after so many games of greedy players."""
    return said(games, cards).suspects()


def with_card(name: str, **figures: Any) -> dict[str, Any]:
    """The house set with a card's figures otherwise."""
    assert any(row["name"] == name for row in HOUSE["cards"])
    return {**HOUSE, "cards": [{**row, **figures} if row["name"] == name else row for row in HOUSE["cards"]]}


def among(cards: Mapping[str, Any], *heroes: str) -> dict[str, Any]:
    """The set with these heroes alone, so that each is met often."""
    mine = [row for row in cards["cards"] if row["hero"] in heroes]
    return {**cards, "heroes": [row for row in cards["heroes"] if row["name"] in heroes], "cards": mine}


@pytest.mark.slow
def test_lykos_as_he_was_is_accused_and_as_he_is_is_not():
    """At 1 AP, as often as AP lasted, he won nearly always: what would have found it stays in the suite."""
    few = ("Lykos", "Dromea", "Korine", "Phylax")
    former = with_card("Pounce", cost=1, effect="place self to in line 2")
    assert suspects(60, among(former, *few))[0] == ("Lykos", "too strong")
    assert suspects(60, among(HOUSE, *few)) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "card, figures, hero",
    [
        ("Lope", {"effect": "by hand: move 3 self; move 3 ball"}, "Lykos"),
        pytest.param("Long Stride", {"cost": 0}, "Dromea", marks=pytest.mark.soak),
    ],
)
def test_a_card_with_two_more_and_a_heros_cost_of_one_less_are_named_first_in_both_lists(card, figures, hero):
    """A run of three hexes with the ball, a sprint for nothing: the hero is suspected first, and gained."""
    heroes = (hero, "Phylax", "Thyrsa")
    house, planted = (
        Task("heroball", 0, SEED, ("greedy",), 2, (), among(cards, *heroes))
        for cards in (HOUSE, with_card(card, **figures))
    )
    found = play_study(Study(planted, 40, against=house))
    assert found.against is not None and hero not in dict(found.against.suspects())
    assert found.report.suspects()[0] == (hero, "too strong")
    first = next(one for one in found.differences if one.name.startswith("who used"))
    assert first.name == f"who used {hero}" and first.low > 0


@pytest.mark.slow
def test_a_side_with_an_action_more_is_named_first(monkeypatch):
    gain = Match.gain
    more = lambda self, seat, n, rule: gain(self, seat, n + (seat == "Gold" and rule == "refresh"), rule)  # noqa: E731
    monkeypatch.setattr(Match, "gain", more)
    assert suspects(50)[:2] == [("Gold", "too strong"), ("Crimson", "too weak")]


@pytest.mark.slow
def test_nobody_is_accused_where_all_heroes_are_twins():
    cards = [
        dict(row, name=f"{row['name']} {n}", hero=hero["name"])
        for n, hero in enumerate(HOUSE["heroes"])
        for row in HOUSE["cards"]
        if row["hero"] == "Dromea"
    ]
    found = dict(suspects(100, {**HOUSE, "cards": cards}))
    assert not found.keys() & {hero["name"] for hero in HOUSE["heroes"]}, found
