"""What is hidden: a phone of another seat, and one that watches, finds it nowhere while play goes on."""

import re

import pytest

from companion.boxes.game import game as game_of
from companion.kernel.game import Opening
from companion.kernel.journal import Table
from companion.kernel.schema import SchemaError
from companion.kernel.veil import veiled
from tests import boxes_document
from tests.test_own_pages import sent

TEXT = next(
    text
    for text in re.findall(r"```toml\n(.*?)```", boxes_document.HEAD.read_text("utf-8"), re.DOTALL)
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


@pytest.mark.parametrize(
    ("was", "is_", "why"),
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


def _kept(phone) -> str:
    answer = sent(phone, do="keep", text=TEXT.replace('start = "30"\nmost = 60', 'start = "90"\nmost = 99'))
    assert answer.status_code == 303, answer.text
    page = phone.get(answer.location).text
    return re.search(r"own-[a-z2-7]{24}", page)[0]


def _link(page: str, seat: str) -> str:
    chairs = re.split(r'class="chair', page)
    chair = next(one for one in chairs if f">{seat}" in one or f"{seat} <" in one or seat in one[:400])
    return re.search(r"/S/([A-Z2-7]{26})", chair)[1]


def _words(page: str) -> str:
    """What a page says, without addresses, keys and drawings."""
    unsaid = r"\?v=\w+|[0-9a-f]{8,}|<svg.*?</svg>|<style.*?</style>"
    return re.sub(unsaid, "", page, flags=re.DOTALL)
