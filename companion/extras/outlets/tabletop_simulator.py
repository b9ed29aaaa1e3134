"""Tabletop Simulator: sheets of cards, pictures of the other pieces, and the saved object that lays them out.

The JSON is as its knowledge base has it (Berserk-Games/Tabletop-Simulator-Knowledge-Base: save-file-format,
custom-deck, custom-tile, custom-token, creating-states): a ``SaveState`` with ``ObjectStates``. A sheet has
at most 10 × 7 cards, its last place for what others see of a hidden card; pictures are PNG in RGB, of at most
4096 dots a side. The knowledge base gives no sizes: that a card is 3.1 units tall, the short side of a tile 2
and the long side of a token 3.7 are measures of others, who show such tables elsewhere at their true size.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from PIL import Image

from companion.extras.outlets.faces import Faced, faced, grid, shaped
from companion.kernel.game import Game
from printables.layout.outline import Circle
from printables.layout.paper import Order
from printables.outlets.file import File
from printables.outlets.pictures import png
from printables.outlets.pieces import HAND, Group, is_deck

State = dict[str, Any]
COLUMNS, ROWS = 10, 7
HOLDS = COLUMNS * ROWS - 1
MOST = 4096
"""Dots a side of a picture, at most."""
DPI = 300.0
INCH = 25.4
UNIT = 88 / 3.1
"""Millimetres to a unit of its space: a card of 63 × 88 mm is as large as its own."""
SHORT, LONG = 2.0, 3.7
"""The short side of a tile and the long side of a token, in units."""
THICK = 0.1
BOX, CIRCLE = 0, 2
"""Kinds of tile."""
CLEAR = 4
"""So many clear dots about a token, by which its edge is found."""
FOLDER = "file:///C:/Users/Public/Documents/Companion"
"""Where pictures lie if nobody says: a folder that every computer with Windows has."""
WIDE, BETWEEN = 60.0, 1.0
"""How wide a table is that is laid, and how far apart things lie, in units."""


def tabletop_simulator(order: Order, game: Game[Any], groups: Sequence[Group]) -> Iterator[File]:
    """The pictures and the saved object of some pieces, all in one folder."""
    box = _Box(game.key, order.at or FOLDER)
    for group in groups:
        if is_deck(group):
            box.deck(order, group)
        else:
            box.pieces(order, group)
    yield from box.files
    save = {"SaveName": game.name, "GameMode": game.name, "Table": "", "Sky": "", "Note": "", "Rules": ""}
    save |= {"LuaScript": "", "LuaScriptState": "", "XmlUI": "", "VersionNumber": ""}
    text = json.dumps({**save, "ObjectStates": box.laid()}, indent=1, ensure_ascii=False)
    yield File(f"{game.key}.json", text.encode())


@dataclass
class _Box:
    """The saved object in the making: files, and things with their width and depth."""

    key: str
    at: str
    files: list[File] = field(default_factory=list)
    things: list[tuple[State, float, float]] = field(default_factory=list)
    sheets: int = 0
    made: int = 0

    def picture(self, name: str, image: Image.Image) -> str:
        """Keep a picture; its address."""
        file = File(f"{self.key}-{name}.png", png(image))
        self.files.append(file)
        return f"{self.at}/{file.name}"

    def thing(self, name: str, called: str, scale: tuple[float, float, float], **more: Any) -> State:
        """An object, face up, not yet on the table."""
        self.made += 1
        turned = {"rotX": 0.0, "rotY": 180.0, "rotZ": 0.0}
        sizes = dict(zip(("scaleX", "scaleY", "scaleZ"), scale, strict=True))
        return {
            "GUID": f"{self.made:06x}",
            "Name": name,
            "Transform": {"posX": 0.0, "posY": 1.5, "posZ": 0.0, **turned, **sizes},
            "Nickname": called,
            "Description": "",
            "ColorDiffuse": {"r": 1.0, "g": 1.0, "b": 1.0},
            "Locked": False,
            "Grid": True,
            "Snap": True,
            "Autoraise": True,
            "Sticky": True,
            "Tooltip": True,
            **more,
        }

    def again(self, state: State) -> State:
        """Another of an object, and of its other states, each with a number of its own."""
        self.made += 1
        copy = {**state, "GUID": f"{self.made:06x}"}
        if "States" in copy:
            copy["States"] = {n: self.again(other) for n, other in copy["States"].items()}
        return copy

    def laid(self) -> list[State]:
        """Everything in rows on the table, the deepest first."""
        across, down, deep, result = 0.0, 0.0, 0.0, []
        for thing, wide, high in sorted(self.things, key=lambda one: -one[2]):
            if across and across + wide > WIDE:
                across, down, deep = 0.0, down + deep + BETWEEN, 0.0
            place = {"posX": round(across + (wide - WIDE) / 2, 3), "posZ": round(-down - high / 2, 3)}
            result.append({**thing, "Transform": {**thing["Transform"], **place}})
            across, deep = across + wide + BETWEEN, max(deep, high)
        return result

    # -- decks --------------------------------------------------------------------------------------------

    def deck(self, order: Order, group: Group) -> None:
        """A deck from as many sheets as its cards take."""
        w, h = group.pieces[0][0].size
        scale = min(MOST // COLUMNS / w, MOST // ROWS / h)
        cards, states = list(faced(order, group, scale * INCH)), []
        decks: dict[str, State] = {}
        for start in range(0, len(cards), HOLDS):
            some = cards[start : start + HOLDS]
            self.sheets += 1
            sheet = {str(self.sheets): self._sheet(f"{group.key}-{self.sheets}", some)}
            decks |= sheet
            for n, card in enumerate(some):
                size = (w / 63, 1.0, w / 63) if w <= h else (h / 63, 1.0, h / 63)
                for _ in range(card.count):
                    more = {"CardID": self.sheets * 100 + n, "SidewaysCard": w > h, "CustomDeck": sheet}
                    states.append(self.thing("Card", card.name, size, **more))
        ids = [state["CardID"] for state in states]
        more = {"DeckIDs": ids, "SidewaysCard": w > h, "CustomDeck": decks, "ContainedObjects": states}
        deck = self.thing("DeckCustom", group.title, size, **more)
        deck["Transform"]["rotZ"] = 180.0  # face down
        self.things.append((deck, w / UNIT, h / UNIT))

    def _sheet(self, name: str, cards: Sequence[Faced]) -> State:
        """The pictures of a sheet: the fronts, and the back they share or a sheet of backs."""
        backs = [card.back or card.front for card in cards]
        same = all(back is backs[0] for back in backs)
        rows = max(2, len(cards) // COLUMNS + 1)
        return {
            "FaceURL": self.picture(
                f"{name}-fronts", _sheeted([card.front for card in cards], backs[0], rows)
            ),
            "BackURL": self.picture(f"{name}-backs", backs[0] if same else _sheeted(backs, backs[0], rows)),
            "NumWidth": COLUMNS,
            "NumHeight": rows,
            "BackIsHidden": True,
            "UniqueBack": not same,
            "Type": 1,
        }

    # -- other pieces -------------------------------------------------------------------------------------

    def pieces(self, order: Order, group: Group) -> None:
        """Each piece as a tile or a token, as often as there is of it; those of a shape lie in a bag."""
        large = max(max(cutout.size) for cutout, _ in group.pieces)
        states: list[tuple[State, Faced]] = []
        for one in faced(order, group, min(DPI, (MOST - 2 * CLEAR) / large * INCH)):
            state = self._piece(f"{group.key}-{one.key}", one)
            states += [(self.again(state), one) for _ in range(one.count)]
        if group.pieces[0][0].outline:
            contained = {"ContainedObjects": [state for state, _ in states]}
            self.things.append((self.thing("Bag", group.title, (1.0, 1.0, 1.0), **contained), 2.0, 2.0))
        else:
            self.things += [(state, one.size[0] / UNIT, one.size[1] / UNIT) for state, one in states]

    def _piece(self, name: str, one: Faced) -> State:
        w, h = one.size
        circle = len(one.cutout.outline) > 0 and isinstance(one.cutout.outline[0], Circle)
        if circle or not one.cutout.outline:
            front = self.picture(name, one.front)
            back = self.picture(f"{name}-back", one.back) if one.back else front
            image = {"ImageURL": front, "ImageSecondaryURL": back, "ImageScalar": 1.0, "WidthScale": 0.0}
            tile = {
                "Type": CIRCLE if circle else BOX,
                "Thickness": THICK,
                "Stackable": False,
                "Stretch": True,
            }
            scale = min(w, h) / UNIT / SHORT
            more = {"Locked": max(w, h) > HAND, "CustomImage": image | {"CustomTile": tile}}
            return self.thing("Custom_Tile", one.name, (scale, 1.0, scale), **more)
        state = self._token(name, one, one.front)
        if one.back:
            state["States"] = {"2": self._token(f"{name}-back", one, one.back)}
        return state

    def _token(self, name: str, one: Faced, image: Image.Image) -> State:
        """A piece of a shape of its own, which is found by what is clear about it."""
        shape = shaped(image, one.cutout).convert("RGBA")
        padded = Image.new("RGBA", (shape.width + 2 * CLEAR, shape.height + 2 * CLEAR))
        padded.paste(shape, (CLEAR, CLEAR))
        token = {
            "Thickness": THICK,
            "MergeDistancePixels": 5.0,
            "StandUp": bool(one.cutout.stands),
            "Stackable": False,
        }
        more = {"ImageURL": self.picture(name, padded), "ImageSecondaryURL": "", "ImageScalar": 1.0}
        longest = max(one.size) * max(padded.size) / max(shape.size)
        scale = longest / UNIT / LONG
        image_ = {**more, "WidthScale": 0.0, "CustomToken": token}
        return self.thing("Custom_Token", one.name, (scale, 1.0, scale), CustomImage=image_)


def _sheeted(images: Sequence[Image.Image], hidden: Image.Image, rows: int) -> Image.Image:
    """A sheet, with what is seen of a hidden card in its last place."""
    picture = grid(images, COLUMNS, rows)
    picture.paste(hidden, (picture.width - hidden.width, picture.height - hidden.height))
    return picture
