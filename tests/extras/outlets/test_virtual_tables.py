"""What tables on a screen are given, opened again: every piece of the kit, as often, in its place and size.

None of those tables can be reached from here: their files are read as they document them.
"""

import json
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from io import BytesIO
from itertools import combinations
from typing import Any
from zipfile import ZipFile

import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageStat

from companion.extras.outlets.tabletop_simulator import LONG, MOST, SHORT, UNIT
from companion.kernel.shelf import shelf
from printables.draw.fonts import Unprintable
from printables.layout.paper import Order
from printables.outlets.files import made
from printables.outlets.pieces import Group, groups, is_deck
from printables.sources.catalogue import catalogue, chosen

Json = dict[str, Any]
KIT = ("war-in-heaven", ("cards", "tokens"))
OUTLETS = ("tts", "playingcards", "screentop")


def each(outlet: str, *more: tuple[str, tuple[str, ...]]) -> pytest.MarkDecorator:
    """Game after game, since the files of the one before are kept. The whole suite sends each through one
    outlet, the soak through all.
    """
    games = [
        pytest.param(
            game, (), marks=pytest.mark.slow if OUTLETS[n % len(OUTLETS)] == outlet else pytest.mark.soak
        )
        for n, game in enumerate(sorted(shelf()))
    ]
    return pytest.mark.parametrize("game, keys", [*more, *games], scope="module")


@lru_cache(16)
def _opened(
    game: str, outlet: str, keys: tuple[str, ...], at: str = ""
) -> tuple[dict[str, bytes], list[Group]]:
    """The files of an outlet by name, and the pieces that went into them."""
    box, order = shelf()[game], Order.read({"outlet": outlet, "at": at})
    printables = chosen(catalogue(box), keys)
    return {one.name: one.data for one in made(box, printables, order).files}, groups(order, printables)


def _drawn(outlet: str, group: Group, n: int, size: tuple[int, int]) -> Image.Image:
    """The front of a kind of piece, drawn by itself."""
    document: Any = pypdfium2.PdfDocument(group.drawn(Order(outlet=outlet), n))
    image = document[0].render(scale=size[0] / document[0].get_width()).to_pil().convert("RGB")
    document.close()
    return image.resize(size)  # type: ignore[no-any-return]


def _same(one: Image.Image, other: Image.Image) -> bool:
    """Whether two pictures are alike but for the smoothing of lines: seen from afar, a card differs from
    itself by 1.3 of 255 at most, from another of its deck by 15 at least.
    """
    difference = ImageChops.difference(one.convert("RGB").reduce(6), other.reduce(6))
    return max(ImageStat.Stat(difference).mean) < 3


def _counts(group: Group) -> Counter[str]:
    return Counter(part.name for part in group.section.parts)  # type: ignore[union-attr]


# -- Tabletop Simulator -----------------------------------------------------------------------------------

NUMBER = (int, float)
SAVE = dict.fromkeys(
    ("SaveName", "GameMode", "Table", "Sky", "Note", "Rules", "XmlUI", "LuaScript", "LuaScriptState"), str
) | {"VersionNumber": str, "ObjectStates": list}
STATE = {
    "GUID": str, "Name": str, "Transform": dict, "Nickname": str, "Description": str, "ColorDiffuse": dict,
    "Locked": bool, "Grid": bool, "Snap": bool, "Autoraise": bool, "Sticky": bool, "Tooltip": bool,
}  # fmt: skip
MORE = {
    "Card": {"CardID": int, "SidewaysCard": bool, "CustomDeck": dict},
    "DeckCustom": {"DeckIDs": list, "SidewaysCard": bool, "CustomDeck": dict, "ContainedObjects": list},
    "Custom_Tile": {"CustomImage": dict},
    "Custom_Token": {"CustomImage": dict},
    "Bag": {"ContainedObjects": list},
}
PLACE = {f"{what}{axis}": NUMBER for what in ("pos", "rot", "scale") for axis in "XYZ"}
DECK = {"FaceURL": str, "BackURL": str, "NumWidth": int, "NumHeight": int, "BackIsHidden": bool}
DECK |= {"UniqueBack": bool, "Type": int}
IMAGE = {"ImageURL": str, "ImageSecondaryURL": str, "ImageScalar": float, "WidthScale": float}
TILE = {"Type": int, "Thickness": float, "Stackable": bool, "Stretch": bool}
TOKEN = {"Thickness": float, "MergeDistancePixels": float, "StandUp": bool, "Stackable": bool}
"""The fields of its saved objects and their types, as its knowledge base lists the classes it writes."""


