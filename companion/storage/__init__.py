"""The database: its schema, sessions, seats and the journal's entries."""
