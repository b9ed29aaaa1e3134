"""``companion replay``: whether every line of a sitting, or of a report that carries one, holds."""

import argparse
import json

from companion.boxes.own import Described
from companion.cli.reading import Commands, Told, games, text
from companion.kernel import transcript
from companion.story import report


def add(commands: Commands) -> None:
    """The command and its options."""
    parser = commands.add_parser("replay", help="say whether every line of a sitting or a report holds")
    parser.add_argument("file", metavar="FILE", help="a .game file; - for what is piped in")
    parser.add_argument("--games", metavar="DIR", default="", help="a folder of games that are not installed")
    parser.add_argument("--json", action="store_true", help="print the last moment")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Replay the sitting and say how it stands; Told names the line that does not hold."""
    transcript_text = text(chosen.file, transcript.BYTES)
    for what, lines in report.remarks(transcript_text).items() if not chosen.json else ():
        print("\n".join(f"{what}: {line}" for line in lines))
    try:
        table = transcript.read(transcript_text, games(chosen.games), Described())
    except transcript.UnreadableTranscript as no:
        raise Told(f"{chosen.file}: {no}", 1) from None
    if (note := transcript.other_rules(transcript_text, table.game)) and not chosen.json:
        print(note)
    state, game = table.state, table.game
    over = state.over and {"winners": state.over.winners, "rule": state.over.rule, "why": str(state.over.why)}
    if chosen.json:
        moment = {"game": game.key, "n": table.n, "things": game.things(state), "over": over}
        print(json.dumps(moment, ensure_ascii=False))
    else:
        ended = f" {state.over.why}" if state.over else ""
        print(f"{game.name}: all {table.n} entries hold.{ended}")
    return 0
