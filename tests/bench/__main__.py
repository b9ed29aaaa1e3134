"""Run the parts named on the command line, or all but ``PEERS``, each in a process of its own."""

import pkgutil
import subprocess
import sys
from pathlib import Path

from tests.bench.machine import machine

PARTS = sorted(
    result.name
    for result in pkgutil.iter_modules([str(Path(__file__).parent)])
    if result.name not in ("__main__", "floor", "load", "machine", "phone")
)
PEERS = ("checkers",)
"""The parts that play a program which setup does not install: run only where they are named."""


def main(wanted: list[str]) -> None:
    """Print the machine, then each part's table."""
    if unknown := [name for name in wanted if name not in PARTS]:
        sys.exit(f"There is no part {', '.join(unknown)}; there are {', '.join(PARTS)}.")
    print(machine(), flush=True)
    for name in wanted or [name for name in PARTS if name not in PEERS]:
        run = f"from tests.bench import {name}; {name}.main()"
        subprocess.run([sys.executable, "-c", run], check=True)


main(sys.argv[1:])
