"""The command line, as a person runs it."""

import json
import re
import socket
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli.main import main, parsers
from companion.web.urls import found_at, lan_address
from tests.conftest import Cli, fresh
from tests.services import free_port

ROOT = Path(__file__).parent.parent
HEAD = "game: tiny\nseat Red = Anna\nseat Blue = Ben\n"


def run(*arguments: str, **more: object) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "companion", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, **more)  # type: ignore[call-overload, no-any-return]


def test_count_is_what_was_counted_by_hand(cli: Cli) -> None:
    assert json.loads(cli("count war-in-heaven --depth 1 --json")) == {
        "1": {"move": 16, "deploy": 100, "power": 16}
    }


def test_count_in_words_and_two_deep(tiny: Path, cli: Cli) -> None:
    assert cli("count tiny --depth 2") == "1: add 3, throw 1, pass 1\n2: add 15, throw 4, pass 5\n"


def test_simulate(tiny: Path, cli: Cli) -> None:
    sentences = []
    for _ in range(2):
        sentences.append(json.loads(cli("simulate tiny --games 50 --seed 7 --json")))
    first, again = sentences
    assert first.pop("moves_per_second") > 0 and again.pop("moves_per_second") > 0
    assert first == again and first["games"] == 50 and first["draws"] == 0
    assert sum(first["wins"].values()) == sum(first["rules"].values()) == 50 and first["rules"] == {
        "goal": 50
    }
    assert sum(side["games"] for side in first["first"].values()) == 50
    length = first["length"]
    assert 4 <= length["min"] <= length["mean"] <= length["max"]
    assert abs(first["moves"] - length["mean"] * 50) < 5
    output = cli("simulate tiny --games 2")
    assert "won alone: Red " in output and "Red's part of the wins, a shared one in parts: " in output
    assert "moves/s" in output


@pytest.mark.slow
def test_who_goes_first_is_known_though_no_option_says_it(cli: Cli) -> None:
    assert "who goes first wins " in cli("simulate havoc-in-heaven --games 1 --by greedy")


def test_games_for_several_numbers_of_players_are_played_by_so_many(
    cli: Cli,
) -> None:
    assert len(json.loads(cli("simulate heaven-and-ale --games 1 --players 3 --json"))["wins"]) == 3
    assert len(json.loads(cli("simulate high-heavens --games 1 --players 4 --json"))["wins"]) == 4
    assert json.loads(cli("count high-heavens --players 4 --json"))["1"]["end-turn"] == 1
    for words in (["simulate", "--games", "1"], ["count"]):
        assert "High Heavens is for 2 or 4 players, not 3." in cli(
            "", words[0], "high-heavens", *words[1:], "--players", "3", code=2
        )


