"""What is in deploy/: read by the tools that know its formats, and true to the settings there are."""

import http.client
import os
import re
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from threading import Thread

import pytest
from ruamel.yaml import YAML

from companion.kernel.journal import MOST_ENTRIES
from companion.web.request_size import FORM_MOST
from tests.servers import Ear, Phone, opened, serving
from tests.services import caddy, caddyfile, free_port, nginx, program
from tests.test_many_machines import Door
from tests.test_slow_requests import HALF, held

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
COMPOSE = (DEPLOY / "compose.yaml").read_text()
CONTAINERFILE = (DEPLOY / "Containerfile").read_text()
BIN = Path(sys.executable).parent


def found_right(*command: str | Path, **env: str) -> None:
    """The tool finds nothing wrong."""
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **env})
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
def test_compose_holds_to_its_specification():
    found_right(BIN / "check-jsonschema", "--builtin-schema", "vendor.compose-spec", DEPLOY / "compose.yaml")


def test_every_container_has_limits():
    services = YAML(typ="safe").load(COMPOSE)["services"]
    assert len(services) == 4
    for name, service in services.items():
        limits = service["deploy"]["resources"]["limits"]
        assert limits["memory"] and limits["pids"] > 0, name
        assert service["read_only"] is True and service["cap_drop"] == ["ALL"], name
        assert service["security_opt"] == ["no-new-privileges:true"], name


def test_every_image_is_named_by_its_digest():
    images = re.findall(r"^FROM (\S+)|^ +image: (\S+)", CONTAINERFILE + COMPOSE, re.MULTILINE)
    assert len(images) == 5
    for image in images:
        assert re.fullmatch(r"[a-z/]+:[\w.-]+@sha256:[0-9a-f]{64}", "".join(image)), image


def test_the_containerfile_has_no_fault():
    found_right(BIN / "hadolint", DEPLOY / "Containerfile")


@pytest.mark.slow
def test_caddy_takes_its_file(tmp_path):
    file = tmp_path / "Caddyfile"
    file.write_text(caddyfile())
    found_right(
        program("caddy"), "validate", "--config", file, "--adapter", "caddyfile", COMPANION_SITE="example.org"
    )


def test_nginx_may_open_a_file_for_every_connection():
    text = (DEPLOY / "nginx.conf").read_text()
    files, connections = (
        int(re.search(rf"{name} (\d+);", text)[1]) for name in ("worker_rlimit_nofile", "worker_connections")
    )
    assert files > connections


def test_nginx_waits_for_the_longest_import():
    text = (DEPLOY / "nginx.conf").read_text()
    (seconds,) = re.findall(r"location = /import \{[^}]*proxy_read_timeout (\d+)s;", text)
    assert int(seconds) >= MOST_ENTRIES * 0.008, (
        "an entry takes 0.5 to 1.3 ms; a slow machine five times that"
    )


@pytest.mark.slow
def test_nginx_takes_its_file(tmp_path):
    certificate, key = tmp_path / "companion.crt", tmp_path / "companion.key"
    found_right(
        *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=example.org"),
        *("-keyout", key, "-out", certificate),
    )
    text = (DEPLOY / "nginx.conf").read_text().replace("/etc/nginx/", f"{tmp_path}/")
    for there, here in (
        ("app:8000", "127.0.0.1:8000"),
        ("80;", f"{free_port()};"),
        ("443", f"{free_port()}"),
    ):
        text = text.replace(there, here)
    file = tmp_path / "nginx.conf"
    file.write_text(f"pid {tmp_path}/pid;\n{text}")
    found_right(program("nginx"), "-t", "-q", "-p", tmp_path, "-e", tmp_path / "error.log", "-c", file)


@pytest.mark.slow
@pytest.mark.waits
@pytest.mark.parametrize("proxy", [caddy, nginx])
def test_browsers_that_came_by_https_keep_to_it(tmp_path, proxy):
    with serving(tmp_path, COMPANION_PROXY="1") as (server,), proxy([server.port]) as before:
        for path, status in (("/", 200), ("/metrics", 404)):
            answer = Door(before.port).get(path)
            assert answer.status == status
            assert answer.headers["Strict-Transport-Security"] == "max-age=31536000"


