"""The findings of the lab in lines to read, as plain data and as a table."""

import csv
import io
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

from companion.extras.lab.comparison import TRIED, Difference, Had, Trial
from companion.extras.lab.report import ReportRow, StudyReport, Use
from companion.extras.lab.study import At, Findings
from companion.players.games import asides
from companion.players.intervals import Share
from companion.players.otherwise import TURNS
from companion.words import Text, joined, message

UNCOUNTED = "not counted"
"""Where nobody looked: who plays at random looks at nothing."""
USES = 12
"""So many cards, verbs and things are told at most; the data has them all."""


def heading(findings: Findings) -> str:
    """Return the basis of every figure: games, seed, players and the rules' version."""
    task, games = findings.study.task, findings.report.games
    words = "{game}: {n} games, seed {seed}, played by {by}, rules version {version}"
    if games < findings.study.games:
        words = "{game}: {n} of {asked} games, seed {seed}, played by {by}, rules version {version}"
    return str(
        message(
            words,
            game=findings.name,
            n=games,
            asked=findings.study.games,
            seed=task.seed,
            by=list(dict.fromkeys(task.by)),
            version=findings.version,
        )
    )


def about(findings: Findings) -> list[Text]:
    """Return why not all was played, in sentences."""
    notes = asides(findings.stopped, findings.unplayed)
    enough = findings.trials and not notes and findings.report.games < findings.study.games
    return ["These games tell, so the rest was not played."] if enough else notes


def lines(findings: Findings) -> list[str]:
    """Everything to read."""
    report = [heading(findings), *map(str, about(findings))]
    report += ["", *suspects(findings)]
    if findings.trials:
        report += ["", trials(findings), *_indented(map(tried, findings.trials))]
    report += _report(findings.report)
    if findings.against:
        report += ["", *what_if(findings)]
        report += [] if findings.alike else _indented(map(_gap, findings.differences))
        report += _indented(_report(findings.against))
    if findings.without:
        report += ["", "Restricted play: what a seat wins that does without"]
        report += _indented(f"{name}: {share}" for name, share in findings.without)
    if findings.study.varied:
        report += ["", f"What if {findings.study.varied} were otherwise? On the same seeds:"]
        for at in findings.curve:
            report += _at(findings, at)
    return report


def _indented(lines: Iterable[object]) -> list[str]:
    return [f"  {line}" for line in lines]


def what_if(findings: Findings) -> list[str]:
    """Return whose more or less the differences are, and a sentence where nothing differs."""
    study = findings.study
    if study.against is None:
        return []
    sets = [task.cards["name"] if task.cards else "the house set" for task in (study.task, study.against)]
    changed: Text = "with the other options"
    if study.sets_differ:
        changed = message("with {this} instead of {other}", this=sets[0], other=sets[1])
    words = "What if? What seats and users win more {changed}, on the same seeds:"
    if findings.alike:
        words = "What if? No game went otherwise {changed}: these players never use what differs."
    rows = [str(message(words, changed=changed))]
    if study.sets_differ and not study.candidates:
        rows.append("No card differs." if study.changed == () else str(message(WHOLE, most=TRIED)))
    return rows


WHOLE = "None was tried alone: more than {most} cards differ, others are there, or one lies elsewhere."


def suspects(findings: Findings) -> list[str]:
    """Return what is beyond doubt, the most certain first, in lines."""
    result = findings.suspects()
    told = [f"  {name}: {verdict}" for name, verdict in result[:USES]]
    return ["Suspects, the most certain first:", *told] if result else ["Nobody is accused."]


def trials(findings: Findings) -> str:
    """Return what the lines about changed cards are about."""
    other = findings.study.against
    name = other.cards["name"] if other and other.cards else "the house set"
    words = "Changed cards, at each moment beside the same card as in {other}:"
    return str(message(words, other=name))


def tried(one: Trial) -> str:
    """Return in a line what came of a changed card."""
    lines: list[Text] = ["tried as if in play from the start"] if one.late else []
    words = "{n:# moment|# moments} went otherwise in {games:# game|# games}"
    lines.append(message(words, n=one.moments, games=one.games))
    for gap, words in (
        (one.gain, "each gained {more} more ({ends})"),
        (one.later, "{turns} turns later {more} more ({ends})"),
    ):
        if gap.games:
            between = message("{low} to {high}", low=f"{gap.low:+.1f}", high=f"{gap.high:+.1f}")
            lines.append(message(words, more=f"{gap.more:+.1f}", ends=between, turns=TURNS))
    uses, worth = one.uses, one.worth
    words = "used {now} times a game instead of {before}"
    lines.append(message(words, now=f"{uses.now:.1f}", before=f"{uses.before:.1f}"))
    if worth.games:
        words = "a use gained {now} instead of {before}"
        lines.append(message(words, now=f"{worth.now:.1f}", before=f"{worth.before:.1f}"))
    verdict = one.verdict or ("these players never use what differs" if one.idle else "cannot tell yet")
    return str(message("{card}: {said:; }: {verdict}", card=one.card, said=lines, verdict=verdict))


