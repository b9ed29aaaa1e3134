"""Every game on paper, the command that prints, and the pages that do."""

import os
import re
import stat
import subprocess
import sys
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import replace
from importlib import resources
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path

import pytest
import zxingcpp
from PIL import Image

from companion.cli.main import main
from companion.kernel import transcript
from companion.kernel.cardset import Deck, Field, SetForm
from companion.kernel.journal import Table
from companion.kernel.opening import Opening
from companion.kernel.sheet import ScoreSheet
from companion.kernel.shelf import shelf
from companion.toolkit import cardsets
from companion.toolkit.paper import Paper
from companion.toolkit.paper.sheets import PadRowSpec, PadSpec
from companion.web.app import create_app
from printables.draw.fonts import Unprintable, legible
from printables.draw.icons import ICONS
from printables.job import piped, whole
from printables.layout.book import bound
from printables.layout.paper import Cutout, Order, Page, choices
from printables.layout.sheet import Section, stamp
from printables.sent import Sent, elsewhere
from printables.sources import pads
from printables.sources.catalogue import book, catalogue, chosen, printed
from printables.sources.printable import since
from printables.sources.running import _laid
from printables.sources.source import Source
from tests.paper import NEAR, RUNNING, collisions, pages
from tests.sittings import sitting_text

GAMES = list(shelf().values())
SHEET = Page(lambda pen: None)
CARD = Cutout((44.0, 200.0), lambda pen: None)
# -- sets of one's own ------------------------------------------------------------------------------------


def owned(**row):
    """War in Heaven as if it had cards one could replace, and a set of one card."""
    deck = Deck(
        "gods",
        "God",
        (
            Field("name", "Name", at_most=60),
            Field("side", "Side", choices=("Angels", "Demons")),
            Field("health", "Health", most=20),
            Field("cost", "Cost", most=9),
            Field("title", "Title", optional=True),
            Field("text", "Text", at_most=5000),
        ),
    )
    card = {"name": "Uriel", "side": "Demons", "health": 8, "cost": 2, "title": "Light", "text": "Moves on."}
    cards = {"name": "Mine", "gods": [card | row]}
    return GAMES_BY_KEY["war-in-heaven"].having(SetForm((deck,), cards)), cards


GAMES_BY_KEY = {game.key: game for game in GAMES}


def test_an_own_set_becomes_cards_with_its_figures_cost_text_and_name():
    game, cards = owned(text="Strikes ⚔ twice.", name="Þórr")
    (page, _) = pages(printed(game, [catalogue(game, cards)["gods"]], Order()))
    for word in ("Þórr", "God · Demons", "Health", "8", "2", "Light", "twice.", "Mine"):
        assert word in page.text
    assert "War in Heaven · God cards, Mine · sheet 1/1 front" in page.text


@pytest.mark.parametrize(
    "row, says",
    [
        ({"text": "spell " * 500}, "Uriel"),
        ({"text": "\U00010900\U00010901 leaps."}, "Uriel"),
        ({"name": "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch"}, "Llanfair"),
    ],
    ids=["3,000 characters", "a letter that is missing", "a name that is too long"],
)
def test_a_set_that_cannot_be_printed_is_refused_by_the_name_of_its_card(row, says):
    game, cards = owned(**row)
    with pytest.raises(Unprintable) as refused:
        printed(game, [catalogue(game, cards)["gods"]], Order())
    assert says in str(refused.value) and str(refused.value).endswith(".")


def test_a_set_with_faults_and_a_set_for_a_game_without_are_refused():
    game, cards = owned(health=99)
    with pytest.raises(Unprintable, match="Uriel: health is 99"):
        catalogue(game, cards)
    with pytest.raises(Unprintable, match="no cards one could replace"):
        catalogue(GAMES_BY_KEY["war-in-heaven"], cards)


# -- the command ------------------------------------------------------------------------------------------


