"""A reader of the tests' own: it reads the printed English sentence of an ability of High Heavens, says on
values whom it may name and what comes of it, and is held against what the phone offers and does.

Nothing of the card language is asked: geometry, targets, limits and results are written here anew.
"""

import random
import re
from functools import cache

import pytest

from companion.games.high_heavens.actions.attack import Attack
from companion.games.high_heavens.actions.cards import Done, GoOn
from companion.games.high_heavens.actions.turn import EndTurn
from companion.games.high_heavens.box import HOUSE
from companion.games.high_heavens.effects import ABILITY
from companion.games.high_heavens.state import EFFECTS as ASKING
from companion.kernel.action import legal, play
from companion.kernel.asking import Ask, ask
from companion.kernel.rulebook import Refusal
from companion.toolkit.cards.grammar import read
from companion.toolkit.cards.wording import words
from tests.games.heavens import BOX, UseAbility, ability, after, on, placed, written
from tests.games.printed import PLAYS, effects, played

EFFECTS = 10
"""Effects that are drawn for it."""
CHIPS = {"armor": 8, "attack": 8, "poison": 6}
"""The chips of the box."""
LIMIT = {"armor": 2, "attack": 2, "poison": 6}
GOD = "Thor"
NORSE = {row["name"] for row in HOUSE["gods"] if row["side"] == "Norse"}

# -- the sentence --------------------------------------------------------------------------------------------

WHOM = {
    f"{GOD}": ("mine", "me", 1),
    "one of your gods": ("mine", "", 1),
    "each of your gods": ("mine", "", 0),
    "another of your gods": ("mine", "not me", 1),
    "each other god of yours": ("mine", "not me", 0),
    "an enemy god": ("theirs", "", 1),
    "every enemy god": ("theirs", "", 0),
    "a god": ("", "", 1),
    "every god": ("", "", 0),
    "it": ("it", "", 1),
    "up to two of your gods": ("mine", "", 2),
    "up to two enemy gods": ("theirs", "", 2),
    "up to two gods": ("", "", 2),
}
FAR = (
    rf"(?P<far> next to {GOD}| next to the target| in a straight line within \d hex(?:es)?"
    r"| in a straight line| within \d hex(?:es)?)?"
)
TO = rf"(?P<whom>{'|'.join(sorted(WHOM, key=len, reverse=True))}){FAR}"
IF = r"(?P<only> if (?:it|Thor) has (?:no|\d) (?:Health|Armor|Attack|Poison)(?: or less| or more)?)?"
DOES = [
    (r"damage equal to its (?P<figure>Poison|Armor) to {to}", "damage"),
    (r"(?P<n>\d) damage to {to}(?P<past> past its armor)?", "damage"),
    (r"heal (?P<n>\d|all) on {to}", "heal"),
    (r"(?P<n>\d) (?P<chip>Armor|Attack|Poison) to {to}", "give"),
    (r"take (?P<n>\d|all) (?P<chip>Armor|Attack|Poison) off {to}", "take"),
]
PARTS = [(re.compile(pattern.replace("{to}", TO) + IF), kind) for pattern, kind in DOES]


def parsed(sentence):
    """Return the parts of a sentence: what is done, and each word that says more about it."""
    result = []
    for text in re.split(r", (?:and )?", sentence.rstrip(".")):
        so = text.lower().startswith("if so: ") or text.lower().startswith("if so, ")
        text = text[7:] if so else text
        text = text[0].lower() + text[1:] if text.startswith(("Heal", "Take", "Damage")) else text
        (part,) = [m.groupdict() | {"kind": kind} for one, kind in PARTS if (m := one.fullmatch(text))]
        result.append(part)
    return result


# -- on the table --------------------------------------------------------------------------------------------


BESIDE = {
    space: [other for other, (u, v) in BOX.board.at.items() if (abs(x - u), abs(y - v)) in ((0, 2), (1, 1))]
    for space, (x, y) in BOX.board.at.items()
}
"""The hexes next to each, of columns that stand upright."""


def apart(one, other, taken=()):
    """Hexes from one place to another over those that are free; 99 if no way leads there."""
    edge, seen = [one], {one: 0}
    for at in edge:
        if at == other:
            return seen[at]
        onward = [to for to in BESIDE[at] if to not in seen] if at == one or at not in taken else []
        seen |= dict.fromkeys(onward, seen[at] + 1)
        edge += onward
    return 99


