"""Sources of the printed pieces: decks, boards, chips, tracks, mats and pads, made from the game's own
data."""
