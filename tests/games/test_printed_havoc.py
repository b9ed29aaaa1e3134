"""A reader of the tests' own for Havoc in Heaven: it reads the printed English sentence of a card, says on
values whom it may name and what comes of it, and is held against what the phone offers and does.

Nothing of the card language is asked: ranges, targets and results are written here anew.
"""

import random
import re
from collections import Counter
from functools import cache, partial

import pytest

from companion.games.havoc_in_heaven.actions import Attack, EndTurn, Skill
from companion.games.havoc_in_heaven.actions.aim import Aim, Enough
from companion.games.havoc_in_heaven.box import PITY
from companion.games.havoc_in_heaven.cards import HOUSE, form
from companion.games.havoc_in_heaven.effects import DIALECT
from companion.games.havoc_in_heaven.state import AIM, Havoc
from companion.kernel.action import legal, play
from companion.kernel.asking import Ask, ask
from companion.kernel.rulebook import Refusal
from companion.toolkit.cards.grammar import read
from companion.toolkit.cards.wording import words
from tests.games.havoc import C, M, typed
from tests.games.havoc import drawn as lineup
from tests.games.printed import PLAYS, effects, halves, played

EFFECTS = 8
"""Effects that are drawn for a clause."""
CLAP, DUKE, STAFF = "Thunderclap", "Thunder Duke", "Golden-Hooped Staff"
EVERYWHERE = 99
ME = "this hero"
FIGURES = {"attack": "attack", "armor": "armor", "range": "reach"}

# -- the sentence --------------------------------------------------------------------------------------------

WHOM = {
    "an enemy or its outermost building": ("theirs", "building", 1),
    "every enemy in range and its outermost building": ("theirs", "building", 0),
    "the outermost enemy building": ("", "building", 1),
    "an enemy": ("theirs", "", 1),
    "every enemy in range": ("theirs", "", 0),
    "one of yours": ("mine", "", 1),
    "each of yours in range": ("mine", "", 0),
    "another of yours": ("mine", "not me", 1),
    "each other of yours in range": ("mine", "not me", 0),
    "up to two enemies": ("theirs", "", 2),
    "up to two of yours": ("mine", "", 2),
    "up to two others of yours": ("mine", "not me", 2),
    "the attacker": ("attacker", "", 0),
    "it": ("it", "", 0),
}
"""Whose, which of them, and how many are pointed at."""
N = r"(?P<n>\d(?: \+ (?:1 per level token|Attack))?|1 per level token|Attack|all)"
FAR = r"(?P<far> within \d rows?| anywhere| next to this hero)?"
TO = r"(?P<whom>this hero|" + "|".join(sorted(WHOM, key=len, reverse=True)) + ")" + FAR
IF = r"(?P<only> if (?:it|this hero) has (?:no|\d) (?:HP left|attack|armor)(?: or less| or more)?)?"
DOES = (
    (rf"{N} damage to {TO}", "damage"),
    (rf"{N} magical damage to {TO}", "magic"),
    (rf"heal {N} on {TO}", "heal"),
    (rf"(?P<verb>stun|destroy|wake) {TO}", "mark"),
    (rf"move {TO} up to (?P<n>\d) rows?", "move"),
    (rf"(?P<verb>push|pull) {TO} (?P<n>\d) rows? (?:away|nearer)", "shove"),
    (rf"change places with {TO}", "swap"),
    (rf"give {TO} (?P<n>\d) Exp", "exp"),
    (rf"take (?P<n>\d) Exp from {TO}", "lose exp"),
    (rf"(?P<sign>[+−])(?P<n>\d) (?P<figure>attack|armor|range) for {TO} "
     r"(?:for this turn|until your next turn)", "figure"),
    (r"take (?P<n>\d) gold(?P<their> from your opponent)?", "gold"),
    (r"gain (?P<n>\d) AP for this turn", "ap"),
    (r"take (?P<n>\d) AP from your opponent", "lack"),
    (r"draw (?P<n>a|\d) cards?", "draw"),
    (r"your opponent discard (?P<n>\d)", "discard"),
)  # fmt: skip


PARTS = [(re.compile(one + IF), kind) for one, kind in DOES]


