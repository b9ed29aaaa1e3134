"""An https connection to one address, whatever the host's name stands for by now."""

import socket
import ssl
from http.client import HTTPSConnection


class Pinned(HTTPSConnection):
    """A connection to a host at an address in numbers, with so many seconds of patience."""

    def __init__(self, host: str, address: str, patience: float) -> None:
        super().__init__(host, 443, timeout=patience)
        self._address, self._patience = address, patience

    def connect(self) -> None:
        """Connect to the address, and have it prove the name."""
        plain = socket.create_connection((self._address, 443), self._patience)
        self.sock = ssl.create_default_context().wrap_socket(plain, server_hostname=self.host)
