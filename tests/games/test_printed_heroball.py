"""A reader of the tests' own for Heroball: it reads the printed English sentence of a Unique card, says on
values whom it may name, where it leads and what comes of it, and is held against what the phone does.

Nothing of the card language is asked: geometry, targets and results are written here anew.
"""

import random
import re
from functools import cache

import pytest

from companion.games.heroball.actions.attack import Push
from companion.games.heroball.actions.card import Card, React
from companion.games.heroball.actions.move import EndTurn
from companion.games.heroball.box import BOARD, GOALS, MOVES, PILLARS, POST, SEATS
from companion.games.heroball.cards import FORM, HOUSE, heroes_of
from companion.games.heroball.effects import UNIQUE
from companion.games.heroball.state.pending import ANSWER
from companion.kernel.action import legal, play
from companion.kernel.asking import Ask, ask
from companion.kernel.rulebook import Refusal
from companion.toolkit.cards.grammar import read
from companion.toolkit.cards.wording import words
from tests.games.field import drawn as lineup
from tests.games.printed import PLAYS, effects, halves, played

pytestmark = pytest.mark.slow
EFFECTS = 8
"""Effects that are drawn for a clause."""
ME, CARD, BALL = "Dromea", "Second Breath", "the ball"
PAID = "Place a tracking token on it: "
MOST_AP = 5

# -- the sentence --------------------------------------------------------------------------------------------

WHOM = ("a hero", "every hero", "an opponent", "each opponent", "the attacker", BALL, "it", ME)
ONE = ("a hero", "an opponent")
"""Those who are pointed at."""
FAR = rf"(?P<far> next to {ME}| within \d hex(?:es)?| in a straight line(?: within \d hex(?:es)?)?)?"
TO = rf"(?P<whom>{'|'.join(WHOM)}){FAR}"
PLACE = (
    rf"an empty hex(?P<place> next to (?:{ME}|an opponent|a hero)| \d hex(?:es)? away in a straight line"
    r"| within \d hex(?:es)?)?"
)
IF = rf"(?: if (?P<who>it|{ME}) has (?P<figure>no|\d) AP(?: or (?P<how>less|more))?)?"
DOES = (
    (rf"give {TO} (?P<n>\d) AP", "gain"),
    (rf"take (?P<n>\d|all) AP from {TO}", "lose"),
    (rf"(?P<verb>move) {TO} up to (?P<n>\d) hex(?:es)?", "carry"),
    (rf"(?P<verb>push|pull) {TO} (?:up to )?(?P<n>\d) hex(?:es)? (?:away|nearer)", "carry"),
    (rf"(?P<verb>place) {TO} on {PLACE}", "carry"),
    (rf"change places with {TO}", "swap"),
    (rf"lay 1 terrain on (?P<whom>a free hex){FAR}", "terrain"),
    (r"take (?P<n>\d|all) tokens off your slots", "tokens"),
)
PARTS = [(re.compile(one + IF), kind) for one, kind in DOES]


def parsed(sentence):
    """Return the parts of a sentence: what is done, and each word that says more about it."""
    result = []
    for text in re.split(r", (?:and )?", sentence.rstrip(".")):
        text = text[0].lower() + text[1:]
        (part,) = [m.groupdict() | {"kind": kind} for one, kind in PARTS if (m := one.fullmatch(text))]
        result.append(part)
    return result


# -- on the pitch --------------------------------------------------------------------------------------------


def apart(one, other):
    """Hexes from one to another, of columns that stand upright."""
    (x, y), (u, v) = BOARD.at[one], BOARD.at[other]
    across, along = abs(x - u), abs(y - v)
    return across + max(0, along - across) // 2


BESIDE = {one: [other for other in BOARD.at if apart(one, other) == 1] for one in BOARD.at}


def lined(one, other):
    """True if two hexes lie in a straight line."""
    (x, y), (u, v) = BOARD.at[one], BOARD.at[other]
    return one != other and (x == u or abs(x - u) == abs(y - v))


