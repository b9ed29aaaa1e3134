"""What every game on the shelf promises; ``companion check`` runs the same promises for anybody's game."""

import random
import re
from itertools import islice, product
from pathlib import Path

import pytest

from companion import check
from companion.boxes import shelf as boxes
from companion.kernel.action import answered, draft, nouns, refusal
from companion.kernel.journal import Table
from companion.kernel.rulebook import TABLE, traced
from companion.kernel.shelf import shelf
from companion.kernel.simulate import moves
from companion.kernel.sittings import sittings, usual_opening
from printables.sources import reference
from tests.promised import keep_promises

GAMES = list(shelf().values())
EVERY = pytest.mark.parametrize("key", [*shelf(), *boxes.keys()])
"""Games and boxes; a box is read when its test runs."""
HERE = Path(__file__).parent


def described(key):
    """Return a game, or a box of the house."""
    return shelf().get(key) or boxes.box(key)


@pytest.mark.parametrize("promise", check.PROMISES, ids=lambda promise: promise.__name__)
def test_a_promise_holds_for_a_usual_opening(promise):
    """Of one game: what a minute's check has of them."""
    promise(GAMES[-1], usual_opening(GAMES[-1], GAMES[-1].players[0]))


@pytest.mark.slow
@EVERY
def test_a_game_keeps_every_promise(key):
    keep_promises(described(key))


@pytest.mark.soak
@EVERY
def test_a_game_keeps_every_promise_for_every_opening(key):
    keep_promises(described(key), every_pair=True)


@EVERY
def test_what_is_declared_fits_together_and_the_sittings_hold(key):
    game = described(key)
    check.declares(game)
    assert game.endings and sittings(game)
    check.played(game)


@EVERY
def test_what_is_found_legal_is_what_judging_each_answer_allows(key):
    game, chance = described(key), random.Random(5)
    state = Table.open(game, usual_opening(game, game.players[0])).start
    for action, after in islice(moves(game, state, chance), 600 if key in shelf() else 120):
        half = draft(type(action), action.by, {})
        for field, noun in nouns(type(action)).items():
            one = noun.count is None
            if noun.legal and (one or noun.count(state, half) == 1):
                each = {
                    name: answered(half, field, name if one else (name,))
                    for name in noun.options(state, half)
                }
                found = noun.legal(state, half)
                assert found is None or {*found} == {
                    name for name, trial in each.items() if refusal(state, trial) is None
                }
            half = answered(half, field, action.__dict__[field])
        state = after


@EVERY
def test_a_game_that_nobody_reads_goes_like_one_that_is_told(key):
    game = described(key)
    state = Table.open(game, usual_opening(game, game.players[0])).start
    told = islice(moves(game, state, random.Random(6)), 400)
    quiet = islice(moves(game, state.but(told=(), quiet=True), random.Random(6)), 400)
    for (action, after), (same, then) in zip(told, quiet, strict=True):
        assert then.told == ()
        assert (same, then) == (action, after.but(told=(), quiet=True))


@pytest.mark.slow
@EVERY
def test_every_rule_that_code_keeps_is_seen_to_fire(key):
    game = described(key)
    with traced() as fired:
        check.played(game)
        for seed, opening in product(range(5, 9), check.openings(game)):
            if not check.unseen(game, fired):
                break
            check.explains(game, opening, seed)
            check.tells(game, opening, seed)
    assert not check.unseen(game, fired)


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
@pytest.mark.parametrize("batch", range(10))
def test_a_thousand_random_games_a_batch(game, batch):
    """Ten batches make ten thousand games, each played to its end within the box."""
    each, first = list(check.openings(game)), 10_000 + 1000 * batch
    for seed in range(first, first + 1000):
        check.plays(game, each[seed % len(each)], seed)


WAYS = {"refuses": ("allows", "refuses"), "happens": ("happens",), "table": ()}
"""How a rule is kept, to the endings of the names of its tests; each sees the rule fire (see conftest)."""


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_rule_is_tested_as_it_is_kept(game):
    """``test_<key>_allows`` and ``test_<key>_refuses``, or ``test_<key>_happens``; or a case called so."""
    own = game.key.replace("-", "_")
    tests = (HERE / "games" / f"test_{own}_rules.py").read_text("utf-8")
    tests += (HERE / "games" / "positions" / f"{own}.game").read_text("utf-8")
    kernel = (HERE / "test_kernel.py").read_text("utf-8")
    for key, rule in game.rules.items():
        for way in WAYS[rule.kept]:
            names = (f"def test_{key.replace('-', '_')}_{way}(", f"## {key} {way}\n")
            there = kernel if key in TABLE else tests
            assert any(name in there for name in names), f"{game.key}: no “{key} {way}”"


@pytest.mark.parametrize(
    "key, phone, paper",
    [
        ("high-heavens", {"Smite", "Damage", "Place a god", "Done"}, {"Move", "Ability", "End turn"}),
        ("heroball", {"Never ask me", "Move the ball", "The card is done"}, {"Throw", "Defend", "Let it go"}),
    ],
)
def test_the_reference_sheet_leaves_out_what_only_the_phone_is_told(key, phone, paper):
    game = shelf()[key]
    text = {item.text.split("*")[1].rstrip(".") for item in reference.items(game) if item.kind == "action"}
    assert phone <= {kind.title for kind in game.kinds} and not phone & text and paper <= text


PHONES = re.compile(
    r"\b(phones?|screen|app|Companion|tap(s|ped)?|vouch|no effect is written|may choose otherwise)\b"
)


@pytest.mark.parametrize("key", sorted(shelf()))
def test_the_reference_sheet_makes_sense_without_a_phone(key):
    for item in reference.items(shelf()[key]):
        assert not PHONES.search(item.text), item
