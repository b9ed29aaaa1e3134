"""What a card does, as data: ``magic 3 enemy; stun enemy``. A card without it opens the effect step.

Each part is a kind, mostly a number (``4``, or ``4+L`` for one more per level token) and whom it is done to.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

KINDS = {
    "damage": ("enemy", "enemies", "any", "building"),
    "magic": ("enemy", "enemies", "any", "building"),
    "heal": ("self", "friend", "friends"),
    "stun": ("enemy", "enemies", "any"),
    "move": ("self", "enemy", "friend"),
    "exp": ("self",),
    "gold": (),
    "ap": (),
    "draw": (),
}
"""Each kind, and whom it can be done to."""
POINTED = ("enemy", "any", "building", "friend")
"""Those for which one target is named."""
GRAMMAR = re.compile(r"([a-z]+)(?: (\d{1,2})(\+L)?)?(?: ([a-z]+))?")
HELP = "Such as “damage 4 enemy; stun enemy”; leave it empty and the table resolves the card by hand."
WHOM = {
    "self": "this hero",
    "enemy": "an enemy",
    "enemies": "every enemy in range",
    "friend": "one of yours",
    "friends": "each of yours in range",
    "any": "an enemy or its outermost building",
    "building": "the outermost enemy building",
}


@dataclass(frozen=True)
class Effect:
    """One thing a card does."""

    kind: str
    amount: int
    per_level: bool
    on: str


@lru_cache(1024)
def read(text: str) -> tuple[Effect, ...]:
    """The effects of a card; ValueError, in words, names the part that is not understood."""
    found = tuple(_part(part.strip()) for part in text.split(";") if part.strip())
    pointed = {effect.on for effect in found if effect.on in POINTED}
    if len(pointed) > 1:
        raise ValueError(f"names {len(pointed)} targets ({', '.join(sorted(pointed))}); one can be named")
    if sum(effect.kind == "move" for effect in found) > 1:
        raise ValueError("moves twice; one move can be named")
    return found


def _part(text: str) -> Effect:
    match = GRAMMAR.fullmatch(text)
    if not match or match[1] not in KINDS:
        raise ValueError(f"has “{text[:30]}”; a part starts with {', '.join(KINDS)}")
    kind, number, level, on = match[1], match[2], match[3], match[4] or ""
    if (on or None) not in (KINDS[kind] or (None,)):
        whom = f"whom: {', '.join(KINDS[kind])}" if KINDS[kind] else "nobody after the number"
        raise ValueError(f"has “{text[:30]}”; {kind} takes {whom}")
    if (kind == "stun") != (number is None) or number == "0":
        raise ValueError(f"has “{text[:30]}”; {kind} takes {'no number' if kind == 'stun' else 'a number'}")
    return Effect(kind, int(number or 0), bool(level), on)


def fault(text: str) -> str:
    """What is wrong with an effect, in words; empty if it is understood."""
    try:
        read(text)
    except ValueError as wrong:
        return str(wrong)
    return ""


def target(effects: tuple[Effect, ...]) -> str:
    """The kind of target that must be named, or an empty string."""
    return next((effect.on for effect in effects if effect.on in POINTED), "")


def mover(effects: tuple[Effect, ...]) -> Effect | None:
    """The part that moves somebody, if there is one."""
    return next((effect for effect in effects if effect.kind == "move"), None)


def words(effects: tuple[Effect, ...]) -> str:
    """The text of a card."""
    parts: list[str] = []
    seen = ""
    for effect in effects:
        whom = "it" if effect.on == seen and effect.on in POINTED else WHOM.get(effect.on, "")
        seen = effect.on or seen
        parts.append(_sentence(effect, whom))
    text = ", ".join(parts)
    return f"{text[:1].upper()}{text[1:]}." if text else ""


def _sentence(effect: Effect, whom: str) -> str:
    n = f"{effect.amount}{' + level' if effect.per_level else ''}"
    rows = "row" if n == "1" else "rows"
    return {
        "damage": f"{n} damage to {whom}",
        "magic": f"{n} magical damage to {whom}",
        "heal": f"heal {n} on {whom}",
        "stun": f"stun {whom}",
        "move": f"move {whom} up to {n} {rows}",
        "exp": f"{n} Exp for {whom}",
        "gold": f"{n} gold",
        "ap": f"{n} AP more this turn",
        "draw": f"draw {n}",
    }[effect.kind]
