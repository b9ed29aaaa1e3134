"""A game in an address: its text made small, so that a code to scan can hold all of it."""

import base64
import binascii
import zlib

from companion.kernel.untrusted import Unreadable

MOST = 900
"""The longest address that a phone's camera still reads from another phone's screen, *house*."""
SIZE = 64 * 1024
_NO = "this address holds no whole game; copy all of it, or scan it once more."


def address(start: str, text: str) -> str | None:
    """The address that holds a text; None where it is too long to be scanned."""
    small = base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")
    whole = f"{start}{small}"
    return whole if len(whole) <= MOST else None


def opened(small: str) -> str:
    """The text that an address holds; Unreadable where it holds none, or too much."""
    try:
        raw = base64.urlsafe_b64decode(small[: 4 * MOST] + "=" * (-len(small[: 4 * MOST]) % 4))
        inflate = zlib.decompressobj()
        text = inflate.decompress(raw, SIZE + 1)
        if not inflate.eof or len(text) > SIZE:
            raise Unreadable(_NO)
        return text.decode()
    except (binascii.Error, zlib.error, ValueError) as no:
        raise no if isinstance(no, Unreadable) else Unreadable(_NO) from None
