"""What is in deploy/: read by the tools that know its formats, and true to the settings there are."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.services import program

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
COMPOSE = (DEPLOY / "compose.yaml").read_text()
BIN = Path(sys.executable).parent


def held(*command: str | Path, **env: str) -> None:
    """The tool finds nothing wrong."""
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **env})
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
def test_compose_holds_to_its_specification():
    held(BIN / "check-jsonschema", "--builtin-schema", "vendor.compose-spec", DEPLOY / "compose.yaml")


def test_the_containerfile_has_no_fault():
    held(BIN / "hadolint", DEPLOY / "Containerfile")


@pytest.mark.slow
def test_caddy_takes_its_file():
    file = str(DEPLOY / "Caddyfile")
    caddy = program("caddy")
    held(caddy, "validate", "--config", file, "--adapter", "caddyfile", COMPANION_SITE="example.org")


def test_the_settings_it_gives_are_settings():
    readme = (ROOT / "README.md").read_text()
    app = COMPOSE.partition("  app:")[2].partition("  database:")[0]
    given = re.findall(r"^      ([A-Z_]+):", app, re.MULTILINE)
    assert len(given) == 8 and [name for name in given if f"| `{name}` |" not in readme] == []
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
