"""What the phone shows of chips: stacks, the bank, dials; a god tapped; a die thrown for the player."""

import html
import re

from companion.kernel.journal import Table
from companion.kernel.opening import Opening
from companion.kernel.shelf import shelf
from companion.svg.pieces import arc
from companion.svg.renderer import Embedding, Overlay, board

GAME = shelf()["high-heavens"]
KEY = GAME.key
SEATS = {"seat1": "Norse", "seat2": "Greek", "option-first": "Norse", "phone": "all"}


def opened(phone, **form):
    return phone.open(KEY, **{**SEATS, **form})


def brought(phone, code):
    """Thor and Odin have come, Ares stands before Thor."""
    for seat, verb, answers in (
        ("Norse", "invoke", {"god": "Thor", "hex": "D1"}),
        ("Norse", "invoke", {"god": "Odin", "hex": "C1"}),
        ("Norse", "end-turn", {}),
        ("Greek", "invoke", {"god": "Ares", "hex": "D10"}),
        ("Greek", "ruling", {"thing": "Ares", "to": "E2", "why": "to the fight"}),
        ("Greek", "end-turn", {}),
    ):
        answer = phone.say(code, verb, by=seat, **answers)
        assert answer.status_code == 303, answer.text


def test_a_table_shows_the_bank_the_dials_and_each_stack(phone):
    ada = phone()
    code = opened(ada)
    brought(ada, code)
    page = ada.get(f"/t/{code}").text
    plain = re.sub(r"<[^>]+>", "", page)
    assert "Health: 37 of 60 left" in plain and "Disable/Trap: 6 of 6 left" in plain
    assert page.count('class="chip-health"') == 8 + 8 + 7, "a rectangle a chip"
    assert 'aria-label="30 of 30"' in page and page.count('class="dial"') >= 4
    assert 'class="coin chip-health" role="img" aria-label="8 Health"' in page


def test_why_draws_the_stack_chip_by_chip(phone):
    ada = phone()
    code = opened(ada)
    brought(ada, code)
    page = ada.get(f"/t/{code}/why?thing=Thor").text
    assert page.count('class="chip chip-health"') == 8 and "Thunderclap" in page
    assert "figures: house" in page, "our own figures say so wherever they are shown"
    assert "Health 10: the box. The rest: house." in ada.get(f"/t/{code}/why?thing=Poseidon").text
    assert ada.get(f"/t/{code}/why?thing=Health+in+the+bank").status_code == 200


def test_a_card_of_a_shelf_can_be_asked_about_before_anybody_touched_it(phone):
    ada = phone()
    both = {"seat1": "Celestials", "seat2": "Monsters", "option-first-pick": "Celestials", "phone": "all"}
    code = ada.open("havoc-in-heaven", **both)
    assert "<b>0 of 6</b>" in ada.get(f"/t/{code}/why?thing=Heroes").text
    assert "Seventy-Two Changes" in ada.get(f"/t/{code}/why?thing=Sun Wukong").text
    picks = ("Sun Wukong", "Red Boy", "Zhu Bajie", "Nezha", "Thunder Duke", "Erlang Shen")
    order = ("Celestials", "Monsters", "Monsters", "Celestials", "Celestials", "Monsters")
    for side, hero in zip(order, picks, strict=True):
        assert ada.say(code, "pick", by=side, hero=hero).status_code == 303
    for card, words in (("Oak Bow", "+1 range."), ("Cloud Somersault", "draw a card")):
        page = ada.get(f"/t/{code}/why?thing={card}")
        assert page.status_code == 200 and words in page.text, "nobody has touched it yet"


def test_every_counter_and_card_of_every_game_can_be_asked_about(phone):
    ada = phone()
    for game in shelf().values():
        seats = game.seats(game.players[0])
        form = {f"seat{i}": seat for i, seat in enumerate(seats, 1)} | {"players": str(len(seats))}
        form |= {f"option-{option.key}": option.default for option in game.options}
        code = ada.open(game.key, phone="all", **{"option-first": "", **form})
        page = ada.get(f"/t/{code}").text
        asked = {html.unescape(link) for link in re.findall(r'href="([^"]*/why\?thing=[^"]*)"', page)}
        assert asked, game.key
        for link in asked:
            assert ada.get(link).status_code == 200, link


