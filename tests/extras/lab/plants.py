"""Sets with one flaw, drawn by seed, and sets in which all cards of a kind are the same."""

import argparse
import os
import random
import re
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from typing import Any

from companion.extras.lab import output
from companion.extras.lab.study import Findings, Study, play_study
from companion.kernel.cardset import CardSet, SetForm
from companion.kernel.shelf import shelf
from companion.players.games import Task
from companion.work.pool import processes

STEP: Mapping[str, tuple[int, int]] = {
    "cost": (-1, 4),
    "ap": (-2, 6),
    "price": (-3, 12),
    "reach": (3, -1),
    "health": (5, -4),
    "hp": (5, -4),
    "movement": (3, -2),
    "range": (3, -3),
    "melee": (3, -3),
    "power": (3, -2),
    "attack": (3, -3),
    "armor": (2, -2),
    "effect": (3, -2),
}
"""How far a figure is moved to make a card strong, and to make it useless."""
SETS: Mapping[str, Sequence[int]] = {
    "heroball": (401, 402, 403, 404, 405),
    "high-heavens": (411, 412, 413, 414, 415),
    "havoc-in-heaven": (421, 422, 423),
}
"""The seeds of the thirteen planted sets."""


def planted(game: str, seed: int) -> tuple[str, str, CardSet]:
    """Return the card with the flaw, what the flaw is, and the set; ``companion set check`` has nothing
    against it."""
    form, rng = shelf()[game][SetForm], random.Random(f"plant {seed}")
    flaws = [*_flaws(form)]
    while True:
        deck, n, field, strong = rng.choice(flaws)
        row = _moved(form.house[deck][n], field, strong)
        cards = {**form.house, "name": "Planted", deck: [*form.house[deck]]}
        cards[deck][n] = row
        was, now = (one.get(field) for one in (form.house[deck][n], row))
        if was != now and _counts(row, field) and not form.faults(cards):
            return str(row["name"]), f"{field} {was} → {now}", cards


def _counts(row: Mapping[str, Any], field: str) -> bool:
    """False for the range power of a god who strikes only what is next to him."""
    return field != "power" or row["range"] > 1


def _flaws(form: SetForm) -> Iterator[tuple[str, int, str, bool]]:
    for deck in form.decks:
        for n, row in enumerate(form.house.get(deck.key) or ()):
            for field in STEP:
                if row.get(field) not in (None, ""):
                    yield from ((deck.key, n, field, strong) for strong in (True, False))


def _moved(row: Mapping[str, Any], field: str, strong: bool) -> dict[str, Any]:
    by, value = STEP[field][not strong], row[field]
    if isinstance(value, int):
        return {**row, field: max(0, value + by)}
    text = re.sub("[0-9]+", lambda n: str(max(1, int(n[0]) + by)), str(value), count=1)
    new = {**row, field: text}
    if row.get("text"):
        new["text"] = "As it stands here: " + (", ".join(re.findall("[0-9]+", text)) or "so") + "."
    return new


def twins(game: str, seed: int) -> CardSet:
    """Return a set in which all cards of a kind do the same under other names."""
    house, rng = shelf()[game][SetForm].house, random.Random(f"twins {seed}")
    if game == "heroball":
        model = rng.choice(house["heroes"])["name"]
        cards = [
            {**row, "name": f"{row['name']} {n}", "hero": hero["name"]}
            for n, hero in enumerate(house["heroes"])
            for row in house["cards"]
            if row["hero"] == model
        ]
        return {**house, "name": "Twins", "cards": cards}
    if game == "high-heavens":
        like = {deck: _of(house[deck], rng.choice(("Norse", "Greek"))) for deck in ("gods", "powers")}
        result = {deck: [_twin(like[deck], n, row) for n, row in enumerate(house[deck])] for deck in like}
        return {**house, "name": "Twins", **result}
    model = rng.choice(house["heroes"])
    heroes = [
        {**model, **{key: row[key] for key in ("name", "letter", "faction")}} for row in house["heroes"]
    ]
    skills = [row for row in house["skills"] if row["hero"] == model["name"]]
    return {
        **house,
        "name": "Twins",
        "heroes": heroes,
        "skills": [
            {**row, "name": f"{row['name']} {n}", "hero": hero["name"]}
            for n, hero in enumerate(heroes)
            for row in skills
        ],
        "buildings": [
            {**row, **{key: like[key] for key in ("hp", "attack", "armor", "range")}}
            for side in ("Celestials", "Monsters")
            for row, like in zip(
                _of(house["buildings"], side), _of(house["buildings"], "Celestials"), strict=True
            )
        ],
    }


def _of(rows: Sequence[Mapping[str, Any]], side: str) -> list[Mapping[str, Any]]:
    return [row for row in rows if row["side"] == side]


def _twin(like: Sequence[Mapping[str, Any]], n: int, row: Mapping[str, Any]) -> dict[str, Any]:
    kept = {key: row[key] for key in ("name", "side", "letter") if key in row}
    return {key: value for key, value in like[n % len(like)].items() if key != "text"} | kept


def study(game: str, cards: CardSet, seed: int = 1, games: int = 400) -> Study:
    """Return the study of a set beside the house's, by greedy players."""
    mine = Task(game, 0, seed, ("greedy",), cards=cards)
    return Study(mine, games, against=replace(mine, cards=None))


def mirror(game: str, seed: int, games: int) -> Study:
    """Return the study of a game of twins; of a game without a set, that of the game as it is."""
    cards = twins(game, seed) if shelf()[game].get(SetForm) else None
    return Study(Task(game, 0, seed, ("greedy",), cards=cards), games)


def measure(what: Study, processes_: int) -> tuple[Findings, float, float]:
    """Return what is found, and the seconds of processor time and of the clock."""
    wall, before = time.perf_counter(), _processor()
    with processes(processes_) if processes_ > 1 else nullcontext() as where:
        findings = play_study(what, where)
    return findings, _processor() - before, time.perf_counter() - wall


def _processor() -> float:
    spent = os.times()
    return spent.user + spent.system + spent.children_user + spent.children_system


def main() -> int:
    """Measure planted sets, or games of twins, and print a line for each."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("seeds", type=int, nargs="*", help="planted sets by their seed: all, if left out")
    parser.add_argument("--twins", metavar="GAME", help="games of twins by their seed instead")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    chosen = parser.parse_args()
    game_of = {seed: game for game, seeds in SETS.items() for seed in seeds}
    missed = 0
    for seed in chosen.seeds or game_of:
        if chosen.twins:
            game, flaw, right = chosen.twins, "twins", []
            what = mirror(game, seed, chosen.games)
        else:
            game = game_of[seed]
            card, flaw, cards = planted(game, seed)
            flaw, right = f"{card}, {flaw}", [card]
            what = study(game, cards, games=chosen.games)
        findings, processor, wall = measure(what, chosen.processes)
        named = findings.suspects()
        missed += [name for name, _ in named[:1]] != right
        games = findings.report.games
        print(
            f"{game} {seed} | {flaw} | {games} games | {processor:.0f} s, {wall:.0f} by the clock | {named}"
        )
        print(*(f"    {line}" for line in output.lines(findings)[:6]), sep="\n", flush=True)
    return missed


if __name__ == "__main__":
    sys.exit(main())
