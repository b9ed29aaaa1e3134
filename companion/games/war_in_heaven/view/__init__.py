"""What phones show: counters, cards and answers in words (``table``), and what threatens (``warnings``)."""

from companion.games.war_in_heaven.view.table import label, numbers, spaces, view

__all__ = ["label", "numbers", "spaces", "view"]
