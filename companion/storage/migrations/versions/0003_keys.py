"""A key belongs to a phone and a sentence."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Say of each entry what its key stands for; of those kept already nothing is known."""
    op.add_column("entries", sa.Column("said", sa.String(32), nullable=False, server_default=""))