def percent(share: float) -> str:
    """Return a share in percent."""
    return f"{100 * share:.1f}"


def worth_having(one: Had) -> str:
    """Return in a line what a card is worth to who may use it."""
    less = one.less
    words = "{card}: won {now} % with it, {before} % without ({ends} points)"
    sentence: Text = message(
        words, card=one.card, now=percent(less.now), before=percent(less.before), ends=ends(less, 0)
    )
    return str(joined((sentence, one.verdict), ": "))


def _at(findings: Findings, at: At) -> list[str]:
    varied = findings.study.varied
    assert varied
    told = [
        f"  {at.value}{'' if at.differences else ', as it is'}: users of {varied.card} won {at.users(varied)}"
    ]
    return told + [f"    {_gap(one)}" for one in at.differences]


def _gap(one: Difference) -> str:
    return f"{one.name}: {100 * one.more:+.1f} points of share ({ends(one, 0)})"


def ends(one: Difference, digits: int) -> str:
    """Return between which points of share a difference lies."""
    low, high = f"{100 * one.low:+.{digits}f}", f"{100 * one.high:+.{digits}f}"
    return str(message("{low} to {high}", low=low, high=high))


def _report(report: StudyReport) -> list[str]:
    lines: list[str] = []
    lines += ["", together(report.together)] if report.together else []
    for by, rows in report.fair.items():
        lines += ["", f"Fair? By {by}", *_indented(map(_row, rows))]
    lines += ["", f"Shared wins {report.shared}, draws {report.drawn}"]
    lines += ["Ended by: " + ", ".join(f"{rule} {n}" for rule, n in report.endings.items())]
    figures = _indented(f"{name}: {figure(n)}" for name, n in report.figures.items())
    lines += ["", "How long, how tense?", *figures]
    lines += ["  who leads wins, tenth by tenth: " + ", ".join(map(lead, report.leads))]
    lines += _killers(report)
    if report.had:
        lines += ["", "Which card? What a seat wins that may use it, and one that may not"]
        lines += _indented(map(worth_having, report.had[:USES]))
    lines += ["", "Which is used? How often in a game, what a use gained, taken of offered"]
    lines += _indented(map(_use, report.uses[:USES]))
    lines += ["", "Where?"] if report.heats else []
    for what, places in report.heats.items():
        most = [" ".join(pair) for pair in often(places)[:USES]]
        lines.append(f"  {what}: {', '.join(most)}")
    lines += ["", "Never fired: " + (", ".join(report.silent) or "none")]
    return lines


def together(won: Share) -> str:
    """Return the sentence in place of who is stronger, if all play on one side."""
    return str(message("Fair? Nobody plays against anybody. Won: {share} of {n}", share=str(won), n=won.of))


def _killers(report: StudyReport) -> list[str]:
    if not report.killers:
        return []
    result = ", ".join(f"{name} {100 * share.share:.0f} %" for name, share in report.killers[:USES])
    return [
        "",
        f"Killer moves, by which most was gained in so many of {report.killers[0][1].of} games: {result}",
    ]


def _row(row: ReportRow) -> str:
    return f"{row.name}: {row.share} of {row.share.of}, fair {100 * row.fair:.0f} %: {row.verdict}"


def often(places: Mapping[str, int]) -> list[tuple[str, str]]:
    """Each space with how often that was, the most first."""
    return [(space, str(n)) for space, n in sorted(places.items(), key=lambda pair: (-pair[1], pair[0]))]


def lead(won: Share) -> str:
    """Return how often the leader wins, in percent, or a dash if nobody leads."""
    return f"{100 * won.share:.0f}" if won.of else "–"


def figure(n: object) -> str:
    """A figure as it is told; ``not counted`` where it is None."""
    if n is None:
        return UNCOUNTED
    return f"{n:g}" if isinstance(n, float) else str(n)


def taken(use: Use) -> str:
    """Return how often it was taken, and of how many offers; a dash where nobody could take it or leave it,
    as a card that covers an action."""
    if use.offered == 0:
        return "–"
    words = "{n}" if use.offered is None else "{n} of {offered}"
    return str(message(words, n=use.taken, offered=use.offered))


def gained(use: Use) -> str:
    """Return what a use gained on the mean, by worth."""
    return UNCOUNTED if use.worth is None else f"{use.worth:+.1f}"


