"""A box on paper: its pad, its board, its pieces."""

from itertools import islice

from companion.boxes.definition.model import ROWS, Definition
from companion.boxes.definition.rounds import ROUNDS
from companion.boxes.definition.schema import Line
from companion.svg.tones import Tone
from companion.toolkit.paper import Paper
from companion.toolkit.paper.boards import BoardSpec
from companion.toolkit.paper.cards import DeckSpec, FaceSpec
from companion.toolkit.paper.chips import ChipsSpec
from companion.toolkit.paper.mats import TrackSpec
from companion.toolkit.paper.sheets import AidKindSpec, AidSpec, PadRowSpec, PadSpec
from companion.words import joined, message

COUNTED = 14
"""So many lines have room on an aid."""
SHORT, LONG = 3, 50
"""A counter of fewer steps is a yes or no, one of more has no room on a sheet: house."""
UNIT, FLAT = 22.0, 30.0
"""A square and a hex of a board in millimetres: house; a draughtsman has room on it."""
LARGEST, SHEET = 32.0, (250.0, 176.0)
"""A square of a small board is so large at most, and as large as fills a sheet, longer side first."""


def paper(definition: Definition) -> Paper:
    """Return the paper of a box: everything that the printer cannot see in the rest."""
    cards = definition.cards.each
    skipped = {"board": BoardSpec.model_validate({"skip": True})} if cards else {}
    return Paper(
        icon=definition.box.icon,
        boards={"board": _board(definition)} if definition.box.board else skipped,
        decks={"cards": _deck(definition)} if cards else {},
        pad=_pad(definition),
        chips=_chips(definition),
        tracks=_tracks(definition),
        aid=AidSpec(kinds=_counted(definition)),
        leaflet=True,
    )


def _counted(definition: Definition) -> tuple[AidKindSpec, ...]:
    """Return how the lines of the pad count, for the aid."""
    lines = ((key, line) for key, line in definition.box.lines.items() if line.hint)
    return tuple(
        AidKindSpec(name=definition.things.called(key), words=line.hint, icon=line.icon or "")
        for key, line in islice(lines, COUNTED)
    )


TONES: tuple[Tone, ...] = ("ink", "crimson", "teal", "violet", "copper", "green", "blue", "brown")
"""The colours of suits, in their order."""


def _deck(definition: Definition) -> DeckSpec:
    """A face for each card; those of a kind are one."""
    cards, deck = definition.cards, definition.box.deck
    words = "Counts {worth}." if deck and deck.worth else ""
    faces = [
        FaceSpec(
            name=name,
            kind=card.suit,
            letter=name[:2] if name[:2].isdecimal() else name[:1],
            text=card.text or str(message(words, worth=card.worth)),
            tone=TONES[cards.suits.index(card.suit) % len(TONES)] if card.suit else "ink",
            count=card.count,
        )
        for name, card in {card.name: card for card in cards.each.values()}.items()
    ]
    return DeckSpec(title="Cards", cards=tuple(faces))


def _board(definition: Definition) -> BoardSpec:
    assert definition.box.board
    rows = [row.split() for row in definition.box.board.drawing.splitlines() if row.strip()]
    sides = sorted((max(map(len, rows)), len(rows)), reverse=True)
    unit = min(LARGEST, *(room / many for room, many in zip(SHEET, sides, strict=True)))
    size = {"flat": FLAT} if definition.box.board.shape == "hexes" else {"unit": max(UNIT, int(unit))}
    return BoardSpec.model_validate({"title": definition.box.board.title, **size})


def _pad(definition: Definition) -> PadSpec | None:
    """A line for each line of the game; where there are rounds, a line for each round."""
    if not definition.things.counts:
        return None
    box = definition.box
    games = [PadRowSpec(title=str(message("Game {n}", n=n))) for n in range(1, box.score.rows + 1)]
    lines = [
        PadRowSpec(
            title=definition.things.called(key), hint=_hint(line), icon=line.icon or "", strong=line.strong
        )
        for key, line in box.lines.items()
        if line.each == "game"
    ]
    total = PadRowSpec(title=box.score.name, strong=True)
    rows = (*games, *_round_rows(definition), *lines, total)
    return PadSpec(title=box.name, words=box.fits, rows=rows)


def _round_rows(definition: Definition) -> list[PadRowSpec]:
    """A line for each round, in which all is written that a round has."""
    if not definition.things.by_round:
        return []
    each = map(definition.things.called, definition.things.round_lines)
    hint = str(joined((message("{line:small}", line=line) for line in each), ", "))
    title = definition.box.turns.round
    return [PadRowSpec(title=f"{title} {n}", hint=hint) for n in range(1, _rounds(definition) + 1)]


def _hint(line: Line) -> str:
    """Small words under a line: that it is written in secret, where it says nothing else."""
    return line.hint or ("in secret" if line.hidden else "")


def _rounds(definition: Definition) -> int:
    """As many as there are, or the most that an option allows."""
    text = definition.box.turns.rounds or ""
    option = definition.box.options.get(text)
    most = max(option.choices.values()) if option else int(text) if text.isdecimal() else ROWS
    return max(1, min(ROWS, ROUNDS, most))


def _chips(definition: Definition) -> tuple[ChipsSpec, ...]:
    return tuple(
        ChipsSpec.model_validate(
            {
                "key": key, "title": definition.things.called(key), "size": 16,
                "each": "seat" if piece.of == "seat" else "",
                "kinds": [
                    {
                        "name": definition.things.called(key), "letter": piece.letter, "count": piece.count,
                        "thing": definition.things.sigil(key, "SEAT" if piece.of == "seat" else ""),
                    },
                ],
                "sigils": "with" if piece.sigils else "",
                "shares": any(space.holds > 1 for space in definition.box.spaces.values()),
            }
        )
        for key, piece in definition.box.pieces.items()
    )  # fmt: skip


def _tracks(definition: Definition) -> tuple[TrackSpec, ...]:
    """A track for each counter that is long enough for one, and has room on it."""
    return tuple(
        TrackSpec.model_validate(
            {
                "title": definition.things.called(key), "icon": counter.icon or "",
                "from": least, "to": most,
                "each": "seat" if counter.of == "seat" else "",
                "start": counter.start if counter.start.isdecimal() else "",
            }
        )
        for key, (least, most) in definition.things.bounds.items()
        if SHORT <= most - least <= LONG
        and not ((counter := definition.box.counters[key]).refill or counter.says)
    )  # fmt: skip
