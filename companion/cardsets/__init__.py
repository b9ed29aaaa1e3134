"""Sets of cards as files and forms: TOML, a spreadsheet's CSV and the editor's inputs, read and written."""

from companion.cardsets.files import (
    MOST,
    Fault,
    Unreadable,
    changed,
    faults,
    from_form,
    named,
    read,
    takes,
    tidy,
    to_csv,
    to_toml,
)

__all__ = [
    "MOST",
    "Fault",
    "Unreadable",
    "changed",
    "faults",
    "from_form",
    "named",
    "read",
    "takes",
    "tidy",
    "to_csv",
    "to_toml",
]
