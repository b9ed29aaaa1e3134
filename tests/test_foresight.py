"""What answers come to: played before they are tapped, said in a few characters, within a measured time."""

import random
import re
from itertools import count, islice
from time import process_time

import pytest
from flask import Flask

from companion.games.heaven_and_ale.box import GOAL
from companion.games.high_heavens import GAME as HIGH_HEAVENS
from companion.games.high_heavens.box import BASES
from companion.games.war_in_heaven.actions import Move
from companion.games.war_in_heaven.box import BOARD, SIDE
from companion.kernel import foresight, transcript
from companion.kernel.action import draft, play, refusal
from companion.kernel.asking import Ask, ask
from companion.kernel.consequences import MOST
from companion.kernel.journal import Table
from companion.kernel.opening import Opening
from companion.kernel.rulebook import STUMBLED
from companion.kernel.shelf import shelf
from companion.kernel.simulate import moves
from companion.kernel.sittings import sittings, usual_opening
from companion.kernel.tracked import Tracked
from companion.web import questions
from tests.conftest import Phone, Phones
from tests.games import war
from tests.speed import share_of_usual

GAMES = list(shelf().values())


@pytest.fixture
def me(phone: Phones) -> Phone:
    return phone()


def questions_of(game, state, rng):
    """Every question of a moment, on the way of one random answer each, with what its answers finish."""
    by = state.to_act[0]
    for kind in game.kinds:
        if kind.anytime or (kind.during and state.phase not in kind.during):
            continue
        if refusal(state, draft(kind, by, {})):
            continue
        fields: dict[str, list[str]] = {}
        while isinstance(question := ask(kind, state, by, fields), Ask) and question.allowed:
            yield question, [foresight.finished(question, state, option) for option in question.allowed]
            fields[question.field] = [*question.chosen, rng.choice(question.allowed).name]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_answer_that_finishes_an_action_is_foreseen_as_it_is_played(game, caplog):
    seen = finishing = 0
    rng = random.Random(5)
    start = Table.open(game, Opening({seat: seat for seat in game.seats(game.players[-1])})).start
    for n, (_, state) in enumerate(moves(game, start, random.Random(3))):
        if state.over or n % 7:
            continue
        for asked, made in questions_of(game, state, rng):
            for option, action in zip(asked.allowed, made, strict=True):
                seen += 1
                if action is None:
                    continue
                finishing += 1
                assert option.name in str(action.__dict__.values())
                words = str(foresight.foresight(game.tracked, state, action))
                after = play(state, action)
                assert len(words) < 200 and STUMBLED not in words
                if after.over:
                    assert "win" in words or "draw" in words
        if n > 300:
            break
    assert finishing > 30 and seen > finishing
    assert not caplog.records, "nothing stumbled"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_page_s_foresight_costs_at_most_20_ms(game):
    """The widest question of a random game, all of its answers, by the processor's time."""
    start = Table.open(game, Opening({seat: seat for seat in game.seats(game.players[-1])})).start
    rng, widest = random.Random(1), (start, [])
    for n, (_, state) in enumerate(moves(game, start, random.Random(7))):
        if n > 600:
            break
        if state.over or n % 10:
            continue
        for _, made in questions_of(game, state, rng):
            whole = [action for action in made if action]
            widest = max(widest, (state, whole), key=lambda each: len(each[1]))
    state, whole = widest
    spent = []
    for _ in range(5):
        began = process_time()
        assert len(list(foresight.foresights(game.tracked, state, whole, 9))) == len(whole)
        spent.append(process_time() - began)
    print(f"{game.key}: {len(whole)} answers foreseen in {min(spent) * 1000:.2f} ms")
    assert min(spent) < 0.020 / share_of_usual()


def test_foresight_stops_when_its_time_is_spent():
    game = shelf()["war-in-heaven"]
    state = war.drawn("../.M./TTTT/...../..../...../tttt/.l./..")
    moved = [Move("Angels", "Militia 1", space) for space in ("A2", "A4", "B4")]
    assert list(foresight.foresights(game.tracked, state, moved, -1)) == []
    assert len(list(foresight.foresights(game.tracked, state, moved, 1))) == 3