def _is(data: Json, shape: dict[str, Any], may: tuple[str, ...] = ()) -> None:
    """Whether something has just these fields, each of its type."""
    assert set(shape) <= set(data) <= {*shape, *may}, set(data) ^ set(shape)
    for key, kind in shape.items():
        assert isinstance(data[key], kind) and (kind is int) <= (not isinstance(data[key], bool)), key


def _all(states: list[Json]) -> Iterator[Json]:
    for state in states:
        yield state
        yield from _all(state.get("ContainedObjects", []))
        yield from _all(list(state.get("States", {}).values()))


@each("tts")
def test_a_saved_object_is_as_tabletop_simulator_writes_it(game: str, keys: tuple[str, ...]) -> None:
    """Every class has the fields it documents, numbers are the object's own, every picture is there."""
    files, _ = _opened(game, "tts", keys, "https://example.org/games/")
    save = json.loads(files[f"{game}.json"])
    _is(save, SAVE)
    addresses, numbers = set(), list[str]()
    for state in _all(save["ObjectStates"]):
        _is(state, STATE | MORE[state["Name"]], ("States",))
        _is(state["Transform"], PLACE)
        numbers.append(state["GUID"])
        for n, sheet in state.get("CustomDeck", {}).items():
            assert n.isdecimal()
            _is(sheet, DECK)
            assert 2 <= sheet["NumWidth"] <= 10 and 2 <= sheet["NumHeight"] <= 7
            addresses |= {sheet["FaceURL"], sheet["BackURL"]}
        if image := dict(state.get("CustomImage", {})):
            tile, token = image.pop("CustomTile", None), image.pop("CustomToken", None)
            _is(image, IMAGE)
            _is(tile or token, TILE if tile else TOKEN)
            addresses |= {image["ImageURL"], image["ImageSecondaryURL"]} - {""}
    assert len(numbers) == len(set(numbers)) and all(len(number) == 6 for number in numbers)
    assert addresses == {f"https://example.org/games/{name}" for name in files if name.endswith(".png")}
    for name, data in files.items():
        if name.endswith(".png"):
            image_ = Image.open(BytesIO(data))
            assert max(image_.size) <= MOST and image_.mode in ("RGB", "RGBA"), name


@each("tts")
def test_every_card_lies_in_its_place_of_its_sheet(game: str, keys: tuple[str, ...]) -> None:
    """The place that a card's number names shows that very card, and a deck has as many as the kit."""
    files, pieces = _opened(game, "tts", keys, "https://example.org/games/")
    save = json.loads(files[f"{game}.json"])
    decks = [state for state in save["ObjectStates"] if state["Name"] == "DeckCustom"]
    assert decks
    by_title = {group.title: group for group in pieces if is_deck(group)}
    assert {deck["Nickname"] for deck in decks} == set(by_title)
    sheet_of = lru_cache(1)(lambda name: Image.open(BytesIO(files[name])))
    for deck in decks:
        group = by_title[deck["Nickname"]]
        names = [cutout.name for cutout, _ in group.pieces]
        assert deck["DeckIDs"] == [card["CardID"] for card in deck["ContainedObjects"]]
        assert Counter(card["Nickname"] for card in deck["ContainedObjects"]) == _counts(group)
        seen = {(card["CardID"], card["Nickname"]) for card in deck["ContainedObjects"]}
        assert len(seen) == len(names)
        for n, (number, name) in enumerate(sorted(seen)):
            sheet, place = divmod(number, 100)
            how = deck["CustomDeck"][str(sheet)]
            assert place < how["NumWidth"] * how["NumHeight"] - 1, "the last is what is seen of a hidden card"
            image = sheet_of(how["FaceURL"].rsplit("/", 1)[1])
            wide, high = image.width // how["NumWidth"], image.height // how["NumHeight"]
            left, top = place % how["NumWidth"] * wide, place // how["NumWidth"] * high
            cell = image.crop((left, top, left + wide, top + high))
            assert name == names[n] and _same(cell, _drawn("tts", group, n, (wide, high))), (group.key, name)


