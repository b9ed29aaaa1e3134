"""How a moment of Heroball looks: what goes on, and the mats."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from companion.games.heroball.box import (
    AP,
    BOARD,
    DISTANCE,
    HERMES,
    MOVES,
    PILLARS,
    POST,
    SPACES,
    TERRAIN,
    TOKENS,
    TURNS,
)
from companion.games.heroball.cards import SLOTS, Hero, Slot
from companion.games.heroball.picture import picture
from companion.games.heroball.state import Match
from companion.games.heroball.state.pending import (
    ASKED,
    CATCH,
    CHOOSE,
    INTERCEPT,
    SEED,
    TURN,
    Attack,
    Catch,
    Effect,
    Loose,
)
from companion.kernel.state import listed, possessive
from companion.kernel.view import Card, Counter, Panel, View


def things(match: Match) -> dict[str, str]:
    """Everything tracked, with where or how it is."""
    found = {"Ball": f"held by {match.holder} on {match.ball}" if match.holder else match.ball}
    for seat in match.order:
        hero = match.hero.get(seat)
        found[seat] = f"{hero} for {match.god[seat]} on {match.at[seat]}" if hero else "no hero yet"
        found[f"{seat} AP"] = str(match.ap[seat])
        found[f"{seat} score"] = str(match.score[seat])
        never = [what for what in ASKED if (seat, what) in match.never]
        found[f"{seat} asked"] = f"never about {listed(never)}" if never else "about everything"
    found |= {f"Terrain {space}": match.terrain.get(space, "none") for space in SPACES}
    found |= {
        "Round": str(match.round),
        "Turn": match.turn or "nobody yet",
        "Phase": match.phase_words,
        "Tokens": listed(match.taken) or "none",
        "AP spent": "yes" if match.spent else "no",
    }
    if match.pending:
        found["Waiting"] = f"{phase(match)}: for {listed(match.waits)}"
    if match.draw_words:
        found["Draw"] = match.draw_words
    if match.over:
        found["Result"] = match.over.why
    return found


def phase(match: Match) -> str:
    """What is going on, in a few words."""
    if match.over:
        return "Game over"
    top = match.pending[-1] if match.pending else None
    match top:
        case Attack():
            return f"{possessive(top.by)} {top.slot}"
        case Loose():
            return f"The ball flies to {top.target}"
        case Catch():
            return f"The ball comes to {top.seat}"
        case Effect():
            return f"{top.by}: {match.slot(top.by, top.slot).name}"
    if match.phase == CHOOSE:
        return f"{match.waits[0]}: hero and god"
    if match.phase == SEED:
        return f"{match.waits[0]}: terrain"
    return f"{possessive(match.turn)} turn"


def starts(match: Match, seat: str) -> dict[str, tuple[str, dict[str, str]]]:
    """What a tap on a hero or the ball begins."""
    if match.phase == INTERCEPT:
        return {"Ball": ("intercept", {})}
    if match.phase == CATCH:
        return {"Ball": ("hold", {})}
    if match.phase != TURN:
        return {}
    found: dict[str, tuple[str, dict[str, str]]] = {
        other: ("force-fumble" if other == match.holder else "push", {"victim": other})
        for other in match.order
    }
    return found | {seat: ("move", {}), "Ball": ("throw" if match.holder == seat else "hold", {})}


def view(match: Match) -> View:
    """What every phone shows."""
    counters = (Counter("Round", "Round", match.round, TURNS["rounds"]),)
    return View(phase(match), counters, tuple(_panel(match, seat) for seat in match.order), picture(match))


def _panel(match: Match, seat: str) -> Panel:
    counters = [
        Counter(f"{seat} AP", "AP", match.ap[seat], AP["most"], seat, pips=True),
        Counter(f"{seat} score", "points", match.score[seat], None, seat),
    ]
    if seat not in match.hero:
        return Panel(seat, tuple(counters), _to_choose(match) if seat in match.waits else ())
    hero = match.heroes[match.hero[seat]]
    return Panel(seat, tuple(counters), tuple(_mat(match, seat, hero)))


def _to_choose(match: Match) -> tuple[Card, ...]:
    """Heroes and gods, as they lie before whoever chooses; who is with another seat lies face down."""
    taken = {name: f"with {seat}" for chosen in (match.hero, match.god) for seat, name in chosen.items()}
    heroes = [
        Card(
            hero.name,
            hero.name,
            "hero",
            taken.get(hero.name) or " · ".join(hero.slots[slot].name for slot in hero.cards),
            hero.name not in taken,
            text=hero.words,
            letter=hero.letter,
        )
        for hero in match.heroes.values()
    ]
    closed = taken | {HERMES: "not any more"}
    gods = [
        Card(god, god, "god", closed.get(god) or match.favours[god], god not in closed, letter=god[0])
        for god in (*match.favours, HERMES)
    ]
    return (*heroes, *gods)


def _mat(match: Match, seat: str, hero: Hero) -> list[Card]:
    place = f"{seat} on {match.at[seat]}, for {match.god[seat]} ({match.favoured(seat)})"
    cards = [Card(seat, hero.name, "hero", place, text=_favours(match, seat), letter=hero.letter)]
    for name in (*MOVES, *(slot for slot in hero.cards if slot not in MOVES)):
        slot, token = hero.slots[name], seat == match.turn and name in match.taken
        cards.append(_slot(seat, slot, token))
    return cards


def _favours(match: Match, seat: str) -> str:
    return f"{match.god[seat]} favours {match.favoured(seat)}."


LETTERS = {slot: "".join(word[: 3 - len(slot.split())] for word in slot.split()) for slot in SLOTS}
"""Slot to the two letters it goes by: ``Th``, ``FF``."""


def _slot(seat: str, slot: Slot, token: bool) -> Card:
    covered = slot.name != slot.slot
    where = "holds a token" if token else f"on {slot.slot}" if covered else "free"
    return Card(
        f"{seat}: {slot.name}",
        slot.name,
        "action",
        where,
        not token,
        (("lightning", slot.cost),),
        slot.text,
        LETTERS[slot.slot],
    )


def label(match: Match, name: str) -> str:
    """An answer in words."""
    if name in match.order:
        hero = match.hero.get(name)
        return f"{hero} ({name}) on {match.at[name]}" if hero else name
    if name in BOARD.at:
        return _space(match, name)
    return name


def _space(match: Match, space: str) -> str:
    what = []
    if space in PILLARS:
        what.append("pillar")
    if space == POST:
        what.append("post")
    if space in match.goal:
        what.append(f"{possessive(match.goal[space])} goal")
    if space in match.terrain:
        what.append(match.terrain[space])
    if space in match.on:
        what.append(match.name(match.on[space]))
    return ", ".join([space, *what])


def spaces(match: Match, name: str) -> tuple[str, ...]:
    """Where a finger may point to give this answer."""
    if name in match.at:
        return (match.at[name],)
    return (name,) if name in BOARD.at else ()


def numbers(moments: Sequence[Match]) -> list[tuple[str, Mapping[str, int] | int]]:
    """Rounds, points and how they came, AP spent, attacks and reactions, for the finished table."""
    last = moments[-1]
    found: dict[str, dict[str, int]] = {
        name: dict.fromkeys(last.order, 0)
        for name in (
            "Points",
            "Goals",
            "AP spent or lost",
            "Times in hand",
            "Interceptions",
            "Attacks defended",
        )
    }
    for before, after in pairwise(moments):
        for seat in last.order:
            found["AP spent or lost"][seat] += max(0, before.ap[seat] - after.ap[seat])
            found["Times in hand"][seat] += after.holder == seat != before.holder
        for told in after.told:
            if told.rule == "score":
                found["Goals"][told.about[0].removesuffix(" score")] += 1
            if told.rule == "intercept" and told.about[0] == "Ball":
                found["Interceptions"][told.about[1]] += 1
            if told.rule == "defend" and told.about[0] in last.order:
                found["Attacks defended"][told.about[0]] += 1
    found["Points"] = dict(last.score)
    return [("Rounds", last.round), *found.items()]


def invariant(match: Match) -> None:
    """One ball, never in a goal or a pillar; every hero on a hex of its own; tracks within the mat."""
    assert {seat: space for space, seat in match.on.items()} == dict(match.at), "board and heroes disagree"
    assert set(match.on) <= set(BOARD.at) and not PILLARS & set(match.on), "a hero stands where none can"
    assert match.ball in DISTANCE and match.ball not in PILLARS, "the ball is not on the board"
    assert match.ball not in match.goal, "the ball lies in a goal"
    assert not match.holder or match.ball == match.at[match.holder], "the ball is not with its holder"
    assert all(0 <= match.ap[seat] <= AP["most"] for seat in match.order), "an AP track is off its ends"
    assert set(match.ap) == set(match.score) == set(match.order), "a seat without tracks"
    assert all(points >= 0 for points in match.score.values()), "a score below nothing"
    laid = list(match.terrain.values())
    assert all(laid.count(kind) <= TOKENS for kind in TERRAIN), "more terrain than the box holds"
    assert not PILLARS & set(match.terrain) and POST not in match.terrain, "terrain where none can lie"
    assert not set(match.terrain) & set(match.goal), "terrain in a goal"
    assert match.taken == MOVES[: len(match.taken)], "tokens out of order"
    assert len(set(match.hero.values())) == len(match.hero), "two seats with one hero"
    assert len(set(match.god.values())) == len(match.god), "two seats with one god"
    assert HERMES not in match.god.values(), "Hermes is in the game"
    assert match.over or match.waits, "the table waits for nobody"
    assert match.over or match.pending or not match.scored, "a goal, and the turn goes on"
