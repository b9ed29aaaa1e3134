"""Checks that several verbs and cards share."""

from functools import partial
from typing import Any

from companion.games.havoc_in_heaven.box import GLOBAL, ROW, RULES, rows
from companion.games.havoc_in_heaven.cards import Item
from companion.games.havoc_in_heaven.effects import ANY, OWN, Does
from companion.games.havoc_in_heaven.state import BUILDING, Havoc, damage, effects, recipes, ways
from companion.games.havoc_in_heaven.state.price import PaidCard
from companion.kernel.action import Action, Noun, answered, candidates, draft, nouns, refusal
from companion.kernel.rulebook import LateRefusal, Refusal
from companion.toolkit.cards.language import RANGE, SELF, CardStep, EffectPart
from companion.toolkit.causes import by_cause, causes_words
from companion.words import Message, Value, filled, message

require, refuse = RULES.require, RULES.refuse
CAUSES = {
    "ap": "short of AP",
    "equip": "carrying three items",
    "hands": "not in your hand",
    "inactive": "Inactive",
    "passing": "hemmed in",
    "placement": "without a free row or AP for one",
    "purchase": "too dear",
    "range": "without anybody in range",
    "recipe": "missing parts",
    "revive": "dead",
    "skill": "too dear in AP",
    "stock": "sold out",
    "stun": "stunned",
    "target": "for nobody here",
    "unlock": "not open yet",
}
"""What is said of each of several things that a rule forbids."""
NEARER = "Choose a nearer row."
OF_CARDS = {
    **CAUSES,
    "equip": "without a hero who can take one more",
    "inactive": "of an Inactive hero",
    "revive": "of a dead hero",
    "stun": "of a stunned hero",
}
"""What is said of a card instead: they are of a hero in that state."""


def need_any(lane: Havoc, action: Action[Havoc], field: str, key: str, why: str, /, **values: Value) -> None:
    """Refuse a question before it is asked, if none of its answers is allowed; the causes are grouped.

    ``why`` is a template of ``values`` without its full stop.
    """
    if field in action.__dict__:
        return
    noun = nouns(type(action))[field]
    assert isinstance(noun, Noun)
    names = iter(candidates(noun, lane, action))
    if not noun.legal:
        names = (name for name in names if refusal(lane, answered(action, field, name)) is None)
    if next(names, None) is None:
        half = draft(type(action), action.by, action.__dict__)
        raise LateRefusal(lambda: _none_allowed(lane, half, field, noun, key, filled(why, values)))


def _none_allowed(
    lane: Havoc, half: Action[Havoc], field: str, noun: Noun[Havoc], key: str, why: Message | str
) -> Refusal:
    """Return the refusal that all answers have in common, or one that groups their causes."""
    refusals = [
        (name, refused)
        for name in noun.options(lane, half)
        if (refused := refusal(lane, answered(half, field, name)))
    ]
    whys = [refused.words for _, refused in refusals]
    if whys and whys.count(whys[0]) == len(whys):
        return Refusal(whys[0], refusals[-1][1].rule)
    causes = OF_CARDS if field == "card" else CAUSES
    told = [(name, causes[refused.rule.key]) for name, refused in refusals if refused.rule.key in causes]
    if told:
        return Refusal(message("{why}: {causes}.", why=why, causes=causes_words(by_cause(told))), RULES[key])
    return Refusal(message("{why}.", why=why), RULES[key])


def need_ap(lane: Havoc, ap: int, what: Message | str, key: str = "ap") -> None:
    """The Action Points must be there."""
    if ap > lane.ap:
        refuse(
            key,
            "{what} takes {ap} AP; {left} left.",
            "Each turn brings eight AP.",
            what=what,
            ap=ap,
            left=lane.ap,
        )


def need_active(lane: Havoc, unit: str) -> None:
    """A unit must stand in the lane and be active."""
    if lane.active(unit):
        return
    if unit not in lane.row:
        refuse("revive", "{unit} is dead, and not back yet.", unit=unit)
    if unit in lane.stunned:
        refuse("stun", "{unit} is stunned till your next turn.", unit=unit)
    refuse("inactive", "{unit} is Inactive till your next turn.", unit=unit)


def need_in_hand(lane: Havoc, by: str, card: str) -> None:
    """A card that is played must be one that can be in the hand."""
    cards = lane.cards[by]
    if cards.in_hand(card):
        return
    if not cards.hand:
        refuse("hands", "Your hand is empty.")
    if card in cards.unseen:
        refuse(
            "hands",
            "{card} lay in Storage at the last shuffle, and you have drawn too few cards since.",
            card=card,
        )
    refuse(
        "hands",
        "{card} cannot be in your hand: it lies {whereabouts}.",
        card=card,
        whereabouts=whereabouts(lane, by, card),
    )


def whereabouts(lane: Havoc, by: str, card: str) -> Message | str:
    """Return in words where an open card of a side lies."""
    if card in lane.cards[by].storage:
        return "in Storage"
    if card in lane.cards[by].played or lane.of_card(card):
        return "in play"
    on = [hero for hero in lane.own_heroes(by) if card in lane.items.get(hero, ())]
    return message("on {hero}", hero=on[0]) if on else "outside your cards"