@pytest.mark.parametrize(
    "arguments",
    [
        ["count", "chess"],
        ["simulate", "chess"],
        ["simulate", "tiny", "--games", "0"],
        ["simulate", "tiny", "--by", "nobody"],
        ["simulate", "tiny", "--option", "goal"],
        ["simulate", "tiny", "--option", "goal=7"],
        ["match", "tiny", "--a", "random:9"],
        ["count", "tiny", "--depth", "9"],
        ["serve", "--port", "high"],
        ["replay", "/nowhere.game"],
        ["dance"],
        [],
    ],
)
def test_what_cannot_be_done_is_said(
    tiny: Path, arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code = main(arguments)
    except SystemExit as end:
        code = int(str(end.code))
    output = capsys.readouterr()
    assert code == 2 and output.err.strip() and not output.out and "Traceback" not in output.err


def test_replay(tiny: Path, tmp_path: Path, cli: Cli) -> None:
    file = tmp_path / "a.game"
    file.write_text(HEAD + "!Blue pass [turn]\nRed add: 3\nBlue resign\n= over: Red resign\n")
    assert "all 2 entries hold" in cli("replay", file)
    moment = json.loads(cli("replay", file, "--json"))
    assert moment["game"] == "tiny" and moment["n"] == 2 and moment["things"]["Total"] == "3"
    assert moment["over"]["winners"] == ["Red"] and moment["over"]["rule"] == "resign"
    for text, why in ((HEAD + "Red add: 4\n", "Line 4: At most three."), ("game: chess\n", "Line 1:")):
        file.write_text(text)
        assert why in cli("replay", file, code=1) and not cli.out
    for raw in (b"\xff\x00", b"#" * 2_000_000):
        file.write_bytes(raw)
        assert str(file) in cli("replay", file, code=1)


def test_a_played_sitting_of_every_game_replays(cli: Cli) -> None:
    """The shortest of each; that all of them hold is ``test_every_game``'s."""
    folders = [folder for folder in ROOT.glob("companion/games/*/played") if any(folder.glob("*.game"))]
    assert len(folders) == len(list(ROOT.glob("companion/games/*/rules.toml"))) > 4
    for folder in folders:
        file = min(folder.glob("*.game"), key=lambda file: file.stat().st_size)
        cli("replay", file)


@pytest.mark.slow
def test_replay_of_what_is_piped_in(tiny: Path) -> None:
    done = run("replay", "-", cwd=ROOT, input=HEAD + "Red add: 3\n")
    assert done.returncode == 0 and "all 1 entries hold" in done.stdout


def test_serve_says_why_it_cannot(tmp_path: Path, cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.cli.server._gunicorn", lambda *bound: pytest.fail("it serves"))

    def why(*arguments: str) -> str:
        return cli("serve", *arguments, "--data", tmp_path, code=1)

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert "cannot be listened on" in why("--host", "127.0.0.1", "--port", port)
    with sqlite3.connect(tmp_path / "companion.sqlite3") as file:
        file.execute("UPDATE alembic_version SET version_num = '9999'")
    assert "A newer Companion" in why()
    for url in ("postgresql+nothing://x", "nonsense"):
        monkeypatch.setenv("DATABASE_URL", url)
        assert "DATABASE_URL" in why()
    (tmp_path / "file").write_text("")
    assert "Choose a place with --data" in cli("serve --data", tmp_path / "file", code=1)


@pytest.mark.parametrize(
    "host, public, network, says, code",
    [
        ("127.0.0.1", "", "192.168.0.7", "http://127.0.0.1:{}\n  Only this machine reaches it.", False),
        ("localhost", "", "192.168.0.7", "http://127.0.0.1:{}\n", False),
        ("::1", "", "192.168.0.7", "http://[::1]:{}\n  Only this machine reaches it.", False),
        ("127.0.0.1", "https://play.example.org", "192.168.0.7", "https://play.example.org\n", True),
        ("0.0.0.0", "", "192.168.0.7", "http://192.168.0.7:{}\n  Phones in the same network scan", True),
        ("0.0.0.0", "", "127.0.0.1", "http://127.0.0.1:{}\n  This machine is in no network", False),
    ],
)
def test_serve_draws_a_code_only_of_an_address_that_phones_reach(
    host: str,
    public: str,
    network: str,
    says: str,
    code: bool,
    tmp_path: Path,
    cli: Cli,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("companion.cli.server._gunicorn", lambda *bound: None)
    monkeypatch.setattr("companion.cli.server.lan_address", lambda: network)
    monkeypatch.setenv("PUBLIC_URL", public)
    monkeypatch.setenv("COMPANION_DATA", "")  # serve sets it; it is put back after the test
    port = str(free_port())
    output = cli("serve --host", host, "--port", port, "--data", tmp_path)
    assert f"Companion is at {says.format(port)}" in output and ("█" in output) is code


def test_every_command_is_found_by_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["nothing"])
    commands = [*parsers()[1]]
    offered = re.findall(r"'([a-z]+)'", capsys.readouterr().err.partition("choose from")[2]) or commands
    assert offered == commands
    for name in commands:
        with pytest.raises(SystemExit):
            main([name, "--help"])
        assert f"usage: companion {name}" in capsys.readouterr().out


def test_a_backup_loads_no_game_and_no_page(tmp_path: Path) -> None:
    with sqlite3.connect(fresh(tmp_path / "companion.sqlite3")):
        command = f"['backup', '{tmp_path / 'backup.zip'}', '--data', '{tmp_path}']"
    loads = (
        f"import sys; from companion.cli.main import main; assert main({command}) == 0; print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", loads], capture_output=True, text=True, check=True)
    loaded = {name.partition(".")[2] or name for name in done.stdout.split()}
    assert "storage.backup" in loaded and (tmp_path / "backup.zip").exists()
    assert not loaded & {"kernel.game", "boxes.shelf", "pydantic", "flask", "alembic", "web.app"}


def test_links_name_this_machine_alone_where_no_other_reaches_it() -> None:
    assert found_at("http", "localhost:8000", listens="127.0.0.1") == "http://localhost:8000"
    assert found_at("http", "[::1]:8000", listens="::1") == "http://[::1]:8000"
    assert found_at("http", "localhost:8000", listens="0.0.0.0") == f"http://{lan_address()}:8000"
    assert found_at("http", "10.0.0.3:8000", listens="0.0.0.0") == "http://10.0.0.3:8000"


def test_a_game_is_named_by_its_key_or_its_folder(cli: Cli, tmp_path: Path) -> None:
    kalah, pdf = ROOT / "examples" / "kalah", tmp_path / "kalah.pdf"
    assert cli("count", kalah) == "1: sow 6\n"
    cli("simulate", kalah, "--games", "3")
    cli("print", kalah, "reference", "-o", pdf)
    assert pdf.stat().st_size > 1000
    win = str(kalah / "played" / "win.game")
    assert "“kalah” is not on this shelf" in cli("replay", win, code=1)
    assert cli("replay", win, "--games", kalah.parent) == "Kalah: all 9 entries hold. South wins, 33 to 3.\n"


def test_a_folder_that_holds_no_game_says_so(cli: Cli, tmp_path: Path) -> None:
    win = str(ROOT / "examples" / "kalah" / "played" / "win.game")
    for words in (["count", str(tmp_path)], ["replay", win, "--games", str(tmp_path)]):
        assert f"{tmp_path} holds no game: a game is a folder" in cli(*words, code=1)