class Pitch:
    """A moment as plain values, for the seat that plays the card."""

    def __init__(self, match, me, attacker=""):
        self.me, self.attacker = me, attacker
        self.at, self.ap = dict(match.at), dict(match.ap)
        self.ball, self.holder = match.ball, match.holder
        self.terrain, self.taken = dict(match.terrain), [*match.taken]
        self.goals, self.kind = {*match.goal}, match.favoured(me)

    def place(self, name):
        """Return the hex of a hero or the ball."""
        return self.ball if name == BALL else self.at.get(name, name)

    def free(self, space, name):
        """True if a hero, or the ball, can be there."""
        return space not in PILLARS and (name == BALL or space not in self.at.values())

    def goes(self, name, to):
        """Carry a hero, with the ball if he holds it, or the ball."""
        if name == BALL:
            self.ball, self.holder = to, ""
        else:
            self.at[name] = to
            self.ball = to if self.holder == name else self.ball


def near(part, pitch, name):
    """True if somebody is as near as a part says."""
    phrase, here, there = part["far"] or "", pitch.at[pitch.me], pitch.place(name)
    n = int(number[0]) if (number := re.findall(r"\d", phrase)) else 99
    if "line" in phrase:
        return lined(here, there) and apart(here, there) <= n
    return apart(here, there) == 1 if "next" in phrase else apart(here, there) <= n


def meets(part, pitch, name):
    """True if somebody has the AP that a condition asks for."""
    if not part["figure"]:
        return True
    has = pitch.ap[pitch.me if part["who"] == ME or name not in pitch.ap else name]
    if part["figure"] == "no":
        return has == 0
    return has <= int(part["figure"]) if part["how"] == "less" else has >= int(part["figure"])


def ends(part, pitch, name):
    """Return the hexes to which a part carries somebody."""
    here, mine = pitch.place(name), pitch.at[pitch.me]
    if part["verb"] == "place":
        return {to for to in BOARD.at if to != here and pitch.free(to, name) and lands(part, pitch, to)}
    result, edge = set(), {here}
    for _ in range(int(part["n"])):
        edge = {to for at in edge for to in BESIDE[at] if onward(part["verb"], mine, at, to)}
        edge = {to for to in edge if pitch.free(to, name)} - result - {here}
        result |= edge
    return result


def onward(verb, mine, at, to):
    """True if a step from one hex to the next leads where the verb says."""
    more = apart(mine, to) - apart(mine, at)
    return verb == "move" or (more > 0 if verb == "push" else more < 0)


def lands(part, pitch, to):
    """True if a hex is where somebody is placed."""
    phrase, mine = part["place"] or "", pitch.at[pitch.me]
    if "next to" in phrase:
        who = (
            [pitch.me]
            if ME in phrase
            else [seat for seat in pitch.at if "hero" in phrase or seat != pitch.me]
        )
        return any(apart(pitch.at[seat], to) == 1 for seat in who)
    n = int(number[0]) if (number := re.findall(r"\d", phrase)) else 0
    if "line" in phrase:
        return lined(mine, to) and apart(mine, to) == n
    return not phrase or apart(mine, to) <= n


def may(part, pitch, it=""):
    """Return those whom a part names, who are near, meet its condition, and to whom it does anything."""
    if part["kind"] == "tokens":
        return [pitch.me] if pitch.taken and meets(part, pitch, pitch.me) else []
    far = part["whom"] not in (ME, "it", "the attacker")
    return [
        name
        for name in named(part["whom"], pitch, it)
        if name
        and (not far or near(part, pitch, name))
        and meets(part, pitch, name)
        and does(part, pitch, name)
    ]


