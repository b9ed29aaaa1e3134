"""``companion bot``: a computer player that sits down at a table, and plays over the interface."""

import argparse
import json
import os
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from companion.boxes.own import Described
from companion.boxes.shelf import Shelf
from companion.cli.reading import Commands, Told, telling
from companion.kernel import transcript
from companion.kernel.action import written
from companion.kernel.game import AGREE_UNDO
from companion.kernel.journal import Table
from companion.kernel.simulate import AGREE
from companion.players.absent import Position, moment
from companion.players.players import WHO, named, unfit

TOKEN = "COMPANION_TOKEN"  # noqa: S105 (where it is looked for)
LOOKS, PATIENCE = 1.0, 30.0
"""Seconds between two looks at a table that waits for others, and till a server has to have answered."""


def add(commands: Commands) -> None:
    """The command and its options."""
    parser = commands.add_parser("bot", help="let a computer player sit down at a table and play")
    parser.add_argument("url", metavar="URL", help="the address of the table: https://…/t/KITE7X")
    parser.add_argument("seat", metavar="SEAT")
    parser.add_argument("--player", default="careful", metavar="PLAYER", help=WHO)
    parser.add_argument(
        "--token", default=os.environ.get(TOKEN, ""), help=f"from the page “This phone”; or in {TOKEN}"
    )
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Play until the game is over; print what is said, and how it ended."""
    with telling(ValueError, code=2):
        player = named(chosen.player)
    if not chosen.token:
        raise Told(f"A bot needs a token: make one on the page “This phone”, and give it in {TOKEN}.")
    bot = Bot(Caller(address(chosen.url), chosen.token), chosen.seat, chosen.player, secrets.token_hex(16))
    bot.sit_down()
    if why := unfit(bot.table().game, player):
        raise Told(str(why))
    print(bot.play(print))
    return 0


def address(url: str) -> str:
    """Return the address of a table in the interface, from that of its page; Told if it is none."""
    there = urlsplit(url)
    code = there.path.rstrip("/").rpartition("/")[2]
    if there.scheme not in ("http", "https") or not there.netloc or not code.isalnum():
        raise Told(f"The address of a table is as on its page: https://…/t/KITE7X; not “{url[:80]}”.")
    return f"{there.scheme}://{there.netloc}/api/1/tables/{code}"


@dataclass(frozen=True)
class Caller:
    """A table at an address, called with a token."""

    table: str
    token: str

    def text(self, path: str = "", body: Any = None) -> tuple[int, str]:
        """Return the status and the text of an answer; Told where nobody answers."""
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        sent = None if body is None else json.dumps(body).encode()
        try:
            with urlopen(Request(f"{self.table}{path}", sent, headers), timeout=PATIENCE) as answer:  # noqa: S310
                return answer.status, answer.read().decode()
        except HTTPError as refused:
            return refused.code, refused.read().decode()
        except (URLError, OSError) as gone:
            raise Told(f"{self.table} does not answer: {gone}.", 1) from gone

    def ask(self, path: str = "", body: Any = None) -> Any:
        """Return an answer as data; Told, in the server's words, where it refuses."""
        status, text = self.text(path, body)
        if status >= 400:
            raise Told(json.loads(text)["detail"], 1)
        return json.loads(text)


@dataclass
class Bot:
    """A computer player for one seat of a table."""

    caller: Caller
    seat: str
    player: str
    lot: str
    """The secret from which it deals its own hidden hand."""

    def sit_down(self) -> None:
        """Take the seat, unless the token is for it; Told where somebody sits there."""
        chairs = {one["seat"]: one for one in self.caller.ask()["seats"]}
        if self.seat not in chairs:
            raise Told(f"This table has no seat “{self.seat[:40]}”. It has {', '.join(chairs)}.")
        if not chairs[self.seat]["mine"]:
            self.caller.ask("/seats", {"action": "take", "seat": self.seat})

    def table(self) -> Table[Any]:
        """Return the table as it stands, replayed here; Told where its game cannot be played here."""
        status, text = self.caller.text("/transcript")
        if status >= 400:
            raise Told(json.loads(text)["detail"], 1)
        try:
            return transcript.read(text, Shelf(), Described())
        except transcript.UnreadableTranscript as no:
            raise Told(f"This table cannot be played from here. {no}", 1) from no

    def play(self, tell: Callable[[str], None]) -> str:
        """Play until the game is over; return how it ended, in a sentence."""
        while not (state := self.caller.ask())["over"]:
            if said := self.said(state):
                status, text = self.caller.text("/say", {"seat": self.seat, "after": state["n"], **said})
                answer = json.loads(text)
                if status not in (200, 409):  # later than somebody else: it thinks again
                    raise Told(answer["detail"], 1)
                tell(answer["entry"]["words"] if status == 200 else answer["detail"])
            else:
                time.sleep(LOOKS)
        return str(state["over"]["why"])

    def said(self, state: Any) -> dict[str, Any]:
        """Return what the seat says now: verb and answers; nothing where the table waits for others.

        Dice and lots that it needs it throws by itself.
        """
        request = state["undo"]["asked"]
        if request and self.seat in request.get("of", ()):
            return {"verb": AGREE_UNDO, "answers": {"entry": str(request["n"])}}
        if self.seat not in state["to_act"] or state["stopped"]:
            return {}
        table = self.table()
        if table.n != state["n"]:
            return {}
        if self.seat in table.state.draw_open:
            return {"verb": AGREE, "answers": {}}
        action = named(self.player)(moment(Position.of(table, self.seat, self.player, self.lot)))
        return {"verb": action.verb, "answers": written(action)}
