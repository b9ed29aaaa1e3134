"""What is hidden: a phone of another seat, and one that watches, finds it nowhere while play goes on."""

import re
from functools import cache
from typing import Any

import pytest

from companion.boxes import shelf
from companion.boxes.game import game as game_of
from companion.kernel import journal
from companion.kernel.action import answered, draft
from companion.kernel.features import ComputerPlay
from companion.kernel.foresight import foresight
from companion.kernel.game import Game
from companion.kernel.journal import Table
from companion.kernel.opening import Opening
from companion.kernel.rulebook import Refusal
from companion.kernel.schema import SchemaError
from companion.kernel.veil import veiled
from tests import boxes_document
from tests.test_own_pages import sent

TEXT = next(
    text
    for text in re.findall(r"```toml\n(.*?)```", boxes_document.TUTORIAL.read_text("utf-8"), re.DOTALL)
    if "Sealed bids" in text
)
PLACES = (
    "", "/log", "/screen", "/at/1", "/screen/at/1", "/why?thing=Gold%27s+Bid+in+round+1", "/story", "/seats",
    "/do/write?line=Bid", "/do/ruling?thing=Gold%27s+Bid+in+round+1", "/what-if?n=1", "/report",
    "/why?thing=Gold%27s+Points", "/why?thing=Gold%27s+Purse", "/set-up", "/result.png", "/sitting.game",
    "/events-not-followed",
)  # fmt: skip


def table(*sentences: tuple[str, str]) -> Table:
    game = game_of(TEXT, "sealed")
    seats = dict.fromkeys(game.seats(3), "")
    at = Table.open(game, Opening(seats))
    for seat, bid in sentences:
        at = at.say(seat, "write", {"line": "Bid", "points": bid})
    return at


def tells_nothing(seen: Table) -> bool:
    """Whether 17 stands nowhere in a sitting, but as the number of a round."""
    whole = repr((seen.start, seen.log, seen.standing, seen.undone, seen.game.things(seen.state)))
    return not re.search(r"(?<!round )\b17\b", whole)


def test_a_bid_is_seen_by_its_own_seat_until_everybody_has_bid():
    at = table(("Gold", "17"))
    own, other, watcher = (veiled(at, seats) for seats in (["Gold"], ["Crimson"], []))
    shown = [one.game.view(one.state).pad[0].cells[0] for one in (own, other, watcher)]
    assert shown == ["17 / −7", "? / ?", "? / ?"]
    for one in (other, watcher):
        assert tells_nothing(one)
    opened = veiled(table(("Gold", "17"), ("Crimson", "4"), ("Teal", "17")), ["Crimson"])
    assert opened.game.view(opened.state).pad[0].cells[0] == "17 / −7"
    assert "17" in opened.log[0].entry.answers.values()
    assert [c.hidden for c in opened.game.view(opened.state).panels[0].counters] == [False, True]


def test_what_was_taken_back_stays_hidden_too():
    at = table(("Gold", "17")).say("Gold", "undo", {"entry": "1"})
    seen = veiled(at, ["Crimson"])
    assert tells_nothing(seen) and seen.can_redo == at.can_redo
    again = veiled(at.say("Gold", "redo", {"entry": "2"}), ["Crimson"])
    assert tells_nothing(again)
    assert veiled(at, ["Gold", "Crimson", "Teal"]) is at


def test_what_waits_behind_a_stop_is_hidden_from_others(monkeypatch):
    """Newer rules forbid Crimson's bid; Gold's, which waits behind it, has told nothing yet."""
    at = table(("Crimson", "4"), ("Gold", "17"))
    allowed = journal.play

    def play(state, action):
        state.rules.require(action.by != "Crimson", "turn", "Newer rules forbid 17 and 4.")
        return allowed(state, action)

    monkeypatch.setattr(journal, "play", play)
    stopped = Table.open(at.game, at.opening).replayed([step.entry for step in at.log])
    assert stopped.stopped and stopped.stopped.entry.n == 1 and len(stopped.log) == 2
    for seats in (["Crimson"], []):
        seen = veiled(stopped, seats)
        assert tells_nothing(seen) and seen.stopped
    stop = veiled(stopped, ["Gold"]).stopped
    assert "4" not in stop.entry.answers.values() and "4" not in stop.refusal.why
    assert "17" in veiled(stopped, ["Gold"]).log[1].entry.answers.values()