def named(whom, pitch, it):
    """Return all whom a word means, however far."""
    match whom:
        case "a hero" | "every hero":
            return [*pitch.at]
        case "an opponent" | "each opponent":
            return [seat for seat in pitch.at if seat != pitch.me]
        case "a free hex":
            return [*BOARD.at]
        case "the attacker":
            return [pitch.attacker]
        case "it":
            return [it]
    return [BALL if whom == BALL else pitch.me]


def does(part, pitch, name):
    """True if a part does anything to somebody."""
    match part["kind"]:
        case "gain":
            return pitch.ap[name] < MOST_AP
        case "lose":
            return pitch.ap[name] > 0
        case "swap":
            return name != pitch.me
        case "terrain":
            taken = {*PILLARS, POST, *pitch.at.values(), *pitch.goals, *pitch.terrain}
            return name not in taken
    return not (name == BALL and pitch.holder) and bool(ends(part, pitch, name))


def done(part, pitch, name, to):
    """Do one thing to one of the named."""
    n = int(part["n"]) if (part.get("n") or "all") != "all" else 99
    match part["kind"]:
        case "gain":
            pitch.ap[name] = min(MOST_AP, pitch.ap[name] + n)
        case "lose":
            pitch.ap[name] = max(0, pitch.ap[name] - n)
        case "carry":
            pitch.goes(name, to)
        case "swap":
            here, there = pitch.at[pitch.me], pitch.at[name]
            pitch.goes(pitch.me, there)
            pitch.goes(name, here)
        case "terrain":
            pitch.terrain[name] = pitch.kind
        case "tokens":
            pitch.taken = pitch.taken[: max(0, len(pitch.taken) - n)] if n < 99 else []


def seen(pitch):
    """Return all that is compared."""
    return pitch.at, pitch.ap, pitch.ball, pitch.holder, pitch.terrain, pitch.taken


# -- beside the phone ----------------------------------------------------------------------------------------

PLACES = [space for space in BOARD.at if space not in PILLARS and space not in GOALS[SEATS[:4]].owner]


plain = cache(lineup)
"""The heroes on their corners."""


@cache
def heroes(effect, cost=0):
    """Return the heroes of the house, of whom Dromea's Unique says so."""
    text = str(words(read(effect), UNIQUE, ME))
    said = {CARD: {"effect": effect, "text": text, "cost": cost}}
    rows = [row | said.get(row["name"], {}) for row in HOUSE["cards"]]
    cards = {**HOUSE, "cards": rows}
    assert FORM.faults(cards) == []
    return plain().heroes | heroes_of(cards)


def moment(rng, seat="Gold"):
    """A random moment in Gold's turn, with heroes near one another; Dromea is a seat's."""
    middle, far = rng.choice(PLACES), rng.choice((1, 2, 3, 5))
    around = [space for space in PLACES if apart(space, middle) <= far]
    spaces = rng.sample(around if len(around) > 5 else PLACES, 5)
    at = dict(zip(SEATS, spaces, strict=False))
    holder = rng.choice(("", "", *SEATS))
    bare = [space for space in PLACES if space not in at.values() and space != POST]
    terrain = {space: rng.choice(("Mountain", "Forest")) for space in rng.sample(bare, 6)}
    start = plain()
    return start.but(
        hero={**start.hero, seat: ME}, at=at, on={space: who for who, space in at.items()}, holder=holder,
        ball=at.get(holder, spaces[4]), ap={who: rng.randint(0, MOST_AP) for who in SEATS}, terrain=terrain,
        taken=MOVES[: rng.randint(0, 3)],
    )  # fmt: skip


