"""Boxes that are made to be as much work as the language allows: refused for it, or light on every page."""

import json
import random
import re
from collections.abc import Callable, Iterator
from itertools import islice
from time import thread_time
from typing import Any

import pytest
from flask import Flask

from companion.boxes import shelf
from companion.boxes.own import Described, Faulty
from companion.boxes.play.actions import UNSEARCHED, BoxAction, begun, searched
from companion.boxes.play.state import BoxState
from companion.kernel.action import Action, Noun, answered, draft, nouns, refusal, written
from companion.kernel.game import Game
from companion.kernel.simulate import DeadEnd, moves, wander
from companion.kernel.sittings import usual_opening
from tests.conftest import Phone
from tests.speed import share_of_usual

BOUND = 0.1
"""The most seconds of processor for a page or a tap, on a machine of the usual speed."""
TAPS = 6
REFUSED = ("rows that are never full", "totals of totals", "stuck in stuck", "suits nobody has")
"""The families of which no size is taken."""

WORK = re.compile(r"[\d,]+ steps|too much work")
"""What a refusal says that is about work."""


def head(players: str = "2", **more: str) -> str:
    """The keys that every box has."""
    keys = dict.fromkeys(("name", "blurb", "source", "goal", "turn"), "x") | {"players": players} | more
    return "".join(f'{key} = "{text}"\n' for key, text in keys.items())


def board(side: int, ways: int = 40, held: bool = True) -> str:
    """A square board with its rows and columns as ways, and pieces of two seats on all of it."""
    letters = "abcdefghijklmnopqrst"[:side]
    rows = [" ".join(f"{x}{y}" for x in letters) for y in range(side)]
    columns = [" ".join(f"{x}{y}" for y in range(side)) for x in letters]
    text = '[board]\ndrawing = """\n' + "\n".join(rows) + '\n"""\nways = [\n'
    text += "".join(f'"{way}",\n' for way in (rows + columns)[:ways]) + "]\n"
    cells = " ".join(rows).split()
    for n, start in enumerate(range(0, len(cells) if held else 0, 80)):
        gold, crimson = (" ".join(cells[at : at + 40]) for at in (start, start + 40))
        text += (
            f'[pieces.p{n}]\nletter = "m"\ncount = 40\nat = {{ Gold = "{gold}", Crimson = "{crimson}" }}\n'
        )
    return text


def verbs(many: int, asks: str, more: str = "") -> str:
    """So many verbs with the same questions."""
    return "".join(f'[verbs.v{n}]\nwords = "x"\n{asks}{more}' for n in range(many))


def rules(many: int, verbs: int, needs: str) -> str:
    """So many rules that judge so many verbs."""
    of = ", ".join(f'"v{n}"' for n in range(verbs))
    return "".join(f'[rules.r{n}]\nwords = "x"\nof = [{of}]\nneeds = "{needs}"\n' for n in range(many))


def rows_that_are_never_full(side: int) -> str:
    """Four questions a verb, and rules that walk the whole board for each answer."""
    asks = 'asks.a = { ask = "?", place = true }\nasks.b = { ask = "?", place = true }\n'
    asks += 'asks.c = { ask = "?", place = true }\n'
    needs = "rows(a) + rows(b) + rows(c) + full_rows(p0) + loose(p0) > 9999"
    return head() + board(side) + verbs(30, asks) + rules(12, 30, needs)


def totals_of_totals(lines: int) -> str:
    """Sums over all rounds of a game that never ends."""
    text = head("8") + 'turns.order = "one"\n[counters.gold]\nstart = "1"\nchange = [1]\n'
    text += '[verbs.go]\nwords = "x"\nthen = "over"\n'
    return text + "".join(f'[lines.l{n}]\nformula = "total(total(gold))"\n' for n in range(lines))


def four_questions(many: int) -> str:
    """Four questions with 2,000 answers each, and only the last of all is allowed."""
    asks = "".join(f'asks.a{n} = {{ ask = "?", number = "0..1999" }}\n' for n in range(4))
    return head() + verbs(many, asks) + rules(2, many, "a0 + a1 + a2 + a3 == 7996 and a0 × a1 × a2 > 9")


def triangles(many: int) -> str:
    """Pieces that could go nowhere on a board without triangles, which is found out for each."""
    asks = 'asks.a = { ask = "?", piece = "any" }\nasks.b = { ask = "?", place = true }\n'
    asks += 'asks.c = { ask = "?", place = true }\n'
    needs = "joined(a, b) and joined(b, c) and joined(a, c)"
    return head() + board(20) + verbs(many, asks, 'does = ["move a to b"]\n') + rules(1, many, needs)