def test_a_god_that_is_tapped_shows_its_reach_and_what_it_can_do(phone):
    ada = phone()
    code = opened(ada)
    brought(ada, code)
    page = ada.get(f"/t/{code}/look?thing=Thor").text
    assert 'class="reach moves"' in page and 'class="reach strikes"' in page
    assert f"/t/{code}/do/use-ability?god=Thor" not in page, "nobody stands next to him"
    for verb in ("attack", "move"):
        assert f"/t/{code}/do/{verb}?god=Thor" in page
    assert f"/t/{code}/do/move?god=Thor&amp;hex=D3" not in page, "the home base is in the way"
    assert f"/t/{code}/do/move?god=Thor&amp;hex=E1" in page, "a tap on a hex says where to"
    assert f"/t/{code}/do/attack?god=Thor&amp;target=Ares" in page, "a tap on an enemy says whom"
    foe = ada.get(f"/t/{code}/look?thing=Ares").text
    assert 'class="reach strikes"' in foe and f"/t/{code}/do/attack?god=Ares" not in foe
    assert ada.get(f"/t/{code}/look?thing=Odin", headers={"HX-Request": "true"}).status_code == 200
    assert ada.get(f"/t/{code}/look?thing=nobody").headers["Location"] == f"/t/{code}"


def test_who_only_watches_may_look_too(phone):
    ada, ben = phone(), phone()
    code = opened(ada)
    brought(ada, code)
    page = ben.get(f"/t/{code}/look?thing=Thor").text
    assert 'class="reach moves"' in page and "move?god=Thor" not in page


def test_a_die_is_thrown_for_the_player_and_enters_as_an_answer(phone):
    ada = phone()
    code = opened(ada, **{"option-runes": "yes"})
    brought(ada, code)
    asked = ada.get(f"/t/{code}/do/attack?god=Thor&target=Ares").text
    assert "What did you throw?" in asked and "Throw for me" in asked
    faces = set()
    for _ in range(60):
        answer = ada.get(f"/t/{code}/do/attack/roll?god=Thor&target=Ares")
        assert answer.status_code == 303 and answer.headers["Cache-Control"] == "no-store"
        faces.add(re.search(r"die=(\d)$", answer.headers["Location"])[1])
    assert faces == set("123456")
    assert "What your hands will do" in ada.get(answer.headers["Location"]).text
    plain = ada.get(f"/t/{code}/do/move/roll?god=Thor").headers["Location"]
    assert plain == f"/t/{code}/do/move?god=Thor", "chance has no say there"
    assert ada.get(f"/t/{code}/do/fly/roll").status_code == 404
    assert "Throw for me" not in ada.get(f"/t/{opened(ada)}/invoke").text


def test_a_card_is_drawn_for_the_player_and_not_thrown(phone):
    ada = phone()
    code = ada.open("crazy-eights", phone="all", seat1="Gold", seat2="Crimson", **{"option-first": "Gold"})
    asked = ada.get(f"/t/{code}/do/turn-up").text
    assert "Draw for me" in asked and "Throw for me" not in asked


def test_the_board_on_the_table_lines_the_gods_up():
    table = Table.open(GAME, Opening({"Norse": "Ada", "Greek": "Ben"}, {"board": "table"}))
    table = table.say("Norse", "invoke", {"god": "Thor"})
    markup = str(board(GAME.view(table.state).picture, {}, Overlay(), Embedding()))
    assert "Who is in the Heavens" in markup and markup.count('class="chip-health"') == 8
    assert "smite" in {kind.verb for kind in GAME.kinds if table.state.phase in kind.during}


def test_a_dial_is_as_full_as_its_value():
    assert arc(15, 30, 1) == '<path class="dial" d="M0 -1A1 1 0 0 1 0 1"/>', "half of it"
    assert "A1 1 0 1 1" in arc(29, 30, 1), "more than half goes the long way round"
    assert arc(0, 30, 1) != arc(30, 30, 1)
