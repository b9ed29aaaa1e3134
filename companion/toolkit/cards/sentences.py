"""The sentences of printed cards: the act, the target, the reach, the time and the price.

In a sentence ``[words]`` may be left out, ``one|other`` stand for each other, and ``{slot}`` is an amount, a
target, a place or the like.
"""

from collections.abc import Mapping

from companion.toolkit.cards.language import (
    ADJACENT,
    ANYWHERE,
    CENTRAL,
    COUNTS,
    INVOKING,
    LINE,
    NEAR_CENTRAL,
    RANGE,
    WITHIN,
)

SENTENCES: tuple[tuple[str, str], ...] = (
    ("damage", "[deal|deals] {n} damage to {whom}"),
    ("damage", "{whom} take|takes|suffer|suffers {n} damage"),
    ("damage", "[deal|deals] damage equal to {n} to {whom}"),
    ("damage", "damage {whom} by|for {n}"),
    ("damage", "take {n} off {whom}"),
    ("magic", "[deal|deals] {n} magical|magic damage to {whom}"),
    ("magic", "{whom} take|takes|suffer|suffers {n} magical|magic damage"),
    ("heal", "heal [up to] {n} [health] on|to {whom}"),
    ("heal", "heal {whom} by|for [up to] {n}"),
    ("heal", "[{whom}] heal|heals|regain|regains [up to] {n} [health] [each]"),
    ("kill", "destroy|kill {whom}"),
    ("choose", "choose {whom}"),
    ("stun", "stun {whom}"),
    ("stun", "{whom} is|are stunned"),
    ("unstun", "wake {whom}"),
    ("unstun", "{whom} wake|wakes [up]"),
    ("disable", "disable {whom}"),
    ("disable", "{whom} is|are disabled"),
    ("trap", "[place|put|lay|set] a trap of {n} at|under|on {whom}"),
    ("build", "build [a|an] [wall|column|columns] [of] {n} architecture on|at {whom}"),
    ("terrain", "lay {n} terrain|token|tokens [of your favoured terrain] on {whom}"),
    ("move", "move {whom} [up to] {steps} [each]"),
    ("move", "{whom} move|moves|roll|rolls|walk|walks [up to] {steps} [each]"),
    ("push", "push {whom} {steps} [away]"),
    ("push", "{whom} move|moves {steps} away [from {of}] [each]"),
    ("pull", "pull {whom} {steps} [nearer|closer]"),
    ("pull", "{whom} move|moves {steps} nearer|closer [to {of}] [each]"),
    ("place", "place|put|move {whom} on|to {to}"),
    ("place", "leap|jump {to}"),
    ("summon", "put|bring|summon {whom} from the|your hand on|to {to}"),
    ("swap", "change|swap places with {whom}"),
    ("swap", "swap with {whom}"),
    ("follow", "follow"),
    ("return", "{whom} to the|your hand"),
    ("return", "return {whom} [to the|your|its hand]"),
    ("revive", "stand {whom} up [with {n} health]"),
    ("revive", "revive {whom} [with {n} health]"),
    ("draw", "[{whom}] draw|draws {n} [card|cards]"),
    ("lose draw", "[{whom}] discard|discards {n} [card|cards]"),
    ("lose token", "take {n} token|tokens off your slots"),
    ("token", "place {n} token|tokens"),
    ("goods", "{goods} to|for {whom}"),
    ("goods", "give {goods} to {whom}"),
    ("goods", "give {whom} {goods}"),
    ("goods", "[{whom}] gain|gains|take|takes|get|gets {goods} [more] [each]"),
    ("goods", "{goods} more"),
    ("lose goods", "take|remove {goods} off|from {whom}"),
    ("lose goods", "take|remove {goods} off|from"),
    ("lose goods", "[{whom}] lose|loses {goods} [more] [each]"),
)
"""Kinds of effects and templates of sentences for them."""
GOODS = ("armor", "attack", "health", "poison", "movement", "range", "disable", "trap", "ap", "exp", "gold")
HEADS: tuple[tuple[str, str], ...] = (
    ("while in play", "while it|he|she|@self is in play"),
    ("on kill", "after a|each kill"),
    ("on kill", "when|whenever {whom} kill|kills"),
    ("when attacked", "when|whenever attacked"),
    ("when attacked", "when|whenever {whom} is attacked"),
    ("when dying", "when dying"),
    ("when dying", "when {whom} dies"),
    ("at start", "at the start of your|each turn"),
    ("by hand", "by hand"),
    ("once a turn", "once a|per turn"),
    ("once a game", "once a|per game"),
    ("token", "place a tracking token on it"),
    ("pay", "pay {goods}"),
)
"""Templates before a colon or a comma: the time, the frequency, the price."""
RIDERS: tuple[tuple[str, str], ...] = (
    ("past armor", "past its|their|his|her|the armor"),
    ("past limit", "above the limit [too]"),
    ("past terrain", "and terrain costs nothing more"),
    ("this turn", "[for] this turn"),
    ("until next turn", "until your next turn"),
)
FAR: tuple[tuple[str, str], ...] = (
    (ADJACENT, "next to {of} [within {steps}]"),
    (ADJACENT, "beside {of} [within {steps}]"),
    (ADJACENT, "adjacent [to {of}]"),
    (WITHIN, "within|in {steps} [of|from {of}]"),
    (WITHIN, "up to {steps} away"),
    (LINE, "in a straight line [within {steps}] [from {of}]"),
    (RANGE, "in range"),
    (CENTRAL, "on the|a central hex|hexes"),
    (NEAR_CENTRAL, "on and|or next to the|a central hex|hexes"),
    (INVOKING, "on the|an invoking hex|hexes"),
    (ANYWHERE, "anywhere"),
)
"""Templates of distances."""
PLACES: tuple[tuple[str, str], ...] = (
    (CENTRAL, "an|another|any|the empty central hex"),
    (INVOKING, "an empty invoking hex of yours"),
    (INVOKING, "one of your empty invoking hexes"),
    (LINE, "{steps} in a straight line"),
    (LINE, "an empty hex {steps} away in a straight line [from {of}]"),
    *((how, f"a|an|another|any [empty|free] hex|space|row {far}") for how, far in FAR if how != ANYWHERE),
    (ANYWHERE, "a|an|another|any [empty|free] hex|space|row [anywhere]"),
)
"""Templates of the places to which somebody is put."""
ASIDES = ("as you choose", "your own too", "this is not an attack", "held by nobody and", "held by nobody")
"""Phrases that change nothing in any game: the rules or the next question see to it."""
PRONOUNS = ("it", "them", "him", "her", "its", "their", "his")
MYSELF = ("itself", "himself", "herself", "you", "this god", "this hero", "its hero")
THERE = ("", "that is", "that are", "that stands", "that stand", "who is", "who are", "and")
STEP = ("hex", "hexes", "row", "rows", "space", "spaces", "step", "steps")
NUMBERS = {"a": 1, "an": 1} | {
    word: n for n, word in enumerate((*COUNTS, "seven", "eight", "nine", "ten"), 1)
}
GROWS = ("level", "levels", "per", "half", "twice", "double")
"""Words by which a number grows with something."""
SIGNS = {
    1: ("gain", "gains", "get", "gets", "give", "gives", "heal", "heals", "place", "places", "put", "+"),
    -1: ("lose", "loses", "remove", "removes", "discard", "discards", "take", "takes", "−", "-"),
}
"""Words by which something is gained or lost."""
KEYWORDS: Mapping[str, tuple[str, ...]] = {
    "damage": ("damage", "hurt", "hurts", "strike", "strikes"),
    "magic": ("magical", "magic", "ignores", "ignoring", "stops"),
    "heal": ("heal", "heals", "healed", "regain", "regains"),
    "poison": ("poison", "poisoned"),
    "disable": ("disable", "disabled", "disables"),
    "trap": ("trap", "traps"),
    "build": ("build", "builds", "column", "columns", "wall"),
    "move": ("move", "moves", "moved", "walk", "walks"),
    "push": ("push", "pushes", "pushed"),
    "pull": ("pull", "pulls", "pulled"),
    "place": ("place", "places", "placed", "put", "leap", "leaps", "jump", "jumps"),
    "summon": ("summon", "summons"),
    "stun": ("stun", "stuns", "stunned"),
    "unstun": ("wake", "wakes"),
    "kill": ("kill", "destroy"),
    "draw": ("draw", "draws"),
    "revive": ("revive", "revives", "fallen", "feet"),
}
"""Words that name a kind of effect in a sentence that is not understood; goods have their own words."""
