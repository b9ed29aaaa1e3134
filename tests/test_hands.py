"""High Heavens with the hands on the phones: dealt and drawn there, and seen by their own phone alone."""

import io
import random
import re
from types import SimpleNamespace
from typing import Any

import pytest
from pypdf import PdfReader

from companion.games.high_heavens import GAME
from companion.games.high_heavens.box import house_box
from companion.games.high_heavens.hands import Dealt, thought, unseen, veil
from companion.games.high_heavens.state import piles
from companion.kernel import transcript
from companion.kernel.action import legal, play, written
from companion.kernel.journal import Table
from companion.kernel.opening import Opening
from companion.kernel.rulebook import Refusal
from companion.kernel.veil import HIDDEN, veiled
from companion.players import absent
from companion.players.absent import Position, decided, moment
from companion.players.coach import advised
from companion.web.differences import HAS
from tests.conftest import Phone
from tests.extras.api.test_api import Program, token
from tests.games.heavens import ability
from tests.games.heavens import written as box_with
from tests.pages import Screen
from tests.test_hidden import _link, _same

PHONES = {"hands": "phones"}
NORSE = ["Odin", "Thor", "Tyr", "Gleipnir", "Bifrost", "Loki", "Golden Apples"]
OTHER = ["Odin", "Freyr", "Njord", "Ragnarok", "Shield Wall", "Hel", "Berserk"]
"""Two Norse decks from the top: one card of the hand is the same."""
GREEK = ["Zeus", "Hestia", "Ares", "Phalanx", "Ambrosia", "Hera", "Panacea"]


def stacked(monkeypatch: pytest.MonkeyPatch, *tops: list[str]) -> None:
    """Let each shuffle put these cards on top, and the others of that deck under them in their order."""

    class Fixed(random.Random):
        def shuffle(self, x: Any) -> None:
            top = next(top for top in (*tops, [x[0]]) if set(top) <= set(x))
            x[:] = [*top, *(card for card in x if card not in top)]

    monkeypatch.setattr(piles, "random", SimpleNamespace(Random=Fixed))


def table(players: int = 2, lot: str = "a lot", **options: str) -> Table:
    seats = {seat: f"Player {n}" for n, seat in enumerate(GAME.seats(players))}
    return Table.open(GAME, Opening(seats, PHONES | options, lot=lot))


