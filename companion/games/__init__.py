"""The games on our own shelf; each enters through the entry point group ``companion.games``."""
