"""What every page lets one do: the addresses that its template links to and sends forms to.

    python -m tests.actions templates

prints them by page. ``tests/actions_before.txt`` is what it printed of the templates of commit 982b259,
before screens were made to show less.
"""

import re
import sys
from pathlib import Path

TAG = re.compile(r"<(?:a|form|button|link)\s[^<>]{1,2000}")
ADDRESS = re.compile(r'\b(href|action|formaction|hx-get|hx-post)="([^"]{1,300})"')
VALUE, STATEMENT = re.compile(r"\{\{[^{}]{0,300}\}\}"), re.compile(r"\{%[^{}]{0,300}%\}")


def actions(template: str) -> set[str]:
    """Return the addresses that a template offers, with ``*`` for what is filled in."""
    result = set()
    plain = STATEMENT.sub("", VALUE.sub("*", template))
    for tag in TAG.findall(plain.replace("->", "")):
        for name, address in ADDRESS.findall(tag):
            path = re.sub(r"^(/t/|/tournaments/|/own/)\*", "*", address.partition("?")[0].partition("#")[0])
            send = name != "href" and 'method="get"' not in tag and name != "hx-get"
            if path.strip("*") and not tag.startswith("<link"):
                result.add(f"{'send' if send else 'open'} {path}")
    return result


def pages(folder: Path) -> dict[str, set[str]]:
    """Return the actions of each template of a folder."""
    return {file.name: actions(file.read_text("utf-8")) for file in sorted(folder.rglob("*.html"))}


if __name__ == "__main__":
    for page, found in pages(Path(sys.argv[1])).items():
        for one in sorted(found):
            print(page, one)
