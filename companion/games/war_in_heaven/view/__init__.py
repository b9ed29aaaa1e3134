"""The view of War in Heaven: counters, cards and answers in words (``table``), and threats (``warnings``)."""

from companion.games.war_in_heaven.view.table import label, numbers, spaces, view

__all__ = ["label", "numbers", "spaces", "view"]
