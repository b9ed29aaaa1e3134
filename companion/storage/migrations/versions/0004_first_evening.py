"""The set-up's steps that are done, and how a seat learns while it plays."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the ticks of the set-up, none of them set, and the seats that learn, none so far."""
    op.add_column("tables", sa.Column("laid", sa.Integer, nullable=False, server_default="0"))
    op.add_column("seats", sa.Column("learns", sa.String(8), nullable=False, server_default=""))
