"""Printing: everything a table needs on paper, at true size, drawn from the games' own data."""
