"""Looking at a photograph: it is read in a process of its own, which is held to its time and its memory."""

import json
from collections.abc import Mapping
from importlib.util import find_spec

from companion.extras.eye.sighting import MOST_BYTES, PhotoReading, Reference, UnreadablePhoto
from companion.words import message
from companion.work.process import Cause, Failure, Limits, run

LIMITS = Limits(memory=3072, processor=5, patience=25)
"""Most of the memory is libraries that are only mapped; a photograph of a phone takes 0.5 to 2 s. House."""
MISSING = "Reading a photograph needs OpenCV: pip install 'companion-table[eye]' on the machine that serves."

ENDED = {
    Cause.MEMORY: "The photograph takes too much memory: make it smaller.",
    Cause.PROCESSOR: "The photograph takes too much time to read: make it smaller.",
    Cause.PATIENCE: message(
        "The photograph could not be read within {n} seconds: try again.", n=f"{LIMITS.patience:g}"
    ),
    Cause.FAULT: "The photograph could not be read: save it as a plain JPEG.",
}


def can_see() -> bool:
    """True if the library that finds the sigils is here."""
    return find_spec("cv2") is not None


def look(photo: bytes, borders: Mapping[str, Mapping[int, Reference]]) -> PhotoReading:
    """Return the reading of a photograph of one of these boards, each given by the sigils of its border and
    their places in millimetres; UnreadablePhoto says what is wrong with it. It is saved nowhere."""
    if not can_see():
        raise UnreadablePhoto(MISSING)
    if len(photo) > MOST_BYTES:
        words = "The photograph has {size} MB; up to 16 are looked at."
        raise UnreadablePhoto(message(words, size=f"{len(photo) / 1000000.0:.0f}"))
    line = json.dumps({key: {str(n): at for n, at in border.items()} for key, border in borders.items()})
    done = run("companion.extras.eye.worker", line.encode() + b"\n" + photo, LIMITS)
    if isinstance(done, Failure):
        raise UnreadablePhoto(ENDED[done.cause])
    answer, _, small = done.partition(b"\n")
    result = json.loads(answer)
    if "wrong" in result:
        raise UnreadablePhoto(result["wrong"])
    return PhotoReading.of_json(result, small)
