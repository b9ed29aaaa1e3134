"""How a box is played: a moment of it, and functions of a moment and its definition."""
