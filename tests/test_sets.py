"""Sets of cards: files, spreadsheets, the command line, the editor, and a table that keeps its copy."""

import io
import json

import pytest

from companion.kernel import transcript
from companion.kernel.cardset import Field, SetForm
from companion.kernel.journal import Table
from companion.kernel.opening import Opening
from companion.kernel.shelf import shelf
from companion.toolkit import cardsets
from companion.toolkit.cardsets import values

WITH_SETS = [game for game in shelf().values() if game.get(SetForm)]
KEY = "high-heavens"
GAME = shelf()[KEY]
FORM = GAME.get(SetForm)


@pytest.fixture(params=WITH_SETS, ids=lambda game: game.key)
def game(request):
    return request.param


def own(**changes):
    """The house set under another name, with a card changed."""
    gods = [{**row, **(changes if row["name"] == "Thor" else {})} for row in FORM.house["gods"]]
    return {**FORM.house, "name": "My box", "source": "my box", "gods": gods}


def read(text):
    """The game and the set of a file."""
    file = cardsets.read(shelf(), text)
    return file.game, file.cards


# -- files ------------------------------------------------------------------------------------------------


def test_the_house_set_fits_and_is_marked_house(game):
    assert cardsets.faults(game[SetForm], game[SetForm].house) == []
    assert game[SetForm].house["source"] == "house"


def test_toml_and_csv_say_the_same_set_again(game):
    house = cardsets.tidy(game[SetForm], game[SetForm].house)
    for text in (
        cardsets.to_toml(game[SetForm], house, game),
        cardsets.to_toml(game[SetForm], house, game, remarks=True),
        cardsets.to_csv(game[SetForm], house, game.key),
        "\ufeff" + cardsets.to_csv(game[SetForm], house, game.key).replace("\r\n", "\n"),
    ):
        assert read(text) == (game, house)


def test_a_file_without_its_game_is_known_by_its_decks(game):
    house = cardsets.tidy(game[SetForm], game[SetForm].house)
    text = cardsets.to_toml(game[SetForm], house, game).replace(f'game = "{game.key}"\n', "")
    assert read(text) == (game, house)


def test_a_deck_that_may_be_left_out_is_left_out_of_every_kind_of_file(tmp_path, cli):
    game = shelf()["heroball"]
    own = {
        key: rows for key, rows in cardsets.tidy(game[SetForm], game[SetForm].house).items() if key != "gods"
    }
    assert not cardsets.faults(game[SetForm], own)
    assert "gods" not in cardsets.tidy(game[SetForm], {**own, "gods": []})
    text = cardsets.to_toml(game[SetForm], own, game)
    for file in (
        text,
        text.replace('game = "heroball"\n', ""),
        cardsets.to_csv(game[SetForm], own, game.key),
    ):
        assert read(file) == (game, own)
    (tmp_path / "own.toml").write_text(text, "utf-8")
    assert (
        "7 in “heroes”" in (output := cli("set check", tmp_path / "own.toml", "--plays", "0"))
        and "gods" not in output
    )


def test_the_template_says_what_every_field_takes(game):
    text = cardsets.to_toml(game[SetForm], game[SetForm].house, game, remarks=True)
    for deck in game[SetForm].decks:
        for field in deck.fields:
            assert f"# {field.key:<10} {field.title}" in text and str(cardsets.takes(field)) in text


def test_a_text_a_spreadsheet_would_compute_comes_back_as_it_was():
    cards = own(title="=1+2", ability="'quoted", text='-3, "so"; +4\t@x')
    text = cardsets.to_csv(FORM, cards, KEY)
    assert "'=1+2" in text and "''quoted" in text
    thor = next(row for row in read(text)[1]["gods"] if row["name"] == "Thor")
    assert (thor["title"], thor["ability"], thor["text"]) == ("=1+2", "'quoted", '-3, "so"; +4 @x')


