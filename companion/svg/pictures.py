"""The pictures: drawn silhouettes, one path each, on a grid of 512 by 512; filled, never stroked.

They are the Game-icons set (game-icons.net; Lorc, Delapouite and others; CC BY 3.0), which comes from the
package registry at set-up, and what we drew ourselves, ``own_pictures.toml``. Which thing has which picture
says each game's ``pictures.toml``.
"""

from companion.kernel.drawn_pictures import paths

__all__ = ["CREDIT", "GRID", "paths"]
CREDIT = (
    "Pictures: Lorc, Delapouite and others, game-icons.net, CC BY 3.0 (creativecommons.org/licenses/by/3.0); "
    "coloured and composed anew."
)
"""What stands with them: who made them, their licence and what we changed; ``NOTICE`` says more."""
GRID = 512
"""How wide and high a picture is, in its own units."""
