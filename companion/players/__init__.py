"""Players with sense: at random, one action ahead, or carefully; and their matches.

A game gives ``worth(state, seat)`` and, where hands are hidden, who ``deal``s them; the players know no game.
"""