@pytest.mark.parametrize("players, hand", [(2, 5), (4, 3)])
def test_hands_are_dealt_by_the_lot_and_each_holds_a_god(players, hand):
    seen = set()
    for n in range(60):
        at = table(players, f"lot {n}")
        state = at.state
        assert all(len(cards) == hand for cards in state.held.values())
        assert all(any(card in state.box.gods for card in cards) for cards in state.held.values())
        assert {len(deck) for deck in state.deck.values()} == {24 - hand * players // 2}
        GAME.invariant(state)
        assert table(players, f"lot {n}").state == state, "the same lot deals the same hands"
        seen.add(tuple(map(tuple, state.held.values())))
    assert len(seen) == 60


def test_hands_a_hand_without_a_god_happens(monkeypatch):
    """The first five are Divine Powers: they are shown, and go back; then each holds a god."""
    tops = [[*house_box().decks["Norse"][:5]], [*GREEK]]

    class Once(random.Random):
        def shuffle(self, x: Any) -> None:
            if tops:
                top = tops.pop(0)
                x[:] = [*top, *(card for card in x if card not in top)]
            else:
                super().shuffle(x)

    monkeypatch.setattr(piles, "random", SimpleNamespace(Random=Once))
    at = table()
    shown = [str(line.text) for line in at.start.told if line.rule == "hands"]
    assert shown[0].startswith(f"Norse: no god is among {house_box().decks['Norse'][0]}, ")
    assert any(card in at.state.box.gods for card in at.state.held["Norse"])
    other = veiled(at, ["Greek"])
    assert shown[0] in [str(line.text) for line in other.start.told], "all see a hand that is shown"


def test_hands_a_card_that_is_not_held_refuses(monkeypatch):
    stacked(monkeypatch, NORSE, GREEK)
    at = table()
    for verb, answers in (
        ("invoke", {"god": "Loki", "hex": "D1"}),
        ("use-power", {"power": "Golden Apples"}),
        ("discard-god", {"god": "Loki"}),
    ):
        with pytest.raises(Refusal, match=r"is not in your hand\.") as no:
            at.say("Norse", verb, answers)
        assert no.value.rule.key == "hands"
        assert no.value.hint == "You hold Odin, Thor, Tyr, Gleipnir and Bifrost."
    played = {action.__dict__.get("god", "") for action in legal(GAME.kinds[:1], at.state, ["Norse"])}
    assert played == {"Odin", "Thor", "Tyr"}


def test_a_card_brings_nobody_but_from_the_hand(monkeypatch):
    stacked(monkeypatch, NORSE, GREEK)
    at = table().say("Norse", "invoke", {"god": "Odin", "hex": "D1"})
    here = at.state.but(box=box_with(Odin="summon friend to adjacent"))
    with pytest.raises(Refusal, match=r"Loki is not in your hand\.") as no:
        play(here, ability("Norse", "Odin", "Loki", hex="C1"))
    assert no.value.rule.key == "hands"
    came = play(here, ability("Norse", "Odin", "Thor", hex="C1"))
    assert came.held["Norse"] == ("Tyr", "Gleipnir", "Bifrost") and came.at["Thor"] == "C1"
    GAME.invariant(came)
    other = veil(here, unseen(here, ["Greek"]).names)
    with pytest.raises(Refusal, match="is not in your hand"):
        play(other, ability("Norse", "Odin", "Thor", hex="C1"))
    dealt = Dealt(random.Random(1), here)
    free = thought(here)
    assert dealt.allow(free, ability("Norse", "Odin", "Thor", hex="C1"))
    assert not dealt.allow(free, ability("Norse", "Odin", "Loki", hex="C1")), "who thinks has a real hand"


def test_what_is_played_and_discarded_leaves_the_hand_and_the_turn_draws_five(monkeypatch):
    stacked(monkeypatch, NORSE, GREEK)
    at = table().say("Norse", "invoke", {"god": "Odin", "hex": "D1"})
    assert at.state.held["Norse"] == ("Thor", "Tyr", "Gleipnir", "Bifrost")
    for card in ("Tyr", "Bifrost"):
        more = {"left": "clean up now"} if at.state.actions else {}
        at = at.say("Norse", "discard-god", {"god": card, **more})
    assert at.state.pile["Norse"] == ("Tyr", "Bifrost") and at.state.used == {"Bifrost": 1}
    assert "Tyr" in at.state.gone
    shelf = GAME.view(at.state).shelves[0]
    assert [card.thing for card in shelf.cards] == ["Bifrost", "Tyr"], "the last one lies on top"
    at = at.say("Norse", "end-turn", {})
    assert at.state.held["Norse"][:4] == ("Thor", "Gleipnir", "Loki", "Golden Apples")
    assert len(at.state.held["Norse"]) == 5 and len(at.state.deck["Norse"]) == 16
    assert "Norse: 3 cards are drawn, 16 are left in the deck." in [str(t.text) for t in at.log[-1].told]
    back = at.say("Norse", "undo", {"entry": str(at.n)})
    assert back.state.held["Norse"] == ("Thor", "Gleipnir"), "what is taken back is as it was"
    assert back.say("Norse", "end-turn", {}).state == at.state, "and the same cards are drawn again"


def test_an_empty_deck_draws_nothing_and_is_not_shuffled_anew():
    at = table()
    for _ in range(60):
        seat = at.state.seat
        left = [card for card in at.state.held[seat] if card in at.state.box.powers]
        for card in left:
            more = {"left": "clean up now"} if at.state.phase == "turn" and at.state.actions else {}
            at = at.say(seat, "discard-god", {"god": card, **more})
        at = at.say(seat, "end-turn", {})
        GAME.invariant(at.state)
    assert "Norse: no card is drawn, as the hand is full." in [str(t.text) for s in at.log for t in s.told]
    gods = [card for card in at.state.held["Norse"] if card in at.state.box.gods]
    assert len(gods) == 5, "a hand of gods is full, and play goes on"
    while at.state.deck["Norse"]:
        seat = at.state.seat
        for card in at.state.held[seat][:2]:
            more = {"left": "clean up now"} if at.state.phase == "turn" and at.state.actions else {}
            at = at.say(seat, "discard-god", {"god": card, **more})
        at = at.say(seat, "end-turn", {})
    at = at.say("Greek", "end-turn", {}) if at.state.seat == "Greek" else at
    at = at.say("Norse", "end-turn", {})
    assert "Norse: the deck is empty." in [str(t.text) for t in at.log[-1].told]
    assert len(at.state.pile["Norse"]) + len(at.state.held["Norse"]) == 24


def test_a_transcript_carries_the_lot_and_comes_to_the_same_and_the_usual_option_has_none():
    at = table()
    god = next(card for card in at.state.held["Norse"] if card in at.state.box.gods)
    at = at.say("Norse", "invoke", {"god": god, "hex": "D1"}).say("Norse", "end-turn", {})
    text = transcript.write(at)
    assert "lot: a lot\n" in text
    assert transcript.read(text, {GAME.key: GAME}).state == at.state
    usual = Table.open(GAME, Opening(dict.fromkeys(GAME.seats(2), "")))
    assert not usual.state.held and "lot:" not in transcript.write(usual)
    assert veiled(usual, []) is usual, "with the cards on the table nothing is hidden"


def test_others_see_how_many_cards_there_are_and_none_of_them(monkeypatch):
    tables = []
    for top in (NORSE, OTHER):
        stacked(monkeypatch, top, GREEK)
        at = table().say("Norse", "invoke", {"god": "Odin", "hex": "D1"}).say("Norse", "end-turn", {})
        at = at.say("Greek", "undo", {"entry": "2"}).say("Norse", "end-turn", {})
        tables.append(at)
    for seats in (["Greek"], []):
        one, other = (veiled(at, seats) for at in tables)
        assert repr((one.start, one.log, one.undone, one.opening)) == repr(
            (other.start, other.log, other.undone, other.opening)
        )
        assert one.state.held["Norse"] == (HIDDEN,) * 5 and one.state.deck["Greek"] == (HIDDEN,) * 19
        assert one.log[0].entry.answers == {"god": "Odin", "hex": ["D1"]}, "what is played all see"
    own = veiled(tables[0], ["Norse"])
    lying = own.game.view(own.state).panels[0].cards
    assert {card.thing for card in lying if card.up} == {*own.state.held["Norse"], "Odin"}
    assert [card.thing in own.state.held["Norse"] for card in lying[:6]] == [True] * 5 + [False]
    assert not any(card.loose for card in lying), "nobody has to tick what they hold"
    assert own.state.held["Norse"] == tables[0].state.held["Norse"]
    assert {*own.state.deck["Norse"]} == {HIDDEN}, "nobody looks into a deck, not even its own"
    assert not own.opening.lot
    foreseen = GAME.kind("end-turn")("Greek").apply(own.state)
    assert not any(card in str(line.text) for line in foreseen.told for card in ("Hera", "Panacea"))


def test_who_resigns_opens_nothing_and_an_end_by_the_rules_opens_all():
    at = table().say("Greek", "resign", {})
    assert at.state.over and HIDDEN in veiled(at, ["Norse"]).state.held["Greek"]
    fallen = table().say("Norse", "ruling", {"thing": "Mount Olympus", "to": "0", "why": "it fell"})
    assert fallen.state.over and veiled(fallen, []) is fallen


@pytest.mark.parametrize("to", ["D1", "the deck or hand", "out of the game"])
def test_a_god_set_by_hand_leaves_or_comes_to_the_hand(to):
    at = table()
    god = next(card for card in at.state.held["Norse"] if card in at.state.box.gods)
    at = at.say("Norse", "invoke", {"god": god, "hex": "E1"})
    other = next(card for card in at.state.deck["Norse"] if card in at.state.box.gods)
    for name in (god, other):
        after = (
            at
            if name == other and to == "the deck or hand"
            else at.say("Norse", "ruling", {"thing": name, "to": to, "why": "as it is"})
        )
        GAME.invariant(after.state)
        where = [name in pile for pile in (after.state.held["Norse"], after.state.pile["Norse"])]
        assert where == [to == "the deck or hand" and name == god, to == "out of the game"]


def test_who_thinks_for_a_seat_knows_its_hand_and_deals_the_others_anew(monkeypatch):
    """The phone's choice of a seat does not rest on the other hand or on what comes: only on its own."""
    result = []
    for top, deck in ((GREEK, NORSE), ([*GREEK[:1], "Hades", "Athena", "Earthquake", "Hermes"], NORSE)):
        stacked(monkeypatch, deck, top)
        at = table()
        here = moment(Position.of(at, "Norse", "greedy", "secret"))
        assert not here.state.held and here.hands.hand["Norse"] == [*at.state.held["Norse"]]
        guesses = {tuple(here.hands.guessed("Norse", random.Random(n)).hand["Greek"]) for n in range(20)}
        assert len(guesses) > 15 and all(
            here.hands.guessed("Norse", random.Random(n)).hand["Norse"] == [*at.state.held["Norse"]]
            for n in range(5)
        )
        choices = {(one.verb, repr(sorted(one.__dict__.items()))) for one in here.choices}
        result.append(choices)
        played = decided(Position.of(at, "Norse", "greedy", "secret"))
        assert at.say("Norse", played.verb, played.given).n == 1
    assert result[0] == result[1]
    with_cards = [one for one in here.choices if one.verb == "invoke"]
    assert {one.god for one in with_cards} == {"Odin", "Thor", "Tyr"}


@pytest.mark.parametrize("player", ["random", "greedy", "careful:20"])
def test_what_the_phone_plays_for_a_seat_rests_on_no_other_hand(monkeypatch, player):
    """Two tables that differ in the Greek cards alone: the phone plays the same turn for the Norse."""
    chance = SimpleNamespace(Random=lambda *lot: random.Random(*lot or ["the same dice"]))
    sentences = []
    for top in (GREEK, ["Hades", "Athena", "Earthquake", "Hermes", "Zeus"]):
        stacked(monkeypatch, NORSE, top)
        monkeypatch.setattr(absent, "random", chance)
        absent._sittings.clear()
        at, turn = table(first="Norse"), []
        while at.state.seat == "Norse":
            move = decided(Position.of(at, "Norse", player, "secret"))
            turn.append((move.verb, move.given))
            at = at.say("Norse", move.verb, move.given)
        sentences.append((turn, at.state.held["Norse"]))
        assert {*at.state.held["Greek"]} == {*top[:5]}
    assert sentences[0] == sentences[1] and sentences[0][0][-1][0] == "end-turn"


def test_the_coach_tells_all_at_the_table_and_knows_no_hand(monkeypatch):
    stacked(monkeypatch, NORSE, GREEK)
    here = moment(Position.of(table(), "Norse", "coach", "secret"))
    held = [one for one in advised(here) if not one.if_held]
    assert all(one.move.verb not in ("invoke", "use-power", "discard-god") for one in held)


def test_hands_that_are_dealt_follow_what_the_phones_hold():
    at, dealt = table(4), Dealt(random.Random(1), table(4).state)
    kinds = tuple(kind for kind in GAME.kinds if not kind.anytime)
    chance = random.Random(5)
    for _ in range(40):
        if at.state.over:
            break
        actions = [one for one in legal(kinds, at.state, at.state.to_act) if one.verb != "place-base"]
        action = chance.choice(actions)
        before = at.state
        at = at.say(action.by, action.verb, written(action))
        dealt.seen(action, before)
        dealt.follow(action, before, at.state)
        assert {seat: tuple(cards) for seat, cards in dealt.hand.items()} == dict(at.state.held)
        assert not thought(at.state).held


PLACES = (
    "", "/at", "/at/1", "/at/2", "/at/before", "/do/invoke", "/do/invoke?god=Zeus", "/do/invoke?god=Hades",
    "/do/use-power", "/do/discard-god", "/do/ruling", "/do/ruling?thing=Odin", "/do/ruling?thing=Thor",
    "/do/end-turn", "/do/invoke/foresight?god=Zeus", "/do/attack", "/do/invoke/roll", "/grid",
    "/heard?line=invoke+thor", "/heard?line=invoke+zeus", "/log", "/look", "/look?thing=Thor",
    "/look?thing=Odin", "/photograph",
    "/print", "/print.pdf?piece=resume", "/print/1.png?piece=resume", "/report", "/result.png", "/screen",
    "/screen/at/1", "/screen/story", "/seats", "/set-up", "/sitting.game", "/story", "/story.pdf",
    "/what-if?n=1", "/beside/ABCDEF", "/why?thing=Thor", "/why?thing=Odin", "/why?thing=Norse%27s+hand",
    "/why?thing=Norse+draw+pile", "/why?thing=Norse%27s+cards", "/why?thing=Greek%27s+hand", "/words",
    "/forget", "/game", "/along", "/along.game",
)  # fmt: skip
"""Every page of a table; a test says if one is missing."""
ASKED = (
    "", "/actions", "/actions/invoke", "/actions/use-power", "/actions/ruling", "/actions/discard-god",
    "/heard?line=invoke+thor", "/journal", "/seats", "/transcript", "/words",
)  # fmt: skip
STREAMS = {"/events", "/pages", "/<path:old>"}


def test_the_places_are_all_that_there_are(app):
    rules = [str(rule) for rule in app.url_map.iter_rules() if "GET" in rule.methods]
    heads = ("/t/<code>", "/api/1/tables/<code>")
    there = {re.sub(r"<(int:)?n>", "1", rule) for rule in rules if rule.startswith(heads)}
    there = {rule.replace("<verb>", "invoke").replace("<other>", "ABCDEF") for rule in there}
    known = {heads[0] + place.partition("?")[0] for place in PLACES}
    known |= {heads[1] + place.partition("?")[0] for place in ASKED}
    assert there - known == {*(heads[0] + place for place in STREAMS), heads[1] + "/events"}


@pytest.mark.slow
def test_no_route_tells_other_phones_one_hand_from_another(app, phone, monkeypatch):
    """Two tables that differ in the Norse hand and deck alone: 0 different bytes for all but the Norse."""
    pages = []
    for top in (NORSE, OTHER):
        stacked(monkeypatch, top, GREEK)
        anna, ben, eve = phone(), phone(), phone()
        seats = {"seat1": "Norse", "seat2": "Greek", "option-first": "Norse"}
        code = anna.open("high-heavens", **seats, **{"option-hands": "phones"})
        assert ben.sit(_link(anna.get(f"/t/{code}/seats").text, "Greek")).status_code == 303
        tokens = {"Greek": token(ben, f"{code} Greek"), "watch": token(eve, "watch"), "": ""}
        programs = {who: Program(app, kept) for who, kept in tokens.items()}
        screens = {"ben": Screen(), "eve": Screen()}
        seen = {
            (0, *where): page for where, page in _all_that(ben, eve, screens, programs, code, ".p").items()
        }
        assert anna.say(code, "invoke", by="Norse", god="Odin", hex="D1").status_code in (200, 303)
        assert anna.say(code, "invoke", by="Norse", god="Athena", hex="C1").status_code == 422
        seen |= {
            (1, *where): page for where, page in _all_that(ben, eve, screens, programs, code, ".p").items()
        }
        assert anna.say(code, "end-turn", by="Norse").status_code in (200, 303)
        seen |= {(2, *where): page for where, page in _all_that(ben, eve, screens, programs, code).items()}
        pages.append(seen)
        stands = app.extensions["companion"].store.session(code).table
        assert (stands.n, len(stands.state.held["Norse"]), len(stands.opening.lot)) == (2, 5, 32)
        own = anna.get(f"/t/{code}").text
        assert all(card in own for card in top[1:5]) and stands.opening.lot not in own
    assert pages[0].keys() == pages[1].keys()
    for where, page in pages[0].items():
        assert page == pages[1][where], where
    assert sum(status == 200 for status, _ in pages[0].values()) > 150


def _all_that(
    ben: Phone,
    eve: Phone,
    screens: dict[str, Screen],
    programs: dict[str, Program],
    code: str,
    but: str = "none",
) -> dict[tuple[str, str], tuple[int, str]]:
    """All that the phone of the Greeks, one that watches and programs can see, and what they are refused."""
    places = [place for place in PLACES if but not in place]
    answers = {("ben", place): ben.get(f"/t/{code}{place}") for place in places}
    answers |= {("eve", place): eve.get(f"/t/{code}{place}") for place in places}
    for who, program in programs.items():
        answers |= {(who, f"api{place}"): program.get(f"/tables/{code}{place}") for place in ASKED}
    for n, (verb, form) in enumerate(HOSTILE):
        answers["ben says", f"{verb} {n}"] = ben.say(code, verb, **form)
    result = {where: (answer.status_code, _plain(answer, code)) for where, answer in answers.items()}
    for who, screen in screens.items():
        asks = {"HX-Request": "true", HAS: screen.latest}
        news = {"ben": ben, "eve": eve}[who].get(f"/t/{code}", headers=asks)
        result[who, "what is new"] = 0, _same(screen.take(news.headers[HAS], news.data), code)
    return result


HOSTILE: tuple[tuple[str, dict[str, str]], ...] = (
    ("invoke", {"by": "Norse", "god": "Thor", "hex": "C1"}),
    ("invoke", {"by": "Greek", "god": "Thor", "hex": "C10"}),
    ("use-power", {"by": "Greek", "power": "Gleipnir"}),
    ("end-turn", {"by": "Norse"}),
    ("discard-god", {"by": "Norse", "god": "Thor"}),
)
"""What a Greek phone may not say, before its own turn and at it."""


def _plain(answer: Any, code: str) -> str:
    """What an answer says, without what differs from table to table: its code is also in squares on paper."""
    if answer.mimetype == "image/png":
        return ""
    if answer.mimetype == "application/pdf":
        pages = PdfReader(io.BytesIO(answer.data)).pages
        return re.sub(r"\b[0-9a-f]{8}\b", "", _same(" ".join(page.extract_text() for page in pages), code))
    return re.sub(r'"at": [\d.]+', "", _same(answer.text, code))


def test_a_table_that_is_read_again_holds_the_same_hands_and_a_rematch_others(app, phone):
    anna, store = phone(), app.extensions["companion"].store
    seats = {"seat1": "Norse", "seat2": "Greek", "option-first": "Norse", "phone": "all"}
    code = anna.open("high-heavens", **seats, **{"option-hands": "phones"})
    held = store.session(code).table.state.held
    store.cache.drop(code)
    first = store.session(code).table
    assert first.state.held == held
    assert anna.get(f"/t/{code}/sitting.game").status_code == 403, "it would tell the lot"
    gone = anna.say(code, "ruling", by="Norse", thing="Mount Olympus", to="0", why="it fell")
    assert gone.status_code in (200, 303)
    assert f"lot: {first.opening.lot}" in anna.get(f"/t/{code}/sitting.game").text
    again = anna.post(f"/t/{code}/again").location.split("/")[2]
    other = store.session(again).table
    assert other.opening.options == first.opening.options and other.opening.lot != first.opening.lot
    assert other.state.held != held
