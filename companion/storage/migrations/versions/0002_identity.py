"""Seats that changed hands, and the links by which phones take their seats along."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make them."""
    op.create_table(
        "seat_changes",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
        sa.Column("after", sa.Integer, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("told", sa.String(240), nullable=False),
    )
    op.create_index("ix_seat_changes_table_id", "seat_changes", ["table_id"])
    op.create_table(
        "personal_links",
        sa.Column("phone", sa.String(32), primary_key=True),
        sa.Column("key", sa.String(32), nullable=False),
        sa.Column("since", sa.Float, nullable=False),
    )
    op.create_index("ix_personal_links_key", "personal_links", ["key"], unique=True)
