"""Opens a photograph in a process with limits: no stranger's picture and no OpenCV where one serves.

It is given a line of JSON, the sigils in the border of each board and where they are, in mm
(``{"board": {"0": [7.5, 7.5, 0, 0]}}``, see Reference), and then the file; it answers with a line of JSON, a
Reading or what is wrong, and then a small JPEG.
"""

import json
import time
from collections.abc import Iterator
from typing import Any

from companion.extras.eye import detect
from companion.extras.eye.photograph import grey, opened, shrunk
from companion.extras.eye.sighting import Reference, UnreadablePhoto


def work(data: bytes) -> Iterator[bytes]:
    """Read one photograph."""
    began = time.perf_counter()
    line, _, photo = data.partition(b"\n")
    result: dict[str, Any]
    small = b""
    try:
        borders = {
            key: {int(number): Reference(*map(float, at)) for number, at in border.items()}
            for key, border in json.loads(line).items()
        }
        result, small = _read(photo, borders)
        result["milliseconds"] = round((time.perf_counter() - began) * 1000)
    except UnreadablePhoto as no:
        result = {"wrong": str(no)}
    yield json.dumps(result).encode() + b"\n" + small


def _read(data: bytes, borders: dict[str, dict[int, Reference]]) -> tuple[dict[str, Any], bytes]:
    """Return the reading of a photograph as plain data, and the photograph made small."""
    image = opened(data)
    rows = grey(image)
    result = detect.find(rows)
    seen_most = detect.seen_most(result, borders)
    border = borders[seen_most]
    high, wide = rows.shape
    seen = [
        {
            "number": one.found.number,
            "at": one.at,
            "right": one.right,
            "corners": [(x / wide, y / high) for x, y in one.found.corners],
        }
        for one in detect.measured(rows, result, border)
    ]
    references = sorted({one.number for one in result} & set(border))
    return {"border": seen_most, "references": references, "of": len(border), "sightings": seen}, shrunk(
        image
    )
