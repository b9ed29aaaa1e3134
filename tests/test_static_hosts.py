"""The two hosts of deploy/ for the folder of ``companion static``, as real processes of this machine."""

import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from companion.words.catalogue import complete
from tests.services import Service, _running, free_port, program

DEPLOY = Path(__file__).parent.parent / "deploy"
SHELL, PACK, PACKED = b"the shell", b"a pack" * 100, b"packed"


def test_the_pages_of_a_project_are_the_folder_that_is_written():
    workflow, makefile = (DEPLOY / "static-pages.yml").read_text(), (DEPLOY.parent / "Makefile").read_text()
    folder = re.findall(r"^ +path: (.+)$", workflow, re.MULTILINE)
    written = re.search(r"^static:.*\n(?:\t.*\n)*?\t.* static (.+)$", makefile, re.MULTILINE)
    assert "- run: make static " in workflow and written and folder == [written[1]]


def test_the_first_start_is_told_in_every_language():
    shell = (DEPLOY.parent / "static" / "offline" / "shell.html").read_text("utf-8")
    matches = re.findall(r'<span (?:data-says="(\w+)" )?lang="(\w+)"', shell)
    assert {code for _, code in matches} == {"en", *complete()}
    assert len({frozenset(says for says, code in matches if code == one) for _, one in matches}) == 1


@contextmanager
def caddy(folder: Path, files: Path) -> Iterator[str]:
    """Caddy as deploy/static.Caddyfile says, without TLS. Its address."""
    port = free_port()
    text = (DEPLOY / "static.Caddyfile").read_text()
    text = text.replace("{$COMPANION_SITE:localhost}", f"{{\n\tadmin off\n}}\nhttp://127.0.0.1:{port}", 1)
    (folder / "Caddyfile").write_text(text)
    env = [
        f"HOME={folder}",
        f"XDG_CONFIG_HOME={folder}",
        f"XDG_DATA_HOME={folder}",
        f"COMPANION_FOLDER={files}",
    ]
    command = [program("caddy"), "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]
    with _running(Service(["env", *env, *command], port)):
        yield f"http://127.0.0.1:{port}"


@contextmanager
def nginx(folder: Path, files: Path) -> Iterator[str]:
    """The nginx of deploy/static-nginx.conf, without TLS. Its address."""
    port = free_port()
    text = (DEPLOY / "static-nginx.conf").read_text()
    for pattern, here in (
        (r" ssl_certificate(_key)? .*;", ""),
        (r"listen 443 ssl http2;", f"listen 127.0.0.1:{port};"),
        (r"listen 80;", f"listen 127.0.0.1:{free_port()};"),
        (r"/srv/companion;", f"{files};"),
    ):
        text, result = re.subn(pattern, here, text)
        assert result, pattern
    places = "".join(
        f"{name}_temp_path {folder}/{name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    user = "user root;" if Path("/proc/self").owner() == "root" else ""
    text = text.replace("http {", f"http {{ access_log off; {places}", 1)
    file, log = folder / "nginx.conf", folder / "error.log"
    file.write_text(f"daemon off; pid {folder}/pid; error_log {log}; {user}\n{text}")
    with _running(Service([program("nginx"), "-p", str(folder), "-c", str(file), "-e", str(log)], port)):
        yield f"http://127.0.0.1:{port}"


def asked(url: str) -> tuple[int, str, bytes]:
    """Ask as a browser does; the status, the encoding and what came."""
    with urlopen(Request(url, headers={"Accept-Encoding": "gzip, br"})) as answer:
        return answer.status, answer.headers.get("Content-Encoding", ""), answer.read()


@pytest.mark.parametrize("host, encoding", [(caddy, "br"), (nginx, "gzip")])
def test_a_host_sends_what_is_packed_and_the_shell_for_every_address(tmp_path, host, encoding):
    files = tmp_path / "files"
    (files / "offline").mkdir(parents=True)
    (files / "index.html").write_bytes(SHELL)
    (files / "offline" / "core.zip").write_bytes(PACK)
    for ending in ("gz", "br"):
        (files / "offline" / f"core.zip.{ending}").write_bytes(PACKED)
    with tempfile.TemporaryDirectory() as folder, host(Path(folder), files) as url:
        assert asked(f"{url}/t/KITE7X") == (200, "", SHELL)
        assert asked(f"{url}/offline/core.zip") == (200, encoding, PACKED)
        assert urlopen(f"{url}/offline/core.zip").read() == PACK