def parsed(sentence):
    """Return the parts of a sentence: what is done, and each word that says more about it."""
    result = []
    for text in re.split(r"(?<!if so), (?:and )?", sentence.rstrip(".")):
        so, text = text.startswith("if so, "), text.removeprefix("if so, ")
        text = text if text.startswith("Attack") else text[0].lower() + text[1:]
        (part,) = [m.groupdict() | {"kind": kind} for one, kind in PARTS if (m := one.fullmatch(text))]
        result.append(part | {"so": so})
    return result


# -- on the lane ---------------------------------------------------------------------------------------------


class Lane:
    """A moment as plain values: who stands where, what lies on it, and what each side has."""

    def __init__(self, lane: Havoc) -> None:
        rows = {row["name"]: row for row in form.HOUSE["heroes"]}
        self.units = {}
        for unit, row in lane.row.items():
            card, level = rows[unit], lane.level[unit]
            self.units[unit] = {
                "side": lane.heroes[unit], "row": row, "damage": lane.damage.get(unit, 0), "level": level,
                "exp": lane.exp[unit], "hp": card["hp"] + card["growth"] * level, "armor": lane.armor(unit),
                "attack": lane.attack(unit), "reach": lane.reach(unit), "stunned": unit in lane.stunned,
            }  # fmt: skip
        self.standing = {side: lane.box.order[side][lane.fallen[side] :] for side in (C, M)}
        self.buildings = {
            name: {"row": lane.box.buildings[name].row, "damage": lane.damage.get(name, 0)}
            for side in (C, M)
            for name in self.standing[side]
        }
        self.gold, self.ap, self.lack = dict(lane.gold), lane.ap, lane.owed.get(M, 0)
        self.hands = {side: lane.cards[side].hand for side in (C, M)}

    def side(self, which, me):
        """Return the units of one's own side, or of the other."""
        mine = self.units[me]["side"]
        return [unit for unit, at in self.units.items() if (at["side"] == mine) == (which == "mine")]

    def row(self, name):
        """Return the row of a unit or a building."""
        return (self.units.get(name) or self.buildings[name])["row"]

    def closed(self, side, but=()):
        """Return the rows that a side does not enter: an enemy or its standing building is there."""
        rows = {at["row"] for unit, at in self.units.items() if at["side"] != side and unit not in but}
        return rows | {self.row(name) for name in self.standing[M if side == C else C]}

    def walks(self, unit, to):
        """True if nobody bars the way of a unit to a row."""
        at = self.units[unit]
        step = 1 if to > at["row"] else -1
        between = range(at["row"] + step, to + step, step)
        return 1 <= to <= 9 and not {*between} & self.closed(at["side"])

    def loses(self, name, n):
        """Put damage on somebody, who goes where it is more than the HP; the other side is paid."""
        if name in self.buildings:
            at, card = self.buildings[name], HOUSE.buildings[name]
            at["damage"] += n
            if at["damage"] > card.hp:
                del self.buildings[name]
                self.standing[M] = self.standing[M][1:]
                self.gold[C] += 2 * card.number
            return
        at = self.units[name]
        at["damage"] += n
        if at["damage"] > at["hp"]:
            del self.units[name]
            if at["side"] == M:
                self.gold[C] += at["level"]


def far(part, reach):
    """Return how many rows a part reaches."""
    phrase = part["far"] or ""
    if "anywhere" in phrase:
        return EVERYWHERE
    return int(re.findall(r"\d", phrase)[0]) if "within" in phrase else 1 if phrase else reach


def meets(part, lane, me, unit):
    """True if somebody has what a condition asks for."""
    if not part["only"]:
        return True
    who, n, figure, how = re.search(
        r"if (.+) has (no|\d) (HP left|attack|armor)(?: or (less|more))?", part["only"]
    ).groups()
    at = lane.units.get(me if who == ME else unit)
    if at is None:
        return False
    has = at["hp"] - at["damage"] if figure == "HP left" else at[figure]
    return has == 0 if n == "no" else has <= int(n) if how == "less" else has >= int(n)


