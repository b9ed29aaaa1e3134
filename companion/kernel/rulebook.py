"""The printed rules as sentences one can cite, and the only way to say no."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, NoReturn


def facts(package: str, name: str) -> dict[str, Any]:
    """Read one TOML of a package, e.g. ``facts("companion.games.war_in_heaven", "components.toml")``."""
    return tomllib.loads((files(package) / name).read_text("utf-8"))


@dataclass(frozen=True)
class Rule:
    """A sentence of the rules: our wording, where the printed rules say it, our reading if unclear."""

    key: str
    section: str
    words: str
    where: str
    reading: str = ""
    option: str = ""
    """The key of the table option that switches this reading, if there is one."""
    at_the_table: bool = False
    """True where only people can see to it; no code cites such a rule."""


class Refusal(Exception):
    """The only way to say no: why, in plain words with the numbers, and the rule that says so."""

    def __init__(self, why: str, rule: Rule, hint: str = "") -> None:
        super().__init__(why)
        self.why = why
        self.rule = rule
        self.hint = hint
        """What would make it legal, where we know it."""


STUMBLED = "Our own rules stumble over this. That is a fault of ours, not of the table."


class Stumble(Refusal):
    """A fault in a game's own code, told to the table as a refusal; the host's log has its cause."""

    def __init__(self, rules: Mapping[str, Rule]) -> None:
        hint = "Do something else, or take back what led here; the host's log says what is to be mended."
        super().__init__(f"{STUMBLED} Nothing was done, and what was played is kept.", rules["stumble"], hint)


class Rulebook(Mapping[str, Rule]):
    """A game's rules by key, in reading order, with the rules of every Companion table at the end."""

    def __init__(self, version: int, rules: Mapping[str, Rule]) -> None:
        self.version = version
        self._rules = dict(rules)

    @classmethod
    def load(cls, package: str, name: str = "rules.toml") -> "Rulebook":
        """Read ``version`` and the rule tables of a package's TOML; the table's own rules are appended."""
        own, table = facts(package, name), facts(__package__, "table.toml")
        version = own.pop("version")
        return cls(version, {key: Rule(key, **row) for key, row in (own | table).items()})

    def __getitem__(self, key: str) -> Rule:
        return self._rules[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rules)

    def __len__(self) -> int:
        return len(self._rules)

    def sections(self) -> dict[str, list[Rule]]:
        """The rules grouped by section, in reading order."""
        grouped: dict[str, list[Rule]] = {}
        for rule in self._rules.values():
            grouped.setdefault(rule.section, []).append(rule)
        return grouped

    def require(self, holds: object, key: str, why: str, hint: str = "") -> None:
        """Go on if it holds, or refuse citing the rule."""
        if not holds:
            raise Refusal(why, self._rules[key], hint)

    def refuse(self, key: str, why: str, hint: str = "") -> NoReturn:
        """Say no, citing the rule."""
        raise Refusal(why, self._rules[key], hint)