def jumps(many: int) -> str:
    """Jumps of every piece to every space, of which none is allowed."""
    asks = 'asks.a = { ask = "?", piece = "own" }\nasks.b = { ask = "?", place = true }\n'
    return (
        head() + board(20) + verbs(many, asks, 'does = ["jump a to b"]\n') + rules(1, many, "height(b) > 9")
    )


def stuck_in_stuck(many: int) -> str:
    """Whether one can do nothing, asked by what one can do."""
    return (
        head()
        + board(8)
        + verbs(many, 'asks.a = { ask = "?", place = true }\n')
        + rules(1, many, "stuck or height(a) > 3")
    )


def rules_for_all(many: int) -> str:
    """Rules that always happen, for each seat, and change a counter of all others twelve times."""
    text = head("8") + "".join(
        f"[counters.c{n}]\nmost = 9999\nstops = true\nchange = [1]\n" for n in range(30)
    )
    for n in range(many):
        does = ", ".join(f'"c{(n + m) % 30}[others] += 1"' for m in range(12))
        text += f'[rules.r{n}]\nwords = "x"\nwhen = "1"\ndoes = [{does}]\n'
    return text


def areas_in_areas(many: int) -> str:
    """Whether an area of the whole board lies in itself, many times on each line."""
    text = head() + board(20)
    cells = " ".join(re.findall(r"[a-t]\d+", text.split('"""')[1]))
    text += f'[areas.all]\ntable = "{cells}"\n[counters.gold]\nchange = [1]\n'
    formula = " + ".join(["within(all, all)"] * 18)
    return text + "".join(f'[lines.l{n}]\nformula = "{formula}"\n' for n in range(many))


def rounds_nobody_plays(many: int) -> str:
    """Rounds in which nobody has anything to do, one after the other, and rules at the end of each."""
    text = head() + '[phases.a]\n[phases.b]\nwhen = "0"\n[lines.x]\npoints = "0..3"\nduring = "a"\n'
    text += '[verbs.go]\nwords = "x"\nduring = ["b"]\n'
    for n in range(many):
        text += f"[counters.c{n}]\nmost = 9999\nstops = true\n"
        text += f'[rules.r{n}]\nwords = "x"\nafter = "round"\nwhen = "1"\ndoes = ["c{n} += 1"]\n'
    return text


def suits_nobody_has(many: int) -> str:
    """Hands of eight seats that lack suits, each in all ways in which the cards can be shared out."""
    suits, ranks = (
        json.dumps([f"{one}{n}" for n in range(10)][:most]) for one, most in (("S", 8), ("R", 10))
    )
    text = head("8") + f'[deck]\nsuits = {suits}\nranks = {ranks}\n[piles.stock]\nface = "down"\n'
    for n in range(many):
        text += f'[piles.h{n}]\nof = "seat"\nface = "down"\ndeal = "1"\n'
        text += f'[verbs.v{n}]\nwords = "x"\nasks.s = {{ ask = "?", number = "1..8" }}\n'
        text += f'then = "next"\ndoes = ["led = s", "h{n} lacks led"]\n'
    text += "[counters.led]\nmost = 8\n[piles.up]\n"
    text += '[verbs.lay]\nwords = "x"\nasks.c = { ask = "?", card = "h0" }\ndoes = ["lay c on up"]\n'
    return text + '[lines.l]\nformula = "holds(h0, led)"\n'


def stars(hubs: int) -> str:
    """Spaces that are joined to all others, so that jumps go over them in very many ways."""
    names = [f"{x}{y}" for x in "abcdefghijklmnopqrst" for y in range(20)]
    spokes, ways = names[hubs:], []
    for hub in names[:hubs]:
        for n in range(0, len(spokes), 60):
            ways.append(" ".join(f"{hub} {spoke}" for spoke in spokes[n : n + 60]))
    drawing = "\n".join(" ".join(names[n : n + 20]) for n in range(0, 400, 20))
    text = head() + f'[board]\nshape = "points"\ndrawing = """\n{drawing}\n"""\n'
    text += f"ways = {json.dumps([way[:399].rstrip('abcdefghijklmnopqrst') for way in ways], indent=0)}\n"
    text += '[pieces.man]\nletter = "m"\n'
    asks = 'asks.a = { ask = "?", piece = "own" }\nasks.b = { ask = "?", place = true }\n'
    return text + verbs(1, asks, 'does = ["jump a to b"]\n')


