"""A whole sitting entered by photographs alone: one after each action, and what is offered is said."""

from html import unescape
from pathlib import Path
from random import Random
from re import findall
from urllib.parse import parse_qs, urlsplit

import pytest

from companion.extras.eye import compare
from companion.extras.eye.compare import offers, stands
from companion.extras.eye.places import Placed
from companion.extras.eye.sighting import Sighting
from companion.kernel import transcript
from companion.kernel.action import legal, written
from companion.kernel.journal import Table
from companion.kernel.shelf import shelf
from tests.extras.eye.camera import Conditions, photograph
from tests.extras.eye.scenes import begun, laid, seen_in
from tests.extras.eye.test_checking import WAR, photo_of, seated, sent
from tests.extras.eye.test_photographs import kit, marked

PLAYED = Path(__file__).parents[3] / "companion/games/war_in_heaven/played/beelzebub.game"
SHOWN = {"move", "power", "battle", "fight", "fell", "stop-fighting", "end-turn"}
"""What a photograph of the board shows, or moves nothing there: allies are paid for beside it."""


def played(rng: Random) -> Table:
    """A sitting of War at random, as long as everything that is done is seen on the board."""
    table = begun(shelf()[WAR])
    kinds = [kind for kind in table.game.kinds if kind.verb in SHOWN]
    while can := list(legal(kinds, table.state, table.state.to_act[:1])):
        verb = rng.choice(sorted({action.verb for action in can}))
        action = rng.choice([one for one in can if one.verb == verb])
        table = table.say(action.by, action.verb, written(action))
    return table


def there(state):
    return stands(marked(WAR), shelf()[WAR], state, "board")


def photographed(state, seed: int) -> tuple[Placed, ...]:
    how = Conditions(pixels=(1440, 1080), tilt=10 + seed % 25, around=40 * seed, blur=0.6)
    rng = Random(seed)
    return seen_in(photograph(kit(WAR).scene(laid(kit(WAR), there(state)[0], rng)), how, rng), marked(WAR))


@pytest.mark.slow
def test_a_sitting_is_entered_by_photographs_alone_and_ends_in_the_same_state(monkeypatch):
    monkeypatch.setattr(compare, "SECONDS", 300)  # a busy machine finds the same, later
    at_the_table = played(Random(0))
    verbs = [step.entry.verb for step in at_the_table.standing]
    assert len(verbs) > 30 and {"move", "power", "battle", "fell", "end-turn"} == {*verbs}
    phone, done = begun(shelf()[WAR]), []
    for n, step in enumerate(at_the_table.standing):
        done.append((step.entry.seat, step.entry.verb, dict(step.entry.answers)))
        if there(step.state) == there(phone.state):
            continue  # nobody photographs the end of a turn
        offers_here = offers(marked(WAR), phone.game, phone.state, photographed(step.state, n), "board")
        offered = [[(one.by, one.verb, written(one)) for one in offer.actions] for offer in offers_here]
        assert done in offered
        for seat, verb, answers in offered[offered.index(done)]:
            phone = phone.say(seat, verb, answers)
        done.clear()
    assert phone.state == at_the_table.as_of(phone.n).state
    assert done == [("Demons", "end-turn", {})], (
        "the last end of a turn, which the next photograph would show"
    )


def lying(state, without: str = "") -> list[Placed]:
    return [
        Placed(one.thing, one.up, one.space, "", Sighting(0, (0, 0), (1, 0), ()))
        for one in there(state)[0]
        if one.thing != without
    ]