def _use(use: Use) -> str:
    words = "{name}: {n} a game; gained {gained}; taken {taken}"
    sentence: Text = message(
        words, name=use.name, n=f"{use.each_game:.1f}", gained=gained(use), taken=taken(use)
    )
    return str(joined((sentence, use.verdict), ": "))


def data(findings: Findings) -> dict[str, Any]:
    """Everything as plain data."""
    task = findings.study.task
    return {
        "game": task.game,
        "version": findings.version,
        "games": findings.report.games,
        "seed": task.seed,
        "by": list(task.by),
        "stopped": findings.stopped,
        "unplayed": list(findings.unplayed),
        "suspects": findings.suspects(),
        "report": _plain(findings.report),
        "against": _plain(findings.against) if findings.against else None,
        "differences": [_gap_data(one) for one in findings.differences],
        "trials": [_trial_data(one) for one in findings.trials],
        "alike": findings.alike,
        "without": {name: _plain(share) for name, share in findings.without},
        "varied": asdict(findings.study.varied) if findings.study.varied else None,
        "curve": [_point(findings, at) for at in findings.curve],
    }


def _gap_data(one: Difference) -> dict[str, Any]:
    ends = {"more": one.more, "low": one.low, "high": one.high, "sure": one.sure}
    return {key: _plain(value) for key, value in (asdict(one) | ends).items()}


def _trial_data(one: Trial) -> dict[str, Any]:
    measured = {gap.name: _gap_data(gap) for gap in (one.gain, one.later, one.uses, one.worth)}
    counted = {"games": one.games, "moments": one.moments}
    return {"card": one.card, **counted, **measured, "sure": round(one.sure, 4), "verdict": one.verdict}


def _point(findings: Findings, at: At) -> dict[str, Any]:
    """One value of the number that is varied: what its card's users won, each seat, and the differences."""
    varied = findings.study.varied
    assert varied
    return {
        "value": at.value,
        "games": at.report.games,
        "users": _plain(at.users(varied)),
        "seats": [{"name": row.name, **_plain(row.share)} for row in at.report.fair.get("seat", ())],
        "differences": [_gap_data(one) for one in at.differences],
        "suspects": [(name, verdict) for _, name, verdict in at.report.suspects()],
    }


def _plain(thing: Any) -> Any:
    """Frozen things as what JSON has."""
    if isinstance(thing, Share):
        ends = {"share": round(thing.share, 4), "low": round(thing.low, 4), "high": round(thing.high, 4)}
        return {"won": round(thing.won, 3), "of": thing.of, **ends}
    if isinstance(thing, dict):
        return {key: _plain(value) for key, value in thing.items()}
    if isinstance(thing, (tuple, list)):
        return [_plain(one) for one in thing]
    if hasattr(thing, "__dataclass_fields__"):
        return {key: _plain(getattr(thing, key)) for key in thing.__dataclass_fields__}
    return round(thing, 4) if isinstance(thing, float) else thing


def table(findings: Findings) -> str:
    """Every share as a spreadsheet."""
    out = io.StringIO()
    write = csv.writer(out, lineterminator="\n").writerow
    write(
        ("list", "name", "won", "of", "share", "low", "high", "fair", "offered", "taken", "gained", "verdict")
    )
    for by, rows in findings.report.fair.items():
        for row in rows:
            write((by, row.name, *_cells(row.share), row.fair, "", "", "", row.verdict))
    for use in findings.report.uses:
        counts = figure(use.offered), use.taken
        write((use.kind, use.name, *_cells(use.used), "", *counts, gained(use), use.verdict))
    for one in findings.report.had:
        less = one.less
        write(("has", one.card, "", "", f"{less.now:.4f}", "", "", "", "", "", "", one.verdict))
        write(("does without", one.card, "", less.games, f"{less.before:.4f}", *[""] * 7))
    for name, share in findings.report.killers:
        write(("killer move", name, *_cells(share), "", "", "", "", ""))
    for name, share in findings.without:
        write(("does without", name, *_cells(share), "", "", "", "", ""))
    if varied := findings.study.varied:
        for at in findings.curve:
            write((f"{varied} {at.value}", varied.card, *_cells(at.users(varied)), "", "", "", "", ""))
            for row in at.report.fair.get("seat", ()):
                write(
                    (f"{varied} {at.value}", row.name, *_cells(row.share), row.fair, "", "", "", row.verdict)
                )
    return out.getvalue()


def _cells(share: Share) -> tuple[str, int, str, str, str]:
    return f"{share.won:g}", share.of, f"{share.share:.4f}", f"{share.low:.4f}", f"{share.high:.4f}"
