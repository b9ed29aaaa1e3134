"""Exp and levels."""

from companion.games.havoc_in_heaven.box import EXP, LEVEL, LEVELS, STORAGE_OF, of
from companion.games.havoc_in_heaven.state.havoc import Havoc
from companion.words import message


def room(lane: Havoc, hero: str) -> int:
    """Return how much Exp a hero can still take."""
    return int((LEVELS.most - lane.level[hero]) * LEVELS.exp - lane.exp[hero])


def learners(lane: Havoc, side: str) -> list[str]:
    """A side's living heroes below the highest level."""
    return [
        hero
        for hero, owner in lane.heroes.items()
        if owner == side and hero in lane.row and lane.left(hero) > 0 and lane.level[hero] < LEVELS.most
    ]


def learn(lane: Havoc, hero: str, exp: int, rule: str = "level-up", *about: str) -> Havoc:
    """A hero takes Exp; ten are a level, at once."""
    exp = min(exp, room(lane, hero))
    if exp <= 0:
        return lane.tell(
            message("{hero} is at level {most} and takes no Exp.", hero=hero, most=LEVELS.most),
            hero,
            *about,
            rule="level-up",
        )
    level, rest = divmod(lane.exp[hero] + exp, LEVELS.exp)
    after = lane.but(exp={**lane.exp, hero: rest}).tell(
        message("Put {exp} Exp on {hero}: {n}.", exp=exp, hero=hero, n=lane.exp[hero] + exp),
        hero,
        of(hero, EXP),
        *about,
        rule=rule,
    )
    return rise(after, hero, level) if level else after


def unlearn(lane: Havoc, hero: str, exp: int) -> Havoc:
    """A hero loses Exp, as far as there is any; the level stays."""
    exp = min(exp, lane.exp[hero])
    left = lane.exp[hero] - exp
    words = message("Take {exp} Exp off {hero}: {left} left.", exp=exp, hero=hero, left=left)
    return lane.but(exp={**lane.exp, hero: left}).tell(words, hero, of(hero, EXP), rule="level-up")


def rise(lane: Havoc, hero: str, levels: int) -> Havoc:
    """Exchange Exp for level tokens, and unlock what that level unlocks."""
    level = lane.level[hero] + levels
    words = "Exchange {exp} Exp for {n:a level token|# level tokens}: {hero} is level {level}."
    sentence = message(words, exp=levels * LEVELS.exp, n=levels, hero=hero, level=level)
    return stand_at(lane.tell(sentence, hero, of(hero, EXP), rule="level-up"), hero, level)


def stand_at(lane: Havoc, hero: str, level: int) -> Havoc:
    """A hero has a level: its HP goes with it, and what it unlocks goes to Storage."""
    side = lane.heroes[hero]
    risen = lane.but(level={**lane.level, hero: level})
    sentence = message("{hero's} HP is {hp} now.", hero=hero, hp=risen.hp(hero))
    risen = risen.tell(sentence, hero, of(hero, LEVEL), rule="level-token")
    for skill in lane.box.heroes[hero].skills:
        if skill in risen.locked and lane.box.skills[skill].unlock <= level:
            risen = risen.but(locked=risen.locked - {skill}).store(side, skill)
            words = message("{skill} is unlocked: face up to Storage.", skill=skill)
            risen = risen.tell(words, skill, "Locked", STORAGE_OF[side], rule="unlock")
    return risen
