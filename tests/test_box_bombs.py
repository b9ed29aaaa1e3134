"""Boxes that are made to be as much work as the language allows: refused for it, or light on every page."""

import re

import pytest

from companion.boxes import shelf
from companion.boxes.own import Described, Faulty

WORK = re.compile(r"this (?:is|takes) [^.]*\bsteps\b|judged in [\d,]+ steps|too much work", re.IGNORECASE)
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


BOMBS = {
    "rows that are never full": (rows_that_are_never_full, (20, 12, 8)),
    "totals of totals": (totals_of_totals, (50, 5, 1)),
}
SIZED = [(name, size) for name, (_, sizes) in BOMBS.items() for size in sizes]


def refused(text: str) -> list[str]:
    """What is said against a box; nothing where it is taken."""
    try:
        Described()(text)
    except Faulty as no:
        return [fault.words for fault in no.faults]
    return []


@pytest.mark.parametrize("name, size", SIZED)
def test_a_bomb_is_refused_for_the_work_it_is(name: str, size: int) -> None:
    faults = refused(BOMBS[name][0](size))
    assert faults and all(WORK.search(fault) for fault in faults), faults
    assert all("would be right" in fault or "how many there are" in fault for fault in faults)


@pytest.mark.parametrize("key", shelf.keys())
def test_every_box_of_the_shelf_is_taken(key: str) -> None:
    assert refused(shelf.source(key)) == []


def test_a_sum_over_rounds_is_taken_where_it_is_said_how_many_there_are() -> None:
    endless = head() + '[counters.gold]\nchange = [1]\n[verbs.go]\nwords = "x"\nthen = "over"\n'
    endless += '[lines.all]\nformula = "total(gold) + total(2 × gold)"\n'
    assert "say in “rounds” of [turns] how many there are" in refused(endless)[0]
    assert refused(endless + '[turns]\nrounds = "12"\n') == []
