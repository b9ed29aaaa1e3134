"""What a game prints: its pieces by name, made from the game's own data."""
