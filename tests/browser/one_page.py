"""What a phone shows of a table, measured: the board, the strips besides it, the targets and the words."""

from collections.abc import Callable, Iterator

from playwright.sync_api import Page

from tests.browser.conftest import Phone, Sitting
from tests.sittings import PLAYED, sitting_table

MEASURE = """() => {
    const box = one => one.getBoundingClientRect();
    const seen = one => one.checkVisibility({ visibilityProperty: true })
        && box(one).width > 1 && box(one).height > 1 && box(one).top < innerHeight && box(one).bottom > 0;
    const board = document.querySelector('.field > .board'), at = box(board);
    const { width, height } = board.viewBox.baseVal, scale = Math.min(at.width / width, at.height / height);
    const top = at.top + (at.height - height * scale) / 2, bottom = top + height * scale;
    const rows = [...document.querySelectorAll('.top, .turn, .clocks, .hands, .sheet > *')]
        .filter(seen).map(one => [one, box(one)]).sort(([, one], [, other]) => one.top - other.top);
    const strips = [];
    for (const [one, { top, bottom }] of rows) {
        if (strips.length && top < strips.at(-1).bottom - 4) strips.at(-1).bottom = bottom;
        else strips.push({ what: one.classList[0], bottom });
    }
    const under = Math.min(innerHeight, ...rows.map(([, one]) => one.top).filter(one => one > top + 60));
    const tops = rows.map(([, one]) => one).filter(one => one.top < 1);
    const above = Math.max(0, ...tops.map(one => one.bottom));
    const whole = (Math.min(bottom, under) - Math.max(top, above)) / (height * scale);
    const targets = [...document.querySelectorAll('main :is(a, button, summary), .top :is(a, summary)')]
        .filter(one => seen(one) && !one.closest('p a, .chips'))
        .map(one => [Math.min(box(one).width, box(one).height), one])
        .sort(([one], [other]) => one - other);
    const words = [...document.querySelectorAll('body *')]
        .filter(one => !one.closest('svg, .un, script, style') && seen(one))
        .flatMap(one => [...one.childNodes]).filter(one => one.nodeType === 3)
        .map(one => one.data.trim()).filter(Boolean).join(' ').split(/\\s+/).length;
    return {
        width: Math.round(width * scale), whole: Math.round(whole * 1000) / 1000, words,
        size: [at.left, top, width * scale, height * scale].map(Math.round),
        strips: strips.map(one => one.what),
        target: Math.round(targets[0][0] * 10) / 10, smallest: targets[0][1].outerHTML.slice(0, 120),
    };
}"""
Look = Callable[[Page], str | None]
State = tuple[str, Sitting, str, Look]


def table(page: Page) -> None:
    """Return no further address: what is looked at is the table itself."""


def question(page: Page) -> str | None:
    """Return the address of the first verb."""
    verb = page.locator("a.verb")
    return verb.first.get_attribute("href") if verb.count() else None


def piece(page: Page) -> str | None:
    """Return the address of the first piece of the board."""
    element = page.locator(".board :is(a.start, a.why)")
    return element.first.get_attribute("href") if element.count() else None


def open_at(phone: Phone, state: State) -> None:
    """Sit down and look at a state."""
    _, at, seat, look = state
    at.sit(phone, seat)
    if href := look(phone.page):
        phone.go(href)
        phone.live()


def states(sitting: Callable[..., Sitting], game: str, part: float = 0.5) -> Iterator[State]:
    """Yield every kind of state of a game: name, table, seat and what it looks at, after a part of a game."""
    log = sitting_table(game, PLAYED[game]).log
    turns = [n for n in range(1, len(log) - 1) if log[n].entry.seat != log[n - 1].entry.seat]
    n = next((n for n in turns if n >= int(len(log) * part)), turns[-1])
    fresh = sitting(game, 0, laid=False)
    yield "set-up", fresh, fresh.up, table
    fresh = sitting(game, 0)
    yield "first turn", fresh, fresh.up, table
    at = sitting(game, n + 1, PLAYED[game])
    yield "turn", at, at.up, table
    yield "question", at, at.up, question
    yield "piece", at, at.up, piece
    yield "waiting", at, at.waits, table
    pending = sitting(game, n + 1, PLAYED[game])
    pending.ask_undo(log[n - 1].entry.seat, log[n - 1].entry.n)
    yield "undo asked of me", pending, log[n].entry.seat, table
    yield "undo I ask for", pending, log[n - 1].entry.seat, table
    learns = sitting(game, n + 1, PLAYED[game])
    learns.learns(learns.up, "coach")
    yield "learning", learns, learns.up, table
    fresh = sitting(game, 0)
    fresh.learns(fresh.up, "first")
    yield "first turn, learning", fresh, fresh.up, table
    solo = sitting(game, n + 1, PLAYED[game])
    solo.absent(solo.up)
    yield "solo", solo, solo.waits, table
