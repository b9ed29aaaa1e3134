"""Pictures of what the lab found, by matplotlib (the extra ``lab``): the same findings, the same bytes."""

import io
from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle
from typing import TYPE_CHECKING, Any

from companion.extras.lab.comparison import Had
from companion.extras.lab.heatmap import HEATS
from companion.extras.lab.output import heading, lines
from companion.extras.lab.report import StudyReport
from companion.extras.lab.study import Findings
from companion.kernel.view import Picture
from companion.players.intervals import Share
from companion.words import message

if TYPE_CHECKING:
    from matplotlib.figure import Figure

INK, PAPER, FAINT = "#2b2420", "#fbf7ee", "#8a7f70"
"""One ink on paper: what is told is told by place, shape and words, never by a colour alone."""
DARK = {INK: "#efe6d4", PAPER: "#1d1916", FAINT: "#7d7264"}
"""The same by night."""
WIDE = 4.6
"""Inches: its letters are read on a phone."""
MARKS = "sD^vPX*h"
"""A mark for each seat."""
SHOWN = 16
"""So many cards stand in a picture."""
SETTINGS: Any = {
    "svg.hashsalt": "companion",
    "svg.fonttype": "none",
    "pdf.fonttype": 42,
    "font.family": "DejaVu Sans",
    "font.size": 10,
    "text.color": INK,
    "axes.edgecolor": FAINT,
    "axes.labelcolor": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "axes.facecolor": PAPER,
    "figure.facecolor": PAPER,
    "axes.spines.top": False,
    "axes.spines.right": False,
}
LINES = 62
"""Lines of words on a page of the PDF."""


def figures(findings: Findings, board: Picture | None) -> Iterator[tuple[str, "Figure"]]:
    """Each picture with its title."""
    report = findings.report
    rows = [(row.name, row.share, row.fair) for rows in report.fair.values() for row in rows]
    if rows:
        yield "Fair? Shares with 95 % intervals; the bar is what is fair", _shares(rows)
    if findings.curve and findings.study.varied:
        words = "What if {number} were otherwise?"
        yield (str(message(words, number=str(findings.study.varied))), _curve(findings))
    if report.had:
        yield (
            "Which card? What a seat wins more that may use it, with 95 % intervals",
            _had(report.had[:SHOWN]),
        )
    yield "Who leads wins: after each tenth of the game", _leads(report)
    yield "How long? Moves a game", _lengths(findings)
    if board:
        for what, places in report.heats.items():
            yield f"Where? {HEATS[what]}", _heat(board, places)


def svgs(findings: Findings, board: Picture | None) -> list[tuple[str, str]]:
    """Each picture as SVG, with its title."""
    import matplotlib

    result = []
    with matplotlib.rc_context(SETTINGS):
        for title, figure in figures(findings, board):
            out = io.StringIO()
            figure.savefig(out, format="svg", metadata={"Date": None, "Creator": "Companion"})
            result.append((title, _by_night(out.getvalue()[out.getvalue().index("<svg") :])))
    return result


def _by_night(svg: str) -> str:
    """The picture with its three colours as its reader's screen has them: by day or by night."""
    day = "".join(f"--c{n}: {colour}; " for n, colour in enumerate(DARK))
    night = "".join(f"--c{n}: {colour}; " for n, colour in enumerate(DARK.values()))
    for n, colour in enumerate(DARK):
        svg = svg.replace(colour, f"var(--c{n})")
    style = f"<style>svg {{ {day}}} @media (prefers-color-scheme: dark) {{ svg {{ {night}}} }}</style>"
    end = svg.index(">") + 1
    return f"{svg[:end]}{style}{svg[end:]}"


def pdf(findings: Findings, board: Picture | None) -> bytes:
    """The words, then the pictures, as pages with vectors."""
    import matplotlib
    from matplotlib.backends.backend_pdf import PdfPages

    out = io.BytesIO()
    text = lines(findings)
    about = {"CreationDate": None, "Title": heading(findings), "Creator": "Companion", "Producer": None}
    with matplotlib.rc_context(SETTINGS), PdfPages(out, metadata=about) as pages:
        for at in range(0, len(text), LINES):
            pages.savefig(_words(text[at : at + LINES]))
        for title, figure in figures(findings, board):
            figure.suptitle(f"{title}\n{heading(findings)}", fontsize=8)
            pages.savefig(figure)
    return out.getvalue()


def _figure(high: float) -> tuple["Figure", Any]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(WIDE, high), layout="constrained")
    return figure, figure.subplots()


def _words(text: list[str]) -> "Figure":
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8.27, 11.69))
    cut = "\n".join(line if len(line) <= 104 else line[:103] + "…" for line in text)
    figure.text(0.06, 0.96, cut, va="top", family="DejaVu Sans Mono", fontsize=7.5, linespacing=1.35)
    return figure