def shoved(part, lane, me, unit):
    """Return the row to which somebody is pushed or pulled; 0 where that way is not open."""
    here, mine, n = lane.row(unit), lane.row(me), int(part["n"])
    if here == mine or (part["verb"] == "pull" and abs(here - mine) < n):
        return 0
    away = 1 if here > mine else -1
    to = here + n * (away if part["verb"] == "push" else -away)
    return to if lane.walks(unit, to) else 0


def trade(lane, me, unit):
    """True if two units can stand in each other's rows."""
    here, there = lane.row(me), lane.row(unit)
    sides = lane.units[me]["side"], lane.units[unit]["side"]
    both = (me, unit)
    return (
        here != there and there not in lane.closed(sides[0], both) and here not in lane.closed(sides[1], both)
    )


def may(part, lane, me, reach, it="", attacker=""):
    """Return those whom a part names, who are near, meet its condition, and have a way to go."""
    if not part.get("whom"):
        return [me] if meets(part, lane, me, me) else []
    if part["whom"] == ME:
        named = [me]
    else:
        whose, which, _ = WHOM[part["whom"]]
        named = {"it": [it], "attacker": [attacker]}.get(whose) or (lane.side(whose, me) if whose else [])
        named = [unit for unit in named if which != "not me" or unit != me]
        named += [lane.standing[M][0]] if which == "building" and lane.standing[M] else []
    result = []
    for unit in named:
        if unit not in lane.units and unit not in lane.buildings:
            continue
        near = part["whom"] in (ME, "it") or abs(lane.row(unit) - lane.row(me)) <= far(part, reach)
        if not near or not meets(part, lane, me, unit):
            continue
        if part["kind"] == "shove" and not shoved(part, lane, me, unit):
            continue
        if part["kind"] == "swap" and not trade(lane, me, unit):
            continue
        result.append(unit)
    return result


def amount(part, at, name):
    """Return a number, and what it grows with."""
    phrase = part.get("n") or ""
    n = sum(map(int, re.findall(r"^\d", phrase))) if "per level token" not in phrase or "+" in phrase else 0
    n += at["level"] if "per level token" in phrase else 0
    return n + (at["attack"] if "Attack" in phrase else 0)


def carried_out(parts, lane, me, reach, target, row, attacker=""):
    """Let the values become what a sentence says, done to whom was pointed at."""
    at, did, it = dict(lane.units[me]), True, target
    for part in parts:
        if part["so"] and not did:
            continue
        result = may(part, lane, me, reach, it, attacker)
        pointed = part.get("whom") and part["whom"] != ME and WHOM[part["whom"]][2]
        if pointed:
            result = [unit for unit in result if unit == target]
        did = bool(result)
        for unit in result:
            done(part, lane, me, unit, amount(part, at, unit), row)


def done(part, lane, me, unit, n, row):
    """Do one thing to one of the named."""
    for one in (hurt, carried, learnt, paid):
        one(part, lane, me, unit, n, row)


def hurt(part, lane, me, unit, n, row):
    """Damage, healing and stun tokens."""
    at = lane.units.get(unit, {})
    match part["kind"]:
        case "damage":
            lane.loses(unit, max(0, n - (at["armor"] if at else HOUSE.buildings[unit].armor)))
        case "magic":
            lane.loses(unit, n)
        case "heal":
            at["damage"] = 0 if part["n"] == "all" else max(0, at["damage"] - n)
        case "mark" if part["verb"] == "destroy":
            lane.loses(unit, at["hp"] - at["damage"] + 1)
        case "mark" if at:
            at["stunned"] = part["verb"] == "stun"


def carried(part, lane, me, unit, n, row):
    """Ways along the lane."""
    at = lane.units.get(unit, {})
    match part["kind"]:
        case "move":
            at["row"] = row
        case "shove":
            at["row"] = shoved(part, lane, me, unit)
        case "swap":
            lane.units[me]["row"], at["row"] = at["row"], lane.units[me]["row"]