def within(reach: int, hero: str) -> Message | str:
    """Return a reach from a hero in words."""
    if reach >= GLOBAL:
        return "in the lane"
    return message("within {rows:# row|# rows} of {hero}", rows=reach, hero=hero)


def check_reachable(use: PaidCard) -> None:
    """A card is refused only if none of its parts finds anybody."""
    if not effects.reachable(*use):
        raise LateRefusal(partial(_none_reachable, *use))


def _none_reachable(lane: Havoc, hero: str, does: Does, reach: int) -> Refusal:
    if does.asked:
        why = message("Nobody it names is {within}.", within=within(reach, hero))
        return Refusal(why, RULES["range"])
    first = does.steps[0][0]
    whom = first.whom
    near = effects.candidates(lane, hero, whom, reach)
    if whys := dict.fromkeys(no for unit in near if (no := effects.why_not(lane, hero, first, unit))):
        return Refusal(message("{causes:; }.", causes=[*whys]), RULES["target"])
    templates = {
        "friend": "None of yours is {within}.",
        "building": "The outermost enemy building is not {within}.",
    }
    template = templates.get(whom.words[0], "No enemy is {within}.")
    return Refusal(message(template, within=within(rows(whom, reach), hero)), RULES["range"])


def check_target(lane: Havoc, hero: str, step: CardStep, unit: str, reach: int) -> None:
    """Refuse a unit that a card cannot be used on."""
    whom = step.whom
    _check_named(lane, hero, {*whom.words}, unit)
    rows_, far = lane.distance(hero, unit), lane.reach(hero) if whom.reach.how == RANGE else rows(whom, reach)
    require(
        unit == hero or rows_ <= far,
        "range",
        "{unit} is {rows:# row|# rows} from {hero}; this reaches {far}.",
        unit=unit,
        rows=rows_,
        hero=hero,
        far=far,
    )
    if why := effects.why_not(lane, hero, step, unit):
        refuse("target", "{why}.", why=why)


def _check_named(lane: Havoc, hero: str, words: set[str], unit: str) -> None:
    """Refuse a unit that is none of those the words name."""
    mine, building = lane.owner(unit) == lane.heroes[hero], lane.kind(unit) == BUILDING
    if words <= {*OWN}:
        require(mine and not building, "target", "{unit} is not one of your heroes or companions.", unit=unit)
    elif words.isdisjoint(OWN):
        require(not mine, "target", "{unit} is yours; this is for an enemy.", unit=unit)
    require(building or words != {BUILDING}, "target", "{unit} is not a building.", unit=unit)
    named = unit != hero or words & {SELF, "friend"}
    require(named, "target", "{hero} does this to somebody else.", hero=hero)
    if building:
        if mine or words.isdisjoint((ANY, BUILDING)):
            refuse("target", "{unit} is a building; this is for heroes and companions.", unit=unit)
        check_outermost(lane, unit)


def check_outermost(lane: Havoc, building: str) -> None:
    """Only the outermost standing building of a side can be damaged."""
    before = lane.outermost(lane.owner(building))
    require(
        building == before,
        "outermost",
        "{building} is behind {before}, which stands.",
        building=building,
        before=before,
    )


def check_row(lane: Havoc, move: EffectPart, hero: str, unit: str, row: int) -> None:
    """Refuse a row to which a card cannot move this unit."""
    check_way(lane, unit, row)
    rows_, most = abs(lane.row[unit] - row), damage.much(lane, hero, move, unit)
    require(
        rows_ <= most,
        "range",
        "That is {rows:# row|# rows} for {unit}; at most {most}.",
        NEARER,
        rows=rows_,
        unit=unit,
        most=most,
    )


def check_aim(action: Any, use: PaidCard | None) -> None:
    """The target and the row a card names; none where it is not paid for."""
    for unit in action.target:
        assert use is not None and use.does.step is not None
        check_target(use.lane, use.hero, use.does.step, unit, use.reach)
    for row in action.row:
        assert use is not None and use.does.move is not None
        unit = use.hero if use.does.move.whom.words == (SELF,) else action.target[0]
        check_row(use.lane, use.does.move, use.hero, unit, ROW[row])


def check_way(lane: Havoc, unit: str, row: int) -> None:
    """No unit enters a row with an enemy unit or a standing enemy building."""
    if bar := ways.barring(lane, unit, row):
        require(
            False,
            "passing",
            "{bar} on Row {row} bars the way of {unit}.",
            bar=bar,
            row=lane.at(bar),
            unit=unit,
        )


def check_recipe(lane: Havoc, by: str, item: Item) -> None:
    """The recipe's cards must be at hand."""
    if not recipes.payable(lane, by, item):
        refuse(
            "recipe",
            "{item} takes {parts} from your hand, your heroes or Storage.",
            item=item.name,
            parts=list(item.recipe),
        )


def check_parts(lane: Havoc, by: str, item: Item, parts: tuple[str, ...]) -> None:
    """Refuse parts that are not there, or that the recipe does not ask for."""
    if item.recipe and parts:
        result = recipes.ways(lane, by, item)
        wrong = next((part for part in parts if not any(part in way for way in result)), parts[-1])
        fits = any(set(parts) <= way for way in result)
        require(
            fits,
            "recipe",
            "“{wrong}” cannot be: it is not there, or another pays that part already.",
            wrong=wrong,
        )