@pytest.mark.slow
@pytest.mark.waits
def test_behind_nginx_cookies_are_for_https_alone(tiny, tmp_path):
    with serving(tmp_path, COMPANION_PROXY="1") as (server,), nginx([server.port]) as proxy:
        cookie = Door(proxy.port).get("/games/tiny/new").headers["Set-Cookie"]
        assert "; Secure" in cookie
        plain = http.client.HTTPConnection(proxy.url.removeprefix("http://"), timeout=10)
        plain.request("GET", "/t/AAAAAA?x=1", headers={"Host": "play.example"})
        sent = plain.getresponse()
        assert (sent.status, sent.headers["Location"]) == (301, "https://play.example/t/AAAAAA?x=1")


class Namesake(BaseHTTPRequestHandler):
    """A server that answers everything with its own port."""

    def do_GET(self):
        self.rfile.read(int(self.headers["Content-Length"] or 0))
        name = str(self.server.server_port).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(name)))
        self.end_headers()
        self.wfile.write(name)

    do_POST = do_GET

    def log_message(self, *said):
        """Say nothing."""


class Dying(Namesake):
    """A server that hangs up on everybody, as a process that is killed."""

    def do_GET(self):
        self.server.seen += 1
        self.close_connection = True

    do_POST = do_GET


@contextmanager
def namesakes(count, kind=Namesake):
    """So many of them."""
    servers = [ThreadingHTTPServer(("127.0.0.1", 0), kind) for _ in range(count)]
    for server in servers:
        Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield servers
    finally:
        for server in servers:
            server.shutdown()
            server.server_close()


def answered(proxy, method, path):
    """The port of the server that answers a request to a proxy."""
    line = http.client.HTTPConnection("127.0.0.1", proxy.port, timeout=10)
    line.request(method, path)  # without a body: Caddy before 2.6.4 may lose it where it tries again
    answer = line.getresponse()
    assert answer.status == 200, (path, answer.status)
    port = int(answer.read())
    line.close()
    return port


@pytest.mark.slow
@pytest.mark.waits
@pytest.mark.parametrize("proxy", [caddy, nginx])
def test_all_phones_of_a_table_come_to_one_process(proxy):
    codes = ["".join(Random(n).choices("ABCDEFGHJKMNPQRSTUVWXYZ23456789", k=6)) for n in range(30)]
    with namesakes(3) as servers, proxy([server.server_port for server in servers]) as before:
        ports = {server.server_port for server in servers}
        at = {code: answered(before, "GET", f"/t/{code}") for code in codes}
        assert set(at.values()) == ports
        for code in codes:
            for method, rest in (
                ("GET", "/events"),
                ("POST", "/do/add"),
                ("GET", "?show=log"),
                ("GET", "/at"),
            ):
                assert answered(before, method, f"/t/{code}{rest}") == at[code]
        assert {answered(before, "GET", "/") for _ in range(40)} == ports
        gone = servers[0]
        gone.shutdown()
        gone.server_close()
        for code in codes:
            assert answered(before, "POST", f"/t/{code}/do/add") in ports - {gone.server_port}


@pytest.mark.slow
@pytest.mark.waits
def test_a_tap_that_a_process_dies_over_goes_from_nginx_to_another_and_nothing_else_goes_twice():
    codes = ["".join(Random(n).choices("ABCDEFGHJKMNPQRSTUVWXYZ23456789", k=6)) for n in range(20)]
    for method, rest, retried in (("POST", "/do/add", True), ("GET", "", True), ("POST", "/undo", False)):
        with namesakes(1) as (alive,), namesakes(1, Dying) as (dying,):
            dying.seen, lost = 0, 0
            with nginx([alive.server_port, dying.server_port]) as before:
                for code in codes:
                    try:
                        assert answered(before, method, f"/t/{code}{rest}") == alive.server_port
                    except AssertionError:
                        lost += 1
            assert dying.seen
            assert lost == (0 if retried else dying.seen), (method, rest)


def test_caddy_holds_any_form_until_it_is_whole():
    assert f"request_buffers {FORM_MOST // 1024}KiB\n" in (DEPLOY / "Caddyfile").read_text()