def learnt(part, lane, me, unit, n, row):
    """Exp, with the levels that ten are, and figures for a while."""
    at = lane.units.get(unit, {})
    match part["kind"]:
        case "exp":
            level, exp = divmod(min(at["level"] * 10 + at["exp"] + n, 50), 10)
            at["hp"] += (level - at["level"]) * HOUSE.heroes[unit].growth
            at["level"], at["exp"] = level, exp
        case "lose exp":
            at["exp"] = max(0, at["exp"] - n)
        case "figure":
            figure = FIGURES[part["figure"]]
            at[figure] = max(0, at[figure] + (n if part["sign"] == "+" else -n))


def paid(part, lane, me, unit, n, row):
    """Gold, Action Points and cards."""
    match part["kind"]:
        case "gold" if part["their"]:
            lane.gold[M] = max(0, lane.gold[M] - n)
        case "gold":
            lane.gold[C] += n
        case "ap":
            lane.ap += n
        case "lack":
            lane.lack += n
        case "draw":
            lane.hands[C] += 1 if part["n"] == "a" else n
        case "discard":
            lane.hands[M] = max(0, lane.hands[M] - n)


def seen(lane):
    """Return all that is compared; who learns from a kill is the players' choice, so Exp is only without."""
    return lane.units, lane.buildings, lane.gold, lane.ap, lane.lack, lane.hands


# -- beside the phone ----------------------------------------------------------------------------------------


def moment(rng, card, me, box):
    """A random moment in the Celestials' turn, with units of both sides near one another."""
    letters = {hero.name: hero.letter for hero in box.heroes.values()}
    others = rng.sample([hero for hero in letters if hero != me], rng.randint(2, 5))
    n = rng.randint(0, len(others) - 1)
    side = {me: C, **dict.fromkeys(others[:n], C), **dict.fromkeys(others[n:], M)}
    down = {C: rng.randint(0, 2), M: rng.randint(0, 2)}
    front = rng.randint(4 - down[C], 5 + down[M])
    wide = rng.choice((2, 3, 5))
    row = {
        hero: rng.randint(max(1, front - wide), front)
        if of == C
        else rng.randint(front + 1, min(9, front + wide))
        for hero, of in side.items()
    }
    marks = {at: [] for at in sorted({*row.values()})}
    for hero, at in row.items():
        marks[at].append(letters[hero].upper() if side[hero] == C else letters[hero].lower())
    board = " / ".join(f"{at} {' '.join(heroes)}" for at, heroes in marks.items())
    level = {hero: rng.randint(1, 5) for hero in side}
    most = {hero: box.heroes[hero].hp + box.heroes[hero].growth * level[hero] for hero in side}
    damage = {hero: rng.choice((0, 0, rng.randint(0, most[hero]))) for hero in side}
    exp = {hero: rng.randint(0, 9) if level[hero] < 5 else 0 for hero in side}
    stunned = frozenset(hero for hero in side if hero != me and rng.random() < 0.2)
    return lineup(
        board, hand=[card], armory=[PITY] * 6, box=box, level=level, exp=exp,
        damage={hero: n for hero, n in damage.items() if n}, stunned=stunned, fallen=down,
        gold={C: rng.randint(0, 4), M: rng.randint(0, 4)},
    )  # fmt: skip


def offers(lane, card, **given):
    """Return the field that the phone asks for next, and what it offers as allowed."""
    try:
        question = ask(Skill, lane, C, {"card": card, **given})
    except Refusal:
        return None, []
    return (
        (question.field, [option.name for option in question.allowed])
        if isinstance(question, Ask)
        else ("", [])
    )


