"""Flaws planted in real sets: the lab names each first, and accuses nobody in a game of twins."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from companion.extras.lab import output
from companion.extras.lab.study import Findings, Study, _runs, play_study
from companion.games.heroball.state import Match
from companion.kernel.cardset import CardSet, SetForm
from companion.kernel.shelf import shelf
from companion.players.games import Task, play
from tests.extras.lab.plants import SETS, planted, study, twins


def beside_the_house(seed: int, cards: CardSet, games: int) -> Findings:
    """Return what is found of a set of Heroball beside the house's, by greedy players."""
    return play_study(study("heroball", cards, seed, games))


@pytest.mark.slow
@pytest.mark.parametrize("seed", [403, 404])
def test_a_planted_flaw_is_named_first(seed: int) -> None:
    card, _, cards = planted("heroball", seed)
    findings = beside_the_house(seed, cards, 400)
    assert findings.suspects()[0][0] == card, "\n".join(output.lines(findings)[:9])


@pytest.mark.soak
@pytest.mark.parametrize("seed", SETS["heroball"])
def test_each_planted_flaw_of_heroball_is_named_first(seed: int) -> None:
    """docs/lab.md says what came of those of High Heavens and Havoc, as far as they are measured."""
    card, flaw, cards = planted("heroball", seed)
    assert beside_the_house(seed, cards, 600).suspects()[0][0] == card, flaw


def test_planted_sets_are_sets_that_one_can_type() -> None:
    for game, seeds in SETS.items():
        for seed in seeds:
            card, _, cards = planted(game, seed)
            (one,) = study(game, cards).changed or ()
            assert one.card == card
        alike = twins(game, 1)
        assert shelf()[game][SetForm].faults(alike) == []
        assert study(game, alike).candidates == (), "too much differs to try"


def test_a_card_is_tried_alone_unless_it_moves_another() -> None:
    """The lane of Havoc is in order of HP: a tower with more lies behind the one that has the damage."""
    for game, seed, moved in (("havoc-in-heaven", 423, True), ("high-heavens", 411, False)):
        _, _, cards = planted(game, seed)
        assert bool(study(game, cards).candidates) is not moved


def test_a_card_that_comes_late_is_tried_as_if_it_came_at_once() -> None:
    """Greedy heroes of Havoc hardly reach level 3, so nobody would ever see a second skill."""
    card, _, cards = planted("havoc-in-heaven", 421)
    runs = [*_runs(study("havoc-in-heaven", cards))]
    mine, house, trial = (one.cards for one in runs)
    assert (mine, house) == (cards, None), "the sets themselves are played as they are"
    assert [row["name"] for row in trial["skills"] if row.get("level") == 1] == [card]
    house_card = _skill(shelf()["havoc-in-heaven"][SetForm].house, card)
    assert _skill(runs[2].beside, card) == {**house_card, "level": 1}


@pytest.mark.slow
def test_a_late_card_makes_moments_otherwise_if_it_comes_at_once() -> None:
    _, _, cards = planted("havoc-in-heaven", 421)
    trial = [*_runs(study("havoc-in-heaven", cards))][2].numbered(1)
    made = play(trial).otherwise
    assert made["moments"] and made["uses"]
    assert not play(replace(trial, cards=cards, beside=None)).otherwise["moments"]


def test_a_card_that_differs_in_when_it_comes_is_tried_as_it_comes() -> None:
    """Were it there from the start in both sets, nothing would differ; nor is a first skill ever late."""
    form = shelf()["havoc-in-heaven"][SetForm]
    for card, differs in (("Howling Hound", {"level": 2}), ("Third Eye", {"ap": 4})):
        skills = [{**row, **differs} if row["name"] == card else row for row in form.house["skills"]]
        (one,) = study("havoc-in-heaven", {**form.house, "skills": skills}).candidates
        assert (one.card, one.late) == (card, False)


def test_a_level_that_differs_stays_so_where_another_card_differs_too() -> None:
    form = shelf()["havoc-in-heaven"][SetForm]
    differs = {"Howling Hound": {"level": 2}, "Third Eye": {"ap": 4}}
    skills = [{**row, **differs.get(row["name"], {})} for row in form.house["skills"]]
    runs = _runs(study("havoc-in-heaven", {**form.house, "skills": skills}))
    hound = next(one for one in runs if one.tried == ("Howling Hound", ""))
    assert [_skill(cards, "Howling Hound").get("level") for cards in (hound.cards, hound.beside)] == [2, None]


def _skill(cards: CardSet, name: str) -> Mapping[str, object]:
    return next(row for row in cards["skills"] if row["name"] == name)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.soak)])
def test_nobody_is_accused_where_all_heroes_are_twins(seed: int) -> None:
    findings = play_study(Study(Task("heroball", 0, seed, ("greedy",), 2, (), twins("heroball", seed)), 100))
    assert findings.suspects() == [], output.lines(findings)[:9]


@pytest.mark.slow
def test_a_side_with_an_action_more_shows_in_who_goes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """In Heroball one seat always goes first, so nobody can tell the seat from the order."""
    gain = Match.gain
    more = lambda self, seat, n, rule: gain(self, seat, n + (seat == "Gold" and rule == "refresh"), rule)  # noqa: E731
    monkeypatch.setattr(Match, "gain", more)
    findings = play_study(Study(Task("heroball", 0, 3, ("greedy",), 2), 60)).report
    (row,) = findings.fair["first"]
    assert (row.name, row.verdict) == ("who goes first", "too strong")