@pytest.mark.slow
@pytest.mark.waits
def test_a_half_sent_form_stays_with_caddy():
    with socket.create_server(("127.0.0.1", 0)) as app, caddy([app.getsockname()[1]]) as proxy:
        app.settimeout(1.5)
        with held(proxy, 1, HALF["bodies"]) as (line,):
            with pytest.raises(TimeoutError):
                app.accept()
            line.sendall(b"c" * 999)
            with app.accept()[0] as come:
                assert come.recv(10).startswith(b"POST /join")


@pytest.mark.slow
@pytest.mark.waits
def test_half_sent_requests_through_caddy_hold_up_nobody(tiny, tmp_path):
    env = {"COMPANION_WORKER": "gevent", "COMPANION_THREADS": "32", "COMPANION_PROXY": "1"}
    with serving(tmp_path, **env) as (server,), caddy([server.port]) as proxy:
        door = Door(proxy.port)
        phone, code = opened(door)
        ear, other = Ear(door, code, phone.cookie), Phone(door)
        with held(door, 1_100, HALF["bodies"]) as lines:
            for round_ in range(1, 4):
                for line in lines:
                    line.send(b"c")
                for _ in range(7):
                    began = time.monotonic()
                    assert other.get("/")[0] == 200
                    assert time.monotonic() - began < 4
                assert phone.post(f"/t/{code}/do/add", step="1").status == 303
                assert ear.until(f"{round_}.0")
                time.sleep(5)


@pytest.mark.slow
@pytest.mark.waits
@pytest.mark.parametrize("proxy", [caddy, nginx])
def test_metrics_are_for_who_is_behind_the_proxy(tmp_path, proxy):
    env = {"COMPANION_METRICS": "all", "COMPANION_PROXY": "1"}
    with serving(tmp_path, **env) as (server,), proxy([server.port]) as before:
        door = Door(before.port)
        assert server.get("/metrics").status == door.get("/health").status == 200
        for spelled in ("", "/", "?x", "/.", "/../metrics"):
            for slash in ("/", "//", "/./", "/x/../"):
                for name in ("metrics", "METRICS", "%6detrics"):
                    answer = door.get(f"{slash}{name}{spelled}")
                    assert b"companion_taps" not in answer.read()
                    assert answer.status in (308, 404), answer.status


def test_the_hosted_checks_are_well_formed():
    files = ROOT / ".github"
    for schema, result in (
        ("workflows", [*files.glob("workflows/*.yml"), DEPLOY / "static-pages.yml"]),
        ("issue-forms", [*files.glob("ISSUE_TEMPLATE/[!c]*.yml")]),
        ("issue-config", [*files.glob("ISSUE_TEMPLATE/config.yml")]),
    ):
        assert result, schema
        found_right(BIN / "check-jsonschema", "--builtin-schema", f"vendor.github-{schema}", *result)


def test_the_settings_it_gives_are_settings():
    page = (ROOT / "docs" / "host.md").read_text()
    app = COMPOSE.partition("  app:")[2].partition("  database:")[0]
    given = re.findall(r"^      ([A-Z_]+):", app, re.MULTILINE)
    assert len(given) == 8 and [name for name in given if f"| `{name}` |" not in page] == []
    file = (DEPLOY / "settings.env").read_text()
    asked = set(re.findall(r"\$\{(\w+)", COMPOSE))
    assert asked == set(re.findall(r"^(\w+)=", file, re.MULTILINE))


def test_its_connections_fit_what_postgresql_grants():
    copies = int(re.findall(r"replicas: (\d+)", COMPOSE)[0])
    share = int(re.findall(r"DATABASE_CONNECTIONS:-(\d+)", COMPOSE)[0])
    assert copies * share <= 97  # of 100, three are kept for who looks after it


def test_the_container_runs_what_is_pinned():
    pinned = dict(
        re.findall(r"^([a-z0-9.-]+)==(\S+) ", (DEPLOY / "requirements.txt").read_text(), re.MULTILINE)
    )
    house = dict(re.findall(r"^([a-z0-9.-]+)==(\S+) ", (ROOT / "requirements.txt").read_text(), re.MULTILINE))
    assert {"psycopg", "psycopg-binary", "redis", "gevent", "flask"} <= set(pinned)
    assert {name: version for name, version in pinned.items() if house.get(name, version) != version} == {}
