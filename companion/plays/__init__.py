"""Plays: what came of sittings, figures over many of them, and how they come and go as files."""