def test_who_resigns_opens_nothing():
    at = table(("Gold", "17")).say("Crimson", "resign", {})
    at = at.say("Teal", "resign", {}) if at.state.over is None else at
    assert tells_nothing(veiled(at, ["Crimson"]))


def test_a_hostile_phone_finds_it_nowhere(phone):
    """Gold bids 67, and changes to 83 by hand, which no clock and no calendar says; Crimson's phone and a
    watcher's look at everything."""
    anna, ben, eve = phone(), phone(), phone()
    key = _kept(anna)
    code = anna.open(key, players="3", seat1="Gold", seat2="Crimson", seat3="Teal", name3="Cleo")
    links = anna.get(f"/t/{code}/seats").text
    assert ben.sit(_link(links, "Crimson")).status_code == 303
    anna.say(code, "write", by="Gold", line="Bid", points="67")
    anna.say(code, "ruling", by="Gold", thing="Gold's Bid in round 1", to="83", why="typed wrongly")
    assert ">83" in anna.get(f"/t/{code}").text and "67" in anna.get(f"/t/{code}/log").text
    for who in (ben, eve):
        for place in PLACES:
            page = who.get(f"/t/{code}{place}").text
            assert not re.search(r"\b(67|83)\b", _words(page)), (place, _words(page))
    tries = [
        ben.say(code, "undo", by="Crimson", entry="2", seen=2),
        ben.say(code, "redo", by="Crimson", entry="2"),
        ben.say(code, "write", by="Gold", line="Bid", points="4"),
        ben.say(code, "write", by="Crimson", line="Bid", points="40"),
        ben.post(f"/t/{code}/ahead", {"n": "2"}),
        ben.post(f"/t/{code}/what-if", {"n": "2"}),
        ben.post(f"/t/{code}/report", {"said": "look", "names": "on"}),
        ben.get(f"/games/{key}/score?table={code}"),
    ]
    assert [one.status_code for one in tries[4:]] == [403] * 4
    for one in tries:
        assert not re.search(r"\b(67|83)\b", _words(one.text)), _words(one.text)


def cups(*dice: str) -> Table:
    """Liar's dice, once Gold has thrown these and Crimson a die."""
    game = shelf.box("liars-dice")
    at = Table.open(game, Opening(dict.fromkeys(game.seats(2), "")))
    for shown in dice:
        at = at.say("Gold", "throw", {"shown": shown})
    return at.say("Crimson", "throw", {"shown": "3"})


def test_nobody_else_can_tell_one_throw_under_a_cup_from_another():
    one, other = cups("1", "1", "1", "1", "1"), cups("6", "2", "4", "2", "5")
    for seats in (["Crimson"], []):
        seen = [veiled(at, seats) for at in (one, other)]
        assert repr(seen[0].log) == repr(seen[1].log) and seen[0].state == seen[1].state
    own = veiled(one, ["Gold"])
    assert (
        own.game.things(own.state)["Gold's Ones"] == "5"
        and own.game.things(own.state)["Crimson's Ones"] == "hidden"
    )
    assert "sees all" in one.game[ComputerPlay].cannot(one.opening), "the phone plays for nobody"


def test_all_see_the_dice_once_the_bid_is_called_and_until_the_next_throw():
    at = cups("1", "1", "1", "1", "1")
    for _ in range(4):
        at = at.say("Crimson", "throw", {"shown": "2"})
    assert [line.text for line in at.log[-1].told].count("Bidding.") == 1, "a phase is told once"
    at = at.say("Gold", "bid", {"number": "9", "shows": "twos"})
    assert "Gold's Ones" in veiled(at, ["Crimson"]).state.veil
    at = at.say("Crimson", "call", {})
    seen = veiled(at, ["Crimson"])
    assert not seen.state.veil and seen.game.things(seen.state)["Gold's Ones"] == "5"
    assert at.state.numbers["Crimson's Dice"] == 4, "five ones and four twos are nine twos"
    at = at.say("Gold", "go-on", {}).say("Gold", "throw", {"shown": "4"})
    seen = veiled(at, ["Crimson"])
    assert "Gold's Fours" in seen.state.veil and seen.log[-1].entry.answers == {"": "hidden"}


