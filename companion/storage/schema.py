"""The rows everything is kept in; they never leave ``storage``."""

from typing import Any

from sqlalchemy import Table, Text, UniqueConstraint, false
from sqlmodel import JSON, Column, Field, SQLModel


class TableRow(SQLModel, table=True):
    """One sitting."""

    __tablename__ = "tables"
    id: int | None = Field(default=None, primary_key=True)
    code: str = Field(max_length=8, unique=True, index=True)
    game: str = Field(max_length=64, index=True)
    opening: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    rules_version: int
    """The version of the game's rules that its whole journal was judged by last."""
    stamp: int = 0
    creator: str = Field(max_length=32, index=True)
    watch: str = Field(max_length=32, unique=True, index=True)
    created: float
    ended: float | None = None
    laid: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    """The steps of the set-up that are done, each a bit."""
    fork_of: str = Field(default="", max_length=8, index=True, sa_column_kwargs={"server_default": ""})
    """The code of the table that this one goes on from; empty where it began by itself."""
    fork_at: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    """The entry of that table after which it goes on."""
    again: str = Field(default="", max_length=8, sa_column_kwargs={"server_default": ""})
    """The code of the table at which this game is played again; empty where it is not."""
    webhook: str = Field(default="", max_length=300, sa_column_kwargs={"server_default": ""})
    """The address that hears whose turn it is; empty where none does."""
    carried: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    """The last entry of somebody far away that hands at the table have done."""
    advice: bool = Field(default=False, sa_column_kwargs={"server_default": false()})
    """Whether anybody may ask what they could do."""
    waits: dict[str, Any] | None = Field(default=None, sa_column=Column(JSON(none_as_null=True)))
    """What the phone waits for that plays for somebody absent; it holds at one entry alone."""


class SeatRow(SQLModel, table=True):
    """A seat of a table, and the key that admits to it."""

    __tablename__ = "seats"
    table_id: int = Field(primary_key=True, foreign_key="tables.id")
    seat: str = Field(primary_key=True, max_length=40)
    player: str = Field(max_length=40)
    key: str = Field(max_length=32, unique=True, index=True)
    learns: str = Field(default="", max_length=8, sa_column_kwargs={"server_default": ""})
    """How this seat learns while it plays; empty where it does not."""
    plays: str = Field(default="", max_length=8, sa_column_kwargs={"server_default": ""})
    """The strength with which the phone plays this seat; empty where a person does."""
    remote: bool = Field(default=False, sa_column_kwargs={"server_default": false()})
    """Whether who plays it is not in the room: what they say is done by hands at the table."""


class HoldRow(SQLModel, table=True):
    """A phone that sits at a seat."""

    __tablename__ = "holds"
    table_id: int = Field(primary_key=True, foreign_key="tables.id")
    seat: str = Field(primary_key=True, max_length=40)
    phone: str = Field(primary_key=True, max_length=32, index=True)
    since: float
    seen: float | None = None
    """When it was last seen at the table, to half a minute; None where it was not since it sat down."""


class RequestRow(SQLModel, table=True):
    """A phone that asks to sit."""

    __tablename__ = "requests"
    __table_args__ = (UniqueConstraint("table_id", "seat", "phone", name="uq_requests"),)
    id: int | None = Field(default=None, primary_key=True)
    table_id: int = Field(foreign_key="tables.id")
    seat: str = Field(max_length=40)
    phone: str = Field(max_length=32, index=True)
    name: str = Field(max_length=40)
    at: float


class SeatChangeRow(SQLModel, table=True):
    """A seat that changed hands, told in a sentence; ``after`` is the last entry then."""

    __tablename__ = "seat_changes"
    id: int | None = Field(default=None, primary_key=True)
    table_id: int = Field(foreign_key="tables.id", ondelete="CASCADE", index=True)
    after: int
    at: float
    told: str = Field(max_length=600)


class RefusalRow(SQLModel, table=True):
    """A rule that refused a seat, counted up, with the sentence it met last, and after which entry."""

    __tablename__ = "refusals"
    table_id: int = Field(primary_key=True, foreign_key="tables.id", ondelete="CASCADE")
    seat: str = Field(primary_key=True, max_length=40)
    rule: str = Field(primary_key=True, max_length=64)
    why: str = Field(max_length=400)
    after: int
    at: float
    times: int


class PersonRow(SQLModel, table=True):
    """A player of this house: somebody said that a name is this person."""

    __tablename__ = "people"
    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(max_length=40)
    same_as: int = Field(default=0, index=True)
    """The person this one was said to be, too; 0 where it stands for itself."""
    changed: float


class PlayRow(SQLModel, table=True):
    """The play of a sitting, which can be counted again at any time, or a play that was brought."""

    __tablename__ = "plays"
    id: int | None = Field(default=None, primary_key=True)
    table_id: int | None = Field(default=None, foreign_key="tables.id", ondelete="CASCADE", index=True)
    phone: str = Field(max_length=32, index=True)
    """The phone that opened the table, or brought the play."""
    mark: str = Field(max_length=64)
    source: str = Field(max_length=8)
    code: str = Field(max_length=8)
    game: str = Field(max_length=80)
    ended: float
    seconds: float
    options: str
    place: str = Field(max_length=40)
    counted: float = 0.0
    """When its table had ended as it was counted."""


