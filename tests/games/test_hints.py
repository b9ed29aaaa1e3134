"""What would be right stands beside most refusals."""

import random
from itertools import islice

import pytest

from companion.kernel.action import draft, refusal
from companion.kernel.asking import Ask, ask
from companion.kernel.rulebook import Refusal
from companion.kernel.shelf import shelf
from companion.kernel.simulate import moves
from companion.kernel.sittings import usual_opening


def refusals(key: str, seed: int) -> list[Refusal]:
    """Every verb and answer that is refused in a game of random moves, but for verbs out of their place."""
    game, result = shelf()[key], []
    for players in game.players:
        start = game.setup(usual_opening(game, players))
        for _, state in islice(moves(game, start, random.Random(seed)), 0, 240, 3):
            for seat, kind in ((seat, kind) for seat in state.to_act for kind in game.kinds):
                if kind.anytime or kind.by_hand:
                    continue
                no = refusal(state, draft(kind, seat, {}))
                if no is None:
                    question = ask(kind, state, seat, {})
                    result += (
                        [option.refusal for option in question.options if option.refusal]
                        if isinstance(question, Ask)
                        else []
                    )
                elif no.rule.key != "sequence":
                    result.append(no)
    return result


@pytest.mark.parametrize(
    "key, share",
    [
        ("heroball", 0.9),
        ("high-heavens", 0.6),
        ("war-in-heaven", 0.9),
        ("heaven-and-ale", 0.9),
        ("havoc-in-heaven", 0.7),
    ],
)
def test_most_refusals_say_what_would_be_right(key, share):
    result = {(no.rule.key, no.why, no.hint) for no in refusals(key, 3)}
    rules = {rule for rule, _, _ in result}
    assert len(rules) > 8
    assert sum(bool(hint) for _, _, hint in result) >= share * len(result)
    assert all(hint.endswith(".") and hint != why for _, why, hint in result if hint)