def agrees(sentence, card, me, box, rng):
    """Play a skill at a random moment, as the phone offers it, beside the reader; True if it was played."""
    parts, lane = parsed(sentence.replace(me, ME)), moment(rng, card, me, box)
    reach = box.skills[card].range
    first = next(
        (part for part in parts if part.get("whom") and part["whom"] != ME and WHOM[part["whom"]][2]), None
    )
    values = Lane(lane)
    values.hands[C] -= 1
    field, offered = offers(lane, card)
    about = sentence, lane.row, lane.fallen, lane.damage, offered
    target, row = (), ()
    if first:
        named = may(first, values, me, reach)
        assert field != "target" or {*offered} == {*named}, (*about, named)
        assert not named or field == "target", about
        target = (rng.choice(sorted(offered)),) if field == "target" else ()
    moved = next((part for part in parts if part["kind"] == "move"), None)
    mover = moved and (me if moved["whom"] == ME else (*target, "")[0])
    if mover:
        field, rows = offers(lane, card, **({"target": [*target]} if target else {}))
        assert field == "row", about
        ways = [to for to in range(1, 10) if to == values.row(mover) or values.walks(mover, to)]
        ways = [f"Row {to}" for to in ways if abs(to - values.row(mover)) <= int(moved["n"])]
        assert {*rows} == {*ways}, (*about, rows, ways)
        row = (rng.choice(sorted(rows)),)
    before = seen(Lane(lane))
    try:
        after = play(lane, Skill(C, card, target, row))
    except Refusal:
        carried_out(parts, values, me, reach, "", 0)
        values.hands[C] += 1
        assert not target and seen(values) == before, about
        return False
    carried_out(parts, values, me, reach, (*target, "")[0], int(row[0].split()[1]) if row else 0)
    compare(values, after, box.skills[card].ap, (*about, target, row))
    return True


def kills(lane):
    """True if somebody was killed by the last step."""
    return any(line.rule == "rewards" for line in lane.told)


def compare(values, after, cost, about, killed=False):
    """Hold the values against the moment after; who learns from a kill, the players may choose."""
    now, killed = Lane(after), killed or kills(after)
    values.ap -= cost
    for unit, at in values.units.items():
        if killed and unit in now.units:
            for key in ("level", "exp", "hp"):
                at[key] = now.units[unit][key]
    assert seen(values) == seen(now), about


NEAR = ("", "within 1", "within 2", "adjacent")
FAR_TOO = (*NEAR, "anywhere")
HITS = ("damage", "magic")
FOES = ("enemy", "any", "building")
MINE = ("friend", "other")
SOME = ("self", "friend", "enemy", "friends", "enemies")
CLAUSES = {
    "damage": lambda pick: f"damage {pick('123456')} {pick(FOES)} {pick(FAR_TOO)}",
    "magic": lambda pick: f"magic {pick('12345')} {pick(FOES)} {pick(FAR_TOO)}",
    "to all": lambda pick: f"{pick(HITS)} {pick('1234')} enemies {pick(NEAR)}",
    "by level": lambda pick: f"{pick(HITS)} {pick(('2+L', '1+L', 'L'))} enemy",
    "by attack": lambda pick: f"{pick(HITS)} {pick(('attack', '1+attack'))} {pick(FOES[:2])}",
    "heal": lambda pick: f"heal {pick('1234')} {pick(MINE)} {pick(FAR_TOO)}",
    "heal all of it": lambda pick: f"heal all {pick(('friend', 'self', 'other'))}",
    "heal all of them": lambda pick: f"heal {pick('123')} {pick(('friends', 'others'))}",
    "stun": lambda pick: f"stun {pick(('enemy', 'enemies', 'any'))} {pick(NEAR)}",
    "wake": lambda pick: f"unstun {pick(('friend', 'friends', 'other'))}",
    "destroy": lambda pick: f"kill enemy {pick(FAR_TOO)}",
    "move oneself": lambda pick: f"move {pick('1234')} self",
    "move another": lambda pick: f"move {pick('1234')} {pick(('enemy', *MINE))} {pick(NEAR)}",
    "push": lambda pick: f"push {pick('12')} {pick(('enemy', 'other'))} {pick(NEAR)}",
    "pull": lambda pick: f"pull {pick('12')} {pick(('enemy', 'other'))} {pick(NEAR)}",
    "change places": lambda pick: f"swap {pick(('enemy', *MINE))}",
    "Exp": lambda pick: f"exp {pick(('2 self', '3 friend', '1 friends', '-2 enemy', '-1 enemies'))}",
    "gold": lambda pick: f"gold {pick(('1', '3', '-1 opponent', '-3 opponent'))}",
    "AP": lambda pick: f"ap {pick(('1', '2', '-1 opponent', '-3 opponent'))}",
    "cards": lambda pick: f"draw {pick(('1', '2', '-1 opponent'))}",
    "figures": lambda pick: (
        f"{pick([*FIGURES])} {pick(('1', '2', '-1'))} {pick(SOME)} {pick(('this turn', 'until next turn'))}"
    ),
    "if it has": lambda pick: (
        f"magic 2 enemy {pick(NEAR)} if {pick(('health', 'armor', 'attack'))} "
        f"{pick(('4 or less', '1 or more', '0 or less', '3 or more'))}"
    ),
    "if oneself has": lambda pick: f"heal 2 {pick(SOME[:2])} if self health {pick('456789')} or less",
    "and it too": lambda pick: f"{pick(('magic 2', 'damage 3'))} enemy; stun it",
    "hit and moved": lambda pick: f"magic 1 enemy {pick(NEAR)}; move {pick('123')} it",
    "if so": lambda pick: f"magic 2 enemies within {pick('123')}; if so gold 1",
    "and oneself": lambda pick: f"damage 2 enemies; {pick(('heal 3 self', 'exp 2 self', 'gold 2', 'ap 1'))}",
}


