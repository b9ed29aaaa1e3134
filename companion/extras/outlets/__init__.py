"""Outlets (docs/outlets.md): drawings in SVG, tables on a screen, and the paths of cutting machines."""

from companion.hooks import hookimpl
from printables.layout.outlet import Outlet

ABOUT = "A cutting machine", "the document with the marks it looks for, and every edge as SVG or DXF."


@hookimpl
def companion_outlets() -> list[Outlet]:
    from companion.extras.outlets.drawings import drawings  # each is loaded only where something is printed
    from companion.extras.outlets.playingcards import playingcards
    from companion.extras.outlets.screentop import screentop
    from companion.extras.outlets.tabletop_simulator import tabletop_simulator

    return [
        Outlet(
            "svg",
            "SVG, a drawing a side",
            drawings,
            ("SVG", "every side by itself with its bleed, true to size in millimetres."),
        ),
        Outlet(
            "tts",
            "Tabletop Simulator",
            tabletop_simulator,
            (
                "Tabletop Simulator",
                "sheets of cards, tiles and tokens, and a saved object that lays them all out.",
            ),
            screen=True,
        ),
        Outlet(
            "playingcards",
            "playingcards.io",
            playingcards,
            ("playingcards.io", "a game file for a room of one’s own: boards, decks, pieces and counters."),
            screen=True,
            many=".pcio",
        ),
        Outlet(
            "screentop",
            "Screentop",
            screentop,
            ("Screentop", "pictures for its editor, sheets in even grids, and a list of what lies where."),
            screen=True,
        ),
    ]


@hookimpl
def companion_cuts() -> list[Outlet]:
    from companion.extras.outlets.cut_paths import cut_paths

    return [
        Outlet("svg", "by a machine, along paths in SVG", cut_paths, ABOUT),
        Outlet("dxf", "by a machine, along paths in DXF", cut_paths, ABOUT),
    ]