def test_a_sheet_may_have_empty_cells_beyond_its_columns():
    """As a spreadsheet writes them where a cell was filled once; empty rows too."""
    text = cardsets.to_csv(FORM, cardsets.tidy(FORM, FORM.house), KEY).replace("\r\n", ",,\r\n")
    headed, gaps = text.replace(",,\r\n", "\r\n", 1), text.replace("\r\n", "\r\n\r\n,,\r\n", 3)
    for sheet in (text, headed, gaps):
        assert read(sheet)[1] == cardsets.tidy(FORM, FORM.house)
    with pytest.raises(cardsets.UnreadableSet, match="the file, row 7: there is no deck “monsters”"):
        cardsets.read(
            shelf(), gaps.replace("\r\nboard,", "\r\nmonsters,").replace("\r\ngods,", "\r\nmonsters,", 1)
        )


def test_a_text_comes_back_on_one_line_from_every_kind_of_file():
    """Spaces pasted from elsewhere, line ends and blanks at the ends are no part of what a card says."""
    cards = cardsets.tidy(
        FORM, own(title="  God of\u00a0Thunder ", text="1 damage.\n\n1 more. ", ability="\t")
    )
    thor = next(row for row in cards["gods"] if row["name"] == "Thor")
    assert (thor["title"], thor["text"]) == ("God of Thunder", "1 damage. 1 more.") and "ability" not in thor
    assert cardsets.faults(FORM, cards) == []
    for text in (cardsets.to_toml(FORM, cards, GAME), cardsets.to_csv(FORM, cards, KEY)):
        assert read(text) == (GAME, cards)
    lines = cardsets.to_toml(FORM, own(), GAME).replace('"God of Thunder"', '"""God\nof Thunder"""')
    assert read(lines)[1] == cardsets.tidy(FORM, own())


def test_a_cell_that_counts_is_a_whole_number_below_nothing_too():
    field = Field("cost", "Cost", most=5)
    assert [values.value(field, text) for text in ("3", "-3", "3.0", "3.5")] == [3, -3, 3, "3.5"]


def test_sheets_with_semicolons_and_decimal_whole_numbers_are_read():
    text = cardsets.to_csv(FORM, cardsets.tidy(FORM, FORM.house), KEY)
    rows = [line.replace(",8,2,3,3,2,1,", ",8.0,2,3,3,2,1,") for line in text.splitlines()]
    import csv

    out = io.StringIO()
    csv.writer(out, delimiter=";").writerows(csv.reader(rows))
    assert read(out.getvalue())[1] == cardsets.tidy(FORM, FORM.house)


@pytest.mark.parametrize(
    "text, why",
    [
        ("a = ", "not TOML"),
        ("a = " + "[" * 2000, "brackets in brackets"),
        ("name = 'x'", "it does not say its game"),
        ('game = "chess"', "not a game with sets"),
        ('game = "war-in-heaven"', "not a game with sets"),
        ("deck,name,name\n", "row 1: the sheet names a column twice"),
        ('deck,name\nset,"x', "cannot be read"),
        (f"deck,name,game\nset,x,{KEY}\nmonsters,y,\n", "the decks are gods, powers, board"),
        (
            f"deck,name,game\nset,x,{KEY}\ngods,Thor,,God of Thunder, they say\n",
            "row 3: there are 5 cells for 3 colu",
        ),
        ("\0", "not text"),
        ("x" * (cardsets.MOST + 1), "too long"),
    ],
)
def test_what_is_no_set_is_said_kindly(text, why):
    with pytest.raises(cardsets.UnreadableSet, match=why):
        cardsets.read(shelf(), text)


