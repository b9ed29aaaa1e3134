"""What every game on the shelf promises."""

import itertools
import random
import re
from pathlib import Path

import pytest

from companion.kernel.action import Ask, Words, ask, legal, nouns, play, read, vet, written
from companion.kernel.game import REDO, UNDO, Game, Opening, shelf
from companion.kernel.journal import Entry, Table
from companion.kernel.rulebook import Refusal
from companion.kernel.simulate import moves, wander
from printables.sources import reference

GAMES = list(shelf().values())
HERE = Path(__file__).parent


def openings(game: Game) -> list[Opening]:
    """The house set-up for every number of players, and for each option each way it can be set."""
    found = []
    for players in game.players:
        seats = {seat: f"Player {i}" for i, seat in enumerate(game.seats(players), 1)}
        defaults = {option.key: option.default for option in game.options}
        found.append(Opening(seats, defaults))
        for option in game.options:
            found += [
                Opening(seats, defaults | {option.key: choice.name})
                for choice in game.choices(option, players)
                if choice.name != option.default
            ]
    return found


def usual(game: Game, opening: Opening) -> bool:
    """Whether every option is as the house sets it."""
    return all(opening.options[option.key] == option.default for option in game.options)


SITTINGS = [
    pytest.param(
        game,
        opening,
        id=f"{game.key}-{len(opening.seats)}-{'-'.join(opening.options.values())}",
        marks=[] if usual(game, opening) else pytest.mark.slow,
    )
    for game in GAMES
    for opening in openings(game)
]


def played(game: Game, opening: Opening, seed: int) -> tuple[Table, list]:
    """A random game from its opening, and its actions."""
    table = Table.open(game, opening)
    actions = []
    for action, state in moves(game, table.start, random.Random(seed)):
        game.invariant(state)
        actions.append(action)
    return table, actions


@pytest.mark.parametrize("game, opening", SITTINGS)
@pytest.mark.parametrize("seed", range(3))
def test_random_play_ends_and_the_journal_replays_it_exactly(game, opening, seed):
    table, actions = played(game, opening, seed)
    assert table.start.told, "set-up tells the hands what to lay out"
    for action in actions:
        before, table = table, table.say(action.by, action.verb, written(action))
        assert read(type(action), before.state, action.by, written(action)) == action
    assert table.state.over and not table.state.to_act
    again = Table.open(game, table.opening).replayed(step.entry for step in table.log)
    assert again.state == table.state and again.stopped is None
    assert game.things(again.state) == game.things(table.state)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
@pytest.mark.parametrize("batch", range(10))
def test_a_thousand_random_games_a_batch(game, batch):
    """Ten batches make ten thousand games, every promise kept in each."""
    each, first = openings(game), 10_000 + 1000 * batch
    for seed in range(first, first + 1000):
        played(game, each[seed % len(each)], seed)


@pytest.mark.parametrize("game, opening", SITTINGS)
def test_every_number_shown_tells_of_its_changes(game, opening):
    """A tap on a counter leads to what changed it, or to the card that says how it comes about."""
    before: dict[tuple[str, str], int] = {}
    table = Table.open(game, opening)
    for _, state in itertools.islice(moves(game, table.start, random.Random(5)), 250):
        view = game.view(state)
        explained = {card.thing for panel in view.panels for card in panel.cards}
        told = {thing for line in state.told for thing in line.about}
        counters = [*view.counters, *(counter for panel in view.panels for counter in panel.counters)]
        for counter in counters:
            key, name = (counter.thing, counter.seat), counter.thing
            changed = before.get(key, counter.value) != counter.value
            assert not changed or name in told or name in explained, f"{name} changed, untold"
        before = {(counter.thing, counter.seat): counter.value for counter in counters}


@pytest.mark.parametrize("game, opening", SITTINGS)
def test_undoing_everything_gives_the_set_up_and_redoing_gives_the_end(game, opening):
    table, actions = played(game, opening, 99)
    for action in actions:
        table = table.say(action.by, action.verb, written(action))
    moments = [table.start, *(step.state for step in table.standing)]
    whole = [moment for moment in moments[:-1] if not moment.midway] + moments[-1:]
    seat = next(iter(opening.seats))
    for state in reversed(whole[:-1]):
        table = table.say(seat, UNDO, {"entry": str(table.can_undo)})
        assert table.state == state
    assert table.can_undo == 0
    for state in whole[1:]:
        table = table.say(seat, REDO, {"entry": str(table.can_redo)})
        assert table.state == state
    assert table.state == moments[-1] and table.can_redo == 0
    again = Table.open(game, table.opening).replayed(step.entry for step in table.log)
    assert again.state == moments[-1]


