"""A computer player for any game, over the interface for programs (docs/api.md).

python examples/bot.py https://ADDRESS CODE TOKEN
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
    try:
        with urlopen(Request(address, body and json.dumps(body).encode(), headers)) as answer:  # noqa: S310
            return json.load(answer)
    except HTTPError as refused:
        return json.load(refused)


def best(actions: list[Any]) -> Any:
    """Return the action with the best moment after it; of what a die or a lot decides, any."""
    throws: dict[str, list[Any]] = {}
    for one in actions:
        chosen = {field: names for field, names in one["answers"].items() if field not in one["chance"]}
        throws.setdefault(f"{one['verb']} {chosen}", []).append(one)
    worth = {
        key: (sum(one["worth"] for one in some) / len(some), random.random()) for key, some in throws.items()
    }
    return random.choice(throws[max(throws, key=lambda key: worth[key])])


def play(table: str, token: str) -> Any:
    """Play the seats of a token at a table until its game is over; return how it ended."""
    while not (state := call(table, token)).get("over"):
        mine = {one["seat"] for one in state.get("seats", ()) if one["mine"]}
        if not mine:
            raise SystemExit(state.get("detail", "This token holds no seat here."))
        if seat := next((seat for seat in state["to_act"] if seat in mine), ""):
            one = best(call(f"{table}/actions?whole&seat={seat}", token)["actions"])
            said = {"seat": seat, "verb": one["verb"], "answers": one["answers"], "after": state["n"]}
            print(seat, one["verb"], call(f"{table}/say", token, said).get("detail", ""))
        else:
            time.sleep(1)
    return state["over"]


if __name__ == "__main__":
    print(play(f"{sys.argv[1]}/api/1/tables/{sys.argv[2]}", sys.argv[3]))
