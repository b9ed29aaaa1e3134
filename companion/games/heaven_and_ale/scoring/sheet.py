"""The score sheet of Heaven & Ale: what is counted for each player, and every score explained."""

from collections.abc import Iterator, Sequence
from typing import Any

from companion.games.heaven_and_ale import box
from companion.games.heaven_and_ale.scoring import words
from companion.games.heaven_and_ale.scoring.score import End, PlayerScore, Unit, score, what_if
from companion.kernel.score import AlternativeScore, Result, ScoreLine, ScoreStep
from companion.kernel.sheet import Check, Number, Row, ScoreTrack, SheetFault
from companion.words import message

_STARTS = box.starts()
TRACK = ScoreTrack(
    "production track",
    "marker",
    tuple(
        Number(
            marker,
            marker,
            least=box.LOWEST,
            most=box.LAST,
            start=_STARTS[marker],
            group="markers" if marker in box.COLOURS else "",
            icon=box.ICON[marker],
            tone=marker if marker in box.COLOURS else "monk",
            narrow="" if marker in box.COLOURS else "brew\u00admaster",
        )
        for marker in box.MARKERS
    ),
    label=box.place,
    numbered=1,
)
NUMBERS = (
    Number("ducats", "ducats", box.SCORING.ducats_most),
    Number("large_barrels", "large barrels", len(box.GOALS), short="large"),
    Number("small_barrels", "small barrels", len(box.GOALS), short="small"),
)
CHECKS = (
    Check("barrel_card", "Barrel card placed", short="card"),
    Check("first_player", "First player", short="first"),
)
PARTS = ("production", "barrels", "barrel-card", "first-player-point")


def together(rows: Sequence[Row]) -> Iterator[SheetFault]:
    """Yield a fault for everything that players cannot have from one box, together or alone."""
    for n, row in enumerate(rows, 1):
        both = row["large_barrels"] + row["small_barrels"]
        if both > len(box.GOALS):
            why = message(
                "and large barrels are {n} in all; one a goal, so at most {most}", n=both, most=len(box.GOALS)
            )
            yield SheetFault(row["name"], "small_barrels", why, n)
    for size in ("large_barrels", "small_barrels"):
        total = sum(row[size] for row in rows)
        if total > len(box.GOALS):
            why = message("of all players are {n}; the box holds {most}", n=total, most=len(box.GOALS))
            yield SheetFault("", size, why)
    first = [row["name"] for row in rows if row["first_player"]]
    if len(first) > 1:
        why = message("is claimed by {players}; only one figure stands there", players=first)
        yield SheetFault("", "first_player", why)


def end(row: Row) -> End:
    """Return the position for the final score, from a row of the sheet."""
    rest = {each.key: row[each.key] for each in (*NUMBERS, *CHECKS)}
    return End(row["name"], row[box.BREWMASTER], tuple(row[colour] for colour in box.COLOURS), **rest)


def row(end: End) -> Row:
    """The inverse of ``end``."""
    markers = dict(zip(box.COLOURS, end.markers, strict=True))
    rest = {each.key: getattr(end, each.key) for each in (*NUMBERS, *CHECKS)}
    return {"name": end.name, box.BREWMASTER: end.brewmaster, **markers, **rest}


def scored(rows: Sequence[Row]) -> tuple[Result, ...]:
    """Every score as the rules are written, with the other reading where it gives more."""
    return tuple(result(score(end(row))) for row in rows)


def result(score: PlayerScore, both: bool = True) -> Result:
    """A score explained; ``both`` tells of the reading in which one may stop as well."""
    reading = None
    if both and score.stopping:
        why = message("{Sentence}", sentence=words.stopping_words(score))
        reading = AlternativeScore(score.total_may_stop, "if one may stop", why, "exchange")
    return Result(
        score.end.name,
        tuple(ScoreLine(line.label, line.count, line.each, line.points, line.rule) for line in score.lines),
        tuple(_steps(score)),
        _figures(score),
        reading,
        tuple(what_if(score.end)),
        {
            "exchange": [_unit(unit) for unit in score.exchange],
            "level": score.level,
            "total_may_stop": score.total_may_stop,
        },
    )


def _steps(score: PlayerScore) -> Iterator[ScoreStep]:
    """Yield the steps of a score, each with its rule."""
    for sentence, rule in words.proof(score):
        yield ScoreStep(sentence, rule)


def _figures(score: PlayerScore) -> dict[str, str]:
    """Markers and brewmaster, before and after the exchange."""
    places = zip(box.COLOURS, score.end.markers, score.markers, strict=True)
    return {
        str(message("{Marker}", marker=colour)): _moved(before, after) for colour, before, after in places
    } | {
        "Brewmaster stands on": box.place(score.end.brewmaster),
        "Rate, steps back for 1": str(score.rate),
        "Exchange units": str(len(score.exchange)),
        "Ducats left": str(score.end.ducats),
        "Level": str(score.level),
        "Value": str(score.value),
    }


def _moved(before: int, after: int) -> str:
    return box.place(before) if before == after else f"{box.place(before)} → {box.place(after)}"


def _unit(unit: Unit) -> dict[str, Any]:
    return {"pays": [_step(payer) for payer in unit.payers], "moves": _step(unit.moved)}


def _step(step: tuple[str, int, int]) -> dict[str, Any]:
    marker, before, after = step
    return {"marker": marker, "from": before, "to": after}
