"""Add indexes for merged players, for the tables that play a version and for a phone's requests."""

from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Make the indexes."""
    op.create_index("ix_people_same_as", "people", ["same_as"])
    op.create_index("ix_tables_game", "tables", ["game"])
    op.create_index("ix_requests_phone", "requests", ["phone"])
