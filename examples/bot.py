"""A computer player for any game, over the interface for programs (docs/api.md).

    python examples/bot.py https://ADDRESS CODE TOKEN

It plays the seats of its token: the action after which it leads by most points, any where the game has none.
"""

import json
import random
import sys
import time
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen


def call(address: str, token: str, body: Any = None) -> Any:
    """Return the answer to a call; what is refused says why in its ``detail``."""
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    try:
        with urlopen(Request(address, data, headers)) as answer:  # noqa: S310
            return json.load(answer)
    except HTTPError as refused:
        return json.load(refused)


def lead(seat: str, points: dict[str, int] | None) -> int:
    """Return by how many points a seat leads."""
    others = [n for name, n in (points or {}).items() if name != seat]
    return points[seat] - max(others) if points and seat in points and others else 0


def play(table: str, token: str) -> Any:
    """Play at a table until its game is over; return how it ended."""
    while not (state := call(table, token)).get("over"):
        mine = {one["seat"] for one in state.get("seats", ()) if one["mine"]}
        if not mine:
            raise SystemExit(state.get("detail", "This token holds no seat here."))
        for seat in [seat for seat in state["to_act"] if seat in mine][:1]:
            actions = call(f"{table}/actions?whole&seat={seat}", token)["actions"]
            best = max(actions, key=lambda one: (lead(seat, one["points"]), random.random()))
            said = {"seat": seat, "verb": best["verb"], "answers": best["answers"], "after": state["n"]}
            print(seat, best["verb"], call(f"{table}/say", token, said).get("detail", ""))
            break
        else:
            time.sleep(1)
    return state["over"]


if __name__ == "__main__":
    print(play(f"{sys.argv[1]}/api/1/tables/{sys.argv[2]}", sys.argv[3]))