def lined(one, other):
    """True if two places lie in a straight line of hexes."""
    (x, y), (u, v) = BOX.board.at[one], BOX.board.at[other]
    return x == u or abs(x - u) == abs(y - v)


def near(part, at, god, target):
    """True if a god is as near as a part says."""
    far = part["far"] or ""
    origin = target if "the target" in far else GOD
    if not far:
        return True
    if not origin:
        return False
    if god == origin:
        return "within" in far and "line" not in far
    most = int(number[0]) if (number := re.findall(r"\d", far)) else 1 if "next" in far else 98
    over = "line" in far  # a line goes over whatever is between
    steps = apart(at[origin], at[god], () if over else {*at.values(), *BOX.base.values()})
    return steps <= most and (not over or lined(at[origin], at[god]))


def meets(part, stacks, god):
    """True if a god has what a condition asks for."""
    if not part["only"]:
        return True
    n, figure, more = re.search(r"has (no|\d) (\w+)(?: or (less|more))?", part["only"]).groups()
    who = GOD if f"if {GOD}" in part["only"] else god
    has = stacks[who][figure.lower()]
    return has == 0 if n == "no" else has <= int(n) if more == "less" else has >= int(n)


def changed(part, stack, god):
    """Return what a part makes of what lies with a god."""
    new, chip = dict(stack), (part.get("chip") or "").lower()
    n = part.get("n")
    match part["kind"]:
        case "damage":
            n = stack[part["figure"].lower()] if part.get("figure") else int(n)
            new["health"] = max(0, stack["health"] - max(0, n - (0 if part.get("past") else stack["armor"])))
        case "heal":
            whole = BOX.gods[god].health
            new["health"] = (
                whole if n == "all" else max(stack["health"], min(whole, stack["health"] + int(n)))
            )
        case "give":
            new[chip] = max(stack[chip], min(LIMIT[chip], stack[chip] + int(n)))
        case "take":
            new[chip] = 0 if n == "all" else max(0, stack[chip] - int(n))
    return new


def may(part, at, stacks, target=""):
    """Return the gods that a part names, who are near, meet its condition and have something to gain."""
    side, which, _ = WHOM[part["whom"]]
    mine = [god for god in at if god in NORSE]
    result = []
    for god in at:
        named = {"mine": god in mine, "theirs": god not in mine, "it": god == target, "": True}[side]
        named = named and (which != "me" or god == GOD) and (which != "not me" or god != GOD)
        if named and near(part, at, god, target) and meets(part, stacks, god):
            result.append(god)
    return result


def useful(part, stacks, gods):
    """Return those to whom a part does anything; the bank must have enough, damage may be kept off."""
    if part["kind"] == "damage":
        return gods
    result = [god for god in gods if changed(part, stacks[god], god) != stacks[god]]
    chip = (part.get("chip") or "").lower()
    gained = sum(changed(part, stacks[god], god)[chip] - stacks[god][chip] for god in result) if chip else 0
    if (
        chip
        and WHOM[part["whom"]][2] == 0
        and gained > CHIPS[chip] - sum(stack[chip] for stack in stacks.values())
    ):
        return []  # the bank has no more
    return result


# -- beside the phone ----------------------------------------------------------------------------------------

