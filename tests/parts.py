"""A phone's screen without a browser: the named parts of a page, and what htmx makes of a fragment."""

from html.parser import HTMLParser

VOID = {"br", "hr", "img", "input", "link", "meta"}


class Screen(HTMLParser):
    """The parts on a screen: name to content, with the names of the parts within it."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.parts: dict[str, str] = {}
        self._open: list[tuple[str, str]] = []
        self.feed(page)

    @property
    def names(self) -> list[str]:
        """What this phone says it has, as table.js does."""
        return list(self.parts)

    def morph(self, fragment: str) -> None:
        """Take in a fragment: a part that comes empty is the one that was there, with all within it."""
        before, self.parts, self._open = self.parts, {}, []
        self.feed(fragment)
        for name in [name for name, content in self.parts.items() if not content]:
            self._stays(name, before)

    def _stays(self, name: str, before: dict[str, str]) -> None:
        self.parts[name] = before[name]
        for within in before[name].split():
            if within.startswith("within:"):
                self._stays(within.removeprefix("within:"), before)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open an element; a named one begins a part."""
        found = dict(attrs)
        name = (found.get("id") or "") if "hx-morph-skip" in found else ""
        self._tell(f" within:{name} " if name else f"<{tag} {sorted(found.items(), key=str)}>")
        if name:
            assert name not in self.parts, f"{name} stands twice"
            self.parts[name] = ""
        if tag not in VOID:
            self._open.append((tag, name))

    def handle_endtag(self, tag: str) -> None:
        """Close an element."""
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        """Words."""
        self._tell(" ".join(data.split()))

    def _tell(self, words: str) -> None:
        inner = next((name for _, name in reversed(self._open) if name), "")
        if inner and words:
            self.parts[inner] += words
