"""English forms: lists, counted nouns, possessives, verbs that agree."""

from collections.abc import Collection, Sequence


def listed(names: Collection[str], last: str = "and") -> str:
    """Return ``Uriel, Baal and Michael``."""
    names = list(names)
    return f" {last} ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)


def counted(n: int, one: str, many: str = "") -> str:
    """Return ``1 card``, ``2 cards``."""
    return f"{n} {one if n == 1 else many or one + 's'}"


def possessive(name: str) -> str:
    """Return ``Angels'`` for ``Angels``, ``Gold's`` for ``Gold``."""
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def does(names: str | Sequence[str], many: str, one: str = "") -> str:
    """Return ``Angels win``, ``Gold wins``, ``Gold and Teal win``: ``one`` where it is not just with an s."""
    names = [names] if isinstance(names, str) else names
    return f"{listed(names)} {many if plural(names) else one or many + 's'}"


def plural(names: Sequence[str]) -> bool:
    """True if names take a plural verb: several or none, or one like ``Angels``."""
    return len(names) != 1 or names[0].endswith("s")