NEAR = ("adjacent", "within 2", "within 3", "in line", "in line 2", "")
ONE = ("enemy", "friend", "other", "any")
MANY = ("enemies", "friends", "others", "all")
CLAUSES = {
    "damage": lambda rng: f"damage {rng.randint(1, 4)} {rng.choice(ONE)} {rng.choice(NEAR)}",
    "damage to all": lambda rng: f"damage {rng.randint(1, 3)} {rng.choice(MANY)} {rng.choice(NEAR)}",
    "damage past armor": lambda rng: f"damage {rng.randint(1, 3)} enemy {rng.choice(NEAR)} past armor",
    "damage by a figure": lambda rng: f"damage {rng.choice(('poison', 'armor'))} enemy {rng.choice(NEAR)}",
    "heal": lambda rng: f"heal {rng.choice('123')} {rng.choice(ONE)} {rng.choice(NEAR)}",
    "heal all of it": lambda rng: f"heal all {rng.choice(ONE)} {rng.choice(NEAR)}",
    "heal all of them": lambda rng: f"heal {rng.choice('12')} {rng.choice(MANY)} {rng.choice(NEAR)}",
    "oneself": lambda rng: rng.choice(("heal 2 self", "armor 1 self", "attack 2 self", "damage 1 self")),
    "armor": lambda rng: f"armor {rng.randint(1, 2)} {rng.choice(ONE)} {rng.choice(NEAR)}",
    "attack": lambda rng: f"attack {rng.randint(1, 2)} {rng.choice(MANY)} {rng.choice(NEAR)}",
    "poison": lambda rng: f"poison {rng.randint(1, 2)} enemy {rng.choice(NEAR)}",
    "taken off": lambda rng: (
        f"{rng.choice(('armor', 'attack', 'poison'))} -1 {rng.choice(ONE)} {rng.choice(NEAR)}"
    ),
    "all taken off": lambda rng: (
        f"{rng.choice(('armor', 'poison'))} -all {rng.choice(ONE)} {rng.choice(NEAR)}"
    ),
    "if it has": lambda rng: (
        f"damage 2 enemy {rng.choice(NEAR)} if {rng.choice(('health', 'armor', 'poison'))} "
        f"{rng.choice(('1 or more', '2 or less', '0 or less'))}"
    ),
    "if oneself has": lambda rng: f"heal 2 {rng.choice(ONE)} if self health {rng.randint(3, 6)} or less",
    "and it too": lambda rng: f"damage 1 enemy {rng.choice(NEAR)}; poison 1 it",
    "around it": lambda rng: "damage 1 enemy within 3; damage 1 all adjacent of it",
    "and oneself": lambda rng: f"damage 1 enemy {rng.choice(NEAR)}; armor 1 self",
}
PLACES = [space for space in BOX.board.at if space not in BOX.base.values()]


def moment(rng):
    """A random moment in Thor's turn, with gods of both pantheons near one another."""
    others = rng.sample([god for god in BOX.gods if god != GOD], rng.randint(2, 6))
    far = rng.choice((2, 3, 5))
    middle = [space for space in PLACES if apart(space, "D6") <= far]
    gods = [GOD, *others]
    sentences, left = [], {"a": 3, "x": 3, "p": 3}
    for god, place in zip(gods, rng.sample(middle, len(gods)), strict=False):
        with_it = {kind: rng.randint(0, min(2, n)) for kind, n in left.items()}
        left = {kind: n - with_it[kind] for kind, n in left.items()}
        chips = " ".join(f"{n}{kind}" for kind, n in with_it.items())
        sentences.append(f"{god} {place} {rng.randint(1, BOX.gods[god].health)}h {chips}")
    return placed(", ".join(sentences))


def as_values(heavens):
    """Return where each god stands and what lies with it."""
    stacks = {
        god: {chip: getattr(heavens.stack(god), chip) for chip in ("health", *CHIPS)} for god in heavens.at
    }
    return dict(heavens.at), stacks


def expected(parts, at, stacks, *targets):
    """Return what lies with each god that is still there, after a sentence is done to somebody."""
    stacks = {god: dict(stack) for god, stack in stacks.items()}
    for part in parts:
        for god in may(part, at, stacks, (*targets, "")[0]):
            if WHOM[part["whom"]][2] and god not in targets and WHOM[part["whom"]][1] != "me":
                continue
            if stacks[god]["health"]:
                stacks[god] = changed(part, stacks[god], god)
    return {god: stack for god, stack in stacks.items() if stack["health"]}


def agrees(effect, rng):
    """Play an effect at a random moment, as the phone offers it, beside the reader; True if it was played."""
    sentence = str(words(read(effect), ABILITY, GOD))
    parts = parsed(sentence)
    heavens = placed_with(effect, rng)
    at, stacks = as_values(heavens)
    first = parts[0]
    asks = WHOM[first["whom"]][2] == 1 and WHOM[first["whom"]][1] != "me"
    gods = useful(first, stacks, may(first, at, stacks))
    does = gods or any(useful(part, stacks, may(part, at, stacks)) for part in parts[1:])
    offered = offers(heavens)
    if asks:
        assert set(offered) == {*gods}, (sentence, heavens.at, stacks, offered, gods)
        targets = [rng.choice(sorted(offered))] if offered else []
    else:
        targets = []
    try:
        done = after(heavens, ability("Norse", GOD, *targets))
    except Refusal:
        assert not does, (sentence, at, stacks)
        return False
    assert does, (sentence, at, stacks)
    compare(parts, (at, stacks), targets, done, sentence)
    return True


