"""Tournaments: their players, the pairings of the draw, and the results."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "tournaments",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("code", sa.String(8), nullable=False),
        sa.Column("key", sa.String(32), nullable=False),
        sa.Column("owner", sa.String(32), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("title", sa.String(60), nullable=False),
        sa.Column("form", sa.String(8), nullable=False),
        sa.Column("rounds", sa.Integer, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_index("ix_tournaments_code", "tournaments", ["code"], unique=True)
    op.create_index("ix_tournaments_key", "tournaments", ["key"], unique=True)
    op.create_index("ix_tournaments_owner", "tournaments", ["owner"])
    op.create_table(
        "entrants",
        sa.Column("tournament_id", sa.Integer, sa.ForeignKey("tournaments.id"), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
    )
    op.create_table(
        "pairings",
        sa.Column("tournament_id", sa.Integer, sa.ForeignKey("tournaments.id"), primary_key=True),
        sa.Column("round", sa.Integer, primary_key=True),
        sa.Column("board", sa.Integer, primary_key=True),
        sa.Column("one", sa.Integer, nullable=False),
        sa.Column("other", sa.Integer, nullable=False),
        sa.Column("result", sa.String(8), nullable=False),
        sa.Column("by_hand", sa.Boolean, nullable=False),
        sa.Column("code", sa.String(8), nullable=False),
        sa.Column("counted", sa.Float, nullable=False),
    )
    op.create_index("ix_pairings_code", "pairings", ["code"])
