"""``companion eye``: what stands where, in a photograph of a table with sigils."""

import argparse
import json
from typing import TYPE_CHECKING, Any

from companion.cli.reading import GAME, Commands, Told, game, games, raw, text
from companion.kernel import transcript
from companion.kernel.game import Game
from companion.kernel.journal import Table
from companion.kernel.opening import Opening

if TYPE_CHECKING:
    from companion.extras.eye.checking import Checked


def add(commands: Commands) -> None:
    """The command and its options."""
    parser = commands.add_parser("eye", help="say what stands where in a photograph of a table")
    parser.add_argument("game", metavar="GAME", help=GAME)
    parser.add_argument("photo", metavar="PHOTO", help="a JPEG, PNG or HEIC; - for what is piped in")
    parser.add_argument("--sitting", metavar="FILE", help="a .game file: what differs from its last moment?")
    parser.add_argument("--json", action="store_true", help="print it for programs")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Read one photograph; 1 where it cannot be read, or differs from the sitting."""
    from companion.extras.eye.checking import check  # what reads is loaded only where something is read
    from companion.extras.eye.look import look
    from companion.extras.eye.places import Marked
    from companion.extras.eye.sighting import MOST_BYTES, UnreadablePhoto

    box = game(chosen.game)
    table = _sitting(chosen.sitting) if chosen.sitting else _begun(box)
    if table.game.key != box.key:
        raise Told(f"{chosen.sitting} is a sitting of {table.game.name}, not of {box.name}.")
    marked = Marked.of(table.game, table.opening.cards)
    if marked is None:
        raise Told(f"{box.name} has no sigils: its paper.toml marks no pieces.", 1)
    try:
        checked = check(marked, table.game, table.state, look(raw(chosen.photo, MOST_BYTES), marked.borders))
    except UnreadablePhoto as no:
        raise Told(f"{chosen.photo}: {no}", 1) from None
    print(
        json.dumps(_plain(checked, bool(chosen.sitting)), ensure_ascii=False)
        if chosen.json
        else _words(checked)
    )
    return int(bool(chosen.sitting) and bool(checked.agreement.differ))


def _sitting(file: str) -> Table[Any]:
    try:
        return transcript.read(text(file, transcript.BYTES), games())
    except transcript.UnreadableTranscript as no:
        raise Told(f"{file}: {no}", 1) from None


def _begun(box: Game[Any]) -> Table[Any]:
    """A table of the most players, to know what there is."""
    seats = box.seats(max(box.players))
    return Table.open(box, Opening({seat: seat for seat in seats}, box.settled({}, len(seats))))


def _plain(checked: "Checked", compared: bool) -> dict[str, Any]:
    reading, one = checked.reading, checked.agreement
    result: dict[str, Any] = {
        "board": reading.board,
        "references": list(reading.references),
        "seen": [{"thing": p.thing, "space": p.space, "up": p.up} for p in checked.placed if p.space],
        "doubtful": [{"thing": p.thing, "why": str(p.doubt)} for p in one.doubtful],
        "milliseconds": reading.milliseconds,
    }
    if compared:
        result["missing"] = [{"thing": s.name, "space": s.space} for s in one.unseen]
        result["differences"] = [difference.words for _, difference in one.differ]
    return result


def _words(checked: "Checked") -> str:
    reading = checked.reading
    lines = [f"{len(reading.references)} of {reading.of} marks of the border, {reading.milliseconds} ms"]
    lines += [f"{p.thing}: {p.space}{'' if p.up else ', face down'}" for p in checked.placed if p.space]
    lines += [f"{p.thing}: in doubt, {p.doubt}" for p in checked.agreement.doubtful]
    return "\n".join(lines)
