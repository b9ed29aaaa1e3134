"""Hooks for MkDocs: the pages outside docs/ join the site, and links that leave it become plain words."""

import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parents[1]
PAGES = {"README.md": "index.md"} | {
    name: name for name in ("CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md")
}
OUTSIDE = re.compile(r"\[([^\]]+)\]\(\.\./[^)]+\)")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages and pictures of the project's root, with links as they are seen from docs/."""
    for name, uri in PAGES.items():
        text = (ROOT / name).read_text("utf-8").replace("](docs/", "](").replace("](.readme/", "](readme/")
        files.append(File.generated(config, uri, content=text))
    for picture in (ROOT / ".readme").iterdir():
        files.append(File.generated(config, f"readme/{picture.name}", abs_src_path=str(picture)))
    for licence in ("LICENSE", "companion/svg/NOTICE"):
        files.append(File.generated(config, licence, abs_src_path=str(ROOT / licence)))
    return files


def on_page_markdown(markdown: str, **_: object) -> str:
    """Let links to the added pages lead there, and leave the words of those to other files."""
    pages = "|".join(map(re.escape, PAGES))
    return OUTSIDE.sub(r"\1", re.sub(rf"\]\(\.\./({pages})", r"](\1", markdown))
