"""Add the table at which a finished game is played again."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """No game that is over yet is known to be played again."""
    op.add_column("tables", sa.Column("again", sa.String(8), nullable=False, server_default=""))
