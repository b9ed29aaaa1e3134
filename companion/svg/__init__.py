"""The phone's renderer: a game's picture as SVG."""