def process(*arguments, cwd):
    """Run ``companion print`` as a process of its own."""
    run = [sys.executable, "-m", "companion", "print", *arguments]
    return subprocess.run(run, capture_output=True, cwd=cwd, check=False)


def command(*arguments, cwd):
    """The same in this process, which is faster; a fault that is not told raises."""
    out, told = TextIOWrapper(BytesIO()), StringIO()
    with chdir(cwd), redirect_stdout(out), redirect_stderr(told):
        try:
            code = main(["print", *arguments])
        except SystemExit as no:
            code = no.code
    out.flush()
    return subprocess.CompletedProcess(arguments, code, out.buffer.getvalue(), told.getvalue().encode())


@pytest.mark.slow
def test_the_command_prints_what_is_asked_for(tmp_path):
    done = process(
        "heaven-and-ale", "reference", "trackers", "--paper", "letter", "-o", "out.pdf", cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr
    sheets = pages((tmp_path / "out.pdf").read_bytes())
    assert len(sheets) == 6, "the guide, the trackers and a reference of two sides"
    assert sheets[0].wide == pytest.approx(215.9, abs=NEAR)
    assert command("war-in-heaven", "calibration", "-o", "-", cwd=tmp_path).stdout.startswith(b"%PDF")
    done = command("war-in-heaven", "--paper", "b5", cwd=tmp_path)
    assert done.returncode == 2 and done.stderr == "Paper can be a4, letter, a3; not “b5”.\n".encode()
    assert [path.name for path in tmp_path.iterdir()] == ["out.pdf"]


@pytest.mark.parametrize(
    "arguments, says",
    [
        (["war-in-heaven", "--paper", "b5"], "Paper can be a4, letter, a3; not “b5”."),
        (["war-in-heaven", "--duplex", "sideways"], "Duplex can be"),
        (["war-in-heaven", "--offset=-40,0"], "off the sheet"),
        (["war-in-heaven", "cards", "--offset=8,0"], "up to 4.5 mm is fine"),
        (["war-in-heaven", "unicorns"], "There is no piece “unicorns”"),
        (["monopoly"], "is not on this shelf"),
        (["war-in-heaven", "--set", "nowhere.toml"], "nowhere.toml cannot be read"),
        (["high-heavens", "--set", "bad.toml"], "The set of cards cannot be read"),
        (["high-heavens", "--set", "bin.toml"], "is not text"),
        (["high-heavens", "--set", "empty.toml"], "empty.toml, line 1: The set, Name is missing."),
        (["high-heavens", "--set", "."], ". cannot be read: Is a directory."),
        (["heroball", "--set", "norse.toml"], "one for High Heavens, not for Heroball"),
        (["heroball", "--set", "norse.csv"], "one for High Heavens, not for Heroball"),
        (
            ["high-heavens", "--set", "long.toml", "gods"],
            "Odin, What it does has 3000 characters; at",
        ),
        (["high-heavens", "--set", "odd.toml", "gods"], "“\U00010900” (U+10900) is in none of our typefaces"),
        (
            ["high-heavens", "--set", "latin.csv"],
            "latin.csv, line 3: this is not text in UTF-8; a spreadsheet saves it as “CSV UTF-8”",
        ),
        (["high-heavens", "--set", "huge.toml", "gods"], "too long: more than 256 kB"),
        (["war-in-heaven", "--set", "good.toml"], "no cards one could replace"),
        (["war-in-heaven", ""], "There is no piece “”"),
        (["war-in-heaven", "--shape", "oval"], "Shape can be round, square; not “oval”."),
        (["war-in-heaven", "--offset=inf,0"], "off the sheet"),
        (["war-in-heaven", "--offset", "-40,0"], "Offset -40,0 would push the backs off the sheet"),
        (["war-in-heaven", "--offset", "-0.5"], "two numbers in millimetres"),
        (["war-in-heaven", "-o", "."], ". cannot be written"),
        (["war-in-heaven", "reference", "--as", "pdfx"], "Only pieces of card"),
        (["war-in-heaven", "-o", "no/such/place.pdf"], "cannot be written"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_cannot_be_printed_is_a_sentence_status_2_and_no_file(tmp_path, arguments, says):
    (tmp_path / "bad.toml").write_text("name = ")
    (tmp_path / "bin.toml").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "good.toml").write_text('name = "Mine"')
    (tmp_path / "empty.toml").write_text("")
    norse, own = GAMES_BY_KEY["high-heavens"], lambda old, new: house.replace(old, new, 1)
    house = cardsets.to_toml(norse[SetForm], norse[SetForm].house, norse)
    (tmp_path / "norse.toml").write_text(house)
    (tmp_path / "norse.csv").write_text(cardsets.to_csv(norse[SetForm], norse[SetForm].house, norse.key))
    (tmp_path / "long.toml").write_text(own('text = "Another', f'text = "{"x" * 2959}Another'))
    (tmp_path / "odd.toml").write_text(own('"Odin"', '"\U00010900"'), encoding="utf-8")
    (tmp_path / "latin.csv").write_bytes("name,Mine\n\nOdin,Óðinn".encode("latin-1"))
    (tmp_path / "huge.toml").write_text(house + "#\n" * 150_000)
    before = sorted(tmp_path.rglob("*"))
    done = command(*arguments, cwd=tmp_path)
    assert done.returncode == 2
    output = done.stderr.decode()
    assert says in output and "Traceback" not in output and output.count("\n") == 1
    assert sorted(tmp_path.rglob("*")) == before


# -- the pages --------------------------------------------------------------------------------------------


def test_the_page_shows_every_piece_and_a_thumbnail_of_each_sheet(phone):
    anna = phone()
    body = anna.get("/games/war-in-heaven/print").get_data(as_text=True)
    game = GAMES_BY_KEY["war-in-heaven"]
    document = book(game, chosen(catalogue(game), []), Order())
    for n, side in enumerate(document.sides, 1):
        assert (f"/games/war-in-heaven/print/{n}.png" in body) == (side.page.side != "empty")
        assert document.named(side.sheet) in body
    assert str(document.need) in body
    assert "/games/war-in-heaven/print" in anna.get("/games/war-in-heaven").get_data(as_text=True)
    for words in choices().values():
        assert all(phrase.replace("“", "&#34;") in body for phrase in words.values())


def test_the_pieces_are_folded_until_somebody_chose_among_them(phone):
    page = phone().client.get("/games/heroball/print").text
    pieces = re.compile(r'<details class="fold"( open)?><summary>[^\n]*What to print <b>(\d+)/(\d+)</b>')
    folded, picked, every = pieces.search(page).groups()
    assert not folded and page.count('name="piece"') == int(every) > int(picked)
    assert page.count('name="piece"') - page.count("checked>") == int(every) - int(picked)
    chosen_by_somebody = phone().client.get("/games/heroball/print?piece=cards").text
    assert pieces.search(chosen_by_somebody).groups() == (" open", "1", every)


def test_a_thumbnail_is_a_small_picture_of_its_sheet(phone):
    anna = phone()
    got = anna.get("/games/war-in-heaven/print/2.png?piece=cards&ink=full")
    image = Image.open(BytesIO(got.data))
    assert (got.mimetype, image.size) == ("image/png", (300, 425)) and len(got.data) < 60_000
    assert image.convert("RGB").getpixel((40, 60)) != (255, 255, 255)
    assert anna.get("/games/war-in-heaven/print/9.png?piece=cards").status_code == 404
    assert anna.get("/games/war-in-heaven/print/1.png?ink=pink").status_code == 400


def test_the_download_is_the_document_that_was_asked_for(phone):
    got = phone().get("/games/war-in-heaven/print.pdf?piece=cards&paper=letter&duplex=short&ink=saver")
    assert got.mimetype == "application/pdf" and "attachment" in got.headers["Content-Disposition"]
    order = Order("letter", "short", "saver")
    game = GAMES_BY_KEY["war-in-heaven"]
    assert got.data == printed(game, [catalogue(game)["cards"]], order)


@pytest.mark.parametrize("query", ["paper=b5", "offset=99,0", "piece=unicorns", "piece=cards&offset=6,0"])
def test_what_cannot_be_printed_is_400_in_a_sentence(phone, query):
    anna = phone()
    for address in (f"/games/war-in-heaven/print?{query}", f"/games/war-in-heaven/print.pdf?{query}"):
        got = anna.get(address)
        assert got.status_code == 400, address
        assert any(word in got.get_data(as_text=True) for word in ("b5", "off the sheet", "unicorns"))


@pytest.mark.slow
def test_the_offset_of_a_printer_is_remembered_until_its_field_is_empty(phone):
    anna, ben = phone(), phone()
    here, cards = "/games/war-in-heaven/print", "/print.pdf?piece=cards"
    assert anna.get(f"{here}?piece=cards&offset=0.5,-1.25").status_code == 200
    body = anna.get(f"{here}?piece=cards").get_data(as_text=True)
    assert 'value="0.5,-1.25"' in body and "offset=0.5%2C-1.25" in body, "the field, and every thumbnail"
    game = GAMES_BY_KEY["war-in-heaven"]
    off = printed(game, [catalogue(game)["cards"]], Order(offset=(0.5, -1.25)))
    plain = printed(game, [catalogue(game)["cards"]], Order())
    assert anna.get(f"/games/war-in-heaven{cards}").data == off != plain
    assert ben.get(f"/games/war-in-heaven{cards}").data == plain
    assert anna.get(f"{here}?offset=99,0").status_code == 400
    assert 'value="0.5,-1.25"' in anna.get(here).get_data(as_text=True), "what is refused is not kept"
    assert anna.get(f"/games/war-in-heaven{cards}&offset=").data == plain
    assert anna.get(f"/games/war-in-heaven{cards}").data == plain, "forgotten"
    ben.client.set_cookie("offset", "nonsense")
    assert ben.get(here).status_code == 200


@pytest.mark.slow
def test_who_prints_all_the_time_is_asked_to_wait(tiny, tmp_path):
    client = create_app(str(tmp_path / "data")).test_client()
    seen = [client.get("/games/tiny/print.pdf?piece=calibration").status_code for _ in range(31)]
    assert seen == [200] * 30 + [429]


def test_unknown_games_and_tables_have_nothing_to_print(phone):
    anna = phone()
    for address in ("/games/monopoly/print", "/games/monopoly/print.pdf", "/t/ABCDEF/print"):
        assert anna.get(address).status_code == 404


def test_an_own_set_is_uploaded_and_refused_in_words(phone):
    anna = phone()
    got = anna.post("/games/high-heavens/print.pdf", {"text": "name = "})
    assert got.status_code == 400 and "cannot be read" in got.get_data(as_text=True)
    long = anna.post("/games/high-heavens/print.pdf", {"text": "a" * 300_000})
    assert long.status_code == 400 and "256 kB" in long.get_data(as_text=True)
    file = {"set": (BytesIO(b"\xff\xff"), "set.toml")}
    got = anna.post("/games/high-heavens/print.pdf", file, content_type="multipart/form-data")
    assert got.status_code == 400 and "not text" in got.get_data(as_text=True)
    none = anna.post("/games/war-in-heaven/print.pdf", {"text": "name = "})
    assert none.status_code == 400 and "no cards one could replace" in none.get_data(as_text=True)


@pytest.mark.parametrize("write", [cardsets.to_toml, cardsets.to_csv], ids=["TOML", "a spreadsheet's CSV"])
def test_the_set_that_a_template_or_a_spreadsheet_gives_is_printed(phone, tmp_path, write):
    game = GAMES_BY_KEY["high-heavens"]
    text = write(game[SetForm], game[SetForm].house, game if write is cardsets.to_toml else game.key)
    (tmp_path / "mine").write_text(text.replace("Odin", "Wotan"), newline="")
    done = command("high-heavens", "--set", "mine", "gods", "-o", "-", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    page = pages(done.stdout)[0]
    assert "Wotan" in page.text and "Odin" not in page.text
    data = {"set": ((tmp_path / "mine").open("rb"), "mine.csv")}
    address = "/games/high-heavens/print.pdf?piece=gods"
    got = phone().post(address, data, content_type="multipart/form-data")
    assert got.status_code == 200 and got.data == done.stdout


@pytest.mark.parametrize(
    "game, old, new, says",
    [
        (
            "high-heavens",
            'text = "Another',
            f'text = "{"x" * 2959}Another',
            "Odin, What it does has 3000 characters",
        ),
        ("high-heavens", '"Odin"', '"\U00010900"', "(U+10900) is in none of our typefaces"),
        ("high-heavens", "health = 8", "health = -8", "line 9: Odin, Health is -8"),
        ("high-heavens", 'side = "Norse"', 'side = "Roman"', "Odin, Pantheon is “Roman”"),
        ("high-heavens", "[[gods]]", "[[goods]]", "goods is not known here"),
        ("heroball", "", "", "one for High Heavens, not for Heroball"),
        ("war-in-heaven", "", "", "no cards one could replace"),
    ],
)
def test_a_set_that_does_not_fit_is_400_in_a_sentence(phone, game, old, new, says):
    norse = GAMES_BY_KEY["high-heavens"]
    text = cardsets.to_toml(norse[SetForm], norse[SetForm].house, norse).replace(old, new, 1)
    got = phone().post(f"/games/{game}/print.pdf", {"text": text})
    assert got.status_code == 400 and got.mimetype == "text/html"
    assert says in got.get_data(as_text=True)


def test_the_longest_name_of_a_set_has_room_in_the_label():
    norse = GAMES_BY_KEY["high-heavens"]
    cards = {**norse[SetForm].house, "name": "W" * 60, "source": "my box"}
    piece = catalogue(norse, cards)["powers"]
    page, *_ = pages(
        bound(Order(paper="letter"), norse.name, [replace(piece.section(Order()), parts=[SHEET])])
    )
    assert f"Divine Powers, {'W' * 23}… · sheet 1/1" in page.text


@pytest.mark.parametrize("title", ["A game with a long name", "W" * 60])
def test_a_label_that_is_too_long_for_its_sheet_is_cut_short_and_still_tells_the_sheet(title):
    sections = [Section(f"God placards {n}", [CARD], f"{n}", "House heroes") for n in range(3)]
    page, *_ = pages(bound(Order.read({"cutter": "feeder"}), title, sections))
    label = page.text.partition("100 mm")[2].strip()
    assert label.startswith(title[:8]) and label.endswith(f"… · sheet 1/1 · {stamp(sections)}")


@pytest.mark.slow
@pytest.mark.parametrize("key", ["heroball", "havoc-in-heaven"])
def test_a_whole_kit_is_printed_for_the_sheet_feeder_of_a_silhouette(key):
    game = GAMES_BY_KEY[key]
    sheets = pages(printed(game, chosen(catalogue(game), []), Order.read({"cutter": "feeder"})))
    assert sheets and all(re.search(r"· sheet \d+/\d+", page.text) for page in sheets)


def test_a_pipe_is_written_to_and_stays_a_pipe(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    done = command("war-in-heaven", "calibration", "-o", "pipe", cwd=tmp_path)
    assert done.returncode == 0 and os.read(reader, 4) == b"%PDF"
    os.close(reader)
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)
    assert [path.name for path in tmp_path.iterdir()] == ["pipe"]


def test_a_disk_without_room_is_a_sentence(tmp_path):
    done = command("war-in-heaven", "calibration", "-o", "/dev/full", cwd=tmp_path)
    assert done.returncode == 2 and done.stderr == b"/dev/full cannot be written: No space left on device.\n"
    with Path("/dev/full").open("w") as full, pytest.raises(Unprintable, match=r"written: No space left on"):
        piped(full, b"%PDF" * 9999)


@pytest.mark.slow
def test_a_full_disk_behind_a_pipe_is_a_sentence_to_the_very_end(tmp_path):
    with Path("/dev/full").open("wb") as full:
        run = [sys.executable, "-m", "companion", "print", "war-in-heaven", "reference", "-o", "-"]
        done = subprocess.run(run, stdout=full, stderr=subprocess.PIPE, cwd=tmp_path, check=False)
    told = b"The document cannot be written: No space left on device.\n"
    assert (done.returncode, done.stderr) == (2, told)


def test_pieces_may_be_named_after_options_and_an_unknown_option_is_refused(tmp_path):
    done = command("war-in-heaven", "--ink", "bw", "calibration", "-o", "-", cwd=tmp_path)
    assert done.returncode == 0 and len(pages(done.stdout)) == 2
    done = command("war-in-heaven", "--inks", "bw", "calibration", cwd=tmp_path)
    assert done.returncode == 2 and b"--inks" in done.stderr


def test_a_running_table_prints_its_tent_with_the_seats_only_for_those_who_may_see_them(phone):
    anna, stranger = phone(), phone()
    code = anna.open()
    assert f"/t/{code}/print" in anna.get(f"/t/{code}/seats").get_data(as_text=True)
    read = {}
    for who, name in ((anna, "anna"), (stranger, "stranger")):
        got = who.get(f"/t/{code}/print.pdf?piece=tent&piece=resume")
        assert got.status_code == 200
        (_, tent_page, resume) = pages(got.data)
        read[name] = {c.text for c in zxingcpp.read_barcodes(tent_page.picture(150))}
        assert code in tent_page.text and code in resume.text
        assert "Anna" in tent_page.text or name == "stranger"
    assert len(read["anna"]) == 3 and len(read["stranger"]) == 1
    assert all(text == text.upper() for text in read["anna"])
    (seat, *_) = [text for text in read["anna"] if "/S/" in text]
    ben = phone()
    key = seat.rpartition("/")[2]
    assert ben.sit(key).status_code == 303, "the printed code sits one down"
    (watch,) = read["stranger"]
    assert stranger.get("/" + watch.split("/", 3)[3]).location.endswith(f"/t/{code}")


def test_a_filled_score_sheet_has_the_players_and_what_the_table_knows():
    game = GAMES_BY_KEY["war-in-heaven"]
    rows = [PadRowSpec(title=title) for title in ("Actions", "Tokens lost", "Points")]
    game = game.having(game[Paper].model_copy(update={"pad": PadSpec(title="War", rows=rows)}))
    seats = {"Angels": "Anna", "Demons": "Ben"}
    table = Table.open(game, Opening(seats)).say("Angels", "move", {"token": "Michael", "space": "A2"})
    pieces = catalogue(game, table=table)
    (page,) = pages(printed(game, [pieces["score"]], Order()))
    assert all(word in page.text for word in ("Anna", "Ben", "Actions", "1", "0"))
    (blank, *_) = pages(printed(game, [pieces["pad"]], Order()))
    assert "Anna" not in blank.text and "Angels" in blank.text


def finished():
    """A whole sitting of Heaven & Ale."""
    text = sitting_text("heaven-and-ale", "two")
    return transcript.read(text, shelf())


def test_the_score_sheet_of_a_finished_heaven_and_ale_adds_up():
    table = finished()
    filled = table.game[ScoreSheet].table(table.state, table.opening.seats)
    counted = {line: [int(v) if v.isdecimal() else 0 for v in cells] for line, cells in filled.lines.items()}
    assert counted["Points"] == [points for _, points in table.state.over.scores]
    parts = ("Production", "Large barrels", "Small barrels", "Barrel card", "First player")
    sums = [sum(counted[part][n] for part in parts if part in counted) for n in range(len(counted["Points"]))]
    assert sums == counted["Points"]
    (page,) = pages(printed(table.game, [catalogue(table.game, table=table)["score"]], Order()))
    for name, (line, cells) in zip(table.opening.seats.values(), list(filled.lines.items()), strict=False):
        assert name in page.text and line in page.text and all(cell in page.text for cell in cells)
    assert not collisions(page)


def test_the_blank_score_sheet_has_the_lines_of_the_filled_one_in_their_order():
    table = finished()
    filled = table.game[ScoreSheet].table(table.state, table.opening.seats)
    blank = pads.pad(Source.of(table.game))
    keys, lines = [row.key or row.title for row in blank.rows], list(filled.lines)
    at = [lines.index(key) for key in keys if key in lines]
    assert at == sorted(at) and set(keys) - set(lines) <= {"Barrel card", "First player"}
    for row in pads.written(blank, filled).rows:
        assert len(row.values) == len(filled.names) and row.icon in ICONS


def test_one_filled_sheet_comes_from_the_table_and_from_the_score_page(phone):
    anna = phone()
    text = sitting_text("heaven-and-ale", "two")
    code = anna.post("/import", {"text": text}).location.split("/")[-2]
    table = anna.get(f"/t/{code}/print.pdf?piece=score").data
    page = anna.get(f"/games/heaven-and-ale/score?table={code}").location
    alone = anna.get(page.replace("/score?", "/score.pdf?")).data
    assert table == alone and table.startswith(b"%PDF")


def test_the_sheet_to_resume_from_says_what_lies_before_each_seat_and_nothing_that_is_empty():
    table = finished()
    seats = tuple(table.opening.seats)
    running = replace(RUNNING, state=tuple(table.game.values(table.state).items()), seats=seats)
    (page,) = pages(printed(table.game, [catalogue(table.game, running=running)["resume"]], Order()))
    lines = [(thing, how) for thing, how in _laid(running)]
    assert [thing for thing, how in lines if not how] == list(seats)
    text = page.text
    laid = sum(how not in ("empty", "none") for _, how in running.state)
    assert 40 < laid == len(lines) - len(seats) < len(running.state) / 2 + 10
    assert all(f"{thing} {how}".strip() in text for thing, how in lines)
    assert " empty" not in text.split("go on.")[1] and not collisions(page)
    assert min(x.size for x in page.letters if 56 < x.base < page.high - 12) >= 7


@pytest.mark.parametrize(
    "name, left",
    [
        ("张伟 李小龍", "张伟 李小龍"),
        ("Zoë 😀", "Zoë 😀"),
        ("Jürgen", "Jürgen"),
        ("أحمد علي", "أحمد علي"),
        ("さくら 김민준", "さくら 김민준"),
        ("Ｗｉｄｅ", "Ｗｉｄｅ"),
        ("\U00010900 Tyre", "Tyre"),
        ("\U00010900", ""),
    ],
)
def test_a_name_in_any_script_stops_no_paper(phone, name, left):
    assert legible(name) == left
    anna = phone()
    chance = {"seat1": "random", "seat2": "random", "option-first": "random"}
    code = anna.open("heaven-and-ale", name1=name, phone="all", **chance)
    got = anna.get(f"/t/{code}/print.pdf?piece=tent&piece=resume&piece=score")
    assert got.status_code == 200 and got.mimetype == "application/pdf"
    words = " ".join(page.text for page in pages(got.data))
    assert "Ben" in words and ((left.isascii() and left in words) or left)
    filled = anna.get("/games/heaven-and-ale/score.pdf", query_string={"name1": name, "players": "2"})
    assert filled.status_code == 200 and (left or "Player 1" in pages(filled.data)[0].text)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_names_in_many_scripts_stop_no_games_kit(phone, game):
    anna, names = phone(), ["李小龍", "Ann 😀", "أحمد", "W" * 24]
    form = {"players": str(max(game.players)), "phone": "all", "option-first": "random"}
    for n, name in enumerate(names[: max(game.players)], 1):
        form |= {f"name{n}": name, f"seat{n}": "random"}
    code = anna.open(game.key, **form)
    assert anna.get(f"/t/{code}/print.pdf").status_code == 200


# -- what changed since a set -----------------------------------------------------------------------------


@pytest.fixture
def two_sets(tmp_path):
    """The file of a set of 48 cards, and of the same with three other gods."""
    norse = GAMES_BY_KEY["high-heavens"]
    old = cardsets.to_toml(norse[SetForm], norse[SetForm].house, norse).replace('"House set"', '"Mine"')
    new = re.sub(r"(?m)^health = [78]$", "health = 9", old, count=3)
    assert len(re.findall(r"(?m)^name = ", old)) >= 48 and new != old
    files = tmp_path / "old.toml", tmp_path / "new.toml"
    for file, text in zip(files, (old, new), strict=True):
        file.write_text(text)
    return files


def test_three_cards_that_changed_since_a_set_are_one_sheet_with_their_versions(two_sets, tmp_path):
    old, new = two_sets
    done = command("high-heavens", "--set", str(new), "--since", str(old), "-o", "-", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    front, back = pages(done.stdout)
    assert front.text.count("Health") == 3 and "Health" not in back.text
    versions = [re.findall(r"version ([0-9a-f]{4})", page.text) for page in (front, back)]
    assert len(set(versions[0])) >= 3
    whole = command("high-heavens", "gods", "--set", str(new), "-o", "-", cwd=tmp_path)
    assert set(versions[0]) <= set(re.findall(r"version ([0-9a-f]{4})", pages(whole.stdout)[0].text)), (
        "the version is the card's, not the print's"
    )


def test_the_page_prints_what_changed_since_a_set(phone, two_sets, tmp_path):
    old, new = two_sets
    done = command("high-heavens", "--set", str(new), "--since", str(old), "-o", "-", cwd=tmp_path)
    data = {"set": (new.open("rb"), "new.toml"), "since": (old.open("rb"), "old.toml")}
    got = phone().post("/games/high-heavens/print.pdf", data, content_type="multipart/form-data")
    assert got.status_code == 200 and got.data == done.stdout
    data = {"set": (old.open("rb"), "new.toml"), "since": (old.open("rb"), "old.toml")}
    got = phone().post("/games/high-heavens/print.pdf", data, content_type="multipart/form-data")
    assert got.status_code == 400 and "Nothing changed since that set" in got.get_data(as_text=True)


@pytest.mark.parametrize("key", [game.key for game in GAMES_BY_KEY.values() if game.get(SetForm)])
def test_nothing_changed_since_the_same_set(key):
    game = GAMES_BY_KEY[key]
    left = since(catalogue(game), catalogue(game))
    assert [one.key for one in left.values() if one.section(Order()).parts] == []


@pytest.mark.parametrize("box", ["", "liars-dice"])
def test_a_kit_that_is_drawn_beside_the_taps_is_the_same(box):
    described = box and resources.files("companion.boxes.shelf").joinpath(f"{box}.toml").read_text()
    order = Sent("heroball", b"", "", [], None, None, (), Order(), 1, described)
    ending, document = elsewhere(order)
    here = whole(order.box, chosen(catalogue(order.box), ()), Order(), 1)
    assert (ending, len(document)) == (here[0], len(here[1]))