@each("tts")
def test_other_pieces_are_as_many_and_as_large_as_in_the_kit(game: str, keys: tuple[str, ...]) -> None:
    """Tiles and tokens on the table or in their bag: a tile two units along its short side, a token 3.7."""
    files, pieces = _opened(game, "tts", keys, "https://example.org/games/")
    save = json.loads(files[f"{game}.json"])
    bags = {
        state["Nickname"]: state["ContainedObjects"]
        for state in save["ObjectStates"]
        if state["Name"] == "Bag"
    }
    loose = [state for state in save["ObjectStates"] if state["Name"] not in ("Bag", "DeckCustom")]
    rest = Counter(state["Nickname"] for state in loose)
    for group in pieces:
        if is_deck(group):
            continue
        if not group.pieces[0][0].outline:
            rest -= _counts(group)
            continue
        assert Counter(state["Nickname"] for state in bags[group.title]) == _counts(group)
        (w, h), one = group.pieces[0][0].size, bags[group.title][0]
        scale = one["Transform"]["scaleX"]
        if one["Name"] == "Custom_Tile":
            assert scale * SHORT * UNIT == pytest.approx(min(w, h))
        elif not group.pieces[0][0].stands:
            assert scale * LONG * UNIT == pytest.approx(max(w, h), rel=0.04)
    assert not rest.total()


# -- playingcards.io --------------------------------------------------------------------------------------

WIDGETS: dict[str, dict[str, Any]] = {
    "hand": {"x": NUMBER, "y": NUMBER, "z": NUMBER, "dragging": type(None)},
    "board": {"x": int, "y": int, "z": int, "width": int, "height": int, "boardImage": str},
    "counter": {"x": NUMBER, "y": NUMBER, "z": int, "counterValue": int, "label": str},
    "cardPile": {
        "x": int, "y": int, "z": int, "width": int, "height": int, "label": str, "hasShuffleButton": bool,
        "dragging": type(None),
    },
    "cardDeck": {
        "x": int, "y": int, "z": int, "parent": (str, type(None)), "cardTypes": dict, "cardWidth": int,
        "cardHeight": int, "faceTemplate": dict, "backTemplate": dict, "enlarge": bool, "autoShuffle": bool,
    },
    "card": {"x": int, "y": int, "z": int, "deck": str, "cardType": str, "parent": str, "faceup": bool},
    "piece": {
        "x": int, "y": int, "z": int, "deck": str, "cardType": str, "parent": type(None), "faceup": bool,
    },
}  # fmt: skip
"""The fields of its widgets that importers of its files read."""


def _pictures(widget: dict[str, Any]) -> set[str]:
    """The pictures of a board or a deck, whose templates show them at its size."""
    if widget["type"] == "board":
        return {widget["boardImage"]}
    if widget["type"] != "cardDeck":
        return set()
    for side, value in (("faceTemplate", "face"), ("backTemplate", "back")):
        (drawn,) = widget[side]["objects"]
        assert drawn["value"] == value and drawn["valueType"] == "dynamic"
        assert (drawn["w"], drawn["h"]) == (widget["cardWidth"], widget["cardHeight"])
    for kind in widget["cardTypes"].values():
        _is(kind, {"label": str, "face": str, "back": str})
    return {kind[side] for kind in widget["cardTypes"].values() for side in ("face", "back")}