@cache
def clapping(effect):
    """Return a box whose Thunderclap says so."""
    return typed(Thunderclap={"effect": effect, "text": ""})


@pytest.mark.parametrize("clause", CLAUSES)
def test_each_clause_does_what_its_printed_sentence_says(clause):
    rng = random.Random(f"printed {clause}")

    def play(effect, rng):
        return agrees(str(words(read(effect), DIALECT, DUKE)), CLAP, DUKE, clapping(effect), rng)

    played(clause, effects(lambda rng: CLAUSES[clause](rng.choice), rng, EFFECTS), play, rng)


# -- step by step --------------------------------------------------------------------------------------------

HALVES = (
    lambda pick: f"{pick(HITS)} {pick('1234')} enemy {pick(NEAR)}",
    lambda pick: f"heal {pick('123')} {pick(MINE)} {pick(NEAR)}",
    lambda pick: f"{pick(HITS)} {pick('12')} enemies {pick(NEAR)}",
    lambda pick: f"stun enemy {pick(NEAR)}",
    lambda pick: f"gold {pick('123')}",
    lambda pick: f"exp {pick('12')} self",
)


def begun(effect, rng):
    """Return a random moment, the choices of a skill as the reader has them, and the moment once it is paid.

    That is None where the phone refuses it.
    """
    sentence = str(words(read(effect), DIALECT, DUKE)).replace(DUKE, ME).rstrip(".")
    either = re.fullmatch(r"Either (.+), or (.+)", sentence)
    choices = [parsed(phrase)[0] for phrase in (either.groups() if either else (sentence,))]
    lane = moment(rng, CLAP, DUKE, clapping(effect))
    try:
        return lane, choices, play(lane, Skill(C, CLAP, (), ()))
    except Refusal:
        return lane, choices, None


def aims(lane):
    """Return the field that a skill in the middle of its effect asks for, and its options."""
    question = ask(Aim, lane, C, {})
    assert isinstance(question, Ask)
    return question.field, question.options


def test_either_this_or_that_does_what_its_printed_sentence_says():
    rng = random.Random("printed choices")
    played("either … or", effects(partial(halves, HALVES), rng, 2 * EFFECTS), chooses, rng)


def chooses(effect, rng):
    """Play one of two choices at a random moment beside the reader; True if it was played."""
    lane, choices, now = begun(effect, rng)
    values, reach = Lane(lane), lane.box.skills[CLAP].range
    result = [may(part, values, DUKE, reach) for part in choices]
    about = effect, lane.row, lane.damage
    if now is None:
        assert not any(result), about
        return False
    field, options = aims(now)
    assert field == "choice" and [option.refusal is None for option in options] == [*map(bool, result)], about
    n = rng.choice([n for n, units in enumerate(result) if units])
    now = play(now, Aim(C, (options[n].name,), (), ()))
    part, target = choices[n], ""
    if part.get("whom") and part["whom"] != ME and WHOM[part["whom"]][2]:
        field, options = aims(now)
        offered = {option.name for option in options if option.refusal is None}
        assert (field, offered) == ("target", {*result[n]}), (*about, offered)
        target = rng.choice(sorted(offered))
        now = play(now, Aim(C, (), (target,), ()))
    values.hands[C] -= 1
    carried_out([part], values, DUKE, reach, target, 0)
    compare(values, now, lane.box.skills[CLAP].ap, (*about, part, target))
    return True


