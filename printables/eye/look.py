"""Looking at a photograph: it is read in a process of its own, which is held to its time and its memory."""

import json
import subprocess
import sys
from collections.abc import Mapping
from importlib.util import find_spec

from printables.eye.photograph import MOST_BYTES
from printables.eye.sighting import Reading, Reference, Unreadable

SECONDS = 25
"""So long a photograph is looked at."""
MISSING = "Reading a photograph needs OpenCV: pip install 'companion-table[eye]' on the machine that serves."


def can_see() -> bool:
    """Whether the library that finds the sigils is here."""
    return find_spec("cv2") is not None


def look(photo: bytes, borders: Mapping[str, Mapping[int, Reference]]) -> Reading:
    """What is seen in a photograph of one of these boards, each with the sigils of its border and where they
    are in millimetres; Unreadable says what is wrong with it. It is nowhere kept.
    """
    if not can_see():
        raise Unreadable(MISSING)
    if len(photo) > MOST_BYTES:
        raise Unreadable(f"The photograph has {len(photo) / 1e6:.0f} MB; up to 16 are looked at.")
    command = [sys.executable, "-m", "printables.eye.worker"]
    line = json.dumps({key: {str(n): at for n, at in border.items()} for key, border in borders.items()})
    try:
        done = subprocess.run(
            command, input=line.encode() + b"\n" + photo, capture_output=True, timeout=SECONDS, check=True
        )
    except subprocess.TimeoutExpired:
        raise Unreadable(
            f"The photograph could not be read within {SECONDS} seconds: make it smaller."
        ) from None
    except subprocess.CalledProcessError:
        raise Unreadable("The photograph could not be read: it takes too much memory or time.") from None
    answer, _, small = done.stdout.partition(b"\n")
    said = json.loads(answer)
    if "wrong" in said:
        raise Unreadable(said["wrong"])
    return Reading.of_json(said, small)
