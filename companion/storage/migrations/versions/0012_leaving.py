"""Tournaments: who has left, and when one was changed last."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Add who has left a tournament, nobody so far, and when it was changed last."""
    op.add_column("entrants", sa.Column("away", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("tournaments", sa.Column("changed", sa.Float, nullable=False, server_default="0"))
    op.execute("UPDATE tournaments SET changed = created")
