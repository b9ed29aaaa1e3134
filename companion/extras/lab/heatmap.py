"""Heatmaps of a game: how often each space was named, come to, fought over, and fallen on."""

from collections import Counter
from collections.abc import Collection, Mapping

NAMED, VISITS, FIGHTS, FALLS = "named", "visits", "fights", "falls"
HEATS = {
    NAMED: "The fuller its shade, the oftener a space is named",
    VISITS: "The fuller its shade, the oftener a piece came to a space",
    FIGHTS: "The fuller its shade, the oftener a space was fought over",
    FALLS: "The fuller its shade, the oftener a piece left the board from a space",
}
"""What is counted of each space, and how its picture is told."""


def heats(
    spaces: Collection[str],
    named: Mapping[str, int],
    went: Mapping[str, Mapping[str, int]],
    fought: Mapping[str, int],
) -> dict[str, dict[str, int]]:
    """The counts by space of what there was, in the order of HEATS; a fall is a way from the board off it."""
    visits, falls = Counter[str](), Counter[str]()
    for was, ways in went.items():
        for now, n in ways.items():
            visits[now] += n
            falls[was] += n * (now not in spaces)
    counted = {NAMED: named, VISITS: visits, FIGHTS: fought, FALLS: falls}
    on_board = {
        what: {space: n for space in spaces if (n := of.get(space, 0))} for what, of in counted.items()
    }
    return {what: of for what, of in on_board.items() if of}
