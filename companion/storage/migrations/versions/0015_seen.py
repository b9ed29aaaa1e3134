"""Add the time at which a phone that holds a seat was last seen at its table."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """No phone has been seen yet."""
    op.add_column("holds", sa.Column("seen", sa.Float))
