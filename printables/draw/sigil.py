"""Sigils: small square marks that a photograph tells apart, a number each, in a frame of black.

The dictionary is our own. Two codes differ in at least eight of their twenty-five fields however they are
turned, and so does a code from itself turned: three may be read wrongly before one is taken for another.
"""

from printables.draw.ink import BLACK, WHITE
from printables.draw.pen import Pen

FIELDS = 5
"""A code has so many fields a side."""
MODULES = FIELDS + 2
"""A sigil has so many fields a side, its black frame with it."""
SIDE = 10.0
"""How wide a sigil is, in millimetres."""
QUIET = SIDE / MODULES
"""So much paper is kept white around it, in millimetres."""
CODES = (
    0x0A5CD68, 0x1E54E9B, 0x04D3C1A, 0x0CA264E, 0x018B8FF, 0x1125F20, 0x01DB208, 0x103CE9D,
    0x01332A1, 0x07B382E, 0x11A22DD, 0x03F62F8, 0x1413EED, 0x01FAC61, 0x1277A09, 0x049DBCD,
    0x114D4C7, 0x1244ECC, 0x129C77F, 0x0BEAAE4, 0x13CEED3, 0x0A0D7E5, 0x1061C0F, 0x0FA595F,
    0x0D7E8D8, 0x130513F, 0x0FE4C28, 0x0932A47, 0x17A0AC3, 0x1618862, 0x1BDF106, 0x0619792,
    0x112BFAF, 0x1BA05BD, 0x18B3B72, 0x0CD2680, 0x0B04596, 0x0EE42DD, 0x18D9237, 0x10FBB5D,
    0x1C9172C, 0x0E5226B, 0x1EF6207, 0x108ED17, 0x0089E2A, 0x1DF05A3, 0x1059CF0, 0x0257254,
    0x1A5402D, 0x1F5E415, 0x1AE5D67, 0x1136514, 0x0234633, 0x15502E7, 0x1DB8200, 0x101EB69,
    0x14268EB, 0x0669ED5, 0x1DA1C8A, 0x163C15C, 0x1213F1F, 0x13F7D4C, 0x0BBB09D, 0x039D99B,
    0x161F9D7, 0x03E93EF, 0x1CD53C6, 0x080FCCE, 0x0FE16A5, 0x0F26AAD, 0x1370251, 0x06B27F1,
    0x19D0C48, 0x09F0FED, 0x16D2954, 0x19A64E1, 0x0998AB9, 0x1295838, 0x18D788C, 0x052E252,
    0x0CE9A1C, 0x03E4457, 0x0CCEFEC, 0x0BBC6AF, 0x1878AEE, 0x1BFB551, 0x1765518, 0x05798C6,
    0x11D443E, 0x11EBC56, 0x1B6DC9E, 0x04B727B, 0x18DC2C9, 0x0539A1B, 0x1D7FA16, 0x15AFD59,
    0x06D762D, 0x1A5E7BC, 0x068E9E1, 0x140B65B,
)  # fmt: skip
"""The fields of each code by rows from its upper left, the highest bit first; a one is white."""


def rows(number: int) -> tuple[tuple[bool, ...], ...]:
    """The fields of a code, row by row; True is white."""
    bits = f"{CODES[number]:0{FIELDS * FIELDS}b}"
    return tuple(tuple(bit == "1" for bit in bits[n : n + FIELDS]) for n in range(0, len(bits), FIELDS))


def draw(pen: Pen, number: int, quiet: float = QUIET) -> None:
    """A sigil about the origin, on so much white. It is black and white in every ink."""
    reach = SIDE / 2 + quiet
    pen.box(-reach, -reach, 2 * reach, 2 * reach, WHITE, radius=min(quiet, QUIET))
    pen.box(-SIDE / 2, -SIDE / 2, SIDE, SIDE, BLACK)
    first = SIDE / MODULES - SIDE / 2
    pen.fields(rows(number), first, first, SIDE / MODULES, WHITE)
