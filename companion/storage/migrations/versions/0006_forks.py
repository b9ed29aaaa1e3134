"""Add the table from which another goes on, and the entry."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Every table there is began by itself."""
    op.add_column("tables", sa.Column("fork_of", sa.String(8), nullable=False, server_default=""))
    op.add_column("tables", sa.Column("fork_at", sa.Integer, nullable=False, server_default="0"))
    op.create_index("ix_tables_fork_of", "tables", ["fork_of"])
