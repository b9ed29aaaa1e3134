"""The process that opens a photograph: strangers' pictures and OpenCV stay out of the one that serves.

It reads from its input a line of JSON, the sigils in the border of each board and where they are, in mm
(``{"board": {"0": [7.5, 7.5, 0, 0]}}``, see Reference), and then the file; it writes a line of JSON, a
Reading or what is wrong, and then a small JPEG.
"""

import json
import resource
import sys
import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from printables.eye.sighting import Reference

MEMORY = 3 * 1024**3
"""It may reserve so many bytes; most of that are libraries that are only mapped."""
SECONDS = 20
"""And have so much of a processor."""


def main() -> None:
    """Read one photograph."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    from printables.eye.sighting import Reference, Unreadable

    began = time.perf_counter()
    said: dict[str, Any]
    small = b""
    try:
        borders = {
            key: {int(number): Reference(*map(float, at)) for number, at in border.items()}
            for key, border in json.loads(sys.stdin.buffer.readline()).items()
        }
        said, small = _read(sys.stdin.buffer.read(), borders)
        said["milliseconds"] = round((time.perf_counter() - began) * 1000)
    except Unreadable as no:
        said = {"wrong": str(no)}
    except MemoryError:
        said = {"wrong": "The photograph takes too much memory: make it smaller."}
    sys.stdout.buffer.write(json.dumps(said).encode() + b"\n" + small)


def _read(data: bytes, borders: "dict[str, dict[int, Reference]]") -> tuple[dict[str, Any], bytes]:
    """What is seen in a photograph, as it is said, and the photograph made small."""
    from printables.eye import detect
    from printables.eye.photograph import grey, opened, shrunk

    image = opened(data)
    rows = grey(image)
    found = detect.find(rows)
    seen_most = detect.seen_most(found, borders)
    border = borders[seen_most]
    high, wide = rows.shape
    seen = [
        {
            "number": one.found.number,
            "at": one.at,
            "right": one.right,
            "corners": [(x / wide, y / high) for x, y in one.found.corners],
        }
        for one in detect.measured(rows, found, border)
    ]
    references = sorted({one.number for one in found} & set(border))
    return {"border": seen_most, "references": references, "of": len(border), "sightings": seen}, shrunk(
        image
    )


if __name__ == "__main__":
    main()