class PartRow(SQLModel, table=True):
    """One who played."""

    __tablename__ = "parts"
    play_id: int = Field(primary_key=True, foreign_key="plays.id", ondelete="CASCADE")
    n: int = Field(primary_key=True)
    name: str = Field(max_length=40)
    seat: str = Field(max_length=40)
    person: int = Field(index=True)
    points: int | None = None
    won: float


class PersonalLinkRow(SQLModel, table=True):
    """The key by which a phone's seats are taken along to another."""

    __tablename__ = "personal_links"
    phone: str = Field(primary_key=True, max_length=32)
    key: str = Field(max_length=32, unique=True, index=True)
    since: float


class TokenRow(SQLModel, table=True):
    """A token by which a program acts for a phone."""

    __tablename__ = "tokens"
    id: int | None = Field(default=None, primary_key=True)
    digest: str = Field(max_length=32, unique=True, index=True)
    owner: str = Field(max_length=32, index=True)
    """The phone that made it, and revokes it."""
    phone: str = Field(max_length=32)
    """The phone that a program is with it."""
    rights: str = Field(max_length=8)
    table_id: int | None = Field(default=None, foreign_key="tables.id", ondelete="CASCADE", index=True)
    seat: str = Field(max_length=40)
    since: float


class EntryRow(SQLModel, table=True):
    """One sentence of a journal."""

    __tablename__ = "entries"
    __table_args__ = (UniqueConstraint("table_id", "key", name="uq_entries_key"),)
    table_id: int = Field(primary_key=True, foreign_key="tables.id")
    n: int = Field(primary_key=True)
    key: str = Field(max_length=64)
    seat: str = Field(max_length=40)
    verb: str = Field(max_length=64)
    answers: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    at: float
    seen: int
    said: str = Field(max_length=32, sa_column_kwargs={"server_default": ""})
    """What the key stands for, digested: the phone, and the sentence as it was sent."""


class BoxRow(SQLModel, table=True):
    """A version of a game of somebody's own, by the key that its text makes; it is never changed."""

    __tablename__ = "boxes"
    key: str = Field(primary_key=True, max_length=32)
    text: str = Field(sa_column=Column(Text, nullable=False))
    since: float


class OwnBoxRow(SQLModel, table=True):
    """A game of somebody's own as its owner keeps it, from version to version."""

    __tablename__ = "own_boxes"
    id: int | None = Field(default=None, primary_key=True)
    code: str = Field(max_length=8, unique=True, index=True)
    key: str = Field(max_length=32, unique=True, index=True)
    """The owner's key, which lets another phone change it too."""
    owner: str = Field(max_length=32, index=True)
    name: str = Field(max_length=40)
    version: str = Field(max_length=32, index=True)
    """The key of its latest version; empty where there is none yet."""
    draft: str = Field(sa_column=Column(Text, nullable=False))
    """What was typed last, where that is no game yet; else empty."""
    trial: str = Field(max_length=8)
    """The code of the table where it is tried out; empty where there is none."""
    created: float
    changed: float


class OwnVersionRow(SQLModel, table=True):
    """A version that a game of somebody's own has had."""

    __tablename__ = "own_versions"
    own_id: int = Field(primary_key=True, foreign_key="own_boxes.id")
    key: str = Field(primary_key=True, max_length=32, index=True)


class TournamentRow(SQLModel, table=True):
    """A tournament, by the key that lets another phone run it too."""

    __tablename__ = "tournaments"
    id: int | None = Field(default=None, primary_key=True)
    code: str = Field(max_length=8, unique=True, index=True)
    key: str = Field(max_length=32, unique=True, index=True)
    owner: str = Field(max_length=32, index=True)
    game: str = Field(max_length=64)
    title: str = Field(max_length=60)
    form: str = Field(max_length=8)
    rounds: int
    created: float
    changed: float
    """When something was drawn, entered or said of it last."""


class EntrantRow(SQLModel, table=True):
    """A player of a tournament, numbered in the order of the draw."""

    __tablename__ = "entrants"
    tournament_id: int = Field(primary_key=True, foreign_key="tournaments.id")
    n: int = Field(primary_key=True)
    name: str = Field(max_length=40)
    away: bool = False
    """True for who has left, and is not paired any more."""


class PairingRow(SQLModel, table=True):
    """Two who meet in a round of a tournament, kept as they were drawn."""

    __tablename__ = "pairings"
    tournament_id: int = Field(primary_key=True, foreign_key="tournaments.id")
    round: int = Field(primary_key=True)
    board: int = Field(primary_key=True)
    one: int
    other: int
    result: str = Field(max_length=8)
    by_hand: bool
    code: str = Field(max_length=8, index=True)
    """The table where they play; empty where they play without one."""
    counted: float
    """When that table had ended as its result was taken; 0 where it was not."""


def _table(row: type[SQLModel]) -> Table:
    return row.__table__  # type: ignore[attr-defined,no-any-return]


TABLES, SEATS, HOLDS = _table(TableRow), _table(SeatRow), _table(HoldRow)
REQUESTS, ENTRIES = _table(RequestRow), _table(EntryRow)
CHANGES, LINKS, REFUSALS = _table(SeatChangeRow), _table(PersonalLinkRow), _table(RefusalRow)
PEOPLE, PLAYS, PARTS = _table(PersonRow), _table(PlayRow), _table(PartRow)
BOXES, OWN, VERSIONS = _table(BoxRow), _table(OwnBoxRow), _table(OwnVersionRow)
TOKENS = _table(TokenRow)
TOURNAMENTS, ENTRANTS, PAIRINGS = _table(TournamentRow), _table(EntrantRow), _table(PairingRow)