def _shares(rows: list[tuple[str, Share, float]]) -> "Figure":
    figure, axes = _figure(0.7 + 0.32 * len(rows))
    for y, (_name, share, fair) in enumerate(rows):
        axes.plot([100 * share.low, 100 * share.high], [y, y], color=INK, linewidth=1.6)
        axes.plot([100 * share.share], [y], "o", color=INK, markersize=6)
        axes.plot([100 * fair] * 2, [y - 0.32, y + 0.32], color=FAINT, linewidth=3, solid_capstyle="butt")
    _named(axes, [f"{name} ({share.of})" for name, share, _ in rows])
    return figure


def _had(rows: Sequence[Had]) -> "Figure":
    figure, axes = _figure(0.7 + 0.34 * len(rows))
    for y, one in enumerate(rows):
        axes.plot([100 * one.less.low, 100 * one.less.high], [y, y], color=INK, linewidth=1.4)
        axes.plot([100 * one.less.more], [y], "o", color=INK, markersize=5)
    axes.axvline(0, color=FAINT, linewidth=0.9)
    axes.set_yticks(range(len(rows)), [one.card for one in rows])
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_xlabel("points of share")
    return figure


def _named(axes: Any, names: list[str]) -> None:
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.set_xlim(0, 100)
    axes.set_xlabel("% of the wins; in brackets from so many")


def _curve(findings: Findings) -> "Figure":
    """Return the wins of the card's users and of each seat, by value; a mark shows the set as it is."""
    figure, axes = _figure(3.0)
    varied = findings.study.varied
    assert varied
    values = [at.value for at in findings.curve]
    users = str(message("who used {card}", card=varied.card))
    _band(axes, values, [at.users(varied) for at in findings.curve], label=users)
    look = {"color": INK, "linewidth": 0.9, "markersize": 4, "markerfacecolor": PAPER}
    seats = zip(*(at.seats for at in findings.curve), strict=True)
    for mark, rows in zip(cycle(MARKS), seats, strict=False):
        shares = [100 * row.share.share for row in rows]
        axes.plot(values, shares, f"{mark}--", label=rows[0].name, **look)
    for at in findings.curve:
        if not at.differences:
            axes.annotate(
                "as it is", (at.value, 0), (at.value, 8), ha="center", arrowprops={"arrowstyle": "->"}
            )
    axes.set_xticks(values)
    axes.set_xlabel(varied.field)
    axes.set_ylabel("% of the wins")
    axes.legend(fontsize=8, frameon=False, loc="upper right")
    return figure


def _band(axes: Any, at: Sequence[int], shares: Sequence[Share], **look: Any) -> None:
    """Draw a line of shares with the band of their intervals."""
    ends = [100 * share.low for share in shares], [100 * share.high for share in shares]
    axes.fill_between(at, *ends, color=FAINT, alpha=0.35, linewidth=0)
    axes.plot(at, [100 * share.share for share in shares], "o-", color=INK, **look)
    axes.set_ylim(0, 100)


def _leads(report: StudyReport) -> "Figure":
    figure, axes = _figure(2.8)
    _band(axes, range(1, len(report.leads) + 1), report.leads, linewidth=1.4, markersize=4)
    axes.set_xlabel("tenths of the game")
    axes.set_ylabel("% won by who leads")
    return figure


def _lengths(findings: Findings) -> "Figure":
    figure, axes = _figure(2.4)
    axes.hist([one.moves for one in findings.played], bins=20, color=FAINT, edgecolor=INK, linewidth=0.6)
    axes.set_xlabel("moves")
    axes.set_ylabel("games")
    return figure


def _heat(board: Picture, places: Mapping[str, int]) -> "Figure":
    from matplotlib.patches import Polygon

    figure, axes = _figure(WIDE * board.height / board.width)
    most = max(places.values())
    for cell in board.cells:
        if cell.quiet:
            continue
        n = places.get(cell.space, 0)
        shade = 0.8 * (n / most) ** 0.5
        axes.add_patch(Polygon(cell.outline, closed=True, facecolor=INK, alpha=shade, linewidth=0))
        axes.add_patch(Polygon(cell.outline, closed=True, facecolor="none", edgecolor=FAINT, linewidth=0.6))
        colour = PAPER if shade > 0.5 else INK
        axes.text(*cell.at, f"{cell.space}\n{n}", ha="center", va="center", fontsize=5.5, color=colour)
    axes.set_xlim(0, board.width)
    axes.set_ylim(board.height, 0)
    axes.set_aspect("equal")
    axes.axis("off")
    return figure