def _lies_in_sight(widget: dict[str, Any], by_id: dict[str, Any]) -> None:
    """A card or a piece is of a kind of its deck, and on the table or in a pile."""
    deck = by_id[widget["deck"]]
    assert widget["cardType"] in deck["cardTypes"]
    assert widget["parent"] is None or by_id[widget["parent"]]["type"] == "cardPile"
    assert 0 <= widget["x"] <= 1600 - deck["cardWidth"]
    assert 0 <= widget["y"] <= 820 - deck["cardHeight"]


def _place(widget: dict[str, Any], by_id: dict[str, Any]) -> tuple[int, int, int, int] | None:
    """The left, top, right and bottom of what takes room."""
    of = widget if widget["type"] in ("board", "cardPile") else by_id.get(widget.get("deck", ""))
    if of is None:
        return None
    wide, high = ("width", "height") if of is widget else ("cardWidth", "cardHeight")
    return widget["x"], widget["y"], widget["x"] + of[wide], widget["y"] + of[high]


@pytest.mark.slow
@each("playingcards", KIT)
def test_a_game_file_has_every_piece_on_the_table(game: str, keys: tuple[str, ...]) -> None:
    """Widgets have their fields, pictures are small enough, counts are the kit's, all lies in sight."""
    files, pieces = _opened(game, "playingcards", keys)
    widgets = json.loads(files["widgets.json"])
    by_id = {widget["id"]: widget for widget in widgets}
    assert len(by_id) == len(widgets) <= 1200
    used: set[str] = set()
    for widget in widgets:
        _is(widget, WIDGETS[widget["type"]] | {"id": str, "type": str})
        used |= _pictures(widget)
        if widget["type"] in ("card", "piece"):
            _lies_in_sight(widget, by_id)
    assert used == {f"package://{name}" for name in files if name.endswith(".png")}
    assert all(len(data) < 2 << 20 for data in files.values())
    on_table: dict[str, Counter[str]] = {}
    for widget in widgets:
        if "deck" in widget:
            of, label = (
                widget["deck"].split(":")[1],
                by_id[widget["deck"]]["cardTypes"][widget["cardType"]]["label"],
            )
            on_table.setdefault(of, Counter())[label] += 1
            assert widget["parent"] == by_id[widget["deck"]]["parent"], "it is gathered where it lies"
    places = {place for widget in widgets if (place := _place(widget, by_id))}
    for a, b in combinations(places, 2):
        assert a[0] >= b[2] or b[0] >= a[2] or a[1] >= b[3] or b[1] >= a[3], (
            "no two things lie on one another"
        )
    boards = 0
    for group in pieces:
        if group.key in on_table:
            assert on_table[group.key] == _counts(group)
        else:
            boards += _counts(group).total()
    assert boards == sum(widget["type"] == "board" for widget in widgets)


@pytest.mark.slow
@each("playingcards", KIT)
def test_the_face_of_a_card_is_its_picture(game: str, keys: tuple[str, ...]) -> None:
    """Each kind of card shows the very card; all are as large as in the kit, at one scale."""
    files, pieces = _opened(game, "playingcards", keys)
    decks = [w for w in json.loads(files["widgets.json"]) if w["type"] == "cardDeck"]
    scales = set()
    for group in pieces:
        mine = [deck for deck in decks if deck["id"].split(":")[1] == group.key]
        kinds = {key: kind for deck in mine for key, kind in deck["cardTypes"].items()}
        if mine and not group.pieces[0][0].stands:
            scales.add(round(mine[0]["cardWidth"] / group.pieces[0][0].size[0], 1))
        if not is_deck(group):
            continue
        assert len(kinds) == len(group.pieces)
        for n, (cutout, _) in enumerate(group.pieces):
            kind = kinds[group.sides[n].key]
            image = Image.open(BytesIO(files[kind["face"].removeprefix("package://")]))
            assert kind["label"] == cutout.name
            assert _same(image, _drawn("playingcards", group, n, image.size)), kind["label"]
    assert max(scales) - min(scales) <= 0.11, scales


# -- Screentop --------------------------------------------------------------------------------------------


