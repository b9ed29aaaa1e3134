"""What a game prints: its decks, boards, chips, tracks, mats and pads, made from the game's own data."""
