"""Sentences that players read: templates with named values, put into words only when somebody reads them."""

from companion.words.day import DAY, MONTH, TIME, Day
from companion.words.english import counted, does, listed, possessive
from companion.words.message import ForAuthor, Message, Text, Value, filled, joined, message

__all__ = [
    "DAY", "MONTH", "TIME", "Day", "ForAuthor", "Message", "Text", "Value", "counted", "does", "filled",
    "joined", "listed", "message", "possessive",
]  # fmt: skip
