"""Notices of a table are saved with their values, and let a name go from these alone."""

import pytest

from companion.storage import notices
from companion.words import Message, message


@pytest.mark.parametrize(
    "notice",
    [
        "The coach may be asked at this table now.",
        message("{seats} {seats:opens|open} table {table}.", seats=("Gold", "Teal"), table="234567"),
        message("{n:Another phone|# other phones} stood up from {seat}.", n=1, seat="Gold"),
        message("{n:Another phone|# other phones} stood up from {seat}.", n=2, seat="Teal"),
    ],
)
def test_a_notice_is_saved_with_its_values(notice: Message | str) -> None:
    again = notices.unpacked(notices.packed(notice))
    assert type(again) is type(notice)
    assert again == notice


def test_a_name_is_forgotten_in_the_values_of_a_notice_only() -> None:
    told = message(
        "{name} sat down at {seat}, let in by {by}.", name="seat", seat="Gold", by=("seat", "Teal")
    )
    after = notices.changed(notices.packed(told), lambda said: said.replace("seat", "A player"))
    assert notices.unpacked(after) == "A player sat down at Gold, let in by A player and Teal."
    assert (
        notices.changed("seat sat down.", lambda said: said.replace("seat", "A player"))
        == "A player sat down."
    )
