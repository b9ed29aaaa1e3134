"""Players of the house, and plays: what came of sittings, and of plays that were brought."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Make the tables; plays are counted when somebody looks at them."""
    op.create_table(
        "people",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("same_as", sa.Integer, nullable=False),
        sa.Column("changed", sa.Float, nullable=False),
    )
    op.create_table(
        "plays",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id", ondelete="CASCADE")),
        sa.Column("phone", sa.String(32), nullable=False),
        sa.Column("mark", sa.String(64), nullable=False),
        sa.Column("source", sa.String(8), nullable=False),
        sa.Column("code", sa.String(8), nullable=False),
        sa.Column("game", sa.String(80), nullable=False),
        sa.Column("ended", sa.Float, nullable=False),
        sa.Column("seconds", sa.Float, nullable=False),
        sa.Column("options", sa.String, nullable=False),
        sa.Column("place", sa.String(40), nullable=False),
        sa.Column("counted", sa.Float, nullable=False),
    )
    op.create_table(
        "parts",
        sa.Column("play_id", sa.Integer, sa.ForeignKey("plays.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("seat", sa.String(40), nullable=False),
        sa.Column("person", sa.Integer, nullable=False),
        sa.Column("points", sa.Integer),
        sa.Column("won", sa.Float, nullable=False),
    )
    op.create_index("ix_plays_table_id", "plays", ["table_id"])
    op.create_index("ix_plays_phone", "plays", ["phone"])
    op.create_index("ix_parts_person", "parts", ["person"])
