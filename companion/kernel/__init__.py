"""The grammar of every game: a seat says a verb with nouns, the rulebook may refuse, hands move.

Nothing here knows of the web, of a database or of paper.
"""
