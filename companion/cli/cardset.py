"""``companion set``: a set of cards checked, begun from a template, turned into a spreadsheet or TOML."""

import argparse
import sys
from collections.abc import Collection
from typing import Any

from companion.cli import reading
from companion.cli.reading import Commands, Told, telling
from companion.kernel.cardset import CardSet, SetForm
from companion.kernel.features import CardPlay
from companion.kernel.game import Game
from companion.kernel.shelf import shelf
from companion.players.loops import loops
from companion.players.tried import PLAYS, Tried, tried
from companion.toolkit import cardsets
from companion.words import counted, listed

MOST = 5
"""So many things that a card did are told, the most frequent first."""


def add(commands: Commands) -> None:
    """The command and what it does, each with its options."""
    parser = commands.add_parser("set", help="sets of cards: a template, a check, a spreadsheet")
    parser.set_defaults(run=run)
    doing = parser.add_subparsers(required=True, metavar="WHAT")
    check = doing.add_parser("check", help="say whether a set fits, naming each card and field that does not")
    check.add_argument(
        "--plays", type=int, default=PLAYS, metavar="N", help="play each card N times at random; 0 for none"
    )
    check.set_defaults(do=_check)
    new = doing.add_parser("new", help="print a template with remarks, for what your box says")
    new.add_argument("game", metavar="GAME")
    new.add_argument("--csv", action="store_true", help="for a spreadsheet")
    new.add_argument("--house", action="store_true", help="with the house set in it")
    new.set_defaults(do=_new)
    of_file = [check]
    for into, words in (("csv", "print a set for a spreadsheet"), ("toml", "print a set as TOML")):
        of_file.append(doing.add_parser(into, help=words))
        of_file[-1].set_defaults(do=_turned, into=into)
        of_file[-1].add_argument("--read", action="store_true", help="with the effects read from the texts")
    for one in of_file:
        one.add_argument("file", metavar="FILE", help="TOML or CSV; - for what is piped in")
        one.add_argument("--game", default="", metavar="GAME", help="where the file does not say it")


def run(chosen: argparse.Namespace) -> int:
    """Do with the set what was chosen; Told says what is wrong with the file."""
    return int(chosen.do(chosen))


def _read(chosen: argparse.Namespace) -> cardsets.SetFile:
    with telling(cardsets.UnreadableSet):
        return cardsets.read(shelf(), reading.raw(chosen.file), chosen.game, chosen.file)


def _check(chosen: argparse.Namespace) -> int:
    file = _read(chosen)
    game, cards = file.game, file.cards
    if _to_mend(file.faults()):
        return 1
    counts = ", ".join(
        f"{len(cards[deck.key])} in “{deck.key}”" for deck in game[SetForm].decks if deck.key in cards
    )
    print(f"{cards['name']}: a whole set for {game.name} ({counts}).")
    if proposed := cardsets.proposals(game[SetForm], cards):
        print("These texts are understood; “companion set toml FILE --read” writes their effects:")
        for one in proposed:
            print(f"  {one}")
    if chosen.plays > 0 and game.get(CardPlay):
        return _tried(game, cards, chosen.plays)
    return 0


def _tried(game: Game[Any], cards: CardSet, plays: int) -> int:
    """Print what each card of a set did, played at random; return 1 if one never runs out."""
    print(
        f"Played at random, each card {counted(plays, 'time')} if it could be, a minute at most:", flush=True
    )
    rows = [row for deck in game[SetForm].decks for row in cards.get(deck.key, ())]
    names = [row["name"] for row in rows if row.get("effect")]
    result = tried(game, cards, plays)
    for name in names:
        if one := result.get(name):
            print(f"  {name}, {counted(one.times, 'play')}: {_did(one)}.")
    if left := [name for name in names if name not in result]:
        print(f"  {listed(left)}: never played; by itself, by hand, or nobody could.")
    return _to_mend(loops(game, cards, result))


def _did(one: Tried) -> str:
    did = [f"{n} {what}" for what, n in one.did.most_common(MOST)]
    return ", ".join([*did, *[f"nothing to see in {counted(one.idle, 'play')}"] * bool(one.idle)])


def _to_mend(faults: Collection[object]) -> int:
    """Print each fault, and how many there are; return 1 if there are any."""
    for fault in faults:
        print(fault)
    if faults:
        print(f"{counted(len(faults), 'thing')} to mend.", file=sys.stderr)
    return int(bool(faults))


def _new(chosen: argparse.Namespace) -> int:
    game = reading.game(chosen.game)
    if game.get(SetForm) is None:
        raise Told(f"{game.name} is played without a set of cards.")
    form = game[SetForm]
    cards = cardsets.tidy(form, form.house) if chosen.house else cardsets.empty(form)
    as_csv = cardsets.to_csv(form, cards, game.key)
    print(as_csv if chosen.csv else cardsets.to_toml(form, cards, game, remarks=True), end="")
    return 0


def _turned(chosen: argparse.Namespace) -> int:
    file = _read(chosen)
    game, cards, wrong = file.game, file.cards, file.faults()
    if chosen.read:
        cards = cardsets.with_proposals(game[SetForm], cards)
        wrong = cardsets.faults(game[SetForm], cards)
    if wrong:
        raise Told(f"This does not fit yet. {wrong[0]}", 1)
    as_csv = cardsets.to_csv(game[SetForm], cards, game.key)
    print(as_csv if chosen.into == "csv" else cardsets.to_toml(game[SetForm], cards, game), end="")
    return 0
