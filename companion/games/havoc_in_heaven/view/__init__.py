"""The view of Havoc in Heaven: counters, panels, shelves and cards, and answers in words."""

from companion.games.havoc_in_heaven.view.table import label, numbers, spaces, view

__all__ = ["label", "numbers", "spaces", "view"]
