"""The fields of a card that say how it looks: its picture, art of its owner's own, and the focus of that."""

import re

from companion.kernel.cardset import CardSet, Field, SetForm
from companion.svg.pictures import paths
from companion.words import Text, message

PICTURE = Field(
    "picture",
    "Picture",
    "a name of game-icons.net, e.g. trident; ours if left out",
    at_most=40,
    optional=True,
    known=paths,
)
"""The drawn picture of a card, on the phone and on paper."""

ARTS = (".png", ".jpg", ".jpeg", ".svg")


def _file_fault(name: str) -> Text:
    """A bare name of a picture, never a way to elsewhere."""
    bare = not name.startswith(".") and not set(name) & set("/\\:")
    if bare and name.lower().endswith(ARTS):
        return ""
    return message(
        "is “{name}”; the bare name of a PNG, JPEG or SVG beside the set would be right, e.g. odin.jpg",
        name=name,
    )


def focus(value: str) -> tuple[float, float] | None:
    """The two numbers of a focus, from 0 to 1; None where it is none."""
    match = re.fullmatch(r"\[?(\d(?:\.\d{1,6})?)(?:, ?| )(\d(?:\.\d{1,6})?)\]?", value)
    across, down = map(float, match.groups()) if match else (2.0, 2.0)
    return (across, down) if max(across, down) <= 1 else None


def _focus_fault(value: str) -> Text:
    return (
        ""
        if focus(value)
        else message("is “{value}”; two numbers from 0 to 1 would be right, such as 0.5 0.3", value=value)
    )


ART = Field(
    "art",
    "Art",
    "a PNG, JPEG or SVG of your own, for paper: the name of a file beside the set",
    at_most=80,
    optional=True,
    judged=_file_fault,
)
"""The owner's own picture of a card, on paper, in place of what is drawn."""
FOCUS = Field(
    "focus",
    "Focus",
    "what of the art must be seen, from the left and the top: 0.5 0.4 if left out",
    at_most=20,
    optional=True,
    judged=_focus_fault,
)
MIDDLE = (0.5, 0.4)
"""The focus where a card says none."""
LOOKS = (PICTURE, ART, FOCUS)
"""What a card looks like: of no meaning in play."""


def chosen_pictures(form: SetForm, cards: CardSet) -> dict[str, str]:
    """Return the picture of every card of a set, by its name; empty if it chose none."""
    return {
        str(row[deck.fields[0].key]): str(row.get(PICTURE.key) or "")
        for deck in form.decks
        for row in cards.get(deck.key) or ()
        if row.get(deck.fields[0].key)
    }


def art_files(form: SetForm, cards: CardSet) -> list[str]:
    """Return the names of the art files of the cards of a set, one for each card that has art."""
    named = (row.get(ART.key) for deck in form.decks for row in cards.get(deck.key) or ())
    return [str(name) for name in named if name]
