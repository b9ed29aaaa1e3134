"""The seats that the phone plays, and what it waits for."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """People play every seat until somebody says otherwise."""
    op.add_column("tables", sa.Column("waits", sa.JSON, nullable=True))
    op.add_column("seats", sa.Column("plays", sa.String(8), nullable=False, server_default=""))