@pytest.mark.parametrize(
    "changes, words",
    [
        ({"health": 99}, "Thor, Health is 99; a whole number from 1 to 20 would be right."),
        ({"health": None}, "Thor, Health is missing."),
        ({"health": "8"}, "Thor, Health is the text “8”; a whole number from 1 to 20 would be right."),
        ({"name": " "}, "God 2, Name is missing."),
        ({"side": "Roman"}, "Thor, Pantheon is “Roman”; it can be Norse, Greek."),
        ({"text": "x" * 401}, "Thor, What it does has 401 characters; at most 400 fit."),
        ({"colour": "red"}, "Thor, colour is not known here."),
        ({"side": "Greek"}, "The set, Gods holds 11 of Norse; 12 would be right."),
        ({"name": "Odin"}, "Odin, Name stands 2 times."),
        ({"name": "Thor, Son of Odin"}, "Thor, Son of Odin, Name has a comma or “&” in it; leave it out."),
        ({"name": "D5"}, "D5, Name is the name of something else here."),
    ],
)
def test_faults_name_the_card_and_the_field(changes, words):
    assert words in [str(fault) for fault in cardsets.faults(FORM, own(**changes))]


def test_the_board_of_a_set_is_looked_over_too():
    def board(**changes):
        return {**own(), "board": [{**FORM.house["board"][0], **changes}]}

    for changes, words in [
        ({"base": "Z9"}, "The Heavens, Norse home base Z9 is not on a board of this size."),
        ({"invoking": "C1 D1"}, "The Heavens, Norse invoking hexes names 2 hexes; 3 would be right."),
        ({"invoking": "C1 D1 D2"}, "must be eight different hexes"),
        ({"central": "C5 D5 D6 D2"}, "The Heavens, Central hexes must be empty hexes; D2 is none."),
        ({"central": "C5 D5 D6 E9"}, "The Heavens, Central hexes must be empty hexes; E9 is none."),
        ({"length": 4}, "a whole number from 6 to 14 would be right"),
    ]:
        assert any(words in str(fault) for fault in cardsets.faults(FORM, board(**changes))), words
    larger = board(length=12, sides=4, base="E2", invoking="D1 E1 F1", central="D6 E6 E7 F6")
    assert cardsets.faults(FORM, larger) == []
    table = Table.open(GAME, Opening({"Norse": "Ada", "Greek": "Ben"}, {}, larger))
    assert len(table.state.box.board.at) == 12 + 2 * (11 + 10 + 9 + 8)
    assert table.state.bases == {"Norse": "E2", "Greek": "E11"}


@pytest.mark.parametrize(
    "junk", [None, [], "x", {"gods": 3}, {"gods": [1]}, {"name": [], "gods": [[]]}, {1: 2}]
)
def test_junk_is_faulty_and_never_a_crash(game, junk):
    assert cardsets.faults(game[SetForm], junk)


# -- the command line -------------------------------------------------------------------------------------


def test_new_check_and_back_and_forth(game, tmp_path, cli):
    file = tmp_path / "my.toml"
    file.write_text(cli("set new", game.key, "--house"), "utf-8")
    assert f"a whole set for {game.name}" in cli("set check", file, "--plays", "0")
    sheet = tmp_path / "my.csv"
    sheet.write_text(cli("set csv", file), "utf-8")
    cli("set check", sheet, "--plays", "0")
    again = read(cli("set toml", sheet))[1]
    assert again == cardsets.tidy(game[SetForm], game[SetForm].house)


def test_a_template_begins_empty_and_a_set_without_effects_gets_them_from_its_texts(game, tmp_path, cli):
    form = game[SetForm]
    template = read(cli("set new", game.key))[1]
    cards = [row for deck in form.decks if deck.most > 1 for row in template.get(deck.key, [])]
    assert len(cards) >= sum(deck.least for deck in form.decks if deck.most > 1)
    assert all(set(row) <= {deck.by for deck in form.decks} for row in cards), "nothing but their side"
    assert {fault.words for fault in cardsets.faults(form, template)} >= {"is missing"}
    says = {deck.key: field.picker.says for deck in form.decks for field in deck.fields if field.picker}
    bare = cardsets.tidy(form, form.house)
    for deck in says:
        for row in bare[deck]:
            row["text"] = row.get("text") or says[deck](row.get("effect", ""))
    effects = [row.pop("effect") for deck in says for row in bare[deck] if "effect" in row]
    assert len(cardsets.proposals(form, bare)) >= 0.9 * len(effects) > 3
    file = tmp_path / "my.toml"
    file.write_text(cardsets.to_toml(form, bare, game), "utf-8")
    known = read(cli("set toml", file, "--read"))[1]
    assert not cardsets.faults(form, known) and not cardsets.proposals(form, known)