def test_what_no_photograph_shows_is_asked_and_never_guessed():
    table, game = begun(shelf()[WAR]), shelf()[WAR]
    deployed = table.say(
        "Angels", "deploy", {"ally": "Zadkiel", "space": "B1", "paying": ["Raphael", "Gabriel"]}
    )
    (offer,) = offers(marked(WAR), game, table.state, lying(deployed.state), "board")
    assert written(offer.actions[0]) == {"ally": "Zadkiel", "space": "B1"}, "who pays lies beside the board"
    assert not offers(marked(WAR), game, table.state, lying(table.state), "board")
    assert not offers(marked(WAR), game, table.state, lying(table.state, "Michael"), "board")
    sitting = transcript.read(PLAYED.read_text(), shelf())
    recharging, later = (sitting.as_of(n).state for n in (8, 12))
    offered = offers(marked(WAR), game, recharging, lying(later), "board")
    assert not offered, "who recharged what lies beside the board, too"


@pytest.mark.slow
def test_an_offer_of_several_says_what_comes_first_and_shows_the_last(phone):
    anna, code = seated(phone)
    for token, space in (("Militia 2", "B4"), ("Militia 1", "A4")):
        answer = {"by": "Angels", "token": token, "space": space, "seen": "9", "key": token.replace(" ", "")}
        anna.post(f"/t/{code}/do/move", answer)
    table = begun(shelf()[WAR])
    for token, space in (("Militia 2", "B4"), ("Militia 1", "A4")):
        table = table.say("Angels", "move", {"token": token, "space": space})
    after = table.say("Angels", "end-turn", {}).say("Demons", "move", {"token": "Fallen 2", "space": "B6"})
    html = sent(anna, code, photo_of(WAR, after.state)).text
    assert "End turn, then Move: Fallen 2, B6" in html
    form = dict(findall(r'name="(say|then|key|seen)" value="([^"]*)"', html.partition('class="offers"')[2]))
    form = {name: unescape(value) for name, value in form.items()}
    late = anna.post(f"/t/{code}/photograph/before", form | {"seen": "1"})
    assert late.status_code == 409 and "take another photograph" in late.text
    assert anna.post(f"/t/{code}/photograph/before", {"then": "verb=nothing"}).status_code == 404
    went = anna.post(f"/t/{code}/photograph/before", form, follow_redirects=False)
    query = urlsplit(went.headers["Location"])
    assert went.status_code == 303 and query.path == f"/t/{code}/do/move"
    assert parse_qs(query.query)["token"] == ["Fallen 2"] and parse_qs(query.query)["space"] == ["B6"]
    page, log = anna.get(went.headers["Location"]).text, anna.get(f"/t/{code}/log").text
    assert "Fallen 2" in page and 'value="eye-' in page
    assert "End turn" in log and log.count('<span class="tag">photograph</span>') == 1


@pytest.mark.slow
def test_the_steps_of_the_set_up_that_lie_right_are_ticked_and_what_does_not_is_named(phone):
    anna, code = seated(phone, laid=False)
    start = begun(shelf()[WAR]).start
    html = sent(anna, code, photo_of(WAR, start.shift("Fallen 2", "B6", ""))).text
    assert "Fallen 2 stands on B7 by the phone; here it is on B6." in html and "all of it lies" not in html
    (step,) = findall(r'name="step" value="(\d+)"', html)
    assert "Angels: Michael on B2" in html.partition("What lies already")[2].partition("</ul>")[0]
    anna.post(f"/t/{code}/set-up", {"step": [step, "0"]})
    ticks = findall(r'class="tick" aria-pressed="(true|false)"', anna.get(f"/t/{code}/set-up").text)
    assert step == "1" and ticks[:4] == ["true", "true", "false", "false"]


def test_nonsense_before_an_offer_is_refused_in_words(phone):
    anna, code = seated(phone)
    for words, why in (
        ("by=Angels&verb=nonsense", "has no “nonsense”"),
        ("by=Nobody&verb=move", "This phone does not sit there."),
        ("by=Angels&verb=move&token=%FF%00", "is not an answer"),
        ("by=Angels&verb=end-turn", "Michael can still move"),
        ("=&&=;;", "has no “”"),
    ):
        form = {"then": "by=Angels&verb=move", "say": words, "seen": "0", "key": "k" * 80}
        answer = anna.post(f"/t/{code}/photograph/before", form)
        assert answer.status_code == 422 and why in answer.text