SEVERAL = {
    "damage": lambda pick: f"{pick(HITS)} {pick('12345')} up to two enemies {pick(NEAR)}",
    "heal": lambda pick: f"heal {pick('123')} up to two {pick(('friends', 'others'))} {pick(NEAR)}",
    "stun": lambda pick: f"stun up to two enemies {pick(NEAR)}",
}


@pytest.mark.parametrize("clause", SEVERAL)
def test_up_to_two_does_what_its_printed_sentence_says(clause):
    rng = random.Random(f"printed up to two {clause}")
    drawn = effects(lambda rng: SEVERAL[clause](rng.choice), rng, EFFECTS)
    played(f"{clause}, up to two", drawn, names_two, rng)


def names_two(effect, rng):
    """Play an effect on one or two beside the reader; True if it was played."""
    lane, (part,), now = begun(effect, rng)
    values, reach, named, killed = Lane(lane), lane.box.skills[CLAP].range, [], False
    if now is None:
        assert not may(part, values, DUKE, reach), (effect, lane.row)
        return False
    values.hands[C] -= 1
    while True:
        left = [unit for unit in may(part, values, DUKE, reach) if unit not in named]
        left = left if len(named) < 2 else []
        about = effect, lane.row, lane.damage, named
        assert (now.phase == AIM) == bool(left), about
        if not left:
            break
        field, options = aims(now)
        assert field == "target" and {o.name for o in options if o.refusal is None} == {*left}, about
        if named and rng.random() < 0.3:
            now = play(now, Enough(C))
            break
        named.append(rng.choice(sorted(left)))
        now = play(now, Aim(C, (), (named[-1],), ()))
        killed = killed or kills(now)
        done(part, values, DUKE, named[-1], amount(part, values.units[DUKE], named[-1]), 0)
    compare(values, now, lane.box.skills[CLAP].ap, (effect, lane.row, named), killed)
    return True


SKILLS = [row for row in form.HOUSE["skills"] if row.get("effect") and row["range"] != form.SUMMONED]


@pytest.mark.parametrize("row", SKILLS, ids=lambda row: row["name"])
def test_each_skill_of_the_house_does_what_is_printed_on_it(row):
    def play(row, rng):
        return agrees(form.says("skills", row), row["name"], row["hero"], HOUSE, rng)

    played(row["name"], [row], play, random.Random(row["name"]))


# -- what happens by itself ----------------------------------------------------------------------------------

BY_ITSELF = {
    "on kill": (
        "gold 2",
        "draw 1",
        "ap 1",
        "magic 1 enemies within 2",
        "heal 2 friends",
        "armor 1 self this turn",
    ),
    "when attacked": (
        "gold 1",
        "magic 2 attacker",
        "damage 3 attacker",
        "stun attacker",
        "magic 1 enemies within 1",
    ),
    "at start": ("gold 1", "draw 1", "heal 2 friends", "magic 1 enemies within 3", "unstun self", "ap 2"),
}
HEADS = {
    "on kill": "After a kill: ",
    "when attacked": "When attacked: ",
    "at start": "At the start of your turn: ",
}


PLAIN = dict.fromkeys(("attack", "armor", "hp", "reach"), 0)


@cache
def boxes(effect):
    """Return a box whose Staff says so and does nothing else."""
    return typed(**{STAFF.replace(" ", "_"): {"effect": effect, "text": "", "when": "", **PLAIN}})


def worn(lane, box):
    """Return a moment with the Staff of a box on the Duke."""
    return lane.but(box=box, items={DUKE: (STAFF,)})


def happening(when, lane, rng):
    """Return an action that lets it happen, or may; None where there is none at this moment."""
    if when == "at start":
        return EndTurn(M)
    by = C if when == "on kill" else M
    result = [*legal((Attack,), lane, (by,))]
    if when == "on kill":
        result = [one for one in result if one.unit == DUKE and lane.heroes.get(one.target) == M]
    else:
        result = [one for one in result if one.target == DUKE]
    return rng.choice(result) if result else None


