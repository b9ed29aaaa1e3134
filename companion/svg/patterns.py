"""The patterns that tell kinds apart without colour, as SVG: one tile of .32 by .32 each."""

PATTERNS = {
    "dots": '<circle cx=".08" cy=".08" r=".035"/><circle cx=".24" cy=".24" r=".035"/>',
    "bars": '<path d="M.06 0v.32M.13 0v.32"/>',
    "hatch": '<path d="M0 .32L.32 0M-.08.08L.08-.08M.24.4L.4.24"/>',
    "grid": '<path d="M0 .16h.32M.16 0v.32"/>',
    "waves": '<path d="M0 .16q.08-.12.16 0t.16 0"/>',
    "chevrons": '<path d="M.08.22l.08-.12.08.12"/>',
    "slant": '<path d="M0 0l.32.32M-.08.24l.16.16M.24-.08l.16.16"/>',
    "net": '<path d="M0 0l.32.32M0 .32L.32 0"/>',
    "rows": '<path d="M0 .06h.32M0 .22h.32"/>',
    "bricks": '<path d="M0 .16h.32M0 0h.32M.08 0v.16M.24.16v.16"/>',
    "crosses": '<path d="M.08.16h.16M.16.08v.16"/>',
    "plain": "",
}
KINDS = ("dots", "bars", "hatch", "grid", "waves", "chevrons")
"""The kinds of a board take them in order."""
