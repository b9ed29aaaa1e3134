"""Work that is done elsewhere, so that it never holds up a tap."""
