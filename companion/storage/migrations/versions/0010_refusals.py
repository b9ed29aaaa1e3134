"""Add the refusals of a sitting: beside its journal, a row for each seat and rule, counted up."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Make the table; what was refused before is not known."""
    op.create_table(
        "refusals",
        sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.String(40), primary_key=True),
        sa.Column("rule", sa.String(64), primary_key=True),
        sa.Column("why", sa.String(400), nullable=False),
        sa.Column("after", sa.Integer, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("times", sa.Integer, nullable=False),
    )