@pytest.mark.parametrize("game, opening", SITTINGS)
def test_random_undos_leave_what_the_standing_entries_alone_would_give(game, opening):
    rng = random.Random(7)
    table = Table.open(game, opening)
    seats = list(opening.seats)
    kinds = tuple(kind for kind in game.kinds if not kind.anytime)
    for _ in range(150):
        chance = rng.random()
        if table.standing and chance < 0.15:
            back = rng.choice(table.standing[-5:]).entry.n
            table = table.say(rng.choice(seats), UNDO, {"entry": str(back)})
        elif table.can_redo and chance < 0.25:
            table = table.say(rng.choice(seats), REDO, {"entry": str(table.can_redo)})
        elif table.state.over:
            break
        else:
            action = wander(kinds, table.state, rng)
            table = table.say(action.by, action.verb, written(action))
    alone = Table.open(game, opening)
    for step in table.standing:
        alone = alone.say(step.entry.seat, step.entry.verb, step.entry.answers)
    assert alone.state == table.state


def by_hand(game: Game, state, rng: random.Random):
    """Something set by hand at random, asked for as the phone asks; None where it is not allowed."""
    kind = rng.choice([kind for kind in game.kinds if kind.title.startswith("Set")])
    seat, answers = rng.choice(state.seats), {}
    try:
        while isinstance(asked := ask(kind, state, seat, answers), Ask):
            if isinstance(asked.noun, Words):
                answers[asked.field] = "as it lies"
            elif asked.allowed:
                answers[asked.field] = [*asked.chosen, rng.choice(asked.allowed).name]
            else:
                return None
    except Refusal:
        return None
    return asked


@pytest.mark.parametrize("game, opening", SITTINGS)
def test_what_is_set_by_hand_breaks_nothing_and_play_goes_on(game, opening):
    rng, rulings = random.Random(11), 0
    state = Table.open(game, opening).start
    kinds = tuple(kind for kind in game.kinds if not kind.anytime)
    for _ in range(250):
        if state.over:
            break
        action = (rng.random() < 0.2 and by_hand(game, state, rng)) or wander(kinds, state, rng)
        rulings += action.anytime
        state = play(state, action)
        game.invariant(state)
        assert game.view(state) and game.things(state)
    assert rulings > 3


@pytest.mark.parametrize("game, opening", SITTINGS)
def test_every_question_names_a_reason_for_every_answer_it_forbids(game, opening):
    """Along a random game, every open verb leads by allowed answers to an action that is legal."""
    table = Table.open(game, opening)
    rng, state = random.Random(5), table.start
    for turn, (_, after) in enumerate(moves(game, table.start, random.Random(5))):
        if turn % 7 == 0:
            for kind in game.kinds:
                _walk(game, kind, state, rng)
        state = after


def _walk(game, kind, state, rng):
    by = rng.choice(state.to_act)
    given: dict[str, list[str]] = {}
    try:
        asked = ask(kind, state, by, given)
    except Refusal as refused:
        assert refused.why and refused.rule.key in game.rules
        return
    while hasattr(asked, "options"):
        if isinstance(asked.noun, Words):
            given[asked.field] = ["because"]
        else:
            assert asked.noun.ask
            for option in asked.forbidden:
                assert option.refusal.why.endswith((".", "!")), option.refusal.why
                assert option.refusal.rule.key in game.rules
            assert asked.allowed, f"{kind.verb} {given} asks {asked.field} and allows nothing"
            for option in asked.options:
                assert game.label(state, option.name)
            given.setdefault(asked.field, []).append(rng.choice(asked.allowed).name)
        asked = ask(kind, state, by, given)
    vet(state, asked)


@pytest.mark.parametrize("game, opening", SITTINGS)
def test_names_can_be_written_in_a_transcript(game, opening):
    state = Table.open(game, opening).start
    for kind in game.kinds:
        if any(isinstance(noun, Words) for noun in nouns(kind).values()):
            continue
        for action in itertools.islice(legal((kind,), state, state.to_act), 200):
            for answer in written(action).values():
                for name in [answer] if isinstance(answer, str) else answer:
                    assert name and not re.search(r'[,"\n]| \+ ', name), name


