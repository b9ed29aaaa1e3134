"""Add the seats whose players are not in the room, and the address that hears whose turn it is."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Everybody is in the room, and no address hears of a table."""
    op.add_column("tables", sa.Column("webhook", sa.String(300), nullable=False, server_default=""))
    op.add_column("tables", sa.Column("carried", sa.Integer, nullable=False, server_default="0"))
    op.add_column("seats", sa.Column("remote", sa.Boolean, nullable=False, server_default=sa.false()))
