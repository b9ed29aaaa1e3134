"""A photograph where things are hidden: what it offers tells no phone what it may not know."""

from io import BytesIO

from companion.boxes.game import game as game_of
from companion.boxes.shelf import source
from companion.extras.eye import routes as photograph
from companion.extras.eye.compare import offers
from companion.extras.eye.places import Marked, Placed
from companion.extras.eye.sighting import Sighting, UnreadablePhoto
from companion.kernel.journal import Table
from companion.kernel.opening import Opening
from companion.kernel.veil import veiled

PURSES = """
[counters.purse]
start = "5"
most = 5
hidden = "1"

[verbs.spend]
title = "Spend"
words = "Spend some of your purse, and let the other go on."
icon = "coin"
during = ["play"]
asks.much = { ask = "How much?", number = "1..5" }
does = ["purse −= much"]
then = "next"

[rules.rich]
words = "A man is set for two of the purse."
where = "house"
of = ["set_man"]
needs = "purse >= 2"
why = "Your purse holds {purse}, not two."

[phases.play]"""
TEXT = source("nine-mens-morris").replace("[phases.play]", PURSES, 1)


def sitting(spent: str) -> Table:
    """White has spent so much, which no other phone sees; Black has set a man, and White is to act."""
    game = game_of(TEXT, "purses")
    at = Table.open(game, Opening(dict.fromkeys(game.seats(2), "")))
    at = at.say("White", "spend", {"much": spent})
    return at.say("Black", "set-man", {"place": "a1"})


def offered(table: Table, *seats: str) -> list:
    """What is offered to a phone of some seats, where another man of White's is seen on d7."""
    seen = veiled(table, seats)
    game = seen.game
    marked = Marked.of(game)
    there = [Placed(f"{seat} man", True, space, "", Sighting(0, (0, 0), (1, 0), ())) for seat, space in LYING]
    return [
        [(one.by, one.verb) for one in offer.actions]
        for offer in offers(marked, game, seen.state, there, "board")
    ]


LYING = (("Black", "a1"), ("White", "d7"))


def test_what_a_photograph_offers_to_another_phone_is_the_same_whatever_is_hidden():
    poor, rich = sitting("4"), sitting("1")
    assert offered(poor, "White") == [] and offered(rich, "White") == [[("White", "set-man")]]
    for others in (["Black"], []):
        assert offered(poor, *others) == offered(rich, *others)


def test_the_page_reads_the_sitting_as_its_phone_may_see_it(phone, monkeypatch):
    looked = []

    def checked(table, photo):
        looked.append(table.state.veil)
        raise UnreadablePhoto("That will do.")

    monkeypatch.setattr(photograph, "_checked", checked)
    anna, eve = phone(), phone()
    code = anna.open("liars-dice", seat1="Gold", seat2="Crimson", **{"option-first": "Gold"})
    anna.say(code, "throw", by="Gold", shown="1")
    for who in (anna, eve):
        assert who.post(f"/t/{code}/photograph", {"photo": (BytesIO(b"x"), "x.jpg")}).status_code == 422
    own, other = looked
    assert "Gold's Ones" in other and "Gold's Ones" not in own