def test_check_names_the_texts_that_are_understood(tmp_path, cli):
    file = tmp_path / "my.toml"
    file.write_text(
        cardsets.to_toml(FORM, own(effect="", text="Heal 1 on a friend next to Thor."), GAME), "utf-8"
    )
    output = cli("set check", file, "--plays", "0")
    assert "  Thor reads as “heal 1 friend adjacent”: Heal 1 on one of your gods next to it." in output
    assert "companion set toml FILE --read" in output


def test_a_text_typed_in_the_editor_is_proposed_and_taken_by_a_button(phone):
    ada, here = phone(), "/games/high-heavens/set"
    assert "begin with empty cards" in ada.get(here).text
    empty = ada.get(f"{here}?empty").text
    assert (
        'name="gods-0-name" value=""' in empty and 'name="gods-23-name"' in empty and "gods-24-" not in empty
    )
    typed = fields(own(effect="", text="Heal 1 on a friend next to Thor."))
    page = ada.post(f"{here}/check", typed).text
    assert "<dt>Phone</dt><dd>Heal 1 on one of your gods next to it." in page
    assert "1 text without an effect can be read" in page
    n = next(n for n, row in enumerate(own()["gods"]) if row["name"] == "Thor")
    for button in (f"read gods {n}", "read"):
        page = ada.post(here, {**typed, "do": button}).text
        assert f'name="gods-{n}-effect" value="heal 1 friend adjacent"' in page
    for button in ("read gods 999", "read x y", "read gods"):
        assert ada.post(here, {**typed, "do": button}).status_code == 200


def test_check_names_what_to_mend_and_fails(tmp_path, cli):
    file = tmp_path / "my.toml"
    file.write_text(cardsets.to_toml(FORM, own(health=99), GAME), "utf-8")
    cli("set check", file, code=1)
    line = file.read_text("utf-8").splitlines().index("health = 99") + 1
    assert (
        cli.out == f"{file}, line {line}: Thor, Health is 99; a whole number from 1 to 20 would be right.\n"
    )
    assert cli.err == "1 thing to mend.\n"
    cli("set csv", file, code=1)
    cli("set check", tmp_path / "none.toml", code=2)
    cli("set new war-in-heaven", code=2)


# -- a table keeps its copy -------------------------------------------------------------------------------


def test_a_sitting_with_a_set_of_its_own_is_written_and_read_with_it():
    table = Table.open(GAME, Opening({"Norse": "Ada", "Greek": "Ben"}, {}, own(health=9)))
    table = table.say("Norse", "invoke", {"god": "Thor", "hex": "D1"})
    assert table.state.stack("Thor").health == 9
    again = transcript.read(transcript.write(table), shelf())
    assert again.state == table.state and again.opening.cards == own(health=9)


# -- the pages --------------------------------------------------------------------------------------------


def fields(cards, **more):
    """What the editor's form sends."""
    result = {"name": cards["name"], "source": cards.get("source", ""), "typed": "1", "with": "own"}
    for deck in FORM.decks:
        for n, row in enumerate(cards[deck.key]):
            for field in deck.fields:
                result[cardsets.named(deck, n, field)] = str(row.get(field.key, ""))
    return result | more