def test_a_throw_tells_what_it_changed_alone():
    lines = cups("3").log[0].told
    assert [line.text for line in lines] == ["Gold throws a 3.", "Gold's Threes: 1. Gold's Thrown: 1."]


def test_what_is_hidden_is_said_once_of_a_throw_and_no_die_foretells_what_rules_remember():
    at = cups("3")
    assert [line.text for line in veiled(at, ["Crimson"]).log[0].told] == ["Gold: something that is hidden."]
    throw = answered(draft(at.game.kind("throw"), "Gold", {}), "shown", "5")
    assert foresight(at.game.tracked, at.state, throw) == ""


def test_what_is_hidden_of_another_seat_is_one_count_and_not_a_list(phone):
    anna, ben = phone(), phone()
    code = anna.open("liars-dice", seat1="Gold", seat2="Crimson", **{"option-first": "Gold"})
    assert ben.sit(_link(anna.get(f"/t/{code}/seats").text, "Crimson")).status_code == 303
    page = ben.get(f"/t/{code}").text
    assert page.count('aria-label="hidden"') == page.count("<span>hidden</span>") == 1


@pytest.mark.slow
def test_no_page_of_another_phone_tells_one_throw_from_another(phone):
    pages = []
    for dice in ("11111", "62425"):
        anna, ben, eve = phone(), phone(), phone()
        code = anna.open("liars-dice", seat1="Gold", seat2="Crimson", **{"option-first": "Gold"})
        assert ben.sit(_link(anna.get(f"/t/{code}/seats").text, "Crimson")).status_code == 303
        for shown in dice:
            anna.say(code, "throw", by="Gold", shown=shown)
        assert ben.say(code, "throw", by="Crimson", shown="3").status_code in (200, 303)
        own = anna.get(f"/t/{code}/why?thing=Gold%27s+Ones").text
        assert f"Now: <b>{dice.count('1')}</b>" in own
        places = (*PLACES[:5], "/why?thing=Gold%27s+Ones", *PLACES[6:8], "/do/throw", *PLACES[14:16])
        seen = {
            (n, place): who.get(f"/t/{code}{place}") for n, who in enumerate((ben, eve)) for place in places
        }
        pages.append({where: (page.status_code, _same(page.text, code)) for where, page in seen.items()})
    for where, page in pages[0].items():
        assert page == pages[1][where], (where, {*page[1].split("\n")} ^ {*pages[1][where][1].split("\n")})


def _same(page: str, code: str) -> str:
    """What a page says, without what differs from table to table: its code, times, keys of forms, and how far
    the time of a tap went in looking ahead."""
    page = re.sub(
        r'<small class="comes".*?</small>|<span id="foresight".*?</span>', "", page, flags=re.DOTALL
    )
    page = re.sub(
        r"id=.[\w-]{12}.|[\w-]{20,}\.[\w-]+\.[\w-]+|\d\d:\d\d(:\d\d)?|\b[A-Z2-7]{26}\b", "", _words(page)
    )
    return re.sub(r"(, )?\b\d+ s of (play|thought)", "", page.replace(code, "CODE"))


@pytest.mark.parametrize(
    "was, is_, why",
    [
        ('points = "0..purse"', 'points = "0..highest(purse)"', "would tell what others have of “purse”"),
        ("[rules.own_purse]", '[rules.own_purse]\nof = ["bid"]\nneeds = "everyone(bid) < 50"', "“bid”"),
        ('[counters.purse]', '[counters.pot]\nof = "table"\nhidden = "1"\n[counters.purse]', "from nobody"),
        ('each = "round"\nhint', 'each = "round"\nhidden = "1"\nhint', "hidden where it rests on what is"),
    ],
)  # fmt: skip
def test_what_would_tell_is_refused(was, is_, why):
    with pytest.raises(SchemaError, match=why):
        game_of(TEXT.replace(was, is_), "sealed")


OPEN = "[counters.open]\nmost = 60\n"
SPYING = '[verbs.spy]\nwords = "Look about."\n'


