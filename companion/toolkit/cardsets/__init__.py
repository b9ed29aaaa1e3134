"""Sets of cards as files and forms: TOML, a spreadsheet's CSV and the editor's inputs, read and written."""

from companion.toolkit.cardsets.csv import to_csv
from companion.toolkit.cardsets.faults import CardSetFault, UnreadableSet, faults, takes
from companion.toolkit.cardsets.files import MOST, SetFile, house, read
from companion.toolkit.cardsets.forms import changed, from_form, named, picked
from companion.toolkit.cardsets.proposals import Proposal, proposals, with_proposals
from companion.toolkit.cardsets.toml import to_toml
from companion.toolkit.cardsets.values import empty, tidy

__all__ = [
    "MOST",
    "CardSetFault",
    "Proposal",
    "SetFile",
    "UnreadableSet",
    "changed",
    "empty",
    "faults",
    "from_form",
    "house",
    "named",
    "picked",
    "proposals",
    "read",
    "takes",
    "tidy",
    "to_csv",
    "to_toml",
    "with_proposals",
]
