"""The command line: serve the tables, score, replay a sitting, play at random, count what is legal."""

import argparse
import json
import sys
import tomllib
from pathlib import Path
from typing import Any

from companion.kernel.game import Game, shelf
from companion.kernel.state import counted

MOST = 1024 * 1024


class Told(Exception):
    """Something is not as it should be; the sentence says what, the code is the command's."""

    def __init__(self, sentence: str, code: int = 2) -> None:
        super().__init__(sentence)
        self.code = code


def main(arguments: list[str] | None = None) -> int:
    """Run a command; its exit code."""
    parser, words = _parser(), list(sys.argv[1:] if arguments is None else arguments)
    if "--offset" in words[:-1]:  # what follows may begin with a minus
        at = words.index("--offset")
        words[at : at + 2] = [f"--offset={words[at + 1]}"]
    chosen, more = parser.parse_known_args(words)
    if more and (not hasattr(chosen, "pieces") or any(word.startswith("-") for word in more)):
        parser.error(f"unrecognized arguments: {' '.join(more)}")
    if more:  # pieces that are named after an option
        chosen.pieces += more
    try:
        return int(chosen.run(chosen))
    except Told as told:
        print(told, file=sys.stderr)
        return told.code
    except BrokenPipeError:
        sys.stderr.close()
        return 1
    except KeyboardInterrupt:
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("companion", description="Every phone at the table knows the rules.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    serve = commands.add_parser("serve", help="serve the tables to the phones around")
    serve.add_argument("--host", default="0.0.0.0", help="the address to listen on (0.0.0.0: on all)")
    serve.add_argument("--port", type=_port, default=8000)
    serve.add_argument("--data", metavar="DIR", help="where the tables are kept")
    serve.set_defaults(run=_serve)

    replay = commands.add_parser("replay", help="say whether every line of a sitting holds")
    replay.add_argument("file", metavar="FILE", help="a .game file; - for what is piped in")
    replay.add_argument("--json", action="store_true", help="print the last moment")
    replay.set_defaults(run=_replay)

    score = commands.add_parser("score", help="score final boards")
    score.add_argument("game", metavar="GAME")
    score.add_argument("file", metavar="FILE", help="the boards as JSON or TOML; - for what is piped in")
    score.add_argument("--json", action="store_true")
    score.set_defaults(run=_score)

    simulate = commands.add_parser("simulate", help="play a game by itself")
    simulate.add_argument("game", metavar="GAME")
    simulate.add_argument("--games", type=_whole, default=100, metavar="N")
    simulate.add_argument("--seed", type=int, default=1, metavar="S")
    simulate.add_argument("--greedy", action="store_true", help="let the game's own player choose")
    simulate.add_argument("--json", action="store_true")
    simulate.set_defaults(run=_simulate)

    count = commands.add_parser("count", help="count the legal actions from the first decision")
    count.add_argument("game", metavar="GAME")
    count.add_argument("--depth", type=_depth, default=1, metavar="D", help="1 to 3")
    count.add_argument("--json", action="store_true")
    count.set_defaults(run=_count)

    paper = commands.add_parser("print", help="make what the table needs on paper")
    paper.add_argument("game", metavar="GAME")
    paper.add_argument(
        "pieces", metavar="PIECE", nargs="*", help="which pieces; all that a table needs if none"
    )
    paper.add_argument("--paper", default="", help="a4, letter or a3")
    paper.add_argument("--duplex", default="", help="long, short, gutterfold or none")
    paper.add_argument("--ink", default="", help="full, saver or bw")
    paper.add_argument("--seam", default="", help="how boards are cut: straight, zigzag, or fit on one sheet")
    paper.add_argument("--punch", default="", help="how large chips are: 25 or 25.4 mm")
    paper.add_argument("--shape", default="", help="round or square chips")
    paper.add_argument("--shop", default="", help="one card a page with bleed, for a print shop: rgb or cmyk")
    paper.add_argument("--offset", default="", metavar="X,Y", help="how far backs move right and down, in mm")
    paper.add_argument("--set", metavar="FILE", help="a set of cards of your own, TOML or CSV")
    paper.add_argument("-o", "--out", metavar="FILE", help="where to; GAME.pdf if left out, - for the pipe")
    paper.set_defaults(run=_print)

    cards = commands.add_parser("set", help="sets of cards: a template, a check, a spreadsheet")
    doing = cards.add_subparsers(required=True, metavar="WHAT")
    check = doing.add_parser("check", help="say whether a set fits, naming each card and field that does not")
    template = doing.add_parser("new", help="print the house set as a template with remarks")
    for also, words in (("csv", "print a set for a spreadsheet"), ("toml", "print a set as TOML")):
        turned = doing.add_parser(also, help=words)
        turned.add_argument("file", metavar="FILE", help="TOML or CSV; - for what is piped in")
        turned.add_argument("--game", default="", metavar="GAME")
        turned.set_defaults(run=_set_turned, into=also)
    check.add_argument("file", metavar="FILE", help="TOML or CSV; - for what is piped in")
    check.add_argument("--game", default="", metavar="GAME", help="where the file does not say it")
    check.set_defaults(run=_set_check)
    template.add_argument("game", metavar="GAME")
    template.add_argument("--csv", action="store_true", help="for a spreadsheet")
    template.set_defaults(run=_set_new)
    return parser


def _whole(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) <= 10_000_000:
        raise argparse.ArgumentTypeError("a whole number above 0, please")
    return int(text)


def _depth(text: str) -> int:
    if text not in ("1", "2", "3"):
        raise argparse.ArgumentTypeError("1, 2 or 3, please")
    return int(text)


def _port(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) < 65536:
        raise argparse.ArgumentTypeError("a number from 1 to 65535, please")
    return int(text)


def _game(key: str) -> Game[Any]:
    games = shelf()
    if key not in games:
        raise Told(f"“{key[:40]}” is not on this shelf; here are {', '.join(games) or 'no games'}.")
    return games[key]


def _serve(chosen: argparse.Namespace) -> int:
    from companion.cli.serve import serve

    return serve(chosen.host, chosen.port, chosen.data)


def _text(file: str) -> str:
    """What stands in a file, or is piped in."""
    try:
        raw = sys.stdin.buffer.read(MOST + 1) if file == "-" else Path(file).read_bytes()
        if len(raw) > MOST:
            raise Told(f"{file} is too long: more than 1 MB.", 1)
        return raw.decode()
    except OSError as error:
        raise Told(f"{file} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise Told(f"{file} is not text.", 1) from None


def _score(chosen: argparse.Namespace) -> int:
    game = _game(chosen.game)
    if game.sheet is None:
        raise Told(f"{game.name} counts no points.")
    try:
        boards = game.sheet.read(_data(chosen.file))
    except ValueError as no:
        raise Told(f"{chosen.file}: {no}", 1) from None
    if chosen.json:
        print(json.dumps(game.sheet.scored(boards), ensure_ascii=False))
    else:
        print(game.sheet.text(boards))
    return 0


def _data(file: str) -> Any:
    """A file of JSON, or else of TOML."""
    text = _text(file)
    try:
        return json.loads(text)
    except ValueError as no_json:
        try:
            return tomllib.loads(text)
        except ValueError as no_toml:
            why = no_toml if file.endswith(".toml") else no_json
            raise Told(f"{file} is neither JSON nor TOML: {why}.", 1) from None
    except RecursionError:
        raise Told(f"{file} is nested too deep.", 1) from None


def _replay(chosen: argparse.Namespace) -> int:
    from companion.kernel import transcript

    text = _text(chosen.file)
    try:
        table = transcript.read(text, shelf())
    except transcript.Unreadable as no:
        raise Told(f"{chosen.file}: {no}", 1) from None
    state, game = table.state, table.game
    over = state.over and {"winners": state.over.winners, "rule": state.over.rule, "why": state.over.why}
    if chosen.json:
        moment = {"game": game.key, "n": table.n, "things": game.things(state), "over": over}
        print(json.dumps(moment, ensure_ascii=False))
    else:
        ended = f" {state.over.why}" if state.over else ""
        print(f"{game.name}: all {table.n} entries hold.{ended}")
    return 0


def _set_read(chosen: argparse.Namespace) -> tuple[Game[Any], dict[str, Any]]:
    from companion import cardsets

    try:
        raw = sys.stdin.buffer.read(MOST + 1) if chosen.file == "-" else Path(chosen.file).read_bytes()
        return cardsets.read(shelf(), raw[: MOST + 1].decode(), chosen.game)
    except OSError as error:
        raise Told(f"{chosen.file} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise Told(f"{chosen.file}: the file is not text.", 1) from None
    except cardsets.Unreadable as no:
        raise Told(f"{chosen.file}: {no}", 1) from None


def _set_check(chosen: argparse.Namespace) -> int:
    from companion import cardsets

    game, cards = _set_read(chosen)
    assert game.sets
    wrong = cardsets.faults(game.sets, cards)
    for fault in wrong:
        print(fault)
    if wrong:
        print(f"{counted(len(wrong), 'thing')} to mend.", file=sys.stderr)
        return 1
    counts = ", ".join(
        f"{len(cards[deck.key])} in “{deck.key}”" for deck in game.sets.decks if deck.key in cards
    )
    print(f"{cards['name']}: a whole set for {game.name} ({counts}).")
    return 0


def _set_new(chosen: argparse.Namespace) -> int:
    from companion import cardsets

    game = _game(chosen.game)
    if game.sets is None:
        raise Told(f"{game.name} is played without a set of cards.")
    house = cardsets.tidy(game.sets, game.sets.house)
    as_csv = cardsets.to_csv(game.sets, house, game.key)
    print(as_csv if chosen.csv else cardsets.to_toml(game.sets, house, game, remarks=True), end="")
    return 0


def _set_turned(chosen: argparse.Namespace) -> int:
    from companion import cardsets

    game, cards = _set_read(chosen)
    assert game.sets
    if wrong := cardsets.faults(game.sets, cards):
        raise Told(f"{chosen.file} does not fit yet: {wrong[0]}", 1)
    as_csv = cardsets.to_csv(game.sets, cards, game.key)
    print(as_csv if chosen.into == "csv" else cardsets.to_toml(game.sets, cards, game), end="")
    return 0


def _simulate(chosen: argparse.Namespace) -> int:
    from companion.kernel.statistics import simulated

    game = _game(chosen.game)
    if chosen.greedy and game.player is None:
        raise Told(f"{game.name} has nobody who plays it with sense; leave --greedy out.")
    figures = simulated(game, chosen.games, chosen.seed, chosen.greedy)
    if chosen.json:
        print(json.dumps(figures, ensure_ascii=False))
        return 0
    length = figures["length"]
    print(f"{figures['games']} games, {figures['moves']} moves, {figures['moves_per_second']:,.0f} moves/s")
    print(f"length {length['min']} / {length['mean']} / {length['max']} (shortest, mean, longest)")
    for name in ("wins", "first", "rules"):
        print(f"{name}: " + ", ".join(f"{key} {value}" for key, value in figures[name].items()))
    print(f"draws: {figures['draws']}")
    return 0


def _count(chosen: argparse.Namespace) -> int:
    from companion.kernel import statistics

    counts = statistics.counted(_game(chosen.game), chosen.depth)
    if chosen.json:
        print(json.dumps(counts))
        return 0
    for depth, verbs in counts.items():
        print(f"{depth}: " + ", ".join(f"{verb} {number}" for verb, number in verbs.items()))
    return 0


def _print(chosen: argparse.Namespace) -> int:
    from printables.job import Unprintable, made, written

    game = _game(chosen.game)
    out = chosen.out or f"{game.key}.pdf"
    try:
        pages = made(game, chosen.pieces, vars(chosen), chosen.set)
        if out != "-":
            written(Path(out), pages)
    except Unprintable as no:
        raise Told(str(no)) from None
    if out == "-":
        sys.stdout.buffer.write(pages)
        return 0
    print(f"{out}: {len(pages) / 1000:,.0f} kB. Print it at 100 %.")
    return 0