@each("screentop")
def test_screentops_sheets_are_cut_as_the_list_says(game: str, keys: tuple[str, ...]) -> None:
    """Divided into its columns and rows, a sheet's places are the cards in the order of the list."""
    files, pieces = _opened(game, "screentop", keys)
    data = json.loads(files["pieces.json"])
    counts: dict[str, Counter[str]] = {}
    for entry in data:
        for piece in entry["pieces"]:
            counts.setdefault(entry["title"], Counter())[piece["name"]] += piece["count"]
    for group in pieces:
        assert counts[group.title] == _counts(group)
        if not is_deck(group):
            continue
        (entry,) = (one for one in data if one["title"] == group.title)
        fronts, backs = (Image.open(BytesIO(files[entry[side]])) for side in ("fronts", "backs"))
        assert fronts.size == backs.size and max(fronts.size) <= MOST
        wide, high = fronts.width / entry["columns"], fronts.height / entry["rows"]
        assert wide.is_integer() and high.is_integer()
        assert wide / high == pytest.approx(entry["millimetres"][0] / entry["millimetres"][1], abs=0.003)
        for n, piece in enumerate(entry["pieces"]):
            left, top = n % entry["columns"] * int(wide), n // entry["columns"] * int(high)
            cell = fronts.crop((left, top, left + int(wide), top + int(high)))
            assert piece["name"] == group.pieces[n][0].name
            assert _same(cell, _drawn("screentop", group, n, cell.size)), piece["name"]
    listed = {entry[side] for entry in data for side in ("front", "back", "fronts", "backs") if side in entry}
    assert listed == {name for name in files if name.endswith(".png")}


@pytest.mark.slow
def test_what_has_a_shape_is_clear_beyond_it() -> None:
    """A hexagon's corners, and the middle of a ring."""
    files, _ = _opened("high-heavens", "screentop", ("ringchips", "bases"))
    for name, data in files.items():
        if name.endswith(".png"):
            image = Image.open(BytesIO(data))
            assert image.mode == "RGBA" and image.getpixel((0, 0))[3] == 0, name
            middle = image.getpixel((image.width // 2, image.height // 2))
            assert middle[3] == (0 if name.startswith("ringchips") else 255), name


# -- where pictures lie -----------------------------------------------------------------------------------


def test_pictures_lie_where_one_says() -> None:
    """At an address, or in a folder of any system; anything else is refused in a sentence."""
    assert Order.read({"at": "C:\\My games\\Odin"}).at == "file:///C:/My%20games/Odin"
    assert Order.read({"at": "/home/ann/games/"}).at == "file:///home/ann/games"
    assert Order.read({"at": "https://Example.org/G"}).at == "https://Example.org/G"
    with pytest.raises(Unprintable, match="At takes an address or a folder"):
        Order.read({"at": "gopher://example.org"})


# -- the print page ---------------------------------------------------------------------------------------


def test_the_print_page_offers_them_and_gives_the_file(phone: Any) -> None:
    """A sentence each; the download is called as its outlet calls it, and an address is told in words."""
    ann = phone()
    body = ann.get("/games/war-in-heaven/print").get_data(as_text=True)
    for name in ("A cutting machine", "Tabletop Simulator", "playingcards.io", "Screentop"):
        assert f"<dt>{name}</dt>" in body
    got = ann.get("/games/war-in-heaven/print.pdf?piece=markers&outlet=playingcards")
    assert 'filename="war-in-heaven.pcio"' in got.headers["Content-Disposition"]
    with ZipFile(BytesIO(got.data)) as box:
        assert "widgets.json" in box.namelist()
    said = ann.get("/games/war-in-heaven/print.pdf?piece=markers&outlet=tts&at=ftp://x")
    assert said.status_code == 400 and "At takes an address or a folder" in said.get_data(as_text=True)
    paths = ann.get("/games/war-in-heaven/print.pdf?piece=markers&cut=svg&cutter=brother")
    with ZipFile(BytesIO(paths.data)) as box:
        assert box.namelist() == ["war-in-heaven.pdf", "war-in-heaven-sheet-1.svg"]