def compare(parts, before, targets, done, *about):
    """Hold a moment against what a sentence makes of the one before."""
    at, stacks = before
    left, now = expected(parts, at, stacks, *targets), as_values(done)[1]
    assert {god: now.get(god) for god in at if god in left} == left, (*about, targets, at, stacks)
    fallen = {god for god in at if god not in left}
    assert all(god not in now or not now[god]["health"] for god in fallen), (*about, targets, left)


def placed_with(effect, rng):
    """A random moment with an effect on Thor's card."""
    return moment(rng).but(box=_written(effect))


@cache
def _written(effect):
    return written(**{GOD: effect})


def offers(heavens, kind=UseAbility, **given):
    """Return whom the phone offers to point at."""
    try:
        question = ask(kind, heavens, "Norse", given if kind is GoOn else {"god": GOD, **given})
    except Refusal:
        return []
    return (
        [option.name for option in question.allowed]
        if isinstance(question, Ask) and question.field == "target"
        else []
    )


@pytest.mark.parametrize("clause", CLAUSES)
def test_each_clause_does_what_its_printed_sentence_says(clause):
    rng = random.Random(f"printed {clause}")
    played(clause, effects(CLAUSES[clause], rng, EFFECTS), agrees, rng)


def halves(rng):
    """Return an effect of two choices, each for one god or oneself."""
    one, other = (
        CLAUSES[clause](rng) for clause in rng.sample(("damage", "heal", "armor", "oneself", "taken off"), 2)
    )
    return f"{one} | {other}"


def test_either_this_or_that_does_what_its_printed_sentence_says():
    rng = random.Random("printed choices")
    played("either … or", effects(halves, rng, 2 * EFFECTS), chooses, rng)


def chooses(effect, rng):
    """Play one of two choices at a random moment beside the reader; True if it was played."""
    sentence = str(words(read(effect), ABILITY, GOD))
    choices = [parsed(phrase)[0] for phrase in re.fullmatch(r"Either (.+), or (.+)\.", sentence).groups()]
    heavens = placed_with(effect, rng)
    at, stacks = as_values(heavens)
    gods = [useful(part, stacks, may(part, at, stacks)) for part in choices]
    about = sentence, at, stacks
    try:
        question = ask(UseAbility, heavens, "Norse", {"god": GOD})
    except Refusal:
        assert not any(gods), about
        return False
    assert question.field == "choice", about
    assert [option.refusal is None for option in question.options] == [*map(bool, gods)], about
    n = rng.choice([n for n, open_ in enumerate(gods) if open_])
    name = question.options[n].name
    offered = offers(heavens, choice=[name])
    asks = WHOM[choices[n]["whom"]][1] != "me"
    assert {*offered} == ({*gods[n]} if asks else set()), (*about, name, offered)
    targets = [rng.choice(sorted(offered))] if asks else []
    done = after(heavens, ability("Norse", GOD, *targets, choice=name))
    compare(choices[n : n + 1], (at, stacks), targets, done, sentence, name)
    return True


SEVERAL = {
    "damage": lambda rng: f"damage {rng.randint(1, 4)} up to two enemies {rng.choice(NEAR)}",
    "heal": lambda rng: f"heal {rng.choice('12')} up to two friends {rng.choice(NEAR)}",
    "chips": lambda rng: f"{rng.choice(('armor', 'poison'))} 1 up to two all {rng.choice(NEAR)}",
    "taken off": lambda rng: f"{rng.choice(('armor', 'attack'))} -1 up to two enemies {rng.choice(NEAR)}",
}


@pytest.mark.parametrize("clause", SEVERAL)
def test_up_to_two_does_what_its_printed_sentence_says(clause):
    rng = random.Random(f"printed up to two {clause}")
    played(f"{clause}, up to two", effects(SEVERAL[clause], rng, EFFECTS), names_two, rng)