@pytest.mark.parametrize("when", BY_ITSELF)
def test_what_happens_by_itself_does_what_its_printed_sentence_says(when):
    """What an item does is what it says besides what the same action does with an item that says nothing."""
    rng, count = random.Random(f"printed {when}"), Counter()
    plain = boxes("")
    for effect in BY_ITSELF[when]:
        box = boxes(f"{when}: {effect}")
        sentence = str(words(read(f"{when}: {effect}"), DIALECT, ME))
        assert sentence.startswith(HEADS[when]), sentence
        parts = parsed(sentence.removeprefix(HEADS[when]))
        count.clear()
        while count["played"] < PLAYS // 4 and count["moments"] < 40 * PLAYS:
            count["moments"] += 1
            lane = worn(moment(rng, CLAP, DUKE, plain), plain)
            lane = lane if when == "on kill" else lane.but(side=M, first=M)
            action = happening(when, lane, rng)
            if action is None:
                continue
            bare, full = play(lane, action), play(worn(lane, box), action)
            if when != "at start" and bare.turn != lane.turn:
                continue  # all have attacked
            values = Lane(bare)
            happens = DUKE in values.units and (when != "on kill" or action.target not in values.units)
            attacker = action.unit if when == "when attacked" else ""
            if happens:
                carried_out(parts, values, DUKE, lane.reach(DUKE), "", 0, attacker)
            if bare.over is None:
                compare(values, full, 0, (sentence, lane.row, lane.damage, action))
            count["played"] += happens
        assert count["played"] >= PLAYS // 4, effect


def test_a_dying_hero_lives_on_as_its_item_says():
    rng, count = random.Random("dying"), Counter()
    plain = boxes("")
    while count["played"] < PLAYS:
        n = rng.randint(1, 6)
        effect = f"when dying: heal {n} self"
        assert str(words(read(effect), DIALECT, ME)) == f"When dying: heal {n} on this hero."
        box = boxes(effect)
        lane = worn(moment(rng, CLAP, DUKE, plain), plain).but(side=M, first=M)
        action = happening("when attacked", lane, rng)
        if action is None or DUKE in play(lane, action).row:
            continue
        count["played"] += 1
        at, by = Lane(lane).units[DUKE], Lane(lane).units[action.unit]
        left = at["damage"] + max(0, by["attack"] - at["armor"]) - n
        after = play(worn(lane, box), action)
        assert (DUKE in after.row) == (left <= at["hp"]), (lane.damage, action, n)
        assert DUKE not in after.row or after.damage.get(DUKE, 0) == max(0, left)


STANDING = (
    ("armor 1 self", "1 armor to this hero", "self", 0),
    ("armor 2 others within 1", "2 armor to each other of yours in range within 1 row", "others", 1),
    ("attack 1 friends within 2", "1 attack to each of yours in range within 2 rows", "friends", 2),
    ("attack -1 enemies within 3", "take 1 attack off every enemy in range within 3 rows", "enemies", 3),
    ("range 1 others within 3", "1 range to each other of yours in range within 3 rows", "others", 3),
)


@pytest.mark.parametrize("effect, sentence, whose, rows", STANDING)
def test_what_holds_while_it_is_in_play_is_what_is_printed(effect, sentence, whose, rows):
    text = str(words(read(f"while in play: {effect}"), DIALECT, ME))
    assert text == f"While it is in play: {sentence}.", text
    rng, plain, box = random.Random(effect), boxes(""), boxes(f"while in play: {effect}")
    figure = FIGURES[effect.split()[0]]
    n = int(effect.split()[1])
    for _ in range(PLAYS):
        lane = worn(moment(rng, CLAP, DUKE, plain), plain)
        before, now = Lane(lane), Lane(worn(lane, box))
        for unit, at in before.units.items():
            mine = at["side"] == C
            named = {
                "self": unit == DUKE,
                "others": mine and unit != DUKE,
                "friends": mine,
                "enemies": not mine,
            }[whose]
            near = unit == DUKE or abs(at["row"] - before.row(DUKE)) <= rows
            expected = max(0, at[figure] + (n if named and near else 0))
            assert now.units[unit][figure] == expected, (sentence, unit, lane.row)