def heavy_for_each(many: int) -> str:
    """One question, and rules that walk the board for each of its 400 answers."""
    needs = " + ".join(["loose(p0) + height(a)"] * 4) + " > 9999"
    return head() + board(20) + verbs(1, 'asks.a = { ask = "?", place = true }\n') + rules(many, 1, needs)


def sums_of_sums(deep: int) -> str:
    """Sums of sums of all seats, on a page for each of them, whose points are those of all."""
    formula = "everyone(" * deep + "gold" + ")" * deep
    text = head("8") + 'turns.teams = "all"\n[counters.gold]\nchange = [1]\n'
    return text + "".join(f'[lines.l{n}]\nformula = "{formula}"\n' for n in range(40))


BOMBS: dict[str, tuple[Callable[[int], str], tuple[int, ...]]] = {
    "rows that are never full": (rows_that_are_never_full, (20, 12, 8)),
    "totals of totals": (totals_of_totals, (50, 5, 1)),
    "four questions": (four_questions, (30, 8, 1)),
    "triangles": (triangles, (30, 8, 1)),
    "jumps": (jumps, (30, 8, 1)),
    "stuck in stuck": (stuck_in_stuck, (8, 2, 1)),
    "rules for all": (rules_for_all, (60, 20, 5)),
    "areas in areas": (areas_in_areas, (40, 10, 1)),
    "rounds nobody plays": (rounds_nobody_plays, (30, 10, 1)),
    "suits nobody has": (suits_nobody_has, (9, 3, 1)),
    "stars": (stars, (8, 2, 1)),
    "heavy for each": (heavy_for_each, (30, 4, 1)),
    "sums of sums": (sums_of_sums, (5, 4, 3)),
}
SIZED = [(name, size) for name, (_, sizes) in BOMBS.items() for size in sizes]


def refused(text: str) -> list[str]:
    """What is said against a box; nothing where it is taken."""
    try:
        Described()(text)
    except Faulty as no:
        return [fault.words for fault in no.faults]
    return []


@pytest.mark.parametrize("name, size", [(name, size) for name, size in SIZED if name in REFUSED])
def test_a_bomb_is_refused_at_every_size(name: str, size: int) -> None:
    assert refused(BOMBS[name][0](size))


def opened(app: Flask, text: str) -> tuple[Phone, str, Game[Any]]:
    """A phone with all seats of a table of a box, its code, and its game."""
    store = app.extensions["companion"].store
    me, game = Phone(app), store.boxes.described(text)
    assert me.post("/own/new", {"text": text, "do": "keep"}).status_code == 303
    seats = game.seats(game.players[-1])
    form = {f"seat{n}": seat for n, seat in enumerate(seats, 1)} | {f"name{n}": "A" for n in range(1, 9)}
    code = me.open(game.key, players=str(len(seats)), **form, **{"option-first": seats[0]})
    for chair in store.session(code).chairs[1:]:
        assert me.sit(chair.key).status_code == 303
    return me, code, game


def requests(app: Flask, text: str) -> Iterator[tuple[str, float]]:
    """Look at every page of a new table and tap at random; each with its seconds of processor."""
    me, code, game = opened(app, text)
    store, chance = app.extensions["companion"].store, random.Random(1)
    for _ in range(TAPS):
        kinds = [kind.verb for kind in game.kinds if not kind.anytime][:3]
        for page in ("", "/screen", "/do/ruling", *(f"/do/{verb}" for verb in kinds)):
            yield page, spent(me.get, f"/t/{code}{page}")
        state = store.session(code).table.state
        if state.over:
            return
        try:
            action = wander(tuple(kind for kind in game.kinds if not kind.anytime), state, chance)
        except DeadEnd:
            return
        fields = {**written(action), "by": action.by}
        yield f"say {action.verb}", spent(me.say, code, action.verb, **fields)


def spent(request: Callable[..., Any], *given: str, **form: Any) -> float:
    """The seconds of processor to read a box, or for a request that is answered as it should be."""
    began = thread_time()
    answer = request(*given, **form)
    assert getattr(answer, "status_code", 200) in (200, 303), answer.get_data(as_text=True)[:300]
    return thread_time() - began