@pytest.mark.parametrize(
    "more",
    [
        SPYING + 'does = ["open = 1 if purse > 3 else 0"]',
        SPYING + 'does = ["win if purse > 50"]',
        SPYING + 'then = "again if purse > 5 else next"',
        SPYING + 'does = ["purse = highest(purse)"]',
        SPYING + 'asks.whom = { ask = "Who?", seat = "other" }\ndoes = ["purse = purse[whom]"]',
        SPYING + 'asks.whom = { ask = "Who?", seat = "other" }\ndoes = ["purse[whom] = purse"]',
        '[timers.sand]\nwords = "Time is up."\nof = "table"\nseconds = "60"\ndoes = ["open = purse"]',
        '[timers.sand]\nwords = "Time is up."\nof = "table"\nseconds = "60 + bid"',
        '[phases.one]\n[phases.two]\nwhen = "purse > 3"',
        '[counters.limit]\nmost = "10 + purse"',
        '[counters.limit]\nstart = "purse"\nrefill = "round"',
        '[counters.nerve]\nhidden = "purse > 3"',
        '[lines.guess]\npoints = "0..9"\nhidden = "bid > 3 and left"',
        'turns = { rounds = "6", by = "purse" }',
        'turns = { rounds = "3 + purse" }',
    ],
)
def test_nothing_that_all_see_rests_on_what_is_hidden(more):
    text = TEXT.replace('turns = { rounds = "6", order = "together" }\n', "") if "turns =" in more else TEXT
    first, _, rest = text.partition("\n\n[counters.purse]")
    text = f"{first}\n{more if 'turns =' in more else ''}\n{OPEN}[counters.purse]{rest}"
    with pytest.raises(SchemaError, match=r"is hidden( to the end)?, and this would tell how"):
        game_of(text if "turns =" in more else f"{text}\n{more}\n", "sealed")


def test_what_is_hidden_may_rest_on_what_the_same_seat_hides_as_long():
    spend = SPYING + 'does = ["purse −= 1 if purse > 0 else 0", "open += 1"]'
    seen = []
    for start in ("0", "30"):
        text = TEXT.replace('start = "30"', f'start = "{start}"\nstops = true')
        game = game_of(f"{text}\n{OPEN}{spend}\n", "sealed")
        at = Table.open(game, Opening(dict.fromkeys(game.seats(3), ""))).say("Gold", "spy", {})
        assert at.state.numbers["Gold's Purse"] == max(0, int(start) - 1)
        seen.append([(step.entry, step.told) for step in veiled(at, ["Crimson"]).log])
    assert seen[0] == seen[1], "nobody else sees whether the purse was empty"


def test_a_verb_waits_until_what_it_would_tell_is_open():
    by = VOTES.replace('order = "together"', 'order = "together", by = "vote"')
    game = game_of(by.replace("HIDDEN", '"during(first_of_all)"').replace("RULE", COUNTING), "votes")
    at = Table.open(game, Opening(dict.fromkeys(game.seats(3), ""))).say("Gold", "count", {})
    at = at.say("Gold", "write", {"line": "Vote", "points": "1"})
    with pytest.raises(Refusal, match="Vote is hidden still, and this would tell how it stands"):
        at.say("Crimson", "count", {})
    for seat, vote in (("Crimson", "3"), ("Teal", "2")):
        at = at.say(seat, "write", {"line": "Vote", "points": vote})
    assert at.state.phase == "second" and at.state.to_act == ("Crimson",), "who voted most comes first"
    assert at.say("Crimson", "count", {}).state.numbers["Against"] == 6


@pytest.mark.parametrize("vote", ["7", "0"])
def test_a_phase_that_would_tell_is_left_out(vote):
    early = COUNTING.replace('when = "everyone(vote) > 0"', 'when = "everyone(total(vote)) > 0"').replace(
        'order = "together"', 'order = "one"'
    )
    game = game_of(VOTES.replace("HIDDEN", '"not open"').replace("RULE", early), "votes")
    at = Table.open(game, Opening(dict.fromkeys(game.seats(3), "")))
    at = at.say("Gold", "write", {"line": "Vote", "points": vote})
    assert at.state.phase == "first_of_all" and at.state.round == 2