def names_two(effect, rng):
    """Play an effect on one or two beside the reader; True if it was played."""
    sentence = str(words(read(effect), ABILITY, GOD))
    (part,) = parsed(sentence)
    start = now = placed_with(effect, rng)
    named, kind = [], UseAbility
    while True:
        at, stacks = as_values(now)
        near_ = [god for god in may(part, at, stacks) if stacks[god]["health"] and god not in named]
        gods = {*useful(part, stacks, near_)} if len(named) < 2 else set()
        about = sentence, at, stacks, named
        assert (now.phase in ASKING) == bool(named and gods), about
        assert {*offers(now, kind)} == gods, about
        if not gods:
            break
        if named and rng.random() < 0.3:
            now = after(now, Done("Norse"))
            break
        named.append(rng.choice(sorted(gods)))
        now = after(now, on("Norse", named[-1]) if kind is GoOn else ability("Norse", GOD, named[-1]))
        kind = GoOn
    if named:
        compare([part], as_values(start), named, now, sentence)
    return bool(named)


# -- ways over the board -------------------------------------------------------------------------------------

WAYS = [
    (rf"(?P<verb>move) {TO} up to (?P<n>\d) hex(?:es)?", 0),
    (rf"(?P<verb>push) {TO} (?P<n>\d) hex(?:es)? away", 1),
    (rf"(?P<verb>pull) {TO} (?P<n>\d) hex(?:es)? nearer", -1),
    (rf"(?P<verb>place) {TO} on an empty hex(?P<place> next to {GOD}| within \d hexes)?", 0),
]
MOVES = {
    "move oneself": lambda rng: f"move {rng.randint(1, 3)} self",
    "move another": lambda rng: f"move {rng.randint(1, 3)} {rng.choice(ONE)} {rng.choice(NEAR)}",
    "push": lambda rng: f"push 1 {rng.choice(('enemy', 'other'))} {rng.choice(NEAR)}",
    "pull": lambda rng: f"pull 1 {rng.choice(('enemy', 'other'))} {rng.choice(NEAR)}",
    "place": lambda rng: (
        f"place {rng.choice(('self', *ONE))} to {rng.choice(('adjacent', 'within 2', 'anywhere'))}"
    ),
}


def ends(part, sense, at, god):
    """Return the hexes to which a part carries a god over hexes that are free."""
    here, mine, taken = at[god], at[GOD], {*at.values(), *BOX.base.values()}
    if part["verb"] == "place":
        phrase = part["place"] or ""
        n = 1 if "next" in phrase else int(re.findall(r"\d", phrase)[0]) if phrase else 99
        ways = {to: apart(mine, to, taken) for to in BESIDE}
        return {to for to, far in ways.items() if to not in taken and (n == 99 or far <= n)}
    ways = {to for to in BESIDE if to not in taken and apart(here, to, taken) <= int(part["n"])}
    straight = {to: apart(mine, to) - apart(mine, here) for to in ways}
    return {to for to in ways if not sense or straight[to] * sense > 0}


def carries(effect, rng):
    """Play a move at a random moment beside the reader; True if it was played."""
    sentence = str(words(read(effect), ABILITY, GOD))
    said = sentence[0].lower() + sentence[1:].rstrip(".")
    ((part, sense),) = [(m.groupdict(), way) for one, way in WAYS if (m := re.fullmatch(one, said))]
    part |= {"only": ""}
    heavens = placed_with(effect, rng)
    at, stacks = as_values(heavens)
    gods = {god: ways for god in may(part, at, stacks) if (ways := ends(part, sense, at, god))}
    about = sentence, at, gods
    answers = {"god": GOD}
    try:
        question = ask(UseAbility, heavens, "Norse", answers)
    except Refusal:
        assert not gods, about
        return False
    carried = GOD
    if part["whom"] != GOD:
        assert {option.name for option in question.allowed} == {*gods}, (*about, question.allowed)
        carried = rng.choice(sorted(gods))
        question = ask(UseAbility, heavens, "Norse", answers | {"target": [carried]})
    assert {option.name for option in question.allowed} == gods[carried], (*about, carried)
    to = rng.choice(sorted(gods[carried]))
    targets = () if part["whom"] == GOD else (carried,)
    done = after(heavens, ability("Norse", GOD, *targets, hex=to))
    assert as_values(done) == ({**at, carried: to}, stacks), (*about, carried, to)
    return True