def answered(kind, match, by, pitch, parts, rng, about, card=()):
    """Return the answers to all that the phone asks, each held against the reader, and what comes of them."""
    answers, names = ({"card": [*card]} if card else {}), iter(("aim", "space", "then", "there"))
    it = ""
    for part in parts:
        result = may(part, pitch, it)
        pointed = part.get("whom") in (*ONE, "a free hex")
        asks = pointed or part["kind"] == "carry"
        if not asks or not result:
            for name in result:
                it = name
                done(part, pitch, name, "")
            continue
        field = next(names)
        name = result[0]
        if pointed:
            offered = offers(kind, match, by, answers)
            assert offered == (field, {*result}), (*about, field, result, offered)
            answers[field] = [rng.choice(sorted(result))]
            (name,) = answers[field]
        to, space = "", next(names)
        if part["kind"] == "carry":
            field = space if pointed else field
            ways = ends(part, pitch, name)
            offered = offers(kind, match, by, answers)
            assert offered == (field, ways), (*about, field, ways, offered)
            answers[field] = [rng.choice(sorted(ways))]
            (to,) = answers[field]
        it = name
        done(part, pitch, name, to)
    return answers


def offers(kind, match, by, given):
    """Return the field that the phone asks for next, and what it offers as allowed."""
    question = ask(kind, match, by, given)
    return (
        (question.field, {option.name for option in question.allowed})
        if isinstance(question, Ask)
        else ("", set())
    )


def agrees(effect, rng):
    """Play an effect at a random moment, as the phone offers it, beside the reader; True if it was played."""
    sentence = str(words(read(effect), UNIQUE, ME)).removeprefix(PAID)
    parts = parsed(sentence[0].upper() + sentence[1:])
    match = moment(rng).but(heroes=heroes(effect))
    pitch, about = Pitch(match, "Gold"), (sentence, match.at, match.ball, match.holder, match.ap)
    others = parts[0].get("whom") in ("a hero", "every hero", "an opponent", "each opponent")
    whom = [name for name in pitch.at if name != "Gold" or "hero" in parts[0]["whom"]] if others else []
    needed = not others or any(near(parts[0], pitch, name) for name in whom)
    try:
        ask(Card, match, "Gold", {})
    except Refusal:
        assert not needed or not any(may(part, pitch) for part in parts), about
        return False
    given = answered(Card, match, "Gold", pitch, parts, rng, about)
    if isinstance(ask(Card, match, "Gold", given), Ask):
        return False  # it gives another the points
    answers = [tuple(given.get(field, ())) for field in ("aim", "space", "then", "there")]
    after = play(match, Card("Gold", (), *answers, ()))
    if after.score != match.score:
        return False
    assert seen(pitch) == seen(Pitch(after, "Gold")), (*about, answers)
    return True


NEAR = ("adjacent", "within 2", "within 3", "in line", "in line 2")
THEM = ("enemy", "hero")
CLAUSES = {
    "AP": lambda pick: f"ap {pick('12')} {pick(THEM)} {pick(NEAR)}",
    "AP to all": lambda pick: f"ap 1 {pick(('enemies', 'heroes'))} {pick(NEAR)}",
    "AP for oneself": lambda pick: f"ap {pick('12')} self",
    "AP taken": lambda pick: f"ap {pick(('-1', '-2', '-all'))} {pick(THEM)} {pick(NEAR)}",
    "AP taken from all": lambda pick: f"ap {pick(('-1', '-2'))} enemies {pick(NEAR)}",
    "move oneself": lambda pick: f"move {pick('123')} self",
    "move another": lambda pick: f"move {pick('12')} {pick(THEM)} {pick(NEAR)}",
    "push": lambda pick: f"push {pick('12')} enemy {pick(NEAR)}",
    "pull": lambda pick: f"pull {pick('12')} enemy {pick(NEAR)}",
    "the ball rolls": lambda pick: f"{pick(('move', 'pull'))} {pick('12')} ball {pick(NEAR)}",
    "place oneself": lambda pick: (
        f"place self to {pick(('adjacent', 'in line 2', 'within 3', 'beside enemy', 'anywhere'))}"
    ),
    "place another": lambda pick: f"place enemy {pick(NEAR)} to {pick(('adjacent', 'within 2'))}",
    "place the ball": lambda pick: f"place ball {pick(NEAR)} to {pick(('adjacent', 'within 2'))}",
    "change places": lambda pick: f"swap {pick(THEM)} {pick(NEAR)}",
    "terrain": lambda pick: f"terrain 1 hex {pick(NEAR)}",
    "tokens": lambda pick: f"token {pick(('-1', '-2', '-all'))}",
    "if it has": lambda pick: f"ap -1 enemy {pick(NEAR)} if ap {pick('123')} or {pick(('less', 'more'))}",
    "if oneself has": lambda pick: f"ap 1 hero {pick(NEAR)} if self ap {pick('234')} or less",
    "and it too": lambda pick: f"push 1 enemy {pick(NEAR)}; ap -1 it",
    "and oneself": lambda pick: f"move 1 hero adjacent; ap {pick('12')} self",
    "and then": lambda pick: f"push 1 enemy {pick(NEAR[:3])}; move {pick('12')} self",
    "then another": lambda pick: (
        f"move {pick('12')} self; {pick(('push 1', 'swap', 'ap -1'))} enemy adjacent"
    ),
}