VOTES = """
name = "Votes in the dark"
blurb = "A vote that one alone spoils."
source = "house"
goal = "Have no vote against you."
turn = "All vote at once."
players = "3"
turns = { rounds = "3", order = "together" }
[counters.against]
most = 9
of = "table"
[counters.open]
most = 1
of = "table"
change = [1]
[lines.vote]
points = "0..9"
each = "round"
hidden = HIDDEN
worth = "0"
[rules.told]
words = "A vote against is told."
RULE
"""
COUNTING = """
[phases.first_of_all]
order = "together"
[phases.second]
when = "everyone(vote) > 0"
[verbs.count]
words = "Count the votes."
does = ["against = everyone(vote)"]
then = "stay"
"""
RULES = (
    'when = "everyone(vote) > 0"\ndoes = ["against = 1"]',
    'when = "vote > 0"\ndoes = ["against = 1"]',
    'when = "first"\ndoes = ["against = everyone(vote)"]',
    'when = "first"\ndoes = ["against = 1 if vote > 0 else 0"]',
    'when = "sum_of_all > 0"\ndoes = ["against = 1"]\n[lines.sum_of_all]\nformula = "everyone(total(vote))"',
    'when = "vote > 0"\ndoes = ["win"]',
)


@cache
def votes_by(hidden: str, rule: str) -> Game[Any]:
    return game_of(VOTES.replace("HIDDEN", hidden).replace("RULE", rule), "votes")


def votes(hidden: str, rule: str, vote: str, *after: str) -> Table:
    """The table once Gold has voted so, and the others after it."""
    game = votes_by(hidden, rule)
    at = Table.open(game, Opening(dict.fromkeys(game.seats(3), "")))
    for seat, one in zip(at.game.seats(3), (vote, *after), strict=False):
        at = at.say(seat, "write", {"line": "Vote", "points": one})
    return at


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("hidden", ['"left"', '"not open"'])
def test_no_rule_of_a_box_tells_one_vote_from_another_before_it_is_opened(hidden, rule):
    for others in ([], ["0"]):
        one, other = (votes(hidden, rule, vote, *others) for vote in ("7", "0"))
        for seats in (["Crimson"], []):
            seen = [veiled(at, seats) for at in (one, other)]
            assert repr(seen[0].log) == repr(seen[1].log) and seen[0].state == seen[1].state


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_happens_with_the_tap_that_opens_what_it_rests_on(rule):
    by_a_tap = votes('"not open"', rule, "7", "0").say("Teal", "change", {"thing": "Open", "step": "+1"})
    for opened in (votes('"left"', rule, "7", "0", "0"), by_a_tap):
        assert opened.state.numbers["Against"] or opened.state.over
    spared = votes('"left"', rule, "0", "0", "0").state
    assert not spared.numbers["Against"] and not spared.over


def test_a_rule_that_rests_on_what_is_never_opened_is_told_with_the_round_or_refused():
    with pytest.raises(SchemaError, match=r'“vote” is hidden to the end.* give it after = "round"'):
        votes('"1"', RULES[0], "7")
    late = f'after = "round"\n{RULES[0]}'
    assert not votes('"1"', late, "7", "0").state.numbers["Against"]
    assert votes('"1"', late, "7", "0", "0").state.numbers["Against"] == 1
    asked = 'when = "everyone(written(vote)) == 2"\ndoes = ["against = 1"]'
    assert votes('"1"', asked, "0", "0").state.numbers["Against"] == 1, "that something is written all see"


def _kept(phone) -> str:
    answer = sent(phone, do="keep", text=TEXT.replace('start = "30"\nmost = 60', 'start = "90"\nmost = 99'))
    assert answer.status_code == 303, answer.text
    page = phone.get(answer.location).text
    return re.search(r"own-[a-z2-7]{24}", page)[0]


def _link(page: str, seat: str) -> str:
    chairs = re.split(r'class="chair ', page)[1:]
    chair = next(one for one in chairs if f">{seat}" in one or f"{seat} <" in one or seat in one[:400])
    return re.search(r"/S/([A-Z2-7]{26})", chair)[1]


def _words(page: str) -> str:
    """What a page says, without addresses, keys and drawings."""
    unsaid = r"\?v=\w+|[0-9a-f]{8,}|<svg.*?</svg>|<style.*?</style>"
    return re.sub(unsaid, "", page, flags=re.DOTALL)