@pytest.mark.parametrize("clause", MOVES)
def test_each_move_leads_where_its_printed_sentence_says(clause):
    rng = random.Random(f"printed {clause}")
    played(clause, effects(MOVES[clause], rng, EFFECTS), carries, rng)


# -- onto the board, off it, and up again --------------------------------------------------------------------

WHOLE_HEALTH = 60
"""The Health chips of the box."""


def fresh(god):
    """Return what lies with a god that comes onto the board."""
    return {"health": BOX.gods[god].health, **dict.fromkeys(CHIPS, 0)}


def bank(stacks):
    """Return the Health chips that lie with nobody."""
    return WHOLE_HEALTH - sum(stack["health"] for stack in stacks.values())


def swapped(effect, rng):
    """Let Thor change places with a god beside the reader; True if it was played."""
    text, heavens, at, stacks = whole(effect, rng)
    part = re.fullmatch(rf"change places with {TO}", text).groupdict() | {"only": ""}
    gods = {god for god in may(part, at, stacks) if god != GOD}
    god = pointed(heavens, gods, rng, text)
    if god:
        done = after(heavens, ability("Norse", GOD, god))
        assert as_values(done) == ({**at, GOD: at[god], god: at[GOD]}, stacks), (text, god, at)
    return bool(god)


def summoned(effect, rng):
    """Bring a god from the hand beside the reader; True if it was played."""
    text, heavens, at, stacks = whole(effect, rng)
    put = rf"put one of your gods from the hand on an empty hex(?P<place> next to {GOD}| within \d hexes)?"
    part = {"verb": "place", **re.fullmatch(put, text).groupdict()}
    ways = ends(part, 0, at, GOD)
    gods = {god for god in NORSE - {*at} if ways and fresh(god)["health"] <= bank(stacks)}
    god = pointed(heavens, gods, rng, text)
    if god:
        question = ask(UseAbility, heavens, "Norse", {"god": GOD, "target": [god]})
        assert {option.name for option in question.allowed} == ways, (text, god, at)
        to = rng.choice(sorted(ways))
        done = after(heavens, ability("Norse", GOD, god, hex=to))
        assert as_values(done) == ({**at, god: to}, {**stacks, god: fresh(god)}), (text, god, at)
    return bool(god)


def revived(effect, rng):
    """Stand a fallen god up beside the reader; True if it was played."""
    text, heavens, at, stacks = whole(effect, rng, fallen=True)
    part = re.fullmatch(rf"stand {TO} up(?: with (?P<n>\d) Health)?", text).groupdict() | {"only": ""}
    n = int(part["n"] or 99)
    gives = {god: min(n, BOX.gods[god].health) for god in may(part, at, stacks) if not stacks[god]["health"]}
    god = pointed(heavens, {god for god, more in gives.items() if more <= bank(stacks)}, rng, text)
    if god:
        done = after(heavens, ability("Norse", GOD, god))
        assert as_values(done) == (at, {**stacks, god: {**stacks[god], "health": gives[god]}}), (text, god)
    return bool(god)


def returned(effect, rng):
    """Take a god back to its hand beside the reader; True if it was played."""
    text, heavens, at, stacks = whole(effect, rng)
    part = re.fullmatch(rf"{TO} to the hand", text).groupdict() | {"only": ""}
    god = pointed(heavens, {*may(part, at, stacks)}, rng, text)
    if god:
        done = after(heavens, ability("Norse", GOD, god))
        left, lying = ({name: one[name] for name in one if name != god} for one in (at, stacks))
        assert as_values(done) == (left, lying), (text, god, at)
        assert god not in done.gone, "it is in the hand, not out of the game"
    return bool(god)


def whole(effect, rng, fallen=False):
    """Return what an effect says in words, a random moment with it on Thor's card, and its values."""
    text = str(words(read(effect), ABILITY, GOD)).rstrip(".")
    heavens = (laid_low if fallen else moment)(rng).but(box=_written(effect))
    return text[0].lower() + text[1:], heavens, *as_values(heavens)


