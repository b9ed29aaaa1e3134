"""Games of somebody's own, and the versions of them that tables play."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Make them."""
    op.create_table(
        "boxes",
        sa.Column("key", sa.String(32), primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("since", sa.Float, nullable=False),
    )
    op.create_table(
        "own_boxes",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("code", sa.String(8), nullable=False),
        sa.Column("key", sa.String(32), nullable=False),
        sa.Column("owner", sa.String(32), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("version", sa.String(32), nullable=False),
        sa.Column("draft", sa.Text, nullable=False),
        sa.Column("trial", sa.String(8), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("changed", sa.Float, nullable=False),
    )
    op.create_index("ix_own_boxes_code", "own_boxes", ["code"], unique=True)
    op.create_index("ix_own_boxes_key", "own_boxes", ["key"], unique=True)
    op.create_index("ix_own_boxes_owner", "own_boxes", ["owner"])
    op.create_index("ix_own_boxes_version", "own_boxes", ["version"])
    op.create_table(
        "own_versions",
        sa.Column("own_id", sa.Integer, sa.ForeignKey("own_boxes.id"), primary_key=True),
        sa.Column("key", sa.String(32), primary_key=True),
    )
    op.create_index("ix_own_versions_key", "own_versions", ["key"])
