"""The versions of the schema; brought up to date at start-up by ``Database.upgrade``."""