@pytest.mark.parametrize("clause", CLAUSES)
def test_each_clause_does_what_its_printed_sentence_says(clause):
    rng = random.Random(f"printed {clause}")
    drawn = effects(lambda rng: f"pay token: {CLAUSES[clause](rng.choice)}", rng, EFFECTS)
    played(clause, drawn, agrees, rng)


HALVES = (
    lambda pick: f"push 1 enemy {pick(NEAR[:2])}",
    lambda pick: f"ap {pick(('-1', '-2'))} enemy {pick(NEAR)}",
    lambda pick: f"ap -1 enemies {pick(NEAR)}",
    lambda pick: f"ap {pick('12')} self",
    lambda pick: f"move {pick('12')} self",
    lambda pick: f"swap hero {pick(NEAR)}",
    lambda pick: f"terrain 1 hex {pick(NEAR[:2])}",
)


def test_either_this_or_that_does_what_its_printed_sentence_says():
    rng = random.Random("printed choices")
    drawn = effects(lambda rng: f"pay token: {halves(HALVES, rng)}", rng, 2 * EFFECTS)
    played("either … or", drawn, chooses, rng)


def chooses(effect, rng):
    """Play one of two choices at a random moment beside the reader; True if it was played."""
    sentence = str(words(read(effect), UNIQUE, ME)).removeprefix(PAID)
    choices = [parsed(phrase) for phrase in re.fullmatch(r"either (.+), or (.+)\.", sentence).groups()]
    match = moment(rng).but(heroes=heroes(effect))
    pitch, about = Pitch(match, "Gold"), (sentence, match.at, match.ball, match.holder, match.ap)
    open_ = [bool(may(part, pitch)) for (part,) in choices]
    try:
        question = ask(Card, match, "Gold", {})
    except Refusal:
        assert not any(open_), about
        return False
    assert question.field == "card" and [option.refusal is None for option in question.options] == open_, (
        about
    )
    n = rng.choice([n for n, result in enumerate(open_) if result])
    card = (question.options[n].name,)
    given = answered(Card, match, "Gold", pitch, choices[n], rng, about, card)
    if isinstance(ask(Card, match, "Gold", given), Ask):
        return False  # it gives another the points
    answers = [tuple(given.get(field, ())) for field in ("aim", "space", "then", "there")]
    after = play(match, Card("Gold", card, *answers, ()))
    if after.score != match.score:
        return False
    assert seen(pitch) == seen(Pitch(after, "Gold")), (*about, card, answers)
    return True


HEADS = {"at start": "At the start of your turn: ", "when attacked": "When attacked: "}


AT_START = ("ap 1 self", "ap -1 enemies adjacent", "ap 1 heroes within 2", "ap -2 enemies within 3")
ANSWERS = ("move 1 self", "move 2 self", "ap -1 attacker", "ap 1 self", "push 1 attacker", "swap attacker")
SILENT = "pay token: token -all"