def test_a_game_whose_things_take_longer_than_a_page_s_time_is_foreseen_all_the_same():
    def slowly(state):
        until = process_time() + 2 * questions.LATER
        while process_time() < until:
            pass
        return {}

    state = war.drawn("../.M./TTTT/...../..../...../tttt/.l./..")
    tracked = [Tracked(slowly)]
    actions = [Move("Angels", "Militia 1", "A2")]
    assert len(list(foresight.foresights(tracked, state, actions, questions.LATER))) == 1


# -- in the words of the games ------------------------------------------------------------------------------


def foreseen(game, state, action) -> str:
    return str(foresight.foresight(shelf()[game].tracked, state, action))


def test_a_god_that_falls_and_what_it_drops():
    attack = HIGH_HEAVENS.kind("attack")
    result = set()
    for seed in range(6):
        start = Table.open(HIGH_HEAVENS, Opening({"Norse": "a", "Greek": "b"})).start
        for n, (_, state) in enumerate(moves(HIGH_HEAVENS, start, random.Random(seed))):
            if n % 3 or state.over or (attack.during and state.phase not in attack.during):
                continue
            by = state.to_act[0]
            if refusal(state, draft(attack, by, {})):
                continue
            for god in ask(attack, state, by, {}).allowed:
                question = ask(attack, state, by, {"god": [god.name]})
                for option in question.allowed if isinstance(question, Ask) else ():
                    action = foresight.finished(question, state, option)
                    if action is None or option.name not in state.at:
                        continue
                    words = str(foresight.foresight(HIGH_HEAVENS.tracked, state, action))
                    after = play(state, action)
                    falls = not after.standing(option.name)
                    assert (f"{option.name} falls" in words) == falls or after.over
                    result.add(re.sub(r"\d+", "n", words.replace(option.name, "X")))
    assert {"X falls", "X loses n, n left"} <= result


def said_of(key, before, after):
    """Yield the names of whom must be spoken: who falls, loses, or scores between two moments."""
    if key == "high-heavens":
        yield from (god for god in before.at if before.standing(god) and not after.standing(god))
        yield from (BASES[side] for side, n in before.health.items() if after.health[side] != n)
        there = [god for god in before.at if god in after.at and after.standing(god)]
        yield from (god for god in there if before.stack(god).health != after.stack(god).health)
    elif key == "havoc-in-heaven":
        left = {*after.targets()}
        yield from (unit for unit in before.targets() if unit not in left)
        yield from (unit for unit in left if after.damage.get(unit, 0) != before.damage.get(unit, 0))
    elif key == "heroball":
        yield from (seat for seat, n in before.score.items() if after.score[seat] != n)
    elif key == "heaven-and-ale":
        for seat in before.players:
            was, now = (abbey.counted_up(abbey.boards[seat].end(seat)).total for abbey in (before, after))
            yield from [f"score {was} → {now}"] * (was != now)
            more = after.boards[seat].barrels.keys() - before.boards[seat].barrels.keys()
            yield from [f"{len(more)} barrels"] if len(more) > 1 else [GOAL[goal].words for goal in more]
    else:
        yield from (token for token in before.at if token not in after.at)


RULED = ["high-heavens", "havoc-in-heaven", "heroball", "war-in-heaven", "heaven-and-ale"]


def say_all(game, state, action, after) -> int:
    """Return how many are spoken of, all who must be; in few words, and none of them of a bank."""
    words = str(foresight.foresight(game.tracked, state, action, after=after))
    assert "bank" not in words and "Action Lane" not in words
    explained = game.key == "war-in-heaven" and "fall" in words
    assert len(words) <= MOST or explained, words
    if game.key == "heroball" and state.turn != after.turn:
        others = [seat for seat in state.order if seat != action.by]
        assert not any(f"{seat} AP" in words for seat in others), "that is the next turn's refresh"
    names = list(said_of(game.key, state, after))
    assert all(name in words for name in names), (action, words)
    return len(names)


@pytest.mark.parametrize("n", [100, pytest.param(500, marks=pytest.mark.slow)])
@pytest.mark.parametrize("key", RULED)
def test_nobody_falls_loses_or_scores_unsaid_at_random_moments(key, n):
    game, rng = shelf()[key], random.Random(5)
    start = Table.open(game, Opening({seat: seat for seat in game.seats(game.players[-1])})).start
    games = (islice(moves(game, start, random.Random(seed)), 0, None, 5) for seed in count(3))
    states = (state for game_ in games for _, state in game_ if not state.over)
    for state in islice(states, n):
        for _, made in questions_of(game, state, rng):
            for action in rng.sample(made, min(12, len(made))):
                if action and not action.by_hand:
                    say_all(game, state, action, play(state, action))


