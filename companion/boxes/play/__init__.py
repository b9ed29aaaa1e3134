"""The play of a box: its state, and functions of a moment and its definition."""