@pytest.mark.parametrize("said", AT_START)
def test_what_happens_at_the_start_does_what_its_printed_sentence_says(said):
    """The same turn begins with a card that says nothing, and what the sentence says is done on that."""
    rng, effect = random.Random(said), f"at start: {said}"
    sentence = str(words(read(effect), UNIQUE, ME))
    parts = parsed(sentence.removeprefix(HEADS["at start"]))
    for _ in range(PLAYS):
        match = moment(rng, "Crimson")
        bare, full = (play(match.but(heroes=heroes(one)), EndTurn("Gold")) for one in (SILENT, effect))
        pitch = Pitch(bare, "Crimson")
        for part in parts:
            for name in may(part, pitch):
                done(part, pitch, name, "")
        assert seen(pitch) == seen(Pitch(full, "Crimson")), (sentence, match.at, match.ap)


@pytest.mark.parametrize("said", ANSWERS)
def test_an_answer_to_an_attack_does_what_its_printed_sentence_says(said):
    rng, effect, count = random.Random(said), f"when attacked: {said}", 0
    sentence = str(words(read(effect), UNIQUE, ME))
    parts = parsed(sentence.removeprefix(HEADS["when attacked"]))
    while count < PLAYS // 4:
        match = moment(rng, "Crimson").but(heroes=heroes(effect))
        pushes = [push for push in legal((Push,), match, ("Gold",)) if push.victim == "Crimson"]
        if not pushes:
            continue
        push = rng.choice(pushes)
        if push.sure:
            continue  # it gives another the points
        asked = play(match, push)
        pitch = Pitch(asked, "Crimson", "Gold")
        open_ = any(may(part, pitch) for part in parts)
        assert (asked.phase == ANSWER) == open_, (sentence, asked.at, asked.ap)
        if not open_:
            continue
        about = sentence, asked.at, asked.ap, push
        given = answered(React, asked, "Crimson", pitch, parts, rng, about)
        if isinstance(ask(React, asked, "Crimson", given), Ask):
            continue
        answers = [tuple(given.get(field, ())) for field in ("aim", "space", "then", "there")]
        after = play(asked, React("Crimson", *answers, ()))
        here, there = pitch.at["Gold"], pitch.at["Crimson"]
        reaches = apart(here, there) == 1 and apart(here, push.space) > 1 and apart(there, push.space) == 1
        if reaches and pitch.free(push.space, "Crimson"):
            pitch.goes("Crimson", push.space)
        if after.score == match.score:
            count += 1
            assert seen(pitch) == seen(Pitch(after, "Crimson", "Gold")), (*about, answers)


UNIQUES = {
    "Second Breath": ("Dromea", "Take all tokens off your slots."),
    "Ground Shake": ("Brontas", "Take 1 AP from each opponent next to Dromea."),
    "Bend the Wind": ("Korine", "Move the ball within 3 hexes up to 1 hex."),
    "Stubborn Ground": ("Phylax", "Lay 1 terrain on a free hex next to Dromea."),
    "Foreseen": ("Melampa", "Change places with an opponent within 2 hexes."),
    "Pounce": ("Lykos", "Place Dromea on an empty hex 2 hexes away in a straight line."),
    "Round Dance": ("Thyrsa", "Move a hero next to Dromea up to 1 hex, and give Dromea 1 AP."),
}
"""The Uniques of the house in the plain words of the reader."""


@pytest.mark.parametrize("card", UNIQUES)
def test_each_unique_of_the_house_does_what_is_printed_on_it(card):
    hero, sentence = UNIQUES[card]
    (row,) = [row for row in HOUSE["cards"] if row["name"] == card]
    assert (row["hero"], row["slot"]) == (hero, "Unique")
    effect = f"pay token: {row['effect'].removeprefix('pay token: ')}"
    assert str(words(read(effect), UNIQUE, ME)) == f"{PAID}{sentence[0].lower()}{sentence[1:]}"
    played(card, [effect], agrees, random.Random(card))