def test_the_editor_shows_every_card_of_the_house_set(phone, game):
    page = phone().get(f"/games/{game.key}/set").text
    for deck in game[SetForm].decks:
        assert page.count(f'id="{deck.key}-') >= len(game[SetForm].house[deck.key])
    assert "Your own cards" in phone().get(f"/games/{game.key}").text


def test_the_editor_says_at_once_what_does_not_fit(phone):
    ada = phone()
    ada.get(f"/games/{KEY}/set")
    page = ada.post(f"/games/{KEY}/set/check", fields(own(health=99)))
    assert page.status_code == 200 and "<html" not in page.text
    assert "Thor, Health is 99; a whole number from 1 to 20 would be right." in page.text
    assert 'href="#gods-1"' in page.text
    assert "Everything fits" in ada.post(f"/games/{KEY}/set/check", fields(own())).text
    whole = ada.post(f"/games/{KEY}/set", fields(own(health=99), do="check")).text
    assert 'aria-invalid="true"' in whole and "1 thing to mend" in whole


def test_cards_are_added_and_taken_out(phone):
    ada = phone()
    more = ada.post(f"/games/{KEY}/set", fields(own(), do="add powers")).text
    assert 'id="powers-24"' in more and "holds 25 cards; 2 to 24 would be right" in more
    less = ada.post(f"/games/{KEY}/set", fields(own(), do="drop powers 0")).text
    assert 'id="powers-23"' not in less and "11 cards of Norse" in less
    assert ada.post(f"/games/{KEY}/set", fields(own(), do="drop nonsense 7")).status_code == 200


@pytest.mark.parametrize("kind", ["toml", "csv"])
def test_a_set_is_kept_as_a_file_and_brought_again(phone, kind):
    ada = phone()
    saved = ada.post(f"/games/{KEY}/set/keep", fields(own(health=9), **{"as": kind}))
    assert f"{KEY}-set.{kind}" in saved.headers["Content-Disposition"]
    assert read(saved.text)[1] == cardsets.tidy(FORM, own(health=9))
    file = (io.BytesIO(saved.data), f"my.{kind}")
    page = ada.post(f"/games/{KEY}/set/bring", {"file": file}, content_type="multipart/form-data")
    assert page.status_code == 200 and "Everything fits" in page.text and "My box" in page.text
    house = ada.get(f"/games/{KEY}/set/house.{kind}")
    assert read(house.text)[1] == cardsets.tidy(FORM, FORM.house)


def test_a_file_that_is_no_set_is_turned_away_in_words(phone):
    ada = phone()
    for body, why in [(b"a = ", "not TOML"), (b"\xff\xfe\x00", "not text"), (b"x" * 300_000, "too long")]:
        file = (io.BytesIO(body), "my.toml")
        page = ada.post(f"/games/{KEY}/set/bring", {"file": file}, content_type="multipart/form-data")
        assert page.status_code == 422 and why in page.text


def test_a_table_is_opened_with_an_uploaded_set_and_keeps_its_copy(phone, app):
    ada = phone()
    file = (io.BytesIO(cardsets.to_toml(FORM, own(health=9), GAME).encode()), "my.toml")
    form = {"players": "2", "phone": "all", "option-first": "Norse", "set": file}
    answer = ada.post(f"/games/{KEY}/new", form, content_type="multipart/form-data")
    assert answer.status_code == 303
    code = answer.headers["Location"].split("/")[2]
    sitting = app.extensions["companion"].store.session(code)
    assert sitting.table.opening.cards["name"] == "My box"
    assert sitting.table.state.box.gods["Thor"].health == 9 and not sitting.table.state.box.house
    assert "My box" in ada.get(f"/games/{KEY}/new?like={code}").text, "and is played with again"
    assert "Cards: My box · figures: my box" in ada.get(f"/t/{code}/seats").text
    assert "My box" in ada.get(f"/games/{KEY}/set?like={code}").text