@pytest.mark.parametrize("name, size", SIZED)
def test_a_bomb_is_refused_for_its_work_or_light_on_every_page_and_tap(
    app: Flask, name: str, size: int
) -> None:
    text = BOMBS[name][0](size)
    if faults := refused(text):
        assert all(WORK.search(fault) and "would be right" in fault for fault in faults), faults
        return
    reading = min(spent(Described(), text) for _ in range(2))
    times = zip(requests(app, text), requests(app, text), strict=True)
    slow = {page: min(one, other) for (page, one), (_, other) in times if min(one, other) > BOUND}
    assert max([reading, *slow.values()]) <= BOUND / share_of_usual(), slow


def test_a_page_of_the_heaviest_boxes_looked_at_again_costs_at_most_six_of_draughts(app: Flask) -> None:
    """Look at all of them in turn, and compare the least that each took: other work is in none of these."""
    texts = {f"{name} {size}": BOMBS[name][0](size) for name, size in SIZED}
    texts = {name: text for name, text in texts.items() if not refused(text)}
    tables = {name: opened(app, text) for name, text in (texts | {"usual": shelf.source("draughts")}).items()}
    gzip, least = {"Accept-Encoding": "gzip"}, dict.fromkeys(tables, 1.0)
    for name, (me, code, _) in [*tables.items()] * 2:
        for _ in range(6):
            least[name] = min(least[name], spent(me.get, f"/t/{code}", headers=gzip))
    shares = {name: round(time / least["usual"], 1) for name, time in least.items()}
    assert {name: share for name, share in shares.items() if share > 6} == {}


@pytest.mark.parametrize("key", shelf.keys())
def test_every_box_of_the_shelf_is_taken(key: str) -> None:
    assert refused(shelf.source(key)) == []


def test_a_sum_over_rounds_is_taken_where_it_is_said_how_many_there_are() -> None:
    endless = head() + '[counters.gold]\nchange = [1]\n[verbs.go]\nwords = "x"\nthen = "over"\n'
    endless += '[lines.all]\nformula = "total(gold) + total(2 × gold)"\n'
    assert "to say in “rounds” of [turns] how many would be right" in refused(endless)[0]
    assert refused(endless + '[turns]\nrounds = "12"\n') == []


def judged(state: BoxState, kind: type[Action[Any]], by: str) -> None:
    """Judge a verb and each answer of its first question, as a page does."""
    half = draft(kind, by, {})
    if refusal(state, half) is None and nouns(kind):
        field, noun = next(iter(nouns(kind).items()))
        for name in islice(noun.options(state, half), 50) if isinstance(noun, Noun) else ():
            refusal(state, answered(half, field, name))


@pytest.mark.parametrize("key", shelf.keys())
def test_no_search_for_a_box_of_the_shelf_stops_at_its_budget(key: str) -> None:
    game = Described()(shelf.source(key))
    kinds = [kind for kind in game.kinds if not kind.anytime]
    for seed in (1, 2):
        played = moves(game, game.setup(usual_opening(game, game.players[-1])), random.Random(seed))
        for _, state in islice(played, 40):
            for kind in kinds if state.to_act else ():
                judged(state, kind, state.to_act[0])
            assert UNSEARCHED not in searched(state).values()


def test_a_verb_whose_search_stops_at_its_budget_is_offered_and_says_so(app: Flask) -> None:
    me, code, game = opened(app, triangles(8))
    page = me.get(f"/t/{code}").get_data(as_text=True)
    assert page.count("may lead nowhere") == 8
    state = app.extensions["companion"].store.session(code).table.state
    whole = draft(game.kind("v0"), "Gold", {"a": next(iter(state.at)), "b": "a1", "c": "a2"})
    assert refusal(state, whole), "what is whole is judged to its end"


def test_a_page_searches_once_for_how_a_verb_can_be_finished(app: Flask, monkeypatch: Any) -> None:
    me, code, _ = opened(app, triangles(1))
    searched: list[tuple[object, ...]] = []
    leads_on = BoxAction._leads_on

    def noted(self: BoxAction, state: BoxState, reached: BoxState, answers: int, budget: list[int]) -> None:
        if budget[0] == state.definition.judging[self.key].budgets[answers]:
            searched.append(begun(self))
        leads_on(self, state, reached, answers, budget)

    monkeypatch.setattr(BoxAction, "_leads_on", noted)
    for _ in range(2):
        me.get(f"/t/{code}")
    assert searched and len(searched) == len(set(searched))
