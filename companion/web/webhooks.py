"""Webhooks: a channel in Discord or Slack hears whose turn it is at a table, and how the game ended.

Only hosts that the server's owner names are called (COMPANION_WEBHOOKS), by https, and only at addresses of
the public internet: the name is looked up once, and what it gave is what is connected to. No redirect is
followed. A message that does not arrive is logged, and nothing waits for it.
"""

import json
import logging
import re
import socket
from collections.abc import Callable, Collection
from functools import partial
from http.client import HTTPException
from ipaddress import IPv4Address, IPv6Address, ip_address
from urllib.parse import urlsplit

from companion.storage.session import Session
from companion.words import Text, filled, message
from companion.work.queue import Busy, Queue

log = logging.getLogger(__name__)
PATIENCE, WAITING = 5.0, 200
"""Seconds for an answer, and messages that wait at most."""
PRINTABLE = re.compile(r"[!-~]{1,300}")
"""The characters of an address, and how many it has at most."""
NAT64 = int(IPv6Address("64:ff9b::"))
Resolve = Callable[[str], list[str]]
Send = Callable[[str, str, str, bytes], int]


class Unsafe(Exception):
    """An address that is not called, in a sentence."""


def resolved(host: str) -> list[str]:
    """Return the addresses in numbers that a name stands for."""
    return [str(address[4][0]) for address in socket.getaddrinfo(host, 443, type=socket.SOCK_STREAM)]


def is_public(address: str) -> bool:
    """True for an address of the public internet, and not for one that leads back into a network by a detour:
    IPv4 within IPv6, in each of its forms."""
    there = ip_address(address.partition("%")[0])
    if isinstance(there, IPv6Address):
        if any(_inner(there)):
            return all(inner is None or is_public(str(inner)) for inner in _inner(there))
        if there.is_site_local:
            return False
    return there.is_global and not (there.is_multicast or there.is_reserved or there.is_unspecified)


def _inner(there: IPv6Address) -> list[IPv4Address | None]:
    low = int(there) & 0xFFFFFFFF
    nat = IPv4Address(low) if int(there) >> 32 == NAT64 >> 32 else None
    old = IPv4Address(low) if int(there) >> 32 == 0 and low > 0xFFFF else None
    return [there.ipv4_mapped, there.sixtofour, *(there.teredo or ()), nat, old]


def checked(url: str, hosts: Collection[str]) -> tuple[str, str]:
    """Return the host of an address, and the rest of it; Unsafe if it may not be called."""
    try:
        there = urlsplit(url)
        plain = there.scheme == "https" and there.port in (None, 443) and "@" not in there.netloc
    except ValueError:
        plain = False
    if not (plain and PRINTABLE.fullmatch(url)):
        raise Unsafe("A webhook is an address such as https://discord.com/api/webhooks/…")
    host = (there.hostname or "").rstrip(".")
    if host not in hosts:
        raise Unsafe(
            message(
                "This server calls no webhooks at “{host}”. It does at {hosts:, }.",
                host=host[:60],
                hosts=[*sorted(hosts)],
            )
        )
    return host, f"{there.path or '/'}{f'?{there.query}' if there.query else ''}"


def public_address(host: str, resolve: Resolve = resolved) -> str:
    """Return the address to connect to; Unsafe where any that a name stands for is not public."""
    address = resolve(host)
    if not address or not all(map(is_public, address)):
        raise Unsafe(message("{host} stands for an address within a network.", host=host))
    return address[0]


def sent(host: str, address: str, path: str, body: bytes) -> int:
    """Post a body to a host at an address; return the status. No redirect is followed."""
    from companion.web.pinned import Pinned  # loaded only where there is a network

    connection = Pinned(host, address, PATIENCE)
    try:
        connection.request("POST", path, body, {"Content-Type": "application/json"})
        return connection.getresponse().status
    finally:
        connection.close()


def body_of(host: str, words: str) -> bytes:
    """Return a message as the host understands it: nobody's name calls a whole channel."""
    if host.endswith("slack.com"):
        safe = words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        return json.dumps({"text": safe}).encode()
    return json.dumps({"content": words, "allowed_mentions": {"parse": []}}).encode()


def news(session: Session, url: str) -> Text:
    """Return what the last entry changed for those who wait: whose turn it is now, or how it ended.

    Empty if it changed nothing of that.
    """
    state, before = session.table.state, session.state_before
    game, names = session.table.game.name, session.players
    if state.over:
        words = "" if before.over else "{game} is finished. {why} {url}"
        return filled(words, {"game": game, "why": state.over.why, "url": url})
    waited = before.to_act if session.n > 1 else ()
    new = [seat for seat in state.to_act if seat not in session.absent and seat not in waited]
    who = [
        message("{name} ({seat})", name=names[seat], seat=seat) if names.get(seat, seat) != seat else seat
        for seat in new
    ]
    return message("{game}: your turn, {who:, }. {url}", game=game, who=who, url=url) if who else ""


class Webhooks:
    """The webhooks of all tables."""

    def __init__(self, hosts: str, public_url: str, resolve: Resolve = resolved, send: Send = sent) -> None:
        self.hosts = frozenset(host.strip().lower() for host in hosts.split(",") if host.strip())
        self._public_url = public_url
        self._resolve, self._send = resolve, send
        self._queue = Queue(1, WAITING)
        self._told: dict[str, int] = {}

    def moved(self, session: Session | None) -> None:
        """Tell a table's channel what its last entry changed, once."""
        if not (self.hosts and session and session.webhook and session.n):
            return
        if self._told.get(session.code, 0) >= session.n:
            return
        self._told[session.code] = session.n
        words = news(session, f"{self._public_url}/t/{session.code}" if self._public_url else session.code)
        if words:
            try:
                self._queue.put(session.code, partial(self.call, session.webhook, str(words)))
            except Busy:
                log.warning("Table %s: too many webhooks wait.", session.code)

    def call(self, url: str, words: str) -> None:
        """Send a message; what goes wrong is logged, without the address, which is a secret."""
        try:
            host, path = checked(url, self.hosts)
            status = self._send(host, public_address(host, self._resolve), path, body_of(host, words))
        except (Unsafe, OSError, HTTPException, ValueError) as no:
            log.warning("A webhook was not called: %s", no)
            return
        if status >= 300:
            log.warning("A webhook at %s answered %d.", host, status)
