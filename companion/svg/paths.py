"""Numbers, lines and names as SVG takes them."""

from base64 import urlsafe_b64encode
from collections.abc import Iterable
from functools import lru_cache
from hashlib import blake2b
from urllib.parse import quote

from markupsafe import escape

from companion.kernel.view import Point
from companion.words import Text


@lru_cache(10_000)
def n(value: float) -> str:
    """A number as short as two decimals allow."""
    short = f"{value:.2f}".rstrip("0").rstrip(".")
    return {"0": "0", "-0": "0"}.get(short) or short.replace("-0.", "-.").removeprefix("0")


def path_of(points: Iterable[Point], close: bool = True) -> str:
    """A line in short steps from its first point, closed or open."""
    first, *rest = [(round(x, 2), round(y, 2)) for x, y in points]
    steps, (x, y) = [f"M{n(first[0])} {n(first[1])}"], first
    for there in rest:
        steps.append(f"l{n(there[0] - x)} {n(there[1] - y)}")
        x, y = there
    return "".join(steps) + ("z" if close else "")


@lru_cache(2048)
def named(content: str) -> str:
    """A name that stands for this content alone: 64 bits of its hash, in eleven letters."""
    return urlsafe_b64encode(blake2b(content.encode(), digest_size=8).digest())[:11].decode()


@lru_cache(4096)
def quoted(name: str) -> str:
    """A name as it stands in an address."""
    return quote(name)


@lru_cache(8192, typed=True)
def escaped(text: Text) -> str:
    """A text as it stands in an attribute of markup."""
    return str(escape(str(text)))