def laid_low(rng):
    """A random moment with some gods of Thor's fallen."""
    heavens = moment(rng)
    down = [god for god in heavens.at if god in NORSE - {GOD} and rng.random() < 0.7]
    said = [
        f"{god} {place} {0 if god in down else heavens.stack(god).health}h"
        for god, place in heavens.at.items()
    ]
    return placed(", ".join(said))


def pointed(heavens, gods, rng, said):
    """Return one of those whom the phone offers, held against the reader; empty where it refuses."""
    offered = {*offers(heavens)}
    assert offered == gods, (said, heavens.at, offered, gods)
    return rng.choice(sorted(gods)) if gods else ""


WHOLE = {
    "change places": (swapped, lambda rng: f"swap {rng.choice(ONE)} {rng.choice(NEAR)}"),
    "summon": (
        summoned,
        lambda rng: f"summon friend to {rng.choice(('adjacent', 'within 2', 'within 3', 'anywhere'))}",
    ),
    "revive": (
        revived,
        lambda rng: f"revive {rng.choice(('', '1', '3'))} {rng.choice(ONE[1:3])}",
    ),
    "return": (returned, lambda rng: f"return {rng.choice(ONE)} {rng.choice(NEAR)}"),
}


@pytest.mark.parametrize("clause", WHOLE)
def test_who_comes_goes_or_stands_up_is_who_the_printed_sentence_names(clause):
    plays, draws = WHOLE[clause]
    rng = random.Random(f"printed {clause}")
    played(clause, effects(draws, rng, EFFECTS), plays, rng)


# -- what happens by itself ----------------------------------------------------------------------------------

BY_ITSELF = {
    "on kill": ("attack 1 self", "heal 2 friends", "poison -1 friends", "armor 1 friends adjacent"),
    "when attacked": ("damage 1 attacker", "armor 1 self", "poison 1 attacker", "heal 1 others adjacent"),
    "at start": ("heal 1 friends", "damage 1 enemies adjacent", "attack 1 self", "poison -1 friends"),
}
HEADS = {
    "on kill": "After a kill: ",
    "when attacked": "When attacked: ",
    "at start": "At the start of your turn: ",
}
BLOWS = {"on kill": ("Norse", GOD, ""), "when attacked": ("Greek", "", GOD)}
"""Who strikes, with whom and whom, where it says."""


def happening(when, heavens, rng):
    """Return what lets it happen, or may; None where nothing does at this moment."""
    if when == "at start":
        return EndTurn("Greek")
    seat, god, target = BLOWS[when]
    blows = [
        one
        for one in legal((Attack,), heavens, (seat,))
        if one.god == (god or one.god)
        and (one.target == target if target else one.target in {*BOX.gods} - NORSE)
    ]
    return rng.choice(blows) if blows else None


def happens(when, action, stacks):
    """True if it happened: Thor stands, and whom he struck has fallen where a kill is meant."""
    health = {god: stack["health"] for god, stack in stacks.items()}
    return bool(health.get(GOD)) and (when != "on kill" or not health.get(action.target))


@pytest.mark.parametrize("when, effect", [(when, one) for when, some in BY_ITSELF.items() for one in some])
def test_what_happens_by_itself_does_what_its_printed_sentence_says(when, effect):
    """What a card does is what it says besides what the same action does where it says nothing."""
    rng, count = random.Random(f"printed {when} {effect}"), 0
    sentence = str(words(read(f"{when}: {effect}"), ABILITY, GOD))
    parts = parsed(sentence.removeprefix(HEADS[when]).replace("the attacker", "it"))
    while count < PLAYS // 4:
        heavens = moment(rng).but(seat="Norse" if when == "on kill" else "Greek")
        action = happening(when, heavens, rng)
        if action is None:
            continue
        bare = play(heavens.but(box=_written("move 1 self")), action)
        full = play(heavens.but(box=_written(f"{when}: {effect}")), action)
        at, stacks = as_values(bare)
        if not happens(when, action, stacks) or bare.over:
            continue
        standing = {god: place for god, place in at.items() if stacks[god]["health"]}
        left = expected(parts, standing, stacks, action.god if when == "when attacked" else "")
        now = as_values(full)[1]
        assert {god: now[god] for god in left} == left, (sentence, action, heavens.at)
        assert not any(now[god]["health"] for god in standing if god not in left), (sentence, action)
        count += 1
