"""The findings of the lab as one page that stands by itself, with its pictures in it."""

from collections.abc import Iterable, Iterator, Mapping
from html import escape
from itertools import starmap

from companion.extras.lab.comparison import Had
from companion.extras.lab.output import (
    about,
    ends,
    figure,
    gained,
    heading,
    lead,
    often,
    percent,
    taken,
    together,
    trials,
    tried,
    what_if,
)
from companion.extras.lab.report import StudyReport
from companion.extras.lab.study import Findings
from companion.players.intervals import Share
from companion.words import message

STYLE = """
:root { color-scheme: light dark; --ink: #2b2420; --paper: #fbf7ee; --faint: #8a7f70; }
body { font: 1rem/1.45 "Source Sans 3", system-ui, sans-serif; background: var(--paper); color: var(--ink);
  max-width: 52rem; margin: 0 auto; padding: 1rem; }
h1, h2 { font-family: "EB Garamond", Georgia, serif; line-height: 1.15; }
figure { margin: 1.5rem 0; } figure svg { width: 100%; max-width: 34rem; height: auto; }
.wide { overflow-x: auto; } table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; }
th, td { padding: .3rem .6rem .3rem 0; border-bottom: 1px solid var(--faint); }
td { font-variant-numeric: tabular-nums; min-width: 3rem; }
@media (prefers-color-scheme: dark) { :root { --ink: #efe6d6; --paper: #1d1916; --faint: #7d7264; } }
"""


def page(findings: Findings, pictures: Iterable[tuple[str, str]]) -> str:
    """The page, in HTML; each picture is its title and its SVG."""
    head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
    head += f"<title>{escape(findings.name)}: the lab</title><style>{STYLE}</style>"
    body_ = f"<h1>{escape(findings.name)}</h1>\n{body(findings, pictures)}"
    return f'<!doctype html>\n<html lang="en"><head>{head}</head>\n<body>\n{body_}\n</body></html>\n'


def body(findings: Findings, pictures: Iterable[tuple[str, str]]) -> str:
    """Return the part below the name, which can also be put into another page."""
    parts = [f"<p>{escape(heading(findings))}.</p>"]
    parts += [f"<p>{aside}</p>" for aside in about(findings)]
    parts += _suspects(findings)
    parts.append('<div class="figures">')
    parts += [
        f"<figure><figcaption><h2>{escape(title)}</h2></figcaption>{shown}</figure>"
        for title, shown in pictures
    ]
    parts.append("</div>")
    parts += _report(findings.report)
    parts += _more(findings)
    return "\n".join(parts)


def _suspects(findings: Findings) -> list[str]:
    parts = ["<p>Nobody is accused.</p>"]
    if suspects := findings.suspects():
        parts = ["<h2>Suspects, the most certain first</h2>", _table(("What", "Verdict"), suspects)]
    if findings.trials:
        parts.append(f"<p>{escape(trials(findings))}</p>")
        parts.append("<ul>" + "".join(f"<li>{escape(tried(one))}.</li>" for one in findings.trials) + "</ul>")
    return parts


def _report(report: StudyReport) -> list[str]:
    parts = [*_fair(report), f"<p>Shared wins: {report.shared}. Draws: {report.drawn}.</p>"]
    parts += ["<h2>How long, how tense?</h2>", _pairs(report.figures.items())]
    leads = starmap(_lead, enumerate(report.leads, 1))
    parts += ["<h2>Who leads wins</h2>", _table(("When", "Wins", "Of"), leads)]
    if report.killers:
        killers = [(name, str(share), str(share.of)) for name, share in report.killers]
        parts += ["<h2>Killer moves</h2>", _table(("By what most was gained", "In", "Of games"), killers)]
    parts += ["<h2>Endings</h2>", _pairs(report.endings.items())]
    if report.had:
        heads = ("What", "Who may use it won", "Who may not", "More, 95 %", "Verdict")
        parts += ["<h2>Which card?</h2>", _table(heads, map(_had, report.had))]
    uses = [
        (use.name, f"{use.each_game:.1f}", gained(use), taken(use), str(use.used), use.verdict)
        for use in report.uses
    ]
    columns = ("What", "Times a game", "A use gained", "Taken", "Who used it won", "Verdict")
    parts += ["<h2>Which is used?</h2>", _table(columns, uses)]
    if report.heats:
        parts += ["<h2>Where?</h2>", _table(("Space", *report.heats), _where(report.heats))]
    parts.append(f"<h2>Rules that never fired</h2><p>{escape(', '.join(report.silent) or 'None')}.</p>")
    return parts


def _fair(report: StudyReport) -> Iterator[str]:
    if report.together:
        yield f"<p>{escape(together(report.together))}.</p>"
    for by, rows in report.fair.items():
        yield f"<h2>Fair? By {escape(by)}</h2>"
        cells = (
            (row.name, str(row.share), str(row.share.of), f"{100 * row.fair:.0f} %", row.verdict)
            for row in rows
        )
        yield _table(("Who", "Wins", "Of", "Fair", "Verdict"), cells)


def _lead(n: int, share: Share) -> tuple[str, str, str]:
    wins = str(share) if share.of else lead(share)
    return str(message("after {n:# tenth|# tenths}", n=n)), wins, str(share.of)


def _had(one: Had) -> tuple[str, ...]:
    less = one.less
    return one.card, f"{percent(less.now)} %", f"{percent(less.before)} %", ends(less, 0), one.verdict


def _where(heats: Mapping[str, Mapping[str, int]]) -> Iterator[tuple[str, ...]]:
    spaces = dict.fromkeys(space for places in heats.values() for space, _ in often(places))
    return ((space, *(str(places.get(space, 0)) for places in heats.values())) for space in spaces)


def _more(findings: Findings) -> list[str]:
    parts: list[str] = []
    if findings.differences:
        gaps = [(one.name, f"{100 * one.more:+.1f}", ends(one, 1)) for one in findings.differences]
        parts += ["<h2>What if?</h2>", *(f"<p>{escape(line)}</p>" for line in what_if(findings))]
        parts += [] if findings.alike else [_table(("Who", "Points of share", "95 %"), gaps)]
    if findings.without:
        parts += ["<h2>Restricted play: a seat that does without</h2>"]
        parts.append(_pairs(findings.without))
    if varied := findings.study.varied:
        rows = [
            (str(at.value), str(at.users(varied)), *(str(row.share) for row in at.seats))
            for at in findings.curve
        ]
        users = str(message("who used {card}", card=varied.card))
        heads = (varied.field, users, *(row.name for row in findings.curve[0].seats))
        parts += [f"<h2>What if {escape(str(varied))} were otherwise?</h2>", _table(heads, rows)]
    return parts


def _pairs(pairs: Iterable[tuple[str, object]]) -> str:
    return _table((), [(name, figure(n)) for name, n in pairs])


def _table(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    top = "".join(f'<th scope="col">{escape(head)}</th>' for head in heads)
    body = "".join(
        f'<tr><th scope="row">{escape(row[0])}</th>'
        + "".join(f"<td>{escape(cell)}</td>" for cell in row[1:])
        + "</tr>"
        for row in rows
    )
    head = f"<thead><tr>{top}</tr></thead>" if top else ""
    return f'<div class="wide" tabindex="0"><table>{head}<tbody>{body}</tbody></table></div>'
