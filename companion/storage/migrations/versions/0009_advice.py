"""Add the setting that lets a table ask the coach, and make room for its advice."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """No table does that has not said so."""
    op.add_column("tables", sa.Column("advice", sa.Boolean, nullable=False, server_default=sa.false()))
    with op.batch_alter_table("seat_changes") as rows:
        rows.alter_column("told", existing_type=sa.String(240), existing_nullable=False, type_=sa.String(600))
