"""What ``printables.fits`` says of a piece that does not fit where ``paper.toml`` says it lies."""

from itertools import combinations
from math import hypot

import pytest

from companion.check import Broken, fits
from companion.games.havoc_in_heaven.picture import ON_PAPER
from companion.kernel.shelf import shelf
from companion.toolkit.paper import Paper
from printables.layout import mats, tracks
from printables.layout.chips import Form
from printables.sources import chips, decks
from printables.sources.source import Source

GAMES = shelf()


def altered(game: str, kind: str, key: str, **said) -> Source:
    """A game with something else said of one of its chips, decks or tracks."""
    box = GAMES[game]
    paper = box[Paper].model_dump(by_alias=True, exclude_unset=True)
    rows = paper[kind]
    result = (
        [rows[key]]
        if isinstance(rows, dict)
        else [row for row in rows if key in (row.get("key"), row.get("title"))]
    )
    assert result
    for row in result:
        row.update(said)
    return Source.of(box.having(Paper.model_validate(paper)))


@pytest.mark.parametrize("game", GAMES)
def test_everything_fits_where_it_is_said_to_lie_for_any_number_of_players(game):
    for players in GAMES[game].players:
        assert fits.checked(Source.of(GAMES[game], players=players)).endswith("fit where they lie")


@pytest.mark.parametrize(
    "source, says",
    [
        (
            ("heroball", "decks", "cards", {"size": (63, 88)}),
            "cards: it is 63.0 × 88.0 mm and is to cover “hero-mat Step”, which is 44.0 × 68.0 mm. Make both",
        ),
        (
            ("high-heavens", "chips", "ringchips", {"clear": 14}),
            "gods-figures: it is 11.0 × 11.0 mm and stands in “ringchips”, which has 14.0 × 14.0 mm.",
        ),
        (
            ("heroball", "chips", "trackers-tokens", {"size": 25}),
            "trackers-tokens: it is 25.0 × 25.0 mm and lies on “hero-mat token”, which has 17.0 × 17.0 mm.",
        ),
        (
            ("high-heavens", "chips", "markers", {"size": 22, "lies_on": ()}),
            "markers: it is 22.0 × 22.0 mm and stands in “sideboard Home base health”",
        ),
        (
            ("heaven-and-ale", "chips", "tiles", {"size": 33}),
            "tiles: it is 33.0 × 38.1 mm and lies on “own-board sun”, which has 32.0 × 37.0 mm.",
        ),
        (
            ("havoc-in-heaven", "decks", "buildings", {"size": (63, 88)}),
            "buildings: it is 63.0 × 88.0 mm and lies on “lane places”",
        ),
        (
            ("heroball", "chips", "terrain", {"lies_on": ("boad",)}),
            "paper.toml, terrain lies on: “boad” is no place; did you mean “board”?",
        ),
        (
            ("war-in-heaven", "chips", "round-marker", {"stands_in": ()}),
            "track Round: nothing stands in its spaces; say so of its marker",
        ),
        (
            ("heroball", "tracks", "Round", {"on": "boad"}),
            "track Round: it is on “boad”, which is no board; board is.",
        ),
        (
            ("heroball", "chips", "terrain", {"lies_on": ("board",)}),
            "boards.board.supplies: say that terrain lie there, lies_on = [“board terrain”].",
        ),
        (
            ("high-heavens", "decks", "gods", {"size": (70, 120)}),
            "gods: it is 70.0 × 120.0 mm and lies on “sideboard Draw pile”, which has 66.0 × 91.0 mm.",
        ),
        (
            ("havoc-in-heaven", "decks", "skills", {"back_tone": "teal"}),
            "skills: it is shuffled with items, and their backs differ",
        ),
        (
            ("heaven-and-ale", "chips", "tiles", {"cross": {"names": ["wood"], "numbers": [1, 4]}}),
            "lies on Wood alone and so tells what it is.",
        ),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_said_with_both_measures(source, says):
    game, kind, key, said = source
    with pytest.raises(Broken) as broken:
        fits.checked(altered(game, kind, key, **said))
    assert says in str(broken.value)


def test_a_piece_lies_within_a_room_turned_by_a_quarter_or_not_at_all():
    assert fits.holds(fits.box(47, 240), fits.box(44, 63)) and fits.holds(fits.box(240, 47), fits.box(44, 63))
    assert not fits.holds(fits.box(43, 240), fits.box(44, 63))
    assert fits.holds(Form("hex").outline(34), fits.disc(33.9))
    assert not fits.holds(Form("hex").outline(34), fits.disc(34.2))
    assert fits.holds(fits.disc(34.0), Form("hex").outline(29.4)), "corners and all"
    assert not fits.holds(fits.disc(34.0), Form("hex").outline(29.6))


def test_tiles_and_monks_lie_in_two_piles_and_sheds_say_how_their_neighbours_lie():
    groups = chips.groups(Source.of(GAMES["heaven-and-ale"]))
    count = {(key, chip.back.letter): 0 for key in ("tiles", "monks") for chip in groups[key].chips}
    for key, pile in count:
        count[key, pile] = sum(chip.count for chip in groups[key].chips if chip.back.letter == pile)
    assert count == {("tiles", "I"): 60, ("tiles", "II"): 40, ("monks", "I"): 12, ("monks", "II"): 12}
    around = [chip.around for chip in groups["sheds"].chips]
    assert around == ["------", "oooooo", "x--x--", "x-x-x-", "oooooo"]
    assert sum(chip.count for chip in groups["sheds"].chips) >= 4 * 7, "all sheds of four gardens"


def test_there_is_a_goal_for_every_god_and_a_sign_for_every_owner():
    source = Source.of(GAMES["heroball"])
    groups = chips.groups(source)
    gods = [face.name for face in decks.packs(source)["gods"].faces]
    assert [chip.name for chip in groups["goals"].chips] == gods
    assert len({chip.picture for chip in groups["goals"].chips}) == len(gods), (
        "each with a picture of its own"
    )
    assert len({(chip.icon, chip.tone) for chip in groups["feet"].chips}) == 4


def test_a_mat_is_as_large_on_every_paper_and_the_spaces_of_a_track_are_larger_than_its_marker():
    assert mats.SHEET[0] <= 279.4 - 2 * 5 and mats.SHEET[1] <= 210 - 8 - 11
    for last in range(4, 41):
        track = tracks.MarkerTrack("T", tuple(map(str, range(last))), marker=16.0)
        w, h = tracks.tracks_size(track)
        size, result = tracks.spaces(track, w, h)
        assert size > 16.0 and len(result) == last
        assert all(size / 2 <= x <= w - size / 2 and y + size / 2 <= h for _, x, y in result)


def test_eight_figures_stand_in_a_row_of_the_lane_apart_from_each_other_and_the_card():
    spots = [cell.at for cell in ON_PAPER.cells if cell.space.startswith("Row 3, place")]
    (left, top), (right, low) = ON_PAPER.strokes[2].points[0], ON_PAPER.strokes[2].points[2]
    assert len(spots) == 8
    assert all(hypot(x - a, y - b) >= 24 for (x, y), (a, b) in combinations(spots, 2))
    assert all(right + 11 <= x <= ON_PAPER.width - 11 for x, _ in spots)
    assert right - left >= 63 and low - top >= 44
