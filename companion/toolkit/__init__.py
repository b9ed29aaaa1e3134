"""Tools for more than one game: hex boards, the card language, setting by hand, conceding, paper."""