def test_a_table_is_opened_with_what_was_typed_in(phone, app):
    ada = phone()
    page = ada.post(f"/games/{KEY}/new/set", fields(own(health=9)))
    assert page.status_code == 200 and "My box" in page.text
    carried = json.dumps(own(health=9))
    form = {"players": "4", "phone": "watch", "cards": carried, "with": "own"}
    code = ada.post(f"/games/{KEY}/new", form).headers["Location"].split("/")[2]
    assert app.extensions["companion"].store.session(code).table.state.box.gods["Thor"].health == 9
    house = ada.post(f"/games/{KEY}/new", form | {"with": "house"}).headers["Location"].split("/")[2]
    assert app.extensions["companion"].store.session(house).table.opening.cards is None
    four = ada.post(f"/games/{KEY}/new/set", {"cards": carried, "players": "4"}).text
    assert "Player 4" in four and "My box" in four


def test_no_table_is_opened_with_a_set_that_does_not_fit(phone):
    ada = phone()
    page = ada.post(f"/games/{KEY}/new/set", fields(own(health=99)))
    assert page.status_code == 422 and "Thor, Health is 99" in page.text
    form = {"players": "2", "phone": "all", "with": "own", "cards": json.dumps(own(health=99))}
    page = ada.post(f"/games/{KEY}/new", form)
    assert page.status_code == 422 and "Thor, Health is 99" in page.text
    other = (io.BytesIO(b'game = "war-in-heaven"'), "my.toml")
    form = {"players": "2", "phone": "all", "set": other}
    assert ada.post(f"/games/{KEY}/new", form, content_type="multipart/form-data").status_code == 422


def test_a_name_that_does_not_fit_leaves_the_set_in_its_place(phone):
    file = (io.BytesIO(cardsets.to_toml(FORM, own(), GAME).encode()), "my.toml")
    form = {"players": "2", "phone": "all", "name1": "x" * 30, "set": file}
    page = phone().post(f"/games/{KEY}/new", form, content_type="multipart/form-data")
    assert page.status_code == 422 and "at most 24 letters" in page.text and "My box" in page.text


def test_games_without_sets_have_no_such_page(phone):
    ada = phone()
    assert ada.get("/games/war-in-heaven/set").status_code == 404
    assert ada.get("/games/nothing/set").status_code == 404
    assert "The cards" not in ada.get("/games/war-in-heaven/new").text


def test_an_effect_is_picked_from_a_list_that_says_what_it_means(phone):
    page = phone().get("/games/high-heavens/set").text
    assert 'list="gods-effect"' in page and 'list="powers-effect"' in page
    says = "1 damage to every enemy god next to it."
    assert f'<option value="damage 1 enemies adjacent">{says}</option>' in page


@pytest.mark.parametrize(
    "key, deck", [("high-heavens", "gods"), ("havoc-in-heaven", "items"), ("heroball", "cards")]
)
def test_every_effect_that_is_ready_to_be_picked_is_one_of_the_game_and_says_itself_in_words(key, deck):
    (field,) = [f for d in shelf()[key][SetForm].decks if d.key == deck for f in d.fields if f.picker]
    ready = [effect for effect, _ in field.picker.ready]
    assert len(ready) > 8 and len(set(ready)) == len(ready)
    assert all(
        str(words).endswith(".") and field.picker.says(effect) == words
        for effect, words in field.picker.ready
    )
    assert [title for title, _ in field.picker.words][:3] == ["When", "What", "How much"]