@pytest.mark.parametrize("game, opening", SITTINGS)
def test_the_view_shows_what_is_tracked(game, opening):
    table, actions = played(game, opening, 3)
    view = game.view(table.start)
    assert view.phase and view.counters and {panel.seat for panel in view.panels} == set(opening.seats)
    for x, y in (point for cell in view.picture.cells for point in cell.outline):
        assert -1e-9 <= x <= view.picture.width + 1e-9 and -1e-9 <= y <= view.picture.height + 1e-9
    for action in actions:
        table = table.say(action.by, action.verb, written(action))
        assert game.view(table.state).phase
    assert game.numbers([table.start, *(step.state for step in table.standing)])


WAYS = {"refuses": ("allows", "refuses"), "happens": ("happens",), "table": ()}
"""How a rule is kept, to the endings of the names of its tests; each sees the rule fire (see conftest)."""


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_rule_is_tested_as_it_is_kept(game):
    """``test_<key>_allows`` and ``test_<key>_refuses``, or ``test_<key>_happens``."""
    tests = (HERE / "games" / f"test_{game.key.replace('-', '_')}_rules.py").read_text("utf-8")
    tests += (HERE / "test_kernel.py").read_text("utf-8")
    for key, rule in game.rules.items():
        assert rule.words and rule.section and rule.where, key
        for way in WAYS[rule.kept]:
            name = f"def test_{key.replace('-', '_')}_{way}("
            assert name in tests, f"{game.key}: no {name[4:-1]}"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_options_cite_rules_and_every_verb_explains_itself(game):
    for option in game.options:
        assert not option.rule or option.rule in game.rules
        assert option.default in [choice.name for choice in option.choices]
    for rule in game.rules.values():
        assert not rule.option or rule.option in [option.key for option in game.options]
    for kind in game.kinds:
        assert kind.__doc__ and kind.title


@pytest.mark.parametrize("game, opening", SITTINGS)
def test_a_verb_out_of_turn_is_refused_with_the_rule(game, opening):
    state = Table.open(game, opening).start
    for seat in opening.seats:
        for kind in game.kinds:
            if not kind.anytime and seat not in state.to_act:
                with pytest.raises(Refusal) as caught:
                    ask(kind, state, seat, {})
                assert caught.value.rule.key == "turn"


@pytest.mark.parametrize("game, opening", SITTINGS)
def test_hostile_entries_never_crash_a_table(game, opening):
    table = Table.open(game, opening)
    seat = next(iter(opening.seats))
    bad = [
        ("nobody", "move", {}),
        (seat, "fly", {}),
        (seat, "", {}),
        (seat, UNDO, {"entry": "1"}),
        (seat, UNDO, {"entry": "x" * 5000}),
        (seat, UNDO, {}),
        (seat, REDO, {"entry": "9"}),
        *[(seat, kind.verb, {"junk": "x"}) for kind in game.kinds if nouns(kind)],
        *[(seat, kind.verb, dict.fromkeys(nouns(kind), "\x00" * 500)) for kind in game.kinds if nouns(kind)],
        *[(seat, kind.verb, dict.fromkeys(nouns(kind), ["a"] * 50)) for kind in game.kinds if nouns(kind)],
    ]
    for n, (who, verb, answers) in enumerate(bad, 1):
        with pytest.raises(Refusal):
            table.say(who, verb, answers)
        after = table.replayed([Entry(1, who, verb, answers)])
        assert after.stopped and after.state == table.start, (n, who, verb)


@pytest.mark.parametrize(
    "key, phone, paper",
    [
        ("high-heavens", {"Smite", "Damage", "Place a god", "Done"}, {"Move", "Ability", "End turn"}),
        ("heroball", {"Never ask me", "Move the ball", "The card is done"}, {"Throw", "Defend", "Let it go"}),
    ],
)
def test_the_reference_sheet_leaves_out_what_only_the_phone_is_told(key, phone, paper):
    game = shelf()[key]
    said = {item.text.split("*")[1].rstrip(".") for item in reference.items(game) if item.kind == "action"}
    assert phone <= {kind.title for kind in game.kinds} and not phone & said and paper <= said
