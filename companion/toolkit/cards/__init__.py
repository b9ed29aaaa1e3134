"""The language in which the cards of any game say what they do."""
