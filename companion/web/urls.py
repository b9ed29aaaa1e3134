"""Addresses of this server: the one for links, and its QR code."""

import socket
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import ip_address

from qrcode import QRCode
from qrcode.constants import ERROR_CORRECT_M

ANY = ("0.0.0.0", "::", "")  # noqa: S104
"""The addresses by which a server listens on all addresses of its machine."""
HERE = ("localhost", "127.0.0.1", "::1", *ANY)
"""The hosts by which a browser on the same machine calls it."""
QUIET = 4
API = "/api/"
"""The start of every address of the interface for programs: no cookie counts there."""


def lan_address() -> str:
    """This machine's address on the local network. Nothing is sent: the socket is only pointed."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as pointed:
        try:
            pointed.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(pointed.getsockname()[0])


def only_here(listens: str) -> bool:
    """Return True for an address to listen on that no other machine reaches."""
    with suppress(ValueError):
        return ip_address(listens).is_loopback
    return False


def found_at(scheme: str, host: str, public: str = "", listens: str = "") -> str:
    """The address to give away, without a slash at its end, seen from a request that came to ``host``.

    ``listens`` is the address that the server listens on.
    """
    if public:
        return public.rstrip("/")
    name, colon, port = host.rpartition(":") if ":" in host and not host.endswith("]") else (host, "", "")
    if name.strip("[]") in HERE and not only_here(listens):
        name = lan_address()
    return f"{scheme}://{name}{colon}{port}"


@dataclass(frozen=True)
class Qr:
    """A code to scan: its width with the quiet edge, and its black modules as one SVG path."""

    size: int
    path: str


@dataclass(frozen=True)
class Link:
    """An address, and its code to scan."""

    url: str

    @property
    def qr(self) -> Qr:
        """Its code."""
        return _drawn(self.url)


@lru_cache(512)
def _drawn(text: str) -> Qr:
    code = QRCode(error_correction=ERROR_CORRECT_M, border=0)
    code.add_data(text)
    code.make()
    rows: list[list[bool]] = code.get_matrix()
    parts: list[str] = []
    for y, row in enumerate(rows, QUIET):
        x = 0
        while x < len(row):
            run = x
            while run < len(row) and row[run]:
                run += 1
            if run > x:
                parts.append(f"M{x + QUIET} {y}h{run - x}v1h-{run - x}z")
            x = run + 1
    return Qr(len(rows) + 2 * QUIET, "".join(parts))