@pytest.mark.parametrize("key", RULED)
def test_nobody_falls_loses_or_scores_unsaid_in_a_played_sitting(key, monkeypatch):
    steps, with_action = [], Table.with_action

    def noted(table, entry, action, state):
        steps.append((table.state, action, state))
        return with_action(table, entry, action, state)

    monkeypatch.setattr(Table, "with_action", noted)
    for text in sittings(shelf()[key]).values():
        transcript.read(text, shelf())
    said = [say_all(shelf()[key], *step) for step in steps if not step[1].by_hand and not step[1].anytime]
    assert sum(said) > 10


# -- on the page ---------------------------------------------------------------------------------------------


def test_a_question_s_answers_say_what_they_come_to(me: Phone):
    code = me.open("war-in-heaven", seat1="Angels", seat2="Demons", phone="all", **{"option-first": "Angels"})
    html = me.get(f"/t/{code}/do/deploy?ally=Uriel&space=A1").get_data(as_text=True)
    assert html.count("4 ready left") == html.count('class="comes"') == 5
    assert 'id="foresight"></span>' in html, "the whole page has all of it at once"


def test_a_phone_is_sent_the_question_first_and_what_it_comes_to_later(me: Phone, monkeypatch):
    code = me.open("war-in-heaven", seat1="Angels", seat2="Demons", phone="all", **{"option-first": "Angels"})
    monkeypatch.setattr(questions, "AT_ONCE", -1.0)
    asked = f"/t/{code}/do/deploy?ally=Uriel&space=A1"
    html = me.get(asked, headers={"HX-Request": "true"}).get_data(as_text=True)
    assert "ready left" not in html
    address = re.search(r'id="foresight" hx-get="([^"]+)" hx-trigger="load"', html)[1].replace("&amp;", "&")
    later = me.get(address, headers={"HX-Request": "true"}).get_data(as_text=True)
    assert later.count("4 ready left") == 5
    german = me.get(address, headers={"HX-Request": "true", "Accept-Language": "de"}).text
    assert german.count('id="comes-') == later.count('id="comes-') and "ready left" not in german
    assert 'id="comes-0" hx-swap-oob="outerHTML"' in later and 'id="foresight"></span>' in later
    monkeypatch.setattr(questions, "LATER", -1.0)
    assert "hx-get" in me.get(address, headers={"HX-Request": "true"}).get_data(as_text=True), "and so on"
    assert me.get(re.sub(r"n=\d+", "n=99", address)).status_code == 204, "the table has moved on"
    assert me.get(f"/t/{code}/do/deploy/foresight?n=0&ally=Nobody").status_code == 200


def test_the_sentence_and_the_dock_say_first_what_is_thrown_away(app: Flask, me: Phone):
    code = me.open("high-heavens", seat1="Norse", seat2="Greek", phone="all", **{"option-first": "Norse"})
    dock = me.get(f"/t/{code}").get_data(as_text=True)
    assert "2 actions lost" in dock
    text = me.get(f"/t/{code}/do/end-turn").get_data(as_text=True)
    assert '<p class="why">2 actions lost' in text
    assert text.index("2 actions lost") < text.index('class="preview"')


def test_every_move_says_something_in_sixty_characters():
    """Whom it is beside, leaves or can be reached by, its gates, the gate ahead, else the nearest enemy."""
    sentences, game = [], shelf()["war-in-heaven"]
    for _, state in islice(moves(game, game.setup(usual_opening(game, 2)), random.Random(1)), 0, 200, 8):
        for token, here in state.at.items():
            for space in BOARD.beside[here]:
                move = Move(SIDE[token], token, space)
                if SIDE[token] in state.to_act and refusal(state, move) is None:
                    sentences.append(foreseen("war-in-heaven", state, move))
    assert len(sentences) > 150 and all(0 < len(str(words)) <= 60 for words in sentences)
    heads = ("beside", "leaves", "gates", "next to gate")
    assert all(any(head in words for words in sentences) for head in (*heads, "can come", "from"))
