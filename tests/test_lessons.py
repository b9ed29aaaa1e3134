"""Learn while playing: per seat, each rule once, the same on every phone and after a restart."""

import re
from html import unescape
from itertools import islice

import pytest

from companion.kernel import transcript
from companion.kernel.action import nouns
from companion.kernel.journal import Table
from companion.kernel.rulebook import TABLE, consulted
from companion.kernel.shelf import shelf
from companion.kernel.sittings import sittings
from companion.web import lessons
from tests.conftest import Phones
from tests.sittings import longest

MOMENTS = 14


def course(key: str, code: str) -> list[set[str]]:
    """What the seat that speaks first in a game's longest played sitting is told, moment by moment."""
    game = shelf()[key]
    whole = transcript.read(longest(game), {key: game})
    seat, table, lines = whole.log[0].entry.seat, Table.open(game, whole.opening), []
    mine = (
        s.entry
        for s in whole.log
        if s.entry.seat == seat and not getattr(game.kind(s.entry.verb), "anytime", True)
    )
    wanted = {entry.n for entry in islice(mine, MOMENTS)}
    for step in whole.log[: max(wanted)]:
        entry = step.entry
        if entry.n in wanted:
            kind = game.kind(entry.verb)
            asked = [
                (None, {}),
                *((kind, dict(islice(entry.answers.items(), n))) for n in range(len(nouns(kind)))),
            ]
            result = [lessons.above(table, code, seat, "first", *one) for one in asked]
            lines.append({above.rule or above.title for above in result if above})
        table = table.replayed([entry])
    return lines


@pytest.mark.parametrize("key", shelf())
def test_each_rule_is_told_once_and_the_goal_comes_first(key: str) -> None:
    told = course(key, f"once {key}")
    assert "The goal" in told[0] and "A turn" in told[1]
    every = [rule for moment in told for rule in moment]
    assert len(every) == len(set(every)), "a rule is told at one moment only"
    rules = set(every) - {"The goal", "A turn"}
    own = {name: rule for name, rule in shelf()[key].rules.items() if name not in TABLE}
    refusing = sum(rule.kept == "refuses" for rule in own.values())
    assert len(rules) >= min(6, refusing) and rules <= own.keys()


def test_a_server_that_was_restarted_tells_the_same() -> None:
    before = course("war-in-heaven", "restarted")
    lessons._learners.clear()
    assert course("war-in-heaven", "restarted") == before
    assert course("war-in-heaven", "restarted") == before, "an older journal put back begins anew"


def test_what_is_special_here_is_told_before_what_is_usual() -> None:
    game = shelf()["war-in-heaven"]
    table = Table.open(game, transcript.read(sittings(game)["zadkiel.game"], {game.key: game}).opening)
    table = table.say("Angels", "deploy", {"ally": "Uriel", "space": "A1", "paying": "Gabriel"})
    move = game.kind("move")
    told = lessons.above(table, "uriel", "Angels", "coach", move, {"token": "Uriel"})
    assert told.rule == "uriel" and told.words == game.rules["uriel"].words
    assert lessons.above(table, "uriel", "Angels", "coach", move, {"token": "Michael"}).rule == "move-one"


def test_only_who_listens_hears_which_rules_are_asked() -> None:
    rules = shelf()["war-in-heaven"].rules
    with consulted() as outer:
        rules.require(True, "move-one", "")
        with consulted() as inner:
            rules.require(True, "actions", "")
        rules.require(True, "battle", "")
    rules.require(True, "gates", "")
    assert (outer, inner) == (["move-one", "battle"], ["actions"])


def table(anna, **form: str) -> str:
    return anna.open("war-in-heaven", seat1="Angels", seat2="Demons", **{"option-first": "Angels", **form})


def above(phone, url: str) -> str:
    match = re.search(
        r'<aside class="lesson".*?<summary><b>(.*?)</b>(.*?)</summary>', unescape(phone.get(url).text), re.S
    )
    return f"{match[1]}{match[2]}" if match else ""


def test_a_seat_learns_and_others_do_not(app, phone: Phones) -> None:
    anna, ben = phone(), phone()
    code = table(anna, learn="first")
    store = app.extensions["companion"].store
    ben.sit(store.session(code).chairs[1].key)
    goal = shelf()["war-in-heaven"].rules.lesson.goal
    assert above(anna, f"/t/{code}") == f"The goal. {goal}" and above(ben, f"/t/{code}") == ""
    assert above(anna, f"/t/{code}/do/move").startswith("Moving. Move: one of your tokens")
    assert above(anna, f"/t/{code}/look?thing=Michael").startswith("Moving. Move: one of your tokens")
    anna.say(code, "move", token="Michael", space="A2")
    assert "one of your tokens" not in above(anna, f"/t/{code}/do/move")
    refused = ben.post(f"/t/{code}/seats/learn", {"seat": "Angels", "how": "coach"})
    assert refused.status_code == 409
    assert ben.post(f"/t/{code}/seats/learn", {"seat": "Demons", "how": "wizard"}).status_code == 409
    ben.post(f"/t/{code}/seats/learn", {"seat": "Demons", "how": "first"})
    assert above(ben, f"/t/{code}") == f"The goal. {goal}", "who waits reads the goal meanwhile"
    anna.post(f"/t/{code}/seats/learn", {"seat": "Angels", "how": ""})
    assert above(anna, f"/t/{code}") == ""


def test_a_coach_says_what_each_verb_does_and_what_it_comes_to(phone: Phones) -> None:
    anna = phone()
    code = table(anna, learn="coach", phone="all")
    html = unescape(anna.get(f"/t/{code}").text)
    said = re.search(r'<details class="fold-up coach">(.*?)</details>', html, re.S)[1]
    for step in shelf()["war-in-heaven"].rules.lesson.steps:
        assert (step.words in said) == (step.verbs[0] in ("move", "deploy", "power"))
    for _ in range(3):  # a rule is said as often as it holds
        assert above(anna, f"/t/{code}/do/move").startswith("Moving. Move: one of your tokens")
    anna.say(code, "move", by="Angels", token="Michael", space="A2")
    anna.say(code, "move", by="Angels", token="Michael", space="B2")
    ending = re.search(
        r'<details class="fold-up coach">(.*?)</details>', unescape(anna.get(f"/t/{code}").text), re.S
    )[1]
    assert "End turn" in ending


def test_who_sits_down_may_learn_with_the_same_tap(app, phone: Phones) -> None:
    anna, ben = phone(), phone()
    code = table(anna)
    key = app.extensions["companion"].store.session(code).chairs[1].key
    assert 'name="learn" value="first"' in ben.get(f"/S/{key}").text
    assert ben.post(f"/S/{key}", {"learn": "first"}).location == f"/t/{code}"
    assert above(ben, f"/t/{code}").startswith("The goal.") and above(anna, f"/t/{code}") == ""
    for page in (f"/t/{code}/seats", f"/games/war-in-heaven/how-to-play?table={code}"):
        html = ben.get(page).text
        assert re.search(r'value="first" class="go"\s+aria-pressed="true"', html), page
        forms = re.findall(r'<form class="learn.*?</form>', html, re.S)
        assert forms and not any('value="Angels"' in form for form in forms), page
    bad = phone().post("/games/war-in-heaven/new", {"learn": "wizard"})
    assert bad.status_code == 422 and "Choose how this phone learns" in bad.text
