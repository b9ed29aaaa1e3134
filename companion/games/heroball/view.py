"""The view of Heroball: the phase and the mats."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from companion.games.heroball import box
from companion.games.heroball.cards import Hero, Slot
from companion.games.heroball.picture import picture
from companion.games.heroball.state import Match, pending, reactions
from companion.games.heroball.state.pending import card_of
from companion.kernel.state import Told
from companion.kernel.view import Card, Counter, Panel, View
from companion.words import Message, Text, joined, message


def phase(match: Match) -> Text:
    """Return the phase in a few words."""
    if match.over:
        return "Game over"
    if match.pending:
        return reactions.waiting(match)
    if match.phase == pending.CHOOSE:
        return message("{seat}: hero and god", seat=match.waits[0])
    if match.phase == pending.SEED:
        return message("{seat}: terrain", seat=match.waits[0])
    return message("{seat's} turn", seat=match.turn)


def starts(match: Match, seat: str) -> dict[str, tuple[str, dict[str, str]]]:
    """Return what a tap on a hero or the ball begins."""
    if match.phase == pending.INTERCEPT:
        return {"Ball": ("intercept", {})}
    if match.phase == pending.CATCH:
        return {"Ball": ("hold", {})}
    if match.phase != pending.TURN:
        return {}
    result: dict[str, tuple[str, dict[str, str]]] = {
        other: ("force-fumble" if other == match.holder else "push", {"victim": other})
        for other in match.playing
    }
    return result | {seat: ("move", {}), "Ball": ("throw" if match.holder == seat else "hold", {})}


def view(match: Match) -> View:
    """Return the view that every phone shows."""
    counters = (Counter("Round", "Round", match.round, box.TURNS.rounds),) if match.round else ()
    return View(phase(match), counters, tuple(_panel(match, seat) for seat in match.order), picture(match))


def _panel(match: Match, seat: str) -> Panel:
    counters = [
        Counter(box.AP_OF[seat], "AP", match.ap[seat], box.AP.most, seat, pips=True),
        Counter(box.SCORE_OF[seat], "points", match.score[seat], None, seat),
    ]
    if seat not in match.hero:
        return Panel(seat, tuple(counters), _to_choose(match) if seat in match.waits else ())
    hero = match.heroes[match.hero[seat]]
    return Panel(seat, tuple(counters), tuple(_mat(match, seat, hero)))


def _to_choose(match: Match) -> tuple[Card, ...]:
    """Heroes and gods, as they lie before the seat that chooses; those with another seat lie face down."""
    taken: dict[str, Text] = {
        name: message("with {seat}", seat=seat)
        for chosen in (match.hero, match.god)
        for seat, name in chosen.items()
    }
    heroes = [
        Card(
            hero.name,
            hero.name,
            "hero",
            taken.get(hero.name, "free"),
            hero.name not in taken,
            text=joined((hero.words, *map(_told, _cards(hero))), " "),
            letter=hero.letter,
        )
        for hero in match.heroes.values()
    ]
    closed: dict[str, Text] = taken | {box.HERMES: "not any more"}
    gods = [
        Card(god, god, "god", closed.get(god) or match.favours[god], god not in closed, letter=god[0])
        for god in (*match.favours, box.HERMES)
    ]
    return (*heroes, *gods)


def _cards(hero: Hero) -> list[Slot]:
    """The action cards of a hero, in the order of the mat."""
    return [hero.slots[slot] for slot in hero.cards]


def _told(slot: Slot) -> Message:
    return message("{card}, {cost} AP: {text}", card=slot.name, cost=slot.cost, text=slot.text)


def _mat(match: Match, seat: str, hero: Hero) -> list[Card]:
    place = message(
        "{seat} on {space}, for {god} ({favour})",
        seat=seat,
        space=match.at[seat],
        god=match.god[seat],
        favour=match.favoured(seat),
    )
    favours = message("{god} favours {terrain}.", god=match.god[seat], terrain=match.favoured(seat))
    cards = [Card(seat, hero.name, "hero", place, text=favours, letter=hero.letter)]
    for name in (*box.MOVES, *(slot for slot in hero.cards if slot not in box.MOVES)):
        slot = hero.slots[name]
        token = (seat == match.turn and name in match.taken) or not match.free(seat, slot)
        cards.append(_slot(seat, slot, token))
    return cards


LETTERS = {slot.name: slot.letters for slot in box.FACTS.slots}


def _slot(seat: str, slot: Slot, token: bool) -> Card:
    covered = slot.name != slot.slot
    where: Text = "holds a token" if token else "free"
    if covered and not token:
        where = message("on {slot}", slot=slot.slot)
    if slot.by_hand:
        where = message("{where}, by hand", where=where)
    return Card(
        card_of(seat, slot.name),
        slot.name,
        "action",
        where,
        not token,
        (("lightning", slot.cost),),
        slot.text,
        LETTERS[slot.slot],
    )


def label(match: Match, name: str) -> Text:
    """An answer in words."""
    if name in match.order:
        hero = match.hero.get(name)
        if not hero:
            return name
        return message("{hero} ({seat}) on {space}", hero=hero, seat=name, space=match.at[name])
    if name in box.BOARD.at:
        return _space(match, name)
    return name


def _space(match: Match, space: str) -> Text:
    what: list[Text] = [space]
    if space in box.PILLARS:
        what.append("pillar")
    if space == box.POST:
        what.append("post")
    if space in match.goal:
        what.append(message("{seat's} goal", seat=match.goal[space]))
    if space in match.terrain:
        what.append(match.terrain[space])
    if space in match.on:
        what.append(match.name(match.on[space]))
    return joined(what, ", ")


def spaces(match: Match, name: str) -> tuple[str, ...]:
    """Return the spaces to point at for this answer."""
    if name in match.at:
        return (match.at[name],)
    return (name,) if name in box.BOARD.at else ()


SCORER: dict[str, str] = {thing: seat for seat, thing in box.SCORE_OF.items()}


def _feat(line: Told) -> tuple[str, str]:
    """Return the figure that a line counts for, and the seat; empty if it does not."""
    match line.rule:
        case "score":
            return "Goals", SCORER[line.about[0]]
        case "intercept" if line.about[0] == "Ball":
            return "Interceptions", line.about[1]
        case "defend" if line.about:
            return "Attacks defended", line.about[0]
    return "", ""


def numbers(moments: Sequence[Match]) -> list[tuple[str, Mapping[str, int] | int]]:
    """Rounds, points and how they came, AP spent, attacks and reactions, for the finished table."""
    last = moments[-1]
    result: dict[str, dict[str, int]] = {
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
            result["AP spent or lost"][seat] += max(0, before.ap[seat] - after.ap[seat])
            result["Times in hand"][seat] += after.holder == seat != before.holder
        for figure, seat in map(_feat, after.told):
            if seat in last.order:
                result[figure][seat] += 1
    if last.over and last.over.scores:
        del result["Points"]
    else:
        result["Points"] = dict(last.score)
    return [("Rounds", last.round), *result.items()]
