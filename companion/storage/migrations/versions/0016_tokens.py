"""Add the tokens by which programs act for a phone."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """No phone has made a token yet."""
    op.create_table(
        "tokens",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("digest", sa.String(32), nullable=False),
        sa.Column("owner", sa.String(32), nullable=False),
        sa.Column("phone", sa.String(32), nullable=False),
        sa.Column("rights", sa.String(8), nullable=False),
        sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id", ondelete="CASCADE")),
        sa.Column("seat", sa.String(40), nullable=False),
        sa.Column("since", sa.Float, nullable=False),
    )
    op.create_index("ix_tokens_digest", "tokens", ["digest"], unique=True)
    op.create_index("ix_tokens_owner", "tokens", ["owner"])
    op.create_index("ix_tokens_table_id", "tokens", ["table_id"])