def test_an_effect_is_picked_and_put_together_by_buttons_without_any_script(phone):
    ada, here = phone(), "/games/high-heavens/set"
    ada.get(here)
    typed = fields(own())
    page = ada.post(here, {**typed, "do": "pick gods 0 effect"}).text
    assert "It says: <b>Move another of your gods up to 2 hexes.</b>" in page and 'name="word"' in page
    words = ["", "damage", "2", "enemy", "adjacent", "", "", ""]
    page = ada.post(here, {**typed, "do": "join gods 0 effect", "word": words}).text
    assert 'value="move 2 other; damage 2 enemy adjacent"' in page
    words = ["on kill:", "heal", "1", "self", "", "", "", ""]
    page = ada.post(here, {**typed, "do": "join gods 0 effect", "word": words}).text
    assert 'value="move 2 other. on kill: heal 1 self"' in page
    ready = [e for field in FORM.decks[0].fields if field.picker for e, _ in field.picker.ready]
    page = ada.post(here, {**typed, "do": f"put gods 0 effect {ready.index('revive 3 friend')}"}).text
    assert 'name="gods-0-effect" value="revive 3 friend"' in page
    assert "the text reads as “Move another of your gods up to 2 hexes”" in page, (
        "what does not fit is said at the field"
    )
    for what in (
        "put gods 0 effect 999",
        "put gods 99 effect 1",
        "join gods 0 name",
        "pick x",
        "put a b c d",
    ):
        assert ada.post(here, {**typed, "do": what}).status_code == 200


def test_an_effect_that_cannot_be_carried_out_is_refused_with_what_would_be_right():
    for changes, why in [
        ({"effect": "qqq 3"}, "has “qqq”, which this game does not know; it knows damage, heal"),
        (
            {"effect": "damage 2 enemies adjacent"},
            "the text reads as “1 damage to every enemy god next to this god”",
        ),
        ({"effect": "gold 2", "text": ""}, "a part “gold” is not known to this game"),
        ({"effect": "armor 3 self", "text": ""}, "2 is the most that can be"),
        ({"effect": "stun enemy", "text": ""}, "a part “stun” is not known to this game; damage, heal"),
        ({"effect": "damage 1 enemy", "text": "", "cost": 0}, "costs nothing, so nothing would end it"),
        ({"letter": "Od"}, "“Od” is on the board for Odin too; take another"),
    ]:
        result = [fault.words for fault in cardsets.faults(FORM, own(**changes))]
        assert any(why in words for words in result), (changes, result)
    powers = [{**row, "effect": "damage 2 enemy within 3", "text": ""} for row in FORM.house["powers"][:1]]
    cards = {**own(), "powers": [*powers, *FORM.house["powers"][1:]]}
    (fault,) = cardsets.faults(FORM, cards)
    assert "say of whom: “within 3 of friend”" in fault.words


def test_a_set_with_every_part_of_the_language_comes_back_unchanged():
    """TOML, CSV and the editor's form hold all that High Heavens carries out."""
    parts = [
        "damage 3 two enemies within 2 past armor; heal all it",
        "armor -1 up to three others in range; attack -all it | poison 2 any central",
        "disable another enemy near central; damage 1 trap or architecture or enemy base anywhere",
        "move 4 friend beside base; heal 1 self",
        "place self to beside any within 4 or invoking or within 2",
        "push 2 enemies within 3. by hand: build 3 hex adjacent; trap 2 enemy",
        "while in play: movement 1 others within 2; range -1 enemies; armor 1 self; attack 1 friends central",
        "armor 1 two friends together past limit",
    ]
    gods = [dict(row) for row in FORM.house["gods"]]
    for row, effect in zip(gods, parts, strict=False):
        row.pop("text")
        row["effect"] = effect
    cards = cardsets.tidy(FORM, {**FORM.house, "gods": gods})
    assert cardsets.faults(FORM, cards) == []
    assert read(cardsets.to_toml(FORM, cards, GAME)) == (GAME, cards)
    assert read(cardsets.to_csv(FORM, cards, GAME.key)) == (GAME, cards)
    table = Table.open(GAME, Opening({"Norse": "Ada", "Greek": "Ben"}, cards=cards))
    again = transcript.read(transcript.write(table), shelf())
    assert again.state == table.state
    for deck in FORM.decks[:2]:
        for row in cards[deck.key]:
            assert FORM.says(deck.key, row), row["name"]
