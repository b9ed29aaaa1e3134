"""The engines that many tables run on, as real processes of this machine: PostgreSQL, Redis, nginx, Caddy.

Each runs from Debian's packages, on a port of its own, with its data in a folder that goes when it does.
``make test`` installs what is missing; where something cannot be, the tests that need it fail.
"""

import os
import pwd
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from random import SystemRandom

from tests.conftest import wait_until

ROOT = Path(__file__).parent.parent
PLACES = [
    "/usr/sbin",
    "/usr/local/sbin",
    *map(str, sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)),
]
HINT = "“make test” installs it: apt-get install postgresql redis-server nginx-light caddy"


def program(*names: str) -> str:
    """Where one of these programs lies."""
    for name in names:
        if result := shutil.which(name, path=os.pathsep.join([os.environ["PATH"], *PLACES])):
            return result
    raise FileNotFoundError(f"There is no {' or '.join(names)} here. {HINT}")


def free_port(host: str = "127.0.0.1") -> int:
    """A port nobody listens on, and none that the system gives to a line of a client: thousands of those are
    opened by the tests that run beside it.
    """
    while True:
        port = SystemRandom().randrange(11_000, 32_000)
        with suppress(OSError), socket.socket() as probe:
            probe.bind((host, port))
            return port


@dataclass
class Service:
    """An engine that runs, and how it is started again."""

    command: Sequence[str]
    port: int
    user: str | None = None
    url: str = ""
    socket: str = ""
    process: "subprocess.Popen[bytes] | None" = None

    def start(self) -> "Service":
        """Start it and wait until it answers."""
        self.process = subprocess.Popen(
            self.command,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            user=self.user,
            start_new_session=True,
        )
        until = time.monotonic() + 20
        while time.monotonic() < until:
            assert self.process.poll() is None, f"{self.command[0]} has ended"
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return self
            except OSError:
                time.sleep(0.05)
        raise TimeoutError(f"{self.command[0]} does not answer")

    def kill(self, how: signal.Signals = signal.SIGKILL) -> None:
        """End it at once."""
        assert self.process
        self.process.send_signal(how)
        self.process.wait(20)

    def signal(self, number: signal.Signals) -> None:
        """Stop or go on."""
        assert self.process
        self.process.send_signal(number)


@contextmanager
def _running(service: Service) -> Iterator[Service]:
    try:
        yield service.start()
    finally:
        if service.process and service.process.poll() is None:
            service.signal(signal.SIGCONT)
            service.kill(signal.SIGINT)  # PostgreSQL hangs up on who is still connected


@contextmanager
def postgresql(**settings: str) -> Iterator[Service]:
    """An empty PostgreSQL. It never runs as root, so it gets the user of its package then."""
    user = "postgres" if os.geteuid() == 0 else None
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        if user:
            os.chown(folder, pwd.getpwnam(user).pw_uid, -1)
        data = f"{folder}/data"
        making = [
            program("initdb"),
            "-D",
            data,
            "-U",
            "companion",
            "--auth=trust",
            "--encoding=UTF8",
            "--no-sync",
        ]
        subprocess.run(making, check=True, capture_output=True, user=user)
        command = [program("postgres"), "-D", data, "-p", str(port), "-k", folder, "-h", "127.0.0.1"]
        for name, value in settings.items():
            command += ["-c", f"{name}={value}"]
        url = f"postgresql+psycopg://companion@127.0.0.1:{port}/postgres"
        with _running(Service(command, port, user, url)) as service:
            _until_it_lets_in(port, user)
            yield service


def _until_it_lets_in(port: int, user: str | None) -> None:
    ready = [program("pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(port)]
    wait_until(lambda: subprocess.run(ready, user=user).returncode == 0, every=0.05)


@contextmanager
def redis() -> Iterator[Service]:
    """An empty Redis, or Valkey."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        server = program("redis-server", "valkey-server")
        command = [server, "--port", str(port), "--bind", "127.0.0.1", "--dir", folder, "--save", ""]
        command += ["--unixsocket", f"{folder}/socket"]
        urls = {"url": f"redis://127.0.0.1:{port}", "socket": f"unix://{folder}/socket"}
        with _running(Service(command, port, **urls)) as service:
            yield service


@contextmanager
def nginx(ports: Sequence[int]) -> Iterator[Service]:
    """nginx before servers on these ports, as deploy/nginx.conf says behind a proxy that ends TLS.

    Its ``url`` is where it listens for who comes without TLS.
    """
    port, plain = free_port(), free_port()
    servers = "\n".join(f"        server 127.0.0.1:{one};" for one in ports)
    text = (ROOT / "deploy" / "nginx.conf").read_text()
    for pattern, here in (
        (r" *server app:8000;", servers),
        (r" ssl_certificate(_key)? .*;", ""),
        (r"listen 443 ssl http2;", f"listen 127.0.0.1:{port};"),
        (r"listen 80;", f"listen 127.0.0.1:{plain};"),
    ):
        text, result = re.subn(pattern, here, text)
        assert result, pattern
    with tempfile.TemporaryDirectory() as folder:
        places = "".join(
            f"{name}_temp_path {folder}/{name};"
            for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        text = text.replace("http {", f"http {{ access_log off; {places}")
        user = "user root;" if os.geteuid() == 0 else ""
        file = Path(folder, "nginx.conf")
        file.write_text(f"daemon off; pid {folder}/pid; error_log {folder}/error.log; {user}\n{text}")
        with _running(
            Service(
                [program("nginx"), "-p", folder, "-c", str(file), "-e", f"{folder}/error.log"],
                port,
                url=f"http://127.0.0.1:{plain}",
            )
        ) as service:
            yield service


def caddyfile() -> str:
    """deploy/Caddyfile in the words of this machine's Caddy: before 2.6.4 the buffers had two settings."""
    text = (ROOT / "deploy" / "Caddyfile").read_text()
    said = subprocess.run([program("caddy"), "version"], check=True, capture_output=True, text=True).stdout
    if tuple(map(int, re.findall(r"\d+", said)[:3])) >= (2, 6, 4):
        return text
    text, result = re.subn(
        r"request_buffers (\d+)KiB",
        lambda size: f"buffer_requests\n\t\tmax_buffer_size {int(size[1]) * 1024}",
        text,
    )
    assert result == 1
    return text


@contextmanager
def caddy(ports: Sequence[int]) -> Iterator[Service]:
    """Caddy before servers on these ports, as deploy/Caddyfile says, without TLS."""
    port = free_port()
    servers = f"to {' '.join(f'127.0.0.1:{one}' for one in ports)}"
    text, result = re.subn(r"dynamic a \{.*?\}", servers, caddyfile(), flags=re.DOTALL)
    text, more = re.subn(r"\{\$COMPANION_SITE:localhost\}", f"http://127.0.0.1:{port}", text)
    text, first = re.subn(r"^\{$", "{\n\tadmin off", text, count=1, flags=re.MULTILINE)
    assert result == more == first == 1
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "Caddyfile")
        file.write_text(text)
        homes = [f"{name}={folder}" for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME")]
        command = [program("caddy"), "run", "--config", str(file), "--adapter", "caddyfile"]
        with _running(Service(["env", *homes, *command], port)) as service:
            try:
                yield service
            finally:
                service.kill()  # asked to end, it would wait for every stream
